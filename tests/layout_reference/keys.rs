//! Tests and writes `docs/reference/keys.md`: every key of the language in one table.
//!
//! - In: the JSON Schema (keys and types) and the other pages of the reference (defaults and
//!   examples).
//! - Out: the page. `UPDATE=1 cargo test --test layout_reference` writes it. Without `UPDATE`, the
//!   test fails if the page differs.
//! - Not here: descriptions of keys. The table links to the pages with the descriptions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::{ELEMENTS, PAGE, PAGES, TABLES, anchor, headings, listed, schema, section};

/// The version in which every key appeared, except those in [`LATER`].
const FIRST: &str = "0.1";

/// The keys that a later version added: table, key, version.
const LATER: [(&str, &str, &str); 0] = [];

/// Examples that the pages show only in another form: table, key, example.
const SHOWN: [(&str, &str, &str); 18] = [
    ("Board", "alt", "\"go board of 19 x 19 points\""),
    ("Board", "data", "\"map.csv\""),
    ("Board", "like", "\"valley\""),
    ("Board", "map", "'''…'''"),
    ("Board", "three-colours", "{ a1 = \"#F4EBD9\", b1 = …, b2 = … }"),
    ("BoardMust", "add", "{ of = \"white blue\", … }"),
    ("BoardMust", "reach", "{ from = \"start\", moves = \"moves\" }"),
    ("Element", "from", "\"-8 0mm\""),
    ("Element", "parts", "[{ … }, { … }]"),
    ("Element", "stack", "[{ … }, { … }]"),
    ("Element", "to", "\"8 0mm\""),
    ("Head", "draw", "[{ text = \"{{ title }}\", … }]"),
    ("Open", "from", "{ white-start = \"South\" }"),
    ("Pieces", "each", "{ steps = [1, 2, 3] }"),
    ("Pieces", "must", "[cards.must]"),
    ("RandomDeck", "data", "\"tiles.csv\""),
    ("Reach", "from", "\"white-start black-start\""),
    ("Reach", "moves", "\"moves\""),
];

/// The length of the longest example that the table shows in full.
const MAX_EXAMPLE_LENGTH: usize = 36;

/// The name that the page shows for each table of the language.
const NAMES: [(&str, &str); 32] = [
    ("Layout", "file"),
    ("Game", "`[game]`"),
    ("Furniture", "`[furniture]`"),
    ("Allow", "`allow`"),
    ("FontFiles", "`[fonts]`"),
    ("Colour", "`[colours]`"),
    ("Icons", "`[icons]`"),
    ("NamedPlace", "`[places]`"),
    ("Board", "`[[board]]`"),
    ("Head", "`[board.head]`"),
    ("Names", "`names`"),
    ("Plate", "`[board.plate]`"),
    ("Sides", "`[board.sides]`"),
    ("Labels", "`[board.labels]`"),
    ("Sign", "`[board.key]`"),
    ("CutSheet", "`[[sheet]]`"),
    ("Pieces", "pieces"),
    ("Hole", "`holes`"),
    ("RandomDeck", "`[tiles.deck]`"),
    ("Page", "`[[page]]`"),
    ("GameBox", "`[[box]]`"),
    ("Element", "elements"),
    ("Repetition", "`repeat`"),
    ("Step", "`step`"),
    ("BoardMust", "`[board.must]`"),
    ("Match", "`match`"),
    ("Reach", "`reach`"),
    ("Open", "`open`"),
    ("Add", "`add`"),
    ("PiecesMust", "`[cards.must]`"),
    ("EdgesMust", "`[cards.must.edges]`"),
    ("Must", "`[must]`"),
];

/// The types of texts that have a format in the schema: the format, the name that the page shows, and the
/// unit.
const FORMATS: [(&str, &str, &str); 18] = [
    ("across", "length or share", LENGTH),
    ("alignment", "alignment", ""),
    ("colour", "colour", ""),
    ("count", "number or comparison, such as `>= 2`", ""),
    ("different-colours", "number of colours", ""),
    ("font", "font", "pt"),
    ("for", "`\"each seat\"`", ""),
    ("grid", "columns x rows", ""),
    ("length", "length", LENGTH),
    ("letters", "letter forms", ""),
    ("line", "line", LENGTH),
    ("offset", "two lengths", LENGTH),
    ("place", "place", LENGTH),
    ("shadow", "shadow", LENGTH),
    ("share", "share", "%"),
    ("sheet", "sheet", ""),
    ("size", "size", LENGTH),
    ("straight-paths", "number of straight paths", ""),
];

const LENGTH: &str = "mm";

/// The part of the page before its table.
const HEAD: &str = "\
# All keys

Every key of the layout language, in alphabetical order. A key links to its description. Tables of
`[board.key]` and `[board.at]` also take every key of elements.

