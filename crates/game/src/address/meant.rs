//! What is meant by a word of an address that names no cell.
//!
//! - Goes in: the word, and the names of the board.
//! - Comes out: what to type instead, if that is known.
//! - Does not: decide whether the word is wrong.

use super::{Reader, words};
use crate::diag::near::nearest;
use crate::diag::synonyms::{Typed, synonym};

/// The most cells of a line that a hint lists.
const MOST_LISTED: usize = 12;

impl Reader<'_, '_> {
    /// Returns a hint for the name of a cell that is off the board: the cells of its line, and where a run of them ends.
    pub(super) fn line_of(&self, at: usize, word: &str) -> Option<String> {
        let cells = words::same_line(word, &self.board.names);
        let (last, rest) = cells.split_last().filter(|(_, rest)| !rest.is_empty())?;
        let listed = match rest {
            [first, _, _, ..] if cells.len() > MOST_LISTED => format!("{first} to {last}"),
            rest => format!("{} and {last}", rest.join(", ")),
        };
        let first = at.checked_sub(2).filter(|_| self.tokens[at - 1].0 == "..").map(|at| self.tokens[at].0);
        let run = first.filter(|first| rest.contains(first));
        let run = run.map_or_else(String::new, |first| format!(": write \"{first} .. {last}\""));
        Some(format!("the cells of this line are {listed}{run}"))
    }

    /// Returns the name of a cell that differs only in capitals, leading zeros or the order of letters and digits. Otherwise
    /// returns a similar long name or word: a short name is that of a cell off the board.
    pub(super) fn near(&self, word: &str) -> Option<&str> {
        let names = || self.board.names.iter().copied();
        let meant = plain_name(word);
        let alike = names().find(|name| plain_name(name) == meant);
        let is_long = word.chars().count() >= 4;
        alike.or_else(|| nearest(word, names().filter(|_| is_long).chain(["all", "border", "kind", "ring"])))
    }

    /// Returns what to type in place of cells that are joined as in other programs, or of a kind without `kind` before it.
    pub(super) fn meant(&self, word: &str) -> Option<String> {
        let is_cell = |name: &str| self.board.by_name.contains_key(name);
        for sign in ["-", ":", "–", "…", "...", "->", "/", "+", "&"] {
            let Some((one, other)) = word.split_once(sign).filter(|(a, b)| is_cell(a) && is_cell(b)) else {
                continue;
            };
            return Some(match sign {
                "/" | "+" | "&" => {
                    format!(
                        "write `{one} {other}` for both cells, or `{one}|{other}` for the edge between them"
                    )
                }
                _ if self.are_neighbours(one, other) => {
                    format!(
                        "write `{one}|{other}` for the edge between them, or `{one} {other}` for both cells"
                    )
                }
                _ => format!("write `{one} .. {other}` for all cells from one to the other"),
            });
        }
        if let Some(cell) = word.strip_prefix("ring(").filter(|name| is_cell(name)) {
            return Some(format!("a ring is written `ring 1 of {cell}`"));
        }
        if word == "." {
            return Some("a run of cells has two dots".to_owned());
        }
        if let Some(name) = word.strip_prefix('.').filter(|name| is_cell(name)) {
            return Some(format!("a run has two dots: `.. {name}`"));
        }
        if let Some(name) = word.strip_suffix(';').filter(|name| is_cell(name)) {
            return Some(format!("cells have a comma or a blank between them: `{name}`"));
        }
        let mut kinds = (0..self.board.cells.len()).map(self.kind);
        let is_kind = word.chars().count() > 1 && kinds.any(|kind| kind == word);
        let is_kind = is_kind.then(|| format!("write `kind {word}` for all cells of that kind"));
        is_kind.or_else(|| synonym(Typed::Value("address"), word).map(str::to_owned))
    }

    fn are_neighbours(&self, one: &str, other: &str) -> bool {
        let cell =
            |name: &str| self.board.by_name.get(name).and_then(|&at| self.board.cells.get(at).copied());
        let pair = cell(one).zip(cell(other));
        pair.is_some_and(|(one, other)| self.board.tiling.neighbours(one).any(|next| next == other))
    }
}

/// Returns a name in small letters, with its letters before its digits, and without leading zeros.
fn plain_name(name: &str) -> String {
    let name = name.to_lowercase();
    let is_letter = |c: &char| c.is_alphabetic();
    let letters: String = name.chars().filter(is_letter).collect();
    let rest: String = name.chars().filter(|c| !is_letter(c)).collect();
    letters + rest.trim_start_matches('0')
}
