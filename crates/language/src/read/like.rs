//! Resolves `like`. With `like = "pounds"`, a component takes over the keys of the component `pounds`,
//! which is called its original.
//!
//! - In: the tree of a layout.
//! - Out: the tree, in which components with `like` have all their keys. Inner tables are combined key
//!   by key, unless their keys are places of a board. All other values are replaced as a whole.
//! - Not here: checking the keys.

use std::collections::HashMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::{COMPONENTS, Tree};
use hexpress_base::diag::{Diagnostic, FileId, Report, SourceSpan, codes, near};

/// The largest total number of values in the components with `like`, after `like` is resolved.
const MAX_VALUES: usize = 200_000;

/// The key of the list of boards. Boards and pieces have different keys, so they cannot take keys from
/// each other.
const BOARD: &str = "board";

/// Groups of keys that exclude each other. If a component has a key of a group, it takes no key of this
/// group from its original.
const ALTERNATIVES: [&[&str]; 7] = [
    &["rows", "each", "data", "deck"],
    &["map", "shape"],
    &["size", "across"],
    &["outline", "shape"],
    &["outline", "round"],
    &["outline", "cells"],
    &["fit", "across", "corner-to-corner", "side"],
];

/// Keys of a random deck that exclude each other.
const DECK_ALTERNATIVES: [&[&str]; 7] = [
    &["edges", "join"],
    &["edges", "colours"],
    &["edges", "without"],
    &["at-least", "exactly"],
    &["data", "count"],
    &["data", "balance"],
    &["data", "numbers"],
];

/// Tables that are combined key by key, although they are in a group of [`ALTERNATIVES`] or
/// [`DECK_ALTERNATIVES`].
const COMBINED: [&str; 2] = ["deck", "numbers"];

/// Tables whose keys are places of a board. They are not combined, because another board may not have
/// these places.
const PLACES: [&str; 2] = ["at", "three-colours"];

/// Returns the tree with every `like` resolved.
pub fn resolve<'a>(file: FileId, tree: Tree<'a>, report: &mut Report) -> Tree<'a> {
    let span = tree.span();
    let mut root = tree.into_inner();
    if !components(&root).any(|component| component.table.contains_key("like")) {
        return Tree::new(span, root);
    }
    let originals = Originals::of_file(&root);
    let mut resolver = Resolver { file, originals: &originals, resolved: HashMap::new(), report };
    let mut values_left = MAX_VALUES;
    for key in COMPONENTS {
        let Some(DeValue::Array(list)) = root.get_mut(key).map(Spanned::get_mut) else { continue };
        for item in list.iter_mut() {
            let DeValue::Table(table) = item.get_mut() else { continue };
            let Some(whole) = resolver.resolved(&Component::new(key, table)) else { continue };
            let Some(left) = values_left.checked_sub(values_in(&whole)) else {
                resolver.report.push(too_large(file, table));
                return Tree::new(span, DeTable::new());
            };
            values_left = left;
            *table = whole;
        }
    }
    Tree::new(span, root)
}

/// Returns the mistake for a component that makes the file too large.
fn too_large(file: FileId, table: &DeTable<'_>) -> Diagnostic {
    let message = format!("`like` copies more than {MAX_VALUES} values");
    let hint = "name the shared elements in [look], or put the pieces into one component";
    let mut diagnostic = codes::BAD_LIKE.error(message).hint(hint);
    diagnostic.place = table.get("like").map(|like| SourceSpan::new(file, like.span()));
    diagnostic
}

/// Returns the number of keys and values of a table, including those in inner lists and tables.
fn values_in(table: &DeTable<'_>) -> usize {
    fn count(value: &DeValue<'_>) -> usize {
        match value {
            DeValue::Table(table) => values_in(table),
            DeValue::Array(list) => list.iter().map(|value| count(value.get_ref())).sum(),
            _ => 1,
        }
    }
    table.iter().map(|(_, value)| 1 + count(value.get_ref())).sum()
}

/// A component in the file.
#[derive(Clone, Copy)]
struct Component<'r, 't> {
    /// The name of the component. If the key `name` is missing, this is the key of the component's
    /// list, such as `cards`.
    name: &'r str,
    table: &'r DeTable<'t>,
    is_board: bool,
}

impl<'r, 't> Component<'r, 't> {
    /// Creates a component. `key` is the key of its list.
    fn new(key: &'static str, table: &'r DeTable<'t>) -> Self {
        let name = table.get("name").and_then(|name| name.get_ref().as_str()).unwrap_or(key);
        Self { name, table, is_board: key == BOARD }
    }
}

