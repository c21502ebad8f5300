//! Words and cells that lie under later drawings, on pages of which no layout says what they should show.

use crate::base::units::counted;
use crate::check::facts::PageContext;
use crate::check::facts::visible::Cover;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    title: "no drawing lies over words or cells that were drawn before it",
    why: "What is drawn last is seen. A box that should have come first hides what it was made for, and all else is \
          judged as it is seen: without the cell.",
    right: "a box, and words upon it",
    wrong: "words, and a box upon them",
    ..Rule::warning(codes::DRAWN_OVER, Run::Sheet(drawn_over))
}];

/// How many words are told of one drawing.
const TOLD: usize = 3;

fn drawn_over(context: &PageContext<'_>, out: &mut Findings) {
    let hidden = &context.sheet.hidden;
    if let Some(why) = hidden.unknown {
        out.not_judged(why);
    }
    if hidden.is_unsure {
        out.not_judged(
            "what is seen under pictures, and under drawings that are transparent, blended or masked",
        );
    }
    if hidden.partly > 0 {
        let cells = counted(hidden.partly, "cell lies", "cells lie");
        out.not_judged(format!("on page {}, {cells} partly under later drawings", context.sheet.number));
    }
    for cover in &hidden.covers {
        let what = if cover.is_annotation { "an annotation" } else { "a later drawing" };
        let parts = [
            (cover.cells > 0).then(|| format!("covers {}", counted(cover.cells, "cell", "cells"))),
            quoted(&cover.words).map(|words| format!("covers {words}")),
            quoted(&cover.partly).map(|words| format!("covers a part of {words}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        let fault = context.fault(out, cover.rect, format!("{what} {}", parts.join(" and ")));
        fault.hint(hint(cover));
    }
}

fn hint(cover: &Cover) -> &'static str {
    if cover.is_annotation { "take the annotation out of the file" } else { "draw what is to be seen last" }
}

/// The first of some words, between quotes; none for none.
fn quoted(words: &[String]) -> Option<String> {
    let some: Vec<String> = words.iter().take(TOLD).map(|word| format!("\"{word}\"")).collect();
    let more = match words.len().saturating_sub(TOLD) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!words.is_empty()).then(|| format!("{}{more}", some.join(", ")))
}
