//! A file that is open in the editor: decides whether it is a layout, and finds its mistakes and names.
//!
//! - In: the text of the file, which may be incomplete, and an offset in bytes.
//! - Out: a report, or a name.
//! - Not here: receiving or sending messages.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::cursor::in_word;
use super::kind_of_file::{is_layout, may_become_layout};
use super::names::{NameOccurrence, Subject, names};
use crate::make::{self, Input};
use hexpress_base::diag::{Diagnostic, Report, Sources};
use hexpress_base::files::Files;
use hexpress_game::Game;
use hexpress_language::record::{Options, RECORD};
use hexpress_layout::plan_partial;
use hexpress_scene::text::Fonts;

/// The file name of a layout that has not been saved yet.
const UNSAVED: &str = "layout.toml";

/// A layout that is open in the editor.
pub struct Document {
    pub text: String,
    /// The path of the file. `None` if the file has not been saved yet.
    pub path: Option<PathBuf>,
    /// The files that the layout may name.
    pub files: Files,
    /// The game of the last text without mistakes.
    pub game: Option<Game>,
    /// The last text without mistakes, if a process with limits reads the layout. Otherwise `None`,
    /// because this process stores `game` instead.
    pub good: Option<String>,
    /// The error to report if reading the text took more time or memory than the limits allow.
    pub exceeded: Option<Diagnostic>,
    /// The last diagnostics that were sent to the editor.
    pub published: Vec<Value>,
    /// Whether the editor has reported `hexpress` as the language of the file.
    is_named_layout: bool,
}

impl Document {
    /// Creates a document with a new text. `before` is the document with the old text.
    pub fn new(text: String, path: Option<PathBuf>, before: Option<Self>) -> Self {
        let before_is_named = before.as_ref().is_some_and(|document| document.is_named_layout);
        let (game, good) = before.map_or((None, None), |document| (document.game, document.good));
        Self {
            text,
            path,
            files: Files::default(),
            game,
            good,
            exceeded: None,
            published: Vec::new(),
            is_named_layout: before_is_named,
        }
    }

    /// Marks the file as a layout if `language` is `hexpress`. `language` is the language that the
    /// editor reports for the file.
    pub fn in_language(mut self, language: Option<&str>) -> Self {
        self.is_named_layout |= language == Some("hexpress");
        self
    }

    pub fn is_layout(&self) -> bool {
        is_layout(&self.text)
    }

    /// Returns whether the file is a layout or may become one. Keys are suggested only in such a file.
    pub fn has_completions(&self) -> bool {
        self.is_layout() || self.is_named_layout || may_become_layout(&self.text, self.path.as_deref())
    }

    /// Updates the files that the layout may use.
    pub fn find_files(&mut self, allowed: &[PathBuf]) {
        self.files = match &self.path {
            Some(path) => Files::in_folder_of(path, allowed, RECORD),
            None => Files::default(),
        };
    }

    /// Returns the mistakes that the layout would have with the text `text`.
    pub fn check_text(&self, text: &str, allowed: &[PathBuf], fonts: &Fonts) -> Report {
        let mut other = Self::new(text.to_owned(), self.path.clone(), None);
        other.check(allowed, &mut Sources::default(), fonts)
    }

    /// Returns the mistakes of the layout. If it can be read, stores its game.
    pub fn check(&mut self, allowed: &[PathBuf], sources: &mut Sources, fonts: &Fonts) -> Report {
        self.find_files(allowed);
        let is_meant = self.is_named_layout || self.is_layout();
        let Some(input) = self.input().filter(|_| is_meant) else { return Report::default() };
        match make::read(&input, Options::defaults(), sources, fonts) {
            Ok(ready) => {
                let mut report = ready.warnings;
                let (plan, unfit) = plan_partial(&ready.game, ready.fonts.as_ref(), &ready.setup);
                report.extend(unfit);
                report.extend(plan.check());
                drop(plan);
                self.game = Some(ready.game);
                report
            }
            Err(report) => report,
        }
    }

    /// Returns the layout as the input of a build. Returns `None` if the name of the layout has
    /// characters that a finished file cannot have in its name.
    fn input(&self) -> Option<Input> {
        let file = self.path.as_deref().and_then(Path::file_name);
        let display_name =
            file.map_or_else(|| UNSAVED.to_owned(), |name| name.to_string_lossy().into_owned());
        Some(Input {
            id: display_name.trim_end_matches(".toml").parse().ok()?,
            file: display_name.parse().ok()?,
            display_name,
            text: self.text.clone(),
            files: self.files.clone(),
            options: None,
        })
    }

    /// Returns the name at an offset if the user can rename it.
    pub fn renamable(&self, offset: usize) -> Option<NameOccurrence> {
        let names = names(&self.text);
        let named = name_at(&names, offset)?;
        definition_of(named, &names)?;
        matches!(named.subject, Subject::Colour | Subject::Kind).then(|| named.clone())
    }
}

/// Returns the name at an offset, if there is one.
pub fn name_at(names: &[NameOccurrence], offset: usize) -> Option<&NameOccurrence> {
    names.iter().find(|named| named.range.start <= offset && offset <= named.range.end)
}

/// Returns the definition of a name, if the layout has one.
pub fn definition_of<'n>(named: &NameOccurrence, names: &'n [NameOccurrence]) -> Option<&'n NameOccurrence> {
    names.iter().find(|other| other.is_definition && other.is_same(named))
}

/// Returns the range of the word around an offset.
///
/// The range is empty if neither the character before nor the character after the offset is part of
/// a word.
pub fn word_at(text: &str, offset: usize) -> Range<usize> {
    let before = text[..offset].char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    let after = text[offset..].find(|c: char| !in_word(c)).unwrap_or(text.len() - offset);
    before.map_or(offset, |(start, _)| start)..offset + after
}

/// Returns the line that contains an offset. Returns `None` at the end of the text.
pub fn line_at(text: &str, offset: usize) -> Option<&str> {
    let rest = text[offset..].lines().next()?;
    let start = text[..offset].rfind('\n').map_or(0, |index| index + 1);
    Some(&text[start..offset + rest.len()])
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
