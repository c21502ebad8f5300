//! Tests of boards with very many cells. Every cell and every name is drawn, the alternative text
//! stays short, and a sheet of a poster has only its own cells.

use std::collections::BTreeSet;

use hexpress::read::Page;
use kurbo::{Shape as _, Vec2};
use lopdf::{Document, Object, decode_text_string};

use crate::support::measure::{id, paths, same_length, texts};
use crate::support::run::{Ran, Run};

/// Builds a board of named cells that measure 8 mm.
fn built(cells: &str, side: usize, paper: &str, more: &str) -> Ran {
    let layout = format!(
        "[[board]]\ncells = \"{cells}\"\nacross = \"8mm\"\nline = \"0.1mm black\"\nshape = \"rectangle {side} x {side}\"\n\
         names = \"chess\"\nshow-names = \"inside\"\nnames-font = \"5pt\"\n{more}"
    );
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", paper]).checked().run()
}

fn pdf(ran: &Ran) -> String {
    ran.folder.files().into_iter().find(|name| name.ends_with(".pdf")).unwrap()
}

/// Returns the cells whose names are on a page.
fn named(page: &Page) -> Vec<String> {
    let names = texts(page).filter_map(|(item, _)| id(item).strip_prefix("board/name:").map(str::to_owned));
    names.collect()
}

/// Checks that every name is centred in its cell, all at the same height. Returns the lengths of
/// the names.
///
/// `offset(q, r)` is the offset of cell (q, r) from cell (0, 0), in mm.
fn in_place(page: &Page, rows: usize, offset: impl Fn(f64, f64) -> Vec2) -> BTreeSet<usize> {
    let first = paths(page).find(|(item, _)| id(item) == "board/cell:0,0").unwrap().1.bounding_box().center();
    let mut below = None;
    let mut lengths = BTreeSet::new();
    for (item, text) in texts(page) {
        let Some(cell) = id(item).strip_prefix("board/name:").map(str::to_owned) else { continue };
        let (q, r) = cell.split_once(',').unwrap();
        let (q, r): (i32, i32) = (q.parse().unwrap(), r.parse().unwrap());
        assert!(text.string.ends_with(&(rows as i32 - r).to_string()), "{cell}: {}", text.string);
        let centre = first + offset(f64::from(q), f64::from(r));
        let [left, right, ..] = text.corners;
        same_length((left.x + right.x) / 2.0, centre.x, &cell);
        same_length(text.origin.y - centre.y, *below.get_or_insert(text.origin.y - centre.y), &cell);
        lengths.insert(text.string.len());
    }
    lengths
}

#[test]
fn names_of_very_many_hexagons_stand_in_their_cells() {
    let ran = built("pointy-top", 72, "640x640mm", "");
    assert!(ran.stdout.contains("5184 cells") && ran.stdout.contains(": clean"));
    let page = ran.pdf(&pdf(&ran)).pages.remove(0);
    let lengths = in_place(&page, 72, |q, r| Vec2::new(8.0 * (q + r / 2.0), 8.0 * 0.75_f64.sqrt() * r));
    assert_eq!((named(&page).len(), lengths), (5184, BTreeSet::from([2, 3, 4])));
}

#[test]
fn a_page_of_very_many_cells_is_whole_and_says_little() {
    let ran = built("square", 72, "620x620mm", "two-colours = { a1 = \"black\", other = \"white\" }");
    assert!(ran.stdout.contains("5184 cells, 10224 adjacencies") && ran.stdout.contains(": clean"));
    let pdf = &pdf(&ran);
    let page = ran.pdf(pdf).pages.remove(0);
    let names = named(&page);
    assert_eq!((names.len(), names.iter().collect::<BTreeSet<_>>().len()), (5184, 5184));
    // Every name is printed in the colour that is readable on its square: one colour on dark
    // squares, and another colour on light squares.
    let inks: Vec<_> =
        texts(&page).filter(|(item, _)| id(item).contains("name:")).map(|(_, t)| t.colour).collect();
    let is_so = |(at, ink): (usize, &_)| (*ink == inks[0]) == ((at / 72 + at % 72) % 2 == 0);
    assert!(inks.iter().enumerate().all(is_so));
    assert_eq!(in_place(&page, 72, |q, r| Vec2::new(q, r) * 8.0), BTreeSet::from([2, 3, 4]));
    let file = Document::load_mem(&ran.bytes(pdf)).unwrap();
    let page = file.get_dictionary(*file.get_pages().values().next().unwrap()).unwrap();
    // The contents of such a large page are split into several streams.
    assert!(page.get(b"Contents").unwrap().as_array().unwrap().len() > 1);
    let figures = file.objects.values().filter_map(|object| object.as_dict().ok());
    let figures: Vec<_> = figures
        .filter(|dict| matches!(dict.get(b"S"), Ok(Object::Name(kind)) if kind == b"Figure"))
        .collect();
    let [figure] = figures[..] else { panic!("{} figures", figures.len()) };
    let words = decode_text_string(figure.get(b"Alt").unwrap()).unwrap();
    assert!(words.starts_with("board: a72 b72 ") && words.chars().count() == 8001, "{}", words.len());
}

#[test]
fn a_sheet_of_a_poster_has_its_own_cells_alone() {
    let ran = built("square", 48, "a4", "");
    let pages = ran.pdf(&pdf(&ran)).pages;
    let all: Vec<String> = pages.iter().flat_map(named).collect();
    assert!(pages.len() > 3 && pages.iter().all(|page| named(page).len() < 48 * 48 / 2));
    assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (48 * 48, 48 * 48));
}
