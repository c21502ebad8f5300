//! Values that are one word of a few.

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

/// Where names are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ShowNames {
    /// In every cell.
    Inside,
    /// In the cells along the border.
    Edge,
    /// Beside the board, once for each line.
    Outside,
    /// Nowhere.
    None,
}

/// Which sheet of the paper at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A3 or 11 x 17 in.
    Large,
    /// A4 or 8.5 x 11 in.
    Small,
}

/// What a board is as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum BoardIs {
    /// From every cell there is a way to every other, over edges.
    #[serde(rename = "connected")]
    Connected,
    /// No place without a cell is enclosed by cells.
    #[serde(rename = "without holes")]
    WithoutHoles,
    /// However its cells are filled with the colours of its four sides, one and only one colour has its two sides
    /// connected.
    #[serde(rename = "every filling has exactly one winner")]
    OneWinner,
}

/// When two pieces are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Alike {
    /// All that is drawn on them is the same.
    #[serde(rename = "as drawn")]
    AsDrawn,
    /// Their edges are the same when one of them is turned.
    #[serde(rename = "when turned")]
    Turned,
    /// Their edges are the same when one of them is turned, or turned over.
    #[serde(rename = "when turned or flipped")]
    Flipped,
}

/// Which way a rhombus leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lean {
    /// Its top lies further left than its foot.
    #[default]
    Left,
    /// Its top lies further right than its foot.
    Right,
}

/// Which rows (pointy-top) or columns (flat-top) of a rectangle are pushed by half a cell, right or down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offset {
    /// The first, third, fifth …
    First,
    /// The second, fourth, sixth …
    #[default]
    Second,
}
