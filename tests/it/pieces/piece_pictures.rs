//! Tests of pictures of single pieces, and of decks in a grid.

use crate::formats::png::{CARDS, decoded};
use crate::support::run::Run;

fn each(layout: &str, what: &str, more: &[&str]) -> crate::support::run::Ran {
    let args = ["build", "x.toml", "--format", "png", "--each", what].into_iter().chain(more.iter().copied());
    Run::new().file("x.toml", layout).args(args).run()
}

fn below(ran: &crate::support::run::Ran) -> Vec<String> {
    let files = ran.folder.files();
    files.iter().filter_map(|file| file.strip_prefix("output/x-iso/")).map(str::to_owned).collect()
}

#[test]
fn a_piece_is_cut_to_its_edges() {
    let ran = each(CARDS, "piece", &[]);
    // All cards share one back.
    assert_eq!(below(&ran), ["deck/001.png", "deck/002.png", "deck/back.png"]);
    for (name, colour) in [("001", [255, 0, 0, 255]), ("002", [0, 0, 255, 255]), ("back", [0, 255, 0, 255])] {
        let card = decoded(&ran.bytes(&format!("output/x-iso/deck/{name}.png")));
        assert_eq!((card.wide, card.high, card.dpi, card.alpha), (472, 709, 300, false));
        // Rounded coordinates in the PDF may tint the last row of pixels slightly, which is not
        // visible.
        let near = |pixel: [u8; 4]| (0..4).all(|i| pixel[i].abs_diff(colour[i]) <= 1);
        assert!(card.pixels().all(near), "{name} has another colour than its own");
    }
    assert_eq!(
        ran.stdout.lines().skip(2).take(4).collect::<Vec<_>>(),
        [
            "    deck           2 pieces; 472 x 709 pixels",
            "                   deck/001.png … deck/002.png",
            "    deck           the back of all pieces; 472 x 709 pixels",
            "                   deck/back.png",
        ]
    );
}

/// Cards with round corners and with a strip at the top. The background and the strip extend into a
/// bleed of 3 mm.
const BLED: &str = "[[cards]]\nname = \"deck\"\nsize = \"40 x 60mm\"\nround = \"4mm\"\nbleed = \"3mm\"\nface = [{ fill = \"#FF0000\" }, \
    { box = \"100% x 10mm\", at = \"top\", fill = \"#0000FF\" }]\nback = [{ fill = \"#00FF00\" }]\n";

#[test]
fn shops_get_the_bleed_and_simulators_do_not() {
    let (red, blue, green) = ([255, 0, 0, 255], [0, 0, 255, 255], [0, 255, 0, 255]);
    let ran = each(BLED, "piece", &["--bleed", "--dpi", "254"]);
    assert_eq!(below(&ran), ["deck/001.png", "deck/back.png"]);
    let card = decoded(&ran.bytes("output/x-iso/deck/001.png"));
    assert_eq!((card.wide, card.high, card.dpi, card.alpha), (460, 660, 254, false));
    // The colours extend to the edge of the picture, even in the corners. The strip ends 10 mm
    // inside the cut.
    assert_eq!(
        (card.at(0, 0), card.at(459, 0), card.at(230, 128), card.at(0, 128)),
        (blue, blue, blue, blue)
    );
    assert_eq!(
        (card.at(230, 132), card.at(0, 132), card.at(1, 658), card.at(458, 658)),
        (red, red, red, red)
    );
    let back = decoded(&ran.bytes("output/x-iso/deck/back.png"));
    assert_eq!((back.wide, back.high), (460, 660));
    assert_eq!((back.at(1, 1), back.at(458, 658)), (green, green));
    assert!(
        ran.stdout.contains("    deck           1 piece, with 3 mm of bleed; 460 x 660 pixels\n"),
        "{}",
        ran.stdout
    );
    let trimmed = each(BLED, "piece", &["--dpi", "254"]);
    let card = decoded(&trimmed.bytes("output/x-iso/deck/001.png"));
    assert_eq!((card.wide, card.high, card.alpha), (400, 600, true));
    assert_eq!((card.at(0, 0), card.at(200, 98), card.at(200, 102)), ([0; 4], blue, red));
    assert!(trimmed.stdout.contains("    deck           1 piece; 400 x 600 pixels\n"), "{}", trimmed.stdout);
    let reported = each(BLED, "piece", &["--bleed", "--dpi", "254", "--json"]).json();
    let reported = &reported["results"][0]["files"][0];
    assert_eq!((&reported["bleed-mm"], &reported["mm"][0]), (&3.0.into(), &46.0.into()));
}

