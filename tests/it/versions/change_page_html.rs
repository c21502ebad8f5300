//! Tests of `hexpress diff --format html`, and of its options.

use std::collections::BTreeSet;

use super::change_pages::{compared, csv, deck};
use crate::support::run::{Run, program};

const OLD: [(&str, usize); 3] = [("Ann", 3), ("<script>alert('&')</script>", 4), ("Dan", 6)];

fn page() -> String {
    let layout = deck("size = \"40 x 60mm\"").replace("{{ name }}", "x");
    let new = [("Ann", 38), ("<script>alert('&')</script>", 5), ("Eve \" onload=", 7)];
    let ran = compared(
        [&layout, &layout.replace("0.1", "0.2")],
        [&csv(OLD), &csv(new).replace("Eve \" ", "Eve \"\" ")],
        &["--format", "html", "--output", "changes.html"],
    );
    String::from_utf8(ran.bytes("changes.html")).unwrap()
}

/// Returns the values of an attribute.
fn values<'t>(page: &'t str, attribute: &str) -> Vec<&'t str> {
    let start = format!(" {attribute}=\"");
    page.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_page_needs_nothing_else_and_shows_names_as_text() {
    let page = page();
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;alert('&amp;')&lt;/script&gt;"));
    assert!(!page.contains("<link") && !page.contains("url(http"));
    assert!(page.contains("Eve &quot; onload="), "{page}");
    let outside = ["href", "xlink:href", "src"].into_iter().flat_map(|name| values(&page, name));
    for target in outside {
        assert!(target.starts_with('#') || target.starts_with("data:"), "{target}");
    }
    let mut ids = BTreeSet::new();
    assert!(values(&page, "id").into_iter().all(|id| ids.insert(id)), "an id occurs twice");
    for target in values(&page, "href").into_iter().filter_map(|target| target.strip_prefix('#')) {
        assert!(ids.contains(target), "{target} is missing");
    }
}

#[test]
fn headings_are_in_order_and_pictures_have_texts() {
    let page = page();
    let levels: Vec<u32> =
        page.split("<h").skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10)).collect();
    assert_eq!(levels, [1, 2, 3, 3, 2, 3, 2, 3]);
    let pictures: Vec<&str> = page.split("<svg ").skip(1).filter_map(|rest| rest.split('>').next()).collect();
    assert_eq!(pictures.len(), 6);
    for picture in pictures.iter().map(|picture| format!(" {picture}")) {
        assert!(picture.contains(" role=\"img\"") && picture.contains(" aria-label=\""), "{picture}");
        assert!(picture.contains("width=\"44mm\"") && picture.contains("height=\"64mm\""), "{picture}");
    }
    assert!(pictures[0].contains("aria-label=\"Ann, before: x 3\""), "{}", pictures[0]);
    assert!(pictures[1].contains("aria-label=\"Ann, after: x 38\""), "{}", pictures[1]);
    for text in [
        "<h1>What is new in Harbour</h1>",
        "version 0.1 → 0.2",
        "1 added, 1 removed, 2 changed",
        "<li>cost 3 → 38</li>",
    ] {
        assert!(page.contains(text), "{text} is missing");
    }
    // Both pictures of the two changed cards have a ring: a white line and a coloured one.
    assert_eq!(page.matches("stroke=\"#e0004d\"").count(), 4);
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("width=device-width"));
}

#[test]
fn the_page_is_printed_without_an_output_file() {
    let layout = deck("size = \"40 x 60mm\"");
    let run = Run::new().file("game.toml", layout).file("cards.csv", csv([("Ann", 3)]));
    let ran = run.args(["diff", "game.toml", "game.toml", "--format", "html"]).run();
    assert!(ran.stdout.starts_with("<!doctype html>\n") && ran.stdout.contains("Nothing looks different."));
}

#[test]
fn options_that_do_not_go_together_are_reported_at_once() {
    let layout = deck("size = \"40 x 60mm\"");
    let ran = Run::new().file("game.toml", layout).file("cards.csv", csv([("Ann", 3)])).args(["build"]).run();
    let folder = ran.folder.path();
    let both = ["diff", "game.toml", "game.toml"];
    for (args, messages) in [
        (&["--json", "--format", "html"][..], &["--format html and --json cannot be used together"][..]),
        (
            &["--output", "a.html", "--ink", "low"],
            &["--output requires --format html", "--ink requires --pdf"],
        ),
        (&["--paper", "a4"], &["--paper requires --pdf"]),
        (&["--pdf", "changes"], &["--pdf: the name of the file must end with .pdf"]),
        (
            &["--pdf", "a.txt", "--format", "html", "--output", "b"],
            &[
                "--pdf: the name of the file must end with .pdf",
                "--output: the name of the file must end with .html",
            ],
        ),
        (&["--pdf", "a.pdf", "--paper", "a0x"], &["unknown paper `a0x`"]),
    ] {
        let output = program(&[&both[..], args].concat(), folder);
        assert_eq!(output.status, 2, "{args:?}");
        let reported = format!("{}{}", output.stdout, output.stderr);
        for message in messages {
            assert!(reported.contains(message), "{message} is missing in {reported}");
        }
        let count = reported.matches("error[").count() + reported.matches("\"code\":").count();
        assert_eq!(count, messages.len(), "{reported}");
    }
    let pdf = "output/game-iso.pdf";
    let before = ran.bytes(pdf);
    for old in [pdf, "output"] {
        let output = program(&["diff", old, "game.toml", "--pdf", pdf], folder);
        assert!(
            output.stderr.contains("is a version to compare, and is not overwritten"),
            "{}",
            output.stderr
        );
    }
    assert_eq!(ran.bytes(pdf), before);
}

#[test]
fn programs_read_where_the_pdf_is_and_the_checker_knows_it() {
    let layout = deck("size = \"40 x 60mm\"");
    let ran = compared([&layout, &layout], [&csv([("Ann", 3)]), &csv([("Ann", 4)])], &["--json"]);
    assert_eq!(ran.json()["results"][0]["pdf"], "changes.pdf");
    let output = program(&["check", "changes.pdf"], ran.folder.path());
    assert_eq!(output.status, 2);
    assert!(
        output.stderr.contains("changes.pdf compares two versions of a game, and is not a print"),
        "{}",
        output.stderr
    );
}
