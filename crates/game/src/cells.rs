//! Properties of a set of cells: its neighbours, colourings, border, holes, connected parts and centre.
//!
//! - In: a tiling, and a list of cells in any order. No cell may be in the list twice.
//! - Out: counts, or cells and edges in the order of the input.
//! - Not here: the names of cells, and sizes in mm.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use kurbo::{Point, Vec2};

use hexpress_base::cell_address::CellAddress;
use hexpress_base::cell_index::CellIndex;
pub use hexpress_base::tiling::Edge;
use hexpress_base::tiling::Tiling;

/// The position of a cell on the sheet, in steps down and to the right. See [`place_on_sheet`] for the
/// length of a step.
///
/// Positions are sorted by rows, and in each row from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SheetPlace {
    pub down: i32,
    pub across: i32,
}

/// Returns the position of a cell on the sheet.
///
/// Every other row of pointy-top hexagons and of bricks is shifted by half a cell. So a step along a row
/// is half a cell, and neighbours in a row are two steps apart. For flat-top hexagons, this is true of
/// the steps along a column. Any other step leads to the next row or column.
pub fn place_on_sheet(tiling: Tiling, cell: CellAddress) -> SheetPlace {
    let (across, down) = match tiling {
        Tiling::FlatTop => (cell.q, 2 * cell.r + cell.q),
        Tiling::PointyTop | Tiling::Brick => (2 * cell.q + cell.r, cell.r),
        Tiling::Triangles | Tiling::TrianglesSideways => tiling.row_of_triangles(cell),
        _ => (cell.q, cell.r),
    };
    SheetPlace { down, across }
}

/// Sorts cells from top to bottom, and from left to right in each row.
///
/// Cells whose middles are at the same height form a row. A row of triangles counts as one row, although
/// the heights of its middles alternate.
pub fn sort_for_reading(cells: &mut [CellAddress], tiling: Tiling) {
    if tiling.is_triangles() || tiling.has_hexagon_neighbours() || tiling == Tiling::Square {
        return cells.sort_by_key(|&address| place_on_sheet(tiling, address));
    }
    cells.sort_by_cached_key(|&address| {
        let Point { x, y } = tiling.unit_centre(address);
        // The heights of cells in different rows differ by more than a thousandth of a side. In the same
        // row, heights differ only by rounding errors, which this rounding removes.
        [y, x].map(|v| (v * 1000.0).round() as i64)
    });
}

/// Returns a colour for a cell, as a number from 0 to 2. Neighbouring cells have different colours.
///
/// Returns `None` unless exactly three cells meet at every corner of the tiling.
pub fn three_colouring(tiling: Tiling, cell: CellAddress) -> Option<usize> {
    match tiling {
        Tiling::FlatTop | Tiling::PointyTop | Tiling::Brick => Some(remainder(cell.q - cell.r, 3)),
        Tiling::T488 if cell.polygon == 0 => Some(remainder(cell.q + cell.r, 2)),
        Tiling::T488 => Some(2),
        Tiling::T4612 => Some(tiling.edges(cell) / 6),
        _ => None,
    }
}

/// Returns a colour for a cell, 0 or 1. Neighbouring cells have different colours.
///
/// Returns `None` if an odd number of cells meets at a corner of the tiling.
pub fn two_colouring(tiling: Tiling, cell: CellAddress) -> Option<usize> {
    match tiling {
        Tiling::Square => Some(remainder(cell.q + cell.r, 2)),
        Tiling::Triangles | Tiling::TrianglesSideways => Some(usize::from(cell.polygon)),
        Tiling::T3636 => Some(usize::from(tiling.edges(cell) == 3)),
        Tiling::T3464 => Some(usize::from(tiling.edges(cell) == 4)),
        _ => None,
    }
}

fn remainder(number: i32, divisor: i32) -> usize {
    number.rem_euclid(divisor).unsigned_abs() as usize
}

/// Returns the number of pairs of cells that share an edge.
pub fn adjacencies(tiling: Tiling, cells: &[CellAddress]) -> usize {
    let set = CellIndex::from_cells(cells);
    let neighbours = cells.iter().flat_map(|&address| tiling.neighbours(address));
    // Every pair is found once from each of its two cells.
    neighbours.filter(|next| set.contains(*next)).count() / 2
}

/// Returns the number of edges of all cells. An edge that two cells share is counted once.
///
/// `adjacent` is the number of pairs of cells that share an edge; see [`adjacencies`].
pub fn unique_edges(tiling: Tiling, cells: &[CellAddress], adjacent: usize) -> usize {
    cells.iter().map(|&address| tiling.edges(address)).sum::<usize>() - adjacent
}

