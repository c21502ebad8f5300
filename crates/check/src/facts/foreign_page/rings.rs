//! Recognises outlines of cells that a program converted to areas. Such an area is a ring: a path with
//! a hole. The ring has an outer contour and an inner contour, and both are similar to the outline of
//! the cell.
//!
//! - In: the closed polygons of a page.
//! - Out: the same polygons, but with one polygon for each ring.

use kurbo::Point;

use super::polygons::is_near;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;
use hexpress_read::{ItemKind, Page};

/// The smallest size of the hole in a ring, as a fraction of the size of the outer contour. If the hole
/// is smaller, the area is not an outline.
const MIN_HOLE_SIZE: f64 = 0.9;
/// The largest distance between the centres of the two contours of a ring, as a fraction of a side.
const MAX_CENTRE_DISTANCE: f64 = 0.05;
/// At most this number of polygons are examined around one place.
const MAX_POLYGONS_AT_PLACE: usize = 64;

/// Returns the polygons, but with one polygon for each ring.
///
/// If a ring is around the edge of another polygon, it is the outline of that polygon, and is left out.
/// All other rings are replaced either by their outer contours, or by the lines along their middles. Of
/// these two, the function chooses the one with smaller gaps and overlaps between neighbouring polygons.
pub(super) fn as_lines(page: &Page, mut polygons: Vec<Polygon>) -> Vec<Polygon> {
    let widest = polygons.iter().map(Polygon::side).filter(|side| side.is_finite()).fold(0.0, f64::max);
    if widest <= 0.0 || !polygons.iter().any(|polygon| is_area(page, polygon)) {
        return polygons;
    }
    let index = Concentric::new(&polygons, (MAX_CENTRE_DISTANCE * widest).clamp(0.01, 100.0));
    let mut gone = vec![false; polygons.len()];
    let mut rings: Vec<(usize, Polygon)> = Vec::new();
    for (number, outer) in polygons.iter().enumerate() {
        if !is_near(outer.centre) || !is_area(page, outer) {
            continue;
        }
        let Some(hole) = index.find(outer, |inner| is_hole(inner, outer)) else { continue };
        let inner = &polygons[hole];
        gone[hole] = true;
        if index.find(outer, |other| is_between(other, outer, inner)).is_some() {
            gone[number] = true;
        } else {
            rings.push((number, middle_line(outer, inner)));
        }
    }
    // A single ring has no neighbours. Both distances are then infinite, and the middle line is used.
    let is_line_better = distance_from_touching(rings.iter().map(|(_, line)| line))
        <= distance_from_touching(rings.iter().map(|(number, _)| &polygons[*number]));
    if is_line_better {
        rings.into_iter().for_each(|(number, line)| polygons[number] = line);
    }
    let mut is_gone = gone.into_iter();
    polygons.retain(|_| !is_gone.next().unwrap_or(false));
    polygons
}

/// Returns whether `inner` is the hole in the ring with the outer contour `outer`.
fn is_hole(inner: &Polygon, outer: &Polygon) -> bool {
    inner.item == outer.item
        && inner.corners.len() == outer.corners.len()
        && (MIN_HOLE_SIZE..1.0).contains(&(inner.side() / outer.side()))
        && inner.centre.distance(outer.centre) <= MAX_CENTRE_DISTANCE * outer.side()
        && inner.corners.iter().all(|corner| outer.depth(*corner) > 0.0)
}

/// Returns whether the edge of the polygon `other` is between the two contours of a ring.
fn is_between(other: &Polygon, outer: &Polygon, inner: &Polygon) -> bool {
    other.item != outer.item
        && other.corners.len() == outer.corners.len()
        && other.corners.iter().all(|corner| outer.depth(*corner) >= 0.0)
        && inner.corners.iter().all(|corner| other.depth(*corner) >= 0.0)
}

/// An index that finds polygons with the same centre.
struct Concentric<'p> {
    all: &'p [Polygon],
    index: PointIndex<2>,
    search_radius: f64,
}

impl<'p> Concentric<'p> {
    fn new(all: &'p [Polygon], search_radius: f64) -> Self {
        let mut index = PointIndex::<2>::with_limit(search_radius, MAX_POLYGONS_AT_PLACE);
        for (number, polygon) in all.iter().enumerate().filter(|(_, polygon)| is_near(polygon.centre)) {
            index.insert([polygon.centre.x, polygon.centre.y], number);
        }
        Self { all, index, search_radius }
    }

    /// Returns the index of another polygon that has about the same centre as `own_polygon` and
    /// satisfies `fits`. Returns `None` if there is no such polygon.
    fn find(&self, own_polygon: &Polygon, fits: impl Fn(&Polygon) -> bool) -> Option<usize> {
        let mut near = self.index.within(own_polygon.centre, self.search_radius);
        near.find(|&other| !std::ptr::eq(&self.all[other], own_polygon) && fits(&self.all[other]))
    }
}

/// Measures the gap or overlap between each polygon and its nearest neighbour. Returns the median width
/// of these, as a fraction of the distance between opposite edges.
fn distance_from_touching<'p>(polygons: impl Iterator<Item = &'p Polygon>) -> f64 {
    let all: Vec<&Polygon> = polygons.collect();
    let search_radius = all.iter().map(|polygon| polygon.neighbour_distance()).fold(0.0, f64::max) * 1.5;
    let index =
        PointIndex::from_points(all.iter().map(|polygon| polygon.centre).enumerate(), search_radius.max(1.0));
    let distances = all.iter().enumerate().map(|(number, own_polygon)| {
        let others = index
            .within(own_polygon.centre, search_radius)
            .filter(|other| *other != number)
            .take(MAX_POLYGONS_AT_PLACE);
        let nearest =
            others.map(|other| own_polygon.centre.distance(all[other].centre)).fold(f64::INFINITY, f64::min);
        (nearest / own_polygon.neighbour_distance() - 1.0).abs()
    });
    let mut shares: Vec<f64> = distances.collect();
    shares.sort_by(f64::total_cmp);
    shares.get(shares.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// Returns whether the path of a polygon may be a ring. Such a path has several parts, a fill and no
/// line.
fn is_area(page: &Page, polygon: &Polygon) -> bool {
    let kind = page.items.get(polygon.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { fill: Some(_), stroke: None, path }) if path.parts() > 1)
}

/// Returns the polygon halfway between both contours of a ring.
fn middle_line(outer: &Polygon, inner: &Polygon) -> Polygon {
    let corners = outer.corners.iter().map(|corner| corner.midpoint(nearest_corner(inner, *corner)));
    Polygon::new(corners.collect::<Vec<_>>(), outer.item)
}

/// Returns the corner of a polygon that is nearest to a point. Returns the point itself if the
/// polygon has no corners.
fn nearest_corner(polygon: &Polygon, point: Point) -> Point {
    let corners = polygon.corners.iter().copied();
    let nearest = corners.min_by(|a, b| a.distance_squared(point).total_cmp(&b.distance_squared(point)));
    nearest.unwrap_or(point)
}
