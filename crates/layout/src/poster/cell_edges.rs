//! Finds the edges of a board's cells. Seams follow these edges.
//!
//! - In: the cells of a board.
//! - Out: the corners along the edges between the cells above a level and the cells below it, in
//!   the frame of an axis.
//!
//! This module does not consider texts, or the picture outside the cells.

use kurbo::{Point, Rect};

use super::interval_index::{Interval, IntervalIndex};
use crate::board::fit::BoardFit;
use crate::impose::duplex::Axis;
use crate::impose::lines::distinct;
use hexpress_base::geometry::span;
use hexpress_base::hex::CellAddress;
use hexpress_base::ordered_map::Map;
use hexpress_base::tiling::{Edge, Exact, Tiling};
use hexpress_game::Board;

/// The maximum number of cell positions in the bounding box of a board for which hexpress examines
/// the bays of the board. A box with more positions is mostly empty. Seams then run straight across
/// the bays.
const MOST_PLACES: i64 = 250_000;
/// The largest difference between two coordinates that count as the same, in mm.
const SAME: f64 = 1e-6;

/// Converts the cells of a board to the frame of an axis.
#[derive(Clone, Copy)]
struct CellFrame<'b> {
    axis: Axis,
    fit: &'b BoardFit,
}

impl CellFrame<'_> {
    fn centre(self, cell: CellAddress) -> Point {
        self.axis.swap_point(self.fit.middle(cell))
    }

    fn corner(self, cell: CellAddress, corner: usize) -> Point {
        self.axis.swap_point(self.fit.corner(cell, corner))
    }

    fn ends(self, (hex, edge): Edge) -> [Point; 2] {
        [self.corner(hex, edge), self.corner(hex, edge + 1)]
    }

    /// Returns the `y` that decides whether a cell is above or below a level.
    ///
    /// All cells in one parallelogram of the tiling have the same level. Otherwise, two parts of a
    /// sheet could touch only at a corner.
    fn level(self, cell: CellAddress) -> f64 {
        self.centre(CellAddress { polygon: 0, ..cell }).y
    }

    fn index(self, hexes: impl Iterator<Item = CellAddress>) -> IntervalIndex<CellAddress> {
        IntervalIndex::new(hexes, |hex| Interval::around(self.level(*hex), 0.0))
    }

    /// Returns the distance between the centre of the first cell and the centre of the cell at
    /// these coordinates, in mm.
    fn step(self, q: i32, r: i32) -> f64 {
        self.centre(CellAddress::new(q, r)).distance(self.centre(CellAddress::new(0, 0)))
    }
}

/// The cells of a board and their edges, in the frame of an axis.
pub struct CellEdges<'b> {
    frame: CellFrame<'b>,
    /// The cells, indexed by level.
    cells: IntervalIndex<CellAddress>,
    /// All places for cells in the bounding box of the board, indexed by level. `None` if there are
    /// more than [`MOST_PLACES`].
    places: Option<IntervalIndex<CellAddress>>,
    /// The distinct levels of cells, in ascending order.
    levels: Vec<f64>,
}

impl<'b> CellEdges<'b> {
    pub fn new(axis: Axis, board: &Board, fit: &'b BoardFit) -> Self {
        let frame = CellFrame { axis, fit };
        // The cells of a board with free positions share no edges.
        let is_free = board.grid().is_free();
        let hexes = || board.cells.iter().filter(move |_| !is_free).map(|cell| cell.hex);
        Self {
            frame,
            cells: frame.index(hexes()),
            places: places_around(board, fit.tiling).map(|places| frame.index(places)),
            levels: distinct(hexes().map(|hex| frame.level(hex)), SAME),
        }
    }

    /// Returns the distinct levels of cells, in ascending order.
    pub fn levels(&self) -> &[f64] {
        &self.levels
    }

    /// Returns the bounding box of all cells.
    pub fn bounds(&self) -> Rect {
        self.frame.axis.swap_rect(self.frame.fit.cells)
    }

    /// Returns the largest distance between a seam along an edge of a cell and the level of that
    /// cell, in mm.
    pub fn reach(&self) -> f64 {
        match self.frame.fit.tiling.polygons() {
            1 if self.frame.fit.wide == 1.0 => 2.0 * self.frame.fit.side,
            _ => 2.0 * self.frame.step(1, 0).max(self.frame.step(0, 1)),
        }
    }

    /// Returns the corners along the edges between the cells above `level` and the cells below it,
    /// from left to right. Returns an empty list if there are no such edges.
    pub fn corners_between(&self, level: f64) -> Vec<Point> {
        let tiling = self.frame.fit.tiling;
        let cells = self.near(&self.cells, level);
        let own_edges = cells.iter().flat_map(|hex| self.edges_between(*hex, level));
        let (from, to) = span(own_edges.flat_map(|edge| self.frame.ends(edge)).map(|end| end.x));
        if from > to {
            return Vec::new();
        }
        // Across a bay, the seam follows the edges of the cells that could be there.
        let hexes = match &self.places {
            Some(places) => self.near(places, level),
            None => cells,
        };
        let edges = hexes.into_iter().flat_map(|hex| self.edges_between(hex, level));
        let within = Interval { from: from - SAME, to: to + SAME };
        if tiling.polygons() > 1 || tiling == Tiling::Brick {
            return EdgeGraph::new(self.frame, edges).longest_chain(within);
        }
        let ends = edges.flat_map(|edge| self.frame.ends(edge));
        let mut corners: Vec<Point> = ends.filter(|end| end.x >= within.from && end.x <= within.to).collect();
        corners.sort_by(|a, b| a.x.total_cmp(&b.x));
        corners.dedup_by(|a, b| (a.x - b.x).abs() < SAME);
        corners
    }

