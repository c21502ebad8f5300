//! Faults of a board.

use std::sync::LazyLock;

use hexpress::check::Verdict;

use super::super::bench::{Made, bundled, each, moved, pt, span};
use super::{Wrong, changed};

pub static THING: LazyLock<Made> = LazyLock::new(|| bundled("hexagonal-thing", "iso"));

/// The id of a cell with a star. [`PLAIN`] is a cell without a star, and [`START`] is a cell at the
/// border, with a disc.
const STAR: &str = "board/cell:0,3";
const PLAIN: &str = "board/cell:0,1";
const START: &str = "board/cell:0,0";

/// Judges the board with the drawings of one cell changed.
fn cell(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&THING, 1, |text| each(text, id, &edit))
}

/// Judges the board with the corners of one cell changed, in points.
fn outline(id: &str, edit: impl Fn(usize, f64, f64) -> (f64, f64)) -> Verdict {
    cell(id, |drawing| corners(drawing, &edit))
}

/// Changes the first six corners of a drawing.
fn corners(drawing: &str, edit: impl Fn(usize, f64, f64) -> (f64, f64)) -> String {
    let mut n = 0;
    let mut out = String::new();
    for line in drawing.split_inclusive('\n') {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts.as_slice() {
            [x, y, op @ ("m" | "l")] if n < 6 => {
                let (x, y) = edit(n, x.parse().unwrap(), y.parse().unwrap());
                out.push_str(&format!("{x:.4} {y:.4} {op}\n"));
                n += 1;
            }
            _ => out.push_str(line),
        }
    }
    assert_eq!(n, 6, "no outline in {drawing}");
    out
}

/// Judges the board after a change to every cell.
///
/// `place` maps the position of a cell, relative to the centre of the sheet. `corner` maps each corner of a
/// cell, relative to the centre of the cell.
fn whole(place: fn(f64, f64) -> (f64, f64), corner: fn(f64, f64) -> (f64, f64)) -> Verdict {
    changed(&THING, 1, |text| {
        let mut text = text.to_owned();
        for cell in &board().cells {
            text = each(&text, &format!("board/cell:{},{}", cell.address.q, cell.address.r), |drawing| {
                let drawing = corners(drawing, |_, x, y| corner(x, y));
                let line = drawing.lines().find(|line| line.ends_with(" cm")).unwrap().to_owned();
                let parts: Vec<f64> =
                    line.split_whitespace().filter_map(|p| p.trim_start_matches('q').parse().ok()).collect();
                let [.., x, y] = parts[..] else { panic!("{line}") };
                let (cx, cy) = (pt(148.5), -pt(210.0));
                let (nx, ny) = place(x - cx, y - cy);
                drawing.replacen(&line, &format!("q 1 0 0 1 {:.4} {:.4} cm", cx + nx, cy + ny), 1)
            });
        }
        text
    })
}

fn board() -> &'static hexpress::game::Board {
    THING
        .ready
        .game
        .components
        .iter()
        .find_map(|c| match &c.body {
            hexpress::game::Body::Board(board) => Some(board.as_ref()),
            hexpress::game::Body::Pieces(_) | hexpress::game::Body::Pages(_) => None,
        })
        .unwrap()
}

/// Changes the second drawing of a cell. The first one is only an outline.
pub(super) fn second(text: &str, id: &str, edit: impl Fn(&str) -> String) -> String {
    let (start, end) = span(text, id, 1);
    format!("{}{}{}", &text[..start], edit(&text[start..end]), &text[end..])
}

fn inner(id: &'static str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&THING, 1, |text| second(text, id, &edit))
}

/// Removes a part of a drawing, from the first `from` to the end of the next `to`.
#[track_caller]
fn without(drawing: &str, from: &str, to: &str) -> String {
    let start = drawing.find(from).unwrap_or_else(|| panic!("no {from} in {drawing}"));
    let end = start + drawing[start..].find(to).unwrap_or_else(|| panic!("no {to} in {drawing}")) + to.len();
    format!("{}{}", &drawing[..start], &drawing[end..])
}

