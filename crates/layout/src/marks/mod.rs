//! Draws printer's marks: crop marks, the fold line, rulers, and lines of text along the edges of a
//! sheet.
//!
//! - In: the pieces or cuts of a sheet, and its free space.
//! - Out: marks in the free space. The areas that they cover are marked as taken, so that no
//!   other mark is placed there.
//! - Not here: drawing pieces, or moving pieces to make space for marks.

pub(crate) mod crease;
pub(crate) mod crop;
mod edge_text;
pub(crate) mod fold;
pub(crate) mod net;
pub(crate) mod part_labels;
pub(crate) mod piece_look;
pub(crate) mod printer_marks;
pub(crate) mod punch;
pub(crate) mod registration;
mod ruler;
mod sheet_code;
pub(crate) mod sticker_names;
pub(crate) mod version_mark;
