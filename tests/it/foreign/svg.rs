//! Tests of drawings that the tests generate, in the various ways people write SVG.

use super::judged;

/// Returns the corners of a flat-top hexagon with this centre and side.
pub fn corners((x, y): (f64, f64), side: f64) -> [(f64, f64); 6] {
    let h = side * 3.0_f64.sqrt() / 2.0;
    [
        (x - side / 2.0, y - h),
        (x + side / 2.0, y - h),
        (x + side, y),
        (x + side / 2.0, y + h),
        (x - side / 2.0, y + h),
        (x - side, y),
    ]
}

/// Returns the address and centre of each cell of a flat-top hexhex 3 on an A4 sheet. The sides are
/// 12 mm long.
pub fn cells() -> Vec<((i32, i32), (f64, f64))> {
    let all = (-2..=2).flat_map(|q: i32| (-2..=2).map(move |r: i32| (q, r)));
    let place = |(q, r): (i32, i32)| {
        (105.0 + 18.0 * f64::from(q), 148.0 + 12.0 * 3.0_f64.sqrt() * (f64::from(r) + f64::from(q) / 2.0))
    };
    all.filter(|(q, r)| (q + r).abs() < 3).map(|cell| (cell, place(cell))).collect()
}

pub fn polygon(corners: &[(f64, f64)], more: &str) -> String {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.5},{y:.5}")).collect();
    format!("<polygon points=\"{}\" {more}/>\n", points.join(" "))
}

/// Returns an SVG file of one A4 sheet with lines of 0.3 mm.
pub fn file(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"210mm\" \
         height=\"297mm\" viewBox=\"0 0 210 297\"><g fill=\"white\" stroke=\"black\" stroke-width=\".3\">{body}</g></svg>"
    )
}

/// Draws a hexhex 3. `edit` draws each cell, or returns `None` to leave it out.
pub fn hexhex(edit: impl Fn((i32, i32), (f64, f64)) -> Option<String>) -> String {
    file(&cells().into_iter().filter_map(|(cell, at)| edit(cell, at)).collect::<String>())
}

/// Draws a correct cell.
pub fn plain(at: (f64, f64)) -> String {
    polygon(&corners(at, 12.0), "")
}

#[track_caller]
fn found(text: &str) -> Vec<String> {
    judged("theirs.svg", text.as_bytes()).found
}

const RIGHT: &str = "page 1: 19 cells: hexhex 3, flat-top, 20.78 mm across flats";

#[test]
fn shapes_in_shapes_are_told_apart() {
    // Adds a frame around the board, an icon and an inner line in each cell, and a shadow of the
    // whole board.
    let text = hexhex(|_, at| {
        let inner = polygon(&corners(at, 10.5), "fill=\"none\"");
        let icon = polygon(&corners(at, 2.0), "");
        let outline = polygon(&corners(at, 12.0), "fill=\"none\"");
        Some(plain(at) + &inner + &icon + &outline)
    });
    let frame = polygon(&corners((105.0, 148.0), 75.0), "");
    assert_eq!(found(&text.replacen("<polygon", &format!("{frame}<polygon"), 1)), [RIGHT]);
}

#[test]
fn several_boards_and_pieces_are_reported_one_by_one() {
    let mut body: String = [(60.0, 70.0), (150.0, 70.0)]
        .iter()
        .flat_map(|(x, y)| {
            cells().into_iter().map(move |(_, at)| {
                polygon(&corners((x + (at.0 - 105.0) / 2.0, y + (at.1 - 148.0) / 2.0), 6.0), "")
            })
        })
        .collect();
    for n in 0..4 {
        body.push_str(&format!("<circle cx=\"{}\" cy=\"200\" r=\"10\"/>", 40 + n * 30));
        body.push_str(&polygon(&corners((40.0 + f64::from(n) * 40.0, 250.0), 15.0), ""));
    }
    assert_eq!(
        found(&file(&body)),
        [
            "page 1: 19 cells: hexhex 3, flat-top, 10.39 mm across flats",
            "page 1: 19 cells: hexhex 3, flat-top, 10.39 mm across flats",
            "page 1: 4 hexagons of 26 mm across flats",
            "page 1: 4 discs of 20 mm",
        ]
    );
}

