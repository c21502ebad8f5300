//! Tests that the checker finds cells with small errors.

use std::sync::LazyLock;

use super::bench::{Made, bundled, each, make, moved, only};

static THING: LazyLock<Made> = LazyLock::new(|| bundled("hexagonal-thing", "iso"));
const CELL: &str = "board/cell:0,3";

/// Returns the PDF with the drawings of one cell changed.
fn cell(edit: impl Fn(&str) -> String) -> Vec<u8> {
    THING.edit(1, |text| each(text, CELL, &edit))
}

#[test]
fn a_cell_moved_by_a_fifth_of_a_millimetre() {
    let verdict = THING.judge(&cell(|drawing| moved(drawing, 0.2, 0.0)));
    let fault = only(&verdict, "HX404", "a cell moved by 0.2 mm");
    assert_eq!(fault.id.as_ref().unwrap().to_string(), CELL);
    assert_eq!(THING.line(fault), Some(55));
    assert!((0.18..=0.21).contains(&fault.deviation), "{}", fault.deviation);
    assert_eq!(fault.whereabouts(&verdict.files), "page 1 at (148.7, 210) mm");
}

#[test]
fn a_corner_drawn_too_far_out() {
    let verdict = THING.judge(&cell(|drawing| drawing.replace("73.155 0 l", "73.7 0 l")));
    let fault = only(&verdict, "HX401", "a corner 0.2 mm too far out");
    assert_eq!(fault.id.as_ref().unwrap().to_string(), CELL);
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

/// If a cell has a name, a message gives this name. Otherwise it gives the position of the cell, and
/// also its kind. The kind is left out if it is the default kind `cell`.
#[test]
fn cells_are_called_by_what_the_layout_says_of_them() {
    let text = |keys: &str, rules: &str| {
        format!(
            "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nmap = \"\"\"\nA\n\nA\n\nA\n\"\"\"\n{keys}\n\
             [board.key]\nA = {{ fill = \"tan\" }}\n{rules}"
        )
    };
    for (keys, kind, called) in [
        ("", "", "the A cell 0,1"),
        ("", "kind = \"hill\", ", "the hill cell 0,1"),
        ("", "kind = \"cell\", ", "the cell 0,1"),
        ("names = \"numbers\"", "", "the cell 2"),
    ] {
        let layout = text(keys, "").replace("fill = ", &format!("{kind}fill = "));
        let right = make("x", &layout, "iso");
        let whole = |drawing: &str| {
            let (head, _) = drawing.split_once('\n').unwrap();
            format!("{head}\nEMC\n")
        };
        let gone = right.edit(1, |text| each(text, "board/cell:0,1", whole));
        let verdict = right.judge(&gone);
        let missing = verdict.faults.iter().find(|fault| fault.message.ends_with("is missing")).unwrap();
        assert_eq!(missing.message, format!("{called} is missing"));
        let smaller = right.edit(1, |text| each(text, "board/cell:0,1", |drawing| moved(drawing, 0.2, 0.0)));
        let verdict = right.judge(&smaller);
        assert!(
            verdict.faults[0].message.starts_with(&format!("{called} ")),
            "{}",
            verdict.faults[0].message
        );
        let layout = text(keys, "[board.must]\nbe = [\"connected\"]\n");
        let layout =
            layout.replace("fill = ", &format!("{kind}fill = ")).replace("A\n\nA\n\nA", "A\n\nA\n\n\n\nA");
        let apart = make("x", &layout, "iso");
        let verdict = apart.judge(&apart.pdf);
        let called = called.replace("0,1", "0,3").replace("cell 2", "cell 3");
        assert!(
            verdict.faults[0].message.starts_with(&format!("{called} ")),
            "{}",
            verdict.faults[0].message
        );
    }
}
