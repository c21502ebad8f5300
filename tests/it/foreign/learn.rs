//! Tests of the layout that `check --write-layout` learns from a drawing. The learned layout must
//! build the same board.

use hexpress::find::{Polygon, polygons};
use hexpress::read::ItemKind;
use kurbo::{Point, Shape};

use super::svg::{cells, corners, file, hexhex, plain, polygon};
use crate::support::run::{Ran, Run};

/// Returns the cells on the first page: the hexagons that are nearly as large as the largest one.
fn cells_of(ran: &Ran, name: &str) -> Vec<Polygon> {
    let pages = ran.pdf(name).pages;
    let mut found = polygons(&pages[0], 6);
    let most = found.iter().map(Polygon::side).fold(0.0, f64::max);
    found.retain(|hexagon| hexagon.side() > 0.9 * most);
    found
}

/// Builds a layout, learns another layout from the result, builds the learned layout, and compares
/// the two boards. Returns the learned layout.
#[track_caller]
fn round(layout: &str) -> String {
    let ran = Run::new().file("first.toml", layout).args(["build", "first.toml"]).any_stderr().run();
    let pdf = ran.bytes("output/first-iso.pdf");
    let first = cells_of(&ran, "output/first-iso.pdf");
    let ran = Run::new()
        .file("first.pdf", &pdf)
        .args(["check", "first.pdf", "--write-layout", "again.toml", "--quiet"])
        .any_stderr()
        .run();
    let again = String::from_utf8(ran.bytes("again.toml")).unwrap();
    Run::new().file("again.toml", &again).args(["check", "again.toml", "--deny", "warnings"]).run();
    let ran = Run::new().file("again.toml", &again).args(["build", "again.toml"]).any_stderr().run();
    let second = cells_of(&ran, "output/again-iso.pdf");
    assert_eq!(first.len(), second.len(), "{again}");
    // hexpress chooses the position of the board on its sheet, so the boards are aligned at their
    // centres.
    let middle = |all: &[Polygon]| {
        let sum = all.iter().fold((0.0, 0.0), |(x, y), h| (x + h.centre.x, y + h.centre.y));
        Point::new(sum.0 / all.len() as f64, sum.1 / all.len() as f64)
    };
    let by = middle(&second) - middle(&first);
    for hexagon in &first {
        let near = second.iter().find(|other| other.centre.distance(hexagon.centre + by) < 1.0);
        let near = near.unwrap_or_else(|| panic!("no cell at {:?}", hexagon.centre));
        for &corner in &hexagon.corners {
            let off = near.corners.iter().map(|c| c.distance(corner + by)).fold(f64::INFINITY, f64::min);
            assert!(off < 0.002, "{off} mm in\n{again}");
        }
    }
    again
}

#[test]
fn our_own_boards_come_back_within_two_micrometres() {
    let again = round("[[board]]\ncells = \"pointy-top\"\nacross = \"27.3mm\"\nshape = \"hexhex 5\"\n");
    assert!(again.contains("shape = \"hexhex 5\"") && again.contains("across = \"27.3mm\""), "{again}");
    let again = round(
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nfit = \"largest\"\nmap = '''\n    A\nB       B\n    C\nC       B\n'''\n\
         [board.key]\nA = { kind = \"sea\", label = \"Sea\", fill = \"#CFE0F3\" }\n\
         B = { kind = \"land\", fill = \"#FFFFFF\" }\nC = { kind = \"hill\", label = \"Hill\", fill = \"#B8965C\" }\n",
    );
    assert!(again.contains("label = \"Hill\""), "{again}");
    round(
        "[[board]]\ncells = \"pointy-top\"\nacross = \"14mm\"\nshape = \"rhombus 9 x 9\"\nlean = \"right\"\nline = \"none\"\ncell = { fill = \"tan\" }\n",
    );
    let again = round(
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"rectangle 6 x 5\"\noffset = \"first\"\n\
         names = \"hex\"\nshow-names = \"inside\"\n",
    );
    assert!(again.contains("names = \"hex\"") && again.contains("offset = \"first\""), "{again}");
}

