//! Tests of boards of squares, and of the games in `layouts/gallery`. The tests measure and check
//! finished files, and let the checker recognize drawings of other programs.

use hexpress::find::{Polygon, adjacency, polygons};
use hexpress::read::Page;

use crate::support::measure::{TOLERANCE_MM, id, texts};
use crate::support::run::{Folder, Run, program};

/// Returns the layout of a board of squares, with `keys` added.
fn board(keys: &str) -> String {
    format!("[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"20mm\"\n{keys}\n")
}

fn built(layout: &str) -> Page {
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

fn cells(page: &Page) -> Vec<Polygon> {
    let mut cells = polygons(page, 4);
    cells.retain(|cell| id(&page.items[cell.item]).contains("/cell:"));
    cells
}

#[test]
fn squares_lie_edge_to_edge_and_are_as_large_as_they_say() {
    let page = built(&board("shape = \"rectangle 8 x 8\"\nnames = \"chess\"\nshow-names = \"inside\""));
    let cells = cells(&page);
    assert_eq!(cells.len(), 64);
    let pairs: Vec<_> = adjacency(&cells, 0.1).collect();
    assert_eq!(pairs.len(), 112, "2 x 8 x 7");
    assert!(pairs.iter().all(|pair| pair.gap <= TOLERANCE_MM));
    for cell in &cells {
        assert!(cell.irregularity() <= TOLERANCE_MM && (cell.side() - 20.0).abs() <= TOLERANCE_MM);
        assert!(cell.turn_degrees() < 1e-3);
    }
    // a1 is the cell at the bottom left.
    let (_, text) = texts(&page).find(|(_, text)| text.string == "a1").unwrap();
    let left = cells.iter().map(|cell| cell.centre.x).fold(f64::MAX, f64::min);
    let bottom = cells.iter().map(|cell| cell.centre.y).fold(0.0, f64::max);
    let at = text.outline.center();
    assert!((at.x - left).abs() < 10.0 && (at.y - bottom).abs() < 10.0, "{at:?}");
}

/// The checker finds no fault in a board of squares that uses every feature: names, rules, edges,
/// corners and a rim. This holds for every ink, and for SVG.
#[test]
fn boards_of_squares_are_judged_well() {
    let chess = board(
        "shape = \"rectangle 8 x 8\"\nnames = \"chess\"\nshow-names = \"outside\"\ntwo-colours = { a1 = \"#B58863\", other = \"#F0D9B5\" }\n\
         [board.at]\n\"d4|d5\" = { line = \"1mm navy\" }\n\"f3|g4\" = { disc = \"2mm\", fill = \"white\" }\n\"a5|out\" = { line = \"1mm navy\" }\n\
         \"ring 1 of g7\" = { label = \"R\" }\n\"a1 .. h8\" = { draw = [{ disc = \"6mm\", fill = \"white\" }] }\n\
         [board.must]\nbe = [\"connected\", \"without holes\"]\nhave = { cells = 64 }\nnames = \"unique\"\nmatch = { half-turn = {} }\nlines = 8",
    );
    let cross = board(
        "shape = \"cross 3 x 2\"\nnames = \"numbers\"\nshow-names = \"inside\"\nround = \"2mm\"\n[board.must]\nmatch = { fourfold = {}, mirror = {} }",
    );
    let diamond = board(
        "shape = \"diamond 4\"\n[board.sides]\ncolours = [\"red\", \"blue\", \"red\", \"blue\"]\n[board.must]\nsides = \"meet in turn\"",
    );
    let map = board(
        "map = '''\na a b\na   b\n  b b\n'''\n[board.key]\na = { kind = \"sea\", fill = \"#CFE0F3\" }\nb = { kind = \"land\", fill = \"#B8965C\" }",
    );
    for (name, layout) in [("chess", &chess), ("cross", &cross), ("diamond", &diamond), ("map", &map)] {
        let output = Run::new().file("x.toml", layout).args(["check", "x.toml"]).any_status().run();
        assert!(
            output.stdout.contains("clean") || !output.stdout.contains("error"),
            "{name}: {}{}",
            output.stdout,
            output.stderr
        );
        assert!(!output.stderr.contains("error"), "{name}: {}", output.stderr);
    }
    let svg = ["build", "x.toml", "--format", "svg", "--ink", "low"];
    let output = Run::new().file("x.toml", &chess).checked().args(svg).any_stderr().run();
    assert!(!output.stderr.contains("error"), "{}", output.stderr);
}

/// Two players fill a board, and each wants to connect two opposite sides. On hexagons, exactly one
/// of them succeeds. On squares, perhaps neither player succeeds, because four squares meet at a
/// corner.
#[test]
fn squares_may_have_no_winner() {
    let layout = board(
        "shape = \"rectangle 4 x 4\"\n[board.sides]\ncolours = [\"red\", \"blue\", \"red\", \"blue\"]\n\
         [board.must]\nbe = \"every filling has exactly one winner\"",
    );
    let output = Run::new().file("x.toml", &layout).args(["check", "x.toml"]).status(1).any_stderr().run();
    assert!(output.stderr.contains("four cells meet at a corner"), "{}{}", output.stdout, output.stderr);
}

/// The corners of a square, clockwise from the top left one.
type Corners = [(f64, f64); 4];
/// An edit of one square. It returns `None` to leave out the square.
type Edit<'e> = &'e dyn Fn(Corners) -> Option<Corners>;

/// Returns a drawing of 8 x 8 squares of 20 mm. `edit` may change or leave out each square.
fn drawing(edit: impl Fn(usize, usize, Corners) -> Option<Corners>) -> String {
    let mut body = String::new();
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let (x, y) = (20.0 + 20.0 * column as f64, 50.0 + 20.0 * row as f64);
        let Some(corners) = edit(column, row, [(x, y), (x + 20.0, y), (x + 20.0, y + 20.0), (x, y + 20.0)])
        else {
            continue;
        };
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.4},{y:.4}")).collect();
        let fill = if (row + column) % 2 == 0 { "#F0D9B5" } else { "#B58863" };
        body.push_str(&format!("<polygon points=\"{}\" fill=\"{fill}\"/>\n", points.join(" ")));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
         <g stroke=\"black\" stroke-width=\".3\">{body}</g></svg>"
    )
}

