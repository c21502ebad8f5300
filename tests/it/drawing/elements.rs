//! Tests of every kind of element. The tests draw each element once, and measure its position in
//! the finished file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hexpress::find::{discs, polygons, rectangles};
use hexpress::read::{Item, ItemKind, Page, Rgb, Stroke, Text};
use kurbo::{Affine, BezPath, ParamCurve, Point, Rect, Shape, Vec2};

use crate::support::measure::{TOLERANCE_MM, id, inside, paths, same_length, texts};
use crate::support::run::Run;

const CARD: &str = "[[cards]]\nsize = \"60 x 50mm\"";
const FLAT: &str = "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"";
const POINTY: &str = "[[tiles]]\ncells = \"pointy-top\"\nacross = \"40mm\"";
const SQUARE: &str = "[[counters]]\nshape = \"square\"\nacross = \"40mm\"";
const DISC: &str = "[[counters]]\nacross = \"40mm\"";

/// The page of one piece, which is centred on its sheet.
struct Piece {
    page: Page,
}

/// A path, relative to the centre of its piece.
struct Path {
    path: BezPath,
    fill: Option<Rgb>,
    stroke: Option<Stroke>,
}

impl Path {
    fn corners(&self) -> Vec<Point> {
        self.path.segments().map(|s| s.start()).collect()
    }

    fn ends(&self) -> (Point, Point) {
        let segments: Vec<_> = self.path.segments().collect();
        (segments[0].start(), segments.last().unwrap().end())
    }
}

impl Piece {
    fn centre(&self) -> Vec2 {
        self.page.media.center().to_vec2()
    }

    fn paths(&self) -> Vec<Path> {
        let back = Affine::translate(-self.centre());
        let items = self.page.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill, stroke } => {
                Some(Path { path: back * path.to_path(0.0), fill: *fill, stroke: stroke.as_deref().cloned() })
            }
            _ => None,
        });
        items.collect()
    }

    #[track_caller]
    fn path(&self) -> Path {
        let mut paths = self.paths();
        assert_eq!(paths.len(), 1, "one path");
        paths.remove(0)
    }

    fn texts(&self) -> Vec<&Text> {
        texts(&self.page).map(|(_, text)| text).collect()
    }

    /// Returns the centres of the discs, relative to the centre of the piece.
    fn discs(&self) -> Vec<Point> {
        discs(&self.page).iter().map(|disc| disc.centre - self.centre()).collect()
    }
}

/// Builds each piece on a page of its own. Each pair is the type of the piece and its face.
///
/// The tables in `head` come before the pieces.
fn pieces(head: &str, pieces: &[(&str, &str)]) -> Vec<Piece> {
    let mut layout = format!("{head}\n");
    for (number, (kind, face)) in pieces.iter().enumerate() {
        writeln!(layout, "{kind}\nname = \"p{number}\"\ngrid = \"1 x 1\"\nface = [{face}]\n").unwrap();
    }
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let mut pages = ran.pdf("output/x-iso.pdf").pages;
    pages.truncate(pieces.len());
    let own = pages.into_iter().enumerate().map(|(number, mut page)| {
        let name = format!("p{number}/1");
        page.items.retain(|item| id(item) == name && !is_white_point(item));
        Piece { page }
    });
    let own_pieces: Vec<_> = own.collect();
    assert_eq!(own_pieces.len(), pieces.len());
    own_pieces
}

/// A piece that shows nothing has an invisible white point. Returns true for this point.
fn is_white_point(item: &Item) -> bool {
    let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
    *fill == Some(Rgb([255; 3])) && path.bounding_box().width() < 0.11
}

/// Builds a card for each of these faces.
fn cards(head: &str, faces: &[&str]) -> Vec<Piece> {
    let all: Vec<_> = faces.iter().map(|face| (CARD, *face)).collect();
    pieces(head, &all)
}

fn rgb(hex: u32) -> Option<Rgb> {
    Some(Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]))
}

const RED: u32 = 0xFF_0000;
const BLUE: u32 = 0x00_00FF;
const GOLD: u32 = 0xFF_D700;

/// Returns a step of 1 mm, at an angle in degrees clockwise from up.
fn heading(degrees: f64) -> Vec2 {
    let radians = degrees.to_radians();
    Vec2::new(libm::sin(radians), -libm::cos(radians))
}

