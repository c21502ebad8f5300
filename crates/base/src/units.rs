//! Reads and writes lengths and numbers as text. Lengths are in millimetres ([`Mm`]). They are
//! converted to points only where a PDF is written or read.
//!
//! - In: lengths as the user types them, and numbers.
//! - Out: millimetres, and texts for messages.

use std::fmt;
use std::str::FromStr;

use kurbo::Size;

/// Millimetres in one inch (exact by definition).
pub const MM_PER_INCH: f64 = 25.4;
/// The number of PDF points in a millimetre. An inch has 72 points.
pub const PT_PER_MM: f64 = 72.0 / MM_PER_INCH;

/// A length in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Mm(pub f64);

impl Mm {
    /// Returns the length in PDF points.
    pub fn to_pt(self) -> f64 {
        self.0 * PT_PER_MM
    }

    /// Returns the length of `pt` PDF points.
    pub fn from_pt(pt: f64) -> Self {
        Self(pt / PT_PER_MM)
    }
}

/// The units of lengths, each with its length in millimetres.
pub const UNITS: [(&str, f64); 4] =
    [("mm", 1.0), ("cm", 10.0), ("in", MM_PER_INCH), ("pt", MM_PER_INCH / 72.0)];

/// The reason why a text cannot be read as a length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LengthError {
    /// The text does not begin with a number.
    NoNumber,
    /// The number has no unit. The value is the number.
    NoUnit(String),
    /// The unit is not one of [`UNITS`]. The value is the unit.
    UnknownUnit(String),
    /// The text contains several lengths. The value is the first of them.
    Several(String),
    /// The text is a fraction, such as `1/8in`. The value is the same length as a decimal.
    Fraction(String),
    /// The number is infinite, or not a number.
    NotFinite,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber => {
                write!(
                    f,
                    "expected a length that begins with a number, such as \"38mm\", \"1.5in\" or \"9pt\""
                )
            }
            Self::NoUnit(_) => write!(f, "this length has no unit"),
            Self::UnknownUnit(u) if u.starts_with(['–', '—']) => {
                write!(f, "a length cannot contain a dash: `{u}`")
            }
            Self::UnknownUnit(u) => write!(f, "`{u}` is not a unit of length: use mm, cm, in or pt"),
            Self::Several(_) => write!(f, "expected one length, found several"),
            Self::Fraction(_) => write!(f, "a length must be a decimal number such as 1.5, not a fraction"),
            Self::NotFinite => write!(f, "this length is not a number, or is infinitely large"),
        }
    }
}

impl std::error::Error for LengthError {}

/// Splits a text into the number at its beginning and the rest: `"38mm"` into `("38", "mm")`.
pub fn split_number(text: &str) -> (&str, &str) {
    let end = text
        .char_indices()
        .find(|&(i, c)| !(c.is_ascii_digit() || c == '.' || (i == 0 && (c == '-' || c == '+'))))
        .map_or(text.len(), |(i, _)| i);
    text.split_at(end)
}

/// Returns the first of several lengths, such as `45mm` for `45 x 52mm`. `number` is the first number,
/// and `rest` is the text that follows it. Returns `None` if the text is not several lengths.
fn first_of_several(number: &str, rest: &str) -> Option<String> {
    let second = rest.find(|c: char| c.is_ascii_digit())?;
    let between = rest[..second].trim_end_matches(['-', '+', '.']);
    let own = between.trim_end_matches([' ', 'x', '×', '*', ',', '/']);
    if own.len() == between.len() || !(own.is_empty() || is_unit(own)) {
        return None;
    }
    let trimmed = rest.trim_end();
    let before_unit = trimmed.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = [own, &trimmed[before_unit.len()..]].into_iter().find(|unit| is_unit(unit)).unwrap_or("mm");
    Some(format!("{number}{unit}"))
}

/// Returns whether a text is one of [`UNITS`].
pub fn is_unit(text: &str) -> bool {
    UNITS.iter().any(|(unit, _)| *unit == text)
}

/// Returns a fraction as a decimal length, such as `0.125in` for `1/8in`. `above` is the numerator, and
/// `rest` is the text that follows it. Returns `None` if the text is not a fraction with a unit.
fn fraction(above: f64, rest: &str) -> Option<String> {
    let (below, unit) = split_number(rest.strip_prefix('/')?);
    let share = above / below.parse::<f64>().ok().filter(|below| *below > 1.0)?;
    is_unit(unit.trim()).then(|| format!("{}{}", (share * 10_000.0).round() / 10_000.0, unit.trim()))
}

