//! Tests of posters: if the sheets of a board or a piece are joined, they show the same as a single large
//! sheet.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::Path;

use hexpress::check::Verdict;
use hexpress::read::{Document, Item, ItemKind, Page};
use kurbo::{Point, Rect, Vec2};

use crate::check::bench::{Made, bundled, make};
use crate::support::measure::{TOLERANCE_MM, covers, id, inside, printed, within_margins};
use crate::support::run::Run;

/// Returns the lines along the seams of a page. The keys are the names of the seams. A line is a
/// list of points: its two ends, and the corners between them.
fn seams(page: &Page) -> BTreeMap<String, Vec<Point>> {
    let seam = |item: &Item| {
        let name = id(item).split_once("/seam:")?.1.to_owned();
        let ItemKind::Path { path, .. } = &item.kind else { return None };
        Some((name, path.ends().collect()))
    };
    page.items.iter().filter_map(seam).collect()
}

/// Returns the vector from each page to the first page. Pages are joined at their common seams.
fn vectors_to_first(pages: &[&Page]) -> Vec<Vec2> {
    let all: Vec<_> = pages.iter().map(|page| seams(page)).collect();
    let mut vectors_to_first: Vec<Option<Vec2>> = vec![None; pages.len()];
    vectors_to_first[0] = Some(Vec2::ZERO);
    let mut queue = VecDeque::from([0]);
    while let Some(here) = queue.pop_front() {
        let own = vectors_to_first[here].unwrap();
        for (name, corners) in &all[here] {
            let others: Vec<_> =
                (0..pages.len()).filter(|&p| p != here && all[p].contains_key(name)).collect();
            assert_eq!(others.len(), 1, "two sheets meet at the seam {name}");
            let way = own + (corners[0] - all[others[0]][name][0]);
            match vectors_to_first[others[0]] {
                Some(known) => {
                    assert!((known - way).hypot() <= TOLERANCE_MM, "the seam {name} closes a ring")
                }
                None => {
                    vectors_to_first[others[0]] = Some(way);
                    queue.push_back(others[0]);
                }
            }
        }
    }
    vectors_to_first.into_iter().map(|way| way.expect("a seam leads to every sheet")).collect()
}

fn is_of_the_game(item: &Item) -> bool {
    item.tag.as_deref() == Some("Piece") && id(item).contains('/') && !id(item).ends_with("/bottom-line")
}

/// Returns points that determine the position of a drawing.
fn places(item: &Item) -> Vec<Point> {
    match &item.kind {
        ItemKind::Path { path, .. } => path.ends().collect(),
        ItemKind::Text(text) => text.corners.to_vec(),
        ItemKind::Image { corners, .. } => corners.to_vec(),
    }
}

/// Returns whether two drawings differ only in their places.
fn are_alike(whole: &Item, part: &Item) -> bool {
    match (&whole.kind, &part.kind) {
        (ItemKind::Path { fill: a, stroke: s, .. }, ItemKind::Path { fill: b, stroke: t, .. }) => {
            a == b && s.as_ref().map(|s| s.colour) == t.as_ref().map(|t| t.colour)
        }
        (ItemKind::Text(a), ItemKind::Text(b)) => a.string == b.string && a.colour == b.colour,
        (ItemKind::Image { .. }, ItemKind::Image { .. }) => true,
        _ => false,
    }
}

/// Returns whether two drawings have the same points after the points of `part` are moved by `way`.
fn are_there(whole: &[Point], part: &[Point], way: Vec2) -> bool {
    whole.len() == part.len() && whole.iter().zip(part).all(|(p, q)| p.distance(*q + way) <= TOLERANCE_MM)
}

/// Returns the pages that contain a component.
fn of<'d>(document: &'d Document, component: &str) -> Vec<&'d Page> {
    let own = |page: &&Page| page.items.iter().any(|i| id(i).starts_with(&format!("{component}/")));
    document.pages.iter().filter(own).collect()
}

