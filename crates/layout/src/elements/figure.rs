//! Plain figures about the origin: stars, discs, arrows, compasses.

use kurbo::{BezPath, Point, Rect, Shape, Size, Vec2};

use crate::base::hex::{Orientation, SQRT_3, polygon, side_from_across};
use crate::base::round;
use crate::layout::draw::frame::{Edge, heading};
use crate::model::Figure;
use crate::scene::{Draw, Ink, Stroke};

/// The outline of a figure about the origin. A hexagon is `size.width` mm from flat to flat; a star has five
/// points on a circle of that diameter.
pub fn outline(figure: Figure, size: Size) -> BezPath {
    match figure {
        Figure::Box => Rect::from_center_size(Point::ZERO, size).to_path(0.1),
        Figure::Disc => round::circle(Point::ZERO, size.width / 2.0),
        Figure::Ellipse => round::ellipse(Point::ZERO, size),
        Figure::Hexagon => Orientation::FlatTop.outline(Point::ZERO, side_from_across(size.width)),
        Figure::Star => star(size.width / 2.0),
    }
}

/// The box of a hexagon of `size.width` mm from flat to flat, turned by so many degrees: on an odd number of
/// twelfths of a circle it stands on a corner.
pub fn hexagon_box(size: Size, turned: f64) -> Size {
    let long = size.width * 2.0 / SQRT_3;
    if turned.rem_euclid(60.0) == 30.0 { Size::new(size.width, long) } else { Size::new(long, size.width) }
}

