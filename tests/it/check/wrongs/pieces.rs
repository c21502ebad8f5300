//! Faults of pieces, and of the sheets that they are on.

use std::sync::LazyLock;

use hexpress::check::Verdict;
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::print::setup::{Cutter, PrintSetup};
use hexpress::record::Options;

use super::super::bench::{Made, bundled, each, make, make_with, moved, pt, span};
use super::board::{THING, wrongs};
use super::{Wrong, changed};

pub static TILES: LazyLock<Made> = LazyLock::new(|| bundled("hex-nut", "iso"));
pub static DISCS: LazyLock<Made> = LazyLock::new(|| bundled("inphexion", "iso"));

/// Tiles that are separated by straight cuts, and tiles that are cut with scissors.
static STRAIGHT: LazyLock<Made> = LazyLock::new(|| tiles("straight"));
static APART: LazyLock<Made> = LazyLock::new(|| tiles("apart"));

fn tiles(pack: &str) -> Made {
    let layout = format!(
        "[[tiles]]\nacross = \"40mm\"\ncells = \"flat-top\"\ncopies = 20\npack = \"{pack}\"\n\
         face = [{{ disc = \"30mm\", fill = \"tan\" }}]\n"
    );
    make(pack, &layout, "a4")
}

/// Cards for a machine that needs registration marks.
static MARKED: LazyLock<Made> = LazyLock::new(|| {
    let layout =
        "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\ncopies = 8\nface = [{ fill = \"tan\" }]\n";
    let setup = PrintSetup { cut: Some(Cutter::Silhouette), ..PrintSetup::default() };
    let options = Options { print_setup: setup, ..Options::new("a4", DEFAULT_MARGIN) };
    make_with("marked", layout, options)
});

/// The other codes that may be reported if a card is not in its place.
const CARD_MOVED: &[&str] = &["HX442", "HX446", "HX447", "HX449", "HX450", "HX451", "HX453"];

/// Judges the first page of cards with one registration mark changed.
fn registration(which: usize, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&MARKED, 1, |text| {
        let (start, end) = span(text, "registration", which);
        format!("{}{}{}", &text[..start], edit(&text[start..end]), &text[end..])
    })
}

/// Scales a drawing by a factor, about the origin of the page.
fn larger(drawing: &str, by: f64) -> String {
    let (head, rest) = drawing.split_once('\n').unwrap();
    let (body, end) = rest.rsplit_once("EMC").unwrap();
    format!("{head}\nq {by} 0 0 {by} 0 0 cm\n{body}Q\nEMC{end}")
}

/// Judges the page of cards of [`THING`] with the lines of its crop marks changed.
fn marks(edit: impl Fn(usize, [f64; 4]) -> [f64; 4]) -> Verdict {
    lines(&THING, 2, edit)
}

/// Judges a page of straight cuts on which one horizontal line is moved down by `by` mm.
///
/// `which` gets the heights of all long horizontal lines, in ascending order. It returns the height of the
/// line to move.
fn line_moved(which: fn(&[f64]) -> f64, by: f64) -> Verdict {
    let level = |[_, b, _, d]: [f64; 4]| (b - d).abs() < 0.01;
    let heights = std::cell::RefCell::new(Vec::new());
    lines(&STRAIGHT, 1, |_, line| {
        let long = (line[0] - line[2]).abs() > pt(60.0);
        heights.borrow_mut().extend((level(line) && long).then_some(line[1]));
        line
    });
    let mut heights = heights.into_inner();
    heights.sort_by(f64::total_cmp);
    let height = which(&heights);
    lines(&STRAIGHT, 1, |_, line| {
        let [a, b, c, d] = line;
        if level(line) && (b - height).abs() < 0.01 { [a, b + pt(by), c, d + pt(by)] } else { line }
    })
}

/// Changes the lines that show straight cuts on a page, and judges the page. `edit` gets the number of a
/// line and the coordinates of its two ends, in points.
pub fn lines(made: &Made, page: usize, edit: impl Fn(usize, [f64; 4]) -> [f64; 4]) -> Verdict {
    changed(made, page, |text| {
        each(text, "cut", |drawing| {
            let mut n = 0;
            let mut out = String::new();
            let mut lines = drawing.lines();
            while let Some(line) = lines.next() {
                if let Some(from) = line.strip_suffix(" m") {
                    let to = lines.next().unwrap().strip_suffix(" l").unwrap();
                    let all: Vec<f64> =
                        format!("{from} {to}").split(' ').map(|v| v.parse().unwrap()).collect();
                    let [a, b, c, d] = edit(n, [all[0], all[1], all[2], all[3]]);
                    out.push_str(&format!("{a:.4} {b:.4} m\n{c:.4} {d:.4} l\n"));
                    n += 1;
                } else {
                    out.push_str(line);
                    out.push('\n');
                }
            }
            out
        })
    })
}

