//! Tests of drawings with the features of various programs: patterns, clips, transforms in style
//! sheets, triangles, rounded corners, text converted to curves, and Type 3 fonts.
//!
//! Each drawing is in `tests/foreign/others`, next to a file with its verdict. After an intended
//! change, write the verdicts again with `UPDATE=1` and review the differences.

use std::fs;

use hexpress::find::intended_polygons;
use hexpress::read::{Document, ItemKind, Page, Rgb, Text, pdf, svg};
use kurbo::Point;

use super::path;
use crate::support::run::{Folder, Run, Said, program};

const DRAWINGS: [&str; 15] = [
    "clips.pdf",
    "clips.svg",
    "combined.svg",
    "css.svg",
    "curves.svg",
    "gaps.svg",
    "hatched.svg",
    "kerned.pdf",
    "pattern.svg",
    "rounded.svg",
    "tiling.pdf",
    "triangles.svg",
    "type3-nameless.pdf",
    "type3.pdf",
    "white-words.svg",
];

/// Checks a drawing in a new folder.
fn checked(name: &str, more: &[&str]) -> (Folder, Said) {
    let folder = Folder::new();
    fs::copy(path("others").join(name), folder.path().join(name)).unwrap();
    let args: Vec<&str> = ["check", name].iter().chain(more).copied().collect();
    let output = program(&args, folder.path());
    (folder, output)
}

#[test]
fn each_file_is_described_correctly() {
    let write = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for name in DRAWINGS {
        let (_folder, output) = checked(name, &[]);
        let reported = format!("{}{}", output.stderr, output.stdout);
        let beside = path("others").join(format!("{name}.txt"));
        if write {
            fs::write(&beside, &reported).unwrap();
        }
        if fs::read_to_string(&beside).unwrap_or_default() != reported {
            wrong.push(format!("{name}:\n{reported}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the cells of a page, row by row: the position and the colour of each.
fn cells(page: &Page) -> Vec<((i64, i64), Option<Rgb>)> {
    let mut cells: Vec<_> = intended_polygons(page, 6)
        .into_iter()
        .filter(|hexagon| hexagon.side() > 11.0)
        .map(|hexagon| {
            let fill = match &page.items[hexagon.item].kind {
                ItemKind::Path { fill, .. } => *fill,
                _ => None,
            };
            (hexagon.centre, fill)
        })
        .collect();
    let least = |of: fn(&Point) -> f64| cells.iter().map(|(at, _)| of(at)).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|at| at.x), least(|at| at.y));
    // Positions are counted from the first column and row, and rounded to half a millimetre.
    let place = |at: Point| (((at.y - top) * 2.0).round() as i64, ((at.x - left) * 2.0).round() as i64);
    let mut placed: Vec<_> = cells.drain(..).map(|(at, fill)| (place(at), fill)).collect();
    placed.sort_by_key(|(at, _)| *at);
    placed.dedup_by_key(|(at, _)| *at);
    placed
}

/// A learned layout, which `--write-layout` writes for a drawing, must build and be clean. It must show
/// the same cells as the drawing, in the same colours.
#[test]
fn each_becomes_a_layout_that_shows_the_same() {
    for name in DRAWINGS {
        let (folder, _) = checked(name, &["--write-layout", "mine.toml"]);
        let layout = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
        assert!(
            !(layout.contains("line = \"none\"") && layout.contains("fill = \"none\"")),
            "{name}: {layout}"
        );
        let output = program(&["check", "mine.toml", "--deny", "warnings"], folder.path());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{name}: {layout}");
        let ran = Run::new().file("mine.toml", &layout).args(["build", "mine.toml"]).any_stderr().run();
        let (made, drawn) = (ran.pdf("output/mine-iso.pdf"), fs::read(path("others").join(name)).unwrap());
        let drawn = if name.ends_with("pdf") { pdf(&drawn).unwrap() } else { svg(&drawn).unwrap().document };
        // A learned layout has no gaps between cells, no colours for cells between lines, and no
        // hatching. So these drawings cannot match.
        if !["gaps.svg", "pattern.svg", "tiling.pdf", "hatched.svg"].contains(&name) {
            assert_eq!(cells(&made.pages[0]), cells(&drawn.pages[0]), "{name}: {layout}");
        }
    }
}

/// Texts whose colour differs from the most frequent one keep their colour. A character that is in
/// no font is left out and reported.
#[test]
fn colours_of_words_are_kept() {
    let (folder, output) = checked("white-words.svg", &["--write-layout", "mine.toml"]);
    assert!(
        output
            .stdout
            .ends_with("layout: mine.toml, without `⸎` (U+2E0E): the font does not have this letter\n"),
        "{}",
        output.stdout
    );
    let layout = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    let ran = Run::new().file("mine.toml", &layout).args(["build", "mine.toml"]).any_stderr().run();
    let words = texts(&ran.pdf("output/mine-iso.pdf"));
    let colours = |word: &str| {
        let mut colours: Vec<_> =
            words.iter().filter(|text| text.string == word).map(|text| text.colour.0).collect();
        colours.dedup();
        colours
    };
    assert_eq!(colours("Sea"), [[255; 3]]);
    assert_eq!(colours("Isle"), [[0x9B, 0x22, 0x26]]);
}

fn texts(document: &Document) -> Vec<Text> {
    let items = document.pages.iter().flat_map(|page| &page.items);
    let texts = items.filter_map(|item| match &item.kind {
        ItemKind::Text(text) => Some(Text::clone(text)),
        _ => None,
    });
    texts.collect()
}

/// The size of a Type 3 font is the size of its letters, whatever the PDF states.
#[test]
fn drawn_letters_are_as_large_as_they_are() {
    for (name, size) in [("type3.pdf", 4.0 / 0.7), ("type3-nameless.pdf", 4.0 / 0.6)] {
        let texts = texts(&pdf(&fs::read(path("others").join(name)).unwrap()).unwrap());
        assert_eq!(texts.len(), 19, "{name}");
        for text in texts {
            assert!((text.size - size).abs() < 0.01, "{name}: {}", text.size);
            let outline = (text.outline.width(), text.outline.height());
            assert!((outline.0 - 14.0).abs() < 0.6 && (outline.1 - 4.0).abs() < 0.01, "{name}: {outline:?}");
        }
    }
}

/// A large move of the pen within a text separates words, and a small one does not.
#[test]
fn words_of_one_run_are_parted_where_the_pen_moves_far() {
    let texts = texts(&pdf(&fs::read(path("others").join("kerned.pdf")).unwrap()).unwrap());
    let count = |word: &str| texts.iter().filter(|text| text.string == word).count();
    assert_eq!((count("TEA"), count("AET"), count("ETA"), texts.len()), (7, 4, 5, 16));
}
