//! Defines the effects of a group on the drawings under it: blend modes and masks.
//!
//! - Out: the types, with the names that SVG and PDF give them.
//! - Not here: opacity and clips, which are fields of [`Group`](crate::Group).

use kurbo::Rect;

use super::Drawing;

/// The rule that decides which points are inside a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FillRule {
    /// A point is inside if its winding number is not 0.
    #[default]
    NonZero,
    /// A point is inside if its winding number is odd.
    EvenOdd,
}

/// How the colours of a group mix with the colours under it (W3C Compositing 1, section 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "these are the names of the standard")]
pub enum Blend {
    Normal,
    Multiply,
    Screen,
    Overlay,
    Darken,
    Lighten,
    ColorDodge,
    ColorBurn,
    HardLight,
    SoftLight,
    Difference,
    Exclusion,
    Hue,
    Saturation,
    Color,
    Luminosity,
}

impl Blend {
    /// Returns the name of the mode in SVG, such as `color-dodge`.
    pub fn svg_name(self) -> String {
        let mut name = String::new();
        for c in self.pdf_name().chars() {
            if c.is_ascii_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.push(c.to_ascii_lowercase());
        }
        name
    }

    /// Returns the name of the mode in PDF, such as `ColorDodge` (ISO 32000-1, tables 136 and 137).
    pub fn pdf_name(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Multiply => "Multiply",
            Self::Screen => "Screen",
            Self::Overlay => "Overlay",
            Self::Darken => "Darken",
            Self::Lighten => "Lighten",
            Self::ColorDodge => "ColorDodge",
            Self::ColorBurn => "ColorBurn",
            Self::HardLight => "HardLight",
            Self::SoftLight => "SoftLight",
            Self::Difference => "Difference",
            Self::Exclusion => "Exclusion",
            Self::Hue => "Hue",
            Self::Saturation => "Saturation",
            Self::Color => "Color",
            Self::Luminosity => "Luminosity",
        }
    }
}

/// The property of a mask's drawings that decides how much of the group is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MaskKind {
    /// The lightness of the drawings. Where nothing is drawn, the mask hides the group.
    Luminance,
    /// The opacity of the drawings.
    Alpha,
}

/// Drawings that decide how much of a group is visible at each point.
#[derive(Debug, Clone, PartialEq)]
pub struct Mask {
    /// The property of the drawings that decides how much of the group is visible.
    pub kind: MaskKind,
    /// The drawings, in the coordinates of the group. They are not visible themselves.
    pub drawings: Vec<Drawing>,
    /// A bounding box of the drawings. The mask hides everything outside this box.
    pub bounds: Rect,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_puts_a_hyphen_between_words() {
        assert_eq!([Blend::ColorDodge, Blend::Hue].map(Blend::svg_name), ["color-dodge", "hue"]);
    }
}
