//! Compiles the marks of `[board.key]`, which are drawn on top of cells.
//!
//! - In: the boards of a layout.
//! - Out: the marks of each board, in the order of `[board.key]`.
//!
//! A mark may contain other marks.

use std::sync::Arc;

use super::signs::sign_char;
use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::Mark;
use hexpress_game::element::Element;
use hexpress_language::tables::element::Sign;
use hexpress_language::tables::layout::Board;
use hexpress_language::values::spanned::Spanned;

pub struct KeyMark {
    /// The index in `[board.key]` of the sign with this mark.
    index: usize,
    sign: char,
    pub mark: Arc<Mark>,
}

impl KeyMark {
    /// Returns the character that stands for this mark on the map.
    pub fn sign(&self) -> char {
        self.sign
    }
}

/// The marks of one board, in the order of `[board.key]`.
pub struct BoardMarks {
    pub marks: Vec<KeyMark>,
    /// True if none of the marks has an error.
    pub are_valid: bool,
}

/// Compiles the marks of all boards. All marks are stored in the compiler, because boards and
/// pieces may also use the marks of other boards.
pub fn marks(boards: &[Spanned<Board>], resolver: &mut Resolver<'_>) -> Vec<BoardMarks> {
    let mut all: Vec<BoardMarks> =
        boards.iter().map(|_| BoardMarks { marks: Vec::new(), are_valid: true }).collect();
    // Marks that contain other marks are compiled in a second pass, when all other marks are known.
    for pass in [MarkPass::Plain, MarkPass::WithMarks] {
        for (board, known) in boards.iter().zip(&mut all) {
            let (marks, are_valid) = resolver.track_errors(|resolver| marks_of_pass(board, pass, resolver));
            known.marks.extend(marks);
            known.marks.sort_by_key(|mark| mark.index);
            known.are_valid &= are_valid;
        }
        resolver.marks = all.iter().flat_map(|board| &board.marks).map(|key| Arc::clone(&key.mark)).collect();
    }
    all
}

/// Warns about keys of a mark that have no effect, because a mark shows only one drawing.
fn report_undrawn(entry: &Sign, resolver: &mut Resolver<'_>) {
    let has_parts = entry.parts.is_some() || entry.look.is_some() || entry.stack.is_some();
    let keys = [
        ("draw", entry.draw.as_ref().filter(|_| entry.has_draw()).map(|at| &at.span)),
        ("label", entry.label.as_ref().map(|at| &at.span)),
        ("road", entry.road.as_ref().map(|at| &at.span)),
        ("leap", entry.leap.as_ref().map(|at| &at.span)),
        ("set", entry.set.0.first().filter(|_| !has_parts).map(|(key, _)| &key.span)),
    ];
    for (key, span) in keys {
        let Some(span) = span else { continue };
        let warning = codes::IDLE_KEY.warning(format!("`{key}` has no effect together with `mark`"));
        let mark = match key {
            "draw" => ", or add a mark for each element of `draw`",
            "label" => ", or add a second mark with `text`",
            _ => "",
        };
        let hint = format!("a mark draws only one element: move `{key}` to a kind of cell{mark}");
        resolver.warnings.push(warning.at(resolver.key_place(span)).hint(hint));
    }
}

/// A pass in which some of the marks are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkPass {
    /// Marks that contain no other marks.
    Plain,
    /// Marks that contain other marks.
    WithMarks,
}

impl MarkPass {
    /// Returns whether this pass compiles a mark. `sign` is the entry of `[board.key]` that defines the
    /// mark.
    fn has(self, sign: &Sign) -> bool {
        let shows_marks = sign.marks.iter().next().is_some();
        shows_marks == (self == Self::WithMarks)
    }
}

fn marks_of_pass(board: &Board, pass: MarkPass, resolver: &mut Resolver<'_>) -> Vec<KeyMark> {
    let mut marks = Vec::new();
    for (index, (sign, entry)) in board.key.iter().enumerate() {
        let Some(name) = entry.mark.as_ref().filter(|_| pass.has(entry)) else { continue };
        if let Some(kind) = &entry.kind {
            let message =
                "`kind` has no effect together with `mark`: each character is either a kind or a mark";
            let hint = "delete one of them; to mark a cell on the map, write the mark right after the \
                character of its kind";
            resolver.error_with_hint(codes::IDLE_KEY, resolver.key_place(&kind.span), message, hint);
        }
        report_undrawn(entry, resolver);
        let Some(sign) = sign_char(sign, resolver) else { continue };
        let given_element = entry.with(entry.element());
        let compiled = resolver.without_errors(|resolver| resolver.element(&given_element)).flatten();
        // A mark with an error draws nothing, so that its uses cause no further errors.
        let element = compiled.unwrap_or_else(|| Element::nothing(resolver.place(entry)));
        marks.push(KeyMark {
            index,
            sign,
            mark: Arc::new(Mark { name: name.value.as_str().into(), element }),
        });
    }
    marks
}
