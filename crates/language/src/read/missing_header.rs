//! Finds keys of a component that are below the header of another table, because the component's own
//! header is missing.
//!
//! - In: a table of the file, and the schema.
//! - Out: the last keys of the table, if they belong to a component or to the game, and a mistake about
//!   these keys.
//! - Not here: single misplaced keys.

use std::ops::Range;

use serde_json::Value;
use toml::de::{DeTable, DeValue};

use super::schema::{accepts, options};
use crate::COMPONENTS;
use hexpress_base::diag::{Diagnostic, codes};

/// The smallest number of keys for which a missing header is reported. Fewer keys are reported one by
/// one.
const MIN_KEYS: usize = 2;

/// The largest number of keys that a message lists.
const MAX_LISTED: usize = 6;

/// A table whose last keys may belong to another table.
pub(super) struct SuspectTable<'k, 'f> {
    pub table: &'k DeTable<'k>,
    /// The part of the schema for this table.
    pub part: &'f Value,
    /// The names of the tables from the outermost table to this one. The list is empty for the root of
    /// the file.
    pub path: &'f [&'f str],
    /// The keys of the component that contains the table.
    pub component_keys: &'f [String],
    /// The components that the file mentions only in single brackets. An example is `tiles`, if the
    /// file has `[tiles.deck]` but no `[[tiles]]`.
    pub without_list: &'f [String],
}

/// A kind of table that may lack its header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableKind {
    Pieces,
    Board,
    Game,
}

impl TableKind {
    const ALL: [Self; 3] = [Self::Pieces, Self::Board, Self::Game];

    /// Returns the name of the table in the schema.
    fn definition(self) -> &'static str {
        match self {
            Self::Pieces => "Pieces",
            Self::Board => "Board",
            Self::Game => "Game",
        }
    }

    /// Returns the keys that are typical of a table of this kind. A missing header is reported only if
    /// at least one of these keys is present.
    fn marks(self) -> &'static [&'static str] {
        match self {
            Self::Pieces => &["face", "back", "rows", "data", "each", "deck", "set"],
            Self::Board => &["map", "shape", "cells", "data", "points", "key", "at"],
            Self::Game => &["title", "author", "theme", "seats", "seed", "language"],
        }
    }

    fn is_kind_of(self, component: &str) -> bool {
        match self {
            Self::Board => component == "board",
            Self::Pieces => component != "board" && COMPONENTS.contains(&component),
            Self::Game => false,
        }
    }

    /// Returns the components that may have these keys. Returns an empty list for keys of the game.
    fn components(self, keys: &[Entry<'_>]) -> &'static [&'static str] {
        match self {
            Self::Pieces if keys.iter().any(|key| key.name == "deck") => &["tiles"],
            Self::Pieces => &["cards", "notes", "tiles", "counters"],
            Self::Board => &["board"],
            Self::Game => &[],
        }
    }
}

/// A key on a line of its own.
struct Entry<'k> {
    name: &'k str,
    /// The byte range of the key.
    span: Range<usize>,
    value: &'k DeValue<'k>,
}

impl Entry<'_> {
    /// Returns whether a table of this kind accepts the key and its value.
    fn fits(&self, kind: TableKind, schema: &Value) -> bool {
        let part = schema["$defs"][kind.definition()]["properties"].get(self.name);
        part.is_some_and(|part| self.is_accepted(part, schema))
    }

    /// Returns whether a part of the schema accepts the value.
    fn is_accepted(&self, part: &Value, schema: &Value) -> bool {
        options(schema, part).iter().any(|option| accepts(option, self.value))
    }
}

/// The last keys below the header of a table. These keys belong to another table.
struct TrailingKeys<'e, 'k> {
    kind: TableKind,
    keys: &'e [Entry<'k>],
}

impl<'k> SuspectTable<'k, '_> {
    /// Returns those keys of the table that have a line of their own, in the order of the file.
    fn entries(&self, text: &str) -> Vec<Entry<'k>> {
        let mut entries: Vec<Entry<'k>> = self
            .table
            .iter()
            .map(|(key, value)| Entry { name: key.get_ref(), span: key.span(), value: value.get_ref() })
            .filter(|entry| is_line(&entry.span, text))
            .collect();
        entries.sort_by_key(|entry| entry.span.start);
        entries
    }

    /// Returns whether the table itself accepts a key.
    fn takes(&self, entry: &Entry<'_>, schema: &Value) -> bool {
        let any_key = self.part.get("additionalProperties").filter(|part| part.is_object());
        self.part["properties"].get(entry.name).is_some()
            || any_key.is_some_and(|part| entry.is_accepted(part, schema))
    }

    /// Returns the last keys of the table, if they certainly belong to a table of the kind `kind`.
    /// Otherwise returns `None`.
    fn trailing_keys<'e>(
        &self,
        kind: TableKind,
        entries: &'e [Entry<'k>],
        schema: &Value,
        text: &str,
    ) -> Option<TrailingKeys<'e, 'k>> {
        let length = entries.iter().rev().take_while(|entry| entry.fits(kind, schema)).count();
        let fitting = entries.get(entries.len() - length..)?;
        let foreign = fitting.iter().position(|entry| !self.takes(entry, schema))?;
        // The other table begins with a key that only the other table accepts. After an empty line or a
        // comment, it may begin earlier, with a key that both tables accept.
        let start = fitting.iter().take(foreign).position(|entry| follows_a_gap(&entry.span, text));
        let keys = fitting.get(start.unwrap_or(foreign)..)?;
        let is_marked =
            keys.iter().any(|entry| kind.marks().contains(&entry.name) && !self.takes(entry, schema));
        let may_be_here = kind != TableKind::Game || self.path.is_empty();
        (keys.len() >= MIN_KEYS && is_marked && may_be_here).then_some(TrailingKeys { kind, keys })
    }

    /// Returns whether keys belong to the component that contains the table. In this case, no header is
    /// missing: the user can move the keys above the table.
    fn belongs_to_component(&self, trailing_keys: &TrailingKeys<'_, '_>) -> bool {
        let [component, _, ..] = self.path else { return false };
        let has_key = |entry: &Entry<'_>| self.component_keys.iter().any(|key| key == entry.name);
        trailing_keys.kind.is_kind_of(component) && !trailing_keys.keys.iter().any(has_key)
    }

    /// Returns the headers that fit the keys. One of these headers is probably missing.
    fn headers(&self, trailing_keys: &TrailingKeys<'_, '_>) -> Vec<String> {
        let components = trailing_keys.kind.components(trailing_keys.keys);
        let known =
            components.iter().find(|name| self.without_list.iter().any(|component| component == *name));
        match known {
            Some(name) => vec![format!("[[{name}]]")],
            None if components.is_empty() => vec!["[game]".to_owned()],
            None => components.iter().map(|name| format!("[[{name}]]")).collect(),
        }
    }
}

