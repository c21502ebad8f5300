//! Tests of the packing of pieces on their sheets: their number, their cuts, and the verdict of the
//! checker. The tests read the finished files.

use hexpress::find::{discs, polygons};
use hexpress::read::Page;
use kurbo::{ParamCurve, Point, Rect};

use crate::support::measure::{TOLERANCE_MM, boxes, cuts, id, paths, same_length, within_margins};
use crate::support::run::{Ran, Run};

/// Returns a layout with enough tiles of 40 mm to fill several sheets.
fn tiles(keys: &str) -> String {
    format!("[[tiles]]\nacross = \"40mm\"\ncopies = 100\n{keys}\nface = [{{ fill = \"tan\" }}]\n")
}

fn cards(size: &str, keys: &str) -> String {
    format!(
        "[[cards]]\nsize = \"{size}\"\n{keys}\nface = [{{ fill = \"tan\" }}, {{ text = \"{{{{ number }}}}\", font = \"9pt\" }}]\n"
    )
}

/// Builds and checks a layout, and returns the result.
#[track_caller]
fn build(layout: &str, options: &[&str]) -> Ran {
    let args = ["build", "x.toml", "--output", "."].into_iter().chain(options.iter().copied());
    Run::new().checked().file("x.toml", layout).args(args).run()
}

#[track_caller]
fn first_page(layout: &str, options: &[&str]) -> Page {
    let ran = build(layout, options);
    let files = ran.folder.files();
    let name = files.iter().find(|name| name.ends_with(".pdf")).expect("a PDF");
    ran.pdf(name).pages.remove(0)
}

/// Returns the straight lines on a page that show cuts through the sheet.
fn lines(page: &Page) -> Vec<(Point, Point)> {
    let own_outlines = paths(page).filter(|(item, path)| id(item) == "cut" && !path.closes());
    own_outlines
        .flat_map(|(_, path)| path.segments().map(|s| (s.start(), s.end())).collect::<Vec<_>>())
        .collect()
}

/// Returns the outlines that are cut. Leaves out the outlines that are drawn on the tiles.
fn outlines(page: &Page) -> Vec<hexpress::find::Polygon> {
    let items = page.items.iter().filter(|item| id(item) == "cut").cloned().collect();
    polygons(&Page { items, ..Page::default() }, 6)
}

#[test]
fn as_many_hexagons_as_there_can_be() {
    let five = ["--margin", "5mm"];
    for (keys, expected) in [("", 33), ("pack = \"strips\"", 30), ("pack = \"straight\"", 28)] {
        for cells in ["flat-top", "pointy-top"] {
            let page = first_page(&tiles(&format!("cells = \"{cells}\"\n{keys}")), &five);
            let found = outlines(&page);
            assert_eq!(found.len(), expected, "{cells} {keys}");
            for hexagon in &found {
                same_length(hexagon.across_flats(), 40.0, "a tile");
                assert!(hexagon.irregularity() <= TOLERANCE_MM);
            }
            within_margins(&page, 5.0);
        }
    }
    // For a guillotine, hexpress uses strips or straight cuts, whichever fits more tiles.
    let guillotine = ["--margin", "5mm", "--cut", "guillotine"];
    assert_eq!(outlines(&first_page(&tiles("cells = \"flat-top\""), &guillotine)).len(), 30);
    let letter = ["--margin", "5mm", "--cut", "guillotine", "--paper", "letter"];
    let ran = build(&tiles("cells = \"pointy-top\""), &letter);
    // Strips and straight cuts fit equally many tiles, so hexpress uses the packing with fewer
    // cuts.
    assert!(ran.stdout.contains("100 hexagons, 40 mm across, 2"), "{}", ran.stdout);
    assert_eq!(outlines(&ran.pdf("x-letter.pdf").pages[0]).len(), 25);
}

#[test]
fn as_many_cards_as_there_can_be() {
    for (paper, sheet, expected) in
        [("iso", "small", 9), ("us", "small", 9), ("iso", "large", 18), ("us", "large", 18)]
    {
        let layout = cards("poker", &format!("sheet = \"{sheet}\"\ncopies = 36"));
        for margin in ["5mm", "6.35mm"] {
            let page = first_page(&layout, &["--paper", paper, "--margin", margin]);
            let found = boxes(&page);
            assert_eq!(found.len(), expected, "{paper} {sheet} {margin}");
        }
    }
    // Five cards take 5 x 40 = 200 mm across. Three cards take 3 x 88.9 mm down, which leaves no
    // space for another card on Letter.
    let page =
        first_page(&cards("40 x 88.9mm", "copies = 15"), &["--paper", "210x279.4mm", "--margin", "5mm"]);
    assert_eq!(boxes(&page).len(), 15);
}

