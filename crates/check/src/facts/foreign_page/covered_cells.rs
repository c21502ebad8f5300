//! Finds out which polygons and points are on the cells of boards.
//!
//! - In: sets of polygons that may be boards, and points.
//! - Out: the sets of cells, without sets of details on cells and sets of frames around cells. Also
//!   whether a point is in a cell.

use kurbo::Point;

use super::polygons::is_near;
use super::sets::MIN_CELLS;
use crate::facts::board::FoundBoard;
use crate::facts::item::depth_in_outline;
use hexpress_base::point_index::PointIndex;
use hexpress_read::find::Polygon;

/// A set of frames around groups of cells has fewer polygons than this.
const MAX_FRAMES: usize = 8;

/// Returns the sets of polygons that may be boards. The sets with the largest polygons come first.
///
/// Leaves out two kinds of sets. If the polygons are inside the cells of another set, they are details
/// such as icons. If each polygon surrounds many cells of another set, the polygons are frames.
pub(super) fn outermost(polygons: &[Polygon], sets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        let mut is_on_cells = false;
        let mut frames = None;
        for (number, larger) in kept.iter().enumerate() {
            let cells = BoardPolygons::from_polygons(larger.iter().map(|&i| &polygons[i]));
            let inside = set.iter().filter(|&&i| cells.contain(polygons[i].centre)).count();
            if inside * 10 >= set.len() * 8 {
                // If there are at least three small polygons for each large one, the small polygons are
                // cells, and the large ones may be frames.
                let is_many = set.len() >= 3 * larger.len() && set.len() >= 3 * MIN_CELLS;
                if is_many && larger.len() < MAX_FRAMES {
                    frames = Some(number);
                } else {
                    is_on_cells = true;
                }
            }
        }
        if let Some(number) = frames {
            kept.remove(number);
        }
        if !is_on_cells {
            kept.push(set);
        }
    }
    kept
}

/// The polygons of one board.
struct BoardPolygons<'p> {
    index: PointIndex<2>,
    all: Vec<&'p Polygon>,
    search_radius: f64,
}

impl<'p> BoardPolygons<'p> {
    fn from_polygons(polygons: impl Iterator<Item = &'p Polygon>) -> Self {
        let all: Vec<&Polygon> = polygons.collect();
        let search_radius = all.iter().map(|polygon| polygon.side()).fold(0.0, f64::max) * 1.1;
        let index =
            PointIndex::from_points(all.iter().map(|polygon| polygon.centre).enumerate(), search_radius);
        Self { index, all, search_radius }
    }

    fn contain(&self, point: Point) -> bool {
        is_near(point)
            && self
                .index
                .within(point, self.search_radius)
                .any(|i| depth_in_outline(point, &self.all[i].corners) >= 0.0)
    }
}

/// The cells of all boards of a page.
pub(super) struct CoveredCells<'b>(Vec<BoardPolygons<'b>>);

impl<'b> CoveredCells<'b> {
    pub(super) fn from_boards(boards: &'b [FoundBoard]) -> Self {
        let boards = boards
            .iter()
            .map(|board| BoardPolygons::from_polygons(board.cells.iter().map(|cell| &cell.outline)));
        Self(boards.collect())
    }

    /// Returns whether a point is in a cell of a board.
    pub(super) fn contain(&self, point: Point) -> bool {
        self.0.iter().any(|cells| cells.contain(point))
    }
}
