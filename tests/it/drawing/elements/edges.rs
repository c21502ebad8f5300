//! Tests of elements at each edge of a piece.

use super::{BLUE, CARD, FLAT, GOLD, POINTY, Piece, RED, SQUARE, heading, pieces, rgb, same_point};
use crate::support::measure::same_length;
use kurbo::{ParamCurve, Point, Shape, Vec2};

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
