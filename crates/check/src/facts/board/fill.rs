//! Assigns drawings to cells.
//!
//! - In: the items of a page.
//! - Out: for each cell, its colours, the line around it, and the indices of its items.

use std::cmp::Ordering;

use kurbo::{Point, Shape as _};
use rustc_hash::FxHashMap;

use super::{FoundBoard, FoundCell, SAME_OUTLINE_MM};
use crate::facts::item::{cell_of, is_deep, is_furniture, visible_bounds};
use crate::facts::lattice::Lattice;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Outline, Page, Rgb, Stroke};

/// The largest distance between a corner of a drawn outline and a corner of its cell, as a fraction of
/// the cell's side.
const MAX_CORNER_DISTANCE: f64 = 0.05;
/// The largest distance between a point of a line and a corner of the lattice, as a fraction of a
/// cell's side. If no point is farther away, the line runs along the edges of cells.
const MAX_EDGE_DISTANCE: f64 = 0.08;
/// The largest drawing that may belong to a cell, as a multiple of the cell's size. A larger drawing
/// belongs to the board.
const MAX_CELL_DRAWING_RATIO: f64 = 1.05;
/// The largest size of a text that may belong to a cell, as a multiple of the cell's side. A larger
/// text belongs to the board.
const MAX_CELL_TEXT_RATIO: f64 = 1.2;
/// A drawing belongs to the cell in its id even if its middle is slightly outside the cell, by at most
/// this distance in mm.
const MAX_DISTANCE_OUTSIDE_CELL_MM: f64 = 0.05;
/// A path with more elements than this does not count as a line along the lattice.
const MAX_LINE_ELEMENTS: usize = 400;
/// A path with more elements than this does not count as the background of several cells.
const MAX_GROUND_ELEMENTS: usize = 6;

/// The program that wrote a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::facts) enum WrittenBy {
    /// hexpress wrote the page. Every drawing has the id of its cell.
    Ours,
    /// Another program wrote the page. Cells may share their lines, and drawings have no ids.
    Foreign,
}

impl FoundBoard {
    /// Assigns the drawings of a page to the cells.
    pub(in crate::facts) fn fill(&mut self, page: &Page, source: WrittenBy) {
        let is_foreign = source == WrittenBy::Foreign;
        let is_free = self.lattice.grid.is_free();
        let side = self.lattice.side;
        let max_distance = (2.0 * side).max(0.1);
        let index = PointIndex::from_points(
            self.cells.iter().map(|cell| cell.outline.centre).enumerate(),
            max_distance,
        );
        for (number, item) in page.items.iter().enumerate() {
            // hexpress marks rulers, cuts and lines of text by tags. On pages of other programs, these
            // tags may have another meaning.
            if !is_foreign && is_furniture(item) {
                continue;
            }
            let Some(rect) = visible_bounds(item) else { continue };
            let centre = rect.center();
            if !(centre.x.abs() < 1e7 && centre.y.abs() < 1e7) {
                continue;
            }
            let near = index.within(centre, max_distance);
            let Some(place) = cell_of_drawing(near, centre, cell_of(item), &self.cells) else { continue };
            let cell = &mut self.cells[place];
            if let ItemKind::Path { path, fill, stroke } = &item.kind
                && (cell.is_outlined_by(path, side)
                    || is_free && cell.is_filled_by(path)
                    || is_foreign && cell.is_drawn_by(number, path))
            {
                cell.paint(path, *fill, stroke.as_deref().map(line_look));
            } else if is_foreign && self.lattice.is_along(item, MAX_EDGE_DISTANCE * side) {
                if let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind {
                    cell.line.get_or_insert(line_look(stroke));
                }
            } else if rect.width().max(rect.height()) < MAX_CELL_DRAWING_RATIO * self.lattice.longest()
                || is_foreign && is_smaller_text(item, MAX_CELL_TEXT_RATIO * side)
            {
                cell.items.push(number);
            }
        }
    }

    /// If one path draws several cells, gives the colours of the path to all of these cells. Call
    /// this function in addition to [`Self::fill`], which gives the colours to only one of them.
    pub(super) fn fill_together(&mut self, page: &Page) {
        let mut corners: FxHashMap<usize, usize> = FxHashMap::default();
        for cell in &self.cells {
            *corners.entry(cell.outline.item).or_default() += cell.outline.sharp_corners();
        }
        for cell in &mut self.cells {
            let drawn = cell.outline.item;
            let Some(ItemKind::Path { path, fill, stroke }) = page.items.get(drawn).map(|item| &item.kind)
            else {
                continue;
            };
            let all = corners.get(&drawn).copied().unwrap_or_default();
            // The colour of a background is visible in each of its cells that has no other colour.
            let around = path.bounding_box();
            if fill.is_some()
                && path.kinds().len() <= MAX_GROUND_ELEMENTS
                && around.area() > 2.0 * cell.bounds().area()
            {
                cell.fill = cell.fill.or(*fill);
            }
            // A path that draws whole cells has at least as many points as these cells have corners. A
            // path with fewer points is a line between cells, and gives them no colour.
            if all > cell.outline.sharp_corners() && path.kinds().len() >= all {
                cell.fill = cell.fill.or(*fill);
                cell.line = cell.line.or(stroke.as_deref().map(line_look));
            }
        }
    }
}

impl FoundCell {
    /// Gives this cell the colours of a path that draws its outline.
    fn paint(&mut self, path: &Outline, fill: Option<Rgb>, line: Option<(Rgb, f64)>) {
        let is_exact =
            path.kinds().len() >= self.outline.sharp_corners() && is_on_corners(path, &self.outline);
        self.is_drawn_twice |= is_exact && fill.is_some() && self.fill == fill && self.line == line;
        self.fill = fill.or(self.fill);
        self.line = line.or(self.line);
    }

