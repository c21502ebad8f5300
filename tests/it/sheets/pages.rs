//! Tests of pages of text: their words, their breaks, their figures, and their elements for screen
//! readers, as the finished file has them.

use hexpress::read::{Document, ItemKind};
use lopdf::{Dictionary, Object};

use crate::support::run::{Ran, Run};

pub const LAYOUT: &str = r#"
[game]
title = "Salt"
[[board]]
name = "map"
sheet = "small"
cells = "flat-top"
fit = "largest"
shape = "hexhex 3"
[[cards]]
size = "poker"
rows = [{ name = "Ann" }, { name = "Bob", copies = 3 }]
face = [{ text = "{{ name }}", font = "20pt" }]
[[page]]
name = "rules"
size = "a5"
text = "rules.md"
"#;

/// Builds a layout with this text. The checker must find no fault.
pub fn built(layout: &str, markdown: &str) -> Ran {
    let run = Run::new().file("x.toml", layout).file("rules.md", markdown);
    run.args(["build", "x.toml", "--only", "rules", "--quiet"]).any_stderr().run()
}

fn pages(layout: &str, markdown: &str) -> Document {
    built(layout, markdown).pdf("output/x-iso.pdf")
}

/// A line of text: its page, the left end of its baseline in mm, and its words.
#[derive(Debug, PartialEq)]
struct Line {
    page: usize,
    left: f64,
    y: f64,
    words: String,
}

fn lines(document: &Document) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for page in &document.pages {
        for item in &page.items {
            let ItemKind::Text(text) = &item.kind else { continue };
            let (left, y) = (text.origin.x, text.origin.y);
            match lines.last_mut() {
                Some(last) if last.page == page.number && (last.y - y).abs() < 0.01 => {
                    last.words.push_str(&text.string);
                }
                _ => lines.push(Line { page: page.number, left, y, words: text.string.to_string() }),
            }
        }
    }
    lines
}

const SENTENCE: &str = "Merchants carry salt over the hills and sell it where it is dear. ";

#[test]
fn words_are_printed_in_order_on_as_many_pages_as_they_need() {
    let paragraphs: Vec<String> =
        (1..=60).map(|n| format!("Paragraph {n}. {}", SENTENCE.repeat(4))).collect();
    let document = pages(LAYOUT, &paragraphs.join("\n\n"));
    assert!(document.pages.len() > 5, "{} pages", document.pages.len());
    let words: String = lines(&document).into_iter().map(|line| line.words + " ").collect();
    for n in 1..=60 {
        assert!(words.contains(&format!("Paragraph {n}. Mer")), "{n}");
    }
}

/// No page begins with the last line of a paragraph. No page ends with the first line of a
/// paragraph or with a heading.
#[test]
fn pages_never_separate_a_single_line_or_a_heading() {
    for shift in 0..12 {
        let mut text = "One line.\n\n".repeat(shift);
        for n in 0..30 {
            text.push_str(&format!("## Heading {n}\n\nBegin {} End {n}.\n\n", SENTENCE.repeat(3)));
        }
        let lines = lines(&pages(LAYOUT, &text));
        for pair in lines.windows(2).filter(|pair| pair[0].page != pair[1].page) {
            let last = pair[0].words.as_str();
            // The number of the page is the last line of a page.
            assert!(last.parse::<usize>().is_ok(), "{last}");
        }
        let texts: Vec<&Line> = lines.iter().filter(|line| line.words.parse::<usize>().is_err()).collect();
        for pair in texts.windows(2).filter(|pair| pair[0].page != pair[1].page) {
            assert!(!pair[0].words.starts_with("Heading"), "{shift}: {pair:?}");
            assert!(!pair[0].words.starts_with("Begin"), "{shift}: {pair:?}");
            assert!(
                !pair[1].words.contains("End") || pair[1].words.starts_with("Begin"),
                "{shift}: {pair:?}"
            );
        }
    }
}

