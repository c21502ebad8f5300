//! Tests of what addresses select on boards: names, colours and drawings. The tests measure the
//! finished file.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::find::{Polygon, discs, polygons};
use hexpress::read::{ItemKind, Page, Rgb, Stroke};
use kurbo::{ParamCurve, Point, Rect, Shape, Vec2};

use crate::support::measure::{TOLERANCE_MM, count, depth_in, id, paths, same_length, texts};
use crate::support::run::Run;

pub const BOTH: [&str; 2] = ["flat-top", "pointy-top"];

/// Builds a small board with `keys` added to its table.
pub fn board(cells: &str, keys: &str) -> Page {
    let layout = format!("[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nacross = \"20mm\"\n{keys}\n");
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Builds a board of 19 cells whose names are printed inside, with `keys` added to its table.
pub fn named(cells: &str, keys: &str) -> Page {
    board(cells, &format!("shape = \"hexhex 3\"\nnames = \"lines\"\nshow-names = \"inside\"\n{keys}"))
}

pub struct Cell {
    pub hexagon: Polygon,
    pub fill: Option<Rgb>,
    pub line: Option<Stroke>,
    pub id: String,
}

/// Returns the cells of a page, keyed by the name that is printed inside.
pub fn cells(page: &Page) -> BTreeMap<String, Cell> {
    let mut cells = BTreeMap::new();
    for (item, text) in texts(page) {
        let name = id(item);
        let Some(place) = name.strip_prefix("board/name:") else { continue };
        let own = format!("board/cell:{place}");
        let hexagon = polygons(page, 6).into_iter().find(|h| id(&page.items[h.item]) == own).unwrap();
        let (mut fill, mut line) = (None, None);
        for (drawn, path) in paths(page).filter(|(item, _)| id(item) == own) {
            let ItemKind::Path { fill: f, stroke, .. } = &drawn.kind else { unreachable!() };
            if path.segments().count() == 6 && path.bounding_box().center().distance(hexagon.centre) < 0.01 {
                fill = fill.or(*f);
                line = line.or_else(|| stroke.as_deref().cloned());
            }
        }
        let cell = Cell { hexagon, fill, line, id: own };
        assert!(cells.insert(text.string.clone(), cell).is_none(), "two cells called {}", text.string);
    }
    cells
}

pub fn rgb(hex: u32) -> Option<Rgb> {
    Some(Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]))
}

pub const RED: u32 = 0xFF_0000;
pub const BLUE: u32 = 0x00_00FF;
pub const GOLD: u32 = 0xFF_D700;

/// Returns the names of the cells with this fill.
fn filled(cells: &BTreeMap<String, Cell>, fill: u32) -> BTreeSet<&str> {
    cells.iter().filter(|(_, cell)| cell.fill == rgb(fill)).map(|(name, _)| name.as_str()).collect()
}

/// Returns the average of the centres of all cells on a page.
pub fn centre(page: &Page) -> Point {
    let all: Vec<_> =
        polygons(page, 6).into_iter().filter(|h| id(&page.items[h.item]).contains("/cell:")).collect();
    let sum: Vec2 = all.iter().map(|h| h.centre.to_vec2()).sum();
    (sum / all.len() as f64).to_point()
}

// ------------------------------------------------------------------ names

#[test]
fn names_inside_stand_in_their_cells() {
    for orientation in BOTH {
        let page = named(orientation, "names-font = \"bold 8pt\"");
        let cells = cells(&page);
        let names: BTreeSet<&str> = cells.keys().map(String::as_str).collect();
        let expected = "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5";
        assert_eq!(names, expected.split(' ').collect(), "{orientation}");
        for (name, cell) in &cells {
            let text = texts(&page).find(|(_, text)| text.string == *name).unwrap().1;
            same_length(text.size, 8.0 * 25.4 / 72.0, "the font of names");
            for corner in crate::support::measure::corners(text.outline) {
                assert!(depth_in(corner, &cell.hexagon.corners) > 0.3, "{name} leaves its cell");
            }
            assert!(text.outline.center().y > cell.hexagon.centre.y + 4.0, "{name} is not in the foot");
        }
        let central = cells["c3"].hexagon.centre;
        assert!(central.distance(centre(&page)) <= TOLERANCE_MM, "c3 is the middle");
    }
}

#[test]
fn names_at_the_edge_stand_in_the_border_only() {
    for orientation in BOTH {
        let page = board(orientation, "shape = \"hexhex 3\"\nnames = \"lines\"\nshow-names = \"edge\"");
        let names = cells(&page);
        assert_eq!(names.len(), 12);
        for inner in ["b2", "b3", "c2", "c3", "c4", "d3", "d4"] {
            assert!(!names.contains_key(inner), "{inner}");
        }
    }
}

