//! Chooses a packing: how the pieces of a deck are arranged on a sheet. If the layout does not set
//! a packing, the module chooses one that suits the cutting tool.
//!
//! - In: a deck, the size of its pieces, a paper and a setup.
//! - Out: the best [`SheetPacking`], or all candidates.
//!
//! The modules `grid`, `rectangles`, `hexagons` and `triangles` compute slots and cuts.

pub mod blocks;
mod last_sheet;
#[cfg(test)]
mod packing_tests;
mod print_area;

use std::cmp::Reverse;
use std::sync::Arc;

use kurbo::{Point, Size};

use self::print_area::PrintArea;
use super::duplex;
use super::grid::Steps;
use super::hexagons::Hexagons;
use super::rectangles::{TwoBlocks, rectangle_cuts};
use super::requested_marks::{DefaultMarks, RequestedMarks};
use super::sheet_packing::{Marks, PackingPattern, SheetPacking};
use super::slot::Slot;
use super::triangles::{interlocked, triangle_cuts};
use crate::marks::{crease, crop};
use crate::setup::Setup;
use hexpress_game::{Outline, Pack, PieceSet};
use hexpress_language::values::value::Grid;
use hexpress_scene::print::setup::Cutter;

/// The gap between pieces that are cut out with scissors, in mm.
const SCISSORS_GAP: f64 = 4.0;
/// The gap between pieces that are cut out one by one with a knife, such as discs, in mm.
const KNIFE_GAP: f64 = 2.0;
/// The gap between pieces that a plotter cuts out one by one, in mm.
const PLOTTER_GAP: f64 = 1.0;
/// The gap between pieces if the program of a cutting machine finds their outlines in a picture, in mm.
/// Without a gap, the program would treat two pieces as one shape.
const CAPTURED_GAP: f64 = 2.0;
/// The smallest gap between pieces that do not touch, in mm. A narrower strip of paper between two
/// pieces would tear when it is cut, and the two cuts would look like one.
const MIN_GAP: f64 = 1.5;

/// The rules for packing the pieces of a deck.
struct PackingRule<'d> {
    deck: &'d PieceSet,
    /// The width and height of a piece, in mm.
    piece: Size,
    patterns: &'static [PackingPattern],
    /// True if rectangles may be packed in two blocks with different rotations.
    allows_two_blocks: bool,
    /// The distance between the sides of neighbouring pieces, in mm.
    gap: f64,
    /// In [`PackingPattern::CornerToCorner`], the gap between hexagons, in mm. Without a gap, their
    /// corners touch.
    gap_at_corners: f64,
    /// The marks that are used if neither the layout nor the user asks for marks. Hexagons in
    /// [`PackingPattern::CornerToCorner`] and [`PackingPattern::Strips`] have lines along their cuts instead.
    defaults: DefaultMarks,
    requested: RequestedMarks,
    /// The number of pieces to print, at least 1.
    piece_count: usize,
}

/// When rectangles may be packed in two blocks with different rotations. Cutting two blocks takes more work
/// than cutting one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WhenTwoBlocks {
    IfTheySaveSheets,
    Always,
}

/// The rank of a candidate. Lower ranks are better. All candidates of a deck have the same variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The rank of packings that are all cut in the same way. More pieces on a sheet are better.
    PiecesOnSheet(Reverse<usize>),
    /// The rank of rectangles that may be packed in two blocks. Fewer sheets for all pieces are better, then
    /// one block instead of two, because one block takes less work to cut.
    SheetsForAllPieces { sheets: usize, has_two_blocks: bool, pieces_on_sheet: Reverse<usize> },
    /// The rank of `CornerToCorner` and `Strips` of [`PackingPattern`]. More pieces on the first sheet are
    /// better, then fewer cuts on this sheet. If there are few pieces, the first sheet is not full.
    PiecesOnFirstSheet { pieces: Reverse<usize>, cuts: usize, pieces_on_sheet: Reverse<usize> },
}

