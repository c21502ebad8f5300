//! `hexpress build`: the command that makes files from layouts.
//!
//! - In: the arguments.
//! - Out: files in the output folder, a ticket for each game, and the exit status. Files of an
//!   earlier build are removed if the new files replace them.
//! - Not here: making the files. This module only starts a [`BuildJob`], which makes them.

pub mod build_args;
mod combinations;
mod cut_with;
mod output_kind;
pub mod shop;

use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use std::time::Instant;

use serde_json::json;

use super::check::verdict_output;
use super::io::{Output, Progress, RunContext, Status, Stream, same_file};
use super::limited_process;
use super::printer::{self, PrinterChoice};
use super::read_input;
use super::seed::DeckChoices;
use super::versions;
use crate::make::ticket::{TextAndJson, manifest};
use crate::make::{
    self, BuildJob, BuildObserver, Input, Outcome, OutputKind, PieceSelection, PreparedGame, Step,
};
use crate::versions::{BoardRepair, DrawCheck, GameVersion, looks_json};
use build_args::Build;
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_language::record::Options;
use hexpress_language::tables::shop::Shop;
use hexpress_layout::Plan;
use hexpress_scene::print::capture::CapturedJob;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::press::Press;
use hexpress_scene::print::setup::{Backs, PrintSetup};
use hexpress_scene::text::Fonts;
use hexpress_write::{FileBytes, Stale};
use output_kind::output_kind;

/// Builds everything that the arguments name. A mistake in one game does not stop the others.
///
/// # Errors
/// The arguments have mistakes. Nothing is built then.
pub fn run(args: &Build, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let mut report = Report::default();
    let split_pieces = PieceSelection::split_by_space(&args.pieces, &args.games);
    let inputs = match args.all {
        true => read_input::bundled(),
        // The user typed `--pieces` with a space before the numbers, as in `--pieces deck 2`. The
        // parser then takes `2` for a game. Games are not read here, because an additional error about
        // an unknown game would mislead the user.
        false if split_pieces.is_some() => Vec::new(),
        false => read_input::collect(&args.games, args.bleed, run_context, &mut report),
    };
    if let Some(Err(diagnostic)) = args.paper.as_deref().map(PaperChoice::parse) {
        report.push(diagnostic);
    }
    if let Err(diagnostic) = run_context.check_output_folder(&args.output) {
        report.push(diagnostic);
    }
    let has_stray_length = args.games.iter().any(|game| read_input::is_length(game, run_context));
    let shop = shop::named(args.shop.as_deref(), run_context, &mut output.sources)
        .map_err(|errors| report.extend(errors))
        .unwrap_or_default();
    let kind = output_kind(args, has_stray_length, shop.as_ref(), &mut report);
    combinations::check(args, &mut report);
    if args.standard.is_some() && !kind.is_pdf() {
        let error =
            codes::BAD_OPTION.error("--standard applies only to PDFs, but this command does not make a PDF");
        report.push(error.hint("delete --standard"));
    }
    combinations::check_manifest(args, run_context, &mut report);
    match (split_pieces, PieceSelection::parse(&args.pieces)) {
        (Some(error), _) => report.push(error),
        (None, Err(errors)) => report.extend(errors),
        (None, Ok(_)) => {}
    }
    let asked = DeckChoices::parse(args.seed.as_deref(), args.count.as_deref(), &mut report);
    let press =
        shop::press(args, shop.as_ref(), run_context).map_err(|error| report.push(error)).unwrap_or_default();
    let printer = printer::named(args.printer.as_deref(), run_context, &mut output.sources)
        .map_err(|errors| report.extend(errors))
        .unwrap_or_default();
    let capture = cut_with::read_captured_job(args, run_context)
        .map_err(|error| report.push(error))
        .unwrap_or_default();
    if args.since.is_some() && inputs.len() > 1 {
        let message = format!("--since works for one game, but this build has {} games", inputs.len());
        report.push(codes::BAD_OPTION.error(message).hint("name only one game"));
    }
    if report.has_errors() {
        return Err(report);
    }
    let fonts = Fonts::bundled();
    let is_only_game = inputs.len() == 1;
    let context = Context {
        args,
        place: run_context,
        kind,
        shop: shop.as_ref(),
        press,
        asked: &asked,
        printer: &printer,
        capture: capture.as_ref(),
        fonts: &fonts,
        is_only_game,
    };
    let mut table = format!("{}\n", manifest::HEAD);
    for input in &inputs {
        match build_game(input, &context, output) {
            Ok(rows) => table.push_str(&rows),
            Err(mistakes) => output.report_failure(mistakes),
        }
        limited_process::allow_another();
    }
    if let Some(path) = &args.manifest {
        run_context.save(&[(path.clone(), table.into_bytes())])?;
    }
    Ok(())
}