/// Returns what the checker says about a drawing.
pub fn checked(svg: &str) -> String {
    let folder = Folder::new();
    std::fs::write(folder.path().join("x.svg"), svg).unwrap();
    let output = program(&["check", "x.svg"], folder.path());
    format!("{}{}", output.stdout, output.stderr)
}

#[test]
fn a_board_of_squares_by_another_program_is_found() {
    let output = checked(&drawing(|_, _, corners| Some(corners)));
    assert!(output.contains("64 cells: rectangle 8 x 8, square, 20.00 mm"), "{output}");
    assert!(!output.contains("error"), "{output}");
    // A board that is rotated as a whole is still the same board.
    let turned = drawing(|_, _, corners| {
        let (sin, cos) = (libm::sin(0.3), libm::cos(0.3));
        Some(corners.map(|(x, y)| {
            let (x, y) = (x - 100.0, y - 130.0);
            (105.0 + x * cos - y * sin, 150.0 + x * sin + y * cos)
        }))
    });
    let output = checked(&turned);
    assert!(output.contains("rectangle 8 x 8, square, 20.00 mm across flats, turned 17.2"), "{output}");
    assert!(!output.contains("error"), "{output}");
}

/// A fault in one square is reported at this square.
#[test]
fn wrong_squares_are_found() {
    let shift = |corners: Corners, dx: f64, dy: f64| corners.map(|(x, y)| (x + dx, y + dy));
    let grown = |[a, b, c, d]: Corners, by: f64| {
        [(a.0 - by, a.1 - by), (b.0 + by, b.1 - by), (c.0 + by, c.1 + by), (d.0 - by, d.1 + by)]
    };
    let wrongs: [(&str, &str, Edit<'_>); 9] = [
        ("moved right", "is 0.40 mm from its place", &|c| Some(shift(c, 0.4, 0.0))),
        ("moved up", "is 0.30 mm from its place", &|c| Some(shift(c, 0.0, -0.3))),
        ("moved aside", "from its place", &|c| Some(shift(c, -0.5, 0.5))),
        ("larger", "has sides of 20.60 mm", &|c| Some(grown(c, 0.3))),
        ("smaller", "has sides of 19.60 mm", &|c| Some(grown(c, -0.2))),
        ("one corner off", "is not regular", &|[a, b, c, d]| Some([a, b, (c.0 + 0.6, c.1), d])),
        ("a rhombus", "is not regular", &|[a, b, c, d]| Some([(a.0 + 0.5, a.1), (b.0 + 0.5, b.1), c, d])),
        ("a rectangle", "is not regular", &|[a, b, c, d]| Some([a, (b.0 + 0.8, b.1), (c.0 + 0.8, c.1), d])),
        ("missing", "a cell of a rectangle 8 x 8 is missing here", &|_| None),
    ];
    for (what, reported, wrong) in wrongs {
        let output = checked(&drawing(
            |column, row, corners| {
                if (column, row) == (3, 4) { wrong(corners) } else { Some(corners) }
            },
        ));
        assert!(output.contains(reported), "{what}: {output}");
    }
    let stretched = drawing(|_, _, corners| Some(corners.map(|(x, y)| (x * 1.01, y))));
    assert!(checked(&stretched).contains("stretched"), "{}", checked(&stretched));
    let apart = drawing(|column, _, corners| Some(shift(corners, if column > 3 { 0.4 } else { 0.0 }, 0.0)));
    assert!(checked(&apart).contains("error"), "{}", checked(&apart));
    let twice = drawing(|_, _, corners| Some(corners))
        .replace("</g>", "<polygon points=\"80.3,130 100.3,130 100.3,150 80.3,150\" fill=\"#B58863\"/></g>");
    assert!(checked(&twice).contains("drawn twice"), "{}", checked(&twice));
}

/// `check --write-layout` turns a drawing into a layout that builds the same board.
#[test]
fn a_board_of_squares_is_learnt() {
    let svg = drawing(|_, _, corners| Some(corners));
    let args = ["check", "x.svg", "--write-layout", "again.toml"];
    let ran = Run::new().file("x.svg", &svg).args(args).any_stderr().run();
    let again = String::from_utf8(ran.bytes("again.toml")).unwrap();
    assert!(again.contains("cells = \"square\"") && again.contains("across = \"20mm\""), "{again}");
    let page = built(&again);
    assert_eq!(cells(&page).len(), 64, "{again}");
    Run::new().file("again.toml", &again).args(["check", "again.toml"]).any_stderr().run();
}

/// Only `list --all` lists the games of the gallery. Each of them begins with two comments: its
/// history and its source. The test builds one of these games, and copies another game with `new`.
#[test]
fn the_gallery_is_in_order() {
    let folder = Folder::new();
    let listed = program(&["list", "--all", "--json"], folder.path()).stdout;
    let few = program(&["list", "--json"], folder.path()).stdout;
    assert!(listed.len() > few.len());
    let gallery: Vec<&hexpress::bundled::Bundled> = hexpress::bundled::GALLERY.iter().collect();
    assert!(gallery.len() >= 16, "{}", gallery.len());
    for game in gallery {
        assert!(
            listed.contains(&format!("\"{}\"", game.id)) && !few.contains(&format!("\"{}\"", game.id)),
            "{}",
            game.id
        );
        let mut lines = game.text.lines();
        let head = [lines.next().unwrap(), lines.next().unwrap()];
        assert!(head.iter().all(|line| line.starts_with("# ")), "{}: history and source come first", game.id);
        assert!(head[1].starts_with("# Source: "), "{}", game.id);
    }
    let (game, paper) = ("tablut", "us");
    let output = program(&["build", game, "--paper", paper], folder.path());
    assert!(output.status == 0 && output.stderr.is_empty(), "{}{}", output.stdout, output.stderr);
    let output = program(&["new", "own", "--like", "chess"], folder.path());
    assert!(
        output.status == 0 && folder.path().join("own/own.toml").exists(),
        "{}{}",
        output.stdout,
        output.stderr
    );
}

/// Eighteen long lines that cross are recognized as a board of 64 squares.
#[test]
fn a_grid_of_long_lines_is_a_board() {
    let mut body = String::new();
    for k in 0..=8 {
        let at = 20 + 20 * k;
        body.push_str(&format!(
            "<path d=\"M {at} 50 V 210\" fill=\"none\"/><path d=\"M 20 {} H 180\" fill=\"none\"/>\n",
            at + 30
        ));
    }
    let file = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
         <g stroke=\"black\" stroke-width=\".3\">{body}</g></svg>"
    );
    let output = checked(&file);
    assert!(output.contains("64 cells: rectangle 8 x 8, square, 20.00 mm"), "{output}");
    assert!(!output.contains("error"), "{output}");
    // One line is slightly out of position, so the squares in the columns on both sides of it are faulty.
    let moved = checked(&file.replace("M 80 50 V 210", "M 80.6 50 V 210"));
    assert!(moved.contains("error"), "{moved}");
}

/// Two kinds of cells have the same colour. The checker distinguishes these kinds by the drawings
/// in their cells.
#[test]
fn kinds_that_differ_by_a_drawing_alone_are_counted() {
    let layout = |have: &str| {
        board(&format!(
            "shape = \"rectangle 4 x 4\"\nnames = \"chess\"\n[board.at]\n\"a1 .. d1\" = {{ kind = \"mill\", fill = \"ivory\", icon = \"gear\", size = \"9mm\" }}\n\
             \"a3 .. d3\" = {{ kind = \"inn\", fill = \"ivory\", icon = \"house\", size = \"9mm\" }}\n[board.must]\nhave = {{ {have} }}"
        ))
    };
    let judged = |have: &str| {
        let output =
            Run::new().file("x.toml", layout(have)).args(["check", "x.toml"]).any_status().any_stderr().run();
        format!("{}{}", output.stdout, output.stderr)
    };
    let output = judged("mill = 4, inn = 4");
    assert!(output.contains("clean") && !output.contains("look the same"), "{output}");
    let output = judged("mill = 5, inn = 4");
    assert!(output.contains("shows 4 cells with `mill`, but must have 5"), "{output}");
}
