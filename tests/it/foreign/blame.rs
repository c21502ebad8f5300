//! Tests of correct drawings that look faulty. Each drawing has a counterpart with the real fault.

use super::svg::{cells, corners, file, hexhex, plain, polygon};
use super::{judged, reported_faults};

fn report(body: &str) -> Vec<String> {
    reported_faults(&judged("theirs.svg", file(body).as_bytes()))
}

fn found(body: &str) -> Vec<String> {
    judged("theirs.svg", file(body).as_bytes()).found
}

fn with<'f>(faults: &'f [String], code: &str) -> Vec<&'f String> {
    faults.iter().filter(|fault| fault.contains(code)).collect()
}

/// Inkscape gives an id to every text. The checker must nevertheless find the background below the
/// text.
#[test]
fn words_with_an_id_stand_on_their_ground() {
    let dark = "<rect x=\"20\" y=\"10\" width=\"150\" height=\"80\" fill=\"#110d26\" stroke=\"none\"/>";
    let words = |id: &str, colour: &str| {
        format!(
            "{dark}<text x=\"80\" y=\"50\" {id} font-size=\"10\" stroke=\"none\" fill=\"{colour}\">12</text>"
        )
    };
    for id in ["", "id=\"t1\""] {
        assert!(report(&words(id, "#fffcf8")).is_empty(), "{id}: {:?}", report(&words(id, "#fffcf8")));
        let faults = report(&words(id, "#201040"));
        assert_eq!(with(&faults, "HX425").len(), 1, "{id}: {faults:?}");
        assert!(faults[0].contains("on #110D26"), "{id}: {faults:?}");
    }
    let named = |colour: &str| {
        let words = words("", colour).replace(">12<", "><tspan id=\"t2\">12</tspan><");
        report(&words)
    };
    assert!(named("#fffcf8").is_empty() && !named("#201040").is_empty());
}

/// Two colours with too little contrast are one fault, however many texts have these colours. The
/// reported contrast must be lower than the required one.
#[test]
fn one_pair_of_colours_is_reported_once() {
    let ground = "<rect x=\"20\" y=\"10\" width=\"150\" height=\"80\" fill=\"#EC2126\" stroke=\"none\"/>";
    let words: String = "Belarus"
        .chars()
        .zip(0..)
        .map(|(letter, n)| {
            let x = 40 + 10 * n;
            format!(
                "<text x=\"{x}\" y=\"50\" font-size=\"4\" stroke=\"none\" fill=\"#110A0C\">{letter}</text>"
            )
        })
        .collect();
    let verdict = judged("theirs.svg", file(&(ground.to_owned() + &words)).as_bytes());
    let causes = verdict.causes();
    assert_eq!((verdict.faults.len(), causes.len()), (7, 1));
    let output = causes[0].diagnostic(&verdict.files).message;
    assert!(output.contains("has a contrast of 4.49; the minimum is 4.5 (in 7 places)"), "{output}");
}

fn ring(at: (f64, f64), (outer, inner): (f64, f64)) -> String {
    let contour = |side: f64| {
        let points: Vec<String> = corners(at, side).iter().map(|(x, y)| format!("{x:.4} {y:.4}")).collect();
        format!("M{}z", points.join("L"))
    };
    let d = contour(outer) + &contour(inner);
    format!("<path d=\"{d}\" fill-rule=\"evenodd\" fill=\"black\" stroke=\"none\"/>")
}

/// Some programs convert a line to an area, which is a path with a hole. The checker must not count
/// this area as another cell.
#[test]
fn an_outline_that_became_an_area_is_no_second_cell() {
    let with_rings = |side: f64| {
        cells()
            .into_iter()
            .map(|(_, at)| {
                polygon(&corners(at, 12.0), "stroke=\"none\"") + &ring(at, (side + 0.25, side - 0.25))
            })
            .collect::<String>()
    };
    assert_eq!(report(&with_rings(12.0)), [""; 0]);
    let right = "page 1: 19 cells: hexhex 3, flat-top, 20.78 mm across flats";
    assert_eq!(found(&with_rings(12.0)), [right]);
    // If a drawing contains only rings, each ring is one cell. The cell ends where neighbouring rings
    // meet: at the middle of the line, or at its rim.
    for sides in [(12.25, 11.75), (12.0, 11.5)] {
        let alone: String = cells().into_iter().map(|(_, at)| ring(at, sides)).collect();
        assert_eq!(found(&alone), [right]);
        assert_eq!(report(&alone), [""; 0]);
    }
    // A second cell on top of a cell is reported as a duplicate.
    let twice = hexhex(|cell, at| {
        Some(
            plain(at)
                + &if cell == (0, 0) {
                    polygon(&corners((at.0 + 0.6, at.1), 12.0), "")
                } else {
                    String::new()
                },
        )
    });
    assert!(!with(&reported_faults(&judged("theirs.svg", twice.as_bytes())), "HX408").is_empty());
}

