//! Finds sets of polygons that may be boards.
//!
//! - In: the polygons of a page.
//! - Out: sets of polygons that have the same size and are next to each other.
//! - Not here: deciding which of these sets are boards; [`super`] does that.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::polygons::{cloned, point_index};
use crate::facts::lattice::Lattice;
use crate::facts::shape::FoundShape;
use hexpress_base::cell_address::CellAddress;
use hexpress_read::find::{Polygon, adjacency};

/// The cells of a board may differ slightly in size. If they are sorted by size, the side of each cell
/// is at most this fraction longer than the side of the next smaller one.
const SAME_SIDE: f64 = 0.05;
/// The largest irregularity that a cell may have, as a fraction of its side.
const MAX_IRREGULARITY: f64 = 0.2;
/// The largest deviation of the distance between neighbours from the usual distance, as a fraction.
const MAX_DISTANCE_DEVIATION: f64 = 0.15;
/// The largest angle between the direction to a neighbour and the normal of an edge, in degrees.
const MAX_NEIGHBOUR_ANGLE_DEGREES: f64 = 12.0;
/// The largest distance between the centres of neighbouring cells of a board, as a multiple of the
/// distance between opposite edges. Polygons that are farther apart are pieces.
const MAX_NEIGHBOUR_DISTANCE: f64 = 1.6;
/// The largest distance between the centres of two cells that touch, as a multiple of the distance
/// between opposite edges. Cells that are farther apart have gaps between them.
const MAX_TOUCHING_DISTANCE: f64 = 1.05;
/// The smallest number of cells on a board.
pub(super) const MIN_CELLS: usize = 3;
/// The smallest number of cells on a board with gaps between the cells.
const MIN_SEPARATE_CELLS: usize = 7;
/// The smallest number of cells that can form a named shape, such as a large hexagon.
const MIN_SHAPE_CELLS: usize = 6;
/// At most this number of small sets are compared with boards. A small set has fewer than [`MIN_CELLS`]
/// polygons.
const MAX_SMALL_SETS: usize = 2000;
/// A small set is compared with at most this number of boards.
const MAX_BOARDS: usize = 64;
/// A small set is compared with at most this number of cells of each board.
const MAX_COMPARED_CELLS: usize = 20_000;
/// At most this number of polygons around one place are examined. If there are more, they are on top of
/// each other, and are not cells.
const MAX_POLYGONS_AT_PLACE: usize = 64;
/// Polygons are a heap if the sum of their areas is more than this multiple of the area of their
/// bounding box. Many of them are then on top of each other, so they are not cells.
const MIN_HEAP_AREA_RATIO: f64 = 6.0;
/// A group of at most this number of polygons is never a heap, even if they are on top of each other.
const MIN_HEAP_POLYGONS: usize = 1000;
/// Two corners of neighbouring cells count as the same corner if their distance is at most this fraction
/// of a side.
const SAME_CORNER: f64 = 0.2;

/// The indices of polygons that belong together.
type Set = Vec<usize>;

/// Returns whether polygons are a heap. In a heap, many polygons are on top of each other.
fn is_heap(polygons: &[Polygon], run: &[usize]) -> bool {
    let area: f64 = run.iter().map(|&i| polygons[i].regular_area()).sum();
    let boxes = run.iter().map(|&i| hexpress_base::geometry::bounds_of_points(&polygons[i].corners));
    let bounds = boxes.reduce(|a, b| a.union(b));
    run.len() > MIN_HEAP_POLYGONS && bounds.is_some_and(|bounds| area > MIN_HEAP_AREA_RATIO * bounds.area())
}

/// Returns the indices of the polygons that are almost regular, the largest polygon first. Leaves out
/// polygons with sides of half a millimetre or less.
fn regular_by_size(polygons: &[Polygon]) -> Set {
    let mut order: Set = (0..polygons.len())
        .filter(|&i| {
            let side = polygons[i].side();
            side > 0.5 && polygons[i].irregularity() <= MAX_IRREGULARITY * side
        })
        .collect();
    order.sort_by(|&a, &b| polygons[b].side().total_cmp(&polygons[a].side()));
    order
}

