//! Drawing tiles: numbers of classes, without replacement or with, and a turn for each.

use std::collections::BTreeMap;

use super::{Classes, Stream, Tile};

/// `count` different numbers below `all`, in the order they were drawn; every choice and order as likely.
///
/// A shuffle from the front (Fisher and Yates): for i = 0, 1, … the i-th number is exchanged with the one at
/// i + a draw below `all` - i. Only the numbers that have moved are kept.
pub fn without_replacement(all: u64, count: u64, stream: &mut Stream) -> Vec<u64> {
    let count = count.min(all);
    let mut moved = BTreeMap::new();
    let draw = |i: u64| {
        let at = i + stream.below(all - i);
        let here = moved.remove(&i).unwrap_or(i);
        if at == i { here } else { moved.insert(at, here).unwrap_or(at) }
    };
    (0..count).map(draw).collect()
}

/// `count` numbers below `all`, each drawn for itself.
pub fn with_replacement(all: u64, count: u64, stream: &mut Stream) -> Vec<u64> {
    (0..count).map(|_| stream.below(all)).collect()
}

/// The tiles of these classes, each turned by so many edges as the stream says: else the least colour would
/// always come first.
pub fn tiles(classes: &Classes, numbers: &[u64], stream: &mut Stream) -> Vec<Tile> {
    let turned = |tile: Tile| tile.turned(stream.below(tile.edges() as u64) as usize);
    numbers.iter().filter_map(|&number| classes.tile(number)).map(turned).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn draws_what_a_shuffle_of_all_numbers_draws() {
        for count in [1u64, 10, 24, 25, 60, 100] {
            let dense = {
                let mut stream = Stream::new(1, "a", "b");
                let mut numbers: Vec<u64> = (0..100).collect();
                for i in 0..count {
                    numbers.swap(i as usize, (i + stream.below(100 - i)) as usize);
                }
                numbers.truncate(count as usize);
                numbers
            };
            let drawn = without_replacement(100, count, &mut Stream::new(1, "a", "b"));
            assert_eq!(drawn, dense, "{count}");
            assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), count as usize);
        }
        assert_eq!(without_replacement(5, 9, &mut Stream::new(1, "a", "b")).len(), 5);
        assert!(without_replacement(0, 3, &mut Stream::new(1, "a", "b")).is_empty());
    }

    #[test]
    fn every_number_is_as_likely() {
        // Chi-square: 14 classes, 3 drawn, 7,000 seeds: 1,500 each expected; 13 degrees of freedom,
        // 34.5 is passed once in a thousand.
        let mut counts = [0u32; 14];
        for seed in 0..7_000 {
            for number in without_replacement(14, 3, &mut Stream::new(seed, "deck", "tiles")) {
                counts[number as usize] += 1;
            }
        }
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1500.0).powi(2) / 1500.0).sum();
        // Without replacement the counts of one draw hang together, which makes chi-square smaller.
        assert!(chi < 34.5, "{chi} {counts:?}");
    }
}