impl<'d> PackingRule<'d> {
    fn new(deck: &'d PieceSet, piece: Size, setup: &Setup, requested: RequestedMarks) -> Self {
        let cutter = setup.print_setup.cut;
        let is_apart = match deck.pack {
            Some(pack) => pack == Pack::Apart,
            None => cutter == Some(Cutter::Scissors),
        };
        let has_corners = requested.has_corners(deck);
        let bleed_gap = bleed_gap(deck);
        let room_for_marks = match (has_corners, deck.folds.is_empty()) {
            (_, false) => crease::ROOM,
            (true, true) => crop::ROOM,
            (false, true) => 0.0,
        };
        let bleed = duplex::widest_bleed(deck, setup.print_setup.backs_or_default());
        let corner_gap = if room_for_marks > 0.0 { 2.0 * (bleed + room_for_marks) } else { 0.0 };
        let is_captured = cutter == Some(Cutter::Captured);
        let cutter_gap = if is_apart { SCISSORS_GAP } else { cutter_gap(&deck.outline, cutter) };
        let gap = cutter_gap.max(bleed_gap).max(corner_gap);
        // Hexagons that touch at their corners enclose triangles of paper. A bleed of at most a sixth of a
        // hexagon's width fits into these triangles.
        let triangles_hold_bleed = 6.0 * deck.bleed <= piece.width.min(piece.height);
        let close_gap = if triangles_hold_bleed { 0.0 } else { bleed_gap };
        // Bold lines are used only if there is a gap between pieces. If two pieces shared a side with a bold
        // line, a cut would leave half of the line on each piece.
        let bold = is_apart && matches!(cutter, None | Some(Cutter::Scissors));
        Self {
            deck,
            piece,
            patterns: patterns(deck, cutter, requested),
            allows_two_blocks: matches!(deck.outline, Outline::Rectangle(_))
                && deck.grid.is_none()
                && deck.pack.is_none()
                // Two blocks are not possible if the layout requests marks for cuts through the whole sheet:
                // a cut between two pieces of one block must not go through the other block.
                && !requested.needs_straight_cuts()
                && deck.pieces.len() > 1,
            gap,
            gap_at_corners: if is_apart || has_corners || is_captured { gap } else { close_gap },
            defaults: DefaultMarks {
                marks: if bold { Marks::Bold } else { marks_for(&deck.outline, cutter) },
                bold,
            },
            requested,
            piece_count: deck.pieces.len().max(1),
        }
    }

    /// Returns a [`SheetPacking`] for every pattern that places at least one piece on the sheet. The best one
    /// comes first.
    fn candidates(&self, paper: Size, setup: &Setup, when_two_blocks: WhenTwoBlocks) -> Vec<SheetPacking> {
        let print_areas = PrintArea::all(self.deck, paper, setup, self.requested.room(self.deck));
        let mut found: Vec<SheetPacking> = Vec::new();
        for print_area in &print_areas {
            found.extend(
                self.patterns.iter().filter_map(|pattern| self.packed(*pattern, self.deck.grid, print_area)),
            );
        }
        if self.allows_two_blocks && self.piece.width != self.piece.height {
            let holds = found.iter().map(|packing| packing.slots.len()).max();
            found.extend(
                print_areas
                    .iter()
                    .filter_map(|print_area| self.in_two_blocks(print_area, holds, when_two_blocks)),
            );
        }
        if found.len() > 1 {
            for packing in &mut found {
                if matches!(packing.pattern, PackingPattern::CornerToCorner | PackingPattern::Strips) {
                    packing.add_cuts();
                }
            }
            found.sort_by_key(|packing| self.rank(packing));
        }
        found
    }

    fn sheets(&self, holds: usize) -> usize {
        self.piece_count.div_ceil(holds)
    }

    fn rank(&self, packing: &SheetPacking) -> Rank {
        let slot_count = packing.slots.len();
        let pieces_on_sheet = Reverse(slot_count);
        let in_blocks = |has_two_blocks| Rank::SheetsForAllPieces {
            sheets: self.sheets(slot_count),
            has_two_blocks,
            pieces_on_sheet,
        };
        match packing.pattern {
            PackingPattern::Grid if self.allows_two_blocks => in_blocks(false),
            PackingPattern::TwoBlocks => in_blocks(true),
            PackingPattern::CornerToCorner | PackingPattern::Strips => {
                let on_first_sheet = self.piece_count.min(slot_count);
                Rank::PiecesOnFirstSheet {
                    pieces: Reverse(on_first_sheet),
                    cuts: packing.cuts_of(on_first_sheet).count(),
                    pieces_on_sheet,
                }
            }
            PackingPattern::Grid
            | PackingPattern::Honeycomb
            | PackingPattern::Staggered
            | PackingPattern::Interlocked
            | PackingPattern::DieCut => Rank::PiecesOnSheet(pieces_on_sheet),
        }
    }

    /// Packs as many pieces as fit into the print area. The numbers of columns and rows in `requested_grid`
    /// are upper limits. Returns `None` if no piece fits.
    fn packed(
        &self,
        pattern: PackingPattern,
        requested_grid: Option<Grid>,
        print_area: &PrintArea,
    ) -> Option<SheetPacking> {
        let (gap, marks) = match pattern {
            PackingPattern::CornerToCorner => (self.gap_at_corners, Marks::Lines),
            PackingPattern::Strips => (self.gap, Marks::Lines),
            _ => (self.gap, self.defaults.marks),
        };
        let (piece, room) = (self.piece, print_area.room());
        let slots = match pattern {
            PackingPattern::Interlocked => interlocked(piece, gap, room, requested_grid),
            _ => {
                let steps = Steps::for_pattern(pattern, &self.deck.outline, piece, gap)?;
                steps.points(piece, room, requested_grid).into_iter().map(Slot::upright).collect()
            }
        };
        self.centred(UnplacedSlots { pattern, slots, gap, marks }, print_area)
    }

