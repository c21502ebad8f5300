//! `docs/limits.md` says what holds in the source, and what is beyond a limit is told with it.

use std::fs;
use std::path::Path;

use crate::run::{Folder, Run, program};
use crate::tidy::file_of;

/// A row of the table: its heading, its words, and the file and the name of the constant that holds.
const ROWS: &[(&str, &str, &str, &str)] = &[
    ("Time and memory", "memory of the process with bounds", "cli/bounded.rs", "BYTES"),
    ("Time and memory", "processor time of a file, besides its sheets", "cli/bounded.rs", "SECONDS"),
    ("Time and memory", "sheets that add a second", "cli/bounded.rs", "SHEETS_A_SECOND"),
    ("Time and memory", "bytes of a finished file that add a second", "cli/bounded.rs", "BYTES_A_SECOND"),
    ("Time and memory", "bytes that a page has at least to be counted", "cli/bounded.rs", "BYTES_OF_A_PAGE"),
    ("Time and memory", "processor time of the process", "cli/bounded.rs", "PROCESSOR"),
    ("Time and memory", "what it may say", "cli/bounded.rs", "MOST_SAID"),
    ("What a layout makes", "bytes of a layout", "base/files/mod.rs", "LARGEST_LAYOUT"),
    ("What a layout makes", "bytes of a printer's profile", "cli/printer.rs", "LARGEST_PROFILE"),
    ("What a layout makes", "pieces of a layout", "game/pieces.rs", "MOST_PIECES"),
    ("What a layout makes", "elements of the faces of all pieces", "resolve/pieces/mod.rs", "MOST_ELEMENTS"),
    (
        "What a layout makes",
        "values of components that start from another one",
        "language/read/like.rs",
        "MOST_VALUES",
    ),
    (
        "What a layout makes",
        "cells of a table, rows of the layout included",
        "language/data/reading.rs",
        "MOST_CELLS",
    ),
    ("What a layout makes", "mistakes that are listed", "base/diag/mod.rs", "MOST_LISTED"),
    ("What a layout makes", "copies of one row", "resolve/pieces/rows.rs", "MOST_COPIES"),
    (
        "What a layout makes",
        "pages of a build or of the check of a layout, unless `--many` asks for more",
        "make/slip.rs",
        "MANY",
    ),
    ("What a layout makes", "cells of a board", "game/shape/mod.rs", "MOST_CELLS"),
    ("What a layout makes", "runs of `links` on a board of points", "resolve/board/points.rs", "MOST_RUNS"),
    ("What a layout makes", "colours of a random deck", "tiles/classes.rs", "MOST_COLOURS"),
    ("What a layout makes", "colours that run into one another", "game/shades.rs", "MOST"),
    ("What a layout makes", "sheets of a poster", "layout/poster/divider.rs", "MOST_SHEETS"),
    ("What a layout makes", "side of a sheet", "scene/print/paper.rs", "MAX_SHEET"),
    ("What a layout makes", "letters of one text", "settle/words.rs", "LONGEST"),
    (
        "What a layout makes",
        "letters of all texts that have more than 2,000",
        "settle/words.rs",
        "MOST_OF_LONG",
    ),
    ("What a layout makes", "a text that a template makes", "game/template/work.rs", "MOST_BYTES"),
    (
        "What a layout makes",
        "all texts that the templates of a layout make",
        "game/template/work.rs",
        "MOST_IN_ALL",
    ),
    ("What a layout makes", "steps of a template", "game/template/mod.rs", "MOST_STEPS"),
    (
        "What a layout makes",
        "numbers of a `range`, parts of a `batch` or `slice`",
        "game/template/work.rs",
        "MOST_ITEMS",
    ),
    ("What a layout makes", "bytes of a name", "base/files/plain_name.rs", "LONGEST_NAME"),
    (
        "What a layout makes",
        "bytes of a path, `art/old/dragon.png`",
        "base/files/plain_name.rs",
        "LONGEST_PATH",
    ),
    ("Files that a layout names", "bytes of a file", "base/files/mod.rs", "LARGEST"),
    ("Files that a layout names", "cells of a table", "language/data/reading.rs", "MOST_CELLS"),
    (
        "Files that a layout names",
        "columns of a CSV or JSON file",
        "language/data/reading.rs",
        "MOST_COLUMNS",
    ),
    ("Files that a layout names", "bytes of a text in a cell", "language/data/reading.rs", "LONGEST_CELL"),
    (
        "Files that a layout names",
        "attributes of an element of a part of an XLSX file",
        "base/xml.rs",
        "MOST_ATTRIBUTES",
    ),
    (
        "Files that a layout names",
        "attributes of an element of an SVG picture",
        "base/xml.rs",
        "MOST_ATTRIBUTES",
    ),
    (
        "Files that a layout names",
        "elements of the outline of a letter",
        "scene/text/pen.rs",
        "MOST_ELEMENTS",
    ),
    ("Files that a layout names", "texts of a sheet of an XLSX file", "language/data/xlsx.rs", "MOST_BYTES"),
    ("Files that a layout names", "a part of an XLSX file, uncompressed", "base/files/mod.rs", "LARGEST"),
    (
        "Files that a layout names",
        "elements of a part of an XLSX file",
        "language/data/package.rs",
        "MOST_NODES",
    ),
    (
        "Files that a layout names",
        "columns of a sheet of an XLSX file",
        "language/data/xlsx.rs",
        "MOST_COLUMNS",
    ),
    ("Files that a layout names", "rows of a sheet of an XLSX file", "language/data/xlsx.rs", "MOST_ROWS"),
    ("Files that a layout names", "pixels of a picture", "scene/picture/found.rs", "MOST_PIXELS"),
    (
        "Files that a layout names",
        "pixels of a picture, uncompressed",
        "scene/picture/found.rs",
        "MOST_BYTES",
    ),
    (
        "Files that a layout names",
        "points and dashes of an SVG picture",
        "scene/picture/svg.rs",
        "MOST_PIECES",
    ),
    (
        "Files that a layout names",
        "elements of an SVG picture in one another",
        "scene/picture/svg.rs",
        "DEEPEST",
    ),
    (
        "Files that a layout names",
        "digits of a number of an SVG picture, before its point",
        "scene/picture/svg.rs",
        "MOST_DIGITS",
    ),
    (
        "Files that a layout names",
        "steps to match the rules of an SVG picture's style sheets",
        "scene/picture/svg/weight.rs",
        "MOST_MATCHES",
    ),
    (
        "Files that a layout names",
        "declarations in one style of an SVG picture",
        "scene/picture/svg/weight.rs",
        "MOST_DECLARATIONS",
    ),
    (
        "Files that a layout names",
        "reach of an SVG picture out of its frame, of its longer side",
        "scene/picture/svg.rs",
        "FARTHEST",
    ),
    ("Pictures that are made", "pixels of a picture of a sheet", "write/png/mod.rs", "MOST_PIXELS"),
    ("Pictures that are made", "pixels of one side", "write/png/mod.rs", "LONGEST"),
    ("Finished files", "bytes of a file", "base/files/mod.rs", "LARGEST_FINISHED"),
    ("Finished files", "pages of a PDF", "read/limits.rs", "MAX_PAGES"),
    ("Finished files", "drawings and dashes of a file", "read/limits.rs", "MAX_ITEMS"),
    ("Finished files", "drawings in drawings, how deep", "read/limits.rs", "MAX_DEPTH"),
    ("Finished files", "groups in groups of an SVG, how deep", "read/limits.rs", "MAX_GROUPS"),
    (
        "Finished files",
        "drawings in drawings, all contents as often as they are used",
        "read/limits.rs",
        "MAX_BYTES",
    ),
    ("Finished files", "marked content, how deep", "read/limits.rs", "MAX_MARKS"),
    ("Finished files", "contents of a page, uncompressed", "read/limits.rs", "MOST_OF_CONTENTS"),
    ("Finished files", "one compressed stream", "read/limits.rs", "MOST_OF_STREAM"),
    ("Finished files", "all compressed streams", "read/limits.rs", "MOST_OF_FILE"),
    ("Finished files", "attachments, uncompressed", "read/limits.rs", "MAX_ATTACHED"),
    ("Finished files", "attachments, how many", "read/limits.rs", "MAX_NAMES"),
    ("Finished files", "elements of an SVG file", "read/svg/mod.rs", "MAX_NODES"),
    ("Finished files", "side of a sheet", "read/limits.rs", "MAX_SIDE"),
];

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// What a constant of the source is worth: `64 << 20`, `10_000.0 * LONG_SIDE`, `1e6`. Of a product with a name, the
/// number counts.
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

