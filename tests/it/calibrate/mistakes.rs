//! What can be wrong with a profile, with readings, and with what is typed.

use super::{CARDS, PROFILE};
use crate::run::Run;

/// Building with this profile says this, and makes nothing.
#[track_caller]
fn mistake(profile: &str, said: &str) {
    Run::new()
        .file("home.toml", profile)
        .file("x.toml", CARDS)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .stdout("")
        .stderr(said)
        .status(2)
        .no_files()
        .run();
}

/// The profile with something else in the place of `old`.
#[track_caller]
fn changed(old: &str, new: &str) -> String {
    assert!(PROFILE.contains(old));
    PROFILE.replacen(old, new, 1)
}

/// Calibrating so says this, and makes nothing.
#[track_caller]
fn typed(args: &[&str], said: &str) {
    let run = Run::new().args(["calibrate"]).args(args.iter().copied());
    run.stdout("").stderr(said).status(2).no_files().run();
}

#[test]
fn a_profile_that_corrects_too_much() {
    mistake(
        &changed("99.2 x 100.6%", "130 x 100.6%").replace("0.8 -1.1mm", "0.8 -50mm").replace("-0.3", "10"),
        r#"
error[HX320]: `scale` of the front is 130 %, and what is corrected is between 90 % and 110 %
 --> home.toml:7:10
  |
7 | scale  = "130 x 100.6%"
  |          ^^^^^^^^^^^^^^
  |
  = help: print the calibration sheet again at 100 % ("actual size"), and measure once more

error[HX320]: `offset` of the front is -50 mm, and what is corrected is 15 mm either way
 --> home.toml:8:10
  |
8 | offset = "0.8 -50mm"
  |          ^^^^^^^^^^^
  |
  = help: print the calibration sheet again at 100 % ("actual size"), and measure once more

error[HX320]: `skew` of the back is 10°, and what is corrected is 3° either way
  --> home.toml:15:10
   |
15 | skew   = 10
   |          ^^
   |
   = help: print the calibration sheet again at 100 % ("actual size"), and measure once more
"#,
    );
}

#[test]
fn keys_and_values_that_are_none() {
    mistake(
        &changed("margin =", "margins =").replace("skew   = 0.4", "skew = \"0.4\""),
        r#"
error[HX003]: no key is called `margins` here
 --> home.toml:3:1
  |
3 | margins = "9mm"
  | ^^^^^^^
  |
  = help: did you mean `margin`?

error[HX004]: `skew` is text, but a number is wanted
 --> home.toml:9:8
  |
9 | skew = "0.4"
  |        ^^^^^
"#,
    );
    mistake(
        &changed("99.2 x 100.6%", "99 x 100mm").replace("paper  = \"a4\"", "paper = \"a44\"\ncut = \"knif\""),
        r#"
error[HX008]: no paper is called `a44`
 --> home.toml:2:9
  |
2 | paper = "a44"
  |         ^^^^^
  |
  = help: did you mean `a4`? `hexpress papers` lists them all

error[HX005]: `cut` cannot be "knif": no way to cut is called so
 --> home.toml:3:7
  |
3 | cut = "knif"
  |       ^^^^^^
  |
  = help: did you mean `knife`?

error[HX005]: `scale` is a share of the true length, not a length
 --> home.toml:8:10
  |
8 | scale  = "99 x 100mm"
  |          ^^^^^^^^^^^^
  |
  = help: for example "99.6 x 99.8%": what 100 mm become across and down
"#,
    );
    mistake(
        &changed("9mm", "900mm"),
        r#"
error[HX005]: `margin` cannot be 900 mm: it lies between 0 and 100 mm
 --> home.toml:3:10
  |
3 | margin = "900mm"
  |          ^^^^^^^
"#,
    );
    mistake(
        "name = Old\n",
        r#"
error[HX002]: this is not TOML: string values must be quoted, expected literal string
 --> home.toml:1:8
  |
1 | name = Old
  |        ^^^
  |
  = help: text stands in quotes: size = "41 x 63mm"
"#,
    );
}

