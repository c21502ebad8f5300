//! Tests of `build --since` with boards that take several sheets.

use std::path::Path;

use crate::support::measure::texts;
use crate::support::run::{Run, program};

/// Returns a map that takes four sheets of A4 if its cells are 30 mm across. `changed` are the cells
/// of another kind, as columns and rows.
fn layout(across: usize, changed: &[(usize, usize)]) -> String {
    let row = |row: usize| {
        let cell = |column| if changed.contains(&(column, row)) || row == 1 { "b" } else { "a" };
        (0..10).map(cell).collect::<Vec<_>>().join(" ")
    };
    let map: Vec<String> = (0..10).map(row).collect();
    format!(
        "[game]\ntitle = \"Map\"\n\n[[board]]\nname = \"board\"\ncells = \"square\"\nacross = \"{across}mm\"\nnames = \"chess\"\n\
         map = '''\n{}\n'''\n[board.key]\na = {{ fill = \"gold\" }}\nb = {{ fill = \"skyblue\", text = \"x\", font = \"12pt\" }}\n",
        map.join("\n")
    )
}

fn save(folder: &Path, layout: &str) {
    std::fs::write(folder.join("map.toml"), layout).unwrap();
}

/// Returns the lines of an exchange after its head.
fn exchange(output: &str) -> &str {
    let after = output.split_once("What to exchange").unwrap().1.split_once('\n').unwrap().1;
    after.split("\n\n").next().unwrap()
}

#[test]
fn only_the_sheets_that_differ_are_printed_with_their_numbers() {
    let options = ["--paper", "a4"];
    let build =
        |args: &[&'static str]| -> Vec<&'static str> { [&["build", "map.toml"], args, &options].concat() };
    let ran = Run::new().file("map.toml", layout(30, &[(9, 9)])).args(build(&["--output", "v1"])).run();
    let folder = ran.folder.path();
    save(folder, &layout(30, &[(9, 9), (7, 2), (8, 2)]));
    let output = program(&build(&["--since", "v1", "--output", "v2"]), folder);
    assert_eq!(
        exchange(&output.stdout),
        "    board: print sheet 2 of 4, and replace it: 2 cells changed.",
        "{}",
        output.stderr
    );
    let pdf = hexpress::read::pdf(&std::fs::read(folder.join("v2/map-a4.pieces.pdf")).unwrap()).unwrap();
    assert_eq!(pdf.pages.len(), 1);
    let words: Vec<&str> = texts(&pdf.pages[0]).map(|(_, text)| &*text.string).collect();
    assert!(words.iter().any(|text| text.contains("sheet 2 of 4 (row 1, column 2)")), "{words:?}");
    let checked = program(&["check", "v2/map-a4.pieces.pdf"], folder);
    assert_eq!((checked.status, checked.stderr.as_str()), (0, ""), "{}", checked.stdout);
    // After the exchange, the printed board must equal the board of the layout.
    let same = program(&["diff", "v2", "map.toml"], folder);
    assert_eq!(same.status, 0, "{}", same.stdout);
    // The two sheets that differ have no common seam.
    save(folder, &layout(30, &[(9, 9), (7, 2), (8, 2), (0, 0), (9, 8)]));
    let output = program(&build(&["--since", "v2", "--output", "v3", "--json"]), folder);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    let board = &value["results"][0]["exchange"]["components"][0];
    assert_eq!((&board["sheets"], &board["all"]), (&serde_json::json!([1, 4]), &false.into()));
    assert_eq!(program(&["check", "v3/map-a4.pieces.pdf"], folder).status, 0);
}

#[test]
fn a_poster_that_is_divided_differently_is_printed_again_with_the_reason() {
    let ran = Run::new()
        .file("map.toml", layout(30, &[]))
        .args(["build", "map.toml", "--paper", "a4", "--output", "v1"])
        .run();
    let folder = ran.folder.path();
    let since = |paper: &'static str| {
        let output =
            program(&["build", "map.toml", "--since", "v1", "--output", "v2", "--paper", paper], folder);
        output.stdout
    };
    // The unchanged board also looks the same on A3, so nothing has to be printed again.
    assert_eq!(since("a3"), "  Nothing to exchange since v1: all pieces look the same.\n");
    save(folder, &layout(30, &[(4, 2)]));
    for (paper, why) in [
        ("letter", "its sheets are Letter (8.5 x 11 in) instead of A4"),
        ("a3", "its sheets are A3 instead of A4"),
        ("a1", "it takes 1 sheet instead of 4"),
    ] {
        assert_eq!(exchange(&since(paper)), format!("    board: print all of it, because {why}."));
    }
    save(folder, &layout(31, &[(4, 2)]));
    let why = "its size changed from 30 mm to 31 mm";
    assert_eq!(exchange(&since("a4")), format!("    board: print all of it, because {why}."));
}

#[test]
fn sheets_of_a_poster_can_be_chosen_by_their_numbers() {
    let ran = Run::new()
        .file("map.toml", layout(30, &[]))
        .args(["build", "map.toml", "--paper", "a4", "--output", "v1"])
        .run();
    let folder = ran.folder.path();
    save(folder, &layout(30, &[(0, 0), (9, 9)]));
    let build = |sheets: &'static str, output: &'static str| {
        program(&["build", "map.toml", "--paper", "a4", "--pieces", sheets, "--output", output], folder)
    };
    let program_output = build("board:4", "v2");
    assert!(
        program_output.stdout.contains("  Only these pieces: board (sheet 4).\n"),
        "{}{}",
        program_output.stdout,
        program_output.stderr
    );
    // The printed board consists of three sheets of the first print and one sheet of the second print.
    std::fs::create_dir(folder.join("prints")).unwrap();
    for (from, to) in [("v1/map-a4.pdf", "prints/1.pdf"), ("v2/map-a4.pieces.pdf", "prints/2.pdf")] {
        std::fs::rename(folder.join(from), folder.join(to)).unwrap();
    }
    let program_output =
        program(&["build", "map.toml", "--paper", "a4", "--since", "prints", "--output", "v3"], folder);
    assert_eq!(
        exchange(&program_output.stdout),
        "    board: print sheet 1 of 4, and replace it: 1 cell changed."
    );
    assert_eq!(build("board:1-4", "all").status, 0);
    let program_output = build("board:5", "none");
    assert!(
        program_output
            .stderr
            .starts_with("error[HX013]: --pieces: `board` takes 4 sheets, so there is no sheet 5")
    );
}
