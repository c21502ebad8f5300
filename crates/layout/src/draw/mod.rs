//! The tools that elements are drawn with: frames, places, bleed, patterns, inks, the room of a sheet.
//!
//! - Goes in: settled elements, and the frame that they are placed in.
//! - Comes out: transforms, drawings beyond the cut, colours in less ink, free room for printer's marks.
//! - Does not: draw elements; `elements` does.

pub(crate) mod angle;
pub(crate) mod beyond_cut;
pub(crate) mod bleed;
pub(crate) mod bounds;
pub(crate) mod frame;
pub(crate) mod inking;
pub(crate) mod painter;
pub(crate) mod pattern;
pub(crate) mod placing;
pub(crate) mod reach;
pub(crate) mod space;