/// Checks that a poster shows the same as the board on one sheet. Returns the number of its sheets.
#[track_caller]
fn is_the_whole(poster: &[&Page], whole: &Page, what: &str) -> usize {
    let vectors_to_first = vectors_to_first(poster);
    let drawn: Vec<&Item> = whole.items.iter().filter(|item| is_of_the_game(item)).collect();
    // The vector from the whole sheet to the first part.
    let first = drawn.iter().find_map(|item| {
        let twin = poster[0].items.iter().find(|other| id(other) == id(item))?;
        Some(places(twin)[0] - places(item)[0])
    });
    let first = first.unwrap_or_else(|| panic!("{what}: nothing of the board is on the first sheet"));
    let mut found = vec![0; drawn.len()];
    let corners: Vec<Vec<Point>> = drawn.iter().map(|item| places(item)).collect();
    let mut named: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, item) in drawn.iter().enumerate() {
        named.entry(id(item)).or_default().push(number);
    }
    for (page, way) in poster.iter().zip(&vectors_to_first) {
        let window = page.items.iter().find(|i| id(i).contains("/seam:")).unwrap().clip.unwrap();
        for item in page.items.iter().filter(|item| is_of_the_game(item)) {
            let name = id(item);
            let own = name.strip_suffix("/beyond").unwrap_or(&name);
            // If an item is drawn twice in the same position, both drawings must be found on the parts.
            let others = named.get(own).into_iter().flatten().copied();
            let own_corners = places(item);
            let twins = others
                .filter(|&i| are_there(&corners[i], &own_corners, *way - first) && are_alike(drawn[i], item));
            let twin = twins.min_by_key(|&i| found[i]);
            let twin = twin.unwrap_or_else(|| panic!("{what}, page {}: {own} is elsewhere", page.number));
            if own == name {
                found[twin] += 1;
            }
            if let ItemKind::Text(text) = &item.kind {
                let room = inside(text.outline, window);
                assert!(room >= 0.0, "{what}, page {}: \"{}\" is cut", page.number, text.string);
                assert!(own == id(item), "{what}: \"{}\" stands on two sheets", text.string);
            }
        }
    }
    for (item, count) in drawn.iter().zip(&found) {
        match &item.kind {
            ItemKind::Text(text) => assert_eq!(*count, 1, "{what}: \"{}\" of {}", text.string, id(item)),
            _ if id(item).contains("/cell:") => assert_eq!(*count, 1, "{what}: {}", id(item)),
            _ => assert!(*count >= 1, "{what}: {} is on no sheet", id(item)),
        }
    }
    poster.len()
}

/// Checks that nothing visible is at the edge of the sheet, where printers cannot print.
#[track_caller]
fn in_reach(page: &Page) {
    seen_within(page, page.media.inset(-6.35));
}

/// Checks that everything visible on a page is within the printable area.
#[track_caller]
pub fn seen_within(page: &Page, printable: Rect) {
    for item in &page.items {
        let drawn = covers(item);
        let seen = item.clip.map_or(drawn, |clip| drawn.intersect(clip));
        let room = if seen.is_zero_area() { 0.0 } else { inside(seen, printable) };
        assert!(
            room >= -TOLERANCE_MM,
            "page {}: `{}` reaches {} mm over the margin",
            page.number,
            id(item),
            -room
        );
    }
}

/// The number of sheets for each board: game, component, the paper that holds the whole board, and
/// smaller papers with their number of sheets.
const SHEETS: [(&str, &str, &str, &[(&str, usize)]); 12] = [
    ("hexagonal-thing", "board", "iso", &[("a4", 3), ("a5", 8)]),
    ("hexagonal-thing", "board", "us", &[("letter", 3), ("letter+a5", 3)]),
    ("hexagonal-thing", "board", "both", &[("210x279.4mm", 3)]),
    ("hexemergo", "board", "iso", &[("a4", 2), ("a5", 6)]),
    ("hexemergo", "board", "us", &[("letter", 2)]),
    ("hexemergo", "board", "both", &[("210x279.4mm", 2)]),
    ("hexemergo", "board-37", "iso", &[("a4", 2), ("a5", 6)]),
    ("hexemergo", "board-37", "us", &[("letter", 2)]),
    ("hexemergo", "board-37", "both", &[("210x279.4mm", 2)]),
    ("inphexion", "board", "iso", &[("a4", 3), ("a5", 8)]),
    ("inphexion", "board", "us", &[("letter", 2)]),
    ("inphexion", "board", "both", &[("210x279.4mm", 2)]),
];

