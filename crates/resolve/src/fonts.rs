//! The fonts of a game: those of the program, and the files that the layout names.
//!
//! `[fonts]` of the layout goes in; fonts come out, and errors for files that cannot be read.

use std::borrow::Cow;

use crate::diag::{Diagnostic, FileId, Place, Report, Result, codes};
use crate::files::{Files, NoFile};
use crate::spec::tables::layout::{FontFiles, Layout};
use crate::spec::values::place::{At, NameOr};
use crate::spec::values::style::family_name;
use crate::text::{DEFAULT_FAMILY, FontData, FontFace, Fonts, Style, examine};

/// How the names of files of fonts end.
const FILES: [&str; 5] = [".ttf", ".otf", ".woff", ".woff2", ".ttc"];

/// Returns the fonts of a game: `bundled`, with the families of the layout added.
pub fn fonts<'f>(
    layout: &Layout,
    file: FileId,
    files: &Files,
    bundled: &'f Fonts,
    report: &mut Report,
) -> Cow<'f, Fonts> {
    let mut fonts = Cow::Borrowed(bundled);
    for (family, given) in layout.fonts.iter() {
        let mut wrong = |wrong: Diagnostic, span: &std::ops::Range<usize>| {
            report.push(wrong.at(Place::new(file, span.clone())));
        };
        if let Err(error) = name(&family.value, &fonts) {
            wrong(error, &family.span);
            continue;
        }
        let mut is_readable = true;
        let mut listed = Vec::new();
        for (path, bold, italic) in faces(given) {
            listed.push((bold, italic));
            let face = match &path {
                Some(path) => {
                    let face = load(&family.value, path, files);
                    is_readable &= face.is_ok();
                    face.map_err(|error| wrong(error, &path.span))
                }
                None => {
                    let message = "a family needs a regular font";
                    let hint = "{ regular = \"fonts/Name.ttf\", bold = \"fonts/Name-Bold.ttf\" }";
                    wrong(codes::MISSING_KEY.error(message).hint(hint), &given.span);
                    Err(())
                }
            };
            // A face that cannot be read is replaced, so that its uses are not reported as well.
            let face = face.ok().or_else(|| stand_in(bundled).cloned());
            if let Some(face) = face {
                fonts.to_mut().add(FontFace { family: family.value.clone(), bold, italic, ..face });
            }
        }
        // A family with an unreadable file gets every style, so that its uses are not reported as well.
        let styles = [(true, false), (false, true), (true, true)];
        for (bold, italic) in styles.into_iter().filter(|style| !is_readable && !listed.contains(style)) {
            if let Some(face) = stand_in(bundled).cloned() {
                fonts.to_mut().add(FontFace { family: family.value.clone(), bold, italic, ..face });
            }
        }
    }
    fonts
}

/// Returns the face that replaces one that cannot be read.
fn stand_in(bundled: &Fonts) -> Option<&FontFace> {
    bundled.find(DEFAULT_FAMILY, Style::REGULAR).and_then(|id| bundled.get(id))
}

/// Adds families without known files, in every style.
pub fn add_unknown(families: &[String], bundled: &Fonts, fonts: &mut Cow<'_, Fonts>) {
    for family in families {
        for (bold, italic) in [(false, false), (true, false), (false, true), (true, true)] {
            if let Some(face) = stand_in(bundled).cloned() {
                fonts.to_mut().add(FontFace { family: family.clone(), bold, italic, ..face });
            }
        }
    }
}

/// The files of a family: whether each is bold, and italic; none where the regular one is missing.
fn faces(given: &At<NameOr<FontFiles>>) -> Vec<(Option<At<String>>, bool, bool)> {
    match &given.value {
        NameOr::Name(path) => vec![(Some(given.with(path.clone())), false, false)],
        NameOr::Full(of) => {
            let more = [(&of.bold, true, false), (&of.italic, false, true), (&of.bold_italic, true, true)];
            let more = more.into_iter().filter(|(path, ..)| path.is_some());
            let all = std::iter::once((&of.regular, false, false)).chain(more);
            all.map(|(path, bold, italic)| (path.clone(), bold, italic)).collect()
        }
    }
}

/// Whether a family may be called that, and no font of the program is.
fn name(name: &str, fonts: &Fonts) -> Result<()> {
    family_name(name)?;
    if fonts.families().contains(&name) {
        let message = format!("`{name}` is a font of the program");
        return Err(codes::SAME_NAME.error(message).hint("give yours another name: body, title"));
    }
    Ok(())
}

fn load(family: &str, path: &At<String>, files: &Files) -> Result<FontFace> {
    let bytes = files.get(&path.value).map_err(|why| {
        let message = format!("the font {} cannot be read: {why}", path.value);
        let hint = match why {
            NoFile::Absent(None) if !FILES.iter().any(|end| path.value.to_lowercase().ends_with(end)) => {
                let file = path.value.replace(char::is_whitespace, "");
                Some(format!(
                    "name its file: {family} = \"fonts/{file}.ttf\"; fonts of the system are not looked for"
                ))
            }
            NoFile::Absent(None) => Some(format!(
                "the path is taken from the folder of the layout: {family} = \"fonts/Title.ttf\""
            )),
            _ => why.hint(&path.value),
        };
        codes::UNREADABLE.error(message).maybe_hint(hint)
    })?;
    let data = FontData::own(bytes.to_vec());
    let name = examine(data.bytes()).map_err(|why| why.prefixed(&format!("{} ", path.value)))?;
    Ok(FontFace { family: String::new(), bold: false, italic: false, postscript_name: name, data })
}
