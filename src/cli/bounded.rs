//! Runs work that may take very long in a process with bounds on time and memory.
//!
//! - In: arguments, and text for standard input.
//! - Out: what the process writes, or one message that it exceeded its bounds.
//! - Not here: deciding which files need bounds; [`needs_bounds`] does.
//!
//! Finished files may come from anywhere, so they are read and built in such a process. So are
//! layouts that [`needs_bounds`] finds; other layouts do without, because a process costs a
//! millisecond. The process lowers its own memory, is ended when it takes too long, and ends when
//! the process that started it has ended.
//!
//! Time is processor time, so that a busy computer refuses nothing. It grows with the sheets that
//! are read or made ([`allow_sheets`]) and with the bytes of finished files, so that a small file
//! ends soon and a large one is judged.

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
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_write::end_unless_saving;

/// The processor time for each file without its sheets, in seconds on all cores together.
const SECONDS: u64 = 10;
/// The number of sheets that add a second.
const SHEETS_A_SECOND: u64 = 20;
/// The number of bytes of a finished file that add a second.
const BYTES_A_SECOND: u64 = 1 << 20;
/// The fewest bytes of a finished file that count as a page, because a small file may claim to have
/// many pages.
const BYTES_OF_A_PAGE: usize = 500;
/// The most seconds of processor time for the process, on systems that can limit processor time.
#[cfg(unix)]
const PROCESSOR: u64 = 600;
/// The most seconds that the process may run by the clock. This limits processes that wait, and
/// processes on systems that cannot limit processor time.
const CLOCK: u64 = if cfg!(unix) { 3600 } else { 120 };
/// The most memory for data, in bytes.
const BYTES: u64 = 500_000_000;
/// The most bytes that the process may write.
const MOST_SAID: u64 = 512 << 20;
/// The time between two looks whether the process has ended.
const POLL: Duration = Duration::from_millis(4);

/// Sets bounds on time and memory of this process.
pub fn lower() {
    lower_memory();
    IS_LOWERED.store(true, Ordering::Relaxed);
    set_seconds(SECONDS);
}

/// Allows a process with bounds the time for more sheets.
pub fn allow_sheets(sheets: usize) {
    allow(seconds_of(sheets, SHEETS_A_SECOND));
}

/// Allows a process with bounds the time for the bytes of a finished file.
pub fn allow_bytes(bytes: usize) {
    allow(seconds_of(bytes, BYTES_A_SECOND));
}

/// Allows a process with bounds the time for the pages of a finished file, which has this many
/// bytes.
pub fn allow_pages(pages: usize, bytes: usize) {
    allow_sheets(counted_pages(pages, bytes));
}

/// Returns how many pages of a finished file add time.
fn counted_pages(pages: usize, bytes: usize) -> usize {
    pages.min(bytes / BYTES_OF_A_PAGE)
}

fn seconds_of(count: usize, per_second: u64) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX) / per_second
}

/// Allows a process with bounds the time for another file.
pub fn allow_another() {
    allow(SECONDS);
}

/// Whether this process has bounds.
static IS_LOWERED: AtomicBool = AtomicBool::new(false);
/// The processor time that this process may use, in seconds, if it has bounds.
static ALLOWED: AtomicU64 = AtomicU64::new(SECONDS);

fn allow(seconds: u64) {
    if seconds > 0 && IS_LOWERED.load(Ordering::Relaxed) {
        let before = ALLOWED.load(Ordering::Relaxed);
        set_seconds(before.saturating_add(seconds));
    }
}

/// Sets the processor time of this process in seconds. The system ends a process that takes more,
/// with the signal `XCPU`.
fn set_seconds(seconds: u64) {
    ALLOWED.store(seconds, Ordering::Relaxed);
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let (current, maximum) = processor_limits(seconds, getrlimit(Resource::Cpu).maximum);
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum: Some(maximum) });
    }
}

/// Returns the soft and the hard limit for this number of seconds, at most [`PROCESSOR`] and what
/// the system allows.
#[cfg(unix)]
fn processor_limits(seconds: u64, allowed: Option<u64>) -> (u64, u64) {
    let most = allowed.map_or(PROCESSOR, |most| most.min(PROCESSOR));
    // At the hard limit the signal would be `KILL`, which has no reason.
    (seconds.min(most.saturating_sub(1)), most)
}

/// Limits the memory of this process, but not its time.
pub fn lower_memory() {
    // On other systems, only time has a bound, from outside.
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

/// Makes this process end when the process that started it has ended. The process never ends while
/// it is saving files.
pub fn end_with_parent() {
    let _ = thread::Builder::new().spawn(|| {
        // The other process never writes into the pipe. The system closes the pipe when the other
        // process ends.
        let mut nothing = [0];
        while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
        end_unless_saving(Status::Wrong as i32);
    });
}

/// Work that needs bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The files that are read, as they were typed.
    files: Vec<PathBuf>,
    /// Whether the process reads standard input.
    reads_input: bool,
    /// Whether standard input stays open after the text, so that the process ends with this one.
    keeps_input_open: bool,
}

