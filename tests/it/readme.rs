//! What the README says to type works, as it is typed.

use crate::run::Run;

const README: &str = include_str!("../../README.md");

/// The fenced blocks of one language.
fn blocks(language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in README.lines() {
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
    let layout = blocks("toml").concat();
    let mut commands = 0;
    for line in blocks("sh").iter().flat_map(|block| block.lines()) {
        let line = line.split(" #").next().unwrap_or(line).trim();
        let typed = line.strip_prefix("cargo run --release --").or_else(|| line.strip_prefix("hexpress"));
        let Some(typed) = typed else { continue };
        commands += 1;
        if typed.trim_start().starts_with("preview ") {
            // It runs until it is ended; tests of its own ask it.
            continue;
        }
        let theirs = include_str!("../foreign/hand-tiny.svg");
        let given = Run::new().file("my-game.toml", &layout).file("their-board.svg", theirs);
        let ran = given.args(typed.split_whitespace()).run();
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
    assert!(commands >= 5, "the README has {commands} commands");
}

#[test]
fn the_two_commands_are_all_the_set_up() {
    let typed: Vec<_> =
        blocks("sh").iter().flat_map(|b| b.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    for command in ["cargo run --release -- build", "cargo test"] {
        assert!(typed.iter().any(|line| line.starts_with(command)), "the README lacks `{command}`");
    }
}

#[test]
fn every_file_it_points_to_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in README.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        if !target.starts_with("http") {
            assert!(root.join(target.split('#').next().unwrap()).exists(), "{target}");
        }
    }
}
