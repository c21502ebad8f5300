//! Keys of `[game]` below a table of names, such as `theme = "linen"` below `[colours]`.
//!
//! The tree of a layout goes in; a mistake for every such key comes out. A key whose value the table itself can mean, such as a
//! colour called `theme` that something asks for, is not reported.

use toml::de::{DeTable, DeValue};

use super::theme::THEMES;
use crate::diag::{FileId, Place, Report, codes};

/// The tables of names whose values are texts.
const TABLES: [&str; 2] = ["colours", "fonts"];

/// The keys of `[game]` whose values are texts that any font file could be called, but for its ending.
const TEXTS: [&str; 6] = ["title", "author", "rights", "source", "version", "language"];

/// The endings of font files.
const FONT_ENDINGS: [&str; 4] = [".ttf", ".otf", ".ttc", ".otc"];

/// Reports keys of `[game]` that stand below another table. What follows from the missing key is not known, so a layout with
/// such a mistake is not compiled.
pub fn check(file: FileId, root: &DeTable<'_>, report: &mut Report) {
    let has = |key: &str| {
        let game = root.get("game").and_then(|game| game.get_ref().as_table());
        game.is_some_and(|game| game.contains_key(key))
    };
    for table in TABLES {
        let names = root.get(table).and_then(|names| names.get_ref().as_table());
        for (key, value) in names.into_iter().flatten() {
            let (name, Some(text)) = (key.get_ref().as_ref(), value.get_ref().as_str()) else { continue };
            if has(name) || !is_of_game(table, name, text) || is_asked(root, name) {
                continue;
            }
            let message = format!("`{name}` belongs to [game], not to [{table}]");
            let hint = match root.get("game") {
                Some(_) => format!("move {name} = \"{text}\" below the line [game]"),
                None => format!("write [game] and {name} = \"{text}\" at the top of the file"),
            };
            report.push(codes::UNKNOWN_KEY.error(message).hint(hint).at(Place::new(file, key.span())));
        }
    }
}

/// Whether a value is one that the key has in `[game]`, and not one of the table.
fn is_of_game(table: &str, name: &str, text: &str) -> bool {
    match (table, name) {
        (_, "theme") => text.ends_with(".toml") || THEMES.iter().any(|(theme, _)| *theme == text),
        // A colour that is not known is reported where colours are read.
        ("fonts", name) => {
            let lower = text.to_lowercase();
            TEXTS.contains(&name) && !FONT_ENDINGS.iter().any(|ending| lower.ends_with(ending))
        }
        _ => false,
    }
}

/// Whether a text of the layout begins or ends with this name, as `fill = "theme"` and `font = "bold 9pt theme"` do.
fn is_asked(table: &DeTable<'_>, name: &str) -> bool {
    table.iter().any(|(_, value)| asks(value.get_ref(), name))
}

fn asks(value: &DeValue<'_>, name: &str) -> bool {
    match value {
        DeValue::String(text) => text.split_whitespace().any(|word| word == name),
        DeValue::Array(list) => list.iter().any(|value| asks(value.get_ref(), name)),
        DeValue::Table(table) => is_asked(table, name),
        _ => false,
    }
}
