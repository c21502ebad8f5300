//! Finds the patterns of tiles. A pattern uses each of the colours 1, 2, …, m at least once.
//!
//! - In: the number of edges, their marking, and the number of colours.
//! - Out: the first tile of each class, in the sort order of tiles.
//! - Not here: choosing the colours of a palette that replace 1, 2, …, m.
//!
//! A pattern and a set of colours are enough to describe a class. If two rotations of a pattern look the
//! same, they do so in any colours. For six edges, there are only 784 patterns, whatever the size of the
//! palette.

use super::{Letter, MAX_EDGES, Tile, TileEquality};

/// How the edges of a tile are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeMarking {
    /// Each edge has a colour.
    Edges {
        /// Whether edges may be blank.
        blank: bool,
    },
    /// Paths join all edges in pairs.
    Paths,
}

/// Returns the first tile of each class with exactly `colours` colours, in ascending order.
///
/// If `marking` allows blank edges, returns only tiles that have at least one blank edge.
pub fn patterns(edges: usize, marking: EdgeMarking, colours: usize, alike: TileEquality) -> Vec<Tile> {
    let mut found = match marking {
        EdgeMarking::Paths => path_patterns(edges, colours, alike),
        EdgeMarking::Edges { blank } => edge_patterns(edges, colours, blank, alike),
    };
    found.sort_unstable();
    found
}

fn edge_patterns(edges: usize, colours: usize, blank: bool, alike: TileEquality) -> Vec<Tile> {
    let mut found = Vec::new();
    if let Some(word) = Word::new(edges, colours, blank) {
        word.extend(1, 1, &mut |letters| {
            let tile = Tile::from_colours(letters);
            // The word is already the least of its rotations, so only reflections are compared.
            if alike == TileEquality::Turned || alike.least(&tile) == tile {
                found.push(tile);
            }
        });
    }
    found
}

/// A word of letters that is extended until it has a letter for each edge. No rotation of the finished
/// word comes before it in alphabetical order.
///
/// The period of a word is the number of letters after which it repeats: `121` has the period 2. A new
/// letter must not be less than the letter one period before it. For example, the letter after `121`
/// must be at least 2. Otherwise, the rotation that begins with `11` would come before the word.
///
/// Only words with this property can come first among their rotations. Source: Cattell, Ruskey,
/// Sawada, Serra and Miers, "Fast algorithms to generate necklaces, unlabeled necklaces and
/// irreducible polynomials over GF(2)", Journal of Algorithms 37, 2000.
#[derive(Debug, Clone)]
struct Word {
    letters: [u8; MAX_EDGES],
    edges: usize,
    /// The largest letter that is allowed.
    max_letter: u8,
    /// The letters that are already in the word. Bit n stands for the letter n.
    used: u32,
    /// The letters that must be in the finished word. Bit n stands for the letter n.
    required: u32,
}

impl Word {
    /// Returns a word that starts with the smallest letter.
    ///
    /// Returns `None` if there are more letters than edges.
    fn new(edges: usize, colours: usize, blank: bool) -> Option<Self> {
        let least = if blank { 0 } else { 1 };
        let letter_count = colours + usize::from(blank);
        let fits = (1..=edges.min(MAX_EDGES)).contains(&letter_count);
        let required = if fits { ((1u32 << letter_count) - 1) << least } else { 0 };
        let letters = [least; MAX_EDGES];
        fits.then_some(Self { letters, edges, max_letter: colours as u8, used: 1 << least, required })
    }

    /// Calls `found` with every finished word that starts with the first `length` letters of this
    /// word.
    ///
    /// The first `length` letters repeat the first `period` letters.
    fn extend(self, length: usize, period: usize, found: &mut impl FnMut(&[u8])) {
        if length == self.edges {
            if self.edges.is_multiple_of(period) && self.used == self.required {
                found(&self.letters[..self.edges]);
            }
            return;
        }
        let before = self.letters[length - period];
        for letter in before..=self.max_letter {
            let mut longer = self.clone();
            longer.letters[length] = letter;
            longer.used |= 1 << letter;
            let missing = (longer.required & !longer.used).count_ones() as usize;
            if missing + length < self.edges {
                longer.extend(length + 1, if letter == before { period } else { length + 1 }, found);
            }
        }
    }
}

