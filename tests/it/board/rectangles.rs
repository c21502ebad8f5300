//! Tests of boards of bricks and of rectangles that are not squares. The tests measure and check
//! finished files. They also let the checker recognize drawings of other programs, and write layouts
//! that build the same boards (`check --write-layout`).

use hexpress::find::polygons;
use hexpress::read::Page;
use kurbo::{Point, Rect};

use crate::board::squares::checked;
use crate::support::measure::{TOLERANCE_MM, id};
use crate::support::run::{Folder, Run, program};

/// Each board: the kind of cells, their width and height in mm, and the number of pairs of neighbours on a
/// rectangle of 5 x 6 cells.
///
/// A board of rectangles has 5 · 5 pairs in its columns and 4 · 6 pairs in its rows. A board of bricks has 4
/// · 6 pairs in its rows, and 9 pairs between each row and the next.
const BOARDS: [(&str, f64, f64, usize); 3] =
    [("square", 20.0, 30.0, 49), ("brick", 30.0, 20.0, 69), ("brick", 22.0, 22.0, 69)];

fn board(cells: &str, (width, height): (f64, f64), keys: &str) -> String {
    format!(
        "[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nsize = \"{width} x {height}mm\"\nshape = \"rectangle 5 x 6\"\n\
         cell = {{ fill = \"ivory\" }}\nnames = \"chess\"\nshow-names = \"inside\"\n{keys}\n"
    )
}

fn boxes(page: &Page) -> Vec<Rect> {
    let mut cells = polygons(page, 4);
    cells.retain(|cell| id(&page.items[cell.item]).contains("/cell:"));
    let around = |corners: &[Point]| {
        corners.iter().map(|p| Rect::from_points(*p, *p)).reduce(|a, b| a.union(b)).unwrap()
    };
    cells.iter().map(|cell| around(&cell.corners)).collect()
}

/// Counts the pairs of boxes that share part of an edge.
fn pairs(boxes: &[Rect]) -> usize {
    let touch = |a: &Rect, b: &Rect| {
        let both = a.inflate(TOLERANCE_MM, TOLERANCE_MM).intersect(b.inflate(TOLERANCE_MM, TOLERANCE_MM));
        both.width() > 0.0 && both.height() > 0.0 && both.width().max(both.height()) > 1.0
    };
    (0..boxes.len()).map(|i| boxes[..i].iter().filter(|b| touch(&boxes[i], b)).count()).sum()
}

#[test]
fn rectangles_are_as_large_as_they_say_and_lie_edge_to_edge() {
    for (word, width, height, neighbours) in BOARDS {
        let run = Run::new().file("x.toml", board(word, (width, height), ""));
        let ran = run.args(["build", "x.toml", "--no-check"]).any_stderr().run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let boxes = boxes(&page);
        assert_eq!(boxes.len(), 30, "{word}");
        for own_rect in &boxes {
            assert!(
                (own_rect.width() - width).abs() <= TOLERANCE_MM
                    && (own_rect.height() - height).abs() <= TOLERANCE_MM,
                "{word}: {own_rect:?}"
            );
        }
        assert_eq!(pairs(&boxes), neighbours, "{word}");
        let covered: f64 = boxes.iter().map(|own_rect| own_rect.area()).sum();
        assert!((covered - 30.0 * width * height).abs() < 1.0, "{word}");
    }
}

const RULES: &str = "[board.at]\n\"a1 .. e1\" = { kind = \"home\", fill = \"sienna\" }\n\"ring 1 of c3\" = { draw = [{ disc = \"4mm\" }] }\n\
    \"c3|d3\" = { line = \"1mm navy\" }\n\"a3|out\" = { line = \"1mm red\" }\n[board.sides]\ncolours = [\"black\", \"silver\", \"black\", \"silver\"]\n\
    [board.must]\nbe = [\"connected\", \"without holes\"]\nhave = { cells = 30, home = 5 }\nnames = \"unique\"\nsides = \"meet in turn\"\n";

#[test]
fn boards_of_rectangles_are_judged_well() {
    for (word, width, height, _) in BOARDS {
        let layout = board(word, (width, height), RULES);
        for ink in ["full", "black"] {
            let args = ["build", "x.toml", "--ink", ink];
            let output =
                Run::new().checked().file("x.toml", &layout).args(args).any_status().any_stderr().run();
            let all = format!("{}{}", output.stdout, output.stderr);
            assert!(!all.contains("error") && !all.contains("warning"), "{word} {ink}: {all}");
        }
        let output =
            Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
        assert!(output.stdout.contains("clean"), "{word}: {}{}", output.stdout, output.stderr);
    }
}

/// If the cells have unequal sides, a board does not fill the same places after a quarter turn.
#[test]
fn rectangles_have_no_four_turns() {
    let layout =
        board("square", (20.0, 30.0), "[board.must.match]\nfourfold = {}\n").replace("5 x 6", "6 x 6");
    let output = Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
    assert!(
        format!("{}{}", output.stdout, output.stderr)
            .contains("after a rotation by 90°, the cells of `board` do not fill the same places"),
        "{}{}",
        output.stdout,
        output.stderr
    );
}

