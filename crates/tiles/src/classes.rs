//! Counts the classes of tiles that a deck may contain, and gives a number to each class.
//!
//! - In: the [`DeckRules`].
//! - Out: [`Classes`], which return the tile for a number, and the number for a tile.
//! - Not here: choosing numbers.
//!
//! A class consists of the tiles that count as the same, such as all rotations of a tile. A pattern is a
//! tile whose colours 1, 2, …, m stand for any m colours of the palette ([`super::necklaces`]).
//!
//! Classes are numbered in blocks. Blocks with fewer colours come first. Of two blocks with the
//! same number of colours, the block without blank edges comes first. Inside a block, the sets of
//! colours are in lexicographic order. For each set, the patterns are in ascending order. The tile
//! for a number is therefore found by one division in its block. The quotient is the number of the
//! set of colours, and the remainder is the index of the pattern.

use std::ops::RangeInclusive;

use super::necklaces::{EdgeMarking, patterns};
use super::{Tile, TileEquality};

/// The rules for the tiles that a deck may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckRules {
    /// The number of edges of each tile: 3, 4, 6 or 8.
    pub edges: usize,
    /// The number of colours in the palette, at most [`MAX_COLOURS`].
    pub colours: usize,
    pub marking: EdgeMarking,
    /// How many different colours a tile may have. Blank does not count as a colour.
    pub distinct: RangeInclusive<usize>,
    pub alike: TileEquality,
    /// How many straight paths a tile must not have. For example, `[3]` forbids tiles with exactly
    /// three straight paths, and allows tiles with two.
    pub without_straight: Vec<usize>,
}

/// The classes of tiles that [`DeckRules`] allow.
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    rules: DeckRules,
    blocks: Vec<PatternBlock>,
    count: u64,
}

/// A block of classes. All tiles of a block have the same number of colours. In some blocks, all tiles have
/// blank edges; in the others, no tile has any.
#[derive(Debug, Clone, PartialEq)]
struct PatternBlock {
    colours: usize,
    blank: bool,
    patterns: Vec<Tile>,
    first: u64,
    count: u64,
}

/// The largest number of colours in a palette. With this limit, the numbers of all classes fit in
/// 64 bits.
pub const MAX_COLOURS: usize = 100;

const COLOURED: EdgeMarking = EdgeMarking::Edges { blank: false };

const WITH_BLANK: EdgeMarking = EdgeMarking::Edges { blank: true };

impl Classes {
    /// Counts the classes that the rules allow.
    ///
    /// Returns `None` if the rules have more than [`MAX_COLOURS`] colours.
    pub fn new(rules: DeckRules) -> Option<Self> {
        if rules.colours > MAX_COLOURS {
            return None;
        }
        let (most_marks, markings) = match rules.marking {
            EdgeMarking::Paths => (rules.edges / 2, vec![EdgeMarking::Paths]),
            EdgeMarking::Edges { blank: false } => (rules.edges, vec![COLOURED]),
            EdgeMarking::Edges { blank: true } => (rules.edges, vec![COLOURED, WITH_BLANK]),
        };
        let most = most_marks.min(rules.colours);
        let mut blocks = Vec::new();
        let mut first = 0;
        for colours in (0..=most).filter(|colours| rules.distinct.contains(colours)) {
            for &marking in &markings {
                let mut patterns = patterns(rules.edges, marking, colours, rules.alike);
                patterns.retain(|tile| !rules.without_straight.contains(&straight_paths(tile)));
                let blank = marking == WITH_BLANK;
                let count = choose(rules.colours, colours) * patterns.len() as u64;
                if count > 0 {
                    blocks.push(PatternBlock { colours, blank, patterns, first, count });
                    first += count;
                }
            }
        }
        Some(Self { rules, blocks, count: first })
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the rules for which these classes were computed.
    pub fn rules(&self) -> &DeckRules {
        &self.rules
    }

    /// Returns the first tile of the class `number`, in the sort order of tiles. Returns `None` if `number`
    /// is not less than [`Self::count`].
    pub fn tile(&self, number: u64) -> Option<Tile> {
        let at = self.blocks.partition_point(|block| block.first + block.count <= number);
        let block = self.blocks.get(at)?;
        let (pattern_count, in_block) = (block.patterns.len() as u64, number - block.first);
        let set = nth_set(in_block / pattern_count, self.rules.colours, block.colours);
        let pattern = block.patterns.get((in_block % pattern_count) as usize)?;
        Some(pattern.with_colours(|colour| if colour == 0 { 0 } else { set[usize::from(colour) - 1] }))
    }

    /// Returns the number of a tile's class. Returns `None` if the rules do not allow the tile.
    pub fn number(&self, tile: &Tile) -> Option<u64> {
        let mut set: Vec<u8> = tile.letters().iter().map(|l| l.colour).filter(|c| *c > 0).collect();
        set.sort_unstable();
        set.dedup();
        let blank = tile.letters().iter().any(|l| l.colour == 0);
        let block = self.blocks.iter().find(|b| b.colours == set.len() && b.blank == blank)?;
        let renumbered =
            tile.with_colours(|colour| set.iter().position(|own| *own == colour).map_or(0, |i| i as u8 + 1));
        let least = self.rules.alike.least(&renumbered);
        let pattern = block.patterns.binary_search(&least).ok()?;
        Some(
            block.first + set_number(&set, self.rules.colours) * block.patterns.len() as u64 + pattern as u64,
        )
    }
}

/// Returns the number of straight paths on a tile. A straight path joins opposite edges.
fn straight_paths(tile: &Tile) -> usize {
    tile.marks().filter(|(_, letter)| usize::from(letter.link) * 2 == tile.edges()).count()
}

/// Returns the binomial coefficient n over k. For n up to 100 and k up to 8, it is less than 2³⁸.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |c, i| c * (n.saturating_sub(i)) as u64 / (i as u64 + 1))
}

