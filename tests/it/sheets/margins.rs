//! Tests of margins that differ from side to side. Everything keeps the margin of its side, boards
//! are in the middle of the printable area, and backs match their fronts.

use hexpress::check::{self, Opened, Verdict};
use hexpress::print::margins::Margins;
use hexpress::read::Page;
use hexpress::record::Options;
use kurbo::Rect;

use crate::check::bench::{Made, make_with};
use crate::games::HEXAGONAL_THING;
use crate::sheets::posters::seen_within;
use crate::support::measure::{TOLERANCE_MM, covers, id, same_length, within};
use crate::support::run::Run;

/// The margins of the upright sheet: top, right, bottom and left.
const SIDES: &str = "5mm 6mm 20mm 30mm";

/// Returns the printable area of a page with the margins `SIDES`.
fn printable(page: &Page) -> Rect {
    let (w, h) = (page.media.width(), page.media.height());
    match w > h {
        // The top of a landscape page is the left edge of the sheet.
        true => Rect::new(20.0, 30.0, w - 5.0, h - 6.0),
        false => Rect::new(30.0, 5.0, w - 6.0, h - 20.0),
    }
}

const TWO_SIDES: &str = r##"
[[cards]]
name = "deck"
size = "63 x 88mm"
rows = [{ name = "Ann", copies = 9 }, { name = "Bob", copies = 4 }]
face = [{ fill = "#CFE8CF" }, { text = "{{ name }}", font = "bold 9pt" }]
back = [{ fill = "#884400" }]

[[tiles]]
name = "coins"
shape = "disc"
across = "24mm"
copies = 5
face = [{ fill = "gold" }]
back = [{ fill = "silver" }]
"##;

/// A board with nothing above or below its cells.
const BOARD: &str =
    "[[board]]\nshape = \"rectangle 4 x 6\"\ncells = \"square\"\nsheet = \"small\"\nfit = \"largest\"\n";

#[test]
fn everything_keeps_off_each_edge_by_its_own_margin() {
    let (mut upright, mut lying) = (0, 0);
    for options in [
        "",
        "--backs flip-short",
        "--backs fold",
        "--backs none",
        "--cut guillotine --cut-plan",
        "--paper us",
        "--test-sheet",
        "--paper a5",
        "--paper a6 --backs none",
    ] {
        let run = Run::new().checked().file("x.toml", TWO_SIDES).any_stderr();
        let ran = run.args(["build", "x.toml", "--margin", SIDES, "--output", "out"]);
        let ran = ran.args(options.split_whitespace()).run();
        for name in ran.folder.files().iter().filter(|name| name.ends_with(".pdf")) {
            for page in &ran.pdf(name).pages {
                within(page, printable(page));
                *(if page.media.width() > page.media.height() { &mut lying } else { &mut upright }) += 1;
            }
        }
    }
    assert!(upright > 20 && lying > 5, "{upright} pages are upright, and {lying} lie");
}

#[test]
fn sheets_of_a_poster_keep_them_too() {
    for (game, paper) in [(HEXAGONAL_THING, "a4"), ("inphexion", "a5")] {
        let args = ["build", game, "--only", "board", "--paper", paper, "--margin", SIDES];
        let ran = Run::new().args(args).any_stderr().any_status().run();
        let pages = ran.pdf(&format!("output/{game}-{paper}.pdf")).pages;
        assert!(pages.len() > 2, "{paper}");
        for page in &pages {
            seen_within(page, printable(page));
        }
    }
}

