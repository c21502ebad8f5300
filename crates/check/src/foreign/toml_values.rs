//! Writes the values of a layout that is inferred from a drawing.
//!
//! - In: strings, numbers and sizes.
//! - Out: the text of TOML values, and whether a board fits on a small sheet.

use kurbo::Size;

/// The size of the area between the margins and the rulers of a portrait A4 sheet, in mm.
const A4_AREA_MM: Size = Size::new(190.0, 275.0);

/// Returns whether a board fits on a small sheet in portrait or landscape format.
pub(super) fn fits_small_sheet(size: Size) -> bool {
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    short <= A4_AREA_MM.width && long <= A4_AREA_MM.height
}

pub(super) fn quoted(text: &str) -> String {
    // JSON and TOML use the same notation for text without control characters.
    serde_json::Value::from(text.replace(|c: char| c.is_control() && c != '\n', " ")).to_string()
}

/// Formats a number with up to five decimals. For a length in mm, five decimals are exact to a hundredth
/// of a micrometre.
pub(super) fn number(value: f64) -> String {
    // Measured numbers have small errors. So a number that is very close to a multiple of a thousandth
    // is rounded to it.
    let round = (value * 1000.0).round() / 1000.0;
    let text = format!("{:.5}", if (value - round).abs() < 1e-4 { round } else { value });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
