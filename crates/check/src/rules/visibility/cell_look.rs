//! Compares the looks of two cells.

use std::cmp::Ordering;

use kurbo::Vec2;

use crate::colour_vision::hex_code;
use crate::facts::PageContext;
use crate::facts::board::FoundCell;
use crate::facts::item::is_halo;
use crate::facts::piece_look::{self, Shapes};
use hexpress_read::{Item, ItemKind, Page, Rgb, Text};

/// Two line widths count as equal if they differ by at most this, in mm.
const LINE_TOLERANCE: f64 = 0.01;

pub struct CellLook {
    pub fill: Option<Rgb>,
    /// The colour and the width of the line around the cell.
    line: Option<(Rgb, f64)>,
    pub shapes: Shapes,
    /// The colours of the drawings in the cell.
    pub colours: Vec<Rgb>,
}

/// Returns the look of a cell, without the name that is printed in it.
pub fn cell_look(page: &Page, cell: &FoundCell) -> CellLook {
    CellLook::new(cell, cell.kind_items(page))
}

/// Returns the look of a cell without patterns, because each cell shows a different part of a pattern.
///
/// On a poster, the texts of one cell may be on several sheets. Their order may then differ from cell to
/// cell, so texts are sorted. Halos of texts are ignored, because a sheet without a text may or may not
/// print its halo.
pub fn cell_look_without_patterns(context: &PageContext<'_>, cell: &FoundCell) -> CellLook {
    let mut items: Vec<&Item> =
        cell.kind_items(context.page).filter(|item| !cell.is_clipped_to_cell(item)).collect();
    if context.sheet.poster_part().is_some() {
        items.retain(|item| !is_halo(item));
        items.sort_by(|a, b| texts_last(a, b));
    }
    CellLook::new(cell, items.into_iter())
}

/// Sorts texts after all other drawings. Texts are sorted by their characters, and equal texts by their
/// position.
fn texts_last(a: &Item, b: &Item) -> Ordering {
    match (&a.kind, &b.kind) {
        (ItemKind::Text(a), ItemKind::Text(b)) => {
            a.string.cmp(&b.string).then(place_along_slant(a).total_cmp(&place_along_slant(b)))
        }
        (ItemKind::Text(_), _) => Ordering::Greater,
        (_, ItemKind::Text(_)) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// Returns the position of a text along a slanted direction, in mm.
///
/// The slant is chosen so that two texts in a cell rarely have the same position.
fn place_along_slant(text: &Text) -> f64 {
    text.outline.center().to_vec2().dot(Vec2::new(0.83, 0.56))
}

impl CellLook {
    fn new<'page>(cell: &FoundCell, items: impl Iterator<Item = &'page Item> + Clone) -> Self {
        let mut colours = Vec::new();
        items.clone().for_each(|item| piece_look::paints(item, &mut colours));
        let shapes = Shapes::new(items, cell.outline.centre);
        Self { fill: cell.fill, line: cell.line, shapes, colours }
    }

    pub fn looks_same_as(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// Describes how this cell differs from `others`; `None` if it looks the same.
    pub fn difference(&self, others: &Self) -> Option<String> {
        if self.fill != others.fill {
            let (own, others) = (colour_name(self.fill), colour_name(others.fill));
            return Some(format!("its colour is {own}, not {others}"));
        }
        match (self.line, others.line) {
            (Some((a, width)), Some((b, other))) if a == b && (width - other).abs() <= LINE_TOLERANCE => {}
            (None, None) => {}
            _ => return Some("its line is different".to_owned()),
        }
        if !self.shapes.looks_same_as(&others.shapes) {
            return Some("it has different text or marks, or has them in different places".to_owned());
        }
        (self.colours != others.colours).then(|| "the drawings in it have other colours".to_owned())
    }
}

fn colour_name(fill: Option<Rgb>) -> String {
    fill.map_or_else(|| "none".to_owned(), hex_code)
}
