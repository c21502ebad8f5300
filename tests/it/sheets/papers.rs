//! Tests of papers and margins. Pieces keep their size, and none is missing. What is printed next
//! to pieces neither covers a piece nor takes its space.

use std::sync::LazyLock;

use hexpress::diag::Sources;
use hexpress::find::rectangles;
use hexpress::layout::{Setup, plan};
use hexpress::print::job::Job;
use hexpress::print::paper::PaperChoice;
use hexpress::read::{self, Document, ItemKind, Rgb};
use hexpress::record::Options;
use hexpress::resolve::LayoutInput;
use hexpress::text::Fonts;
use hexpress::write::About;
use hexpress::{language, write};
use kurbo::{Rect, Shape as _};

use crate::games::HEXAGONAL_THING;
use crate::support::measure::{
    TOLERANCE_MM, boxes, count, covers, id, inside, marks_touch_nothing, overlap, same_length, within_margins,
};
use crate::support::run::Run;

static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::bundled);

/// Builds pieces that are filled from edge to edge, so that they can be measured.
fn built(size: (f64, f64), copies: usize, paper: &str, margin: f64) -> Document {
    let text = format!(
        "[[cards]]\nsize = \"{} x {}mm\"\nstock = \"white card\"\nrows = [{{ copies = {copies} }}]\nface = [{{ fill = \"silver\" }}]\n",
        size.0, size.1
    );
    let mut sources = Sources::default();
    let file = sources.add("x.toml", &text);
    let layout = language::read(file, &sources).unwrap();
    let game = hexpress::resolve::game(LayoutInput {
        id: "x",
        layout: &layout,
        file,
        sources: &sources,
        fonts: &FONTS,
        files: &hexpress::files::Files::default(),
    })
    .unwrap();
    let setup = Setup { margin: margin.into(), ..Setup::new(PaperChoice::parse(paper).unwrap()) };
    let plan = plan(&game, &FONTS, &setup).unwrap();
    let pages =
        write::pdf::pages(&plan.range(0..plan.sheets.len()), Job::default(), &FONTS, Some(&game)).unwrap();
    let file = write::pdf::bind(&About::default(), Options::default().build_id(&game.id), pages, &FONTS, &[])
        .unwrap();
    read::pdf(&file.in_memory().unwrap()).unwrap()
}

#[test]
fn every_piece_is_there_in_its_size_and_nothing_lies_on_it() {
    const COPIES: usize = 25;
    let papers = [
        "iso",
        "us",
        "a3",
        "a4",
        "a5",
        "a6",
        "legal",
        "super-b",
        "a3+a4",
        "tabloid+a5",
        "100x150mm",
        "8x10in",
        "330.2x482.6mm",
    ];
    for paper in papers {
        for margin in [0.0, 3.0, 6.35, 20.0] {
            for size in [(41.0, 63.0), (85.0, 50.0), (63.5, 88.9), (20.0, 20.0), (6.0, 9.0), (50.0, 4.0)] {
                let sheet = PaperChoice::parse(paper).unwrap().small;
                let most = |w: f64, h: f64| {
                    let fit = |room: f64, piece: f64| ((room - 2.0 * margin + 1e-6) / piece).floor() as usize;
                    fit(w, size.0) * fit(h, size.1)
                };
                let most = most(sheet.width, sheet.height).max(most(sheet.height, sheet.width));
                if most > 0 {
                    let document = built(size, COPIES, paper, margin);
                    let what = format!("{} x {} mm on {paper}, margin {margin} mm", size.0, size.1);
                    // hexpress can turn some of the cards, which can save a sheet.
                    assert!(document.pages.len() <= COPIES.div_ceil(most), "{what}");
                    check(&document, size, margin, COPIES, &what);
                }
            }
        }
    }
}

