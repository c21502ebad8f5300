//! Tests of `--order stack`: cutting the pile of sheets gives several stacks. If these stacks are put on top
//! of one another, all pieces are in order. The tests measure the finished file.

use std::collections::BTreeMap;

use hexpress::read::{Document, Page};
use kurbo::{Point, Shape};
use serde_json::json;

use crate::support::measure::{TOLERANCE_MM, id, paths};
use crate::support::run::{Ran, Run};

const BACK: &str = "[{ disc = \"5mm\", fill = \"navy\" }]";

fn layout(keys: &str, back: &str) -> String {
    let back = if back.is_empty() { String::new() } else { format!("back = {back}\n") };
    format!("{keys}name = \"deck\"\nface = [{{ disc = \"5mm\", fill = \"red\" }}]\n{back}")
}

fn built(layout: &str, args: &[&str]) -> Ran {
    let order = if args.contains(&"--order") { &[][..] } else { &["--order", "stack"] };
    let typed = ["build", "x.toml", "--paper", "a4"].iter().chain(order).chain(args).copied();
    let ran = Run::new().file("x.toml", layout).args(typed).checked().run();
    assert!(ran.stdout.contains(": clean"), "{args:?} of\n{layout}\n{}", ran.stdout);
    ran
}

/// Returns the middle of each piece on one side of a sheet. The keys are the numbers of the pieces.
fn middles(page: &Page, is_back: bool) -> BTreeMap<usize, Point> {
    let mut middles = BTreeMap::new();
    for (item, path) in paths(page) {
        let id = id(item);
        let Some(name) = id.strip_prefix("deck/") else { continue };
        let number = if is_back { name.strip_suffix("/back") } else { Some(name) };
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            middles.entry(number).or_insert(path.bounding_box().center());
        }
    }
    middles
}

/// Cuts the sheets as a pile, and returns the stacks from top to bottom. Every piece of a stack is
/// at the same place of its sheet.
fn stacks(sheets: &[BTreeMap<usize, Point>]) -> Vec<Vec<usize>> {
    let mut stacks: Vec<(Point, Vec<usize>)> = Vec::new();
    for (number, centre) in sheets.iter().flatten() {
        match stacks.iter_mut().find(|(place, _)| place.distance(*centre) <= TOLERANCE_MM) {
            Some((_, stack)) => stack.push(*number),
            None => stacks.push((*centre, vec![*number])),
        }
    }
    stacks.into_iter().map(|(_, stack)| stack).collect()
}

/// Checks that the stacks contain the pieces 1 to `count` in order, and returns the stacks.
#[track_caller]
fn in_order(sheets: &[BTreeMap<usize, Point>], count: usize) -> Vec<Vec<usize>> {
    let mut stacks = stacks(sheets);
    stacks.sort_by_key(|stack| stack.first().copied());
    let pile: Vec<usize> = stacks.iter().flatten().copied().collect();
    assert_eq!(pile, (1..=count).collect::<Vec<_>>(), "{stacks:?}");
    stacks
}

fn fronts(document: &Document) -> Vec<BTreeMap<usize, Point>> {
    document.pages.iter().map(|page| middles(page, false)).filter(|page| !page.is_empty()).collect()
}

#[test]
fn stacks_laid_on_one_another_are_in_order() {
    let decks = [
        ("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 20 }]\n", 20),
        ("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 18 }]\n", 18),
        ("[[cards]]\nsize = \"44 x 68mm\"\nround = \"3mm\"\nrows = [{ copies = 55 }]\n", 55),
        ("[[cards]]\nsize = \"70 x 120mm\"\nrows = [{ copies = 23 }]\n", 23),
        ("[[tiles]]\nacross = \"40mm\"\ncells = \"flat-top\"\nrows = [{ copies = 45 }]\n", 45),
        (
            "[[cards]]\nsize = \"63 x 88mm\"\nholes = [{ size = \"5mm\", at = \"top\", inset = \"4mm\" }]\nrows = [{ copies = 10 }]\n",
            10,
        ),
    ];
    for (keys, count) in decks {
        for (back, args) in [
            ("", &[][..]),
            (BACK, &["--backs", "flip-long"]),
            (BACK, &["--backs", "flip-short"]),
            (BACK, &["--backs", "fold"]),
        ] {
            let ran = built(&layout(keys, back), args);
            let document = ran.pdf("output/x-a4.pdf");
            let sheets = fronts(&document);
            let stacks = in_order(&sheets, count);
            let heights: Vec<usize> = stacks.iter().map(Vec::len).collect();
            // All stacks are as high as the pile, except for the last ones.
            assert!(heights.is_sorted_by(|a, b| a >= b) && heights[0] == sheets.len(), "{keys}{heights:?}");
            assert!(
                ran.stdout.contains(&format!("lay the {} stacks on one another", stacks.len())),
                "{}",
                ran.stdout
            );
            if !back.is_empty() {
                let backs: Vec<_> = document.pages.iter().map(|page| middles(page, true)).collect();
                in_order(&backs, count);
            }
        }
    }
}

