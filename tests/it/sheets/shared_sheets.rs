//! Tests of components that share sheets. They take as few sheets as possible, straight cuts
//! separate all pieces, and the checker judges them like any other sheets.

use std::process::Command;

use hexpress::base::identity::Identity;
use hexpress::find::polygons;
use hexpress::print::setup::{Backs, Cutter, PrintSetup};
use hexpress::read::{Document, Page};
use hexpress::record::Options;
use kurbo::{Point, Rect};

use crate::check::bench::{each, make, make_with, moved, only};
use crate::support::measure::{id, texts, within_margins};
use crate::support::run::{Ran, Run};

/// Components with four sizes and outlines. Without sharing, each component would take one sheet.
const FOUR: &str = "[[cards]]\nname = \"heroes\"\nsize = \"poker\"\ncopies = 2\nface = [{ fill = \"ivory\" }]\n\
[[cards]]\nname = \"rims\"\nsize = \"70 x 9mm\"\nround = \"1mm\"\nrows = [{ n = 1, copies = 5 }, { n = 2 }]\n\
face = [{ text = \"{{ n }}\", font = \"9pt\" }]\n\
[[tiles]]\nname = \"land\"\nacross = \"30mm\"\ncells = \"flat-top\"\ncopies = 7\nface = [{ fill = \"tan\" }]\n\
[[counters]]\nname = \"coins\"\nacross = \"20mm\"\ncopies = 9\nface = [{ disc = \"18mm\", fill = \"teal\" }]\n";

/// Tiles like those of Auction Hexes. A sheet of A4 holds 33 of them.
const SAME_SIZE_TILES: &str = "[[tiles]]\nname = \"deck\"\nacross = \"40mm\"\ncells = \"flat-top\"\ncopies = 60\nface = [{ fill = \"tan\" }]\n\
[[tiles]]\nname = \"start\"\nlike = \"deck\"\ncopies = 5\nface = [{ fill = \"teal\" }]\n\
[[tiles]]\nname = \"end\"\nlike = \"deck\"\ncopies = 1\nface = [{ fill = \"navy\" }]\n";

/// Adds a different back to each component.
fn with_backs(layout: &str) -> String {
    layout.replace("]\n[[", "]\nback = [{ fill = \"navy\" }]\n[[") + "back = [{ fill = \"maroon\" }]\n"
}

/// Builds a layout for A4 and checks that it is clean.
#[track_caller]
fn built(layout: &str, args: &[&str]) -> Ran {
    let typed = ["build", "x.toml", "--paper", "a4"].iter().chain(args).copied();
    let ran = Run::new().checked().file("x.toml", layout).args(typed).any_stderr().run();
    assert!(ran.stdout.contains(": clean"), "{args:?} of\n{layout}\n{}", ran.stdout);
    ran
}

#[track_caller]
fn pdf(layout: &str, args: &[&str]) -> Document {
    built(layout, args).pdf("output/x-a4.pdf")
}

