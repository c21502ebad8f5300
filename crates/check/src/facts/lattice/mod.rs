//! Finds the lattice of a drawn board. Uses only the drawing, and not the layout.
//!
//! - In: polygons.
//! - Out: their addresses, and the lattice that fits their centres best.
//! - Not here: deciding which polygons are a board.
//!
//! First, a walk ([`Walk`]) goes from neighbour to neighbour, and assigns an address to each cell.
//! Because each step starts at a drawn cell, the errors from gaps between cells do not add up.
//!
//! Then, two lattices are fitted to the centres by least squares. One is regular: it has a position, a
//! size and a rotation. The basis vectors of the other one are independent. If the sheet was stretched,
//! the two lattices differ. If only single cells were moved, they agree.

mod fit;
mod mixed_cells;
mod rectangle_grid;
mod walk;

use kurbo::{Point, Vec2};

use fit::{PlacedCell, RegularFit};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::median_of;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::find::Polygon;
use walk::Walk;

pub(in crate::facts) use fit::FreeFit;
pub use rectangle_grid::{grid_of_rectangles, size_of_rectangle};

/// The largest difference between the sizes of two cells of one board, as a fraction. Polygons of other
/// sizes are not cells.
const SAME_SIZE: f64 = 0.05;
/// The largest irregularity of a cell, as a fraction of its side. Less regular polygons are not cells.
const MAX_IRREGULARITY: f64 = 0.2;

/// A lattice of cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Lattice {
    /// The grid with sides of length 1. The lattice is a scaled and rotated copy of it. The tiling of
    /// the grid has the orientation of most cells.
    pub grid: Grid,
    /// The clockwise rotation of most drawn cells, in degrees, compared with the orientation of the
    /// tiling. It is in the range (-period/2, period/2]. The period is the smallest rotation
    /// that maps the tiling to itself.
    pub turned: f64,
    /// The clockwise rotation of the lattice of centres, in degrees. The cells themselves may have
    /// another rotation.
    pub bearing: f64,
    /// The side of most cells, in mm.
    pub side: f64,
    /// The side that cells would have if they touched their neighbours, in mm. If there are gaps
    /// between cells, it is larger than the field `side`.
    pub pitch: f64,
    /// The centre of the cell (0, 0), in mm.
    pub origin: Point,
    /// The vectors from a cell to the cells at (1, 0) and (0, 1), in mm. They are fitted to the
    /// drawing, so they may have different lengths and any angle.
    pub basis: [Vec2; 2],
    /// The largest distance, in mm, between the place of a cell on this lattice and its place on a
    /// regular lattice.
    pub stretch: f64,
    /// The address of each polygon, in the order of the polygons. `None` for a polygon that is not a
    /// cell.
    pub addresses: Vec<Option<CellAddress>>,
}

impl Lattice {
    /// Returns the lattice of regular polygons. Returns `None` if no polygon is a cell.
    pub fn from_polygons(polygons: &[Polygon]) -> Option<Self> {
        let cells = largest_group(polygons);
        let side = median_of(cells.iter().map(|&i| polygons[i].side()))?;
        if mixed_cells::are_mixed(polygons, &cells) {
            return Self::of_mixed_cells(polygons, &cells, side);
        }
        let turn = median_of(cells.iter().map(|&i| polygons[i].turn_degrees()))?;
        let walk = Walk::new(polygons, &cells, side, turn);
        let tiling = walk.grid.tiling;
        let addresses = walk.addresses(polygons, &cells, side);
        let period = 360.0 / tiling.turns() as f64;
        let upright = tiling.degrees(CellAddress::new(0, 0));
        let turned = (turn - upright + 1.5 * period).rem_euclid(period) - period / 2.0;
        Some(Self::fitted(polygons, tiling.grid(), turned, side, addresses))
    }

    /// Returns the lattice of triangles, or of cells of several shapes. `side` is the side of the cells, in
    /// mm. Returns `None` if no tiling fits.
    fn of_mixed_cells(polygons: &[Polygon], cells: &[usize], side: f64) -> Option<Self> {
        let mixed_cells::AddressedCells { tiling, turned, addresses } =
            mixed_cells::placed(polygons, cells, side)?;
        let turns = addresses.iter().zip(polygons).filter_map(|(address, polygon)| {
            Some(turned + polygon.turned_from(tiling.degrees((*address)?) + turned))
        });
        let usual_turn = median_of(turns).unwrap_or(turned);
        Some(Self::fitted(polygons, tiling.grid(), usual_turn, side, addresses))
    }

    /// Returns the lattice of rectangles that touch along their edges. Returns `None` if no rectangle
    /// is a cell.
    pub fn of_rectangles(rectangles: &[Polygon], grid: Grid) -> Option<Self> {
        let cells = largest_group(rectangles);
        let side = median_of(cells.iter().map(|&i| rectangles[i].side()))?;
        let turned = median_of(cells.iter().map(|&i| rectangles[i].turned_from(0.0)))?;
        let addresses = Walk::of_rectangles(grid, side, turned).addresses(rectangles, &cells, side);
        Some(Self::fitted(rectangles, grid, turned, side, addresses))
    }

