//! Draws the cells of a board in three layers: grounds, lines and contents.
//!
//! - In: a board and its place on the sheet.
//! - Out: one drawing for each layer. Cells that look the same share a look, which is a drawing that is
//!   stored once.
//! - Not here: drawing the parts that cells share (`cell_parts`).
//!
//! Each layer contains all cells, so no cell covers a line or a drawing of its neighbour.

use std::sync::Arc;

use kurbo::{Affine, Vec2};
use rustc_hash::FxHashMap;

use super::cell_parts::{CellParts, Layer};
use super::fit::BoardFit;
use super::{points, roads};
use crate::sheet_builder::SheetBuilder;
use hexpress_game::{Board, Cell};
use hexpress_scene::{CellDrawings, CellRow, CellSubject, Drawing, Look, Stroke};

pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let mut parts = CellParts::new(board, fit, page);
    if board.grid.is_free() {
        points::draw(board, fit, parts.page());
        roads::draw(board, fit, parts.page());
        draw_layer(&mut parts, fit, board.cells.iter(), Layer::Ground);
    } else {
        draw_layer(&mut parts, fit, board.cells.iter(), Layer::Ground);
        points::draw(board, fit, parts.page());
        roads::draw(board, fit, parts.page());
    }
    draw_layer(&mut parts, fit, in_outline_order(board).into_iter(), Layer::Lines);
    draw_layer(&mut parts, fit, board.cells.iter(), Layer::Contents);
}

/// Returns the cells in the order in which their outlines are drawn. Later outlines may cover earlier ones.
///
/// A kind of cell, such as `forest`, may set an outline. Cells whose kind sets none come first, and have the
/// outline of the board. All other cells follow, in the order in which the layout lists their kinds.
pub fn in_outline_order(board: &Board) -> Vec<&Cell> {
    let mut cells: Vec<&Cell> = board.cells.iter().collect();
    cells.sort_by_key(|cell| own_line(board, cell).map(|_| cell.kind));
    cells
}

/// Returns the outline that the layout sets for the kind of a cell. Returns `None` if the cell has
/// the outline of the board.
pub fn own_line<'b>(board: &'b Board, cell: &Cell) -> Option<&'b Stroke> {
    board.kinds.get(cell.kind)?.line.as_deref()
}

/// The properties on which the look of a cell depends.
///
/// The field `marks` is `None` for a cell without marks, because two `None` values compare faster than
/// two empty lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct CellLookKey<'c> {
    polygon: u8,
    kind: usize,
    marks: Option<&'c [usize]>,
}

impl<'c> CellLookKey<'c> {
    fn new(cell: &'c Cell) -> Self {
        let marks = Some(cell.marks.as_slice()).filter(|marks| !marks.is_empty());
        Self { polygon: cell.address.polygon, kind: cell.kind, marks }
    }
}

fn draw_layer<'c>(
    parts: &mut CellParts<'_, '_, '_, '_>,
    fit: &BoardFit,
    cells: impl Iterator<Item = &'c Cell>,
    layer: Layer,
) {
    let mut looks: Vec<Look> = Vec::new();
    // The index in `looks` for each key. The index is `None` if cells with this key show nothing.
    let mut numbers: FxHashMap<CellLookKey<'_>, Option<u32>> = FxHashMap::default();
    let mut places = Vec::new();
    // The key and the index of the previous cell. Most cells have the same key as the previous cell.
    let mut last: Option<(CellLookKey<'_>, Option<u32>)> = None;
    for cell in cells {
        let key = CellLookKey::new(cell);
        let number = match last {
            Some((before, number)) if before == key => number,
            _ => *numbers.entry(key).or_insert_with(|| add_look(&mut looks, parts, cell, layer)),
        };
        last = Some((key, number));
        places.extend(number.map(|look| CellRow { address: cell.address, look, word: 0 }));
    }
    let page = parts.page();
    let component = Arc::clone(page.painter.component());
    page.push_cells(CellDrawings {
        component,
        subject: CellSubject::Cell,
        lattice: fit.lattice(),
        looks: looks.into(),
        words: Arc::default(),
        places,
    });
}

/// Adds the look of a cell in a layer to `looks`. Returns the index of the look, or `None` if the
/// cell shows nothing in this layer.
fn add_look(
    looks: &mut Vec<Look>,
    parts: &mut CellParts<'_, '_, '_, '_>,
    cell: &Cell,
    layer: Layer,
) -> Option<u32> {
    let drawings: Vec<Drawing> = parts
        .shown(cell, layer)
        .iter()
        .map(|shared| Drawing::Use { shared: Arc::clone(shared), transform: Affine::IDENTITY })
        .collect();
    if drawings.is_empty() {
        return None;
    }
    looks.push(Look { shift: Vec2::ZERO, drawings });
    Some(looks.len() as u32 - 1)
}
