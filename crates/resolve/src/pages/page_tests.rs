//! Tests of the Markdown of pages.

use hexpress_base::diag::Sources;
use hexpress_game::pages::{Block, BlockKind, plain_words, printed_links};

use super::markdown::{MAX_COLUMNS, MAX_LEVELS, Markdown};
use super::text_links::{MAX_ADDRESS_LENGTH, MAX_LINKS};

/// Parses `text` as Markdown. Returns its blocks in a short notation, and its mistakes with their line
/// numbers.
fn parsed(text: &str) -> (String, Vec<String>) {
    let mut sources = Sources::default();
    let file = sources.add("rules.md", text);
    let (blocks, mistakes) = Markdown::of_file(text, file).blocks(&|name| name == "coin");
    let said = mistakes.iter().map(|diagnostic| {
        let start = diagnostic.place.as_ref().unwrap().start;
        format!("{}: {}", text[..start as usize].matches('\n').count() + 1, diagnostic.message)
    });
    (written(&blocks), said.collect())
}

fn written(blocks: &[Block]) -> String {
    blocks.iter().map(|block| one(&block.kind)).collect::<Vec<_>>().join(" ")
}

fn one(kind: &BlockKind) -> String {
    match kind {
        BlockKind::Heading(level, words) => format!("h{level}({})", plain_words(words)),
        BlockKind::Paragraph(words) => format!("p({})", plain_words(words)),
        BlockKind::List(list) => {
            let items: Vec<String> = list.items.iter().map(|item| written(item)).collect();
            format!(
                "{}[{}]",
                list.first.map_or_else(|| "ul".to_owned(), |n| format!("ol{n}")),
                items.join("; ")
            )
        }
        BlockKind::Quote(inner) => format!("quote[{}]", written(inner)),
        BlockKind::Code(lines) => format!("code({})", lines.join("|")),
        BlockKind::Rule => "rule".to_owned(),
        BlockKind::Table(table) => format!("table({} x {})", table.columns.len(), table.rows.len()),
        BlockKind::Figure(figure) => format!("figure({})", figure.alt),
        BlockKind::Components => "components".to_owned(),
        BlockKind::Contents => "contents".to_owned(),
    }
}

#[test]
fn blocks_of_all_kinds_are_read_in_order() {
    for (text, blocks) in [
        ("# One\n\nTwo *three*\nfour", "h1(One) p(Two three four)"),
        ("- a\n- b\n  1. c\n\n     d", "ul[p(a); p(b) ol1[p(c) p(d)]]"),
        ("7. a\n8. b", "ol7[p(a); p(b)]"),
        ("> a\n\n---\n\n    x\n    y", "quote[p(a)] rule code(x|y)"),
        ("|a|b|\n|-|:-:|\n|1|2|\n|3|4|", "table(2 x 2)"),
        (
            "{board:map 60mm}\n\n{piece:deck:3}\n\n{components}\n\n{contents}",
            "figure(map) figure(deck 3) components contents",
        ),
        ("See [us](https://a.org).", "p(See us (https://a.org).)"),
        ("![A ship](ship.svg)", "figure(A ship)"),
        ("Pay 3 :coin: for 2*3.", "p(Pay 3  for 2*3.)"),
        ("", ""),
    ] {
        assert_eq!(parsed(text), (blocks.to_owned(), Vec::new()), "{text}");
    }
}

#[test]
fn mistakes_have_their_line() {
    let said = |text: &str| parsed(text).1;
    assert_eq!(said("a\n\n<b>x</b>"), ["3: HTML is not printed", "3: HTML is not printed"]);
    assert_eq!(said("a\n\n\n{bord:map}"), ["4: unknown placeholder `bord`"]);
    assert_eq!(said("{piece:deck}"), ["1: the placeholder `piece` is not complete"]);
    assert_eq!(said("{piece:deck:0}"), ["1: `0` is not the number of a piece"]);
    assert_eq!(said("{board:map} {piece:deck:1}"), ["1: `{board:map}` has other words beside it"]);
    assert_eq!(said("a\n\nsee {piece:deck:1 9mm}."), ["3: `{piece:deck:1 9mm}` has other words beside it"]);
    assert_eq!(said("a {set}, `{contents}` and \\{board:map}"), [""; 0]);
}

