//! Where backs lie: behind their fronts once the sheet is turned over, or folded.

use kurbo::{Insets, Point, Rect, Size};

use super::slot::Slot;
use crate::base::tiling::Tiling;
use crate::model::{Deck, Outline};
use crate::print::margins::Margins;
use crate::print::setup::Backs;

/// The line through the middle of a sheet about which it is turned over, or along which it is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// From top to bottom.
    Upright,
    /// From left to right.
    Lying,
}

/// How the backs of a sheet's pieces get behind their fronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duplex {
    /// The line in the middle that stays where it is.
    pub axis: Axis,
    /// Whether backs lie on the same side of the sheet, beyond that line; else on its other side.
    pub fold: bool,
}

/// Between the fold and the nearest bleed, mm: what a fold that is a little off does not reach.
pub const FOLD_ROOM: f64 = 5.0;
/// Of that, what marks leave to the line of the fold and its words, mm.
pub const WORDS_ROOM: f64 = 2.0;

impl Axis {
    /// The line at a right angle to it.
    pub fn other(self) -> Self {
        match self {
            Self::Upright => Self::Lying,
            Self::Lying => Self::Upright,
        }
    }

    /// A point on the other side of the line, as far from it.
    pub fn mirrored(self, point: Point, sheet: Size) -> Point {
        match self {
            Self::Upright => Point::new(sheet.width - point.x, point.y),
            Self::Lying => Point::new(point.x, sheet.height - point.y),
        }
    }
}

/// What the pieces of a deck may cover of a sheet with these margins. If their backs lie beyond `axis`, it is as far from
/// the edges on both sides of it, so that the backs keep the margins too.
pub fn room(deck: &Deck, backs: Backs, margin: Margins, sheet: Size, axis: Axis) -> Rect {
    let own = margin.on_page(sheet);
    let (x, y) = (own.x0.max(own.x1), own.y0.max(own.y1));
    let alike = match axis {
        _ if deck.back.is_empty() || backs == Backs::None => own,
        Axis::Upright => Insets { x0: x, x1: x, ..own },
        Axis::Lying => Insets { y0: y, y1: y, ..own },
    };
    sheet.to_rect().inset(-alike)
}

impl Duplex {
    /// For a sheet of this size that is turned over its longer or shorter edge. The line of a square sheet, which is as
    /// long as the others, stands upright for the longer.
    pub fn flip(backs: Backs, sheet: Size) -> Self {
        let upright = (backs == Backs::FlipShort) == (sheet.width > sheet.height);
        Self { axis: if upright { Axis::Upright } else { Axis::Lying }, fold: false }
    }

    /// Where the back of a piece lies whose front lies in `slot`. A piece is turned over as the page of a book is, from
    /// left to right; its back then stands upright.
    pub fn slot(self, slot: &Slot, sheet: Size) -> Slot {
        let turn = match self.axis {
            Axis::Upright => 4 - slot.turn % 4,
            Axis::Lying => 6 - slot.turn % 4,
        };
        Slot { middle: self.axis.mirrored(slot.middle, sheet), turn: turn % 4 }
    }

    /// What marks of a side may cover of what the printer reaches: they stay on their side of the fold.
    pub fn reached(self, sheet: Size, printable: Rect, back: bool) -> Rect {
        if self.fold { half(self.axis, sheet, printable, WORDS_ROOM, back) } else { printable }
    }

    /// How far the middle of a front lies from the fold, in mm.
    pub fn from_fold(self, middle: Point, sheet: Size) -> f64 {
        match self.axis {
            Axis::Upright => sheet.width / 2.0 - middle.x,
            Axis::Lying => sheet.height / 2.0 - middle.y,
        }
    }

    /// What is cut: the sheet, which has half its size once it is folded.
    pub fn cut_sheet(self, sheet: Size) -> Size {
        if self.fold { half(self.axis, sheet, sheet.to_rect(), 0.0, false).size() } else { sheet }
    }
}

/// The part of `all` on one side of the fold, that of the fronts or that of the backs, and so many mm away from it.
pub fn half(axis: Axis, sheet: Size, all: Rect, away: f64, back: bool) -> Rect {
    let (x, y) = (sheet.width / 2.0, sheet.height / 2.0);
    match (axis, back) {
        (Axis::Upright, false) => Rect { x1: x - away, ..all },
        (Axis::Upright, true) => Rect { x0: x + away, ..all },
        (Axis::Lying, false) => Rect { y1: y - away, ..all },
        (Axis::Lying, true) => Rect { y0: y + away, ..all },
    }
}

/// Whether a deck's backs are printed on the side of its fronts.
pub fn folds(deck: &Deck, backs: Backs) -> bool {
    backs == Backs::Fold && !deck.back.is_empty()
}

/// How far the drawings of a deck go on beyond the box round a piece at most, in mm, when its backs are printed so.
pub fn widest_bleed(deck: &Deck, backs: Backs) -> f64 {
    let bleed = if backs == Backs::None { deck.bleed } else { deck.back_bleed };
    match deck.outline {
        Outline::Hexagon(_) => bleed * Tiling::FlatTop.reach(),
        outline => bleed * outline.reach(),
    }
}
