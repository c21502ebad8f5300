//! How often a piece is printed: a number, or a text worked out for each row.

use serde::de::Error;

use super::either::{Either, read_either};

/// Copies of each piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// The same for all.
    Number(u32),
    /// Worked out for each row: `"{{ amount }}"`.
    Template(String),
}

impl Either<'_> for Copies {
    const WANTED: &'static str = "a whole number, or a column: \"{{ amount }}\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Template(text.to_owned()))
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        u32::try_from(number).map(Self::Number).map_err(E::custom)
    }
}

read_either!(Copies);
