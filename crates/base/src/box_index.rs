//! Finds the topmost box at a point without examining all boxes.
//!
//! - In: the numbers of boxes, in drawing order, and a function that returns the box for a number.
//! - Out: the number of the topmost box at a point, or whether any box overlaps a given box.
//! - Not here: shapes other than boxes.

use std::ops::Range;

use kurbo::{Point, Rect};
use rustc_hash::FxHashMap;

use crate::geometry::{square_at, squares_of};
use crate::sorted_map::SortedMap;

/// A search first examines this number of boxes one by one, beginning with the box that was drawn last. The
/// topmost box at a point is usually one of them. If it is not, the grids are searched.
const RECENT_BOXES: usize = 48;

/// The longer side of a box determines its grid. All boxes whose longer side has at most this length,
/// in mm, are in the same grid.
const MIN_GRID_SIDE_MM: f64 = 0.01;

/// A box is in no grid if its longer side has at least this length, in mm. The limit is far longer than
/// any sheet.
const MAX_GRID_SIDE_MM: f64 = 1e6;

/// An index that finds the topmost box at a point. The number of a box is its position in drawing order.
///
/// The index has several grids, and each grid contains boxes of similar size. The squares of a grid are
/// wider than its boxes, so a box covers at most four squares. The width of the squares is a power of
/// two.
#[derive(Debug, Default)]
pub struct BoxIndex {
    /// The number of boxes that are already in the index. These are the first boxes in drawing
    /// order.
    known: usize,
    /// The grids. The key of a grid is the width of its squares, as the bits of an `f64`. For each
    /// square, a grid contains the numbers of the boxes that cover the square.
    grids: SortedMap<u64, FxHashMap<[i64; 2], Vec<u32>>>,
    /// The numbers of the boxes that are in no grid, because they are infinite or too large.
    others: Vec<u32>,
}

/// Returns the width of a square in the grid that stores a box. The width is a power of two.
/// Returns `None` if no grid is large enough for the box.
fn square_width(rect: Rect) -> Option<f64> {
    let side = rect.width().max(rect.height()).max(MIN_GRID_SIDE_MM);
    let fits = rect.is_finite() && side < MAX_GRID_SIDE_MM;
    // Clearing the 52 bits of the fraction rounds a float down to a power of two.
    fits.then(|| 2.0 * f64::from_bits(side.to_bits() & !((1 << 52) - 1)))
}

/// Returns the numbers in `list` that are less than `end`. The list must be in ascending order.
fn numbers_below(list: &[u32], end: usize) -> impl DoubleEndedIterator<Item = usize> {
    list[..list.partition_point(|number| (*number as usize) < end)].iter().map(|number| *number as usize)
}

impl BoxIndex {
    /// Adds the boxes with numbers less than `end`, unless they are already in the grids.
    fn add_up_to(&mut self, end: usize, bounds: &impl Fn(usize) -> Option<Rect>) {
        for index in self.known..end {
            let (Some(rect), Ok(number)) = (bounds(index), u32::try_from(index)) else { continue };
            let Some(width) = square_width(rect) else {
                self.others.push(number);
                continue;
            };
            let grid = self.grids.entry(width.to_bits()).or_default();
            for square in squares_of(rect, width) {
                grid.entry(square).or_default().push(number);
            }
        }
        self.known = self.known.max(end);
    }

    /// Returns the number of the topmost box that contains the point `at`. Considers only boxes whose
    /// number is in the range `numbers` and for which `fits` returns true. Returns `None` if there is
    /// no such box.
    ///
    /// `bounds` returns the box for a number, or `None` if no box has this number. The function must
    /// always return the same box for the same number.
    pub fn topmost(
        &mut self,
        numbers: Range<usize>,
        at: Point,
        bounds: impl Fn(usize) -> Option<Rect>,
        fits: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let matches = |number: &usize| bounds(*number).is_some_and(|rect| rect.contains(at)) && fits(*number);
        let recent = numbers.end.saturating_sub(RECENT_BOXES).max(numbers.start);
        if let Some(found) = (recent..numbers.end).rev().find(matches) {
            return Some(found);
        }
        if recent == numbers.start {
            return None;
        }
        self.add_up_to(recent, &bounds);
        let squares =
            self.grids.iter().filter_map(|(width, grid)| grid.get(&square_at(at, f64::from_bits(*width))));
        let last_of_each = squares.chain([&self.others]).filter_map(|list| {
            let descending = numbers_below(list, recent).rev();
            descending.take_while(|number| *number >= numbers.start).find(matches)
        });
        last_of_each.max()
    }

