//! Finds boards whose points are not on a tiling: the layout gives the place of each point.
//!
//! - In: a page, and the board of the layout that the page shows.
//! - Out: the board as it is drawn. Its cells are discs or boxes on the page. If a cell is not drawn,
//!   the ends of lines show where it is.
//! - Not here: boards whose points are on a tiling; see `points`.

use std::sync::Arc;

use kurbo::{Point, Rect, Shape as _};

use super::board::{FoundBoard, WrittenBy, reference_shape};
use super::item::cell_of;
use super::lattice::{FreeFit, Lattice};
use super::points::{bounding_box, is_lines, separate_ends};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::{corners, median_of};
use hexpress_base::point_index::PointIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::Grid;
use hexpress_game::{Board, Cell};
use hexpress_read::find::{Polygon, ReferenceShape};
use hexpress_read::{ItemKind, Page};

/// Two drawings count as one outline if neither their widths nor their centres differ by more than
/// this, in mm.
const SAME_OUTLINE_MM: f64 = 0.06;
/// The largest distance between a drawn cell and its expected place, as a fraction of the cell's
/// shorter side. A drawing that is farther away is another cell.
const MAX_CELL_DISTANCE: f64 = 0.5;

impl FoundBoard {
    /// Returns the board as it is drawn. The layout gives the places of its points. Returns `None` if no
    /// point is drawn.
    pub(super) fn of_free_points(page: &Page, layout: &Board) -> Option<Self> {
        let grid = layout.grid;
        let mut outlines = outlines(page, layout);
        let lines = page.items.iter().position(is_lines);
        let ends = if lines.is_some() { separate_ends(page) } else { Vec::new() };
        let alignment = Alignment::by_ids(page, &outlines, grid)
            .or_else(|| Alignment::by_box(&ends, linked(layout), grid))?;
        let places = Places::new(layout, alignment);
        // If a cell is not drawn, the ends of its lines show where it is. If it is drawn, these ends are
        // hidden under the cell.
        for end in ends {
            let cell = places.nearest(end).and_then(|address| layout.cells.get(layout.cell_at(address)?));
            if let (Some(item), Some(cell)) = (lines, cell.filter(|cell| !layout.is_drawn(cell))) {
                let size = grid.bounds(cell.address).size() * alignment.side;
                outlines.extend(outline(Rect::from_center_size(end, size), item, grid));
            }
        }
        let addresses = outlines.iter().map(|outline| Some(places.address(outline.centre))).collect();
        let lattice = Lattice::fitted(&outlines, grid, 0.0, alignment.side, addresses);
        let mut board = Self::empty(page, outlines, lattice);
        board.fill(page, WrittenBy::Ours);
        Some(board)
    }
}

/// Returns the points of the layout where lines end.
fn linked(layout: &Board) -> impl Iterator<Item = &Cell> {
    let links = layout.points.iter().flat_map(|points| points.links.iter().flatten());
    links.filter_map(|point| layout.cells.get(*point))
}

/// Returns the outline of a cell that fills a box.
fn outline(rect: Rect, item: usize, grid: Grid) -> Option<Polygon> {
    let polygon = Polygon::new(corners(rect).to_vec(), item);
    match grid.size(1.0) {
        Some(_) => {
            let reference: Arc<ReferenceShape> = reference_shape(grid);
            polygon.with_reference(&reference)
        }
        None => Some(polygon),
    }
}

/// Returns the outlines of the cells. The outline of a cell is the box around the largest drawing with
/// the id of the cell.
fn outlines(page: &Page, layout: &Board) -> Vec<Polygon> {
    let mut largest: SortedMap<CellAddress, Vec<(Rect, usize)>> = SortedMap::new();
    for (number, item) in page.items.iter().enumerate() {
        let (Some(address), ItemKind::Path { path, .. }, None) = (cell_of(item), &item.kind, item.clip)
        else {
            continue;
        };
        let is_drawn = layout
            .cell_at(address)
            .and_then(|i| layout.cells.get(i))
            .is_none_or(|cell| layout.is_drawn(cell));
        let rect = path.bounding_box();
        if !is_drawn || rect.area() <= 0.0 {
            continue;
        }
        let known = largest.entry(address).or_default();
        let widest = known.iter().map(|(rect, _)| rect.width()).fold(0.0, f64::max);
        if rect.width() > widest + SAME_OUTLINE_MM {
            known.clear();
        }
        let is_again = |other: &Rect| other.center().distance(rect.center()) < SAME_OUTLINE_MM;
        if rect.width() > widest - SAME_OUTLINE_MM && !known.iter().any(|(other, _)| is_again(other)) {
            known.push((rect, number));
        }
    }
    let all = largest.into_values().flatten();
    all.filter_map(|(rect, item)| outline(rect, item, layout.grid)).collect()
}

