//! Tests of the rules that layouts ask for.
//!
//! The checker reports a broken rule with the line of the layout and the place on paper. It skips
//! rules that it cannot judge, and accepts every example of the language reference.

use hexpress::check::Verdict;

use super::bench::{Made, make, only};
use super::wrongs::rules::{OWN, SMALL_BOARD};
use crate::support::run::Run;

fn own(text: &str) -> (Made, Verdict) {
    let made = make("mine", text, "iso");
    let verdict = made.judge(&made.pdf);
    (made, verdict)
}

/// Checks that exactly one rule is broken: the rule with this code, at this line of the layout, with this
/// message. The message starts with the place on paper.
#[track_caller]
fn assert_reported(text: &str, code: &str, line: usize, message: &str) {
    let (made, verdict) = own(text);
    let fault = only(&verdict, code, text);
    assert_eq!(made.line(fault), Some(line), "{}", fault.message);
    let shown = format!("{}: {}", fault.whereabouts(&verdict.files), fault.message);
    assert_eq!(shown, message);
}

#[track_caller]
fn swap(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no {from}");
    text.replacen(from, to, 1)
}

fn small(rules: &str) -> String {
    swap(SMALL_BOARD, "be = [\"connected\", \"without holes\"]\nhave = { cells = 7 }\n", rules)
}

/// A layout with three cells in a column, two marks, and cards for one and two steps.
const COLUMN: &str = r##"
[directions]
North = "up"
South = "down"
[[board]]
cells = "flat-top"
across = "20mm"
map = """
Ao

A

Ax
"""
[board.key]
A = { kind = "field", fill = "#E4DDF2" }
"o" = { mark = "first", disc = "6mm", fill = "white", line = "0.5mm black" }
"x" = { mark = "last", disc = "6mm", fill = "black" }
[board.must]
have = { cells = 3 }
[[cards]]
size = "41 x 63mm"
each = { steps = [1, 2], direction = ["North", "South"] }
face = [{ text = "{{ steps }} {{ direction }}", font = "bold 12pt" }]
"##;

fn column(rules: &str) -> String {
    swap(COLUMN, "have = { cells = 3 }", rules)
}

/// A layout with a track under a board, pips in the cells of the board, and dots on two cards.
const COPIES: &str = r##"
[[board]]
sheet = "SHEET"
cells = "flat-top"
across = "20mm"
shape = "hexhex 3"
cell  = { fill = "white", parts = [{ disc = "1mm", fill = "black" }], repeat = { count = 3, by = "3mm 0", name = "pips" } }
draw  = [{ box = "7mm", line = "0.2mm black", repeat = { count = "0..15", by = "7.5mm 0", name = "track" }, at = "bottom", inset = "0 15mm" }]
must  = { have = { track = 16, pips = 57 } }
[[cards]]
name = "deck"
size = "41 x 63mm"
each = { dots = [1, 3] }
face = [{ disc = "4mm", fill = "black", repeat = { count = "{{ dots }}", by = "8mm 0", name = "spots" } }]
must = { have = { spots = 4 } }
"##;

#[test]
fn copies_are_counted_in_print() {
    for sheet in ["small", "large"] {
        let text = COPIES.replace("SHEET", sheet);
        let faults = own(&text).1.faults;
        assert!(faults.is_empty(), "{sheet}: {faults:?}");
        for (right, wrong, code, reported) in [
            ("track = 16", "track = 17", "HX503", "`board` shows 16 copies of `track`, but must have 17"),
            (
                "pips = 57",
                "pips = \"< 57\"",
                "HX503",
                "`board` shows 57 copies of `pips`, but must have fewer than 57",
            ),
            (
                "spots = 4",
                "spots = \">= 5\"",
                "HX521",
                "`deck` has 4 copies of `spots`, but must have at least 5",
            ),
        ] {
            let (_, verdict) = own(&swap(&text, right, wrong));
            let fault = only(&verdict, code, reported);
            assert_eq!(fault.message, reported);
        }
    }
    let text =
        swap(&COPIES.replace("SHEET", "small"), "count = \"0..15\",", "count = \"0..15\", skip = [3],");
    assert_eq!(
        only(&own(&text).1, "HX503", &text).message,
        "`board` shows 15 copies of `track`, but must have 16"
    );
}

