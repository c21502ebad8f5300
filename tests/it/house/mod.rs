//! The rules that the source itself keeps.

pub mod circles;
pub mod instructions;
pub mod packaging;
pub mod supply;
pub mod tidy;