#[test]
fn discs_and_hexagons_go_on_to_their_own_shape() {
    let counters =
        "[[counters]]\nname = \"c\"\nacross = \"20mm\"\nbleed = \"2mm\"\nface = [{ fill = \"#FF0000\" }]\n";
    let disc =
        decoded(&each(counters, "piece", &["--bleed", "--dpi", "127"]).bytes("output/x-iso/c/001.png"));
    assert_eq!((disc.wide, disc.high, disc.alpha), (120, 120, true));
    assert_eq!(
        (disc.at(1, 60), disc.at(118, 60), disc.at(3, 3)),
        ([255, 0, 0, 255], [255, 0, 0, 255], [0; 4])
    );
}

#[test]
fn copies_are_one_picture_that_says_how_many() {
    let layout = "[[cards]]\nname = \"deck\"\nsize = \"20 x 30mm\"\nprint = 2\n\
        rows = [{ c = \"#FF0000\", copies = 3 }, { c = \"#0000FF\" }]\nface = [{ fill = \"{{ c }}\" }]\n";
    assert_eq!(below(&each(layout, "piece", &["--dpi", "20"])), ["deck/001-x6.png", "deck/004-x2.png"]);
    // With a printed number, every piece looks different.
    let numbered = layout.replace("}}\" }", "}}\" }, { text = \"{{ number }}\", font = \"9pt\" }");
    let files = below(&each(&numbered, "piece", &["--dpi", "20"]));
    assert_eq!(files, ["deck/001-x2.png", "deck/002-x2.png", "deck/003-x2.png", "deck/004-x2.png"]);
    // `--pieces` uses the same numbers as the file names.
    let some = Run::new().file("x.toml", &numbered);
    let some = some.args([
        "build", "x.toml", "--format", "png", "--each", "piece", "--dpi", "20", "--pieces", "deck:3-4",
    ]);
    assert_eq!(
        some.run().folder.files(),
        ["output/x-iso.pieces/deck/003.png", "output/x-iso.pieces/deck/004.png", "x.toml"]
    );
}

#[test]
fn backs_that_differ_have_a_picture_each() {
    let layout = CARDS.replace("back = [{ fill = \"#00FF00\" }]", "back = [{ fill = \"{{ c }}\" }]");
    let ran = each(&layout, "piece", &["--dpi", "30"]);
    assert_eq!(below(&ran), ["deck/001-back.png", "deck/001.png", "deck/002-back.png", "deck/002.png"]);
    assert!(
        ran.stdout.contains("    deck           2 pieces, each with its back; 47 x 71 pixels\n"),
        "{}",
        ran.stdout
    );
    let back = decoded(&ran.bytes("output/x-iso/deck/002-back.png"));
    assert!(back.pixels().all(|pixel| pixel == [0, 0, 255, 255]));
    let grid = each(&layout, "deck", &["--dpi", "30"]);
    assert_eq!(below(&grid), ["deck/deck-back.png", "deck/deck.png"]);
    // A grid of backs has the same order as the grid of fronts.
    let backs = decoded(&grid.bytes("output/x-iso/deck/deck-back.png"));
    assert_eq!((backs.at_mm(20.0, 30.0), backs.at_mm(60.0, 30.0)), ([255, 0, 0, 255], [0, 0, 255, 255]));
}

#[test]
fn one_sees_past_what_is_not_a_rectangle() {
    let counters = "[[counters]]\nname = \"c\"\nacross = \"20mm\"\nface = [{ fill = \"#FF0000\" }]\n";
    let disc = decoded(&each(counters, "piece", &["--dpi", "127"]).bytes("output/x-iso/c/001.png"));
    assert_eq!((disc.wide, disc.high, disc.alpha), (100, 100, true));
    assert_eq!(
        (disc.at(50, 50), disc.at(1, 50), disc.at(50, 98)),
        ([255, 0, 0, 255], [255, 0, 0, 255], [255, 0, 0, 255])
    );
    assert_eq!((disc.at(2, 2), disc.at(97, 97)), ([0; 4], [0; 4]));
    let seen = disc.pixels().filter(|pixel| pixel[3] > 127).count() as f64;
    assert!((seen / 7854.0 - 1.0).abs() < 0.01, "a disc of 100 pixels has {seen}");
    // If a piece has no background, its picture is white inside the outline and transparent
    // outside.
    let hexagon = "[[tiles]]\nname = \"t\"\nacross = \"20mm\"\ncells = \"flat-top\"\ncopies = 2\n\
                   face = [{ text = \"A\", font = \"9pt\" }]\n";
    let tile = decoded(&each(hexagon, "piece", &["--dpi", "127"]).bytes("output/x-iso/t/001-x2.png"));
    assert_eq!((tile.wide, tile.high), (115, 100));
    assert_eq!((tile.at(57, 10), tile.at(2, 2), tile.at(112, 97)), ([255; 4], [0; 4], [0; 4]));
}

