//! The room of a sheet: what of it is taken, and what along its edges is left for printer's marks.

use kurbo::{Point, Rect};

/// The room of a sheet, and what is taken of it.
#[derive(Debug, Clone)]
pub struct Space {
    printable: Rect,
    taken: Vec<Rect>,
    /// Names that printer's marks keep away from if they can.
    names: Vec<Rect>,
}

/// Between printer's marks and anything else, mm.
const CLEAR: f64 = 1.0;
/// Between two printer's marks on one edge, beside that, mm.
const APART: f64 = 3.0;

/// Between a name and a printer's mark, mm, if there is room: a ruler that ends beside a number would seem to count.
const OFF_NAMES: f64 = 8.0;
/// The same if there is less.
const NEAR_NAMES: f64 = 4.0;

/// The four strips along the edges of the printable area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Bottom,
    Top,
    Left,
    Right,
}

impl Edge {
    fn lies(self) -> bool {
        matches!(self, Self::Bottom | Self::Top)
    }

    /// From where to where a box reaches along the edge.
    fn along(self, of: Rect) -> (f64, f64) {
        if self.lies() { (of.x0, of.x1) } else { (of.y0, of.y1) }
    }
}

impl Space {
    /// All of `printable` is free.
    pub fn new(printable: Rect) -> Self {
        Self { printable, taken: Vec::new(), names: Vec::new() }
    }

    /// What the printer can reach.
    pub fn printable(&self) -> Rect {
        self.printable
    }

    /// What was taken since there were `count` boxes.
    pub fn taken_since(&self, count: usize) -> &[Rect] {
        self.taken.get(count..).unwrap_or_default()
    }

    /// How many boxes were taken.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// Takes boxes.
    pub fn take_all(&mut self, rects: &[Rect]) {
        self.taken.extend_from_slice(rects);
    }

    /// Takes a box.
    pub fn take(&mut self, rect: Rect) {
        self.taken.push(rect);
    }

    /// Takes the box of a name.
    pub fn take_name(&mut self, rect: Rect) {
        let near = NEAR_NAMES - CLEAR;
        self.take(rect.inflate(near, near));
        self.names.push(rect);
    }

