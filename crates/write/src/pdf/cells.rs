//! Writes the drawings that belong to the cells of a board.
//!
//! - In: the looks and places of cells.
//! - Out: PDF operators.
//! - Not here: any other drawing.
//!
//! A look consists of the drawings that several cells have in common. If a page has very many cells, the
//! operators for each look are created once and then copied for each cell. The names of several cells share a
//! text object (`BT` to `ET`). The position of each name is written relative to that of the previous name.

use std::fmt::Write as _;
use std::sync::Arc;

use kurbo::{Affine, Point, Vec2};

use super::colours::Colours;
use super::content::{ContentWriter, Literal};
use super::glyphs::{Run, select_font};
use super::operators::point;
use super::tags::Layer;
use crate::number;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity, before_cells};
use hexpress_base::units::PT_PER_MM;
use hexpress_scene::text::Glyph;
use hexpress_scene::{CellDrawings, CellRow, CellSubject, Drawing, Look, Text};

/// The largest number of words in a text object. A word is the text of one cell, such as its name.
///
/// The position of each word is written as its distance from the previous word. Both positions are rounded
/// before they are subtracted, so rounding errors do not add up in the file. However, a viewer may add the
/// distances in single precision, which causes new errors. With this limit, the last word is at most 6 µm
/// away from its place.
const MAX_WORDS: usize = 32;

/// A look that is prepared once, and copied for each cell with this look.
enum Stamp<'l> {
    /// All cells have the same operators.
    Same {
        operators: String,
        /// The words that the look shows, each preceded by a space.
        words: String,
        /// The vector from the centre of the cell to the origin of the look, in mm.
        shift: Vec2,
    },
    /// The look is a single text. Each cell has its own word.
    Word {
        /// The text of the look. All words have its font, size and ink.
        text: &'l Text,
        /// The vector from the centre of the cell to the origin of the look, in mm.
        shift: Vec2,
    },
}

impl<'l> Stamp<'l> {
    /// Returns whether a stamp is possible for these drawings. The drawings must be a single text, or must
    /// all be shared drawings.
    fn supports(drawings: &[Drawing]) -> bool {
        matches!(drawings, [Drawing::Text(_)])
            || drawings.iter().all(|drawing| matches!(drawing, Drawing::Use { .. }))
    }

    fn new(look: &'l Look, writer: &mut ContentWriter<'_>) -> Self {
        if let [Drawing::Text(text)] = &look.drawings[..] {
            return Self::Word { text, shift: look.shift };
        }
        let (mut operators, words_before) = (String::new(), writer.tags.words.len());
        writer.draws(&look.drawings, &mut operators);
        let words = writer.tags.words.split_off(words_before);
        Self::Same { operators, words, shift: look.shift }
    }
}

/// A text object, to which words are added one by one.
#[derive(Default)]
struct TextObject<'l> {
    /// The number of words in the open text object. It is 0 if no text object is open.
    words: usize,
    /// The text in the look of the last word. The font and the ink of this text are selected. `None` before
    /// the first word.
    text: Option<&'l Text>,
    /// Whether the last word overprints what is drawn under it.
    prints_over: bool,
    /// The start of the last word, in thousandths of a point. y points up.
    start: [i64; 2],
}

impl<'l> TextObject<'l> {
    /// Prepares the text object for the next word: opens it if necessary, and selects the font and
    /// the ink of the word.
    fn prepare(&mut self, text: &'l Text, colours: &Colours, out: &mut String) {
        if self.words >= MAX_WORDS {
            self.close(colours, out);
        }
        if self.words == 0 {
            out.push_str("BT\n");
        }
        self.words += 1;
        if self.text.is_some_and(|before| std::ptr::eq(before, text)) {
            return;
        }
        let before = self.text.replace(text);
        if before
            .is_none_or(|before| before.ink != text.ink || colours.is_for_press() && before.size != text.size)
        {
            let printed_over = self.prints_over;
            self.prints_over = colours.letters(&text.ink, text.size, out);
            if printed_over && !self.prints_over {
                colours.knock_out(out);
            }
        }
        if before.is_none_or(|before| (before.font, before.size) != (text.font, text.size)) {
            select_font(text.font, text.size, out);
            out.push('\n');
        }
    }

