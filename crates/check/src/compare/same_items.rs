//! Compares two items: their places, forms, colours and effects.
//!
//! - In: an item of the page that was found, and an item of the page that the layout makes.
//! - Out: whether the items are the same, as a whole or in one of these respects.
//! - Not here: comparing paths and dashes; `same_outline` does that.

use kurbo::{Point, Rect, Vec2};

use super::painted_items::{PaintedForm, PaintedItem, SAME_PLACE_MM};
use super::same_outline::{same_dashes, same_path};
use crate::facts::item::without_spaces;

/// Two boxes count as exactly the same if their sides differ by at most this, in mm. Numbers in files
/// are rounded.
const SAME_SIDE_MM: f64 = 0.002;
/// Two shades count as equal if they differ by at most this, out of 255. Programs round colours
/// differently.
pub const SAME_SHADE: u8 = 2;

/// Returns whether two items look the same and are in the same place.
pub fn is_same_mark(a: &PaintedItem, b: &PaintedItem) -> bool {
    is_same_apart_from_effects(a, b) && has_same_effects(a, b)
}

/// Returns whether two items have the same place, form and colour. Their effects may differ.
pub fn is_same_apart_from_effects(a: &PaintedItem, b: &PaintedItem) -> bool {
    has_same_colour(a, b) && has_same_place(a, b) && has_same_form(a, b)
}

pub fn has_same_colour(a: &PaintedItem, b: &PaintedItem) -> bool {
    match (a.colour(), b.colour()) {
        (Some(a), Some(b)) => a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= SAME_SHADE),
        (a, b) => a == b,
    }
}

pub fn has_same_place(a: &PaintedItem, b: &PaintedItem) -> bool {
    let [end, other_end] = [a.rect, b.rect].map(|rect| Point::new(rect.x1, rect.y1));
    a.anchor().distance(b.anchor()) <= SAME_PLACE_MM && end.distance(other_end) <= place_tolerance(a) * 1.5
}

/// Returns whether two equal items have exactly the same box, apart from rounding errors in files.
pub fn has_exactly_same_place(a: &PaintedItem, b: &PaintedItem) -> bool {
    have_same_sides(a.rect, b.rect, SAME_SIDE_MM)
}

/// Returns whether two items have the same form, regardless of place and colour.
pub fn has_same_form(a: &PaintedItem, b: &PaintedItem) -> bool {
    let size = a.rect.size() - b.rect.size();
    if size.width.abs().max(size.height.abs()) > place_tolerance(a) {
        return false;
    }
    match (&a.form, &b.form) {
        (PaintedForm::Words(text), PaintedForm::Words(other)) => {
            let turned = (text.angle - other.angle).rem_euclid(360.0);
            without_spaces(&text.string) == without_spaces(&other.string)
                && turned.min(360.0 - turned) < 0.5
                && (text.balance.centre - other.balance.centre).hypot() <= place_tolerance(a) / 2.0
        }
        _ => has_same_outline(a, b, a.anchor() - b.anchor()),
    }
}

/// Returns whether two items have the same outline at the same place, and whether their clips leave the
/// same part visible. Allows the small differences that arise if a program rounds points to a grid.
pub fn has_same_visible_outline(a: &PaintedItem, b: &PaintedItem) -> bool {
    have_same_sides(a.rect, b.rect, SAME_PLACE_MM) && has_same_outline(a, b, Vec2::ZERO)
}

/// Returns whether the outline of `a`, moved by the vector `-offset`, is the outline of `b`. Ignores
/// clips. Always returns false for texts, which have no outline.
fn has_same_outline(a: &PaintedItem, b: &PaintedItem, offset: Vec2) -> bool {
    match (&a.form, &b.form) {
        (PaintedForm::Surface(path, _), PaintedForm::Surface(other, _)) => same_path(path, other, offset),
        (PaintedForm::Line(path, stroke), PaintedForm::Line(other, other_stroke)) => {
            (stroke.width - other_stroke.width).abs() <= SAME_PLACE_MM
                && same_dashes(stroke, other_stroke)
                && same_path(path, other, offset)
        }
        (PaintedForm::Picture(corners), PaintedForm::Picture(others)) => {
            corners.iter().zip(others).all(|(a, b)| (*a - offset).distance(*b) <= SAME_PLACE_MM)
        }
        _ => false,
    }
}

/// Returns whether two items have the same blending, shades and clips.
pub fn has_same_effects(a: &PaintedItem, b: &PaintedItem) -> bool {
    let [outlines, other_outlines] = [a, b].map(|item| item.clip_outlines.as_deref().unwrap_or_default());
    let has_same_gradient = match (&a.gradient, &b.gradient) {
        (Some(own_gradient), Some(other)) => own_gradient.is_as(other),
        (own_gradient, other) => own_gradient.is_none() == other.is_none(),
    };
    a.effect == b.effect
        && has_same_gradient
        && outlines.len() == other_outlines.len()
        && outlines.iter().zip(other_outlines).all(|(a, b)| same_path(a, b, Vec2::ZERO))
}

/// Returns whether each side of one box is at most `distance` mm from the same side of the other box.
fn have_same_sides(a: Rect, b: Rect, distance: f64) -> bool {
    [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].iter().all(|far| far.abs() <= distance)
}

/// Returns how far apart two places of an item may be to count as the same place, in mm.
///
/// The distance is larger for a text. Some files round the widths of letters to thousandths of the size
/// of the letters, and these errors add up along a line.
fn place_tolerance(item: &PaintedItem) -> f64 {
    match &item.form {
        PaintedForm::Words(text) => SAME_PLACE_MM + 0.001 * text.corners[0].distance(text.corners[1]),
        _ => SAME_PLACE_MM,
    }
}
