//! `check CUT.dxf --against PRINT.pdf`: compares files of cut lines with a print.
//!
//! - In: files of cut lines, and the print or layout that they belong to.
//! - Out: for each file, the sheet that it cuts, the faults, and the largest error.
//! - Not here: reading lines (`hexpress-read`) and comparing them (`hexpress-check`).

use std::path::{Path, PathBuf};

use serde_json::json;

use super::Check;
use crate::cli::io::{Output, RunContext, Status};
use crate::cli::{folder, printer, read_input};
use crate::make::{self, PreparedGame};
use hexpress_base::diag::{Report, Result, codes};
use hexpress_base::units::{ShortNumber, count_with_noun};
use hexpress_check::{CutVerdict, NamedPlace, compare_cuts};
use hexpress_language::record::Options;
use hexpress_layout::{Plan, SheetCache};
use hexpress_read::CutFile;
use hexpress_scene::print::cuts::Blade;
use hexpress_scene::text::Fonts;
use kurbo::{BezPath, Shape as _};

/// The largest size of a file of cut lines, in bytes.
const MAX_CUT_FILE_BYTES: u64 = 32 << 20;
/// If the name of a file does not contain the number of its sheet, the file is compared with several
/// sheets. This is the largest number of them.
const MAX_SEARCHED_SHEETS: usize = 60;
/// Two sheets count as equally large if their sizes differ by less than this number of mm.
const SAME_SIZE: f64 = 1.0;
/// The largest number of faults that are listed for one file.
const MAX_LISTED: usize = 20;

/// Returns whether a path names a file of cut lines.
pub fn is_cuts(path: &Path) -> bool {
    let name = path.to_string_lossy().to_lowercase();
    [".cut.svg", ".dxf"].iter().any(|end| name.ends_with(end))
}

/// Compares files of cut lines with the print that `--against` names.
///
/// # Errors
/// The print cannot be read, or its layout has mistakes.
pub fn run(
    args: &Check,
    files: &[PathBuf],
    run_context: &RunContext,
    fonts: &Fonts,
    tolerance: f64,
    output: &mut Output,
) -> Result<(), Report> {
    let mut report = Report::default();
    let named = folder::single(args.against.as_deref(), "--against", run_context)?;
    let inputs = read_input::one(&named, run_context, &mut report)?;
    let [input] = inputs.as_slice() else { return Err(report) };
    let mut options = input.options.clone().unwrap_or_else(Options::defaults);
    if let Some(printer) =
        printer::named(args.printer.as_deref(), run_context, &mut output.sources)?.profile()
    {
        options = options.with_profile(&printer);
    }
    if let Some(paper) = &args.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    let blade = options.printer.as_ref().map(|printer| printer.blade).unwrap_or_default();
    let PreparedGame { game, setup, fonts, .. } = make::read(input, options, &mut output.sources, fonts)?;
    let plan = hexpress_layout::plan(&game, &fonts, &setup)?;
    for path in files {
        match read_cuts(path, run_context) {
            Ok(file) => {
                let judged = judge(path, &file, &plan, blade, tolerance)?;
                show(path, &input.display_name, judged, output);
            }
            Err(error) => output.report_failure(error),
        }
    }
    Ok(())
}

fn read_cuts(path: &Path, run_context: &RunContext) -> Result<CutFile> {
    let bytes = run_context.read(path, MAX_CUT_FILE_BYTES)?;
    hexpress_read::cut_file(&bytes)
        .map_err(|why| codes::UNREADABLE.error(format!("{} cannot be read: {why}", path.display())))
}

/// The comparison of a file with one sheet.
struct Judged {
    /// The title of the sheet.
    sheet: String,
    /// The number of the sheet in the plan, counted from 1.
    number: usize,
    /// Whether the sheet has the size that the file states.
    has_size: bool,
    verdict: CutVerdict,
}

