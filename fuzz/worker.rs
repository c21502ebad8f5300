//! Runs a turn of one target. The driver starts a separate process for each turn.
//!
//! A turn damages inputs, runs the target on them, and keeps the inputs with new results.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Seek, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::Args;
use super::fuzz::mutate::{Chance, damage};
use super::fuzz::run::{Answer, SHEETS, whole};
use super::fuzz::seeds;
use super::fuzz::targets::Target;

/// The statistics of a turn, or of all turns together.
#[derive(Debug, Default, Clone, Copy)]
pub struct Figures {
    pub runs: u64,
    /// The number of runs whose input was accepted.
    pub accepted: u64,
    /// The number of runs of the whole program.
    pub wholes: u64,
    /// The time of all runs together.
    pub milliseconds: u64,
    /// The time of the slowest run, in milliseconds.
    pub slowest: u64,
    /// The largest amount of memory that a turn needed.
    pub megabytes: u64,
    /// The number of inputs at the end of the last turn, including the undamaged files.
    pub kept: u64,
}

impl Figures {
    pub fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(|word| word.parse::<u64>().ok());
        let mut next = || numbers.next()?;
        let (runs, accepted, wholes, milliseconds) = (next()?, next()?, next()?, next()?);
        let (slowest, megabytes, kept) = (next()?, next()?, next()?);
        Some(Self { runs, accepted, wholes, milliseconds, slowest, megabytes, kept })
    }

    pub fn add(&mut self, more: Self) {
        self.runs += more.runs;
        self.accepted += more.accepted;
        self.wholes += more.wholes;
        self.milliseconds += more.milliseconds;
        self.slowest = self.slowest.max(more.slowest);
        self.megabytes = self.megabytes.max(more.megabytes);
        self.kept = more.kept;
    }

    /// Returns the percentage of runs whose input was accepted.
    pub fn share(&self) -> u64 {
        self.accepted * 100 / self.runs.max(1)
    }

    pub fn line(&self) -> String {
        let Self { runs, accepted, wholes, milliseconds, slowest, megabytes, kept } = self;
        format!("{runs} {accepted} {wholes} {milliseconds} {slowest} {megabytes} {kept}")
    }
}

/// The files of a target in the folder that `--keep` names.
pub struct Kept {
    pub folder: PathBuf,
}

impl Kept {
    pub fn new(target: &Target, args: &Args) -> io::Result<Self> {
        let folder = args.keep.join(target.name);
        fs::create_dir_all(folder.join("inputs"))?;
        fs::create_dir_all(args.keep.join("findings"))?;
        Ok(Self { folder })
    }

    pub fn current(&self) -> PathBuf {
        self.folder.join("current")
    }

    pub fn figures(&self) -> PathBuf {
        self.folder.join("figures")
    }
}

/// Saves an input that does harm, unless an input with the same kind of harm was saved before.
pub fn finding(target: &Target, bytes: &[u8], how: &str, args: &Args) -> io::Result<PathBuf> {
    let path = args.keep.join("findings").join(format!("{}-{how}", target.name));
    if !path.exists() {
        fs::write(&path, bytes)?;
    }
    Ok(path)
}

