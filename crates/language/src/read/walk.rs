//! Compares the tree of a file with the schema, so that all mistakes are reported at once.
//!
//! - In: the tree of a file with places, its text, and the schema of the serde types.
//! - Out: a mistake for every key and value that the schema does not allow.
//! - Not here: comparing keys with each other, or looking up names.

mod allowed_values;
mod unknown_key;

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::missing_header::{self, KeysWithoutHeader};
use super::node::{Node, SerdeError};
use super::schema::{accepts, options, types, words};
use super::wrong_type::WrongValue;
use super::{font_sizes, wrong_type};
use crate::values::style::family_name;
use crate::{COMPONENTS, Tree};
use hexpress_base::diag::{Diagnostic, FileId, Report, SourceSpan, codes};

/// Reports every mistake in the tree of a layout.
pub fn walk(file: FileId, text: &str, tree: &Tree<'_>, report: &mut Report) {
    walk_with_schema(crate::schema(), file, text, tree, report);
}

/// Reads a whole file into a type. `schema` is the schema of this type.
///
/// # Errors
/// Returns every mistake in the file.
pub fn read_as<'t, T: Deserialize<'t>>(
    schema: impl FnOnce() -> Value,
    file: FileId,
    text: &'t str,
) -> Result<T, Report> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return Err(super::syntax::mistakes(file, text, &errors));
    }
    T::deserialize(Node::root(tree)).map_err(|error| {
        let mut report = Report::default();
        explain(&schema(), file, text, &error, &mut report);
        report
    })
}

/// Reports every mistake of a file that serde could not read.
///
/// If the schema finds no mistake, the error from serde is reported.
pub fn explain(schema: &Value, file: FileId, text: &str, error: &SerdeError, report: &mut Report) {
    // Serde has consumed the tree, so the file is parsed again.
    walk_with_schema(schema, file, text, &DeTable::parse_recoverable(text).0, report);
    if !report.has_errors() {
        let mut diagnostic = codes::BAD_VALUE.error(error.message.trim());
        diagnostic.place = error.span.clone().map(|span| SourceSpan::new(file, span));
        report.push(diagnostic);
    }
}

fn walk_with_schema(schema: &Value, file: FileId, text: &str, tree: &Tree<'_>, report: &mut Report) {
    let root = tree.get_ref();
    let fonts = root.get("fonts").and_then(|fonts| fonts.get_ref().as_table());
    let mut walker = Walker::new(file, text, schema, report);
    walker.misnamed = fonts
        .into_iter()
        .flatten()
        .map(|(name, _)| name.get_ref().to_string())
        .filter(|name| family_name(name).is_err())
        .collect();
    walker.without_list = missing_header::components_without_lists(root);
    walker.table(root, schema);
}

/// Returns the tree without the components that have mistakes.
///
/// If a board has a mistake, all components that may show a board are left out, too. The elements of
/// `[look]` cannot be left out, so boards with mistakes stay if such an element shows a board.
pub fn without_wrong_components<'t>(file: FileId, text: &str, tree: Tree<'t>) -> Tree<'t> {
    let schema = crate::schema();
    let span = tree.span();
    let mut root = tree.into_inner();
    let keeps_boards = root.get("look").is_some_and(|look| shows_a_board(look.get_ref()));
    let mut has_lost_a_board = false;
    for key in COMPONENTS.into_iter().filter(|key| !(keeps_boards && *key == "board")) {
        let Some(items) = schema["properties"].get(key).and_then(|list| list.get("items")) else { continue };
        let Some(list) = component_list(&mut root, key) else { continue };
        let mut kept = DeArray::new();
        for item in list.iter() {
            let mut report = Report::default();
            Walker::new(file, text, schema, &mut report).value(key, item, items);
            has_lost_a_board |= key == "board" && !report.is_empty();
            if report.is_empty() {
                kept.push(item.clone());
            }
        }
        *list = kept;
    }
    for key in COMPONENTS.into_iter().filter(|_| has_lost_a_board) {
        let Some(list) = component_list(&mut root, key) else { continue };
        *list = list.iter().filter(|item| !shows_a_board(item.get_ref())).cloned().collect();
    }
    Tree::new(span, root)
}

fn component_list<'r, 't>(root: &'r mut DeTable<'t>, key: &str) -> Option<&'r mut DeArray<'t>> {
    match root.get_mut(key).map(Spanned::get_mut) {
        Some(DeValue::Array(list)) => Some(list),
        _ => None,
    }
}

/// Returns whether a value may need a board. Such a value contains a small picture of a board,
/// marks of a board, or a size as a percentage of a board's cells.
fn shows_a_board(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Table(table) => table.iter().any(|(key, value)| match key.get_ref().as_ref() {
            "board" | "marks" => true,
            "across" => value.get_ref().as_str().is_some_and(|text| text.contains(" of ")),
            _ => shows_a_board(value.get_ref()),
        }),
        DeValue::Array(list) => list.iter().any(|value| shows_a_board(value.get_ref())),
        _ => false,
    }
}

