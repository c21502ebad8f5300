//! Counts the connected parts and the holes of a set of cells.
//!
//! - In: cells.
//! - Out: the number of parts, and the number of holes.

use std::collections::{BTreeSet, VecDeque};

use super::Span;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;

/// The largest number of places in the bounding box of a board. If there are more, no holes are
/// searched.
const MAX_BOX_PLACES: i64 = 4_000_000;

/// Returns the number of connected parts that the cells form.
pub(super) fn count_parts(tiling: Tiling, cells: &BTreeSet<CellAddress>) -> usize {
    let mut left = cells.clone();
    let mut parts = 0;
    while let Some(start) = left.pop_first() {
        parts += 1;
        let mut queue = vec![start];
        while let Some(address) = queue.pop() {
            queue.extend(tiling.neighbours(address).filter(|next| left.remove(next)));
        }
    }
    parts
}

/// Returns the number of holes. A hole is a connected group of places that have no cell and are
/// enclosed by cells.
///
/// Returns 0 for boards that are too large to search.
pub(super) fn count_holes(tiling: Tiling, cells: &BTreeSet<CellAddress>) -> usize {
    let q = Span::from_values(cells.iter().map(|address| address.q));
    let r = Span::from_values(cells.iter().map(|address| address.r));
    if (i64::from(q.length) + 2) * (i64::from(r.length) + 2) > MAX_BOX_PLACES {
        return 0;
    }
    // In tilings with several polygons, a cell may touch cells that are two steps away, so the margin
    // is wider.
    let margin = if tiling.polygons() == 1 { 1 } else { 2 };
    let mut empty = EmptyPlaces { tiling, cells, q, r, margin, visited: BTreeSet::new() };
    // The places around the board are not a hole, so they are visited first.
    empty.visit_from(CellAddress::new(q.low - margin, r.low - margin));
    let mut holes = 0;
    for place in (q.low..=q.high).flat_map(|q| (r.low..=r.high).map(move |r| CellAddress::new(q, r))) {
        for address in (0..tiling.polygons()).map(|k| CellAddress { polygon: k, ..place }) {
            if !cells.contains(&address) && !empty.visited.contains(&address) {
                holes += 1;
                empty.visit_from(address);
            }
        }
    }
    holes
}

/// The places without a cell in a box around the board, including a margin.
struct EmptyPlaces<'c> {
    tiling: Tiling,
    cells: &'c BTreeSet<CellAddress>,
    q: Span,
    r: Span,
    margin: i32,
    visited: BTreeSet<CellAddress>,
}

impl EmptyPlaces<'_> {
    /// Visits all places that are connected with `start`.
    fn visit_from(&mut self, start: CellAddress) {
        let mut queue = VecDeque::from([start]);
        self.visited.insert(start);
        while let Some(address) = queue.pop_front() {
            for next in self.tiling.neighbours(address) {
                if self.is_inside(next) && !self.cells.contains(&next) && self.visited.insert(next) {
                    queue.push_back(next);
                }
            }
        }
    }

    fn is_inside(&self, cell: CellAddress) -> bool {
        let Self { q, r, margin, .. } = self;
        (q.low - margin..=q.high + margin).contains(&cell.q)
            && (r.low - margin..=r.high + margin).contains(&cell.r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the six cells around the cell (0, 0), clockwise from the right.
    fn ring() -> Vec<CellAddress> {
        Tiling::PointyTop.neighbours(CellAddress::new(0, 0)).collect()
    }

    #[test]
    fn a_closed_ring_of_cells_has_a_hole_and_an_open_one_has_none() {
        let closed: BTreeSet<CellAddress> = ring().into_iter().collect();
        assert_eq!(count_holes(Tiling::PointyTop, &closed), 1);
        let open: BTreeSet<CellAddress> = ring().into_iter().skip(1).collect();
        assert_eq!(count_holes(Tiling::PointyTop, &open), 0);
    }

    #[test]
    fn cells_that_do_not_touch_are_in_several_parts() {
        let ring = ring();
        let opposite: BTreeSet<CellAddress> = [ring[0], ring[3]].into_iter().collect();
        assert_eq!(count_parts(Tiling::PointyTop, &opposite), 2);
        assert_eq!(count_parts(Tiling::PointyTop, &ring.into_iter().collect()), 1);
        assert_eq!(count_parts(Tiling::PointyTop, &BTreeSet::new()), 0);
    }

    #[test]
    fn boards_far_from_the_origin_have_no_more_holes() {
        for tiling in [Tiling::PointyTop, Tiling::Square, Tiling::Triangles, Tiling::T488] {
            for (q, r) in [(0, 0), (10, 10), (-10, 10), (10, -10), (-10, -10)] {
                let cells = BTreeSet::from([CellAddress::new(q, r), CellAddress::new(q + 1, r)]);
                assert_eq!(count_holes(tiling, &cells), 0, "{tiling:?} at {q}, {r}");
            }
        }
    }
}
