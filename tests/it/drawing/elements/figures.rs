//! Tests of figures, texts, icons and small boards: their sizes, places and colours.

use super::{
    BLUE, CARD, DISC, FLAT, GOLD, POINTY, RED, SQUARE, cards, heading, pieces, rgb, same_point, same_points,
};
use crate::support::measure::{TOLERANCE_MM, inside, same_length};
use crate::support::run::Run;
use hexpress::find::{discs, polygons, rectangles};
use hexpress::read::{ItemKind, Page};
use kurbo::{Affine, ParamCurve, Point, Rect, Shape};

#[test]
fn figures_have_the_size_they_ask_for() {
    let drawn = cards(
        "",
        &[
            r#"{ box = "20 x 8mm", fill = "red", line = "0.4mm blue" }"#,
            r#"{ disc = "10mm", fill = "red" }"#,
            r#"{ hexagon = "12mm", fill = "red" }"#,
            r#"{ hexagon = "12mm", fill = "red", turn = 30 }"#,
            r#"{ star = "14mm", fill = "gold" }"#,
            r#"{ box = "50% x 20%" }"#,
        ],
    );
    let found = rectangles(&drawn[0].page);
    assert_eq!(found.len(), 1);
    same_length(found[0].width, 20.0, "the box across");
    same_length(found[0].height, 8.0, "the box down");
    same_point(found[0].centre, drawn[0].centre().to_point(), "the box");
    let path = drawn[0].path();
    assert_eq!(path.fill, rgb(RED));
    let line = path.stroke.unwrap();
    assert_eq!((Some(line.colour), line.dash.len()), (rgb(BLUE), 0));
    same_length(line.width, 0.4, "the line");

    let found = discs(&drawn[1].page);
    assert_eq!(found.len(), 1);
    same_length(found[0].radius, 5.0, "the disc");
    assert!(found[0].roundness < 0.001);
    assert_eq!(drawn[1].path().fill, rgb(RED));

    for (piece, turned) in [(&drawn[2], 0.0), (&drawn[3], 30.0)] {
        let found = polygons(&piece.page, 6);
        assert_eq!(found.len(), 1);
        same_length(found[0].across_flats(), 12.0, "the hexagon");
        assert!(found[0].irregularity() <= TOLERANCE_MM);
        assert!((found[0].turn_degrees() - turned).abs() < 0.01, "{}", found[0].turn_degrees());
        same_point(found[0].centre, piece.centre().to_point(), "the hexagon");
    }

    let star = drawn[4].path();
    assert_eq!(star.fill, rgb(GOLD));
    let corners = star.corners();
    assert_eq!(corners.len(), 10);
    let tips: Vec<_> = corners.iter().copied().filter(|c| c.to_vec2().hypot() > 5.0).collect();
    let expected = [0.0, 72.0, 144.0, 216.0, 288.0].map(|d| (heading(d) * 7.0).to_point());
    same_points(&tips, &expected, "the tips of the star");

    let found = rectangles(&drawn[5].page);
    same_length(found[0].width, 30.0, "half of the card");
    same_length(found[0].height, 10.0, "a fifth of the card");
    assert_eq!(drawn[5].path().fill, rgb(0), "a figure without fill and line is black");
}

/// Returns the centres of the ellipses of this colour on a page.
///
/// Checks that each of them measures `width` by `height` mm and is rotated by `turned` degrees.
#[track_caller]
fn ellipses(page: &Page, ink: u32, width: f64, height: f64, turned: f64) -> Vec<Point> {
    let own = page.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill, .. } if *fill == rgb(ink) => Some(path),
        _ => None,
    });
    let middle = |path: &hexpress::read::Outline| {
        let centre = path.bounding_box().center();
        let (sin, cos) = (heading(turned).x, -heading(turned).y);
        let upright = Affine::new([cos, -sin, sin, cos, 0.0, 0.0]) * Affine::translate(-centre.to_vec2());
        let points = path.segments().flat_map(|s| (0..8u8).map(move |t| s.eval(f64::from(t) / 8.0)));
        for point in points.map(|point| upright * point) {
            let off = (point.x / (width / 2.0)).hypot(point.y / (height / 2.0)) - 1.0;
            assert!(off.abs() * height / 2.0 < TOLERANCE_MM, "{point:?} lies {off} off an ellipse");
        }
        centre
    };
    own.map(middle).collect()
}

