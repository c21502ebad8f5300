//! Writes the drawings of the cells of a board.
//!
//! - In: the looks and places of cells.
//! - Out: operators.
//!
//! On a page with very many cells, the operators of a look are made once and then copied. The names of
//! cells share text objects. In a text object, each name is placed relative to the previous one.

use std::fmt::Write as _;
use std::sync::Arc;

use kurbo::{Point, Vec2};

use super::content::{ContentWriter, Literal};
use super::glyphs::{Run, select_font};
use super::operators::{FILL, colour, point};
use super::tags::Layer;
use crate::number;
use hexpress_base::hex::CellAddress;
use hexpress_base::identity::{Feature, Identity, before_cells};
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::text::Glyph;
use hexpress_scene::{CellDrawings, CellSubject, Draw, Look, Placed, Text};

/// The most words in one text object. Each word is placed relative to the previous one. The
/// differences of rounded coordinates are used for that, so that errors do not add up. A reader
/// with single precision is off by at most 6 µm at the last word.
const MOST_WORDS: usize = 32;

/// The operators of a look, ready to be written for each cell.
enum Stamp<'l> {
    /// All cells have the same operators.
    Same {
        operators: String,
        /// The words of the look, each after a space.
        words: String,
        /// The offset from the centre of a cell, in mm.
        shift: Vec2,
    },
    /// Every cell has a different word.
    Word {
        /// The font and the ink of the words.
        text: &'l Text,
        /// The offset from the centre of a cell, in mm.
        shift: Vec2,
    },
}

impl<'l> Stamp<'l> {
    /// Returns whether stamps can be made of these drawings: they are a single text, or only shared
    /// drawings.
    fn supports(draws: &[Draw]) -> bool {
        matches!(draws, [Draw::Text(_)]) || draws.iter().all(|draw| matches!(draw, Draw::Use { .. }))
    }

    fn new(look: &'l Look, writer: &mut ContentWriter<'_>) -> Self {
        if let [Draw::Text(text)] = &look.draws[..] {
            return Self::Word { text, shift: look.shift };
        }
        let (mut operators, words_before) = (String::new(), writer.tags.words.len());
        writer.draws(&look.draws, &mut operators);
        let words = writer.tags.words.split_off(words_before);
        Self::Same { operators, words, shift: look.shift }
    }
}

/// A text object to which words are added.
#[derive(Default)]
struct TextObject<'l> {
    /// The number of words in the open object; 0 if no object is open.
    words: usize,
    /// The font and the ink of the last word.
    text: Option<&'l Text>,
    /// Where the last word starts, in thousandths of a point. y points up.
    start: [i64; 2],
}

impl<'l> TextObject<'l> {
    /// Prepares for a word with a font and an ink. Begins a new object if necessary, and selects
    /// the font and the ink.
    fn prepare(&mut self, text: &'l Text, out: &mut String) {
        if self.words >= MOST_WORDS {
            self.close(out);
        }
        if self.words == 0 {
            out.push_str("BT\n");
        }
        self.words += 1;
        if self.text.is_some_and(|before| std::ptr::eq(before, text)) {
            return;
        }
        let before = self.text.replace(text);
        if before.is_none_or(|before| before.ink != text.ink) {
            colour(&text.ink, &FILL, out);
        }
        if before.is_none_or(|before| (before.font, before.size) != (text.font, text.size)) {
            select_font(text.font, text.size, out);
            out.push('\n');
        }
    }

    /// Moves to the place where a word starts, in mm.
    fn move_to(&mut self, word: Point, out: &mut String) {
        let start = [word.x, -word.y].map(|mm| number::scaled(mm * PT_PER_MM, 3));
        for (to, from) in start.into_iter().zip(self.start) {
            number::push_scaled(out, to - from, 3);
            out.push(' ');
        }
        out.push_str("Td ");
        self.start = start;
    }

