//! HX492: sides of a board whose colours are hard to tell apart.

use super::similar_colours::{ColourPair, pairs};
use crate::facts::{PageContext, covers};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::ordered_map::Map;
use hexpress_read::{Item, ItemKind, Rgb};

pub const RULE: Rule = Rule {
    title: "the colours of the sides of a board can be told apart",
    why: "Players need to know which sides are theirs.",
    right: "white sides and black sides",
    wrong: "red sides and green sides of the same lightness",
    alike: true,
    ..Rule::error(codes::SIDES_ALIKE, RuleFunction::Whole(sides_alike))
};

/// The largest number of side colours that are compared.
const MAX_SIDES: usize = 20;

fn sides_alike(context: &PageContext<'_>, out: &mut Findings) {
    let mut first_bands: Map<[u8; 3], &Item> = Map::new();
    for item in &context.page.items {
        if let ItemKind::Path { fill: Some(fill), .. } = &item.kind
            && matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Side(_)))
        {
            first_bands.entry(fill.0).or_insert(item);
        }
    }
    let bands: Vec<_> = first_bands.into_iter().take(MAX_SIDES).collect();
    for ((one, item), (other, _)) in pairs(&bands) {
        let similar = ColourPair::measure(Rgb(*other), Rgb(*one));
        if similar.is_similar() {
            let rect = covers(item).unwrap_or_default();
            let message = format!("the sides differ only in colour, and {}", similar.message());
            similar.soften(context.fault_of(out, rect, item.id.as_ref(), message));
        }
    }
}
