//! HX523: pieces with too many or too few colours at their edges.

use super::super::demanded_count::count_holds;
use super::super::piece_fronts::decks;
use super::edge_colours::edge_colours;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::count_with_noun;

pub(super) const RULE: Rule = Rule {
    title: "the edges of every piece have the required number of colours",
    why: "A tile of one colour fits everywhere or nowhere.",
    right: "edges = { colours = \">= 2\" }, and a tile with red and blue edges",
    wrong: "edges = { colours = \">= 2\" }, and a tile with red edges all round",
    ..Rule::error(codes::MUST_COLOURS, RuleFunction::All(colours_of_piece))
};

fn colours_of_piece(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, count) in decks(facts, findings, |must| must.colours.as_ref()) {
        for &(sheet, piece) in &fronts.all {
            let n = edge_colours(&piece.edges).len();
            if count_holds(facts, count, n, findings) == Some(false) {
                let id = piece.name_or("a piece");
                let colours = count_with_noun(n, "colour");
                let message = format!("{id} has {colours} at its edges, but must have {count}");
                fronts.fault(findings, (sheet, piece), message).in_layout(Some(fronts.place(piece, "edges")));
            }
        }
    }
}
