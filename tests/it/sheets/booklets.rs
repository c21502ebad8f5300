//! Tests of booklets and leaflets: where their pages are on sheets, and in which order they are read
//! aloud.

use hexpress::read::{Document, ItemKind};
use lopdf::{Dictionary, Object};

use crate::support::run::{Ran, Run};

const LAYOUT: &str = "[[page]]\nname = \"rules\"\nbooklet = true\ntext = \"rules.md\"\n";
/// Pieces with backs. By default, their sheets are turned over the long edge.
const CARDS: &str =
    "[[cards]]\nsize = \"poker\"\nface = [{ fill = \"red\" }]\nback = [{ fill = \"navy\" }]\n";
const SENTENCE: &str = "Merchants carry salt over the hills and sell it where it is dear. ";

/// Builds a text of six pages.
fn built(layout: &str, args: &[&str]) -> Ran {
    let chapters = (1..=18).map(|n| format!("## Chapter {n}\n\n{}\n\n", SENTENCE.repeat(10)));
    let run = Run::new().file("x.toml", layout).file("rules.md", chapters.collect::<String>());
    run.args([&["build", "x.toml", "--quiet"], args].concat()).checked().run()
}

/// The printed number of a page: the side of paper that shows it, its middle in mm from the left, and its
/// rotation in degrees.
#[derive(Debug)]
struct Number {
    side: usize,
    middle: f64,
    angle: f64,
}

/// Returns the numbers of the pages of a booklet, from page 1.
fn numbers(document: &Document) -> Vec<Number> {
    let mut numbers: Vec<(usize, Number)> = Vec::new();
    for page in &document.pages {
        for item in &page.items {
            let ItemKind::Text(text) = &item.kind else { continue };
            let Ok(number) = text.string.parse() else { continue };
            let middle = text.corners[0].midpoint(text.corners[1]).x;
            numbers.push((number, Number { side: page.number, middle, angle: text.angle }));
        }
    }
    numbers.sort_by_key(|(number, _)| *number);
    assert!(numbers.iter().map(|(number, _)| *number).eq(1..=numbers.len()));
    numbers.into_iter().map(|(_, number)| number).collect()
}

/// Asserts that each page is on the expected side of paper, and that its middle is at the expected distance
/// from the left.
fn assert_places(numbers: &[Number], expected: &[(usize, f64)]) {
    assert_eq!(numbers.len(), expected.len(), "{numbers:?}");
    for (number, (side, middle)) in numbers.iter().zip(expected) {
        assert!(number.side == *side && (number.middle - middle).abs() < 0.005, "{numbers:?}");
    }
}

/// A side of A4 has two pages. The middle of the left page is 74.25 mm from the left edge, and the middle of
/// the right page is at 222.75 mm. The pages of an inner sheet are nearer to the fold, by a distance that
/// grows with the thickness of the paper.
#[test]
fn pages_are_on_their_sheets_and_move_towards_the_fold() {
    let document = built(LAYOUT, &[]).pdf("output/x-iso.pdf");
    let places = [(1, 222.75), (2, 74.25), (3, 222.65), (4, 74.35), (4, 222.65), (3, 74.35)];
    assert_places(&numbers(&document), &places);
    let thick = LAYOUT.replace("true", "true\nthickness = \"0.4mm\"");
    let numbers = numbers(&built(&thick, &[]).pdf("output/x-iso.pdf"));
    assert!((numbers[4].middle - 222.35).abs() < 0.005, "{numbers:?}");
    assert!(numbers.iter().all(|number| number.angle == 0.0), "{numbers:?}");
}

#[test]
fn inner_sides_are_turned_if_sheets_are_turned_over_their_long_edge() {
    for (layout, args) in [(LAYOUT, &["--backs", "flip-long"][..]), (&format!("{CARDS}{LAYOUT}"), &[])] {
        let document = built(layout, args).pdf("output/x-iso.pdf");
        let numbers = numbers(&document);
        let is_turned: Vec<bool> = numbers.iter().map(|number| (number.angle - 180.0).abs() < 0.1).collect();
        assert_eq!(is_turned, [false, true, false, true, true, false]);
        assert!((numbers[1].middle - 222.75).abs() < 0.005, "{numbers:?}");
        assert_eq!(document.duplex.as_deref(), Some("DuplexFlipLongEdge"));
    }
    let document = built(&format!("{CARDS}{LAYOUT}"), &["--only", "rules"]).pdf("output/x-iso.pdf");
    assert_eq!(document.duplex.as_deref(), Some("DuplexFlipShortEdge"));
}

