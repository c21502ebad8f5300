//! Finds pairs of colours that are hard to tell apart.
//!
//! - In: colours.
//! - Out: pairs of colours. Each pair has the kind of colour vision that makes them look the most similar.

use crate::colour_vision::{ColourVision, Differences, MIN_DIFFERENCE, hex_code, least_difference};
use crate::fault::Fault;
use hexpress_read::Rgb;

/// Two colours, and the kind of colour vision that makes them look the most similar.
#[derive(Clone, Copy)]
pub(super) struct ColourPair {
    pub a: Rgb,
    pub b: Rgb,
    /// The difference between the colours for this kind of colour vision. If it is [`MIN_DIFFERENCE`] or
    /// more, the colours can be told apart.
    pub difference: f64,
    pub sight: ColourVision,
}

impl ColourPair {
    /// Measures the difference between two colours.
    pub fn measure(a: Rgb, b: Rgb) -> Self {
        let (difference, sight) = least_difference(b, a);
        Self { a, b, difference, sight }
    }

    /// Measures the difference between two colours. If the difference is already in `known`, it is only
    /// looked up.
    pub fn look_up(a: Rgb, b: Rgb, known: &mut Differences) -> Self {
        let (difference, sight) = known.least_difference(a, b);
        Self { a, b, difference, sight }
    }

    pub fn identical(colour: Rgb) -> Self {
        Self { a: colour, b: colour, difference: 0.0, sight: ColourVision::Normal }
    }

    pub fn is_similar(&self) -> bool {
        self.difference < MIN_DIFFERENCE
    }

    /// Returns a part of a message that names the two colours, and says for whom they look alike.
    pub fn message(&self) -> String {
        let (a, b, sight) = (hex_code(self.a), hex_code(self.b), self.sight.words());
        let difference = self.difference;
        format!(
            "{a} and {b} look alike {sight} (a colour difference of {difference:.1}; the minimum is \
             {MIN_DIFFERENCE})"
        )
    }

    /// Makes a fault a warning if the colours look alike only in a black-and-white print, or if they
    /// differ by at least half of [`MIN_DIFFERENCE`].
    pub fn soften<'fault>(&self, fault: &'fault mut Fault) -> &'fault mut Fault {
        if self.difference >= MIN_DIFFERENCE / 2.0 || self.sight == ColourVision::Grey {
            fault.warning()
        } else {
            fault
        }
    }
}

/// Returns all pairs of elements in a slice.
pub(super) fn pairs<T>(values: &[T]) -> impl Iterator<Item = (&T, &T)> {
    values.iter().enumerate().flat_map(|(index, one)| values[..index].iter().map(move |other| (one, other)))
}

/// Compares two drawings that differ only in colour. Returns the pair of corresponding colours that is
/// the easiest to tell apart.
///
/// For each part of the drawings, `pairs` contains its colour in the first and in the second drawing.
/// The search ends at the first pair that can be told apart. Returns `None` if all corresponding
/// colours are equal.
pub(super) fn clearest(
    pairs: impl Iterator<Item = (Rgb, Rgb)>,
    known: &mut Differences,
) -> Option<ColourPair> {
    let mut best: Option<ColourPair> = None;
    for (a, b) in pairs.filter(|(a, b)| a != b) {
        let pair = ColourPair::look_up(a, b, known);
        if !pair.is_similar() {
            return Some(pair);
        }
        if best.is_none_or(|best| pair.difference > best.difference) {
            best = Some(pair);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_colours_are_no_pair() {
        let red = Rgb([255, 0, 0]);
        assert!(clearest([(red, red)].into_iter(), &mut Differences::default()).is_none());
    }

    #[test]
    fn black_and_white_are_told_apart_for_every_sight() {
        assert!(!ColourPair::measure(Rgb([0; 3]), Rgb([255; 3])).is_similar());
        assert!(ColourPair::identical(Rgb([0; 3])).is_similar());
    }
}
