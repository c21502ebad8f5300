//! The document that the pages go into, made by printpdf: catalogue, page tree, information.
//!
//! This is the only file that names printpdf. Its page comes out empty; [`super::finish`] makes
//! pages with contents of it, and mends what is written wrongly or not at all: boxes, identifier, dates.

use kurbo::Size;
use lopdf::Document;
use printpdf::{Mm, PdfDocument, PdfPage, PdfSaveOptions};

/// What the document says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Title.
    pub title: String,
    /// Author.
    pub author: String,
    /// What it is about: the rights line.
    pub subject: String,
}

/// A document with one empty page of this size.
#[must_use]
pub fn document(about: &About, page: Size) -> Document {
    let mut shell = PdfDocument::new(&about.title);
    shell.metadata.info.author.clone_from(&about.author);
    shell.metadata.info.subject.clone_from(&about.subject);
    shell.metadata.info.creator = "hexpress".to_owned();
    shell.metadata.info.producer = concat!("hexpress ", env!("CARGO_PKG_VERSION")).to_owned();
    shell.pages = vec![PdfPage::new(Mm(page.width as f32), Mm(page.height as f32), Vec::new())];
    let options = PdfSaveOptions { optimize: false, image_optimization: None, ..PdfSaveOptions::default() };
    shell.to_lopdf_document(&options, &mut Vec::new())
}
