//! How the pieces of a deck lie on a sheet.

use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Size, Vec2};

use super::duplex::{Axis, Duplex, FOLD_ROOM, half, room, widest_bleed};
use super::lines::CutLine;
use super::slot::Slot;
use crate::base::geometry::{corners, grown};
use crate::base::hex::{Hex, Orientation, polygon, side_from_across};
use crate::layout::setup::Setup;
use crate::model::{Deck, Outline};

/// Pieces on a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PackFit {
    /// The sheet, as it lies: width and height in mm.
    pub sheet: Size,
    /// Width and height of a piece, in mm.
    pub piece: Size,
    /// Where pieces lie, in the order they are filled.
    pub slots: Arc<[Slot]>,
    /// How they lie.
    pub packing: Packing,
    /// The straight cuts that part all of them, in the order they are made, each from edge to edge of the sheet or of
    /// the part that earlier cuts left; none where no straight cut parts them.
    pub cuts: Arc<[CutLine]>,
    /// Between the sides of neighbours, in mm; 0 where they share them.
    pub gap: f64,
    /// What shows where to cut.
    pub marks: Marks,
    /// The outline of the pieces.
    pub outline: Outline,
    /// Where their backs lie.
    pub duplex: Duplex,
    /// How many of the places, before its own, hold pieces of other components.
    pub taken: usize,
    /// The part of the sheet that pieces and their marks have to themselves; none for all of it.
    pub bed: Option<Rect>,
}

/// What shows where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Marks at both ends of every cut.
    Ends,
    /// A thin line round each piece.
    Outlines,
    /// A thin line round each piece, and marks at both ends of the cuts along its straight sides.
    OutlinesAndEnds,
    /// A bold line round each piece.
    Bold,
    /// A thin line round each piece, and every cut from edge to edge of the sheet or of what earlier cuts left.
    Lines,
    /// Marks at the corners of each piece, along its sides.
    Corners,
    /// Nothing: the sheet is cut already, or nobody wants to see where.
    None,
}

/// How pieces lie on their sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Rectangles or discs in columns and rows.
    Grid,
    /// Rectangles in two blocks, of which one is turned by a right angle.
    Mixed,
    /// Hexagons as a honeycomb.
    Honeycomb,
    /// Hexagons corner to corner, every other row pushed in: every cut runs straight through the sheet.
    Straight,
    /// Hexagons corner to corner in strips: each strip is cut off, and then cut both ways.
    Strips,
    /// Discs in staggered rows.
    Staggered,
    /// Triangles in rows, up and down in turn.
    Interlocked,
    /// In the places of a sheet that is cut already.
    Places,
}

impl Packing {
    /// In words.
    pub fn words(self) -> &'static str {
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

impl PackFit {
    /// A piece alone, on a sheet as large as it is with so much bleed, in mm.
    pub fn alone(deck: &Deck, piece: Size, bleed: f64) -> Self {
        let sheet = grown(piece, bleed);
        Self {
            sheet,
            piece,
            slots: Arc::new([Slot::upright(sheet.to_rect().center())]),
            packing: Packing::Grid,
            cuts: Arc::new([]),
            gap: 0.0,
            marks: Marks::Outlines,
            outline: deck.outline,
            duplex: Duplex { axis: Axis::Upright, fold: false },
            taken: 0,
            bed: None,
        }
    }

    /// The corners of a piece that lies there, clockwise; those of its rectangle where they are rounded, and none of a
    /// disc.
    pub fn corners(&self, slot: &Slot) -> Vec<Point> {
        match self.outline {
            Outline::Rectangle(_) => corners(slot.covers(self.piece)).to_vec(),
            Outline::Hexagon(stands) => {
                let side = side_from_across(self.piece.width.min(self.piece.height));
                let corner = |corner: Vec2| slot.transform() * (corner * side).to_point();
                stands.unit_corners().map(corner).to_vec()
            }
            Outline::Regular(tiling) => {
                let side = self.outline.across_of(self.piece) / tiling.unit_across();
                let corners = tiling.unit_corners(Hex::new(0, 0)).iter();
                corners.map(|corner| slot.transform() * (*corner * side).to_point()).collect()
            }
            Outline::Disc => Vec::new(),
        }
    }