/// Groups polygons of about the same size. `order` lists the polygons by size, the largest first. In a
/// group, the side of each polygon is at most the fraction [`SAME_SIDE`] longer than that of the next
/// one.
fn runs_of_one_size<'o>(polygons: &[Polygon], order: &'o [usize]) -> impl Iterator<Item = &'o [usize]> {
    order.chunk_by(|&a, &b| polygons[a].side() <= polygons[b].side() * (1.0 + SAME_SIDE))
}

/// Returns the sets of polygons that have the same size and are next to each other. Each set may be a
/// board or a part of a board.
pub(super) fn sets(polygons: &[Polygon]) -> Vec<Set> {
    let order = regular_by_size(polygons);
    let mut sets = Vec::new();
    for run in runs_of_one_size(polygons, &order).filter(|run| !is_heap(polygons, run)) {
        let is_hexagons = polygons[run[0]].corners.len() == 6;
        // If the usual distance between hexagons shows that they have gaps, hexagons at this distance
        // are searched first.
        if is_hexagons
            && usual_distance(polygons, run).is_some_and(|distance| distance > MAX_TOUCHING_DISTANCE)
        {
            let separate_sets = sets_with_gaps(polygons, run);
            if separate_sets.iter().map(Vec::len).sum::<usize>() == run.len() {
                sets.extend(separate_sets);
                continue;
            }
        }
        let parts = connected_parts(polygons, run, 1.0);
        let (large, small): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.len() >= MIN_CELLS);
        let rest: Set = small.iter().flatten().copied().collect();
        let boards = join_sets(polygons, large, small);
        // Only hexagons may have gaps between them. Squares with gaps are cards or tiles.
        if boards.is_empty() && is_hexagons {
            sets.extend(sets_with_gaps(polygons, &rest));
        } else {
            sets.extend(boards);
        }
    }
    // Two hexagons that touch are a board, but only if the page has no larger set.
    if sets.is_empty() && polygons.first().is_some_and(|first| first.corners.len() == 6) {
        let pairs = runs_of_one_size(polygons, &order).filter(|run| run.len() == 2);
        let connected = pairs.flat_map(|run| connected_parts(polygons, run, 1.0));
        sets.extend(connected.filter(|part| part.len() == 2));
    }
    sets
}

/// Returns the sets in which polygons of several shapes are next to each other. The polygons of a set
/// touch along their edges, and all edges have the same length.
pub(super) fn mixed_sets(polygons: &[Polygon]) -> Vec<Set> {
    let order = regular_by_size(polygons);
    let mut sets = Vec::new();
    for run in runs_of_one_size(polygons, &order) {
        if run.len() < MIN_CELLS || !has_several_shapes(polygons, run) || is_heap(polygons, run) {
            continue;
        }
        let mut neighbours: Vec<Set> = vec![Vec::new(); run.len()];
        for pair in adjacency(&cloned(polygons, run), SAME_CORNER * polygons[run[0]].side()) {
            neighbours[pair.a].push(pair.b);
            neighbours[pair.b].push(pair.a);
        }
        for part in components(&neighbours) {
            let mut set: Set = part.into_iter().map(|i| run[i]).collect();
            if set.len() >= MIN_CELLS && has_several_shapes(polygons, &set) {
                set.sort_unstable();
                sets.push(set);
            }
        }
    }
    sets
}

fn has_several_shapes(polygons: &[Polygon], set: &[usize]) -> bool {
    set.iter().map(|&i| polygons[i].corners.len()).collect::<BTreeSet<_>>().len() > 1
}

/// Returns the connected components of a graph. For each node of the graph, `neighbours` contains
/// its neighbours.
fn components(neighbours: &[Set]) -> Vec<Set> {
    let mut visited = vec![false; neighbours.len()];
    let mut components = Vec::new();
    for start in 0..neighbours.len() {
        if std::mem::replace(&mut visited[start], true) {
            continue;
        }
        let mut component = vec![start];
        let mut next = 0;
        while let Some(&from) = component.get(next) {
            next += 1;
            let fresh = neighbours[from].iter().filter(|i| !std::mem::replace(&mut visited[**i], true));
            component.extend(fresh);
        }
        components.push(component);
    }
    components
}

