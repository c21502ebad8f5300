//! Tests that `docs/reference` and the language agree.
//!
//! hexpress draws every example of the pages without an error. The pages explain every key and every
//! word of the language, and name no other keys. `UPDATE=1 cargo test --test layout_reference` writes the
//! table of all keys.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod answers;
mod keys;

use std::collections::{BTreeMap, BTreeSet};

use hexpress::base::units::{ShortNumber, UNITS};
use hexpress::diag::{Report, Sources, render};
use hexpress::files::Files;
use hexpress::game::icons;
use hexpress::game::naming::{Corner, SCHEMES};
use hexpress::game::shape::SHAPES;
use hexpress::language::Attempt;
use hexpress::language::tables::layout::Layout;
use hexpress::language::values::value::{ALIGNS, ANCHORS, HEADINGS, SIZES};
use hexpress::layout::{Setup, plan};
use hexpress::print::paper::{PAPERS, PaperChoice};
use hexpress::resolve::LayoutInput;
use hexpress::scene::MOTIFS;
use hexpress::text::Fonts;
use serde_json::Value;

/// Defines the pages of the reference: each with its name, and all of them as one text.
macro_rules! pages {
    ($($name:literal)+) => {
        const PAGES: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../docs/reference/", $name)))),+];
        const PAGE: &str = concat!($(include_str!(concat!("../../docs/reference/", $name)), "\n"),+);
    };
}
pages! {
    "README.md" "game.md" "boards.md" "maps.md" "points.md" "names.md" "pieces.md" "decks.md" "boxes.md" "elements.md" "groups.md"
    "pages.md" "style.md" "data.md" "must.md"
}
const PRINTING: &str = include_str!("../../docs/printing.md");
const DECKS: &str = include_str!("../../docs/decks.md");

/// The tables of the language, each with the heading of its list of keys. The table `Sign` also
/// accepts the keys of elements.
const TABLES: [(&str, &str); 32] = [
    ("Layout", "The tables of a file"),
    ("Game", "`[game]`"),
    ("Furniture", "`[furniture]`"),
    ("Allow", "`allow`"),
    ("FontFiles", "`[fonts]`"),
    ("Colour", "`[colours]`"),
    ("Icons", "`[icons]`"),
    ("NamedPlace", "`[places]`"),
    ("Board", "`[[board]]`"),
    ("Head", "`head`"),
    ("Names", "A naming of your own"),
    ("Plate", "`[board.plate]`"),
    ("Sides", "`[board.sides]`"),
    ("Labels", "`[board.labels]`"),
    ("Sign", "`[board.key]`"),
    ("Hole", "Any outline, holes and folds"),
    ("CutSheet", "`[[sheet]]`"),
    ("Pieces", "Keys of pieces"),
    ("RandomDeck", "Keys of a deck"),
    ("Page", "Keys of pages"),
    ("GameBox", "Keys of boxes"),
    ("Element", "Elements"),
    ("Repetition", "The table of `repeat`"),
    ("Step", "The table of `step`"),
    ("BoardMust", "`[board.must]`"),
    ("Match", "`match`"),
    ("Reach", "`reach`"),
    ("Open", "`open`"),
    ("Add", "`add`"),
    ("PiecesMust", "`[cards.must]`"),
    ("EdgesMust", "Edges that must have colours"),
    ("Must", "`[must]`"),
];

/// The headings of the lists of keys of elements.
const ELEMENTS: [&str; 7] = [
    "What to draw",
    "Placing",
    "Element style",
    "Justified text and columns",
    "Keys of one element only",
    "Keys of groups",
    "Keys of copies",
];

