//! `hexpress preview`: a local page with every sheet.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::json;

use super::Status;
use super::args::Preview;
use super::calibrate;
use super::folder;
use super::input;
use super::output::Output;
use crate::build::Input;
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::layout::DEFAULT_MARGIN;
use crate::preview::{Desk, Server};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;

/// Shows a layout until the program is ended.
pub fn run(args: &Preview, output: &mut Output) -> Status {
    let printer = args.printer.as_ref().map(|file| calibrate::named(file, output)).transpose();
    let Ok(printer) = printer else { return output.finish(Status::Wrong) };
    let begun = folder::single(args.game.as_deref(), "preview").map_err(Report::from);
    match begun.and_then(|game| start(args, game, printer.flatten())) {
        Ok(Begun { game, server, desk, paper }) => {
            let url = server.url();
            let text = format!("{game} is at {url}\nIt follows the file as you save it; Ctrl-C ends it.\n");
            output.result(&text, json!({ "game": game, "url": url, "paper": paper }));
            // Nothing more is said, so whoever reads JSON gets it now.
            let status = output.finish(Status::Well);
            if !args.no_open {
                open(&url);
            }
            server.run(desk, file(&game), &paper);
            status
        }
        Err(report) => {
            output.report(&report, &Sources::default());
            output.finish(Status::Wrong)
        }
    }
}

/// A page that can be shown.
struct Begun {
    /// The layout, as it can be named again.
    game: String,
    server: Server,
    desk: Arc<Desk>,
    paper: String,
}

fn start(args: &Preview, game: String, printer: Option<Arc<Profile>>) -> Result<Begun, Report> {
    let mut report = Report::default();
    let input = match one(&game) {
        Ok(input) => Some(input),
        Err(diagnostic) => {
            report.push(diagnostic);
            None
        }
    };
    let earlier = input.and_then(|input| input.options);
    let house = earlier.as_ref().map_or_else(Default::default, |e| e.house);
    let paper = args.paper.as_ref().map(|paper| paper.trim().to_ascii_lowercase());
    let (seed, count) = earlier.as_ref().map_or((None, None), |e| (e.seed, e.count.clone()));
    let own = earlier.map_or_else(|| "iso".to_owned(), |e| e.paper);
    let mut options = Options { seed, count, house, ..Options::new(&own, DEFAULT_MARGIN) };
    if let Some(printer) = &printer {
        options = options.on(printer);
    }
    options.paper = paper.unwrap_or(options.paper);
    if let Err((message, hint)) = PaperChoice::parse(&options.paper) {
        report.push(Diagnostic::error(codes::UNKNOWN_PAPER, message).hint(hint));
    }
    if report.has_errors() {
        return Err(report);
    }
    let server = Server::bind(args.port).map_err(|error| {
        let message = format!("port {} cannot be had: {}", args.port, reason(&error));
        Report::from(
            Diagnostic::error(codes::BAD_OPTION, message).hint("leave out --port: a free one is taken"),
        )
    })?;
    let paper = options.paper.clone();
    let named = game.clone();
    let desk = Arc::new(Desk::new(Box::new(move || one(&named)), options));
    Ok(Begun { game, server, desk, paper })
}

/// The layout that the argument names, as it is now.
fn one(game: &str) -> Result<Input, Diagnostic> {
    let mut report = Report::default();
    let mut inputs = input::collect(&[game.to_owned()], &mut report);
    match (inputs.pop(), report.sorted().first()) {
        (Some(input), None) => Ok(input),
        (_, Some(first)) => Err((*first).clone()),
        (None, None) => Err(Diagnostic::error(codes::NOTHING, format!("{game} holds no layout"))),
    }
}

/// The file to watch, whether it is there at the moment or not; none for a bundled game.
fn file(game: &str) -> Option<PathBuf> {
    crate::bundled::find(game).is_none().then(|| PathBuf::from(game))
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
