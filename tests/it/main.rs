//! The program as its users meet it: what is typed, what is said, and what lies in the folder afterwards.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is left out says so")]

mod backs;
mod boards;
mod calibrate;
mod cards;
mod cell_names;
mod check;
mod cli;
mod cuts;
mod data;
mod decks;
mod each;
mod edge_lines;
mod elements;
mod first_game;
mod foreign;
mod furniture;
mod games;
mod images;
mod inks;
mod labels;
mod lists;
mod marks;
mod measure;
mod mistakes;
mod mistakes_page;
mod mutations;
mod new;
mod notes;
mod packing;
mod papers;
mod pictures;
mod png;
mod posters;
mod preview;
mod progress;
mod readme;
mod record;
mod run;
mod shapes;
mod shares;
mod sides;
mod small_boards;
mod strangers;
mod strips;
mod svg;
mod text;
mod ticket;
mod tidy;
mod tiles;
mod together;
mod under;
mod workbook;
