//! Tilings of the plane by regular polygons with sides of 1: two translations, and the polygons of one parallelogram.
//!
//! All else follows from the table: corners, edges, neighbours and middles. Coordinates are `a + b√2 + c√3` with whole
//! numbers of twelfths, so that two corners are one exactly where their numbers are the same. The plane is the sheet's:
//! y down, and polygons run clockwise as seen.
//!
//! Bricks are no regular polygons, but have sides of 1 as well: they are twice as wide as high.
//!
//! The semi-regular tilings are named by the polygons round each of their corners (Grünbaum and Shephard, *Tilings and
//! Patterns*, 1987, chapter 2).

mod grid;
mod motion;
mod ranks;
mod rows;

use std::sync::OnceLock;

use kurbo::{Point, Rect, Vec2};
use rustc_hash::FxHashMap;

use super::hex::{self, Hex, SQRT_3};
use super::words::words;
pub use grid::Grid;
pub use motion::Motion;
pub use ranks::Ranks;
pub use rows::Exact;
use rows::{Polygon, ROWS, Row, SQRT_2};

/// Hands the words for cells to the macro `$then`, as an enum of this name: there are two, one here and one for what a
/// layout says, which knows how to be read.
#[macro_export]
macro_rules! tilings {
    ($then:ident! $name:ident) => {
        $then! {
            /// What cells are, and which way they stand.
            $name {
                /// Hexagons with a side at the top.
                FlatTop = "flat-top",
                /// Hexagons with a corner at the top.
                PointyTop = "pointy-top",
                /// Squares.
                Square = "square",
                /// Rectangles in rows, every other row pushed in by half of one.
                Brick = "brick",
                /// Triangles that point up and down in turn.
                Triangles = "triangles",
                /// Triangles that point left and right in turn.
                TrianglesSideways = "triangles-sideways",
                /// Octagons, and squares on their corners.
                T488 = "4.8.8",
                /// Hexagons, and triangles on all of their sides.
                T3636 = "3.6.3.6",
                /// Hexagons with squares on their sides, and triangles between these.
                T3464 = "3.4.6.4",
                /// Dodecagons, and triangles between them.
                T31212 = "3.12.12",
                /// Dodecagons, hexagons and squares.
                T4612 = "4.6.12",
                /// Squares, each with a triangle on every side, that lie two ways.
                T33434 = "3.3.4.3.4",
                /// Rows of squares and rows of triangles in turn.
                T33344 = "3.3.3.4.4",
                /// Hexagons, each in a ring of triangles.
                T33336 = "3.3.3.3.6",
            }
        }
    };
}
pub use tilings;

