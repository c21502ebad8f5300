//! Lists the named drawings of a page, such as pieces, cells, marks and lines, with their places.
//!
//! - In: a page that the crate `hexpress-read` has read from a PDF.
//! - Out: areas in mm, the smallest first.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::Rect;

use hexpress_base::identity::{Feature, Identity};
use hexpress_read::Page;

/// A named drawing of a page.
#[derive(Debug, Clone)]
pub struct NamedDrawing {
    pub id: Arc<Identity>,
    pub area: Rect,
}

impl NamedDrawing {
    /// Returns whether this is a cell, or the front or back of a piece. Marks and lines are not units.
    pub fn is_piece_or_cell(&self) -> bool {
        matches!(&*self.id, Identity::Of(_, Feature::Cell(_) | Feature::Piece(_)))
    }

    pub fn is_cell(&self) -> bool {
        matches!(&*self.id, Identity::Of(_, Feature::Cell(_)))
    }
}

/// Returns the named drawings of a page, the smallest first.
pub fn named_drawings(page: &Page) -> Vec<NamedDrawing> {
    let mut areas: BTreeMap<Arc<Identity>, Rect> = BTreeMap::new();
    for item in &page.items {
        let (Some(id), Some(whole)) = (&item.id, item.painted_bounds) else { continue };
        let visible = item.clip.map_or(whole, |clip| clip.intersect(whole));
        if visible.width() <= 0.0 && visible.height() <= 0.0 {
            continue;
        }
        areas.entry(Arc::clone(id)).and_modify(|area| *area = area.union(visible)).or_insert(visible);
    }
    let mut named_drawings: Vec<NamedDrawing> =
        areas.into_iter().map(|(id, area)| NamedDrawing { id, area }).collect();
    named_drawings.sort_by(|a, b| a.area.area().total_cmp(&b.area.area()));
    named_drawings
}
