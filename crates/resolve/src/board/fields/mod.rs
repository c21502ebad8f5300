//! Computes fields of cells, edges and corners, and the values that depend on these fields.
//!
//! - In: the signs of a board, and rows of data.
//! - Out: fields for templates, and values for each cell.

pub mod cell_fields;
pub mod doubled;
pub mod edge_rows;
pub mod field_maker;
pub mod setting;
