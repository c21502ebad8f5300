//! Balances the colours of a deck until the numbers of edges (or paths) of any two colours differ by at
//! most one.
//!
//! - In: the tiles of a deck, and their classes.
//! - Out: tiles with other colours, and the largest difference that is left.
//! - Not here: choosing tiles at random.
//!
//! As long as one colour has at least two edges more than another, one edge changes from the more
//! frequent colour to the rarer one. The pair of colours with the largest difference is tried first. If
//! several pairs have the same difference, the pair that is first in the palette is tried first.
//!
//! Tiles are tried in a random order, which is determined only once. The edges of a tile are tried
//! clockwise from edge 1. The first change that is possible is made. A change is possible if the new
//! tile is allowed. If tiles must be distinct, the new tile must also differ from all other tiles. The
//! method ends, because each change reduces the sum of the squares of the numbers of edges.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::{Classes, Stream, Tile, draw};

/// A deck after balancing.
#[derive(Debug, Clone, PartialEq)]
pub struct Balanced {
    /// The tiles in the order in which they were chosen.
    pub tiles: Vec<Tile>,
    /// The number of edges (or paths) of the most frequent colour, minus that of the rarest colour.
    ///
    /// If the deck is fully balanced, this value is 0 or 1.
    pub spread: u64,
}

/// Balances the colours of tiles. If `distinct` is true, all tiles stay distinct.
pub fn balance(classes: &Classes, tiles: Vec<Tile>, distinct: bool, stream: &mut Stream) -> Balanced {
    let order = draw::without_replacement(tiles.len() as u64, tiles.len() as u64, stream);
    let counts = count(&tiles, classes.rules().colours);
    let used_classes = tiles.iter().filter_map(|tile| classes.number(tile)).collect();
    let mut balancing = Balancing { classes, tiles, distinct, counts, used_classes };
    while balancing.step(&order) {}
    let Balancing { tiles, counts, .. } = balancing;
    let spread = counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0);
    Balanced { tiles, spread }
}

/// A deck while it is being balanced.
struct Balancing<'c> {
    classes: &'c Classes,
    tiles: Vec<Tile>,
    /// Whether all tiles must stay distinct.
    distinct: bool,
    /// The number of edges or paths of each colour.
    counts: Vec<u64>,
    /// The class numbers of the current tiles. If `distinct` is true, no other tile may change to
    /// one of these classes.
    used_classes: HashSet<u64>,
}

/// A change of one edge or path from one colour to another. Both colours are indices in the
/// palette.
#[derive(Clone, Copy)]
struct Exchange {
    frequent: usize,
    rare: usize,
}

/// A tile after one of its edges or paths has changed, with the classes of the tile before and after the
/// change.
struct Changed {
    tile: Tile,
    old_class: u64,
    new_class: u64,
}

impl Balancing<'_> {
    /// Changes one edge or path. Returns `false` if no change is possible.
    fn step(&mut self, order: &[u64]) -> bool {
        for exchange in self.exchanges() {
            for &index in order {
                let Some(changed) =
                    self.tiles.get(index as usize).and_then(|tile| self.change(tile, exchange))
                else {
                    continue;
                };
                if let Some(tile) = self.tiles.get_mut(index as usize) {
                    *tile = changed.tile;
                }
                self.used_classes.remove(&changed.old_class);
                self.used_classes.insert(changed.new_class);
                self.counts[exchange.frequent] -= 1;
                self.counts[exchange.rare] += 1;
                return true;
            }
        }
        false
    }

    /// Returns the pairs of a frequent and a rare colour whose counts differ by at least two. The pair with
    /// the largest difference comes first.
    fn exchanges(&self) -> Vec<Exchange> {
        let colours = self.counts.len();
        let pairs =
            (0..colours).flat_map(|frequent| (0..colours).map(move |rare| Exchange { frequent, rare }));
        let mut exchanges: Vec<Exchange> =
            pairs.filter(|pair| self.counts[pair.frequent] > self.counts[pair.rare] + 1).collect();
        exchanges.sort_by_key(|pair| {
            let difference = self.counts[pair.frequent] - self.counts[pair.rare];
            (Reverse(difference), pair.frequent, pair.rare)
        });
        exchanges
    }

    /// Tries to change an edge or path of a tile from the frequent colour to the rare colour. The edges
    /// or paths are tried in order, and the first allowed change is returned. Returns `None` if no
    /// change is allowed.
    fn change(&self, tile: &Tile, exchange: Exchange) -> Option<Changed> {
        let old_class = self.classes.number(tile)?;
        let mut edges =
            tile.marks().filter(|(_, letter)| usize::from(letter.colour) == exchange.frequent + 1);
        edges.find_map(|(edge, _)| {
            let changed = tile.recoloured(edge, exchange.rare as u8 + 1);
            let new_class = self.classes.number(&changed)?;
            let is_free = !self.distinct || !self.used_classes.contains(&new_class);
            (new_class != old_class && is_free).then_some(Changed { tile: changed, old_class, new_class })
        })
    }
}

/// Counts the edges or paths of each colour.
pub fn count(tiles: &[Tile], colours: usize) -> Vec<u64> {
    let mut counts = vec![0; colours];
    for (_, letter) in tiles.iter().flat_map(Tile::marks) {
        if let Some(count) = counts.get_mut(usize::from(letter.colour) - 1) {
            *count += 1;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TileEquality;
    use crate::classes::DeckRules;
    use crate::necklaces::EdgeMarking;

    fn balanced(
        marking: EdgeMarking,
        colours: usize,
        distinct: std::ops::RangeInclusive<usize>,
        n: u64,
    ) -> u64 {
        let rules = DeckRules {
            edges: 6,
            colours,
            marking,
            distinct: distinct.clone(),
            alike: TileEquality::Turned,
            without_straight: vec![],
        };
        let classes = Classes::new(rules).unwrap();
        let numbers = draw::without_replacement(classes.count(), n, &mut Stream::new(5, "deck", "tiles"));
        let tiles = draw::tiles(&classes, &numbers, &mut Stream::new(5, "deck", "turn"));
        let before = tiles.len();
        let even = balance(&classes, tiles, true, &mut Stream::new(5, "deck", "balance"));
        assert_eq!(even.tiles.len(), before);
        let all: HashSet<_> = even.tiles.iter().map(|t| classes.number(t).unwrap()).collect();
        assert_eq!(all.len(), before, "still no two alike");
        assert!(even.tiles.iter().all(|t| distinct.contains(&t.distinct())));
        even.spread
    }

    #[test]
    fn the_spread_is_at_most_1() {
        assert!(balanced(EdgeMarking::Edges { blank: false }, 7, 2..=6, 60) <= 1);
        assert!(balanced(EdgeMarking::Edges { blank: true }, 7, 2..=6, 61) <= 1);
        assert!(balanced(EdgeMarking::Edges { blank: false }, 7, 6..=6, 5) <= 1);
        assert!(balanced(EdgeMarking::Edges { blank: false }, 7, 2..=6, 5000) <= 1);
        assert!(balanced(EdgeMarking::Paths, 4, 3..=3, 30) <= 1);
        // All rotations of a tile form a class, and there are 19,677 classes. The deck has one tile
        // of each class, so every colour occurs on the same number of edges.
        assert_eq!(balanced(EdgeMarking::Edges { blank: false }, 7, 2..=6, 19_677), 0);
    }
}
