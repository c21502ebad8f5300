//! All classes of tiles that a wish allows: how many there are, and each by its number.
//!
//! Classes are numbered in blocks: those with few colours first; of as many colours, those without a blank
//! edge first. Within a block, the sets of colours in lexicographic order, and for each set the patterns in
//! theirs. So a number is turned into a tile by two divisions, and no class is ever tried in vain.

use std::ops::RangeInclusive;

use super::necklaces::{Marking, patterns};
use super::{Alike, Tile};

/// What tiles a deck may have.
#[derive(Debug, Clone, PartialEq)]
pub struct Wish {
    /// Edges of a tile: 3, 4, 6 or 8.
    pub edges: usize,
    /// How many colours there are: up to 100.
    pub colours: usize,
    /// What edges bear.
    pub marking: Marking,
    /// How many different colours a tile has; blank is none.
    pub distinct: RangeInclusive<usize>,
    /// Which tiles count as one.
    pub alike: Alike,
    /// Numbers of straight paths that no tile may have.
    pub without_straight: Vec<usize>,
}

/// The classes of a [`Wish`].
#[derive(Debug, Clone, PartialEq)]
pub struct Classes {
    wish: Wish,
    blocks: Vec<Block>,
    count: u64,
}

/// Classes of as many colours.
#[derive(Debug, Clone, PartialEq)]
struct Block {
    colours: usize,
    blank: bool,
    patterns: Vec<Tile>,
    first: u64,
    count: u64,
}

/// The most colours that a deck may have: so many that every class has a number.
pub const MOST_COLOURS: usize = 100;

impl Classes {
    /// Counts the classes of a wish; none with more than [`MOST_COLOURS`] colours.
    pub fn new(wish: Wish) -> Option<Self> {
        if wish.colours > MOST_COLOURS {
            return None;
        }
        let paths = wish.marking == Marking::Paths;
        let may_be_blank = wish.marking == Marking::Edges { blank: true };
        let most = if paths { wish.edges / 2 } else { wish.edges }.min(wish.colours);
        let mut blocks = Vec::new();
        let mut first = 0;
        for colours in (0..=most).filter(|colours| wish.distinct.contains(colours)) {
            for blank in [false, true].into_iter().filter(|blank| may_be_blank || !blank) {
                let mut patterns = patterns(wish.edges, paths, colours, blank, wish.alike);
                patterns.retain(|tile| !wish.without_straight.contains(&straight(tile)));
                let count = choose(wish.colours, colours) * patterns.len() as u64;
                if count > 0 {
                    blocks.push(Block { colours, blank, patterns, first, count });
                    first += count;
                }
            }
        }
        Some(Self { wish, blocks, count: first })
    }

    /// How many classes there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What was wished for.
    pub fn wish(&self) -> &Wish {
        &self.wish
    }

    /// The tile of a class; none from [`Self::count`] on.
    pub fn tile(&self, number: u64) -> Option<Tile> {
        let at = self.blocks.partition_point(|block| block.first + block.count <= number);
        let block = self.blocks.get(at)?;
        let patterns = block.patterns.len() as u64;
        let (set, pattern) = ((number - block.first) / patterns, (number - block.first) % patterns);
        let set = nth_set(set, self.wish.colours, block.colours);
        let pattern = block.patterns.get(pattern as usize)?;
        Some(pattern.with_colours(|colour| if colour == 0 { 0 } else { set[usize::from(colour) - 1] }))
    }

    /// The number of a tile's class; none where the wish does not allow it.
    pub fn number(&self, tile: &Tile) -> Option<u64> {
        let mut set: Vec<u8> = tile.letters().iter().map(|l| l.colour).filter(|c| *c > 0).collect();
        set.sort_unstable();
        set.dedup();
        let blank = tile.letters().iter().any(|l| l.colour == 0);
        let block = self.blocks.iter().find(|b| b.colours == set.len() && b.blank == blank)?;
        let small = |colour: u8| set.iter().position(|c| *c == colour).map_or(0, |i| i as u8 + 1);
        let least = self.wish.alike.least(&tile.with_colours(small));
        let pattern = block.patterns.binary_search(&least).ok()?;
        Some(block.first + set_number(&set, self.wish.colours) * block.patterns.len() as u64 + pattern as u64)
    }
}