    /// Returns the cells in `index` that may have an edge on a seam at `level`. The order is
    /// deterministic.
    fn near(&self, index: &IntervalIndex<CellAddress>, level: f64) -> Vec<CellAddress> {
        let mut near: Vec<CellAddress> =
            index.touching(Interval::around(level, self.reach())).copied().collect();
        near.sort_unstable();
        near
    }

    /// Returns the edges between a cell and its neighbours on the other side of `level`.
    fn edges_between(&self, cell: CellAddress, level: f64) -> impl Iterator<Item = Edge> + use<'b> {
        let frame = self.frame;
        let tiling = frame.fit.tiling;
        let is_above = frame.level(cell) < level;
        (0..tiling.edges(cell))
            .filter(move |edge| (frame.level(tiling.neighbour(cell, *edge)) < level) != is_above)
            .map(move |edge| (cell, edge))
    }

    /// Returns whether a point is inside the inscribed circle of a cell.
    pub fn is_on_cell(&self, point: Point) -> bool {
        let fit = self.frame.fit;
        // The centre of a cell may differ from its level, because all cells in a parallelogram have
        // the level of the first one.
        let reach = self.reach() + 2.0 * fit.side;
        self.cells.touching(Interval::around(point.y, reach)).any(|hex| {
            let inradius = fit.side * fit.tiling.apothem(*hex) * fit.wide.min(1.0);
            self.frame.centre(*hex).distance(point) < inradius
        })
    }
}

/// Returns every place for a cell in or next to the bounding box of a board. Returns `None` if
/// there are more than [`MOST_PLACES`].
fn places_around(board: &Board, tiling: Tiling) -> Option<impl Iterator<Item = CellAddress>> {
    let columns = widened_range(board.cells.iter().map(|cell| cell.hex.q));
    let rows = widened_range(board.cells.iter().map(|cell| cell.hex.r));
    let [width, height] = [&columns, &rows].map(|range| i64::from(range.end() - range.start()));
    let hexes = columns.flat_map(move |q| rows.clone().map(move |r| CellAddress::new(q, r)));
    (width * height <= MOST_PLACES).then(|| {
        hexes.flat_map(move |hex| (0..tiling.polygons()).map(move |k| CellAddress { polygon: k, ..hex }))
    })
}

/// Returns the range of these coordinates, extended by one at both ends.
fn widened_range(coordinates: impl Iterator<Item = i32> + Clone) -> std::ops::RangeInclusive<i32> {
    coordinates.clone().min().unwrap_or(0) - 1..=coordinates.max().unwrap_or(0) + 1
}

/// A corner where edges of cells end.
#[derive(Debug, Clone, Copy)]
struct EdgeEnd {
    /// The exact position, on a grid whose sides have length 1. Corners are compared by this
    /// position.
    exact: Exact,
    point: Point,
}

/// A graph of corners. Each corner is stored with the corners at the other ends of its edges.
struct EdgeGraph {
    neighbours: Map<Exact, Vec<EdgeEnd>>,
}

impl EdgeGraph {
    fn new(frame: CellFrame<'_>, edges: impl Iterator<Item = Edge>) -> Self {
        let mut graph = Self { neighbours: Map::new() };
        for (hex, edge) in edges {
            let [a, b] = [edge, edge + 1].map(|corner| EdgeEnd {
                exact: frame.fit.tiling.corner(hex, corner),
                point: frame.corner(hex, corner),
            });
            graph.add(a, b);
            graph.add(b, a);
        }
        graph
    }

    fn add(&mut self, from: EdgeEnd, to: EdgeEnd) {
        let neighbours = self.neighbours.entry(from.exact).or_default();
        if neighbours.iter().all(|known| known.exact != to.exact) {
            neighbours.push(to);
        }
    }

    /// Trims every chain of edges to an interval of `x`, and returns the corners of the longest
    /// chain from left to right. Shorter chains belong to other seams. Between cells of several
    /// sorts, a chain may go back a little.
    fn longest_chain(&self, within: Interval) -> Vec<Point> {
        let ends = self.neighbours.iter().filter(|(_, neighbours)| neighbours.len() == 1);
        let chains = ends.map(|(end, _)| trimmed(&self.walk(*end), within));
        let mut longest = chains.max_by_key(Vec::len).unwrap_or_default();
        if longest.first().zip(longest.last()).is_some_and(|(first, last)| first.x > last.x) {
            longest.reverse();
        }
        longest
    }

    /// Returns the corners after `start`, following the edges. The walk never turns back along the
    /// edge that it has just followed.
    fn walk(&self, start: Exact) -> Vec<Point> {
        let (mut at, mut previous, mut points) = (start, None, Vec::new());
        for _ in 0..self.neighbours.len() {
            let Some(neighbours) = self.neighbours.get(&at) else { break };
            let Some(next) = neighbours.iter().find(|corner| Some(corner.exact) != previous) else { break };
            points.push(next.point);
            (previous, at) = (Some(at), next.exact);
        }
        points
    }
}

/// Returns the points between the first and the last point whose `x` is within an interval.
fn trimmed(points: &[Point], within: Interval) -> Vec<Point> {
    let is_within = |point: &Point| (within.from..=within.to).contains(&point.x);
    let first = points.iter().position(is_within).unwrap_or(0);
    let end = points.iter().rposition(is_within).map_or(0, |last| last + 1);
    points.get(first..end).map_or_else(Vec::new, <[Point]>::to_vec)
}
