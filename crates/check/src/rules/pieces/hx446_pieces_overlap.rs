//! HX446: pieces that overlap.

use super::near_pieces::{NearPieces, near_pieces};
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "pieces do not overlap",
    why: "If two pieces overlap, cutting one out damages the other.",
    right: "cards edge to edge",
    wrong: "a card that was moved 2 mm onto the next one",
    ..Rule::error(codes::PIECES_OVERLAP, RuleFunction::Pieces(pieces_overlap))
};

fn pieces_overlap(context: &PageContext<'_>, findings: &mut Findings) {
    for NearPieces { one, other, gap, rect } in near_pieces(context, 0.0) {
        if -gap > context.tolerance {
            let message = format!("{} and {} overlap by {}", one.name(), other.name(), format_mm(-gap));
            context.fault_of(findings, rect, one.id.as_ref(), message).deviation(-gap);
        }
    }
}
