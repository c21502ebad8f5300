//! Simulates how pages are printed on paper, and how the paper is scanned or photographed.
//!
//! - In: a page of a finished PDF, and the errors of a printer and of a scanner or camera.
//! - Out: the scan or photo, and where it shows each point of the page.
//! - Not here: judging scans (`hexpress-scan`).

pub mod camera;
pub mod jpeg;
pub mod print;
pub mod random;
pub mod scanner;
pub mod sensor;
