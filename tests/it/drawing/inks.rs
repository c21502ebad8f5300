//! Tests of the colours that `--ink low` and `--ink black` print. The tests measure the finished
//! file.

use std::collections::{BTreeMap, BTreeSet};

use hexpress::bundled::GAMES;
use hexpress::read::{Document, Item, ItemKind, Page, Rgb};
use hexpress::scene::luminance;
use kurbo::{Point, Shape as _};

use crate::support::measure::{covers, id, texts};
use crate::support::run::{Ran, Run};

fn built(ink: &str, paper: &str) -> Ran {
    Run::new().args(["build", "--all", "--ink", ink, "--paper", paper]).checked().run()
}

/// Builds a layout with one card and reads the finished PDF.
fn card(ink: &str, face: &str) -> Document {
    let text = format!("[game]\ntitle = \"x\"\n\n[[cards]]\nsize = \"63 x 88mm\"\nface = [{face}]\n");
    let ran = Run::new().file("x.toml", &text).args(["build", "x.toml", "--ink", ink, "--no-check"]).run();
    ran.pdf("output/x-iso.pdf")
}

/// Returns how much of the three colour inks a page needs on average, from 0 to 1.
///
/// Samples the filled areas at the points of a grid of 1 mm.
fn coverage(page: &Page) -> f64 {
    let areas: Vec<_> = page
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill: Some(Rgb(fill)), .. } => Some((covers(item), path, *fill)),
            _ => None,
        })
        .collect();
    let (w, h) = (page.media.width() as u32, page.media.height() as u32);
    let mut ink = 0.0;
    for x in 0..w {
        for y in 0..h {
            let point = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let on = |(bounds, path, _): &&(kurbo::Rect, &hexpress::read::Outline, [u8; 3])| {
                bounds.contains(point) && path.winding(point) != 0
            };
            if let Some((_, _, rgb)) = areas.iter().rev().find(on) {
                ink += rgb.iter().map(|channel| f64::from(0xFF - channel)).sum::<f64>() / 765.0;
            }
        }
    }
    ink / f64::from(w * h)
}

fn colours(page: &Page) -> Vec<[u8; 3]> {
    let mut all = Vec::new();
    for item in &page.items {
        match &item.kind {
            ItemKind::Path { fill, stroke, .. } => {
                all.extend(fill.map(|rgb| rgb.0));
                all.extend(stroke.as_ref().map(|stroke| stroke.colour.0));
            }
            ItemKind::Text(text) => all.push(text.colour.0),
            ItemKind::Image { .. } => {}
        }
    }
    all
}

fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Returns the colour of the only text equal to `word`, and the colour of the area below it.
fn word_and_ground(page: &Page, word: &str) -> ([u8; 3], [u8; 3]) {
    let (at, text) = texts(page).find(|(_, text)| text.string == word).unwrap();
    let centre = text.outline.center();
    let before = page.items.iter().take_while(|item| !std::ptr::eq(*item, at));
    let ground = before.filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(fill), .. } if path.winding(centre) != 0 => Some(fill.0),
        _ => None,
    });
    (text.colour.0, ground.last().unwrap_or([0xFF; 3]))
}

#[test]
fn every_bundled_game_is_clean_in_every_ink() {
    const CHECKED_AGAIN: [(&str, &str); 2] = [("low", "iso"), ("black", "us")];
    for (ink, paper) in [("low", "iso"), ("black", "iso"), ("low", "us"), ("black", "us")] {
        let ran = built(ink, paper);
        let clean = ran.stdout.lines().filter(|line| line.contains("checked: ") && line.ends_with(": clean"));
        assert_eq!(clean.count(), GAMES.len(), "{ink}, {paper}: {}", ran.stdout);
        if CHECKED_AGAIN.contains(&(ink, paper)) {
            // The file records the ink of its build, and the later check must use the recorded ink.
            let files = ran.folder.files();
            let again = files.iter().fold(Run::new(), |run, name| run.file(name, ran.bytes(name)));
            let again =
                again.args(["check", "--deny", "warnings"]).args(files.iter().map(String::as_str)).run();
            assert_eq!(again.stdout.lines().filter(|line| line.ends_with(": clean")).count(), GAMES.len());
        }
    }
}

