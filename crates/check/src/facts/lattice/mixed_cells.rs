//! Finds the lattice of a board whose cells are triangles or have several shapes.
//!
//! - In: polygons.
//! - Out: their tiling, its rotation, and the address of each cell.
//! - Not here: fitting the lattice.
//!
//! The search starts with an assumption ([`Start`]): a drawn cell is a certain cell of a tiling, in a
//! certain rotation. Every cell of a tiling with the same number of sides is tried, in every possible
//! rotation. From the drawn cell, a walk goes from neighbour to neighbour, and counts the cells that
//! are in their places. The assumption with the most cells in their places is right.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, VecDeque};

use kurbo::{Point, Vec2};

use super::fit::GrowingFit;
use super::{heading, rotated};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::point_index::PointIndex;
use hexpress_base::tiling::Tiling;
use hexpress_read::find::Polygon;

/// The largest distance between a neighbour and its expected place, as a fraction of the distance
/// between the centres of the two cells.
const MAX_NEIGHBOUR_OFFSET: f64 = 0.35;
/// The number of polygons that are tried as the start of a walk. There are several, because a single one
/// may not be a proper cell.
const STARTING_CELLS: usize = 3;
/// At most this number of tilings are tried on the whole board. A tiling that is tried in two rotations
/// counts as two.
const MAX_TRIED_TILINGS: usize = 4;

/// Cells with their addresses.
pub(super) struct AddressedCells {
    pub(super) tiling: Tiling,
    /// The clockwise rotation of the tiling, in degrees. It is in the range (-period/2, period/2]. The
    /// period is the smallest rotation that maps the tiling to itself.
    pub(super) turned: f64,
    /// The address of each polygon. `None` for a polygon that is not a cell.
    pub(super) addresses: Vec<Option<CellAddress>>,
}

impl AddressedCells {
    fn count(&self) -> usize {
        self.addresses.iter().flatten().count()
    }

    /// Returns whether this result is worse than another one, which has `count` cells and the rotation
    /// `turned`.
    ///
    /// The result with fewer cells is worse. If both have the same number of cells, the result with the
    /// larger rotation is worse.
    fn is_worse_than(&self, count: usize, turned: f64) -> bool {
        let own = self.count();
        count > own || count == own && turned.abs() < self.turned.abs() - 0.01
    }
}

/// Returns whether cells are triangles or have different numbers of sides.
pub(super) fn are_mixed(polygons: &[Polygon], cells: &[usize]) -> bool {
    let counts = side_counts(polygons, cells);
    counts.len() > 1 || counts.contains(&3)
}

fn side_counts(polygons: &[Polygon], cells: &[usize]) -> BTreeSet<usize> {
    cells.iter().map(|&i| polygons[i].corners.len()).collect()
}

/// Finds the tiling on which the most cells are in their places. Returns it with the addresses of the
/// cells. Returns `None` if no tiling is possible. `side` is the side of the cells, in mm.
pub(super) fn placed(polygons: &[Polygon], all: &[usize], side: f64) -> Option<AddressedCells> {
    let index = PointIndex::from_points(all.iter().map(|&i| (i, polygons[i].centre)), side);
    let cells = DrawnCells { polygons, all, index, side };
    let mut starts: Vec<(usize, Start)> =
        cells.starts().into_iter().map(|start| (cells.count_around(start), start)).collect();
    starts.sort_by_key(|(found, _)| Reverse(*found));
    let most = starts.first()?.0;
    let mut best: Option<AddressedCells> = None;
    let mut followed: Vec<(Tiling, i64)> = Vec::new();
    let mut walked: Vec<StartKey> = Vec::new();
    // Several starts may describe the same tiling in the same rotation. They count only once towards the
    // limit. Otherwise, they could use up the limit, and other tilings would not be tried.
    for (_, start) in starts.into_iter().filter(|(found, _)| 2 * found >= most) {
        let LeastTurn { turned, .. } = start.least_turn();
        let orientation = (start.tiling, (turned * 10.0).round() as i64);
        if !followed.contains(&orientation) {
            followed.push(orientation);
        }
        let key = start.key();
        // A start is skipped if it could not beat the best result so far even with all cells in their places.
        if !walked.contains(&key) && best.as_ref().is_none_or(|best| best.is_worse_than(all.len(), turned)) {
            walked.push(key);
            let placed = cells.walk(start);
            if best.as_ref().is_none_or(|best| best.is_worse_than(placed.count(), turned)) {
                best = Some(placed);
            }
        }
        if followed.len() >= MAX_TRIED_TILINGS {
            break;
        }
    }
    best
}