    /// Packs pieces in two blocks. Returns `None` if the saved paper does not justify the
    /// additional work. `holds` is the number of pieces that fit in a single block.
    fn in_two_blocks(
        &self,
        print_area: &PrintArea,
        holds: Option<usize>,
        when_two_blocks: WhenTwoBlocks,
    ) -> Option<SheetPacking> {
        let two_blocks = TwoBlocks::best(self.piece, self.gap, print_area.room())?;
        let saves_sheets = holds.is_none_or(|holds| self.sheets(two_blocks.pieces()) < self.sheets(holds));
        if when_two_blocks == WhenTwoBlocks::IfTheySaveSheets && !saves_sheets {
            return None;
        }
        // Where a cut ends between the two blocks, there is no space for a mark at its end.
        let marks = match self.defaults.marks {
            Marks::Ends | Marks::OutlinesAndEnds => Marks::Outlines,
            other => other,
        };
        let slots = two_blocks.slots(self.piece, self.gap);
        self.centred(
            UnplacedSlots { pattern: PackingPattern::TwoBlocks, slots, gap: self.gap, marks },
            print_area,
        )
    }

    /// Moves the pieces to the middle of their print area, and returns the resulting packing. If the packing
    /// allows the requested marks, it gets them. Returns `None` if `unplaced` has no slots.
    fn centred(&self, unplaced: UnplacedSlots, print_area: &PrintArea) -> Option<SheetPacking> {
        let UnplacedSlots { pattern, mut slots, gap, marks } = unplaced;
        let block = slots.iter().map(|slot| slot.covers(self.piece)).reduce(|a, b| a.union(b))?;
        let shift = print_area.within.center() - block.center();
        slots.iter_mut().for_each(|slot| slot.centre += shift);
        // If the sheet is not full, the slots next to the fold are filled first, because fronts and backs are
        // aligned most precisely there.
        if print_area.duplex.fold && self.piece_count < slots.len() && pattern != PackingPattern::TwoBlocks {
            slots.sort_by_key(|slot| {
                (print_area.duplex.from_fold(slot.centre, print_area.sheet) * 100.0).round() as i64
            });
        }
        let packing = SheetPacking {
            sheet: print_area.sheet,
            slots: slots.into(),
            pattern,
            gap,
            marks,
            duplex: print_area.duplex,
            ..SheetPacking::single(self.deck, self.piece, 0.0)
        };
        let defaults = DefaultMarks { marks, ..self.defaults };
        let chosen =
            self.requested.marks(self.deck, &packing, defaults, || print_area.has_room_for_marks(&packing));
        Some(SheetPacking { marks: chosen, ..packing })
    }
}

/// The slots of a packing before they are moved to their final places.
struct UnplacedSlots {
    pattern: PackingPattern,
    slots: Vec<Slot>,
    /// The distance between the sides of neighbouring pieces, in mm.
    gap: f64,
    /// The marks that suit the pattern.
    marks: Marks,
}

/// Returns the patterns that are tried for a deck.
fn patterns(deck: &PieceSet, cutter: Option<Cutter>, requested: RequestedMarks) -> &'static [PackingPattern] {
    match (&deck.outline, deck.pack) {
        (Outline::Regular(tiling), _) if tiling.is_triangles() => &[PackingPattern::Interlocked],
        (Outline::Rectangle(_) | Outline::Regular(_) | Outline::Path(_), _) => &[PackingPattern::Grid],
        (Outline::Disc, _) => &[PackingPattern::Grid, PackingPattern::Staggered],
        (Outline::Hexagon(_), Some(Pack::Straight)) => &[PackingPattern::CornerToCorner],
        (Outline::Hexagon(_), Some(Pack::Strips)) => &[PackingPattern::Strips],
        (Outline::Hexagon(_), None) if requested.needs_full_cuts() => &[PackingPattern::CornerToCorner],
        (Outline::Hexagon(_), None)
            if cutter == Some(Cutter::Guillotine) || requested.needs_straight_cuts() =>
        {
            &[PackingPattern::CornerToCorner, PackingPattern::Strips]
        }
        (Outline::Hexagon(_), _) => &[PackingPattern::Honeycomb],
    }
}

