//! Lists what a sheet on a web page shows, for screen readers and the keyboard.
//!
//! - In: a sheet, and the game that gives its drawings their names.
//! - Out: the pieces and cells on the sheet with their words, in reading order. Each piece or cell is
//!   listed once. Other drawings with words, such as a heading, are listed too.
//! - Not here: the drawings themselves, which screen readers skip.

use std::cmp::Ordering;
use std::collections::HashMap;

use kurbo::{Affine, Rect};

use crate::alt_text;
use hexpress_base::identity::{Feature, Identity};
use hexpress_game::Game;
use hexpress_scene::{Drawing, Group, Role, Sheet, Text, bounds};

/// The largest number of drawings that are listed for a sheet.
const MAX_LISTED_DRAWINGS: usize = 2000;
/// The height of letters above the baseline, as a fraction of the text size.
const ASCENT: f64 = 0.8;
/// Two lines can belong to one paragraph only if their baselines are less than this distance apart. The unit
/// is the text size.
const LINE_SPACING: f64 = 2.0;

/// A drawing with the text that a screen reader reads for it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPiece {
    /// The identity of the drawing, as in `data-piece`. `None` if the drawing has no identity.
    pub identity: Option<String>,
    /// The text that a screen reader reads, such as `Sell, £10, cell 0,1`.
    pub name: String,
    /// A box around the drawing, in mm.
    pub bounds: Rect,
}

/// Returns the pieces and cells of a sheet, in reading order.
pub fn named(sheet: &Sheet, game: &Game) -> Vec<NamedPiece> {
    let page = Rect::from_origin_size((0.0, 0.0), sheet.size);
    let mut finder = Finder::default();
    finder.walk(&sheet.drawings, Around { frame: Affine::IDENTITY, clip: page, index: None });
    let named = finder.found.into_iter().filter_map(|found| found.named(game));
    in_reading_order(named.take(MAX_LISTED_DRAWINGS).collect())
}

#[derive(Default)]
struct Finder {
    found: Vec<IdentityGroup>,
    /// For each identity: the index in `found` of the drawings with this identity.
    indices_by_identity: HashMap<Identity, usize>,
}

/// All drawings with the same identity.
struct IdentityGroup {
    identity: Option<Identity>,
    words: Vec<LineOfText>,
    bounds: Option<Rect>,
}

/// A text on one line.
struct LineOfText {
    text: String,
    bounds: Rect,
}

/// The properties that a drawing gets from the groups that contain it.
#[derive(Clone, Copy)]
struct Around {
    /// The transform from the coordinates of the drawing to the coordinates of the sheet.
    frame: Affine,
    /// The area in which the drawing is visible, in the coordinates of the sheet.
    clip: Rect,
    /// The index in [`Finder::found`] of the piece or cell to which the drawing belongs, or `None`.
    index: Option<usize>,
}

impl Finder {
    fn walk(&mut self, drawings: &[Drawing], around: Around) {
        for drawing in drawings {
            match drawing {
                Drawing::Group(group) => self.group(group, around),
                Drawing::Cells(cells) => cells.groups().for_each(|group| self.group(&group, around)),
                Drawing::Use { shared, transform } => {
                    self.walk(&shared.drawings, Around { frame: around.frame * *transform, ..around });
                }
                Drawing::Text(text) => self.add_words(&text.string, text_bounds(text), around),
                Drawing::Path { .. } | Drawing::EvenOdd { .. } | Drawing::Image { .. } => {
                    if let Some(index) = around.index {
                        self.extend(index, bounds(std::slice::from_ref(drawing)), around);
                    }
                }
            }
        }
    }

    fn group(&mut self, group: &Group, around: Around) {
        if matches!(group.role, Role::Cut(_)) {
            return;
        }
        let mut inside = Around { frame: around.frame * group.transform, ..around };
        if let Some(clip) = &group.clip {
            inside.clip = inside.clip.intersect(inside.frame.transform_rect_bbox(clip.control_box()));
        }
        if let Some(identity) = &group.id {
            inside.index = Some(self.index_of(identity));
        } else if group.role == Role::Heading {
            inside.index = Some(self.add(None));
        }
        // If an icon replaces a word, a screen reader reads the word. If an element has an
        // alternative text, a screen reader reads this text.
        match group.alt.as_ref().or(group.actual_text.as_ref()) {
            Some(text) => self.add_words(text, bounds(&group.drawings), inside),
            None => self.walk(&group.drawings, inside),
        }
    }

