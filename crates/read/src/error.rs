//! Lists the reasons why a file cannot be read.

use std::fmt;

use crate::limits::{
    MAX_ATTACHED, MAX_BYTES, MAX_CONTENTS_BYTES, MAX_DEPTH, MAX_INFLATED_FILE_BYTES, MAX_ITEMS, MAX_MARKS,
    MAX_NAMES, MAX_PAGES, MAX_SIDE, MAX_STREAM_BYTES,
};

/// A reason why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// The first bytes are not those of a PDF.
    NotPdf,
    /// The first bytes are neither those of a PDF nor those of an SVG.
    Neither,
    /// The end of the file is missing, or does not lead to the cross-reference table.
    Incomplete,
    /// The cross-reference table or the page tree cannot be read.
    Damaged,
    Encrypted,
    /// The page tree states a wrong number of pages.
    PageCount {
        /// The number of pages according to the page tree.
        promised: i64,
        /// The number of pages found.
        found: usize,
    },
    NoPages,
    /// The file has more than [`MAX_PAGES`] pages.
    TooManyPages(usize),
    /// The file has more than [`MAX_ITEMS`] items.
    TooManyItems,
    /// Parts of the file are nested too deeply.
    TooMuchNesting {
        /// The parts: `drawings`, `groups` or `objects`.
        what: &'static str,
        /// The deepest allowed nesting.
        most: usize,
    },
    /// The drawings that the page with this number uses have more than [`MAX_BYTES`] bytes. Each
    /// drawing counts as often as it is used.
    TooMuchOnPage(usize),
    /// The drawings that all pages use together have more than [`MAX_BYTES`] bytes. Each single page is
    /// within this limit.
    TooMuchDrawn,
    /// Marked content on the page with this number is nested deeper than [`MAX_MARKS`].
    TooDeep(usize),
    /// The attachments have more than [`MAX_ATTACHED`] bytes, or there are too many of them.
    TooMuchAttached,
    /// One stream inflates to too many bytes, or the total for all streams is too large.
    TooLarge,
    /// The attachment with this name cannot be decompressed.
    Attachment(String),
    /// The contents of the page with this number cannot be decompressed.
    Contents(usize),
    /// The page with this number has no usable media box.
    Bounds(usize),
    /// The bytes cannot be read as an SVG. The value is the reason.
    Svg(String),
}

impl ReadError {
    /// Drawings are nested too deeply.
    pub(crate) const DEEP_DRAWINGS: Self = Self::TooMuchNesting { what: "drawings", most: MAX_DEPTH };
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPdf => write!(f, "a PDF begins with %PDF-, but this file does not"),
            Self::Neither => {
                write!(f, "this is neither a PDF nor an SVG: a PDF begins with %PDF-, an SVG with <")
            }
            Self::Incomplete => write!(f, "the end of this PDF is missing or damaged"),
            Self::Damaged => write!(f, "this PDF is damaged: its objects cannot be read"),
            Self::Encrypted => write!(f, "this PDF is encrypted"),
            Self::PageCount { promised, found } => {
                write!(f, "this PDF is damaged: it announces {promised} pages, but contains {found}")
            }
            Self::NoPages => write!(f, "this PDF has no pages"),
            Self::TooManyPages(n) => write!(f, "this PDF has {n} pages; the maximum is {MAX_PAGES}"),
            Self::TooManyItems => write!(f, "it draws more than {MAX_ITEMS} items or dashes"),
            Self::TooMuchNesting { what, most } => {
                write!(f, "it has {what} nested more than {most} levels deep")
            }
            Self::TooMuchOnPage(page) => {
                let most = MAX_BYTES >> 30;
                write!(
                    f,
                    "page {page} has more than {most} GiB of drawings, each counted as often as it is used"
                )
            }
            Self::TooMuchDrawn => {
                let most = MAX_BYTES >> 30;
                write!(f, "its pages have more than {most} GiB of drawings: too many to read")
            }
            Self::TooDeep(page) => {
                write!(f, "page {page} nests marked content more than {MAX_MARKS} levels deep")
            }
            Self::TooMuchAttached => {
                let most = MAX_ATTACHED >> 20;
                write!(
                    f,
                    "this PDF has attachments of more than {most} MiB, or more than {MAX_NAMES} of them"
                )
            }
            Self::TooLarge => {
                let [page, stream] = [MAX_CONTENTS_BYTES, MAX_STREAM_BYTES].map(|bytes| bytes >> 20);
                let all = MAX_INFLATED_FILE_BYTES >> 30;
                write!(
                    f,
                    "it has compressed data of more than {page} MiB for a page, {stream} MiB in one stream \
                     or {all} GiB in all"
                )
            }
            Self::Attachment(name) => write!(f, "the attachment \"{name}\" is damaged"),
            Self::Contents(page) => write!(f, "the contents of page {page} are damaged"),
            Self::Bounds(page) => {
                write!(f, "page {page} has no valid media box of at most {MAX_SIDE} mm in each direction")
            }
            Self::Svg(why) => write!(f, "this SVG cannot be read: {why}"),
        }
    }
}

impl std::error::Error for ReadError {}
