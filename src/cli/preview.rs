//! `hexpress preview`: a local page with every sheet.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::json;

use super::args::{Answer, Preview};
use super::bounded::{self, Work, needs_bounds};
use super::folder;
use super::input;
use super::io::output::Output;
use super::io::place::Place;
use super::io::status::Status;
use super::printer;
use crate::build::Input;
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::DEFAULT_MARGIN;
use crate::preview::{Choice, Desk, Helper, Reader, Server, Source, Task};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;

/// Shows a layout until the program is ended.
pub fn run(args: &Preview, place: &Place, output: &mut Output) -> Status {
    let printer = args.printer.as_ref().map(|file| printer::named(file, place, output)).transpose();
    let Ok(printer) = printer else { return output.finish(Status::Wrong) };
    let game = match folder::single(args.game.as_deref(), "preview", place) {
        Ok(game) => game,
        Err(wrong) => {
            output.report(&Report::from(wrong), &Sources::default());
            return output.finish(Status::Wrong);
        }
    };
    let args = &Shown { game, asked: args.clone(), place: place.clone() };
    if let Some(task) = args.asked.answer {
        return answer(args, printer.flatten(), task, output);
    }
    let begun = if needs_bounds(&args.game, &args.place) {
        begun_apart(args, output)
    } else {
        begun(args, printer.flatten())
    };
    let begun = begun.and_then(|Begun { options, reader }| {
        let server = Server::bind(args.asked.port).map_err(|error| taken(args.asked.port, &error))?;
        let paper = options.paper.clone();
        Ok((server, Arc::new(Desk::new(reader, options)), paper))
    });
    match begun {
        Ok((server, desk, paper)) => {
            let url = server.url();
            let text =
                format!("{} is at {url}\nIt follows the file as you save it; Ctrl-C ends it.\n", args.game);
            output.result(&text, json!({ "game": args.game, "url": url, "paper": paper }));
            // Nothing more is said, so whoever reads JSON gets it now.
            let status = output.finish(Status::Well);
            if !args.asked.no_open {
                open(&url);
            }
            server.run(desk, file(&args.game, place), &paper);
            status
        }
        Err(report) => {
            output.report(&report, &Sources::default());
            output.finish(Status::Wrong)
        }
    }
}

/// What is shown, and what was typed.
#[derive(Clone)]
struct Shown {
    /// The layout, as it can be named again.
    game: String,
    asked: Preview,
    place: Place,
}

/// What a desk begins with.
struct Begun {
    options: Options,
    reader: Box<Reader>,
}

/// Reads the layout for what it was built for before, and for its mistakes.
fn begun(args: &Shown, printer: Option<Arc<Profile>>) -> Result<Begun, Report> {
    let mut report = Report::default();
    let input = match one(&args.game, &args.place) {
        Ok(input) => Some(input),
        Err(diagnostic) => {
            report.push(diagnostic);
            None
        }
    };
    let earlier = input.and_then(|input| input.options);
    let print_setup = earlier.as_ref().map_or_else(Default::default, |e| e.print_setup);
    let paper = args.asked.paper.as_ref().map(|paper| paper.trim().to_ascii_lowercase());
    let (seed, count) = earlier.as_ref().map_or((None, None), |e| (e.seed, e.count.clone()));
    let own = earlier.map_or_else(|| "iso".to_owned(), |e| e.paper);
    let mut options = Options { seed, count, print_setup, ..Options::new(&own, DEFAULT_MARGIN) };
    if let Some(printer) = &printer {
        options = options.on(printer);
    }
    options.paper = paper.unwrap_or(options.paper);
    if let Err(wrong) = PaperChoice::parse(&options.paper) {
        report.push(wrong);
    }
    if report.has_errors() { Err(report) } else { Ok(Begun { options, reader: reader(args) }) }
}