/// The options and inputs that all games of a run share.
struct Context<'a> {
    args: &'a Build,
    place: &'a RunContext,
    kind: OutputKind,
    shop: Option<&'a Shop>,
    press: Option<&'static Press>,
    asked: &'a DeckChoices,
    printer: &'a PrinterChoice,
    /// The cutting job: the pages that the program of the cutting machine printed to a PDF.
    capture: Option<&'a Arc<CapturedJob>>,
    fonts: &'a Fonts,
    /// Whether the run builds only one game. If so, options without an effect are reported. With
    /// several games, an option may have an effect on only some of them.
    is_only_game: bool,
}

/// Builds a game, saves its files, and prints its ticket. Returns the rows for `--manifest` that
/// describe these files.
///
/// # Errors
/// The layout has mistakes, something does not fit on paper, or a file cannot be written.
fn build_game(input: &Input, context: &Context<'_>, output: &mut Output) -> Result<String, Report> {
    let Context { args, place: run_context, kind, .. } = context;
    let mut options = options(context, input);
    let exchange = match &args.since {
        Some(since) => {
            let repair = if args.patches { BoardRepair::Patches } else { BoardRepair::Sheets };
            let exchange = versions::exchange_since(
                versions::Since { old: since, repair },
                input,
                &mut options,
                run_context,
                context.fonts,
                &mut output.sources,
            )?;
            if exchange.pieces.is_empty() {
                let TextAndJson { text, value } = exchange.describe();
                output.result(&text, json!({ "game": input.id.as_str(), "files": [], "exchange": value }));
                return Ok(String::new());
            }
            options.pieces.clone_from(&exchange.pieces);
            options.exchange = true;
            Some(exchange.describe())
        }
        None => None,
    };
    let job = BuildJob {
        input,
        options,
        kind: *kind,
        check: !args.no_check,
        explain: args.explain,
        exchange: exchange.as_ref(),
        shop: context.shop,
        folder: &args.output,
    };
    let watcher = CliObserver {
        context,
        progress: output.shows_progress.then(|| RwLock::new(None)),
        err: output.err(),
        began: Instant::now(),
    };
    let built = job.run(&mut output.sources, context.fonts, &watcher)?;
    let Outcome { game, stem, options, files, ticket, warnings, verdict } = built;
    let files: Vec<(PathBuf, FileBytes)> =
        files.into_iter().map(|(name, bytes)| (args.output.join(name), bytes)).collect();
    run_context
        .save(&files)
        .map_err(|diagnostic| diagnostic.hint("choose another folder with --output DIR"))?;
    output.report(&warnings);
    // The last file is the ticket, which is not a sheet.
    let sheets = files.split_last().map_or(&[][..], |(_, sheets)| sheets);
    // The ZIP file for a shop is in the output folder, which also contains files of other builds. The
    // ZIP file is left out here, so that the output folder is not searched for files to replace.
    let in_folders = sheets.iter().filter(|(path, _)| path.extension().is_none_or(|end| end != "zip"));
    let sheet_paths: Vec<PathBuf> = in_folders.map(|(path, _)| run_context.at(path)).collect();
    let written: Vec<&Path> = sheet_paths.iter().map(PathBuf::as_path).collect();
    let stale = match kind {
        OutputKind::Pdf => earlier(context, &stem, &game, &options, &written),
        _ => kind.stale(&written),
    };
    output.report(&remove_stale(&stale, run_context));
    let TextAndJson { mut text, mut value } = ticket;
    if let Some(Ok(verdict)) = &verdict {
        text.push_str(&format!("  checked: {}\n", verdict.summary()));
        if output.is_json() {
            value["check"] = verdict_output::to_json(&game, verdict, &output.sources);
        }
    }
    if output.is_json() {
        let version = GameVersion::read(
            input,
            &options,
            &mut output.sources,
            context.fonts,
            DrawCheck::Built,
            &limited_process::allow_sheets,
        )?;
        value["looks"] = looks_json(&version);
    }
    let rows = manifest::rows(&value);
    output.result(&text, value);
    match verdict {
        Some(Ok(verdict)) => verdict_output::show_faults(&verdict, None, output),
        Some(Err(diagnostic)) => {
            output.report(&diagnostic.into());
            output.raise_status(Status::Faults);
        }
        None => {}
    }
    Ok(rows)
}

