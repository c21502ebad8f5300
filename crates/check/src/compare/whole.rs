//! Pages that lie elsewhere as a whole: turned, mirrored, scaled or shifted.

use crate::base::map::Map;
use kurbo::{Affine, BezPath, Point, Rect};

use super::marks::SAME;
use super::marks::{Mark, MarkKind, What};
use crate::base::identity::Identity;
use crate::base::point_index::PointIndex;
use crate::check::fault::Shift;

/// Points that belong together: of the page that should be, and of that which was found.
pub struct Match {
    pub made: Point,
    pub found: Point,
}

/// A page: its marks, and its sheet.
#[derive(Clone, Copy)]
pub struct MarkedPage<'m> {
    pub marks: &'m [Mark],
    pub sheet: Rect,
}

/// The turn of a sheet by right angles that leads to nearly all marks, of which few lie where they should. No names are
/// needed, nor an order.
pub fn quarter(found: MarkedPage<'_>, made: MarkedPage<'_>) -> Option<Affine> {
    const NEAR: f64 = 0.1;
    let named = found.marks.iter().any(|mark| mark.id.is_some());
    let keys: Vec<Key<'_>> = found.marks.iter().map(|mark| Key::of(mark, named)).collect();
    // Where more marks are heaped up than a page can mean, some of them will do.
    let mut index = PointIndex::<2>::crowded(NEAR, 64);
    found.marks.iter().map(point).enumerate().for_each(|(i, at)| index.insert([at.x, at.y], i));
    let leads = |way: Affine, mark: &&Mark| {
        let key = Key::of(mark, named);
        index.within(way * point(mark), NEAR).any(|i| keys[i] == key)
    };
    let count = |way: Affine| made.marks.iter().filter(|mark| leads(way, mark)).count();
    let all = made.marks.len();
    if all < 4 || count(Affine::IDENTITY) * 2 > all {
        return None;
    }
    let turns = [[0.0, 1.0, -1.0, 0.0], [-1.0, 0.0, 0.0, -1.0], [0.0, -1.0, 1.0, 0.0]];
    turns.into_iter().find_map(|[a, b, c, d]| {
        let turn = Affine::new([a, b, c, d, 0.0, 0.0]);
        let way = turn.then_translate(found.sheet.origin() - turn.transform_rect_bbox(made.sheet).origin());
        (is_sheet_turned(way, found.sheet, made.sheet) && count(way) * 20 >= all * 19).then_some(way)
    })
}

/// The way from the page that should be to that which was found; none where it lies as it should, or where no one way
/// leads to nearly all of its marks.
pub fn way(found: &[Mark], made: &[Mark]) -> Option<Affine> {
    let matches = matches(found, made);
    let way = fitted(&matches)?;
    let misses = |m: &Match| (way * m.made).distance(m.found) > 0.1;
    let missed = matches.iter().filter(|m| misses(m)).count();
    let is_elsewhere = matches.iter().filter(|m| m.made.distance(m.found) > SAME).count();
    (missed * 20 <= matches.len() && is_elsewhere * 2 >= matches.len()).then_some(way)
}

/// Whether a way turns the sheet with all that is on it.
pub fn is_sheet_turned(way: Affine, found: Rect, made: Rect) -> bool {
    let turned = way.transform_rect_bbox(made);
    let [a, b, c, d, ..] = way.as_coeffs();
    let is_quarter = (a.abs() < 1e-3 && d.abs() < 1e-3) || (b.abs() < 1e-3 && c.abs() < 1e-3);
    let far = [turned.x0 - found.x0, turned.y0 - found.y0, turned.x1 - found.x1, turned.y1 - found.y1];
    let is_turned = a < 0.5;
    let keeps_size = (way.determinant() - 1.0).abs() < 1e-3;
    is_quarter && is_turned && keeps_size && far.iter().all(|far| far.abs() < 0.2)
}

/// The way back from a sheet that was turned by right angles.
pub fn back(way: Affine, found: Rect, made: Rect) -> Affine {
    let [a, b, c, d, ..] = way.as_coeffs().map(f64::round);
    let back = Affine::new([a, b, c, d, 0.0, 0.0]).inverse();
    back.then_translate(made.origin() - back.transform_rect_bbox(found).origin())
}

/// How far a way leads from where things should be, at the farthest corner of a page, in mm.
pub fn farthest(way: Affine, page: Rect) -> f64 {
    let corners = [(page.x0, page.y0), (page.x1, page.y0), (page.x1, page.y1), (page.x0, page.y1)];
    corners.map(|corner| (way * Point::from(corner)).distance(corner.into())).into_iter().fold(0.0, f64::max)
}

