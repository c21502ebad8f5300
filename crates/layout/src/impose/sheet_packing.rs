//! Describes the places of a deck's pieces on a sheet.
//!
//! A [`SheetPacking`] is the result of packing: slots, cuts and marks. The methods in this module compute
//! further values from a [`SheetPacking`]. The module `choose_packing` decides how pieces are packed.

use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Size, Vec2};

use super::duplex::{self, Axis, Duplex, FOLD_ROOM};
use super::slot::Slot;
use super::straight_cuts::CutLine;
use crate::setup::Setup;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::{corners, grown, polygon};
use hexpress_base::tiling::hex::{Orientation, side_from_across};
use hexpress_game::{Outline, PieceSet, PieceSide};

/// The places of a deck's pieces on a sheet, with cuts and marks.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetPacking {
    /// The width and height of the sheet in mm, in the orientation in which it is printed.
    pub sheet: Size,
    /// The width and height of a piece, in mm.
    pub piece: Size,
    /// The places of the fronts, in the order in which pieces are put there.
    pub slots: Arc<[Slot]>,
    pub pattern: PackingPattern,
    /// The straight cuts that separate all pieces, in the order in which they are made. Each cut runs from
    /// edge to edge of the sheet, or from edge to edge of a part that earlier cuts have made.
    ///
    /// The list is empty if straight cuts cannot separate the pieces.
    pub cuts: Arc<[CutLine]>,
    /// The distance between the sides of neighbouring pieces, in mm. The distance is 0 if pieces
    /// share their sides.
    pub gap: f64,
    pub marks: Marks,
    pub outline: Outline,
    pub duplex: Duplex,
    /// The number of slots at the start of `slots` that hold pieces of other components.
    pub foreign_slots: usize,
    /// The part of the sheet that the pieces in `slots` and their marks may use. `None` if they may use the
    /// whole printable area, as on a full sheet of this component.
    pub print_area: Option<Rect>,
    /// The index of the captured page, which shows where a cutting machine cuts. The program of the
    /// machine printed this page to a PDF. `None` if there is no such page.
    pub captured_page: Option<usize>,
}

/// The marks that show where to cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// Marks at both ends of every cut.
    Ends,
    /// A thin line around each piece.
    Outlines,
    /// A thin line around each piece. Cuts along straight sides also have marks at both ends.
    OutlinesAndEnds,
    /// A bold line around each piece.
    Bold,
    /// A thin line around each piece, and a line along the whole length of every cut.
    Lines,
    /// Marks at the corners of each piece. The marks extend the sides of the piece.
    Corners,
    /// No marks: the sheet is die-cut, or the layout disables marks.
    None,
}

/// How pieces are arranged on their sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackingPattern {
    /// Rectangles or discs in columns and rows.
    Grid,
    /// Rectangles in two blocks. The pieces of one block are rotated by 90°.
    TwoBlocks,
    /// Hexagons that share their edges.
    Honeycomb,
    /// Hexagons that touch only at their corners, in rows. Every second row is shifted, so that
    /// every cut runs straight through the sheet.
    CornerToCorner,
    /// Hexagons that touch only at their corners, in strips. The strips are cut apart first. Each
    /// strip is then cut in two directions.
    Strips,
    /// Discs in staggered rows.
    Staggered,
    /// Triangles in rows. The triangles of a row alternately point up and down.
    Interlocked,
    /// Pieces in the fixed places of a die-cut sheet.
    DieCut,
}

impl PackingPattern {
    /// Returns a description of the pattern, e.g. `columns and rows`. It is printed after the number of
    /// pieces, as in `9 cards: columns and rows`.
    pub fn description(self) -> &'static str {
        match self {
            Self::Grid => "columns and rows",
            Self::TwoBlocks => "two blocks, one of them turned",
            Self::Honeycomb => "a honeycomb",
            Self::CornerToCorner => "corner to corner, for straight cuts",
            Self::Strips => "strips, corner to corner",
            Self::Staggered => "staggered rows",
            Self::Interlocked => "rows, alternately up and down",
            Self::DieCut => "the positions on a die-cut sheet",
        }
    }
}

/// A strip of hexagons.
struct Strip {
    /// The coordinate of the strip's middle, measured at a right angle to the strips, in mm.
    middle: f64,
    /// The number of cuts through the strip.
    cuts: usize,
}

impl SheetPacking {
    /// Returns the arrangement of a single piece on a sheet that is as large as the piece with its bleed. The
    /// bleed is `bleed` mm wide.
    pub fn single(deck: &PieceSet, piece: Size, bleed: f64) -> Self {
        let sheet = grown(piece, bleed);
        Self {
            sheet,
            piece,
            slots: Arc::new([Slot::upright(sheet.to_rect().center())]),
            pattern: PackingPattern::Grid,
            cuts: Arc::new([]),
            gap: 0.0,
            marks: Marks::Outlines,
            outline: deck.outline.clone(),
            duplex: Duplex { axis: Axis::Vertical, fold: false },
            foreign_slots: 0,
            print_area: None,
            captured_page: None,
        }
    }

