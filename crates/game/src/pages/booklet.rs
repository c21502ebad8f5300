//! Booklets: pages of text on sheets that are folded in the middle and stapled.
//!
//! - In: nothing. `hexpress-resolve` makes these types.
//! - Out: the size of a page, and the thickness of the paper.
//! - Not here: which page is on which sheet.

use kurbo::Size;

use super::Pages;
use hexpress_base::diag::Place;

/// How the pages of a text become a booklet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Booklet {
    /// The thickness of a sheet, in mm.
    pub thickness: f64,
    /// The place of the key that sets the size of a page. Without such a key, the place of
    /// `booklet`.
    pub place: Place,
}

impl Pages {
    /// Returns the size of a page in mm, if the text is printed on this paper. Unless the layout
    /// sets the size, a page of a booklet is half a sheet.
    pub fn page_size(&self, paper: Size) -> Size {
        let usual = match self.booklet {
            Some(_) => Size::new(paper.max_side() / 2.0, paper.min_side()),
            None => paper,
        };
        self.size.unwrap_or(usual)
    }

    /// Returns the size of a sheet in mm. A sheet of a booklet is in landscape orientation.
    pub fn sheet_size(&self, paper: Size) -> Size {
        match self.booklet {
            Some(_) => Size::new(paper.max_side(), paper.min_side()),
            None => self.page_size(paper),
        }
    }
}
