//! Tests of version marks, and of `hexpress which`.

use crate::support::measure::{covers, texts};
use crate::support::run::{Run, program};
use hexpress::base::units::PT_PER_MM;

const LAYOUT: &str = "[game]\ntitle = \"Deck\"\nversion = \"0.3\"\n\n[[cards]]\nname = \"deck\"\nsize = \"poker\"\nversion-mark = true\nsafe = \"3mm\"\n\
    rows = [{ name = \"Ann\", ground = \"ivory\" }, { name = \"Bob\", ground = \"navy\", copies = 2 }]\n\
    face = [{ fill = \"{{ ground }}\" }, { text = \"{{ name }}\", font = \"20pt\", colour = \"red\", halo = \"1mm white\" }]\n";

/// Returns the version marks in a PDF.
fn marks(bytes: &[u8]) -> Vec<String> {
    let document = hexpress::read::pdf(bytes).unwrap();
    let found = document
        .pages
        .iter()
        .flat_map(texts)
        .filter(|(item, _)| item.id.as_ref().is_some_and(|id| id.to_string() == "deck/version-marks"));
    found
        .map(|(_, text)| {
            assert!((text.size * PT_PER_MM - 4.0).abs() < 0.02, "{} pt", text.size * PT_PER_MM);
            text.string.to_string()
        })
        .collect()
}

#[test]
fn each_piece_has_a_mark_that_leads_to_its_version() {
    let ran = Run::new().file("deck.toml", LAYOUT).args(["build", "deck.toml"]).checked().run();
    let found = marks(&ran.bytes("output/deck-iso.pdf"));
    assert_eq!(found.len(), 3);
    assert_eq!(found[1], found[2], "copies of a card have the same mark");
    assert_ne!(found[0], found[1]);
    let sign = found[0].strip_prefix("0.3 ").unwrap();
    let folder = ran.folder.path();
    for file in ["deck.toml", "output/deck-iso.pdf", "output"] {
        let output = program(&["which", &sign.to_lowercase(), file], folder);
        assert_eq!(
            output.stdout,
            format!("{sign}: deck 1 (Ann) in {file} (version 0.3)\n"),
            "{}",
            output.stderr
        );
        assert_eq!(output.status, 0);
    }
    let other = found[1].strip_prefix("0.3 ").unwrap();
    let output = program(&["which", other], folder);
    assert_eq!(output.stdout, format!("{other}: deck 2-3 (Bob) in deck.toml (version 0.3)\n"));
    // Another version of the card has another mark.
    std::fs::write(folder.join("deck.toml"), LAYOUT.replace("Ann", "Anne")).unwrap();
    let output = program(&["which", sign], folder);
    assert_eq!(
        (output.status, output.stdout),
        (1, format!("{sign}: no piece of these versions has this mark\n"))
    );
    let output = program(&["which", "0OI1"], folder);
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.starts_with("error[HX013]: `0OI1` is not the mark of a piece"),
        "{}",
        output.stderr
    );
}

#[test]
fn a_mark_keeps_to_the_safe_zone_and_clear_of_everything_else() {
    let ran =
        Run::new().file("deck.toml", LAYOUT).args(["build", "deck.toml", "--paper", "a4"]).checked().run();
    let document = hexpress::read::pdf(&ran.bytes("output/deck-a4.pdf")).unwrap();
    let page = &document.pages[0];
    let is_mark = |item: &hexpress::read::Item| {
        item.id.as_ref().is_some_and(|id| id.to_string() == "deck/version-marks")
    };
    let cards: Vec<kurbo::Rect> = page
        .items
        .iter()
        .filter(|item| !is_mark(item) && covers(item).width() > 63.0 && covers(item).width() < 64.0)
        .map(covers)
        .collect();
    for (_, text) in texts(page).filter(|(item, _)| is_mark(item)) {
        let card = cards.iter().find(|card| card.contains(text.outline.center())).unwrap();
        let inside = crate::support::measure::inside(text.outline, *card);
        assert!(inside >= 2.99, "{inside} mm inside the cut");
    }
}

#[test]
fn a_layout_without_marks_has_none() {
    let layout = LAYOUT.replace("version-mark = true\n", "");
    let ran = Run::new().file("deck.toml", layout).args(["build", "deck.toml"]).run();
    assert!(marks(&ran.bytes("output/deck-iso.pdf")).is_empty());
}
