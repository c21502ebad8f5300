//! Finds the lines of cells for boards that print the name of each line outside the board. This module
//! is for bricks, and for tilings with several polygons.
//!
//! - In: a board and the names of its cells.
//! - Out: horizontal and vertical lines, if every name consists of two parts, e.g. `e5`. Otherwise,
//!   each named cell is a line of its own.
//! - Not here: hexagons, squares and triangles with two-part names (`plain_lines`).

use std::collections::HashSet;

use kurbo::{Point, Vec2};

use super::named_line::{LineEnd, NamedLine};
use super::plain_lines::{CellRanks, line_families};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::tiling::Grid;
use hexpress_game::Board;
use hexpress_game::naming::{CellNames, split_name};

/// Two places count as the same if they are at most this far apart, on a grid with sides of length 1.
const SAME_PLACE: f64 = 1e-6;

/// Returns the lines of a board.
///
/// # Errors
/// A line is not straight, or the name of a cell inside the board does not consist of two parts.
pub fn lines<'n>(board: &Board, names: &'n CellNames) -> Result<Vec<NamedLine<'n>>> {
    if names.iter().take(board.cells.len()).any(|name| !name.is_empty() && split_name(name).is_none()) {
        return border_cells(board, names);
    }
    let families = line_families(board, names);
    let ranks = CellRanks::new(&families);
    let mut lines = Vec::new();
    for family in &families {
        let mut single_cells = Vec::new();
        let mut usual = Vec2::new(0.0, 1.0);
        for (name, unsorted) in family {
            let cells = ranks.sorted(unsorted);
            let (Some(first), Some(last)) = (cells.first(), cells.last()) else { continue };
            let ends = [*first, *last].map(|address| line_middle(board.grid, address));
            match outward(board.grid, &cells) {
                Some(out) if cells.len() > 1 => {
                    usual = out;
                    lines.push(named_line(name, ends, out));
                }
                Some(_) => single_cells.push((*name, ends)),
                None => return Err(not_straight(name, board.grid).at(board.names_place)),
            }
        }
        // A line of one cell has no direction of its own, so it gets the direction of the other lines.
        lines.extend(single_cells.into_iter().map(|(name, ends)| named_line(name, ends, usual)));
    }
    Ok(lines)
}

fn named_line<'n>(name: &'n str, [first, last]: [Point; 2], out: Vec2) -> NamedLine<'n> {
    let ends = [(first, out), (last, -out)].map(|(at, out)| LineEnd { at, out, distance: None });
    NamedLine { name, ends }
}

fn not_straight(name: &str, grid: Grid) -> Diagnostic {
    let message = format!(
        "the cells of row or column `{name}` are not in a straight line, so `{name}` cannot be printed next to the board"
    );
    let hint = match grid.tiling.ranks() {
        Some(_) => "write names = \"doubled\", with straight columns and rows, or show-names = \"inside\"",
        None => "write show-names = \"inside\"",
    };
    codes::BAD_VALUE.error(message).hint(hint)
}

/// Returns the unit vector along a line of cells, from the last cell towards the first one. At the first
/// cell, this vector points out of the line.
///
/// Returns `None` if the line is neither horizontal nor vertical. A line still counts as vertical if
/// every second cell is shifted by half a cell.
fn outward(grid: Grid, cells: &[CellAddress]) -> Option<Vec2> {
    let (first, last) = (*cells.first()?, *cells.last()?);
    let origin = line_middle(grid, first);
    let from_last = origin - line_middle(grid, last);
    let offsets = cells.iter().map(|address| line_middle(grid, *address) - origin);
    if offsets.clone().all(|offset| offset.y.abs() < SAME_PLACE) {
        return Some(Vec2::new(if from_last.x > 0.0 { 1.0 } else { -1.0 }, 0.0));
    }
    let (mut left, mut right) = (0.0_f64, 0.0_f64);
    for offset in offsets {
        (left, right) = (left.min(offset.x), right.max(offset.x));
    }
    let is_upright = right - left < grid.bounds(CellAddress::new(0, 0)).width() / 2.0 + SAME_PLACE;
    is_upright.then_some(Vec2::new(0.0, if from_last.y < 0.0 { -1.0 } else { 1.0 }))
}

/// Returns the middle of a cell. For a triangle, returns the point halfway between the two straight
/// edges of its row of triangles.
fn line_middle(grid: Grid, cell: CellAddress) -> Point {
    let centre = grid.centre(cell);
    if grid.tiling.is_triangles() { centre + grid.bounds(cell).center().to_vec2() } else { centre }
}

/// Returns a line for each named cell. The name is placed outside a free edge of the cell. If the cell has
/// several free edges, the edge that faces up or down most directly is chosen.
fn border_cells<'n>(board: &Board, names: &'n CellNames) -> Result<Vec<NamedLine<'n>>> {
    let tiling = board.grid.tiling;
    let cells: HashSet<CellAddress> = board.cells.iter().map(|cell| cell.address).collect();
    let mut lines = Vec::new();
    for (cell, name) in board.cells.iter().zip(names.iter()).filter(|(_, name)| !name.is_empty()) {
        let out = (0..tiling.edges(cell.address))
            .filter(|edge| !cells.contains(&tiling.neighbour(cell.address, *edge)))
            .map(|edge| tiling.edge_normal(cell.address, edge))
            .max_by(|a, b| uprightness(*a).total_cmp(&uprightness(*b)));
        let Some(out) = out else {
            let message = format!(
                "the name `{name}` cannot be printed outside the board: it has no column and row, and its \
                    cell is not at the edge"
            );
            return Err(codes::BAD_VALUE
                .error(message)
                .at(board.names_place)
                .hint("write show-names = \"inside\""));
        };
        lines.push(named_line(name, [board.grid.centre(cell.address); 2], out));
    }
    Ok(lines)
}

/// Returns a number that is larger for directions closer to the vertical. If two directions are equally
/// close, the direction that points down has the larger number.
fn uprightness(v: Vec2) -> f64 {
    v.y.abs() + if v.y > 0.0 { SAME_PLACE } else { 0.0 }
}