fn card(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&THING, 2, |text| each(text, id, &edit))
}

fn tile(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&TILES, 1, |text| each(text, id, &edit))
}

/// Judges a page after a change to its `n`-th cutting outline. The line `q 1 0 0 1 x y cm` places this
/// outline: `edit` gets x and y, and returns another line.
fn outline(made: &Made, page: usize, n: usize, edit: impl Fn(f64, f64) -> String) -> Verdict {
    changed(made, page, |text| {
        each(text, "cut", |drawing| {
            let mut seen = 0;
            drawing
                .split_inclusive('\n')
                .map(|line| {
                    let Some(frame) = line.strip_prefix("q 1 0 0 1 ").and_then(|l| l.strip_suffix(" cm\n"))
                    else {
                        return line.to_owned();
                    };
                    seen += 1;
                    if seen - 1 != n {
                        return line.to_owned();
                    }
                    let (x, y) = frame.split_once(' ').unwrap();
                    edit(x.parse().unwrap(), y.parse().unwrap())
                })
                .collect()
        })
    })
}

fn text_of(drawing: &str, n: usize, edit: impl Fn(&str) -> String) -> String {
    let at = drawing.match_indices("BT ").nth(n).unwrap().0;
    // A label starts with the operator that sets its colour, if there is one.
    let line = drawing[..at].trim_end_matches('\n').rfind('\n').map_or(0, |i| i + 1);
    let start = if drawing[line..at].ends_with("g\n") { line } else { at };
    let end = at + drawing[at..].find(" ET\n").unwrap() + 4;
    format!("{}{}{}", &drawing[..start], edit(&drawing[start..end]), &drawing[end..])
}

const CARD: &str = "movement/7";

/// A box for cards.
static BOX: LazyLock<Made> = LazyLock::new(|| {
    make("mine", "[[box]]\ninside = \"66 x 91 x 20mm\"\nground = [{ fill = \"navy\" }]\n", "a4")
});

/// Judges the box with the drawings of one kind moved to the right by `by` mm.
fn box_with_moved(name: &str, by: f64) -> Verdict {
    changed(&BOX, 1, |text| each(text, name, |drawing| moved(drawing, by, 0.0)))
}

/// A box that is larger than a sheet, and is therefore divided into parts.
static PARTS: LazyLock<Made> = LazyLock::new(|| {
    let keys = "kind = \"sleeve\"\ninside = \"200 x 300 x 60mm\"\nground = [{ fill = \"navy\" }]\n";
    make("mine", &format!("[[box]]\n{keys}"), "iso")
});

/// Makes a drawing on an upright sheet of A3 half as wide. The middle of the sheet stays in its place.
fn half_as_wide(drawing: &str) -> String {
    let (head, rest) = drawing.split_once('\n').unwrap();
    let (body, end) = rest.rsplit_once("EMC").unwrap();
    format!("{head}\nq .5 0 0 1 {:.3} 0 cm\n{body}Q\nEMC{end}", pt(297.0 / 4.0))
}