/// Returns the sets of cells with wide gaps between them. Pieces that are arranged in rows also have
/// gaps between them, but have fewer neighbours than cells.
fn sets_with_gaps(polygons: &[Polygon], run: &[usize]) -> Vec<Set> {
    let Some(distance) = usual_distance(polygons, run) else { return Vec::new() };
    let mut parts = connected_parts(polygons, run, distance);
    parts.retain(|part| is_surrounded(polygons, part, distance));
    parts
}

/// Returns whether there are at least [`MIN_SEPARATE_CELLS`] cells, and whether they have 2.6 neighbours or
/// more on average. In a single row, a cell has at most two neighbours.
fn is_surrounded(polygons: &[Polygon], part: &[usize], distance: f64) -> bool {
    let own: BTreeSet<usize> = part.iter().copied().collect();
    let index = point_index(polygons, part, neighbour_limit(polygons, part, distance));
    let counts = part.iter().map(|&i| {
        let near = index
            .within(polygons[i].centre, neighbour_limit(polygons, &[i], distance))
            .take(MAX_POLYGONS_AT_PLACE);
        near.filter(|j| own.contains(j) && is_neighbour(&polygons[i], &polygons[*j], distance)).count()
    });
    part.len() >= MIN_SEPARATE_CELLS && counts.sum::<usize>() * 10 >= part.len() * 26
}

/// Returns the usual distance between the centres of neighbours, as a multiple of the distance between
/// opposite edges. Returns `None` if this distance is too large for a board.
fn usual_distance(polygons: &[Polygon], run: &[usize]) -> Option<f64> {
    let widest = neighbour_limit(polygons, run, MAX_NEIGHBOUR_DISTANCE);
    let index = point_index(polygons, run, widest);
    let nearest = run.iter().map(|&i| {
        let own_polygon = &polygons[i];
        let others = index.within(own_polygon.centre, widest).filter(|&j| j != i).take(MAX_POLYGONS_AT_PLACE);
        others.map(|j| own_polygon.centre.distance(polygons[j].centre)).fold(f64::INFINITY, f64::min)
            / own_polygon.neighbour_distance()
    });
    let mut distances: Vec<f64> = nearest.filter(|distance| *distance > 1.0).collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 2).copied().filter(|distance| *distance <= MAX_NEIGHBOUR_DISTANCE)
}

/// Returns how far apart the centres of neighbours may be, in mm. `distance` is their usual distance, as
/// a multiple of the distance between opposite edges.
fn neighbour_limit(polygons: &[Polygon], run: &[usize], distance: f64) -> f64 {
    run.iter().map(|&i| polygons[i].neighbour_distance()).fold(0.0, f64::max)
        * distance
        * (1.0 + MAX_DISTANCE_DEVIATION)
}

/// Returns whether `b` is about where a neighbour of `a` should be: on the other side of an edge of `a`.
/// `distance` is the usual distance of neighbours, as a multiple of the distance between opposite edges.
fn is_neighbour(a: &Polygon, b: &Polygon, distance: f64) -> bool {
    let offset = b.centre - a.centre;
    let usual = f64::midpoint(a.neighbour_distance(), b.neighbour_distance()) * distance;
    if !(1.0 - MAX_DISTANCE_DEVIATION..=1.0 + MAX_DISTANCE_DEVIATION).contains(&(offset.hypot() / usual)) {
        return false;
    }
    let period = a.period();
    let angle = libm::atan2(offset.y, offset.x).to_degrees() - a.turn_degrees() + 90.0;
    let off = (angle + period / 2.0).rem_euclid(period) - period / 2.0;
    off.abs() <= MAX_NEIGHBOUR_ANGLE_DEGREES
}

