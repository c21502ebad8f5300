//! Finds how a page was moved as a whole: rotated, mirrored, scaled or shifted.
//!
//! - In: the items of both pages.
//! - Out: a transform from expected to actual places.
//! - Not here: single drawings that were moved; `drawing_map` finds these.

use hexpress_base::sorted_map::SortedMap;
use kurbo::{Affine, BezPath, Point, Rect, Vec2};

use super::painted_items::{PaintedForm, PaintedItem, PaintedKind, SAME_PLACE_MM};
use crate::fault::Shift;
use hexpress_base::identity::Identity;
use hexpress_base::point_index::PointIndex;

/// A point on the page that the layout makes, and the same point on the page that was found, in mm.
pub struct PointMatch {
    pub made: Point,
    pub found: Point,
}

/// The items of a page, and the box of its sheet in mm.
#[derive(Clone, Copy)]
pub struct PageItems<'m> {
    pub items: &'m [PaintedItem],
    pub sheet: Rect,
}

/// A map fits a point only if it moves the point to within this distance of its actual place, in mm.
const MAX_FIT_ERROR_MM: f64 = 0.1;
/// The smallest number of points to which an affine map is fitted. A map fits any three points exactly,
/// so only a fourth point shows whether it is right.
const MIN_POINTS: usize = 4;

/// Finds out whether a sheet was rotated by a multiple of 90 degrees. Returns the rotation if it fits at
/// least 95 % of the items. Returns `None` otherwise, or if more than half of the items are in place.
///
/// The items may have lost their names and may be in any order.
pub fn find_quarter_turn(found: PageItems<'_>, made: PageItems<'_>) -> Option<Affine> {
    let targets = Targets::new(found.items);
    let all = made.items.len();
    if all < MIN_POINTS || targets.count_hits(Affine::IDENTITY, made.items) * 2 > all {
        return None;
    }
    let turns = [[0.0, 1.0, -1.0, 0.0], [-1.0, 0.0, 0.0, -1.0], [0.0, -1.0, 1.0, 0.0]];
    turns.into_iter().find_map(|[a, b, c, d]| {
        let turn = Affine::new([a, b, c, d, 0.0, 0.0]);
        let map = turn.then_translate(found.sheet.origin() - turn.transform_rect_bbox(made.sheet).origin());
        let is_turned = is_sheet_turned(map, found.sheet, made.sheet)
            && targets.count_hits(map, made.items) * 20 >= all * 19;
        is_turned.then_some(map)
    })
}

/// The items of a page that was found, indexed by their places.
struct Targets<'m> {
    named: bool,
    keys: Vec<ItemKey<'m>>,
    index: PointIndex<2>,
}

impl<'m> Targets<'m> {
    fn new(items: &'m [PaintedItem]) -> Self {
        let named = items.iter().any(|item| item.id.is_some());
        let keys = items.iter().map(|item| ItemKey::new(item, named)).collect();
        // The index keeps at most 64 items at one place. Otherwise, files with thousands of items at
        // one place would take too long.
        let mut index = PointIndex::<2>::with_limit(MAX_FIT_ERROR_MM, 64);
        items.iter().map(point).enumerate().for_each(|(i, at)| index.insert([at.x, at.y], i));
        Self { named, keys, index }
    }

    /// Returns how many of the layout's items an affine map moves to their actual places.
    fn count_hits(&self, map: Affine, made: &[PaintedItem]) -> usize {
        made.iter()
            .filter(|item| {
                let key = ItemKey::new(item, self.named);
                self.index.within(map * point(item), MAX_FIT_ERROR_MM).any(|i| self.keys[i] == key)
            })
            .count()
    }
}

/// Returns the map from the expected to the actual places of the items of a page. Returns `None` if
/// most items are in place, or if no map fits at least 95 % of them.
pub fn fit_motion(found: &[PaintedItem], made: &[PaintedItem]) -> Option<Affine> {
    map_of_most(&pair_points(found, made))
}

/// Returns the affine map from the expected to the actual points. Returns `None` if the map fits fewer
/// than 95 % of the points, or if fewer than half of the points have moved.
fn map_of_most(matches: &[PointMatch]) -> Option<Affine> {
    let map = fit_affine(matches)?;
    let missed = matches.iter().filter(|m| (map * m.made).distance(m.found) > MAX_FIT_ERROR_MM).count();
    let moved = matches.iter().filter(|m| m.made.distance(m.found) > SAME_PLACE_MM).count();
    (missed * 20 <= matches.len() && moved * 2 >= matches.len()).then_some(map)
}