#[test]
fn straight_cuts_run_from_edge_to_edge_and_through_no_tile() {
    for cells in ["flat-top", "pointy-top"] {
        let page =
            first_page(&tiles(&format!("cells = \"{cells}\"\npack = \"straight\"")), &["--margin", "5mm"]);
        let tiles = outlines(&page);
        let mut lines = lines(&page);
        // Leaves out the marks at the edge of the sheet, because they are too short to measure
        // their direction.
        lines.retain(|(from, to)| from.distance(*to) > 25.0);
        assert_eq!(lines.len(), 24);
        for (from, to) in lines {
            let way = (to - from).normalize();
            let off = |p: Point| (p - from).cross(way);
            // A cut never crosses a tile, so all corners of the tile are on one side of the cut.
            for tile in &tiles {
                let sides: Vec<f64> = tile.corners.iter().map(|c| off(*c)).collect();
                assert!(
                    sides.iter().all(|s| *s > -TOLERANCE_MM) || sides.iter().all(|s| *s < TOLERANCE_MM),
                    "{from} {to}"
                );
            }
            let touched = tiles
                .iter()
                .filter(|t| t.corners.iter().filter(|c| off(**c).abs() < TOLERANCE_MM).count() == 2);
            assert!(touched.count() > 0, "no tile has a side on {from} {to}");
        }
    }
}

#[test]
fn strips_come_apart_in_two_steps() {
    let ran = build(&tiles("cells = \"pointy-top\"\npack = \"strips\""), &["--margin", "5mm"]);
    let output = "100 hexagons, 40 mm across, 76 cuts a sheet, or 20 with stacked strips";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
}

#[test]
fn scissors_have_room_round_each_piece() {
    let apart = |page: &Page, boxes: &[Rect]| {
        let gap = |a: &Rect, b: &Rect| (b.x0 - a.x1).max(a.x0 - b.x1).max(b.y0 - a.y1).max(a.y0 - b.y1);
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                assert!(gap(a, b) >= 4.0 - TOLERANCE_MM, "page {}: {a:?} and {b:?}", page.number);
            }
        }
    };
    let scissors = ["--cut", "scissors"];
    let page = first_page(&cards("poker", "copies = 30"), &scissors);
    let outlines: Vec<Rect> = paths(&page)
        .filter(|(item, _)| id(item) == "cut")
        .map(|(_, path)| kurbo::Shape::bounding_box(path))
        .collect();
    assert_eq!(outlines.len(), 8);
    apart(&page, &outlines);
    let page =
        first_page("[[counters]]\nacross = \"25mm\"\ncopies = 200\nface = [{ fill = \"tan\" }]\n", &scissors);
    let round = discs(&page);
    for (i, a) in round.iter().enumerate() {
        for b in round[i + 1..].iter().filter(|b| id(&page.items[b.item]) == id(&page.items[a.item])) {
            assert!(a.centre.distance(b.centre) - a.radius - b.radius >= 4.0 - TOLERANCE_MM);
        }
    }
    let page = first_page(&tiles("cells = \"flat-top\""), &scissors);
    let tiles = self::outlines(&page);
    for (i, a) in tiles.iter().enumerate() {
        for b in &tiles[i + 1..] {
            assert!(a.centre.distance(b.centre) >= 44.0 - TOLERANCE_MM);
        }
    }
}

#[test]
fn a_sheet_is_saved_where_some_cards_are_turned() {
    let layout = cards("poker", "sheet = \"large\"\ncopies = 19");
    let ran = build(&layout, &[]);
    assert!(ran.stdout.contains("page 1 "), "{}", ran.stdout);
    let document = ran.pdf("x-iso.pdf");
    assert_eq!(document.pages.len(), 1);
    let found: Vec<Rect> = paths(&document.pages[0])
        .filter(|(item, _)| id(item) == "cut")
        .map(|(_, path)| kurbo::Shape::bounding_box(path))
        .collect();
    let turned = found.iter().filter(|rect| rect.width() > rect.height()).count();
    assert_eq!((found.len(), turned), (19, 15));
    // For 20 cards, two sheets are needed even if some cards are turned. So all cards have the same
    // orientation.
    let page = first_page(&cards("poker", "sheet = \"large\"\ncopies = 20"), &[]);
    assert_eq!(boxes(&page).len(), 18);
}

