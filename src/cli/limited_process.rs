//! Runs work that may take very long in a separate process with limits on time and memory.
//!
//! - In: arguments, and text for standard input.
//! - Out: what the process writes, or one message which says that the process exceeded its limits.
//! - Not here: deciding which files need limits. [`needs_limits`] decides this.
//!
//! A finished file may come from a stranger, so a separate process with limits reads it and builds the
//! layout in it. Such a process also reads the layouts that [`needs_limits`] selects. The main process
//! reads all other layouts itself, which saves the millisecond of starting a process. A process with
//! limits sets its own memory limit. It is stopped if it takes too long, and when its parent process
//! ends.
//!
//! The time limit counts processor time, so work never fails only because the computer is busy. The
//! limit grows with the number of sheets ([`allow_sheets`]) and with the size of finished files. A
//! small file therefore cannot take long, and a large file gets enough time.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::args::Command;
use super::io::{Output, RunContext, Status, has_extension};
use super::{folder, needs_limits};
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_write::end_after_saving;

/// The processor time that is allowed for each file, in seconds, summed over all cores. Sheets add time.
const BASE_CPU_SECONDS: u64 = 10;
/// The number of sheets that add one second to the time limit.
const SHEETS_A_SECOND: u64 = 20;
/// The number of bytes of a finished file that add one second to the time limit.
const BYTES_A_SECOND: u64 = 1 << 20;
/// A finished file of `n` bytes gets time for at most `n / BYTES_OF_A_PAGE` pages. A small file that
/// claims to have many pages therefore gets no more time.
const BYTES_OF_A_PAGE: usize = 500;
/// The highest limit on processor time, in seconds. Only Unix systems can limit processor time.
#[cfg(unix)]
const MAX_CPU_SECONDS: u64 = 600;
/// The longest time that may pass from the start to the end of the process, in seconds.
///
/// Ends processes that only wait. On systems other than Unix, this is the only time limit.
const MAX_WALL_SECONDS: u64 = if cfg!(unix) { 3600 } else { 120 };
/// The largest amount of memory that the process may use for data, in bytes.
const MAX_DATA_BYTES: u64 = 500_000_000;
/// The largest amount of memory that a process may use for data if it reads scans, in bytes. A scan
/// of an A3 sheet at 600 dpi needs 700 MB.
const MAX_DATA_BYTES_FOR_SCANS: u64 = 1_200_000_000;
/// The largest number of bytes that the process may write to its output.
const MAX_OUTPUT_BYTES: u64 = 512 << 20;
/// The time to wait before checking again whether the process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(4);

/// Sets limits on the time and memory of this process.
pub fn limit_this_process() {
    limit_memory();
    HAS_LIMITS.store(true, Ordering::Relaxed);
    set_seconds(BASE_CPU_SECONDS);
}

/// Extends the time limit of this process for this number of sheets. Does nothing in a process without
/// limits.
pub fn allow_sheets(sheets: usize) {
    allow(seconds_of(sheets, SHEETS_A_SECOND));
}

/// Extends the time limit of this process for reading a finished file of this size.
pub fn allow_bytes(bytes: usize) {
    allow(seconds_of(bytes, BYTES_A_SECOND));
}

/// Extends the time limit of this process for the pages of a finished file. `bytes` is the length of
/// the file.
pub fn allow_pages(pages: usize, bytes: usize) {
    allow_sheets(counted_pages(pages, bytes));
}

/// Returns how many pages of a finished file count for the time limit.
fn counted_pages(pages: usize, bytes: usize) -> usize {
    pages.min(bytes / BYTES_OF_A_PAGE)
}

fn seconds_of(count: usize, per_second: u64) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX) / per_second
}

/// Extends the time limit of this process for one more file.
pub fn allow_another() {
    allow(BASE_CPU_SECONDS);
}

/// Whether this process has limits.
static HAS_LIMITS: AtomicBool = AtomicBool::new(false);
/// The processor time that this process may use, in seconds, if it has limits.
static ALLOWED_CPU_SECONDS: AtomicU64 = AtomicU64::new(BASE_CPU_SECONDS);

fn allow(seconds: u64) {
    if seconds > 0 && HAS_LIMITS.load(Ordering::Relaxed) {
        let before = ALLOWED_CPU_SECONDS.load(Ordering::Relaxed);
        set_seconds(before.saturating_add(seconds));
    }
}

