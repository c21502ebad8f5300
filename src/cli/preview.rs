//! `hexpress preview`: a local page with every sheet.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use super::args::Preview;
use super::bounded::{self, Answer as Said, Work};
use super::io::{Output, Workplace};
use super::{folder, input, needs_bounds, printer};
use crate::build::Input;
use crate::diag::{Diagnostic, Report, Result, codes};
use crate::files::LARGEST_FINISHED;
use crate::page::{Answer, Target};
use crate::preview::{Desk, Helper, Reader, Server, Source};
use crate::print::paper::PaperChoice;
use crate::print::profile::Profile;
use crate::record::Options;

/// Shows a layout until the program is ended.
///
/// # Errors
/// There is no such layout, paper, printer or port.
pub fn run(args: &Preview, place: &Workplace, output: &mut Output) -> Result<(), Report> {
    let printer = printer::named(args.printer.as_deref(), place, &mut output.sources)?.profile();
    let game = folder::single(args.game.as_deref(), "preview", place)?;
    let shown = Shown { game, asked: args.clone(), place: place.clone() };
    if let Some(asked) = &args.answer {
        let target = Target::parse(asked);
        let bytes = match target.path.as_str() {
            // The file is one that lies on the page.
            JUDGE => {
                let options = Options::usual();
                let dropped = place.read(&shown.game, LARGEST_FINISHED)?;
                Desk::new(nothing(), helper(&shown), options).answer_to_bytes(&target, &dropped)
            }
            PAPER => options(&shown, printer)?.paper.into_bytes(),
            _ => Desk::new(reader(&shown), helper(&shown), options(&shown, printer)?).answer_to_bytes(&target, &[]),
        };
        output.pass_on(&bytes, &[]);
        return Ok(());
    }
    let options = if needs_bounds::argument(&shown.game, place) {
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
    let desk = Desk::new(reader(&shown), helper(&shown), options);
    server.run(Arc::new(desk), file(&shown.game, place))
}

/// What a process with bounds is asked for beside what a page asks: the paper to begin with.
const PAPER: &str = "/paper";
/// What a page asks of a file that is dropped on it.
const JUDGE: &str = "/judge";

/// What is shown, and what was typed.
#[derive(Clone)]
struct Shown {
    /// The layout, as it can be named again.
    game: PathBuf,
    asked: Preview,
    place: Workplace,
}

/// What the page begins with: what the layout was built for before, on the printer and the paper that are named.
fn options(args: &Shown, printer: Option<Arc<Profile>>) -> Result<Options, Report> {
    let mut report = Report::default();
    let earlier = report.keep(one(&args.game, &args.place)).and_then(|input| input.options);
    let Options { paper, seed, count, print_setup, .. } = earlier.unwrap_or_else(Options::usual);
    let mut options = Options { paper, seed, count, print_setup, ..Options::usual() };
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
    match bounded::answer(arguments(args, PAPER, &args.game), None, &Work::to_draw(&args.game), &args.place)?
    {
        Said::Result(paper) => {
            Ok(Options { paper: String::from_utf8_lossy(&paper).into_owned(), ..Options::usual() })
        }
        Said::Mistakes(diagnostics) => {
            // It has said what is wrong, and nothing else is to be.
            output.pass_on(&[], &diagnostics);
            Err(Report::default())
        }
    }
}

/// Reads the file as it is at the moment, or leaves it to processes with bounds.
fn reader(args: &Shown) -> Box<Reader> {
    let args = args.clone();
    Box::new(move || match needs_bounds::argument(&args.game, &args.place) && args.asked.answer.is_none() {
        true => Ok(Source::Apart),
        false => one(&args.game, &args.place).map(|input| Source::Here(Arc::new(input))),
    })
}

/// No layout: a file is judged.
fn nothing() -> Box<Reader> {
    Box::new(|| Err(codes::NOTHING.error("there is no layout")))
}

/// Has processes with bounds answer.
fn helper(args: &Shown) -> Box<Helper> {
    let args = args.clone();
    Box::new(move |target: &Target, dropped: Option<&[u8]>| {
        let unreadable = || codes::UNREADABLE.error(format!("{} cannot be read", args.game.display()));
        let dropped = dropped.map(Dropped::new).transpose().map_err(|_| unreadable())?;
        let file = dropped.as_ref().map_or(&args.game, |dropped| &dropped.0);
        match bounded::answer(
            arguments(&args, &target.text(), file),
            None,
            &Work::to_draw(file),
            &args.place,
        )? {
            Said::Result(bytes) => Answer::from_bytes(&bytes).ok_or_else(unreadable),
            Said::Mistakes(_) => Err(unreadable()),
        }
    })
}

/// A file that was dropped on the page, for as long as it is looked at.
struct Dropped(PathBuf);

impl Dropped {
    fn new(bytes: &[u8]) -> std::io::Result<Self> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("hexpress-{}-{number}", std::process::id()));
        // Never through a link that somebody else laid there.
        let mut file = File::create_new(&path)?;
        let dropped = Self(path);
        file.write_all(bytes)?;
        Ok(dropped)
    }
}

impl Drop for Dropped {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What a process with bounds is started with.
fn arguments(args: &Shown, asked: &str, file: &Path) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["preview".into(), "--answer".into(), asked.into()];
    if let Some(paper) = &args.asked.paper {
        all.extend(["--paper".into(), paper.into()]);
    }
    if let Some(printer) = &args.asked.printer {
        all.extend(["--printer".into(), printer.into()]);
    }
    all.extend(args.place.allowed.iter().flat_map(|folder| ["--allow".into(), folder.into()]));
    all.extend(["--".into(), file.into()]);
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
fn one(game: &Path, place: &Workplace) -> Result<Input> {
    let input = input::one(game, place, &mut Report::default())?.pop();
    input.ok_or_else(|| codes::NOTHING.error(format!("{} holds no layout", game.display())))
}

/// The file to watch, whether it is there at the moment or not; none for a bundled game.
fn file(game: &Path, place: &Workplace) -> Option<PathBuf> {
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