#[test]
fn names_outside_stand_beside_the_board_once_for_each_line() {
    for orientation in BOTH {
        for (shape, letters, numbers) in
            [("hexhex 3", "abcde", 5), ("rhombus 4", "abcd", 4), ("parallelogram 5 x 3", "abcde", 3)]
        {
            let keys = format!("shape = \"{shape}\"\nnames = \"hex\"\nshow-names = \"outside\"");
            let page = board(orientation, &keys);
            let own = || texts(&page).filter(|(item, _)| id(item).starts_with("board/line:"));
            let output: BTreeSet<String> = own().map(|(_, text)| text.string.clone()).collect();
            let mut expected: BTreeSet<String> = letters.chars().map(String::from).collect();
            expected.extend((1..=numbers).map(|n| n.to_string()));
            assert_eq!(output, expected, "{orientation} {shape}");
            assert_eq!(own().count(), expected.len(), "{orientation} {shape}: each once");
            for (_, text) in own() {
                for cell in polygons(&page, 6).iter().filter(|h| id(&page.items[h.item]).contains("/cell:")) {
                    let depth = depth_in(text.outline.center(), &cell.corners);
                    assert!(depth < 0.0, "{orientation} {shape}: {} stands on a cell", text.string);
                }
            }
        }
    }
}

#[test]
fn names_are_not_shown_unless_that_is_said() {
    let page = board("flat-top", "shape = \"hexhex 3\"\nnames = \"lines\"");
    assert_eq!(count(&page, "c3"), 0);
}

#[test]
fn names_are_put_together_as_the_layout_says() {
    let keys = "shape = \"rectangle 3 x 2\"\nshow-names = \"inside\"\n\
        names = { like = \"offset\", from = \"bottom-left\", as = \"{column}-{row}\", digits = 2 }";
    let page = board("flat-top", keys);
    let cells = cells(&page);
    let names: Vec<_> = cells.keys().map(String::as_str).collect();
    assert_eq!(names.len(), 6);
    // In a name such as `3-2`, the first number is the column, counted from the left. The second
    // number is the row, counted from the bottom.
    let parts = |name: &str| {
        let (column, row) = name.split_once('-').unwrap();
        (column.to_owned(), row.to_owned())
    };
    for (a, cell) in &cells {
        for (b, other) in &cells {
            let ((column, row), (other_column, other_row)) = (parts(a), parts(b));
            if row == other_row && column < other_column {
                assert!(cell.hexagon.centre.x < other.hexagon.centre.x, "{a} {b}");
            }
            if column == other_column && row < other_row {
                assert!(cell.hexagon.centre.y > other.hexagon.centre.y, "{a} {b}");
            }
        }
    }
    assert!(names.iter().all(|name| parts(name).1.len() == 2), "{names:?}");
}

// ------------------------------------------------------------------ colours, addresses, marks

#[test]
fn three_colours_part_all_neighbours() {
    for orientation in BOTH {
        let page = named(orientation, "three-colours = { c3 = \"red\", c4 = \"blue\", d4 = \"gold\" }");
        let cells = cells(&page);
        let counts = [RED, BLUE, GOLD].map(|ink| filled(&cells, ink).len());
        assert_eq!(counts, [7, 6, 6], "{orientation}");
        assert_eq!(cells["c3"].fill, rgb(RED));
        assert_eq!(cells["c4"].fill, rgb(BLUE));
        assert_eq!(cells["d4"].fill, rgb(GOLD));
        for (a, cell) in &cells {
            for (b, other) in &cells {
                let apart = cell.hexagon.centre.distance(other.hexagon.centre);
                assert!(a == b || apart > 21.0 || cell.fill != other.fill, "{a} and {b}");
            }
        }
    }
}

#[test]
fn addresses_reach_the_cells_that_they_name() {
    for orientation in BOTH {
        let at = |address: &str| {
            let page = named(orientation, &format!("[board.at]\n\"{address}\" = {{ fill = \"red\" }}"));
            let cells = cells(&page);
            let names: Vec<String> = filled(&cells, RED).into_iter().map(str::to_owned).collect();
            names.join(" ")
        };
        for (address, expected) in [
            ("c3", "c3"),
            ("a1, e5", "a1 e5"),
            ("a1 .. a3", "a1 a2 a3"),
            ("a1 .. e5", "a1 b2 c3 d4 e5"),
            ("c5 .. c1", "c1 c2 c3 c4 c5"),
            ("ring 1 of c3", "b2 b3 c2 c4 d3 d4"),
            ("ring 2 of c3", "a1 a2 a3 b1 b4 c1 c5 d2 d5 e3 e4 e5"),
            ("border", "a1 a2 a3 b1 b4 c1 c5 d2 d5 e3 e4 e5"),
            ("all", "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d2 d3 d4 d5 e3 e4 e5"),
        ] {
            assert_eq!(at(address), expected, "{orientation}: {address}");
        }
    }
}

