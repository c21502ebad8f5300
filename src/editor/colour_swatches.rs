//! Finds the colours in the text of a layout. Editors show them as swatches.
//!
//! - In: the text of a layout.
//! - Out: the positions and values of colours. A colour may be written as hex digits, as a CSS
//!   name, or as a name that the layout defines.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value, json};

use super::cursor::in_word;
use super::position::{Positions, offset};
use super::strings::{self, Text};
use hexpress_game::literal_colour;

/// The largest number of colours that are found.
const MAX_COLOURS: usize = 5_000;

/// A colour in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swatch {
    pub range: Range<usize>,
    pub rgb: [u8; 3],
    /// Whether the colour is written as digits or as a CSS name. The editor can replace only such
    /// colours. It cannot replace a name that the layout defines.
    pub is_literal: bool,
}

/// Returns the colours of a layout, in the order of the text.
pub fn colours(text: &str) -> Vec<Swatch> {
    let own = own_colours(text);
    let mut found = Vec::new();
    strings::visit(text, &mut |string| {
        if is_shown(&string) && found.len() < MAX_COLOURS {
            found.extend(words(text, string.span).filter_map(|range| {
                let word = text.get(range.clone())?;
                let named = own.get(word).copied();
                let rgb = named.or_else(|| literal_colour(word))?;
                Some(Swatch { range, rgb, is_literal: named.is_none() })
            }));
        }
    });
    found.sort_by_key(|swatch| swatch.range.start);
    found.dedup_by_key(|swatch| swatch.range.start);
    found
}

/// Returns whether the colours in a string get swatches.
fn is_shown(string: &Text<'_>) -> bool {
    let is_definition = string.path.first().is_some_and(|table| table == "colours") && string.key() != "icon";
    (string.is_colour() || is_definition) && !string.value.contains("{{")
}

/// Returns the colours that a layout defines as digits or as CSS names.
fn own_colours(text: &str) -> BTreeMap<String, [u8; 3]> {
    let mut own = BTreeMap::new();
    strings::visit(text, &mut |string| {
        let name = match string.path {
            [table, name] if table == "colours" => name,
            [table, name, key] if table == "colours" && key == "fill" => name,
            _ => return,
        };
        if let Some(rgb) = string.value.split_whitespace().next().and_then(literal_colour) {
            own.insert(name.clone(), rgb);
        }
    });
    own
}

/// Returns the range of each word within a range of the text. A `#` before digits belongs to the
/// word.
fn words(text: &str, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let mut rest = 0;
    std::iter::from_fn(move || {
        let is_part = |c: char| in_word(c) || c == '#';
        let start = rest + inside.get(rest..)?.find(is_part)?;
        let end = inside[start..].find(|c| !is_part(c)).map_or(inside.len(), |length| start + length);
        rest = end;
        Some(range.start + start..range.start + end)
    })
}

/// Answers `textDocument/documentColor`.
pub fn document_colours(text: &str) -> Value {
    let mut positions = Positions::new(text);
    let all = colours(text).into_iter().map(|Swatch { range, rgb, .. }| {
        let [red, green, blue] = rgb.map(|channel| f64::from(channel) / 255.0);
        json!({
            "range": positions.range(range),
            "color": { "red": red, "green": green, "blue": blue, "alpha": 1 },
        })
    });
    all.collect()
}

/// Answers `textDocument/colorPresentation`: returns the colour that the user picked as hex digits.
///
/// If the text is a name that the layout defines, the answer is empty. The editor then keeps the name.
pub fn presentations(text: &str, params: &Value) -> Value {
    let start = offset(text, &params["range"]["start"]);
    let is_literal = colours(text).iter().any(|swatch| swatch.range.start == start && swatch.is_literal);
    if !is_literal {
        return json!([]);
    }
    let channel = |name: &str| {
        let share = params["color"][name].as_f64().unwrap_or(0.0).clamp(0.0, 1.0);
        (share * 255.0).round() as u8
    };
    let digits = super::complete::digits([channel("red"), channel("green"), channel("blue")]);
    json!([{ "label": digits, "textEdit": { "range": params["range"], "newText": digits } }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_css_names_and_own_names_have_swatches() {
        let text = "[colours]\nsea = { fill = \"#24537F\", icon = \"red\" }\n[[cards]]\nface = [{ fill = \"sea\", line = \"1mm navy\", text = \"red\", colour = \"{{ red }}\" }]\n";
        let found: Vec<(&str, bool)> = colours(text)
            .into_iter()
            .map(|swatch| (&text[swatch.range.clone()], swatch.is_literal))
            .collect();
        assert_eq!(found, [("#24537F", true), ("sea", false), ("navy", true)]);
    }
}
