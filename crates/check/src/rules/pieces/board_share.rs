//! Finds pieces whose size is a percentage of a cell on a board.

use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::facts::{Facts, FoundSheet};
use crate::fault::Findings;
use hexpress_game::{CellShare, Component};

/// Returns the width of a piece in mm. A polygon is measured between opposite sides, a rectangle along its
/// longer side, and a disc or a free form from left to right. Returns `None` if the page shows no cut of the
/// piece.
fn across(piece: &FoundPiece) -> Option<f64> {
    match piece.cut.as_ref()? {
        Cut::Polygon(hexagon) => Some(hexagon.across_flats()),
        Cut::Disc(disc) => Some(2.0 * disc.radius),
        Cut::Box { rect, .. } => Some(rect.width().max(rect.height())),
        Cut::Path(form) => Some(form.contour.bounds().width()),
    }
}

/// A piece with a size that the layout sets as a percentage of a cell. The sizes of both the piece and
/// the cell are measured on the pages.
pub(super) struct Shared<'e> {
    pub component: &'e Component,
    pub share: &'e CellShare,
    /// The measured size of a cell across flats, in mm.
    pub cell: f64,
    /// The measured width of the piece, in mm.
    pub across: f64,
    pub sheet: &'e FoundSheet,
    pub piece: &'e FoundPiece,
}

impl<'e> Shared<'e> {
    /// Returns all pieces with a size that the layout sets as a percentage of a cell. If the board with
    /// the cell is missing, adds a note to `findings`.
    pub fn all(facts: &'e Facts<'_>, findings: &mut Findings) -> Vec<Self> {
        let components =
            facts.expected.iter().flat_map(|expected| expected.game.components.iter().enumerate());
        let mut all = Vec::new();
        for (index, component) in components {
            let Some(share) = component.deck().and_then(|deck| deck.share.as_deref()) else { continue };
            if facts.sheets_of(index).next().is_none() {
                continue;
            }
            let board_index =
                facts.expected.and_then(|expected| expected.component(&share.board)).map(|(index, _)| index);
            let Some(board) =
                board_index.and_then(|index| facts.sheets_of(index).find_map(FoundSheet::board))
            else {
                findings.not_judged(format!(
                    "whether `{}` fits the cells of `{}`: the board is not on these pages",
                    component.name, share.board
                ));
                continue;
            };
            let cell = board.lattice.across();
            all.extend(facts.fronts_of(index).filter_map(|(sheet, piece)| {
                Some(Self { component, share, cell, across: across(piece)?, sheet, piece })
            }));
        }
        all
    }
}
