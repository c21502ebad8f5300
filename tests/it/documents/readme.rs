//! Tests that the commands in the README and on the page of commands work as written.

use crate::house::tidy::file_of;
use crate::support::run::Run;

const README: &str = include_str!("../../../README.md");
const COMMANDS: &str = include_str!("../../../docs/commands.md");

/// Returns the fenced blocks of one language on a page.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(of)) if of == language => open = Some(String::new()),
            (None, _) => {}
            (Some(_), Some("")) => blocks.extend(open.take()),
            (Some(block), _) => {
                block.push_str(line);
                block.push('\n');
            }
        }
    }
    blocks
}

#[test]
fn every_command_runs() {
    let layout = blocks(README, "toml").concat();
    let printed = Run::new()
        .file("my-game.toml", &layout)
        .args(["build", "my-game.toml", "--one-file", "--quiet"])
        .any_stderr()
        .run()
        .bytes("output/my-game-iso.pdf");
    let mut commands = 0;
    let typed = [README, COMMANDS].map(|page| blocks(page, "sh")).concat();
    for line in typed.iter().flat_map(|block| block.lines()) {
        let line = line.split(" #").next().unwrap_or(line).trim();
        let typed = line.strip_prefix("cargo run --release --").or_else(|| line.strip_prefix("hexpress"));
        let Some(typed) = typed else { continue };
        commands += 1;
        if typed.trim_start().starts_with("preview ") {
            // A preview runs until it is stopped. Other tests run it, so it is skipped here.
            continue;
        }
        let theirs = include_str!("../../foreign/hand-tiny.svg");
        let given = Run::new()
            .file("my-game.toml", &layout)
            .file("old.toml", &layout)
            .file("old.pdf", &printed)
            .file("their-board.svg", theirs)
            .file("herbs.csv", "Name,Cost\nThyme,2\nSage,3\n");
        let typed_words = crate::documents::book::words(typed);
        // No printed piece has the mark in the example of `which`, so this command has the exit status 1.
        let status = i32::from(typed.trim_start().starts_with("which "));
        let ran = given.args(typed_words.iter().map(String::as_str)).status(status).run();
        if typed.contains("build") && !typed.contains("--help") {
            let format =
                typed.split("--format ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or("pdf");
            let made = &format!(".{}", format.trim_start_matches("cut-"));
            assert!(
                ran.folder.files().iter().any(|file| file.ends_with(made.as_str())),
                "`{line}` made no {made}"
            );
        }
    }
    assert!(commands >= 30, "the pages have {commands} commands");
}

#[test]
fn the_two_commands_are_all_the_set_up() {
    let typed: Vec<_> =
        blocks(README, "sh").iter().flat_map(|b| b.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    for command in ["cargo run --release -- build --all", "cargo test"] {
        assert!(typed.iter().any(|line| line.starts_with(command)), "the README lacks `{command}`");
    }
}

#[test]
fn every_file_they_point_to_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let architecture = include_str!("../../../ARCHITECTURE.md");
    let contributing = include_str!("../../../CONTRIBUTING.md");
    for (page, folder) in [(README, ""), (architecture, ""), (contributing, ""), (COMMANDS, "docs")] {
        for target in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !target.starts_with("http") {
                let file = root.join(folder).join(target.split('#').next().unwrap());
                assert!(file.exists(), "{target}");
            }
        }
    }
}

/// A path in backquotes must be a file or a folder: in a crate, in `src`, or relative to the root.
#[test]
fn every_place_in_the_source_that_they_name_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for page in [include_str!("../../../ARCHITECTURE.md"), include_str!("../../../CONTRIBUTING.md")] {
        for word in page.split('`').skip(1).step_by(2) {
            let first = word.split('/').next().unwrap_or(word);
            if (word.contains('/') || word.ends_with(".rs"))
                && !word.contains([' ', ':'])
                && (root.join(file_of(first)).exists() || word.ends_with(".rs"))
            {
                named += 1;
                assert!(root.join(file_of(word)).exists() || root.join(word).exists(), "{word}");
            }
        }
    }
    assert!(named > 20, "{named} places");
}
