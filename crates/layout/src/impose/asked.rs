//! What shows where to cut: what the layout says, else the print setup, else what suits packing and tool.

use super::pack_fit::{Marks, PackFit, Packing};
use crate::layout::marks::crop::ROOM;
use crate::model::{Deck, Outline, Pack};
use crate::print::setup::{Marking, PrintSetup};

/// What is asked of marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// What the layout says: so it must be.
    said: Option<Marking>,
    /// What the print setup asks for: so it is where pieces that lie as they would anyhow can have it.
    wished: Option<Marking>,
}

impl Asked {
    /// Whatever suits.
    pub const NOTHING: Self = Self { said: None, wished: None };

    /// What layout and print setup ask for.
    pub fn of(deck: &Deck, print_setup: &PrintSetup) -> Self {
        let said = deck.marks.map(|marks| marks.what);
        Self { said, wished: print_setup.marks.filter(|_| said.is_none()) }
    }

    /// Whether marks stand at the corners of each piece, for which pieces lie apart.
    pub fn corners(self, deck: &Deck) -> bool {
        match self.said {
            Some(said) => said == Marking::Corner,
            // The print setup moves no pieces apart that the layout wants close.
            None => {
                self.wished == Some(Marking::Corner)
                    && !matches!(deck.outline, Outline::Disc | Outline::Regular(_))
                    && matches!(deck.pack, None | Some(Pack::Apart))
            }
        }
    }

    /// Whether all cuts must be straight, so that marks or lines can show them.
    pub fn straight(self) -> bool {
        matches!(self.said, Some(Marking::Edge | Marking::Line))
    }

    /// Whether each cut must end at the edge of the sheet.
    pub fn through(self) -> bool {
        self.said == Some(Marking::Edge)
    }

    /// What is kept free round all pieces, beside their bleed, in mm.
    pub fn room(self, deck: &Deck) -> f64 {
        if self.through() || self.corners(deck) { ROOM } else { 0.0 }
    }

    /// What shows where `fit` is cut, where `suits` would suit it. `bold` says whether outlines are, `has_room` whether
    /// marks have room beside the pieces.
    pub fn marks(
        self,
        deck: &Deck,
        fit: &PackFit,
        suits: Marks,
        bold: bool,
        has_room: impl Fn() -> bool,
    ) -> Marks {
        let Some(asked) = self.said.or(self.wished) else { return suits };
        let boxes = matches!(fit.outline, Outline::Rectangle(_));
        let through = fit.packing == Packing::Straight || fit.packing == Packing::Grid && boxes;
        match asked {
            Marking::None => Marks::None,
            Marking::Outline if bold => Marks::Bold,
            Marking::Outline => Marks::Outlines,
            Marking::Corner if self.corners(deck) => Marks::Corners,
            Marking::Edge if through && (self.said.is_some() || has_room()) => Marks::Ends,
            Marking::Line if through || fit.packing == Packing::Strips => Marks::Lines,
            Marking::Corner | Marking::Edge | Marking::Line => suits,
        }
    }
}
