//! Says which part of a text a drawing belongs to, such as an item of a list.
//!
//! - In: nothing.
//! - Out: paths of elements. A PDF has these elements in its tree of tags.
//! - Not here: words, and their places on pages.

use std::sync::Arc;

use hexpress_base::words::words;

words! {
    /// An element of a text. The words are the standard structure types of PDF (ISO 32000-1,
    /// 14.8.4).
    TextElement:
    H1 = "H1",
    H2 = "H2",
    H3 = "H3",
    H4 = "H4",
    H5 = "H5",
    H6 = "H6",
    Paragraph = "P",
    Quote = "BlockQuote",
    /// A list with bullets.
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
}

impl TextElement {
    /// Returns the element for a heading. Levels outside 1 to 6 count as the nearest level.
    pub fn heading(level: usize) -> Self {
        [Self::H1, Self::H2, Self::H3, Self::H4, Self::H5, Self::H6][level.clamp(1, 6) - 1]
    }
}

/// An element of a text, with a number that no other element of the text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TagStep {
    pub element: TextElement,
    pub number: u32,
}

/// The path of elements to a part of a text, from the outermost element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextTag {
    pub steps: Vec<TagStep>,
    /// The text that screen readers read instead of the part.
    pub alt: Option<Arc<str>>,
    /// The index of the page in the order of reading, if sheets have another order.
    pub page: Option<usize>,
}
