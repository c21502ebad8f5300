//! Tables of a component that are written as tables of the file: `[deck]` for `[tiles.deck]`.
//!
//! The file and the name of such a table go in; the component that it belongs to comes out.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::{options, types};
use crate::spec::COMPONENTS;

/// Returns the component that a table belongs to, and which of its list: the last one above the table that can have it
/// and does not.
pub(super) fn owner(
    root: &DeTable<'_>,
    name: &str,
    start: usize,
    schema: &Value,
) -> Option<(&'static str, usize)> {
    let has_table = |component: &str| {
        let owner = if component == "board" { "Board" } else { "Pieces" };
        let part = schema["$defs"][owner]["properties"].get(name);
        let is_of_tiles = name != "deck" || component == "tiles";
        is_of_tiles
            && part.is_some_and(|part| options(schema, part).iter().any(|one| types(one).contains(&"object")))
    };
    let all = COMPONENTS.into_iter().filter(|component| has_table(component)).flat_map(|component| {
        let list = root.get(component).and_then(|list| list.get_ref().as_array());
        let items = list.into_iter().flat_map(|list| list.iter()).enumerate();
        items.map(move |(index, item)| (item.span().start, component, index, item))
    });
    let (_, component, index, item) = all.filter(|(at, ..)| *at < start).max_by_key(|(at, ..)| *at)?;
    item.get_ref().as_table().filter(|item| !item.contains_key(name)).map(|_| (component, index))
}

/// Returns the headers to write for a table of a component and for the tables in it that have headers of their own.
pub(super) fn headers(component: &str, name: &str, value: &Spanned<DeValue<'_>>, text: &str) -> String {
    let is_header = |end: usize| text.get(end..).is_some_and(|rest| rest.trim_start().starts_with(']'));
    let inner = value.get_ref().as_table().into_iter().flatten();
    let inner = inner.filter(|(key, value)| value.get_ref().is_table() && is_header(key.span().end));
    let mut all = vec![format!("[{component}.{name}]")];
    all.extend(inner.map(|(key, _)| format!("[{component}.{name}.{}]", key.get_ref())));
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}
