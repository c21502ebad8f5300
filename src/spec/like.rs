//! `like = "pounds"`: a component starts from another one's keys. Its own tables are laid over the other's
//! key by key; any other value of its own replaces the other's, and so do tables that speak of single places.

use std::collections::HashMap;

use toml::de::{DeTable, DeValue};

use super::{COMPONENTS, Tree};
use crate::diag::near::nearest;
use crate::diag::{Diagnostic, FileId, Place, Report, codes};

/// The tree with every `like` worked out.
pub fn resolve<'a>(file: FileId, tree: Tree<'a>, report: &mut Report) -> Tree<'a> {
    let span = tree.span();
    let mut root = tree.into_inner();
    let originals = components(&root);
    if originals.values().any(|table| table.contains_key("like")) || has_unnamed_like(&root) {
        let mut circles = Vec::new();
        for key in COMPONENTS {
            let Some(list) = root.get_mut(key) else { continue };
            let DeValue::Array(list) = list.get_mut() else { continue };
            for item in list.iter_mut() {
                if let DeValue::Table(table) = item.get_mut() {
                    let mut way = Way { seen: Vec::new(), circles: &mut circles };
                    *table = start_from(file, table, &originals, &mut way, report);
                }
            }
        }
    }
    Tree::new(span, root)
}

/// Keys that say the same thing in several ways: one of them takes the place of whichever the other used.
const ALTERNATIVES: [&[&str]; 4] = [
    &["rows", "each", "data", "deck"],
    &["map", "shape"],
    &["size", "across"],
    &["fit", "across", "corner-to-corner", "side"],
];

fn has_unnamed_like(root: &DeTable<'_>) -> bool {
    COMPONENTS.iter().filter_map(|key| root.get(*key)).filter_map(|v| v.get_ref().as_array()).any(|list| {
        list.iter().filter_map(|item| item.get_ref().as_table()).any(|table| table.contains_key("like"))
    })
}

fn components<'a>(root: &DeTable<'a>) -> HashMap<String, DeTable<'a>> {
    let mut found = HashMap::new();
    for key in COMPONENTS {
        let list = root.get(key).and_then(|v| v.get_ref().as_array());
        for item in list.into_iter().flat_map(|list| list.iter()) {
            let Some(table) = item.get_ref().as_table() else { continue };
            let name = table.get("name").and_then(|v| v.get_ref().as_str()).unwrap_or(key);
            found.entry(name.to_owned()).or_insert_with(|| table.clone());
        }
    }
    found
}

/// From which component to which it went so far.
struct Way<'w> {
    seen: Vec<String>,
    /// The components that are in a circle, of which it has been told.
    circles: &'w mut Vec<String>,
}

fn start_from<'a>(
    file: FileId,
    table: &DeTable<'a>,
    all: &HashMap<String, DeTable<'a>>,
    way: &mut Way<'_>,
    report: &mut Report,
) -> DeTable<'a> {
    let Some(like) = table.get("like") else { return table.clone() };
    let Some(name) = like.get_ref().as_str() else { return table.clone() };
    let place = Place::new(file, like.span());
    let Some(other) = all.get(name) else {
        let mut names: Vec<_> = all.keys().map(String::as_str).collect();
        names.sort_unstable();
        let diagnostic =
            Diagnostic::error(codes::BAD_LIKE, format!("no component is called `{name}`")).at(place);
        report.push(match nearest(name, names.iter().copied()) {
            Some(near) => diagnostic.hint(format!("did you mean `{near}`?")),
            None => diagnostic.hint(format!("the components of this file: {}", names.join(", "))),
        });
        return table.clone();
    };
    if let Some(first) = way.seen.iter().position(|seen| seen == name) {
        // Whichever component it begins with, a circle is one mistake.
        if !way.circles.iter().any(|told| told == name) {
            way.circles.extend_from_slice(&way.seen[first..]);
            let message = format!("`{name}` is like itself in the end");
            let round: Vec<_> = way.seen[first..].iter().map(|name| format!("`{name}`")).collect();
            let diagnostic = Diagnostic::error(codes::BAD_LIKE, message).at(place);
            report.push(match round.len() {
                1 => diagnostic,
                _ => diagnostic.hint(format!("each is like the next: {}, `{name}`", round.join(", "))),
            });
        }
        return table.clone();
    }
    way.seen.push(name.to_owned());
    let mut base = start_from(file, other, all, way, report);
    // Rules are those of the component they stand in.
    base.remove("must");
    give_way(&mut base, table, &ALTERNATIVES);
    overlay(&mut base, table);
    base
}

/// Takes out of `base` what `own` says in another way.
fn give_way(base: &mut DeTable<'_>, own: &DeTable<'_>, alternatives: &[&[&str]]) {
    for group in alternatives {
        if group.iter().any(|key| own.contains_key(*key)) {
            // These are laid over the other's key by key.
            let laid_over = |key: &str| ["deck", "numbers"].contains(&key) && own.contains_key(key);
            for key in group.iter().filter(|key| !laid_over(key)) {
                base.remove(*key);
            }
        }
    }
}

/// The same of a random deck.
const IN_DECKS: [&[&str]; 7] = [
    &["edges", "join"],
    &["edges", "colours"],
    &["edges", "without"],
    &["at-least", "exactly"],
    &["data", "count"],
    &["data", "balance"],
    &["data", "numbers"],
];

/// Tables whose keys are places on one board: on another board they would be others.
const PLACES: [&str; 2] = ["at", "three-colours"];

fn overlay<'a>(base: &mut DeTable<'a>, own: &DeTable<'a>) {
    for (key, value) in own {
        let name = key.get_ref().as_ref();
        match (base.get_mut(name).map(toml::Spanned::get_mut), value.get_ref()) {
            // A number that is told anew has nothing of what it was.
            (Some(DeValue::Table(below)), DeValue::Table(above)) if name == "numbers" => {
                for (key, value) in above {
                    below.insert(key.clone(), value.clone());
                }
            }
            (Some(DeValue::Table(below)), DeValue::Table(above)) if !PLACES.contains(&name) => {
                if name == "deck" {
                    give_way(below, above, &IN_DECKS);
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
    use crate::diag::Sources;
    use crate::spec::read;

    #[test]
    fn another_way_to_say_it_takes_its_place() {
        let mut sources = Sources::default();
        let text = "[[cards]]\nname = \"a\"\nsize = \"poker\"\nrows = [{ x = 1 }]\n\
            [[cards]]\nname = \"b\"\nlike = \"a\"\neach = { x = [1, 2] }\nacross = \"20mm\"\n";
        let file = sources.add("a.toml", text);
        let layout = read(file, &sources).unwrap();
        let (a, b) = (&layout.cards[0].value, &layout.cards[1].value);
        assert!(a.size.is_some() && a.rows.is_some() && a.each.is_none());
        assert!(b.size.is_none() && b.rows.is_none() && b.each.is_some() && b.across.is_some());
    }
}
