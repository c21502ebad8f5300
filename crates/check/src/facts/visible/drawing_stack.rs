//! Treats the drawings of a page as a stack, and finds the drawings that later ones cover.
//!
//! - In: the items of a page.
//! - Out: the invisible items, and the drawings that cover them.
//! - Not here: drawings that cover only single letters (`letters`), and pale shapes (`pale`).

use std::cell::OnceCell;
use std::ops::Range;

use kurbo::{Point, Rect};

use super::rim::rim_points;
use super::{
    Cover, Hidden, is_for_printer, is_inside, is_white, may_be_transparent, opaque_fill, visible_text,
};
use crate::facts::item::{tight_corners, visible_bounds};
use hexpress_base::box_index::BoxIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::find::Polygon;
use hexpress_read::{ANNOTATION, Item, ItemKind, Page, Text};

/// Two boxes count as one drawing that is drawn twice if their edges differ by at most this, in mm.
const SAME_BOX_MM: f64 = 0.06;
/// A drawing counts as covered even if it extends beyond the covering drawing by this distance, in mm.
const ROUNDING: f64 = 0.01;
/// A drawing can cover a part of a text only if it is larger than this, in ems.
///
/// Smaller drawings are symbols in a line of text.
const MIN_COVER_EMS: f64 = 1.5;
/// A cell counts as partly covered if at least this number of points on its edge are covered.
///
/// The points are the corners of the cell and the middles of its sides.
const MIN_POINTS: usize = 3;
/// A crop box is considered only if it cuts off a strip of the page that is wider than this, in mm.
///
/// If the strip is narrower, another rule reports it.
const MIN_CROPPED_STRIP_MM: f64 = 0.1;

/// The drawings of a page as a stack. The first drawing is at the bottom.
pub(super) struct DrawingStack<'p> {
    pub(super) items: &'p [Item],
    /// For each drawing, the box of the part that is inside its clip. `None` if no part is inside the
    /// clip, or if the drawing is outside the crop box.
    pub(super) boxes: Vec<Option<Rect>>,
    /// For each drawing, whether it is hidden.
    pub(super) is_hidden: Vec<bool>,
    /// An index of the boxes of the opaque drawings, which can cover others.
    pub(super) opaque: BoxIndex,
    /// For each drawing, the range of drawings that it may overlap.
    ///
    /// The list is empty if any drawing may overlap any other.
    pub(super) overlap_ranges: Vec<Range<usize>>,
}

impl<'p> DrawingStack<'p> {
    pub(super) fn from_page(page: &'p Page) -> Self {
        let crop = page.crop.filter(|crop| {
            let shown = crop.intersect(page.media);
            shown.width() < page.media.width() - MIN_CROPPED_STRIP_MM
                || shown.height() < page.media.height() - MIN_CROPPED_STRIP_MM
        });
        let covered = page.items.iter().map(visible_bounds);
        let boxes: Vec<_> =
            covered.map(|rect| rect.filter(|rect| crop.is_none_or(|crop| crop.overlaps(*rect)))).collect();
        let is_hidden = page.items.iter().zip(&boxes).map(|(item, rect)| {
            rect.is_none() || matches!(&item.kind, ItemKind::Text(text) if text.invisible)
        });
        Self {
            is_hidden: is_hidden.collect(),
            items: &page.items,
            boxes,
            opaque: BoxIndex::default(),
            overlap_ranges: Vec::new(),
        }
    }

    /// Returns the range of drawings that may overlap a given drawing.
    pub(super) fn overlap_range(&self, index: usize) -> Range<usize> {
        self.overlap_ranges.get(index).cloned().unwrap_or(0..self.items.len())
    }

    /// Returns the topmost opaque drawing that is later than `index`, covers the point, and meets the
    /// condition `fits`. `fits` gets the index of the drawing and its box. Returns `None` if there is no such
    /// drawing.
    pub(super) fn topmost_cover(
        &mut self,
        index: usize,
        point: Point,
        fits: impl Fn(usize, Rect) -> bool,
    ) -> Option<usize> {
        let until = self.overlap_range(index).end;
        let (items, boxes) = (self.items, &self.boxes);
        self.opaque.topmost(
            index + 1..until,
            point,
            |i| boxes[i].filter(|_| opaque_fill(&items[i]).is_some()),
            |i| is_inside(&items[i], point) && boxes[i].is_some_and(|rect| fits(i, rect)),
        )
    }

    /// Returns a later drawing that covers a given drawing completely. Returns `None` if there is no such
    /// drawing.
    pub(super) fn cover(&mut self, index: usize) -> Option<usize> {
        let own_rect = self.boxes[index]?;
        let items = self.items;
        let rim = OnceCell::new();
        self.topmost_cover(index, own_rect.center(), |over, rect| {
            !is_same_box(own_rect, rect)
                && contains(rect.inflate(ROUNDING, ROUNDING), own_rect)
                && rim
                    .get_or_init(|| rim_points(&items[index], own_rect))
                    .iter()
                    .all(|point| is_inside(&items[over], *point))
        })
    }

