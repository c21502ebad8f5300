//! Which polygons lie edge to edge.

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

/// The pairs of hexagons that share an edge, ordered by the place of the second in the
/// list. The ends of a shared edge coincide within `tolerance` (in mm) and the
/// hexagons lie on different sides of it.
pub fn adjacency<'p>(
    hexes: impl IntoIterator<Item = &'p Polygon>,
    tolerance: f64,
) -> impl Iterator<Item = Neighbour> {
    let hexes: Vec<&Polygon> = hexes.into_iter().collect();
    let widest = hexes.iter().map(|hexagon| hexagon.radius()).fold(0.0, f64::max);
    let mut index = PointIndex::<2>::crowded(2.0 * widest + tolerance, CROWD);
    let mut before: Vec<Neighbour> = Vec::new();
    (0..hexes.len()).flat_map(move |b| {
        let hexagon = hexes[b];
        let near = index.within(hexagon.centre, hexagon.radius() + widest + tolerance);
        let gap = |a| Some(Neighbour { a, b, gap: gap(hexes[a], hexagon, tolerance)? });
        before.extend(near.filter_map(gap));
        index.insert([hexagon.centre.x, hexagon.centre.y], b);
        before.sort_by_key(|pair| pair.a);
        std::mem::take(&mut before)
    })
}

/// How far the ends of an edge that two polygons share lie apart; of several the least, none where it is more than
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
            // All run clockwise, so a shared edge runs both ways.
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
