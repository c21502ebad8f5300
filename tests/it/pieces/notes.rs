//! Tests of the banknotes. The tests measure the finished file.

use hexpress::read::{ItemKind, Rgb, Text};
use kurbo::Shape;

use crate::games::both;
use crate::support::measure::{
    boxes, id, inside, marks_touch_nothing, overlap, paths, printed, same_length, texts,
};

/// Each value, the value in words, and the number of such notes on a page.
const VALUES: [(&str, &str, usize); 4] =
    [("1", "One", 3), ("5", "Five", 3), ("20", "Twenty", 3), ("100", "One Hundred", 1)];

#[test]
fn ten_notes_of_one_size_lie_on_each_page() {
    for (_, document) in both() {
        for (page, name) in document.pages[2..].iter().zip(["pounds", "dollars"]) {
            let notes = boxes(page);
            assert_eq!(notes.len(), 10);
            for note in &notes {
                same_length(note.width(), 85.0, "the width of a note");
                same_length(note.height(), 50.0, "the height of a note");
            }
            marks_touch_nothing(page, &notes);
            for (n, note) in (1..).zip(&notes) {
                let own_items: Vec<_> =
                    page.items.iter().filter(|item| id(item) == format!("{name}/{n}")).collect();
                assert!(own_items.len() > 4, "{name}/{n} has {} drawings", own_items.len());
                // White areas are left out. They need no ink, and only cover lines of a vignette.
                let is_white = |item: &&&hexpress::read::Item| {
                    let white = Some(Rgb([255; 3]));
                    matches!(&item.kind, ItemKind::Path { fill, stroke: None, .. } if *fill == white)
                };
                for item in own_items.iter().filter(|item| !is_white(item)) {
                    let room = inside(printed(item), *note);
                    assert!(room > 0.5, "{name}/{n}: something comes within {room} mm of the cut");
                }
            }
        }
    }
}

#[test]
fn values_stand_in_words_and_in_figures_on_each_note() {
    for (_, document) in both() {
        // A note in pounds has one large number. A note in dollars has the number in each corner.
        let banks = [("£", "Pound", 1), ("$", "Dollar", 4)];
        for (page, (sign, unit, times)) in document.pages[2..].iter().zip(banks) {
            for (figures, words, notes) in VALUES {
                let plural = if figures == "1" { "" } else { "s" };
                let words = format!("{words} {unit}{plural}");
                let output =
                    texts(page).filter(|(_, text)| text.string.to_lowercase() == words.to_lowercase());
                assert_eq!(output.count(), notes, "{words}");
                let figures = format!("{sign}{figures}");
                let found = boxes(page).into_iter().map(|note| {
                    let own = |text: &Text| text.string == figures && note.contains(text.outline.center());
                    texts(page).filter(|(_, text)| own(text)).count()
                });
                let found: Vec<_> = found.filter(|found| *found > 0).collect();
                assert_eq!(found, vec![times; notes], "{figures}");
            }
        }
    }
}

#[test]
fn no_words_lie_on_others() {
    for (_, document) in both() {
        for page in &document.pages[2..] {
            // The board on the page of rules has words along arcs. The boxes of neighbouring letters on an
            // arc may overlap.
            let all: Vec<_> = texts(page).filter(|(item, _)| !id(item).starts_with("rules/draw")).collect();
            for (n, (item, text)) in all.iter().enumerate() {
                for (other_item, other) in &all[..n] {
                    let deep = overlap(text.outline, other.outline);
                    let who = id(item);
                    assert!(
                        deep < 0.0 || id(other_item) != who,
                        "{who}: `{}` lies on `{}`",
                        text.string,
                        other.string
                    );
                }
            }
        }
    }
}

#[test]
fn the_ornament_is_true_curves() {
    for (_, document) in both() {
        for page in &document.pages[2..] {
            let curved = |path: &hexpress::read::Outline| {
                path.segments().any(|s| matches!(s, kurbo::PathSeg::Cubic(_)))
            };
            for note in boxes(page) {
                let ornament = paths(page).filter(|(item, path)| {
                    let inked = matches!(&item.kind, ItemKind::Path { stroke: Some(_), .. });
                    inked && note.contains(path.bounding_box().center()) && curved(path)
                });
                let curves: usize = ornament.map(|(_, path)| path.segments().count()).sum();
                assert!(curves > 200, "a note of {curves} curves");
            }
        }
    }
}

#[test]
fn each_value_has_a_colour_of_its_own() {
    for (_, document) in both() {
        for (page, sign) in document.pages[2..].iter().zip(["£", "$"]) {
            let colours: Vec<_> = VALUES
                .iter()
                .map(|(figures, ..)| {
                    let words = format!("{sign}{figures}");
                    texts(page).find(|(_, text)| text.string == words).unwrap().1.colour
                })
                .collect();
            for (i, colour) in colours.iter().enumerate() {
                assert!(!colours[..i].contains(colour), "{colours:?}");
            }
        }
    }
}

#[test]
fn each_page_says_how_often_to_print_it_and_on_what() {
    for (_, document) in both() {
        let notes = [("pounds", "white or pale blue paper"), ("dollars", "pale green paper")];
        for (page, (name, stock)) in document.pages[2..].iter().zip(notes) {
            let line = format!("Print 5 copies on {stock}, at 100 %");
            let (_, text) = texts(page)
                .find(|(item, text)| id(item) == format!("{name}/furniture") && text.string.contains(&line))
                .unwrap_or_else(|| panic!("page {} does not say `{line}`", page.number));
            for note in boxes(page) {
                assert!(overlap(text.outline, note) < 0.0, "the line lies on a note");
            }
        }
    }
}
