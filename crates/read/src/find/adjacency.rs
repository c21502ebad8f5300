//! Finds pairs of polygons that share an edge.
//!
//! - In: polygons whose corners run clockwise.
//! - Out: the pairs with a common edge, and the gap between the polygons.

use super::polygon::{MAX_ITEMS_AT_ONE_POSITION, Polygon};
use hexpress_base::point_index::PointIndex;

/// A pair of polygons that share an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// One polygon of the pair, as an index in the list of all polygons.
    pub a: usize,
    /// The other polygon of the pair, as an index in the same list. It is larger than `a`.
    pub b: usize,
    /// How far apart the polygons are at the shared edge, in mm. At each end of the edge, a corner of one
    /// polygon should coincide with a corner of the other. The larger distance between two such corners is
    /// the gap.
    pub gap: f64,
}

/// Returns the pairs of polygons that share an edge, sorted by the second index and then by the
/// first.
///
/// At each end of a shared edge, the two corners must be at most `tolerance` mm apart. The polygons
/// must be on different sides of the edge.
pub fn adjacency<'p>(
    polygons: impl IntoIterator<Item = &'p Polygon>,
    tolerance: f64,
) -> impl Iterator<Item = Neighbour> {
    let list: Vec<&Polygon> = polygons.into_iter().collect();
    let widest = list.iter().map(|polygon| polygon.radius()).fold(0.0, f64::max);
    let mut index = PointIndex::<2>::with_limit(2.0 * widest + tolerance, MAX_ITEMS_AT_ONE_POSITION);
    (0..list.len()).flat_map(move |b| {
        let polygon = list[b];
        let near = index.within(polygon.centre, polygon.radius() + widest + tolerance);
        let gaps = near.filter_map(|a| Some((a, gap(list[a], polygon, tolerance)?)));
        let mut pairs: Vec<Neighbour> = gaps.map(|(a, gap)| Neighbour { a, b, gap }).collect();
        index.insert([polygon.centre.x, polygon.centre.y], b);
        pairs.sort_by_key(|pair| pair.a);
        pairs
    })
}

/// Returns the gap at an edge that two polygons share, in mm. It is measured at both ends of the edge,
/// between a corner of one polygon and the corresponding corner of the other. The larger distance is
/// the gap.
///
/// If the polygons share several edges, returns the smallest gap. Returns `None` if all gaps exceed
/// `tolerance`.
fn gap(a: &Polygon, b: &Polygon, tolerance: f64) -> Option<f64> {
    let (a, b) = (&a.corners, &b.corners);
    let mut least: Option<f64> = None;
    for (i, from) in b.iter().enumerate() {
        for (k, end) in a.iter().enumerate() {
            let first = from.distance_squared(*end);
            if first > tolerance * tolerance {
                continue;
            }
            // The corners of both polygons run clockwise. So the two polygons list the corners of a
            // shared edge in opposite orders.
            let (to, start) = (b[(i + 1) % b.len()], a[(k + a.len() - 1) % a.len()]);
            let gap = first.sqrt().max(to.distance(start));
            if gap <= tolerance && least.is_none_or(|least| gap < least) {
                least = Some(gap);
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::{polygons, sample};

    /// Returns flat-top hexagons with sides of 10 mm on a lattice.
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
        let lattice = lattice(&ring);
        let pairs: Vec<Neighbour> = adjacency(&lattice, 0.01).collect();
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
        let found: Vec<Neighbour> = adjacency(&pair, 0.1).collect();
        assert_eq!(found.len(), 1);
        assert!((found.first().unwrap().gap - 0.05).abs() < 1e-9);
        assert_eq!(adjacency(&pair, 0.04).count(), 0);
    }

    #[test]
    fn hexagons_apart_or_on_top_of_each_other_share_nothing() {
        assert_eq!(adjacency(&lattice(&[(0.0, 0.0), (2.0, 0.0)]), 0.1).count(), 0);
        let twice = [lattice(&[(0.0, 0.0)]), lattice(&[(0.0, 0.0)])].concat();
        assert_eq!(adjacency(&twice, 0.1).count(), 0);
    }
}
