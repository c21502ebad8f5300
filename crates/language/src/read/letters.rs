//! The size of letters, typed as the size of the box that words stand in.
//!
//! A key of an element and its value go in; what is wrong with them comes out, with the font to write.

use toml::de::{DeTable, DeValue};

use crate::diag::{Diagnostic, codes};
use crate::spec::values::value::check_format;

/// Returns what is wrong with a `size` or `font` of words where `size` has what belongs into `font`.
pub(super) fn mistake(name: &str, value: &DeValue<'_>, element: &DeTable<'_>) -> Option<Diagnostic> {
    if !element.contains_key("text") {
        return None;
    }
    let is_font = |text: &str| check_format("font", text).is_ok();
    let moved = |font: &str, size: &str| format!("write font = \"{font}\" in place of size = {size}");
    match (name, value) {
        ("size", DeValue::String(typed)) if !element.contains_key("font") => {
            let font = if typed.trim().parse::<f64>().is_ok() {
                format!("{}pt", typed.trim())
            } else {
                typed.to_string()
            };
            let is_wrong = check_format("size", typed).is_err() && is_font(&font);
            let message = format!("`size = \"{typed}\"`: `size` is the box of the words, not their font");
            is_wrong.then(|| codes::BAD_VALUE.error(message).hint(moved(&font, &format!("\"{typed}\""))))
        }
        ("size", DeValue::Integer(_) | DeValue::Float(_)) if !element.contains_key("font") => {
            let number = match value {
                DeValue::Integer(number) => number.as_str(),
                DeValue::Float(number) => number.as_str(),
                _ => "",
            };
            let font = format!("{number}pt");
            let message = format!("`{number}` is typed here, but `size` is the box of the words");
            is_font(&font).then(|| codes::WRONG_TYPE.error(message).hint(moved(&font, number)))
        }
        ("font", DeValue::String(font)) if !is_font(font) => {
            let size = element.get("size")?.get_ref().as_str().filter(|size| size.ends_with("pt"))?;
            let whole = format!("{} {size}", font.trim());
            let message = format!("`font = \"{font}\"`: a font needs a size");
            let hint = moved(&whole, &format!("\"{size}\""));
            is_font(&whole).then(|| codes::BAD_VALUE.error(message).hint(hint))
        }
        _ => None,
    }
}
