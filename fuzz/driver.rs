//! Feeds the readers of strangers' files with damaged ones, with any compiler: `cargo run --example fuzz -- --help`.
//!
//! Each target runs in a process of its own, whose memory is bounded and whose runs are timed. What panics, aborts, takes
//! too long or too much is kept in the folder of findings with the target's name.

#![allow(missing_docs, reason = "nobody links to it")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

#[path = "src/lib.rs"]
mod fuzz;

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Seek, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use fuzz::mutate::{Chance, damage};
use fuzz::seeds;
use fuzz::targets::{TARGETS, Target, find, whole};

/// Feeds the readers of strangers' files with damaged ones
#[derive(Debug, Parser)]
struct Args {
    /// The targets; all of them for none
    targets: Vec<String>,
    /// How long, over all targets
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// How long one target is fed before it is the next one's turn
    #[arg(long, default_value_t = 10)]
    turn: u64,
    /// What the damage is drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most seconds of one input
    #[arg(long, default_value_t = 10)]
    most_seconds: u64,
    /// The most megabytes of one input
    #[arg(long, default_value_t = 500)]
    most_megabytes: u64,
    /// Every how many inputs the whole program is run on one
    #[arg(long, default_value_t = 500)]
    whole: u64,
    /// Where findings, figures and inputs with new answers are kept
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
    /// Runs one target on these files alone
    #[arg(long)]
    again: Vec<PathBuf>,
    /// A turn of one target; it is what the others are made of
    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let targets: Vec<_> = if args.targets.is_empty() {
        TARGETS.iter().collect()
    } else {
        args.targets.iter().filter_map(|name| find(name)).collect()
    };
    if targets.is_empty() {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("the targets are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let done = match (args.worker, args.again.is_empty(), targets.as_slice()) {
        (true, _, [target, ..]) => turn(target, &args).map(|()| 0),
        (_, false, [target, ..]) => again(target, &args),
        _ => feed(&targets, &args),
    };
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Runs a target on files.
fn again(target: &Target, args: &Args) -> io::Result<usize> {
    for path in &args.again {
        let bytes = fs::read(path)?;
        let began = Instant::now();
        println!("{}: {}", path.display(), (target.run)(&bytes));
        println!(
            "{}: {}",
            path.display(),
            whole(target, &bytes, &std::env::temp_dir().join("hexpress-fuzz"))?
        );
        println!("{:?}, {} MB at most", began.elapsed(), peak() >> 20);
    }
    Ok(0)
}

/// What a worker says of a turn, and all turns together.
#[derive(Debug, Default, Clone, Copy)]
struct Figures {
    runs: u64,
    wholes: u64,
    milliseconds: u64,
    slowest: u64,
    megabytes: u64,
    kept: u64,
}

impl Figures {
    fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(|word| word.parse::<u64>().ok());
        let mut next = || numbers.next()?;
        let (runs, wholes, milliseconds) = (next()?, next()?, next()?);
        Some(Self { runs, wholes, milliseconds, slowest: next()?, megabytes: next()?, kept: next()? })
    }

    fn add(&mut self, more: Self) {
        self.runs += more.runs;
        self.wholes += more.wholes;
        self.milliseconds += more.milliseconds;
        self.slowest = self.slowest.max(more.slowest);
        self.megabytes = self.megabytes.max(more.megabytes);
        self.kept = more.kept;
    }

    fn line(&self) -> String {
        let Self { runs, wholes, milliseconds, slowest, megabytes, kept } = self;
        format!("{runs} {wholes} {milliseconds} {slowest} {megabytes} {kept}")
    }
}

/// The files of a target in the folder that is kept.
struct Kept {
    folder: PathBuf,
}

impl Kept {
    fn new(target: &Target, args: &Args) -> io::Result<Self> {
        let folder = args.keep.join(target.name);
        fs::create_dir_all(folder.join("inputs"))?;
        fs::create_dir_all(args.keep.join("findings"))?;
        Ok(Self { folder })
    }

    fn current(&self) -> PathBuf {
        self.folder.join("current")
    }

    fn figures(&self) -> PathBuf {
        self.folder.join("figures")
    }
}

/// Lets targets have their turns until the time is over; how many findings there are.
fn feed(targets: &[&Target], args: &Args) -> io::Result<usize> {
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let turn = args.turn.min((args.seconds / targets.len() as u64).max(1));
    let mut figures: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut findings = 0;
    'all: for round in 0.. {
        for target in targets {
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            if left == 0 {
                break 'all;
            }
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(round);
            let (made, wrong) = watched(target, args, seed, turn.min(left.max(1)))?;
            figures.entry(target.name).or_default().add(made);
            let kept = Kept::new(target, args)?;
            let mut all = fs::read_to_string(kept.figures())
                .ok()
                .and_then(|line| Figures::parse(&line))
                .unwrap_or_default();
            all.add(made);
            fs::write(kept.figures(), all.line())?;
            findings += wrong;
        }
    }
    println!(
        "{:<9}{:>10}{:>10}{:>9}{:>12}{:>8}{:>7}",
        "target", "runs", "programs", "runs/s", "slowest, ms", "MB", "kept"
    );
    for (name, of) in &figures {
        let second = of.runs * 1000 / of.milliseconds.max(1);
        println!(
            "{name:<9}{:>10}{:>10}{second:>9}{:>12}{:>8}{:>7}",
            of.runs, of.wholes, of.slowest, of.megabytes, of.kept
        );
    }
    println!("{} runs, {findings} findings", figures.values().map(|of| of.runs).sum::<u64>());
    Ok(findings)
}

