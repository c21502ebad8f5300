//! Tests of shares of boards, of backs, and of the order of elements, and of colours.

use super::{BLUE, CARD, FLAT, GOLD, POINTY, RED, cards, pieces, rgb, same_point};
use crate::support::measure::{TOLERANCE_MM, id, paths, same_length, texts};
use crate::support::run::Run;
use hexpress::find::{discs, polygons};
use hexpress::read::{ItemKind, Page, Text};
use kurbo::{Point, Rect, Shape};
use std::collections::BTreeMap;

#[test]
fn a_share_of_a_board_is_a_share_of_its_cells() {
    for cells in ["flat-top", "pointy-top"] {
        let layout = format!(
            "game = {{ share = false }}\n[[board]]\ncells = \"{cells}\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\n\n\
             [[counters]]\nacross = \"80% of board\"\nface = [{{ fill = \"red\" }}]\n\n\
             [[tiles]]\ncells = \"{cells}\"\nacross = \"100% of board\"\nface = [{{ fill = \"red\" }}]\n"
        );
        let ran =
            Run::new().file("x.toml", layout).args(["build", "x.toml", "--one-file"]).any_stderr().run();
        let pages = ran.pdf("output/x-iso.pdf").pages;
        assert_eq!(pages.len(), 3);
        let counters = discs(&pages[1]);
        assert!(!counters.is_empty());
        counters.iter().for_each(|disc| same_length(disc.radius * 2.0, 24.0, "a disc"));
        let tiles = polygons(&pages[2], 6);
        assert!(!tiles.is_empty());
        tiles.iter().for_each(|tile| same_length(tile.across_flats(), 30.0, "a tile"));
    }
}

#[test]
fn backs_lie_behind_their_fronts() {
    let layout = "[[cards]]\nsize = \"41 x 63mm\"\nrows = [{ name = \"Ann\" }, { name = \"Bob\" }, { name = \"Cleo\" }]\n\
        face = [{ text = \"{{ name }}\", font = \"9pt\" }]\n\
        back = [{ fill = \"navy\" }, { text = \"{{ name | upper }}\", font = \"9pt\", colour = \"white\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!(pages.len(), 2);
    let spots = |page: &Page| {
        let own_texts =
            texts(page).filter(|(item, _)| id(item).starts_with("cards/") && !id(item).contains("furn"));
        let spot = |text: &Text| Rect::bounding_box(&text.outline).center();
        own_texts.map(|(_, text)| (text.string.to_lowercase(), spot(text))).collect::<BTreeMap<_, _>>()
    };
    let (fronts, backs) = (spots(&pages[0]), spots(&pages[1]));
    assert_eq!(fronts.len(), 3);
    assert_eq!(fronts.keys().collect::<Vec<_>>(), backs.keys().collect::<Vec<_>>());
    // The sheet is landscape, and is turned over along its longer edge.
    let (width, height) = (pages[0].media.width(), pages[0].media.height());
    assert!(width > height);
    for (name, front) in &fronts {
        let back = backs[name];
        // Capitals are wider than small letters, but have about the same centre.
        assert!((front.x - back.x).abs() < 0.5, "{name}: {front:?} and {back:?}");
        assert!((front.y + back.y - height).abs() < 1.0, "{name}: {front:?} and {back:?}");
    }
    let navy = paths(&pages[1]).filter(|(item, _)| {
        matches!(item.kind, ItemKind::Path { fill, .. } if fill == rgb(0x00_0080))
            && id(item).ends_with("/back")
    });
    assert_eq!(navy.count(), 3);
}

#[test]
fn backs_of_hexagons_lie_behind_their_fronts() {
    for kind in [FLAT, POINTY] {
        let layout = format!(
            "{kind}\nname = \"t\"\ncopies = 7\nface = [{{ fill = \"red\" }}]\nback = [{{ fill = \"navy\" }}]\n"
        );
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
        let pages = ran.pdf("output/x-iso.pdf").pages;
        assert_eq!(pages.len(), 2);
        let (width, height) = (pages[0].media.width(), pages[0].media.height());
        // The sheet is turned over along its longer edge.
        let behind = |p: Point| {
            if width > height { Point::new(p.x, height - p.y) } else { Point::new(width - p.x, p.y) }
        };
        let corners = |page: &Page, side: &str| {
            let own_polygons = polygons(page, 6).into_iter().filter(|h| {
                let name = id(&page.items[h.item]);
                name.starts_with("t/") && name.ends_with("/back") == (side == "back") && name != "t/furniture"
            });
            own_polygons.flat_map(|h| h.corners).collect::<Vec<_>>()
        };
        let fronts: Vec<Point> = corners(&pages[0], "front").into_iter().map(behind).collect();
        assert_eq!(fronts.len(), 42);
        // Outlines that touch share corners, so every corner on one side must have a match on the
        // other side.
        let backs = corners(&pages[1], "back");
        assert_eq!(backs.len(), 42);
        for corner in fronts {
            assert!(
                backs.iter().any(|b| b.distance(corner) <= TOLERANCE_MM),
                "{kind}: nothing behind {corner:?}"
            );
        }
    }
}