/// Changes the first label of a cell.
pub(super) fn label(drawing: &str, edit: impl Fn(&str) -> String) -> String {
    let at = drawing.find("BT ").unwrap_or_else(|| panic!("no words in {drawing}"));
    // A label starts with the operator that sets its colour, if there is one.
    let line = drawing[..at].trim_end_matches('\n').rfind('\n').map_or(0, |i| i + 1);
    let start = if drawing[line..at].ends_with("g\n") { line } else { at };
    let end = at + drawing[at..].find(" ET\n").unwrap() + 4;
    format!("{}{}{}", &drawing[..start], edit(&drawing[start..end]), &drawing[end..])
}

/// Moves a label to the right and down, in mm.
pub(super) fn shifted(label: &str, right: f64, down: f64) -> String {
    format!("q 1 0 0 1 {:.4} {:.4} cm\n{label}Q\n", pt(right), pt(-down))
}

/// Judges the board with the drawings of two cells exchanged.
fn exchanged(a: &str, b: &str) -> Verdict {
    let way = |id: &str| {
        let (q, r) = id.rsplit_once(':').unwrap().1.split_once(',').unwrap();
        let address = hexpress::base::cell_address::CellAddress::new(q.parse().unwrap(), r.parse().unwrap());
        // The cells measure 44.7 mm between opposite sides.
        hexpress::base::tiling::hex::Orientation::FlatTop.unit_centre(address).to_vec2()
            * (44.7 / hexpress::base::tiling::hex::SQRT_3)
    };
    let by = way(b) - way(a);
    changed(&THING, 1, |text| {
        let text = each(text, a, |drawing| moved(drawing, by.x, by.y));
        each(&text, b, |drawing| moved(drawing, -by.x, -by.y))
    })
}

fn turned(x: f64, y: f64, degrees: f64) -> (f64, f64) {
    let (s, c) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
    (c * x - s * y, s * x + c * y)
}

const UNLIKE: &[&str] = &["HX427"];

macro_rules! wrongs {
    ($($what:literal, $code:literal, $page:literal, $place:literal, $also:expr, $judge:expr;)+) => {
        &[$(Wrong { what: $what, code: $code, page: $page, place: $place, also: $also, judge: || $judge }),+]
    };
}
pub(super) use wrongs;

