//! Renames a colour or a kind of cell in all places where the layout uses it.
//!
//! - In: an open layout, a position in it, and a new name.
//! - Out: the edits, or the reason why the new name is not possible.

use hexpress_base::diag::Report;
use hexpress_game::literal_colour;
use serde_json::{Value, json};

use super::cursor::in_word;
use super::document::Document;
use super::names::{NameOccurrence, Subject, names};
use super::position::Positions;

/// Words that already have a meaning in the value of a colour, as in `red 20% lighter`. They cannot be
/// names of colours.
const WORDS: [&str; 8] = ["none", "lighter", "darker", "dashed", "linear", "radial", "to", "reverse"];

/// Returns the edits that rename the name at an offset. Returns `None` if nothing at the offset can
/// be renamed. `check` returns the mistakes that the layout would have with a given text.
///
/// # Errors
/// The new name is not possible. The error is the reason.
pub fn rename(
    document: &Document,
    uri: &str,
    offset: usize,
    new_name: &str,
    check: &dyn Fn(&str) -> Report,
) -> Result<Option<Value>, String> {
    let Some(named) = document.renamable(offset) else { return Ok(None) };
    let text = &document.text;
    let all = names(text);
    if new_name == named.name {
        return Ok(None);
    }
    check_new_name(&named, new_name, &all)?;
    let mut renamed = String::new();
    let mut end = 0;
    let mut edits = Vec::new();
    let mut positions = Positions::new(text);
    for other in all.iter().filter(|other| other.is_same(&named)) {
        let put = spelt(text, other, new_name);
        renamed.push_str(text.get(end..other.range.start).unwrap_or_default());
        renamed.push_str(&put);
        end = other.range.end;
        edits.push(json!({ "range": positions.range(other.range.clone()), "newText": put }));
    }
    renamed.push_str(text.get(end..).unwrap_or_default());
    // The old name may also occur in another file, such as a table of data, where it is not replaced.
    // This would cause a mistake, so the renamed layout is checked.
    if let Some(wrong) = new_mistake(&check(text), &check(&renamed)) {
        return Err(format!("`{}` cannot be renamed to `{new_name}`: {wrong}", named.name));
    }
    Ok(Some(json!({ "changes": { uri: edits } })))
}

/// Returns the first mistake that a change causes. Returns `None` if the layout already had
/// mistakes before the change.
fn new_mistake(before: &Report, after: &Report) -> Option<String> {
    if before.has_errors() || !after.has_errors() {
        return None;
    }
    let is_error =
        |found: &&hexpress_base::diag::Diagnostic| found.severity == hexpress_base::diag::Severity::Error;
    after.sorted().into_iter().find(is_error).map(|diagnostic| diagnostic.full_message().into_owned())
}

/// Checks that a name can be replaced by a new one.
///
/// # Errors
/// The new name is not possible. The error is the reason.
fn check_new_name(named: &NameOccurrence, new_name: &str, all: &[NameOccurrence]) -> Result<(), String> {
    if new_name.is_empty() {
        return Err("a name cannot be empty".to_owned());
    }
    if let Some(wrong) = new_name.chars().find(|c| !in_word(*c)) {
        return Err(format!("`{new_name}` cannot be a name: `{wrong}` is not a letter, a digit, - or _"));
    }
    if !new_name.chars().next().is_some_and(char::is_alphabetic) {
        return Err(format!("`{new_name}` cannot be a name: names begin with a letter"));
    }
    if all.iter().any(|other| {
        other.is_definition && other.name == new_name && is_same_space(other.subject, named.subject)
    }) {
        return Err(format!("`{new_name}` is already defined in this layout: choose another name"));
    }
    if named.subject == Subject::Colour {
        if literal_colour(new_name).is_some() {
            return Err(format!("`{new_name}` is the name of a CSS colour: choose another name"));
        }
        if WORDS.contains(&new_name) {
            return Err(format!(
                "`{new_name}` already has a meaning where colours are written: choose another name"
            ));
        }
    }
    Ok(())
}

/// Returns whether names of these two subjects must differ. For example, a kind and a mark cannot have
/// the same name.
fn is_same_space(one: Subject, other: Subject) -> bool {
    let of_signs = |subject| matches!(subject, Subject::Kind | Subject::Mark);
    one == other || of_signs(one) && of_signs(other)
}

/// Returns the new name as it must be written in place of the old name. A key that was written
/// without quotes gets quotes if the new name needs them.
fn spelt(text: &str, named: &NameOccurrence, new_name: &str) -> String {
    let is_quoted = text.get(..named.range.start).is_some_and(|before| before.ends_with(['"', '\'']));
    let is_bare = new_name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if named.is_key && !is_quoted && !is_bare { format!("\"{new_name}\"") } else { new_name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_letters_digits_dashes_and_underscores_needs_no_quotes() {
        let key = NameOccurrence {
            subject: Subject::Colour,
            name: "x".to_owned(),
            range: 0..1,
            is_definition: true,
            is_key: true,
        };
        for (new_name, expected) in
            [("a1", "a1"), ("dark-oak", "dark-oak"), ("dark_oak", "dark_oak"), ("dark oak", "\"dark oak\"")]
        {
            assert_eq!(spelt("x = 1", &key, new_name), expected);
        }
        // In quotes, and in a value, any name is written as it is.
        assert_eq!(
            spelt("\"x\" = 1", &NameOccurrence { range: 1..2, ..key.clone() }, "dark oak"),
            "dark oak"
        );
        assert_eq!(spelt("x = 1", &NameOccurrence { is_key: false, ..key }, "dark oak"), "dark oak");
    }
}
