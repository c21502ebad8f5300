//! What a designer asks of a deck: how often each colour comes, how colourful tiles are, how well they match.

use super::Tile;

/// The figures of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// How many edges bear each colour, in the order of the colours.
    pub edges: Vec<u64>,
    /// How many edges are blank.
    pub blank: u64,
    /// How many tiles have 0, 1, 2, … different colours.
    pub distinct: Vec<u64>,
    /// The chance that an edge of one tile has the colour of an edge of another, both drawn at random; none
    /// for fewer than two tiles. Blank matches nothing.
    pub match_chance: Option<f64>,
    /// For each tile, how many of its edges match on average if each lies against a random edge of another
    /// tile: what it is worth beside full neighbours.
    pub worth: Vec<f64>,
}

/// Works the figures out.
pub fn statistics(tiles: &[Tile], colours: usize) -> Statistics {
    let mut edges = vec![0u64; colours];
    let (mut blank, mut all) = (0u64, 0u64);
    let mut distinct = vec![0u64; super::MOST_EDGES + 1];
    for tile in tiles {
        distinct[tile.distinct()] += 1;
        for letter in tile.letters() {
            all += 1;
            match edges.get_mut(usize::from(letter.colour).wrapping_sub(1)) {
                Some(count) => *count += 1,
                None => blank += 1,
            }
        }
    }
    // How many edges of other tiles match each edge of this one.
    let matches = |tile: &Tile| -> u64 {
        let own = |colour: u8| tile.letters().iter().filter(|l| l.colour == colour).count() as u64;
        let coloured = tile.letters().iter().filter(|l| l.colour > 0);
        coloured.map(|l| edges.get(usize::from(l.colour) - 1).map_or(0, |all| all - own(l.colour))).sum()
    };
    let others = |tile: &Tile| all - tile.edges() as u64;
    let worth: Vec<f64> =
        tiles.iter().map(|tile| matches(tile) as f64 / others(tile).max(1) as f64).collect();
    let pairs: u64 = tiles.iter().map(|tile| tile.edges() as u64 * others(tile)).sum();
    let matching: u64 = tiles.iter().map(matches).sum();
    let match_chance = (pairs > 0).then(|| matching as f64 / pairs as f64);
    Statistics { edges, blank, distinct, match_chance, worth }
}

/// How two lists hang together, from -1 to 1 (Pearson); none where one of them does not vary.
pub fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let n = a.len().min(b.len()) as f64;
    let mean = |list: &[f64]| list.iter().sum::<f64>() / n;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        let (x, y) = (x - mean_a, y - mean_b);
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    (aa > 1e-12 && bb > 1e-12).then(|| ab / libm::sqrt(aa * bb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_deck() {
        let deck = [Tile::of_colours(&[1, 1, 1, 2, 2, 0]), Tile::of_colours(&[1, 3, 3, 3, 3, 3])];
        let figures = statistics(&deck, 3);
        assert_eq!(figures.edges, [4, 2, 5]);
        assert_eq!(figures.blank, 1);
        assert_eq!(figures.distinct[2], 2);
        // Three edges of the first tile meet one of the second: 3 of 36 pairs.
        assert_eq!(figures.match_chance, Some(3.0 / 36.0));
        assert_eq!(figures.worth, [0.5, 0.5]);
        assert_eq!(statistics(&deck[..1], 3).match_chance, None);
    }

    #[test]
    fn correlation_of_lines() {
        assert!((correlation(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(correlation(&[1.0, 1.0], &[1.0, 2.0]), None);
    }
}
