//! What tests share: a run of the program, a ruler for pages, plain layouts, workbooks.

pub mod measure;
pub mod plain_games;
pub mod run;
pub mod workbook;
