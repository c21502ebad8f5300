//! Finds the addresses of cells by walking from cell to cell.
//!
//! - In: polygons of one size.
//! - Out: the address of each polygon.
//!
//! The walk uses only the centres of cells, because a drawn cell may be rotated, or smaller than
//! its place.

use std::collections::VecDeque;

use kurbo::Vec2;

use super::fit::GrowingFit;
use super::{heading, rotated};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::median_of;
use hexpress_base::point_index::PointIndex;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::find::Polygon;

/// The largest distance between a neighbour and its expected place, as a fraction of the distance
/// between the centres of the two cells.
const MAX_NEIGHBOUR_OFFSET: f64 = 0.35;
/// The largest distance from a cell to its nearest neighbour, as a multiple of the distance between
/// opposite edges. Cells that are farther away may not be neighbours.
const MAX_NEIGHBOUR_DISTANCE: f64 = 1.6;

/// The steps from a cell to its neighbours.
pub(super) struct Walk {
    pub(super) grid: Grid,
    /// The vectors from a cell to its neighbours in mm, in the order of the cell's edges.
    neighbours: Vec<Vec2>,
    /// The largest distance between a neighbour and its expected place, in mm.
    max_offset: f64,
}

impl Walk {
    /// Returns the steps between the cells of a lattice of hexagons or squares. They are measured from
    /// the centres of the cells.
    ///
    /// `side` is the side of a cell, in mm. `turn` is the rotation of the cells, in degrees. It is used
    /// if the centres do not show the rotation of the lattice.
    pub(super) fn new(hexagons: &[Polygon], cells: &[usize], side: f64, turn: f64) -> Self {
        let sides = cells.first().map_or(6, |&i| hexagons[i].corners.len());
        let shape = if sides == 4 { Tiling::Square } else { Tiling::FlatTop };
        let usual = shape.across_from_side(side);
        let steps = nearest_steps(hexagons, cells, usual);
        let step = median_of(steps.iter().map(|offset| offset.hypot())).unwrap_or(usual);
        let (tiling, off) = upright(shape, common_angle(&steps, shape).unwrap_or(turn - 90.0));
        let first = CellAddress::new(0, 0);
        let normals = (0..tiling.edges(first)).map(|edge| tiling.edge_normal(first, edge));
        let neighbours = normals.map(|normal| rotated(normal * step, heading(off))).collect();
        Self { grid: tiling.grid(), neighbours, max_offset: step * MAX_NEIGHBOUR_OFFSET }
    }

    /// Returns the steps between rectangles that touch along their edges.
    ///
    /// `side` is the height of a rectangle in mm. `turn` is the rotation in degrees.
    pub(super) fn of_rectangles(grid: Grid, side: f64, turn: f64) -> Self {
        let first = CellAddress::new(0, 0);
        let steps = grid.tiling.neighbours(first).map(|next| grid.centre(next) - grid.centre(first));
        let neighbours: Vec<Vec2> = steps.map(|step| rotated(step * side, heading(turn))).collect();
        let least = neighbours.iter().map(|offset| offset.hypot()).fold(f64::INFINITY, f64::min);
        Self { grid, neighbours, max_offset: least * MAX_NEIGHBOUR_OFFSET }
    }

    /// Returns the address of every polygon. The address is `None` for a polygon that is not in
    /// `cells`.
    ///
    /// If two cells are at the same place, both have the same address.
    pub(super) fn addresses(
        &self,
        polygons: &[Polygon],
        cells: &[usize],
        side: f64,
    ) -> Vec<Option<CellAddress>> {
        let tiling = self.grid.tiling;
        let step = tiling.across_from_side(side);
        let index = PointIndex::from_points(cells.iter().map(|&i| (i, polygons[i].centre)), step);
        let mut addresses = vec![None; polygons.len()];
        let (mut known, mut fit) = (0, GrowingFit::new(self.grid, side));
        for &seed in cells {
            if addresses[seed].is_some() {
                continue;
            }
            // This cell touches no cell that already has an address. The addresses of its group continue
            // those of the earlier groups.
            let start = match known {
                0 => CellAddress::new(0, 0),
                _ => fit.grow(known, polygons, cells, &addresses).nearest(tiling, polygons[seed].centre),
            };
            addresses[seed] = Some(start);
            known += 1;
            let mut queue = VecDeque::from([(seed, start)]);
            while let Some((from, address)) = queue.pop_front() {
                let centre = polygons[from].centre;
                let expected = self
                    .neighbours
                    .iter()
                    .enumerate()
                    .map(|(edge, offset)| (centre + *offset, tiling.neighbour(address, edge)));
                for (place, cell_address) in std::iter::once((centre, address)).chain(expected) {
                    for other in index.within(place, self.max_offset) {
                        if addresses[other].is_none() {
                            addresses[other] = Some(cell_address);
                            known += 1;
                            queue.push_back((other, cell_address));
                        }
                    }
                }
            }
        }
        addresses
    }
}

/// Returns the vector from each cell to its nearest neighbour. `usual` is the distance between
/// opposite edges, in mm.
fn nearest_steps(hexagons: &[Polygon], cells: &[usize], usual: f64) -> Vec<Vec2> {
    let far = usual * MAX_NEIGHBOUR_DISTANCE;
    let index = PointIndex::from_points(cells.iter().map(|&i| (i, hexagons[i].centre)), far);
    let mut steps = Vec::new();
    for &i in cells {
        let centre = hexagons[i].centre;
        let mut nearest: Option<Vec2> = None;
        for other in index.within(centre, far) {
            let offset = hexagons[other].centre - centre;
            if offset.hypot() > usual * 0.5 && nearest.is_none_or(|nearest| offset.hypot() < nearest.hypot())
            {
                nearest = Some(offset);
            }
        }
        steps.extend(nearest);
    }
    steps
}

/// Returns the angle of the steps, in degrees. Returns `None` if the steps have different angles.
/// Angles count as equal if they differ by a rotation that maps the tiling to itself.
///
/// To ignore such rotations, each angle is multiplied by the number of these rotations, which is 6 for
/// hexagons. The products for the steps of a lattice then differ only by full turns. The result is the
/// circular mean of the products, divided by the number of rotations.
fn common_angle(steps: &[Vec2], shape: Tiling) -> Option<f64> {
    let turns = shape.turns() as f64;
    let sum = steps
        .iter()
        .fold(Vec2::ZERO, |sum, offset| sum + heading(turns * libm::atan2(offset.y, offset.x).to_degrees()));
    let agree = sum.hypot() > 0.5 * steps.len() as f64 && !steps.is_empty();
    agree.then(|| libm::atan2(sum.y, sum.x).to_degrees() / turns)
}

/// Returns the orientation and the rotation of a lattice, in degrees. `angle` is the angle of its
/// steps.
///
/// Of the two orientations of hexagons, the one with the smaller rotation is returned. The steps of an
/// unrotated flat-top lattice are at 30°, 90° and so on.
fn upright(shape: Tiling, angle: f64) -> (Tiling, f64) {
    match angle.rem_euclid(360.0 / shape.turns() as f64) {
        a if shape == Tiling::Square => (shape, if a < 45.0 { a } else { a - 90.0 }),
        a if a < 15.0 => (Tiling::PointyTop, a),
        a if a <= 45.0 => (Tiling::FlatTop, a - 30.0),
        a => (Tiling::PointyTop, a - 60.0),
    }
}
