//! Tests of `copies = "fill"`: the last sheet of a component is full. The tests count the pieces in
//! the finished file.

use std::collections::BTreeMap;

use crate::support::measure::{id, paths, texts};
use crate::support::run::Run;

/// Builds a layout, and returns the numbers of the pieces on the front of each sheet, in order.
#[track_caller]
fn fronts(layout: &str, args: &[&str]) -> Vec<Vec<usize>> {
    let file = format!("output/x-{}.pdf", args[1]);
    let built = Run::new().file("x.toml", layout).args(["build", "x.toml"]).args(args.iter().copied());
    let ran = built.checked().run();
    let document = ran.pdf(&file);
    let mut sheets = Vec::new();
    for page in &document.pages {
        let mut numbers: Vec<usize> =
            paths(page).filter_map(|(item, _)| id(item).strip_prefix("deck/")?.parse().ok()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        sheets.extend((!numbers.is_empty()).then_some(numbers));
    }
    let pieces: usize = sheets.iter().map(Vec::len).sum();
    assert!(ran.stdout.contains(&format!("{pieces} ")), "the ticket says {pieces} pieces: {}", ran.stdout);
    sheets
}

fn layout(keys: &str, rows: usize) -> String {
    let rows = "{ dot = \"red\" }, ".repeat(rows);
    format!(
        "{keys}name = \"deck\"\ncopies = \"fill\"\nrows = [{rows}]\nface = [{{ disc = \"5mm\", fill = \"{{{{ dot }}}}\" }}]\n"
    )
}

#[test]
fn every_sheet_is_full() {
    let back = "back = [{ disc = \"5mm\", fill = \"navy\" }]\n";
    for (keys, args, holds) in [
        ("[[cards]]\nsize = \"63 x 88mm\"\n".to_owned(), &["--paper", "a4"][..], 9),
        ("[[cards]]\nsize = \"63 x 88mm\"\n".to_owned(), &["--paper", "letter"], 9),
        (format!("[[cards]]\nsize = \"63 x 88mm\"\n{back}"), &["--paper", "a4", "--backs", "flip-long"], 9),
        ("[[cards]]\nsize = \"63 x 88mm\"\n".to_owned(), &["--paper", "a4", "--order", "stack"], 9),
    ] {
        for (rows, sheets) in [(1, 1), (holds, 1), (holds + 1, 2), (2 * holds, 2)] {
            let found = fronts(&layout(&keys, rows), args);
            let counts: Vec<usize> = found.iter().map(Vec::len).collect();
            assert_eq!(counts, vec![holds; sheets], "{rows} rows of {keys} with {args:?}");
        }
    }
}

#[test]
fn one_more_piece_takes_another_sheet() {
    for keys in [
        "[[cards]]\nsize = \"44 x 77mm\"\n",
        "[[cards]]\nsize = \"70 x 120mm\"\n",
        "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\n",
        "[[counters]]\nacross = \"25mm\"\n",
    ] {
        let full = fronts(&layout(keys, 2), &["--paper", "a4"]);
        let [sheet] = full.as_slice() else { panic!("{full:?}") };
        // With one more piece, a second sheet is needed.
        let more = layout(keys, 2).replace("\"fill\"", &(sheet.len() + 1).to_string());
        let more = more.replace(&"{ dot = \"red\" }, ".repeat(2), "{ dot = \"red\" }");
        assert_eq!(fronts(&more, &["--paper", "a4"]).len(), 2, "{} pieces fill a sheet", sheet.len());
    }
}

#[test]
fn each_row_gets_one_more_in_turn_and_the_numbers_go_on() {
    let layout = "[[cards]]\nsize = \"63 x 88mm\"\nname = \"deck\"\ncopies = \"fill\"\n\
        rows = [{ name = \"Ann\", copies = 2 }, { name = \"Bob\" }, { name = \"Cleo\" }]\n\
        face = [{ text = \"{{ name }} {{ number }} of {{ of }}\", font = \"bold 12pt\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4"]).checked().run();
    let document = ran.pdf("output/x-a4.pdf");
    let text: Vec<String> = texts(&document.pages[0]).map(|(_, text)| text.string.to_string()).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in ["Ann", "Bob", "Cleo"] {
        counts.insert(name, text.iter().filter(|text| text.starts_with(name)).count());
    }
    assert_eq!(counts, BTreeMap::from([("Ann", 5), ("Bob", 2), ("Cleo", 2)]), "{text:?}");
    assert!(text.iter().any(|text| text == "Ann 5 of 9"), "{text:?}");
    assert!(text.iter().any(|text| text == "Cleo 9 of 9"), "{text:?}");
    // A piece that was added to fill the sheet can be printed again by its number.
    let again =
        Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4", "--pieces", "deck:9"]);
    assert!(again.checked().run().stdout.contains("Only these pieces: deck 9."));
}
