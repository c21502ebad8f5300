//! Reads gradients such as `linear navy to white`, `linear right gold to sienna`, `radial white to sky
//! to navy` and `radial upper-left white to sky`.
//!
//! - In: the text of a fill, and the names of the game.
//! - Out: an ink with a gradient.
//! - Not here: the area that the gradient fills.

use std::f64::consts::PI;

use kurbo::Vec2;

use super::Names;
use hexpress_base::diag::{Result, codes};
use hexpress_scene::{Ink, Shade, ShadePlacement};

/// The largest number of colours in a gradient.
const MAX_COLOURS: usize = 16;

/// Reads a gradient. Returns `None` if the text is another sort of fill.
///
/// # Errors
/// The gradient has too few or too many colours, or one of its colours is unknown.
pub(super) fn gradient(text: &str, names: &Names) -> Result<Option<Ink>> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let radial = match kind {
        "linear" => false,
        "radial" => true,
        _ => return Ok(None),
    };
    let directed = rest
        .split_once(' ')
        .and_then(|(direction, list)| Some((unit_vector(degrees(direction, names)?), list)));
    let usual = if radial { Vec2::ZERO } else { unit_vector(180.0) };
    let (direction, list) = directed.unwrap_or((usual, rest));
    let colours: Vec<&str> = list.split(" to ").map(str::trim).collect();
    if !(2..=MAX_COLOURS).contains(&colours.len()) {
        let message =
            format!("a gradient needs 2 to {MAX_COLOURS} colours, but `{text}` names {}", colours.len());
        let hint = "for example, write \"linear navy to white\", \"linear right gold to tan to sienna\" or \"radial white to sky\"";
        return Err(codes::BAD_VALUE.error(message).hint(hint));
    }
    let last = (colours.len() - 1) as f64;
    let mut stops = Vec::with_capacity(colours.len());
    for (index, name) in colours.into_iter().enumerate() {
        let ink = names.colour(name).map_err(|diagnostic| diagnostic.within(text, name))?;
        stops.push((index as f64 / last, ink.rgb));
    }
    let placement = ShadePlacement::Across(direction);
    Ok(Some(Shade { radial, stops, placement, start_radius: 0.0 }.into_ink(text)))
}

/// Reads a direction, and returns it in degrees clockwise from straight up.
///
/// The word is a direction of the game, a direction on the sheet such as `right`, or a number of
/// degrees. Returns `None` for any other word.
fn degrees(word: &str, names: &Names) -> Option<f64> {
    let number = word.parse().ok().filter(|number: &f64| number.is_finite());
    number.or_else(|| names.direction(word).ok())
}

/// Returns the unit vector at an angle in degrees, clockwise from straight up. For multiples of 90
/// degrees, the result is exact.
fn unit_vector(degrees: f64) -> Vec2 {
    let turned = degrees.rem_euclid(360.0);
    match turned {
        0.0 => Vec2::new(0.0, -1.0),
        90.0 => Vec2::new(1.0, 0.0),
        180.0 => Vec2::new(0.0, 1.0),
        270.0 => Vec2::new(-1.0, 0.0),
        _ => Vec2::new(libm::sin(turned * PI / 180.0), -libm::cos(turned * PI / 180.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_have_two_to_sixteen_colours() {
        let names = Names { colours: vec![Ink::new("sea", [0, 0, 100])], ..Names::default() };
        let read = |text: &str| gradient(text, &names).map(|ink| ink.and_then(|ink| ink.shade));
        assert_eq!(read("navy").unwrap(), None);
        let down = read("linear sea to white").unwrap().unwrap();
        assert_eq!(
            (down.placement, &*down.stops),
            (ShadePlacement::Across(Vec2::new(0.0, 1.0)), &[(0.0, [0, 0, 100]), (1.0, [255; 3])][..])
        );
        let three = read("linear right navy 30% lighter to red to #fff").unwrap().unwrap();
        assert_eq!(
            (three.placement, three.stops[1]),
            (ShadePlacement::Across(Vec2::new(1.0, 0.0)), (0.5, [255, 0, 0]))
        );
        let radial = read("radial white to black").unwrap().unwrap();
        assert!(radial.radial && radial.placement == ShadePlacement::Across(Vec2::ZERO));
        let lit = read("radial left white to black").unwrap().unwrap();
        assert!(lit.radial && lit.placement == ShadePlacement::Across(Vec2::new(-1.0, 0.0)));
        assert_eq!(gradient("linear 45 black to white", &names).unwrap().unwrap().rgb, [128; 3]);
        assert!(read("linear navy").unwrap_err().message.contains("names 1"));
        assert!(read("radial navy to rde").is_err());
        let run = |count: usize| format!("linear {}", vec!["navy"; count].join(" to "));
        assert!(read(&run(MAX_COLOURS)).is_ok() && read(&run(MAX_COLOURS + 1)).is_err());
    }
}
