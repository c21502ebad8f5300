//! Tests of the bleed along the edges of pieces, of cut plans and of test sheets. The tests measure the
//! finished file.

use hexpress::find::{discs, polygons};
use hexpress::read::{ItemKind, Page};
use kurbo::{ParamCurveNearest, Point, Rect, Shape};

use crate::formats::png::decoded;
use crate::support::measure::{boxes, covers, cuts, id, overlap, paths, same_length, texts};
use crate::support::run::Run;

/// Returns the bounding box of everything drawn on a piece.
fn drawn(page: &Page, piece: &str) -> Rect {
    let own = page.items.iter().filter(|item| id(item) == piece).map(covers);
    own.reduce(|a, b| a.union(b)).unwrap_or_else(|| panic!("no drawing of {piece}"))
}

const PIECES: &str = r#"
[game]
share = false

[[cards]]
name  = "deck"
size  = "63 x 88mm"
bleed = "2mm"
copies = 4
face  = [{ box = "63 x 20mm", at = "top", fill = "teal", line = "0.3mm black" }, { box = "20 x 88mm", at = "left", fill = "gold" }]

[[cards]]
name  = "round"
size  = "poker"
round = "3mm"
bleed = "2mm"
face  = [{ fill = "teal" }]
copies = 3

[[tiles]]
name   = "tiles"
cells  = "flat-top"
across = "40mm"
bleed  = "2mm"
face   = [{ edge-band = "navy", at = "each edge", depth = "4mm" }, { path = "1-4 gold", width = "3mm" }]
copies = 5

[[counters]]
name   = "discs"
across = "25mm"
bleed  = "1mm"
face   = [{ disc = "25mm", fill = "teal" }]
"#;

#[test]
fn colours_go_on_to_the_end_of_the_bleed() {
    let ran = Run::new().file("x.toml", PIECES).args(["build", "x.toml"]).checked().run();
    let document = ran.pdf("output/x-iso.pdf");
    let page = &document.pages[0];
    let cards = boxes(page);
    let cut = cards.iter().copied().find(|cut| cut.contains(drawn(page, "deck/1").center())).unwrap();
    same_length(cut.width(), 63.0, "the width of a card");
    let covered = drawn(page, "deck/1");
    // The line of the box stays on the cut, while the fills extend into the bleed.
    same_length(cut.x0 - covered.x0, 2.0, "the bleed on the left");
    same_length(cut.y0 - covered.y0, 2.0, "the bleed above");
    same_length(covered.x1 - cut.x1, 2.0, "the bleed on the right");
    same_length(covered.y1 - cut.y1, 2.0, "the bleed below");
    for (a, b) in [(1, 2), (1, 3), (2, 4), (3, 4)] {
        let (a, b) = (drawn(page, &format!("deck/{a}")), drawn(page, &format!("deck/{b}")));
        assert!(overlap(a, b) < 0.002, "{a:?} {b:?}");
    }

    // The cut with round corners is exact, and the round corners of the bleed have the same
    // centres.
    let page = &document.pages[1];
    let outline = paths(page).find(|(item, _)| id(item) == "cut").unwrap().1;
    let fill = paths(page).find(|(item, _)| id(item) == "round/1").unwrap().1;
    let (cut, bled) = (outline.bounding_box(), fill.bounding_box());
    same_length(cut.width(), 63.5, "the width of a round card");
    same_length(cut.height(), 88.9, "its height");
    same_length(bled.width(), 67.5, "the width with the bleed");
    same_length(bled.height(), 92.9, "the height with the bleed");
    let centre = Point::new(cut.x0 + 3.0, cut.y0 + 3.0);
    for (path, radius) in [(outline, 3.0), (fill, 5.0)] {
        for (x, y) in [(0.6, 0.8), (0.8, 0.6), (0.28, 0.96)] {
            let corner = Point::new(centre.x - radius * x, centre.y - radius * y);
            let off = path.segments().map(|s| s.nearest(corner, 1e-9).distance_sq.sqrt());
            let off = off.fold(f64::INFINITY, f64::min);
            assert!(off < 0.002, "{off} mm beside a corner of {radius} mm");
        }
    }

    // A hexagon grows by the bleed on every side, and a path on the tile extends by the same distance.
    let page = &document.pages[2];
    let cut = &polygons(
        &Page { items: page.items.iter().filter(|i| id(i) == "cut").cloned().collect(), ..Page::default() },
        6,
    )[0];
    let own_rect = drawn(page, "tiles/1");
    same_length(own_rect.height(), 44.0, "a tile with its bleed, from flat to flat");
    same_length(own_rect.center().y, cut.centre.y, "its middle");
    let way = page.items.iter().filter(|i| id(i) == "tiles/1").find_map(|item| match &item.kind {
        ItemKind::Path { path, stroke: Some(_), fill: None } => Some(path.bounding_box()),
        _ => None,
    });
    same_length(way.unwrap().height(), 44.0, "a way from edge to edge");

    let page = &document.pages[3];
    let disc = discs(page).into_iter().map(|d| d.radius).fold(0.0, f64::max);
    same_length(disc, 13.5, "the radius of a disc with its bleed");
}

