//! The text of a page. The text is Markdown. It is in the layout itself, or in a file in the folder
//! of the layout.
//!
//! - In: the value of `text`.
//! - Out: a [`PageText`]. After the file is read, it contains the content of the file.
//! - Not here: parsing Markdown.

use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use hexpress_base::diag::{Diagnostic, FileId, Result, SourceSpan, Sources, codes};
use hexpress_base::files::Files;

/// The text of a page.
#[derive(Debug, Clone)]
pub struct PageText {
    /// The value in the layout: the text itself, or the name of a file.
    pub typed: String,
    /// The content of the file. `None` if the file is not read yet, or if the layout contains the
    /// text itself.
    pub read: Option<MarkdownFile>,
}

/// A Markdown file that was read. With `file`, messages about mistakes can show lines of the file.
#[derive(Debug, Clone)]
pub struct MarkdownFile {
    pub file: FileId,
    pub text: Arc<str>,
}

impl<'de> Deserialize<'de> for PageText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        String::deserialize(deserializer).map(|typed| Self { typed, read: None })
    }
}

/// The extensions of text files. A value with one of them is the name of a file.
const ENDINGS: [&str; 3] = [".md", ".markdown", ".txt"];

/// The largest size of a Markdown file, in bytes.
const MAX_FILE_BYTES: usize = 2_000_000;

impl PageText {
    /// Returns the name of the file. Returns `None` if the layout contains the text itself.
    pub fn file_name(&self) -> Option<&str> {
        let name = self.typed.trim();
        let is_name = !name.contains('\n') && ENDINGS.iter().any(|ending| name.ends_with(ending));
        is_name.then_some(name)
    }

    /// Returns false if the text is in a file that has not been read, or that cannot be read.
    pub fn is_read(&self) -> bool {
        self.file_name().is_none() || self.read.is_some()
    }

    /// Reads the file of the text. Does nothing if the layout contains the text.
    ///
    /// # Errors
    /// The file does not exist, is too long, or is not UTF-8.
    pub fn fetch(&mut self, place: SourceSpan, sources: &mut Sources, files: &Files) -> Result<()> {
        let Some(name) = self.file_name() else { return Ok(()) };
        let bytes = files.get(name).map_err(|why| {
            let diagnostic = codes::UNREADABLE.error(format!("`{name}` cannot be read: {why}"));
            diagnostic.maybe_hint(why.hint(name)).at(place)
        })?;
        check_length(name, bytes.len()).map_err(|diagnostic| diagnostic.at(place))?;
        let plain = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let text = str::from_utf8(plain).map_err(|_| not_utf8(name).at(place))?;
        let file = sources.add(name, text);
        self.read = Some(MarkdownFile { file, text: text.into() });
        Ok(())
    }
}

fn not_utf8(name: &str) -> Diagnostic {
    let diagnostic = codes::UNREADABLE.error(format!("`{name}` is not UTF-8 text"));
    diagnostic.hint("save the file again with the encoding UTF-8")
}

fn check_length(name: &str, bytes: usize) -> Result<()> {
    if bytes <= MAX_FILE_BYTES {
        return Ok(());
    }
    let hint = format!("divide it into several pages: a text has at most {MAX_FILE_BYTES} bytes");
    Err(codes::UNREADABLE.error(format!("`{name}` has {bytes} bytes")).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::{MAX_FILE_BYTES, check_length};

    #[test]
    fn the_longest_text_is_read_and_a_longer_one_is_not() {
        assert!(check_length("rules.md", MAX_FILE_BYTES).is_ok());
        assert!(check_length("rules.md", MAX_FILE_BYTES + 1).is_err());
    }
}