/// Returns a drawing of six columns and seven rows of rectangles, as another program would write
/// it.
fn drawing(bricks: bool, edit: impl Fn(usize, usize, Rect) -> Option<Rect>) -> String {
    let mut body = String::new();
    for (row, column) in (0..7).flat_map(|row| (0..6).map(move |column| (row, column))) {
        let pushed = if bricks && row % 2 == 1 { 12.0 } else { 0.0 };
        let (x, y) = (20.0 + 24.0 * column as f64 + pushed, 40.0 + 15.0 * row as f64);
        let Some(own_rect) = edit(column, row, Rect::new(x, y, x + 24.0, y + 15.0)) else { continue };
        body.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
            own_rect.x0,
            own_rect.y0,
            own_rect.width(),
            own_rect.height()
        ));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
         <g fill=\"#F0D9B5\" stroke=\"black\" stroke-width=\".3\">{body}</g></svg>"
    )
}

#[test]
fn rectangles_by_another_program_are_found_and_their_faults_told() {
    for (bricks, word) in [(false, "square"), (true, "brick")] {
        let output = checked(&drawing(bricks, |_, _, own_rect| Some(own_rect)));
        assert!(output.contains(&format!("42 cells: rectangle 6 x 7, {word}, 24.00 x 15.00 mm")), "{output}");
        assert!(!output.contains("error"), "{output}");
        let moved = checked(&drawing(bricks, |column, row, own_rect| {
            Some(if (column, row) == (3, 2) { own_rect + kurbo::Vec2::new(0.5, 0.0) } else { own_rect })
        }));
        assert!(moved.contains("is 0.50 mm from its place"), "{moved}");
        let wider = checked(&drawing(bricks, |column, row, own_rect| {
            Some(if (column, row) == (2, 4) { Rect { x1: own_rect.x1 + 0.8, ..own_rect } } else { own_rect })
        }));
        assert!(wider.contains("HX401") || wider.contains("is not regular"), "{wider}");
        let gone =
            checked(&drawing(bricks, |column, row, own_rect| ((column, row) != (3, 3)).then_some(own_rect)));
        assert!(gone.contains("a cell of a rectangle 6 x 7 is missing here"), "{gone}");
    }
}

/// The checker does not mistake cards on a sheet, or the rows of a printed form, for cells.
#[test]
fn other_rectangles_are_no_board() {
    let cards = drawing(false, |_, _, own_rect| {
        Some(Rect::new(own_rect.x0, own_rect.y0, own_rect.x1 - 2.0, own_rect.y1 - 2.0))
    });
    assert!(!checked(&cards).contains("42 cells"), "{}", checked(&cards));
    let form = drawing(false, |column, row, own_rect| {
        (column < 2).then(|| {
            Rect::new(
                20.0 + 60.0 * column as f64,
                own_rect.y0,
                80.0 + 60.0 * column as f64,
                own_rect.y0 + 15.0 + 0.0 * row as f64,
            )
        })
    });
    assert!(!checked(&form).contains("14 cells"), "{}", checked(&form));
}

/// The layout that the checker writes for a drawing has the same size and causes no error.
#[test]
fn rectangles_are_learnt() {
    for (bricks, size) in [(false, "24 x 15mm"), (true, "24 x 15mm")] {
        let folder = Folder::new();
        std::fs::write(folder.path().join("x.svg"), drawing(bricks, |_, _, own_rect| Some(own_rect)))
            .unwrap();
        let output = program(&["check", "x.svg", "--write-layout", "y.toml"], folder.path());
        let learnt = std::fs::read_to_string(folder.path().join("y.toml")).unwrap_or_default();
        assert!(learnt.contains(&format!("size = \"{size}\"")), "{learnt}{}{}", output.stdout, output.stderr);
        let output = program(&["check", "y.toml"], folder.path());
        assert!(
            !format!("{}{}", output.stdout, output.stderr).contains("error"),
            "{learnt}{}",
            output.stderr
        );
    }
}

#[test]
fn impossible_sizes_are_reported() {
    let wrongs = [
        (
            "cells = \"flat-top\"\nsize = \"20 x 30mm\"\nshape = \"hexhex 3\"",
            "only `square` and `brick` cells take `size`",
        ),
        ("cells = \"square\"\nsize = \"20mm\"\nshape = \"rectangle 3 x 3\"", "a width and a height"),
        ("cells = \"brick\"\nsize = \"20 x 300mm\"\nshape = \"rectangle 3 x 3\"", "at most ten times"),
        (
            "cells = \"brick\"\nsize = \"20 x 30mm\"\nacross = \"3mm\"\nshape = \"rectangle 3 x 3\"",
            "`size` and `across` both",
        ),
    ];
    for (keys, words) in wrongs {
        let layout = format!("[[board]]\n{keys}\n");
        let output = Run::new().file("x.toml", layout).args(["build", "x.toml"]).status(2).any_stderr().run();
        assert!(output.stderr.contains(words), "{keys}: {}", output.stderr);
    }
}
