//! Outlines that a program turned into areas: a path with a hole, whose two contours have the corners of one cell. The
//! input is the closed polygons of a page; the output is the same with each such ring as one line.

use kurbo::Point;

use super::is_near;
use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::read::{ItemKind, Page};

/// How small the hole of a ring is at least, as a share of its outer contour. A smaller one is no line.
const THIN: f64 = 0.9;
/// How far apart the middles of both contours may lie, as a share of a side.
const OFF: f64 = 0.05;
/// The most polygons that are looked at around one place.
const CROWD: usize = 64;

/// Returns the polygons with every ring as the line along its middle. A ring around the rim of another polygon is the
/// outline of that one and is left out.
pub(super) fn as_lines(page: &Page, polygons: Vec<Polygon>) -> Vec<Polygon> {
    let widest = polygons.iter().map(Polygon::side).filter(|side| side.is_finite()).fold(0.0, f64::max);
    if widest <= 0.0 || !polygons.iter().any(|own| is_area(page, own)) {
        return polygons;
    }
    let reach = (OFF * widest).clamp(0.01, 100.0);
    let mut index = PointIndex::<2>::crowded(reach, CROWD);
    for (number, own) in polygons.iter().enumerate().filter(|(_, own)| is_near(own.centre)) {
        index.insert([own.centre.x, own.centre.y], number);
    }
    let mut kept: Vec<Option<Polygon>> = polygons.iter().cloned().map(Some).collect();
    for (number, outer) in polygons.iter().enumerate() {
        if !is_near(outer.centre) || !is_area(page, outer) {
            continue;
        }
        let here = || index.within(outer.centre, reach).filter(|other| *other != number);
        let is_hole = |inner: &Polygon| {
            inner.item == outer.item
                && inner.corners.len() == outer.corners.len()
                && (THIN..1.0).contains(&(inner.side() / outer.side()))
                && inner.centre.distance(outer.centre) <= OFF * outer.side()
                && inner.corners.iter().all(|corner| outer.depth(*corner) > 0.0)
        };
        let Some(hole) = here().find(|other| is_hole(&polygons[*other])) else { continue };
        let inner = &polygons[hole];
        let is_between = |other: &Polygon| {
            other.item != outer.item
                && other.corners.len() == outer.corners.len()
                && other.corners.iter().all(|corner| outer.depth(*corner) >= 0.0)
                && inner.corners.iter().all(|corner| other.depth(*corner) >= 0.0)
        };
        let is_outline = here().any(|other| is_between(&polygons[other]));
        kept[hole] = None;
        kept[number] = if is_outline { None } else { Some(middle(outer, inner)) };
    }
    kept.into_iter().flatten().collect()
}

/// Whether a polygon is filled and has no line of its own.
fn is_area(page: &Page, own: &Polygon) -> bool {
    let kind = page.items.get(own.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { fill: Some(_), stroke: None, path }) if path.parts() > 1)
}

/// The polygon halfway between both contours of a ring.
fn middle(outer: &Polygon, inner: &Polygon) -> Polygon {
    let nearest = |corner: &Point| {
        let far = |other: &&Point| other.distance_squared(*corner);
        inner.corners.iter().min_by(|a, b| far(a).total_cmp(&far(b))).copied().unwrap_or(*corner)
    };
    let corners: Vec<Point> = outer.corners.iter().map(|corner| corner.midpoint(nearest(corner))).collect();
    Polygon::new(corners, outer.item)
}
