//! What must hold: the rules of a game that can be seen in what is printed, inside the component they speak of.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer};

use crate::spec::values::place::{At, Named, OneOrMany};

/// What must hold of a board.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BoardMust {
    /// What the board is as a whole.
    pub be: Option<At<OneOrMany<BoardIs>>>,
    /// How many cells there are, of each kind and with each mark.
    pub have: Named<At<Count>>,
    /// Which turns and mirrors leave the board as it is.
    #[serde(rename = "match")]
    pub match_: Option<At<Match>>,
    /// Marks and kinds no two of which are on one cell.
    pub apart: Option<At<String>>,
    /// Every cell has a name of its own.
    pub names: Option<At<NamesAre>>,
    /// The kind or the mark of the cell in the middle, and of no other.
    pub centre: Option<At<String>>,
    /// The sides go round the board without a gap, one after the other.
    pub sides: Option<At<SidesDo>>,
    /// Through every cell goes a straight line of so many cells.
    pub lines: Option<At<u32>>,
    /// Every cell can be reached.
    pub reach: Option<At<Reach>>,
    /// Everybody has a first move.
    pub open: Option<At<Open>>,
    /// Everybody can add a piece to those that lie here.
    pub add: Option<At<Add>>,
}

/// What a board is as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum BoardIs {
    /// From every cell there is a way to every other, over edges.
    #[serde(rename = "connected")]
    Connected,
    /// No place without a cell is enclosed by cells.
    #[serde(rename = "without holes")]
    WithoutHoles,
    /// However its cells are filled with the colours of its four sides, one and only one colour has its two sides
    /// connected.
    #[serde(rename = "every filling has exactly one winner")]
    OneWinner,
}

/// What names are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum NamesAre {
    /// No two cells have one name.
    #[serde(rename = "unique")]
    Unique,
}

/// What sides do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum SidesDo {
    /// Each is in one piece, and begins where the one before ends.
    #[serde(rename = "meet in turn")]
    MeetInTurn,
}

/// Turns and mirrors that leave a board as it is; a table says which kinds and marks change places.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Match {
    /// Turned half round.
    pub half_turn: Option<At<Named<At<String>>>>,
    /// Left and right change places.
    pub mirror: Option<At<Named<At<String>>>>,
    /// Turned by a sixth.
    pub sixfold: Option<At<Named<At<String>>>>,
}

/// Every cell can be reached from each of some cells by moves.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Reach {
    /// Marks or kinds of the cells to begin from.
    pub from: Option<At<String>>,
    /// The cards that say a direction and a number of steps.
    pub moves: Option<At<String>>,
}

/// There is a first move from each of some cells.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Open {
    /// The cards that say a direction and a number of steps.
    pub moves: Option<At<String>>,
    /// For each mark or kind to begin from, the directions that its player holds.
    pub from: Named<At<String>>,
    /// Marks or kinds that no move goes over.
    pub blocked_by: Option<At<String>>,
    /// Marks or kinds that no first move ends on.
    pub never_end_on: Option<At<String>>,
}

/// Everybody can add a piece to those that lie on the board.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Add {
    /// The kinds that pieces may be.
    pub of: Option<At<String>>,
    /// Where a piece may be added.
    pub touching: Option<At<Touching>>,
    /// The pieces.
    pub pieces: Option<At<String>>,
    /// How many pieces of each kind are left when those of the board have been laid.
    pub left: Option<At<Count>>,
}

/// Where a piece may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Touching {
    /// Where it touches more pieces of other kinds than of its own.
    #[serde(rename = "more others than its own")]
    MoreOthers,
}

/// What must hold of pieces.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PiecesMust {
    /// How many pieces there are, and how many with a value of the rows.
    pub have: Named<At<Count>>,
    /// No two pieces are the same.
    pub no_two_alike: Option<At<Alike>>,
    /// The colours of the edges.
    pub edges: Option<At<EdgesMust>>,
    /// Words that stand on every piece.
    pub say: Option<At<OneOrMany<String>>>,
}

/// When two pieces are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum Alike {
    /// All that is drawn on them is the same.
    #[serde(rename = "as drawn")]
    AsDrawn,
    /// Their edges are the same when one of them is turned.
    #[serde(rename = "when turned")]
    Turned,
    /// Their edges are the same when one of them is turned, or turned over.
    #[serde(rename = "when turned or flipped")]
    Flipped,
}

/// Colours of edges.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct EdgesMust {
    /// How many colours each piece has.
    pub colours: Option<At<Count>>,
    /// How many colours all pieces have together.
    pub in_all: Option<At<Count>>,
    /// On how many pieces each colour is.
    pub on: Option<At<Count>>,
}

/// What must hold of the whole game.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Must {
    /// Components whose pieces cannot be told apart from behind, nor by their size.
    pub same_back_and_size: Vec<At<String>>,
}

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

impl JsonSchema for Count {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "anyOf": [
                { "type": "integer", "minimum": 0, "format": "uint32" },
                { "type": "string", "format": "count", "examples": [">= 1"] },
            ]
        })
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
