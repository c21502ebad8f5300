//! Makes random decks of tiles: every possible tile gets a number, and some of these numbers are
//! chosen at random.
//!
//! - In: the number of edges, the colours and a seed.
//! - Out: the tiles of a deck, and a certificate that they are distinct.
//! - Not here: drawings, layouts, and what tiles are used for in a game.
//!
//! A tile is a polygon. Its edges have colours, or coloured paths join its edges in pairs. Two
//! tiles belong to the same *class* if one is a rotation of the other. If the layout says so,
//! reflections of a tile also belong to its class. In combinatorics, the classes of tiles with
//! coloured edges are called necklaces.
//!
//! [`classes`] counts the classes and gives them numbers. [`draw`] chooses random numbers. [`balance`]
//! balances the colours. [`certificate`] proves in another way that the tiles are distinct.
//! [`statistics`] computes statistics of a deck for game designers. `docs/decks.md` specifies every
//! step, so that another program can make the same deck.
//!
//! # Example
//!
//! Each edge of a hexagon has one of two colours. That gives 64 colourings, but only 14 tiles, because all
//! rotations of a tile count as the same tile:
//!
//! ```
//! use hexpress_tiles::classes::{Classes, DeckRules};
//! use hexpress_tiles::necklaces::EdgeMarking;
//! use hexpress_tiles::{Tile, TileEquality};
//!
//! let classes = Classes::new(DeckRules {
//!     edges: 6,
//!     colours: 2,
//!     marking: EdgeMarking::Edges { blank: false },
//!     distinct: 1..=2,
//!     alike: TileEquality::Turned,
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

/// How one edge of a tile is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Letter {
    /// The clockwise distance, in edges, from this edge to the other end of its path. It is 0 if
    /// the tile has no paths.
    pub link: u8,
    /// The number of the colour in the palette, from 1. A blank edge has the number 0.
    pub colour: u8,
}

/// The largest number of edges of a tile.
pub const MAX_EDGES: usize = 8;

/// A tile: the markings of its edges, clockwise from edge 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    letters: [Letter; MAX_EDGES],
    edges: u8,
}

impl Tile {
    /// Returns a tile with the edges in `given`. Edges after the first [`MAX_EDGES`] are left out.
    pub fn new(given: &[Letter]) -> Self {
        let mut letters = [Letter::default(); MAX_EDGES];
        for (letter, given) in letters.iter_mut().zip(given) {
            *letter = *given;
        }
        Self { letters, edges: given.len().min(MAX_EDGES) as u8 }
    }

    /// Returns a tile with coloured edges. Colours are counted from 1, and 0 is blank.
    pub fn from_colours(colours: &[u8]) -> Self {
        let letters: Vec<Letter> = colours.iter().map(|&colour| Letter { link: 0, colour }).collect();
        Self::new(&letters)
    }

    /// Returns the markings of all edges, clockwise from edge 1.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..usize::from(self.edges)]
    }

    pub fn edges(&self) -> usize {
        usize::from(self.edges)
    }

    /// Returns the tile rotated so that edge `by` + 1 becomes edge 1.
    pub fn turned(&self, by: usize) -> Self {
        let mut turned = *self;
        turned.letters[..usize::from(self.edges)].rotate_left(by % self.edges().max(1));
        turned
    }

    /// Returns the first of all rotations of this tile, in the sort order of tiles.
    fn least_turn(&self) -> Self {
        (0..self.edges()).map(|by| self.turned(by)).min().unwrap_or(*self)
    }

    /// Returns the tile turned over: the order of its edges and the direction of its paths are
    /// reversed.
    pub fn flipped(&self) -> Self {
        let mut flipped = *self;
        let letters = &mut flipped.letters[..usize::from(self.edges)];
        letters.reverse();
        for letter in letters.iter_mut().filter(|letter| letter.link > 0) {
            letter.link = self.edges - letter.link;
        }
        flipped
    }

    /// Returns the index and the marking of each coloured edge. Of the two edges that a path joins,
    /// returns only the first.
    pub fn marks(&self) -> impl Iterator<Item = (usize, Letter)> + '_ {
        self.letters().iter().copied().enumerate().filter(|(edge, letter)| {
            letter.colour > 0 && (letter.link == 0 || edge + usize::from(letter.link) < self.edges())
        })
    }

    /// Returns the tile with another colour at an edge. If a path ends at the edge, the whole path
    /// gets this colour.
    pub fn recoloured(&self, edge: usize, colour: u8) -> Self {
        let mut tile = *self;
        let link = usize::from(self.letters[edge].link);
        tile.letters[edge].colour = colour;
        tile.letters[(edge + link) % self.edges().max(1)].colour = colour;
        tile
    }

    /// Returns the tile with the colour of every edge replaced.
    pub fn with_colours(&self, replace: impl Fn(u8) -> u8) -> Self {
        let mut tile = *self;
        for letter in &mut tile.letters[..usize::from(self.edges)] {
            letter.colour = replace(letter.colour);
        }
        tile
    }

    /// Returns the number of different colours. Blank is not counted.
    pub fn distinct(&self) -> usize {
        let mut colours: Vec<u8> = self.letters().iter().map(|letter| letter.colour).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.iter().filter(|colour| **colour > 0).count()
    }
}

/// The rule that decides which tiles count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TileEquality {
    /// All rotations of a tile count as the same tile. This rule is for tiles that are always used face
    /// up.
    #[default]
    Turned,
    /// All rotations and reflections of a tile count as the same tile.
    TurnedOrFlipped,
}

impl TileEquality {
    /// Returns the first tile, in the sort order of tiles, that counts as the same as `tile`.
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
        assert_eq!(TileEquality::Turned.least(&tile.turned(5)), tile);
        assert_ne!(TileEquality::Turned.least(&tile.flipped()), tile);
        assert_eq!(TileEquality::TurnedOrFlipped.least(&tile.flipped()), tile);
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
