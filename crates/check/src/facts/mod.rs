//! Finds the facts about files. Rules use only these facts.
//!
//! - In: the pages of finished files, and the contents of their record.
//! - Out: boards, pieces and posters.
//! - Not here: reporting faults.
//!
//! Shapes, sizes, texts and colours are read only from the drawings. The id of a drawing says only
//! to which piece or cell the drawing belongs.

pub(crate) mod all_files;
pub(crate) mod board;
pub(crate) mod closest_drawing;
pub(crate) mod component_views;
pub(crate) mod cut;
pub(crate) mod cut_marks;
pub(crate) mod drawn_by;
pub(crate) mod expected;
pub(crate) mod expected_codes;
pub(crate) mod file_picture;
pub(crate) mod foreign_page;
mod free_points;
pub(crate) mod item;
pub(crate) mod laid_lines;
pub(crate) mod lattice;
pub(crate) mod opened;
pub(crate) mod page;
pub(crate) mod piece_look;
pub(crate) mod pieces;
pub(crate) mod points;
pub(crate) mod poster;
pub(crate) mod press;
pub(crate) mod printer;
pub(crate) mod qr_codes;
pub(crate) mod shape;
pub(crate) mod sheet;
pub(crate) mod small_boards;
pub(crate) mod text;
pub(crate) mod visible;

pub use all_files::Facts;
pub use expected::{Expected, layout_place_of};
pub use item::{
    area, cell_of, depth_in_outline, is_furniture, texts, tight_corners, visible_bounds, without_spaces,
};
pub use page::{PageContext, ReportedText};
pub use sheet::{File, Format, FoundSheet};
