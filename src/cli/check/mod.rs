//! `hexpress check`: judges layouts and finished files.
//!
//! - In: the arguments.
//! - Out: a verdict for every layout and every group of finished files, as text or JSON. With
//!   `--picture` also a picture of the faults, and with `--write-layout` a layout.
//! - Not here: judging; `crates/check` does.

mod against;
pub mod check_args;
mod cut_file;
mod files;
mod learned_layout;
mod picture;
mod press;
pub mod scan;
pub mod verdict_output;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cut_file::is_cuts;

use super::folder as layouts;
use super::io::file_errors;
use super::io::{Output, RunContext, Status, has_extension};
use super::limited_process;
use super::printer;
use super::read_input;
use super::versions::{NamedInput, different_versions};
use crate::make::{self, BuiltPdfs, Input};
use check_args::{Check, Deny};
use hexpress_base::diag::{Report, Result, Sources, codes};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_check::{Expected, JudgeOptions, Verdict};
use hexpress_language::record::Options;
use hexpress_layout::Plan;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::Profile;
use hexpress_scene::text::Fonts;

/// The largest value of `--tolerance`, in mm.
const MAX_TOLERANCE_MM: f64 = 10.0;

/// The layouts and the finished files that the arguments name.
#[derive(Default)]
struct NamedFiles {
    layouts: Vec<Input>,
    files: Vec<PathBuf>,
    /// Scans of printed sheets.
    scans: Vec<PathBuf>,
    /// Files of cut lines.
    cuts: Vec<PathBuf>,
}

/// Checks everything that the arguments name.
///
/// # Errors
/// The arguments have mistakes. Nothing is checked then.
pub fn run(args: &Check, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let mut report = Report::default();
    let named = collect(args, run_context, &mut report);
    if let Some(Err(diagnostic)) = args.paper.as_deref().map(PaperChoice::parse) {
        report.push(diagnostic);
    }
    let tolerance = args.tolerance.map_or(hexpress_check::TOLERANCE, |length| length.0);
    if !(0.0..=MAX_TOLERANCE_MM).contains(&tolerance) || tolerance == 0.0 {
        let message = format!("--tolerance must be greater than 0 and at most 10 mm, not {tolerance} mm");
        report.push(codes::BAD_OPTION.error(message));
    }
    if report.has_errors() {
        return Err(report);
    }
    let printer = printer::named(args.printer.as_deref(), run_context, &mut output.sources)?.profile();
    let fonts = Fonts::bundled();
    let demands = press::demands(args, run_context, &mut output.sources)?;
    if !demands.is_empty() {
        return press::run(args, &demands, &named, run_context, &fonts, output);
    }
    if !named.scans.is_empty() {
        scan::check_arguments(args, &named)?;
        return scan::run(args, &named.scans, run_context, &fonts, output);
    }
    scan::check_unused(args)?;
    if !named.cuts.is_empty() {
        if !named.layouts.is_empty() || !named.files.is_empty() {
            let message = "a file of cuts, such as a .dxf file, cannot be checked together with other files";
            let error = codes::BAD_OPTION.error(message);
            return Err(error.hint("check the other files in a separate command").into());
        }
        return cut_file::run(args, &named.cuts, run_context, &fonts, tolerance, output);
    }
    args.picture.as_deref().map(picture::kind).transpose()?;
    learned_layout::check_arguments(args, run_context, &named.layouts, &named.files)?;
    let checker = Checker { args, place: run_context, printer, tolerance, fonts: &fonts };
    for input in &named.layouts {
        match checker.judge_layout(input, &mut output.sources) {
            Ok(judged) => checker.show(&judged, output),
            Err(mistakes) => output.report_failure(mistakes),
        }
        limited_process::allow_another();
    }
    let groups = files::groups(&named.files, run_context, output);
    let carried: Vec<(String, Input)> =
        groups.iter().filter_map(|named| Some((named.group.display_names(), named.group.input()?))).collect();
    for named in groups {
        checker.check_group(named, output)?;
    }
    let layouts = named.layouts.iter().map(|input| NamedInput { name: input.display_name.clone(), input });
    let files = carried.iter().map(|(name, input)| NamedInput { name: name.clone(), input });
    let versions: Vec<NamedInput<'_>> = layouts.chain(files).collect();
    checker.compare_versions(&versions, output);
    Ok(())
}

/// The options and inputs that are the same for all layouts and files of a run.
struct Checker<'c> {
    args: &'c Check,
    place: &'c RunContext,
    printer: Option<Arc<Profile>>,
    /// The largest deviation of a length that is allowed, in mm.
    tolerance: f64,
    fonts: &'c Fonts,
}

