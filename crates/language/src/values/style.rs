//! Parses opacities, scales, shadows, and the spacing and forms of letters: `"40%"`, `"99.6 x 99.8%"`,
//! `"0.6 0.8mm silver"`.
//!
//! - In: the text of one value.
//! - Out: a [`Opacity`], [`Scale`], [`Shadow`], [`Tracking`] or [`Letters`], or an error that suggests
//!   the likely text.
//! - Not here: looking up colours.

use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::bad;
use super::either::{Either, EitherVisitor};
use super::per_row::PerRow;
use super::value::Pair;
use hexpress_base::diag::{Diagnostic, Result, near};
use hexpress_base::units::{Mm, ShortNumber};
use hexpress_scene::text::FORMS;

/// The largest horizontal or vertical offset of a shadow, in mm.
const MAX_SHADOW_OFFSET: f64 = 20.0;

/// The default colour of a shadow.
const SHADOW_COLOUR: &str = "silver";

/// The message for a shadow that cannot be parsed.
const SHADOW_WANTED: &str =
    "expected the offset of a shadow, right and down, and its colour, such as \"0.6 0.8mm silver\"";

/// Checks whether a name is allowed for a font family.
///
/// In a text such as `font = "body bold 9pt"`, the name must be distinguishable from the other words.
///
/// # Errors
/// The name is not one word that starts with a letter, or it is `bold`, `italic` or `regular`.
pub fn family_name(name: &str) -> Result<()> {
    let is_one_word = name.starts_with(char::is_alphabetic) && !name.contains(char::is_whitespace);
    if is_one_word && !["bold", "italic", "regular"].contains(&name) {
        return Ok(());
    }
    let joined = name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    let proposed =
        if joined.contains('-') && joined.starts_with(char::is_alphabetic) { &joined } else { "title" };
    let hint = format!(
        "rename it, for example to \"{proposed}\": a name is one word that starts with a letter; the names bold, italic and regular are reserved"
    );
    Err(bad(format!("`{name}` cannot be the name of a font")).hint(hint))
}

/// The opacity of a colour: greater than 0 and at most 1. In a layout: `"40%"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opacity(pub f64);

impl FromStr for Opacity {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let share = text.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        match share {
            Some(share) if share > 0.0 && share <= 100.0 => Ok(Self(share / 100.0)),
            Some(_) => Err(bad("the percentage must be greater than 0 % and at most 100 %")),
            None => {
                let typed = text.trim().parse::<f64>().ok().filter(|share| *share > 0.0 && *share <= 100.0);
                let percent = typed.map(|share| if share > 1.0 { share } else { share * 100.0 });
                let hint = percent.map(|percent| format!("write \"{}%\"", ShortNumber(percent)));
                Err(bad(format!("`{text}` is not a percentage such as \"40%\"")).maybe_hint(hint))
            }
        }
    }
}

/// The ratios of printed lengths to true lengths, for horizontal and vertical lengths: `"99.6 x
/// 99.8%"`, `"99%"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// The ratio for horizontal lengths.
    pub across: f64,
    /// The ratio for vertical lengths.
    pub down: f64,
}

impl FromStr for Scale {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let (first, second) = text.split_once(['x', '×']).unwrap_or((text, text));
        let (Some(across), Some(down)) = (percentage(first), percentage(second)) else {
            let hint = "write the printed width and height as percentages, such as \"99.6 x 99.8%\"";
            return Err(bad("expected a percentage of the true length, found a length").hint(hint));
        };
        if !second.contains('%') {
            let right = match text.contains(['x', '×']) {
                true => format!("{} x {}%", likely_percentage(across), likely_percentage(down)),
                false => format!("{}%", likely_percentage(across)),
            };
            return Err(bad(format!("expected a percentage of the true length, such as \"{right}\"")));
        }
        Ok(Self { across: across / 100.0, down: down / 100.0 })
    }
}

/// Parses a number that may be followed by `%`. Returns `None` for any other text.
fn percentage(text: &str) -> Option<f64> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>();
    number.ok().filter(|number| number.is_finite())
}

