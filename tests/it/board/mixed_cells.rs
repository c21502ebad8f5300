//! Tests of maps with cells of several shapes, and of names next to boards whose cells are neither
//! hexagons nor squares.

use std::collections::BTreeMap;

use hexpress::find::{Polygon, polygons_of};
use hexpress::read::Page;
use kurbo::{Point, Shape};

use crate::support::measure::{id, texts};
use crate::support::run::Run;

/// Each entry has a kind of cells, a shape, and a map that draws the same board as the shape.
const MAPS: [(&str, &str, &str); 7] = [
    ("4.8.8", "rectangle 3 x 2", "o   o   o\n  s   s\no   o   o\n"),
    ("4.8.8", "diamond 2", "    o\n  s   s\no   o   o\n  s   s\n    o\n"),
    (
        "3.6.3.6",
        "hexhex 2",
        "    t\n  h   h\nt   t   t\n  t   t\nh   h   h\n  t   t\nt   t   t\n  h   h\n    t\n",
    ),
    (
        "3.4.6.4",
        "hexhex 2",
        "        h\n    s       s\nh     t s t     h\n    s       s\ns t     h     t s\n    s       s\nh     t s t     h\n    s       s\n        h\n",
    ),
    (
        "3.12.12",
        "hexhex 2",
        "    t   d   t\n  d   t   t   d\nt   t   d   t   t\n  d   t   t   d\n    t   d   t\n",
    ),
    (
        "4.6.12",
        "hexhex 2",
        "        d\n    s       s\nd     h s h     d\n    s       s\ns h     d     h s\n    s       s\nd     h s h     d\n    s       s\n        d\n",
    ),
    ("3.3.3.4.4", "rectangle 3 x 2", "s   s   s\nt   t   t\n  t   t   t\n  s   s   s\n"),
];

fn board(cells: &str, keys: &str) -> String {
    format!("[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nside = \"12mm\"\n{keys}\n")
}

