//! Describes how a file is sent to the printer.

use super::press::Press;
use super::setup::Standard;

/// How a stack of sheets is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Job {
    pub sides: Sides,
    /// The number of copies of each sheet. `None` if the sheets have different numbers.
    pub copies: Option<u32>,
    /// The standard that the file conforms to. `None` if it conforms to no standard.
    pub standard: Option<Standard>,
    /// The press, if the user has a profile that describes it, and the file conforms to a standard.
    /// Otherwise, `None`.
    pub press: Option<&'static Press>,
}

/// The sides of the paper that are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    #[default]
    One,
    /// Sheets are printed on both sides, and turned over along the long edge.
    TwoLong,
    /// Sheets are printed on both sides, and turned over along the short edge.
    TwoShort,
}

impl Sides {
    /// Returns the edge along which sheets are turned over, `long` or `short`. Returns `None` if
    /// only one side is printed.
    pub fn edge(self) -> Option<&'static str> {
        match self {
            Self::One => None,
            Self::TwoLong => Some("long"),
            Self::TwoShort => Some("short"),
        }
    }
}
