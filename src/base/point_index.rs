//! Points by the squares that they lie in, to find what is close to one without a look at all of them.

use kurbo::Point;
use rustc_hash::FxHashMap;

/// The narrowest square, in mm.
const NARROWEST: f64 = 0.01;
/// A search looks at so many squares along each axis at most.
const MOST_SQUARES: i64 = 16;

/// Places in `N` dimensions, each with the number of the thing that lies there.
#[derive(Debug)]
pub struct PointIndex<const N: usize> {
    /// The side of a square, in mm.
    width: f64,
    /// A square keeps so many things. Where more lie upon each other, the others are not found.
    crowd: usize,
    squares: FxHashMap<[i64; N], Vec<(usize, [f64; N])>>,
}

impl<const N: usize> PointIndex<N> {
    /// An index with squares of `width` mm. Choose it not much smaller than the reach of searches.
    pub fn new(width: f64) -> Self {
        Self { width: width.max(NARROWEST), crowd: usize::MAX, squares: FxHashMap::default() }
    }

    /// The same, with `most` things in a square: for files in which any number may lie on one spot.
    pub fn crowded(width: f64, most: usize) -> Self {
        Self { crowd: most, ..Self::new(width) }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
    fn square(&self, value: f64) -> i64 {
        (value / self.width).floor() as i64
    }

    /// Puts a thing at a place.
    pub fn insert(&mut self, place: [f64; N], thing: usize) {
        let square = place.map(|v| self.square(v));
        let things = self.squares.entry(square).or_default();
        if things.len() < self.crowd {
            things.push((thing, place));
        }
    }

    /// The things whose places differ by `reach` mm at most along every axis, and some a little farther away: square by
    /// square, the last axis fastest, and in each square in the order of their insertion.
    pub fn near(&self, place: [f64; N], reach: f64) -> impl Iterator<Item = (usize, [f64; N])> {
        let low = place.map(|v| self.square(v - reach));
        let high = place.map(|v| self.square(v + reach));
        let mut next = Some(low);
        let squares = std::iter::from_fn(move || {
            let square = next?;
            // Counts up, the last axis first.
            next = (0..N).rev().find_map(|axis| {
                let more = square[axis] < high[axis].min(low[axis].saturating_add(MOST_SQUARES - 1));
                let mut up = low;
                up[..axis].copy_from_slice(&square[..axis]);
                up[axis] = square[axis].saturating_add(1);
                more.then_some(up)
            });
            Some(square)
        });
        squares.filter_map(|square| self.squares.get(&square)).flatten().copied()
    }
}

impl PointIndex<2> {
    /// An index of these points, each with its number.
    pub fn of(points: impl Iterator<Item = (usize, Point)>, width: f64) -> Self {
        let mut index = Self::new(width);
        points.for_each(|(thing, at)| index.insert([at.x, at.y], thing));
        index
    }

    /// The things at a distance of `reach` mm at most.
    pub fn within(&self, at: Point, reach: f64) -> impl Iterator<Item = usize> {
        let near = self.near([at.x, at.y], reach);
        near.filter(move |(_, [x, y])| at.distance(Point::new(*x, *y)) <= reach).map(|(thing, _)| thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_across_the_borders_of_squares() {
        let index = PointIndex::of([(7, Point::new(15.9, 16.1))].into_iter(), 16.0);
        let found = |x, y, reach| index.within(Point::new(x, y), reach).collect::<Vec<_>>();
        assert_eq!(found(16.1, 15.9, 1.0), [7]);
        assert!(found(18.1, 40.0, 1.0).is_empty());
        assert_eq!(found(48.0, 16.1, 32.2), [7]);
        assert!(found(16.1, 15.9, 0.2).is_empty());
        assert!(found(f64::NAN, f64::INFINITY, 1.0).is_empty());
        // Such a search ends, too.
        assert!(found(0.0, 0.0, f64::INFINITY).len() <= 1);
    }

    #[test]
    fn sees_each_thing_once_in_order() {
        let mut index = PointIndex::<2>::crowded(10.0, 2);
        for (thing, place) in
            [[11.0, 1.0], [1.0, 11.0], [8.0, 1.0], [1.0, 2.0], [1.0, 3.0]].into_iter().enumerate()
        {
            index.insert(place, thing);
        }
        let seen: Vec<usize> = index.near([9.0, 9.0], 4.0).map(|(thing, _)| thing).collect();
        assert_eq!(seen, [2, 3, 1, 0]);
    }
}