fn check(document: &Document, size: (f64, f64), margin: f64, copies: usize, what: &str) {
    let mut found = 0;
    for page in &document.pages {
        let what = format!("{what}, page {}", page.number);
        let printable = page.media.inset(-margin);
        let mut pieces: Vec<Rect> = Vec::new();
        for rectangle in rectangles(page) {
            let item = &page.items[rectangle.item];
            if id(item) == "cut" {
                continue;
            }
            found += 1;
            assert_eq!(id(item), format!("cards/{found}"), "{what}");
            let turned = (rectangle.width - size.0).abs() > (rectangle.width - size.1).abs();
            let (width, height) = if turned { (size.1, size.0) } else { size };
            same_length(rectangle.width, width, &what);
            same_length(rectangle.height, height, &what);
            // A thin cut line has a white line below it, which belongs to the piece and is
            // invisible on paper.
            let ItemKind::Path { path, stroke, .. } = &item.kind else { panic!("{what}: a path") };
            let white =
                stroke.as_deref().is_none_or(|line| line.colour == Rgb([255; 3]) && line.width < 0.31);
            assert!(white, "{what}: {stroke:?}");
            let piece = path.bounding_box();
            assert!(
                inside(piece, printable) >= -TOLERANCE_MM,
                "{what}: {piece:?} lies outside {printable:?}"
            );
            assert!(
                pieces.iter().all(|other| overlap(piece, *other) <= TOLERANCE_MM),
                "{what}: pieces overlap"
            );
            pieces.push(piece);
        }
        for item in
            page.items.iter().filter(|item| !id(item).starts_with("cards/") || id(item) == "cards/furniture")
        {
            let beside = covers(item);
            // If marks have no space, hairlines run along the edges of the pieces.
            let hairline = id(item) == "cut" && pieces.iter().any(|p| inside(beside, *p).abs() < 0.1);
            let room = inside(beside, printable);
            assert!(
                room >= -TOLERANCE_MM || hairline,
                "{what}: `{}` reaches {} mm over the margin",
                id(item),
                -room
            );
            if id(item) != "cut" {
                let on = pieces.iter().map(|piece| overlap(beside, *piece)).fold(f64::MIN, f64::max);
                assert!(on < 0.0, "{what}: `{}` lies {on} mm deep on a piece", id(item));
            }
        }
    }
    assert_eq!(found, copies, "{what}");
}

#[test]
fn a_grid_that_does_not_fit_becomes_a_smaller_one() {
    let ran = Run::new().args(["build", HEXAGONAL_THING, "--paper", "a5", "--only", "movement"]).run();
    let document = ran.pdf("output/hexagonal-thing-a5.pdf");
    let per_page: Vec<_> = document.pages.iter().map(|page| boxes(page).len()).collect();
    assert_eq!(per_page, [9, 9]);
    for page in &document.pages {
        within_margins(page, 6.35);
        marks_touch_nothing(page, &boxes(page));
    }
}

#[test]
fn a_wider_margin_is_kept() {
    let ran = Run::new().args(["build", HEXAGONAL_THING, "--margin", "20mm", "--one-file"]).run();
    let document = ran.pdf("output/hexagonal-thing-iso.pdf");
    // The last page has the rules. This page has its own margins.
    let [sheets @ .., _rules] = &document.pages[..] else { panic!() };
    sheets.iter().for_each(|page| within_margins(page, 20.0));
    let names: usize = document.pages.iter().map(|page| count(page, "3W") + count(page, "1N")).sum();
    assert_eq!(names, 4);
    let notes: usize = document.pages.iter().map(|page| count(page, "ONE HUNDRED DOLLARS")).sum();
    assert_eq!(notes, 1);
}

#[test]
fn pairs_and_sizes_give_the_sheets_they_say() {
    for (paper, large, small) in [
        ("a3+letter", (297.0, 420.0), (215.9, 279.4)),
        ("A4+A3", (297.0, 420.0), (210.0, 297.0)),
        ("super-b", (330.2, 482.6), (330.2, 482.6)),
        ("420x300mm", (300.0, 420.0), (300.0, 420.0)),
        ("13x19in", (330.2, 482.6), (330.2, 482.6)),
    ] {
        let ran = Run::new().args(["build", HEXAGONAL_THING, "--paper", paper, "--one-file"]).run();
        let name = format!("output/{HEXAGONAL_THING}-{}.pdf", paper.to_lowercase());
        for (n, page) in ran.pdf(&name).pages.iter().enumerate() {
            let (w, h) = (page.media.width(), page.media.height());
            let expected = if n == 0 { large } else { small };
            same_length(w.min(h), expected.0, paper);
            same_length(w.max(h), expected.1, paper);
            within_margins(page, 6.35);
        }
    }
}
