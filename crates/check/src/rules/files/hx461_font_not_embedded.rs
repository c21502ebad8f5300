//! HX461: fonts that are used but not embedded in the file.

use std::collections::BTreeSet;

use crate::facts::{Facts, Format};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "all fonts are in the file",
    why: "A printer replaces a font that is not in the file. The text becomes wider, and some characters \
        become boxes.",
    right: "a PDF that embeds each font, with the characters that it uses",
    wrong: "a PDF that names Helvetica and expects the printer to have it",
    ..Rule::error(codes::FONT_NOT_EMBEDDED, RuleFunction::All(font_not_embedded))
};

/// Returns the names of the fonts that the texts in a file use. A font without a name has an empty name.
/// Returns `None` if hexpress drew a page of the file, because the fonts are then unknown.
fn used_fonts<'f>(facts: &'f Facts<'_>, file: usize) -> Option<BTreeSet<&'f str>> {
    let sheets = facts.sheets.iter().filter(|sheet| sheet.file == file);
    let fonts: Option<Vec<_>> = sheets.map(|sheet| Some(&sheet.foreign()?.fonts)).collect();
    Some(fonts?.into_iter().flatten().map(|font| &**font).collect())
}

/// Returns the message that a font is not in the file.
fn absence(font: &str) -> String {
    match font {
        "" => "a font without a name is not in the file".to_owned(),
        name => format!("the font {name} is not in the file"),
    }
}

fn font_not_embedded(facts: &Facts<'_>, findings: &mut Findings) {
    for (number, file) in facts.files.iter().enumerate() {
        if file.format == Format::Svg {
            findings.not_judged(match file.record {
                Some(_) => "fonts: an SVG written by hexpress draws letters as outlines",
                None => "fonts: an SVG leaves them to the viewer, so the width of its text is unknown",
            });
            continue;
        }
        let used = used_fonts(facts, number);
        let absent = file.document.fonts.iter().filter(|font| !font.embedded).map(|font| &*font.name);
        // Many programs list a font in all their files, even if no text uses it. Such fonts are not
        // reported.
        let missing = absent
            .clone()
            .filter(|name| used.as_ref().is_none_or(|used| used.contains(name) || used.contains("")));
        let mut wrong: Vec<String> = missing.map(absence).collect();
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            // If some texts cannot be read, it is unknown which fonts they use. So every font that is
            // not in the file is reported.
            wrong.extend(absent.map(absence));
        }
        if file.document.unread_fonts > 0 && wrong.is_empty() {
            wrong.push("some text uses a font that is damaged or not in the file".to_owned());
        }
        for wrong in wrong {
            let message = format!("{}: {wrong}", file.name);
            findings.fault(message).hint("embed the font, or convert the text to outlines");
        }
    }
}
