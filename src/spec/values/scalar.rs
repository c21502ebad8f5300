//! A single value of a row: text, a number, yes or no.

use std::fmt;

use serde::{Deserialize, Deserializer};

/// A value in a row of data.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
}

impl Scalar {
    /// What a row says where it leaves out a word that other rows have, as an empty cell of a file does.
    pub const EMPTY: &'static Self = &Self::Text(String::new());
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

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, a number, true or false")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.to_owned()))
            }

            fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<Scalar, E> {
                Ok(Scalar::Whole(n))
            }

            fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<Scalar, E> {
                i64::try_from(n).map(Scalar::Whole).map_err(E::custom)
            }

            fn visit_f64<E: serde::de::Error>(self, x: f64) -> Result<Scalar, E> {
                Ok(Scalar::Number(x))
            }

            fn visit_bool<E: serde::de::Error>(self, b: bool) -> Result<Scalar, E> {
                Ok(Scalar::Flag(b))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