impl FromStr for Mm {
    type Err = LengthError;

    /// Reads a length, such as `38mm`, `1.5 in`, `9pt` or `4cm`.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let trimmed = text.trim();
        let lower = trimmed.to_ascii_lowercase();
        if lower.starts_with("nan") || lower.starts_with("inf") || lower.starts_with("-inf") {
            return Err(LengthError::NotFinite);
        }
        let (number, rest) = split_number(trimmed);
        let value: f64 = number.parse().map_err(|_| LengthError::NoNumber)?;
        let unit = rest.trim();
        if unit.is_empty() {
            return Err(LengthError::NoUnit(number.to_owned()));
        }
        let scale = UNITS.iter().find(|(name, _)| *name == unit);
        if scale.is_none()
            && let Some(decimal) = fraction(value, unit)
        {
            return Err(LengthError::Fraction(decimal));
        }
        if scale.is_none()
            && let Some(first) = first_of_several(number, rest)
        {
            return Err(LengthError::Several(first));
        }
        let (_, scale) = scale.ok_or_else(|| LengthError::UnknownUnit(unit.to_owned()))?;
        Some(value * scale).filter(|mm| mm.is_finite()).map(Self).ok_or(LengthError::NotFinite)
    }
}

impl fmt::Display for Mm {
    /// Writes the length in mm, in as few characters as possible and with at most three decimals:
    /// `41 mm`, `3.175 mm`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", ShortNumber(self.0))
    }
}

/// A number that is written with at most three decimals and without zeros at its end.
#[derive(Debug, Clone, Copy)]
pub struct ShortNumber(pub f64);

impl ShortNumber {
    /// Rounds a number to tenths. People cannot read a ruler more precisely than to tenths of a
    /// millimetre.
    pub fn tenths(value: f64) -> Self {
        Self((value * 10.0).round() / 10.0)
    }

    /// Rounds a number to hundredths. For a length in mm, this is more precise than any cut or
    /// measurement.
    pub fn hundredths(number: f64) -> Self {
        Self(to_hundredths(number))
    }
}

/// Rounds a number to hundredths.
pub fn to_hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

impl fmt::Display for ShortNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let padded = format!("{:.3}", self.0);
        let text = padded.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Writes a size without its unit, rounded to hundredths: `41 x 63`.
pub fn width_and_height(size: Size) -> String {
    format!("{} x {}", ShortNumber::hundredths(size.width), ShortNumber::hundredths(size.height))
}

/// Returns a count with its noun: `1 row`, `37 rows`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns a count with a noun whose plural ends in s: `1 cut`, `2 cuts`.
pub fn count_with_noun(count: usize, word: &str) -> String {
    counted(count, word, &format!("{word}s"))
}

/// Converts the index of a column to its name in a spreadsheet: 0 is A, 25 is Z, 26 is AA.
pub fn column_letters(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    (number / 26).checked_sub(1).map_or_else(String::new, column_letters) + &last.to_string()
}

/// Returns a text whose first letter is a capital.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_in_every_unit() {
        for (text, mm) in
            [("38mm", 38.0), ("1.5 in", 38.1), ("72pt", 25.4), ("4cm", 40.0), ("-2mm", -2.0), (".5mm", 0.5)]
        {
            let got: Mm = text.parse().unwrap();
            assert!((got.0 - mm).abs() < 1e-12, "{text}: {got:?}");
        }
    }

    #[test]
    fn other_texts_are_refused_with_their_reason() {
        assert_eq!("38".parse::<Mm>(), Err(LengthError::NoUnit("38".into())));
        assert_eq!("38 furlongs".parse::<Mm>(), Err(LengthError::UnknownUnit("furlongs".into())));
        assert_eq!("wide".parse::<Mm>(), Err(LengthError::NoNumber));
        assert_eq!("nan mm".parse::<Mm>(), Err(LengthError::NotFinite));
        assert_eq!("".parse::<Mm>(), Err(LengthError::NoNumber));
    }

    #[test]
    fn lengths_are_written_without_trailing_zeros() {
        assert_eq!(Mm(41.0).to_string(), "41 mm");
        assert_eq!(Mm(44.450_01).to_string(), "44.45 mm");
        assert_eq!(Mm(-0.000_01).to_string(), "0 mm");
    }

    #[test]
    fn numbers_in_letters_go_on_after_z() {
        let named: Vec<_> = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(column_letters).into();
        assert_eq!(named, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
