//! Tests of the figures in the documents. A table in this file lists the figures that a program can
//! count, and `UPDATE=1` writes their values into the documents. A figure that must be measured is in
//! a section that names the command.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::run::{Folder, Run, program};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const BENCH: &str = include_str!("../../../benches/w1.toml");
const W3: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/w3.toml");
const HEAD: &str = "| file | pages | bytes |\n|---|---|---|\n";

/// A figure: its page, the text before it, the function that counts it, and the text after it.
type Counted = (&'static str, &'static str, fn() -> String, &'static str);

/// Every figure that a program can count.
const COUNTED: &[Counted] = &[
    ("docs/trust.md", HEAD, sizes, "\n\n"),
    ("docs/trust.md", "by a profile of ", profile, " bytes that hexpress writes itself"),
    ("docs/trust.md", "reads the finished files of the ", games, " games, and files that\n"),
    ("docs/trust.md", "\nwere made with ", sets_of_options, " sets of options. It finds"),
    ("docs/trust.md", "These are the pages of the ", games, " games, of one"),
    ("docs/trust.md", "`build auction-hexes --count all` with its ", auction_tiles, " tiles"),
    ("docs/trust.md", "a file without its layout, and the ", w3_pages, " pages of `benches/w3.toml`"),
    ("docs/performance.md", "`w3.toml`: all ", w3_tiles, " tiles of seven colours"),
    ("docs/performance.md", "if each tile has two colours or more; ", w3_pages, " pages.\n"),
    ("docs/performance.md", "- All ", games, " games on A4 with the check"),
    ("docs/performance.md", "\nThe ", fonts, " fonts have "),
    ("docs/performance.md", "There are ", crates, " external crates ("),
    ("docs/check.md", "hexpress comes with ", games, " games. Each game has a page"),
    ("docs/printing.md", "the number of sheets of the ", games, " games that come with"),
    ("docs/decks.md", "six edges make 19,684 classes, of which ", auction_tiles, " have two colours or more"),
    ("docs/reference/maps.md", "\nThe ", uniform_tilings, " tilings in the table below have cells"),
    ("docs/reference/README.md", "[", mistakes, " mistakes](../mistakes.md) has the usual"),
    ("docs/mistakes.md", "# ", mistakes, " mistakes\n"),
    ("docs/SUMMARY.md", "- [", mistakes, " mistakes](mistakes.md)"),
    ("docs/first-game.md", "[", mistakes, " mistakes](mistakes.md) explains"),
    ("README.md", "The board of Hexagonal Thing: ", cells, " coloured hexagons"),
    ("docs/book.md", "The board of Hexagonal Thing: ", cells, " coloured hexagons"),
    ("docs/commands.md", "with the checker's verdict: \"", cells, " cells, "),
    ("ARCHITECTURE.md", "\n## ", decisions, " decisions that explain the rest"),
];

#[test]
fn figures_that_can_be_counted_are_right() {
    let wrong: Vec<String> = COUNTED
        .iter()
        .filter_map(|(page, before, count, after)| check_figure(page, before, &count(), after))
        .collect();
    assert!(wrong.is_empty(), "UPDATE=1 writes them: {wrong:#?}");
}

/// Units of values that a clock or the operating system measures.
const MEASURED: [&str; 10] = ["ns", "µs", "ms", "s", "min", "KB", "MB", "MiB", "GB", "GiB"];

/// If a section contains one of these texts, it states a command that measures something.
const COMMANDS: [&str; 8] = ["cargo ", "hexpress ", "valgrind", ".py", ".mjs", ".sh", ".ci/run", "ls -l"];

/// Sections whose figures are limits. `tests/it/language/limits.rs` compares them with the source.
const LIMITS: [(&str, &str); 2] = [("docs/limits.md", ""), ("docs/reference/elements.md", "Pictures")];

#[test]
fn figures_that_are_measured_stand_beside_their_command() {
    let mut without = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(Path::new(ROOT).join(&page)).unwrap();
        for section in sections(&text) {
            let heading = section.lines().next().unwrap_or_default().trim_start_matches('#').trim();
            let is_limit =
                LIMITS.iter().any(|(own, part)| page == *own && (part.is_empty() || heading == *part));
            let figures = measured(section);
            let has_command = COMMANDS.iter().any(|command| section.contains(command));
            if !figures.is_empty() && !has_command && !is_limit {
                without.push(format!("{page}, {heading}: {}", figures.join(", ")));
            }
        }
    }
    assert!(without.is_empty(), "name the command that measures them: {without:#?}");
}