#[test]
fn little_ink_is_little() {
    let [full, low] = ["full", "low"].map(|ink| built(ink, "iso"));
    let [plain, pale] = ["full", "low"].map(|ink| coverage(&card(ink, "{ fill = \"navy\" }").pages[0]));
    assert!(pale < 0.6 * plain, "a dark card: {pale} of {plain}");
    // On these pages, low ink saves less. The tiles keep the seven strong colours of the bands at their
    // edges. The pieces of one player are nearly black, and the drawings on these pieces keep their contrast.
    for (file, page, most) in
        [("auction-hexes-iso", 0, 0.93), ("auction-hexes-iso", 1, 0.93), ("inphexion-iso-a4", 0, 0.78)]
    {
        let name = format!("output/{file}.pdf");
        let [full, low] = [&full, &low].map(|ran| coverage(&ran.pdf(&name).pages[page]));
        assert!(full > 0.02, "{file}: {full}");
        assert!(low < most * full, "{file}: {low} of {full}");
    }
}

/// The *eye* of a star is drawn where the facets of the star meet. On every copy, the same facet must count
/// as the background of the eye. Otherwise the copies would be printed in different colours.
#[test]
fn copies_of_a_piece_are_printed_alike() {
    for ink in ["low", "black"] {
        let args = ["build", "inphexion", "--ink", ink, "--no-check"];
        let document = Run::new().args(args).run().pdf("output/inphexion-iso-a4.pdf");
        let mut looks: BTreeMap<String, Vec<[u8; 3]>> = BTreeMap::new();
        for item in document.pages.iter().flat_map(|page| &page.items) {
            if let ItemKind::Path { fill: Some(Rgb(fill)), .. } = &item.kind {
                looks.entry(id(item)).or_default().push(*fill);
            }
        }
        let discs = looks.iter().filter(|(id, _)| id.starts_with("discs/"));
        let different: BTreeSet<_> = discs.map(|(_, colours)| colours).collect();
        assert_eq!((looks.len() > 40, different.len()), (true, 3), "{ink}: {:?}", looks.keys());
    }
}

#[test]
fn black_is_black_and_greys() {
    let ran = built("black", "iso");
    for name in ran.folder.files() {
        for page in &ran.pdf(&name).pages {
            for [r, g, b] in colours(page) {
                assert!(r == g && g == b, "{name}: #{r:02X}{g:02X}{b:02X}");
            }
        }
    }
}

#[test]
fn all_the_ink_is_what_is_printed_without_the_word() {
    let plain = Run::new().args(["build", "auction-hexes"]).run();
    let full = built("full", "iso");
    let [plain, full] = [plain, full].map(|ran| ran.pdf("output/auction-hexes-iso.pdf"));
    assert!(plain.pages.iter().zip(&full.pages).all(|(a, b)| a.digest == b.digest));
}

#[test]
fn words_can_be_read_on_what_has_become_pale() {
    let face = r##"
  { box = "60 x 40mm", at = "top", fill = "#26262B" },
  { text = "light", at = "0 -25mm", font = "bold 20pt", colour = "white" },
  { box = "60 x 40mm", at = "bottom", fill = "#F0E442" },
  { text = "dark", at = "0 25mm", font = "bold 20pt", colour = "#332288" },
"##;
    for (ink, least) in [("full", 4.5), ("low", 4.5), ("black", 4.5)] {
        let page = &card(ink, face).pages[0];
        for word in ["light", "dark"] {
            let (text, ground) = word_and_ground(page, word);
            assert!(contrast(text, ground) >= least, "{ink}: {word} is {text:?} on {ground:?}");
        }
    }
    let low = &card("low", face).pages[0];
    let (light, ground) = word_and_ground(low, "light");
    assert!(luminance(ground) > 0.18 && luminance(light) < luminance(ground), "{light:?} on {ground:?}");
    // Text that is already readable keeps its colour.
    assert_eq!(word_and_ground(low, "dark").0, [0x33, 0x22, 0x88]);
}

