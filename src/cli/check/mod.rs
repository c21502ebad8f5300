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
use super::bounded;
use super::folder as layouts;
use super::input;
use super::io::file_errors;
use super::io::{Output, Status, Workplace};
use super::printer;
use crate::build::{self, Built, Input};
use crate::check::{self, Expected, Verdict};
use crate::diag::{Report, Result, Sources, codes};
use crate::files::LARGEST_FINISHED;
use crate::layout::Plan;
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;
use crate::text::Fonts;

/// What was named.
#[derive(Default)]
struct NamedFiles {
    layouts: Vec<Input>,
    files: Vec<PathBuf>,
}

/// Checks everything that the arguments name.
///
/// # Errors
/// The mistakes for which nothing is checked.
pub fn run(args: &Check, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let mut report = Report::default();
    let named = collect(&args.what, place, &mut report);
    if let Some(Err(wrong)) = args.paper.as_deref().map(PaperChoice::parse) {
        report.push(wrong);
    }
    let tolerance = args.tolerance.map_or(check::TOLERANCE, |length| length.0);
    if !(0.0..=10.0).contains(&tolerance) || tolerance == 0.0 {
        let message =
            format!("a tolerance of {tolerance} mm cannot be: it is more than 0, and at most 10 mm");
        report.push(codes::BAD_OPTION.error(message));
    }
    if report.has_errors() {
        return Err(report);
    }
    let printer = printer::named(args.printer.as_deref(), place, &mut output.sources)?.profile();
    args.picture.as_deref().map(picture::kind).transpose()?;
    learn::allowed(args, place, &named.layouts, &named.files)?;
    let fonts = Fonts::bundled();
    for input in &named.layouts {
        match layout(input, args, printer.as_ref(), tolerance, &fonts, place, &mut output.sources) {
            Ok(judged) => tell(&judged, args, place, output),
            Err(wrong) => output.wrong(wrong),
        }
        bounded::allow_another();
    }
    for files::NamedGroup { group, paths } in files::groups(&named.files, place, output) {
        let against = against::Held::read(args.against.as_deref(), place, &fonts, &mut output.sources)?;
        let what = group.shown();
        let title = args.write_layout.as_ref().map(|_| learn::title(&paths));
        let known = if group.is_silent() { build::known(&fonts) } else { Vec::new() };
        let ask = check::Ask {
            against: against.as_ref().map(against::Held::against),
            known: &known,
            learn: title.as_deref().map(|title| check::Learn { title, fonts: &fonts }),
            ..check::Ask::default()
        };
        match group.judge(tolerance, ask, &fonts, &mut output.sources) {
            Ok(verdict) => {
                let files = paths.iter().filter_map(|path| place.read(path, LARGEST_FINISHED).ok()).collect();
                let read: Vec<_> = paths.iter().map(|path| place.at(path)).collect();
                let warnings = Report::default();
                tell(&Judged { what, verdict, files, read, warnings }, args, place, output);
            }
            Err(wrong) => output.wrong(wrong),
        }
    }
    Ok(())
}

/// What was judged.
struct Judged {
    /// What it is called.
    what: String,
    verdict: Verdict,
    /// The finished files.
    files: Vec<Vec<u8>>,
    /// Where everything lies that was read for it.
    read: Vec<PathBuf>,
    /// What there is to look at in the layout itself.
    warnings: Report,
}

/// Writes the layout and draws the picture that are asked for, and tells the verdict.
fn tell(
    Judged { what, verdict, files, read, warnings }: &Judged,
    args: &Check,
    place: &Workplace,
    output: &mut Output,
) {
    output.report(warnings);
    if args.deny == Some(Deny::Warnings) && (verdict.has_warnings() || !warnings.is_empty()) {
        output.worsen(Status::Faults);
    }
    let mut is_saved = |saved: Result<()>| saved.map_err(|wrong| output.wrong(wrong)).is_ok();
    let layout = verdict.layout.as_ref().map(|layout| learn::allowing(&layout.text, verdict));
    let layout = args
        .write_layout
        .as_deref()
        .filter(|path| is_saved(learn::save(path, place, what, layout.as_deref())));
    let has_spots = verdict.faults.iter().any(|fault| fault.spot.is_some());
    let picture = args.picture.as_deref().filter(|_| has_spots);
    let picture = picture.filter(|path| is_saved(picture::save(path, place, verdict, files, read)));
    told::tell(what, verdict, picture, layout, output);
}

