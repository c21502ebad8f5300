//! An open layout: its mistakes, and answers about the word at a place.
//!
//! - In: a text that may be half typed, and an offset in bytes.
//! - Out: a report, or values of the language server protocol.
//! - Not here: receiving or sending messages.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::complete::{digits, header};
use super::cursor::{cursor, in_word};
use super::names::{Named, Subject, names, rows};
use super::position::range;
use super::schema::Node;
use crate::make::{self, Input};
use hexpress_base::diag::{Diagnostic, Report, Sources};
use hexpress_base::files::Files;
use hexpress_game::{Game, literal_colour};
use hexpress_language::COMPONENTS;
use hexpress_language::record::{Options, RECORD};
use hexpress_layout::attempt;
use hexpress_scene::text::Fonts;

/// The name of a layout that was not saved yet.
const UNSAVED: &str = "layout.toml";

/// A layout that is open in the editor.
pub struct Document {
    pub text: String,
    /// The path of the file; `None` if it was not saved yet.
    pub path: Option<PathBuf>,
    /// The files that the layout may name.
    pub files: Files,
    /// The game as it was when it had no mistakes.
    pub game: Option<Game>,
    /// For a layout that is read in a process with bounds: the text that had no mistakes.
    pub good: Option<String>,
    /// The error that reading the text exceeds the bounds of such a process.
    pub exceeded: Option<Diagnostic>,
}

impl Document {
    /// Takes a new text. `before` is the document with its earlier text.
    pub fn new(text: String, path: Option<PathBuf>, before: Option<Self>) -> Self {
        let (game, good) = before.map_or((None, None), |document| (document.game, document.good));
        Self { text, path, files: Files::default(), game, good, exceeded: None }
    }

    /// Returns the mistakes of the layout. Remembers its game if there are none.
    pub fn check(&mut self, allowed: &[PathBuf], sources: &mut Sources, fonts: &Fonts) -> Report {
        self.files = match &self.path {
            Some(path) => Files::beside(path, allowed, RECORD),
            None => Files::default(),
        };
        let Some(input) = self.input().filter(|_| is_layout(&self.text)) else { return Report::default() };
        match make::read(&input, Options::usual(), sources, fonts) {
            Ok(ready) => {
                let mut report = ready.warnings;
                let (plan, unfit) = attempt(&ready.game, ready.fonts.as_ref(), &ready.setup);
                report.extend(unfit);
                report.extend(plan.check());
                drop(plan);
                self.game = Some(ready.game);
                report
            }
            Err(report) => report,
        }
    }

    /// Returns the layout as a build takes it; `None` if its name cannot be part of file names.
    fn input(&self) -> Option<Input> {
        let file = self.path.as_deref().and_then(Path::file_name);
        let shown = file.map_or_else(|| UNSAVED.to_owned(), |name| name.to_string_lossy().into_owned());
        Some(Input {
            id: shown.trim_end_matches(".toml").parse().ok()?,
            file: shown.parse().ok()?,
            shown,
            text: self.text.clone(),
            files: self.files.clone(),
            options: None,
        })
    }

    /// Explains the word at an offset: the definition of a name, or the meaning of a key or a word
    /// of the language.
    pub fn hover(&self, offset: usize) -> Option<Value> {
        let text = &self.text;
        let names = names(text);
        if let Some(named) = name_at(&names, offset)
            && let Some(definition) = definition_of(named, &names)
            && let Some(line) = line_at(text, definition.range.start)
        {
            return Some(hover_text(text, named.range.clone(), &format!("```toml\n{}\n```", line.trim())));
        }
        let word = word_at(text, offset);
        let typed = &text[word.clone()];
        let cursor = cursor(&text[..word.start]);
        let mut table = Node::root();
        for key in &cursor.path {
            table = table.at(key);
        }
        let meaning = match &cursor.key {
            Some(key) if !cursor.header => {
                let value = table.at(key);
                let known = value.words().find(|known| known.word == typed);
                known
                    .map(|known| known.meaning.to_owned())
                    .filter(|meaning| !meaning.is_empty())
                    .or_else(|| literal_colour(typed).map(digits))
            }
            _ => Some(table.meaning(typed).to_owned()).filter(|meaning| !meaning.is_empty()),
        };
        Some(hover_text(text, word, &format!("**{typed}**: {}", meaning?)))
    }

