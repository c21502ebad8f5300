//! Layouts that draw something invisible: under later drawings, or in the colour of its background.

use hexpress::check::Verdict;

use super::super::bench::{Made, make};
use super::Wrong;
use super::board::wrongs;

/// Judges the file of a layout.
pub fn own(text: &str) -> Verdict {
    let made = make("mine", text, "iso");
    made.judge(&made.pdf)
}

/// Judges a card with this face.
pub fn card(face: &str) -> Verdict {
    own(&format!("[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nface = [{face}]\n"))
}

/// Judges a board of squares of 20 mm.
pub fn squares(keys: &str) -> Verdict {
    own(&format!(
        "[[board]]\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 3 x 3\"\nnames = \"chess\"\n{keys}\n"
    ))
}

/// Builds a board of seven hexagons that a box covers.
pub fn under_a_box(fill: &str) -> Made {
    let text = format!(
        "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n\
         cell = {{ fill = \"wheat\", kind = \"field\" }}\nmust = {{ have = {{ field = 7 }} }}\n\
         [[board.draw]]\nbox = \"70 x 70mm\"\n{fill}\n"
    );
    make("mine", &text, "iso")
}

fn boxed(fill: &str) -> Verdict {
    let made = under_a_box(fill);
    made.judge(&made.pdf)
}

/// Returns the layout of a triangle with a word at each edge.
pub fn edged(inset: &str, keys: &str) -> String {
    format!(
        "[[tiles]]\nname = \"tiles\"\nshape = \"triangle\"\nacross = \"40mm\"\nrows = [{{ edges = \"red blue gold\" }}]\n\
         face = [{{ text = \"{{{{ edge }}}}\", at = \"each edge\", inset = \"{inset}\", font = \"6pt\"{keys} }}]\n"
    )
}

fn triangle(inset: &str, keys: &str) -> Verdict {
    own(&edged(inset, keys))
}

/// Builds a file from the layout `drawn`, and judges it against the layout `text`.
fn judged_against(text: &str, drawn: &str) -> Verdict {
    let wrong = make("mine", drawn, "iso");
    make("mine", text, "iso").judge(&wrong.pdf)
}

const TAKE: &str = "[[cards]]\nname = \"deck\"\nsize = \"mini\"\nface = [{ text = \"Take two coins.\", font = \"10pt\" }, { box = \"40 x 30mm\", fill = \"wheat\" }]\n";

pub const WRONGS: super::Wrongs = wrongs![
    "a box that covers its own words, because it is drawn after them", "HX607", 1, "covers \"Take two coins.\"", &[], own(TAKE);
    "words that a rule requires, under a box", "HX525", 1, "does not show", &["HX607"],
        own(&format!("{TAKE}[cards.must]\nsay = \"Take two coins.\"\n"));
    "a box over half of a line of words", "HX607", 1, "a part of \"Take two coins.\"", &[],
        card(r#"{ text = "Take two coins.", font = "14pt" }, { box = "20 x 20mm", at = "20mm 0mm", fill = "wheat" }"#);
    "an icon over words", "HX607", 1, "a part of \"Take two coins.\"", &[],
        card(r#"{ text = "Take two coins.", font = "12pt" }, { icon = "circle", size = "12mm", colour = "navy" }"#);
    "a box over all cells of a board", "HX607", 1, "covers 7 cells", &["HX503"], boxed("fill = \"white\"");
    "a box over most of a column of cells", "HX607", 1, "covers most of 4 cells", &[],
        own("[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"20mm\"\nshape = \"rectangle 4 x 4\"\ncell = { fill = \"tan\" }\n[[board.draw]]\nbox = \"16 x 84mm\"\nat = \"-10 0mm\"\nfill = \"navy\"\n");
    "a rule that counts cells under a box", "HX503", 1, "must have 7", &["HX607"], boxed("fill = \"white\"");
    "a white disc on a white cell", "HX432", 1, "#FFFFFF on #FFFFFF", &["HX503"],
        squares("at = { \"a1\" = { kind = \"start\", draw = [{ disc = \"9mm\", fill = \"white\" }] } }");
    "a rule that counts white discs on white cells", "HX503", 1, "must have 1", &["HX432"],
        squares("at = { \"a1\" = { kind = \"start\", draw = [{ disc = \"9mm\", fill = \"white\" }] } }\nmust = { have = { start = 1 } }");
    "a star in the colour of its card", "HX432", 1, "cannot be seen", &[],
        card(r#"{ fill = "wheat" }, { star = "20mm", fill = "wheat" }"#);
    "words for the edges of a triangle, but not closest to their edge", "HX433", 1, "no closer to one edge", &["HX422"], triangle("14mm", "");
    "words at the edges of a triangle, upside down for a reader at that edge", "HX433", 1, "is not upright", &["HX427"],
        judged_against(&edged("6mm", ""), &edged("6mm", ", turn = 180"));
    "words at the edges of a triangle, at the wrong edges", "HX433", 1, "other edges", &["HX494"],
        judged_against(&edged("6mm", ""), &edged("6mm", "").replace("red blue gold", "red gold blue"));
    "an icon that is half in the next cell", "HX431", 1, "beyond the edge of the cell", &["HX427"],
        own("[[board]]\ncells = \"flat-top\"\nacross = \"24mm\"\nshape = \"hexhex 2\"\ncell = { icon = \"mountain\", at = \"bottom-right\", size = \"8mm\", inset = \"2mm\", colour = \"brown\" }\n");
    "words 0.4 mm from the cut, without a safe zone", "HX471", 1, "inside the cut of deck/1", &[],
        card(r#"{ text = "Take", at = "top", inset = "0 0.4mm", font = "12pt" }"#);
    "a golden star on a wheat-coloured area", "HX432", 1, "is faint", &[],
        card(r#"{ fill = "wheat" }, { star = "20mm", fill = "gold" }"#);
];
