//! Stores a page of a user's PDF: the PDF objects that are needed to draw the page.
//!
//! - In: objects that were copied from the user's file.
//! - Out: the bytes of these objects for a new file. References in them have the numbers of the new
//!   file.
//! - Not here: reading the user's file, and deciding which of its objects are copied.

use std::sync::Arc;

use kurbo::Size;

use hexpress_base::stored::Stored;

/// A page of a PDF. Its first object is a form XObject, which draws the page. The page fills a box of the
/// size [`Self::size`]. The lower left corner of the box is the origin.
#[derive(Debug, Clone, PartialEq)]
pub struct PageForm {
    /// A name that is derived from the contents of the file, so equal files have equal names.
    pub file: Arc<str>,
    /// The width and height of the page in points, as a PDF reader shows it.
    pub size: Size,
    /// The objects that are needed to draw the page. The form comes first.
    pub objects: Vec<PdfObject>,
    /// Whether anything on the page is not opaque.
    pub has_transparency: bool,
    /// Whether screen readers can read the whole text. A page without fonts counts as readable. A page with
    /// fonts counts as readable if the user's file claims to be PDF/A or PDF/X, and each font maps its glyphs
    /// to characters.
    pub is_legible: bool,
    /// The reasons why an output file that contains this page cannot be PDF/A.
    pub obstacles: Vec<Obstacle>,
    /// The fonts that the page uses but the file does not contain.
    pub missing_fonts: Vec<String>,
    /// The kinds of content that were on the page but are not printed, such as `annotations`.
    pub left_out: Vec<&'static str>,
}

/// A reason why an output file that contains a picture cannot be PDF/A.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// The reason, as the end of a sentence. The sentence begins with the name of the picture.
    pub why: String,
    /// What the user can do about it.
    pub hint: &'static str,
}

/// Identifies an object of the user's file. Pages of the same file share all objects with equal keys.
/// The crate `hexpress-read` decides what the five numbers mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PdfKey(pub [u32; 5]);

/// An object of a PDF. It has no number until it is written to a file.
#[derive(Debug, Clone, PartialEq)]
pub struct PdfObject {
    pub key: PdfKey,
    /// The text of the object, without its references to other objects. For a stream, this is its dictionary.
    pub text: Vec<u8>,
    /// The references that are inserted into the text, in order.
    pub references: Vec<PdfReference>,
    /// The bytes of a stream. `None` for all other objects.
    pub stream: Option<Stored>,
}

/// A reference to another object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfReference {
    /// The position in the text at which the reference belongs, in bytes.
    pub at: usize,
    /// The key of the object to which the reference points.
    pub to: PdfKey,
}

impl PdfObject {
    /// Returns the text with its references inserted. `number` returns an object's number in the new file.
    pub fn written(&self, number: impl Fn(PdfKey) -> u32) -> Vec<u8> {
        let mut written = Vec::with_capacity(self.text.len() + self.references.len() * 8);
        let mut start = 0;
        for PdfReference { at, to } in &self.references {
            written.extend_from_slice(self.text.get(start..*at).unwrap_or_default());
            written.extend_from_slice(format!("{} 0 R", number(*to)).as_bytes());
            start = *at;
        }
        written.extend_from_slice(self.text.get(start..).unwrap_or_default());
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_written_at_their_places() {
        let key = |n| PdfKey([n; 5]);
        let reference = |at, n| PdfReference { at, to: key(n) };
        let object = PdfObject {
            key: key(1),
            text: b"<</A /B[ ]>>".to_vec(),
            references: vec![reference(5, 2), reference(8, 3), reference(9, 2)],
            stream: None,
        };
        let text = object.written(|PdfKey([n, ..])| n * 10);
        assert_eq!(String::from_utf8_lossy(&text), "<</A 20 0 R/B[30 0 R 20 0 R]>>");
    }
}