/// What the arguments name, or the layouts of the folder at hand for none; a folder is that of layouts, or else of
/// finished files.
fn collect(arguments: &[PathBuf], place: &Workplace, report: &mut Report) -> NamedFiles {
    let mut named = NamedFiles::default();
    if arguments.is_empty() {
        named.layouts = input::layouts(&layouts::here(place), place, report);
        if named.layouts.is_empty() && !report.has_errors() {
            report.push(layouts::needs("check", "WHAT"));
        }
    }
    for path in arguments {
        let there = place.at(path);
        let mut wrong = |why: &str, hint: Option<&str>| {
            let wrong = codes::UNKNOWN_GAME.error(format!("{} {why}", path.display()));
            report.push(wrong.maybe_hint(hint.map(str::to_owned)));
        };
        if crate::bundled::find(path).is_some() {
            named.layouts.extend(input::one(path, place, report).unwrap_or_default());
        } else if there.is_dir() {
            folder(path, place, &mut named, report);
        } else if is_cuts(path) && there.exists() {
            let hint = "check the PDF that it cuts, or the layout";
            wrong("holds cut lines alone: nothing is printed from it that could be judged", Some(hint));
        } else if is(path, FINISHED) {
            named.files.push(path.to_owned());
        } else if is(path, PICTURES) && there.exists() {
            let hint = "check the PDF that it shows, or the layout";
            wrong("is a picture: there are pixels in it, and no lines to be judged", Some(hint));
        } else if is(path, &["toml"]) || !there.exists() {
            match input::one(path, place, report) {
                Ok(inputs) => named.layouts.extend(inputs),
                Err(diagnostic) => report.push(diagnostic),
            }
        } else {
            let hint = input::rows(path, place);
            wrong("is neither a layout (.toml) nor a finished file (.pdf, .svg)", hint.as_deref());
        }
    }
    named
}

/// How the names of finished files end.
const FINISHED: &[&str] = &["pdf", "svg", "svgz"];
/// How the names of pictures end.
const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"];

/// Whether a file is called as cut lines are.
fn is_cuts(path: &Path) -> bool {
    path.to_string_lossy().to_lowercase().ends_with(".cut.svg")
}

fn is(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|e| ends.iter().any(|end| e.eq_ignore_ascii_case(end)))
}

fn folder(path: &Path, place: &Workplace, named: &mut NamedFiles, report: &mut Report) {
    let found = match layouts::layouts(path, place) {
        Ok(found) => found,
        Err(error) => return report.push(file_errors::unreadable(path, &error)),
    };
    if !found.is_empty() {
        return named.layouts.extend(input::layouts(&found, place, report));
    }
    let entries = fs::read_dir(place.at(path)).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(place.shown(&entry.ok()?.path()).to_owned()));
    // Cuts and pictures may lie beside the sheets that they belong to.
    let mut files: Vec<_> = files.filter(|file| is(file, FINISHED) && !is_cuts(file)).collect();
    files.sort();
    if files.is_empty() {
        let message = format!("the folder {} holds no layout, and no .pdf or .svg file", path.display());
        report.push(codes::NOTHING.error(message));
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
    place: &Workplace,
    sources: &mut Sources,
) -> Result<Judged, Report> {
    let mut options = Options::usual();
    if let Some(printer) = printer {
        options = options.with_profile(printer);
    }
    if let Some(paper) = &args.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    let planned = |plan: &Plan<'_>| {
        bounded::allow_sheets(plan.sheets.len());
        build::slip(plan).filter(|_| !args.many).map_or(Ok(()), Err)
    };
    let built = build::built(input, options, sources, fonts, planned)?;
    let Built { game, options, made, warnings } = built;
    let files = made.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
    let said = Expected { game: &game, options: &options };
    let verdict = build::judge(files, Some(said), tolerance, check::Ask::default()).map_err(Report::from)?;
    let files = made.into_iter().map(|file| file.bytes).collect();
    let named = input.files.paths().into_iter().map(|(path, _)| path);
    let read = named.chain([place.at(&input.shown)]).collect();
    Ok(Judged { what: input.shown.clone(), verdict, files, read, warnings })
}
