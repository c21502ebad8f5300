//! Tests of text that runs from right to left, as the finished file has it.

use hexpress::read::{Document, ItemKind, Text};

use crate::support::run::{Ran, Run};

const HEBREW: &[u8] = include_bytes!("../../fonts/hebrew.ttf");
const ARABIC: &[u8] = include_bytes!("../../fonts/arabic.ttf");

/// Builds a page in a language. The checker must find no fault.
fn built(language: &str, keys: &str, markdown: &str) -> Ran {
    let layout = format!(
        "[game]\ntitle = \"Salt\"\nlanguage = \"{language}\"\n[fonts]\nown = \"own.ttf\"\n[[page]]\nname = \"rules\"\n\
         size = \"a5\"\nmargins = \"15mm\"\nfont = \"own 11pt\"\ntitle-font = \"own 20pt\"\nhead-font = \"own 14pt\"\n\
         {keys}\ntext = \"rules.md\"\n"
    );
    let font = if language == "ar" { ARABIC } else { HEBREW };
    let run = Run::new().file("x.toml", layout).file("rules.md", markdown).file("own.ttf", font);
    run.args(["build", "x.toml", "--quiet"]).any_stderr().run()
}

fn texts(document: &Document) -> Vec<&Text> {
    let items = document.pages.iter().flat_map(|page| &page.items);
    items
        .filter_map(|item| if let ItemKind::Text(text) = &item.kind { Some(&**text) } else { None })
        .collect()
}

const RIGHT: f64 = 148.0 - 15.0;

#[test]
fn lines_begin_on_the_right_and_numbers_keep_their_direction() {
    let ran = built("he", "", "שלום 12 עולם Salt Road, סוף.\n");
    let document = ran.pdf("output/x-iso.pdf");
    let all = texts(&document);
    let strings: Vec<&str> = all.iter().map(|text| text.string.trim()).collect();
    assert_eq!(strings, ["שלום", "12", "עולם", "Salt Road", ", סוף."]);
    // Each part is to the left of the part before it.
    assert!((all[0].outline.x1 - RIGHT).abs() < 0.5, "{:?}", all[0].outline);
    assert!(all.windows(2).all(|pair| pair[1].outline.x1 <= pair[0].outline.x0 + 0.3), "{all:?}");
}

#[test]
fn arabic_letters_are_joined() {
    let joined = built("ar", "", "سلام\n").pdf("output/x-iso.pdf");
    let apart = built("ar", "", "س ل ا م\n").pdf("output/x-iso.pdf");
    let [joined] = texts(&joined)[..] else { panic!() };
    assert_eq!(joined.string.trim(), "سلام");
    let width = |text: &Text| text.outline.width();
    let alone: f64 = texts(&apart).into_iter().map(width).sum();
    assert!(width(joined) < 0.9 * alone, "{} {alone}", width(joined));
}

#[test]
fn lists_tables_and_columns_begin_on_the_right() {
    let table = "1. אחד\n2. שנים\n\n| א | ב |\n|---|---|\n| ג | ד |\n";
    let document = built("he", "", table).pdf("output/x-iso.pdf");
    let at = |string: &str| {
        let all = texts(&document);
        all.iter()
            .find(|text| text.string.trim() == string)
            .unwrap_or_else(|| panic!("{string}: {all:?}"))
            .outline
    };
    // The number of the list item is at the right edge. The point after the number is to its left.
    assert!((at("1").x1 - RIGHT).abs() < 0.6, "{:?}", at("1"));
    assert!((0.0..1.0).contains(&(at("1").x0 - at(".").x1)) && at("אחד").x1 < at(".").x0, "{:?}", at("."));
    assert!(at("א").x0 > at("ב").x1 && at("ג").x0 > at("ד").x1);
    let lines = "שלום.\n\n".repeat(8);
    let document = built("he", "columns = 2", &lines).pdf("output/x-iso.pdf");
    let all = texts(&document);
    assert_eq!(all.len(), 8);
    assert!(all[0].outline.x0 > 74.0 && all[7].outline.x1 < 74.0, "{all:?}");
}

#[test]
fn justified_lines_fill_their_column() {
    let document = built("he", "justify = true", &"כל שחקן מקבל חמישה קלפים ואז המשחק מתחיל ".repeat(6));
    let document = document.pdf("output/x-iso.pdf");
    let all = texts(&document);
    let (last, full) = all.split_last().unwrap();
    assert!(full.len() > 3);
    for text in full {
        let outline = text.outline;
        assert!((outline.x0 - 15.0).abs() < 0.6 && (outline.x1 - RIGHT).abs() < 0.6, "{outline:?}");
    }
    assert!((last.outline.x1 - RIGHT).abs() < 0.6);
}

/// If the text runs from right to left, the booklet is bound on the right. Page 1 is on the left
/// half of the outer side of its sheet.
#[test]
fn a_booklet_is_bound_on_the_right() {
    let chapters: String =
        (1..=6).map(|n| format!("## פרק {n}\n\n{}\n\n", "כל שחקן מקבל קלפים. ".repeat(90))).collect();
    let document = built("he", "booklet = true", &chapters).pdf("output/x-iso.pdf");
    let first = document.pages[0].items.iter().find_map(|item| match &item.kind {
        ItemKind::Text(text) if text.string.contains("פרק") => Some(text.outline),
        _ => None,
    });
    assert!(first.unwrap().x1 < document.pages[0].media.width() / 2.0);
}

#[test]
fn text_in_a_box_on_a_card_runs_in_both_directions() {
    let layout = "[fonts]\nown = \"own.ttf\"\n[[cards]]\nsize = \"poker\"\nrows = [{ n = 1 }]\n\
        face = [{ text = \"שלום **12** עולם\", size = \"50 x 20mm\", font = \"own 12pt\" }]\n";
    let layout = layout.replace("**12**", "12");
    let run = Run::new().file("x.toml", layout).file("own.ttf", HEBREW);
    let document = run.args(["build", "x.toml", "--quiet"]).any_stderr().run().pdf("output/x-iso.pdf");
    let all = texts(&document);
    let at = |string: &str| all.iter().find(|text| text.string.trim() == string).unwrap().outline;
    assert!(at("שלום").x0 > at("12").x1 - 0.3 && at("12").x0 > at("עולם").x1 - 0.3);
}
