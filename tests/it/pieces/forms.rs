//! Tests of pieces of any outline, with holes and folds. The tests measure and check the finished
//! file.

use hexpress::read::{ItemKind, Page};
use kurbo::{PathEl, Point, Rect, Shape as _};

use crate::check::bench::{Made, each, make, moved};
use crate::support::measure::{TRUE, id, paths};
use crate::support::run::Run;

/// A flag that changes if it is rotated or seen from behind.
const FLAG: &str = "[[tiles]]\nname = \"flags\"\noutline = \"M 0 0 H 40 L 30 15 L 36 30 H 12 A 12 12 0 0 1 0 18 Z\"\n\
                    bleed = \"3mm\"\ncopies = 5\nholes = [{ size = \"4mm\", at = \"-12 -6mm\" }]\nfold = [\"across 10mm\"]\n\
                    face = [{ fill = \"#C8102E\" }]\nback = [{ fill = \"#1F3A5F\" }]\n";

/// The grey of cut lines.
const GREY: [u8; 3] = [0x99; 3];

/// Returns the bounding boxes of the grey paths with this id. Leaves out the white rims below them.
fn boxes(page: &Page, name: &str) -> Vec<Rect> {
    let grey = paths(page).filter(|(item, _)| {
        id(item) == name
            && matches!(&item.kind, ItemKind::Path { stroke: Some(stroke), .. } if stroke.colour.0 == GREY)
    });
    grey.map(|(_, path)| path.bounding_box()).collect()
}

fn clean(made: &Made, what: &str) {
    let verdict = made.judge(&made.pdf);
    assert!(verdict.faults.is_empty(), "{what}: {:?}", verdict.faults);
}

#[test]
fn pieces_have_the_outline_that_the_layout_draws() {
    for paper in ["a4", "letter"] {
        let made = make("x", FLAG, paper);
        clean(&made, paper);
        let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
        let cuts = boxes(&page, "cut");
        assert_eq!(cuts.len(), 5);
        for cut in &cuts {
            assert!((cut.width() - 40.0).abs() <= TRUE && (cut.height() - 30.0).abs() <= TRUE, "{cut:?}");
        }
        // A hole is 4 mm wide. Its centre is 12 mm to the left of the centre of the flag and 6 mm
        // above it.
        let holes = boxes(&page, "hole");
        assert_eq!(holes.len(), 5);
        for (cut, hole) in cuts.iter().zip(&holes) {
            let offset = hole.center() - cut.center();
            assert!((hole.width() - 4.0).abs() <= TRUE, "{hole:?}");
            assert!((offset.x + 12.0).abs() <= TRUE && (offset.y + 6.0).abs() <= TRUE, "{offset:?}");
        }
        // Colours extend 3 mm beyond the cut on every side, and no farther.
        let [first, ..] = cuts[..] else { panic!() };
        let fills: Vec<_> = paths(&page).filter(|(item, _)| id(item) == "flags/1").collect();
        let covers = |at: (f64, f64)| {
            let point = first.origin() + kurbo::Vec2::from(at);
            fills.iter().any(|(_, path)| path.elements().collect::<kurbo::BezPath>().winding(point) != 0)
        };
        for (inside, outside) in [
            ((20.0, -2.9), (20.0, -3.1)),
            ((-2.9, 9.0), (-3.1, 9.0)),
            // In the dent on the right, the bleeds of both sides meet in the middle.
            ((32.5, 15.0), (34.5, 15.0)),
            // The round corner has the bleed too.
            ((12.0 - 14.9 * 0.6, 18.0 + 14.9 * 0.8), (12.0 - 15.1 * 0.6, 18.0 + 15.1 * 0.8)),
        ] {
            assert!(covers(inside) && !covers(outside), "{inside:?} {outside:?}");
        }
        // Both ends of the fold are marked outside the bleed, 10 mm below the top.
        let creases = paths(&page).filter(|(item, _)| id(item) == "crease");
        let ends: Vec<Point> = creases.flat_map(|(_, path)| path.ends().collect::<Vec<_>>()).collect();
        let beside = |end: &&Point| (end.y - first.y0 - 10.0).abs() <= TRUE;
        let row: Vec<f64> = ends.iter().filter(beside).map(|end| end.x - first.x0).collect();
        assert!(row.iter().any(|x| (x + 3.5).abs() <= TRUE) && row.iter().any(|x| (x + 6.5).abs() <= TRUE));
    }
}