#[test]
fn a_poster_put_together_is_the_board_drawn_whole() {
    for (game, component, large, papers) in SHEETS {
        let whole =
            Run::new().args(["build", game, "--paper", large, "--only", component, "--no-check"]).run();
        let whole = whole.pdf(&format!("output/{game}-{large}.pdf"));
        for (paper, sheets) in papers {
            let what = format!("{game} {component} on {paper}");
            let ran =
                Run::new().args(["build", game, "--paper", paper, "--only", component, "--no-check"]).run();
            let document = ran.pdf(&format!("output/{game}-{paper}.pdf"));
            document.pages.iter().for_each(in_reach);
            assert_eq!(is_the_whole(&of(&document, component), &whole.pages[0], &what), *sheets, "{what}");
        }
    }
}

/// Checks that the PDF and the SVG files have no faults. Returns the verdict on the PDF.
#[track_caller]
fn clean(made: &Made, what: &str) -> Verdict {
    let verdict = made.judge(&made.pdf);
    assert!(verdict.faults.is_empty(), "{what}: {:?}", verdict.faults);
    let files: Vec<_> = made.svg.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let drawn = made.judge_files(&files);
    assert!(drawn.faults.is_empty(), "{what}, SVG: {:?}", drawn.faults);
    assert_eq!((verdict.cells, verdict.adjacencies), (drawn.cells, drawn.adjacencies), "{what}");
    verdict
}

#[test]
fn all_games_are_clean_on_small_paper() {
    for game in ["hexagonal-thing", "hexemergo", "inphexion", "hex-nut", "auction-hexes"] {
        for paper in ["a4", "letter", "a5", "both"] {
            let verdict = clean(&bundled(game, paper), &format!("{game} on {paper}"));
            let (cells, adjacencies) = match game {
                "hexagonal-thing" => (37, 90),
                "hexemergo" => (98, 246),
                "inphexion" => (49, 120),
                _ => (0, 0),
            };
            assert_eq!((verdict.cells, verdict.adjacencies), (cells, adjacencies), "{game} on {paper}");
        }
    }
}

/// A sheet may contain a gradient that is wholly beyond its seam, and so invisible. The checker must treat
/// this gradient like the same gradient on the sheet that shows it.
#[test]
fn gradients_on_one_side_of_a_seam_are_clean() {
    let layout = "[[cards]]\nsize = \"120 x 260mm\"\nface = [\n  { fill = \"white\" },\n  \
                  { disc = \"30mm\", fill = \"linear 135 skyblue to navy\", at = \"0 -90mm\" },\n  \
                  { disc = \"30mm\", fill = \"radial gold to tan\", at = \"0 90mm\" },\n  \
                  { box = \"60 x 20mm\", fill = \"tan\", at = \"0 60mm\" },\n]\n";
    clean(&make("x", layout, "a5"), "gradients");
}

/// Boards of all kinds must be split so that their parts join again.
#[test]
fn boards_of_all_sorts_become_posters() {
    let boards = [
        ("flat-top", "hexhex 5", "across = \"40mm\"\nnames = \"hex\""),
        ("pointy-top", "hexhex 5", "across = \"40mm\"\nnames = \"hex\""),
        ("pointy-top", "rhombus 9", "across = \"30mm\""),
        ("flat-top", "rectangle 12 x 9", "across = \"30mm\"\nnames = \"hex\"\nshow-names = \"outside\""),
        ("flat-top", "triangle 8", "across = \"38mm\"\nnames = \"hex\""),
        (
            "pointy-top",
            "hexhex 3",
            "across = \"90mm\"\ndraw = [{ text = \"South\", font = \"20pt\", at = \"bottom\" }]",
        ),
        ("flat-top", "hexhex 2", "across = \"300mm\""),
    ];
    for (cells, shape, more) in boards {
        for paper in ["a4", "a5", "130x300mm"] {
            let text = format!("[[board]]\ncells = \"{cells}\"\nshape = \"{shape}\"\n{more}\n");
            let made = make("x", &text, paper);
            clean(&made, &format!("{shape}, {cells}, on {paper}"));
        }
    }
}

