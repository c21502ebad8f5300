//! Work whose size a file decides is done by a process of its own, with bounds: it lowers its own memory, and is ended
//! when it takes too long. Whatever the file does, one message comes of it.
//!
//! Finished files may come from anybody, so they are read and built in such a process. So is a layout whose templates
//! compute (see [`computes`](crate::model::template::work::computes)): what these do to memory cannot be bounded from
//! within. Other layouts are built at once, for a process costs a millisecond. The process ends when whoever started it
//! has gone.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::args::Command;
use super::folder;
use super::io::{Output, Status, Workplace};
use crate::diag::{Diagnostic, Result, codes};
use crate::files::LARGEST_LAYOUT;
use crate::model::template::work::computes;

/// How long it may take to judge finished files, in seconds.
const TO_CHECK: u64 = 18;
/// How long it may take to build.
const TO_BUILD: u64 = 60;
/// How many bytes the process may have for its data.
#[cfg(unix)]
const BYTES: u64 = 500_000_000;
/// How many seconds of a processor the process may have, on all cores together.
#[cfg(unix)]
const PROCESSOR: u64 = 600;
/// The most bytes that it may say.
const MOST_SAID: u64 = 512 << 20;
/// How often it is asked whether it has ended.
const ASK: Duration = Duration::from_millis(4);

/// Lowers the bounds of this process.
pub fn lower() {
    lower_memory();
    // The last net, for where nobody looks at the clock.
    #[cfg(unix)]
    bound(rustix::process::Resource::Cpu, PROCESSOR);
}

/// Lowers the bounds of the memory of this process, and leaves it as long as it likes.
pub fn lower_memory() {
    // Where a system has no such bound, time is still bounded from outside.
    #[cfg(unix)]
    {
        bound(rustix::process::Resource::Data, BYTES);
        bound(rustix::process::Resource::Core, 0);
    }
}

#[cfg(unix)]
fn bound(resource: rustix::process::Resource, most: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let most = getrlimit(resource).maximum.map_or(most, |bound| bound.min(most));
    let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
}

/// Ends this process when the one that started it has gone. Where no thread can be had, its bounds end it.
pub fn end_with_parent() {
    let _ = thread::Builder::new().spawn(|| {
        // Nothing comes: the pipe is closed when whoever holds its other end has ended, however that came about.
        let mut nothing = [0];
        while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
        std::process::exit(Status::Wrong as i32);
    });
}

/// Work that needs bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The files that it is about, as they were typed.
    files: Vec<PathBuf>,
    seconds: u64,
}

impl Work {
    /// What a command does that needs bounds; none where it needs none.
    pub fn of(command: &Command, place: &Workplace) -> Option<Self> {
        let (games, against, seconds) = match command {
            Command::Build(build) => (build.games.clone(), None, TO_BUILD),
            Command::Deck(deck) => (vec![deck.game.clone()], None, TO_BUILD),
            Command::Check(check) => (check.what.clone(), check.against.clone(), TO_CHECK),
            _ => return None,
        };
        // Without a name the layouts of this folder are meant.
        let games = if games.is_empty() { folder::here(place) } else { games };
        let files: Vec<PathBuf> =
            games.into_iter().chain(against).filter(|file| needs_bounds(file, place)).collect();
        (!files.is_empty()).then_some(Self { files, seconds })
    }

    /// The work of drawing one file.
    pub fn to_draw(file: &Path) -> Self {
        Self { files: vec![file.to_owned()], seconds: TO_BUILD }
    }

    fn message(&self, ended: Ended) -> Diagnostic {
        let what = match self.files.as_slice() {
            [one] => one.display().to_string(),
            _ => "one of these files".to_owned(),
        };
        let why = match ended {
            Ended::Late => format!("that takes more than {} seconds", self.seconds),
            _ => "that takes more memory than there may be, or cannot be done at all".to_owned(),
        };
        codes::UNBOUNDED.error(format!("{what} cannot be read: {why}"))
    }
}

