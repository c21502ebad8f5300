//! Proves that no two tiles of a deck are alike, by a method that is independent of the draw.
//!
//! - In: the tiles of a deck.
//! - Out: two tiles that are alike, if there are any.
//! - Not here: classes and their numbers.
//!
//! Two tiles are rotations of each other exactly if one, written twice in a row, contains the
//! other. Only tiles with the same colours are compared.

use super::{Alike, Tile};
use hexpress_base::ordered_map::Map;

/// Returns the indices of two tiles that are alike; `None` if all are distinct.
pub fn two_alike(tiles: &[Tile], alike: Alike) -> Option<(usize, usize)> {
    let mut groups: Map<Vec<(u8, u8)>, Vec<usize>> = Map::new();
    for (at, tile) in tiles.iter().enumerate() {
        // A reflection changes the direction of a path, but not its length.
        let edges = tile.edges() as u8;
        let mut marks: Vec<(u8, u8)> =
            tile.letters().iter().map(|l| (l.colour, l.link.min(edges - l.link))).collect();
        marks.sort_unstable();
        groups.entry(marks).or_default().push(at);
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

/// Returns whether the first tile, written twice in a row, contains the second.
fn contains(first: &Tile, second: &Tile) -> bool {
    let twice: Vec<_> = first.letters().iter().chain(first.letters()).collect();
    let sought: Vec<_> = second.letters().iter().collect();
    !sought.is_empty() && twice.windows(sought.len()).any(|window| window == sought)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotated_and_reflected_tiles_are_found() {
        let deck: Vec<Tile> = [[1, 2, 3, 1, 2, 2], [1, 1, 2, 2, 3, 2], [2, 2, 1, 2, 3, 1]]
            .iter()
            .map(|t| Tile::from_colours(t))
            .collect();
        assert_eq!(two_alike(&deck, Alike::Turned), Some((0, 2)));
        assert_eq!(two_alike(&deck[..2], Alike::Turned), None);
        let mirrored = [deck[0], deck[0].flipped().turned(2)];
        assert_eq!(two_alike(&mirrored, Alike::Turned), None);
        assert_eq!(two_alike(&mirrored, Alike::TurnedOrFlipped), Some((0, 1)));
        assert_eq!(two_alike(&[], Alike::Turned), None);
    }
}
