//! The box that elements are placed in: a card, a cell, the printable part of a sheet.

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

use crate::base::geometry::corners;
use crate::base::hex::{Hex, Orientation, SQRT_3, polygon};
use crate::base::round;
use crate::base::tiling::{Grid, Tiling};
use crate::model::Outline;
use crate::spec::values::value::{Anchor, Pair, Where};

/// A convex outline about the origin, in mm.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Width and height of its box.
    pub size: Size,
    /// Its corners, clockwise as seen; none for a disc.
    corners: Vec<Point>,
    /// The radius of a rectangle's corners, or of the disc.
    radius: f64,
    /// Whether its edges are counted as seen from behind.
    behind: bool,
    /// How far drawings go on beyond it, in mm.
    pub bleed: f64,
    /// How far inside it words and icons stay, in mm.
    pub safe: f64,
}

/// An edge of a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    /// Its first corner, going clockwise.
    pub from: Point,
    /// Its second corner.
    pub to: Point,
    /// Where it faces: degrees clockwise from up.
    pub degrees: f64,
}

/// Edges that face ways closer together than this face the same way, in degrees.
const SAME_WAY: f64 = 1e-6;

impl Edge {
    /// The edge between two corners, of which the second follows clockwise.
    fn between(from: Point, to: Point) -> Self {
        let along = to - from;
        let degrees = libm::atan2(along.y, along.x).to_degrees();
        // Edges of all tilings face whole degrees, for which turns are exact.
        let whole = degrees.round();
        let degrees = if (degrees - whole).abs() < SAME_WAY { whole } else { degrees };
        Self { from, to, degrees: degrees.rem_euclid(360.0) }
    }

    /// Its middle.
    pub fn middle(&self) -> Point {
        self.from.midpoint(self.to)
    }
}

impl Frame {
    /// A rectangle about the origin.
    pub fn rectangle(size: Size) -> Self {
        Self::rounded(size, 0.0)
    }

    /// A rectangle with rounded corners.
    pub fn rounded(size: Size, radius: f64) -> Self {
        let (x, y) = (size.width / 2.0, size.height / 2.0);
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(Point::from);
        Self::of(size, &corners, radius.min(x).min(y))
    }

    /// A hexagon of side `side` mm about the origin.
    pub fn hexagon(orientation: Orientation, side: f64) -> Self {
        let (w, h) = orientation.unit_size();
        let mut corners = orientation.unit_corners().map(|c| (c * side).to_point());
        if orientation == Orientation::PointyTop {
            // A grid counts its edges from the upper left one; people count a tile's from the upper right.
            corners.rotate_left(1);
        }
        Self::of(Size::new(w * side, h * side), &corners, 0.0)
    }

    /// A cell of a board whose cells have sides of `side` mm.
    pub fn cell(grid: Grid, hex: Hex, side: f64) -> Self {
        match grid.tiling {
            Tiling::FlatTop => Self::hexagon(Orientation::FlatTop, side),
            Tiling::PointyTop => Self::hexagon(Orientation::PointyTop, side),
            _ => {
                let corners = grid.sharp_corners(hex).map(|corner| (corner * side).to_point());
                Self::of(grid.bounds(hex).size() * side, &corners.collect::<Vec<_>>(), 0.0)
            }
        }
    }

    fn of(size: Size, corners: &[Point], radius: f64) -> Self {
        Self { size, corners: corners.to_vec(), radius, bleed: 0.0, safe: 0.0, behind: false }
    }

    /// A disc about the origin.
    pub fn disc(diameter: f64) -> Self {
        Self::of(Size::new(diameter, diameter), &[], diameter / 2.0)
    }

    /// The frame of a piece of this size.
    pub fn piece(outline: Outline, size: Size) -> Self {
        match outline {
            Outline::Rectangle(radius) => Self::rounded(size, radius),
            Outline::Hexagon(orientation) => {
                Self::hexagon(orientation, size.width / orientation.unit_size().0)
            }
            Outline::Regular(tiling) => {
                let first = Hex::new(0, 0);
                let side = size.width / tiling.unit_bounds(first).width();
                Self { size, ..Self::cell(tiling.grid(), first, side) }
            }
            Outline::Disc => Self::disc(size.width),
        }
    }

    /// The frame of the back of such a piece: each of its edges lies behind the edge of that number on the front.
    pub fn behind(self) -> Self {
        Self { behind: true, ..self }
    }

