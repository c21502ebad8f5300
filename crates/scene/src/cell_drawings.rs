//! Drawings that repeat at many cells, in little memory: a board of a million cells is stored as a
//! table, not as a million drawings.
//!
//! - In: the looks of cells, the cells with the numbers of their looks, and their names.
//! - Out: a group for each cell. It is made when someone asks for it.
//! - Not here: how a writer stores the table.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};
use rustc_hash::FxHashMap;

use super::{Draw, Group, Text, bounds, leaves};
use crate::text::{Glyph, Letters, Shaped};
use hexpress_base::hex::CellAddress;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::tiling::Grid;

/// The drawings of many cells. Each cell has a group of drawings.
#[derive(Debug, Clone, PartialEq)]
pub struct CellDrawings {
    /// The component of the cells.
    pub component: Arc<str>,
    /// What the groups draw: the cells, or their names.
    pub subject: CellSubject,
    /// Where the cells are on the sheet.
    pub lattice: Lattice,
    /// The drawings that groups may show.
    pub looks: Arc<Vec<Look>>,
    /// The names that groups show.
    pub words: Arc<Words>,
    /// The groups, in drawing order.
    pub places: Vec<Placed>,
}

/// What a group draws for its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellSubject {
    /// The cell itself.
    Cell,
    /// The name of the cell.
    Name,
}

/// Where the cells of a board are, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    /// The tiling.
    pub grid: Grid,
    /// The length of a side of a cell.
    pub side: f64,
    /// The middle of cell (0, 0).
    pub origin: Point,
}

impl Lattice {
    /// Returns the middle of a cell.
    pub fn middle(&self, hex: CellAddress) -> Point {
        self.origin + self.grid.middle(hex).to_vec2() * self.side
    }
}

/// What a group draws. Many groups may have the same look.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Where the drawings are, measured from the middle of the cell.
    pub shift: Vec2,
    /// The drawings. In each text, the characters are replaced by the word of the group, centred on
    /// x = 0.
    pub draws: Vec<Draw>,
}

/// A group, in the table: its cell, its look and its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The cell.
    pub hex: CellAddress,
    /// The index in [`CellDrawings::looks`].
    pub look: u32,
    /// The index in [`CellDrawings::words`]. It has no meaning if there are no words.
    pub word: u32,
}

impl CellDrawings {
    /// Returns the group of a cell.
    pub fn group(&self, placed: Placed) -> Group {
        let feature = match self.subject {
            CellSubject::Cell => Feature::Cell(placed.hex),
            CellSubject::Name => Feature::Name(placed.hex),
        };
        let id = Identity::Of(Arc::clone(&self.component), feature);
        let middle = self.lattice.middle(placed.hex).to_vec2();
        match self.looks.get(placed.look as usize) {
            Some(look) => {
                let draws = look.draws.iter().map(|draw| self.words.apply(draw, placed.word)).collect();
                Group::piece(id, Affine::translate(middle + look.shift), draws)
            }
            None => Group::piece(id, Affine::translate(middle), Vec::new()),
        }
    }

    /// Returns a distance that no group exceeds, in mm from the middle of its cell.
    pub fn reach(&self) -> f64 {
        self.looks.iter().map(|look| look.reach(&self.words)).fold(0.0, f64::max)
    }

    /// Returns the same looks and words without any groups.
    pub fn without_places(&self) -> Self {
        Self {
            component: Arc::clone(&self.component),
            subject: self.subject,
            lattice: self.lattice,
            looks: Arc::clone(&self.looks),
            words: Arc::clone(&self.words),
            places: Vec::new(),
        }
    }

    /// Returns all groups in drawing order.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        self.places.iter().map(|placed| self.group(*placed))
    }
}

impl Look {
    /// Returns a distance in mm from the middle of a cell. The drawings do not exceed it, whichever
    /// of the words they show.
    fn reach(&self, words: &Words) -> f64 {
        let Rect { x0, y0, x1, y1 } = bounds(&self.draws);
        let farthest_corner = Vec2::new(x0.abs().max(x1.abs()), y0.abs().max(y1.abs()));
        let word_widths = leaves(&self.draws, Affine::IDENTITY).map(|leaf| match leaf.draw {
            Draw::Text(text) => text.size * words.widest,
            _ => 0.0,
        });
        farthest_corner.hypot() + word_widths.fold(0.0, f64::max) + self.shift.hypot()
    }
}

/// A list of words with their glyphs, in little memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    /// All words, one after the other.
    strings: String,
    /// Where each word ends in `strings`.
    ends: Vec<u32>,
    /// The width of the widest word, in ems.
    widest: f64,
    /// The letters from which most words are put together.
    letters: Letters,
    /// Which of the letters occur: a bit for each.
    used: u64,
    /// The words that cannot be put together from letters.
    shaped: ShapedWords,
}

/// Words that have their own glyphs. Equal glyphs are stored once.
#[derive(Debug, Clone, Default, PartialEq)]
struct ShapedWords {
    /// The indices of the words, in ascending order.
    words: Vec<u32>,
    /// Where each word ends in `glyphs`.
    ends: Vec<u32>,
    /// The glyphs of all words, as indices into `distinct`.
    glyphs: Vec<u32>,
    /// The different glyphs.
    distinct: Vec<Glyph>,
    /// The index of each of these glyphs.
    indices: FxHashMap<GlyphKey, u32>,
}

