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
                if reach::outside(std::slice::from_ref(draw), transform, frame) > SEEN {
                    found.push(draw.clone());
                }
            }
            Draw::Image { transform: own, .. } => {
                if frame.excess(Rect::new(0.0, 0.0, 1.0, 1.0), transform * *own) > SEEN {
                    found.push(draw.clone());
                }
            }
            Draw::Group(group) => {
                let inner = parts(&group.draws, transform * group.transform, frame);
                if !inner.is_empty() {
                    found.push(Draw::Group(Group { draws: inner, ..group.clone() }));
                }
            }
            Draw::Use { shared, transform: own } => {
                let inner = parts(&shared.draws, transform * *own, frame);
                if inner.len() == shared.draws.len() && !has_words(&shared.draws) {
                    found.push(draw.clone());
                } else if !inner.is_empty() {
                    found.push(Draw::Group(Group { transform: *own, ..Group::plain(inner) }));
                }
            }
            Draw::Text(_) => {}
        }
    }
    found
}

/// Whether there are words among drawings.
fn has_words(draws: &[Draw]) -> bool {
    leaves(draws, Affine::IDENTITY).with_shared().any(|leaf| matches!(leaf.draw, Draw::Text(_)))
}
