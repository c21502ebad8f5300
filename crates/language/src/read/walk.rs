//! All mistakes of a file at once: one walk over the spanned tree, held against the schema that the serde
//! types give.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, FileId, Place, Report, codes, near};
use crate::spec::Tree;
use crate::spec::read::headless::{self, Headless};
use crate::spec::read::node::Wrong;
use crate::spec::read::schema::{accepts, options, types, words};
use crate::spec::read::{astray, letters, rewritten, wrong_type};
use crate::spec::values::mend;
use crate::spec::values::style::family_name;
use crate::spec::values::value::check_format;

/// Adds every mistake of the tree of a layout to the report.
pub fn walk(file: FileId, text: &str, tree: &Tree<'_>, report: &mut Report) {
    walk_as(crate::spec::schema(), file, text, tree, report);
}

/// Adds every mistake of a file that its type could not be read from; what serde says where the schema has none.
pub fn explain(schema: &Value, file: FileId, text: &str, error: &Wrong, report: &mut Report) {
    // The tree is used up; mistakes are rare enough to read the file once more.
    walk_as(schema, file, text, &DeTable::parse_recoverable(text).0, report);
    if !report.has_errors() {
        let mut wrong = codes::BAD_VALUE.error(error.message.trim());
        wrong.place = error.span.clone().map(|span| Place::new(file, span));
        report.push(wrong);
    }
}

fn walk_as(schema: &Value, file: FileId, text: &str, tree: &Tree<'_>, report: &mut Report) {
    let fonts = tree.get_ref().get("fonts").and_then(|fonts| fonts.get_ref().as_table());
    let names = fonts.into_iter().flatten().map(|(name, _)| name.get_ref().to_string());
    let misnamed: Vec<String> = names.filter(|name| family_name(name).is_err()).collect();
    let mut walker = Walker { misnamed, ..Walker::new(file, text, schema, report) };
    walker.headless = headless::components_without_lists(tree.get_ref());
    walker.table(tree.get_ref(), schema);
}

/// The tree without those components in which there is a mistake, and, where one of them is a board, without all that
/// may ask for it. Nothing is taken away from the faces with a name: where they show boards, a wrong board stays.
pub fn without_wrong_components<'t>(file: FileId, text: &str, tree: Tree<'t>) -> Tree<'t> {
    let schema = crate::spec::schema();
    let span = tree.span();
    let mut root = tree.into_inner();
    let shown = root.get("look").is_some_and(|look| shows_a_board(look.get_ref()));
    let mut lost = false;
    // Boards come first.
    for key in crate::spec::COMPONENTS.iter().filter(|key| !(shown && **key == "board")) {
        let Some(items) = schema.get("properties").and_then(|p| p.get(key)?.get("items")) else { continue };
        let Some(DeValue::Array(list)) = root.get_mut(*key).map(Spanned::get_mut) else { continue };
        let mut kept = toml::de::DeArray::new();
        for item in list.iter() {
            let mut report = Report::default();
            Walker::new(file, text, schema, &mut report).value(key, item, items);
            lost |= *key == "board" && !report.is_empty();
            if report.is_empty() {
                kept.push(item.clone());
            }
        }
        *list = kept;
    }
    for key in crate::spec::COMPONENTS.iter().filter(|_| lost) {
        let Some(DeValue::Array(list)) = root.get_mut(*key).map(Spanned::get_mut) else { continue };
        *list = list.iter().filter(|item| !shows_a_board(item.get_ref())).cloned().collect();
    }
    Tree::new(span, root)
}

/// Whether anything in a value may ask for a board: a small picture of it, its marks, or a share of its cells.
fn shows_a_board(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Table(table) => table.iter().any(|(key, value)| {
            let share = || value.get_ref().as_str().is_some_and(|text| text.contains(" of "));
            match key.get_ref().as_ref() {
                "board" | "marks" => true,
                "across" => share(),
                _ => shows_a_board(value.get_ref()),
            }
        }),
        DeValue::Array(list) => list.iter().any(|value| shows_a_board(value.get_ref())),
        _ => false,
    }
}

/// The keys of an element that say what it draws, of those that people type on a piece.
const DRAWN: [&str; 12] = [
    "text", "box", "disc", "ellipse", "hexagon", "star", "arrow", "icon", "image", "polygon", "curve",
    "frame",
];

