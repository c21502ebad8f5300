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

use std::ops::Range;

pub use cut::cuts;
pub use document::{Travels, is_untouched};
pub use name::words;
pub use path::data;

use super::About;
use crate::diag::{Diagnostic, Report};
use crate::layout::Plan;
use crate::text::{Faces, Fonts};

/// The sheets `sheets` of a plan as files, in order. `travels` says what each carries, by its number in the
/// plan.
///
/// # Errors
/// Everything on these sheets that cannot be drawn.
pub fn files(
    plan: &Plan<'_>,
    sheets: Range<usize>,
    fonts: &Fonts,
    travels: impl Fn(usize) -> Option<Travels> + Sync,
) -> Result<Drawn<Vec<u8>>, Report> {
    let game = plan.game();
    // Pictures stand in it as whole files.
    game.pictures.leave_unpacked();
    let first = sheets.start;
    let many = sheets.len();
    let state = || (plan.sheet_cache(), Faces::new(fonts));
    drawn(crate::base::parallel::in_order(many, state, |(cache, outlines), i| {
        let sheet = plan.sheet(first + i, cache)?;
        let title = format!("{}: {}, sheet {} of {many}", game.title, sheet.component, i + 1);
        let about = About::game(game, title);
        let body = drawing::body(&sheet, "", outlines)?;
        let file = document::file(sheet.size, &body, &about, travels(first + i).as_ref());
        Ok((file.into_bytes(), sheet.warnings))
    }))
}

/// Some sheets of a plan as elements for one page that shows them all: every `id` begins with `s` and the sheet's
/// number, `s1-`. Their words are text as well.
///
/// # Errors
/// Everything on these sheets that cannot be drawn.
pub fn fragments(plan: &Plan<'_>, sheets: &[usize], fonts: &Fonts) -> Result<Drawn<String>, Report> {
    plan.game().pictures.leave_unpacked();
    let state = || (plan.sheet_cache_for(sheets.len()), Faces::new(fonts));
    drawn(crate::base::parallel::in_order(sheets.len(), state, |(cache, outlines), i| {
        let index = sheets.get(i).copied().unwrap_or_default();
        let sheet = plan.sheet(index, cache)?;
        let mut body = drawing::body(&sheet, &format!("s{}-", index + 1), outlines)?;
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
