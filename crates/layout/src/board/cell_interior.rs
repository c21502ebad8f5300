//! Finds places inside a cell for its name. If readers sit on several sides of the board, the name is
//! printed once for each of them.
//!
//! - In: a cell of a board, the box of the name, and the lines along the edges of the cell.
//! - Out: the middle and the rotation of the name for each reader. The names keep clear of the lines
//!   and of each other.
//! - Not here: choosing the size of the name (`cell_names`).

use kurbo::{Affine, Size, Vec2};

use crate::draw::angle::turn;
use hexpress_base::cell_address::CellAddress;
use hexpress_game::Board;
use hexpress_language::values::value::ElementPlace;

/// The smallest gap between a name and the lines of the cell, in ems.
const LINE_GAP: f64 = 0.35;
/// The smallest gap between the copies of a name for two readers, in ems.
const COPY_GAP: f64 = 0.3;

/// A spot: where the name of a cell is printed for one reader.
#[derive(Debug, Clone, Copy)]
pub struct NameSpot {
    /// The middle of the name, in mm from the middle of the cell.
    pub centre: Vec2,
    /// The rotation of the name, in degrees clockwise.
    pub degrees: f64,
}

impl NameSpot {
    /// Returns the transform that moves a name from the origin to its place in the cell.
    pub fn transform(self) -> Affine {
        Affine::translate(self.centre) * turn(self.degrees)
    }

    /// Returns two unit vectors. The first vector is parallel to the baseline, and the second vector is at a
    /// right angle to the baseline.
    fn axes(self) -> [Vec2; 2] {
        [rotated(Vec2::new(1.0, 0.0), self.degrees), rotated(Vec2::new(0.0, 1.0), self.degrees)]
    }

    /// Returns half of the extent of a box along `axis`, in mm. The box has the size `size` and the
    /// rotation of this spot.
    fn half_extent(self, size: Size, axis: Vec2) -> f64 {
        let [x, y] = self.axes();
        (x.dot(axis).abs() * size.width + y.dot(axis).abs() * size.height) / 2.0
    }

    /// Checks that two boxes of size `size` do not overlap. The middle of one box is at this spot, and
    /// the middle of the other is at `other`.
    ///
    /// The boxes do not overlap if they are separate along at least one axis of either box (separating
    /// axis theorem).
    fn is_clear_of(self, other: Self, size: Size) -> bool {
        let between = other.centre - self.centre;
        self.axes().into_iter().chain(other.axes()).any(|axis| {
            between.dot(axis).abs() >= self.half_extent(size, axis) + other.half_extent(size, axis)
        })
    }
}

/// The space inside a cell. Cells with the same polygon, such as all triangles that point up, have the
/// same space.
pub struct CellInterior<'b> {
    board: &'b Board,
    /// The address of one of the cells with this interior.
    address: CellAddress,
    /// The length of a side of a cell, in mm.
    side: f64,
    /// For each edge of the cell, the line width that [`CellInterior::usual_spots`] assumes there, in mm. All
    /// entries are equal: they are the width of the widest line around cells.
    assumed_lines: Vec<f64>,
    seats: u32,
}

impl<'b> CellInterior<'b> {
    /// Returns the space inside the cells that have the same polygon as `cell`. The sides of these
    /// cells are `side` mm long.
    pub fn new(board: &'b Board, cell: CellAddress, side: f64, seats: u32) -> Self {
        let assumed_lines = vec![board.widest_line(); board.grid.tiling.edges(cell)];
        Self { board, address: cell, side, assumed_lines, seats }
    }

    /// Works like [`CellInterior::spots`], for a cell without walls or other lines that the layout adds to
    /// edges. Assumes that the widest line around cells runs along every edge. Returns `None` if the name
    /// does not fit.
    pub fn usual_spots(&self, em_box: Size, size: f64) -> Option<Vec<NameSpot>> {
        self.spots(em_box, size, &self.assumed_lines)
    }

    /// Returns a spot for each reader's copy of a name. Returns `None` if a copy does not fit
    /// between the lines of the cell, or if two copies overlap.
    ///
    /// `em_box` is the size of the name in ems, and `size` is the length of an em in mm. `lines`
    /// contains, for each edge, the width of the line along this edge in mm.
    pub fn spots(&self, em_box: Size, size: f64, lines: &[f64]) -> Option<Vec<NameSpot>> {
        let object = em_box * size;
        let spaced = object + Size::new(COPY_GAP, COPY_GAP) * size;
        let halo = self.board.names_halo.as_ref().map_or(0.0, |halo| halo.width);
        let gap = halo.max(size * LINE_GAP);
        let mut spots: Vec<NameSpot> = Vec::with_capacity(self.seats as usize);
        for seat in 0..self.seats {
            let degrees = f64::from(seat) * 360.0 / f64::from(self.seats);
            let centre = rotated(self.spot(object, gap, degrees, lines)?, degrees);
            let spot = NameSpot { centre, degrees };
            if !spots.iter().all(|other| spot.is_clear_of(*other, spaced)) {
                return None;
            }
            spots.push(spot);
        }
        Some(spots)
    }

    /// Returns the middle of one reader's copy of a name, in mm from the middle of the cell. The coordinates
    /// are rotated, so that the reader is at the bottom.
    ///
    /// `object` is the size of the copy. `degrees` is the rotation of the reader's seat. `gap` is the
    /// smallest distance from the copy to a line, in mm. If the layout sets an offset, the copy is exactly
    /// there. If it sets a place such as `top`, the copy is as close to this side of the cell as the lines
    /// allow. Returns `None` if the copy does not fit.
    fn spot(&self, object: Size, gap: f64, degrees: f64, lines: &[f64]) -> Option<Vec2> {
        let at = self.board.name_style.anchor;
        let wanted = match at {
            ElementPlace::Offset(offset) => Vec2::new(offset.x, offset.y),
            ElementPlace::Anchor(anchor) => {
                let size = self.board.grid.bounds(self.address).size();
                Vec2::new(anchor.across.sign() * size.width, anchor.down.sign() * size.height)
            }
            ElementPlace::EachCorner | ElementPlace::EachEdge => Vec2::ZERO,
        };
        // The box moves from the middle of the cell along the vector `wanted`. `share` is the fraction
        // of this vector by which the box can move until it touches a line.
        let mut share = f64::INFINITY;
        for (edge, line) in lines.iter().enumerate() {
            let normal = rotated(self.board.grid.tiling.edge_normal(self.address, edge), -degrees);
            let half = (normal.x.abs() * object.width + normal.y.abs() * object.height) / 2.0;
            let inner = self.side * self.board.grid.apothem(self.address, edge);
            let room = inner - line / 2.0 - gap - half;
            if room < 0.0 {
                return None;
            }
            let towards = normal.dot(wanted);
            if towards > 1e-9 {
                share = share.min(room / towards);
            }
        }
        match at {
            ElementPlace::Offset(_) => (share >= 1.0).then_some(wanted),
            _ if share.is_finite() => Some(wanted * share),
            _ => Some(Vec2::ZERO),
        }
    }
}

/// Returns `v`, rotated clockwise by `degrees`.
fn rotated(v: Vec2, degrees: f64) -> Vec2 {
    if degrees == 0.0 { v } else { (turn(degrees) * v.to_point()).to_vec2() }
}