/// Returns the set of colours with the number `number`. All sets of `size` colours out of `colours`
/// are numbered in lexicographic order.
fn nth_set(mut number: u64, colours: usize, size: usize) -> Vec<u8> {
    let mut set = Vec::with_capacity(size);
    let mut next = 1;
    while set.len() < size && next <= colours {
        // The number of sets whose next colour is `next`.
        let with = choose(colours - next, size - set.len() - 1);
        if number < with {
            set.push(next as u8);
        } else {
            number -= with;
        }
        next += 1;
    }
    set
}

/// Returns the number of a sorted set. This is the inverse of [`nth_set`].
fn set_number(set: &[u8], colours: usize) -> u64 {
    let mut number = 0;
    let mut next = 1;
    for (i, &colour) in set.iter().enumerate() {
        for skipped in next..usize::from(colour) {
            number += choose(colours - skipped, set.len() - i - 1);
        }
        next = usize::from(colour) + 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn rules(colours: usize, distinct: RangeInclusive<usize>, blank: bool) -> DeckRules {
        DeckRules {
            edges: 6,
            colours,
            marking: EdgeMarking::Edges { blank },
            distinct,
            alike: TileEquality::Turned,
            without_straight: Vec::new(),
        }
    }

    fn count(rules: DeckRules) -> u64 {
        Classes::new(rules).unwrap().count()
    }

    #[test]
    fn the_counts_are_those_of_burnsides_lemma() {
        for k in 1..=8u64 {
            let expected = (k.pow(6) + k.pow(3) + 2 * k.pow(2) + 2 * k) / 6;
            assert_eq!(count(rules(k as usize, 1..=6, false)), expected, "{k} colours");
        }
        assert_eq!(count(rules(7, 2..=6, false)), 19_677);
        assert_eq!(count(rules(7, 6..=6, false)), 840);
        assert_eq!(count(rules(7, 0..=6, true)), 43_800);
        assert_eq!(count(rules(7, 2..=6, true)), 43_708);
        assert_eq!(
            count(DeckRules { alike: TileEquality::TurnedOrFlipped, ..rules(7, 1..=6, false) }),
            10_528
        );
        assert_eq!(count(rules(7, 7..=9, false)), 0);
        assert_eq!(Classes::new(rules(101, 1..=6, false)), None);
        // The number of classes for six edges and 100 colours, by Burnside's formula.
        assert_eq!(count(rules(100, 1..=6, false)), (10u64.pow(12) + 10u64.pow(6) + 20_000 + 200) / 6);
    }

    fn count_paths(colours: usize, distinct: RangeInclusive<usize>, without_straight: &[usize]) -> u64 {
        let without_straight = without_straight.to_vec();
        count(DeckRules { marking: EdgeMarking::Paths, without_straight, ..rules(colours, distinct, false) })
    }

    #[test]
    fn path_tiles_are_counted_without_straight_ones() {
        assert_eq!(count_paths(3, 1..=6, &[]), 85);
        assert_eq!(count_paths(4, 3..=3, &[]), 64);
        assert_eq!(count_paths(4, 3..=3, &[3]), 56);
    }

    #[test]
    fn numbers_and_classes_correspond_one_to_one() {
        for rules in [
            rules(7, 2..=6, true),
            DeckRules { alike: TileEquality::TurnedOrFlipped, ..rules(5, 1..=4, false) },
            DeckRules { marking: EdgeMarking::Paths, ..rules(4, 1..=3, false) },
            DeckRules { edges: 4, ..rules(6, 1..=4, false) },
        ] {
            let classes = Classes::new(rules.clone()).unwrap();
            let mut seen = HashSet::new();
            for number in 0..classes.count() {
                let tile = classes.tile(number).unwrap();
                assert!(rules.distinct.contains(&tile.distinct()));
                assert!(seen.insert(rules.alike.least(&tile)));
                assert_eq!(classes.number(&tile.turned(number as usize)), Some(number));
            }
            assert_eq!(classes.tile(classes.count()), None);
        }
    }

    #[test]
    fn tiles_that_the_wish_does_not_allow_have_no_number() {
        let classes = Classes::new(rules(7, 2..=6, false)).unwrap();
        assert_eq!(classes.number(&Tile::from_colours(&[3; 6])), None);
        assert_eq!(classes.number(&Tile::from_colours(&[0, 1, 2, 3, 4, 5])), None);
    }
}
