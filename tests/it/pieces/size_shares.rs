//! Tests of pieces whose size is a percentage of the cells of a board. The board is fitted to its
//! sheet.

use hexpress::find::{Disc, Polygon, discs, polygons, rectangles};
use hexpress::read::Page;

use crate::support::measure::{id, same_length};
use crate::support::run::Run;

/// A board that is fitted to its sheet, and discs, hexagons and squares whose sizes are percentages
/// of its cells.
const LAYOUT: &str = r#"
[game]
share = false

[[board]]
name  = "field"
sheet = "SHEET"
print = PRINT
cells = "pointy-top"
fit   = "largest"
shape = "rhombus 7 x 7"
names = "hex"
show-names = "outside"
bottom-line = "seven by seven"

[board.sides]
colours = ["red", "blue", "red", "blue"]

[[counters]]
across = "80% of field"
face   = [{ fill = "red" }]

[[tiles]]
cells  = "flat-top"
across = "100% of field"
face   = [{ fill = "red" }]

[[counters]]
name   = "crates"
shape  = "square"
across = "50% of field"
face   = [{ box = "100% x 100%", fill = "red" }]
"#;

/// Builds this layout with these options and returns its pages.
fn pages(sheet: &str, print: u32, paper: &str, more: &[&str]) -> Vec<Page> {
    let layout = LAYOUT.replace("SHEET", sheet).replace("PRINT", &print.to_string());
    let args = ["build", "x.toml", "--paper", paper, "--one-file"].into_iter().chain(more.iter().copied());
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().run();
    ran.pdf(&format!("output/x-{paper}.pdf")).pages
}

fn disc(page: &Page) -> f64 {
    discs(page).first().map(|disc: &Disc| disc.radius * 2.0).unwrap()
}

fn hexagon(page: &Page, part: &str) -> f64 {
    let own = |h: &&Polygon| id(&page.items[h.item]).contains(part);
    polygons(page, 6).iter().find(own).map(Polygon::across_flats).unwrap()
}

fn square(page: &Page) -> f64 {
    rectangles(page).into_iter().find(|r| id(&page.items[r.item]).starts_with("crates/")).unwrap().width
}

#[test]
fn they_are_that_share_of_the_cells_on_the_board() {
    for paper in ["iso", "us"] {
        for sheet in ["large", "small"] {
            let pages = pages(sheet, 1, paper, &[]);
            let [board, counters, tiles, crates] = &pages[..] else { panic!("{} pages", pages.len()) };
            // The size of a cell is a whole number of hundredths of a millimetre.
            let across = (hexagon(board, "field/cell:") * 100.0).round() / 100.0;
            assert!(across > 12.0, "{paper} {sheet}: {across}");
            let share = |percent: f64| (across * percent).round() / 100.0;
            let what = format!("{paper} {sheet}");
            same_length(disc(counters), share(80.0), &what);
            same_length(hexagon(tiles, "tiles/"), share(100.0), &what);
            same_length(square(crates), share(50.0), &what);
        }
    }
}

/// Pieces keep their size if they are printed without the board, on smaller paper, or with a board
/// that is not printed.
#[test]
fn they_do_not_depend_on_whether_the_board_is_printed() {
    let whole = pages("small", 1, "iso", &[]);
    let (big, small, piece) = (disc(&whole[1]), hexagon(&whole[2], "tiles/"), square(&whole[3]));
    for (print, paper, more) in [
        (1, "iso", &["--only", "counters", "--only", "tiles", "--only", "crates"][..]),
        (0, "iso", &[]),
        (0, "a5", &[]),
        (1, "a3", &["--only", "counters", "--only", "tiles", "--only", "crates"]),
    ] {
        let pages = pages("small", print, paper, more);
        assert_eq!(pages.len(), 3, "{paper} {more:?}");
        same_length(disc(&pages[0]), big, "a disc");
        same_length(hexagon(&pages[1], "tiles/"), small, "a tile");
        same_length(square(&pages[2]), piece, "a square");
    }
    // A different margin changes the size of the board, and so the size of the pieces.
    let wide = pages("small", 1, "iso", &["--margin", "12mm"]);
    let across = (hexagon(&wide[0], "field/cell:") * 100.0).round() / 100.0;
    same_length(disc(&wide[1]), (across * 80.0).round() / 100.0, "a disc with wide margins");
    assert!(disc(&wide[1]) < big - 0.5);
}

#[test]
fn the_ticket_says_how_large_they_are() {
    let layout = LAYOUT.replace("SHEET", "small").replace("PRINT", "1");
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    let output = format!("1 disc, {} mm across", (disc(&pages[1]) * 100.0).round() / 100.0);
    assert!(ran.stdout.contains(&output), "{output} is not in {}", ran.stdout);
}