/// Returns all components of a file.
fn components<'r, 't>(root: &'r DeTable<'t>) -> impl Iterator<Item = Component<'r, 't>> {
    COMPONENTS.into_iter().flat_map(|key| {
        let list = root.get(key).and_then(|value| value.get_ref().as_array());
        let items = list.into_iter().flat_map(|list| list.iter());
        items.filter_map(move |item| Some(Component::new(key, item.get_ref().as_table()?)))
    })
}

/// A component that other components may name in `like`.
struct Original<'t> {
    table: DeTable<'t>,
    is_board: bool,
}

/// The components that others may name in `like`, by their names.
///
/// If several components have the same name, only the first of them is used.
struct Originals<'t>(HashMap<String, Original<'t>>);

impl<'t> Originals<'t> {
    fn of_file(root: &DeTable<'t>) -> Self {
        let mut found = HashMap::new();
        for Component { name, table, is_board } in components(root) {
            found.entry(name.to_owned()).or_insert_with(|| Original { table: table.clone(), is_board });
        }
        Self(found)
    }

    /// Returns the mistake for a board whose `like` names pieces, or for pieces whose `like` names
    /// a board.
    fn other_kind(&self, name: &str, component: &Component<'_, '_>) -> Diagnostic {
        let is_board = component.is_board;
        let message = match is_board {
            true => format!("a board cannot be like `{name}`, which is not a board"),
            false => format!("pieces cannot be like `{name}`, which is a board"),
        };
        let mut alike: Vec<_> = self
            .0
            .iter()
            .filter(|(other, original)| original.is_board == is_board && *other != component.name)
            .map(|(other, _)| format!("`{other}`"))
            .collect();
        alike.sort_unstable();
        let hint = match (alike.as_slice(), is_board) {
            ([], false) => {
                format!(
                    "delete `like`; for a size relative to the cells of the board, write across = \"80% of {name}\""
                )
            }
            ([], true) => "delete `like`".to_owned(),
            (names, _) => format!("choose a component of the same kind: {}", names.join(", ")),
        };
        codes::BAD_LIKE.error(message).hint(hint)
    }

    /// Returns the mistake for a name that no component has.
    fn unknown(&self, name: &str) -> Diagnostic {
        let mut names: Vec<_> = self.0.keys().map(String::as_str).collect();
        names.sort_unstable();
        let hint = near::among(name, &names, "choose one of:");
        codes::BAD_LIKE.error(format!("unknown component `{name}`")).hint(hint)
    }
}

/// Resolves the components of a file one by one.
struct Resolver<'r, 't> {
    file: FileId,
    originals: &'r Originals<'t>,
    /// The originals that are already resolved, with all their keys. Keeping them avoids resolving the
    /// same original several times.
    resolved: HashMap<&'r str, DeTable<'t>>,
    report: &'r mut Report,
}

impl<'r, 't> Resolver<'r, 't> {
    /// Returns a component with its own keys, and the keys that it takes from its original.
    ///
    /// Returns `None` if the component has no `like`, or if its `like` is a mistake.
    fn resolved(&mut self, component: &Component<'_, 't>) -> Option<DeTable<'t>> {
        let mut chain: Vec<(&'r str, &'r DeTable<'t>)> = Vec::new();
        let mut base = self.follow(component, &mut chain);
        // An original must be complete before its keys are copied, so the chain is resolved from
        // its end.
        while let Some((name, table)) = chain.pop() {
            let whole = base.map_or_else(|| table.clone(), |base| laid_over(base, table));
            self.resolved.insert(name, whole.clone());
            base = Some(whole);
        }
        base.map(|base| laid_over(base, component.table))
    }

    /// Follows `like` from one component to the next, and collects the originals in `chain`.
    ///
    /// Stops at the first original that is already resolved, and returns it. Otherwise returns `None`:
    /// at an original without `like`, or after a mistake in `like`.
    fn follow(
        &mut self,
        component: &Component<'_, 't>,
        chain: &mut Vec<(&'r str, &'r DeTable<'t>)>,
    ) -> Option<DeTable<'t>> {
        let originals: &'r Originals<'t> = self.originals;
        let mut indices: HashMap<&str, usize> = HashMap::new();
        let mut like = component.table.get("like")?;
        loop {
            let typed = like.get_ref().as_str()?;
            let place = SourceSpan::new(self.file, like.span());
            let Some((name, original)) = originals.0.get_key_value(typed) else {
                self.report.push(originals.unknown(typed).at(place));
                return None;
            };
            if original.is_board != component.is_board {
                self.report.push(originals.other_kind(name, component).at(place));
                return None;
            }
            if let Some(first) = indices.insert(name, chain.len()) {
                let names: Vec<&str> = chain[first..].iter().map(|(name, _)| *name).collect();
                self.report.push(circle(&names).at(place));
                return None;
            }
            if let Some(table) = self.resolved.get(name.as_str()) {
                return Some(table.clone());
            }
            chain.push((name, &original.table));
            like = original.table.get("like")?;
        }
    }
}

