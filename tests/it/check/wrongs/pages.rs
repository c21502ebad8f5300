//! Faults of pages of text: words that are missing, in another order, or in the margin.

use std::cell::Cell;
use std::sync::LazyLock;

use super::super::bench::{Made, each, make, span};
use super::board::wrongs;
use super::rules::paper;
use super::{Wrong, changed};
use hexpress::check::Verdict;
use lopdf::{Dictionary, Object};

const RULES: &str = r#"
[[cards]]
size = "mini"
rows = [{ name = "Ann", copies = 3 }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "12pt" }]

[[page]]
name = "rules"
size = "a5"
margins = "15mm"
text = """
# The Hill

Draw one card. Then discard a card.

1. Pay two coins.
2. Move uphill.

| Good | Price |
|:-----|------:|
| Salt | 3 |

{components}
"""
"#;

/// The pages of [`RULES`].
static TEXT: LazyLock<Made> = LazyLock::new(|| make("mine", RULES, "iso"));

/// Judges the rules after a change to the first line of their first paragraph. `before` is inserted
/// before the contents of this line, and `after` is inserted after them.
fn line(before: &str, after: &str) -> Verdict {
    changed(&TEXT, 2, |text| {
        let (start, end) = span(text, "rules/text:2", 0);
        let (head, rest) = text[start..end].split_once('\n').unwrap();
        let (body, tail) = rest.rsplit_once("EMC").unwrap();
        format!("{}{head}\nq {before}\n{body}Q\n{after}EMC{tail}{}", &text[..start], &text[end..])
    })
}

/// A booklet of eight pages on two sheets.
static BOOKLET: LazyLock<Made> = LazyLock::new(|| make("mine", &booklet("0.2mm"), "iso"));

fn booklet(thickness: &str) -> String {
    let chapter = "Merchants carry salt over the hills, and sell it where it is dear. ".repeat(9);
    let chapters: String = (1..=14).map(|n| format!("## Chapter {n}\n\n{chapter}\n\n")).collect();
    format!(
        "[[page]]\nname = \"rules\"\nbooklet = true\nthickness = \"{thickness}\"\nfont = \"serif 12pt\"\n\
         text = \"\"\"\n{chapters}\"\"\"\n"
    )
}

/// Four copies of a score sheet on one sheet of paper.
static PAD: LazyLock<Made> = LazyLock::new(|| {
    let text = "## Score\n\n| Ann | Bob |\n|:--|:--|\n| | |\n";
    let layout = format!("[[page]]\nsize = \"a6\"\ncopies = \"fill\"\ntext = \"\"\"\n{text}\"\"\"\n");
    make("mine", &layout, "iso")
});

/// Removes the title of the last copy.
fn without_last_title(text: &str) -> String {
    let seen = Cell::new(0);
    each(text, "page/text:1", |drawn| {
        seen.set(seen.get() + 1);
        if seen.get() == 4 { String::new() } else { drawn.to_owned() }
    })
}

/// A leaflet whose inner panel is narrower than the other panels.
static LEAFLET: LazyLock<Made> = LazyLock::new(|| make("mine", &leaflet("letter"), "iso"));

fn leaflet(fold: &str) -> String {
    let chapter = "Merchants carry salt over the hills, and sell it where it is dear. ".repeat(9);
    let chapters: String = (1..=14).map(|n| format!("## Chapter {n}\n\n{chapter}\n\n")).collect();
    format!("[[page]]\nname = \"rules\"\nfold = \"{fold}\"\ntext = \"\"\"\n{chapters}\"\"\"\n")
}

/// Builds the leaflet for another fold, and judges it against the layout of [`LEAFLET`].
fn other_fold() -> Verdict {
    LEAFLET.judge(&make("mine", &leaflet("z"), "iso").pdf)
}

/// Builds the booklet for thinner paper, and judges it against the layout of [`BOOKLET`].
fn thin() -> Verdict {
    BOOKLET.judge(&make("mine", &booklet("0.1mm"), "iso").pdf)
}

/// Judges the booklet with the two sides of its first sheet exchanged.
fn sides_exchanged() -> Verdict {
    BOOKLET.judge(&BOOKLET.with(|file| {
        let pages = file.get_pages();
        let parent = file.get_dictionary(pages[&1]).unwrap().get(b"Parent").unwrap().as_reference().unwrap();
        let kids = file.get_dictionary_mut(parent).unwrap().get_mut(b"Kids").unwrap().as_array_mut().unwrap();
        kids.swap(0, 1);
    }))
}

