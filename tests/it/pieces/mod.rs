//! Tests of cards, notes, tiles and decks. The tests measure the finished file.

pub mod cards;
pub mod decks;
pub mod forms;
pub mod mini_boards;
pub mod notes;
pub mod piece_pictures;
pub mod polygon_tiles;
pub mod size_shares;
pub mod tiles;
