//! Tests of the names of cells in a drawing. The checker finds names in drawings of any program. A
//! learned layout, which `check --write-layout` writes for a drawing, keeps these names as drawn.

use std::fs;

use hexpress::read::{ItemKind, Page};
use kurbo::Point;

use super::svg::{corners, file, polygon};
use crate::support::run::Run;

/// Returns the layout learned from a drawing, and checks that it builds and is clean.
#[track_caller]
fn learned(name: &str, bytes: &[u8]) -> String {
    let ran = Run::new()
        .file(name, bytes)
        .args(["check", name, "--write-layout", "mine.toml", "--quiet"])
        .any_stderr()
        .run();
    let mine = ran.bytes("mine.toml");
    Run::new().file("mine.toml", &mine).args(["check", "mine.toml", "--deny", "warnings"]).any_stderr().run();
    String::from_utf8(mine).unwrap()
}

/// Returns the position of a text on the pages of a layout.
fn place(layout: &str, words: &str) -> Point {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let of = |page: &Page| {
        page.items.iter().find_map(|item| match &item.kind {
            ItemKind::Text(text) if text.string == words => Some(text.corners[0].midpoint(text.corners[2])),
            _ => None,
        })
    };
    let pages = ran.pdf("output/x-iso.pdf").pages;
    pages.iter().find_map(of).unwrap_or_else(|| panic!("no {words} in\n{layout}"))
}

/// Draws a board of 5 x 4 flat-top cells, each with its name and an optional second text.
fn board(name: impl Fn(usize, usize) -> String, more: impl Fn(usize, usize) -> &'static str) -> String {
    let mut body = String::new();
    for (column, row) in (0..5).flat_map(|column| (0..4).map(move |row| (column, row))) {
        let high = 12.0 * 3.0_f64.sqrt();
        let at = (30.0 + 18.0 * column as f64, 40.0 + high * (row as f64 + (column % 2) as f64 / 2.0));
        let (x, y) = at;
        let words = |down: f64, words: &str| {
            format!(
                "<text stroke=\"none\" fill=\"black\" x=\"{x}\" y=\"{}\" font-size=\"3\" text-anchor=\"middle\">{words}</text>",
                y + down
            )
        };
        body += &polygon(&corners(at, 12.0), "fill=\"#CFE8CF\"");
        body += &words(-4.0, &name(column, row));
        if !more(column, row).is_empty() {
            body += &words(4.0, more(column, row));
        }
    }
    file(&body)
}

const CAPITALS: [char; 5] = ['A', 'B', 'C', 'D', 'E'];

#[test]
fn words_that_a_browser_wrote_letter_by_letter_are_words() {
    let bytes = fs::read(super::path("programs/words-letter-by-letter.pdf")).unwrap();
    let layout = learned("theirs.pdf", &bytes);
    assert!(layout.contains("names = { like = \"offset\", column = \"A..\" }"), "{layout}");
    assert!(
        layout.contains("label = \"Start here\"") && layout.contains("names-at = \"0 -5.09mm\""),
        "{layout}"
    );
}

#[test]
fn a_label_beside_a_name_hides_no_name() {
    let lake = |column, row| if (column, row) == (2, 1) { "Lake" } else { "" };
    let layout = learned("a.svg", board(|c, r| format!("{}{}", CAPITALS[c], r + 1), lake).as_bytes());
    assert!(layout.contains("column = \"A..\"") && layout.contains("label = \"Lake\""), "{layout}");
    // A single text may contain both the name and the label of a cell.
    let both = |c: usize, r: usize| {
        format!("{}{}{}", CAPITALS[c], r + 1, if (c, r) == (2, 1) { " Lake" } else { "" })
    };
    let layout = learned("a.svg", board(both, |_, _| "").as_bytes());
    assert!(layout.contains("column = \"A..\"") && layout.contains("label = \"Lake\""), "{layout}");
}

#[test]
fn names_are_written_as_they_were_drawn() {
    let none = |_, _| "";
    let small = |c: usize| CAPITALS[c].to_ascii_lowercase();
    for (drawn, wanted) in [
        (board(|c, r| format!("{}{}", small(c), r + 1), none), "names = \"offset\""),
        (board(|c, r| format!("{}{:02}", CAPITALS[c], r + 1), none), "column = \"A..\", digits = 2"),
        (board(|c, r| format!("{}-{}", small(c), r + 1), none), "as = \"{column}-{row}\""),
        (board(|c, r| format!("{:02}{:02}", c + 1, r + 1), none), "names = \"ccrr\""),
    ] {
        let layout = learned("a.svg", drawn.as_bytes());
        assert!(layout.contains(wanted) && !layout.contains("label ="), "{wanted} in\n{layout}");
    }
}

/// In a learned layout, names have the same positions as in the drawing. One of the boards has names only
/// in the cells at its edge.
#[test]
fn names_stand_where_they_stood() {
    let board = |more: &str| {
        format!(
            "[[board]]\nsheet = \"small\"\ncells = \"pointy-top\"\nacross = \"24mm\"\nshape = \"hexhex 3\"\nnames = \"lines\"\n{more}"
        )
    };
    for (more, wanted) in [
        ("show-names = \"inside\"\n", "inside"),
        ("show-names = \"inside\"\nnames-at = \"top-left\"\n", "inside"),
        (
            "show-names = \"inside\"\nnames-at = \"centre\"\nnames-colour = \"crimson\"\n",
            "names-colour = \"#DC143C\"",
        ),
        ("show-names = \"edge\"\nnames-at = \"0 6mm\"\n", "show-names = \"edge\""),
    ] {
        let layout = board(more);
        let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml"]).any_stderr().run();
        let again = learned("x.pdf", &ran.bytes("output/x-iso.pdf"));
        assert!(again.contains(wanted), "{wanted} in\n{again}");
        let by = [place(&layout, "a1"), place(&again, "a1")];
        assert!(by[0].distance(by[1]) < 0.5, "{by:?} in\n{again}");
    }
}