/// Sets the limit on the processor time of this process, in seconds.
///
/// If the process takes longer, the system ends it with the signal `XCPU`.
fn set_seconds(seconds: u64) {
    ALLOWED_CPU_SECONDS.store(seconds, Ordering::Relaxed);
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let (current, maximum) = processor_limits(seconds, getrlimit(Resource::Cpu).maximum);
        let _ = setrlimit(Resource::Cpu, Rlimit { current: Some(current), maximum: Some(maximum) });
    }
}

/// Returns the soft and the hard limit for this number of seconds.
///
/// Neither limit exceeds [`MAX_CPU_SECONDS`] or the limit that the system allows.
#[cfg(unix)]
fn processor_limits(seconds: u64, allowed: Option<u64>) -> (u64, u64) {
    let most = allowed.map_or(MAX_CPU_SECONDS, |most| most.min(MAX_CPU_SECONDS));
    // At the soft limit, the system sends the signal `XCPU`, which gives the reason. At the hard limit,
    // it sends `KILL`, which gives no reason. The soft limit must therefore be lower.
    (seconds.min(most.saturating_sub(1)), most)
}

/// Limits the memory of this process, but not its time.
pub fn limit_memory() {
    // On systems other than Unix, the parent process limits the time, but nothing limits the memory.
    #[cfg(unix)]
    {
        set_rlimit(rustix::process::Resource::Data, MAX_DATA_BYTES, MAX_DATA_BYTES_FOR_SCANS);
        set_rlimit(rustix::process::Resource::Core, 0, 0);
    }
}

/// Increases the memory limit of this process for scans. Does nothing in a process without limits.
pub fn allow_scans() {
    #[cfg(unix)]
    if HAS_LIMITS.load(Ordering::Relaxed) {
        set_rlimit(rustix::process::Resource::Data, MAX_DATA_BYTES_FOR_SCANS, MAX_DATA_BYTES_FOR_SCANS);
    }
}

/// Limits a resource to `soft`. The process can raise this limit to `hard` later.
#[cfg(unix)]
fn set_rlimit(resource: rustix::process::Resource, soft: u64, hard: u64) {
    use rustix::process::{Rlimit, getrlimit, setrlimit};
    let hard = getrlimit(resource).maximum.map_or(hard, |allowed| allowed.min(hard));
    let _ = setrlimit(resource, Rlimit { current: Some(soft.min(hard)), maximum: Some(hard) });
}

/// Makes this process end when the process that started it ends. If this process is saving files at
/// that time, it completes the save first.
pub fn end_with_parent() {
    let _ = thread::Builder::new().spawn(|| {
        // The parent process never writes to the pipe. The system closes the pipe when the parent
        // ends.
        let mut nothing = [0];
        while matches!(std::io::stdin().read(&mut nothing), Ok(1..)) {}
        end_after_saving(Status::Wrong as i32);
    });
}

/// Work that runs in a process with limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Work {
    /// The files to read, as the user typed them.
    files: Vec<PathBuf>,
    /// Whether the process reads standard input.
    reads_input: bool,
    /// Whether standard input stays open after the input was written. If so, the process with
    /// limits ends when this process ends.
    keeps_input_open: bool,
}

impl Work {
    /// Returns the work of a command, or `None` if the command needs no process with limits.
    pub fn of_command(command: &Command, run_context: &RunContext) -> Option<Self> {
        let (named, profiles) = match command {
            Command::Build(build) if build.all => return None,
            Command::Build(build) if build.since.is_some() => {
                return Some(Self::on_files(build.games.iter().chain(&build.since).cloned().collect()));
            }
            Command::Build(build) => (build.files(), vec![&build.printer, &build.profile]),
            Command::Diff(diff) => return Some(Self::on_files(vec![diff.old.clone(), diff.new.clone()])),
            Command::Which(which) => return Some(Self::on_files(which.files.clone())),
            Command::Deck(deck) => (vec![deck.game.clone()], Vec::new()),
            Command::Check(check) => (check.what.clone(), vec![&check.against, &check.printer]),
            Command::Calibrate(calibrate) if calibrate.scan.is_empty() => return None,
            Command::Calibrate(calibrate) => return Some(Self::on_files(calibrate.scan.clone())),
            Command::Fmt(fmt) if fmt.is_typed() => return Some(Self::on_text(Path::new("standard input"))),
            Command::Fmt(fmt) => (fmt.files.clone(), Vec::new()),
            _ => return None,
        };
        // If the user names no layout, the command reads the layouts in the current folder.
        let games = if named.is_empty() { folder::here(run_context) } else { named };
        let files: Vec<PathBuf> = games
            .into_iter()
            .chain(profiles.into_iter().flatten().cloned())
            .filter(|file| needs_limits::argument(file, run_context))
            .collect();
        (!files.is_empty()).then_some(Self { files, reads_input: false, keeps_input_open: false })
    }

