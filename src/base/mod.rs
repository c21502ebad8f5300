//! What everything else is built on: units, tilings, identities, work on several cores, indexes of cells, boxes
//! and points.

pub(crate) mod box_index;
pub mod cell_index;
pub(crate) mod deflate;
pub(crate) mod geometry;
pub mod hex;
pub mod identity;
pub mod map;
pub(crate) mod parallel;
pub(crate) mod point_index;
pub mod round;
pub(crate) mod stored;
pub mod tiling;
pub mod units;
pub(crate) mod words;
pub(crate) mod xml;
