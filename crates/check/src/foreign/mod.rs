//! Judges drawings in files without a record.
//!
//! - In: pages that other programs made, and a layout for comparison if the user requests one.
//! - Out: faults, descriptions, and a layout that is inferred from a drawing.
//! - Not here: finding boards; `facts` does that.

pub(crate) mod against_lines;
pub(crate) mod against_rules;
pub(crate) mod drawing_rules;
pub(crate) mod in_rows;
pub(crate) mod infer;
mod line_board;
mod toml_values;