    /// Finds texts and cells that later drawings cover completely or partly. Hides those that are
    /// covered completely.
    pub(super) fn hide_texts_and_cells(
        &mut self,
        polygons: &[Polygon],
        covers: &mut SortedMap<usize, Cover>,
        hidden: &mut Hidden,
    ) {
        let mut unclear = BoxIndex::default();
        let any_unclear = self.items.iter().any(may_be_transparent);
        let mut cells = SortedMap::new();
        cells.extend(polygons.iter().map(|polygon| (polygon.item, polygon)));
        for (index, item) in self.items.iter().enumerate() {
            let Some(rect) = self.boxes[index].filter(|_| !self.is_hidden[index] && !is_for_printer(item))
            else {
                continue;
            };
            let (cell, text) = (cells.get(&index), visible_text(item));
            if cell.is_none() && text.is_none() {
                continue;
            }
            if let Some(over) = self.cover(index) {
                self.is_hidden[index] = true;
                let cover = self.cover_entry(over, covers);
                cover.cells += usize::from(cell.is_some());
                cover.hide(text);
                continue;
            }
            if let Some(text) = text
                && let Some(over) = self.cover_of_text_part(index, text)
                // If another cell covers a part of a text, the text extends beyond its own cell. Another
                // rule reports this.
                && !cells.contains_key(&over)
            {
                self.cover_entry(over, covers).hide_in_part(text);
            }
            hidden.partly_covered_cells +=
                usize::from(cell.is_some_and(|cell| self.is_cell_partly_covered(index, cell)));
            if any_unclear && !hidden.is_unsure {
                let (items, boxes) = (self.items, &self.boxes);
                let over = unclear.topmost(
                    index + 1..items.len(),
                    rect.center(),
                    |i| boxes[i].filter(|_| may_be_transparent(&items[i])),
                    |_| true,
                );
                hidden.is_unsure = over.is_some();
            }
        }
    }

    /// Returns the entry in `covers` of the covering drawing with the index `over`. Adds the entry if
    /// it is missing.
    pub(super) fn cover_entry<'c>(
        &self,
        over: usize,
        covers: &'c mut SortedMap<usize, Cover>,
    ) -> &'c mut Cover {
        covers.entry(over).or_insert_with(|| Cover {
            rect: self.boxes[over].unwrap_or_default(),
            id: self.items[over].id.clone(),
            colour: opaque_fill(&self.items[over]),
            is_annotation: self.items[over].tag.as_deref() == Some(ANNOTATION),
            ..Cover::default()
        })
    }

    /// Returns a later drawing that covers a part of a text. Small symbols in the text do not count. Returns
    /// `None` if there is no such drawing.
    pub(super) fn cover_of_text_part(&mut self, index: usize, text: &Text) -> Option<usize> {
        let [a, b, c, d] = tight_corners(text);
        let in_the_middle = [0.05, 0.3, 0.5, 0.7, 0.95].into_iter().find_map(|share| {
            let point = a.midpoint(d).lerp(b.midpoint(c), share);
            self.topmost_cover(index, point, |_, rect| {
                rect.width().max(rect.height()) > MIN_COVER_EMS * text.size
            })
        });
        in_the_middle.or_else(|| self.over_a_letter(index, text))
    }

    /// Returns whether later drawings cover a part of the edge of a cell.
    ///
    /// A later drawing counts only if it extends beyond the cell, and is clearly wider or narrower than
    /// the cell. Neighbouring cells are about as wide, so they do not count.
    fn is_cell_partly_covered(&mut self, index: usize, cell: &Polygon) -> bool {
        let Some(own_rect) = self.boxes[index] else { return false };
        let side = cell.side();
        let next = cell.corners.iter().cycle().skip(1);
        let rim = cell.corners.iter().zip(next).flat_map(|(a, b)| [*a, a.midpoint(*b)]);
        let covered = rim.filter(|point| {
            let inner = point.lerp(cell.centre, 0.1);
            let over = self.topmost_cover(index, inner, |_, rect| {
                (rect.width() - own_rect.width()).abs() > 0.2 * side
                    && !contains(own_rect.inflate(0.1 * side, 0.1 * side), rect)
            });
            over.is_some()
        });
        covered.count() >= MIN_POINTS
    }

    /// Hides every drawing that a later drawing covers completely, unless it is already hidden.
    pub(super) fn hide_others(&mut self) {
        for (index, item) in self.items.iter().enumerate() {
            if !self.is_hidden[index] && !is_for_printer(item) && self.cover(index).is_some() {
                self.is_hidden[index] = true;
            }
        }
    }

    /// Hides drawings that are white on white paper, and returns their number.
    ///
    /// Text stays visible, because another rule reports its contrast. Drawings of pieces stay visible,
    /// because a white dot may mark the position of an empty piece.
    pub(super) fn hide_white(&mut self) -> usize {
        let mut count = 0;
        let mut inked = BoxIndex::default();
        for (index, item) in self.items.iter().enumerate() {
            let Some(rect) = self.boxes[index].filter(|_| is_white(item)) else { continue };
            let is_piece = item.id.as_deref().is_some_and(|id| id.piece().is_some());
            if self.is_hidden[index] || is_for_printer(item) || is_piece {
                continue;
            }
            let (items, boxes, is_hidden) = (self.items, &self.boxes, &self.is_hidden);
            let mut points = rim_points(item, rect);
            points.push(rect.center());
            let is_bare = points.iter().all(|point| {
                inked
                    .topmost(
                        0..index,
                        *point,
                        |i| boxes[i].filter(|_| !is_hidden[i] && !is_white(&items[i])),
                        |_| true,
                    )
                    .is_none()
            });
            if is_bare {
                self.is_hidden[index] = true;
                count += 1;
            }
        }
        count
    }
}

/// Returns whether two boxes are so similar that they are one drawing that is drawn twice.
fn is_same_box(a: Rect, b: Rect) -> bool {
    [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|by| by.abs() <= SAME_BOX_MM)
}

/// Returns whether `outer` contains `inner`. Edges may touch.
fn contains(outer: Rect, inner: Rect) -> bool {
    outer.union(inner) == outer
}
