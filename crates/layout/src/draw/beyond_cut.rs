//! Finds the drawings of a piece that extend beyond its cut.
//!
//! - In: the drawings of a piece, and its frame.
//! - Out: the drawings that are at least partly outside the frame. Texts are left out.
//! - Not here: clipping. If a part of a drawing is outside, the whole drawing is returned.

use kurbo::{Affine, Rect};

use super::frame::Frame;
use super::reach;
use hexpress_scene::{Drawing, Group, leaves};

/// The smallest length by which a drawing must extend beyond the cut to be returned, in mm. A smaller excess
/// is not visible.
const VISIBLE: f64 = 0.001;

/// Returns the drawings that extend outside a frame, except texts. `transform` maps the drawings into
/// the frame.
pub fn parts(draws: &[Drawing], transform: Affine, frame: &Frame) -> Vec<Drawing> {
    let mut found = Vec::new();
    for draw in draws {
        match draw {
            Drawing::Path { .. } | Drawing::EvenOdd { .. } => {
                let over = reach::outside(std::slice::from_ref(draw), transform, frame);
                found.extend((over > VISIBLE).then(|| draw.clone()));
            }
            Drawing::Image { transform: own, .. } => {
                let over = frame.excess(Rect::new(0.0, 0.0, 1.0, 1.0), transform * *own);
                found.extend((over > VISIBLE).then(|| draw.clone()));
            }
            Drawing::Group(group) => {
                let outside = parts(&group.draws, transform * group.transform, frame);
                if !outside.is_empty() {
                    found.push(Drawing::Group(Group { draws: outside, ..group.clone() }));
                }
            }
            Drawing::Use { shared, transform: own } => {
                let inner = parts(&shared.draws, transform * *own, frame);
                if inner.len() == shared.draws.len() && !has_text(&shared.draws) {
                    found.push(draw.clone());
                } else if !inner.is_empty() {
                    found.push(Drawing::moved(*own, inner));
                }
            }
            // Only boards have `Drawing::Cells`, and this module is only used for pieces.
            Drawing::Text(_) | Drawing::Cells(_) => {}
        }
    }
    found
}

fn has_text(draws: &[Drawing]) -> bool {
    leaves(draws, Affine::IDENTITY).with_shared().any(|leaf| matches!(leaf.draw, Drawing::Text(_)))
}