#[test]
fn boards_in_one_piece() {
    let text = small("be = [\"connected\"]\n").replace("    A\n\"\"\"", "\n\n    A\n\"\"\"");
    assert_reported(
        &text,
        "HX501",
        11,
        "page 1 at (148.5, 240) mm: the field cell 0,3 touches no other cell, but `board` must be connected",
    );
    let text =
        small("be = [\"without holes\"]\n").replace("    A\nA       A\n    A\nA", "    A\nA       A\n\nA");
    assert_reported(
        &text,
        "HX502",
        5,
        "page 1 at (148.5, 190) mm: the field cell 0,0 is next to a hole (a place without a cell), but `board` must not have holes",
    );
}

#[test]
fn counts_of_cells() {
    assert_reported(
        &small("have = { cells = \"> 7\" }\n"),
        "HX503",
        14,
        "page 1 at (148.5, 210) mm: `board` shows 7 cells, but must have more than 7",
    );
    assert_reported(
        &small("have = { field = \">= 1 and < 7\" }\n"),
        "HX503",
        14,
        "page 1 at (148.5, 210) mm: `board` shows 7 cells with `field`, but must have at least 1 and fewer than 7",
    );
    let (_, verdict) =
        own(&column("have = { \"first or last\" = 2, first = 1, cells = \"<= cells of board\" }"));
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
}

#[test]
fn turns_and_mirrors() {
    assert_reported(
        &column("match = { half-turn = {} }"),
        "HX504",
        9,
        "page 1 at (148.5, 190) mm: the half-turn moves the field cell 0,0 to the field cell 0,2, which is `last` instead of `first`",
    );
    for right in ["half-turn = { first = \"last\" }", "mirror = {}"] {
        let (_, verdict) = own(&column(&format!("match = {{ {right} }}")));
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
    }
    for shape in ["hexhex 3", "rhombus 4 x 4", "triangle 5", "parallelogram 4 x 3"] {
        for cells in ["flat-top", "pointy-top"] {
            for (way, holds) in [
                ("half-turn", shape != "triangle 5"),
                ("sixfold", shape == "hexhex 3"),
                ("mirror", shape == "hexhex 3" || (shape == "triangle 5" && cells == "pointy-top")),
            ] {
                let text = format!(
                    "[[board]]\ncells = \"{cells}\"\nacross = \"20mm\"\nshape = \"{shape}\"\n[board.must]\nmatch = {{ {way} = {{}} }}\n"
                );
                let (_, verdict) = own(&text);
                let broken = verdict.faults.iter().any(|fault| fault.code.to_string() == "HX504");
                assert_eq!(broken, !holds, "{shape} {cells} {way}");
            }
        }
    }
}

#[test]
fn marks_apart_and_a_middle() {
    let text = column("apart = \"first last\"").replace("Ao\n", "Aox\n");
    assert_reported(
        &text,
        "HX505",
        9,
        "page 1 at (148.5, 190) mm: the field cell 0,0 has both `first` and `last`, which must be on different cells",
    );
    assert_reported(
        &column("centre = \"first\"").replace("Ao\n\nA\n", "A\n\nA\n"),
        "HX507",
        11,
        "page 1 at (148.5, 210) mm: the field cell 0,1 is in the middle, but is not marked `first`",
    );
}

