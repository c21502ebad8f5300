//! Describes the small drawings at an edge of a piece.
//!
//! - In: drawings.
//! - Out: an [`EdgeDrawing`], which can be compared with those of other edges.

use std::hash::{DefaultHasher, Hash, Hasher};

use kurbo::{BezPath, Shape as _};

use super::Ruling;
use crate::facts::item::area;
use hexpress_read::{Item, ItemKind, Outline};

/// The small drawings at an edge, regardless of their rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeDrawing {
    /// A hash of the texts, of the numbers of elements of the paths, and of the sizes of the pictures.
    content_hash: u64,
    /// The sum of the areas of the paths, in mm².
    area: f32,
    /// The sum of the lengths of the outlines, in mm. For a pattern of lines, it is the distance
    /// between the lines.
    length: f32,
}

impl EdgeDrawing {
    /// Returns whether the drawings at two edges are the same, or both edges have none.
    pub fn are_same(one: Option<Self>, other: Option<Self>) -> bool {
        let (Some(a), Some(b)) = (one, other) else { return one.is_none() && other.is_none() };
        a.content_hash == b.content_hash && is_close(a.area, b.area) && is_close(a.length, b.length)
    }

    /// Adds a drawing to the drawings `before` of the same edge. If there are none, the result consists of
    /// only this drawing.
    pub fn extended(before: Option<Self>, item: &Item) -> Self {
        let mut hasher = DefaultHasher::new();
        before.map(|drawing| drawing.content_hash).hash(&mut hasher);
        let (mut total_area, mut length) =
            before.map_or((0.0, 0.0), |drawing| (drawing.area, drawing.length));
        match &item.kind {
            ItemKind::Path { path, fill, .. } => {
                // The number of lines in a pattern depends on the length of the edge, so the distance
                // between the lines is compared instead.
                if let Some(ruling) = Ruling::from_item(item) {
                    (ruling.directions, false).hash(&mut hasher);
                    return Self {
                        content_hash: hasher.finish(),
                        area: total_area,
                        length: length + ruling.spacing as f32,
                    };
                }
                // All parts of a row are equal, and their number depends on the length of the edge. Only
                // the first part is compared.
                let first = item.clip.map(|_| first_part(path));
                let shown = first.as_ref().unwrap_or(path);
                (shown.kinds().len(), fill.is_some()).hash(&mut hasher);
                total_area += area(shown) as f32;
                length += shown.perimeter(0.05) as f32;
            }
            ItemKind::Text(text) => text.string.hash(&mut hasher),
            ItemKind::Image { pixels, .. } => pixels.hash(&mut hasher),
        }
        Self { content_hash: hasher.finish(), area: total_area, length }
    }
}

fn first_part(path: &Outline) -> Outline {
    path.subpaths().take(1).flatten().collect::<BezPath>().into()
}

fn is_close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 0.02 * a.abs().max(b.abs()) + 0.01
}
