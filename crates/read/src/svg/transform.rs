//! Parses the attributes `transform` and `viewBox`, and lists of numbers.
//!
//! - In: the text of an attribute.
//! - Out: numbers and affine transforms.
//! - Not here: the `transform` property of style sheets (`css_transform`).

use kurbo::{Affine, Vec2};
use svgtypes::{NumberListParser, TransformListParser, TransformListToken};

/// Parses a list of numbers. Returns `None` if the text contains anything else.
pub fn numbers(text: &str) -> Option<Vec<f64>> {
    NumberListParser::from(text.trim()).collect::<Result<_, _>>().ok()
}

/// Parses a `transform` attribute. Returns `None` if the attribute cannot be parsed.
pub fn transform(text: &str) -> Option<Affine> {
    let mut whole = Affine::IDENTITY;
    if text.trim() == "none" {
        return Some(whole);
    }
    for token in TransformListParser::from(text) {
        whole *= match token.ok()? {
            TransformListToken::Matrix { a, b, c, d, e, f } => Affine::new([a, b, c, d, e, f]),
            TransformListToken::Translate { tx, ty } => Affine::translate((tx, ty)),
            TransformListToken::Scale { sx, sy } => Affine::scale_non_uniform(sx, sy),
            TransformListToken::Rotate { angle } => turn(angle),
            TransformListToken::SkewX { angle } => Affine::skew(tan(angle), 0.0),
            TransformListToken::SkewY { angle } => Affine::skew(0.0, tan(angle)),
        };
    }
    Some(whole)
}

/// Returns a clockwise rotation by an angle in degrees.
pub fn turn(degrees: f64) -> Affine {
    // The sine and cosine of right angles must be exact.
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

/// Returns the transform from a view box to a frame at the origin.
///
/// The view box is given as left, top, width and height, and the frame as width and height.
/// `aspect` is the value of `preserveAspectRatio`.
pub fn into_frame([x, y, w, h]: [f64; 4], frame: (f64, f64), aspect: Option<&str>) -> Affine {
    let (across, down) = (frame.0 / w, frame.1 / h);
    let alignment = aspect.unwrap_or("xMidYMid");
    if alignment.trim_start().starts_with("none") {
        return Affine::scale_non_uniform(across, down) * Affine::translate((-x, -y));
    }
    let scale = if alignment.contains("slice") { across.max(down) } else { across.min(down) };
    let offset = Vec2::new(
        (frame.0 - w * scale) * aligned_share(alignment, "xMin", "xMax"),
        (frame.1 - h * scale) * aligned_share(alignment, "YMin", "YMax"),
    );
    Affine::translate(offset) * Affine::scale(scale) * Affine::translate((-x, -y))
}

/// Returns how much of the free space in a frame is before the drawing, as a fraction: 0 at the start, 0.5 in
/// the middle, 1 at the end. Free space is left if a drawing does not fill its frame.
fn aligned_share(alignment: &str, start: &str, end: &str) -> f64 {
    if alignment.contains(start) {
        0.0
    } else if alignment.contains(end) {
        1.0
    } else {
        0.5
    }
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
        assert_eq!(at(" rotate( 90 , 3,4 ) ,\n scale(2 , 3)"), Point::new(7.0, 3.0));
        assert!(at("rotate(90)").distance(Point::new(0.0, 1.0)) < 1e-12);
        assert!(at("skewY(45)").distance(Point::new(1.0, 1.0)) < 1e-12);
        assert_eq!(transform("shear(3)"), None);
        for broken in ["translate(3", "translate(3 x)", "rotate(9 1)", "scale(2) scale", "scale(1e999)"] {
            assert_eq!(transform(broken), None, "{broken}");
        }
        assert_eq!((transform(""), transform("none")), (Some(Affine::IDENTITY), Some(Affine::IDENTITY)));
    }

    #[test]
    fn numbers_may_touch() {
        assert_eq!(numbers("1,2 x"), None);
        assert_eq!(numbers("1-2.5.5,1e-3 +4"), Some(vec![1.0, -2.5, 0.5, 0.001, 4.0]));
        assert_eq!(numbers(" 0\n,0 210 297 "), Some(vec![0.0, 0.0, 210.0, 297.0]));
        assert_eq!((numbers("--1"), numbers("1e999"), numbers("1 inf")), (None, None, None));
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
