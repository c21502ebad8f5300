//! HX607: drawings that cover text or cells that were drawn earlier.

use crate::facts::PageContext;
use crate::facts::drawn_by::painted_by;
use crate::facts::visible::Cover;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::units::counted;

pub const RULE: Rule = Rule {
    title: "no drawing covers text or cells that were drawn before it",
    why: "Later drawings cover earlier ones. A box that is drawn too late hides the text that it belongs to, \
        and the other rules do not see what is hidden.",
    right: "a box, and then text on it",
    wrong: "text, and then a box on it",
    merges_same_messages: true,
    ..Rule::warning(codes::DRAWN_OVER, RuleFunction::Pieces(drawn_over))
};

/// The largest number of covered texts that a message quotes.
const MAX_QUOTED_TEXTS: usize = 3;

fn drawn_over(context: &PageContext<'_>, findings: &mut Findings) {
    let hidden = &context.sheet.hidden;
    if let Some(why) = hidden.unknown {
        findings.not_judged(why);
    }
    if hidden.is_unsure {
        findings.not_judged(
            "what is visible below pictures, and below drawings that are transparent, blended or masked",
        );
    }
    if hidden.partly_covered_cells > 0 {
        let cells = counted(hidden.partly_covered_cells, "cell is", "cells are");
        findings.not_judged(format!(
            "on page {}, {cells} partly covered by later drawings",
            context.sheet.number
        ));
    }
    if let Some(first) = hidden.clipped.first() {
        let clipped = counted(hidden.clipped.len(), "cell", "cells");
        let message = format!("a clip removes a part of {clipped}");
        context.fault(findings, *first, message).hint("remove the clip, or draw the whole cell");
    }
    let (may_be_allowed, wrong): (Vec<&Cover>, Vec<&Cover>) =
        hidden.covers.iter().partition(|cover| context.expected.is_none() && is_by_cell(cover));
    let allowed: usize = may_be_allowed.iter().map(|cover| cover.cells).sum();
    if allowed > 0 {
        let covered = counted(allowed, "cell is", "cells are");
        let page = context.sheet.number;
        findings.not_judged(format!(
            "on page {page}, {covered} covered by the drawing of another cell, which the layout may allow"
        ));
    }
    for cover in wrong {
        let what = if cover.is_annotation { "an annotation" } else { "a later drawing" };
        let parts = [
            (cover.cells > 0).then(|| format!("covers {}", counted(cover.cells, "cell", "cells"))),
            (cover.half_cells > 0)
                .then(|| format!("covers most of {}", counted(cover.half_cells, "cell", "cells"))),
            quoted(&cover.words).map(|words| format!("covers {words}")),
            quoted(&cover.partly_hidden_texts).map(|words| format!("covers a part of {words}")),
        ];
        let known_parts: Vec<String> = parts.into_iter().flatten().collect();
        let covers = format!("{what} {}", known_parts.join(" and "));
        let id = cover.id.as_deref().filter(|id| id.piece().is_some());
        let on = id.map_or_else(String::new, |id| format!(" on {id}"));
        let fault = context.fault_of(findings, cover.rect, cover.id.as_ref(), format!("{covers}{on}"));
        let line = element(context, cover).or(fault.place);
        if cover.hides_only_parts_of_cells() {
            fault.note();
        }
        fault
            .cause(line.map_or(covers, |line| format!("{} {}", line.file.0, line.start)))
            .in_layout(line)
            .hint(hint(cover));
    }
}

/// Returns whether the covering drawing is a cell and covers only cells. A layout may contain
/// overlapping cells.
fn is_by_cell(cover: &Cover) -> bool {
    let feature = cover.id.as_deref().and_then(Identity::feature);
    matches!(feature, Some(Feature::Cell(_)))
        && cover.words.is_empty()
        && cover.partly_hidden_texts.is_empty()
}

/// Returns the place in the layout of the element that covers text or cells. Returns `None` if this
/// place is unknown.
fn element(context: &PageContext<'_>, cover: &Cover) -> Option<SourceSpan> {
    let (expected, id, colour) = (context.expected?, cover.id.as_deref()?, cover.colour?);
    let (_, component) = expected.component(id.component()?)?;
    painted_by(expected, component, id, colour, cover.first.as_deref())
}

fn hint(cover: &Cover) -> &'static str {
    if cover.hides_only_parts_of_cells() {
        "to draw this element below the cells, move it to [[board.under]]"
    } else if cover.is_annotation {
        "remove the annotation from the file"
    } else {
        "change the order of the elements, or move one of them: each element of the list is drawn on top of \
            those before it"
    }
}

/// Returns the first few texts in quotes, and the number of the others. Returns `None` if there are no
/// texts.
fn quoted(words: &[String]) -> Option<String> {
    let some: Vec<String> = words.iter().take(MAX_QUOTED_TEXTS).map(|word| format!("\"{word}\"")).collect();
    let more = match words.len().saturating_sub(MAX_QUOTED_TEXTS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!words.is_empty()).then(|| format!("{}{more}", some.join(", ")))
}
