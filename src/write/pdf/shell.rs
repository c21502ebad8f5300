//! The document that the pages go into, made by printpdf: catalogue, page tree, information.
//!
//! This is the only file that names printpdf. Pages are added by [`super::finish`], which also replaces what printpdf
//! makes of clock and chance: information and identifier.

use lopdf::Document;
use printpdf::{PdfDocument, PdfSaveOptions};

/// A document without pages.
#[must_use]
pub fn document() -> Document {
    let options = PdfSaveOptions { optimize: false, image_optimization: None, ..PdfSaveOptions::default() };
    let mut document = PdfDocument::new("").to_lopdf_document(&options, &mut Vec::new());
    // Resources that only pages of printpdf would use.
    document.prune_objects();
    document
}
