//! Tests of boards that are drawn correctly but unusually.
//!
//! Examples are rectangles in place of squares, cells that only the background shows, and cells
//! that are painted twice. On other drawings, the sea of a map extends beyond the page. Each
//! drawing has a counterpart with the fault that the drawing resembles.

use super::svg::{cells, corners, file, hexhex, plain, polygon};
use super::{judged, reported_faults};
use crate::support::run::Run;

/// Returns what the checker finds in a drawing, and the severity, code and message of each fault.
fn found_and_faults(body: &str) -> (String, Vec<String>) {
    let verdict = judged("theirs.svg", file(body).as_bytes());
    (verdict.found.join("; "), reported_faults(&verdict))
}

fn lines(columns: usize, rows: usize, (wide, high): (f64, f64)) -> String {
    let (right, bottom) = (20.0 + wide * columns as f64, 30.0 + high * rows as f64);
    let level = (0..=rows).map(|n| {
        let y = 30.0 + high * n as f64;
        format!("<path d=\"M20 {y}H{right}\"/>")
    });
    let upright = (0..=columns).map(|n| {
        let x = 20.0 + wide * n as f64;
        format!("<path d=\"M{x} 30V{bottom}\"/>")
    });
    level.chain(upright).collect()
}

fn square(column: usize, row: usize, colour: &str) -> String {
    let (x, y) = (20 + 20 * column, 40 + 20 * row);
    format!("<path d=\"M{x} {y}h20v20h-20z\" fill=\"{colour}\" stroke=\"none\"/>")
}

#[test]
fn rectangles_between_lines_are_cells() {
    let (found, reported) = found_and_faults(&lines(9, 9, (18.0, 19.8)));
    assert_eq!(found, "page 1: 81 cells: rectangle 9 x 9, square, 18.00 x 19.80 mm");
    assert!(reported.is_empty(), "{reported:?}");
    // If a board is only 2 % too narrow, the checker concludes that its cells should be square.
    let (_, reported) = found_and_faults(&lines(8, 8, (19.6, 20.0)));
    assert!(reported.iter().any(|fault| fault.starts_with("error HX406 ")), "{reported:?}");
}

#[test]
fn a_ground_shows_the_cells_between_squares() {
    let dark: String = (0..8)
        .flat_map(|q| (0..8).map(move |r| (q, r)))
        .filter(|(q, r)| (q + r) % 2 == 0)
        .map(|(q, r)| square(q, r, "#8a5a2b"))
        .collect();
    let ground =
        |size: usize| format!("<rect x=\"20\" y=\"40\" width=\"{size}\" height=\"160\" fill=\"#f0d9b5\"/>");
    let (found, reported) = found_and_faults(&(ground(160) + &dark));
    assert_eq!(found, "page 1: 64 cells: rectangle 8 x 8, square, 20.00 mm across flats");
    assert!(reported.is_empty(), "{reported:?}");
    // In one row, the light cells are also drawn as squares.
    let row: String = (0..8).map(|q| square(q, 3, if q % 2 == 1 { "#7ba" } else { "#a74" })).collect();
    let (found, _) = found_and_faults(&(ground(160) + &dark + &row));
    assert_eq!(found, "page 1: 64 cells: rectangle 8 x 8, square, 20.00 mm across flats");
    // With a narrower background, the board ends at the edge of the background.
    let (found, _) = found_and_faults(&(ground(110) + &dark));
    assert!(!found.contains("64 cells"), "{found}");
    // A missing dark square is reported.
    let (found, reported) =
        found_and_faults(&(ground(160) + &dark.replacen(&square(0, 0, "#8a5a2b"), "", 1)));
    assert!(found.contains("63 cells"), "{found}");
    assert!(reported.iter().any(|fault| fault.starts_with("error HX601 ")), "{reported:?}");
}

#[test]
fn columns_that_lie_apart_are_one_board() {
    let body: String = cells()
        .into_iter()
        .map(|(_, (x, y))| plain((105.0 + (x - 105.0) * 1.12, 148.0 + (y - 148.0) * 1.145)))
        .collect();
    let (found, reported) = found_and_faults(&body);
    assert!(found.starts_with("page 1: 19 cells: hexhex 3, flat-top") && !found.contains("; "), "{found}");
    // The gaps between columns differ from those within a column.
    assert!(reported.iter().any(|fault| fault.starts_with("error HX406 ")), "{reported:?}");
    assert!(!reported.iter().any(|fault| fault.contains("HX404")), "{reported:?}");
}

#[test]
fn a_cell_painted_anew_under_its_line_is_one() {
    let anew = |off: f64| {
        hexhex(|cell, (x, y)| {
            let over = polygon(&corners((x + off, y), 12.0), "fill=\"#fd6\" stroke-width=\".6\"");
            Some(plain((x, y)) + if cell == (1, 0) { &over } else { "" })
        })
    };
    let report = |off: f64| reported_faults(&judged("theirs.svg", anew(off).as_bytes()));
    let is_twice = |fault: &String| fault.contains("HX408") || fault.contains("HX404");
    assert!(!report(0.2).iter().any(is_twice), "{:?}", report(0.2));
}

