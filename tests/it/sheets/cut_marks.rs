//! Tests of the marks that show where to cut: marks at the ends of cuts and at corners, outlines, lines, or
//! none. The tests use every cutting tool and every way to print backs, and read the finished files.

use hexpress::find::{discs, polygons};
use hexpress::read::{Item, ItemKind, Page};
use kurbo::{PathSeg, Point, Rect, Shape};

use crate::check::bench::{Made, each, make, moved, pt};
use crate::check::wrongs::pieces::lines;
use crate::support::measure::{TOLERANCE_MM, corners, depth_in, id, paths};
use crate::support::run::{Ran, Run};

/// A piece on a page: the corners of its cut, the corners of its drawing, and whether it is a back.
struct Piece {
    outline: Vec<Point>,
    drawn: Vec<Point>,
    back: bool,
}

type Segment = (Point, Point);

const KINDS: [(&str, &str, &str); 6] = [
    ("card", "cards", "size = \"60 x 80mm\"\ncopies = 11"),
    ("rounded card", "cards", "size = \"60 x 80mm\"\nround = \"3mm\"\ncopies = 11"),
    ("flat hexagon", "tiles", "across = \"40mm\"\ncells = \"flat-top\"\ncopies = 34"),
    ("pointy hexagon", "tiles", "across = \"40mm\"\ncells = \"pointy-top\"\ncopies = 34"),
    ("square", "tiles", "shape = \"square\"\nacross = \"30mm\"\ncopies = 50"),
    ("disc", "counters", "across = \"25mm\"\ncopies = 70"),
];

fn layout(kind: &str, keys: &str) -> String {
    format!(
        "[[{kind}]]\nname = \"deck\"\n{keys}\nface = [{{ fill = \"tan\" }}]\nback = [{{ fill = \"navy\" }}]\n"
    )
}

/// Builds a layout for A4 and checks that it is clean.
#[track_caller]
fn built(layout: &str, args: &[&str]) -> Ran {
    let typed = ["build", "x.toml", "--paper", "a4"].iter().chain(args).copied();
    let ran = Run::new().checked().file("x.toml", layout).args(typed).run();
    assert!(ran.stdout.contains(": clean"), "{args:?} of\n{layout}\n{}", ran.stdout);
    ran
}

#[track_caller]
fn pages(layout: &str, args: &[&str]) -> Vec<Page> {
    built(layout, args).pdf("output/x-a4.pdf").pages
}

/// Returns the pieces on a page, found by their backgrounds. A background extends `bleed` mm beyond
/// the cut.
fn pieces(page: &Page, bleed: f64) -> Vec<Piece> {
    let own = |item: &&Item| {
        let name = id(item);
        let number = name.strip_prefix("deck/").map(|rest| rest.trim_end_matches("/back"));
        number.is_some_and(|number| number.parse::<u32>().is_ok())
    };
    let items: Vec<Item> = page.items.iter().filter(own).cloned().collect();
    let drawn = Page { items, ..Page::default() };
    let mut found: Vec<Piece> = Vec::new();
    let is_back = |item: usize| id(&drawn.items[item]).ends_with("/back");
    for hexagon in polygons(&drawn, 6) {
        let shrunk = 1.0 - 2.0 * bleed / hexagon.across_flats();
        let inner = |corner: &Point| hexagon.centre + (*corner - hexagon.centre) * shrunk;
        let outline = hexagon.corners.iter().map(inner).collect();
        found.push(Piece { outline, drawn: hexagon.corners.to_vec(), back: is_back(hexagon.item) });
    }
    if !found.is_empty() {
        return found;
    }
    for disc in discs(&drawn) {
        let drawn = Rect::from_center_size(disc.centre, (2.0 * disc.radius, 2.0 * disc.radius));
        found.push(Piece { outline: Vec::new(), drawn: corners(drawn).to_vec(), back: is_back(disc.item) });
    }
    if !found.is_empty() {
        return found;
    }
    for (item, path) in paths(&drawn) {
        let ItemKind::Path { fill: Some(_), .. } = &item.kind else { continue };
        let rect = path.bounding_box();
        found.push(Piece {
            outline: corners(rect.inset(-bleed)).to_vec(),
            drawn: corners(rect).to_vec(),
            back: id(item).ends_with("/back"),
        });
    }
    found
}