/// The place and the size of a board on its page.
#[derive(Clone, Copy)]
struct Alignment {
    grid: Grid,
    /// The place of the address (0, 0) on the page, in mm.
    origin: Point,
    /// The side of a cell, in mm.
    side: f64,
}

impl Alignment {
    /// Computes the place of the board from the cells whose ids contain addresses. Uses medians, so a few
    /// misplaced cells have no effect. Returns `None` if no id contains an address.
    fn by_ids(page: &Page, outlines: &[Polygon], grid: Grid) -> Option<Self> {
        let side = median_of(outlines.iter().map(Polygon::side))?;
        let origins = outlines.iter().filter_map(|outline| {
            let address = page.items.get(outline.item).and_then(cell_of)?;
            Some(outline.centre - grid.centre(address).to_vec2() * side)
        });
        let origins: Vec<Point> = origins.collect();
        let origin = Point::new(
            median_of(origins.iter().map(|origin| origin.x))?,
            median_of(origins.iter().map(|origin| origin.y))?,
        );
        Some(Self { grid, origin, side })
    }

    /// Computes the place of the board by comparing two bounding boxes. One is around the ends of the drawn
    /// lines. The other is around the points that the layout joins by lines. Returns `None` if a box has no
    /// size.
    fn by_box<'l>(ends: &[Point], linked: impl Iterator<Item = &'l Cell>, grid: Grid) -> Option<Self> {
        let drawn = bounding_box(ends.iter().copied());
        let unit = bounding_box(linked.map(|cell| grid.centre(cell.address)));
        let is_wide = unit.width() > unit.height();
        let side = if is_wide { drawn.width() / unit.width() } else { drawn.height() / unit.height() };
        let origin = drawn.center() - unit.center().to_vec2() * side;
        (side.is_finite() && side > 0.0).then_some(Self { grid, origin, side })
    }

    fn place(self, cell: CellAddress) -> Point {
        self.origin + self.grid.centre(cell).to_vec2() * self.side
    }
}

/// The expected places of a layout's points on the page.
struct Places<'l> {
    layout: &'l Board,
    alignment: Alignment,
    index: PointIndex<2>,
}

impl<'l> Places<'l> {
    fn new(layout: &'l Board, alignment: Alignment) -> Self {
        let search_radius = (alignment.side * layout.grid.width_factor.max(1.0)).max(SAME_OUTLINE_MM);
        let places = layout.cells.iter().map(|cell| alignment.place(cell.address));
        Self { layout, alignment, index: PointIndex::from_points(places.enumerate(), search_radius) }
    }

    /// Returns the cell whose expected place is nearest to a point. Returns `None` if no place is near
    /// enough.
    fn nearest(&self, at: Point) -> Option<CellAddress> {
        let search_radius = MAX_CELL_DISTANCE * self.alignment.side * self.layout.grid.width_factor.min(1.0);
        let cells = self.index.within(at, search_radius).filter_map(|i| self.layout.cells.get(i));
        let distances = cells.map(|cell| (self.alignment.place(cell.address).distance(at), cell.address));
        distances.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, address)| address)
    }

    /// Returns the address for a drawing at a point. This is the address of the nearest cell. If no
    /// cell is near, it is the address that belongs to this point on the grid.
    fn address(&self, at: Point) -> CellAddress {
        let Alignment { grid, origin, side } = self.alignment;
        let basis = [CellAddress::new(1, 0), CellAddress::new(0, 1)]
            .map(|cell_address| grid.step(cell_address) * side);
        self.nearest(at).unwrap_or_else(|| FreeFit { origin, basis }.nearest(grid.tiling, at))
    }
}
