//! Tests of labels of cells, edges and corners: bold words, two lines, icons, and templates.

use hexpress::read::{ItemKind, Page};
use kurbo::{Rect, Shape};

use crate::board::addresses::{board, named};
use crate::support::measure::{count, id, inside, paths, same_length, texts};
use crate::support::run::Run;

/// Checks that the checker finds no fault in a board of seven cells with this label.
#[track_caller]
fn clean(label: &str, more: &str) {
    let layout = format!(
        "[[board]]\ncells = \"flat-top\"\nacross = \"30mm\"\nshape = \"hexhex 2\"\ncell = {{ label = {label} }}\n{more}"
    );
    Run::new().file("x.toml", layout).args(["check", "x.toml", "--deny", "warnings"]).run();
}

#[test]
fn what_a_cell_says_is_what_its_label_says_without_its_signs() {
    for label in [
        r#""**Buy**""#,
        r#""Buy *or* sell""#,
        r#""a \\* b""#,
        r#""Har\u00ADbour""#,
        r#""12:30""#,
        r#""Cost: 3""#,
        r#""Pay 3:coin:""#,
        r#""**Just**\nVisiting""#,
        r#""{{ 1 + 1 }} **free**""#,
    ] {
        clean(label, "");
        clean(
            label,
            "[board.labels]\nfont = \"6pt\"\nfor = \"each seat\"\nat = \"bottom\"\ninset = \"0 5mm\"\n[game]\nseats = 2\n",
        );
    }
}

/// The checker recognizes the names of cells, even if the cells have labels that consist of several texts.
#[test]
fn names_beside_labels_in_two_styles() {
    clean(
        "\"**Buy** a\\ncow\"",
        "names = \"lines\"\nshow-names = \"inside\"\n[board.must]\nnames = \"unique\"\n",
    );
}

#[test]
fn braces_that_a_label_works_out_to_are_words() {
    let page = board("flat-top", "shape = \"hexhex 2\"\ncell = { label = \"{{ '{{' }} a\" }");
    assert_eq!(count(&page, "{{ a"), 7);
}

/// Returns the texts of the only label on an edge or corner, their boxes, and the box of the plate.
/// The plate is the filled area behind the texts.
fn detail(keys: &str) -> (Vec<String>, Vec<Rect>, Rect) {
    let page = named("flat-top", keys);
    let own = |page: &Page| {
        let all = texts(page).filter(|(item, _)| id(item) == "board/detail:1");
        all.map(|(_, text)| (text.string.clone(), text.outline)).unzip()
    };
    let (words, outlines) = own(&page);
    let plate = paths(&page).find(|(item, _)| id(item) == "board/detail:1").unwrap().1.bounding_box();
    (words, outlines, plate)
}

#[test]
fn labels_of_edges_and_corners_are_texts_as_all_are() {
    let (words, outlines, plate) = detail("[board.at]\n\"c3|c4\" = { label = \"**Gate** 2\" }");
    assert_eq!(words, ["Gate", " 2"]);
    assert!(outlines.iter().all(|outline| inside(*outline, plate) > 0.3), "{outlines:?} {plate:?}");
    let (words, outlines, two) = detail("[board.at]\n\"c3|c4|d4\" = { label = \"Gate\\n2\" }");
    assert_eq!(words, ["Gate", "2"]);
    assert!(outlines[1].y0 > outlines[0].y1, "{outlines:?}");
    assert!(outlines.iter().all(|outline| inside(*outline, two) > 0.3), "{outlines:?} {two:?}");
    assert!(two.height() > plate.height() + 2.0);
    // The plate behind a label is centred on the edge or corner, whatever the text.
    let (_, _, one) = detail("[board.at]\n\"c3|c4\" = { label = \"2\" }");
    same_length(one.center().x, plate.center().x, "the middle of a plate");
    same_length(one.center().y, plate.center().y, "the middle of a plate");
    let page = named("flat-top", "[board.at]\n\"c3|c4\" = { label = \":star:\" }");
    let drawn = page.items.iter().filter(|item| {
        id(item) == "board/detail:1"
            && matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 != [255; 3])
    });
    assert_eq!(drawn.count(), 1, "the icon");
}

#[test]
fn kinds_are_left_out_by_their_name() {
    let keys = "map = \"\"\"\n    A\nB       B\n    A\n\"\"\"\nwithout = \"kind hill\"\n[board.key]\n\
        A = { kind = \"hill\", label = \"Hill\" }\nB = { label = \"Plain\" }\n";
    let page = board("flat-top", keys);
    assert_eq!((count(&page, "Hill"), count(&page, "Plain")), (0, 2));
}

/// The colour of a line can be a shade, such as `blue 50% lighter`. The word `dashed` can come before or
/// after the colour.
#[test]
fn lines_take_shades() {
    for line in ["0.5mm blue 50% lighter dashed", "0.5mm dashed blue 50% lighter"] {
        let page = board("flat-top", &format!("shape = \"hexhex 2\"\nline = \"{line}\""));
        let lines = paths(&page).filter(|(item, _)| id(item).starts_with("board/cell:"));
        let mut count = 0;
        for (item, _) in lines {
            let ItemKind::Path { stroke: Some(stroke), .. } = &item.kind else { panic!("{item:?}") };
            assert_eq!(stroke.colour.0, [128, 128, 255]);
            assert!(!stroke.dash.is_empty());
            count += 1;
        }
        assert_eq!(count, 7);
    }
}