    /// Returns the lattice that best fits the polygons with these addresses. `turned` is the rotation
    /// of the drawn cells in degrees, and `side` is their side in mm.
    pub fn fitted(
        polygons: &[Polygon],
        grid: Grid,
        turned: f64,
        side: f64,
        addresses: Vec<Option<CellAddress>>,
    ) -> Self {
        let cells = addresses.iter().zip(polygons);
        let all: Vec<PlacedCell> =
            cells.filter_map(|(address, polygon)| Some(((*address)?, polygon.centre))).collect();
        let good = FreeFit::new(&all, grid, side).without_outliers(&all, grid.tiling);
        let free = FreeFit::new(&good, grid, side);
        let regular =
            RegularFit::new(&good, grid).unwrap_or(RegularFit { pitch: side, turn: Vec2::new(1.0, 0.0) });
        let stretch = free.stretch(&good, grid, regular);
        let FreeFit { origin, basis } = free;
        let RegularFit { pitch, turn } = regular;
        let bearing = libm::atan2(turn.y, turn.x).to_degrees();
        Self { grid, turned, bearing, side, pitch, origin, basis, stretch, addresses }
    }

    fn free_fit(&self) -> FreeFit {
        FreeFit { origin: self.origin, basis: self.basis }
    }

    /// Returns the distance between opposite sides of most cells, in mm.
    pub fn across(&self) -> f64 {
        self.grid.across(self.side)
    }

    /// Returns the length of the shortest edge of a cell, in mm.
    pub fn shortest(&self) -> f64 {
        self.side * self.grid.width_factor.min(1.0)
    }

    /// Returns the distance between the edges of neighbours, in mm. It is negative if cells
    /// overlap.
    pub fn gap(&self) -> f64 {
        self.grid.tiling.across_from_side(self.pitch - self.side)
    }

    /// Returns where the centre of the cell at this address should be, in mm.
    pub fn centre(&self, address: CellAddress) -> Point {
        self.free_fit().place(self.grid.tiling, address)
    }

    /// Returns the address whose place is closest to a point.
    pub fn nearest(&self, point: Point) -> CellAddress {
        self.free_fit().nearest(self.grid.tiling, point)
    }

    /// Adds `by` to all addresses, so that the cells have the addresses of the layout.
    pub fn renumber(&mut self, by: CellAddress) {
        self.origin -= self.centre(by) - self.origin;
        self.addresses.iter_mut().flatten().for_each(|address| *address = *address + by);
    }

    /// Returns the expected corners of the cell at an address, in mm. The corners are in the order of
    /// the tiling.
    pub fn corners(&self, address: CellAddress) -> Vec<Point> {
        let centre = self.centre(address);
        let turn = heading(self.turned);
        let corners = self.grid.corners(address);
        corners.map(|corner| centre + rotated(corner, turn) * self.side).collect()
    }

    /// Describes the same lattice by another orientation and the rotation `turned`, in degrees. The
    /// lattice stays in place, but the cells get new addresses.
    pub fn reorient(&mut self, tiling: Tiling, turned: f64) {
        let period = 360.0 / tiling.turns() as f64;
        let by = row_angle(tiling) + turned - row_angle(self.grid.tiling) - self.turned;
        // Both descriptions are of the same lattice, so their rotations differ by a whole number of periods.
        let turns = ((by / period).round() as i64).rem_euclid(tiling.turns() as i64);
        for _ in 0..turns {
            let [u, v] = self.basis;
            self.basis = if tiling.has_hexagon_neighbours() { [v, v - u] } else { [v, -u] };
            for address in self.addresses.iter_mut().flatten() {
                *address = if tiling.has_hexagon_neighbours() {
                    CellAddress::new(-address.s(), -address.q)
                } else {
                    CellAddress::new(address.r, -address.q)
                };
            }
        }
        // The bearing changes by the same angle as the rotation of the cells.
        let half = period / 2.0;
        self.bearing = (self.bearing - self.turned + half).rem_euclid(period) - half + turned;
        (self.grid.tiling, self.turned) = (tiling, turned);
    }
}

/// Returns the direction of the vector from the cell (0, 0) to the cell (1, 0) on an upright lattice.
/// The angle is in degrees, clockwise from the right.
pub fn row_angle(tiling: Tiling) -> f64 {
    if tiling == Tiling::FlatTop { 30.0 } else { 0.0 }
}

/// Returns the unit vector that points `degrees` clockwise from the right, as seen on the sheet.
fn heading(degrees: f64) -> Vec2 {
    Vec2::new(libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians()))
}

/// Rotates a vector by the angle between the direction to the right and the unit vector `by`.
fn rotated(vector: Vec2, by: Vec2) -> Vec2 {
    Vec2::new(vector.x * by.x - vector.y * by.y, vector.x * by.y + vector.y * by.x)
}

/// Returns the indices of the polygons that are cells. Polygons are grouped by size, and the cells are
/// the group with the largest total area.
///
/// Bands and arrows may also have six corners, but they are irregular. Even a badly drawn cell is
/// almost regular.
fn largest_group(polygons: &[Polygon]) -> Vec<usize> {
    let sides: Vec<f64> = polygons.iter().map(Polygon::side).collect();
    let mut by_side: Vec<usize> =
        (0..polygons.len()).filter(|&i| polygons[i].irregularity() <= MAX_IRREGULARITY * sides[i]).collect();
    by_side.sort_by(|&a, &b| sides[a].total_cmp(&sides[b]));
    let groups = by_side.chunk_by(|&a, &b| sides[b] <= sides[a] * (1.0 + SAME_SIZE));
    let areas = groups.map(|group| (group, group.iter().map(|&i| sides[i].powi(2)).sum::<f64>()));
    // `max_by` returns the last of equal groups, so the smaller polygons must come last.
    let largest = areas.rev().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let mut cells = largest.map_or_else(Vec::new, |(group, _)| group.to_vec());
    cells.sort_unstable();
    cells
}
