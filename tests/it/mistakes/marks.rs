//! Marks that pieces cannot have, as they are or as they lie.

use super::mistake;
use crate::run::Run;

#[test]
fn marks_at_the_ends_of_cuts_that_no_disc_has() {
    mistake(
        "[[counters]]\nacross = \"20mm\"\nmarks = \"edge\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX303]: no straight cut parts discs
 --> x.toml:3:9
  |
3 | marks = "edge"
  |         ^^^^^^
  |
  = help: marks = "outline" or "none"
"#,
    );
}

#[test]
fn marks_at_the_corners_of_discs() {
    mistake(
        "[[counters]]\nacross = \"20mm\"\nmarks = \"corner\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX303]: discs have no corners
 --> x.toml:3:9
  |
3 | marks = "corner"
  |         ^^^^^^^^
  |
  = help: marks = "outline" or "none"
"#,
    );
}

#[test]
fn straight_lines_through_a_honeycomb() {
    for pack in ["close", "apart"] {
        mistake(
            &format!(
                "[[tiles]]\nacross = \"20mm\"\ncells = \"flat-top\"\npack = \"{pack}\"\nmarks = \"line\"\n\
                 face = [{{ fill = \"red\" }}]\n"
            ),
            r#"
error[HX303]: no straight cut parts hexagons in a honeycomb
 --> x.toml:5:9
  |
5 | marks = "line"
  |         ^^^^^^
  |
  = help: pack = "straight", or marks = "corner", "outline" or "none"
"#,
        );
    }
}

#[test]
fn marks_at_the_ends_of_cuts_through_strips() {
    mistake(
        "[[tiles]]\nacross = \"20mm\"\ncells = \"flat-top\"\npack = \"strips\"\nmarks = \"edge\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX303]: of hexagons in strips, most cuts end with their strip, and not at the edge of the sheet
 --> x.toml:5:9
  |
5 | marks = "edge"
  |         ^^^^^^
  |
  = help: pack = "straight", or marks = "line", "corner", "outline" or "none"
"#,
    );
}

#[test]
fn marks_on_a_sheet_that_is_cut_already() {
    mistake(
        "[[sheet]]\nname = \"labels\"\npaper = \"a4\"\nfirst = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\ngrid = \"3 x 7\"\n\
         size = \"63.5 x 38.1mm\"\n[[cards]]\nsheet = \"labels\"\nmarks = \"corner\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX120]: `marks` does nothing on a sheet with places of its own
  --> x.toml:10:1
   |
10 | marks = "corner"
   | ^^^^^
   |
   = help: leave it out
"#,
    );
}

#[test]
fn a_word_that_is_not_among_them() {
    mistake(
        "[[cards]]\nsize = \"poker\"\nmarks = \"corners\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX005]: `marks` cannot be "corners"
 --> x.toml:3:9
  |
3 | marks = "corners"
  |         ^^^^^^^^^
  |
  = help: did you mean `corner`?
"#,
    );
}

#[test]
fn no_room_for_marks() {
    let card = "[[cards]]\nsize = \"196 x 283mm\"\nface = [{ fill = \"red\" }]\n";
    Run::new().file("x.toml", card).args(["build", "x.toml", "--paper", "a4"]).run();
    let said = r#"
error[HX301]: a piece of `cards` measures 196 x 283 mm, and beside it on A4 there is no room for marks, which takes 2 mm
 --> x.toml:2:9
  |
2 | marks = "corner"
  |         ^^^^^^^^
  |
  = help: marks = "outline" takes none
"#;
    Run::new()
        .file("x.toml", card.replacen('\n', "\nmarks = \"corner\"\n", 1))
        .args(["build", "x.toml", "--paper", "a4"])
        .stdout("")
        .stderr(said)
        .status(2)
        .no_files()
        .run();
    // A house's wish gives way.
    Run::new()
        .file("x.toml", card)
        .file("home.toml", "marks = \"corner\"\n")
        .args(["build", "x.toml", "--paper", "a4", "--printer", "home.toml"])
        .checked()
        .run();
}

#[test]
fn a_profile_with_a_word_that_is_not_among_them() {
    Run::new()
        .file("x.toml", "[[cards]]\nsize = \"poker\"\nface = [{ fill = \"red\" }]\n")
        .file("home.toml", "marks = \"ticks\"\n")
        .args(["build", "x.toml", "--printer", "home.toml"])
        .stdout("")
        .stderr(
            r#"
error[HX005]: `marks` cannot be "ticks": no kind of marks is called so
 --> home.toml:1:9
  |
1 | marks = "ticks"
  |         ^^^^^^^
  |
  = help: there are edge, corner, outline, line, none
"#,
        )
        .status(2)
        .no_files()
        .run();
}
