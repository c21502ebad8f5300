//! Tests of tiles that are triangles and octagons: their size, their edges and their random decks.
//! The tests run the checker too.

use hexpress::find::{Polygon, polygons};

use crate::support::measure::{TOLERANCE_MM, texts};
use crate::support::run::Run;

const TILES: [(&str, usize, f64); 2] = [("triangle", 3, 36.0), ("octagon", 8, 40.0)];

fn tiles(shape: &str, across: f64, keys: &str) -> String {
    format!("[[tiles]]\nshape = \"{shape}\"\nacross = \"{across}mm\"\n{keys}\n")
}

fn deck(shape: &str, across: f64, count: &str) -> String {
    let face = "face = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"4mm\" }, { text = \"{{ number }}\", font = \"9pt\" }]";
    let wish = format!("[tiles.deck]\ncount = {count}\nedges = [\"#D55E00\", \"#0072B2\", \"#F0E442\"]");
    tiles(shape, across, &format!("{face}\n{wish}\n[tiles.must]\nno-two-alike = \"when turned\""))
}

#[test]
fn they_are_cut_as_large_as_they_say_and_do_not_overlap() {
    for (shape, sides, across) in TILES {
        let layout = tiles(
            shape,
            across,
            "copies = 12\nface = [{ fill = \"ivory\" }, { text = \"{{ number }}\", font = \"bold 12pt\" }]",
        );
        let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml"]).any_stderr().run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let cuts = polygons(&page, sides);
        assert_eq!(cuts.len(), 12, "{shape}");
        // The size of a triangle is measured from a side to the opposite corner, and the size of an
        // octagon across flats.
        let side = if sides == 3 { across / 0.75_f64.sqrt() } else { across / (1.0 + 2.0_f64.sqrt()) };
        for cut in &cuts {
            assert!(
                cut.irregularity() <= TOLERANCE_MM && (cut.side() - side).abs() <= TOLERANCE_MM,
                "{shape}: {}",
                cut.side()
            );
            // Every second triangle points down.
            let turned = cut.turned_from(0.0).abs();
            assert!(turned < 0.01 || sides == 3 && (turned - 60.0).abs() < 0.01, "{shape}: {turned}");
            // The number is in the centre.
            assert!(
                texts(&page).any(|(_, text)| text.outline.center().distance(cut.centre) < 1.0),
                "{shape}"
            );
        }
        // Octagons have gaps between them, while triangles share their sides.
        let apart = if sides == 3 { -TOLERANCE_MM } else { 1.7 };
        for (i, a) in cuts.iter().enumerate() {
            let near = |b: &Polygon| b.corners.iter().any(|corner| a.depth(*corner) > -apart);
            assert!(!cuts[..i].iter().any(near), "{shape}");
        }
    }
}

/// Triangles point up and down in turn, so that neighbours have a common side and need one cut
/// instead of two. An A4 sheet holds 60 triangles in this way, and 20 otherwise.
#[test]
fn triangles_share_their_sides() {
    let face = "face = [{ fill = \"ivory\" }, { text = \"{{ number }}\", font = \"bold 12pt\" }]";
    let cuts = |keys: &str| {
        let layout = tiles("triangle", 36.0, &format!("{keys}\n{face}"));
        let output =
            Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
        assert!(output.stdout.contains("clean"), "{keys}: {}{}", output.stdout, output.stderr);
        let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml"]).any_stderr().run();
        let pages = ran.pdf("output/x-iso.pdf").pages;
        polygons(&pages[0], 3)
    };
    let close = cuts("copies = 64");
    assert_eq!(close.len(), 60);
    let shared =
        |a: &Polygon| close.iter().filter(|b| a.centre.distance(b.centre) < 24.0 + TOLERANCE_MM).count() - 1;
    let most = close.iter().map(shared).max();
    assert_eq!((most, close.iter().map(shared).min()), (Some(3), Some(1)));
    // For scissors, neighbouring sides are 4 mm apart, including slanted ones.
    let apart = cuts("copies = 60\npack = \"apart\"");
    let (first, second) = (apart[0].centre, apart[1].centre);
    let level = 36.0 / 3.0_f64.sqrt() + 8.0 / 3.0_f64.sqrt();
    assert!(
        (second.x - first.x - level).abs() <= TOLERANCE_MM
            && (first.y - second.y - 12.0).abs() <= TOLERANCE_MM
    );
    assert!(cuts("copies = 12\ngrid = \"3 x 4\"").len() == 12);
}