#[test]
fn a_drawing_becomes_a_layout_that_is_clean() {
    let text = hexhex(|(q, r), (x, y)| {
        let (fill, word) = if (q + r) % 2 == 0 { ("#7fb069", "Wood") } else { ("#fff3d6", "Farm") };
        let words =
            format!("<text stroke=\"none\" fill=\"black\" x=\"{x}\" y=\"{y}\" font-size=\"4\">{word}</text>");
        Some(polygon(&corners((x, y), 12.0), &format!("fill=\"{fill}\"")) + &words)
    });
    let ran = Run::new()
        .file("my-woods.svg", &text)
        .args(["check", "my-woods.svg", "--write-layout", "woods.toml"])
        .any_stderr()
        .run();
    assert!(ran.stdout.ends_with("layout: woods.toml\n"), "{}", ran.stdout);
    let layout = String::from_utf8(ran.bytes("woods.toml")).unwrap();
    assert_eq!(
        layout,
        r##"[game]
title = "My woods"

# 19 cells: hexhex 3, flat-top, 20.78 mm across flats
[[board]]
name = "board"
sheet = "small"
cells = "flat-top"
across = "20.78461mm"
line = "0.3mm #000000"
map = '''
        a
    a       b
a       b       a
    b       a
b       a       b
    a       b
a       b       a
    b       a
        a
'''

[board.key]
a = { fill = "#7FB069", label = "Wood" }
b = { fill = "#FFF3D6", label = "Farm" }

[board.labels]
font = "4mm"
shrink = "1.77mm"
"##
    );
    Run::new().file("woods.toml", &layout).args(["check", "woods.toml", "--deny", "warnings"]).run();
}

#[test]
fn every_drawn_board_becomes_a_layout() {
    for (name, ..) in super::BOARDS {
        let bytes = std::fs::read(super::path(&format!("hand-{name}.svg"))).unwrap();
        let status = i32::from(name.starts_with("one-vertex"));
        let ran = Run::new()
            .file("theirs.svg", &bytes)
            .args(["check", "theirs.svg", "--write-layout", "mine.toml", "--quiet"])
            .any_stderr()
            .status(status)
            .run();
        Run::new()
            .file("mine.toml", ran.bytes("mine.toml"))
            .args(["check", "mine.toml", "--deny", "warnings"])
            .run();
    }
}

#[test]
fn nothing_is_written_over_or_made_up() {
    let text = hexhex(|_, at| Some(plain(at)));
    let run = || Run::new().file("a.svg", &text).status(2).no_files();
    run()
        .file("mine.toml", "precious")
        .args(["check", "a.svg", "--write-layout", "mine.toml"])
        .stderr(
            "error[HX621]: mine.toml already exists and is not overwritten
 |
 = help: name another file, or delete mine.toml first",
        )
        .run();
    run()
        .args(["check", "a.svg", "--write-layout", "mine.txt"])
        .stderr(
            "error[HX013]: mine.txt: the file name of a layout must end with .toml
 |
 = help: write --write-layout mine.toml",
        )
        .run();
    run()
        .args(["check", "a.svg", "a.svg", "--write-layout", "mine.toml"])
        .stderr(
            "error[HX013]: --write-layout needs exactly one finished file (.pdf or .svg)
 |
 = help: name one .pdf or .svg file",
        )
        .run();
    run()
        .args(["check", "hexemergo", "--against", "hexemergo"])
        .stderr(
            "error[HX013]: --against compares finished files with a layout, and cannot compare two layouts
 |
 = help: to compare two layouts, run `hexpress diff OLD.toml NEW.toml`",
        )
        .run();
    assert_eq!(cells().len(), 19);
    Run::new()
        .file("a.svg", super::svg::file("<path d=\"M20 20h9\"/>"))
        .args(["check", "a.svg", "--write-layout", "mine.toml", "--quiet"])
        .stderr(
            "error[HX620]: a.svg has no board, so no layout can be written
 |
 = help: draw at least three hexagons edge to edge, as closed outlines or as single edges; \
                   boards of points are recognized only in drawings of other programs",
        )
        .status(2)
        .no_files()
        .run();
}

