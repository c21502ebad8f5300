//! Measures deviations in a drawing that another program made, and describes them for the user. Also
//! finds texts that need no report.
//!
//! - In: a page with its boards.
//! - Out: cells that are drawn twice, offsets in words, and the names of tiles.

use hexpress_base::sorted_map::SortedMap;
use kurbo::Vec2;

use crate::facts::PageContext;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::lattice::Lattice;
use crate::fault::{Findings, format_mm};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;
use hexpress_read::{ItemKind, Text};

/// A cell that is drawn in the same place as another one.
pub(crate) struct Double<'b> {
    pub cell: &'b FoundCell,
    /// The other cell in this place. It is closer to the exact place, so it counts as the proper cell.
    pub proper_cell: &'b FoundCell,
}

/// If several cells are in the same place, returns all of them except the cell that is closest to
/// the exact place.
pub(crate) fn doubles(board: &FoundBoard) -> Vec<Double<'_>> {
    let mut best: SortedMap<CellAddress, &FoundCell> = SortedMap::new();
    let mut doubles: Vec<&FoundCell> = Vec::new();
    for cell in &board.cells {
        match best.get_mut(&cell.address) {
            Some(other) if board.offset_of(cell) < board.offset_of(other) => {
                doubles.push(std::mem::replace(other, cell))
            }
            Some(_) => doubles.push(cell),
            None => drop(best.insert(cell.address, cell)),
        }
    }
    doubles
        .into_iter()
        .filter_map(|cell| Some(Double { cell, proper_cell: best.get(&cell.address)? }))
        .collect()
}

/// Warns about cells that are drawn twice in exactly the same place.
///
/// The user does not see that there are two drawings, until one of them is moved or painted.
pub(crate) fn report_exact_doubles(context: &PageContext<'_>, board: &FoundBoard, findings: &mut Findings) {
    let all: Vec<&FoundCell> = board.cells.iter().filter(|cell| cell.is_drawn_twice).collect();
    let Some(first) = all.first() else { return };
    let many = match all.len() {
        1 => format!("{} is", context.name_of(first)),
        n => format!("{n} cells, beginning with this one, are"),
    };
    let message = format!("{many} drawn twice, at exactly the same place");
    context.fault(findings, first.bounds(), message).warning().hint("remove one of the two");
}

/// Describes a vector in words, e.g. `1.20 mm to the left and 0.70 mm up`.
pub(crate) fn towards(offset: Vec2) -> String {
    let mut parts = Vec::new();
    // A coordinate is left out if it is very small compared with the length of the vector.
    let least = 0.02 * offset.hypot();
    if offset.x.abs() > least {
        parts.push(format!(
            "{} to the {}",
            format_mm(offset.x),
            if offset.x < 0.0 { "left" } else { "right" }
        ));
    }
    if offset.y.abs() > least {
        parts.push(format!("{} {}", format_mm(offset.y), if offset.y < 0.0 { "up" } else { "down" }));
    }
    parts.join(" and ")
}

/// Returns by which factor an upright board is too wide compared with its height.
///
/// Returns `None` if the board is rotated or skewed.
pub(crate) fn stretch_of_width(lattice: &Lattice) -> Option<f64> {
    let [first, second] = lattice.basis;
    let [unit_first, unit_second] =
        [CellAddress::new(1, 0), CellAddress::new(0, 1)].map(|address| lattice.grid.centre(address));
    let (across, down) = (first.x / unit_first.x, second.y / unit_second.y);
    // If an upright board is not skewed, some coordinates of the basis vectors are 0, and both vectors
    // show the same size of a cell. `sheared` is the largest deviation from this.
    let sheared = match lattice.grid.tiling {
        Tiling::PointyTop | Tiling::Brick => {
            first.y.abs().max((second.x / unit_second.x - first.x / unit_first.x).abs())
        }
        Tiling::FlatTop => second.x.abs().max((first.y / unit_first.y - second.y / unit_second.y).abs()),
        _ => first.y.abs().max(second.x.abs()),
    };
    (sheared < 0.002 * lattice.side && across > 0.0 && down > 0.0).then_some(across / down)
}

/// Returns the texts that name a whole tile instead of a cell. Only pages by other programs have such
/// texts.
///
/// A tile is a small group of cells with only one text.
pub(crate) fn names_of_tiles(context: &PageContext<'_>) -> Vec<*const Text> {
    /// The largest number of cells in a tile.
    const MAX_TILE_CELLS: usize = 8;
    let boards = context
        .sheet
        .boards()
        .filter(|board| context.sheet.is_foreign() && (2..=MAX_TILE_CELLS).contains(&board.cells.len()));
    boards.filter_map(|board| only_text(context, board)).map(std::ptr::from_ref).collect()
}

/// Returns the text of a board that has exactly one text in its cells. Returns `None` if there are
/// several texts, or if the text extends beyond the cells.
fn only_text<'e>(context: &'e PageContext<'_>, board: &FoundBoard) -> Option<&'e Text> {
    let items = board.cells.iter().flat_map(|cell| &cell.items);
    let mut texts = items.filter_map(|&i| match &context.page.items[i].kind {
        ItemKind::Text(text) if !text.invisible => Some(&**text),
        _ => None,
    });
    let first = texts.next()?;
    (texts.next().is_none() && board.bounds().contains_rect(first.outline)).then_some(first)
}
