//! Completions: suggests what to type next in a layout.
//!
//! - In: the text of a layout, a position in it, and the game of the last text without mistakes.
//! - Out: completion items of the language server protocol.

use serde_json::{Value, json};

use super::cursor::{Cursor, CursorContext, cursor};
use super::names::{Field, NameOccurrence, Subject, names, rows};
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

/// The data from which completions are made, in addition to the text of the layout.
pub struct Known<'k> {
    /// The game that was made from the last text without mistakes.
    pub game: Option<&'k Game>,
    /// The files that the layout may name.
    pub files: &'k Files,
    pub fonts: &'k Fonts,
}

/// The kind of an item. Editors show an icon for it. The values are those of `CompletionItemKind` in
/// the protocol.
#[derive(Clone, Copy)]
enum ItemKind {
    /// A key of the language.
    Key = 10,
    /// A word of the language, used as a value.
    Word = 12,
    Colour = 16,
    /// A name that the layout defines.
    Name = 18,
}

/// The CSS colours that are suggested. Layouts may also use all other CSS colours.
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

/// The largest number of items in one answer. If there are more items, the list is incomplete. The
/// editor then requests a new list after each character that the user types.
const MAX_ITEMS: usize = 300;

/// A suggestion for the user.
pub struct Item {
    pub label: String,
    kind: ItemKind,
    /// The meaning of the label. It may have several lines.
    pub meaning: String,
    /// A picture of an icon or a colour, as a data URI.
    pub picture: Option<String>,
    /// If the label is the name of a colour, this colour in hex digits.
    pub colour: Option<String>,
    /// The text to insert, if it differs from the label.
    insert: Option<String>,
}

impl Item {
    fn new(label: &str, kind: ItemKind, meaning: &str) -> Self {
        let (label, meaning) = (label.to_owned(), meaning.to_owned());
        Self { label, kind, meaning, picture: None, colour: None, insert: None }
    }

    pub fn insert(&self) -> &str {
        self.insert.as_deref().unwrap_or(&self.label)
    }

    /// Returns the first line of the meaning.
    pub fn detail(&self) -> &str {
        self.meaning.lines().next().unwrap_or_default()
    }

    /// Returns the kind of the item as a word.
    pub fn kind_word(&self) -> &'static str {
        match self.kind {
            ItemKind::Key => "key",
            ItemKind::Word => "word",
            ItemKind::Colour => "colour",
            ItemKind::Name => "name",
        }
    }

    /// Returns the item in the form of the protocol. `range` is the range of the text that the item
    /// replaces.
    pub fn to_json(&self, range: &Value) -> Value {
        let mut item = json!({
            "label": self.label,
            "kind": self.kind as u8,
            "detail": self.detail(),
            "textEdit": { "range": range, "newText": self.insert() },
        });
        if let Some(colour) = &self.colour {
            // If an item is a colour, editors take the colour of its swatch from `documentation`.
            item["documentation"] = colour.as_str().into();
        } else if let Some(picture) = &self.picture {
            let value = format!("![{}]({picture})", self.label);
            item["documentation"] = json!({ "kind": "markdown", "value": value });
        }
        item
    }
}

fn item(label: &str, kind: ItemKind, meaning: &str) -> Item {
    Item::new(label, kind, meaning)
}

/// Returns an item for each word. All items have the same meaning, `meaning`.
fn words<'w>(words: impl Iterator<Item = &'w str>, meaning: &str) -> Vec<Item> {
    words.map(|word| item(word, ItemKind::Word, meaning)).collect()
}

/// The completions at a position in a layout.
pub struct Completions {
    /// The start of the word at the position, as an offset in bytes. The item that the user chooses
    /// replaces this word.
    pub word_start: usize,
    pub items: Vec<Item>,
    /// Whether `items` is the complete list. If so, the editor filters the list as the user types,
    /// and does not request a new list.
    pub is_complete: bool,
}

/// Returns the completions at an offset in bytes. If there are more than [`MAX_ITEMS`], drops the items
/// that do not contain the typed word, and returns the first [`MAX_ITEMS`] of the others.
pub fn complete(text: &str, offset: usize, known: &Known<'_>) -> Completions {
    let before = text.get(..offset).unwrap_or(text);
    let word_start = cursor(before).word.min(before.len());
    let mut items = candidates(text, offset, "", known);
    let is_complete = items.len() <= MAX_ITEMS;
    if !is_complete {
        items = matching(text, offset, &before[word_start..], known);
        items.truncate(MAX_ITEMS);
    }
    Completions { word_start, items, is_complete }
}