/// Whether what an argument names has to be read or built with bounds.
pub fn needs_bounds(argument: &Path, place: &Workplace) -> bool {
    if crate::bundled::find(argument).is_some() {
        return false;
    }
    let path = &place.at(argument);
    if !path.is_dir() {
        return file_needs_bounds(path);
    }
    let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| entry.path()).filter(|path| !path.is_dir()).any(|path| file_needs_bounds(&path))
}

fn file_needs_bounds(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else { return false };
    let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
    match end.as_deref() {
        // It is refused.
        _ if !about.is_file() => false,
        Some("pdf" | "svg") => true,
        Some("toml") => {
            about.len() > LARGEST_LAYOUT
                || fs::read(path).is_ok_and(|text| computes(&String::from_utf8_lossy(&text)))
        }
        _ => false,
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// With this code of its own.
    Code(i32),
    /// By the system.
    Killed,
    /// By us: it took too long.
    Late,
}

/// What a process said until it ended.
struct Said {
    ended: Ended,
    result: Vec<u8>,
    diagnostics: Vec<u8>,
}

/// Does what was asked for in another process, and passes on what that says. None where no process can be had.
pub fn run(work: &Work, typed: &[OsString], place: &Workplace, output: &mut Output) -> Option<Status> {
    let coloured = output.colour.then(|| "--coloured".into());
    let arguments = coloured.into_iter().chain(typed.iter().skip(1).cloned()).collect();
    let said = said(arguments, place, work.seconds)?;
    let status = match said.ended {
        Ended::Code(0) => Status::Well,
        Ended::Code(1) => Status::Faults,
        Ended::Code(2) => Status::Wrong,
        ended => {
            output.wrong(work.message(ended));
            return Some(output.finish());
        }
    };
    output.worsen(status);
    output.pass_on(&said.result, &said.diagnostics);
    // The other process has said how it ended.
    output.json = false;
    Some(output.finish())
}

/// What another process says.
pub enum Answer {
    /// What was asked for.
    Result(Vec<u8>),
    /// The mistakes that it found.
    Mistakes(Vec<u8>),
}

/// What another process answers to these arguments.
///
/// # Errors
/// That it could not be had, or took too much.
pub fn answer(arguments: Vec<OsString>, work: &Work, place: &Workplace) -> Result<Answer> {
    match said(arguments, place, work.seconds) {
        Some(Said { ended: Ended::Code(0), result, .. }) => Ok(Answer::Result(result)),
        Some(Said { ended: Ended::Code(1 | 2), diagnostics, .. }) => Ok(Answer::Mistakes(diagnostics)),
        Some(Said { ended, .. }) => Err(work.message(ended)),
        None => Err(codes::UNBOUNDED.error("no process can be had to read it")),
    }
}

fn said(arguments: Vec<OsString>, place: &Workplace, seconds: u64) -> Option<Said> {
    let mut process = place.process()?;
    process.arg("--bounded").args(arguments);
    // A trace of where memory ended takes seconds, and nobody sees it.
    process.env("RUST_BACKTRACE", "0");
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().ok()?;
    // Its own end of the pipe is open as long as this process is there.
    let _lifeline = child.stdin.take();
    let readers = child.stdout.take().map(reader).zip(child.stderr.take().map(reader));
    let Some((Ok(result), Ok(diagnostics))) = readers else {
        // No thread can be had, and whoever says much waits for somebody who reads.
        end(&mut child);
        return None;
    };
    let ended = wait(&mut child, Duration::from_secs(seconds));
    let [result, diagnostics] = [result, diagnostics].map(|reader| reader.join().unwrap_or_default());
    Some(Said { ended, result, diagnostics })
}

/// A thread that reads all that comes.
fn reader(pipe: impl Read + Send + 'static) -> io::Result<JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(|| all(pipe))
}

fn all(pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was said until then counts.
    let _ = pipe.take(MOST_SAID).read_to_end(&mut bytes);
    bytes
}

fn wait(child: &mut Child, most: Duration) -> Ended {
    let start = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.code().map_or(Ended::Killed, Ended::Code),
            Ok(None) if start.elapsed() > most => break Ended::Late,
            Ok(None) => thread::sleep(ASK),
            Err(_) => break Ended::Killed,
        }
    };
    end(child);
    ended
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
