//! Random decks of tiles: every kind of tile is counted and numbered, drawn by number and proved
//! distinct.
//!
//! - In: the number of edges, the colours and a seed.
//! - Out: the tiles of a deck, and a certificate that they are distinct.
//! - Not here: drawings, layouts, and the use of tiles in a game.
//!
//! A tile is a polygon whose edges have colours, or are joined in pairs by coloured paths. Two
//! tiles belong to the same *class* if a rotation (or also a reflection, if that counts) maps one
//! to the other: classes of edge colours are the necklaces of combinatorics. [`classes`] counts and
//! numbers them, [`draw`] draws numbers, [`balance`] evens out the colours, [`certificate`] proves
//! the result by another method, and [`statistics`] computes figures for designers. `docs/decks.md`
//! specifies all of it, so another program can draw the same deck.
//!
//! # Example
//!
//! Each edge of a hexagon has one of two colours. That gives 64 colourings, but only 14 tiles:
//!
//! ```
//! use hexpress_tiles::classes::{Classes, Wish};
//! use hexpress_tiles::necklaces::Marking;
//! use hexpress_tiles::{Alike, Tile};
//!
//! let classes = Classes::new(Wish {
//!     edges: 6,
//!     colours: 2,
//!     marking: Marking::Edges { blank: false },
//!     distinct: 1..=2,
//!     alike: Alike::Turned,
//!     without_straight: Vec::new(),
//! })
//! .unwrap();
//! assert_eq!(classes.count(), 14);
//!
//! // A rotated tile has the same number.
//! let tile = Tile::from_colours(&[1, 1, 2, 1, 2, 2]);
//! assert_eq!(classes.number(&tile), classes.number(&tile.turned(2)));
//! ```

pub mod balance;
pub mod certificate;
pub mod classes;
pub mod draw;
pub mod necklaces;
pub mod statistics;
pub mod stream;

pub use classes::Classes;
pub use stream::Stream;

/// The marking of one edge of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Letter {
    /// How many edges, clockwise, the path at this edge is away from its other end; 0 if edges have
    /// colours and no paths.
    pub link: u8,
    /// The number of the colour in the palette, from 1; 0 for a blank edge.
    pub colour: u8,
}

/// The most edges of a tile.
pub const MOST_EDGES: usize = 8;

/// A tile, edge by edge, clockwise from edge 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    letters: [Letter; MOST_EDGES],
    edges: u8,
}

impl Tile {
    /// Returns a tile with these edges. Edges beyond [`MOST_EDGES`] are dropped.
    pub fn new(given: &[Letter]) -> Self {
        let mut letters = [Letter::default(); MOST_EDGES];
        for (letter, given) in letters.iter_mut().zip(given) {
            *letter = *given;
        }
        Self { letters, edges: given.len().min(MOST_EDGES) as u8 }
    }

    /// Returns a tile whose edges have these colours, from 1; 0 is blank.
    pub fn from_colours(colours: &[u8]) -> Self {
        let letters: Vec<Letter> = colours.iter().map(|&colour| Letter { link: 0, colour }).collect();
        Self::new(&letters)
    }

    /// Returns the markings of all edges, clockwise.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..usize::from(self.edges)]
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        usize::from(self.edges)
    }

    /// Rotates the tile so that edge `by` + 1 becomes edge 1.
    pub fn turned(&self, by: usize) -> Self {
        let mut turned = *self;
        turned.letters[..usize::from(self.edges)].rotate_left(by % self.edges().max(1));
        turned
    }

    /// Returns the rotation of this tile that comes first in the order of tiles.
    fn least_turn(&self) -> Self {
        (0..self.edges()).map(|by| self.turned(by)).min().unwrap_or(*self)
    }

    /// Turns the tile over: its edges are in the opposite order, and its paths run the other way.
    pub fn flipped(&self) -> Self {
        let mut flipped = *self;
        let letters = &mut flipped.letters[..usize::from(self.edges)];
        letters.reverse();
        for letter in letters.iter_mut().filter(|letter| letter.link > 0) {
            letter.link = self.edges - letter.link;
        }
        flipped
    }

    /// Returns the index and the marking of each coloured edge, or of the first edge of each path.
    pub fn marks(&self) -> impl Iterator<Item = (usize, Letter)> + '_ {
        self.letters().iter().copied().enumerate().filter(|(edge, letter)| {
            letter.colour > 0 && (letter.link == 0 || edge + usize::from(letter.link) < self.edges())
        })
    }

    /// Changes the colour of an edge, or of the path at the edge.
    pub fn recoloured(&self, edge: usize, colour: u8) -> Self {
        let mut tile = *self;
        let link = usize::from(self.letters[edge].link);
        tile.letters[edge].colour = colour;
        tile.letters[(edge + link) % self.edges().max(1)].colour = colour;
        tile
    }

    /// Replaces the colour of every edge.
    pub fn with_colours(&self, replace: impl Fn(u8) -> u8) -> Self {
        let mut tile = *self;
        for letter in &mut tile.letters[..usize::from(self.edges)] {
            letter.colour = replace(letter.colour);
        }
        tile
    }

    /// Returns the number of different colours, without blank.
    pub fn distinct(&self) -> usize {
        let mut colours: Vec<u8> = self.letters().iter().map(|letter| letter.colour).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.iter().filter(|colour| **colour > 0).count()
    }
}

/// Which tiles count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alike {
    /// Tiles that are rotations of each other. They are used face up.
    #[default]
    Turned,
    /// Tiles that are rotations or reflections of each other.
    TurnedOrFlipped,
}

impl Alike {
    /// Returns the tile that comes first in the order of tiles, among all tiles that count as the
    /// same.
    pub fn least(self, tile: &Tile) -> Tile {
        match self {
            Self::Turned => tile.least_turn(),
            Self::TurnedOrFlipped => tile.least_turn().min(tile.flipped().least_turn()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_rotated_and_reflected() {
        let tile = Tile::from_colours(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(tile.turned(2), Tile::from_colours(&[3, 4, 5, 6, 1, 2]));
        assert_eq!(tile.flipped(), Tile::from_colours(&[6, 5, 4, 3, 2, 1]));
        assert_eq!(Alike::Turned.least(&tile.turned(5)), tile);
        assert_ne!(Alike::Turned.least(&tile.flipped()), tile);
        assert_eq!(Alike::TurnedOrFlipped.least(&tile.flipped()), tile);
    }

    #[test]
    fn paths_keep_their_ends_when_flipped() {
        // The paths join edges 1 and 2, 3 and 6, 4 and 5.
        let links = [1, 5, 3, 1, 5, 3];
        let letters: Vec<_> = links.iter().map(|&link| Letter { link, colour: 1 }).collect();
        let tile = Tile::new(&letters);
        for tile in [tile, tile.flipped(), tile.turned(1)] {
            for (edge, letter) in tile.letters().iter().enumerate() {
                let other = (edge + usize::from(letter.link)) % 6;
                assert_eq!((other + usize::from(tile.letters()[other].link)) % 6, edge);
            }
        }
        assert_eq!(tile.marks().count(), 3);
        assert_eq!(tile.recoloured(2, 7).letters()[5].colour, 7);
        assert_eq!(tile.recoloured(2, 7).distinct(), 2);
    }
}
