//! `hexpress build`: from layouts to files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::json;

use super::Status;
use super::args::{Build, Format};
use super::check::{self, told};
use super::input;
use super::output::Output;
use super::progress::Progress;
use super::seed::Asked;
use super::ticket::{self, Printed};
use crate::check::Said;
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::house::House;
use crate::layout::{DEFAULT_MARGIN, plan};
use crate::model::Game;
use crate::paper::PaperChoice;
use crate::press::{self, Input, Ready, Wanted};
use crate::record::Options;
use crate::text::Fonts;
use crate::write;

/// Builds everything that the arguments name.
pub fn run(args: &Build, output: &mut Output) -> Status {
    let mut report = Report::default();
    let inputs = input::collect(&args.games, &mut report);
    if let Some(paper) = &args.paper
        && let Err((message, hint)) = PaperChoice::parse(paper)
    {
        report.push(Diagnostic::error(codes::UNKNOWN_PAPER, message).hint(hint));
    }
    if let Some(margin) = args.margin
        && !(0.0..=100.0).contains(&margin.0)
    {
        let message = format!("a margin of {margin} cannot be: it lies between 0 and 100 mm");
        report.push(Diagnostic::error(codes::BAD_OPTION, message));
    }
    if args.split && args.format == Format::Svg {
        let message = "--split and --format svg do not go together: each sheet has an SVG file of its own";
        report.push(Diagnostic::error(codes::BAD_OPTION, message).hint("leave out --split"));
    }
    if let Err(wrong) = Wanted::parse(&args.pieces) {
        report.extend(wrong);
    }
    let asked = Asked::parse(args.seed.as_deref(), args.count.as_deref(), &mut report);
    output.report(&report, &Sources::default());
    if report.has_errors() {
        return output.finish(Status::Wrong);
    }
    let fonts = Fonts::bundled();
    let mut status = Status::Well;
    for (left, input) in (0..inputs.len()).rev().zip(&inputs) {
        let mut sources = Sources::default();
        let context = Context { args, asked, alone: inputs.len() == 1, last: left == 0 };
        match game(input, &context, &fonts, &mut sources, output) {
            Ok(verdict) => status = status.or(verdict),
            Err(report) => {
                output.report(&report, &sources);
                status = Status::Wrong;
            }
        }
    }
    output.finish(status)
}

/// What one game is built with.
struct Context<'a> {
    args: &'a Build,
    asked: Asked,
    /// Whether it is the only game.
    alone: bool,
    /// Whether nothing comes after it.
    last: bool,
}

fn game(
    input: &Input,
    context: &Context<'_>,
    fonts: &Fonts,
    sources: &mut Sources,
    output: &mut Output,
) -> Result<Status, Report> {
    let Context { args, asked, .. } = context;
    let began = output.is_watched().then(Instant::now);
    let Ready { layout, game, setup, options, pieces, fonts, draws, mut warnings } =
        press::read(input, options(args, *asked, input), sources, fonts)?;
    if context.alone && !draws {
        asked.is_nothing(&game.id, &options)?;
    }
    let fonts = fonts.as_ref();
    let mut plan = plan(&game, fonts, &setup)?;
    let progress = began.map(|began| Progress::new(began, plan.sheets.len()));
    let count = || progress.iter().for_each(Progress::sheet);
    // A single sheet has no number to count.
    if plan.sheets.len() > 1 && progress.is_some() {
        plan.watch(&count);
    }
    let stem = press::stem(input, &setup);
    // Everything is drawn before anything is written.
    let (made, more) = match args.format {
        Format::Pdf => press::pdf(&mut plan, &stem, input, &options, fonts)?,
        Format::Svg => press::svg(&mut plan, &stem, input, &options, fonts)?,
    };
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::with_capacity(made.len());
    let mut printed = Vec::with_capacity(made.len());
    for file in made {
        let path = args.output.join(&file.name);
        let shown = path.display().to_string();
        printed.push(Printed { stack: file.stack, path: shown, bytes: file.bytes.len() });
        files.push((path, file.bytes));
    }
    write::save(&files).map_err(|(path, error)| {
        Report::from(unwritable(path, &error).hint("another folder: --output DIR"))
    })?;
    // Its line goes before anything else is said.
    progress.iter().for_each(Progress::end);
    warnings.extend(more);
    output.report(&warnings, sources);
    let folder = args.output.join(press::folder(&stem, &options));
    if args.format == Format::Svg {
        sweep(&folder, &files, output);
    }
    let folder = (args.format == Format::Svg).then(|| folder.display().to_string());
    let (text, value) = ticket::ticket(&plan, &setup, &pieces, &printed, folder.as_deref());
    let mut value = json!({ "game": game.id, "title": game.title, "paper": options.paper, "files": value });
    if !options.pieces.is_empty() {
        value["pieces"] = json!(options.pieces);
    }
    let decks = ticket::decks(&plan);
    if !decks.is_null() {
        value["decks"] = decks;
    }
    let mut status = Status::Well;
    if args.no_check {
        output.result(&text, value);
    } else {
        status = verdict(&game, &options, &files, sources, (text, value), output);
    }
    if context.last {
        // The process ends next: to hand every piece of memory back first takes a twentieth of its time.
        std::mem::forget(plan);
        std::mem::forget((game, layout, files));
    }
    Ok(status)
}

