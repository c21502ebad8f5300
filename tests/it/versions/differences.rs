//! Tests of `hexpress diff`, and of `check` with files of two versions.

use crate::support::programs::leave_out;
use crate::support::run::{Run, program};

/// A deck whose rows come from a table.
const DECK: &str = "[game]\ntitle = \"Deck\"\nversion = \"0.2\"\n\n[[cards]]\nname = \"deck\"\nsize = \"poker\"\ndata = \"cards.csv\"\n\
    face = [{ text = \"{{ name }}\", at = \"top\", inset = \"8mm\", font = \"14pt\" }, { text = \"{{ cost }}\", font = \"20pt\" }]\n";
const OLD: &str = "name,cost,copies,remark\nAnn,3,1,x\nBob,4,2,x\nCleo,5,3,x\nDan,6,1,x\n";
const NEW: &str = "name,cost,copies,remark\nEve,1,2,x\nDan,6,1,y\nCleo,5,4,x\nAnn,4,1,x\n";

fn run(folders: [(&str, &str); 2]) -> Run {
    let mut run = Run::new();
    for (folder, csv) in folders {
        run = run.file(&format!("{folder}/deck.toml"), DECK).file(&format!("{folder}/cards.csv"), csv);
    }
    run
}

#[test]
fn rows_are_matched_whatever_their_order() {
    let text = "\
old (version 0.2) → new/deck.toml (version 0.2)
deck: 1 added, 1 removed, 2 changed; 4 pieces the same; matched by `name`, a guess
  + 1-2      Eve: 2 copies
  ~ 7        Cleo: 3 copies → 4
  ~ 8        Ann: cost 3 → 4
  - 2-3      Bob: 2 copies
";
    run([("old", OLD), ("new", NEW)]).args(["diff", "old", "new/deck.toml"]).status(1).stdout(text).run();
}

#[test]
fn what_no_piece_shows_is_no_difference() {
    let other = "remark,title,cost,copies\n1,Dan,6,1\n2,Cleo,5,3\n3,Bob,4,2\n4,Ann,3,1\n";
    let renamed =
        DECK.replace("{{ name }}", "{{ title }}").replace("size =", "alt = \"{{ title }}\"\nsize =");
    let ran = Run::new()
        .file("old/deck.toml", DECK)
        .file("old/cards.csv", OLD)
        .file("new/deck.toml", renamed)
        .file("new/cards.csv", other)
        .args(["diff", "old", "new"])
        .any_stderr()
        .run();
    assert!(ran.stdout.ends_with("deck: 7 pieces, all the same\n"), "{}", ran.stdout);
}

#[test]
fn a_size_or_a_back_changes_all_pieces() {
    for (change, with, what) in [
        ("poker", "tarot", "all 7 pieces differ: the size changed from 63.5 x 88.9 mm to 69.85 x 120.65 mm"),
        ("size =", "round = \"3mm\"\nsize =", "all 7 pieces differ: the outline changed"),
        ("size =", "back = [{ fill = \"navy\" }]\nsize =", "all 7 pieces differ: the back changed"),
    ] {
        let ran = Run::new()
            .file("old/deck.toml", DECK)
            .file("old/cards.csv", OLD)
            .file("new/deck.toml", DECK.replace(change, with))
            .file("new/cards.csv", OLD)
            .args(["diff", "old", "new"])
            .status(1)
            .run();
        assert!(ran.stdout.ends_with(&format!("deck: {what}\n")), "{}", ran.stdout);
    }
}

#[test]
fn programs_read_the_differences_as_json() {
    let ran = run([("old", OLD), ("new", NEW)]).args(["diff", "old", "new", "--json"]).status(1).run();
    let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let deck = &value["results"][0]["components"][0];
    assert_eq!(deck["matched-by"], "matched by `name`, a guess");
    let ann = &deck["rows"][2];
    assert_eq!((&ann["name"], &ann["what"]), (&"Ann".into(), &"changed".into()));
    assert_eq!(ann["fields"][0], serde_json::json!({ "field": "cost", "old": "3", "new": "4" }));
    assert_eq!((&ann["old-numbers"][0], &ann["new-numbers"][0]), (&1.into(), &8.into()));
}

