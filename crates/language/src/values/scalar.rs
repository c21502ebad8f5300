//! The value of one field of a row: a text, a number, or a Boolean.

use std::fmt;
use std::sync::{Arc, LazyLock};

use serde::de::{Error, MapAccess, Unexpected};

use super::either::{Either, read_either};

/// The value of one field of a row.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    Text(Arc<str>),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Number(f64),
    /// A Boolean, from a word such as `yes` or `no`.
    Flag(bool),
    /// A table in `set`. Templates look up one of its entries, as in `angle[direction]`.
    Table(Arc<[TableField]>),
}

/// An entry of a table in `set`.
#[derive(Debug, Clone, PartialEq)]
pub struct TableField {
    pub name: Arc<str>,
    /// The value, which is never a table.
    pub value: Scalar,
}

impl Scalar {
    /// Returns an empty text. This is the value of a field in the rows that lack the field.
    pub fn empty() -> &'static Self {
        static EMPTY: LazyLock<Scalar> = LazyLock::new(|| Scalar::Text("".into()));
        &EMPTY
    }

    /// Returns a number as [`Scalar::Whole`] if it has no fraction, or else as [`Scalar::Number`].
    pub fn from_number(number: f64) -> Self {
        /// From 2⁵³, which is about 9e15, not every whole number can be stored as an `f64`.
        const WHOLE_LIMIT: f64 = 9e15;
        if number.fract() == 0.0 && number.abs() < WHOLE_LIMIT {
            Self::Whole(number as i64)
        } else {
            Self::Number(number)
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Whole(n) => write!(f, "{n}"),
            Self::Number(x) => write!(f, "{x}"),
            Self::Flag(b) => write!(f, "{b}"),
            Self::Table(fields) => {
                let mut fields = fields.iter();
                fields.try_for_each(|field| write!(f, "{} = {} ", field.name, field.value))
            }
        }
    }
}

impl<'de> Either<'de> for Scalar {
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

    fn table<A: MapAccess<'de>>(mut table: A) -> Result<Self, A::Error> {
        let entries = std::iter::from_fn(|| table.next_entry::<String, Self>().transpose());
        let fields = entries.map(|entry| match entry? {
            (_, Self::Table(_)) => Err(A::Error::invalid_type(Unexpected::Map, &Self::WANTED)),
            (name, value) => Ok(TableField { name: name.into(), value }),
        });
        fields.collect::<Result<_, _>>().map(Self::Table)
    }
}

read_either!(Scalar);
