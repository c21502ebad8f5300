//! Stores drawings that are repeated on many cells, as a table. The table takes little memory even for
//! a million cells.
//!
//! - In: the looks (the different drawings that cells have). For each cell: its look, and its word (a text
//!   such as the name `A1`).
//! - Out: a group of drawings for each cell. A group is created only when it is needed.
//! - Not here: writing the table to files.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};
use rustc_hash::FxHashMap;

use super::{Drawing, Group, Text, bounds, leaves};
use crate::text::{Glyph, Letters, Shaped};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::tiling::Grid;

/// The drawings on many cells. There is one group of drawings for each cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellDrawings {
    /// The component that contains the cells.
    pub component: Arc<str>,
    /// Whether the groups draw the cells themselves or the names of the cells.
    pub subject: CellSubject,
    pub lattice: Lattice,
    /// The looks of the groups. A look that several groups share is stored only once.
    pub looks: Arc<Vec<Look>>,
    /// The words of the groups: the texts that they show, such as the cell name `A1`. Empty if the groups
    /// have no words.
    pub words: Arc<WordTable>,
    /// One row for each group, in drawing order.
    pub places: Vec<CellRow>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellSubject {
    Cell,
    Name,
}

/// The positions of the cells of a board. Lengths are in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    /// The tiling of the cells.
    pub grid: Grid,
    /// The length of a side of a cell.
    pub side: f64,
    /// The centre of cell (0, 0).
    pub origin: Point,
}

impl Lattice {
    /// Returns the centre of a cell, in mm.
    pub fn centre(&self, cell: CellAddress) -> Point {
        self.origin + self.grid.centre(cell).to_vec2() * self.side
    }
}

/// Drawings that many groups may share. Groups with the same look differ only in the cell and the word.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The vector from the centre of the cell to the origin of `drawings`, in mm.
    pub shift: Vec2,
    /// The drawings. Their texts are placeholders if [`CellDrawings::words`] is not empty: each group shows
    /// its own word instead, centred on x = 0.
    pub drawings: Vec<Drawing>,
}

/// One row of the table: a cell, and the look and word of its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellRow {
    pub address: CellAddress,
    /// The index of the look in [`CellDrawings::looks`].
    pub look: u32,
    /// The index of the word in [`CellDrawings::words`]. Ignored if the groups have no words.
    pub word: u32,
}

impl CellDrawings {
    pub fn group(&self, placed: CellRow) -> Group {
        let feature = match self.subject {
            CellSubject::Cell => Feature::Cell(placed.address),
            CellSubject::Name => Feature::Name(placed.address),
        };
        let id = Identity::Of(Arc::clone(&self.component), feature);
        let centre = self.lattice.centre(placed.address).to_vec2();
        match self.looks.get(placed.look as usize) {
            Some(look) => {
                let drawings =
                    look.drawings.iter().map(|drawing| self.words.apply(drawing, placed.word)).collect();
                Group::piece(id, Affine::translate(centre + look.shift), drawings)
            }
            None => Group::piece(id, Affine::translate(centre), Vec::new()),
        }
    }

    /// Returns an upper bound of the distance, in mm, from the centre of a cell to any of its drawings.
    pub fn max_distance(&self) -> f64 {
        self.looks.iter().map(|look| look.max_distance(&self.words)).fold(0.0, f64::max)
    }

    /// Returns a copy that has the same looks and words, but no groups.
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
    /// Returns an upper bound of the distance from the centre of a cell to these drawings, in mm. The bound
    /// is large enough for every word in `words`.
    fn max_distance(&self, words: &WordTable) -> f64 {
        let Rect { x0, y0, x1, y1 } = bounds(&self.drawings);
        let farthest_corner = Vec2::new(x0.abs().max(x1.abs()), y0.abs().max(y1.abs()));
        let word_widths = leaves(&self.drawings, Affine::IDENTITY).map(|leaf| match leaf.draw {
            Drawing::Text(text) => text.size * words.widest,
            _ => 0.0,
        });
        farthest_corner.hypot() + word_widths.fold(0.0, f64::max) + self.shift.hypot()
    }
}

