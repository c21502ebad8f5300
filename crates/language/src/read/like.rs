//! `like = "pounds"`: a component starts from another one's keys. Its own tables are laid over the other's
//! key by key; any other value of its own replaces the other's, and so do tables that speak of single places.

use std::collections::HashMap;

use toml::de::{DeTable, DeValue};

use crate::diag::{Diagnostic, FileId, Place, Report, codes, near};
use crate::spec::{COMPONENTS, Tree};

/// The tree with every `like` worked out.
pub fn resolve<'a>(file: FileId, tree: Tree<'a>, report: &mut Report) -> Tree<'a> {
    let span = tree.span();
    let mut root = tree.into_inner();
    if tables(&root).any(|(_, table)| table.contains_key("like")) {
        let originals = components(&root);
        let mut ready = HashMap::new();
        let mut left = MOST_VALUES;
        for key in COMPONENTS {
            let Some(list) = root.get_mut(key) else { continue };
            let DeValue::Array(list) = list.get_mut() else { continue };
            for item in list.iter_mut() {
                let DeValue::Table(table) = item.get_mut() else { continue };
                let name = table.get("name").and_then(|name| name.get_ref().as_str()).unwrap_or(key);
                let own = Own { name, table, is_board: key == BOARD };
                let Some(whole) = start_from(file, &own, &originals, &mut ready, report) else { continue };
                let Some(rest) = left.checked_sub(values_in(&whole)) else {
                    let message = format!("`like` makes more than {MOST_VALUES} values of this file");
                    let place = table.get("like").map(|like| Place::new(file, like.span()));
                    let wrong = codes::BAD_LIKE.error(message).hint(SHARE);
                    report.push(place.map_or(wrong.clone(), |place| wrong.at(place)));
                    return Tree::new(span, DeTable::new());
                };
                left = rest;
                *table = whole;
            }
        }
    }
    Tree::new(span, root)
}

/// The most values that all components have together that start from another one.
const MOST_VALUES: usize = 200_000;

const SHARE: &str =
    "give the elements that they share a name in [look], or put the pieces into one component";

/// How many values a table has, those in its lists and tables too.
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

/// Keys that say the same thing in several ways: one of them takes the place of whichever the other used.
const ALTERNATIVES: [&[&str]; 4] = [
    &["rows", "each", "data", "deck"],
    &["map", "shape"],
    &["size", "across"],
    &["fit", "across", "corner-to-corner", "side"],
];

/// All components, each with the key of its list.
fn tables<'r, 'a>(root: &'r DeTable<'a>) -> impl Iterator<Item = (&'static str, &'r DeTable<'a>)> {
    COMPONENTS.into_iter().flat_map(|key| {
        let list = root.get(key).and_then(|value| value.get_ref().as_array());
        let items = list.into_iter().flat_map(|list| list.iter());
        items.filter_map(move |item| Some((key, item.get_ref().as_table()?)))
    })
}

/// The key of the list of boards: pieces have other keys.
const BOARD: &str = "board";

/// A component that others may start from.
struct Original<'a> {
    table: DeTable<'a>,
    is_board: bool,
}

/// A component that may start from another one.
struct Own<'t, 'a> {
    name: &'t str,
    table: &'t DeTable<'a>,
    is_board: bool,
}

fn components<'a>(root: &DeTable<'a>) -> HashMap<String, Original<'a>> {
    let mut found = HashMap::new();
    for (key, table) in tables(root) {
        let name = table.get("name").and_then(|v| v.get_ref().as_str()).unwrap_or(key);
        found
            .entry(name.to_owned())
            .or_insert_with(|| Original { table: table.clone(), is_board: key == BOARD });
    }
    found
}

