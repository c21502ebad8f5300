//! Finds the names in a layout: their definitions and their uses.
//!
//! - In: the text of a layout, with or without mistakes.
//! - Out: names with their positions, and the fields that the rows of a component have.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::cursor::in_word;
use super::schema::Node;
use super::strings::colour_fields;
use hexpress_language::COMPONENTS;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    Colour,
    Look,
    Place,
    Component,
    Kind,
    Mark,
}

/// One occurrence of a name in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameOccurrence {
    pub subject: Subject,
    pub name: String,
    /// The range of the name in bytes, without quotes.
    pub range: Range<usize>,
    /// Whether the name is defined here. If false, it is used here.
    pub is_definition: bool,
    /// Whether the name is a TOML key, which can be written without quotes.
    pub is_key: bool,
}

impl NameOccurrence {
    /// Returns whether two occurrences are the same name for the same subject.
    pub fn is_same(&self, other: &Self) -> bool {
        self.subject == other.subject && self.name == other.name
    }
}

/// A field of the rows of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    /// The range of the field's key in the first row that has the field, in bytes.
    pub range: Range<usize>,
}

/// The fields that the templates of a component can use.
#[derive(Debug, Default)]
pub struct Rows {
    /// The fields of the rows that are in the layout itself, not in a table of data.
    pub fields: Vec<Field>,
    /// The name of the table of data that contains more rows.
    pub data: Option<String>,
}

impl Rows {
    /// Adds the fields of a row, except those that an earlier row had.
    fn add(&mut self, row: &DeTable<'_>) {
        for (key, _) in row {
            if !self.fields.iter().any(|known| known.name == key.get_ref().as_ref()) {
                self.fields.push(Field { name: key.get_ref().to_string(), range: key.span() });
            }
        }
    }
}

/// Returns all names in a layout, in the order of the text.
///
/// If the layout has mistakes, returns the names in the parts that can be read.
pub fn names(text: &str) -> Vec<NameOccurrence> {
    let (tree, _) = DeTable::parse_recoverable(text);
    let mut names = Names { text, found: Vec::new(), colours: Vec::new(), fields: colour_fields(text) };
    let colours = tree.get_ref().get("colours").and_then(|value| value.get_ref().as_table());
    for (key, _) in colours.into_iter().flatten() {
        names.colours.push(key.get_ref().to_string());
        names.define_key(Subject::Colour, key.get_ref(), key.span());
    }
    names.table(tree.get_ref(), &Node::root(), &[]);
    names.found.sort_by_key(|named| named.range.start);
    names.found
}

/// Returns the fields of the component that contains an offset in bytes.
pub fn rows(text: &str, offset: usize) -> Rows {
    let (tree, _) = DeTable::parse_recoverable(text);
    // The component is the last one that begins before the offset.
    let component = COMPONENTS
        .iter()
        .filter_map(|key| tree.get_ref().get(*key)?.get_ref().as_array())
        .flat_map(|list| list.iter())
        .filter(|component| component.span().start <= offset)
        .max_by_key(|component| component.span().start);
    let Some(table) = component.and_then(|component| component.get_ref().as_table()) else {
        return Rows::default();
    };
    let mut rows = Rows::default();
    for list in ["rows", "each", "set"].into_iter().filter_map(|key| table.get(key)) {
        match list.get_ref() {
            DeValue::Array(list) => {
                list.iter().filter_map(|row| row.get_ref().as_table()).for_each(|row| rows.add(row));
            }
            DeValue::Table(row) => rows.add(row),
            _ => {}
        }
    }
    rows.data = table.get("data").and_then(|data| data.get_ref().as_str()).map(str::to_owned);
    rows
}

/// Collects names from the tree of a layout.
struct Names<'t> {
    text: &'t str,
    found: Vec<NameOccurrence>,
    /// The names of the colours that the layout defines.
    colours: Vec<String>,
    /// The fields whose values are used as colours.
    fields: Vec<String>,
}

