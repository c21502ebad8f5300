//! Fills of several colours: `linear navy to white`, `linear right gold to sienna`, `radial white to sky to navy`.

use std::f64::consts::PI;

use kurbo::Vec2;

use super::names::Names;
use crate::diag::{Result, codes};
use crate::scene::{Ink, Shade, ShadePlacement};

/// The most colours of a run.
const MOST: usize = 16;

/// A fill of several colours; none where the text does not say one.
///
/// # Errors
/// What is wrong with its words.
pub fn shade(text: &str, names: &Names) -> Result<Option<Ink>> {
    let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
    let radial = match kind {
        "linear" => false,
        "radial" => true,
        _ => return Ok(None),
    };
    let wrong = |what: String| {
        let hint =
            "\"linear navy to white\", \"linear right gold to tan to sienna\", \"radial white to sky\"";
        codes::BAD_VALUE.error(what).hint(hint)
    };
    let (way, colours) = match rest.split_once(' ') {
        Some((way, colours)) if !radial => match heading(way, names) {
            Some(degrees) => (degrees, colours),
            None => (180.0, rest),
        },
        _ => (180.0, rest),
    };
    let colours: Vec<&str> = colours.split(" to ").map(str::trim).collect();
    if !(2..=MOST).contains(&colours.len()) {
        return Err(wrong(format!(
            "`{text}` names {} of the 2 to {MOST} colours that run into one another",
            colours.len()
        )));
    }
    let last = (colours.len() - 1) as f64;
    let stop = |(at, name): (usize, &&str)| {
        Ok((at as f64 / last, names.colour(name).map_err(|wrong| wrong.within(text, name))?.rgb))
    };
    let stops = colours.iter().enumerate().map(stop).collect::<Result<Vec<_>>>()?;
    Ok(Some(Shade { radial, stops, placement: ShadePlacement::Across(vector(way)) }.into_ink(text)))
}

/// A direction of the game or of the sheet, or degrees clockwise from up.
fn heading(word: &str, names: &Names) -> Option<f64> {
    let degrees = word.parse().ok().filter(|degrees: &f64| degrees.is_finite());
    degrees.or_else(|| names.direction(word).ok())
}

/// The vector of length 1 that points so many degrees clockwise from up: exact for right angles.
fn vector(degrees: f64) -> Vec2 {
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
    fn runs_of_colours() {
        let names = Names { colours: vec![Ink::new("sea", [0, 0, 100])], ..Names::default() };
        let read = |text: &str| shade(text, &names).map(|ink| ink.and_then(|ink| ink.shade));
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
        assert!(read("radial white to black").unwrap().unwrap().radial);
        assert_eq!(shade("linear 45 black to white", &names).unwrap().unwrap().rgb, [128; 3]);
        assert!(read("linear navy").unwrap_err().message.contains("names 1 of"));
        assert!(read("radial navy to rde").is_err());
    }
}
