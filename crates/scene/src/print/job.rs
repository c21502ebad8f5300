//! Describes how a file is sent to the printer.

/// How a stack of sheets is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Job {
    /// On which sides of the paper.
    pub sides: Sides,
    /// How many times each sheet is printed; `None` if sheets differ.
    pub copies: Option<u32>,
}

/// On which sides sheets are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sides {
    /// On one side.
    #[default]
    One,
    /// On both sides, flipped on the long edge.
    TwoLong,
    /// On both sides, flipped on the short edge.
    TwoShort,
}

impl Sides {
    /// Returns on which edge sheets are flipped: `long` or `short`; `None` if they have one side.
    pub fn edge(self) -> Option<&'static str> {
        match self {
            Self::One => None,
            Self::TwoLong => Some("long"),
            Self::TwoShort => Some("short"),
        }
    }
}