#[test]
fn a_figure_of_a_clock_is_found() {
    assert_eq!(
        measured("It takes 3.2 ms, and 16 MiB; (0.05 s) of 12 pages."),
        ["3.2 ms", "16 MiB", "0.05 s"]
    );
    assert_eq!(sections("# A\na\n## B\nb\n"), ["# A\na\n", "## B\nb\n"]);
}

/// Returns the paths of the pages for readers.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> =
        ["README.md", "SECURITY.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(str::to_owned).into();
    for folder in ["docs", "docs/cookbook", "docs/reference", "docs/rules"] {
        pages.extend(files(folder, "md").into_iter().map(|path| path.to_str().unwrap().to_owned()));
    }
    pages
}

/// Returns the files in a folder of the repository whose names end with `end`.
fn files(folder: &str, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|own| own == end));
    let mut files: Vec<_> = files.map(|path| path.strip_prefix(ROOT).unwrap().to_owned()).collect();
    files.sort();
    files
}

/// Splits a page before each heading.
fn sections(text: &str) -> Vec<&str> {
    let starts = text.match_indices("\n#").map(|(at, _)| at + 1);
    let starts: Vec<usize> = [0].into_iter().chain(starts).chain([text.len()]).collect();
    starts.windows(2).map(|pair| &text[pair[0]..pair[1]]).filter(|section| !section.is_empty()).collect()
}

/// Returns the figures in a text that a clock or the operating system measured. Code is ignored.
fn measured(text: &str) -> Vec<String> {
    let prose: String = text.split("```").step_by(2).collect();
    let prose: String = prose.split('`').step_by(2).collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = prose.split_whitespace().map(bare).collect();
    let is_number = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
    };
    let pairs = words.windows(2).filter(|pair| is_number(&pair[0]) && MEASURED.contains(&pair[1].as_str()));
    pairs.map(|pair| pair.join(" ")).collect()
}

/// Returns the sizes of the finished files, rounded to whole kilobytes. Without rounding, every edit of a
/// layout would change them.
fn sizes() -> String {
    let ran = Run::new()
        .file("w1.toml", BENCH)
        .args(["build", "hexagonal-thing", "auction-hexes", "hex-nut", "w1.toml", "--no-check"])
        .any_stderr()
        .run();
    let names =
        ["hexagonal-thing-iso-a4", "hexagonal-thing-iso-a3", "auction-hexes-iso", "hex-nut-iso", "w1-iso"];
    let row = |name: &str| {
        let bytes = ran.bytes(&format!("output/{name}.pdf"));
        let pages = lopdf::Document::load_mem(&bytes).unwrap().get_pages().len();
        format!("| `{name}.pdf` | {pages} | {} |", thousands((bytes.len() + 500) / 1000 * 1000))
    };
    names.map(row).join("\n")
}

/// Returns the size of the colour profile in bytes.
fn profile() -> String {
    let ran = Run::new().args(["build", "hexagonal-thing", "--no-check"]).any_stderr().run();
    let a4 = lopdf::Document::load_mem(&ran.bytes("output/hexagonal-thing-iso-a4.pdf")).unwrap();
    let profile = a4.catalog().unwrap().get(b"OutputIntents").and_then(|intents| {
        let intent =
            a4.dereference(intents)?.1.as_array()?.first().ok_or(lopdf::Error::Unimplemented("none"))?;
        let profile = a4.dereference(intent)?.1.as_dict()?.get(b"DestOutputProfile")?;
        a4.dereference(profile)?.1.as_stream()?.get_plain_content()
    });
    profile.expect("a profile").len().to_string()
}

/// Returns the number of tiles in a random deck if all are drawn.
fn tiles(layout: &str, deck: &str) -> usize {
    let folder = Folder::new();
    let output =
        program(&["deck", layout, "--only", deck, "--count", "all", "--format", "csv"], folder.path());
    output.stdout.lines().count() - 1
}

fn auction_tiles() -> String {
    thousands(tiles("auction-hexes", "deck"))
}

fn w3_tiles() -> String {
    thousands(tiles(W3, "tiles"))
}

/// Returns the number of pages for all tiles of [`W3`]. A sheet holds 4 x 7 tiles.
fn w3_pages() -> String {
    tiles(W3, "tiles").div_ceil(4 * 7).to_string()
}

