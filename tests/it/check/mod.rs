//! The checker: right files are clean, and each of many wrongs is found, with its code and its place.

pub mod bench;
mod carried;
mod cells;
mod command;
mod ledger;
mod must;
pub mod odd;
pub mod outside;
mod random;
mod seen;
mod told;
pub mod wrongs;
