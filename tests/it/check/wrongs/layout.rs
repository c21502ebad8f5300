//! Layouts that are faulty themselves, and files that are compared with a layout that is not their own.

use hexpress::check::Verdict;

use super::super::bench::make;
use super::Wrong;
use super::board::wrongs;
use crate::support::plain_games;

/// Judges a file against its own layout.
fn own(text: &str) -> Verdict {
    let made = make("mine", text, "iso");
    made.judge(&made.pdf)
}

/// Builds a file from `text` with `from` replaced by `to`, and judges it against `text`.
fn other(text: &str, from: &str, to: &str) -> Verdict {
    assert!(text.contains(from), "no {from}");
    let wrong = make("mine", &text.replace(from, to), "iso");
    make("mine", text, "iso").judge(&wrong.pdf)
}

/// Judges the plain version of a game in the same way as [`other`].
fn game(id: &str, from: &str, to: &str) -> Verdict {
    other(plain_games::text(id), from, to)
}

const BOARD: &str = r##"
[[board]]
cells = "flat-top"
across = "20mm"
map = """
    A
B       B
    C
"""
[board.key]
A = { kind = "sea", label = "Sea", fill = "#CFE0F3" }
B = { kind = "land", fill = "#FFFFFF" }
C = { kind = "hill", fill = "#B8965C" }
"##;

/// A board whose short rows end between the cells of the long rows.
const RAGGED: &str = r##"
[[board]]
sheet = "small"
cells = "flat-top"
across = "20mm"
names = "doubled"
show-names = "outside"
map = """
A       A       A
    A
A
    A
A       A       A
"""
[board.key]
A = { kind = "field", fill = "#E4DDF2" }
"##;

const DECK: &str = r#"
[[cards]]
name = "deck"
size = "63 x 88mm"
rows = [{ name = "Ann" }, { name = "Bob" }, { name = "Cleo" }]
face = [{ text = "{{ name }}", at = "top", inset = "6mm", font = "bold 20pt" }]
"#;

/// A board and pieces with alternative texts, which are read aloud.
const ALOUD: &str = r#"
[[board]]
name = "field"
cells = "square"
across = "20mm"
shape = "rectangle 2 x 2"
alt = "four squares"

[[counters]]
name = "men"
across = "20mm"
rows = [{ side = "white" }, { side = "black" }]
alt = "{{ side }} king"
face = [{ fill = "{{ side }}" }]
"#;

const WAYS: &str = r#"
[[board]]
cells = "flat-top"
across = "20mm"
map = """
    A
A       A
    A
"""
[board.key]
A = { kind = "road", path = "1-4, 2-5", colour = "black", width = "1mm" }
B = { kind = "bend", path = "1-4, 2-6", colour = "black", width = "1mm" }
"#;

/// Cards, one of which shows nothing.
const BLANK: &str = r#"
[[cards]]
name = "deck"
size = "63 x 88mm"
rows = [{ name = "Ann" }, { name = "" }, { name = "Cleo" }]
face = [{ text = "{{ name }}", at = "top", inset = "6mm", font = "bold 20pt" }]
"#;

fn two_kinds(a: &str, b: &str) -> Verdict {
    own(&BOARD.replace("#FFFFFF", a).replace("#B8965C", b))
}

fn two_sides(a: &str, b: &str) -> Verdict {
    own(&format!(
        "[[board]]\ncells = \"pointy-top\"\nacross = \"20mm\"\nshape = \"rhombus 4 x 4\"\n\
         [board.sides]\ncolours = [\"{a}\", \"{b}\", \"{a}\", \"{b}\"]\nwidth = \"5mm\"\n"
    ))
}

/// Judges tiles whose edges have two colours. The icons of the colours differ if `icons` is true.
fn two_edges(a: &str, b: &str, icons: bool) -> Verdict {
    let icon = r#", { icon = "{{ edge | icon }}", at = "each edge", inset = "1mm", size = "3mm", colour = "white" }"#;
    own(&format!(
        "[colours]\none = {{ fill = \"{a}\", icon = \"star\" }}\ntwo = {{ fill = \"{b}\", icon = \"{}\" }}\n\
         [[tiles]]\nname = \"tiles\"\ncells = \"flat-top\"\nacross = \"40mm\"\n\
         rows = [{{ edges = \"one two one two one two\" }}, {{ edges = \"one one one two two two\" }}]\n\
         face = [{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"5mm\" }}{}]\n",
        if icons { "circle" } else { "star" },
        icon
    ))
}