/// What a cell of the table is worth: `64 MiB`, `5,080 mm`, `100,000`.
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
    let mut rows: Vec<_> = ROWS.iter().collect();
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
        let at = rows.iter().position(|row| row.0 == heading && row.1 == *what);
        let (_, _, file, name) = rows.remove(at.unwrap_or_else(|| panic!("no constant is known of: {what}")));
        assert_eq!(shown(most), constant(file, name), "{what}: {name} of {file}");
        let known = hexpress::diag::codes::ALL.iter().any(|(known, _)| known.to_string() == *code);
        assert!(known, "{what}: {code}");
    }
    assert!(rows.is_empty(), "docs/limits.md lacks {rows:?}");
}

/// What is beyond a limit is told by this code and with these words, which name the limit.
#[track_caller]
fn told(args: &[&str], folder: &Folder, code: &str, words: &str) {
    let said = program(args, folder.path());
    assert_eq!((said.status, said.stderr.matches("error[").count()), (2, 1), "{args:?}: {}", said.stderr);
    assert!(said.stderr.contains(code) && said.stderr.contains(words), "{args:?}: {}", said.stderr);
}

#[test]
fn files_that_are_too_large_are_not_read() {
    let folder = Folder::new();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    // Nothing but room: the disk holds none of it.
    let huge = |name: &str, bytes: u64| {
        fs::File::create(folder.path().join(name)).unwrap().set_len(bytes).unwrap();
    };
    huge("g.toml", (16 << 20) + 1);
    told(&["build", "g.toml"], &folder, "HX001", "larger than 16 MiB");
    huge("p.toml", (1 << 20) + 1);
    told(&["check", "hex-nut", "--printer", "p.toml"], &folder, "HX001", "larger than 1 MiB");
    for name in ["f.pdf", "f.svg"] {
        huge(name, (512 << 20) + 1);
        told(&["check", name], &folder, "HX001", "larger than 512 MiB");
    }
    for (name, layout, code) in [
        ("a.csv", "data = \"a.csv\"", "HX001"),
        ("a.png", "face = [{ image = \"a.png\" }]", "HX205"),
        ("a.otf", "[fonts]\nmine = { regular = \"a.otf\" }", "HX001"),
    ] {
        huge(name, (64 << 20) + 1);
        write("n.toml", &format!("[[cards]]\nsize = \"poker\"\n{layout}\n"));
        told(&["build", "n.toml"], &folder, code, "larger than 64 MiB");
    }
}

#[test]
fn a_table_has_no_more_cells_than_are_read() {
    let folder = Folder::new();
    let layout = "[[cards]]\nsize = \"poker\"\ndata = \"a.json\"\n";
    fs::write(folder.path().join("n.toml"), layout).unwrap();
    // Each row has a column of its own: a table of nine million cells from a file of 30 KB.
    let rows: Vec<String> = (0..3000).map(|n| format!("{{\"k{n}\":1}}")).collect();
    fs::write(folder.path().join("a.json"), format!("[{}]", rows.join(","))).unwrap();
    told(&["build", "n.toml"], &folder, "HX121", "more than 2000000 cells");
}

#[test]
fn a_picture_of_too_many_pixels_is_not_read() {
    // Its head alone.
    let mut bytes = Vec::new();
    png::Encoder::new(&mut bytes, 11_000, 11_000).write_header().unwrap();
    let layout = "[[cards]]\nsize = \"poker\"\nface = [{ image = \"a.png\" }]\n";
    let run = Run::new().file("n.toml", layout).file("a.png", bytes).args(["build", "n.toml"]);
    let said = run.any_stderr().status(2).run().stderr;
    assert!(said.contains("HX206") && said.contains("100 million are the most"), "{said}");
}
