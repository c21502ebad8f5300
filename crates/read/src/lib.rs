//! A finished PDF or SVG as flat items in millimetres, the shapes found among them, and its pages
//! as pixels.
//!
//! - In: the bytes of a file, which any program may have made.
//! - Out: [`Document`]s of items; hexagons, rectangles and discs ([`find`]); pixels ([`raster`]).
//! - Not here: how the file was made, and whether it is right.
//!
//! [`pdf`] reads a PDF, and [`fn@svg`] an SVG. The origin of all coordinates is the top-left corner
//! of the media box after the page's own rotation. x grows to the right and y **down**.
//!
//! # Example
//!
//! A red square in an SVG is read as an item with its size in millimetres:
//!
//! ```
//! use hexpress_read::{ItemKind, Rgb};
//!
//! let file = br##"<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="30mm" viewBox="0 0 50 30">
//!     <rect x="10" y="5" width="20" height="20" fill="#CC0000"/>
//! </svg>"##;
//! let page = &hexpress_read::svg(file).unwrap().document.pages[0];
//! let [square] = &page.items[..] else { panic!() };
//! let bounds = square.whole.unwrap();
//! assert!((bounds.width() - 20.0).abs() < 1e-9);
//! assert!(matches!(square.kind, ItemKind::Path { fill: Some(Rgb([0xCC, 0, 0])), .. }));
//! ```

mod attached;
pub mod carried;
mod digest;
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
mod page;
mod page_form;
pub mod raster;
mod read_aloud;
mod structure;
mod svg;
mod text_string;
mod tiles;
mod weight;

#[cfg(test)]
pub mod tests;

use std::collections::BTreeSet;

use kurbo::{Affine, Rect};

pub use crate::svg::{Painted, Svg, UnknownFeature, is_svg, svg, svg_areas};
pub use error::ReadError;
pub use item::{
    ANNOTATION, BY_LAYER, BY_PRINTER, BY_VIEWER, Balance, DrawStyle, Elements, Gradient, Item, ItemKind,
    Letters, Outline, Rgb, Stroke, Text,
};
pub use layers::{Layers, with_all_layers};
pub use page::{Named, Open, ReadPages};
pub use page_form::{PageFormError, PageForms, file_of_form};

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
    /// The program that drew the file, as stated in it.
    pub creator: Option<String>,
    /// Whether MuPDF rewrote the file. MuPDF keeps the name of the program that wrote the file
    /// before.
    pub by_mupdf: bool,
    /// `ViewerPreferences/PrintScaling`, such as `None`.
    pub print_scaling: Option<String>,
    /// `ViewerPreferences/Duplex`, such as `DuplexFlipLongEdge`.
    pub duplex: Option<String>,
    /// `ViewerPreferences/NumCopies`.
    pub copies: Option<i64>,
    /// Whether the file runs a script when it is opened or printed.
    pub runs_scripts: bool,
    /// Whether the file asks viewers to print only some of its pages.
    pub asks_for_pages: bool,
    /// The names of other features because of which printers print something else than what is read
    /// here.
    pub prints_else: BTreeSet<&'static str>,
    /// Whether pages or pictures have a spot ink, which a printer may print from a separate plate.
    pub has_spot_inks: bool,
    /// Whether the file states that its layout was left out on purpose.
    pub left_out: bool,
    /// The printer for which the file is corrected, as stated outside of its record.
    pub printer: Option<String>,
    /// The [digests](hexpress_language::record::page_digest) of its original pages that are stored
    /// outside of its record.
    pub recorded_digests: Vec<String>,
    /// Whether the document information contains a date.
    pub dates: bool,
    /// The first half of the trailer's identifier.
    pub id: Option<Vec<u8>>,
    /// Whether the size of an SVG is in pixels, which have no fixed length on paper.
    pub in_pixels: bool,
    /// The names of effects that are not evaluated, such as masks and patterns.
    pub not_followed: Vec<&'static str>,
    /// In an SVG file of hexpress: features that hexpress never writes.
    pub unknown_features: Vec<UnknownFeature>,
    /// The layers of a PDF.
    pub layers: Layers,
    /// The text that a screen reader reads on each page. It is set by [`Open::read_spoken_text`],
    /// and `None` if the file has no tags.
    pub spoken_text: Option<Vec<Vec<String>>>,
    /// The pages in reading order.
    pub pages: Vec<Page>,
    /// Every font of the file, in the order of the file.
    pub fonts: Vec<Font>,
    /// The number of image objects in the file, including those that are not drawn.
    pub images: usize,
    /// The attached files, in the order of their names in the file.
    pub attachments: Vec<Attachment>,
    /// How often the file selects a font that cannot be loaded, usually because it is not embedded.
    /// The items do not include text in such fonts.
    pub unread_fonts: usize,
}

/// The beginning of the producer in files that hexpress wrote.
const PRODUCER: &str = "hexpress ";

/// The creator in files that hexpress wrote. Programs that rewrite files usually keep it.
const CREATOR: &str = "hexpress";

impl Document {
    /// Returns whether hexpress drew the file, but another program has rewritten it.
    pub fn is_rewritten(&self) -> bool {
        !self.is_ours() && self.creator.as_deref() == Some(CREATOR)
    }

    /// Returns whether hexpress wrote the file and no other program has rewritten it.
    pub fn is_ours(&self) -> bool {
        !self.by_mupdf && self.producer.as_deref().is_some_and(|producer| producer.starts_with(PRODUCER))
    }
}

/// A page and what is drawn on it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// The correction of a printer's errors that the page's drawings have. It is the identity if
    /// none was asked for.
    pub seen: Affine,
    /// The page's number, from 1.
    pub number: usize,
    /// The media box, in mm. Its top-left corner is the origin.
    pub media: Rect,
    /// The crop box, in mm, if the page names one.
    pub crop: Option<Rect>,
    /// The trim box, in mm, if the page names one.
    pub trim: Option<Rect>,
    /// The bleed box, in mm, if the page names one.
    pub bleed: Option<Rect>,
    /// SHA-256 of the uncompressed contents in lowercase hexadecimal. Several content streams are
    /// joined by a newline.
    pub digest: String,
    /// The drawings, in drawing order.
    pub items: Vec<Item>,
    /// The number of fills with a pattern that was not read.
    pub patterns: usize,
}

/// A font of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Font {
    /// The name without the prefix that marks a subset.
    pub name: String,
    /// Whether the glyphs are in the file.
    pub embedded: bool,
    /// Whether the name has the mark of a subset: six capitals and a plus.
    pub subset: bool,
    /// Whether the font maps its codes to characters.
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
/// If the bytes are not a complete PDF, or exceed the [`limits`].
pub fn pdf(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, Some(&|_, _| Affine::IDENTITY))
}

/// Reads a finished PDF without its drawings: its pages have no items.
///
/// # Errors
/// See [`pdf`].
pub fn pdf_structure(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, None)
}
