//! Tests of every shape of board, flat-top and pointy-top. The tests measure the finished file.

use std::collections::HashSet;
use std::fmt::Write as _;

use hexpress::find::{Polygon, adjacency, polygons};
use hexpress::read::Page;
use kurbo::Point;

use crate::support::measure::{TOLERANCE_MM, id, same_length};
use crate::support::run::Run;

/// The distance between two opposite sides of a cell, in mm.
const ACROSS: f64 = 12.0;

/// The keys of a shape, and three counts from formulas: cells, pairs of neighbouring cells, and corners.
struct Expected {
    keys: String,
    cells: usize,
    pairs: usize,
    corners: usize,
}

fn hexhex(n: usize) -> Expected {
    let keys = format!("shape = \"hexhex {n}\"");
    Expected { keys, cells: 3 * n * (n - 1) + 1, pairs: 9 * n * n + 6 - 15 * n, corners: 6 * n * n }
}

/// Returns the counts of a board with slanted rows or columns.
///
/// A line of `c` cells shares `2 c - 1` edges with the next line.
fn parallelogram(word: &str, columns: usize, rows: usize, lean: &str) -> Expected {
    let keys = format!("shape = \"{word} {columns} x {rows}\"\nlean = \"{lean}\"");
    let pairs = 3 * columns * rows + 1 - 2 * columns - 2 * rows;
    let corners = 2 * columns * rows + 2 * columns + 2 * rows;
    Expected { keys, cells: columns * rows, pairs, corners }
}

/// Returns the counts of a rectangle.
///
/// Each line of `n` cells is shifted by half a cell from the line before, and shares `2 n - 1` edges with it.
fn rectangle(offset: &str, pointy: bool) -> Expected {
    let (columns, rows): (usize, usize) = (4, 3);
    let (line, lines) = if pointy { (columns, rows) } else { (rows, columns) };
    let keys = format!("shape = \"rectangle {columns} x {rows}\"\noffset = \"{offset}\"");
    let pairs = (line - 1) * lines + (2 * line - 1) * (lines - 1);
    let corners = 2 * columns * rows + 2 * columns + 2 * rows;
    Expected { keys, cells: columns * rows, pairs, corners }
}

fn triangle(n: usize) -> Expected {
    let keys = format!("shape = \"triangle {n}\"");
    Expected { keys, cells: n * (n + 1) / 2, pairs: 3 * n * (n - 1) / 2, corners: n * n + 4 * n + 1 }
}

/// Returns the counts of a star: a hexhex with a triangle on each of its six sides.
///
/// Each cell on the base of a triangle shares two edges with the hexhex.
fn star(m: usize) -> Expected {
    let inner = hexhex(m + 1);
    let point = triangle(m);
    let cells = 6 * m * (m + 1) + 1;
    assert_eq!(cells, inner.cells + 6 * point.cells);
    let pairs = inner.pairs + 6 * (point.pairs + 2 * m);
    // Euler's formula for a board without holes: corners - edges + cells = 1.
    let corners = 5 * cells + 1 - pairs;
    Expected { keys: format!("shape = \"star {m}\""), cells, pairs, corners }
}

fn shapes(pointy: bool) -> Vec<Expected> {
    let mut all: Vec<Expected> = (1..=5).map(hexhex).collect();
    for lean in ["left", "right"] {
        all.extend([3, 7].map(|n| parallelogram("rhombus", n, n, lean)));
        all.push(parallelogram("parallelogram", 4, 2, lean));
    }
    all.extend(["first", "second"].map(|offset| rectangle(offset, pointy)));
    all.push(triangle(4));
    all.push(star(2));
    all
}

/// Builds one file with a board for each of `keys`, and returns its pages.
fn built(cells: &str, size: &str, keys: &[String]) -> Vec<Page> {
    let mut layout = String::new();
    for (number, keys) in keys.iter().enumerate() {
        writeln!(layout, "[[board]]\nname = \"b{number}\"\ncells = \"{cells}\"\n{size}\n{keys}\n").unwrap();
    }
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let pages = ran.pdf("output/x-iso.pdf").pages;
    assert_eq!(pages.len(), keys.len());
    pages
}

/// Returns the cells of a board's page, without duplicates.
fn cells(page: &Page) -> Vec<Polygon> {
    polygons(page, 6).into_iter().filter(|h| id(&page.items[h.item]).contains("/cell:")).collect()
}

/// Counts the distinct points.
fn different(points: impl Iterator<Item = Point>) -> usize {
    // 0.01 mm is far less than the side of a cell, and far more than a rounding error.
    let mut found: Vec<Point> = Vec::new();
    for point in points {
        if found.iter().all(|p| p.distance(point) > 0.01) {
            found.push(point);
        }
    }
    found.len()
}