#[test]
fn an_ellipse_has_its_width_and_height_wherever_it_stands() {
    let drawn = cards(
        "",
        &[
            r#"{ ellipse = "30 x 20mm", fill = "red", line = "0.4mm blue", at = "left", inset = "4mm" }"#,
            r#"{ ellipse = "10 x 20mm", fill = "red", turn = 30 }"#,
            r#"{ ellipse = "50% x 20%", fill = "red" }"#,
        ],
    );
    for (piece, (width, height), turned, centre) in [
        (&drawn[0], (30.0, 20.0), 0.0, (-11.0, 0.0)),
        (&drawn[1], (10.0, 20.0), 30.0, (0.0, 0.0)),
        (&drawn[2], (30.0, 10.0), 0.0, (0.0, 0.0)),
    ] {
        let found = ellipses(&piece.page, RED, width, height, turned);
        let found: Vec<Point> = found.iter().map(|at| *at - piece.centre()).collect();
        same_points(&found, &[Point::from(centre)], "the ellipse");
    }
    let line = drawn[0].path().stroke.unwrap();
    assert_eq!(Some(line.colour), rgb(BLUE));
    same_length(line.width, 0.4, "its line");

    let layout = "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\nnames = \"lines\"\n\
                  [board.key]\n\"*\" = { mark = \"egg\", ellipse = \"6 x 9mm\", fill = \"red\" }\n\
                  [board.at]\n\"a1\" = { mark = \"egg\" }\n\"b2\" = { mark = \"egg\" }\n\
                  [[board.draw]]\nellipse = \"40 x 10mm\"\nat = \"top\"\nfill = \"gold\"\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let page = &ran.pdf("output/x-iso.pdf").pages[0];
    let cells = polygons(page, 6);
    let marks = ellipses(page, RED, 6.0, 9.0, 0.0);
    assert_eq!(marks.len(), 2);
    assert!(marks.iter().all(|mark| cells.iter().any(|cell| cell.centre.distance(*mark) <= TOLERANCE_MM)));
    assert_eq!(ellipses(page, GOLD, 40.0, 10.0, 0.0).len(), 1);
}

