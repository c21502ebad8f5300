//! The sides of a shape, by name: what a player owns, and what is coloured.
//!
//! Going round clockwise, a side begins with the first edge that faces its way. At a corner with an odd number
//! of border edges (the blunt corners of a rhombus, those of a hexhex) the middle edge therefore belongs to the
//! side that begins there: every edge of the border belongs to one side, and opposite sides are alike. So
//! that colours meet in the middle of that edge, [`Side::shares_first`] tells a drawing to give its first half
//! to the side before. Corner *cells* belong to both of their sides.

use std::collections::{HashMap, HashSet};

use kurbo::Vec2;

use super::cells::{Edge, border_edges, border_loops};
use super::shape::{Lean, Offset, Shape, whole};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;

/// A side of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its name, such as `upper-left`.
    pub name: &'static str,
    /// Its edges, clockwise round the board.
    pub edges: Vec<Edge>,
    /// Its cells, clockwise, from corner to corner, both included.
    pub cells: Vec<Hex>,
    /// Whether the first edge is the middle one of a corner, half of which the side before claims.
    pub shares_first: bool,
}

/// Where a side begins: its first cell clockwise, and the first of the two edges that face its way.
type Start = (&'static str, Hex, usize);

impl Shape {
    /// Its sides as they are on a board of `cells`, clockwise from the top: edges of the shape that are still
    /// on the border, and cells that are still there. What was added to the shape belongs to no side.
    pub fn sides(self, tiling: Tiling, lean: Lean, offset: Offset, cells: &[Hex]) -> Vec<Side> {
        let whole_shape = self.cells(tiling, lean, offset);
        if tiling.polygons() > 1 || tiling == Tiling::Brick {
            return self.sides_by_ways(tiling, (lean, offset), &whole_shape, cells);
        }
        let starts = self.starts(tiling, lean, offset);
        let Some(round) = border_loops(tiling, &whole_shape).into_iter().next() else { return Vec::new() };
        let position: HashMap<Edge, usize> = round.iter().enumerate().map(|(i, &edge)| (edge, i)).collect();
        let (kept, border): (HashSet<Hex>, HashSet<Edge>) =
            (cells.iter().copied().collect(), border_edges(tiling, cells).into_iter().collect());
        let mut sides = Vec::new();
        for (i, &(name, first, face)) in starts.iter().enumerate() {
            let (_, last, next_face) = starts[(i + 1) % starts.len()];
            let (Some(&from), Some(&to)) = (position.get(&(first, face)), position.get(&(last, next_face)))
            else {
                continue;
            };
            let length = (to + round.len() - from) % round.len();
            let mut edges: Vec<Edge> = (0..length).map(|k| round[(from + k) % round.len()]).collect();
            // The corner at the end may have no edge of this side, on boards one cell wide; it is a cell of it.
            let mut along: Vec<Hex> = edges.iter().map(|edge| edge.0).chain([last]).collect();
            along.dedup();
            // A blunt corner turns by one edge, a sharp one by two; by two, nothing stands in the middle.
            let before = starts[(i + starts.len() - 1) % starts.len()].2;
            let blunt =
                tiling.is_hexagons() && !matches!(self, Self::Rectangle { .. }) && (before + 1) % 6 == face;
            let shares_first = blunt && edges.first().is_some_and(|edge| border.contains(edge));
            edges.retain(|edge| border.contains(edge));
            along.retain(|hex| kept.contains(hex));
            sides.push(Side { name, edges, cells: along, shares_first });
        }
        sides
    }

    /// The same for bricks, triangles and cells of several sorts: an edge of the border belongs to the side that it lies farthest
    /// beyond; one that lies as far beyond two is the middle of their corner.
    fn sides_by_ways(
        self,
        tiling: Tiling,
        (lean, offset): (Lean, Offset),
        whole: &[Hex],
        cells: &[Hex],
    ) -> Vec<Side> {
        let ways = self.ways(tiling, lean, offset);
        let Some(round) = border_loops(tiling, whole).into_iter().next().filter(|_| !ways.is_empty()) else {
            return Vec::new();
        };
        let middle = |hex: Hex| tiling.unit_centre(hex).to_vec2();
        let points: Vec<Vec2> = match tiling.is_triangles() {
            true => {
                whole.iter().flat_map(|h| tiling.unit_corners(*h).iter().map(|c| middle(*h) + *c)).collect()
            }
            false => whole.iter().filter(|hex| hex.k == 0).map(|hex| middle(*hex)).collect(),
        };
        let ends: Vec<f64> =
            ways.iter().map(|(_, way)| points.iter().map(|p| way.dot(*p)).fold(f64::MIN, f64::max)).collect();
        // Which side each edge belongs to, and whether it lies as far beyond the one before.
        let side_of = |&(hex, edge): &Edge| {
            let at = middle(hex) + tiling.edge_normal(hex, edge) * tiling.apothem(hex);
            let beyond = |i: usize| ways[i].1.dot(at) - ends[i];
            let most = (0..ways.len()).map(beyond).fold(f64::MIN, f64::max);
            let meets = |i: usize| beyond(i) > most - 1e-9;
            let before = |i: usize| (i + ways.len() - 1) % ways.len();
            let both = (0..ways.len()).find(|i| meets(*i) && meets(before(*i)));
            (both.or_else(|| (0..ways.len()).find(|i| meets(*i))).unwrap_or(0), both.is_some())
        };
        let of: Vec<(usize, bool)> = round.iter().map(side_of).collect();
        let count = round.len();
        let begins = |i: &usize| of[*i].0 == 0 && of[(*i + count - 1) % count].0 != 0;
        let start = (0..count).find(begins).unwrap_or(0);
        let order: Vec<usize> = (0..count).map(|i| (start + i) % count).collect();
        let (kept, border): (HashSet<Hex>, HashSet<Edge>) =
            (cells.iter().copied().collect(), border_edges(tiling, cells).into_iter().collect());
        let side = |(number, (name, _)): (usize, &(&'static str, Vec2))| {
            let own: Vec<usize> = order.iter().copied().filter(|i| of[*i].0 == number).collect();
            let next = own.last().map(|last| round[(last + 1) % count].0);
            let mut along: Vec<Hex> = own.iter().map(|i| round[*i].0).chain(next).collect();
            along.dedup();
            along.retain(|hex| kept.contains(hex));
            let shares_first =
                own.first().is_some_and(|first| of[*first].1 && border.contains(&round[*first]));
            let mut edges: Vec<Edge> = own.into_iter().map(|i| round[i]).collect();
            edges.retain(|edge| border.contains(edge));
            Side { name, edges, cells: along, shares_first }
        };
        ways.iter().enumerate().map(side).collect()
    }

    /// The names of its sides, clockwise, and the way out over each.
    fn ways(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<(&'static str, Vec2)> {
        const OUT: [Vec2; 4] =
            [Vec2::new(0.0, -1.0), Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0), Vec2::new(-1.0, 0.0)];
        let like = tiling.like();
        let starts = self.starts(like, lean, offset);
        let is_upright = matches!(self, Self::Rectangle { .. }) && tiling != Tiling::T33434;
        let way = |i: usize| {
            let (name, hex, face) = starts[i];
            let next = starts[(i + 1) % starts.len()].1;
            let along = tiling.step_corner(next).point() - tiling.step_corner(hex).point();
            let out = match () {
                () if is_upright => OUT[i % 4],
                () if along.hypot() > 1e-9 => Vec2::new(along.y, -along.x) / along.hypot(),
                () => like.edge_normal(hex, face),
            };
            (name, out)
        };
        (0..starts.len()).map(way).collect()
    }

    fn starts(self, tiling: Tiling, lean: Lean, offset: Offset) -> Vec<Start> {
        let pointy = tiling.has_rows_in_turn();
        match self {
            Self::Rectangle { columns, rows } if tiling == Tiling::Square => {
                let (c, r) = (whole(columns) - 1, whole(rows) - 1);
                four([(0, 0), (c, 0), (c, r), (0, r)], [0, 1, 2, 3])
            }
            Self::Diamond(n) => {
                let m = whole(n) - 1;
                let names = ["upper-right", "lower-right", "lower-left", "upper-left"];
                let corners = [(0, -m), (m, 0), (0, m), (-m, 0)];
                (0..4).map(|k| (names[k], Hex::new(corners[k].0, corners[k].1), k)).collect()
            }
            Self::Hexhex(n) => {
                let names = if pointy {
                    ["top", "upper-right", "lower-right", "bottom", "lower-left", "upper-left"]
                } else {
                    ["upper-right", "right", "lower-right", "lower-left", "left", "upper-left"]
                };
                let corner = |k: usize| Hex::NEIGHBOURS[k];
                let m = whole(n) - 1;
                names
                    .into_iter()
                    .enumerate()
                    .map(|(k, name)| (name, Hex::new(corner(k).q * m, corner(k).r * m), k))
                    .collect()
            }
            Self::Parallelogram { columns, rows } => {
                let (c, r) = (whole(columns) - 1, whole(rows) - 1);
                match (lean, pointy) {
                    (Lean::Left, _) => four([(0, 0), (c, 0), (c, r), (0, r)], [0, 1, 3, 4]),
                    (Lean::Right, true) => four([(0, 0), (c, 0), (c - r, r), (-r, r)], [0, 2, 3, 5]),
                    (Lean::Right, false) => four([(0, 0), (c, -c), (c, r - c), (0, r)], [5, 1, 2, 4]),
                }
            }
            Self::Rectangle { columns, rows } => {
                let (c, r) = (whole(columns) - 1, whole(rows) - 1);
                let shoved = |line: i32| match offset {
                    Offset::Second => (line - (line & 1)) / 2,
                    Offset::First => (line + (line & 1)) / 2,
                };
                if pointy {
                    let x = shoved(r);
                    four([(0, 0), (c, 0), (c - x, r), (-x, r)], [0, 2, 3, 5])
                } else {
                    let x = shoved(c);
                    four([(0, 0), (c, -x), (c, r - x), (0, r)], [0, 1, 3, 4])
                }
            }
            Self::Triangle(n) => {
                let m = whole(n) - 1;
                if pointy {
                    let (apex, right, left) = (Hex::new(0, 0), Hex::new(0, m), Hex::new(-m, m));
                    vec![("right", apex, 1), ("bottom", right, 3), ("left", left, 5)]
                } else {
                    let (point, top, bottom) = (Hex::new(0, 0), Hex::new(m, -m), Hex::new(m, 0));
                    vec![("top", point, 5), ("right", top, 1), ("bottom", bottom, 3)]
                }
            }
            Self::Star(_) | Self::Cross { .. } | Self::Morris(_) => Vec::new(),
        }
    }
}

fn four(corners: [(i32, i32); 4], faces: [usize; 4]) -> Vec<Start> {
    let names = ["top", "right", "bottom", "left"];
    (0..4).map(|k| (names[k], Hex::new(corners[k].0, corners[k].1), faces[k])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Tiling; 2] = [Tiling::FlatTop, Tiling::PointyTop];

    fn every(check: impl Fn(Shape, Tiling, &[Hex], &[Side], &str)) {
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
                        let shape: Shape = text.parse().unwrap();
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
            assert_eq!(names, starts.iter().map(|start| start.0).collect::<Vec<_>>(), "{what}");
            for (i, side) in sides.iter().enumerate() {
                let next = &sides[(i + 1) % sides.len()];
                assert_eq!(side.cells.last(), next.cells.first(), "{what} {}", side.name);
                for pair in side.cells.windows(2) {
                    assert_eq!(pair[0].distance(pair[1]), 1, "{what} {}", side.name);
                }
            }
        });
    }

    /// The names are what the eye says: the middle of a side lies that way from the middle of the board.
    #[test]
    fn sides_lie_where_their_names_say() {
        every(|_, tiling, cells, sides, what| {
            // A single cell has fewer edges than its shape has ways to face.
            if cells.len() == 1 {
                return;
            }
            let middle = |points: Vec<kurbo::Point>| {
                points.iter().map(|p| p.to_vec2()).sum::<kurbo::Vec2>() / points.len() as f64
            };
            let board = middle(cells.iter().map(|&hex| tiling.unit_centre(hex)).collect());
            for side in sides {
                let edges = side.edges.iter();
                let at =
                    middle(edges.map(|(h, e)| tiling.unit_centre(*h) + tiling.edge_normal(*h, *e)).collect());
                let way = at - board;
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
        let shape: Shape = "rhombus 7 x 7".parse().unwrap();
        for tiling in BOTH {
            for lean in [Lean::Left, Lean::Right] {
                let cells = shape.cells(tiling, lean, Offset::Second);
                let sides = shape.sides(tiling, lean, Offset::Second, &cells);
                assert!(sides.iter().all(|side| side.cells.len() == 7));
                let mut lengths: Vec<_> = sides.iter().map(|side| side.edges.len()).collect();
                assert_eq!((lengths[0], lengths[1]), (lengths[2], lengths[3]), "opposite sides are alike");
                lengths.sort_unstable();
                assert_eq!(lengths, [13, 13, 14, 14]);
                assert_eq!(sides.iter().filter(|side| side.shares_first).count(), 2);
            }
        }
        let six: Shape = "hexhex 5".parse().unwrap();
        let cells = six.cells(Tiling::FlatTop, Lean::Left, Offset::Second);
        let sides = six.sides(Tiling::FlatTop, Lean::Left, Offset::Second, &cells);
        assert!(sides.iter().all(|side| side.cells.len() == 5 && side.edges.len() == 9 && side.shares_first));
    }

    #[test]
    fn what_is_taken_away_leaves_its_side() {
        let shape: Shape = "rhombus 3 x 3".parse().unwrap();
        let mut cells = shape.cells(Tiling::PointyTop, Lean::Left, Offset::Second);
        cells.retain(|&hex| hex != Hex::new(1, 0));
        cells.push(Hex::new(9, 9));
        let sides = shape.sides(Tiling::PointyTop, Lean::Left, Offset::Second, &cells);
        assert_eq!(sides[0].cells, [Hex::new(0, 0), Hex::new(2, 0)]);
        assert_eq!(sides[0].edges.len(), 3);
        let star: Shape = "star 2".parse().unwrap();
        assert!(star.starts(Tiling::FlatTop, Lean::Left, Offset::Second).is_empty());
        assert!(star.sides(Tiling::FlatTop, Lean::Left, Offset::Second, &cells).is_empty());
    }
}
