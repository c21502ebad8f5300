//! A layout, and where it came from: the program, a folder, or a finished file.

use std::path::Path;

use crate::bundled::Bundled;
use crate::diag::{Result, codes, seen_name};
use crate::files::{Files, PlainName};
use crate::read::carried::Whole;
use crate::record::{Options, RECORD};

/// A layout, and where it came from.
#[derive(Debug)]
pub struct Input {
    /// The stem of its file: the names of all files that are made of it begin so.
    pub id: PlainName,
    /// The layout's file name, without a folder: it travels inside the PDF.
    pub file: PlainName,
    /// As the user knows it, for messages.
    pub shown: String,
    /// The layout.
    pub text: String,
    /// The files that it may name.
    pub files: Files,
    /// What an earlier build was asked for, if it comes from a PDF.
    pub options: Option<Options>,
}

/// The text of a layout's file, without the mark that some editors begin a file with.
///
/// # Errors
/// That it is no UTF-8, and where not.
fn layout_text<'b>(shown: &str, bytes: &'b [u8]) -> Result<&'b str> {
    let no_text = |why: &str| {
        codes::UNREADABLE
            .error(format!("{shown} is not UTF-8 text: {why}"))
            .hint("save it as UTF-8 in your editor")
    };
    if bytes.contains(&0) {
        return Err(no_text("it looks like UTF-16, from its first line on"));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|e| {
        let line = bytes[..e.valid_up_to()].iter().filter(|b| **b == b'\n').count() + 1;
        no_text(&format!("see line {line}"))
    })
}

impl Input {
    /// A bundled layout, which stands alone.
    ///
    /// # Errors
    /// No files can be called after it.
    pub fn bundled(game: &Bundled) -> Result<Self> {
        let shown = format!("{} (bundled)", game.file);
        Ok(Self {
            id: plain(game.id, &shown)?,
            file: plain(game.file, &shown)?,
            shown,
            text: game.text.to_owned(),
            files: Files::default(),
            options: None,
        })
    }

    /// The layout that a file holds, beside which others lie.
    ///
    /// # Errors
    /// It is no text, or no files can be called after it.
    pub fn layout(path: &Path, bytes: &[u8], files: Files) -> Result<Self> {
        let shown = seen_name(&path.display().to_string()).into_owned();
        let text = layout_text(&shown, bytes)?.to_owned();
        let name =
            |part: Option<&std::ffi::OsStr>| plain(&part.unwrap_or_default().to_string_lossy(), &shown);
        let (id, file) = (name(path.file_stem())?, name(path.file_name())?);
        Ok(Self { id, file, text, files, options: None, shown })
    }

    /// The layout that a finished file carries, and what it was built for; none where its record names none.
    pub fn of_record(whole: Whole, shown: &str) -> Option<Self> {
        let Whole { record, layout: text, files } = whole;
        let file = record.layout?;
        let (files, options) = (Files::attached(files, RECORD), Some(record.options));
        Some(Self {
            id: record.game,
            shown: format!("{file} in {}", seen_name(shown)),
            file,
            text,
            files,
            options,
        })
    }
}

/// A name that the files of a build are called after.
fn plain(name: &str, shown: &str) -> Result<PlainName> {
    name.parse().map_err(|why| {
        let message = format!("{shown}: no files can be called after it: {why}");
        codes::UNSAFE_NAME.error(message).hint("give the file another name")
    })
}

/// The type of a file, by how its name ends.
pub(super) fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("csv") => "text/csv",
        Some("tsv") => "text/tab-separated-values",
        Some("json") => "application/json",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        Some("ttf") => "font/ttf",
        Some("otf") => "font/otf",
        _ => "application/octet-stream",
    }
}
