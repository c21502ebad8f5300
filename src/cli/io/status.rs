//! How a run ended, as the exit code says it.

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All well.
    Well = 0,
    /// The checker found errors.
    Faults = 1,
    /// The input or the command line is wrong.
    Wrong = 2,
}

impl Status {
    /// The worse of two.
    pub fn or(self, other: Self) -> Self {
        if self as u8 >= other as u8 { self } else { other }
    }
}
