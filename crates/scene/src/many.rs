//! Drawings that stand at many cells, said once: a board of a million cells is a table, and no million drawings. A cell
//! takes some bytes here, and becomes a group when it is asked for.

use std::ops::Range;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Vec2};
use rustc_hash::FxHashMap;

use super::{Draw, Group, Text, bounds, leaves};
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity};
use crate::base::tiling::Grid;
use crate::text::{Glyph, Letters, Shaped};

/// Groups that each belong to a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Many {
    /// The component.
    pub component: Arc<str>,
    /// What a group is of its cell.
    pub of: OfCell,
    /// Where the cells lie.
    pub lattice: Lattice,
    /// What groups show.
    pub looks: Arc<Vec<Look>>,
    /// The words of groups that say something, each its own.
    pub words: Arc<Words>,
    /// The groups, in drawing order.
    pub places: Vec<Placed>,
}

/// What a group is of its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfCell {
    /// The cell itself.
    Cell,
    /// Its name.
    Name,
}

/// Where cells lie, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lattice {
    /// What they lie on.
    pub grid: Grid,
    /// Their side.
    pub side: f64,
    /// The middle of cell (0, 0).
    pub origin: Point,
}

impl Lattice {
    /// The middle of a cell.
    pub fn middle(&self, hex: Hex) -> Point {
        self.origin + self.grid.middle(hex).to_vec2() * self.side
    }
}

/// What a group shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Its place, from the middle of the cell.
    pub shift: Vec2,
    /// Its drawings. A text is the group's own word, in the middle of its own width.
    pub draws: Vec<Draw>,
}

/// One of the groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// The cell.
    pub hex: Hex,
    /// Its look, by its number.
    pub look: u32,
    /// Its word, by its number, if it has one.
    pub word: u32,
}

impl Many {
    /// One of the groups.
    pub fn group(&self, placed: Placed) -> Group {
        let feature = match self.of {
            OfCell::Cell => Feature::Cell(placed.hex),
            OfCell::Name => Feature::Name(placed.hex),
        };
        let id = Identity::Of(Arc::clone(&self.component), feature);
        let middle = self.lattice.middle(placed.hex).to_vec2();
        match self.looks.get(placed.look as usize) {
            Some(look) => {
                let draws = look.draws.iter().map(|draw| self.words.said(draw, placed.word)).collect();
                Group::piece(id, Affine::translate(middle + look.shift), draws)
            }
            None => Group::piece(id, Affine::translate(middle), Vec::new()),
        }
    }

    /// How far what a group shows reaches at most from the middle of its cell.
    pub fn reach(&self) -> f64 {
        let far = |look: &Look| {
            let Rect { x0, y0, x1, y1 } = bounds(&look.draws);
            let own = Vec2::new(x0.abs().max(x1.abs()), y0.abs().max(y1.abs())).hypot();
            let words = leaves(&look.draws, Affine::IDENTITY).map(|leaf| match leaf.draw {
                Draw::Text(text) => text.size * self.words.widest,
                _ => 0.0,
            });
            own + words.fold(0.0, f64::max) + look.shift.hypot()
        };
        self.looks.iter().map(far).fold(0.0, f64::max)
    }

    /// The same without any of them.
    pub fn without_places(&self) -> Self {
        let Self { component, of, lattice, looks, words, .. } = self;
        let (component, looks, words) = (Arc::clone(component), Arc::clone(looks), Arc::clone(words));
        Self { component, of: *of, lattice: *lattice, looks, words, places: Vec::new() }
    }

    /// All of them, one after the other.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        self.places.iter().map(|placed| self.group(*placed))
    }
}

/// Words that were set, in little room.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    strings: String,
    /// Where each word ends there.
    ends: Vec<u32>,
    /// How wide the widest word is, in ems.
    widest: f64,
    /// What most words are put together from.
    letters: Letters,
    /// Which letters those are.
    used: u64,
    /// The other words.
    whole: Whole,
}

/// Words that were shaped as a whole. Glyphs come again, at the same place of another word too.
#[derive(Debug, Clone, Default, PartialEq)]
struct Whole {
    /// Which words these are, in rising order.
    words: Vec<u32>,
    /// Where each of them ends in `glyphs`.
    ends: Vec<u32>,
    /// Their glyphs, by their numbers.
    glyphs: Vec<u32>,
    /// Glyphs that differ.
    known: Vec<Glyph>,
    /// Their numbers.
    numbers: FxHashMap<[u64; 4], u32>,
}