#[test]
fn small_figures_and_lines_keep_their_colours() {
    let face = r##"{ disc = "9mm", fill = "#A40122", line = "0.5mm #332288" }, { icon = "star", size = "8mm", at = "top", inset = "9mm", colour = "#4477AA" }"##;
    let all = colours(&card("low", face).pages[0]);
    for kept in [[0xA4, 0x01, 0x22], [0x33, 0x22, 0x88], [0x44, 0x77, 0xAA]] {
        assert!(all.contains(&kept), "{all:?}");
    }
    let large = colours(&card("low", r##"{ disc = "30mm", fill = "#A40122" }"##).pages[0]);
    assert!(!large.contains(&[0xA4, 0x01, 0x22]));
}

/// An icon is printed pale if it fills 4 cm² or more.
#[test]
fn only_a_large_icon_becomes_pale() {
    let is_kept = |size: &str| {
        let text = format!(
            "[game]\ntitle = \"x\"\n\n[icons]\nfolder = \"icons\"\n\n[[cards]]\nsize = \"63 x 88mm\"\nface = [{{ icon = \"block\", size = \"{size}\", colour = \"#4477AA\" }}]\n"
        );
        let icon = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M0 0H100V100H0Z"/></svg>"#;
        let ran = Run::new()
            .file("x.toml", &text)
            .file("icons/block.svg", icon)
            .args(["build", "x.toml", "--ink", "low", "--no-check"])
            .run();
        colours(&ran.pdf("output/x-iso.pdf").pages[0]).contains(&[0x44, 0x77, 0xAA])
    };
    assert!(is_kept("19.9mm"));
    assert!(!is_kept("20.1mm"));
}

#[test]
fn sheets_and_ticket_say_it() {
    for (ink, words) in [("low", "Drawn with little ink"), ("black", "Drawn in black and greys")] {
        let ran = Run::new().args(["build", "hex-nut", "--ink", ink, "--only", "pieces,set-up"]).run();
        assert!(ran.stdout.contains(&format!("  {words}.\n")), "{}", ran.stdout);
        let words = words.to_lowercase();
        for page in &ran.pdf("output/hex-nut-iso.pdf").pages {
            assert!(texts(page).any(|(_, text)| text.string.to_lowercase().contains(&words)), "{ink}");
        }
    }
}

/// The two kinds of cells differ only in colour, and their colours are equally light. So the cells look alike
/// in grey.
#[test]
fn kinds_that_differ_only_in_colour_are_found() {
    let layout = "[game]\ntitle = \"x\"\n\n[[board]]\nname = \"board\"\ncells = \"flat-top\"\nacross = \"30mm\"\n\
        map = \'\'\'\n    A\nB       B\n    A\n\'\'\'\n[board.key]\nA = { kind = \"a\", fill = \"#777777\" }\n\
        B = { kind = \"b\", fill = \"#0080AA\" }\n";
    let build =
        |ink| Run::new().file("x.toml", layout).args(["build", "x.toml", "--json", "--ink", ink]).checked();
    let codes = |ran: &Ran| {
        let faults = ran.json()["results"][0]["check"]["faults"].as_array().cloned().unwrap();
        faults.iter().map(|f| format!("{} {}", f["severity"], f["code"]).replace('"', "")).collect::<Vec<_>>()
    };
    assert_eq!(codes(&build("full").run()), ["warning HX491"]);
    assert_eq!(codes(&build("black").status(1).run()), ["error HX491"]);
}

/// A pattern in the colour of its background is drawn only if the background is printed with less ink.
#[test]
fn a_pattern_in_the_colour_of_its_ground_is_for_little_ink() {
    let face =
        "{ box = \"40 x 40mm\", fill = \"#8A3324 lines #8A3324 2mm 0.2mm\", line = \"0.3mm #26262B\" }";
    let lines = |ink: &str| {
        let document = card(ink, face);
        let parts = |item: &Item| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), fill: None, path } => {
                let is_line = stroke.colour.0 == [0x8A, 0x33, 0x24] && item.clip.is_some();
                is_line.then(|| path.parts())
            }
            _ => None,
        };
        document.pages[0].items.iter().filter_map(parts).sum::<usize>()
    };
    assert_eq!((lines("full"), lines("low")), (0, 20));
}

/// With little ink, the pattern is printed with more contrast than in the layout. Without a halo, its lines
/// would cross the words visibly.
#[test]
fn words_on_a_pattern_have_a_white_halo() {
    const LINES: &str = " lines navy 2mm 0.2mm";
    let face = format!(
        "{{ box = \"50 x 70mm\", fill = \"navy{LINES}\" }}, {{ text = \"word\", font = \"bold 20pt\", colour = \"white\" }}"
    );
    let halos = |ink: &str, face: &str| {
        let page = &card(ink, face).pages[0];
        let at = page
            .items
            .iter()
            .position(|item| matches!(&item.kind, ItemKind::Text(text) if text.string == "word"));
        let (before, word) = (&page.items[at.unwrap() - 1], &page.items[at.unwrap()]);
        let white = Rgb([0xFF; 3]);
        let is_white = |item: &Item| match &item.kind {
            ItemKind::Path { fill: Some(fill), stroke: Some(line), .. } => {
                *fill == white && line.colour == white
            }
            _ => false,
        };
        (is_white(before) && covers(before).contains_rect(covers(word))) as usize
    };
    assert_eq!(["full", "low", "black"].map(|ink| halos(ink, &face)), [0, 1, 1]);
    let plain = face.replace(LINES, "");
    assert_eq!(halos("low", &plain), 0);
}

