//! Random decks of tiles: every kind of tile is counted and numbered, drawn by number and proved distinct.
//!
//! - Goes in: the number of edges, the colours and a seed.
//! - Comes out: the tiles of a deck, and a certificate that they are distinct.
//! - Does not: draw, read layouts or know what a tile is used for.
//!
//! A tile is a polygon whose edges bear colours, or are joined in pairs by coloured paths. Two tiles are of one
//! *class* if one can be turned (or turned over, where that counts) into the other: classes of edge colours
//! are the necklaces of combinatorics. [`classes`] counts and numbers them, [`draw`] picks numbers, [`balance`]
//! evens the colours out, [`certificate`] proves the result by another method, [`statistics`] tells what a
//! designer asks. `docs/decks.md` says all of it so that another program can draw the same deck.

use hexpress_base as base;

pub mod balance;
pub mod certificate;
pub mod classes;
pub mod draw;
pub mod necklaces;
pub mod statistics;
pub mod stream;

pub use classes::Classes;
pub use stream::Stream;

/// What stands at one edge of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Letter {
    /// How many edges further clockwise the path from this edge ends; 0 where edges bear colours.
    pub link: u8,
    /// The colour's place in the list of colours, from 1; 0 for a blank edge.
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
    /// A tile of these edges; those beyond [`MOST_EDGES`] are left out.
    pub fn new(given: &[Letter]) -> Self {
        let mut letters = [Letter::default(); MOST_EDGES];
        for (letter, given) in letters.iter_mut().zip(given) {
            *letter = *given;
        }
        Self { letters, edges: given.len().min(MOST_EDGES) as u8 }
    }

    /// A tile whose edges bear these colours, from 1; 0 for blank.
    pub fn of_colours(colours: &[u8]) -> Self {
        let letters: Vec<Letter> = colours.iter().map(|&colour| Letter { link: 0, colour }).collect();
        Self::new(&letters)
    }

    /// Edge by edge.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..usize::from(self.edges)]
    }

    /// How many edges it has.
    pub fn edges(&self) -> usize {
        usize::from(self.edges)
    }

    /// Turned so that edge `by` + 1 becomes edge 1.
    pub fn turned(&self, by: usize) -> Self {
        let mut turned = *self;
        turned.letters[..usize::from(self.edges)].rotate_left(by % self.edges().max(1));
        turned
    }

    /// Turned over: its edges in the other order, and its paths the other way round.
    pub fn flipped(&self) -> Self {
        let mut flipped = *self;
        let letters = &mut flipped.letters[..usize::from(self.edges)];
        letters.reverse();
        for letter in letters.iter_mut().filter(|letter| letter.link > 0) {
            letter.link = self.edges - letter.link;
        }
        flipped
    }

    /// The edges with a colour that stand for themselves: of a path, the first of its two ends.
    pub fn marks(&self) -> impl Iterator<Item = (usize, Letter)> + '_ {
        let first = |(edge, letter): &(usize, Letter)| {
            letter.colour > 0 && (letter.link == 0 || edge + usize::from(letter.link) < self.edges())
        };
        self.letters().iter().copied().enumerate().filter(first)
    }

    /// The same tile with another colour for the edge, or the path from the edge.
    pub fn recoloured(&self, edge: usize, colour: u8) -> Self {
        let mut tile = *self;
        let link = usize::from(self.letters[edge].link);
        tile.letters[edge].colour = colour;
        tile.letters[(edge + link) % self.edges().max(1)].colour = colour;
        tile
    }

    /// The same tile with other colours.
    pub fn with_colours(&self, other: impl Fn(u8) -> u8) -> Self {
        let mut tile = *self;
        for letter in &mut tile.letters[..usize::from(self.edges)] {
            letter.colour = other(letter.colour);
        }
        tile
    }

    /// How many different colours it bears; blank is none.
    pub fn distinct(&self) -> usize {
        let letters = self.letters();
        let new =
            |i: usize| letters[i].colour > 0 && letters[..i].iter().all(|l| l.colour != letters[i].colour);
        (0..letters.len()).filter(|&i| new(i)).count()
    }
}

/// Which tiles count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Alike {
    /// Those that can be turned into each other: the tile lies face up.
    #[default]
    Turned,
    /// Those that can be turned, or turned over, into each other.
    TurnedOrFlipped,
}

impl Alike {
    /// The least of all tiles that count as this one.
    pub fn least(self, tile: &Tile) -> Tile {
        let turns = |tile: Tile| (0..tile.edges()).map(move |by| tile.turned(by));
        let least = turns(*tile).min().unwrap_or(*tile);
        match self {
            Self::Turned => least,
            Self::TurnedOrFlipped => turns(tile.flipped()).min().unwrap_or(least).min(least),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_and_flips() {
        let tile = Tile::of_colours(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(tile.turned(2), Tile::of_colours(&[3, 4, 5, 6, 1, 2]));
        assert_eq!(tile.flipped(), Tile::of_colours(&[6, 5, 4, 3, 2, 1]));
        assert_eq!(Alike::Turned.least(&tile.turned(5)), tile);
        assert_ne!(Alike::Turned.least(&tile.flipped()), tile);
        assert_eq!(Alike::TurnedOrFlipped.least(&tile.flipped()), tile);
    }

    #[test]
    fn paths_keep_their_ends_when_flipped() {
        // Edges 1 and 2 joined, 3 and 6, 4 and 5.
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
