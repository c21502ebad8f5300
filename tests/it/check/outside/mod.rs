//! Finished files that were changed outside: whatever an eye sees is told at its piece, and nothing else is told.
//!
//! The rows lie in `rows/*.txt`, one to a line:
//!
//! ```text
//! what was done | base | edit ; edit … | what must be told
//! ```
//!
//! - A *base* stands in `bases.txt`: a file that is built once.
//! - The *edits* are listed in `edit.rs`. They change the finished file, and never its record.
//! - What must be told: `nothing` (no error), or any of
//!   `at PIECE …` (each is named, or its place), `near PAGE X Y` (a place of at most 80 mm that holds the point, in mm),
//!   `page N` (a fault of this page by another rule than the digest's), `says "WORDS"`, `code HX404`, `file` (a fault of the
//!   file as a whole), `most N` (so many errors and no more), `status 2`, `cells N` (so many are found),
//!   `worst X` (the worst deviation, in mm), `warns HX466` (a warning, which `nothing` allows).
//!   An error that names another piece is a fault of the checker, unless `also PIECE …` or `also *` allows it.
//! - `# open: CAUSE` after a row: the checker fails it today. A row that it does not fail any more must lose the mark.
//! - A row whose `tool` is not installed is left out, with a word.
//!
//! - The pixels of every row are judged too ([`seen`]): what an eye sees has to be reported at its place, and what is
//!   reported has to differ. No row is exempt. `kinds.txt` has changes of which nothing else is said.
//!
//! Every fifth row is judged by default, as all of them take minutes: `cargo test --test it outside -- --ignored`.
//!
//! `ROW=words cargo test --test it outside -- --nocapture` shows what is told of the rows whose names hold the words.

pub mod base;
mod edit;
mod expand;
mod expected;
mod file;
mod kinds;
mod paint;
mod pixels;
mod printed;
mod proof;
mod seen;
mod svg;

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use base::{Base, Bases};
use expected::Expectation;
use seen::{Looks, Seen};

/// The rows, by kind. They are read when the test runs, so that a new one needs no new build of the tests.
const KINDS: [&str; 9] =
    ["boards", "covers", "pieces", "sheets", "files", "forms", "innocent", "svg", "eyes"];

/// One change of a finished file, and what has to be told of it.
struct Row {
    kind: &'static str,
    line: usize,
    what: &'static str,
    base: &'static str,
    edits: Vec<Vec<String>>,
    expected: Expected,
    /// Why the checker fails it today.
    open: Option<&'static str>,
}

/// What has to be told of a row.
#[expect(clippy::large_enum_variant, reason = "there are a thousand, and most are of the larger kind")]
enum Expected {
    Words(Expectation),
    /// What the pixels say, at these drawings; of a change that spills, perhaps at those about them.
    Pixels {
        pieces: Vec<&'static str>,
        spills: bool,
    },
}

fn rows() -> Vec<Row> {
    let text = |kind: &str| -> &'static str { base::read(&format!("rows/{kind}.txt")).leak() };
    let lines = KINDS.iter().flat_map(|kind| text(kind).lines().zip(1..).map(move |line| (*kind, line)));
    let rows = lines.filter(|(_, (line, _))| !line.trim().is_empty() && !line.starts_with('#'));
    let rows = rows.map(|(kind, (text, line))| row(kind, text, line));
    rows.chain(kinds::changes().into_iter().zip(1..).map(|(change, line)| Row {
        kind: "kinds",
        line,
        what: change.what.leak(),
        base: change.base,
        edits: change.edits,
        expected: Expected::Pixels { pieces: change.pieces, spills: change.spills },
        open: None,
    }))
    .collect()
}