/// On a poster, each text and its halo are on one sheet only.
#[test]
fn posters_with_words_on_a_pattern_are_clean() {
    for game in ["hex-11", "chess"] {
        let path = format!("{}/layouts/gallery/{game}.toml", env!("CARGO_MANIFEST_DIR"));
        Run::new().args(["build", &path, "--ink", "low", "--paper", "a4"]).checked().run();
    }
    Run::new().args(["build", "hexagonal-thing", "--ink", "low", "--paper", "a4"]).checked().run();
}

/// A light halo stays light on a ground that is printed white, so that dark words stay readable.
#[test]
fn light_halos_stay_light() {
    let face = "{ box = \"50 x 70mm\", fill = \"navy lines skyblue 2mm 0.2mm\" }, \
                { text = \"word\", font = \"bold 20pt\", colour = \"black\", halo = \"0.6mm white\" }";
    for ink in ["low", "black"] {
        let page = &card(ink, face).pages[0];
        let (word, ground) = word_and_ground(page, "word");
        assert_eq!((word, ground), ([0; 3], [0xFF; 3]), "{ink}");
    }
}

/// A line in the colour of its ground is not seen in the layout, and must not be seen in print.
#[test]
fn a_line_in_the_colour_of_its_ground_stays_unseen() {
    let face = "{ box = \"50 x 70mm\", fill = \"tan dots tan 2mm 0.2mm\" }, { box = \"10 x 10mm\", line = \"0.3mm tan\" }";
    let line = |ink: &str| {
        let document = card(ink, face);
        let mut lines = document.pages[0].items.iter().filter_map(|item| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), .. } if (covers(item).width() - 10.3).abs() < 0.1 => {
                Some(stroke.colour.0)
            }
            _ => None,
        });
        lines.next_back().unwrap()
    };
    assert_eq!(["low", "black"].map(line), [[0xFF; 3]; 2]);
}

/// Over a dense pattern, a wide light line stays light, because it is seen as a gap in the pattern. A narrow
/// line, or a line over a pattern with more space, would not be seen, so it is printed darker.
#[test]
fn a_wide_light_line_over_a_close_pattern_stays_light() {
    let line = |ink: &str, spacing: &str, width: &str| {
        let face = format!(
            "{{ box = \"50 x 70mm\", fill = \"navy hatch navy {spacing}mm 0.4mm\" }}, {{ from = \"-10 0mm\", to = \"10 0mm\", line = \"{width}mm ivory\" }}"
        );
        let document = card(ink, &face);
        let mut lines = document.pages[0].items.iter().filter_map(|item| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), .. } if (covers(item).width() - 20.0).abs() < 2.0 => {
                Some(stroke.colour.0)
            }
            _ => None,
        });
        luminance(lines.next_back().unwrap()) > 0.8
    };
    for ink in ["low", "black"] {
        assert!(line(ink, "4", "1"), "{ink}");
        assert!(!line(ink, "4", "0.9"), "{ink}: a narrow line");
        assert!(!line(ink, "4.1", "1"), "{ink}: a wide pattern");
    }
}

/// The bands along the sides of a board can have patterns, like cells.
#[test]
fn a_side_whose_pattern_leaves_no_gap_stays_dark() {
    let side = |colour: &str| {
        let text = format!(
            "[game]\ntitle = \"x\"\n\n[colours]\nsolid = \"#26170F brick #26170F 1.5mm 0.5mm\"\n\n[[board]]\ncells = \"flat-top\"\nfit = \"largest\"\nshape = \"rhombus 5 x 5\"\nsides = {{ colours = [\"white\", \"{colour}\", \"white\", \"{colour}\"], width = \"7mm\" }}\n"
        );
        let ran = Run::new()
            .file("x.toml", &text)
            .args(["build", "x.toml", "--paper", "a3", "--ink", "low"])
            .checked()
            .run();
        let document = ran.pdf("output/x-a3.pdf");
        let sides = document.pages[0].items.iter().filter(|item| id(item).contains("side:"));
        let drawn = sides.filter_map(|item| match &item.kind {
            ItemKind::Path { stroke: Some(stroke), .. } => Some(stroke.colour.0),
            ItemKind::Path { fill: Some(fill), .. } => Some(fill.0),
            _ => None,
        });
        drawn.min().unwrap()
    };
    assert_eq!(side("solid"), [0x26, 0x17, 0x0F]);
    assert_ne!(side("#26170F"), [0x26, 0x17, 0x0F], "an area without a pattern is lighter");
}
