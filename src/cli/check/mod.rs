//! `hexpress check`: from what was named to a verdict.

mod files;
mod told;

use std::fs;
use std::path::{Path, PathBuf};

use super::Status;
use super::args::{Check, Deny};
use super::input;
use super::output::Output;
use crate::check::{self, Opened, Said, Verdict};
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::{DEFAULT_MARGIN, plan};
use crate::paper::PaperChoice;
use crate::press::{self, Input, Ready};
use crate::record::Options;
use crate::text::Fonts;

pub use told::tell;

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
        let message = format!("a tolerance of {tolerance} mm cannot be: it is more than 0, and at most 10 mm");
        report.push(Diagnostic::error(codes::BAD_OPTION, message));
    }
    if report.has_errors() {
        output.report(&report, &Sources::default());
        return output.finish(Status::Wrong);
    }
    let fonts = Fonts::bundled();
    let mut status = Status::Well;
    for input in &named.layouts {
        let mut sources = Sources::default();
        match layout(input, args, tolerance, &fonts, &mut sources) {
            Ok(verdict) => {
                let what = input.shown.clone();
                status = worse(status, verdict_status(args, &verdict));
                tell(&what, &verdict, &sources, output);
            }
            Err(report) => {
                output.report(&report, &sources);
                status = Status::Wrong;
            }
        }
    }
    for group in files::groups(&named.files, output, &mut status) {
        let what = group.shown();
        let mut sources = Sources::default();
        match group.judge(tolerance, &fonts, &mut sources) {
            Ok(verdict) => {
                status = worse(status, verdict_status(args, &verdict));
                tell(&what, &verdict, &sources, output);
            }
            Err(diagnostic) => {
                output.report(&Report::from(diagnostic), &sources);
                status = Status::Wrong;
            }
        }
    }
    output.finish(status)
}

fn worse(a: Status, b: Status) -> Status {
    if a as u8 >= b as u8 { a } else { b }
}

fn verdict_status(args: &Check, verdict: &Verdict) -> Status {
    let denied = args.deny == Some(Deny::Warnings) && !verdict.faults.is_empty();
    if verdict.has_errors() || denied { Status::Faults } else { Status::Well }
}

/// What the arguments name; a folder is that of layouts, or else of finished files.
fn collect(arguments: &[String], report: &mut Report) -> Named {
    let mut named = Named::default();
    for argument in arguments {
        let path = Path::new(argument);
        if crate::bundled::find(argument).is_some() {
            named.layouts.extend(input::one(argument, report).unwrap_or_default());
        } else if path.is_dir() {
            folder(path, &mut named, report);
        } else if is(path, &["pdf", "svg"]) {
            named.files.push(path.to_owned());
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

fn is(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|e| ends.iter().any(|end| e.eq_ignore_ascii_case(end)))
}

fn folder(path: &Path, named: &mut Named, report: &mut Report) {
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) => return report.push(input::unreadable(path, &error)),
    };
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    if files.iter().any(|file| is(file, &["toml"])) {
        match input::one(&path.to_string_lossy(), report) {
            Ok(inputs) => named.layouts.extend(inputs),
            Err(diagnostic) => report.push(diagnostic),
        }
        return;
    }
    files.retain(|file| is(file, &["pdf", "svg"]));
    if files.is_empty() {
        let message = format!("the folder {} holds no .toml, .pdf or .svg file", path.display());
        report.push(Diagnostic::error(codes::NOTHING, message));
    }
    named.files.extend(files);
}

/// Builds a layout in memory, and judges what came of it.
fn layout(
    input: &Input,
    args: &Check,
    tolerance: f64,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Verdict, Report> {
    let paper = args.paper.as_deref().unwrap_or("iso").trim().to_ascii_lowercase();
    let options = Options { paper, margin: DEFAULT_MARGIN, only: Vec::new(), pieces: Vec::new(), split: false };
    let Ready { game, setup, options, fonts, .. } = press::read(input, options, sources, fonts)?;
    let fonts = fonts.as_ref();
    let mut plan = plan(&game, fonts, &setup)?;
    let stem = press::stem(input, &setup);
    let (made, _) = press::pdf(&mut plan, &stem, input, &options, fonts)?;
    let made = made.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    judge(made, Some(Said { game: &game, options: &options }), tolerance).map_err(Report::from)
}

/// Judges files that this program has just made.
///
/// # Errors
/// A file that cannot be read back.
pub fn judge<'b>(
    made: impl Iterator<Item = (&'b str, &'b [u8])>,
    said: Option<Said<'_>>,
    tolerance: f64,
) -> Result<Verdict, Diagnostic> {
    let opened = made.map(|(name, bytes)| Opened::new(name, bytes).map_err(|e| files::unreadable(name, &e)));
    let opened = opened.collect::<Result<Vec<_>, _>>()?;
    check::judge(opened, said, tolerance).map_err(|(name, error)| files::unreadable(&name, &error))
}
