//! The file: what keeps it true on its way to paper.

use super::evidence::{Evidence, Format};
use super::fault::Findings;
use super::rule::{Rule, Run};
use crate::diag::{Severity, codes};

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    code: codes::FONT_NOT_EMBEDDED,
    title: "fonts are in the file",
    why: "A font that is not in the file is replaced by another one where it is printed: words become wider, and \
          signs become boxes.",
    right: "a PDF whose fonts are embedded, each as far as it is used",
    wrong: "a PDF that names Helvetica and leaves it to the printer to have it",
    severity: Severity::Error,
    run: Run::All(fonts),
}];

fn fonts(evidence: &Evidence<'_>, out: &mut Findings) {
    for file in &evidence.files {
        if file.format == Format::Svg {
            out.not_judged("fonts: an SVG of ours draws letters as outlines");
            continue;
        }
        for font in file.document.fonts.iter().filter(|font| !font.embedded) {
            let name = if font.name.is_empty() { "a font without a name" } else { &font.name };
            out.fault(format!("{}: {name} is not embedded", file.name))
                .hint("embed it, or turn the words into outlines");
        }
    }
}