/// Returns the open straight lines for cutting, and the number of closed outlines.
fn cuts(page: &Page) -> (Vec<Segment>, usize) {
    let (mut lines, mut closed) = (Vec::new(), 0);
    for (item, path) in paths(page).filter(|(item, _)| id(item) == "cut") {
        assert_eq!(item.tag.as_deref(), Some("Artifact"));
        if path.closes() {
            closed += 1;
            continue;
        }
        lines.extend(path.segments().map(|segment| match segment {
            PathSeg::Line(line) => (line.p0, line.p1),
            _ => panic!("a mark that is not straight"),
        }));
    }
    (lines, closed)
}

fn sides(piece: &Piece) -> impl Iterator<Item = Segment> {
    let next = piece.outline.iter().cycle().skip(1);
    piece.outline.iter().copied().zip(next.copied())
}

/// Returns how far a mark is out of line with a side. Measures from the longer line to the farther
/// end of the shorter line.
fn off(mark: Segment, side: Segment) -> f64 {
    let long = |(a, b): Segment| a.distance(b);
    let ((a, b), ends) = if long(mark) > long(side) { (mark, side) } else { (side, mark) };
    let way = (b - a).normalize();
    [ends.0, ends.1].into_iter().map(|p| (p - a).cross(way).abs()).fold(0.0, f64::max)
}

/// Checks that two pages have the same cuts.
#[track_caller]
fn same_cuts(page: &Page, other: &Page, what: &str) {
    let ((lines, closed), (others, others_closed)) = (cuts(page), cuts(other));
    assert_eq!((lines.len(), closed), (others.len(), others_closed), "{what}");
    let ends = lines.iter().zip(&others).flat_map(|(a, b)| [a.0.distance(b.0), a.1.distance(b.1)]);
    assert!(ends.fold(0.0, f64::max) <= TOLERANCE_MM, "{what}");
}

/// Checks that a mark is in line with a side of a piece or with one of the `long` lines.
///
/// The mark must stay at least `free` mm away from every piece and its bleed.
#[track_caller]
fn is_mark(mark: Segment, pieces: &[Piece], long: &[Segment], free: f64, what: &str) {
    let bases = pieces.iter().flat_map(sides).chain(long.iter().copied());
    let least = bases.map(|side| off(mark, side)).fold(f64::INFINITY, f64::min);
    assert!(least <= TOLERANCE_MM, "{what}: the mark {mark:?} is {least} mm beside every side");
    for piece in pieces {
        let deepest = (0..=20u8).map(|i| depth_in(mark.0.lerp(mark.1, f64::from(i) / 20.0), &piece.drawn));
        let deepest = deepest.fold(f64::NEG_INFINITY, f64::max);
        assert!(deepest <= -free, "{what}: the mark {mark:?} comes to {deepest} mm of a piece");
    }
}

/// Returns the number of different lines that contain the sides of these pieces.
fn lines_of<'p>(pieces: impl Iterator<Item = &'p Piece>) -> usize {
    let mut lines: Vec<Segment> = Vec::new();
    for side in pieces.flat_map(sides) {
        let way = (side.1 - side.0).normalize();
        let one =
            |line: &Segment| (line.1 - line.0).normalize().cross(way).abs() < 1e-3 && off(*line, side) < 0.05;
        if !lines.iter().any(one) {
            lines.push(side);
        }
    }
    lines.len()
}