    /// Ends the text object, if one is open.
    fn close(&mut self, out: &mut String) {
        if self.words > 0 {
            out.push_str("ET\n");
            *self = Self::default();
        }
    }
}

impl ContentWriter<'_> {
    /// Writes the drawings of cells.
    pub fn cells(&mut self, cells: &CellDrawings, out: &mut String) {
        let stamps = if self.tags.is_crowded() { self.stamps(cells) } else { None };
        match stamps {
            Some(stamps) => self.stamped(cells, &stamps, out),
            None => {
                for group in cells.groups() {
                    self.marked(&[Draw::Group(group)], out);
                    self.put_away(out);
                }
            }
        }
    }

    /// Returns a stamp for every look. Returns `None` if some look does not support stamps.
    fn stamps<'l>(&mut self, cells: &'l CellDrawings) -> Option<Vec<Stamp<'l>>> {
        let are_supported = cells.looks.iter().all(|look| Stamp::supports(&look.draws));
        are_supported.then(|| cells.looks.iter().map(|look| Stamp::new(look, self)).collect())
    }

    /// Writes the stamp of every cell.
    fn stamped<'l>(&mut self, cells: &CellDrawings, stamps: &[Stamp<'l>], out: &mut String) {
        let (Some(first), Some(last)) = (cells.places.first(), cells.places.last()) else { return };
        let mut begin = "/Piece <</Id (".to_owned();
        let before_cell = before_cells(&cells.component, |hex| feature(cells.subject, hex));
        // Writing to a `String` cannot fail.
        let _ = write!(Literal(&mut begin), "{before_cell}");
        self.tags.begin(Layer::Art, Some(&identity(cells, first)), out);
        let mut open: TextObject<'l> = TextObject::default();
        let mut glyphs: Vec<Glyph> = Vec::new();
        for placed in &cells.places {
            let centre = cells.lattice.middle(placed.hex);
            match stamps.get(placed.look as usize) {
                Some(Stamp::Same { operators, words, shift }) => {
                    open.close(out);
                    begin_cell(&begin, placed.hex, out);
                    let place = centre + *shift;
                    let is_moved = place != Point::ZERO;
                    if is_moved {
                        out.push_str("q 1 0 0 1 ");
                        point(place, out);
                        out.push_str("cm\n");
                    }
                    out.push_str(operators);
                    self.repeats.bytes += operators.len();
                    self.tags.add_word("", words);
                    out.push_str(if is_moved { "Q\nEMC\n" } else { "EMC\n" });
                }
                Some(Stamp::Word { text, shift }) => {
                    let width = cells.words.glyphs(placed.word, &mut glyphs);
                    let string = cells.words.string(placed.word);
                    let start = centre + *shift + Vec2::new(-width / 2.0 * text.size, text.origin.y);
                    open.prepare(text, out);
                    begin_cell(&begin, placed.hex, out);
                    open.move_to(start, out);
                    self.show(&Run { font: text.font, size: text.size, string, glyphs: &glyphs }, out);
                    out.push_str("\nEMC\n");
                    self.tags.add_word(" ", string);
                }
                None => {}
            }
            self.put_away(out);
        }
        open.close(out);
        self.tags.begin(Layer::Art, Some(&identity(cells, last)), out);
    }
}

/// Returns the feature of a board that is drawn in a cell.
fn feature(subject: CellSubject, hex: CellAddress) -> Feature {
    match subject {
        CellSubject::Cell => Feature::Cell(hex),
        CellSubject::Name => Feature::Name(hex),
    }
}

fn identity(cells: &CellDrawings, placed: &Placed) -> Identity {
    Identity::Of(Arc::clone(&cells.component), feature(cells.subject, placed.hex))
}

/// Begins the drawing of a cell. `begin` is the operator up to the place where the coordinates of
/// the cell follow.
fn begin_cell(begin: &str, hex: CellAddress, out: &mut String) {
    out.push_str(begin);
    hex.push_to(out);
    out.push_str(")>> BDC\n");
}