/// Returns the gap between pieces that a cutting tool needs, in mm. Pieces with bleeds may need a
/// wider gap.
fn cutter_gap(outline: &Outline, cutter: Option<Cutter>) -> f64 {
    if cutter == Some(Cutter::Captured) {
        return CAPTURED_GAP;
    }
    match outline {
        Outline::Regular(tiling) if tiling.is_triangles() => 0.0,
        Outline::Disc | Outline::Regular(_) | Outline::Path(_)
            if cutter.is_some_and(Cutter::follows_outlines) =>
        {
            PLOTTER_GAP
        }
        Outline::Disc | Outline::Regular(_) | Outline::Path(_) => KNIFE_GAP,
        Outline::Rectangle(_) | Outline::Hexagon(_) => 0.0,
    }
}

/// Returns the smallest gap at which the bleeds of neighbouring pieces do not overlap, in mm.
fn bleed_gap(deck: &PieceSet) -> f64 {
    match deck.bleed * deck.outline.corner_bleed_ratio() {
        bleed if bleed > 0.0 => (2.0 * bleed).max(MIN_GAP),
        _ => 0.0,
    }
}

/// Returns the marks for pieces with this outline if cut lines are not bold.
fn marks_for(outline: &Outline, cutter: Option<Cutter>) -> Marks {
    let is_machine = cutter.is_some_and(Cutter::follows_outlines);
    match outline {
        Outline::Rectangle(0.0) if !is_machine => Marks::Ends,
        Outline::Rectangle(_) if !is_machine => Marks::OutlinesAndEnds,
        Outline::Regular(tiling) if tiling.is_triangles() && cutter == Some(Cutter::Guillotine) => {
            Marks::Lines
        }
        _ => Marks::Outlines,
    }
}

/// Returns the best arrangement of a deck's pieces on a paper. The paper may be used in both orientations.
/// Returns `None` if no piece fits.
pub fn best_packing(deck: &PieceSet, piece: Size, paper: Size, setup: &Setup) -> Option<SheetPacking> {
    best_packing_for(deck.pieces.len(), deck, piece, paper, setup)
}

/// Returns the best arrangement of `count` pieces. Some pieces may belong to other decks than `deck`, but all
/// must have the same size and outline. Returns `None` if no piece fits.
pub fn best_packing_for(
    count: usize,
    deck: &PieceSet,
    piece: Size,
    paper: Size,
    setup: &Setup,
) -> Option<SheetPacking> {
    let requested = RequestedMarks::new(deck, &setup.print_setup);
    let rule = PackingRule { piece_count: count.max(1), ..PackingRule::new(deck, piece, setup, requested) };
    let mut packing = rule.candidates(paper, setup, WhenTwoBlocks::IfTheySaveSheets).into_iter().next();
    if packing.is_none() && deck.marks.is_none() && setup.print_setup.marks.is_some() {
        packing = packing_without_marks(deck, piece, paper, setup);
    }
    let mut best = packing?;
    best.add_cuts();
    Some(best)
}

/// Returns the best arrangement of a deck's pieces if neither the layout nor the user asks for marks. Cuts
/// are not computed. Returns `None` if no piece fits.
pub fn packing_without_marks(
    deck: &PieceSet,
    piece: Size,
    paper: Size,
    setup: &Setup,
) -> Option<SheetPacking> {
    let rule = PackingRule::new(deck, piece, setup, RequestedMarks::NONE);
    rule.candidates(paper, setup, WhenTwoBlocks::IfTheySaveSheets).into_iter().next()
}

/// Returns a [`SheetPacking`] for every pattern that places at least one piece of a deck on the sheet. The
/// best one comes first.
pub fn candidate_packings(deck: &PieceSet, piece: Size, paper: Size, setup: &Setup) -> Vec<SheetPacking> {
    let rule = PackingRule::new(deck, piece, setup, RequestedMarks::new(deck, &setup.print_setup));
    let mut fits = rule.candidates(paper, setup, WhenTwoBlocks::Always);
    fits.iter_mut().for_each(SheetPacking::add_cuts);
    fits
}

impl SheetPacking {
    /// Computes the straight cuts that separate the pieces, if such cuts exist.
    fn add_cuts(&mut self) {
        let piece = self.piece;
        let sheet = self.print_area.unwrap_or(self.duplex.cut_sheet(self.sheet).to_rect());
        let cuts = match (self.pattern, &self.outline) {
            (PackingPattern::Grid | PackingPattern::TwoBlocks, Outline::Rectangle(_)) => {
                rectangle_cuts(&self.slots, piece, sheet)
            }
            (PackingPattern::CornerToCorner | PackingPattern::Strips, Outline::Hexagon(orientation)) => {
                let middles: Vec<Point> = self.slots.iter().map(|slot| slot.centre).collect();
                let hexagons =
                    Hexagons { orientation: *orientation, middles: &middles, across: piece.min_side() };
                hexagons.cuts(self.pattern, sheet)
            }
            (PackingPattern::Interlocked, _) => triangle_cuts(&self.slots, piece, self.gap, sheet),
            _ => return,
        };
        self.cuts = Arc::from(cuts);
    }
}
