//! How many, as rules of a game say it: `">= 2 and <= 5"`.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;

use super::bad;
use super::either::{Either, read_either};
use super::mend::{plain, whole};
use crate::diag::{Diagnostic, Result};

/// How a number stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// `7`
    Exactly,
    /// `>= 7`
    AtLeast,
    /// `<= 7`
    AtMost,
    /// `> 7`
    More,
    /// `< 7`
    Fewer,
}

/// A number that things are counted against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// Itself.
    Number(u32),
    /// The seats of the game.
    Seats,
    /// The cells of a board.
    Cells(String),
}

/// How many: `7`, `">= 1"`, `">= 2 and <= 5"`, `"seats"`, `"< cells of board"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count(pub Vec<(Bound, Term)>);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (bound, term)) in self.0.iter().enumerate() {
            let and = if i == 0 { "" } else { " and " };
            let bound = match bound {
                Bound::Exactly => "",
                Bound::AtLeast => "at least ",
                Bound::AtMost => "at most ",
                Bound::More => "more than ",
                Bound::Fewer => "fewer than ",
            };
            match term {
                Term::Number(n) => write!(f, "{and}{bound}{n}")?,
                Term::Seats => write!(f, "{and}{bound}as many as there are seats")?,
                Term::Cells(board) => write!(f, "{and}{bound}the cells of {board}")?,
            }
        }
        Ok(())
    }
}

/// The signs that a bound is written with; a number without one is meant exactly.
const SIGNS: [(&str, Bound); 5] = [
    (">=", Bound::AtLeast),
    ("<=", Bound::AtMost),
    (">", Bound::More),
    ("<", Bound::Fewer),
    ("=", Bound::Exactly),
];

impl FromStr for Count {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let parts = text.split(" and ").map(|part| {
            let part = part.trim();
            let sign = SIGNS.iter().find_map(|(sign, bound)| Some((part.strip_prefix(sign)?.trim(), *bound)));
            let (rest, bound) = sign.unwrap_or((part, Bound::Exactly));
            let term = match rest.strip_prefix("cells of ") {
                Some(board) => Term::Cells(board.trim().to_owned()),
                None if rest == "seats" => Term::Seats,
                None => Term::Number(rest.parse().map_err(|_| {
                    let hint =
                        meant(text).map_or_else(|| WANTED.to_owned(), |right| format!("write {right}"));
                    bad(format!("`{text}` says no number")).hint(hint)
                })?),
            };
            Ok((bound, term))
        });
        parts.collect::<Result<_, _>>().map(Self)
    }
}

/// How people say a bound, and how it is written.
const SAID: [(&str, &str); 12] = [
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

/// A number as it may be meant, with its quotes: `at least 9`, `5-9`, `9+`, `nine`.
fn meant(text: &str) -> Option<String> {
    let plain = plain(text).to_lowercase();
    if let Some((sign, rest)) =
        SAID.iter().find_map(|(said, sign)| Some((sign, plain.strip_prefix(said)?.trim())))
    {
        return rest.parse::<u32>().ok().map(|number| format!("\"{sign} {number}\""));
    }
    if let Some(number) = plain.strip_suffix('+').and_then(|number| number.trim().parse::<u32>().ok()) {
        return Some(format!("\">= {number}\""));
    }
    let range = ["..", "-", " to "].iter().find_map(|sign| plain.split_once(sign));
    if let Some((least, most)) = range {
        let (least, most) = (least.trim().parse::<u32>().ok()?, most.trim().parse::<u32>().ok()?);
        return Some(format!("\">= {least} and <= {most}\""));
    }
    whole(&plain).map(|number| number.to_string())
}

const WANTED: &str = "write 7, \">= 1\", \"< 5\", \">= 2 and <= 5\", \"seats\" or \">= cells of board\"";

impl Either<'_> for Count {
    const WANTED: &'static str = "a number, or text such as \">= 1\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        let number = u32::try_from(number).map_err(E::custom)?;
        Ok(Self(vec![(Bound::Exactly, Term::Number(number))]))
    }
}

read_either!(Count);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_as_they_are_written() {
        let words = |text: &str| text.parse::<Count>().map(|count| count.to_string());
        assert_eq!(words("7").unwrap(), "7");
        assert_eq!(words(">= 2 and <5").unwrap(), "at least 2 and fewer than 5");
        assert_eq!(words("seats").unwrap(), "as many as there are seats");
        assert_eq!(words("<= cells of board-37").unwrap(), "at most the cells of board-37");
        assert!(words("many").unwrap_err().to_string().contains(">= 1"));
        assert!(words("-1").is_err() && words("").is_err() && words(">= 1 and").is_err());
    }
}