/// One turn in a process of its own: what it did, and how many findings it made.
fn watched(target: &Target, args: &Args, seed: u64, seconds: u64) -> io::Result<(Figures, usize)> {
    let kept = Kept::new(target, args)?;
    let mut worker = Command::new(std::env::current_exe()?)
        .args([target.name, "--worker", "--seconds", &seconds.to_string(), "--seed", &seed.to_string()])
        .args(["--whole", &args.whole.to_string(), "--most-megabytes", &args.most_megabytes.to_string()])
        .args(["--most-seconds", &args.most_seconds.to_string(), "--keep"])
        .arg(&args.keep)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(kept.folder.join("stderr"))?)
        .spawn()?;
    let mut out = worker.stdout.take();
    let reader =
        thread::spawn(move || out.as_mut().map(io::read_to_string).and_then(Result::ok).unwrap_or_default());
    // A run that goes on for so long that it does not come back to look at its own time.
    let mut last = (Instant::now(), None);
    let ended = loop {
        if let Some(status) = worker.try_wait()? {
            break (!status.success()).then_some("ended");
        }
        let at = fs::read(kept.folder.join("run")).ok();
        if at != last.1 {
            last = (Instant::now(), at);
        } else if last.0.elapsed().as_secs() > 2 * args.most_seconds + 20 {
            worker.kill()?;
            worker.wait()?;
            break Some("endless");
        }
        thread::sleep(Duration::from_millis(100));
    };
    let said = reader.join().unwrap_or_default();
    let mut findings = said.lines().filter(|line| line.starts_with("finding")).count();
    said.lines().filter(|line| line.starts_with("finding")).for_each(|line| println!("{line}"));
    if let Some(how) = ended {
        findings += 1;
        let path = finding(target, &fs::read(kept.current())?, how, args)?;
        let said = fs::read_to_string(kept.folder.join("stderr")).unwrap_or_default();
        println!("finding {}: {how}: {}", path.display(), said.lines().last().unwrap_or_default());
    }
    let figures = said.lines().rev().find_map(Figures::parse).unwrap_or_default();
    Ok((figures, findings))
}

/// Keeps an input that does harm, the first of each kind.
fn finding(target: &Target, bytes: &[u8], how: &str, args: &Args) -> io::Result<PathBuf> {
    let path = args.keep.join("findings").join(format!("{}-{how}", target.name));
    if !path.exists() {
        fs::write(&path, bytes)?;
    }
    Ok(path)
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) << 10
}

/// How long processors have worked for this process: on a busy machine a clock says little.
fn worked() -> Option<Duration> {
    let about = fs::read_to_string("/proc/self/stat").ok()?;
    // Behind the name in brackets: the twelfth and the thirteenth, in hundredths of a second.
    let mut numbers = about.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut next = || numbers.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (next()? + next()?)))
}

/// The most inputs that are kept of a target.
const MOST_KEPT: usize = 4000;

/// One turn: damages what is there, runs it, keeps what is answered in a new way.
fn turn(target: &Target, args: &Args) -> io::Result<()> {
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
    while began.elapsed() < end {
        // The files that it began with are as they are in the first turn.
        let index = figures.runs as usize;
        let bytes = match corpus.get(index).filter(|_| index < firsts && names.is_empty()) {
            Some(first) => first.clone(),
            None => damaged(target, &corpus, &mut chance),
        };
        rewrite(&mut current, &bytes)?;
        rewrite(&mut counter, &figures.runs.to_le_bytes())?;
        let mut run = |work: &mut dyn FnMut() -> String, what: &str| {
            let (start, before) = (Instant::now(), worked());
            let answer = panic::catch_unwind(AssertUnwindSafe(work));
            let mut took = start.elapsed();
            if took > Duration::from_millis(50)
                && let Some((before, after)) = before.zip(worked())
            {
                took = after - before;
            }
            figures.slowest = figures.slowest.max(took.as_millis() as u64);
            let wrong = match &answer {
                Err(_) => Some(panicked.lock().map(|place| place.clone()).unwrap_or_default()),
                Ok(_) if took.as_secs() >= args.most_seconds => Some(format!("slow-{}", took.as_secs())),
                Ok(_) => None,
            };
            if let Some(how) = wrong.filter(|how| told.insert(how.clone())) {
                let path = finding(target, &bytes, &how, args)?;
                println!("finding {}: {what}", path.display());
            }
            io::Result::Ok(answer.unwrap_or_default())
        };
        let answer = run(&mut || (target.run)(&bytes), "read")?;
        let mut hash = DefaultHasher::new();
        answer.hash(&mut hash);
        let is_new = seen.insert(hash.finish());
        let is_new = is_new && corpus.len() < MOST_KEPT;
        if is_new || figures.runs.is_multiple_of(args.whole) && !target.typed.is_empty() {
            run(&mut || whole(target, &bytes, &folder).unwrap_or_else(|error| error.to_string()), "program")?;
            figures.wholes += 1;
        }
        if is_new {
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

/// One of the files, damaged in one of its parts.
fn damaged(target: &Target, corpus: &[Vec<u8>], chance: &mut Chance) -> Vec<u8> {
    let (Some(one), Some(other)) = (chance.of(corpus), chance.of(corpus)) else { return Vec::new() };
    // As it lies on the disk, or within what it holds.
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
