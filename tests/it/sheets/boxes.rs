//! Tests of boxes. The tests read the flat box from the finished file, fold it in three dimensions, and check
//! that its sides meet.

use kurbo::{Line, Point, Rect};

use super::folded_box::{self, FlatBox, SAME_POINT_MM, areas, contains_any, lines, straight};
use crate::check::bench::{each, make, moved};
use crate::support::run::Run;

fn layout(keys: &str) -> String {
    format!("[[box]]\n{keys}\nground = [{{ fill = \"#1F3F5F\" }}]\n")
}

/// Builds a box on a sheet of A3, and folds it.
fn closes(keys: &str, number: usize, inside: [f64; 3], open: usize) {
    let made = make("x", &layout(keys), "a3");
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let glue: Vec<Point> = areas(&page).iter().map(Rect::center).collect();
    let flat = FlatBox::read(&page, number);
    let is_glued: Vec<bool> = flat.panels.iter().map(|panel| contains_any(panel, &glue)).collect();
    folded_box::closes(keys, &flat, &is_glued, inside, open);
}

#[test]
fn boxes_close_when_they_are_folded() {
    for inside in [[66.0, 91.4, 19.2], [60.0, 40.0, 12.0], [91.0, 66.0, 45.0], [30.0, 30.0, 30.0]] {
        let [w, h, d] = inside;
        let size = format!("inside = \"{w} x {h} x {d}mm\"");
        closes(&size, 0, inside, 0);
        closes(&format!("kind = \"sleeve\"\n{size}"), 0, inside, 2);
    }
    closes("kind = \"die\"\ninside = \"16mm\"", 0, [16.0; 3], 0);
    let tray = "kind = \"tray-and-lid\"\ninside = \"60 x 90 x 30mm\"";
    closes(tray, 0, [60.0, 90.0, 30.0], 1);
    closes(tray, 1, [61.5, 91.5, 12.0], 1);
}

/// The template `PokerTuckBox54` of The Game Crafter, in pixels (300 per inch): the centres of its safe
/// zones, the width and height of its panels, and its notch for the thumb. The numbers are those of
/// `layouts/tuck_box.yml` in `andymeneely/squib`.
///
/// The centre of the safe zone on the top, and the size of the whole template, are not compared.
/// `docs/reference/boxes.md` lists these differences.
#[test]
fn a_tuck_box_for_54_poker_cards_agrees_with_a_printed_one() {
    const TEMPLATE: f64 = 0.5;
    let text = format!(
        "[[cards]]\nsize = \"poker\"\ncopies = 54\nface = [{{ fill = \"#C8102E\" }}]\n{}",
        layout("holds = [\"cards\"]\nsheet = \"large\"")
    );
    let made = make("x", &text, "iso");
    let pages = hexpress::read::pdf(&made.pdf).unwrap().pages;
    let page = pages.iter().find(|page| !lines(page, "crease").is_empty()).unwrap();
    let folds: Vec<Line> = lines(page, "crease").iter().map(straight).collect();
    let upright = folds
        .iter()
        .filter(|line| (line.p0.x - line.p1.x).abs() < SAME_POINT_MM && line.p0.distance(line.p1) > 60.0);
    let tall = upright.clone().map(|line| line.p0.distance(line.p1)).fold(0.0, f64::max);
    let mut across: Vec<f64> = upright.clone().map(|line| line.p0.x).collect();
    across.sort_by(f64::total_cmp);
    let [left_of_back, right_of_back, left_of_front, right_of_front] = across[..] else {
        panic!("{across:?}")
    };
    let [top, bottom] = [f64::min, f64::max].map(|of: fn(f64, f64) -> f64| {
        upright.clone().flat_map(|line| [line.p0.y, line.p1.y]).reduce(of).unwrap()
    });
    let outline = folded_box::corners(&lines(page, "cut")[0]);
    let left = outline.iter().map(|point| point.x).fold(f64::INFINITY, f64::min);
    let notch = outline.iter().filter(|point| {
        (left_of_front + 5.0..right_of_front - 5.0).contains(&point.x)
            && (top - SAME_POINT_MM..top + 15.0).contains(&point.y)
    });
    let [notch_left, notch_right] = [f64::min, f64::max]
        .map(|of: fn(f64, f64) -> f64| notch.clone().map(|point| point.x).reduce(of).unwrap());
    let notch_bottom = notch.map(|point| point.y).fold(top, f64::max);
    let lowest = outline.iter().map(|point| point.y).fold(bottom, f64::max);
    let middle = |from: f64, to: f64| f64::midpoint(from, to);
    let back = middle(left_of_back, right_of_back);
    // The middles of safe zones: the left edge plus half of the width, or the top edge plus half of
    // the height.
    for (what, is, pixels) in [
        ("the width of the back", right_of_back - left_of_back, 780.0),
        ("the width of the front", right_of_front - left_of_front, 780.0),
        ("the depth", left_of_front - right_of_back, 229.0),
        ("the height", tall, 1080.0),
        ("from the back to the front", middle(left_of_front, right_of_front) - back, 1322.0 - 313.0),
        (
            "from the back to the right side",
            middle(right_of_back, left_of_front) - back,
            1080.0 + 82.0 - 657.0,
        ),
        ("from the left side to the back", back - middle(left, left_of_back), 657.0 - 77.0 - 82.0),
        ("from the back to the bottom", middle(bottom, lowest) - middle(top, bottom), 1526.0 + 83.5 - 960.5),
        ("the width of the notch", notch_right - notch_left, 1765.0 - 1550.0),
        ("the depth of the notch", notch_bottom - top, 100.0),
    ] {
        let template = pixels / 300.0 * 25.4;
        assert!((is - template).abs() <= TEMPLATE, "{what}: {is} mm, and {template} mm in the template");
    }
}

