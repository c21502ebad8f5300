//! Cells that are wrong by a little.

use std::sync::LazyLock;

use super::bench::{Made, bundled, each, make, moved, only};

static THING: LazyLock<Made> = LazyLock::new(|| bundled("hexagonal-thing", "iso"));
const CELL: &str = "board/cell:0,3";

/// The board's page with the drawings of one cell changed.
fn cell(edit: impl Fn(&str) -> String) -> Vec<u8> {
    THING.edit(1, |text| each(text, CELL, &edit))
}

#[test]
fn a_cell_moved_by_a_fifth_of_a_millimetre() {
    let verdict = THING.judge(&cell(|drawing| moved(drawing, 0.2, 0.0)));
    let fault = only(&verdict, "HX404", "a cell moved by 0.2 mm");
    assert_eq!(fault.id.as_deref(), Some(CELL));
    assert_eq!(THING.line(fault), Some(55));
    assert!((0.18..=0.21).contains(&fault.by), "{}", fault.by);
    assert_eq!(fault.whereabouts(&verdict.files), "page 1, 148.7 x 210 mm");
}

#[test]
fn a_corner_drawn_too_far_out() {
    let verdict = THING.judge(&cell(|drawing| drawing.replace("73.155 0 l", "73.7 0 l")));
    let fault = only(&verdict, "HX401", "a corner 0.2 mm too far out");
    assert_eq!(fault.id.as_deref(), Some(CELL));
}

#[test]
fn a_layout_with_cells_of_another_size() {
    let text = |across: &str| {
        format!("[[board]]\ncells = \"flat-top\"\nacross = \"{across}\"\nshape = \"hexhex 2\"\n")
    };
    let (right, wrong) = (make("a", &text("20mm"), "iso"), make("a", &text("19.4mm"), "iso"));
    let verdict = right.judge(&wrong.pdf);
    assert_eq!(right.line(only(&verdict, "HX411", "97 %")), Some(1));
}