- **Type.** A *template* is a text with `{{ field }}`, see [Templates](data.md#templates). A *word* is one of a few words that
  the description lists. A *share* is a percentage, see [Shares](groups.md#shares).
- **Unit.** Lengths and sizes in mm can also have the units `cm`, `in` and `pt`, see
  [Lengths and sizes](style.md#lengths-and-sizes).
- **Since.** The first version with this key.

| key | in | type | unit | default | example | since |
|---|---|---|---|---|---|---|
";

#[test]
fn the_table_of_all_keys_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/keys.md");
    let expected = page();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        written == expected,
        "docs/reference/keys.md: UPDATE=1 cargo test --test layout_reference writes it"
    );
}

#[test]
fn an_example_is_the_value_of_its_own_table() {
    assert_eq!(value("\"a, b\", x = 1"), Some("\"a, b\""));
    assert_eq!(value("[1, \"]\"] }"), Some("[1, \"]\"]"));
    assert_eq!(value("12, y"), Some("12"));
    assert_eq!(example("Board", "size"), "\"30 x 20mm\"");
    assert!(page().matches("\n| [`").count() > 240);
}

fn page() -> String {
    let schema_file = hexpress::language::schema();
    let tables = schema();
    let mut rows = BTreeSet::new();
    for (table, name) in NAMES {
        let own_value = match table {
            "Layout" => schema_file,
            _ => &schema_file["$defs"][table],
        };
        for key in &tables[table] {
            if table == "Sign" && tables["Element"].contains(key) {
                continue;
            }
            let heading = heading(table, key);
            let (types, units) = types(schema_file, &own_value["properties"][key]);
            let later = LATER.iter().find(|(of, added, _)| *of == table && added == key);
            let since = later.map_or(FIRST, |(_, _, version)| version);
            let unit = if key == "turn" { "degrees" } else { units };
            let mut row = String::new();
            write!(
                row,
                "| [`{key}`]({}) | {name} | {types} | {unit} | {} | {} | {since} |",
                address(heading),
                default(heading, key),
                code(&example(table, key)),
            )
            .unwrap();
            rows.insert((key.clone(), row));
        }
    }
    rows.into_iter().fold(HEAD.to_owned(), |page, (_, row)| page + &row + "\n")
}

/// Returns the heading of the list that explains a key.
fn heading(table: &str, key: &str) -> &'static str {
    if table == "Element" {
        return ELEMENTS.into_iter().find(|heading| listed(heading).contains(key)).unwrap();
    }
    if table == "Board" && listed("Keys of points").contains(key) {
        return "Keys of points";
    }
    TABLES.iter().find(|(of, _)| *of == table).unwrap().1
}

/// Returns the address of a heading, relative to the folder of the reference.
fn address(heading: &str) -> String {
    let is_there = |page: &str| headings(page).iter().any(|(_, own)| *own == heading);
    let (file, _) = PAGES.iter().find(|(_, page)| is_there(page)).unwrap();
    format!("{file}#{}", anchor(heading))
}

/// Returns the default that the description of a key states.
fn default(heading: &str, key: &str) -> String {
    let text = section(heading);
    let mut lines = text.lines();
    let quoted = format!("`{key}`");
    let own = lines.find(|line| line.split_once(" — ").is_some_and(|(keys, _)| keys.contains(&quoted)));
    let Some(first) = own else { return String::new() };
    let rest = lines.take_while(|line| line.starts_with("  "));
    let description = rest.fold(first.to_owned(), |all, line| all + " " + line.trim());
    let Some((_, stated)) = description.split_once("Default") else { return String::new() };
    let Some((_, stated)) = stated.split_once(": ") else { return String::new() };
    let end = stated.find(". ").unwrap_or(stated.len());
    cell(stated[..end].trim_end_matches('.'))
}