/// Two kinds of cells have colours that look alike to some people, and one cell has an additional
/// mark. Each of these facts needs an exception for HX491, but the layout must have this exception
/// only once.
#[test]
fn what_is_allowed_for_two_reasons_is_allowed_once() {
    let svg = super::svg::hexhex(|(q, r), at| {
        let colour = if (q + r) % 2 == 0 { "#CC2222" } else { "#22AA22" };
        let mark =
            if (q, r) == (0, 0) { "<circle cx=\"105\" cy=\"148\" r=\"2\" fill=\"black\"/>" } else { "" };
        Some(super::svg::polygon(&corners(at, 12.0), &format!("fill=\"{colour}\"")) + mark)
    });
    let run = Run::new().file("x.svg", &svg).args(["check", "x.svg", "--write-layout", "y.toml"]);
    let ran = run.any_stderr().any_status().run();
    let learnt = String::from_utf8(ran.bytes("y.toml")).unwrap();
    assert_eq!(learnt.matches("HX491").count(), 1, "{learnt}");
    Run::new().file("y.toml", &learnt).args(["build", "y.toml"]).any_stderr().run();
}

/// The checker learns boards of points only from drawings of other programs. From a file of hexpress, it must
/// leave out such a board, and must not write the board without its lines.
#[test]
fn boards_of_points_are_never_written_without_their_lines() {
    let points =
        "[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nfit = \"largest\"\nshape = \"morris 3\"\n";
    let ran = Run::new().file("x.toml", points).args(["build", "x.toml"]).any_stderr().run();
    let pdf = ran.bytes("output/x-iso.pdf");
    let learn = |pdf: &[u8]| {
        let run = Run::new().file("x.pdf", pdf).args(["check", "x.pdf", "--write-layout", "y.toml"]);
        run.any_stderr().any_status().run()
    };
    let ran = learn(&pdf);
    assert!(ran.stderr.contains("HX620") && ran.stderr.contains("boards of points"), "{}", ran.stderr);
    let cells = "[[board]]\nname = \"cells\"\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n";
    let both = points.replacen("[[board]]", "[[board]]\nname = \"points\"", 1) + cells;
    let ran = Run::new().file("x.toml", &both).args(["build", "x.toml"]).any_stderr().run();
    let ran = learn(&ran.bytes("output/x-iso.pdf"));
    assert!(ran.stdout.contains("y.toml, without the board of points on page 1"), "{}", ran.stdout);
    let learnt = String::from_utf8(ran.bytes("y.toml")).unwrap();
    assert_eq!(learnt.matches("[[board]]").count(), 1, "{learnt}");
}

/// The labels contain stars and colons, which need escapes in a layout.
#[test]
fn words_and_looks_come_back_as_they_were() {
    let again = round(
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"40mm\"\nmap = \"\"\"\n    A\nB       B\n    A\n\"\"\"\n\
         [board.key]\nA = { label = 'a \\*b\\* c', fill = \"#CFE0F3\" }\nB = { label = '\\:coin\\: 2', fill = \"#FFFFFF\" }\n",
    );
    assert!(
        again.contains(r#"label = "a \\*b\\* c""#) && again.contains(r#"label = "\\:coin\\: 2""#),
        "{again}"
    );
}

/// The cells of the board have more different looks than a map has characters. The board is tested
/// with and without names in its cells.
#[test]
fn every_cell_has_the_colour_that_was_drawn() {
    let place = |q: i32, r: i32| {
        (20.0 + 9.0 * f64::from(q), 50.0 + 6.0 * 3.0_f64.sqrt() * (f64::from(r) + f64::from(q) / 2.0))
    };
    let mut cells: Vec<_> = (0..11).flat_map(|q| (0..11).map(move |r| place(q, r))).collect();
    cells.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    for named in [false, true] {
        let (mut body, mut drawn) = (String::new(), Vec::new());
        for (number, at) in (1..).zip(&cells) {
            let fill = [100 + number, 255 - number, 200];
            drawn.push(fill);
            let [red, green, blue] = fill;
            body += &polygon(&corners(*at, 6.0), &format!("fill=\"#{red:02x}{green:02x}{blue:02x}\""));
            if named {
                let (x, y) = at;
                body += &format!(
                    "<text stroke=\"none\" fill=\"black\" x=\"{x}\" y=\"{y}\" font-size=\"2\">{number}</text>"
                );
            }
        }
        let ran = Run::new()
            .file("theirs.svg", file(&body))
            .args(["check", "theirs.svg", "--write-layout", "mine.toml", "--quiet"])
            .any_stderr()
            .run();
        let mine = ran.bytes("mine.toml");
        assert_eq!(String::from_utf8_lossy(&mine).contains("show-names"), named);
        let ran = Run::new().file("mine.toml", &mine).args(["build", "mine.toml"]).any_stderr().run();
        let page = ran.pdf("output/mine-iso.pdf").pages.remove(0);
        let mut found: Vec<_> = page
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Path { fill: Some(fill), path, .. } if path.bounding_box().width() > 11.0 => {
                    let at = path.bounding_box().center();
                    Some(((at.y * 10.0).round() as i64, (at.x * 10.0).round() as i64, fill.0.map(u32::from)))
                }
                _ => None,
            })
            .collect();
        found.sort_unstable();
        let found: Vec<_> = found.into_iter().map(|(.., fill)| fill).collect();
        assert_eq!(found, drawn, "{}", String::from_utf8_lossy(&mine));
    }
}

