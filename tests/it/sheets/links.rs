//! Tests of the links of pages of text, as the finished file has them.

use hexpress::read::{Document, ItemKind, LinkEnd};

use super::pages::{LAYOUT, built, structure};

const TEXT: &str = "# Salt\n\n{contents}\n\nRead [the set-up](#set-up) and [our long page about the salt trade of the \
    middle ages and its merchants in the hills](https://example.org/salt).\n\n## Set-up\n\nPlay.\n";

/// Returns the words below each link, and where the link leads.
fn linked(document: &Document) -> Vec<(String, LinkEnd)> {
    let mut links = Vec::new();
    for page in &document.pages {
        for link in &page.links {
            let on_link = page.items.iter().filter_map(|item| match &item.kind {
                ItemKind::Text(text) if link.area.contains(text.outline.center()) => {
                    assert!(link.area.inflate(0.6, 0.6).union(text.outline) == link.area.inflate(0.6, 0.6));
                    Some(text.string.trim().to_owned())
                }
                _ => None,
            });
            links.push((on_link.collect::<Vec<_>>().join(" "), link.to.clone()));
        }
    }
    links
}

#[test]
fn links_lie_on_their_words_and_lead_to_headings_and_addresses() {
    let ran = built(LAYOUT, TEXT);
    let document = ran.pdf("output/x-iso.pdf");
    let links = linked(&document);
    let words: Vec<&str> = links.iter().map(|(words, _)| words.as_str()).collect();
    assert_eq!(words[..5], ["Salt", "1", "Set-up", "1", "the set-up"], "{links:?}");
    // A link on two lines has a box for each line.
    assert_eq!(
        words[5..].join(" "),
        "our long page about the salt trade of the middle ages and its merchants in the hills"
    );
    assert!(words.len() == 7, "{words:?}");
    let heading = document.pages[0].items.iter().rev().find_map(|item| match &item.kind {
        ItemKind::Text(text) if text.string.trim() == "Set-up" => Some(text.outline),
        _ => None,
    });
    let heading = heading.unwrap();
    for (_, end) in [&links[2], &links[4]] {
        let LinkEnd::Place { page: 1, at } = end else { panic!("{end:?}") };
        assert!((at.x - heading.x0).abs() < 2.0 && at.y < heading.y0 && heading.y0 - at.y < 5.0, "{at:?}");
    }
    let address = LinkEnd::Address("https://example.org/salt".into());
    assert!(links[5..].iter().all(|(_, end)| *end == address), "{links:?}");
    assert_eq!(
        structure(&ran.bytes("output/x-iso.pdf")),
        "Document(H1 TOC(TOCI(P(Link)) TOCI(P(Link))) P(Span Link Span Link Span) H2 P)"
    );
}

#[test]
fn links_of_a_booklet_are_on_the_sheets_where_their_words_are() {
    let layout = LAYOUT.replace("size = \"a5\"", "booklet = true");
    let chapters: String =
        (1..=5).map(|n| format!("## Part {n}\n\n{}\n\n", "Salt is dear in the hills. ".repeat(90))).collect();
    let document = built(&layout, &format!("# Salt\n\n{{contents}}\n\n{chapters}")).pdf("output/x-iso.pdf");
    let links = linked(&document);
    for n in 1..=5 {
        let name = format!("Part {n}");
        let (_, end) = links.iter().find(|(words, _)| *words == name).unwrap();
        let LinkEnd::Place { page, at } = end else { panic!("{end:?}") };
        let is_there = document.pages[page - 1].items.iter().any(|item| match &item.kind {
            ItemKind::Text(text) => {
                text.string.trim() == name && text.outline.inflate(3.0, 5.0).contains(*at)
            }
            _ => false,
        });
        assert!(is_there, "{name}: {end:?}");
    }
}

#[test]
fn files_for_presses_have_no_links() {
    let run = crate::support::run::Run::new().file("x.toml", LAYOUT).file("rules.md", TEXT);
    let args = ["build", "x.toml", "--only", "rules", "--quiet", "--standard", "pdfx-4"];
    let ran = run.args(args).any_stderr().run();
    assert!(linked(&ran.pdf("output/x-iso.pdf")).is_empty());
    assert!(!String::from_utf8_lossy(&ran.bytes("output/x-iso.pdf")).contains("/Annots"));
}

#[test]
fn svg_files_have_links_to_addresses() {
    let run = crate::support::run::Run::new().file("x.toml", LAYOUT).file("rules.md", TEXT);
    let ran =
        run.args(["build", "x.toml", "--only", "rules", "--format", "svg", "--quiet"]).any_stderr().run();
    let names = ran.folder.files();
    let svg = names.iter().find(|name| name.ends_with(".svg")).unwrap();
    let text = String::from_utf8(ran.bytes(svg)).unwrap();
    assert_eq!(text.matches("<a ").count(), 2, "a part for each line");
    assert!(text.contains("href=\"https://example.org/salt\""));
}
