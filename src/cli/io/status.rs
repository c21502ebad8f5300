//! The exit status.

/// How a run ended. The order is from best to worst, and the values are exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything was done, without errors.
    Ok = 0,
    /// The work was done, but the result is negative. For example, the checker found errors, or two
    /// versions differ.
    Faults = 1,
    /// The input or the command line is wrong.
    Wrong = 2,
}