/// Reads back what was just made, judges it, and tells that after the ticket.
fn verdict(
    game: &Game,
    options: &Options,
    files: &[(PathBuf, Vec<u8>)],
    sources: &Sources,
    (mut text, mut value): (String, serde_json::Value),
    output: &mut Output,
) -> Status {
    let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
    let made = names.iter().zip(files).map(|(name, (_, bytes))| (name.as_str(), bytes.as_slice()));
    match check::judge(made, Some(Said { game, options }), crate::check::TOLERANCE) {
        Ok(verdict) => {
            text.push_str(&format!("  checked: {}\n", verdict.summary()));
            value["check"] = told::value(&game.id, &verdict, sources);
            output.result(&text, value);
            told::faults(&verdict, sources, None, output);
            if verdict.has_errors() { Status::Faults } else { Status::Well }
        }
        Err(wrong) => {
            output.result(&text, value);
            output.report(&Report::from(wrong), sources);
            Status::Faults
        }
    }
}

/// Takes sheets of an earlier build out of the folder of this one, but for those that somebody changed.
fn sweep(folder: &Path, files: &[(PathBuf, Vec<u8>)], output: &mut Output) {
    let written: Vec<_> = files.iter().map(|(path, _)| path.as_path()).collect();
    let stale = write::svg::stale(folder, &written);
    let mut report = Report::default();
    for path in &stale.ours {
        if let Err(error) = std::fs::remove_file(path) {
            let message = format!("{} of an earlier build cannot be removed: {error}", path.display());
            report.push(Diagnostic::warning(codes::STALE_SHEET, message));
        }
    }
    for path in &stale.kept {
        let message = format!("{} is not of this build, and is left because it was changed", path.display());
        report.push(Diagnostic::warning(codes::STALE_SHEET, message).hint("keep it in another folder"));
    }
    output.report(&report, &Sources::default());
}

/// The command line's options, over those of the PDF that is built again, over the defaults.
fn options(args: &Build, asked: Asked, input: &Input) -> Options {
    let earlier = input.options.clone().unwrap_or_else(|| Options::new("iso", DEFAULT_MARGIN));
    let (seed, count) = asked.over(&earlier);
    // What is typed now says alone what is printed.
    let (only, pieces) = if args.only.is_empty() && args.pieces.is_empty() {
        (earlier.only, earlier.pieces)
    } else {
        (args.only.clone(), args.pieces.clone())
    };
    Options {
        paper: args.paper.as_ref().map_or(earlier.paper, |p| p.trim().to_ascii_lowercase()),
        margin: args.margin.map_or(earlier.margin, |m| m.0),
        only,
        pieces,
        split: args.split || earlier.split,
        house: House {
            cut: args.cut.or(earlier.house.cut),
            backs: args.backs.or(earlier.house.backs),
            ink: args.ink.or(earlier.house.ink),
        },
        seed,
        count,
    }
}

/// That a file cannot be written, and why.
pub(super) fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let what = match error.kind() {
        std::io::ErrorKind::PermissionDenied => "you may not write there".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        std::io::ErrorKind::QuotaExceeded => "your share of the disk is used up".to_owned(),
        std::io::ErrorKind::FileTooLarge => "it would be larger than files may be there".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "a file is in the way".to_owned()
        }
        std::io::ErrorKind::IsADirectory => "a folder is in the way".to_owned(),
        std::io::ErrorKind::NotFound => "there can be no such folder".to_owned(),
        std::io::ErrorKind::InvalidFilename => {
            "the name is too long, or has a character that none may have".to_owned()
        }
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => error.to_string(),
    };
    let message = format!("{} cannot be written: {what}", path.display());
    Diagnostic::error(codes::UNWRITABLE, message)
}
