//! Keys of a component that are below the header of another table, because their own header is missing.
//!
//! A table of the file goes in; the run of keys at its end that belongs to a component comes out. Nothing is reported.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schema::{accepts, options};
use crate::diag::{Diagnostic, codes};
use crate::spec::COMPONENTS;

/// Fewer keys are misplaced one by one.
const FEWEST: usize = 2;

/// The most keys that a message lists.
const MOST_LISTED: usize = 6;

/// The tables that may lack a header: what the schema calls them, and keys without which a few others are no component.
const OWNERS: [(&str, &[&str]); 3] = [
    ("Pieces", &["face", "back", "rows", "data", "each", "deck", "set"]),
    ("Board", &["map", "shape", "cells", "data", "points", "key", "at"]),
    ("Game", &["title", "author", "theme", "seats", "seed", "language"]),
];

/// The table that keys were found in.
pub(super) struct Found<'k, 'f> {
    /// The table.
    pub table: &'k DeTable<'k>,
    /// The part of the schema that describes it.
    pub part: &'f Value,
    /// The names of the table and of those that enclose it, the outermost first; none for the file itself.
    pub path: &'f [&'f str],
    /// The keys that the enclosing component has, for a table within one.
    pub of_component: &'f [String],
    /// The components of which the file has a table and no list: `[tiles.deck]` without `[[tiles]]`.
    pub headless: &'f [String],
}

/// Keys without a header of their own.
pub(super) struct Headless<'k> {
    /// The keys in their order, and where they are.
    keys: Vec<(&'k str, Range<usize>)>,
    /// The headers that may be missing.
    headers: Vec<String>,
}

/// Returns the keys at the end of a table that belong to a component or to the game, if there are several and their header
/// must be missing.
pub(super) fn find<'k>(found: &Found<'k, '_>, schema: &Value, text: &str) -> Option<Headless<'k>> {
    let mut entries: Vec<(&str, Range<usize>, &Spanned<DeValue<'_>>)> =
        found.table.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span(), value)).collect();
    entries.retain(|(_, key, _)| is_line(key, text));
    entries.sort_by_key(|(_, key, _)| key.start);
    let fits = |owner: &str, (name, _, value): &(&str, Range<usize>, &Spanned<DeValue<'_>>)| {
        let part = schema["$defs"][owner]["properties"].get(*name);
        part.is_some_and(|part| options(schema, part).iter().any(|option| accepts(option, value.get_ref())))
    };
    let is_taken = |(name, _, value): &(&str, Range<usize>, &Spanned<DeValue<'_>>)| {
        let open = found.part.get("additionalProperties").filter(|open| open.is_object());
        found.part["properties"].get(*name).is_some()
            || open.is_some_and(|open| {
                options(schema, open).iter().any(|option| accepts(option, value.get_ref()))
            })
    };
    // What a component does not take is said key by key.
    if matches!(found.path, [name] if COMPONENTS.contains(name)) {
        return None;
    }
    let is_file = found.path.is_empty();
    let mut best: Option<(&str, usize)> = None;
    for (owner, marks) in OWNERS {
        let run = entries.iter().rev().take_while(|entry| fits(owner, entry)).count();
        let start = entries.len() - run;
        let entries = entries.get(start..).unwrap_or_default();
        let foreign = entries.iter().position(|entry| !is_taken(entry));
        let Some(foreign) = foreign else { continue };
        // What the table takes too may belong to it; an empty line above says that it does not.
        let parted =
            (0..foreign).find(|at| entries.get(*at).is_some_and(|(_, key, _)| follows_a_gap(key, text)));
        let first = parted.unwrap_or(foreign);
        let all = entries.get(first..).unwrap_or_default();
        let misplaced = all.iter().filter(|entry| !is_taken(entry));
        let is_marked = misplaced.clone().any(|(name, ..)| marks.contains(name));
        let is_whole =
            all.len() >= FEWEST && misplaced.count() > 0 && is_marked && (owner != "Game" || is_file);
        if is_whole && best.is_none_or(|(_, longest)| all.len() > longest) {
            best = Some((owner, all.len()));
        }
    }
    let (owner, length) = best?;
    let all = entries.get(entries.len() - length..)?;
    // Keys of the component at hand belong above its inner table, unless it has them already.
    let outer = found.path.first().filter(|_| found.path.len() > 1);
    let is_own = |name: &str| match name {
        "board" => owner == "Board",
        name => owner == "Pieces" && COMPONENTS.contains(&name),
    };
    let is_new = |(name, ..): &(&str, Range<usize>, &Spanned<DeValue<'_>>)| {
        !found.of_component.iter().any(|known| known == name)
    };
    if outer.is_some_and(|outer| is_own(outer)) && all.iter().all(is_new) {
        return None;
    }
    let components: &[&str] = match owner {
        "Pieces" if all.iter().any(|(name, ..)| *name == "deck") => &["tiles"],
        "Pieces" => &["cards", "notes", "tiles", "counters"],
        "Board" => &["board"],
        _ => &[],
    };
    let known = components.iter().find(|name| found.headless.iter().any(|one| one == *name));
    let headers = match known {
        Some(name) => vec![format!("[[{name}]]")],
        None if components.is_empty() => vec!["[game]".to_owned()],
        None => components.iter().map(|name| format!("[[{name}]]")).collect(),
    };
    Some(Headless { keys: all.iter().map(|(name, key, _)| (*name, key.clone())).collect(), headers })
}

