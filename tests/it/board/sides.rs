//! Tests of the coloured sides of boards: where they are, and how they meet at corners. The tests
//! measure the finished file.

use std::collections::BTreeMap;

use hexpress::find::polygons;
use hexpress::read::{ItemKind, Outline, Page, Rgb};
use kurbo::{Point, Shape, Vec2};

use crate::board::addresses::{BLUE, BOTH, GOLD, RED, board, centre, rgb};
use crate::support::measure::{TOLERANCE_MM, depth_in, id, paths, same_length};

const COLOURS: [&str; 6] = ["red", "blue", "gold", "lime", "teal", "navy"];

/// The name of a side, and its direction from the centre: how far to the right, and how far down.
type Side = (&'static str, f64, f64);

const SIX_FLAT: &[Side] = &[
    ("upper-right", 1.0, -1.0),
    ("right", 1.0, 0.0),
    ("lower-right", 1.0, 1.0),
    ("lower-left", -1.0, 1.0),
    ("left", -1.0, 0.0),
    ("upper-left", -1.0, -1.0),
];
const SIX_POINTY: &[Side] = &[
    ("top", 0.0, -1.0),
    ("upper-right", 1.0, -1.0),
    ("lower-right", 1.0, 1.0),
    ("bottom", 0.0, 1.0),
    ("lower-left", -1.0, 1.0),
    ("upper-left", -1.0, -1.0),
];
const FOUR: &[Side] = &[("top", 0.0, -1.0), ("right", 1.0, 0.0), ("bottom", 0.0, 1.0), ("left", -1.0, 0.0)];
const THREE_FLAT: &[Side] = &[("top", 0.0, -1.0), ("right", 1.0, 0.0), ("bottom", 0.0, 1.0)];
const THREE_POINTY: &[Side] = &[("right", 1.0, 0.0), ("bottom", 0.0, 1.0), ("left", -1.0, 0.0)];

/// Each shape: its sides in clockwise order, the number of edges on its border, and the number of corners in
/// the middle of an edge.
///
/// The border has six edges for each cell, minus two for each pair of neighbours. If two sides of a board
/// share an edge, their corner is the middle of this edge. In each shape, either all corners are of this kind
/// or none.
const SHAPES: [(&str, &str, &[Side], u32, usize); 14] = [
    ("flat-top", "hexhex 3", SIX_FLAT, 30, 6),
    ("pointy-top", "hexhex 3", SIX_POINTY, 30, 6),
    ("flat-top", "hexhex 1", SIX_FLAT, 6, 6),
    ("flat-top", "rhombus 4", FOUR, 30, 0),
    ("pointy-top", "rhombus 4", FOUR, 30, 0),
    ("flat-top", "rhombus 4\"\nlean = \"right", FOUR, 30, 0),
    ("pointy-top", "rhombus 4\"\nlean = \"right", FOUR, 30, 0),
    ("flat-top", "rectangle 4 x 3", FOUR, 26, 0),
    ("pointy-top", "rectangle 4 x 3", FOUR, 26, 0),
    ("pointy-top", "rectangle 4 x 3\"\noffset = \"first", FOUR, 26, 0),
    ("flat-top", "parallelogram 4 x 3", FOUR, 26, 0),
    ("pointy-top", "parallelogram 4 x 3", FOUR, 26, 0),
    ("flat-top", "triangle 4", THREE_FLAT, 24, 0),
    ("pointy-top", "triangle 4", THREE_POINTY, 24, 0),
];

/// Builds a board with `count` coloured sides of this width, and with `keys` added to the sides.
fn with_sides(cells: &str, shape: &str, count: usize, width: &str, keys: &str) -> Page {
    let list = COLOURS[..count].join("\", \"");
    let sides = format!("[board.sides]\ncolours = [\"{list}\"]\nwidth = \"{width}\"\n{keys}");
    board(cells, &format!("shape = \"{shape}\"\n{sides}"))
}

/// Returns the bands along the sides, keyed by name.
fn bands(page: &Page) -> BTreeMap<String, (Outline, Rgb)> {
    let own = paths(page).filter_map(|(item, path)| {
        let name = id(item).strip_prefix("board/side:")?.to_owned();
        let ItemKind::Path { stroke: None, fill: Some(fill), .. } = &item.kind else { panic!("{item:?}") };
        Some((name, (path.clone(), *fill)))
    });
    own.collect()
}

fn corners(path: &Outline) -> Vec<Point> {
    path.segments().map(|segment| kurbo::ParamCurve::start(&segment)).collect()
}

#[test]
fn sides_have_their_colours_where_their_names_say() {
    let inks = [RED, BLUE, GOLD, 0x00_FF00, 0x00_8080, 0x00_0080];
    for (orientation, shape, expected, _, _) in SHAPES {
        let what = format!("{orientation} {shape}");
        let page = with_sides(orientation, shape, expected.len(), "4mm", "");
        let bands = bands(&page);
        assert_eq!(bands.len(), expected.len(), "{what}");
        let board = centre(&page);
        for ((name, x, y), ink) in expected.iter().zip(inks) {
            let (path, fill) = &bands[*name];
            assert_eq!(Some(*fill), rgb(ink), "{what}, {name}");
            let ends: Vec<Vec2> = corners(path).into_iter().map(Point::to_vec2).collect();
            let out = (ends.iter().copied().sum::<Vec2>() / ends.len() as f64).to_point() - board;
            assert!(*x == 0.0 || out.x * x > 3.0, "{what}, {name}: {out:?}");
            assert!(*y == 0.0 || out.y * y > 3.0, "{what}, {name}: {out:?}");
        }
    }
}

/// Two adjacent bands share both ends of their mitre.
///
/// If the corner of the board is the middle of an edge, the mitre is as long as the band is wide. If two
/// edges meet at the corner, the mitre is slanted, and therefore longer.
#[test]
fn bands_meet_in_a_mitre() {
    for (orientation, shape, expected, _, blunt) in SHAPES {
        let what = format!("{orientation} {shape}");
        let bands = bands(&with_sides(orientation, shape, expected.len(), "4mm", ""));
        let mut straight = 0;
        for (i, (name, _, _)) in expected.iter().enumerate() {
            let next = expected[(i + 1) % expected.len()].0;
            let others = corners(&bands[next].0);
            let mut shared = corners(&bands[*name].0);
            shared.retain(|p| others.iter().any(|q| p.distance(*q) <= TOLERANCE_MM));
            assert_eq!(shared.len(), 2, "{what}: {name} and {next} share {shared:?}");
            let long = shared[0].distance(shared[1]);
            if (long - 4.0).abs() < 0.1 {
                straight += 1;
                same_length(long, 4.0, &format!("{what}: where {name} meets {next}"));
            } else {
                same_length(long, 8.0 / 3.0_f64.sqrt(), &format!("{what}: where {name} meets {next}"));
            }
        }
        assert_eq!(straight, blunt, "{what}");
    }
}

/// The bands fill the whole ring around the board without gaps, and no band reaches into another.
///
/// The border has the length l. Clockwise, it turns by 60° at each corner of a cell, and turns right six
/// times more often than left. So a ring of width w around the border has the area l w + 6 w² tan 30°.
#[test]
fn bands_leave_no_gap_and_do_not_overlap() {
    for (orientation, shape, expected, border, _) in SHAPES {
        for width in [1.0, 4.0] {
            let what = format!("{orientation} {shape} {width}");
            let bands = bands(&with_sides(orientation, shape, expected.len(), &format!("{width}mm"), ""));
            let area: f64 = bands.values().map(|(path, _)| path.area().abs()).sum();
            let length = f64::from(border) * 20.0 / 3.0_f64.sqrt();
            let ring = length * width + 2.0 * 3.0_f64.sqrt() * width * width;
            assert!((area - ring).abs() < length * TOLERANCE_MM, "{what}: {area} mm² instead of {ring}");
            for (name, (path, _)) in &bands {
                for (other, (own, _)) in bands.iter().filter(|(other, _)| *other != name) {
                    for corner in corners(own) {
                        // Two bands may share a corner on their outlines. Only a corner that is
                        // well inside the other band is an overlap.
                        let near = path.segments().map(|s| nearest(s, corner)).fold(f64::MAX, f64::min);
                        let inside = near > 0.01 && path.contains(corner);
                        assert!(!inside, "{what}: {other} reaches into {name}");
                    }
                }
            }
        }
    }
}

fn nearest(segment: kurbo::PathSeg, point: Point) -> f64 {
    kurbo::ParamCurveNearest::nearest(&segment, point, 1e-6).distance_sq.sqrt()
}

/// Bands start at the border. They neither shrink the cells nor reach into them.
#[test]
fn bands_lie_beside_the_cells() {
    for orientation in BOTH {
        let page = with_sides(orientation, "rhombus 4", 4, "4mm", "");
        let cells: Vec<_> =
            polygons(&page, 6).into_iter().filter(|h| id(&page.items[h.item]).contains("/cell:")).collect();
        for (name, (path, _)) in bands(&page) {
            let corners = corners(&path);
            for corner in &corners {
                let deepest =
                    cells.iter().map(|cell| depth_in(*corner, &cell.corners)).fold(f64::MIN, f64::max);
                assert!(deepest <= TOLERANCE_MM, "{orientation}, {name}: {deepest} mm in a cell");
            }
            let on_cells = corners
                .iter()
                .filter(|p| cells.iter().any(|c| depth_in(**p, &c.corners).abs() <= TOLERANCE_MM));
            assert_eq!(
                on_cells.count() * 2,
                corners.len(),
                "{orientation}, {name}: half of it is the border"
            );
        }
    }
}

#[test]
fn outlined_bands_cover_the_outer_halves_of_the_lines_of_cells() {
    for (keys, over) in [("", false), ("outline = \"0.6mm red\"", true)] {
        let page = with_sides("pointy-top", "rhombus 4", 4, "4mm", keys);
        let place = |start: &str| {
            let own_items = page.items.iter().enumerate().filter(|(_, item)| id(item).starts_with(start));
            own_items.map(|(index, _)| index).collect::<Vec<_>>()
        };
        let (bands, cells) = (place("board/side:"), place("board/cell:"));
        assert_eq!(bands.iter().min() > cells.iter().max(), over, "{keys}");
        assert_eq!(bands.iter().max() < cells.iter().min(), !over, "{keys}");
    }
}

#[test]
fn the_outline_runs_along_both_rims_of_all_bands_over_the_cells() {
    for orientation in BOTH {
        let page = with_sides(orientation, "hexhex 3", 6, "4mm", "outline = \"0.6mm red\"");
        let (mut rims, mut last_cell) = (Vec::new(), 0);
        for (index, item) in page.items.iter().enumerate() {
            match (&item.kind, id(item).as_str()) {
                (ItemKind::Path { path, stroke: Some(stroke), .. }, "board/sides-outline") => {
                    assert_eq!(Some(stroke.colour), rgb(RED));
                    same_length(stroke.width, 0.6, "the outline");
                    rims.push((index, path.clone()));
                }
                (_, name) if name.starts_with("board/cell:") => last_cell = index,
                _ => {}
            }
        }
        assert_eq!(rims.len(), 2, "{orientation}: it does not part one colour from the next");
        assert!(rims.iter().all(|(index, _)| *index > last_cell), "{orientation}: it lies under a cell");
        let (inner, outer) = (rims[0].1.area().abs(), rims[1].1.area().abs());
        // The outer line is 0.6 mm wide and ends at the outer edge of the band. Its middle is therefore
        // 0.3 mm inside this edge.
        let (length, width) = (30.0 * 20.0 / 3.0_f64.sqrt(), 4.0 - 0.3);
        let ring = length * width + 2.0 * 3.0_f64.sqrt() * width * width;
        assert!(
            (outer - inner - ring).abs() < length * TOLERANCE_MM,
            "{orientation}: {} instead of {ring}",
            outer - inner
        );
    }
}

/// A band stops where cells were left out. The rest of the band is unchanged.
#[test]
fn a_band_ends_where_its_side_does() {
    let keys = "names = \"lines\"\nwithout = \"b1\"\nshow-names = \"inside\"\n\
        shape = \"hexhex 3\"\n[board.sides]\ncolours = [\"red\", \"blue\", \"gold\", \"lime\", \"teal\", \"navy\"]\n\
        outline = \"0.6mm black\"";
    for orientation in BOTH {
        let page = board(orientation, keys);
        let bands = bands(&page);
        assert_eq!(bands.len(), 6, "{orientation}");
        let pieces =
            |path: &Outline| path.elements().filter(|e| matches!(e, kurbo::PathEl::ClosePath)).count();
        let broken: Vec<_> = bands.iter().filter(|(_, (path, _))| pieces(path) == 2).collect();
        assert_eq!(broken.len(), 1, "{orientation}");
        let outlines = paths(&page).filter(|(item, _)| id(item) == "board/sides-outline");
        assert_eq!(outlines.map(|(_, path)| pieces(path)).collect::<Vec<_>>(), [1], "{orientation}");
    }
}