#[test]
fn later_addresses_come_on_top_and_leave_what_they_do_not_say() {
    let page = named(
        "flat-top",
        "cell = { fill = \"gold\" }\n[board.at]\n\"border\" = { kind = \"sea\", fill = \"blue\" }\n\
         \"a1\" = { fill = \"red\", label = \"Fort\" }\n\"kind sea\" = { line = \"0.6mm red\" }",
    );
    let cells = cells(&page);
    assert_eq!(filled(&cells, RED).into_iter().collect::<Vec<_>>(), ["a1"]);
    assert_eq!((filled(&cells, BLUE).len(), filled(&cells, GOLD).len()), (11, 7));
    let lined = cells.values().filter(|c| c.line.as_ref().is_some_and(|l| Some(l.colour) == rgb(RED)));
    assert_eq!(lined.count(), 12, "a1 is still of the kind sea");
    let (item, label) = texts(&page).find(|(_, text)| text.string == "Fort").unwrap();
    assert_eq!(id(item), cells["a1"].id);
    assert!(depth_in(label.outline.center(), &cells["a1"].hexagon.corners) > 5.0);
}

#[test]
fn a_line_runs_along_its_edge_and_a_label_stands_on_it() {
    for orientation in BOTH {
        let page = named(orientation, "[board.at]\n\"c3|c4\" = { line = \"2mm red\", label = \"40\" }");
        let cells = cells(&page);
        let (a, b) = (&cells["c3"].hexagon, &cells["c4"].hexagon);
        let shared: Vec<Point> = a
            .corners
            .iter()
            .copied()
            .filter(|p| b.corners.iter().any(|q| p.distance(*q) <= TOLERANCE_MM))
            .collect();
        assert_eq!(shared.len(), 2);
        let lines = paths(&page).filter(|(item, _)| {
            matches!(&item.kind, ItemKind::Path { stroke: Some(s), .. } if Some(s.colour) == rgb(RED))
        });
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines.len(), 1, "{orientation}");
        let (item, path) = lines[0];
        let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { unreachable!() };
        same_length(stroke.width, 2.0, "the line on an edge");
        let segment = path.segments().next().unwrap();
        for end in [segment.start(), segment.end()] {
            let near = shared.iter().map(|p| p.distance(end)).fold(f64::MAX, f64::min);
            assert!(near <= TOLERANCE_MM, "{orientation}: {near} mm off the corner");
        }
        let label = texts(&page).find(|(_, text)| text.string == "40").unwrap().1;
        let off = label.outline.center().distance(shared[0].midpoint(shared[1]));
        assert!(off < 0.4, "{orientation}: the label is {off} mm off its edge");
    }
}

#[test]
fn a_drawing_stands_on_the_corner_of_its_three_cells() {
    for orientation in BOTH {
        let page = named(orientation, "[board.at]\n\"c3|c4|d4\" = { disc = \"5mm\", fill = \"red\" }");
        let cells = cells(&page);
        let found = discs(&page);
        assert_eq!(found.len(), 1, "{orientation}");
        same_length(found[0].radius, 2.5, "the disc");
        let ItemKind::Path { fill, .. } = &page.items[found[0].item].kind else { unreachable!() };
        assert_eq!(*fill, rgb(RED));
        for name in ["c3", "c4", "d4"] {
            let corners = &cells[name].hexagon.corners;
            let near = corners.iter().map(|c| c.distance(found[0].centre)).fold(f64::MAX, f64::min);
            assert!(near <= TOLERANCE_MM, "{orientation}: {near} mm off a corner of {name}");
        }
    }
}

#[test]
fn marks_and_drawings_stand_in_the_middle_of_their_cells() {
    for orientation in BOTH {
        let page = named(
            orientation,
            "[board.key]\n\"*\" = { mark = \"harbour\", disc = \"9mm\", fill = \"red\" }\n\
             [board.at]\n\"a1 .. a3\" = { mark = \"harbour\" }\n\
             \"e5\" = { icon = \"flag\", size = \"7mm\", colour = \"blue\" }",
        );
        let cells = cells(&page);
        let found = discs(&page);
        assert_eq!(found.len(), 3, "{orientation}");
        for (disc, name) in found.iter().zip(["a1", "a2", "a3"]) {
            same_length(disc.radius, 4.5, "a mark");
            let nearest = ["a1", "a2", "a3"].map(|n| cells[n].hexagon.centre.distance(disc.centre));
            assert!(nearest.into_iter().fold(f64::MAX, f64::min) <= TOLERANCE_MM, "{orientation}: {name}");
        }
        let blue = paths(&page)
            .filter(|(item, _)| matches!(item.kind, ItemKind::Path { fill, .. } if fill == rgb(BLUE)));
        let flags: Vec<(String, Rect)> = blue.map(|(item, path)| (id(item), path.bounding_box())).collect();
        assert_eq!(flags.len(), 1);
        assert_eq!(flags[0].0, cells["e5"].id);
        assert!(flags[0].1.center().distance(cells["e5"].hexagon.centre) < 1.5);
    }
}

