//! Finds font sizes in the key `size` of a text. Users write them there by mistake, because this key
//! sets the size of the text's box.
//!
//! - In: a key of an element, its value, and the element.
//! - Out: the mistake. Its hint says which `font` to write.
//! - Not here: checking other keys.

use toml::de::{DeTable, DeValue};

use crate::values::value::check_format;
use hexpress_base::diag::{Diagnostic, codes};

/// Returns the mistake if the key `size` of a text contains a font size. Otherwise returns `None`.
///
/// `name` is the key that is being checked: `size` or `font`.
pub(super) fn mistake(name: &str, value: &DeValue<'_>, element: &DeTable<'_>) -> Option<Diagnostic> {
    if !element.contains_key("text") {
        return None;
    }
    let has_font = element.contains_key("font");
    match (name, value) {
        ("size", DeValue::String(typed)) if !has_font => font_in_quotes(typed),
        ("size", DeValue::Integer(number)) if !has_font => font_as_number(number.as_str()),
        ("size", DeValue::Float(number)) if !has_font => font_as_number(number.as_str()),
        ("font", DeValue::String(font)) => font_without_size(font, element),
        _ => None,
    }
}

/// Returns the mistake for a font size in quotes, such as `size = "9pt"` or `size = "9"`.
fn font_in_quotes(typed: &str) -> Option<Diagnostic> {
    let is_number = typed.trim().parse::<f64>().is_ok();
    let font = if is_number { format!("{}pt", typed.trim()) } else { typed.to_owned() };
    if check_format("size", typed).is_ok() || !is_font(&font) {
        return None;
    }
    let message = format!("`size = \"{typed}\"`: the `size` of a text is its box, not its font size");
    Some(codes::BAD_VALUE.error(message).hint(moved_hint(&font, &format!("\"{typed}\""))))
}

/// Returns the mistake for a font size without quotes and unit, such as `size = 9`.
fn font_as_number(number: &str) -> Option<Diagnostic> {
    let font = format!("{number}pt");
    let message = format!("`size = {number}`: the `size` of a text is its box, not its font size");
    is_font(&font).then(|| codes::WRONG_TYPE.error(message).hint(moved_hint(&font, number)))
}

/// Returns the mistake for a font without its size, as in `font = "bold", size = "9pt"`.
fn font_without_size(font: &str, element: &DeTable<'_>) -> Option<Diagnostic> {
    if is_font(font) {
        return None;
    }
    let size = element.get("size")?.get_ref().as_str().filter(|size| size.ends_with("pt"))?;
    let complete = format!("{} {size}", font.trim());
    let message = format!("`font = \"{font}\"`: a font needs a size");
    let hint = moved_hint(&complete, &format!("\"{size}\""));
    is_font(&complete).then(|| codes::BAD_VALUE.error(message).hint(hint))
}

fn is_font(text: &str) -> bool {
    check_format("font", text).is_ok()
}

/// Returns the hint to write a font instead of a size. `size` is the value that the user wrote.
fn moved_hint(font: &str, size: &str) -> String {
    format!("write font = \"{font}\" instead of size = {size}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_text_with_a_font_is_the_size_of_its_box() {
        let found = |element: &str| {
            let (element, _) = DeTable::parse_recoverable(element);
            let element = element.into_inner();
            let size = element.get("size").unwrap().as_ref().clone();
            mistake("size", &size, &element).is_some()
        };
        assert!(found("text = \"a\"\nsize = \"bold 9pt\""));
        assert!(found("text = \"a\"\nsize = 9"));
        assert!(!found("text = \"a\"\nfont = \"bold 9pt\"\nsize = \"bold 9pt\""));
        assert!(!found("text = \"a\"\nfont = \"bold 9pt\"\nsize = 9"));
        assert!(!found("text = \"a\"\nfont = \"bold 9pt\"\nsize = 9.5"));
        assert!(!found("image = \"a.png\"\nsize = 9"));
    }
}
