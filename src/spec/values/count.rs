//! How many, as rules of a game say it: `">= 2 and <= 5"`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer};

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

impl FromStr for Count {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split(" and ").map(|part| {
            let part = part.trim();
            let signs = [
                (">=", Bound::AtLeast),
                ("<=", Bound::AtMost),
                (">", Bound::More),
                ("<", Bound::Fewer),
                ("=", Bound::Exactly),
            ];
            let sign = signs.iter().find_map(|(sign, bound)| Some((part.strip_prefix(sign)?, *bound)));
            let (rest, bound) = sign.unwrap_or((part, Bound::Exactly));
            let rest = rest.trim();
            let term = match rest.strip_prefix("cells of ") {
                Some(board) => Term::Cells(board.trim().to_owned()),
                None if rest == "seats" => Term::Seats,
                None => Term::Number(rest.parse().map_err(|_| {
                    format!(
                        "`{text}` says no number: write 7, \">= 1\", \"< 5\", \">= 2 and <= 5\", \"seats\" or \
                         \">= cells of board\""
                    )
                })?),
            };
            Ok((bound, term))
        });
        parts.collect::<Result<_, String>>().map(Self)
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or text such as \">= 1\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Count, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Count, E> {
                let n = u32::try_from(n).map_err(E::custom)?;
                Ok(Count(vec![(Bound::Exactly, Term::Number(n))]))
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Count, E> {
                let n = u32::try_from(n).map_err(E::custom)?;
                Ok(Count(vec![(Bound::Exactly, Term::Number(n))]))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

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
        assert!(words("many").unwrap_err().contains(">= 1"));
        assert!(words("-1").is_err() && words("").is_err() && words(">= 1 and").is_err());
    }
}