#[test]
fn what_lies_inside_is_as_it_would_be_without_bleed() {
    let face = r#"face = [{ box = "40 x 20mm", fill = "teal" }, { text = "Ann", font = "bold 12pt" }]"#;
    let with = |bleed: &str| {
        let text = format!("[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\n{bleed}{face}\n");
        let ran = Run::new().file("x.toml", &text).args(["build", "x.toml"]).run();
        let document = ran.pdf("output/x-iso.pdf");
        drawn(&document.pages[0], "deck/1").size()
    };
    let (plain, bled) = (with(""), with("bleed = \"3mm\"\nsafe = \"3mm\"\n"));
    same_length(plain.width, bled.width, "the width of a box inside");
    same_length(plain.height, bled.height, "its height");
}

/// Returns a length in tenths of a millimetre, as a cut plan states it.
fn tenths(mm: f64) -> String {
    format!("{:.1}", (mm * 10.0).round() / 10.0)
}

#[test]
fn a_plan_says_where_the_marks_are() {
    let text =
        "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\ncopies = 11\nface = [{ fill = \"teal\" }]\n";
    let args = ["build", "x.toml", "--paper", "a4", "--cut-plan"];
    let ran = Run::new().file("x.toml", text).args(args).checked().any_stderr().run();
    let document = ran.pdf("output/x-a4.pdf");
    // The first sheet has nine cards, and the second sheet has two cards. Each sheet has a page
    // with its cut plan.
    assert_eq!(document.pages.len(), 4);
    for (sheet, plan, pieces) in [(0, 2, 9), (1, 3, 2)] {
        let (xs, ys) = cuts(&document.pages[sheet]);
        let page = &document.pages[plan];
        let output: Vec<&str> = texts(page).map(|(_, text)| text.string.as_str()).collect();
        for at in xs.iter().chain(&ys) {
            assert!(output.contains(&tenths(*at).as_str()), "{at} is not among {output:?}");
        }
        let numbered = page.items.iter().filter(|i| id(i).starts_with("cut-plan/cut/")).count();
        assert_eq!(numbered, xs.len() + ys.len());
        assert_eq!(page.items.iter().filter(|i| id(i) == "cut-plan/piece").count(), pieces);
    }
}

#[test]
fn a_plan_of_what_no_straight_cut_parts_says_so() {
    let text = "[[tiles]]\nname = \"tiles\"\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{ fill = \"teal\" }]\n";
    let build = |cut: &str| {
        let args = ["build", "x.toml", "--cut-plan", "--cut", cut];
        let ran = Run::new().file("x.toml", text).args(args).checked().any_stderr().run();
        let document = ran.pdf("output/x-iso.pdf");
        let output: Vec<String> = texts(&document.pages[1]).map(|(_, text)| text.string.clone()).collect();
        let cuts = document.pages[1].items.iter().filter(|i| id(i).starts_with("cut-plan/cut/")).count();
        (output.join(" "), cuts)
    };
    let (output, cuts) = build("knife");
    assert!(
        output.contains("No straight cut runs through the sheet") && output.contains("--cut guillotine"),
        "{output}"
    );
    assert_eq!(cuts, 0);
    let (output, cuts) = build("guillotine");
    // One hexagon needs three pairs of parallel cuts.
    assert_eq!(cuts, 6, "{output}");
    assert!(output.contains("square to the cut") || output.contains("strip's middle"), "{output}");
}

