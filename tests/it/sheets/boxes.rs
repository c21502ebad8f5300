//! Tests of boxes. They read the flat box from the finished file, fold it in three dimensions, and
//! measure what closes.

use kurbo::{Line, Point, Rect, Shape as _};

use super::folded_box::{self, FlatBox, SAME, areas, lines, straight};
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
    folded_box::closes(keys, &FlatBox::read(&page, number), &glue, inside, open);
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

/// The template `PokerTuckBox54` of The Game Crafter (300 pixels per inch): its panels are 780
/// pixels wide, its sides 229 pixels, and its safe zones are 36.5 pixels lower than the panels.
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
    let mut across: Vec<f64> = lines(page, "crease")
        .iter()
        .map(straight)
        .filter(|line| (line.p0.x - line.p1.x).abs() < SAME && line.p0.distance(line.p1) > 60.0)
        .map(|line| line.p0.x)
        .collect();
    across.sort_by(f64::total_cmp);
    let panels: Vec<f64> = across.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let [back, side, front] = panels[..] else { panic!("{panels:?}") };
    for (is, template) in [(back, 780.0), (front, 780.0), (side, 229.0)] {
        assert!((is - template / 300.0 * 25.4).abs() <= TEMPLATE, "{is} mm, {template} pixels");
    }
    let outline = &lines(page, "cut")[0];
    let folds: Vec<Line> = lines(page, "crease").iter().map(straight).collect();
    let tall = folds.iter().map(|line| (line.p0.y - line.p1.y).abs()).fold(0.0, f64::max);
    assert!((tall - 3.6 * 25.4).abs() <= TEMPLATE, "{tall}");
    assert!(outline.bounding_box().width() > 180.0);
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
    // The flat sleeve is as wide as two panels, three sides less the play of the glue flap.
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
    // Ten cards of 0.6 mm in sleeves that are 3 mm larger; a stack is 8 % thicker than its cards.
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