#[test]
fn backs_are_seen_from_behind_however_sheets_are_turned() {
    for args in
        [&["--backs", "flip-long"][..], &["--backs", "flip-short"], &["--backs", "fold"], &["--ink", "black"]]
    {
        let mut all = vec!["build", "x.toml"];
        all.extend(args);
        let ran = Run::new().file("x.toml", FLAG).args(all).checked().any_stderr().run();
        assert!(ran.stdout.contains("clean"), "{args:?}: {}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn the_checker_finds_cut_lines_and_holes_that_were_moved() {
    let made = make("x", FLAG, "a4");
    for (name, message) in [("cut", "outline"), ("hole", "a hole of flags/")] {
        for page in [1, 2] {
            let pdf = made.edit(page, |text| each(text, name, |drawing| moved(drawing, 0.3, 0.0)));
            let verdict = made.judge(&pdf);
            assert!(!verdict.faults.is_empty(), "{name} on page {page}: {message}");
        }
    }
    let wider = made.edit(1, |text| each(text, "cut", |drawing| drawing.replacen("1 0 0 ", "1.01 0 0 ", 1)));
    let verdict = made.judge(&wider);
    assert!(verdict.faults.iter().any(|fault| fault.code.to_string() == "HX449"), "{:?}", verdict.faults);
}

#[test]
fn a_plotter_cuts_holes_before_outlines() {
    let args = ["build", "x.toml", "--format", "cut-svg"];
    let ran = Run::new().file("x.toml", FLAG).args(args).any_stderr().run();
    let files = ran.folder.all();
    let name = files.iter().find(|name| name.ends_with(".cut.svg")).unwrap();
    let text = String::from_utf8(ran.bytes(name)).unwrap();
    let cuts = text.split("id=\"cut\"").nth(1).unwrap().split("</g>").next().unwrap();
    // The path of a circle begins with a curve, and the path of a flag with its upper side.
    let second = |path: &str| {
        path.trim_start_matches(|c: char| c == 'M' || c == '.' || c == ' ' || c.is_ascii_digit())
            .chars()
            .next()
    };
    let begins: String = cuts.split(" d=\"").skip(1).filter_map(second).collect();
    assert_eq!(begins, "ccccchhhhh", "{cuts}");
}

#[test]
fn a_pdf_builds_itself_again() {
    let ran = Run::new().file("x.toml", FLAG).args(["build", "x.toml"]).any_stderr().run();
    let first = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("y.pdf", &first).args(["build", "y.pdf"]).any_stderr().run();
    let files = again.folder.all();
    let built = files.iter().find(|name| name.ends_with("-iso.pdf")).unwrap();
    assert!(again.bytes(built) == first);
}

#[test]
fn arcs_are_drawn_as_curves() {
    let layout = "[[cards]]\nsize = \"40 x 60mm\"\nface = [{ curve = \"M -10 0 a 10 10 0 0 1 20 0 z\", fill = \"tan\" }]\n";
    let made = make("x", layout, "a4");
    clean(&made, "arcs");
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let (_, half) = paths(&page).find(|(item, _)| id(item) == "cards/1").unwrap();
    let rect = half.bounding_box();
    assert!((rect.width() - 20.0).abs() <= TRUE && (rect.height() - 10.0).abs() <= TRUE, "{rect:?}");
    assert!(half.elements().any(|element| matches!(element, PathEl::CurveTo(..))));
}
