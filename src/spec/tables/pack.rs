//! How pieces lie on their sheet, and what shows where they are cut.

use serde::Deserialize;

use crate::print::setup::Marking;

/// How pieces lie on their sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Pack {
    /// As close as can be: rectangles edge to edge, hexagons as a honeycomb.
    Close,
    /// Each by itself, with room for scissors round it.
    Apart,
    /// So that every cut runs straight through the sheet.
    Straight,
    /// Hexagons in strips, which are cut off before they are parted.
    Strips,
}

impl Pack {
    /// The word that layouts use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Apart => "apart",
            Self::Straight => "straight",
            Self::Strips => "strips",
        }
    }
}

/// What shows where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Marks {
    /// Short marks beside all pieces, at both ends of every cut.
    Edge,
    /// Short marks at the corners of each piece.
    Corner,
    /// A line round each piece.
    Outline,
    /// Every cut as a line from one edge of the sheet to the other.
    Line,
    /// Nothing.
    None,
}

impl From<Marks> for Marking {
    fn from(marks: Marks) -> Self {
        match marks {
            Marks::Edge => Self::Edge,
            Marks::Corner => Self::Corner,
            Marks::Outline => Self::Outline,
            Marks::Line => Self::Line,
            Marks::None => Self::None,
        }
    }
}
