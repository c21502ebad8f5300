//! HX422: texts that overlap.

use crate::base::geometry::overlap;
use crate::base::identity::{Feature, Identity};
use crate::check::facts::item::{is_kerned, is_one_sign};
use crate::check::facts::{PageContext, Words, squeezed, texts, tight_corners};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::{Place, codes};
use crate::read::{Item, Text};
use crate::spec::values::value::Where;

/// The rule behind HX422.
pub const RULE: Rule = Rule {
    title: "words do not lie on each other",
    why: "Words printed over words cannot be read, neither of them.",
    right: "a name at the top of a card, and a price at the bottom",
    wrong: "a long name that grew down into the price",
    alike: true,
    ..Rule::error(codes::LABELS_MEET, Run::Sheet(labels_meet))
};

/// How far two words may reach into each other before they hide one another, as a share of the lower one's height.
/// Boxes of letters that do not touch may overlap by less.
const MEET: f64 = 0.25;

/// Reports texts that overlap.
fn labels_meet(context: &PageContext<'_>, out: &mut Findings) {
    let mut all: Vec<(&Item, &Text)> = texts(context.page).map(|(_, item, text)| (item, text)).collect();
    all.sort_by(|a, b| a.1.outline.x0.total_cmp(&b.1.outline.x0));
    if all.len() > 20_000 && context.sheet.foreign.is_some() {
        out.not_judged("whether words lie on each other: there are too many of them");
        return;
    }
    for (i, (item, text)) in all.iter().enumerate() {
        let after = all.iter().enumerate().skip(i + 1);
        for (j, (_, other)) in after.take_while(|(_, (_, t))| t.outline.x0 <= text.outline.x1) {
            let (a, b) = (text.outline, other.outline);
            if a.y1 < b.y0 || b.y1 < a.y0 {
                continue;
            }
            let height = |t: &Text| t.corners[0].distance(t.corners[3]);
            let low = height(text).min(height(other));
            let by = overlap(&tight_corners(text), &tight_corners(other));
            // The same words a little aside are a shadow, and meant.
            let turned = (text.angle - other.angle).abs() > 0.1;
            let shadow = !turned && text.string == other.string && a.center().distance(b.center()) < low;
            let composed =
                context.sheet.foreign.is_some() && (is_one_sign(text, other) || is_kerned(text, other));
            if by > MEET * low && by > context.tolerance && !shadow && !composed {
                let message = format!(
                    "\"{}\" and \"{}\" lie on each other, {} deep",
                    text.string,
                    other.string,
                    mm(by)
                );
                let fault =
                    context.fault_of_words(out, &Words { rect: a.union(b), item, text }, message).by(by);
                if let Some((place, hint)) = label_on_name(context, [(item, text), (all[j].0, other)]) {
                    fault.cause("a label on a name").line(Some(place)).hint(hint);
                } else if context.sheet.foreign.is_none() {
                    fault.hint("give one of them a place of its own: at = \"top\", inset = \"6mm\"; or a smaller font");
                }
            }
        }
    }
}

/// The place of the labels of a board and what to write, if a label and the name of a cell lie on each other.
fn label_on_name(context: &PageContext<'_>, pair: [(&Item, &Text); 2]) -> Option<(Place, String)> {
    let board = context.board()?;
    let feature = |item: &Item| item.id.as_deref().and_then(Identity::feature).cloned();
    let is_name = |(item, _): &(&Item, &Text)| matches!(feature(item), Some(Feature::Name(_)));
    let is_label = |(item, text): &(&Item, &Text)| {
        let Some(Feature::Cell(hex)) = feature(item) else { return false };
        let kind = board.cell_at(hex).and_then(|at| board.kinds.get(board.cells.get(at)?.kind));
        kind.is_some_and(|kind| squeezed(&kind.label).contains(&squeezed(&text.string)))
    };
    if !pair.iter().any(is_name) || !pair.iter().any(is_label) {
        return None;
    }
    let place = board.labels.said.unwrap_or(board.name_style.place);
    let is_low = |at: &Where| match at {
        Where::Anchor(anchor) => anchor.row == 2,
        Where::Offset(offset) => offset.y > 0.0,
        _ => false,
    };
    let free = if is_low(&board.name_style.at) { "top" } else { "bottom" };
    Some((
        place,
        format!(
            "give the names another place, names-at = \"{free}\" in [[board]], or the labels one in [board.labels]"
        ),
    ))
}
