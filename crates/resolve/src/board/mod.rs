//! Compiles a board of the layout: its cells, their kinds and marks, names, sides and labels.
//!
//! - In: a `[[board]]`.
//! - Out: a [`Board`]. Its size is in millimetres, or is the largest size that fits the sheet.
//! - Not here: placing anything on sheets.

mod appearance;
mod cell_kinds;
mod cells;
mod colourings;
mod cut;
mod data;
mod fields;
mod key_marks;
mod lengths;
mod map;
mod naming_errors;
mod no_effect;
mod overridden_entries;
mod plate;
mod points;
mod rectangle_cell_size;
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
use hexpress_language::values::spanned::Spanned;
use hexpress_scene::{Ink, Stroke};

pub use key_marks::{BoardMarks, KeyMark, marks};

/// The default width of the outline of cells, in mm.
const DEFAULT_CELL_LINE: f64 = 0.3;

/// Compiles a board. `marks` contains the compiled marks of its `[board.key]`. Returns `None` if an
/// error makes the board unusable.
pub fn board(
    spanned: &Spanned<BoardTable>,
    marks: Vec<KeyMark>,
    resolver: &mut Resolver<'_>,
) -> Option<Board> {
    let place = resolver.place(spanned);
    let table = &spanned.value;
    let tiling = tiling(table, place, resolver);
    let mut draft = BoardDraft::new(spanned, tiling, marks, resolver);
    let before_addresses = draft.cells.iter().map(|cell| cell.kind).collect();
    draft.coloured(resolver);
    let mut details: Vec<Detail> =
        table.data.iter().flat_map(|data| draft.edge_details(data, resolver)).collect();
    no_effect::note_signs(&draft, &before_addresses, &details, resolver);
    details.extend(draft.apply_addresses(resolver));
    if let Some(data) = &table.data {
        draft.doubtful_columns(data, resolver);
    }
    draft.fill_in_fields(resolver);
    let marks: Vec<&str> = draft.marks.iter().map(|key| &*key.mark.name).collect();
    overridden_entries::kinds_without_drawing(draft.table, &marks, resolver);
    no_effect::note_keys(&draft, &details, resolver);
    let roads = draft.roads(resolver);
    let line = line_around_cells(table, resolver);
    let points = points::points(&draft, resolver);
    if let (Some(points), Some(cells)) = (&points, draft.free) {
        points::hidden_lines::warn(&draft, cells, points, &roads, resolver);
    }
    let sides = appearance::sides(&draft, resolver);
    let labels = appearance::labels(table, resolver);
    if let Some(labels) = &labels {
        no_effect::labels_on_icons(&draft, labels, resolver);
    }
    let name_style = appearance::names(table, place, resolver);
    let draw = table.draw.iter().flat_map(|list| &list.value).filter_map(|e| resolver.element(e)).collect();
    let under = table.under.iter().flat_map(|list| &list.value).filter_map(|e| resolver.element(e)).collect();
    let bottom_line = table.bottom_line.as_ref().and_then(|text| resolver.located_template(text));
    let alt = table.alt.as_ref().and_then(|text| resolver.located_template(text));
    let appearance::CellMeasure { size, width_factor } = appearance::size(&draft, resolver, place);
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
        names_ink: appearance::names_ink(table, resolver),
        names_halo: table.names_halo.as_ref().and_then(|halo| resolver.halo(halo)),
        names_place: table.names.as_ref().map_or(place, |names| resolver.place(names)),
        points,
        line: line?,
        line_place: table.line.as_ref().map_or(place, |line| resolver.place(line)),
        sides_width: if sides.is_some() { appearance::sides_width(table) } else { 0.0 },
        sides: sides.unwrap_or_default(),
        sides_outline: table
            .sides
            .as_ref()
            .and_then(|s| s.outline.as_ref())
            .and_then(|l| resolver.board_stroke(l)),
        rim: appearance::rim(table, resolver),
        round: appearance::round(table, resolver),
        round_place: table.round.as_ref().map(|round| resolver.place(round)),
        cut: cut::cut(table, size, place, resolver),
        plate: plate::plate(table, resolver),
        head: appearance::head(table, resolver),
        details,
        roads,
        labels: labels?,
        draw,
        under,
        bottom_line,
        alt,
        percentage_lengths: lengths::percentage_lengths(table),
        cell_index: OnceLock::new(),
    };
    let is_sized = matches!(board.size, CellSize::Across(_));
    Some(if is_sized && board.has_percentage_lengths() {
        board.with_cells_of(board.usual_cell())
    } else {
        board
    })
}

/// Returns the tiling of the cells. The default for a board of points is squares, because such points
/// are often crossings of a square grid.
fn tiling(b: &BoardTable, place: SourceSpan, resolver: &mut Resolver<'_>) -> Tiling {
    match &b.cells {
        _ if points::free_points::is_free(b) => Tiling::Square,
        None if points::named_points::is_on_points(b) => Tiling::Square,
        cells => resolver.tiling(cells, place),
    }
}

/// Returns the line around a cell. Without the key `line`, cells and free points have a thin black
/// line, and points of a tiling have no line. Returns `None` after an error.
fn line_around_cells(b: &BoardTable, resolver: &mut Resolver<'_>) -> Option<CellLine> {
    match &b.line {
        Some(line) => resolver.cell_line(line),
        None if points::named_points::is_on_points(b) && !points::free_points::is_free(b) => {
            Some(Stroke::solid(0.0, Ink::black()).into())
        }
        None => Some(Stroke::solid(DEFAULT_CELL_LINE, Ink::black()).into()),
    }
}
