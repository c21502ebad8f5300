//! Tests of finished files that were changed afterwards. The checker must report every visible
//! change at its piece, and nothing else.
//!
//! The rows are in `rows/*.txt`, one per line:
//!
//! ```text
//! what was done | base | edit ; edit … | what must be reported
//! ```
//!
//! - A *base* is a file that is built once. The bases are in `bases.txt`.
//! - The *edits* are listed in `edit.rs`. They change the finished file, but never its record.
//! - The last column says what must be reported:
//!
//! | words | meaning |
//! |---|---|
//! | `nothing` | no error |
//! | `at PIECE …` | for each of these pieces, an error that names the piece or its place |
//! | `near PAGE X Y` | an error at a place of at most 80 x 80 mm that contains the point (X, Y), in mm, or is at most 3 mm away from it |
//! | `page N` | a fault of this page, by any rule except the rule about digests |
//! | `says "WORDS"`, `code HX404` | a fault with this text, or with this code |
//! | `file` | a fault of the file as a whole |
//! | `most N` | at most N errors |
//! | `status 2` | the exit status |
//! | `cells N` | the number of cells that are found |
//! | `worst X` | the largest deviation that the checker measures, in mm |
//! | `warns HX466` | a warning with this code. `nothing` allows warnings too |
//!
//! - An error that names another piece is a fault of the checker, unless `also PIECE …` or `also *`
//!   allows it.
//! - `# open: CAUSE` after a row means that the checker currently fails the row. When the checker
//!   passes it, the remark must be removed.
//! - A row whose `tool` is not installed is skipped with a message.
//! - The pixels of every row are judged too (see [`pixel_check`]). A visible change must be reported at
//!   its place, and a reported place must have a change. No row is exempt. For the changes in
//!   `kinds.txt`, only the pixels decide.
//!
//! By default, only every eighth row is judged, because all rows take minutes. To judge all rows,
//! run `cargo test --test it outside -- --ignored`.
//!
//! Run `ROW=words cargo test --test it outside -- --nocapture` to see what is reported for the rows
//! whose names contain the words.

pub mod base;
mod edit;
mod expand;
mod expected;
mod file;
mod kinds;
mod paint;
mod pixel_check;
mod pixels;
mod printed;
mod proof;
mod svg;

use crate::support::programs::leave_out;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use base::{Base, Bases};
use expected::Expectation;
use pixel_check::{BaseSheets, PixelResult};

/// The kinds of rows. Each kind is the name of a file in `rows`. The files are read when the test runs,
/// so the tests need not be rebuilt for a new row.
const KINDS: [&str; 9] =
    ["boards", "covers", "pieces", "sheets", "files", "forms", "innocent", "svg", "eyes"];

/// A change to a finished file, and what the checker must report.
struct Row {
    kind: &'static str,
    line: usize,
    what: &'static str,
    base: &'static str,
    edits: Vec<Vec<String>>,
    expected: Expected,
    /// Why the checker currently fails the row.
    open: Option<&'static str>,
}

/// What the checker must report for a row.
#[expect(clippy::large_enum_variant, reason = "there are a thousand, and most are of the larger kind")]
enum Expected {
    Words(Expectation),
    /// The pixels decide what must be reported at these drawings.
    ///
    /// If `spills` is true, the surroundings of the drawings may be reported too.
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

/// Splits a text at spaces. Words between quotes stay together.
///
/// Between quotes, `\"` is a quote. `\r` and `\n` are line ends everywhere.
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

/// The result of judging a row.
enum Outcome {
    Right,
    Wrong(String),
    Skipped(String),
    /// The row is faulty: its edits cannot be made.
    Broken(String),
}

/// The result of a row, and the comparison of its pixels if there was one.
struct Judged {
    outcome: Outcome,
    pixels: Option<PixelResult>,
}

fn judged(row: &Row, base: &Base, base_sheets: &BaseSheets) -> Judged {
    let files = match base.edited(&row.edits) {
        Ok(files) => files,
        Err(program) => return Judged { outcome: Outcome::Skipped(program), pixels: None },
    };
    let reported = base.checked(&files);
    // Other programs draw every edge slightly differently, so pixels cannot be compared.
    let is_ours = !row.edits.iter().any(|edit| edit[0] == "tool");
    let pixels = if is_ours { base_sheets.compare(row.base, base, &files, &reported) } else { None };
    let why = match &row.expected {
        Expected::Words(expected) => {
            expected.fails(&reported, base).or_else(|| expected::fails_pixels(pixels.as_ref()?))
        }
        Expected::Pixels { pieces, spills } => {
            let pixels = pixels.as_ref().expect("its pixels can be compared");
            expected::fails_pieces(&reported, base, pixels, pieces, *spills)
        }
    };
    let outcome = why.map_or(Outcome::Right, |why| Outcome::Wrong(format!("{why}\n{}", reported.shown())));
    Judged { outcome, pixels }
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
    text.map_or_else(String::new, |text| text.chars().take(600).collect())
}

/// Judges all rows in two threads. Returns the results in the order of the rows.
fn outcomes(rows: &[Row], bases: &Bases) -> Vec<Judged> {
    let base_sheets = BaseSheets::default();
    let is_some = std::env::var_os("ROW").is_some();
    let next = AtomicUsize::new(0);
    let all: Mutex<BTreeMap<usize, Judged>> = Mutex::default();
    thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                while let Some((at, row)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, rows.get(i)?)))
                {
                    let done =
                        catch_unwind(AssertUnwindSafe(|| judged(row, bases.of(row.base), &base_sheets)));
                    let broken = |why: Box<dyn Any + Send>| Judged {
                        outcome: Outcome::Broken(panic_message(&*why)),
                        pixels: None,
                    };
                    let done = done.unwrap_or_else(broken);
                    // If only some rows were asked for, failures are printed at once.
                    if let (Outcome::Wrong(why) | Outcome::Broken(why), true) = (&done.outcome, is_some) {
                        println!("{}.txt:{}: {}: {why}", row.kind, row.line, row.what);
                    }
                    all.lock().unwrap().insert(at, done);
                }
            };
            // The stack is as large as the stack of a main thread.
            thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    all.into_inner().unwrap().into_values().collect()
}

