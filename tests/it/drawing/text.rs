//! Tests of texts with several lines. The tests read the position of each line from the finished
//! file.

use std::fmt::Write as _;

use hexpress::read::{ItemKind, Page, Rgb, Text};
use hexpress::text::{FontId, Fonts, Shaper};
use kurbo::{Point, Rect, Shape};

use crate::support::measure::{id, inside, paths, texts};
use crate::support::run::{Ran, Run};

const LONG_TEXT: &str = "When a ship lands here, its owner may take two coins from the bank, and one from each \
                    neighbour whose harbour lies open to the west wind; then the tide turns.";
/// The tolerance for positions of lines, in mm. A PDF rounds the positions of glyphs to a thousandth of
/// an em.
const EXACT: f64 = 0.01;
/// How far a letter may extend beyond its advance width, in mm.
const OVERHANG: f64 = 0.15;

const CJK_OTF: &[u8] = include_bytes!("../../fonts/cjk.otf");
const CJK_TTF: &[u8] = include_bytes!("../../fonts/cjk.ttf");

/// A card that is the only piece on its page.
struct Card {
    page: Page,
}

impl Card {
    fn texts(&self) -> Vec<&Text> {
        texts(&self.page).map(|(_, text)| text).filter(|text| !text.string.trim().is_empty()).collect()
    }

    fn centre(&self) -> Point {
        self.page.media.center()
    }

    /// Returns a box of this size in the centre of the card.
    fn area(&self, width: f64, height: f64) -> Rect {
        Rect::from_center_size(self.centre(), (width, height))
    }

    /// Returns the lines: baseline, left end, right end and text.
    fn lines(&self) -> Vec<(f64, f64, f64, String)> {
        let mut lines: Vec<(f64, f64, f64, String)> = Vec::new();
        for text in self.texts() {
            let (left, right) = (text.corners[0].x, text.corners[1].x);
            match lines.last_mut() {
                Some(line) if (line.0 - text.origin.y).abs() < EXACT => {
                    line.2 = right;
                    line.3.push_str(&text.string);
                }
                _ => lines.push((text.origin.y, left, right, text.string.clone())),
            }
        }
        lines
    }

    fn lines_as_text(&self) -> String {
        self.lines().iter().map(|line| line.3.as_str()).collect::<Vec<_>>().join("|")
    }
}

fn layout(head: &str, faces: &[&str]) -> String {
    let mut layout = format!("{head}\n");
    for (number, face) in faces.iter().enumerate() {
        write!(
            layout,
            "[[cards]]\nname = \"p{number}\"\nsize = \"60 x 60mm\"\ngrid = \"1 x 1\"\nface = [{face}]\n\n"
        )
        .unwrap();
    }
    layout
}

fn read(ran: &Ran, count: usize) -> Vec<Card> {
    let pages = ran.pdf("output/x-iso.pdf").pages.into_iter().take(count).enumerate();
    let cards = pages.map(|(number, mut page)| {
        page.items.retain(|item| id(item) == format!("p{number}/1"));
        Card { page }
    });
    cards.collect()
}

/// Builds cards with these faces, each on a separate page.
fn cards(head: &str, faces: &[&str]) -> Vec<Card> {
    let ran = Run::new().file("x.toml", layout(head, faces)).args(["build", "x.toml"]).run();
    read(&ran, faces.len())
}

fn card(face: &str) -> Card {
    cards("", &[face]).remove(0)
}

