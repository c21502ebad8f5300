//! Tests of the checker. It must report nothing on correct files. On faulty files, it must report each fault
//! with its code and its place.

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
