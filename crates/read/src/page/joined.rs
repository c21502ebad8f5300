//! Words that a program wrote letter by letter, as an eye reads them: what follows on one line without a gap is one word.

use kurbo::{Point, Rect, Vec2};

use crate::read::glyphs::SPACE;
use crate::read::{Item, ItemKind, Text};

/// How far a letter may reach back into the one before it, as a share of the em: what reaches farther is drawn over it.
const KERN: f64 = 0.15;
/// How far apart baselines, sizes (as a share of the em) and angles (in degrees) may be that are the same.
const SAME: f64 = 0.02;

/// Joins words with what goes on from them, where the two were drawn one after the other.
pub(super) fn words(items: Vec<Item>) -> Vec<Item> {
    let mut all: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let last = all
            .last_mut()
            .filter(|last| last.id == item.id && last.tag == item.tag && last.clip == item.clip);
        if let Some(last) = last
            && let (ItemKind::Text(before), ItemKind::Text(text)) = (&mut last.kind, &item.kind)
            && goes_on(before, text)
        {
            join(before, text);
            last.effect = last.effect.wrapping_add(item.effect);
            last.manner = last.manner.and(item.manner);
            last.whole = last.kind.whole();
            continue;
        }
        all.push(item);
    }
    all
}

/// The way along a line of words, and the one up from it.
fn ways(text: &Text) -> [Vec2; 2] {
    let angle = text.angle.to_radians();
    let along = Vec2::new(libm::cos(angle), libm::sin(angle));
    [along, Vec2::new(along.y, -along.x)]
}

/// Whether words begin where others end, on the same line and in the same size and colour.
fn goes_on(before: &Text, text: &Text) -> bool {
    let size = before.size;
    let turned = (before.angle - text.angle).abs();
    let alike = (size - text.size).abs() <= SAME * size
        && turned.min(360.0 - turned) <= SAME
        && (before.colour, before.invisible) == (text.colour, text.invisible);
    if !alike {
        return false;
    }
    let [along, up] = ways(before);
    let gap = (text.origin - end(before, along)).dot(along);
    (-KERN * size..=SPACE * size).contains(&gap) && (text.origin - before.origin).dot(up).abs() <= SAME * size
}

/// Where words end on their baseline.
fn end(text: &Text, along: Vec2) -> Point {
    text.origin + along * (text.corners[1] - text.origin).dot(along)
}

/// Adds words to those that they go on from.
fn join(before: &mut Text, text: &Text) {
    let [along, up] = ways(before);
    let heights = |text: &Text, from: Point| text.corners.map(|corner| (corner - from).dot(up));
    let both = [heights(before, before.origin), heights(text, before.origin)];
    let low = both.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let high = both.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let wide = (end(text, along) - before.origin).dot(along);
    let is_blank = |text: &Text| text.string.trim().is_empty();
    // A blank has no outline of its own, only its box.
    before.outline = match (is_blank(before), is_blank(text)) {
        (true, false) => text.outline,
        (false, true) => before.outline,
        _ => Rect::union(&before.outline, text.outline),
    };
    let corner = |right: f64, above: f64| before.origin + along * right + up * above;
    before.corners = [corner(0.0, low), corner(wide, low), corner(wide, high), corner(0.0, high)];
    before.glyphs += text.glyphs;
    before.balance.add(text.balance, text.origin - before.origin);
    before.string.push_str(&text.string);
}
