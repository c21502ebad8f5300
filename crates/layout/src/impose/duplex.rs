//! Computes where backs are printed, so that each back is behind its front after the sheet is
//! turned over or folded.
//!
//! - In: the slot of a front.
//! - Out: the slot of its back. Also the parts of the sheet that fronts and backs may cover.
//!
//! The module `choose_packing` positions the fronts.

use kurbo::{Insets, Point, Rect, Size};

use super::slot::Slot;
use hexpress_base::tiling::Tiling;
use hexpress_game::{Outline, PieceSet, PieceSide};
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::setup::Backs;

/// A line through the middle of a sheet, along which the sheet is turned over or folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// The line runs from top to bottom.
    Vertical,
    /// The line runs from left to right.
    Horizontal,
}

/// How the backs on a sheet are aligned with their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duplex {
    /// The line along which the sheet is turned over or folded.
    pub axis: Axis,
    /// True if the sheet is folded. Fronts and backs are then printed on the same side of the paper: fronts
    /// in one half, and backs in the other half. If false, backs are on the other side of the paper.
    pub fold: bool,
}

/// The distance between the fold and the nearest bleed, in mm. The user may fold the sheet up to this
/// distance away from the printed fold line.
pub const FOLD_ROOM: f64 = 5.0;
/// On each side of the fold, a strip of this width must stay free of marks, in mm. The strip is a part of
/// [`FOLD_ROOM`], and contains the fold line and the text next to it.
pub const WORDS_ROOM: f64 = 2.0;

impl Axis {
    /// Returns the axis at right angles to this one.
    pub fn other(self) -> Self {
        match self {
            Self::Vertical => Self::Horizontal,
            Self::Horizontal => Self::Vertical,
        }
    }

    /// Exchanges the coordinates of a point if the axis is vertical. In the result, `x` is measured
    /// along the axis, and `y` at a right angle to it. A second call restores the point.
    pub fn swap_point(self, point: Point) -> Point {
        match self {
            Self::Horizontal => point,
            Self::Vertical => Point::new(point.y, point.x),
        }
    }

    /// Exchanges the coordinates of a box if the axis is vertical, like [`Axis::swap_point`].
    pub fn swap_rect(self, rect: Rect) -> Rect {
        match self {
            Self::Horizontal => rect,
            Self::Vertical => Rect::new(rect.y0, rect.x0, rect.y1, rect.x1),
        }
    }

    /// Mirrors a point across the axis. The axis runs through the middle of the sheet.
    pub fn mirrored(self, point: Point, sheet: Size) -> Point {
        match self {
            Self::Vertical => Point::new(sheet.width - point.x, point.y),
            Self::Horizontal => Point::new(point.x, sheet.height - point.y),
        }
    }
}

/// Returns the part of a sheet that the pieces of a deck may cover. If the deck has backs, this part is
/// symmetrical about the axis, so that the backs also stay within the margins.
pub fn room(deck: &PieceSet, backs: Backs, margin: Margins, sheet: Size, axis: Axis) -> Rect {
    let insets = margin.on_page(sheet);
    let (x, y) = (insets.x0.max(insets.x1), insets.y0.max(insets.y1));
    let symmetric = match axis {
        _ if deck.back.is_empty() || backs == Backs::None => insets,
        Axis::Vertical => Insets { x0: x, x1: x, ..insets },
        Axis::Horizontal => Insets { y0: y, y1: y, ..insets },
    };
    sheet.to_rect().inset(-symmetric)
}

impl Duplex {
    /// Returns how a sheet of this size is turned over. `backs` says along which edge: the longer edge or the
    /// shorter edge. On a square sheet, where both edges are equally long, [`Backs::FlipLong`] gives an
    /// upright axis.
    pub fn flip(backs: Backs, sheet: Size) -> Self {
        let is_vertical = (backs == Backs::FlipShort) == (sheet.width > sheet.height);
        Self { axis: if is_vertical { Axis::Vertical } else { Axis::Horizontal }, fold: false }
    }

    /// Returns the slot of the back that belongs to the front in `slot`. If the sheet is turned over
    /// from left to right, like the page of a book, backs have the same orientation as fronts.
    pub fn slot(self, slot: &Slot, sheet: Size) -> Slot {
        let turn = match self.axis {
            Axis::Vertical => 4 - slot.turn % 4,
            Axis::Horizontal => 6 - slot.turn % 4,
        };
        Slot { centre: self.axis.mirrored(slot.centre, sheet), turn: turn % 4 }
    }

