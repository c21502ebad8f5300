//! Faults of sheets with two sides.

use std::sync::LazyLock;

use hexpress::check::{self, Expected, Opened, Verdict};
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::print::setup::{Backs, PrintSetup};
use hexpress::record::Options;
use lopdf::Document;

use super::super::bench::{Made, each, make_for, moved, pt};
use super::board::{THING, wrongs};
use super::{Wrong, changed};

const LAYOUT: &str = r#"game = { share = false }
[[board]]
name   = "map"
sheet  = "small"
cells  = "flat-top"
across = "24mm"
shape  = "hexhex 3"

[[cards]]
name = "cards"
size = "63 x 88mm"
rows = [{ copies = 13 }]
face = [{ text = "front {{ number }}", font = "14pt" }]
back = [{ text = "back {{ number }}", font = "14pt" }]

[[counters]]
name   = "discs"
across = "22mm"
rows   = [{ copies = 30 }]
face   = [{ text = "{{ number }}", font = "12pt" }]
back   = [{ text = "{{ number }}", font = "9pt" }]
"#;

fn options(backs: Option<Backs>) -> Options {
    Options {
        print_setup: PrintSetup { backs, ..PrintSetup::default() },
        ..Options::new("iso", DEFAULT_MARGIN)
    }
}

/// The pages: 1 is the map, 2 is empty, 3 to 6 are cards and their backs, 7 is discs, 8 is the
/// backs of the discs.
pub static SIDES: LazyLock<Made> = LazyLock::new(|| make_for("sides", LAYOUT, options(None)).unwrap());
/// The pages of [`SIDES`], followed by cut plans: pages 9 and 10 for the cards, page 11 for the
/// discs.
pub static PLANS: LazyLock<Made> = LazyLock::new(|| {
    let print_setup = PrintSetup { cut_plan: true, ..PrintSetup::default() };
    make_for("plans", LAYOUT, Options { print_setup, ..Options::new("iso", DEFAULT_MARGIN) }).unwrap()
});
/// The pages: 1 is the map, 2 to 5 are cards, 6 is discs.
pub static FOLDED: LazyLock<Made> =
    LazyLock::new(|| make_for("folded", LAYOUT, options(Some(Backs::Fold))).unwrap());

/// Judges the unchanged file as if its sheets were turned over in another way.
fn turned_over(backs: Backs) -> Verdict {
    let options = options(Some(backs));
    let opened = vec![Opened::new("mine.pdf", &SIDES.pdf).unwrap()];
    let output = Expected { game: &SIDES.ready.game, options: &options };
    check::judge(opened, Some(output), check::TOLERANCE).unwrap()
}

/// Rotates a drawing about its centre by 180 degrees.
fn turned(drawing: &str) -> String {
    let changed = drawing.replacen("q 1 0 0 1 ", "q -1 0 0 -1 ", 1);
    assert_ne!(changed, drawing);
    changed
}

/// Judges a page with changed cut lines. In every drawing with the id `cut`, the `n`-th outline is moved
/// to the right and down, in mm. The first outline has the number 0.
fn outline(made: &Made, page: usize, n: usize, right: f64, down: f64) -> Verdict {
    changed(made, page, |text| {
        each(text, "cut", |drawing| {
            let mut seen = 0;
            let lines = drawing.split_inclusive('\n').map(|line| {
                let frame = line.strip_prefix("q ").and_then(|l| l.strip_suffix(" cm\n"));
                let Some(frame) = frame else { return line.to_owned() };
                seen += 1;
                if seen - 1 != n {
                    return line.to_owned();
                }
                let mut frame: Vec<f64> = frame.split(' ').map(|v| v.parse().unwrap()).collect();
                frame[4] += pt(right);
                frame[5] -= pt(down);
                let frame: Vec<String> = frame.iter().map(|v| format!("{v:.3}")).collect();
                format!("q {} cm\n", frame.join(" "))
            });
            lines.collect()
        })
    })
}

/// Swaps the ids of each pair of drawings.
fn swapped(text: &str, pairs: &[(&str, &str)]) -> String {
    let mut text = text.to_owned();
    for (a, b) in pairs {
        let (a, b) = (format!("({a})"), format!("({b})"));
        assert!(text.contains(&a) && text.contains(&b), "{a} {b}");
        text = text.replace(&a, "(?)").replace(&b, &a).replace("(?)", &b);
    }
    text
}

