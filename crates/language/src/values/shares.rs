//! Lengths that are a share of the frame of their element: `"0 -39%"`, `"2% navy"`.
//!
//! - In: the text of a value, and the smaller side of the frame in mm.
//! - Out: the same text with lengths in mm.
//! - Not here: sizes, whose shares are of the width and the height (`Extent`), and opacities.

use std::borrow::Cow;

use hexpress_base::units::split_number;

/// The smaller side of the frame with which values are checked when a layout is read, in mm.
pub const NOMINAL: f64 = 100.0;

/// The words of a value that may be shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shares {
    /// The value has no shares, or reads them itself.
    None,
    /// The lengths at the beginning, before the first other word. A percentage behind it belongs to
    /// a colour: `"2% navy 30% lighter"`.
    Leading,
    /// Any word, as in a font: `"bold 9%"`.
    Any,
}

impl Shares {
    /// Returns a text with its shares in mm. `side` is the smaller side of the frame, in mm.
    pub fn in_mm(self, text: &str, side: f64) -> Cow<'_, str> {
        if self == Self::None || !text.contains('%') {
            return Cow::Borrowed(text);
        }
        let mut is_leading = true;
        let words: Vec<Cow<'_, str>> = text
            .split_whitespace()
            .map(|word| {
                is_leading &= !split_number(word).0.is_empty();
                match share(word).filter(|_| is_leading || self == Self::Any) {
                    Some(share) => Cow::Owned(format!("{}mm", share * side / 100.0)),
                    None => Cow::Borrowed(word),
                }
            })
            .collect();
        Cow::Owned(words.join(" "))
    }

    /// Returns whether a text has shares.
    pub fn are_in(self, text: &str) -> bool {
        matches!(self.in_mm(text, NOMINAL), Cow::Owned(in_mm) if in_mm != text)
    }
}

/// Returns the number of a word such as `-39%`.
fn share(word: &str) -> Option<f64> {
    word.strip_suffix('%')?.parse().ok().filter(|share: &f64| share.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lengths_are_shares() {
        assert_eq!(Shares::Leading.in_mm("0 -39%", 50.0), "0 -19.5mm");
        assert_eq!(Shares::Leading.in_mm("2% navy 30% lighter", 50.0), "1mm navy 30% lighter");
        assert_eq!(Shares::Any.in_mm("condensed bold 9%", 100.0), "condensed bold 9mm");
        assert_eq!(Shares::None.in_mm("9%", 100.0), "9%");
        assert!(!Shares::Leading.are_in("navy 30% lighter"));
        assert!(!Shares::Leading.are_in("x%"));
    }
}
