//! Finds cells that are enclosed by crossing lines.
//!
//! - In: polygons that crossing lines enclose.
//! - Out: the polygons that are cells, except cells that are also drawn as closed shapes. Also the loose
//!   ends of lines along cells; a loose end meets no other line.

use std::collections::HashSet;

use kurbo::Point;

use super::polygons::is_near;
use crate::facts::board::FoundBoard;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::{LooseEnd, Polygon};

/// A closed polygon and a polygon between lines may be the same cell. The shorter of their sides must
/// then be at least this fraction of the longer one. A smaller closed polygon is a drawing in the cell.
const MIN_SIDE_RATIO: f64 = 0.7;
/// The largest distance between the end of a line and the corner of a cell, as a fraction of the
/// cell's side.
const MAX_END_DISTANCE: f64 = 0.15;

/// Returns the polygons in `between`. Leaves out those for which `closed` contains a polygon with about
/// the same place and size.
pub(super) fn without_closed(closed: &[Polygon], mut between: Vec<Polygon>) -> Vec<Polygon> {
    let largest_side = closed.iter().map(Polygon::side).fold(0.0, f64::max);
    let centres = closed.iter().map(|polygon| polygon.centre).enumerate();
    let index = PointIndex::from_points(centres, largest_side.max(1.0));
    between.retain(|face| {
        let side = face.side();
        let alike = MIN_SIDE_RATIO * side..=side / MIN_SIDE_RATIO;
        !is_near(face.centre)
            || !index.within(face.centre, 0.5 * side).any(|i| alike.contains(&closed[i].side()))
    });
    between
}

/// Keeps only those polygons in `between` that are cells of the boards. Lines across several cells may
/// enclose larger polygons, which are left out.
pub(super) fn of_boards(mut between: Vec<Polygon>, boards: &[FoundBoard]) -> Vec<Polygon> {
    let outlines = boards.iter().flat_map(|board| &board.cells).map(|cell| &cell.outline);
    let cells: HashSet<Vec<[u64; 2]>> = outlines.map(corner_bits).collect();
    between.retain(|face| cells.contains(&corner_bits(face)));
    between
}

/// Returns the exact coordinates of the corners as bits, which can be stored in a hash set.
fn corner_bits(polygon: &Polygon) -> Vec<[u64; 2]> {
    polygon.corners.iter().map(|corner| [corner.x, corner.y].map(f64::to_bits)).collect()
}

/// Returns the loose ends of the lines that run along an edge of a cell.
pub(super) fn along_cells(cells: &[Polygon], mut loose: Vec<LooseEnd>) -> Vec<LooseEnd> {
    let edges = cells.iter().enumerate().flat_map(|(i, cell)| {
        let next = cell.corners.iter().cycle().skip(1);
        cell.corners.iter().zip(next).map(move |(a, b)| (i, a.midpoint(*b)))
    });
    let largest_side = cells.iter().map(Polygon::side).fold(0.0, f64::max).max(1.0);
    let index = PointIndex::from_points(edges, largest_side);
    loose.retain(|line| {
        let centre = line.from.midpoint(line.target);
        is_near(centre)
            && index
                .within(centre, MAX_END_DISTANCE * largest_side)
                .any(|i| has_corner_near(&cells[i], line.from) && has_corner_near(&cells[i], line.target))
    });
    loose
}

fn has_corner_near(cell: &Polygon, point: Point) -> bool {
    cell.corners.iter().any(|corner| corner.distance(point) <= MAX_END_DISTANCE * cell.side())
}