#[test]
fn decks_of_them_are_drawn_and_judged_well() {
    // Three beads in three colours make 11 necklaces, and eight beads make 834. In both cases three
    // necklaces have a single colour.
    for (shape, across, count, ink) in [
        ("triangle", 36.0, "\"all\"", "full"),
        ("octagon", 30.0, "24", "low"),
        ("octagon", 30.0, "24", "black"),
    ] {
        let layout = deck(shape, across, count);
        let args = ["build", "x.toml", "--ink", ink];
        let output = Run::new().checked().file("x.toml", &layout).args(args).any_stderr().run();
        let all = format!("{}{}", output.stdout, output.stderr);
        assert!(!all.contains("error"), "{shape} {ink}: {all}");
        let expected = if shape == "triangle" { "11 triangles" } else { "24 octagons" };
        assert!(all.contains(expected), "{shape}: {all}");
    }
    let svg = ["build", "x.toml", "--format", "svg"];
    let output =
        Run::new().checked().file("x.toml", deck("octagon", 30.0, "12")).args(svg).any_stderr().run();
    assert!(!output.stderr.contains("error"), "{}", output.stderr);
    let many = Run::new()
        .file("x.toml", deck("octagon", 30.0, "835"))
        .args(["build", "x.toml"])
        .any_status()
        .any_stderr()
        .run();
    assert!(many.stderr.contains("834"), "{}", many.stderr);
}

#[test]
fn bleed_and_backs_are_judged_well() {
    for (shape, _, across) in TILES {
        let keys = "bleed = \"2mm\"\nsafe = \"2mm\"\ncopies = 6\nface = [{ fill = \"tan\" }, { text = \"{{ number }}\", font = \"9pt\" }]\nback = [{ fill = \"navy\" }]";
        let output = Run::new()
            .file("x.toml", tiles(shape, across, keys))
            .args(["check", "x.toml"])
            .any_status()
            .any_stderr()
            .run();
        assert!(
            !output.stdout.contains("error") && !output.stderr.contains("error"),
            "{shape}: {}{}",
            output.stdout,
            output.stderr
        );
        let args = ["build", "x.toml", "--backs", "flip-short"];
        let output =
            Run::new().checked().file("x.toml", tiles(shape, across, keys)).args(args).any_stderr().run();
        assert!(!output.stderr.contains("error"), "{shape}: {}", output.stderr);
    }
}

#[test]
fn equal_tiles_are_reported() {
    let rows = "rows = [{ edges = \"red blue red\" }, { edges = \"blue red red\" }]\n\
        face = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"5mm\" }]\n[tiles.must]\nno-two-alike = \"when turned\"";
    let layout = tiles("triangle", 36.0, rows);
    let output = Run::new().file("x.toml", &layout).args(["check", "x.toml"]).any_status().any_stderr().run();
    assert!(output.stderr.contains("HX522"), "{}{}", output.stdout, output.stderr);
}

#[test]
fn impossible_values_are_reported() {
    let wrongs = [
        ("pack = \"straight\"\nface = [{ fill = \"tan\" }]", "which cannot separate triangles"),
        (
            "marks = \"corner\"\nface = [{ fill = \"tan\" }]",
            "triangles and octagons cannot have edge, corner or line marks",
        ),
        (
            "rows = [{ edges = \"red blue red red\" }]\nface = [{ edge-band = \"{{ edge }}\", at = \"each edge\" }]",
            "3",
        ),
    ];
    for (keys, words) in wrongs {
        let output = Run::new()
            .file("x.toml", tiles("triangle", 30.0, keys))
            .args(["build", "x.toml"])
            .status(2)
            .any_stderr()
            .run();
        assert!(output.stderr.contains(words), "{keys}: {}", output.stderr);
    }
}

