//! `check SCAN.png --against FILE.pdf`: checks scans of printed sheets, and reports the verdicts.
//!
//! - In: pictures, and the file or the layout that was printed.
//! - Out: the verdicts, on the terminal or as JSON.
//! - Not here: judging (`src/scans`) and measuring (`crates/scan`).

mod reference;
mod spoiled;
mod turned;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::NamedFiles;
use crate::cli::check::check_args::Check;
use crate::cli::io::{Output, Status, has_extension, same_file};
use crate::cli::{RunContext, limited_process};
use crate::scans::reading::{self, SizeLimits};
use crate::scans::{ScanResult, marked_scan, scan_report};
use hexpress_base::diag::{Diagnostic, Report, Result, codes, escape_name};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_scan::judge::PageOf;
use hexpress_scene::text::Fonts;
use reference::ReferenceFiles;
use turned::Views;

/// Checks the arguments before anything is read.
///
/// # Errors
/// Scans are mixed with other files, or an option does not apply to scans.
pub(super) fn check_arguments(args: &Check, named: &NamedFiles) -> Result<()> {
    if !named.layouts.is_empty() || !named.files.is_empty() {
        let message = "scans of prints cannot be checked together with other files";
        return Err(codes::BAD_OPTION.error(message).hint("check the other files in a separate command"));
    }
    if args.card && args.photo {
        let message = "--card needs a scan: a photo is measured against the edges of the sheet";
        return Err(codes::BAD_OPTION.error(message).hint("delete --card or --photo"));
    }
    if args.write_layout.is_some() {
        let message = "--write-layout needs a finished file (.pdf or .svg), not a scan";
        return Err(codes::BAD_OPTION.error(message));
    }
    if let Some(picture) = args.picture.as_deref()
        && !has_extension(picture, &["svg"])
    {
        let message = format!("{}: the picture of a scan must end with .svg", picture.display());
        return Err(codes::BAD_OPTION.error(message).hint("write --picture faults.svg"));
    }
    Ok(())
}

/// Checks that no option for scans is typed without a scan.
///
/// # Errors
/// `--photo`, `--card` or `--page` has no effect.
pub(super) fn check_unused(args: &Check) -> Result<()> {
    for (is_typed, option) in
        [(args.photo, "--photo"), (args.card, "--card"), (args.page.is_some(), "--page")]
    {
        if is_typed {
            let message = format!("{option} has no effect without a picture of a printed sheet");
            let hint = format!("name the picture (.png, .jpg), or delete {option}");
            return Err(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
    Ok(())
}

/// Judges scans, and prints the results for each scan.
///
/// # Errors
/// The file that was printed cannot be read. If a scan cannot be read, the error is reported, and
/// the other scans are judged.
pub fn run(
    args: &Check,
    scans: &[PathBuf],
    run_context: &RunContext,
    fonts: &Fonts,
    output: &mut Output,
) -> Result<(), Report> {
    let reference = ReferenceFiles::read(args, run_context, fonts, output)?;
    let printed = &reference.printed;
    let wanted = printed.wanted(args.page)?;
    let mut views = Views::new();
    for path in scans {
        allow_scan_of(wanted.len());
        match show(args, path, run_context, &reference, &wanted, output) {
            // Photos are not added: `views` finds the errors of scanners, and a photo is made without a
            // scanner.
            Ok(_) if args.photo => {}
            Ok(result) => views.add(result.picture.judged.shown, result.name, &result.picture.uncorrected),
            Err(diagnostic) => output.report_failure(diagnostic),
        }
    }
    views.show(printed, output);
    Ok(())
}

/// Extends the time limit of this process, so that it can compare one scan with this number of pages.
pub fn allow_scan_of(pages: usize) {
    /// For every three pages, the limit grows by the time for one file. Comparing a page takes only two
    /// seconds, so this is more than sufficient.
    const PAGES: usize = 3;
    (0..=pages / PAGES).for_each(|_| limited_process::allow_another());
}

/// Judges one scan, and shows the result.
fn show<'p>(
    args: &Check,
    path: &Path,
    run_context: &RunContext,
    reference: &'p ReferenceFiles,
    wanted: &[PageOf],
    output: &mut Output,
) -> Result<ScanResult<'p>> {
    let name = escape_name(&path.display().to_string()).to_string();
    let file = read_file(path, run_context)?;
    let printed = &reference.printed;
    let seen = match args.photo {
        true => printed.judge_photo(&file, &name, wanted, SizeLimits::PROGRAM)?,
        false => printed.judge_scan(&file, &name, wanted, args.card, SizeLimits::PROGRAM)?,
    };
    let result = ScanResult { name, printed, picture: seen };
    let diagnostics = scan_report::diagnostics(&result);
    if diagnostics.iter().any(scan_report::is_fault) {
        output.raise_status(Status::Faults);
    }
    output.findings(&diagnostics.iter().collect::<Vec<_>>());
    let mut text = scan_report::text(&result, &diagnostics);
    let mut value = scan_report::to_json(&result, &diagnostics);
    if let Some(to) = &args.picture {
        let read = args.against.iter().map(|named| run_context.at(named));
        if read.chain([run_context.at(path)]).any(|read| same_file(&read, &run_context.at(to))) {
            let message = format!("{} is a file to check, and is not overwritten", to.display());
            return Err(codes::NOT_OVER.error(message).hint("name another file: --picture faults.svg"));
        }
        run_context.save(&[(to.clone(), marked_scan::draw(&result, &file))])?;
        text.push_str(&format!("picture: {}\n", to.display()));
        value["picture"] = to.display().to_string().into();
    }
    if let Some(command) =
        spoiled::command(&result, args.against.as_deref(), reference.paper(result.picture.judged.shown))
    {
        text.push_str(&format!("  print the spoiled pieces again: {command}\n"));
        value["print-again"] = command.into();
    }
    output.result(&text, value);
    Ok(result)
}

/// Reads a picture from its file. Before that, extends the limits on memory and time of this process,
/// as this picture requires.
///
/// # Errors
/// The file cannot be read.
fn read_file(path: &Path, run_context: &RunContext) -> Result<Arc<[u8]>> {
    let file: Arc<[u8]> = run_context.read(path, MAX_FINISHED_FILE_BYTES)?.into();
    limited_process::allow_bytes(file.len());
    limited_process::allow_scans();
    Ok(file)
}

/// Reads a scan. `page_mm` is the longest side of the pages that the scan may show.
///
/// # Errors
/// The file cannot be read, or is not a scan.
pub fn read_scan(path: &Path, page_mm: f64, run_context: &RunContext) -> Result<reading::Read> {
    let file = read_file(path, run_context)?;
    let name = escape_name(&path.display().to_string()).to_string();
    reading::read(&file, page_mm, SizeLimits::PROGRAM)
        .map_err(|diagnostic| Diagnostic { message: format!("{name} {}", diagnostic.message), ..diagnostic })
}
