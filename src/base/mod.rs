//! What everything else is built on: units, the hexagonal grid, work on several cores, an index of boxes.

pub(crate) mod box_index;
pub mod hex;
pub mod identity;
pub(crate) mod parallel;
pub mod round;
pub mod units;
