//! Colours and lengths, as SVG and CSS write them.

use palette::{FromColor, Hsl, Srgb};
use svgtypes::Number;

use super::transform::numbers;
use crate::base::units::MM_PER_INCH;
use crate::read::Rgb;

/// The pixels of an inch; lengths without a unit count in them.
pub const PX_PER_INCH: f64 = 96.0;

/// A colour and how much of it covers what is below, from 0 to 1; none for nothing at all, and for what is not
/// understood. `current` is what `currentColor` means.
pub fn colour(text: &str, current: Rgb) -> Option<(Rgb, f64)> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix('#') {
        return hexadecimal(digits);
    }
    let lower = text.to_ascii_lowercase();
    if let Some((name, inside)) = lower.split_once('(') {
        let inside = inside.split(')').next().unwrap_or_default();
        return match name.trim() {
            // Gradients and patterns have no single colour.
            "url" => Some((Rgb::PATTERN, 1.0)),
            "rgb" | "rgba" => function(inside),
            "hsl" | "hsla" => hsl(inside),
            _ => None,
        };
    }
    match lower.as_str() {
        "none" | "transparent" => None,
        "currentcolor" | "inherit" => Some((current, 1.0)),
        "black" => Some((Rgb([0; 3]), 1.0)),
        name => palette::named::from_str(name).map(|c| (Rgb([c.red, c.green, c.blue]), 1.0)),
    }
}

fn hexadecimal(digits: &str) -> Option<(Rgb, f64)> {
    let digit = |i: usize| u8::from_str_radix(digits.get(i..=i)?, 16).ok();
    let pair = |i: usize| Some(digit(i)? * 16 + digit(i + 1)?);
    match digits.len() {
        3 => Some((Rgb([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17]), 1.0)),
        4 => Some((Rgb([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17]), f64::from(digit(3)?) / 15.0)),
        6 => Some((Rgb([pair(0)?, pair(2)?, pair(4)?]), 1.0)),
        8 => Some((Rgb([pair(0)?, pair(2)?, pair(4)?]), f64::from(pair(6)?) / 255.0)),
        _ => None,
    }
}

/// `255, 0, 0`, `100%, 0%, 0%, 0.5`, `255 0 0 / 50%`.
fn parts(inside: &str) -> Option<(Vec<(f64, bool)>, f64)> {
    let mut values = Vec::new();
    for word in inside.split([',', ' ', '/']).filter(|word| !word.is_empty()) {
        let (number, percent) = word.strip_suffix('%').map_or((word, false), |number| (number, true));
        let number = number.strip_suffix("deg").unwrap_or(number);
        values.push((number.parse::<f64>().ok()?, percent));
    }
    let alpha = match values.get(3) {
        Some((alpha, true)) => alpha / 100.0,
        Some((alpha, false)) => *alpha,
        None => 1.0,
    };
    (values.len() >= 3).then_some((values, alpha))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte before")]
fn byte(value: f64) -> u8 {
    value.round().clamp(0.0, 255.0) as u8
}

fn function(inside: &str) -> Option<(Rgb, f64)> {
    let (values, alpha) = parts(inside)?;
    let part = |i: usize| {
        let (value, percent) = values[i];
        byte(if percent { value * 2.55 } else { value })
    };
    Some((Rgb([part(0), part(1), part(2)]), alpha))
}

fn hsl(inside: &str) -> Option<(Rgb, f64)> {
    let (values, alpha) = parts(inside)?;
    let hsl = Hsl::new_srgb(values[0].0, values[1].0 / 100.0, values[2].0 / 100.0);
    Some((Rgb(Srgb::from_color(hsl).into_format().into()), alpha))
}

/// A length in user units (pixels); shares are of `whole`, and `em` of the size of letters.
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

/// The dashes of a line; empty for a solid one.
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
        assert_eq!(of("hsla(-150deg 40% 60% / 0.5)"), Some(([112, 153, 194], 0.5)));
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
