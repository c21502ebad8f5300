//! The tools for drawing elements: frames, places, bleed, patterns, inks, and the space on a sheet.
//!
//! - In: settled elements (all their values are computed), and the frame in which they are placed.
//! - Out: transforms, drawings that extend beyond the cut, colours that need less ink, and free
//!   space for printer's marks.
//! - Not here: drawing elements (`elements`).

pub(crate) mod angle;
pub(crate) mod beyond_cut;
pub(crate) mod bleed;
pub(crate) mod bounds;
pub(crate) mod frame;
pub(crate) mod inking;
pub(crate) mod overhang;
pub(crate) mod painter;
pub(crate) mod pattern;
pub(crate) mod placing;
pub(crate) mod space;
