//! Tests of boards of triangles and of the semi-regular tilings. The tests measure and check
//! finished files. They also let the checker recognize drawings of other programs, and write layouts
//! that build the same boards (`check --write-layout`).

use hexpress::find::{Polygon, adjacency, polygons_of};
use hexpress::read::Page;
use kurbo::{Point, Vec2};

use crate::board::squares::checked;
use crate::support::measure::{TOLERANCE_MM, id};
use crate::support::run::Run;

/// The cells and shape of each board, and how many cells have each number of sides.
///
/// A `hexhex n` has n(3n - 3) + 1 large cells. There are 6(n - 1)² gaps where three large cells meet, and
/// 3(3n² - 5n + 2) gaps between two large cells. The border has 6(n - 1) notches. Small cells fill the gaps,
/// and in some tilings also the notches.
const BOARDS: [(&str, &str, &[(usize, usize)]); 11] = [
    ("triangles", "rectangle 11 x 6", &[(3, 66)]),
    ("triangles", "hexhex 3", &[(3, 54)]),
    ("triangles-sideways", "triangle 5", &[(3, 25)]),
    ("4.8.8", "rectangle 5 x 6", &[(4, 20), (8, 30)]),
    ("3.6.3.6", "hexhex 3", &[(3, 36), (6, 19)]),
    ("3.4.6.4", "hexhex 2", &[(3, 6), (4, 12), (6, 7)]),
    ("3.12.12", "hexhex 2", &[(3, 12), (12, 7)]),
    ("4.6.12", "hexhex 2", &[(4, 12), (6, 6), (12, 7)]),
    ("3.3.4.3.4", "rectangle 3 x 3", &[(3, 33), (4, 18)]),
    ("3.3.3.4.4", "rectangle 6 x 4", &[(3, 36), (4, 24)]),
    ("3.3.3.3.6", "hexhex 2", &[(3, 30), (6, 7)]),
];

fn board(cells: &str, shape: &str, keys: &str) -> String {
    format!(
        "[[board]]\nsheet = \"small\"\ncells = \"{cells}\"\nside = \"12mm\"\nshape = \"{shape}\"\nline = \"0.3mm black\"\n\
         cell = {{ fill = \"ivory\" }}\n{keys}\n"
    )
}

