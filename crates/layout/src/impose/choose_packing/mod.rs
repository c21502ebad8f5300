//! Which packing a deck gets: what its layout insists on, else what suits the tool.

use std::cmp::Reverse;
use std::sync::Arc;

use kurbo::{Point, Rect, Size};

use super::asked::Asked;
use super::duplex::{self, Axis, Duplex, FOLD_ROOM, WORDS_ROOM};
use super::grid::{Steps, turned};
use super::hexagons::hexagon_cuts;
use super::pack_fit::{Marks, PackFit, Packing};
use super::rectangles::{Mixed, block_cuts};
use super::slot::Slot;
use super::triangles::{interlocked, triangle_cuts};
use crate::base::geometry::{beyond, grown};
use crate::layout::marks::crop;
use crate::layout::setup::{Setup, TOLERANCE};
use crate::model::{Deck, Outline, Pack};
use crate::print::setup::Cutter;
use crate::spec::values::value::Grid;

/// Between two pieces that are cut out with scissors, mm.
const SCISSORS: f64 = 4.0;
/// Between two discs, mm: room for the knife.
const DISCS: f64 = 2.0;
/// Between two discs that a machine cuts, mm.
const PLOTTER: f64 = 1.0;
/// Narrower gutters fall to pieces under the knife, and their two cuts are taken for one, mm.
const NARROWEST: f64 = 1.5;

/// How a deck's pieces may lie.
struct Rule<'d> {
    deck: &'d Deck,
    /// Width and height of a piece, mm.
    piece: Size,
    /// The packings that are tried.
    packings: &'static [Packing],
    /// Whether rectangles may lie in two blocks, where that saves a sheet.
    mixed: bool,
    /// Between neighbours, mm.
    gap: f64,
    /// Between hexagons that meet at their corners, mm.
    beside_triangles: f64,
    /// What shows where rectangles in a grid are cut, or any pieces that no straight cut parts.
    marks: Marks,
    /// Whether a line round a piece is a bold one.
    bold: bool,
    /// What layout and print setup ask of marks.
    asked: Asked,
    /// How many pieces there are.
    wanted: usize,
}

impl<'d> Rule<'d> {
    fn of(deck: &'d Deck, piece: Size, setup: &Setup, asked: Asked) -> Self {
        let cut = setup.print_setup.cut;
        let apart = match deck.pack {
            Some(pack) => pack == Pack::Apart,
            None => cut == Some(Cutter::Scissors),
        };
        let gap = match deck.outline {
            _ if apart => SCISSORS,
            Outline::Regular(tiling) if tiling.is_triangles() => 0.0,
            Outline::Disc | Outline::Regular(_) if cut == Some(Cutter::Plotter) => PLOTTER,
            Outline::Disc | Outline::Regular(_) => DISCS,
            Outline::Rectangle(_) | Outline::Hexagon(_) => 0.0,
        };
        let packings: &[Packing] = match (deck.outline, deck.pack) {
            (Outline::Regular(tiling), _) if tiling.is_triangles() => &[Packing::Interlocked],
            (Outline::Rectangle(_) | Outline::Regular(_), _) => &[Packing::Grid],
            (Outline::Disc, _) => &[Packing::Grid, Packing::Staggered],
            (Outline::Hexagon(_), Some(Pack::Straight)) => &[Packing::Straight],
            (Outline::Hexagon(_), Some(Pack::Strips)) => &[Packing::Strips],
            (Outline::Hexagon(_), None) if asked.through() => &[Packing::Straight],
            (Outline::Hexagon(_), None) if cut == Some(Cutter::Guillotine) || asked.straight() => {
                &[Packing::Straight, Packing::Strips]
            }
            (Outline::Hexagon(_), _) => &[Packing::Honeycomb],
        };
        let mixed = matches!(deck.outline, Outline::Rectangle(_))
            && deck.grid.is_none()
            && deck.pack.is_none()
            // The cuts of one block go through the pieces of the other.
            && !asked.straight()
            && deck.pieces.len() > 1;
        // Neighbours' bleeds never meet.
        let bled = match deck.bleed * deck.outline.reach() {
            bleed if bleed > 0.0 => (2.0 * bleed).max(NARROWEST),
            _ => 0.0,
        };
        let corners = asked.corners(deck);
        let widest = duplex::widest_bleed(deck, setup.print_setup.way());
        let marked = if corners { 2.0 * (widest + crop::ROOM) } else { 0.0 };
        let gap = gap.max(bled).max(marked);
        // Where triangles lie between hexagons, a sixth of their size is free.
        let free = 6.0 * deck.bleed <= piece.width.min(piece.height);
        let close = if free { 0.0 } else { bled };
        let beside_triangles = if apart || corners { gap } else { close };
        // Bold lines would be halved where pieces touch.
        let bold = apart && matches!(cut, None | Some(Cutter::Scissors));
        let marks = match deck.outline {
            _ if bold => Marks::Bold,
            Outline::Rectangle(0.0) if cut != Some(Cutter::Plotter) => Marks::Ends,
            Outline::Rectangle(_) if cut != Some(Cutter::Plotter) => Marks::OutlinesAndEnds,
            Outline::Regular(tiling) if tiling.is_triangles() && cut == Some(Cutter::Guillotine) => {
                Marks::Lines
            }
            _ => Marks::Outlines,
        };
        let wanted = deck.pieces.len().max(1);
        Self { deck, piece, packings, mixed, gap, beside_triangles, marks, bold, asked, wanted }
    }

