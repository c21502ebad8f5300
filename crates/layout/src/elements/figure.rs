//! Computes the outlines of simple figures, such as stars, discs, arrows and bands. Also computes paths
//! across a piece.
//!
//! - In: a figure and its size, or the edges of a piece.
//! - Out: a path in mm, relative to the middle of the figure or piece. The y axis points down.
//! - Not here: choosing colours, or placing the figure (`shape`).

use kurbo::{BezPath, Point, Rect, Shape, Size, Vec2};

use crate::draw::angle::heading;
use crate::draw::frame::Edge;
use hexpress_base::geometry::polygon;
use hexpress_base::round_shapes;
use hexpress_base::tiling::hex::{Orientation, SQRT_3, side_from_across};
use hexpress_game::Figure;

/// Returns the outline of a figure around the origin. For a hexagon, `size.width` is the distance
/// between opposite sides, in mm. For a star, `size.width` is the diameter of the circle through
/// the five tips.
pub fn outline(figure: Figure, size: Size) -> BezPath {
    match figure {
        Figure::Box => Rect::from_center_size(Point::ZERO, size).to_path(0.1),
        Figure::Disc => round_shapes::circle(Point::ZERO, size.width / 2.0),
        Figure::Ellipse => round_shapes::ellipse(Point::ZERO, size),
        Figure::Hexagon => Orientation::FlatTop.outline(Point::ZERO, side_from_across(size.width)),
        Figure::Star => star(size.width / 2.0),
    }
}

/// Returns the size of the bounding box of a hexagon. `size.width` is the distance between opposite
/// sides of the hexagon, in mm. `turned` is the clockwise rotation of the hexagon, in degrees.
///
/// At odd multiples of 30 degrees, the box is higher than it is wide. Otherwise, it is wider than
/// it is high.
pub fn hexagon_box(size: Size, turned: f64) -> Size {
    let long = size.width * 2.0 / SQRT_3;
    if turned.rem_euclid(60.0) == 30.0 { Size::new(size.width, long) } else { Size::new(long, size.width) }
}

/// Returns a star with five tips, which are `radius` mm away from the middle.
///
/// The sides of the star are on the lines of a pentagram. The distance of the inner corners from the
/// middle is therefore the radius divided by φ² (φ is the golden ratio).
fn star(radius: f64) -> BezPath {
    const INNER: f64 = 0.381_966_011_250_105_2;
    let corners: Vec<Point> = (0..10_u8)
        .map(|i| {
            let distance = if i.is_multiple_of(2) { radius } else { radius * INNER };
            (heading(f64::from(i) * 36.0) * distance).to_point()
        })
        .collect();
    polygon(&corners)
}

/// Returns an arrow with the length `length` around the origin. The arrow points in the direction
/// `degrees`, clockwise from straight up.
pub fn arrow(length: f64, degrees: f64) -> BezPath {
    let half = [(0.5, 0.0), (0.06, 0.3), (0.06, 0.11), (-0.5, 0.11)];
    mirrored_arrow(degrees, half.map(|(forward, sideways)| Vec2::new(forward * length, sideways * length)))
}

/// Returns the outline of an arrow that points in the direction `degrees`, clockwise from straight
/// up.
///
/// `half` contains the corners on one side of the arrow, starting at the tip. The other side is the
/// mirror image. In `half`, x is measured along the arrow, and y to the side.
pub fn mirrored_arrow(degrees: f64, half: [Vec2; 4]) -> BezPath {
    let along = heading(degrees);
    let across = turned_right(along);
    let mirrored = half.iter().skip(1).rev().map(|corner| Vec2::new(corner.x, -corner.y));
    let corners = half.into_iter().chain(mirrored);
    polygon(&corners.map(|corner| (along * corner.x + across * corner.y).to_point()).collect::<Vec<_>>())
}

