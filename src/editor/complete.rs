//! What may be typed next.

use serde_json::{Value, json};

use super::cursor::{Cursor, cursor};
use super::names::{Named, What, names, rows};
use super::schema::Node;
use crate::files::Files;
use crate::model::icons;
use crate::model::{Game, literal_colour};
use crate::print::paper::PAPERS;
use crate::scene::MOTIFS;
use crate::spec::data::column_name;
use crate::spec::read::schema::Word;
use crate::spec::values::value::{ALIGNS, ANCHORS, HEADINGS, SIZES};
use crate::spec::{COMPONENTS, THEMES};
use crate::text::Fonts;

/// What is known of a layout beside its text.
pub struct Known<'k> {
    /// The game as it was when it could last be read.
    pub game: Option<&'k Game>,
    /// The files beside it.
    pub files: &'k Files,
    /// The fonts.
    pub fonts: &'k Fonts,
}

/// The kinds of items that editors show signs for.
const KEY: u8 = 10;
const WORD: u8 = 12;
const COLOUR: u8 = 16;
const NAME: u8 = 18;

/// The colours that are offered first; any CSS name will do.
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

/// An item, its kind and what it means.
fn item(label: &str, kind: u8, detail: &str) -> Value {
    json!({ "label": label, "kind": kind, "detail": detail.split('\n').next().unwrap_or_default() })
}

/// Everything that may stand at a place of a layout; where the word begins that it takes the place of.
pub fn complete(text: &str, at: usize, known: &Known<'_>) -> (usize, Vec<Value>) {
    let before = text.get(..at).unwrap_or(text);
    let cursor = cursor(before);
    let mut node = Node::root();
    for key in &cursor.path {
        node = node.at(key);
    }
    let items = match &cursor.key {
        _ if cursor.header && cursor.word == before.len() && !before.ends_with(['[', '.']) => Vec::new(),
        None if cursor.path.ends_with(&["at".to_owned()]) => addresses(known.game),
        None => keys(&node, &cursor),
        Some(key) => values(text, at, &node.at(key), key, &cursor, known),
    };
    (cursor.word, items)
}

fn keys(node: &Node, cursor: &Cursor) -> Vec<Value> {
    node.keys()
        .map(|Word { word: key, meaning }| {
            let mut item = item(key, KEY, meaning);
            if !cursor.header && !cursor.path.is_empty() {
                item["insertText"] = format!("{key} = ").into();
            }
            item
        })
        .collect()
}

/// The names of cells, and the other words of addresses.
fn addresses(game: Option<&Game>) -> Vec<Value> {
    let boards = game.into_iter().flat_map(|game| &game.components).filter_map(|component| component.board());
    let cells = boards.flat_map(|board| (0..board.cells.len()).filter_map(|cell| board.name(cell)));
    let mut items: Vec<Value> = cells.map(|cell| item(cell, NAME, "a cell")).collect();
    for (word, meaning) in [
        ("all", "every cell"),
        ("border", "the cells along the edge"),
        ("kind", "all cells of a kind: `kind hill`"),
        ("ring", "the cells so many steps away: `ring 2 of e5`"),
    ] {
        items.push(item(word, WORD, meaning));
    }
    items
}

