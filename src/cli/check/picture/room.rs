//! Finds free space on a page for numbers and insets.
//!
//! The page is divided into squares. Each square stores the kind of the most important item that covers
//! it.
//!
//! - In: the size of a page, and rectangles that are in use, in mm.
//! - Out: free rectangles of a given size.
//! - Not here: drawing anything, or moving rectangles that are already placed.

use std::ops::Range;

use kurbo::{Point, Rect, Size, Vec2};

/// The smallest side length of a square, in mm. Squares are larger if a page would otherwise have more
/// than [`MAX_SQUARES`] squares along a side.
const SQUARE: f64 = 1.0;
/// The largest number of squares along a side of a page.
const MAX_SQUARES: f64 = 1500.0;
/// The width of the strip that stays free along the page's edges, in mm.
const EDGE: f64 = 1.0;
/// If the whole page is faulty, there is no ring. The first number is then placed at this point, in mm
/// from the top-left corner of the page.
const TOP_LEFT: Vec2 = Vec2::new(6.0, 4.0);
/// [`FreeSpace::anywhere`] tries `TRIES + 1` positions along each side of a page.
const TRIES: u8 = 40;

/// The kind of item in a square of the page, from the least to the most important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occupant {
    /// A board or a piece. It should stay visible, because the fault is in it.
    Drawing,
    /// A ring around a fault.
    Ring,
    /// A number or an inset. Nothing may cover it.
    Label,
}