    /// How far a piece's bleed may go, about its middle, where hexagons meet at their corners without a gap: each has a
    /// third of every triangle beside it, as deep as `bleed` mm; at its corners there is no room at all. None where its
    /// bleed goes as far on all sides.
    pub fn triangles(&self, bleed: f64) -> Option<BezPath> {
        let Outline::Hexagon(stands) = self.outline else { return None };
        if self.packing != Packing::Straight || self.gap > 0.0 || bleed <= 0.0 {
            return None;
        }
        let across = self.piece.width.min(self.piece.height);
        let corners = stands.unit_corners().map(|corner| corner * side_from_across(across));
        let share = (bleed / (across / 6.0)).min(1.0);
        let mut points = Vec::with_capacity(18);
        for edge in 0..6 {
            let (a, b) = (corners[edge], corners[(edge + 1) % 6]);
            // The middle of the triangle.
            let deepest = stands.edge_normal(edge) * (across * 2.0 / 3.0);
            points.extend([a, a.lerp(deepest, share), b.lerp(deepest, share)].map(Vec2::to_point));
        }
        Some(polygon(&points))
    }

    /// The straight cuts that part the first `pieces` of a sheet: those that run along one of them.
    pub fn cuts_of(&self, pieces: usize) -> impl Iterator<Item = &CutLine> {
        let slots = self.slots.get(..pieces).unwrap_or(&self.slots);
        let all = slots.len() == self.slots.len();
        let touches =
            move |cut: &CutLine| slots.iter().any(|slot| cut.touches(slot, self.piece, self.outline));
        self.cuts.iter().filter(move |cut| all || touches(cut))
    }

    /// How many cuts the first `pieces` of a sheet take if the strips that the first ones leave are laid on top of each
    /// other; none where there are no strips.
    pub fn stacked(&self, pieces: usize) -> Option<usize> {
        if self.packing != Packing::Strips {
            return None;
        }
        let upright = self.outline == Outline::Hexagon(Orientation::PointyTop);
        let mut strips: Vec<(f64, usize)> = Vec::new();
        let mut first = 0;
        let half = self.piece.width.min(self.piece.height) / 2.0;
        for cut in self.cuts_of(pieces) {
            // The edge of the sheet may end a cut early, so its middle need not be the strip's.
            let middle = cut.from.midpoint(cut.to);
            let at = if upright { middle.x } else { middle.y };
            match strips.iter_mut().find(|(strip, _)| (*strip - at).abs() < half) {
                _ if cut.stage == 0 => first += 1,
                Some((_, cuts)) => *cuts += 1,
                None => strips.push((at, 1)),
            }
        }
        (strips.len() > 1).then(|| first + strips.iter().map(|(_, cuts)| *cuts).max().unwrap_or(0))
    }

    /// What the fronts may cover of the sheet, or of the half of it before the fold.
    pub fn room(&self, deck: &Deck, setup: &Setup) -> Rect {
        let bleed = widest_bleed(deck, setup.print_setup.way());
        let whole =
            room(deck, setup.print_setup.way(), setup.margin.grown(bleed), self.sheet, self.duplex.axis);
        match self.duplex {
            Duplex { axis, fold: true } => half(axis, self.sheet, whole, FOLD_ROOM + bleed, false),
            Duplex { fold: false, .. } => whole,
        }
    }

    /// What all pieces of a side together cover.
    pub fn block(&self, back: bool) -> Rect {
        let boxes = self.sides(back).map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// Where the component's pieces lie, of a side: fronts as they are, backs behind them.
    pub fn places(&self, back: bool) -> impl Iterator<Item = Slot> {
        self.sides(back).skip(self.taken)
    }

    fn sides(&self, back: bool) -> impl Iterator<Item = Slot> {
        let (duplex, sheet) = (self.duplex, self.sheet);
        self.slots.iter().map(move |slot| if back { duplex.slot(slot, sheet) } else { *slot })
    }

    /// The part of the sheet, `all` of which printers reach, that a side and its marks have to themselves.
    pub fn own_part(&self, all: Rect, back: bool) -> Rect {
        let Some(bed) = self.bed else { return all };
        let mirrored = |point: Point| self.duplex.axis.mirrored(point, self.sheet);
        let (from, to) = (bed.origin(), Point::new(bed.x1, bed.y1));
        let own = if back { Rect::from_points(mirrored(from), mirrored(to)) } else { bed };
        all.intersect(own)
    }
}
