//! HX471: texts that are too close to the cut.

use crate::check::facts::{PageContext, Words, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::ItemKind;

/// The rule behind HX471.
pub const RULE: Rule = Rule {
    title: "words keep off the cut as the layout says",
    why: "Words close to the edge look pushed aside, and a cut that is a little off goes through them. Without `safe`, \
          words less than 0.5 mm inside the cut are a warning.",
    right: "safe = \"3mm\", and words 3 mm or more inside the cut",
    wrong: "safe = \"3mm\", and words 1 mm inside the cut",
    alike: true,
    ..Rule::error(codes::WORDS_AT_CUT, Run::Whole(words_at_cut))
};

/// How far inside the cut words are without a warning where no layout says it, in mm; less what letters may reach over
/// their line.
const NEAR: f64 = 0.6;

/// Letters that are round reach a little over their line, in mm.
const OVERSHOOT: f64 = 0.11;

/// Reports texts that are too close to the cut.
fn words_at_cut(context: &PageContext<'_>, out: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    let is_asked = deck.safe.mm > 0.0;
    let safe = if is_asked { deck.safe.mm } else { NEAR };
    for piece in &context.sheet.pieces {
        let Some(cut) = &piece.cut else { continue };
        for &i in &piece.items {
            let item = &context.page.items[i];
            let ItemKind::Text(text) = &item.kind else { continue };
            if text.invisible || text.string.trim().is_empty() {
                continue;
            }
            let r = text.outline;
            let [a, b, c, d] = tight_corners(text);
            // Most words are so deep inside that no corner needs a look.
            if cut.depth(a.midpoint(c)) - a.distance(c).max(b.distance(d)) / 2.0 > safe {
                continue;
            }
            let depth =
                [a, b, c, d].map(|corner| cut.depth(corner)).into_iter().fold(f64::INFINITY, f64::min);
            let by = safe - depth;
            // What lies over the cut is reported by another rule.
            if by <= context.tolerance.max(OVERSHOOT) || !is_asked && depth < 0.0 {
                continue;
            }
            let name = piece.name_or("a piece");
            let (words, side) = (&text.string, if depth < 0.0 { "over" } else { "inside" });
            let (lies, keep) = (mm(depth), mm(safe));
            if !is_asked {
                let message = format!("\"{words}\" lies {lies} inside the cut of {name}");
                let words = Words { rect: r, item, text };
                let fault = context.fault_of_words(out, &words, message).warning();
                fault.hint("a larger `inset`, or smaller words; `safe = \"1.5mm\"` says how far they keep off the cut");
                continue;
            }
            let message =
                format!("\"{words}\" lies {lies} {side} the cut of {name}, and should keep {keep} off it");
            context.fault(out, r, message).about(piece.id.as_ref()).line(deck.safe.place).by(by);
        }
    }
}
