//! `transform` attributes, `viewBox` and lists of numbers.

use kurbo::{Affine, Vec2};

/// The numbers of a list, with commas, blanks or nothing but a sign between them; none where something else stands
/// among them.
#[must_use]
pub fn numbers(text: &str) -> Option<Vec<f64>> {
    let bytes = text.as_bytes();
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if matches!(byte, b' ' | b',' | b'\t' | b'\n' | b'\r') {
            at += 1;
            continue;
        }
        let start = at;
        let (mut point, mut power) = (false, false);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'0'..=b'9' => {}
                b'+' | b'-' if at == start || matches!(bytes.get(at - 1), Some(b'e' | b'E')) => {}
                b'.' if !point && !power => point = true,
                b'e' | b'E' if !power && at > start => power = true,
                _ => break,
            }
            at += 1;
        }
        values.push(text.get(start..at)?.parse::<f64>().ok().filter(|v| v.is_finite())?);
    }
    Some(values)
}

/// A transform; none where it is not understood.
#[must_use]
pub fn transform(text: &str) -> Option<Affine> {
    let mut whole = Affine::IDENTITY;
    let mut rest = text.trim_start_matches([' ', ',', '\n', '\t', '\r']).trim_end();
    if rest == "none" {
        return Some(whole);
    }
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (inside, after) = after.split_once(')')?;
        let values = numbers(inside)?;
        let one = match (name.trim(), values.as_slice()) {
            ("translate", [x]) => Affine::translate((*x, 0.0)),
            ("translate", [x, y]) => Affine::translate((*x, *y)),
            ("scale", [s]) => Affine::scale(*s),
            ("scale", [x, y]) => Affine::scale_non_uniform(*x, *y),
            ("matrix", [a, b, c, d, e, f]) => Affine::new([*a, *b, *c, *d, *e, *f]),
            ("rotate", [degrees]) => turn(*degrees),
            ("rotate", [degrees, x, y]) => {
                Affine::translate((*x, *y)) * turn(*degrees) * Affine::translate((-x, -y))
            }
            ("skewX", [degrees]) => Affine::new([1.0, 0.0, tan(*degrees), 1.0, 0.0, 0.0]),
            ("skewY", [degrees]) => Affine::new([1.0, tan(*degrees), 0.0, 1.0, 0.0, 0.0]),
            _ => return None,
        };
        whole *= one;
        rest = after.trim_start_matches([' ', ',', '\n', '\t', '\r']);
    }
    Some(whole)
}

fn turn(degrees: f64) -> Affine {
    // Quarter turns are exact.
    let (sin, cos) = match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        _ => (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians())),
    };
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
}

fn tan(degrees: f64) -> f64 {
    libm::tan(degrees.to_radians())
}

/// From the units of a view box (left, top, width, height) into a frame of this size at the origin, as
/// `preserveAspectRatio` has it.
#[must_use]
pub fn into_frame([x, y, w, h]: [f64; 4], frame: (f64, f64), aspect: Option<&str>) -> Affine {
    let (across, down) = (frame.0 / w, frame.1 / h);
    let aspect = aspect.unwrap_or("xMidYMid");
    if aspect.trim_start().starts_with("none") {
        return Affine::scale_non_uniform(across, down) * Affine::translate((-x, -y));
    }
    let scale = if aspect.contains("slice") { across.max(down) } else { across.min(down) };
    let part = |low: &str, high: &str| match aspect {
        a if a.contains(low) => 0.0,
        a if a.contains(high) => 1.0,
        _ => 0.5,
    };
    let left =
        Vec2::new((frame.0 - w * scale) * part("xMin", "xMax"), (frame.1 - h * scale) * part("YMin", "YMax"));
    Affine::translate(left) * Affine::scale(scale) * Affine::translate((-x, -y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    #[test]
    fn transforms_follow_one_another() {
        let at = |text: &str| transform(text).unwrap() * Point::new(1.0, 0.0);
        assert_eq!(at("translate(3 4)scale(2)"), Point::new(5.0, 4.0));
        assert_eq!(at("matrix(0 1 -1 0 3 .5)"), Point::new(3.0, 1.5));
        assert!(at("rotate(90)").distance(Point::new(0.0, 1.0)) < 1e-12);
        assert!(at("skewY(45)").distance(Point::new(1.0, 1.0)) < 1e-12);
        assert_eq!(transform("shear(3)"), None);
        assert_eq!(transform("translate(3"), None);
    }

    #[test]
    fn numbers_may_touch() {
        assert_eq!(numbers("1,2 x"), None);
        assert_eq!(numbers("1-2.5.5,1e-3 +4"), Some(vec![1.0, -2.5, 0.5, 0.001, 4.0]));
        assert_eq!(numbers("--1"), None);
    }

    #[test]
    fn a_view_keeps_its_proportions() {
        let corner = |aspect| into_frame([0.0, 0.0, 10.0, 10.0], (40.0, 20.0), aspect) * Point::ORIGIN;
        assert_eq!(corner(None), Point::new(10.0, 0.0));
        assert_eq!(corner(Some("xMaxYMin meet")), Point::new(20.0, 0.0));
        assert_eq!(corner(Some("none")), Point::ORIGIN);
        assert_eq!(corner(Some("xMidYMid slice")), Point::new(0.0, -10.0));
    }
}
