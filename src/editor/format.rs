//! A layout in its usual order and spacing.
//!
//! Tables stand as the reference has them, components as they were, for that is how they are printed; keys stand as
//! their table lists them, and their `=` below each other. Names that are the game's own keep their order, and so do the keys
//! of an element. Remarks stay with what they stand before or behind; the lines of lists stay as they were broken.

use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, RawString, Table, TomlError, Value};

use super::schema::Node;
use crate::spec::COMPONENTS;

/// The longest key that others are lined up with.
const LINED_UP: usize = 16;

/// The same layout in its usual form.
///
/// # Errors
/// It is no TOML.
pub fn format(text: &str) -> Result<String, TomlError> {
    let mut document: DocumentMut = text.parse()?;
    let mut head = take_head(document.as_table_mut());
    let mut next = 0;
    order(document.as_table_mut(), &Node::root(), &mut next);
    if head.is_empty() {
        // The remark of the table that is the first one now would be the file's the next time.
        head = take_head(document.as_table_mut());
    }
    tidy(document.as_table_mut(), &Node::root());
    let trailing = remarks(document.trailing().as_str().unwrap_or_default(), 0, true);
    document.set_trailing(trailing);
    let body = document.to_string();
    let blank = if head.is_empty() { "" } else { "\n" };
    let text = format!("{head}{blank}{}", body.trim_start_matches('\n'));
    let text = text.trim_end();
    Ok(if text.is_empty() { String::new() } else { format!("{text}\n") })
}

/// The remark that the file begins with, which stays there whatever comes first now: up to the last blank line before
/// the first header.
fn take_head(root: &mut Table) -> String {
    if root.iter().any(|(_, item)| item.is_value()) {
        return String::new();
    }
    let mut all = Vec::new();
    let place = |table: &Table| table.position().filter(|_| !table.is_implicit());
    each_table(root, &mut |table| all.extend(place(table)));
    let least = all.into_iter().min();
    let mut head = String::new();
    each_table(root, &mut |table| {
        if least.is_some() && place(table) == least && head.is_empty() {
            // Lines of blanks are blank lines.
            let lines: Vec<&str> =
                raw(table.decor().prefix()).trim_start().split('\n').map(str::trim_end).collect();
            let prefix = lines.join("\n");
            let (own, rest) = prefix.rsplit_once("\n\n").unwrap_or((prefix.as_str(), ""));
            (head, _) = (remarks(own.trim_end(), 0, false), table.decor_mut().set_prefix(rest.trim_start()));
        }
    });
    head
}

/// Every table below that has a header.
fn each_table(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        let inner: Vec<&mut Table> = match item {
            Item::Table(inner) => vec![inner],
            Item::ArrayOfTables(list) => list.iter_mut().collect(),
            _ => Vec::new(),
        };
        for inner in inner {
            visit(inner);
            each_table(inner, visit);
        }
    }
}

/// Where a table begins in the file.
fn begins(table: &Table) -> isize {
    let inner = table.iter().flat_map(|(_, item)| match item {
        Item::Table(inner) => vec![begins(inner)],
        Item::ArrayOfTables(list) => list.iter().map(begins).collect(),
        _ => Vec::new(),
    });
    table.position().unwrap_or_else(|| inner.min().unwrap_or(isize::MAX))
}

/// Gives the tables below a table their places.
fn order(table: &mut Table, node: &Node, next: &mut isize) {
    let mut inner: Vec<(usize, isize, String, &mut Table)> = Vec::new();
    for (key, item) in table.iter_mut() {
        let known = if COMPONENTS.contains(&key.get()) { "board" } else { key.get() };
        let (rank, name) = (node.rank(known).unwrap_or(usize::MAX), key.get().to_owned());
        match item {
            Item::Table(table) => inner.push((rank, begins(table), name, table)),
            Item::ArrayOfTables(list) => {
                inner.extend(list.iter_mut().map(|table| (rank, begins(table), name.clone(), table)));
            }
            _ => {}
        }
    }
    inner.sort_by_key(|(rank, begins, ..)| (*rank, *begins));
    for (_, _, key, table) in inner {
        if !table.is_dotted() {
            *next += 1;
            table.set_position(Some(*next));
        }
        order(table, &node.at(&key), next);
    }
}

/// Puts the keys of a table in order, and its spaces.
fn tidy(table: &mut Table, node: &Node) {
    let rank = |key: &str| node.rank(key).unwrap_or(usize::MAX);
    table.sort_values_by(|one, _, other, _| rank(one.get()).cmp(&rank(other.get())));
    let written = |key: &toml_edit::Key| key.display_repr().chars().count();
    let values = || table.iter().filter(|(_, item)| item.is_value());
    let widths = values().filter_map(|(key, _)| table.key(key)).map(written);
    let widest = widths.filter(|width| *width <= LINED_UP).max().unwrap_or(0);
    let mut first = true;
    for (mut key, item) in table.iter_mut() {
        let inside = node.at(key.get());
        match item {
            Item::Value(value) => {
                let width = key.display_repr().chars().count();
                let decor = key.leaf_decor_mut();
                let before = remarks(raw(decor.prefix()), 0, !first);
                decor.set_prefix(before);
                decor.set_suffix(" ".repeat(widest.saturating_sub(width) + 1));
                let behind = remark_behind(raw(value.decor().suffix()));
                *value.decor_mut() = Decor::new(" ", behind);
                tidy_value(value, &inside, 0);
                first = false;
            }
            Item::Table(inner) => {
                head_of(inner);
                tidy(inner, &inside);
            }
            Item::ArrayOfTables(list) => {
                for inner in list.iter_mut() {
                    head_of(inner);
                    tidy(inner, &inside);
                }
            }
            Item::None => {}
        }
    }
}

