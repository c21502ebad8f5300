//! HX493: edges of tiles whose colours are hard to tell apart and that have no signs.

use super::fronts_by_component::decks;
use super::similar_colours::{Alike, pairs};
use crate::base::map::Map;
use crate::check::color_vision::{APART, apart};
use crate::check::facts::Facts;
use crate::check::facts::look::Sign;
use crate::check::facts::pieces::FoundPiece;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Element, Shape};
use crate::read::Rgb;

/// The rule behind HX493.
pub const RULE: Rule = Rule {
    title: "the colours of tiles' edges can be told apart, or each has a sign of its own",
    why: "Edges of tiles are matched by their colours. Where two colours look alike, a sign beside them has to \
          say which is which.",
    right: "seven colours, and a star, a disc, a triangle … on each band",
    wrong: "red and green bands without signs",
    alike: true,
    ..Rule::error(codes::EDGES_ALIKE, Run::All(edges_alike))
};

/// Whether an element is drawn for each edge by itself.
fn says_of_edges(element: &Element) -> bool {
    matches!(element.shape, Shape::EdgeBand(..) | Shape::Paths(..)) || element.is_at_edges()
}

/// Reports edges of tiles whose colours are hard to tell apart and that have no signs.
fn edges_alike(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (component, pieces) in decks(facts) {
        let Some(of) = expected.game.components.get(component) else { continue };
        // A card whose upper half has another colour than its lower one is no tile with edges, nor is a nut with facets.
        if let Some(deck) = of.deck()
            && !deck.face.iter().any(says_of_edges)
        {
            continue;
        }
        // Only where edges bear bands of several colours, and more than one on a tile.
        let mut seen: Map<[u8; 3], (Vec<Option<Sign>>, &crate::check::FoundSheet, &FoundPiece)> = Map::new();
        let mut banded = false;
        for (sheet, piece) in pieces {
            let mut own = piece.edges.iter().filter_map(|edge| edge.colour);
            let first = own.next();
            banded |= own.any(|colour| Some(colour) != first);
            for edge in &piece.edges {
                let Some(colour) = edge.colour else { continue };
                let (signs, _, _) = seen.entry(colour.0).or_insert_with(|| (Vec::new(), sheet, piece));
                if signs.len() < 24 && !signs.iter().any(|other| Sign::same(*other, edge.sign)) {
                    signs.push(edge.sign);
                }
            }
        }
        if !banded {
            continue;
        }
        let colours: Vec<_> = seen.into_iter().take(40).collect();
        for ((one, (signs, sheet, piece)), (other, (others, ..))) in pairs(&colours) {
            let alike = Alike::of(Rgb(*other), Rgb(*one), apart(Rgb(*one), Rgb(*other)));
            let signed = signs.iter().all(|a| others.iter().all(|b| !Sign::same(*a, *b)));
            if alike.by < APART && !signed {
                let words = alike.words();
                let message = format!("the edges of `{}`: {words}, and no signs tell them apart", of.name);
                alike
                    .soften(facts.piece_fault(out, (sheet, piece), message))
                    .hint("an icon for each colour: { icon = \"{{ edge | icon }}\", at = \"each edge\" }");
            }
        }
    }
}