/// The assumption that the polygon `seed` is the cell `address` of a rotated tiling.
#[derive(Clone, Copy)]
struct Start {
    tiling: Tiling,
    /// The index of the polygon that is assumed to be the cell `address`.
    seed: usize,
    address: CellAddress,
    turned: f64,
}

/// A rotation of a tiling, reduced to the smallest angle that has the same effect. For example, a
/// rotation by 60 degrees maps a tiling of hexagons to itself, so 70 degrees are reduced to 10.
struct LeastTurn {
    /// The reduced rotation, in degrees.
    turned: f64,
    /// How many steps were subtracted from the rotation. A step is the smallest rotation that maps the
    /// tiling to itself.
    times: usize,
}

/// The properties that determine the walk from a start. Starts with equal keys have the same walk.
#[derive(PartialEq)]
struct StartKey {
    seed: usize,
    tiling: Tiling,
    /// The tiling repeats a group of polygons. This is the number of the cell's polygon in the group.
    polygon: u8,
    /// The rotation of the tiling, in thousandths of a degree.
    turned: i64,
}

impl Start {
    fn least_turn(self) -> LeastTurn {
        let count = self.tiling.turns();
        let period = 360.0 / count as f64;
        let periods = (self.turned / period).round();
        let times = (periods as i64).rem_euclid(count as i64) as usize;
        LeastTurn { turned: self.turned - periods * period, times }
    }

    fn key(self) -> StartKey {
        let LeastTurn { turned, times } = self.least_turn();
        // A rotation that maps the tiling to itself does not change the walk, so it is left out of the
        // key.
        let address = (0..times).fold(self.address, |address, _| self.tiling.turned(address));
        let (seed, tiling) = (self.seed, self.tiling);
        StartKey { seed, tiling, polygon: address.polygon, turned: (turned * 1e3).round() as i64 }
    }
}

#[derive(Clone, Copy)]
struct ExpectedCell {
    /// The expected centre of the cell, in mm.
    place: Point,
    /// The largest distance of the cell from the expected centre, in mm.
    max_offset: f64,
    address: CellAddress,
}

/// All cells of a drawing.
struct DrawnCells<'p> {
    polygons: &'p [Polygon],
    /// The indices of the polygons that are cells.
    all: &'p [usize],
    index: PointIndex<2>,
    /// The side of a cell, in mm.
    side: f64,
}

