//! Finds the edges of a board's cells. Seams follow these edges.
//!
//! - In: the cells of a board, and a level: a coordinate at a right angle to the seam.
//! - Out: the corners of all edges between a cell above the level and a cell below the level.
//!
//! Not here: texts, and the parts of the picture outside the cells.

use kurbo::{Point, Rect};

use super::interval_index::{Interval, IntervalIndex};
use crate::board::fit::BoardFit;
use crate::impose::duplex::Axis;
use crate::impose::straight_cuts::distinct;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::span;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::{Edge, ExactPoint, Tiling};
use hexpress_game::Board;

/// If the bounding box of a board has places for more cells than this number, seams run straight across its
/// bays. Such a box is mostly empty.
///
/// A bay is a part of the box without cells. In a smaller box, a seam crosses a bay along the edges that
/// cells in the bay would have.
const MAX_BOX_PLACES: i64 = 250_000;
/// Two coordinates count as the same if they differ by at most this length, in mm.
const SAME_COORDINATE_MM: f64 = 1e-6;

/// A coordinate system for the cells of a board. `x` is parallel to `axis`, and `y` is at a right angle
/// to it.
#[derive(Clone, Copy)]
struct CellFrame<'b> {
    axis: Axis,
    fit: &'b BoardFit,
}

impl CellFrame<'_> {
    fn centre(self, cell: CellAddress) -> Point {
        self.axis.swap_point(self.fit.centre(cell))
    }

    fn corner(self, cell: CellAddress, corner: usize) -> Point {
        self.axis.swap_point(self.fit.corner(cell, corner))
    }

    fn ends(self, (address, edge): Edge) -> [Point; 2] {
        [self.corner(address, edge), self.corner(address, edge + 1)]
    }

    /// Returns the level of a cell: the `y` that decides on which side of a seam the cell is.
    ///
    /// In a tiling with several polygons, all polygons with the same `q` and `r` have the same level. If
    /// their levels were different, a seam could run between them, and two areas of a sheet might touch only
    /// at a corner.
    fn level(self, cell: CellAddress) -> f64 {
        self.centre(CellAddress { polygon: 0, ..cell }).y
    }

    fn index(self, addresses: impl Iterator<Item = CellAddress>) -> IntervalIndex<CellAddress> {
        IntervalIndex::new(addresses, |address| Interval::around(self.level(*address), 0.0))
    }

    /// Returns the distance between the centre of cell (0, 0) and the centre of the cell at the
    /// coordinates `q` and `r`, in mm.
    fn step(self, q: i32, r: i32) -> f64 {
        self.centre(CellAddress::new(q, r)).distance(self.centre(CellAddress::new(0, 0)))
    }
}

/// The cells of a board and their edges. `x` is parallel to an axis, and `y` is at a right angle to
/// this axis.
pub struct CellEdges<'b> {
    frame: CellFrame<'b>,
    /// The cells, sorted by their level.
    cells: IntervalIndex<CellAddress>,
    /// All places for cells in the bounding box of the board, sorted by their level. `None` if
    /// there are more than [`MAX_BOX_PLACES`] places.
    places: Option<IntervalIndex<CellAddress>>,
    /// The levels of the cells in ascending order, without duplicates.
    levels: Vec<f64>,
}

impl<'b> CellEdges<'b> {
    pub fn new(axis: Axis, board: &Board, fit: &'b BoardFit) -> Self {
        let frame = CellFrame { axis, fit };
        // If the layout sets the places of points, cells share no edges.
        let is_free = board.grid.is_free();
        let addresses = || board.cells.iter().filter(move |_| !is_free).map(|cell| cell.address);
        Self {
            frame,
            cells: frame.index(addresses()),
            places: places_around(board, fit.grid.tiling).map(|places| frame.index(places)),
            levels: distinct(addresses().map(|address| frame.level(address)), SAME_COORDINATE_MM),
        }
    }

    /// Returns the levels of the cells in ascending order, without duplicates.
    pub fn levels(&self) -> &[f64] {
        &self.levels
    }

    /// Returns the bounding box of all cells.
    pub fn bounds(&self) -> Rect {
        self.frame.axis.swap_rect(self.frame.fit.cells)
    }

    /// Returns an upper bound for the distance from the level of a cell to the edges of this cell, in
    /// mm.
    pub fn max_distance(&self) -> f64 {
        match self.frame.fit.grid.tiling.polygons() {
            1 if self.frame.fit.grid.width_factor == 1.0 => 2.0 * self.frame.fit.side,
            _ => 2.0 * self.frame.step(1, 0).max(self.frame.step(0, 1)),
        }
    }

    /// Returns the corners of a seam, from left to right. The seam follows the edges between the
    /// cells above `level` and the cells below it. If there are no such edges, the list is empty.
    pub fn corners_between(&self, level: f64) -> Vec<Point> {
        let tiling = self.frame.fit.grid.tiling;
        let cells = self.near(&self.cells, level);
        let own_edges = cells.iter().flat_map(|address| self.edges_between(*address, level));
        let (from, to) = span(own_edges.flat_map(|edge| self.frame.ends(edge)).map(|end| end.x));
        if from > to {
            return Vec::new();
        }
        // In a bay, where the board has no cells, the seam follows the edges that cells in the bay
        // would have.
        let addresses = match &self.places {
            Some(places) => self.near(places, level),
            None => cells,
        };
        let edges = addresses.into_iter().flat_map(|address| self.edges_between(address, level));
        let within = Interval { from: from - SAME_COORDINATE_MM, to: to + SAME_COORDINATE_MM };
        if tiling.polygons() > 1 || tiling == Tiling::Brick {
            return EdgeGraph::new(self.frame, edges).longest_chain(within);
        }
        let ends = edges.flat_map(|edge| self.frame.ends(edge));
        let mut corners: Vec<Point> = ends.filter(|end| end.x >= within.from && end.x <= within.to).collect();
        corners.sort_by(|a, b| a.x.total_cmp(&b.x));
        corners.dedup_by(|a, b| (a.x - b.x).abs() < SAME_COORDINATE_MM);
        corners
    }

