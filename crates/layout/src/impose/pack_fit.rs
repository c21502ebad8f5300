//! The pieces of a deck on a sheet.
//!
//! A [`PackFit`] is what packing results in: slots, cuts and marks. It answers questions about
//! them. How pieces are packed is decided in `choose_packing`.

use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Size, Vec2};

use super::duplex::{self, Axis, Duplex, FOLD_ROOM};
use super::lines::CutLine;
use super::slot::Slot;
use crate::setup::Setup;
use hexpress_base::geometry::{corners, grown, polygon};
use hexpress_base::hex::{CellAddress, Orientation, side_from_across};
use hexpress_game::{Deck, Outline, PieceSide};

/// The pieces of a deck on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PackFit {
    /// Width and height of the sheet in mm, in the orientation in which it is printed.
    pub sheet: Size,
    /// Width and height of a piece, in mm.
    pub piece: Size,
    /// The places of the fronts, in the order in which they are filled.
    pub slots: Arc<[Slot]>,
    /// How the pieces are arranged.
    pub packing: Packing,
    /// The straight cuts that separate all pieces, in the order in which they are made. Each runs
    /// from edge to edge of the sheet, or of the part that earlier cuts left. Empty if straight
    /// cuts cannot separate the pieces.
    pub cuts: Arc<[CutLine]>,
    /// The distance between the sides of neighbours, in mm; 0 if they share their sides.
    pub gap: f64,
    /// The marks that show where to cut.
    pub marks: Marks,
    /// The outline of the pieces.
    pub outline: Outline,
    /// The way in which backs are aligned with their fronts.
    pub duplex: Duplex,
    /// The number of slots, from the first, that hold pieces of other components.
    pub taken: usize,
    /// The part of the sheet for these pieces and their marks; `None` for a sheet that is packed
    /// like the full sheets of its component.
    pub bed: Option<Rect>,
}

/// The marks that show where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Marks at both ends of every cut.
    Ends,
    /// A thin line around each piece.
    Outlines,
    /// A thin line around each piece, and marks at both ends of the cuts along its straight sides.
    OutlinesAndEnds,
    /// A bold line around each piece.
    Bold,
    /// A thin line around each piece, and every cut from edge to edge of the sheet or of the part
    /// that earlier cuts left.
    Lines,
    /// Marks at the corners of each piece, along its sides.
    Corners,
    /// Nothing, because the sheet is die-cut or the layout wants no marks.
    None,
}

/// How pieces are arranged on their sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Rectangles or discs in columns and rows.
    Grid,
    /// Rectangles in two blocks, of which one is rotated by a right angle.
    Mixed,
    /// Hexagons that share their edges.
    Honeycomb,
    /// Hexagons that meet at their corners, every other row shifted. Every cut runs straight
    /// through the sheet.
    Straight,
    /// Hexagons that meet at their corners, in strips. Each strip is cut off, and then cut in two
    /// directions.
    Strips,
    /// Discs in staggered rows.
    Staggered,
    /// Triangles in rows in which they point up and down alternately.
    Interlocked,
    /// In the places of a die-cut sheet.
    Places,
}

impl Packing {
    /// Returns the arrangement in words, to follow a number of pieces: `9 cards: columns and rows`.
    pub fn description(self) -> &'static str {
        match self {
            Self::Grid => "columns and rows",
            Self::Mixed => "two blocks, one of them turned",
            Self::Honeycomb => "a honeycomb",
            Self::Straight => "corner to corner, for straight cuts",
            Self::Strips => "strips, corner to corner",
            Self::Staggered => "staggered rows",
            Self::Interlocked => "rows, up and down in turn",
            Self::Places => "the places of a sheet that is cut already",
        }
    }
}

/// A strip of hexagons.
struct Strip {
    /// The place of its middle across the strips, in mm.
    middle: f64,
    /// The number of cuts through it.
    cuts: usize,
}

impl PackFit {
    /// Returns the fit of a single piece, on a sheet of the piece's size with `bleed` mm around it.
    pub fn single(deck: &Deck, piece: Size, bleed: f64) -> Self {
        let sheet = grown(piece, bleed);
        Self {
            sheet,
            piece,
            slots: Arc::new([Slot::upright(sheet.to_rect().center())]),
            packing: Packing::Grid,
            cuts: Arc::new([]),
            gap: 0.0,
            marks: Marks::Outlines,
            outline: deck.outline.clone(),
            duplex: Duplex { axis: Axis::Upright, fold: false },
            taken: 0,
            bed: None,
        }
    }

    /// Returns the corners of the piece in a slot, clockwise. A rounded rectangle has the corners
    /// of its box; a disc and other forms have none.
    pub fn corners(&self, slot: &Slot) -> Vec<Point> {
        let to_sheet = slot.transform();
        match self.outline {
            Outline::Rectangle(_) => corners(slot.covers(self.piece)).to_vec(),
            Outline::Hexagon(orientation) => {
                let side = side_from_across(self.piece.width.min(self.piece.height));
                orientation.unit_corners().map(|corner| to_sheet * (corner * side).to_point()).to_vec()
            }
            Outline::Regular(tiling) => {
                let side = self.outline.across_of(self.piece) / tiling.unit_across();
                let corners = tiling.unit_corners(CellAddress::new(0, 0)).iter();
                corners.map(|corner| to_sheet * (*corner * side).to_point()).collect()
            }
            Outline::Disc | Outline::Form(_) => Vec::new(),
        }
    }

