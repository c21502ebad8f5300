//! `hexpress preview`: a local page with every sheet.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::json;

use super::args::Preview;
use super::bounded::{self, Answer, Work, needs_bounds};
use super::io::{Output, Place};
use super::{folder, input, printer};
use crate::build::Input;
use crate::diag::{Diagnostic, Report, Result, codes};
use crate::layout::DEFAULT_MARGIN;
use crate::preview::{Choice, Desk, Helper, Reader, Server, Source, Task};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;

/// Shows a layout until the program is ended.
///
/// # Errors
/// There is no such layout, paper, printer or port.
pub fn run(args: &Preview, place: &Place, output: &mut Output) -> Result<(), Report> {
    let printer = printer::named(args.printer.as_deref(), place, &mut output.sources)?.profile();
    let game = folder::single(args.game.as_deref(), "preview", place)?;
    let shown = Shown { game, asked: args.clone(), place: place.clone() };
    if let Some(task) = args.answer {
        let options = options(&shown, printer)?;
        let choice = Choice { paper: options.paper.clone(), seed: args.seed };
        output.pass_on(&Desk::new(reader(&shown), options).answer(task, &choice)?, &[]);
        return Ok(());
    }
    let options = if needs_bounds(&shown.game, place) {
        options_apart(&shown, output)?
    } else {
        options(&shown, printer)?
    };
    let server = Server::bind(args.port).map_err(|error| taken(args.port, &error))?;
    let (url, paper) = (server.url(), options.paper.clone());
    let text = format!(
        "{} is at {url}\nIt follows the file as you save it; Ctrl-C ends it.\n",
        shown.game.display()
    );
    output.result(&text, json!({ "game": shown.game.to_string_lossy(), "url": url, "paper": paper }));
    // Nothing more is said, so whoever reads JSON gets it now.
    output.finish();
    if !args.no_open {
        open(&url);
    }
    let desk = Desk::new(reader(&shown), options);
    server.run(Arc::new(desk), file(&shown.game, place), &paper)
}

/// What is shown, and what was typed.
#[derive(Clone)]
struct Shown {
    /// The layout, as it can be named again.
    game: PathBuf,
    asked: Preview,
    place: Place,
}

/// What the page begins with: what the layout was built for before, on the printer and the paper that are named.
fn options(args: &Shown, printer: Option<Arc<Profile>>) -> Result<Options, Report> {
    let mut report = Report::default();
    let earlier = report.keep(one(&args.game, &args.place)).and_then(|input| input.options);
    let Options { paper, seed, count, print_setup, .. } =
        earlier.unwrap_or_else(|| Options::new("iso", DEFAULT_MARGIN));
    let mut options = Options { seed, count, print_setup, ..Options::new(&paper, DEFAULT_MARGIN) };
    if let Some(printer) = &printer {
        options = options.on(printer);
    }
    if let Some(paper) = &args.asked.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    if let Err(wrong) = PaperChoice::parse(&options.paper) {
        report.push(wrong);
    }
    if report.has_errors() { Err(report) } else { Ok(options) }
}

/// The same for a file that is read and drawn in processes with bounds.
fn options_apart(args: &Shown, output: &mut Output) -> Result<Options, Report> {
    let choice = Choice { paper: args.asked.paper.clone().unwrap_or_default(), seed: None };
    match bounded::answer(arguments(args, Task::Paper, &choice), &Work::to_draw(&args.game), &args.place)? {
        Answer::Result(paper) => Ok(Options::new(&String::from_utf8_lossy(&paper), DEFAULT_MARGIN)),
        Answer::Mistakes(diagnostics) => {
            // It has said what is wrong, and nothing else is to be.
            output.pass_on(&[], &diagnostics);
            Err(Report::default())
        }
    }
}

/// Reads the file as it is at the moment, or leaves it to processes with bounds.
fn reader(args: &Shown) -> Box<Reader> {
    let args = args.clone();
    let apart = args.clone();
    let helper: Arc<Helper> = Arc::new(move |task: Task, choice: &Choice| {
        let work = Work::to_draw(&apart.game);
        match bounded::answer(arguments(&apart, task, choice), &work, &apart.place)? {
            Answer::Result(bytes) => Ok(bytes),
            Answer::Mistakes(_) => {
                Err(codes::UNREADABLE.error(format!("{} cannot be read", apart.game.display())))
            }
        }
    });
    Box::new(move || match needs_bounds(&args.game, &args.place) && args.asked.answer.is_none() {
        true => Ok(Source::Apart(Arc::clone(&helper))),
        false => one(&args.game, &args.place).map(|input| Source::Here(Arc::new(input))),
    })
}

/// What a process with bounds is started with.
fn arguments(args: &Shown, task: Task, choice: &Choice) -> Vec<OsString> {
    let task = task.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default();
    let mut all: Vec<OsString> = vec!["preview".into(), "--answer".into(), task.into()];
    if !choice.paper.is_empty() {
        all.extend(["--paper".into(), choice.paper.clone().into()]);
    }
    if let Some(seed) = choice.seed {
        all.extend(["--seed".into(), seed.to_string().into()]);
    }
    if let Some(printer) = &args.asked.printer {
        all.extend(["--printer".into(), printer.into()]);
    }
    all.extend(args.place.allowed.iter().flat_map(|folder| ["--allow".into(), folder.into()]));
    all.extend(["--".into(), args.game.clone().into()]);
    all
}

fn taken(port: u16, error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program has it".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you may not use it".to_owned(),
        _ => error.to_string(),
    };
    codes::BAD_OPTION
        .error(format!("port {port} cannot be had: {why}"))
        .hint("leave out --port: a free one is taken")
}

/// The layout that the argument names, as it is now.
fn one(game: &Path, place: &Place) -> Result<Input> {
    let input = input::one(game, place, &mut Report::default())?.pop();
    input.ok_or_else(|| codes::NOTHING.error(format!("{} holds no layout", game.display())))
}

/// The file to watch, whether it is there at the moment or not; none for a bundled game.
fn file(game: &Path, place: &Place) -> Option<PathBuf> {
    crate::bundled::find(game).is_none().then(|| place.at(game))
}

/// Opens a browser, if the system knows how; the address is on the screen in any case.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[url])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", "", url])
    } else {
        ("xdg-open", &[url])
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // A machine without a browser is no mistake.
    let _ = command.spawn();
}
