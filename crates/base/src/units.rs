//! Lengths: [`Mm`] inside, points only where a PDF is written or read.

use std::fmt;
use std::str::FromStr;

/// Millimetres in one inch (exact by definition).
pub const MM_PER_INCH: f64 = 25.4;
/// PDF points in one millimetre: 72 points to the inch.
pub const PT_PER_MM: f64 = 72.0 / MM_PER_INCH;

/// A length in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default)]
pub struct Mm(pub f64);

impl Mm {
    /// This length in PDF points.
    pub fn to_pt(self) -> f64 {
        self.0 * PT_PER_MM
    }

    /// The length of `pt` PDF points.
    pub fn from_pt(pt: f64) -> Self {
        Self(pt / PT_PER_MM)
    }
}

/// The units a length may bear, each with its size in millimetres.
pub const UNITS: [(&str, f64); 4] =
    [("mm", 1.0), ("cm", 10.0), ("in", MM_PER_INCH), ("pt", MM_PER_INCH / 72.0)];

/// What is wrong with a length that somebody typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LengthError {
    /// There is no number at the start.
    NoNumber,
    /// A number without a unit.
    NoUnit(String),
    /// A unit that is none of [`UNITS`].
    UnknownUnit(String),
    /// More than one length: the first of them.
    Several(String),
    /// A fraction, `1/8in`: the same with a point.
    Fraction(String),
    /// Infinite, or not a number.
    NotFinite,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber => {
                write!(f, "a length is a number and a unit, such as \"38mm\", \"1.5in\" or \"9pt\"")
            }
            Self::NoUnit(n) => write!(f, "this length has no unit: write \"{n}mm\", or use cm, in or pt"),
            Self::UnknownUnit(u) => write!(f, "`{u}` is not a unit of length: use mm, cm, in or pt"),
            Self::Several(_) => write!(f, "one length is wanted here, and this has several"),
            Self::Fraction(_) => write!(f, "a length has a decimal point, not a fraction"),
            Self::NotFinite => write!(f, "a length must be a finite number"),
        }
    }
}

impl std::error::Error for LengthError {}

/// Splits a number from the text that follows it: `"38mm"` is `("38", "mm")`.
pub fn split_number(text: &str) -> (&str, &str) {
    let end = text
        .char_indices()
        .find(|&(i, c)| !(c.is_ascii_digit() || c == '.' || (i == 0 && (c == '-' || c == '+'))))
        .map_or(text.len(), |(i, _)| i);
    text.split_at(end)
}

/// The first length of several, `45mm` of `45 x 52mm`: a number, and the text that follows it.
fn first_of_several(number: &str, rest: &str) -> Option<String> {
    let is_unit = |text: &str| UNITS.iter().any(|(unit, _)| *unit == text);
    let second = rest.find(|c: char| c.is_ascii_digit())?;
    let between = rest[..second].trim_end_matches(['-', '+', '.']);
    let own = between.trim_end_matches([' ', 'x', '×', '*', ',', '/']);
    if own.len() == between.len() || !(own.is_empty() || is_unit(own)) {
        return None;
    }
    let rest = rest.trim_end();
    let last = rest.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = [own, &rest[last.len()..]].into_iter().find(|unit| is_unit(unit)).unwrap_or("mm");
    Some(format!("{number}{unit}"))
}

/// The decimal that `1/8in` means: the number before the stroke, and `/8in`.
fn fraction(above: f64, rest: &str) -> Option<String> {
    let (below, unit) = split_number(rest.strip_prefix('/')?);
    let share = above / below.parse::<f64>().ok().filter(|below| *below > 1.0)?;
    let is_unit = UNITS.iter().any(|(known, _)| *known == unit.trim());
    is_unit.then(|| format!("{}{}", (share * 10_000.0).round() / 10_000.0, unit.trim()))
}

impl FromStr for Mm {
    type Err = LengthError;

    /// Reads `38mm`, `1.5 in`, `9pt`, `4cm`.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("nan") || lower.starts_with("inf") || lower.starts_with("-inf") {
            return Err(LengthError::NotFinite);
        }
        let (number, unit) = split_number(text);
        let value: f64 = number.parse().map_err(|_| LengthError::NoNumber)?;
        let (rest, unit) = (unit, unit.trim());
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
    /// Writes the shortest form with at most three decimals: `41 mm`, `3.175 mm`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mm", Trimmed(self.0))
    }
}

/// A number with at most three decimals and no trailing zeros.
#[derive(Debug, Clone, Copy)]
pub struct Trimmed(pub f64);

impl Trimmed {
    /// As fine as anybody cuts or measures.
    pub fn hundredths(number: f64) -> Self {
        Self((number * 100.0).round() / 100.0)
    }
}

impl fmt::Display for Trimmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// So many of a thing: `1 cell lies`, `37 cells lie`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// So many of a thing whose word takes an s: `1 cut`, `2 cuts`.
pub fn several(count: usize, word: &str) -> String {
    counted(count, word, &format!("{word}s"))
}

/// A number in letters, as columns of tables are counted: 0 is A, 25 is Z, 26 is AA.
pub fn letters(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    (number / 26).checked_sub(1).map_or_else(String::new, letters) + &last.to_string()
}

/// Text that begins with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_unit() {
        for (text, mm) in
            [("38mm", 38.0), ("1.5 in", 38.1), ("72pt", 25.4), ("4cm", 40.0), ("-2mm", -2.0), (".5mm", 0.5)]
        {
            let got: Mm = text.parse().unwrap();
            assert!((got.0 - mm).abs() < 1e-12, "{text}: {got:?}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!("38".parse::<Mm>(), Err(LengthError::NoUnit("38".into())));
        assert_eq!("38 furlongs".parse::<Mm>(), Err(LengthError::UnknownUnit("furlongs".into())));
        assert_eq!("wide".parse::<Mm>(), Err(LengthError::NoNumber));
        assert_eq!("nan mm".parse::<Mm>(), Err(LengthError::NotFinite));
        assert_eq!("".parse::<Mm>(), Err(LengthError::NoNumber));
    }

    #[test]
    fn prints_without_tails() {
        assert_eq!(Mm(41.0).to_string(), "41 mm");
        assert_eq!(Mm(44.450_01).to_string(), "44.45 mm");
        assert_eq!(Mm(-0.000_01).to_string(), "0 mm");
    }

    #[test]
    fn numbers_in_letters_go_on_after_z() {
        let named: Vec<_> = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letters).into();
        assert_eq!(named, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
