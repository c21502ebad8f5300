//! Parses the `transform` property of style sheets (CSS Transforms 1), which allows units, commas
//! and an origin.
//!
//! - In: an element, its declarations and the style of its parent.
//! - Out: the transform from the element's user units to those of its parent.
//! - Not here: the `transform` attribute ([`super::transform`]).

use kurbo::{Affine, BezPath, Rect, Shape, Vec2};
use roxmltree::Node;

use super::css::Property;
use super::figure::figure;
use super::style::State;
use super::transform;
use super::values::length;

/// Returns the transform from the units of an element to the units of its parent. `attribute` is
/// the transform in the `transform` attribute. The attribute applies only if no declaration sets a
/// transform. Returns `None` if a declaration is not understood.
pub fn transform(
    node: Node<'_, '_>,
    outer: &State,
    declared: &[Property<'_>],
    attribute: Affine,
) -> Option<Affine> {
    let style = declared_value(declared, "transform");
    let origin = declared_value(declared, "transform-origin").or_else(|| node.attribute("transform-origin"));
    if style.is_none() && (origin.is_none() || attribute == Affine::IDENTITY) {
        return Some(attribute);
    }
    let box_name = declared_value(declared, "transform-box").or_else(|| node.attribute("transform-box"));
    let rect = match box_name.map(str::trim) {
        Some("fill-box" | "content-box" | "stroke-box" | "border-box") => shape_bounds(node, outer)?,
        _ => outer.viewport.to_rect(),
    };
    let reference = Reference { rect, em: outer.text_style.size };
    let transform = match style {
        Some(text) => reference.functions(text)?,
        None => attribute,
    };
    let about = match origin {
        None if box_name.is_none() => Vec2::ZERO,
        _ => origin.and_then(|text| reference.point(text)).unwrap_or(rect.origin().to_vec2()),
    };
    Some(Affine::translate(about) * transform * Affine::translate(-about))
}

/// Returns the value from the last declaration of a property. Returns `None` if no declaration sets it.
fn declared_value<'t>(declared: &[Property<'t>], name: &str) -> Option<&'t str> {
    declared.iter().rfind(|property| property.name.eq_ignore_ascii_case(name)).map(|property| property.value)
}

/// Returns the bounding box of a shape, in the user units of the shape. Returns `None` if `node` is not a
/// shape.
fn shape_bounds(node: Node<'_, '_>, outer: &State) -> Option<Rect> {
    let path = match node.attribute("d") {
        Some(d) => BezPath::from_svg(d).ok()?,
        None => figure(node, outer)?,
    };
    Some(path.bounding_box())
}

/// The box and the font size that relative lengths in a transform refer to.
struct Reference {
    /// The box for percentages and for keywords such as `left`, in the units of the element.
    rect: Rect,
    /// The font size, in the units of the element.
    em: f64,
}

impl Reference {
    /// Parses a transform origin, such as `center`, `50% 50%`, `left 3px` or `12px 8px 0`. Returns `None` if
    /// a word is not understood.
    fn point(&self, text: &str) -> Option<Vec2> {
        let mut words: Vec<&str> = text.split_whitespace().collect();
        words.truncate(2);
        // The keywords for the two axes may be in either order, and one keyword may be missing.
        let (across, down) = match *words.as_slice() {
            [down @ ("top" | "bottom")] => ("center", down),
            [down @ ("top" | "bottom"), across] | [down, across @ ("left" | "right")] => (across, down),
            [across, down] => (across, down),
            [across] => (across, "center"),
            _ => return None,
        };
        let x = self.coordinate(across, self.rect.x0, self.rect.width())?;
        let y = self.coordinate(down, self.rect.y0, self.rect.height())?;
        Some(Vec2::new(x, y))
    }

    /// Parses a coordinate relative to a box. On the axis of the coordinate, the box begins at `low` and has
    /// the length `size`. Returns `None` if `word` is not understood.
    fn coordinate(&self, word: &str, low: f64, size: f64) -> Option<f64> {
        Some(match word {
            "left" | "top" => low,
            "center" => low + size / 2.0,
            "right" | "bottom" => low + size,
            _ => low + length(word, size, self.em)?,
        })
    }

    /// Parses a list of functions, such as `translate(10px, 20px) rotate(30deg) scale(2)`. Returns `None` if
    /// a function is not understood.
    fn functions(&self, text: &str) -> Option<Affine> {
        let mut all = Affine::IDENTITY;
        let mut rest = text.trim();
        if rest == "none" {
            return Some(all);
        }
        while !rest.is_empty() {
            let (name, after_name) = rest.split_once('(')?;
            let (inside, after) = after_name.split_once(')')?;
            rest = after.trim_start();
            let words: Vec<&str> = inside
                .split(|c: char| c == ',' || c.is_whitespace())
                .filter(|word| !word.is_empty())
                .collect();
            all *= Function { reference: self, words: &words }.parse(name.trim())?;
        }
        Some(all)
    }
}

/// The arguments of a transform function.
struct Function<'t> {
    reference: &'t Reference,
    words: &'t [&'t str],
}

