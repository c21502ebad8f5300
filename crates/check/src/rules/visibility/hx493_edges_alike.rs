//! HX493: edges of tiles that have similar colours, and no drawings that distinguish them.

use super::fronts_by_component::fronts_by_component;
use super::similar_colours::{ColourPair, pairs};
use crate::facts::Facts;
use crate::facts::FoundSheet;
use crate::facts::piece_look::EdgeDrawing;
use crate::facts::pieces::FoundPiece;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{Element, Shape};
use hexpress_read::Rgb;

pub const RULE: Rule = Rule {
    title: "the colours of edges of tiles can be told apart, or each has an icon",
    why: "Players match the edges of tiles by colour. If two colours look alike, an icon next to each must \
        distinguish them.",
    right: "seven colours, with a star, a disc, a triangle … on each band",
    wrong: "red and green bands without icons",
    merges_same_messages: true,
    ..Rule::error(codes::EDGES_ALIKE, RuleFunction::All(edges_alike))
};

/// The largest number of edge colours that are compared.
const MAX_COLOURS: usize = 40;
/// At most this number of different drawings are stored for a colour.
const MAX_DRAWINGS: usize = 24;

/// A group of edges with the same colour.
struct EdgeColour<'page> {
    /// The different drawings at these edges. An edge without a drawing counts as `None`.
    drawings: Vec<Option<EdgeDrawing>>,
    /// The first piece with such an edge, and the page of this piece.
    first: (&'page FoundSheet, &'page FoundPiece),
}

fn edges_alike(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (index, pieces) in fronts_by_component(facts) {
        let Some(component) = expected.game.components.get(index) else { continue };
        // If the layout draws nothing at the edges, the piece is not a tile with coloured edges. It may
        // be a card with two halves in different colours.
        let has_edges = component.deck().is_none_or(|deck| deck.face.iter().any(is_drawn_at_edges));
        if !has_edges || !pieces.iter().any(|(_, piece)| has_several_colours(piece)) {
            continue;
        }
        let colours: Vec<_> = edge_colours(&pieces).into_iter().take(MAX_COLOURS).collect();
        for ((one, own_colour), (other, others)) in pairs(&colours) {
            let similar = ColourPair::measure(Rgb(*other), Rgb(*one));
            if similar.is_similar() && !have_different_drawings(own_colour, others) {
                let name = &component.name;
                let alike = similar.message();
                let message = format!("the edges of `{name}`: {alike}, and no icons distinguish them");
                similar.soften(facts.piece_fault(findings, own_colour.first, message)).hint(
                    "add an icon for each colour: { icon = \"{{ edge | icon }}\", at = \"each edge\" }",
                );
            }
        }
    }
}

/// Returns whether the layout draws an element at each edge of a piece.
fn is_drawn_at_edges(element: &Element) -> bool {
    matches!(element.shape, Shape::EdgeBand { .. } | Shape::Paths { .. }) || element.is_at_edges()
}

fn has_several_colours(piece: &FoundPiece) -> bool {
    let mut colours = piece.edges.iter().filter_map(|edge| edge.colour);
    let first = colours.next();
    colours.any(|colour| Some(colour) != first)
}

/// Groups the edges of pieces by their colour.
fn edge_colours<'page>(
    pieces: &[(&'page FoundSheet, &'page FoundPiece)],
) -> SortedMap<[u8; 3], EdgeColour<'page>> {
    let mut colours: SortedMap<[u8; 3], EdgeColour<'page>> = SortedMap::new();
    for first in pieces {
        for edge in &first.1.edges {
            let Some(colour) = edge.colour else { continue };
            let entry =
                colours.entry(colour.0).or_insert_with(|| EdgeColour { drawings: Vec::new(), first: *first });
            let is_known = entry.drawings.iter().any(|known| EdgeDrawing::are_same(*known, edge.drawing));
            if entry.drawings.len() < MAX_DRAWINGS && !is_known {
                entry.drawings.push(edge.drawing);
            }
        }
    }
    colours
}

/// Returns whether the edges of two colours can be distinguished by their drawings. This is so if no edge
/// of one colour has the same drawing as an edge of the other.
fn have_different_drawings(one: &EdgeColour<'_>, other: &EdgeColour<'_>) -> bool {
    one.drawings.iter().all(|own| other.drawings.iter().all(|drawing| !EdgeDrawing::are_same(*own, *drawing)))
}