fn every_shape(orientation: &str, turned: f64) {
    let all = shapes(turned > 0.0);
    let keys: Vec<String> = all.iter().map(|shape| shape.keys.clone()).collect();
    let pages = built(orientation, "across = \"12mm\"", &keys);
    for (expected, page) in all.iter().zip(&pages) {
        let what = format!("{orientation}, {}", expected.keys);
        let cells = cells(page);
        assert_eq!(cells.len(), expected.cells, "{what}");
        assert_eq!(different(cells.iter().map(|c| c.centre)), expected.cells, "{what}: cells upon cells");
        for cell in &cells {
            assert!(cell.irregularity() <= TOLERANCE_MM, "{what}: irregular by {} mm", cell.irregularity());
            same_length(cell.across_flats(), ACROSS, &what);
            let off = (cell.turn_degrees() - turned).abs();
            assert!(off.min(60.0 - off) < 0.01, "{what}: turned by {}", cell.turn_degrees());
        }
        let pairs: Vec<_> = adjacency(&cells, 0.1).collect();
        assert_eq!(pairs.len(), expected.pairs, "{what}");
        for pair in &pairs {
            assert!(pair.gap <= TOLERANCE_MM, "{what}: a gap of {} mm", pair.gap);
        }
        let corners = different(cells.iter().flat_map(|c| c.corners.clone()));
        assert_eq!(corners, expected.corners, "{what}");
        // Euler's formula for a connected board without holes: corners - edges + cells = 1.
        assert_eq!(corners + cells.len(), 6 * cells.len() - pairs.len() + 1, "{what}");
    }
}

#[test]
fn every_flat_top_shape_has_the_cells_that_formulas_say() {
    every_shape("flat-top", 0.0);
}

#[test]
fn every_pointy_top_shape_has_the_cells_that_formulas_say() {
    every_shape("pointy-top", 30.0);
}

/// Returns how far the lower half of the cells is to the right of the upper half, on average.
fn slant(cells: &[Polygon]) -> f64 {
    let ys = || cells.iter().map(|c| c.centre.y);
    let (top, bottom) = (ys().fold(f64::MAX, f64::min), ys().fold(f64::MIN, f64::max));
    let middle = (top + bottom) / 2.0;
    let mean = |upper: bool| {
        let half: Vec<f64> =
            cells.iter().map(|c| c.centre).filter(|c| (c.y < middle) == upper).map(|c| c.x).collect();
        half.iter().sum::<f64>() / half.len() as f64
    };
    mean(false) - mean(true)
}

#[test]
fn a_rhombus_leans_as_it_is_told() {
    for orientation in ["flat-top", "pointy-top"] {
        let keys = ["left", "right"].map(|lean| format!("shape = \"rhombus 5\"\nlean = \"{lean}\""));
        let pages = built(orientation, "across = \"12mm\"", &keys);
        let slants: Vec<f64> = pages.iter().map(|page| slant(&cells(page))).collect();
        assert!(slants[0] > ACROSS / 2.0 && slants[1] < -ACROSS / 2.0, "{orientation}: {slants:?}");
    }
}

#[test]
fn the_pushed_line_of_a_rectangle_is_the_one_that_is_named() {
    let keys =
        ["first", "second"].map(|offset| format!("shape = \"rectangle 4 x 3\"\noffset = \"{offset}\""));
    for orientation in ["pointy-top", "flat-top"] {
        // Lines of cells are horizontal on a pointy-top board, and vertical on a flat-top board.
        let (along, across): (fn(Point) -> f64, fn(Point) -> f64) = match orientation {
            "pointy-top" => (|p| p.x, |p| p.y),
            _ => (|p| p.y, |p| p.x),
        };
        for (page, first) in built(orientation, "across = \"12mm\"", &keys).iter().zip([true, false]) {
            let cells = cells(page);
            let start = cells.iter().map(|c| across(c.centre)).fold(f64::MAX, f64::min);
            let pitch = ACROSS * 3.0_f64.sqrt() / 2.0;
            let begins = |line: f64| {
                let own_polygons =
                    cells.iter().filter(|c| (across(c.centre) - start - line * pitch).abs() < 1.0);
                own_polygons.map(|c| along(c.centre)).fold(f64::MAX, f64::min)
            };
            let (pushed, plain) = if first { (begins(0.0), begins(1.0)) } else { (begins(1.0), begins(0.0)) };
            same_length(pushed - plain, ACROSS / 2.0, orientation);
            same_length(begins(2.0), begins(0.0), orientation);
        }
    }
}