/// The distances from a ring at which free space is searched, in mm, the shortest first.
const DISTANCES: [f64; 8] = [1.0, 5.0, 10.0, 16.0, 24.0, 36.0, 54.0, 80.0];
/// The directions from the centre of a ring in which free space is searched.
///
/// The two components of a direction are for the x axis and the y axis. At 0, the tested rectangle is
/// centred on the ring along this axis. At 1 or -1, it is completely outside the ring.
const DIRECTIONS: [Vec2; 16] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(1.0, -0.5),
    Vec2::new(1.0, 0.5),
    Vec2::new(-1.0, -0.5),
    Vec2::new(-1.0, 0.5),
    Vec2::new(-0.5, -1.0),
    Vec2::new(0.5, -1.0),
    Vec2::new(-0.5, 1.0),
    Vec2::new(0.5, 1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(1.0, 1.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(-1.0, 1.0),
];

/// The free space of a page, which is divided into squares.
pub struct FreeSpace {
    size: Size,
    square: f64,
    columns: usize,
    rows: usize,
    /// The kind of the most important item in each square, row by row. `None` for a free square.
    squares: Vec<Option<Occupant>>,
}

/// The squares that a rectangle touches.
struct Touched {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl FreeSpace {
    /// Creates an empty page.
    pub fn new(size: Size) -> Self {
        let square = (size.width.max(size.height) / MAX_SQUARES).max(SQUARE);
        let columns = squares_along(size.width, square);
        let rows = squares_along(size.height, square);
        Self { size, square, columns, rows, squares: vec![None; columns * rows] }
    }

    /// Marks a rectangle as occupied.
    pub fn occupy(&mut self, rect: Rect, by: Occupant) {
        let touched = self.touched(rect);
        for row in touched.rows {
            let line = self.squares.get_mut(row * self.columns..).unwrap_or_default();
            for square in line.get_mut(touched.columns.clone()).into_iter().flatten() {
                *square = (*square).max(Some(by));
            }
        }
    }

    /// Returns a free rectangle of this size right next to a ring. Returns `None` if there is no such
    /// rectangle.
    ///
    /// The rectangle may cover items that are less important than `avoid`, but no others.
    pub fn next_to(&self, ring: Rect, size: Size, avoid: Occupant) -> Option<Rect> {
        self.at_distance(DISTANCES[0], ring, size, avoid)
    }

    /// Returns a free rectangle of this size at the shortest possible distance from a ring. Returns
    /// `None` if no rectangle within 80 mm is free. For `avoid`, see [`Self::next_to`].
    pub fn around(&self, ring: Rect, size: Size, avoid: Occupant) -> Option<Rect> {
        DISTANCES.iter().find_map(|distance| self.at_distance(*distance, ring, size, avoid))
    }

    /// Returns the free rectangle of this size that is nearest to the point `near`. Returns `None` if
    /// there is no such rectangle.
    pub fn anywhere(&self, near: Point, size: Size, avoid: Occupant) -> Option<Rect> {
        let step =
            Size::new(search_step(self.size.width, size.width), search_step(self.size.height, size.height));
        let corners = (0..=TRIES).flat_map(|row| (0..=TRIES).map(move |column| (column, row)));
        corners
            .map(|(column, row)| {
                let across = EDGE + f64::from(column) * step.width;
                let corner = Point::new(across, EDGE + f64::from(row) * step.height);
                Rect::from_origin_size(corner, size)
            })
            .filter(|place| self.is_free(*place, avoid))
            .min_by(|a, b| a.center().distance_squared(near).total_cmp(&b.center().distance_squared(near)))
    }

    /// Returns the leftmost rectangle of this size that is at the top edge of the page and covers no
    /// label. Returns `None` if there is no such rectangle.
    pub fn along_top(&self, size: Size) -> Option<Rect> {
        (0..self.columns.min(MAX_SQUARES as usize))
            .map(|column| {
                let corner = Point::new(TOP_LEFT.x + column as f64 * self.square, TOP_LEFT.y);
                Rect::from_origin_size(corner, size)
            })
            .find(|place| self.is_free(*place, Occupant::Label))
    }

    fn at_distance(&self, distance: f64, ring: Rect, size: Size, avoid: Occupant) -> Option<Rect> {
        DIRECTIONS
            .iter()
            .map(|direction| {
                let along = direction.x * (ring.width() / 2.0 + distance + size.width / 2.0);
                let down = direction.y * (ring.height() / 2.0 + distance + size.height / 2.0);
                Rect::from_center_size(ring.center() + Vec2::new(along, down), size)
            })
            .find(|place| self.is_free(*place, avoid))
    }

    /// Returns whether a rectangle is free.
    ///
    /// A free rectangle is inside the page. It may cover items that are less important than `avoid`,
    /// but no others.
    fn is_free(&self, rect: Rect, avoid: Occupant) -> bool {
        let is_inside = rect.x0 >= EDGE
            && rect.y0 >= EDGE
            && rect.x1 <= self.size.width - EDGE
            && rect.y1 <= self.size.height - EDGE;
        let mut touched = self.touched(rect);
        is_inside
            && touched.rows.all(|row| {
                let line = self.squares.get(row * self.columns..).unwrap_or_default();
                let covered = line.get(touched.columns.clone()).unwrap_or_default();
                covered.iter().all(|occupant| *occupant < Some(avoid))
            })
    }

    fn touched(&self, rect: Rect) -> Touched {
        Touched {
            columns: self.touched_along(rect.x0, rect.x1, self.columns),
            rows: self.touched_along(rect.y0, rect.y1, self.rows),
        }
    }

    fn touched_along(&self, from: f64, to: f64, count: usize) -> Range<usize> {
        let first = ((from / self.square).max(0.0) as usize).min(count);
        let last = ((to / self.square).max(0.0) as usize).min(count);
        first..(last + 1).min(count)
    }
}

/// Returns the number of squares along a side of a page.
fn squares_along(length: f64, square: f64) -> usize {
    (length / square).ceil().clamp(1.0, MAX_SQUARES + 1.0) as usize
}

/// Returns the distance between two tried positions along a side of the page. `side` is the length of
/// this side, and `taken` is the length of the item along it.
fn search_step(side: f64, taken: f64) -> f64 {
    ((side - taken - 2.0 * EDGE) / f64::from(TRIES)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_avoids_what_matters_as_much_and_more() {
        let mut free_space = FreeSpace::new(Size::new(100.0, 100.0));
        let ring = Rect::new(40.0, 40.0, 60.0, 60.0);
        free_space.occupy(Rect::new(61.0, 0.0, 99.0, 99.0), Occupant::Ring);
        let size = Size::new(4.0, 4.0);
        let avoids_rings = free_space.next_to(ring, size, Occupant::Ring).unwrap();
        assert!(avoids_rings.x1 < 40.0, "{avoids_rings}");
        let covers_rings = free_space.next_to(ring, size, Occupant::Label).unwrap();
        assert!(covers_rings.x0 > 60.0, "{covers_rings}");
    }

    #[test]
    fn a_full_page_has_no_room() {
        let mut free_space = FreeSpace::new(Size::new(20.0, 20.0));
        free_space.occupy(Rect::new(0.0, 0.0, 20.0, 20.0), Occupant::Label);
        assert_eq!(free_space.anywhere(Point::ORIGIN, Size::new(2.0, 2.0), Occupant::Label), None);
        assert_eq!(FreeSpace::new(Size::new(20.0, 20.0)).along_top(Size::new(30.0, 2.0)), None);
    }
}