/// Returns the items that contain the typed word. Items that begin with this word come first.
pub fn matching(text: &str, offset: usize, typed: &str, known: &Known<'_>) -> Vec<Item> {
    let mut items = candidates(text, offset, typed, known);
    let typed = typed.to_lowercase();
    items.retain(|item| item.label.to_lowercase().contains(&typed));
    items.sort_by_key(|item| !item.label.to_lowercase().starts_with(&typed));
    items
}

/// Returns everything that the user may type at an offset in bytes.
///
/// A board may have very many cells. Therefore the names of cells are limited to those that begin with
/// `typed`, and to `MAX_ITEMS + 1` in number.
fn candidates(text: &str, offset: usize, typed: &str, known: &Known<'_>) -> Vec<Item> {
    let before = text.get(..offset).unwrap_or(text);
    let cursor = cursor(before);
    let mut node = Node::root();
    for key in &cursor.path {
        node = node.at(key);
    }
    match &cursor.key {
        _ if cursor.part == CursorContext::Comment => Vec::new(),
        None if cursor.path.ends_with(&["at".to_owned()]) => addresses(known.game, typed),
        None => keys(&node, &cursor),
        Some(key) => Values { text, offset, typed, node: node.at(key), key, cursor: &cursor, known }.items(),
    }
}

fn keys(node: &Node, cursor: &Cursor) -> Vec<Item> {
    node.keys()
        .map(|Word { word: key, meaning }| {
            let mut item = item(key, ItemKind::Key, meaning);
            if cursor.part == CursorContext::Entry && !cursor.path.is_empty() {
                item.insert = Some(format!("{key} = "));
            }
            item
        })
        .collect()
}

/// Returns what the user can type in an address of cells: the names of cells that begin with `typed`,
/// and words such as `all`.
fn addresses(game: Option<&Game>, typed: &str) -> Vec<Item> {
    let boards = game.into_iter().flat_map(|game| &game.components).filter_map(|component| component.board());
    let cells = boards.flat_map(|board| (0..board.cells.len()).filter_map(|cell| board.name(cell)));
    let cells = cells.filter(|cell| cell.starts_with(typed)).take(MAX_ITEMS + 1);
    let mut items: Vec<Item> = cells.map(|cell| item(cell, ItemKind::Name, "a cell")).collect();
    for (word, meaning) in [
        ("all", "every cell"),
        ("border", "the cells along the edge"),
        ("kind", "all cells of a kind: `kind hill`"),
        ("ring", "the cells that are some steps away from a cell: `ring 2 of e5`"),
    ] {
        items.push(item(word, ItemKind::Word, meaning));
    }
    items
}

/// The key whose value is completed, and the text around it.
struct Values<'v> {
    text: &'v str,
    /// The offset in the text, in bytes.
    offset: usize,
    typed: &'v str,
    node: Node,
    key: &'v str,
    cursor: &'v Cursor,
    known: &'v Known<'v>,
}

impl Values<'_> {
    fn items(&self) -> Vec<Item> {
        if self.is_in_template() || matches!(self.key, "when" | "where") {
            return columns(self.text, self.offset, self.known.files);
        }
        let mut items: Vec<Item> =
            self.node.words().map(|known| item(known.word, ItemKind::Word, known.meaning)).collect();
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

    /// Returns whether the offset is inside a template that is still open, as in `{{ na`.
    fn is_in_template(&self) -> bool {
        let quoted = self.cursor.quoted.and_then(|quoted| self.text.get(quoted..self.offset));
        let typed = quoted.unwrap_or_default();
        typed.rfind("{{").is_some_and(|open| !typed[open..].contains("}}"))
    }

    /// Returns the names and words that are possible values of the key.
    fn names_and_words(&self, named: &[NameOccurrence]) -> Vec<Item> {
        let Self { node, key, known, .. } = self;
        let is_of_component =
            matches!(self.cursor.path.as_slice(), [table] if COMPONENTS.contains(&table.as_str()));
        match *key {
            "icon" => icons(),
            "size" if is_of_component => SIZES
                .iter()
                .map(|(name, size)| {
                    item(name, ItemKind::Word, &format!("{} x {} mm", size.width, size.height))
                })
                .collect(),
            "theme" => words(THEMES.iter().map(|(name, _)| *name), "a theme of hexpress"),
            "paper" => papers(),
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
            "without" => addresses(known.game, self.typed),
            _ if node.takes("font") => {
                let styles = ["bold", "italic", "regular"].into_iter();
                words(known.fonts.families().into_iter().chain(styles), "a family or a style")
            }
            _ if node.takes("place") || node.takes("place-or-template") => {
                words(ANCHORS.iter().map(|(name, _)| *name), "a place")
            }
            _ if node.takes("align") => {
                words(ALIGNS.iter().map(|(name, _)| *name), "where text is in its box")
            }
            _ if node.takes("direction") => words(HEADINGS.iter().map(|(name, _)| *name), "a direction"),
            _ => Vec::new(),
        }
    }
}

