//! Recognises polygons that touch but are not a board: tiles to be cut out, and polygons that lines
//! enclose by chance.
//!
//! - In: a set of polygons.
//! - Out: whether the set is not a board.

use kurbo::{Rect, Vec2};

use super::polygons::{area, count_lines};
use crate::facts::item::visible_bounds;
use crate::facts::lattice::Lattice;
use hexpress_base::point_index::PointIndex;
use hexpress_read::Page;
use hexpress_read::find::Polygon;

/// Polygons are tiles with bleed if they overlap by more than this fraction of the distance between
/// opposite edges.
const MIN_TILE_OVERLAP: f64 = 0.05;
/// Polygons in one row are tiles if the gaps between them are wider than this fraction of the distance
/// between opposite edges.
const MIN_TILE_GAP: f64 = 0.03;
/// At most this number of polygons are examined around one place.
const MAX_POLYGONS_AT_PLACE: usize = 64;
/// The largest number of polygons that lines can enclose by chance.
const MAX_CHANCE_POLYGONS: usize = 9;
/// Polygons that lines enclose by chance cover at most this fraction of the whole drawing.
const MAX_CHANCE_AREA: f64 = 0.25;
/// A polygon that lines enclose by chance has at least this irregularity, as a fraction of its side.
const MIN_CHANCE_IRREGULARITY: f64 = 0.01;

/// Returns whether hexagons are tiles to be cut out. This is the case if the hexagons overlap
/// because of their bleed, or if they form one row with gaps.
pub(super) fn is_sheet_of_tiles(cells: &[Polygon], lattice: &Lattice) -> bool {
    if !lattice.grid.tiling.is_hexagons() {
        return false;
    }
    let search_radius = cells.iter().map(Polygon::neighbour_distance).fold(0.0, f64::max) * 1.2;
    let index = PointIndex::from_points(cells.iter().map(|cell| cell.centre).enumerate(), search_radius);
    let numbers = 0..cells.len();
    let mut rooms: Vec<f64> =
        numbers.filter_map(|number| room_to_nearest(cells, &index, number, search_radius)).collect();
    rooms.sort_by(f64::total_cmp);
    let Some(usual) = rooms.get(rooms.len() / 2) else { return false };
    *usual < -MIN_TILE_OVERLAP || *usual > MIN_TILE_GAP && is_line(lattice)
}

/// Returns the gap between a tile and the nearest other tile, as a fraction of the distance between opposite
/// edges. The gap is negative if the tiles overlap. Returns `None` if no other tile is within `search_radius`
/// mm.
fn room_to_nearest(
    cells: &[Polygon],
    index: &PointIndex<2>,
    number: usize,
    search_radius: f64,
) -> Option<f64> {
    let tile = &cells[number];
    let others =
        index.within(tile.centre, search_radius).take(MAX_POLYGONS_AT_PLACE).filter(|other| *other != number);
    let distances = others.map(|other| (tile.centre.distance(cells[other].centre), other));
    // A polygon at almost the same place is the same tile, drawn twice.
    let next = distances.filter(|(distance, _)| *distance > 0.5 * tile.neighbour_distance());
    let (_, nearest) = next.min_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let direction = (cells[nearest].centre - tile.centre).normalize();
    let end = positions_along(tile, direction).fold(f64::NEG_INFINITY, f64::max);
    let start = positions_along(&cells[nearest], direction).fold(f64::INFINITY, f64::min);
    Some((start - end) / tile.neighbour_distance())
}

/// Returns the position of each corner of a polygon along a direction, in mm.
fn positions_along(polygon: &Polygon, direction: Vec2) -> impl Iterator<Item = f64> {
    polygon.corners.iter().map(move |corner| corner.to_vec2().dot(direction))
}

/// Returns whether cells are in one line.
fn is_line(lattice: &Lattice) -> bool {
    [
        count_lines(lattice, |address| address.q),
        count_lines(lattice, |address| address.r),
        count_lines(lattice, |address| address.s()),
    ]
    .iter()
    .any(|count| *count < 2)
}

/// Returns whether the cells are a few irregular polygons in a large drawing. Lines may enclose such
/// polygons by chance, for example where roads meet.
pub(super) fn is_chance(page: &Page, cells: &[Polygon], sheet: Rect) -> bool {
    let crooked =
        cells.iter().filter(|cell| cell.irregularity() > MIN_CHANCE_IRREGULARITY * cell.side()).count();
    if cells.len() > MAX_CHANCE_POLYGONS || crooked * 2 <= cells.len() {
        return false;
    }
    let visible = page.items.iter().filter_map(visible_bounds).map(|rect| rect.intersect(sheet));
    let drawn = visible.reduce(|a, b| a.union(b)).unwrap_or_default();
    area(cells.iter()) < MAX_CHANCE_AREA * drawn.area()
}
