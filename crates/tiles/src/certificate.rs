//! The proof that no two tiles of a deck are alike, by a method that shares nothing with how they were drawn.
//!
//! Two tiles are turns of each other exactly if one, written twice in a row, contains the other. Tiles that
//! bear different colours cannot be alike, so only those with the same colours are held side by side.

use super::{Alike, Tile};
use crate::base::map::Map;

/// Two tiles of a deck that are alike, by their places in it; none if all are distinct.
pub fn two_alike(tiles: &[Tile], alike: Alike) -> Option<(usize, usize)> {
    let mut groups: Map<Vec<(u8, u8)>, Vec<usize>> = Map::new();
    for (at, tile) in tiles.iter().enumerate() {
        // A flip changes the way a path runs, not whether it is long or short.
        let edges = tile.edges() as u8;
        let mut bears: Vec<(u8, u8)> =
            tile.letters().iter().map(|l| (l.colour, l.link.min(edges - l.link))).collect();
        bears.sort_unstable();
        groups.entry(bears).or_default().push(at);
    }
    for group in groups.values() {
        for (i, &a) in group.iter().enumerate() {
            for &b in &group[..i] {
                if contains(&tiles[a], &tiles[b])
                    || (alike == Alike::TurnedOrFlipped && contains(&tiles[a].flipped(), &tiles[b]))
                {
                    return Some((b, a));
                }
            }
        }
    }
    None
}

/// Whether the first tile, written twice in a row, contains the second.
fn contains(first: &Tile, second: &Tile) -> bool {
    let twice: Vec<_> = first.letters().iter().chain(first.letters()).collect();
    let sought: Vec<_> = second.letters().iter().collect();
    !sought.is_empty() && twice.windows(sought.len()).any(|window| window == sought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_turned_and_flipped_twins() {
        let deck: Vec<Tile> = [[1, 2, 3, 1, 2, 2], [1, 1, 2, 2, 3, 2], [2, 2, 1, 2, 3, 1]]
            .iter()
            .map(|t| Tile::of_colours(t))
            .collect();
        assert_eq!(two_alike(&deck, Alike::Turned), Some((0, 2)));
        assert_eq!(two_alike(&deck[..2], Alike::Turned), None);
        let mirrored = [deck[0], deck[0].flipped().turned(2)];
        assert_eq!(two_alike(&mirrored, Alike::Turned), None);
        assert_eq!(two_alike(&mirrored, Alike::TurnedOrFlipped), Some((0, 1)));
        assert_eq!(two_alike(&[], Alike::Turned), None);
    }
}