/// Tiles may overlap by their bleed, or be in columns with gaps between them.
#[test]
fn tiles_on_a_sheet_are_no_board() {
    let column =
        |x: f64, pitch: f64| -> String { (0..6).map(|n| plain((x, 40.0 + pitch * f64::from(n)))).collect() };
    let sheet = |pitch: f64| [40.0, 80.0, 120.0].map(|x| column(x, pitch)).concat();
    let flats = 12.0 * 3.0_f64.sqrt();
    for pitch in [flats - 2.5, flats + 2.0] {
        let (found, faults) = (found(&sheet(pitch)), report(&sheet(pitch)));
        assert!(found.iter().all(|what| !what.contains("cells")), "{pitch}: {found:?}");
        assert!(found[0].contains("18 hexagons of 20.8 mm across flats"), "{pitch}: {found:?}");
        assert_eq!(faults, [""; 0], "{pitch}");
    }
    // Tiles that meet edge to edge form a board. A tile that overlaps the next one is then a fault.
    let board = |off: f64| column(40.0, flats) + &plain((40.0 + off, 40.0 + 6.0 * flats - off));
    assert!(found(&board(0.0))[0].contains("7 cells"));
    assert!(!report(&board(0.5)).is_empty());
}

#[test]
fn groups_in_groups_are_no_drawings_in_drawings() {
    let board: String = cells().into_iter().map(|(_, at)| plain(at)).collect();
    let nested = |deep: usize| format!("{}{board}{}", "<g>".repeat(deep), "</g>".repeat(deep));
    let right = "page 1: 19 cells: hexhex 3, flat-top, 20.78 mm across flats";
    assert_eq!(found(&nested(900)), [right]);
    // Elements after a group must not inherit the style or transform of the group.
    let behind =
        "<g transform=\"translate(500 0)\"><g><g/></g><g display=\"none\"><path d=\"M0 0h9v9z\"/></g></g>";
    assert_eq!(found(&(behind.to_owned() + &nested(100))), [right]);
}

/// Roads on a map may enclose squares by chance.
#[test]
fn crooked_squares_in_a_corner_are_no_board() {
    let level = [30.0, 51.2, 72.2].map(|y| format!("<path d=\"M20 {y}H60.5\"/>")).concat();
    let roads = level + &[20.0, 40.2, 60.5].map(|x| format!("<path d=\"M{x} 30V72.2\"/>")).concat();
    let far = "<circle cx=\"180\" cy=\"250\" r=\"9\"/><circle cx=\"30\" cy=\"270\" r=\"9\"/>";
    let map = roads.clone() + far;
    assert!(found(&map).iter().all(|what| !what.contains("cells:")), "{:?}", found(&map));
    assert_eq!(report(&map), [""; 0]);
    // Without the map, the same roads are reported as a board.
    assert!(found(&roads)[0].contains("4 cells"), "{:?}", found(&roads));
}

/// Some programs draw a line next to the edge that it marks instead of centred on this edge. The
/// centre of a wide line is then farther from the edge than the centre of a thin line.
#[test]
fn wide_lines_have_their_middles_elsewhere() {
    let board = |wide: f64| -> String {
        let place = |n: usize| if n.is_multiple_of(3) { (wide, wide / 2.0) } else { (0.2, 0.1) };
        let line = |n: usize| {
            let (width, off) = place(n);
            let at = 30.0 + 8.0 * n as f64 + off;
            format!("<path d=\"M30 {at}H102.1M{at} 30V102.1\" stroke-width=\"{width}\"/>")
        };
        (0..=9).map(line).collect()
    };
    let faults = report(&board(0.8));
    assert!(with(&faults, "HX402").is_empty() && with(&faults, "HX404").is_empty(), "{faults:?}");
    // If all lines have the same width, a shifted line is a fault.
    let shifted = board(0.2).replace("M30 54.1H102.1M54.1 30V102.1", "M30 54.5H102.1M54.5 30V102.1");
    assert!(!report(&shifted).is_empty());
}

