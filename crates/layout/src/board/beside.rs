//! Names beside a board whose lines do not lie as those of hexagons and squares: level and upright lines of bricks and of
//! cells of several sorts; and names of single cells along the edge of the board.

use std::collections::HashSet;

use kurbo::{Point, Rect, Vec2};

use super::fit::BoardFit;
use super::names::{End, NamedLine, ranks};
use crate::base::box_index::BoxIndex;
use crate::base::hex::Hex;
use crate::base::map::Map;
use crate::base::tiling::Grid;
use crate::diag::{Diagnostic, Result, codes};
use crate::model::Board;
use crate::model::naming::{CellNames, parts};

/// Places on a grid of side 1 that differ by less are one.
const SAME: f64 = 1e-6;
/// A name goes outwards in steps of this many mm until it is clear of all cells, and half of it back, again and again.
const STEP: f64 = 1.0;
const HALVINGS: u32 = 10;

/// The lines of a board with names of two parts, or each cell for itself.
///
/// # Errors
/// Where a line is not straight, or a cell with a name of its own lies inside the board.
pub fn lines<'n>(board: &Board, names: &'n CellNames) -> Result<Vec<NamedLine<'n>>> {
    let named = || board.cells.iter().zip(names.iter()).filter(|(_, name)| !name.is_empty());
    if named().any(|(_, name)| parts(name).is_none()) {
        return along_the_edge(board, names);
    }
    let mut lines: [Map<&'n str, Vec<Hex>>; 2] = [Map::new(), Map::new()];
    for (cell, name) in named() {
        let Some((first, second)) = parts(name) else { continue };
        lines[0].entry(first).or_default().push(cell.hex);
        lines[1].entry(second).or_default().push(cell.hex);
    }
    let rank = ranks(&lines);
    let mut all = Vec::new();
    for lines in &lines {
        let mut of_one = Vec::new();
        let mut usual = Vec2::new(0.0, 1.0);
        for (text, cells) in lines.iter() {
            let mut cells = cells.clone();
            cells.sort_by_key(|hex| (rank.get(hex).copied().unwrap_or(0), *hex));
            let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
            let ends = [*first, *last].map(|hex| middle(board.grid(), hex));
            match outward(board.grid(), &cells) {
                Some(out) if cells.len() > 1 => {
                    usual = out;
                    all.push(named_line(text, ends, out));
                }
                Some(_) => of_one.push((*text, ends)),
                None => return Err(aslant(text, board.grid()).at(board.names_place)),
            }
        }
        // A line of one cell goes the way of the others.
        all.extend(of_one.into_iter().map(|(text, ends)| named_line(text, ends, usual)));
    }
    Ok(all)
}

fn named_line<'n>(text: &'n str, [first, last]: [Point; 2], out: Vec2) -> NamedLine<'n> {
    NamedLine { text, ends: [End { at: first, out, far: None }, End { at: last, out: -out, far: None }] }
}

fn aslant(text: &str, grid: Grid) -> Diagnostic {
    let message = format!("the cells of `{text}` lie in no straight line that has its name beside the board");
    let hint = match grid.tiling.ranks() {
        Some(_) => "names = \"doubled\" counts columns and rows as they lie; or show-names = \"inside\"",
        None => "show-names = \"inside\"",
    };
    codes::BAD_VALUE.error(message).hint(hint)
}

/// Which way leads out of a line at its first cell: to the side where it is level, up or down where its cells lie below one
/// another, every other one pushed in by half a cell at most; none where it is neither.
fn outward(grid: Grid, cells: &[Hex]) -> Option<Vec2> {
    let (first, last) = (*cells.first()?, *cells.last()?);
    let way = middle(grid, first) - middle(grid, last);
    let off = |hex: &Hex| middle(grid, *hex) - middle(grid, first);
    let width = grid.bounds(Hex::new(0, 0)).width();
    if cells.iter().all(|hex| off(hex).y.abs() < SAME) {
        return Some(Vec2::new(if way.x > 0.0 { 1.0 } else { -1.0 }, 0.0));
    }
    let aside = cells.iter().map(|hex| off(hex).x).fold((0.0_f64, 0.0_f64), |(l, g), x| (l.min(x), g.max(x)));
    (aside.1 - aside.0 < width / 2.0 + SAME).then_some(Vec2::new(0.0, if way.y < 0.0 { -1.0 } else { 1.0 }))
}

