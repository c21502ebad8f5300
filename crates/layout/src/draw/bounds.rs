//! Computes the bounding box of drawings. Also makes shared drawings, which are drawn once and used at
//! many places.
//!
//! - In: drawings.
//! - Out: their bounding box, or a shared drawing with its bounding box.
//! - Not here: measuring letters. The height of a text is estimated from its em.

use kurbo::{Affine, Rect, Shape};

use super::pattern;
use hexpress_scene::{Drawing, Leaf, Shared, Text, leaves};

/// A shared drawing with more path elements than this is written only once to the file. A smaller
/// drawing is written again at each of its places.
const MIN_SHARED_ELEMENTS: usize = 400;

/// How far letters extend below their baseline, in ems.
pub const DESCENT_EMS: f64 = 0.35;

/// Makes a shared drawing, which is used many times. Its patterns are drawn here, once for all uses.
pub fn shared(drawings: Vec<Drawing>) -> Shared {
    let drawn = pattern::drawn(drawings);
    let large = leaves(&drawn, Affine::IDENTITY).map(element_count).sum::<usize>() > MIN_SHARED_ELEMENTS;
    let bounds = bounds(&drawn).unwrap_or_default();
    Shared { drawings: drawn, large, bounds }
}

/// Returns the number of elements if the drawing is a path, and 1 otherwise.
fn element_count(leaf: Leaf<'_>) -> usize {
    leaf.draw.path().map_or(1, |path| path.elements().len())
}

/// Returns the bounding box of drawings, or `None` if there are no drawings.
pub fn bounds(drawings: &[Drawing]) -> Option<Rect> {
    drawings.iter().filter_map(bounds_of_one).reduce(|a, b| a.union(b))
}

fn bounds_of_one(drawing: &Drawing) -> Option<Rect> {
    match drawing {
        Drawing::Path { path, stroke, .. } => {
            let width = stroke.as_ref().map_or(0.0, |stroke| stroke.width);
            Some(path.bounding_box().inflate(width, width))
        }
        Drawing::Text(text) => Some(text_bounds(text)),
        Drawing::EvenOdd { path, .. } => Some(path.bounding_box()),
        Drawing::Image { transform, .. } => {
            Some(transform.transform_rect_bbox(Rect::new(0.0, 0.0, 1.0, 1.0)))
        }
        Drawing::Group(group) => bounds(&group.drawings).map(|inner| {
            let visible = group.clip.as_ref().map_or(inner, |clip| inner.intersect(clip.bounding_box()));
            group.transform.transform_rect_bbox(visible)
        }),
        Drawing::Use { shared, transform } => Some(transform.transform_rect_bbox(shared.bounds)),
        Drawing::Cells(cells) => {
            cells.groups().filter_map(|group| bounds(&[Drawing::Group(group)])).reduce(|a, b| a.union(b))
        }
    }
}

fn text_bounds(text: &Text) -> Rect {
    let advance: f64 = text.glyphs.iter().map(|glyph| glyph.advance).sum::<f64>() / 1000.0 * text.size;
    let (x, y) = (text.origin.x, text.origin.y);
    Rect::new(x, y - text.size, x + advance, y + text.size * DESCENT_EMS)
}
