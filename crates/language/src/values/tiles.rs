//! Parses seeds, and numbers of tiles, colours and paths.
//!
//! - In: a whole number or a text.
//! - Out: a number with its meaning.
//! - Not here: checking whether the number is possible in the deck.

use std::str::FromStr;

use serde::de::{Error, Unexpected};

use super::bad;
use super::either::{Either, read_either};
use hexpress_base::diag::{Diagnostic, Result};

/// The number of tiles of a random deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileCount {
    /// A given number of tiles, which is not checked yet. It may be negative or too large.
    Number(i64),
    /// Every tile that the deck can have.
    All,
    /// One tile for each seat.
    Seats,
}

/// A number of different colours, as in `"2 colours"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Different(pub u32);

/// A number of straight paths, as in `"three straight"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Straight(pub u32);

/// The seed of a game's decks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);

/// Numbers as words. The index of each word is the number that the word means.
const NUMBER_WORDS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Parses a number in digits or words, a space, and one of `units`, as in `2 colours` or `three
/// straight`. The error message contains `example`.
fn number_of(text: &str, units: &[&str], example: &str) -> Result<u32> {
    let number = text
        .trim()
        .split_once(' ')
        .filter(|(_, unit)| units.contains(&unit.trim()))
        .and_then(|(number, _)| number_or_word(number.trim()));
    number.ok_or_else(|| bad(format!("expected a number of {}, such as \"{example}\"", units[0])))
}

fn number_or_word(text: &str) -> Option<u32> {
    match NUMBER_WORDS.iter().position(|word| *word == text) {
        Some(number) => u32::try_from(number).ok(),
        None => text.parse().ok(),
    }
}

impl FromStr for Different {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        number_of(text, &["colours", "colour"], "2 colours").map(Self)
    }
}

impl FromStr for Straight {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        number_of(text, &["straight paths", "straight", "straight path"], "three straight").map(Self)
    }
}

impl Either<'_> for TileCount {
    const WANTED: &'static str = "a number of tiles, \"all\" or \"seats\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        match text {
            "all" => Ok(Self::All),
            "seats" => Ok(Self::Seats),
            _ => Err(E::invalid_value(Unexpected::Str(text), &Self::WANTED)),
        }
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        // The deck determines which numbers are possible, so the number is checked later. A number
        // that does not fit becomes the nearest `i64`, which no deck allows.
        Ok(Self::Number(i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })))
    }
}

impl Either<'_> for Different {
    const WANTED: &'static str = "a number of colours, such as \"2 colours\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        u32::try_from(number).map(Self).map_err(E::custom)
    }
}

impl Either<'_> for Straight {
    const WANTED: &'static str = "a number of straight paths, such as \"three straight\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }
}

impl Either<'_> for Seed {
    const WANTED: &'static str = "a whole number from 0 to 18446744073709551615";

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        u64::try_from(number).map(Self).map_err(E::custom)
    }
}

read_either!(TileCount, Different, Straight, Seed);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_in_digits_or_words() {
        assert_eq!("2 colours".parse(), Ok(Different(2)));
        assert_eq!("one colour".parse(), Ok(Different(1)));
        assert_eq!("three straight".parse(), Ok(Straight(3)));
        assert_eq!("no straight path".parse(), Ok(Straight(0)));
        assert!("colours".parse::<Different>().is_err());
        assert!("2 colors".parse::<Different>().is_err());
        assert!("many straight".parse::<Straight>().is_err());
    }
}