    /// Moves to the start of a word. The position is in mm.
    fn move_to(&mut self, word: Point, out: &mut String) {
        let start = [word.x, -word.y].map(|mm| number::scaled(mm * PT_PER_MM, 3));
        for (to, from) in start.into_iter().zip(self.start) {
            number::push_scaled(out, to - from, 3);
            out.push(' ');
        }
        out.push_str("Td ");
        self.start = start;
    }

    /// Ends the text object if it is open.
    fn close(&mut self, colours: &Colours, out: &mut String) {
        if self.words > 0 {
            out.push_str("ET\n");
            if self.prints_over {
                colours.knock_out(out);
            }
            *self = Self::default();
        }
    }
}

impl ContentWriter<'_> {
    /// Writes the drawings of all cells. On a page with very many cells, stamps are copied if possible.
    pub fn cells(&mut self, cells: &CellDrawings, out: &mut String) {
        let stamps = if self.tags.has_too_many_attributes() { self.stamps(cells) } else { None };
        match stamps {
            Some(stamps) => self.stamped(cells, &stamps, out),
            None => {
                for group in cells.groups() {
                    // The transform to the page is needed only for text with tags, and cells have
                    // no such text.
                    self.marked(&[Drawing::Group(group)], Affine::IDENTITY, out);
                    self.put_away(out);
                }
            }
        }
    }

    /// Returns a stamp for each look. Returns `None` if stamps are not possible for all looks.
    fn stamps<'l>(&mut self, cells: &'l CellDrawings) -> Option<Vec<Stamp<'l>>> {
        let are_supported = cells.looks.iter().all(|look| Stamp::supports(&look.drawings));
        are_supported.then(|| cells.looks.iter().map(|look| Stamp::new(look, self)).collect())
    }

    /// Writes the drawings of all cells by copying their stamps.
    fn stamped<'l>(&mut self, cells: &CellDrawings, stamps: &[Stamp<'l>], out: &mut String) {
        let (Some(first), Some(last)) = (cells.places.first(), cells.places.last()) else { return };
        let mut begin = "/Piece <</Id (".to_owned();
        let before_cell = before_cells(&cells.component, |address| feature(cells.subject, address));
        // The result is ignored, because writing to a `String` cannot fail.
        let _ = write!(Literal(&mut begin), "{before_cell}");
        self.tags.begin(Layer::Art, Some(&identity(cells, first)), out);
        let mut open: TextObject<'l> = TextObject::default();
        let mut glyphs: Vec<Glyph> = Vec::new();
        for placed in &cells.places {
            let centre = cells.lattice.centre(placed.address);
            match stamps.get(placed.look as usize) {
                Some(Stamp::Same { operators, words, shift }) => {
                    open.close(&self.colours, out);
                    begin_cell(&begin, placed.address, out);
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
                    open.prepare(text, &self.colours, out);
                    begin_cell(&begin, placed.address, out);
                    open.move_to(start, out);
                    let run =
                        Run { font: text.font, size: text.size, string, glyphs: &glyphs, is_leftward: false };
                    self.show(&run, out);
                    out.push_str("\nEMC\n");
                    self.tags.add_word(" ", string);
                }
                None => {}
            }
            self.put_away(out);
        }
        open.close(&self.colours, out);
        self.tags.begin(Layer::Art, Some(&identity(cells, last)), out);
    }
}

/// Returns the feature of a board to which the drawing of this cell belongs.
fn feature(subject: CellSubject, cell: CellAddress) -> Feature {
    match subject {
        CellSubject::Cell => Feature::Cell(cell),
        CellSubject::Name => Feature::Name(cell),
    }
}

fn identity(cells: &CellDrawings, placed: &CellRow) -> Identity {
    Identity::Of(Arc::clone(&cells.component), feature(cells.subject, placed.address))
}

/// Begins the drawing of a cell.
///
/// `begin` is the part of the operator that precedes the address of the cell.
fn begin_cell(begin: &str, cell: CellAddress, out: &mut String) {
    out.push_str(begin);
    cell.push_to(out);
    out.push_str(")>> BDC\n");
}