#[test]
fn a_map_draws_its_kinds_and_marks() {
    for (orientation, map) in [
        ("flat-top", "    H\nP*      P\n    P\nP       P*\n    H"),
        ("pointy-top", "  H   P*\nP       P\n  P*  H"),
    ] {
        let keys = format!(
            "map = '''\n{map}\n'''\n[board.key]\nH = {{ kind = \"hill\", label = \"Hill\", fill = \"red\" }}\n\
             P = {{ fill = \"blue\" }}\n\"*\" = {{ mark = \"start\", disc = \"6mm\", fill = \"gold\" }}"
        );
        let page = board(orientation, &keys);
        assert_eq!(count(&page, "Hill"), 2, "{orientation}");
        assert_eq!(discs(&page).len(), 2, "{orientation}");
        let whole = |ink: u32| {
            let own_polygons = polygons(&page, 6).into_iter().filter(|h| {
                let ItemKind::Path { fill, .. } = &page.items[h.item].kind else { return false };
                *fill == rgb(ink)
            });
            own_polygons.count()
        };
        assert_eq!(whole(RED), 2, "{orientation}");
        assert_eq!(whole(BLUE), map.matches('P').count(), "{orientation}");
        for disc in discs(&page) {
            let on = polygons(&page, 6).iter().any(|h| h.centre.distance(disc.centre) <= TOLERANCE_MM);
            assert!(on, "{orientation}: a mark beside its cell");
        }
    }
}

#[test]
fn labels_turn_for_each_seat() {
    let keys = "map = '''\nB\n    S\n'''\n[board.key]\nB = { label = \"Buy\" }\nS = { label = \"Sell\" }\n\
        [board.labels]\nat = \"top\"\ninset = \"2mm\"\nfont = \"bold 9pt\"\ncolour = \"red\"\nfor = \"each seat\"";
    let page = board("flat-top", keys);
    for word in ["Buy", "Sell"] {
        let own_texts: Vec<_> =
            texts(&page).filter(|(_, text)| text.string == word).map(|(_, text)| text).collect();
        let angles: Vec<_> = own_texts.iter().map(|text| text.angle.round()).collect();
        assert_eq!(angles, [0.0, 180.0], "{word}");
        assert!(own_texts.iter().all(|text| Some(text.colour) == rgb(RED)));
    }
}

#[test]
fn cells_without_lines_and_without_fills() {
    let keys = "shape = \"hexhex 3\"\nnames = \"lines\"\ncell = { fill = \"red\" }\nline = \"none\"";
    let cell_paths = |page: &Page| {
        let mut all = Vec::new();
        for (item, _) in paths(page).filter(|(item, _)| id(item).starts_with("board/cell:")) {
            let ItemKind::Path { fill, stroke, .. } = &item.kind else { unreachable!() };
            all.push((*fill, stroke.as_ref().map(|s| s.colour)));
        }
        all
    };
    for cells in BOTH {
        let page = board(cells, keys);
        assert_eq!(cell_paths(&page), vec![(rgb(RED), None); 19], "{cells}");
        // The key `line` gives only `a1` a line, and the key `fill` removes the fill of `c3`.
        let own = format!("{keys}\n[board.at]\na1 = {{ line = \"1mm blue\" }}\nc3 = {{ fill = \"none\" }}");
        let drawn = cell_paths(&board(cells, &own));
        assert_eq!(drawn.iter().filter(|(fill, _)| *fill == rgb(RED)).count(), 18, "{cells}");
        let lines: Vec<_> = drawn.iter().filter_map(|(_, line)| *line).collect();
        assert_eq!(lines.into_iter().map(Some).collect::<Vec<_>>(), [rgb(BLUE)], "{cells}");
        // Only `a1` has no line.
        let own = keys.replace("line = \"none\"", "[board.at]\na1 = { line = \"none\" }");
        let drawn = cell_paths(&board(cells, &own));
        assert_eq!(drawn.iter().filter(|(_, line)| line.is_some()).count(), 18, "{cells}");
    }
}
