//! The document that the pages go into.
//!
//! This is the only file that names printpdf, which makes the document. What printpdf would put into it at once is written
//! here: its own way there has profiles of colours, fonts and readers of all kinds with it, a tenth of the program. Pages
//! are added by [`super::finish`], which also writes information and identifier.

use lopdf::{Document, Object, dictionary};

/// The numbers of objects that are left free behind the page tree, as printpdf leaves them.
const FREE: u32 = 4;

/// A document without pages: page tree, catalogue, and room for the information.
pub fn document() -> Document {
    let mut document = empty();
    let pages = document.new_object_id();
    document.set_object(
        pages,
        dictionary! { "Type" => "Pages", "Count" => 0, "Kids" => Object::Array(Vec::new()) },
    );
    document.max_id += FREE;
    let catalog = dictionary! {
        "Type" => "Catalog",
        "PageLayout" => "OneColumn",
        "PageMode" => "UseNone",
        "Pages" => pages,
    };
    let catalog = document.add_object(catalog);
    let information = document.add_object(dictionary! {});
    document.trailer.set("Root", catalog);
    document.trailer.set("Info", information);
    document
}

#[cfg(feature = "printpdf")]
fn empty() -> Document {
    use printpdf::{PdfDocument, PdfSaveOptions, serialize};
    let options = PdfSaveOptions { optimize: false, image_optimization: None, ..PdfSaveOptions::default() };
    serialize::init_doc_and_resources(&PdfDocument::new(""), &options).0
}

#[cfg(not(feature = "printpdf"))]
fn empty() -> Document {
    let mut document = Document::with_version("1.3");
    document.reference_table.cross_reference_type = lopdf::xref::XrefType::CrossReferenceTable;
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_the_one_that_printpdf_would_make() {
        let options = printpdf::PdfSaveOptions::default();
        let mut whole = printpdf::PdfDocument::new("").to_lopdf_document(&options, &mut Vec::new());
        whole.prune_objects();
        let information = whole.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
        let ours = document();
        // What it says and the identifier have a clock and chance in them.
        whole.objects.insert(information, Object::Dictionary(dictionary! {}));
        whole.trailer.remove(b"ID");
        assert_eq!((ours.objects, ours.trailer), (whole.objects, whole.trailer));
        assert_eq!(ours.max_id, whole.max_id);
        assert_eq!(ours.version, whole.version);
    }
}