/// The middle of a cell, or of the strip of triangles that it lies in.
fn middle(grid: Grid, hex: Hex) -> Point {
    let middle = grid.middle(hex);
    if grid.tiling.is_triangles() { middle + grid.bounds(hex).center().to_vec2() } else { middle }
}

/// Each cell's name beside it, over its edge on the border that lies most nearly above or below it.
fn along_the_edge<'n>(board: &Board, names: &'n CellNames) -> Result<Vec<NamedLine<'n>>> {
    let tiling = board.tiling;
    let there: HashSet<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
    let mut all = Vec::new();
    for (cell, name) in board.cells.iter().zip(names.iter()).filter(|(_, name)| !name.is_empty()) {
        let free =
            (0..tiling.edges(cell.hex)).filter(|edge| !there.contains(&tiling.neighbour(cell.hex, *edge)));
        let ways = free.map(|edge| tiling.edge_normal(cell.hex, edge));
        let Some(out) = ways.max_by(|a, b| key(*a).total_cmp(&key(*b))) else {
            let message = format!(
                "`{name}` is not made of two parts and its cell lies inside the board, so no name beside the board is its own"
            );
            return Err(codes::BAD_VALUE
                .error(message)
                .at(board.names_place)
                .hint("show-names = \"inside\""));
        };
        all.push(named_line(name, [board.grid().middle(cell.hex); 2], out));
    }
    Ok(all)
}

/// The larger, the more nearly above or below; below comes first.
fn key(way: Vec2) -> f64 {
    way.y.abs() + if way.y > 0.0 { SAME } else { 0.0 }
}

/// The cells of a board on its sheet, which names keep clear of.
pub struct Cells {
    boxes: Vec<Rect>,
    index: BoxIndex,
    /// The most steps that lead out of the board.
    most: u32,
}

impl Cells {
    /// Those of a board.
    pub fn new(board: &Board, fit: &BoardFit) -> Self {
        let covers = |hex: Hex| {
            let Rect { x0, y0, x1, y1 } = board.grid().bounds(hex);
            let at = fit.middle(hex);
            Rect::new(at.x + x0 * fit.side, at.y + y0 * fit.side, at.x + x1 * fit.side, at.y + y1 * fit.side)
        };
        let boxes = board.cells.iter().map(|cell| covers(cell.hex)).collect();
        let most = ((fit.cells.width() + fit.cells.height()) / STEP) as u32;
        Self { boxes, index: BoxIndex::default(), most }
    }

    /// How far out a name that covers so much stands from the middle of its cell: its middle `reach` mm from all cells.
    pub fn clear(&mut self, middle: Point, out: Vec2, covered: Rect, reach: f64) -> f64 {
        let half = Vec2::new(
            out.x.abs() * reach + out.y.abs() * covered.width() / 2.0,
            out.y.abs() * reach + out.x.abs() * covered.height() / 2.0,
        );
        let mut meets = |far: f64| {
            let at = middle + out * far;
            self.index.meets(self.boxes.len(), Rect::from_points(at - half, at + half), |i| {
                self.boxes.get(i).copied()
            })
        };
        let mut step = 0;
        while step < self.most && meets(f64::from(step) * STEP) {
            step += 1;
        }
        let (mut far, mut by) = (f64::from(step) * STEP, STEP);
        for _ in 0..HALVINGS {
            by /= 2.0;
            far -= if meets(far - by) { 0.0 } else { by };
        }
        far
    }
}