/// Shows the progress of a build. Also stops a build for reasons that exist only on the command line.
/// For example, the build has too many pages, or the user typed `--seed` for a game without a random
/// deck.
struct CliObserver<'c> {
    context: &'c Context<'c>,
    /// The progress line. `None` if standard error is not a terminal.
    progress: Option<RwLock<Option<Progress>>>,
    err: Stream,
    began: Instant,
}

impl BuildObserver for CliObserver<'_> {
    fn read(&self, ready: &PreparedGame<'_>) -> Result<Report, Report> {
        let Context { args, asked, is_only_game, kind, .. } = self.context;
        let mut warnings = Report::default();
        cut_with::check(&ready.setup, *kind)?;
        if *is_only_game && !ready.draws {
            asked.expect_unused(&ready.game, &ready.options)?;
        }
        if *is_only_game
            && args.backs.is_some_and(|backs| backs != Backs::None)
            && !ready.game.has_two_sides()
        {
            let message = "--backs has no effect: no piece has a back";
            let hint = "delete --backs, or give the pieces a back: back = [{ fill = \"navy\" }]";
            warnings.push(codes::BAD_OPTION.warning(message).hint(hint));
        }
        Ok(warnings)
    }

    fn planned(&self, plan: &Plan<'_>) -> Result<(), Report> {
        if let Some(error) = make::too_many_pages(plan).filter(|_| !self.context.args.many) {
            return Err(error.into());
        }
        limited_process::allow_sheets(plan.sheets.len());
        Ok(())
    }

    fn begin(&self, step: Step, sheets: usize) {
        let verb = match step {
            Step::Draw => "drawing",
            Step::Check => "checking",
        };
        // A single sheet needs no progress.
        let line = (sheets > 1).then(|| Progress::new(self.began, verb, sheets, self.err.clone()));
        self.set(line);
    }

    fn sheet(&self) {
        let Some(progress) = &self.progress else { return };
        if let Ok(Some(progress)) = progress.read().as_deref() {
            progress.sheet();
        }
    }

    fn end(&self) {
        self.set(None);
    }
}

impl CliObserver<'_> {
    /// Replaces the progress line. `None` removes it.
    fn set(&self, line: Option<Progress>) {
        let Some(progress) = &self.progress else { return };
        if let Ok(mut progress) = progress.write() {
            *progress = line;
        }
    }
}

