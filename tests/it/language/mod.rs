//! Tests of the layout language: values, data, limits, mistakes, and formatting.

pub mod at_limits;
pub mod data;
pub mod fields;
pub mod fmt;
pub mod limits;
pub mod mistakes;
pub mod mutations;
pub mod printed_languages;