impl Function<'_> {
    /// Returns the transform of the function `name`. Returns `None` if the function is unknown or
    /// an argument is invalid.
    fn parse(&self, name: &str) -> Option<Affine> {
        self.words.first()?;
        Some(match name.to_ascii_lowercase().as_str() {
            "translate" | "translate3d" => Affine::translate((self.across(0)?, self.down(1)?)),
            "translatex" => Affine::translate((self.across(0)?, 0.0)),
            "translatey" => Affine::translate((0.0, self.down(0)?)),
            "scale" => {
                let across = self.number(0)?;
                let down = if self.words.len() > 1 { self.number(1)? } else { across };
                Affine::scale_non_uniform(across, down)
            }
            "scalex" => Affine::scale_non_uniform(self.number(0)?, 1.0),
            "scaley" => Affine::scale_non_uniform(1.0, self.number(0)?),
            "rotate" | "rotatez" => transform::turn(self.angle(0)?),
            "skew" => skew(self.angle(0)?, self.angle(1)?),
            "skewx" => skew(self.angle(0)?, 0.0),
            "skewy" => skew(0.0, self.angle(0)?),
            "matrix" => {
                let numbers: Option<Vec<f64>> = (0..self.words.len()).map(|n| self.number(n)).collect();
                Affine::new(numbers?.try_into().ok()?)
            }
            _ => return None,
        })
    }

    /// Returns the argument at `index` as a horizontal length. Returns 0 if the argument is missing, and
    /// `None` if it is invalid.
    fn across(&self, index: usize) -> Option<f64> {
        self.length(index, self.reference.rect.width())
    }

    /// Returns the argument at `index` as a vertical length. Returns 0 if the argument is missing, and `None`
    /// if it is invalid.
    fn down(&self, index: usize) -> Option<f64> {
        self.length(index, self.reference.rect.height())
    }

    fn length(&self, index: usize, whole: f64) -> Option<f64> {
        self.words.get(index).map_or(Some(0.0), |word| length(word, whole, self.reference.em))
    }

    fn number(&self, index: usize) -> Option<f64> {
        self.words.get(index)?.parse().ok()
    }

    /// Returns the argument at `index` as an angle in degrees. Returns 0 if the argument is missing, and
    /// `None` if it is invalid.
    fn angle(&self, index: usize) -> Option<f64> {
        self.words.get(index).map_or(Some(0.0), |word| degrees(word))
    }
}

/// Returns a skew by a horizontal and a vertical angle, in degrees.
fn skew(across: f64, down: f64) -> Affine {
    Affine::skew(libm::tan(across.to_radians()), libm::tan(down.to_radians()))
}

/// Parses an angle, and returns it in degrees. Returns `None` if `text` is not an angle.
fn degrees(text: &str) -> Option<f64> {
    // `grad` must come before `rad`, because it ends with these letters.
    let units = [("deg", 1.0), ("grad", 0.9), ("rad", 1.0_f64.to_degrees()), ("turn", 360.0)];
    let with_unit = units.iter().find_map(|(unit, size)| Some((text.strip_suffix(unit)?, *size)));
    let (number, size) = with_unit.unwrap_or((text, 1.0));
    number.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    #[test]
    fn functions_have_units() {
        let reference = Reference { rect: Rect::new(0.0, 0.0, 200.0, 100.0), em: 16.0 };
        let at = |text: &str| reference.functions(text).map(|to| to * Point::new(1.0, 0.0));
        let near = |text: &str, x: f64, y: f64| {
            let off = at(text).unwrap_or_else(|| panic!("{text}")).distance(Point::new(x, y));
            assert!(off < 1e-9, "{text}: {:?}", at(text));
        };
        near("translate(3px, 4px) scale(2)", 5.0, 4.0);
        near("translate(10%,10%)", 21.0, 10.0);
        near("translateX(1in) translateY(2px)", 97.0, 2.0);
        for quarter in
            ["rotate(90deg)", "rotate(.25turn)", "rotate(100grad)", "rotate(1.5707963267948966rad)"]
        {
            near(quarter, 0.0, 1.0);
        }
        near("matrix(0, 1, -1, 0, 3, .5)", 3.0, 1.5);
        near("none", 1.0, 0.0);
        for broken in ["rotate(90deg", "shear(3)", "translate()", "scale(2px)", "rotate(x)", "matrix(1,2)"] {
            assert_eq!(at(broken), None, "{broken}");
        }
    }

    #[test]
    fn origins_are_words_shares_and_lengths() {
        let reference = Reference { rect: Rect::new(10.0, 20.0, 30.0, 60.0), em: 16.0 };
        let at = |text: &str| reference.point(text);
        assert_eq!(at("center"), Some(Vec2::new(20.0, 40.0)));
        assert_eq!(at("50% 50%"), Some(Vec2::new(20.0, 40.0)));
        assert_eq!(at("left top"), Some(Vec2::new(10.0, 20.0)));
        assert_eq!(at("top left"), Some(Vec2::new(10.0, 20.0)));
        assert_eq!(at("bottom"), Some(Vec2::new(20.0, 60.0)));
        assert_eq!(at("3px 4px 0"), Some(Vec2::new(13.0, 24.0)));
        assert_eq!(at("3px"), Some(Vec2::new(13.0, 40.0)));
        assert_eq!((at("somewhere"), at("")), (None, None));
    }
}
