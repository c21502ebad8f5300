//! Evening out the colours of a deck: no colour on more than one edge (or path) more than another.
//!
//! While there is a colour on two edges more than another, one edge changes from a frequent colour to a rare
//! one: of the pairs of colours that differ by two or more, the pair that differs most comes first (of equals,
//! the colours that are first in the list); tiles are tried in an order drawn once, edges clockwise from
//! edge 1; the first change is made that leaves a tile which the wish allows and no other tile is like. Each
//! change brings the counts nearer to each other, so that it ends.

use std::collections::HashSet;

use super::{Classes, Stream, Tile, draw};

/// How even a deck became.
#[derive(Debug, Clone, PartialEq)]
pub struct Balanced {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// The most edges of a colour less the fewest of one: 0 or 1 where it is as even as can be.
    pub spread: u64,
}

/// Evens out the colours of tiles. `distinct`: no two tiles may be alike.
pub fn balance(classes: &Classes, tiles: Vec<Tile>, distinct: bool, stream: &mut Stream) -> Balanced {
    let mut tiles = tiles;
    let colours = classes.wish().colours;
    let mut counts = count(&tiles, colours);
    let mut taken: HashSet<u64> = tiles.iter().filter_map(|tile| classes.number(tile)).collect();
    let order = draw::without_replacement(tiles.len() as u64, tiles.len() as u64, stream);
    'change: loop {
        let mut pairs: Vec<(usize, usize)> = (0..colours)
            .flat_map(|a| (0..colours).map(move |b| (a, b)))
            .filter(|&(a, b)| counts[a] > counts[b] + 1)
            .collect();
        pairs.sort_by_key(|&(a, b)| (std::cmp::Reverse(counts[a] - counts[b]), a, b));
        for (often, rarely) in pairs {
            for &at in &order {
                let Some(tile) = tiles.get_mut(at as usize) else { continue };
                let Some((changed, old, new)) =
                    exchange(classes, tile, often, rarely, |number| !distinct || !taken.contains(&number))
                else {
                    continue;
                };
                *tile = changed;
                taken.remove(&old);
                taken.insert(new);
                counts[often] -= 1;
                counts[rarely] += 1;
                continue 'change;
            }
        }
        break;
    }
    let spread = counts.iter().max().unwrap_or(&0) - counts.iter().min().unwrap_or(&0);
    Balanced { tiles, spread }
}

/// The tile with one edge of a colour changed to another, and the numbers of its classes before and after.
fn exchange(
    classes: &Classes,
    tile: &Tile,
    often: usize,
    rarely: usize,
    free: impl Fn(u64) -> bool,
) -> Option<(Tile, u64, u64)> {
    let old = classes.number(tile)?;
    let edges = tile.marks().filter(|(_, letter)| usize::from(letter.colour) == often + 1);
    edges.map(|(edge, _)| tile.recoloured(edge, rarely as u8 + 1)).find_map(|changed| {
        let new = classes.number(&changed)?;
        (new != old && free(new)).then_some((changed, old, new))
    })
}

/// On how many edges (or paths) each colour is.
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
    use crate::Alike;
    use crate::classes::Wish;
    use crate::necklaces::Marking;

    fn balanced(marking: Marking, colours: usize, distinct: std::ops::RangeInclusive<usize>, n: u64) -> u64 {
        let wish = Wish {
            edges: 6,
            colours,
            marking,
            distinct: distinct.clone(),
            alike: Alike::Turned,
            without_straight: vec![],
        };
        let classes = Classes::new(wish).unwrap();
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
    fn as_even_as_arithmetic_allows() {
        assert!(balanced(Marking::Edges { blank: false }, 7, 2..=6, 60) <= 1);
        assert!(balanced(Marking::Edges { blank: true }, 7, 2..=6, 61) <= 1);
        assert!(balanced(Marking::Edges { blank: false }, 7, 6..=6, 5) <= 1);
        assert!(balanced(Marking::Edges { blank: false }, 7, 2..=6, 5000) <= 1);
        assert!(balanced(Marking::Paths, 4, 3..=3, 30) <= 1);
        // All there are: each colour as often as every other.
        assert_eq!(balanced(Marking::Edges { blank: false }, 7, 2..=6, 19_677), 0);
    }
}
