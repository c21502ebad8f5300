//! Draws frames: lines along the edge of a piece or of a box, with corners in several styles.
//!
//! - In: a style, the area, the depth of the corners, a fill and a line.
//! - Out: the main line of the frame. Some styles add a thin line inside it.
//! - Not here: checking that the corners fit (`shape`).

use kurbo::{BezPath, PathEl, Point, Vec2};

use crate::draw::frame::Frame;
use hexpress_game::FrameStyle;
use hexpress_scene::{Drawing, Ink, Stroke};

/// The width of the thin inner line, as a multiple of the main line's width.
const INNER_WIDTH: f64 = 0.4;
/// The smallest width of the thin inner line, in mm.
const MIN_INNER_WIDTH: f64 = 0.15;
/// The distance between the main line and the thin inner line, as a multiple of the main line's
/// width.
const INNER_DISTANCE: f64 = 2.2;
/// The smallest distance between the main line and the thin inner line, in mm.
const MIN_INNER_DISTANCE: f64 = 0.8;
/// The default depth of corners, as a fraction of the area's shorter side.
const USUAL_DEPTH: f64 = 0.1;
/// The largest default depth of corners, in mm.
const MAX_DEFAULT_DEPTH: f64 = 6.0;

/// Draws a frame along the edge of `area`. `depth` is the depth of its corners, in mm: how far the shape of a
/// corner extends along each side. If `depth` is `None`, the depth depends on the size of the area.
pub fn draw(
    style: FrameStyle,
    area: &Frame,
    depth: Option<f64>,
    fill: Option<Ink>,
    line: &Stroke,
) -> Vec<Drawing> {
    let shorter = area.size.width.min(area.size.height);
    let depth = depth.unwrap_or((USUAL_DEPTH * shorter).min(MAX_DEFAULT_DEPTH)).min(shorter / 2.0);
    let main = outline(style, area, depth, 0.0);
    let mut drawings = vec![match style {
        FrameStyle::Corners => Drawing::stroked(main, line.clone()),
        _ => Drawing::Path { path: main, fill, stroke: Some(line.clone()) },
    }];
    if !matches!(style, FrameStyle::Plain | FrameStyle::Corners) && line.width > 0.0 {
        let width = (line.width * INNER_WIDTH).max(MIN_INNER_WIDTH).min(line.width);
        let distance = (line.width * INNER_DISTANCE).max(MIN_INNER_DISTANCE);
        if 2.0 * (distance + depth) < shorter {
            let inner = outline(style, area, depth, distance);
            drawings.push(Drawing::stroked(inner, Stroke { width, ..line.clone() }));
        }
    }
    drawings
}

/// Returns the outline of a frame, moved inwards from the edge of an area.
///
/// `inside` is the distance from the edge of the area to the outline, and `depth` is the depth of the
/// corners. Both are in mm. In the style `Corners`, the outline has a gap in each side.
fn outline(style: FrameStyle, area: &Frame, depth: f64, inside: f64) -> BezPath {
    let grown = if inside > 0.0 { area.grown(-inside) } else { area.clone() };
    let corners = grown.corners();
    if corners.is_empty() || grown.has_form() || matches!(style, FrameStyle::Plain | FrameStyle::Double) {
        return grown.outline();
    }
    let mut path = BezPath::new();
    for (index, corner) in corners.iter().enumerate() {
        let before = corners[(index + corners.len() - 1) % corners.len()];
        let after = corners[(index + 1) % corners.len()];
        let corner = FrameCorner::new(*corner, before, after).points(style, depth, inside);
        for (number, element) in corner.into_iter().enumerate() {
            let begins = number == 0 && (index == 0 || style == FrameStyle::Corners);
            match element {
                PathEl::LineTo(start) if begins => path.move_to(start),
                _ => path.push(element),
            }
        }
    }
    if style != FrameStyle::Corners {
        path.close_path();
    }
    path
}

/// A sharp corner, before the style of the frame changes its shape. It is a corner of the area, or of the
/// smaller area along which the thin inner line runs.
struct FrameCorner {
    tip: Point,
    /// The unit vectors from the tip of the corner along the previous and the next side.
    sides: [Vec2; 2],
}