impl Names<'_> {
    fn define(&mut self, subject: Subject, name: &str, quoted: Range<usize>) {
        let range = self.inside_quotes(quoted);
        let (is_definition, is_key) = (true, false);
        self.found.push(NameOccurrence { subject, name: name.to_owned(), range, is_definition, is_key });
    }

    fn define_key(&mut self, subject: Subject, name: &str, quoted: Range<usize>) {
        self.define(subject, name, quoted);
        if let Some(last) = self.found.last_mut() {
            last.is_key = true;
        }
    }

    fn use_name(&mut self, subject: Subject, name: &str, range: Range<usize>) {
        let (is_definition, is_key) = (false, false);
        self.found.push(NameOccurrence { subject, name: name.to_owned(), range, is_definition, is_key });
    }

    /// Removes the quotes from a range.
    fn inside_quotes(&self, range: Range<usize>) -> Range<usize> {
        let raw = self.text.get(range.clone()).unwrap_or_default();
        let leading = raw.chars().take_while(|c| matches!(c, '"' | '\'')).count();
        // If the text is empty, as in `""` or `""""""`, half of the counted quotes are its closing
        // quotes.
        let is_empty = leading >= 6 || (leading == 2 && raw.len() == 2);
        let quotes = if is_empty { leading / 2 } else { leading };
        range.start + quotes..(range.end - quotes).max(range.start + quotes)
    }

    /// Returns the words in a quoted range.
    fn words(&self, quoted: Range<usize>) -> Vec<TextWord> {
        let range = self.inside_quotes(quoted);
        let text = self.text.get(range.clone()).unwrap_or_default();
        let mut words = Vec::new();
        let mut offset = 0;
        for part in text.split(|c: char| !in_word(c)) {
            if !part.is_empty() {
                let start = range.start + offset;
                words.push(TextWord { text: part.to_owned(), range: start..start + part.len() });
            }
            offset += part.len();
            offset += text[offset..].chars().next().map_or(0, char::len_utf8);
        }
        words
    }

    fn table(&mut self, table: &DeTable<'_>, node: &Node, path: &[&str]) {
        for (key, value) in table {
            let name: &str = key.get_ref();
            match path {
                [] if name == "look" => self.define_keys(Subject::Look, value),
                [] if name == "places" => self.define_keys(Subject::Place, value),
                ["board", "at"] => self.address(key.span()),
                ["board", "must", ..] => {
                    self.words(key.span()).into_iter().for_each(|word| self.word_of_rule(word));
                }
                _ => {}
            }
            let inner: Vec<&str> = path.iter().copied().chain([name]).collect();
            self.value(value, &node.at(name), &inner);
        }
    }

    /// Adds the keys of a table as definitions.
    fn define_keys(&mut self, subject: Subject, value: &Spanned<DeValue<'_>>) {
        for (key, _) in value.get_ref().as_table().into_iter().flatten() {
            self.define_key(subject, key.get_ref(), key.span());
        }
    }

    /// Finds the names of kinds of cells in an address, such as `kind hill`.
    fn address(&mut self, range: Range<usize>) {
        for pair in self.words(range).windows(2).filter(|pair| pair[0].text == "kind") {
            self.use_name(Subject::Kind, &pair[1].text, pair[1].range.clone());
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
        let inside = self.inside_quotes(span.clone());
        match (outer, *key) {
            ([component], "name") if COMPONENTS.contains(component) => {
                return self.define(Subject::Component, text, span);
            }
            ([component], "like") if COMPONENTS.contains(component) => {
                return self.use_name(Subject::Component, text, inside);
            }
            ([component], "face" | "back" | "ground") if COMPONENTS.contains(component) => {
                return self.use_name(Subject::Look, text, inside);
            }
            ([_, ..], "look") => return self.use_name(Subject::Look, text, inside),
            (["board", "key" | "at", _] | ["board", "cell"], "draw") => {
                return self.use_name(Subject::Look, text, inside);
            }
            (_, "in") => return self.use_name(Subject::Place, text, inside),
            ([_, .., "face" | "back" | "ground"], "board") => {
                return self.use_name(Subject::Component, text, inside);
            }
            (["board", "key" | "at", ..], "kind") => return self.define(Subject::Kind, text, span),
            (["board", "key", ..], "mark") => return self.define(Subject::Mark, text, span),
            (["board", "at", ..], "mark") => return self.use_name(Subject::Mark, text, inside),
            (["board"], "without") => return self.address(span),
            _ => {}
        }
        let is_colour = ["colour", "line", "shadow"].iter().any(|format| node.takes(format));
        let names_colours = is_colour || self.is_row_of_colours(text, path);
        for word in self.words(span) {
            let is_meant = (names_colours && !self.is_in_braces(&word.range)) || self.is_marked(&word.range);
            if is_meant && self.colours.contains(&word.text) {
                self.use_name(Subject::Colour, &word.text, word.range.clone());
            }
            if path.contains(&"must") && path.first() == Some(&"board") {
                self.word_of_rule(word);
            }
        }
    }

    /// Returns whether the words in a value of a row or of a random deck are names of colours.
    ///
    /// Every word must be a colour of the layout. In a row, a template must also use the field as a
    /// colour. In other fields, a word such as `red` is printed as text.
    fn is_row_of_colours(&self, text: &str, path: &[&str]) -> bool {
        let Some(table) = path.iter().position(|key| ["rows", "each", "set", "deck"].contains(key)) else {
            return false;
        };
        let is_deck = path.get(table) == Some(&"deck");
        let decides = path.get(table + 1).is_some_and(|field| self.fields.iter().any(|known| known == field));
        let mut words = text.split(|c: char| !in_word(c)).filter(|word| word.contains(char::is_alphabetic));
        (is_deck || decides) && words.all(|word| self.colours.iter().any(|colour| colour == word))
    }

    /// Returns whether a range is between the braces of a template, where words are names of fields.
    fn is_in_braces(&self, range: &Range<usize>) -> bool {
        let line =
            self.text.get(..range.start).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
        let open = line.rfind("{{").into_iter().chain(line.rfind("{%")).max();
        let close = line.rfind("}}").into_iter().chain(line.rfind("%}")).max();
        open.is_some() && open > close
    }

    /// Returns whether a word is marked as an icon, or is a quoted string in a template. In both cases,
    /// the word may be the name of a colour.
    ///
    /// Examples are `:red:` and `{{ 'red' | icon }}`.
    fn is_marked(&self, range: &Range<usize>) -> bool {
        let before = self.text.get(..range.start).and_then(|text| text.chars().next_back());
        let after = self.text.get(range.end..).and_then(|text| text.chars().next());
        before == after && matches!(before, Some(':' | '\''))
    }

    /// Adds a word of a rule in `board.must` as a use of a name. Does nothing if the layout defines no
    /// kind of cell and no mark with this name.
    fn word_of_rule(&mut self, word: TextWord) {
        let definition = self.found.iter().find(|named| {
            named.is_definition
                && named.name == word.text
                && matches!(named.subject, Subject::Kind | Subject::Mark)
        });
        if let Some(subject) = definition.map(|named| named.subject) {
            self.use_name(subject, &word.text, word.range);
        }
    }
}

/// A word in a text.
struct TextWord {
    text: String,
    range: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_quotes() {
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

    /// Returns the number of quotes before a text: 3 for `"""` and `'''`, otherwise 1.
    fn quote(quoted: &str) -> usize {
        if quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''")) { 3 } else { 1 }
    }
}