#[test]
fn a_colour_beside_its_line_is_reported_as_such() {
    let body: String = cells()
        .into_iter()
        .map(|(cell, (x, y))| {
            let at = if cell == (1, 0) { (x + 0.8, y) } else { (x, y) };
            polygon(&corners(at, 12.0), "stroke=\"none\" fill=\"#9cf\"")
        })
        .chain(cells().into_iter().map(|(_, at)| polygon(&corners(at, 12.0), "fill=\"none\"")))
        .collect();
    let (_, reported) = found_and_faults(&body);
    assert_eq!(
        reported,
        ["error HX408 cell 3 of column 4 has its fill and its outline in two places, 0.80 mm apart"]
    );
}

#[test]
fn a_sea_goes_on_beyond_the_page() {
    let board: String = cells().into_iter().map(|(_, at)| plain(at)).collect();
    let sea =
        "<path d=\"M-20 250C40 230 90 270 150 255S230 240 230 240V310H-20z\" fill=\"#9cf\" stroke=\"none\"/>";
    let (_, reported) = found_and_faults(&(sea.to_owned() + &board));
    assert!(
        reported.iter().all(|fault| fault.starts_with("note HX441 ")) && reported.len() == 1,
        "{reported:?}"
    );
    let away = "<circle cx=\"260\" cy=\"100\" r=\"8\"/>";
    let (_, reported) = found_and_faults(&(away.to_owned() + &board));
    assert_eq!(reported, ["warning HX441 a drawing is outside the sheet, where it is not printed"]);
    // A cell that the page cuts off is an error. A small mark that the page cuts off is also an
    // error.
    let cut = polygon(&corners((204.0, 40.0), 12.0), "");
    let (_, reported) = found_and_faults(&(board.clone() + &cut));
    assert!(reported.iter().any(|fault| fault.starts_with("error HX441 ")), "{reported:?}");
    let (_, reported) = found_and_faults(&(board + "<circle cx=\"208\" cy=\"100\" r=\"5\"/>"));
    assert!(reported.iter().any(|fault| fault.starts_with("error HX441 ")), "{reported:?}");
}

#[test]
fn large_cells_are_judged_by_their_size() {
    let large = |off: f64| {
        let place = |(x, y): (f64, f64)| (600.0 + (x - 105.0) * 5.0, 600.0 + (y - 148.0) * 5.0);
        let body: String = cells()
            .into_iter()
            .map(|(cell, at)| {
                let (x, y) = place(at);
                polygon(&corners((if cell == (1, 0) { x + off } else { x }, y), 60.0), "")
            })
            .collect();
        let sheet =
            file(&body).replace("210mm", "1200mm").replace("297mm", "1200mm").replace("210 297", "1200 1200");
        reported_faults(&judged("theirs.svg", sheet.as_bytes()))
    };
    assert!(large(0.12).is_empty(), "{:?}", large(0.12));
    assert!(large(0.4).iter().any(|fault| fault.starts_with("error HX404 ")), "{:?}", large(0.4));
}

#[test]
fn pale_words_are_named_by_the_colour_that_is_seen() {
    let board: String = cells().into_iter().map(|(_, at)| plain(at)).collect();
    let words = "<text x=\"98\" y=\"150\" font-size=\"5\" fill=\"#000\" fill-opacity=\".3\" stroke=\"none\">word</text>";
    let (_, reported) = found_and_faults(&(board + words));
    let pale: Vec<_> = reported.iter().filter(|fault| fault.contains("HX425")).collect();
    assert!(pale.len() == 1 && pale[0].contains("\"word\", #B3B3B3 on #FFFFFF"), "{reported:?}");
}

/// If a board is not printed on a sheet of its own, it appears only on pieces, in any size. So the
/// checker does not compare its size with the layout.
#[test]
fn a_board_in_small_has_no_size_to_be_held_to() {
    let game = |print: &str| {
        format!(
            "[[board]]\nsheet = \"small\"\n{print}cells = \"flat-top\"\nacross = \"22mm\"\nshape = \"hexhex 3\"\n"
        )
    };
    let judge_against = |print: &str, status: i32| {
        let drawing = hexhex(|_, at| Some(plain(at)));
        let card = "[[cards]]\nsize = \"poker\"\nface = [{ board = \"board\" }]\n";
        let run = Run::new().file("theirs.svg", &drawing).file("game.toml", game(print) + card);
        run.args(["check", "theirs.svg", "--against", "game.toml"]).any_stderr().status(status).run().stderr
    };
    assert!(judge_against("", 1).contains("HX614"));
    assert_eq!(judge_against("print = 0\n", 0), "");
}

/// Each board on a page is compared with its own shape.
#[test]
fn a_second_board_is_judged_by_itself() {
    let small = |at: (f64, f64)| ((at.0 - 105.0) / 2.0, (at.1 - 148.0) / 2.0);
    let board = |left: f64, without: (i32, i32)| -> String {
        let own = cells().into_iter().filter(|(cell, _)| *cell != without);
        own.map(|(_, at)| polygon(&corners((left + small(at).0, 80.0 + small(at).1), 6.0), "")).collect()
    };
    let (_, reported) = found_and_faults(&(board(60.0, (9, 9)) + &board(147.0, (2, -1))));
    assert_eq!(reported.iter().filter(|fault| fault.contains("HX601")).count(), 1, "{reported:?}");
}
