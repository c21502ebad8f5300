//! Compares the table of tilings with the names of the tilings and with formulas.

use crate::sorted_map::SortedMap;
use std::collections::HashSet;

use super::*;

/// Returns the numbers of sides of the polygons around each corner. The name of the tiling states
/// these numbers.
fn vertex(tiling: Tiling) -> Vec<usize> {
    match tiling {
        Tiling::FlatTop | Tiling::PointyTop | Tiling::Brick => vec![6; 3],
        Tiling::Square => vec![4; 4],
        Tiling::Triangles | Tiling::TrianglesSideways => vec![3; 6],
        _ => tiling.word().split('.').map(|sides| sides.parse().unwrap()).collect(),
    }
}

fn cells(tiling: Tiling) -> impl Iterator<Item = CellAddress> {
    (0..tiling.polygons()).map(|k| CellAddress { polygon: k, ..CellAddress::new(3, -2) })
}

/// Returns whether two circular lists are equal. The lists may begin at different items, and one of them may
/// run backwards.
fn goes_round(one: &[usize], other: &[usize]) -> bool {
    let turned =
        |list: &[usize], by: usize| (0..list.len()).map(|i| list[(i + by) % list.len()]).collect::<Vec<_>>();
    let back: Vec<usize> = one.iter().rev().copied().collect();
    (0..one.len()).any(|by| turned(one, by) == other || turned(&back, by) == other)
}

#[test]
fn every_edge_has_a_cell_on_both_sides() {
    for tiling in Tiling::ALL.iter().copied() {
        for address in cells(tiling) {
            let count = tiling.edges(address);
            assert_eq!(tiling.neighbours(address).count(), count, "{tiling} {address}");
            for edge in 0..count {
                let (other, back) = tiling.across(address, edge);
                assert_eq!(tiling.across(other, back), (address, edge), "{tiling} {address} {edge}");
                assert_eq!(
                    tiling.corner(address, edge),
                    tiling.corner(other, back + 1),
                    "{tiling} {address} {edge}"
                );
                let away = tiling.unit_centre(other) - tiling.unit_centre(address);
                let grid = tiling.grid();
                let reach = grid.apothem(address, edge) + grid.apothem(other, back);
                let normal = tiling.edge_normal(address, edge);
                assert!((away.dot(normal) - reach).abs() < 1e-12, "{tiling} {address} {edge}");
                // Each row of bricks is shifted by half a brick. Half a brick is as long as the short side of
                // a brick. Edges 0, 1, 3 and 4 of a brick lead to another row.
                let beside = if tiling == Tiling::Brick && edge % 3 < 2 { 1.0 } else { 0.0 };
                assert!((away.cross(normal).abs() - beside).abs() < 1e-12, "{tiling} {address} {edge}");
                let corners = tiling.unit_corners(address);
                assert!((corners[edge].distance(corners[(edge + 1) % count]) - 1.0).abs() < 1e-12);
            }
        }
    }
}

trait Distance {
    fn distance(self, other: Self) -> f64;
}

impl Distance for Vec2 {
    fn distance(self, other: Self) -> f64 {
        (self - other).hypot()
    }
}

/// Together, the polygons cover the whole parallelogram, and they never overlap.
#[test]
fn the_polygons_have_the_area_of_their_parallelogram() {
    for tiling in Tiling::ALL.iter().copied() {
        let apothems = |address: CellAddress| {
            (0..tiling.edges(address)).map(move |edge| tiling.grid().apothem(address, edge))
        };
        let area = |address: CellAddress| apothems(address).sum::<f64>() / 2.0;
        let all: f64 = cells(tiling).map(area).sum();
        let step =
            |q, r| tiling.unit_centre(CellAddress::new(q, r)) - tiling.unit_centre(CellAddress::new(0, 0));
        let parallelogram = step(1, 0).cross(step(0, 1));
        assert!((all - parallelogram).abs() < 1e-12, "{tiling}: {all} of {parallelogram}");
    }
}

/// The polygons around each corner are those that the name of the tiling states. The number of
/// corners satisfies Euler's formula: on a torus, corners - edges + cells = 0.
#[test]
fn corners_are_those_of_the_name() {
    for tiling in Tiling::ALL.iter().copied() {
        let mut corners: HashSet<ExactPoint> = HashSet::new();
        let mut ends = 0.0;
        for address in cells(tiling) {
            for corner in 0..tiling.edges(address) {
                let mut round = vec![tiling.edges(address)];
                let mut at = tiling.across(address, corner);
                while at.0 != address {
                    round.push(tiling.edges(at.0));
                    at = tiling.across(at.0, at.1 + 1);
                }
                assert!(goes_round(&round, &vertex(tiling)), "{tiling} {address} {corner}: {round:?}");
                corners.insert(tiling.corner(address, corner));
                ends += 1.0 / round.len() as f64;
            }
        }
        let edges: usize = cells(tiling).map(|address| tiling.edges(address)).sum();
        assert!((ends - edges as f64 / 2.0 + f64::from(tiling.polygons())).abs() < 1e-9, "{tiling}");
        assert!(corners.len() as f64 >= ends, "{tiling}");
    }
}

