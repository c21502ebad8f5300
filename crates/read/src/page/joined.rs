//! Joins text that a program wrote letter by letter.
//!
//! - In: the items of a page, in drawing order.
//! - Out: the same items. Consecutive texts on one line without a gap are joined into one.

use kurbo::{Point, Rect, Vec2};

use crate::glyphs::SPACE;
use crate::{Item, ItemKind, Text};
use hexpress_base::geometry::span;

/// The largest overlap of two letters that are joined, as a fraction of the em. A letter with a
/// larger overlap is drawn on top of the previous text.
const MAX_OVERLAP: f64 = 0.15;
/// Two values count as equal if they differ by at most this. For baselines and sizes, the unit is
/// the em. For angles, the unit is the degree.
const SAME_VALUE: f64 = 0.02;

/// Joins two consecutive texts into one if the second continues the first.
pub(super) fn join_texts(items: Vec<Item>) -> Vec<Item> {
    let mut all: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let last = all
            .last_mut()
            .filter(|last| last.id == item.id && last.tag == item.tag && last.clip == item.clip);
        if let Some(last) = last
            && let (ItemKind::Text(before), ItemKind::Text(text)) = (&mut last.kind, &item.kind)
            && continues(before, text)
        {
            append(before, text);
            last.effect = last.effect.wrapping_add(item.effect);
            last.draw_style = last.draw_style.and(item.draw_style);
            last.painted_bounds = last.kind.painted_bounds();
            continue;
        }
        all.push(item);
    }
    all
}

/// Returns two unit vectors: along the baseline of a text, and upwards from the baseline.
fn directions(text: &Text) -> [Vec2; 2] {
    let angle = text.angle.to_radians();
    let along = Vec2::new(libm::cos(angle), libm::sin(angle));
    [along, Vec2::new(along.y, -along.x)]
}

/// Returns whether a text begins at the end of another text. Both must be on the same line, in the
/// same size and colour.
fn continues(before: &Text, text: &Text) -> bool {
    let size = before.size;
    let rotation = (before.angle - text.angle).abs();
    let has_same_look = (size - text.size).abs() <= SAME_VALUE * size
        && rotation.min(360.0 - rotation) <= SAME_VALUE
        && (before.colour, before.invisible) == (text.colour, text.invisible);
    if !has_same_look {
        return false;
    }
    let [along, up] = directions(before);
    let gap = (text.origin - baseline_end(before, along)).dot(along);
    (-MAX_OVERLAP * size..=SPACE * size).contains(&gap)
        && (text.origin - before.origin).dot(up).abs() <= SAME_VALUE * size
}

/// Returns the point where the baseline of a text ends.
fn baseline_end(text: &Text, along: Vec2) -> Point {
    text.origin + along * (text.corners[1] - text.origin).dot(along)
}

/// Appends a text to the text before it.
fn append(before: &mut Text, text: &Text) {
    let [along, up] = directions(before);
    let origin = before.origin;
    let heights = before.corners.iter().chain(&text.corners).map(|corner| (*corner - origin).dot(up));
    let (low, high) = span(heights);
    let width = (baseline_end(text, along) - origin).dot(along);
    // The outline of a blank text is only its box. So if one of the texts is blank, the outline of
    // the other text is used.
    before.outline = match (before.string.trim().is_empty(), text.string.trim().is_empty()) {
        (true, false) => text.outline,
        (false, true) => before.outline,
        _ => Rect::union(&before.outline, text.outline),
    };
    let corners = [(0.0, low), (width, low), (width, high), (0.0, high)];
    before.corners = corners.map(|(right, above)| origin + along * right + up * above);
    before.glyphs += text.glyphs;
    before.balance.add(text.balance, text.origin - before.origin);
    before.string.push_str(&text.string);
}
