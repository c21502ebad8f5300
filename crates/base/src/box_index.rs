//! Boxes in the order in which they are drawn: what lies at a place, the last first, without a look at all of them.

use crate::base::map::Map;
use std::ops::Range;

use kurbo::{Point, Rect};
use rustc_hash::FxHashMap;

/// So many are looked at one by one: what is seen at a place was mostly drawn just before.
const NEAR: usize = 48;

/// Boxes by their numbers, in which they lie upon each other.
///
/// They are kept in grids, one for each power of two; a box is in the grid whose squares are wider than the box, so
/// that it lies in four of them at most.
#[derive(Debug, Default)]
pub struct BoxIndex {
    /// How many boxes the grids know.
    known: usize,
    grids: Map<u64, FxHashMap<[i64; 2], Vec<u32>>>,
    /// What has no place, or is wider than anything on paper.
    others: Vec<u32>,
}

/// The width of the squares for a box, a power of two; none for what is in no grid.
fn width(of: Rect) -> Option<f64> {
    let size = of.width().max(of.height()).max(0.01);
    let fits = of.is_finite() && size < 1e6;
    // The bits of a number without those behind the binary point are the power of two below it.
    fits.then(|| 2.0 * f64::from_bits(size.to_bits() & !((1 << 52) - 1)))
}

#[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
fn square(at: Point, width: f64) -> [i64; 2] {
    [at.x, at.y].map(|v| (v / width).floor() as i64)
}

/// The squares that a box lies in.
fn squares(of: Rect, width: f64) -> impl Iterator<Item = [i64; 2]> {
    let (low, high) = (square(of.origin(), width), square((of.x1, of.y1).into(), width));
    (low[0]..=high[0]).flat_map(move |x| (low[1]..=high[1]).map(move |y| [x, y]))
}

impl BoxIndex {
    /// Puts the boxes with the next numbers into the grids, up to the number `to`.
    fn learn(&mut self, to: usize, bounds: &impl Fn(usize) -> Option<Rect>) {
        for number in self.known..to {
            let (Some(rect), Ok(number)) = (bounds(number), u32::try_from(number)) else { continue };
            let Some(width) = width(rect) else {
                self.others.push(number);
                continue;
            };
            let grid = self.grids.entry(width.to_bits()).or_default();
            for square in squares(rect, width) {
                grid.entry(square).or_default().push(number);
            }
        }
        self.known = self.known.max(to);
    }

    /// The numbers of a list below `to`.
    fn below(list: &[u32], to: usize) -> impl DoubleEndedIterator<Item = usize> {
        list[..list.partition_point(|number| (*number as usize) < to)].iter().map(|number| *number as usize)
    }

    /// The last of the boxes with these numbers that holds a place and of which `fits` is true.
    ///
    /// `bounds` says what box has a number, none for what is no box; it always says the same.
    pub fn topmost(
        &mut self,
        of: Range<usize>,
        at: Point,
        bounds: impl Fn(usize) -> Option<Rect>,
        fits: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let holds = |number: &usize| bounds(*number).is_some_and(|rect| rect.contains(at)) && fits(*number);
        let near = of.end.saturating_sub(NEAR).max(of.start);
        if let Some(found) = (near..of.end).rev().find(holds) {
            return Some(found);
        }
        if near == of.start {
            return None;
        }
        self.learn(near, &bounds);
        let squares =
            self.grids.iter().filter_map(|(width, grid)| grid.get(&square(at, f64::from_bits(*width))));
        let last = |list: &Vec<u32>| {
            Self::below(list, near).rev().take_while(|number| *number >= of.start).find(holds)
        };
        squares.chain([&self.others]).filter_map(last).max()
    }

    /// Whether one of the first `count` boxes shares more than its rim with this one.
    pub fn meets(&mut self, count: usize, own: Rect, bounds: impl Fn(usize) -> Option<Rect>) -> bool {
        let meets = |number: usize| bounds(number).is_some_and(|other| !own.intersect(other).is_zero_area());
        let near = count.saturating_sub(NEAR);
        if (near..count).rev().any(meets) {
            return true;
        }
        self.learn(near, &bounds);
        let any = |list: &Vec<u32>| Self::below(list, count).any(meets);
        any(&self.others)
            || self.grids.iter().any(|(width, grid)| {
                let width = f64::from_bits(*width);
                squares(own, width).filter_map(|square| grid.get(&square)).any(any)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of many sizes, some of them nowhere, strewn without a pattern.
    fn strewn(count: usize) -> Vec<Option<Rect>> {
        let mut seed = 7_u64;
        let mut next = |most: f64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 * most
        };
        let one = |i: usize| {
            let size = [0.0, 0.5, 4.0, 17.0, 300.0][i % 5];
            let at = Point::new(next(400.0) - 50.0, next(400.0) - 50.0);
            match i % 97 {
                0 => None,
                1 => Some(Rect::new(f64::NAN, 0.0, 10.0, 10.0)),
                2 => Some(Rect::new(f64::NEG_INFINITY, 20.0, f64::INFINITY, 21.0)),
                _ => Some(Rect::from_origin_size(at, (next(size), next(size)))),
            }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn finds_what_a_look_at_all_of_them_finds() {
        let boxes = strewn(1200);
        let bounds = |i: usize| boxes[i];
        let mut pile = BoxIndex::default();
        // As they grow, and now and then back to the first of them.
        for before in (0..=1200_usize).step_by(13).chain([40, 700, 1200, 3]) {
            for at in [(0.0, 0.0), (10.0, 20.5), (128.0, 64.0), (-7.5, 300.0), (199.9, 8.0), (1e9, 0.0)] {
                let (at, odd) = (Point::from(at), |i: usize| i % 3 != 1);
                for from in [0, before / 3, before.saturating_sub(5)] {
                    let holds = |&i: &usize| boxes[i].is_some_and(|r| r.contains(at)) && odd(i);
                    let all = (from..before).rev().find(holds);
                    assert_eq!(pile.topmost(from..before, at, bounds, odd), all, "{at} in {from}..{before}");
                }
            }
        }
        assert_eq!(pile.topmost(0..1200, Point::new(f64::NAN, 0.0), bounds, |_| true), None);
    }

    #[test]
    fn meets_what_a_look_at_all_of_them_meets() {
        // None without an end, which everything meets.
        let boxes: Vec<_> = strewn(1200).into_iter().map(|r| r.filter(|r| r.width() < 20.0)).collect();
        let bounds = |i: usize| boxes[i];
        let mut pile = BoxIndex::default();
        let mut met = 0;
        for count in (0..=1200_usize).step_by(7) {
            let own =
                Rect::from_origin_size((count as f64 * 0.31 - 40.0, 300.0 - count as f64 * 0.27), (3.0, 2.0));
            let all = boxes[..count].iter().flatten().any(|other| !own.intersect(*other).is_zero_area());
            assert_eq!(pile.meets(count, own, bounds), all, "{own:?} among {count}");
            met += usize::from(all);
        }
        assert!((5..165).contains(&met), "{met}");
    }
}
