//! What PDF, SVG and PNG files promise.

pub mod png;
pub mod record;
pub mod standards;
pub mod svg;
