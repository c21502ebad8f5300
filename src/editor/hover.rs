//! Explains the word at a position in a layout.
//!
//! - In: an open layout, and an offset in bytes.
//! - Out: a text in Markdown, with a picture for an icon or a colour.

use std::ops::Range;

use super::complete::{Item, Known, matching, picture_of_colour};
use super::cursor::cursor;
use super::document::{definition_of, line_at, name_at, word_at};
use super::names::names;
use super::schema::Node;
use hexpress_game::literal_colour;

/// The explanation that an editor shows for a word.
pub struct Hover {
    /// The range of the word in bytes.
    pub range: Range<usize>,
    /// The explanation. For a name, it contains the line of the layout that defines the name.
    pub markdown: String,
    /// A picture as a data URI.
    pub picture: Option<String>,
}

/// Explains the word at an offset. Returns `None` if there is nothing to explain.
///
/// For a name, the explanation shows its definition. For a key or a word of the language, it gives
/// the meaning.
pub fn hover(text: &str, offset: usize, known: &Known<'_>) -> Option<Hover> {
    let names = names(text);
    if let Some(named) = name_at(&names, offset)
        && let Some(definition) = definition_of(named, &names)
        && let Some(line) = line_at(text, definition.range.start)
    {
        let range = named.range.clone();
        let picture = picture_of_name(text, range.start);
        return Some(Hover { range, markdown: format!("```toml\n{}\n```", line.trim()), picture });
    }
    let word = with_digits_sign(text, word_at(text, offset));
    let typed = text.get(word.clone()).filter(|typed| !typed.is_empty())?;
    let cursor = cursor(&text[..word.start]);
    if cursor.key.is_none() {
        let mut table = Node::root();
        for key in &cursor.path {
            table = table.at(key);
        }
        let meaning = Some(table.meaning(typed)).filter(|meaning| !meaning.is_empty())?;
        return Some(Hover { markdown: format!("**{typed}**: {meaning}"), range: word, picture: None });
    }
    if let Some(rgb) = literal_colour(typed) {
        let digits = super::complete::digits(rgb);
        return Some(Hover {
            markdown: format!("**{typed}**: {digits}"),
            picture: Some(picture_of_colour(&digits)),
            range: word,
        });
    }
    let items = matching(text, word.start, typed, known);
    let Item { meaning, picture, .. } = items.into_iter().find(|item| item.label == typed)?;
    (!meaning.is_empty()).then(|| Hover { markdown: format!("**{typed}**: {meaning}"), range: word, picture })
}

/// Returns a picture of the colour that is written at `start`. Returns `None` if no colour begins
/// there.
fn picture_of_name(text: &str, start: usize) -> Option<String> {
    let swatches = super::colour_swatches::colours(text);
    let swatch = swatches.into_iter().find(|swatch| swatch.range.start == start)?;
    Some(picture_of_colour(&super::complete::digits(swatch.rgb)))
}

/// Extends the range of a word by the `#` before it, if there is one, as in `#FF8000`.
fn with_digits_sign(text: &str, word: Range<usize>) -> Range<usize> {
    let has_sign = text.get(..word.start).is_some_and(|before| before.ends_with('#'));
    if has_sign { word.start - 1..word.end } else { word }
}
