//! Which polygons lie edge to edge.

use kurbo::Point;

use super::polygon::{CROWD, Polygon};
use crate::base::point_index::PointIndex;

/// Two hexagons that share an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// The place of one hexagon in the list.
    pub a: usize,
    /// The place of the other, farther on in the list.
    pub b: usize,
    /// The larger distance of two corners that should coincide, in mm.
    pub gap: f64,
}

/// The pairs of hexagons that share an edge, ordered by their places in the
/// list. The ends of a shared edge coincide within `tolerance` (in mm) and the
/// hexagons lie on different sides of it.
pub fn adjacency<'p>(hexes: impl IntoIterator<Item = &'p Polygon>, tolerance: f64) -> Vec<Neighbour> {
    let mut found: Vec<Neighbour> = Vec::new();
    let mut grid = PointIndex::<2>::crowded(tolerance * 4.0, CROWD);
    // Edges as they were put into the grid: the hexagon and both ends.
    let mut edges: Vec<(usize, Point, Point)> = Vec::new();
    for (b, hexagon) in hexes.into_iter().enumerate() {
        let corners = &hexagon.corners;
        let next = corners.iter().cycle().skip(1);
        let first = edges.len();
        for (&from, &to) in corners.iter().zip(next) {
            let middle = from.midpoint(to);
            for (n, _) in grid.near([middle.x, middle.y], tolerance) {
                let (a, start, end) = edges[n];
                // All run clockwise, so a shared edge runs both ways.
                let gap = from.distance(end).max(to.distance(start));
                if a != b && gap <= tolerance {
                    found.push(Neighbour { a, b, gap });
                }
            }
            edges.push((b, from, to));
        }
        for (n, &(_, from, to)) in edges.iter().enumerate().skip(first) {
            let middle = from.midpoint(to);
            grid.insert([middle.x, middle.y], n);
        }
    }
    found.sort_by(|m, n| (m.a, m.b).cmp(&(n.a, n.b)).then(m.gap.total_cmp(&n.gap)));
    found.dedup_by_key(|n| (n.a, n.b));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::{polygons, sample};

    /// Hexagons of side 10 on a lattice, flat side at the top.
    fn lattice(cells: &[(f64, f64)]) -> Vec<Polygon> {
        let height = 10.0 * 3.0_f64.sqrt();
        let page =
            sample::page(cells.iter().map(|&(q, r)| {
                sample::closed(&sample::hexagon((q * 15.0, (r + q / 2.0) * height), 10.0, 0.0))
            }));
        polygons(&page, 6)
    }

    #[test]
    fn a_ring_of_six_touches_its_middle() {
        let ring = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, -1.0)];
        let pairs = adjacency(&lattice(&ring), 0.01);
        assert_eq!(pairs.iter().filter(|n| n.a == 0).count(), 6);
        assert_eq!(pairs.len(), 12);
        assert!(pairs.iter().all(|n| n.a < n.b && n.gap < 1e-9));
    }

    #[test]
    fn the_gap_is_measured_and_bounded() {
        let mut pair = lattice(&[(0.0, 0.0), (1.0, 0.0)]);
        for corner in &mut pair.last_mut().unwrap().corners {
            corner.x += 0.05;
        }
        let found = adjacency(&pair, 0.1);
        assert_eq!(found.len(), 1);
        assert!((found.first().unwrap().gap - 0.05).abs() < 1e-9);
        assert_eq!(adjacency(&pair, 0.04), []);
    }

    #[test]
    fn hexagons_apart_or_on_top_of_each_other_share_nothing() {
        assert_eq!(adjacency(&lattice(&[(0.0, 0.0), (2.0, 0.0)]), 0.1), []);
        let twice = [lattice(&[(0.0, 0.0)]), lattice(&[(0.0, 0.0)])].concat();
        assert_eq!(adjacency(&twice, 0.1), []);
    }
}
