//! Converts percentages of an element's frame to lengths: `"0 -39%"`, `"2% navy"`.
//!
//! - In: the text of a value, and the smaller side of the frame in mm.
//! - Out: the same text with lengths in mm.
//! - Not here: opacities, and sizes (`Extent`), whose percentages refer to the width and the
//!   height.

use std::borrow::Cow;

use hexpress_base::units::split_number;

/// The smaller side, in mm, of the frame that is assumed when a layout is read and its values are
/// checked.
pub const NOMINAL: f64 = 100.0;

/// Which words of a value may be percentages of the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shares {
    /// No words. The value has no percentages, or parses them itself.
    None,
    /// The lengths at the beginning. A percentage after any other word belongs to a colour: `"2%
    /// navy 30% lighter"`.
    Leading,
    /// Any word, as in a font: `"bold 9%"`.
    Any,
}

impl Shares {
    /// Returns a text with its percentages converted to mm. `side` is the smaller side of the
    /// frame, in mm.
    pub fn in_mm(self, text: &str, side: f64) -> Cow<'_, str> {
        if self == Self::None || !text.contains('%') {
            return Cow::Borrowed(text);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let leading = words.iter().take_while(|word| !split_number(word).0.is_empty()).count();
        let last_share = words.iter().take(leading).rposition(|word| share(word).is_some());
        let in_mm: Vec<Cow<'_, str>> = words
            .iter()
            .enumerate()
            .map(|(index, word)| {
                let is_length = index < leading || self == Self::Any;
                // As with units, the first number borrows the percent sign of the second.
                let borrowed = last_share.filter(|last| index < *last).and_then(|_| number(word));
                match share(word).filter(|_| is_length).or(borrowed) {
                    Some(share) => Cow::Owned(format!("{}mm", share * side / 100.0)),
                    None => Cow::Borrowed(*word),
                }
            })
            .collect();
        Cow::Owned(in_mm.join(" "))
    }

    /// Returns whether a text has percentages of the frame.
    pub fn are_in(self, text: &str) -> bool {
        matches!(self.in_mm(text, NOMINAL), Cow::Owned(in_mm) if in_mm != text)
    }
}

/// Returns the number of a word such as `-39%`.
fn share(word: &str) -> Option<f64> {
    number(word.strip_suffix('%')?)
}

fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lengths_are_shares() {
        assert_eq!(Shares::Leading.in_mm("0 -39%", 50.0), "0mm -19.5mm");
        assert_eq!(Shares::Leading.in_mm("20 10%", 50.0), "10mm 5mm");
        assert_eq!(Shares::Leading.in_mm("3mm 10%", 50.0), "3mm 5mm");
        assert_eq!(Shares::Leading.in_mm("2% navy 30% lighter", 50.0), "1mm navy 30% lighter");
        assert_eq!(Shares::Any.in_mm("condensed bold 9%", 100.0), "condensed bold 9mm");
        assert_eq!(Shares::None.in_mm("9%", 100.0), "9%");
        assert!(!Shares::Leading.are_in("navy 30% lighter"));
        assert!(!Shares::Leading.are_in("x%"));
    }
}