/// Returns the number of corners of all cells. A corner that several cells share is counted once.
pub fn vertices(tiling: Tiling, cells: &[CellAddress]) -> usize {
    let index = CellIndex::from_cells(cells);
    let corners = cells.iter().enumerate().flat_map(|(number, &address)| {
        (0..tiling.edges(address)).map(move |corner| (number, address, corner))
    });
    // A corner is counted only for the first of the cells that meet there.
    corners
        .filter(|&(number, address, corner)| {
            others_at_corner(tiling, address, corner)
                .all(|other| index.get(other).is_none_or(|other| other > number))
        })
        .count()
}

/// Returns the cells that meet at a corner, in clockwise order, beginning with `cell`.
pub fn meeting_at(tiling: Tiling, cell: CellAddress, corner: usize) -> Vec<CellAddress> {
    std::iter::once(cell).chain(others_at_corner(tiling, cell, corner)).collect()
}

/// Returns the other cells that meet at a corner of the cell `address`, in clockwise order.
fn others_at_corner(
    tiling: Tiling,
    address: CellAddress,
    corner: usize,
) -> impl Iterator<Item = CellAddress> {
    // Edges are numbered clockwise. If an edge begins at this corner in one cell, it ends there in the
    // neighbouring cell. The next edge of that neighbour begins at the corner again.
    let first = tiling.across(address, corner);
    let edges = std::iter::successors(Some(first), move |&(cell, edge)| Some(tiling.across(cell, edge + 1)));
    edges.map(|(cell, _)| cell).take_while(move |cell| *cell != address)
}

/// Returns the edges without a cell on their other side, in the order of the cells.
pub fn border_edges(tiling: Tiling, cells: &[CellAddress]) -> Vec<Edge> {
    let set = CellIndex::from_cells(cells);
    let edges = cells.iter().flat_map(|&address| (0..tiling.edges(address)).map(move |edge| (address, edge)));
    edges.filter(|(address, edge)| !set.contains(tiling.neighbour(*address, *edge))).collect()
}

/// Returns the border of a set of cells as closed loops of edges.
///
/// Along each loop, the cells are on the right-hand side. So the outer border runs clockwise, and the
/// border of a hole runs counterclockwise.
pub fn border_loops(tiling: Tiling, cells: &[CellAddress]) -> Vec<Vec<Edge>> {
    let set = CellIndex::from_cells(cells);
    let mut visited = HashSet::new();
    let mut loops = Vec::new();
    for first in border_edges(tiling, cells) {
        let mut run = Vec::new();
        let mut current = first;
        while visited.insert(current) {
            run.push(current);
            current = next_border_edge(tiling, &set, current);
        }
        if !run.is_empty() {
            loops.push(run);
        }
    }
    loops
}

/// Returns the edge of the border that begins where `edge` ends.
fn next_border_edge(tiling: Tiling, set: &CellIndex, edge: Edge) -> Edge {
    let mut next = following_edge(tiling, edge);
    // Goes around the corner from cell to cell, until an edge is on the border.
    while set.contains(tiling.neighbour(next.0, next.1)) {
        next = following_edge(tiling, tiling.across(next.0, next.1));
    }
    next
}

/// Returns the next edge of a cell, clockwise.
fn following_edge(tiling: Tiling, (address, edge): Edge) -> Edge {
    (address, (edge + 1) % tiling.edges(address))
}

