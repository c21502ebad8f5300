//! Compares what two cells look like.

use std::cmp::Ordering;

use kurbo::Vec2;

use crate::check::color_vision::hex;
use crate::check::facts::PageContext;
use crate::check::facts::board::FoundCell;
use crate::check::facts::look::{self, Shapes};
use crate::read::{Item, ItemKind, Page, Rgb, Text};

/// What a cell looks like.
pub(crate) struct CellLook {
    pub fill: Option<Rgb>,
    pub line: Option<(Rgb, f64)>,
    pub shapes: Shapes,
    pub colours: Vec<Rgb>,
}

/// What a cell looks like, its own name left out.
pub(crate) fn cell_look(page: &Page, cell: &FoundCell) -> CellLook {
    look_of(cell, cell.own(page))
}

/// The same without patterns: in cells of several sorts, and beside a cut, other parts of them are seen. Of a poster, which
/// may have the words of a cell on several sheets, these come last, in an order of their own.
pub(crate) fn cell_look_without_patterns(context: &PageContext<'_>, cell: &FoundCell) -> CellLook {
    let mut items: Vec<&Item> = cell.own(context.page).filter(|item| !cell.cuts(item)).collect();
    if context.sheet.part.is_some() {
        items.sort_by(|a, b| by_words(a, b));
    }
    look_of(cell, items.into_iter())
}

/// Words behind all else, by what they say and where they stand: along a line that slants so that no two words of a cell
/// are level.
fn by_words(a: &Item, b: &Item) -> Ordering {
    let place = |text: &Text| text.outline.center().to_vec2().dot(Vec2::new(0.83, 0.56));
    match (&a.kind, &b.kind) {
        (ItemKind::Text(a), ItemKind::Text(b)) => a.string.cmp(&b.string).then(place(a).total_cmp(&place(b))),
        (ItemKind::Text(_), _) => Ordering::Greater,
        (_, ItemKind::Text(_)) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

fn look_of<'i>(cell: &FoundCell, items: impl Iterator<Item = &'i Item> + Clone) -> CellLook {
    let mut colours = Vec::new();
    items.clone().for_each(|item| look::paints(item, &mut colours));
    let shapes = Shapes::of(items, cell.outline.centre);
    CellLook { fill: cell.fill, line: cell.line, shapes, colours }
}

impl CellLook {
    /// Whether two cells look the same.
    pub fn same(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// What is different; none if nothing is.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let colour = |fill: Option<Rgb>| fill.map_or_else(|| "none".to_owned(), hex);
        if self.fill != other.fill {
            return Some(format!("its colour is {}, and theirs {}", colour(self.fill), colour(other.fill)));
        }
        match (self.line, other.line) {
            (Some((a, w)), Some((b, v))) if a == b && (w - v).abs() <= 0.01 => {}
            (None, None) => {}
            _ => return Some("its line is another".to_owned()),
        }
        if !self.shapes.same(&other.shapes) {
            return Some("other words or marks stand in it, or elsewhere".to_owned());
        }
        (self.colours != other.colours).then(|| "what stands in it has other colours".to_owned())
    }
}