    /// Returns the part of the printable area that the marks of the fronts or of the backs may cover. On a
    /// folded sheet, this is a part of one half.
    pub fn reached(self, sheet: Size, printable: Rect, side: PieceSide) -> Rect {
        if self.fold { half(self.axis, sheet, printable, WORDS_ROOM, side) } else { printable }
    }

    /// Returns the distance from the fold to the middle of a front, in mm.
    pub fn from_fold(self, centre: Point, sheet: Size) -> f64 {
        match self.axis {
            Axis::Vertical => sheet.width / 2.0 - centre.x,
            Axis::Horizontal => sheet.height / 2.0 - centre.y,
        }
    }

    /// Returns the size of the sheet at the time when it is cut. A folded sheet then has half of its
    /// size.
    pub fn cut_sheet(self, sheet: Size) -> Size {
        if self.fold { half(self.axis, sheet, sheet.to_rect(), 0.0, PieceSide::Front).size() } else { sheet }
    }
}

/// Returns the part of `area` in one half of a folded sheet, at least `distance` mm away from the fold.
/// `side` says which half: fronts are to the left of a vertical fold, or above a horizontal fold.
pub fn half(axis: Axis, sheet: Size, area: Rect, distance: f64, side: PieceSide) -> Rect {
    let (x, y) = (sheet.width / 2.0, sheet.height / 2.0);
    match (axis, side) {
        (Axis::Vertical, PieceSide::Front) => Rect { x1: x - distance, ..area },
        (Axis::Vertical, PieceSide::Back) => Rect { x0: x + distance, ..area },
        (Axis::Horizontal, PieceSide::Front) => Rect { y1: y - distance, ..area },
        (Axis::Horizontal, PieceSide::Back) => Rect { y0: y + distance, ..area },
    }
}

/// Returns whether the backs of a deck are printed on the same side of the sheet as its fronts.
pub fn folds(deck: &PieceSet, backs: Backs) -> bool {
    backs == Backs::Fold && !deck.back.is_empty()
}

/// Returns how far the bleed extends beyond the outline of a piece, in mm. It is measured at a corner of the
/// outline, where the bleed is widest. If fronts and backs have different bleeds, the wider bleed counts.
pub fn widest_bleed(deck: &PieceSet, backs: Backs) -> f64 {
    let bleed = if backs == Backs::None { deck.bleed } else { deck.back_bleed };
    match &deck.outline {
        Outline::Hexagon(_) => bleed * Tiling::FlatTop.corner_to_edge_ratio(),
        outline => bleed * outline.corner_bleed_ratio(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(210.0, 297.0);

    #[test]
    fn a_sheet_that_is_turned_over_twice_is_as_it_was() {
        for axis in [Axis::Vertical, Axis::Horizontal] {
            let duplex = Duplex { axis, fold: false };
            for turn in 0..4 {
                let slot = Slot { centre: Point::new(30.0, 40.0), turn };
                assert_eq!(duplex.slot(&duplex.slot(&slot, A4), A4), slot, "{axis:?}");
            }
        }
    }

    #[test]
    fn a_square_sheet_is_turned_around_the_vertical_axis_over_its_longer_edge() {
        let square = Size::new(200.0, 200.0);
        assert_eq!(Duplex::flip(Backs::FlipLong, square).axis, Axis::Vertical);
        assert_eq!(Duplex::flip(Backs::FlipShort, square).axis, Axis::Horizontal);
    }

    #[test]
    fn the_halves_of_a_folded_sheet_keep_their_distance_from_the_fold() {
        let front = half(Axis::Vertical, A4, A4.to_rect(), 5.0, PieceSide::Front);
        let back = half(Axis::Vertical, A4, A4.to_rect(), 5.0, PieceSide::Back);
        assert_eq!((front.x1, back.x0), (100.0, 110.0));
    }

    #[test]
    fn each_half_keeps_its_distance_from_the_fold() {
        let area = Rect::new(5.0, 6.0, 205.0, 290.0);
        let part = |axis, side| half(axis, A4, area, 3.0, side);
        assert_eq!(part(Axis::Vertical, PieceSide::Front), Rect::new(5.0, 6.0, 102.0, 290.0));
        assert_eq!(part(Axis::Vertical, PieceSide::Back), Rect::new(108.0, 6.0, 205.0, 290.0));
        assert_eq!(part(Axis::Horizontal, PieceSide::Front), Rect::new(5.0, 6.0, 205.0, 145.5));
        assert_eq!(part(Axis::Horizontal, PieceSide::Back), Rect::new(5.0, 151.5, 205.0, 290.0));
    }
}
