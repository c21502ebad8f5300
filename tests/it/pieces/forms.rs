//! Tests of pieces of any outline, with holes and folds. The tests measure and check the finished
//! file.

use hexpress::read::{ItemKind, Page};
use kurbo::{PathEl, Point, Rect, Shape as _};

use crate::check::bench::{Made, each, make, moved};
use crate::support::measure::{TOLERANCE_MM, id, paths};
use crate::support::run::Run;

/// A flag that looks different if it is rotated or seen from behind.
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
            assert!(
                (cut.width() - 40.0).abs() <= TOLERANCE_MM && (cut.height() - 30.0).abs() <= TOLERANCE_MM,
                "{cut:?}"
            );
        }
        // A hole is 4 mm wide. Its centre is 12 mm to the left of the centre of the flag and 6 mm
        // above it.
        let holes = boxes(&page, "hole");
        assert_eq!(holes.len(), 5);
        for (cut, hole) in cuts.iter().zip(&holes) {
            let offset = hole.center() - cut.center();
            assert!((hole.width() - 4.0).abs() <= TOLERANCE_MM, "{hole:?}");
            assert!(
                (offset.x + 12.0).abs() <= TOLERANCE_MM && (offset.y + 6.0).abs() <= TOLERANCE_MM,
                "{offset:?}"
            );
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
            // In the dent on the right, the bleeds from both sides of the dent meet in the middle.
            ((32.5, 15.0), (34.5, 15.0)),
            // The bleed also extends 3 mm beyond the round corner.
            ((12.0 - 14.9 * 0.6, 18.0 + 14.9 * 0.8), (12.0 - 15.1 * 0.6, 18.0 + 15.1 * 0.8)),
        ] {
            assert!(covers(inside) && !covers(outside), "{inside:?} {outside:?}");
        }
        // Both ends of the fold are marked outside the bleed, 10 mm below the top.
        let creases = paths(&page).filter(|(item, _)| id(item) == "crease");
        let ends: Vec<Point> = creases.flat_map(|(_, path)| path.ends().collect::<Vec<_>>()).collect();
        let beside = |end: &&Point| (end.y - first.y0 - 10.0).abs() <= TOLERANCE_MM;
        let row: Vec<f64> = ends.iter().filter(beside).map(|end| end.x - first.x0).collect();
        assert!(
            row.iter().any(|x| (x + 3.5).abs() <= TOLERANCE_MM)
                && row.iter().any(|x| (x + 6.5).abs() <= TOLERANCE_MM)
        );
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
    // The path of a hole begins with a curve (`c`), and the path of a flag with a horizontal line (`h`).
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
    assert!(
        (rect.width() - 20.0).abs() <= TOLERANCE_MM && (rect.height() - 10.0).abs() <= TOLERANCE_MM,
        "{rect:?}"
    );
    assert!(half.elements().any(|element| matches!(element, PathEl::CurveTo(..))));
}

/// Pieces with three kinds of holes: a curved outline in mm, a triangle in each corner whose size is a
/// percentage of the piece, and a disc.
const HOLED: &str = "[[tiles]]\nname = \"plates\"\nshape = \"square\"\nacross = \"50mm\"\nbleed = \"2mm\"\ncopies = 3\nholes = [\n\
                     { outline = \"M -6 -3 L 0 5 L 6 -3 C 4 -5 -4 -5 -6 -3 Z\", at = \"-2 -10%\" },\n\
                     { outline = \"M 0 0 H 4 L 2 3 Z\", size = \"12 x 8%\", at = \"each corner\", inset = \"8%\" },\n\
                     { size = \"10%\", at = \"0 30%\" }]\n\
                     face = [{ fill = \"#C8102E\" }]\nback = [{ fill = \"#1F3A5F\" }]\n";

#[test]
fn holes_have_the_outline_that_the_layout_draws() {
    for paper in ["a4", "letter"] {
        let made = make("x", HOLED, paper);
        clean(&made, paper);
        let file = hexpress::read::pdf(&made.pdf).unwrap();
        let cuts = boxes(&file.pages[0], "cut");
        let centre = cuts.iter().copied().reduce(|a, b| a.union(b)).unwrap().center();
        for (page, mirror) in [(&file.pages[0], 1.0), (&file.pages[1], -1.0)] {
            let holes = boxes(page, "hole");
            assert_eq!(holes.len(), 18, "{holes:?}");
            let large: Vec<&Rect> =
                holes.iter().filter(|hole| (hole.width() - 12.0).abs() <= TOLERANCE_MM).collect();
            assert_eq!(large.len(), 3);
            let corners = holes.iter().filter(|hole| (hole.width() - 6.0).abs() <= TOLERANCE_MM);
            assert_eq!(corners.filter(|hole| (hole.height() - 4.0).abs() <= TOLERANCE_MM).count(), 12);
            assert_eq!(holes.iter().filter(|hole| (hole.width() - 5.0).abs() <= TOLERANCE_MM).count(), 3);
            // The large hole is 1 mm to the left of the middle, as seen from the front.
            let round = holes.iter().find(|hole| (hole.width() - 5.0).abs() <= TOLERANCE_MM).unwrap();
            let offset = large[0].center() - round.center();
            assert!(
                (offset.x + mirror).abs() <= TOLERANCE_MM && (offset.y + 20.0).abs() <= TOLERANCE_MM,
                "{offset:?} {centre:?}"
            );
        }
    }
}

