//! Pages that are printed next to each other on a sheet, which is then folded: booklets and leaflets.
//!
//! - In: how a text is folded, as `hexpress-resolve` has compiled it, and the paper.
//! - Out: the sizes of pages and sheets, and where the panels of a sheet are.
//! - Not here: which page is on which panel.

use kurbo::Size;

use super::Pages;
use hexpress_base::diag::SourceSpan;
use hexpress_language::values::choice::LeafletFold;

/// How much narrower the inner panel of a letter fold is than the other two panels, in mm. An inner
/// panel of the same width would bend at the fold.
const INNER_PANEL_REDUCTION_MM: f64 = 1.5;

/// How the sheets of a text are folded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Folding {
    pub form: FoldedForm,
    /// The place of the key that sets the size of a page. If the layout does not have this key, this is
    /// the place of the key `booklet` or `fold`.
    pub place: SourceSpan,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FoldedForm {
    /// Sheets with two pages on each side, folded in the middle and stapled.
    Booklet {
        /// The thickness of a sheet, in mm.
        thickness: f64,
    },
    /// One sheet that contains all pages.
    Leaflet(LeafletFold),
}

impl FoldedForm {
    /// Returns the number of pages on each side of a sheet.
    pub fn panels(self) -> usize {
        match self {
            Self::Booklet { .. } | Self::Leaflet(LeafletFold::Half) => 2,
            Self::Leaflet(LeafletFold::Letter | LeafletFold::Z) => 3,
        }
    }

    /// Returns by how many mm the left panel on the outer side of a sheet is narrower than the other
    /// panels.
    pub fn narrower(self) -> f64 {
        match self {
            Self::Leaflet(LeafletFold::Letter) => INNER_PANEL_REDUCTION_MM,
            Self::Booklet { .. } | Self::Leaflet(LeafletFold::Half | LeafletFold::Z) => 0.0,
        }
    }

    /// Returns the thickness of a sheet in mm. In a booklet, the pages of inner sheets are moved by
    /// multiples of the thickness. Returns 0 for a leaflet, because its pages are not moved.
    pub fn thickness(self) -> f64 {
        match self {
            Self::Booklet { thickness } => thickness,
            Self::Leaflet(_) => 0.0,
        }
    }
}

impl Pages {
    /// Returns the size, in mm, that a page has on this paper.
    ///
    /// If the layout sets the size of a booklet's pages, returns that size. Otherwise, the pages on
    /// each side of a folded sheet share the width of the sheet.
    pub fn page_size(&self, paper: Size) -> Size {
        let own_size = self.size.unwrap_or(paper);
        match self.folding.map(|folding| folding.form) {
            None => own_size,
            Some(FoldedForm::Booklet { .. }) if self.size.is_some() => own_size,
            Some(form) => {
                let sheet = lying(own_size);
                Size::new((sheet.width + form.narrower()) / form.panels() as f64, sheet.height)
            }
        }
    }

    /// Returns the size of a sheet in mm. This is the size of `paper`, unless the layout sets another
    /// size. A folded sheet is in landscape orientation.
    pub fn sheet_size(&self, paper: Size) -> Size {
        match self.folding {
            Some(_) => lying(self.own_sheet().unwrap_or(paper)),
            None => self.copy_grid(paper).map_or_else(|| self.page_size(paper), |grid| grid.sheet),
        }
    }

    /// Returns the size of the paper that the layout sets for this text. Returns `None` if the text
    /// is printed on the paper of the game.
    pub fn own_sheet(&self) -> Option<Size> {
        let is_booklet =
            self.folding.is_some_and(|folding| matches!(folding.form, FoldedForm::Booklet { .. }));
        self.size.filter(|_| !is_booklet && !self.fills_sheet)
    }
}

/// Turns a size to landscape orientation.
fn lying(size: Size) -> Size {
    Size::new(size.max_side(), size.min_side())
}
