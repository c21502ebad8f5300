//! How an element looks beside its colours: how much it covers, its shadow, its halo.

use super::element::{PerRow, needs_of};
use super::names::{Names, Resolve, in_colour};
use crate::diag::Result;
use crate::scene::{Ink, Stroke};
use crate::spec::values::style::Shadow as Given;
use crate::spec::values::value::Pair;

/// How an element looks beside its colours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style {
    /// How much it covers of what is below, from 0 to 1; all if none.
    pub cover: Option<f64>,
    /// A flat shadow.
    pub shadow: Option<PerRow<Shadow>>,
    /// A line round it that parts it from what is below.
    pub halo: Option<PerRow<Stroke>>,
    /// The radius of a box's corners, in mm.
    pub round: PerRow<f64>,
}

impl Style {
    /// A line round something, and nothing else.
    pub fn halo(line: Option<Stroke>) -> Self {
        Self { halo: line.map(PerRow::Fixed), ..Self::default() }
    }

    /// Whether it says nothing.
    pub fn is_plain(&self) -> bool {
        self.cover.is_none() && self.shadow.is_none() && self.halo.is_none()
    }

    /// Every name that it asks its row for.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let seen = self.shadow.iter().flat_map(needs_of).chain(self.halo.iter().flat_map(needs_of));
        seen.chain(needs_of(&self.round))
    }
}

/// A flat shadow.
#[derive(Debug, Clone, PartialEq)]
pub struct Shadow {
    /// Right and down, in mm.
    pub by: Pair,
    /// Its colour.
    pub ink: Ink,
}

impl Shadow {
    /// A shadow with its colour looked up.
    ///
    /// # Errors
    /// The colour is not known.
    pub fn of(given: &Given, names: &Names) -> Result<Self> {
        Ok(Self { by: given.by, ink: names.colour(&given.colour)? })
    }
}

impl Resolve for Shadow {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let given: Given = text.parse()?;
        Self::of(&given, names).map_err(|wrong| in_colour(wrong, text, &given.colour))
    }
}
