//! Describes inks and strokes.

use std::sync::Arc;

use crate::{Pattern, Shade};

/// A colour for areas, lines and texts. Areas can have a gradient or a pattern instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Ink {
    /// The name that the layout uses for the colour, or `#rrggbb`.
    pub name: Arc<str>,
    /// The colour in sRGB.
    pub rgb: [u8; 3],
    /// The gradient that fills areas with this ink, or `None`. If there is a gradient, `rgb` is the mean of
    /// its colours.
    pub shade: Option<Arc<Shade>>,
    /// The pattern on areas with this ink, or `None`.
    pub pattern: Option<Arc<Pattern>>,
}

/// The luminance that has the same contrast with black as with white.
///
/// In WCAG 2, two luminances have the contrast (lighter + 0.05) / (darker + 0.05). White has the luminance 1,
/// and black has 0. The luminance l must therefore fulfil (1 + 0.05) / (l + 0.05) = (l + 0.05) / (0 + 0.05).
const MIDDLE_LUMINANCE: f64 = 0.179_128_784_747_792;

impl Ink {
    /// Returns an ink with a single colour.
    pub fn new(name: &str, rgb: [u8; 3]) -> Self {
        Self { name: name.into(), rgb, shade: None, pattern: None }
    }

    /// Returns an ink with a single colour. Its name is `#rrggbb`.
    pub fn from_rgb([r, g, b]: [u8; 3]) -> Self {
        Self::new(&format!("#{r:02x}{g:02x}{b:02x}"), [r, g, b])
    }

    pub fn black() -> Self {
        Self::new("black", [0; 3])
    }

    pub fn white() -> Self {
        Self::new("white", [0xFF; 3])
    }

    /// Returns whether black has a higher contrast with the ink than white has. The contrast is the ratio
    /// that WCAG 2 defines.
    pub fn is_light(&self) -> bool {
        luminance(self.rgb) > MIDDLE_LUMINANCE
    }
}

/// Returns the relative luminance of an sRGB colour from 0 to 1, as defined in WCAG 2.
pub fn luminance(rgb: [u8; 3]) -> f64 {
    let [red, green, blue] = rgb.map(linear_channel);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Returns the linear value of an sRGB channel, from 0 to 1.
fn linear_channel(channel: u8) -> f64 {
    let encoded = f64::from(channel) / 255.0;
    if encoded <= 0.040_45 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

/// The style of a line that is drawn along a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// The width in mm. A stroke of width 0 is not drawn.
    pub width: f64,
    pub ink: Ink,
    /// The lengths of dashes and gaps in mm, or an empty list for a solid line.
    pub dash: Vec<f64>,
    /// How far into the dash pattern the line starts, in mm.
    pub phase: f64,
    /// Whether ends and corners are round. Otherwise, ends are cut off, and corners are mitred.
    pub round: bool,
}

impl Stroke {
    /// Returns a solid line with mitred joins.
    pub fn solid(width: f64, ink: Ink) -> Self {
        Self { width, ink, dash: Vec::new(), phase: 0.0, round: false }
    }

    /// Returns the stroke with its dashes adapted to a path of straight segments. Every segment has the
    /// length `length`, in mm.
    ///
    /// Each segment gets a whole number of dashes, with half a dash at each end. The two halves at a
    /// corner form a whole dash, so all dashes have the same length.
    pub fn with_dashes_for(&self, length: f64) -> Self {
        let [dash, gap] = self.dash[..] else { return self.clone() };
        let period = length / (length / (dash + gap)).round().max(2.0);
        let even_dash = period * dash / (dash + gap);
        Self { dash: vec![even_dash, period - even_dash], phase: even_dash / 2.0, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_and_white_contrast_equally_with_the_middle_luminance() {
        let (with_black, with_white) = ((MIDDLE_LUMINANCE + 0.05) / 0.05, 1.05 / (MIDDLE_LUMINANCE + 0.05));
        assert!((with_black - with_white).abs() < 1e-9);
        assert!(Ink::white().is_light() && !Ink::black().is_light());
    }

    #[test]
    fn a_segment_has_at_least_two_dashes() {
        let dashed = Stroke { dash: vec![3.0, 1.0], ..Stroke::solid(0.2, Ink::black()) };
        assert_eq!(dashed.with_dashes_for(1.0).dash, [0.375, 0.125]);
        assert_eq!(dashed.with_dashes_for(12.0).dash, [3.0, 1.0]);
        assert_eq!(dashed.with_dashes_for(12.0).phase, 1.5);
    }
}