fn built(layout: &str) -> Page {
    let args = ["build", "x.toml", "--no-check"];
    let ran = Run::new().file("x.toml", layout).args(args).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

fn cells(page: &Page) -> Vec<Polygon> {
    let mut cells = polygons_of(page, &[3, 4, 6, 8, 12]);
    cells.retain(|cell| id(&page.items[cell.item]).contains("/cell:"));
    cells
}

#[test]
fn each_tiling_is_drawn_true_to_size_and_complete() {
    for (word, shape, sorts) in BOARDS {
        let cells = cells(&built(&board(word, shape, "")));
        for &(sides, count) in sorts {
            let of = cells.iter().filter(|cell| cell.corners.len() == sides).count();
            assert_eq!(of, count, "{word} {shape}: cells of {sides} sides");
        }
        assert_eq!(cells.len(), sorts.iter().map(|sort| sort.1).sum::<usize>(), "{word} {shape}");
        for cell in &cells {
            assert!(
                cell.irregularity() <= TOLERANCE_MM && (cell.side() - 12.0).abs() <= TOLERANCE_MM,
                "{word} {shape}"
            );
        }
        let pairs: Vec<_> = adjacency(&cells, 0.1).collect();
        assert!(pairs.iter().all(|pair| pair.gap <= TOLERANCE_MM), "{word} {shape}");
        let edges = cells.iter().map(|cell| cell.corners.len()).sum::<usize>() - pairs.len();
        let mut corners: Vec<Point> = Vec::new();
        for corner in cells.iter().flat_map(|cell| &cell.corners) {
            if !corners.iter().any(|other| other.distance(*corner) < 0.1) {
                corners.push(*corner);
            }
        }
        assert_eq!(corners.len() + cells.len(), edges + 1, "{word} {shape}: no gap, and nothing twice");
    }
}

/// The checker finds no fault in boards of triangles or of several shapes that use every feature:
/// names, addresses, rules and sides.
#[test]
fn boards_of_all_tilings_are_judged() {
    let octagons = board(
        "4.8.8",
        "rectangle 3 x 3",
        "names = \"chess\"\nshow-names = \"inside\"\nnames-at = \"centre\"\nthree-colours = { a1 = \"peru\", b1 = \"wheat\", a2 = \"white\" }\n\
         sides = { colours = [\"firebrick\", \"navy\", \"firebrick\", \"navy\"] }\n[board.at]\n\"kind 4-gon\" = { kind = \"gap\", fill = \"#223344\" }\n\
         \"a1 .. c1\" = { line = \"0.8mm navy\" }\n\"a1|b1\" = { line = \"1mm crimson\" }\n\"a1|out\" = { line = \"1mm seagreen\" }\n\"a1|a2|b1\" = { disc = \"3mm\", fill = \"white\" }\n\
         [board.must]\nbe = [\"connected\", \"without holes\"]\nhave = { cells = 13, gap = 4 }\nnames = \"unique\"\nmatch = { half-turn = {}, mirror = {} }\nsides = \"meet in turn\"",
    );
    let triangles = board(
        "triangles",
        "hexhex 3",
        "names = \"numbers\"\nshow-names = \"inside\"\nnames-at = \"centre\"\ntwo-colours = { 1 = \"peru\", other = \"white\" }\n[board.at]\n\"1 .. 7\" = { kind = \"top\", fill = \"#223366\" }\n\
         \"ring 1 of 26\" = { line = \"0.6mm navy\" }\n[board.must]\nhave = { cells = 54, top = 7 }\nnames = \"unique\"",
    );
    let stars = board(
        "triangles",
        "star 2",
        "[board.must]\nmatch = { sixfold = {}, mirror = {} }\nhave = { cells = 48 }",
    );
    let map = board(
        "triangles",
        "",
        "map = '''\n  a b\na b b a\n'''\n[board.key]\na = { fill = \"tan\" }\nb = { fill = \"khaki\" }",
    );
    let chiral = board("3.3.3.3.6", "hexhex 2", "[board.must]\nmatch = { sixfold = {}, half-turn = {} }");
    let map = map.replace("shape = \"\"\n", "").replace("cell = { fill = \"ivory\" }\n", "");
    for layout in [&octagons, &triangles, &stars, &map, &chiral] {
        let output = Run::new().file("x.toml", layout).args(["check", "x.toml"]).any_status().run();
        assert!(
            output.stdout.contains("clean") && !output.stderr.contains("error"),
            "{}{}",
            output.stdout,
            output.stderr
        );
    }
    for args in [["--format", "svg", "--ink", "low"], ["--format", "pdf", "--paper", "us"]] {
        let args = [&["build", "x.toml"][..], &args[..]].concat();
        let output = Run::new().file("x.toml", &octagons).checked().args(args).any_stderr().run();
        assert!(!output.stderr.contains("error"), "{}", output.stderr);
    }
    let output = Run::new().file("x.toml", chiral.replace("half-turn", "mirror")).args(["check", "x.toml"]);
    assert!(
        output
            .any_status()
            .any_stderr()
            .run()
            .stderr
            .contains("the cells of `board` do not fill the same places"),
        "it is not its own mirror image"
    );
}

/// Returns the cells of a board as another program would draw them. `edit` may change or leave out each cell.
fn drawing(word: &str, shape: &str, edit: impl Fn(usize, Vec<Point>) -> Option<Vec<Point>>) -> String {
    let cells = cells(&built(&board(word, shape, "")));
    let mut body = String::new();
    for (number, cell) in cells.into_iter().enumerate() {
        let fill = ["#F0D9B5", "#B58863", "#9DB4C0"][cell.corners.len() % 3];
        let Some(corners) = edit(number, cell.corners) else { continue };
        let points: Vec<String> = corners.iter().map(|p| format!("{:.4},{:.4}", p.x, p.y)).collect();
        body.push_str(&format!("<polygon points=\"{}\" fill=\"{fill}\"/>\n", points.join(" ")));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"297mm\" height=\"297mm\" viewBox=\"0 0 297 297\">\
         <g stroke=\"black\" stroke-width=\".3\">{body}</g></svg>"
    )
}

#[test]
fn boards_by_other_programs_are_found_and_named() {
    for (word, shape, sorts) in BOARDS {
        let count: usize = sorts.iter().map(|sort| sort.1).sum();
        let output = checked(&drawing(word, shape, |_, corners| Some(corners)));
        assert!(output.contains(&format!("{count} cells: {shape}, {word}")), "{word} {shape}: {output}");
        assert!(!output.contains("error"), "{word} {shape}: {output}");
        // A board that is rotated as a whole is still the same board.
        let turn = |p: Point| {
            let (sin, cos, p) = (libm::sin(0.1), libm::cos(0.1), p - Point::new(140.0, 120.0));
            Point::new(150.0 + p.x * cos - p.y * sin, 140.0 + p.x * sin + p.y * cos)
        };
        let output =
            checked(&drawing(word, shape, |_, corners| Some(corners.into_iter().map(turn).collect())));
        assert!(
            output.contains(&format!("{shape}, {word}")) && output.contains("turned 5.7"),
            "{word} {shape}: {output}"
        );
        assert!(!output.contains("error"), "{word} {shape}: {output}");
    }
}

/// A fault in one cell is reported at this cell.
#[test]
fn wrong_cells_are_found() {
    type Wrong = (&'static str, &'static str, fn(Vec<Point>) -> Option<Vec<Point>>);
    fn centre(corners: &[Point]) -> Point {
        (corners.iter().map(|p| p.to_vec2()).sum::<Vec2>() / corners.len() as f64).to_point()
    }
    fn moved(corners: Vec<Point>, by: (f64, f64)) -> Option<Vec<Point>> {
        Some(corners.into_iter().map(|p| p + Vec2::from(by)).collect())
    }
    fn scaled(corners: Vec<Point>, x: f64, y: f64) -> Option<Vec<Point>> {
        let at = centre(&corners);
        Some(corners.into_iter().map(|p| at + Vec2::new((p - at).x * x, (p - at).y * y)).collect())
    }
    fn turned(corners: Vec<Point>, by: f64) -> Option<Vec<Point>> {
        let (at, sin, cos) = (centre(&corners), libm::sin(by), libm::cos(by));
        let turn = |p: Point| {
            at + Vec2::new((p - at).x * cos - (p - at).y * sin, (p - at).x * sin + (p - at).y * cos)
        };
        Some(corners.into_iter().map(turn).collect())
    }
    fn bent(mut corners: Vec<Point>, at: usize, by: (f64, f64)) -> Option<Vec<Point>> {
        corners[at] += Vec2::from(by);
        Some(corners)
    }
    let wrongs: [Wrong; 13] = [
        ("moved right", "from its place", |c| moved(c, (0.4, 0.0))),
        ("moved up", "from its place", |c| moved(c, (0.0, -0.3))),
        ("moved aside", "from its place", |c| moved(c, (-0.3, 0.3))),
        ("larger", "has sides of", |c| scaled(c, 1.03, 1.03)),
        ("smaller", "has sides of", |c| scaled(c, 0.98, 0.98)),
        ("wider", "is not regular", |c| scaled(c, 1.04, 1.0)),
        ("lower", "is not regular", |c| scaled(c, 1.0, 0.95)),
        ("turned", "is rotated by", |c| turned(c, 0.02)),
        ("turned back", "is rotated by", |c| turned(c, -0.03)),
        ("one corner off", "is not regular", |c| bent(c, 0, (0.5, 0.0))),
        ("another corner off", "is not regular", |c| bent(c, 1, (0.0, 0.6))),
        ("the third corner off", "is not regular", |c| bent(c, 2, (-0.4, -0.4))),
        ("missing", "missing", |_| None),
    ];
    for (word, shape, cell) in [
        ("triangles", "hexhex 3", 25),
        ("triangles-sideways", "rectangle 6 x 9", 22),
        ("4.8.8", "rectangle 5 x 5", 8),
        ("3.6.3.6", "hexhex 3", 20),
    ] {
        for (what, reported, wrong) in wrongs {
            let one = |number: usize, corners: Vec<Point>| {
                if number == cell { wrong(corners) } else { Some(corners) }
            };
            let output = checked(&drawing(word, shape, one));
            assert!(output.contains(reported), "{word}, {what}: {output}");
        }
        let twice = drawing(word, shape, |_, corners| Some(corners));
        let polygon = twice.lines().nth(cell).unwrap().replace("#", "#1").replace("#1", "#");
        let again = twice.replace("</g>", &format!("<g transform=\"translate(.3 .1)\">{polygon}</g></g>"));
        assert!(checked(&again).contains("drawn twice"), "{word}: {}", checked(&again));
        let wide = drawing(word, shape, |_, corners| {
            Some(corners.into_iter().map(|p| Point::new(p.x * 1.01, p.y)).collect())
        });
        assert!(checked(&wide).contains("stretched"), "{word}: {}", checked(&wide));
    }
}

/// `check --write-layout` turns a drawing into a layout that builds the same board.
#[test]
fn boards_of_all_tilings_are_learnt() {
    for (word, shape, left_out) in [
        ("4.8.8", "rectangle 4 x 4", 99),
        ("3.6.3.6", "hexhex 2", 4),
        ("triangles", "triangle 4", 99),
        ("triangles-sideways", "hexhex 2", 1),
    ] {
        let svg = drawing(word, shape, |number, corners| (number != left_out).then_some(corners));
        let args = ["check", "x.svg", "--write-layout", "again.toml"];
        let ran = Run::new().file("x.svg", &svg).args(args).any_stderr().any_status().run();
        let again = String::from_utf8(ran.bytes("again.toml")).unwrap();
        assert!(again.contains(&format!("cells = \"{word}\"")), "{again}");
        let own = cells(&built(&board(word, shape, ""))).len() - usize::from(left_out < 99);
        assert_eq!(cells(&built(&again)).len(), own, "{again}");
        Run::new().file("again.toml", &again).args(["check", "again.toml"]).any_stderr().run();
    }
}

/// A line of cells continues through opposite edges, for example from an octagon to a square to an octagon.
/// It ends at a triangle, which has no opposite edges.
#[test]
fn lines_through_cells_of_several_sorts_are_judged() {
    let judged = |cells: &str, shape: &str, lines: usize| {
        let layout = board(cells, shape, &format!("[board.must]\nlines = {lines}"));
        let output =
            Run::new().file("x.toml", layout).args(["check", "x.toml"]).any_status().any_stderr().run();
        format!("{}{}", output.stdout, output.stderr)
    };
    let output = judged("4.8.8", "rectangle 5 x 6", 6);
    assert!(output.contains("clean") && !output.contains("not judged: lines"), "{output}");
    let output = judged("4.8.8", "rectangle 5 x 6", 7);
    assert!(output.contains("has 6 cells, but must have 7"), "{output}");
    let output = judged("3.6.3.6", "hexhex 3", 2);
    assert!(output.contains("has 1 cell, but must have 2"), "{output}");
    // On boards of triangles, a line is a strip of triangles. In a hexagon with sides of two cells, strips
    // have 5 or 7 cells, and every cell is in a strip of 7.
    let output = judged("triangles", "hexhex 2", 7);
    assert!(output.contains("clean") && !output.contains("not judged: lines"), "{output}");
    let output = judged("triangles-sideways", "hexhex 2", 8);
    assert!(output.contains("has 7 cells, but must have 8"), "{output}");
}
