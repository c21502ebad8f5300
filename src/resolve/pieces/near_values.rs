//! Texts that a condition misses only by their spelling: `kind == 'ship'` where a row says `Ship`.

use std::collections::BTreeSet;

use super::doubtful::values;
use crate::diag::{Few, Place, codes};
use crate::model::element::{Element, Shape, Value};
use crate::model::template::Template;
use crate::resolve::context::Compiler;
use crate::spec::tables::layout::Pieces;

/// Warns of each field that is nearly a text that a condition compares it with, where no condition asks for the field as
/// it is.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let mut asked: Vec<(String, String, Place)> = Vec::new();
    let mut ask = |source: &str, place: Place| {
        let all = compared(source).into_iter();
        asked.extend(all.map(|(name, text)| (name.to_owned(), text.to_owned(), place)));
    };
    for element in faces.into_iter().flatten() {
        templates(element).for_each(|template| ask(template.source(), element.place));
    }
    if let Some(condition) = &p.where_ {
        ask(condition, compiler.place(condition));
    }
    let mut few = Few::default();
    let mut told: BTreeSet<(Place, String)> = BTreeSet::new();
    for (name, wanted, condition) in &asked {
        let exact = |text: &str| asked.iter().any(|(of, other, _)| of == name && other == text);
        let found = values(p, name, compiler).into_iter().map(|(value, place)| (value.to_string(), place));
        // A condition that holds for no row is reported by itself.
        let found: Vec<(String, Place)> = found.collect();
        if !found.iter().any(|(said, _)| said == wanted) {
            continue;
        }
        for (said, place) in &found {
            if exact(said) || !is_near(said, wanted) || !told.insert((*place, wanted.clone())) || !few.more() {
                continue;
            }
            let message = format!("`{name}` is `{said}` here, and a condition asks for `{wanted}`");
            let warning = codes::NEVER_HOLDS.warning(message).hint(format!("write `{wanted}`, as other rows do"));
            compiler.warnings.push(warning.at(*place).also(*condition, "asked for here"));
        }
    }
}

/// The texts of an element in which something is compared.
fn templates(element: &Element) -> impl Iterator<Item = &Template> {
    let words = match &element.shape {
        Shape::Text(words) => Some(&words.template),
        Shape::Icon(template) | Shape::EdgeBand(template, _) => Some(template),
        Shape::Image(image) => Some(&image.file),
        _ => None,
    };
    let each = |value: &Value<_>| matches!(value, Value::Each(_));
    let fill = element.fill.as_ref().filter(|value| each(value));
    let fill = fill.and_then(|value| match value {
        Value::Each(template) => Some(template),
        Value::Fixed(_) => None,
    });
    let colour = element.colour.as_ref().and_then(|value| match value {
        Value::Each(template) => Some(template),
        Value::Fixed(_) => None,
    });
    words.into_iter().chain(&element.when).chain(fill).chain(colour)
}

/// Whether two texts are one but for capitals, blanks, signs between words, or an `s` at the end.
fn is_near(said: &str, wanted: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (plain(said), plain(wanted));
    let many = |one: &str, other: &str| {
        one.strip_suffix('s').is_some_and(|one| one == other && one.chars().count() >= 3)
    };
    !one.is_empty() && said != wanted && (one == other || many(&one, &other) || many(&other, &one))
}

/// Each field of a condition, and a text that it is compared with: `kind == 'ship'`, `kind in ['ship', 'boat']`.
fn compared(source: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    // The field of the comparison at hand, and where the list ends in which it is looked for.
    let mut rest = 0;
    let mut name: Option<&str> = None;
    while let Some(open) = source.get(rest..).and_then(|tail| tail.find(['\'', '"'])).map(|at| rest + at) {
        let quote = if source[open..].starts_with('"') { '"' } else { '\'' };
        let Some(end) = source[open + 1..].find(quote).map(|at| open + 1 + at) else { break };
        let before = source[rest..open].trim_end();
        name = match before.strip_suffix("==").or_else(|| before.strip_suffix("!=")) {
            Some(field) => last_name(field),
            None => match before.strip_suffix(['[', '(']).map(str::trim_end).and_then(|list| list.strip_suffix(" in")) {
                Some(field) => last_name(field.trim_end().trim_end_matches(" not")),
                None => name.filter(|_| before.trim() == ","),
            },
        };
        found.extend(name.map(|name| (name, &source[open + 1..end])));
        rest = end + 1;
    }
    found
}

/// The name that a text ends with.
fn last_name(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let start = text.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| {
        at + text[at..].chars().next().map_or(1, char::len_utf8)
    });
    text.get(start..).filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::{compared, is_near};

    #[test]
    fn what_conditions_compare_with_texts() {
        assert_eq!(compared("kind == 'ship' and cost > 2"), [("kind", "ship")]);
        assert_eq!(compared("kind in ['ship', \"boat\"] or a != 'b'"), [("kind", "ship"), ("kind", "boat"), ("a", "b")]);
        assert_eq!(compared("{{ 'x' if kind not in ('a', 'b') else 'c' }}"), [("kind", "a"), ("kind", "b")]);
        assert!(compared("name | replace('a', 'b') == kind").is_empty());
    }

    #[test]
    fn texts_that_are_nearly_one() {
        for (said, wanted) in [("Ship", "ship"), (" ship", "ship"), ("ships", "ship"), ("sea-ship", "sea ship")] {
            assert!(is_near(said, wanted), "{said} {wanted}");
        }
        for (said, wanted) in [("ship", "ship"), ("", "ship"), ("as", "a"), ("shop", "ship")] {
            assert!(!is_near(said, wanted), "{said} {wanted}");
        }
    }
}
