//! The lattice that cells lie on, from the drawing alone.
//!
//! Cells of one size are walked from neighbour to neighbour, so that a gap that is the same everywhere does not
//! add up; each gets its address on the way. The lattice is then fitted to their centres by least squares, twice:
//! as a regular one (position, size and turn), and as any lattice (two free basis vectors), which tells a sheet
//! that was stretched one way from one cell that was moved.

mod sorts;
mod told;

use std::collections::VecDeque;

use kurbo::{Point, Vec2};

use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::base::tiling::{Grid, Tiling};
use crate::find::Polygon;

pub use told::{grid_told, size_of_rectangle};

/// How much the sizes of two cells of one board may differ, as a share: the rest are other drawings.
const ALIKE: f64 = 0.05;
/// How far from regular a cell may be, as a share of its side: more is another drawing.
const CROOKED: f64 = 0.2;
/// How far from where a neighbour should be it is still found, as a share of the way to it.
const REACH: f64 = 0.35;

/// A lattice of cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Lattice {
    /// What the cells are, and which way most of them stand.
    pub tiling: Tiling,
    /// How many times as wide as in the tiling they are meant to be: other than 1 for rectangles alone.
    pub wide: f64,
    /// How far most cells are turned from that, in degrees: from half of a turn that changes nothing up to that.
    pub turned: f64,
    /// The same by where the cells lie, and not by how each of them is drawn.
    pub bearing: f64,
    /// The side that most cells have, in mm.
    pub side: f64,
    /// The side that the distances of the centres ask for, in mm: with a gap between cells it is larger.
    pub pitch: f64,
    /// Where the cell at (0, 0) lies.
    pub origin: Point,
    /// The ways from a cell to those at (1, 0) and (0, 1), in mm, free of each other.
    pub basis: [Vec2; 2],
    /// By how many mm the longest way across the board differs from that on a regular lattice.
    pub stretch: f64,
    /// Where each hexagon lies, in the order of the list they were given in; none for hexagons that are no cells.
    pub addresses: Vec<Option<Hex>>,
}

impl Lattice {
    /// The lattice of these hexagons; none where there are none.
    pub fn of(hexagons: &[Polygon]) -> Option<Self> {
        let cells = cells(hexagons);
        let side = median(cells.iter().map(|&i| hexagons[i].side()))?;
        let (tiling, turned, addresses) = if sorts::are_several(hexagons, &cells) {
            let placed = sorts::placed(hexagons, &cells, side)?;
            let (tiling, turned) = (placed.tiling, placed.turned);
            let turn = |(a, h): (&Option<Hex>, &Polygon)| {
                a.map(|a| turned + h.turned_from(tiling.degrees(a) + turned))
            };
            let turns = placed.addresses.iter().zip(hexagons).filter_map(turn);
            (tiling, median(turns).unwrap_or(turned), placed.addresses)
        } else {
            let turn = median(cells.iter().map(|&i| hexagons[i].turn_degrees()))?;
            let walk = Walk::of(hexagons, &cells, side, turn);
            let tiling = walk.grid.tiling;
            let addresses = addresses(hexagons, &cells, &walk, side);
            let period = 360.0 / tiling.turns() as f64;
            let upright = tiling.degrees(Hex::new(0, 0));
            let turned = (turn - upright + 1.5 * period).rem_euclid(period) - period / 2.0;
            (tiling, turned, addresses)
        };
        Some(Self::fitted(hexagons, (tiling.grid(), turned), side, addresses))
    }

    /// The lattice of these rectangles, which lie edge to edge; none where there are none.
    pub fn of_rectangles(rectangles: &[Polygon], grid: Grid) -> Option<Self> {
        let cells = cells(rectangles);
        let side = median(cells.iter().map(|&i| rectangles[i].side()))?;
        let turned = median(cells.iter().map(|&i| rectangles[i].turned_from(0.0)))?;
        let walk = Walk::of_rectangles(grid, side, turned);
        let addresses = addresses(rectangles, &cells, &walk, side);
        Some(Self::fitted(rectangles, (grid, turned), side, addresses))
    }

    /// What its cells are to lie on.
    pub fn grid(&self) -> Grid {
        Grid { tiling: self.tiling, wide: self.wide }
    }

