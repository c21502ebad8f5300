//! HX524: edge colours that occur on too many or too few pieces.

use super::super::demanded_count::count_holds;
use super::super::piece_fronts::decks;
use super::edge_colours::edge_colours;
use crate::colour_vision;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::count_with_noun;
use hexpress_game::Located;
use hexpress_read::Rgb;

pub(super) const RULE: Rule = Rule {
    title: "every colour is on the required number of pieces",
    why: "A colour that is on only one tile can never be matched.",
    right: "edges = { in-all = 3, on = \">= 2\" }, and three colours, each on two tiles",
    wrong: "edges = { in-all = 3, on = \">= 2\" }, and a colour on one tile",
    ..Rule::error(codes::MUST_EACH, RuleFunction::All(pieces_of_colour))
};

/// Reports components whose pieces together have too many or too few different colours at their edges.
/// Also reports colours that occur on too many or too few pieces.
fn pieces_of_colour(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, must) in
        decks(facts, findings, |must| must.in_all.as_ref().or(must.on.as_ref()).map(|_| must))
    {
        let mut pieces: SortedMap<[u8; 3], usize> = SortedMap::new();
        for (_, piece) in &fronts.all {
            for colour in edge_colours(&piece.edges) {
                *pieces.entry(colour).or_default() += 1;
            }
        }
        let component = &fronts.component.name;
        if let Some(Located { value: count, place }) = &must.in_all
            && count_holds(facts, count, pieces.len(), findings) == Some(false)
        {
            let n = count_with_noun(pieces.len(), "colour");
            let in_all = format!("the edges of `{component}` have {n} in all, but must have {count}");
            fronts.fault_of_all(findings, in_all).in_layout(Some(*place));
        }
        let Some(Located { value: count, place }) = &must.on else { continue };
        for (colour, n) in pieces {
            if count_holds(facts, count, n, findings) == Some(false) {
                let (name, pieces) = (colour_name(facts, colour), count_with_noun(n, "piece"));
                let message = format!("{name} is on {pieces} of `{component}`, but must be on {count}");
                fronts.fault_of_all(findings, message).in_layout(Some(*place));
            }
        }
    }
}

/// Returns the name of a colour in the layout. If the colour has no name there, returns its
/// hexadecimal form.
fn colour_name(facts: &Facts<'_>, colour: [u8; 3]) -> String {
    let named = facts.expected.and_then(|expected| {
        expected.game.names.colours.iter().find(|ink| expected.may_print(ink.rgb, colour))
    });
    named.map_or_else(|| colour_vision::hex_code(Rgb(colour)), |ink| ink.name.to_string())
}