/// For each tiling, the number of polygons of each shape in a parallelogram is the one in Grünbaum
/// and Shephard, table 2.1.
#[test]
fn polygons_by_sort() {
    let sorts = |tiling: Tiling| {
        let mut sorts: SortedMap<usize, usize> = SortedMap::new();
        cells(tiling).for_each(|address| *sorts.entry(tiling.edges(address)).or_default() += 1);
        sorts.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(sorts(Tiling::T488), [(4, 1), (8, 1)]);
    assert_eq!(sorts(Tiling::T3636), [(3, 2), (6, 1)]);
    assert_eq!(sorts(Tiling::T3464), [(3, 2), (4, 3), (6, 1)]);
    assert_eq!(sorts(Tiling::T31212), [(3, 2), (12, 1)]);
    assert_eq!(sorts(Tiling::T4612), [(4, 3), (6, 2), (12, 1)]);
    assert_eq!(sorts(Tiling::T33434), [(3, 4), (4, 2)]);
    assert_eq!(sorts(Tiling::T33344), [(3, 2), (4, 1)]);
    assert_eq!(sorts(Tiling::T33336), [(3, 8), (6, 1)]);
}

#[test]
fn the_hexagons_are_those_of_the_formulas() {
    use crate::tiling::hex::Orientation;
    for (tiling, orientation) in
        [(Tiling::FlatTop, Orientation::FlatTop), (Tiling::PointyTop, Orientation::PointyTop)]
    {
        for (q, r) in (-40..40).flat_map(|q| (-40..40).map(move |r| (q, r))) {
            let address = CellAddress::new(q, r);
            assert_eq!(tiling.unit_centre(address), orientation.unit_centre(address));
            assert!((0..6).all(|k| tiling.neighbour(address, k) == address.neighbour(k)));
        }
        assert_eq!(tiling.unit_corners(CellAddress::new(0, 0)), orientation.unit_corners());
        assert!((0..6).all(|k| tiling.edge_normal(CellAddress::new(0, 0), k) == orientation.edge_normal(k)));
    }
}

/// Counts the rotations and reflections of each tiling. Most tilings have as many rotations and
/// reflections as their lattice. The exceptions are the rows of squares and triangles, the tiling
/// that is not its own mirror image, and bricks.
#[test]
fn turns_and_mirrors() {
    let sixfold = [6, 6];
    for tiling in Tiling::ALL.iter().copied() {
        let expected = match tiling {
            Tiling::Square | Tiling::T488 | Tiling::T33434 => [4, 4],
            Tiling::T33344 | Tiling::Brick => [2, 2],
            Tiling::T33336 => [6, 0],
            _ => sixfold,
        };
        let mirrored = tiling.motions().iter().filter(|motion| motion.mirrored).count();
        assert_eq!([tiling.turns(), mirrored], expected, "{tiling}");
        for motion in tiling.motions() {
            for address in cells(tiling) {
                let image = motion.image(address);
                assert_eq!(motion.preimage(image), address, "{tiling}");
                let around: HashSet<CellAddress> =
                    tiling.neighbours(address).map(|next| motion.image(next)).collect();
                assert_eq!(around, tiling.neighbours(image).collect(), "{tiling} {address}");
            }
        }
        let whole = (0..tiling.turns()).fold(CellAddress::new(3, -1), |address, _| tiling.turned(address));
        assert_eq!(whole, CellAddress::new(3, -1), "{tiling}: a whole turn changes nothing");
    }
    assert_eq!(Tiling::FlatTop.turned(CellAddress::new(2, -5)), CellAddress::new(2, -5).turned());
    assert_eq!(Tiling::Square.turned(CellAddress::new(2, -5)), CellAddress::new(5, 2));
}

#[test]
fn triangles_have_rows_and_places() {
    for tiling in [Tiling::Triangles, Tiling::TrianglesSideways] {
        for address in cells(tiling) {
            let (across, down) = tiling.row_of_triangles(address);
            assert_eq!(tiling.triangle_at((across, down)), address, "{tiling}");
            let (x, y) = if tiling == Tiling::Triangles { (0.5, SQRT_3 / 2.0) } else { (SQRT_3 / 2.0, 0.5) };
            let at = tiling.unit_centre(address).to_vec2();
            let off = at - Vec2::new(f64::from(across) * x, f64::from(down) * y);
            assert!(off.x.abs() < 1.0 && off.y.abs() < 1.0, "{tiling} {address}: {off:?}");
        }
    }
}
