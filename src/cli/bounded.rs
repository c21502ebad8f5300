//! Work whose size a file decides is done by a process of its own, with bounds: it lowers its own memory, and is ended
//! when it takes too long. Whatever the file does, one message comes of it.
//!
//! Finished files may come from anybody, so they are read and built in such a process. So is every layout that
//! [`needs_bounds`] finds. Other layouts are built at once, for a process costs a millisecond. The process ends when the
//! one that started it has gone.
//!
//! Time is counted on the processor, so that a busy computer refuses nothing. It grows with the sheets that are read or
//! made ([`allow_sheets`]) and with the bytes of finished files, so that a small file ends soon and a large one is judged.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::args::Command;
use super::io::{Output, Status, Workplace};
use super::{folder, needs_bounds};
use crate::diag::{Diagnostic, Result, codes};
use crate::write::end_unless_saving;

/// How many seconds of processor time each file may take, on all cores together, besides those of its sheets.
const SECONDS: u64 = 10;
/// How many sheets add a second.
const SHEETS_A_SECOND: u64 = 20;
/// How many bytes of a finished file add a second.
const BYTES_A_SECOND: u64 = 1 << 20;
/// The fewest bytes of a finished file that count as a page: a small file may say that it has many pages.
const BYTES_OF_A_PAGE: usize = 500;
/// The most seconds of processor time that the process may take, where a system has such a bound.
#[cfg(unix)]
const PROCESSOR: u64 = 600;
/// How many seconds may pass: the last net where a system has no bound on processor time, or a process waits.
const CLOCK: u64 = if cfg!(unix) { 3600 } else { 120 };
/// How many bytes the process may have for its data.
const BYTES: u64 = 500_000_000;
/// The most bytes that it may say.
const MOST_SAID: u64 = 512 << 20;
/// How often it is asked whether it has ended.
const ASK: Duration = Duration::from_millis(4);

/// Lowers the bounds of this process.
pub fn lower() {
    lower_memory();
    IS_LOWERED.store(true, Ordering::Relaxed);
    set_seconds(SECONDS);
}

/// Allows a process with bounds the time of so many more sheets.
pub fn allow_sheets(sheets: usize) {
    allow(seconds_of(sheets, SHEETS_A_SECOND));
}

/// Allows a process with bounds the time of the bytes of a finished file.
pub fn allow_bytes(bytes: usize) {
    allow(seconds_of(bytes, BYTES_A_SECOND));
}

/// Allows a process with bounds the time of the pages of a finished file of so many bytes.
pub fn allow_pages(pages: usize, bytes: usize) {
    allow_sheets(counted(pages, bytes));
}

/// How many of its pages a finished file of so many bytes is given time for.
fn counted(pages: usize, bytes: usize) -> usize {
    pages.min(bytes / BYTES_OF_A_PAGE)
}

fn seconds_of(number: usize, a_second: u64) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX) / a_second
}

/// Allows a process with bounds the time of another file.
pub fn allow_another() {
    allow(SECONDS);
}

/// Whether this process has lowered its bounds, and how many seconds it has been allowed.
static IS_LOWERED: AtomicBool = AtomicBool::new(false);
static ALLOWED: AtomicU64 = AtomicU64::new(SECONDS);

fn allow(seconds: u64) {
    if seconds > 0 && IS_LOWERED.load(Ordering::Relaxed) {
        let before = ALLOWED.load(Ordering::Relaxed);
        set_seconds(before.saturating_add(seconds));
    }
}

/// Sets how many seconds of processor time this process may take. The system ends it with a signal of its own then.
fn set_seconds(seconds: u64) {
    ALLOWED.store(seconds, Ordering::Relaxed);
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let most = getrlimit(Resource::Cpu).maximum.map_or(PROCESSOR, |most| most.min(PROCESSOR));
        // At the upper bound the signal is one that says nothing of time.
        let current = Some(seconds.min(most.saturating_sub(1)));
        let _ = setrlimit(Resource::Cpu, Rlimit { current, maximum: Some(most) });
    }
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

/// Ends this process when the one that started it has gone, and when it has saved the files that it is saving. Where no thread can be had, its bounds end it.
pub fn end_with_parent() {
    let _ = thread::Builder::new().spawn(|| {
        // Nothing comes: the pipe is closed when whoever holds its other end has ended, however that came about.
        let mut nothing = [0];
        while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
        end_unless_saving(Status::Wrong as i32);
    });
}

/// Work that needs bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The files that it is about, as they were typed.
    files: Vec<PathBuf>,
    /// Whether the process is given what stands on standard input.
    reads_input: bool,
}

impl Work {
    /// What a command does that needs bounds; none where it needs none.
    pub fn of(command: &Command, place: &Workplace) -> Option<Self> {
        let (games, more) = match command {
            Command::Build(build) if build.all => return None,
            Command::Build(build) => (build.games.clone(), vec![&build.printer]),
            Command::Deck(deck) => (vec![deck.game.clone()], Vec::new()),
            Command::Check(check) => (check.what.clone(), vec![&check.against, &check.printer]),
            Command::Fmt(fmt) if fmt.is_typed() => return Some(Self::on_text(Path::new("standard input"))),
            Command::Fmt(fmt) => (fmt.files.clone(), Vec::new()),
            _ => return None,
        };
        // Without a name the layouts of this folder are meant.
        let games = if games.is_empty() { folder::here(place) } else { games };
        let files: Vec<PathBuf> = games
            .into_iter()
            .chain(more.into_iter().flatten().cloned())
            .filter(|file| needs_bounds::argument(file, place))
            .collect();
        (!files.is_empty()).then_some(Self { files, reads_input: false })
    }