    /// The lattice on which cells lie that have these addresses: of what tiling, and how much they are turned.
    pub fn fitted(
        hexagons: &[Polygon],
        (grid, turned): (Grid, f64),
        side: f64,
        addresses: Vec<Option<Hex>>,
    ) -> Self {
        let Grid { tiling, wide } = grid;
        let placed: Vec<(Hex, Point)> =
            addresses.iter().zip(hexagons).filter_map(|(a, h)| a.map(|a| (a, h.centre))).collect();
        let free = free(&placed, grid, side);
        // One cell that lies wrong must not pull the others along.
        let off: Vec<f64> = placed.iter().map(|(a, c)| c.distance(at(free, tiling, *a))).collect();
        let usual = median(off.iter().copied()).unwrap_or(0.0).max(0.001);
        let good: Vec<_> =
            placed.iter().zip(&off).filter(|(_, off)| **off <= 4.0 * usual).map(|(p, _)| *p).collect();
        let free = self::free(&good, grid, side);
        let (pitch, turn) = regular(&good, grid).unwrap_or((side, Vec2::new(1.0, 0.0)));
        let stretch = stretch(&good, free, grid, pitch, turn);
        let (origin, basis) = free;
        let bearing = libm::atan2(turn.y, turn.x).to_degrees();
        Self { tiling, wide, turned, bearing, side, pitch, origin, basis, stretch, addresses }
    }

    /// How many mm most cells measure from side to side.
    pub fn across(&self) -> f64 {
        self.grid().across(self.side)
    }

    /// How long the shortest edge of a cell is, in mm.
    pub fn shortest(&self) -> f64 {
        self.side * self.wide.min(1.0)
    }

    /// The room between the edges of neighbours, in mm; less than nothing where they lie over each other.
    pub fn gap(&self) -> f64 {
        self.tiling.across_from_side(self.pitch - self.side)
    }

    /// Where the cell of this address should lie.
    pub fn centre(&self, address: Hex) -> Point {
        at((self.origin, self.basis), self.tiling, address)
    }

    /// The address whose place comes closest to a point.
    pub fn nearest(&self, point: Point) -> Hex {
        nearest(self.tiling, (self.origin, self.basis), point)
    }

    /// Counts its cells on by so much, so that they have the addresses that a layout gives them.
    pub fn renumber(&mut self, by: Hex) {
        self.origin -= self.centre(by) - self.origin;
        self.addresses.iter_mut().flatten().for_each(|hex| *hex = *hex + by);
    }

    /// Where the corners of the cell of this address should lie, in the order of the tiling's own corners.
    pub fn corners(&self, address: Hex) -> Vec<Point> {
        let centre = self.centre(address);
        let turn = heading(self.turned);
        let corners = self.grid().corners(address);
        corners.map(|c| centre + turned(c, turn) * self.side).collect()
    }

    /// Counts its cells as seen with this way of standing, turned by so many degrees: the same lattice in other words.
    pub fn stand(&mut self, tiling: Tiling, turned: f64) {
        let period = 360.0 / tiling.turns() as f64;
        // Ways to (1, 0) lead right on a lattice that is upright, and 30° down from there on one of flat-top cells.
        let by = first_way(tiling) + turned - first_way(self.tiling) - self.turned;
        // Rounded: between two names of one lattice there are whole turns that change nothing.
        let turns = ((by / period).round() as i64).rem_euclid(tiling.turns() as i64);
        for _ in 0..turns {
            let [u, v] = self.basis;
            self.basis = if tiling.lies_as_hexagons() { [v, v - u] } else { [v, -u] };
            for hex in self.addresses.iter_mut().flatten() {
                *hex = if tiling.lies_as_hexagons() {
                    Hex::new(-hex.s(), -hex.q)
                } else {
                    Hex::new(hex.r, -hex.q)
                };
            }
        }
        // What the cells lie and what they stand by differ as before.
        let half = period / 2.0;
        self.bearing = (self.bearing - self.turned + half).rem_euclid(period) - half + turned;
        (self.tiling, self.turned) = (tiling, turned);
    }
}

/// By how many degrees the way to the cell (1, 0) is turned from the right on an upright lattice.
pub fn first_way(tiling: Tiling) -> f64 {
    if tiling == Tiling::FlatTop { 30.0 } else { 0.0 }
}

/// Where the cell at (0, 0) lies, and the ways to those at (1, 0) and (0, 1).
pub(super) type Free = (Point, [Vec2; 2]);