#[test]
fn a_finished_file_is_a_version_too() {
    let ran = run([("old", OLD), ("new", NEW)]).args(["build", "old/deck.toml"]).run();
    let same = program(&["diff", "output/deck-iso.pdf", "old"], ran.folder.path());
    assert_eq!((same.status, same.stdout.lines().nth(1)), (0, Some("deck: 7 pieces, all the same")));
    let other = program(&["diff", "output/deck-iso.pdf", "new"], ran.folder.path());
    assert_eq!(other.status, 1);
    assert!(other.stdout.contains("  ~ 8        Ann: cost 3 → 4\n"), "{}", other.stdout);
}

#[test]
fn check_warns_about_files_of_two_versions() {
    let ran = run([("old", OLD), ("new", NEW)]).args(["build", "old/deck.toml", "--output", "a"]).run();
    let args = ["build", "new/deck.toml", "--output", "b"];
    assert_eq!(program(&args, ran.folder.path()).status, 0);
    let output = program(&["check", "a/deck-iso.pdf", "b/deck-iso.pdf"], ran.folder.path());
    let warning = "warning[HX020]: a/deck-iso.pdf (version 0.2) and b/deck-iso.pdf (version 0.2) are different versions: deck 1-3, 7-8";
    assert!(output.stderr.contains(warning), "{}", output.stderr);
    assert_eq!(output.status, 0);
    let same = program(&["check", "a/deck-iso.pdf", "old/deck.toml"], ran.folder.path());
    assert_eq!((same.status, same.stderr.as_str()), (0, ""));
}

#[test]
fn cells_of_boards_are_listed_by_name() {
    let board = |map: &str| {
        format!(
            "[[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"square\"\nacross = \"14mm\"\nnames = \"chess\"\nmap = '''\n{map}'''\n\
             [board.key]\na = {{ fill = \"gold\" }}\nb = {{ fill = \"skyblue\" }}\n"
        )
    };
    let text = "\
old.toml → new.toml
board: 1 cell added, 2 cells changed
  + c1
  ~ a2, b1
";
    Run::new()
        .file("old.toml", board("a a b\na a\n"))
        .file("new.toml", board("b a b\na b a\n"))
        .args(["diff", "old.toml", "new.toml"])
        .status(1)
        .stdout(text)
        .run();
}

#[test]
fn git_knows_earlier_versions() {
    let ran = run([("game", OLD), ("other", OLD)]).args(["diff", "game", "other"]).run();
    let folder = ran.folder.path();
    let git = |args: &[&str]| {
        let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
        std::process::Command::new("git").current_dir(folder).args(identity).args(args).output()
    };
    // Without git, there is nothing to test.
    if git(&["init", "-q"]).is_err() {
        return leave_out("git", "it is not installed");
    }
    for args in [&["add", "."][..], &["commit", "-qm", "one"]] {
        assert!(git(args).unwrap().status.success());
    }
    std::fs::write(folder.join("game/cards.csv"), NEW).unwrap();
    let program_output = program(&["diff", "HEAD:game/deck.toml", "game/deck.toml"], folder);
    assert_eq!(program_output.status, 1, "{}", program_output.stderr);
    assert!(program_output.stdout.contains("  ~ 8        Ann: cost 3 → 4\n"), "{}", program_output.stdout);
    for (argument, message) in [
        ("HEAD:game/absent.toml", "error[HX001]: the revision HEAD has no file game/absent.toml"),
        (
            "absent:game/deck.toml",
            "error[HX001]: git cannot read the history: Not a valid object name absent",
        ),
    ] {
        let program_output = program(&["diff", argument, "game/deck.toml"], folder);
        assert_eq!(program_output.status, 2);
        assert!(program_output.stderr.starts_with(message), "{}", program_output.stderr);
    }
}
