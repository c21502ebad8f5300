//! HX494: pieces that differ only in their colours, if these colours are similar.

use super::fronts_by_component::fronts_by_component;
use super::similar_colours::{ColourPair, clearest, pairs};
use crate::colour_vision::Differences;
use crate::facts::Facts;
use crate::facts::FoundSheet;
use crate::facts::pieces::FoundPiece;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;

pub const RULE: Rule = Rule {
    title: "pieces that differ only in colour can be told apart",
    why: "Players with pieces of similar colours confuse them.",
    right: "a white disc with a ring and a black disc with a dot",
    wrong: "a red disc and a green disc",
    measures_text: true,
    merges_same_messages: true,
    ..Rule::error(codes::PIECES_ALIKE, RuleFunction::All(pieces_alike))
};

/// At most this number of pieces with the same shapes but different colours are compared with each
/// other.
const MAX_COLOURINGS: usize = 24;

fn pieces_alike(facts: &Facts<'_>, findings: &mut Findings) {
    let mut known = Differences::default();
    for (_, pieces) in fronts_by_component(facts) {
        // Pieces with the same shapes form a group. If several of them have the same colours, only the
        // first one is kept.
        let mut by_shapes: SortedMap<u64, Vec<(&FoundSheet, &FoundPiece)>> = SortedMap::new();
        for (sheet, piece) in pieces {
            let group = by_shapes.entry(piece.shapes.content_hash).or_default();
            let is_known = group.iter().any(|(_, other)| other.colours == piece.colours);
            if group.len() < MAX_COLOURINGS && !is_known {
                group.push((sheet, piece));
            }
        }
        for group in by_shapes.into_values() {
            for ((sheet, one), (_, other)) in pairs(&group) {
                if !one.shapes.looks_same_as(&other.shapes) {
                    continue;
                }
                let colours = other.colours.iter().copied().zip(one.colours.iter().copied());
                let Some(similar) = clearest(colours, &mut known).filter(ColourPair::is_similar) else {
                    continue;
                };
                let (this, that) = (one.name_or("a piece"), other.name_or("a piece"));
                let message = format!("{this} and {that} differ only in colour, and {}", similar.message());
                let fault = facts.piece_fault(findings, (sheet, one), message);
                similar.soften(fault).hint("draw an icon on one of them, or make one darker");
            }
        }
    }
}
