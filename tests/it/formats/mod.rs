//! Tests of PDF, SVG and PNG files.

pub mod png;
pub mod press;
pub mod record;
pub mod shop_numbers;
pub mod shops;
pub mod standards;
pub mod svg;
