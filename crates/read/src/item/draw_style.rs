//! Describes how an item is drawn, in words that a message can use.
//!
//! - In: the settings that a file uses to draw an item.
//! - Out: line ends, corners, holes, the style of letters, the name of an effect, and a digest of all
//!   of them.
//! - Not here: colours, and gradients ([`Gradient`](super::Gradient)).

use crate::digest;
use kurbo::{Cap, Join};

/// The style of an item: everything except its outline, its position and its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DrawStyle {
    /// The shape of the ends of lines.
    pub cap: Cap,
    /// The shape of the corners of lines.
    pub join: Join,
    /// True if at least one outline inside an area is a hole.
    pub has_holes: bool,
    /// True if at least one outline inside an area is filled like the area, so that it is not a hole.
    pub has_filled: bool,
    /// Whether letters are filled, have a line along their outlines, or both.
    pub letters: Letters,
    /// The name of an effect, such as a mask or a blend mode. `None` if the item has no such effect.
    pub effect: Option<&'static str>,
}

/// Everything that affects the look of a drawing, except colour.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Look {
    /// A digest of the look, which is 0 for the default look.
    pub digest: u64,
    /// The part of the look that a message can describe.
    pub draw_style: DrawStyle,
}

impl Look {
    /// Returns a look with the digest `digest` and the default style.
    pub(crate) fn from_digest(digest: u64) -> Self {
        Self { digest, draw_style: DrawStyle::default() }
    }

    /// Combines the look of a group with the look of a drawing inside the group. `self` is the look
    /// of the group.
    pub(crate) fn and(self, own_look: Self) -> Self {
        Self {
            digest: digest::combined(self.digest, own_look.digest),
            draw_style: self.draw_style.and(own_look.draw_style),
        }
    }
}

/// How letters are painted: filled, with a line along their outlines, or both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Letters {
    /// Letters that are only filled.
    #[default]
    Filled,
    /// Filled letters with a line along their outlines.
    Rimmed,
    /// Letters with only a line along their outlines.
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
    /// Returns the default style, but with this effect.
    pub(crate) fn with(effect: Option<&'static str>) -> Self {
        Self { effect, ..Self::default() }
    }

    /// Combines the style of a group with the style of an item inside the group. `self` is the
    /// style of the group. A value of `own_style` that is not the default replaces the value of the
    /// group.
    pub(crate) fn and(self, own_style: Self) -> Self {
        Self {
            cap: if own_style.cap == Cap::Butt { self.cap } else { own_style.cap },
            join: if own_style.join == Join::Miter { self.join } else { own_style.join },
            has_holes: self.has_holes || own_style.has_holes,
            has_filled: self.has_filled || own_style.has_filled,
            letters: if own_style.letters == Letters::Filled { self.letters } else { own_style.letters },
            effect: own_style.effect.or(self.effect),
        }
    }
}
