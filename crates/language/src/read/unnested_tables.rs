//! Finds tables of a component that are written as tables of the whole file, such as `[deck]` instead
//! of `[tiles.deck]`.
//!
//! - In: the tree of the file, and the name of such a table.
//! - Out: the component to which the table belongs, and the headers that the user should write.
//! - Not here: reporting the mistake.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::{options, types};
use crate::COMPONENTS;

/// The component that a table belongs to.
pub(super) struct Owner {
    /// The key of the component's list, such as `tiles`.
    pub component: &'static str,
    pub index: usize,
}

/// Returns the component to which a table belongs. `start` is the byte offset of the table.
///
/// This is the last component above the table, among those that can have a table with this name.
/// Returns `None` if this component already has a table with this name.
pub(super) fn owner(root: &DeTable<'_>, name: &str, start: usize, schema: &Value) -> Option<Owner> {
    let (owner, item) = COMPONENTS
        .into_iter()
        .filter(|component| can_have_table(component, name, schema))
        .flat_map(|component| {
            let list = root.get(component).and_then(|list| list.get_ref().as_array());
            let items = list.into_iter().flat_map(|list| list.iter()).enumerate();
            items.map(move |(index, item)| (Owner { component, index }, item))
        })
        .filter(|(_, item)| item.span().start < start)
        .max_by_key(|(_, item)| item.span().start)?;
    item.get_ref().as_table().filter(|table| !table.contains_key(name)).map(|_| owner)
}

fn can_have_table(component: &str, name: &str, schema: &Value) -> bool {
    let definition = if component == "board" { "Board" } else { "Pieces" };
    // Only tiles have random decks, but the schema describes all pieces by one type.
    if name == "deck" && component != "tiles" {
        return false;
    }
    let part = schema["$defs"][definition]["properties"].get(name);
    part.is_some_and(|part| options(schema, part).iter().any(|option| types(option).contains(&"object")))
}

/// Returns the headers that the user should write for a table of a component, including the headers
/// of the tables inside this table.
pub(super) fn headers(component: &str, name: &str, value: &Spanned<DeValue<'_>>, text: &str) -> String {
    let mut all = vec![format!("[{component}.{name}]")];
    let inner = value.get_ref().as_table().into_iter().flatten();
    all.extend(
        inner
            .filter(|(key, value)| value.get_ref().is_table() && ends_header(key.span().end, text))
            .map(|(key, _)| format!("[{component}.{name}.{}]", key.get_ref())),
    );
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}

/// Returns whether a key that ends at this byte is the last key of a header.
fn ends_header(end: usize, text: &str) -> bool {
    text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(']'))
}
