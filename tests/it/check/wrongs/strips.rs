//! Faults at the edges of pieces, and of the pages that show where to cut.

use std::sync::LazyLock;

use hexpress::check::Verdict;
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::record::Options;

use super::super::bench::{Made, each, make, make_with, moved};
use super::board::wrongs;
use super::{Wrong, changed};

/// Cards with bleed, and with words that keep clear of the trim.
const CARDS: &str = r#"
[[cards]]
name  = "deck"
size  = "63 x 88mm"
bleed = "2mm"
safe  = "3mm"
rows  = [{ name = "Ann" }, { name = "Bob" }, { name = "Cleo" }]
face  = [
  { box = "63 x 20mm", at = "top", fill = "teal" },
  { text = "{{ name }}", at = "bottom", inset = "4mm", font = "bold 12pt" },
]
"#;

pub static STRIPS: LazyLock<Made> = LazyLock::new(|| make("mine", CARDS, "iso"));
pub static PLAN: LazyLock<Made> = LazyLock::new(|| {
    let mut options = Options::new("iso", DEFAULT_MARGIN);
    options.print_setup.cut_plan = true;
    make_with("mine", CARDS, options)
});

/// Judges the cards with another box.
fn boxed(figure: &str) -> Verdict {
    let made = make("mine", &CARDS.replace("box = \"63 x 20mm\", at = \"top\"", figure), "iso");
    made.judge(&made.pdf)
}

/// Judges cards that are edge to edge, with `figure` on their backs. Only the backs have bleed.
fn backed(figure: &str) -> Verdict {
    let layout = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\ncopies = 3\nback-bleed = \"2mm\"\n\
                  face = [{ fill = \"gold\" }]\nback = [{ FIGURE, fill = \"teal\" }]\n";
    let made = make("mine", &layout.replace("FIGURE", figure), "iso");
    made.judge(&made.pdf)
}

fn card(edit: impl Fn(&str) -> String) -> Verdict {
    changed(&STRIPS, 1, |text| each(text, "deck/2", &edit))
}

fn cut(number: u32, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&PLAN, 2, |text| each(text, &format!("cut-plan/cut/{number}"), &edit))
}

pub const WRONGS: super::Wrongs = wrongs![
    "a colour that ends just inside the cut, where it should go on", "HX470", 1, "ends at the cut of deck/1", &[],
        boxed("box = \"62.7 x 20mm\", at = \"top\", inset = \"0 10mm\"");
    "a colour that continues for 1 mm of 2 mm", "HX470", 1, "ends 1.00 mm beyond the cut of deck/1", &[],
        boxed("box = \"65 x 20mm\", at = \"0 0mm\"");
    "a back that ends at the cut, where backs alone should go on", "HX470", 2, "ends at the cut of deck/1/back", &[],
        backed("box = \"62.7 x 20mm\"");
    "a card moved by 2 mm to its side", "HX470", 1, "#008080 ends at the cut of deck/2", &["HX450"],
        card(|d| moved(d, 2.0, 0.0));
    "words moved to 1 mm from the cut", "HX471", 1, "\"Bob\"", &["HX450", "HX470"], card(|d| moved(d, 0.0, 3.0));
    "a cut of the plan moved by 2 mm into the cards", "HX472", 2, "cut 2", &["HX473"], cut(2, |d| moved(d, 0.0, -2.0));
    "a cut of the plan moved by 2 mm into the margin", "HX473", 2, "larger", &[], cut(1, |d| moved(d, 0.0, -2.0));
    "a plan without the cut below the cards", "HX473", 2, "larger", &[], cut(2, |_| String::new());
    "a cut of the plan that ends inside the sheet", "HX473", 2, "ends inside the sheet", &[],
        cut(1, |d| moved(d, 5.0, 0.0));
];
