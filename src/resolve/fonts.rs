//! The game's own fonts: files that the layout names, beside those of the program.

use std::borrow::Cow;

use crate::diag::{Diagnostic, FileId, Place, Report, Result, codes};
use crate::files::Files;
use crate::spec::tables::layout::{FontFiles, Layout};
use crate::spec::values::place::{At, TextOr};
use crate::text::{FontData, FontFace, Fonts, examine};

/// The fonts of a game: `bundled` itself where the layout names none.
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
        if let Err(told) = name(&family.value, &fonts) {
            wrong(told, &family.span);
            continue;
        }
        for (path, bold, italic) in faces(given) {
            let face = match &path {
                Some(path) => load(path, files).map_err(|told| wrong(told, &path.span)),
                None => {
                    let message = "a family needs a regular font";
                    let hint = "{ regular = \"fonts/Name.ttf\", bold = \"fonts/Name-Bold.ttf\" }";
                    wrong(codes::MISSING_KEY.error(message).hint(hint), &given.span);
                    Err(())
                }
            };
            // A face that cannot be read is replaced, so that its uses are not reported as well.
            let stand_in =
                || bundled.find(crate::text::DEFAULT_FAMILY, false, false).and_then(|id| bundled.get(id));
            let face = face.ok().or_else(|| stand_in().cloned());
            if let Some(face) = face {
                fonts.to_mut().add(FontFace { family: family.value.clone(), bold, italic, ..face });
            }
        }
    }
    fonts
}

/// The files of a family: whether each is bold, and italic; none where the regular one is missing.
fn faces(given: &At<TextOr<FontFiles>>) -> Vec<(Option<At<String>>, bool, bool)> {
    match &given.value {
        TextOr::Text(path) => vec![(Some(given.with(path.clone())), false, false)],
        TextOr::Full(of) => {
            let more = [(&of.bold, true, false), (&of.italic, false, true), (&of.bold_italic, true, true)];
            let more = more.into_iter().filter(|(path, ..)| path.is_some());
            let all = std::iter::once((&of.regular, false, false)).chain(more);
            all.map(|(path, bold, italic)| (path.clone(), bold, italic)).collect()
        }
    }
}

/// Whether a family may be called that: `font = "body bold 9pt"` must find it.
fn name(name: &str, fonts: &Fonts) -> Result<()> {
    let words = ["bold", "italic", "regular"];
    let plain = name.starts_with(char::is_alphabetic) && !name.contains(char::is_whitespace);
    if words.contains(&name) || !plain {
        let message = format!("`{name}` cannot be a font's name");
        let hint = "one word that begins with a letter, and not bold, italic or regular: \"title\"";
        return Err(codes::BAD_VALUE.error(message).hint(hint));
    }
    if fonts.families().contains(&name) {
        let message = format!("`{name}` is a font of the program");
        return Err(codes::SAME_NAME.error(message).hint("give yours another name: body, title"));
    }
    Ok(())
}

fn load(path: &At<String>, files: &Files) -> Result<FontFace> {
    let bytes = files.get(&path.value).map_err(|why| {
        let message = format!("the font {} cannot be read: {why}", path.value);
        codes::UNREADABLE.error(message).maybe_hint(why.hint())
    })?;
    let data = FontData::own(bytes.to_vec());
    let name = examine(data.bytes()).map_err(|why| why.prefixed(&format!("{} ", path.value)))?;
    Ok(FontFace { family: String::new(), bold: false, italic: false, postscript_name: name, data })
}
