//! Tests of the arrangement of pieces and boards on paper: backs, cuts, marks, margins, posters.

pub mod backs;
mod booklets;
mod box_parts;
mod boxes;
mod captured;
pub mod combinations;
mod cut_dxf;
pub mod cut_marks;
pub mod cut_plans;
mod filled;
mod folded_box;
pub mod furniture;
mod leftward_text;
mod links;
pub mod margins;
pub mod no_waste;
mod packing;
mod pages;
pub mod paper_sizes;
pub mod papers;
pub mod posters;
pub mod quiet_furniture;
pub mod shared_sheets;
mod silhouette;
mod sold_sheets;
mod stacked;
pub mod strips;
