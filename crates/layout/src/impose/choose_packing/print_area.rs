//! Computes the print area: the part of a sheet that pieces may cover.
//!
//! - In: a deck, a paper and a setup.
//! - Out: the print areas. There is one for each orientation of the paper. If the sheet is folded, there is one
//!   for each combination of an orientation and a direction of the fold.
//!
//! The parent module packs pieces into print areas.

use kurbo::{Rect, Size};

use crate::impose::duplex::{self, Axis, Duplex, FOLD_ROOM, WORDS_ROOM};
use crate::impose::grid::transposed;
use crate::impose::sheet_packing::SheetPacking;
use crate::marks::crop;
use crate::setup::{Setup, TOLERANCE};
use hexpress_base::geometry::{grown, overhang};
use hexpress_game::{PieceSet, PieceSide};

/// The part of a sheet that pieces may cover. If the sheet is folded, this part is in the half
/// with the fronts.
pub struct PrintArea {
    pub sheet: Size,
    /// The area that pieces may cover.
    pub within: Rect,
    pub duplex: Duplex,
    /// The area that marks may cover.
    pub marks: Rect,
    /// The width of the bleed around pieces, in mm. Marks stay outside the bleed.
    pub bleed: f64,
}

impl PrintArea {
    /// Returns the print areas of a paper, first for the orientation of `paper`, and then for the paper
    /// turned by 90°, unless it is square. If the sheet is folded, each orientation has two print areas:
    /// one for each direction of the fold.
    ///
    /// `free` is the width of the empty strip around all pieces, in mm.
    pub fn all(deck: &PieceSet, paper: Size, setup: &Setup, free: f64) -> Vec<Self> {
        let backs = setup.print_setup.backs_or_default();
        let orientations = if paper.width == paper.height { 1 } else { 2 };
        let sheets = [paper, transposed(paper)].into_iter().take(orientations);
        if duplex::folds(deck, backs) {
            let folds = [Axis::Vertical, Axis::Horizontal];
            sheets.flat_map(|sheet| folds.map(|axis| Self::folded(deck, sheet, axis, setup, free))).collect()
        } else {
            sheets.map(|sheet| Self::flat(deck, sheet, setup, free)).collect()
        }
    }

    fn flat(deck: &PieceSet, sheet: Size, setup: &Setup, free: f64) -> Self {
        let backs = setup.print_setup.backs_or_default();
        let duplex = Duplex::flip(backs, sheet);
        let bleed = duplex::widest_bleed(deck, backs);
        let margin = setup.margin.grown(bleed).grown(free);
        let within = duplex::room(deck, backs, margin, sheet, duplex.axis);
        let marks = duplex::room(deck, backs, setup.margin, sheet, duplex.axis);
        Self { sheet, within, duplex, marks, bleed }
    }

    fn folded(deck: &PieceSet, sheet: Size, axis: Axis, setup: &Setup, free: f64) -> Self {
        let backs = setup.print_setup.backs_or_default();
        let bleed = duplex::widest_bleed(deck, backs);
        let margin = setup.margin.grown(bleed).grown(free);
        let pieces = duplex::room(deck, backs, margin, sheet, axis);
        let marks = duplex::room(deck, backs, setup.margin, sheet, axis);
        Self {
            sheet,
            within: duplex::half(axis, sheet, pieces, FOLD_ROOM + bleed, PieceSide::Front),
            duplex: Duplex { axis, fold: true },
            marks: duplex::half(axis, sheet, marks, WORDS_ROOM, PieceSide::Front),
            bleed,
        }
    }

    /// Returns the width and height of the area that pieces may cover, in mm.
    pub fn room(&self) -> Size {
        grown(self.within.size(), TOLERANCE / 2.0)
    }

    /// Returns whether there is enough space for marks on all sides of the pieces.
    pub fn has_room_for_marks(&self, packing: &SheetPacking) -> bool {
        overhang(packing.block(PieceSide::Front), self.marks) <= TOLERANCE - crop::ROOM - self.bleed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impose::sheet_packing::{Marks, PackingPattern};
    use crate::impose::slot::Slot;
    use hexpress_game::Outline;
    use kurbo::Point;

    /// Returns whether there is enough space for marks around one piece with a bleed of 3 mm. The piece is
    /// this far from the edges of the area for marks.
    fn has_room(distance: f64) -> bool {
        let (sheet, piece) = (Size::new(100.0, 100.0), Size::new(40.0, 40.0));
        let duplex = Duplex { axis: Axis::Vertical, fold: false };
        let covered = Rect::from_center_size(Point::new(50.0, 50.0), piece);
        let marks = covered.inflate(distance, distance);
        let area = PrintArea { sheet, within: covered, duplex, marks, bleed: 3.0 };
        area.has_room_for_marks(&SheetPacking {
            sheet,
            piece,
            slots: [Slot::upright(covered.center())].into(),
            pattern: PackingPattern::Grid,
            cuts: [].into(),
            gap: 0.0,
            marks: Marks::Ends,
            outline: Outline::Rectangle(0.0),
            duplex,
            foreign_slots: 0,
            print_area: None,
            captured_page: None,
        })
    }

    #[test]
    fn marks_need_their_room_beyond_the_bleed() {
        assert!(has_room(crop::ROOM + 3.0));
        assert!(!has_room(crop::ROOM + 3.0 - 2.0 * TOLERANCE));
    }
}
