//! What every other crate uses: units, tilings, geometry, mistakes as data, and files below one
//! folder.
//!
//! - In: texts with units and words, paths of files, work for several cores.
//! - Out: lengths, cells and their neighbours, indexes, [`diag::Diagnostic`]s and the bytes of
//!   files.
//! - Not here: games, sheets and file formats, except for the first bytes of files.

pub mod box_index;
pub mod cell_index;
pub mod deflate;
pub mod diag;
pub mod files;
pub mod geometry;
pub mod hex;
pub mod identity;
pub mod ordered_map;
pub mod parallel;
pub mod piece_side;
pub mod pixel_size;
pub mod point_index;
pub mod round;
pub mod stored;
pub mod tiling;
pub mod units;
pub mod words;
pub mod xml;
