//! Finds shapes that have the colour of their background, such as a white disc on white paper.
//!
//! - In: the drawings of a page by hexpress.
//! - Out: the shapes, with their colours and contrast.

use std::sync::Arc;

use kurbo::{PathEl, Point, Rect, Shape};

use super::drawing_stack::DrawingStack;
use super::rim::rim_points;
use super::{PageLayout, is_for_printer, is_inside, opaque_fill};
use crate::colour_vision::contrast;
use hexpress_base::box_index::BoxIndex;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{Item, ItemKind, Rgb};

/// A shape that can hardly be distinguished from its background.
#[derive(Debug, Clone)]
pub struct LowContrastShape {
    /// The box of the shape, in mm.
    pub rect: Rect,
    pub id: Option<Arc<Identity>>,
    pub colour: Rgb,
    /// The colour of the background.
    pub ground: Rgb,
    /// The contrast between the colour of the shape and that of the background: the ratio of their
    /// luminances.
    pub ratio: f64,
    /// Whether the colours are so similar that the shape is invisible.
    pub is_unseen: bool,
}

/// Two colours look the same if they differ by at most this in each channel.
const MAX_CHANNEL_DIFFERENCE: u8 = 5;
/// A shape is clearly visible if its contrast with the background is at least this.
const MIN_CLEAR_CONTRAST: f64 = 2.0;
/// A drawing counts as a background if its size is at least this fraction of the size of its cell or
/// piece. A smaller drawing counts as a shape on the background.
const MIN_GROUND_FRACTION: f64 = 0.85;
/// The size of the inner part of a shape, as a fraction of the box around the shape.
///
/// If another drawing overlaps the inner part, the shape is a plate: a background for that drawing. A
/// plate may be pale.
const INNER_PART_FRACTION: f64 = 0.7;
/// A dot with at most this size, in mm, only marks the position of an empty piece.
const MAX_POSITION_DOT_MM: f64 = 0.15;

impl DrawingStack<'_> {
    /// Returns the shapes whose colour is similar to that of their background. Hides the shapes that
    /// are invisible.
    ///
    /// `cells` contains the box of each cell. Its keys are the indices of the items that draw the
    /// cells.
    pub(super) fn hide_pale(
        &mut self,
        cells: &SortedMap<usize, Rect>,
        ours: PageLayout<'_>,
    ) -> Vec<LowContrastShape> {
        let mut grounds = BoxIndex::default();
        let mut found = Vec::new();
        let items = self.items;
        let by_id: SortedMap<Option<&Identity>, Rect> =
            cells.iter().map(|(index, rect)| (items[*index].id.as_deref(), *rect)).collect();
        for (index, item) in items.iter().enumerate() {
            let Some((rect, colour)) = self.boxes[index].zip(only_colour(item)) else { continue };
            if self.is_hidden[index] || cells.contains_key(&index) || !is_figure(item, rect, &by_id, ours) {
                continue;
            }
            let Some(ground) = self.ground(index, rect.center(), &mut grounds, ours) else { continue };
            let is_unseen =
                colour.0.iter().zip(ground.0).all(|(a, b)| a.abs_diff(b) <= MAX_CHANNEL_DIFFERENCE);
            let ratio = contrast(colour, ground);
            if ratio >= MIN_CLEAR_CONTRAST
                || !self.lies_on_one_ground(index, rect)
                || self.has_drawings_on_top(index, rect)
            {
                continue;
            }
            self.is_hidden[index] = is_unseen;
            found.push(LowContrastShape { rect, id: item.id.clone(), colour, ground, ratio, is_unseen });
        }
        found
    }

    /// Returns the colour at a point before the item `before` is drawn; `None` if the colour is
    /// unknown.
    fn ground(
        &self,
        before: usize,
        point: Point,
        grounds: &mut BoxIndex,
        ours: PageLayout<'_>,
    ) -> Option<Rgb> {
        let (items, boxes, is_hidden) = (self.items, &self.boxes, &self.is_hidden);
        let below = grounds.topmost(
            self.overlap_range(before).start..before,
            point,
            |i| boxes[i].filter(|_| is_painted_area(&items[i])),
            |i| {
                !is_hidden[i]
                    && (matches!(items[i].kind, ItemKind::Image { .. }) || is_inside(&items[i], point))
            },
        );
        match below {
            None => ours.is_white(items[before].id.as_deref()).then_some(Rgb::WHITE),
            Some(below) => opaque_fill(&items[below]),
        }
    }

    /// Returns whether the background around a shape has only one colour. This is the case if each
    /// earlier drawing that overlaps the shape extends beyond the shape on all sides.
    fn lies_on_one_ground(&self, index: usize, rect: Rect) -> bool {
        let rim = rim_points(&self.items[index], rect);
        (self.overlap_range(index).start..index).all(|under| {
            let Some(own_rect) =
                self.boxes[under].filter(|own_rect| !self.is_hidden[under] && own_rect.overlaps(rect))
            else {
                return true;
            };
            own_rect.union(rect) == own_rect && rim.iter().all(|point| is_inside(&self.items[under], *point))
        })
    }

    /// Returns whether other drawings are on top of a shape. The shape is then a plate: a background for
    /// these drawings.
    fn has_drawings_on_top(&self, index: usize, rect: Rect) -> bool {
        let inner = Rect::from_center_size(rect.center(), rect.size() * INNER_PART_FRACTION);
        let later = self.items.iter().zip(&self.boxes).take(self.overlap_range(index).end).skip(index + 1);
        later.filter(|(item, _)| !is_for_printer(item)).any(|(item, own_rect)| {
            own_rect.is_some_and(|own_rect| own_rect.overlaps(inner))
                && match &item.kind {
                    // An outline without a fill may surround the shape, and only its line can be on top of
                    // the shape.
                    ItemKind::Path { path, fill: None, .. } => {
                        path.segments().any(|segment| segment.bounding_box().overlaps(inner))
                    }
                    _ => true,
                }
        })
    }
}

