//! Tests of backs: each back is behind its front, however sheets are turned over or folded. The
//! tests measure the finished file.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::find::discs;
use hexpress::read::{Document, Page};
use kurbo::{Point, Rect, Shape, Vec2};

use crate::support::measure::{TOLERANCE_MM, id, paths, texts};
use crate::support::run::Run;

/// A face with two discs. Both discs are on the line about which a piece is turned over. The second
/// disc is nearer to the top.
const FACE: &str =
    "[{ disc = \"4mm\", fill = \"red\" }, { disc = \"2mm\", fill = \"blue\", shift = \"0 -5mm\" }]";
/// Two discs, and a band in a different colour at each edge.
const EDGES: &str = "[{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"3mm\" }, \
    { disc = \"4mm\", fill = \"black\" }, { disc = \"2mm\", fill = \"navy\", shift = \"0 -5mm\" }]";

/// Components with their number of pieces. The last sheet of each is not full.
const DECKS: [(&str, &str, usize); 9] = [
    ("cards", "size = \"63 x 88mm\"", 13),
    ("cards", "size = \"100 x 60mm\"", 9),
    ("cards", "size = \"63 x 88mm\"\nround = \"3mm\"", 11),
    ("cards", "size = \"120 x 80mm\"", 5),
    ("tiles", "across = \"40mm\"\ncells = \"flat-top\"", 45),
    ("tiles", "across = \"40mm\"\ncells = \"pointy-top\"", 45),
    ("counters", "across = \"22mm\"", 121),
    ("counters", "shape = \"square\"\nacross = \"20mm\"", 130),
    ("counters", "across = \"60mm\"", 20),
];

fn deck((kind, keys, count): (&str, &str, usize)) -> String {
    let (row, face) = match kind {
        "tiles" => ("edges = \"red blue lime gold teal pink\", ", EDGES),
        _ => ("", FACE),
    };
    // The checker would report that some of these colours look alike (HX493). The colours do not
    // matter here, so the layout allows HX493.
    let allow = "[game]\nallow = [{ code = \"HX493\", because = \"nobody plays this\" }]\n";
    format!(
        "{allow}[[{kind}]]\nname = \"deck\"\n{keys}\nrows = [{{ {row}copies = {count} }}]\nface = {face}\nback = {face}\n"
    )
}

/// Builds a layout and checks that it is clean.
fn built(layout: &str, args: &[&str]) -> Document {
    let typed = ["build", "x.toml"].iter().chain(args).copied();
    let ran = Run::new().file("x.toml", layout).args(typed).args(["--one-file"]).checked().run();
    assert!(ran.stdout.contains(": clean"), "{args:?} of\n{layout}\n{}", ran.stdout);
    let paper = args.iter().position(|a| *a == "--paper").map_or("iso", |at| args[at + 1]);
    ran.pdf(&format!("output/x-{paper}.pdf"))
}

/// What each piece shows on one side: the centres of its discs and the boxes of its bands, keyed by their
/// colours.
type SideContents = BTreeMap<String, (BTreeMap<[u8; 3], Point>, BTreeMap<[u8; 3], Rect>)>;

fn shown(page: &Page) -> SideContents {
    let mut all = SideContents::new();
    for disc in discs(page) {
        let item = &page.items[disc.item];
        if let (Some(fill), true) = (fill(item), id(item).starts_with("deck/")) {
            all.entry(id(item).to_owned()).or_default().0.insert(fill, disc.centre);
        }
    }
    for (item, path) in paths(page).filter(|(item, _)| id(item).starts_with("deck/")) {
        if let Some(fill) = fill(item)
            && path.segments().count() == 4
            && path.segments().all(|s| matches!(s, kurbo::PathSeg::Line(_)))
        {
            all.entry(id(item).to_owned()).or_default().1.insert(fill, path.bounding_box());
        }
    }
    all
}

fn fill(item: &hexpress::read::Item) -> Option<[u8; 3]> {
    match &item.kind {
        hexpress::read::ItemKind::Path { fill, .. } => fill.map(|fill| fill.0),
        _ => None,
    }
}

