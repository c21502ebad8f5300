//! Finds the border of a board, and the coloured bands along the border.
//!
//! - In: a board that was found on a page.
//! - Out: the edges of the border, each with the colour next to it.
//! - Not here: reporting faults.

use kurbo::{Point, Rect};

use super::super::board_view::BoardView;
use crate::facts::{is_furniture, visible_bounds};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::winding;
use hexpress_game::cell_lines::BoardLength;
use hexpress_game::cells;
use hexpress_read::{ItemKind, Outline, Page, Rgb};

/// One half of an edge of a cell at the border of the board.
pub(super) struct HalfEdge {
    pub address: CellAddress,
    /// The colour of the band next to the edge; `None` if there is no band.
    pub colour: Option<Rgb>,
}

/// Returns the halves of all edges on the border of a board, clockwise. Returns `None` if the border
/// has several parts, or if the board has no cells.
pub(super) fn border(view: &BoardView<'_>) -> Option<Vec<HalfEdge>> {
    let mut loops = cells::border_loops(view.tiling(), &view.addresses());
    let (Some(edges), true) = (loops.pop(), loops.is_empty()) else { return None };
    let lattice = &view.found.lattice;
    // The colour of a band is read at a point outside the edge, at the distance `out`. This distance is
    // so small that the point is never in the band of a neighbouring edge, even where the border bends.
    let width = view.board.length(BoardLength::SidesWidth, view.board.sides_width, lattice.across());
    let out = (width / 2.0).min(0.2 * lattice.side);
    let bands = bands(view.page);
    let mut halves = Vec::with_capacity(2 * edges.len());
    for (address, edge) in edges {
        let Some(cell) = view.cell(address) else { continue };
        let corners: Vec<_> = lattice.grid.corners(address).collect();
        let [from, to] =
            [edge, edge + 1].map(|k| cell.outline.centre + corners[k % corners.len()] * lattice.side);
        for along in [0.25, 0.75] {
            let point = from.lerp(to, along) + lattice.grid.tiling.edge_normal(address, edge) * out;
            let topmost = bands.iter().rev().find(|band| band.contains(point));
            halves.push(HalfEdge { address, colour: topmost.map(|band| band.fill) });
        }
    }
    Some(halves)
}

/// A filled shape on a page.
struct FilledOutline<'p> {
    path: &'p Outline,
    fill: Rgb,
    rect: Rect,
}

impl FilledOutline<'_> {
    fn contains(&self, point: Point) -> bool {
        self.rect.contains(point) && winding(self.path, point) != 0
    }
}

/// Returns the filled shapes of a page in drawing order, without marks, rulers and other drawings that
/// belong to the sheet.
fn bands(page: &Page) -> Vec<FilledOutline<'_>> {
    let items = page.items.iter().filter(|item| !is_furniture(item));
    let filled = items.filter_map(|item| {
        let ItemKind::Path { path, fill: Some(fill), .. } = &item.kind else { return None };
        Some(FilledOutline { path, fill: *fill, rect: visible_bounds(item)? })
    });
    filled.collect()
}

/// Returns the colours of the sides of a board, clockwise.
///
/// If neighbouring halves of edges have the same colour, they belong to the same side. The last half and
/// the first half are neighbours.
pub(super) fn side_colours(halves: &[HalfEdge]) -> Vec<Option<Rgb>> {
    let mut colours: Vec<Option<Rgb>> = halves.iter().map(|half| half.colour).collect();
    colours.dedup();
    if colours.len() > 1 && colours.first() == colours.last() {
        colours.remove(0);
    }
    colours
}
