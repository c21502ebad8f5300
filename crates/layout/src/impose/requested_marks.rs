//! Decides which marks show where to cut. A request in the layout has priority over a request in the
//! print setup. Without a request, the marks are chosen for the packing and the cutting tool.
//!
//! - In: a deck, a print setup and a packing.
//! - Out: [`Marks`].
//! - Not here: drawing the marks (`marks`).

use super::sheet_packing::{Marks, PackingPattern, SheetPacking};
use crate::marks::crease;
use crate::marks::crop::ROOM;
use hexpress_game::{Outline, Pack, PieceSet};
use hexpress_scene::print::setup::{Marking, PrintSetup};

/// The marks that the layout and the print setup ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedMarks {
    /// The marks that the layout requests. Only packings that allow these marks are chosen. `None` if the
    /// layout requests no marks.
    by_layout: Option<Marking>,
    /// The marks that the print setup requests. The marks are used only if the chosen packing
    /// allows them. `None` if the print setup requests no marks.
    by_print_setup: Option<Marking>,
}

/// The marks that are used if there is no request.
#[derive(Debug, Clone, Copy)]
pub struct DefaultMarks {
    pub marks: Marks,
    /// True if the lines around pieces are bold.
    pub bold: bool,
}

impl RequestedMarks {
    pub const NONE: Self = Self { by_layout: None, by_print_setup: None };

    pub fn new(deck: &PieceSet, print_setup: &PrintSetup) -> Self {
        let by_layout = deck.marks.map(|marks| marks.value);
        Self { by_layout, by_print_setup: print_setup.marks.filter(|_| by_layout.is_none()) }
    }

    /// Returns whether marks at the corners of each piece are requested. Such marks need a gap
    /// between pieces.
    pub fn has_corners(self, deck: &PieceSet) -> bool {
        match self.by_layout {
            Some(marking) => marking == Marking::Corner,
            // If the layout asks for pieces without gaps, a request in the print setup must not add
            // gaps.
            None => {
                self.by_print_setup == Some(Marking::Corner)
                    && !matches!(deck.outline, Outline::Disc | Outline::Regular(_) | Outline::Path(_))
                    && matches!(deck.pack, None | Some(Pack::Apart))
            }
        }
    }

    /// Returns whether the layout requests marks or lines that can show only straight cuts. All cuts must
    /// then be straight.
    pub fn needs_straight_cuts(self) -> bool {
        matches!(self.by_layout, Some(Marking::Edge | Marking::Line))
    }

    /// Returns whether every cut must go through the whole sheet.
    pub fn needs_full_cuts(self) -> bool {
        self.by_layout == Some(Marking::Edge)
    }

    /// Returns the width of the strip around all pieces of a sheet, outside their bleed, in mm. The strip is
    /// kept free for marks, or for a cut around all pieces.
    pub fn room(self, deck: &PieceSet) -> f64 {
        let room = if self.needs_full_cuts() || self.has_corners(deck) { ROOM } else { 0.0 };
        let room = if deck.folds.is_empty() { room } else { room.max(crease::ROOM) };
        room.max(deck.cut_around.unwrap_or(0.0))
    }

    /// Returns the marks of `packing`: the requested marks, or the default marks if the request cannot
    /// be fulfilled. `has_room` is true if there is space for marks around the pieces.
    pub fn marks(
        self,
        deck: &PieceSet,
        packing: &SheetPacking,
        defaults: DefaultMarks,
        has_room: impl Fn() -> bool,
    ) -> Marks {
        let Some(requested) = self.by_layout.or(self.by_print_setup) else { return defaults.marks };
        let is_rectangle = matches!(packing.outline, Outline::Rectangle(_));
        let has_full_cuts = packing.pattern == PackingPattern::CornerToCorner
            || packing.pattern == PackingPattern::Grid && is_rectangle;
        match requested {
            Marking::None => Marks::None,
            Marking::Outline if defaults.bold => Marks::Bold,
            Marking::Outline => Marks::Outlines,
            Marking::Corner if self.has_corners(deck) => Marks::Corners,
            Marking::Edge if has_full_cuts && (self.by_layout.is_some() || has_room()) => Marks::Ends,
            Marking::Line if has_full_cuts || packing.pattern == PackingPattern::Strips => Marks::Lines,
            Marking::Corner | Marking::Edge | Marking::Line => defaults.marks,
        }
    }
}
