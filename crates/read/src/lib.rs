//! Reads a finished PDF or SVG as flat items in millimetres, finds shapes among the items, and
//! draws the pages as pixels.
//!
//! - In: the bytes of a file, made by any program.
//! - Out: [`Document`]s of items; hexagons, rectangles and discs ([`find`]); pixels ([`raster`]).
//! - Not here: how the file was made, and whether it is right.
//!
//! [`pdf`] reads a PDF, and [`fn@svg`] reads an SVG. The origin of all coordinates is the top-left
//! corner of the media box, after the rotation that the page itself states. x grows to the right
//! and y **down**.
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
//! let bounds = square.painted_bounds.unwrap();
//! assert!((bounds.width() - 20.0).abs() < 1e-9);
//! assert!(matches!(square.kind, ItemKind::Path { fill: Some(Rgb([0xCC, 0, 0])), .. }));
//! ```

mod attached;
pub mod build_data;
mod capture;
mod cut_file;
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
pub mod press;
mod qr;
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

use kurbo::{Affine, Point, Rect};

use hexpress_scene::print::press::Press;

pub use crate::svg::{Painted, Svg, UnknownFeature, is_svg, svg, svg_areas};
pub use capture::{CaptureError, capture};
pub use cut_file::{CutFile, CutFileError, cut_file};
pub use error::ReadError;
pub use item::{
    ANNOTATION, BY_LAYER, BY_PRINTER, BY_VIEWER, Balance, DrawStyle, Elements, Gradient, Item, ItemKind,
    Letters, Outline, Rgb, Stroke, Text,
};
pub use layers::{Layers, with_all_layers};
pub use page::{DrawingNames, OpenFile, ReadPages};
pub use page_form::{PageFormError, PageForms, single_page_pdf};
pub use qr::{DecodedQr, decode_qr, nearest_qr_side};

/// A finished PDF or SVG.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The title in the document information.
    pub title: Option<String>,
    /// The author in the document information.
    pub author: Option<String>,
    /// The language of the file according to the catalogue, such as `en`.
    pub language: Option<String>,
    /// The program that wrote the file (`Producer` in a PDF).
    pub producer: Option<String>,
    /// The program that drew the contents of the file (`Creator` in a PDF).
    pub creator: Option<String>,
    /// True if MuPDF rewrote the file. The file then still names the program that originally wrote
    /// it.
    pub by_mupdf: bool,
    /// The value of `ViewerPreferences/PrintScaling`, such as `None`.
    pub print_scaling: Option<String>,
    /// The value of `ViewerPreferences/Duplex`, such as `DuplexFlipLongEdge`.
    pub duplex: Option<String>,
    /// The value of `ViewerPreferences/NumCopies`.
    pub copies: Option<i64>,
    /// True if the file runs a script when it is opened or printed.
    pub runs_scripts: bool,
    /// True if the file asks viewers to print only some of its pages.
    pub asks_for_pages: bool,
    /// Descriptions of other features that make the printed pages differ from what hexpress reads.
    pub print_effects: BTreeSet<&'static str>,
    /// True if pages or pictures use a spot ink. A printing press may print a spot ink from a
    /// separate plate.
    pub has_spot_inks: bool,
    /// The printing press for which the colours of a PDF/X file are made. `None` if hexpress does not
    /// know this press.
    pub press: Option<&'static Press>,
    /// True if the file states that its layout was left out on purpose.
    pub left_out: bool,
    /// A description, as JSON, of the printer whose distortions the file corrects. See
    /// [`PRINTER`](hexpress_language::record::PRINTER). Only a PDF without its layout contains this
    /// description.
    pub printer: Option<String>,
    /// If the layout was left out: the [digests](hexpress_language::record::page_digest) of the pages as
    /// hexpress wrote them. Otherwise the list is empty, because the attached record contains the digests.
    pub recorded_digests: Vec<String>,
    /// True if the document information states a date.
    pub dates: bool,
    /// The first half of the identifier in the trailer.
    pub id: Option<Vec<u8>>,
    /// True if the size of an SVG is in pixels. Pixels have no fixed length on paper.
    pub in_pixels: bool,
    /// The names of effects that hexpress does not evaluate, such as masks and patterns.
    pub ignored_features: Vec<&'static str>,
    /// If hexpress made the SVG: the features in it that hexpress never writes. Another program
    /// added them.
    pub unknown_features: Vec<UnknownFeature>,
    /// The layers of a PDF.
    pub layers: Layers,
    /// The text that a screen reader reads on each page. [`OpenFile::read_spoken_text`] sets this
    /// field. It is `None` if the file has no tags.
    pub spoken_text: Option<Vec<Vec<String>>>,
    /// The pages in reading order.
    pub pages: Vec<Page>,
    /// All fonts, in the order of the file.
    pub fonts: Vec<Font>,
    /// The number of image objects in the file, including those that are not drawn.
    pub images: usize,
    /// The attached files, in the order in which the file lists them.
    pub attachments: Vec<Attachment>,
    /// The number of times that the file selects a font that cannot be loaded. Usually, such a font
    /// is not embedded. Text in such a font is missing from the items.
    pub unread_fonts: usize,
}

