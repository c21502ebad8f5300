//! Compiles a board of the layout: its cells, their kinds and marks, names, sides and labels.
//!
//! - In: a `[[board]]`.
//! - Out: a [`Board`]. Its size is in millimetres, or is the largest size that fits the sheet.
//! - Not here: placing anything on sheets.

mod appearance;
mod box_size;
mod cells;
mod colours;
mod cut;
mod data;
mod fields;
mod idle;
mod key_marks;
mod kinds;
mod lengths;
mod map;
mod naming_errors;
mod overridden_entries;
mod plate;
mod points;
mod roads;
mod shifted;
mod signs;

use std::sync::OnceLock;

use crate::context::Resolver;
use cells::BoardDraft;
use hexpress_base::diag::SourceSpan;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_game::cell_lines::CellLine;
use hexpress_game::{Board, CellSize, Detail};
use hexpress_language::tables::layout::Board as BoardTable;
use hexpress_language::values::place::Spanned;
use hexpress_scene::{Ink, Stroke};

pub use key_marks::{BoardMarks, KeyMark, marks};

/// The default width of the outline of cells, in mm.
const DEFAULT_CELL_LINE: f64 = 0.3;

/// Compiles a board. `marks` contains the compiled marks of its `[board.key]`. Returns `None` if an
/// error makes the board unusable.
pub fn board(table: &Spanned<BoardTable>, marks: Vec<KeyMark>, compiler: &mut Resolver<'_>) -> Option<Board> {
    let place = compiler.place(table);
    let b = &table.value;
    let tiling = tiling(b, place, compiler);
    let mut draft = BoardDraft::new(table, tiling, marks, compiler);
    let before_addresses = draft.cells.iter().map(|cell| cell.kind).collect();
    draft.coloured(compiler);
    let mut details: Vec<Detail> =
        b.data.iter().flat_map(|data| draft.edge_details(data, compiler)).collect();
    idle::signs(&draft, &before_addresses, &details, compiler);
    details.extend(draft.apply_addresses(compiler));
    if let Some(data) = &b.data {
        draft.doubtful_columns(data, compiler);
    }
    draft.fill_in_fields(compiler);
    let marks: Vec<&str> = draft.marks.iter().map(|key| &*key.mark.name).collect();
    overridden_entries::kinds_without_drawing(draft.given, &marks, compiler);
    idle::keys(&draft, &details, compiler);
    let roads = draft.roads(compiler);
    let line = line_around_cells(b, compiler);
    let points = points::points(&draft, compiler);
    if let (Some(points), Some(cells)) = (&points, draft.free) {
        points::hidden_lines::warn(&draft, cells, points, &roads, compiler);
    }
    let sides = appearance::sides(&draft, compiler);
    let labels = appearance::labels(b, compiler);
    if let Some(labels) = &labels {
        idle::labels_on_icons(&draft, labels, compiler);
    }
    let name_style = appearance::names(b, place, compiler);
    let draw = b.draw.iter().flat_map(|list| &list.value).filter_map(|e| compiler.element(e)).collect();
    let under = b.under.iter().flat_map(|list| &list.value).filter_map(|e| compiler.element(e)).collect();
    let bottom_line = b.bottom_line.as_ref().and_then(|text| compiler.stated_template(text));
    let alt = b.alt.as_ref().and_then(|text| compiler.stated_template(text));
    let appearance::CellMeasure { size, width_factor } = appearance::size(&draft, compiler, place);
    let free = draft.free;
    let steps_per_side = free.map_or(1.0, |cells| cells.steps_per_side());
    let grid = Grid { tiling, width_factor, steps_per_side };
    let board = Board {
        grid,
        has_discs: free.is_some_and(|cells| cells.has_discs),
        size,
        cells: draft.cells,
        kinds: draft.kinds.kinds,
        marks: draft.marks.into_iter().map(|key| key.mark).collect(),
        names: draft.names,
        name_style: name_style?,
        names_ink: appearance::names_ink(b, compiler),
        names_halo: b.names_halo.as_ref().and_then(|halo| compiler.halo(halo)),
        names_place: b.names.as_ref().map_or(place, |names| compiler.place(names)),
        points,
        line: line?,
        line_place: b.line.as_ref().map_or(place, |line| compiler.place(line)),
        sides_width: if sides.is_some() { appearance::sides_width(b) } else { 0.0 },
        sides: sides.unwrap_or_default(),
        sides_outline: b
            .sides
            .as_ref()
            .and_then(|s| s.outline.as_ref())
            .and_then(|l| compiler.board_stroke(l)),
        rim: appearance::rim(b, compiler),
        round: appearance::round(b, compiler),
        round_place: b.round.as_ref().map(|round| compiler.place(round)),
        cut: cut::cut(b, size, place, compiler),
        plate: plate::plate(b, compiler),
        head: appearance::head(b, compiler),
        details,
        roads,
        labels: labels?,
        draw,
        under,
        bottom_line,
        alt,
        shares: lengths::shares(b),
        cell_index: OnceLock::new(),
    };
    let is_sized = matches!(board.size, CellSize::Across(_));
    Some(if is_sized && board.has_shares() { board.with_cells_of(board.usual_cell()) } else { board })
}

/// Returns the tiling of the cells. The default for a board of points is squares, because such points
/// are often crossings of a square grid.
fn tiling(b: &BoardTable, place: SourceSpan, compiler: &mut Resolver<'_>) -> Tiling {
    match &b.cells {
        _ if points::free_points::is_free(b) => Tiling::Square,
        None if points::named_points::is_on_points(b) => Tiling::Square,
        cells => compiler.tiling(cells, place),
    }
}

/// Returns the line around a cell. Without the key `line`, cells and free points have a thin black
/// line, and points of a tiling have none. Returns `None` after an error.
fn line_around_cells(b: &BoardTable, compiler: &mut Resolver<'_>) -> Option<CellLine> {
    match &b.line {
        Some(line) => compiler.cell_line(line),
        None if points::named_points::is_on_points(b) && !points::free_points::is_free(b) => {
            Some(Stroke::solid(0.0, Ink::black()).into())
        }
        None => Some(Stroke::solid(DEFAULT_CELL_LINE, Ink::black()).into()),
    }
}
