//! Tests of commands whose argument is a folder, and of commands without an argument, which use the layout in
//! the current folder.

use std::path::Path;
use std::process::Command;

use hexpress::bundled::GAMES;

use crate::support::run::{Folder, Run, Said, program};

/// A layout without a `[game]`.
const CARD: &str = "[[cards]]\nsize = \"41 x 63mm\"\nface = [{ fill = \"red\" }]\n";

/// Runs the program in the folder `inside`. Returns the status, standard output and standard error.
fn within(folder: &Folder, inside: &str, args: &[&str]) -> (i32, String, String) {
    let Said { status, stdout, stderr } = program(args, &folder.path().join(inside));
    (status, stdout, stderr)
}

#[test]
fn build_and_check_mean_the_layouts_of_the_folder() {
    let made = Run::new().args(["new", "my-game"]).run();
    let (status, output, wrong) = within(&made.folder, "my-game", &["build", "--no-check"]);
    assert_eq!((status, wrong.as_str()), (0, ""));
    assert!(output.starts_with("My Game\n"), "{output}");
    assert_eq!(made.folder.files(), ["my-game/my-game.toml", "my-game/output/my-game-iso.pdf"]);
    let (status, output, wrong) = within(&made.folder, "my-game", &["check"]);
    assert_eq!((status, wrong.as_str()), (0, ""));
    assert!(output.starts_with("my-game.toml: ") && output.trim_end().ends_with("clean"), "{output}");
    // In the parent folder, the argument `my-game` is a folder. The command uses the layout in this folder.
    assert_eq!(within(&made.folder, ".", &["build", "my-game", "--no-check"]).0, 0);
    assert!(within(&made.folder, ".", &["check", "my-game"]).1.contains("my-game.toml: "));
}

#[test]
fn several_layouts_are_all_built() {
    let ran = Run::new().file("b.toml", CARD).file("a.toml", CARD).args(["build"]).run();
    assert_eq!(ran.folder.files(), ["a.toml", "b.toml", "output/a-iso.pdf", "output/b-iso.pdf"]);
}

#[test]
fn a_mistake_in_the_layout_of_the_folder_is_reported() {
    let ran =
        Run::new().file("x.toml", "[game\n[[cards]]\nsize = 3\n").args(["build"]).any_stderr().status(2);
    assert_eq!(ran.no_files().run().folder.files(), ["x.toml"]);
    Run::new()
        .file("x.toml", b"\xff\xfe[\0g\0a\0m\0e\0]\0\n\0")
        .args(["build"])
        .stdout("")
        .stderr(
            "error[HX001]: x.toml is not UTF-8 text: it looks like UTF-16
 |
 = help: save it as UTF-8 in your editor",
        )
        .status(2)
        .no_files()
        .run();
}

/// Files that are called .toml but are not layouts.
const OTHERS: [(&str, &str); 5] = [
    ("Cargo.toml", "[package]\nname = \"game\"\n\n[[bench]]\nname = \"cards\"\n"),
    ("printer.toml", "name = \"Old Inkjet\"\n\n[front]\nscale = \"99.6 x 99.8%\"\n"),
    ("empty.toml", ""),
    ("odd.toml", "\0\u{1}[[[]]\n[\n]\ngame\n[games]\n[tool]\ngame = \"x\"\n"),
    ("remark.toml", "# [game]\nx = 1\n"),
];

/// The help text that a command prints in a folder without a layout.
const LISTED: &str = "run `hexpress list` for the bundled games, or name your own .toml file";

#[test]
fn a_folder_without_a_layout_needs_a_name_and_all_means_the_bundled_games() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("layouts")).unwrap();
    std::fs::write(folder.path().join("layouts/mine.toml"), CARD).unwrap();
    for (name, text) in OTHERS {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    // No bundled game has a component with this name, so every game causes one error.
    let (status, expected, wrong) = within(&folder, ".", &["build", "--all", "--only", "nothing-like-it"]);
    assert_eq!((status, expected.as_str(), wrong.matches("error[").count()), (2, "", GAMES.len()), "{wrong}");
    for (args, what, help) in [
        (
            ["build"],
            "the name of a game",
            "run `hexpress build --all` for the bundled games, or `hexpress new my-game` for a game of your own",
        ),
        (["check"], "the name of a file", LISTED),
        (["preview"], "the name of a game", LISTED),
    ] {
        let mut run = Run::new().file("layouts/mine.toml", CARD);
        for (name, text) in OTHERS {
            run = run.file(name, text);
        }
        let expected = format!(
            "error[HX013]: `hexpress {}` needs {what}: this folder contains no layout
 |
 = help: {help}",
            args[0]
        );
        run.args(args).stdout("").stderr(&expected).status(2).no_files().run();
    }
}

#[test]
fn what_is_no_layout_in_a_named_folder_is_left_out() {
    let mut run = Run::new().file("games/a.toml", CARD).file("games/c.toml/x", "a folder");
    for (name, text) in OTHERS {
        run = run.file(&format!("games/{name}"), text);
    }
    let ran = run.args(["build", "games"]).run();
    assert!(ran.folder.files().contains(&"output/a-iso.pdf".to_owned()));
    assert_eq!(ran.folder.files().iter().filter(|file| file.ends_with(".pdf")).count(), 1);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_called_toml_is_not_waited_for() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("a.toml"), CARD).unwrap();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap();
    assert!(made.success());
    assert_eq!(within(&folder, ".", &["build", "--no-check"]).0, 0);
    assert!(Path::new(&folder.path().join("output/a-iso.pdf")).exists());
}

#[test]
fn a_name_without_its_ending() {
    let output = "error[HX007]: unknown game `g`\n |\n = help: did you mean `g.toml`?";
    Run::new().file("g.toml", CARD).args(["build", "g"]).stdout("").stderr(output).status(2).no_files().run();
}

#[test]
fn one_layout_is_wanted_and_the_folder_holds_several() {
    let output = "error[HX013]: games contains 2 layouts, but `deck` takes only one
 |
 = help: name one of them: games/a.toml, games/b.toml";
    let run = Run::new().file("games/a.toml", CARD).file("games/b.toml", CARD).args(["deck", "games"]);
    run.stdout("").stderr(output).status(2).no_files().run();
    let output = "error[HX013]: games contains 2 layouts, but `--against` takes only one
 |
 = help: name one of them: games/a.toml, games/b.toml";
    let run = Run::new().file("games/a.toml", CARD).file("games/b.toml", CARD);
    let run = run.file("x.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\"/>");
    run.args(["check", "x.svg", "--against", "games"]).stdout("").stderr(output).status(2).no_files().run();
}