#[test]
fn lines_are_evenly_spaced_and_lie_in_their_box() {
    let card =
        card(&format!(r#"{{ text = "{LONG_TEXT}", size = "40 x 36mm", font = "9pt", align = "left top" }}"#));
    let area = card.area(40.0, 36.0);
    let lines = card.lines();
    assert!(lines.len() >= 5, "{lines:?}");
    let step = lines[1].0 - lines[0].0;
    assert!((1.1..1.4).contains(&(step / card.texts()[0].size)), "{step}");
    for pair in lines.windows(2) {
        assert!((pair[1].0 - pair[0].0 - step).abs() < EXACT, "{lines:?}");
    }
    for text in card.texts() {
        assert!(inside(text.outline, area) > -OVERHANG, "{text:?}");
        assert!((text.corners[0].x - area.x0).abs() < EXACT, "{text:?}");
    }
    // A line ends where the next word would not fit. All words are present, in order.
    let fonts = Fonts::bundled();
    let shaper = Shaper::new(&fonts);
    for pair in lines.windows(2) {
        let next = format!(" {}", pair[1].3.split(' ').next().unwrap());
        let next = shaper.shape(FontId(0), &next).unwrap().advance * card.texts()[0].size;
        assert!(pair[0].2 + next > area.x1, "{lines:?}");
    }
    assert_eq!(card.lines_as_text().replace('|', " "), LONG_TEXT);
}

#[test]
fn lines_stand_where_they_are_told() {
    let sides = [
        "left top",
        "centre top",
        "right top",
        "left middle",
        "middle centre",
        "right",
        "bottom left",
        "bottom",
    ];
    let faces: Vec<_> = sides
        .iter()
        .map(|side| {
            format!(r#"{{ text = "{LONG_TEXT}", size = "44 x 50mm", font = "9pt", align = "{side}" }}"#)
        })
        .collect();
    let faces: Vec<_> = faces.iter().map(String::as_str).collect();
    for (side, card) in sides.iter().zip(cards("", &faces)) {
        let (area, lines) = (card.area(44.0, 50.0), card.lines());
        for (_, left, right, words) in &lines {
            let off = if side.contains("left") {
                left - area.x0
            } else if side.contains("right") {
                right - area.x1
            } else {
                (left + right) / 2.0 - card.centre().x
            };
            assert!(off.abs() < EXACT, "{side}: {words} is {off} mm off");
        }
        let ink = card.texts().iter().map(|t| t.outline).reduce(|a, b| a.union(b)).unwrap();
        let off = if side.contains("top") {
            ink.y0 - area.y0
        } else if side.contains("bottom") {
            // The last line has no descenders, but the box still leaves space for them.
            area.y1 - lines.last().unwrap().0 - 0.205 * card.texts()[0].size
        } else {
            // The distance from the top of the box to the capitals of the first line equals the
            // distance from the last baseline to the bottom.
            let cap = 0.66 * card.texts()[0].size;
            (lines[0].0 - cap + lines.last().unwrap().0) / 2.0 - card.centre().y
        };
        assert!((-EXACT..0.1).contains(&off), "{side}: {off}");
    }
}

#[test]
fn without_a_word_lines_stand_at_the_side_that_their_place_touches() {
    let face = |at: &str| format!(r#"{{ text = "one\nthree more words", at = {at}, font = "9pt" }}"#);
    let all = cards(
        "",
        &[
            &face(r#""top-left", inset = "5mm""#),
            &face(r#""bottom-right", inset = "5mm""#),
            &face(r#""centre""#),
        ],
    );
    let ends = |card: &Card, side: fn(&(f64, f64, f64, String)) -> f64| {
        let lines = card.lines();
        assert_eq!(card.lines_as_text(), "one|three more words");
        (side(&lines[0]), side(&lines[1]))
    };
    let (area, near) = (all[0].area(50.0, 50.0), |a: f64, b: f64| (a - b).abs() < EXACT);
    let (first, second) = ends(&all[0], |l| l.1);
    assert!(near(first, area.x0) && near(second, area.x0));
    let (first, second) = ends(&all[1], |l| l.2);
    assert!(near(first, area.x1) && near(second, area.x1));
    assert!(near(all[1].lines()[1].0, area.y1), "the last baseline stands at the inset");
    let (first, second) = ends(&all[2], |l| (l.1 + l.2) / 2.0);
    assert!(near(first, area.center().x) && near(second, area.center().x));
}

#[test]
fn lines_are_as_far_apart_as_they_are_told() {
    let card = card(r#"{ text = "a\nb\n\nc", font = "10pt", spacing = "6mm" }"#);
    let lines = card.lines();
    let steps: Vec<f64> = lines.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert!((steps[0] - 6.0).abs() < EXACT && (steps[1] - 12.0).abs() < EXACT, "{steps:?}");
}

#[test]
fn stars_make_bold_and_italic_on_one_baseline() {
    let all = cards(
        "",
        &[
            r#"{ text = "Plain **bold** and *italic* and ***both***, 2*3*4.", font = "9pt" }"#,
            r#"{ text = "Bold *and more*", font = "bold 9pt" }"#,
            r#"{ text = "A \\*star\\* and \\:coin\\: at 12:30:45", font = "9pt" }"#,
        ],
    );
    let runs = |card: &Card| -> Vec<(String, String)> {
        assert_eq!(card.lines().len(), 1);
        card.texts().iter().map(|t| (t.string.clone(), t.font.to_string())).collect()
    };
    let expected = [
        ("Plain ", "Regular"),
        ("bold", "Bold"),
        (" and ", "Regular"),
        ("italic", "It"),
        (" and ", "Regular"),
        ("both", "BoldIt"),
        (", 2*3*4.", "Regular"),
    ];
    let named = |(string, face): (&str, &str)| (string.to_owned(), format!("SourceSans3-{face}"));
    assert_eq!(runs(&all[0]), expected.map(named));
    // Each text begins at the end of the previous one.
    for pair in all[0].texts().windows(2) {
        assert!((pair[1].origin.x - pair[0].corners[1].x).abs() < EXACT);
    }
    assert_eq!(runs(&all[1]), [("Bold ", "Bold"), ("and more", "BoldIt")].map(named));
    assert_eq!(runs(&all[2]), [("A *star* and :coin: at 12:30:45", "Regular")].map(named));
}

#[test]
fn icons_stand_on_the_line_in_their_colour() {
    let colours = "[colours]\ngold = { fill = \"#C8A000\", icon = \"coin\" }\nheart = \"#B00020\"";
    let card = cards(
        colours,
        &[r##"{ text = "Pay 3:gold:, 1 :heart: or\n:drop:.", font = "12pt", colour = "#0D47A1" }"##],
    )
    .remove(0);
    let size = card.texts()[0].size;
    let lines = card.lines();
    let icons: Vec<(Rect, Rgb)> = card
        .page
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill: Some(fill), .. } => {
                assert_eq!(item.tag.as_deref(), Some("Span"));
                Some((path.bounding_box(), *fill))
            }
            _ => None,
        })
        .collect();
    let fills: Vec<_> = icons.iter().map(|(_, fill)| fill.0).collect();
    assert_eq!(fills, [[0xC8, 0xA0, 0], [0xB0, 0, 0x20], [0x0D, 0x47, 0xA1]]);
    for ((icon, _), baseline) in icons.iter().zip([lines[0].0, lines[0].0, lines[1].0]) {
        assert!(icon.y1 < baseline + 0.1 * size && icon.y1 > baseline - 0.1 * size, "{icon:?} {baseline}");
        assert!((0.5..0.85).contains(&(icon.height() / size)), "{icon:?}");
        assert!(card.texts().iter().all(|text| text.outline.intersect(*icon).area() == 0.0));
    }
    // The first icon comes after the number and before the comma.
    let ends: Vec<_> = card.texts().iter().map(|t| (t.corners[0].x, t.corners[1].x)).collect();
    assert!(icons[0].0.x0 > ends[0].1 && icons[0].0.x1 < ends[1].0, "{ends:?} {icons:?}");
    assert_eq!(card.lines_as_text(), "Pay 3, 1  or|.");
}

#[test]
fn soft_hyphens_are_seen_only_where_a_line_breaks() {
    let word = "Donau\\u00ADdampf\\u00ADschiff\\u00ADfahrt";
    let face = |width: u8| format!(r#"{{ text = "{word}", size = "{width} x 20mm", font = "12pt" }}"#);
    let all = cards("", &[&face(50), &face(25), &format!(r#"{{ text = "{word}", font = "9pt" }}"#)]);
    assert_eq!(all[0].lines_as_text(), "Donaudampfschifffahrt");
    assert_eq!(all[1].lines_as_text(), "Donaudampf-|schifffahrt");
    assert_eq!(all[2].lines_as_text(), "Donaudampfschifffahrt");
}

#[test]
fn accents_stand_over_their_letters_in_every_line() {
    let all = cards(
        "",
        &[
            r#"{ text = "cafe\u0301\nE\u0301lan", size = "40 x 20mm", font = "12pt", align = "left top" }"#,
            r#"{ text = "AV\nAV", size = "40 x 20mm", font = "bold 12pt" }"#,
        ],
    );
    assert_eq!(all[0].lines_as_text().replace("e\u{301}", "é").replace("E\u{301}", "É"), "café|Élan");
    // The accents above the first line must also be inside the box.
    let top = all[0].texts().iter().map(|t| t.outline.y0).fold(f64::INFINITY, f64::min);
    assert!(top > all[0].area(40.0, 20.0).y0 - EXACT);
    let (together, size) = (all[1].lines()[0].2 - all[1].lines()[0].1, all[1].texts()[0].size);
    let fonts = Fonts::bundled();
    let shaper = Shaper::new(&fonts);
    let letter = |letter: &str| shaper.shape(FontId(1), letter).unwrap().advance * size;
    assert!(together < letter("A") + letter("V") - 0.01 * size, "A and V are kerned: {together}");
}

#[test]
fn words_shrink_to_the_largest_size_that_fits_their_box() {
    let face = |more: &str, size: &str| {
        format!(r#"{{ text = "{LONG_TEXT}", size = "{size}", font = "12pt", align = "left top"{more} }}"#)
    };
    let shrink = r#", shrink = "6pt""#;
    let all = cards("", &[&face("", "50 x 50mm"), &face(shrink, "50 x 50mm"), &face(shrink, "40 x 16mm")]);
    let points = |card: &Card| card.texts()[0].size * 72.0 / 25.4;
    assert!((points(&all[0]) - 12.0).abs() < 1e-3);
    assert!((points(&all[1]) - 12.0).abs() < 1e-3, "what fits does not shrink");
    let size = points(&all[2]);
    assert!((6.0..12.0).contains(&size) && (size * 4.0 - (size * 4.0).round()).abs() < 1e-3, "{size}");
    // Lines without a box shrink to fit the piece.
    let lines =
        card(r#"{ text = "One\nA rather long line of words, all in all", font = "16pt", shrink = "6pt" }"#);
    assert!(points(&lines) < 16.0 && lines.lines().len() == 2);
    let piece = lines.area(60.0, 60.0);
    assert!(lines.texts().iter().all(|t| inside(t.outline, piece) > -0.1));
    let area = all[2].area(40.0, 16.0);
    assert!(all[2].texts().iter().all(|t| inside(t.outline, area) > -OVERHANG));
    // A quarter of a point more would not fit.
    let more = format!(r#"{{ text = "{LONG_TEXT}", size = "40 x 16mm", font = "{}pt" }}"#, size + 0.25);
    let ran =
        Run::new().file("x.toml", layout("", &[&more])).args(["build", "x.toml"]).any_stderr().status(2);
    ran.no_files().run();
    assert_eq!(all[2].lines_as_text().replace('|', " "), LONG_TEXT);
}

#[test]
fn a_box_is_turned_with_its_words_and_each_seat_has_its_own() {
    let card = card(
        r#"{ text = "one two three four", size = "16 x 10mm", at = "bottom", inset = "4mm", font = "9pt", for = "each seat" }"#,
    );
    let angles: Vec<f64> = card.texts().iter().map(|t| t.angle.round()).collect();
    assert_eq!(angles, [0.0, 0.0, 180.0, 180.0]);
    let centre = card.centre();
    for (a, b) in [(0, 2), (1, 3)] {
        let (a, b) = (card.texts()[a].origin, card.texts()[b].origin);
        assert!((a.midpoint(b)).distance(centre) < EXACT);
    }
}

// ------------------------------------------------------------------ the user's fonts

const OWN: &str = "[fonts]\nkana = { regular = \"fonts/cjk.ttf\" }\ncjk = \"fonts/cjk.otf\"\n";
const TALE: &str = "むかしむかし、浜の村に漁師が住んでいた。「海へ行こう」と言った。";

fn own_fonts() -> Run {
    let face = |font: &str| {
        format!(r#"{{ text = "{TALE}", size = "31 x 30mm", font = "{font} 10pt", align = "left top" }}"#)
    };
    Run::new()
        .file("x.toml", layout(OWN, &[&face("kana"), &face("cjk")]))
        .file("fonts/cjk.ttf", CJK_TTF)
        .file("fonts/cjk.otf", CJK_OTF)
}

#[test]
fn fonts_of_ones_own_are_embedded_whatever_their_outlines() {
    let ran = own_fonts().args(["build", "x.toml"]).run();
    for (card, font) in read(&ran, 2).iter().zip(["NotoSansJP-Regular", "NotoSansCJKjp-Regular"]) {
        assert_eq!(card.lines_as_text().replace('|', ""), TALE);
        let lines = card.lines();
        assert!(lines.len() >= 3, "{lines:?}");
        let area = card.area(31.0, 30.0);
        for text in card.texts() {
            assert_eq!(&*text.font, font);
            assert!(inside(text.outline, area) > -OVERHANG);
            assert!(text.outline.area() > 20.0, "the outlines are there: {:?}", text.outline);
        }
        for (_, _, _, words) in &lines {
            assert!(!words.starts_with(['、', '。', '」']) && !words.ends_with('「'), "{words}");
        }
    }
    let pdf = lopdf::Document::load_mem(&ran.bytes("output/x-iso.pdf")).unwrap();
    let dictionaries =
        || pdf.objects.values().filter_map(|o| o.as_dict().or(o.as_stream().map(|s| &s.dict)).ok());
    let holds = |kind: &[u8]| {
        dictionaries().any(|d| d.get(b"Subtype").and_then(lopdf::Object::as_name).is_ok_and(|k| k == kind))
    };
    assert!(holds(b"CIDFontType0C") && holds(b"CIDFontType2"));
}

#[test]
fn a_pdf_with_fonts_is_built_again_from_itself() {
    let first = own_fonts().args(["build", "x.toml"]).run().bytes("output/x-iso.pdf");
    let again = Run::new().file("mine.pdf", &first).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso.pdf") == first);
}

#[test]
fn fonts_stay_with_their_game() {
    let ran = own_fonts()
        .file("y.toml", layout("", &[r#"{ text = "A", font = "cjk 10pt" }"#]))
        .args(["build", "x.toml", "y.toml"])
        .stderr(
            r#"
error[HX201]: unknown font family `cjk`
 --> y.toml:6:30
  |
6 | face = [{ text = "A", font = "cjk 10pt" }]
  |                              ^^^^^^^^^^
  |
  = help: choose one of: sans, display, serif, condensed, saga
"#,
        )
        .status(2)
        .run();
    assert!(ran.folder.files().contains(&"output/x-iso.pdf".to_owned()));
}

// ------------------------------------------------------------------ a deck

/// Returns a layout of 52 cards with texts of every length.
fn deck(font: &str) -> String {
    let suits = ["heart", "spade", "diamond", "club"];
    let mut rows = String::new();
    for number in 0..52usize {
        let words: Vec<&str> = LONG_TEXT.split(' ').cycle().skip(number).take(6 + number * 3 / 2).collect();
        let (suit, rank) = (suits[number / 13], number % 13 + 1);
        let text = words.join(" ");
        writeln!(rows, "  {{ suit = \"{suit}\", rank = {rank}, text = \"**{text}** :{suit}: *é*\" }},")
            .unwrap();
    }
    format!(
        r#"[[cards]]
name = "harbours"
size = "poker"
rows = [
{rows}]
face = [
  {{ box = "53 x 30mm", at = "bottom", inset = "5mm", line = "0.1mm silver" }},
  {{ text = "{{{{ rank }}}}\n:{{{{ suit }}}}:", at = "top-left", inset = "4mm", font = "bold 14pt" }},
  {{ text = "{{{{ text }}}}", at = "bottom", inset = "5mm", size = "53 x 30mm", font = "{font}, align = "left top" }},
]
"#
    )
}

#[test]
fn a_deck_of_fifty_two_shrinks_where_it_must() {
    let ran = Run::new().file("x.toml", deck(r#"9pt", shrink = "6pt""#)).args(["build", "x.toml"]).run();
    let mut pieces = 0;
    let mut sizes = Vec::new();
    for page in ran.pdf("output/x-iso.pdf").pages {
        for (item, path) in paths(&page).filter(|(item, _)| id(item).starts_with("harbours/")) {
            let area = path.bounding_box();
            if (area.width() - 53.0).abs() > EXACT {
                continue;
            }
            pieces += 1;
            let own_texts = texts(&page).filter(|(other, text)| {
                other.id == item.id && text.string.trim() != "" && text.origin.y > area.y0
            });
            for (_, text) in own_texts {
                assert!(inside(text.outline, area) > -OVERHANG, "{text:?} {area:?}");
                sizes.push((text.size * 72.0 / 25.4 * 4.0).round() / 4.0);
            }
        }
    }
    assert_eq!(pieces, 52);
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    assert!(sizes.len() > 2 && sizes[0] >= 6.0 && *sizes.last().unwrap() == 9.0, "{sizes:?}");
}

#[test]
fn a_deck_with_long_texts_says_which_cards_they_are_on() {
    let ran = Run::new().file("x.toml", deck(r#"9pt""#)).args(["build", "x.toml", "--json"]);
    let ran = ran.any_stderr().status(2).no_files().run();
    assert!(ran.stdout.contains("harbours/"), "{}", ran.stdout);
}
