//! What of a piece goes on beyond its cut.

use kurbo::{Affine, Rect};

use super::frame::Frame;
use super::reach;
use crate::scene::{Draw, Group, leaves};

/// Less does not show, in mm.
const SEEN: f64 = 0.001;

/// Those of the drawings that reach outside a frame. Words never do.
pub fn parts(draws: &[Draw], transform: Affine, frame: &Frame) -> Vec<Draw> {
    let mut found = Vec::new();
    for draw in draws {
        match draw {
            Draw::Path { .. } | Draw::EvenOdd { .. } => {
                let over = reach::outside(std::slice::from_ref(draw), transform, frame);
                found.extend((over > SEEN).then(|| draw.clone()));
            }
            Draw::Image { transform: own, .. } => {
                let over = frame.excess(Rect::new(0.0, 0.0, 1.0, 1.0), transform * *own);
                found.extend((over > SEEN).then(|| draw.clone()));
            }
            Draw::Group(group) => {
                let inner = parts(&group.draws, transform * group.transform, frame);
                if !inner.is_empty() {
                    found.push(Draw::Group(Group { draws: inner, ..group.clone() }));
                }
            }
            Draw::Use { shared, transform: own } => {
                let inner = parts(&shared.draws, transform * *own, frame);
                let mut leaves = leaves(&shared.draws, Affine::IDENTITY).with_shared();
                if inner.len() == shared.draws.len() && !leaves.any(|leaf| matches!(leaf.draw, Draw::Text(_)))
                {
                    found.push(draw.clone());
                } else if !inner.is_empty() {
                    found.push(Draw::moved(*own, inner));
                }
            }
            // Boards alone have many cells, and no cut.
            Draw::Text(_) | Draw::Many(_) => {}
        }
    }
    found
}