fn two_discs(a: &str, b: &str) -> Verdict {
    own(&format!(
        "[[counters]]\nname = \"men\"\nacross = \"20mm\"\nrows = [{{ c = \"{a}\" }}, {{ c = \"{b}\" }}]\n\
         face = [{{ fill = \"{{{{ c }}}}\" }}]\n"
    ))
}

fn counters(percent: u8) -> Verdict {
    own(&format!(
        "[[board]]\ncells = \"flat-top\"\nfit = \"largest\"\nshape = \"hexhex 4\"\n\
         [[counters]]\nname = \"men\"\nacross = \"{percent}% of board\"\ncopies = 3\nrows = [{{ }}]\n\
         face = [{{ disc = \"50%\", fill = \"black\" }}]\n"
    ))
}

/// Judges counters on a board with cells of 20 mm. `share` is their size, such as `98%` of a cell.
fn men(share: &str) -> Verdict {
    own(&format!(
        "[[board]]\ncells = \"pointy-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n\
         [[counters]]\nname = \"men\"\nacross = \"{share} of board\"\ncopies = 6\nface = [{{ fill = \"tan\" }}]\n"
    ))
}

fn card(face: &str) -> Verdict {
    own(&format!("[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nface = [{face}]\n"))
}

/// Judges words in this colour on bare paper of this stock.
fn stocked(stock: &str, colour: &str) -> Verdict {
    own(&format!(
        "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nstock = \"{stock}\"\n\
         face = [{{ text = \"Look\", font = \"12pt\", colour = \"{colour}\" }}]\n"
    ))
}

fn labelled(labels: &str) -> Verdict {
    own(&format!(
        "[[board]]\ncells = \"flat-top\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\n\
         cell = {{ label = \"Harbour\", fill = \"#CFE0F3\" }}\n[board.labels]\n{labels}\n"
    ))
}