/// Returns the components with pieces on a page, in the order in which they are drawn.
fn names(page: &Page) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for id in page.items.iter().filter_map(|item| item.id.as_deref()).filter(|id| id.piece().is_some()) {
        let name = id.component().map(ToString::to_string).unwrap_or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the bounding box of all pieces of a component.
fn block(page: &Page, name: &str) -> Rect {
    let own = |id: &Identity| id.piece().is_some() && id.component().is_some_and(|of| **of == *name);
    let items = page.items.iter().filter(|item| item.id.as_deref().is_some_and(own));
    items.filter_map(|item| item.painted_bounds).reduce(|a, b| a.union(b)).unwrap()
}

/// Returns whether straight cuts can separate these boxes. Each cut goes from edge to edge of the
/// sheet, or of a part that earlier cuts left.
fn are_parted(boxes: &[Rect]) -> bool {
    let parted = |ends: &dyn Fn(&Rect) -> (f64, f64)| {
        let mut sorted = boxes.to_vec();
        sorted.sort_by(|a, b| ends(a).0.total_cmp(&ends(b).0));
        let mut reach = f64::NEG_INFINITY;
        (1..sorted.len()).any(|i| {
            reach = reach.max(ends(&sorted[i - 1]).1);
            // Each cut needs 4 mm on both sides for its marks and for the knife.
            reach + 7.9 < ends(&sorted[i]).0 && are_parted(&sorted[..i]) && are_parted(&sorted[i..])
        })
    };
    boxes.len() < 2 || parted(&|r| (r.x0, r.x1)) || parted(&|r| (r.y0, r.y1))
}

#[test]
fn alike_pieces_lie_in_one_honeycomb() {
    let pages = pdf(SAME_SIZE_TILES, &["--margin", "5mm"]).pages;
    assert_eq!(pages.len(), 2);
    assert_eq!(names(&pages[0]), ["deck"]);
    assert_eq!(names(&pages[1]), ["deck", "start", "end"]);
    let items = pages[1].items.iter().filter(|item| id(item) == "cut").cloned().collect();
    assert_eq!(polygons(&Page { items, ..Page::default() }, 6).len(), 33);
    // Each sheet has a text that tells the printer which components are on the sheet.
    let output_of = |page: &Page| texts(page).any(|(_, text)| text.string.contains("deck, start, end"));
    assert_eq!([output_of(&pages[0]), output_of(&pages[1])], [false, true]);
    within_margins(&pages[1], 5.0);
}

#[test]
fn blocks_are_cut_apart_whatever_the_tool() {
    for cut in ["", "guillotine", "knife", "scissors", "plotter"] {
        let tool: &[&str] = if cut.is_empty() { &[] } else { &["--cut", cut] };
        let pages = pdf(FOUR, tool).pages;
        assert!(pages.len() < 4, "--cut {cut}: {} pages", pages.len());
        let mut all = Vec::new();
        for page in &pages {
            let names = names(page);
            let blocks: Vec<Rect> = names.iter().map(|name| block(page, name)).collect();
            assert!(are_parted(&blocks), "--cut {cut}: {blocks:?}");
            within_margins(page, 6.35);
            all.extend(names);
        }
        all.sort();
        assert_eq!(all, ["coins", "heroes", "land", "rims"], "--cut {cut}");
        assert_eq!(pages.iter().map(|page| names(page).len()).sum::<usize>(), 4);
    }
}

#[test]
fn backs_lie_behind_the_fronts_of_all_of_them() {
    let layout = with_backs(FOUR);
    for (backs, sides) in [("flip-long", 2), ("flip-short", 2), ("fold", 1), ("none", 1)] {
        let pages = pdf(&layout, &["--backs", backs]).pages;
        assert!(pages.len() < 4 * sides, "{backs}: {} pages", pages.len());
        let both = pages.iter().map(|page| names(page).len()).sum::<usize>();
        assert_eq!(both, 4 * sides, "{backs}");
    }
}

#[test]
fn other_paper_prints_sides_and_wishes_keep_apart() {
    let card = "[[cards]]\nname = \"a\"\nsize = \"poker\"\nface = [{ fill = \"tan\" }]\n";
    let other = "[[cards]]\nname = \"b\"\nsize = \"40 x 60mm\"\nface = [{ fill = \"teal\" }]\n";
    let pages = |text: &str| pdf(text, &[]).pages.len();
    assert_eq!(pages(&format!("{card}{other}")), 1);
    for key in ["stock = \"card\"", "print = 2", "share = false", "sheet = \"large\"\nstock = \"card\""] {
        assert_eq!(pages(&format!("{card}{other}{key}\n")), 2, "{key}");
    }
    assert_eq!(
        pages(&format!("{card}{other}back = [{{ fill = \"navy\" }}]\n")),
        4,
        "backs, and a page left empty"
    );
    assert_eq!(pages(&format!("[game]\nshare = false\n{card}{other}")), 2);
    assert_eq!(pages(&format!("[game]\nshare = false\n{card}share = true\n{other}share = true\n")), 1);
}

#[test]
fn where_no_sheet_is_saved_all_stays_as_it_was() {
    // Two sheets are full. The other two have no space for each other's pieces.
    let layout = "[[cards]]\nname = \"a\"\nsize = \"poker\"\ncopies = 8\nface = [{ fill = \"tan\" }]\n\
                  [[tiles]]\nname = \"b\"\ncells = \"flat-top\"\nacross = \"45mm\"\ncopies = 20\nface = [{ fill = \"teal\" }]\n";
    let digests = |text: &str| pdf(text, &[]).pages.into_iter().map(|page| page.digest).collect::<Vec<_>>();
    let apart = digests(&format!("[game]\ntitle = \"x\"\nshare = false\n{layout}"));
    assert_eq!(digests(&format!("[game]\ntitle = \"x\"\n{layout}")), apart);
}

#[test]
fn the_same_bytes_come_from_the_pdf_again() {
    let first = "[[cards]]\nname = \"first\"\nsize = \"poker\"\nprint = 2\nface = [{ fill = \"tan\" }]\n";
    for args in [
        &["--split"][..],
        &["--cut", "guillotine", "--cut-plan"],
        &["--pieces", "land:2-3", "--pieces", "coins:1"],
    ] {
        let ran = built(&format!("{FOUR}{first}"), args);
        let files = ran.folder.files();
        for name in files.iter().filter(|name| name.ends_with(".pdf")) {
            let plain = name.rsplit('/').next().unwrap();
            let again = Run::new().file(plain, ran.bytes(name)).args(["build", plain]).any_stderr().run();
            let made = again.folder.files();
            let made = made.iter().find(|made| made.starts_with("output/") && made.ends_with(plain));
            let made = made.unwrap_or_else(|| panic!("{args:?} {name}: {:?}", again.folder.files()));
            assert!(again.bytes(made) == ran.bytes(name), "{args:?} {name}");
        }
    }
}

#[test]
fn a_ticket_and_an_explanation_say_what_is_saved() {
    let args = ["build", "x.toml", "--paper", "a4", "--explain"];
    let ran = Run::new().file("x.toml", SAME_SIZE_TILES).args(args).run();
    for output in [
        "page 1     deck ",
        "page 2     deck, start, end ",
        "27 of 60 hexagons, 40 mm across; 5 hexagons, 40 mm across; 1 hexagon, 40 mm across",
        "share sheets save 2 sheets",
        "start: 5 in a honeycomb, on one sheet with deck, end",
    ] {
        assert!(ran.stdout.contains(output), "no `{output}` in\n{}", ran.stdout);
    }
}

#[test]
fn a_plotter_cuts_the_pieces_of_all_of_them() {
    let args = ["build", "x.toml", "--paper", "a4", "--cut", "plotter", "--format", "cut-svg"];
    let ran = Run::new().file("x.toml", FOUR).args(args).any_stderr().run();
    let files = ran.folder.files();
    assert!(files.iter().filter(|name| name.ends_with(".cut.svg")).count() < 4, "{files:?}");
    let words: Vec<&str> = ran.stdout.split_whitespace().collect();
    let pieces = words.windows(2).filter(|pair| pair[1].trim_end_matches(',') == "pieces");
    let pieces: usize = pieces.filter_map(|pair| pair[0].parse::<usize>().ok()).sum();
    assert_eq!(pieces, 2 + 6 + 7 + 9, "{}", ran.stdout);
}

/// Rewrites the file of a run with another program and checks the result. Returns `None` if the
/// program is not installed.
fn anew(ran: &Ran, file: &str, program: &str) -> Option<crate::support::run::Said> {
    let (words, name) = (program.split(' '), format!("anew-{}.pdf", program.split(' ').next().unwrap()));
    let words: Vec<&str> = words.collect();
    let written =
        Command::new(words[0]).args(&words[1..]).args([file, &name]).current_dir(ran.folder.path()).output();
    written.ok()?;
    Some(crate::support::run::program(&["check", &name], ran.folder.path()))
}

#[test]
fn a_file_that_was_rewritten_is_judged_too() {
    let ran = built(&with_backs(FOUR), &["--backs", "fold"]);
    for program in ["qpdf --qdf", "mutool clean -s", "mutool clean -gggg -z"] {
        let Some(output) = anew(&ran, "output/x-a4.pdf", program) else { continue };
        assert!(
            output.status == 0 && output.stdout.contains("clean"),
            "{program}: {}{}",
            output.stdout,
            output.stderr
        );
    }
}

/// MuPDF keeps the name of hexpress in the file. Only the second line of the file shows that MuPDF
/// wrote it.
#[test]
fn a_file_without_its_layout_that_was_rewritten_is_judged_by_what_it_draws() {
    let bare = with_backs(FOUR).replacen("[game]\n", "[game]\nembed = false\n", 1);
    let bare = if bare.contains("embed = false") { bare } else { format!("[game]\nembed = false\n\n{bare}") };
    let ran = built(&bare, &["--backs", "fold"]);
    for program in ["mutool clean -s", "mutool clean -ggggs -z", "qpdf --qdf"] {
        let Some(output) = anew(&ran, "output/x-a4.pdf", program) else { continue };
        assert_eq!(output.status, 0, "{program}: {}{}", output.stdout, output.stderr);
        // qpdf leaves the pages unchanged, so the checker only warns that the file is different.
        let is_told = output.stderr.contains("HX464");
        assert!(!is_told || program.starts_with("qpdf"), "{program}: {}", output.stderr);
    }
}

#[test]
fn pieces_of_two_components_that_touch_are_reported() {
    let mut setup = PrintSetup { cut: Some(Cutter::Plotter), ..PrintSetup::default() };
    setup.backs = Some(Backs::None);
    let options = Options { print_setup: setup, ..Options::new("a4", 6.35) };
    let made = make_with("x", FOUR, options);
    let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
    let shared = names(&page);
    assert!(shared.len() > 1, "{shared:?}");
    let middles: Vec<Point> = shared.iter().map(|name| block(&page, name).center()).collect();
    let by = middles[1] - middles[0];
    // Moves all cuts of the first block onto the second block.
    let pdf = made.edit(1, |text| {
        let (start, end) = crate::check::bench::span(text, "cut", 0);
        let changed = moved(&text[start..end], by.x, by.y);
        format!("{}{changed}{}", &text[..start], &text[end..])
    });
    let reported = made.judge(&pdf);
    assert!(reported.faults.iter().any(|fault| fault.code.to_string() == "HX446"), "{:?}", reported.faults);
}

#[test]
fn a_piece_outside_its_block_is_reported() {
    let made = make("x", SAME_SIZE_TILES, "a4");
    let pdf = made.edit(2, |text| each(text, "end/1", |drawing| moved(drawing, 3.0, 0.0)));
    let reported = made.judge(&pdf);
    only(&reported, "HX450", "a tile moved");
    let copies = make("x", SAME_SIZE_TILES, "a4");
    let gone = copies.edit(2, |text| each(text, "start/3", |_| String::new()));
    assert!(copies.judge(&gone).faults.iter().any(|fault| fault.message.contains("`start` lacks piece 3")));
}
