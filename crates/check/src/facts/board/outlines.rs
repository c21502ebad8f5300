//! Finds the outlines of cells on a page of hexpress.
//!
//! - In: a page.
//! - Out: the polygons that are cells. The id of a drawing says to which cell the drawing belongs. The
//!   outline of a cell is its largest drawing.

use std::sync::Arc;

use kurbo::Vec2;
use rustc_hash::FxHashMap;

use super::SAME_OUTLINE_MM;
use crate::facts::item::cell_of;
use crate::facts::lattice::grid_of_rectangles;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Grid;
use hexpress_read::find::{self, Polygon, ReferenceShape};
use hexpress_read::{Item, ItemKind, Page};

/// Two drawings count as equally large if their areas differ by at most this fraction. Areas are not
/// measured more precisely than this.
const SAME_AREA_FRACTION: f64 = 1e-3;

/// Returns those polygons of a page that are cells.
pub(super) fn cells(page: &Page) -> Vec<Polygon> {
    let mut polygons = find::polygons_of(page, &side_counts_of_cells(page));
    polygons.retain(|polygon| !page.items.get(polygon.item).is_some_and(is_around_board));
    without_figures(page, polygons)
}

/// Returns whether an item belongs to a board, but is around or under its cells. Examples are a band
/// along a side, the line around the board, and elements on its sheet.
fn is_around_board(item: &Item) -> bool {
    let feature = item.id.as_deref().and_then(Identity::feature);
    matches!(
        feature,
        Some(
            Feature::Side(_)
                | Feature::Under(_)
                | Feature::Draw(_)
                | Feature::Single(
                    Single::SidesOutline | Single::Rim | Single::Bleed | Single::Head | Single::Plate
                )
        )
    )
}

/// Returns the address in the id of a polygon's drawing. Returns `None` if the id contains no address.
fn address_by_id(page: &Page, polygon: &Polygon) -> Option<CellAddress> {
    page.items.get(polygon.item).and_then(cell_of)
}

/// Returns the grid of the rectangles whose ids contain the address of a cell. Returns `None` if they
/// form no grid.
pub(super) fn grid_by_ids(page: &Page, polygons: &[Polygon]) -> Option<Grid> {
    let cells = polygons.iter().filter_map(|polygon| Some((address_by_id(page, polygon)?, polygon)));
    grid_of_rectangles(&cells.collect::<Vec<_>>())
}

/// Returns the largest polygon of each cell. Leaves out smaller shapes in the cell, and parts of
/// patterns.
fn without_figures(page: &Page, mut polygons: Vec<Polygon>) -> Vec<Polygon> {
    let mut largest: FxHashMap<CellAddress, f64> = FxHashMap::default();
    for polygon in &polygons {
        if let Some(cell) = address_by_id(page, polygon) {
            let longest = largest.entry(cell).or_default();
            *longest = longest.max(polygon.side());
        }
    }
    polygons.retain(|polygon| {
        let side = address_by_id(page, polygon).and_then(|cell| largest.get(&cell));
        side.is_none_or(|side| polygon.side() > *side - SAME_OUTLINE_MM)
    });
    polygons
}

/// The largest drawing of a cell.
#[derive(Default)]
struct Largest {
    /// The area of the drawing, in mm².
    area: f64,
    /// The number of lines in the outline of the drawing.
    lines: usize,
}

/// Returns the numbers of sides that cells have, in ascending order.
///
/// A tiling repeats a group of one or several polygons. For each polygon of this group, the result
/// contains the number of sides that most of its cells have. The outline of a cell is its largest
/// drawing.
pub fn side_counts_of_cells(page: &Page) -> Vec<usize> {
    let mut largest: FxHashMap<CellAddress, Largest> = FxHashMap::default();
    for item in &page.items {
        if let (Some(cell), ItemKind::Path { path, .. }) = (cell_of(item), &item.kind) {
            // A pattern extends beyond its cell, and the cell clips the pattern.
            let bounds = path.control_box();
            let area = item.clip.map_or(bounds, |clip| clip.intersect(bounds)).area();
            let known = largest.entry(cell).or_default();
            if area * (1.0 - SAME_AREA_FRACTION) > known.area + SAME_OUTLINE_MM {
                // A path consists of a move, lines, and the line that closes it.
                *known = Largest { area, lines: path.kinds().len().saturating_sub(2) + 1 };
            }
        }
    }
    let mut votes: SortedMap<u8, SortedMap<usize, usize>> = SortedMap::new();
    for (address, Largest { lines, .. }) in &largest {
        *votes.entry(address.polygon).or_default().entry(*lines).or_default() += 1;
    }
    let mut counts: Vec<usize> = votes.values().map(usual_count).collect();
    if counts.is_empty() {
        counts.push(6);
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Returns 3, 4, 8 or 12 if more than half of the cells have this number of sides, and 6 otherwise. A
/// few cells may have another number of sides, because their outlines are partly hidden.
fn usual_count(votes: &SortedMap<usize, usize>) -> usize {
    let all: usize = votes.values().sum();
    [3, 4, 8, 12].into_iter().find(|lines| votes.get(lines).is_some_and(|n| 2 * n > all)).unwrap_or(6)
}

/// Returns the outline of a cell of `grid`. The rectangles on the page are compared with this outline.
pub fn reference_shape(grid: Grid) -> Arc<ReferenceShape> {
    let first = CellAddress::new(0, 0);
    let corners: Vec<Vec2> = grid.corners(first).collect();
    let sharp: Vec<Vec2> = grid.sharp_corners(first).collect();
    let straight = corners.iter().map(|corner| !sharp.contains(corner)).collect();
    Arc::new(ReferenceShape { corners, straight })
}
