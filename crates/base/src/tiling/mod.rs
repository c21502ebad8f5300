//! Describes tilings of the plane by regular polygons with sides of length 1.
//!
//! - In: a table. For each tiling, it contains the polygons of one parallelogram, and the two
//!   translations that repeat this parallelogram over the plane.
//! - Out: the corners, edges, neighbours and middles of cells.
//! - Not here: which cells a board has, and their size in mm.
//!
//! Coordinates have the form `a + b√2 + c√3`. Here, `a`, `b` and `c` are whole numbers of twelfths,
//! so equal corners have exactly equal coordinates. The y axis points down, and the corners of
//! polygons are clockwise.
//!
//! Bricks are not regular polygons. Their short sides have the length 1, and they are twice as wide
//! as high.
//!
//! The semi-regular tilings are named after the polygons around each corner (Grünbaum and Shephard,
//! *Tilings and Patterns*, 1987, chapter 2).

mod grid;
pub mod hex;
mod motion;
mod ranks;
mod rows;

use std::sync::OnceLock;

use kurbo::{Point, Rect, Vec2};
use rustc_hash::FxHashMap;

use super::cell_address::CellAddress;
use super::geometry::bounds_of_points;
use super::word_enum::word_enum;
pub use grid::Grid;
use hex::SQRT_3;
pub use motion::Motion;
pub use ranks::Ranks;
pub use rows::ExactPoint;
use rows::{Polygon, ROWS, Row, SQRT_2};

