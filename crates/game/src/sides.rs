//! Finds the sides of a shape by their names. A player may own a side, and a layout may colour a
//! side.
//!
//! - In: a shape, and the cells of a board that was made from it.
//! - Out: the edges and cells of each side, clockwise.
//! - Not here: colours and owners.
//!
//! A side begins with the first edge, clockwise, that faces the direction of the side. Some corner cells
//! have three edges on the border: those at the blunt corners of a rhombus, and all corner cells of a
//! hexhex (a hexagon of hexagons). The middle one of these edges belongs to the side that begins at the
//! corner. In this way, every edge of the border belongs to one side, and opposite sides have the same
//! number of edges.
//!
//! If all corners have such a middle edge, [`Side::shares_first`] is true. A drawing then gives half of
//! the middle edge to the side before the corner. The *cell* at a corner belongs to both sides.

use std::collections::{HashMap, HashSet};

use kurbo::Vec2;

use crate::cells::{Edge, border_edges, border_loops};
use crate::shape::{BoardShape, Lean, Offset, cells_before_zero, cells_i32};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;

/// A side of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The name, such as `upper-left`.
    pub name: &'static str,
    /// The edges, clockwise around the board.
    pub edges: Vec<Edge>,
    /// The cells of the side in clockwise order, including the cells at both corners.
    pub cells: Vec<CellAddress>,
    /// Whether the first edge is the middle edge of a corner. Half of such an edge belongs to the
    /// previous side.
    pub shares_first: bool,
}

/// The first edge of a side, in clockwise order: the edge `face` of the cell `cell`.
///
/// If two edges of the cell face the direction of the side, `face` is the first one.
struct SideStart {
    name: &'static str,
    cell: CellAddress,
    face: usize,
}

impl SideStart {
    const fn new(name: &'static str, cell: CellAddress, face: usize) -> Self {
        Self { name, cell, face }
    }
}

/// The cells of a board, and the edges of its border.
struct Border {
    cells: HashSet<CellAddress>,
    border: HashSet<Edge>,
}

impl Border {
    fn new(tiling: Tiling, cells: &[CellAddress]) -> Self {
        let border = border_edges(tiling, cells).into_iter().collect();
        Self { cells: cells.iter().copied().collect(), border }
    }

    /// Removes the edges of a side that are not on the border of the board, and its cells that are not
    /// on the board.
    fn trimmed(&self, mut side: Side) -> Side {
        side.shares_first &= side.edges.first().is_some_and(|edge| self.border.contains(edge));
        side.edges.retain(|edge| self.border.contains(edge));
        side.cells.dedup();
        side.cells.retain(|address| self.cells.contains(address));
        side
    }
}

impl BoardShape {
    /// Returns the sides of the shape, clockwise from the top, on a board with the cells `cells`.
    ///
    /// The board may have more or fewer cells than the shape. Edges of the shape that are not on the
    /// border of the board are left out. Cells that are not on the board are also left out. Cells
    /// outside of the shape belong to no side.
    pub fn sides(self, tiling: Tiling, lean: Lean, offset: Offset, cells: &[CellAddress]) -> Vec<Side> {
        let shape_cells = self.cells(tiling, lean, offset);
        let Some(border) = border_loops(tiling, &shape_cells).into_iter().next() else { return Vec::new() };
        let board = Border::new(tiling, cells);
        let sides = if tiling.polygons() > 1 || tiling == Tiling::Brick {
            let directions = self.directions(tiling, lean, offset);
            SideFinder::new(tiling, directions, &shape_cells).sides(&border)
        } else {
            self.sides_by_starts(tiling, &self.starts(tiling, lean, offset), &border)
        };
        sides.into_iter().map(|side| board.trimmed(side)).collect()
    }