/// Returns the mistake for components that form a circle, because the `like` of the last one names the
/// first one.
fn circle(names: &[&str]) -> Diagnostic {
    if let [only] = names {
        let diagnostic = codes::BAD_LIKE.error(format!("`{only}` cannot be like itself"));
        return diagnostic.hint("delete `like`, or name another component");
    }
    let circle: Vec<_> = names.iter().chain(names.first()).map(|name| format!("`{name}`")).collect();
    let message = circle.join(", which is like ").replacen(", which", "", 1);
    codes::BAD_LIKE.error(message).hint("delete one of these `like` keys")
}

/// Returns the component `own_table`, with additional keys from its original `base`.
pub(super) fn laid_over<'t>(mut base: DeTable<'t>, own_table: &DeTable<'t>) -> DeTable<'t> {
    // The rules in `must` apply only to the component that states them.
    base.remove("must");
    remove_alternatives(&mut base, own_table, &ALTERNATIVES);
    overlay(&mut base, own_table);
    base
}

/// Removes each key of `base` that is in the same group as a key of `own_table`.
fn remove_alternatives(base: &mut DeTable<'_>, own_table: &DeTable<'_>, alternatives: &[&[&str]]) {
    for group in alternatives {
        if !group.iter().any(|key| own_table.contains_key(*key)) {
            continue;
        }
        for key in *group {
            if !(COMBINED.contains(key) && own_table.contains_key(*key)) {
                base.remove(*key);
            }
        }
    }
}

/// Replaces values of `base` by those of `own_table`. Inner tables are combined key by key, except those in
/// [`PLACES`].
fn overlay<'t>(base: &mut DeTable<'t>, own_table: &DeTable<'t>) {
    for (key, value) in own_table {
        let name = key.get_ref().as_ref();
        match (base.get_mut(name).map(Spanned::get_mut), value.get_ref()) {
            // An entry of `numbers` is replaced as a whole, because a mix of keys from two entries
            // would make no sense.
            (Some(DeValue::Table(below)), DeValue::Table(above)) if name == "numbers" => {
                for (key, value) in above {
                    below.insert(key.clone(), value.clone());
                }
            }
            (Some(DeValue::Table(below)), DeValue::Table(above)) if !PLACES.contains(&name) => {
                if name == "deck" {
                    remove_alternatives(below, above, &DECK_ALTERNATIVES);
                }
                overlay(below, above);
            }
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::read;
    use hexpress_base::diag::Sources;

    #[test]
    fn an_alternative_replaces_the_key_of_the_other_component() {
        let mut sources = Sources::default();
        let text = "[[cards]]\nname = \"a\"\nsize = \"poker\"\nrows = [{ x = 1 }]\n\
            [[cards]]\nname = \"b\"\nlike = \"a\"\neach = { x = [1, 2] }\nacross = \"20mm\"\n";
        let file = sources.add("a.toml", text);
        let layout = read(file, &sources).unwrap();
        let (a, b) = (&layout.cards[0].value, &layout.cards[1].value);
        assert!(a.size.is_some() && a.rows.is_some() && a.each.is_none());
        assert!(b.size.is_none() && b.rows.is_none() && b.each.is_some() && b.across.is_some());
    }

    /// Returns the text of component `number`. Its `like` names the component with the previous number.
    fn component(number: usize) -> String {
        match number.checked_sub(1) {
            None => "[[cards]]\nname = \"c0\"\nsize = \"poker\"\nrows = [{ x = 1 }]\n".to_owned(),
            Some(before) => {
                format!("[[cards]]\nname = \"c{number}\"\nlike = \"c{before}\"\ncopies = {number}\n")
            }
        }
    }

    #[test]
    fn a_long_chain_of_components_is_resolved_in_any_order() {
        let forth: String = (0..3000).map(component).collect();
        let back: String = (0..3000).rev().map(component).collect();
        for text in [forth, back] {
            let mut sources = Sources::default();
            let file = sources.add("a.toml", text.as_str());
            let layout = read(file, &sources).unwrap();
            assert_eq!(layout.cards.len(), 3000);
            for cards in &layout.cards {
                assert!(cards.size.is_some() && cards.rows.is_some());
                let number = cards.copies.as_ref().map_or(0, |copies| copies.span.len());
                assert_eq!(
                    number,
                    cards.name.as_ref().map_or(0, |n| n.value.len() - 1) * usize::from(number > 0)
                );
            }
        }
    }
}
