//! Tests of the calibration sheet, of the profile that follows from it, and of files that the
//! profile corrects.

mod corrected;
mod simulated;

use crate::support::run::Run;

/// Two cards, with backs.
pub const CARDS: &str = r##"[game]
title = "Two Sides"

[[cards]]
name = "deck"
size = "63 x 88mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }, { disc = "20mm", fill = "#336699", at = "bottom", inset = "5mm" }]
back = [{ box = "40 x 60mm", fill = "#884400" }]
"##;

/// The profile of a printer with every kind of error, such as a wrong scale and a wrong position.
pub const PROFILE: &str = r#"name   = "Old Inkjet"
paper  = "a4"
margin = "9mm"
reach  = "5mm"

[front]
scale  = "99.2 x 100.6%"
offset = "0.8 -1.1mm"
skew   = 0.4
angle  = 90.15

[back]
scale  = "99 x 100.4%"
offset = "-0.6 1.4mm"
skew   = -0.3
"#;

#[test]
fn the_sheet_says_what_to_do_and_is_clean() {
    let ran = Run::new()
        .args(["calibrate", "--output", "out"])
        .stdout(
            r#"
out/calibration-a4.pdf   a sheet of A4, 43 KB
  Print both sides at 100 % ("actual size"), turned over the longer edge, on the paper you print games on.
  Then take a ruler and a lamp, and type what you read:
    hexpress calibrate --profile my-printer.toml
  Or scan both sides:
    hexpress calibrate --scan front.png --scan back.png
  2 pages, worst deviation 0.0003 mm: clean.
"#,
        )
        .run();
    let document = ran.pdf("out/calibration-a4.pdf");
    assert_eq!(document.print_scaling.as_deref(), Some("None"));
    assert_eq!(document.pages.len(), 2);
    for page in &document.pages {
        assert_eq!(page.trim, Some(page.media));
        // Letters and numbers are large enough to be read from paper.
        assert!(crate::support::measure::texts(page).all(|(_, text)| text.size > 1.9));
    }
    let names: Vec<_> = readings().map(|letter| letter.to_string()).collect();
    for name in &names {
        let reported = crate::support::measure::texts(&document.pages[0])
            .filter(|(_, text)| text.string == *name)
            .count();
        assert!(
            reported >= 2,
            "{name} stands {reported} times on the sheet: beside its box and where it is read"
        );
    }
    let again = Run::new().args(["calibrate", "--output", "out"]).run();
    assert_eq!(ran.bytes("out/calibration-a4.pdf"), again.bytes("out/calibration-a4.pdf"));
}

fn readings() -> impl Iterator<Item = char> {
    "ABCDEFGHJKLMNPQRSTU".chars()
}

#[test]
fn a_pair_of_papers_has_a_pair_of_pages_for_each() {
    let ran = Run::new().args(["calibrate", "--paper", "us", "--backs", "flip-short"]).run();
    let pages = ran.pdf("output/calibration-us.pdf").pages;
    let sizes: Vec<_> = pages.iter().map(|page| (page.media.width() / 2.54).round() as i32).collect();
    assert_eq!(sizes, [85, 85, 110, 110]);
    assert!(
        ran.stdout.contains("--profile my-printer.toml --paper letter --backs flip-short"),
        "{}",
        ran.stdout
    );
}

