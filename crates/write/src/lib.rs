//! Writes sheets as PDF, SVG and PNG files, and saves sets of files: either all of them or none.
//!
//! - In: finished sheets, one at a time ([`Sheets`](hexpress_scene::Sheets)). Also the game, from
//!   which texts for screen readers are created.
//! - Out: bytes, which are the same on every machine.
//! - Not here: the contents and the layout of sheets.
//!
//! # Example
//!
//! A sheet with one square of 20 mm becomes a PDF:
//!
//! ```
//! use hexpress_scene::print::job::Job;
//! use hexpress_scene::text::Fonts;
//! use hexpress_scene::{Drawing, Ink, Sheet};
//! use hexpress_write::{About, pdf};
//! use kurbo::{Rect, Shape, Size};
//!
//! let square = Rect::new(10.0, 10.0, 30.0, 30.0).to_path(0.1);
//! let sheets = [Sheet {
//!     component: "square".into(),
//!     title: "square".into(),
//!     size: Size::new(210.0, 297.0),
//!     drawings: vec![Drawing::filled(square, Ink::black())],
//! #   warnings: Vec::new(),
//! #   correction: None,
//! }];
//! let fonts = Fonts::bundled();
//! let pages = pdf::pages(sheets.as_slice(), Job::default(), &fonts, None).unwrap();
//! let file = pdf::bind(&About::default(), Default::default(), pages, &fonts, &[]).unwrap();
//! assert!(file.held().starts_with(b"%PDF"));
//! ```

mod alt_text;
pub mod dxf;
mod file;
mod file_bytes;
mod interrupt;
mod number;
pub mod pdf;
pub mod png;
mod stale;
pub mod svg;
mod zip;

pub use file::{Contents, end_after_saving, save};
pub use file_bytes::{COPY_BELOW_BYTES, FileBytes, stored_bytes_error};
pub(crate) use hexpress_base::deflate;
pub use stale::{Family, Stale, stale};
pub use zip::zip;

use hexpress_game::Game;

/// The metadata that is written to a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The title of the document, or of a single sheet.
    pub title: String,
    /// The author of the game. Empty if the layout names none.
    pub author: String,
    /// The copyright notice of the game. Empty if the layout has none.
    pub rights: String,
    /// The language of the texts, such as `en`.
    pub language: String,
    /// If the pages correct the distortions of a printer: a description of this printer, in JSON. Otherwise,
    /// empty. Also empty if the record of the build is attached to the file, because the record describes the
    /// printer too.
    pub printer: String,
}

impl About {
    /// Returns the metadata for a file that belongs to a game.
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