    /// Returns whether one of the first `count` boxes overlaps `rect`. Boxes that only share an
    /// edge do not overlap.
    pub fn meets(&mut self, count: usize, rect: Rect, bounds: impl Fn(usize) -> Option<Rect>) -> bool {
        let overlaps =
            |number: usize| bounds(number).is_some_and(|other| !rect.intersect(other).is_zero_area());
        let recent = count.saturating_sub(RECENT_BOXES);
        if (recent..count).rev().any(overlaps) {
            return true;
        }
        self.add_up_to(recent, &bounds);
        let in_grids = self.grids.iter().flat_map(|(width, grid)| {
            squares_of(rect, f64::from_bits(*width)).filter_map(|square| grid.get(&square))
        });
        [&self.others].into_iter().chain(in_grids).any(|list| numbers_below(list, count).any(overlaps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear congruential generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: f64) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64 * most
        }
    }

    /// Returns boxes of many sizes at random places. Some boxes are `None`, and some are infinite.
    fn scattered_boxes(count: usize) -> Vec<Option<Rect>> {
        let mut random = Random(7);
        let boxes = (0..count).map(|i| {
            let size = [0.0, 0.5, 4.0, 17.0, 300.0][i % 5];
            let origin = Point::new(random.below(400.0) - 50.0, random.below(400.0) - 50.0);
            match i % 97 {
                0 => None,
                1 => Some(Rect::new(f64::NAN, 0.0, 10.0, 10.0)),
                2 => Some(Rect::new(f64::NEG_INFINITY, 20.0, f64::INFINITY, 21.0)),
                _ => Some(Rect::from_origin_size(origin, (random.below(size), random.below(size)))),
            }
        });
        boxes.collect()
    }

    #[test]
    fn the_topmost_box_is_that_of_a_linear_search() {
        let boxes = scattered_boxes(1200);
        let bounds = |i: usize| boxes[i];
        let mut index = BoxIndex::default();
        // Each call searches the first `before` boxes. In the last four calls, this number also becomes
        // smaller again.
        for before in (0..=1200_usize).step_by(13).chain([40, 700, 1200, 3]) {
            for at in [(0.0, 0.0), (10.0, 20.5), (128.0, 64.0), (-7.5, 300.0), (199.9, 8.0), (1e9, 0.0)] {
                let (at, odd) = (Point::from(at), |i: usize| i % 3 != 1);
                for from in [0, before / 3, before.saturating_sub(5)] {
                    let holds = |&i: &usize| boxes[i].is_some_and(|r| r.contains(at)) && odd(i);
                    let all = (from..before).rev().find(holds);
                    assert_eq!(index.topmost(from..before, at, bounds, odd), all, "{at} in {from}..{before}");
                }
            }
        }
        assert_eq!(index.topmost(0..1200, Point::new(f64::NAN, 0.0), bounds, |_| true), None);
    }

    #[test]
    fn overlaps_are_those_of_a_linear_search() {
        // Infinite boxes are left out, because they would overlap nearly every other box.
        let boxes: Vec<_> =
            scattered_boxes(1200).into_iter().map(|r| r.filter(|r| r.width() < 20.0)).collect();
        let bounds = |i: usize| boxes[i];
        let mut index = BoxIndex::default();
        let mut met = 0;
        for count in (0..=1200_usize).step_by(7) {
            let own_rect =
                Rect::from_origin_size((count as f64 * 0.31 - 40.0, 300.0 - count as f64 * 0.27), (3.0, 2.0));
            let all = boxes[..count].iter().flatten().any(|other| !own_rect.intersect(*other).is_zero_area());
            assert_eq!(index.meets(count, own_rect, bounds), all, "{own_rect:?} among {count}");
            met += usize::from(all);
        }
        assert!((5..165).contains(&met), "{met}");
    }
}
