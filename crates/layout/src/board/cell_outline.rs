//! Computes the outline of a cell, and the fillets that make its corners round.
//!
//! - In: a board, the length of a cell's side, and the address of a cell. Only the `polygon` of this
//!   address matters: cells with the same polygon have the same shape and rotation.
//! - Out: the outline as a path and as a frame for elements.
//! - Not here: placing cells on the sheet (`fit`).

use kurbo::{BezPath, Point};

use crate::draw::frame::Frame;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::geometry::polygon;
use hexpress_base::tiling::hex::SQRT_3;
use hexpress_game::Board;
use hexpress_scene::{Drawing, Ink, Stroke};

/// The outline that all cells with the same polygon share.
pub struct CellOutline {
    path: BezPath,
    /// The frame in which the elements of the cell are placed.
    pub frame: Frame,
    /// The part of the cell that no line covers: neither the line around the cell, nor the line around
    /// a neighbour.
    pub inner: Frame,
}

impl CellOutline {
    /// Returns the outline of the cells that have the same polygon as `address`. The sides of these
    /// cells are `side` mm long.
    pub fn new(board: &Board, address: CellAddress, side: f64) -> Self {
        let frame = match board.grid {
            _ if board.has_discs => Frame::disc(side),
            grid if grid.is_free() => Frame::rounded(grid.bounds(address).size() * side, board.round),
            grid => Frame::cell(grid, address, side),
        };
        let path = if board.grid.is_free() { frame.outline() } else { sharp_outline(board, address, side) };
        let lines = board.kinds.iter().filter_map(|kind| kind.line.as_ref()).chain([&board.line]);
        let widest = lines.map(|line| line.width).fold(0.0, f64::max);
        Self { path, inner: frame.grown(-widest / 2.0), frame }
    }

    pub fn filled(&self, ink: Ink) -> Drawing {
        Drawing::filled(self.path.clone(), ink)
    }

    pub fn stroked(&self, stroke: Stroke) -> Drawing {
        Drawing::stroked(self.path.clone(), stroke)
    }
}

/// Returns the outline of a cell with sharp corners.
fn sharp_outline(board: &Board, cell: CellAddress, side: f64) -> BezPath {
    let corners = board.grid.sharp_corners(cell).map(|corner| (corner * side).to_point());
    polygon(&corners.collect::<Vec<Point>>())
}

/// Returns the areas that are cut off when the corners of a regular polygon are rounded. `radius`
/// is the radius of the arcs, in mm.
pub fn corner_fillets(cell: &Frame, radius: f64) -> BezPath {
    let corners = cell.corners();
    let count = corners.len();
    let side = corners.iter().zip(corners.iter().skip(1)).next().map_or(0.0, |(a, b)| a.distance(*b));
    // At each corner, the outline turns by the angle `turn`. The distance from the corner to the
    // start of its arc is `radius * tan(turn / 2)`. The length of the curve's handles is
    // `radius * 4 / 3 * tan(turn / 4)` (Goldapp 1991). For a hexagon, `turn / 2` is 30 degrees, and
    // `turn / 4` is 15 degrees.
    let turn = std::f64::consts::TAU / count.max(3) as f64;
    let (cotangent, quarter) = match count {
        6 => (SQRT_3, 2.0 - SQRT_3),
        _ => (1.0 / libm::tan(turn / 2.0), libm::tan(turn / 4.0)),
    };
    let reach = (radius / cotangent).min(side / 2.0);
    let handle = 4.0 / 3.0 * quarter * cotangent;
    let mut path = BezPath::new();
    for (index, tip) in corners.iter().enumerate() {
        let before = (corners[(index + count - 1) % count] - *tip).normalize() * reach;
        let after = (corners[(index + 1) % count] - *tip).normalize() * reach;
        path.move_to(*tip + before);
        path.line_to(*tip);
        path.line_to(*tip + after);
        path.curve_to(*tip + after * (1.0 - handle), *tip + before * (1.0 - handle), *tip + before);
        path.close_path();
    }
    path
}
