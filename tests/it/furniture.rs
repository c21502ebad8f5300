//! What stands at the edge of sheets for whoever prints them.

use crate::measure::texts;
use crate::run::Run;

/// The small print of a card's first sheet, for this game.
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
    let begins =
        |text: &str| text.len() > 60 && text.ends_with('…') && long.starts_with(text.trim_end_matches('…'));
    assert!(says(&texts, &begins), "{texts:?}");
    let texts = small_print("title = \"囲碁 for Two\"\nauthor = \"Ann Onym\"");
    assert!(says(&texts, &|text| text == "… for Two · Ann Onym"), "{texts:?}");
}

/// The paper is told in the layout's own words.
#[test]
fn a_sheet_says_what_to_print_it_on() {
    for stock in ["sticker sheet", "card", "pale green paper", "card paper"] {
        let layout =
            format!("[[cards]]\nsize = \"63 x 88mm\"\nstock = \"{stock}\"\nface = [{{ fill = \"tan\" }}]\n");
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        let said = format!("Print once on {stock}, at 100 % (actual size)");
        assert!(texts(&page).any(|(_, text)| text.string.starts_with(&said)), "{stock}");
    }
}

/// Once, however many sheets there are; a board before them has a line of its own.
#[test]
fn a_title_that_no_letter_can_write_is_told() {
    let layout = "[game]\ntitle = \"囲碁\"\n[[cards]]\nsize = \"44 x 68mm\"\ncopies = 60\nface = [{ fill = \"tan\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).stderr(
        "warning[HX342]: the font of the sheets has no letter of the title `囲碁`, so none of them says which game it belongs to
 |
 = help: `sans` has Latin, Greek and Cyrillic letters",
    );
    let pages = ran.run().pdf("output/x-iso.pdf").pages;
    assert!(pages.len() > 1);
    let said = texts(&pages[0]).map(|(_, text)| text.string.clone()).collect::<Vec<_>>();
    assert!(said.iter().all(|text| !text.starts_with('…')), "{said:?}");
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
    let all: Vec<_> = crate::measure::texts(&page).map(|(_, text)| text.string.clone()).collect();
    assert!(all.iter().any(|text| text.contains("version 0.3")), "{all:?}");
    assert!(all.contains(&"State 0.3".to_owned()), "{all:?}");
}
