//! `hexpress check`: from what was named to a verdict.

mod against;
mod files;
mod learn;
mod picture;
pub mod told;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{Check, Deny};
use super::file_errors;
use super::folder as layouts;
use super::input;
use super::output::Output;
use super::printer;
use super::status::Status;
use crate::build::{self, Input, Ready};
use crate::check::{self, Opened, Said, Verdict};
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::{DEFAULT_MARGIN, plan};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;
use crate::text::Fonts;
use told::tell;

/// What was named.
#[derive(Default)]
struct Named {
    layouts: Vec<Input>,
    files: Vec<PathBuf>,
}

/// Checks everything that the arguments name.
pub fn run(args: &Check, output: &mut Output) -> Status {
    let mut report = Report::default();
    let named = collect(&args.what, &mut report);
    if let Some(Err((message, hint))) = args.paper.as_ref().map(|paper| PaperChoice::parse(paper)) {
        report.push(Diagnostic::error(codes::UNKNOWN_PAPER, message).hint(hint));
    }
    let tolerance = args.tolerance.map_or(check::TOLERANCE, |length| length.0);
    if !(0.0..=10.0).contains(&tolerance) || tolerance == 0.0 {
        let message =
            format!("a tolerance of {tolerance} mm cannot be: it is more than 0, and at most 10 mm");
        report.push(Diagnostic::error(codes::BAD_OPTION, message));
    }
    if report.has_errors() {
        output.report(&report, &Sources::default());
        return output.finish(Status::Wrong);
    }
    let printer = args.printer.as_ref().map(|file| printer::named(file, output)).transpose();
    let Ok(printer) = printer else { return output.finish(Status::Wrong) };
    if let Some(path) = &args.picture
        && let Err(wrong) = picture::kind(path)
    {
        output.report(&Report::from(wrong), &Sources::default());
        return output.finish(Status::Wrong);
    }
    if let Err(wrong) = learn::allowed(args, &named.layouts, &named.files) {
        output.report(&Report::from(wrong), &Sources::default());
        return output.finish(Status::Wrong);
    }
    let fonts = Fonts::bundled();
    let mut status = Status::Well;
    for input in &named.layouts {
        let mut sources = Sources::default();
        match layout(input, args, printer.iter().flatten().next(), tolerance, &fonts, &mut sources) {
            Ok(verdict) => {
                let (verdict, made) = verdict;
                status = status.or(verdict_status(args, &verdict));
                let picture = drawn(args, &verdict, made, output, &mut status);
                tell(&input.shown, &verdict, &sources, (picture, None), output);
            }
            Err(report) => {
                output.report(&report, &sources);
                status = Status::Wrong;
            }
        }
    }
    for group in files::groups(&named.files, output, &mut status) {
        let (what, paths) = (group.shown(), group.paths());
        let mut sources = Sources::default();
        let against = match against::Held::read(args.against.as_deref(), &fonts, &mut sources) {
            Ok(against) => against,
            Err(report) => {
                output.report(&report, &sources);
                return output.finish(Status::Wrong);
            }
        };
        let title = args.write_layout.as_ref().map(|_| learn::title(&paths));
        let known = if group.is_silent() { against::bundled(&fonts) } else { Vec::new() };
        let ask = check::Ask {
            against: against.as_ref().map(against::Held::against),
            known: &known,
            learn: title.as_deref(),
            ..check::Ask::default()
        };
        match group.judge(tolerance, ask, &fonts, &mut sources) {
            Ok(verdict) => {
                status = status.or(verdict_status(args, &verdict));
                let mut written = None;
                if let Some(path) = &args.write_layout {
                    match learn::save(path, &what, verdict.layout.as_deref()) {
                        Ok(()) => written = Some(path.as_path()),
                        Err(wrong) => {
                            output.report(&Report::from(wrong), &Sources::default());
                            status = Status::Wrong;
                        }
                    }
                }
                let files = paths.iter().filter_map(|path| fs::read(path).ok());
                let picture = drawn(args, &verdict, files.collect(), output, &mut status);
                tell(&what, &verdict, &sources, (picture, written), output);
            }
            Err(diagnostic) => {
                output.report(&Report::from(diagnostic), &sources);
                status = Status::Wrong;
            }
        }
    }
    output.finish(status)
}

/// Draws the picture that is asked for; where it lies then.
fn drawn<'a>(
    args: &'a Check,
    verdict: &Verdict,
    files: Vec<Vec<u8>>,
    output: &mut Output,
    status: &mut Status,
) -> Option<&'a Path> {
    let path = args.picture.as_deref()?;
    if verdict.faults.iter().all(|fault| fault.spot.is_none()) {
        return None;
    }
    match picture::save(path, verdict, &files) {
        Ok(()) => Some(path),
        Err(wrong) => {
            output.report(&Report::from(wrong), &Sources::default());
            *status = Status::Wrong;
            None
        }
    }
}

