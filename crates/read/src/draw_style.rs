//! The style in which an item is drawn, in terms that a message can name.
//!
//! The settings of a file go in. Line ends, corners, holes, letters and effects come out. Whether two items look the same is
//! decided by the digest of an [`Item`](super::Item). Gradients are in [`Run`](super::Run).

use kurbo::{Cap, Join};

/// The style of an item, apart from its outline, its place and its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawStyle {
    /// The ends of lines.
    pub cap: Cap,
    /// The corners of lines.
    pub join: Join,
    /// Whether outlines inside an area cut holes into it.
    pub has_holes: bool,
    /// Whether outlines inside an area cut no holes.
    pub has_filled: bool,
    /// The style of letters.
    pub letters: Letters,
    /// The name of a mask, a blend mode or another effect.
    pub effect: Option<&'static str>,
}

/// The style of letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Letters {
    /// Filled.
    #[default]
    Filled,
    /// Filled, with a line along their outlines.
    Rimmed,
    /// A line along their outlines only.
    Hollow,
}

impl Default for DrawStyle {
    fn default() -> Self {
        Self {
            cap: Cap::Butt,
            join: Join::Miter,
            has_holes: false,
            has_filled: false,
            letters: Letters::Filled,
            effect: None,
        }
    }
}

impl DrawStyle {
    /// Returns the default style with an effect.
    pub(super) fn with(effect: Option<&'static str>) -> Self {
        Self { effect, ..Self::default() }
    }

    /// Returns the style of an item inside a group. The values of `own` that are not the default replace those of the group.
    pub(super) fn and(self, own: Self) -> Self {
        Self {
            cap: if own.cap == Cap::Butt { self.cap } else { own.cap },
            join: if own.join == Join::Miter { self.join } else { own.join },
            has_holes: self.has_holes || own.has_holes,
            has_filled: self.has_filled || own.has_filled,
            letters: if own.letters == Letters::Filled { self.letters } else { own.letters },
            effect: own.effect.or(self.effect),
        }
    }
}