    /// Returns the work of reading a text from standard input. The user or an editor has sent the text.
    /// Messages call it `name`.
    pub fn on_text(name: &Path) -> Self {
        Self { files: vec![name.to_owned()], reads_input: true, keeps_input_open: false }
    }

    /// Returns the work of reading several files.
    fn on_files(files: Vec<PathBuf>) -> Self {
        Self { files, reads_input: false, keeps_input_open: false }
    }

    /// Returns the work of drawing one file.
    pub fn to_draw(file: &Path) -> Self {
        Self { files: vec![file.to_owned()], reads_input: false, keeps_input_open: false }
    }

    /// Returns the work of judging a file whose bytes are on standard input.
    ///
    /// Messages call the file `name`. The process gets the number of bytes as an argument.
    pub fn to_judge(name: &Path) -> Self {
        Self { files: vec![name.to_owned()], reads_input: true, keeps_input_open: true }
    }

    /// Returns the memory limit of the process, in bytes.
    fn bytes(&self) -> u64 {
        let is_scan = |file: &PathBuf| has_extension(file, &["png", "jpg", "jpeg"]);
        if self.files.iter().any(is_scan) { MAX_DATA_BYTES_FOR_SCANS } else { MAX_DATA_BYTES }
    }

    /// Returns the error that says why work was not finished.
    fn message(&self, ended: Ended) -> Diagnostic {
        let what = match self.files.as_slice() {
            [file] => file.display().to_string(),
            _ => "one of the named files".to_owned(),
        };
        let why = match ended {
            Ended::Late => format!(
                "reading takes more than {BASE_CPU_SECONDS} seconds of processor time, plus 1 second for every \
                    {SHEETS_A_SECOND} sheets"
            ),
            Ended::TooLarge => format!("reading takes more than {} MB of memory", self.bytes() / 1_000_000),
            Ended::TooDeep => "its parts are nested too deeply".to_owned(),
            Ended::Code(_) | Ended::Killed => "the process that reads it was stopped".to_owned(),
        };
        codes::UNBOUNDED.error(format!("{what} cannot be read: {why}"))
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// The process ended with an exit code.
    Code(i32),
    /// A signal ended the process.
    Killed,
    /// The process took too long, so this process or the system ended it.
    Late,
    /// The process ended itself, because no memory was left.
    TooLarge,
    /// The process ended itself, because its stack was full.
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
    /// Returns the reason why a process ended itself, if its runtime wrote the reason to standard
    /// error. Otherwise returns `self` unchanged.
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

/// What a process with limits wrote, and how it ended.
struct Written {
    ended: Ended,
    result: Vec<u8>,
    diagnostics: Vec<u8>,
}

/// Runs the command line `typed` in a process with limits, and prints the output of that process.
///
/// Returns `None` if the system cannot start a process.
pub fn run(work: &Work, typed: &[OsString], run_context: &RunContext, output: &mut Output) -> Option<Status> {
    let colour = output.colour.then(|| "--coloured".into());
    let arguments = colour.into_iter().chain(typed.iter().skip(1).cloned()).collect();
    run_context.program.as_ref()?;
    let input = work.reads_input.then(|| output.all_input());
    let written = run_process(arguments, input.as_deref(), work.keeps_input_open, run_context)?;
    let status = match written.ended {
        Ended::Code(0) => Status::Ok,
        Ended::Code(1) => Status::Faults,
        Ended::Code(2) => Status::Wrong,
        ended => {
            output.report_failure(work.message(ended));
            return Some(output.finish());
        }
    };
    output.raise_status(status);
    output.pass_on(&written.result, &written.diagnostics);
    // The process with limits has already printed the status as a part of its JSON output.
    output.json = false;
    Some(output.finish())
}

/// The answer of a process with limits.
pub enum Answer {
    /// The process succeeded. The bytes are its standard output.
    Result(Vec<u8>),
    /// The process found mistakes. The bytes are its standard error.
    Mistakes(Vec<u8>),
}

/// Runs a process with limits, and waits for its answer. The process must read all of `input` from its
/// standard input, because this function waits for that.
///
/// # Errors
/// The system cannot start a process, or the process exceeds its limits.
pub fn answer(
    arguments: Vec<OsString>,
    input: Option<&[u8]>,
    work: &Work,
    run_context: &RunContext,
) -> Result<Answer> {
    match run_process(arguments, input, work.keeps_input_open, run_context) {
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
    run_context: &RunContext,
) -> Option<Written> {
    let mut process = run_context.process()?;
    process.arg("--bounded").args(arguments);
    // A backtrace takes seconds and is never shown.
    process.env("RUST_BACKTRACE", "0");
    // Ctrl-C ends only the process that the user started. The process with limits ends afterwards,
    // but finishes saving files first.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut process, 0);
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().ok()?;
    // The process with limits ends when this pipe is closed. See `end_with_parent`.
    let mut lifeline = child.stdin.take();
    let readers = {
        let read = |pipe| reader(MAX_OUTPUT_BYTES, pipe);
        child.stdout.take().map(read).zip(child.stderr.take().map(|pipe| reader(MAX_OUTPUT_BYTES, pipe)))
    };
    let Some((Ok(result), Ok(diagnostics))) = readers else {
        // If no thread can be started to read the pipes, a process that writes much would wait forever.
        end(&mut child);
        return None;
    };
    if let (Some(input), Some(pipe)) = (input, lifeline.as_mut()) {
        // Writing fails if the process has ended. Its standard error contains the reason.
        let _ = pipe.write_all(input);
        if !keeps_input_open {
            drop(lifeline.take());
        }
    }
    let ended = wait(&mut child, Duration::from_secs(MAX_WALL_SECONDS));
    let [result, diagnostics] = [result, diagnostics].map(|reader| reader.join().unwrap_or_default());
    Some(Written { ended: ended.explained(&diagnostics), result, diagnostics })
}

/// Runs another program with this input, for at most `longest`. Returns at most `most` bytes of its
/// output. If the program fails, returns what it wrote to standard error.
///
/// # Errors
/// The system cannot start a process.
pub fn run_other(
    mut command: std::process::Command,
    input: Vec<u8>,
    most: u64,
    longest: Duration,
) -> io::Result<Result<Vec<u8>, String>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let writer = child.stdin.take().map(|mut pipe| {
        // Writing fails if the program has ended. Its standard error contains the reason.
        thread::Builder::new().spawn(move || drop(pipe.write_all(&input)))
    });
    let [result, diagnostics] = [
        child.stdout.take().map(|pipe| reader(most, pipe)).transpose()?,
        child.stderr.take().map(|pipe| reader(MAX_OUTPUT_BYTES, pipe)).transpose()?,
    ];
    let ended = wait(&mut child, longest);
    drop(writer);
    let [result, diagnostics] =
        [result, diagnostics].map(|reader| reader.and_then(|reader| reader.join().ok()).unwrap_or_default());
    Ok(match ended {
        Ended::Code(0) => Ok(result),
        _ => Err(String::from_utf8_lossy(&diagnostics).into_owned()),
    })
}

/// Starts a thread that reads a pipe until it is closed, or up to `most` bytes.
fn reader(most: u64, pipe: impl Read + Send + 'static) -> io::Result<JoinHandle<Vec<u8>>> {
    thread::Builder::new().spawn(move || read_at_most(most, pipe))
}

/// Reads a pipe until it is closed, or up to `most` bytes.
fn read_at_most(most: u64, pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // If reading fails, the bytes that were read so far are returned.
    let _ = pipe.take(most).read_to_end(&mut bytes);
    bytes
}

/// Waits until a process ends. Ends the process if it takes longer than `most`.
fn wait(child: &mut Child, most: Duration) -> Ended {
    let start = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ended::from(status),
            Ok(None) if start.elapsed() > most => break Ended::Late,
            Ok(None) => thread::sleep(POLL_INTERVAL),
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
        // In a file of 499 bytes, a page adds no time. In a file of 500 bytes, one page does.
        assert_eq!([499, 500].map(|bytes| counted_pages(1, bytes)), [0, 1]);
    }

    #[cfg(unix)]
    #[test]
    fn the_processor_time_stays_below_the_hard_limit() {
        assert_eq!(processor_limits(BASE_CPU_SECONDS, None), (BASE_CPU_SECONDS, MAX_CPU_SECONDS));
        assert_eq!(processor_limits(MAX_CPU_SECONDS - 1, None), (MAX_CPU_SECONDS - 1, MAX_CPU_SECONDS));
        assert_eq!(processor_limits(MAX_CPU_SECONDS, None), (MAX_CPU_SECONDS - 1, MAX_CPU_SECONDS));
        assert_eq!(processor_limits(BASE_CPU_SECONDS, Some(5)), (4, 5));
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
