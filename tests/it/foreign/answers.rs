//! Tests of the messages about a faulty board that another program drew.

use super::svg::{corners, file, hexhex, plain, polygon};
use crate::drawing::pdf_pages::pages;
use crate::support::run::Run;

#[track_caller]
fn assert_output(text: &str, status: i32, stderr: &str, stdout: &str) {
    Run::new()
        .file("mine.svg", text)
        .args(["check", "mine.svg"])
        .status(status)
        .stderr(stderr)
        .stdout(stdout)
        .run();
}

const NOT_JUDGED: &str = "not judged: boxes: an SVG has none
not judged: mine.svg was not written by hexpress, or its layout was left out: the expected content is unknown
not judged: fonts: an SVG leaves them to the viewer, so the width of its text is unknown
not judged: the scale of printing: an SVG cannot request one
";

#[test]
fn a_corner_that_one_cell_has_elsewhere() {
    let text = hexhex(|cell, at| {
        let mut own = corners(at, 12.0);
        if cell == (1, 0) {
            own[2].0 += 0.3;
        }
        Some(polygon(&own, ""))
    });
    let ran = Run::new()
        .file("mine.svg", &text)
        .args(["check", "mine.svg"])
        .status(1)
        .stderr(
            "error[HX401]: page 1 at (123.2, 158.4) mm: cell 3 of column 4 is not regular: its corner at (135.3, 158.4) mm should \
             be at (135, 158.4) mm, 0.30 mm away
 |
 = help: move that corner, or replace the cell by a copy of another",
        )
        .run();
    assert!(
        ran.stdout.starts_with("found: page 1: 19 cells: hexhex 3, flat-top, 20.78 mm across flats\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_cell_that_is_missing() {
    assert_output(
        &hexhex(|cell, at| (cell != (2, -1)).then(|| plain(at))),
        1,
        "error[HX601]: page 1 at (141, 148) mm: a cell of a hexhex 3 is missing here
 |
 = help: draw a closed hexagon there, with six straight sides and the size of the other cells",
        &format!(
            "found: page 1: 18 cells: hexhex 3 without one cell, flat-top, 20.78 mm across flats\n{NOT_JUDGED}\
             mine.svg: 18 cells, 38 adjacencies, worst deviation 24.0000 mm: 1 error\n"
        ),
    );
}

#[test]
fn a_cell_so_crooked_that_it_is_none() {
    let text = hexhex(|cell, at| {
        let mut own = corners(at, 12.0).to_vec();
        if cell == (0, 0) {
            own.truncate(5);
        }
        Some(polygon(&own, ""))
    });
    // The middle cell is drawn as a pentagon, so it does not count as a cell. The checker reports
    // no fault, because a hole in the middle of a board may be intended.
    let ran = Run::new().file("mine.svg", &text).args(["check", "mine.svg"]).status(0).run();
    assert!(ran.stdout.starts_with("found: page 1: 18 cells: hexhex 3 without one cell"), "{}", ran.stdout);
}

#[test]
fn words_over_an_edge_and_too_small_and_too_pale() {
    let text = hexhex(|cell, (x, y)| {
        let words = match cell {
            (0, 0) => "Administration of the Interior Provinces",
            (1, 0) => "Wood",
            (0, 1) => "Iron",
            _ => "",
        };
        let (size, fill) = match cell {
            (1, 0) => ("1.5", "black"),
            (0, 1) => ("4", "#ddd"),
            _ => ("4", "black"),
        };
        let text = format!(
            "<text stroke=\"none\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"{size}\" fill=\"{fill}\">{words}</text>"
        );
        Some(plain((x, y)) + &text)
    });
    let ran =
        Run::new().file("mine.svg", &text).args(["check", "mine.svg", "--json"]).any_stderr().status(1).run();
    let json = ran.json();
    let codes: Vec<&str> = json["results"][0]["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["HX421", "HX424", "HX425"], "{json}");
}

#[test]
fn lines_that_stop_short_are_found() {
    let mut lines = String::new();
    let mut known: Vec<((f64, f64), (f64, f64))> = Vec::new();
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
    for (_, at) in super::svg::cells() {
        let own = corners(at, 12.0);
        for k in 0..6 {
            let (a, b) = (own[k], own[(k + 1) % 6]);
            if known.iter().any(|(c, d)| near(*c, b) && near(*d, a)) {
                continue;
            }
            // The first line is half a millimetre too short.
            let short = if known.is_empty() { 0.5 } else { 0.0 };
            lines.push_str(&format!(
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                a.0 + short,
                a.1,
                b.0,
                b.1
            ));
            known.push((a, b));
        }
    }
    let ran =
        Run::new().file("mine.svg", file(&lines)).args(["check", "mine.svg"]).any_stderr().status(1).run();
    assert!(ran.stdout.contains("19 cells: hexhex 3"), "{}", ran.stdout);
    let ran = Run::new()
        .file("mine.svg", file(&lines))
        .args(["check", "mine.svg", "--json"])
        .any_stderr()
        .status(1)
        .run();
    let faults = ran.json()["results"][0]["faults"].clone();
    assert_eq!(faults.as_array().unwrap().len(), 1, "{faults}");
    assert_eq!(faults[0]["message"], "a line ends 0.50 mm before the corner that it should reach");
}

#[test]
fn faults_of_any_file_are_ringed() {
    let text = hexhex(|cell, at| (cell != (2, -1)).then(|| plain(at)));
    let run = |name: &'static str, bytes: &[u8], picture: &'static str| {
        Run::new().file(name, bytes).args(["check", name, "--picture", picture]).any_stderr().status(1).run()
    };
    let ran = run("mine.svg", text.as_bytes(), "faults.svg");
    let svg = String::from_utf8(ran.bytes("faults.svg")).unwrap();
    assert!(svg.contains("stroke=\"#e0004d\"") && roxmltree::Document::parse(&svg).is_ok());
    let pdf = std::fs::read(super::path("cairo-one-vertex.pdf")).unwrap();
    let ran = run("theirs.pdf", &pdf, "faults.pdf");
    let rings = ran.pdf("faults.pdf").pages[0].items.iter().any(|item| match &item.kind {
        hexpress::read::ItemKind::Path { stroke: Some(stroke), .. } => stroke.colour.0 == [0xE0, 0, 0x4D],
        _ => false,
    });
    assert!(rings);
}

const PAGE: &str = include_str!("../../../docs/boards.md");
const WRONG: &str = include_str!("../../../docs/pictures/wrong-board.svg");

/// Checks the drawing [`WRONG`]. The report and the picture of the faults must be the same as in
/// `docs/boards.md`. `UPDATE=1` draws the picture again.
#[test]
fn the_picture_of_the_page_is_the_programs_own() {
    let ran = Run::new()
        .file("their-board.svg", WRONG)
        .args(["check", "their-board.svg", "--picture", "faults.svg"])
        .any_stderr()
        .status(1)
        .run();
    let picture = ran.bytes("faults.svg");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures/wrong-board-ringed.svg");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &picture).unwrap();
    }
    assert!(std::fs::read(path).unwrap() == picture, "{path} is another picture");
    assert!(PAGE.contains("(pictures/wrong-board-ringed.svg)"));
    let json =
        Run::new().file("their-board.svg", WRONG).args(["check", "their-board.svg", "--json"]).any_stderr();
    let json = json.status(1).run().json();
    let result = &json["results"][0];
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = joined(PAGE);
    for reported in result["faults"].as_array().unwrap() {
        for key in ["code", "message", "hint"] {
            let text = reported[key].as_str().unwrap();
            assert!(page.contains(text), "docs/boards.md lacks: {text}");
        }
    }
    assert!(page.contains(result["found"][0].as_str().unwrap()), "{result}");
}

/// Compresses the drawing as `gzip -n` does.
fn gzipped(text: &str) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut bytes = vec![0; compressor.gzip_compress_bound(text.len())];
    let length = compressor.gzip_compress(text.as_bytes(), &mut bytes).unwrap();
    bytes.truncate(length);
    bytes
}

#[test]
fn a_compressed_svg_is_read_as_one() {
    let text = hexhex(|cell, at| (cell != (2, -1)).then(|| plain(at)));
    let whole = gzipped(&text);
    let ran = Run::new()
        .file("mine.svgz", &whole)
        .args(["check", "mine.svgz", "--picture", "faults.svg"])
        .any_stderr()
        .status(1)
        .run();
    assert!(ran.stdout.starts_with("found: page 1: 18 cells: hexhex 3 without one cell"), "{}", ran.stdout);
    assert!(String::from_utf8(ran.bytes("faults.svg")).unwrap().contains("stroke=\"#e0004d\""));
    let half = &whole[..whole.len() / 2];
    let ran = Run::new().file("mine.svgz", half).args(["check", "mine.svgz"]).any_stderr().status(2).run();
    assert!(ran.stderr.contains("its compressed bytes are damaged"), "{}", ran.stderr);
}

#[test]
fn equal_pages_are_described_together() {
    let cards = "1 w 20 20 60 80 re S 100 20 60 80 re S";
    let file = pages(&[cards, "30 30 50 50 re f", cards, cards], "");
    let ran = Run::new().file("cards.pdf", &file).args(["check", "cards.pdf"]).any_stderr().run();
    let found: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("found: ")).collect();
    assert_eq!(
        found,
        [
            "found: pages 1, 3 to 4: 2 rectangles of 21.2 x 28.2 mm",
            "found: pages 1 to 4: no board: the page has no hexagons, squares or triangles that share edges",
        ]
    );
}
