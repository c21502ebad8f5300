//! The patterns that classes are made of: tiles whose colours are 1, 2, … m, each used at least once.
//!
//! Which colours of a palette these are does not change how a pattern can be turned, so a class is a pattern
//! and a set of colours, and however large the palette is, the patterns of six edges number 784 (turned) in all.

use super::{Alike, Letter, Tile};

/// What the edges of a tile bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// A colour each; some may be blank.
    Edges {
        /// Whether an edge may be blank.
        blank: bool,
    },
    /// Paths that join all edges in pairs.
    Paths,
}

/// The patterns with exactly `colours` colours, least tile of each class, in order. `blank`: with at least
/// one blank edge (else none is blank).
pub fn patterns(edges: usize, paths: bool, colours: usize, blank: bool, alike: Alike) -> Vec<Tile> {
    let mut found = Vec::new();
    if paths {
        joined(edges, colours, blank, alike, &mut found);
    } else if let Some(word) = Word::new(edges, colours, blank) {
        word.extend(1, 1, &mut |word| {
            let tile = Tile::of_colours(word);
            // A word is the least of its turns already.
            if alike == Alike::Turned || alike.least(&tile) == tile {
                found.push(tile);
            }
        });
    }
    found.sort_unstable();
    found
}

/// A word that grows letter by letter, so that it is the least of its turns and has every letter in the end.
///
/// Words that can still become the least of their turns are those whose next letter is no less than the one a period
/// before it (Cattell, Ruskey, Sawada, Serra and Miers, "Fast algorithms to generate necklaces, unlabeled necklaces
/// and irreducible polynomials over GF(2)", Journal of Algorithms 37, 2000).
#[derive(Debug, Clone)]
struct Word {
    letters: [u8; super::MOST_EDGES],
    edges: usize,
    most: u8,
    /// A bit for each letter that is there, and for each that is wanted.
    used: u32,
    wanted: u32,
}

impl Word {
    /// A word of its first letter, the least; none where not all letters have room.
    fn new(edges: usize, colours: usize, blank: bool) -> Option<Self> {
        let least = if blank { 0 } else { 1 };
        let all = colours + usize::from(blank);
        let room = (1..=edges.min(super::MOST_EDGES)).contains(&all);
        let wanted = if room { ((1u32 << all) - 1) << least } else { 0 };
        let letters = [least; super::MOST_EDGES];
        room.then_some(Self { letters, edges, most: colours as u8, used: 1 << least, wanted })
    }

    /// Every word that begins with the first `length` letters, of which the first `period` repeat.
    fn extend(self, length: usize, period: usize, found: &mut impl FnMut(&[u8])) {
        if length == self.edges {
            if self.edges.is_multiple_of(period) && self.used == self.wanted {
                found(&self.letters[..self.edges]);
            }
            return;
        }
        let before = self.letters[length - period];
        for letter in before..=self.most {
            let mut longer = self.clone();
            longer.letters[length] = letter;
            longer.used |= 1 << letter;
            // There must be room for the letters that are not there yet.
            if (longer.wanted & !longer.used).count_ones() as usize + length < self.edges {
                longer.extend(length + 1, if letter == before { period } else { length + 1 }, found);
            }
        }
    }
}

/// Adds the patterns of paths.
fn joined(edges: usize, colours: usize, blank: bool, alike: Alike, found: &mut Vec<Tile>) {
    for links in matchings(edges) {
        let ends: Vec<usize> = (0..edges).filter(|&e| e + links[e] < edges).collect();
        let mut word = vec![1; ends.len()];
        loop {
            let has = |c: usize| word.iter().any(|&w| usize::from(w) == c);
            if !blank && colours > 0 && (1..=colours).all(has) {
                let mut letters = vec![Letter::default(); edges];
                for (&edge, &colour) in ends.iter().zip(&word) {
                    let other = (edge + links[edge]) % edges;
                    letters[edge] = Letter { link: links[edge] as u8, colour };
                    letters[other] = Letter { link: ((edges - links[edge]) % edges) as u8, colour };
                }
                let tile = Tile::new(&letters);
                if alike.least(&tile) == tile {
                    found.push(tile);
                }
            }
            // The next word, as a number counts on.
            let Some(at) = word.iter().rposition(|&c| usize::from(c) < colours) else { break };
            word[at] += 1;
            word[at + 1..].fill(1);
        }
    }
}