    /// The best packing first; `all` says whether those are there too that are not chosen whatever they hold.
    fn candidates(&self, paper: Size, setup: &Setup, all: bool) -> Vec<PackFit> {
        let Self { deck, piece, wanted, .. } = *self;
        let sheets = |holds: usize| wanted.div_ceil(holds);
        let beds = Bed::all(deck, paper, setup, self.asked.room(deck));
        let packed = beds.iter().flat_map(|bed| self.packings.iter().map(move |packing| (*packing, bed)));
        let mut found: Vec<PackFit> =
            packed.filter_map(|(packing, bed)| self.packed(packing, deck.grid, bed)).collect();
        if self.mixed && piece.width != piece.height {
            let holds = found.iter().map(|fit| fit.slots.len()).max();
            // What is harder to cut must save a sheet.
            let is_worth =
                |mixed: &Mixed| all || holds.is_none_or(|holds| sheets(mixed.pieces()) < sheets(holds));
            let best = |bed: &Bed| {
                let blocks = Mixed::best(piece, self.gap, bed.room()).filter(is_worth)?;
                self.in_blocks(&blocks, bed)
            };
            found.extend(beds.iter().filter_map(best));
        }
        if found.len() > 1 {
            let compares_cuts =
                |fit: &&mut PackFit| matches!(fit.packing, Packing::Straight | Packing::Strips);
            found.iter_mut().filter(compares_cuts).for_each(PackFit::cut);
            // Of two that are as good the first one is taken.
            found.sort_by_key(|fit| {
                let holds = fit.slots.len();
                let rank = match fit.packing {
                    Packing::Grid if self.mixed => (sheets(holds), 0),
                    Packing::Mixed => (sheets(holds), 1),
                    // As many as there are at most: where all lie on one sheet, the fewer cuts.
                    Packing::Straight | Packing::Strips => {
                        let there = wanted.min(holds);
                        (usize::MAX - there, fit.cuts_of(there).count())
                    }
                    Packing::Grid
                    | Packing::Honeycomb
                    | Packing::Staggered
                    | Packing::Interlocked
                    | Packing::Places => (0, 0),
                };
                (rank, Reverse(holds))
            });
        }
        found
    }

    /// As many pieces as lie so, or as are wished for; none where not one fits.
    fn packed(&self, packing: Packing, wish: Option<Grid>, bed: &Bed) -> Option<PackFit> {
        let (gap, marks) = match packing {
            Packing::Straight => (self.beside_triangles, Marks::Lines),
            Packing::Strips => (self.gap, Marks::Lines),
            _ => (self.gap, self.marks),
        };
        let (piece, room) = (self.piece, bed.room());
        let slots = match packing {
            Packing::Interlocked => interlocked(piece, gap, room, wish),
            _ => {
                let points = Steps::of(packing, self.deck.outline, piece, gap)?.points(piece, room, wish);
                points.into_iter().map(Slot::upright).collect()
            }
        };
        self.placed(packing, slots, gap, marks, bed)
    }

    /// Two blocks.
    fn in_blocks(&self, blocks: &Mixed, bed: &Bed) -> Option<PackFit> {
        // No mark fits between the blocks.
        let marks = match self.marks {
            Marks::Ends | Marks::OutlinesAndEnds => Marks::Outlines,
            other => other,
        };
        self.placed(Packing::Mixed, blocks.slots(self.piece, self.gap), self.gap, marks, bed)
    }

    /// Pieces in the middle of their bed, with the marks that are asked for where they can have them, else those that
    /// suit.
    fn placed(
        &self,
        packing: Packing,
        mut slots: Vec<Slot>,
        gap: f64,
        suits: Marks,
        bed: &Bed,
    ) -> Option<PackFit> {
        let (deck, piece, sheet, duplex) = (self.deck, self.piece, bed.sheet, bed.duplex);
        let block = slots.iter().map(|slot| slot.covers(piece)).reduce(|a, b| a.union(b))?;
        let by = bed.within.center() - block.center();
        slots.iter_mut().for_each(|slot| slot.middle += by);
        // A sheet lies truest next to its fold: where there are few pieces, they have the places there.
        if duplex.fold && self.wanted < slots.len() && packing != Packing::Mixed {
            slots.sort_by_key(|slot| (duplex.from_fold(slot.middle, sheet) * 100.0).round() as i64);
        }
        let (slots, cuts, marks, outline) = (slots.into(), Arc::new([]), suits, deck.outline);
        let fit = PackFit {
            sheet,
            slots,
            packing,
            cuts,
            gap,
            marks,
            outline,
            duplex,
            ..PackFit::alone(deck, piece, 0.0)
        };
        let marks = self.asked.marks(deck, &fit, suits, self.bold, || bed.has_marks_beside(&fit));
        Some(PackFit { marks, ..fit })
    }
}