#[test]
fn boards_are_whole_without_rulers() {
    let board = "[[board]]\nsheet = \"small\"\ncells = \"flat-top\"\nacross = \"20mm\"\nmap = \"a\"\n\
                 key = { a = { fill = \"#FF0000\" } }\n";
    let ran = each(board, "piece", &["--dpi", "50"]);
    assert_eq!(below(&ran), ["board.png"]);
    let board = decoded(&ran.bytes("output/x-iso/board.png"));
    assert_eq!((board.wide, board.high, board.alpha), (585, 413, false));
    assert_eq!(board.at(292, 206), [255, 0, 0, 255]);
    // The edges of the picture are empty. On a printed sheet, they would have rulers.
    assert!((0..585).all(|x| (0..60).all(|y| board.at(x, y) == [255; 4])));
}

/// A deck of 75 cards, in which only the first and the last have different colours.
const MANY_CARDS: &str = "[[cards]]\nname = \"deck\"\nsize = \"20 x 30mm\"\ncopies = 75\nface = [\n  \
    { fill = \"{{ '#FF0000' if number == 1 else '#0000FF' if number == 75 else '#CCCCCC' }}\" },\n]\n\
    back = [{ fill = \"#00FF00\" }]\n";

#[test]
fn a_deck_lies_in_grids_of_ten_by_seven() {
    let ran = each(MANY_CARDS, "deck", &["--dpi", "25"]);
    assert_eq!(below(&ran), ["deck/back.png", "deck/deck-1.png", "deck/deck-2.png"]);
    assert_eq!(
        ran.stdout.lines().skip(1).take(7).map(|line| line.split("KB").next().unwrap()).collect::<Vec<_>>()
            [1..],
        [
            "    deck           10 columns, 7 rows, 70 pieces; 200 x 210 pixels",
            "                   deck/deck-1.png",
            "    deck           3 columns, 2 rows, 5 pieces; 60 x 60 pixels",
            "                   deck/deck-2.png",
            "    deck           the back of all pieces; 20 x 30 pixels",
            "                   deck/back.png",
        ]
    );
    let first = decoded(&ran.bytes("output/x-iso/deck/deck-1.png"));
    assert_eq!((first.wide, first.high, first.alpha), (200, 210, false));
    assert_eq!(
        (first.at_mm(10.0, 15.0), first.at_mm(190.0, 195.0)),
        ([255, 0, 0, 255], [204, 204, 204, 255])
    );
    let second = decoded(&ran.bytes("output/x-iso/deck/deck-2.png"));
    // The fifth card is in the middle of the second row, and the sixth position is free.
    assert_eq!((second.at_mm(30.0, 45.0), second.at_mm(50.0, 45.0)), ([0, 0, 255, 255], [0; 4]));
    let reported = Run::new().file("x.toml", MANY_CARDS);
    let reported = reported
        .args(["build", "x.toml", "--format", "png", "--each", "deck", "--dpi", "25", "--json"])
        .run()
        .json();
    let reported = &reported["results"][0]["files"][1];
    assert_eq!((&reported["columns"], &reported["rows"]), (&3.into(), &2.into()));
    assert_eq!(
        (reported["pieces"].as_array().unwrap().len(), &reported["path"]),
        (5, &"output/x-iso/deck/deck-2.png".into())
    );
}

#[test]
fn a_deck_is_no_larger_than_a_simulator_takes() {
    let large =
        "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\ncopies = 70\nface = [{ fill = \"tan\" }]\n";
    let ran = each(large, "deck", &[]);
    let deck = decoded(&ran.bytes("output/x-iso/deck/deck.png"));
    assert_eq!((deck.wide, deck.high, deck.dpi), (4090, 4004, 165));
}

#[test]
fn pictures_of_an_earlier_build_go() {
    let ours = each(CARDS, "piece", &["--dpi", "20"]).bytes("output/x-iso/deck/001.png");
    let ran = Run::new()
        .file("x.toml", CARDS)
        .file("output/x-iso/deck/003.png", &ours)
        .file("output/x-iso/deck/004-x7-back.png", &ours)
        .file("output/x-iso/deck/deck-2.png", &ours)
        .file("output/x-iso/deck/mine.png", &ours)
        .args(["build", "x.toml", "--format", "png", "--each", "piece", "--dpi", "20"])
        .run();
    assert_eq!(
        below(&ran),
        ["deck/001.png", "deck/002.png", "deck/back.png", "deck/deck-2.png", "deck/mine.png"]
    );
}

#[test]
fn what_a_house_does_not_print_has_no_picture() {
    let ran = each(CARDS, "piece", &["--dpi", "20", "--only", "deck"]);
    assert_eq!(below(&ran).len(), 3);
    assert!(ran.stdout.lines().any(|line| line.ends_with("pictures, 1 KB, 20 dpi")), "{}", ran.stdout);
}
