//! Warns about `{{ owner | icon }}` if some values of `owner` have no icon.
//!
//! - In: the elements and values of a component.
//! - Out: at most one warning for each field. The warning names a value that is not a colour. If
//!   all values are colours, it names a colour without an icon.

use std::collections::BTreeMap;

use super::field_values::values;
use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes, near};
use hexpress_game::element::{Element, Shape};
use hexpress_game::names::literal_colour;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::parse_field::is_refusal;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::NameOr;

/// Warns about values that are shown as icons but have no icon.
pub fn check(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    for (field, is_always_shown) in shown_fields(faces, resolver) {
        let values = colour_values(p, field, resolver);
        let warning = unknown_colour(field, &values, resolver)
            .or_else(|| colour_without_icon(field, is_always_shown, &values, resolver));
        resolver.warnings.extend(warning);
    }
}

/// Returns the fields that elements show as icons, each with a flag.
///
/// The flag is true if at least one element of the layout shows the icon for every row. It is false if
/// all elements that show the icon have a condition or come from a theme.
fn shown_fields<'e>(faces: [&'e [Element]; 2], resolver: &Resolver<'_>) -> BTreeMap<&'e str, bool> {
    let theme = resolver.theme_place();
    let mut fields = BTreeMap::new();
    for element in faces.into_iter().flat_map(Element::with_parts) {
        let (Shape::Icon(template) | Shape::Text(template, _)) = &element.shape else { continue };
        let source: String = template.source().split_whitespace().collect();
        let is_always_shown = element.when.is_none() && Some(element.place) != theme;
        for field in template.needs().filter(|need| source.contains(&format!("{{{{{need}|icon}}}}"))) {
            *fields.entry(field).or_insert(false) |= is_always_shown;
        }
    }
    fields
}

/// Returns the colours in the values of a field, with their places. For the field `edge`, returns the
/// colours in `edges`.
fn colour_values<'p>(p: &'p Pieces, field: &str, resolver: &Resolver<'_>) -> Vec<(&'p str, SourceSpan)> {
    let mut found = Vec::new();
    for (value, place) in values(p, if field == "edge" { "edges" } else { field }, resolver) {
        let Scalar::Text(text) = value else { continue };
        // The colours in a template are known only when the row is computed.
        if text.contains("{{") {
            continue;
        }
        if field == "edge" {
            found.extend(text.split_whitespace().map(|word| (word, place)));
        } else {
            found.push((text.trim(), place));
        }
    }
    found
}

/// Where a colour is defined, and whether the colour has an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// A colour that the layout or the program defines, with an icon.
    WithIcon,
    /// A colour that the layout or the program defines, without an icon.
    WithoutIcon,
    /// A CSS colour such as `navy`, or a colour in hex digits.
    Literal,
    No,
}

impl Known {
    fn new(word: &str, resolver: &Resolver<'_>) -> Self {
        let names = &resolver.names;
        match names.colours.iter().position(|ink| *ink.name == *word) {
            Some(index) if names.icons.get(index).is_some_and(Option::is_some) => Self::WithIcon,
            Some(_) => Self::WithoutIcon,
            None if literal_colour(word).is_some() => Self::Literal,
            None => Self::No,
        }
    }
}

/// Returns a warning for the first value that is not a colour. Returns `None` if all values are colours.
fn unknown_colour(field: &str, values: &[(&str, SourceSpan)], resolver: &Resolver<'_>) -> Option<Diagnostic> {
    let (word, place) = values
        .iter()
        .find(|(word, _)| !word.is_empty() && !is_refusal(word) && Known::new(word, resolver) == Known::No)?;
    let names = resolver.names.colours.iter().map(|ink| ink.name.as_ref());
    let hint = near::hint(word, names, || {
        format!("define it in [colours]: {word} = {{ fill = \"navy\", icon = \"star\" }}")
    });
    let message = format!("unknown colour `{word}`, so `{{{{ {field} | icon }}}}` prints nothing here");
    Some(codes::UNKNOWN_COLOUR.warning(message).at(*place).hint(hint))
}

/// Returns a warning for the first colour without an icon. Returns `None` if no other value of the field
/// has an icon.
fn colour_without_icon(
    field: &str,
    is_always_shown: bool,
    values: &[(&str, SourceSpan)],
    resolver: &Resolver<'_>,
) -> Option<Diagnostic> {
    if !values.iter().any(|(word, _)| Known::new(word, resolver) == Known::WithIcon) {
        return None;
    }
    let (word, place) = values.iter().find(|(word, _)| match Known::new(word, resolver) {
        Known::WithoutIcon => is_always_shown && resolver.layout.colours.get(word).is_some(),
        Known::Literal => true,
        Known::WithIcon | Known::No => false,
    })?;
    let message = format!(
        "`{{{{ {field} | icon }}}}` prints nothing for `{word}`: this colour has no icon, unlike other values of `{field}`"
    );
    let warning = codes::IDLE_KEY.warning(message).at(*place);
    let value = resolver.layout.colours.get(word);
    let Some(value) = value.filter(|_| Known::new(word, resolver) == Known::WithoutIcon) else {
        let hint =
            format!("give `{word}` an icon in [colours]: {word} = {{ fill = \"{word}\", icon = \"star\" }}");
        return Some(warning.hint(hint));
    };
    let fill = match &value.value {
        NameOr::Name(name) => name.as_str(),
        NameOr::Full(colour) => colour.fill.as_ref().map_or("navy", |fill| fill.value.0.as_str()),
    };
    let definition = format!("write in [colours]: {word} = {{ fill = \"{fill}\", icon = \"star\" }}");
    Some(warning.related_place(resolver.place(value), "a colour without an icon").hint(definition))
}