pub const WRONGS: super::Wrongs = wrongs![
    "a cell moved right by 0.2 mm", "HX404", 1, "board/cell:0,3", &[], cell(STAR, |d| moved(d, 0.2, 0.0));
    "a cell moved down by 0.2 mm", "HX404", 1, "board/cell:0,3", &[], cell(STAR, |d| moved(d, 0.0, 0.2));
    "a cell moved right by 0.1 mm and up by 0.1 mm", "HX404", 1, "board/cell:0,3", &[], cell(STAR, |d| moved(d, 0.1, -0.1));
    "a cell at the border moved outwards by 0.3 mm", "HX404", 1, "board/cell:0,0", &[], cell(START, |d| moved(d, 0.0, -0.3));
    "a cell moved by half its width", "HX404", 1, "board/cell:0,1", &["HX426", "HX427"], cell(PLAIN, |d| moved(d, 10.0, 0.0));
    "a corner drawn 0.2 mm too far out", "HX401", 1, "board/cell:0,3", &[],
        outline(STAR, |n, x, y| if n == 2 { (x + pt(0.2), y) } else { (x, y) });
    "one side 1 % longer than the others", "HX401", 1, "board/cell:0,1", &[],
        outline(PLAIN, |n, x, y| if n == 1 { (x + pt(0.26), y) } else { (x, y) });
    "a corner drawn 0.2 mm too far in", "HX401", 1, "board/cell:0,0", &[],
        outline(START, |n, x, y| if n == 5 { (x + pt(0.2), y) } else { (x, y) });
    "a cell 1 % too wide and as high as the others", "HX401", 1, "board/cell:0,1", &[],
        outline(PLAIN, |_, x, y| (x * 1.01, y));
    "a cell 1 % too large", "HX402", 1, "board/cell:0,3", &[], outline(STAR, |_, x, y| (x * 1.01, y * 1.01));
    "a cell 1 % too small", "HX402", 1, "board/cell:0,1", &[], outline(PLAIN, |_, x, y| (x * 0.99, y * 0.99));
    "a cell 0.1 mm too large at every corner", "HX402", 1, "board/cell:0,0", &[],
        outline(START, |_, x, y| (x * 1.0039, y * 1.0039));
    "a cell turned by 1°", "HX403", 1, "board/cell:0,3", &[], outline(STAR, |_, x, y| turned(x, y, 1.0));
    "a cell turned by a quarter of a degree", "HX403", 1, "board/cell:0,1", &[], outline(PLAIN, |_, x, y| turned(x, y, -0.25));
    "a cell turned by 30°", "HX403", 1, "board/cell:0,3", &[], outline(STAR, |_, x, y| turned(x, y, 30.0));
    "all cells turned by 30°", "HX403", 1, "rotated by 30.0°", &["HX421", "HX405", "HX409", "HX442"],
        whole(|x, y| (x, y), |x, y| turned(x, y, 30.0));
    "all cells turned by half a degree, each about its own middle", "HX403", 1, "rotated by", &["HX405", "HX421"],
        whole(|x, y| (x, y), |x, y| turned(x, y, 0.5));
    "cells 0.5 mm apart from each other", "HX405", 1, "do not meet", &["HX442"],
        whole(|x, y| (x * 1.011, y * 1.011), |x, y| (x, y));
    "cells that overlap by 0.5 mm", "HX405", 1, "overlap", &[], whole(|x, y| (x * 0.989, y * 0.989), |x, y| (x, y));
    "cells too small for their places by 0.3 mm", "HX405", 1, "do not meet", &[],
        whole(|x, y| (x, y), |x, y| (x * 0.993, y * 0.993));
    "a board 1 % lower than it is wide", "HX406", 1, "stretched", &[], whole(|x, y| (x, y * 0.99), |x, y| (x, y * 0.99));
    "a board 0.5 % narrower than it is high", "HX406", 1, "stretched", &[], whole(|x, y| (x * 0.995, y), |x, y| (x * 0.995, y));
    "a board slanted by 0.2 %", "HX406", 1, "skewed", &["HX442"], whole(|x, y| (x + 0.002 * y, y), |x, y| (x + 0.002 * y, y));
    "cells far apart, as on a sheet of single tiles", "HX409", 1, "pairs of neighbours", &["HX421", "HX426", "HX427", "HX491"],
        whole(|x, y| (x * 0.99, y * 0.99), |x, y| (x * 0.7, y * 0.7));
    "a cell removed from the middle", "HX407", 1, "cell 0,3", &[], changed(&THING, 1, |text| each(text, STAR, |_| String::new()));
    "a cell removed from the border", "HX407", 1, "cell 0,0", &[], changed(&THING, 1, |text| each(text, START, |_| String::new()));
    "a cell drawn again next to the board", "HX408", 1, "not in the layout", &["HX442", "HX441"], changed(&THING, 1, |text| {
        let (start, end) = span(text, START, 0);
        format!("{}{}{}", &text[..end], moved(&text[start..end], 0.0, -44.7), &text[end..])
    });
    "a cell drawn twice, 0.3 mm apart", "HX408", 1, "twice", &["HX404"], changed(&THING, 1, |text| {
        let (start, end) = span(text, PLAIN, 0);
        format!("{}{}{}", &text[..end], moved(&text[start..end], 0.3, 0.0), &text[end..])
    });
    "two cells of one kind that changed places", "HX410", 1, "its name in the file says", &[], exchanged(&all("sell")[0], &all("sell")[3]);
    "a label moved across the outline of its cell", "HX421", 1, "Buy", UNLIKE, inner(STAR, |d| label(d, |l| shifted(l, 16.0, 0.0)));
    "a label moved up across the outline of its cell", "HX421", 1, "Buy", UNLIKE, inner(STAR, |d| label(d, |l| shifted(l, 0.0, -6.0)));
    "two labels of a cell printed over each other", "HX422", 1, "overlap", &["HX427", "HX423"],
        inner(STAR, |d| label(d, |l| shifted(l, 3.5, 31.5)));
    "a label moved under a counter", "HX423", 1, "Buy", UNLIKE, inner(STAR, |d| label(d, |l| shifted(l, 0.0, 3.0)));
    "a label set in 4 points", "HX424", 1, "4.0 pt", UNLIKE, inner(STAR, |d| label(d, |l| l.replace(" 13 Tf", " 4 Tf")));
    "a label in light grey", "HX425", 1, "contrast", UNLIKE, inner(STAR, |d| label(d, |l| l.replace(".149 g", ".7 g")));
    "a label in the colour of its cell", "HX425", 1, "contrast of 1.0", UNLIKE,
        inner(STAR, |d| label(d, |l| l.replace(".149 g", ".812 .91 .812 rg")));
    "all words of a board in light grey", "HX425", 1, "contrast", &["HX427"], changed(&THING, 1, |t| t.replace(".149 g", ".72 .72 .74 rg"));
    "a label missing for one of the two players", "HX426", 1, "once", &[], inner(STAR, |d| label(d, |_| String::new()));
    "a label missing altogether", "HX426", 1, "does not show", &[], inner(PLAIN, |d| label(&label(d, |_| String::new()), |_| String::new()));
    "a label printed three times", "HX426", 1, "3 times", &["HX422", "HX423"], inner(PLAIN, |d| label(d, |l| format!("{l}{}", shifted(l, 0.0, 9.0))));
    "a Sell cell with the label of a Change cell", "HX426", 1, "Sell", &[], changed(&THING, 1, |text| {
        // Returns the glyphs of a cell's text.
        let of = |id: &str| {
            let (start, end) = span(text, id, 1);
            let drawing = &text[start..end];
            let at = drawing.find('[').unwrap();
            drawing[at..at + drawing[at..].find(']').unwrap() + 1].to_owned()
        };
        let (sell, change) = (all("sell").swap_remove(0), all("change").swap_remove(0));
        let (own, other) = (of(&sell), of(&change));
        second(text, &sell, |drawing| drawing.replace(&own, &other))
    });
    "a star missing", "HX428", 1, "star", &[], inner(STAR, |d| without(d, ".878 g", "\nB\n"));
    "a star missing from the ring of stars", "HX428", 1, "star", &[],
        inner("board/cell:1,1", |d| without(d, ".878 g", "\nB\n"));
    "a starting place without its disc", "HX428", 1, "white-start", &[], inner(START, |d| without(d, "1 g", "\nB\n"));
    "a star moved by 1 mm in its cell", "HX427", 1, "board/cell:0,3", &[],
        inner(STAR, |d| star(d, |x, y| (x + pt(1.0), y)));
    "a star 10 % too large", "HX427", 1, "board/cell:0,3", &[], inner(STAR, |d| star(d, |x, y| (x * 1.1, y * 1.1)));
    "a star of another grey", "HX427", 1, "differs from the layout", &[], inner(STAR, |d| d.replace(".878 g", ".8 g"));
    "a cell of another colour than its kind", "HX427", 1, "its colour is", &[], changed(&THING, 1, |text| {
        let (start, end) = span(text, STAR, 0);
        format!("{}{}{}", &text[..start], text[start..end].replace(".812 .91 .812 rg", ".812 .878 .953 rg"), &text[end..])
    });
    "a cell a shade too dark", "HX427", 1, "its colour is", &[], changed(&THING, 1, |text| {
        let (start, end) = span(text, STAR, 0);
        format!("{}{}{}", &text[..start], text[start..end].replace(".812 .91 .812 rg", ".8 .9 .8 rg"), &text[end..])
    });
    "a cell with a line of another colour", "HX427", 1, "its line", &[],
        inner(PLAIN, |d| d.replacen(".549 .549 .576 RG", "1 0 0 RG", 1));
    "a cell with a line twice as wide", "HX427", 1, "its line", &[], inner(PLAIN, |d| d.replacen("1.134 w", "2.268 w", 1));
    "a label 1 mm lower than those of its kind", "HX427", 1, "board/cell:0,1", &["HX423"], inner(PLAIN, |d| label(d, |l| shifted(l, 0.0, 1.0)));
    "the text at the bottom moved off the sheet", "HX441", 1, "extends", &[], changed(&THING, 1, |text| each(text, "board/bottom-line", |d| moved(d, 0.0, 9.0)));
    "the text at the bottom moved into the margin", "HX442", 1, "margin", &[], changed(&THING, 1, |text| each(text, "board/bottom-line", |d| moved(d, 0.0, 1.0)));
    "a compass moved off the sheet", "HX441", 1, "board/draw:1", &["HX442"], changed(&THING, 1, |text| each(text, "board/draw:1", |d| moved(d, 60.0, 0.0)));
    "a ruler 3 % too short", "HX445", 1, "48.50", &[], changed(&THING, 1, |text| each(text, "ruler-across", |d| scaled(d, 0.97)));
    "a ruler 0.2 % too long", "HX445", 1, "50.10", &[], changed(&THING, 1, |text| each(text, "ruler-across", |d| scaled(d, 1.002)));
    "a page printed at 97 %", "HX445", 1, "48.50", &["HX423", "HX427"], changed(&THING, 1, |text| {
        // Scales the page about the centre of the sheet.
        let (x, y) = (pt(148.5) * 0.03, -pt(210.0) * 0.03);
        format!("q .97 0 0 .97 {x:.3} {:.3} cm\n{text}\nQ\n", -y)
    });
];