#[test]
fn a_layout_may_insist() {
    let layout = cards("poker", "copies = 18\npack = \"close\"");
    let ran = build(&layout, &["--cut", "scissors"]);
    assert_eq!(boxes(&ran.pdf("x-iso.pdf").pages[0]).len(), 9);
    let output = "  cards: keeps pack = \"close\" of the layout, although it does not suit --cut scissors.\n";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
    // A guillotine can separate rectangles that are edge to edge, but not hexagons.
    let remark = "pack = \"close\" of the layout, although it does not suit --cut guillotine";
    for (layout, is_remarked) in [(layout, false), (tiles("cells = \"flat-top\"\npack = \"close\""), true)] {
        let ran = build(&layout, &["--cut", "guillotine"]);
        assert_eq!(ran.stdout.contains(remark), is_remarked, "{}", ran.stdout);
    }
    let page = first_page(&cards("poker", "copies = 18\npack = \"apart\""), &["--cut", "knife"]);
    let (xs, ys) = cuts(&page);
    // Each gutter has two cuts.
    assert_eq!((xs.len(), ys.len()), (8, 4));
    same_length(xs[2] - xs[1], 4.0, "a gutter");
}

#[test]
fn labels_lie_where_their_sheet_has_them() {
    let layout = "[[sheet]]\nname = \"labels\"\npaper = \"a4\"\nfirst = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\n\
        grid = \"3 x 7\"\nsize = \"63.5 x 38.1mm\"\n[[cards]]\nsheet = \"labels\"\ncopies = 24\n\
        face = [{ box = \"50 x 30mm\", line = \"0.3mm black\" }]\n";
    let ran = build(layout, &[]);
    let pages = ran.pdf("x-iso.pdf").pages;
    assert_eq!(pages.len(), 2);
    let drawn: Vec<Rect> = paths(&pages[0])
        .filter(|(item, _)| id(item).starts_with("cards/") && id(item) != "cards/furniture")
        .map(|(_, path)| kurbo::Shape::bounding_box(path))
        .collect();
    assert_eq!(drawn.len(), 21);
    for (i, rect) in drawn.iter().enumerate() {
        let (row, column) = ((i / 3) as f64, (i % 3) as f64);
        same_length(rect.center().x, 7.2 + 63.5 / 2.0 + 66.0 * column, "a label, across");
        same_length(rect.center().y, 15.1 + 38.1 / 2.0 + 38.1 * row, "a label, down");
    }
    // Nothing is cut, so no marks are needed.
    assert!(pages.iter().all(|page| paths(page).all(|(item, _)| id(item) != "cut")));
}

#[test]
fn labels_on_a_sheet_that_lies_are_where_it_has_them() {
    let layout = "[[sheet]]\nname = \"labels\"\npaper = \"297 x 210mm\"\nfirst = \"12 25mm\"\npitch = \"68 40mm\"\n\
        grid = \"4 x 4\"\nsize = \"65 x 38mm\"\n[[cards]]\nsheet = \"labels\"\ncopies = 18\n\
        face = [{ box = \"50 x 30mm\", line = \"0.3mm black\" }]\n\
        back = [{ box = \"40 x 20mm\", line = \"0.3mm black\" }]\n";
    for (way, paper) in [("flip-long", "iso"), ("flip-short", "a4")] {
        let ran = build(layout, &["--backs", way, "--paper", paper]);
        let pages = ran.pdf(&format!("x-{paper}.pdf")).pages;
        assert_eq!(pages.len(), 4);
        for (page, back) in [(&pages[0], false), (&pages[1], true)] {
            same_length(page.media.width(), 297.0, "the page lies");
            same_length(page.media.height(), 210.0, "the page lies");
            let drawn: Vec<Rect> = paths(page)
                .filter(|(item, _)| id(item).starts_with("cards/") && id(item) != "cards/furniture")
                .map(|(_, path)| kurbo::Shape::bounding_box(path))
                .collect();
            assert_eq!(drawn.len(), 16);
            for (i, rect) in drawn.iter().enumerate() {
                let (row, column) = ((i / 4) as f64, (i % 4) as f64);
                let (x, y) = (12.0 + 65.0 / 2.0 + 68.0 * column, 25.0 + 38.0 / 2.0 + 40.0 * row);
                // A landscape sheet that is turned over its long edge is upside down.
                let (x, y) = match (back, way) {
                    (false, _) => (x, y),
                    (true, "flip-long") => (x, 210.0 - y),
                    (true, _) => (297.0 - x, y),
                };
                same_length(rect.center().x, x, "a label, across");
                same_length(rect.center().y, y, "a label, down");
            }
        }
    }
}

