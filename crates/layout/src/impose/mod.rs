//! Where pieces lie on a sheet, and where it is cut: rectangles edge to edge, hexagons as a honeycomb that shares its
//! edges or so that straight cuts part them, discs in staggered rows; what they are cut with has a say in it.

mod asked;
mod choose_packing;
mod covers;
pub(crate) mod cuts;
pub(crate) mod die_sheet;
mod draw;
pub(crate) mod duplex;
pub(crate) mod face_cache;
pub(crate) mod grid;
mod hexagons;
pub(crate) mod lines;
pub(crate) mod pack_fit;
mod rectangles;
mod rim;
pub(crate) mod slot;
mod triangles;
mod why;

pub use choose_packing::blocks::{Lot, blocks};
pub use choose_packing::{fit, fit_for, tried, unmarked};
pub use die_sheet::in_places;
pub use draw::{DeckSide, cuts as draw_cuts, draw};
pub use lines::CutLine;
pub use pack_fit::{Marks, PackFit, Packing};
pub use slot::Slot;
pub use triangles::row_of;
pub use why::OneMore;
