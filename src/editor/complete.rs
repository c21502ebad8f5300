//! Completions: what may be typed next in a layout.
//!
//! - In: the text of a layout, a place in it, and the game as it was when it had no mistakes.
//! - Out: completion items of the language server protocol.

use serde_json::{Value, json};

use super::cursor::{Cursor, cursor};
use super::names::{Field, Named, Subject, names, rows};
use super::schema::Node;
use hexpress_base::files::Files;
use hexpress_game::icons;
use hexpress_game::{Game, literal_colour};
use hexpress_language::data::column_name;
use hexpress_language::read::schema::Word;
use hexpress_language::tables::repeat::COPY_FIELDS;
use hexpress_language::values::value::{ALIGNS, ANCHORS, HEADINGS, SIZES};
use hexpress_language::{COMPONENTS, THEMES};
use hexpress_scene::MOTIFS;
use hexpress_scene::print::paper::PAPERS;
use hexpress_scene::text::Fonts;

/// What completions need in addition to the text.
pub struct Known<'k> {
    /// The game as it was when it had no mistakes.
    pub game: Option<&'k Game>,
    /// The files that the layout may name.
    pub files: &'k Files,
    pub fonts: &'k Fonts,
}

/// The kind of an item, for which editors show icons. The numbers are those of `CompletionItemKind`
/// in the protocol.
#[derive(Clone, Copy)]
enum Kind {
    /// A key of the language.
    Key = 10,
    /// A word of the language.
    Word = 12,
    Colour = 16,
    /// A name that the layout defines.
    Name = 18,
}

/// The CSS colours that are suggested. Layouts may use all of them.
const CSS: [&str; 24] = [
    "black",
    "white",
    "grey",
    "silver",
    "gainsboro",
    "red",
    "firebrick",
    "maroon",
    "orange",
    "gold",
    "yellow",
    "khaki",
    "green",
    "olive",
    "palegreen",
    "teal",
    "skyblue",
    "steelblue",
    "blue",
    "navy",
    "purple",
    "tan",
    "sienna",
    "ivory",
];

/// Returns an item with the first line of its description.
fn item(label: &str, kind: Kind, detail: &str) -> Value {
    json!({ "label": label, "kind": kind as u8, "detail": detail.split('\n').next().unwrap_or_default() })
}

/// Returns an item for each of these words.
fn words<'w>(words: impl Iterator<Item = &'w str>, detail: &str) -> Vec<Value> {
    words.map(|word| item(word, Kind::Word, detail)).collect()
}

/// The completions at a place.
pub struct Completions {
    /// The offset in bytes at which the word begins that an item replaces.
    pub word_start: usize,
    pub items: Vec<Value>,
}

/// Returns everything that may be typed at an offset in bytes.
pub fn complete(text: &str, offset: usize, known: &Known<'_>) -> Completions {
    let before = text.get(..offset).unwrap_or(text);
    let cursor = cursor(before);
    let mut node = Node::root();
    for key in &cursor.path {
        node = node.at(key);
    }
    let is_after_header = cursor.header && cursor.word == before.len() && !before.ends_with(['[', '.']);
    let items = match &cursor.key {
        _ if is_after_header => Vec::new(),
        None if cursor.path.ends_with(&["at".to_owned()]) => addresses(known.game),
        None => keys(&node, &cursor),
        Some(key) => Values { text, offset, node: node.at(key), key, cursor: &cursor, known }.items(),
    };
    Completions { word_start: cursor.word, items }
}

fn keys(node: &Node, cursor: &Cursor) -> Vec<Value> {
    node.keys()
        .map(|Word { word: key, meaning }| {
            let mut item = item(key, Kind::Key, meaning);
            if !cursor.header && !cursor.path.is_empty() {
                item["insertText"] = format!("{key} = ").into();
            }
            item
        })
        .collect()
}

/// Returns the names of cells, and the other words that addresses consist of.
fn addresses(game: Option<&Game>) -> Vec<Value> {
    let boards = game.into_iter().flat_map(|game| &game.components).filter_map(|component| component.board());
    let cells = boards.flat_map(|board| (0..board.cells.len()).filter_map(|cell| board.name(cell)));
    let mut items: Vec<Value> = cells.map(|cell| item(cell, Kind::Name, "a cell")).collect();
    for (word, meaning) in [
        ("all", "every cell"),
        ("border", "the cells along the edge"),
        ("kind", "all cells of a kind: `kind hill`"),
        ("ring", "the cells at a distance of some steps: `ring 2 of e5`"),
    ] {
        items.push(item(word, Kind::Word, meaning));
    }
    items
}

/// The value of a key that is typed.
struct Values<'v> {
    text: &'v str,
    /// The place in the text, in bytes.
    offset: usize,
    node: Node,
    key: &'v str,
    cursor: &'v Cursor,
    known: &'v Known<'v>,
}

