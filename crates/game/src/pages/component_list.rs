//! Counts the components of a game, for the list of components in the printed rules.
//!
//! - In: a game.
//! - Out: the name and the number of pieces of each component that is printed.

use crate::game::{Body, Component, Game};
use crate::pieces::PieceSet;
use hexpress_scene::print::language::piece_names;

/// A component in the list of what a game contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedComponent {
    /// What players call the pieces, such as `movement cards`.
    pub name: String,
    pub count: usize,
    /// The pieces, grouped by the names of their rows. Empty if there would be more than
    /// `MAX_GROUPS` groups. Also empty if all names are equal, or all are different.
    pub groups: Vec<CountedGroup>,
}

/// The pieces of a component that have the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedGroup {
    pub name: String,
    pub count: usize,
}

/// The largest number of groups in the list.
const MAX_GROUPS: usize = 6;

/// English words for pieces, each in the plural and in the singular. If the name of a component ends
/// with one of these words, no other word is added to it, for example `movement cards`.
const SINGULARS: [(&str, &str); 15] = [
    ("boards", "board"),
    ("cards", "card"),
    ("chips", "chip"),
    ("coins", "coin"),
    ("counters", "counter"),
    ("discs", "disc"),
    ("maps", "map"),
    ("markers", "marker"),
    ("men", "man"),
    ("notes", "note"),
    ("pawns", "pawn"),
    ("pieces", "piece"),
    ("stones", "stone"),
    ("tiles", "tile"),
    ("tokens", "token"),
];

impl CountedComponent {
    /// Returns the text of the list entry without the number of pieces, such as `cards: 6 Salt, 4
    /// Cloth`.
    pub fn words(&self) -> String {
        let groups = self.groups.iter().map(|group| format!("{} {}", group.count, group.name));
        match groups.collect::<Vec<_>>().join(", ") {
            groups if groups.is_empty() => self.name.clone(),
            groups => format!("{}: {groups}", self.name),
        }
    }
}

/// Returns what players call the pieces of a component, such as `movement cards`.
///
/// If the name of a component does not say what the pieces are, the word for its table is added. In the
/// table `cards`, `movement` becomes `movement cards`, and `sides` becomes `cards (sides)`.
fn player_name(component: &Component, count: usize, language: &str) -> String {
    let name = component.box_part().map_or(&component.name, |part| &part.of).replace('-', " ");
    let Some(pieces) = piece_names(language, component.table) else { return name };
    let own = pieces[usize::from(count != 1)];
    if name == component.table {
        return own.to_owned();
    }
    let found = SINGULARS.iter().find_map(|(many, one)| {
        let before = name.strip_suffix(many).or_else(|| name.strip_suffix(one))?;
        (before.is_empty() || before.ends_with(' ')).then_some((before, if count == 1 { one } else { many }))
    });
    if let Some((before, piece)) = found {
        return format!("{before}{piece}");
    }
    let holds = |piece: &str| name.split(' ').any(|word| word.ends_with(&piece.to_lowercase()));
    if holds(component.table) || pieces.into_iter().any(holds) {
        return name;
    }
    let is_english = piece_names("en", component.table) == Some(pieces);
    if is_english && !name.ends_with('s') { format!("{name} {own}") } else { format!("{own} ({name})") }
}

/// Returns the components that players get, each with its number of pieces.
///
/// Texts and components that are not printed are left out. Boxes that can hold something are also
/// left out, because players do not play with them.
pub fn counted(game: &Game) -> Vec<CountedComponent> {
    let printed = game.components.iter().filter(|component| component.print > 0);
    // For players, all parts of a box are one component, so only the first part is counted.
    let printed = printed.filter(|component| component.box_part().is_none_or(|part| part.index == 0));
    let counts = printed.filter_map(|component| {
        let print = component.print as usize;
        let (once, groups) = match &component.body {
            Body::Board(_) => (1, Vec::new()),
            // A deck whose net has an inside is a box that can hold something, so it is left out. In
            // any other deck, all pieces are counted, even if only some of them are printed.
            Body::Pieces(deck) if deck.net.as_ref().is_some_and(|net| net.inside.is_some()) => return None,
            Body::Pieces(deck) => (deck.total, groups(deck, print)),
            Body::Pages(_) => return None,
        };
        let count = once * print;
        Some(CountedComponent { name: player_name(component, count, &game.language), count, groups })
    });
    counts.collect()
}

/// Groups the pieces of a deck by their names. `print` is the number of times that each piece is
/// printed.
///
/// Returns no groups if there are more than [`MAX_GROUPS`]. Also returns no groups if all pieces
/// have the same name, or all have different names.
fn groups(deck: &PieceSet, print: usize) -> Vec<CountedGroup> {
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
        if groups.len() > MAX_GROUPS {
            return Vec::new();
        }
    }
    let has_copies = groups.iter().any(|group| group.count > print);
    if groups.len() > 1 && has_copies { groups } else { Vec::new() }
}