fn row(kind: &'static str, text: &'static str, line: usize) -> Row {
    let (text, open) = match text.split_once(" # open:") {
        Some((text, cause)) => (text, Some(cause.trim())),
        None => (text, None),
    };
    let parts: Vec<&str> = text.split(" | ").map(str::trim).collect();
    let [what, base, edits, expected] = parts[..] else { panic!("{kind}.txt:{line}: four parts in {text}") };
    let edits = edits.split(" ; ").map(words).collect();
    Row {
        kind,
        line,
        what,
        base,
        edits,
        expected: Expected::Words(Expectation::read(&words(expected))),
        open,
    }
}

/// Words, parted by spaces; those between quotes are one. Between quotes `\"` is a quote, and `\r` and `\n` end a line anywhere.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut letters = text.trim().chars().peekable();
    while letters.peek().is_some() {
        let quoted = letters.next_if_eq(&'"').is_some();
        let end = if quoted { '"' } else { ' ' };
        let mut word = String::new();
        loop {
            match letters.next() {
                Some('\\') if letters.next_if_eq(&'n').is_some() => word.push('\n'),
                Some('\\') if letters.next_if_eq(&'r').is_some() => word.push('\r'),
                Some('\\') if letters.next_if_eq(&'"').is_some() => word.push('"'),
                Some(letter) if letter == end => break,
                Some(letter) => word.push(letter),
                None => {
                    assert!(!quoted, "a quote without an end in {text}");
                    break;
                }
            }
        }
        words.push(word);
        while letters.next_if_eq(&' ').is_some() {}
    }
    words
}

/// How a row went.
enum Outcome {
    Right,
    Wrong(String),
    Skipped(String),
    /// The row itself cannot be done.
    Broken(String),
}

/// A row that was judged, and what was seen of it where its pixels could be compared.
struct Judged {
    outcome: Outcome,
    seen: Option<Seen>,
}

fn judged(row: &Row, base: &Base, looks: &Looks) -> Judged {
    let files = match base.edited(&row.edits) {
        Ok(files) => files,
        Err(why) => return Judged { outcome: Outcome::Skipped(why), seen: None },
    };
    let told = base.checked(&files);
    // Other programs draw all edges anew.
    let is_ours = !row.edits.iter().any(|edit| edit[0] == "tool");
    let seen = if is_ours { looks.seen(row.base, base, &files, &told) } else { None };
    let why = match &row.expected {
        Expected::Words(expected) => {
            expected.fails(&told, base).or_else(|| expected::fails_pixels(seen.as_ref()?))
        }
        Expected::Pixels { pieces, spills } => {
            let seen = seen.as_ref().expect("its pixels can be compared");
            expected::fails_pieces(&told, base, seen, pieces, *spills)
        }
    };
    let outcome = why.map_or(Outcome::Right, |why| Outcome::Wrong(format!("{why}\n{}", told.shown())));
    Judged { outcome, seen }
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.map_or_else(String::new, |text| text.chars().take(600).collect())
}

/// All rows, each judged by one of two threads; in their order.
fn outcomes(rows: &[Row], bases: &Bases) -> Vec<Judged> {
    let looks = Looks::default();
    let is_some = std::env::var_os("ROW").is_some();
    let next = AtomicUsize::new(0);
    let all: Mutex<BTreeMap<usize, Judged>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                while let Some((at, row)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, rows.get(i)?)))
                {
                    let done = catch_unwind(AssertUnwindSafe(|| judged(row, bases.of(row.base), &looks)));
                    let broken = |why: Box<dyn Any + Send>| Judged {
                        outcome: Outcome::Broken(said(&*why)),
                        seen: None,
                    };
                    let done = done.unwrap_or_else(broken);
                    // A run of some rows says at once what is wrong.
                    if let (Outcome::Wrong(why) | Outcome::Broken(why), true) = (&done.outcome, is_some) {
                        println!("{}.txt:{}: {}: {why}", row.kind, row.line, row.what);
                    }
                    all.lock().unwrap().insert(at, done);
                }
            };
            // The stack of a process's main thread.
            thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    all.into_inner().unwrap().into_values().collect()
}