impl DrawnCells<'_> {
    /// Returns all possible starts. Leaves out a tiling if one of its shapes does not occur in the
    /// drawing.
    fn starts(&self) -> Vec<Start> {
        let counts = side_counts(self.polygons, self.all);
        let seeds = self.seeds();
        let mut starts = Vec::new();
        for tiling in Tiling::ALL.iter().copied().filter(|tiling| tiling.polygons() > 1) {
            let addresses =
                (0..tiling.polygons()).map(|k| CellAddress { polygon: k, ..CellAddress::new(0, 0) });
            if !addresses.clone().all(|address| counts.contains(&tiling.edges(address))) {
                continue;
            }
            for &seed in &seeds {
                let polygon = &self.polygons[seed];
                let sides = polygon.corners.len();
                for address in addresses.clone().filter(|address| tiling.edges(*address) == sides) {
                    starts.extend((0..sides).map(|turn| {
                        let turned =
                            polygon.turn_degrees() - tiling.degrees(address) + polygon.period() * turn as f64;
                        Start { tiling, seed, address, turned }
                    }));
                }
            }
        }
        starts
    }

    /// Returns up to [`STARTING_CELLS`] cells where walks start. Cells with more sides come first. Of the
    /// cells with the same number of sides, those closer to the middle of the board come first.
    fn seeds(&self) -> Vec<usize> {
        let count = self.all.len().max(1) as f64;
        let sum = self.all.iter().map(|&i| self.polygons[i].centre.to_vec2() / count).sum::<Vec2>();
        let centre = sum.to_point();
        let mut seeds = self.all.to_vec();
        // Sorting all cells of a large board would take too long.
        if seeds.len() > STARTING_CELLS {
            seeds.select_nth_unstable_by(STARTING_CELLS, |&a, &b| self.seed_order(centre, a, b));
        }
        seeds.truncate(STARTING_CELLS);
        seeds.sort_by(|&a, &b| self.seed_order(centre, a, b));
        seeds
    }

    /// Compares two cells. The cell with more sides comes first. If both have the same number of sides,
    /// the cell closer to `centre` comes first.
    fn seed_order(&self, centre: Point, a: usize, b: usize) -> Ordering {
        let [one, other] = [a, b].map(|i| &self.polygons[i]);
        (Reverse(one.corners.len()).cmp(&Reverse(other.corners.len())))
            .then(one.centre.distance(centre).total_cmp(&other.centre.distance(centre)))
            .then(a.cmp(&b))
    }

    /// Returns the place of the neighbour on the other side of an edge. `centre` is the centre of the
    /// cell `cell`.
    fn across_edge(&self, start: Start, centre: Point, cell: CellAddress, edge: usize) -> ExpectedCell {
        let tiling = start.tiling;
        let next = tiling.neighbour(cell, edge);
        let distance = (tiling.apothem(cell) + tiling.apothem(next)) * self.side;
        let offset = rotated(tiling.edge_normal(cell, edge), heading(start.turned)) * distance;
        ExpectedCell { place: centre + offset, max_offset: distance * MAX_NEIGHBOUR_OFFSET, address: next }
    }

    /// Returns the drawn polygons at the expected place of a cell. Considers only polygons with the
    /// same number of sides as the cell.
    fn found(&self, expected: ExpectedCell, tiling: Tiling) -> impl Iterator<Item = usize> {
        let ExpectedCell { place, max_offset, address } = expected;
        let sides = tiling.edges(address);
        self.index.within(place, max_offset).filter(move |&i| self.polygons[i].corners.len() == sides)
    }

    /// Returns the number of cells near the first cell that are in their places. Counts the neighbours
    /// of the first cell, and the neighbours of these neighbours.
    fn count_around(&self, start: Start) -> usize {
        let mut found = 0;
        let mut open = vec![(start.seed, start.address)];
        for _ in 0..2 {
            let mut next = Vec::new();
            for (from, address) in open {
                for edge in 0..start.tiling.edges(address) {
                    let expected = self.across_edge(start, self.polygons[from].centre, address, edge);
                    if let Some(other) = self.found(expected, start.tiling).next() {
                        found += 1;
                        next.push((other, expected.address));
                    }
                }
            }
            open = next;
        }
        found
    }

    /// Assigns addresses to all cells that are in place. This includes parts of the board that do not
    /// touch the first cell.
    fn walk(&self, start: Start) -> AddressedCells {
        let Start { tiling, seed, address: cell_address, .. } = start;
        let mut addresses = vec![None; self.polygons.len()];
        let mut known = self.follow(start, seed, cell_address, &mut addresses);
        let mut growing = GrowingFit::new(tiling.grid(), self.side);
        for &other in self.all {
            if addresses[other].is_none() {
                let fit = growing.grow(known, self.polygons, self.all, &addresses);
                let polygon = &self.polygons[other];
                // Addresses in a separate part of the board continue those of the first part.
                let nearest = fit.nearest(tiling, polygon.centre);
                let off = fit.place(tiling, nearest).distance(polygon.centre);
                if tiling.edges(nearest) == polygon.corners.len() && off < MAX_NEIGHBOUR_OFFSET * self.side {
                    known += self.follow(start, other, nearest, &mut addresses);
                }
            }
        }
        let LeastTurn { turned, times } = start.least_turn();
        for address in addresses.iter_mut().flatten() {
            *address = (0..times).fold(*address, |cell_address, _| tiling.turned(cell_address));
        }
        AddressedCells { tiling, turned, addresses }
    }

    /// Assigns addresses to the first cell, `seed`, and to all cells that are connected with it through
    /// neighbours. Returns the number of these cells.
    fn follow(
        &self,
        start: Start,
        seed: usize,
        cell: CellAddress,
        addresses: &mut [Option<CellAddress>],
    ) -> usize {
        let mut count = 1;
        addresses[seed] = Some(cell);
        let mut queue = VecDeque::from([(seed, cell)]);
        while let Some((from, cell)) = queue.pop_front() {
            let centre = self.polygons[from].centre;
            let max_offset = start.tiling.apothem(cell) * self.side * MAX_NEIGHBOUR_OFFSET;
            let here = ExpectedCell { place: centre, max_offset, address: cell };
            let edges = 0..start.tiling.edges(cell);
            let neighbours = edges.map(|edge| self.across_edge(start, centre, cell, edge));
            for expected in std::iter::once(here).chain(neighbours) {
                for other in self.found(expected, start.tiling) {
                    if addresses[other].is_none() {
                        addresses[other] = Some(expected.address);
                        queue.push_back((other, expected.address));
                        count += 1;
                    }
                }
            }
        }
        count
    }
}
