//! Tests of `docs/limits.md`: the limits equal those in the source, each row has a test, and an
//! error about a limit names the limit.

use std::fs;
use std::path::Path;

use crate::house::tidy::file_of;
use crate::support::run::{Folder, Run, program};

/// The rows of the page, each with its constant and its test.
const ROWS: &str = include_str!("limits.txt");

#[derive(Debug)]
struct Limit {
    heading: &'static str,
    what: &'static str,
    /// The file and the name of the constant.
    constant: (&'static str, &'static str),
    /// The file and the name of a test that accepts the limit and rejects one more. If there is no test: `-`,
    /// and the reason.
    test: (&'static str, &'static str),
}

fn limits() -> Vec<Limit> {
    let lines = ROWS.lines().filter(|line| !line.starts_with('#'));
    let limit = |line: &'static str| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [heading, what, constant, test] = cells[..] else { panic!("{line}") };
        let [constant, test] = [constant, test].map(|cell| cell.split_once(' ').unwrap());
        Limit { heading, what, constant, test }
    };
    lines.map(limit).collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Returns the value of a constant in the source, such as `64 << 20`, `10_000.0 * LONG_SIDE` or `1e6`. A
/// named constant in a product counts as 1.
fn constant(file: &str, name: &str) -> f64 {
    let source = text(&file_of(file));
    let line = source.lines().find(|line| line.contains(&format!("const {name}: ")));
    let line = line.unwrap_or_else(|| panic!("{file} has no {name}"));
    let value = line.split_once('=').unwrap().1.trim().trim_end_matches(';').replace('_', "");
    let number = |text: &str| text.trim().parse::<f64>().unwrap_or(1.0);
    match value.split_once("<<") {
        Some((value, by)) => number(value) * f64::powi(2.0, number(by) as i32),
        None => value.split('*').map(number).product(),
    }
}

/// Returns the value of a cell in the table, such as `64 MiB`, `5,080 mm` or `100,000`.
fn shown(cell: &str) -> f64 {
    let (number, unit) = cell.split_once(' ').unwrap_or((cell, ""));
    let unit = match unit {
        "MB" => 1e6,
        "MiB" => f64::from(1 << 20),
        "GiB" => f64::from(1 << 30),
        "" | "mm" | "seconds" => 1.0,
        other => panic!("{other} is no unit"),
    };
    number.replace(',', "").parse::<f64>().unwrap() * unit
}

#[test]
fn the_table_says_what_holds_in_the_source() {
    let mut rows = limits();
    let mut heading = String::new();
    for line in text("docs/limits.md").lines() {
        if let Some(name) = line.strip_prefix("## ") {
            name.clone_into(&mut heading);
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [what, most, code] = cells.as_slice() else { continue };
        if !code.starts_with("HX") {
            continue;
        }
        let at = rows.iter().position(|row| row.heading == heading && row.what == *what);
        let row = rows.remove(at.unwrap_or_else(|| panic!("tests/it/language/limits.txt lacks: {what}")));
        let (file, name) = row.constant;
        assert_eq!(shown(most), constant(file, name), "{what}: {name} of {file}");
        let known = hexpress::diag::codes::ALL.iter().any(|(known, _)| known.to_string() == *code);
        assert!(known, "{what}: {code}");
    }
    assert!(rows.is_empty(), "docs/limits.md lacks {rows:?}");
}

#[test]
fn every_limit_has_a_test_of_both_its_sides() {
    for Limit { what, test: (file, name), .. } in limits() {
        if file == "-" {
            continue;
        }
        let file =
            if file == "at_limits" { "tests/it/language/at_limits.rs".to_owned() } else { file_of(file) };
        let is_test = text(&file).contains(&format!("#[test]\nfn {name}()"))
            || text(&file).contains(&format!("    #[test]\n    fn {name}()"));
        assert!(is_test, "{what}: {file} has no test {name}");
    }
}

/// Checks that a value beyond a limit causes one error with this code and these words. The words state the
/// limit.
#[track_caller]
fn assert_limit_error(args: &[&str], folder: &Folder, code: &str, words: &str) {
    let output = program(args, folder.path());
    assert_eq!(
        (output.status, output.stderr.matches("error[").count()),
        (2, 1),
        "{args:?}: {}",
        output.stderr
    );
    assert!(output.stderr.contains(code) && output.stderr.contains(words), "{args:?}: {}", output.stderr);
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    // A sparse file, which takes no space on the disk.
    let huge = |name: &str, bytes: u64| {
        fs::File::create(folder.path().join(name)).unwrap().set_len(bytes).unwrap();
    };
    huge("g.toml", (16 << 20) + 1);
    assert_limit_error(&["build", "g.toml"], &folder, "HX001", "larger than 16 MiB");
    huge("p.toml", (1 << 20) + 1);
    assert_limit_error(&["check", "hex-nut", "--printer", "p.toml"], &folder, "HX001", "larger than 1 MiB");
    for name in ["f.pdf", "f.svg"] {
        huge(name, (512 << 20) + 1);
        assert_limit_error(&["check", name], &folder, "HX001", "larger than 512 MiB");
    }
    for (name, layout, code) in [
        ("a.csv", "data = \"a.csv\"", "HX001"),
        ("a.png", "face = [{ image = \"a.png\" }]", "HX205"),
        ("a.otf", "[fonts]\nmine = { regular = \"a.otf\" }", "HX001"),
    ] {
        huge(name, (64 << 20) + 1);
        write("n.toml", &format!("[[cards]]\nsize = \"poker\"\n{layout}\n"));
        assert_limit_error(&["build", "n.toml"], &folder, code, "larger than 64 MiB");
    }
}

#[test]
fn a_table_has_no_more_cells_than_are_read() {
    let folder = Folder::new();
    let layout = "[[cards]]\nsize = \"poker\"\ndata = \"a.json\"\n";
    fs::write(folder.path().join("n.toml"), layout).unwrap();
    // Each row has a different column. So a file of 30 KB becomes a table of nine million cells.
    let rows: Vec<String> = (0..3000).map(|n| format!("{{\"k{n}\":1}}")).collect();
    fs::write(folder.path().join("a.json"), format!("[{}]", rows.join(","))).unwrap();
    assert_limit_error(&["build", "n.toml"], &folder, "HX121", "more than 2000000 cells");
}

#[test]
fn a_picture_of_too_many_pixels_is_not_read() {
    // The file contains only the header of a picture.
    let mut bytes = Vec::new();
    png::Encoder::new(&mut bytes, 11_000, 11_000).write_header().unwrap();
    let layout = "[[cards]]\nsize = \"poker\"\nface = [{ image = \"a.png\" }]\n";
    let run = Run::new().file("n.toml", layout).file("a.png", bytes).args(["build", "n.toml"]);
    let output = run.any_stderr().status(2).run().stderr;
    assert!(output.contains("HX206") && output.contains("the limit is 100 million"), "{output}");
}
