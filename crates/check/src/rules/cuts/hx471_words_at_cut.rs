//! HX471: texts that are too close to the cut.

use kurbo::Point;

use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::facts::{PageContext, ReportedText, tight_corners};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::PieceSet;
use hexpress_read::ItemKind;

pub const RULE: Rule = Rule {
    title: "text keeps the distance from the cut that the layout says",
    why: "Text close to the edge looks as if it had slipped, and a cut that is slightly off goes through \
        it. Without `safe`, text less than 0.5 mm inside the cut is a warning.",
    right: "safe = \"3mm\", and text 3 mm or more inside the cut",
    wrong: "safe = \"3mm\", and text 1 mm inside the cut",
    merges_same_messages: true,
    ..Rule::error(codes::WORDS_AT_CUT, RuleFunction::Whole(words_at_cut))
};

/// If the layout sets no safe zone, text gets a warning if its distance from the cut is less than this,
/// in mm.
///
/// The distance is half a millimetre plus about [`MAX_OVERSHOOT_MM`].
const DEFAULT_SAFE: f64 = 0.6;
/// The largest overshoot, in mm. It is the distance by which round letters such as `o` extend beyond
/// straight letters such as `x`.
const MAX_OVERSHOOT_MM: f64 = 0.11;

fn words_at_cut(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    for piece in context.sheet.pieces() {
        let Some(cut) = &piece.cut else { continue };
        for item in piece.items.iter().map(|&index| &context.page.items[index]) {
            let ItemKind::Text(text) = &item.kind else { continue };
            if !text.invisible && !text.string.trim().is_empty() {
                judge_text(
                    context,
                    deck,
                    (piece, cut),
                    &ReportedText { rect: text.outline, item, text },
                    findings,
                );
            }
        }
    }
}

fn judge_text(
    context: &PageContext<'_>,
    deck: &PieceSet,
    (piece, cut): (&FoundPiece, &Cut),
    words: &ReportedText<'_>,
    findings: &mut Findings,
) {
    let is_in_layout = deck.safe.mm > 0.0;
    let safe = if is_in_layout { deck.safe.mm } else { DEFAULT_SAFE };
    let corners = tight_corners(words.text);
    if is_deep(corners, cut, safe) {
        return;
    }
    let depth = corners.into_iter().map(|corner| cut.depth(corner)).fold(f64::INFINITY, f64::min);
    let by = safe - depth;
    // If the layout sets no safe zone (key `safe`), another rule reports texts that cross the cut.
    if by <= context.tolerance.max(MAX_OVERSHOOT_MM) || !is_in_layout && depth < 0.0 {
        return;
    }
    let (string, name) = (&words.text.string, piece.name_or("a piece"));
    if is_in_layout {
        let side = if depth < 0.0 { "outside" } else { "inside" };
        let message = format!(
            "\"{string}\" is {} {side} the cut of {name}; `safe` requires at least {} inside the cut",
            format_mm(depth),
            format_mm(safe)
        );
        let fault = context.fault(findings, words.rect, message).about(piece.id.as_ref());
        fault.in_layout(deck.safe.place).deviation(by);
    } else {
        let close = format!("\"{string}\" is only {} inside the cut of {name}", format_mm(depth));
        context.fault_of_text(findings, words, close).warning().hint(
            "use a larger `inset` or smaller text, or set the distance between text and the cut: `safe = \
                \"1.5mm\"`",
        );
    }
}

/// Returns whether a text is so far inside a piece that all of its corners are more than `safe` mm from
/// the cut.
///
/// This quick check is enough for most texts. Only the others are measured exactly.
fn is_deep([a, b, c, d]: [Point; 4], cut: &Cut, safe: f64) -> bool {
    cut.depth(a.midpoint(c)) - a.distance(c).max(b.distance(d)) / 2.0 > safe
}