/// Returns whether an affine map rotates the whole sheet by a multiple of 90 degrees.
pub fn is_sheet_turned(map: Affine, found: Rect, made: Rect) -> bool {
    let turned = map.transform_rect_bbox(made);
    let [a, b, c, d, ..] = map.as_coeffs();
    let is_quarter = (a.abs() < 1e-3 && d.abs() < 1e-3) || (b.abs() < 1e-3 && c.abs() < 1e-3);
    let far = [turned.x0 - found.x0, turned.y0 - found.y0, turned.x1 - found.x1, turned.y1 - found.y1];
    let is_turned = a < 0.5;
    let keeps_size = (map.determinant() - 1.0).abs() < 1e-3;
    is_quarter && is_turned && keeps_size && far.iter().all(|far| far.abs() < 0.2)
}

/// Returns the inverse of `map`, which rotates a sheet by a multiple of 90 degrees. `map` has rounding
/// errors, but the result is an exact rotation.
pub fn turn_back(map: Affine, found: Rect, made: Rect) -> Affine {
    let [a, b, c, d, ..] = map.as_coeffs().map(f64::round);
    let back = Affine::new([a, b, c, d, 0.0, 0.0]).inverse();
    back.then_translate(made.origin() - back.transform_rect_bbox(found).origin())
}

/// Returns the largest distance by which an affine map moves a corner of a page, in mm.
pub fn largest_shift(map: Affine, page: Rect) -> f64 {
    let corners = [(page.x0, page.y0), (page.x1, page.y0), (page.x1, page.y1), (page.x0, page.y1)];
    corners.map(|corner| (map * Point::from(corner)).distance(corner.into())).into_iter().fold(0.0, f64::max)
}

/// If `map` only shifts a page, returns the actual and the expected place of one of the items.
/// Otherwise returns `None`.
pub fn shift_of_mark(map: Affine, made: &[PaintedItem]) -> Option<Shift> {
    let [a, b, c, d, ..] = map.as_coeffs();
    let is_shift = [a - 1.0, b, c, d - 1.0].iter().all(|v| v.abs() < 1e-4);
    let expected = made.iter().find_map(PaintedItem::first_point).filter(|_| is_shift)?;
    Some(Shift { actual: map * expected, expected })
}

/// The properties by which an item is recognized at another place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ItemKey<'m> {
    id: Option<&'m Identity>,
    kind: PaintedKind,
    words: Option<String>,
    colour: Option<[u8; 3]>,
}

impl<'m> ItemKey<'m> {
    fn new(item: &'m PaintedItem, named: bool) -> Self {
        let id = item.id.as_deref().filter(|_| named);
        ItemKey { id, kind: item.kind(), words: item.words(), colour: item.colour().map(|colour| colour.0) }
    }
}

/// Returns the points of items, grouped by the keys of the items.
fn by_key(items: &[PaintedItem], named: bool) -> SortedMap<ItemKey<'_>, Vec<Point>> {
    let mut all: SortedMap<ItemKey<'_>, Vec<Point>> = SortedMap::new();
    for item in items {
        all.entry(ItemKey::new(item, named)).or_default().push(point(item));
    }
    all
}

/// Pairs the points of equal items on both pages. The items of a pair may be at different places.
fn pair_points(found: &[PaintedItem], made: &[PaintedItem]) -> Vec<PointMatch> {
    let named = found.iter().any(|item| item.id.is_some());
    let (found_points, made_points) = (by_key(found, named), by_key(made, named));
    let mut matches = Vec::new();
    for (key, made) in made_points {
        let Some(found) = found_points.get(&key).filter(|found| found.len() == made.len()) else { continue };
        matches.extend(made.into_iter().zip(found).map(|(made, &found)| PointMatch { made, found }));
    }
    matches
}

/// Returns the point of an item that is compared to find out how the item was moved.
fn point(item: &PaintedItem) -> Point {
    match &item.form {
        PaintedForm::Surface(path, _) | PaintedForm::Line(path, _) => centre(path),
        PaintedForm::Words(text) => text.origin,
        PaintedForm::Picture(corners) => corners[0].midpoint(corners[2]),
    }
}

/// Returns the mean of all points where a segment of an outline ends.
fn centre(path: &BezPath) -> Point {
    let ends = path.elements().iter().filter_map(kurbo::PathEl::end_point);
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for end in ends {
        (sum, count) = (sum + end.to_vec2(), count + 1.0);
    }
    if count > 0.0 { (sum / count).to_point() } else { Point::ORIGIN }
}