/// The same for a file that is read and drawn in processes with bounds.
fn begun_apart(args: &Shown, output: &mut Output) -> Result<Begun, Report> {
    let choice = Choice { paper: args.asked.paper.clone().unwrap_or_default(), seed: None };
    let said = bounded::answer(arguments(args, "paper", &choice), &Work::to_draw(&args.game), &args.place)?;
    let said = match said {
        Ok(said) => said,
        // It has said what is wrong, and nothing else is to be.
        Err(diagnostics) => {
            output.pass_on(&[], &diagnostics);
            return Err(Report::default());
        }
    };
    let paper = String::from_utf8_lossy(&said).into_owned();
    Ok(Begun { options: Options::new(&paper, DEFAULT_MARGIN), reader: reader(args) })
}

/// Reads the file as it is at the moment, or leaves it to processes with bounds.
fn reader(args: &Shown) -> Box<Reader> {
    let args = args.clone();
    let helper = {
        let args = args.clone();
        move |task: Task, choice: &Choice| {
            let task = match task {
                Task::Sheets => "sheets",
                Task::Verdict => "verdict",
                Task::Pdf => "pdf",
            };
            let work = Work::to_draw(&args.game);
            let answer = bounded::answer(arguments(&args, task, choice), &work, &args.place)?;
            answer.map_err(|_| Diagnostic::error(codes::UNREADABLE, format!("{} cannot be read", args.game)))
        }
    };
    let helper: Arc<Helper> = Arc::new(helper);
    Box::new(move || match needs_bounds(&args.game, &args.place) && args.asked.answer.is_none() {
        true => Ok(Source::Apart(Arc::clone(&helper))),
        false => one(&args.game, &args.place).map(|input| Source::Here(Arc::new(input))),
    })
}

/// What a process with bounds is started with.
fn arguments(args: &Shown, task: &str, choice: &Choice) -> Vec<OsString> {
    let mut all: Vec<OsString> = ["preview", "--answer", task].map(OsString::from).into();
    if !choice.paper.is_empty() {
        all.extend(["--paper".into(), OsString::from(&choice.paper)]);
    }
    if let Some(seed) = choice.seed {
        all.extend(["--seed".into(), OsString::from(seed.to_string())]);
    }
    if let Some(printer) = &args.asked.printer {
        all.extend(["--printer".into(), printer.clone().into_os_string()]);
    }
    all.extend(["--".into(), OsString::from(&args.game)]);
    all
}

/// What this process says to the one that started it.
fn answer(args: &Shown, printer: Option<Arc<Profile>>, task: Answer, output: &mut Output) -> Status {
    let answer = begun(args, printer).and_then(|Begun { options, reader }| {
        let choice = Choice { paper: options.paper.clone(), seed: args.asked.seed };
        let task = match task {
            Answer::Paper => return Ok(choice.paper.into_bytes()),
            Answer::Sheets => Task::Sheets,
            Answer::Verdict => Task::Verdict,
            Answer::Pdf => Task::Pdf,
        };
        Desk::new(reader, options).answer(task, &choice)
    });
    match answer {
        Ok(bytes) => {
            output.pass_on(&bytes, &[]);
            Status::Well
        }
        Err(report) => {
            output.report(&report, &Sources::default());
            output.finish(Status::Wrong)
        }
    }
}

fn taken(port: u16, error: &std::io::Error) -> Report {
    let message = format!("port {port} cannot be had: {}", reason(error));
    Diagnostic::error(codes::BAD_OPTION, message).hint("leave out --port: a free one is taken").into()
}

/// The layout that the argument names, as it is now.
fn one(game: &str, place: &Place) -> Result<Input, Diagnostic> {
    let mut report = Report::default();
    let mut inputs = input::collect(&[game.to_owned()], place, &mut report);
    match (inputs.pop(), report.sorted().first()) {
        (Some(input), None) => Ok(input),
        (_, Some(first)) => Err((*first).clone()),
        (None, None) => Err(Diagnostic::error(codes::NOTHING, format!("{game} holds no layout"))),
    }
}

/// The file to watch, whether it is there at the moment or not; none for a bundled game.
fn file(game: &str, place: &Place) -> Option<PathBuf> {
    crate::bundled::find(game).is_none().then(|| place.at(game))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program has it".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you may not use it".to_owned(),
        _ => error.to_string(),
    }
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
