//! Imposes pieces: decides where each piece is placed on a sheet, and where the sheet is cut.
//!
//! - In: a deck, the size of its pieces and a setup.
//! - Out: a [`SheetPacking`], and the pieces on it as drawings.
//!
//! The module `plan` decides which pieces are on which sheet.
//!
//! Rectangles are packed edge to edge. Hexagons share their edges, or are packed so that straight cuts
//! can separate them. Discs are packed in staggered rows. The packing also depends on the cutting tool.

mod choose_packing;
mod coverage;
mod cut_outline;
pub(crate) mod die_sheet;
mod draw_pieces;
pub(crate) mod duplex;
pub(crate) mod face_cache;
pub(crate) mod grid;
mod hexagons;
mod hidden_elements;
mod oversized;
pub(crate) mod plotter_cuts;
mod rectangles;
mod requested_marks;
mod rim_contrast;
pub(crate) mod sheet_packing;
pub(crate) mod slot;
pub(crate) mod straight_cuts;
mod triangles;
mod words_on_hole;

pub use choose_packing::blocks::{PieceLot, Strip, StripEdge, pack_blocks, pack_on_strip};
pub use choose_packing::{best_packing, best_packing_for, candidate_packings, packing_without_marks};
pub use coverage::OneMore;
pub use die_sheet::pack_on_die_sheet;
pub use draw_pieces::{DeckSide, draw_cuts, draw_pieces};
pub use sheet_packing::{Marks, PackingPattern, SheetPacking};
pub use slot::Slot;
pub use straight_cuts::CutLine;
pub use triangles::row_of;
