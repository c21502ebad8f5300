//! Tests of boards that are cut out of their sheets: `trim`, `bleed` and `safe`. The tests measure the
//! finished file.

use hexpress::read::{Document, Item, ItemKind, Page};
use kurbo::Rect;

use crate::support::measure::{covers, cuts, same_length};
use crate::support::run::{Ran, Run, program};

/// Returns the layout of a board of 8 x 6 squares, with `keys` added to its table.
fn layout(keys: &str) -> String {
    format!(
        "[game]\ntitle = \"Cut\"\n[[board]]\nsheet = \"small\"\ncells = \"square\"\nshape = \"rectangle 8 x 6\"\n\
         cell = {{ fill = \"#F4EBD9\" }}\nline = \"0.3mm #8A6A4A\"\n{keys}\n"
    )
}

const GROUND: &str = "under = [{ fill = \"#2F5D8A\" }]";

fn build(layout: &str) -> Ran {
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4"]).run()
}

fn built(layout: &str) -> Document {
    build(layout).pdf("output/x-a4.pdf")
}

fn filled(page: &Page, colour: [u8; 3]) -> impl Iterator<Item = &Item> {
    let is_of =
        move |item: &&Item| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == colour);
    page.items.iter().filter(is_of)
}

/// Returns the box around everything on a page that is filled with this colour.
fn drawn(page: &Page, colour: [u8; 3]) -> Rect {
    filled(page, colour).map(covers).reduce(|a, b| a.union(b)).unwrap()
}

/// Returns the box that the crop marks of a page show. The page is cut along the edges of this box.
fn marked(page: &Page) -> Rect {
    let (xs, ys) = cuts(page);
    assert_eq!((xs.len(), ys.len()), (2, 2), "{xs:?} {ys:?}");
    Rect::new(xs[0], ys[0], xs[1], ys[1])
}

const BLUE: [u8; 3] = [0x2F, 0x5D, 0x8A];
const LINEN: [u8; 3] = [0xF4, 0xEB, 0xD9];

fn same_box(got: Rect, expected: Rect, what: &str) {
    for (got, expected) in
        [(got.x0, expected.x0), (got.y0, expected.y0), (got.x1, expected.x1), (got.y1, expected.y1)]
    {
        same_length(got, expected, what);
    }
}

#[test]
fn the_trim_is_cut_and_the_ground_continues_into_the_bleed() {
    for bleed in [0.0, 3.0, 18.0] {
        let keys = format!("trim = \"160 x 120mm\"\nbleed = \"{bleed}mm\"\nacross = \"15mm\"\n{GROUND}");
        let pdf = built(&layout(&keys));
        let page = &pdf.pages[0];
        let trim = marked(page);
        same_length(trim.width(), 160.0, "width");
        same_length(trim.height(), 120.0, "height");
        same_box(drawn(page, BLUE), trim.inflate(bleed, bleed), "ground");
        // The cells are in the middle of the board.
        let cells = drawn(page, LINEN);
        same_length(cells.center().x, trim.center().x, "across");
        same_length(cells.center().y, trim.center().y, "down");
        same_length(cells.width(), 120.0, "cells");
    }
}

/// The cells at the cut continue into the bleed, also in the corners.
#[test]
fn cells_at_the_cut_have_bleed() {
    let pdf = built(&layout("trim = \"160 x 120mm\"\nbleed = \"3mm\"\nfit = \"largest\""));
    let page = &pdf.pages[0];
    let trim = marked(page);
    same_box(drawn(page, LINEN), trim.inflate(3.0, 3.0), "cells");
    let corner = trim.inflate(2.0, 2.0).origin();
    assert!(filled(page, LINEN).any(|item| covers(item).contains(corner)));
}

#[test]
fn without_a_trim_the_board_is_as_large_as_the_sheet_allows() {
    let pdf = built(&layout(&format!("bleed = \"3mm\"\nfit = \"largest\"\n{GROUND}")));
    let page = &pdf.pages[0];
    let trim = marked(page);
    // The trim is 12.35 mm inside the sheet: 6.35 mm for the margin, 3 mm for the marks, and 3 mm for the
    // bleed.
    same_box(trim, page.media.inflate(-12.35, -12.35), "trim");
    same_box(drawn(page, BLUE), trim.inflate(3.0, 3.0), "ground");
}