/// Keys whose header is missing.
pub(super) struct KeysWithoutHeader<'k> {
    keys: Vec<Entry<'k>>,
    /// The headers that fit the keys. One of these headers is probably missing.
    headers: Vec<String>,
}

/// Finds keys that belong to a component or to the game, but are at the end of another table.
///
/// Returns `None` if it is not certain that the header of these keys is missing.
pub(super) fn find<'k>(
    found: &SuspectTable<'k, '_>,
    schema: &Value,
    text: &str,
) -> Option<KeysWithoutHeader<'k>> {
    // Below the header of a component, each unknown key is reported separately.
    if matches!(found.path, [name] if COMPONENTS.contains(name)) {
        return None;
    }
    let mut entries = found.entries(text);
    let trailing_keys = TableKind::ALL
        .into_iter()
        .filter_map(|kind| found.trailing_keys(kind, &entries, schema, text))
        .reduce(
            |longest, trailing_keys| {
                if trailing_keys.keys.len() > longest.keys.len() { trailing_keys } else { longest }
            },
        )
        .filter(|trailing_keys| !found.belongs_to_component(trailing_keys))?;
    let (headers, count) = (found.headers(&trailing_keys), trailing_keys.keys.len());
    Some(KeysWithoutHeader { keys: entries.split_off(entries.len() - count), headers })
}

/// Returns the components that the file mentions only in single brackets. An example is `tiles`, if the
/// file has `[tiles.deck]` but no `[[tiles]]`.
pub(super) fn components_without_lists(root: &DeTable<'_>) -> Vec<String> {
    COMPONENTS
        .iter()
        .filter(|name| root.get(**name).is_some_and(|value| value.get_ref().is_table()))
        .map(|name| (*name).to_owned())
        .collect()
}

impl KeysWithoutHeader<'_> {
    /// Returns whether one of the keys has this byte range.
    pub(super) fn has(&self, span: &Range<usize>) -> bool {
        self.keys.iter().any(|key| key.span == *span)
    }

    /// Returns the mistake, and the byte range of the first key. `path` contains the names of the
    /// tables from the root of the file to the table with the keys.
    pub(super) fn mistake(&self, path: &[&str]) -> Option<(Diagnostic, Range<usize>)> {
        let first = self.keys.first()?;
        let (header, other_headers) = self.headers.split_first()?;
        let listed = self.listed();
        let missing = match other_headers {
            [] => format!("the line {header} is missing"),
            _ => format!("a line such as {header} is missing"),
        };
        let message = match path {
            [] => format!("{listed} do not belong to any table: {missing}"),
            ["sheet"] => format!("{listed} do not belong to [[sheet]]: {missing}"),
            path => format!("{listed} do not belong to [{}]: {missing}", path.join(".")),
        };
        let others = match other_headers.split_last() {
            Some((last, [])) => format!(" or {last}"),
            Some((last, rest)) => format!(", {} or {last}", rest.join(", ")),
            None => String::new(),
        };
        let hint = format!("write {header}{others} on a separate line above `{}`", first.name);
        Some((codes::UNKNOWN_KEY.error(message).hint(hint), first.span.clone()))
    }

    /// Returns the names of the keys for a message.
    fn listed(&self) -> String {
        let names: Vec<String> =
            self.keys.iter().take(MAX_LISTED).map(|key| format!("`{}`", key.name)).collect();
        let more = self.keys.len().saturating_sub(MAX_LISTED);
        match (names.split_last(), more) {
            (_, 1..) => format!("{} and {more} more", names.join(", ")),
            (Some((last, rest)), _) => format!("{} and {last}", rest.join(", ")),
            (None, _) => String::new(),
        }
    }
}

/// Returns whether a line contains only this key and its value.
fn is_line(key: &Range<usize>, text: &str) -> bool {
    // Only the spaces directly before the key are skipped, because the line may be very long.
    let before = text.get(..key.start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = text.get(key.end..).unwrap_or_default().trim_start_matches([' ', '\t']);
    (before.is_empty() || before.ends_with('\n')) && after.starts_with('=')
}

/// Returns whether the line above a key is empty or a comment.
fn follows_a_gap(key: &Range<usize>, text: &str) -> bool {
    let above = text.get(..key.start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let line = above.strip_suffix('\n').unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.trim().is_empty() || line.trim_start().starts_with('#')
}
