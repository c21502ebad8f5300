//! The names that a layout gives, where it gives them, and where it takes them.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::cursor::in_word;
use super::schema::Node;
use crate::spec::COMPONENTS;

/// What has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Colour,
    Look,
    Place,
    Component,
    Kind,
    Mark,
}

/// A name where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub what: What,
    pub name: String,
    pub range: Range<usize>,
    /// Whether it is given here, and not taken.
    pub given: bool,
}

/// A column or a word of the rows that pieces ask for, in the component that encloses a place.
#[derive(Debug, Default)]
pub struct Rows {
    /// The words of its rows, where each stands first.
    pub words: Vec<(String, Range<usize>)>,
    /// The file that they come from.
    pub data: Option<String>,
}

/// All names of a layout; of one with mistakes, as far as it can be read.
pub fn names(text: &str) -> Vec<Named> {
    let (tree, _) = DeTable::parse_recoverable(text);
    let mut names = Names { text, found: Vec::new(), colours: Vec::new() };
    let colours = tree.get_ref().get("colours").and_then(|value| value.get_ref().as_table());
    for (key, _) in colours.into_iter().flatten() {
        names.colours.push(key.get_ref().to_string());
        names.give(What::Colour, key.get_ref(), key.span());
    }
    names.table(tree.get_ref(), &Node::root(), &[]);
    names.found.sort_by_key(|named| named.range.start);
    names.found
}

/// What the rows of the component that holds a place can be asked for.
pub fn rows(text: &str, at: usize) -> Rows {
    let (tree, _) = DeTable::parse_recoverable(text);
    let lists = COMPONENTS.iter().filter_map(|key| tree.get_ref().get(*key)?.get_ref().as_array());
    let all: Vec<&Spanned<DeValue<'_>>> = lists.flat_map(|list| list.iter()).collect();
    // A component ends where the next one begins.
    let before = all.iter().filter(|item| item.span().start <= at).max_by_key(|item| item.span().start);
    let Some(table) = before.and_then(|item| item.get_ref().as_table()) else { return Rows::default() };
    let mut found = Rows::default();
    let mut add = |table: &DeTable<'_>| {
        for (key, _) in table {
            if !found.words.iter().any(|(known, _)| known == key.get_ref().as_ref()) {
                found.words.push((key.get_ref().to_string(), key.span()));
            }
        }
    };
    for list in ["rows", "each", "set"].into_iter().filter_map(|key| table.get(key)) {
        match list.get_ref() {
            DeValue::Array(rows) => rows.iter().filter_map(|row| row.get_ref().as_table()).for_each(&mut add),
            DeValue::Table(words) => add(words),
            _ => {}
        }
    }
    found.data = table.get("data").and_then(|data| data.get_ref().as_str()).map(str::to_owned);
    found
}

struct Names<'t> {
    text: &'t str,
    found: Vec<Named>,
    colours: Vec<String>,
}