/// A verdict, together with the layout or the files that were judged.
struct Judged {
    /// The name of the layout or of the files, as messages show it.
    what: String,
    verdict: Verdict,
    /// The contents of the finished files.
    files: Vec<Vec<u8>>,
    /// The paths of all files that were read. Results must not overwrite these files.
    read: Vec<PathBuf>,
    /// Warnings about the layout file.
    warnings: Report,
}

impl Checker<'_> {
    /// Builds a layout in memory and judges the result.
    fn judge_layout(&self, input: &Input, sources: &mut Sources) -> Result<Judged, Report> {
        let mut options = Options::defaults();
        if let Some(printer) = &self.printer {
            options = options.with_profile(printer);
        }
        if let Some(paper) = &self.args.paper {
            options.paper = paper.trim().to_ascii_lowercase();
        }
        let BuiltPdfs { game, options, files: made, warnings } =
            make::build_pdfs(input, options, sources, self.fonts, |plan| self.allow_plan(plan))?;
        let files = made.iter().map(|file| (file.name.as_str(), file.bytes.as_slice()));
        let expected = Expected { game: &game, options: &options };
        let verdict = make::judge(files, Some(expected), self.tolerance, JudgeOptions::default())
            .map_err(Report::from)?;
        let named = input.files.paths().into_iter().map(|(path, _)| path);
        Ok(Judged {
            what: input.display_name.clone(),
            verdict,
            files: made.into_iter().map(|file| file.bytes).collect(),
            read: named.chain([self.place.at(&input.display_name)]).collect(),
            warnings,
        })
    }

    /// Returns an error if a plan has so many sheets that the number is probably a mistake. With
    /// `--many`, any number is allowed.
    fn allow_plan(&self, plan: &Plan<'_>) -> Result<()> {
        limited_process::allow_sheets(plan.sheets.len());
        match make::too_many_pages(plan) {
            Some(error) if !self.args.many => Err(error),
            _ => Ok(()),
        }
    }

    /// Judges the finished files of one build, and shows the verdict.
    ///
    /// # Errors
    /// The game of `--against` cannot be read.
    fn check_group(&self, named: files::NamedGroup, output: &mut Output) -> Result<(), Report> {
        let files::NamedGroup { group, paths } = named;
        let Self { args, place: run_context, fonts, tolerance, .. } = *self;
        let reference =
            against::ReferenceGame::read(args.against.as_deref(), run_context, fonts, &mut output.sources)?;
        let what = group.display_names();
        let title = args.write_layout.as_ref().map(|_| learned_layout::title(&paths));
        let known = if group.has_no_record() { make::known_games(fonts) } else { Vec::new() };
        let judge_options = JudgeOptions {
            against: reference.as_ref().map(against::ReferenceGame::as_against),
            known: &known,
            learn: title.as_deref().map(|title| hexpress_check::Learn { title, fonts }),
            ..JudgeOptions::default()
        };
        match group.judge(tolerance, judge_options, fonts, &mut output.sources) {
            Ok(verdict) => {
                let files = paths
                    .iter()
                    .filter_map(|path| run_context.read(path, MAX_FINISHED_FILE_BYTES).ok())
                    .collect();
                let read = paths.iter().map(|path| run_context.at(path)).collect();
                self.show(&Judged { what, verdict, files, read, warnings: Report::default() }, output);
            }
            Err(diagnostic) => output.report_failure(diagnostic),
        }
        Ok(())
    }

    /// Warns about files that are different versions of the same game.
    fn compare_versions(&self, files: &[NamedInput<'_>], output: &mut Output) {
        // A layout with mistakes has already been reported when it was checked.
        let Ok(warnings) = different_versions(files, self.fonts, &mut output.sources) else { return };
        if self.args.deny == Some(Deny::Warnings) && !warnings.is_empty() {
            output.raise_status(Status::Faults);
        }
        output.report(&warnings);
    }

    /// Writes the layout and the picture, if the arguments ask for them. Then shows the verdict.
    fn show(&self, judged: &Judged, output: &mut Output) {
        let Judged { what, verdict, files, read, warnings } = judged;
        let Self { args, place: run_context, .. } = *self;
        output.report(warnings);
        if args.deny == Some(Deny::Warnings) && (verdict.has_warnings() || !warnings.is_empty()) {
            output.raise_status(Status::Faults);
        }
        let learned =
            verdict.layout.as_ref().map(|layout| learned_layout::with_allowed_faults(&layout.text, verdict));
        let layout = args.write_layout.as_deref().filter(|path| {
            let saved = learned_layout::save(path, run_context, what, learned.as_deref());
            is_saved(saved, output)
        });
        let has_spots = verdict.faults.iter().any(|fault| fault.spot.is_some());
        let picture = args.picture.as_deref().filter(|path| {
            has_spots && is_saved(picture::save(path, run_context, verdict, files, read), output)
        });
        verdict_output::show(what, verdict, &verdict_output::SavedFiles { picture, layout }, output);
    }
}