    /// Returns the cells in `index` that are so near to `level` that a neighbour may be on the other side of
    /// it. The order of the result does not depend on the order of the cells in `index`.
    fn near(&self, index: &IntervalIndex<CellAddress>, level: f64) -> Vec<CellAddress> {
        let mut near: Vec<CellAddress> =
            index.touching(Interval::around(level, self.max_distance())).copied().collect();
        near.sort_unstable();
        near
    }

    /// Returns the edges between a cell and its neighbours on the other side of `level`.
    fn edges_between(&self, cell: CellAddress, level: f64) -> impl Iterator<Item = Edge> + use<'b> {
        let frame = self.frame;
        let tiling = frame.fit.grid.tiling;
        let is_above = frame.level(cell) < level;
        (0..tiling.edges(cell))
            .filter(move |edge| (frame.level(tiling.neighbour(cell, *edge)) < level) != is_above)
            .map(move |edge| (cell, edge))
    }

    /// Returns whether a point is inside the inscribed circle of a cell.
    pub fn is_on_cell(&self, point: Point) -> bool {
        let fit = self.frame.fit;
        // The centre of a cell may not be at the level of the cell: all polygons with the same `q` and `r`
        // have one level, but different centres.
        let max_distance = self.max_distance() + 2.0 * fit.side;
        self.cells.touching(Interval::around(point.y, max_distance)).any(|address| {
            let inradius = fit.side * fit.grid.tiling.apothem(*address) * fit.grid.width_factor.min(1.0);
            self.frame.centre(*address).distance(point) < inradius
        })
    }
}

/// Returns the places for cells in and around the bounding box of a board. Returns `None` if there
/// are more than [`MAX_BOX_PLACES`] places.
fn places_around(board: &Board, tiling: Tiling) -> Option<impl Iterator<Item = CellAddress>> {
    let columns = widened_range(board.cells.iter().map(|cell| cell.address.q));
    let rows = widened_range(board.cells.iter().map(|cell| cell.address.r));
    let [width, height] = [&columns, &rows].map(|range| i64::from(range.end() - range.start()));
    let addresses = columns.flat_map(move |q| rows.clone().map(move |r| CellAddress::new(q, r)));
    (width * height <= MAX_BOX_PLACES).then(|| {
        addresses.flat_map(move |address| {
            (0..tiling.polygons()).map(move |k| CellAddress { polygon: k, ..address })
        })
    })
}

/// Returns the range from the smallest to the largest coordinate, extended by one at both ends.
fn widened_range(coordinates: impl Iterator<Item = i32> + Clone) -> std::ops::RangeInclusive<i32> {
    coordinates.clone().min().unwrap_or(0) - 1..=coordinates.max().unwrap_or(0) + 1
}

/// A corner of a cell, at one end of an edge.
#[derive(Debug, Clone, Copy)]
struct EdgeEnd {
    /// The exact position of the corner, on a grid with sides of length 1. Two corners are the same
    /// if their exact positions are equal.
    exact: ExactPoint,
    point: Point,
}

/// A graph whose nodes are corners of cells, and whose connections are edges of cells. Each corner
/// is stored with its neighbours.
struct EdgeGraph {
    neighbours: SortedMap<ExactPoint, Vec<EdgeEnd>>,
}

impl EdgeGraph {
    fn new(frame: CellFrame<'_>, edges: impl Iterator<Item = Edge>) -> Self {
        let mut graph = Self { neighbours: SortedMap::new() };
        for (address, edge) in edges {
            let [a, b] = [edge, edge + 1].map(|corner| EdgeEnd {
                exact: frame.fit.grid.tiling.corner(address, corner),
                point: frame.corner(address, corner),
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

    /// Returns the corners of the longest chain of edges, from left to right. Only corners with an `x`
    /// in the interval `within` count. Shorter chains belong to other seams. In tilings with several
    /// polygons, some edges of a chain may run from right to left.
    fn longest_chain(&self, within: Interval) -> Vec<Point> {
        let ends = self.neighbours.iter().filter(|(_, neighbours)| neighbours.len() == 1);
        let chains = ends.map(|(end, _)| trimmed(&self.walk(*end), within));
        let mut longest = chains.max_by_key(Vec::len).unwrap_or_default();
        if longest.first().zip(longest.last()).is_some_and(|(first, last)| first.x > last.x) {
            longest.reverse();
        }
        longest
    }

    /// Follows the edges from the corner `start`, and returns the corners on the way. Never turns
    /// back along the edge that was followed last.
    fn walk(&self, start: ExactPoint) -> Vec<Point> {
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

/// Returns the points from the first to the last point whose `x` is in an interval.
fn trimmed(points: &[Point], within: Interval) -> Vec<Point> {
    let is_within = |point: &Point| (within.from..=within.to).contains(&point.x);
    let first = points.iter().position(is_within).unwrap_or(0);
    let end = points.iter().rposition(is_within).map_or(0, |last| last + 1);
    points.get(first..end).map_or_else(Vec::new, <[Point]>::to_vec)
}
