//! Parses colours and lengths in the syntax of SVG and CSS.
//!
//! - In: the value of a property.
//! - Out: RGB colours, each with its opacity, and lengths in user units.
//! - Not here: transforms (`transform`).

use svgtypes::{Color, Number};

use super::transform::numbers;
use crate::Rgb;
use hexpress_base::units::MM_PER_INCH;

/// The number of px in an inch (CSS Values, 6.2). A length without a unit is in px, too.
pub const PX_PER_INCH: f64 = 96.0;

/// Parses a paint, and returns the colour of the paint and its opacity from 0 to 1. `current` is
/// the value of `currentColor`.
///
/// Returns `None` for `none` and for text that is not understood.
pub fn colour(text: &str, current: Rgb) -> Option<(Rgb, f64)> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    match lower.split_once('(').map_or((&*lower, ""), |(name, inside)| (name.trim(), inside)) {
        ("none" | "transparent", _) => None,
        ("currentcolor" | "inherit", _) => Some((current, 1.0)),
        // Gradients and patterns do not have a single colour, so they are read as [`Rgb::PATTERN`].
        ("url", _) => Some((Rgb::PATTERN, 1.0)),
        // Opacities in percent are parsed here, because the library does not parse them.
        ("rgb" | "rgba", inside) => rgb(inside.split(')').next().unwrap_or_default()),
        _ => {
            let colour: Color = lower.parse().ok()?;
            Some((Rgb([colour.red, colour.green, colour.blue]), f64::from(colour.alpha) / 255.0))
        }
    }
}

/// Parses the arguments of `rgb()` and returns the colour and its opacity. Examples of arguments are `255, 0,
/// 0`, `100%, 0%, 0%, 0.5` and `255 0 0 / 50%`. Returns `None` if the arguments are not valid.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte before")]
fn rgb(inside: &str) -> Option<(Rgb, f64)> {
    let mut words = inside.split([',', ' ', '/']).filter(|word| !word.is_empty());
    let mut channels = [0; 3];
    for channel in &mut channels {
        *channel = number_or_share(words.next()?, 255.0)?.round().clamp(0.0, 255.0) as u8;
    }
    Some((Rgb(channels), words.next().map_or(Some(1.0), |word| number_or_share(word, 1.0))?))
}

/// Parses a number or a percentage. A percentage is relative to `whole`. Returns `None` if `word` is neither.
fn number_or_share(word: &str, whole: f64) -> Option<f64> {
    match word.strip_suffix('%') {
        Some(share) => Some(share.parse::<f64>().ok()? / 100.0 * whole),
        None => word.parse::<f64>().ok(),
    }
}

/// Parses a length and returns it in user units (px). A percentage is relative to `whole`. `em` is the font
/// size in px, for lengths in `em`. Returns `None` if `text` is not a length.
pub fn length(text: &str, whole: f64, em: f64) -> Option<f64> {
    let text = text.trim();
    if let Ok(Number(value)) = text.parse() {
        return Some(value);
    }
    const MM: f64 = PX_PER_INCH / MM_PER_INCH;
    let units = [
        ("px", 1.0),
        ("%", whole / 100.0),
        ("rem", em),
        ("em", em),
        ("ex", em / 2.0),
        ("ch", em / 2.0),
        ("mm", MM),
        ("cm", MM * 10.0),
        ("Q", MM / 4.0),
        ("q", MM / 4.0),
        ("in", PX_PER_INCH),
        ("pt", PX_PER_INCH / 72.0),
        ("pc", PX_PER_INCH / 6.0),
    ];
    let (number, px) = units.iter().find_map(|(unit, px)| Some((text.strip_suffix(unit)?, px)))?;
    let Number(value) = number.parse().ok()?;
    Some(value * px)
}

/// Parses the lengths of the dashes and gaps of a line. Returns an empty list for a solid line.
pub fn dashes(text: &str) -> Vec<f64> {
    if text.trim() == "none" {
        return Vec::new();
    }
    let all = numbers(text)
        .unwrap_or_else(|| text.split([',', ' ']).filter_map(|word| length(word, 0.0, 0.0)).collect());
    if all.iter().sum::<f64>() > 0.0 { all } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_in_all_their_spellings() {
        let of = |text: &str| colour(text, Rgb([9; 3])).map(|(Rgb(rgb), alpha)| (rgb, alpha));
        assert_eq!(of("#f80"), Some(([255, 136, 0], 1.0)));
        assert_eq!(of("#ff880080").map(|c| c.0), Some([255, 136, 0]));
        assert_eq!(of("RGB(255, 136,0)"), Some(([255, 136, 0], 1.0)));
        assert_eq!(of("rgb(100% 0% 0% / 50%)"), Some(([255, 0, 0], 0.5)));
        assert_eq!(of("hsl(120, 100%, 25%)"), Some(([0, 128, 0], 1.0)));
        assert_eq!(of("hsla(-150deg 40% 60% / 0.6)"), Some(([112, 153, 194], 0.6)));
        assert_eq!(of("hsl(0, 300%, 50%)"), Some(([255, 0, 0], 1.0)));
        assert_eq!(of("Tan"), Some(([210, 180, 140], 1.0)));
        assert_eq!(of("currentColor"), Some(([9; 3], 1.0)));
        assert_eq!(of("url(#a) none"), Some(([128; 3], 1.0)));
        assert_eq!((of("none"), of("#12"), of("nonsense")), (None, None, None));
    }

    #[test]
    fn lengths_in_all_units() {
        let of = |text: &str| length(text, 200.0, 10.0);
        assert_eq!(
            (of("3"), of("3px"), of("1in"), of("50%")),
            (Some(3.0), Some(3.0), Some(96.0), Some(100.0))
        );
        assert_eq!((of("1.5em"), of("72pt"), of("x")), (Some(15.0), Some(96.0), None));
        assert_eq!(
            (of("1e2px"), of("1E1 pt"), of("2ex"), of("2rem")),
            (Some(100.0), of("10pt"), Some(10.0), of("2em"))
        );
        assert_eq!(
            (of("inf"), of("NaN"), of("1e999mm"), of("mm"), of("1MM")),
            (None, None, None, None, None)
        );
        for inch in ["25.4mm", "2.54 cm", "101.6Q", "6pc"] {
            assert!((of(inch).unwrap() - 96.0).abs() < 1e-9, "{inch}");
        }
    }
}
