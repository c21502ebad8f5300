//! Measures that several rules share: what to change, and how exact a drawing of another program
//! is.
//!
//! - In: a page with its boards and texts.
//! - Out: parts of hints, drawings that need no report, and tolerances in mm.
//! - Not here: the rules themselves.

pub(crate) mod foreign_drawings;
pub(crate) mod foreign_tolerances;
pub(crate) mod readable;
