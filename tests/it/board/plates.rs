//! Tests of the plate, which is a filled area below a board. The key `around` says what the plate encloses:
//! the cells, the names or everything.

use hexpress::read::Page;
use kurbo::{Rect, Shape};

use crate::support::measure::{id, inside, paths, same_length, texts};
use crate::support::run::Run;

const MARGIN: f64 = 6.0;
const LINE: f64 = 1.0;

fn layout(around: &str, size: &str) -> String {
    format!(
        "[game]\ntitle = \"Island\"\n[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\n{size}\nshape = \"hexhex 3\"\n\
         names = \"hex\"\nshow-names = \"outside\"\ncell = {{ fill = \"ivory\" }}\nline = \"0.4mm black\"\n\
         head = {{ height = \"14mm\", draw = [{{ text = \"{{{{ title }}}}\", font = \"bold 20pt\" }}] }}\n\
         plate = {{ around = \"{around}\", margin = \"{MARGIN}mm\", fill = \"linen\", line = \"{LINE}mm sienna\", round = \"3mm\" }}\n"
    )
}

/// Returns the box around all paths whose id contains `part`.
fn boxes(page: &Page, part: &str) -> Rect {
    let own = paths(page).filter(|(item, _)| id(item).contains(part)).map(|(_, path)| path.bounding_box());
    own.reduce(|a, b| a.union(b)).unwrap()
}

/// Returns the box around all texts that `is_meant` accepts.
fn words(page: &Page, is_meant: impl Fn(&str) -> bool) -> Rect {
    let own_texts = texts(page).filter(|(item, text)| is_meant(&text.string) && !id(item).is_empty());
    own_texts.map(|(_, text)| text.outline).reduce(|a, b| a.union(b)).unwrap()
}

#[test]
fn a_plate_encloses_cells_names_or_all() {
    for (around, has_names, has_title) in
        [("cells", false, false), ("names", true, false), ("all", true, true)]
    {
        for size in ["fit = \"largest\"", "across = \"16mm\""] {
            for (paper, ink) in [("iso", "full"), ("us", "black")] {
                let args = ["build", "x.toml", "--paper", paper, "--ink", ink];
                let run = Run::new().file("x.toml", layout(around, size)).checked().args(args);
                let ran = run.any_stderr().run();
                assert!(ran.stdout.contains(": clean"), "{around}: {}{}", ran.stdout, ran.stderr);
                let page = ran.pdf(&format!("output/x-{paper}.pdf")).pages.remove(0);
                let (plate, cells) = (boxes(&page, "/plate"), boxes(&page, "/cell:"));
                // The margin starts at the outer edge of the cell lines.
                let margin = MARGIN + 0.2;
                if around == "cells" {
                    same_length(cells.x0 - plate.x0, margin, "left");
                    same_length(plate.y1 - cells.y1, margin, "below");
                }
                assert!(inside(cells, plate) >= margin - 0.01, "{around} {size}");
                let names = words(&page, |text| text.len() == 1);
                assert_eq!(inside(names, plate) >= MARGIN - 0.01, has_names, "{around} {size}: {names:?}");
                let title = words(&page, |text| text == "Island");
                assert_eq!(inside(title, plate) >= MARGIN - 0.01, has_title, "{around} {size}: {title:?}");
                assert!(title.intersect(plate).area() == 0.0 || has_title, "{around} {size}");
                // Half of the line is outside the plate, and `fit` leaves space for that half.
                let sheet = page.media;
                assert!(
                    inside(plate.inflate(LINE / 2.0, LINE / 2.0), sheet) > 4.0,
                    "{around} {size}: {plate:?}"
                );
            }
        }
    }
}

#[test]
fn a_plate_is_below_everything_and_has_elements() {
    let keys = layout("all", "fit = \"largest\"").replace(
        "round = \"3mm\" }",
        "frame = \"double\", draw = [{ star = \"6mm\", at = \"each corner\", inset = \"3mm\", fill = \"sienna\" }] }",
    );
    let ran = Run::new().file("x.toml", keys).checked().args(["build", "x.toml"]).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{}{}", ran.stdout, ran.stderr);
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let plate = |item: &hexpress::read::Item| id(item).ends_with("/plate");
    let count = page.items.iter().filter(|item| plate(item)).count();
    assert_eq!(count, 6, "the ground, the line inside it, and four stars");
    let last = page.items.iter().rposition(plate).unwrap();
    let first_cell = page.items.iter().position(|item| id(item).contains("/cell:")).unwrap();
    assert!(last < first_cell);
}
