//! Reads moves from the texts on cards, and follows these moves on a board.
//!
//! - In: a board, and the texts of the cards that were found.
//! - Out: the moves, and the cells that a move enters.
//! - Not here: reporting faults.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::board_view::BoardView;
use super::super::piece_fronts::fronts;
use crate::facts::Facts;
use crate::fault::Findings;
use hexpress_base::cell_address::CellAddress;
use hexpress_game::Direction;

/// A move in one direction by a number of steps.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub direction: Arc<str>,
    steps: u32,
    /// The edge of a cell through which every step of the move leaves the cell, as an index on the board
    /// as drawn. `None` if no edge faces the direction of the move.
    edge: Option<usize>,
}

/// Returns the moves on the cards of a component; `None` if the text of a card cannot be read as a
/// move.
pub(super) fn card_moves(
    facts: &Facts<'_>,
    view: &BoardView<'_>,
    component: &str,
    findings: &mut Findings,
) -> Option<BTreeSet<Move>> {
    let fronts = fronts(facts, component, findings)?;
    let directions = &facts.expected?.game.names.directions;
    let mut moves = BTreeSet::new();
    for (_, piece) in &fronts.all {
        let Some((direction, steps)) = named_move(&piece.words, directions) else {
            let id = piece.name_or("a piece");
            let why = "does not show exactly one direction and one number of steps";
            findings.not_judged(format!("moves of `{component}`: {id} {why}"));
            return None;
        };
        moves.insert(Move {
            direction: Arc::clone(&direction.name),
            steps,
            edge: edge_towards(view, direction),
        });
    }
    Some(moves)
}

/// Reads a direction and a number of steps from a text. For example, `3 North East` means three steps to
/// the north-east.
///
/// Returns `None` unless the text contains exactly one direction and exactly one number in digits.
fn named_move<'d>(words: &str, directions: &'d [Direction]) -> Option<(&'d Direction, u32)> {
    let lower = words.to_lowercase();
    let named: Vec<&Direction> =
        directions.iter().filter(|direction| contains_word(&lower, &direction.name.to_lowercase())).collect();
    // If a text contains `North East`, it also contains `North`. So the longest name is the right one.
    let longest = named.iter().max_by_key(|direction| direction.name.chars().count())?;
    let longest_name = longest.name.to_lowercase();
    if !named.iter().all(|direction| longest_name.contains(&direction.name.to_lowercase())) {
        return None;
    }
    let figures = words.split(|c: char| !c.is_ascii_digit()).filter(|figures| !figures.is_empty());
    let numbers: BTreeSet<u32> = figures.filter_map(|figures| figures.parse().ok()).collect();
    let steps = numbers.first().copied().filter(|steps| (1..=1000).contains(steps))?;
    (numbers.len() == 1).then_some((*longest, steps))
}

/// Returns whether a text contains `word` as a whole word.
fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic)
    })
}

/// Returns the index of the edge that faces a direction on the drawn board. The index is the same for all
/// cells. Returns `None` if no edge faces the direction.
fn edge_towards(view: &BoardView<'_>, direction: &Direction) -> Option<usize> {
    let [q, r] = view.found.lattice.basis;
    let angle = direction.degrees.to_radians();
    let heading = kurbo::Vec2::new(libm::sin(angle), -libm::cos(angle));
    view.tiling().neighbours(CellAddress::new(0, 0)).position(|step| {
        let step = (q * f64::from(step.q) + r * f64::from(step.r)).normalize();
        // An edge faces the direction if the two differ by less than 15 degrees. The cosine of 15
        // degrees is 0.966.
        step.dot(heading) > 0.966
    })
}

/// Returns the cells that a move enters; `None` if the move leaves the board.
pub(super) fn path(view: &BoardView<'_>, from: CellAddress, step: &Move) -> Option<Vec<CellAddress>> {
    let edge = step.edge?;
    let mut at = from;
    let cells = (0..step.steps).map(|_| {
        at = view.tiling().neighbour(at, edge);
        view.cells.contains_key(&at).then_some(at)
    });
    cells.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_names_one_direction_and_one_number() {
        let direction = |name: &str| Direction { name: name.into(), degrees: 0.0 };
        let all = ["North", "North East", "Up", "West"].map(direction);
        let said = |words: &str| {
            named_move(words, &all).map(|(direction, steps)| format!("{steps} {}", direction.name))
        };
        assert_eq!(said("ONE WEST\n1W\nONE WEST\n1W").as_deref(), Some("1 West"));
        assert_eq!(said("3 North East").as_deref(), Some("3 North East"));
        assert_eq!(said("12 north").as_deref(), Some("12 North"));
        assert_eq!(said("2 Uphill"), None);
        assert_eq!(said("1 West\n2 West"), None);
        assert_eq!(said("1 West or Up"), None);
        assert_eq!(said("West"), None);
    }
}
