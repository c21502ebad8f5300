//! `[tiles.deck]`: tiles that are drawn at random instead of listed.

use std::fmt;

use serde::{Deserialize, Deserializer};

use crate::spec::data::Data;
use crate::spec::values::place::{At, Named, OneOrMany};
use crate::spec::values::tiles::{Different, Straight, TileCount};
use crate::spec::values::value::ColourName;

/// Tiles that are drawn at random: no two alike, the same for ever from the same seed.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct RandomDeck {
    /// How many tiles: a number, `all`, or `seats`, one for each seat.
    pub count: Option<At<TileCount>>,
    /// The colours of the edges, a colour for each edge.
    pub edges: Option<At<Vec<At<ColourName>>>>,
    /// Whether edges may be blank.
    pub blank_edges: Option<At<bool>>,
    /// Instead of coloured edges: which edges are joined by paths.
    pub join: Option<At<Join>>,
    /// The colours of the paths.
    pub colours: Option<At<Vec<At<ColourName>>>>,
    /// The fewest different colours of a tile: `2 colours`.
    pub at_least: Option<At<Different>>,
    /// How many different colours a tile has, no more and no fewer.
    pub exactly: Option<At<Different>>,
    /// Tiles that are left out, by their straight paths: `three straight`.
    pub without: Option<At<OneOrMany<Straight>>>,
    /// Instead of a count: the tiles of a deck that was drawn before, from the file it was written to.
    pub data: Option<At<Data>>,
    /// Which tiles count as one.
    pub no_two_alike: Option<At<NoTwoAlike>>,
    /// Every colour as often as every other, as far as that goes.
    pub balance: Option<At<bool>>,
    /// Numbers of each tile: a range, weights, one number for all, or worked out.
    pub numbers: Named<At<Number>>,
}

/// Which edges are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Join {
    /// Each edge with another one.
    #[serde(rename = "all edges in pairs")]
    AllInPairs,
}

impl RandomDeck {
    /// The keys that do nothing where the tiles come from a file, and where their values stand.
    pub fn idle_beside_data(&self) -> impl Iterator<Item = (&'static str, std::ops::Range<usize>)> {
        let count = self.count.as_ref().map(|at| ("count", at.span.clone()));
        let balance = self.balance.as_ref().map(|at| ("balance", at.span.clone()));
        count.into_iter().chain(balance)
    }
}

/// Which tiles count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum NoTwoAlike {
    /// Those that can be turned into each other.
    #[default]
    #[serde(rename = "when turned")]
    Turned,
    /// Those that can be turned, or turned over, into each other.
    #[serde(rename = "when turned or flipped")]
    TurnedOrFlipped,
    /// Tiles may be alike.
    #[serde(rename = "may be alike")]
    MayBeAlike,
}

/// Where a number of each tile comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// The same for all.
    Fixed(i64),
    /// `{ from = 2, to = 12 }`, or values and their weights.
    Table(Named<At<i64>>),
    /// Worked out: `"{{ colours * 2 }}"`.
    Formula(String),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, a range, weights, or a text that is worked out")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
                Ok(Number::Formula(text.to_owned()))
            }

            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Number, E> {
                Ok(Number::Fixed(n))
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Number, E> {
                i64::try_from(n).map(Number::Fixed).map_err(E::custom)
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Number, A::Error> {
                Named::deserialize(serde::de::value::MapAccessDeserializer::new(map)).map(Number::Table)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
