//! Writes sheets as SVG files.
//!
//! - In: sheets, one at a time.
//! - Out: a file for each sheet.
//!
//! All lengths are in mm. The attributes `width`, `height` and `viewBox` contain the same numbers, so that
//! programs show a file at its true size. The identity of a drawing, such as `board/cell:3,-1`, is in
//! `data-piece`. The `id` is this identity in the form of an XML name. The `class` of a group is `piece`,
//! `cut` or `furniture`.

mod cut;
mod document;
mod drawing;
mod embedded_image;
mod name;
mod path;
mod pieces;

pub use cut::{cuts, setup};
pub use document::{RecordAndLayout, is_untouched};
pub use name::words;
pub use path::data;
pub use pieces::NamedPiece;

use crate::About;
use drawing::Lettering;
use hexpress_base::diag::{Report, Result};
use hexpress_game::Game;
use hexpress_scene::text::{Faces, Fonts};
use hexpress_scene::{Sheet, Sheets};

/// Writes each sheet as a file, on all cores.
///
/// The argument of `about` and `record_and_layout` is the index of a sheet. `about` returns the metadata of
/// the sheet. `record_and_layout` returns the record and the layout for its file.
///
/// # Errors
/// At least one sheet has an error. The report contains the errors of all sheets.
pub fn files<S: Sheets + ?Sized>(
    sheets: &S,
    fonts: &Fonts,
    about: impl Fn(usize, &Sheet) -> About + Sync,
    record_and_layout: impl Fn(usize) -> Option<RecordAndLayout> + Sync,
) -> Result<Drawn<Vec<u8>>, Report> {
    each_sheet(sheets, fonts, |index, sheet, outlines| {
        let body = drawing::body(sheet, "", Lettering::Glyphs, outlines)?;
        let file = document::file(sheet.size, &body, &about(index, sheet), record_and_layout(index).as_ref());
        Ok(file.into_bytes())
    })
}

/// A sheet for a web page that shows several sheets.
#[derive(Debug, Clone, PartialEq)]
pub struct Fragment {
    /// The drawings of the sheet as an `svg` element.
    pub svg: String,
    /// The words of the sheet as invisible text, which users can find and copy. This is a `g` element
    /// in the coordinate system of `svg`.
    pub words: String,
    /// The pieces and cells on the sheet, in reading order.
    pub pieces: Vec<NamedPiece>,
}

/// Writes each sheet for a web page that shows several sheets. Uses all cores.
///
/// `prefix` returns the text at the beginning of every `id` of a sheet.
///
/// # Errors
/// At least one sheet has an error. The report contains the errors of all sheets.
pub fn fragments<S: Sheets + ?Sized>(
    sheets: &S,
    game: &Game,
    fonts: &Fonts,
    prefix: impl Fn(usize) -> String + Sync,
) -> Result<Drawn<Fragment>, Report> {
    each_sheet(sheets, fonts, |index, sheet, outlines| {
        let body = drawing::body(sheet, &prefix(index), Lettering::Paths, outlines)?;
        Ok(Fragment {
            svg: document::fragment(sheet.size, &body),
            words: drawing::words_of(sheet, outlines),
            pieces: pieces::named(sheet, game),
        })
    })
}

/// Writes a sheet as an `svg` element for a web page. Every `id` begins with `prefix`. Screen
/// readers read the text `alt` in place of the drawings.
///
/// # Errors
/// A picture that was stored cannot be read again.
pub fn picture(sheet: &Sheet, prefix: &str, alt: &str, outlines: &Faces<'_>) -> Result<String> {
    let body = drawing::body(sheet, prefix, Lettering::Glyphs, outlines)?;
    Ok(document::picture(sheet.size, &body, alt))
}

/// The results for all sheets, in the order of the sheets. The report contains the warnings of all
/// sheets.
pub type Drawn<T> = (Vec<T>, Report);

/// Calls `write` for each sheet, on all cores. Returns the results, and the warnings of all sheets.
///
/// # Errors
/// At least one sheet has an error. The report contains the errors of all sheets.
fn each_sheet<S: Sheets + ?Sized, T: Send>(
    sheets: &S,
    fonts: &Fonts,
    write: impl Fn(usize, &Sheet, &Faces<'_>) -> Result<T, Report> + Sync,
) -> Result<Drawn<T>, Report> {
    let written = hexpress_base::parallel::in_order(
        sheets.count(),
        || (sheets.cache(), Faces::new(fonts)),
        |(cache, outlines), index| {
            let sheet = sheets.sheet(index, cache)?;
            let result = write(index, &sheet, outlines)?;
            Ok::<_, Report>((result, sheet.warnings))
        },
    );
    let mut report = Report::default();
    let mut all = Vec::with_capacity(written.len());
    for sheet in written {
        match sheet {
            Ok((result, warnings)) => {
                all.push(result);
                warnings.into_iter().for_each(|warning| report.push(warning));
            }
            Err(errors) => report.extend(errors),
        }
    }
    if report.has_errors() { Err(report) } else { Ok((all, report)) }
}