/// Large letters next to a board extend beyond their advance widths. At a seam, the checker must
/// nevertheless find no fault.
#[test]
fn boards_of_the_gallery_are_clean_on_small_paper() {
    let gallery = Path::new(env!("CARGO_MANIFEST_DIR")).join("layouts/gallery");
    for file in fs::read_dir(gallery).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for paper in ["a4", "letter"] {
            let made = make("x", &text, paper);
            let verdict = made.judge(&made.pdf);
            assert!(verdict.faults.is_empty(), "{} on {paper}: {:?}", path.display(), verdict.faults);
        }
    }
}

/// A board with texts in its cells. Seams split these texts, so each text is on several sheets.
const WORDY: &str = r##"
[[board]]
cells  = "flat-top"
across = "70mm"
map = '''
    A
A       A
    A
A       A
    A
'''
[board.key]
A = { kind = "field", label = "Just Visiting", draw = [
  { text = "fields pay 10 a day", size = "20 x 14mm", at = "left", inset = "8mm", font = "9pt" },
  { text = "north", at = "right", inset = "8mm", font = "9pt" },
  { text = "south", at = "14 16mm", font = "9pt" },
  { star = "10mm" },
] }
[board.labels]
at    = "top"
inset = "4mm"
for   = "each seat"
"##;

#[test]
fn cells_whose_words_are_on_several_sheets_look_like_the_others() {
    for paper in ["a5", "a6", "130x300mm", "100x160mm"] {
        let made = make("x", WORDY, paper);
        assert_eq!(clean(&made, paper).cells, 7, "{paper}");
    }
}

/// Pieces of all outlines, with backs and bleeds. Some of them are larger than small sheets.
const MATS: &str = r##"
[[cards]]
name  = "heroes"
sheet = "large"
size  = "poker"
back  = [{ fill = "navy" }]
rows  = [{ name = "Ada" }, { name = "Grace" }]
face  = [{ text = "{{ name }}", font = "14pt" }]

[[cards]]
name  = "mats"
sheet = "large"
size  = "300 x 200mm"
round = "10mm"
bleed = "3mm"
safe  = "4mm"
back-bleed = "5mm"
back  = [{ fill = "#CCDDEE" }, { text = "MAT", font = "40pt" }, { star = "30mm", at = "left", inset = "20mm" }]
rows  = [{ name = "Red" }, { name = "The blue player" }]
face  = [
  { fill = "#FFEECC" },
  { text = "{{ name }}", font = "30pt", at = "top", inset = "0 12mm" },
  { box = "80 x 60mm", at = "left", inset = "12 0mm", line = "0.5mm black" },
  { icon = "star", size = "40mm" },
]

[[tiles]]
name   = "land"
sheet  = "large"
cells  = "flat-top"
across = "250mm"
face   = [{ fill = "#DDFFDD" }, { text = "Land", font = "24pt" }, { disc = "20mm", fill = "navy", at = "each edge" }]

[[counters]]
name   = "moon"
sheet  = "large"
across = "230mm"
face   = [{ fill = "#FFDDDD" }, { text = "Moon", font = "24pt", at = "top", inset = "20mm" }]
"##;

/// Returns the pages that show one side of a piece, as a poster or whole.
fn pages_of<'d>(document: &'d Document, piece: &str) -> Vec<&'d Page> {
    document.pages.iter().filter(|page| page.items.iter().any(|item| id(item) == piece)).collect()
}

