//! Tests of sheets for Silhouette machines: registration marks, and the space around them.

use hexpress::read::{ItemKind, Page};
use kurbo::{Rect, Shape as _};

use crate::support::measure::{covers, id, paths};
use crate::support::run::{Ran, Run};

/// How far the edges of a mark may be from where they should be, in mm.
const MAX_DISTANCE_MM: f64 = 0.005;

const CARDS: &str = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nround = \"3mm\"\ncopies = 13\n\
                     face = [{ fill = \"tan\" }]\nback = [{ fill = \"navy\" }]\n";

fn built(layout: &str, args: &[&str]) -> Ran {
    let all = ["build", "x.toml"].into_iter().chain(args.iter().copied());
    Run::new().file("x.toml", layout).args(all).checked().run()
}

/// Returns the box and the area of each registration mark.
fn marks(page: &Page) -> Vec<(Rect, f64)> {
    let marks = paths(page).filter(|(item, _)| id(item) == "registration");
    marks
        .map(|(item, path)| {
            let ItemKind::Path { fill: Some(fill), stroke: None, .. } = &item.kind else {
                panic!("{item:?}")
            };
            assert_eq!((fill.0, item.tag.as_deref()), ([0; 3], Some("Artifact")));
            let path: kurbo::BezPath = path.elements().collect();
            (path.bounding_box(), path.area().abs())
        })
        .collect()
}

/// Checks that a page has exactly these marks. Each mark is in a corner of the page, and nothing
/// else may be within `clear` mm of both edges of this corner.
#[track_caller]
fn has_marks(page: &Page, expected: &[(Rect, f64)], clear: f64) {
    let found = marks(page);
    assert_eq!(found.len(), expected.len());
    for (rect, area) in expected {
        let is_here = |(found, found_area): &(Rect, f64)| {
            let sides = [found.x0 - rect.x0, found.y0 - rect.y0, found.x1 - rect.x1, found.y1 - rect.y1];
            sides.iter().all(|by| by.abs() <= MAX_DISTANCE_MM) && (found_area - area).abs() < 0.05
        };
        assert!(found.iter().any(is_here), "{rect:?} {area}: {found:?}");
        let centre = page.media.center();
        let corner = kurbo::Point::new(
            if rect.center().x < centre.x { page.media.x0 } else { page.media.x1 },
            if rect.center().y < centre.y { page.media.y0 } else { page.media.y1 },
        );
        let zone = Rect::from_center_size(corner, (2.0 * clear - 0.4, 2.0 * clear - 0.4));
        let near = page.items.iter().filter(|item| id(item) != "registration" && covers(item).overlaps(zone));
        assert_eq!(near.count(), 0, "something else is near {corner:?}");
    }
}

/// The marks that Silhouette Studio prints on a page of this size. Their ink begins 9.5 mm from the
/// edges. The marks are a square of 6 mm, and two corners with arms of 8.2 x 1 mm.
fn of_studio(width: f64, height: f64) -> [(Rect, f64); 3] {
    [
        (Rect::new(9.5, 9.5, 15.5, 15.5), 36.0),
        (Rect::new(width - 17.7, 9.5, width - 9.5, 17.7), 8.2 + 7.2),
        (Rect::new(9.5, height - 17.7, 17.7, height - 9.5), 8.2 + 7.2),
    ]
}

#[test]
fn fronts_have_the_marks_of_the_program_on_any_paper() {
    for (paper, file, [width, height]) in [
        ("a4", "a4", [297.0, 210.0]),
        ("letter", "letter", [215.9, 279.4]),
        ("a3", "a3", [420.0, 297.0]),
        ("200x280mm", "200x280mm", [280.0, 200.0]),
    ] {
        let ran = built(CARDS, &["--paper", paper, "--cut", "silhouette"]);
        let pdf = ran.pdf(&format!("output/x-{file}.pdf"));
        for (index, page) in pdf.pages.iter().enumerate() {
            let size = page.media.size();
            assert!(
                (size.width - width).abs() < 0.01 && (size.height - height).abs() < 0.01,
                "{paper} {size:?}"
            );
            match index % 2 {
                0 => has_marks(page, &of_studio(width, height), 20.0),
                _ => assert!(marks(page).is_empty(), "backs have no marks"),
            }
        }
        let numbers = "inset 10 mm, length 7.7 mm, thickness 1 mm";
        let lies = if width > height { "landscape" } else { "portrait" };
        assert!(
            ran.stdout.contains(numbers) && ran.stdout.contains(&format!("{lies}, {width} x {height} mm"))
        );
    }
}