    /// The same frame with these strips along its edge, in mm.
    pub fn with_strips(self, bleed: f64, safe: f64) -> Self {
        Self { bleed, safe, ..self }
    }

    /// The radius of its corners: 0 for all but a rectangle with round ones.
    pub fn rounding(&self) -> f64 {
        if self.corners.is_empty() { 0.0 } else { self.radius }
    }

    /// What drawings cover that go on beyond the edge.
    pub fn bled(&self) -> Self {
        self.grown(self.bleed)
    }

    /// Its corners, clockwise as seen; none for a disc.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// The frame whose sides lie so many mm farther out; negative for farther in. Round corners keep their middles,
    /// and sharp ones stay sharp.
    pub fn grown(&self, by: f64) -> Self {
        let size = Size::new(self.size.width + 2.0 * by, self.size.height + 2.0 * by);
        let grown = match self.corners.len() {
            0 => Self::disc(2.0 * (self.radius + by)),
            6 => {
                // The side of a regular hexagon is its corners' distance from the middle.
                let side = self.corners[0].to_vec2().hypot();
                let scale = (side + by * 2.0 / SQRT_3) / side;
                let corners: Vec<_> = self.corners.iter().map(|c| (c.to_vec2() * scale).to_point()).collect();
                Self::of(self.size * scale, &corners, 0.0)
            }
            // Of another regular polygon all sides are as far from the middle.
            3 | 5.. => {
                let apothem = self.corners[0].midpoint(self.corners[1]).to_vec2().hypot();
                let scale = ((apothem + by) / apothem).max(0.0);
                let corners: Vec<_> = self.corners.iter().map(|c| (c.to_vec2() * scale).to_point()).collect();
                Self::of(self.size * scale, &corners, 0.0)
            }
            _ => Self::rounded(size, if self.radius > 0.0 { (self.radius + by).max(0.0) } else { 0.0 }),
        };
        Self { behind: self.behind, ..grown }
    }

    /// Its outline as a closed path.
    pub fn outline(&self) -> BezPath {
        if self.corners.is_empty() {
            round::circle(Point::ZERO, self.radius)
        } else if self.radius > 0.0 {
            round::rectangle(Rect::from_center_size(Point::ZERO, self.size), self.radius)
        } else {
            polygon(&self.corners)
        }
    }

    /// Its edges, clockwise; the first is the top one, or the upper right one of a hexagon that stands on a
    /// corner and of a triangle that points up. On a back they run the other way, from the top one, or from the upper left one. None for a disc.
    pub fn edges(&self) -> Vec<Edge> {
        let next = self.corners.iter().cycle().skip(1);
        let edges = self.corners.iter().zip(next).map(|(&from, &to)| Edge::between(from, to));
        let edges: Vec<Edge> = edges.collect();
        if !self.behind {
            return edges;
        }
        // Turned over from left to right, what faced the one way faces the other.
        let is_behind = |front: &Edge, back: &Edge| {
            let off = (front.degrees + back.degrees).rem_euclid(360.0);
            off.min(360.0 - off) < SAME_WAY
        };
        edges.iter().filter_map(|front| edges.iter().find(|back| is_behind(front, back)).copied()).collect()
    }

    /// One of its edges, from 0.
    pub fn edge(&self, index: usize) -> Option<Edge> {
        if self.behind {
            return self.edges().get(index).copied();
        }
        let (from, to) = (self.corners.get(index)?, self.corners.get((index + 1) % self.corners.len())?);
        Some(Edge::between(*from, *to))
    }

    /// Where the middle of something of size `object` comes to lie.
    pub fn centre(&self, place: Where, inset: Pair, object: Size) -> Point {
        match place {
            Where::Offset(offset) => Point::new(offset.x, offset.y),
            Where::Anchor(anchor) => {
                let along = |side: u8, whole: f64, inset: f64, own: f64| match side {
                    0 => -whole / 2.0 + inset + own / 2.0,
                    1 => 0.0,
                    _ => whole / 2.0 - inset - own / 2.0,
                };
                let x = along(anchor.column, self.size.width, inset.x, object.width);
                let y = along(anchor.row, self.size.height, inset.y, object.height);
                Point::new(x, y)
            }
            Where::EachCorner | Where::EachEdge => Point::ZERO,
        }
    }