/// A table on the way from the root of the file to the current table.
struct PathEntry<'a> {
    name: String,
    /// The keys that the schema allows next to the key of this table. For `[board.labels]`, these are
    /// the keys of a board. `None` if any key is allowed there.
    sibling_keys: Option<&'a Map<String, Value>>,
}

/// Visits a tree, and reports what the schema does not allow.
struct Walker<'a> {
    file: FileId,
    text: &'a str,
    schema: &'a Value,
    report: &'a mut Report,
    /// The invalid names of font families. A font that uses such a name is not reported again.
    misnamed: Vec<String>,
    /// The tables from the outermost one to the current one. Empty at the root of the file.
    path: Vec<PathEntry<'a>>,
    /// The keys that the current component has in the file.
    component_keys: Vec<String>,
    /// The components that the file mentions only in single brackets, as in `[cards]` without
    /// `[[cards]]`.
    without_list: Vec<String>,
    /// Whether a missing header was reported. If so, mistakes in the tables of the components in
    /// `without_list` are mere consequences, and are not reported.
    lacks_header: bool,
}

impl<'a> Walker<'a> {
    fn new(file: FileId, text: &'a str, schema: &'a Value, report: &'a mut Report) -> Self {
        let (misnamed, path, component_keys, without_list) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { file, text, schema, report, misnamed, path, component_keys, without_list, lacks_header: false }
    }

    fn add_error(&mut self, diagnostic: Diagnostic, span: Range<usize>) {
        self.report.push(diagnostic.at(SourceSpan::new(self.file, span)));
    }

    /// Returns the name of the current table. Returns `None` at the root of the file.
    fn innermost(&self) -> Option<&str> {
        self.path.last().map(|table| table.name.as_str())
    }

    /// If the header of a component is missing, reports its keys as one mistake and returns them.
    /// Otherwise returns `None`.
    fn report_missing_header<'t>(
        &mut self,
        table: &'t DeTable<'t>,
        part: &Value,
    ) -> Option<KeysWithoutHeader<'t>> {
        let path: Vec<&str> = self.path.iter().map(|table| table.name.as_str()).collect();
        let (component_keys, without_list) = (&self.component_keys, &self.without_list);
        let found = missing_header::SuspectTable { table, part, path: &path, component_keys, without_list };
        let keys = missing_header::find(&found, self.schema, self.text)?;
        let (diagnostic, place) = keys.mistake(&path)?;
        self.lacks_header = true;
        self.add_error(diagnostic, place);
        Some(keys)
    }

    fn table(&mut self, table: &DeTable<'_>, part: &'a Value) {
        if let [component] = &self.path[..]
            && COMPONENTS.contains(&component.name.as_str())
        {
            self.component_keys = table.iter().map(|(key, _)| key.get_ref().to_string()).collect();
        }
        let reported = self.report_missing_header(table, part);
        let mut entries: Vec<_> = table.iter().collect();
        if self.path.is_empty() {
            // Components without a list, such as `[cards]` without `[[cards]]`, come last. Their
            // mistakes may be mere consequences of a missing header.
            entries.sort_by_key(|(key, _)| self.is_headless(key.get_ref()));
        }
        for (key, value) in entries {
            if reported.as_ref().is_some_and(|keys| keys.has(&key.span())) {
                continue;
            }
            if self.path.is_empty() && self.lacks_header && self.is_headless(key.get_ref()) {
                continue;
            }
            self.entry(key, value, table, part);
        }
    }

    fn is_headless(&self, component: &str) -> bool {
        self.without_list.iter().any(|other| other == component)
    }

    /// Checks one key of a table and its value.
    fn entry(
        &mut self,
        key: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        table: &DeTable<'_>,
        part: &'a Value,
    ) {
        let name: &str = key.get_ref();
        let properties = part.get("properties").and_then(Value::as_object);
        let known = properties.and_then(|properties| properties.get(name));
        let any_key = part.get("additionalProperties").filter(|part| part.is_object());
        if known.is_none() && self.is_misplaced(name, key.span(), value, table, any_key) {
            return;
        }
        let Some(value_part) = known.or(any_key) else {
            self.unknown_key(name, key.span(), value, table, part);
            return;
        };
        if let [outer] = &self.path[..]
            && outer.name == "fonts"
            && let Err(diagnostic) = family_name(name)
        {
            self.add_error(diagnostic, key.span());
        }
        if let Some(diagnostic) = font_sizes::mistake(name, value.get_ref(), table) {
            self.add_error(diagnostic, value.span());
            return;
        }
        self.path.push(PathEntry { name: name.to_owned(), sibling_keys: known.and(properties) });
        self.value(name, value, value_part);
        self.path.pop();
    }

    /// Checks a value. `part` is the part of the schema for this value.
    fn value(&mut self, name: &str, value: &Spanned<DeValue<'_>>, part: &'a Value) {
        let options = options(self.schema, part);
        let Some(option) = options.iter().find(|option| accepts(option, value.get_ref())) else {
            self.wrong_type(name, value, &options);
            return;
        };
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, option),
            DeValue::Array(list) => {
                if let Some(items) = option.get("items") {
                    self.list(name, value, list, items);
                }
            }
            DeValue::String(text) => {
                let instead = wrong_type::without_quotes(name, text, &options)
                    .or_else(|| wrong_type::list_of_words(name, text, self.schema, &options));
                self.string(name, text, value.span(), option, instead);
            }
            DeValue::Integer(number) => self.integer(name, number, value.span(), option),
            _ => {}
        }
    }

    fn list(&mut self, name: &str, value: &Spanned<DeValue<'_>>, list: &DeArray<'_>, items: &'a Value) {
        let item_options = options(self.schema, items);
        if let Some(hint) = wrong_type::one_text_of_numbers(name, value, list, &item_options) {
            let message = format!("`{name}` must be text in quotes, not a list of numbers");
            self.add_error(codes::WRONG_TYPE.error(message).hint(hint), value.span());
            return;
        }
        for item in list.iter() {
            self.value(name, item, items);
        }
    }

    /// Reports a value whose type its key does not accept.
    fn wrong_type(&mut self, name: &str, value: &Spanned<DeValue<'_>>, options: &[&Value]) {
        let given = describe(value.get_ref());
        let message = match wrong_type::is_field(options) {
            true if wrong_type::takes(options, "object") => format!(
                "`{name}` is {given}, but a field of `set` must be text, a number, true or false, or a table of these"
            ),
            true => format!("`{name}` is {given}, but a field must be text, a number, true or false"),
            false => {
                let expected: Vec<_> = options.iter().map(|option| describe_types(option)).collect();
                let typed = typed_text(value, self.text).unwrap_or_else(|| given.to_owned());
                let before = self.text.get(..value.span().start).unwrap_or_default().trim_end();
                // A `[` before a table may begin a header such as `[tiles.must]`. Then it is not the
                // start of a list.
                let line = before.rsplit('\n').next().unwrap_or_default();
                let is_in_header = line.trim() == "[" && value.get_ref().is_table();
                let is_entry = before.ends_with(['[', ',']) && !is_in_header;
                let entry_of = if is_entry { "an entry of " } else { "" };
                let expected = match only_word(options) {
                    Some(word) => format!("\"{word}\""),
                    None => alternatives(&expected.join(" or ")),
                };
                format!("{entry_of}`{name}` must be {expected}, not {typed}")
            }
        };
        let is_in_each = self.path.iter().nth_back(1).is_some_and(|outer| outer.name == "each");
        let (schema, text) = (self.schema, self.text);
        let hint = WrongValue { name, given: value, options, is_in_each, schema, text }.hint();
        self.add_error(codes::WRONG_TYPE.error(message).maybe_hint(hint), value.span());
    }
}

