//! Copies, measures and indexes polygons for the searches for cells.

use std::collections::BTreeSet;

use kurbo::{Point, Shape as _};

use crate::facts::lattice::Lattice;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;

/// The largest coordinate of a drawing, in mm. Drawings beyond it are ignored, because no paper is so
/// large.
const MAX_COORDINATE_MM: f64 = 1e7;

/// Returns copies of the polygons with the indices in `set`.
pub(super) fn cloned(polygons: &[Polygon], set: &[usize]) -> Vec<Polygon> {
    set.iter().map(|&i| polygons[i].clone()).collect()
}

/// Returns an index of the centres of the polygons with the indices in `set`. `search_radius` is the usual
/// distance, in mm, within which the index is later searched.
pub(super) fn point_index(polygons: &[Polygon], set: &[usize], search_radius: f64) -> PointIndex<2> {
    PointIndex::from_points(set.iter().map(|&i| (i, polygons[i].centre)), search_radius)
}

/// Returns the sum of the areas of polygons, in mm².
pub(super) fn area<'p>(polygons: impl Iterator<Item = &'p Polygon>) -> f64 {
    polygons.map(|polygon| hexpress_base::geometry::polygon(&polygon.corners).area()).sum()
}

/// Returns whether a point is near enough to the origin to be on paper.
pub(super) fn is_near(point: Point) -> bool {
    point.x.abs() < MAX_COORDINATE_MM && point.y.abs() < MAX_COORDINATE_MM
}

/// Returns whether all corners of a polygon are near enough to the origin to be on paper.
pub(super) fn is_on_paper(polygon: &Polygon) -> bool {
    polygon.corners.iter().all(|corner| is_near(*corner))
}

/// Returns how many different coordinates the cells have on an axis. For example, this is the number of rows.
pub(super) fn count_lines(lattice: &Lattice, axis: impl Fn(&CellAddress) -> i32) -> usize {
    lattice.addresses.iter().flatten().map(axis).collect::<BTreeSet<_>>().len()
}