#[track_caller]
fn same_point(got: Point, expected: impl Into<Point>, what: &str) {
    let expected = expected.into();
    assert!(got.distance(expected) <= TOLERANCE_MM, "{what}: {got:?} instead of {expected:?}");
}

/// Checks that both lists have the same points, in any order.
#[track_caller]
fn same_points(got: &[Point], expected: &[Point], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}: {got:?}");
    for point in expected {
        let near = got.iter().any(|p| p.distance(*point) <= TOLERANCE_MM);
        assert!(near, "{what}: nothing at {point:?}, but at {got:?}");
    }
}

// ------------------------------------------------------------------ what is drawn

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

// ------------------------------------------------------------------ edges

#[test]
fn edge_bands_touch_their_edges_in_their_colours() {
    let colours = ["red", "blue", "gold", "lime", "teal", "navy"];
    let inks = [RED, BLUE, GOLD, 0x00_FF00, 0x00_8080, 0x00_0080];
    let rows = format!("rows = [{{ edges = \"{}\" }}]", colours.join(" "));
    let face = r#"{ edge-band = "{{ edge }}", at = "each edge", depth = "4mm" }"#;
    let kinds = [FLAT, POINTY].map(|kind| format!("{kind}\n{rows}"));
    let drawn = pieces("", &[(&kinds[0], face), (&kinds[1], face)]);
    for (piece, first) in drawn.iter().zip([0.0, 30.0]) {
        let mut bands = piece.paths();
        // On dark bands, white lines show where to cut. They are left out here.
        bands.retain(|band| band.fill.is_some() && band.fill != rgb(0xFF_FFFF));
        assert_eq!(bands.len(), 6);
        for (k, (band, ink)) in bands.iter().zip(inks).enumerate() {
            assert_eq!(band.fill, rgb(ink), "edge {}", k + 1);
            let out = heading(first + 60.0 * k as f64);
            let corners = band.corners();
            assert_eq!(corners.len(), 4, "a trapezoid");
            let mut depths: Vec<f64> = corners.iter().map(|c| c.to_vec2().dot(out)).collect();
            depths.sort_by(f64::total_cmp);
            for (depth, expected) in depths.iter().zip([16.0, 16.0, 20.0, 20.0]) {
                same_length(*depth, expected, "a corner of a band");
            }
            let outer: Vec<_> = corners.iter().filter(|c| c.to_vec2().dot(out) > 18.0).collect();
            same_length(outer[0].distance(*outer[1]), 40.0 / 3.0_f64.sqrt(), "a band along its edge");
        }
    }
}