/// Every fifth row, and all those whose names hold the words of `ROW`.
#[test]
fn what_is_changed_outside_is_told_at_its_piece() {
    match std::env::var("ROW") {
        Ok(wanted) => judge_rows(rows().into_iter().filter(|row| row.what.contains(&wanted)).collect()),
        Err(_) => {
            let sums = judge_rows(rows().into_iter().step_by(5).collect());
            assert!(sums.judged >= 160 && sums.visible >= 100, "{sums:?}");
            sums
        }
    };
}

#[test]
#[ignore = "takes minutes; cargo test --test it outside -- --ignored"]
fn whatever_is_changed_outside_is_told_at_its_piece() {
    let sums = judge_rows(rows());
    assert!(sums.judged >= 800 && sums.visible >= 500, "{sums:?}");
}

/// Judges rows, and what their pixels say together.
fn judge_rows(rows: Vec<Row>) -> Sums {
    let is_some = std::env::var_os("ROW").is_some();
    let names = rows.iter().map(|row| row.base);
    let bases = Bases::built(names);
    let mut failed = String::new();
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut sums = Sums::default();
    for (row, Judged { outcome, seen }) in rows.iter().zip(outcomes(&rows, &bases)) {
        sums.add(seen.as_ref());
        if let Some(vague) = seen.and_then(|seen| seen.vague) {
            println!("{}.txt:{}: {}: vague: {vague}", row.kind, row.line, row.what);
        }
        let place = format!("{}.txt:{}: {}", row.kind, row.line, row.what);
        let count = counts.entry(row.kind).or_default();
        count[0] += 1;
        count[1] += usize::from(row.open.is_some());
        match (outcome, row.open) {
            (Outcome::Right, None) => {}
            (Outcome::Right, Some(_)) => {
                writeln!(failed, "{place}: is right now; take `# open` away").unwrap()
            }
            (Outcome::Wrong(why), None) => writeln!(failed, "{place}: {why}").unwrap(),
            (Outcome::Wrong(why), Some(cause)) => {
                if is_some {
                    println!("{place}: open ({cause}): {why}");
                }
            }
            (Outcome::Broken(why), _) => writeln!(failed, "{place}: cannot be done: {why}").unwrap(),
            (Outcome::Skipped(why), _) => {
                count[2] += 1;
                println!("{place}: left out: {why}");
            }
        }
    }
    println!("rows, of them open, left out: {counts:?}\npixels: {sums:?}");
    assert!(failed.is_empty(), "rows that are not told rightly:\n{failed}");
    if !is_some {
        assert!(sums.unreported == 0 && sums.innocent == 0, "{sums:?}");
        // Of a file without its layout only the page is known, and not what became of it.
        assert!(sums.vague * 50 <= sums.visible, "{sums:?}");
    }
    sums
}

/// What the pixels of all rows say together.
#[derive(Debug, Default)]
struct Sums {
    /// Whose pixels were compared.
    judged: usize,
    /// Those of which an eye sees a change.
    visible: usize,
    unreported: usize,
    innocent: usize,
    /// Those of which something is seen at no place that is named, or of which nothing says what became of it.
    vague: usize,
}

impl Sums {
    fn add(&mut self, seen: Option<&Seen>) {
        let Some(seen) = seen else { return };
        self.judged += 1;
        self.visible += usize::from(seen.changed);
        self.unreported += usize::from(seen.unreported.is_some());
        self.innocent += usize::from(seen.innocent.is_some());
        self.vague += usize::from(seen.vague.is_some());
    }
}

/// What the rows start from is clean.
#[test]
fn what_they_start_from_is_clean() {
    let bases = Bases::built(base::names());
    for name in base::names() {
        let base = bases.of(name);
        let told = base.checked(&base.files);
        assert!(told.faults.is_empty() && told.status == 0, "{name}: {}", told.shown());
    }
}

#[test]
fn there_are_hundreds_of_rows_and_no_two_are_called_alike() {
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().map(|row| row.what).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(names.len() >= 300, "{}", names.len());
}
