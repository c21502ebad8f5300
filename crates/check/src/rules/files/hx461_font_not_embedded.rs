//! HX461: fonts that are not in the file.

use std::collections::BTreeSet;

use crate::check::facts::{Facts, Format};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX461.
pub const RULE: Rule = Rule {
    title: "fonts are in the file",
    why: "A font that is not in the file is replaced by another one where it is printed: words become wider, and \
          signs become boxes.",
    right: "a PDF whose fonts are embedded, each as far as it is used",
    wrong: "a PDF that names Helvetica and leaves it to the printer to have it",
    ..Rule::error(codes::FONT_NOT_EMBEDDED, Run::All(font_not_embedded))
};

/// Returns the fonts in which words of a file are set; `None` if that is not known of all its pages.
fn used_fonts<'f>(facts: &'f Facts<'_>, file: usize) -> Option<BTreeSet<&'f str>> {
    let sheets = facts.sheets.iter().filter(|sheet| sheet.file == file);
    let fonts: Option<Vec<_>> = sheets.map(|sheet| Some(&sheet.foreign.as_ref()?.fonts)).collect();
    Some(fonts?.into_iter().flatten().map(|font| &**font).collect())
}

/// Reports fonts that are not in the file.
fn font_not_embedded(facts: &Facts<'_>, out: &mut Findings) {
    for (number, file) in facts.files.iter().enumerate() {
        if file.format == Format::Svg {
            out.not_judged(match file.record {
                Some(_) => "fonts: an SVG of ours draws letters as outlines",
                None => {
                    "fonts: an SVG leaves them to whoever shows it, so how wide its words are is not known"
                }
            });
            continue;
        }
        // Many programs name a font in every file, and set no word in it.
        let used = used_fonts(facts, number);
        let is_used = |name: &str| used.as_ref().is_none_or(|used| used.contains(name) || used.contains(""));
        let missing = file.document.fonts.iter().filter(|font| !font.embedded && is_used(&font.name));
        let names = missing.map(|font| &*font.name);
        let name = |name: &str| if name.is_empty() { "a font without a name" } else { name }.to_owned();
        let mut wrong: Vec<String> = names.map(|font| format!("{} is not in the file", name(font))).collect();
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            // Of words in a font that is not there, not even the font is read.
            let absent = file.document.fonts.iter().filter(|font| !font.embedded);
            wrong.extend(absent.map(|font| format!("{} is not in the file", name(&font.name))));
        }
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            wrong.push("words are set in a font that cannot be read".to_owned());
        }
        for wrong in wrong {
            let message = format!("{}: {wrong}", file.name);
            out.fault(message).hint("embed it, or turn the words into outlines");
        }
    }
}
