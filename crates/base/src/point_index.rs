//! Finds the points near a place without examining all points.
//!
//! - In: points, each with a number, and the width of the squares of a grid.
//! - Out: the numbers of the points that are at most a certain distance from a place.
//! - Not here: shapes larger than points.

use kurbo::Point;

/// The smallest width of a square, in mm.
const MIN_SQUARE_WIDTH_MM: f64 = 0.01;
/// The largest number of squares along each axis that a search examines.
const MAX_SQUARES: i64 = 16;

/// Points in `N` dimensions, each with the number of an item.
#[derive(Debug)]
pub struct PointIndex<const N: usize> {
    /// The side of a square, in mm.
    width: f64,
    /// The largest number of items in a square. Further items in the same square are not stored.
    max_items_in_square: usize,
    items: Vec<Item<N>>,
    /// The last item of each ring, or [`NO_ITEM`] if the ring is empty.
    ///
    /// A ring is a circular list of items. A hash of the square determines the ring of an item, so
    /// a ring may contain the items of several squares. The number of rings is a power of two, and
    /// not less than the number of items.
    rings: Vec<u32>,
}

/// An item at a point.
#[derive(Debug)]
struct Item<const N: usize> {
    place: [f64; N],
    number: u32,
    /// The index of the next item in its ring. The last item of the ring refers to the first one.
    next: u32,
}

/// The index that stands for "no item".
const NO_ITEM: u32 = u32::MAX;

impl<const N: usize> PointIndex<N> {
    /// Returns an empty index with squares of the width `width`, in mm. The squares should not be much
    /// smaller than the `reach` of a search. A search examines at most `MAX_SQUARES` squares along each axis,
    /// and would miss points outside of them.
    pub fn new(width: f64) -> Self {
        Self {
            width: width.max(MIN_SQUARE_WIDTH_MM),
            max_items_in_square: usize::MAX,
            items: Vec::new(),
            rings: Vec::new(),
        }
    }

