//! Faults of QR codes.

use std::sync::LazyLock;

use hexpress::check::Verdict;

use super::super::bench::{Made, each, make};
use super::board::wrongs;
use super::seen::{card, own};
use super::{Wrong, changed};

/// Two cards, each with a QR code.
static CARDS: LazyLock<Made> = LazyLock::new(|| make("codes", CODES, "a4"));

const CODES: &str = "[[cards]]\nname = \"cards\"\nsize = \"63 x 88mm\"\nrows = [{ name = \"Ann\" }, { name = \"Bob\" }]\n\
     face = [{ qr = \"https://example.org/{{ name }}\", size = \"33mm\" }]\n";

/// Judges the cards with the operators `drawn` added to the first card. Coordinates are in points from
/// the middle of the card.
fn over(drawn: &str) -> Verdict {
    changed(&CARDS, 1, |text| {
        each(text, "cards/1", |drawing| {
            let (before, after) = drawing.rsplit_once("Q\n").unwrap();
            format!("{before}{drawn}\nQ\n{after}")
        })
    })
}

/// Judges the cards with the drawing of the first card changed.
fn first(edit: impl Fn(&str) -> String) -> Verdict {
    changed(&CARDS, 1, |text| each(text, "cards/1", &edit))
}

/// Builds the cards from a changed layout, and judges them against [`CODES`].
fn from(change: (&str, &str)) -> Verdict {
    assert!(CODES.contains(change.0));
    let made = make("codes", &CODES.replace(change.0, change.1), "a4");
    CARDS.judge(&made.pdf)
}

/// A card with much free space around it, and a QR code on its sheet.
const SHEET: &str = "[game]\nversion = \"7\"\n[furniture]\nqr = \"{{ version }} {{ sheet }} {{ sheets }} {{ digest }}\"\n\
     [[cards]]\nname = \"cards\"\nsize = \"63 x 88mm\"\nface = [{ fill = \"tan\" }]\n";

/// Builds a sheet with another code from a changed layout, and judges it against [`SHEET`].
fn other_sheet() -> Verdict {
    let made = make("sheet", SHEET, "a4");
    assert!(made.judge(&made.pdf).faults.is_empty());
    let other = make("sheet", &SHEET.replace("\"7\"", "\"8\""), "a4");
    made.judge(&other.pdf)
}

pub const WRONGS: super::Wrongs = wrongs![
    "a corner of a code painted over", "HX435", 1, "a square in one of its corners", &[], over("1 g -40 20 24 24 re f");
    "small squares in the middle of a code painted white", "HX435", 1, "than it can correct", &[], over("1 g -12 -12 24 24 re f");
    "a code under a box", "HX435", 1, "shows no QR code with the text \"https://example.org/Ann\"", &[], over("0.5 g -60 -60 120 120 re f");
    "a code that is taken out", "HX435", 1, "cards/1 shows no QR code", &[], first(|drawing| {
            let lines = drawing.lines().map(|line| if line.ends_with(" Do") { "0.5 g 0 0 60 60 re f" } else { line });
            lines.map(|line| format!("{line}\n")).collect()
        });
    "a code with the text of another version", "HX435", 1, "reads \"http://example.org/Ann\"; the layout says \"https://example.org/Ann\"", &[], from(("https", "http"));
    "two codes exchanged", "HX435", 1, "reads \"https://example.org/Bob\"", &[], from(("{ name = \"Ann\" }, { name = \"Bob\" }", "{ name = \"Bob\" }, { name = \"Ann\" }"));
    "a code that is mirrored", "HX435", 1, "is mirrored", &["HX477"], first(|drawing| {
        let (head, rest) = drawing.split_once('\n').unwrap();
        let (frame, rest) = rest.split_once('\n').unwrap();
        format!("{head}\n{frame}\n-1 0 0 1 0 0 cm\n{rest}")
    });
    "a sheet whose code has another version", "HX435", 1, "the QR code reads \"8 1 1 ", &["HX464"], other_sheet();
    "a code that touches a dark ground", "HX436", 1, "is as wide as 0 of its small squares", &[],
        card("{ fill = \"navy\" }, { qr = \"https://example.org\", quiet = 0 }");
    "a code on a grey ground", "HX436", 1, "the minimum is 0.4", &[],
        own("[[cards]]\nsize = \"63 x 88mm\"\nface = [{ fill = \"#909090\" }, { qr = \"https://example.org\", fill = \"none\" }]\n");
];