fn at((origin, [u, v]): Free, tiling: Tiling, address: Hex) -> Point {
    let steps = tiling.in_steps(address);
    origin + u * steps.x + v * steps.y
}

/// The unit vector that points this many degrees clockwise of the right, as seen.
fn heading(degrees: f64) -> Vec2 {
    Vec2::new(libm::cos(degrees.to_radians()), libm::sin(degrees.to_radians()))
}

/// A way turned by as much as a unit vector is from the right.
fn turned(way: Vec2, by: Vec2) -> Vec2 {
    Vec2::new(way.x * by.x - way.y * by.y, way.x * by.y + way.y * by.x)
}

/// The middle value.
fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// How to walk from a cell to its neighbours.
struct Walk {
    grid: Grid,
    /// The ways to the neighbours, in the order of their edges.
    ways: Vec<Vec2>,
    /// How far from where a neighbour should be it is still one, in mm.
    reach: f64,
}

impl Walk {
    /// By where the cells lie, not by how they are drawn: cells may be turned or too small for their places.
    fn of(hexagons: &[Polygon], cells: &[usize], side: f64, turn: f64) -> Self {
        let sides = cells.first().map_or(6, |&i| hexagons[i].corners.len());
        let like = if sides == 4 { Tiling::Square } else { Tiling::FlatTop };
        let (usual, period) = (like.across_from_side(side), 360.0 / like.turns() as f64);
        // Farther away, it may as well be a cell that is no neighbour.
        let far = usual * 1.6;
        let grid = PointIndex::of(cells.iter().map(|&i| (i, hexagons[i].centre)), far);
        let mut steps = Vec::new();
        for &i in cells {
            let centre = hexagons[i].centre;
            let mut nearest: Option<Vec2> = None;
            for other in grid.within(centre, far) {
                let way = hexagons[other].centre - centre;
                if way.hypot() > usual * 0.5 && nearest.is_none_or(|n| way.hypot() < n.hypot()) {
                    nearest = Some(way);
                }
            }
            steps.extend(nearest);
        }
        let step = median(steps.iter().map(|way| way.hypot())).unwrap_or(usual);
        // Sixfold, all six ways are one; the mean of that is how the lattice is turned.
        let turns = like.turns() as f64;
        let sum = steps
            .iter()
            .fold(Vec2::ZERO, |sum, way| sum + heading(turns * libm::atan2(way.y, way.x).to_degrees()));
        // Ways of a flat-top lattice lead up and down, at 30° and so on; a side of a flat-top cell is at the top.
        let angle = if sum.hypot() > 0.5 * steps.len() as f64 && !steps.is_empty() {
            libm::atan2(sum.y, sum.x).to_degrees() / turns
        } else {
            turn - 90.0
        };
        let angle = angle.rem_euclid(period);
        let (tiling, off) = match angle {
            a if like == Tiling::Square => (like, if a < 45.0 { a } else { a - 90.0 }),
            a if a < 15.0 => (Tiling::PointyTop, a),
            a if a <= 45.0 => (Tiling::FlatTop, a - 30.0),
            a => (Tiling::PointyTop, a - 60.0),
        };
        let turn = heading(off);
        let first = Hex::new(0, 0);
        let way = |edge| turned(tiling.edge_normal(first, edge) * step, turn);
        let ways = (0..tiling.edges(first)).map(way).collect();
        Self { grid: tiling.grid(), ways, reach: step * REACH }
    }

    /// From rectangle to rectangle, where these lie edge to edge.
    fn of_rectangles(grid: Grid, side: f64, turn: f64) -> Self {
        let first = Hex::new(0, 0);
        let way = |next| turned((grid.middle(next) - grid.middle(first)) * side, heading(turn));
        let ways: Vec<Vec2> = grid.tiling.neighbours(first).map(way).collect();
        let least = ways.iter().map(|way| way.hypot()).fold(f64::INFINITY, f64::min);
        Self { grid, ways, reach: least * REACH }
    }
}