    /// Splits the border of the whole shape into sides. A side begins at each of `starts`.
    fn sides_by_starts(self, tiling: Tiling, starts: &[SideStart], border: &[Edge]) -> Vec<Side> {
        let position: HashMap<Edge, usize> = border.iter().copied().zip(0..).collect();
        let mut sides = Vec::new();
        for (i, start) in starts.iter().enumerate() {
            let next = &starts[(i + 1) % starts.len()];
            let previous = &starts[(i + starts.len() - 1) % starts.len()];
            let ends = [start, next].map(|start| position.get(&(start.cell, start.face)).copied());
            let [Some(first), Some(end)] = ends else { continue };
            let length = (end + border.len() - first) % border.len();
            let edges: Vec<Edge> = (0..length).map(|k| border[(first + k) % border.len()]).collect();
            // If the board is only one cell wide, the cell at the last corner has no edge on this side.
            // So it is added here. If it is then in the list twice, [`Border::trimmed`] removes one of
            // the two.
            let cells = edges.iter().map(|edge| edge.0).chain([next.cell]).collect();
            // At a blunt corner, the direction of this side is 60 degrees clockwise from that of the
            // previous side. The corner cell has a middle edge between the two sides. At a sharp
            // corner, the angle is 120 degrees, and there is no middle edge.
            let is_blunt = (previous.face + 1) % 6 == start.face;
            let shares_first = is_blunt && tiling.is_hexagons() && !matches!(self, Self::Rectangle { .. });
            sides.push(Side { name: start.name, edges, cells, shares_first });
        }
        // If only some corners are blunt, opposite sides already have the same length. No side then
        // shares its first edge.
        if !sides.iter().all(|side| side.shares_first) {
            sides.iter_mut().for_each(|side| side.shares_first = false);
        }
        sides
    }