#[test]
fn an_edge_without_a_word_stays_bare() {
    let kind = format!("{FLAT}\nrows = [{{ edges = \"red - - blue - -\" }}]");
    let drawn = pieces("", &[(&kind, r#"{ edge-band = "{{ edge }}", at = "each edge" }"#)]);
    // Leaves out the line between a dark band and the trim, which has no fill.
    let fills: Vec<_> = drawn[0].paths().iter().map(|p| p.fill).filter(Option::is_some).collect();
    assert_eq!(fills, [rgb(RED), rgb(BLUE)]);
    // A band is 5 mm deep by default.
    let depth = drawn[0].paths()[0].path.bounding_box().height();
    same_length(depth, 5.0, "the depth of a band");
}

#[test]
fn paths_join_the_middles_of_their_edges() {
    let hex = r#"{ path = "1-4 red, 2-3 blue, 5-1 gold", width = "3mm" }"#;
    let square = r#"{ path = "1-3 red, 2-3 blue, 4-1 gold" }"#;
    let card = r#"{ path = "1-3 red, 2-3 blue, 4-1 gold", width = "1mm" }"#;
    let drawn = pieces("", &[(FLAT, hex), (POINTY, hex), (SQUARE, square), (CARD, card)]);
    let hexes = [(1, 4), (2, 3), (5, 1)];
    let squares = [(1, 3), (2, 3), (4, 1)];
    for (piece, (first, step, ends, width)) in drawn.iter().zip([
        (0.0, 60.0, hexes, 3.0),
        (30.0, 60.0, hexes, 3.0),
        (0.0, 90.0, squares, 3.0),
        (0.0, 90.0, squares, 1.0),
    ]) {
        let arrows = piece.paths();
        assert_eq!(arrows.len(), 3);
        for ((arrow, (from, to)), ink) in arrows.iter().zip(ends).zip([RED, BLUE, GOLD]) {
            let edge = |number: u32| {
                let along = heading(first + step * f64::from(number - 1));
                let card = width < 2.0;
                let far = if card { Vec2::new(30.0, 25.0) } else { Vec2::new(20.0, 20.0) };
                Point::new(along.x * far.x, along.y * far.y)
            };
            let (start, end) = arrow.ends();
            same_point(start, edge(from), "the beginning of a path");
            same_point(end, edge(to), "the end of a path");
            let stroke = arrow.stroke.clone().unwrap();
            same_length(stroke.width, width, "a path");
            assert_eq!((arrow.fill, Some(stroke.colour)), (None, rgb(ink)));
            // The path leaves its edge at a right angle.
            let begins = arrow.path.segments().next().unwrap().eval(0.001) - start;
            let inward = -heading(first + step * f64::from(from - 1));
            assert!(begins.cross(inward).abs() / begins.hypot() < 0.02, "{begins:?}");
        }
    }
}

#[test]
fn a_path_has_a_rim_on_both_sides_if_it_has_a_line() {
    let face = |line: &str| format!(r#"{{ path = "1-4 red, 2-5 blue", width = "3mm", line = "{line}" }}"#);
    let (white, none) = (face("0.4mm white"), face("none"));
    let drawn = pieces("", &[(FLAT, &white), (FLAT, &none)]);
    let strokes = |piece: &Piece| -> Vec<_> {
        piece
            .paths()
            .into_iter()
            .map(|path| path.stroke.map(|s| ((s.width * 10.0).round(), Some(s.colour))))
            .collect()
    };
    let of = |width: f64, ink: u32| Some((width, rgb(ink)));
    // Below each path is its own rim. So the rim of a later path covers the earlier paths.
    let rims = [of(38.0, 0xFF_FFFF), of(30.0, RED), of(38.0, 0xFF_FFFF), of(30.0, BLUE)];
    assert_eq!(strokes(&drawn[0]), rims);
    assert_eq!(strokes(&drawn[1]), [of(30.0, RED), of(30.0, BLUE)]);
    let paths = drawn[0].paths();
    same_point(paths[0].ends().0, paths[1].ends().0, "a rim begins where its way does");
}

#[test]
fn words_at_each_edge_are_upright_from_there() {
    let words = ["a", "b", "c", "d", "e", "f"];
    let hex = format!("rows = [{{ edges = \"{}\" }}]", words.join(" "));
    let four = format!("rows = [{{ edges = \"{}\" }}]", words[..4].join(" "));
    let kinds = [
        format!("{FLAT}\n{hex}"),
        format!("{POINTY}\n{hex}"),
        format!("{SQUARE}\n{four}"),
        format!("{CARD}\n{four}"),
    ];
    let text = r#"{ text = "{{ edge }}", at = "each edge", inset = "0 3mm", font = "9pt" }"#;
    let parts = r#"{ parts = [{ text = "{{ edge }}", font = "9pt" }], at = "each edge", inset = "0 3mm", size = "5mm" }"#;
    let look = r#"{ look = "sign", set = { word = "{{ edge }}" }, at = "each edge", inset = "0 3mm", size = "5mm" }"#;
    let sign = "[look]\nsign = [{ text = \"{{ word }}\", font = \"9pt\" }]";
    let faces = [text, parts, look];
    let all: Vec<_> = faces.iter().flat_map(|face| kinds.iter().map(|kind| (kind.as_str(), *face))).collect();
    let turns = [(0.0, 60.0), (30.0, 60.0), (0.0, 90.0), (0.0, 90.0)];
    for (piece, (first, step)) in pieces(sign, &all).iter().zip(turns.repeat(faces.len())) {
        let texts = piece.texts();
        let output: Vec<_> = texts.iter().map(|text| text.string.as_str()).collect();
        assert_eq!(output, words[..(360.0 / step) as usize]);
        for (k, text) in texts.iter().enumerate() {
            let faces = first + step * k as f64;
            let off = (text.angle - faces - 180.0).rem_euclid(360.0);
            assert!(off.min(360.0 - off) < 0.01, "edge {}: turned by {}", k + 1, text.angle);
            let spot = text.outline.center() - piece.page.media.center();
            assert!(spot.dot(heading(faces)) / spot.hypot() > 0.95, "edge {}: at {spot:?}", k + 1);
        }
    }
}

// ------------------------------------------------------------------ placing

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

// ------------------------------------------------------------------ pieces

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
