//! What can be said of any set of cells: which touch, where the border runs, what hangs together.
//!
//! Sets are slices without repetitions; their order does not matter and is kept where a list comes back.

use std::collections::HashSet;

use kurbo::{Point, Vec2};

use crate::base::cell_index::CellIndex;
use crate::base::hex::Hex;
pub use crate::base::tiling::Edge;
use crate::base::tiling::Tiling;

/// Where a cell lies on the sheet, in whole numbers: across, then down. Half a step along a row (or a column) of
/// hexagons is 1, so that cells of one row have the same second number and cells of one column the same first.
pub fn place_on_sheet(tiling: Tiling, hex: Hex) -> (i32, i32) {
    match tiling {
        Tiling::FlatTop => (hex.q, 2 * hex.r + hex.q),
        Tiling::PointyTop | Tiling::Brick => (2 * hex.q + hex.r, hex.r),
        Tiling::Triangles | Tiling::TrianglesSideways => tiling.row_of_triangles(hex),
        _ => (hex.q, hex.r),
    }
}

/// Puts cells in the order of reading: from top to bottom, then from left to right, by their centres; triangles by their
/// rows.
pub fn sort_for_reading(cells: &mut [Hex], tiling: Tiling) {
    if tiling.is_triangles() {
        return cells.sort_by_key(|&hex| {
            let (across, down) = tiling.row_of_triangles(hex);
            (down, across)
        });
    }
    if tiling.lies_as_hexagons() || tiling == Tiling::Square {
        return cells.sort_by_key(|&hex| {
            let (across, down) = place_on_sheet(tiling, hex);
            (down, across)
        });
    }
    cells.sort_by_cached_key(|&hex| {
        let Point { x, y } = tiling.unit_centre(hex);
        // Thousandths of a side part any two rows, and are the same along one.
        [y, x].map(|v| (v * 1000.0).round() as i64)
    });
}

/// Which of three colours a cell has, 0 to 2, when no two neighbours share one; none for tilings at whose corners other
/// than three cells meet.
pub fn three_colouring(tiling: Tiling, hex: Hex) -> Option<usize> {
    let class = |n: i32, of: i32| Some(n.rem_euclid(of).unsigned_abs() as usize);
    match tiling {
        Tiling::FlatTop | Tiling::PointyTop | Tiling::Brick => class(hex.q - hex.r, 3),
        Tiling::T488 if hex.k == 0 => class(hex.q + hex.r, 2),
        Tiling::T488 => Some(2),
        Tiling::T4612 => Some(tiling.edges(hex) / 6),
        _ => None,
    }
}

/// Which of two colours a cell has, 0 or 1, when no two neighbours share one; none for tilings at whose corners an odd
/// number of cells meets.
pub fn two_colouring(tiling: Tiling, hex: Hex) -> Option<usize> {
    match tiling {
        Tiling::Square => Some((hex.q + hex.r).rem_euclid(2).unsigned_abs() as usize),
        Tiling::Triangles | Tiling::TrianglesSideways => Some(usize::from(hex.k)),
        Tiling::T3636 => Some(usize::from(tiling.edges(hex) == 3)),
        Tiling::T3464 => Some(usize::from(tiling.edges(hex) == 4)),
        _ => None,
    }
}

/// How many pairs of cells have an edge in common.
pub fn adjacencies(tiling: Tiling, cells: &[Hex]) -> usize {
    let set = CellIndex::of(cells);
    let beside = |&hex: &Hex| tiling.neighbours(hex).filter(|next| set.contains(*next)).count();
    // Each pair is seen from both of its cells.
    cells.iter().map(beside).sum::<usize>() / 2
}

/// How many edges there are when an edge between two cells counts once, of cells of which so many pairs are
/// [adjacent](adjacencies).
pub fn unique_edges(tiling: Tiling, cells: &[Hex], adjacent: usize) -> usize {
    cells.iter().map(|&hex| tiling.edges(hex)).sum::<usize>() - adjacent
}

/// How many corners there are when a corner of several cells counts once.
pub fn vertices(tiling: Tiling, cells: &[Hex]) -> usize {
    let index = CellIndex::of(cells);
    // The first of the cells that meet at a corner counts it.
    let counts = |number: usize, hex: Hex, corner: usize| {
        let mut at = tiling.across(hex, corner);
        while at.0 != hex {
            if index.get(at.0).is_some_and(|other| other < number) {
                return false;
            }
            at = tiling.across(at.0, at.1 + 1);
        }
        true
    };
    let own = |(number, &hex): (usize, &Hex)| {
        (0..tiling.edges(hex)).filter(|corner| counts(number, hex, *corner)).count()
    };
    cells.iter().enumerate().map(own).sum()
}