#[test]
fn readings_become_a_profile_that_is_read_again() {
    let ran = Run::new()
        .args(["calibrate", "--profile", "home.toml", "--cut", "knife", "--name", "The \"big\" one"])
        .args(["--readings", "A=188.5,B=277,c=26.5,H=4,R=4,U=5.5"])
        .stdout(
            r#"
home.toml
  front: 100 mm become 99.21 mm across and 100.36 mm down, moved 0.12 mm to the left and 0.44 mm down
  back: 100 mm become 99.3 mm across and 100.14 mm down, moved 0.19 mm to the right and 0.71 mm down
  The printer prints up to 6 6 5.5 4 mm (top right bottom left) from the edges; builds leave a margin of 7 7 6.5 5 mm (top right bottom left).
  From now on: hexpress build --printer home.toml
"#,
        )
        .run();
    let text = String::from_utf8(ran.bytes("home.toml")).unwrap();
    assert!(text.contains("# Measured on a sheet of A4: A=188.5 B=277 C=26.5 D=26.5"), "{text}");
    assert!(text.contains("name   = \"The \\\"big\\\" one\""), "{text}");
    let built = Run::new()
        .file("home.toml", &text)
        .file("x.toml", CARDS)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .run();
    assert!(built.stdout.contains("Corrected for the printer The \"big\" one"), "{}", built.stdout);
    assert_eq!(built.folder.files(), ["home.toml", "output/x-a4.pdf", "x.toml"]);
}

#[test]
fn what_is_typed_is_asked_for() {
    let folder = crate::support::run::Folder::new();
    let typed = format!("1885\nwide\n188,5\n277 mm\n{}scisors\nscissors\n", "\n".repeat(17));
    let reader = crate::support::run::Reader { answers: &typed, ..crate::support::run::Reader::default() };
    let args = ["calibrate", "--profile", "home.toml"];
    let output = crate::support::run::program_for(&reader, &args, folder.path());
    assert_eq!(output.status, 0, "{}", output.stderr);
    let output = output.stderr;
    for words in [
        "  A  from the outer end A of cross 1 to the outer end A of cross 2 [190]: ",
        "     1885 mm is too far from the expected 190 mm; the value must be 124 to 257 mm. Try again:\n",
        "     expected a number of millimetres, such as 190. Try again:\n",
        "  H  cross 1, lying scale [0]: ",
        "Which tool do you cut with: guillotine, knife, scissors, plotter, silhouette, silhouette-four? Press Enter to skip: ",
        "unknown cutting tool `scisors`; did you mean `scissors`?",
    ] {
        assert!(output.contains(words), "{words} is not in\n{output}");
    }
    let text = std::fs::read_to_string(folder.path().join("home.toml")).unwrap();
    assert!(text.contains("A=188.5 B=277 C=26 "), "{text}");
    assert!(text.contains("cut    = \"scissors\""), "{text}");
}

const PAGE: &str = include_str!("../../../../docs/calibrate.md");

#[test]
fn the_page_says_what_works() {
    let block = PAGE.split("```toml profile\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let read = |text: &str| {
        let mut sources = hexpress::diag::Sources::default();
        let file = sources.add("home.toml", text);
        hexpress::language::tables::profile::read(file, &sources).unwrap()
    };
    let profile = read(block);
    let written = hexpress::print::profile::profile_text(&profile, &[]);
    assert_eq!(read(&written).furniture, profile.furniture);
    // The page explains every key of a written profile, and no others.
    let keys = |text: &str| -> std::collections::BTreeSet<String> {
        let lines =
            text.lines().map(|line| line.trim_start_matches("# ")).filter_map(|line| line.split_once(" = "));
        lines.map(|(key, _)| key.trim().to_owned()).filter(|key| !key.contains(' ')).collect()
    };
    assert_eq!(keys(&written), keys(block));
    let typed: Vec<_> = PAGE.lines().filter_map(|line| line.strip_prefix("hexpress ")).collect();
    assert_eq!(typed.len(), 6);
    for line in typed {
        let line = line.split(" #").next().unwrap().trim();
        if line.ends_with("--profile home.toml") {
            continue;
        }
        let mut run = Run::new().file("my-game.toml", CARDS).args(line.split_whitespace());
        if line.starts_with("build") {
            run = run.file("home.toml", block);
        }
        run.run();
    }
    for picture in PAGE.split("](pictures/").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = format!("{}/docs/pictures/{picture}", env!("CARGO_MANIFEST_DIR"));
        assert!(std::path::Path::new(&path).exists(), "{path}");
    }
}