/// Where a mark lies on a page that is shifted as a whole, and where it should; none for pages that are not only shifted.
pub fn shift(way: Affine, made: &[Mark]) -> Option<Shift> {
    let [a, b, c, d, ..] = way.as_coeffs();
    let is_plain = [a - 1.0, b, c, d - 1.0].iter().all(|v| v.abs() < 1e-4);
    let should = made.iter().find_map(Mark::corner).filter(|_| is_plain)?;
    Some(Shift { is: way * should, should })
}

/// What tells a mark from others without its place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'m> {
    id: Option<&'m Identity>,
    kind: MarkKind,
    words: Option<String>,
    colour: Option<[u8; 3]>,
}

impl<'m> Key<'m> {
    fn of(mark: &'m Mark, named: bool) -> Self {
        let id = mark.id.as_deref().filter(|_| named);
        Key { id, kind: mark.kind(), words: mark.words(), colour: mark.colour().map(|colour| colour.0) }
    }
}

/// The points of marks, by what tells these from others.
fn by_key(marks: &[Mark], named: bool) -> Map<Key<'_>, Vec<Point>> {
    let mut all: Map<Key<'_>, Vec<Point>> = Map::new();
    for mark in marks {
        all.entry(Key::of(mark, named)).or_default().push(point(mark));
    }
    all
}

/// The points of marks that are the same on both pages, wherever they lie.
fn matches(found: &[Mark], made: &[Mark]) -> Vec<Match> {
    let named = found.iter().any(|mark| mark.id.is_some());
    let (found, made) = (by_key(found, named), by_key(made, named));
    let mut matches = Vec::new();
    for (key, made) in made {
        let Some(found) = found.get(&key).filter(|found| found.len() == made.len()) else { continue };
        matches.extend(made.into_iter().zip(found).map(|(made, &found)| Match { made, found }));
    }
    matches
}

/// A point that goes where its mark goes.
fn point(mark: &Mark) -> Point {
    match &mark.what {
        What::Surface(path, _) | What::Line(path, _) => middle(path),
        What::Words(text) => text.origin,
        What::Picture(corners) => corners[0].midpoint(corners[2]),
    }
}

/// The middle of the ends of an outline's segments.
fn middle(path: &BezPath) -> Point {
    let ends = path.elements().iter().filter_map(kurbo::PathEl::end_point);
    let (mut sum, mut count) = (kurbo::Vec2::ZERO, 0.0);
    for end in ends {
        (sum, count) = (sum + end.to_vec2(), count + 1.0);
    }
    if count > 0.0 { (sum / count).to_point() } else { Point::ORIGIN }
}

/// The affine way that leads nearest to all matches, by least squares; none for fewer than four points, or for points on
/// one line.
pub fn fitted(matches: &[Match]) -> Option<Affine> {
    if matches.len() < 4 {
        return None;
    }
    let count = matches.len() as f64;
    let mean = |of: fn(&Match) -> Point| matches.iter().map(|m| of(m).to_vec2()).sum::<kurbo::Vec2>() / count;
    let (made, found) = (mean(|m| m.made), mean(|m| m.found));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut ux, mut uy, mut vx, mut vy) = (0.0, 0.0, 0.0, 0.0);
    for m in matches {
        let (p, q) = (m.made.to_vec2() - made, m.found.to_vec2() - found);
        (xx, xy, yy) = (xx + p.x * p.x, xy + p.x * p.y, yy + p.y * p.y);
        (ux, uy, vx, vy) = (ux + q.x * p.x, uy + q.x * p.y, vx + q.y * p.x, vy + q.y * p.y);
    }
    let determinant = xx * yy - xy * xy;
    if determinant <= 1e-6 * (xx + yy).max(1.0) {
        return None;
    }
    let solve = |x: f64, y: f64| ((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant);
    let ((a, c), (b, d)) = (solve(ux, uy), solve(vx, vy));
    let turned = Affine::new([a, b, c, d, 0.0, 0.0]);
    Some(Affine::translate(found - (turned * made.to_point()).to_vec2()) * turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_all_points_is_found() {
        let points = [(0.0, 0.0), (100.0, 10.0), (30.0, 200.0), (80.0, 90.0), (50.0, 50.0)];
        for way in [
            Affine::scale(0.97),
            Affine::translate((0.3, -0.1)),
            Affine::new([0.0, 1.0, -1.0, 0.0, 210.0, 0.0]),
            Affine::new([-1.0, 0.0, 0.0, 1.0, 210.0, 0.0]),
        ] {
            let matches = points.map(|p| Match { made: p.into(), found: way * Point::from(p) });
            let found = fitted(&matches).unwrap();
            for (a, b) in found.as_coeffs().iter().zip(way.as_coeffs()) {
                assert!((a - b).abs() < 1e-9, "{found:?} is not {way:?}");
            }
        }
        let line = [0.0, 1.0, 2.0, 3.0].map(|x| Match { made: (x, x).into(), found: (x, x).into() });
        assert!(fitted(&line).is_none());
    }
}