#[test]
fn pieces_put_together_are_the_pieces_drawn_whole() {
    let build = |paper: &str, backs: &str| {
        let run = Run::new().file("x.toml", MATS);
        run.args(["build", "x.toml", "--paper", paper, "--backs", backs, "--quiet", "--one-file"])
            .stderr("")
            .run()
    };
    // The large sheets are landscape. If they are turned over the short edge, their backs are
    // upright.
    let whole = build("iso", "flip-short").pdf("output/x-iso.pdf");
    let sides = ["mats/1", "mats/1/back", "mats/2", "mats/2/back", "land/1", "moon/1"];
    for (paper, sheets) in
        [("a4", [2, 2, 2, 2, 2, 2]), ("a5", [4, 4, 4, 4, 6, 4]), ("letter", [2, 2, 2, 2, 2, 2])]
    {
        for backs in ["flip-long", "flip-short", "fold", "none"] {
            let ran = build(paper, backs);
            let document = ran.pdf(&format!("output/x-{paper}.pdf"));
            let found = sides.map(|side| {
                let parts = pages_of(&document, side);
                parts.iter().for_each(|page| in_reach(page));
                if backs == "none" && side.ends_with("/back") {
                    assert!(parts.is_empty(), "{side} on {paper}");
                    return None;
                }
                let all = pages_of(&whole, side)[0];
                let items = all.items.iter().filter(|item| id(item) == side).cloned().collect();
                let alone = Page { items, ..all.clone() };
                Some(is_the_whole(&parts, &alone, &format!("{side} on {paper}, {backs}")))
            });
            for (side, (found, sheets)) in sides.iter().zip(found.iter().zip(sheets)) {
                assert!(found.is_none_or(|found| found == sheets), "{side} on {paper}: {found:?} sheets");
            }
            // In a file with backs, a part of a poster is always on the front of its sheet.
            if backs.starts_with("flip") {
                for side in sides {
                    assert!(pages_of(&document, side).iter().all(|page| page.number % 2 == 1), "{side}");
                }
            }
        }
    }
}

#[test]
fn posters_of_pieces_are_clean() {
    for paper in ["a4", "a5", "letter", "both", "super-b+a6"] {
        let verdict = clean(&make("x", MATS, paper), &format!("mats on {paper}"));
        assert_eq!(verdict.pieces, 6, "{paper}");
    }
}

/// The ticket lists posters of pieces. The posters can be built again and printed separately. A picture of a
/// single piece (`--each piece`) shows the whole piece.
#[test]
fn posters_of_pieces_go_where_other_sheets_go() {
    let ran = Run::new().file("x.toml", MATS).args(["build", "x.toml", "--paper", "a4"]).run();
    for output in [
        "Mats: each is a poster of 2 sheets, 2 across and 1 down: cut along the seams",
        "Each back is another poster of 2 sheets, 2 across and 1 down: assemble both posters, then glue them back to back.",
        "To print it on one sheet of A3, add --paper iso.",
        "Land is a poster of 2 sheets",
        "posters of 2 pieces of 300 x 200 mm",
        "a poster of 1 hexagon, 250 mm across",
    ] {
        assert!(ran.stdout.contains(output), "{output}\n{}", ran.stdout);
    }
    let document = ran.pdf("output/x-a4.pdf");
    let says = |piece: &str, words: &str| {
        for page in pages_of(&document, piece) {
            let mut all = crate::support::measure::texts(page).map(|(_, t)| t.string.clone());
            assert!(all.any(|text| text.contains(words)), "page {} says {words}", page.number);
        }
    };
    says("mats/2", "mats: piece 2, sheet ");
    says("mats/1/back", "the back of piece 1, sheet ");
    says("land/1", "sheet ");
    let bytes = ran.bytes("output/x-a4.pdf");
    let again = Run::new().file("x-a4.pdf", &bytes).args(["build", "x-a4.pdf", "--output", "again"]).run();
    assert!(again.bytes("again/x-a4.pdf") == bytes, "the same bytes");
    let only = ["build", "x.toml", "--paper", "a4", "--pieces", "mats:2", "--only", "mats"];
    let ran = Run::new().file("x.toml", MATS).args(only).run();
    assert_eq!(ran.pdf("output/x-a4.pieces.pdf").pages.len(), 4);
    let each = ["build", "x.toml", "--paper", "a4", "--format", "png", "--dpi", "127", "--each", "piece"];
    let ran = Run::new().file("x.toml", MATS).args(each).run();
    assert!(ran.stdout.contains("1500 x 1000 pixels"), "{}", ran.stdout);
}

