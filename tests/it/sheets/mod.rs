//! Tests of the arrangement of pieces and boards on paper: backs, cuts, marks, margins, posters.

pub mod backs;
mod booklets;
mod boxes;
pub mod combinations;
mod cut_dxf;
pub mod cut_marks;
pub mod cut_plans;
mod filled;
pub mod furniture;
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
