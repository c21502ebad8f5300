//! Tests of completion scripts and manual pages.

use std::fs;
use std::process::Command;

use crate::support::run::{Folder, program};

fn script(shell: &str) -> String {
    let folder = Folder::new();
    let output = program(&["completions", shell], folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
    output.stdout
}

/// Returns what bash offers for the last word of a command, in a folder with one layout.
fn offered_by_bash(words: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    fs::write(folder.path().join("my-game.toml"), "").unwrap();
    fs::write(folder.path().join("script"), script("bash")).unwrap();
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words.len() - 1, words[words.len() - 2]);
    let line = format!(
        "source ./script; COMP_WORDS=({}); COMP_CWORD={last}; _hexpress hexpress '{}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        words[last],
    );
    let program_output =
        Command::new("bash").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    String::from_utf8(program_output.stdout).unwrap().lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
#[cfg(unix)]
fn bash_offers_papers_games_starts_and_codes() {
    assert_eq!(offered_by_bash(&["hexpress", "build", "--paper", "let"]), ["letter"]);
    assert!(offered_by_bash(&["hexpress", "check", "--paper", ""]).contains(&"us".to_owned()));
    assert_eq!(offered_by_bash(&["hexpress", "build", "hex-n"]), ["hex-nut"]);
    assert_eq!(offered_by_bash(&["hexpress", "new", "a", "--like", "coun"]), ["counters"]);
    assert_eq!(offered_by_bash(&["hexpress", "new", "a", "--like", "hex-n"]), ["hex-nut"]);
    assert_eq!(offered_by_bash(&["hexpress", "build", "--ink", "l"]), ["low"]);
    assert_eq!(offered_by_bash(&["hexpress", "build", "--backs", "fo"]), ["fold"]);
    assert_eq!(offered_by_bash(&["hexpress", "rules", "HX424"]), ["HX424"]);
    // No bundled game begins with `my-`. If hexpress offers nothing, `-o default` makes bash offer files.
    assert!(!offered_by_bash(&["hexpress", "build", "my-"]).iter().any(|word| word.contains("nut")));
    assert!(script("bash").contains("-o default"));
}

#[test]
fn a_place_for_a_game_takes_a_file_in_every_shell() {
    let zsh = script("zsh");
    assert_eq!(zsh.matches("\"files:file:_files\"").count(), 4, "build, deck, check and preview");
    assert!(zsh.contains(":PAPER:(iso us both a3"));
    let fish = script("fish");
    assert!(
        fish.contains(
            "complete -c hexpress -n \"__fish_hexpress_using_subcommand build\" -a \"auction-hexes"
        )
    );
    for line in fish.lines().filter(|line| line.contains("-a \"auction-hexes")) {
        assert!(!line.contains(" -f"), "{line}");
    }
}

#[test]
fn manual_pages_have_values_and_examples_that_work() {
    let folder = Folder::new();
    assert_eq!(program(&["man", "--output", "man"], folder.path()).status, 0);
    let page = |name: &str| fs::read_to_string(folder.path().join(format!("man/hexpress{name}.1"))).unwrap();
    let build = page("-build");
    let synopsis = build.split(".SH").nth(2).unwrap();
    assert!(synopsis.contains("[\\fB\\-\\-paper\\fR \\fIPAPER\\fR]"), "{synopsis}");
    assert!(
        synopsis.contains("[\\fB\\-\\-format\\fR pdf|svg|png|cut\\-svg|cut\\-dxf|cut\\-setup]")
            && synopsis.contains("[\\fIGAME\\fR]...")
    );
    // Each example runs in a folder with the files that it uses.
    let game = "[game]\ntitle = 'Mine'\n[[cards]]\nname = 'cards'\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n";
    let tiles = "[[tiles]]\ncells = 'flat-top'\nacross = '40mm'\n[tiles.deck]\ncount = 10\nedges = ['red', 'blue', 'gold']\n";
    let mut count = 0;
    for name in [
        "",
        "-list",
        "-new",
        "-build",
        "-deck",
        "-check",
        "-diff",
        "-rules",
        "-calibrate",
        "-fmt",
        "-completions",
        "-man",
    ] {
        let text = page(name);
        let examples = text.split(".SH EXAMPLES\n").nth(1).unwrap_or_else(|| panic!("{name}"));
        let examples = examples.split(".SH").next().unwrap();
        for typed in examples.lines().filter_map(|line| line.strip_prefix("\\fBhexpress ")) {
            let typed = typed.trim_end_matches("\\fR").replace("\\-", "-");
            let words: Vec<&str> = typed.split(' ').collect();
            let here = Folder::new();
            if words[0] != "new" {
                fs::write(here.path().join("my-game.toml"), game).unwrap();
                fs::write(here.path().join("ten.toml"), tiles).unwrap();
                assert_eq!(program(&["fmt", "my-game.toml"], here.path()).status, 0);
                assert_eq!(program(&["build", "my-game.toml"], here.path()).status, 0);
            }
            let output = program(&words, here.path());
            assert_eq!(output.status, 0, "hexpress {typed}: {}", output.stderr);
            count += 1;
        }
    }
    assert!(count > 15, "{count}");
    assert!(page("-preview").contains(".SH EXAMPLES\n"));
}
