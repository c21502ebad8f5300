//! Tests of the rules for the source itself.

pub mod action;
pub mod addresses;
pub mod circles;
pub mod expected_files;
pub mod instructions;
pub mod packaging;
pub mod supply;
pub mod tidy;
