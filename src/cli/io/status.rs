//! How a run ended, as the exit code says it.

/// How a run ended, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All well.
    Well = 0,
    /// The checker found errors.
    Faults = 1,
    /// The input or the command line is wrong.
    Wrong = 2,
}
