//! What of a page is hidden that a layout of ours describes. Its drawings say whose they are, so that cells and pieces need
//! not be guessed.

use std::ops::Range;

use kurbo::{Rect, Size};

use super::{Hidden, MANY, Pile, TOO_MANY, fill, is_for_printer, retain, words};
use crate::base::identity::Identity;
use crate::base::map::Map;
use crate::check::facts::expected::Expected;
use crate::check::facts::item::cell_of;
use crate::model::{Component, PieceSize};
use crate::read::{Item, ItemKind, Page};

/// What the layout says of a page that shows pieces or a board of it.
#[derive(Clone, Copy)]
pub struct Ours<'e> {
    expected: Expected<'e>,
}

impl<'e> Ours<'e> {
    /// What the layout says of a page; none of a page that shows nothing of it.
    pub fn of(page: &Page, expected: Expected<'e>) -> Option<Self> {
        let ours = Self { expected };
        let mut ids = page.items.iter().filter_map(|item| item.id.as_deref());
        ids.find(|id| id.component().is_some()).and_then(|id| ours.component(id)).map(|_| ours)
    }

    fn component(&self, id: &Identity) -> Option<&'e Component> {
        self.expected.component(id.component()?).map(|(_, component)| component)
    }

    /// The size of the pieces that a drawing is one of, in mm, if they have a fixed one.
    pub fn piece(&self, id: &Identity) -> Option<Size> {
        match self.component(id)?.deck()?.size {
            PieceSize::Fixed(size) => Some(size),
            PieceSize::Share(_) => None,
        }
    }

    /// Whether the paper that a drawing lies on is white, as far as the layout says.
    pub fn is_white(&self, id: Option<&Identity>) -> bool {
        let stock = id.and_then(|id| self.component(id)?.stock.as_deref());
        stock.is_none_or(|stock| stock.to_lowercase().contains("white"))
    }
}

impl Hidden {
    /// Takes out of a page of ours what is not seen on it.
    pub fn take_out_of(page: &mut Page, ours: Ours<'_>) -> Self {
        let may_cover = page.items.iter().filter(|item| fill(item).is_some()).count();
        let mut hidden = Self::default();
        if page.items.len().saturating_mul(may_cover) > MANY {
            hidden.unknown = Some(TOO_MANY);
            return hidden;
        }
        let cells = cells(page);
        let mut pile = Pile { near: runs(&page.items), ..Pile::of(page) };
        let mut covers = Map::new();
        for (index, item) in page.items.iter().enumerate() {
            if pile.gone[index] || is_for_printer(item) {
                continue;
            }
            let (is_cell, text) = (cells.contains_key(&index), words(item));
            if let Some(over) = pile.cover(index) {
                if let Some(cell) = cell_of(item).filter(|_| is_cell) {
                    // What a cell draws itself may cover all of it. A cell that is hidden stays a place of the board.
                    if page.items[over].id != item.id {
                        pile.told(over, &mut covers).cells += 1;
                        hidden.cells.insert(cell);
                    }
                    continue;
                }
                pile.gone[index] = true;
                if text.is_some() {
                    pile.told(over, &mut covers).hide(text);
                }
            } else if let Some(text) = text
                && let Some(over) = pile.over_a_part(index, text)
                // Words over the edge of their cell are reported by another rule.
                && !cells.contains_key(&over)
            {
                pile.told(over, &mut covers).hide_a_part(text);
            }
        }
        hidden.pale = pile.pale(&cells, ours);
        hidden.covers = covers.into_values().collect();
        let gone = pile.gone;
        retain(page, &gone);
        hidden
    }
}

/// For each drawing, those that it may lie upon or below: of a piece its own, for pieces do not lie on each other.
fn runs(items: &[Item]) -> Vec<Range<usize>> {
    let mut runs = Vec::with_capacity(items.len());
    for run in items.chunk_by(|a, b| a.id == b.id) {
        let from = runs.len();
        let is_piece = run[0].id.as_deref().is_some_and(|id| id.piece().is_some());
        let own = if is_piece { from..from + run.len() } else { 0..items.len() };
        runs.extend(std::iter::repeat_n(own, run.len()));
    }
    runs
}

/// The drawings that are the cells of a page, by their places among the items: of each cell the largest.
fn cells(page: &Page) -> Map<usize, Rect> {
    let mut largest: Map<&Identity, (f64, usize)> = Map::new();
    for (index, item) in page.items.iter().enumerate() {
        let (Some(_), ItemKind::Path { path, .. }) = (cell_of(item), &item.kind) else { continue };
        let Some(id) = item.id.as_deref() else { continue };
        let area = path.control_box().area();
        let known = largest.entry(id).or_insert((0.0, index));
        if area > known.0 + 1e-6 {
            *known = (area, index);
        }
    }
    largest.into_values().filter_map(|(_, index)| Some((index, page.items[index].whole?))).collect()
}
