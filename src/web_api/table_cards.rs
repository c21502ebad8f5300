//! Makes cards from a table in the folder of the layout, and adds pictures to cards.
//!
//! - In: the layout, and the names of the table and the pictures.
//! - Out: the new text of the layout as JSON, or the mistakes of the table.

use serde_json::{Value, json};

use super::{Target, mistakes};
use crate::editor::page as editing;
use crate::from_table::{Palette, TableDeck, stem_of, title_of};
use crate::make::Input;
use hexpress_base::diag::{Report, Sources};

/// Returns a layout with cards for a table of data. In `target`, the value `data` is the name of the
/// table, and `pictures` is a JSON list of names.
///
/// If the value `part` is `cards`, the cards are added at the end of the layout. Otherwise, the result
/// is a new layout with only these cards. In the returned JSON, `file` is the file name for a new
/// layout.
pub fn from_table(input: &Input, target: &Target) -> Value {
    let table = target.value("data").unwrap_or_default();
    let pictures: Vec<String> =
        target.value("pictures").and_then(|list| serde_json::from_str(list).ok()).unwrap_or_default();
    let deck = TableDeck { table, files: &input.files, pictures: &pictures };
    let sources = &mut Sources::default();
    let text = match target.value("part") {
        Some("cards") => with_cards(input, &deck, sources),
        _ => deck.layout(&title_of(table), sources),
    };
    match text {
        Ok(text) => json!({ "text": text, "file": format!("{}.toml", stem_of(table)) }),
        Err(report) => json!({ "mistakes": mistakes::to_json(&report, sources) }),
    }
}

/// Returns the layout with a new `[[cards]]` table at its end, which makes cards from the table of
/// data.
fn with_cards(input: &Input, deck: &TableDeck<'_>, sources: &mut Sources) -> Result<String, Report> {
    let file = sources.add(&input.display_name, &input.text);
    let has_theme = hexpress_language::read_partial(file, sources).theme.is_some();
    let palette = if has_theme { Palette::Theme } else { Palette::Own };
    let stem = stem_of(deck.table);
    let mut name = stem.clone();
    for number in 2.. {
        if name != "cards" && !input.text.contains(&format!("\"{name}\"")) {
            break;
        }
        name = format!("{stem}-{number}");
    }
    let component = deck.component(&name, palette, sources)?;
    Ok(format!("{}\n\n{component}", input.text.trim_end()).trim_start().to_owned())
}

/// Adds a picture to the list of elements at the cursor, and returns the new text of the layout.
/// Returns null if no list can contain the picture.
///
/// In `target`, the value `picture` is the name of the picture, and `at` is the position of the cursor.
pub fn with_picture(input: &Input, target: &Target) -> Value {
    let at = target.value("at").and_then(|at| at.parse().ok());
    let picture = target.value("picture").unwrap_or_default();
    json!({ "text": editing::with_picture(&input.text, picture, at) })
}