    /// How far a point lies outside, in mm; negative inside.
    pub fn outside(&self, point: Point) -> f64 {
        let count = self.corners.len();
        if count == 0 {
            return point.to_vec2().hypot() - self.radius;
        }
        let edge = |i: usize| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % count]);
            let along = b - a;
            // The outline runs clockwise as seen (y down), so outside lies to the left of each edge.
            -along.cross(point - a) / along.hypot()
        };
        (0..count).map(edge).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The same, round corners and all.
    pub fn outside_corners(&self, point: Point) -> f64 {
        let rounded = self.rounding();
        let (x, y) = (self.size.width / 2.0 - rounded, self.size.height / 2.0 - rounded);
        let beyond = Vec2::new(point.x.abs() - x, point.y.abs() - y);
        let at_corner = rounded > 0.0 && beyond.x > 0.0 && beyond.y > 0.0;
        let corner = if at_corner { beyond.hypot() - rounded } else { f64::NEG_INFINITY };
        self.outside(point).max(corner)
    }

    /// Whether a box, moved by `transform`, stays inside, round corners and all.
    pub fn holds(&self, rect: Rect, transform: Affine) -> bool {
        corners_of(rect, transform).all(|corner| self.outside_corners(corner) <= 1e-6)
    }

    /// How far a box, moved by `transform`, reaches outside, in mm; negative inside.
    pub fn excess(&self, rect: Rect, transform: Affine) -> f64 {
        corners_of(rect, transform).map(|corner| self.outside(corner)).fold(f64::NEG_INFINITY, f64::max)
    }
}

fn corners_of(rect: Rect, transform: Affine) -> impl Iterator<Item = Point> {
    corners(rect).into_iter().map(move |corner| transform * corner)
}

/// The single places that a place stands for.
pub fn each(place: Where) -> Vec<Where> {
    match place {
        Where::EachCorner => [(0, 0), (2, 0), (0, 2), (2, 2)]
            .map(|(column, row)| Where::Anchor(Anchor { column, row }))
            .to_vec(),
        one => vec![one],
    }
}

/// Turned by so many degrees clockwise as seen. Exact for twelfths of a circle; elsewhere by `libm`, which
/// gives the same bits on every machine.
pub fn turn(degrees: f64) -> Affine {
    let (sin, cos) = sin_cos(degrees);
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
}

/// Sine and cosine of an angle in degrees.
pub fn sin_cos(degrees: f64) -> (f64, f64) {
    const H: f64 = SQRT_3 / 2.0;
    const SINES: [f64; 12] = [0.0, 0.5, H, 1.0, H, 0.5, 0.0, -0.5, -H, -1.0, -H, -0.5];
    let twelfths = degrees.rem_euclid(360.0) / 30.0;
    if twelfths.fract() == 0.0 {
        let sine = |twelfths: usize| SINES[twelfths % 12];
        return (sine(twelfths as usize), sine(twelfths as usize + 3));
    }
    let radians = degrees.to_radians();
    (libm::sin(radians), libm::cos(radians))
}

/// The unit vector that points so many degrees clockwise from straight up.
pub fn heading(degrees: f64) -> Vec2 {
    let (sin, cos) = sin_cos(degrees);
    Vec2::new(sin, -cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_is_measured_from_the_nearest_edge() {
        let card = Frame::rectangle(Size::new(40.0, 60.0));
        assert!((card.outside(Point::new(23.0, 0.0)) - 3.0).abs() < 1e-12);
        assert!((card.outside(Point::ZERO) + 20.0).abs() < 1e-12);
        let cell = Frame::hexagon(Orientation::FlatTop, 10.0);
        assert!(cell.outside(Point::new(0.0, -8.0)) < 0.0);
        assert!(cell.outside(Point::new(9.0, -5.0)) > 0.0);
        assert!(cell.outside(Point::new(-9.9, 0.0)) < 0.0);
    }

    #[test]
    fn turns_are_exact_where_they_can_be() {
        assert_eq!(turn(180.0).as_coeffs()[..4], [-1.0, 0.0, 0.0, -1.0]);
        assert_eq!(heading(90.0), Vec2::new(1.0, 0.0));
        assert_eq!(heading(300.0).y, -0.5);
        let (sin, cos) = sin_cos(17.0);
        assert!((sin.mul_add(sin, cos * cos) - 1.0).abs() < 1e-15);
    }
}