/// Every way to join all edges in pairs: for each edge, how many edges further clockwise its path ends.
fn matchings(edges: usize) -> Vec<Vec<usize>> {
    fn join(links: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        let edges = links.len();
        let Some(first) = links.iter().position(|&l| l == 0) else {
            all.push(links.clone());
            return;
        };
        for other in first + 1..edges {
            if links[other] == 0 {
                links[first] = other - first;
                links[other] = edges - (other - first);
                join(links, all);
                links[first] = 0;
                links[other] = 0;
            }
        }
    }
    let mut all = Vec::new();
    if edges.is_multiple_of(2) {
        join(&mut vec![0; edges], &mut all);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Necklaces that use each of `m` colours, by Burnside's lemma over the turns of six edges and by
    /// inclusion and exclusion over the colours: (k⁶ + k³ + 2k² + 2k) / 6 necklaces have at most k colours.
    fn necklaces_onto(m: i64) -> i64 {
        let at_most = |k: i64| (k.pow(6) + k.pow(3) + 2 * k.pow(2) + 2 * k) / 6;
        let choose = |n: i64, k: i64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
        (0..=m).map(|k| if (m - k) % 2 == 0 { 1 } else { -1 } * choose(m, k) * at_most(k)).sum()
    }

    #[test]
    fn as_many_as_burnside_says() {
        for m in 1..=6 {
            let found = patterns(6, false, m, false, Alike::Turned).len();
            assert_eq!(found as i64, necklaces_onto(m as i64), "{m} colours");
        }
        let all: usize = (1..=6).map(|m| patterns(6, false, m, false, Alike::Turned).len()).sum();
        assert_eq!(all, 784);
    }

    /// All necklaces and bracelets of `n` beads in at most `k` colours, from patterns and sets of colours.
    fn in_all(n: usize, k: usize, alike: Alike) -> u64 {
        let choose = |m: usize| (0..m).fold(1u64, |c, i| c * (k - i) as u64 / (i as u64 + 1));
        (1..=n.min(k)).map(|m| choose(m) * patterns(n, false, m, false, alike).len() as u64).sum()
    }

    /// Necklaces of 3, 4 and 8 beads: OEIS A006527, A006528, A054622; of two colours by beads: A000031. Bracelets of as many:
    /// A000292, A002817, A060560; of two colours: A000029.
    #[test]
    fn tiles_of_any_regular_polygon_are_those_of_the_tables() {
        let row = |n, alike| [1, 2, 3, 4, 5].map(|k| in_all(n, k, alike));
        assert_eq!(row(3, Alike::Turned), [1, 4, 11, 24, 45]);
        assert_eq!(row(4, Alike::Turned), [1, 6, 24, 70, 165]);
        assert_eq!(row(8, Alike::Turned), [1, 36, 834, 8230, 48915]);
        assert_eq!(row(3, Alike::TurnedOrFlipped), [1, 4, 10, 20, 35]);
        assert_eq!(row(4, Alike::TurnedOrFlipped), [1, 6, 21, 55, 120]);
        assert_eq!(row(8, Alike::TurnedOrFlipped), [1, 30, 498, 4435, 25395]);
        let by_beads = |alike| [3, 4, 5, 6, 7, 8].map(|n| in_all(n, 2, alike));
        assert_eq!(by_beads(Alike::Turned), [4, 6, 8, 14, 20, 36]);
        assert_eq!(by_beads(Alike::TurnedOrFlipped), [4, 6, 8, 13, 18, 30]);
    }

    /// Burnside's lemma for any number of edges: turns by a divisor, and mirrors through edges or corners.
    #[test]
    fn burnside_counts_every_polygon() {
        let gcd = |a: u64, b: u64| {
            (1..=a.min(b).max(1)).rev().find(|d| a.is_multiple_of(*d) && b.is_multiple_of(*d)).unwrap_or(1)
        };
        for n in [3_u64, 4, 6, 8] {
            for k in 1..=4_u64 {
                let turns: u64 = (1..=n).map(|by| k.pow(gcd(by, n) as u32)).sum();
                let mirrors = match n % 2 {
                    0 => n / 2 * (k.pow((n / 2) as u32) + k.pow((n / 2 + 1) as u32)),
                    _ => n * k.pow(n.div_ceil(2) as u32),
                };
                let (n, k) = (n as usize, k as usize);
                assert_eq!(in_all(n, k, Alike::Turned), turns / n as u64, "{n} {k}");
                assert_eq!(
                    in_all(n, k, Alike::TurnedOrFlipped),
                    (turns + mirrors) / (2 * n as u64),
                    "{n} {k}"
                );
            }
        }
    }

    #[test]
    fn paths_as_published() {
        // Five shapes; 16 with three colours (the Gazette of the path-tile makers counts 16 a trio).
        let count = |m| patterns(6, true, m, false, Alike::Turned).len();
        assert_eq!([1, 2, 3].map(count), [5, 18, 16]);
        assert_eq!(matchings(6).len(), 15);
        assert_eq!(matchings(4).len(), 3);
    }
}
