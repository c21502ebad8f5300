//! Visits every string in a layout, together with its path of keys.
//!
//! - In: the text of a layout, with or without mistakes.
//! - Out: strings with their positions, and the part of the schema that describes each string.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::Node;

/// A string of a layout.
pub struct Text<'t> {
    /// The keys from the root to the string, such as `cards`, `face`, `text`.
    pub path: &'t [String],
    pub node: &'t Node,
    pub value: &'t str,
    /// The range of the string in bytes, with its quotes.
    pub span: Range<usize>,
}

impl Text<'_> {
    /// Returns whether the string is a value that can be or contain a colour.
    pub fn is_colour(&self) -> bool {
        ["colour", "line", "shadow"].iter().any(|format| self.node.takes(format))
    }

    /// Returns the innermost key.
    pub fn key(&self) -> &str {
        self.path.last().map_or("", String::as_str)
    }
}

/// Visits every string of a layout.
pub fn visit(text: &str, see: &mut dyn FnMut(Text<'_>)) {
    let (tree, _) = DeTable::parse_recoverable(text);
    table(tree.get_ref(), &Node::root(), &mut Vec::new(), see);
}

fn table(table: &DeTable<'_>, node: &Node, path: &mut Vec<String>, see: &mut dyn FnMut(Text<'_>)) {
    for (key, inner) in table {
        path.push(key.get_ref().to_string());
        value(inner, &node.at(key.get_ref()), path, see);
        path.pop();
    }
}

fn value(found: &Spanned<DeValue<'_>>, node: &Node, path: &mut Vec<String>, see: &mut dyn FnMut(Text<'_>)) {
    match found.get_ref() {
        DeValue::Table(inner) => table(inner, node, path, see),
        DeValue::Array(list) => list.iter().for_each(|item| value(item, node, path, see)),
        DeValue::String(text) => see(Text { path, node, value: text, span: found.span() }),
        _ => {}
    }
}

/// Returns the names of the fields whose values are used as colours.
///
/// A field counts as a colour if a template uses it in the value of a colour, or shows it as an icon.
pub fn colour_fields(text: &str) -> Vec<String> {
    let mut fields: Vec<String> = ["edges", "corners", "paths"].map(str::to_owned).into();
    visit(text, &mut |found| {
        for template in found.value.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()) {
            if found.is_colour() || template.contains("icon") {
                fields
                    .extend(template.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_owned));
            }
        }
    });
    fields.retain(|field| !field.is_empty());
    fields
}