    /// Returns an empty index that keeps at most `most` items in each square. Use such an index for
    /// files that may contain any number of items at the same point.
    pub fn with_limit(width: f64, most: usize) -> Self {
        Self { max_items_in_square: most, ..Self::new(width) }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
    fn square(&self, value: f64) -> i64 {
        let along = value / self.width;
        let below = along as i64;
        // `floor` is not used, because it is slow on processors that have no instruction for it.
        // The conversion to an integer rounds towards zero, so negative numbers are corrected here.
        if below as f64 > along { below.saturating_sub(1) } else { below }
    }

    /// Returns the number of the ring that contains the items of a square.
    fn ring(&self, square: [i64; N]) -> usize {
        /// 2^64 divided by the golden ratio. Multiplying by this number gives neighbouring squares
        /// very different rings (Knuth, The Art of Computer Programming, 6.4).
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let hash = square.iter().fold(0_u64, |hash, coordinate| {
            (hash.rotate_left(32) ^ coordinate.cast_unsigned()).wrapping_mul(FACTOR)
        });
        // The multiplication changes the upper bits most, so these are used.
        (hash >> 32) as usize & self.rings.len().saturating_sub(1)
    }

    /// Returns the items in a square, in the order in which they were inserted.
    fn in_square(&self, square: [i64; N]) -> impl Iterator<Item = &Item<N>> {
        let last = self.rings.get(self.ring(square)).copied().unwrap_or(NO_ITEM);
        let first = self.items.get(last as usize).map(|item| item.next);
        let ring = std::iter::successors(first, move |index| {
            if *index == last { None } else { Some(self.items.get(*index as usize)?.next) }
        });
        let items = ring.filter_map(|index| self.items.get(index as usize));
        items.filter(move |item| {
            item.place.iter().zip(square).all(|(coordinate, side)| {
                let along = coordinate / self.width;
                along >= side as f64 && along < side.saturating_add(1) as f64
            })
        })
    }

    pub fn insert(&mut self, place: [f64; N], number: usize) {
        let (Ok(number), Ok(index)) = (u32::try_from(number), u32::try_from(self.items.len())) else {
            return;
        };
        let square = place.map(|v| self.square(v));
        if self.max_items_in_square < usize::MAX && self.in_square(square).count() >= self.max_items_in_square
        {
            return;
        }
        self.items.push(Item { place, number, next: index });
        if self.items.len() <= self.rings.len() {
            return self.link(index);
        }
        self.rings = vec![NO_ITEM; self.items.len().next_power_of_two()];
        (0..=index).for_each(|index| self.link(index));
    }

    /// Appends an item to its ring.
    fn link(&mut self, index: u32) {
        let ring = self.ring(self.items[index as usize].place.map(|coordinate| self.square(coordinate)));
        let last = std::mem::replace(&mut self.rings[ring], index);
        let next = match last {
            NO_ITEM => index,
            last => std::mem::replace(&mut self.items[last as usize].next, index),
        };
        self.items[index as usize].next = next;
    }

    /// Returns the numbers and points of all items within `reach` mm of `place` along each axis. May
    /// also return items that are farther away, because whole squares are searched.
    ///
    /// The items are returned square by square. The coordinate along the last axis changes fastest. The
    /// items of a square are in the order in which they were inserted.
    pub fn near(&self, place: [f64; N], reach: f64) -> impl Iterator<Item = (usize, [f64; N])> {
        let low = place.map(|v| self.square(v - reach));
        let high = place.map(|v| self.square(v + reach));
        let mut next = Some(low);
        let squares = std::iter::from_fn(move || {
            let square = next?;
            // The squares are counted like the digits of an odometer: the last axis changes
            // fastest.
            next = (0..N).rev().find_map(|axis| {
                let more = square[axis] < high[axis].min(low[axis].saturating_add(MAX_SQUARES - 1));
                let mut up = low;
                up[..axis].copy_from_slice(&square[..axis]);
                up[axis] = square[axis].saturating_add(1);
                more.then_some(up)
            });
            Some(square)
        });
        squares.flat_map(|square| self.in_square(square)).map(|item| (item.number as usize, item.place))
    }
}

impl PointIndex<2> {
    pub fn from_points(points: impl Iterator<Item = (usize, Point)>, width: f64) -> Self {
        let mut index = Self::new(width);
        points.for_each(|(number, at)| index.insert([at.x, at.y], number));
        index
    }

    /// Returns the items whose distance from `at` is at most `reach` mm.
    pub fn within(&self, at: Point, reach: f64) -> impl Iterator<Item = usize> {
        let near = self.near([at.x, at.y], reach);
        near.filter(move |(_, [x, y])| at.distance(Point::new(*x, *y)) <= reach).map(|(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(index: &PointIndex<2>, x: f64, y: f64, reach: f64) -> Vec<usize> {
        index.within(Point::new(x, y), reach).collect()
    }

    #[test]
    fn items_are_found_across_the_borders_of_squares() {
        let index = PointIndex::from_points([(7, Point::new(15.9, 16.1))].into_iter(), 16.0);
        assert_eq!(found(&index, 16.1, 15.9, 1.0), [7]);
        assert!(found(&index, 18.1, 40.0, 1.0).is_empty());
        assert_eq!(found(&index, 48.0, 16.1, 32.2), [7]);
        assert!(found(&index, 16.1, 15.9, 0.2).is_empty());
        assert!(found(&index, f64::NAN, f64::INFINITY, 1.0).is_empty());
        // A search examines a limited number of squares, so it also ends if the reach is infinite.
        assert!(found(&index, 0.0, 0.0, f64::INFINITY).len() <= 1);
    }

    #[test]
    fn each_item_is_found_once_in_order() {
        let mut index = PointIndex::<2>::with_limit(10.0, 2);
        for (number, place) in
            [[11.0, 1.0], [1.0, 11.0], [8.0, 1.0], [1.0, 2.0], [1.0, 3.0]].into_iter().enumerate()
        {
            index.insert(place, number);
        }
        let found: Vec<usize> = index.near([9.0, 9.0], 4.0).map(|(number, _)| number).collect();
        assert_eq!(found, [2, 3, 1, 0]);
    }
}
