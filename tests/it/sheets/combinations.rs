//! Tests of features that are used together in one build: backs, folds, bleed, posters, cut plans,
//! pictures and printers.

use hexpress::read::{Document, Item, ItemKind, Page};
use kurbo::{Point, Shape as _};

use crate::support::measure::{covers, id, texts};
use crate::support::run::{Ran, Run};

/// A layout with components of all kinds.
///
/// The board is too large for one A4 sheet. There are cards with backs, bleed and round corners,
/// and cards without backs. The notes are printed five times. There are also tiles and discs.
const ALL: &str = r##"
[game]
title = "All of it"
[[board]]
name  = "island"
cells = "flat-top"
fit   = "largest"
shape = "hexhex 3"
names = "lines"
show-names = "outside"
[[cards]]
name  = "heroes"
size  = "poker"
round = "3mm"
bleed = "2mm"
safe  = "3mm"
rows  = [{ name = "North" }, { name = "South", copies = 10 }]
face  = [{ fill = "teal" }, { text = "{{ name }}", font = "bold 12pt", colour = "white" }]
back  = [{ fill = "navy" }, { star = "30mm", fill = "gold" }]
[[cards]]
name   = "plain"
size   = "44 x 63mm"
copies = 21
face   = [{ fill = "ivory" }, { text = "{{ number }}", font = "bold 30pt" }]
[[notes]]
name  = "cash"
print = 5
size  = "85 x 50mm"
rows  = [{ value = 1, copies = 4 }, { value = 5, copies = 5 }]
face  = [{ text = "{{ value }} Pounds", font = "bold 16pt" }]
back  = [{ fill = "palegreen" }, { text = "{{ value }}", font = "bold 16pt" }]
[[tiles]]
name   = "land"
cells  = "pointy-top"
across = "38mm"
bleed  = "2mm"
copies = 17
face   = [{ fill = "tan" }, { text = "{{ number }}", font = "bold 12pt" }]
back   = [{ fill = "sienna" }]
[[counters]]
name   = "crates"
across = "22mm"
copies = 17
face   = [{ fill = "orange" }]
back   = [{ fill = "grey" }]
"##;

/// A profile for a printer that prints slightly out of position.
const PRINTER: &str = r#"
name   = "Old Inkjet"
reach  = "4mm"
margin = "8mm"
[front]
scale  = "99.2 x 100.3%"
offset = "0.8 -1.1mm"
skew   = 0.4
[back]
scale  = "99 x 100.4%"
offset = "-0.6 1.4mm"
"#;

/// Builds the whole layout and checks that it is clean.
#[track_caller]
fn built(options: &[&str]) -> Ran {
    let args = ["build", "x.toml"].into_iter().chain(options.iter().copied());
    Run::new().file("x.toml", ALL).file("home.toml", PRINTER).args(args).checked().run()
}

#[test]
fn all_pairs_of_options_are_clean() {
    for options in [
        ["--paper", "iso", "--cut", "guillotine", "--backs", "flip-long", "--ink", "full"],
        ["--paper", "a4", "--cut", "scissors", "--backs", "fold", "--ink", "black"],
        ["--paper", "letter", "--cut", "knife", "--backs", "flip-short", "--ink", "low"],
        ["--paper", "both", "--cut", "plotter", "--backs", "fold", "--ink", "full"],
        ["--paper", "a5", "--cut", "guillotine", "--backs", "flip-short", "--ink", "black"],
    ] {
        for more in [&["--cut-plan"][..], &["--split"], &["--printer", "home.toml"], &["--format", "svg"]] {
            built(&options.into_iter().chain(more.iter().copied()).collect::<Vec<_>>());
        }
    }
}

#[test]
fn pictures_of_a_file_with_backs_are_clean() {
    built(&["--paper", "a4", "--format", "png", "--dpi", "20"]);
}

#[test]
fn pictures_are_not_corrected_for_a_printer() {
    let sheets = |options: &[&str]| {
        let more = ["--format", "png", "--dpi", "50", "--paper", "a4", "--margin", "8mm", "--only", "cash"];
        let ran = built(&options.iter().copied().chain(more).collect::<Vec<_>>());
        ["01-cash.png", "02-cash-back.png"].map(|name| ran.bytes(&format!("output/x-a4/{name}")))
    };
    assert!(sheets(&[]) == sheets(&["--printer", "home.toml"]));
}

/// Returns all texts on a page, line by line.
fn texts_of(page: &Page) -> Vec<&str> {
    texts(page).map(|(_, text)| text.string.as_str()).collect()
}

/// The title of a cut plan states page numbers. Checks that these pages show fronts of the pieces in the
/// plan. Returns the number of plans, which are the last pages of the file.
fn plans_name_their_pages(document: &Document) -> usize {
    let mut plans = 0;
    for page in &document.pages {
        let Some(title) = texts_of(page).into_iter().find(|line| line.starts_with("Cutting page")) else {
            assert_eq!(plans, 0, "page {} comes after a plan", page.number);
            continue;
        };
        let (pages, name) = title.split_once(": ").unwrap();
        for number in pages.split_whitespace().filter_map(|word| word.parse::<usize>().ok()) {
            let cut = &document.pages[number - 1];
            for name in name.split(", ") {
                let front =
                    |item: &Item| id(item).starts_with(&format!("{name}/")) && !id(item).ends_with("/back");
                assert!(cut.items.iter().any(front), "{title}: what lies on page {number}");
            }
        }
        plans += 1;
    }
    plans
}

