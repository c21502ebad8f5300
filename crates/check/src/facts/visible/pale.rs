//! Figures in the colour of what they lie on: a white disc on white paper.

use std::sync::Arc;

use kurbo::{PathEl, Point, Rect, Shape};

use super::{Ours, Pile, is_for_printer, is_inside, points};
use crate::base::box_index::BoxIndex;
use crate::base::identity::{Feature, Identity};
use crate::base::map::Map;
use crate::check::color_vision::contrast;
use crate::read::{Item, ItemKind, Rgb};

/// A figure that cannot be told from its ground, or hardly.
#[derive(Debug, Clone)]
pub struct Pale {
    /// Where it lies, in mm.
    pub rect: Rect,
    /// Whose drawing it is.
    pub id: Option<Arc<Identity>>,
    /// Its colour.
    pub colour: Rgb,
    /// The colour of what it lies on.
    pub ground: Rgb,
    /// Their contrast: the ratio of their luminances.
    pub ratio: f64,
    /// Whether the two differ by so little that nobody sees it.
    pub is_unseen: bool,
}

/// Channels of two colours that differ by no more are one colour to the eye.
const SAME: u8 = 5;
/// Figures whose luminance differs from that of their ground by a larger ratio stand out in any case.
const CLEAR: f64 = 2.0;
/// What is as large as this share of its cell or its piece is a ground itself.
const GROUND: f64 = 0.85;
/// The share of a figure's box in which another drawing makes that figure a plate.
const PLATE: f64 = 0.7;
/// Smaller figures than this, in mm, only say where a piece lies that shows nothing.
const LEAST: f64 = 0.15;

impl Pile<'_> {
    /// The figures in the colour of their ground, of which those that nobody sees are gone. `cells` are the outlines of
    /// cells among the items.
    pub(super) fn pale(&mut self, cells: &Map<usize, Rect>, ours: Ours<'_>) -> Vec<Pale> {
        let mut grounds = BoxIndex::default();
        let mut found = Vec::new();
        let items = self.items;
        let by_id: Map<Option<&Identity>, Rect> =
            cells.iter().map(|(index, rect)| (items[*index].id.as_deref(), *rect)).collect();
        for (index, item) in items.iter().enumerate() {
            let (Some(rect), Some(colour)) = (self.boxes[index], colour(item)) else { continue };
            if self.gone[index] || cells.contains_key(&index) || !is_figure(item, rect, &by_id, ours) {
                continue;
            }
            let Some(ground) = self.ground(index, rect.center(), &mut grounds, ours) else { continue };
            let is_unseen = colour.0.iter().zip(ground.0).all(|(a, b)| a.abs_diff(b) <= SAME);
            let ratio = contrast(colour, ground);
            if ratio >= CLEAR || !self.lies_on_one_ground(index, rect) || self.bears(index, rect) {
                continue;
            }
            self.gone[index] = is_unseen;
            found.push(Pale { rect, id: item.id.clone(), colour, ground, ratio, is_unseen });
        }
        found
    }

    /// The colour that is seen at a place before an item is drawn; none if it is not known.
    fn ground(&self, before: usize, at: Point, grounds: &mut BoxIndex, ours: Ours<'_>) -> Option<Rgb> {
        let (items, boxes, gone) = (self.items, &self.boxes, &self.gone);
        let paints = |item: &Item| match &item.kind {
            ItemKind::Path { fill, .. } => fill.is_some(),
            ItemKind::Image { .. } => true,
            ItemKind::Text(_) => false,
        };
        let bounds = |i: usize| boxes[i].filter(|_| paints(&items[i]));
        let is_there = |i: usize| {
            !gone[i] && (matches!(items[i].kind, ItemKind::Image { .. }) || is_inside(&items[i], at))
        };
        match grounds.topmost(self.near(before).start..before, at, bounds, is_there) {
            None => ours.is_white(items[before].id.as_deref()).then_some(Rgb([0xFF; 3])),
            Some(under) => super::fill(&items[under]).filter(|_| items[under].shades.is_none()),
        }
    }

    /// Whether all earlier drawings that meet a figure go on all round it, so that it covers nothing but them.
    fn lies_on_one_ground(&self, index: usize, rect: Rect) -> bool {
        let rim = points(&self.items[index], rect);
        (self.near(index).start..index).all(|under| {
            let Some(own) = self.boxes[under].filter(|own| !self.gone[under] && own.overlaps(rect)) else {
                return true;
            };
            own.union(rect) == own && rim.iter().all(|point| is_inside(&self.items[under], *point))
        })
    }

    /// Whether something is drawn on a figure: it is a plate then, for that to be seen on.
    fn bears(&self, index: usize, rect: Rect) -> bool {
        let inner = Rect::from_center_size(rect.center(), rect.size() * PLATE);
        let later = self.items.iter().zip(&self.boxes).take(self.near(index).end).skip(index + 1);
        later.filter(|(item, _)| !is_for_printer(item)).any(|(item, own)| {
            own.is_some_and(|own| own.overlaps(inner))
                && match &item.kind {
                    // What a line goes round is not under it.
                    ItemKind::Path { path, fill: None, .. } => {
                        path.segments().any(|segment| segment.bounding_box().overlaps(inner))
                    }
                    _ => true,
                }
        })
    }
}

/// The one colour of a drawing; none of words, pictures, patterns, and what has several or may be seen through.
fn colour(item: &Item) -> Option<Rgb> {
    let ItemKind::Path { fill, stroke, .. } = &item.kind else { return None };
    if item.effect != 0 || item.clip.is_some() || item.shades.is_some() || item.cover < 1.0 {
        return None;
    }
    let line = stroke.as_ref().map(|stroke| stroke.colour);
    fill.filter(|fill| line.is_none_or(|line| line == *fill))
}

/// Whether a drawing is a figure in a cell or on a piece, and not its ground.
fn is_figure(item: &Item, rect: Rect, cells: &Map<Option<&Identity>, Rect>, ours: Ours<'_>) -> bool {
    let id = item.id.as_deref();
    let whole = match id.and_then(Identity::feature) {
        Some(Feature::Detail(_)) => return true,
        _ if is_band(item) => return false,
        Some(Feature::Cell(_)) => cells.get(&id).map(Rect::size),
        Some(Feature::Piece(_)) => id.and_then(|id| ours.piece(id)),
        _ => None,
    };
    let Some(whole) = whole else { return false };
    let least = |size: kurbo::Size| size.width.min(size.height);
    rect.width().max(rect.height()) > LEAST && least(rect.size()) < GROUND * least(whole)
}

/// Whether a drawing is a band along an edge: four corners, and not those of a rectangle. Bands may have any colour.
fn is_band(item: &Item) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    // What closes an outline may go back to its start first.
    let corners = match path.kinds() {
        [a, b, c, d, PathEl::ClosePath] => [a, b, c, d],
        [a, b, c, d, last, rest @ ..] if last.end_point() == a.end_point() && rest.len() < 2 => [a, b, c, d],
        _ => return false,
    };
    let [Some(a), Some(b), Some(c), Some(d)] = corners.map(PathEl::end_point) else { return false };
    a.midpoint(c).distance(b.midpoint(d)) > 0.01
}
