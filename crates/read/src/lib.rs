//! A finished PDF or SVG as flat items in millimetres, the shapes found among them, and its pages as pixels.
//!
//! - Goes in: the bytes of a file that anybody may have made.
//! - Comes out: [`Document`]s of items; hexagons, rectangles and discs ([`find`]); pixels ([`raster`]).
//! - Does not: know how the file was made, or judge it.
//!
//! [`pdf`] turns a PDF into flat items in millimetres, [`fn@svg`] an SVG of ours. Every coordinate is
//! measured from the top-left corner of the page's media box as it is seen
//! (a page's own rotation is undone), x to the right and y **down**.

mod attached;
pub mod carried;
mod draw_style;
mod error;
pub mod find;
mod foreign;
mod glyphs;
pub mod hayro;
mod hidden_effects;
mod inflate;
mod item;
mod layers;
pub mod limits;
mod outline;
mod page;
pub mod raster;
mod read_aloud;
mod run;
mod structure;
mod svg;
mod text_string;
mod tiles;
mod weight;

#[cfg(test)]
pub mod tests;

use std::collections::BTreeSet;

use kurbo::{Affine, Rect};

pub use crate::svg::{Painted, Strange, Svg, is_svg, svg, svg_areas};
pub use draw_style::{DrawStyle, Letters};
pub use error::ReadError;
pub use item::{ANNOTATION, BY_LAYER, BY_PRINTER, BY_VIEWER, Balance, Item, ItemKind, Rgb, Stroke, Text};
pub use layers::{Layers, with_all_layers};
pub use outline::{Elements, Outline};
pub use page::{Named, Open};
pub use run::Run;

/// A finished PDF.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The title in the document information.
    pub title: Option<String>,
    /// The author in the document information.
    pub author: Option<String>,
    /// The language of the catalogue, such as `en`.
    pub language: Option<String>,
    /// The program that wrote the file.
    pub producer: Option<String>,
    /// The program that drew it, by its own word.
    pub creator: Option<String>,
    /// Whether MuPDF wrote it, which leaves the names of other programs in it.
    pub by_mupdf: bool,
    /// `ViewerPreferences/PrintScaling`, such as `None`.
    pub print_scaling: Option<String>,
    /// `ViewerPreferences/Duplex`, such as `DuplexFlipLongEdge`.
    pub duplex: Option<String>,
    /// `ViewerPreferences/NumCopies`.
    pub copies: Option<i64>,
    /// Whether it runs a script when it is opened or printed.
    pub runs_scripts: bool,
    /// Whether it asks for some of its pages alone to be printed.
    pub asks_for_pages: bool,
    /// What else it does that lets something else be printed than what is read here, in words.
    pub prints_else: BTreeSet<&'static str>,
    /// Whether pages or pictures have a spot ink, of which a printer may make a plate of its own.
    pub has_spot_inks: bool,
    /// Whether it says that its layout was left out of it on purpose.
    pub left_out: bool,
    /// What it says of the printer that it is corrected for, beside its record.
    pub printer: Option<String>,
    /// The [digests](hexpress_language::record::page_digest) of the pages that it was made with, beside its record.
    pub told_pages: Vec<String>,
    /// Whether the document information holds any date.
    pub dates: bool,
    /// The first half of the trailer's identifier.
    pub id: Option<Vec<u8>>,
    /// Whether a drawing says its size in pixels or not at all, which is no size on paper.
    pub in_pixels: bool,
    /// What it draws in a way that is not followed, in words: masks, patterns.
    pub vague: Vec<&'static str>,
    /// What a sheet of ours has that no sheet of ours has and that is not followed.
    pub strange: Vec<Strange>,
    /// The layers of a PDF.
    pub layers: Layers,
    /// What is read aloud of each page, where that was asked for; none of a file without tags.
    pub heard: Option<Vec<Vec<String>>>,
    /// The pages in reading order.
    pub pages: Vec<Page>,
    /// Every font of the file, in the order of the file.
    pub fonts: Vec<Font>,
    /// How many image objects the file holds, drawn or not.
    pub images: usize,
    /// The attached files, in the order of their names in the file.
    pub attachments: Vec<Attachment>,
    /// How often a font was chosen that could not be loaded, mostly because it
    /// is not embedded. Text shown with such a font is not among the items.
    pub unread_fonts: usize,
}

/// How the producer of our files begins.
const PRODUCER: &str = "hexpress ";

/// What our files name as the program that drew them, which programs that rewrite files leave as it is.
const CREATOR: &str = "hexpress";

impl Document {
    /// Whether this program drew it and another one has rewritten it.
    pub fn is_rewritten(&self) -> bool {
        !self.is_ours() && self.creator.as_deref() == Some(CREATOR)
    }

    /// Whether it names this program as the one that wrote it.
    pub fn is_ours(&self) -> bool {
        !self.by_mupdf && self.producer.as_deref().is_some_and(|producer| producer.starts_with(PRODUCER))
    }
}

/// A page and what is drawn on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// From the page to where its drawings are seen: the identity unless a correction was asked for.
    pub seen: Affine,
    /// The page's number, from 1.
    pub number: usize,
    /// The media box, in mm: its top-left corner is the origin.
    pub media: Rect,
    /// The crop box, in mm, if the page names one.
    pub crop: Option<Rect>,
    /// The trim box, in mm, if the page names one.
    pub trim: Option<Rect>,
    /// The bleed box, in mm, if the page names one.
    pub bleed: Option<Rect>,
    /// SHA-256 of the uncompressed page contents in lowercase hexadecimal;
    /// several content streams are joined by a newline.
    pub digest: String,
    /// What is drawn, in drawing order.
    pub items: Vec<Item>,
    /// How many areas are filled with a pattern that was not read.
    pub patterns: usize,
}

/// A font of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Font {
    /// The name without the prefix that marks a subset.
    pub name: String,
    /// Whether the glyphs are in the file.
    pub embedded: bool,
    /// Whether the name bears the mark of a subset: six capitals and a plus.
    pub subset: bool,
    /// Whether the font says which characters its codes stand for.
    pub to_unicode: bool,
}

/// A file attached to the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The name it is attached under.
    pub name: String,
    /// Its media type, such as `text/csv`, if the file names one.
    pub mime: Option<String>,
    /// Its bytes, uncompressed.
    pub bytes: Vec<u8>,
}

/// Reads a finished PDF.
///
/// # Errors
///
/// If the bytes are no complete PDF, or one beyond the bounds above.
pub fn pdf(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, true)
}

/// Reads a finished PDF without its drawings: every page's items stay empty.
///
/// # Errors
///
/// As [`pdf`].
pub fn pdf_structure(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, false)
}