/// Checks that every back is behind its front after `over` turns the sheet over. Returns the number
/// of backs.
#[track_caller]
fn behind(fronts: &SideContents, backs: &SideContents, over: impl Fn(Point) -> Point) -> usize {
    let mut count = 0;
    for (name, (discs, bands)) in backs.iter().filter(|(name, _)| name.ends_with("/back")) {
        let (front_discs, front_bands) = &fronts[name.trim_end_matches("/back")];
        assert_eq!(discs.len(), 2, "{name}");
        for (colour, at) in discs {
            let off = over(front_discs[colour]).distance(*at);
            assert!(off <= TOLERANCE_MM, "{name} is {off} mm from its place");
        }
        assert_eq!(bands.len(), front_bands.len(), "{name}");
        for (colour, rect) in bands {
            let front = front_bands[colour];
            let front = Rect::from_points(over(front.origin()), over(Point::new(front.x1, front.y1)));
            let corners = [front.origin() - rect.origin(), Vec2::new(front.x1 - rect.x1, front.y1 - rect.y1)];
            assert!(corners.iter().all(|v| v.hypot() <= TOLERANCE_MM), "{name}: the edge {colour:?} is off");
        }
        count += 1;
    }
    count
}

/// Returns a function that maps a point to its position after the sheet is turned over.
///
/// `flip-long` and `flip-short` name an edge of the sheet, whatever the orientation of its page.
fn over(flip: &str, page: &Page) -> impl Fn(Point) -> Point + use<> {
    let size = page.media.size();
    let upright = (size.width > size.height) == (flip == "flip-short");
    move |p| if upright { Point::new(size.width - p.x, p.y) } else { Point::new(p.x, size.height - p.y) }
}

#[test]
fn every_back_lies_behind_its_front() {
    let mut lie = BTreeSet::new();
    for kind in DECKS {
        let layout = deck(kind);
        for (flip, asked) in [("flip-long", "DuplexFlipLongEdge"), ("flip-short", "DuplexFlipShortEdge")] {
            let document = built(&layout, &["--backs", flip, "--paper", "a4"]);
            assert_eq!(document.duplex.as_deref(), Some(asked));
            let pages = document.pages.chunks_exact(2);
            assert!(pages.len() >= 2 && pages.remainder().is_empty(), "{layout}");
            let mut count = 0;
            for pair in pages {
                lie.insert(pair[0].media.width() > pair[0].media.height());
                assert_eq!(pair[0].media, pair[1].media);
                count += behind(&shown(&pair[0]), &shown(&pair[1]), over(flip, &pair[0]));
            }
            assert_eq!(count, kind.2, "{layout}");
        }
    }
    assert_eq!(lie.len(), 2, "sheets of both kinds");
}

/// Each cutting tool has its own packing, so the test runs with every tool.
#[test]
fn every_packing_has_its_backs_behind() {
    for (cut, deck_at) in
        [("guillotine", 4), ("guillotine", 5), ("scissors", 0), ("scissors", 5), ("plotter", 6)]
    {
        let layout = deck(DECKS[deck_at]);
        for flip in ["flip-long", "flip-short"] {
            let document = built(&layout, &["--backs", flip, "--cut", cut]);
            let pairs = document.pages.chunks_exact(2);
            let counts = pairs.map(|pair| behind(&shown(&pair[0]), &shown(&pair[1]), over(flip, &pair[0])));
            assert_eq!(counts.sum::<usize>(), DECKS[deck_at].2, "{cut} {layout}");
        }
    }
}

