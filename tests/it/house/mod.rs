//! The rules that the source itself keeps.

pub mod action;
pub mod addresses;
pub mod circles;
pub mod instructions;
pub mod packaging;
pub mod supply;
pub mod tidy;
