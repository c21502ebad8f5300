//! How something is drawn beside its form, place and colours, in terms that can be said.
//!
//! In go the settings that a file draws with. Out comes what tells two manners apart; the digest of an
//! [`Item`](super::Item) decides whether they differ. The [`Run`](super::Run) of an item says how colours run over it.

use kurbo::{Cap, Join};

/// How something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// How its lines end.
    pub cap: Cap,
    /// How its lines turn.
    pub join: Join,
    /// Whether outlines inside an area cut holes into it.
    pub has_holes: bool,
    /// Whether outlines inside an area cut no holes.
    pub has_filled: bool,
    /// How letters are drawn.
    pub letters: Letters,
    /// A mask, a blend mode or another effect, in words.
    pub effect: Option<&'static str>,
}

/// How letters are drawn.
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

impl Default for Manner {
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

impl Manner {
    /// The usual manner with an effect.
    pub(super) fn with(effect: Option<&'static str>) -> Self {
        Self { effect, ..Self::default() }
    }

    /// Adds the manner of what is drawn inside, or on top as the line round an area.
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
