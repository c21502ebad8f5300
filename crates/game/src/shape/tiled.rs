//! Makes the cells for shapes of triangles and of the semi-regular tilings.
//!
//! - In: a shape, and a tiling of triangles or of cells with several shapes.
//! - Out: the cells of the shape, in reading order.
//! - Not here: shapes of hexagons and squares.
//!
//! The cells are found in two steps:
//!
//! - A set of corners is made. For triangles, these are the middles of hexagons in the same shape, with
//!   one more cell on each side. For other tilings, these are the corners of the large cells, such as
//!   octagons. The large cells are in the places of the hexagons or squares of the same shape.
//! - Every cell whose corners are all in this set belongs to the board.
//!
//! In this way, sides are straight, and the gaps between large cells are filled.

use std::collections::HashSet;

use super::{BoardShape, Lean, Offset, grid};
use crate::cells::sort_for_reading;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::{ExactPoint, Tiling};

impl BoardShape {
    /// Returns the cells of the shape in reading order.
    ///
    /// The cells of the tiling must be triangles, or must have several shapes.
    pub(super) fn tiled(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<CellAddress> {
        let mut cells = match self {
            Self::Rectangle { columns, rows } if tiling.is_triangles() => {
                grid(columns, rows).map(|place| tiling.triangle_at(place)).collect()
            }
            _ if tiling.is_triangles() => {
                let places = self.corner_shape().cells(tiling.tiling_for_shapes(), lean, offset);
                let corners: HashSet<ExactPoint> =
                    places.iter().map(|address| tiling.translation_of(*address)).collect();
                enclosed(tiling, &places, &corners)
            }
            _ => {
                let places = self.cells(tiling.tiling_for_shapes(), lean, offset);
                let large_cells = places.iter().flat_map(|address| large_cells(tiling, *address));
                let corners: HashSet<ExactPoint> = large_cells
                    .flat_map(|address| (0..tiling.edges(address)).map(move |k| tiling.corner(address, k)))
                    .collect();
                enclosed(tiling, &places, &corners)
            }
        };
        sort_for_reading(&mut cells, tiling);
        cells
    }

    /// Converts a shape of triangles to the shape of their corners.
    ///
    /// On each side, there is one more corner than there are triangles.
    fn corner_shape(self) -> Self {
        self.with_sides(|length| length.saturating_add(1))
    }

    /// Converts a shape of corners to the shape of the triangles between them.
    ///
    /// On each side, there is one triangle fewer than there are corners.
    pub fn triangle_shape(self) -> Self {
        self.with_sides(|length| length.saturating_sub(1).max(1))
    }

    fn with_sides(self, change: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Hexhex(n) => Self::Hexhex(change(n)),
            Self::Triangle(n) => Self::Triangle(change(n)),
            Self::Parallelogram { columns, rows } => {
                Self::Parallelogram { columns: change(columns), rows: change(rows) }
            }
            other => other,
        }
    }
}

/// Returns the large cells in the parallelogram `place`, such as the octagons in a tiling of octagons
/// and squares.
///
/// A tiling repeats a parallelogram of cells. A cell is large if it has as many edges as the first cell
/// of the parallelogram.
fn large_cells(tiling: Tiling, place: CellAddress) -> impl Iterator<Item = CellAddress> {
    let edges = tiling.edges(place);
    (0..tiling.polygons())
        .map(move |k| CellAddress { polygon: k, ..place })
        .filter(move |address| tiling.edges(*address) == edges)
}

/// Returns the cells whose corners are all in `corners`.
///
/// Only cells in the parallelograms `places` and in their neighbours are examined.
fn enclosed(tiling: Tiling, places: &[CellAddress], corners: &HashSet<ExactPoint>) -> Vec<CellAddress> {
    let mut visited: HashSet<CellAddress> = HashSet::new();
    let mut cells = Vec::new();
    for place in places {
        for (q, r) in grid(3, 3) {
            let near = CellAddress::new(place.q + q - 1, place.r + r - 1);
            if !visited.insert(near) {
                continue;
            }
            let polygons = (0..tiling.polygons()).map(|k| CellAddress { polygon: k, ..near });
            cells.extend(polygons.filter(|address| {
                (0..tiling.edges(*address)).all(|corner| corners.contains(&tiling.corner(*address, corner)))
            }));
        }
    }
    cells
}