#[test]
fn the_checker_finds_folds_slits_and_glue_that_were_moved() {
    let made = make("x", &layout("inside = \"66 x 91 x 20mm\""), "a4");
    assert!(made.judge(&made.pdf).faults.is_empty(), "{:?}", made.judge(&made.pdf).faults);
    for name in ["crease", "slit", "glue"] {
        for by in [0.3, 30.0] {
            let pdf = made.edit(1, |text| each(text, name, |drawing| moved(drawing, by, 0.0)));
            let verdict = made.judge(&pdf);
            assert!(
                verdict.faults.iter().any(|fault| fault.code.to_string() == "HX455"),
                "{name} by {by}: {:?}",
                verdict.faults
            );
        }
    }
}

#[test]
fn every_kind_is_clean_on_every_paper_and_in_every_ink() {
    for (kind, inside) in [
        ("tuck", "66 x 91 x 20mm"),
        ("hook", "40 x 60 x 15mm"),
        ("tray-and-lid", "50 x 70 x 20mm"),
        ("sleeve", "66 x 91 x 20mm"),
        ("screen", "120 x 140 x 60mm"),
        ("standee", "40 x 60 x 15mm"),
        ("die", "18mm"),
    ] {
        let text =
            layout(&format!("kind = \"{kind}\"\ninside = \"{inside}\"\nfront = [{{ fill = \"#C8102E\" }}]"));
        for args in [
            &["--paper", "iso"][..],
            &["--paper", "us", "--ink", "black"],
            &["--paper", "a3", "--ink", "low"],
        ] {
            let mut all = vec!["build", "x.toml"];
            all.extend(args);
            let ran = Run::new().file("x.toml", &text).args(all).checked().run();
            assert!(ran.stdout.contains("clean"), "{kind} {args:?}: {}", ran.stdout);
        }
    }
}

#[test]
fn a_box_that_is_larger_than_a_sheet_becomes_a_poster() {
    let text = layout("inside = \"250 x 300 x 60mm\"");
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "a4"]).any_stderr().run();
    assert!(ran.stderr.contains("HX301"), "{}", ran.stderr);
    assert!(ran.stdout.contains("poster"), "{}", ran.stdout);
}

#[test]
fn a_box_takes_the_larger_sheet_only_if_it_does_not_fit_on_the_smaller_one() {
    // The flat sleeve is as wide as two panels and three sides of 20 mm, less 0.5 mm at the glue flap.
    let width = |panel: f64| 2.0 * panel + 3.0 * 20.0 - 0.5;
    for (panel, sheet) in [(97.25, "A4"), (97.3, "A3")] {
        let text = layout(&format!("kind = \"sleeve\"\ninside = \"{panel} x 190 x 20mm\""));
        let ran =
            Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "iso"]).checked().run();
        assert!(ran.stdout.contains(&format!("page of {sheet}")), "{} mm: {}", width(panel), ran.stdout);
    }
}

#[test]
fn the_ticket_says_the_size_of_the_inside() {
    let text = format!(
        "[[cards]]\nsize = \"60 x 90mm\"\ncopies = 10\nface = [{{ fill = \"#C8102E\" }}]\n{}",
        layout("holds = [\"cards\"]\nsleeved = true\nplay = \"1mm\"")
    );
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--paper", "a4"]).any_stderr().run();
    // Ten cards of 0.6 mm are in sleeves that are 3 mm wider and higher than the cards. A stack is 8 %
    // thicker than its cards together.
    assert!(ran.stdout.contains("64 x 94 x 6.48 mm inside"), "{}", ran.stdout);
}

#[test]
fn glue_flaps_are_white() {
    let made = make("x", &layout("inside = \"66 x 91 x 20mm\""), "a4");
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let white = areas(&page);
    assert_eq!(white.len(), 2);
    assert!(white.iter().all(|rect| rect.width().min(rect.height()) > 9.0), "{white:?}");
}
