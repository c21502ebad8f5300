//! Faults of pages of text: words that are missing, in another order, or in the margin.

use super::Wrong;
use super::board::wrongs;
use super::rules::paper;

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

pub const WRONGS: super::Wrongs = wrongs![
    "a sentence missing in a text", "HX437", 2, "`rules` differs from its Markdown", &[],
        paper(RULES, &[(" Then discard a card.", "")]);
    "two steps of a text exchanged", "HX437", 2, "was expected", &[],
        paper(RULES, &[("Pay two coins.", "Move uphill."), ("2. Move uphill.", "2. Pay two coins.")]);
    "another price in a table of a text", "HX437", 2, "was expected", &[],
        paper(RULES, &[("| 3 |", "| 4 |")]);
    "another number of cards in the list of components", "HX437", 2, "was expected", &["HX451", "HX452"],
        paper(RULES, &[("copies = 3", "copies = 2")]);
    "a text in the margin", "HX437", 2, "is in the margin of the page", &[],
        paper(RULES, &[("margins = \"15mm\"", "margins = \"8mm\"")]);
    "pages of another size than the layout asks for", "HX443", 2, "the page measures 105.0 x 148.0 mm", &["HX437"],
        paper(RULES, &[("\"a5\"", "\"a6\"")]);
];
