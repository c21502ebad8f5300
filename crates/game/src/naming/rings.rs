//! Numbers the cells of a board in rings around its centre cell. In each ring, cells are counted
//! clockwise from the top.
//!
//! - In: the cells of a board with one cell in the middle.
//! - Out: the ring of each cell, and its position in the ring. Both are counted from 0.
//! - Not here: finding the centre cell (`cells.rs`).

use std::collections::HashMap;
use std::f64::consts::{PI, TAU};

use super::error::{Cornerless, NamingError, NamingResult};
use super::index::{CellNumbers, Numbering};
use crate::cells::{centre_cell, steps};
use hexpress_base::cell_address::CellAddress;

/// The ring of a cell, and the direction from the centre cell to the cell, in radians clockwise from
/// straight up.
#[derive(Clone, Copy)]
struct RingPlace {
    ring: i64,
    angle: f64,
}

impl Numbering<'_> {
    /// Numbers the rings from the centre cell outwards, and the cells of each ring in clockwise order.
    ///
    /// The first cell of a ring of hexagons is at the top corner of the ring (flat-top) or at the upper
    /// right corner (pointy-top). For other cells, it is straight above the centre. If the ring has
    /// no cell at this position, the first cell is the next cell clockwise.
    pub(super) fn rings(&self) -> NamingResult<Vec<CellNumbers>> {
        if self.corner.is_some() {
            return Err(NamingError::NoCorner(Cornerless::Ring));
        }
        if self.cells.is_empty() {
            return Ok(Vec::new());
        }
        let centre = centre_cell(self.tiling, self.cells).ok_or(NamingError::NoCentreCell)?;
        if !self.tiling.has_hexagon_neighbours() {
            return Ok(self.rings_by_angle(centre));
        }
        let top = if self.tiling.has_shifted_rows() { 1 } else { 0 };
        Ok(self.cells.iter().map(|&address| hexagon_in_ring(address, centre, top)).collect())
    }

    /// Returns the ring of each cell, and its position in the ring. This function is for cells that are
    /// not hexagons.
    fn rings_by_angle(&self, centre: CellAddress) -> Vec<CellNumbers> {
        let distances = steps(self.tiling, self.cells, centre);
        let places: Vec<RingPlace> =
            self.cells.iter().map(|&address| self.ring_place(address, centre, &distances)).collect();
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by(|&i, &j| {
            let (a, b) = (places[i], places[j]);
            a.ring.cmp(&b.ring).then(a.angle.total_cmp(&b.angle))
        });
        let mut numbers = vec![CellNumbers::default(); places.len()];
        for ring_cells in order.chunk_by(|&i, &j| places[i].ring == places[j].ring) {
            for (&index, number) in ring_cells.iter().zip(0..) {
                numbers[index] = CellNumbers::new(places[index].ring, number);
            }
        }
        numbers
    }

    fn ring_place(
        &self,
        cell: CellAddress,
        centre: CellAddress,
        distances: &HashMap<CellAddress, u32>,
    ) -> RingPlace {
        let from_centre = self.tiling.unit_centre(cell) - self.tiling.unit_centre(centre);
        let angle = libm::atan2(-from_centre.x, from_centre.y) + PI;
        let distance = distances.get(&cell).copied();
        let ring = distance.unwrap_or_else(|| self.tiling.distance(centre, cell)).into();
        // An angle of nearly a full turn differs from 0 only by rounding.
        RingPlace { ring, angle: if angle > TAU - 1e-9 { 0.0 } else { angle } }
    }
}

/// Returns the ring of a hexagon, and its position in the ring.
///
/// `top` is an index in [`CellAddress::NEIGHBOURS`]. The first cell of a ring is in the direction
/// of this neighbour, seen from the centre.
fn hexagon_in_ring(cell: CellAddress, centre: CellAddress, top: usize) -> CellNumbers {
    let offset = CellAddress::new(cell.q - centre.q, cell.r - centre.r);
    let ring = i64::from(centre.distance(cell));
    // A ring has six sides. Each side begins at a corner, in the direction `corner` from the centre,
    // and continues in the direction `along`.
    for sixth in 0..6 {
        let corner = CellAddress::NEIGHBOURS[(top + sixth) % 6];
        let along = CellAddress::NEIGHBOURS[(top + sixth + 2) % 6];
        let rest_q = i64::from(offset.q) - ring * i64::from(corner.q);
        let rest_r = i64::from(offset.r) - ring * i64::from(corner.r);
        let steps = rest_q.abs().max(rest_r.abs());
        let is_on_side = rest_q == steps * i64::from(along.q) && rest_r == steps * i64::from(along.r);
        if is_on_side && steps < ring {
            return CellNumbers::new(ring, sixth as i64 * ring + steps);
        }
    }
    CellNumbers::default()
}