/// Judges every eighth row. If `ROW` is set, judges all rows whose names contain its words.
#[test]
fn changes_by_another_program_are_reported_at_their_piece() {
    match std::env::var("ROW") {
        Ok(wanted) => judge_rows(rows().into_iter().filter(|row| row.what.contains(&wanted)).collect()),
        Err(_) => {
            let sums = judge_rows(rows().into_iter().step_by(8).collect());
            assert!(sums.judged >= 100 && sums.visible >= 62, "{sums:?}");
            sums
        }
    };
}

#[test]
#[ignore = "takes minutes; cargo test --test it outside -- --ignored"]
fn every_change_by_another_program_is_reported_at_its_piece() {
    let sums = judge_rows(rows());
    assert!(sums.judged >= 800 && sums.visible >= 500, "{sums:?}");
}

/// Judges rows, and sums up what their pixels show.
fn judge_rows(rows: Vec<Row>) -> Sums {
    let is_some = std::env::var_os("ROW").is_some();
    let names = rows.iter().map(|row| row.base);
    let bases = Bases::built(names);
    let mut failed = String::new();
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut sums = Sums::default();
    for (row, Judged { outcome, pixels }) in rows.iter().zip(outcomes(&rows, &bases)) {
        sums.add(pixels.as_ref());
        if let Some(vague) = pixels.and_then(|pixels| pixels.vague) {
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
            (Outcome::Skipped(program), _) => {
                count[2] += 1;
                leave_out(&program, &format!("{place} needs it"));
            }
        }
    }
    println!("rows, of them open, left out: {counts:?}\npixels: {sums:?}");
    assert!(failed.is_empty(), "rows that are not told rightly:\n{failed}");
    if !is_some {
        assert!(sums.unreported == 0 && sums.false_reports == 0, "{sums:?}");
        // For a file without its layout, the checker knows only which page was changed, not how. So
        // a few vague reports are allowed.
        assert!(sums.vague * 50 <= sums.visible, "{sums:?}");
    }
    sums
}

/// Totals of the pixel comparisons of all rows.
#[derive(Debug, Default)]
struct Sums {
    /// Rows whose pixels were compared.
    judged: usize,
    /// Rows with a visible change.
    visible: usize,
    /// Rows with a visible change that is not reported.
    unreported: usize,
    /// Rows with a report at a place where no pixel differs.
    false_reports: usize,
    /// Rows with a visible change for which no report says both where it is and what happened.
    vague: usize,
}

impl Sums {
    fn add(&mut self, pixels: Option<&PixelResult>) {
        let Some(pixels) = pixels else { return };
        self.judged += 1;
        self.visible += usize::from(pixels.visibly_differs);
        self.unreported += usize::from(pixels.unreported.is_some());
        self.false_reports += usize::from(pixels.false_report.is_some());
        self.vague += usize::from(pixels.vague.is_some());
    }
}

#[test]
fn the_unchanged_files_are_clean() {
    let bases = Bases::built(base::names());
    for name in base::names() {
        let base = bases.of(name);
        let reported = base.checked(&base.files);
        assert!(reported.faults.is_empty() && reported.status == 0, "{name}: {}", reported.shown());
    }
}

#[test]
fn there_are_hundreds_of_rows_with_different_names() {
    let rows = rows();
    let mut names: Vec<&str> = rows.iter().map(|row| row.what).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(names.len() >= 300, "{}", names.len());
}
