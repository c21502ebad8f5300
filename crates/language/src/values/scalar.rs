//! A single value of a row: text, a number, yes or no.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::de::Error;

use super::either::{Either, read_either};

/// A value in a row of data.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// Text.
    Text(Arc<str>),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

impl Scalar {
    /// What a row says where it leaves out a word that other rows have, as an empty cell of a file does.
    pub fn empty() -> &'static Self {
        static EMPTY: LazyLock<Scalar> = LazyLock::new(|| Scalar::Text("".into()));
        &EMPTY
    }

    /// A number, whole where it has no fraction.
    pub fn of_number(x: f64) -> Self {
        /// Beyond it not every whole number can be said.
        const MOST: f64 = 9e15;
        if x.fract() == 0.0 && x.abs() < MOST { Self::Whole(x as i64) } else { Self::Number(x) }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Whole(n) => write!(f, "{n}"),
            Self::Number(x) => write!(f, "{x}"),
            Self::Flag(b) => write!(f, "{b}"),
        }
    }
}

impl Either<'_> for Scalar {
    const WANTED: &'static str = "text, a number, true or false";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Text(text.into()))
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        i64::try_from(number).map(Self::Whole).map_err(E::custom)
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self::Number(number))
    }

    fn flag<E: Error>(flag: bool) -> Result<Self, E> {
        Ok(Self::Flag(flag))
    }
}

read_either!(Scalar);
