//! The rules that hold for every print: one file for each rule, named by its code and subject.
//!
//! What goes in: what was found on the pages, and the layout if it is known. What comes out: findings, with place and hint. Rules
//! read no files, and rules of one game are in `game/`.

pub(crate) mod cells;
pub(crate) mod cuts;
pub(crate) mod duplex;
pub(crate) mod files;
pub(crate) mod pieces;
pub(crate) mod posters;
pub(crate) mod sheets;
pub(crate) mod text;
pub(crate) mod visibility;
