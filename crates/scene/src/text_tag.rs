//! Describes the element of a text, such as an item of a list, to which a drawing belongs.
//!
//! - Out: the path to each element: the elements that contain it, and the element itself. In a PDF, these
//!   elements become the tree of tags.
//! - Not here: the words of the text, and their places on pages.

use std::sync::Arc;

use kurbo::Rect;

use crate::text::LinkTarget;
use hexpress_base::word_enum::word_enum;

word_enum! {
    /// An element of a text. The names are those of the standard structure types of PDF (ISO
    /// 32000-1, 14.8.4).
    TextElement:
    H1 = "H1",
    H2 = "H2",
    H3 = "H3",
    H4 = "H4",
    H5 = "H5",
    H6 = "H6",
    Paragraph = "P",
    Quote = "BlockQuote",
    /// A list with bullets or numbers.
    List = "L",
    /// An item of a list.
    Item = "LI",
    /// The number or the bullet of an item.
    Label = "Lbl",
    /// The content of an item.
    ItemBody = "LBody",
    Table = "Table",
    Row = "TR",
    /// A cell in the head of a table.
    HeadCell = "TH",
    Cell = "TD",
    Figure = "Figure",
    Contents = "TOC",
    ContentsItem = "TOCI",
    Link = "Link",
    /// Words between links.
    Span = "Span",
}

impl TextElement {
    pub fn is_heading(self) -> bool {
        matches!(self, Self::H1 | Self::H2 | Self::H3 | Self::H4 | Self::H5 | Self::H6)
    }

    /// Returns the element for a heading. A level outside the range from 1 to 6 counts as the
    /// nearest level.
    pub fn heading(level: usize) -> Self {
        [Self::H1, Self::H2, Self::H3, Self::H4, Self::H5, Self::H6][level.clamp(1, 6) - 1]
    }
}

/// An element of a text. Its number is unique in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagStep {
    pub element: TextElement,
    pub number: u32,
}

/// The path to an element of a text: the elements that contain it, from the outermost to the innermost, and
/// then the element itself.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTag {
    pub steps: Vec<TagStep>,
    /// The text that screen readers read instead of the element. `None` if they read the element.
    pub alt: Option<Arc<str>>,
    /// The index of the page in reading order. `None` if the sheets of the file are already in reading order.
    pub page: Option<usize>,
    /// The place of a link or of a heading. `None` for other elements.
    pub spot: Option<Arc<LinkSpot>>,
}

/// A place on a page: the words of a link, or a heading to which links may lead.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkSpot {
    /// The box of the words in mm, in the coordinates of the drawing that has the tag.
    pub area: Rect,
    pub role: LinkRole,
}

/// Whether a [`LinkSpot`] is a link or a target of links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkRole {
    /// The words of a link.
    Link(LinkTarget),
    /// A heading with its number, from 1. Links may lead to it.
    Heading(usize),
}