impl Work {
    /// Returns the work of a command that needs bounds; `None` if it needs none.
    pub fn of_command(command: &Command, place: &Workplace) -> Option<Self> {
        let (named, profiles) = match command {
            Command::Build(build) if build.all => return None,
            Command::Build(build) => (build.games.clone(), vec![&build.printer]),
            Command::Deck(deck) => (vec![deck.game.clone()], Vec::new()),
            Command::Check(check) => (check.what.clone(), vec![&check.against, &check.printer]),
            Command::Fmt(fmt) if fmt.is_typed() => return Some(Self::on_text(Path::new("standard input"))),
            Command::Fmt(fmt) => (fmt.files.clone(), Vec::new()),
            _ => return None,
        };
        // Without a name, the command reads the layouts of the current folder.
        let games = if named.is_empty() { folder::here(place) } else { named };
        let files: Vec<PathBuf> = games
            .into_iter()
            .chain(profiles.into_iter().flatten().cloned())
            .filter(|file| needs_bounds::argument(file, place))
            .collect();
        (!files.is_empty()).then_some(Self { files, reads_input: false, keeps_input_open: false })
    }

    /// Returns the work of reading a text from standard input or from an editor. Messages call the
    /// text `name`.
    pub fn on_text(name: &Path) -> Self {
        Self { files: vec![name.to_owned()], reads_input: true, keeps_input_open: false }
    }

    /// The work of drawing one file.
    pub fn to_draw(file: &Path) -> Self {
        Self { files: vec![file.to_owned()], reads_input: false, keeps_input_open: false }
    }

    /// The work of judging a file whose bytes are on standard input. The process knows how many
    /// there are. `name` names the file in messages.
    pub fn to_judge(name: &Path) -> Self {
        Self { files: vec![name.to_owned()], reads_input: true, keeps_input_open: true }
    }

    /// Returns the error that the work was not finished.
    fn message(&self, ended: Ended) -> Diagnostic {
        let what = match self.files.as_slice() {
            [file] => file.display().to_string(),
            _ => "one of these files".to_owned(),
        };
        let why = match ended {
            Ended::Late => format!(
                "it takes more than {SECONDS} seconds of processor time, plus 1 second for every {SHEETS_A_SECOND} sheets"
            ),
            Ended::TooLarge => format!("it takes more than {} MB of memory", BYTES / 1_000_000),
            Ended::TooDeep => "its parts are nested too deep".to_owned(),
            Ended::Code(_) | Ended::Killed => "the process that reads it was stopped".to_owned(),
        };
        codes::UNBOUNDED.error(format!("{what} cannot be read: {why}"))
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// With an exit code.
    Code(i32),
    /// By a signal.
    Killed,
    /// This process or the system ended it, because it took too long.
    Late,
    /// By itself, because there was no memory left.
    TooLarge,
    /// By itself, because its stack was full.
    TooDeep,
}

impl From<ExitStatus> for Ended {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        if std::os::unix::process::ExitStatusExt::signal(&status)
            == Some(rustix::process::Signal::XCPU.as_raw())
        {
            return Self::Late;
        }
        status.code().map_or(Self::Killed, Self::Code)
    }
}

impl Ended {
    /// Finds out why a process ended itself, from what its runtime wrote on standard error.
    fn explained(self, diagnostics: &[u8]) -> Self {
        match self {
            Self::Killed if contains(diagnostics, b"memory allocation of ") => Self::TooLarge,
            Self::Killed if contains(diagnostics, b" has overflowed its stack") => Self::TooDeep,
            other => other,
        }
    }
}

fn contains(bytes: &[u8], words: &[u8]) -> bool {
    memchr::memmem::find(bytes, words).is_some()
}

/// What the other process wrote until it ended.
struct Written {
    ended: Ended,
    result: Vec<u8>,
    diagnostics: Vec<u8>,
}

/// Repeats the command line in a process with bounds, and passes on what it writes. Returns `None`
/// if the system starts no process.
pub fn run(work: &Work, typed: &[OsString], place: &Workplace, output: &mut Output) -> Option<Status> {
    let colour = output.colour.then(|| "--coloured".into());
    let arguments = colour.into_iter().chain(typed.iter().skip(1).cloned()).collect();
    place.program.as_ref()?;
    let input = work.reads_input.then(|| output.all_input());
    let written = run_process(arguments, input.as_deref(), work.keeps_input_open, place)?;
    let status = match written.ended {
        Ended::Code(0) => Status::Well,
        Ended::Code(1) => Status::Faults,
        Ended::Code(2) => Status::Wrong,
        ended => {
            output.report_failure(work.message(ended));
            return Some(output.finish());
        }
    };
    output.worsen(status);
    output.pass_on(&written.result, &written.diagnostics);
    // The JSON of the other process has the status already.
    output.json = false;
    Some(output.finish())
}

