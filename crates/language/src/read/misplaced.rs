//! Finds keys of `[game]` in a table of names, such as `theme = "linen"` below `[colours]`.
//!
//! - In: the tree of a layout.
//! - Out: a mistake for every such key.
//! - Not here: names that belong in the table. For example, `theme` can be the name of a colour if an
//!   element uses this colour.

use toml::de::{DeTable, DeValue};

use super::theme::THEMES;
use hexpress_base::diag::{FileId, Report, SourceSpan, codes};

/// The tables that assign texts to names.
const TABLES: [&str; 2] = ["colours", "fonts"];

/// The keys of `[game]` whose values can be any text.
const TEXTS: [&str; 6] = ["title", "author", "rights", "source", "version", "language"];

/// The endings of font files.
const FONT_ENDINGS: [&str; 4] = [".ttf", ".otf", ".ttc", ".otc"];

/// Reports keys of `[game]` that are in another table.
///
/// A layout with such a mistake is not compiled, because this mistake may cause others.
pub fn check(file: FileId, root: &DeTable<'_>, report: &mut Report) {
    let game = root.get("game").and_then(|game| game.get_ref().as_table());
    for table in TABLES {
        let names = root.get(table).and_then(|names| names.get_ref().as_table());
        for (key, value) in names.into_iter().flatten() {
            let (name, Some(text)) = (key.get_ref().as_ref(), value.get_ref().as_str()) else { continue };
            let has_key = game.is_some_and(|game| game.contains_key(name));
            if has_key || !is_value_of_game(table, name, text) || is_used(root, name) {
                continue;
            }
            let message = format!("`{name}` belongs to [game], not to [{table}]");
            let hint = match root.get("game") {
                Some(_) => format!("move `{name} = \"{text}\"` below the line [game]"),
                None => {
                    format!("move `{name} = \"{text}\"` to the top of the file, below a line [game]")
                }
            };
            report.push(codes::UNKNOWN_KEY.error(message).hint(hint).at(SourceSpan::new(file, key.span())));
        }
    }
}

/// Returns whether the key `name` with this text makes sense in `[game]`, but not as a name in `table`.
fn is_value_of_game(table: &str, name: &str, text: &str) -> bool {
    match (table, name) {
        (_, "theme") => text.ends_with(".toml") || THEMES.iter().any(|(theme, _)| *theme == text),
        // In [colours], a line such as `title = "Friends"` is reported elsewhere, as an unknown colour.
        ("fonts", name) => {
            let lower = text.to_lowercase();
            TEXTS.contains(&name) && !FONT_ENDINGS.iter().any(|ending| lower.ends_with(ending))
        }
        _ => false,
    }
}

/// Returns whether any text in a table contains a name as a word, as in `fill = "theme"` or `font =
/// "bold 9pt theme"`.
fn is_used(table: &DeTable<'_>, name: &str) -> bool {
    table.iter().any(|(_, value)| uses(value.get_ref(), name))
}

fn uses(value: &DeValue<'_>, name: &str) -> bool {
    match value {
        DeValue::String(text) => text.split_whitespace().any(|word| word == name),
        DeValue::Array(list) => list.iter().any(|value| uses(value.get_ref(), name)),
        DeValue::Table(table) => is_used(table, name),
        _ => false,
    }
}
