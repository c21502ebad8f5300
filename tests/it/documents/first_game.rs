//! Tests that `docs/first-game.md` works as written. The tests type every command and make every
//! change.

use std::fs;
use std::path::Path;

use hexpress::read::{self, Document};

use crate::support::measure::count;
use crate::support::run::{Folder, program};

const PAGE: &str = include_str!("../../../docs/first-game.md");

/// Returns the fenced blocks of the page, each with its language.
fn blocks() -> Vec<(&'static str, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in PAGE.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some((language, String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none());
    blocks
}

/// Applies a `diff` block to a file. Lines without `+` must be in the file. They are compared only up to a
/// `…` or a comment.
fn change(layout: &str, block: &str) -> String {
    let mut lines: Vec<String> = layout.lines().map(str::to_owned).collect();
    let mut at = 0;
    for line in block.lines() {
        let (sign, text) = line.split_at(1);
        match sign {
            "+" => {
                lines.insert(at, text.to_owned());
                at += 1;
            }
            "-" | " " => {
                let start = text.split('…').next().unwrap().split(" #  ").next().unwrap().trim_end();
                let found = lines.iter().position(|l| l.starts_with(start));
                at = found.unwrap_or_else(|| panic!("no line begins with `{start}`"));
                match sign {
                    "-" => drop(lines.remove(at)),
                    _ => at += 1,
                }
            }
            _ => panic!("`{line}` is no change"),
        }
    }
    lines.join("\n") + "\n"
}

/// Runs a command and expects success.
fn hexpress(folder: &Path, typed: &str) {
    let output = program(&typed.split_whitespace().collect::<Vec<_>>(), folder);
    assert!(output.status == 0 && output.stderr.is_empty(), "`hexpress {typed}` said:\n{}", output.stderr);
}

/// The layout with which the page in the browser starts.
const START: &str = include_str!("../../../layouts/starts/game.toml");

/// Returns what the layout in a folder prints.
///
/// With FIRST_GAME=DIR, the files are kept in DIR for docs/pictures/make.sh.
fn printed(folder: &Path, layout: &str, stage: &str) -> Document {
    hexpress(folder, &format!("build {layout}.toml --quiet"));
    let bytes = fs::read(folder.join(format!("output/{layout}-iso.pdf"))).unwrap();
    if let Some(to) = std::env::var_os("FIRST_GAME") {
        fs::write(Path::new(&to).join(format!("{stage}.pdf")), &bytes).unwrap();
    }
    read::pdf(&bytes).unwrap()
}

fn cells(document: &Document) -> usize {
    let ids = document.pages[0].items.iter().filter_map(|item| Some(item.id.as_ref()?.to_string()));
    let mut cells: Vec<_> = ids.filter(|id| id.contains("/cell:")).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

#[test]
fn the_page_leads_to_a_game() {
    // The page describes the same steps for the browser and for the terminal.
    let (browser, terminal) = (Folder::new(), Folder::new());
    let file = browser.path().join("game.toml");
    fs::write(&file, START.replace("TITLE", "New game")).unwrap();
    let mut current_folder = terminal.path().to_owned();
    let (mut commands, mut changes) = (0, 0);
    for (language, text) in blocks() {
        match language {
            "sh" => {
                for line in text.lines() {
                    if let Some(inside) = line.strip_prefix("cd ") {
                        current_folder.push(inside);
                        continue;
                    }
                    let Some(typed) = line.strip_prefix("hexpress") else {
                        assert_eq!(line, "cargo install --locked --path .");
                        continue;
                    };
                    commands += 1;
                    if typed.trim() == "preview" {
                        // A preview runs until it is stopped. Other tests run it, so the layout is built here
                        // instead.
                        let document = printed(&current_folder, "my-game", "new");
                        assert_eq!((document.pages.len(), cells(&document)), (5, 37));
                        assert_eq!(count(&document.pages[2], "March"), 3);
                    } else {
                        hexpress(&current_folder, typed.trim());
                    }
                }
            }
            "diff" => {
                changes += 1;
                let layout = fs::read_to_string(&file).unwrap();
                fs::write(&file, change(&layout, &text)).unwrap();
                let document = printed(browser.path(), "game", "summit");
                assert_eq!(document.title.as_deref(), Some("Summit"));
                assert_eq!(document.author.as_deref(), Some("Ada"));
                assert_eq!(cells(&document), if changes == 1 { 37 } else { 61 });
            }
            "csv" => fs::write(browser.path().join("cards.csv"), text).unwrap(),
            other => panic!("a block in `{other}`"),
        }
    }
    assert_eq!((commands, changes), (5, 4));
    let last = printed(browser.path(), "game", "summit");
    assert_eq!(last.pages.len(), 5);
    for (name, copies) in [("March", 3), ("Sail", 3), ("Climb", 2), ("Hide", 1), ("Rest", 0)] {
        assert_eq!(count(&last.pages[2], name), copies, "{name}");
    }
    assert!(terminal.path().join("my-game/output/my-game-us.pdf").exists());
}

#[test]
fn what_the_text_mentions_works() {
    for line in ["new a --like rectangle", "new b --like rhombus", "new --help", "list", "new c --like deck"]
    {
        let spaced = PAGE.replace('\n', " ");
        let output = line.split_whitespace().filter(|word| word.len() > 1).collect::<Vec<_>>().join(" ");
        let parts: Vec<_> = output.split(" --like ").collect();
        assert!(parts.iter().all(|part| spaced.contains(part.trim_start_matches("new "))), "{line}");
        hexpress(Folder::new().path(), line);
    }
}

#[test]
fn every_link_and_picture_is_there_and_the_pictures_are_small() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut pictures = 0;
    for target in PAGE.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        let file = docs.join(target.split('#').next().unwrap());
        let size = fs::metadata(&file).unwrap_or_else(|e| panic!("{target}: {e}")).len();
        if target.starts_with("pictures/") {
            pictures += size;
        }
    }
    assert!((10_000..300_000).contains(&pictures), "{pictures} bytes of pictures");
}
