//! Faults at the edges of pieces, and of the pages that show where to cut.

use std::sync::LazyLock;

use hexpress::check::Verdict;
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::print::setup::Order as PieceOrder;
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

/// Twenty cards on three sheets that are cut in one pile.
const PILE_OF_CARDS: &str = "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nrows = [{ copies = 20 }]\n\
    face = [{ text = \"{{ number }}\", font = \"14pt\" }]\n";

/// Page 1 has the cards 1, 4, 7 and so on. Page 2 has the cards 2, 5, 8 and so on, and page 3 has the
/// cards 3, 6, 9 and so on.
pub static PILE: LazyLock<Made> = LazyLock::new(|| {
    let mut options = Options::new("iso", DEFAULT_MARGIN);
    options.print_setup.order = Some(PieceOrder::Stack);
    make_with("pile", PILE_OF_CARDS, options)
});

/// Builds pages with consecutive cards, and judges them against [`PILE`].
fn not_stacked() -> Verdict {
    PILE.judge(&make("pile", PILE_OF_CARDS, "iso").pdf)
}

/// Swaps the ids of two cards on a page of the pile.
fn swapped(page: usize, a: &str, b: &str) -> Verdict {
    changed(&PILE, page, |text| {
        text.replace(&format!("({a})"), "(?)")
            .replace(&format!("({b})"), &format!("({a})"))
            .replace("(?)", &format!("({b})"))
    })
}

/// Judges the cards with `figure` in place of the box and its position.
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

/// A board with bleed, on a blue background.
const BOARD: &str = "[[board]]\nsheet = \"small\"\ntrim = \"160 x 120mm\"\nbleed = \"3mm\"\ncells = \"square\"\n\
    across = \"15mm\"\nshape = \"rectangle 8 x 6\"\ncell = { fill = \"#F4EBD9\" }\nunder = [{ fill = \"#2F5D8A\" }]\n";

static CUT_OUT: LazyLock<Made> = LazyLock::new(|| make("mine", BOARD, "iso"));

/// Judges the board after every drawing with the id `id` was changed.
fn board(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&CUT_OUT, 1, |text| each(text, id, &edit))
}

fn card(edit: impl Fn(&str) -> String) -> Verdict {
    changed(&STRIPS, 1, |text| each(text, "deck/2", &edit))
}

fn cut(number: u32, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&PLAN, 2, |text| each(text, &format!("cut-plan/cut/{number}"), &edit))
}

pub const WRONGS: super::Wrongs = wrongs![
    "a colour that ends just inside the cut, where a bleed is required", "HX470", 1, "ends at the cut of deck/1", &[],
        boxed("box = \"62.7 x 20mm\", at = \"top\", inset = \"0 10mm\"");
    "a colour that extends only 1 mm beyond the cut, where the bleed is 2 mm", "HX470", 1, "ends 1.00 mm beyond the cut of deck/1", &[],
        boxed("box = \"65 x 20mm\", at = \"0 0mm\"");
    "a back whose colour ends at the cut, where only backs have a bleed", "HX470", 2, "ends at the cut of deck/1/back", &[],
        backed("box = \"62.7 x 20mm\"");
    "a card moved sideways by 2 mm", "HX470", 1, "#008080 ends at the cut of deck/2", &["HX450"],
        card(|d| moved(d, 2.0, 0.0));
    "the background of a board moved sideways by 2 mm", "HX470", 1, "#2F5D8A ends 1.00 mm beyond the cut of `board`", &[],
        board("board/under:1", |d| moved(d, 2.0, 0.0));
    "the crop marks of a board moved by 1 mm", "HX470", 1, "#2F5D8A ends 2.00 mm beyond the cut of `board`", &[],
        board("cut", |d| moved(d, 0.0, 1.0));
    "a board without its crop marks", "HX470", 1, "no crop marks show the cut of `board`, 160.0 mm x 120.0 mm", &[],
        board("cut", |_| String::new());
    "words moved to 1 mm from the cut", "HX471", 1, "\"Bob\"", &["HX450", "HX470"], card(|d| moved(d, 0.0, 3.0));
    "a cut of the plan moved by 2 mm into the cards", "HX472", 2, "cut 2", &["HX473"], cut(2, |d| moved(d, 0.0, -2.0));
    "a cut of the plan moved by 2 mm into the margin", "HX473", 2, "larger", &[], cut(1, |d| moved(d, 0.0, -2.0));
    "a plan without the cut below the cards", "HX473", 2, "larger", &[], cut(2, |_| String::new());
    "a cut of the plan that ends inside the sheet", "HX473", 2, "ends inside the sheet", &[],
        cut(1, |d| moved(d, 5.0, 0.0));
    "cards arranged sheet by sheet, in a file for cutting in one pile", "HX474", 1, "deck/2 is below deck/10", &[], not_stacked();
    "two cards of one sheet that changed places, in a file for cutting in one pile", "HX474", 3, "deck/3 is below deck/5", &[],
        swapped(2, "deck/2", "deck/5");
    "the crop marks of one sheet moved by 0.3 mm, in a file for cutting in one pile", "HX474", 2, "is 0.30 mm from its place in the pile", &["HX442", "HX448"],
        changed(&PILE, 2, |text| each(text, "cut", |d| moved(d, 0.3, 0.0)));
];
