//! Answers requests of the editor on the web page. The answers are those of the language server.
//!
//! - In: the text of a layout, and a position in it.
//! - Out: JSON.
//!
//! Positions are offsets from the beginning of the text, in UTF-16 code units.

use std::ops::Range;

use serde_json::{Value, json};

use super::colour_swatches::{Swatch, colours};
use super::complete::{Completions, Known, complete, digits, picture_of_icon};
use super::hover::{Hover, hover};
use super::{put_picture, strings};
use crate::make::{self, Input};
use hexpress_base::diag::Sources;
use hexpress_game::{Game, icons};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// Converts offsets in bytes to offsets in UTF-16 code units.
struct Units<'t> {
    text: &'t str,
    /// The last offset that was converted: in bytes, and in UTF-16 code units.
    known: (usize, usize),
}

impl<'t> Units<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, known: (0, 0) }
    }

    /// Converts an offset in bytes to UTF-16 code units.
    ///
    /// Ascending offsets are converted fast, because only the text after the previous offset is read.
    fn of(&mut self, byte: usize) -> usize {
        if byte < self.known.0 {
            self.known = (0, 0);
        }
        let between = self.text.get(self.known.0..byte).unwrap_or_default();
        self.known = (byte, self.known.1 + between.chars().map(char::len_utf16).sum::<usize>());
        self.known.1
    }

    fn range(&mut self, range: Range<usize>) -> [usize; 2] {
        [self.of(range.start), self.of(range.end)]
    }
}

/// Converts an offset in UTF-16 code units to bytes.
fn byte(text: &str, units: usize) -> usize {
    let mut count = 0;
    let before = text.chars().take_while(|c| {
        count += c.len_utf16();
        count <= units
    });
    before.map(char::len_utf8).sum()
}

/// Adds a picture to the list of elements at the cursor, and returns the new text of the layout. If the
/// cursor is in no such list, adds the picture to the first face.
///
/// Returns `None` if the layout has no list for the picture.
pub fn with_picture(text: &str, picture: &str, units: Option<usize>) -> Option<String> {
    put_picture::put_picture(text, picture, units.map(|units| byte(text, units)))
}

/// Returns the game of a layout. If the layout has mistakes, tries again without the line at the offset
/// `at`, because the user is typing there. Returns `None` if there are also mistakes without this line.
fn game(input: &Input, at: usize, fonts: &Fonts) -> Option<Game> {
    let read = |input: &Input| {
        make::read(input, Options::defaults(), &mut Sources::default(), fonts).ok().map(|ready| ready.game)
    };
    read(input).or_else(|| {
        let start = input.text.get(..at)?.rfind('\n').map_or(0, |index| index + 1);
        let end = input.text.get(at..)?.find('\n').map_or(input.text.len(), |length| at + length);
        let text = [input.text.get(..start)?, input.text.get(end..)?].concat();
        let (id, file, display_name) = (input.id.clone(), input.file.clone(), input.display_name.clone());
        read(&Input { id, file, display_name, text, files: input.files.clone(), options: None })
    })
}

/// Returns the completions at a position.
pub fn completions(input: &Input, units: usize, fonts: &Fonts) -> Value {
    let text = &input.text;
    let at = byte(text, units);
    let game = game(input, at, fonts);
    let known = Known { game: game.as_ref(), files: &input.files, fonts };
    let Completions { word_start, items, is_complete } = complete(text, at, &known);
    let items: Vec<Value> = items
        .iter()
        .map(|item| {
            json!({
                "label": item.label,
                "insert": item.insert(),
                "meaning": item.meaning,
                "picture": item.picture,
                "kind": item.kind_word(),
            })
        })
        .collect();
    json!({ "from": Units::new(text).of(word_start), "items": items, "complete": is_complete })
}

/// Explains the word at a position. Returns null if there is no explanation.
pub fn meaning(input: &Input, units: usize, fonts: &Fonts) -> Value {
    let text = &input.text;
    let known = Known { game: None, files: &input.files, fonts };
    let Some(Hover { range, markdown, picture }) = hover(text, byte(text, units), &known) else {
        return Value::Null;
    };
    let [from, to] = Units::new(text).range(range);
    let words = markdown.replace("```toml\n", "").replace("\n```", "").replace("**", "");
    json!({ "from": from, "to": to, "words": words, "picture": picture })
}

/// The largest number of icons in a text for which the editor shows a swatch.
const MAX_ICONS: usize = 2_000;

/// Returns the colours and icons in the text. The editor shows a swatch for each.
pub fn swatches(text: &str) -> Value {
    let mut units = Units::new(text);
    let colours: Vec<Value> = colours(text)
        .into_iter()
        .map(|Swatch { range, rgb, is_literal }| {
            let [from, to] = units.range(range);
            json!({ "from": from, "to": to, "colour": digits(rgb), "literal": is_literal })
        })
        .collect();
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    strings::visit(text, &mut |string| {
        if string.key() == "icon"
            && found.len() < MAX_ICONS
            && let Some(icon) = icons::all().find(|icon| icon.name == string.value)
        {
            found.push((string.span, picture_of_icon(icon.path)));
        }
    });
    found.sort_by_key(|(range, _)| range.start);
    let icons: Vec<Value> = found
        .into_iter()
        .map(|(range, picture)| {
            let [from, to] = units.range(range);
            json!({ "from": from, "to": to, "picture": picture })
        })
        .collect();
    json!({ "colours": colours, "icons": icons })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_units_of_utf_16() {
        let text = "# \u{1f600}\n[colours]\nsea = \"navy\"\n";
        let mut units = Units::new(text);
        assert_eq!((units.of(6), units.of(2), units.of(text.len())), (4, 2, text.len() - 2));
        assert_eq!((byte(text, 4), byte(text, 0), byte(text, 999)), (6, 0, text.len()));
        let found = swatches(text);
        let start = text.find("navy").unwrap() - 2;
        assert_eq!(found["colours"][0]["from"], start);
        assert_eq!(found["colours"][0]["colour"], "#000080");
    }
}
