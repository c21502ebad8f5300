//! Tests of `docs/how-do-i` and `docs/idioms.md`: every example prints, every question is listed,
//! and every picture has its example.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hexpress::text::Fonts;

use super::{Example, anchor, examples, print};

const IDIOMS: &str = include_str!("../../docs/idioms.md");

/// CSS colours that examples must not use. Examples define a palette, which looks better.
const NAMED_COLOURS: [&str; 12] = [
    "white",
    "black",
    "gold",
    "navy",
    "tan",
    "silver",
    "grey",
    "gray",
    "teal",
    "ivory",
    "firebrick",
    "sienna",
];

/// Returns the table from which the idioms make a map.
pub fn table_of_cells() -> &'static [u8] {
    let (_, rest) = IDIOMS.split_once("```csv\n").expect("a table of cells");
    rest.split_once("```").expect("its end").0.as_bytes()
}

/// Returns the pages of answers and of idioms, with their paths.
fn pages_of_answers() -> Vec<(String, String)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let entries = std::fs::read_dir(docs.join("how-do-i")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = entries.chain([docs.join("idioms.md")]).collect();
    pages.sort();
    let named = |path: PathBuf| {
        let name = path.strip_prefix(&docs).unwrap().to_str().unwrap().replace('\\', "/");
        (name, std::fs::read_to_string(path).unwrap())
    };
    pages.into_iter().map(named).collect()
}

#[test]
fn every_example_of_the_answers_prints() {
    let fonts = Fonts::bundled();
    let mut wrong = String::new();
    let mut count = 0;
    for (page, text) in pages_of_answers() {
        for Example { line, text } in examples(&text) {
            count += 1;
            let papers: &[&str] = if text.contains("[[sheet]]") { &["iso"] } else { &["iso", "us"] };
            for paper in papers {
                if let Err(what) = print(&format!("docs/{page}:{line}"), &text, paper, &fonts) {
                    wrong += &format!("docs/{page}, line {line}, paper {paper}:\n{what}\n");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 90, "only {count} examples were found");
}

/// The first page of the answers must list every question. A picture must be above the example that
/// it shows.
#[test]
fn every_question_is_listed_and_every_picture_has_its_example() {
    let pages = pages_of_answers();
    let (_, first) = pages.iter().find(|(name, _)| name == "how-do-i/README.md").expect("the first page");
    let mut questions = 0;
    let mut shown = BTreeSet::new();
    for (name, text) in &pages {
        if name.starts_with("how-do-i/") && !name.ends_with("README.md") {
            for heading in text.lines().filter_map(|line| line.strip_prefix("## ")) {
                let file = name.trim_start_matches("how-do-i/");
                let link = format!("]({file}#{})", anchor(heading));
                assert!(first.contains(&link), "docs/how-do-i/README.md lacks \"{heading}\": {link}");
                questions += 1;
            }
        }
        for (_, rest) in
            text.match_indices("pictures/how-").map(|(at, found)| text.split_at(at + found.len()))
        {
            let (picture, rest) = rest.split_once(".png)").expect("a picture");
            assert!(rest.starts_with("\n\n```toml\n"), "docs/{name}: no example below how-{picture}.png");
            assert!(shown.insert(picture.to_owned()), "docs/{name} shows how-{picture}.png again");
        }
        for word in NAMED_COLOURS {
            let ends = format!("{word}\"");
            let found = examples(text).into_iter().find(|example| example.text.contains(&ends));
            assert!(found.is_none(), "docs/{name}: a colour of a palette or `#…`, not {word}");
        }
    }
    assert!(questions >= 60, "{questions} questions");
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let names =
        std::fs::read_dir(pictures).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let answers = names.filter_map(|name| Some(name.strip_prefix("how-")?.strip_suffix(".png")?.to_owned()));
    assert_eq!(
        answers.collect::<BTreeSet<_>>(),
        shown,
        "pictures of docs/pictures, and those that pages show"
    );
}
