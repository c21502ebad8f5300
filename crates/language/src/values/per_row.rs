//! Values that are fixed, or computed from each row.
//!
//! - In: the text or the number of a key.
//! - Out: one value for all rows, or the text of a template.
//! - Not here: compiling or evaluating templates.

use std::str::FromStr;

use serde::Deserialize;
use serde::de::Error;
use serde::de::value::{F64Deserializer, I64Deserializer};

use super::either::{Either, EitherVisitor};
use super::shares::{NOMINAL, PercentWords};

/// A value that is the same for all rows, or that a template computes from each row.
///
/// `F` is the type of the formula: a text while the layout is read, and a compiled formula in the game.
#[derive(Debug, Clone, PartialEq)]
pub enum PerRow<T, F = String> {
    /// A value that is the same for all rows.
    Fixed(T),
    /// A template. Its result is parsed in the same way as a fixed value.
    Template(F),
    /// A value with percentages of the element's frame.
    Percentages(Box<Percentages<T, F>>),
}

/// A value with percentages of a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Percentages<T, F> {
    /// The value for a frame whose shorter side is [`NOMINAL`] mm. It is used until the true length of
    /// this side is known.
    pub nominal: T,
    /// The template, which still contains the percentages.
    pub template: F,
}

/// A type that can be the value of a [`PerRow`]. It is parsed from text.
pub trait RowValue: FromStr {
    /// Which words of the text may be percentages of the element's frame. By default, no word may
    /// be a percentage.
    const SHARES: PercentWords = PercentWords::None;
}

/// A number, with or without quotes in the layout.
#[derive(Debug, Clone, PartialEq)]
pub enum Numeral<T> {
    /// A number without quotes.
    Number(T),
    /// A number in quotes.
    Quoted(String),
}

impl<T, F> PerRow<T, F> {
    /// Returns the value that is the same for all rows. Returns `None` if the value is computed
    /// from each row.
    pub fn fixed(&self) -> Option<&T> {
        match self {
            Self::Fixed(value) => Some(value),
            Self::Template(_) | Self::Percentages(_) => None,
        }
    }

    /// Returns the template. Returns `None` if the value is fixed.
    pub fn template(&self) -> Option<&F> {
        match self {
            Self::Fixed(_) => None,
            Self::Template(template) => Some(template),
            Self::Percentages(percentages) => Some(&percentages.template),
        }
    }
}

impl<T: Default, F> Default for PerRow<T, F> {
    fn default() -> Self {
        Self::Fixed(T::default())
    }
}

/// A formula is never equal to a plain value. A fixed value may be.
impl<T: PartialEq, F> PartialEq<T> for PerRow<T, F> {
    fn eq(&self, other: &T) -> bool {
        self.fixed() == Some(other)
    }
}

impl<T: RowValue> FromStr for PerRow<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        if is_template(text) {
            Ok(Self::Template(text.to_owned()))
        } else if T::SHARES.are_in(text) {
            let nominal = T::SHARES.in_mm(text, NOMINAL).parse()?;
            Ok(Self::Percentages(Box::new(Percentages { nominal, template: text.to_owned() })))
        } else {
            text.parse().map(Self::Fixed)
        }
    }
}

/// Returns true if a part of a text is computed from rows.
pub fn is_template(text: &str) -> bool {
    text.contains("{{") || text.contains("{%")
}

impl<'de, T: Deserialize<'de>> Either<'de> for PerRow<Numeral<T>> {
    const WANTED: &'static str = "a number, or text";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        let source = text.to_owned();
        Ok(if is_template(text) { Self::Template(source) } else { Self::Fixed(Numeral::Quoted(source)) })
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        let whole = i64::try_from(number).map_err(E::custom)?;
        T::deserialize(I64Deserializer::new(whole)).map(|number| Self::Fixed(Numeral::Number(number)))
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        T::deserialize(F64Deserializer::new(number)).map(|number| Self::Fixed(Numeral::Number(number)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for PerRow<Numeral<T>> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EitherVisitor(std::marker::PhantomData))
    }
}