    /// Returns a copy in which all pieces and cuts are moved by a vector, in mm.
    pub fn shifted(&self, by: Vec2) -> Self {
        let slots = self.slots.iter().map(|slot| Slot { centre: slot.centre + by, ..*slot }).collect();
        let cut = |cut: &CutLine| CutLine { from: cut.from + by, to: cut.to + by, ..*cut };
        Self { slots, cuts: self.cuts.iter().map(cut).collect(), ..self.clone() }
    }

    /// Returns the corners of the piece in a slot, clockwise. For a rounded rectangle, returns the
    /// corners of its box. Discs and irregular outlines have no corners.
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
            Outline::Disc | Outline::Path(_) => Vec::new(),
        }
    }

    /// If hexagons touch at their corners without a gap, returns the outline of a hexagon with its bleed,
    /// relative to its middle. Otherwise, returns `None`.
    ///
    /// In such a packing, bleed fits only into the triangles that three hexagons enclose. Each hexagon
    /// gets a third of every triangle next to it, up to a depth of `bleed` mm. In all other packings,
    /// there is space for bleed on all sides.
    pub fn outline_with_shared_bleed(&self, bleed: f64) -> Option<BezPath> {
        let Outline::Hexagon(orientation) = self.outline else { return None };
        if self.pattern != PackingPattern::CornerToCorner || self.gap > 0.0 || bleed <= 0.0 {
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

    /// Returns the straight cuts that separate the first `pieces` pieces on the sheet. Each of these
    /// cuts runs along a side of at least one of these pieces.
    pub fn cuts_of(&self, pieces: usize) -> impl Iterator<Item = &CutLine> {
        let slots = self.slots.get(..pieces).unwrap_or(&self.slots);
        let is_full = slots.len() == self.slots.len();
        self.cuts.iter().filter(move |cut| {
            is_full || slots.iter().any(|slot| cut.touches(slot, self.piece, &self.outline))
        })
    }

    /// Returns the number of cuts for the first `pieces` pieces on the sheet, if the strips are cut apart,
    /// stacked, and then cut together. Returns `None` if there are fewer than two strips.
    pub fn cuts_if_stacked(&self, pieces: usize) -> Option<usize> {
        if self.pattern != PackingPattern::Strips {
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
            // Near the edge of the sheet, a cut may end before it has crossed the whole strip. Its middle is
            // then not exactly in the middle of the strip.
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

    /// Returns whether the pieces in `slots` and their marks may use the whole printable area. If so, the
    /// pieces have the same places as on a full sheet of this component.
    pub fn uses_whole_sheet(&self) -> bool {
        self.print_area.is_none()
    }

    /// Returns the part of the sheet that fronts may cover. If the sheet is folded, this is a part
    /// of the half for fronts.
    pub fn room(&self, deck: &PieceSet, setup: &Setup) -> Rect {
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

    /// Returns the bounding box of all fronts or of all backs on the sheet.
    pub fn block(&self, side: PieceSide) -> Rect {
        let boxes = self.all_slots(side).map(|slot| slot.covers(self.piece));
        boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
    }

    /// Returns the slots of the fronts or of the backs of this component. The slot of each back is
    /// behind the slot of its front.
    pub fn component_slots(&self, side: PieceSide) -> impl Iterator<Item = Slot> {
        self.all_slots(side).skip(self.foreign_slots)
    }

    fn all_slots(&self, side: PieceSide) -> impl Iterator<Item = Slot> {
        let (duplex, sheet) = (self.duplex, self.sheet);
        self.slots.iter().map(move |slot| match side {
            PieceSide::Front => *slot,
            PieceSide::Back => duplex.slot(slot, sheet),
        })
    }

    /// Returns the part of `reached` that the pieces in `slots` and their marks may use. For `reached`, see
    /// [`Duplex::reached`].
    pub fn area_for_marks(&self, reached: Rect, side: PieceSide) -> Rect {
        let Some(print_area) = self.print_area else { return reached };
        let bed_of_side = match side {
            PieceSide::Front => print_area,
            PieceSide::Back => {
                let [from, to] = [print_area.origin(), Point::new(print_area.x1, print_area.y1)]
                    .map(|corner| self.duplex.axis.mirrored(corner, self.sheet));
                Rect::from_points(from, to)
            }
        };
        reached.intersect(bed_of_side)
    }
}