    /// Returns the names of the sides in clockwise order, and their directions.
    fn directions(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<SideDirection> {
        const UPRIGHT: [Vec2; 4] =
            [Vec2::new(0.0, -1.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0)];
        let shape_tiling = tiling.tiling_for_shapes();
        let starts = self.starts(shape_tiling, lean, offset);
        let is_upright = matches!(self, Self::Rectangle { .. }) && tiling != Tiling::T33434;
        let mut directions = Vec::new();
        for (i, &SideStart { name, cell, face }) in starts.iter().enumerate() {
            let next = starts[(i + 1) % starts.len()].cell;
            let along = tiling.translation_of(next).point() - tiling.translation_of(cell).point();
            let normal = if is_upright {
                UPRIGHT[i % 4]
            } else if along.hypot() > 1e-9 {
                Vec2::new(along.y, -along.x) / along.hypot()
            } else {
                shape_tiling.edge_normal(cell, face)
            };
            directions.push(SideDirection { name, normal });
        }
        directions
    }

    /// Returns where each side begins, in clockwise order. Returns an empty list for a shape whose
    /// sides have no names.
    fn starts(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<SideStart> {
        let pointy = tiling.has_shifted_rows();
        match self {
            Self::Rectangle { columns, rows } if tiling == Tiling::Square => {
                let (c, r) = (cells_i32(columns) - 1, cells_i32(rows) - 1);
                four([(0, 0), (c, 0), (c, r), (0, r)], [0, 1, 2, 3])
            }
            Self::Diamond(n) => {
                let m = cells_i32(n) - 1;
                let names = ["upper-right", "lower-right", "lower-left", "upper-left"];
                let corners = [(0, -m), (m, 0), (0, m), (-m, 0)];
                (0..4)
                    .map(|k| SideStart::new(names[k], CellAddress::new(corners[k].0, corners[k].1), k))
                    .collect()
            }
            Self::Hexhex(n) => hexhex_starts(n, pointy),
            Self::Parallelogram { columns, rows } => {
                let (c, r) = (cells_i32(columns) - 1, cells_i32(rows) - 1);
                match (lean, pointy) {
                    (Lean::Left, _) => four([(0, 0), (c, 0), (c, r), (0, r)], [0, 1, 3, 4]),
                    (Lean::Right, true) => four([(0, 0), (c, 0), (c - r, r), (-r, r)], [0, 2, 3, 5]),
                    (Lean::Right, false) => four([(0, 0), (c, -c), (c, r - c), (0, r)], [5, 1, 2, 4]),
                }
            }
            Self::Rectangle { columns, rows } => {
                let (c, r) = (cells_i32(columns) - 1, cells_i32(rows) - 1);
                if pointy {
                    let steps = cells_before_zero(offset, r);
                    four([(0, 0), (c, 0), (c - steps, r), (-steps, r)], [0, 2, 3, 5])
                } else {
                    let steps = cells_before_zero(offset, c);
                    four([(0, 0), (c, -steps), (c, r - steps), (0, r)], [0, 1, 3, 4])
                }
            }
            Self::Triangle(n) => triangle_starts(n, pointy),
            Self::Star(_) | Self::Cross { .. } | Self::Morris(_) => Vec::new(),
        }
    }
}

fn hexhex_starts(n: u32, pointy: bool) -> Vec<SideStart> {
    let names = if pointy {
        ["top", "upper-right", "lower-right", "bottom", "lower-left", "upper-left"]
    } else {
        ["upper-right", "right", "lower-right", "lower-left", "left", "upper-left"]
    };
    let m = cells_i32(n) - 1;
    let corners = names.into_iter().enumerate().zip(CellAddress::NEIGHBOURS);
    corners
        .map(|((k, name), corner)| SideStart::new(name, CellAddress::new(corner.q * m, corner.r * m), k))
        .collect()
}

fn triangle_starts(n: u32, pointy: bool) -> Vec<SideStart> {
    let m = cells_i32(n) - 1;
    if pointy {
        let (apex, right, left) = (CellAddress::new(0, 0), CellAddress::new(0, m), CellAddress::new(-m, m));
        vec![
            SideStart::new("right", apex, 1),
            SideStart::new("bottom", right, 3),
            SideStart::new("left", left, 5),
        ]
    } else {
        let (point, top, bottom) = (CellAddress::new(0, 0), CellAddress::new(m, -m), CellAddress::new(m, 0));
        vec![
            SideStart::new("top", point, 5),
            SideStart::new("right", top, 1),
            SideStart::new("bottom", bottom, 3),
        ]
    }
}

/// The name of a side, and the unit vector that points outwards from this side.
struct SideDirection {
    name: &'static str,
    normal: Vec2,
}

/// The side to which an edge belongs. `is_shared` is true if the edge belongs equally well to the
/// previous side (see [`SideFinder`]).
struct Claim {
    side: usize,
    is_shared: bool,
}

/// Finds the sides of boards with bricks, with triangles, or with cells of several shapes.
///
/// `reaches` contains a limit for each side, measured in the direction of the side. An edge belongs to
/// the side whose limit the middle of the edge exceeds most.
struct SideFinder {
    tiling: Tiling,
    directions: Vec<SideDirection>,
    /// The limit in the direction of each side, in units of a cell's side length. For triangles, it is
    /// the distance of the farthest corner. For other tilings, it is the distance of the farthest middle
    /// among the cells whose `polygon` is 0.
    reaches: Vec<f64>,
}

impl SideFinder {
    fn new(tiling: Tiling, directions: Vec<SideDirection>, cells: &[CellAddress]) -> Self {
        let points: Vec<Vec2> = if tiling.is_triangles() {
            let corners = cells.iter().flat_map(|&address| {
                tiling.unit_corners(address).iter().map(move |corner| unit_middle(tiling, address) + *corner)
            });
            corners.collect()
        } else {
            cells
                .iter()
                .filter(|address| address.polygon == 0)
                .map(|&address| unit_middle(tiling, address))
                .collect()
        };
        let reaches = directions
            .iter()
            .map(|direction| points.iter().map(|point| direction.normal.dot(*point)).fold(f64::MIN, f64::max))
            .collect();
        Self { tiling, directions, reaches }
    }

    fn claim(&self, (address, edge): Edge) -> Claim {
        let centre = unit_middle(self.tiling, address)
            + self.tiling.edge_normal(address, edge) * self.tiling.apothem(address);
        let beyond: Vec<f64> = self
            .directions
            .iter()
            .zip(&self.reaches)
            .map(|(direction, reach)| direction.normal.dot(centre) - reach)
            .collect();
        let most = beyond.iter().copied().fold(f64::MIN, f64::max);
        let is_farthest: Vec<bool> = beyond.iter().map(|distance| *distance > most - 1e-9).collect();
        let count = is_farthest.len();
        let shared = (0..count).find(|&i| is_farthest[i] && is_farthest[(i + count - 1) % count]);
        let side = shared.or_else(|| is_farthest.iter().position(|farthest| *farthest)).unwrap_or(0);
        Claim { side, is_shared: shared.is_some() }
    }

    fn sides(&self, border: &[Edge]) -> Vec<Side> {
        let claims: Vec<Claim> = border.iter().map(|edge| self.claim(*edge)).collect();
        let count = border.len();
        let start = (0..count)
            .find(|&i| claims[i].side == 0 && claims[(i + count - 1) % count].side != 0)
            .unwrap_or(0);
        let mut sides = Vec::new();
        for (number, direction) in self.directions.iter().enumerate() {
            let indices: Vec<usize> =
                (0..count).map(|i| (start + i) % count).filter(|&i| claims[i].side == number).collect();
            let edges: Vec<Edge> = indices.iter().map(|&i| border[i]).collect();
            let next = indices.last().map(|last| border[(last + 1) % count].0);
            let cells = edges.iter().map(|edge| edge.0).chain(next).collect();
            let shares_first = indices.first().is_some_and(|&first| claims[first].is_shared);
            sides.push(Side { name: direction.name, edges, cells, shares_first });
        }
        sides
    }
}

fn unit_middle(tiling: Tiling, cell: CellAddress) -> Vec2 {
    tiling.unit_centre(cell).to_vec2()
}

/// Returns where the four sides of an upright shape begin. The side `top` begins at the top left
/// corner.
fn four(corners: [(i32, i32); 4], faces: [usize; 4]) -> Vec<SideStart> {
    let names = ["top", "right", "bottom", "left"];
    (0..4).map(|k| SideStart::new(names[k], CellAddress::new(corners[k].0, corners[k].1), faces[k])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Tiling; 2] = [Tiling::FlatTop, Tiling::PointyTop];

    fn every(check: impl Fn(BoardShape, Tiling, &[CellAddress], &[Side], &str)) {
        for text in [
            "hexhex 1",
            "hexhex 4",
            "rhombus 1 x 1",
            "rhombus 7 x 7",
            "parallelogram 1 x 5",
            "parallelogram 5 x 2",
            "rectangle 1 x 1",
            "rectangle 1 x 4",
            "rectangle 4 x 1",
            "rectangle 5 x 4",
            "rectangle 4 x 5",
            "triangle 1",
            "triangle 5",
        ] {
            for tiling in BOTH {
                for lean in [Lean::Left, Lean::Right] {
                    for offset in [Offset::Second, Offset::First] {
                        let shape: BoardShape = text.parse().unwrap();
                        let cells = shape.cells(tiling, lean, offset);
                        let sides = shape.sides(tiling, lean, offset, &cells);
                        let what = format!("{text} {tiling:?} {lean:?} {offset:?}");
                        check(shape, tiling, &cells, &sides, &what);
                    }
                }
            }
        }
    }

    #[test]
    fn every_border_edge_belongs_to_one_side_and_corners_to_two() {
        every(|shape, tiling, cells, sides, what| {
            let mut edges: Vec<Edge> = sides.iter().flat_map(|side| side.edges.clone()).collect();
            let mut border = border_edges(tiling, cells);
            edges.sort_unstable();
            border.sort_unstable();
            assert_eq!(edges, border, "{what}");
            let names: Vec<_> = sides.iter().map(|side| side.name).collect();
            let starts = shape.starts(tiling, Lean::Left, Offset::Second);
            assert_eq!(names, starts.iter().map(|start| start.name).collect::<Vec<_>>(), "{what}");
            for (i, side) in sides.iter().enumerate() {
                let next = &sides[(i + 1) % sides.len()];
                assert_eq!(side.cells.last(), next.cells.first(), "{what} {}", side.name);
                for pair in side.cells.windows(2) {
                    assert_eq!(pair[0].distance(pair[1]), 1, "{what} {}", side.name);
                }
            }
        });
    }

    fn mean(points: Vec<kurbo::Point>) -> Vec2 {
        points.iter().map(|point| point.to_vec2()).sum::<Vec2>() / points.len() as f64
    }

    /// Checks that the middle of each side, seen from the middle of the board, is in the direction of
    /// the side's name.
    #[test]
    fn sides_are_where_their_names_say() {
        every(|_, tiling, cells, sides, what| {
            // A board with a single cell has fewer edges than its shape has sides.
            if cells.len() == 1 {
                return;
            }
            let board = mean(cells.iter().map(|&address| tiling.unit_centre(address)).collect());
            for side in sides {
                let edges = side.edges.iter();
                let middles = edges.map(|(h, e)| tiling.unit_centre(*h) + tiling.edge_normal(*h, *e));
                let way = mean(middles.collect()) - board;
                let name = side.name;
                assert!(!(name.contains("top") || name.contains("upper")) || way.y < -0.1, "{what} {name}");
                assert!(!(name.contains("bottom") || name.contains("lower")) || way.y > 0.1, "{what} {name}");
                assert!(!name.contains("left") || way.x < -0.1, "{what} {name}");
                assert!(!name.contains("right") || way.x > 0.1, "{what} {name}");
            }
        });
    }

    #[test]
    fn seven_by_seven_has_four_paths_of_seven() {
        let shape: BoardShape = "rhombus 7 x 7".parse().unwrap();
        for tiling in BOTH {
            for lean in [Lean::Left, Lean::Right] {
                let cells = shape.cells(tiling, lean, Offset::Second);
                let sides = shape.sides(tiling, lean, Offset::Second, &cells);
                assert!(sides.iter().all(|side| side.cells.len() == 7));
                let mut lengths: Vec<_> = sides.iter().map(|side| side.edges.len()).collect();
                assert_eq!((lengths[0], lengths[1]), (lengths[2], lengths[3]), "opposite sides are alike");
                lengths.sort_unstable();
                assert_eq!(lengths, [13, 13, 14, 14]);
                assert!(!sides.iter().any(|side| side.shares_first));
            }
        }
        let six: BoardShape = "hexhex 5".parse().unwrap();
        let cells = six.cells(Tiling::FlatTop, Lean::Left, Offset::Second);
        let sides = six.sides(Tiling::FlatTop, Lean::Left, Offset::Second, &cells);
        assert!(sides.iter().all(|side| side.cells.len() == 5 && side.edges.len() == 9 && side.shares_first));
    }

    #[test]
    fn what_is_taken_away_leaves_its_side() {
        let shape: BoardShape = "rhombus 3 x 3".parse().unwrap();
        let mut cells = shape.cells(Tiling::PointyTop, Lean::Left, Offset::Second);
        cells.retain(|&address| address != CellAddress::new(1, 0));
        cells.push(CellAddress::new(9, 9));
        let sides = shape.sides(Tiling::PointyTop, Lean::Left, Offset::Second, &cells);
        assert_eq!(sides[0].cells, [CellAddress::new(0, 0), CellAddress::new(2, 0)]);
        assert_eq!(sides[0].edges.len(), 3);
        let star: BoardShape = "star 2".parse().unwrap();
        assert!(star.starts(Tiling::FlatTop, Lean::Left, Offset::Second).is_empty());
        assert!(star.sides(Tiling::FlatTop, Lean::Left, Offset::Second, &cells).is_empty());
    }
}