struct Walker<'a> {
    file: FileId,
    text: &'a str,
    schema: &'a Value,
    report: &'a mut Report,
    /// Families of fonts with names that no font may have: what asks for them is not wrong as well.
    misnamed: Vec<String>,
    /// The tables that enclose the one at hand: name and keys.
    above: Vec<(String, Vec<String>)>,
    /// The keys that the component at hand has.
    of_component: Vec<String>,
    /// The components of which the file has a table and no list.
    headless: Vec<String>,
    /// Whether a header is missing: what is wrong with the tables of these components is reported with it.
    lacks_header: bool,
}

impl<'a> Walker<'a> {
    fn new(file: FileId, text: &'a str, schema: &'a Value, report: &'a mut Report) -> Self {
        let (misnamed, above, of_component, headless) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { file, text, schema, report, misnamed, above, of_component, headless, lacks_header: false }
    }

    /// Reports keys of a component whose header is missing, all at once.
    fn headless<'t>(&mut self, table: &'t DeTable<'t>, part: &Value) -> Option<Headless<'t>> {
        let path: Vec<&str> = self.above.iter().map(|(name, _)| name.as_str()).collect();
        let (of_component, headless) = (&self.of_component, &self.headless);
        let found = headless::Found { table, part, path: &path, of_component, headless };
        let keys = headless::find(&found, self.schema, self.text)?;
        let (wrong, place) = keys.mistake(&path)?;
        self.lacks_header = true;
        self.wrong(wrong, place);
        Some(keys)
    }

    fn wrong(&mut self, wrong: Diagnostic, span: Range<usize>) {
        self.report.push(wrong.at(Place::new(self.file, span)));
    }

    fn table(&mut self, table: &DeTable<'_>, schema: &Value) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let open = schema.get("additionalProperties").filter(|s| s.is_object());
        if let [(name, _)] = &self.above[..]
            && crate::spec::COMPONENTS.contains(&name.as_str())
        {
            self.of_component = table.iter().map(|(key, _)| key.get_ref().to_string()).collect();
        }
        let headless = self.headless(table, schema);
        let mut entries: Vec<_> = table.iter().collect();
        if self.above.is_empty() {
            entries.sort_by_key(|(key, _)| self.headless.iter().any(|name| name == key.get_ref()));
        }
        for (key, value) in entries {
            if headless.as_ref().is_some_and(|keys| keys.has(&key.span())) {
                continue;
            }
            let name: &str = key.get_ref();
            if self.above.is_empty() && self.lacks_header && self.headless.iter().any(|one| one == name) {
                continue;
            }
            let known = properties.and_then(|properties| properties.get(name));
            if known.is_none()
                && self.above.last().is_some_and(|(inner, _)| inner == "rows")
                && let Some(hint) = rewritten::face_of_row(name, value, table, self.text)
            {
                let message = format!("all pieces of a component have one `{name}`, and this is a row");
                self.wrong(codes::UNKNOWN_KEY.error(message).hint(hint), key.span());
                continue;
            }
            if known.is_none() && self.belongs_above(name, key.span(), open.map(|schema| (value, schema))) {
                continue;
            }
            if let Some(schema) = known.or(open) {
                if self.above.last().is_some_and(|(table, _)| table == "fonts")
                    && self.above.len() == 1
                    && let Err(wrong) = family_name(name)
                {
                    self.wrong(wrong, key.span());
                }
                let keys = known.and(properties).map_or_else(Vec::new, |all| all.keys().cloned().collect());
                if let Some(wrong) = letters::mistake(name, value.get_ref(), table) {
                    self.wrong(wrong, value.span());
                    continue;
                }
                self.above.push((name.to_owned(), keys));
                self.value(name, value, schema);
                self.above.pop();
                continue;
            }
            if self.above.is_empty()
                && value.get_ref().is_table()
                && let Some((owner, _)) = astray::owner(table, name, key.span().start, self.schema)
            {
                let message = format!("`{name}` belongs to [[{owner}]], not to the file");
                let hint = format!("write {}", astray::headers(owner, name, value, self.text));
                self.wrong(codes::UNKNOWN_KEY.error(message).hint(hint), key.span());
                continue;
            }
            let known: Vec<&str> = properties.into_iter().flatten().map(|(key, _)| key.as_str()).collect();
            let hint = synonym(Typed::Key(self.table_of(schema)), name);
            let hint = wrong_type::in_figure(name, table).unwrap_or_else(|| {
                hint.map_or_else(|| self.meant(name, &known, value.get_ref().is_table()), str::to_owned)
            });
            let wrong = codes::UNKNOWN_KEY.error(format!("no key is called `{name}` here")).hint(hint);
            self.wrong(self.without_header(name, table, wrong), key.span());
        }
    }