#[test]
fn cells_stay_out_of_the_safe_zone() {
    let keys =
        format!("trim = \"160 x 120mm\"\nbleed = \"3mm\"\nsafe = \"6mm\"\nfit = \"largest\"\n{GROUND}");
    let pdf = built(&layout(&keys));
    let page = &pdf.pages[0];
    let (trim, cells) = (marked(page), drawn(page, LINEN));
    assert!(cells.y0 >= trim.y0 + 6.0 && cells.x0 >= trim.x0 + 6.0, "{cells:?} in {trim:?}");
}

/// The texts of elements and the names of cells must be inside the safe zone.
#[test]
fn words_in_the_safe_zone_are_reported() {
    let board =
        |more: &str| layout(&format!("trim = \"160 x 120mm\"\nsafe = \"4mm\"\nacross = \"19.5mm\"\n{more}"));
    for (more, message) in [
        ("draw = [{ text = \"Edge\", at = \"top\", inset = \"1mm\", font = \"9pt\" }]", "this text is "),
        ("names = \"chess\"\nshow-names = \"inside\"\nnames-at = \"top-left\"", "on the board is "),
    ] {
        let ran =
            Run::new().file("x.toml", board(more)).args(["build", "x.toml"]).any_stderr().status(2).run();
        assert!(
            ran.stderr.contains(message) && ran.stderr.contains("must stay 4 mm inside it"),
            "{}",
            ran.stderr
        );
    }
}

/// A board that is larger than its sheet is a poster. Its outermost sheets have the bleed.
#[test]
fn a_poster_has_its_bleed() {
    let keys = format!("trim = \"320 x 240mm\"\nbleed = \"5mm\"\nacross = \"38mm\"\n{GROUND}");
    let pdf = built(&layout(&keys));
    assert_eq!(pdf.pages.len(), 2);
    // Each sheet shows three edges of the board. At these edges, the background extends 5 mm beyond the cut.
    for page in &pdf.pages {
        let (xs, ys) = cuts(page);
        let ground = drawn(page, BLUE);
        let is_at = |cut: f64, ends: [f64; 2]| ends.iter().any(|end| ((cut - end).abs() - 5.0).abs() < 0.01);
        assert!(xs.iter().any(|x| is_at(*x, [ground.x0, ground.x1])), "{xs:?} {ground:?}");
        assert!(ys.iter().any(|y| is_at(*y, [ground.y0, ground.y1])), "{ys:?} {ground:?}");
    }
}

/// Pieces may be on the sheet of a board that is cut out.
#[test]
fn pieces_share_the_sheet_of_a_board() {
    let keys =
        format!("trim = \"160 x 120mm\"\nbleed = \"3mm\"\nacross = \"15mm\"\nstock = \"card\"\n{GROUND}");
    let men = "[[counters]]\nname = \"men\"\nacross = \"15mm\"\ncopies = 6\nstock = \"card\"\nshare = true\n\
               face = [{ fill = \"#A8452C\" }]\n";
    let ran = build(&(layout(&keys) + men));
    let pdf = ran.pdf("output/x-a4.pdf");
    let page = &pdf.pages[0];
    let bled = drawn(page, BLUE);
    let men: Vec<Rect> = filled(page, [0xA8, 0x45, 0x2C]).map(covers).collect();
    assert_eq!((pdf.pages.len(), men.len()), (1, 6));
    for man in men {
        assert!(man.intersect(bled.inflate(3.0, 3.0)).is_zero_area(), "{man:?} {bled:?}");
    }
    let output = program(&["check", "output/x-a4.pdf", "--against", "x.toml"], ran.folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
}

/// With `--each piece`, the picture of the board ends at the cut. With `--bleed`, it includes the bleed.
#[test]
fn pictures_end_at_the_cut() {
    let text = layout(&format!("trim = \"160 x 120mm\"\nbleed = \"3mm\"\nacross = \"15mm\"\n{GROUND}"));
    for (option, size) in [(&[][..], (630, 472)), (&["--bleed"][..], (654, 496))] {
        let args = ["build", "x.toml", "--format", "png", "--each", "piece", "--dpi", "100"]
            .iter()
            .chain(option)
            .copied();
        let ran = Run::new().file("x.toml", &text).args(args).run();
        let file = ran.folder.files().into_iter().find(|file| file.ends_with("board.png")).unwrap();
        let picture = crate::formats::png::decoded(&ran.bytes(&file));
        assert_eq!((picture.wide, picture.high), size);
        assert_eq!(picture.at(0, 0), [0x2F, 0x5D, 0x8A, 255]);
    }
}
