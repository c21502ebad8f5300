//! Proves that all tiles of a deck are distinct. The proof does not use the method by which the tiles
//! were chosen.
//!
//! - In: the tiles of a deck.
//! - Out: two tiles that count as the same, if the deck contains any.
//! - Not here: the classes to which tiles belong, and the numbers of these classes (`classes`).
//!
//! The edges of a tile are written as a sequence. To compare two tiles, the sequence of one tile is
//! written twice in a row. If this double sequence contains the sequence of the other tile, the tiles
//! are rotations of each other. Otherwise, they are not. Only tiles with the same colours need to be
//! compared.

use super::{Tile, TileEquality};
use hexpress_base::sorted_map::SortedMap;

/// Returns the indices of two tiles that count as the same. Returns `None` if all tiles are
/// distinct.
pub fn two_alike(tiles: &[Tile], alike: TileEquality) -> Option<(usize, usize)> {
    let mut groups: SortedMap<Vec<(u8, u8)>, Vec<usize>> = SortedMap::new();
    for (at, tile) in tiles.iter().enumerate() {
        // Tiles are grouped by their colours, and by the distance from each edge to the other end of its
        // path: clockwise (`link`) or anticlockwise, whichever is shorter. A reflection exchanges the two
        // distances, so it does not change the shorter one.
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
                    || (alike == TileEquality::TurnedOrFlipped && contains(&tiles[a].flipped(), &tiles[b]))
                {
                    return Some((b, a));
                }
            }
        }
    }
    None
}

/// Returns whether the sequence of the first tile, written twice, contains the sequence of the
/// second tile.
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
        assert_eq!(two_alike(&deck, TileEquality::Turned), Some((0, 2)));
        assert_eq!(two_alike(&deck[..2], TileEquality::Turned), None);
        let mirrored = [deck[0], deck[0].flipped().turned(2)];
        assert_eq!(two_alike(&mirrored, TileEquality::Turned), None);
        assert_eq!(two_alike(&mirrored, TileEquality::TurnedOrFlipped), Some((0, 1)));
        assert_eq!(two_alike(&[], TileEquality::Turned), None);
    }
}