/// Returns the affine map that fits all matches best, by least squares. Returns `None` if there are
/// fewer than four points, or if all are on one line.
pub fn fit_affine(matches: &[PointMatch]) -> Option<Affine> {
    if matches.len() < MIN_POINTS {
        return None;
    }
    let count = matches.len() as f64;
    let made = matches.iter().map(|m| m.made.to_vec2()).sum::<Vec2>() / count;
    let found = matches.iter().map(|m| m.found.to_vec2()).sum::<Vec2>() / count;
    // The sums of the normal equations. `p` is an expected point and `q` an actual point, both measured
    // from their means. For example, `ux` is the sum of `q.x * p.x`.
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
    // This is Cramer's rule for the rows of the linear part.
    let (a, c) = ((ux * yy - uy * xy) / determinant, (uy * xx - ux * xy) / determinant);
    let (b, d) = ((vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant);
    let linear = Affine::new([a, b, c, d, 0.0, 0.0]);
    Some(Affine::translate(found - (linear * made.to_point()).to_vec2()) * linear)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::painted_items::ItemsOfBoth;

    #[test]
    fn the_map_to_all_points_is_found() {
        let points = [(0.0, 0.0), (100.0, 10.0), (30.0, 200.0), (80.0, 90.0), (50.0, 50.0)];
        for transform in [
            Affine::scale(0.97),
            Affine::translate((0.3, -0.1)),
            Affine::new([0.0, 1.0, -1.0, 0.0, 210.0, 0.0]),
            Affine::new([-1.0, 0.0, 0.0, 1.0, 210.0, 0.0]),
        ] {
            let matches = points.map(|p| PointMatch { made: p.into(), found: transform * Point::from(p) });
            let found = fit_affine(&matches).unwrap();
            for (a, b) in found.as_coeffs().iter().zip(transform.as_coeffs()) {
                assert!((a - b).abs() < 1e-9, "{found:?} is not {transform:?}");
            }
        }
        let line = [0.0, 1.0, 2.0, 3.0].map(|x| PointMatch { made: (x, x).into(), found: (x, x).into() });
        assert!(fit_affine(&line).is_none());
    }

    /// Returns a grid of 40 points that are shifted by 5 mm. `astray` is the number of points that
    /// are shifted slightly farther.
    fn shifted(astray: usize) -> Vec<PointMatch> {
        let spread = [0, 13, 26, 39];
        let point = |index: usize| {
            let made = Point::new((index % 8) as f64 * 20.0, (index / 8) as f64 * 40.0);
            let more = if spread[..astray].contains(&index) { 0.2 } else { 0.0 };
            PointMatch { made, found: made + Vec2::new(5.0 + more, 0.0) }
        };
        (0..40).map(point).collect()
    }

    #[test]
    fn a_map_leads_to_at_least_95_percent_of_the_points() {
        for (astray, is_found) in [(0, true), (2, true), (3, false), (4, false)] {
            assert_eq!(map_of_most(&shifted(astray)).is_some(), is_found, "{astray} of 40");
        }
    }

    #[test]
    fn a_map_moves_at_least_half_of_the_points() {
        let still = |count: usize| {
            let mut points = shifted(0);
            points.iter_mut().for_each(|point| point.found = point.made);
            map_of_most(&points[..count])
        };
        assert_eq!(still(40), None);
        assert_eq!(still(3), None);
    }

    /// Returns discs at these places on a sheet of 100 x 100 mm.
    fn discs(places: &[(f64, f64)]) -> Vec<PaintedItem> {
        let drawn: String =
            places.iter().map(|(x, y)| format!("<path d=\"M{x} {y}h4v4h-4z\" fill=\"red\"/>")).collect();
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" \
             viewBox=\"0 0 100 100\">{drawn}</svg>"
        );
        let page = hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0);
        ItemsOfBoth::new(&page, &page, Rect::new(0.0, 0.0, 100.0, 100.0)).found
    }

    #[test]
    fn a_sheet_was_turned_if_its_items_are_where_the_turn_leads() {
        let sheet = Rect::new(0.0, 0.0, 100.0, 100.0);
        let made = discs(&[(10.0, 10.0), (30.0, 10.0), (50.0, 20.0), (70.0, 40.0), (20.0, 80.0)]);
        let half_turn = discs(&[(86.0, 86.0), (66.0, 86.0), (46.0, 76.0), (26.0, 56.0), (76.0, 16.0)]);
        let elsewhere = discs(&[(1.0, 60.0), (7.0, 66.0), (80.0, 70.0), (90.0, 30.0), (40.0, 61.0)]);
        let turn = |found: &[PaintedItem]| {
            find_quarter_turn(PageItems { items: found, sheet }, PageItems { items: &made, sheet })
        };
        assert_eq!(turn(&half_turn), Some(Affine::new([-1.0, 0.0, 0.0, -1.0, 100.0, 100.0])));
        assert_eq!(turn(&elsewhere), None);
        assert_eq!(turn(&made), None);
    }
}