/// Returns the types that a part of the schema allows, as text for messages.
fn describe_types(part: &Value) -> String {
    let types: Vec<_> = types(part)
        .into_iter()
        .map(|name| match name {
            "string" => "text in quotes",
            "integer" => "a whole number",
            "number" => "a number",
            "boolean" => "true or false",
            "array" => "a list [ … ]",
            _ => "a table { … }",
        })
        .collect();
    types.join(" or ")
}

/// Returns the only word that a key accepts. Returns `None` if the key also accepts something else.
fn only_word<'a>(options: &[&'a Value]) -> Option<&'a str> {
    let [option] = options else { return None };
    let mut all = words(option);
    all.next().filter(|_| all.next().is_none()).map(|word| word.word)
}

/// Separates alternatives by commas: `a or b or c` becomes `a, b or c`.
fn alternatives(joined: &str) -> String {
    match joined.rsplit_once(" or ") {
        Some((rest, last)) => format!("{} or {last}", rest.replace(" or ", ", ")),
        None => joined.to_owned(),
    }
}

/// Returns a number, a date or a Boolean exactly as the user typed it. Returns `None` for texts, lists
/// and tables.
fn typed_text(value: &Spanned<DeValue<'_>>, text: &str) -> Option<String> {
    match value.get_ref() {
        DeValue::String(_) | DeValue::Array(_) | DeValue::Table(_) => None,
        _ => text.get(value.span()).map(|typed| format!("`{typed}`")),
    }
}

/// Returns the type of a value, as text for messages.
fn describe(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use hexpress_base::diag::Sources;

    /// Returns the hint for a value of the wrong type.
    fn hint(typed: &str) -> String {
        let mut sources = Sources::default();
        let file = sources.add("a.toml", typed);
        let report = crate::read(file, &sources).unwrap_err();
        let hints: Vec<&str> =
            report.sorted().into_iter().filter_map(|found| found.hint.as_deref()).collect();
        hints.join("; ")
    }

    #[test]
    fn an_example_is_typed_as_toml_has_it() {
        let template = hint("[[cards]]\nsize = \"poker\"\ncopies = { a = 1 }\n");
        assert_eq!(template, "for example, write copies = \"{{ amount }}\"");
        let table = hint("[[tiles]]\ncells = \"flat-top\"\n[tiles.deck]\nnumbers = { cost = [] }\n");
        assert_eq!(table, "for example, write cost = { from = 2, to = 12 }");
    }
}
