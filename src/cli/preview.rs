//! `hexpress preview`: serves a local page with every sheet.
//!
//! - In: a layout, and requests from a browser.
//! - Out: the address of the page. The server then runs until the user ends it.
//! - Not here: reading layouts that may take very long. Processes with limits read them.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::json;

use super::args::Preview;
use super::io::{Output, RunContext};
use super::limited_process::{self, Answer as ProcessAnswer, Work};
use super::{folder, needs_limits, printer, read_input};
use crate::make::Input;
use crate::preview::{Helper, PreviewServer, Reader, Server, Source};
use crate::web_api::{Answer, Target};
use hexpress_base::diag::{Diagnostic, Report, Result, codes};
use hexpress_base::files::MAX_FINISHED_FILE_BYTES;
use hexpress_language::record::Options;
use hexpress_scene::print::paper::PaperChoice;
use hexpress_scene::print::profile::Profile;

/// Shows a layout until the user ends the program. With `--answer`, answers one request and ends.
///
/// # Errors
/// The layout or the profile cannot be read, the paper is unknown, or the port is not available.
pub fn run(args: &Preview, run_context: &RunContext, output: &mut Output) -> Result<(), Report> {
    let printer = printer::named(args.printer.as_deref(), run_context, &mut output.sources)?.profile();
    let game = folder::single(args.game.as_deref(), "preview", run_context)?;
    let input = PreviewInput { game, asked: args.clone(), place: run_context.clone() };
    if let Some(asked) = &args.answer {
        let target = Target::parse(asked);
        let bytes = match target.path.as_str() {
            JUDGE => {
                let dropped = output.first_input(args.dropped.unwrap_or(0).min(MAX_FINISHED_FILE_BYTES));
                limited_process::end_with_parent();
                let preview_server = PreviewServer::new(no_layout(), helper(&input), Options::defaults());
                preview_server.answer_to_bytes(&target, &dropped)
            }
            PAPER => options(&input, printer)?.paper.into_bytes(),
            _ => PreviewServer::new(reader(&input), helper(&input), options(&input, printer)?)
                .answer_to_bytes(&target, &[]),
        };
        output.pass_on(&bytes, &[]);
        return Ok(());
    }
    let options = if needs_limits::argument(&input.game, run_context) {
        options_from_limited_process(&input, output)?
    } else {
        options(&input, printer)?
    };
    let server = Server::bind(args.port).map_err(|error| port_error(args.port, &error))?;
    let (url, paper) = (server.url(), options.paper.clone());
    let text = format!(
        "{} is at {url}\nThe page updates whenever you save the file; press Ctrl-C to stop.\n",
        input.game.display()
    );
    output.result(&text, json!({ "game": input.game.to_string_lossy(), "url": url, "paper": paper }));
    // JSON is usually printed when the program ends, but the server runs until the user stops it.
    output.finish();
    if !args.no_open {
        open_browser(&url);
    }
    let preview_server = PreviewServer::new(reader(&input), helper(&input), options);
    server.run(Arc::new(preview_server), watched_file(&input.game, run_context))
}

/// A request for the initial paper of the page. Only the server sends it, to a process with limits.
const PAPER: &str = "/paper";
/// A request to judge a file that the user dropped on the page.
///
/// The process that answers it reads the file from standard input, so the file is never copied to the
/// disk.
const JUDGE: &str = "/judge";

/// The layout that the page shows, and the arguments of the command.
#[derive(Clone)]
struct PreviewInput {
    /// The path of the layout, as the user would type it.
    game: PathBuf,
    asked: Preview,
    place: RunContext,
}

/// Returns the initial options of the page.
///
/// If the layout is in a PDF, these are the options of the PDF. The user can replace its printer and
/// its paper with arguments.
///
/// # Errors
/// A file cannot be read, or the paper is unknown.
fn options(args: &PreviewInput, printer: Option<Arc<Profile>>) -> Result<Options, Report> {
    let mut report = Report::default();
    let earlier = report.ok_or_report(one(&args.game, &args.place)).and_then(|input| input.options);
    let Options { paper, seed, count, print_setup, .. } = earlier.unwrap_or_else(Options::defaults);
    let mut options = Options { paper, seed, count, print_setup, ..Options::defaults() };
    if let Some(printer) = &printer {
        options = options.with_profile(printer);
    }
    if let Some(paper) = &args.asked.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    if let Err(diagnostic) = PaperChoice::parse(&options.paper) {
        report.push(diagnostic);
    }
    if report.has_errors() { Err(report) } else { Ok(options) }
}