fn verdict_status(args: &Check, verdict: &Verdict) -> Status {
    let denied = args.deny == Some(Deny::Warnings) && !verdict.faults.is_empty();
    if verdict.has_errors() || denied { Status::Faults } else { Status::Well }
}

/// What the arguments name, or the layouts of the folder at hand for none; a folder is that of layouts, or else of
/// finished files.
fn collect(arguments: &[String], report: &mut Report) -> Named {
    let mut named = Named::default();
    if arguments.is_empty() {
        named.layouts = input::layouts(&layouts::here(), report);
        if named.layouts.is_empty() && !report.has_errors() {
            report.push(layouts::needs("check", "WHAT"));
        }
    }
    for argument in arguments {
        let path = Path::new(argument);
        if crate::bundled::find(argument).is_some() {
            named.layouts.extend(input::one(argument, report).unwrap_or_default());
        } else if path.is_dir() {
            folder(path, &mut named, report);
        } else if is_cuts(path) && path.exists() {
            let message =
                format!("{argument} holds cut lines alone: nothing is printed from it that could be judged");
            let hint = "check the PDF that it cuts, or the layout";
            report.push(Diagnostic::error(codes::UNKNOWN_GAME, message).hint(hint));
        } else if is(path, &["pdf", "svg"]) {
            named.files.push(path.to_owned());
        } else if is(path, PICTURES) && path.exists() {
            let message =
                format!("{argument} is a picture: there are pixels in it, and no lines to be judged");
            let hint = "check the PDF that it shows, or the layout";
            report.push(Diagnostic::error(codes::UNKNOWN_GAME, message).hint(hint));
        } else if is(path, &["toml"]) || !path.exists() {
            match input::one(argument, report) {
                Ok(inputs) => named.layouts.extend(inputs),
                Err(diagnostic) => report.push(diagnostic),
            }
        } else {
            let message = format!("{argument} is neither a layout (.toml) nor a finished file (.pdf, .svg)");
            report.push(Diagnostic::error(codes::UNKNOWN_GAME, message));
        }
    }
    named
}

/// How the names of pictures end.
const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"];

/// Whether a file is called as cut lines are.
fn is_cuts(path: &Path) -> bool {
    path.to_string_lossy().to_lowercase().ends_with(".cut.svg")
}

fn is(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|e| ends.iter().any(|end| e.eq_ignore_ascii_case(end)))
}

fn folder(path: &Path, named: &mut Named, report: &mut Report) {
    let found = match layouts::layouts(path) {
        Ok(found) => found,
        Err(error) => return report.push(file_errors::unreadable(path, &error)),
    };
    if !found.is_empty() {
        return named.layouts.extend(input::layouts(&found, report));
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    // Cuts and pictures may lie beside the sheets that they belong to.
    files.retain(|file| is(file, &["pdf", "svg"]) && !is_cuts(file));
    if files.is_empty() {
        let message = format!("the folder {} holds no layout, and no .pdf or .svg file", path.display());
        report.push(Diagnostic::error(codes::NOTHING, message));
    }
    named.files.extend(files);
}

/// Builds a layout in memory, and judges what came of it.
fn layout(
    input: &Input,
    args: &Check,
    printer: Option<&Arc<Profile>>,
    tolerance: f64,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<(Verdict, Vec<Vec<u8>>), Report> {
    let options = Options::new("iso", DEFAULT_MARGIN);
    let mut options = printer.map_or(options.clone(), |printer| options.on(printer));
    if let Some(paper) = &args.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    let Ready { game, setup, options, fonts, .. } = build::read(input, options, sources, fonts)?;
    let fonts = fonts.as_ref();
    let mut plan = plan(&game, fonts, &setup)?;
    let stem = build::stem(input, &setup);
    let (made, _) = build::pdf(&mut plan, &stem, input, &options, fonts)?;
    let files = made.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    let said = Said { game: &game, options: &options };
    let verdict = judge(files, Some(said), tolerance, check::Ask::default()).map_err(Report::from)?;
    Ok((verdict, made.into_iter().map(|file| file.bytes).collect()))
}

/// Judges files that this program has just made, and answers what else is asked of them.
///
/// # Errors
/// A file that cannot be read back.
pub fn judge<'b>(
    made: impl Iterator<Item = (&'b str, &'b [u8])>,
    said: Option<Said<'_>>,
    tolerance: f64,
    ask: check::Ask<'_>,
) -> Result<Verdict, Diagnostic> {
    let opened = made.map(|(name, bytes)| Opened::new(name, bytes).map_err(|e| files::unreadable(name, &e)));
    let opened = opened.collect::<Result<Vec<_>, _>>()?;
    check::judge_and(opened, said, tolerance, ask).map_err(|(name, error)| files::unreadable(&name, &error))
}