    /// Returns whether the item with the index `number` and the path `path` draws this cell. It does if
    /// the outline of the cell comes from this item. It also does if the path has only four or five
    /// elements, and all its points are near corners or the centre of the cell.
    fn is_drawn_by(&self, number: usize, path: &Outline) -> bool {
        let max_distance = MAX_CORNER_DISTANCE * self.outline.side();
        let is_small = (4..=5).contains(&path.kinds().len());
        number == self.outline.item || is_small && path.ends().all(|end| self.is_near(end, max_distance))
    }

    /// Returns whether a path, such as a disc, has the same bounding box as the cell.
    fn is_filled_by(&self, path: &Outline) -> bool {
        let (drawn, own_rect) = (path.bounding_box(), self.bounds());
        [drawn.x0 - own_rect.x0, drawn.y0 - own_rect.y0, drawn.x1 - own_rect.x1, drawn.y1 - own_rect.y1]
            .iter()
            .all(|difference| difference.abs() <= SAME_OUTLINE_MM)
    }

    /// Returns whether a point is within `max_distance` mm of a corner or of the centre.
    fn is_near(&self, point: Point, max_distance: f64) -> bool {
        let corners = self.outline.corners.iter().map(|corner| corner.distance(point));
        corners.fold(point.distance(self.outline.centre), f64::min) <= max_distance
    }

    /// Returns whether a path follows the outline of the cell. Such a path goes through at least three
    /// corners of the cell, and through no other points. `side` is the usual length of a cell's side,
    /// in mm.
    fn is_outlined_by(&self, path: &Outline, side: f64) -> bool {
        let count = self.outline.sharp_corners();
        if !(count..=count + 3).contains(&path.kinds().len()) {
            return false;
        }
        let corners = &self.outline.corners;
        let met = path.ends().try_fold(0_u64, |met, end| {
            let corner =
                corners.iter().position(|corner| corner.distance(end) <= MAX_CORNER_DISTANCE * side)?;
            Some(met | 1 << corner.min(63))
        });
        met.is_some_and(|met| met.count_ones() > 2)
    }
}

impl Lattice {
    /// Returns the distance from a corner of a cell to the opposite one, in mm.
    fn longest(&self) -> f64 {
        let usual = self.grid.tiling.unit_long() * self.side;
        self.grid.size(self.side).map_or(usual, |size| size.to_vec2().hypot())
    }

    /// Returns whether a drawing is a line along the edges of cells. Every point of such a line is at
    /// most `max_distance` mm from a corner of a cell.
    fn is_along(&self, item: &Item, max_distance: f64) -> bool {
        let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
        // A path with only two elements is a single line, whose fill is invisible.
        let count = path.kinds().len();
        (fill.is_none() || count == 2)
            && (2..=MAX_LINE_ELEMENTS).contains(&count)
            && path.ends().all(|end| {
                self.corners(self.nearest(end)).iter().any(|corner| corner.distance(end) <= max_distance)
            })
    }
}

/// Returns the colour of a line, and its width in mm.
fn line_look(stroke: &Stroke) -> (Rgb, f64) {
    (stroke.colour, stroke.width)
}

/// Returns whether a drawing is a text smaller than `size`, in mm.
fn is_smaller_text(item: &Item, size: f64) -> bool {
    matches!(&item.kind, ItemKind::Text(text) if text.size < size)
}

/// Returns whether every point of a path is on a corner of an outline.
fn is_on_corners(path: &Outline, outline: &Polygon) -> bool {
    path.ends().all(|end| outline.corners.iter().any(|corner| corner.distance(end) <= SAME_OUTLINE_MM))
}

/// A cell that contains the middle of a drawing.
struct CellCandidate {
    index: usize,
    /// False if the id of the drawing contains the address of this cell. True if it contains another
    /// address or none.
    is_other: bool,
    /// The squared distance from the centre of the cell to the middle of the drawing, in mm².
    distance: f64,
}

impl CellCandidate {
    /// Compares two cells that contain the middle of the same drawing. The cell in the id of the drawing
    /// comes first. If neither cell is in the id, the one with the nearer centre comes first.
    fn order(&self, other: &Self) -> Ordering {
        let by_name = self.is_other.cmp(&other.is_other);
        by_name.then(self.distance.total_cmp(&other.distance)).then(self.index.cmp(&other.index))
    }
}

/// Returns the cell that contains the middle of a drawing. Considers only the cells in `near`.
///
/// If several cells contain the middle, returns the one with the address `named`, which is the address
/// in the id of the drawing. If there is no such cell, returns the cell with the nearest centre. Returns
/// `None` if no cell contains the middle.
fn cell_of_drawing(
    near: impl Iterator<Item = usize>,
    centre: Point,
    named: Option<CellAddress>,
    cells: &[FoundCell],
) -> Option<usize> {
    let candidates = near.filter_map(|index| {
        let cell = &cells[index];
        let is_other = named.is_none() || cell.id_hex != named;
        let least = if is_other { 0.0 } else { -MAX_DISTANCE_OUTSIDE_CELL_MM };
        let distance = cell.outline.centre.distance_squared(centre);
        is_deep(centre, &cell.outline.corners, least).then_some(CellCandidate { index, is_other, distance })
    });
    candidates.min_by(CellCandidate::order).map(|candidate| candidate.index)
}
