//! Fits lattices to cells.
//!
//! - In: cells with their addresses and centres.
//! - Out: the lattice that fits best, by least squares.
//! - Not here: finding the addresses.
//!
//! The two basis vectors of a [`FreeFit`] are independent. A [`RegularFit`] has only a side and a
//! rotation. If a sheet is stretched, the two fits differ. If only a single cell was moved, they agree.

use kurbo::{Point, Vec2};

use super::rotated;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::median_of;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::find::Polygon;

/// The largest coordinate of an address. The addresses of all cells on real pages have smaller
/// coordinates. The sum of a few coordinates within this limit always fits into an `i32`.
const MAX_ADDRESS_COORDINATE: f64 = 1e7;
/// A cell may be at most this far from its place in the first fit, as a multiple of the usual distance.
/// A cell that is farther away is misplaced, and is left out of the second fit.
const MIN_OUTLIER_RATIO: f64 = 4.0;

/// A cell for the fits: its address and the centre of its drawing, in mm.
pub(in crate::facts) type PlacedCell = (CellAddress, Point);

/// A lattice with two independent basis vectors.
#[derive(Debug, Clone, Copy)]
pub(in crate::facts) struct FreeFit {
    /// The centre of the cell (0, 0), in mm.
    pub(in crate::facts) origin: Point,
    /// The vectors from a cell to the cells at (1, 0) and (0, 1), in mm.
    pub(in crate::facts) basis: [Vec2; 2],
}

impl FreeFit {
    /// Returns the lattice that fits best, by least squares.
    ///
    /// If all cells are in one line, they do not determine both basis vectors. In this case, both
    /// vectors are those of an upright regular lattice with sides of `side` mm.
    pub(in crate::facts) fn new(placed: &[PlacedCell], grid: Grid, side: f64) -> Self {
        let tiling = grid.tiling;
        let regular =
            [CellAddress::new(1, 0), CellAddress::new(0, 1)].map(|address| grid.step(address) * side);
        let count = placed.len() as f64;
        if placed.is_empty() {
            return Self { origin: Point::ORIGIN, basis: regular };
        }
        let (mut mean_q, mut mean_r, mut mean_point) = (0.0, 0.0, Vec2::ZERO);
        for (address, point) in placed {
            let steps = tiling.in_steps(*address);
            mean_q += steps.x / count;
            mean_r += steps.y / count;
            mean_point += point.to_vec2() / count;
        }
        // These are the sums of the normal equations. `q` and `r` are the coordinates of a cell in
        // steps, and `p` is its centre. All three are measured from their means.
        let (mut qq, mut qr, mut rr, mut qp, mut rp) = (0.0, 0.0, 0.0, Vec2::ZERO, Vec2::ZERO);
        for (address, point) in placed {
            let from_mean = tiling.in_steps(*address) - Vec2::new(mean_q, mean_r);
            let (q, r, p) = (from_mean.x, from_mean.y, point.to_vec2() - mean_point);
            qq += q * q;
            qr += q * r;
            rr += r * r;
            qp += p * q;
            rp += p * r;
        }
        let determinant = qq * rr - qr * qr;
        // If the layout gives the places of points, these places are rounded. Points on a slanted line
        // are then not exactly on one line.
        let is_flat = grid.is_free() && determinant <= 1e-4 * qq * rr;
        let basis = if determinant > 1e-6 * count && !is_flat {
            [(qp * rr - rp * qr) / determinant, (rp * qq - qp * qr) / determinant]
        } else {
            regular
        };
        let origin = mean_point - basis[0] * mean_q - basis[1] * mean_r;
        Self { origin: origin.to_point(), basis }
    }

    /// Returns the cells that are near their places. Misplaced cells then have no effect on the next
    /// fit.
    pub(super) fn without_outliers(self, placed: &[PlacedCell], tiling: Tiling) -> Vec<PlacedCell> {
        let distances: Vec<f64> =
            placed.iter().map(|(address, centre)| centre.distance(self.place(tiling, *address))).collect();
        let usual = median_of(distances.iter().copied()).unwrap_or(0.0).max(0.001);
        let close =
            placed.iter().zip(&distances).filter(|(_, distance)| **distance <= MIN_OUTLIER_RATIO * usual);
        close.map(|(cell, _)| *cell).collect()
    }

    /// Returns the point where the centre of the cell at an address should be.
    pub(in crate::facts) fn place(self, tiling: Tiling, address: CellAddress) -> Point {
        let [u, v] = self.basis;
        let steps = tiling.in_steps(address);
        self.origin + u * steps.x + v * steps.y
    }

    /// Returns the address whose place is closest to a point.
    pub(in crate::facts) fn nearest(self, tiling: Tiling, point: Point) -> CellAddress {
        let near = self.nearest_period(tiling, point);
        if tiling.polygons() == 1 {
            return near;
        }
        // Cells may have several sizes, so the distance to the edges is compared, and not the distance
        // to the centre.
        let side =
            self.basis[0].hypot() / tiling.translation_of(CellAddress::new(1, 0)).point().to_vec2().hypot();
        let periods = (-1..=1).flat_map(|q| (-1..=1).map(move |r| CellAddress::new(near.q + q, near.r + r)));
        let around = periods
            .flat_map(|period| (0..tiling.polygons()).map(move |k| CellAddress { polygon: k, ..period }));
        let distances = around.map(|address| {
            (address, self.place(tiling, address).distance(point) - side * tiling.apothem(address))
        });
        distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(near, |(address, _)| address)
    }