/// A4 has three panels of 99 mm. If it is folded like a letter, the inner panel has 98 mm, and the
/// other panels have 99.5 mm.
#[test]
fn pages_of_leaflets_are_on_their_panels() {
    for (fold, font, expected) in [
        ("z", "8.5pt", [(1, 247.5), (2, 49.5), (2, 148.5), (2, 247.5), (1, 49.5), (1, 148.5)]),
        ("letter", "8.5pt", [(1, 247.25), (2, 49.75), (2, 149.25), (2, 248.75), (1, 48.25), (1, 147.75)]),
    ] {
        let layout = LAYOUT.replace("booklet = true", &format!("fold = \"{fold}\"\nfont = \"serif {font}\""));
        let document = built(&layout, &[]).pdf("output/x-iso.pdf");
        assert_places(&numbers(&document), &expected);
        let folds = document.pages[0].items.iter().filter(|item| {
            item.id.as_deref().is_some_and(|id| *id == hexpress_base::identity::Identity::Fold)
        });
        assert_eq!(folds.count(), 4);
        assert_eq!(document.duplex.as_deref(), Some("DuplexFlipShortEdge"));
    }
}

#[test]
fn aids_are_printed_once_for_each_seat() {
    let layout = "[game]\nseats = 2\n[[page]]\nfor = \"each seat\"\nprint = 2\ntext = \"## Aid\"\n";
    let document = Run::new()
        .file("x.toml", layout)
        .args(["build", "x.toml", "--quiet"])
        .checked()
        .run()
        .pdf("output/x-iso.pdf");
    assert_eq!(document.copies, Some(4));
}

/// Four A6 pages fit on A4. Letter is 0.9 mm too short for two rows of A6 pages.
#[test]
fn copies_of_a_page_fill_their_sheet() {
    let layout = "[[page]]\nsize = \"a6\"\ncopies = \"fill\"\ntext = \"# Pad\"\n";
    for (paper, expected) in [("a4", 4), ("letter", 2), ("a5", 2), ("a6", 1)] {
        let run = Run::new().file("x.toml", layout);
        let ran = run.args(["build", "x.toml", "--quiet", "--paper", paper]).checked().run();
        let document = ran.pdf(&format!("output/x-{paper}.pdf"));
        let titles = document.pages[0].items.iter().filter(|item| match &item.kind {
            ItemKind::Text(text) => text.string.trim() == "Pad",
            _ => false,
        });
        assert_eq!(titles.count(), expected, "{paper}");
        assert_eq!(document.pages.len(), 1);
    }
}

#[test]
fn a_sheet_that_is_chosen_has_both_sides() {
    let ran = built(LAYOUT, &["--pieces", "rules:2"]);
    let document = ran.pdf("output/x-iso.pieces.pdf");
    assert_eq!(document.pages.len(), 2);
    assert_eq!(document.duplex.as_deref(), Some("DuplexFlipShortEdge"));
}

/// Adds the sides of paper that show the contents of an element, in reading order. The sides are
/// counted from 0.
fn add_sides(element: &Dictionary, document: &lopdf::Document, sides: &mut Vec<usize>) {
    let pages: Vec<_> = document.get_pages().into_values().collect();
    let Ok(kids) = element.get(b"K").and_then(Object::as_array) else { return };
    for kid in kids {
        let kid = kid.as_reference().map_or(kid, |id| document.get_object(id).unwrap());
        let Ok(kid) = kid.as_dict() else { continue };
        match kid.get(b"Pg").and_then(Object::as_reference) {
            Ok(page) => sides.extend(pages.iter().position(|known| *known == page)),
            Err(_) => add_sides(kid, document, sides),
        }
    }
}

#[test]
fn screen_readers_read_the_pages_in_the_order_of_the_booklet() {
    let bytes = built(LAYOUT, &[]).bytes("output/x-iso.pdf");
    let document = lopdf::Document::load_mem(&bytes).unwrap();
    let root = document.catalog().unwrap().get(b"StructTreeRoot").unwrap().as_reference().unwrap();
    let top = document.get_dictionary(root).unwrap().get(b"K").unwrap().as_reference().unwrap();
    let mut sides = Vec::new();
    add_sides(document.get_dictionary(top).unwrap(), &document, &mut sides);
    sides.dedup();
    // The pages 1 and 2 are on the two sides of the first sheet. One side of the second sheet has the pages 6
    // and 3, and the other side 4 and 5.
    assert_eq!(sides, [0, 1, 2, 3, 2]);
}

#[test]
fn the_ticket_says_how_to_fold_and_staple() {
    let run = Run::new().file("x.toml", LAYOUT).file("rules.md", SENTENCE.repeat(220));
    let ran = run.args(["build", "x.toml"]).run();
    for words in
        ["flip on the short edge", "  Rules is a booklet: put its 2 sheets in a pile", "staple it twice"]
    {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
}
