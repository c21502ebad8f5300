//! The style of an element except for its fill and line: opacity, shadow, halo and rounded corners.

use crate::names::{Names, Resolve, in_colour};
use crate::per_row::{PerRow, needs_of};
use hexpress_base::diag::Result;
use hexpress_language::values::shares::PercentWords;
use hexpress_language::values::style;
use hexpress_language::values::value::Pair;
use hexpress_scene::{Ink, Stroke};

/// The style of an element except for its fill and line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style {
    /// The opacity, from 0 to 1; `None` means opaque.
    pub opacity: Option<f64>,
    /// A flat shadow behind the element. `None` for no shadow.
    pub shadow: Option<PerRow<Shadow>>,
    /// A line around the element that separates it from the drawings behind it. `None` for no line.
    pub halo: Option<PerRow<Stroke>>,
    /// The radius of the corners of a box, in mm.
    pub round: PerRow<f64>,
    /// The width of a gap around the element, in mm. Earlier drawings are removed behind the element
    /// and in the gap. `None` if earlier drawings are not removed.
    pub knock_out: Option<PerRow<f64>>,
}

impl Style {
    /// Returns a style that has only a halo.
    pub fn halo(line: Option<Stroke>) -> Self {
        Self { halo: line.map(PerRow::Fixed), ..Self::default() }
    }

    /// Returns whether the style has neither an opacity nor a shadow nor a halo.
    pub fn is_plain(&self) -> bool {
        self.opacity.is_none() && self.shadow.is_none() && self.halo.is_none()
    }

    /// Returns the names of the fields that the style uses.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let effects = self.shadow.iter().flat_map(needs_of).chain(self.halo.iter().flat_map(needs_of));
        effects.chain(needs_of(&self.round)).chain(self.knock_out.iter().flat_map(needs_of))
    }
}

/// A flat shadow, without blur.
#[derive(Debug, Clone, PartialEq)]
pub struct Shadow {
    /// The offset of the shadow to the right and down, in mm.
    pub by: Pair,
    pub ink: Ink,
}

impl Shadow {
    /// Converts a shadow from a layout, and looks up its colour.
    ///
    /// # Errors
    /// The colour is unknown.
    pub fn new(shadow: &style::Shadow, names: &Names) -> Result<Self> {
        Ok(Self { by: shadow.by, ink: names.colour(&shadow.colour)? })
    }
}

impl Resolve for Shadow {
    const SHARES: PercentWords = PercentWords::Leading;

    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let shadow: style::Shadow = text.parse()?;
        Self::new(&shadow, names).map_err(|diagnostic| in_colour(diagnostic, text, &shadow.colour))
    }
}