/// Passes the names of all tilings to the macro `$then`, which declares an enum with the name
/// `$name`. There are two such enums: one in this module, and one that is read from layouts.
#[macro_export]
macro_rules! tilings {
    ($then:ident! $name:ident) => {
        $then! {
            /// The shape and direction of cells.
            $name {
                /// Hexagons with a side at the top.
                FlatTop = "flat-top",
                /// Hexagons with a corner at the top.
                PointyTop = "pointy-top",
                /// Squares.
                Square = "square",
                /// Rectangles in rows. Every other row is shifted by half a rectangle.
                Brick = "brick",
                /// Triangles that alternately point up and down.
                Triangles = "triangles",
                /// Triangles that alternately point left and right.
                TrianglesSideways = "triangles-sideways",
                /// Octagons, and between them squares that are turned by 45 degrees.
                T488 = "4.8.8",
                /// Hexagons, and triangles on all of their sides.
                T3636 = "3.6.3.6",
                /// Hexagons with squares on their sides, and triangles between the squares.
                T3464 = "3.4.6.4",
                /// Dodecagons, and triangles between them.
                T31212 = "3.12.12",
                /// Dodecagons, hexagons and squares.
                T4612 = "4.6.12",
                /// Squares in two directions, each with a triangle on every side.
                T33434 = "3.3.4.3.4",
                /// Alternating rows of squares and of triangles.
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
        word_enum! { $(#[$about])* $name: $($words)* }
    };
}
tilings! { plain! Tiling }

/// A polygon in the parallelogram (0, 0). It is computed from the table.
struct Cell {
    /// The middle of the polygon, on a grid with sides of length 1.
    centre: ExactPoint,
    /// The corners of the polygon, on a grid with sides of length 1.
    corners: Vec<ExactPoint>,
    /// The corners, as vectors from the middle.
    unit_corners: Vec<Vec2>,
    /// The bounding box of `unit_corners`.
    bounds: Rect,
    /// The outward normals of the edges.
    normals: Vec<Vec2>,
    /// For each edge of the polygon in the parallelogram (0, 0): the neighbour on the other side, and
    /// the number that the edge has in this neighbour.
    across: Vec<Edge>,
    /// The distance from the middle to each edge.
    apothems: Vec<f64>,
}

/// An edge: a cell, and the number of the edge in this cell. Edges are counted clockwise.
pub type Edge = (CellAddress, usize);

/// The cells of each tiling. They are computed when the tiling is used for the first time.
static TABLE: [OnceLock<Vec<Cell>>; ROWS.len()] = [const { OnceLock::new() }; ROWS.len()];

impl Row {
    #[inline]
    fn place(&self, cell: CellAddress) -> ExactPoint {
        self.steps[0].times(cell.q.into()).plus(self.steps[1].times(cell.r.into()))
    }

    /// Computes the cells of one parallelogram.
    fn cells(&self) -> Vec<Cell> {
        let corners: Vec<Vec<ExactPoint>> =
            self.polygons.iter().map(|own_polygon| own_polygon.corners(self.turns)).collect();
        let mut edges: FxHashMap<[ExactPoint; 2], Edge> = FxHashMap::default();
        // The neighbours of a polygon are in parallelograms that are at most two steps away.
        for (q, r) in (-2..=2).flat_map(|q| (-2..=2).map(move |r| (q, r))) {
            for (polygon, k) in corners.iter().zip(0_u8..) {
                let address = CellAddress { q, r, polygon: k };
                let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
                edges.extend(ends.enumerate().map(|(edge, (start, end))| {
                    ([start, end].map(|corner| corner.plus(self.place(address))), (address, edge))
                }));
            }
        }
        corners.into_iter().map(|corners| Cell::new(corners, &edges)).collect()
    }
}

impl Polygon {
    fn corners(&self, turns: &[i64]) -> Vec<ExactPoint> {
        let Self { start: mut corner, mut heading, sides } = *self;
        let regular = 360 / sides as i64;
        let mut corners = Vec::with_capacity(sides);
        for side in 0..sides {
            corners.push(corner);
            corner = corner.plus(ExactPoint::heading(heading));
            heading += turns.get(side).unwrap_or(&regular);
        }
        corners
    }
}

impl Cell {
    fn new(corners: Vec<ExactPoint>, edges: &FxHashMap<[ExactPoint; 2], Edge>) -> Self {
        let count = corners.len();
        let sum = corners.iter().fold(ExactPoint::default(), |sum, corner| sum.plus(*corner));
        let centre = ExactPoint { x: sum.x.divided(count as i64), y: sum.y.divided(count as i64) };
        let unit_corners: Vec<Vec2> =
            corners.iter().map(|corner| corner.plus(centre.times(-1)).point().to_vec2()).collect();
        let middles: Vec<Vec2> =
            (0..count).map(|k| (unit_corners[k] + unit_corners[(k + 1) % count]) / 2.0).collect();
        let apothem = regular_apothem(count);
        let is_regular = middles.iter().all(|mid| (mid.hypot() - apothem).abs() < 1e-9);
        let (normals, apothems) = if is_regular {
            (middles.iter().map(|mid| *mid * (1.0 / apothem)).collect(), vec![apothem; count])
        } else {
            let sides = (0..count).map(|k| unit_corners[(k + 1) % count] - unit_corners[k]);
            let normals: Vec<Vec2> = sides.map(|side| Vec2::new(side.y, -side.x)).collect();
            let apothems = normals.iter().zip(&middles).map(|(normal, mid)| normal.dot(*mid)).collect();
            (normals, apothems)
        };
        // The cell on the other side has the same edge, with its two ends exchanged.
        let across =
            (0..count).filter_map(|k| edges.get(&[corners[(k + 1) % count], corners[k]]).copied()).collect();
        let bounds =
            bounds_of_points(&unit_corners.iter().map(|corner| corner.to_point()).collect::<Vec<_>>());
        Self { centre, unit_corners, bounds, normals, across, apothems, corners }
    }
}

/// Returns the distance between the middle and the edges of a regular polygon with sides of length
/// 1.
fn regular_apothem(sides: usize) -> f64 {
    match sides {
        3 => SQRT_3 / 6.0,
        4 => 0.5,
        6 => SQRT_3 / 2.0,
        8 => f64::midpoint(1.0, SQRT_2),
        _ => f64::midpoint(2.0, SQRT_3),
    }
}

/// Returns the item with an index. Indices after the last one start again from 0. The remainder is
/// computed only for such indices, because a division would be slow here.
#[inline]
fn nth_cyclic<T>(all: &[T], number: usize) -> &T {
    if number < all.len() { &all[number] } else { &all[number % all.len()] }
}

impl Tiling {
    #[inline]
    fn cells(self) -> &'static [Cell] {
        TABLE[self as usize].get_or_init(|| self.row().cells())
    }

    #[inline]
    fn cell(self, address: CellAddress) -> &'static Cell {
        nth_cyclic(self.cells(), usize::from(address.polygon))
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Returns the number of polygons in a parallelogram. It is 1 if all cells have the same shape
    /// and the same orientation.
    pub fn polygons(self) -> u8 {
        self.row().polygons.len() as u8
    }

    pub fn edges(self, address: CellAddress) -> usize {
        self.cell(address).corners.len()
    }

    /// Returns the number of edges that every cell has. Returns `None` if cells have different
    /// numbers of edges.
    pub fn all_edges(self) -> Option<usize> {
        let mut counts = self.cells().iter().map(|cell| cell.corners.len());
        let first = counts.next()?;
        counts.all(|count| count == first).then_some(first)
    }

    pub const fn is_hexagons(self) -> bool {
        matches!(self, Self::FlatTop | Self::PointyTop)
    }

    /// Returns whether the cells are hexagons or bricks. In all these tilings, a cell has six neighbours, and
    /// [`CellAddress::NEIGHBOURS`] contains their offsets.
    pub const fn has_hexagon_neighbours(self) -> bool {
        matches!(self, Self::FlatTop | Self::PointyTop | Self::Brick)
    }

    /// Returns whether the cells are in horizontal rows and every other row is shifted by half a
    /// cell.
    pub const fn has_shifted_rows(self) -> bool {
        matches!(self, Self::PointyTop | Self::Brick)
    }

    /// Returns whether the cells are rectangles, so that the layout may set their width and height.
    pub const fn is_rectangles(self) -> bool {
        matches!(self, Self::Square | Self::Brick)
    }

    /// Returns the clockwise rotation of a cell, in degrees, compared with a cell that has a side at the top.
    /// For example, the rotation of a square with a corner at the top is 45.
    pub fn degrees(self, cell: CellAddress) -> f64 {
        let polygons = self.row().polygons;
        let Polygon { heading, sides, .. } = polygons[usize::from(cell.polygon) % polygons.len()];
        heading.rem_euclid(360 / sides as i64) as f64
    }

    /// Returns the tiling of hexagons or squares that replaces this tiling while the shape of a board is
    /// computed. For example, a board in the shape of a large hexagon is first made of cells of the returned
    /// tiling. The board then gets the cells of `self` with the same coordinates. Both tilings have similar
    /// steps, but one of them may be rotated.
    pub const fn tiling_for_shapes(self) -> Self {
        match self {
            Self::FlatTop | Self::TrianglesSideways | Self::T3464 | Self::T31212 | Self::T4612 => {
                Self::FlatTop
            }
            Self::Square | Self::T488 | Self::T33434 => Self::Square,
            _ => Self::PointyTop,
        }
    }

    pub const fn is_triangles(self) -> bool {
        matches!(self, Self::Triangles | Self::TrianglesSideways)
    }

    /// Returns the position of a triangle in its row, and the number of the row. For sideways
    /// triangles, returns the number of the column, and the position in the column.
    ///
    /// In neighbouring rows, triangles with the same position are directly above each other.
    pub fn row_of_triangles(self, cell: CellAddress) -> (i32, i32) {
        match self {
            Self::TrianglesSideways => (cell.q, 2 * cell.r + cell.q + i32::from(cell.polygon)),
            _ => (2 * cell.q + cell.r + i32::from(cell.polygon), cell.r),
        }
    }

    /// Returns the triangle at a position in a row. This reverses [`Self::row_of_triangles`].
    pub fn triangle_at(self, (across, down): (i32, i32)) -> CellAddress {
        let (place, row) = if self == Self::TrianglesSideways { (down, across) } else { (across, down) };
        let k = (place - row).rem_euclid(2);
        let along = (place - row - k) / 2;
        let (q, r) = if self == Self::TrianglesSideways { (row, along) } else { (along, row) };
        CellAddress { q, r, polygon: k as u8 }
    }

    /// Adds `q` times the first step of the tiling and `r` times its second step. Returns the sum
    /// as a point on a grid with sides of length 1. In a tiling of triangles, this point is a
    /// corner of the cell and not its middle.
    pub fn translation_of(self, cell: CellAddress) -> ExactPoint {
        self.row().place(cell)
    }

    /// Returns the name of a cell in messages, such as `hexagon`.
    pub fn cell_noun(self) -> &'static str {
        match self.all_edges() {
            Some(3) => "triangle",
            Some(4) => "square",
            Some(6) if self.is_hexagons() => "hexagon",
            Some(6) => "brick",
            _ => "cell",
        }
    }

    /// Returns the cell on the other side of an edge, and the number that the edge has in that
    /// cell.
    #[inline]
    pub fn across(self, address: CellAddress, edge: usize) -> Edge {
        let cell = self.cell(address);
        let (offset, other) = *nth_cyclic(&cell.across, edge);
        (CellAddress { q: address.q + offset.q, r: address.r + offset.r, polygon: offset.polygon }, other)
    }

    /// Follows a straight line that leaves `cell` through the edge `edge`. Returns the next cell on
    /// the line, and the edge through which the line leaves that next cell. Returns `None` if the
    /// next cell has an odd number of edges.
    pub fn straight_on(self, cell: CellAddress, edge: usize) -> Option<Edge> {
        let (next, back) = self.across(cell, edge);
        let count = self.edges(next);
        count.is_multiple_of(2).then(|| (next, (back + count / 2) % count))
    }

    /// Returns the cell on the other side of an edge. Numbers after the last edge start again from
    /// 0.
    pub fn neighbour(self, cell: CellAddress, edge: usize) -> CellAddress {
        self.across(cell, edge).0
    }

    /// Returns the cells on the other sides of all edges, in clockwise order.
    pub fn neighbours(self, cell: CellAddress) -> impl Iterator<Item = CellAddress> {
        (0..self.edges(cell)).map(move |edge| self.neighbour(cell, edge))
    }

    /// Returns the exact position of a corner. The result is the same for all cells that meet at
    /// this corner.
    pub fn corner(self, address: CellAddress, corner: usize) -> ExactPoint {
        let corners = &self.cell(address).corners;
        corners[corner % corners.len()].plus(self.row().place(address))
    }

    /// Returns the middle of a cell, on a grid with sides of length 1.
    pub fn unit_centre(self, address: CellAddress) -> Point {
        self.cell(address).centre.plus(self.row().place(address)).point()
    }

    /// Returns the corners of a cell as vectors from its middle, in clockwise order. The sides have
    /// the length 1. Edge `k` leads from corner `k` to the next corner.
    pub fn unit_corners(self, address: CellAddress) -> &'static [Vec2] {
        &self.cell(address).unit_corners
    }

    /// Returns the outward normal of an edge.
    pub fn edge_normal(self, address: CellAddress, edge: usize) -> Vec2 {
        let normals = &self.cell(address).normals;
        normals[edge % normals.len()]
    }

    /// Returns the distance from the middle of a cell to its edges, if its sides have the length 1.
    /// For a brick, this is the distance to the long edges.
    pub fn apothem(self, address: CellAddress) -> f64 {
        self.cell(address).apothems[0]
    }

    /// Returns the bounding box of a cell with sides of length 1. The middle of the cell is the
    /// origin.
    pub fn unit_bounds(self, address: CellAddress) -> Rect {
        self.cell(address).bounds
    }

    /// Returns the size of a cell with sides of length 1. The size is measured from an edge to the
    /// opposite edge, or to the opposite corner in a triangle.
    pub fn unit_across(self) -> f64 {
        let first = CellAddress::new(0, 0);
        self.apothem(first) * if self.edges(first) == 3 { 3.0 } else { 2.0 }
    }

    /// Returns the length of the sides of a cell, in mm. `across` is the size of the cell in mm,
    /// from an edge to the opposite edge, or to the opposite corner in a triangle.
    pub fn side_from_across(self, across: f64) -> f64 {
        across / self.unit_across()
    }

    /// Returns the size of a cell in mm, from an edge to the opposite edge, or to the opposite
    /// corner in a triangle. `side` is the length of its sides, in mm.
    pub fn across_from_side(self, side: f64) -> f64 {
        side * self.unit_across()
    }

    /// Returns the distance between opposite corners of a cell with sides of length 1. For a
    /// triangle, this is twice the distance from a corner to the middle.
    pub fn unit_long(self) -> f64 {
        let corner = self.unit_corners(CellAddress::new(0, 0))[0].hypot();
        if self.is_hexagons() { 2.0 } else { 2.0 * corner }
    }

    /// Returns the ratio of two distances: from the middle of a cell to a corner, and from the middle
    /// to an edge.
    pub fn corner_to_edge_ratio(self) -> f64 {
        let first = CellAddress::new(0, 0);
        let corner = self.unit_corners(first)[0].hypot();
        match self {
            Self::FlatTop | Self::PointyTop => 2.0 / SQRT_3,
            Self::Brick => SQRT_2,
            _ => corner / self.apothem(first),
        }
    }

    /// Returns the number of rotations that map the tiling to itself.
    pub fn turns(self) -> usize {
        self.motions().iter().filter(|motion| !motion.mirrored).count()
    }

    /// Rotates a cell clockwise by the smallest angle that maps the tiling to itself. If possible,
    /// the rotation is around the middle of cell (0, 0).
    pub fn turned(self, cell: CellAddress) -> CellAddress {
        self.motions().get(1).map_or(cell, |turn| turn.image(cell))
    }

    /// Returns whether a straight line of cells leads from cell (0, 0) to the cell with this
    /// offset.
    pub fn is_straight(self, offset: CellAddress) -> bool {
        offset.q == 0
            || offset.r == 0
            || offset.q == -offset.r
            || (self == Self::Square && offset.q == offset.r)
    }

    /// Returns the number of steps between two cells. A step crosses an edge. On squares, a step
    /// may also cross a corner.
    pub fn distance(self, from: CellAddress, to: CellAddress) -> u32 {
        match self {
            Self::Square => from.q.abs_diff(to.q).max(from.r.abs_diff(to.r)),
            _ => from.distance(to),
        }
    }

    /// Returns whether two cells share an edge.
    pub fn share_edge(self, one: CellAddress, other: CellAddress) -> bool {
        self.neighbours(one).any(|next| next == other)
    }
}

#[cfg(test)]
mod tiling_tests;
