//! Creates a document without pages.
//!
//! - Out: a document as printpdf creates it, with a catalogue and a page tree.
//! - Not here: pages, information and identifier. [`super::finish`] adds them.
//!
//! In printpdf, only `to_lopdf_document` and `save` create the catalogue and the page tree. These two
//! functions are not used, because they would add a colour profile of 0.65 MB with a non-free licence to the
//! program.

use lopdf::{Document, Object, dictionary};
use printpdf::{PdfDocument, PdfSaveOptions, serialize};

/// Returns a document with an empty page tree, a catalogue and an empty information dictionary.
pub fn new() -> Document {
    let options = PdfSaveOptions { image_optimization: None, ..PdfSaveOptions::default() };
    let (mut document, _) = serialize::init_doc_and_resources(&PdfDocument::new(""), &options);
    document.version = "1.7".to_owned();
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