#[test]
fn colours_that_hardly_differ_are_allowed_in_what_is_written() {
    let drawing = hexhex(|(q, _), at| {
        let fill = if q % 2 == 0 { "#F0E0C0" } else { "#CFE8CF" };
        Some(polygon(&corners(at, 12.0), &format!("fill=\"{fill}\"")))
    });
    let ran = Run::new()
        .file("alike.svg", &drawing)
        .args(["check", "alike.svg", "--write-layout", "again.toml", "--quiet"])
        .any_stderr()
        .run();
    let again = String::from_utf8(ran.bytes("again.toml")).unwrap();
    assert!(again.contains("allow = [{ code = \"HX491\""), "{again}");
    Run::new()
        .file("again.toml", &again)
        .args(["check", "again.toml", "--deny", "warnings"])
        .any_stderr()
        .run();
}

/// Returns the layout learned from a drawing, and checks that it builds.
#[track_caller]
fn written(drawing: &str) -> String {
    let ran = Run::new()
        .file("theirs.svg", drawing)
        .args(["check", "theirs.svg", "--write-layout", "mine.toml", "--quiet"])
        .any_stderr()
        .any_status()
        .run();
    let layout = String::from_utf8(ran.bytes("mine.toml")).unwrap();
    Run::new().file("mine.toml", &layout).args(["build", "mine.toml"]).any_stderr().run();
    layout
}

/// The cells have many colours, which probably represent a quantity. The learned layout mentions
/// this.
#[test]
fn a_scale_of_colours_is_no_list_of_kinds() {
    let shades = |most: i32| {
        hexhex(|(q, r), at| {
            let shade = 0xA0 + 3 * ((5 * (q + 2) + r + 2) % most);
            Some(polygon(&corners(at, 12.0), &format!("fill=\"#{shade:02x}{shade:02x}f0\"")))
        })
    };
    let layout = written(&shades(25));
    assert!(layout.contains("the number of colours suggests a scale"), "{layout}");
}

/// In the drawing, a white number is on a dark disc. A learned layout does not contain the disc, so
/// the number must get another colour.
#[test]
fn words_that_lose_their_ground_can_be_read() {
    let drawing = hexhex(|cell, at| {
        let (x, y) = at;
        let disc = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" stroke=\"none\" fill=\"#a00000\"/>");
        let words = format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"5\" stroke=\"none\" fill=\"white\">7</text>",
            x - 1.4,
            y + 1.8
        );
        Some(plain(at) + &if cell == (0, 0) { disc + &words } else { String::new() })
    });
    let layout = written(&drawing);
    assert!(layout.contains("label = \"7\"") && !layout.contains("colour = \"#FFFFFF\""), "{layout}");
}