    /// Returns the index in `found` for drawings with this identity. The name of a cell has the same
    /// index as the cell.
    fn index_of(&mut self, identity: &Identity) -> usize {
        let subject = match identity {
            Identity::Of(component, Feature::Name(address)) => {
                Identity::Of(component.clone(), Feature::Cell(*address))
            }
            identity => identity.clone(),
        };
        if let Some(index) = self.indices_by_identity.get(&subject) {
            return *index;
        }
        let index = self.add(Some(subject.clone()));
        self.indices_by_identity.insert(subject, index);
        index
    }

    fn add(&mut self, identity: Option<Identity>) -> usize {
        self.found.push(IdentityGroup { identity, words: Vec::new(), bounds: None });
        self.found.len() - 1
    }

    fn add_words(&mut self, text: &str, own_rect: Rect, around: Around) {
        let index = around.index.unwrap_or_else(|| self.add(None));
        self.extend(index, own_rect, around);
        let text = text.trim();
        let bounds = around.frame.transform_rect_bbox(own_rect);
        if let Some(found) = self.found.get_mut(index).filter(|_| !text.is_empty()) {
            found.words.push(LineOfText { text: text.to_owned(), bounds });
        }
    }

    /// Extends the box of a drawing, so that it includes the visible part of `own_rect`. `around` contains
    /// the transform from the coordinates of `own_rect` to the sheet.
    fn extend(&mut self, index: usize, own_rect: Rect, around: Around) {
        let seen = around.frame.transform_rect_bbox(own_rect).intersect(around.clip);
        if seen.is_finite()
            && let Some(found) = self.found.get_mut(index)
        {
            found.bounds = Some(found.bounds.map_or(seen, |bounds| bounds.union(seen)));
        }
    }
}

impl IdentityGroup {
    /// Returns the drawings with the text that a screen reader reads for them. Returns `None` if there is
    /// nothing to read.
    fn named(self, game: &Game) -> Option<NamedPiece> {
        let words = join_texts(&self.words, self.identity.as_ref());
        let name = match &self.identity {
            Some(id @ Identity::Of(_, Feature::Piece(_))) => {
                let row = alt_text::row_text(id, &words, Some(game));
                listed(&[&words, &row, &alt_text::name(id, &words, Some(game))])
            }
            Some(id @ Identity::Of(component, Feature::Cell(_))) => {
                let name = alt_text::name(id, &words, Some(game));
                // The name of the board is left out here, because it is already in the heading of
                // the sheet.
                let short = name.strip_prefix(&format!("{component} ")).unwrap_or(&name).to_owned();
                // If the words on a cell are equal to the name of the cell, a screen reader reads
                // them only once.
                let is_repeated = words.eq_ignore_ascii_case(&short);
                listed(&[if is_repeated { "" } else { &words }, &short])
            }
            _ => words,
        };
        let bounds = self.bounds.filter(|_| !name.is_empty())?;
        Some(NamedPiece { identity: self.identity.as_ref().map(ToString::to_string), name, bounds })
    }
}

/// Joins texts with commas, and leaves out empty texts. If a text ends with punctuation, only a space follows
/// it.
fn listed(parts: &[&str]) -> String {
    let mut all = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        match all.chars().last() {
            None => {}
            Some('.' | '!' | '?' | ':' | ';' | ',') => all.push(' '),
            Some(_) => all.push_str(", "),
        }
        all.push_str(part);
    }
    all
}