/// The checker simulates the cut plan, cut by cut. In the end, each piece must be separate and
/// whole.
#[test]
fn straight_cuts_part_triangles() {
    let face = "face = [{ fill = \"khaki\" }]";
    for keys in [
        "copies = 21",
        "copies = 7",
        "copies = 1",
        "copies = 21\nbleed = \"2mm\"",
        "copies = 8\nbleed = \"1mm\"",
    ] {
        for options in
            [&["--cut", "guillotine"][..], &["--cut", "knife"], &["--backs", "fold"], &["--paper", "a5"]]
        {
            let layout = tiles("triangle", 40.0, &format!("{keys}\nback = [{{ fill = \"tan\" }}]\n{face}"));
            let line = [&["build", "x.toml", "--cut-plan"], options].concat();
            let ran = Run::new().file("x.toml", &layout).args(line).checked().run();
            let output = &ran.stdout;
            assert!(
                output.contains("cuts a sheet") && output.contains(": clean"),
                "{keys} {options:?}: {output}"
            );
        }
    }
}

/// Octagons next to a card are cut out by hand, so the cut plan has only the cuts that separate the card.
#[test]
fn octagons_share_a_sheet_with_a_card_and_its_cuts() {
    let card = "[[cards]]\nsize = \"poker\"\nface = [{ fill = \"tan\" }]";
    let layout = tiles("octagon", 45.0, &format!("copies = 10\nface = [{{ fill = \"khaki\" }}]\n{card}"));
    let ran = Run::new().file("x.toml", &layout).args(["build", "x.toml", "--cut-plan"]).checked().run();
    assert!(ran.stdout.contains("5 cuts a sheet") && ran.stdout.contains(": clean"), "{}", ran.stdout);
}

/// A text at an edge of a triangle is at the middle of that edge, and is read from outside the
/// triangle.
#[test]
fn words_at_the_edges_of_a_triangle_face_their_edges() {
    let face = "rows = [{ edges = \"red blue gold\" }]\ncopies = 2\nface = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"5mm\" }, { text = \"{{ edge }}\", at = \"each edge\", inset = \"6mm\", font = \"6pt\" }]";
    let ran =
        Run::new().file("x.toml", tiles("triangle", 40.0, face)).args(["build", "x.toml"]).any_stderr().run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let cuts = polygons(&page, 3);
    assert_eq!(cuts.len(), 2);
    for cut in &cuts {
        // The second triangle points down, so everything on it is rotated by 180 degrees.
        let up = cut.corners.iter().map(|corner| corner.y).fold(f64::INFINITY, f64::min);
        let is_up = cut.corners.iter().filter(|corner| (corner.y - up).abs() < 1.0).count() == 1;
        let turned = if is_up { 0.0 } else { 180.0 };
        // The direction from the centre to each edge, in degrees clockwise from straight up.
        for (word, faces) in [("red", 60.0), ("blue", 180.0), ("gold", 300.0)] {
            let all = texts(&page).filter(|(_, text)| text.string == word);
            let text = all.map(|(_, text)| text).min_by(|a, b| {
                let far = |text: &hexpress::read::Text| text.outline.center().distance(cut.centre);
                far(a).total_cmp(&far(b))
            });
            let text = text.unwrap();
            let offset = text.outline.center() - cut.centre;
            let towards = libm::atan2(offset.x, -offset.y).to_degrees();
            let off = (towards - faces - turned).rem_euclid(360.0);
            assert!(off.min(360.0 - off) < 5.0, "{word} stands towards {towards}");
            let read = (text.angle - faces - turned - 180.0).rem_euclid(360.0);
            assert!(read.min(360.0 - read) < 0.01, "{word} is turned by {}", text.angle);
        }
    }
}