#[test]
fn a_board_is_in_the_middle_of_what_is_printed() {
    for (cells, wide) in [("4 x 6", false), ("6 x 4", true)] {
        let layout = BOARD.replace("4 x 6", cells);
        let ran =
            Run::new().checked().file("x.toml", layout).args(["build", "x.toml", "--margin", SIDES]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        assert_eq!(page.media.width() > page.media.height(), wide);
        let board = page.items.iter().filter(|item| id(item).starts_with("board/cell"));
        let board = board.map(covers).reduce(|a, b| a.union(b)).unwrap();
        let room = printable(&page);
        same_length(board.center().x, room.center().x, cells);
        same_length(board.center().y, room.center().y, cells);
        // The board is as large as the printable area allows.
        let free = (room.width() - board.width()).min(room.height() - board.height());
        assert!((-TOLERANCE_MM..0.1).contains(&free), "{cells}: {free} mm are free");
    }
}

#[test]
fn backs_meet_their_fronts() {
    for (way, short) in [("flip-long", false), ("flip-short", true)] {
        let args = ["build", "x.toml", "--margin", SIDES, "--backs", way];
        let ran = Run::new().checked().file("x.toml", TWO_SIDES).args(args).run();
        let pages = ran.pdf("output/x-iso.pdf").pages;
        let boxes = |page: &Page| {
            let own_items = page.items.iter().filter(|item| id(item).starts_with("deck/"));
            let cards = own_items.map(covers).filter(|rect| rect.width().min(rect.height()) > 60.0);
            cards.collect::<Vec<_>>()
        };
        let mut met = 0;
        for pair in pages.chunks(2) {
            let (w, h) = (pair[0].media.width(), pair[0].media.height());
            for front in boxes(&pair[0]) {
                let behind = match short == (w > h) {
                    true => Rect { x0: w - front.x1, x1: w - front.x0, ..front },
                    false => Rect { y0: h - front.y1, y1: h - front.y0, ..front },
                };
                let far = |back: &Rect| (back.x0 - behind.x0).abs().max((back.y1 - behind.y1).abs());
                assert!(
                    boxes(&pair[1]).iter().any(|back| far(back) < TOLERANCE_MM),
                    "{way}: nothing is behind {front:?}"
                );
                met += 1;
            }
        }
        assert_eq!(met, 13);
    }
}

#[test]
fn four_that_are_alike_are_one() {
    let built = |margin: &str| {
        let ran = Run::new().file("x.toml", TWO_SIDES).args(["build", "x.toml", "--margin", margin]).run();
        ran.bytes("output/x-iso.pdf")
    };
    let one = built("7mm");
    for same in ["7mm 7mm", "7 7 7mm", "7mm 7mm 7mm 7mm", " 0.7cm 7 mm 7 7mm "] {
        assert!(built(same) == one, "{same}");
    }
    assert!(built("7 7 7.5 7mm") != one);
}

#[test]
fn a_file_with_four_margins_is_built_again_from_itself() {
    let first = Run::new().file("x.toml", TWO_SIDES).args(["build", "x.toml", "--margin", SIDES]).run();
    let first = first.bytes("output/x-iso.pdf");
    let again = Run::new().file("mine.pdf", &first).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso.pdf") == first);
    let checked = Run::new().file("mine.pdf", &first).args(["check", "mine.pdf"]).run();
    assert!(checked.stdout.contains("clean"), "{}", checked.stdout);
}

#[test]
fn a_profile_has_them_too() {
    let profile = "name = \"Tray\"\nmargin = \"5mm 6mm 20mm 30mm\"\n";
    let by_profile = Run::new().file("x.toml", TWO_SIDES).file("tray.toml", profile);
    let by_profile = by_profile.args(["build", "x.toml", "--printer", "tray.toml"]).run();
    for page in &by_profile.pdf("output/x-iso.pdf").pages {
        within(page, printable(page));
    }
    // An option on the command line takes precedence over the profile.
    let typed = Run::new().file("x.toml", TWO_SIDES).file("tray.toml", profile);
    let typed = typed.args(["build", "x.toml", "--printer", "tray.toml", "--margin", "50mm"]).run();
    assert!(typed.pdf("output/x-iso.pdf").pages.iter().all(|page| {
        let all = page.items.iter().map(covers).reduce(|a, b| a.union(b)).unwrap();
        all.x0 > 49.0 && all.y0 > 49.0
    }));
}

#[test]
fn readings_of_a_calibration_sheet_become_four_margins() {
    let ran = Run::new()
        .args(["calibrate", "--profile", "home.toml", "--readings", "R=4,S=4.5,T=5,U=11.5"])
        .stdout(
            r#"
home.toml
  front: 100 mm become 100 mm across and 100 mm down, moved 0 mm to the right and 0 mm down
  back: 100 mm become 100 mm across and 100 mm down, moved 0 mm to the right and 0 mm down
  The printer prints up to 4.5 5 11.5 4 mm (top right bottom left) from the edges; builds leave a margin of 5 5.5 12 4.5 mm (top right bottom left).
  From now on: hexpress build --printer home.toml
"#,
        )
        .run();
    let text = String::from_utf8(ran.bytes("home.toml")).unwrap();
    assert!(text.contains("\nreach  = \"4.5 5 11.5 4mm\" "), "{text}");
    assert!(text.contains("\nmargin = \"5 5.5 12 4.5mm\" "), "{text}");
}

/// Returns the verdict on a file that should have these margins.
fn judged(made: &Made, margin: Margins) -> Verdict {
    let options = Options { margin, ..made.ready.options.clone() };
    let opened = vec![Opened::new("mine.pdf", &made.pdf).unwrap()];
    check::judge(
        opened,
        Some(check::Expected { game: &made.ready.game, options: &options }),
        check::TOLERANCE,
    )
    .unwrap()
}

#[test]
fn the_checker_judges_each_side_by_its_own_margin() {
    // Portrait and landscape pages.
    for size in ["63 x 88mm", "120 x 40mm", "180 x 120mm"] {
        let layout = format!("[[cards]]\nsize = \"{size}\"\ncopies = 2\nface = [{{ fill = \"gold\" }}]\n");
        let made = make_with("cards", &layout, Options::new("a4", 12.0));
        let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
        let all = page.items.iter().map(covers).reduce(|a, b| a.union(b)).unwrap();
        let (w, h) = (page.media.width(), page.media.height());
        // The free space of the page: top, right, bottom and left.
        let free = [all.y0, w - all.x1, h - all.y1, all.x0];
        for side in 0..4 {
            let margin = |more: f64| {
                let mut sides = [0.0; 4];
                sides[side] = free[side] + more;
                // Converts the sides of the page to the sides of the sheet. A landscape page is the
                // sheet turned to the right.
                let [top, right, bottom, left] = sides;
                let sides = if w > h { [right, bottom, left, top] } else { sides };
                Margins::from_sides(sides).unwrap()
            };
            let reports_with = |more: f64| {
                let verdict = judged(&made, margin(more));
                let faults = verdict.faults.iter().filter(|fault| fault.code.to_string() == "HX442");
                faults.map(|fault| fault.message.clone()).collect::<Vec<_>>()
            };
            let name = ["top", "right", "bottom", "left"][side];
            assert_eq!(reports_with(-0.02), Vec::<String>::new(), "{size}: {name}");
            let reported = reports_with(1.0);
            assert!(!reported.is_empty(), "{size}: {name}");
            assert!(
                reported.iter().all(|words| words.contains(&format!("into the {name} margin of"))),
                "{reported:?}"
            );
        }
    }
}
