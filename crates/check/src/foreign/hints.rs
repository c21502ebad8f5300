//! What is to be done about a board that somebody drew: in millimetres, and in which direction.

use crate::base::map::Map;
use kurbo::Vec2;

use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::check::facts::PageContext;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::lattice::Lattice;
use crate::check::fault::{Findings, mm};
use crate::read::{ItemKind, Text};

/// A cell that lies on the place of another one, which lies there better.
pub(crate) struct Double<'b> {
    pub cell: &'b FoundCell,
    pub at_home: &'b FoundCell,
}

/// Returns the cells that lie on the place of another one.
pub(crate) fn doubles(board: &FoundBoard) -> Vec<Double<'_>> {
    let mut best: Map<Hex, &FoundCell> = Map::new();
    let mut doubles: Vec<&FoundCell> = Vec::new();
    for cell in &board.cells {
        match best.get_mut(&cell.hex) {
            Some(other) if board.off(cell) < board.off(other) => doubles.push(std::mem::replace(other, cell)),
            Some(_) => doubles.push(cell),
            None => drop(best.insert(cell.hex, cell)),
        }
    }
    let double = |cell: &'_ FoundCell| best.get(&cell.hex).copied();
    doubles.into_iter().filter_map(|cell| Some(Double { cell, at_home: double(cell)? })).collect()
}

/// Cells that were pasted exactly upon themselves: nothing to be seen, until one of the two is moved or painted.
pub(crate) fn again(context: &PageContext<'_>, board: &FoundBoard, out: &mut Findings) {
    let all: Vec<&FoundCell> = board.cells.iter().filter(|cell| cell.again).collect();
    let Some(first) = all.first() else { return };
    let many = match all.len() {
        1 => format!("{} is", context.name_of(first)),
        n => format!("{n} cells, this one the first, are"),
    };
    let message = format!("{many} drawn twice, exactly one upon the other");
    context.fault(out, first.bounds(), message).warning().hint("take one of the two away");
}

/// A way in words: `1.20 mm to the left and 0.70 mm up`.
pub(crate) fn towards(way: Vec2) -> String {
    let mut parts = Vec::new();
    // Less than this is none, beside the other.
    let least = 0.02 * way.hypot();
    if way.x.abs() > least {
        parts.push(format!("{} to the {}", mm(way.x), if way.x < 0.0 { "left" } else { "right" }));
    }
    if way.y.abs() > least {
        parts.push(format!("{} {}", mm(way.y), if way.y < 0.0 { "up" } else { "down" }));
    }
    parts.join(" and ")
}

/// How many times too wide for its height an upright board is; none for one that is turned or sheared.
pub(crate) fn wide(lattice: &Lattice) -> Option<f64> {
    let share = |at: usize, hex: Hex| {
        let (is, unit) = (lattice.basis[at], lattice.grid().middle(hex));
        (is, is.x / unit.x, is.y / unit.y)
    };
    let (first, second) = (share(0, Hex::new(1, 0)), share(1, Hex::new(0, 1)));
    // Of the four numbers one is nothing on an upright board, and the others say two things.
    let (nothing, across, down, again) = match lattice.tiling {
        Tiling::PointyTop | Tiling::Brick => (first.0.y, first.1, second.2, (second.1, first.1)),
        Tiling::FlatTop => (second.0.x, first.1, second.2, (first.2, second.2)),
        _ => (first.0.y.abs().max(second.0.x.abs()), first.1, second.2, (0.0, 0.0)),
    };
    let sheared = nothing.abs().max((again.0 - again.1).abs());
    (sheared < 0.002 * lattice.side && across > 0.0 && down > 0.0).then_some(across / down)
}

/// Returns the words of another program's page that are the only ones on a few cells: they name the tile that these cells
/// make, and no cell.
pub(crate) fn names_of_tiles<'e>(context: &'e PageContext<'_>) -> Vec<*const Text> {
    /// The most cells of a tile.
    const MOST: usize = 8;
    let of_board = |board: &'e FoundBoard| {
        let items = board.cells.iter().flat_map(|cell| &cell.items);
        let mut words = items.filter_map(|&i| match &context.page.items[i].kind {
            ItemKind::Text(text) if !text.invisible => Some(&**text),
            _ => None,
        });
        let first = words.next().filter(|_| (2..=MOST).contains(&board.cells.len()));
        first.filter(|first| words.next().is_none() && board.bounds().contains_rect(first.outline))
    };
    let boards = context.sheet.boards().filter(|_| context.sheet.foreign.is_some());
    boards.filter_map(of_board).map(std::ptr::from_ref).collect()
}