#[test]
fn icons_stay_inside_their_size() {
    const ICONS: [&str; 24] = [
        "circle", "dot", "ring", "triangle", "square", "diamond", "star", "cross", "saltire", "drop",
        "hexagon", "crescent", "heart", "spade", "club", "coin", "bolt", "crown", "flag", "house",
        "mountain", "waves", "dash", "bars",
    ];
    let faces = ICONS.map(|icon| format!("{{ icon = \"{icon}\", size = \"12mm\", colour = \"red\" }}"));
    let drawn = cards("", &faces.each_ref().map(String::as_str));
    let room = Rect::from_center_size(Point::ZERO, (12.0, 12.0));
    for (icon, piece) in ICONS.iter().zip(&drawn) {
        let path = piece.path();
        let bounds = path.path.bounding_box();
        assert!(inside(bounds, room) >= -TOLERANCE_MM, "{icon}: {bounds:?}");
        assert!(bounds.width().max(bounds.height()) > 5.0, "{icon} is small: {bounds:?}");
        assert_eq!(path.fill, rgb(RED), "{icon}");
    }
    let none = format!("{CARD}\nset = {{ icon = \"\" }}");
    let plain = pieces("", &[(CARD, r#"{ icon = "square" }"#), (&none, r#"{ icon = "{{ icon }}" }"#)]);
    let bounds = plain[0].path().path.bounding_box();
    assert!(
        inside(bounds, Rect::from_center_size(Point::ZERO, (5.0, 5.0))) >= -TOLERANCE_MM,
        "5 mm if not said"
    );
    assert!(plain[1].page.items.is_empty(), "no icon, nothing drawn");
}

#[test]
fn polygons_curves_and_lines_run_through_their_points() {
    let drawn = cards(
        "",
        &[
            r#"{ polygon = "0 -5, 5 4, -5 4", fill = "red" }"#,
            r#"{ curve = "M -8 0 C -4 -6 4 6 8 0", line = "0.8mm blue" }"#,
            r#"{ from = "-8 3mm", to = "8 -1mm", line = "0.5mm red dashed" }"#,
            r#"{ polygon = "0 -5, 5 5, -5 5", at = "4 3mm", turn = 180 }"#,
        ],
    );
    let polygon = drawn[0].path();
    same_points(&polygon.corners(), &[(0.0, -5.0), (5.0, 4.0), (-5.0, 4.0)].map(Point::from), "the polygon");
    assert_eq!(polygon.fill, rgb(RED));
    let curve = drawn[1].path();
    let (from, to) = curve.ends();
    same_point(from, (-8.0, 0.0), "the beginning of the curve");
    same_point(to, (8.0, 0.0), "the end of the curve");
    same_point(curve.path.segments().next().unwrap().eval(0.5), (0.0, 0.0), "the middle of the curve");
    let stroke = curve.stroke.unwrap();
    assert_eq!((curve.fill, Some(stroke.colour)), (None, rgb(BLUE)));
    same_length(stroke.width, 0.8, "the line of the curve");
    let line = drawn[2].path();
    let (from, to) = line.ends();
    same_point(from, (-8.0, 3.0), "from");
    same_point(to, (8.0, -1.0), "to");
    let stroke = line.stroke.unwrap();
    assert_eq!(stroke.dash.len(), 2, "dashed");
    assert_eq!(Some(stroke.colour), rgb(RED));
    let corners = [(4.0, 8.0), (-1.0, -2.0), (9.0, -2.0)].map(Point::from);
    same_points(&drawn[3].path().corners(), &corners, "the turned polygon");
}

#[test]
fn a_fill_covers_the_whole_piece() {
    let face = r#"{ fill = "gold", line = "1mm red" }"#;
    let drawn = pieces("", &[CARD, FLAT, POINTY, SQUARE, DISC].map(|kind| (kind, face)));
    let long = 80.0 / 3.0_f64.sqrt();
    let sizes = [(60.0, 50.0), (long, 40.0), (40.0, long), (40.0, 40.0), (40.0, 40.0)];
    for (piece, (width, height)) in drawn.iter().zip(sizes) {
        let path = piece.path();
        let bounds = path.path.bounding_box();
        same_length(bounds.width(), width, "the fill across");
        same_length(bounds.height(), height, "the fill down");
        same_point(bounds.center(), (0.0, 0.0), "the fill");
        assert_eq!((path.fill, path.stroke.map(|s| s.colour)), (rgb(GOLD), rgb(RED)));
    }
    assert_eq!(discs(&drawn[4].page).len(), 1);
    assert_eq!(polygons(&drawn[1].page, 6).len(), 1);
}

#[test]
fn words_have_their_font_size_and_colour() {
    let drawn = cards(
        "",
        &[
            r#"{ text = "Harbour", font = "bold 18pt", colour = "red" }"#,
            r#"{ text = "A rather long name for a small card", font = "16pt", shrink = "6pt" }"#,
            r#"{ text = "", font = "9pt" }"#,
        ],
    );
    let texts = drawn[0].texts();
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0].string, "Harbour");
    same_length(texts[0].size, 18.0 * 25.4 / 72.0, "the size of the font");
    assert_eq!(Some(texts[0].colour), rgb(RED));
    assert!(texts[0].font.to_lowercase().contains("bold"), "{}", texts[0].font);
    assert!((texts[0].outline.center() - drawn[0].centre()).to_vec2().hypot() < 0.6, "in the middle");
    let shrunk = drawn[1].texts()[0];
    let points = shrunk.size * 72.0 / 25.4;
    assert!((6.0..16.0).contains(&points), "{points} pt");
    let card = Rect::from_center_size(drawn[1].page.media.center(), (60.0, 50.0));
    assert!(inside(shrunk.outline, card) >= -0.1);
    assert!(drawn[2].page.items.is_empty(), "no words, nothing drawn");
}

/// Text that shrinks keeps a distance from the trim on both sides. The distance is the `inset` of the text,
/// by default 1.5 mm.
#[test]
fn words_that_shrink_keep_off_the_cut() {
    let long = r#"text = "A rather long name for a small card", font = "16pt", shrink = "6pt""#;
    let drawn = cards(
        "",
        &[
            &format!("{{ {long} }}"),
            &format!("{{ {long}, at = \"top\", inset = \"6mm\" }}"),
            &format!("{{ {long}, at = \"left\", inset = \"3mm\" }}"),
            &format!("{{ {long}, at = \"top\", inset = \"0 6mm\" }}"),
            r#"{ text = "A rather long name for a small card", font = "11.4pt", shrink = "11.3pt" }"#,
        ],
    );
    let free = |index: usize| {
        let words = drawn[index].texts()[0].outline;
        let centre = drawn[index].page.media.center();
        (words.x0 - (centre.x - 30.0), centre.x + 30.0 - words.x1)
    };
    for (index, margin) in [(0, 1.5), (1, 6.0), (2, 3.0), (3, 0.0)] {
        let (left, right) = free(index);
        assert!(left >= margin - 0.11 && right >= margin - 0.11, "{index}: {left} and {right} mm are free");
        // The font is at most a quarter of a point smaller than necessary.
        assert!(left.min(right) <= margin + 1.6, "{index}: {left} and {right} mm are free");
    }
    let (left, right) = free(4);
    assert!(left.min(right) < 1.4, "at the smallest size words may come nearer: {left} and {right} mm");
}

#[test]
fn arrows_point_where_they_are_told() {
    let arrows = [
        ("up", 0.0),
        ("upper-right", 60.0),
        ("right", 90.0),
        ("lower-right", 120.0),
        ("down", 180.0),
        ("lower-left", 240.0),
        ("left", 270.0),
        ("upper-left", 300.0),
        ("Wind", 75.0),
    ];
    let faces = arrows.map(|(arrow_direction, _)| {
        format!("{{ arrow = \"{arrow_direction}\", size = \"16mm\", colour = \"red\" }}")
    });
    let drawn = cards("[directions]\nWind = \"75\"\n", &faces.each_ref().map(String::as_str));
    for ((arrow_direction, degrees), piece) in arrows.iter().zip(&drawn) {
        let arrow = piece.path();
        assert_eq!(arrow.fill, rgb(RED), "{arrow_direction}");
        let along = heading(*degrees);
        let corners = arrow.corners();
        assert_eq!(corners.len(), 7, "{arrow_direction}");
        let far = |c: &Point| c.to_vec2().dot(along);
        let tips: Vec<_> = corners.iter().filter(|c| far(c) > 8.0 - 2.0 * TOLERANCE_MM).collect();
        assert_eq!(tips.len(), 1, "{arrow_direction}: one tip");
        same_point(*tips[0], (along * 8.0).to_point(), arrow_direction);
        let tail = corners.iter().map(far).fold(f64::MAX, f64::min);
        same_length(tail, -8.0, arrow_direction);
    }
}

#[test]
fn a_compass_shows_all_directions_with_their_names() {
    let head = "[directions]\nNorth = \"up\"\nEast = \"upper-right\"\nWest = \"lower-left\"\n";
    let drawn = cards(head, &[r#"{ compass = "directions", size = "36mm", font = "7pt", colour = "red" }"#]);
    let words = drawn[0].texts();
    let mut names: Vec<_> = words.iter().map(|text| text.string.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["East", "North", "West"]);
    let room = Rect::from_center_size(drawn[0].page.media.center(), (36.0, 36.0));
    for text in &words {
        let degrees = match text.string.as_str() {
            "North" => 0.0,
            "East" => 60.0,
            _ => 240.0,
        };
        let spot = text.outline.center() - drawn[0].page.media.center();
        let off = spot.cross(heading(degrees)) / spot.hypot();
        assert!(off.abs() < 0.1 && spot.dot(heading(degrees)) > 5.0, "{}: {spot:?}", text.string);
        assert!(inside(text.outline, room) > -0.2, "{} reaches out of the compass", text.string);
    }
    let arms = &drawn[0].paths()[0];
    assert_eq!((arms.fill, arms.corners().len()), (rgb(RED), 3 * 7));
}

#[test]
fn woven_lines_stay_in_their_size() {
    let drawn = cards(
        "",
        &[
            r#"{ guilloche = "border", size = "100% x 100%", inset = "2mm", depth = "6mm", waves = 40, strands = 5, line = "0.13mm red" }"#,
            r#"{ guilloche = "rosette", size = "40mm", eye = "14mm", petals = 12, strands = 5, line = "0.13mm red" }"#,
        ],
    );
    for (piece, size) in drawn.iter().zip([(56.0, 46.0), (40.0, 40.0)]) {
        let room = Rect::from_center_size(Point::ZERO, size);
        let strands = piece.paths();
        assert!(!strands.is_empty());
        let whole = strands.iter().map(|p| p.path.bounding_box()).reduce(|a, b| a.union(b)).unwrap();
        assert!(inside(whole, room) >= -0.07, "{whole:?} in {room:?}");
        assert!(inside(whole, room.inset(-1.0)) <= 0.0, "{whole:?} is too small for {room:?}");
        for strand in strands {
            let stroke = strand.stroke.unwrap();
            same_length(stroke.width, 0.13, "a strand");
            assert_eq!((strand.fill, Some(stroke.colour)), (None, rgb(RED)));
        }
    }
    // Nothing is drawn in the empty centre, whose width is `eye`.
    for strand in drawn[1].paths() {
        let nearest = strand.path.segments().flat_map(|s| [0.0, 0.25, 0.5, 0.75].map(|t| s.eval(t)));
        let nearest = nearest.map(|p| p.to_vec2().hypot()).fold(f64::MAX, f64::min);
        assert!(nearest > 6.8, "{nearest} mm from the middle");
    }
}

#[test]
fn a_board_in_small_has_all_its_cells() {
    let board = |cells: &str| {
        format!(
            "[[board]]\ncells = \"{cells}\"\nprint = 0\nacross = \"20mm\"\nshape = \"hexhex 3\"\nnames = \"lines\"\n\
             [board.key]\n\"*\" = {{ mark = \"start\", disc = \"9mm\", fill = \"red\" }}\n\
             [board.at]\n\"c3\" = {{ mark = \"start\", fill = \"gold\" }}\n"
        )
    };
    for (cells, turned) in [("flat-top", 0.0), ("pointy-top", 30.0)] {
        let drawn = cards(&board(cells), &[r#"{ board = "board", size = "30mm" }"#]);
        let found = polygons(&drawn[0].page, 6);
        assert_eq!(found.len(), 19, "{cells}");
        let room = Rect::from_center_size(drawn[0].page.media.center(), (30.0, 30.0));
        for hexagon in &found {
            assert!(hexagon.irregularity() <= TOLERANCE_MM);
            assert!((hexagon.turn_degrees() - turned).abs() < 0.05);
            assert!(hexagon.corners.iter().all(|c| room.inflate(TOLERANCE_MM, TOLERANCE_MM).contains(*c)));
        }
        let gold = drawn[0].paths().into_iter().filter(|p| p.fill == rgb(GOLD)).count();
        assert_eq!(gold, 1);
        same_points(&drawn[0].discs(), &[Point::ZERO], "the mark");
        assert!(drawn[0].texts().is_empty());
    }
}

#[test]
fn a_mark_of_a_board_in_small_uses_the_fields_of_its_cell() {
    let board = "[[board]]\ncells = \"flat-top\"\nprint = 0\nacross = \"20mm\"\nmap = \"\"\"\nAb\n\nBb\n\nBb\n\"\"\"\n\
         [board.key]\nA = { kind = \"a\", fill = \"white\", set = { paint = \"gold\" } }\n\
         B = { kind = \"b\", fill = \"white\", set = { paint = \"navy\" } }\n\
         b = { mark = \"spot\", disc = \"9mm\", fill = \"{{ paint }}\" }\n";
    let drawn = cards(board, &[r#"{ board = "board", size = "30mm" }"#]);
    let discs = |ink| drawn[0].paths().into_iter().filter(|p| p.fill == rgb(ink)).count();
    assert_eq!((discs(GOLD), discs(0x00_0080)), (1, 2));
}
