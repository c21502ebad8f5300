//! Where there is room on a page for numbers and insets.

use kurbo::{Point, Rect, Size};

/// The sides of the squares that a page is divided into, in mm; larger on a page that has too many.
const STEP: f64 = 1.0;
/// The most squares along a side of a page.
const MOST: f64 = 1500.0;
/// What keeps free along the edges of a page, in mm.
const EDGE: f64 = 1.0;

/// What lies on a square: something with words, which nothing may hide.
pub const WORDS: u8 = 1;
/// A ring, which had better be seen whole.
pub const RING: u8 = 2;

/// A board or a piece, beside which there may be room.
pub const DRAWN: u8 = 4;

/// How far from a ring something is looked for a place, in mm: near it first.
const FAR: [f64; 8] = [1.0, 5.0, 10.0, 16.0, 24.0, 36.0, 54.0, 80.0];
/// The ways that lead from the middle of a ring, in halves of its size.
const WAYS: [(f64, f64); 16] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, -0.5),
    (1.0, 0.5),
    (-1.0, -0.5),
    (-1.0, 0.5),
    (-0.5, -1.0),
    (0.5, -1.0),
    (-0.5, 1.0),
    (0.5, 1.0),
    (1.0, -1.0),
    (1.0, 1.0),
    (-1.0, -1.0),
    (-1.0, 1.0),
];

/// A page in squares.
pub struct Room {
    size: Size,
    step: f64,
    wide: usize,
    high: usize,
    squares: Vec<u8>,
}

impl Room {
    /// A page on which nothing lies.
    pub fn on(size: Size) -> Self {
        let step = (size.width.max(size.height) / MOST).max(STEP);
        let count = |length: f64| (length / step).ceil().clamp(1.0, MOST + 1.0) as usize;
        let (wide, high) = (count(size.width), count(size.height));
        Self { size, step, wide, high, squares: vec![0; wide * high] }
    }

    /// The squares that a rectangle touches: their columns, and their rows.
    fn squares(&self, rect: Rect) -> [std::ops::Range<usize>; 2] {
        let range = |from: f64, to: f64, most: usize| {
            let at = |v: f64| ((v / self.step).max(0.0) as usize).min(most);
            at(from)..(at(to) + 1).min(most)
        };
        [range(rect.x0, rect.x1, self.wide), range(rect.y0, rect.y1, self.high)]
    }

    /// Something lies there.
    pub fn take(&mut self, rect: Rect, what: u8) {
        let [columns, rows] = self.squares(rect);
        for row in rows {
            let line = self.squares.get_mut(row * self.wide..).unwrap_or_default();
            line.get_mut(columns.clone()).into_iter().flatten().for_each(|square| *square |= what);
        }
    }

    /// Whether a rectangle lies on the page, and none of `what` there.
    fn is_free(&self, rect: Rect, what: u8) -> bool {
        let [columns, mut rows] = self.squares(rect);
        let inside = rect.x0 >= EDGE
            && rect.y0 >= EDGE
            && rect.x1 <= self.size.width - EDGE
            && rect.y1 <= self.size.height - EDGE;
        let is_taken = |row: usize| {
            let line = self.squares.get(row * self.wide..).and_then(|line| line.get(columns.clone()));
            line.into_iter().flatten().any(|square| square & what != 0)
        };
        inside && !rows.any(is_taken)
    }

    /// A free place of this size beside a ring.
    pub fn beside(&self, ring: Rect, size: Size, what: u8) -> Option<Rect> {
        self.around(ring, size, what, FAR[0])
    }

    /// A free place of this size somewhere about a ring, the nearer the better.
    pub fn about(&self, ring: Rect, size: Size, what: u8) -> Option<Rect> {
        FAR.iter().find_map(|far| self.around(ring, size, what, *far))
    }

    fn around(&self, ring: Rect, size: Size, what: u8, far: f64) -> Option<Rect> {
        let mut places = WAYS.iter().map(|(x, y)| {
            let along = x * (ring.width() / 2.0 + far + size.width / 2.0);
            let down = y * (ring.height() / 2.0 + far + size.height / 2.0);
            Rect::from_center_size(ring.center() + kurbo::Vec2::new(along, down), size)
        });
        places.find(|place| self.is_free(*place, what))
    }

    /// A free place of this size anywhere on the page, that nearest to a point.
    pub fn anywhere(&self, near: Point, size: Size, what: u8) -> Option<Rect> {
        const TRIED: u8 = 40;
        let step = |length: f64, own: f64| ((length - own - 2.0 * EDGE) / f64::from(TRIED)).max(0.0);
        let (across, down) = (step(self.size.width, size.width), step(self.size.height, size.height));
        let corner =
            |column: u8, row: u8| Point::new(EDGE + f64::from(column) * across, EDGE + f64::from(row) * down);
        let all = (0..=TRIED).flat_map(|row| (0..=TRIED).map(move |column| corner(column, row)));
        let free = all.map(|at| Rect::from_origin_size(at, size)).filter(|place| self.is_free(*place, what));
        let far = |place: &Rect| place.center().distance_squared(near);
        free.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// A free place of this size along the upper edge of the page.
    pub fn along_top(&self, size: Size) -> Option<Rect> {
        let columns = 0..self.wide.min(MOST as usize);
        let mut places = columns.map(|column| {
            let at = Point::new(6.0 + column as f64 * self.step, 4.0);
            Rect::from_origin_size(at, size)
        });
        places.find(|place| self.is_free(*place, WORDS))
    }
}
