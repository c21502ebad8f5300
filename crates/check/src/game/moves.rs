//! Checks the moves that cards name in words and numbers: where they lead on a board.
//!
//! In go boards and the texts of cards as they are found. Out come faults of cells that no move reaches, and of starts
//! without a move.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::view::{View, fronts, views};
use crate::base::hex::Hex;
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::Direction;
use crate::model::constraints::Start;

/// A number of steps in one direction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    /// The name of the direction.
    way: Arc<str>,
    steps: u32,
    /// The edge of each cell that the move goes over, on the board as it is drawn; `None` if no edge is in this direction.
    edge: Option<usize>,
}

/// Returns the moves that the cards of a component name; `None` if any card cannot be read.
fn moves(facts: &Facts<'_>, view: &View<'_>, component: &str, out: &mut Findings) -> Option<BTreeSet<Move>> {
    let fronts = fronts(facts, component, out)?;
    let directions = &facts.expected?.game.names.directions;
    let mut moves = BTreeSet::new();
    for (_, piece) in &fronts.all {
        let Some((direction, steps)) = read(&piece.words, directions) else {
            let id = piece.name_or("a piece");
            out.not_judged(format!("moves of `{component}`: {id} says no direction and no number of steps"));
            return None;
        };
        moves.insert(Move { way: Arc::clone(&direction.name), steps, edge: edge(view, direction) });
    }
    Some(moves)
}

/// Returns the direction and the number of steps that a text names: `ONE WEST`, `1W` is one step West. Returns `None` if it
/// names several directions or several numbers.
fn read<'d>(words: &str, directions: &'d [Direction]) -> Option<(&'d Direction, u32)> {
    let lower = words.to_lowercase();
    let named: Vec<&Direction> =
        directions.iter().filter(|direction| holds(&lower, &direction.name.to_lowercase())).collect();
    // `North East` contains `North`.
    let longest = named.iter().max_by_key(|direction| direction.name.chars().count())?;
    let longest_name = longest.name.to_lowercase();
    if !named.iter().all(|direction| longest_name.contains(&direction.name.to_lowercase())) {
        return None;
    }
    let figures = words.split(|c: char| !c.is_ascii_digit()).filter(|figures| !figures.is_empty());
    let numbers: BTreeSet<u32> = figures.filter_map(|figures| figures.parse().ok()).collect();
    let mut numbers = numbers.into_iter();
    let steps = numbers.next().filter(|steps| (1..=1000).contains(steps))?;
    numbers.next().is_none().then_some((*longest, steps))
}

/// Whether a text contains a word, with no letter before or after it.
fn holds(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(char::is_alphabetic) && !after.is_some_and(char::is_alphabetic)
    })
}

/// Returns the edge of a cell that a direction leads over, on the board as it is drawn.
fn edge(view: &View<'_>, direction: &Direction) -> Option<usize> {
    let [q, r] = view.found.lattice.basis;
    let angle = direction.degrees.to_radians();
    let way = kurbo::Vec2::new(libm::sin(angle), -libm::cos(angle));
    view.tiling().neighbours(Hex::new(0, 0)).position(|step| {
        let step = (q * f64::from(step.q) + r * f64::from(step.r)).normalize();
        // Within 15 degrees.
        step.dot(way) > 0.966
    })
}

/// Returns the cells of a move without the first one; `None` if the move leaves the board.
fn path(view: &View<'_>, from: Hex, step: &Move) -> Option<Vec<Hex>> {
    let edge = step.edge?;
    let mut at = from;
    let cells = (0..step.steps).map(|_| {
        at = view.tiling().neighbour(at, edge);
        view.cells.contains_key(&at).then_some(at)
    });
    cells.collect()
}

/// Checks that the moves reach every cell.
pub fn reach(facts: &Facts<'_>, out: &mut Findings) {
    for (view, reach) in views(facts, out, |must| must.reach.as_ref()) {
        if !view.is_clear(&reach.from) {
            continue;
        }
        let Some(moves) = moves(facts, &view, &reach.moves, out) else { continue };
        let starts = view.all_bearing(&reach.from);
        if starts.is_empty() {
            let names = reach.from.join(" or ");
            view.fault(out, reach.place, format!("no cell of `{}` bears {names}", view.name));
        }
        for start in starts {
            let mut seen = BTreeSet::from([start]);
            let mut open = VecDeque::from([start]);
            while let Some(at) = open.pop_front() {
                let ends = moves.iter().filter_map(|step| path(&view, at, step)?.last().copied());
                open.extend(ends.filter(|end| seen.insert(*end)));
            }
            let lost: Vec<Hex> = view.cells.keys().copied().filter(|hex| !seen.contains(hex)).collect();
            let Some(first) = lost.first() else { continue };
            let more = match lost.len() {
                1 => String::new(),
                n => format!(", nor can {} others", n - 1),
            };
            let message = format!(
                "{} cannot be reached from {} by the moves of `{}`{more}",
                view.name_of(*first),
                view.name_of(start),
                reach.moves
            );
            view.cell_fault(out, *first, message);
        }
    }
}

/// Checks that every player can make a first move.
pub fn open(facts: &Facts<'_>, out: &mut Findings) {
    for (view, open) in views(facts, out, |must| must.open.as_ref()) {
        let starts: Vec<Arc<str>> = open.from.iter().map(|start| Arc::clone(&start.name)).collect();
        if ![&starts, &open.blocked, &open.never_on].iter().all(|names| view.is_clear(names)) {
            continue;
        }
        let Some(moves) = moves(facts, &view, &open.moves, out) else { continue };
        for Start { name: start, ways, place } in &open.from {
            let own = view.all_bearing(std::slice::from_ref(start));
            if own.is_empty() {
                view.fault(out, *place, format!("no cell of `{}` bears {start}", view.name));
            }
            for from in own {
                let free = |hex: &Hex| !view.bears(*hex, &open.blocked) && !view.bears(*hex, &starts);
                let own = moves.iter().filter(|step| ways.contains(&step.way));
                let mut paths = own.filter_map(|step| path(&view, from, step));
                let end = |path: &[Hex]| path.last().is_some_and(|end| !view.bears(*end, &open.never_on));
                if !paths.any(|path| path.iter().all(free) && end(&path)) {
                    let (name, ways) = (view.name_of(from), ways.join(", "));
                    let message = format!(
                        "{start} on {name} has no first move: every way {ways} leaves the board, is blocked, or ends \
                         where none may"
                    );
                    view.cell_fault(out, from, message);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_names_one_direction_and_one_number() {
        let direction = |name: &str| Direction { name: name.into(), degrees: 0.0 };
        let all = ["North", "North East", "Up", "West"].map(direction);
        let said = |words: &str| read(words, &all).map(|(way, steps)| format!("{steps} {}", way.name));
        assert_eq!(said("ONE WEST\n1W\nONE WEST\n1W").as_deref(), Some("1 West"));
        assert_eq!(said("3 North East").as_deref(), Some("3 North East"));
        assert_eq!(said("12 north").as_deref(), Some("12 North"));
        assert_eq!(said("2 Uphill"), None);
        assert_eq!(said("1 West\n2 West"), None);
        assert_eq!(said("1 West or Up"), None);
        assert_eq!(said("West"), None);
    }
}
