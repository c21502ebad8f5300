//! Tests of the checker. It reports nothing on correct files, and finds each of many faults, with
//! its code and its place.

pub mod bench;
mod carried;
mod cells;
mod command;
mod cut_files;
mod ledger;
mod must;
pub mod odd;
pub mod outside;
mod random;
mod scans;
mod seen;
mod verdict_output;
pub mod wrongs;
