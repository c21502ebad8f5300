//! How an element looks beside its colours: how much it covers, its shadow, its halo.

use super::element::Value;
use super::names::{Names, Resolve};
use crate::diag::{Diagnostic, Result};
use crate::scene::{Ink, Stroke};
use crate::spec::values::style::Shadow as Given;
use crate::spec::values::value::Pair;

/// How an element looks beside its colours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Style {
    /// How much it covers of what is below, from 0 to 1; all if none.
    pub cover: Option<f64>,
    /// A flat shadow.
    pub shadow: Option<Value<Shadow>>,
    /// A line round it that parts it from what is below.
    pub halo: Option<Value<Stroke>>,
    /// The radius of a box's corners, in mm.
    pub round: f64,
}

impl Style {
    /// A line round something, and nothing else.
    pub fn halo(line: Option<Stroke>) -> Self {
        Self { halo: line.map(Value::Fixed), ..Self::default() }
    }

    /// Whether it says nothing.
    pub fn is_plain(&self) -> bool {
        self.cover.is_none() && self.shadow.is_none() && self.halo.is_none()
    }

    /// Every name that it asks its row for.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        self.shadow.iter().flat_map(Value::needs).chain(self.halo.iter().flat_map(Value::needs))
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
        let given: Given = text.parse().map_err(|wrong: Diagnostic| wrong.about(text))?;
        Self::of(&given, names)
    }
}