#[test]
fn each_stack_ends_with_the_cut_plans_of_its_own_sheets() {
    let ran = built(&["--cut-plan", "--split", "--cut", "guillotine", "--paper", "a4"]);
    let mut found = Vec::new();
    for file in ran.folder.files().iter().filter(|file| file.ends_with(".pdf")) {
        let document = ran.pdf(file);
        found.push((file.clone(), document.pages.len(), plans_name_their_pages(&document)));
        let again = Run::new().file("x.pdf", ran.bytes(file)).args(["build", "x.pdf"]).any_stderr().run();
        assert!(again.bytes(file) == ran.bytes(file), "{file}");
    }
    // The pages behind the two parts of the board are empty. Nothing is behind the last plan.
    assert_eq!(
        found,
        [("output/x-a4-cash.pdf".to_owned(), 3, 1), ("output/x-a4-island.pdf".to_owned(), 19, 5),]
    );
    let layout = ALL.replace("print = 5\n", "");
    let args = ["build", "x.toml", "--split", "--cut-plan"];
    let ran = Run::new().file("x.toml", &layout).args(args).checked().run();
    assert_eq!(ran.folder.files(), ["output/x-iso-heroes.pdf", "output/x-iso-island.pdf", "x.toml"]);
}

#[test]
fn a_file_of_a_split_build_is_the_same_alone() {
    // A PDF with more than eight pages is compressed in another way. The whole build has more pages
    // than that, while each of its files has fewer.
    let ran = built(&["--split", "--paper", "a5"]);
    for file in ran.folder.files().iter().filter(|file| file.ends_with(".pdf")) {
        let again = Run::new().file("x.pdf", ran.bytes(file)).args(["build", "x.pdf"]).run();
        assert!(again.bytes(file) == ran.bytes(file), "{file}");
    }
}

#[test]
fn a_cut_plan_names_the_pages_that_are_cut() {
    let ran = built(&["--cut-plan", "--only", "island,heroes,plain", "--one-file"]);
    let document = ran.pdf("output/x-iso.pdf");
    assert_eq!(plans_name_their_pages(&document), 4);
    assert!(
        document.pages.iter().all(|page| page.number < 11 || texts_of(page)[0].starts_with("Cutting page"))
    );
    // The board, two sheets of heroes and two sheets of plain cards take ten pages. Four cut plans
    // follow on both sides of two sheets.
    let rows: Vec<&str> = ran.stdout.lines().filter(|line| line.starts_with("    page")).collect();
    let last = "    pages 11-14 cut plan       A4, two-sided, flip on the long edge: print once; where to cut, and in which order";
    assert_eq!((rows.len(), rows.last().copied()), (4, Some(last)), "{rows:#?}");
    let columns = ["island", "heroes", "plain", "cut plan"]
        .map(|what| ran.stdout.lines().filter_map(|line| line.find(&format!(" {what}  "))).next());
    assert!(
        columns.iter().all(|column| *column == columns[0] && column.is_some()),
        "{columns:?} in {}",
        ran.stdout
    );
}

#[test]
fn a_sheet_that_is_folded_is_cut_folded() {
    let ran = built(&["--cut-plan", "--backs", "fold", "--paper", "a4", "--only", "cash"]);
    let document = ran.pdf("output/x-a4.pdf");
    let plan = document.pages.last().unwrap();
    assert!(texts_of(plan).iter().any(|line| line.contains("A4, folded")), "{:?}", texts_of(plan));
    let sheet = plan.items.iter().find(|item| id(item) == "cut-plan/sheet").unwrap();
    let ItemKind::Path { path, .. } = &sheet.kind else { panic!("a path") };
    let sheet = path.bounding_box();
    let (long, short) = (sheet.width().max(sheet.height()), sheet.width().min(sheet.height()));
    assert!((long / short - 210.0 / 148.5).abs() < 0.01 || (long / short - 297.0 / 105.0).abs() < 0.01);
    let cuts = plan.items.iter().filter(|item| id(item).starts_with("cut-plan/cut/"));
    for cut in cuts.map(covers) {
        assert!(
            cut.width() > sheet.width() - 0.1 || cut.height() > sheet.height() - 0.1,
            "{cut:?} in {sheet:?}"
        );
    }
}