/// The height of a step at an obtuse corner, as a fraction of the corner's depth. The height is measured from
/// the side inwards, at a right angle to it.
const STEP: f64 = 0.75;

impl FrameCorner {
    fn new(tip: Point, before: Point, after: Point) -> Self {
        Self { tip, sides: [before, after].map(|other| (other - tip).normalize()) }
    }

    fn cos(&self) -> f64 {
        self.sides[0].dot(self.sides[1])
    }

    fn is_right(&self) -> bool {
        self.cos().abs() < 1e-9
    }

    /// Returns the unit vectors that point into the area, at right angles to the sides.
    fn inwards(&self) -> [Vec2; 2] {
        let [before, after] = self.sides;
        [(before, after), (after, before)].map(|(side, other)| (other - side * self.cos()).normalize())
    }

    /// Returns one point on each side. Both points are `distance` mm away from the tip.
    fn on_sides(&self, distance: f64) -> [Point; 2] {
        self.sides.map(|side| self.tip + side * distance)
    }

    /// Returns the path elements of a corner. The path begins on the side before the tip, and ends
    /// on the side after the tip.
    ///
    /// `depth` is the depth of the corners. `inside` is how far the returned path is inside the outline of
    /// the area. Both lengths are in mm.
    fn points(&self, style: FrameStyle, depth: f64, inside: f64) -> Vec<PathEl> {
        let [start, end] = self.on_sides(depth);
        let line = |points: &[Point]| points.iter().map(|point| PathEl::LineTo(*point)).collect();
        match style {
            FrameStyle::Deco => line(&self.steps(depth, inside)),
            FrameStyle::Scallop => self.arc(depth, inside),
            FrameStyle::Corners => line(&[start, self.tip, end]),
            FrameStyle::Cut | FrameStyle::Plain | FrameStyle::Double => line(&[start, end]),
        }
    }

    /// Returns the points of two steps, one on each side of the corner. Each step is at a right angle
    /// to its side. At a corner of at most 90°, the two steps meet. At an obtuse corner, a straight
    /// line connects them.
    fn steps(&self, depth: f64, inside: f64) -> Vec<Point> {
        let [start, end] = self.on_sides(depth);
        if self.is_right() {
            return vec![start, start + (end - self.tip), end];
        }
        // `sin` and `cos` belong to half of the corner's angle. Measured along a side, the tip of the thin
        // inner line is `inside * cos / sin` mm away from the outer tip. But the steps of both lines must be
        // `inside` mm apart. The depth of the inner line is changed by the difference, `further`.
        let (sin, cos) = (((1.0 - self.cos()) / 2.0).sqrt(), ((1.0 + self.cos()) / 2.0).sqrt());
        let further = inside * (1.0 - cos / sin);
        let [before, after] = self.inwards();
        if self.cos() > 0.0 {
            // The point where the steps meet is as far from the tip as at a corner of 90°.
            let distance = (depth * std::f64::consts::SQRT_2 * cos + further).max(0.0);
            let [start, end] = self.on_sides(distance);
            return vec![start, start + before * (distance * sin / cos), end];
        }
        let [start, end] = self.on_sides(depth + further);
        let height = (depth * STEP - inside * (1.0 - sin / (1.0 + cos))).max(depth * STEP / 2.0);
        vec![start, start + before * height, end + after * height, end]
    }

    /// Returns an arc around the tip of the area's corner.
    fn arc(&self, depth: f64, inside: f64) -> Vec<PathEl> {
        let [start, end] = self.on_sides(depth);
        if self.is_right() {
            // The handles for a quarter of a circle are 0.5523 radii long (Goldapp 1991).
            const HANDLE: f64 = 0.552_284_749_830_793_5;
            let corner = start + (end - self.tip);
            let [first, second] = [start, end].map(|end| end + (corner - end) * HANDLE);
            return vec![PathEl::LineTo(start), PathEl::CurveTo(first, second, end)];
        }
        let sin = ((1.0 - self.cos()) / 2.0).sqrt();
        let inner = (self.sides[0] + self.sides[1]).normalize();
        let (centre, radius) = (self.tip - inner * (inside / sin), depth + inside);
        let reach = (radius * radius - inside * inside).sqrt();
        let inwards = self.inwards();
        let [from, to] = [0, 1].map(|side| self.sides[side] * reach + inwards[side] * inside);
        let mid = inner * radius;
        let mut path = vec![PathEl::LineTo(centre + from)];
        for (from, to) in [(from, mid), (mid, to)] {
            path.push(quarter_or_less(centre, from, to));
        }
        path
    }
}