#[test]
fn the_games_are_clean_whatever_they_are_cut_with() {
    for (cut, paper) in [("guillotine", "iso"), ("knife", "us"), ("scissors", "iso"), ("plotter", "us")] {
        let ran = Run::new().checked().args(["build", "--all", "--cut", cut, "--paper", paper]).run();
        assert_eq!(ran.stdout.matches(": clean").count(), 5, "{cut} {paper}: {}", ran.stdout);
    }
}

#[test]
fn the_explanation_says_why_no_more_pieces_fit() {
    let layout = cards("poker", "copies = 9");
    let ran = build(&layout, &["--explain", "--margin", "5mm"]);
    let output = "  cards: 9 on a sheet of A4, portrait, in columns and rows; they cover 81 % of it\n    \
        cuts: 8 straight cuts in 2 directions\n    \
        tried: columns and rows, portrait: 9; two blocks, one of them turned, portrait: 9; columns and rows, landscape: 8; \
        two blocks, one of them turned, landscape: 7\n    \
        one more across: needs 63.5 mm, but 9.5 mm are left: 54 mm short\n    \
        one more down: needs 88.9 mm, but 20.3 mm are left: 68.6 mm short\n";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
    let json = build(&layout, &["--explain", "--json"]).json();
    assert_eq!(json["results"][0]["explain"][0]["pieces-a-sheet"], 9);
    // A square sheet counts as portrait.
    let square = build(&layout, &["--explain", "--paper", "200x200mm"]);
    assert!(square.stdout.contains("4 on a sheet of 200 x 200 mm, portrait,"), "{}", square.stdout);
    assert_eq!(square.stdout.matches("columns and rows, portrait: 4").count(), 1, "{}", square.stdout);
}

/// Rounded cards are first cut straight, and then their corners are rounded.
#[test]
fn rounded_cards_have_outlines_and_marks() {
    let layout = "[[cards]]\nname = \"a\"\nsize = \"60 x 80mm\"\nround = \"3mm\"\ngrid = \"2 x 2\"\ncopies = 3\n\
                  face = [{ fill = \"tan\" }]\n";
    let marks = |args: &[&str], layout: &str| {
        let run = Run::new().file("x.toml", layout).args(["build", "x.toml"]).args(args.iter().copied());
        let page = run.checked().run().pdf("output/x-iso.pdf").pages.remove(0);
        let mut found = Vec::new();
        for (_, path) in paths(&page).filter(|(item, path)| id(item) == "cut" && !path.closes()) {
            found.extend(path.segments().map(|s| (s.start(), s.end())));
        }
        let outlines = paths(&page).filter(|(item, path)| id(item) == "cut" && path.closes());
        assert_eq!(outlines.count(), 3, "{args:?}");
        found
    };
    let all = marks(&[], layout);
    // Two cards of 60 mm are centred on 210 mm, and two cards of 80 mm on 297 mm. Each side has a
    // mark at both ends.
    for x in [45.0, 105.0, 165.0] {
        let own: Vec<_> = all.iter().filter(|(a, b)| a.x == b.x && (a.x - x).abs() < 0.002).collect();
        assert_eq!(own.len(), 2, "marks at x = {x}");
        // One mark ends 1 mm above the cards. The other mark begins 1 mm below the lowest card of
        // this column.
        let lowest = if x > 160.0 { 148.5 } else { 228.5 };
        same_length(
            own.iter().map(|(a, b)| a.y.max(b.y)).fold(f64::INFINITY, f64::min),
            67.5,
            "the mark above",
        );
        same_length(
            own.iter().map(|(a, b)| a.y.min(b.y)).fold(0.0, f64::max),
            lowest + 1.0,
            "the mark below",
        );
    }
    for y in [68.5, 148.5, 228.5] {
        assert_eq!(
            all.iter().filter(|(a, b)| a.y == b.y && (a.y - y).abs() < 0.002).count(),
            2,
            "marks at y = {y}"
        );
    }
    assert_eq!(all.len(), 12);
    // A plotter and scissors follow the outlines, so no marks are needed.
    for tool in ["plotter", "scissors"] {
        assert!(marks(&["--cut", tool], layout).is_empty(), "{tool}");
    }
    assert_eq!(marks(&["--cut", "guillotine"], layout).len(), 12);
    // With a bleed, there are two cuts between cards, and marks stay clear of the bleed.
    let bled = layout.replace("copies", "bleed = \"2mm\"\ncopies");
    let all = marks(&[], &bled);
    assert_eq!(all.len(), 16);
    same_length(
        all.iter().filter(|(a, b)| a.y == b.y).map(|(a, b)| a.x.max(b.x)).fold(f64::INFINITY, f64::min),
        40.0,
        "beyond the bleed",
    );
}