fn wish(key: &'static str, value: Option<lopdf::Object>) -> Verdict {
    SIDES.judge(&SIDES.with(|file: &mut Document| {
        let catalogue = file.catalog_mut().unwrap();
        let wishes = catalogue.get_mut(b"ViewerPreferences").unwrap().as_dict_mut().unwrap();
        match &value {
            Some(value) => wishes.set(key, value.clone()),
            None => drop(wishes.remove(key.as_bytes())),
        }
    }))
}

pub const WRONGS: super::Wrongs = wrongs![
    "the outline of a back moved by 0.2 mm", "HX476", 8, "discs/3/back", &[],
        outline(&SIDES, 8, 2, 0.2, 0.0);
    "the outline of a front moved down by 0.2 mm", "HX476", 8, "discs/9/back", &[],
        outline(&SIDES, 7, 8, 0.0, 0.2);
    "all marks of a page of backs moved by 0.3 mm", "HX476", 4, "0.30 mm from its place", &["HX442"],
        changed(&SIDES, 4, |text| each(text, "cut", |d| moved(d, 0.3, 0.0)));
    "two backs that changed places", "HX476", 4, "cards/", &[],
        changed(&SIDES, 4, |text| swapped(text, &[("cards/2/back", "cards/3/back")]));
    "backs in the same order as their fronts, not mirrored", "HX476", 4, "more", &[], changed(&SIDES, 4, |text| {
        swapped(text, &[
            ("cards/1/back", "cards/3/back"), ("cards/4/back", "cards/6/back"), ("cards/7/back", "cards/9/back"),
        ])
    });
    "a back on another sheet than its front", "HX476", 6, "is not on page 5", &["HX451", "HX452"],
        changed(&SIDES, 6, |text| text.replace("(cards/11/back)", "(cards/2/back)"));
    "backs arranged for the longer edge, in a file that states the shorter edge", "HX476", 4, "cards/", &["HX477", "HX478"],
        turned_over(Backs::FlipShort);
    "an outline on a folded sheet moved by 0.2 mm", "HX476", 6, "discs/2/back", &[],
        outline(&FOLDED, 6, 1, 0.0, 0.1);
    "a card turned upside down", "HX477", 2, "movement/7 is upside down", &[],
        changed(&THING, 2, |text| each(text, "movement/7", turned));
    "the back of a card turned upside down", "HX477", 4, "cards/5/back is upside down", &[],
        changed(&SIDES, 4, |text| each(text, "cards/5/back", turned));
    "a disc turned upside down", "HX477", 7, "discs/30 is upside down", &[],
        changed(&SIDES, 7, |text| each(text, "discs/30", turned));
    "a card on a folded sheet turned upside down", "HX477", 2, "cards/2 is upside down", &[],
        changed(&FOLDED, 2, |text| each(text, "cards/2", turned));
    "a file that requests turning sheets over the other edge", "HX478", 0, "DuplexFlipShortEdge", &[],
        wish("Duplex", Some("DuplexFlipShortEdge".into()));
    "a file with backs that requests one-sided printing", "HX478", 0, "Simplex", &[], wish("Duplex", Some("Simplex".into()));
    "a file with backs that does not request printing on both sides", "HX478", 0, "both sides", &[], wish("Duplex", None);
    "a file that requests three copies, although one is needed", "HX478", 0, "3 copies", &[], wish("NumCopies", Some(3.into()));
    "a line on a page that must be empty", "HX479", 2, "left empty", &[],
        changed(&SIDES, 2, |text| format!("{text}\n1 w 100 -100 m 200 -200 l S\n"));
    "an empty page left out, so that fronts are printed on the back of a board", "HX479", 2, "`cards` is printed on the back", &["HX465"],
        SIDES.judge(&SIDES.with(|file| file.delete_pages(&[2])));
    "a cut plan on the back of a sheet of discs", "HX479", 8, "`cut-plan` is printed on the back of page 7", &["HX465"],
        PLANS.judge(&PLANS.with(|file| file.delete_pages(&[8])));
    "the line to fold along moved by 6 mm", "HX480", 2, "from the fold", &["HX476"],
        changed(&FOLDED, 2, |text| each(text, "fold", |d| moved(d, 6.0, 0.0)));
    "a folded sheet without a line to fold along", "HX480", 2, "no line", &[],
        changed(&FOLDED, 2, |text| each(text, "fold", |_| String::new()));
];
