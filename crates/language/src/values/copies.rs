//! The number of copies of a piece.
//!
//! - In: a whole number or a text.
//! - Out: the number, or a template that computes it for each row.
//! - Not here: evaluating the template.

use serde::de::Error;

use super::either::{Either, read_either};

/// The number of copies of each piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Copies {
    /// The same number for all pieces.
    Number(u32),
    /// As many copies as are needed to fill the last sheet: `"fill"`.
    Fill,
    /// A template, which is evaluated for each row: `"{{ amount }}"`.
    Template(String),
}

impl Either<'_> for Copies {
    const WANTED: &'static str = "a whole number, \"fill\", or a column: \"{{ amount }}\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(if text.trim() == "fill" { Self::Fill } else { Self::Template(text.to_owned()) })
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        u32::try_from(number).map(Self::Number).map_err(E::custom)
    }
}

read_either!(Copies);
