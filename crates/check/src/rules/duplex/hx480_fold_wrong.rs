//! HX480: folded sheets without a fold line, and pieces that are too close to a fold line.

use kurbo::Rect;

use super::sheet_sides::{has_backs, has_fronts};
use crate::facts::Facts;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "a folded sheet has a fold line, and pieces keep a distance from it",
    why: "If the fold is slightly off, ink next to the fold line ends up on the other side.",
    right: "a line from edge to edge, and no piece within 5 mm of it",
    wrong: "a fold line along the side of a card",
    ..Rule::error(codes::FOLD_WRONG, RuleFunction::All(fold_wrong))
};

/// The minimum distance between a fold and the nearest bleed, in mm.
const FOLD_ROOM: f64 = 5.0;

/// Returns the distance between a fold line and a box next to it, in mm.
fn distance_to_fold(fold: Rect, rect: Rect) -> f64 {
    if fold.width() < fold.height() {
        (fold.x0 - rect.x1).max(rect.x0 - fold.x1)
    } else {
        (fold.y0 - rect.y1).max(rect.y0 - fold.y1)
    }
}

fn fold_wrong(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for sheet in facts.views().filter(|sheet| has_backs(sheet) && has_fronts(sheet)) {
        let Some(fold) = sheet.folds.first() else {
            let message = "fronts and backs are on one side, but no line shows where to fold";
            facts.page_fault(findings, sheet, message);
            continue;
        };
        let line = Rect::from_points(fold.p0, fold.p1);
        let askew = line.width().min(line.height());
        if findings.measured(askew, facts.tolerance) {
            let not_level = format!("the fold line is slanted by {}", format_mm(askew));
            facts.fault(findings, sheet, (Some(line), None), not_level).deviation(askew);
        }
        let deck = sheet.component.and_then(|i| expected.game.components.get(i)?.deck());
        let cuts = sheet.pieces().iter().filter_map(|piece| Some((piece, piece.cut.as_ref()?.bounds())));
        let distances = cuts.map(|(piece, rect)| {
            let bleed = deck.map_or(0.0, |deck| deck.bleed_of(piece.side));
            (distance_to_fold(line, rect) - bleed, piece)
        });
        let Some((away, piece)) = distances.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        if away < FOLD_ROOM - facts.tolerance {
            let name = piece.name();
            let close = format!("{name} is {away:.2} mm from the fold; the minimum is {FOLD_ROOM} mm");
            facts.piece_fault(findings, (sheet, piece), close).deviation(FOLD_ROOM - away);
        }
    }
}
