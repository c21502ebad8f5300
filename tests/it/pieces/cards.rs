//! Tests of the movement cards. The tests measure the finished file.

use std::collections::BTreeSet;

use hexpress::base::cell_address::CellAddress;
use hexpress::base::tiling::hex::Orientation;
use hexpress::find::{discs, polygons};
use hexpress::read::{ItemKind, Rgb};
use kurbo::{ParamCurve, Point};

use crate::games::{INK, both};
use crate::support::measure::{
    TOLERANCE_MM, boxes, count, covers, id, inside, marks_touch_nothing, paths, same_length, texts,
};
use crate::support::run::Run;

/// The names of the six directions in the game, each with its step on the board.
const DIRECTIONS: [(&str, (i32, i32)); 6] = [
    ("West", (-1, 1)),
    ("Down", (0, 1)),
    ("South", (1, 0)),
    ("East", (1, -1)),
    ("Up", (0, -1)),
    ("North", (-1, 0)),
];

#[test]
fn eighteen_cards_of_one_size_lie_on_one_page() {
    for (_, document) in both() {
        let page = &document.pages[1];
        let cards = boxes(page);
        assert_eq!(cards.len(), 18);
        for card in &cards {
            same_length(card.width(), 41.0, "the width of a card");
            same_length(card.height(), 63.0, "the height of a card");
        }
        marks_touch_nothing(page, &cards);
        let ids: BTreeSet<String> =
            page.items.iter().map(id).filter(|id| id.starts_with("movement/")).collect();
        let mut expected: BTreeSet<String> = (1..=18).map(|n| format!("movement/{n}")).collect();
        expected.insert("movement/furniture".to_owned());
        assert_eq!(ids, expected);
        for (n, card) in (1..).zip(&cards) {
            let name = format!("movement/{n}");
            for item in page.items.iter().filter(|item| id(item) == name) {
                let visible = item.clip.map_or(covers(item), |clip| covers(item).intersect(clip));
                let room = inside(visible, *card);
                assert!(room > 0.5, "{name}: {item:?} comes within {room} mm of the cut");
            }
        }
    }
}

#[test]
fn each_card_has_its_name_in_words_and_figures_for_both_seats() {
    for (_, document) in both() {
        let page = &document.pages[1];
        let mut number = 0;
        for (steps, word) in [(1, "ONE"), (2, "TWO"), (3, "THREE")] {
            for (direction, _) in DIRECTIONS {
                number += 1;
                let words = format!("{word} {}", direction.to_uppercase());
                let figures = format!("{steps}{}", &direction[..1]);
                for name in [&words, &figures] {
                    assert_eq!(count(page, name), 2, "{name}");
                    let own_texts: Vec<_> = texts(page).filter(|(_, text)| text.string == *name).collect();
                    assert!(
                        own_texts.iter().all(|(item, _)| id(item) == format!("movement/{number}")),
                        "{name}"
                    );
                    let angles: Vec<_> = own_texts.iter().map(|(_, text)| text.angle.round()).collect();
                    assert_eq!(angles, [0.0, 180.0], "{name}");
                }
            }
        }
    }
}

#[test]
fn arrows_point_as_the_cells_of_the_board_lie() {
    for (_, document) in both() {
        let page = &document.pages[1];
        for (n, (direction, (q, r))) in (1..).zip(DIRECTIONS.iter().cycle().take(18)) {
            let name = format!("movement/{n}");
            let mut own = paths(page).filter(|(item, _)| id(item) == name).map(|(_, path)| path);
            let towards = own
                .find_map(|path| pointing(&path.segments().map(|s| s.start()).collect::<Vec<_>>()))
                .unwrap_or_else(|| panic!("{name} has no arrow"));
            let step = Orientation::FlatTop.unit_centre(CellAddress::new(*q, *r)).to_vec2();
            let off = towards.cross(step) / (towards.hypot() * step.hypot());
            assert!(
                off.abs() < 1e-4 && towards.dot(step) > 0.0,
                "{name} does not point {direction}: {towards:?}"
            );
        }
    }
}

/// Returns the vector from the foot to the tip of an arrow, or `None` for other polygons.
///
/// An arrow is a polygon of seven corners that is symmetric about a line through one corner, the
/// tip.
fn pointing(corners: &[Point]) -> Option<kurbo::Vec2> {
    if corners.len() != 7 {
        return None;
    }
    let at = |i: usize| corners[i % 7];
    (0..7).find_map(|tip| {
        let foot = at(tip + 3).midpoint(at(tip + 4));
        let is_even = (1..4).all(|away| {
            let [one, other] = [at(tip + away), at(tip + 7 - away)];
            (at(tip).distance(one) - at(tip).distance(other)).abs() <= TOLERANCE_MM
        });
        is_even.then(|| at(tip) - foot)
    })
}

/// A card shows the 37 cells of the board, with the starts where the board has them: the white one at the
/// top, and the dark one at the bottom.
#[test]
fn a_card_shows_the_board_and_both_starts() {
    for (_, document) in both() {
        let page = &document.pages[1];
        let hexes = polygons(page, 6);
        let mut starts = [0, 0];
        for card in boxes(page) {
            let own_polygons = hexes.iter().filter(|hexagon| card.contains(hexagon.centre));
            // The card contains the cells of the small board, and a few hexagons of other sizes.
            let mut sizes: Vec<f64> = own_polygons.clone().map(|hexagon| hexagon.across_flats()).collect();
            sizes.sort_by(f64::total_cmp);
            let usual = sizes[sizes.len() / 2];
            let cells: Vec<_> = own_polygons
                .filter(|hexagon| (hexagon.across_flats() - usual).abs() <= TOLERANCE_MM)
                .collect();
            assert_eq!(cells.len(), 37);
            assert!(cells.iter().all(|cell| cell.irregularity() <= TOLERANCE_MM));
            assert!(cells.iter().any(|cell| cell.centre.distance(card.center()) <= 2.0 * TOLERANCE_MM));
            for disc in discs(page).iter().filter(|disc| card.contains(disc.centre)) {
                let away = disc.centre - card.center();
                let ItemKind::Path { fill: Some(fill), .. } = &page.items[disc.item].kind else { continue };
                let is_in_end_cell = away.x.abs() < TOLERANCE_MM && away.y.abs() > 12.0;
                if is_in_end_cell && [Rgb([255; 3]), Rgb(INK)].contains(fill) {
                    let is_upper = away.y < 0.0;
                    assert_eq!(*fill, Rgb(if is_upper { [255; 3] } else { INK }));
                    starts[usize::from(is_upper)] += 1;
                }
            }
        }
        assert_eq!(starts, [18, 18]);
    }
}

/// A shape must not extend beyond a round corner of a card. The test uses cards with and without a
/// bleed. It builds a whole card, and a poster of one card.
#[test]
fn a_box_ends_where_a_corner_is_round() {
    for (size, bleed) in
        [("63 x 88mm", "0mm"), ("63 x 88mm", "2mm"), ("380 x 250mm", "0mm"), ("380 x 250mm", "2mm")]
    {
        let layout = format!(
            r#"[[cards]]
sheet = "large"
size  = "{size}"
round = "10mm"
bleed = "{bleed}"
face  = [{{ fill = "gold" }}, {{ box = "100% x 20mm", at = "bottom", fill = "teal" }}]
"#
        );
        let ran =
            Run::new().file("x.toml", layout).checked().args(["build", "x.toml", "--paper", "a4"]).run();
        assert!(ran.stdout.contains(": clean"), "{size}, {bleed}: {}", ran.stdout);
    }
}