/// Returns the sets of connected polygons. `distance` is the usual distance of neighbours, as a
/// multiple of the distance between opposite edges.
fn connected_parts(polygons: &[Polygon], run: &[usize], distance: f64) -> Vec<Set> {
    let limit = neighbour_limit(polygons, run, distance);
    let index = point_index(polygons, run, limit);
    let mut visited: BTreeSet<usize> = BTreeSet::new();
    let mut parts = Vec::new();
    for &start in run {
        if !visited.insert(start) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&from) = part.get(next) {
            next += 1;
            for other in index.within(polygons[from].centre, limit).take(MAX_POLYGONS_AT_PLACE) {
                if !visited.contains(&other) && is_connected(&polygons[from], &polygons[other], distance) {
                    visited.insert(other);
                    part.push(other);
                }
            }
        }
        part.sort_unstable();
        parts.push(part);
    }
    parts
}

/// Returns whether two polygons are neighbours or almost at the same place. Polygons at the same
/// place are one cell that is drawn twice.
fn is_connected(a: &Polygon, b: &Polygon, distance: f64) -> bool {
    is_neighbour(a, b, distance)
        || is_neighbour(b, a, distance)
        || a.centre.distance(b.centre) < 0.3 * a.side()
}

/// A board, or a part of a board.
struct BoardCandidate {
    cells: Set,
    /// The lattice of the first set of cells of this board.
    lattice: Option<Lattice>,
    /// Whether the first set of cells of this board forms a named shape.
    is_shape: bool,
}

impl BoardCandidate {
    fn new(polygons: &[Polygon], cells: Set) -> Self {
        let lattice = Lattice::from_polygons(&cloned(polygons, &cells));
        let is_shape = cells.len() >= MIN_SHAPE_CELLS
            && lattice.as_ref().is_some_and(|lattice| {
                let addresses: BTreeSet<CellAddress> = lattice.addresses.iter().flatten().copied().collect();
                FoundShape::is_shape(&addresses, lattice.grid.tiling)
            });
        Self { cells, lattice, is_shape }
    }

    /// Returns whether all polygons of a set fit the lattice of the board.
    fn has_places_for(&self, polygons: &[Polygon], part: &[usize]) -> bool {
        self.lattice.as_ref().is_some_and(|lattice| {
            part.iter().all(|&i| {
                let centre = polygons[i].centre;
                centre.distance(lattice.centre(lattice.nearest(centre))) <= 0.08 * lattice.side
            })
        })
    }

    /// Returns whether a polygon is near the board. Its distance to one of the board's cells must be
    /// at most four times the size of a cell.
    fn is_near(&self, polygons: &[Polygon], other: usize) -> bool {
        let centre = polygons[other].centre;
        self.lattice.as_ref().is_some_and(|lattice| {
            let mut cells = self.cells.iter().take(MAX_COMPARED_CELLS);
            cells.any(|&i| polygons[i].centre.distance(centre) <= 4.0 * lattice.across())
        })
    }
}

/// Joins sets of cells on the same lattice into boards with gaps. A small set is joined to a board near
/// it. Two sets are not joined if both of them form named shapes, because they are separate boards.
fn join_sets(polygons: &[Polygon], mut large: Vec<Set>, small: Vec<Set>) -> Vec<Set> {
    let mut boards: Vec<BoardCandidate> = Vec::new();
    large.sort_by_key(|part| Reverse(part.len()));
    for part in large {
        let part = BoardCandidate::new(polygons, part);
        let board = boards
            .iter_mut()
            .take(MAX_BOARDS)
            .find(|board| !(part.is_shape && board.is_shape) && board.has_places_for(polygons, &part.cells));
        match board {
            Some(board) => board.cells.extend(part.cells),
            None => boards.push(part),
        }
    }
    for part in small.into_iter().take(MAX_SMALL_SETS) {
        let mut first_boards = boards.iter_mut().take(MAX_BOARDS);
        if let Some(board) = first_boards
            .find(|board| board.has_places_for(polygons, &part) && board.is_near(polygons, part[0]))
        {
            board.cells.extend(part);
        }
    }
    boards.iter_mut().for_each(|board| board.cells.sort_unstable());
    boards.into_iter().map(|board| board.cells).collect()
}