/// The hexagons that are cells: of all sizes, the one that covers most paper.
fn cells(hexagons: &[Polygon]) -> Vec<usize> {
    // Bands and arrows may have six corners too; a cell that was drawn badly is still almost regular.
    let sides: Vec<f64> = hexagons.iter().map(Polygon::side).collect();
    let even = |i: &usize| hexagons[*i].irregularity() <= CROOKED * sides[*i];
    let mut order: Vec<usize> = (0..hexagons.len()).filter(even).collect();
    order.sort_by(|&a, &b| sides[a].total_cmp(&sides[b]));
    let runs = order.chunk_by(|&a, &b| sides[b] <= sides[a] * (1.0 + ALIKE));
    let area = |run: &[usize]| run.iter().map(|&i| sides[i].powi(2)).sum::<f64>();
    // Of two that cover as much, the smaller hexagons.
    let largest = runs.rev().max_by(|a, b| area(a).total_cmp(&area(b)));
    let mut cells = largest.unwrap_or_default().to_vec();
    cells.sort_unstable();
    cells
}

/// Walks from cell to cell. Two cells at one address both have it.
fn addresses(hexagons: &[Polygon], cells: &[usize], walk: &Walk, side: f64) -> Vec<Option<Hex>> {
    let mut addresses = vec![None; hexagons.len()];
    let (grid_of, tiling) = (walk.grid, walk.grid.tiling);
    let step = tiling.across_from_side(side);
    let grid = PointIndex::of(cells.iter().map(|&i| (i, hexagons[i].centre)), step);
    let (mut known, mut fit) = (0, Fit::new(grid_of, side));
    for &seed in cells {
        if addresses[seed].is_some() {
            continue;
        }
        // A part of the board that touches no other is numbered from where the first one's lattice has it.
        let start = match known {
            0 => Hex::new(0, 0),
            _ => nearest(tiling, fit.grown(known, hexagons, cells, &addresses), hexagons[seed].centre),
        };
        addresses[seed] = Some(start);
        known += 1;
        let mut queue = VecDeque::from([(seed, start)]);
        while let Some((from, address)) = queue.pop_front() {
            let centre = hexagons[from].centre;
            for other in grid.within(centre, walk.reach) {
                if addresses[other].is_none() {
                    addresses[other] = Some(address);
                    known += 1;
                    queue.push_back((other, address));
                }
            }
            for (edge, way) in walk.ways.iter().enumerate() {
                let next = tiling.neighbour(address, edge);
                for other in grid.within(centre + *way, walk.reach) {
                    if addresses[other].is_none() {
                        addresses[other] = Some(next);
                        known += 1;
                        queue.push_back((other, next));
                    }
                }
            }
        }
    }
    addresses
}

/// The lattice on which cells lie whose addresses are known: fitted again as these become more, but not for each of them.
struct Fit {
    grid: Grid,
    side: f64,
    /// Of how many cells.
    of: usize,
    free: Free,
}

impl Fit {
    fn new(grid: Grid, side: f64) -> Self {
        Self { grid, side, of: 0, free: free(&[], grid, side) }
    }

    /// The lattice of those of the cells that have addresses, which are so many.
    fn grown(
        &mut self,
        known: usize,
        polygons: &[Polygon],
        cells: &[usize],
        addresses: &[Option<Hex>],
    ) -> Free {
        if known > self.of + self.of / 8 {
            let placed = cells.iter().filter_map(|&i| addresses[i].map(|a| (a, polygons[i].centre)));
            self.free = free(&placed.collect::<Vec<_>>(), self.grid, self.side);
            self.of = known;
        }
        self.free
    }
}

/// How far an address may be from the first cell, in cells.
const FARTHEST: f64 = 1e7;

/// The address whose place comes closest to a point.
pub(super) fn nearest(tiling: Tiling, fit: Free, point: Point) -> Hex {
    let (origin, [u, v]) = fit;
    let way = point - origin;
    let area = u.cross(v);
    let (q, r) = (way.cross(v) / area, u.cross(way) / area);
    let (rq, rr, rs) = (q.round(), r.round(), (-q - r).round());
    let (dq, dr, ds) = ((rq - q).abs(), (rr - r).abs(), (rs + q + r).abs());
    // Rounded one by one the three need not add up to 0; the one that was rounded most gives way.
    let (q, r) = if !tiling.lies_as_hexagons() {
        (rq, rr)
    } else if dq > dr && dq > ds {
        (-rr - rs, rr)
    } else if dr > ds {
        (rq, -rq - rs)
    } else {
        (rq, rr)
    };
    // No page is so large; sums of some addresses are still numbers of this size.
    let clamp = |n: f64| n.clamp(-FARTHEST, FARTHEST) as i32;
    let near = Hex::new(clamp(q), clamp(r));
    if tiling.polygons() == 1 {
        return near;
    }
    // Of cells of several sizes, the one whose edges are nearest.
    let side = u.hypot() / tiling.step_corner(Hex::new(1, 0)).point().to_vec2().hypot();
    let beyond = |hex: &Hex| at(fit, tiling, *hex).distance(point) - side * tiling.apothem(*hex);
    let around = (-1..=1).flat_map(|q| (-1..=1).map(move |r| (q, r)));
    let all = around
        .flat_map(|(q, r)| (0..tiling.polygons()).map(move |k| Hex { q: near.q + q, r: near.r + r, k }));
    all.min_by(|a, b| beyond(a).total_cmp(&beyond(b))).unwrap_or(near)
}

