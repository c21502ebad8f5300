//! A command line that cannot be read is told as every other mistake.

use super::wrong;
use crate::run::Run;

#[test]
fn an_unknown_command() {
    wrong(
        Run::new().args(["biuld"]),
        r#"
error[HX013]: there is no command `biuld`
 |
 = help: did you mean `build`?
"#,
    );
    wrong(
        Run::new().args(["xyzzy"]),
        r#"
error[HX013]: there is no command `xyzzy`
 |
 = help: `hexpress --help` says what may be typed
"#,
    );
    wrong(
        Run::new().args(["mine.toml"]),
        r#"
error[HX013]: there is no command `mine.toml`
 |
 = help: did you mean `hexpress build mine.toml`?
"#,
    );
}

#[test]
fn an_unknown_option() {
    wrong(
        Run::new().args(["build", "--papr", "us"]),
        r#"
error[HX013]: `hexpress build` has no option --papr
 |
 = help: did you mean `--paper`?
"#,
    );
    wrong(
        Run::new().args(["papers", "--paper", "a4"]),
        r#"
error[HX013]: `hexpress papers` has no option --paper
 |
 = help: `hexpress papers --help` says what may be typed
"#,
    );
    wrong(
        Run::new().args(["--jsn"]),
        r#"
error[HX013]: `hexpress` has no option --jsn
 |
 = help: did you mean `--json`?
"#,
    );
}

#[test]
fn a_word_that_an_option_does_not_take() {
    wrong(
        Run::new().args(["build", "--cut", "axe"]),
        r#"
error[HX013]: --cut axe: no way to cut is called so
 |
 = help: there are guillotine, knife, scissors, plotter
"#,
    );
    wrong(
        Run::new().args(["build", "--backs", "flip-lng"]),
        r#"
error[HX013]: --backs flip-lng: no way to turn sheets over is called so
 |
 = help: did you mean `flip-long`?
"#,
    );
    wrong(
        Run::new().args(["build", "--ink=blak"]),
        r#"
error[HX013]: --ink blak: no ink is called so
 |
 = help: did you mean `black`?
"#,
    );
    wrong(
        Run::new().args(["build", "--each", "card"]),
        r#"
error[HX013]: --each takes piece, deck, and not card
"#,
    );
    wrong(
        Run::new().args(["check", "x.toml", "--deny", "warning"]),
        r#"
error[HX013]: --deny takes warnings, and not warning
 |
 = help: did you mean `warnings`?
"#,
    );
    wrong(
        Run::new().args(["build", "--seed", "x"]),
        r#"
error[HX013]: --seed x: a seed is a whole number from 0 to 18446744073709551615, or `random`
"#,
    );
    wrong(
        Run::new().args(["preview", "x.toml", "--port", "70000"]),
        r#"
error[HX013]: --port 70000: a port is a whole number from 0 to 65535
"#,
    );
}

#[test]
fn a_value_that_is_missing() {
    wrong(
        Run::new().args(["build", "--paper"]),
        r#"
error[HX013]: --paper is not followed by its value
 |
 = help: --paper <PAPER>
"#,
    );
    wrong(
        Run::new().args(["build", "--each"]),
        r#"
error[HX013]: --each is not followed by its value
 |
 = help: --each piece, or deck
"#,
    );
}

#[test]
fn a_value_too_many() {
    wrong(
        Run::new().args(["build", "--split=3"]),
        r#"
error[HX013]: --split takes no value, and 3 is given
"#,
    );
    wrong(
        Run::new().args(["list", "all"]),
        r#"
error[HX013]: `hexpress list` takes nothing more: all
 |
 = help: `hexpress list --help` says what may be typed
"#,
    );
    wrong(
        Run::new().args(["build", "--paper", "a4", "--paper", "a5"]),
        r#"
error[HX013]: --paper is given twice
"#,
    );
}

#[test]
fn a_game_that_is_missing() {
    wrong(
        Run::new().args(["deck"]),
        r#"
error[HX013]: `hexpress deck` needs GAME
 |
 = help: hexpress deck <GAME>
"#,
    );
    wrong(
        Run::new().args(["check"]),
        r#"
error[HX013]: `hexpress check` needs WHAT: this folder holds no layout
 |
 = help: `hexpress list` lists the bundled games; a layout of your own ends in .toml
"#,
    );
}

#[test]
fn programs_are_told_what_is_mistyped() {
    let said = |args: &[&str]| {
        let run = Run::new().args(args.iter().copied()).stderr("").status(2).no_files().run();
        let told = run.json();
        assert_eq!((&told["status"], told["results"].as_array().map(Vec::len)), (&2.into(), Some(0)));
        let of = |key: &str| told["diagnostics"][0][key].as_str().map(str::to_owned);
        (of("code"), of("severity"), of("message"), of("hint"))
    };
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        said(&["build", "--papr", "us", "--json"]),
        (
            text("HX013"),
            text("error"),
            text("`hexpress build` has no option --papr"),
            text("did you mean `--paper`?")
        )
    );
    assert_eq!(said(&["--json", "biuld"]).2, text("there is no command `biuld`"));
    // Behind `--` it is the name of a game.
    wrong(
        Run::new().args(["list", "--", "--json"]),
        r#"
error[HX013]: `hexpress list` has no option --json
 |
 = help: `hexpress list --help` says what may be typed
"#,
    );
}
