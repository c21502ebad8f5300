//! HX526: pieces that players can distinguish by their backs or sizes, although the layout forbids
//! it.

use super::super::piece_fronts::fronts;
use crate::facts::Facts;
use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::constraints::Located;

pub(super) const RULE: Rule = Rule {
    title: "pieces that must look the same from behind have the same back and size",
    why: "A card that players recognize before it is turned over is not secret.",
    right: "same-back-and-size = [\"deck\", \"end\"], and tiles of 40 mm with plain backs in both",
    wrong: "same-back-and-size = [\"deck\", \"end\"], and an ending tile of 41 mm",
    ..Rule::error(codes::MUST_SAME_BACK, RuleFunction::All(distinct_from_behind))
};

#[derive(Clone, Copy)]
struct BothSides<'p> {
    component: &'p str,
    front: &'p FoundPiece,
    back: Option<&'p FoundPiece>,
}

impl BothSides<'_> {
    /// Returns whether the backs of two pieces look the same. Also returns true if neither piece has a back.
    fn has_back_of(&self, other: &Self) -> bool {
        match self.back.zip(other.back) {
            Some((a, b)) => a.shapes.looks_same_as(&b.shapes) && a.colours == b.colours,
            None => self.back.is_none() && other.back.is_none(),
        }
    }
}

/// Reports pieces whose size or back differs from that of the first piece.
fn distinct_from_behind(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    let Some(Located { value: names, place }) = &expected.game.constraints.same else { return };
    let mut first: Option<BothSides<'_>> = None;
    for name in names {
        let Some(fronts) = fronts(facts, name, findings) else { continue };
        let Some((index, _)) = expected.component(name) else { continue };
        let pieces = facts.sheets_of(index).flat_map(|sheet| sheet.pieces());
        let backs: Vec<_> = pieces.filter(|piece| piece.side.is_back() && piece.id.is_some()).collect();
        for (i, &(sheet, piece)) in fronts.all.iter().enumerate() {
            let own = BothSides { component: name, front: piece, back: backs.get(i).copied() };
            let Some(first) = first else {
                first = Some(own);
                continue;
            };
            let (id, component) = (piece.name_or("a piece"), first.component);
            let size = size_difference(piece.cut.as_ref(), first.front.cut.as_ref(), facts.tolerance);
            if let Some(by) = size {
                let message =
                    format!("{id} differs in size from the pieces of `{component}` by {}", format_mm(by));
                fronts.fault(findings, (sheet, piece), message).in_layout(Some(*place)).deviation(by);
            }
            if !own.has_back_of(&first) {
                let other_back = format!("{id} has a different back from the pieces of `{component}`");
                fronts.fault(findings, (sheet, piece), other_back).in_layout(Some(*place));
            }
        }
    }
}

/// Compares the widths and the heights of two outlines. Returns the larger of the two differences, in mm.
///
/// Returns `None` if this difference is at most twice the tolerance.
fn size_difference(a: Option<&Cut>, b: Option<&Cut>, tolerance: f64) -> Option<f64> {
    let (a, b) = (a?.bounds(), b?.bounds());
    let by = (a.width() - b.width()).abs().max((a.height() - b.height()).abs());
    (by > 2.0 * tolerance).then_some(by)
}
