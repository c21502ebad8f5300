//! The empty document that pages go into, as printpdf begins one. [`super::finish`] adds the pages, the information and the
//! identifier.
//!
//! The catalogue and the page tree are written here. printpdf writes them in `to_lopdf_document` and `save` only, and these
//! bring a colour profile of 0.65 MB into the program, whose licence is not a free one.

use lopdf::{Document, Object, dictionary};
use printpdf::{PdfDocument, PdfSaveOptions, serialize};

/// A document without pages: page tree, catalogue, and room for the information.
pub fn document() -> Document {
    let options = PdfSaveOptions { image_optimization: None, ..PdfSaveOptions::default() };
    let (mut document, _) = serialize::init_doc_and_resources(&PdfDocument::new(""), &options);
    let pages =
        document.add_object(dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Vec::<Object>::new() });
    let catalog = document.add_object(dictionary! {
        "Type" => "Catalog",
        "PageLayout" => "OneColumn",
        "PageMode" => "UseNone",
        "Pages" => pages,
    });
    let information = document.add_object(dictionary! {});
    document.trailer.set("Root", catalog);
    document.trailer.set("Info", information);
    document
}
