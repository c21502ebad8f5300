//! Contains functions that several rules use: hints about what the user should change, and measures of
//! how exact a drawing is.
//!
//! - In: a page with its boards and texts.
//! - Out: parts of hints, drawings that need no report, and tolerances in mm.
//! - Not here: the rules.

pub(crate) mod drawn_kinds;
pub(crate) mod foreign_drawings;
pub(crate) mod foreign_tolerances;
pub(crate) mod readable;