/// Checks that a page has the marks for the value `word` of the key `marks`. Returns the number of pieces.
#[track_caller]
fn keeps_its_word(word: &str, page: &Page, bleed: f64, what: &str) -> usize {
    let (lines, closed) = cuts(page);
    let pieces = pieces(page, bleed);
    let round = what.contains("disc");
    match word {
        "none" => assert_eq!((lines.len(), closed), (0, 0), "{what}"),
        "outline" => assert_eq!((lines.len(), closed), (0, pieces.len()), "{what}"),
        "edge" => {
            lines.iter().for_each(|mark| is_mark(*mark, &pieces, &[], 0.9, what));
            let count: usize =
                [false, true].map(|back| 2 * lines_of(pieces.iter().filter(|p| p.back == back))).iter().sum();
            assert_eq!((lines.len(), closed), (count, 0), "{what}");
        }
        "corner" => {
            // A mark keeps its distance from the corner, measured along its side. At a corner of 120°, the
            // mark is nearer to the other side, so this test expects less space.
            lines.iter().for_each(|mark| is_mark(*mark, &pieces, &[], 0.45, what));
            let all: Vec<Point> = pieces.iter().flat_map(|piece| piece.outline.iter().copied()).collect();
            assert_eq!((lines.len(), closed), (2 * all.len(), 0), "{what}");
            for corner in &all {
                let near = |mark: &&Segment| {
                    let on = (mark.0 - *corner).cross((mark.1 - mark.0).normalize()).abs() <= TOLERANCE_MM;
                    on && mark.0.distance(*corner).min(mark.1.distance(*corner)) < 0.65 + bleed * 1.2
                };
                assert_eq!(lines.iter().filter(near).count(), 2, "{what}: marks at {corner:?}");
            }
        }
        _ => {
            // The marks at the edge of the sheet are short, so their directions are less exact than those of
            // long lines.
            let (long, short): (Vec<Segment>, Vec<Segment>) =
                lines.iter().partition(|(from, to)| from.distance(*to) > 25.0);
            long.iter().for_each(|line| is_mark(*line, &pieces, &[], -TOLERANCE_MM, what));
            for mark in &short {
                is_mark(*mark, &pieces, &long, -TOLERANCE_MM, what);
            }
            let through = what.starts_with("card") || what.starts_with("square");
            assert_eq!(closed, if through { 0 } else { pieces.len() }, "{what}");
            for side in pieces.iter().flat_map(sides) {
                let on = |line: &Segment| {
                    let (way, long) = ((line.1 - line.0).normalize(), line.0.distance(line.1));
                    let along =
                        |p: Point| (-TOLERANCE_MM..long + TOLERANCE_MM).contains(&(p - line.0).dot(way));
                    off(*line, side) <= TOLERANCE_MM && along(side.0) && along(side.1)
                };
                assert!(lines.iter().any(on), "{what}: no line along {side:?}");
            }
        }
    }
    assert!(round || pieces.iter().all(|piece| piece.outline.len() >= 4));
    pieces.len()
}

fn whole_table(names: &[&str]) {
    for (name, kind, keys) in KINDS.into_iter().filter(|(name, ..)| names.contains(name)) {
        let copies: usize = keys.rsplit("= ").next().unwrap().parse().unwrap();
        for word in ["edge", "corner", "outline", "line", "none"] {
            if name == "disc" && !["outline", "none"].contains(&word) {
                continue;
            }
            let layout = layout(kind, &format!("{keys}\nmarks = \"{word}\""));
            for cut in ["knife", "guillotine", "scissors", "plotter"] {
                for backs in ["flip-long", "fold"] {
                    let what = format!("{name}, {word}, {cut}, {backs}");
                    let pages = pages(&layout, &["--cut", cut, "--backs", backs]);
                    let found =
                        pages.iter().map(|page| keeps_its_word(word, page, 0.0, &what)).sum::<usize>();
                    assert_eq!(found, 2 * copies, "{what}");
                }
            }
        }
    }
}

#[test]
fn cards_have_the_marks_that_are_asked_for() {
    whole_table(&["card", "rounded card", "square"]);
}

