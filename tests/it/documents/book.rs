//! Tests of the book: it has every page, every link has a target, and every recipe builds as its
//! page says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::support::run::{Folder, program};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn page(name: &str) -> String {
    fs::read_to_string(docs().join(name)).unwrap_or_else(|error| panic!("docs/{name}: {error}"))
}

/// Returns the text of all pages of the reference, in order.
pub fn reference() -> String {
    let names = pages().into_iter().filter(|name| name.starts_with("reference/"));
    names.map(|name| page(&name) + "\n").collect()
}

/// Returns the lines of a page outside its examples.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fence && !fenced
    })
}

/// Returns the targets of the links on a page.
fn links(text: &str) -> Vec<&str> {
    prose(text).flat_map(|line| line.split("](").skip(1).filter_map(|rest| rest.split(')').next())).collect()
}

/// Returns the pages that the summary lists, in order.
fn pages() -> Vec<String> {
    let summary = page("SUMMARY.md");
    links(&summary).into_iter().filter(|link| !link.is_empty()).map(str::to_owned).collect()
}

/// Returns the pages in a folder of `docs` and its subfolders.
fn below(folder: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(docs().join(folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let inner = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        if docs().join(&inner).is_dir() {
            found.extend(below(&inner));
        } else if name.ends_with(".md") {
            found.insert(inner);
        }
    }
    found
}

/// Returns a heading in the form that links use.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().chars();
    kept.filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

#[test]
fn every_page_is_in_the_book_once() {
    let named = pages();
    let mut all = below("");
    all.remove("SUMMARY.md");
    let unique: BTreeSet<_> = named.iter().cloned().collect();
    assert_eq!(unique, all, "docs/SUMMARY.md and the pages of docs");
    assert_eq!(named.len(), unique.len(), "docs/SUMMARY.md names a page twice");
}

#[test]
fn every_link_of_the_book_leads_somewhere() {
    let mut wrong = Vec::new();
    for name in pages() {
        let text = page(&name);
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let folder = Path::new(&name).parent().unwrap().to_owned();
            let mut path = docs();
            for part in folder.join(file).components() {
                match part {
                    Component::ParentDir => drop(path.pop()),
                    other => path.push(other),
                }
            }
            let path = if file.is_empty() { docs().join(&name) } else { path };
            if !path.exists() {
                wrong.push(format!("docs/{name}: {link} is not there"));
            } else if !heading.is_empty() {
                let there = fs::read_to_string(&path).unwrap();
                if !prose(&there).any(|line| line.starts_with('#') && anchor(line) == heading) {
                    wrong.push(format!("docs/{name}: no heading for {link}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Chapters have titles in the summary. `docs/book.py` splits some pages, so the sections of these
/// pages are also chapters.
#[test]
fn no_two_chapters_have_one_title() {
    let summary = page("SUMMARY.md");
    let named = prose(&summary).filter_map(|line| line.trim_start().strip_prefix("- [")?.split_once("]("));
    let mut titles: Vec<String> = named.map(|(title, _)| title.to_lowercase()).collect();
    let script = page("book.py");
    let split = script.lines().find(|line| line.starts_with("SPLIT = ")).unwrap();
    for name in split.split('"').skip(1).step_by(2) {
        let text = page(name);
        titles.extend(prose(&text).filter_map(|line| line.strip_prefix("## ").map(str::to_lowercase)));
    }
    let count = titles.len();
    let unique: BTreeSet<String> = titles.iter().cloned().collect();
    titles.sort();
    assert_eq!(unique.len(), count, "{titles:#?}");
}

/// `docs/book.py` reads the rows of the index. The script expects words and one link in each row.
#[test]
fn each_row_of_the_index_of_words_has_words_and_a_link() {
    let text = page("words.md");
    let mut seen = BTreeSet::new();
    for row in text.lines().filter(|line| line.starts_with("| ") && *line != "| words | section |") {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [words, link] = cells[..] else { panic!("{row}") };
        assert!(link.starts_with('[') && link.ends_with(')') && link.matches("](").count() == 1, "{row}");
        for word in words.split(", ") {
            assert!(!word.is_empty() && seen.insert(format!("{word} {link}")), "{row}");
        }
    }
    for word in ["double-sided", "rounded corners", "background image"] {
        assert!(seen.iter().any(|entry| entry.starts_with(word)), "{word}");
    }
}

/// Returns a folder with the files that the recipes use.
fn kitchen() -> Folder {
    let folder = Folder::new();
    copy(&docs().join("cookbook"), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, to).unwrap();
        }
    }
}

/// Splits a command into words. Words between quotes stay together.
pub fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn each_recipe_is_made_as_its_page_says_and_is_clean() {
    let recipes: Vec<_> = pages().into_iter().filter(|name| name.starts_with("cookbook/")).collect();
    assert!(recipes.len() > 16, "{} recipes", recipes.len());
    let folder = kitchen();
    for name in recipes.iter().filter(|name| *name != "cookbook/README.md") {
        let text = page(name);
        let stem = name.trim_start_matches("cookbook/").trim_end_matches(".md");
        assert!(text.contains("![") && text.contains("(../pictures/"), "docs/{name} has no picture");
        let own = format!("{{{{#include {stem}.toml}}}}");
        assert!(
            text.contains(&own) || !folder.path().join(format!("{stem}.toml")).exists(),
            "docs/{name} lacks {own}"
        );
        let (_, commands) =
            text.split_once("```sh\n").unwrap_or_else(|| panic!("docs/{name} has no command"));
        for line in commands.split("```").next().unwrap().lines() {
            let typed = line.strip_prefix("hexpress ").unwrap_or_else(|| panic!("docs/{name}: {line}"));
            let output = program(&words(typed), folder.path());
            assert_eq!(output.status, 0, "docs/{name}: {line}\n{}{}", output.stdout, output.stderr);
            assert!(!output.stderr.contains("warning"), "docs/{name}: {line}\n{}", output.stderr);
            let verdict = output.stdout.lines().find(|line| line.contains("checked: "));
            assert!(verdict.is_none_or(|line| line.ends_with("clean")), "docs/{name}: {line}\n{verdict:?}");
        }
    }
}

#[test]
fn each_recipe_is_clean_in_little_ink_and_in_black() {
    let folder = kitchen();
    let layouts = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let layouts: Vec<String> = layouts.filter_map(|name| name.into_string().ok()).collect();
    for layout in layouts.iter().filter(|name| name.ends_with(".toml") && *name != "laser.toml") {
        let output = program(&["build", layout, "--paper", "us", "--ink", "low"], folder.path());
        let clean = output.stdout.contains(": clean") || layout == "labels.toml";
        assert!(clean, "{layout}: {}{}", output.stdout, output.stderr);
    }
}

/// A game from which every command in `docs/how-do-i` can build something.
const ANSWERED: &str = r##"[game]
title = "Answered"
[[board]]
sheet = "small"
cells = "flat-top"
across = "20mm"
shape = "hexhex 3"
[[cards]]
size = "mini"
bleed = "3mm"
copies = 6
face = [{ text = "{{ number }}", font = "bold 14pt" }]
back = [{ fill = "#2F5D8A" }]
"##;

#[test]
fn each_command_of_the_answers_runs() {
    let folder = Folder::new();
    fs::write(folder.path().join("my-game.toml"), ANSWERED).unwrap();
    fs::create_dir(folder.path().join("shared")).unwrap();
    let mut commands = 0;
    for name in pages().iter().filter(|name| name.starts_with("how-do-i/")) {
        let text = page(name);
        let blocks = text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
        for line in blocks.flat_map(str::lines) {
            let typed = line.strip_prefix("hexpress ").unwrap_or_else(|| panic!("docs/{name}: {line}"));
            commands += 1;
            // A preview runs until it is stopped. Other tests run it, so it is skipped here.
            if typed.starts_with("preview ") {
                continue;
            }
            let output = program(&words(typed), folder.path());
            assert_eq!(output.status, 0, "docs/{name}: {line}\n{}{}", output.stdout, output.stderr);
        }
    }
    assert!(commands >= 15, "the answers have {commands} commands");
}
