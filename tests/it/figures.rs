//! Figures in the documents that a program can count: they are written by these tests.

use std::sync::{Mutex, PoisonError};

use crate::run::{Folder, Run, program};

const BENCH: &str = include_str!("../../benches/w1.toml");
const W3: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/w3.toml");
const HEAD: &str = "| file | pages | bytes |\n|---|---|---|\n";

/// How large the finished files are, in whole kilobytes: the last digits change with every word of a layout.
#[test]
fn the_page_lists_the_sizes_of_files() {
    let ran = Run::new()
        .file("w1.toml", BENCH)
        .args(["build", "hexagonal-thing", "auction-hexes", "hex-nut", "w1.toml", "--no-check"])
        .any_stderr()
        .run();
    let mut table = String::new();
    for name in
        ["hexagonal-thing-iso-a4", "hexagonal-thing-iso-a3", "auction-hexes-iso", "hex-nut-iso", "w1-iso"]
    {
        let bytes = ran.bytes(&format!("output/{name}.pdf"));
        let pages = lopdf::Document::load_mem(&bytes).unwrap().get_pages().len();
        table.push_str(&format!("| `{name}.pdf` | {pages} | {},000 |\n", (bytes.len() + 500) / 1000));
    }
    stands("trust.md", HEAD, table.trim_end(), "\n\n");
    let a4 = lopdf::Document::load_mem(&ran.bytes("output/hexagonal-thing-iso-a4.pdf")).unwrap();
    let profile = a4.catalog().unwrap().get(b"OutputIntents").and_then(|intents| {
        let intent =
            a4.dereference(intents)?.1.as_array()?.first().ok_or(lopdf::Error::Unimplemented("none"))?;
        let profile = a4.dereference(intent)?.1.as_dict()?.get(b"DestOutputProfile")?;
        a4.dereference(profile)?.1.as_stream()?.get_plain_content()
    });
    let length = profile.expect("a profile").len();
    stands("trust.md", "by a profile of ", &length.to_string(), " bytes that hexpress writes itself");
}

#[test]
fn the_pages_say_how_many_tiles_and_pages_there_are() {
    let folder = Folder::new();
    let tiles = |layout: &str, deck: &str| {
        let said =
            program(&["deck", layout, "--only", deck, "--count", "all", "--format", "csv"], folder.path());
        said.stdout.lines().count() - 1
    };
    stands(
        "trust.md",
        "`build auction-hexes --count all` with its\n",
        &thousands(tiles("auction-hexes", "deck")),
        " tiles",
    );
    // A sheet has 4 x 7 of them.
    let pages = tiles(W3, "tiles").div_ceil(4 * 7);
    stands(
        "trust.md",
        "a file without its layout, and the ",
        &pages.to_string(),
        " pages of `benches/w3.toml`",
    );
}

#[test]
fn the_page_says_how_many_games_there_are() {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    let games = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/layouts")).unwrap();
    let games =
        games.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "toml"));
    let count = WORDS[games.count()];
    stands("trust.md", "in the finished bytes of the ", count, " games and of");
    stands("trust.md", "At 150 dpi, each page of the ", count, " games, of one");
}

/// A number with a comma before each three digits.
fn thousands(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1000), number % 1000),
    }
}

/// Holds what a page of the documents says between two texts against what it should say; UPDATE=1 writes that.
fn stands(page: &str, before: &str, figure: &str, after: &str) {
    static PAGES: Mutex<()> = Mutex::new(());
    let _one_after_the_other = PAGES.lock().unwrap_or_else(PoisonError::into_inner);
    let path = format!("{}/docs/{page}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once(before).unwrap_or_else(|| panic!("{page} has no longer: {before}"));
    let end = rest.find(after).unwrap_or_else(|| panic!("{page} has no longer: {after}"));
    let (written, tail) = rest.split_at(end);
    if written != figure && std::env::var_os("UPDATE").is_some() {
        return std::fs::write(&path, format!("{head}{before}{figure}{tail}")).unwrap();
    }
    assert_eq!(written, figure, "docs/{page} behind \"{before}\": UPDATE=1 writes it");
}