/// The cells that meet at a corner of a cell, clockwise from that cell.
pub fn meeting_at(tiling: Tiling, hex: Hex, corner: usize) -> Vec<Hex> {
    let mut meeting = vec![hex];
    // The edge that begins at the corner leads to the cell before, where it ends there.
    let mut at = tiling.across(hex, corner);
    while at.0 != hex {
        meeting.push(at.0);
        at = tiling.across(at.0, at.1 + 1);
    }
    meeting
}

/// All edges that have no cell on their other side, in the order of the cells.
pub fn border_edges(tiling: Tiling, cells: &[Hex]) -> Vec<Edge> {
    let set = CellIndex::of(cells);
    let edges = cells.iter().flat_map(|&hex| (0..tiling.edges(hex)).map(move |edge| (hex, edge)));
    edges.filter(|(hex, edge)| !set.contains(tiling.neighbour(*hex, *edge))).collect()
}

/// The border as closed runs of edges. Each goes on with its cells to the right, so an outer border runs
/// clockwise and the border of a hole against the clock.
pub fn border_loops(tiling: Tiling, cells: &[Hex]) -> Vec<Vec<Edge>> {
    let set = CellIndex::of(cells);
    let mut seen = HashSet::new();
    let mut loops = Vec::new();
    for first in border_edges(tiling, cells) {
        let mut run = Vec::new();
        let mut at = first;
        while seen.insert(at) {
            run.push(at);
            // Round the corner at its end, through the cells that meet there, to the next edge of the border.
            let next = |(hex, edge): Edge| (hex, (edge + 1) % tiling.edges(hex));
            at = next(at);
            while set.contains(tiling.neighbour(at.0, at.1)) {
                at = next(tiling.across(at.0, at.1));
            }
        }
        if !run.is_empty() {
            loops.push(run);
        }
    }
    loops
}

/// The parts that hang together, by the first cell of each.
pub fn components(tiling: Tiling, cells: &[Hex]) -> Vec<Vec<Hex>> {
    let index = CellIndex::of(cells);
    let mut part_of = vec![usize::MAX; cells.len()];
    let mut parts = Vec::new();
    for start in 0..cells.len() {
        if part_of[start] != usize::MAX {
            continue;
        }
        let number = parts.len();
        part_of[start] = number;
        parts.push(Vec::new());
        let mut open = vec![start];
        while let Some(i) = open.pop() {
            for next in tiling.neighbours(cells[i]) {
                if let Some(next) = index.get(next)
                    && part_of[next] == usize::MAX
                {
                    part_of[next] = number;
                    open.push(next);
                }
            }
        }
    }
    for (&hex, &number) in cells.iter().zip(&part_of) {
        parts[number].push(hex);
    }
    parts
}

