//! Tests of the place and the turn of elements, and of elements that are drawn only if a condition holds.

use super::{CARD, Piece, SQUARE, cards, heading, is_white_point, pieces, same_point, same_points};
use crate::support::measure::id;
use crate::support::run::Run;
use hexpress::find::{discs, rectangles};
use kurbo::{Point, Shape, Vec2};

#[test]
fn nine_anchors_keep_their_inset() {
    let anchors = [
        ("top-left", -1.0, -1.0),
        ("top", 0.0, -1.0),
        ("top-right", 1.0, -1.0),
        ("left", -1.0, 0.0),
        ("centre", 0.0, 0.0),
        ("right", 1.0, 0.0),
        ("bottom-left", -1.0, 1.0),
        ("bottom", 0.0, 1.0),
        ("bottom-right", 1.0, 1.0),
    ];
    let face = |inset: &str| {
        let discs = anchors.iter().map(|(at, ..)| match *at {
            "centre" => "{ disc = \"10mm\" }".to_owned(),
            at => format!("{{ disc = \"10mm\", at = \"{at}\", inset = \"{inset}\" }}"),
        });
        discs.collect::<Vec<_>>().join(", ")
    };
    let (even, uneven) = (face("3mm"), face("2 6mm"));
    let drawn = cards("", &[&even, &uneven]);
    for (piece, (x, y)) in drawn.iter().zip([(22.0, 17.0), (23.0, 14.0)]) {
        let middles = piece.discs();
        assert_eq!(middles.len(), 9);
        for (centre, (at, across, down)) in middles.into_iter().zip(anchors) {
            same_point(centre, (across * x, down * y), at);
        }
    }
}

#[test]
fn offsets_lists_corners_and_shifts() {
    let drawn = cards(
        "",
        &[
            r#"{ disc = "4mm", at = "12 -8mm" }"#,
            r#"{ disc = "4mm", at = ["top-left", "bottom-right", "3 3mm"], inset = "1mm" }"#,
            r#"{ disc = "4mm", at = "each corner", inset = "5mm" }"#,
            r#"{ disc = "4mm", at = "top", inset = "1mm", shift = "5 2mm" }"#,
        ],
    );
    let at = |points: &[(f64, f64)]| points.iter().copied().map(Point::from).collect::<Vec<_>>();
    same_points(&drawn[0].discs(), &at(&[(12.0, -8.0)]), "an offset");
    same_points(&drawn[1].discs(), &at(&[(-27.0, -22.0), (27.0, 22.0), (3.0, 3.0)]), "a list");
    let corners = at(&[(-23.0, -18.0), (23.0, -18.0), (-23.0, 18.0), (23.0, 18.0)]);
    same_points(&drawn[2].discs(), &corners, "each corner");
    same_points(&drawn[3].discs(), &at(&[(5.0, -20.0)]), "a shift");
}

#[test]
fn a_turn_is_clockwise_about_the_own_middle() {
    let drawn = cards(
        "",
        &[
            r#"{ box = "20 x 4mm", at = "5 5mm", turn = 20 }"#,
            r#"{ text = "Ann", at = "5 5mm", turn = 90, font = "12pt" }"#,
            r#"{ arrow = "up", size = "10mm", turn = 90 }"#,
        ],
    );
    let found = &rectangles(&drawn[0].page)[0];
    assert!((found.turn - 20.0).abs() < 0.01, "{}", found.turn);
    same_point(found.centre - drawn[0].centre(), (5.0, 5.0), "a turned box");
    assert!((drawn[1].texts()[0].angle - 90.0).abs() < 0.01);
    let tip = drawn[2].path().corners()[0];
    same_point(tip, (5.0, 0.0), "a turned arrow");
}