#[test]
fn newer_machines_have_four_corners() {
    let ran = built(CARDS, &["--paper", "a4", "--cut", "silhouette-four"]);
    let page = ran.pdf("output/x-a4.pdf").pages.remove(0);
    let Rect { x1: w, y1: h, .. } = page.media;
    let (near, far, area) = (9.85, 30.0, 0.3 * (20.15 + 19.85));
    let corners = [
        Rect::new(near, near, far, far),
        Rect::new(w - far, near, w - near, far),
        Rect::new(near, h - far, far, h - near),
        Rect::new(w - far, h - far, w - near, h - near),
    ];
    has_marks(&page, &corners.map(|rect| (rect, area)), 32.3);
}

#[test]
fn no_piece_is_lost_and_all_sheets_have_the_same_places() {
    let two = format!(
        "{CARDS}[[counters]]\nname = \"coins\"\nacross = \"20mm\"\ncopies = 3\nface = [{{ fill = \"tan\" }}]\n\
                       [[board]]\ncells = \"flat-top\"\nshape = \"hexhex 3\"\nacross = \"20mm\"\n"
    );
    let ran = built(&two, &["--paper", "a4", "--cut", "silhouette"]);
    let pdf = ran.pdf("output/x-a4.pdf");
    let all: Vec<String> = pdf.pages.iter().flat_map(|page| page.items.iter().map(id)).collect();
    for piece in (1..=13).map(|n| format!("deck/{n}")).chain((1..=3).map(|n| format!("coins/{n}"))) {
        assert!(all.contains(&piece), "{piece}");
    }
    // Each of two full sheets has eight cards, and the board has neither marks nor pieces.
    let marked: Vec<usize> = pdf.pages.iter().map(|page| marks(page).len()).collect();
    assert_eq!(marked, [3, 0, 3, 0, 3, 0, 0], "{}", ran.stdout);
    let first_card = |page: &Page, name: &str| {
        let card = paths(page).find(|(item, _)| id(item) == name).unwrap();
        card.1.bounding_box()
    };
    let places = (first_card(&pdf.pages[0], "deck/1"), first_card(&pdf.pages[2], "deck/9"));
    assert!(
        (places.0.x0 - places.1.x0).abs() < MAX_DISTANCE_MM
            && (places.0.y0 - places.1.y0).abs() < MAX_DISTANCE_MM,
        "{places:?}"
    );
}

#[test]
fn the_cut_file_and_programs_have_the_numbers_too() {
    let args = ["--paper", "a4", "--cut", "silhouette", "--format", "cut-dxf", "--json"];
    let all = ["build", "x.toml"].into_iter().chain(args);
    let ran = Run::new().file("x.toml", CARDS).args(all).run();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let marks = &value["results"][0]["registration"];
    assert_eq!(marks["inset-mm"], 10.0);
    assert_eq!(marks["pages-mm"], serde_json::json!([[297.0, 210.0]]));
    let ticket = String::from_utf8(ran.bytes("output/x-a4.txt")).unwrap();
    assert!(ticket.contains("length 7.7 mm"), "{ticket}");
}

#[test]
fn a_piece_as_large_as_the_sheet_has_no_room_for_marks() {
    // Between the corners with marks, A4 has 170 mm of space across and 257 mm down. A piece fits if its
    // width or its height is within this space.
    for (size, fits) in [("190 x 256.9mm", true), ("190 x 257.1mm", false), ("169.9 x 276mm", true)] {
        let layout = format!("[[cards]]\nsize = \"{size}\"\nface = [{{ fill = \"tan\" }}]\n");
        let args = ["build", "x.toml", "--paper", "a4", "--cut", "silhouette"];
        let run = Run::new().file("x.toml", &layout).args(args);
        let ran = if fits { run.checked().run() } else { run.any_stderr().status(2).run() };
        assert_eq!(
            ran.stderr.contains("leaves no room on a sheet of A4 for the marks"),
            !fits,
            "{size} {}",
            ran.stderr
        );
    }
}