#[test]
fn drawings_without_a_board_are_reported() {
    let gaps: String = cells()
        .into_iter()
        .flat_map(|(_, at)| {
            let corners = corners(at, 12.0);
            (0..6).map(move |k| {
                let (a, b) = (corners[k], corners[(k + 1) % 6]);
                let at = |t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                let ((x1, y1), (x2, y2)) = (at(0.25), at(0.75));
                format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
            })
        })
        .collect();
    assert_eq!(
        found(&file(&gaps)),
        [
            "page 1: no board: 114 straight lines, most of them 6.00 mm long; their ends do not meet, so they do not enclose cells: \
             draw each line from corner to corner"
        ]
    );
    assert_eq!(
        found(&file("<image width=\"100\" height=\"100\" href=\"board.png\"/>")),
        ["page 1: no board: a picture made of pixels, in which lines cannot be measured"]
    );
    assert_eq!(
        found(&file("<path d=\"M10 10 h30 v20\"/>")),
        ["page 1: no board: the page has no hexagons, squares or triangles that share edges"]
    );
}

#[test]
fn sizes_come_from_units_and_view_boxes() {
    let across = |head: &str, side: f64| {
        let body: String = cells()
            .into_iter()
            .map(|(_, at)| polygon(&corners((at.0 * side / 12.0, at.1 * side / 12.0), side), ""))
            .collect();
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {head}><g stroke=\"red\" fill=\"none\">{body}</g></svg>"
        );
        judged("theirs.svg", text.as_bytes()).boards[0].1.across
    };
    let flats = 12.0 * 3.0_f64.sqrt();
    for (head, side, expected) in [
        ("width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\"", 12.0, flats),
        ("width=\"21cm\" height=\"29.7cm\" viewBox=\"0 0 2100 2970\"", 120.0, flats),
        ("width=\"10in\" height=\"15in\"", 48.0, 48.0 / 96.0 * 25.4 * 3.0_f64.sqrt()),
        ("width=\"1000\" height=\"1400\"", 48.0, 48.0 / 96.0 * 25.4 * 3.0_f64.sqrt()),
        (
            "width=\"720pt\" height=\"1080pt\" viewBox=\"0 0 720 1080\"",
            36.0,
            36.0 / 72.0 * 25.4 * 3.0_f64.sqrt(),
        ),
        ("viewBox=\"0 0 210 297\"", 12.0, flats * 25.4 / 96.0),
        ("", 48.0, 48.0 / 96.0 * 25.4 * 3.0_f64.sqrt()),
        // The drawing keeps its proportions, so only the width limits its size.
        ("width=\"210mm\" height=\"400mm\" viewBox=\"0 0 210 297\"", 12.0, flats),
    ] {
        let measured = across(head, side);
        assert!((measured - expected).abs() < 0.001, "{head}: {measured} and not {expected}");
    }
}

#[test]
fn styles_and_symbols_are_followed() {
    let uses: String = cells()
        .into_iter()
        .map(|((q, _), (x, y))| {
            let class = if q == 0 { "a hidden" } else { "a" };
            format!(
                "<use href=\"#s\" class=\"{class}\" x=\"{}\" y=\"{}\" width=\"24\" height=\"24\"/>",
                x - 12.0,
                y - 12.0
            )
        })
        .collect();
    let cell = polygon(&corners((50.0, 50.0), 50.0), "");
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\">\
         <style>.a {{ fill: #abc; stroke: black; stroke-width: 1px }} .hidden {{ display: none }}</style>\
         <symbol id=\"s\" viewBox=\"0 0 100 100\">{cell}</symbol>{uses}</svg>"
    );
    let verdict = judged("theirs.svg", text.as_bytes());
    assert_eq!(verdict.found, ["page 1: 14 cells in 2 parts, flat-top, 20.78 mm across flats"]);
}

/// Draws the hexagons of the board as paths. `side` returns the path data from one corner to the
/// next.
fn paths(side: impl Fn((f64, f64), (f64, f64)) -> String) -> String {
    hexhex(|_, at| {
        let all = corners(at, 12.0);
        let sides: String = (0..6).map(|k| side(all[k], all[(k + 1) % 6])).collect();
        Some(format!("<path d=\"M{} {}{sides}z\"/>", all[0].0, all[0].1))
    })
}

