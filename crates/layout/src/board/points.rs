//! Draws the lines of a board of points, such as nine men's morris.
//!
//! - In: a board with links between its points, and its place on the sheet.
//! - Out: one drawing of all lines. Each line runs from the middle of one point to the middle of
//!   another. The outlines and the contents of cells are drawn over the lines.
//! - Not here: drawing the points themselves (`cells`).

use kurbo::{Affine, BezPath, PathSeg, Point, Shape as _, Vec2};

use super::fit::BoardFit;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::{Board, PointArc, Points};
use hexpress_scene::{Drawing, Stroke};

/// Returns the lines between linked points. `middle` returns the place of a cell.
pub fn between_points(board: &Board, points: &Points, middle: impl Fn(CellAddress) -> Point) -> BezPath {
    let place = |point: usize| board.cells.get(point).map(|cell| middle(cell.address));
    let mut path = BezPath::new();
    for [from, to] in &points.links {
        let Some((from, to)) = place(*from).zip(place(*to)) else { continue };
        path.move_to(from);
        path.line_to(to);
    }
    for PointArc { from, centre: about, to } in &points.arcs {
        let (Some(from), Some(about), Some(to)) = (place(*from), place(*about), place(*to)) else { continue };
        add_arc(&mut path, from, about, to);
    }
    path
}

/// Adds an arc with the centre `about`. The arc runs clockwise as seen on the sheet.
fn add_arc(path: &mut BezPath, from: Point, about: Point, to: Point) {
    let start = angle(from - about);
    let sweep = (angle(to - about) - start).rem_euclid(std::f64::consts::TAU);
    let radius = from.distance(about);
    // An arc is divided into curves of at most an eighth of a circle, because their error is only a few
    // millionths of the radius. For a quarter of a circle, the error would be 0.03 %.
    let pieces = (sweep / std::f64::consts::FRAC_PI_4 - 1e-9).ceil().max(1.0);
    let step = sweep / pieces;
    // The length of the handles of a cubic curve that replaces an arc of the angle `step`: the radius
    // times 4/3 tan(step / 4) (Goldapp 1991).
    let handle = 4.0 / 3.0 * libm::tan(step / 4.0);
    path.move_to(from);
    for number in 0..pieces as u8 {
        let a = on_circle(radius, start + step * f64::from(number));
        let b = on_circle(radius, start + step * (f64::from(number) + 1.0));
        path.curve_to(about + a + turned_right(a) * handle, about + b - turned_right(b) * handle, about + b);
    }
}

/// Returns the angle between the x axis and a vector, in radians clockwise as seen on the sheet.
fn angle(v: Vec2) -> f64 {
    libm::atan2(v.y, v.x)
}

fn on_circle(radius: f64, angle: f64) -> Vec2 {
    Vec2::new(libm::cos(angle), libm::sin(angle)) * radius
}

/// Returns a vector rotated by 90 degrees clockwise as seen on the sheet.
fn turned_right(v: Vec2) -> Vec2 {
    Vec2::new(-v.y, v.x)
}

/// Draws a line between every two points that are linked.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let Some(points) = board.points.as_ref().filter(|points| points.line.width > 0.0) else { return };
    let path = between_points(board, points, |address| fit.centre(address));
    if path.is_empty() {
        return;
    }
    let half = points.line.width / 2.0;
    // Only curved lines are marked as taken. Straight lines stay inside the area of the cells, which is
    // already taken.
    for curve in path.segments().filter(|segment| matches!(segment, PathSeg::Cubic(_))) {
        page.space.take(curve.bounding_box().inflate(half, half));
    }
    let dashed = points.line.with_dashes_for(fit.side);
    let stroke = Stroke { round: dashed.dash.is_empty(), ..dashed };
    let ink = stroke.ink.clone();
    let heads = points.arrows.iter().filter_map(|arrow| arrowhead(board, points, fit, *arrow));
    let heads: Vec<Drawing> = heads.map(|head| Drawing::filled(head, ink.clone())).collect();
    let lines = [Drawing::stroked(path, stroke)];
    page.push(Feature::Single(Single::Lines), Affine::IDENTITY, lines.into_iter().chain(heads).collect());
}

/// Returns the arrowhead of the link between two cells. `arrow` contains the indices of both cells. The link
/// begins at the first cell, and ends at the second.
///
/// The tip touches the outline of the cell where the link ends. If the cells are close together,
/// the arrowhead is shorter than usual. If the cells touch, returns `None`.
fn arrowhead(board: &Board, points: &Points, fit: &BoardFit, arrow: [usize; 2]) -> Option<BezPath> {
    /// The width of an arrowhead, as a fraction of its length.
    const WIDTH: f64 = 0.8;
    let [from, to] = [board.cells.get(arrow[0])?, board.cells.get(arrow[1])?];
    let (start, end) = (fit.centre(from.address), fit.centre(to.address));
    let along = (end - start).normalize();
    let size = fit.grid.bounds(to.address).size() * fit.side;
    let inside = match board.has_discs {
        true => size.width / 2.0,
        false => (size.width / 2.0 / along.x.abs()).min(size.height / 2.0 / along.y.abs()),
    };
    let length = points.arrow_length.min(start.distance(end) - 2.0 * inside);
    let tip = end - along * inside;
    let (base, half) = (tip - along * length, turned_right(along) * (length * WIDTH / 2.0));
    (length > 0.0).then(|| polygon(&[tip, base + half, base - half]))
}
