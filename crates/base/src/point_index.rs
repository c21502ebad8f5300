//! Points by the squares that they lie in, to find what is close to one without a look at all of them.

use kurbo::Point;

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
    things: Vec<Thing<N>>,
    /// Squares share rings of things, by a hash. Of each ring the place of the last thing in the list of all; [`NONE`]
    /// for no ring. There are as many as the power of two that is not less than the number of things.
    rings: Vec<u32>,
}

/// A thing that lies somewhere.
#[derive(Debug)]
struct Thing<const N: usize> {
    place: [f64; N],
    thing: u32,
    /// The place in the list of the next one in its ring; of the last one, of the first.
    next: u32,
}

/// No place in a list.
const NONE: u32 = u32::MAX;

impl<const N: usize> PointIndex<N> {
    /// An index with squares of `width` mm. Choose it not much smaller than the reach of searches.
    pub fn new(width: f64) -> Self {
        Self { width: width.max(NARROWEST), crowd: usize::MAX, things: Vec::new(), rings: Vec::new() }
    }

    /// The same, with `most` things in a square: for files in which any number may lie on one spot.
    pub fn crowded(width: f64, most: usize) -> Self {
        Self { crowd: most, ..Self::new(width) }
    }

    #[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
    fn square(&self, value: f64) -> i64 {
        let along = value / self.width;
        let below = along as i64;
        // Not all processors have a quick way to the next number below.
        if below as f64 > along { below.saturating_sub(1) } else { below }
    }

    /// The number of the ring that a square has a part in.
    fn ring(&self, square: [i64; N]) -> usize {
        // 2^64 divided by the golden ratio spreads neighbours (Knuth, The Art of Computer Programming, 6.4), upwards.
        let spread = |hash: u64, v: &i64| {
            (hash.rotate_left(32) ^ v.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        (square.iter().fold(0, spread) >> 32) as usize & self.rings.len().saturating_sub(1)
    }

    /// The things in a square, in the order of their insertion.
    fn within_square(&self, square: [i64; N]) -> impl Iterator<Item = &Thing<N>> {
        let last = self.rings.get(self.ring(square)).copied().unwrap_or(NONE);
        let at = move |place: u32| Some((place, self.things.get(place as usize)?));
        let first = at(last).and_then(|(_, thing)| at(thing.next));
        let ring =
            std::iter::successors(first, move |(place, thing)| at(thing.next).filter(|_| *place != last));
        ring.map(|(_, thing)| thing).filter(move |thing| {
            let is_in = |(v, square): (&f64, i64)| {
                let along = v / self.width;
                along >= square as f64 && along < square.saturating_add(1) as f64
            };
            thing.place.iter().zip(square).all(is_in)
        })
    }

    /// Puts a thing at a place.
    pub fn insert(&mut self, place: [f64; N], thing: usize) {
        let (Ok(thing), Ok(number)) = (u32::try_from(thing), u32::try_from(self.things.len())) else {
            return;
        };
        let square = place.map(|v| self.square(v));
        if self.crowd < usize::MAX && self.within_square(square).count() >= self.crowd {
            return;
        }
        self.things.push(Thing { place, thing, next: number });
        if self.things.len() <= self.rings.len() {
            return self.link(number);
        }
        self.rings = vec![NONE; self.things.len().next_power_of_two()];
        (0..=number).for_each(|number| self.link(number));
    }

    /// Makes a thing the last one of its ring.
    fn link(&mut self, number: u32) {
        let at = number as usize;
        let ring = self.ring(self.things[at].place.map(|v| self.square(v)));
        let last = std::mem::replace(&mut self.rings[ring], number);
        self.things[at].next = number;
        if last != NONE {
            self.things[at].next = std::mem::replace(&mut self.things[last as usize].next, number);
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
        squares.flat_map(|square| self.within_square(square)).map(|thing| (thing.thing as usize, thing.place))
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