/// Returns the initial options of the page. Used if the layout needs limits, so that a separate process
/// must read it.
///
/// # Errors
/// - The process cannot be run.
/// - The process finds mistakes. The report is then empty, because the mistakes have already been
///   printed.
fn options_from_limited_process(args: &PreviewInput, output: &mut Output) -> Result<Options, Report> {
    match limited_process::answer(
        arguments(args, PAPER, None),
        None,
        &Work::to_draw(&args.game),
        &args.place,
    )? {
        ProcessAnswer::Result(paper) => {
            Ok(Options { paper: String::from_utf8_lossy(&paper).into_owned(), ..Options::defaults() })
        }
        ProcessAnswer::Mistakes(diagnostics) => {
            // The process with limits has described the mistakes in its output, so the report stays
            // empty.
            output.pass_on(&[], &diagnostics);
            Err(Report::default())
        }
    }
}

/// Returns the function that reads the layout each time that it changes. If the layout needs limits,
/// the function does not read it, but returns [`Source::Limited`].
fn reader(args: &PreviewInput) -> Box<Reader> {
    let args = args.clone();
    Box::new(move || match needs_limits::argument(&args.game, &args.place) && args.asked.answer.is_none() {
        true => Ok(Source::Limited),
        false => one(&args.game, &args.place).map(|input| Source::Here(Arc::new(input))),
    })
}

/// Returns a reader that always fails. It is used in a process that only judges a file that was dropped
/// on the page.
fn no_layout() -> Box<Reader> {
    Box::new(|| Err(codes::NOTHING.error("there is no layout")))
}

/// Returns the function that sends requests to processes with limits.
fn helper(args: &PreviewInput) -> Box<Helper> {
    let args = args.clone();
    Box::new(move |target: &Target, dropped: Option<&[u8]>| {
        let work = match dropped {
            Some(_) => Work::to_judge(Path::new("the dropped file")),
            None => Work::to_draw(&args.game),
        };
        let arguments = arguments(&args, &target.text(), dropped.map(<[u8]>::len));
        match limited_process::answer(arguments, dropped, &work, &args.place)? {
            ProcessAnswer::Result(bytes) => Answer::from_bytes(&bytes).ok_or_else(|| unreadable(&args.game)),
            ProcessAnswer::Mistakes(_) => Err(unreadable(&args.game)),
        }
    })
}

fn unreadable(game: &Path) -> Diagnostic {
    codes::UNREADABLE.error(format!("{} cannot be read", game.display()))
}

/// Returns the arguments of a process with limits that answers a request.
///
/// `dropped` is the length of a dropped file, which the process reads from standard input.
fn arguments(args: &PreviewInput, request: &str, dropped: Option<usize>) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["preview".into(), "--answer".into(), request.into()];
    if let Some(length) = dropped {
        all.extend(["--dropped".into(), length.to_string().into()]);
    }
    if let Some(paper) = &args.asked.paper {
        all.extend(["--paper".into(), paper.into()]);
    }
    if let Some(printer) = &args.asked.printer {
        all.extend(["--printer".into(), printer.into()]);
    }
    all.extend(args.place.allowed.iter().flat_map(|folder| ["--allow".into(), folder.into()]));
    all.extend(["--".into(), args.game.clone().into()]);
    all
}

/// Returns the error for a port that is not available.
fn port_error(port: u16, error: &std::io::Error) -> Diagnostic {
    let why = match error.kind() {
        std::io::ErrorKind::AddrInUse => "another program uses it".to_owned(),
        std::io::ErrorKind::PermissionDenied => "you have no permission to use it".to_owned(),
        _ => error.to_string(),
    };
    codes::BAD_OPTION
        .error(format!("port {port} is not available: {why}"))
        .hint("delete --port to use a free port")
}

/// Reads the layout that an argument names.
///
/// # Errors
/// The file cannot be read, or the folder has no layout.
fn one(game: &Path, run_context: &RunContext) -> Result<Input> {
    let input = read_input::one(game, run_context, &mut Report::default())?.pop();
    input.ok_or_else(|| codes::NOTHING.error(format!("{} contains no layout", game.display())))
}

/// Returns the path of the file to watch. Returns `None` for a bundled game.
///
/// The file may be missing for a moment, because some editors replace a file when they save it.
fn watched_file(game: &Path, run_context: &RunContext) -> Option<PathBuf> {
    crate::bundled::find(game).is_none().then(|| run_context.at(game))
}

/// Opens the address in a browser. If the computer has no browser, nothing happens. The caller has
/// printed the address, so the user can type it.
fn open_browser(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[url])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", "", url])
    } else {
        ("xdg-open", &[url])
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // The error is ignored, because a computer need not have a browser.
    let _ = command.spawn();
}