/// A list of words with their glyphs. It takes little memory, because words share their glyphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WordTable {
    /// All words, joined without separators.
    strings: String,
    /// For each word, the position in `strings` at which it ends, in bytes.
    ends: Vec<u32>,
    /// The width of the widest word, in ems.
    widest: f64,
    /// Single letters and their glyphs. The glyphs of most words are put together from these letters.
    letters: Letters,
    /// One bit for each letter in `letters`. The bit is set if `spell` has added a word with this letter.
    used: u64,
    /// The words whose glyphs cannot be put together from `letters`.
    shaped: ShapedWords,
}

/// Words with their own glyphs. Glyphs that several words contain are stored only once.
#[derive(Debug, Clone, Default, PartialEq)]
struct ShapedWords {
    /// The indices of these words in [`WordTable`], in ascending order.
    words: Vec<u32>,
    /// For each word: the index in `glyphs` directly after its last glyph.
    ends: Vec<u32>,
    /// The glyphs of all words, joined. Each entry is an index into `distinct`.
    glyphs: Vec<u32>,
    distinct: Vec<Glyph>,
    /// For each different glyph, its index in `distinct`.
    indices: FxHashMap<GlyphKey, u32>,
}

/// A glyph that can be the key of a map. Floating-point numbers are stored as bits.
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

    /// Returns the glyphs of a word. Returns no glyphs if the word is not in this list.
    fn glyphs(&self, word: u32) -> impl Iterator<Item = Glyph> {
        let index = self.words.binary_search(&word).unwrap_or(self.words.len());
        let indices = self.glyphs.get(span(&self.ends, index)).unwrap_or_default();
        indices.iter().filter_map(|index| self.distinct.get(*index as usize).copied())
    }
}

/// Returns the range of a word in a list of joined words. `ends` contains the end of each word. The
/// range is empty if there is no such word.
fn span(ends: &[u32], word: usize) -> Range<usize> {
    let start = word.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| *end as usize);
    start..ends.get(word).map_or(start, |end| *end as usize)
}

/// Returns the sum of the advances of glyphs, in ems.
fn total_advance(glyphs: &[Glyph]) -> f64 {
    glyphs.iter().fold(0.0, |pen, glyph| pen + glyph.advance) / 1000.0
}

impl WordTable {
    /// Returns an empty table. Words that are added later take little memory if their glyphs can be put
    /// together from `letters`.
    pub fn with_letters(letters: Letters) -> Self {
        Self { letters, ..Self::default() }
    }

    /// Adds a word if its glyphs can be put together from the letters of this table, and replaces the
    /// contents of `glyphs` with them. Returns whether the word was added.
    pub fn spell(&mut self, word: &str, glyphs: &mut Vec<Glyph>) -> bool {
        let Some(used) = self.letters.spell(word, glyphs) else { return false };
        self.used |= used;
        self.push(word, total_advance(glyphs));
        true
    }

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

    /// Returns the highest top and the lowest bottom of the words that [`Self::spell`] has added. Both are in
    /// ems from the baseline, with y pointing down.
    pub fn vertical_extent(&self) -> [f64; 2] {
        self.letters.vertical_extent(self.used)
    }

    /// Returns the word with this index. If there is no such word, returns an empty text.
    pub fn string(&self, index: u32) -> &str {
        self.strings.get(span(&self.ends, index as usize)).unwrap_or_default()
    }

    /// Replaces the contents of `out` with the glyphs of a word. Returns the width of the word in
    /// ems.
    pub fn glyphs(&self, index: u32, out: &mut Vec<Glyph>) -> f64 {
        if self.letters.spell(self.string(index), out).is_none() {
            out.clear();
            out.extend(self.shaped.glyphs(index));
        }
        total_advance(out)
    }

    /// Returns a copy of a drawing in which every text shows the word with the index `index`.
    fn apply(&self, drawing: &Drawing, index: u32) -> Drawing {
        match drawing {
            Drawing::Text(text) => Drawing::Text(self.text(text, index)),
            Drawing::Group(group) if !self.ends.is_empty() => {
                let drawings = group.drawings.iter().map(|drawing| self.apply(drawing, index)).collect();
                Drawing::Group(Group { drawings, ..group.clone() })
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
            is_leftward: false,
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
        let words = WordTable::default();
        assert_eq!(words.string(0), "");
        assert_eq!(words.glyphs(0, &mut Vec::new()), 0.0);
    }
}
