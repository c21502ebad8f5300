//! Converts percentages of an element's frame to lengths: `"0 -39%"`, `"2% navy"`.
//!
//! - In: the text of a value, and the length of the frame's shorter side in mm.
//! - Out: the same text with lengths in mm.
//! - Not here: opacities and sizes (`Extent`). The percentages of a size refer to the width and the
//!   height.

use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::split_number;

use super::per_row::RowValue;

/// The assumed length of a frame's shorter side, in mm. It is used while a layout is read and its
/// values are checked, because the true length is not known yet.
pub const NOMINAL: f64 = 100.0;

/// Which words of a value may be percentages of the element's frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PercentWords {
    /// No words. The value has no percentages, or its type parses them itself.
    None,
    /// The lengths at the beginning of the text. A percentage after them belongs to a colour: `"2% navy
    /// 30% lighter"`.
    Leading,
    /// Any word, as in a font: `"bold 9%"`.
    Any,
}

impl PercentWords {
    /// Converts the percentages in a text to mm. `side` is the length of the frame's shorter side, in
    /// mm.
    pub fn in_mm(self, text: &str, side: f64) -> Cow<'_, str> {
        if self == Self::None || !text.contains('%') {
            return Cow::Borrowed(text);
        }
        // A space between a number and its percent sign is removed, so that the number and the sign
        // form one word.
        let joined = ('0'..='9')
            .fold(text.to_owned(), |text, digit| text.replace(&format!("{digit} %"), &format!("{digit}%")));
        let words: Vec<&str> = joined.split_whitespace().collect();
        let leading = words.iter().take_while(|word| !split_number(word).0.is_empty()).count();
        let last_share = words.iter().take(leading).rposition(|word| share(word).is_some());
        let in_mm: Vec<Cow<'_, str>> = words
            .iter()
            .enumerate()
            .map(|(index, word)| {
                let is_length = index < leading || self == Self::Any;
                // In `"3 8%"`, the percent sign also applies to the first number, as a unit does.
                let borrowed = last_share.filter(|last| index < *last).and_then(|_| number(word));
                match share(word).filter(|_| is_length).or(borrowed) {
                    Some(share) => Cow::Owned(format!("{}mm", share * side / 100.0)),
                    None => Cow::Borrowed(*word),
                }
            })
            .collect();
        Cow::Owned(in_mm.join(" "))
    }

    /// Returns whether a text contains percentages of the frame.
    pub fn are_in(self, text: &str) -> bool {
        matches!(self.in_mm(text, NOMINAL), Cow::Owned(in_mm) if in_mm != text)
    }
}

/// The assumed length of the shorter side of a cell or a piece, in mm. It is used while a layout is
/// read, because the true length is not known yet.
pub const NOMINAL_CELL: f64 = 10.0;
/// The largest percentage that a length may have. It is a percentage of a cell or a piece.
pub const MAX_SHARE: f64 = 200.0;

/// A value of a board or a piece that contains one or two lengths.
pub trait Lengths: RowValue<Err = Diagnostic> {
    /// Returns the lengths in mm. If the value has only one length, the second number is 0.
    fn lengths(&self) -> [f64; 2];
}

/// A value of a board or of a piece, such as `"1.5mm sienna"`. Its lengths may also be percentages
/// of a cell or of the piece, as in `"8% sienna"`.
#[derive(Debug, Clone, PartialEq)]
pub struct OfWhole<T> {
    /// The value for a cell or a piece whose shorter side is [`NOMINAL_CELL`] mm.
    pub value: T,
    /// The percentage for each length. It is 0 for a length that is given in mm.
    pub percents: [f64; 2],
}

impl<T> OfWhole<T> {
    /// Returns whether at least one of the lengths is a percentage.
    pub fn is_share(&self) -> bool {
        self.percents != [0.0; 2]
    }
}

impl<T: Lengths> OfWhole<T> {
    /// Returns the lengths in mm for a cell or a piece whose shorter side is `side` mm long.
    pub fn lengths_in(&self, side: f64) -> [f64; 2] {
        let [x, y] = self.value.lengths();
        let [first, second] = self.percents;
        [(x, first), (y, second)]
            .map(|(mm, percent)| if percent == 0.0 { mm } else { side * percent / 100.0 })
    }
}

impl<T> Deref for OfWhole<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Lengths> FromStr for OfWhole<T> {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        if !T::SHARES.are_in(text) {
            return Ok(Self { value: text.parse()?, percents: [0.0; 2] });
        }
        // The text is read for two sizes of the cell or piece. Only percentages give different lengths, and
        // the difference between these lengths shows the percentage.
        let on = |side: f64| T::SHARES.in_mm(text, side).parse::<T>();
        let value = on(NOMINAL_CELL)?;
        let ([x, y], [twice_x, twice_y]) = (value.lengths(), on(2.0 * NOMINAL_CELL)?.lengths());
        let percents = [twice_x - x, twice_y - y].map(|mm| mm * 100.0 / NOMINAL_CELL);
        if percents.iter().any(|percent| percent.abs() > MAX_SHARE + 1e-6) {
            let message = format!("a percentage must be at most {MAX_SHARE}%");
            return Err(codes::BAD_SIZE.error(message));
        }
        Ok(Self { value, percents })
    }
}

/// Returns the number in a percentage such as `-39%`. Returns `None` for any other text.
fn share(word: &str) -> Option<f64> {
    number(word.strip_suffix('%')?)
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::super::value::{Font, Line, Pair};
    use super::*;

    #[test]
    fn only_lengths_are_shares() {
        assert_eq!(PercentWords::Leading.in_mm("0 -39%", 50.0), "0mm -19.5mm");
        assert_eq!(PercentWords::Leading.in_mm("20 10%", 50.0), "10mm 5mm");
        assert_eq!(PercentWords::Leading.in_mm("3mm 10%", 50.0), "3mm 5mm");
        assert_eq!(PercentWords::Leading.in_mm("2% navy 30% lighter", 50.0), "1mm navy 30% lighter");
        assert_eq!(PercentWords::Leading.in_mm("0 -39 %", 50.0), "0mm -19.5mm");
        assert_eq!(PercentWords::Any.in_mm("condensed bold 9%", 100.0), "condensed bold 9mm");
        assert_eq!(PercentWords::None.in_mm("9%", 100.0), "9%");
        assert!(!PercentWords::Leading.are_in("navy 30% lighter"));
        assert!(!PercentWords::Leading.are_in("x%"));
    }

    #[test]
    fn lengths_of_a_board_are_shares_of_a_cell() {
        let percents = |text: &str| text.parse::<OfWhole<Pair>>().map(|pair| pair.percents);
        assert_eq!(percents("3mm 10%").unwrap(), [0.0, 10.0]);
        assert_eq!(percents("3mm").unwrap(), [0.0, 0.0]);
        assert_eq!(percents("200%").unwrap(), [200.0, 200.0]);
        assert!(percents("201%").is_err());
        assert_eq!("bold 25%".parse::<OfWhole<Font>>().unwrap().value.size, 2.5);
        assert_eq!("4% black".parse::<OfWhole<Line>>().unwrap().percents, [4.0, 0.0]);
    }
}
