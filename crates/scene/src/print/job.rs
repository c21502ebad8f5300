//! Describes how a file is sent to the printer.

use super::setup::Standard;

/// How a stack of sheets is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Job {
    pub sides: Sides,
    /// The number of copies of each sheet. `None` if the numbers differ.
    pub copies: Option<u32>,
    /// The standard that the file conforms to.
    pub standard: Option<Standard>,
}

/// The sides of the paper that are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    #[default]
    One,
    /// Sheets are printed on both sides, and flipped on the long edge.
    TwoLong,
    /// Sheets are printed on both sides, and flipped on the short edge.
    TwoShort,
}

impl Sides {
    /// Returns the edge on which sheets are flipped: `long` or `short`. Returns `None` for one
    /// side.
    pub fn edge(self) -> Option<&'static str> {
        match self {
            Self::One => None,
            Self::TwoLong => Some("long"),
            Self::TwoShort => Some("short"),
        }
    }
}
