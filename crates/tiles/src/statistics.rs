//! Computes statistics about a deck for its designer.
//!
//! - In: the tiles of a deck.
//! - Out: the numbers of edges with each colour, and the chances that edges match.
//! - Not here: text about the statistics.

use super::Tile;

/// The statistics of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// For each colour of the palette, the number of edges that have it.
    pub edges: Vec<u64>,
    pub blank: u64,
    /// The number of tiles with no colour, with one colour, with two different colours, and so on.
    pub distinct: Vec<u64>,
    /// The chance that two random edges of different tiles have the same colour.
    ///
    /// A blank edge does not match any edge. `None` if the deck has fewer than two tiles.
    pub match_chance: Option<f64>,
    /// For each tile, the mean number of its edges that match, if each of its edges touches a random edge of
    /// another tile.
    pub worth: Vec<f64>,
}

/// Computes the statistics of a deck.
pub fn statistics(tiles: &[Tile], colours: usize) -> Statistics {
    let mut edges = vec![0u64; colours];
    let (mut blank, mut total) = (0u64, 0u64);
    let mut distinct = vec![0u64; super::MAX_EDGES + 1];
    for tile in tiles {
        distinct[tile.distinct()] += 1;
        for letter in tile.letters() {
            total += 1;
            match edges.get_mut(usize::from(letter.colour).wrapping_sub(1)) {
                Some(count) => *count += 1,
                None => blank += 1,
            }
        }
    }
    let (mut pairs, mut matching_pairs) = (0, 0);
    let mut worth = Vec::with_capacity(tiles.len());
    for tile in tiles {
        let other_edges = total - tile.edges() as u64;
        let matches = matching_edges(tile, &edges);
        worth.push(matches as f64 / other_edges.max(1) as f64);
        pairs += tile.edges() as u64 * other_edges;
        matching_pairs += matches;
    }
    let match_chance = (pairs > 0).then(|| matching_pairs as f64 / pairs as f64);
    Statistics { edges, blank, distinct, match_chance, worth }
}

/// Returns the number of pairs of matching edges between this tile and all other tiles.
///
/// `edges` contains, for each colour, the number of edges in the deck.
fn matching_edges(tile: &Tile, edges: &[u64]) -> u64 {
    let coloured = tile.letters().iter().map(|letter| letter.colour).filter(|colour| *colour > 0);
    let matches = coloured.map(|colour| {
        let in_tile = tile.letters().iter().filter(|letter| letter.colour == colour).count() as u64;
        edges.get(usize::from(colour) - 1).map_or(0, |in_deck| in_deck - in_tile)
    });
    matches.sum()
}

/// Returns Pearson's correlation of two lists, from -1 to 1.
///
/// Returns `None` if all values in one of the lists are equal.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let n = a.len().min(b.len()) as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        let (from_mean_a, from_mean_b) = (x - mean_a, y - mean_b);
        ab += from_mean_a * from_mean_b;
        aa += from_mean_a * from_mean_a;
        bb += from_mean_b * from_mean_b;
    }
    (aa > 1e-12 && bb > 1e-12).then(|| ab / libm::sqrt(aa * bb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_of_a_small_deck_are_exact() {
        let deck = [Tile::from_colours(&[1, 1, 1, 2, 2, 0]), Tile::from_colours(&[1, 3, 3, 3, 3, 3])];
        let figures = statistics(&deck, 3);
        assert_eq!(figures.edges, [4, 2, 5]);
        assert_eq!(figures.blank, 1);
        assert_eq!(figures.distinct[2], 2);
        // Three edges of the first tile match one edge of the second tile, so 3 of 36 pairs match.
        assert_eq!(figures.match_chance, Some(3.0 / 36.0));
        assert_eq!(figures.worth, [0.5, 0.5]);
        assert_eq!(statistics(&deck[..1], 3).match_chance, None);
    }

    #[test]
    fn a_list_without_variation_has_no_correlation() {
        assert!((correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(correlation(&[1.0, 1.0], &[1.0, 2.0]), None);
    }
}