pub const WRONGS: super::Wrongs = wrongs![
    "a counter that screen readers read as another counter", "HX434", 2, "men 1: white king", &[], other(ALOUD, "alt = \"{{ side }} king\"", "alt = \"{{ side }} man\"");
    "a board that screen readers read cell by cell, instead of its `alt`", "HX434", 1, "four squares", &[], other(ALOUD, "alt = \"four squares\"\n", "");
    "red cells and green cells of the same lightness", "HX491", 1, "alike", &[], two_kinds("#D55E5E", "#8C8C3C");
    "two kinds of cells in almost the same colour", "HX491", 1, "everyone", &[], two_kinds("#F4EAD3", "#F1E6CC");
    "two kinds of cells that look the same when printed in grey", "HX491", 1, "grey", &[], two_kinds("#99DDFF", "#FFC4C4");
    "blue cells and green cells that look alike to people who cannot see blue", "HX491", 1, "cannot see blue", &[], two_kinds("#4477AA", "#228833");
    "red sides and green sides of the same lightness", "HX492", 1, "sides", &[], two_sides("#C04040", "#6E7A22");
    "two sides in almost the same blue", "HX492", 1, "sides", &[], two_sides("#0072B2", "#0A78B8");
    "edges in two similar reds, with the same icon", "HX493", 1, "icons", &["HX494"], two_edges("#A40122", "#B01030", false);
    "edges in blue and green that look alike to people who cannot see blue, with the same icon", "HX493", 1, "cannot see blue", &["HX494"], two_edges("#4477AA", "#228833", false);
    "red pieces and green pieces of the same lightness", "HX494", 1, "men/", &[], two_discs("#C04040", "#6E7A22");
    "pieces in two similar greys", "HX494", 1, "men/", &[], two_discs("#808080", "#8A8A8A");
    "counters larger than their cells", "HX481", 2, "does not fit", &[], counters(110);
    "counters as large as their cells", "HX481", 2, "the same size", &[], counters(100);
    "counters with 99 % of the size of their cells", "HX481", 2, "less than the minimum of 0.5 mm", &[], counters(99);
    "counters as large as their cells of 20 mm", "HX481", 2, "the same size", &[], men("100%");
    "counters with too little room in cells of 20 mm", "HX481", 2, "less than the minimum of 0.5 mm", &[], men("98%");
    "`clear-of` with a counter larger than the cells", "HX481", 1, "do not fit", &["HX423"], labelled("clear-of = \"31mm\"\nfont = \"9pt\"");
    "`clear-of` with a counter as large as the cells", "HX481", 1, "less than the minimum of 0.5 mm", &["HX423"], labelled("clear-of = \"29.8mm\"\nfont = \"9pt\"");
    "words in 4 points on a card", "HX424", 1, "4.0 pt", &[], card(r#"{ text = "small print", font = "4pt" }"#);
    "words that shrink to 3 points", "HX424", 1, "pt", &[], card(r#"{ text = "small print for a small place", size = "10 x 3mm", font = "9pt", shrink = "2pt" }"#);
    "a word typed twice", "HX429", 1, "the the", &[], card(r#"{ text = "Go to the the castle", font = "12pt" }"#);
    "a word typed twice, with a line break between", "HX429", 1, "The the", &[],
        card(r#"{ text = "A gate. The\nthe castle", font = "12pt" }"#);
    "names next to a board with an uneven border, printed over its cells", "HX430", 1, "is printed 0.81 mm inside the cell", &[], own(RAGGED);
    "yellow words on white", "HX425", 1, "#F0E442", &[], card(r##"{ text = "Look", font = "20pt", colour = "#F0E442" }"##);
    "a large digit in pale grey", "HX425", 1, "the minimum is 3", &[], card(r##"{ text = "8", font = "bold 24pt", colour = "#A0A0A0" }"##);
    "bold words of 13 points, in a grey that is allowed only from 14 points", "HX425", 1, "the minimum is 4.5", &[], card(r##"{ text = "Look", font = "bold 13pt", colour = "#888888" }"##);
    "words of 17 points that are not bold, in a grey that is allowed only from 18 points", "HX425", 1, "the minimum is 4.5", &[], card(r##"{ text = "Look", font = "17pt", colour = "#888888" }"##);
    "red words on a green card", "HX425", 1, "contrast", &[],
        card(r##"{ fill = "#228833" }, { text = "Look", font = "20pt", colour = "#A40122" }"##);
    "black words on a black road", "HX425", 1, "#000000 on #000000", &[],
        own("[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{ path = \"1-4, 2-6\", colour = \"black\", width = \"9mm\" }, { text = \"7\", font = \"bold 20pt\" }]\n");
    "drawings in the corners of the rectangle round a cell, outside the cell", "HX431", 1, "outside", &["HX427", "HX408"],
        own("[[board]]\ncells = \"flat-top\"\nacross = \"40mm\"\nshape = \"hexhex 2\"\ncell = { draw = [{ disc = \"3mm\", at = \"each corner\", inset = \"1mm\", fill = \"navy\" }] }\n");
    "grey words on pale green paper", "HX425", 1, "contrast", &[], stocked("pale green", "#767676");
    "grey words on a `stock` of \"white or pale blue\"", "HX425", 1, "contrast", &[], stocked("white or pale blue", "#767676");
    "words printed over other words", "HX422", 1, "overlap", &[], card(r#"{ text = "one word", font = "20pt" }, { text = "another", font = "20pt" }"#);
    "a price printed over a name", "HX422", 1, "overlap", &[],
        card(r#"{ text = "A very long name", at = "top", inset = "5mm", font = "18pt" }, { text = "$20", at = "top", inset = "7mm", font = "12pt" }"#);
    "labels under counters", "HX423", 1, "covers", &[], labelled("clear-of = \"20mm\"\nfont = \"9pt\"");
    "labels half under counters", "HX423", 1, "covers", &[], labelled("at = \"top\"\ninset = \"3mm\"\nfont = \"9pt\"\nclear-of = \"24mm\"");
    "labels in pale blue on pale blue", "HX425", 1, "contrast", &[], labelled("font = \"9pt\"\ncolour = \"#99CCEE\"");
    "labels in 4 points", "HX424", 1, "4.0 pt", &[], labelled("font = \"4pt\"");
    "cells made at 97 % of their size", "HX411", 1, "19.40 mm", &[], other(BOARD, "20mm", "19.4mm");
    "cells made 0.1 mm too large", "HX411", 1, "20.10 mm", &[], other(BOARD, "20mm", "20.1mm");
    "a board made pointy-top", "HX403", 1, "pointy-top", &["HX407", "HX408", "HX409", "HX426", "HX427", "HX410"],
        other(
            "[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n",
            "flat-top",
            "pointy-top"
        );
    "a board made with a row less", "HX407", 1, "missing", &[],
        other("[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"rhombus 4 x 4\"\n", "rhombus 4 x 4", "parallelogram 4 x 3");
    "a board made with a ring more", "HX408", 1, "not in the layout", &["HX407"],
        other("[[board]]\ncells = \"flat-top\"\nacross = \"20mm\"\nshape = \"hexhex 2\"\n", "hexhex 2", "hexhex 3");
    "a cell of the map made empty", "HX407", 1, "missing", &[], other(BOARD, "    C\n", "     \n");
    "a cell added to the map", "HX408", 1, "not in the layout", &["HX427"], other(BOARD, "    C\n", "    C\nB\n");
    "a kind of cells made with another label", "HX426", 1, "Sea", &[], other(BOARD, "\"Sea\"", "\"See\"");
    "a kind of cells made without its label", "HX426", 1, "Sea", &["HX491"], other(BOARD, "label = \"Sea\", ", "");
    "a Sell and a Change exchanged on the board of Hexagonal Thing", "HX426", 1, "\"Sell\"", &["HX427"],
        game("hexagonal-thing", "S       S       C       C", "S       C       S       C");
    "a star taken from the map of Hexagonal Thing", "HX428", 1, "star", &[],
        game("hexagonal-thing", "    B*      B*      B*", "    B*      B       B*");
    "a star added to the map of Hexagonal Thing", "HX427", 1, "do", &[],
        game("hexagonal-thing", "S       S       C       C", "S*      S       C       C");
    "a starting cell of Hexagonal Thing in the other player's colour", "HX427", 1, "the colour of its mark `white-start` differs", &[],
        game("hexagonal-thing", "            J^", "            Jv");
    "a kind of cells of Hexagonal Thing in another colour", "HX427", 1, "the layout says", &[],
        game("hexagonal-thing", "green  = \"#CFE8CF\"", "green  = \"#CFE8DF\"");
    "a cell whose roads lead to other edges", "HX427", 1, "does not look like the other cells", &[], other(WAYS, "    A\nA       A", "    A\nA       B");
    "cards made 0.2 mm too narrow", "HX449", 1, "62.80", &[], other(DECK, "63 x 88mm", "62.8 x 88mm");
    "cards made 0.1 mm too high", "HX449", 1, "88.10", &[], other(DECK, "63 x 88mm", "63 x 88.1mm");
    "cards made with rounded corners", "HX449", 1, "rounded", &[], other(DECK, "size = \"63 x 88mm\"", "size = \"63 x 88mm\"\nround = \"3mm\"");
    "a card too few", "HX451", 1, "piece 3", &[], other(DECK, ", { name = \"Cleo\" }", "");
    "an empty card left out", "HX451", 1, "piece 3", &[], other(BLANK, "{ name = \"\" }, ", "");
    "an empty card too many", "HX452", 1, "piece 4", &[], other(BLANK, "{ name = \"Cleo\" }", "{ name = \"Cleo\" }, { name = \"\" }");
    "a card too many", "HX452", 1, "piece 4", &[], other(DECK, "{ name = \"Cleo\" }", "{ name = \"Cleo\" }, { name = \"Dan\" }");
    "nine tiles of each colour instead of ten", "HX451", 1, "piece 19", &[], game("hex-nut", "copies = 10", "copies = 9");
    "tiles made 0.2 mm too large", "HX449", 1, "45.20", &[], game("hex-nut", "across = \"45mm\"", "across = \"45.2mm\"");
    "discs made at another percentage of the size of a cell", "HX482", 2, "76%", &[], game("inphexion", "76% of board", "75% of board");
];