/// Returns the names of the components of which a file has a table and no list.
pub(super) fn components_without_lists(root: &DeTable<'_>) -> Vec<String> {
    let is_table = |name: &&&str| root.get(**name).is_some_and(|value| value.get_ref().is_table());
    COMPONENTS.iter().filter(is_table).map(|name| (*name).to_owned()).collect()
}

impl Headless<'_> {
    /// Whether a key is one of these.
    pub fn has(&self, key: &Range<usize>) -> bool {
        self.keys.iter().any(|(_, known)| known == key)
    }

    /// Returns the mistake and the place of the first key. `path` leads to the table that has the keys.
    pub fn mistake(&self, path: &[&str]) -> Option<(Diagnostic, Range<usize>)> {
        let (first, place) = self.keys.first()?;
        let listed: Vec<String> =
            self.keys.iter().take(MOST_LISTED).map(|(name, _)| format!("`{name}`")).collect();
        let more = self.keys.len().saturating_sub(MOST_LISTED);
        let listed = match (listed.split_last(), more) {
            (_, 1..) => format!("{} and {more} more", listed.join(", ")),
            (Some((last, rest)), _) => format!("{} and {last}", rest.join(", ")),
            (None, _) => String::new(),
        };
        let (header, others) = self.headers.split_first()?;
        let missing = format!("the line {header} is missing above them");
        let message = match path {
            [] => format!("{listed} are below no header: {missing}"),
            ["sheet"] => format!("{listed} are below [[sheet]]: {missing}"),
            path => format!("{listed} are below [{}]: {missing}", path.join(".")),
        };
        let others = match others.split_last() {
            Some((last, [])) => format!(" or {last}"),
            Some((last, rest)) => format!(", {} or {last}", rest.join(", ")),
            None => String::new(),
        };
        let hint = format!("write {header}{others} in a line of its own above `{first}`");
        Some((codes::UNKNOWN_KEY.error(message).hint(hint), place.clone()))
    }
}

/// Whether a key begins a line of its own, and is followed by its value.
fn is_line(key: &Range<usize>, text: &str) -> bool {
    // Not as far as the start of a line, which may be very long.
    let before = text.get(..key.start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = text.get(key.end..).unwrap_or_default().trim_start_matches([' ', '\t']);
    (before.is_empty() || before.ends_with('\n')) && after.starts_with('=')
}

/// Whether the line above a key is empty or a comment.
fn follows_a_gap(key: &Range<usize>, text: &str) -> bool {
    let above = text.get(..key.start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let line = above.strip_suffix('\n').unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.trim().is_empty() || line.trim_start().starts_with('#')
}