fn built(layout: &str) -> Page {
    let args = ["build", "x.toml", "--no-check"];
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

/// Returns the errors of a layout that cannot be built.
fn build_errors(layout: &str) -> String {
    Run::new().file("x.toml", layout).args(["build", "x.toml"]).status(2).any_stderr().run().stderr
}

fn cells(page: &Page) -> Vec<Polygon> {
    let mut cells = polygons_of(page, &[3, 4, 6, 8, 12]);
    cells.retain(|cell| id(&page.items[cell.item]).contains("/cell:"));
    cells
}

/// Returns the sorted corners of all cells in tenths of a mm, relative to the top left corner of
/// their bounding box.
fn places(page: &Page) -> Vec<(i64, i64)> {
    let cells = cells(page);
    let corners: Vec<Point> = cells.iter().flat_map(|cell| cell.corners.clone()).collect();
    let least = |of: fn(&Point) -> f64| corners.iter().map(of).fold(f64::MAX, f64::min);
    let (x, y) = (least(|p| p.x), least(|p| p.y));
    let tenths = |p: &Point| (((p.x - x) * 10.0).round() as i64, ((p.y - y) * 10.0).round() as i64);
    let mut places: Vec<_> = corners.iter().map(tenths).collect();
    places.sort_unstable();
    places
}

/// Returns the texts outside the board, each with its centre.
fn names(page: &Page) -> BTreeMap<String, Point> {
    let beside = texts(page).filter(|(item, _)| id(item).contains("/line:"));
    beside.map(|(_, text)| (text.string.clone(), text.outline.center())).collect()
}

#[test]
fn maps_show_what_shapes_make() {
    for (word, shape, map) in MAPS {
        let key: String = "tshod".chars().map(|sign| format!("{sign} = {{ fill = \"ivory\" }}\n")).collect();
        let drawn = built(&board(word, &format!("map = '''\n{map}'''\n[board.key]\n{key}")));
        let shaped = built(&board(word, &format!("shape = \"{shape}\"")));
        assert_eq!(places(&drawn), places(&shaped), "{word} {shape}");
    }
}

/// A map can begin with a cell of any shape. A character at a position that cannot have a cell is an error.
#[test]
fn maps_begin_with_any_sort() {
    let map =
        |lines: &str| board("4.8.8", &format!("map = '''\n{lines}'''\n[board.key]\no = {{}}\ns = {{}}"));
    let page = built(&map("  s\no   o\n  s\no   o\n  s\n"));
    let sides = |count: usize| cells(&page).iter().filter(|cell| cell.corners.len() == count).count();
    assert_eq!((sides(8), sides(4)), (4, 3));
    let wrong = build_errors(&map("o   o\n  s\no o\n"));
    assert!(wrong.contains("`o` is between two cells of the map") && wrong.contains("x.toml:8:3"), "{wrong}");
    let aslant = build_errors(&board("3.3.4.3.4", "map = '''\ns s\n'''\n[board.key]\ns = {}"));
    assert!(aslant.contains("are not in rows and columns") && aslant.contains("`shape`"), "{aslant}");
}

#[test]
fn names_of_lines_stand_beside_boards_of_all_sorts() {
    for (word, keys) in [
        ("4.8.8", "shape = \"rectangle 4 x 3\"\nnames = \"chess\""),
        ("4.8.8", "shape = \"diamond 3\"\nnames = \"doubled\""),
        ("3.6.3.6", "shape = \"hexhex 2\"\nnames = \"doubled\""),
        ("3.3.3.4.4", "shape = \"rectangle 4 x 3\"\nnames = \"chess\""),
        ("brick", "shape = \"rectangle 4 x 4\"\nnames = \"offset\""),
        ("triangles", "shape = \"hexhex 2\"\nnames = \"chess\""),
        ("triangles-sideways", "shape = \"triangle 4\"\nnames = \"chess\""),
    ] {
        let keys = format!("{keys}\nshow-names = \"outside\"\n[board.must]\nnames = \"unique\"");
        let layout = board(word, &keys);
        let ran =
            Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
        assert!(
            ran.stdout.contains("clean") && !ran.stderr.contains("not judged: names"),
            "{word}: {}",
            ran.stdout
        );
        let page = built(&layout);
        let cells = cells(&page);
        for (name, at) in names(&page) {
            let inside = cells.iter().any(|cell| outline(cell).contains(at));
            assert!(!inside, "{word}: {name} stands on a cell");
        }
    }
}

fn outline(cell: &Polygon) -> kurbo::BezPath {
    let mut path = kurbo::BezPath::new();
    path.move_to(cell.corners[0]);
    cell.corners[1..].iter().for_each(|corner| path.line_to(*corner));
    path.close_path();
    path
}

/// The letters of the columns are below the octagons. The numbers are level with the rows of
/// octagons and with the rows of squares.
#[test]
fn letters_stand_below_columns_and_numbers_beside_rows() {
    let keys = "shape = \"rectangle 4 x 3\"\nnames = \"chess\"\nshow-names = \"outside\"";
    let page = built(&board("4.8.8", keys));
    let cells = cells(&page);
    let middles = |sides: usize| {
        let of = cells.iter().filter(move |cell| cell.corners.len() == sides);
        of.map(|cell| cell.centre).collect::<Vec<Point>>()
    };
    let names = names(&page);
    assert_eq!(names.len(), 4 + 5);
    let bottom = middles(8).iter().map(|p| p.y).fold(0.0, f64::max);
    for letter in ["a", "b", "c", "d"] {
        let at = names[letter];
        assert!(at.y > bottom && middles(8).iter().any(|p| (p.x - at.x).abs() < 0.5), "{letter}");
    }
    for (number, sides) in [("1", 8), ("2", 4), ("3", 8), ("4", 4), ("5", 8)] {
        let at = names[number];
        assert!(middles(sides).iter().any(|p| (p.y - at.y).abs() < 0.5), "{number}");
        assert!((at.x - names["1"].x).abs() < 0.1, "{number} stands below the others");
    }
}

/// The points of a backgammon board, 1 to 24, each have their own name next to the cell.
#[test]
fn cells_along_the_edge_have_names_of_their_own() {
    let layout = "[[board]]\ncells = \"square\"\nsize = \"20 x 80mm\"\nshape = \"rectangle 13 x 2\"\nwithout = \"7 20\"\nrim = \"3mm black\"\n\
        names = { like = \"snake\", from = \"bottom-right\" }\nshow-names = \"outside\"\n[board.must]\nnames = \"unique\"\n";
    let ran = Run::new().file("x.toml", layout).args(["check", "x.toml"]).any_stderr().run();
    assert!(ran.stdout.contains("clean"), "{}", ran.stdout);
    let page = built(layout);
    let names = names(&page);
    assert_eq!(names.len(), 24);
    for (low, high) in [("1", "24"), ("6", "19"), ("7", "18"), ("12", "13")] {
        let (low, high) = (names[low], names[high]);
        // Between these names are two cells of 80 mm each, and the rim on both sides.
        assert!((low.x - high.x).abs() < 1.0 && low.y - high.y > 166.0, "{low} {high}");
    }
    let inside = build_errors(&layout.replace("13 x 2", "13 x 3").replace("without = \"7 20\"\n", ""));
    assert!(inside.contains("its cell is not at the edge") && inside.contains("inside"), "{inside}");
}

/// A zigzag column cannot have a name outside the board. The error says what to do instead.
#[test]
fn lines_that_are_not_straight_are_reported() {
    let keys = |names: &str| format!("shape = \"hexhex 2\"\nnames = \"{names}\"\nshow-names = \"outside\"");
    let output = build_errors(&board("3.6.3.6", &keys("chess")));
    assert!(
        output.contains("are not in a straight line") && output.contains("names = \"doubled\""),
        "{output}"
    );
    let keys = keys("chess").replace("hexhex 2", "rectangle 2 x 2");
    let output = build_errors(&board("3.3.4.3.4", &keys));
    assert!(output.contains("are not in a straight line") && !output.contains("doubled"), "{output}");
    let output = build_errors(&board("3.3.4.3.4", &keys.replace("chess", "doubled")));
    assert!(output.contains("not in columns and rows that can be counted"), "{output}");
}
