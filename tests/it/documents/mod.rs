//! Tests of the documents: every example, command, figure and link.

pub mod book;
pub mod figures;
pub mod first_game;
pub mod mistakes_page;
pub mod pictures;
pub mod readme;
pub mod voice;