/// Joins texts. The lines of a paragraph are joined with spaces, and other texts with commas.
///
/// The name of a line of cells is drawn at both ends of the line, but is read only once.
fn join_texts(words: &[LineOfText], identity: Option<&Identity>) -> String {
    let is_line = matches!(identity.and_then(Identity::feature), Some(Feature::Line(_)));
    let read = words.get(..1).filter(|_| is_line).unwrap_or(words);
    let paragraphs: Vec<String> = read
        .chunk_by(continues)
        .map(|lines| lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" "))
        .collect();
    listed(&paragraphs.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns whether `next` continues the paragraph of `before`, either on the same line or on the line
/// below.
fn continues(before: &LineOfText, next: &LineOfText) -> bool {
    let size = before.bounds.height();
    let is_same_size = (size - next.bounds.height()).abs() < size / 100.0;
    let down = next.bounds.y0 - before.bounds.y0;
    if down.abs() < size / 2.0 {
        return (next.bounds.x0 - before.bounds.x1).abs() < size;
    }
    let overlap = before.bounds.x1.min(next.bounds.x1) - before.bounds.x0.max(next.bounds.x0);
    is_same_size && down > 0.0 && down < LINE_SPACING * size && overlap > 0.0
}

/// Returns the box of a text, in the coordinate system of the text.
fn text_bounds(text: &Text) -> Rect {
    let ems: f64 = text.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() / 1000.0;
    let top = text.origin.y - ASCENT * text.size;
    Rect::new(text.origin.x, top, text.origin.x + ems * text.size, top + text.size)
}

/// Sorts drawings by rows from top to bottom, and inside each row from left to right.
///
/// A drawing belongs to a row if its centre is at most slightly lower than the centre of the topmost drawing
/// in the row. The difference may be up to 0.4 times the height of the smaller of the two drawings.
fn in_reading_order(mut pieces: Vec<NamedPiece>) -> Vec<NamedPiece> {
    let by = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    pieces.sort_by(|a, b| by(a.bounds.center().y, b.bounds.center().y));
    let mut sorted = Vec::with_capacity(pieces.len());
    let mut row: Vec<NamedPiece> = Vec::new();
    for piece in pieces {
        let is_next_row = row.first().is_some_and(|first| {
            let height = first.bounds.height().min(piece.bounds.height());
            piece.bounds.center().y - first.bounds.center().y > 0.4 * height
        });
        if is_next_row {
            row.sort_by(|a, b| by(a.bounds.x0, b.bounds.x0));
            sorted.append(&mut row);
        }
        row.push(piece);
    }
    row.sort_by(|a, b| by(a.bounds.x0, b.bounds.x0));
    sorted.append(&mut row);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, x: f64, y: f64, height: f64) -> NamedPiece {
        let bounds = Rect::new(x, y, x + 10.0, y + height);
        NamedPiece { identity: None, name: name.to_owned(), bounds }
    }

    #[test]
    fn rows_are_read_from_the_left_and_from_the_top() {
        let pieces = vec![
            piece("c", 0.0, 20.0, 10.0),
            piece("b", 20.0, 0.0, 10.0),
            piece("a", 0.0, 0.1, 10.0),
            // This cell is half a cell lower than its neighbours, as on a board of flat-top
            // hexagons.
            piece("between", 10.0, 10.0, 10.0),
            piece("note", 25.0, 22.0, 2.0),
        ];
        let names: Vec<_> = in_reading_order(pieces).into_iter().map(|piece| piece.name).collect();
        assert_eq!(names, ["a", "b", "between", "note", "c"]);
    }

    #[test]
    fn lines_of_a_paragraph_are_one_sentence() {
        let words = |text: &str, x: f64, y: f64, width: f64, size: f64| LineOfText {
            text: text.to_owned(),
            bounds: Rect::new(x, y, x + width, y + size),
        };
        let all = [
            words("Sell", 2.0, 0.0, 8.0, 4.0),
            words("any two", 0.0, 10.0, 10.0, 2.0),
            words("goods", 0.0, 12.4, 7.0, 2.0),
            words("now", 7.5, 12.4, 3.0, 2.0),
            words("£10", 30.0, 12.4, 3.0, 2.0),
        ];
        assert_eq!(join_texts(&all, None), "Sell, any two goods now, £10");
        let line: Identity = "board/line:e".parse().unwrap();
        assert_eq!(join_texts(&all, Some(&line)), "Sell");
    }
}
