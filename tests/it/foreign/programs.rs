//! Tests of drawings in the style of other programs. The drawings are
//! `tests/foreign/programs/NAME.svg` or `.pdf`. The verdict on each drawing is next to the drawing,
//! in `NAME.svg.txt` or `NAME.pdf.txt`. `UPDATE=1 cargo test --test it programs` writes the
//! verdicts again.
//!
//! All drawings except one are correct, or unusual in a way that may be intended. For these drawings, the
//! checker must report no errors.

use std::fs;
use std::path::{Path, PathBuf};

use super::judged;
use hexpress::check::Verdict;

/// The only drawing with a fault that cannot be intended.
const WRONG: &str = "ruler-and-one-cell-off.svg";

fn drawings() -> Vec<PathBuf> {
    let files = fs::read_dir(super::path("programs")).unwrap().map(|entry| entry.unwrap().path());
    let is_drawing = |path: &PathBuf| path.extension().is_some_and(|end| end == "svg" || end == "pdf");
    let mut files: Vec<PathBuf> = files.filter(is_drawing).collect();
    files.sort();
    files
}

/// Returns the report on a drawing, without the parts that are the same for every SVG file or for
/// every file of another program.
fn report_of(verdict: &Verdict) -> String {
    let mut reported = String::new();
    for fault in &verdict.faults {
        let fault = fault.diagnostic(&verdict.files, "");
        reported.push_str(&format!("{}[{}]: {}\n", fault.severity.word(), fault.code, fault.message));
        fault.hint.iter().for_each(|hint| reported.push_str(&format!("  help: {hint}\n")));
    }
    verdict.found.iter().for_each(|found| reported.push_str(&format!("found: {found}\n")));
    let of_cells = verdict.not_judged.iter().filter(|why| why.contains("cells"));
    of_cells.for_each(|why| reported.push_str(&format!("not judged: {why}\n")));
    reported + &verdict.summary() + "\n"
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".txt");
    name.into()
}

#[test]
fn each_drawing_is_described_with_its_neighbours() {
    let mut other = Vec::new();
    let drawings = drawings();
    assert!(drawings.len() >= 20, "{drawings:?}");
    for path in drawings {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let verdict = judged(&name, &fs::read(&path).unwrap());
        let (reported, beside) = (report_of(&verdict), beside(&path));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&beside, &reported).unwrap();
        }
        if fs::read_to_string(&beside).ok().as_deref() != Some(&reported) {
            other.push(format!("{name}:\n{reported}"));
        }
        assert_eq!(verdict.has_errors(), name == WRONG, "{name}: {reported}");
    }
    assert!(other.is_empty(), "told otherwise:\n{}", other.join("\n"));
}

#[test]
fn everything_that_is_reported_has_a_drawing() {
    let files = fs::read_dir(super::path("programs")).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|end| end == "txt")) {
        assert!(path.with_extension("").exists(), "{} stands beside nothing", path.display());
    }
}