/// Returns the ids of all cells of a kind.
fn all(kind: &str) -> Vec<String> {
    let board = board();
    let cells = board.cells.iter().filter(|cell| *board.kinds[cell.kind].name == *kind);
    cells.map(|cell| format!("board/cell:{},{}", cell.address.q, cell.address.r)).collect()
}

/// Changes the points of the star in a drawing.
fn star(drawing: &str, edit: impl Fn(f64, f64) -> (f64, f64)) -> String {
    let start = drawing.find(".878 g").unwrap();
    let end = start + drawing[start..].find("\nB\n").unwrap();
    let mut out = drawing[..start].to_owned();
    for line in drawing[start..end].split_inclusive('\n') {
        let parts: Vec<&str> = line.split_whitespace().collect();
        match parts.as_slice() {
            [x, y, op @ ("m" | "l")] => {
                let (x, y) = edit(x.parse().unwrap(), y.parse().unwrap());
                out.push_str(&format!("{x:.4} {y:.4} {op}\n"));
            }
            _ => out.push_str(line),
        }
    }
    out + &drawing[end..]
}

/// Scales the lines of a ruler. The start of the ruler stays in its place.
fn scaled(drawing: &str, by: f64) -> String {
    let (head, rest) = drawing.split_once(" cm\n").unwrap();
    let end = rest.find("BT ").map_or(rest.len(), |at| rest[..at].rfind("\nS\n").unwrap() + 3);
    format!("{head} cm\nq {by} 0 0 {by} 0 0 cm\n{}Q\n{}", &rest[..end], &rest[end..])
}
