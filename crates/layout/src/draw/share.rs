//! Drawings that are used many times: how large they are, and what they cover.

use kurbo::{Affine, Rect, Shape};

use super::pattern;
use crate::scene::{Draw, Leaf, Shared, leaves};

/// Paths with more pieces than this stand in the file once.
const LARGE: usize = 400;

/// How far words reach below their baseline, in ems.
pub const DEEP: f64 = 0.35;

/// Drawings to be used many times.
pub fn shared(draws: Vec<Draw>) -> Shared {
    let draws = pattern::drawn(draws);
    let elements = |leaf: Leaf<'_>| leaf.draw.path().map_or(1, |path| path.elements().len());
    let large = leaves(&draws, Affine::IDENTITY).map(elements).sum::<usize>() > LARGE;
    let bounds = bounds(&draws).unwrap_or_default();
    Shared { draws, large, bounds }
}

/// What drawings cover; text counts by its em.
pub fn bounds(draws: &[Draw]) -> Option<Rect> {
    let boxes = draws.iter().filter_map(|draw| match draw {
        Draw::Path { path, stroke, .. } => {
            let width = stroke.as_ref().map_or(0.0, |s| s.width);
            Some(path.bounding_box().inflate(width, width))
        }
        Draw::Text(text) => {
            let advance: f64 = text.glyphs.iter().map(|g| g.advance).sum::<f64>() / 1000.0 * text.size;
            let (x, y) = (text.origin.x, text.origin.y);
            Some(Rect::new(x, y - text.size, x + advance, y + text.size * DEEP))
        }
        Draw::EvenOdd { path, .. } => Some(path.bounding_box()),
        Draw::Image { transform, .. } => Some(transform.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0))),
        Draw::Group(group) => bounds(&group.draws).map(|b| {
            let seen = group.clip.as_ref().map_or(b, |clip| b.intersect(clip.bounding_box()));
            group.transform.transform_rect_bbox(seen)
        }),
        Draw::Use { shared, transform } => Some(transform.transform_rect_bbox(shared.bounds)),
        Draw::Many(many) => {
            let each = many.groups().filter_map(|group| bounds(&[Draw::Group(group)]));
            each.reduce(|a, b| a.union(b))
        }
    });
    boxes.reduce(|a, b| a.union(b))
}