#[test]
fn elements_are_drawn_in_their_order() {
    let drawn =
        cards("", &[r#"{ fill = "gold" }, { disc = "9mm", fill = "red" }, { star = "5mm", fill = "blue" }"#]);
    let fills: Vec<_> = drawn[0].paths().iter().map(|path| path.fill).collect();
    assert_eq!(fills, [rgb(GOLD), rgb(RED), rgb(BLUE)]);
}

#[test]
fn words_of_a_row_are_worked_out_in_every_key() {
    let kind = format!(
        "{CARD}\nset = {{ way = \"down\", owner = \"red\", steps = 3, sign = \"square\", wide = \"0.7mm blue\" }}"
    );
    let face = r#"{ text = "{{ steps | words | title }} {{ 'step' | plural(steps) }}", font = "9pt", colour = "{{ owner }}" },
        { disc = "{{ steps * 4 }}mm", fill = "{{ owner }}", line = "{{ wide }}" },
        { icon = "{{ sign }}", size = "{{ steps * 3 }}mm", colour = "{{ owner }}" },
        { arrow = "{{ way }}", size = "10mm", colour = "{{ owner }}" }"#;
    let drawn = pieces("", &[(&kind, face)]).remove(0);
    let words = drawn.texts()[0];
    assert_eq!((words.string.as_str(), Some(words.colour)), ("Three steps", rgb(RED)));
    same_length(discs(&drawn.page)[0].radius, 6.0, "the disc");
    let paths = drawn.paths();
    assert_eq!(paths.len(), 3);
    assert!(paths.iter().all(|path| path.fill == rgb(RED)));
    let line = paths[0].stroke.clone().unwrap();
    assert_eq!(Some(line.colour), rgb(BLUE));
    same_length(line.width, 0.7, "the line");
    let icon = paths[1].path.bounding_box();
    assert!(icon.width() > 6.0 && icon.width() <= 9.0 + TOLERANCE_MM, "{icon:?}");
    same_point(paths[2].corners()[0], (0.0, 5.0), "the tip");
}

#[test]
fn colours_have_names_shades_and_icons() {
    let head = "[colours]\nink = \"#102030\"\npale = \"ink 50% lighter\"\nown = { fill = \"#FA0\", icon = \"square\" }\n";
    let drawn = cards(
        head,
        &[
            r#"{ disc = "9mm", fill = "ink" }, { disc = "8mm", fill = "pale" }, { disc = "7mm", fill = "own" },
            { disc = "6mm", fill = "blue 50% darker" }, { disc = "5mm", fill = "rebeccapurple" }"#,
            r#"{ icon = "{{ 'own' | icon }}", size = "10mm", colour = "own" }, { icon = "{{ 'ink' | icon }}" }"#,
            r#"{ icon = "square", size = "10mm", colour = "own" }"#,
        ],
    );
    let fills: Vec<_> = drawn[0].paths().iter().map(|path| path.fill).collect();
    assert_eq!(fills, [rgb(0x10_2030), rgb(0x88_9098), rgb(0xFF_AA00), rgb(0x00_0080), rgb(0x66_3399)]);
    let (by_colour, by_name) = (drawn[1].path(), drawn[2].path());
    assert_eq!(by_colour.path.elements().len(), by_name.path.elements().len(), "a colour's own icon");
    let (one, other) = (by_colour.path.bounding_box(), by_name.path.bounding_box());
    assert!((one.origin() - other.origin()).hypot() + (one.size() - other.size()).to_vec2().hypot() < 1e-9);
    assert_eq!(by_colour.fill, rgb(0xFF_AA00));
}

#[test]
fn none_is_no_fill_and_no_line() {
    let faces = [
        r#"{ disc = "10mm", fill = "none", line = "0.4mm red" }"#,
        r#"{ disc = "10mm", fill = "red", line = "none" }"#,
        r#"{ disc = "10mm", fill = "none", line = "none" }"#,
        r#"{ disc = "10mm", fill = "none" }"#,
        r#"{ icon = "heart", fill = "none", line = "0.2mm red" }"#,
    ];
    let worked_out = r#"{ disc = "10mm", fill = "{{ inside }}", line = "{{ rim }}" }"#;
    let mut all: Vec<_> = faces.iter().map(|face| (CARD.to_owned(), *face)).collect();
    all.push((format!("{CARD}\nrows = [{{ inside = \"none\", rim = \"1mm blue\" }}]"), worked_out));
    all.push((format!("{CARD}\nrows = [{{ inside = \"blue\", rim = \"none\" }}]"), worked_out));
    let all: Vec<_> = all.iter().map(|(card, face)| (card.as_str(), *face)).collect();
    let seen: Vec<_> = pieces("", &all)
        .iter()
        .map(|piece| {
            let painted = paths(&piece.page).map(|(item, _)| match &item.kind {
                ItemKind::Path { fill, stroke, .. } => (*fill, stroke.as_ref().map(|s| s.colour)),
                _ => unreachable!(),
            });
            painted.collect::<Vec<_>>()
        })
        .collect();
    let (red, blue) = (rgb(RED), rgb(BLUE));
    let expected = [
        vec![(None, red)],
        vec![(red, None)],
        vec![],
        vec![],
        vec![(None, red)],
        vec![(None, blue)],
        vec![(blue, None)],
    ];
    assert_eq!(seen, expected);
}

#[test]
fn none_may_be_a_colour_of_the_game() {
    let [piece] = &cards("[colours]\nnone = \"red\"", &[r#"{ disc = "10mm", fill = "none" }"#])[..] else {
        panic!("one piece");
    };
    let (item, _) = paths(&piece.page).next().expect("a disc");
    assert!(matches!(&item.kind, ItemKind::Path { fill, .. } if *fill == rgb(RED)));
}