pub const WRONGS: super::Wrongs = wrongs![
    "a part of a box cut out at half its width", "HX456", 1, "a panel of `box` is on none of its", &["HX449", "HX450", "HX455", "HX441", "HX442"],
        changed(&PARTS, 1, |text| each(text, "cut", half_as_wide));
    "a part of a box without its strip for glue", "HX455", 2, "the glue areas of box-b/1", &[],
        changed(&PARTS, 2, |text| each(text, "glue", |_| String::new()));
    "a part of a box without its folds", "HX455", 2, "the folds of box-b/1", &[],
        changed(&PARTS, 2, |text| each(text, "crease", |_| String::new()));
    "a part of a box that is missing", "HX451", 2, "`box-b` lacks piece 1", &["HX450", "HX452"],
        changed(&PARTS, 2, |text| each(text, "box-b/1", |_| String::new()));
    "the folds of a box moved by 0.3 mm", "HX455", 1, "a fold of box/1 differs", &[], box_with_moved("crease", 0.3);
    "the slits of a box moved by 0.3 mm", "HX455", 1, "a slit of box/1 differs", &[], box_with_moved("slit", 0.3);
    "the glue areas of a box moved by 9 mm", "HX455", 1, "the glue areas of box/1", &[], box_with_moved("glue", 9.0);
    "a box without its folds", "HX455", 1, "the folds of box/1", &[],
        changed(&BOX, 1, |text| each(text, "crease", |_| String::new()));
    "a crop mark moved by 0.2 mm", "HX448", 2, "0.20 mm apart", &["HX449"],
        marks(|n, [a, b, c, d]| if n == 0 { [a + pt(0.2), b, c + pt(0.2), d] } else { [a, b, c, d] });
    "another crop mark moved by 0.5 mm", "HX448", 2, "apart", &["HX449"],
        marks(|n, [a, b, c, d]| if n == 3 { [a - pt(0.5), b, c - pt(0.5), d] } else { [a, b, c, d] });
    "a crop mark askew", "HX448", 2, "slanted", &["HX449"],
        marks(|n, [a, b, c, d]| if n == 0 { [a, b, c + pt(0.2), d] } else { [a, b, c, d] });
    "a crop mark that extends 0.5 mm into a card", "HX447", 2, "mm into movement/", &[],
        marks(|n, [a, b, c, d]| if n == 2 { [a, b - pt(1.5), c, d] } else { [a, b, c, d] });
    "a crop mark that extends across two cards", "HX447", 2, "mm into movement/", &[],
        marks(|n, [a, b, c, d]| if n == 4 { [a, b - pt(100.0), c, d] } else { [a, b, c, d] });
    "both marks of a cut moved by 0.3 mm", "HX449", 2, "movement/", &["HX450"],
        marks(|n, [a, b, c, d]| if n == 2 || n == 3 { [a + pt(0.3), b, c + pt(0.3), d] } else { [a, b, c, d] });
    "all cuts 1 % too close together", "HX449", 2, "movement/", &["HX450", "HX447"],
        marks(|_, [a, b, c, d]| if (a - c).abs() < 0.01 { [a * 0.99 + 4.2, b, c * 0.99 + 4.2, d] } else { [a, b, c, d] });
    "a card moved by 3 mm", "HX450", 2, "movement/1", &[], card("movement/1", |d| moved(d, 0.0, -5.0));
    "a card moved to the side until its words cross the cut", "HX450", 2, "movement/7", &[], card(CARD, |d| moved(d, 8.0, 0.0));
    "a card removed", "HX451", 2, "piece 7", &[], card(CARD, |_| String::new());
    "the first card removed", "HX451", 2, "piece 1", &[], card("movement/1", |_| String::new());
    "the last card removed", "HX451", 2, "piece 18", &[], card("movement/18", |_| String::new());
    "a card with the number of another card", "HX451", 2, "piece 7", &["HX450"],
        changed(&THING, 2, |text| text.replace("(movement/7)", "(movement/8)"));
    "a card with a number that no card of the game has", "HX452", 2, "movement/40", &["HX451"],
        changed(&THING, 2, |text| text.replace("(movement/7)", "(movement/40)"));
    "a word moved out of its card", "HX450", 2, "TWO WEST", &["HX422"], card(CARD, |d| text_of(d, 0, |t| format!("q 1 0 0 1 0 {:.3} cm\n{t}Q\n", pt(5.5))));
    "a word moved onto another word", "HX422", 2, "overlap", &[],
        card(CARD, |d| text_of(d, 0, |t| format!("q 1 0 0 1 {:.3} {:.3} cm\n{t}Q\n", pt(-8.0), pt(-6.0))));
    "a word in 4 points", "HX424", 2, "4.0 pt", &[], card(CARD, |d| text_of(d, 0, |t| t.replace(" 9 Tf", " 4 Tf")));
    "a word in 4.8 points", "HX424", 2, "4.8 pt", &[], card(CARD, |d| text_of(d, 1, |t| t.replace(" 9 Tf", " 4.8 Tf")));
    "a word in pale blue on white", "HX425", 2, "#99CCFF", &[], card(CARD, |d| text_of(d, 2, |t| t.replace(".122 .227 .478 rg", ".6 .8 1 rg")));
    "white words on white paper", "HX425", 2, "contrast of 1.0", &[], card(CARD, |d| text_of(d, 2, |t| t.replace(".122 .227 .478 rg", "1 1 1 rg")));
    "a page of cards printed at 97 %", "HX445", 2, "48.50", &["HX449"], changed(&THING, 2, |text| {
        let (x, y) = (pt(148.5) * 0.03, pt(105.0) * 0.03);
        format!("q .97 0 0 .97 {x:.3} {y:.3} cm\n{text}\nQ\n")
    });
    "a page of cards printed at 103 %", "HX445", 2, "51.50", &["HX449", "HX442", "HX441"], changed(&THING, 2, |text| {
        let (x, y) = (pt(148.5) * -0.03, pt(105.0) * -0.03);
        format!("q 1.03 0 0 1.03 {x:.3} {y:.3} cm\n{text}\nQ\n")
    });
    "a page of cards shifted by 6 mm", "HX442", 2, "margin", &["HX441"],
        changed(&THING, 2, |text| format!("q 1 0 0 1 0 {:.3} cm\n{text}\nQ\n", pt(6.0)));
    "a banknote removed", "HX451", 3, "piece 5", &[], changed(&THING, 3, |text| each(text, "pounds/5", |_| String::new()));
    "a banknote moved by 5 mm", "HX450", 3, "pounds/5", &[], changed(&THING, 3, |text| each(text, "pounds/5", |d| moved(d, 5.0, 0.0)));
    "a tile's outline moved by 0.3 mm onto the next tile", "HX446", 1, "overlap", &[],
        outline(&TILES, 1, 0, |x, y| format!("q 1 0 0 1 {:.3} {y:.3} cm\n", x + pt(0.3)));
    "a tile's outline moved down by 0.5 mm", "HX446", 1, "overlap", &[],
        outline(&TILES, 1, 5, |x, y| format!("q 1 0 0 1 {x:.3} {:.3} cm\n", y - pt(0.5)));
    "a tile's outline 0.5 % too large", "HX449", 1, "pieces/1 ", &["HX446"], outline(&TILES, 1, 0, |x, y| format!("q 1.005 0 0 1.005 {x} {y} cm\n"));
    "a tile's outline 1 % too small", "HX449", 1, "pieces/1 ", &[], outline(&TILES, 1, 0, |x, y| format!("q .99 0 0 .99 {x} {y} cm\n"));
    "a tile's outline turned by 1°", "HX449", 1, "rotated", &["HX446"],
        outline(&TILES, 1, 0, |x, y| format!("q .99985 .01745 -.01745 .99985 {x} {y} cm\n"));
    "a tile's outline 1 % too wide", "HX449", 1, "not a regular", &["HX446"], outline(&TILES, 1, 0, |x, y| format!("q 1.01 0 0 1 {x} {y} cm\n"));
    "a tile without an outline", "HX449", 1, "has no cut around it", &["HX442", "HX441"], outline(&TILES, 1, 3, |_, _| "q 0 0 0 0 0 0 cm\n".to_owned());
    "a cut line 0.5 mm away from all tiles", "HX453", 1, "0.50 mm from", &[], line_moved(|all| all[all.len() - 1], 0.5);
    "a cut line through a row of tiles", "HX447", 1, "0.50 mm inside", &["HX453"], line_moved(|all| all[all.len() / 2], 0.5);
    "an outline for scissors 0.5 mm too near to the next one", "HX454", 1, "3.5", &[],
        outline(&APART, 1, 0, |x, y| format!("q 1 0 0 1 {x:.3} {:.3} cm\n", y - pt(0.5)));
    "a registration mark moved by 0.2 mm", "HX458", 1, "0.20 mm out of place", &[], registration(1, |d| moved(d, 0.2, 0.0));
    "a registration mark removed", "HX458", 1, "bottom left corner has no", &[], registration(2, |_| String::new());
    "a registration mark 5 % too large", "HX458", 1, "out of place", &[], registration(0, |d| larger(d, 1.05));
    "a card moved into the corner of a registration mark", "HX458", 1, "near the registration mark", CARD_MOVED,
        changed(&MARKED, 1, |text| each(text, "deck/1", |d| moved(d, -15.0, -6.0)));
    "a tile removed, its outline left", "HX451", 1, "piece 3", &[], tile("pieces/3", |_| String::new());
    "a tile's drawing 5 mm away from its outline", "HX450", 1, "pieces/3", &[], tile("pieces/3", |d| moved(d, 5.0, 0.0));
    "a tile drawn twice", "HX452", 1, "2 times", &["HX449", "HX450", "HX441", "HX442"], changed(&TILES, 1, |text| {
        let (start, end) = span(text, "pieces/1", 0);
        let far = moved(&text[start..end], -18.0, -26.0);
        let (_, last) = span(text, "pieces/20", 0);
        format!("{}{far}{}", &text[..last], &text[last..])
    });
    "a disc's outline 0.4 mm too large", "HX482", 2, "discs/1 ", &[], outline(&DISCS, 2, 0, |x, y| format!("q 1.015 0 0 1.015 {x} {y} cm\n"));
    "all discs 2 % too small", "HX482", 2, "76%", &["HX450"],
        changed(&DISCS, 2, |text| each(text, "cut", |d| d.replace("q 1 0 0 1 ", "q .98 0 0 .98 ")));
    "a disc's outline moved by 0.4 mm", "HX450", 2, "discs/10", &[], outline(&DISCS, 2, 9, |x, y| format!("q 1 0 0 1 {:.3} {y} cm\n", x + pt(0.4)));
    "a disc removed", "HX451", 2, "piece 26", &[], changed(&DISCS, 2, |text| each(text, "discs/26", |_| String::new()));
    "a side of a board in almost the colour of another side", "HX492", 1, "sides", &[],
        changed(&DISCS, 1, |text| {
            let (start, end) = span(text, "board/side:right", 0);
            format!("{}{}{}", &text[..start], text[start..end].replace(".173 g", ".96 .96 .96 rg"), &text[end..])
        });
];
