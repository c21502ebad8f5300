//! How often a piece is printed: a number, or a text worked out for each row.

use std::fmt;

use serde::{Deserialize, Deserializer};

/// Copies of each piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// The same for all.
    Number(u32),
    /// Worked out for each row: `"{{ amount }}"`.
    Template(String),
}

impl<'de> Deserialize<'de> for Copies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Copies;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or a column: \"{{ amount }}\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Copies, E> {
                Ok(Copies::Template(text.to_owned()))
            }

            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Copies, E> {
                u32::try_from(n).map(Copies::Number).map_err(E::custom)
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Copies, E> {
                u32::try_from(n).map(Copies::Number).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
