//! Writes sheets as PDF, SVG and PNG, and saves sets of files completely or not at all.
//!
//! - In: finished sheets, one at a time ([`Sheets`](crate::scene::Sheets)), and the game for texts that screen readers read.
//! - Out: bytes, which are the same on every machine.
//! - Not here: what is on a sheet, and how it was laid out.

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

/// The metadata of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The title of the document, or of one sheet of it.
    pub title: String,
    /// The author of the game, or an empty text.
    pub author: String,
    /// The copyright notice of the game, or an empty text.
    pub rights: String,
    /// The language of the texts, such as `en`.
    pub language: String,
    /// The name of the printer for which pages are corrected, if no attached record has it, or an empty text.
    pub printer: String,
}

impl About {
    /// Returns the metadata of a file of a game.
    pub fn game(game: &Game, title: String) -> Self {
        Self {
            title,
            author: game.author.clone(),
            rights: game.rights.clone(),
            language: game.language.clone(),
            printer: String::new(),
        }
    }
}
