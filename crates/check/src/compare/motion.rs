//! Describes how a page or a drawing was moved, rotated, mirrored or scaled.
//!
//! - In: a transform from expected to actual places.
//! - Out: the text of a message.
//! - Not here: finding the transform; `page_map` and `drawing_map` do that.

use kurbo::{Affine, Point, Size, Vec2};

use crate::fault::format_mm;

/// The smallest rotation that is reported, in degrees.
const MIN_TURN: f64 = 0.01;
/// The smallest change of a length that is reported, in percent.
const MIN_SCALE: f64 = 0.01;
/// A drawing counts as rotated or scaled around its middle if the middle moved by at most this
/// distance, in mm. Otherwise, it counts as rotated or scaled around another point.
const ABOUT_MIDDLE: f64 = 0.5;
/// The smallest distance that is reported, in mm.
const MIN_DISTANCE: f64 = 0.005;

/// Returns a sentence that says how a page was moved as a whole. `size` is the size of the page, in
/// mm.
pub fn page_motion(map: Affine, size: Size) -> String {
    let parts = linear_parts(map, "was printed at");
    if parts.is_empty() {
        let centre = (size / 2.0).to_vec2().to_point();
        return format!("everything on the page is shifted by {}", direction(map * centre - centre));
    }
    format!("the page {}", parts.join(" and "))
}

/// Describes how a drawing was moved as a whole. In a message, this text follows the name of the
/// drawing. `centre` is the expected centre of the drawing, in mm.
pub fn drawing_motion(map: Affine, centre: Point) -> String {
    let mut parts = linear_parts(map, "is drawn at");
    let by = map * centre - centre;
    if parts.is_empty() || by.hypot() > ABOUT_MIDDLE {
        parts.push(format!("is shifted by {}", direction(by)));
    }
    parts.join(" and ")
}

/// Describes each part of an affine map: mirroring, rotation and scale. `scaled` contains the words
/// before the scale, such as `is drawn at`.
fn linear_parts(map: Affine, scaled: &str) -> Vec<String> {
    let [a, b, c, d, ..] = map.as_coeffs();
    let is_mirrored = map.determinant() < 0.0;
    let mut parts = Vec::new();
    if is_mirrored {
        parts.push("is mirrored".to_owned());
    }
    let clockwise = match is_mirrored {
        true => -libm::atan2(b, -a).to_degrees(),
        false => libm::atan2(b, a).to_degrees(),
    };
    parts.extend(rotation_text(clockwise));
    parts.extend(scale_text(a.hypot(b) * 100.0, c.hypot(d) * 100.0, scaled));
    parts
}

/// Returns a rotation in words. Returns `None` if it is too small to report.
fn rotation_text(clockwise: f64) -> Option<String> {
    let degrees = clockwise.abs();
    if degrees.is_nan() || degrees <= MIN_TURN {
        return None;
    }
    let direction = if clockwise > 0.0 { "clockwise" } else { "counterclockwise" };
    let digits = if (degrees - degrees.round()).abs() < 0.005 { 0 } else { 2 };
    Some(format!("is rotated by {degrees:.digits$} degrees {direction}"))
}

/// Describes a scale. `wide` and `high` are percentages of the width and the height. Returns `None`
/// if both are about 100.
fn scale_text(wide: f64, high: f64, scaled: &str) -> Option<String> {
    if (wide - high).abs() > MIN_SCALE {
        return Some(format!("{scaled} {wide:.2} % of its width and {high:.2} % of its height"));
    }
    // Near 100 %, a scale with only one decimal could be rounded to `100.0`.
    let digits = if (wide - 100.0).abs() < 0.05 { 2 } else { 1 };
    ((wide - 100.0).abs() > MIN_SCALE).then(|| format!("{scaled} {wide:.digits$} %"))
}

/// Returns a vector in words, in mm: `0.30 mm to the right and 0.10 mm upwards`.
pub fn direction(by: Vec2) -> String {
    let across = shift_text(by.x, "to the right", "to the left");
    let down = shift_text(by.y, "downwards", "upwards");
    across.into_iter().chain(down).collect::<Vec<_>>().join(" and ")
}

fn shift_text(distance: f64, positive: &str, negative: &str) -> Option<String> {
    let word = if distance > 0.0 { positive } else { negative };
    (distance.abs() >= MIN_DISTANCE).then(|| format!("{} {word}", format_mm(distance)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_is_described_by_its_parts() {
        let page = Size::new(200.0, 100.0);
        assert_eq!(page_motion(Affine::scale(0.97), page), "the page was printed at 97.0 %");
        assert_eq!(page_motion(Affine::scale(0.9998), page), "the page was printed at 99.98 %");
        assert_eq!(
            page_motion(Affine::translate((0.3, -0.1)), page),
            "everything on the page is shifted by 0.30 mm to the right and 0.10 mm upwards"
        );
        let turned = Affine::new([0.0, 1.0, -1.0, 0.0, 10.0, 0.0]);
        assert_eq!(drawing_motion(turned, Point::new(5.0, 5.0)), "is rotated by 90 degrees clockwise");
    }

    #[test]
    fn a_turn_too_small_to_see_is_not_described() {
        assert_eq!(rotation_text(0.01), None);
        assert_eq!(rotation_text(-0.02).as_deref(), Some("is rotated by 0.02 degrees counterclockwise"));
    }
}