#[test]
fn a_word_on_a_tile_of_several_cells_is_no_label_of_one() {
    let squares = |words: &str| {
        let square = |(x, y): (f64, f64)| {
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"9\" height=\"9\" fill=\"#bbb\" stroke=\"none\"/>")
        };
        let all = [(50.0, 50.0), (60.0, 50.0), (50.0, 60.0), (60.0, 60.0)].map(square).concat();
        format!("{all}<g font-size=\"2\" stroke=\"none\" fill=\"black\">{words}</g>")
    };
    let one = squares("<text x=\"53\" y=\"55\">Dead End</text>");
    let faults = report(&one);
    assert!(faults.iter().all(|fault| fault.starts_with("note ")), "{faults:?}");
    let two = squares("<text x=\"53\" y=\"55\">Dead End</text><text x=\"51\" y=\"65\">B</text>");
    assert!(report(&two).iter().any(|fault| fault.starts_with("error HX421 ")), "{:?}", report(&two));
}

/// If other cells are out of position too, no hint says to remove a cell.
#[test]
fn cells_that_lie_apart_may_be_the_rest() {
    let apart =
        hexhex(|(q, r), (x, y)| Some(plain(if r == -2 || q + r == -2 { (x, y - 9.0) } else { (x, y) })));
    let verdict = judged("theirs.svg", apart.as_bytes());
    let hints = verdict.faults.iter().filter(|fault| fault.code.to_string() == "HX602");
    assert!(hints.clone().all(|fault| !fault.hint.as_deref().unwrap_or_default().contains("remove it")));
}

/// A background may extend beyond the page, like a bleed.
#[test]
fn a_ground_may_go_on_beyond_the_edge() {
    let grain =
        "<path d=\"M-.2 40C70 30 140 60 210.2 45V60C140 70 70 50 -.2 60z\" fill=\"#c96\" stroke=\"none\"/>";
    assert_eq!(report(grain), ["warning HX441 a drawing extends 0.20 mm beyond the sheet"]);
    let picture = "<image x=\"20\" y=\"60\" width=\"191\" height=\"238\" href=\"board.png\"/>";
    let faults = report(picture);
    assert!(with(&faults, "HX441").iter().all(|fault| fault.starts_with("warning ")), "{faults:?}");
    // A small area that the page cuts off is an error. A line that the page cuts off is also an
    // error.
    let line = "<path d=\"M20 0H190\" stroke-width=\".9\"/><path d=\"M-.4 50H209\" fill=\"none\"/>";
    for cut in ["<path d=\"M205 40h9v9h-9z\" fill=\"#c96\" stroke=\"none\"/>", line] {
        assert!(report(cut).iter().any(|fault| fault.starts_with("error HX441 ")), "{:?}", report(cut));
    }
    let small = "<image x=\"190\" y=\"60\" width=\"30\" height=\"30\" href=\"board.png\"/>";
    assert!(report(small).iter().any(|fault| fault.starts_with("error HX441 ")), "{:?}", report(small));
}

/// An image below outlined cells is their background. An image that contains all cells cannot be
/// judged as a drawing.
#[test]
fn a_picture_may_be_the_ground_of_a_board() {
    let picture = "<image width=\"210\" height=\"297\" href=\"wood.png\"/>";
    let lines: String =
        cells().into_iter().map(|(_, at)| polygon(&corners(at, 12.0), "fill=\"none\"")).collect();
    let raster = |body: String| with(&report(&body), "HX462").into_iter().cloned().collect::<Vec<_>>();
    assert_eq!(raster(picture.to_owned() + &lines), ["warning HX462 there is a picture"]);
    assert_eq!(raster(picture.to_owned()), ["error HX462 there is a picture"]);
    assert_eq!(raster(lines + picture), ["error HX462 there is a picture"]);
}

#[test]
fn features_that_are_not_read_are_reported() {
    let white: String = cells()
        .into_iter()
        .map(|(_, at)| polygon(&corners(at, 12.0), "fill=\"none\" stroke=\"white\""))
        .collect();
    assert_eq!(found(&white), ["page 1: no board: 19 drawings in white on white paper cannot be seen"]);
    let discs: String = (0..24)
        .map(|n| format!("<circle cx=\"{}\" cy=\"{}\" r=\"4\"/>", 20 + 30 * (n % 6), 30 + 40 * (n / 6)))
        .collect();
    assert!(found(&discs).last().unwrap().ends_with("name their layout with --against"));
    let bars: String = (0..10).map(|n| format!("<rect x=\"30\" y=\"{0}\" width=\"90\" height=\"1\"/><rect x=\"{0}\" y=\"30\" width=\"1\" height=\"90\"/>", 30 + 9 * n)).collect();
    assert!(
        found(&bars).last().unwrap().contains("20 narrow rectangles look like lines"),
        "{:?}",
        found(&bars)
    );
}
