//! The lines of a board of points.

use kurbo::{Affine, BezPath, PathSeg, Point, Shape as _, Vec2};

use super::fit::BoardFit;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Single};
use crate::layout::page::Page;
use crate::model::{Board, Bow, Points};
use crate::scene::{Draw, Stroke};

/// The lines between the points that are joined, where each of them lies.
pub fn between_points(board: &Board, points: &Points, middle: impl Fn(Hex) -> Point) -> BezPath {
    let mut path = BezPath::new();
    let at = |point: usize| board.cells.get(point).map(|cell| middle(cell.hex));
    for [from, to] in &points.links {
        let Some((from, to)) = at(*from).zip(at(*to)) else { continue };
        path.move_to(from);
        path.line_to(to);
    }
    for Bow { from, about, to } in &points.bows {
        let (Some(from), Some(about), Some(to)) = (at(*from), at(*about), at(*to)) else { continue };
        let angle = |p: Point| libm::atan2(p.y - about.y, p.x - about.x);
        let sweep = (angle(to) - angle(from)).rem_euclid(std::f64::consts::TAU);
        let radius = from.distance(about);
        // An eighth of a circle is true to some millionths of its radius, a quarter to 0.03 %.
        let pieces = (sweep / std::f64::consts::FRAC_PI_4 - 1e-9).ceil().max(1.0);
        let step = sweep / pieces;
        // A cubic's handles for an arc of `step` (Goldapp 1991): 4/3 tan(step / 4) of the radius.
        let handle = 4.0 / 3.0 * libm::tan(step / 4.0);
        let out = |number: f64| {
            let at = angle(from) + step * number;
            Vec2::new(libm::cos(at), libm::sin(at)) * radius
        };
        path.move_to(from);
        for number in 0..pieces as u8 {
            let (a, b) = (out(f64::from(number)), out(f64::from(number) + 1.0));
            let along = |v: Vec2| Vec2::new(-v.y, v.x) * handle;
            path.curve_to(about + a + along(a), about + b - along(b), about + b);
        }
    }
    path
}

/// Draws a line for each two points that are joined, from middle to middle.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(points) = board.points.as_ref().filter(|points| points.line.width > 0.0) else { return };
    let path = between_points(board, points, |hex| fit.middle(hex));
    if path.is_empty() {
        return;
    }
    let half = points.line.width / 2.0;
    // What lies within the cells takes their room.
    let curves = path.segments().filter(|segment| matches!(segment, PathSeg::Cubic(_)));
    curves.for_each(|curve| page.space.take(curve.bounding_box().inflate(half, half)));
    let stroke = points.line.with_dashes_for(fit.side);
    let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
    page.push(Feature::Single(Single::Lines), Affine::IDENTITY, vec![Draw::stroked(path, stroke)]);
}
