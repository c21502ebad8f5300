//! Runs the suite of mistakes. Every file `tests/mistakes/TOPIC/NAME.case` describes one run of the
//! program: the files that it reads, and its output. `UPDATE=1 cargo test --test it mistakes`
//! writes the output of each run into its file. `CASE=decks/no_` runs only the cases whose path
//! begins with this text. `tests/mistakes/README.md` describes the format.

mod case;
mod columns;
mod data;
mod disk;
mod doubtful;
mod images;
mod language;
mod left_out;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::run::Run;
use case::Case;

/// Two correct cards.
const CARDS: &str = r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#;

/// Returns the cards with `old` replaced by `new`.
#[track_caller]
fn cards(old: &str, new: &str) -> String {
    assert!(CARDS.contains(old), "`{old}` is not in the cards");
    CARDS.replacen(old, new, 1)
}

/// Checks that building this layout prints this message and writes no files.
#[track_caller]
fn mistake(layout: &str, output: &str) {
    wrong(Run::new().file("x.toml", layout).args(["build", "x.toml"]), output);
}

/// Checks that this run prints this message and writes no files.
#[track_caller]
fn wrong(run: Run, output: &str) {
    run.stdout("").stderr(output).status(2).no_files().run();
}

/// Returns the paths of all cases, sorted by topic and name.
fn cases() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes");
    let topics = files(&root).into_iter().filter(|path| path.is_dir());
    topics.flat_map(|topic| files(&topic)).collect()
}

/// Returns the entries of a folder, sorted by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Returns the name of a case in the form `TOPIC/NAME`.
fn name(path: &Path) -> String {
    let topic = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    format!("{topic}/{}", path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Runs a case, and compares or rewrites its file.
///
/// # Errors
/// The result differs from the file. The error shows the difference.
fn run_case(path: &Path, update: bool) -> Result<(), String> {
    let written = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let case = Case::parse(&written)?;
    let now = format!("{}{}", case.given, case.run());
    if now == written {
        return Ok(());
    }
    if update {
        return fs::write(path, now).map_err(|error| error.to_string());
    }
    Err(difference(&written, &now))
}

/// Returns the lines of both texts from the first line that differs to the last line that differs.
fn difference(expected: &str, got: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (expected.lines().collect(), got.lines().collect());
    let before = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - before;
    let behind = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let marked = |sign: &str, lines: &[&str]| -> String {
        lines[before..lines.len() - behind].iter().map(|line| format!("  {sign} {line}\n")).collect()
    };
    format!("  line {}\n{}{}", before + 1, marked("-", &old), marked("+", &new))
}

#[test]
fn every_case_says_what_its_file_says() {
    let update = std::env::var_os("UPDATE").is_some_and(|value| value == "1");
    let only = std::env::var("CASE").unwrap_or_default();
    let mut cases = cases();
    assert!(cases.len() >= 700, "{} cases: some are lost", cases.len());
    cases.retain(|path| name(path).starts_with(&only));
    assert!(!cases.is_empty(), "no case begins with `{only}`");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut wrong = Vec::new();
        while let Some(path) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            wrong.extend(run_case(path, update).err().map(|why| format!("{}\n{why}", name(path))));
        }
        wrong
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let wrong: Vec<String> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let count = wrong.len();
    assert!(
        wrong.is_empty(),
        "{count} of {} cases; UPDATE=1 rewrites them\n\n{}",
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_case_that_expects_nothing_or_something_else_fails() {
    let root = crate::support::run::Folder::new();
    let path = root.path().join("x.case");
    let given = "=== x.toml\n[[cards]]\nsiz = \"mini\"\n=== $ hexpress build x.toml\n";
    fs::write(&path, given).unwrap();
    let why = run_case(&path, false).unwrap_err();
    assert!(why.contains("+ === status 2"), "{why}");
    run_case(&path, true).unwrap();
    run_case(&path, false).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with(given) && whole.contains("did you mean `size`?"), "{whole}");
    fs::write(&path, whole.replace("`size`", "`sise`")).unwrap();
    assert!(run_case(&path, false).is_err());
}