/// Returns the words and the target of each link in a text.
fn linked(text: &str) -> Vec<String> {
    let mut sources = Sources::default();
    let file = sources.add("rules.md", text);
    let (blocks, mistakes) = Markdown::of_file(text, file).blocks(&|_| false);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let links = blocks.iter().flat_map(|block| printed_links(block, &blocks));
    links.map(|link| format!("{} {:?}", link.words, link.to)).collect()
}

#[test]
fn links_lead_to_addresses_and_headings() {
    for (text, links) in [
        ("[a *b* c](https://a.org/x)", vec!["a b c Address(\"https://a.org/x\")"]),
        (
            "<https://a.org> <me@a.org>",
            vec!["https://a.org Address(\"https://a.org\")", "me@a.org Address(\"mailto:me@a.org\")"],
        ),
        (
            "[](https://a.org/\u{fc}?a=(b))",
            vec![" (https://a.org/\u{fc}?a=(b)) Address(\"https://a.org/%C3%BC?a=(b)\")"],
        ),
        ("[a](#b-c)[d](#b-c-1)\n\n# B, c!\n\n- x\n\n  # B c", vec!["a Heading(1)", "d Heading(2)"]),
        ("# \u{5d0} \u{5d1}\n\n[x](#\u{5d0}-\u{5d1})", vec!["x Heading(1)"]),
        ("# A\n\n{contents}\n\n> # B\n\n#### C\n\n## D", vec!["A Heading(1)", "D Heading(4)"]),
    ] {
        assert_eq!(linked(text), links, "{text}");
    }
}

#[test]
fn links_to_anything_else_are_mistakes() {
    let said = |text: &str| parsed(text).1;
    assert_eq!(said("a\n\n[b](rules.md)"), ["3: a link to `rules.md` does not work on paper or in a PDF"]);
    assert_eq!(said("[b](javascript:x)"), ["1: a link to `javascript:x` does not work on paper or in a PDF"]);
    assert_eq!(said("[b](https://)").len(), 1);
    assert_eq!(said("# A\n\n[b](#c)"), ["3: this text has no heading for the link `#c`"]);
}

#[test]
fn links_have_limits() {
    let many = |count: usize| "[a](https://a.org) ".repeat(count);
    assert!(parsed(&many(MAX_LINKS)).1.is_empty());
    assert_eq!(parsed(&many(MAX_LINKS + 1)).1, ["1: this text has more than 2000 links"]);
    let long = |bytes: usize| format!("[a](https://{})", "b".repeat(bytes - "https://".len()));
    assert!(parsed(&long(MAX_ADDRESS_LENGTH)).1.is_empty());
    assert_eq!(parsed(&long(MAX_ADDRESS_LENGTH + 1)).1, ["1: this address has more than 2000 characters"]);
}

#[test]
fn levels_and_columns_have_a_limit() {
    let nested =
        |levels: usize| -> String { (0..levels).map(|n| format!("{}- a\n", "  ".repeat(n))).collect() };
    assert!(parsed(&nested(MAX_LEVELS)).1.is_empty());
    assert_eq!(parsed(&nested(MAX_LEVELS + 1)).1.len(), 1);
    assert_eq!(parsed(&nested(40)).1.len(), 1);
    let row = |columns: usize| format!("{}\n{}\n", "|a".repeat(columns), "|-".repeat(columns));
    assert!(parsed(&row(MAX_COLUMNS)).1.is_empty());
    assert_eq!(parsed(&row(MAX_COLUMNS + 1)).1.len(), 1);
    assert_eq!(parsed(&row(200)).1.len(), 1);
}

#[test]
fn a_text_of_50_000_quotes_inside_one_another_is_one_mistake() {
    let (blocks, mistakes) = parsed(&format!("{} a\n\nb", ">".repeat(50_000)));
    assert_eq!(mistakes, ["1: lists and quotes are more than 8 levels deep"]);
    assert!(blocks.ends_with(" p(b)"), "{blocks}");
}