#[test]
fn hexagons_have_the_marks_that_are_asked_for() {
    whole_table(&["flat hexagon", "pointy hexagon"]);
}

#[test]
fn discs_have_the_marks_that_are_asked_for() {
    whole_table(&["disc"]);
}

/// Marks stay clear of the bleed, even if only the backs have a bleed.
#[test]
fn marks_keep_off_the_bleed() {
    for (name, kind, keys) in KINDS.into_iter().take(4) {
        for word in ["edge", "corner"] {
            // With marks at the edge, hexagons enclose triangles of paper. The bleed in these triangles
            // has another shape than this test expects.
            if word == "edge" && kind == "tiles" {
                continue;
            }
            for backs in ["flip-short", "fold"] {
                let what = format!("{name}, {word}, {backs}");
                let same = layout(kind, &format!("{keys}\nmarks = \"{word}\"\nbleed = \"2mm\""));
                for page in pages(&same, &["--backs", backs]) {
                    keeps_its_word(word, &page, 2.0, &what);
                }
                let wider = layout(kind, &format!("{keys}\nmarks = \"{word}\"\nback-bleed = \"2mm\""));
                if backs == "flip-short" && word == "corner" {
                    for pair in pages(&wider, &["--backs", backs]).chunks(2) {
                        keeps_its_word(word, &pair[0], 0.0, &what);
                        keeps_its_word(word, &pair[1], 2.0, &what);
                    }
                }
            }
        }
    }
}

/// The layouts of this test set the packing with `pack`.
#[test]
fn every_packing_of_hexagons_has_its_marks() {
    for (name, kind, keys) in [KINDS[2], KINDS[3]] {
        for (pack, word) in [
            ("close", "corner"),
            ("apart", "corner"),
            ("straight", "corner"),
            ("strips", "corner"),
            ("straight", "edge"),
            ("straight", "line"),
            ("strips", "line"),
            ("strips", "none"),
        ] {
            let layout = layout(kind, &format!("{keys}\npack = \"{pack}\"\nmarks = \"{word}\""));
            // A honeycomb has no cut plan.
            let plan = ["straight", "strips"].contains(&pack).then_some("--cut-plan");
            let args: Vec<&str> = ["--backs", "none"].into_iter().chain(plan).collect();
            for page in pages(&layout, &args) {
                if page.items.iter().any(|item| id(item).starts_with("cut-plan")) {
                    continue;
                }
                keeps_its_word(word, &page, 0.0, &format!("{name}, {pack}, {word}"));
            }
        }
    }
}

/// Cuts from edge to edge cannot separate a block of upright cards from a block of turned cards. So cards are
/// turned only if the marks are at their corners.
#[test]
fn some_cards_are_turned_where_their_marks_allow_it() {
    let cards = |word: &str| {
        layout(
            "cards",
            &format!("size = \"63.5 x 88.9mm\"\nsheet = \"large\"\ncopies = 19\nmarks = \"{word}\""),
        )
    };
    let sheets = |word: &str| {
        let ran = Run::new().checked().file("x.toml", cards(word));
        let ran = ran.args(["build", "x.toml", "--backs", "none", "--margin", "5mm"]).run();
        assert!(ran.stdout.contains(": clean"), "{}", ran.stdout);
        ran.pdf("output/x-iso.pdf").pages.len()
    };
    assert_eq!(["outline", "none", "edge", "line"].map(sheets), [1, 1, 2, 2]);
}

const HOME: &str = "name = \"home\"\n";

/// Builds a layout with a printer profile that sets these marks. Returns the first page.
#[track_caller]
fn at_home(layout: &str, marks: &str, args: &[&str]) -> Page {
    let typed = ["build", "x.toml", "--paper", "a4", "--printer", "home.toml"].iter().chain(args).copied();
    let profile = format!("{HOME}marks = \"{marks}\"\n");
    let ran = Run::new().checked().file("x.toml", layout).file("home.toml", profile).args(typed).run();
    assert!(ran.stdout.contains(": clean"), "{marks}\n{}", ran.stdout);
    let bytes = ran.bytes("output/x-a4.pdf");
    let again = Run::new().file("x-a4.pdf", &bytes).args(["build", "x-a4.pdf"]).run();
    assert!(again.bytes("output/x-a4.pdf") == bytes, "it is not the same when built again");
    ran.pdf("output/x-a4.pdf").pages.remove(0)
}