impl Values<'_> {
    fn items(&self) -> Vec<Value> {
        if self.is_in_template() || matches!(self.key, "when" | "where") {
            return columns(self.text, self.offset, self.known.files);
        }
        let mut items: Vec<Value> =
            self.node.words().map(|known| item(known.word, Kind::Word, known.meaning)).collect();
        let named = names(self.text);
        let is_colour = ["colour", "line", "shadow"].iter().any(|format| self.node.takes(format));
        if is_colour {
            items.extend(colours(&named, self.known.game));
        }
        if is_colour && self.key == "fill" {
            items.extend(words(MOTIFS.iter().map(|motif| motif.name), "a pattern"));
        }
        items.extend(self.names_and_words(&named));
        items
    }

    /// Whether a template is open, `{{ na`.
    fn is_in_template(&self) -> bool {
        let quoted = self.cursor.quoted.and_then(|quoted| self.text.get(quoted..self.offset));
        let typed = quoted.unwrap_or_default();
        typed.rfind("{{").is_some_and(|open| !typed[open..].contains("}}"))
    }

    /// Returns the names and words that depend on the key or on the format of its value.
    fn names_and_words(&self, named: &[Named]) -> Vec<Value> {
        let Self { node, key, known, .. } = self;
        let is_of_component =
            matches!(self.cursor.path.as_slice(), [table] if COMPONENTS.contains(&table.as_str()));
        match *key {
            "icon" => words(icons::all().map(|icon| icon.name), "an icon"),
            "size" if is_of_component => SIZES
                .iter()
                .map(|(name, size)| item(name, Kind::Word, &format!("{} x {} mm", size.width, size.height)))
                .collect(),
            "theme" => words(THEMES.iter().map(|(name, _)| *name), "a theme"),
            "paper" => words(PAPERS.iter().map(|paper| paper.name), "a paper"),
            "like" if is_of_component => defined(named, Subject::Component),
            "face" | "back" | "ground" if is_of_component => defined(named, Subject::Look),
            "look" => defined(named, Subject::Look),
            "draw"
                if self.cursor.path.iter().any(|table| ["key", "at", "cell"].contains(&table.as_str())) =>
            {
                defined(named, Subject::Look)
            }
            "in" => defined(named, Subject::Place),
            "kind" => defined(named, Subject::Kind),
            "mark" => defined(named, Subject::Mark),
            "without" => addresses(known.game),
            _ if node.takes("font") => {
                let styles = ["bold", "italic", "regular"].into_iter();
                words(known.fonts.families().into_iter().chain(styles), "a family or a style")
            }
            _ if node.takes("place") || node.takes("place-or-template") => {
                words(ANCHORS.iter().map(|(name, _)| *name), "a place")
            }
            _ if node.takes("align") => words(ALIGNS.iter().map(|(name, _)| *name), ""),
            _ if node.takes("direction") => words(HEADINGS.iter().map(|(name, _)| *name), "a direction"),
            _ => Vec::new(),
        }
    }
}

/// Returns an item for each name that the layout defines for a subject.
fn defined(named: &[Named], subject: Subject) -> Vec<Value> {
    let names = named.iter().filter(|named| named.is_definition && named.subject == subject);
    names.map(|named| item(&named.name, Kind::Name, "of this layout")).collect()
}

/// Returns the colours of the layout and the suggested CSS colours, each with its swatch.
fn colours(named: &[Named], game: Option<&Game>) -> Vec<Value> {
    let of_layout =
        named.iter().filter(|named| named.is_definition && named.subject == Subject::Colour).map(|named| {
            let name = named.name.as_str();
            let ink = game.and_then(|game| game.names.colour(name).ok());
            let hex = ink.map(|ink| digits(ink.rgb)).or_else(|| hex(name));
            colour_item(name, hex, "of this layout")
        });
    let of_css = CSS.iter().map(|name| colour_item(name, hex(name), "CSS"));
    of_layout.chain(of_css).collect()
}

fn colour_item(name: &str, hex: Option<String>, detail: &str) -> Value {
    let mut item = item(name, Kind::Colour, detail);
    // Editors draw the swatch of a colour from the documentation of its item.
    item["documentation"] = hex.into();
    item
}

/// Returns a CSS colour in hex digits.
fn hex(name: &str) -> Option<String> {
    literal_colour(name).map(digits)
}

/// Returns a colour in hex digits: `#FF8000`.
pub fn digits([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Returns the fields and columns of the component that contains an offset.
fn columns(text: &str, offset: usize, files: &Files) -> Vec<Value> {
    let rows = rows(text, offset);
    let mut items: Vec<Value> =
        rows.fields.iter().map(|Field { name, .. }| item(name, Kind::Name, "a field of the rows")).collect();
    let data = rows.data.as_deref().unwrap_or_default();
    items.extend(header(data, files).iter().map(|column| item(&column.name, Kind::Name, data)));
    for word in ["number", "of", "edge"] {
        items.push(item(word, Kind::Word, "of every piece"));
    }
    for word in COPY_FIELDS {
        items.push(item(word, Kind::Word, "of every copy of a repeated element"));
    }
    items
}

/// A column of a CSV or TSV table.
pub struct Column {
    /// The name by which templates ask for it.
    pub name: String,
    /// The offset of its cell in the first line, in bytes.
    pub start: usize,
}

/// Returns the columns of a table; none if the file is not CSV or TSV.
pub fn header(data: &str, files: &Files) -> Vec<Column> {
    let is_text = data.ends_with(".csv") || data.ends_with(".tsv");
    let Some(bytes) = files.get(data).ok().filter(|_| is_text) else { return Vec::new() };
    let first_line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let mut start = 0;
    let mut columns = Vec::new();
    for cell in String::from_utf8_lossy(first_line).split([',', ';', '\t']) {
        columns.push(Column { name: column_name(cell), start });
        start += cell.len() + 1;
    }
    columns.retain(|column| !column.name.is_empty());
    columns
}