fn path_patterns(edges: usize, colours: usize, alike: TileEquality) -> Vec<Tile> {
    let mut found = Vec::new();
    if colours == 0 {
        return found;
    }
    for links in matchings(edges) {
        // A path is listed only at the first of its two edges.
        let starts: Vec<usize> = (0..edges).filter(|&edge| edge + links[edge] < edges).collect();
        let mut path_colours = vec![1; starts.len()];
        loop {
            if uses_all(&path_colours, colours) {
                let tile = path_tile(&links, &starts, &path_colours);
                if alike.least(&tile) == tile {
                    found.push(tile);
                }
            }
            if !count_on(&mut path_colours, colours) {
                break;
            }
        }
    }
    found
}

/// Returns whether each colour from 1 to `colours` occurs.
fn uses_all(path_colours: &[u8], colours: usize) -> bool {
    (1..=colours).all(|colour| path_colours.iter().any(|&own| usize::from(own) == colour))
}

/// Moves to the next combination of colours. Returns `false` after the last one.
///
/// The colours are counted up like the digits of a number. Each digit runs from 1 to `colours`.
fn count_on(path_colours: &mut [u8], colours: usize) -> bool {
    let Some(digit) = path_colours.iter().rposition(|&colour| usize::from(colour) < colours) else {
        return false;
    };
    path_colours[digit] += 1;
    path_colours[digit + 1..].fill(1);
    true
}

/// Returns a tile with paths. The path that starts at the edge `starts[i]` has the colour
/// `path_colours[i]`.
fn path_tile(links: &[usize], starts: &[usize], path_colours: &[u8]) -> Tile {
    let edges = links.len();
    let mut letters = vec![Letter::default(); edges];
    for (&start, &colour) in starts.iter().zip(path_colours) {
        let end = (start + links[start]) % edges;
        letters[start] = Letter { link: links[start] as u8, colour };
        letters[end] = Letter { link: ((edges - links[start]) % edges) as u8, colour };
    }
    Tile::new(&letters)
}

/// Returns every way to join all edges in pairs. Each way is a list with the clockwise distance
/// from each edge to the other end of its path.
fn matchings(edges: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    if edges.is_multiple_of(2) {
        join_rest(&mut vec![0; edges], &mut found);
    }
    found
}