#[test]
fn a_table_that_continues_repeats_its_head() {
    let rows: String = (1..=80).map(|n| format!("| row {n} | {n} |\n")).collect();
    let document = pages(LAYOUT, &format!("| Good | Price |\n|---|--:|\n{rows}"));
    let heads = lines(&document).into_iter().filter(|line| line.words.starts_with("Good")).count();
    assert!(document.pages.len() >= 2);
    assert_eq!(heads, document.pages.len());
}

#[test]
fn columns_of_the_last_page_have_the_same_height() {
    let layout = LAYOUT.replace("text = \"rules.md\"", "columns = 2\ntext = \"rules.md\"");
    let document = pages(&layout, &"One line.\n\n".repeat(20));
    let lines = lines(&document);
    let middle = document.pages[0].media.width() / 2.0;
    let left = lines.iter().filter(|line| line.left < middle).count();
    assert_eq!((document.pages.len(), lines.len(), left), (1, 20, 10));
}

#[test]
fn components_are_counted_and_figures_are_drawn_without_identities_of_pieces() {
    let document = pages(LAYOUT, "{components}\n\n{board:map 60mm}\n\n{piece:cards:2 30mm}\n");
    let words: Vec<String> = lines(&document).into_iter().map(|line| line.words).collect();
    assert!(
        words.contains(&"1map".to_owned()) && words.contains(&"4cards: 1 Ann, 3 Bob".to_owned()),
        "{words:?}"
    );
    assert!(words.contains(&"Bob".to_owned()), "{words:?}");
    let ids = document.pages.iter().flat_map(|page| &page.items).filter_map(|item| item.id.as_deref());
    let ids: Vec<String> = ids.map(ToString::to_string).collect();
    assert!(ids.iter().all(|id| id.starts_with("rules/")), "{ids:?}");
}

/// The pages list the components. If the name of a component does not say what its pieces are, the
/// name of the table is added: `movement cards`.
#[test]
fn components_are_called_what_players_call_them() {
    let deck = |table: &str, name: &str, copies: usize| {
        let size = if table == "counters" { "across = \"20mm\"" } else { "size = \"40 x 40mm\"" };
        format!(
            "[[{table}]]\nname = \"{name}\"\n{size}\ncopies = {copies}\nface = [{{ fill = \"#EEDDCC\" }}]\n"
        )
    };
    let decks = [
        ("cards", "movement", 18),
        ("cards", "sides", 6),
        ("cards", "goal", 1),
        ("cards", "event-cards", 1),
        ("notes", "pounds", 9),
        ("counters", "money", 12),
        ("counters", "men", 1),
        ("cards", "cards", 2),
    ];
    let layout: String = decks.iter().map(|(table, name, copies)| deck(table, name, *copies)).collect();
    for (language, expected) in [
        (
            "en",
            [
                "18movement cards",
                "6cards (sides)",
                "1goal card",
                "1event card",
                "9notes (pounds)",
                "12money counters",
                "1man",
                "2cards",
            ],
        ),
        (
            "de",
            [
                "18Karten (movement)",
                "6Karten (sides)",
                "1Karte (goal)",
                "1event card",
                "9Scheine (pounds)",
                "12Marker (money)",
                "1man",
                "2Karten",
            ],
        ),
    ] {
        let page = "[[page]]\nname = \"rules\"\nsize = \"a5\"\ntext = \"rules.md\"\n";
        let document = pages(&format!("[game]\nlanguage = \"{language}\"\n{layout}{page}"), "{components}\n");
        let words: Vec<String> = lines(&document).into_iter().map(|line| line.words).collect();
        assert_eq!(words, expected);
    }
}

#[test]
fn the_contents_have_the_pages_of_their_headings() {
    let chapter = |n: usize| format!("## Chapter {n}\n\n{}\n\n", SENTENCE.repeat(40));
    let text: String = (1..=6).map(chapter).collect();
    let lines = lines(&pages(LAYOUT, &format!("# Rules\n\n{{contents}}\n\n{text}")));
    for n in 1..=6 {
        let name = format!("Chapter {n}");
        let (listed, heading) =
            match lines.iter().filter(|line| line.words.starts_with(&name)).collect::<Vec<_>>()[..] {
                [listed, heading] => (listed, heading),
                ref others => panic!("{others:?}"),
            };
        assert_eq!(listed.words, format!("{name}{}", heading.page));
    }
}