const LINKED: &str = r##"
[[page]]
name = "rules"
size = "a5"
text = """
# The Hill

Read [how to begin](#how-to-begin), or our [page](https://example.org/hill).

## How to begin

Draw one card.
"""
"##;

/// A page with links.
static LINKS: LazyLock<Made> = LazyLock::new(|| make("mine", LINKED, "iso"));

/// Judges the page with links after a change to each of its annotations.
fn links_changed(change: fn(&mut Dictionary)) -> Verdict {
    LINKS.judge(&LINKS.with(|file| {
        let page = file.get_pages()[&1];
        let links = file.get_dictionary(page).unwrap().get(b"Annots").unwrap().as_array().unwrap().clone();
        for link in links {
            change(file.get_dictionary_mut(link.as_reference().unwrap()).unwrap());
        }
    }))
}

/// Moves a link down by the height of two lines.
fn move_down(link: &mut Dictionary) {
    let corners = link.get_mut(b"Rect").unwrap().as_array_mut().unwrap();
    for index in [1, 3] {
        corners[index] = Object::Real(corners[index].as_float().unwrap() - 30.0);
    }
}

/// Moves the target of a link down.
fn lead_down(link: &mut Dictionary) {
    if let Ok(target) = link.get_mut(b"Dest").and_then(Object::as_array_mut) {
        target[3] = Object::Integer(100);
    }
}

/// Changes the address that a link opens.
fn lead_away(link: &mut Dictionary) {
    if let Ok(action) = link.get_mut(b"A").and_then(Object::as_dict_mut) {
        action.set("URI", Object::string_literal("https://example.com/hill"));
    }
}

pub const WRONGS: super::Wrongs = wrongs![
    "a sentence missing in a text", "HX437", 2, "`rules` differs from its Markdown", &[],
        paper(RULES, &[(" Then discard a card.", "")]);
    "two steps of a text exchanged", "HX437", 2, "was expected", &[],
        paper(RULES, &[("Pay two coins.", "Move uphill."), ("2. Move uphill.", "2. Pay two coins.")]);
    "another price in a table of a text", "HX437", 2, "was expected", &[],
        paper(RULES, &[("| 3 |", "| 4 |")]);
    "another number of cards in the list of components", "HX437", 2, "was expected", &["HX451", "HX452"],
        paper(RULES, &[("copies = 3", "copies = 2")]);
    "a line of a text whose right half is cut off", "HX437", 2, "is cut off", &[],
        line("0 -800 100 800 re W n", "");
    "a line of a text with a white box on it", "HX607", 2, "a later drawing covers", &[],
        line("", "q 1 1 1 rg 60 -100 60 30 re f Q\n");
    "a line of a text that is moved below the next one", "HX437", 2, "but comes after it", &["HX422"],
        line("1 0 0 1 0 -220 cm", "");
    "a line of a text that is moved onto the next one", "HX422", 2, "overlap", &[],
        line("1 0 0 1 0 -24 cm", "");
    "a text in the margin", "HX437", 2, "is in the margin of the page", &[],
        paper(RULES, &[("margins = \"15mm\"", "margins = \"8mm\"")]);
    "pages of another size than the layout asks for", "HX443", 2, "the page measures 105.0 x 148.0 mm", &["HX437"],
        paper(RULES, &[("\"a5\"", "\"a6\"")]);
    "a booklet for paper of half the thickness", "HX438", 3, "from its place", &[], thin();
    "a booklet whose first sheet has its sides exchanged", "HX438", 2, "should come after it", &["HX437", "HX465", "HX464"],
        sides_exchanged();
    "a booklet without the marks for its fold", "HX438", 1, "no mark shows where to fold", &[],
        changed(&BOOKLET, 1, |text| each(text, "fold", |_| String::new()));
    "a copy of a score sheet without its title", "HX437", 0, "\"\" is printed, \"Score\" was expected", &[],
        changed(&PAD, 1, without_last_title);
    "the area of a link below its words", "HX439", 1, "no link is on \"how to begin\"", &[], links_changed(move_down);
    "a link that leads to a place below its heading", "HX439", 1,
        "does not lead to the heading \"How to begin\"", &[], links_changed(lead_down);
    "a link that leads to another address", "HX439", 1, "leads to https://example.com/hill", &[],
        links_changed(lead_away);
    "a leaflet that is made for another fold", "HX438", 2, "from its place", &["HX437"], other_fold();
    "a leaflet without the marks for its folds", "HX438", 1, "no mark shows where to fold", &[],
        changed(&LEAFLET, 1, |text| each(text, "fold", |_| String::new()));
];