/// One blank line before a header, and its remarks.
fn head_of(table: &mut Table) {
    if table.position().is_none() {
        return;
    }
    let before = remarks(raw(table.decor().prefix()), 0, false);
    let behind = remark_behind(raw(table.decor().suffix()));
    *table.decor_mut() = Decor::new(format!("\n{before}"), behind);
}

fn tidy_value(value: &mut Value, node: &Node, indent: usize) {
    match value {
        Value::Array(list) => tidy_list(list, node, indent),
        Value::InlineTable(table) => tidy_inline(table, node, indent),
        _ => {}
    }
}

fn tidy_inline(table: &mut InlineTable, node: &Node, indent: usize) {
    let broken = |decor: &Decor| raw(decor.prefix()).contains('\n') || raw(decor.suffix()).contains('\n');
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    let is_broken = keys.iter().any(|key| {
        table.key(key).is_some_and(|key| broken(key.leaf_decor()))
            || table.get(key).is_some_and(|value| broken(value.decor()))
    });
    if is_broken || table.trailing().as_str().is_some_and(|text| text.contains('\n')) {
        return;
    }
    let last = table.len().saturating_sub(1);
    for (index, (mut key, value)) in table.iter_mut().enumerate() {
        let inside = node.at(key.get());
        // What somebody lined up by hand stays so.
        let own = raw(key.leaf_decor().prefix()).len();
        let spaces = if index == 0 { 1 } else { own.max(1) };
        *key.leaf_decor_mut() = Decor::new(" ".repeat(spaces), " ");
        *value.decor_mut() = Decor::new(" ", if index == last { " " } else { "" });
        tidy_value(value, &inside, indent);
    }
    table.set_trailing_comma(false);
    table.set_trailing("");
}

fn tidy_list(list: &mut Array, node: &Node, indent: usize) {
    let inner = " ".repeat(indent + 2);
    let last = list.len().saturating_sub(1);
    let mut end = list.trailing().as_str().unwrap_or_default().to_owned();
    for (index, value) in list.iter_mut().enumerate() {
        let before = raw(value.decor().prefix()).to_owned();
        let behind = raw(value.decor().suffix()).to_owned();
        let before = match before.contains('\n') {
            true => format!("{}{inner}", lines(&before, indent + 2)),
            false if index == 0 => String::new(),
            false => " ".to_owned(),
        };
        let behind = if index == last {
            end = format!("{behind}{end}");
            String::new()
        } else if behind.contains('#') {
            behind
        } else {
            String::new()
        };
        *value.decor_mut() = Decor::new(before, behind);
        tidy_value(value, node, indent + 2);
    }
    let broken = end.contains('\n');
    list.set_trailing_comma(broken && !list.is_empty());
    list.set_trailing(if broken {
        format!("{}{}", lines(&end, indent + 2), " ".repeat(indent))
    } else {
        String::new()
    });
}

/// What stands between two items of a list: the remark behind the first, then lines of remarks.
fn lines(text: &str, indent: usize) -> String {
    let (behind, rest) = text.split_once('\n').unwrap_or((text, ""));
    format!("{}\n{}", remark_behind(behind), remarks(rest, indent, true))
}

/// A remark behind something, as far from it as it was, but two blanks at the least.
fn remark_behind(text: &str) -> String {
    let text = text.trim_end();
    let Some(remark) = text.find('#') else { return String::new() };
    format!("{}{}", " ".repeat(remark.max(2)), &text[remark..])
}

/// Lines of remarks, each with this indent, and blank lines one at a time; `blank` keeps one that they begin with.
fn remarks(text: &str, indent: usize, blank: bool) -> String {
    let mut kept = String::new();
    let mut was_blank = false;
    let mut pieces: Vec<&str> = text.split('\n').map(str::trim).collect();
    // Behind the last line's end stands the indent of what follows.
    pieces.pop_if(|last| last.is_empty());
    for piece in pieces {
        if piece.is_empty() {
            was_blank = blank || !kept.is_empty();
            continue;
        }
        let blank = if std::mem::take(&mut was_blank) { "\n" } else { "" };
        kept.push_str(&format!("{blank}{}{piece}\n", " ".repeat(indent)));
    }
    kept + if was_blank { "\n" } else { "" }
}

fn raw(text: Option<&RawString>) -> &str {
    text.and_then(RawString::as_str).unwrap_or_default()
}
