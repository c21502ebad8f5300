//! HX492: sides of a board whose colours are hard to tell apart.

use super::similar_colours::{Alike, pairs};
use crate::base::identity::{Feature, Identity};
use crate::base::map::Map;
use crate::check::color_vision::{APART, apart};
use crate::check::facts::{PageContext, covers};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{ItemKind, Rgb};

/// The rule behind HX492.
pub const RULE: Rule = Rule {
    title: "the colours of a board's sides can be told apart",
    why: "Who does not know which sides are his cannot play.",
    right: "white sides and black sides",
    wrong: "red sides and green sides of the same lightness",
    alike: true,
    ..Rule::error(codes::SIDES_ALIKE, Run::Whole(sides_alike))
};

/// Reports sides of a board whose colours are hard to tell apart.
fn sides_alike(context: &PageContext<'_>, out: &mut Findings) {
    let mut bands: Map<[u8; 3], &crate::read::Item> = Map::new();
    for item in &context.page.items {
        let is_side = matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Side(_)));
        if let ItemKind::Path { fill: Some(fill), .. } = &item.kind
            && is_side
        {
            bands.entry(fill.0).or_insert(item);
        }
    }
    let bands: Vec<_> = bands.into_iter().take(20).collect();
    for ((one, item), (other, _)) in pairs(&bands) {
        let alike = Alike::of(Rgb(*other), Rgb(*one), apart(Rgb(*one), Rgb(*other)));
        if alike.by < APART {
            let rect = covers(item).unwrap_or_default();
            let message = format!("of the sides' colours, {}", alike.words());
            alike.soften(context.fault_of(out, rect, item.id.as_ref(), message));
        }
    }
}