impl Whole {
    fn add(&mut self, word: u32, glyphs: &[Glyph]) {
        for glyph in glyphs {
            let [advance, right, up] = [glyph.advance, glyph.offset.0, glyph.offset.1].map(f64::to_bits);
            let key = [u64::from(glyph.id) << 32 | u64::from(glyph.cluster), advance, right, up];
            let known = &mut self.known;
            let number = *self.numbers.entry(key).or_insert_with(|| {
                known.push(*glyph);
                known.len() as u32 - 1
            });
            self.glyphs.push(number);
        }
        self.words.push(word);
        self.ends.push(self.glyphs.len() as u32);
    }

    fn of(&self, word: u32) -> impl Iterator<Item = Glyph> {
        let index = self.words.binary_search(&word).unwrap_or(self.words.len());
        let numbers = self.glyphs.get(span(&self.ends, index)).unwrap_or_default();
        numbers.iter().filter_map(|number| self.known.get(*number as usize).copied())
    }
}

/// From where to where a word reaches, by where each of them ends.
fn span(ends: &[u32], word: usize) -> Range<usize> {
    let start = word.checked_sub(1).and_then(|before| ends.get(before)).map_or(0, |end| *end as usize);
    start..ends.get(word).map_or(start, |end| *end as usize)
}

/// How far glyphs that follow one another reach, in ems.
fn advance(glyphs: &[Glyph]) -> f64 {
    glyphs.iter().fold(0.0, |pen, glyph| pen + glyph.advance) / 1000.0
}

impl Words {
    /// No words yet, to be put together from letters.
    pub fn of(letters: Letters) -> Self {
        Self { letters, ..Self::default() }
    }

    /// Adds a word if it can be put together from letters. `glyphs` is for its glyphs.
    pub fn spell(&mut self, word: &str, glyphs: &mut Vec<Glyph>) -> bool {
        let Some(used) = self.letters.spell(word, glyphs) else { return false };
        self.used |= used;
        self.push(word, advance(glyphs));
        true
    }

    /// Adds a word that was shaped as a whole.
    pub fn add(&mut self, shaped: &Shaped) {
        self.whole.add(self.ends.len() as u32, &shaped.glyphs);
        self.push(&shaped.string, shaped.advance);
    }

    fn push(&mut self, word: &str, advance: f64) {
        self.strings.push_str(word);
        self.ends.push(self.strings.len() as u32);
        self.widest = self.widest.max(advance);
    }

    /// How wide the widest word is, in ems.
    pub fn widest(&self) -> f64 {
        self.widest
    }

    /// How far letters reach from the baseline that words were put together from, in ems, y down.
    pub fn reach(&self) -> [f64; 2] {
        self.letters.reach(self.used)
    }

    /// The word of a number, in the order in which they were added; empty where there is none.
    pub fn string(&self, number: u32) -> &str {
        self.strings.get(span(&self.ends, number as usize)).unwrap_or_default()
    }

    /// Puts the glyphs of a word in the place of what `out` holds; gives how wide the word is, in ems.
    pub fn glyphs(&self, number: u32, out: &mut Vec<Glyph>) -> f64 {
        if self.letters.spell(self.string(number), out).is_none() {
            out.clear();
            out.extend(self.whole.of(number));
        }
        advance(out)
    }

    /// A drawing with the word of this number in it, where it says one.
    fn said(&self, draw: &Draw, number: u32) -> Draw {
        match draw {
            Draw::Text(text) => Draw::Text(self.text(text, number)),
            Draw::Group(group) if !self.ends.is_empty() => {
                let draws = group.draws.iter().map(|draw| self.said(draw, number)).collect();
                Draw::Group(Group { draws, ..group.clone() })
            }
            other => other.clone(),
        }
    }

    fn text(&self, text: &Text, number: u32) -> Text {
        let mut glyphs = Vec::new();
        let wide = self.glyphs(number, &mut glyphs);
        Text {
            string: self.string(number).into(),
            font: text.font,
            size: text.size,
            origin: Point::new(-wide / 2.0 * text.size, text.origin.y),
            glyphs: glyphs.into(),
            ink: text.ink.clone(),
        }
    }
}
