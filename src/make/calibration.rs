//! Makes the PDF with the calibration sheets for a printer.
//!
//! - In: the paper, and the edge over which sheets are turned.
//! - Out: a PDF with a front and a back for every paper size.
//! - Not here: reading measurements; `cli/calibrate` does.

use super::pdf_file::pdf_without_layout;
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_base::identity::CALIBRATION;
use hexpress_base::units::ShortNumber;
use hexpress_language::record::Options;
use hexpress_layout::extra::calibration;
use hexpress_scene::print::job::{Job, Sides};
use hexpress_scene::print::paper::{PaperChoice, sheet_name};
use hexpress_scene::print::profile::Marks;
use hexpress_scene::print::profile::marks::MIN_SHEET_MM;
use hexpress_scene::print::setup::{Backs, PrintSetup};
use hexpress_scene::text::{Fonts, Shaper};
use hexpress_write::About;
use hexpress_write::pdf;

/// Makes a PDF with two pages for every paper size, the smallest size first.
///
/// # Errors
/// The paper is too small for the marks.
pub fn calibration(paper: &PaperChoice, flip: Backs, fonts: &Fonts) -> Result<Vec<u8>, Report> {
    let shaper = Shaper::new(fonts);
    let mut sheets = Vec::new();
    let mut report = Report::default();
    let large = (paper.large != paper.small).then_some(paper.large);
    for size in [paper.small].into_iter().chain(large) {
        match Marks::on(size) {
            Some(marks) => sheets.extend(calibration::sheets(&marks, flip, &shaper)),
            None => report.push(too_small(size)),
        }
    }
    if report.has_errors() {
        return Err(report);
    }
    let sides = if flip == Backs::FlipShort { Sides::TwoShort } else { Sides::TwoLong };
    let pages = pdf::pages(&sheets[..], Job { sides, ..Job::default() }, fonts, None)?;
    let print_setup = PrintSetup { backs: Some(flip), ..PrintSetup::default() };
    let options = Options { print_setup, ..Options::new(&paper.name, 0.0) };
    let about = About { title: "Calibration sheet".into(), language: "en".into(), ..About::default() };
    Ok(pdf_without_layout(CALIBRATION, options, &about, pages, fonts)?.in_memory()?)
}

/// Returns the error for paper that is too small for the marks of a calibration sheet.
pub fn too_small(size: kurbo::Size) -> Diagnostic {
    let message = format!(
        "{} is too small for a calibration sheet; the minimum is {} x {} mm",
        sheet_name(size),
        ShortNumber(MIN_SHEET_MM.width),
        ShortNumber(MIN_SHEET_MM.height),
    );
    codes::BAD_OPTION.error(message).hint("choose a larger paper, such as --paper a4")
}
