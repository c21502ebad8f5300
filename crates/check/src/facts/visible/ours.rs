//! Finds the visible part of a page that hexpress made.
//!
//! - In: a page and its layout.
//! - Out: the page without hidden drawings, and a list of what was hidden.
//!
//! On such a page, the id of each drawing says to which cell or piece it belongs. So cells and pieces
//! need not be guessed.

use std::ops::Range;

use kurbo::{Rect, Size, Vec2};

use super::drawing_stack::DrawingStack;
use super::{
    COVERED_NOT_JUDGED, Hidden, has_too_many, is_for_printer, is_inside, opaque_fill, retain_seen,
    visible_text,
};
use crate::facts::expected::Expected;
use crate::facts::item::cell_of;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{Component, PieceSize};
use hexpress_read::{Item, ItemKind, Page};

/// The layout of a page. The page shows at least one component of this layout.
#[derive(Clone, Copy)]
pub struct PageLayout<'e> {
    expected: Expected<'e>,
}

impl<'e> PageLayout<'e> {
    /// Returns the layout. Returns `None` if the page shows no component of the layout.
    pub fn new(page: &Page, expected: Expected<'e>) -> Option<Self> {
        let ours = Self { expected };
        let mut ids = page.items.iter().filter_map(|item| item.id.as_deref());
        ids.find(|id| id.component().is_some()).and_then(|id| ours.component(id)).map(|_| ours)
    }

    fn component(&self, id: &Identity) -> Option<&'e Component> {
        self.expected.component(id.component()?).map(|(_, component)| component)
    }

    /// Returns the size of the piece with this id, in mm. Returns `None` if the layout sets no fixed size for
    /// it.
    pub fn piece(&self, id: &Identity) -> Option<Size> {
        match self.component(id)?.deck()?.size {
            PieceSize::Fixed(size) => Some(size),
            PieceSize::Share(_) => None,
        }
    }

    /// Returns whether the paper under a drawing is white. If the layout does not name the paper, it
    /// counts as white.
    pub fn is_white(&self, id: Option<&Identity>) -> bool {
        let stock = id.and_then(|id| self.component(id)?.stock.as_deref());
        stock.is_none_or(|stock| stock.to_lowercase().contains("white"))
    }
}

impl Hidden {
    /// Removes all hidden drawings except cells from a page that hexpress made. Returns a summary of the
    /// hidden drawings, with the cells.
    pub fn take_out_of(page: &mut Page, ours: PageLayout<'_>) -> Self {
        if has_too_many(page) {
            return Self { unknown: Some(COVERED_NOT_JUDGED), ..Self::default() };
        }
        let mut hidden = Self::default();
        let cells = cells(page);
        let mut stack =
            DrawingStack { overlap_ranges: overlap_ranges(&page.items), ..DrawingStack::from_page(page) };
        let has_draws = page.items.iter().any(is_opaque_draw);
        let mut covers = SortedMap::new();
        for (index, item) in page.items.iter().enumerate() {
            if stack.is_hidden[index] || is_for_printer(item) {
                continue;
            }
            let (is_cell, text) = (cells.contains_key(&index), visible_text(item));
            if let Some(over) = stack.cover(index) {
                if let Some(cell) = cell_of(item).filter(|_| is_cell) {
                    // A drawing of the cell itself, such as its texture, does not hide the cell. A cell
                    // that something else covers is recorded as hidden. It is not removed, because it
                    // still has a place on the board.
                    if page.items[over].id != item.id {
                        stack.cover_entry(over, &mut covers).cells += 1;
                        hidden.cells.insert(cell);
                    }
                    continue;
                }
                stack.is_hidden[index] = true;
                if text.is_some() {
                    stack.cover_entry(over, &mut covers).hide(text);
                }
            } else if let Some(text) = text
                && let Some(over) = stack.cover_of_text_part(index, text)
                // If another cell covers a part of a text, the text extends beyond its own cell. Another
                // rule reports this.
                && !cells.contains_key(&over)
            {
                stack.cover_entry(over, &mut covers).hide_in_part(text);
            } else if has_draws
                && is_cell
                && let Some(over) = stack.draw_over_half(index)
            {
                stack.cover_entry(over, &mut covers).half_cells += 1;
            }
        }
        hidden.pale = stack.hide_pale(&cells, ours);
        hidden.covers = covers.into_values().collect();
        let is_hidden = stack.is_hidden;
        retain_seen(page, &is_hidden);
        hidden
    }
}

impl DrawingStack<'_> {
    /// If opaque shapes of `draw` elements together hide at least half of a cell, returns one of these
    /// shapes. Otherwise returns `None`.
    fn draw_over_half(&mut self, index: usize) -> Option<usize> {
        /// The number of sample points along each side of the box of a cell.
        const POINTS: usize = 7;
        let (items, own_rect) = (self.items, self.boxes[index]?);
        let (mut inside, mut over) = (0, Vec::new());
        for number in 0..POINTS * POINTS {
            let [across, down] =
                [number % POINTS, number / POINTS].map(|at| (at as f64 + 0.5) / POINTS as f64);
            let point = own_rect.origin() + Vec2::new(across * own_rect.width(), down * own_rect.height());
            if is_inside(&items[index], point) {
                inside += 1;
                over.extend(self.topmost_cover(index, point, |i, _| is_opaque_draw(&items[i])));
            }
        }
        (2 * over.len() >= inside.max(1)).then(|| over.first().copied())?
    }
}

/// Returns whether a drawing is an opaque shape that a `draw` element of a board draws on the sheet.
fn is_opaque_draw(item: &Item) -> bool {
    let is_draw = matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Draw(_)));
    is_draw && opaque_fill(item).is_some()
}

/// Returns, for each drawing, the range of drawings that it may overlap. For a drawing on a piece,
/// these are the drawings of the same piece, because pieces do not overlap.
fn overlap_ranges(items: &[Item]) -> Vec<Range<usize>> {
    let mut ranges = Vec::with_capacity(items.len());
    for run in items.chunk_by(|a, b| a.id == b.id) {
        let from = ranges.len();
        let is_piece = run[0].id.as_deref().is_some_and(|id| id.piece().is_some());
        let own = if is_piece { from..from + run.len() } else { 0..items.len() };
        ranges.extend(std::iter::repeat_n(own, run.len()));
    }
    ranges
}

/// Finds the largest drawing of each cell. Returns the boxes of these drawings, with the indices of the
/// drawings as keys.
fn cells(page: &Page) -> SortedMap<usize, Rect> {
    let mut largest: SortedMap<&Identity, (f64, usize)> = SortedMap::new();
    for (index, item) in page.items.iter().enumerate() {
        let (Some(_), ItemKind::Path { path, .. }) = (cell_of(item), &item.kind) else { continue };
        let Some(id) = item.id.as_deref() else { continue };
        let area = path.control_box().area();
        let known = largest.entry(id).or_insert((0.0, index));
        if area > known.0 + 1e-6 {
            *known = (area, index);
        }
    }
    largest.into_values().filter_map(|(_, index)| Some((index, page.items[index].painted_bounds?))).collect()
}
