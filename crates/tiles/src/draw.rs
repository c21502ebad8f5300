//! Chooses tiles at random: the numbers of their classes, and a rotation for each tile.
//!
//! - In: the classes, a count, and a stream of random numbers.
//! - Out: random numbers of classes, with or without repetitions, or tiles.
//! - Not here: balancing colours.

use std::collections::BTreeMap;

use super::{Classes, Stream, Tile};

/// Chooses `count` different random numbers that are less than `all`. Every choice and every order
/// is equally likely.
///
/// The numbers are shuffled from the front (Fisher and Yates). For i = 0, 1, …, a random number r
/// that is less than `all` - i is chosen. Then the numbers at the positions i and i + r are
/// swapped. Only the numbers that were moved are stored.
pub fn without_replacement(all: u64, count: u64, stream: &mut Stream) -> Vec<u64> {
    let mut moved = BTreeMap::new();
    let drawn = (0..count.min(all)).map(|i| {
        let other = i + stream.below(all - i);
        let number = moved.remove(&i).unwrap_or(i);
        if other == i { number } else { moved.insert(other, number).unwrap_or(other) }
    });
    drawn.collect()
}

/// Chooses `count` independent random numbers that are less than `all`.
pub fn with_replacement(all: u64, count: u64, stream: &mut Stream) -> Vec<u64> {
    (0..count).map(|_| stream.below(all)).collect()
}

/// Returns the tiles of these classes, each with a random rotation.
///
/// Without this rotation, the colour with the smallest number would always come first on a tile.
pub fn tiles(classes: &Classes, numbers: &[u64], stream: &mut Stream) -> Vec<Tile> {
    let least = numbers.iter().filter_map(|&number| classes.tile(number));
    least.map(|tile| tile.turned(stream.below(tile.edges() as u64) as usize)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_draw_equals_a_shuffle_of_all_numbers() {
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
    fn every_number_has_the_same_chance() {
        // This is a chi-square test. With each of 7,000 seeds, 3 of 14 classes are chosen, so that
        // each class is expected 1,500 times. With 13 degrees of freedom, a value of 34.5 is
        // exceeded in one of a thousand tests.
        let mut counts = [0u32; 14];
        for seed in 0..7_000 {
            for number in without_replacement(14, 3, &mut Stream::new(seed, "deck", "tiles")) {
                counts[number as usize] += 1;
            }
        }
        let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1500.0).powi(2) / 1500.0).sum();
        // Numbers that are chosen without repetitions depend on each other. So chi-square tends to
        // be smaller than for independent numbers.
        assert!(chi < 34.5, "{chi} {counts:?}");
    }
}
