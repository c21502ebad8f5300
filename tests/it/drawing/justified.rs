//! Tests of justified text, hyphens, columns, drop capitals and icons in text. The tests measure
//! the finished file.

use hexpress::read::{Page, Text};
use kurbo::Rect;

use crate::support::measure::texts;
use crate::support::run::Run;

const STORY: &str = "Once every winter the lords of the seven valleys meet in the frozen hall, and count what is left: \
                     barley, iron, wool. Each player reveals the topmost card of the harvest deck; the player with the \
                     smallest number takes the initiative marker and immediately exchanges up to three resources.";
/// The tolerance for the ends of lines, in mm. A PDF rounds the positions of glyphs to a thousandth of an em.
const EXACT: f64 = 0.01;

/// Builds a card with one text in a box in its centre. The checker must find no fault.
fn card(keys: &str) -> Page {
    let layout = format!(
        "[[cards]]\nsize = \"80 x 100mm\"\ngrid = \"1 x 1\"\nface = [{{ text = \"{STORY}\", font = \"9pt\", {keys} }}]\n"
    );
    let ran = Run::new().checked().file("x.toml", layout).args(["build", "x.toml"]).any_status().run();
    assert!(ran.stdout.ends_with(": clean\n"), "{keys}: {}{}", ran.stdout, ran.stderr);
    ran.pdf("output/x-iso.pdf").pages.remove(0)
}

fn visible(page: &Page) -> Vec<&Text> {
    let box_of_card = Rect::from_center_size(page.media.center(), (80.0, 100.0));
    let all = texts(page).map(|(_, text)| text);
    all.filter(|text| !text.string.trim().is_empty() && box_of_card.contains(text.origin)).collect()
}

/// Returns the lines of a page from top to bottom: left end, right end and text.
fn lines(page: &Page) -> Vec<(f64, f64, String)> {
    visible(page).iter().map(|text| (text.corners[0].x, text.corners[1].x, text.string.clone())).collect()
}

#[test]
fn justified_lines_end_at_both_sides_and_keep_their_words() {
    let page = card("size = \"60 x 60mm\", align = \"justify top\"");
    let middle = page.media.center().x;
    let lines = lines(&page);
    let (last, full) = lines.split_last().unwrap();
    assert!(full.len() >= 4, "{lines:?}");
    for (left, right, string) in full {
        assert!((left - middle + 30.0).abs() < EXACT, "{string} begins at {left}");
        assert!((right - middle - 30.0).abs() < EXACT, "{string} ends at {right}");
    }
    assert!(last.1 < middle + 29.0, "the last line is not stretched: {last:?}");
    let output: Vec<&str> = lines.iter().map(|line| line.2.trim_end()).collect();
    assert_eq!(output.join(" "), STORY);
}

#[test]
fn words_break_with_hyphens_and_signs_hang_outside() {
    let page = card("size = \"34 x 80mm\", align = \"justify top\", hyphenate = true, hang = true");
    let side = page.media.center().x + 17.0;
    let lines = lines(&page);
    let hyphens: Vec<_> = lines.iter().filter(|line| line.2.ends_with('-')).collect();
    assert!(!hyphens.is_empty(), "{lines:?}");
    assert!(hyphens.iter().all(|line| line.1 > side + 0.2), "{hyphens:?}");
    let output: String = lines.iter().map(|line| format!("{} ", line.2.trim_end())).collect();
    assert_eq!(output.replace("- ", "").trim_end(), STORY);
}

#[test]
fn columns_have_about_the_same_number_of_lines() {
    let page = card(
        "size = \"70 x 60mm\", align = \"justify top\", columns = 2, gutter = \"6mm\", hyphenate = true",
    );
    let middle = page.media.center().x;
    let lines = lines(&page);
    let (left, right): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.0 < middle);
    assert!(left.len() - right.len() <= 1 && right.len() > 3, "{lines:?}");
    assert!(left.iter().all(|line| (line.1 - middle + 3.0).abs() < EXACT), "{left:?}");
    assert!(right.iter().all(|line| (line.0 - middle - 3.0).abs() < EXACT), "{right:?}");
}

#[test]
fn a_drop_capital_is_as_high_as_its_lines() {
    let page = card("size = \"60 x 60mm\", align = \"justify top\", drop-capital = 3");
    let texts = visible(&page);
    let (capital, rest) = texts.split_first().unwrap();
    assert!(
        capital.string == "O" && rest[0].string.starts_with("nce"),
        "{} {}",
        capital.string,
        rest[0].string
    );
    // Leaves out `nce`, the rest of the first word, which is a separate text in the PDF.
    let rows: Vec<_> = rest.iter().filter(|text| !text.string.starts_with("nce")).collect();
    assert!((capital.origin.y - rows[2].origin.y).abs() < EXACT, "on the third baseline");
    let right = capital.outline.x1;
    assert!(rows[..3].iter().all(|text| text.corners[0].x > right), "next to the letter");
    assert!((rows[3].corners[0].x - page.media.center().x + 30.0).abs() < EXACT, "below it");
}

#[test]
fn tracking_in_thousandths_is_a_share_of_the_font() {
    let width = |keys: &str| {
        let layout = format!(
            "[[cards]]\nsize = \"80 x 100mm\"\ngrid = \"1 x 1\"\nface = [{{ text = \"HARVEST\", font = \"20pt\", {keys} }}]\n"
        );
        let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
        let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
        visible(&page)[0].outline.width()
    };
    let em = 20.0 * 25.4 / 72.0;
    let wider = width("tracking = 100") - width("tracking = 0");
    assert!((wider - 6.0 * 0.1 * em).abs() < 0.05, "{wider}");
    assert!((width("tracking = 100") - width("tracking = \"2pt\"")).abs() < 0.02);
}