/// Compares a file of cut lines with its sheet.
///
/// The file name states the number of the sheet, e.g. 7 in `07-name.cut.dxf`. If it states no number, or
/// the sheet with this number has no cuts, the sheet that fits best is used.
///
/// Returns `None` if no sheet has cuts.
///
/// # Errors
/// A sheet cannot be drawn.
fn judge(
    path: &Path,
    file: &CutFile,
    plan: &Plan<'_>,
    blade: Blade,
    tolerance: f64,
) -> Result<Option<Judged>, Report> {
    let mut cache = plan.sheet_cache();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    let stated = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(index) = stated.filter(|_| digits.len() >= 2)
        && let Some(judged) = compare(index, file, plan, &mut cache, blade, tolerance)?
    {
        return Ok(Some(judged));
    }
    let mut best: Option<Judged> = None;
    for index in 0..plan.sheets.len().min(MAX_SEARCHED_SHEETS) {
        let Some(judged) = compare(index, file, plan, &mut cache, blade, tolerance)? else { continue };
        let rank = |judged: &Judged| (!judged.has_size, judged.verdict.wrong);
        if best.as_ref().is_none_or(|best| rank(&judged) < rank(best)) {
            best = Some(judged);
        }
    }
    Ok(best)
}

fn compare<'a>(
    index: usize,
    file: &CutFile,
    plan: &Plan<'a>,
    cache: &mut SheetCache<'a>,
    blade: Blade,
    tolerance: f64,
) -> Result<Option<Judged>, Report> {
    let Some(cuts) = plan.cuts(index, cache)? else { return Ok(None) };
    let draft = plan.overlay(index).unwrap_or_default();
    let bounds = draft.cuts.iter().map(BezPath::bounding_box);
    let places: Vec<NamedPlace> = draft
        .names
        .iter()
        .zip(bounds)
        .map(|((_, name), bounds)| NamedPlace { name: name.clone(), bounds })
        .collect();
    let verdict = compare_cuts(&cuts, &places, file, blade, tolerance);
    let sheet = plan.sheets.get(index).map(|sheet| sheet.title().to_string()).unwrap_or_default();
    let has_size = file.sheet.is_none_or(|size| (size - cuts.sheet).to_vec2().hypot() < SAME_SIZE);
    Ok(Some(Judged { sheet, number: index + 1, has_size, verdict }))
}

/// Shows the result for a file.
fn show(path: &Path, against: &str, judged: Option<Judged>, output: &mut Output) {
    let shown = path.display();
    let Some(Judged { sheet, number, verdict, .. }) = judged else {
        let error = codes::NOTHING.error(format!("{against} has no sheet with cuts"));
        return output.report_failure(error);
    };
    let CutVerdict { faults, largest, length, .. } = verdict;
    let micrometres = (largest * 1000.0).ceil();
    let metres = ShortNumber((length / 10.0).round() / 100.0);
    let mut text = format!("{shown}: sheet {number} of {against} ({sheet})\n");
    for fault in faults.iter().take(MAX_LISTED) {
        let [x, y] = [fault.at.x, fault.at.y].map(ShortNumber::tenths);
        text.push_str(&format!("  {}, at {x}, {y} mm\n", fault.message));
    }
    if faults.len() > MAX_LISTED {
        text.push_str(&format!("  and {} more\n", faults.len() - MAX_LISTED));
    }
    text.push_str(&match faults.len() {
        0 => format!("  right: {metres} m of cuts; the largest error is {micrometres} µm\n"),
        count => format!("  {}\n", count_with_noun(count, "fault")),
    });
    if !faults.is_empty() {
        output.raise_status(Status::Faults);
    }
    let listed =
        faults.iter().map(|fault| json!({ "message": fault.message, "at-mm": [fault.at.x, fault.at.y] }));
    let value = json!({
        "file": shown.to_string(),
        "against": against,
        "sheet": number,
        "name": sheet,
        "right": faults.is_empty(),
        "faults": listed.collect::<Vec<_>>(),
        "largest-error-mm": (largest * 1e6).round() / 1e6,
        "length-mm": (length * 1000.0).round() / 1000.0,
    });
    output.result(&text, value);
}