    /// Takes what a convex polygon covers, in bands, so that the room beside slanted sides stays free.
    pub fn take_polygon(&mut self, corners: &[Point]) {
        const BANDS: u8 = 6;
        let top = corners.iter().map(|c| c.y).fold(f64::INFINITY, f64::min);
        let bottom = corners.iter().map(|c| c.y).fold(f64::NEG_INFINITY, f64::max);
        let height = (bottom - top) / f64::from(BANDS);
        for band in 0..BANDS {
            let (y0, y1) = (top + f64::from(band) * height, top + f64::from(band + 1) * height);
            let (mut x0, mut x1) = (f64::INFINITY, f64::NEG_INFINITY);
            let mut widen = |x: f64| (x0, x1) = (x0.min(x), x1.max(x));
            for (i, a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                if a.y >= y0 - 1e-9 && a.y <= y1 + 1e-9 {
                    widen(a.x);
                }
                for y in [y0, y1] {
                    if (a.y - y) * (b.y - y) < 0.0 {
                        widen(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y));
                    }
                }
            }
            if x0 <= x1 {
                self.take(Rect::new(x0, y0, x1, y1));
            }
        }
    }

    /// The box of this depth at an edge, from one place to another along it.
    fn strip(&self, edge: Edge, depth: f64, (from, to): (f64, f64)) -> Rect {
        let p = self.printable;
        match edge {
            Edge::Bottom => Rect::new(from, p.y1 - depth, to, p.y1),
            Edge::Top => Rect::new(from, p.y0, to, p.y0 + depth),
            Edge::Left => Rect::new(p.x0, from, p.x0 + depth, to),
            Edge::Right => Rect::new(p.x1 - depth, from, p.x1, to),
        }
    }

    /// Free stretches of the strip of depth `depth` along an edge: from and to, along the edge.
    pub(crate) fn free(&self, edge: Edge, depth: f64) -> Vec<(f64, f64)> {
        self.stretches(edge, depth, false)
    }

    /// The same, as far from names as printer's marks should be, or as near as they may be.
    fn stretches(&self, edge: Edge, depth: f64, far: bool) -> Vec<(f64, f64)> {
        let (start, end) = edge.along(self.printable);
        let strip = self.strip(edge, depth, (start, end));
        let names = self.names.iter().filter(|_| far).map(|name| name.inflate(OFF_NAMES, OFF_NAMES));
        let near = self.taken.iter().map(|t| t.inflate(CLEAR, CLEAR)).chain(names);
        let mut blocked: Vec<_> = near
            .filter(|t| t.x0 < strip.x1 && t.x1 > strip.x0 && t.y0 < strip.y1 && t.y1 > strip.y0)
            .map(|t| edge.along(t))
            .collect();
        blocked.sort_by(|a, b| a.0.total_cmp(&b.0));
        blocked.push((end, end));
        let mut free = Vec::new();
        let mut from = start;
        for (a, b) in blocked {
            if a > from {
                free.push((from, a.min(end)));
            }
            from = from.max(b);
        }
        free
    }

    /// Takes a stretch of `length` and `depth` along one of the edges: the first edge with room, as near to
    /// `wish` (0 left or top, 1 right or bottom) as it can be. Gives its box and the edge.
    pub(crate) fn claim(
        &mut self,
        edges: &[Edge],
        wish: f64,
        length: f64,
        depth: f64,
    ) -> Option<(Rect, Edge)> {
        let away = [true, false].into_iter().filter(|far| *far || !self.names.is_empty());
        away.collect::<Vec<_>>().into_iter().find_map(|far| self.claim_at(edges, wish, [length, depth], far))
    }

    /// The same; `far` from names, or as near to them as it may be.
    pub(crate) fn claim_at(
        &mut self,
        edges: &[Edge],
        wish: f64,
        [length, depth]: [f64; 2],
        far: bool,
    ) -> Option<(Rect, Edge)> {
        for &edge in edges {
            let (start, end) = edge.along(self.printable);
            let wished = start + (end - start - length) * wish;
            let stretches = self.stretches(edge, depth, far);
            let fits = stretches.into_iter().filter(|(a, b)| b - a >= length - 1e-9);
            let spots = fits.map(|(a, b)| if b - length < a { a } else { wished.clamp(a, b - length) });
            let best = spots.min_by(|a, b| (a - wished).abs().total_cmp(&(b - wished).abs()));
            let Some(from) = best else { continue };
            let rect = self.strip(edge, depth, (from, from + length));
            // Printer's marks keep further from each other than from the game.
            self.take(if edge.lies() { rect.inflate(APART, 0.0) } else { rect.inflate(0.0, APART) });
            return Some((rect, edge));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_what_is_free_and_no_more() {
        let mut space = Space::new(Rect::new(0.0, 0.0, 200.0, 100.0));
        space.take(Rect::new(0.0, 10.0, 200.0, 96.0));
        let (rect, edge) = space.claim(&[Edge::Bottom, Edge::Top], 0.5, 100.0, 4.0).unwrap();
        assert_eq!(edge, Edge::Top);
        assert_eq!(rect, Rect::new(50.0, 0.0, 150.0, 4.0));
        assert!(space.claim(&[Edge::Top], 0.5, 100.0, 4.0).is_none());
        assert!(space.claim(&[Edge::Top], 0.0, 40.0, 4.0).is_some());
    }

    #[test]
    fn a_polygon_leaves_the_room_beside_its_slanted_sides() {
        let mut space = Space::new(Rect::new(-10.0, -10.0, 10.0, 10.0));
        let corners = crate::base::hex::Orientation::PointyTop.unit_corners().map(|c| (c * 10.0).to_point());
        space.take_polygon(&corners);
        assert!(space.claim(&[Edge::Top], 0.0, 3.0, 2.0).is_some());
        assert!(space.claim(&[Edge::Left], 0.5, 10.0, 2.0).is_none());
    }
}
