//! Helpers for all tests: running the program, measuring pages, plain layouts, and workbooks.

pub mod measure;
pub mod plain_games;
pub mod programs;
pub mod run;
pub mod workbook;