#[test]
fn posters_have_no_cut_plan() {
    let plan = ["build", "x.toml", "--paper", "a4", "--cut-plan", "--only", "moon"];
    let output = r#"
warning[HX393]: --cut-plan: the pieces of `x` are posters, which have no cuts to plan
 |
 = help: delete --cut-plan: the sheets of a poster show where to cut
"#;
    Run::new().file("x.toml", MATS).args(plan).stderr(output).run();
}

#[test]
fn a_message_says_that_posters_have_no_cuts() {
    let cuts = ["build", "x.toml", "--paper", "a4", "--format", "cut-svg"];
    let ran = Run::new().file("x.toml", MATS).args(cuts).run();
    let output =
        "No cuts are made for posters (mats, land, moon): assemble them first, then cut them by hand.";
    assert!(ran.stdout.contains(output), "{}", ran.stdout);
}

/// A profile may correct fronts and backs differently, and the round corners of a piece may be on different
/// sheets. The checker must accept both.
#[test]
fn posters_of_pieces_are_clean_whatever_the_printer_does() {
    let layout = r#"
[[cards]]
name  = "mats"
sheet = "large"
size  = "380 x 250mm"
round = "10mm"
bleed = "2mm"
face  = [{ fill = "gold" }, { box = "100% x 20mm", at = "bottom", fill = "teal" }, { box = "20mm x 100%", at = "left", fill = "navy" }]
back  = [{ fill = "navy" }, { box = "100% x 20mm", at = "top", fill = "teal" }]

[[cards]]
name = "small"
size = "poker"
face = [{ text = "front", font = "12pt" }]
back = [{ text = "back", font = "12pt" }]
"#;
    let profile =
        "name = \"Tray\"\nreach = \"5mm\"\n[front]\nscale = \"99 x 100%\"\noffset = \"1 -1mm\"\nskew = 0.4\n";
    for backs in ["flip-long", "flip-short", "fold"] {
        for paper in ["a4", "a5"] {
            let run = Run::new().file("x.toml", layout).file("tray.toml", profile);
            let args = ["build", "x.toml", "--paper", paper, "--backs", backs, "--printer", "tray.toml"];
            let ran = run.checked().args(args).args(["--margin", "14mm"]).run();
            assert!(ran.stdout.contains(": clean"), "{backs} on {paper}: {}", ran.stdout);
            assert!(ran.stdout.contains("Corrected for the printer Tray"), "{}", ran.stdout);
        }
    }
    // A profile that corrects nothing causes no warning.
    let run = Run::new().file("x.toml", layout).file("tray.toml", "name = \"Tray\"\nmarks = \"line\"\n");
    let ran = run.checked().args(["build", "x.toml", "--paper", "a4", "--printer", "tray.toml"]).run();
    assert!(ran.stdout.contains(": clean") && !ran.stdout.contains("Corrected"), "{}", ran.stdout);
}

/// The ticket of a build with `--paper iso` states how many sheets a build with `--paper a4` takes.
#[test]
fn the_ticket_says_how_many_sheets_it_would_be() {
    for (game, paper, small, sheets) in [
        ("hexagonal-thing", "iso", "a4", 3),
        ("hexagonal-thing", "us", "letter", 3),
        ("hexagonal-thing", "both", "210x279.4mm", 3),
        ("hexagonal-thing", "a3+a5", "a5", 8),
        ("hexemergo", "iso", "a4", 4),
        ("hexemergo", "us", "letter", 4),
        ("inphexion", "iso", "a4", 3),
    ] {
        let ran = Run::new().args(["build", game, "--paper", paper]).run();
        let output = format!("--paper {small}: {sheets} sheets, and glue or tape.");
        assert!(ran.stdout.contains(&output), "{output}\n{}", ran.stdout);
        let only = if game == "hexemergo" { "board,board-37" } else { "board" };
        let ran = Run::new().args(["build", game, "--paper", small, "--only", only]).run();
        assert_eq!(ran.pdf(&format!("output/{game}-{small}.pdf")).pages.len(), sheets, "{game} on {small}");
    }
    // The ticket does not mention paper on which the poster would need more sheets than allowed.
    let ran = Run::new().args(["build", "hexagonal-thing", "--paper", "a3+50x60mm", "--only", "board"]).run();
    let output = &ran.stdout;
    assert!(output.contains("Board needs A3") && !output.contains("No printer for"), "{output}");
    let ran = Run::new().args(["build", "hexagonal-thing", "--json", "--only", "board"]).run();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(value["results"][0]["without-large-sheets"]["sheets"], 3, "{value}");
    assert_eq!(value["results"][0]["without-large-sheets"]["paper"], "a4", "{value}");
    let ran =
        Run::new().args(["build", "hexagonal-thing", "--paper", "a4", "--json", "--only", "board"]).run();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let poster = &value["results"][0]["files"][0]["sheets"][0]["poster"];
    assert_eq!((poster["columns"].as_u64(), poster["rows"].as_u64()), (Some(1), Some(3)), "{value}");
}

