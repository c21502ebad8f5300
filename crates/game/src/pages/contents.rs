//! Lists the components of a game, for its rules.
//!
//! - In: a game.
//! - Out: the name and the number of pieces of each component that is printed.

use crate::game::{Body, Game};
use crate::pieces::Deck;

/// A component in the list of what a game contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedComponent {
    pub name: String,
    pub count: usize,
    /// The pieces by the names of their rows, if these are few.
    pub groups: Vec<CountedGroup>,
}

/// The pieces of a component whose rows have the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedGroup {
    pub name: String,
    pub count: usize,
}

/// The largest number of groups in the list.
const MOST_GROUPS: usize = 6;

/// Names of several pieces, and of one.
const SINGULARS: [(&str, &str); 8] = [
    ("boards", "board"),
    ("cards", "card"),
    ("counters", "counter"),
    ("men", "man"),
    ("notes", "note"),
    ("stones", "stone"),
    ("tiles", "tile"),
    ("tokens", "token"),
];

impl CountedComponent {
    /// Returns the words that follow the number, such as `cards: 6 Salt, 4 Cloth`.
    pub fn words(&self) -> String {
        let one = SINGULARS.iter().find(|(many, _)| self.count == 1 && *many == self.name);
        let name = one.map_or(self.name.as_str(), |(_, one)| one);
        let groups = self.groups.iter().map(|group| format!("{} {}", group.count, group.name));
        match groups.collect::<Vec<_>>().join(", ") {
            groups if groups.is_empty() => name.to_owned(),
            groups => format!("{name}: {groups}"),
        }
    }
}

/// Returns the components that players get, each with its number of pieces. Components that are not
/// printed are left out. Boxes are also left out, because they only contain the others.
pub fn counted(game: &Game) -> Vec<CountedComponent> {
    let printed = game.components.iter().filter(|component| component.print > 0);
    // The parts of a box are one component for the players.
    let printed = printed.filter(|component| component.box_part().is_none_or(|part| part.index == 0));
    let counts = printed.filter_map(|component| {
        let print = component.print as usize;
        let (once, groups) = match &component.body {
            Body::Board(_) => (1, Vec::new()),
            // All pieces of the deck are counted, even if only some of them are printed now.
            Body::Deck(deck) if deck.net.as_ref().is_some_and(|net| net.inside.is_some()) => return None,
            Body::Deck(deck) => (deck.total, groups(deck, print)),
            Body::Pages(_) => return None,
        };
        let name = component.box_part().map_or(&component.name, |part| &part.of);
        Some(CountedComponent { name: name.replace('-', " "), count: once * print, groups })
    });
    counts.collect()
}

/// Returns the pieces of a deck by their names. Returns no groups if they are many, or if all pieces
/// have different names.
fn groups(deck: &Deck, print: usize) -> Vec<CountedGroup> {
    let column = deck.values.position("name").filter(|_| deck.pieces.len() == deck.total);
    let Some(column) = column else { return Vec::new() };
    let mut groups: Vec<CountedGroup> = Vec::new();
    for row in &deck.pieces {
        let Some(name) = deck.values.value(*row as usize, column) else { return Vec::new() };
        let name = name.to_string();
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.count += print,
            None => groups.push(CountedGroup { name, count: print }),
        }
        if groups.len() > MOST_GROUPS {
            return Vec::new();
        }
    }
    let has_copies = groups.iter().any(|group| group.count > print);
    if groups.len() > 1 && has_copies { groups } else { Vec::new() }
}