/// The lattice that comes closest to these cells. Where they all lie in one line the other way is that of a
/// regular lattice.
fn free(placed: &[(Hex, Point)], grid: Grid, side: f64) -> Free {
    let tiling = grid.tiling;
    let unit = |hex: Hex| grid.step(hex) * side;
    let fallback = [unit(Hex::new(1, 0)), unit(Hex::new(0, 1))];
    let n = placed.len() as f64;
    if placed.is_empty() {
        return (Point::ORIGIN, fallback);
    }
    let (mut mq, mut mr, mut mp) = (0.0, 0.0, Vec2::ZERO);
    for (hex, point) in placed {
        let steps = tiling.in_steps(*hex);
        mq += steps.x / n;
        mr += steps.y / n;
        mp += point.to_vec2() / n;
    }
    let (mut qq, mut qr, mut rr, mut qp, mut rp) = (0.0, 0.0, 0.0, Vec2::ZERO, Vec2::ZERO);
    for (hex, point) in placed {
        let steps = tiling.in_steps(*hex);
        let (q, r, p) = (steps.x - mq, steps.y - mr, point.to_vec2() - mp);
        qq += q * q;
        qr += q * r;
        rr += r * r;
        qp += p * q;
        rp += p * r;
    }
    let det = qq * rr - qr * qr;
    let basis =
        if det > 1e-6 * n { [(qp * rr - rp * qr) / det, (rp * qq - qp * qr) / det] } else { fallback };
    let origin = mp - basis[0] * mq - basis[1] * mr;
    (origin.to_point(), basis)
}

/// The regular lattice that comes closest: its side, and how it is turned (as cosine and sine).
fn regular(placed: &[(Hex, Point)], grid: Grid) -> Option<(f64, Vec2)> {
    let n = placed.len() as f64;
    let unit = |hex: &Hex| grid.middle(*hex).to_vec2();
    let (mut mu, mut mp) = (Vec2::ZERO, Vec2::ZERO);
    for (hex, point) in placed {
        mu += unit(hex) / n;
        mp += point.to_vec2() / n;
    }
    let (mut along, mut across, mut length) = (0.0, 0.0, 0.0);
    for (hex, point) in placed {
        let (u, p) = (unit(hex) - mu, point.to_vec2() - mp);
        along += u.dot(p);
        across += u.cross(p);
        length += u.hypot2();
    }
    let way = Vec2::new(along, across) / length;
    let side = way.hypot();
    (length > 0.0 && side > 0.0).then(|| (side, way / side))
}

/// By how much the free lattice leaves the regular one, from one end of the board to the other.
fn stretch(placed: &[(Hex, Point)], (_, [u, v]): Free, grid: Grid, pitch: f64, turn: Vec2) -> f64 {
    let regular = |hex: Hex| turned(grid.step(hex) * pitch, turn);
    let (du, dv) = (u - regular(Hex::new(1, 0)), v - regular(Hex::new(0, 1)));
    let n = placed.len().max(1) as f64;
    let mq = placed.iter().map(|(h, _)| f64::from(h.q)).sum::<f64>() / n;
    let mr = placed.iter().map(|(h, _)| f64::from(h.r)).sum::<f64>() / n;
    let off = |hex: &Hex| (du * (f64::from(hex.q) - mq) + dv * (f64::from(hex.r) - mr)).hypot();
    placed.iter().map(|(hex, _)| off(hex)).fold(0.0, f64::max)
}