/// Finds all ways to join the edges whose link is still 0, and adds each way to `found`.
fn join_rest(links: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let edges = links.len();
    let Some(first) = links.iter().position(|&link| link == 0) else {
        found.push(links.clone());
        return;
    };
    for other in first + 1..edges {
        if links[other] == 0 {
            links[first] = other - first;
            links[other] = edges - (other - first);
            join_rest(links, found);
            links[first] = 0;
            links[other] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOURED: EdgeMarking = EdgeMarking::Edges { blank: false };

    fn choose(n: u64, k: u64) -> u64 {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    /// Returns the number of necklaces with six beads and at most `k` colours, by Burnside's lemma.
    fn necklaces(k: i64) -> i64 {
        (k.pow(6) + k.pow(3) + 2 * k.pow(2) + 2 * k) / 6
    }

    /// Returns the number of necklaces with six beads in which each of `m` colours occurs
    /// (inclusion and exclusion).
    fn necklaces_onto(m: i64) -> i64 {
        let sign = |k: i64| if (m - k) % 2 == 0 { 1 } else { -1 };
        (0..=m).map(|k| sign(k) * choose(m as u64, k as u64) as i64 * necklaces(k)).sum()
    }

    #[test]
    fn the_counts_are_those_of_burnsides_lemma() {
        for m in 1..=6 {
            let found = patterns(6, COLOURED, m, TileEquality::Turned).len();
            assert_eq!(found as i64, necklaces_onto(m as i64), "{m} colours");
        }
        let all: usize = (1..=6).map(|m| patterns(6, COLOURED, m, TileEquality::Turned).len()).sum();
        assert_eq!(all, 784);
    }

    /// Computes the number of necklaces or bracelets with `n` beads and at most `k` colours. The
    /// number of patterns with m colours is multiplied by the number of sets of m colours.
    fn count_all(n: usize, k: usize, alike: TileEquality) -> u64 {
        let with = |m: usize| choose(k as u64, m as u64) * patterns(n, COLOURED, m, alike).len() as u64;
        (1..=n.min(k)).map(with).sum()
    }

    fn up_to_five_colours(n: usize, alike: TileEquality) -> [u64; 5] {
        [1, 2, 3, 4, 5].map(|k| count_all(n, k, alike))
    }

    fn two_colours_by_beads(alike: TileEquality) -> [u64; 6] {
        [3, 4, 5, 6, 7, 8].map(|n| count_all(n, 2, alike))
    }

    /// Compares the numbers of classes with sequences of OEIS.
    ///
    /// Necklaces with 3, 4 and 8 beads are A006527, A006528 and A054622. Necklaces with two colours
    /// are A000031. Bracelets with 3, 4 and 8 beads are A000292, A002817 and A060560. Bracelets
    /// with two colours are A000029.
    #[test]
    fn tiles_of_any_regular_polygon_are_those_of_the_tables() {
        assert_eq!(up_to_five_colours(3, TileEquality::Turned), [1, 4, 11, 24, 45]);
        assert_eq!(up_to_five_colours(4, TileEquality::Turned), [1, 6, 24, 70, 165]);
        assert_eq!(up_to_five_colours(8, TileEquality::Turned), [1, 36, 834, 8230, 48915]);
        assert_eq!(up_to_five_colours(3, TileEquality::TurnedOrFlipped), [1, 4, 10, 20, 35]);
        assert_eq!(up_to_five_colours(4, TileEquality::TurnedOrFlipped), [1, 6, 21, 55, 120]);
        assert_eq!(up_to_five_colours(8, TileEquality::TurnedOrFlipped), [1, 30, 498, 4435, 25395]);
        assert_eq!(two_colours_by_beads(TileEquality::Turned), [4, 6, 8, 14, 20, 36]);
        assert_eq!(two_colours_by_beads(TileEquality::TurnedOrFlipped), [4, 6, 8, 13, 18, 30]);
    }

    fn gcd(a: u64, b: u64) -> u64 {
        (1..=a.min(b).max(1)).rev().find(|d| a.is_multiple_of(*d) && b.is_multiple_of(*d)).unwrap_or(1)
    }

    /// Compares the numbers of classes with Burnside's lemma, for each number of edges.
    ///
    /// The lemma takes the mean number of colourings that a rotation, or a rotation or reflection,
    /// leaves unchanged.
    #[test]
    fn the_counts_of_every_polygon_are_those_of_burnsides_lemma() {
        for n in [3_u64, 4, 6, 8] {
            for k in 1..=4_u64 {
                let turns: u64 = (1..=n).map(|by| k.pow(gcd(by, n) as u32)).sum();
                let mirrors = match n % 2 {
                    0 => n / 2 * (k.pow((n / 2) as u32) + k.pow((n / 2 + 1) as u32)),
                    _ => n * k.pow(n.div_ceil(2) as u32),
                };
                let (n, k) = (n as usize, k as usize);
                assert_eq!(count_all(n, k, TileEquality::Turned), turns / n as u64, "{n} {k}");
                assert_eq!(
                    count_all(n, k, TileEquality::TurnedOrFlipped),
                    (turns + mirrors) / (2 * n as u64),
                    "{n} {k}"
                );
            }
        }
    }

    #[test]
    fn the_counts_of_path_tiles_are_those_published() {
        // With one colour, there are five patterns. With three colours, there are 16. The Gazette of
        // the path-tile makers also counts 16 tiles for each set of three colours.
        let counts = [1, 2, 3].map(|m| patterns(6, EdgeMarking::Paths, m, TileEquality::Turned).len());
        assert_eq!(counts, [5, 18, 16]);
        assert_eq!(matchings(6).len(), 15);
        assert_eq!(matchings(4).len(), 3);
    }
}
