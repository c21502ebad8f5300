//! Tests of files that are corrected for a printer.

use hexpress::base::piece_side::PieceSide;
use hexpress::print::profile::Profile;
use kurbo::{ParamCurve, Point};

use super::{CARDS, PROFILE};
use crate::support::measure::{id, paths};
use crate::support::run::{Ran, Run};

fn profile() -> Profile {
    let mut sources = hexpress::diag::Sources::default();
    let file = sources.add("home.toml", PROFILE);
    hexpress::language::tables::profile::read(file, &sources).unwrap()
}

fn built(profile: &str, more: &[&str]) -> Ran {
    let run = Run::new().file("home.toml", profile).file("x.toml", CARDS);
    run.args(["build", "x.toml", "--printer", "home.toml"]).args(more.iter().copied()).any_stderr().run()
}

#[test]
fn every_page_is_moved_as_its_side_needs() {
    let (made, profile) = (built(PROFILE, &[]), profile());
    let plain =
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "a4", "--margin", "9mm"]).run();
    let (made, plain) = (made.pdf("output/x-a4.pdf").pages, plain.pdf("output/x-a4.pdf").pages);
    assert_eq!((made.len(), plain.len()), (2, 2));
    for (side, (page, plain)) in PieceSide::BOTH.into_iter().zip(made.iter().zip(&plain)) {
        assert_eq!((page.media, page.trim), (plain.media, plain.trim));
        let moved = profile.correction(side, page.media.size(), None);
        let mut count = 0;
        for ((item, path), (other, before)) in paths(page).zip(paths(plain)) {
            assert_eq!(id(item), id(other));
            for (a, b) in path.segments().zip(before.segments()) {
                let off = a.start().distance(moved * b.start());
                assert!(off < 0.002, "{} is {off} mm from where it is right", id(item));
                count += 1;
            }
        }
        assert!(count > 20);
    }
}

#[test]
fn the_checker_undoes_it_and_says_so() {
    let checked = Run::new()
        .checked()
        .file("home.toml", PROFILE)
        .file("x.toml", CARDS)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .run();
    assert!(
        checked.stdout.contains("  checked: 2 pieces, as Old Inkjet prints them, worst deviation 0.00"),
        "{}",
        checked.stdout
    );
    assert!(checked.stdout.contains("mm: clean\n"), "{}", checked.stdout);
    let file = checked.bytes("output/x-a4.pdf");
    let alone = Run::new().file("x.pdf", &file).args(["check", "x.pdf"]).run();
    assert!(
        alone.stdout.starts_with("x.pdf: 2 pieces, as Old Inkjet prints them, worst deviation 0.00"),
        "{}",
        alone.stdout
    );
    Run::new()
        .file("home.toml", PROFILE)
        .file("x.toml", CARDS)
        .args(["check", "x.toml", "--printer", "home.toml"])
        .run();
    // Changes the profile in the attached record. The drawings are then corrected for a printer that is not
    // the one in the record.
    for (true_, false_) in [("99.2 x 100.6%", "99.9 x 100.6%"), ("99 x 100.4%", "99 x 101.4%")] {
        let at = file.windows(true_.len()).position(|w| w == true_.as_bytes()).unwrap();
        let mut wrong = file.clone();
        wrong[at..at + false_.len()].copy_from_slice(false_.as_bytes());
        let ran = Run::new().file("x.pdf", &wrong).args(["check", "x.pdf"]).any_stderr().status(1).run();
        assert!(ran.stdout.contains("error"), "{}", ran.stdout);
    }
}

#[test]
fn the_pdf_remembers_its_printer() {
    let made = built(PROFILE, &[]);
    let file = made.bytes("output/x-a4.pdf");
    let again = Run::new().file("in/x.pdf", &file).args(["build", "in/x.pdf"]).run();
    assert_eq!(again.bytes("output/x-a4.pdf"), file);
    // With `--printer none`, the result equals a file that is built without a profile, with the
    // same paper and margin.
    let without = Run::new().file("in/x.pdf", &file).args(["build", "in/x.pdf", "--printer", "none"]).run();
    let plain =
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "a4", "--margin", "9mm"]).run();
    assert_eq!(without.bytes("output/x-a4.pdf"), plain.bytes("output/x-a4.pdf"));
    // Options on the command line override the profile.
    let letter = built(PROFILE, &["--paper", "letter"]);
    assert!(letter.folder.files().contains(&"output/x-letter.pdf".to_owned()));
}

#[test]
fn a_printer_that_is_right_changes_nothing_on_paper() {
    let right = "name = \"Right\"\n";
    let made = built(right, &["--paper", "a4"]).pdf("output/x-a4.pdf").pages;
    let plain = Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "a4"]).run();
    for (page, plain) in made.iter().zip(&plain.pdf("output/x-a4.pdf").pages) {
        for ((_, path), (_, before)) in paths(page).zip(paths(plain)) {
            let start =
                |path: &hexpress::read::Outline| path.segments().next().map_or(Point::ZERO, |s| s.start());
            assert!(start(path).distance(start(before)) < 0.001);
        }
    }
}

#[test]
fn what_the_printer_does_not_reach_is_told() {
    let profile = "name = \"Narrow\"\npaper = \"a4\"\nreach = \"6mm\"\nmargin = \"6mm\"\n[front]\noffset = \"0 -2mm\"\n";
    let ran = Run::new()
        .checked()
        .file("home.toml", profile)
        .file("x.toml", CARDS)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .stderr(
            r#"
warning[HX467]: page 1 at (161.4, 290) mm: `Narrow` prints no closer than 6 mm to the edge, but its correction moves a drawing 2.00 mm beyond this limit
 |
 = help: leave a larger margin: --margin 8mm
"#,
        )
        .run();
    assert!(ran.stdout.contains("1 warning"), "{}", ran.stdout);
}
