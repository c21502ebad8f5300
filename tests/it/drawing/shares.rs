//! Tests of lengths that are shares: percentages of a cell or of a piece. The tests measure the finished
//! file.

use hexpress::find::polygons;
use hexpress::read::{Item, ItemKind, Page, Stroke};

use crate::check::bench::{Made, make};
use crate::support::measure::{id, same_length, texts};
use crate::support::run::Run;

/// A board that uses percentages for all lengths that can be percentages.
const BOARD: &str = r##"
[[board]]
name = "field"
sheet = "small"
cells = "pointy-top"
fit   = "largest"
shape = "hexhex 3"
names = "lines"
show-names = "inside"
names-font = "bold 9%"
names-at   = "0 -32%"
names-halo = "2% white"
line  = "3% black"
rim   = "8% sienna"
cell  = { label = "ab", fill = "#FAF3E2" }
plate = { margin = "20%", line = "5% sienna", round = "10%", around = "all" }
head  = { height = "40%", draw = [{ text = "Field", font = "bold 60%" }] }
[board.labels]
at = "0 15%"
font = "bold 20%"
shrink = "10%"
halo = "2% white"
[board.at]
"a1" = { line = "6% navy" }
"c3|c4" = { line = "5% firebrick" }
"a1 a2" = { road = "7% steelblue" }
"e5 e3" = { leap = "4% teal" }
"##;

/// Returns a layout with each percentage of a cell replaced by a length in mm. `cell` is the size of a cell
/// in mm.
fn in_mm(layout: &str, cell: f64) -> String {
    let mut text = String::new();
    for (number, part) in layout.split('%').enumerate() {
        if number > 0 && layout.split('%').count() != number {
            let from = text.rfind(|c: char| c != '.' && c != '-' && !c.is_ascii_digit()).unwrap() + 1;
            let share: f64 = text[from..].parse().unwrap();
            text.truncate(from);
            // The size of the title is a percentage of the strip above the board, and not of a cell.
            text.push_str(&if share == 60.0 {
                "60%".to_owned()
            } else {
                format!("{:.6}mm", share * cell / 100.0)
            });
        }
        text.push_str(part);
    }
    text
}

fn page(made: &Made) -> Page {
    hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0)
}

fn clean(made: &Made, what: &str) {
    let verdict = made.judge(&made.pdf);
    assert!(verdict.faults.is_empty(), "{what}: {:?}", verdict.faults);
}

/// Returns the distance between two opposite sides of a cell, in mm.
fn across(page: &Page) -> f64 {
    let own = |item: &Item| id(item).starts_with("field/cell:");
    polygons(page, 6).iter().find(|cell| own(&page.items[cell.item])).unwrap().across_flats()
}

/// Returns the width of the first line of this colour in drawings whose id begins with `start`.
fn width(page: &Page, start: &str, colour: [u8; 3]) -> f64 {
    let stroke = |item: &Item| -> Option<Stroke> {
        match &item.kind {
            ItemKind::Path { stroke, .. } => stroke.as_deref().cloned(),
            _ => None,
        }
    };
    let own = page.items.iter().filter(|item| id(item).starts_with(start)).filter_map(stroke);
    own.filter(|stroke| stroke.colour.0 == colour).map(|stroke| stroke.width).next().unwrap()
}

#[test]
fn lengths_of_a_board_are_shares_of_its_cells() {
    for paper in ["iso", "us"] {
        for sheet in ["small", "large"] {
            let made = make("x", &BOARD.replace("small", sheet), paper);
            clean(&made, paper);
            let page = page(&made);
            let cell = across(&page);
            let share = |got: f64, percent: f64, what: &str| {
                same_length(got, cell * percent / 100.0, &format!("{paper} {sheet} {what}"));
            };
            share(width(&page, "field/cell:", [0; 3]), 3.0, "line");
            share(width(&page, "field/cell:", [0, 0, 0x80]), 6.0, "line of a cell");
            share(width(&page, "field/edge-line", [0xB2, 0x22, 0x22]), 5.0, "line of an edge");
            share(width(&page, "field/road:1", [0x46, 0x82, 0xB4]), 7.0, "road");
            share(width(&page, "field/road:2", [0, 0x80, 0x80]), 4.0, "leap");
            share(width(&page, "field/plate", [0xA0, 0x52, 0x2D]), 5.0, "plate");
            let labels: Vec<_> = texts(&page).filter(|(_, text)| text.string == "ab").collect();
            assert!(labels.len() >= 19, "{}", labels.len());
            let sizes = labels.iter().map(|(_, text)| text.size).fold(f64::INFINITY, f64::min);
            // The sizes of letters are rounded in the file.
            assert!((sizes - cell * 0.2).abs() < 0.004, "{sizes} {cell}");
            let name = texts(&page).find(|(_, text)| text.string == "a1").unwrap().1.size;
            assert!((name - cell * 0.09).abs() < 0.004, "{name} {cell}");
        }
    }
}