/// The beginning of the producer entry in files that hexpress wrote.
const PRODUCER: &str = "hexpress ";

/// The creator entry in files that hexpress wrote. Other programs that rewrite such a file usually
/// keep this entry.
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

/// A page, and its drawings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// The transform from the places of drawings in the file to their places on the printed sheet.
    /// It is the identity, unless the file is corrected for a printer.
    pub to_printed_sheet: Affine,
    /// The number of the page, counted from 1.
    pub number: usize,
    /// The media box, in mm. Its top-left corner is the origin.
    pub media: Rect,
    /// The crop box in mm, or `None` if the page has no crop box.
    pub crop: Option<Rect>,
    /// The trim box in mm, or `None` if the page has no trim box.
    pub trim: Option<Rect>,
    /// The bleed box in mm, or `None` if the page has no bleed box.
    pub bleed: Option<Rect>,
    /// The XXH3 digest of the uncompressed contents: 128 bits, in lower-case hexadecimal digits. In a
    /// PDF, several content streams are joined by newlines. In an SVG, the contents are the text after
    /// `</metadata>`.
    pub digest: String,
    /// The items in drawing order.
    pub items: Vec<Item>,
    /// The number of fills with a pattern that hexpress did not read.
    pub patterns: usize,
    /// The links, in the order of the file.
    pub links: Vec<PageLink>,
}

/// A link on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageLink {
    /// The box that users click to follow the link, in mm.
    pub area: Rect,
    pub to: LinkEnd,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkEnd {
    Address(String),
    Place {
        /// The number of the page, counted from 1.
        page: usize,
        /// The destination on this page, in mm.
        at: Point,
    },
    /// Any other destination, such as another file.
    Unknown,
}

/// A font of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Font {
    /// The name without its subset prefix.
    pub name: String,
    /// True if the file contains the glyphs.
    pub embedded: bool,
    /// True if the name has a subset prefix: six capital letters and a plus.
    pub subset: bool,
    /// True if the font maps its codes to characters.
    pub to_unicode: bool,
}

/// A file attached to the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The name of the attachment.
    pub name: String,
    /// The media type of the file, such as `text/csv`, if the PDF states it.
    pub mime: Option<String>,
    /// The uncompressed bytes.
    pub bytes: Vec<u8>,
}

/// Reads a finished PDF.
///
/// # Errors
/// The bytes are not a complete PDF, or exceed the [`limits`].
pub fn pdf(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, Some(&|_, _| Affine::IDENTITY))
}

/// Reads a finished PDF, but not its drawings. The pages of the result have no items.
///
/// # Errors
/// See [`pdf`].
pub fn pdf_structure(bytes: &[u8]) -> Result<Document, ReadError> {
    page::read(bytes, None)
}