    /// The work on a text that comes over standard input or is open in an editor, by this name.
    pub fn on_text(name: &Path) -> Self {
        Self { files: vec![name.to_owned()], reads_input: true }
    }

    /// The work of drawing one file.
    pub fn to_draw(file: &Path) -> Self {
        Self { files: vec![file.to_owned()], reads_input: false }
    }

    fn message(&self, ended: Ended) -> Diagnostic {
        let what = match self.files.as_slice() {
            [one] => one.display().to_string(),
            _ => "one of these files".to_owned(),
        };
        let why = match ended {
            Ended::Late => format!(
                "that takes more than {SECONDS} seconds of processor time, and 1 second for every {SHEETS_A_SECOND} sheets"
            ),
            Ended::TooLarge => format!("that takes more than {} MB of memory", BYTES / 1_000_000),
            Ended::TooDeep => "its parts are nested too deep".to_owned(),
            Ended::Code(_) | Ended::Killed => "the process that read it was stopped".to_owned(),
        };
        codes::UNBOUNDED.error(format!("{what} cannot be read: {why}"))
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// With this code of its own.
    Code(i32),
    /// By the system.
    Killed,
    /// By us or the system: it took too long.
    Late,
    /// By itself: there was no memory left.
    TooLarge,
    /// By itself: its stack was full.
    TooDeep,
}

impl Ended {
    /// Of a process that ended itself, what its runtime said of the reason.
    fn explained(self, diagnostics: &[u8]) -> Self {
        let says = |words: &[u8]| memchr::memmem::find(diagnostics, words).is_some();
        match self {
            Self::Killed if says(b"memory allocation of ") => Self::TooLarge,
            Self::Killed if says(b" has overflowed its stack") => Self::TooDeep,
            other => other,
        }
    }
}

impl Ended {
    fn of(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if std::os::unix::process::ExitStatusExt::signal(&status)
            == Some(rustix::process::Signal::XCPU.as_raw())
        {
            return Self::Late;
        }
        status.code().map_or(Self::Killed, Self::Code)
    }
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
    place.program.as_ref()?;
    let input = work.reads_input.then(|| output.all_input());
    let said = said(arguments, input.as_deref(), place)?;
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

/// What another process answers to these arguments and this input. A process that is given input reads it to its end.
///
/// # Errors
/// That it could not be had, or took too much.
pub fn answer(
    arguments: Vec<OsString>,
    input: Option<&[u8]>,
    work: &Work,
    place: &Workplace,
) -> Result<Answer> {
    match said(arguments, input, place) {
        Some(Said { ended: Ended::Code(0), result, .. }) => Ok(Answer::Result(result)),
        Some(Said { ended: Ended::Code(1 | 2), diagnostics, .. }) => Ok(Answer::Mistakes(diagnostics)),
        Some(Said { ended, .. }) => Err(work.message(ended)),
        None => Err(codes::UNBOUNDED.error("no process can be had to read it")),
    }
}

fn said(arguments: Vec<OsString>, input: Option<&[u8]>, place: &Workplace) -> Option<Said> {
    let mut process = place.process()?;
    process.arg("--bounded").args(arguments);
    // A trace of where memory ended takes seconds, and nobody sees it.
    process.env("RUST_BACKTRACE", "0");
    // Ctrl-C ends the process that was started, and this one when it has saved what it is saving.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().ok()?;
    // Its own end of the pipe is open as long as this process is there.
    let mut lifeline = child.stdin.take();
    let readers = child.stdout.take().map(reader).zip(child.stderr.take().map(reader));
    let Some((Ok(result), Ok(diagnostics))) = readers else {
        // No thread can be had, and whoever says much waits for somebody who reads.
        end(&mut child);
        return None;
    };
    if let (Some(input), Some(mut pipe)) = (input, lifeline.take_if(|_| input.is_some())) {
        // Whoever ends before all is read says why.
        let _ = pipe.write_all(input);
    }
    let ended = wait(&mut child, Duration::from_secs(CLOCK));
    let [result, diagnostics] = [result, diagnostics].map(|reader| reader.join().unwrap_or_default());
    Some(Said { ended: ended.explained(&diagnostics), result, diagnostics })
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
            Ok(Some(status)) => return Ended::of(status),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_grows_with_sheets_and_not_with_what_a_small_file_claims() {
        let seconds = |pages, bytes| {
            seconds_of(counted(pages, bytes), SHEETS_A_SECOND) + seconds_of(bytes, BYTES_A_SECOND)
        };
        assert_eq!(seconds(563, 1_200_000), 28 + 1);
        assert_eq!([seconds(19, 99_000), seconds(20, 99_000)], [0, 1]);
        assert_eq!([seconds(20_000, 9_999), seconds(20_000, 10_000)], [0, 1]);
    }
}
