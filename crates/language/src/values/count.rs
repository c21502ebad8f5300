//! Parses the counts in the rules of a layout, such as `">= 2 and <= 5"`.
//!
//! - In: a whole number or a text.
//! - Out: a [`CountCondition`], or an error that suggests the likely text.
//! - Not here: counting anything.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;

use super::bad;
use super::either::{Either, read_either};
use super::usual_spelling::{plain, whole_number};
use hexpress_base::diag::{Diagnostic, Result};

/// How a number of cells or pieces is compared with a [`Term`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// `7`: the number must be 7.
    Exactly,
    /// `>= 7`: the number must be 7 or more.
    AtLeast,
    /// `<= 7`: the number must be 7 or less.
    AtMost,
    /// `> 7`: the number must be more than 7.
    More,
    /// `< 7`: the number must be less than 7.
    Fewer,
}

/// The right side of a comparison, such as `7` in `>= 7`. The left side is a number of cells or pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A fixed number.
    Number(u32),
    /// The number of seats at the table.
    Seats,
    /// The number of cells of the board with this name.
    Cells(String),
}

/// A condition on a number of cells or pieces: `7`, `">= 1"`, `">= 2 and <= 5"`, `"seats"`,
/// `"< cells of board"`. All comparisons must be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountCondition(pub Vec<(Bound, Term)>);

impl fmt::Display for CountCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (bound, term)) in self.0.iter().enumerate() {
            let and = if i == 0 { "" } else { " and " };
            let words = match bound {
                Bound::Exactly => "",
                Bound::AtLeast => "at least ",
                Bound::AtMost => "at most ",
                Bound::More => "more than ",
                Bound::Fewer => "fewer than ",
            };
            // English needs `as many as` in `at least as many as there are seats`, but not in
            // `more than there are seats`.
            let as_many = if matches!(bound, Bound::More | Bound::Fewer) { "" } else { "as many as " };
            match term {
                Term::Number(n) => write!(f, "{and}{words}{n}")?,
                Term::Seats => write!(f, "{and}{words}{as_many}there are seats")?,
                Term::Cells(board) => write!(f, "{and}{words}{as_many}`{board}` has cells")?,
            }
        }
        Ok(())
    }
}

/// The sign of each comparison. A number without a sign means [`Bound::Exactly`].
const SIGNS: [(&str, Bound); 5] = [
    (">=", Bound::AtLeast),
    ("<=", Bound::AtMost),
    (">", Bound::More),
    ("<", Bound::Fewer),
    ("=", Bound::Exactly),
];

impl FromStr for CountCondition {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text.split(" and ").map(|part| parse_part(part.trim()).ok_or_else(|| mistake(text)));
        parts.collect::<Result<_, _>>().map(Self)
    }
}

/// Parses one comparison of a count. Returns `None` if the text is not a comparison.
fn parse_part(part: &str) -> Option<(Bound, Term)> {
    let (rest, bound) = SIGNS
        .iter()
        .find_map(|(sign, bound)| Some((part.strip_prefix(sign)?.trim(), *bound)))
        .unwrap_or((part, Bound::Exactly));
    let term = match rest.strip_prefix("cells of ") {
        Some(board) => Term::Cells(board.trim().to_owned()),
        None if rest == "seats" => Term::Seats,
        None => Term::Number(rest.parse().ok()?),
    };
    Some((bound, term))
}

/// Returns the error for a text that is not a count.
fn mistake(text: &str) -> Diagnostic {
    let hint = likely_count(text).map_or_else(|| EXAMPLES.to_owned(), |right| format!("write {right}"));
    bad(format!("expected a number or a comparison such as \">= 5\", found `{text}`")).hint(hint)
}

/// Other words and signs that users write for comparisons, each with the sign in [`SIGNS`] that has the
/// same meaning.
const COMPARISON_WORDS: [(&str, &str); 12] = [
    ("at least", ">="),
    ("minimum", ">="),
    ("min", ">="),
    ("≥", ">="),
    ("at most", "<="),
    ("maximum", "<="),
    ("max", "<="),
    ("up to", "<="),
    ("≤", "<="),
    ("more than", ">"),
    ("less than", "<"),
    ("fewer than", "<"),
];

/// Returns the count that a text such as `at least 9`, `5-9`, `9+` or `nine` probably means. The count
/// is written as TOML. Returns `None` if the meaning cannot be guessed.
fn likely_count(text: &str) -> Option<String> {
    let plain = plain(text).to_lowercase();
    if let Some((sign, rest)) =
        COMPARISON_WORDS.iter().find_map(|(words, sign)| Some((sign, plain.strip_prefix(words)?.trim())))
    {
        return rest.parse::<u32>().ok().map(|number| format!("\"{sign} {number}\""));
    }
    if let Some(number) = plain.strip_suffix('+').and_then(|number| number.trim().parse::<u32>().ok()) {
        return Some(format!("\">= {number}\""));
    }
    let range = ["..", "-", " to "].iter().find_map(|sign| plain.split_once(sign));
    if let Some((from, to)) = range {
        let (least, most): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        return Some(format!("\">= {least} and <= {most}\""));
    }
    whole_number(&plain).map(|number| number.to_string())
}

/// The hint for a text whose meaning cannot be guessed.
const EXAMPLES: &str = "write 7, \">= 1\" or \">= 2 and <= 5\"; `seats` (the number of players) and `cells of board` \
    (the number of its cells) also count as numbers";

impl Either<'_> for CountCondition {
    const WANTED: &'static str = "a number, or text such as \">= 1\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        let number = u32::try_from(number).map_err(E::custom)?;
        Ok(Self(vec![(Bound::Exactly, Term::Number(number))]))
    }
}

read_either!(CountCondition);

#[cfg(test)]
mod tests {
    use super::*;

    fn in_words(text: &str) -> Result<String> {
        text.parse::<CountCondition>().map(|count| count.to_string())
    }

    #[test]
    fn counts_read_as_they_are_written() {
        assert_eq!(in_words("7").unwrap(), "7");
        assert_eq!(in_words(">= 2 and <5").unwrap(), "at least 2 and fewer than 5");
        assert_eq!(in_words("seats").unwrap(), "as many as there are seats");
        assert_eq!(in_words("<= cells of board-37").unwrap(), "at most as many as `board-37` has cells");
        assert!(in_words("many").unwrap_err().to_string().contains(">= 1"));
        assert!(in_words("-1").is_err() && in_words("").is_err() && in_words(">= 1 and").is_err());
    }
}