/// Returns the number of third-party crates that are compiled for the program on this system,
/// including macros.
fn crates() -> String {
    let arguments = ["tree", "--locked", "--offline", "-e", "normal", "--prefix", "none"];
    let tree = Command::new(env!("CARGO")).args(arguments).current_dir(ROOT).output().unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    let others = tree.lines().filter(|line| !line.contains("(*)") && !line.starts_with("hexpress"));
    others.collect::<BTreeSet<&str>>().len().to_string()
}

/// A change that adds a crate must also remove a crate, or raise `MAX_CRATES` and say why. SVG pictures need
/// sixteen crates for text and filters (usvg, resvg), and WebP pictures need three. QR codes need one
/// crate for writing (qrcodegen) and five for reading (rqrr). Markdown needs one (pulldown-cmark).
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn there_are_no_more_crates_than_are_allowed() {
    const MAX_CRATES: usize = 203;
    let count: usize = crates().parse().unwrap();
    assert!(count <= MAX_CRATES, "{count} crates of others; {MAX_CRATES} are allowed");
}

fn games() -> String {
    word(files("layouts", "toml").len())
}

fn sets_of_options() -> String {
    crate::formats::standards::OPTIONS.len().to_string()
}

/// Returns the number of font files of all families, in words. Each weight and slope is a file.
fn fonts() -> String {
    let families = fs::read_dir(Path::new(ROOT).join("crates/scene/fonts")).unwrap();
    let families = families.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let own = |family: PathBuf| {
        let family = family.strip_prefix(ROOT).unwrap().to_str().unwrap().to_owned();
        ["woff", "ttf"].map(|end| files(&family, end).len()).iter().sum::<usize>()
    };
    word(families.map(own).sum())
}

/// Counts the tilings that are named after the polygons around a corner.
fn uniform_tilings() -> String {
    let schema = include_str!("../../../crates/language/src/schemas/layout.json");
    let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    let mut found = BTreeSet::new();
    let is_uniform = |name: &str| {
        name.contains('.') && name.split('.').all(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
    };
    let mut left = vec![&schema];
    while let Some(value) = left.pop() {
        match value {
            serde_json::Value::String(text) if is_uniform(text) => _ = found.insert(text.clone()),
            serde_json::Value::Array(all) => left.extend(all),
            serde_json::Value::Object(all) => left.extend(all.values()),
            _ => {}
        }
    }
    word(found.len())
}

/// Counts the rows of the table of mistakes.
fn mistakes() -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/mistakes.md")).unwrap();
    let number = |line: &str| line.strip_prefix("| ")?.split('.').next()?.parse::<usize>().ok();
    capital(&word(page.lines().filter_map(number).count()))
}

/// Returns the number of cells on the board of Hexagonal Thing.
fn cells() -> String {
    let folder = Folder::new();
    let output = program(&["build", "hexagonal-thing", "--only", "board"], folder.path()).stdout;
    let (before, _) = output.split_once(" cells").unwrap_or_else(|| panic!("no cells: {output}"));
    before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap().to_owned()
}

fn decisions() -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, rest) = page.split_once("decisions that explain the rest").unwrap();
    let rest = rest.split("\n## ").next().unwrap();
    let is_one =
        |line: &&str| line.split_once(". **").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
    capital(&word(rest.lines().filter(is_one).count()))
}

/// Returns a small number in words.
fn word(number: usize) -> String {
    const WORDS: [&str; 21] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns a number with a comma before every three digits.
fn thousands(number: usize) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1000), number % 1000),
    }
}

/// Returns what is wrong with a figure, or `None` if it is correct. With `UPDATE=1`, corrects the
/// page.
///
/// The figure is between the texts `before` and `after`.
pub fn check_figure(page: &str, before: &str, figure: &str, after: &str) -> Option<String> {
    let path = Path::new(ROOT).join(page);
    let text = fs::read_to_string(&path).unwrap();
    let between = |at: usize| {
        let start = at + before.len();
        let end = start + text[start..].find(after)?;
        // A figure is short, unless it is a table.
        (before == HEAD || end - start < 20).then_some(start..end)
    };
    let found = text.match_indices(before).find_map(|(at, _)| between(at));
    let Some(span) = found else { return Some(format!("{page} has no longer: {before}…{after}")) };
    let written = &text[span.clone()];
    if written == figure {
        return None;
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, format!("{}{figure}{}", &text[..span.start], &text[span.end..])).unwrap();
        return None;
    }
    Some(format!("{page} behind \"{before}\": {written}, and it is {figure}"))
}
