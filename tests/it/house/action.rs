//! Tests of the scripts of the GitHub action, which run as in a workflow.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::run::{Folder, PROGRAM};

const GAME: &str =
    "[game]\ntitle = 'Ann'\n[[cards]]\nsize = 'poker'\nface = [{ text = 'Ann', font = '20pt' }]\n";

/// Runs a script of the folder `packaging` in another folder. The search path contains the program
/// under test.
fn script(name: &str, args: &[&str], folder: &Path, variables: &[(&str, &str)]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(PROGRAM).parent().unwrap();
    let path =
        format!("{}:{}:{}", folder.join("bin").display(), program.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.arg(root.join("packaging").join(name)).args(args).current_dir(folder).env("PATH", path);
    for name in
        ["GAMES", "OPTIONS", "PAPER", "DENY", "ARTIFACT", "MATRIX", "COMMENT", "LINKS", "GITHUB_STEP_SUMMARY"]
    {
        command.env_remove(name);
    }
    command
        .env("RUNNER_TEMP", folder)
        .env("GITHUB_JOB", "job")
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn git(folder: &Path, typed: &[&str]) -> String {
    let who = ["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "init.defaultBranch=main"];
    let program_output = Command::new("git").args(who).args(typed).current_dir(folder).output().unwrap();
    assert!(program_output.status.success(), "git {typed:?}: {}", text(&program_output));
    String::from_utf8(program_output.stdout).unwrap().trim().to_owned()
}

#[test]
fn games_are_read_from_lines_and_may_have_blanks() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("my games")).unwrap();
    for name in ["a.toml", "b.toml", "my games/c d.toml"] {
        fs::write(folder.path().join(name), GAME).unwrap();
    }
    let built = |games: &str, options: &str| {
        let _ = fs::remove_dir_all(folder.path().join("output"));
        let output = script("action.sh", &[], folder.path(), &[("GAMES", games), ("OPTIONS", options)]);
        assert!(output.status.success(), "{games:?}: {}", text(&output));
        folder.files().into_iter().filter(|name| name.ends_with(".pdf")).collect::<Vec<_>>()
    };
    let both = ["output/a-iso.pdf", "output/b-iso.pdf"];
    assert_eq!(built("a.toml\nb.toml\n", ""), both);
    assert_eq!(built("  a.toml\r\n\r\n  b.toml", ""), both);
    assert_eq!(built("a.toml b.toml", ""), both);
    assert_eq!(built("my games/c d.toml", ""), ["output/c d-iso.pdf"]);
    assert_eq!(built("my games/c d.toml\na.toml", "--margin\n10 10 10 10mm").len(), 2);
    assert_eq!(built("a.toml", "--ink low --margin 7mm"), ["output/a-iso.pdf"]);
}

#[test]
fn mistakes_stand_next_to_their_lines_and_the_other_games_are_built() {
    let folder = Folder::new();
    fs::write(folder.path().join("good.toml"), GAME).unwrap();
    fs::write(folder.path().join("wrong one.toml"), GAME.replace("size", "sise")).unwrap();
    let output = script("action.sh", &[], folder.path(), &[("GAMES", "wrong one.toml\ngood.toml")]);
    assert!(!output.status.success());
    assert!(text(&output).contains("::error file=wrong one.toml,line=4,col=1,title=HX"), "{}", text(&output));
    assert!(folder.files().contains(&"output/good-iso.pdf".to_owned()));
}

#[test]
fn two_uses_keep_their_files_under_different_names() {
    let name = |folder: &Folder, variables: &[(&str, &str)]| {
        let output = text(&script("names.sh", &[], folder.path(), variables));
        output.lines().next().unwrap().to_owned()
    };
    let folder = Folder::new();
    assert_eq!(name(&folder, &[]), "artifact=games-job");
    assert_eq!(name(&folder, &[]), "artifact=games-job-2");
    assert_eq!(name(&folder, &[("ARTIFACT", "pdfs")]), "artifact=pdfs");
    assert_eq!(name(&folder, &[("ARTIFACT", "none")]), "artifact=");
    let (one, other) = (Folder::new(), Folder::new());
    assert_ne!(name(&one, &[("MATRIX", "{\"os\":\"a\"}")]), name(&other, &[("MATRIX", "{\"os\":\"b\"}")]));
}

#[test]
fn the_program_is_kept_under_its_version() {
    let folder = Folder::new();
    let key = || {
        text(&script(
            "install.sh",
            &["key"],
            folder.path(),
            &[("RUNNER_OS", "Linux"), ("RUNNER_ARCH", "X64")],
        ))
    };
    assert!(key().starts_with(&format!("hexpress-{}-Linux-X64-", env!("CARGO_PKG_VERSION"))), "{}", key());
    assert_eq!(key(), key());
    // If the program already exists, the script does not build it again.
    fs::create_dir_all(folder.path().join("kept/bin")).unwrap();
    let there = folder.path().join("kept/bin/hexpress");
    fs::write(&there, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&there, fs::Permissions::from_mode(0o755)).unwrap();
    let output = script("install.sh", &["kept"], folder.path(), &[]);
    assert!(output.status.success() && text(&output).is_empty(), "{}", text(&output));
}

#[test]
fn a_pull_request_gets_one_comment_with_the_sheets_that_it_changes() {
    let folder = Folder::new();
    let (here, request) = (folder.path().join("games"), folder.path().join("out"));
    fs::create_dir(&here).unwrap();
    git(folder.path(), &["init", "--quiet", "--bare", "origin.git"]);
    git(&here, &["init", "--quiet"]);
    git(&here, &["remote", "add", "origin", "../origin.git"]);
    let write = |name: &str, contents: &str| fs::write(here.join(name), contents).unwrap();
    write("same.toml", GAME);
    write("my game.toml", GAME);
    write(".gitignore", "bin\n");
    git(&here, &["add", "."]);
    git(&here, &["commit", "--quiet", "-m", "base"]);
    let base = git(&here, &["rev-parse", "HEAD"]);
    write("my game.toml", &GAME.replace("text = 'Ann'", "text = 'Bob'"));

    let out = request.to_str().unwrap();
    let links = "https://github.example/o/r/blob/hexpress-sheets/pr-7";
    let variables = [("GAMES", "."), ("LINKS", links), ("GITHUB_RUN_ID", "5")];
    let output = script("changes.sh", &[&base, out], &here, &variables);
    assert!(output.status.success(), "{}", text(&output));
    let page = fs::read_to_string(request.join("changes.md")).unwrap();
    assert!(page.contains("### Changed sheets: 1 of 2") && !page.contains("same-iso"), "{page}");
    let picture = "after/my%20game-iso";
    assert!(page.contains(&format!("src=\"{links}/{picture}")) && page.contains("?raw=true&run=5"), "{page}");

    // A script replaces the program `gh` of GitHub. The script logs its arguments. After a comment
    // was posted, the script also finds this comment.
    let bin = here.join("bin");
    fs::create_dir(&bin).unwrap();
    let gh = "#!/bin/sh\necho \"$@\" >>../asked\ncase \"$*\" in *--jq*) [ ! -e ../known ] || echo 12 ;; *POST*) touch ../known ;; esac\n";
    fs::write(bin.join("gh"), gh).unwrap();
    fs::set_permissions(bin.join("gh"), fs::Permissions::from_mode(0o755)).unwrap();
    for _ in 0..2 {
        let variables = [("COMMENT", "comment"), ("GITHUB_REPOSITORY", "o/r")];
        let output = script("comment.sh", &[out, "7"], &here, &variables);
        assert!(output.status.success() && text(&output).contains("### Changed sheets"), "{}", text(&output));
    }
    let asked = fs::read_to_string(folder.path().join("asked")).unwrap();
    assert_eq!((asked.matches("POST").count(), asked.matches("PATCH").count()), (1, 1), "{asked}");
    let origin = folder.path().join("origin.git");
    let pushed =
        git(&origin, &["-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "hexpress-sheets/pr-7"]);
    assert!(pushed.contains("before/my game-iso") && pushed.contains("after/my game-iso"), "{pushed}");
    // The script must not change the work tree or its index.
    assert_eq!(git(&here, &["status", "--porcelain", "--untracked-files=no"]), "M \"my game.toml\"");

    write("my game.toml", GAME);
    let output = script("changes.sh", &["HEAD", out], &here, &[("GAMES", ".")]);
    assert!(output.status.success(), "{}", text(&output));
    let page = fs::read_to_string(request.join("changes.md")).unwrap();
    assert!(page.contains("### No sheet has changed") && !request.join("changes").exists(), "{page}");
}
