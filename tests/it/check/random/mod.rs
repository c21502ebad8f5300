//! Tests that the checker raises no false alarms on correct layouts.
//!
//! Random layouts use everything in docs/reference, and are built with options that a user might
//! choose. They must be clean, and must stay clean when qpdf, Ghostscript or MuPDF rewrites their
//! files.
//!
//! `board`, `pieces` and `musts` assemble layouts key by key. `more.txt`, `shapes.txt`, `faces.txt`
//! and `signs.txt` have components as people write them.
//!
//! `OPEN` lists the known false alarms. `right.txt` has a small layout for each of them, and for
//! each false alarm that was fixed. Each of these layouts begins with the codes that are still
//! reported, the options of the build, and the cause of the false alarm.

mod board;
mod layout;
mod more;
mod musts;
mod pieces;
mod properties;
mod words;

use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::{fs, thread};

use serde_json::Value;

use super::outside::base::{photo, program};
use crate::support::programs::leave_out;
use crate::support::run::Folder;
use layout::Layout;

/// Knuth's MMIX generator. It gives the same layouts on every machine.
pub struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }

    /// Returns true once in `n` times, on average.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// A known false alarm.
struct KnownFalseAlarm {
    code: &'static str,
    /// Texts that the layout or the options must contain for the alarm to occur.
    of: &'static [&'static str],
    why: &'static str,
}

/// The known false alarms. `right.txt` has a small layout for each of them.
const OPEN: &[KnownFalseAlarm] = &[];

/// Codes with which a build may refuse a random layout: something does not fit its paper, its piece
/// or its places.
const REFUSED: &[&str] = &["HX203", "HX210", "HX301", "HX302", "HX315", "HX330", "HX331"];

/// The result of checking one layout. `Well` has the program that rewrote the files of the layout, if any.
enum Went {
    Well(Option<Writer>),
    /// The code with which the build refused the layout.
    Refused(String),
    /// The errors that were reported.
    Alarms(Vec<String>),
}

/// The profile of a printer that prints with the wrong size and in the wrong position.
pub const PRINTER: &str = "name = \"Old Inkjet\"\nreach = \"4mm\"\nmargin = \"8mm\"\n[front]\nscale = \"99.2 x 100.3%\"\noffset = \"0.8 -1.1mm\"\nskew = 0.4\n[back]\nscale = \"99 x 100.4%\"\noffset = \"-0.6 1.4mm\"\n";

/// Builds a layout. Returns its files, or the message if the build refuses it.
fn built(layout: &Layout, folder: &Folder) -> Result<Vec<String>, String> {
    let (made, output, status) = build(layout, folder, &["--no-check", "--quiet"]);
    if status == 0 { Ok(made) } else { Err(output) }
}

/// Builds a layout. Returns its files, the messages and the exit status.
fn build(layout: &Layout, folder: &Folder, more: &[&str]) -> (Vec<String>, String, i32) {
    fs::create_dir(folder.path().join("art")).unwrap();
    fs::write(folder.path().join("art/photo.png"), photo()).unwrap();
    fs::write(folder.path().join("printer.toml"), PRINTER).unwrap();
    fs::write(folder.path().join("x.toml"), &layout.text).unwrap();
    for (name, bytes) in &layout.files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let args: Vec<&str> = ["build", "x.toml"]
        .into_iter()
        .chain(more.iter().copied())
        .chain(layout.options.iter().map(String::as_str))
        .collect();
    let (status, out, output) = program(&args, folder);
    let made = folder
        .all()
        .into_iter()
        .filter(|name| name.starts_with("output/") && !name.ends_with(".txt"))
        .collect();
    (made, if more.contains(&"--json") { out } else { output }, status)
}

