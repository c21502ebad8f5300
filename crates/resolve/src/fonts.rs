//! Loads the fonts of a game: the bundled fonts, and the font files that the layout names.
//!
//! - In: `[fonts]` of the layout.
//! - Out: fonts, and errors for files that cannot be read.

use std::borrow::Cow;
use std::path::Path;

use hexpress_base::diag::{Diagnostic, FileId, Report, Result, SourceSpan, codes};
use hexpress_base::files::{FileError, Files};
use hexpress_language::tables::layout::{FontFiles, Layout};
use hexpress_language::values::spanned::{NameOr, Spanned};
use hexpress_language::values::style::family_name;
use hexpress_scene::text::{DEFAULT_FAMILY, FontData, FontFace, Fonts, Style, examine};

const EXTENSIONS: [&str; 5] = [".ttf", ".otf", ".woff", ".woff2", ".ttc"];

/// Returns the bundled fonts and the font families of the layout. Reports files that cannot be
/// read.
pub fn fonts<'f>(
    layout: &Layout,
    file: FileId,
    files: &Files,
    bundled: &'f Fonts,
    report: &mut Report,
) -> Cow<'f, Fonts> {
    let mut fonts = Cow::Borrowed(bundled);
    for (family, value) in layout.fonts.iter() {
        if let Err(diagnostic) = check_name(&family.value, &fonts) {
            report.push(diagnostic.at(SourceSpan::new(file, family.span.clone())));
            continue;
        }
        let mut is_readable = true;
        let files_of_family = font_files(value);
        for FontFile { path, style } in &files_of_family {
            let loaded = match path {
                Some(path) => load(&family.value, path, files)
                    .map_err(|diagnostic| diagnostic.at(SourceSpan::new(file, path.span.clone()))),
                None => Err(no_regular_font().at(SourceSpan::new(file, value.span.clone()))),
            };
            is_readable &= loaded.is_ok() || path.is_none();
            let loaded_face = loaded.map_err(|diagnostic| report.push(diagnostic)).ok();
            // If the file of a font face cannot be read, the default face is used instead. Texts in
            // this font then cause no further errors.
            if let Some(face) = loaded_face.or_else(|| stand_in(bundled).cloned()) {
                add_face(&family.value, *style, face, &mut fonts);
            }
        }
        if !is_readable {
            // A file of the family is unreadable. Texts may use styles of this family for which the
            // layout has no file. These styles are added too, so that the texts cause no further errors.
            let missing =
                STYLES.into_iter().filter(|style| !files_of_family.iter().any(|file| file.style == *style));
            add_stand_ins(&family.value, missing, bundled, &mut fonts);
        }
    }
    fonts
}

const STYLES: [Style; 4] = [
    Style::REGULAR,
    Style { bold: true, italic: false },
    Style { bold: false, italic: true },
    Style { bold: true, italic: true },
];

fn add_face(family: &str, style: Style, face: FontFace, fonts: &mut Cow<'_, Fonts>) {
    let Style { bold, italic } = style;
    fonts.to_mut().add(FontFace { family: family.to_owned(), bold, italic, ..face });
}

/// Adds styles to a font family. All of these styles use the face of the default font.
fn add_stand_ins(
    family: &str,
    styles: impl IntoIterator<Item = Style>,
    bundled: &Fonts,
    fonts: &mut Cow<'_, Fonts>,
) {
    for style in styles {
        if let Some(face) = stand_in(bundled).cloned() {
            add_face(family, style, face, fonts);
        }
    }
}

/// Returns the face of the default font. It is used instead of a font file that cannot be read.
fn stand_in(bundled: &Fonts) -> Option<&FontFace> {
    bundled.find(DEFAULT_FAMILY, Style::REGULAR).and_then(|id| bundled.get(id))
}

/// Adds families whose font files are unknown. Texts in such a family are set in the default font.
pub fn add_unknown_fonts(families: &[String], bundled: &Fonts, fonts: &mut Cow<'_, Fonts>) {
    for family in families {
        add_stand_ins(family, STYLES, bundled, fonts);
    }
}

/// The font file for one style of a family.
struct FontFile {
    /// The path of the file. `None` only for the regular style of a family, if the layout sets no file
    /// for it.
    path: Option<Spanned<String>>,
    style: Style,
}

/// Returns the files of a family. The result always contains the regular style.
fn font_files(value: &Spanned<NameOr<FontFiles>>) -> Vec<FontFile> {
    match &value.value {
        NameOr::Name(path) => vec![FontFile { path: Some(value.with(path.clone())), style: Style::REGULAR }],
        NameOr::Full(paths) => {
            let paths = [&paths.regular, &paths.bold, &paths.italic, &paths.bold_italic];
            let files =
                paths.into_iter().zip(STYLES).map(|(path, style)| FontFile { path: path.clone(), style });
            files.filter(|file| file.path.is_some() || file.style == Style::REGULAR).collect()
        }
    }
}

fn no_regular_font() -> Diagnostic {
    let hint = "for example, write { regular = \"fonts/Name.ttf\", bold = \"fonts/Name-Bold.ttf\" }";
    codes::MISSING_KEY.error("a font family needs `regular`").hint(hint)
}

/// Checks the name of a family.
///
/// # Errors
/// The name is invalid, or a bundled font has this name.
fn check_name(name: &str, fonts: &Fonts) -> Result<()> {
    family_name(name)?;
    if fonts.families().contains(&name) {
        let message = format!("`{name}` is the name of a bundled font");
        return Err(codes::SAME_NAME
            .error(message)
            .hint("rename your font, for example to `body` or `title`"));
    }
    Ok(())
}

fn load(family: &str, path: &Spanned<String>, files: &Files) -> Result<FontFace> {
    let bytes = files.get(&path.value).map_err(|why| {
        let message = format!("cannot read the font {}: {why}", path.value);
        let hint = match why {
            FileError::Absent(None)
                if !EXTENSIONS.iter().any(|end| path.value.to_lowercase().ends_with(end)) =>
            {
                let file = path.value.replace(char::is_whitespace, "");
                Some(format!(
                    "write the path of the font file: {family} = \"fonts/{file}.ttf\"; hexpress does not use \
                    installed fonts"
                ).into())
            }
            FileError::Absent(None) if Path::new(&path.value).components().count() == 1 => Some(format!(
                "put the file in the folder of the layout, or write its path from there: {family} = \"fonts/Title.ttf\""
            ).into()),
            _ => why.hint(&path.value),
        };
        codes::UNREADABLE.error(message).maybe_hint(hint)
    })?;
    let data = FontData::own(bytes.to_vec());
    let name = examine(data.bytes()).map_err(|why| why.prefixed(&format!("{} ", path.value)))?;
    Ok(FontFace { family: String::new(), bold: false, italic: false, postscript_name: name, data })
}