#[test]
fn the_ticket_and_the_record_keep_the_order_of_the_stacks() {
    let cards = layout("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 20 }]\n", "");
    let row_by_row =
        "    Then lay the 7 stacks on one another, row by row from the top left: the first is on top.\n";
    let ran = built(&cards, &[]);
    assert!(ran.stdout.contains(row_by_row), "{}", ran.stdout);
    let again = Run::new().file("x.pdf", ran.bytes("output/x-a4.pdf")).args(["build", "x.pdf"]).run();
    assert!(again.stdout.contains(row_by_row), "the record keeps the order: {}", again.stdout);
}

#[test]
fn json_has_the_numbers_of_the_stacks() {
    let cards = layout("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 20 }]\n", BACK);
    for (backs, rows) in
        [("flip-long", json!([[1, 2, 3], [4, 5, 6], [7]])), ("fold", json!([[1, 2], [3, 4]]))]
    {
        let typed = ["build", "x.toml", "--paper", "a4", "--order", "stack", "--backs", backs, "--json"];
        let value = Run::new().file("x.toml", &cards).args(typed).run().json();
        let row = &value["results"][0]["files"][0]["sheets"][0];
        let count = rows.as_array().unwrap().iter().map(|row| row.as_array().unwrap().len()).sum::<usize>();
        assert_eq!(row["stacks"], json!({ "count": count, "rows": rows }), "{row}");
    }
    let typed = ["build", "x.toml", "--paper", "a4", "--json"];
    let value = Run::new().file("x.toml", &cards).args(typed).run().json();
    assert_eq!(value["results"][0]["files"][0]["sheets"][0].get("stacks"), None, "{value}");
}

#[test]
fn pieces_without_stacks_stay_as_they_are() {
    let few = layout("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 4 }]\n", "");
    let ran = built(&few, &[]);
    assert!(ran.stdout.contains("--order stack changes nothing"), "{}", ran.stdout);
    let sheet = "[[sheet]]\nname = \"labels\"\npaper = \"a4\"\nfirst = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\ngrid = \"3 x 7\"\nsize = \"63.5 x 38.1mm\"\n";
    let labels = layout(&format!("{sheet}[[cards]]\nsheet = \"labels\"\nrows = [{{ copies = 30 }}]\n"), "");
    let ran = built(&labels, &[]);
    assert!(ran.stdout.contains("--order stack changes nothing"), "{}", ran.stdout);
    let sheets = fronts(&ran.pdf("output/x-a4.pdf"));
    assert_eq!(sheets[0].keys().copied().collect::<Vec<_>>(), (1..=21).collect::<Vec<_>>());
}

/// Without the option, each sheet has consecutive pieces, so the stacks that are cut from the pile are not in
/// order.
#[test]
fn stacks_of_consecutive_pieces_are_not_in_order() {
    let cards = layout("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 18 }]\n", "");
    let ran = built(&cards, &["--order", "sheets"]);
    let stacks = stacks(&fronts(&ran.pdf("output/x-a4.pdf")));
    assert_eq!(stacks[0], [1, 10]);
}

/// A selection of pieces is stacked in the order of its numbers.
#[test]
fn selected_pieces_are_stacked_too() {
    let cards = layout("[[cards]]\nsize = \"63 x 88mm\"\nrows = [{ copies = 40 }]\n", "");
    let ran = built(&cards, &["--pieces", "deck:5-24"]);
    let stacks = stacks(&fronts(&ran.pdf("output/x-a4.pieces.pdf")));
    let pile: Vec<usize> = stacks.into_iter().flatten().collect();
    assert_eq!(pile.len(), 20);
    assert!(pile.iter().all(|number| (5..=24).contains(number)));
}