macro_rules! plain {
    ($(#[$about:meta])* $name:ident { $($words:tt)* }) => {
        words! { $(#[$about])* $name: $($words)* }
    };
}
tilings! { plain! Tiling }

/// A polygon of a tiling with all that follows from the table.
struct Cell {
    /// Its middle, and its corners on the grid.
    centre: Exact,
    corners: Vec<Exact>,
    /// Its corners from its middle.
    unit_corners: Vec<Vec2>,
    /// The box round them.
    bounds: Rect,
    /// Out of its edges.
    normals: Vec<Vec2>,
    /// The cell on the other side of each edge, where this one lies at (0, 0), and the number of the edge there.
    across: Vec<Edge>,
    /// From the middle to each edge.
    apothems: Vec<f64>,
}

/// An edge: the cell, and the number of the edge, clockwise.
pub type Edge = (Hex, usize);

/// The cells of each row, worked out when its tiling is first asked for: a board has one of them.
static TABLE: [OnceLock<Vec<Cell>>; ROWS.len()] = [const { OnceLock::new() }; ROWS.len()];

impl Row {
    #[inline]
    fn place(&self, hex: Hex) -> Exact {
        self.steps[0].times(hex.q.into()).plus(self.steps[1].times(hex.r.into()))
    }

    /// Computes the cells of one parallelogram.
    fn cells(&self) -> Vec<Cell> {
        let corners: Vec<Vec<Exact>> = self.polygons.iter().map(|own| own.corners(self.turns)).collect();
        let mut edges: FxHashMap<[Exact; 2], Edge> = FxHashMap::default();
        // No polygon reaches farther than two parallelograms.
        for (q, r) in (-2..=2).flat_map(|q| (-2..=2).map(move |r| (q, r))) {
            for (polygon, k) in corners.iter().zip(0_u8..) {
                let hex = Hex { q, r, k };
                let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
                edges.extend(ends.enumerate().map(|(edge, (start, end))| {
                    ([start, end].map(|corner| corner.plus(self.place(hex))), (hex, edge))
                }));
            }
        }
        corners.into_iter().map(|corners| Cell::new(corners, &edges)).collect()
    }
}

impl Polygon {
    fn corners(&self, turns: &[i64]) -> Vec<Exact> {
        let Self { start: mut corner, mut heading, sides } = *self;
        let regular = 360 / sides as i64;
        let mut corners = Vec::with_capacity(sides);
        for side in 0..sides {
            corners.push(corner);
            corner = corner.plus(Exact::heading(heading));
            heading += turns.get(side).unwrap_or(&regular);
        }
        corners
    }
}

impl Cell {
    fn new(corners: Vec<Exact>, edges: &FxHashMap<[Exact; 2], Edge>) -> Self {
        let count = corners.len();
        let sum = corners.iter().fold(Exact::default(), |sum, corner| sum.plus(*corner));
        let centre = Exact { x: sum.x.divided(count as i64), y: sum.y.divided(count as i64) };
        let unit_corners: Vec<Vec2> =
            corners.iter().map(|corner| corner.plus(centre.times(-1)).point().to_vec2()).collect();
        let middles: Vec<Vec2> =
            (0..count).map(|k| (unit_corners[k] + unit_corners[(k + 1) % count]) / 2.0).collect();
        let apothem = regular_apothem(count);
        let is_regular = middles.iter().all(|middle| (middle.hypot() - apothem).abs() < 1e-9);
        let (normals, apothems) = if is_regular {
            (middles.iter().map(|middle| *middle * (1.0 / apothem)).collect(), vec![apothem; count])
        } else {
            let sides = (0..count).map(|k| unit_corners[(k + 1) % count] - unit_corners[k]);
            let normals: Vec<Vec2> = sides.map(|side| Vec2::new(side.y, -side.x)).collect();
            let apothems = normals.iter().zip(&middles).map(|(normal, middle)| normal.dot(*middle)).collect();
            (normals, apothems)
        };
        // The cell on the other side has the same edge in the opposite direction.
        let across =
            (0..count).filter_map(|k| edges.get(&[corners[(k + 1) % count], corners[k]]).copied()).collect();
        let bounds = hex::bounds(&unit_corners.iter().map(|corner| corner.to_point()).collect::<Vec<_>>());
        Self { centre, unit_corners, bounds, normals, across, apothems, corners }
    }
}

/// Returns the distance from the middle of a regular polygon with sides of 1 to its edges.
fn regular_apothem(sides: usize) -> f64 {
    match sides {
        3 => SQRT_3 / 6.0,
        4 => 0.5,
        6 => SQRT_3 / 2.0,
        8 => f64::midpoint(1.0, SQRT_2),
        _ => f64::midpoint(2.0, SQRT_3),
    }
}

/// Returns an item by its index, which wraps round. Small indices avoid the division, which is slow here.
#[inline]
fn nth<T>(all: &[T], number: usize) -> &T {
    if number < all.len() { &all[number] } else { &all[number % all.len()] }
}

impl Tiling {
    #[inline]
    fn cells(self) -> &'static [Cell] {
        TABLE[self as usize].get_or_init(|| self.row().cells())
    }

    #[inline]
    fn cell(self, hex: Hex) -> &'static Cell {
        nth(self.cells(), usize::from(hex.k))
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// How many polygons one parallelogram has: 1 where all cells are alike but for their place.
    pub fn polygons(self) -> u8 {
        self.row().polygons.len() as u8
    }

    /// How many edges a cell has, and corners.
    pub fn edges(self, hex: Hex) -> usize {
        self.cell(hex).corners.len()
    }

    /// The edges of cells of this tiling where they all have as many; none where there are several sorts.
    pub fn all_edges(self) -> Option<usize> {
        let mut counts = self.cells().iter().map(|cell| cell.corners.len());
        let first = counts.next()?;
        counts.all(|count| count == first).then_some(first)
    }

    /// Whether the cells are hexagons alone.
    pub const fn is_hexagons(self) -> bool {
        matches!(self, Self::FlatTop | Self::PointyTop)
    }

    /// Whether each cell has the six neighbours that a hexagon has: hexagons and bricks.
    pub const fn lies_as_hexagons(self) -> bool {
        matches!(self, Self::FlatTop | Self::PointyTop | Self::Brick)
    }

    /// Whether the cells lie in level rows, every other one pushed in by half a cell.
    pub const fn has_rows_in_turn(self) -> bool {
        matches!(self, Self::PointyTop | Self::Brick)
    }

    /// Whether the cells are rectangles, which may be wider or higher than they would be.
    pub const fn is_rectangles(self) -> bool {
        matches!(self, Self::Square | Self::Brick)
    }

    /// By how many degrees a cell is turned, clockwise, from one with a side at the top: less than a turn that leaves it
    /// the same.
    pub fn degrees(self, hex: Hex) -> f64 {
        let polygons = self.row().polygons;
        let Polygon { heading, sides, .. } = polygons[usize::from(hex.k) % polygons.len()];
        heading.rem_euclid(360 / sides as i64) as f64
    }

    /// The grid of cells of one sort as which the steps of this one lie, but for a turn of the whole.
    pub const fn like(self) -> Self {
        match self {
            Self::FlatTop | Self::TrianglesSideways | Self::T3464 | Self::T31212 | Self::T4612 => {
                Self::FlatTop
            }
            Self::Square | Self::T488 | Self::T33434 => Self::Square,
            _ => Self::PointyTop,
        }
    }

    /// Whether the cells are triangles alone.
    pub const fn is_triangles(self) -> bool {
        matches!(self, Self::Triangles | Self::TrianglesSideways)
    }

    /// Where a cell of triangles lies: its place in the row, and its row; across and down, where they lie sideways. Of two
    /// rows, places of one number lie below one another.
    pub fn row_of_triangles(self, hex: Hex) -> (i32, i32) {
        match self {
            Self::TrianglesSideways => (hex.q, 2 * hex.r + hex.q + i32::from(hex.k)),
            _ => (2 * hex.q + hex.r + i32::from(hex.k), hex.r),
        }
    }

    /// The triangle that lies there.
    pub fn triangle_at(self, (across, down): (i32, i32)) -> Hex {
        let (place, row) = if self == Self::TrianglesSideways { (down, across) } else { (across, down) };
        let k = (place - row).rem_euclid(2);
        let along = (place - row - k) / 2;
        let (q, r) = if self == Self::TrianglesSideways { (row, along) } else { (along, row) };
        Hex { q, r, k: k as u8 }
    }

    /// The place on a grid of side 1 where the cell (0, 0) would have been shifted to by so many steps: a corner of
    /// triangles.
    pub fn step_corner(self, hex: Hex) -> Exact {
        self.row().place(hex)
    }

    /// What a cell is called.
    pub fn called(self) -> &'static str {
        match self.all_edges() {
            Some(3) => "triangle",
            Some(4) => "square",
            Some(6) if self.is_hexagons() => "hexagon",
            Some(6) => "brick",
            _ => "cell",
        }
    }

    /// The same edge as the cell on its other side counts it.
    #[inline]
    pub fn across(self, hex: Hex, edge: usize) -> Edge {
        let cell = self.cell(hex);
        let (way, other) = *nth(&cell.across, edge);
        (Hex { q: hex.q + way.q, r: hex.r + way.r, k: way.k }, other)
    }

    /// The cell on the other side of an edge, and its edge that lies opposite; none where it has an odd number of them.
    pub fn straight_on(self, hex: Hex, edge: usize) -> Option<Edge> {
        let (next, back) = self.across(hex, edge);
        let count = self.edges(next);
        count.is_multiple_of(2).then(|| (next, (back + count / 2) % count))
    }

    /// The cell on the other side of an edge; larger numbers wrap round.
    pub fn neighbour(self, hex: Hex, edge: usize) -> Hex {
        self.across(hex, edge).0
    }

    /// The cells on the other sides of all edges, clockwise.
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = Hex> {
        (0..self.edges(hex)).map(move |edge| self.neighbour(hex, edge))
    }

    /// Where a corner of a cell lies: equal for all cells that meet there.
    pub fn corner(self, hex: Hex, corner: usize) -> Exact {
        let corners = &self.cell(hex).corners;
        corners[corner % corners.len()].plus(self.row().place(hex))
    }

    /// The middle of a cell on a grid of side 1.
    pub fn unit_centre(self, hex: Hex) -> Point {
        self.cell(hex).centre.plus(self.row().place(hex)).point()
    }

    /// The corners of a cell with sides of 1 from its middle, clockwise as seen. Edge `k` runs from corner `k` to the
    /// next one.
    pub fn unit_corners(self, hex: Hex) -> &'static [Vec2] {
        &self.cell(hex).unit_corners
    }

    /// The unit vector that points out of an edge.
    pub fn edge_normal(self, hex: Hex, edge: usize) -> Vec2 {
        let normals = &self.cell(hex).normals;
        normals[edge % normals.len()]
    }

    /// From the middle of a cell with sides of 1 to its edges; of a brick, to its long ones.
    pub fn apothem(self, hex: Hex) -> f64 {
        self.cell(hex).apothems[0]
    }

    /// What a cell with sides of 1 covers, from its middle.
    pub fn unit_bounds(self, hex: Hex) -> Rect {
        self.cell(hex).bounds
    }

    /// Across a cell with sides of 1 that sizes are told of: from an edge to the one opposite, or to the corner of a
    /// triangle.
    pub fn unit_across(self) -> f64 {
        let first = Hex::new(0, 0);
        self.apothem(first) * if self.edges(first) == 3 { 3.0 } else { 2.0 }
    }

    /// The side, in mm, of cells that measure `across` mm.
    pub fn side_from_across(self, across: f64) -> f64 {
        across / self.unit_across()
    }

    /// How many mm cells measure across that have sides of `side` mm.
    pub fn across_from_side(self, side: f64) -> f64 {
        side * self.unit_across()
    }

    /// From a corner of such a cell to the opposite one; of a triangle, twice the way to its middle.
    pub fn unit_long(self) -> f64 {
        let corner = self.unit_corners(Hex::new(0, 0))[0].hypot();
        if self.is_hexagons() { 2.0 } else { 2.0 * corner }
    }

    /// How far a corner of such a cell lies from its middle, as a multiple of how far an edge does.
    pub fn reach(self) -> f64 {
        let first = Hex::new(0, 0);
        let corner = self.unit_corners(first)[0].hypot();
        match self {
            Self::FlatTop | Self::PointyTop => 2.0 / SQRT_3,
            Self::Brick => SQRT_2,
            _ => corner / self.apothem(first),
        }
    }

    /// How many ways of turning the tiling about a cell put it upon itself.
    pub fn turns(self) -> usize {
        self.motions().iter().filter(|motion| !motion.mirrored).count()
    }

    /// A cell turned clockwise by the least turn that puts the tiling upon itself: about the cell (0, 0) where that can be.
    pub fn turned(self, hex: Hex) -> Hex {
        self.motions().get(1).map_or(hex, |turn| turn.there(hex))
    }

    /// Whether a step leads straight along a line of cells.
    pub fn is_straight(self, way: Hex) -> bool {
        way.q == 0 || way.r == 0 || way.q == -way.r || (self == Self::Square && way.q == way.r)
    }

    /// Steps from one cell to another, where a step leads to a cell that has an edge or a corner in common.
    pub fn distance(self, from: Hex, to: Hex) -> u32 {
        match self {
            Self::Square => from.q.abs_diff(to.q).max(from.r.abs_diff(to.r)),
            _ => from.distance(to),
        }
    }

    /// Whether two cells have an edge in common.
    pub fn touch(self, one: Hex, other: Hex) -> bool {
        self.neighbours(one).any(|next| next == other)
    }
}

#[cfg(test)]
mod tests;
