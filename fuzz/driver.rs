//! Feeds damaged files to the readers of untrusted files. Works with any compiler: `cargo run
//! --example fuzz -- --help`.
//!
//! Each target runs in a separate process with a memory limit. Each run is timed. If an input
//! panics, aborts, takes too long or needs too much memory, the input is saved in the folder of
//! findings. Its file name begins with the name of the target.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

#[path = "src/lib.rs"]
mod fuzz;
mod worker;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use fuzz::run::whole;
use fuzz::targets::{TARGETS, Target, find};
use worker::{Figures, Kept, finding, peak, turn, worked};

/// Feeds damaged files to the readers of untrusted files
#[derive(Debug, Parser)]
struct Args {
    /// The targets [default: all]
    targets: Vec<String>,
    /// The total time for all targets, in seconds
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// The maximum number of runs of each target
    #[arg(long, default_value_t = u64::MAX)]
    runs: u64,
    /// The length of a turn, after which the next target is fed, in seconds
    #[arg(long, default_value_t = 10)]
    turn: u64,
    /// The seed of the random damage
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The most seconds that one input may take
    #[arg(long, default_value_t = 10)]
    most_seconds: u64,
    /// The most megabytes that one input may take
    #[arg(long, default_value_t = 500)]
    most_megabytes: u64,
    /// Runs the whole program on one input out of this many
    #[arg(long, default_value_t = 500)]
    whole: u64,
    /// The folder for findings, statistics, and inputs with new results
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
    /// Runs one target on these files only
    #[arg(long)]
    again: Vec<PathBuf>,
    /// Runs one turn of one target; the driver starts itself with this option
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

/// Runs a target on the files of `--again`.
fn again(target: &Target, args: &Args) -> io::Result<usize> {
    for path in &args.again {
        let bytes = fs::read(path)?;
        let began = Instant::now();
        println!("{}: {:?}", path.display(), (target.run)(&bytes));
        println!(
            "{}: {}",
            path.display(),
            whole(target, &bytes, &std::env::temp_dir().join("hexpress-fuzz"))?
        );
        println!("{:?}, {} MB at most", began.elapsed(), peak() >> 20);
    }
    Ok(0)
}

/// The smallest percentage of a target's inputs that must be accepted.
///
/// With fewer, the damage never gets past the first checks.
const MIN_ACCEPTED_PERCENT: u64 = 20;

/// Gives each target its turns until the time is over. Returns the number of findings, plus the
/// number of targets that accept too few inputs.
fn feed(targets: &[&Target], args: &Args) -> io::Result<usize> {
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let turn = args.turn.min((args.seconds / targets.len() as u64).max(1));
    let mut figures: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut done = BTreeSet::new();
    let mut findings = 0;
    'all: for round in 0.. {
        for target in targets {
            let left = end.saturating_duration_since(Instant::now()).as_secs();
            if left == 0 {
                break 'all;
            }
            let runs = args.runs - figures.get(target.name).map_or(0, |of| of.runs.min(args.runs));
            if runs == 0 {
                done.insert(target.name);
                if done.len() == targets.len() {
                    break 'all;
                }
                continue;
            }
            let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(round);
            let (made, wrong) = watched(target, args, seed, turn.min(left.max(1)), runs)?;
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
        "{:<9}{:>10}{:>11}{:>10}{:>9}{:>12}{:>8}{:>7}",
        "target", "runs", "accepted, %", "programs", "runs/s", "slowest, ms", "MB", "kept"
    );
    for (name, of) in &figures {
        let second = of.runs * 1000 / of.milliseconds.max(1);
        println!(
            "{name:<9}{:>10}{:>11}{:>10}{second:>9}{:>12}{:>8}{:>7}",
            of.runs,
            of.share(),
            of.wholes,
            of.slowest,
            of.megabytes,
            of.kept
        );
    }
    let runs = figures.values().map(|of| of.runs).sum::<u64>();
    let idle = figures.iter().filter(|(_, of)| of.share() < MIN_ACCEPTED_PERCENT);
    let idle: Vec<_> = idle.map(|(name, _)| *name).collect();
    println!("{runs} runs, {findings} findings");
    if !idle.is_empty() {
        println!("less than {MIN_ACCEPTED_PERCENT} % of the inputs are accepted by {}", idle.join(", "));
    }
    Ok(findings + idle.len())
}

/// Runs one turn in a separate process. Returns its figures and the number of findings.
fn watched(target: &Target, args: &Args, seed: u64, seconds: u64, runs: u64) -> io::Result<(Figures, usize)> {
    let kept = Kept::new(target, args)?;
    let mut worker = Command::new(std::env::current_exe()?)
        .args([target.name, "--worker", "--seconds", &seconds.to_string(), "--seed", &seed.to_string()])
        .args(["--whole", &args.whole.to_string(), "--most-megabytes", &args.most_megabytes.to_string()])
        .args(["--runs", &runs.to_string(), "--most-seconds", &args.most_seconds.to_string(), "--keep"])
        .arg(&args.keep)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(kept.folder.join("stderr"))?)
        .spawn()?;
    let worker_id = worker.id();
    let mut out = worker.stdout.take();
    let reader =
        thread::spawn(move || out.as_mut().map(io::read_to_string).and_then(Result::ok).unwrap_or_default());
    // A long run does not return to check its own time, so the driver checks it. The wall clock
    // counts only if the processor time is unknown, or if the run sleeps.
    let processor = || worked(Some(worker_id)).unwrap_or_default();
    let mut last = (Instant::now(), processor(), None);
    let ended = loop {
        if let Some(status) = worker.try_wait()? {
            break (!status.success()).then_some("ended");
        }
        let at = fs::read(kept.folder.join("run")).ok();
        if at != last.2 {
            last = (Instant::now(), processor(), at);
        } else if processor().saturating_sub(last.1).as_secs() > 2 * args.most_seconds
            || last.0.elapsed().as_secs() > 20 * args.most_seconds
        {
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