#[test]
fn a_folded_sheet_brings_backs_behind_their_fronts() {
    for kind in DECKS {
        let document = built(&deck(kind), &["--backs", "fold"]);
        assert_eq!(document.duplex.as_deref(), Some("Simplex").filter(|_| document.pages.len() > 1));
        let mut count = 0;
        for page in &document.pages {
            let (_, line) = paths(page).find(|(item, _)| id(item) == "fold").unwrap();
            let line = line.bounding_box();
            let (centre, upright) = (line.center(), line.width() < line.height());
            // The line goes from edge to edge through the centre of the sheet.
            assert!(centre.distance(page.media.center()) <= TOLERANCE_MM);
            let across = if upright { page.media.height() } else { page.media.width() };
            assert!((line.width().max(line.height()) - (across - 12.7)).abs() <= 2.0 * TOLERANCE_MM);
            let over = |p: Point| {
                if upright {
                    Point::new(2.0 * centre.x - p.x, p.y)
                } else {
                    Point::new(p.x, 2.0 * centre.y - p.y)
                }
            };
            let shown = shown(page);
            count += behind(&shown, &shown, over);
        }
        assert_eq!(count, kind.2, "{kind:?}");
    }
}

#[test]
fn nobody_need_print_backs() {
    for kind in [DECKS[0], DECKS[4], DECKS[6]] {
        let document = built(&deck(kind), &["--backs", "none"]);
        assert_eq!(document.duplex.as_deref(), Some("Simplex"));
        let names: BTreeSet<String> = document.pages.iter().flat_map(|p| p.items.iter().map(id)).collect();
        assert!(names.iter().all(|name| !name.ends_with("/back")));
        assert_eq!(names.iter().filter(|name| name.starts_with("deck/")).count(), kind.2 + 1);
    }
}

const MIXED: &str = r#"
[[board]]
name   = "map"
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 3"
print  = 2

[[cards]]
name  = "cards"
size  = "63 x 88mm"
rows  = [{ copies = 2 }]
print = 2
face  = [{ fill = "tan" }]
back  = [{ fill = "navy" }]

[[notes]]
name  = "notes"
size  = "100 x 50mm"
print = 2
face  = [{ fill = "gold" }]
"#;

fn says(page: &Page, words: &str) -> bool {
    texts(page).any(|(_, text)| text.string.contains(words))
}

#[test]
fn empty_pages_keep_a_file_with_backs_in_step() {
    let document = built(MIXED, &[]);
    assert_eq!(document.duplex.as_deref(), Some("DuplexFlipLongEdge"));
    assert_eq!(document.copies, Some(2));
    let empty: Vec<_> = document.pages.iter().map(|page| says(page, "left empty on purpose")).collect();
    assert_eq!(empty, [false, true, false, false, false, true]);
    for (page, _) in document.pages.iter().zip(&empty).filter(|(_, empty)| **empty) {
        // An empty page has only a line at its edge, which is the heading of the page.
        assert!(page.items.iter().all(|item| item.tag.as_deref() == Some("H1")));
        assert_eq!(page.media, document.pages[page.number - 2].media);
    }
    // Portrait and landscape sheets in one job are turned over the same edge.
    assert!(says(&document.pages[3], "the backs of page 3: flip on the long edge"));
    assert!(says(&document.pages[2], "on both sides, flip on the long edge"));
}

#[test]
fn files_without_backs_have_no_empty_pages() {
    for way in ["none", "fold"] {
        let document = built(&format!("[game]\nshare = false\n{MIXED}"), &["--backs", way]);
        assert_eq!(document.pages.len(), 3);
        assert_eq!(document.duplex.as_deref(), Some("Simplex"));
    }
    let split = ["build", "x.toml", "--split", "--backs", "flip-short"];
    let ran = Run::new()
        .file(
            "x.toml",
            MIXED.replace("print = 2\nface  = [{ fill = \"tan\"", "print = 3\nface  = [{ fill = \"tan\""),
        )
        .args(split)
        .checked()
        .run();
    let [map, cards, notes] =
        ["map", "cards", "notes"].map(|name| ran.pdf(&format!("output/x-iso-{name}.pdf")));
    assert_eq!([map.pages.len(), cards.pages.len(), notes.pages.len()], [1, 2, 1]);
    assert_eq!((cards.duplex.as_deref(), cards.copies), (Some("DuplexFlipShortEdge"), Some(3)));
    assert_eq!((map.duplex, map.copies, notes.copies), (None, Some(2), Some(2)));
}

