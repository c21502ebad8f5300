//! Computes the look of page furniture: rulers, marks, cut lines, and the line of text for the printer.
//!
//! - In: the settings of a layout and of a printer's profile.
//! - Out: the ink, the line width and the positions of page furniture.
//! - Not here: drawing the furniture.
//!
//! Furniture is grey, so that it is lighter than the game. A printer with only black ink would print a
//! thin grey line as a row of dots. With [`Inking::Black`], lines are therefore solid black. They are
//! also thinner, so that they use as much ink per millimetre as grey lines.

use hexpress_base::word_enum::word_enum;

use super::setup::Inking;
use crate::{Ink, Stroke};

word_enum! {
    /// The corner of a sheet where the two rulers meet.
    RulerCorner:
    /// The left end of the bottom edge.
    BottomLeft = "bottom-left",
    /// The right end of the bottom edge.
    BottomRight = "bottom-right",
    /// The left end of the top edge.
    TopLeft = "top-left",
    /// The right end of the top edge.
    TopRight = "top-right",
    None = "none",
}

word_enum! {
    /// The edge of a sheet along which the line of text for the printer is placed.
    WordsEdge:
    Bottom = "bottom",
    Top = "top",
    Left = "left",
    Right = "right",
    None = "none",
}

/// The settings of page furniture. A setting that is `None` has its default value.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FurnitureSettings {
    /// The darkness of lines, as a fraction of black: above 0 and at most 1.
    pub ink: Option<f64>,
    /// The width of lines, in mm.
    pub weight: Option<f64>,
    /// The corner where the rulers meet.
    pub rulers: Option<RulerCorner>,
    /// The length of rulers, in cm.
    pub length: Option<u8>,
    /// The edge along which the line of text for the printer is placed.
    pub words: Option<WordsEdge>,
}

impl FurnitureSettings {
    /// Returns these settings. Settings that are `None` get the value that they have in `other`.
    pub fn over(self, other: Self) -> Self {
        Self {
            ink: self.ink.or(other.ink),
            weight: self.weight.or(other.weight),
            rulers: self.rulers.or(other.rulers),
            length: self.length.or(other.length),
            words: self.words.or(other.words),
        }
    }
}

/// The default darkness of lines, as a fraction of black.
const INK: f64 = 0.4;
/// The smallest darkness of text, as a fraction of black. Small letters in a lighter grey would be hard
/// to read.
const WORDS_INK: f64 = 0.65;
/// The default width of lines, in mm.
const WEIGHT: f64 = 0.15;
/// The width of cut lines, as a fraction of the width of all other lines.
///
/// Cut lines are thinner, because a part of each line remains visible on the piece.
const CUT_LINES: f64 = 2.0 / 3.0;
/// The smallest width of solid black cut lines, in mm. Printers would print thinner lines with gaps.
const MIN_SOLID_LINE_WIDTH: f64 = 0.05;
/// The default length of rulers, in cm.
const LENGTH: u8 = 5;

/// The look and the positions of page furniture.
#[derive(Debug, Clone, PartialEq)]
pub struct Furniture {
    pub line_ink: Ink,
    pub words_ink: Ink,
    /// The width of lines, in mm.
    pub weight: f64,
    /// The width of cut lines, in mm.
    pub cut_weight: f64,
    /// The corner where the rulers meet.
    pub rulers: RulerCorner,
    /// The length of rulers, in cm.
    pub length: u8,
    /// The edge along which the line of text for the printer is placed.
    pub words: WordsEdge,
}

impl Default for Furniture {
    fn default() -> Self {
        Self::new(FurnitureSettings::default(), None)
    }
}

impl Furniture {
    /// Returns the furniture for sheets that are printed with `inking`.
    pub fn new(settings: FurnitureSettings, inking: Option<Inking>) -> Self {
        let (ink, weight) = (settings.ink.unwrap_or(INK), settings.weight.unwrap_or(WEIGHT));
        let (line, words, weight) = match inking {
            Some(Inking::Black) => (1.0, 1.0, weight * ink),
            _ => (ink, ink.max(WORDS_INK), weight),
        };
        Self {
            line_ink: grey(line),
            words_ink: grey(words),
            weight,
            cut_weight: if line < 1.0 {
                weight * CUT_LINES
            } else {
                (weight * CUT_LINES).max(MIN_SOLID_LINE_WIDTH)
            },
            rulers: settings.rulers.unwrap_or(RulerCorner::BottomLeft),
            length: settings.length.unwrap_or(LENGTH),
            words: settings.words.unwrap_or(WordsEdge::Bottom),
        }
    }

    pub fn cut_stroke(&self) -> Stroke {
        Stroke::solid(self.cut_weight, self.line_ink.clone())
    }

    /// Returns the stroke of rulers and marks.
    pub fn stroke(&self) -> Stroke {
        Stroke::solid(self.weight, self.line_ink.clone())
    }

    /// Returns the stroke of bold cut lines, which are meant for scissors.
    pub fn bold_stroke(&self) -> Stroke {
        Stroke::solid(2.0 * self.weight, self.line_ink.clone())
    }
}

/// Returns a grey. `share` is its darkness, as a fraction of black.
fn grey(share: f64) -> Ink {
    if share >= 1.0 {
        return Ink::black();
    }
    let level = ((1.0 - share) * 255.0).round() as u8;
    Ink::from_rgb([level; 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_black_ink_are_solid_and_have_as_much_ink() {
        let settings = FurnitureSettings { ink: Some(0.5), weight: Some(0.2), ..Default::default() };
        let grey = Furniture::new(settings, Some(Inking::Low));
        assert_eq!((grey.line_ink.rgb, grey.weight), ([128; 3], 0.2));
        let solid = Furniture::new(settings, Some(Inking::Black));
        assert_eq!((solid.line_ink.rgb, solid.weight), ([0; 3], 0.1));
    }

    #[test]
    fn words_are_never_too_pale_to_read() {
        let pale = FurnitureSettings { ink: Some(0.1), ..Default::default() };
        let furniture = Furniture::new(pale, None);
        assert_eq!((furniture.line_ink.rgb, furniture.words_ink.rgb), ([230; 3], [89; 3]));
    }

    #[test]
    fn the_first_settings_win() {
        let own = FurnitureSettings { length: Some(10), ..Default::default() };
        let other = FurnitureSettings { length: Some(3), ink: Some(1.0), ..Default::default() };
        assert_eq!(
            own.over(other),
            FurnitureSettings { length: Some(10), ink: Some(1.0), ..Default::default() }
        );
    }
}