/// Returns a completion item for each name that the layout defines for this subject. For
/// `Subject::Look`, these are the names in `[look]`.
fn defined(named: &[NameOccurrence], subject: Subject) -> Vec<Item> {
    let names = named.iter().filter(|named| named.is_definition && named.subject == subject);
    names.map(|named| item(&named.name, ItemKind::Name, "of this layout")).collect()
}

/// Returns the colours of the layout and the suggested CSS colours, each with its swatch.
fn colours(named: &[NameOccurrence], game: Option<&Game>) -> Vec<Item> {
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

fn colour_item(name: &str, hex: Option<String>, detail: &str) -> Item {
    let picture = hex.as_deref().map(picture_of_colour);
    Item { picture, colour: hex, ..item(name, ItemKind::Colour, detail) }
}

/// Returns the bundled icons with their drawings.
fn icons() -> Vec<Item> {
    icons::all()
        .map(|icon| {
            let meaning = format!("an icon of the group {}", icon.group);
            Item { picture: Some(picture_of_icon(icon.path)), ..item(icon.name, ItemKind::Word, &meaning) }
        })
        .collect()
}

fn papers() -> Vec<Item> {
    PAPERS
        .iter()
        .map(|paper| {
            let (width, height) = paper.size;
            item(paper.name, ItemKind::Word, &format!("{width} x {height} mm"))
        })
        .collect()
}

/// Returns a picture of an icon on a light background, as a data URI.
pub fn picture_of_icon(path: &str) -> String {
    data_uri(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='48' height='48' viewBox='-56 -56 112 112'><rect x='-56' y='-56' width='112' height='112' rx='12' fill='#fff'/><path d='{path}'/></svg>"
    ))
}

/// Returns a picture of a square filled with a colour, as a data URI.
pub fn picture_of_colour(digits: &str) -> String {
    data_uri(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='48' height='24'><rect width='48' height='24' rx='4' fill='{digits}'/></svg>"
    ))
}

fn data_uri(svg: &str) -> String {
    let mut uri = "data:image/svg+xml,".to_owned();
    for c in svg.chars() {
        match c {
            // These characters have a special meaning in Markdown or in URIs.
            '<' | '>' | '#' | ' ' | '(' | ')' | '%' | '"' => uri.push_str(&format!("%{:02X}", u32::from(c))),
            c => uri.push(c),
        }
    }
    uri
}

/// Returns a CSS colour in hex digits. Returns `None` for an unknown name.
fn hex(name: &str) -> Option<String> {
    literal_colour(name).map(digits)
}

/// Returns a colour as hex digits, such as `#FF8000`.
pub fn digits([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// Returns the names that templates at an offset can use: the fields of the component's rows, and the
/// columns of its table.
fn columns(text: &str, offset: usize, files: &Files) -> Vec<Item> {
    let rows = rows(text, offset);
    let mut items: Vec<Item> = rows
        .fields
        .iter()
        .map(|Field { name, .. }| item(name, ItemKind::Name, "a field of the rows"))
        .collect();
    let data = rows.data.as_deref().unwrap_or_default();
    items.extend(header(data, files).iter().map(|column| item(&column.name, ItemKind::Name, data)));
    for word in ["number", "of", "edge"] {
        items.push(item(word, ItemKind::Word, "of every piece"));
    }
    for word in COPY_FIELDS {
        items.push(item(word, ItemKind::Word, "of every copy of a repeated element"));
    }
    items
}

/// A column of a CSV or TSV table.
pub struct Column {
    /// The name of the column in templates.
    pub name: String,
    /// The offset of the column's name in the first line of the file, in UTF-16 units.
    pub start: usize,
}

/// Returns the columns of a table. The list is empty if the file is not CSV or TSV.
pub fn header(data: &str, files: &Files) -> Vec<Column> {
    let is_text = data.ends_with(".csv") || data.ends_with(".tsv");
    let Some(bytes) = files.get(data).ok().filter(|_| is_text) else { return Vec::new() };
    let first_line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let mut start = 0;
    let mut columns = Vec::new();
    for cell in String::from_utf8_lossy(first_line).split([',', ';', '\t']) {
        columns.push(Column { name: column_name(cell), start });
        start += cell.encode_utf16().count() + 1;
    }
    columns.retain(|column| !column.name.is_empty());
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_detail_of_an_item_is_the_first_line_of_its_meaning() {
        assert_eq!(
            Item::new("size", ItemKind::Key, "The size of a card\nIn mm").detail(),
            "The size of a card"
        );
        assert_eq!(Item::new("size", ItemKind::Key, "").detail(), "");
    }
}