#[test]
fn files_that_are_not_there_or_there_already() {
    Run::new()
        .file("x.toml", CARDS)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .stdout("")
        .stderr("error[HX001]: home.toml cannot be read: there is no such file")
        .status(2)
        .no_files()
        .run();
    Run::new()
        .file("home.toml", PROFILE)
        .args(["calibrate", "--profile", "home.toml", "--readings", "A=190"])
        .stdout("")
        .stderr("error[HX322]: home.toml is there already\n |\n = help: name another file, or take this one away first: it is not written over")
        .status(2)
        .no_files()
        .run();
}

#[test]
fn readings_that_cannot_be() {
    typed(
        &["--profile", "p.toml", "--readings", "A=18,O=3,B,H=17,R=wide"],
        r#"
error[HX321]: --readings A=18: 18 mm cannot be where 190 mm would be right: 124 to 257 mm
 |
 = help: for example --readings A=189.5,B=276,C=27

error[HX321]: --readings O=3: no reading is called O
 |
 = help: for example --readings A=189.5,B=276,C=27

error[HX321]: --readings B: a letter and a number are meant, with = between
 |
 = help: for example --readings A=189.5,B=276,C=27

error[HX321]: --readings H=17: its scale goes from -16 to 16
 |
 = help: for example --readings A=189.5,B=276,C=27

error[HX321]: --readings R=wide: a number of millimetres is meant, such as 6
 |
 = help: for example --readings A=189.5,B=276,C=27
"#,
    );
    typed(
        &["--profile", "p.toml", "--readings", "A=133,B=193"],
        r#"
error[HX320]: `scale` of the front is 70 %, and what is corrected is between 90 % and 110 %
 |
 = help: print the calibration sheet again at 100 % ("actual size"), and measure once more
"#,
    );
    typed(
        &["--profile", "p.toml"],
        r#"
Type each reading in millimetres, then Enter. Enter alone takes the number in brackets.

On the front, with a ruler, to half a millimetre.
  A  from the outer end A of cross 1 to the outer end A of cross 2 [190]: 

error[HX321]: nothing more is typed, and reading A is asked for
 |
 = help: Enter takes what is right; or all at once: --readings A=189.5,B=276
"#,
    );
}

#[test]
fn doubts_are_told_and_the_profile_is_written() {
    Run::new()
        .args(["calibrate", "--profile", "p.toml", "--readings", "A=184.5,B=268,F=282,G=282,K=-8"])
        .stderr(
            r#"
warning[HX323]: the printer makes everything 2.9 % smaller
 |
 = help: that looks like "fit to page": print the sheet again at 100 %, or always print in this way

warning[HX324]: the readings against the light at cross 1 are 0.5 mm from what the others say
 |
 = help: read that cross again, and its signs: + is to the right and down
"#,
        )
        .run();
}

#[test]
fn what_does_not_go_together() {
    typed(
        &["--readings", "A=190"],
        r#"
error[HX013]: --readings are for a profile, and none is named
 |
 = help: name the file to write: --profile my-printer.toml
"#,
    );
    typed(
        &["--profile", "p.toml", "--paper", "iso"],
        r#"
error[HX013]: --paper iso are two sheets, and a profile is of one
 |
 = help: name the one that the readings are of: --paper a4
"#,
    );
    typed(
        &["--paper", "a6"],
        r#"
error[HX013]: A6 is too small to measure a printer by: 140 x 190 mm at least
 |
 = help: a larger paper that the printer takes: --paper a4
"#,
    );
    typed(
        &["--paper", "a44"],
        r#"
error[HX008]: no paper is called `a44`
 |
 = help: did you mean `a4`? `hexpress papers` lists them all
"#,
    );
    typed(
        &["--backs", "fold"],
        r#"
error[HX013]: --backs fold: the sheet has two sides, and is turned over
 |
 = help: flip-long or flip-short
"#,
    );
}