#[test]
fn the_checker_finds_holes_of_another_form() {
    let made = make("x", HOLED, "a4");
    for page in [1, 2] {
        let pdf = made.edit(page, |text| each(text, "hole", |drawing| moved(drawing, 0.0, 0.2)));
        let faults = made.judge(&pdf).faults;
        assert!(faults.iter().any(|fault| fault.code.to_string() == "HX449"), "{faults:?}");
    }
    // The holes of this other layout have the same bounding boxes, but some holes have another outline.
    let other = HOLED.replace("L 0 5 L 6 -3", "L -2 5 L 6 -3");
    let made = make("x", &other, "a4");
    let faults = make("x", HOLED, "a4").judge(&made.pdf).faults;
    assert!(faults.iter().any(|fault| fault.code.to_string() == "HX449"), "{faults:?}");
}

#[test]
fn a_plotter_cuts_holes_of_any_form_first() {
    let args = ["build", "x.toml", "--format", "cut-svg"];
    let ran = Run::new().file("x.toml", HOLED).args(args).any_stderr().run();
    let files = ran.folder.all();
    let name = files.iter().find(|name| name.ends_with(".cut.svg")).unwrap();
    let text = String::from_utf8(ran.bytes(name)).unwrap();
    let cuts = text.split("id=\"cut\"").nth(1).unwrap().split("</g>").next().unwrap();
    // Three large holes, twelve triangles and three discs come before the lines around the squares.
    let paths: Vec<&str> = cuts.split(" d=\"").skip(1).map(|path| path.split('"').next().unwrap()).collect();
    assert!(paths.len() > 18 && paths[..18].iter().all(|path| path.ends_with(['z', 'Z'])), "{paths:?}");
}

#[test]
fn holes_of_any_form_are_built_again_and_in_black() {
    let ran = Run::new().file("x.toml", HOLED).args(["build", "x.toml"]).any_stderr().run();
    let first = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("y.pdf", &first).args(["build", "y.pdf"]).any_stderr().run();
    let files = again.folder.all();
    let built = files.iter().find(|name| name.ends_with("-iso.pdf")).unwrap();
    assert!(again.bytes(built) == first);
    for args in
        [&["--ink", "black"][..], &["--backs", "flip-short"], &["--backs", "fold"], &["--cut", "scissors"]]
    {
        let all = ["build", "x.toml"].into_iter().chain(args.iter().copied());
        let ran = Run::new().file("x.toml", HOLED).args(all).checked().any_stderr().run();
        assert!(ran.stdout.contains("clean"), "{args:?}: {}{}", ran.stdout, ran.stderr);
    }
}

/// Pieces are packed by the bounding boxes of their outlines. The handles of curves do not count.
#[test]
fn outlines_are_packed_by_their_boxes() {
    let sheet = |outline: &str| {
        let layout = format!(
            "[[tiles]]\nname = \"flags\"\noutline = \"{outline}\"\ncopies = 40\nface = [{{ fill = \"tan\" }}]\n"
        );
        let made = make("x", &layout, "a4");
        clean(&made, outline);
        hexpress::read::pdf(&made.pdf).unwrap().pages
    };
    // The second outline has the same shape as the first one, but is far from the origin.
    let near = sheet("M 0 0 H 30 C 25 10 25 10 30 20 H 0 Z");
    let far = sheet("M 200 300 H 230 C 225 310 225 310 230 320 H 200 Z");
    assert_eq!(near.len(), far.len());
    let [near, far] = [&near[0], &far[0]].map(|page| boxes(page, "cut"));
    assert_eq!(near.len(), far.len());
    for (a, b) in near.iter().zip(&far) {
        assert!((a.x0 - b.x0).abs() <= TOLERANCE_MM && (a.y0 - b.y0).abs() <= TOLERANCE_MM, "{a:?} {b:?}");
    }
    let mut columns: Vec<f64> =
        near.iter().filter(|cut| (cut.y0 - near[0].y0).abs() < 0.1).map(|cut| cut.x0).collect();
    columns.sort_by(f64::total_cmp);
    let pitch = columns[1] - columns[0];
    assert!((30.0..36.0).contains(&pitch), "{columns:?}");
}
