//! HX492: sides of a board that have similar colours.

use super::similar_colours::{ColourPair, clearest, pairs};
use crate::colour_vision::Differences;
use crate::facts::{PageContext, visible_bounds};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::sorted_map::SortedMap;
use hexpress_read::{Item, ItemKind, Rgb};

pub const RULE: Rule = Rule {
    title: "the colours of the sides of a board can be told apart",
    why: "Players need to know which sides are theirs.",
    right: "white sides and black sides",
    wrong: "red sides and green sides of the same lightness",
    merges_same_messages: true,
    ..Rule::error(codes::SIDES_ALIKE, RuleFunction::Whole(sides_alike))
};

/// The largest number of different sides that are compared.
const MAX_SIDES: usize = 20;

/// The colours of a side, in the order in which they are drawn. A side with a pattern has two.
type Colours = Vec<[u8; 3]>;

fn sides_alike(context: &PageContext<'_>, findings: &mut Findings) {
    let mut sides: SortedMap<&Identity, (Colours, &Item)> = SortedMap::new();
    for item in &context.page.items {
        let Some(id) =
            item.id.as_deref().filter(|id| matches!(Identity::feature(id), Some(Feature::Side(_))))
        else {
            continue;
        };
        let ItemKind::Path { fill, stroke, .. } = &item.kind else { continue };
        let drawn = fill.iter().copied().chain(stroke.iter().map(|stroke| stroke.colour));
        let (colours, _) = sides.entry(id).or_insert_with(|| (Vec::new(), item));
        for Rgb(colour) in drawn {
            if colours.last() != Some(&colour) {
                colours.push(colour);
            }
        }
    }
    let mut first_sides: SortedMap<Colours, &Item> = SortedMap::new();
    for (colours, item) in sides.into_values() {
        first_sides.entry(colours).or_insert(item);
    }
    let sides: Vec<_> = first_sides.into_iter().take(MAX_SIDES).collect();
    let mut known = Differences::default();
    // Two sides are not compared if only one of them has a pattern, because they then differ in more
    // than their colours.
    for ((one, item), (other, _)) in pairs(&sides).filter(|((a, _), (b, _))| a.len() == b.len()) {
        let colours = other.iter().zip(one).map(|(a, b)| (Rgb(*a), Rgb(*b)));
        let Some(similar) = clearest(colours, &mut known).filter(ColourPair::is_similar) else { continue };
        let rect = visible_bounds(item).unwrap_or_default();
        let message = format!("the sides differ only in colour, and {}", similar.message());
        similar.soften(context.fault_of(findings, rect, item.id.as_ref(), message));
    }
}
