//! `transform` attributes and lists of numbers.

use kurbo::Affine;

/// The numbers of a list; none where something else stands among them.
#[must_use]
pub fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split([' ', ',', '\t', '\n', '\r'])
        .filter(|part| !part.is_empty())
        .map(|part| part.parse::<f64>().ok().filter(|v| v.is_finite()))
        .collect()
}

/// A transform; none where it is not understood.
#[must_use]
pub fn transform(text: &str) -> Option<Affine> {
    let mut whole = Affine::IDENTITY;
    let mut rest = text.trim_start_matches([' ', ',', '\n', '\t']);
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
            _ => return None,
        };
        whole *= one;
        rest = after.trim_start_matches([' ', ',', '\n', '\t']);
    }
    Some(whole)
}

fn turn(degrees: f64) -> Affine {
    let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
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
        assert_eq!(transform("skewX(3)"), None);
        assert_eq!(transform("translate(3"), None);
        assert_eq!(numbers("1,2 x"), None);
    }
}