fn values(text: &str, at: usize, node: &Node, key: &str, cursor: &Cursor, known: &Known<'_>) -> Vec<Value> {
    let typed = cursor.quoted.and_then(|quoted| text.get(quoted..at)).unwrap_or_default();
    let in_template = typed.rfind("{{").is_some_and(|open| !typed[open..].contains("}}"));
    if in_template || matches!(key, "when" | "where") {
        return columns(text, at, known.files);
    }
    let mut items: Vec<Value> = node.words().map(|known| item(known.word, WORD, known.meaning)).collect();
    let named = names(text);
    let given = |what: What| {
        let of = move |named: &&Named| named.given && named.what == what;
        named.iter().filter(of).map(|named| item(&named.name, NAME, "of this layout")).collect::<Vec<_>>()
    };
    let all = |names: &mut dyn Iterator<Item = &str>, detail: &str| {
        names.map(|name| item(name, WORD, detail)).collect::<Vec<_>>()
    };
    let colour = ["colour", "line", "shadow"].iter().any(|format| node.takes(format));
    if colour {
        items.extend(colours(&named, known.game));
    }
    if colour && key == "fill" {
        items.extend(all(&mut MOTIFS.iter().map(|motif| motif.name), "a pattern"));
    }
    let component = matches!(cursor.path.as_slice(), [one] if COMPONENTS.contains(&one.as_str()));
    items.extend(match key {
        "icon" => all(&mut icons::all().map(|icon| icon.name), "an icon"),
        "size" if component => SIZES
            .iter()
            .map(|(name, size)| item(name, WORD, &format!("{} x {} mm", size.width, size.height)))
            .collect(),
        "theme" => all(&mut THEMES.iter().map(|(name, _)| *name), "a theme"),
        "paper" => all(&mut PAPERS.iter().map(|paper| paper.name), "a paper"),
        "like" if component => given(What::Component),
        "face" | "back" | "ground" if component => given(What::Look),
        "in" => given(What::Place),
        "kind" => given(What::Kind),
        "mark" => given(What::Mark),
        "without" => addresses(known.game),
        _ if node.takes("font") => {
            let styles = ["bold", "italic", "regular"].into_iter();
            all(&mut known.fonts.families().into_iter().chain(styles), "a family or a style")
        }
        _ if node.takes("place") || node.takes("place-or-template") => {
            all(&mut ANCHORS.iter().map(|(name, _)| *name), "a place")
        }
        _ if node.takes("align") => all(&mut ALIGNS.iter().map(|(name, _)| *name), ""),
        _ if node.takes("direction") => all(&mut HEADINGS.iter().map(|(name, _)| *name), "a way"),
        _ => Vec::new(),
    });
    items
}

/// The game's own colours and those that everybody knows, each with its swatch.
fn colours(named: &[Named], game: Option<&Game>) -> Vec<Value> {
    let own = named
        .iter()
        .filter(|named| named.given && named.what == What::Colour)
        .map(|named| named.name.as_str());
    let own = own.map(|name| {
        let ink = game.and_then(|game| game.names.colour(name).ok());
        (name, ink.map(|ink| digits(ink.rgb)).or_else(|| hex(name)), "of this layout")
    });
    let css = CSS.iter().map(|name| (*name, hex(name), "CSS"));
    own.chain(css)
        .map(|(name, hex, detail)| {
            let mut item = item(name, COLOUR, detail);
            // Editors draw the swatch of an item of this kind from its documentation.
            item["documentation"] = hex.into();
            item
        })
        .collect()
}

fn hex(name: &str) -> Option<String> {
    literal_colour(name).map(digits)
}

/// A colour in hex digits.
pub fn digits([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The words of the rows of the component at hand.
fn columns(text: &str, at: usize, files: &Files) -> Vec<Value> {
    let rows = rows(text, at);
    let mut items: Vec<Value> =
        rows.words.iter().map(|(word, _)| item(word, NAME, "a word of the rows")).collect();
    let data = rows.data.as_deref().unwrap_or_default();
    items.extend(header(data, files).into_iter().map(|(column, _)| item(&column, NAME, data)));
    for word in ["number", "of", "edge"] {
        items.push(item(word, WORD, "of every piece"));
    }
    items
}

/// The columns of a table of text as templates call them, and where each stands in its first line.
pub fn header(data: &str, files: &Files) -> Vec<(String, usize)> {
    let Some(bytes) = files.get(data).ok().filter(|_| data.ends_with(".csv") || data.ends_with(".tsv"))
    else {
        return Vec::new();
    };
    let first = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    let first = String::from_utf8_lossy(first);
    let mut at = 0;
    let mut columns = Vec::new();
    for cell in first.split([',', ';', '\t']) {
        columns.push((column_name(cell), at));
        at += cell.len() + 1;
    }
    columns.retain(|(name, _)| !name.is_empty());
    columns
}
