//! `hexpress build`: from layouts to files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;

use super::args::{Build, Format};
use super::bounded;
use super::check::{self, told};
use super::explain;
use super::input;
use super::io::{Output, Progress, Status, Workplace, same_file};
use super::making::OutputKind;
use super::printer::{self, Named};
use super::seed::Asked;
use super::ticket::{self, Printed, Told};
use crate::build::{self, Input, Made, Making, Order, Ready, Shows, Wanted};
use crate::check::{Ask, Expected, TOLERANCE, Verdict};
use crate::diag::{self, Report, codes, seen};
use crate::layout::plan;
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
    let parted = Wanted::parted(&args.pieces, &args.games);
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
    let kind = OutputKind::of(args, has_length, &mut report);
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
    let Context { args, place, kind, asked, .. } = context;
    let began = output.watched.then(Instant::now);
    let Ready { layout, game, setup, options, pieces, fonts, draws, mut warnings } =
        build::read(input, options(context, input), &mut output.sources, context.fonts)?;
    if context.alone && !draws {
        asked.is_nothing(&game, &options)?;
    }
    if context.alone && args.backs.is_some_and(|backs| backs != Backs::None) && !game.has_backs() {
        let message = "--backs does nothing here: no piece has a back";
        let hint = "leave it out, or give the pieces one: back = [{ fill = \"navy\" }]";
        warnings.push(codes::BAD_OPTION.warning(message).hint(hint));
    }
    let fonts = fonts.as_ref();
    // What is doubtful may be the reason of what does not fit.
    let with_doubts = |wrong: Report, mut all: Report| {
        all.extend(wrong);
        all
    };
    let mut plan = plan(&game, fonts, &setup).map_err(|wrong| with_doubts(wrong, warnings.clone()))?;
    if let Some(slip) = build::slip(&plan).filter(|_| !args.many) {
        return Err(slip.into());
    }
    bounded::allow_sheets(plan.sheets.len());
    warnings.extend(plan.idle_cut_plans(&setup).map(Report::from).unwrap_or_default());
    // Its tables are a tenth of the memory of a large game, and the pieces hold all that is in them.
    drop(layout);
    let progress = began.map(|began| Progress::new(began, "drawing", plan.sheets.len(), output.err()));
    let count = || progress.iter().for_each(Progress::sheet);
    // A single sheet has no number to count.
    if plan.sheets.len() > 1 && progress.is_some() {
        plan.watch(&count);
    }
    let stem = build::stem(input, &setup);
    // Everything is drawn before anything is written.
    let order = Order { stem: &stem, input, options: &options, fonts };
    let Making { made, warnings: more, shows, proof } =
        kind.make(&mut plan, &order).map_err(|wrong| with_doubts(wrong, warnings.clone()))?;
    let folder = build::folder(&stem, &options);
    // What is neither a sheet nor the picture of one is not judged.
    let is_judged = !args.no_check && matches!(shows, Shows::Sheets);
    let mut files: Vec<(PathBuf, FileBytes)> = Vec::with_capacity(made.len() + 1);
    let mut printed = Vec::with_capacity(made.len());
    for Made { stack, name, bytes } in made {
        let path = args.output.join(&name);
        printed.push(Printed { stack, path: name, bytes: bytes.length() });
        // What is read back has to be in memory then.
        files.push((path, if is_judged && proof.is_none() { bytes.in_memory()?.into() } else { bytes }));
    }
    let smaller = ticket::without_large(&plan, &setup);
    let ticket = |printed: &[Printed], folder: String| match &shows {
        Shows::Sheets => {
            let folder = (*kind != OutputKind::Pdf).then_some((folder.as_str(), *kind == OutputKind::Svg));
            ticket::ticket(&plan, &setup, &pieces, printed, folder, smaller.as_ref())
        }
        Shows::Pictures(shown) => ticket::pictures(&plan, &pieces, &folder, printed, shown),
        Shows::Cuts(cuts) => ticket::cuts(&plan, &pieces, &folder, printed, cuts),
    };
    // What it says of files is where they lie from where it lies.
    let Told { text, .. } = ticket(&printed, folder.clone());
    let path = args.output.join(format!("{folder}.txt"));
    files.push((path, format!("{}\n", seen(text.trim_end())).into_bytes().into()));
    place.save(&files).map_err(|wrong| wrong.hint("another folder: --output DIR"))?;
    let path = files.pop().map(|(path, _)| path.display().to_string());
    for (file, (path, _)) in printed.iter_mut().zip(&files) {
        file.path = path.display().to_string();
    }
    // Its line goes before anything else is said.
    progress.iter().for_each(Progress::end);
    warnings.extend(more);
    output.report(&warnings);
    let written: Vec<PathBuf> = files.iter().map(|(path, _)| place.at(path)).collect();
    let written: Vec<&Path> = written.iter().map(PathBuf::as_path).collect();
    let stale = match kind {
        OutputKind::Pdf => earlier(context, &stem, &game.id, &options, &written),
        _ => kind.stale(&written),
    };
    output.report(&sweep(&stale, place));
    let Told { mut text, value: list } = ticket(&printed, args.output.join(&folder).display().to_string());
    let mut value = json!({ "game": game.id, "title": game.title, "paper": options.paper, "files": null, "ticket": path });
    // Moved in: `json!` copies what it is given.
    value["files"] = list;
    if args.explain {
        let why = explain::explain(&plan, &setup);
        text = format!("{}\n{}\n", text.trim_end_matches('\n'), why.text);
        value["explain"] = why.value;
    }
    let travels = (game.embed && *kind == OutputKind::Pdf).then(|| json!(game.pictures.files()));
    for (name, more) in [
        ("pieces", (!options.pieces.is_empty()).then(|| json!(options.pieces))),
        (
            "without-large-sheets",
            smaller.as_ref().map(|smaller| json!({ "paper": smaller.paper, "sheets": smaller.sheets })),
        ),
        ("travels", travels),
        ("decks", Some(ticket::decks(&plan)).filter(|decks| !decks.is_null())),
    ] {
        if let Some(more) = more {
            value[name] = more;
        }
    }
    let judged = is_judged.then(|| {
        let progress = began.filter(|_| plan.sheets.len() > 1);
        let progress =
            progress.map(|began| Progress::new(began, "checking", plan.sheets.len(), output.err()));
        let made: Vec<(String, &[u8])> = match &proof {
            Some((name, pdf)) => vec![(name.clone(), pdf)],
            None => files.iter().map(|(path, whole)| (path.display().to_string(), whole.held())).collect(),
        };
        judged(&made, Expected { game: &game, options: &options }, proof.is_some(), progress.as_ref())
    });
    if let Some(Ok(verdict)) = &judged {
        text.push_str(&format!("  checked: {}\n", verdict.summary()));
        if output.tells_values() {
            value["check"] = told::value(&game.id, verdict, &output.sources);
        }
    }
    output.result(&text, value);
    match judged {
        Some(Ok(verdict)) => told::faults(&verdict, None, output),
        Some(Err(wrong)) => {
            output.report(&wrong.into());
            output.worsen(Status::Faults);
        }
        None => {}
    }
    Ok(())
}

/// The PDFs of an earlier build; nobody loses one that she names.
fn earlier(context: &Context<'_>, stem: &str, game: &str, options: &Options, written: &[&Path]) -> Stale {
    let &Context { args, place, .. } = context;
    let mut stale = build::earlier(&place.at(&args.output), stem, game, options, written);
    stale.ours.retain(|path| !args.games.iter().any(|given| same_file(&place.at(given), path)));
    stale
}

/// What the checker says of the files that were made, or of the proof of pictures.
fn judged(
    made: &[(String, &[u8])],
    expected: Expected<'_>,
    proof: bool,
    progress: Option<&Progress>,
) -> diag::Result<Verdict> {
    let count = || progress.iter().for_each(|progress| progress.sheet());
    let watch = progress.map(|_| &count as &(dyn Fn() + Sync));
    let ask = Ask { watch, proof, ..Ask::default() };
    let made = made.iter().map(|(name, bytes)| (name.as_str(), *bytes));
    check::judge(made, Some(expected), TOLERANCE, ask)
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