/// How many straight paths a tile has: from an edge to the one opposite.
fn straight(tile: &Tile) -> usize {
    tile.marks().filter(|(_, letter)| usize::from(letter.link) * 2 == tile.edges()).count()
}

/// n over k. Up to 100 over 6 it is below 2³¹.
fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |c, i| c * (n.saturating_sub(i)) as u64 / (i as u64 + 1))
}

/// The set of this number among the sets of `size` colours out of `colours`, in lexicographic order.
fn nth_set(mut number: u64, colours: usize, size: usize) -> Vec<u8> {
    let mut set = Vec::with_capacity(size);
    let mut next = 1;
    while set.len() < size && next <= colours {
        // The sets that go on with `next`.
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

/// The number of a sorted set: the inverse of [`nth_set`].
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

    fn wish(colours: usize, distinct: RangeInclusive<usize>, blank: bool) -> Wish {
        Wish {
            edges: 6,
            colours,
            marking: Marking::Edges { blank },
            distinct,
            alike: Alike::Turned,
            without_straight: Vec::new(),
        }
    }

    fn count(wish: Wish) -> u64 {
        Classes::new(wish).unwrap().count()
    }

    #[test]
    fn counts_as_burnside() {
        for k in 1..=8u64 {
            let expected = (k.pow(6) + k.pow(3) + 2 * k.pow(2) + 2 * k) / 6;
            assert_eq!(count(wish(k as usize, 1..=6, false)), expected, "{k} colours");
        }
        assert_eq!(count(wish(7, 2..=6, false)), 19_677);
        assert_eq!(count(wish(7, 6..=6, false)), 840);
        assert_eq!(count(wish(7, 0..=6, true)), 43_800);
        assert_eq!(count(wish(7, 2..=6, true)), 43_708);
        assert_eq!(count(Wish { alike: Alike::TurnedOrFlipped, ..wish(7, 1..=6, false) }), 10_528);
        assert_eq!(count(wish(7, 7..=9, false)), 0);
        assert_eq!(Classes::new(wish(101, 1..=6, false)), None);
        // 100 colours: the formula again.
        assert_eq!(count(wish(100, 1..=6, false)), (10u64.pow(12) + 10u64.pow(6) + 20_000 + 200) / 6);
    }

    #[test]
    fn counts_of_path_tiles() {
        let paths = |colours, distinct, without: &[usize]| {
            let marking = Marking::Paths;
            count(Wish { marking, without_straight: without.to_vec(), ..wish(colours, distinct, false) })
        };
        assert_eq!(paths(3, 1..=6, &[]), 85);
        assert_eq!(paths(4, 3..=3, &[]), 64);
        assert_eq!(paths(4, 3..=3, &[3]), 56);
    }

    #[test]
    fn every_number_is_a_class_of_its_own_and_back() {
        for wish in [
            wish(7, 2..=6, true),
            Wish { alike: Alike::TurnedOrFlipped, ..wish(5, 1..=4, false) },
            Wish { marking: Marking::Paths, ..wish(4, 1..=3, false) },
            Wish { edges: 4, ..wish(6, 1..=4, false) },
        ] {
            let classes = Classes::new(wish.clone()).unwrap();
            let mut seen = HashSet::new();
            for number in 0..classes.count() {
                let tile = classes.tile(number).unwrap();
                assert!(wish.distinct.contains(&tile.distinct()));
                assert!(seen.insert(wish.alike.least(&tile)));
                assert_eq!(classes.number(&tile.turned(number as usize)), Some(number));
            }
            assert_eq!(classes.tile(classes.count()), None);
        }
    }

    #[test]
    fn what_is_not_wished_for_has_no_number() {
        let classes = Classes::new(wish(7, 2..=6, false)).unwrap();
        assert_eq!(classes.number(&Tile::of_colours(&[3; 6])), None);
        assert_eq!(classes.number(&Tile::of_colours(&[0, 1, 2, 3, 4, 5])), None);
    }
}