/// Returns the tags of a file's structure tree as a text, such as `H1 P L(LI(Lbl LBody(P)))`.
pub fn structure(bytes: &[u8]) -> String {
    let document = lopdf::Document::load_mem(bytes).unwrap();
    let follow = |object: &Object| match object {
        Object::Reference(id) => document.get_object(*id).unwrap().clone(),
        other => other.clone(),
    };
    fn described(element: &Dictionary, follow: &dyn Fn(&Object) -> Object) -> String {
        let kind = String::from_utf8_lossy(element.get(b"S").unwrap().as_name().unwrap()).into_owned();
        let kids = follow(element.get(b"K").unwrap());
        let kids: Vec<String> = kids
            .as_array()
            .unwrap()
            .iter()
            .map(follow)
            .filter_map(|kid| {
                kid.as_dict().ok().filter(|kid| kid.has(b"S")).map(|kid| described(kid, follow))
            })
            .collect();
        if kids.is_empty() { kind } else { format!("{kind}({})", kids.join(" ")) }
    }
    let catalog = document.catalog().unwrap();
    let root = follow(catalog.get(b"StructTreeRoot").unwrap());
    let top = follow(root.as_dict().unwrap().get(b"K").unwrap());
    described(top.as_dict().unwrap(), &follow)
}

#[test]
fn screen_readers_get_headings_lists_and_tables() {
    let text =
        "### Rules\n\nPlay.\n\n1. Draw\n   - a card\n\n> Quote\n\n|A|B|\n|-|-|\n|1|2|\n\n{board:map 40mm}\n";
    let ran = built(LAYOUT, text);
    assert_eq!(
        structure(&ran.bytes("output/x-iso.pdf")),
        "Document(H1 P L(LI(Lbl LBody(P L(LI(Lbl LBody(P)))))) BlockQuote(P) Table(TR(TH TH) TR(TD TD)) Figure)"
    );
}

/// A paragraph that continues on a second page is one element, so its words are read without a break.
#[test]
fn a_paragraph_on_two_pages_is_one_element() {
    let ran = built(LAYOUT, &SENTENCE.repeat(80));
    assert_eq!(structure(&ran.bytes("output/x-iso.pdf")), "Document(P)");
}

#[test]
fn versions_say_that_pages_are_not_compared() {
    let layout = |word: &str| {
        format!(
            "[[cards]]\nname = \"deck\"\nsize = \"mini\"\nface = [{{ fill = \"red\" }}]\n\n\
             [[page]]\nname = \"rules\"\nsize = \"a6\"\ntext = \"\"\"\n# Rules\n\n{word}\n\"\"\"\n"
        )
    };
    let run = || Run::new().file("old.toml", layout("Draw.")).file("x.toml", layout("Discard."));
    let ran = run().args(["diff", "old.toml", "x.toml"]).run();
    assert!(ran.stdout.contains("\nPages of text are not compared: rules.\n"), "{}", ran.stdout);
    let ran = run().args(["diff", "old.toml", "x.toml", "--json"]).run();
    assert_eq!(ran.json()["results"][0]["not-compared"], serde_json::json!(["rules"]));
    let ran = run().args(["build", "x.toml", "--since", "old.toml"]).any_stderr().any_status().run();
    assert!(ran.stdout.contains("  Pages of text are not compared: rules.\n"), "{}", ran.stdout);
    // If `--only` leaves out the pages of text, the output does not mention them.
    let only = ["build", "x.toml", "--since", "old.toml", "--only", "deck"];
    let ran = run().args(only).any_stderr().any_status().run();
    assert!(!ran.stdout.contains("Pages of text"), "{}", ran.stdout);
}
