//! Shapes of triangles and of the semi-regular tilings.
//!
//! A shape of triangles is a set of corners: that of the grid of hexagons whose middles they are, with one more a side.
//! A shape of cells of several sorts is laid with those of the first sort, as on that grid. In both, a board has the
//! cells all of whose corners are among these. So straight sides come out straight, and gaps between the large cells are
//! filled.

use std::collections::HashSet;

use super::{Lean, Offset, Shape, grid};
use crate::base::hex::Hex;
use crate::base::tiling::{Exact, Tiling};
use crate::model::cells::sort_for_reading;

impl Shape {
    /// Its cells where they are no hexagons and no squares alone, in the order of reading.
    pub(super) fn tiled(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<Hex> {
        let mut cells = match self {
            Self::Rectangle { columns, rows } if tiling.is_triangles() => {
                grid(columns, rows).map(|place| tiling.triangle_at(place)).collect()
            }
            _ if tiling.is_triangles() => {
                let places = self.with_one_more().cells(tiling.like(), lean, offset);
                let corners: HashSet<Exact> = places.iter().map(|hex| tiling.step_corner(*hex)).collect();
                closed(tiling, &places, &corners)
            }
            _ => {
                let places = self.cells(tiling.like(), lean, offset);
                let first = places.iter().flat_map(|hex| firsts(tiling, *hex));
                let corners =
                    first.flat_map(|hex| (0..tiling.edges(hex)).map(move |k| tiling.corner(hex, k)));
                let corners: HashSet<Exact> = corners.collect();
                closed(tiling, &places, &corners)
            }
        };
        sort_for_reading(&mut cells, tiling);
        cells
    }

    /// The corners of triangles: there is one more a side than there are triangles.
    fn with_one_more(self) -> Self {
        let more = |n: u32| n.saturating_add(1);
        match self {
            Self::Hexhex(n) => Self::Hexhex(more(n)),
            Self::Triangle(n) => Self::Triangle(more(n)),
            Self::Parallelogram { columns, rows } => {
                Self::Parallelogram { columns: more(columns), rows: more(rows) }
            }
            other => other,
        }
    }

    /// The shape of triangles that has these corners.
    pub fn with_one_fewer(self) -> Self {
        let fewer = |n: u32| n.saturating_sub(1).max(1);
        match self {
            Self::Hexhex(n) => Self::Hexhex(fewer(n)),
            Self::Triangle(n) => Self::Triangle(fewer(n)),
            Self::Parallelogram { columns, rows } => {
                Self::Parallelogram { columns: fewer(columns), rows: fewer(rows) }
            }
            other => other,
        }
    }
}

/// The cells of a parallelogram that shapes are laid with: those with as many sides as the first.
fn firsts(tiling: Tiling, place: Hex) -> impl Iterator<Item = Hex> {
    let sides = tiling.edges(place);
    let all = (0..tiling.polygons()).map(move |k| Hex { k, ..place });
    // Of tilings by twelve-sided cells and the like, there is one; squares stand two ways.
    all.filter(move |hex| tiling.edges(*hex) == sides)
}

/// The cells at these places or beside them that have all of their corners among these.
fn closed(tiling: Tiling, places: &[Hex], corners: &HashSet<Exact>) -> Vec<Hex> {
    let mut seen: HashSet<Hex> = HashSet::new();
    let mut cells = Vec::new();
    for place in places {
        for (q, r) in grid(3, 3) {
            let near = Hex::new(place.q + q - 1, place.r + r - 1);
            if !seen.insert(near) {
                continue;
            }
            let all = (0..tiling.polygons()).map(|k| Hex { k, ..near });
            cells.extend(
                all.filter(|hex| (0..tiling.edges(*hex)).all(|k| corners.contains(&tiling.corner(*hex, k)))),
            );
        }
    }
    cells
}