/// Returns an arc of at most 90° around `centre`. `from` and `to` are the vectors from the centre
/// to the start and to the end of the arc.
fn quarter_or_less(centre: Point, from: Vec2, to: Vec2) -> PathEl {
    let radius = from.hypot();
    let cos = from.dot(to) / (radius * radius);
    // The sine and the cosine of half of the arc's angle. The length of the handle, in radii, is
    // 4/3 of the tangent of a quarter of the arc's angle.
    let (sin, cos) = (((1.0 - cos) / 2.0).max(0.0).sqrt(), ((1.0 + cos) / 2.0).sqrt());
    let handle = 4.0 / 3.0 * sin / (1.0 + cos);
    let across = handle.copysign(from.cross(to));
    let first = from + Vec2::new(-from.y, from.x) * across;
    let second = to - Vec2::new(-to.y, to.x) * across;
    PathEl::CurveTo(centre + first, centre + second, centre + to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::cell_address::CellAddress;
    use hexpress_base::tiling::Tiling;
    use hexpress_base::tiling::hex::Orientation;
    use kurbo::{ParamCurve, ParamCurveNearest, Size};

    /// Returns the areas on which the tests draw frames: a hexagon and a triangle.
    fn areas() -> [Frame; 2] {
        let triangle = Frame::cell(Tiling::Triangles.grid(), CellAddress::new(0, 0), 40.0);
        [Frame::hexagon(Orientation::FlatTop, 20.0), triangle]
    }

    #[test]
    fn the_thin_line_is_parallel_to_the_main_one() {
        for area in areas() {
            for style in [FrameStyle::Deco, FrameStyle::Scallop] {
                let (main, inner) = (outline(style, &area, 3.0, 0.0), outline(style, &area, 3.0, 1.0));
                for segment in inner.segments() {
                    for t in [0.0, 0.25, 0.5, 0.75] {
                        let point = segment.eval(t);
                        let near = main.segments().map(|other| other.nearest(point, 1e-9).distance_sq.sqrt());
                        let near = near.fold(f64::INFINITY, f64::min);
                        // At a corner between straight segments, the lines are farther apart.
                        let is_curve = matches!(segment, kurbo::PathSeg::Cubic(_));
                        assert!(
                            (near - 1.0).abs() < 0.01 || !is_curve && (1.0..1.42).contains(&near),
                            "{style:?} {point} {near}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn all_corners_of_a_frame_are_alike() {
        for area in areas() {
            for style in [FrameStyle::Deco, FrameStyle::Scallop, FrameStyle::Cut] {
                let path = outline(style, &area, 3.0, 0.0);
                let count = area.corners().len();
                let lengths: Vec<f64> = path.segments().map(|s| kurbo::Shape::perimeter(&s, 1e-6)).collect();
                assert_eq!(lengths.len() % count, 0, "{style:?}");
                let each = lengths.len() / count;
                for (index, length) in lengths.iter().enumerate() {
                    assert!((length - lengths[index % each]).abs() < 1e-6, "{style:?} {lengths:?}");
                }
            }
        }
    }

    #[test]
    fn corners_of_a_rectangle_are_squares_and_quarters() {
        let area = Frame::rectangle(Size::new(40.0, 30.0));
        let deco = outline(FrameStyle::Deco, &area, 3.0, 0.0);
        assert_eq!(deco.elements()[1], PathEl::LineTo(Point::new(-17.0, -12.0)));
        let scallop = outline(FrameStyle::Scallop, &area, 3.0, 0.0);
        assert!(
            matches!(scallop.elements()[1], PathEl::CurveTo(_, _, end) if end == Point::new(-17.0, -15.0))
        );
    }
}