/// Returns the largest amount of memory that this process has used, in bytes.
pub fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Returns the processor time of a process, or of this process if none is given.
///
/// The processor time is used because a clock says little on a busy machine.
pub fn worked(process: Option<u32>) -> Option<Duration> {
    let process = process.map_or("self".into(), |id| id.to_string());
    let about = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The 12th and the 13th field after the name in brackets are the user time and the system time, in
    // hundredths of a second.
    let mut numbers = about.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut next = || numbers.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

/// The number of sheets that add one second to the time limit, as in the program.
const SHEETS_A_SECOND: u64 = 20;
/// The largest number of inputs that are kept for a target.
const MAX_KEPT: usize = 4000;

/// Runs one turn: damages inputs, runs them, and keeps the inputs with new results.
pub fn turn(target: &Target, args: &Args) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let most = Some(args.most_megabytes << 20);
        setrlimit(Resource::Data, Rlimit { current: most, maximum: most })?;
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    }
    let kept = Kept::new(target, args)?;
    let panicked = Arc::new(Mutex::new(String::new()));
    let place = Arc::clone(&panicked);
    panic::set_hook(Box::new(move |info| {
        let at = info
            .location()
            .map(|at| format!("{}-{}", at.file().rsplit('/').next().unwrap_or_default(), at.line()));
        eprintln!("{info}");
        if let Ok(mut place) = place.lock() {
            *place = at.unwrap_or_default();
        }
    }));
    let mut corpus = seeds::of(target);
    let firsts = corpus.len();
    let mut names: Vec<_> =
        fs::read_dir(kept.folder.join("inputs"))?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    names.sort();
    let mut seen: HashSet<u64> =
        names.iter().filter_map(|path| u64::from_str_radix(path.file_name()?.to_str()?, 16).ok()).collect();
    corpus.extend(names.iter().filter_map(|path| fs::read(path).ok()));
    let folder = std::env::temp_dir().join(format!("hexpress-fuzz-{}", std::process::id()));
    let mut current = File::create(kept.current())?;
    let mut counter = File::create(kept.folder.join("run"))?;
    let mut chance = Chance(args.seed ^ 0x5eed);
    let (began, end) = (Instant::now(), Duration::from_secs(args.seconds));
    let mut figures = Figures::default();
    let mut told: HashSet<String> = HashSet::new();
    while began.elapsed() < end && figures.runs < args.runs {
        // The first turn begins with the undamaged files.
        let index = figures.runs as usize;
        let bytes = match corpus.get(index).filter(|_| index < firsts && names.is_empty()) {
            Some(first) => first.clone(),
            None => damaged(target, &corpus, &mut chance),
        };
        rewrite(&mut current, &bytes)?;
        rewrite(&mut counter, &figures.runs.to_le_bytes())?;
        let mut run = |work: &mut dyn FnMut() -> Answer, what: &str| {
            let (start, before) = (Instant::now(), worked(None));
            let answer = panic::catch_unwind(AssertUnwindSafe(work));
            let mut took = start.elapsed();
            if took > Duration::from_millis(50)
                && let Some((before, after)) = before.zip(worked(None))
            {
                took = after - before;
            }
            figures.slowest = figures.slowest.max(took.as_millis() as u64);
            let sheets = SHEETS.load(Ordering::Relaxed) as u64;
            let wrong = match &answer {
                Err(_) => Some(panicked.lock().map(|place| place.clone()).unwrap_or_default()),
                Ok(_) if took.as_secs() >= args.most_seconds + sheets / SHEETS_A_SECOND => {
                    Some(format!("slow-{}", took.as_secs()))
                }
                Ok(_) => None,
            };
            if let Some(how) = wrong.filter(|how| told.insert(how.clone())) {
                let path = finding(target, &bytes, &how, args)?;
                println!("finding {}: {what}", path.display());
            }
            io::Result::Ok(answer.unwrap_or_else(|_| Err(String::new())))
        };
        let answer = run(&mut || (target.run)(&bytes), "read")?;
        let mut hash = DefaultHasher::new();
        answer.hash(&mut hash);
        let is_new = seen.insert(hash.finish());
        let is_new = is_new && corpus.len() < MAX_KEPT;
        figures.accepted += u64::from(answer.is_ok());
        if is_new || figures.runs.is_multiple_of(args.whole) && !target.typed.is_empty() {
            let program = || whole(target, &bytes, &folder).map_err(|error| error.to_string());
            let _ = run(&mut { program }, "program")?;
            figures.wholes += 1;
        }
        // Rejected inputs are not kept. They mostly lead to inputs that are rejected for the same
        // reason.
        if is_new && answer.is_ok() {
            fs::write(kept.folder.join(format!("inputs/{:016x}", hash.finish())), &bytes)?;
            corpus.push(bytes);
        }
        figures.runs += 1;
    }
    let _ = fs::remove_dir_all(folder);
    figures.milliseconds = began.elapsed().as_millis() as u64;
    figures.megabytes = peak() >> 20;
    figures.kept = corpus.len() as u64;
    println!("{}", figures.line());
    io::stdout().flush()
}

fn rewrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)
}

/// Returns one of the files, with damage in one of its parts.
fn damaged(target: &Target, corpus: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let (Some(one), Some(other)) = (chance.of(corpus), chance.of(corpus)) else { return Vec::new() };
    // One file in four is damaged as stored on disk. The others are damaged inside their parts.
    if chance.below(4) == 0 {
        let mut bytes = one.clone();
        damage(&mut bytes, chance, target.words, other, target.most);
        return bytes;
    }
    let mut parts = target.form.apart(one);
    let others = target.form.apart(other);
    if chance.below(16) == 0 && parts.len() > 1 {
        let (from, to) = (chance.below(parts.len()), chance.below(parts.len()));
        let part = if chance.below(2) == 0 { parts.remove(from) } else { parts[from].clone() };
        parts.insert(to.min(parts.len()), part);
    }
    let index = chance.below(parts.len());
    let other = chance.of(&others).cloned().unwrap_or_default();
    if let Some(part) = parts.get_mut(index) {
        damage(&mut part.bytes, chance, target.words, &other.bytes, target.most);
    }
    target.form.together(&parts)
}