/// Returns the types of a key, and the unit of its lengths.
fn types(schema: &Value, part: &Value) -> (String, &'static str) {
    let mut names: Vec<String> = Vec::new();
    let mut unit = "";
    let mut templates = false;
    for option in options(schema, part) {
        let is_word =
            option.get("enum").is_some() || option.get("oneOf").is_some() || option.get("const").is_some();
        let format = option.get("format").and_then(Value::as_str).unwrap_or_default();
        let untemplated = format.trim_end_matches("-or-template");
        templates |= untemplated != format;
        let plain = untemplated.trim_end_matches("-or-share");
        let name = match option
            .get("type")
            .map(|own_value| own_value.as_str().or_else(|| own_value[0].as_str()).unwrap_or_default())
        {
            _ if is_word => "word".to_owned(),
            Some("string") => match FORMATS.iter().find(|(own, _, _)| *own == plain) {
                Some((_, name, own)) => {
                    unit = if own.is_empty() { unit } else { own };
                    (*name).to_owned()
                }
                None => "text".to_owned(),
            },
            Some("integer") => "whole number".to_owned(),
            Some("number") => "number".to_owned(),
            Some("boolean") => "`true` or `false`".to_owned(),
            Some("array") => "list".to_owned(),
            Some("object") => "table".to_owned(),
            other => panic!("a type without a name: {other:?} in {option}"),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if templates {
        names.push("template".to_owned());
    }
    (names.join(", "), unit)
}

/// Returns the alternatives of a value in the schema, with references resolved and without `null`.
fn options<'s>(schema: &'s Value, part: &'s Value) -> Vec<&'s Value> {
    if let Some(name) = part.get("$ref").and_then(Value::as_str) {
        return options(schema, &schema["$defs"][name.trim_start_matches("#/$defs/")]);
    }
    match part.get("anyOf").and_then(Value::as_array) {
        Some(all) => {
            all.iter().filter(|one| one["type"] != "null").flat_map(|one| options(schema, one)).collect()
        }
        None => vec![part],
    }
}

/// Returns the table of the language for a TOML header, such as `Board` for `[[board]]`. Returns an empty
/// text for headers of other tables.
fn opened(header: &str) -> &'static str {
    let name = header.trim_matches(['[', ']']);
    match name {
        "game" => "Game",
        "furniture" => "Furniture",
        "icons" => "Icons",
        "must" => "Must",
        "board" => "Board",
        "sheet" => "CutSheet",
        "page" => "Page",
        "box" => "GameBox",
        "cards" | "notes" | "tiles" | "counters" => "Pieces",
        "board.labels" => "Labels",
        "board.sides" => "Sides",
        "board.head" => "Head",
        "board.draw" | "board.under" => "Element",
        "board.must" => "BoardMust",
        "board.must.match" => "Match",
        "board.must.open" => "Open",
        _ if name.ends_with(".deck") => "RandomDeck",
        _ if name.ends_with(".must") => "PiecesMust",
        _ if name.ends_with(".must.edges") => "EdgesMust",
        _ => "",
    }
}

/// Returns the first short value of a key in the examples.
///
/// Searches below the headers of the key's table, and in the inline tables of the section that explains the
/// key.
fn example(table: &str, key: &str) -> String {
    if let Some((_, _, shown)) = SHOWN.iter().find(|(of, own, _)| *of == table && *own == key) {
        return (*shown).to_owned();
    }
    let mut long = None;
    let mut candidates = below_headers(table, key);
    candidates.extend(in_braces(section(heading(table, key)), key));
    if ["Element", "Sign", "NamedPlace", "Colour"].contains(&table) {
        candidates.extend(in_braces(PAGE, key));
    }
    for value in candidates {
        if value.len() <= MAX_EXAMPLE_LENGTH {
            return value.to_owned();
        }
        long = long.or(Some(value));
    }
    match long {
        Some(list) if list.starts_with('[') => "[…]".to_owned(),
        Some(table) if table.starts_with('{') => "{ … }".to_owned(),
        Some(text) => text.to_owned(),
        None => header(table, key),
    }
}

/// Returns the values of a key at the start of a line, below a header of its table.
fn below_headers(table: &str, key: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut current = "";
    for line in PAGE.lines() {
        if line.starts_with("```") {
            current = "";
        } else if line.starts_with('[') {
            current = opened(line);
        } else if current == table
            && let Some((own, rest)) = line.split_once('=')
            && own.trim_end() == key
        {
            found.extend(value(rest.trim_start()));
        }
    }
    found
}

/// Returns the values of a key in inline tables.
fn in_braces(text: &'static str, key: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        for before in ["{ ", ", "] {
            let start = format!("{before}{key} = ");
            let all = line.match_indices(&start).filter(|_| fenced);
            found.extend(all.filter_map(|(at, own)| value(&line[at + own.len()..])));
        }
    }
    found
}

/// Returns the header of the table that a key opens, as an example writes it.
fn header(table: &str, key: &str) -> String {
    let ends = if table == "Layout" { vec![format!("[{key}]")] } else { vec![format!(".{key}]")] };
    let is_own = |line: &&str| {
        line.starts_with('[') && line.ends_with(']') && ends.iter().any(|end| line.contains(end.as_str()))
    };
    PAGE.lines().find(is_own).map(|line| line.trim().to_owned()).unwrap_or_default()
}

/// Returns the TOML value at the start of a text, if the value ends in the same line.
fn value(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    let mut quoted = false;
    for (at, sign) in text.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' => depth += 1,
            ']' | '}' | ',' | ' ' if depth == 0 => return Some(&text[..at]).filter(|own| !own.is_empty()),
            ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(sign, '"' | ']' | '}') && !quoted {
            return Some(&text[..=at]);
        }
    }
    (depth == 0 && !quoted && !text.is_empty()).then_some(text)
}

/// Escapes a text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Formats code for a cell of a Markdown table. Returns an empty string for an empty text.
fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("`{}`", cell(text)) }
}
