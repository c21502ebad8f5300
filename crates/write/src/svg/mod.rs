//! Sheets as SVG, a file for each. Lengths are millimetres throughout: `width`, `height` and `viewBox` agree, so
//! a file is true to size.
//!
//! A drawing's identity (`board/cell:3,-1`) stands in `data-piece` and, as an XML name, in `id`; `class` says
//! what a group is for: `piece`, `cut` or `furniture`.

mod cut;
mod document;
mod drawing;
mod image;
mod name;
mod path;

pub use cut::cuts;
pub use document::{Travels, is_untouched};
pub use name::words;
pub use path::data;

use super::About;
use crate::diag::{Diagnostic, Report};
use crate::scene::{Sheet, Sheets};
use crate::text::{Faces, Fonts};

/// Writes each sheet as a file, on all cores. `about` says what a file says of itself, and `travels` what it carries.
///
/// # Errors
/// Every mistake on every sheet.
pub fn files<S: Sheets + ?Sized>(
    sheets: &S,
    fonts: &Fonts,
    about: impl Fn(usize, &Sheet) -> About + Sync,
    travels: impl Fn(usize) -> Option<Travels> + Sync,
) -> Result<Drawn<Vec<u8>>, Report> {
    let state = || (sheets.cache(), Faces::new(fonts));
    drawn(crate::base::parallel::in_order(sheets.count(), state, |(cache, outlines), index| {
        let sheet = sheets.sheet(index, cache)?;
        let body = drawing::body(&sheet, "", outlines)?;
        let file = document::file(sheet.size, &body, &about(index, &sheet), travels(index).as_ref());
        Ok((file.into_bytes(), sheet.warnings))
    }))
}

/// Writes each sheet as an element for one page that shows them all, on all cores. `prefix` is what every `id` on a sheet
/// begins with; words are text as well.
///
/// # Errors
/// Every mistake on every sheet.
pub fn fragments<S: Sheets + ?Sized>(
    sheets: &S,
    fonts: &Fonts,
    prefix: impl Fn(usize) -> String + Sync,
) -> Result<Drawn<String>, Report> {
    let state = || (sheets.cache(), Faces::new(fonts));
    drawn(crate::base::parallel::in_order(sheets.count(), state, |(cache, outlines), index| {
        let sheet = sheets.sheet(index, cache)?;
        let mut body = drawing::body(&sheet, &prefix(index), outlines)?;
        body.push_str(&drawing::words_of(&sheet, outlines));
        Ok((document::fragment(sheet.size, &body), sheet.warnings))
    }))
}

/// Sheets in their order, and what there is to look at on them.
pub type Drawn<T> = (Vec<T>, Report);

/// All sheets, or all that is wrong with them.
fn drawn<T>(sheets: Vec<Result<(T, Vec<Diagnostic>), Report>>) -> Result<Drawn<T>, Report> {
    let mut report = Report::default();
    let mut all = Vec::with_capacity(sheets.len());
    for sheet in sheets {
        match sheet {
            Ok((sheet, warnings)) => {
                all.push(sheet);
                warnings.into_iter().for_each(|warning| report.push(warning));
            }
            Err(mistakes) => report.extend(mistakes),
        }
    }
    if report.has_errors() { Err(report) } else { Ok((all, report)) }
}