/// Returns the errors that `check` reports for files.
fn errors(files: &[String], folder: &Folder) -> Vec<String> {
    let args: Vec<&str> = ["check", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (_, out, _) = program(&args, folder);
    errors_in(&out)
}

/// Returns the errors in a verdict that is JSON.
fn errors_in(out: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(out).unwrap();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    // In the output of `build`, the verdict is inside the object `check`.
    let faults = |result: &Value| [list(&result["faults"]), list(&result["check"]["faults"])].concat();
    let faults = list(&value["results"]).into_iter().flat_map(|result| faults(&result));
    let errors = faults.chain(list(&value["diagnostics"])).filter(|fault| fault["severity"] == "error");
    errors
        .map(|fault| {
            let text = |key: &str| fault[key].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", text("code"), text("piece"), text("message"))
        })
        .collect()
}

/// A program that rewrites PDFs.
#[derive(Debug, Clone, Copy)]
enum Writer {
    Qpdf,
    Ghostscript,
    Mutool,
}

/// Returns PDFs as another program rewrites them, or `None` if that program is not installed.
fn rewritten(writer: Writer, files: &[String], folder: &Folder) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for file in files.iter().filter(|file| file.ends_with(".pdf")) {
        let name = file.replace("output/", "anew-");
        let mut command = match writer {
            Writer::Qpdf => Command::new("qpdf"),
            Writer::Ghostscript => Command::new("gs"),
            Writer::Mutool => Command::new("mutool"),
        };
        match writer {
            Writer::Qpdf => command.args(["--qdf", file, &name]),
            Writer::Mutool => command.args(["clean", "-s", file, &name]),
            Writer::Ghostscript => command.args([
                "-q",
                "-dBATCH",
                "-dNOPAUSE",
                "-sDEVICE=pdfwrite",
                "-dAutoRotatePages=/None",
                "-o",
                &name,
                file,
            ]),
        };
        let Ok(done) = command.current_dir(folder.path()).output() else {
            leave_out(&command.get_program().to_string_lossy(), "it is not installed");
            return None;
        };
        assert!(folder.path().join(&name).exists(), "{}", String::from_utf8_lossy(&done.stderr));
        all.push(name);
    }
    Some(all)
}

fn went(seed: u64, layout: &Layout) -> Went {
    let folder = Folder::new();
    let (files, output, status) = build(layout, &folder, &["--json"]);
    if status == 2 {
        let code = REFUSED.iter().find(|code| output.contains(**code));
        return code.map_or_else(
            || Went::Alarms(vec![format!("not built: {output}")]),
            |code| Went::Refused((*code).to_owned()),
        );
    }
    let at_build = errors_in(&output);
    let asked = format!("{}\n{}", layout.options.join(" "), layout.text);
    let is_open = |reported: &String| {
        OPEN.iter()
            .any(|open| reported.starts_with(open.code) && open.of.iter().all(|words| asked.contains(words)))
    };
    let mut alarms: Vec<String> =
        at_build.into_iter().map(|reported| format!("when built: {reported}")).collect();
    alarms.extend(errors(&files, &folder).into_iter().filter(|reported| !is_open(reported)));
    // Ghostscript and MuPDF each rewrite a quarter of the files that carry their layout, and a
    // quarter of the others.
    let writer = match seed % 8 {
        1 | 2 => Writer::Ghostscript,
        3 | 4 => Writer::Mutool,
        _ => Writer::Qpdf,
    };
    let anew = rewritten(writer, &files, &folder).filter(|files| !files.is_empty());
    if let Some(files) = &anew {
        let reported = errors(files, &folder).into_iter().filter(|reported| !is_open(reported));
        alarms.extend(reported.map(|reported| format!("after {writer:?}: {reported}")));
    }
    if alarms.is_empty() { Went::Well(anew.map(|_| writer)) } else { Went::Alarms(alarms) }
}