#[test]
fn a_pdf_that_is_built_again_remembers_how_sheets_are_turned_over() {
    let ran = Run::new().file("x.toml", MIXED).args(["build", "x.toml", "--backs", "flip-short"]).run();
    let names = ["output/x-iso-a3.pdf", "output/x-iso-a4.pdf"];
    let again = Run::new().file("x.pdf", ran.bytes(names[1])).args(["build", "x.pdf"]).run();
    for name in names {
        assert_eq!(again.bytes(name), ran.bytes(name));
    }
    // The board has no back, so its file is printed on one side.
    let [board, cards] = names.map(|name| ran.pdf(name));
    assert_eq!((board.pages.len(), board.duplex.as_deref()), (1, None));
    assert_eq!((cards.pages.len(), cards.duplex.as_deref()), (4, Some("DuplexFlipShortEdge")));
}

#[test]
fn the_ticket_says_how_each_stack_is_printed() {
    let rows = |args: &[&str]| -> Vec<String> {
        let typed = ["build", "x.toml"].iter().chain(args).copied();
        let ran = Run::new().file("x.toml", MIXED).args(typed).args(["--one-file"]).run();
        let lines = ran.stdout.lines();
        lines.filter(|l| l.starts_with("    page") || l.starts_with("  Print")).map(str::to_owned).collect()
    };
    let flip = rows(&[]);
    assert!(
        flip[0].starts_with("    pages 1-2  map            A3, other side left empty: print 2 times"),
        "{flip:?}"
    );
    assert!(flip[1].contains("A4, two-sided, flip on the long edge: print 2 times"), "{flip:?}");
    assert!(flip[3].starts_with("  Print at 100 %, two-sided, flip on the long edge, not"), "{flip:?}");
    let fold = rows(&["--backs", "fold"]);
    assert!(fold[1].contains("A4, one-sided, fold and glue, then cut: print 2 times"), "{fold:?}");
    let json =
        Run::new().file("x.toml", MIXED).args(["build", "x.toml", "--json", "--one-file"]).run().json();
    let file = &json["results"][0]["files"][0];
    assert_eq!(file["duplex"], "long");
    assert_eq!(file["sheets"][0]["other-side-empty"], true);
    assert_eq!(file["sheets"][1]["flip"], "long");
    assert_eq!(file["sheets"][1]["fold"], false);
}

/// If there are only a few pieces, they are next to the fold, because an inaccurate fold causes the
/// smallest error there.
#[test]
fn few_pieces_lie_next_to_the_fold() {
    for (kind, size) in [("counters", "across = \"22mm\""), ("cards", "size = \"41 x 63mm\"")] {
        let layout = format!(
            "[[{kind}]]\n{size}\nrows = [{{ copies = 3 }}]\nface = [{{ disc = \"8mm\" }}]\nback = [{{ star = \"8mm\" }}]\n"
        );
        let ran =
            Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4", "--backs", "fold"]);
        let page = ran.any_stderr().checked().run().pdf("output/x-a4.pdf").pages.remove(0);
        let (_, line) = paths(&page).find(|(item, _)| id(item) == "fold").unwrap();
        let line = line.bounding_box();
        let away = |rect: kurbo::Rect| {
            let way = rect.center() - line.center();
            if line.width() < line.height() { way.x.abs() } else { way.y.abs() }
        };
        let discs = paths(&page).filter(|(item, path)| {
            id(item).starts_with(kind) && (path.bounding_box().width() - 8.0).abs() < 0.01
        });
        let farthest = discs.map(|(_, path)| away(path.bounding_box())).fold(0.0, f64::max);
        // The distance consists of half a piece, the space for the fold, and the free space on both sides of
        // the block.
        assert!(farthest > 8.0 && farthest < 50.0, "{kind}: {farthest} mm");
    }
}