#[test]
fn a_house_has_its_marks_where_pieces_can() {
    for (name, kind, keys) in KINDS {
        let own = layout(kind, keys);
        let usual = pages(&own, &[]).remove(0);
        for word in ["edge", "corner", "outline", "line", "none"] {
            let page = at_home(&own, word, &[]);
            let boxes = ["card", "rounded card", "square"].contains(&name);
            let can = match word {
                "edge" | "line" => boxes,
                "corner" => name != "disc",
                _ => true,
            };
            if can {
                keeps_its_word(word, &page, 0.0, &format!("{name}, {word} at home"));
            } else {
                same_cuts(&page, &usual, &format!("{name}, {word} at home"));
            }
        }
    }
}

#[test]
fn a_layout_comes_before_its_house() {
    let own = layout("cards", "size = \"60 x 80mm\"\nmarks = \"outline\"\ncopies = 4");
    let (lines, closed) = cuts(&at_home(&own, "corner", &[]));
    assert_eq!((lines.len(), closed), (0, 4));
    // A profile must not separate pieces that the layout packs closely.
    let close = layout("cards", "size = \"60 x 80mm\"\npack = \"close\"\ncopies = 4");
    same_cuts(&at_home(&close, "corner", &[]), &pages(&close, &[]).remove(0), "close, corner at home");
    // Straight cuts can separate these hexagons, so the ends of the cuts can have marks.
    let tiles = layout(KINDS[2].1, &format!("{}\npack = \"straight\"\ngrid = \"3 x 5\"", KINDS[2].2));
    keeps_its_word("edge", &at_home(&tiles, "edge", &[]), 0.0, "flat hexagon, edge at home");
}

#[test]
fn a_deck_that_is_like_another_has_its_marks() {
    let two = "[[cards]]\nname = \"a\"\nshare = false\nsize = \"60 x 80mm\"\nmarks = \"none\"\nface = [{ fill = \"tan\" }]\n\
        [[cards]]\nname = \"b\"\nlike = \"a\"\n[[cards]]\nname = \"c\"\nlike = \"a\"\nmarks = \"outline\"\n";
    let pages = pages(two, &[]);
    assert_eq!(pages.iter().map(|page| cuts(page).1).collect::<Vec<_>>(), [0, 0, 1]);
}

/// A plotter uses the printed marks to align its cuts with the paper.
#[test]
fn a_plotter_finds_the_marks() {
    for (_, kind, keys) in KINDS.into_iter().take(4) {
        for word in ["edge", "corner"] {
            let layout = layout(kind, &format!("{keys}\nmarks = \"{word}\""));
            let printed = cuts(&pages(&layout, &["--backs", "none"]).remove(0)).0.len();
            let typed = ["build", "x.toml", "--paper", "a4", "--backs", "none", "--format", "cut-svg"];
            let ran = Run::new().file("x.toml", &layout).args(typed).run();
            let files = ran.folder.all();
            let name = files.iter().find(|name| name.contains("01-") && name.ends_with(".cut.svg")).unwrap();
            let text = String::from_utf8(ran.bytes(name)).unwrap();
            let marks = text.split("id=\"marks\" d=\"").nth(1).unwrap().split('"').next().unwrap();
            assert_eq!(marks.matches(['M', 'm']).count(), printed, "{keys} {word}");
        }
    }
}

