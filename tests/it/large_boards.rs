//! Boards of very many cells: each cell and each name is there, what is read aloud of them stays short, and a sheet of a
//! poster has its own cells alone.

use std::collections::BTreeSet;

use hexpress::read::Page;
use lopdf::{Document, Object, decode_text_string};

use crate::measure::{id, texts};
use crate::run::{Ran, Run};

/// A board of squares of 8 mm, each with its name.
fn built(side: usize, paper: &str) -> Ran {
    let layout = format!(
        "[[board]]\ncells = \"square\"\nacross = \"8mm\"\nline = \"0.1mm black\"\nshape = \"rectangle {side} x {side}\"\n\
         names = \"chess\"\nshow-names = \"inside\"\nnames-font = \"5pt\"\n"
    );
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", paper]).checked().run()
}

fn pdf(ran: &Ran) -> String {
    ran.folder.files().into_iter().find(|name| name.ends_with(".pdf")).unwrap()
}

/// The cells whose names stand on a page.
fn named(page: &Page) -> Vec<String> {
    let names = texts(page).filter_map(|(item, _)| id(item).strip_prefix("board/name:").map(str::to_owned));
    names.collect()
}

#[test]
fn a_page_of_very_many_cells_is_whole_and_says_little() {
    let ran = built(72, "620x620mm");
    assert!(ran.stdout.contains("5184 cells, 10224 adjacencies") && ran.stdout.contains(": clean"));
    let pdf = &pdf(&ran);
    let page = ran.pdf(pdf).pages.remove(0);
    let names = named(&page);
    assert_eq!((names.len(), names.iter().collect::<BTreeSet<_>>().len()), (5184, 5184));
    let file = Document::load_mem(&ran.bytes(pdf)).unwrap();
    let page = file.get_dictionary(*file.get_pages().values().next().unwrap()).unwrap();
    // The contents were put away piece by piece.
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
    let ran = built(48, "a4");
    let pages = ran.pdf(&pdf(&ran)).pages;
    let all: Vec<String> = pages.iter().flat_map(named).collect();
    assert!(pages.len() > 3 && pages.iter().all(|page| named(page).len() < 48 * 48 / 2));
    assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (48 * 48, 48 * 48));
}
