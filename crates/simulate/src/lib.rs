//! Prints pages on paper and scans the paper, in a simulation.
//!
//! - In: a page of a finished PDF, and the errors of a printer and a scanner.
//! - Out: the scan, and where it shows each point of the page.
//! - Not here: judging scans; `hexpress-scan` does.

pub mod jpeg;
pub mod print;
pub mod random;
pub mod scanner;