/// A five-pointed star whose tips lie on a circle of `radius`; its sides lie on the pentagram's lines, which
/// puts the inner corners at 1/φ² of the radius.
fn star(radius: f64) -> BezPath {
    const INNER: f64 = 0.381_966_011_250_105_2;
    let corner = |i: u8| {
        let r = if i.is_multiple_of(2) { radius } else { radius * INNER };
        (heading(f64::from(i) * 36.0) * r).to_point()
    };
    polygon(&[0u8, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(corner))
}

/// An arrow of length `length` about the origin, pointing so many degrees clockwise from up.
pub fn arrow(length: f64, degrees: f64) -> BezPath {
    let half = [(0.5, 0.0), (0.06, 0.3), (0.06, 0.11), (-0.5, 0.11)];
    both_halves(degrees, half.map(|(forward, side)| (forward * length, side * length)))
}

/// The outline of an arrow that points so many degrees clockwise from up: from its tip, in mm along the arrow and to the
/// side, and the same on the other side.
fn both_halves(degrees: f64, half: [(f64, f64); 4]) -> BezPath {
    let along = heading(degrees);
    let across = Vec2::new(-along.y, along.x);
    let other = half.iter().skip(1).rev().map(|(forward, side)| (*forward, -side));
    let corners = half.into_iter().chain(other);
    let at = |(forward, side)| (along * forward + across * side).to_point();
    polygon(&corners.map(at).collect::<Vec<_>>())
}

/// The band along an edge, to a depth of `depth` mm: a trapezoid whose slanted sides run towards the middle of
/// the piece, so that bands of neighbouring edges meet; at its inner corners it goes on below those by `under` mm.
pub fn edge_band(edge: &Edge, inset: f64, depth: f64, under: f64) -> BezPath {
    let apothem = edge.middle().to_vec2().hypot();
    let towards = |p: Point, deep: f64| (p.to_vec2() * (1.0 - deep / apothem).max(0.0)).to_point();
    let way = (edge.to - edge.from).normalize() * under;
    let [from, to] = [edge.from, edge.to].map(|p| if inset > 0.0 { towards(p, inset) } else { p });
    let deep = inset.max(0.0) + depth;
    polygon(&[from, to, towards(edge.to, deep) + way, towards(edge.from, deep) - way])
}

/// The middle of one edge to the middle of another, leaving both at right angles: an arc of a circle, or a
/// straight line between opposite edges.
pub fn edge_to_edge(edges: &[Edge], from: usize, to: usize) -> BezPath {
    let mut path = BezPath::new();
    let (Some(a), Some(b)) = (edges.get(from), edges.get(to)) else { return path };
    let (start, end) = (a.middle(), b.middle());
    path.move_to(start);
    // The directions in which the path enters and leaves the piece.
    let (enter, leave) = (-heading(a.degrees), heading(b.degrees));
    let turn = enter.cross(leave);
    if turn.abs() < 1e-9 {
        path.line_to(end);
        return path;
    }
    // The arc turns by the angle between the two; its middle is one radius to the side of its start.
    let angle = libm::atan2(turn, enter.dot(leave));
    let radius = (end - start).hypot() / (2.0 * libm::sin(angle.abs() / 2.0));
    let side = Vec2::new(-enter.y, enter.x) * angle.signum();
    let middle = start + side * radius;
    let from_middle = start - middle;
    let pieces = if angle.abs() > 1.6 { 2u8 } else { 1 };
    let step = angle / f64::from(pieces);
    // A cubic's handles for an arc of `step` (Goldapp 1991): 4/3 tan(step / 4) of the radius.
    let handle = 4.0 / 3.0 * libm::tan(step / 4.0);
    let at = |turned: f64| {
        let (sin, cos) = (libm::sin(turned), libm::cos(turned));
        Vec2::new(from_middle.x * cos - from_middle.y * sin, from_middle.x * sin + from_middle.y * cos)
    };
    if (middle + at(angle)).distance(end) > 1e-6 {
        // The two edges are not equally far from their corner, as on a card: a part of an ellipse.
        let handle = 4.0 / 3.0 * libm::tan(angle.abs() / 4.0);
        let reach = |along: Vec2| along * ((end - start).dot(along).abs() * handle);
        path.curve_to(start + reach(enter), end - reach(leave), end);
        return path;
    }
    for piece in 0..pieces {
        let (p, q) = (at(step * f64::from(piece)), at(step * f64::from(piece + 1)));
        let along = |v: Vec2| Vec2::new(-v.y, v.x) * handle;
        path.curve_to(middle + p + along(p), middle + q - along(q), middle + q);
    }
    path
}

/// A straight line from the middle of an edge to that of the piece.
pub fn edge_to_middle(edges: &[Edge], from: usize) -> BezPath {
    let mut path = BezPath::new();
    if let Some(edge) = edges.get(from) {
        path.move_to(edge.middle());
        path.line_to(Point::ZERO);
    }
    path
}

/// The middle of a small mark inside a hexagon of `size` turned by `turned` degrees, at its end in the
/// direction `degrees`, both clockwise from up.
pub fn end_of_hexagon(size: Size, turned: f64, degrees: f64) -> Point {
    let along = heading(degrees);
    let apothem = size.width / 2.0;
    // The distance to the outline in that direction is the smallest over the sides that face it.
    let reach = (0..6u8)
        .map(|side| along.dot(heading(f64::from(side) * 60.0 + turned)))
        .filter(|cos| *cos > 0.01)
        .map(|cos| apothem / cos)
        .fold(f64::INFINITY, f64::min);
    // A mark needs more room in a corner than at a side.
    let corner = (reach / apothem - 1.0) / (2.0 / SQRT_3 - 1.0);
    (along * (reach - size.width * (0.115 + 0.035 * corner))).to_point()
}

/// Where the parts of a compass lie.
#[derive(Debug, Clone, PartialEq)]
pub struct CompassPlaces {
    /// The middle of each word.
    pub labels: Vec<Point>,
    /// How long each arm is, in mm from the middle.
    reach: f64,
}

/// A compass in a box of `size`: one arm for each direction, its word beyond the tip. Each arm comes with
/// the size of its word.
pub fn compass(size: Size, words: &[(f64, Size)]) -> CompassPlaces {
    const GAP: f64 = 1.4;
    // How far a word's box reaches along a direction, and how far out its middle may lie.
    let support = |along: Vec2, word: Size| {
        let x = if along.x.abs() > 1e-9 { word.width / 2.0 / along.x.abs() } else { f64::INFINITY };
        let y = if along.y.abs() > 1e-9 { word.height / 2.0 / along.y.abs() } else { f64::INFINITY };
        x.min(y)
    };
    let reach = |along: Vec2, word: Size| {
        let x = (size.width - word.width) / 2.0 / along.x.abs().max(1e-9);
        let y = (size.height - word.height) / 2.0 / along.y.abs().max(1e-9);
        x.min(y)
    };
    let radius = words.iter().map(|(d, word)| reach(heading(*d), *word)).fold(f64::INFINITY, f64::min);
    let radius = if radius.is_finite() { radius.max(0.0) } else { 0.0 };
    // All arms are as long as the shortest, so that the figure is regular: each tip stays clear of its word on all sides.
    let clear = |word: Size| Size::new(word.width + 2.0 * GAP, word.height + 2.0 * GAP);
    let tip = words.iter().map(|(d, word)| radius - support(heading(*d), clear(*word)));
    let tip = tip.fold(f64::INFINITY, f64::min).max(radius * 0.3);
    let labels = words.iter().map(|(d, word)| {
        let along = heading(*d);
        (along * (tip + support(along, clear(*word))).min(radius)).to_point()
    });
    CompassPlaces { labels: labels.collect(), reach: if tip.is_finite() { tip } else { 0.0 } }
}

impl CompassPlaces {
    /// The arms in these directions, and the hub that they spring from.
    pub fn draws(&self, directions: impl Iterator<Item = f64>, ink: &Ink) -> Vec<Draw> {
        let (tip, hub) = (self.reach, self.reach * 0.18);
        let (width, neck) = (tip * 0.035, tip * 0.72);
        let half = [(tip, 0.0), (neck, tip * 0.12), (neck + tip * 0.05, width), (hub * 1.5, width)];
        let arms = directions.flat_map(|degrees| both_halves(degrees, half)).collect();
        let hub = Orientation::FlatTop.outline(Point::ZERO, hub);
        vec![Draw::filled(arms, ink.clone()), Draw::stroked(hub, Stroke::solid(0.4, ink.clone()))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_points_where_it_should() {
        let tip = |degrees| match arrow(20.0, degrees).elements()[0] {
            kurbo::PathEl::MoveTo(p) => p,
            _ => Point::ZERO,
        };
        assert!(tip(0.0).distance(Point::new(0.0, -10.0)) < 1e-12);
        assert!(tip(300.0).distance(Point::new(-10.0 * SQRT_3 / 2.0, -5.0)) < 1e-12);
    }

    #[test]
    fn paths_begin_and_end_on_their_edges() {
        use crate::layout::draw::frame::Frame;
        let hexagon = Frame::hexagon(Orientation::PointyTop, 20.0);
        for frame in
            [hexagon, Frame::rectangle(Size::new(63.0, 88.0)), Frame::rectangle(Size::new(40.0, 40.0))]
        {
            let edges = frame.edges();
            for from in 0..edges.len() {
                for to in (0..edges.len()).filter(|to| *to != from) {
                    let path = edge_to_edge(&edges, from, to);
                    let last = path.segments().last().unwrap();
                    let end = kurbo::ParamCurve::end(&last);
                    assert!(end.distance(edges[to].middle()) < 1e-6, "{from} {to}: {end:?}");
                    let bounds = path.bounding_box().inflate(-1e-6, -1e-6);
                    assert!(bounds.width() <= frame.size.width && bounds.height() <= frame.size.height);
                }
            }
        }
    }

    #[test]
    fn marks_lie_inside_the_end_they_belong_to() {
        let size = Size::new(26.0, 26.0);
        let up = end_of_hexagon(size, 30.0, 0.0);
        assert!(up.x.abs() < 1e-9 && up.y < -9.0 && up.y > -13.0 * 2.0 / SQRT_3);
        let down = end_of_hexagon(size, 30.0, 180.0);
        assert!((up.y + down.y).abs() < 1e-9);
    }

    #[test]
    fn the_words_of_a_compass_stay_in_its_box() {
        let size = Size::new(40.0, 40.0);
        let word = Size::new(9.0, 2.0);
        let places = compass(size, &[0, 1, 2, 3, 4, 5].map(|i| (f64::from(i) * 60.0, word)));
        for label in places.labels {
            assert!(label.x.abs() + 4.5 <= 20.0 + 1e-9 && label.y.abs() + 1.0 <= 20.0 + 1e-9);
        }
    }
}
