//! HX494: pieces that only similar colours tell apart.

use super::fronts_by_component::decks;
use super::similar_colours::{clearest, pairs};
use crate::base::map::Map;
use crate::check::color_vision::{APART, Differences};
use crate::check::facts::Facts;
use crate::check::facts::pieces::FoundPiece;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX494.
pub const RULE: Rule = Rule {
    title: "pieces that differ by their colours alone can be told apart",
    why: "Two players whose men look alike play one colour.",
    right: "a white disc with a ring and a black disc with a dot",
    wrong: "a red disc and a green disc",
    of_words: true,
    alike: true,
    ..Rule::error(codes::PIECES_ALIKE, Run::All(pieces_alike))
};

/// Reports pieces that only similar colours tell apart.
fn pieces_alike(facts: &Facts<'_>, out: &mut Findings) {
    /// Of each drawing, so many colourings are compared.
    const MOST: usize = 24;
    let mut known = Differences::default();
    for (_, all) in decks(facts) {
        let mut groups: Map<u64, Vec<(&crate::check::FoundSheet, &FoundPiece)>> = Map::new();
        for (sheet, piece) in all {
            let group = groups.entry(piece.shapes.what).or_default();
            if group.len() < MOST && !group.iter().any(|(_, other)| other.colours == piece.colours) {
                group.push((sheet, piece));
            }
        }
        for group in groups.into_values() {
            for ((sheet, one), (_, other)) in pairs(&group) {
                let both = other.colours.iter().copied().zip(one.colours.iter().copied());
                let same = one.shapes.same(&other.shapes);
                let clearest = if same { clearest(both, &mut known) } else { None };
                let Some(alike) = clearest.filter(|alike| alike.by < APART) else { continue };
                let (this, that) = (one.name_or("a piece"), other.name_or("a piece"));
                let message = format!("only colours tell {this} from {that}, and {}", alike.words());
                let fault = facts.piece_fault(out, (sheet, one), message);
                alike.soften(fault).hint("draw a sign on one of them, or make one darker");
            }
        }
    }
}
