//! What all other crates use: units, tilings, geometry, mistakes as data, and the files in the
//! folder of a layout.
//!
//! - In: lengths and words as texts, paths of files, and work that several cores can share.
//! - Out: lengths, cells and their neighbours, indexes, [`diag::Diagnostic`]s and the bytes of
//!   files.
//! - Not here: games, sheets and file formats, except for the first bytes of files.
//!
//! # Example
//!
//! A flat-top hexagon and the one above it share an edge, and the corners at its ends:
//!
//! ```
//! use hexpress_base::cell_address::CellAddress;
//! use hexpress_base::tiling::Tiling;
//!
//! let cell = CellAddress::new(2, 3);
//! // Edges and corners are counted clockwise; edge 0 is at the top, between corners 0 and 1.
//! let above = Tiling::FlatTop.neighbour(cell, 0);
//! assert_eq!(above, CellAddress::new(2, 2));
//!
//! // Corners are exact, so the same corner is equal for both cells.
//! assert_eq!(Tiling::FlatTop.corner(cell, 0), Tiling::FlatTop.corner(above, 4));
//! assert_eq!(Tiling::FlatTop.corner(cell, 1), Tiling::FlatTop.corner(above, 3));
//! ```

pub mod box_index;
pub mod cell_address;
pub mod cell_index;
pub mod contour;
pub mod deflate;
pub mod diag;
pub mod files;
pub mod geometry;
pub mod identity;
pub mod mirrored;
pub mod parallel;
pub mod piece_side;
pub mod pixel_size;
pub mod point_index;
pub mod round_shapes;
pub mod sorted_map;
pub mod stored;
pub mod text;
pub mod tiling;
pub mod units;
pub mod word_enum;
pub mod xml;