/// The sheet that suits best: upright or lying, of all packings that come into question. None where not even one piece
/// fits.
pub fn fit(deck: &Deck, piece: Size, paper: Size, setup: &Setup) -> Option<PackFit> {
    fit_for(deck.pieces.len(), deck, piece, paper, setup)
}

/// The same where there are so many pieces, of this deck and of others that are as it is.
pub fn fit_for(wanted: usize, deck: &Deck, piece: Size, paper: Size, setup: &Setup) -> Option<PackFit> {
    let wanted = wanted.max(1);
    let rule = Rule { wanted, ..Rule::of(deck, piece, setup, Asked::of(deck, &setup.print_setup)) };
    let mut best = rule.candidates(paper, setup, false).into_iter().next();
    if best.is_none() && deck.marks.is_none() && setup.print_setup.marks.is_some() {
        best = unmarked(deck, piece, paper, setup);
    }
    let mut best = best?;
    best.cut();
    Some(best)
}

/// The same as if nobody had asked for marks that need room.
pub fn unmarked(deck: &Deck, piece: Size, paper: Size, setup: &Setup) -> Option<PackFit> {
    Rule::of(deck, piece, setup, Asked::NOTHING).candidates(paper, setup, false).into_iter().next()
}

/// Every packing that comes into question and holds a piece, the chosen one first.
pub fn tried(deck: &Deck, piece: Size, paper: Size, setup: &Setup) -> Vec<PackFit> {
    let rule = Rule::of(deck, piece, setup, Asked::of(deck, &setup.print_setup));
    let mut all = rule.candidates(paper, setup, true);
    all.iter_mut().for_each(|fit| fit.cut());
    all
}

/// Where pieces can lie: the whole of a sheet or, where it is folded, the half of it that holds the fronts.
struct Bed {
    sheet: Size,
    /// What may be covered.
    within: Rect,
    duplex: Duplex,
    /// What marks may cover.
    marks: Rect,
    /// The bleed that they keep off, mm.
    bleed: f64,
}

impl Bed {
    /// The sheet both ways, upright first; with every way to fold it, where it is folded. Round all pieces stay `free`
    /// mm.
    fn all(deck: &Deck, paper: Size, setup: &Setup, free: f64) -> Vec<Self> {
        let way = setup.print_setup.way();
        let bleed = duplex::widest_bleed(deck, way);
        let taken = setup.margin.grown(bleed).grown(free);
        let mut all = Vec::with_capacity(4);
        for sheet in [paper, turned(paper)] {
            let room = |margin, axis| duplex::room(deck, way, margin, sheet, axis);
            if !duplex::folds(deck, way) {
                let duplex = Duplex::flip(way, sheet);
                let (within, marks) = (room(taken, duplex.axis), room(setup.margin, duplex.axis));
                all.push(Self { sheet, within, duplex, marks, bleed });
                continue;
            }
            all.extend([Axis::Upright, Axis::Lying].map(|axis| {
                let half = |margin, away| duplex::half(axis, sheet, room(margin, axis), away, false);
                let (within, marks) = (half(taken, FOLD_ROOM + bleed), half(setup.margin, WORDS_ROOM));
                Self { sheet, within, duplex: Duplex { axis, fold: true }, marks, bleed }
            }));
        }
        all
    }

    /// Width and height of what may be covered, in mm.
    fn room(&self) -> Size {
        grown(self.within.size(), TOLERANCE / 2.0)
    }

    /// Whether marks have room on all sides of these pieces.
    fn has_marks_beside(&self, fit: &PackFit) -> bool {
        beyond(fit.block(false), self.marks) <= TOLERANCE - crop::ROOM - self.bleed
    }
}

impl PackFit {
    /// Works out where it is cut.
    fn cut(&mut self) {
        let piece = self.piece;
        let sheet = self.bed.unwrap_or(self.duplex.cut_sheet(self.sheet).to_rect());
        let cuts = match (self.packing, self.outline) {
            (Packing::Grid | Packing::Mixed, Outline::Rectangle(_)) => block_cuts(&self.slots, piece, sheet),
            (Packing::Straight | Packing::Strips, Outline::Hexagon(stands)) => {
                let middles: Vec<Point> = self.slots.iter().map(|slot| slot.middle).collect();
                hexagon_cuts(stands, self.packing == Packing::Strips, &middles, piece.min_side(), sheet)
            }
            (Packing::Interlocked, _) => triangle_cuts(&self.slots, piece, self.gap, sheet),
            _ => return,
        };
        self.cuts = cuts.into();
    }
}

pub mod blocks;
#[cfg(test)]
mod tests;
