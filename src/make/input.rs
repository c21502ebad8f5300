//! The input of a build.
//!
//! - In: a bundled game, the bytes of a layout, or a finished file.
//! - Out: the text of the layout, and the files that it may name. Also errors about drawings that the
//!   PDF standard of the build does not allow.
//! - Not here: opening files, or reading the text as TOML.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use crate::bundled::Bundled;
use hexpress_base::diag::{Diagnostic, Result, codes, escape_name};
use hexpress_base::files::{Files, NotPlain, PlainName};
use hexpress_game::{Component, Game, Shape};
use hexpress_language::record::{Options, RECORD};
use hexpress_read::build_data::RecordAndFiles;
use hexpress_scene::Image;
use hexpress_write::pdf::Pages;

/// The text of a layout, with the files that it may name.
#[derive(Debug)]
pub struct Input {
    /// The file name of the layout without its extension. The names of all files of a build begin with
    /// this text.
    pub id: PlainName,
    /// The file name of the layout, without a folder. PDFs contain the layout under this name.
    pub file: PlainName,
    /// The path of the layout, as messages show it.
    pub display_name: String,
    pub text: String,
    /// The files that the layout may name.
    pub files: Files,
    /// The options of the build that made the finished file. `None` if the layout is not from a
    /// finished file.
    pub options: Option<Options>,
}

/// Returns the text of a layout, without a byte order mark.
///
/// # Errors
/// The text is not UTF-8. The message names the line.
fn layout_text<'b>(display_name: &str, bytes: &'b [u8]) -> Result<&'b str> {
    if bytes.contains(&0) {
        return Err(not_utf8(display_name, "it looks like UTF-16"));
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(text).map_err(|error| {
        let line = text[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        not_utf8(display_name, &format!("see line {line}"))
    })
}

fn not_utf8(display_name: &str, why: &str) -> Diagnostic {
    codes::UNREADABLE
        .error(format!("{display_name} is not UTF-8 text: {why}"))
        .hint("save it as UTF-8 in your editor")
}

impl Input {
    /// Returns the name of a picture for a message: the name of its file, or `a picture` if the file is
    /// unknown.
    pub fn picture_name(&self, image: &Image) -> String {
        let files = self.files.files_read();
        let named = files.iter().find(|(_, file)| **file == image.file);
        named.map_or_else(|| "a picture".to_owned(), |(file, _)| format!("`{file}`"))
    }

    /// Returns an error if a picture has colours that cannot be converted to those of the PDF standard.
    pub fn not_converted(&self, pages: &Pages) -> Option<Diagnostic> {
        let picture = self.picture_name(pages.not_converted().next()?);
        let message = format!("--standard cannot convert the colours of {picture}, because it is a PDF");
        let hint = "save the picture as SVG or PNG, or delete --standard";
        Some(codes::BAD_PICTURE.error(message).hint(hint))
    }

    /// Creates the input for a bundled game.
    ///
    /// # Errors
    /// The name has characters that a file name cannot have.
    pub fn bundled(game: &Bundled) -> Result<Self> {
        let display_name = format!("{} (bundled)", game.file);
        let mut beside = BTreeMap::new();
        for (name, text) in game.beside {
            beside.insert(plain_name(name, &display_name)?, Arc::from(text.as_bytes()));
        }
        Ok(Self {
            id: plain_name(game.id, &display_name)?,
            file: plain_name(game.file, &display_name)?,
            display_name,
            text: game.text.to_owned(),
            files: Files::in_memory(game.file, beside, RECORD),
            options: None,
        })
    }

    /// Creates the input for a layout. `bytes` are its contents, and `files` are the files that it may
    /// name.
    ///
    /// # Errors
    /// The contents are not UTF-8, or the name has characters that a file name cannot have.
    pub fn layout(path: &Path, bytes: &[u8], files: Files) -> Result<Self> {
        let display_name = escape_name(&path.display().to_string()).into_owned();
        let text = layout_text(&display_name, bytes)?.to_owned();
        let id = plain_name(&path.file_stem().unwrap_or_default().to_string_lossy(), &display_name)?;
        let file = plain_name(&path.file_name().unwrap_or_default().to_string_lossy(), &display_name)?;
        Ok(Self { id, file, text, files, options: None, display_name })
    }

    /// Creates the input for the layout in a finished file. Returns `None` if its record names no
    /// layout.
    pub fn from_record(whole: RecordAndFiles, display_name: &str) -> Option<Self> {
        let RecordAndFiles { record, layout: text, files } = whole;
        let file = record.layout?;
        let (files, options) = (Files::attached(files, RECORD), Some(record.options));
        Some(Self {
            id: record.game,
            display_name: format!("{file} in {}", escape_name(display_name)),
            file,
            text,
            files,
            options,
        })
    }
}

/// Checks that the names of finished files can be made from a name.
///
/// # Errors
/// The name has characters that some systems do not allow in file names.
fn plain_name<N: FromStr<Err = NotPlain>>(name: &str, display_name: &str) -> Result<N> {
    name.parse().map_err(|why| {
        let message = format!("hexpress cannot name files after {display_name}: {why}");
        codes::UNSAFE_NAME.error(message).hint("rename the file")
    })
}

/// Returns the media type that belongs to the extension of a file.
pub(super) fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase()).as_deref() {
        Some("csv") => "text/csv",
        Some("tsv") => "text/tab-separated-values",
        Some("json") => "application/json",
        Some("xlsx") => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("svg") => "image/svg+xml",
        Some("pdf") => "application/pdf",
        Some("ttf") => "font/ttf",
        Some("otf") => "font/otf",
        _ => "application/octet-stream",
    }
}

/// The hint for a drawing with transparency.
const HINT: &str = "delete the transparency, or build with --standard pdfx-4, which allows it";

/// Returns an error if the PDF standard of the build does not allow something on the pages: the colours
/// of a picture, or transparency.
pub fn refused(input: &Input, game: &Game, pages: &Pages) -> Option<Diagnostic> {
    if let Some(error) = input.not_converted(pages) {
        return Some(error);
    }
    if let Some(image) = pages.sheer_pictures().next() {
        let picture = input.picture_name(image);
        let message = format!("{picture} has transparent pixels, but PDF/X-1a does not allow transparency");
        let error = codes::PRESS_TRANSPARENCY.error(message);
        let hint = "save the picture without transparency, or build with --standard pdfx-4";
        let name = picture.trim_matches('`').to_owned();
        let display_name =
            game.components.iter().flat_map(Component::elements).find_map(|element| match &element.shape {
                Shape::Image(image) if image.file.source() == name => Some(image.place),
                _ => None,
            });
        return Some(match display_name {
            Some(place) => error.hint(hint).at(place),
            None => error.hint(hint),
        });
    }
    let title = pages.sheer_pages().next()?;
    let message = format!("`{title}` has a transparent drawing, but PDF/X-1a does not allow transparency");
    let error = codes::PRESS_TRANSPARENCY.error(message).hint(HINT);
    let Some(component) = game.components.iter().find(|component| *component.name == *title) else {
        return Some(error);
    };
    let sheer =
        component.elements().into_iter().find(|element| element.style.opacity.is_some_and(|o| o < 1.0));
    Some(error.at(sheer.map_or(component.place, |element| element.place)))
}
