//! Drawings without a record: which boards they show, what is wrong with them, and a layout inferred from them.

pub(crate) mod against_lines;
pub(crate) mod against_rules;
pub(crate) mod drawing_rules;
pub(crate) mod infer;
mod line_board;
mod toml_values;