/// The values of a glyph as bits, so that glyphs can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct GlyphKey {
    id: u16,
    cluster: u32,
    advance: u64,
    offset: [u64; 2],
}

impl GlyphKey {
    fn new(glyph: &Glyph) -> Self {
        let offset = [glyph.offset.0.to_bits(), glyph.offset.1.to_bits()];
        Self { id: glyph.id, cluster: glyph.cluster, advance: glyph.advance.to_bits(), offset }
    }
}

impl ShapedWords {
    fn push(&mut self, word: u32, glyphs: &[Glyph]) {
        for glyph in glyphs {
            let distinct = &mut self.distinct;
            let index = *self.indices.entry(GlyphKey::new(glyph)).or_insert_with(|| {
                distinct.push(*glyph);
                distinct.len() as u32 - 1
            });
            self.glyphs.push(index);
        }
        self.words.push(word);
        self.ends.push(self.glyphs.len() as u32);
    }

    /// Returns the glyphs of a word; none if the word was not added.
    fn glyphs(&self, word: u32) -> impl Iterator<Item = Glyph> {
        let index = self.words.binary_search(&word).unwrap_or(self.words.len());
        let indices = self.glyphs.get(span(&self.ends, index)).unwrap_or_default();
        indices.iter().filter_map(|index| self.distinct.get(*index as usize).copied())
    }
}

/// Returns the range of a word in a list that has all words one after the other. `ends` tells where
/// each word ends. The range is empty if the word is unknown.
fn span(ends: &[u32], word: usize) -> Range<usize> {
    let start = word.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| *end as usize);
    start..ends.get(word).map_or(start, |end| *end as usize)
}

/// Returns the sum of the advances of glyphs, in ems.
fn total_advance(glyphs: &[Glyph]) -> f64 {
    glyphs.iter().fold(0.0, |pen, glyph| pen + glyph.advance) / 1000.0
}

impl Words {
    /// Returns an empty list. Its words will be put together from these letters.
    pub fn with_letters(letters: Letters) -> Self {
        Self { letters, ..Self::default() }
    }

    /// Adds a word if it can be put together from letters. Returns whether it was added. `glyphs`
    /// is a buffer.
    pub fn spell(&mut self, word: &str, glyphs: &mut Vec<Glyph>) -> bool {
        let Some(used) = self.letters.spell(word, glyphs) else { return false };
        self.used |= used;
        self.push(word, total_advance(glyphs));
        true
    }

    /// Adds a shaped word.
    pub fn add(&mut self, shaped: &Shaped) {
        self.shaped.push(self.ends.len() as u32, &shaped.glyphs);
        self.push(&shaped.string, shaped.advance);
    }

    fn push(&mut self, word: &str, advance: f64) {
        self.strings.push_str(word);
        self.ends.push(self.strings.len() as u32);
        self.widest = self.widest.max(advance);
    }

    /// Returns the width of the widest word, in ems.
    pub fn widest(&self) -> f64 {
        self.widest
    }

    /// Returns how far the words that are put together from letters extend up and down, in ems from
    /// the baseline. y points down.
    pub fn reach(&self) -> [f64; 2] {
        self.letters.reach(self.used)
    }

    /// Returns the word with this index, in the order in which words were added. Returns an empty
    /// text if there is no such word.
    pub fn string(&self, index: u32) -> &str {
        self.strings.get(span(&self.ends, index as usize)).unwrap_or_default()
    }

    /// Replaces the contents of `out` by the glyphs of a word. Returns the width of the word, in
    /// ems.
    pub fn glyphs(&self, index: u32, out: &mut Vec<Glyph>) -> f64 {
        if self.letters.spell(self.string(index), out).is_none() {
            out.clear();
            out.extend(self.shaped.glyphs(index));
        }
        total_advance(out)
    }

    /// Returns a copy of a drawing whose texts show a word.
    fn apply(&self, draw: &Draw, index: u32) -> Draw {
        match draw {
            Draw::Text(text) => Draw::Text(self.text(text, index)),
            Draw::Group(group) if !self.ends.is_empty() => {
                let draws = group.draws.iter().map(|draw| self.apply(draw, index)).collect();
                Draw::Group(Group { draws, ..group.clone() })
            }
            other => other.clone(),
        }
    }

    /// Returns a word in the style of `text`, centred on x = 0.
    fn text(&self, text: &Text, index: u32) -> Text {
        let mut glyphs = Vec::new();
        let width = self.glyphs(index, &mut glyphs);
        Text {
            string: self.string(index).into(),
            font: text.font,
            size: text.size,
            origin: Point::new(-width / 2.0 * text.size, text.origin.y),
            glyphs: glyphs.into(),
            ink: text.ink.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_beyond_the_last_one_is_empty() {
        let ends = [2, 5];
        assert_eq!(
            [span(&ends, 0), span(&ends, 1), span(&ends, 2), span(&ends, 9)],
            [0..2, 2..5, 5..5, 0..0]
        );
        let words = Words::default();
        assert_eq!(words.string(0), "");
        assert_eq!(words.glyphs(0, &mut Vec::new()), 0.0);
    }
}
