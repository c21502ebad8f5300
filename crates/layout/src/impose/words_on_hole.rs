//! Reports texts and icons where a hole is punched.
//!
//! - In: the drawings of an element on one piece, and the holes of the piece.
//! - Out: a finding for each text or icon that a hole touches.
//! - Not here: colours and pictures. They may continue over a hole.

use kurbo::{Affine, Point, Vec2};

use crate::draw::painter::Painter;
use crate::marks::punch::PunchedHole;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::geometry::winding;
use hexpress_game::{Element, Shape};
use hexpress_scene::{Draw, Leaf, leaves};

/// Returns an error if a hole touches a text, an icon or an arrow.
pub fn check(
    element: &Element,
    draws: &[Draw],
    holes: &[PunchedHole],
    painter: &Painter<'_, '_>,
) -> Option<Diagnostic> {
    let what = match &element.shape {
        Shape::Text(..) => "this text",
        Shape::Icon(_) => "this icon",
        Shape::Arrow(_) => "this arrow",
        _ => return None,
    };
    let mut parts = leaves(draws, Affine::IDENTITY).with_shared();
    parts.any(|leaf| holes.iter().any(|hole| is_on(&leaf, *hole, painter))).then(|| {
        let message = format!("a hole is punched through {what}");
        codes::NOT_SAFE.error(message).hint("move it, make it smaller, or move the hole")
    })
}

/// Returns whether a hole touches a drawing.
fn is_on(leaf: &Leaf<'_>, hole: PunchedHole, painter: &Painter<'_, '_>) -> bool {
    let to_drawing = leaf.frame.inverse();
    match leaf.draw {
        Draw::Text(text) => {
            let Ok(shaped) = painter.shaper.shape(text.font, &text.string) else { return false };
            let ink = shaped.ink.scale_from_origin(text.size) + text.origin.to_vec2();
            let middle = to_drawing * hole.middle;
            let nearest = Point::new(middle.x.clamp(ink.x0, ink.x1), middle.y.clamp(ink.y0, ink.y1));
            ink.area() > 0.0 && (leaf.frame * nearest).distance(hole.middle) < hole.radius
        }
        Draw::Path { path, fill: Some(_), .. } => {
            samples(hole).iter().any(|point| winding(path, to_drawing * *point) != 0)
        }
        _ => false,
    }
}

/// Returns the middle of a hole and eight points on its edge.
fn samples(hole: PunchedHole) -> [Point; 9] {
    const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
    [(0.0, 0.0), (1.0, 0.0), (D, D), (0.0, 1.0), (-D, D), (-1.0, 0.0), (-D, -D), (0.0, -1.0), (D, -D)]
        .map(|offset| hole.middle + Vec2::from(offset) * hole.radius)
}