#[test]
fn nothing_is_said_where_colours_go_on_beyond_the_cut() {
    for options in [&["--paper", "a4"][..], &["--paper", "a4", "--backs", "fold"], &["--paper", "letter"]] {
        let ran = built(&options.iter().copied().chain(["--only", "heroes,land"]).collect::<Vec<_>>());
        let file = if options[1] == "a4" { "output/x-a4.pdf" } else { "output/x-letter.pdf" };
        for page in &ran.pdf(file).pages {
            let inked: Vec<_> = (page.items.iter())
                .filter_map(|item| match &item.kind {
                    ItemKind::Path { path, fill: Some(_), .. } if item.tag.as_deref() == Some("Piece") => {
                        Some(path)
                    }
                    _ => None,
                })
                .collect();
            let furniture = page
                .items
                .iter()
                .filter(|item| matches!(item.tag.as_deref(), Some("Artifact" | "H1")))
                .filter(|item| !id(item).starts_with("cut"));
            for rect in furniture.map(covers) {
                let steps =
                    |from: f64, to: f64| (0..=40).map(move |i| from + (to - from) * f64::from(i) / 40.0);
                for x in steps(rect.x0, rect.x1) {
                    for y in steps(rect.y0, rect.y1) {
                        let on = inked.iter().any(|path| path.contains(Point::new(x, y)));
                        assert!(!on, "page {}: something is said on a colour at {x}, {y}", page.number);
                    }
                }
            }
        }
    }
}

/// Labels with backs, and a board on plain paper. The block of labels is not exactly in the middle
/// of its sheet, neither across nor down.
const LABELS: &str = r#"
[[sheet]]
name  = "labels"
paper = "a4"
first = "7.2 15.1mm"
pitch = "66 38.1mm"
grid  = "3 x 7"
size  = "63.5 x 38.1mm"
[[cards]]
name   = "names"
sheet  = "labels"
round  = "2mm"
copies = 30
face   = [{ box = "55 x 30mm", line = "0.4mm navy" }, { text = "{{ number }}", font = "bold 14pt" }]
back   = [{ fill = "palegreen" }, { text = "{{ number }}", font = "bold 14pt" }]
[[cards]]
name   = "cards"
size   = "poker"
face   = [{ fill = "tan" }]
"#;

#[test]
fn labels_are_clean_whichever_way_they_are_printed() {
    for options in [
        &["--backs", "flip-short"][..],
        &["--backs", "flip-long", "--cut-plan"],
        &["--backs", "none", "--cut", "scissors"],
        &["--backs", "flip-short", "--cut", "plotter", "--ink", "black"],
    ] {
        let args = ["build", "x.toml", "--paper", "a4"].into_iter().chain(options.iter().copied());
        Run::new().file("x.toml", LABELS).args(args).checked().run();
    }
}

#[test]
fn labels_are_a_stack_of_their_own_and_are_not_cut() {
    let run = |option: &[&str]| {
        let args = ["build", "x.toml", "--paper", "a4"].into_iter().chain(option.iter().copied());
        Run::new().file("x.toml", LABELS).args(args).run()
    };
    let ran = run(&["--split"]);
    assert!(
        ran.stdout.contains("A4, labels, two-sided, flip on the long edge: print once"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.folder.files(), ["output/x-a4-cards.pdf", "output/x-a4-names.pdf", "x.toml"]);
    let ran = run(&["--format", "cut-svg"]);
    assert_eq!(ran.folder.files(), ["output/x-a4/05-cards.cut.svg", "x.toml"]);
}

#[test]
fn a_card_in_two_colours_has_no_edges_to_tell_apart() {
    let layout = r#"
[[cards]]
size = "poker"
rows = [{ name = "North", colour = "navy" }, { name = "East", colour = "maroon" }]
face = [
  { fill = "{{ colour }}" },
  { box = "100% x 30mm", at = "bottom", fill = "ivory" },
  { text = "{{ name }}", at = "bottom", inset = "6mm", font = "bold 12pt" },
]
"#;
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--ink", "black"]).checked().run();
}

#[test]
fn a_plotter_cuts_what_is_folded_and_glued() {
    let ran = built(&["--format", "cut-svg", "--backs", "fold", "--paper", "a4", "--only", "cash"]);
    let row =
        "01-cash.cut.svg              5 pieces, 1.01 m of cuts; cuts page 1 of x-a4.pdf, folded and glued\n";
    assert!(ran.stdout.contains(row), "{}", ran.stdout);
    let svg = String::from_utf8(ran.bytes("output/x-a4/01-cash.cut.svg")).unwrap();
    assert!(svg.contains("<rect id=\"sheet\" width=\"105\" height=\"297\"/>"), "{svg}");
}

#[test]
fn a_test_sheet_is_named_after_no_part_of_the_game() {
    let ran = built(&["--format", "svg", "--test-sheet"]);
    assert_eq!(ran.folder.files(), ["home.toml", "output/x-iso-test/01-test.svg", "x.toml"]);
}

#[test]
fn it_says_along_which_line_a_sheet_would_be_folded() {
    let ran = built(&["--explain", "--backs", "fold", "--only", "crates"]);
    let tried = ran.stdout.lines().find(|line| line.contains("tried: ")).unwrap();
    let mut ways: Vec<&str> = tried.trim_start_matches("    tried: ").split("; ").collect();
    let count = ways.len();
    ways.sort_unstable();
    ways.dedup();
    assert_eq!((ways.len(), ways.iter().all(|way| way.contains("folded"))), (count, true), "{tried}");
}
