//! Tests of points at given positions and along curves. The tests measure and check the finished
//! file.

use hexpress::read::{Document, Page};
use kurbo::{Point, Rect, Shape};

use crate::support::measure::{TOLERANCE_MM, count, id, paths, same_length};
use crate::support::run::Run;

fn board(keys: &str) -> String {
    format!("[[board]]\nsheet = \"small\"\n{keys}\n")
}

/// Builds a layout. The checker must find no fault.
fn built(layout: &str, paper: &str) -> Document {
    let args = ["build", "x.toml", "--paper", paper, "--ink", "black"];
    let ran = Run::new().file("x.toml", layout).checked().args(args).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{}{}", ran.stdout, ran.stderr);
    ran.pdf(&format!("output/x-{paper}.pdf"))
}

/// Returns the boxes of all cell outlines in drawing order, without duplicates.
fn cells(page: &Page) -> Vec<Rect> {
    let mut boxes: Vec<Rect> = Vec::new();
    for (item, path) in paths(page).filter(|(item, _)| id(item).contains("/cell:")) {
        let rect = path.bounding_box();
        let is_known = boxes.iter().any(|known| known.center().distance(rect.center()) < TOLERANCE_MM);
        if !is_known && item.clip.is_none() {
            boxes.push(rect);
        }
    }
    boxes
}

fn distances(middles: &[Point]) -> Vec<f64> {
    middles.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
}

#[test]
fn points_are_where_the_layout_says() {
    for paper in ["iso", "us"] {
        let keys = "size = \"30 x 14mm\"\nround = \"3mm\"\nlinks = [\"a b c\"]\n[board.points]\na = \"-60 0mm\"\nb = \"0 -3cm\"\nc = \"60 12.34mm\"";
        let page = built(&board(keys), paper).pages.remove(0);
        let centre = Point::new(page.media.width() / 2.0, page.media.height() / 2.0);
        let boxes = cells(&page);
        for (found, (x, y)) in boxes.iter().zip([(-60.0, 0.0), (0.0, -30.0), (60.0, 12.34)]) {
            same_length(found.center().x - centre.x, x, "across");
            same_length(found.center().y - centre.y, y, "down");
            same_length(found.width(), 30.0, "width");
            same_length(found.height(), 14.0, "height");
        }
        assert_eq!(boxes.len(), 3);
    }
}

#[test]
fn points_along_a_curve_have_equal_distances() {
    // An open curve has a point at both ends. A closed curve has only one point where its ends
    // meet.
    for (along, points, gap) in [
        ("M -80 0 L 80 0", 9, 20.0),
        ("M -40 -40 H 40 V 40 H -40 Z", 8, 40.0),
        ("M -40 -40 H 40 V 40 H -40 L -40 -40", 16, 20.0),
    ] {
        let keys =
            format!("along = \"{along}\"\ncount = {points}\nlinks = \"next\"\nshow-names = \"inside\"");
        let page = built(&board(&keys), "iso").pages.remove(0);
        let middles: Vec<Point> = cells(&page).iter().map(Rect::center).collect();
        assert_eq!(middles.len(), points, "{along}");
        distances(&middles).iter().for_each(|found| same_length(*found, gap, along));
        for number in 1..=points {
            assert_eq!(count(&page, &number.to_string()), 1, "{along}: {number}");
        }
    }
}

#[test]
fn arrowheads_end_at_the_cells_and_names_count() {
    let keys = "across = \"14mm\"\nlines = \"0.5mm black\"\narrows = \"3mm\"\nlinks = [\"start 1 2\"]\nnames = \"start 1..2\"\nshow-names = \"inside\"\npoints = [\"-40 0mm\", \"0 0mm\", \"0 -40mm\"]";
    let page = built(&board(keys), "iso").pages.remove(0);
    let centre = page.media.center();
    let own_outlines = paths(&page).filter(|(item, _)| id(item).ends_with("/lines"));
    let heads: Vec<Rect> =
        own_outlines.filter(|(_, path)| path.closes()).map(|(_, path)| path.bounding_box()).collect();
    assert_eq!(heads.len(), 2);
    // The first arrowhead points to the right, the second one up. The tip of each touches a cell, whose
    // radius is 7 mm.
    same_length(heads[0].x1 - centre.x, -7.0, "the tip");
    same_length(heads[0].width(), 3.0, "the length");
    same_length(heads[1].y0 - centre.y, -33.0, "the tip");
    same_length(heads[1].height(), 3.0, "the length");
    for name in ["start", "1", "2"] {
        assert_eq!(count(&page, name), 1, "{name}");
    }
}

#[test]
fn a_run_names_points_in_their_order() {
    let keys = "along = \"M -80 30 C -80 -60 80 -60 80 30\"\ncount = 9\nlinks = \"next\"\n[board.at]\n\"3 .. 6\" = { kind = \"bog\", disc = \"3mm\" }\n[board.must]\nhave = { bog = 4 }";
    built(&board(keys), "iso");
}

#[test]
fn a_track_is_built_again_from_its_pdf() {
    let keys = "fit = \"largest\"\nalong = \"M -90 0 C -90 -110 90 -110 90 0 S -70 90 -70 0\"\ncount = 40\nlinks = \"next\"\narrows = \"1mm\"\nplate = { margin = \"4mm\", line = \"1mm black\" }";
    let ran = Run::new().file("x.toml", board(keys)).args(["build", "x.toml"]).any_stderr().run();
    let first = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("x.pdf", &first).args(["build", "x.pdf", "--output", "again"]);
    assert_eq!(again.any_stderr().run().bytes("again/x-iso.pdf"), first);
}

#[test]
fn a_board_of_points_fills_its_sheet() {
    let keys = "fit = \"largest\"\nalong = \"M 0 0 C 0 -1 2 -1 2 0\"\ncount = 7\nlinks = \"next, closed\"";
    for paper in ["iso", "us"] {
        let page = built(&board(keys), paper).pages.remove(0);
        let boxes = cells(&page);
        let all = boxes.iter().copied().reduce(|a, b| a.union(b)).unwrap();
        assert!(all.width() > 0.9 * page.media.width(), "{all:?}");
        let middles: Vec<Point> = boxes.iter().map(Rect::center).collect();
        let gaps = distances(&middles);
        assert!(gaps.iter().all(|gap| (gap / gaps[0] - 1.0).abs() < 0.05), "{gaps:?}");
        // The width of a disc is four fifths of the distance between two discs, from centre to centre.
        assert!((boxes[0].width() / gaps[0] - 0.8).abs() < 0.05, "{} {}", boxes[0].width(), gaps[0]);
        let lines = paths(&page).filter(|(item, _)| id(item).ends_with("/lines"));
        assert_eq!(lines.map(|(_, path)| path.segments().count()).sum::<usize>(), 7);
    }
}
