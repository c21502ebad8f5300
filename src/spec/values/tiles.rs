//! Numbers of tiles, of their colours and paths, and seeds: whole numbers or a few words.

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer};

/// How many tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileCount {
    /// So many.
    Number(i64),
    /// All there are.
    All,
    /// One for each seat.
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

/// Numbers in words, as a count may be typed.
const WORDS: [&str; 13] =
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// `2` or `two`, and one of the words that may follow it.
fn counted(text: &str, units: &[&str], example: &str) -> Result<u32, String> {
    let wrong = || format!("a number of {} is meant, such as \"{example}\"", units[0]);
    let (number, unit) = text.trim().split_once(' ').ok_or_else(wrong)?;
    if !units.contains(&unit.trim()) {
        return Err(wrong());
    }
    let number = number.trim();
    let word = WORDS.iter().position(|word| *word == number).and_then(|n| u32::try_from(n).ok());
    word.or_else(|| number.parse().ok()).ok_or_else(wrong)
}

impl std::str::FromStr for Different {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        counted(text, &["colours", "colour"], "2 colours").map(Self)
    }
}

impl std::str::FromStr for Straight {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        counted(text, &["straight paths", "straight", "straight path"], "three straight").map(Self)
    }
}

/// Values that are a whole number or a text.
trait Either: Sized {
    const WANTED: &'static str;

    fn of_text(text: &str) -> Result<Self, String>;

    fn of_number(number: i128) -> Result<Self, String>;
}

struct EitherVisitor<T>(PhantomData<T>);

impl<T: Either> serde::de::Visitor<'_> for EitherVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WANTED)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        T::of_text(text).map_err(E::custom)
    }

    fn visit_i64<E: serde::de::Error>(self, n: i64) -> Result<T, E> {
        T::of_number(n.into()).map_err(E::custom)
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<T, E> {
        T::of_number(n.into()).map_err(E::custom)
    }

    fn visit_i128<E: serde::de::Error>(self, n: i128) -> Result<T, E> {
        T::of_number(n).map_err(E::custom)
    }
}

impl Either for TileCount {
    const WANTED: &'static str = "a number of tiles, \"all\" or \"seats\"";

    fn of_text(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "seats" => Ok(Self::Seats),
            _ => Err(format!("{} is meant", Self::WANTED)),
        }
    }

    fn of_number(number: i128) -> Result<Self, String> {
        // What is out of bounds is told with what the bounds are, once they are known.
        Ok(Self::Number(i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })))
    }
}

impl Either for Different {
    const WANTED: &'static str = "a number of colours, such as \"2 colours\"";

    fn of_text(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn of_number(number: i128) -> Result<Self, String> {
        u32::try_from(number).map(Self).map_err(|_| format!("{} is meant", Self::WANTED))
    }
}

impl Either for Straight {
    const WANTED: &'static str = "a number of straight paths, such as \"three straight\"";

    fn of_text(text: &str) -> Result<Self, String> {
        text.parse()
    }

    fn of_number(_: i128) -> Result<Self, String> {
        Err(format!("{} is meant", Self::WANTED))
    }
}

impl Either for Seed {
    const WANTED: &'static str = "a whole number from 0 to 18446744073709551615";

    fn of_text(_: &str) -> Result<Self, String> {
        Err(format!("{} is meant", Self::WANTED))
    }

    fn of_number(number: i128) -> Result<Self, String> {
        u64::try_from(number).map(Self).map_err(|_| format!("{} is meant", Self::WANTED))
    }
}

macro_rules! either {
    ($($type:ty),+) => {
        $(
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_any(EitherVisitor(PhantomData))
                }
            }
        )+
    };
}

either!(TileCount, Different, Straight, Seed);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_in_digits_and_words() {
        assert_eq!("2 colours".parse(), Ok(Different(2)));
        assert_eq!("one colour".parse(), Ok(Different(1)));
        assert_eq!("three straight".parse(), Ok(Straight(3)));
        assert_eq!("no straight path".parse(), Ok(Straight(0)));
        assert!("colours".parse::<Different>().is_err());
        assert!("2 colors".parse::<Different>().is_err());
        assert!("many straight".parse::<Straight>().is_err());
    }
}
