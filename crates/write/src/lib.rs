//! Sheets as PDF, SVG and PNG, and sets of files that are saved whole or not at all.
//!
//! - Goes in: finished sheets, one at a time ([`Sheets`](crate::scene::Sheets)), and the game for what is read aloud.
//! - Comes out: bytes, the same on every machine.
//! - Does not: decide what is on a sheet, or know how it was laid out.

use crate as write;
use hexpress_base as base;
use hexpress_base::{diag, files};
use hexpress_game as model;
use hexpress_language as spec;
use hexpress_language::record;
use hexpress_read::raster;
use hexpress_scene as scene;
use hexpress_scene::{print, text};

mod file;
mod file_bytes;
mod interrupt;
mod number;
pub mod pdf;
pub mod png;
mod stale;
pub mod svg;
mod zip;

pub(crate) use crate::base::deflate;
pub use file::{Contents, end_unless_saving, save};
pub use file_bytes::{FileBytes, SMALL, lost};
pub use stale::{Family, Stale, stale};
pub use zip::zip;

use crate::model::Game;

/// What a file says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// What is shown.
    pub title: String,
    /// Who invented the game; may be empty.
    pub author: String,
    /// Whose it is; may be empty.
    pub rights: String,
    /// The language of these words, as in `en`.
    pub language: String,
    /// The printer that it is corrected for, where nothing else in it says so; may be empty.
    pub printer: String,
}

impl About {
    /// What a file of a game says of itself.
    pub fn game(game: &Game, title: String) -> Self {
        let Game { author, rights, language, .. } = game;
        let (author, rights, language) = (author.clone(), rights.clone(), language.clone());
        Self { title, author, rights, language, printer: String::new() }
    }
}
