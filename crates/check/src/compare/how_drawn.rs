//! Describes the difference between two items that have the same place and colour, but are drawn
//! differently.
//!
//! - In: two items that look different.
//! - Out: words that follow the name of the item, such as `has round ends, not flat ends`.
//! - Not here: the decision whether the difference is visible.

use kurbo::{Cap, Join};

use super::painted_items::{ByViewer, PaintedForm, PaintedItem, SAME_PLACE_MM};
use super::same_items::has_same_form;
use super::same_outline::same_dashes;
use crate::fault::format_mm;
use hexpress_read::{Letters, Stroke, Text};

/// Two weights of letters count as equal if they differ by at most this. The weight of a text depends on
/// the shapes of its letters. It is a sum, and adding the same numbers in another order changes the sum
/// slightly.
const SAME_WEIGHT: f64 = 1e-6;

/// Describes how an item differs from the item that the layout makes. In a message, this text
/// follows the name of the item.
pub fn difference(found: &PaintedItem, made: &PaintedItem) -> String {
    if found.by_viewer == Some(ByViewer::Printed) {
        return "is left out or replaced when some programs print it".to_owned();
    }
    if (found.opacity - made.opacity).abs() > 0.004 {
        let [is, should] = [found, made].map(|item| item.opacity * 100.0);
        return format!("covers {is:.0} % of what is below it; expected {should:.0} %");
    }
    if found.is_patterned {
        return "is filled with a pattern".to_owned();
    }
    if let Some(said) = effect_difference(found, made).or_else(|| clip_difference(found, made)) {
        return said;
    }
    match (&found.form, &made.form) {
        (PaintedForm::Line(_, a), PaintedForm::Line(_, b)) if !same_dashes(a, b) => {
            format!("is {}, not {}", dash_text(a), dash_text(b))
        }
        (PaintedForm::Line(..), PaintedForm::Line(..)) if has_other_form(found, made) => {
            "follows another path".to_owned()
        }
        (PaintedForm::Line(..), PaintedForm::Line(..)) => end_or_corner_difference(found, made),
        (PaintedForm::Surface(..), PaintedForm::Surface(..)) if has_other_form(found, made) => {
            "has another outline".to_owned()
        }
        (PaintedForm::Surface(..), PaintedForm::Surface(..)) => hole_or_gradient_difference(found, made),
        (PaintedForm::Words(a), PaintedForm::Words(b)) => letter_difference(found, made, a, b),
        (PaintedForm::Picture(..), PaintedForm::Picture(..)) if has_other_form(found, made) => {
            "is rotated or distorted".to_owned()
        }
        (PaintedForm::Picture(..), PaintedForm::Picture(..)) => "has other pixels".to_owned(),
        _ => "is drawn differently".to_owned(),
    }
}

/// Describes a wrong number of visible letters in a text. Returns `None` if the number is correct.
pub fn letter_count_difference(found: &PaintedItem, made: &PaintedItem) -> Option<String> {
    let (PaintedForm::Words(is), PaintedForm::Words(should)) = (&found.form, &made.form) else { return None };
    let said = match is.glyphs {
        1 => "1 letter".to_owned(),
        n => format!("{n} letters"),
    };
    (is.glyphs != should.glyphs).then(|| format!("shows {said}, not {}", should.glyphs))
}

fn has_other_form(found: &PaintedItem, made: &PaintedItem) -> bool {
    !has_same_form(found, made)
}

/// Describes the masks, blend modes or other effects in which two items differ. Returns `None` if they have
/// the same effect, or if the effects have no names.
fn effect_difference(found: &PaintedItem, made: &PaintedItem) -> Option<String> {
    match (found.draw_style.effect, made.draw_style.effect) {
        (Some(is), None) => Some(format!("has {is}, which the layout does not draw")),
        (None, Some(should)) => Some(format!("is drawn without {should}")),
        (Some(is), Some(should)) if is != should => Some(format!("has {is}, not {should}")),
        _ => None,
    }
}

/// Describes how the clips of two items differ. Rectangular clips are not compared, because the box of
/// an item contains only its visible part.
fn clip_difference(found: &PaintedItem, made: &PaintedItem) -> Option<String> {
    let [is, should] = [found, made].map(|item| item.clip_outlines.as_deref().map_or(0, <[_]>::len));
    match is.cmp(&should) {
        std::cmp::Ordering::Greater => Some("is cut off by a clip".to_owned()),
        std::cmp::Ordering::Less => Some("is not cut off by its clip".to_owned()),
        std::cmp::Ordering::Equal => {
            let is_by_clip = should > 0 && found.effect == made.effect && !found.is_shaded;
            is_by_clip.then(|| "is cut off by another clip".to_owned())
        }
    }
}

/// Returns the name of the shape of a line's ends.
fn cap_name(cap: Cap) -> &'static str {
    match cap {
        Cap::Butt => "flat",
        Cap::Round => "round",
        Cap::Square => "square",
    }
}

/// Returns the name of the shape of a line's corners.
fn join_name(join: Join) -> &'static str {
    match join {
        Join::Miter => "pointed",
        Join::Round => "round",
        Join::Bevel => "bevelled",
    }
}