/// Returns whether a file was saved. Reports the error if saving failed.
fn is_saved(saved: Result<()>, output: &mut Output) -> bool {
    saved.map_err(|error| output.report_failure(error)).is_ok()
}

/// Collects the layouts and finished files that the arguments name.
///
/// Without arguments, collects the layouts in the current folder. For a folder, collects its
/// layouts, or its finished files if it has no layouts.
fn collect(args: &Check, run_context: &RunContext, report: &mut Report) -> NamedFiles {
    let mut named = NamedFiles::default();
    if args.what.is_empty() {
        named.layouts = read_input::layouts(&layouts::here(run_context), run_context, report);
        if named.layouts.is_empty() && !report.has_errors() {
            report.push(layouts::needs("check", "WHAT"));
        }
    }
    let is_compared = args.against.is_some();
    for path in &args.what {
        if is_compared && has_extension(path, SCANS) {
            named.scans.push(path.clone());
        } else if is_compared && is_cuts(path) {
            named.cuts.push(path.clone());
        } else {
            named.add(path, run_context, report);
        }
    }
    named
}

impl NamedFiles {
    /// Adds the layout, file or folder that an argument names, or reports why it cannot be checked.
    fn add(&mut self, path: &Path, run_context: &RunContext, report: &mut Report) {
        let full_path = run_context.at(path);
        let (why, hint) = if crate::bundled::find(path).is_some() {
            return self.layouts.extend(read_input::one(path, run_context, report).unwrap_or_default());
        } else if full_path.is_dir() {
            return self.add_folder(path, run_context, report);
        } else if is_cuts(path) && full_path.exists() {
            (
                "contains only cut lines, so the checker needs the print that they belong to",
                Some("add the PDF or the layout of the print: --against FILE.pdf".to_owned()),
            )
        } else if has_extension(path, FINISHED) {
            return self.files.push(path.to_owned());
        } else if has_extension(path, PICTURES) && full_path.exists() {
            (
                "is made of pixels, which cannot be checked",
                Some(
                    "check the PDF of the same sheets, or the layout; for a scan of a print (.png, .jpg), name the file \
                     that was printed: --against FILE.pdf"
                        .to_owned(),
                ),
            )
        } else if has_extension(path, &["toml"]) || !full_path.exists() {
            return match read_input::one(path, run_context, report) {
                Ok(inputs) => self.layouts.extend(inputs),
                Err(error) => report.push(error),
            };
        } else {
            (
                "is neither a layout (.toml) nor a finished file (.pdf, .svg)",
                read_input::rows(path, run_context),
            )
        };
        report.push(codes::UNKNOWN_GAME.error(format!("{} {why}", path.display())).maybe_hint(hint));
    }

    /// Adds the layouts in a folder, or its finished files if it has no layouts.
    fn add_folder(&mut self, path: &Path, run_context: &RunContext, report: &mut Report) {
        let found = match layouts::layouts(path, run_context) {
            Ok(found) => found,
            Err(error) => return report.push(file_errors::unreadable(path, &error)),
        };
        if !found.is_empty() {
            return self.layouts.extend(read_input::layouts(&found, run_context, report));
        }
        let entries = fs::read_dir(run_context.at(path)).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(run_context.as_typed(&entry.ok()?.path()).to_owned()))
            // A build may write files of cut lines and pictures next to its sheets. Such files are not
            // checked.
            .filter(|file| has_extension(file, FINISHED) && !is_cuts(file))
            .collect();
        files.sort();
        if files.is_empty() {
            let message =
                format!("the folder {} contains no layout, no .pdf and no .svg file", path.display());
            report.push(codes::NOTHING.error(message));
        }
        self.files.extend(files);
    }
}

const FINISHED: &[&str] = &["pdf", "svg", "svgz"];
/// The extensions of scans of printed sheets.
const SCANS: &[&str] = &["png", "jpg", "jpeg"];
/// The extensions of pictures that consist of pixels.
const PICTURES: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"];