/// Returns a vector rotated by 90 degrees clockwise as seen on the sheet.
fn turned_right(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// Returns a vector rotated by `angle` radians clockwise as seen on the sheet.
fn turned_by(v: Vec2, angle: f64) -> Vec2 {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    Vec2::new(v.x * cos - v.y * sin, v.x * sin + v.y * cos)
}

/// Returns the band along an edge.
///
/// The band begins `inset` mm inside the edge, and is `depth` mm deep. Its two ends are slanted towards the
/// middle of the piece, and touch the ends of the neighbouring bands. At the inner corners, the bands overlap
/// by `overlap` mm.
pub fn edge_band(edge: &Edge, inset: f64, depth: f64, overlap: f64) -> BezPath {
    let apothem = edge.centre().to_vec2().hypot();
    let inwards = |p: Point, by: f64| (p.to_vec2() * (1.0 - by / apothem).max(0.0)).to_point();
    let along = (edge.to - edge.from).normalize() * overlap;
    let [from, to] = [edge.from, edge.to].map(|p| if inset > 0.0 { inwards(p, inset) } else { p });
    let inner = inset.max(0.0) + depth;
    polygon(&[from, to, inwards(edge.to, inner) + along, inwards(edge.from, inner) - along])
}

/// Returns the path from the middle of one edge to the middle of another.
///
/// The path meets both edges at right angles. If the edges are opposite, the path is a straight line.
/// Otherwise, it is an arc.
pub fn edge_to_edge(edges: &[Edge], from: usize, to: usize) -> BezPath {
    let mut path = BezPath::new();
    let (Some(a), Some(b)) = (edges.get(from), edges.get(to)) else { return path };
    let (start, end) = (a.centre(), b.centre());
    path.move_to(start);
    // The direction in which the path enters the piece, and the direction in which it leaves the piece.
    let (enter, leave) = (-heading(a.degrees), heading(b.degrees));
    let turn = enter.cross(leave);
    if turn.abs() < 1e-9 {
        path.line_to(end);
        return path;
    }
    // The arc turns by the angle between the two directions. Its centre is to the side of the
    // start, at a distance of one radius.
    let angle = libm::atan2(turn, enter.dot(leave));
    let radius = (end - start).hypot() / (2.0 * libm::sin(angle.abs() / 2.0));
    let centre = start + turned_right(enter) * angle.signum() * radius;
    if (centre + turned_by(start - centre, angle)).distance(end) > 1e-6 {
        // The middles of the two edges may be at different distances from the corner between them, for
        // example on a card. The path is then a part of an ellipse.
        let handle = arc_handle(angle.abs());
        let [leaving, arriving] = [enter, leave].map(|v| v * ((end - start).dot(v).abs() * handle));
        path.curve_to(start + leaving, end - arriving, end);
    } else {
        add_arc(&mut path, centre, start - centre, angle);
    }
    path
}

/// Returns the length of the handles of a cubic curve that replaces an arc of `angle` radians. The
/// length is a multiple of the radius (Goldapp 1991).
fn arc_handle(angle: f64) -> f64 {
    4.0 / 3.0 * libm::tan(angle / 4.0)
}

/// Adds an arc around `centre` that turns by `angle` radians. `radius` is the vector from `centre`
/// to the start of the arc.
fn add_arc(path: &mut BezPath, centre: Point, radius: Vec2, angle: f64) {
    let pieces = if angle.abs() > 1.6 { 2u8 } else { 1 };
    let step = angle / f64::from(pieces);
    let handle = arc_handle(step);
    for piece in 0..pieces {
        let p = turned_by(radius, step * f64::from(piece));
        let q = turned_by(radius, step * f64::from(piece + 1));
        path.curve_to(
            centre + p + turned_right(p) * handle,
            centre + q - turned_right(q) * handle,
            centre + q,
        );
    }
}

/// Returns a straight line from the middle of an edge to the middle of the piece.
pub fn edge_to_middle(edges: &[Edge], from: usize) -> BezPath {
    let mut path = BezPath::new();
    if let Some(edge) = edges.get(from) {
        path.move_to(edge.centre());
        path.line_to(Point::ZERO);
    }
    path
}

/// Returns the middle of a small mark near a side or corner of a hexagon.
///
/// `size` is the size of the hexagon, and `turned` is its rotation. `degrees` is the direction of the
/// side or corner. Both angles are in degrees clockwise from straight up.
pub fn end_of_hexagon(size: Size, turned: f64, degrees: f64) -> Point {
    let along = heading(degrees);
    let apothem = size.width / 2.0;
    // A ray from the middle in this direction meets the lines through several sides. It leaves the
    // hexagon at the first of these lines.
    let reach = (0..6u8)
        .map(|side| along.dot(heading(f64::from(side) * 60.0 + turned)))
        .filter(|cos| *cos > 0.01)
        .map(|cos| apothem / cos)
        .fold(f64::INFINITY, f64::min);
    // A mark needs more space in a corner than at a side.
    let corner = (reach / apothem - 1.0) / (2.0 / SQRT_3 - 1.0);
    (along * (reach - size.width * (0.115 + 0.035 * corner))).to_point()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_points_clockwise_from_up() {
        for (degrees, tip) in [(0.0, Point::new(0.0, -10.0)), (300.0, Point::new(-5.0 * SQRT_3, -5.0))] {
            let kurbo::PathEl::MoveTo(first) = arrow(20.0, degrees).elements()[0] else { panic!("no path") };
            assert!(first.distance(tip) < 1e-12, "{degrees}: {first}");
        }
    }

    #[test]
    fn paths_begin_and_end_on_their_edges() {
        use crate::draw::frame::Frame;
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
                    assert!(end.distance(edges[to].centre()) < 1e-6, "{from} {to}: {end:?}");
                    let bounds = path.bounding_box().inflate(-1e-6, -1e-6);
                    assert!(bounds.width() <= frame.size.width && bounds.height() <= frame.size.height);
                }
            }
        }
    }

    #[test]
    fn marks_are_inside_the_end_of_their_direction() {
        let size = Size::new(26.0, 26.0);
        let up = end_of_hexagon(size, 30.0, 0.0);
        assert!(up.x.abs() < 1e-9 && up.y < -9.0 && up.y > -13.0 * 2.0 / SQRT_3);
        let down = end_of_hexagon(size, 30.0, 180.0);
        assert!((up.y + down.y).abs() < 1e-9);
    }
}
