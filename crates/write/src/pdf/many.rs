//! Drawings of cells. On a page of very many, what they have in common is written once and copied, and names stand in
//! objects of text that hold many of them, each placed from the one before.

use std::fmt::Write as _;
use std::sync::Arc;

use kurbo::{Point, Vec2};

use super::content::{ContentWriter, Literal};
use super::operators::{FILL, colour, point};
use super::tags::Layer;
use super::words::{Run, choose};
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, before_cells};
use crate::base::units::PT_PER_MM;
use crate::scene::{CellSubject, Draw, Look, Many, Placed, Text};
use crate::text::Glyph;
use crate::write::number;

/// So many words stand in one object of text. Each is placed from the one before, by the difference of rounded places,
/// so that errors do not add up; a reader that counts in single precision is off by 6 µm at most at the end of it.
const TOGETHER: usize = 32;

/// A look as it is written.
enum Stamp<'l> {
    /// The same at each cell.
    Same {
        /// Its operators.
        bytes: String,
        /// The words in it, each with a blank before it.
        words: String,
        shift: Vec2,
    },
    /// A word, another one at each cell.
    Word { text: &'l Text, shift: Vec2 },
}

/// Objects of text while words are added to them.
#[derive(Default)]
struct OpenText<'l> {
    /// How many words stand in the one that is open; 0 where none is.
    words: usize,
    /// How the last of them is drawn.
    text: Option<&'l Text>,
    /// Where it begins, in thousandths of a point, y up.
    at: [i64; 2],
}

impl<'l> OpenText<'l> {
    /// Makes room for a word that is drawn so.
    fn next(&mut self, text: &'l Text, out: &mut String) {
        if self.words >= TOGETHER {
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
            choose(text.font, text.size, out);
            out.push('\n');
        }
    }

    /// Moves to where a word begins, in mm.
    fn go(&mut self, to: Point, out: &mut String) {
        let to = [to.x, -to.y].map(|mm| number::scaled(mm * PT_PER_MM, 3));
        for (to, from) in to.into_iter().zip(self.at) {
            number::push_scaled(out, to - from, 3);
            out.push(' ');
        }
        out.push_str("Td ");
        self.at = to;
    }

    /// Ends the object of text, if one is open.
    fn close(&mut self, out: &mut String) {
        if self.words > 0 {
            out.push_str("ET\n");
            *self = Self::default();
        }
    }
}

impl ContentWriter<'_> {
    /// Drawings of cells.
    pub fn many(&mut self, many: &Many, out: &mut String) {
        let stamps = if self.tags.is_crowded() { self.stamps(many) } else { None };
        match stamps {
            Some(stamps) => self.stamped(many, &stamps, out),
            None => {
                for group in many.groups() {
                    self.marked(&[Draw::Group(group)], out);
                    self.put_away(out);
                }
            }
        }
    }

    /// The looks of cells as they are written; none where one is not of the usual kind.
    fn stamps<'l>(&mut self, many: &'l Many) -> Option<Vec<Stamp<'l>>> {
        let is_usual = |draws: &[Draw]| {
            matches!(draws, [Draw::Text(_)]) || draws.iter().all(|draw| matches!(draw, Draw::Use { .. }))
        };
        many.looks.iter().all(|look| is_usual(&look.draws)).then(|| {
            let stamp = |look: &'l Look| match &look.draws[..] {
                [Draw::Text(text)] => Stamp::Word { text, shift: look.shift },
                draws => {
                    let (mut bytes, before) = (String::new(), self.tags.words.len());
                    self.draws(draws, &mut bytes);
                    let words = self.tags.words.split_off(before);
                    Stamp::Same { bytes, words, shift: look.shift }
                }
            };
            many.looks.iter().map(stamp).collect()
        })
    }

    /// The drawings of cells by their looks.
    fn stamped<'l>(&mut self, many: &Many, stamps: &[Stamp<'l>], out: &mut String) {
        let (Some(first), Some(last)) = (many.places.first(), many.places.last()) else { return };
        let feature = |hex| match many.subject {
            CellSubject::Cell => Feature::Cell(hex),
            CellSubject::Name => Feature::Name(hex),
        };
        let id = |placed: &Placed| Identity::Of(Arc::clone(&many.component), feature(placed.hex));
        let mut before = "/Piece <</Id (".to_owned();
        // A string takes all that is written to it.
        let _ = write!(Literal(&mut before), "{}", before_cells(&many.component, feature));
        self.tags.begin(Layer::Art, Some(&id(first)), out);
        let mut open: OpenText<'l> = OpenText::default();
        let mut glyphs: Vec<Glyph> = Vec::new();
        for placed in &many.places {
            let middle = many.lattice.middle(placed.hex);
            match stamps.get(placed.look as usize) {
                Some(Stamp::Same { bytes, words, shift }) => {
                    open.close(out);
                    begin(&before, placed.hex, out);
                    let place = middle + *shift;
                    let is_moved = place != Point::ZERO;
                    if is_moved {
                        out.push_str("q 1 0 0 1 ");
                        point(place, out);
                        out.push_str("cm\n");
                    }
                    out.push_str(bytes);
                    self.repeats.bytes += bytes.len();
                    self.tags.say("", words);
                    out.push_str(if is_moved { "Q\nEMC\n" } else { "EMC\n" });
                }
                Some(Stamp::Word { text, shift }) => {
                    let wide = many.words.glyphs(placed.word, &mut glyphs);
                    let string = many.words.string(placed.word);
                    let start = middle + *shift + Vec2::new(-wide / 2.0 * text.size, text.origin.y);
                    open.next(text, out);
                    begin(&before, placed.hex, out);
                    open.go(start, out);
                    self.show(&Run { font: text.font, size: text.size, string, glyphs: &glyphs }, out);
                    out.push_str("\nEMC\n");
                    self.tags.say(" ", string);
                }
                None => {}
            }
            self.put_away(out);
        }
        open.close(out);
        self.tags.begin(Layer::Art, Some(&id(last)), out);
    }
}

/// Begins the drawing of a cell.
fn begin(before: &str, hex: Hex, out: &mut String) {
    out.push_str(before);
    hex.push_to(out);
    out.push_str(")>> BDC\n");
}