/// The answer of a process with bounds.
pub enum Answer {
    /// The process succeeded, and wrote this on standard output.
    Result(Vec<u8>),
    /// The process found mistakes, and wrote this on standard error.
    Mistakes(Vec<u8>),
}

/// Runs a process with bounds. A process with input reads it to its end.
///
/// # Errors
/// The system starts no process, or the process exceeded its bounds.
pub fn answer(
    arguments: Vec<OsString>,
    input: Option<&[u8]>,
    work: &Work,
    place: &Workplace,
) -> Result<Answer> {
    match run_process(arguments, input, work.keeps_input_open, place) {
        Some(Written { ended: Ended::Code(0), result, .. }) => Ok(Answer::Result(result)),
        Some(Written { ended: Ended::Code(1 | 2), diagnostics, .. }) => Ok(Answer::Mistakes(diagnostics)),
        Some(Written { ended, .. }) => Err(work.message(ended)),
        None => Err(codes::UNBOUNDED.error("the process that reads files cannot be started")),
    }
}

fn run_process(
    arguments: Vec<OsString>,
    input: Option<&[u8]>,
    keeps_input_open: bool,
    place: &Workplace,
) -> Option<Written> {
    let mut process = place.process()?;
    process.arg("--bounded").args(arguments);
    // A backtrace takes seconds, and is never shown.
    process.env("RUST_BACKTRACE", "0");
    // Ctrl-C ends only the process that the user started. The process with bounds then ends too,
    // but not while it is saving files.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().ok()?;
    // The pipe stays open as long as this process runs: see `end_with_parent`.
    let mut lifeline = child.stdin.take();
    let readers = child.stdout.take().map(reader).zip(child.stderr.take().map(reader));
    let Some((Ok(result), Ok(diagnostics))) = readers else {
        // Without a reader, a process that writes much would never end.
        end(&mut child);
        return None;
    };
    if let (Some(input), Some(pipe)) = (input, lifeline.as_mut()) {
        // A process that ends before it has read everything explains it on standard error.
        let _ = pipe.write_all(input);
        if !keeps_input_open {
            drop(lifeline.take());
        }
    }
    let ended = wait(&mut child, Duration::from_secs(CLOCK));
    let [result, diagnostics] = [result, diagnostics].map(|reader| reader.join().unwrap_or_default());
    Some(Written { ended: ended.explained(&diagnostics), result, diagnostics })
}

/// Starts a thread that reads a pipe to its end.
fn reader(pipe: impl Read + Send + 'static) -> io::Result<JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(|| read_at_most(MOST_SAID, pipe))
}

/// Returns the first `most` bytes of a pipe.
fn read_at_most(most: u64, pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // If reading fails, the bytes that were read before still count.
    let _ = pipe.take(most).read_to_end(&mut bytes);
    bytes
}

/// Waits until a process ends, and ends it if it takes longer than `most`.
fn wait(child: &mut Child, most: Duration) -> Ended {
    let start = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ended::from(status),
            Ok(None) if start.elapsed() > most => break Ended::Late,
            Ok(None) => thread::sleep(POLL),
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
        assert_eq!(seconds(563, 1_200_000), 28 + 1);
        assert_eq!([seconds(19, 99_000), seconds(20, 99_000)], [0, 1]);
        assert_eq!([seconds(20_000, 9_999), seconds(20_000, 10_000)], [0, 1]);
    }

    #[test]
    fn each_limit_adds_its_second_and_not_before() {
        assert_eq!([seconds_of(19, SHEETS_A_SECOND), seconds_of(20, SHEETS_A_SECOND)], [0, 1]);
        let mebibyte = 1 << 20;
        assert_eq!([mebibyte - 1, mebibyte].map(|bytes| seconds_of(bytes, BYTES_A_SECOND)), [0, 1]);
        // A file of 499 bytes has no page that counts.
        assert_eq!([499, 500].map(|bytes| counted_pages(1, bytes)), [0, 1]);
    }

    #[cfg(unix)]
    #[test]
    fn the_processor_time_stays_below_the_hard_limit() {
        assert_eq!(processor_limits(SECONDS, None), (SECONDS, PROCESSOR));
        assert_eq!(processor_limits(PROCESSOR - 1, None), (PROCESSOR - 1, PROCESSOR));
        assert_eq!(processor_limits(PROCESSOR, None), (PROCESSOR - 1, PROCESSOR));
        assert_eq!(processor_limits(SECONDS, Some(5)), (4, 5));
    }

    #[test]
    fn a_process_may_say_as_much_as_the_limit() {
        assert_eq!(read_at_most(5, &b"hello"[..]), b"hello");
        assert_eq!(read_at_most(5, &b"hello!"[..]), b"hello");
    }

    fn seconds(pages: usize, bytes: usize) -> u64 {
        seconds_of(counted_pages(pages, bytes), SHEETS_A_SECOND) + seconds_of(bytes, BYTES_A_SECOND)
    }
}