/// The layout around an example that is only part of a layout: the lines before and after it.
const AROUND_ELEMENTS: (&str, &str) = (
    r##"[directions]
North = "up"
East = "right"
[colours]
red = { fill = "#A40122", icon = "circle" }
sky = "#CFE0F3"
[places]
foot = { at = "bottom", inset = "5mm" }
[[board]]
print = 0
cells = "flat-top"
across = "20mm"
map = "A*"
[board.key]
A = { kind = "plain", fill = "sky" }
"*" = { mark = "start", disc = "6mm", fill = "red" }
[[cards]]
size = "63 x 88mm"
rows = [{ name = "Ann", steps = 3, cost = 2, owner = "red", way = "North", edges = "red - sky -", paths = "1-3 red" }]
face = [
"##,
    "\n]\n",
);
const AFTER_TABLES: &str = "\n[[cards]]\nname = \"put-in-by-the-test\"\nsize = \"63 x 88mm\"\n";

/// A layout that uses the theme of an example.
const WITH_THEME: &str = "[game]\ntheme = \"my-theme.toml\"\n[[board]]\ncells = \"flat-top\"\nfit = \"largest\"\n\
    shape = \"hexhex 3\"\n[[cards]]\nrows = [{ name = \"Ann\", cost = 3 }]\n";

/// An example in a fenced block: the number of its first line, and its text.
struct Example {
    line: usize,
    text: String,
}

fn examples(page: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut open: Option<(usize, bool, String)> = None;
    for (number, line) in (1..).zip(page.lines()) {
        match (&mut open, line) {
            (None, "```toml") => open = Some((number, false, String::new())),
            (None, "```toml fragment") => open = Some((number, true, String::new())),
            // A theme is a separate file. So the example is tested as a layout that uses this file.
            (None, "```toml theme") => {
                found.push(Example { line: number, text: WITH_THEME.to_owned() });
            }
            (None, other) => assert!(!other.starts_with("```toml"), "line {number}: `{other}` is not known"),
            (Some(_), "```") => {
                let (line, fragment, text) = open.take().unwrap();
                let text = match fragment {
                    false => text,
                    true if text.trim_start().starts_with('{') => {
                        format!("{}{text}{}", AROUND_ELEMENTS.0, AROUND_ELEMENTS.1)
                    }
                    true => text + AFTER_TABLES,
                };
                found.push(Example { line, text });
            }
            (Some((_, _, text)), line) => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    assert!(open.is_none(), "an example is not closed");
    found
}

/// Returns the files next to the examples.
///
/// The tables and the theme are taken from the pages. hexpress recognizes the kind of a picture by its
/// contents, so the same drawing can have names that end with `.png`, `.jpg` and `.svg`.
fn beside() -> Files {
    const DRAWING: &[u8] =
        b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0 9 9 0 9z'/></svg>";
    let table = |name: &str| {
        let (_, rest) = PAGE.split_once(&format!("This is `{name}`:\n\n```csv\n")).expect(name);
        rest.split_once("```").expect("its end").0.as_bytes()
    };
    let theme = PAGE.split_once("```toml theme\n").and_then(|(_, rest)| rest.split_once("```"));
    let files: [(&str, &[u8]); 16] = [
        ("track.csv", answers::table_of_cells()),
        ("my-theme.toml", theme.expect("a theme").0.as_bytes()),
        ("art.pdf", include_bytes!("two-pages.pdf")),
        ("art/dragon.png", DRAWING),
        ("art/knight.png", DRAWING),
        ("art/back.jpg", DRAWING),
        ("icons/sword.svg", DRAWING),
        ("harbours.csv", table("harbours.csv")),
        ("rivers.csv", table("rivers.csv")),
        ("coast.csv", table("coast.csv")),
        ("fonts/Body.ttf", include_bytes!("../../crates/scene/fonts/source-sans-3/SourceSans3-Regular.ttf")),
        ("fonts/Title.ttf", include_bytes!("../../crates/scene/fonts/cinzel/Cinzel-Regular.woff")),
        ("fonts/Title-Bold.ttf", include_bytes!("../../crates/scene/fonts/cinzel/Cinzel-Bold.woff")),
        (
            "fonts/Title-Italic.ttf",
            include_bytes!("../../crates/scene/fonts/source-sans-3/SourceSans3-Italic.woff"),
        ),
        (
            "fonts/Title-BoldItalic.ttf",
            include_bytes!("../../crates/scene/fonts/source-sans-3/SourceSans3-BoldItalic.woff"),
        ),
        ("fonts/Gothic.otf", include_bytes!("../fonts/cjk.otf")),
    ];
    Files::attached(
        files.into_iter().map(|(name, bytes)| (name.parse().unwrap(), bytes.into())).collect(),
        hexpress::record::RECORD,
    )
}

/// Draws every sheet of a layout. Returns the number of sheets, or the messages as a designer sees
/// them.
fn print(name: &str, text: &str, paper: &str, fonts: &Fonts) -> Result<usize, String> {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let drawn = (|| -> Result<usize, Report> {
        let files = beside();
        let Attempt { layout, theme, mut report } = hexpress::language::read_partial(file, &sources);
        let theme = theme.and_then(|named| {
            hexpress::language::fetch_theme(&named, layout.as_ref(), file, &mut sources, &files, &mut report)
        });
        let Some(layout) = layout.filter(|_| !report.has_errors()) else { return Err(report) };
        let mut layout = theme.iter().fold(layout, Layout::with_theme);
        hexpress::language::fetch(&mut layout, file, &mut sources, &files)?;
        let mut mistakes = Report::default();
        let fonts = hexpress::resolve::fonts(&layout, file, &files, fonts, &mut mistakes);
        if mistakes.has_errors() {
            return Err(mistakes);
        }
        let game = hexpress::resolve::game(LayoutInput {
            id: "example",
            layout: &layout,
            file,
            sources: &sources,
            fonts: &fonts,
            files: &files,
        })?;
        let setup = Setup::new(PaperChoice::parse(paper).unwrap());
        let plan = plan(&game, &fonts, &setup)?;
        let mut bench = plan.sheet_cache();
        for index in 0..plan.sheets.len() {
            plan.sheet(index, &mut bench)?;
        }
        Ok(plan.sheets.len())
    })();
    drawn.map_err(|report| render(&report, &sources, false))
}

#[test]
fn every_example_prints() {
    let fonts = Fonts::bundled();
    let mut all = Vec::new();
    for (page, text) in PAGES {
        all.extend(examples(text).into_iter().map(|one| (format!("docs/reference/{page}"), one)));
    }
    assert!(all.len() > 60, "only {} examples were found", all.len());
    let of_decks = examples(DECKS);
    assert!(!of_decks.is_empty(), "docs/decks.md shows no deck");
    all.extend(of_decks.into_iter().map(|one| ("docs/decks.md".to_owned(), one)));
    let mut wrong = String::new();
    for (page, Example { line, text }) in &all {
        // A pre-cut sheet has only one paper.
        let papers: &[&str] = if text.contains("[[sheet]]") { &["iso"] } else { &["iso", "us"] };
        for paper in papers {
            match print(&format!("{page}:{line}"), text, paper, &fonts) {
                Ok(sheets) => assert!(sheets > 0),
                Err(what) => wrong += &format!("{page}, line {line}, paper {paper}:\n{what}\n"),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(print("x", "[[cards]]\nsize = \"big\"", "iso", &fonts).unwrap_err().contains("big"));
}

/// Examples use hex colours, or colour names that they define.
#[test]
fn no_example_uses_a_colour_name_of_css() {
    const NAMES: [&str; 23] = [
        "beige",
        "burlywood",
        "crimson",
        "dimgrey",
        "firebrick",
        "gold",
        "ivory",
        "khaki",
        "lightblue",
        "linen",
        "maroon",
        "navy",
        "olive",
        "palegreen",
        "peru",
        "seagreen",
        "sienna",
        "silver",
        "skyblue",
        "steelblue",
        "tan",
        "teal",
        "wheat",
    ];
    let uses = |text: &str, name: &str| {
        let is_part = |c: char| c.is_alphanumeric() || "-_.#".contains(c);
        text.lines().any(|line| line.split(|c| !is_part(c)).any(|word| word == name) && line.contains('"'))
    };
    let mut wrong = Vec::new();
    for (page, text) in PAGES.iter().copied().chain([("../decks.md", DECKS)]) {
        for Example { line, text } in examples(text) {
            let defines = |name: &str| {
                text.lines().any(|own| own.split('=').next().is_some_and(|key| key.trim() == name))
            };
            let used = NAMES.into_iter().filter(|name| uses(&text, name) && !defines(name));
            wrong.extend(used.map(|name| format!("docs/reference/{page}, line {line}: {name}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(uses("{ fill = \"navy\" }", "navy"));
}

/// Returns the keys of every table in the schema. The keys of the map are the names of the tables.
fn schema() -> BTreeMap<String, BTreeSet<String>> {
    let schema = hexpress::language::schema();
    let mut tables = BTreeMap::new();
    keys("Layout", schema, &mut tables);
    for (name, table) in schema["$defs"].as_object().unwrap() {
        keys(name, table, &mut tables);
    }
    tables
}

fn keys(name: &str, schema: &Value, tables: &mut BTreeMap<String, BTreeSet<String>>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        tables.insert(name.to_owned(), properties.keys().cloned().collect());
        for (key, inner) in properties {
            keys(&format!("{name}.{key}"), inner, tables);
        }
    }
}

/// Returns the text below a heading, up to the next heading of the same or a higher level.
fn section(heading: &str) -> &'static str {
    let mut start = None;
    let mut at = 0;
    let mut fenced = false;
    for line in PAGE.split_inclusive('\n') {
        fenced ^= line.starts_with("```");
        let rank = line.bytes().take_while(|b| *b == b'#').count();
        if rank > 0 && !fenced {
            match start {
                Some((from, of)) if rank <= of => return &PAGE[from..at],
                None if line.trim_start_matches('#').trim() == heading => {
                    start = Some((at + line.len(), rank))
                }
                _ => {}
            }
        }
        at += line.len();
    }
    start.map_or_else(|| panic!("docs/reference has no heading \"{heading}\""), |(from, _)| &PAGE[from..])
}

/// Returns the keys that a section lists in lines such as "- `size`, `across` — …". Leaves out the
/// lists in subsections.
fn listed(heading: &str) -> BTreeSet<String> {
    let text = section(heading);
    let own = text.lines().take_while(|line| !line.starts_with("## ") && !line.starts_with("### "));
    let heads = own.filter(|line| line.starts_with("- `")).filter_map(|line| line.split_once(" — "));
    heads.flat_map(|(head, _)| head.split('`').skip(1).step_by(2).map(str::to_owned)).collect()
}

#[test]
fn the_page_lists_the_keys_of_every_table_and_no_others() {
    let schema = schema();
    let mut wrong = Vec::new();
    for table in schema.keys().filter(|name| !TABLES.iter().any(|(table, _)| table == name)) {
        wrong.push(format!("no section is known for the table {table}"));
    }
    for (table, heading) in TABLES {
        let mut keys = schema.get(table).unwrap_or_else(|| panic!("no table {table}")).clone();
        if table == "Sign" {
            keys = &keys - &schema["Element"];
        }
        let mut page = listed(heading);
        if heading == "Elements" {
            page = ELEMENTS.into_iter().flat_map(listed).collect();
        }
        wrong.extend((&keys - &page).iter().map(|key| format!("\"{heading}\" does not list `{key}`")));
        wrong.extend(
            (&page - &keys).iter().map(|key| format!("\"{heading}\" lists `{key}`, which is no key")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns whether an example sets this key or opens a table with this name.
fn shown(key: &str, examples: &[Example]) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    examples.iter().any(|example| {
        example.text.match_indices(key).any(|(at, _)| {
            let (before, after) = (&example.text[..at], example.text[at + key.len()..].trim_start());
            let whole = !before.ends_with(part);
            let table = before.ends_with(['[', '.']) && after.starts_with([']', '.']);
            whole && (after.starts_with('=') || table)
        })
    })
}

#[test]
fn an_example_shows_every_key() {
    let examples = examples(PAGE);
    let keys: BTreeSet<String> = schema().into_values().flatten().collect();
    let missing: Vec<_> = keys.iter().filter(|key| !shown(key, &examples)).cloned().collect();
    assert!(missing.is_empty(), "no example shows {}", missing.join(", "));
    assert!(!shown("pnit", &examples) && !shown("colour-of", &examples));
}

#[test]
fn the_text_gives_values_to_keys_that_there_are() {
    let keys: BTreeSet<String> = schema().into_values().flatten().collect();
    let mut wrong = Vec::new();
    for (start, _) in PAGE.match_indices('`') {
        // Takes the text from the back quote to the equals sign, if it is one word. `edges` is a
        // field of rows, not a key.
        let Some((key, _)) = PAGE[start + 1..].split_once(" = ") else { continue };
        let word = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        if word && !["key", "edges"].contains(&key) && !keys.contains(key) {
            wrong.push(format!("`{key} = …` is no key"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(PAGE.contains("`show-names = ") && PAGE.contains("`key = value`"));
}

#[test]
fn the_pictures_show_everything_that_can_be_drawn() {
    let layout = include_str!("../../docs/pictures/elements.toml");
    let shows =
        |key: &str| layout.contains(&format!("{{ {key} = ")) || layout.contains(&format!(", {key} = "));
    let keys: Vec<_> = listed("What to draw").into_iter().filter(|key| !shows(key)).collect();
    assert!(keys.is_empty(), "docs/pictures/elements.toml does not show {}", keys.join(", "));
    for icon in icons::all().map(|icon| icon.name) {
        assert!(layout.contains(&format!("\"{icon}\"")), "the icon {icon}");
    }
    for (shape, _) in SHAPES {
        assert!(layout.contains(&format!("{{ what = \"{shape} ")), "the shape {shape}");
    }
    for picture in ["elements", "placing", "style", "keys", "icons", "icons-more", "patterns", "shapes"] {
        assert!(PAGE.contains(&format!("](../pictures/{picture}.png)")), "{picture}");
    }
}

/// Returns the anchor of a heading in the address of a web page: lower case letters, digits, and
/// `-` for spaces.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-');
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Returns the headings of a page with their levels.
fn headings(page: &str) -> Vec<(usize, &str)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for line in page.lines() {
        fenced ^= line.starts_with("```");
        let text = line.trim_start_matches('#');
        if !fenced && text.len() < line.len() {
            found.push((line.len() - text.len(), text.trim()));
        }
    }
    found
}

#[test]
fn all_pages_of_the_folder_are_read() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names: BTreeSet<String> = names.map(|name| name.into_string().unwrap()).collect();
    let known = PAGES.iter().map(|(name, _)| (*name).to_owned()).chain(["keys.md".to_owned()]);
    assert_eq!(names, known.collect());
}

#[test]
fn no_two_headings_are_equal_and_each_page_has_a_table_of_contents() {
    let mut seen = BTreeSet::new();
    for (name, page) in PAGES {
        let (start, _) = page.split_once("\n## ").unwrap();
        for (rank, heading) in headings(page) {
            assert!(
                seen.insert(heading.to_lowercase()),
                "docs/reference/{name}: a second heading \"{heading}\""
            );
            let entry = format!("- [{heading}](#{})", anchor(heading));
            assert!(rank != 2 || start.contains(&entry), "docs/reference/{name}: the contents lack {entry}");
        }
    }
    assert!(seen.len() > 80);
}

fn fixed_words(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            let listed = map.get("enum").and_then(Value::as_array).into_iter().flatten();
            let one = map.get("const").into_iter();
            words.extend(listed.chain(one).filter_map(Value::as_str).map(str::to_owned));
            map.values().for_each(|inner| fixed_words(inner, words));
        }
        Value::Array(list) => list.iter().for_each(|inner| fixed_words(inner, words)),
        _ => {}
    }
}

#[test]
fn every_word_of_the_language_is_on_the_page() {
    let mut words = BTreeSet::new();
    fixed_words(hexpress::language::schema(), &mut words);
    assert!(words.contains("flat-top") && words.contains("rosette"));
    let mut missing = Vec::new();
    let mut all = |heading: &str, words: &mut dyn Iterator<Item = &str>| {
        let text = if heading.is_empty() { PAGE } else { section(heading) };
        let quoted =
            |word: &str| text.contains(&format!("`{word}`")) || text.contains(&format!("`\"{word}\"`"));
        missing.extend(words.filter(|word| !quoted(word)).map(|word| format!("`{word}` ({heading})")));
    };
    all("", &mut words.iter().map(String::as_str));
    all("Icons by name", &mut icons::all().map(|icon| icon.name));
    all("Patterns by name", &mut MOTIFS.iter().map(|motif| motif.name));
    all("Sizes by name", &mut SIZES.iter().map(|(name, _)| *name));
    all("Shapes", &mut SHAPES.iter().map(|(name, _)| *name));
    all("`names`", &mut SCHEMES.iter().map(|(name, _)| *name));
    all("`names`", &mut Corner::ALL.iter().map(|corner| corner.word()));
    all("Placing", &mut ANCHORS.iter().map(|(name, _)| *name));
    all("Element style", &mut ALIGNS.iter().map(|(name, _)| *name));
    all("`[directions]`", &mut HEADINGS.iter().map(|(name, _)| *name));
    all("Lengths and sizes", &mut UNITS.iter().map(|(name, _)| *name));
    all("Families, weights and sizes", &mut Fonts::bundled().families().into_iter());
    all("Templates", &mut ["words", "plural", "icon", "contrast", "upper", "title", "first"].into_iter());
    let papers = PAPERS.iter().map(|p| p.name).chain(["iso", "us"]);
    let papers = papers.filter(|name| !PRINTING.contains(&format!("`{name}`")));
    missing.extend(papers.map(|name| format!("`{name}` (docs/printing.md)")));
    assert!(missing.is_empty(), "not on the page: {}", missing.join(", "));
    for (name, kurbo::Size { width, height }) in SIZES {
        let row = format!("| `{name}` | {} x {} mm |", ShortNumber(width), ShortNumber(height));
        assert!(PAGE.contains(&row), "the page does not say: {row}");
    }
}