#[test]
fn pictures_of_single_pieces_have_no_marks() {
    let bytes = |marks: &str| {
        let layout = layout("cards", &format!("size = \"30 x 40mm\"\n{marks}"));
        let args = ["build", "x.toml", "--format", "png", "--each", "piece"];
        let ran = Run::new().file("x.toml", &layout).args(args).run();
        let files = ran.folder.all();
        let name = files.iter().find(|name| name.ends_with(".png")).unwrap();
        ran.bytes(name)
    };
    let plain = bytes("");
    for word in ["edge", "corner", "outline", "line", "none"] {
        assert!(bytes(&format!("marks = \"{word}\"")) == plain, "{word}");
    }
}

/// Checks that the checker finds one of these faults in a changed file.
#[track_caller]
fn found(verdict: &hexpress::check::Verdict, codes: &[&str], what: &str) {
    let reported: Vec<String> = verdict.faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert!(
        reported.iter().any(|one| codes.iter().any(|code| one.starts_with(code))),
        "{what}: {reported:?}"
    );
}

fn marked(kind: (&str, &str, &str), word: &str) -> Made {
    let made = make("x", &layout(kind.1, &format!("{}\nmarks = \"{word}\"", kind.2)), "a4");
    let verdict = made.judge(&made.pdf);
    assert!(verdict.faults.is_empty(), "{word}: {:?}", verdict.faults);
    made
}

#[test]
fn the_checker_sees_marks_that_are_wrong() {
    let first = |by: [f64; 4]| {
        move |n: usize, line: [f64; 4]| {
            let [a, b, c, d] = line;
            if n == 0 { [a + pt(by[0]), b + pt(by[1]), c + pt(by[2]), d + pt(by[3])] } else { line }
        }
    };
    let cards = marked(KINDS[0], "corner");
    found(&lines(&cards, 1, first([0.2, 0.0, 0.2, 0.0])), &["HX448"], "a mark at a corner moved aside");
    found(
        &lines(&cards, 1, first([0.0, -2.0, 0.0, 0.0])),
        &["HX447"],
        "a mark at a corner runs into its card",
    );
    for kind in [KINDS[2], KINDS[3]] {
        let tiles = marked(kind, "corner");
        let verdict = lines(&tiles, 1, first([0.2, 0.1, 0.2, 0.1]));
        found(&verdict, &["HX449"], "a mark at the corner of a hexagon moved");
        let tiles = marked(kind, "edge");
        let verdict = lines(&tiles, 1, first([0.3, 0.3, 0.3, 0.3]));
        found(&verdict, &["HX449", "HX453"], "a mark at the end of a cut moved");
    }
    let cards = marked(KINDS[0], "line");
    found(&lines(&cards, 1, first([0.5, 0.5, 0.5, 0.5])), &["HX447", "HX449"], "a line moved");
    for kind in KINDS {
        let bare = marked(kind, "none");
        let edited =
            |edit: &dyn Fn(&str) -> String| bare.judge(&bare.edit(1, |text| each(text, "deck/3", edit)));
        found(&edited(&|_| String::new()), &["HX451"], "a piece removed");
        found(&edited(&|drawing| moved(drawing, -3.0, -3.0)), &["HX446"], "a piece moved");
    }
}

/// Without marks, the background of a piece shows where it is cut. If a piece has neither marks nor
/// a background, the checker reports that it cannot judge the size.
#[test]
fn what_nothing_shows_is_not_judged() {
    let bare = layout("cards", "size = \"60 x 80mm\"\nmarks = \"none\"\ncopies = 4");
    let output = "not judged: the size of pieces without a background: nothing shows their cuts, because the build left the marks out\n";
    let checked = |layout: &str| {
        let pdf = built(layout, &[]).bytes("output/x-a4.pdf");
        Run::new().file("x.pdf", pdf).args(["check", "x.pdf"]).run().stdout
    };
    assert!(!checked(&bare).contains(output), "all cards are covered");
    let empty = bare.replacen("{ fill = \"tan\" }", "{ text = \"A\", font = \"12pt\" }", 1);
    assert!(checked(&empty).contains(output));
}