#[track_caller]
fn clean(seeds: std::ops::Range<u64>) {
    let all = seeds.end - seeds.start;
    let next = AtomicU64::new(seeds.start);
    let (refused, silent) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let anew = [AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0)];
    let alarms: Mutex<Vec<(u64, String)>> = Mutex::default();
    let work = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < seeds.end) {
            let layout = Layout::random(seed);
            if layout.text.contains("embed = false") {
                silent.fetch_add(1, Ordering::Relaxed);
            }
            match went(seed, &layout) {
                Went::Well(writer) => {
                    let count = writer.and_then(|writer| anew.get(writer as usize));
                    count.map(|count| count.fetch_add(1, Ordering::Relaxed));
                }
                Went::Refused(code) => {
                    if std::env::var_os("SEEN").is_some() {
                        println!("seed {seed} refused: {code}");
                    }
                    refused.fetch_add(1, Ordering::Relaxed);
                }
                Went::Alarms(reported) => {
                    let reported: Vec<_> = reported.into_iter().take(3).collect();
                    let text = format!(
                        "seed {seed}: {}\n{}\n{}",
                        layout.options.join(" "),
                        reported.join("\n"),
                        layout.text
                    );
                    alarms.lock().unwrap().push((seed, text));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..2 {
            thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let refused = refused.into_inner();
    let [silent, qpdf, ghostscript, mutool] =
        [&silent, &anew[0], &anew[1], &anew[2]].map(|count| count.load(Ordering::Relaxed));
    println!(
        "{all} layouts, {silent} with `embed = false`, {refused} refused; clean after qpdf {qpdf}, after Ghostscript {ghostscript}, after MuPDF {mutool}"
    );
    let mut alarms = alarms.into_inner().unwrap();
    alarms.sort();
    let shown: Vec<_> = alarms.iter().take(40).map(|(_, text)| text.as_str()).collect();
    assert!(
        alarms.is_empty(),
        "{} false alarms, seeds {:?}:\n{}",
        alarms.len(),
        alarms.iter().map(|(seed, _)| seed).collect::<Vec<_>>(),
        shown.join("\n")
    );
    assert!((refused as u64) * 4 < all, "{refused} of {all} were refused");
}

#[test]
fn sixty_right_layouts_are_clean() {
    clean(0..60);
}

#[test]
#[ignore = "for whoever looks for more; FROM=100 TO=400"]
fn more_right_layouts_are_clean() {
    let number = |key: &str, or: u64| std::env::var(key).map_or(or, |text| text.parse().unwrap());
    clean(number("FROM", 100)..number("TO", 400));
}

#[test]
#[ignore = "takes minutes; cargo test -- --ignored right_layouts"]
fn two_thousand_right_layouts_are_clean() {
    clean(0..2000);
}

/// Reads the keys from docs/reference, and the values that some of them take.
#[test]
fn every_key_of_the_page_is_in_some_random_layout() {
    let page = crate::documents::book::reference();
    let all: String = (0..2000).map(|seed| Layout::random(seed).text).collect();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    let words: BTreeSet<&str> = all.split(|letter| !is_part(letter)).collect();
    let listed = page.lines().filter_map(|line| line.strip_prefix("- `")?.split_once("` —"));
    let keys = listed.flat_map(|(keys, _)| keys.split('`').step_by(2));
    let is_there =
        |key: &&str| if key.chars().all(is_part) { words.contains(key) } else { all.contains(*key) };
    let missing: Vec<&str> = keys.filter(|key| !is_there(key)).collect();
    assert!(missing.is_empty() && words.len() > 300, "{missing:?}");
}

/// Each layout of `right.txt` once caused a false alarm. It must be clean, except for the codes
/// that it begins with.
///
/// The same holds after one of qpdf, Ghostscript and MuPDF has rewritten its file.
#[test]
fn former_false_alarms_are_clean() {
    let text = super::outside::base::read("../random/right.txt");
    let mut shown = Vec::new();
    for (at, part) in text.split("=== ").skip(1).enumerate() {
        let (head, text) = part.split_once('\n').unwrap();
        // The first line has the codes, the options and the cause.
        let [code, options, ..] = head.split('|').collect::<Vec<_>>()[..] else { panic!("{head}") };
        let codes: Vec<&str> = code.split_whitespace().collect();
        let options = options.split_whitespace().map(str::to_owned).collect();
        let files = vec![
            ("rows.csv".to_owned(), b"Name\nAnn\nBob\n".to_vec()),
            ("art/shield.svg".to_owned(), more::SHIELD.to_vec()),
        ];
        let layout = Layout { text: text.to_owned(), files, options };
        let folder = Folder::new();
        let (files, output, status) = build(&layout, &folder, &["--json"]);
        assert!(status != 2, "{head}: {output}");
        let mut reported = errors_in(&output);
        reported.extend(errors(&files, &folder));
        let writer = [Writer::Qpdf, Writer::Ghostscript, Writer::Mutool][at % 3];
        if let Some(anew) = rewritten(writer, &files, &folder).filter(|files| !files.is_empty()) {
            reported.extend(errors(&anew, &folder));
        }
        assert_eq!(reported.is_empty(), codes.is_empty(), "{head}: {reported:?}");
        assert!(
            reported.iter().all(|reported| codes.iter().any(|code| reported.starts_with(code))),
            "{head}: {reported:?}"
        );
        shown.extend(codes.into_iter().map(str::to_owned));
    }
    for open in OPEN {
        assert!(shown.iter().any(|code| code == open.code), "right.txt shows no {}: {}", open.code, open.why);
    }
}

/// Run `SEED=7 cargo test --test it one_right_layout -- --ignored --nocapture` to see one of the
/// layouts.
#[test]
#[ignore = "for whoever looks into one of them"]
fn one_right_layout_is_clean() {
    let seed = std::env::var("SEED").map_or(0, |seed| seed.parse().unwrap());
    let layout = Layout::random(seed);
    println!("{}\n{}", layout.options.join(" "), layout.text);
    clean(seed..seed + 1);
}
