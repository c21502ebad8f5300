//! `hexpress build`: from layouts to files.

use std::path::{Path, PathBuf};
use std::sync::RwLock;
use std::time::Instant;

use super::args::{Build, Format};
use super::bounded;
use super::check::verdict_output;
use super::input;
use super::io::{Output, Progress, Status, Stream, Workplace, same_file};
use super::making::output_kind;
use super::printer::{self, Named};
use super::seed::Asked;
use crate::build::ticket::TextAndJson;
use crate::build::{self, BuildJob, BuildObserver, Input, Outcome, OutputKind, Ready, Step, Wanted};
use crate::diag::{Report, codes};
use crate::layout::Plan;
use crate::print::paper::PaperChoice;
use crate::print::setup::{Backs, PrintSetup};
use crate::record::Options;
use crate::text::Fonts;
use crate::write::{FileBytes, Stale};

/// Builds everything that the arguments name.
///
/// # Errors
/// The mistakes for which nothing is built.
pub fn run(args: &Build, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let mut report = Report::default();
    let parted = Wanted::split_by_space(&args.pieces, &args.games);
    let inputs = match args.all {
        true => input::bundled(),
        // What seems to be a game is a number.
        false if parted.is_some() => Vec::new(),
        false => input::collect(&args.games, args.bleed, place, &mut report),
    };
    if let Some(Err(wrong)) = args.paper.as_deref().map(PaperChoice::parse) {
        report.push(wrong);
    }
    if let Err(wrong) = place.is_for_files(&args.output) {
        report.push(wrong);
    }
    let has_length = args.games.iter().any(|game| input::is_length(game, place));
    let kind = output_kind(args, has_length, &mut report);
    for (given, what, hint) in [
        (args.all && !args.games.is_empty(), "--all and names of games", "--all builds the bundled games"),
        (args.one_file && args.split, "--one-file and --split", "--split has a file for each stack"),
        (args.test_sheet && args.split, "--split and --test-sheet", "the test sheet is one file"),
        (args.test_sheet && args.cut_plan, "--cut-plan and --test-sheet", "the test sheet stands by itself"),
        (args.test_sheet && args.each.is_some(), "--each and --test-sheet", "the test sheet is one picture"),
        (
            args.test_sheet && args.format == Format::CutSvg,
            "--format cut-svg and --test-sheet",
            "the test sheet is not cut",
        ),
        (args.cut_plan && args.each.is_some(), "--each and --cut-plan", "such pictures are cut out already"),
    ] {
        if given {
            let message = format!("{what} do not go together");
            report.push(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
    match (parted, Wanted::parse(&args.pieces)) {
        (Some(parted), _) => report.push(parted),
        (None, Err(wrong)) => report.extend(wrong),
        (None, Ok(_)) => {}
    }
    let asked = Asked::parse(args.seed.as_deref(), args.count.as_deref(), &mut report);
    let printer = printer::named(args.printer.as_deref(), place, &mut output.sources);
    let printer = printer.map_err(|wrong| report.extend(wrong)).unwrap_or_default();
    if report.has_errors() {
        return Err(report);
    }
    let fonts = Fonts::bundled();
    let alone = inputs.len() == 1;
    for input in &inputs {
        let context = Context { args, place, kind, asked: &asked, printer: &printer, fonts: &fonts, alone };
        if let Err(wrong) = game(input, &context, output) {
            output.wrong(wrong);
        }
        bounded::allow_another();
    }
    Ok(())
}

/// What one game is built with.
struct Context<'a> {
    args: &'a Build,
    place: &'a Workplace,
    kind: OutputKind,
    asked: &'a Asked,
    printer: &'a Named,
    fonts: &'a Fonts,
    /// Whether it is the only game.
    alone: bool,
}

fn game(input: &Input, context: &Context<'_>, output: &mut Output) -> Result<(), Report> {
    let Context { args, place, kind, .. } = context;
    let job = BuildJob {
        input,
        options: options(context, input),
        kind: *kind,
        check: !args.no_check,
        explain: args.explain,
        folder: &args.output,
    };
    let watcher = Watcher {
        context,
        progress: output.watched.then(|| RwLock::new(None)),
        err: output.err(),
        began: Instant::now(),
    };
    let built = job.run(&mut output.sources, context.fonts, &watcher)?;
    let Outcome { game, stem, options, files, ticket, warnings, verdict } = built;
    let files: Vec<(PathBuf, FileBytes)> =
        files.into_iter().map(|(name, bytes)| (args.output.join(name), bytes)).collect();
    place.save(&files).map_err(|wrong| wrong.hint("another folder: --output DIR"))?;
    output.report(&warnings);
    // The ticket is not a sheet.
    let sheets = files.split_last().map_or(&[][..], |(_, sheets)| sheets);
    let written: Vec<PathBuf> = sheets.iter().map(|(path, _)| place.at(path)).collect();
    let written: Vec<&Path> = written.iter().map(PathBuf::as_path).collect();
    let stale = match kind {
        OutputKind::Pdf => earlier(context, &stem, &game, &options, &written),
        _ => kind.stale(&written),
    };
    output.report(&sweep(&stale, place));
    let TextAndJson { mut text, mut value } = ticket;
    if let Some(Ok(verdict)) = &verdict {
        text.push_str(&format!("  checked: {}\n", verdict.summary()));
        if output.tells_values() {
            value["check"] = verdict_output::to_json(&game, verdict, &output.sources);
        }
    }
    output.result(&text, value);
    match verdict {
        Some(Ok(verdict)) => verdict_output::show_faults(&verdict, None, output),
        Some(Err(wrong)) => {
            output.report(&wrong.into());
            output.worsen(Status::Faults);
        }
        None => {}
    }
    Ok(())
}

/// Shows how far a build is, and judges what only a command line asks for.
struct Watcher<'c> {
    context: &'c Context<'c>,
    /// The line on the terminal; `None` if standard error is not a terminal.
    progress: Option<RwLock<Option<Progress>>>,
    err: Stream,
    began: Instant,
}

impl BuildObserver for Watcher<'_> {
    fn read(&self, ready: &Ready<'_>) -> Result<Report, Report> {
        let Context { args, asked, alone, .. } = self.context;
        let mut warnings = Report::default();
        if *alone && !ready.draws {
            asked.expect_unused(&ready.game, &ready.options)?;
        }
        if *alone && args.backs.is_some_and(|backs| backs != Backs::None) && !ready.game.has_backs() {
            let message = "--backs does nothing here: no piece has a back";
            let hint = "leave it out, or give the pieces one: back = [{ fill = \"navy\" }]";
            warnings.push(codes::BAD_OPTION.warning(message).hint(hint));
        }
        Ok(warnings)
    }

    fn planned(&self, plan: &Plan<'_>) -> Result<(), Report> {
        if let Some(slip) = build::slip(plan).filter(|_| !self.context.args.many) {
            return Err(slip.into());
        }
        bounded::allow_sheets(plan.sheets.len());
        Ok(())
    }

    fn begin(&self, step: Step, sheets: usize) {
        let doing = match step {
            Step::Draw => "drawing",
            Step::Check => "checking",
        };
        // A single sheet has no number to count.
        let line = (sheets > 1).then(|| Progress::new(self.began, doing, sheets, self.err.clone()));
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

impl Watcher<'_> {
    /// Replaces the line on the terminal; the old one goes away.
    fn set(&self, line: Option<Progress>) {
        let Some(progress) = &self.progress else { return };
        if let Ok(mut progress) = progress.write() {
            *progress = line;
        }
    }
}

/// The PDFs of an earlier build; nobody loses one that she names.
fn earlier(context: &Context<'_>, stem: &str, game: &str, options: &Options, written: &[&Path]) -> Stale {
    let &Context { args, place, .. } = context;
    let mut stale = build::earlier(&place.at(&args.output), stem, game, options, written);
    stale.ours.retain(|path| !args.games.iter().any(|given| same_file(&place.at(given), path)));
    stale
}

/// Removes the files of an earlier build from the folder of this one, but for those that somebody changed; what is to
/// be said of those that are left.
fn sweep(stale: &Stale, place: &Workplace) -> Report {
    let mut report = Report::default();
    let mut left = |path: &Path, why: &str, hint: Option<&str>| {
        let message = format!("{} {why}", place.shown(path).display());
        let hint = hint.map(str::to_owned);
        report.push(codes::STALE_SHEET.warning(message).maybe_hint(hint));
    };
    for path in &stale.ours {
        if let Err(error) = std::fs::remove_file(path) {
            left(path, &format!("of an earlier build cannot be removed: {error}"), None);
        }
    }
    for path in &stale.kept {
        let why = "is not of this build, and is left because it was changed";
        left(path, why, Some("keep it in another folder"));
    }
    for path in &stale.older {
        let hint = "take it away: a print queue may shrink sheets of different sizes that are in one file";
        left(path, "is of an earlier version, and other files take its place", Some(hint));
    }
    report
}

/// The command line's options, over those of the printer that it names, over those of the PDF that is built again, over
/// the defaults.
fn options(context: &Context<'_>, input: &Input) -> Options {
    let &Context { args, kind, asked, printer, .. } = context;
    let mut earlier = input.options.clone().unwrap_or_else(Options::usual);
    match printer {
        Named::Unsaid => {}
        Named::Uncorrected => earlier.printer = None,
        Named::Profile(printer) => earlier = earlier.on(printer),
    }
    asked.over(&mut earlier);
    // What is typed now says alone what is printed.
    let (only, pieces) = if args.only.is_empty() && args.pieces.is_empty() {
        (earlier.only, earlier.pieces)
    } else {
        (args.only.clone(), args.pieces.clone())
    };
    let Build { cut, backs, ink, cut_plan, test_sheet, .. } = *args;
    let typed = PrintSetup { cut, backs, ink, marks: None, cut_plan, test_sheet };
    Options {
        paper: args.paper.as_ref().map_or(earlier.paper, |p| p.trim().to_ascii_lowercase()),
        margin: args.margin.unwrap_or(earlier.margin),
        only,
        pieces,
        split: (args.split || earlier.split) && !args.one_file,
        one_file: (args.one_file || earlier.one_file) && !args.split,
        print_setup: typed.over(earlier.print_setup),
        // No other file goes to that printer as it is.
        printer: earlier.printer.filter(|_| kind == OutputKind::Pdf),
        seed: earlier.seed,
        count: earlier.count,
    }
}
