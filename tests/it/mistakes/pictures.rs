//! What is wrong with what is asked of pictures and cuts.

use super::{BOARD, CARDS, wrong};
use crate::run::Run;

fn build(layout: &str, args: &[&str]) -> Run {
    Run::new().file("x.toml", layout).args(["build", "x.toml"].into_iter().chain(args.iter().copied()))
}

#[test]
fn pixels_to_the_inch_have_bounds() {
    for typed in ["0", "-300", "1000000", "99999999999999999999", "9", "2401", "300.5", "many", ""] {
        let said = format!(
            "error[HX013]: --dpi {typed}: pixels to the inch are a whole number from 10 to 2400
 |
 = help: 300 is what print shops ask for"
        );
        wrong(build(CARDS, &["--format", "png", "--dpi", typed]), &said);
    }
}

#[test]
fn a_picture_has_no_more_pixels_than_there_may_be() {
    wrong(
        build(BOARD, &["--format", "png", "--dpi", "2400"]),
        "error[HX013]: --dpi 2400 makes `board` on A3 39685 x 28063 pixels: 1114 million, and 200 million are the most
 |
 = help: --dpi 600",
    );
    let card = "[[cards]]\nname = \"a\"\nsize = \"180 x 250mm\"\nface = [{ fill = \"tan\" }]\n";
    wrong(
        build(card, &["--format", "png", "--each", "piece", "--dpi", "2400"]),
        "error[HX013]: --dpi 2400 makes a picture of `a`, 180 x 250 mm, 17008 x 23622 pixels: 402 million, and 200 million are the most
 |
 = help: --dpi 1200",
    );
}

#[test]
fn a_bleed_is_of_single_pieces() {
    wrong(
        build(CARDS, &["--bleed"]),
        "error[HX013]: --bleed says nothing here: sheets always have the bleed that their layout asks for
 |
 = help: add --format png --each piece, or leave out --bleed",
    );
    wrong(
        build(CARDS, &["--format", "png", "--each", "deck", "--bleed"]),
        "error[HX013]: --bleed and --each deck do not go together: a simulator cuts a grid at the edges of its pieces
 |
 = help: leave out --bleed",
    );
}

#[test]
fn pieces_without_a_bleed_are_told_where_it_is_asked_for() {
    let layout = "[[cards]]\nname = \"a\"\nsize = \"20 x 30mm\"\nface = [{ fill = \"tan\" }]\n";
    let run = build(layout, &["--format", "png", "--each", "piece", "--dpi", "20", "--bleed"]);
    run.stderr(
        "warning[HX341]: `a` has no `bleed`, so its pictures end at the cut in spite of --bleed
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: bleed = \"3mm\", or what the shop asks for",
    )
    .run();
}

#[test]
fn what_only_pictures_have_is_not_asked_of_others() {
    wrong(
        build(CARDS, &["--dpi", "300"]),
        "error[HX013]: --dpi 300 says nothing here: only pictures have pixels
 |
 = help: add --format png",
    );
    wrong(
        build(CARDS, &["--format", "svg", "--each", "piece"]),
        "error[HX013]: --each makes pictures, so it needs --format png
 |
 = help: add --format png",
    );
    for (format, what) in [
        ("png", "each sheet has a picture of its own"),
        ("cut-svg", "the cuts of each sheet have a file of their own"),
    ] {
        let said = format!(
            "error[HX013]: --split and --format {format} do not go together: {what}
 |
 = help: leave out --split"
        );
        wrong(build(CARDS, &["--format", format, "--split"]), &said);
    }
}

#[test]
fn a_game_of_boards_has_no_cuts() {
    wrong(
        build(BOARD, &["--format", "cut-svg"]),
        "error[HX013]: nothing is cut out of the sheets of `x`, so there is no file of cuts
 |
 = help: cards, tiles and counters are cut out",
    );
}
