//! Lists the components of a game, for its rules.
//!
//! - In: a game.
//! - Out: the name and the number of pieces of each component that is printed.

use crate::game::{Body, Game};

/// A component in the list of what a game contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedComponent {
    pub name: String,
    pub count: usize,
}

/// Returns the components that players get, each with its number of pieces. Components that are not
/// printed are left out. Boxes are also left out, because they only contain the others.
pub fn counted(game: &Game) -> Vec<CountedComponent> {
    let printed = game.components.iter().filter(|component| component.print > 0);
    let counts = printed.filter_map(|component| {
        let once = match &component.body {
            Body::Board(_) => 1,
            // All pieces of the deck are counted, even if only some of them are printed now.
            Body::Deck(deck) if deck.net.as_ref().is_some_and(|net| net.inside.is_some()) => return None,
            Body::Deck(deck) => deck.total,
            Body::Pages(_) => return None,
        };
        let count = once * component.print as usize;
        Some(CountedComponent { name: component.name.replace('-', " "), count })
    });
    counts.collect()
}