/// The holes: places without a cell from which no way leads out between the cells.
pub fn holes(tiling: Tiling, cells: &[Hex]) -> Vec<Vec<Hex>> {
    let (Some(low_q), Some(high_q)) = (cells.iter().map(|h| h.q).min(), cells.iter().map(|h| h.q).max())
    else {
        return Vec::new();
    };
    let set = CellIndex::of(cells);
    let (low_r, high_r) = cells.iter().fold((i32::MAX, i32::MIN), |(l, h), c| (l.min(c.r), h.max(c.r)));
    let inside = |hex: Hex| (low_q..=high_q).contains(&hex.q) && (low_r..=high_r).contains(&hex.r);
    let mut seen = HashSet::new();
    let mut holes = Vec::new();
    for (hex, edge) in border_edges(tiling, cells) {
        let start = tiling.neighbour(hex, edge);
        if !seen.insert(start) {
            continue;
        }
        let (mut open, mut hole, mut leads_out) = (vec![start], Vec::new(), false);
        while let Some(place) = open.pop() {
            hole.push(place);
            if !inside(place) {
                leads_out = true;
                continue;
            }
            for next in tiling.neighbours(place) {
                if !set.contains(next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        if !leads_out {
            hole.sort_unstable();
            holes.push(hole);
        }
    }
    // A flood may stop at a place outside that another flood went through; such a place is never a hole's.
    holes.retain(|hole| {
        hole.iter().all(|&place| {
            tiling.neighbours(place).all(|next| set.contains(next) || hole.binary_search(&next).is_ok())
        })
    });
    holes
}

/// The cell nearest to the middle of all cells; none when several are equally near.
pub fn centre_cell(tiling: Tiling, cells: &[Hex]) -> Option<Hex> {
    if tiling.polygons() > 1 || tiling == Tiling::Brick {
        return middle_one(tiling, cells);
    }
    let count = cells.len() as i64;
    let sum = |of: fn(&Hex) -> i32| cells.iter().map(|hex| i64::from(of(hex))).sum::<i64>();
    let (sum_q, sum_r) = (sum(|h| h.q), sum(|h| h.r));
    // Squared distances, multiplied by the square of the count to stay whole.
    let far = |hex: &Hex| {
        let q = i128::from(i64::from(hex.q) * count - sum_q);
        let r = i128::from(i64::from(hex.r) * count - sum_r);
        q * q + r * r + if tiling.is_hexagons() { q * r } else { 0 }
    };
    let nearest = cells.iter().map(far).min()?;
    let mut candidates = cells.iter().filter(|hex| far(hex) == nearest);
    match (candidates.next(), candidates.next()) {
        (Some(&hex), None) => Some(hex),
        _ => None,
    }
}

/// The same for cells of several sorts.
fn middle_one(tiling: Tiling, cells: &[Hex]) -> Option<Hex> {
    let sum: Vec2 = cells.iter().map(|hex| tiling.unit_centre(*hex).to_vec2()).sum();
    let middle = (sum / cells.len().max(1) as f64).to_point();
    let far = |hex: &Hex| tiling.unit_centre(*hex).distance(middle);
    let nearest = cells.iter().map(far).min_by(f64::total_cmp)?;
    let mut candidates = cells.iter().filter(|hex| far(hex) < nearest + 1e-6);
    candidates.next().filter(|_| candidates.next().is_none()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Tiling = Tiling::FlatTop;

    fn ring(centre: Hex) -> Vec<Hex> {
        (0..6).map(|k| centre.neighbour(k)).collect()
    }

    #[test]
    fn a_ring_has_a_hole_and_two_borders() {
        let cells = ring(Hex::new(3, -1));
        assert_eq!((adjacencies(FLAT, &cells), unique_edges(FLAT, &cells, 6)), (6, 30));
        assert_eq!(vertices(FLAT, &cells), 24);
        assert_eq!(holes(FLAT, &cells), [vec![Hex::new(3, -1)]]);
        let mut lengths: Vec<_> = border_loops(FLAT, &cells).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [6, 18]);
        assert_eq!(border_edges(FLAT, &cells).len(), 24);
        assert_eq!(centre_cell(FLAT, &cells), None, "six cells are equally near");
    }

    #[test]
    fn a_bay_is_no_hole_and_parts_are_told_apart() {
        let mut cells = ring(Hex::new(0, 0));
        cells.remove(2);
        assert!(holes(FLAT, &cells).is_empty());
        cells.push(Hex::new(9, 9));
        assert!(holes(FLAT, &cells).is_empty());
        let parts = components(FLAT, &cells);
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [5, 1]);
        assert_eq!(border_loops(FLAT, &cells).len(), 2);
        let two: Vec<Hex> = ring(Hex::new(0, 0)).into_iter().chain(ring(Hex::new(5, 5))).collect();
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
            let hex = Hex::new(q, r);
            for tiling in Tiling::ALL.iter().copied() {
                for cell in (0..tiling.polygons()).map(|k| Hex { k, ..hex }) {
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
            ring(Hex::new(0, 0)).into_iter().map(|hex| three_colouring(FLAT, hex)).collect();
        assert_eq!(used.len(), 2);
    }

    #[test]
    fn the_middle_is_the_nearest_cell() {
        let line: Vec<Hex> = (0..5).map(|q| Hex::new(q, 0)).collect();
        assert_eq!(centre_cell(FLAT, &line), Some(Hex::new(2, 0)));
        assert_eq!(centre_cell(FLAT, &line[..4]), None);
    }

    #[test]
    fn reading_goes_down_then_right() {
        for tiling in [Tiling::FlatTop, Tiling::PointyTop, Tiling::Square] {
            let mut cells = ring(Hex::new(0, 0));
            sort_for_reading(&mut cells, tiling);
            let centres: Vec<_> = cells.iter().map(|&hex| tiling.unit_centre(hex)).collect();
            for pair in centres.windows(2) {
                let down = pair[1].y - pair[0].y;
                assert!(down > 1e-9 || (down.abs() < 1e-9 && pair[1].x > pair[0].x));
            }
        }
    }
}
