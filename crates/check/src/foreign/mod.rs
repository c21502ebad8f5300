//! Judges drawings in files without a record.
//!
//! - In: pages that other programs made, and a layout for comparison if the user requests one.
//! - Out: faults, descriptions, and a layout that is inferred from a drawing.
//! - Not here: finding boards; `facts` does that.

pub(crate) mod against_boards;
pub(crate) mod against_cells;
pub(crate) mod against_lines;
pub(crate) mod board_shape;
pub(crate) mod drawn_boards;
pub(crate) mod drawn_lines;
pub(crate) mod in_rows;
pub(crate) mod infer;
mod line_board;
pub(crate) mod page_descriptions;
pub(crate) mod paper_and_edges;
mod toml_values;
