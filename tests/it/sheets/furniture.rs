//! Tests of the furniture at the edge of sheets, which helps the person who prints them.

use kurbo::Rect;

use crate::support::measure::{covers, id, texts};
use crate::support::run::Run;

/// Builds a card and returns the texts on its first sheet.
fn small_print(game: &str) -> Vec<String> {
    let layout = format!(
        "[game]\n{game}\n[[cards]]\nsize = \"63 x 88mm\"\nrows = [{{ copies = 9 }}]\nface = [{{ fill = \"tan\" }}]\n"
    );
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    texts(&page).map(|(_, text)| text.string.clone()).collect()
}

#[test]
fn a_title_that_is_too_long_or_has_no_letters_is_shortened() {
    let says = |texts: &[String], wanted: &dyn Fn(&str) -> bool| texts.iter().any(|text| wanted(text));
    let long = "All the Long Roads to the Sea ".repeat(40);
    let texts = small_print(&format!("title = \"{long}\""));
    let begins = |text: &str| {
        let title = text.rsplit(" · ").next().unwrap_or_default();
        title.len() > 60 && title.ends_with('…') && long.starts_with(title.trim_end_matches('…'))
    };
    assert!(says(&texts, &begins), "{texts:?}");
    let texts = small_print("title = \"囲碁 for Two\"\nauthor = \"Ann Onym\"");
    assert!(says(&texts, &|text| text.ends_with(" · … for Two · Ann Onym")), "{texts:?}");
}

/// Each sheet says which paper to print on, in the same words as the layout.
#[test]
fn a_sheet_says_what_to_print_it_on() {
    for stock in ["sticker sheet", "card", "pale green paper", "card paper"] {
        let layout =
            format!("[[cards]]\nsize = \"63 x 88mm\"\nstock = \"{stock}\"\nface = [{{ fill = \"tan\" }}]\n");
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let output = format!("Print once on {stock}, at 100 % (actual size)");
        assert!(texts(&page).any(|(_, text)| text.string.starts_with(&output)), "{stock}");
    }
}

/// The font has no letter of the title. The warning about it is printed once, however many sheets
/// there are.
#[test]
fn a_title_without_glyphs_is_reported() {
    let layout = "[game]\ntitle = \"囲碁\"\n[[cards]]\nsize = \"44 x 68mm\"\ncopies = 60\nface = [{ fill = \"tan\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).stderr(
        "warning[HX342]: the title `囲碁` is not printed on the sheets: their font `sans` has none of its letters
 |
 = help: write the title in Latin, Greek or Cyrillic letters, which `sans` has",
    );
    let pages = ran.run().pdf("output/x-iso.pdf").pages;
    assert!(pages.len() > 1);
    let output = texts(&pages[0]).map(|(_, text)| text.string.clone()).collect::<Vec<_>>();
    assert!(output.iter().all(|text| !text.starts_with('…')), "{output:?}");
}

#[test]
fn the_version_stands_on_every_sheet() {
    let texts = small_print("version = \"0.3\"");
    assert!(texts.iter().any(|text| text.contains(" · version 0.3")), "{texts:?}");
    let texts = small_print("version = \"third draft\"");
    assert!(texts.iter().any(|text| text.contains(" · third draft")), "{texts:?}");
    assert!(small_print("").iter().all(|text| !text.contains("version")));
    let layout = "[game]\nversion = \"0.3\"\n[[board]]\nshape = \"hexhex 3\"\ncells = \"flat-top\"\nacross = \"20mm\"\nbottom-line = \"State {{ version }}\"\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let all: Vec<_> = crate::support::measure::texts(&page).map(|(_, text)| text.string.clone()).collect();
    assert!(all.iter().any(|text| text.contains("version 0.3")), "{all:?}");
    assert!(all.contains(&"State 0.3".to_owned()), "{all:?}");
}

/// Names of rows must keep clear of rulers. Next to such a name, the zero of a ruler would look like another
/// row number.
#[test]
fn names_keep_off_rulers_and_words() {
    let ran = Run::new().args(["build", "inphexion"]).run();
    let page = ran.pdf("output/inphexion-iso-a3.pdf").pages.remove(0);
    // Each name is a single letter or digit.
    let all_texts = texts(&page);
    let names: Vec<Rect> =
        all_texts.filter(|(_, text)| text.string.len() == 1).map(|(item, _)| covers(item)).collect();
    let is_mark = |id: &str| id.starts_with("ruler-") || id == "board/furniture";
    let marks: Vec<Rect> = page.items.iter().filter(|item| is_mark(&id(item))).map(covers).collect();
    assert!(names.len() == 28 && !marks.is_empty(), "{} names, {} marks", names.len(), marks.len());
    for name in &names {
        for mark in &marks {
            let apart =
                (name.x0 - mark.x1).max(mark.x0 - name.x1).max(name.y0 - mark.y1).max(mark.y0 - name.y1);
            assert!(apart > 7.9, "{apart} mm between {name:?} and {mark:?}");
        }
    }
}

/// The texts at the bottom of sheets that are joined must be on one line.
#[test]
fn the_feet_of_a_poster_are_level() {
    let text =
        "[game]\ntitle = \"x\"\n[[board]]\ncells = \"flat-top\"\nshape = \"hexhex 4\"\nacross = \"64mm\"\n";
    let ran = Run::new().file("x.toml", text).args(["build", "x.toml", "--paper", "a4"]).run();
    let pages = ran.pdf("output/x-a4.pdf").pages;
    let foot = |page: &hexpress::read::Page| {
        let words = texts(page).find(|(_, text)| text.string.starts_with("Print at 100 %")).unwrap().1;
        assert_eq!(words.angle, 0.0);
        words.origin.y
    };
    let feet: Vec<f64> = pages.iter().map(foot).collect();
    assert!(feet.len() == 6 && feet[0] > 200.0, "{feet:?}");
    assert!(feet.iter().all(|foot| (foot - feet[0]).abs() < 0.01), "{feet:?}");
}

/// A command that the user types must not be split over two lines.
#[test]
fn a_command_stands_on_a_line_of_its_own() {
    let ran = Run::new().args(["calibrate", "--output", "out"]).run();
    let page = ran.pdf("out/calibration-a4.pdf").pages.remove(0);
    assert!(texts(&page).any(|(_, text)| text.string == "hexpress calibrate --profile my-printer.toml"));
}

/// Bands of one colour overlap, so that no paper shows between them.
#[test]
fn bands_of_edges_go_below_each_other() {
    let layout = "[[tiles]]\nacross = \"40mm\"\ncells = \"flat-top\"\nface = [{ edge-band = \"teal\", at = \"each edge\", depth = \"6mm\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let bands: Vec<f64> = crate::support::measure::paths(&page)
        .filter(|(item, _)| id(item) == "tiles/1")
        .map(|(_, path)| kurbo::Shape::area(path).abs())
        .collect();
    // Each band is slightly larger than a sixth of the ring.
    let ring = 2.0 * 3.0_f64.sqrt() * (20.0 * 20.0 - 14.0 * 14.0);
    assert_eq!(bands.len(), 6);
    assert!(bands.iter().all(|band| (0.2..0.4).contains(&(band - ring / 6.0))), "{bands:?} {ring}");
}