/// Returns the different directions of the cuts in a plan, each with its dashes: 0 for a solid
/// line, 1 for short dashes, 2 for long dashes.
fn dashes(pdf: &[u8]) -> Vec<((i64, i64), u8)> {
    let file = lopdf::Document::load_mem(pdf).unwrap();
    let page = *file.get_pages().values().last().unwrap();
    let contents = String::from_utf8_lossy(&file.get_page_content(page)).into_owned();
    let numbers = |line: &str| -> Vec<f64> {
        line.split(|c: char| !(c.is_ascii_digit() || ".-".contains(c)))
            .filter_map(|w| w.parse().ok())
            .collect()
    };
    let way = |drawing: &str| {
        let drawing = drawing.split("EMC").next().unwrap();
        let end = |operator: &str| numbers(drawing.lines().find(|line| line.ends_with(operator)).unwrap());
        let (from, to) = (end(" m"), end(" l"));
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let turned = if dx < -0.01 || (dx < 0.01 && dy < 0.0) { -1.0 } else { 1.0 };
        let share = |d: f64| (d * turned / dx.hypot(dy) * 100.0).round() as i64;
        let dash = drawing
            .lines()
            .find(|line| line.ends_with(" d"))
            .map_or(0, |line| if numbers(line)[0] > 5.0 { 2 } else { 1 });
        ((share(dx), share(dy)), dash)
    };
    let mut ways: Vec<_> = contents.split("/Piece <</Id (cut-plan/cut/").skip(1).map(way).collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

#[test]
fn dashes_tell_cuts_apart_that_are_made_together() {
    let tiles = |pack: &str| {
        format!(
            "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\ncopies = 7\npack = \"{pack}\"\n\
             face = [{{ fill = \"teal\" }}]\n"
        )
    };
    let cards = "[[cards]]\nsize = \"poker\"\ncopies = 9\nface = [{ fill = \"teal\" }]\n";
    for (layout, count) in [(tiles("straight"), 3), (tiles("strips"), 3), (cards.to_owned(), 2)] {
        for ink in ["full", "black"] {
            let args = ["build", "x.toml", "--paper", "a4", "--cut-plan", "--ink", ink];
            let ran = Run::new().file("x.toml", &layout).args(args).checked().any_stderr().run();
            let ways = dashes(&ran.bytes("output/x-a4.pdf"));
            // Each direction of cuts must have a different kind of line.
            let kinds: std::collections::BTreeSet<u8> = ways.iter().map(|(_, dash)| *dash).collect();
            assert_eq!((ways.len(), kinds.len()), (count, count), "{ink}: {ways:?} of {layout}");
        }
    }
}

#[test]
fn a_test_sheet_is_true_and_stands_alone() {
    for paper in ["iso", "us"] {
        let args = ["build", "x.toml", "--test-sheet", "--paper", paper];
        let ran = Run::new().file("x.toml", PIECES).args(args).checked().any_stderr().run();
        assert_eq!(ran.folder.files(), [format!("output/x-{paper}-test.pdf"), "x.toml".to_owned()]);
        let document = ran.pdf(&format!("output/x-{paper}-test.pdf"));
        let [page] = document.pages.as_slice() else { panic!("one page") };
        let has = |width: f64, height: f64| {
            paths(page)
                .map(|(_, path)| path.bounding_box())
                .any(|r| (r.width() - width).abs() < 0.002 && (r.height() - height).abs() < 0.002)
        };
        assert!(has(85.60, 53.98), "a bank card");
        assert!(has(63.0, 88.0) && has(63.5, 88.9) && has(25.0, 25.0), "a piece of each");
        assert!(has(67.5, 92.9), "and its bleed");
    }
}

/// Cards edge to edge whose backs have different colours.
const BACKS: &str = r##"
[[cards]]
name = "deck"
size = "40 x 60mm"
grid = "2 x 2"
back-bleed = "2mm"
rows = [{ c = "#FF0000" }, { c = "#00FF00" }, { c = "#00CCFF" }, { c = "#FFFF00" }]
face = [{ text = "{{ c }}", font = "12pt" }, { box = "100% x 5mm", at = "top", fill = "{{ c }}" }]
back = [{ fill = "{{ c }}" }, { text = "back", font = "bold 20pt" }]
"##;

#[test]
fn backs_go_on_beyond_the_cut_and_cover_no_neighbour() {
    let ran = Run::new().file("x.toml", BACKS);
    let ran = ran.args(["build", "x.toml", "--format", "png", "--dpi", "127"]).checked().any_stderr().run();
    let (red, green, blue, yellow) =
        ([255, 0, 0, 255], [0, 255, 0, 255], [0, 204, 255, 255], [255, 255, 0, 255]);
    let white = [255; 4];
    let back = decoded(&ran.bytes("output/x-iso/02-deck-back.png"));
    // The block extends from 65 to 145 mm across and from 88.5 to 208.5 mm down. Backs are
    // mirrored.
    let middles = [(85.0, 100.0), (125.0, 100.0), (85.0, 190.0), (125.0, 190.0)];
    assert_eq!(middles.map(|(x, y)| back.at_mm(x, y)), [green, red, yellow, blue]);
    // Each back extends exactly 2 mm beyond the block.
    let left = [64.6, 63.2, 62.7].map(|x| back.at_mm(x, 100.0));
    assert_eq!(left, [green, green, white]);
    let below = [208.9, 210.3, 210.8].map(|y| back.at_mm(125.0, y));
    assert_eq!(below, [blue, blue, white]);
    // Between two cards, each back ends at the cut.
    assert_eq!([104.6, 105.4].map(|x| back.at_mm(x, 100.0)), [green, red]);
    assert_eq!([148.1, 148.9].map(|y| back.at_mm(85.0, y)), [green, yellow]);
    // Fronts end at the cut.
    let front = decoded(&ran.bytes("output/x-iso/01-deck.png"));
    assert_eq!([65.4, 64.6].map(|x| front.at_mm(x, 90.0)), [red, white]);
    // The bleed must not repeat the text of a back.
    let pdf = Run::new()
        .file("x.toml", BACKS)
        .args(["build", "x.toml"])
        .checked()
        .any_stderr()
        .run()
        .pdf("output/x-iso.pdf");
    assert_eq!(texts(&pdf.pages[1]).filter(|(_, text)| text.string == "back").count(), 4);
}

/// The checker must find the bleed of the backs in every packing and with every cutting tool.
#[test]
fn backs_go_on_in_every_packing() {
    let all = [
        ("cards", "size = \"poker\"\nround = \"3mm\"\ncopies = 7"),
        ("cards", "size = \"44 x 68mm\"\ncopies = 20"),
        ("cards", "size = \"44 x 68mm\"\ncopies = 4\nbleed = \"1mm\""),
        ("tiles", "across = \"40mm\"\ncells = \"flat-top\"\ncopies = 40"),
        ("counters", "across = \"25mm\"\ncopies = 9"),
    ];
    for (kind, keys) in all {
        let layout = format!(
            "[[{kind}]]\nname = \"a\"\nback-bleed = \"2.5mm\"\n{keys}\nface = [{{ fill = \"gold\" }}]\n\
             back = [{{ fill = \"teal\" }}, {{ text = \"a\", font = \"9pt\", colour = \"white\" }}]\n"
        );
        for args in [
            &["--backs", "flip-short"][..],
            &["--backs", "fold"],
            &["--cut", "guillotine"],
            &["--cut", "plotter"],
        ] {
            let run = Run::new().file("x.toml", &layout).args(["build", "x.toml"]).args(args.iter().copied());
            let ran = run.checked().run();
            assert!(ran.stdout.contains(": clean\n"), "{layout} {args:?}: {}", ran.stdout);
        }
    }
}
