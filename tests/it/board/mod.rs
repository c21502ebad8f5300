//! Tests of boards. The tests measure the finished file.

pub mod addresses;
pub mod cell_fields;
pub mod cell_lines;
pub mod cell_names;
pub mod cut_out;
mod drawn_under;
pub mod edge_lines;
pub mod labels;
pub mod large;
pub mod maps;
pub mod mixed_cells;
pub mod plates;
pub mod points;
pub mod rectangles;
pub mod roads;
pub mod shapes;
pub mod sides;
pub mod squares;
pub mod tilings;
pub mod tracks;
