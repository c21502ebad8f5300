//! HX466: fonts whose text cannot be searched or copied.

use crate::facts::{Facts, Format};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

/// The rule behind HX466.
pub const RULE: Rule = Rule {
    title: "words can be searched and copied",
    why: "Who cannot see the page has it read aloud, and who looks for a card searches for its name. That needs \
          fonts that say which letters their signs stand for.",
    right: "a PDF in which searching for \"Buy\" finds it",
    wrong: "a PDF whose fonts do not say which letters they show",
    of_words: true,
    ..Rule::warning(codes::NOT_SEARCHABLE, RuleFunction::All(not_searchable))
};

/// Reports fonts whose text cannot be searched or copied.
fn not_searchable(facts: &Facts<'_>, out: &mut Findings) {
    for file in facts.files.iter().filter(|file| file.format == Format::Pdf) {
        for font in file.document.fonts.iter().filter(|font| font.embedded && !font.to_unicode) {
            let name = if font.name.is_empty() { "a font without a name" } else { &font.name };
            out.fault(format!("{}: {name} does not say which letters it shows", file.name));
        }
    }
}
