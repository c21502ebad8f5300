//! Arranges the pieces of a sheet that is not full. The pieces are placed in the middle of the sheet.
//!
//! - In: the [`SheetPacking`] of a full sheet, and the number of pieces.
//! - Out: an arrangement with a slot for each piece. If possible, the kind of packing and the marks are the
//!   same as on a full sheet.
//!
//! The module `plan` decides how many pieces are on each sheet.

use kurbo::{Rect, Size, Vec2};

use crate::impose::duplex::Axis;
use crate::impose::grid::Steps;
use crate::impose::requested_marks::RequestedMarks;
use crate::impose::sheet_packing::{PackingPattern, SheetPacking};
use crate::impose::slot::Slot;
use crate::impose::triangles::interlocked;
use crate::setup::{Setup, TOLERANCE};
use hexpress_base::geometry::grown;
use hexpress_game::{Outline, PieceSet, PieceSide};
use hexpress_language::values::value::Grid;

impl SheetPacking {
    /// Returns an arrangement of only `count` pieces, in the middle of the sheet. `self` is the arrangement
    /// on a full sheet.
    ///
    /// Arrangements with few cuts are preferred. If several have equally few cuts, a small one is chosen with
    /// proportions similar to those of the sheet. On a folded sheet, the pieces stay next to the fold,
    /// because backs are aligned most precisely there.
    pub fn for_last_sheet(&self, count: usize, deck: &PieceSet, setup: &Setup) -> Self {
        let room = self.room(deck, setup);
        let around = RequestedMarks::new(deck, &setup.print_setup).room(deck);
        let free = grown(room.inset(-around).size(), TOLERANCE / 2.0);
        let mut fits: Vec<Self> = Vec::new();
        for pattern in self.patterns_of_few() {
            let columns = match deck.grid {
                Some(grid) => grid.columns..=grid.columns,
                None => 1..=u32::try_from(count).unwrap_or(u32::MAX),
            };
            for columns in columns {
                let slots = self.slots_in_columns(*pattern, columns, free, deck.grid);
                // If an arrangement is not wider than the previous arrangement, one more column does not fit.
                if slots.is_empty()
                    || fits.last().is_some_and(|last| columns > 1 && last.is_at_least_as_wide_as(&slots))
                {
                    break;
                }
                if slots.len() >= count {
                    let packed = Self { pattern: *pattern, ..self.clone() };
                    fits.push(packed.moved(slots.into_iter().take(count), room));
                }
            }
            if !fits.is_empty() {
                break;
            }
        }
        if fits.is_empty() {
            fits.push(self.moved(self.slots.iter().copied().take(count), room));
        }
        best(fits, room.size()).unwrap_or_else(|| self.clone())
    }

    /// Returns the patterns to try for a sheet that is not full, in the order in which they are tried. A few
    /// pieces look tidier in columns and rows, so this pattern is tried before staggered rows.
    fn patterns_of_few(&self) -> &'static [PackingPattern] {
        match self.pattern {
            _ if self.duplex.fold => &[],
            PackingPattern::Grid | PackingPattern::TwoBlocks => &[PackingPattern::Grid],
            PackingPattern::Staggered => &[PackingPattern::Grid, PackingPattern::Staggered],
            PackingPattern::Honeycomb => &[PackingPattern::Honeycomb],
            PackingPattern::CornerToCorner => &[PackingPattern::CornerToCorner],
            PackingPattern::Strips => &[PackingPattern::Strips],
            PackingPattern::Interlocked => &[PackingPattern::Interlocked],
            PackingPattern::DieCut => &[],
        }
    }

    /// Returns the slots of a packing with `columns` columns, if they fit into an area of the size `free`.
    /// The slots are moved to their final places later.
    fn slots_in_columns(
        &self,
        pattern: PackingPattern,
        columns: u32,
        free: Size,
        requested_grid: Option<Grid>,
    ) -> Vec<Slot> {
        let rows = requested_grid.map_or(u32::MAX, |requested_grid| requested_grid.rows);
        let requested_grid = Some(Grid { columns, rows });
        if pattern == PackingPattern::Interlocked {
            return interlocked(self.piece, self.gap, free, requested_grid);
        }
        let Some(steps) = Steps::for_pattern(pattern, &self.outline, self.piece, self.gap) else {
            return Vec::new();
        };
        steps.points(self.piece, free, requested_grid).into_iter().map(Slot::upright).collect()
    }

    /// Returns whether the bounding box of the slots in `self` is at least as wide as the bounding box of
    /// `slots`.
    fn is_at_least_as_wide_as(&self, slots: &[Slot]) -> bool {
        let boxes = slots.iter().map(|slot| slot.covers(self.piece));
        let width = boxes.reduce(|a, b| a.union(b)).unwrap_or_default().width();
        width <= self.block(PieceSide::Front).width()
    }

    /// Moves the pieces of the last row to the middle, if the pieces are in columns and rows. Rectangles stay
    /// in their columns, so that straight cuts can separate them. On a folded sheet, nothing moves.
    fn centre_last_row(&self, slots: &mut [Slot]) {
        let is_cut_straight = matches!(self.outline, Outline::Rectangle(_));
        if self.pattern != PackingPattern::Grid || is_cut_straight || self.duplex.fold {
            return;
        }
        let Some(last) = slots.last().map(|slot| slot.centre) else { return };
        let right = slots.iter().map(|slot| slot.centre.x).fold(last.x, f64::max);
        let in_last_row = slots.iter_mut().filter(|slot| (slot.centre.y - last.y).abs() < TOLERANCE);
        in_last_row.for_each(|slot| slot.centre.x += (right - last.x) / 2.0);
    }

    /// Returns an arrangement with these slots, moved to the middle of `room`. On a folded sheet, the slots
    /// move only along the fold.
    fn moved(&self, slots: impl Iterator<Item = Slot>, room: Rect) -> Self {
        let mut slots: Vec<Slot> = slots.collect();
        self.centre_last_row(&mut slots);
        let boxes = slots.iter().map(|slot| slot.covers(self.piece));
        let block = boxes.reduce(|a, b| a.union(b)).unwrap_or_default();
        let shift = room.center() - block.center();
        let shift = match (self.duplex.fold, self.duplex.axis) {
            (false, _) => shift,
            (true, Axis::Vertical) => Vec2::new(0.0, shift.y),
            (true, Axis::Horizontal) => Vec2::new(shift.x, 0.0),
        };
        let slots = slots.into_iter().map(|slot| Slot { centre: slot.centre + shift, ..slot });
        let mut packing = Self { slots: slots.collect(), ..self.clone() };
        packing.print_area = Some(self.duplex.cut_sheet(self.sheet).to_rect());
        packing.add_cuts();
        packing
    }
}

/// Returns the arrangement with the fewest cuts. If several have equally few cuts, prefers a small one with
/// proportions similar to those of `room`. Returns `None` if `fits` is empty.
fn best(mut fits: Vec<SheetPacking>, room: Size) -> Option<SheetPacking> {
    let fewest = fits.iter().map(|packing| packing.cuts.len()).min()?;
    fits.retain(|packing| packing.cuts.len() == fewest);
    let spread = |packing: &SheetPacking| {
        let size = grown(packing.block(PieceSide::Front).size(), packing.gap / 2.0);
        let (across, down) = (size.width / room.width, size.height / room.height);
        size.area() * (across / down).max(down / across)
    };
    fits.into_iter().min_by(|a, b| spread(a).total_cmp(&spread(b)))
}