/// Each sheet states its number and the sheets that it joins, and says how to join them.
#[test]
fn sheets_of_a_poster_say_what_to_do() {
    let ran = Run::new().args(["build", "hexagonal-thing", "--paper", "a4"]).run();
    let document = ran.pdf("output/hexagonal-thing-a4.pdf");
    let says = |page: usize, words: &str| {
        let all: Vec<_> = crate::support::measure::texts(&document.pages[page - 1])
            .map(|(_, t)| t.string.clone())
            .collect();
        assert!(all.iter().any(|text| text.contains(words)), "page {page} says {words}: {all:?}");
    };
    says(1, "sheet 1 of 3");
    says(1, "A: cut along the seam; this sheet goes over sheet 2");
    says(2, "A: glue here; sheet 1 goes over it, its edge on the seam");
    says(2, "B: cut along the seam; this sheet goes over sheet 3");
    says(3, "sheet 3 of 3");
    // Every sheet has the line with the author.
    says(1, "Julian D. A. Wiseman");
    says(3, "Julian D. A. Wiseman");
}

/// A poster can be built again from its PDF, printed separately, split, and written as SVG.
#[test]
fn a_poster_goes_where_other_sheets_go() {
    let ran = Run::new().args(["build", "hexagonal-thing", "--paper", "a4", "--split"]).run();
    let board = ran.pdf("output/hexagonal-thing-a4-board.pdf");
    assert_eq!(board.pages.len(), 3);
    let bytes = ran.bytes("output/hexagonal-thing-a4-board.pdf");
    let again = Run::new().file("board.pdf", &bytes).args(["build", "board.pdf", "--output", "again"]).run();
    assert_eq!(again.pdf("again/hexagonal-thing-a4-board.pdf").pages.len(), 3);
    assert!(again.bytes("again/hexagonal-thing-a4-board.pdf") == bytes, "the same bytes");
}

/// The pages of `both` fit on A4 and on Letter, including the margins.
#[test]
fn both_prints_on_either_paper() {
    let ran = Run::new().args(["build", "hexagonal-thing", "--paper", "both", "--one-file"]).run();
    for (n, page) in ran.pdf("output/hexagonal-thing-both.pdf").pages.iter().enumerate() {
        let (w, h) =
            (page.media.width().min(page.media.height()), page.media.width().max(page.media.height()));
        let size = if n == 0 { (279.4, 420.0) } else { (210.0, 279.4) };
        assert!(
            (w - size.0).abs() < TOLERANCE_MM && (h - size.1).abs() < TOLERANCE_MM,
            "page {}: {w} x {h} mm",
            n + 1
        );
        assert_eq!(page.trim, Some(page.media), "page {}", n + 1);
        within_margins(page, 6.35);
        let drawn = page.items.iter().map(printed).reduce(|a, b| a.union(b)).unwrap();
        let papers = if n == 0 { [(297.0, 420.0), (279.4, 431.8)] } else { [(210.0, 297.0), (215.9, 279.4)] };
        for (short, long) in papers {
            // The drawing is in the middle of the paper in either orientation.
            let (pw, ph) =
                if page.media.width() < page.media.height() { (short, long) } else { (long, short) };
            let paper = Rect::from_center_size(page.media.center(), (pw, ph)).inset(-6.35);
            assert!(inside(drawn, paper) >= -TOLERANCE_MM, "page {} on {short} x {long} mm", n + 1);
        }
    }
}