/// Counts the distinct lengths, to a hundredth of a millimetre.
fn steps(lengths: impl Iterator<Item = f64>) -> usize {
    let mut sorted: Vec<f64> = lengths.collect();
    sorted.sort_by(f64::total_cmp);
    sorted.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    sorted.len()
}

#[test]
fn columns_are_counted_across_and_rows_down() {
    let keys = ["shape = \"rectangle 5 x 2\"".to_owned(), "shape = \"parallelogram 5 x 2\"".to_owned()];
    for page in built("flat-top", "across = \"12mm\"", &keys) {
        assert_eq!(steps(cells(&page).iter().map(|c| c.centre.x)), 5);
    }
    for page in built("pointy-top", "across = \"12mm\"", &keys) {
        assert_eq!(steps(cells(&page).iter().map(|c| c.centre.y)), 2);
    }
}

#[test]
fn a_triangle_points_up_or_to_the_left() {
    let keys = ["shape = \"triangle 5\"".to_owned()];
    for (orientation, direction) in [("pointy-top", (0.0, -1.0)), ("flat-top", (-1.0, 0.0))] {
        let cells = cells(&built(orientation, "across = \"12mm\"", &keys)[0]);
        let far = |c: &Polygon| c.centre.x * direction.0 + c.centre.y * direction.1;
        let most = cells.iter().map(far).fold(f64::MIN, f64::max);
        let tip = cells.iter().filter(|c| far(c) > most - 1.0).count();
        let least = cells.iter().map(far).fold(f64::MAX, f64::min);
        let foot = cells.iter().filter(|c| far(c) < least + 1.0).count();
        assert_eq!((tip, foot), (1, 5), "{orientation}");
    }
}

#[test]
fn a_star_has_six_points_on_its_hexagon() {
    for orientation in ["flat-top", "pointy-top"] {
        let keys = [1, 4].map(|n| format!("shape = \"star {n}\""));
        let pages = built(orientation, "across = \"8mm\"", &keys);
        assert_eq!(pages.iter().map(|page| cells(page).len()).collect::<Vec<_>>(), [13, 121]);
        let cells = cells(&pages[1]);
        let neighbours =
            |i: usize| adjacency(&cells, TOLERANCE_MM).filter(|pair| pair.a == i || pair.b == i).count();
        let tips = (0..cells.len()).filter(|i| neighbours(*i) == 2).count();
        assert_eq!(tips, 6, "{orientation}");
    }
}

#[test]
fn a_cell_is_as_large_as_each_of_its_measures_says() {
    let root = 3.0_f64.sqrt();
    let keys = ["shape = \"hexhex 2\"".to_owned()];
    for (size, across) in [
        ("across = \"20mm\"", 20.0),
        ("across = \"1in\"", 25.4),
        ("corner-to-corner = \"20mm\"", 10.0 * root),
        ("side = \"10mm\"", 10.0 * root),
    ] {
        for orientation in ["flat-top", "pointy-top"] {
            let pages = built(orientation, size, &keys);
            let cells = cells(&pages[0]);
            assert_eq!(cells.len(), 7);
            cells.iter().for_each(|cell| same_length(cell.across_flats(), across, size));
        }
    }
}

#[test]
fn cells_are_added_and_left_out() {
    let keys = [
        "shape = \"hexhex 3\"\nwithout = \"c3\"\nnames = \"lines\"".to_owned(),
        "shape = \"hexhex 3\"\nadd = \"0,-3 3,0\"".to_owned(),
        "shape = \"hexhex 3\"\nwithout = \"ring 1 of c3\"\nnames = \"lines\"".to_owned(),
        "shape = \"hexhex 1\"\nadd = \"0,1\"".to_owned(),
    ];
    for orientation in ["flat-top", "pointy-top"] {
        let pages = built(orientation, "across = \"12mm\"", &keys);
        let counts: Vec<_> = pages
            .iter()
            .map(|page| {
                let cells = cells(page);
                (cells.len(), adjacency(&cells, TOLERANCE_MM).count())
            })
            .collect();
        // Every cell around the hole has one neighbour fewer. The isolated cell in the middle has
        // no neighbours.
        assert_eq!(counts, [(18, 36), (21, 44), (13, 12), (2, 1)], "{orientation}");
    }
}

#[test]
fn ids_of_cells_are_all_different() {
    let page = &built("flat-top", "across = \"12mm\"", &["shape = \"star 2\"".to_owned()])[0];
    let cells = cells(page);
    let ids: HashSet<_> = cells.iter().map(|cell| id(&page.items[cell.item])).collect();
    assert_eq!(ids.len(), cells.len());
}