/// Describes how the ends or the corners of two lines differ.
fn end_or_corner_difference(found: &PaintedItem, made: &PaintedItem) -> String {
    let (is, should) = (found.draw_style, made.draw_style);
    if is.cap != should.cap {
        format!("has {} ends, not {} ends", cap_name(is.cap), cap_name(should.cap))
    } else if is.join != should.join {
        format!("has {} corners, not {} corners", join_name(is.join), join_name(should.join))
    } else {
        "has corners of a different length".to_owned()
    }
}

/// Describes how the insides of two surfaces differ: their holes or their gradients.
fn hole_or_gradient_difference(found: &PaintedItem, made: &PaintedItem) -> String {
    let (is, should) = (found.draw_style, made.draw_style);
    if !is.has_holes && should.has_holes {
        return "has its hole filled".to_owned();
    }
    if is.has_holes != should.has_holes || is.has_filled != should.has_filled {
        return "has a hole that should be filled".to_owned();
    }
    match (&found.gradient, &made.gradient) {
        (Some(is), Some(should)) if is.has_colours_of(should) => {
            "has a colour gradient in a different place".to_owned()
        }
        (None, Some(_)) => "has one colour instead of a gradient".to_owned(),
        (Some(_), None) => "has a gradient instead of one colour".to_owned(),
        _ if found.is_shaded || made.is_shaded => "has a gradient of other colours".to_owned(),
        _ => "is drawn differently".to_owned(),
    }
}

/// Describes the dashes of a line.
fn dash_text(line: &Stroke) -> String {
    if line.dash.is_empty() {
        return "solid".to_owned();
    }
    let lengths: Vec<String> = line.dash.iter().map(|length| format_mm(*length)).collect();
    let from = if line.phase > SAME_PLACE_MM {
        format!(", starting at {}", format_mm(line.phase))
    } else {
        String::new()
    };
    format!("dashed ({}{from})", lengths.join(", "))
}

/// Describes how the letters of two texts differ.
fn letter_difference(found: &PaintedItem, made: &PaintedItem, is: &Text, should: &Text) -> String {
    let clockwise = (is.angle - should.angle).rem_euclid(360.0);
    let turned = clockwise.min(360.0 - clockwise);
    if turned >= 0.5 {
        format!("is rotated by {turned:.1} degrees")
    } else if is.font != should.font && !is.font.is_empty() && !should.font.is_empty() {
        format!("is set in {}, not {}", is.font, should.font)
    } else if let Some(count) = letter_count_difference(found, made) {
        count
    } else if (is.balance.weight - should.balance.weight).abs() > SAME_WEIGHT {
        "has different letter shapes".to_owned()
    } else if (is.balance.centre - should.balance.centre).hypot() > SAME_PLACE_MM / 2.0 {
        "has its letters in different places".to_owned()
    } else {
        match (found.draw_style.letters, made.draw_style.letters) {
            (Letters::Hollow, Letters::Filled | Letters::Rimmed) => "has hollow letters".to_owned(),
            (Letters::Rimmed, Letters::Filled) => "has outlined letters".to_owned(),
            (Letters::Filled, Letters::Rimmed) => "has letters without outlines".to_owned(),
            (Letters::Filled | Letters::Rimmed, Letters::Hollow) => "has filled letters".to_owned(),
            (Letters::Rimmed, Letters::Rimmed) | (Letters::Hollow, Letters::Hollow) => {
                "has letters with a different outline".to_owned()
            }
            (Letters::Filled, Letters::Filled) => "is drawn differently".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::painted_items::ItemsOfBoth;
    use hexpress_read::Balance;
    use kurbo::{Rect, Vec2};

    /// Returns a text whose letters have this weight. The middle of the letters is moved by `shift` mm.
    fn text(weight: f64, shift: f64) -> PaintedItem {
        let file = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"99mm\" height=\"99mm\" \
                    viewBox=\"0 0 99 99\"><text x=\"10\" y=\"10\" font-size=\"4\">Wood</text></svg>";
        let page = hexpress_read::svg(file.as_bytes()).unwrap().document.pages.remove(0);
        let mut item = ItemsOfBoth::new(&page, &page, Rect::new(0.0, 0.0, 99.0, 99.0)).found.remove(0);
        let PaintedForm::Words(words) = &mut item.form else { panic!("{item:?}") };
        words.balance = Balance { weight, centre: Vec2::new(shift, 0.0) };
        item
    }

    #[test]
    fn other_letters_are_told_from_letters_in_other_places() {
        let made = text(2.0, 0.0);
        for weight in [1.0, 2.1, 3.0] {
            assert_eq!(difference(&text(weight, 1.0), &made), "has different letter shapes");
        }
        assert_eq!(difference(&text(2.0 + 1e-9, 1.0), &made), "has its letters in different places");
        assert_eq!(difference(&text(2.0 + 1e-9, 0.01), &made), "is drawn differently");
    }

    #[test]
    fn a_rotated_text_is_told_by_the_smaller_angle() {
        let rotated = |degrees: f64| {
            let mut item = text(2.0, 0.0);
            let PaintedForm::Words(words) = &mut item.form else { panic!("{item:?}") };
            words.angle = degrees;
            item
        };
        let said = |found: f64, made: f64| difference(&rotated(found), &rotated(made));
        assert_eq!(said(30.0, 10.0), "is rotated by 20.0 degrees");
        assert_eq!(said(10.0, 30.0), "is rotated by 20.0 degrees");
        assert_eq!(said(359.0, 1.0), "is rotated by 2.0 degrees");
    }
}
