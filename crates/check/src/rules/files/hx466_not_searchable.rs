//! HX466: fonts whose text cannot be searched or copied.

use crate::facts::{Facts, Format};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "text can be searched and copied",
    why: "Screen readers read the text aloud, and a search finds a card by its name. Both need fonts that \
        specify the character of each glyph.",
    right: "a PDF in which a search for \"Buy\" finds it",
    wrong: "a PDF whose fonts do not specify characters",
    measures_text: true,
    ..Rule::warning(codes::NOT_SEARCHABLE, RuleFunction::All(not_searchable))
};

fn not_searchable(facts: &Facts<'_>, findings: &mut Findings) {
    for file in facts.files.iter().filter(|file| file.format == Format::Pdf) {
        for font in file.document.fonts.iter().filter(|font| font.embedded && !font.to_unicode) {
            let name = if font.name.is_empty() { "a font without a name" } else { &font.name };
            let why = "cannot be searched or copied: the font does not specify its characters";
            findings.fault(format!("{}: text in {name} {why}", file.name));
        }
    }
}