/// Shares and lengths in mm give the same drawings. With `fit`, the cells of both layouts become equally
/// large.
#[test]
fn shares_are_as_good_as_lengths() {
    let shares = make("x", BOARD, "iso");
    let cell = across(&page(&shares));
    let plain = make("x", &in_mm(BOARD, cell), "iso");
    let other = across(&page(&plain));
    assert!((cell - other).abs() <= 0.011, "{cell} {other}");
    let sized = BOARD.replace("fit   = \"largest\"", "across = \"24mm\"");
    let in_mm = in_mm(&sized, 24.0);
    let [one, two] = [sized, in_mm].map(|layout| page(&make("x", &layout, "iso")));
    assert_eq!(one.items.len(), two.items.len());
    for (a, b) in one.items.iter().zip(&two.items) {
        let (a, b) = (a.painted_bounds.unwrap_or_default(), b.painted_bounds.unwrap_or_default());
        same_length(a.x0, b.x0, "left");
        same_length(a.width(), b.width(), "width");
        same_length(a.y1, b.y1, "bottom");
    }
}

#[test]
fn a_board_with_shares_is_built_again_and_in_black() {
    let ran = Run::new().file("x.toml", BOARD).args(["build", "x.toml"]).any_stderr().run();
    let first = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("y.pdf", &first).args(["build", "y.pdf"]).any_stderr().run();
    let files = again.folder.all();
    let built = files.iter().find(|name| name.ends_with("-iso.pdf")).unwrap();
    assert!(again.bytes(built) == first);
    let black = ["build", "x.toml", "--ink", "black"];
    let ran = Run::new().file("x.toml", BOARD).args(black).checked().any_stderr().run();
    assert!(ran.stdout.contains("clean"), "{}{}", ran.stdout, ran.stderr);
}

/// Builds a poster of a board whose lengths are percentages of a cell, and pieces whose size is a percentage
/// of the same cells.
#[test]
fn pieces_and_posters_have_the_cells_of_the_board() {
    let pieces = "[[counters]]\nacross = \"50% of field\"\nface = [{ fill = \"tan\" }]\n";
    let layout = format!("{}{pieces}", BOARD.replace("fit   = \"largest\"", "across = \"60mm\""));
    for paper in ["iso", "us"] {
        clean(&make("x", &layout, paper), paper);
        clean(&make("x", &format!("{BOARD}{pieces}"), paper), paper);
    }
}

/// The positions of points are shares of a cell, so a board with larger cells is larger.
#[test]
fn points_are_at_shares_of_their_cells() {
    for cell in [12.0, 18.0] {
        let layout = format!(
            "[[board]]\nname = \"field\"\nsheet = \"small\"\nacross = \"{cell}mm\"\nlines = \"5% black\"\n\
             arrows = \"25%\"\nlinks = \"next\"\npoints = [\"0 -200%\", \"150 100%\", \"-150 100%\"]\n"
        );
        for paper in ["iso", "us"] {
            let made = make("x", &layout, paper);
            clean(&made, paper);
            let page = page(&made);
            let middle = |hex: &str| {
                let own = |item: &&Item| id(item) == format!("field/cell:{hex}");
                page.items.iter().filter(own).find_map(|item| item.painted_bounds).unwrap().center()
            };
            let steps = |percent: f64| (percent * cell).round() as i64;
            let top = middle(&format!("0,{}", steps(-200.0)));
            let right = middle(&format!("{},{}", steps(150.0), steps(100.0)));
            same_length(right.x - top.x, 1.5 * cell, "across");
            same_length(right.y - top.y, 3.0 * cell, "down");
        }
    }
}

/// A counter that is half as large as a cell covers texts in the middle of the cell, and no other
/// texts.
#[test]
fn labels_are_clear_of_a_share_of_the_cell() {
    let board = |at: &str| {
        format!(
            "[[board]]\nname = \"field\"\nsheet = \"small\"\ncells = \"square\"\nfit = \"largest\"\nshape = \"rectangle 4 x 4\"\n\
             cell = {{ label = \"ab\" }}\n[board.labels]\nat = \"{at}\"\nfont = \"10%\"\nclear-of = \"50%\"\n"
        )
    };
    clean(&make("x", &board("0 35%"), "iso"), "below the counter");
    let made = make("x", &board("0 20%"), "iso");
    let faults = made.judge(&made.pdf).faults;
    assert!(faults.iter().all(|fault| fault.code.to_string() == "HX423") && faults.len() == 16, "{faults:?}");
}

/// The corners of a piece and the space between columns of text can be percentages of the piece.
#[test]
fn corners_and_gutters_are_shares_of_a_piece() {
    let card = |round: &str, gutter: &str| {
        format!(
            "[[cards]]\nsize = \"60 x 80mm\"\nround = \"{round}\"\nrows = [{{ name = \"Ann\" }}]\nface = [{{ text = \"one two three four five six\", \
             size = \"80% x 40%\", font = \"10pt\", columns = 2, gutter = \"{gutter}\" }}]\n"
        )
    };
    let [one, two] = [card("10%", "5%"), card("6mm", "3mm")].map(|layout| page(&make("x", &layout, "iso")));
    assert_eq!(one.items.len(), two.items.len());
    for (a, b) in one.items.iter().zip(&two.items) {
        assert_eq!(a.painted_bounds.map(|rect| rect.x0), b.painted_bounds.map(|rect| rect.x0));
    }
}