    /// Returns where the name or field at an offset is defined.
    pub fn definition(&self, uri: &str, offset: usize) -> Option<Value> {
        let text = &self.text;
        let names = names(text);
        if let Some(named) = name_at(&names, offset) {
            let definition = definition_of(named, &names)?;
            return Some(json!({ "uri": uri, "range": range(text, definition.range.clone()) }));
        }
        // A field that a template or a condition asks for.
        let typed = &text[word_at(text, offset)];
        let rows = rows(text, offset);
        if let Some(field) = rows.fields.iter().find(|field| field.name == typed) {
            return Some(json!({ "uri": uri, "range": range(text, field.range.clone()) }));
        }
        let data = rows.data?;
        let column = header(&data, &self.files).into_iter().find(|column| column.name == typed)?;
        let folder = &uri[..uri.rfind('/')?];
        let place = json!({ "line": 0, "character": column.start });
        Some(json!({ "uri": format!("{folder}/{data}"), "range": { "start": place, "end": place } }))
    }

    /// Returns the name at an offset, if it can be renamed.
    pub fn renamable(&self, offset: usize) -> Option<Named> {
        let names = names(&self.text);
        let named = name_at(&names, offset)?;
        definition_of(named, &names)?;
        matches!(named.subject, Subject::Colour | Subject::Kind).then(|| named.clone())
    }

    /// Returns the edits that rename the name at an offset wherever it occurs.
    pub fn rename(&self, uri: &str, offset: usize, new_name: &str) -> Option<Value> {
        let named = self.renamable(offset)?;
        let edits: Vec<Value> = names(&self.text)
            .into_iter()
            .filter(|other| other.is_same(&named))
            .map(|other| json!({ "range": range(&self.text, other.range), "newText": new_name }))
            .collect();
        Some(json!({ "changes": { uri: edits } }))
    }
}

/// Whether a TOML file is a layout, with or without mistakes.
fn is_layout(text: &str) -> bool {
    text.lines().filter(|line| line.starts_with('[')).any(|line| {
        let name = line.trim_start_matches('[').split([']', '.']).next().unwrap_or_default().trim();
        name == "game" || COMPONENTS.contains(&name)
    })
}

fn name_at(names: &[Named], offset: usize) -> Option<&Named> {
    names.iter().find(|named| named.range.start <= offset && offset <= named.range.end)
}

fn definition_of<'n>(named: &Named, names: &'n [Named]) -> Option<&'n Named> {
    names.iter().find(|other| other.is_definition && other.is_same(named))
}

/// Returns the word around an offset. It is empty between two characters that are not part of
/// words.
fn word_at(text: &str, offset: usize) -> Range<usize> {
    let before = text[..offset].char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    let after = text[offset..].find(|c: char| !in_word(c)).unwrap_or(text.len() - offset);
    before.map_or(offset, |(start, _)| start)..offset + after
}

/// Returns the line around an offset; `None` at the end of the text.
fn line_at(text: &str, offset: usize) -> Option<&str> {
    let rest = text[offset..].lines().next()?;
    let start = text[..offset].rfind('\n').map_or(0, |index| index + 1);
    Some(&text[start..offset + rest.len()])
}

fn hover_text(text: &str, word: Range<usize>, markdown: &str) -> Value {
    json!({ "contents": { "kind": "markdown", "value": markdown }, "range": range(text, word) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_or_a_line_ends_with_the_text() {
        assert_eq!(word_at("a = bc", 5), 4..6);
        assert_eq!(word_at("a = bc", 6), 4..6);
        assert_eq!(word_at("a = ", 4), 4..4);
        assert_eq!(line_at("a\nb = 1\nc", 3), Some("b = 1"));
        assert_eq!(line_at("a\n", 2), None);
    }
}
