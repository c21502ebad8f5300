//! Tests of the names in and next to cells: their size, their position, and which cells have a
//! name. The tests measure the finished file.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::find::{Polygon, polygons};
use hexpress::read::{Page, Text};
use kurbo::{ParamCurveNearest, Point, Vec2};

use crate::board::addresses::BOTH;
use crate::support::measure::{TOLERANCE_MM, corners, depth_in, id, paths, same_length, texts};
use crate::support::run::Run;

const PT: f64 = 25.4 / 72.0;

/// Builds a board whose cells measure `across`, for `seats` players, with `keys` added to its
/// table.
fn board(cells: &str, across: &str, seats: u32, keys: &str) -> Page {
    let layout = format!(
        "[game]\nseats = {seats}\n\n[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nacross = \"{across}\"\n{keys}\n"
    );
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns each name with its cell and its texts. A name that is printed for several readers has several
/// texts.
fn named<'p>(page: &'p Page) -> BTreeMap<String, (Polygon, Vec<&'p Text>)> {
    let hexagons: BTreeMap<String, Polygon> =
        polygons(page, 6).into_iter().map(|hexagon| (id(&page.items[hexagon.item]), hexagon)).collect();
    let mut found: BTreeMap<String, (Polygon, Vec<&'p Text>)> = BTreeMap::new();
    for (item, text) in texts(page) {
        let name = id(item);
        let Some(place) = name.strip_prefix("board/name:") else { continue };
        let hexagon = hexagons[&format!("board/cell:{place}")].clone();
        found.entry(text.string.clone()).or_insert((hexagon, Vec::new())).1.push(text);
    }
    found
}

/// Returns the offset of a name from the centre of its cell.
fn offset_from_centre(cell: &Polygon, text: &Text) -> Vec2 {
    text.outline.center() - cell.centre
}

/// Returns the smallest distance between a name's box and the edges of its cell, in mm.
///
/// The box of a rotated name is rotated too.
fn room(cell: &Polygon, text: &Text) -> f64 {
    let box_corners = if text.angle % 90.0 == 0.0 { corners(text.outline) } else { text.corners };
    box_corners.map(|corner| depth_in(corner, &cell.corners)).into_iter().fold(f64::MAX, f64::min)
}

/// The distance between names and lines grows with the font size.
///
/// In small cells, all names shrink together, but not below 4.5 pt.
#[test]
fn names_are_clear_of_the_lines_at_any_size_of_cells() {
    for orientation in BOTH {
        for (across, shrunk) in [("5.5mm", true), ("8mm", false), ("20mm", false), ("45mm", false)] {
            let shape = if across == "45mm" { "hexhex 2" } else { "hexhex 4" };
            let keys = format!(
                "shape = \"{shape}\"\nnames = \"lines\"\nshow-names = \"inside\"\nline = \"0.6mm black\""
            );
            let page = board(orientation, across, 2, &keys);
            let names = named(&page);
            let sizes: BTreeSet<i64> =
                names.values().map(|(_, texts)| (texts[0].size / PT * 100.0).round() as i64).collect();
            assert_eq!(sizes.len(), 1, "{orientation} {across}: all are as large");
            let size = *sizes.first().unwrap();
            assert!((450..=700).contains(&size), "{orientation} {across}: {size}");
            assert_eq!(size < 700, shrunk, "{orientation} {across}: {size}");
            let gap = 0.3 + 0.3 * size as f64 / 100.0 * PT;
            for (name, (cell, texts)) in &names {
                let room = room(cell, texts[0]);
                assert!(room > gap, "{orientation} {across}: {name} is {room} mm from an edge");
                assert!(
                    shrunk || offset_from_centre(cell, texts[0]).y > 0.0,
                    "{orientation} {across}: {name} is not in the foot"
                );
            }
        }
    }
}

/// In all cells, the baseline of the name is at the same height, whatever letters the names have. The test
/// checks every position that the layout can choose.
#[test]
fn names_stand_where_the_layout_says() {
    let places = [
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
    for orientation in BOTH {
        for (at, x, y) in places {
            let keys = format!(
                "shape = \"rhombus 7\"\nnames = \"hex\"\nshow-names = \"inside\"\nnames-at = \"{at}\""
            );
            let page = board(orientation, "15mm", 2, &keys);
            let names = named(&page);
            assert_eq!(names.len(), 49);
            let baselines: Vec<f64> =
                names.values().map(|(cell, texts)| texts[0].origin.y - cell.centre.y).collect();
            baselines.iter().for_each(|line| same_length(*line, baselines[0], "a baseline"));
            for (name, (cell, texts)) in &names {
                let what = format!("{orientation} {at}: {name}");
                let offset = offset_from_centre(cell, texts[0]);
                let agrees =
                    |got: f64, wish: f64| if wish == 0.0 { got.abs() < 0.5 } else { got * wish > 1.5 };
                assert!(agrees(offset.x, x) && agrees(offset.y, y), "{what} at {offset:?}");
                assert!(room(cell, texts[0]) > 0.7, "{what}");
            }
        }
        let keys = "shape = \"hexhex 2\"\nnames = \"lines\"\nshow-names = \"inside\"\nnames-at = \"-2 3mm\"";
        for (cell, texts) in named(&board(orientation, "20mm", 2, keys)).values() {
            assert!(
                (offset_from_centre(cell, texts[0]) - Vec2::new(-2.0, 3.0)).hypot() < 0.4,
                "{orientation}"
            );
        }
    }
}

/// For each seat at the table, every name is printed once, upright and at the bottom of its cell as
/// seen from this seat.
#[test]
fn names_are_there_for_each_seat() {
    for orientation in BOTH {
        for seats in [1, 2, 3, 4, 6] {
            for show in ["inside", "edge"] {
                let keys = format!(
                    "shape = \"hexhex 3\"\nnames = \"lines\"\nshow-names = \"{show}\"\nnames-for = \"each seat\""
                );
                let page = board(orientation, "24mm", seats, &keys);
                let names = named(&page);
                assert_eq!(names.len(), if show == "inside" { 19 } else { 12 });
                for (name, (cell, texts)) in &names {
                    let what = format!("{orientation}, {seats} seats, {show}: {name}");
                    assert_eq!(texts.len(), seats as usize, "{what}");
                    for (seat, text) in texts.iter().enumerate() {
                        let angle = seat as f64 * 360.0 / f64::from(seats);
                        assert!(
                            (text.angle - angle).abs() < 0.01,
                            "{what}: {} instead of {angle}",
                            text.angle
                        );
                        assert!(room(cell, text) > 0.6, "{what}: {} mm from an edge", room(cell, text));
                        // The direction that points down for this reader.
                        let (sin, cos) = libm::sincos(angle.to_radians());
                        let foot = Vec2::new(-sin, cos);
                        let centre = text.corners.iter().map(|c| c.to_vec2()).sum::<Vec2>() / 4.0;
                        let off = centre - cell.centre.to_vec2();
                        assert!(off.dot(foot) > 6.0 && off.cross(foot).abs() < 0.3, "{what}: {off:?}");
                    }
                }
            }
        }
    }
}

/// Names for several readers shrink before they touch.
#[test]
fn names_for_several_seats_do_not_touch() {
    for orientation in BOTH {
        let keys = "shape = \"hexhex 2\"\nnames = { like = \"lines\", as = \"{letter}-{number}\" }\n\
            show-names = \"inside\"\nnames-for = \"each seat\"\nnames-font = \"9pt\"";
        let page = board(orientation, "14mm", 6, keys);
        for (name, (_, texts)) in named(&page) {
            assert!(
                texts[0].size < 8.8 * PT && texts[0].size > 4.4 * PT,
                "{orientation}: {}",
                texts[0].size / PT
            );
            for (i, a) in texts.iter().enumerate() {
                for b in &texts[..i] {
                    assert!(!touch(a.corners, b.corners), "{orientation}: {name} for two readers");
                }
            }
        }
    }
}

/// Returns true if two boxes overlap or touch: no side of either box separates them.
fn touch(a: [Point; 4], b: [Point; 4]) -> bool {
    let axes = [a[1] - a[0], a[2] - a[1], b[1] - b[0], b[2] - b[1]];
    let range = |corners: [Point; 4], axis: Vec2| {
        let along = corners.map(|c| c.to_vec2().dot(axis));
        (along.into_iter().fold(f64::MAX, f64::min), along.into_iter().fold(f64::MIN, f64::max))
    };
    axes.into_iter().all(|axis| {
        let ((a0, a1), (b0, b1)) = (range(a, axis), range(b, axis));
        a0 <= b1 && b0 <= a1
    })
}

/// A thick edge pushes names further in, but only in the two cells next to the edge.
#[test]
fn names_are_clear_of_thick_edges() {
    for orientation in BOTH {
        let keys = "shape = \"hexhex 3\"\nnames = \"lines\"\nshow-names = \"inside\"";
        let plain = board(orientation, "20mm", 2, keys);
        let before = named(&plain);
        let c3 = before["c3"].0.centre;
        let below = |(cell, _): &&(Polygon, Vec<&Text>)| {
            cell.centre.y > c3.y + 1.0 && cell.centre.distance(c3) < 21.0
        };
        // A flat-top cell has one neighbour directly below it, and two neighbours diagonally below
        // it. The neighbour directly below is the lowest of the three.
        let lowest =
            before.values().filter(below).max_by(|a, b| a.0.centre.y.total_cmp(&b.0.centre.y)).unwrap();
        let name = &lowest.1[0].string;
        let keys = format!("{keys}\n[board.at]\n\"c3|{name}\" = {{ line = \"4mm red\" }}");
        let page = board(orientation, "20mm", 2, &keys);
        let edge = paths(&page).find(|(item, _)| id(item).starts_with("board/edge-line:")).unwrap().1;
        let edge = edge.segments().next().unwrap();
        for (name, (cell, texts)) in named(&page) {
            let moved = (offset_from_centre(&cell, texts[0])
                - offset_from_centre(&before[&name].0, before[&name].1[0]))
            .hypot();
            assert_eq!(moved > TOLERANCE_MM, name == "c3", "{orientation}: {name} moved by {moved} mm");
            let from = |corner| ParamCurveNearest::nearest(&edge, corner, 1e-6).distance_sq.sqrt();
            let near = corners(texts[0].outline).map(from).into_iter().fold(f64::MAX, f64::min);
            assert!(near > 2.5, "{orientation}: {name} is {near} mm from the middle of a line of 4 mm");
        }
    }
}

/// Each line of cells has a name at both ends, outside the board. The name at the start is upright for the
/// first reader, and the name at the end is upright for the second reader.
#[test]
fn names_outside_stand_at_both_ends_for_each_seat() {
    for orientation in BOTH {
        for (shape, count) in [("hexhex 3", 10), ("rhombus 4", 8), ("rectangle 5 x 4", 0), ("triangle 4", 8)]
        {
            for across in ["9mm", "20mm"] {
                let keys = format!(
                    "shape = \"{shape}\"\nnames = \"hex\"\nshow-names = \"outside\"\nnames-for = \"each seat\""
                );
                let page = board(orientation, across, 2, &keys);
                let what = format!("{orientation} {shape} {across}");
                let own_texts: Vec<&Text> = texts(&page)
                    .filter(|(item, _)| id(item).starts_with("board/line:"))
                    .map(|(_, t)| t)
                    .collect();
                let mut by_name: BTreeMap<&str, Vec<&Text>> = BTreeMap::new();
                own_texts.iter().for_each(|text| by_name.entry(&text.string).or_default().push(text));
                assert!(count == 0 || by_name.len() == count, "{what}: {}", by_name.len());
                let cells: Vec<_> = polygons(&page, 6)
                    .into_iter()
                    .filter(|h| id(&page.items[h.item]).contains("/cell:"))
                    .collect();
                let heights = || cells.iter().flat_map(|c| c.corners.clone()).map(|corner| corner.y);
                let (top, bottom) = (heights().fold(f64::MAX, f64::min), heights().fold(f64::MIN, f64::max));
                for (name, ends) in &by_name {
                    assert_eq!(ends.len(), 2, "{what}: {name}");
                    for text in ends {
                        let y = text.outline.center().y;
                        assert!(text.angle == 0.0 || text.angle == 180.0, "{what}: {name} at {}", text.angle);
                        // A name below the board faces the first reader. A name above the board
                        // faces the second reader.
                        if y < top || y > bottom {
                            assert_eq!(text.angle == 0.0, y > bottom, "{what}: {name}");
                        }
                        for cell in &cells {
                            let depth = depth_in(text.outline.center(), &cell.corners);
                            assert!(depth < 0.0, "{what}: {name} stands on a cell");
                        }
                    }
                    let turned: BTreeSet<bool> = ends.iter().map(|text| text.angle == 0.0).collect();
                    assert!(
                        turned.len() == 2 || shape != "rhombus 4",
                        "{what}: {name} faces one reader twice"
                    );
                }
                for (i, a) in own_texts.iter().enumerate() {
                    for b in &own_texts[..i] {
                        assert!(!touch(a.corners, b.corners), "{what}: {} and {} touch", a.string, b.string);
                    }
                }
                crate::support::measure::within_margins(&page, 6.35);
            }
        }
    }
}

/// If a board has one reader, each line of cells has a name at only one end.
#[test]
fn names_outside_for_one_seat_stand_once() {
    for keys in ["", "names-for = \"each seat\""] {
        let keys = format!("shape = \"rhombus 4\"\nnames = \"hex\"\nshow-names = \"outside\"\n{keys}");
        let seats = if keys.ends_with("seat\"") { 1 } else { 2 };
        let page = board("pointy-top", "12mm", seats, &keys);
        let own_texts: Vec<&Text> =
            texts(&page).filter(|(item, _)| id(item).starts_with("board/line:")).map(|(_, t)| t).collect();
        assert_eq!(own_texts.len(), 8);
        assert!(own_texts.iter().all(|text| text.angle == 0.0));
    }
}

/// If the rows of a board zigzag, the names of its lines must not be on cells, even where the outline of the
/// board slants.
#[test]
fn names_outside_stand_in_no_cell_where_rows_zigzag() {
    for (cells, shape) in
        [("flat-top", "triangle 10"), ("pointy-top", "triangle 10"), ("flat-top", "hexhex 4")]
    {
        let keys = format!("shape = \"{shape}\"\nnames = \"offset\"\nshow-names = \"outside\"");
        let page = board(cells, "14mm", 1, &keys);
        let polygons = polygons(&page, 6);
        for (item, text) in texts(&page).filter(|(item, _)| id(item).starts_with("board/line:")) {
            let inside =
                polygons.iter().map(|cell| cell.depth(text.outline.center())).fold(f64::MIN, f64::max);
            assert!(inside < 0.0, "{cells} {shape}: {} stands {inside:.2} mm inside a cell", id(item));
        }
    }
}