fn between(a: (f64, f64), b: (f64, f64), t: f64) -> (f64, f64) {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

#[test]
fn straight_sides_that_are_written_as_curves() {
    let cubic = paths(|a, b| {
        let (c, d) = (between(a, b, 0.3), between(a, b, 0.7));
        format!("C{} {} {} {} {} {}", c.0, c.1, d.0, d.1, b.0, b.1)
    });
    let ends = paths(|a, b| format!("C{} {} {} {} {} {}", a.0, a.1, b.0, b.1, b.0, b.1));
    let square = paths(|a, b| {
        let c = between(a, b, 0.5);
        format!("Q{} {} {} {}", c.0, c.1, b.0, b.1)
    });
    for text in [cubic, ends, square] {
        assert_eq!(found(&text), [RIGHT]);
    }
}

#[test]
fn bent_and_rounded_hexagons_are_named() {
    let bent = paths(|a, b| {
        let c = between(a, b, 0.5);
        format!("Q{} {} {} {}", c.0 + 0.5, c.1 + 0.5, b.0, b.1)
    });
    assert_eq!(
        found(&bent),
        [
            "page 1: no board: 19 closed shapes with curved sides or rounded corners; a cell must have straight \
             sides"
        ]
    );
    assert_eq!(found(&file("")), ["page 1: no board: the page is empty"]);
    let verdict = judged("theirs.svg", bent.as_bytes());
    assert_eq!(verdict.summary(), "1 page, no board: nothing to check");
}

/// Draws hexagons whose corners are cut off, by straight lines or by curves. `share` is the
/// fraction removed at each end of a side.
fn cut_off(share: f64, curved: bool) -> String {
    hexhex(|_, at| {
        let own = corners(at, 12.0);
        let mut d = String::new();
        for k in 0..6 {
            let (before, corner, after) = (own[(k + 5) % 6], own[k], own[(k + 1) % 6]);
            let (from, to) = (between(corner, before, share), between(corner, after, share));
            let sign = if d.is_empty() { 'M' } else { 'L' };
            let how = if curved { format!("Q{} {} ", corner.0, corner.1) } else { "L".to_owned() };
            d += &format!("{sign}{} {}{how}{} {}", from.0, from.1, to.0, to.1);
        }
        Some(format!("<path d=\"{d}z\"/>\n"))
    })
}

#[test]
fn corners_may_be_rounded_and_cut_off_a_little() {
    for share in [0.005, 0.05, 0.12] {
        assert_eq!(found(&cut_off(share, true)), [RIGHT], "{share}");
        assert_eq!(found(&cut_off(share, false)), [RIGHT], "{share}");
    }
    // With this much cut off, the shape no longer counts as a hexagon.
    assert!(found(&cut_off(0.25, true))[0].contains("no board: 19 closed shapes with curved sides"));
    assert_eq!(
        found(&cut_off(0.25, false)),
        ["page 1: no board: the page has no hexagons, squares or triangles that share edges"]
    );
}

#[test]
fn cells_lie_apart_and_pieces_farther() {
    let spread =
        |by: f64| hexhex(|_, (x, y)| Some(plain((105.0 + (x - 105.0) * by, 148.0 + (y - 148.0) * by))));
    assert_eq!(found(&spread(1.0)), [RIGHT]);
    for (by, gap) in [(1.1, "2.08"), (1.2, "4.16"), (1.35, "7.27"), (1.5, "10.39")] {
        assert_eq!(found(&spread(by)), [format!("{RIGHT}, {gap} mm between cells")], "{by}");
    }
    assert!(found(&spread(1.7))[0].ends_with("19 hexagons of 20.8 mm across flats"));
    // Straight rows and columns of hexagons are separate pieces, not the cells of a board.
    let rows = (0..20).map(|n| plain((30.0 + 28.0 * f64::from(n % 5), 40.0 + 27.0 * f64::from(n / 5))));
    assert_eq!(found(&file(&rows.collect::<String>()))[0], "page 1: 20 hexagons of 20.8 mm across flats");
}

#[test]
fn six_triangles_are_a_hexagon_and_five_are_none() {
    let fans = |count: usize| {
        hexhex(|_, at| {
            let own = corners(at, 12.0);
            Some(
                (0..count)
                    .map(|k| polygon(&[at, own[k], own[(k + 1) % 6]], "fill=\"tan\" stroke=\"none\""))
                    .collect(),
            )
        })
    };
    assert_eq!(found(&fans(6)), [RIGHT]);
    // With five triangles in each hexagon, the result is a board of triangles with gaps.
    let five = &found(&fans(5))[0];
    assert!(
        five.starts_with("page 1: 95 cells in 1 part") && five.contains(", triangles, 10.39 mm"),
        "{five}"
    );
}

#[test]
fn a_clip_cuts_a_hexagon_out_of_what_covers_it() {
    let clipped = |what: &str| {
        let points: Vec<String> = corners((0.0, 0.0), 12.0).iter().map(|(x, y)| format!("{x} {y}")).collect();
        let clip = format!("<clipPath id=\"c\"><polygon points=\"{}\"/></clipPath>", points.join(" "));
        let cells = hexhex(|_, (x, y)| {
            Some(format!("<g transform=\"translate({x:.5} {y:.5})\" clip-path=\"url(#c)\">{what}</g>\n"))
        });
        cells.replacen("<g ", &format!("{clip}<g "), 1)
    };
    let sheet = "stroke=\"none\" x=\"-13\" y=\"-13\" width=\"26\" height=\"26\"";
    assert_eq!(found(&clipped(&format!("<rect {sheet}/>"))), [RIGHT]);
    assert_eq!(found(&clipped(&format!("<image {sheet} href=\"a.png\"/>"))), [RIGHT]);
    // If a shape does not fill its clip, part of its own outline is visible. Here, the shape is a rectangle.
    assert!(
        found(&clipped(&format!("<rect {sheet}/>").replace("\"26\"", "\"20\"")))[0]
            .contains("rectangles of 20 x 20 mm")
    );
}

#[test]
fn a_drawing_that_says_no_size_on_paper_is_told() {
    let text = hexhex(|_, at| Some(plain(at)));
    let is_reported = |text: &str| {
        let verdict = judged("theirs.svg", text.as_bytes());
        verdict.not_judged.iter().any(|why| {
            why == "the printed size of theirs.svg, which the file does not specify: an inch is assumed to have 96 pixels; \
                    to be certain, give width and height in mm"
        })
    };
    assert!(!is_reported(&text));
    assert!(is_reported(&text.replace("210mm", "210px").replace("297mm", "297")));
    assert!(is_reported(&text.replace("width=\"210mm\" height=\"297mm\" ", "")));
    assert!(is_reported(&text.replace("210mm", "100%").replace("297mm", "100%")));
}

#[test]
fn a_ground_beyond_the_sheet_and_a_line_along_its_edge_are_no_mistakes() {
    let cells = hexhex(|_, at| Some(plain(at)));
    let beyond = |more: &str| {
        let text = cells.replacen("<g ", &format!("{more}<g "), 1);
        let verdict = judged("theirs.svg", text.as_bytes());
        verdict.faults.into_iter().any(|fault| fault.code == hexpress::diag::codes::OUTSIDE_SHEET)
    };
    assert!(!beyond("<rect x=\"-9000\" y=\"-9000\" width=\"20000\" height=\"20000\" fill=\"#eef\"/>"));
    assert!(!beyond(
        "<rect width=\"210\" height=\"297\" fill=\"none\" stroke=\"black\" stroke-width=\".4\"/>"
    ));
    // A box that the sheet cuts off still counts as a box.
    assert!(beyond("<rect x=\"-9000\" y=\"-9000\" width=\"9100\" height=\"9100\" fill=\"#eef\"/>"));
    assert!(beyond(
        "<rect x=\"-1\" width=\"212\" height=\"297\" fill=\"none\" stroke=\"black\" stroke-width=\".4\"/>"
    ));
}

#[test]
fn cells_of_one_path_have_its_colour() {
    let path = |(x, y): (f64, f64)| {
        let ends = corners((x, y), 12.0).map(|(x, y)| format!("{x:.5} {y:.5}"));
        format!("M{}z", ends.join("L"))
    };
    let all: String = cells().into_iter().map(|(_, at)| path(at)).collect();
    let text = file(&format!("<path fill=\"#CC2222\" d=\"{all}\"/>"));
    let verdict = judged("theirs.svg", text.as_bytes());
    assert_eq!(verdict.found.len(), 1, "{:?}", verdict.found);
    let codes: Vec<String> = verdict.faults.iter().map(|fault| fault.message.clone()).collect();
    assert!(verdict.faults.is_empty(), "{codes:?}");
}

/// The fill of a cell can be slightly out of position, because the line of the cell hides the edge of the
/// fill. The limit is half of the line width.
#[test]
fn a_line_hides_where_its_cell_is_filled() {
    let moved = |by: f64| {
        hexhex(|_, at| {
            let fill = polygon(&corners((at.0 + by, at.1), 12.0), "fill=\"wheat\" stroke=\"none\"");
            Some(fill + &polygon(&corners(at, 12.0), "fill=\"none\" stroke-width=\".4\""))
        })
    };
    assert!(judged("theirs.svg", moved(0.15).as_bytes()).faults.is_empty());
    assert!(!judged("theirs.svg", moved(0.25).as_bytes()).faults.is_empty());
}