/// The component with all that it starts from; none where it starts from nothing.
///
/// `ready` are those that others started from before: of a long row of components, each like the one before, each is
/// put together from the one before alone.
fn start_from<'a>(
    file: FileId,
    &Own { name: own_name, table, is_board }: &Own<'_, 'a>,
    all: &HashMap<String, Original<'a>>,
    ready: &mut HashMap<String, DeTable<'a>>,
    report: &mut Report,
) -> Option<DeTable<'a>> {
    let mut own = table;
    // From which component to which it goes; the first is where it begins.
    let mut way: Vec<(&str, &DeTable<'a>)> = Vec::new();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let mut base = loop {
        let Some(like) = own.get("like") else { break None };
        let Some(name) = like.get_ref().as_str() else { break None };
        let place = Place::new(file, like.span());
        let Some((name, other)) = all.get_key_value(name) else {
            report.push(unknown(name, all).at(place));
            break None;
        };
        if other.is_board != is_board {
            report.push(of_another_kind(name, own_name, is_board, all).at(place));
            break None;
        }
        let other = &other.table;
        if let Some(&first) = seen.get(name.as_str()) {
            let round: Vec<_> = way[first..].iter().map(|(name, _)| format!("`{name}`")).collect();
            let hint = format!("each is like the next: {}, `{name}`", round.join(", "));
            let wrong = codes::BAD_LIKE.error(format!("`{name}` is like itself in the end")).at(place);
            report.push(wrong.maybe_hint(Some(hint).filter(|_| round.len() > 1)));
            break None;
        }
        if let Some(base) = ready.get(name) {
            break Some(base.clone());
        }
        seen.insert(name, way.len());
        way.push((name, other));
        own = other;
    };
    // Each is laid over what it is like: the last that it went to first, and the one where it began at the end.
    while let Some((name, other)) = way.pop() {
        let whole = base.map_or_else(|| other.clone(), |base| laid_over(base, other));
        ready.insert(name.to_owned(), whole.clone());
        base = Some(whole);
    }
    base.map(|base| laid_over(base, table))
}

/// A board that pieces are to start from, or pieces that a board is to start from.
fn of_another_kind(name: &str, own: &str, is_board: bool, all: &HashMap<String, Original<'_>>) -> Diagnostic {
    let message = match is_board {
        true => format!("a board cannot start from the pieces of `{name}`, which have other keys"),
        false => format!("pieces cannot start from the board `{name}`, which has other keys"),
    };
    let alike = all.iter().filter(|(name, one)| one.is_board == is_board && *name != own);
    let mut names: Vec<_> = alike.map(|(name, _)| format!("`{name}`")).collect();
    names.sort_unstable();
    let hint = match (names.as_slice(), is_board) {
        ([], false) => {
            format!("leave `like` out; across = \"80% of {name}\" is a size by the cells of the board")
        }
        ([], true) => "leave `like` out".to_owned(),
        (names, _) => format!("take one of the same kind: {}", names.join(", ")),
    };
    codes::BAD_LIKE.error(message).hint(hint)
}

fn unknown(name: &str, all: &HashMap<String, Original<'_>>) -> Diagnostic {
    let mut names: Vec<_> = all.keys().map(String::as_str).collect();
    names.sort_unstable();
    let hint = near::among(name, &names, "the components of this file:");
    codes::BAD_LIKE.error(format!("no component is called `{name}`")).hint(hint)
}

/// A component over what it is like.
pub(super) fn laid_over<'a>(mut base: DeTable<'a>, own: &DeTable<'a>) -> DeTable<'a> {
    // Rules are those of the component they stand in.
    base.remove("must");
    give_way(&mut base, own, &ALTERNATIVES);
    overlay(&mut base, own);
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

    /// However long it is, and wherever it is entered.
    #[test]
    fn a_long_row_of_components_each_like_the_one_before() {
        let one = |i: usize| match i {
            0 => "[[cards]]\nname = \"c0\"\nsize = \"poker\"\nrows = [{ x = 1 }]\n".to_owned(),
            _ => format!("[[cards]]\nname = \"c{i}\"\nlike = \"c{}\"\ncopies = {i}\n", i - 1),
        };
        let forth: String = (0..3000).map(one).collect();
        let back: String = (0..3000).rev().map(one).collect();
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
