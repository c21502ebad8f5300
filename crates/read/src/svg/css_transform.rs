//! `transform` as style sheets write it (CSS Transforms 1): with units, with commas, and about a point of its own.

use kurbo::{Affine, BezPath, Rect, Shape, Vec2};
use roxmltree::Node;

use super::css::Said;
use super::figure::figure;
use super::paint::length;
use super::style::State;
use super::transform;

/// From an element's units to those round it: its attribute, `own`, if no style says otherwise. None where the style is not
/// understood.
pub fn transform(node: Node<'_, '_>, outer: &State, declared: &[Said<'_>], own: Affine) -> Option<Affine> {
    let said = |name: &str| {
        let last = declared.iter().rfind(|one| one.name.eq_ignore_ascii_case(name)).map(|one| one.value);
        last.or_else(|| node.attribute(name))
    };
    let of_style = declared.iter().rev().find(|one| one.name.eq_ignore_ascii_case("transform"));
    let origin = said("transform-origin");
    if of_style.is_none() && (origin.is_none() || own == Affine::IDENTITY) {
        return Some(own);
    }
    let (w, h) = outer.frame;
    let whole = match said("transform-box").map(str::trim) {
        Some("fill-box" | "content-box" | "stroke-box" | "border-box") => bounds(node, outer)?,
        _ => Rect::new(0.0, 0.0, w, h),
    };
    let em = outer.words.size;
    let turned = match of_style {
        Some(one) => functions(one.value, whole, em)?,
        None => own,
    };
    let about = origin.and_then(|text| point(text, whole, em)).unwrap_or(whole.origin().to_vec2());
    let about = if origin.is_none() && said("transform-box").is_none() { Vec2::ZERO } else { about };
    Some(Affine::translate(about) * turned * Affine::translate(-about))
}

/// The box round a shape, in its own units.
fn bounds(node: Node<'_, '_>, outer: &State) -> Option<Rect> {
    let path = match node.attribute("d") {
        Some(d) => BezPath::from_svg(d).ok()?,
        None => figure(node, outer)?,
    };
    Some(path.bounding_box())
}

/// `center`, `50% 50%`, `left 3px`, `12px 8px 0`.
fn point(text: &str, whole: Rect, em: f64) -> Option<Vec2> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.truncate(2);
    // Words may stand in either order, and one may stand alone.
    match *words.as_slice() {
        [down @ ("top" | "bottom")] => words = vec!["center", down],
        [down @ ("top" | "bottom"), across] | [down, across @ ("left" | "right")] => {
            words = vec![across, down]
        }
        _ => {}
    }
    let place = |word: &str, low: f64, size: f64| {
        Some(match word {
            "left" | "top" => low,
            "center" => low + size / 2.0,
            "right" | "bottom" => low + size,
            _ => low + length(word, size, em)?,
        })
    };
    let across = place(words.first()?, whole.x0, whole.width())?;
    let down = place(words.get(1).unwrap_or(&"center"), whole.y0, whole.height())?;
    Some(Vec2::new(across, down))
}

/// `translate(10px, 20px) rotate(30deg) scale(2)`.
fn functions(text: &str, whole: Rect, em: f64) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    let mut rest = text.trim();
    if rest == "none" {
        return Some(all);
    }
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (inside, after) = after.split_once(')')?;
        rest = after.trim_start();
        let words: Vec<&str> =
            inside.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        all *= function(name.trim(), &words, whole, em)?;
    }
    Some(all)
}

fn function(name: &str, words: &[&str], whole: Rect, em: f64) -> Option<Affine> {
    let across = |at: usize| words.get(at).map_or(Some(0.0), |word| length(word, whole.width(), em));
    let down = |at: usize| words.get(at).map_or(Some(0.0), |word| length(word, whole.height(), em));
    let number = |at: usize| words.get(at)?.parse::<f64>().ok();
    let turn = |at: usize| words.get(at).map_or(Some(0.0), |word| angle(word));
    words.first()?;
    let skew = |x: f64, y: f64| Affine::skew(libm::tan(x.to_radians()), libm::tan(y.to_radians()));
    Some(match name.to_ascii_lowercase().as_str() {
        "translate" | "translate3d" => Affine::translate((across(0)?, down(1)?)),
        "translatex" => Affine::translate((across(0)?, 0.0)),
        "translatey" => Affine::translate((0.0, down(0)?)),
        "scale" => {
            Affine::scale_non_uniform(number(0)?, if words.len() > 1 { number(1)? } else { number(0)? })
        }
        "scalex" => Affine::scale_non_uniform(number(0)?, 1.0),
        "scaley" => Affine::scale_non_uniform(1.0, number(0)?),
        "rotate" | "rotatez" => transform::turn(turn(0)?),
        "skew" => skew(turn(0)?, turn(1)?),
        "skewx" => skew(turn(0)?, 0.0),
        "skewy" => skew(0.0, turn(0)?),
        "matrix" => {
            let numbers: Option<Vec<f64>> = (0..words.len()).map(number).collect();
            Affine::new(numbers?.try_into().ok()?)
        }
        _ => return None,
    })
}

/// An angle, in degrees.
fn angle(text: &str) -> Option<f64> {
    // `grad` ends like `rad`.
    let units = [("deg", 1.0), ("grad", 0.9), ("rad", 1.0_f64.to_degrees()), ("turn", 360.0)];
    let unit = units.iter().find_map(|(unit, size)| Some((text.strip_suffix(unit)?, *size)));
    let (number, size) = unit.unwrap_or((text, 1.0));
    number.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number * size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    #[test]
    fn functions_have_units() {
        let whole = Rect::new(0.0, 0.0, 200.0, 100.0);
        let at = |text: &str| functions(text, whole, 16.0).map(|to| to * Point::new(1.0, 0.0));
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
        let whole = Rect::new(10.0, 20.0, 30.0, 60.0);
        let at = |text: &str| point(text, whole, 16.0);
        assert_eq!(at("center"), Some(Vec2::new(20.0, 40.0)));
        assert_eq!(at("50% 50%"), Some(Vec2::new(20.0, 40.0)));
        assert_eq!(at("left top"), Some(Vec2::new(10.0, 20.0)));
        assert_eq!(at("top left"), Some(Vec2::new(10.0, 20.0)));
        assert_eq!(at("bottom"), Some(Vec2::new(20.0, 60.0)));
        assert_eq!(at("3px 4px 0"), Some(Vec2::new(13.0, 24.0)));
        assert_eq!(at("somewhere"), None);
    }
}
