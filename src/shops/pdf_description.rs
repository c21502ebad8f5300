//! Describes the PDFs for a print shop.
//!
//! - In: the contents of a PDF.
//! - Out: the line about this PDF on the ticket, and the same information as JSON.
//! - Not here: making the PDF; see `piece_pdfs.rs`.

use kurbo::Size;
use serde_json::{Value, json};

use hexpress_base::units::{count_with_noun, width_and_height};

/// The contents of a PDF for a shop.
#[derive(Debug, Clone, PartialEq)]
pub struct ShopPdf {
    pub component: String,
    /// The number of pieces. There is a page for the front of each piece.
    pub pieces: usize,
    pub backs: Backs,
    /// The size of each page, in mm.
    pub page: Size,
    /// The size of a piece after the cut, in mm.
    pub trim: Size,
}

/// Where the pages with backs are in a PDF for a shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backs {
    None,
    /// After each front, there is a page with its back.
    EachTime,
    /// The last page shows the back that all pieces share.
    Once,
}

impl ShopPdf {
    /// Returns the number of pages.
    fn pages(&self) -> usize {
        match self.backs {
            Backs::None => self.pieces,
            Backs::EachTime => 2 * self.pieces,
            Backs::Once => self.pieces + 1,
        }
    }

    /// Returns the line of the ticket about the file at `path`.
    pub fn describe(&self, path: &str) -> String {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        let backs = match self.backs {
            Backs::None => "",
            Backs::EachTime => ", each front followed by its back",
            Backs::Once => ", the back of all pieces last",
        };
        format!(
            "    {name:<14} {}{backs}: {}, cut to {} mm\n",
            count_with_noun(self.pieces, "piece"),
            count_with_noun(self.pages(), "page"),
            width_and_height(self.trim)
        )
    }

    /// Returns the information about the file at `path` as JSON.
    pub fn to_json(&self, path: &str, bytes: usize) -> Value {
        json!({
            "path": path,
            "bytes": bytes,
            "component": self.component,
            "pieces": self.pieces,
            "pages": self.pages(),
            "backs": match self.backs {
                Backs::None => Value::Null,
                Backs::EachTime => "each-time".into(),
                Backs::Once => "once".into(),
            },
            "mm": [self.page.width, self.page.height],
            "trim-mm": [self.trim.width, self.trim.height],
        })
    }
}
