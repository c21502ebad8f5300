//! Finds the drawings of a piece that extend beyond its cut.
//!
//! - In: the drawings of a piece, and its frame.
//! - Out: the drawings that are at least partly outside the frame. Texts are left out.
//! - Not here: clipping. If a part of a drawing is outside, the whole drawing is returned.

use kurbo::{Affine, Rect};

use super::frame::Frame;
use super::overhang;
use hexpress_scene::{Drawing, Group, leaves};

/// The smallest length by which a drawing must extend beyond the cut to be returned, in mm. A smaller excess
/// is not visible.
const VISIBLE: f64 = 0.001;

/// Returns the drawings that extend outside a frame, except texts. `transform` maps the drawings into
/// the frame.
pub fn parts(drawings: &[Drawing], transform: Affine, frame: &Frame) -> Vec<Drawing> {
    let mut found = Vec::new();
    for drawing in drawings {
        match drawing {
            Drawing::Path { .. } | Drawing::EvenOdd { .. } => {
                let over = overhang::of_drawings(std::slice::from_ref(drawing), transform, frame);
                found.extend((over > VISIBLE).then(|| drawing.clone()));
            }
            Drawing::Image { transform: own_transform, .. } => {
                let over =
                    frame.box_distance_outside(Rect::new(0.0, 0.0, 1.0, 1.0), transform * *own_transform);
                found.extend((over > VISIBLE).then(|| drawing.clone()));
            }
            Drawing::Group(group) => {
                let outside = parts(&group.drawings, transform * group.transform, frame);
                if !outside.is_empty() {
                    found.push(Drawing::Group(Group { drawings: outside, ..group.clone() }));
                }
            }
            Drawing::Use { shared, transform: own_transform } => {
                let inner = parts(&shared.drawings, transform * *own_transform, frame);
                if inner.len() == shared.drawings.len() && !has_text(&shared.drawings) {
                    found.push(drawing.clone());
                } else if !inner.is_empty() {
                    found.push(Drawing::moved(*own_transform, inner));
                }
            }
            // Only boards have `Drawing::Cells`, and this module is only used for pieces.
            Drawing::Text(_) | Drawing::Cells(_) => {}
        }
    }
    found
}

fn has_text(drawings: &[Drawing]) -> bool {
    leaves(drawings, Affine::IDENTITY).with_shared().any(|leaf| matches!(leaf.draw, Drawing::Text(_)))
}
