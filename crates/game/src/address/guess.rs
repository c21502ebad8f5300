//! Guesses what the user means by an unknown word in an address.
//!
//! - In: the word, and the names of the cells.
//! - Out: what to type instead, if that is known.
//! - Not here: deciding whether the word is wrong.

use std::fmt;

use super::reader::Reader;
use super::tokens;
use hexpress_base::diag::near::nearest;
use hexpress_base::diag::synonyms::{Typed, synonym};

/// The largest number of cells that a hint lists one by one. If there are more, the hint names only the
/// first and the last.
const MAX_LISTED: usize = 12;

/// A hint suggests a cell with a similar name only if the unknown word has at least this number of
/// characters.
///
/// A shorter word, such as `z9`, is probably not a typing mistake. It is the name of a cell that the
/// board does not have.
const LONG_NAME: usize = 4;

/// What the user may mean by an unknown word in an address.
pub(super) enum WordAdvice {
    /// The rest of a hint that begins with `write`, such as
    /// `` `kind hill` for all cells of that kind ``.
    Write(String),
    /// A whole hint, such as ``write `ring 1 of e5` ``.
    Rule(String),
}

impl WordAdvice {
    pub(super) fn is_replacement(&self) -> bool {
        matches!(self, Self::Write(_))
    }
}

impl fmt::Display for WordAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(replacement) => write!(f, "write {replacement}"),
            Self::Rule(rule) => f.write_str(rule),
        }
    }
}

impl Reader<'_, '_> {
    /// Returns a hint for an unknown word that looks like the name of a cell, such as `a99`.
    ///
    /// The hint lists the cells whose names differ from `word` only in the number at the end. `index`
    /// is the position of the word among the tokens. If `word` ends a run that begins with one of these
    /// cells, as in `a1 .. a99`, the hint says where the run can end. Returns `None` if fewer than two
    /// cells have such names.
    pub(super) fn line_hint(&self, index: usize, word: &str) -> Option<String> {
        let cells = tokens::same_line(word, &self.board.names);
        let (last, rest) = cells.split_last().filter(|(_, rest)| !rest.is_empty())?;
        let listed = match rest {
            [first, _, _, ..] if cells.len() > MAX_LISTED => format!("one of {first} to {last}"),
            rest => format!("{} or {last}", rest.join(", ")),
        };
        let run_start =
            index.checked_sub(2).filter(|_| self.tokens[index - 1].text == "..").map(|i| self.tokens[i].text);
        Some(match run_start.filter(|first| rest.contains(first)) {
            Some(first) => format!("end with a cell that the board has: \"{first} .. {last}\""),
            None => format!("did you mean {listed}?"),
        })
    }

    /// Returns the name of a cell, or a keyword such as `border`, that the user probably means by
    /// `word`.
    ///
    /// The first choice is a name that differs from `word` only in capitals, leading zeros, or the
    /// order of letters and digits. The second choice is a similar keyword, or a similar name if `word`
    /// has at least [`LONG_NAME`] characters. Returns `None` if nothing is similar.
    pub(super) fn similar_name(&self, word: &str) -> Option<&str> {
        let names = &self.board.names;
        let plain = plain_name(word);
        let same = names.iter().copied().find(|name| plain_name(name) == plain);
        let candidates = if word.chars().count() >= LONG_NAME { &names[..] } else { &[] };
        same.or_else(|| nearest(word, candidates.iter().copied().chain(["all", "border", "kind", "ring"])))
    }

    /// Returns a hint for a known mistake. Returns `None` for any other word.
    ///
    /// For example, the word may join two cells as in other programs (`a1-a5`). Or it may be the name
    /// of a kind without `kind` before it.
    pub(super) fn advice_for(&self, word: &str) -> Option<WordAdvice> {
        for sign in ["-", ":", "–", "…", "...", "->", "/", "+", "&"] {
            let Some((one, other)) =
                word.split_once(sign).filter(|(a, b)| self.board.has(a) && self.board.has(b))
            else {
                continue;
            };
            return Some(WordAdvice::Write(match sign {
                "/" | "+" | "&" => {
                    format!("`{one} {other}` for both cells, or `{one}|{other}` for the edge between them")
                }
                _ if self.are_neighbours(one, other) => {
                    format!(
                        "`{one}|{other}` for the edge between the two cells, or `{one} {other}` for both cells"
                    )
                }
                _ => format!("`{one} .. {other}` for all cells from `{one}` to `{other}`"),
            }));
        }
        if let Some(cell) = word.strip_prefix("ring(").filter(|name| self.board.has(name)) {
            return Some(WordAdvice::Rule(format!("write `ring 1 of {cell}`")));
        }
        if word == "." {
            return Some(WordAdvice::Rule(
                "write exactly two dots between the first and the last cell of a run".to_owned(),
            ));
        }
        if let Some(name) = word.strip_prefix('.').filter(|name| self.board.has(name)) {
            return Some(WordAdvice::Rule(format!("write a run with two dots: `.. {name}`")));
        }
        if let Some(name) = word.strip_suffix(';').filter(|name| self.board.has(name)) {
            return Some(WordAdvice::Rule(format!("write a comma instead of the semicolon: `{name},`")));
        }
        let mut kinds = (0..self.board.cells.len()).map(self.kind_of);
        if word.chars().count() > 1 && kinds.any(|kind| kind == word) {
            return Some(WordAdvice::Write(format!("`kind {word}` for all cells of that kind")));
        }
        synonym(Typed::Value("address"), word).map(|rule| WordAdvice::Rule(rule.words))
    }

    fn are_neighbours(&self, one: &str, other: &str) -> bool {
        let cells = [one, other].map(|name| self.board.by_name.get(name).copied());
        let [Some(cell), Some(neighbour)] = cells else { return false };
        self.board.neighbours(self.board.cells[cell]).contains(&neighbour)
    }
}

/// Returns a name in lower case: first its letters, then its other characters without leading zeros.
/// For example, `05A` becomes `a5`.
fn plain_name(name: &str) -> String {
    let lower = name.to_lowercase();
    let (letters, rest): (String, String) = lower.chars().partition(|c| c.is_alphabetic());
    letters + rest.trim_start_matches('0')
}
