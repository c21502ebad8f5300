//! Corrections that an editor can apply. Each correction consists of a word in the text of the
//! file, and a replacement for this word.
//!
//! - In: a mistake with its place, and the text of the file.
//! - Out: an [`Edit`] of that text.

use std::fmt;
use std::ops::{Deref, Range};

use super::Diagnostic;

/// A replacement for a word that the user typed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The word that is replaced. The word is within the place of the mistake. If the word is empty,
    /// the text of the whole place is replaced.
    pub typed: Box<str>,
    /// The replacement, without quotes around it.
    pub text: Box<str>,
}

/// A hint, and the correction that it proposes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    /// The text of the hint.
    pub words: String,
    /// The correction. `None` if the user must choose one of several corrections.
    pub fix: Option<Fix>,
}

impl Hint {
    /// Returns a hint that proposes to write `text` in place of `typed`.
    pub fn replacing(words: impl Into<String>, typed: &str, text: &str) -> Self {
        Self { words: words.into(), fix: Some(Fix { typed: typed.into(), text: text.into() }) }
    }

    /// Sets the word that the correction replaces.
    pub fn in_place_of(mut self, typed: &str) -> Self {
        if let Some(fix) = &mut self.fix {
            fix.typed = typed.into();
        }
        self
    }

    /// Returns a hint such as "did you mean `label`?". Its correction replaces `typed` by `near`.
    pub fn did_you_mean(typed: &str, near: &str) -> Self {
        Self::replacing(format!("did you mean `{near}`?"), typed, near)
    }
}

impl<T: Into<String>> From<T> for Hint {
    fn from(words: T) -> Self {
        Self { words: words.into(), fix: None }
    }
}

impl Deref for Hint {
    type Target = str;

    fn deref(&self) -> &str {
        &self.words
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// A change of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The range of bytes that is replaced.
    pub range: Range<usize>,
    /// The replacement.
    pub text: String,
}

impl Diagnostic {
    /// Sets or removes the correction.
    pub(super) fn with_fix(mut self, fix: Option<Fix>) -> Self {
        if fix.is_some() || self.wrong_part.is_some() {
            self.wrong_part.get_or_insert_default().fix = fix;
        }
        self
    }

    /// Returns the correction as an edit of `source`, the text of the file with the mistake.
    ///
    /// Returns `None` if there is no correction, or if the new text cannot be inside quotes. Also
    /// returns `None` if the word does not occur exactly once at the place of the mistake.
    pub fn edit(&self, source: &str) -> Option<Edit> {
        let (fix, place) = (self.wrong_part.as_ref()?.fix.as_ref()?, self.place?);
        let place = place.start as usize..place.end as usize;
        let marked = source.get(place.clone())?;
        let inner = inside_quotes(marked);
        // Inside quotes, a quote would end the text. A backslash or a line break would need an escape.
        let is_quoted = inner.len() < marked.len() || is_in_quotes(source, place.start);
        if is_quoted && fix.text.contains(['"', '\'', '\\', '\n']) {
            return None;
        }
        let within = match &*fix.typed {
            "" => inner,
            typed if marked.get(inner.clone()).is_some_and(|marked| is_spelling_of(marked, typed)) => inner,
            typed => only_occurrence(marked, typed)?,
        };
        let range = place.start + within.start..place.start + within.end;
        Some(Edit { range, text: fix.text.to_string() })
    }
}

/// Returns whether the marked text in the file is the word `typed`, perhaps in another spelling.
///
/// The file may contain the word with escaped backslashes. It may also contain the name of a column as
/// the user typed it, such as `No. of copies` for `no_of_copies`.
fn is_spelling_of(marked: &str, typed: &str) -> bool {
    if marked == typed || marked.replace("\\\\", "\\") == typed {
        return true;
    }
    let words = marked.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_") == typed
}

/// Returns the range of bytes of a text without the quotes around it.
fn inside_quotes(text: &str) -> Range<usize> {
    for quotes in ["\"\"\"", "'''", "\"", "'"] {
        let length = quotes.len();
        if text.len() >= 2 * length && text.starts_with(quotes) && text.ends_with(quotes) {
            return length..text.len() - length;
        }
    }
    0..text.len()
}

/// Returns whether the byte `at` is inside quotes: the part of its line before this byte has an odd
/// number of `"` or an odd number of `'`.
fn is_in_quotes(source: &str, at: usize) -> bool {
    let line = source.get(..at).and_then(|before| before.rsplit('\n').next()).unwrap_or_default();
    line.matches('"').count() % 2 == 1 || line.matches('\'').count() % 2 == 1
}

/// Returns the range of a word that occurs exactly once in a text. Returns `None` if the word is missing or
/// occurs several times. Occurrences inside longer words are ignored.
fn only_occurrence(text: &str, word: &str) -> Option<Range<usize>> {
    let in_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut found = text.match_indices(word).filter(|(start, word)| {
        let before = text.get(..*start).and_then(|text| text.chars().next_back());
        let after = text.get(start + word.len()..).and_then(|text| text.chars().next());
        ![before, after].into_iter().flatten().any(in_word)
    });
    let (start, _) = found.next()?;
    found.next().is_none().then_some(start..start + word.len())
}

#[cfg(test)]
mod tests {
    use crate::diag::{FileId, Hint, SourceSpan, codes};

    fn mended(source: &str, marked: &str, typed: &str, text: &str) -> Option<String> {
        let start = source.find(marked).unwrap();
        let place = SourceSpan::new(FileId(0), start..start + marked.len());
        let edit =
            codes::BAD_VALUE.error("x").at(place).hint(Hint::replacing("x", typed, text)).edit(source)?;
        let mut mended = source.to_owned();
        mended.replace_range(edit.range, &edit.text);
        Some(mended)
    }

    #[test]
    fn a_fix_replaces_the_word_and_keeps_its_quotes() {
        let put = |source, marked| mended(source, marked, "gren", "green").unwrap();
        assert_eq!(put("fill = \"gren\"", "\"gren\""), "fill = \"green\"");
        assert_eq!(put("fill = \"gren\"", "gren"), "fill = \"green\"");
        assert_eq!(
            put("line = \"1mm gren, gren-2\"", "\"1mm gren, gren-2\""),
            "line = \"1mm green, gren-2\""
        );
        assert_eq!(mended("a = '''x'''", "'''x'''", "", "y").unwrap(), "a = '''y'''");
        // In the file, the name of the column is written as the user typed it, and a backslash is
        // written as `\\`.
        assert_eq!(mended("a,No. of copies", "No. of copies", "no_of_copies", "copies").unwrap(), "a,copies");
        assert_eq!(mended(r#"a = "b\\c""#, r#""b\\c""#, r"b\c", "b/c").unwrap(), r#"a = "b/c""#);
    }

    #[test]
    fn there_is_no_edit_if_it_is_not_clear_what_to_replace() {
        assert_eq!(mended("a = \"gren gren\"", "\"gren gren\"", "gren", "green"), None);
        assert_eq!(mended("a = \"x\"", "\"x\"", "gren", "green"), None);
        assert_eq!(mended("a = \"gren\"", "gren", "gren", "a\"b"), None);
    }
}