    /// The keys of [game] at the top of a file that has no such line have one cause.
    fn without_header(&self, name: &str, table: &DeTable<'_>, wrong: Diagnostic) -> Diagnostic {
        let of_game = &self.schema["$defs"]["Game"]["properties"];
        let is_header = self.above.is_empty() && !table.contains_key("game") && of_game.get(name).is_some();
        match is_header {
            true => {
                let hint = format!("the line [game] is missing: type it above `{name}`");
                wrong.hint(hint).cause("no line [game]", name)
            }
            false => wrong,
        }
    }

    /// What the schema calls a table.
    fn table_of(&self, table: &Value) -> &'a str {
        let tables = self.schema["$defs"].as_object().into_iter().flatten();
        let named = tables.into_iter().find(|(_, one)| std::ptr::eq(*one, table));
        let is_layout = std::ptr::eq(self.schema, table) && table["properties"].get("board").is_some();
        named.map_or(if is_layout { "Layout" } else { "" }, |(name, _)| name.as_str())
    }

    /// Which key may be meant by one that is not known here.
    fn meant(&self, name: &str, known: &[&str], is_table: bool) -> String {
        near::hint(name, known.iter().copied(), || {
            if self.above.last().is_some_and(|(table, _)| table == "deck") {
                return "a number of each tile stands in `numbers`: numbers = { cost = { from = 2, to = 12 } }"
                    .to_owned();
            }
            self.elsewhere(name, is_table).unwrap_or_else(|| format!("known here: {}", known.join(", ")))
        })
    }

    /// Where a key belongs that is not known here.
    fn elsewhere(&self, name: &str, is_table: bool) -> Option<String> {
        let has =
            |of: &str| self.schema["$defs"].get(of).is_some_and(|def| def["properties"].get(name).is_some());
        let owners: Vec<&str> = [
            ("Game", &["[game]"][..]),
            ("Board", &["[[board]]"]),
            ("Pieces", &["[[cards]]", "[[notes]]", "[[tiles]]", "[[counters]]"]),
        ]
        .into_iter()
        .filter(|(of, _)| has(of))
        .flat_map(|(_, headers)| headers.iter().copied())
        .collect();
        let of_file = self.schema["properties"].get(name).is_some_and(|own| own.get("items").is_none());
        if is_table && let [one] = owners.as_slice() {
            let table = one.trim_matches(['[', ']']);
            return Some(format!("it belongs to {one}: write [{table}.{name}]"));
        }
        if is_table && self.above.is_empty() && (name.contains(['|', ' ']) || name.contains("..")) {
            return Some(format!("a place of a board is a line below [board.at]: \"{name}\" = {{ … }}"));
        }
        Some(match owners.as_slice() {
            [] if of_file && !crate::spec::COMPONENTS.contains(&name) => {
                format!("it is a table of the file: [{name}] in a line of its own, above the first [[…]]")
            }
            [] if has("RandomDeck") => "it belongs to [tiles.deck]: type it below that line".to_owned(),
            [] if DRAWN.contains(&name) => format!("it is an element: face = [{{ {name} = … }}]"),
            [] if has("Element") => format!("it belongs to an element: face = [{{ text = …, {name} = … }}]"),
            [] => return None,
            [one] => format!("it belongs to {one}: type it below that line"),
            [rest @ .., last] => format!("it belongs to {} or {last}", rest.join(", ")),
        })
    }

    /// A key of an outer table, typed below the header of an inner one; where the inner one takes any key, its value
    /// and their schema.
    fn belongs_above(
        &mut self,
        name: &str,
        span: Range<usize>,
        free: Option<(&Spanned<DeValue<'_>>, &Value)>,
    ) -> bool {
        if let Some((value, schema)) = free
            && options(self.schema, schema).iter().any(|s| accepts(s, value.get_ref()))
        {
            return false;
        }
        // A date for a field of a row is one without quotes.
        if self.above.last().is_some_and(|(inner, _)| inner == "rows")
            && free.is_some_and(|(value, _)| value.get_ref().is_datetime())
        {
            return false;
        }
        // A list for a field that a component has too is one of several values.
        let of_field = |(value, _): (&Spanned<DeValue<'_>>, _)| value.get_ref().is_array();
        if self.above.last().is_some_and(|(inner, _)| inner == "rows")
            && free.is_some_and(of_field)
            && !["face", "back", "rows"].contains(&name)
        {
            return false;
        }
        // `seats` below [colours]: tables of names stand by themselves.
        let of_game = &self.schema["$defs"]["Game"]["properties"];
        if let ([(table, _)], Some(_)) = (&self.above[..], of_game.get(name))
            && table != "game"
            && free.is_some()
        {
            let message = format!("`{name}` belongs to [game], not to [{table}]");
            self.wrong(codes::UNKNOWN_KEY.error(message).hint(format!("move it above [{table}]")), span);
            return true;
        }
        // The words of `each` and `set` are as free as those of rows.
        if self.above.last().is_some_and(|(inner, _)| inner == "each" || inner == "set") {
            return false;
        }
        // A piece's own key, typed in one of its elements: there is no header to move it above.
        if name == "copies" && self.above.iter().any(|(name, _)| name == "face" || name == "back") {
            let wrong = codes::UNKNOWN_KEY.error("`copies` is of a whole piece, not of one element");
            self.wrong(wrong.hint("it stands beside `face`, or in a row: rows = [{ …, copies = 3 }]"), span);
            return true;
        }
        // The innermost entry lists the siblings of the table at hand, which is where the key belongs.
        let depth = self.above.iter().rposition(|(_, keys)| keys.iter().any(|k| k == name));
        let Some(depth) = depth.filter(|depth| *depth > 0) else { return false };
        let owner = &self.above[depth - 1].0;
        let inner = self.above[depth - 1..].iter().map(|(n, _)| n.as_str()).collect::<Vec<_>>().join(".");
        let wrong = codes::UNKNOWN_KEY.error(format!("`{name}` belongs to [[{owner}]], not to [{inner}]"));
        self.wrong(wrong.hint(format!("move it above [{inner}]")), span);
        true
    }

    fn value(&mut self, name: &str, value: &Spanned<DeValue<'_>>, schema: &Value) {
        let options = options(self.schema, schema);
        let Some(schema) = options.iter().find(|s| accepts(s, value.get_ref())) else {
            let got = describe(value.get_ref());
            let message = match wrong_type::is_field(&options) {
                true => format!("`{name}` is {got}, but a field has one value"),
                false => {
                    let wanted: Vec<_> = options.iter().map(|option| wanted(option)).collect();
                    let typed = typed(value, self.text).unwrap_or_else(|| got.to_owned());
                    format!("{typed} is typed here, but `{name}` takes {}", wanted.join(" or "))
                }
            };
            let of_each = self.above.iter().nth_back(1).is_some_and(|(outer, _)| outer == "each");
            let about = (self.schema, self.text);
            let hint = wrong_type::hint(name, value, &options, of_each, about);
            self.wrong(codes::WRONG_TYPE.error(message).maybe_hint(hint), value.span());
            return;
        };
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, schema),
            DeValue::Array(list)
                if let Some(items) = schema.get("items")
                    && let Some(hint) = wrong_type::one_text_of_numbers(
                        name,
                        value,
                        list,
                        &super::schema::options(self.schema, items),
                    ) =>
            {
                let message = format!("a list of numbers is typed here, but `{name}` takes text in quotes");
                self.wrong(codes::WRONG_TYPE.error(message).hint(hint), value.span());
            }
            DeValue::Array(list) => {
                if let Some(items) = schema.get("items") {
                    for item in list.iter() {
                        self.value(name, item, items);
                    }
                }
            }
            DeValue::String(text) => {
                let instead = wrong_type::without_quotes(name, text, &options)
                    .or_else(|| wrong_type::list_of_words(name, text, (self.schema, &options)));
                self.string(name, text, value.span(), schema, instead);
            }
            DeValue::Integer(_) => self.whole(name, value, schema),
            _ => {}
        }
    }

    fn string(
        &mut self,
        name: &str,
        text: &str,
        span: Range<usize>,
        schema: &Value,
        instead: Option<String>,
    ) {
        let words: Vec<&str> = words(schema).map(|known| known.word).collect();
        if !words.is_empty() && !words.contains(&text) {
            let wrong = codes::BAD_VALUE.error(format!("`{name}` cannot be \"{text}\""));
            let hint = synonym(Typed::Value(name), text);
            let hint = hint.map(str::to_owned).or(instead);
            self.wrong(wrong.hint(hint.unwrap_or_else(|| near::among(text, &words, "one of:"))), span);
            return;
        }
        let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
        if format == "font" && self.misnamed.iter().any(|name| text.contains(name)) {
            return;
        }
        if let Err(wrong) = check_format(format, text) {
            let points = wrong_type::with_points(text).filter(|points| check_format(format, points).is_ok());
            let wrong = points.map_or(wrong, |points| {
                codes::BAD_VALUE.error("a decimal has a point").hint(format!("write \"{points}\""))
            });
            let mut meant =
                mend::candidates(text).into_iter().filter(|meant| check_format(format, meant).is_ok());
            let wrong = match meant.next() {
                Some(meant) => wrong.hint(format!("write \"{meant}\"")),
                None => wrong,
            };
            let wrong = match rewritten::spacing(span.clone(), self.text).filter(|_| name == "spacing") {
                Some(hint) => wrong.hint(hint),
                None => wrong,
            };
            // Sizes of letters are in points.
            let wrong = match name == "shrink" && text.trim().parse::<f64>().is_ok() {
                true => codes::BAD_VALUE
                    .error("this length has no unit")
                    .hint(format!("write \"{}pt\"", text.trim())),
                false => wrong,
            };
            let written = self.text.get(span.clone()).unwrap_or(text);
            self.wrong(wrong.prefixed(&format!("`{name} = {written}`: ")), span);
        }
    }

    fn whole(&mut self, name: &str, value: &Spanned<DeValue<'_>>, schema: &Value) {
        let Some(integer) = value.get_ref().as_integer() else { return };
        let digits = integer.as_str().replace('_', "");
        let seed = schema.get("format").and_then(Value::as_str) == Some("uint64");
        let number = i64::from_str_radix(&digits, integer.radix());
        let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
        let least = bound("minimum");
        let most = if least.is_some() { i64::from(u32::MAX) } else { i64::MAX };
        let most = bound("maximum").unwrap_or(most);
        let message = match (number, least) {
            _ if seed && u64::from_str_radix(&digits, integer.radix()).is_ok() => return,
            _ if seed => format!("`{name}` is a whole number from 0 to {}", u64::MAX),
            (Ok(n), Some(0)) if n < 0 => format!("`{name}` cannot be negative"),
            (Ok(n), Some(least)) if n < least => format!("`{name}` must be {least} or more"),
            (Ok(n), _) if n <= most => return,
            (Err(_), least) if digits.starts_with('-') => {
                format!("`{name}` must be {} or more", least.unwrap_or(i64::MIN))
            }
            _ => format!("`{name}` must be {most} or less"),
        };
        self.wrong(codes::BAD_VALUE.error(message), value.span());
    }
}

fn wanted(schema: &Value) -> String {
    let words: Vec<_> = types(schema)
        .into_iter()
        .map(|t| match t {
            "string" => "text in quotes",
            "integer" => "a whole number",
            "number" => "a number",
            "boolean" => "true or false",
            "array" => "a list [ … ]",
            _ => "a table { … }",
        })
        .collect();
    words.join(" or ")
}

/// Returns a number, a date or a truth value as it is typed.
fn typed(value: &Spanned<DeValue<'_>>, text: &str) -> Option<String> {
    let has_parts = matches!(value.get_ref(), DeValue::String(_) | DeValue::Array(_) | DeValue::Table(_));
    text.get(value.span()).filter(|_| !has_parts).map(|typed| format!("`{typed}`"))
}

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