/// Returns whether a drawing fills an area with colour.
fn is_painted_area(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Path { fill, .. } => fill.is_some(),
        ItemKind::Image { .. } => true,
        ItemKind::Text(_) => false,
    }
}

/// Returns the colour of a drawing that has only one colour.
///
/// Returns `None` for texts, pictures and patterns. Also returns `None` for drawings with several
/// colours or drawings that may be transparent.
fn only_colour(item: &Item) -> Option<Rgb> {
    let ItemKind::Path { fill, stroke, .. } = &item.kind else { return None };
    if item.effect != 0 || item.clip.is_some() || item.shades.is_some() || item.opacity < 1.0 {
        return None;
    }
    let line = stroke.as_ref().map(|stroke| stroke.colour);
    fill.filter(|fill| line.is_none_or(|line| line == *fill))
}

/// Returns whether a drawing is a shape in a cell or on a piece, and not its background.
fn is_figure(
    item: &Item,
    rect: Rect,
    cells: &SortedMap<Option<&Identity>, Rect>,
    ours: PageLayout<'_>,
) -> bool {
    let id = item.id.as_deref();
    let size = match id.and_then(Identity::feature) {
        Some(Feature::Detail(_)) => return true,
        _ if is_band(item) => return false,
        Some(Feature::Cell(_)) => cells.get(&id).map(Rect::size),
        Some(Feature::Piece(_)) => id.and_then(|id| ours.piece(id)),
        _ => None,
    };
    size.is_some_and(|size| {
        rect.width().max(rect.height()) > MAX_POSITION_DOT_MM
            && rect.size().min_side() < MIN_GROUND_FRACTION * size.min_side()
    })
}

/// Returns whether a drawing is a band along an edge. A band may have any colour.
///
/// A band is a quadrilateral that is not a parallelogram.
fn is_band(item: &Item) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    // Some outlines return to their first point before they are closed.
    let corners = match path.kinds() {
        [a, b, c, d, PathEl::ClosePath] => [a, b, c, d],
        [a, b, c, d, last, rest @ ..] if last.end_point() == a.end_point() && rest.len() < 2 => [a, b, c, d],
        _ => return false,
    };
    let [Some(a), Some(b), Some(c), Some(d)] = corners.map(PathEl::end_point) else { return false };
    a.midpoint(c).distance(b.midpoint(d)) > 0.01
}