/// Finds PDFs of an earlier build that are obsolete, because the new files replace them. Leaves out
/// PDFs that the user named as input.
fn earlier(context: &Context<'_>, stem: &str, game: &str, options: &Options, written: &[&Path]) -> Stale {
    let &Context { args, place: run_context, .. } = context;
    let mut stale = make::stale_pdfs(&run_context.at(&args.output), stem, game, options, written);
    let named = args.games.iter().chain(&args.since);
    stale.ours.retain(|path| !named.clone().any(|given| same_file(&run_context.at(given), path)));
    stale
}

/// Removes obsolete files of an earlier build. Keeps files that were changed after that build.
///
/// Returns a warning for each file that is not removed.
fn remove_stale(stale: &Stale, run_context: &RunContext) -> Report {
    let mut report = Report::default();
    for path in &stale.ours {
        if let Err(error) = std::fs::remove_file(path) {
            let why = format!("is from an earlier build and cannot be removed: {error}");
            report.push(
                stale_sheet(path, run_context, &why).hint("delete this file: the new files replace it"),
            );
        }
    }
    for path in &stale.kept {
        let why = "is not from this build, and is kept because it was changed";
        report.push(stale_sheet(path, run_context, why).hint("move it to another folder"));
    }
    for path in &stale.older {
        let why = "is from an earlier version of hexpress, and other files replace it";
        report.push(
            stale_sheet(path, run_context, why)
                .hint("delete it: a print queue may shrink sheets of different sizes that are in one file"),
        );
    }
    report
}

fn stale_sheet(path: &Path, run_context: &RunContext, why: &str) -> Diagnostic {
    codes::STALE_SHEET.warning(format!("{} {why}", run_context.as_typed(path).display()))
}

/// Returns the options of a build.
///
/// An option may be stated in several sources. The first of these sources is used: the command line,
/// the profile of the printer, the PDF that is built again, the defaults.
fn options(context: &Context<'_>, input: &Input) -> Options {
    let &Context { args, kind, asked, printer, capture, .. } = context;
    let mut earlier = input.options.clone().unwrap_or_else(Options::defaults);
    match printer {
        PrinterChoice::NotGiven => {}
        PrinterChoice::Uncorrected => earlier.printer = None,
        PrinterChoice::Profile(printer) => earlier = earlier.with_profile(printer),
    }
    asked.replace_in(&mut earlier);
    // If `--only` or `--pieces` is typed, it replaces both options of the earlier build.
    let is_chosen = !args.only.is_empty() || !args.pieces.is_empty();
    let (only, pieces) =
        if is_chosen { (args.only.clone(), args.pieces.clone()) } else { (earlier.only, earlier.pieces) };
    let Build { backs, ink, cut_plan, test_sheet, order, standard, .. } = *args;
    let cut = cut_with::tool(args, kind);
    let standard = standard.or(context.shop.and_then(|shop| shop.demands.standard));
    let press = context.press;
    let typed = PrintSetup { cut, backs, ink, marks: None, cut_plan, test_sheet, order, standard, press };
    let mut print_setup = typed.over(earlier.print_setup);
    if !kind.is_pdf() {
        print_setup.standard = None;
        print_setup.press = None;
    }
    Options {
        paper: args.paper.as_ref().map_or(earlier.paper, |paper| paper.trim().to_ascii_lowercase()),
        margin: args.margin.unwrap_or(earlier.margin),
        only,
        pieces,
        numbers: earlier.numbers,
        exchange: earlier.exchange && !is_chosen,
        split: (args.split || earlier.split) && !args.one_file,
        one_file: (args.one_file || earlier.one_file) && !args.split,
        print_setup,
        // Only these two kinds use the profile of the printer. PDFs are corrected for the printer.
        // Files of cut lines are corrected for the knife, which the profile also describes.
        printer: earlier.printer.filter(|_| matches!(kind, OutputKind::Pdf | OutputKind::Cuts(_))),
        capture: cut_with::capture_for(print_setup.cut, kind, capture.cloned().or(earlier.capture)),
        seed: earlier.seed,
        count: earlier.count,
    }
}