    /// Returns the first cell of the period that is closest to a point. A period is the group of cells
    /// that the tiling repeats.
    fn nearest_period(self, tiling: Tiling, point: Point) -> CellAddress {
        let [u, v] = self.basis;
        let offset = point - self.origin;
        let area = u.cross(v);
        let (q, r) = (offset.cross(v) / area, u.cross(offset) / area);
        let (round_q, round_r, round_s) = (q.round(), r.round(), (-q - r).round());
        let (off_q, off_r, off_s) = ((round_q - q).abs(), (round_r - r).abs(), (round_s + q + r).abs());
        // The three coordinates must have the sum 0, which separate rounding does not guarantee. The
        // coordinate with the largest rounding error is therefore computed from the other two.
        let (near_q, near_r) = if !tiling.has_hexagon_neighbours() {
            (round_q, round_r)
        } else if off_q > off_r && off_q > off_s {
            (-round_r - round_s, round_r)
        } else if off_r > off_s {
            (round_q, -round_q - round_s)
        } else {
            (round_q, round_r)
        };
        let [near_q, near_r] =
            [near_q, near_r].map(|n| n.clamp(-MAX_ADDRESS_COORDINATE, MAX_ADDRESS_COORDINATE) as i32);
        CellAddress::new(near_q, near_r)
    }

    /// Returns the largest distance, in mm, between the place of a cell on this lattice and its place on
    /// the regular lattice. The lattices are first shifted so that the means of the places agree.
    pub(super) fn stretch(self, placed: &[PlacedCell], grid: Grid, regular: RegularFit) -> f64 {
        let [u, v] = self.basis;
        let (along_q, along_r) =
            (u - regular.step(grid, CellAddress::new(1, 0)), v - regular.step(grid, CellAddress::new(0, 1)));
        let count = placed.len().max(1) as f64;
        let mean_q = placed.iter().map(|(address, _)| f64::from(address.q)).sum::<f64>() / count;
        let mean_r = placed.iter().map(|(address, _)| f64::from(address.r)).sum::<f64>() / count;
        let differences = placed.iter().map(|(address, _)| {
            (along_q * (f64::from(address.q) - mean_q) + along_r * (f64::from(address.r) - mean_r)).hypot()
        });
        differences.fold(0.0, f64::max)
    }
}

/// A regular lattice: a scaled and rotated tiling.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegularFit {
    /// The side that cells would have if they touched their neighbours, in mm.
    pub(super) pitch: f64,
    /// The rotation of the lattice, compared with the upright tiling, as cosine and sine.
    pub(super) turn: Vec2,
}

impl RegularFit {
    /// Returns the regular lattice that fits best, by least squares. Returns `None` if all cells
    /// are in one place.
    pub(super) fn new(placed: &[PlacedCell], grid: Grid) -> Option<Self> {
        let count = placed.len() as f64;
        let (mut mean_unit, mut mean_point) = (Vec2::ZERO, Vec2::ZERO);
        for (address, point) in placed {
            mean_unit += grid.centre(*address).to_vec2() / count;
            mean_point += point.to_vec2() / count;
        }
        // `unit` is the place of a cell on the unscaled grid, and `offset` its place on the page. The
        // sums of their dot and cross products, divided by `length`, are the cosine and sine times the
        // scale.
        let (mut along, mut across, mut length) = (0.0, 0.0, 0.0);
        for (address, point) in placed {
            let (unit, offset) = (grid.centre(*address).to_vec2() - mean_unit, point.to_vec2() - mean_point);
            along += unit.dot(offset);
            across += unit.cross(offset);
            length += unit.hypot2();
        }
        let step = Vec2::new(along, across) / length;
        let pitch = step.hypot();
        (length > 0.0 && pitch > 0.0).then(|| Self { pitch, turn: step / pitch })
    }

    /// Returns the vector from the cell (0, 0) to a cell, in mm.
    fn step(self, grid: Grid, cell: CellAddress) -> Vec2 {
        rotated(grid.step(cell) * self.pitch, self.turn)
    }
}

/// A lattice that is fitted to the cells whose addresses are already known. It is fitted again whenever
/// the number of these cells has grown by more than an eighth.
pub(super) struct GrowingFit {
    grid: Grid,
    side: f64,
    /// The number of known cells at the last fit.
    count: usize,
    fit: FreeFit,
}

impl GrowingFit {
    pub(super) fn new(grid: Grid, side: f64) -> Self {
        Self { grid, side, count: 0, fit: FreeFit::new(&[], grid, side) }
    }

    /// Returns the lattice that fits the cells with known addresses. `known` is the number of these
    /// cells.
    pub(super) fn grow(
        &mut self,
        known: usize,
        polygons: &[Polygon],
        cells: &[usize],
        addresses: &[Option<CellAddress>],
    ) -> FreeFit {
        if known > self.count + self.count / 8 {
            let placed = cells.iter().filter_map(|&i| Some((addresses[i]?, polygons[i].centre)));
            self.fit = FreeFit::new(&placed.collect::<Vec<_>>(), self.grid, self.side);
            self.count = known;
        }
        self.fit
    }
}