#[test]
fn lines_and_moves() {
    assert_reported(
        &small("lines = 3\n").replace("    A\nA       A\n    A\nA       A\n    A\n", "A\n"),
        "HX510",
        5,
        "page 1 at (210, 148.5) mm: the longest straight line through the field cell 0,0 has 1 cell, but must have 3",
    );
    let two =
        column("reach = { from = \"first\", moves = \"cards\" }").replace("steps = [1, 2]", "steps = [2]");
    assert_reported(
        &two,
        "HX511",
        11,
        "page 1 at (148.5, 210) mm: the field cell 0,1 cannot be reached from the field cell 0,0 by the moves of `cards`",
    );
    let up = column("open = { moves = \"cards\", from = { first = \"North\" } }");
    assert_reported(
        &up,
        "HX512",
        9,
        "page 1 at (148.5, 190) mm: `first` on the field cell 0,0 has no first move: every move (North) leaves the board, is blocked, or ends where no move may end",
    );
}

#[test]
fn tiles() {
    let cut = |from: &str, to: &str| swap(OWN, from, to);
    assert_reported(
        &cut("red red red ink ink ink", "red red ink ink sky sky"),
        "HX522",
        21,
        "page 1 at (87.7, 158.5) mm: deck/3 is the same as deck/1 when it is rotated or flipped",
    );
    assert_reported(
        &cut("seats = 2", "seats = 3"),
        "HX521",
        33,
        "page 2 at (105, 148.5) mm: `start` has 2 pieces, but must have as many as there are seats",
    );
    assert_reported(
        &cut("red red red ink ink ink", "red red red red red red"),
        "HX523",
        21,
        "page 1 at (87.7, 158.5) mm: deck/3 has 1 colour at its edges, but must have at least 2",
    );
    assert_reported(
        &cut("in-all = 3", "in-all = 4"),
        "HX524",
        27,
        "page 1 at (105, 148.5) mm: the edges of `deck` have 3 colours in all, but must have 4",
    );
    assert_reported(
        &cut("{ cost = 0, edges = \"ink", "{ cost = 3, edges = \"ink"),
        "HX525",
        31,
        "page 2 at (105, 168.5) mm: start/2 does not show \"$0\"",
    );
    assert_reported(
        &cut("name = \"end\"\n", "name = \"end\"\nacross = \"41mm\"\n"),
        "HX526",
        45,
        "page 3 at (105, 148.5) mm: end/1 differs in size from the pieces of `deck` by 1.15 mm",
    );
}

#[test]
fn invisible_drawings_are_reported() {
    let alike =
        swap(SMALL_BOARD, "have = { cells = 7 }", "have = { other = 1 }").replacen("    A\n", "    B\n", 1);
    let alike = swap(&alike, "[board.must]", "B = { kind = \"other\", fill = \"#E4DDF2\" }\n[board.must]");
    let (_, verdict) = own(&alike);
    let why = "rules of `board` are not judged: the kinds `field` and `other` look the same on paper";
    let reported: Vec<_> = verdict.faults.iter().filter(|fault| fault.code.0 >= 500).collect();
    assert!(reported.len() == 1 && &*reported[0].message == why, "{reported:?}");
    let blank = "[[board]]\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 3 x 3\"\nline = \"none\"\n\
                 must = { have = { cells = 9 } }\n";
    let (_, verdict) = own(blank);
    let why = "rules of `board` are not judged: its cells have neither a colour nor a line";
    assert!(verdict.faults.iter().any(|fault| &*fault.message == why), "{:?}", verdict.faults);
    let built = Run::new().args(["build", "hexagonal-thing", "--only", "board"]).run();
    let name = "output/hexagonal-thing-iso.pdf";
    let ran = Run::new().file(name, built.bytes(name)).args(["check", name]).run();
    assert!(
        ran.stdout.contains("not judged: rules of `movement`: its pieces are not on these pages\n"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with(": clean\n"), "{}", ran.stdout);
}

#[test]
fn examples_of_the_reference_keep_their_rules() {
    let page = crate::documents::book::reference();
    let examples = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut seen = 0;
    for text in examples.filter(|text| text.contains("must]") || text.contains(".must.")) {
        let (_, verdict) = own(text);
        let broken: Vec<_> = verdict.faults.iter().filter(|fault| fault.code.0 >= 500).collect();
        assert!(broken.is_empty(), "{text}\n{broken:?}");
        seen += 1;
    }
    assert!(seen >= 7, "{seen}");
}