    /// Returns the outline up to which a piece bleeds, around its middle, if hexagons meet at their
    /// corners without a gap. Each hexagon has a third of every triangle next to it, up to `bleed`
    /// mm deep, and no room at its corners. `None` for other packings, which have room for bleed on
    /// all sides.
    pub fn triangles(&self, bleed: f64) -> Option<BezPath> {
        let Outline::Hexagon(orientation) = self.outline else { return None };
        if self.packing != Packing::Straight || self.gap > 0.0 || bleed <= 0.0 {
            return None;
        }
        let across = self.piece.width.min(self.piece.height);
        let unit_corners = orientation.unit_corners().map(|corner| corner * side_from_across(across));
        let share = (bleed / (across / 6.0)).min(1.0);
        let mut points = Vec::with_capacity(18);
        for edge in 0..6 {
            let (a, b) = (unit_corners[edge], unit_corners[(edge + 1) % 6]);
            let triangle_middle = orientation.edge_normal(edge) * (across * 2.0 / 3.0);
            points.extend(
                [a, a.lerp(triangle_middle, share), b.lerp(triangle_middle, share)].map(Vec2::to_point),
            );
        }
        Some(polygon(&points))
    }

    /// Returns the straight cuts that separate the first `pieces` of the sheet: those along their
    /// sides.
    pub fn cuts_of(&self, pieces: usize) -> impl Iterator<Item = &CutLine> {
        let slots = self.slots.get(..pieces).unwrap_or(&self.slots);
        let is_full = slots.len() == self.slots.len();
        self.cuts.iter().filter(move |cut| {
            is_full || slots.iter().any(|slot| cut.touches(slot, self.piece, &self.outline))
        })
    }

    /// Returns how many cuts the first `pieces` of the sheet take if strips are stacked once they
    /// are cut off; `None` if there are no two strips.
    pub fn stacked(&self, pieces: usize) -> Option<usize> {
        if self.packing != Packing::Strips {
            return None;
        }
        let upright = self.outline == Outline::Hexagon(Orientation::PointyTop);
        let half = self.piece.width.min(self.piece.height) / 2.0;
        let mut strips: Vec<Strip> = Vec::new();
        let mut cuts_between = 0;
        for cut in self.cuts_of(pieces) {
            if cut.stage == 0 {
                cuts_between += 1;
                continue;
            }
            // The edge of the sheet may shorten a cut, so its middle may be off the middle of the
            // strip.
            let cut_middle = cut.from.midpoint(cut.to);
            let middle = if upright { cut_middle.x } else { cut_middle.y };
            match strips.iter_mut().find(|strip| (strip.middle - middle).abs() < half) {
                Some(strip) => strip.cuts += 1,
                None => strips.push(Strip { middle, cuts: 1 }),
            }
        }
        let most = strips.iter().map(|strip| strip.cuts).max().unwrap_or(0);
        (strips.len() > 1).then_some(cuts_between + most)
    }

    /// Returns whether the sheet is packed like a full sheet of its component.
    pub fn is_full(&self) -> bool {
        self.bed.is_none()
    }

    /// Returns the part of the sheet that fronts may cover, or of the half before the fold.
    pub fn room(&self, deck: &Deck, setup: &Setup) -> Rect {
        let backs = setup.print_setup.backs_or_default();
        let bleed = duplex::widest_bleed(deck, backs);
        let room = duplex::room(deck, backs, setup.margin.grown(bleed), self.sheet, self.duplex.axis);
        match self.duplex {
            Duplex { axis, fold: true } => {
                duplex::half(axis, self.sheet, room, FOLD_ROOM + bleed, PieceSide::Front)
            }
            Duplex { fold: false, .. } => room,
        }
    }

    /// Returns the box of all pieces on a side.
    pub fn block(&self, side: PieceSide) -> Rect {
        let boxes = self.all_slots(side).map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// Returns the slots of the component's own pieces on a side. Backs are behind their fronts.
    pub fn places(&self, side: PieceSide) -> impl Iterator<Item = Slot> {
        self.all_slots(side).skip(self.taken)
    }

    fn all_slots(&self, side: PieceSide) -> impl Iterator<Item = Slot> {
        let (duplex, sheet) = (self.duplex, self.sheet);
        self.slots.iter().map(move |slot| match side {
            PieceSide::Front => *slot,
            PieceSide::Back => duplex.slot(slot, sheet),
        })
    }

    /// Returns the part of `reached` that is for the pieces and marks of a side. `reached` is what
    /// the printer reaches.
    pub fn own_part(&self, reached: Rect, side: PieceSide) -> Rect {
        let Some(bed) = self.bed else { return reached };
        let bed_of_side = match side {
            PieceSide::Front => bed,
            PieceSide::Back => {
                let [from, to] = [bed.origin(), Point::new(bed.x1, bed.y1)]
                    .map(|corner| self.duplex.axis.mirrored(corner, self.sheet));
                Rect::from_points(from, to)
            }
        };
        reached.intersect(bed_of_side)
    }
}