/// Returns the connected parts of a set of cells, in the order of their first cells.
pub fn components(tiling: Tiling, cells: &[CellAddress]) -> Vec<Vec<CellAddress>> {
    let index = CellIndex::from_cells(cells);
    let mut component_of: Vec<Option<usize>> = vec![None; cells.len()];
    let mut count = 0;
    for start in 0..cells.len() {
        if component_of[start].is_some() {
            continue;
        }
        component_of[start] = Some(count);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in tiling.neighbours(cells[cell]).filter_map(|address| index.get(address)) {
                if component_of[next].is_none() {
                    component_of[next] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    let mut components = vec![Vec::new(); count];
    for (&address, component) in cells.iter().zip(component_of) {
        if let Some(number) = component {
            components[number].push(address);
        }
    }
    components
}

/// The smallest range of columns and the smallest range of rows that contain all cells.
struct Bounds {
    columns: RangeInclusive<i32>,
    rows: RangeInclusive<i32>,
}

impl Bounds {
    /// Returns the bounds of cells. Returns `None` if there are no cells.
    fn from_cells(cells: &[CellAddress]) -> Option<Self> {
        let (columns, rows) = (cells.iter().map(|address| address.q), cells.iter().map(|address| address.r));
        Some(Self {
            columns: columns.clone().min()?..=columns.max()?,
            rows: rows.clone().min()?..=rows.max()?,
        })
    }

    fn contains(&self, cell: CellAddress) -> bool {
        self.columns.contains(&cell.q) && self.rows.contains(&cell.r)
    }
}

/// Returns the holes in a set of cells.
///
/// A hole is a connected group of empty positions that is surrounded by cells.
pub fn holes(tiling: Tiling, cells: &[CellAddress]) -> Vec<Vec<CellAddress>> {
    let Some(bounds) = Bounds::from_cells(cells) else { return Vec::new() };
    let set = CellIndex::from_cells(cells);
    let mut visited = HashSet::new();
    let mut holes = Vec::new();
    for (address, edge) in border_edges(tiling, cells) {
        let start = tiling.neighbour(address, edge);
        if !visited.insert(start) {
            continue;
        }
        let (mut open, mut hole, mut leads_out) = (vec![start], Vec::new(), false);
        while let Some(place) = open.pop() {
            hole.push(place);
            if !bounds.contains(place) {
                leads_out = true;
                continue;
            }
            open.extend(tiling.neighbours(place).filter(|&next| !set.contains(next) && visited.insert(next)));
        }
        if !leads_out {
            hole.sort_unstable();
            holes.push(hole);
        }
    }
    // A flood fill does not enter positions that an earlier fill visited. So a fill outside of the
    // board may end before it leaves the bounding box, and its positions then look like a hole. In a
    // real hole, every neighbour of a position is a cell or another position of the hole.
    holes.retain(|hole| {
        hole.iter().all(|&place| {
            tiling.neighbours(place).all(|next| set.contains(next) || hole.binary_search(&next).is_ok())
        })
    });
    holes
}

/// Returns the cell that is nearest to the middle of all cells.
///
/// Returns `None` if several cells are equally near, or if there are no cells.
pub fn centre_cell(tiling: Tiling, cells: &[CellAddress]) -> Option<CellAddress> {
    if tiling.polygons() > 1 || tiling == Tiling::Brick {
        return centre_by_middles(tiling, cells);
    }
    let count = cells.len() as i64;
    let sum_q: i64 = cells.iter().map(|address| i64::from(address.q)).sum();
    let sum_r: i64 = cells.iter().map(|address| i64::from(address.r)).sum();
    // Squared distances, multiplied by the square of the number of cells, are integers. They can be
    // compared exactly.
    let distances = cells.iter().map(|address| {
        let q = i128::from(i64::from(address.q) * count - sum_q);
        let r = i128::from(i64::from(address.r) * count - sum_r);
        q * q + r * r + if tiling.is_hexagons() { q * r } else { 0 }
    });
    let nearest = distances.clone().min()?;
    only(cells.iter().zip(distances).filter(|(_, distance)| *distance == nearest))
        .map(|(address, _)| *address)
}

/// Returns the centre cell by comparing the middles of cells. Returns `None` if several cells are
/// equally near to the middle of all cells, or if there are no cells. This function works for any
/// tiling, but is less exact than comparing the whole-number coordinates.
fn centre_by_middles(tiling: Tiling, cells: &[CellAddress]) -> Option<CellAddress> {
    let sum: Vec2 = cells.iter().map(|address| tiling.unit_centre(*address).to_vec2()).sum();
    let centre = (sum / cells.len().max(1) as f64).to_point();
    let distances = cells.iter().map(|address| tiling.unit_centre(*address).distance(centre));
    let nearest = distances.clone().min_by(f64::total_cmp)?;
    only(cells.iter().zip(distances).filter(|(_, distance)| *distance < nearest + 1e-6))
        .map(|(address, _)| *address)
}

/// Returns the only item of an iterator. Returns `None` unless the iterator has exactly one item.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    items.next().filter(|_| items.next().is_none())
}

/// Returns the cells that share an edge or a corner with a cell.
pub fn touching(tiling: Tiling, cell: CellAddress) -> Vec<CellAddress> {
    (0..tiling.edges(cell))
        .flat_map(|corner| meeting_at(tiling, cell, corner))
        .filter(|h| *h != cell)
        .collect()
}

/// Returns the number of steps from `centre` to each cell. A step leads across an edge or a corner.
///
/// If the cells are neither hexagons nor squares nor bricks, the result also contains positions without
/// a cell. A shortest path may lead through such positions.
pub fn steps(tiling: Tiling, cells: &[CellAddress], centre: CellAddress) -> HashMap<CellAddress, u32> {
    if tiling.polygons() == 1 {
        return cells.iter().map(|address| (*address, tiling.distance(*address, centre))).collect();
    }
    // The search examines only the bounding box of the board and one cell around it, because a tiling
    // is infinite. No shortest path leads farther out.
    let [mut least, mut most] = [centre; 2];
    for address in cells {
        least = CellAddress::new(least.q.min(address.q), least.r.min(address.r));
        most = CellAddress::new(most.q.max(address.q), most.r.max(address.r));
    }
    let (columns, rows) = (least.q - 1..=most.q + 1, least.r - 1..=most.r + 1);
    let mut known = HashMap::from([(centre, 0)]);
    let mut open = vec![centre];
    let mut distance = 0;
    while !open.is_empty() {
        distance += 1;
        let next: HashSet<CellAddress> = open
            .iter()
            .flat_map(|address| touching(tiling, *address))
            .filter(|address| {
                columns.contains(&address.q) && rows.contains(&address.r) && !known.contains_key(address)
            })
            .collect();
        known.extend(next.iter().map(|address| (*address, distance)));
        open = next.into_iter().collect();
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Tiling = Tiling::FlatTop;

    fn ring(centre: CellAddress) -> Vec<CellAddress> {
        (0..6).map(|k| centre.neighbour(k)).collect()
    }

    #[test]
    fn a_ring_has_a_hole_and_two_borders() {
        let cells = ring(CellAddress::new(3, -1));
        assert_eq!((adjacencies(FLAT, &cells), unique_edges(FLAT, &cells, 6)), (6, 30));
        assert_eq!(vertices(FLAT, &cells), 24);
        assert_eq!(holes(FLAT, &cells), [vec![CellAddress::new(3, -1)]]);
        let mut lengths: Vec<_> = border_loops(FLAT, &cells).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [6, 18]);
        assert_eq!(border_edges(FLAT, &cells).len(), 24);
        assert_eq!(centre_cell(FLAT, &cells), None, "six cells are equally near");
    }

    #[test]
    fn a_bay_is_no_hole_and_parts_are_separate() {
        let mut cells = ring(CellAddress::new(0, 0));
        cells.remove(2);
        assert!(holes(FLAT, &cells).is_empty());
        cells.push(CellAddress::new(9, 9));
        assert!(holes(FLAT, &cells).is_empty());
        let parts = components(FLAT, &cells);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [5, 1]);
        assert_eq!(border_loops(FLAT, &cells).len(), 2);
        let two: Vec<CellAddress> =
            ring(CellAddress::new(0, 0)).into_iter().chain(ring(CellAddress::new(5, 5))).collect();
        assert_eq!(holes(FLAT, &two).len(), 2);
        assert!(
            holes(FLAT, &[]).is_empty()
                && components(FLAT, &[]).is_empty()
                && centre_cell(FLAT, &[]).is_none()
        );
    }

    #[test]
    fn neighbours_never_share_a_colour() {
        for (q, r) in (-4..5).flat_map(|q| (-4..5).map(move |r| (q, r))) {
            let address = CellAddress::new(q, r);
            for tiling in Tiling::ALL.iter().copied() {
                for cell in (0..tiling.polygons()).map(|k| CellAddress { polygon: k, ..address }) {
                    for (colour, most) in [(three_colouring as fn(_, _) -> _, 3), (two_colouring, 2)] {
                        let Some(own) = colour(tiling, cell) else { continue };
                        assert!(own < most);
                        assert!(
                            tiling.neighbours(cell).all(|next| colour(tiling, next) != Some(own)),
                            "{tiling}"
                        );
                    }
                }
            }
        }
        let used: HashSet<_> =
            ring(CellAddress::new(0, 0)).into_iter().map(|address| three_colouring(FLAT, address)).collect();
        assert_eq!(used.len(), 2);
    }

    #[test]
    fn the_centre_is_the_nearest_cell() {
        let line: Vec<CellAddress> = (0..5).map(|q| CellAddress::new(q, 0)).collect();
        assert_eq!(centre_cell(FLAT, &line), Some(CellAddress::new(2, 0)));
        assert_eq!(centre_cell(FLAT, &line[..4]), None);
    }

    #[test]
    fn reading_goes_down_then_right() {
        for tiling in [Tiling::FlatTop, Tiling::PointyTop, Tiling::Square] {
            let mut cells = ring(CellAddress::new(0, 0));
            sort_for_reading(&mut cells, tiling);
            let centres: Vec<_> = cells.iter().map(|&address| tiling.unit_centre(address)).collect();
            for pair in centres.windows(2) {
                let down = pair[1].y - pair[0].y;
                assert!(down > 1e-9 || (down.abs() < 1e-9 && pair[1].x > pair[0].x));
            }
        }
    }
}
