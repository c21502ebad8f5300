//! Recognises sets of touching polygons that are not boards: tiles to be cut out, and cells that
//! lines enclose by chance.
//!
//! - In: a set of polygons.
//! - Out: whether the set is not a board.

use kurbo::{Rect, Vec2};

use super::polygons::{area, count_lines};
use crate::facts::item::covers;
use crate::facts::lattice::Lattice;
use hexpress_base::point_index::PointIndex;
use hexpress_read::Page;
use hexpress_read::find::Polygon;

/// Polygons are tiles with bleed if they overlap by at least this fraction of the distance between
/// opposite edges of a polygon.
const OVER: f64 = 0.05;
/// Polygons in one line are tiles if the gaps between them are at least this fraction of the
/// distance between opposite edges of a polygon.
const AWAY: f64 = 0.03;
/// The largest number of polygons that are examined around one place.
const CROWD: usize = 64;
/// The largest number of cells that lines can enclose by chance.
const FEW: usize = 9;
/// Cells that lines enclose by chance cover at most this fraction of the drawing.
const SMALL: f64 = 0.25;
/// Cells that lines enclose by chance are at least this irregular, as a fraction of a side.
const CROOKED: f64 = 0.01;

/// Returns whether hexagons are tiles to be cut out. The bleeds of such tiles overlap, or the tiles
/// form one row with gaps between them.
pub(super) fn is_sheet_of_tiles(cells: &[Polygon], lattice: &Lattice) -> bool {
    if !lattice.tiling.is_hexagons() {
        return false;
    }
    let reach = cells.iter().map(Polygon::step).fold(0.0, f64::max) * 1.2;
    let index = PointIndex::of(cells.iter().map(|cell| cell.centre).enumerate(), reach);
    let numbers = 0..cells.len();
    let mut rooms: Vec<f64> =
        numbers.filter_map(|number| room_to_nearest(cells, &index, number, reach)).collect();
    rooms.sort_by(f64::total_cmp);
    let Some(usual) = rooms.get(rooms.len() / 2) else { return false };
    *usual < -OVER || *usual > AWAY && is_line(lattice)
}

/// Returns the gap between a tile and the nearest other tile, as a fraction of the distance between
/// opposite edges. The gap is negative if the tiles overlap.
fn room_to_nearest(cells: &[Polygon], index: &PointIndex<2>, number: usize, reach: f64) -> Option<f64> {
    let tile = &cells[number];
    let others = index.within(tile.centre, reach).take(CROWD).filter(|other| *other != number);
    let distances = others.map(|other| (tile.centre.distance(cells[other].centre), other));
    // A polygon at almost the same place is the same tile, drawn twice.
    let next = distances.filter(|(distance, _)| *distance > 0.5 * tile.step());
    let (_, nearest) = next.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let direction = (cells[nearest].centre - tile.centre).normalize();
    let end = along(tile, direction).fold(f64::NEG_INFINITY, f64::max);
    let start = along(&cells[nearest], direction).fold(f64::INFINITY, f64::min);
    Some((start - end) / tile.step())
}

/// Returns how far along a direction each corner of a polygon is, in mm.
fn along(polygon: &Polygon, direction: Vec2) -> impl Iterator<Item = f64> {
    polygon.corners.iter().map(move |corner| corner.to_vec2().dot(direction))
}

/// Returns whether cells are in one line.
fn is_line(lattice: &Lattice) -> bool {
    [
        count_lines(lattice, |hex| hex.q),
        count_lines(lattice, |hex| hex.r),
        count_lines(lattice, |hex| hex.s()),
    ]
    .iter()
    .any(|count| *count < 2)
}

/// Returns whether the cells are a few irregular polygons in a corner of a large drawing. Lines
/// enclose such polygons by chance, for example where roads meet.
pub(super) fn is_chance(page: &Page, cells: &[Polygon], sheet: Rect) -> bool {
    let crooked = cells.iter().filter(|cell| cell.irregularity() > CROOKED * cell.side()).count();
    if cells.len() > FEW || crooked * 2 <= cells.len() {
        return false;
    }
    let seen = page.items.iter().filter_map(covers).map(|rect| rect.intersect(sheet));
    let drawn = seen.reduce(|a, b| a.union(b)).unwrap_or_default();
    area(cells.iter()) < SMALL * drawn.area()
}