/// Returns the percentage that a number without `%` probably means. Both 0.99 and 99 mean 99 %.
fn likely_percentage(share: f64) -> ShortNumber {
    ShortNumber(if share < 2.0 { share * 100.0 } else { share })
}

/// A flat shadow: `"0.6 0.8mm silver"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shadow {
    /// The offset from the object, to the right and downwards, in mm.
    pub by: Pair,
    /// The name of the colour.
    pub colour: String,
}

impl FromStr for Shadow {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        // The offset ends with the first word that has a unit, such as `0.8mm` in `0.6 0.8mm silver`. If
        // the first two words both have a unit, it ends with the second word.
        let first =
            words.iter().position(|word| word.parse::<Mm>().is_ok()).ok_or_else(|| bad(SHADOW_WANTED))?;
        let is_second = words.get(1).is_some_and(|word| word.parse::<Mm>().is_ok());
        let end = if first == 0 && is_second { 1 } else { first };
        let colour = words.split_off(end + 1).join(" ");
        let by: Pair = words.join(" ").parse().map_err(|_| bad(SHADOW_WANTED))?;
        if by.x.abs().max(by.y.abs()) > MAX_SHADOW_OFFSET {
            return Err(bad("the offset of a shadow must be at most 20 mm"));
        }
        Ok(Self { by, colour: if colour.is_empty() { SHADOW_COLOUR.to_owned() } else { colour } })
    }
}

/// The additional space between letters: a length, or a number of thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tracking {
    /// A length in mm.
    Mm(f64),
    /// A number of thousandths of an em.
    Thousandths(f64),
}

impl Tracking {
    /// Converts the space to ems. `size` is the length of an em, in mm.
    pub fn in_ems(self, size: f64) -> f64 {
        match self {
            Self::Mm(mm) => mm / size,
            Self::Thousandths(number) => number / 1000.0,
        }
    }
}

impl FromStr for Tracking {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        if text.trim().parse::<f64>().is_ok() {
            let hint = format!("for thousandths of the font size, write tracking = {}", text.trim());
            return Err(bad("this length has no unit").hint(hint));
        }
        Ok(Self::Mm(text.parse::<Mm>()?.0))
    }
}

impl Either<'_> for PerRow<Tracking> {
    const WANTED: &'static str = "a length, or a number of thousandths of an em";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        text.parse().map_err(E::custom)
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        Ok(Self::Fixed(Tracking::Thousandths(number as f64)))
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Ok(Self::Fixed(Tracking::Thousandths(number)))
    }
}

impl<'de> Deserialize<'de> for PerRow<Tracking> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(EitherVisitor(PhantomData))
    }
}

/// A set of forms of letters. Bit `n` stands for the form with the index `n` in [`FORMS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Letters(pub u16);

impl FromStr for Letters {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut letters = Self::default();
        for word in text.split_whitespace() {
            let Some(found) = FORMS.iter().position(|(form, _)| *form == word) else {
                let known: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
                let hint = near::among(word, &known, "choose one of:");
                return Err(bad(format!("unknown form of letters `{word}`")).hint(hint));
            };
            letters.0 |= 1 << found;
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_covers_and_letters() {
        let shadow: Shadow = "0.6 0.8mm navy 30% lighter".parse().unwrap();
        assert_eq!((shadow.by, &*shadow.colour), (Pair { x: 0.6, y: 0.8 }, "navy 30% lighter"));
        assert_eq!(
            "1mm".parse::<Shadow>().unwrap(),
            Shadow { by: Pair { x: 1.0, y: 1.0 }, colour: "silver".into() }
        );
        assert!("grey".parse::<Shadow>().is_err());
        assert_eq!("40%".parse::<Opacity>().unwrap(), Opacity(0.4));
        assert!("0%".parse::<Opacity>().is_err() && "0.4".parse::<Opacity>().is_err());
        assert_eq!("old-style tabular".parse::<Letters>().unwrap(), Letters(0b10100));
        assert!("small-caps".parse::<Letters>().unwrap_err().hint.unwrap().contains("small-capitals"));
    }
}