impl Names<'_> {
    fn give(&mut self, what: What, name: &str, range: Range<usize>) {
        let range = self.inside(range);
        self.found.push(Named { what, name: name.to_owned(), range, given: true });
    }

    fn take(&mut self, what: What, name: &str, range: Range<usize>) {
        self.found.push(Named { what, name: name.to_owned(), range, given: false });
    }

    /// Without the quotes round it.
    fn inside(&self, range: Range<usize>) -> Range<usize> {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let quotes = raw.chars().take_while(|c| matches!(c, '"' | '\'')).count();
        let quotes = if quotes >= 6 || (quotes == 2 && raw.len() == 2) { quotes / 2 } else { quotes };
        range.start + quotes..(range.end - quotes).max(range.start + quotes)
    }

    /// The words between quotes, each with its place.
    fn words(&self, range: Range<usize>) -> Vec<(String, Range<usize>)> {
        let range = self.inside(range);
        let text = self.text.get(range.clone()).unwrap_or_default();
        let mut words = Vec::new();
        let mut at = 0;
        for part in text.split(|c: char| !in_word(c)) {
            if !part.is_empty() {
                let start = range.start + at;
                words.push((part.to_owned(), start..start + part.len()));
            }
            at += part.len();
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
        words
    }

    fn table(&mut self, table: &DeTable<'_>, node: &Node, path: &[&str]) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            match path {
                [] if name == "look" => self.keys(What::Look, value),
                [] if name == "places" => self.keys(What::Place, value),
                ["board", "at"] => self.address(key.span()),
                ["board", "must", ..] => {
                    self.words(key.span()).into_iter().for_each(|(word, range)| self.rule(&word, range));
                }
                _ => {}
            }
            let inner: Vec<&str> = path.iter().copied().chain([name]).collect();
            self.value(value, &node.at(name), &inner);
        }
    }

    fn keys(&mut self, what: What, value: &Spanned<DeValue<'_>>) {
        for (key, _) in value.get_ref().as_table().into_iter().flatten() {
            self.give(what, key.get_ref(), key.span());
        }
    }

    /// `kind hill` in an address.
    fn address(&mut self, range: Range<usize>) {
        let words = self.words(range);
        for pair in words.windows(2).filter(|pair| pair[0].0 == "kind") {
            self.take(What::Kind, &pair[1].0, pair[1].1.clone());
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, node: &Node, path: &[&str]) {
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, node, path),
            DeValue::Array(list) => list.iter().for_each(|item| self.value(item, node, path)),
            DeValue::String(text) => self.string(text, value.span(), node, path),
            _ => {}
        }
    }

    fn string(&mut self, text: &str, span: Range<usize>, node: &Node, path: &[&str]) {
        let [outer @ .., key] = path else { return };
        let inside = self.inside(span.clone());
        match (outer, *key) {
            ([component], "name") if COMPONENTS.contains(component) => {
                return self.give(What::Component, text, span);
            }
            ([component], "like") if COMPONENTS.contains(component) => {
                return self.take(What::Component, text, inside);
            }
            ([component], "face" | "back" | "ground") if COMPONENTS.contains(component) => {
                return self.take(What::Look, text, inside);
            }
            (_, "in") => return self.take(What::Place, text, inside),
            ([_, .., "face" | "back" | "ground"], "board") => {
                return self.take(What::Component, text, inside);
            }
            (["board", "key" | "at", ..], "kind") => return self.give(What::Kind, text, span),
            (["board", "key", ..], "mark") => return self.give(What::Mark, text, span),
            (["board", "at", ..], "mark") => return self.take(What::Mark, text, inside),
            (["board"], "without") => return self.address(span),
            _ => {}
        }
        let coloured = ["colour", "line", "shadow"].iter().any(|format| node.takes(format));
        let free = path.iter().any(|key| ["rows", "each", "set", "deck"].contains(key));
        for (word, range) in self.words(span) {
            let before =
                self.text.get(..range.start).and_then(|text| text.chars().next_back()).unwrap_or(' ');
            let after = self.text.get(range.end..).and_then(|text| text.chars().next()).unwrap_or(' ');
            // The icon of a colour within words, `:red:`, and a colour in a template, `{{ 'red' | icon }}`.
            let named = (before == ':' && after == ':') || (before == '\'' && after == '\'');
            if (coloured || free || named) && self.colours.contains(&word) {
                self.take(What::Colour, &word, range.clone());
            }
            if path.contains(&"must") && path.first() == Some(&"board") {
                self.rule(&word, range);
            }
        }
    }

    /// A kind or a mark in a rule.
    fn rule(&mut self, word: &str, range: Range<usize>) {
        let given = self
            .found
            .iter()
            .find(|named| named.given && named.name == word && matches!(named.what, What::Kind | What::Mark));
        if let Some(what) = given.map(|named| named.what) {
            self.take(what, word, range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_stands_between_its_quotes() {
        for (quoted, inside) in
            [("\"\"", ""), ("''", ""), ("\"a b\"", "a b"), ("\"\"\"\"\"\"", ""), ("'''a'''", "a")]
        {
            let text = format!("[[cards]]\nname = {quoted}\n");
            let named = names(&text);
            let [name] = &named[..] else { panic!("{named:?}") };
            assert_eq!(
                (&text[name.range.clone()], name.range.start),
                (inside, text.find(quoted).unwrap() + quote(quoted))
            );
        }
    }

    /// How many bytes a quoted text has before its first letter.
    fn quote(quoted: &str) -> usize {
        if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) { 3 } else { 1 }
    }
}