#[test]
fn words_turn_for_each_seat_and_arrows_do_not() {
    let face = r#"{ text = "Ann", at = "bottom", inset = "6mm", font = "9pt", for = "each seat" },
        { arrow = "up", at = "bottom", inset = "12mm", size = "6mm", for = "each seat" }"#;
    for seats in 1..=4 {
        let drawn = cards(&format!("[game]\nseats = {seats}\n"), &[face]);
        let step = 360.0 / f64::from(seats);
        let turned: Vec<_> = (0..seats).map(|seat| (f64::from(seat) * step).round()).collect();
        let angles: Vec<_> = drawn[0].texts().iter().map(|text| text.angle.round() % 360.0).collect();
        assert_eq!(angles, turned, "{seats} seats");
        for (text, degrees) in drawn[0].texts().iter().zip(&turned) {
            let spot = text.outline.center() - drawn[0].page.media.center();
            let reader = heading(degrees + 180.0);
            assert!(spot.dot(reader) / spot.hypot() > 0.98, "{seats} seats: {spot:?}");
        }
        let arrows = drawn[0].paths();
        assert_eq!(arrows.len(), turned.len());
        for (arrow, degrees) in arrows.iter().zip(&turned) {
            let centre = (heading(degrees + 180.0) * 10.0).to_point();
            same_point(arrow.corners()[0], centre + Vec2::new(0.0, -3.0), "the tip of an arrow");
        }
    }
}

#[test]
fn two_seats_if_nothing_is_said() {
    let drawn =
        cards("", &[r#"{ text = "Ann", at = "bottom", inset = "6mm", font = "9pt", for = "each seat" }"#]);
    let angles: Vec<_> = drawn[0].texts().iter().map(|text| text.angle.round()).collect();
    assert_eq!(angles, [0.0, 180.0]);
}

#[test]
fn when_decides_what_is_drawn() {
    let face =
        r#"{ disc = "4mm", when = "cost > 1" }, { star = "8mm", when = "owner == 'red' and not free" }"#;
    let card = |row: &str| format!("{CARD}\nrows = [{{ {row} }}]");
    let kinds = [
        card("cost = 0, owner = \"red\", free = false"),
        card("cost = 2, owner = \"blue\", free = false"),
        card("cost = 5, owner = \"red\", free = false"),
        card("cost = 1, owner = \"red\", free = true"),
    ];
    let all: Vec<_> = kinds.iter().map(|kind| (kind.as_str(), face)).collect();
    let counts: Vec<_> = pieces("", &all)
        .iter()
        .map(|piece| {
            let discs = discs(&piece.page).len();
            (discs, piece.paths().len() - discs)
        })
        .collect();
    assert_eq!(counts, [(0, 1), (1, 0), (1, 1), (0, 0)]);
}

#[test]
fn places_and_looks_are_shared_by_name() {
    let head = r#"
[places]
seal = { at = "bottom-right", inset = "4mm", shift = "0 -2mm", size = "12mm", turn = 90 }

[look]
plain = [{ disc = "4mm", in = "seal" }, { disc = "6mm", in = "seal", at = "top-left", shift = "0 0mm" }]
"#;
    let layout = format!(
        "{head}\n{CARD}\nname = \"a\"\ngrid = \"1 x 1\"\nface = \"plain\"\n\n\
         {SQUARE}\nname = \"b\"\ngrid = \"1 x 1\"\nface = \"plain\"\n"
    );
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!(pages.len(), 2);
    for (mut page, (name, x, y)) in pages.into_iter().zip([("a/1", 30.0, 25.0), ("b/1", 20.0, 20.0)]) {
        page.items.retain(|item| id(item) == name && !is_white_point(item));
        let found = Piece { page }.discs();
        same_points(&found, &[Point::new(x - 6.0, y - 8.0), Point::new(7.0 - x, 7.0 - y)], name);
    }
    let icon = cards(head, &[r#"{ icon = "square", in = "seal" }"#]).remove(0).path();
    assert!(icon.path.bounding_box().width() > 6.0, "the size comes from the place");
    same_point(icon.path.bounding_box().center(), (20.0, 13.0), "the icon");
}
