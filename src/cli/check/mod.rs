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
use super::folder as layouts;
use super::input;
use super::io::file_errors;
use super::io::output::Output;
use super::io::place::Place;
use super::io::status::Status;
use super::printer;
use crate::build::{self, Input, Ready};
use crate::check::{self, Expected, Opened, Verdict};
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::{DEFAULT_MARGIN, plan};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;
use crate::text::Fonts;
use told::tell;

/// What was named.
#[derive(Default)]
struct NamedFiles {
    layouts: Vec<Input>,
    files: Vec<PathBuf>,
}

/// Checks everything that the arguments name.
pub fn run(args: &Check, place: &Place, output: &mut Output) -> Status {
    let mut report = Report::default();
    let named = collect(&args.what, place, &mut report);
    if let Some(Err(wrong)) = args.paper.as_ref().map(|paper| PaperChoice::parse(paper)) {
        report.push(wrong);
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
    let printer = args.printer.as_ref().map(|file| printer::named(file, place, output)).transpose();
    let Ok(printer) = printer else { return output.finish(Status::Wrong) };
    if let Some(path) = &args.picture
        && let Err(wrong) = picture::kind(path)
    {
        output.report(&Report::from(wrong), &Sources::default());
        return output.finish(Status::Wrong);
    }
    if let Err(wrong) = learn::allowed(args, place, &named.layouts, &named.files) {
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
                let picture = drawn(args, place, &verdict, made, output, &mut status);
                tell(&input.shown, &verdict, &sources, (picture, None), output);
            }
            Err(report) => {
                output.report(&report, &sources);
                status = Status::Wrong;
            }
        }
    }
    for group in files::groups(&named.files, place, output, &mut status) {
        let (what, paths) = (group.shown(), group.paths());
        let mut sources = Sources::default();
        let against = match against::Held::read(args.against.as_deref(), place, &fonts, &mut sources) {
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
                    match learn::save(path, place, &what, verdict.layout.as_deref()) {
                        Ok(()) => written = Some(path.as_path()),
                        Err(wrong) => {
                            output.report(&Report::from(wrong), &Sources::default());
                            status = Status::Wrong;
                        }
                    }
                }
                let files = paths.iter().filter_map(|path| fs::read(place.at(path)).ok());
                let picture = drawn(args, place, &verdict, files.collect(), output, &mut status);
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
    place: &Place,
    verdict: &Verdict,
    files: Vec<Vec<u8>>,
    output: &mut Output,
    status: &mut Status,
) -> Option<&'a Path> {
    let path = args.picture.as_deref()?;
    if verdict.faults.iter().all(|fault| fault.spot.is_none()) {
        return None;
    }
    match picture::save(path, place, verdict, &files) {
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
fn collect(arguments: &[String], place: &Place, report: &mut Report) -> NamedFiles {
    let mut named = NamedFiles::default();
    if arguments.is_empty() {
        named.layouts = input::layouts(&layouts::here(place), place, report);
        if named.layouts.is_empty() && !report.has_errors() {
            report.push(layouts::needs("check", "WHAT"));
        }
    }
    for argument in arguments {
        let path = Path::new(argument);
        let there = place.at(path);
        if crate::bundled::find(argument).is_some() {
            named.layouts.extend(input::one(argument, place, report).unwrap_or_default());
        } else if there.is_dir() {
            folder(path, place, &mut named, report);
        } else if is_cuts(path) && there.exists() {
            let message =
                format!("{argument} holds cut lines alone: nothing is printed from it that could be judged");
            let hint = "check the PDF that it cuts, or the layout";
            report.push(Diagnostic::error(codes::UNKNOWN_GAME, message).hint(hint));
        } else if is(path, &["pdf", "svg"]) {
            named.files.push(path.to_owned());
        } else if is(path, PICTURES) && there.exists() {
            let message =
                format!("{argument} is a picture: there are pixels in it, and no lines to be judged");
            let hint = "check the PDF that it shows, or the layout";
            report.push(Diagnostic::error(codes::UNKNOWN_GAME, message).hint(hint));
        } else if is(path, &["toml"]) || !there.exists() {
            match input::one(argument, place, report) {
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

fn folder(path: &Path, place: &Place, named: &mut NamedFiles, report: &mut Report) {
    let found = match layouts::layouts(path, place) {
        Ok(found) => found,
        Err(error) => return report.push(file_errors::unreadable(path, &error)),
    };
    if !found.is_empty() {
        return named.layouts.extend(input::layouts(&found, place, report));
    }
    let entries = fs::read_dir(place.at(path)).into_iter().flatten();
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(place.shown(&entry.ok()?.path()).to_owned())).collect();
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
    let said = Expected { game: &game, options: &options };
    let verdict = judge(files, Some(said), tolerance, check::Ask::default()).map_err(Report::from)?;
    Ok((verdict, made.into_iter().map(|file| file.bytes).collect()))
}

/// Judges files that this program has just made, and answers what else is asked of them.
///
/// # Errors
/// A file that cannot be read back.
pub fn judge<'b>(
    made: impl Iterator<Item = (&'b str, &'b [u8])>,
    said: Option<Expected<'_>>,
    tolerance: f64,
    ask: check::Ask<'_>,
) -> Result<Verdict, Diagnostic> {
    let opened = made.map(|(name, bytes)| Opened::new(name, bytes).map_err(|e| files::unreadable(name, &e)));
    let opened = opened.collect::<Result<Vec<_>, _>>()?;
    check::judge_and(opened, said, tolerance, ask).map_err(|(name, error)| files::unreadable(&name, &error))
}
