//! Conditions that hold for no row: warnings, with what the rows say instead.

use std::collections::{BTreeMap, BTreeSet};

use super::comparisons::folded;
use super::context::Compiler;
use super::empties;
use crate::base::units::Trimmed;
use crate::diag::{Place, codes, near};
use crate::model::element::Element;
use crate::model::pieces::Deck;
use crate::model::template::Template;
use crate::model::template::asked::Asked;
use crate::model::{Board, Body, Game};

/// Whether each condition holds anywhere, by where its element stands: several components may share a look.
type Held<'g> = BTreeMap<Place, (bool, &'g Template, Vec<&'g Body>)>;

/// Warns of each condition of an element that holds for none of the rows that it is asked for.
pub fn warn(game: &Game, compiler: &mut Compiler<'_>) {
    let mut all: Held<'_> = BTreeMap::new();
    for component in &game.components {
        let body = &component.body;
        match body {
            Body::Deck(deck) => deck.face.iter().chain(&deck.back).for_each(|element| {
                let holds = |when: &Template| holds_on_deck(when, deck, game);
                judge(element, body, holds, &mut all);
            }),
            Body::Board(board) => judge_board(board, body, game, &mut all),
        }
    }
    // What a theme draws stands where the theme is named.
    let theme = compiler.layout.game.as_ref().and_then(|about| about.theme.as_ref());
    let theme = theme.map(|theme| compiler.place(theme));
    for (place, (held, when, bodies)) in all {
        if held || Some(place) == theme {
            continue;
        }
        let said = |name: &str| {
            let mut said = Vec::new();
            bodies.iter().for_each(|body| values_of(body, name, &mut said));
            (!said.is_empty()).then_some(said)
        };
        let message = format!("this is never drawn: `{}` holds for no row", when.source());
        let hint = why(when.source(), said);
        compiler.warnings.push(codes::NEVER_HOLDS.warning(message).at(place).maybe_hint(hint));
    }
}

fn judge<'g>(
    element: &'g Element,
    body: &'g Body,
    holds: impl FnOnce(&Template) -> bool,
    all: &mut Held<'g>,
) {
    let Some(when) = &element.when else { return };
    let (held, _, bodies) = all.entry(element.place).or_insert_with(|| (false, when, Vec::new()));
    *held = *held || holds(when);
    bodies.push(body);
}

fn judge_board<'g>(board: &'g Board, body: &'g Body, game: &Game, all: &mut Held<'g>) {
    let mut used: Vec<usize> = board.cells.iter().map(|cell| cell.kind).collect();
    used.sort_unstable();
    used.dedup();
    for kind in used.into_iter().filter_map(|index| board.kinds.get(index)) {
        for element in &kind.draws {
            // A mistake is reported where it is drawn.
            let holds = |when: &Template| {
                when.needs().any(is_of_an_edge) || game.engine.holds(when, kind.row()).unwrap_or(true)
            };
            judge(element, body, holds, all);
        }
    }
}

fn is_of_an_edge(name: &str) -> bool {
    name == "edge"
}

fn holds_on_deck(when: &Template, deck: &Deck, game: &Game) -> bool {
    // Each piece has a number of its own, each edge a word; and another seed may draw what this one did not.
    let of_one = |name: &str| is_of_an_edge(name) || name == "number" || name == "of";
    if deck.drawn.is_some() || when.needs().any(of_one) {
        return true;
    }
    let columns: Vec<usize> = when.needs().filter_map(|name| deck.values.position(name)).collect();
    let mut seen = std::collections::HashSet::new();
    let mut last = None;
    (0..deck.pieces.len()).any(|index| {
        let row = deck.row(index);
        if row.is_none() || std::mem::replace(&mut last, row) == row {
            return false;
        }
        let columns = columns.iter().map(|at| deck.values.columns().get(*at)?.number(row?));
        seen.insert(columns.collect::<Vec<_>>())
            && deck.piece(index).is_some_and(|piece| game.engine.holds(when, &piece).unwrap_or(true))
    })
}

/// Warns of conditions of pieces that hold, or do not, because a field is empty that is a number in other rows.
pub fn warn_of_empty(game: &Game, compiler: &mut Compiler<'_>) {
    let mut told = BTreeSet::new();
    for component in &game.components {
        let Body::Deck(deck) = &component.body else { continue };
        if deck.drawn.is_some() {
            continue;
        }
        // The first piece of each row.
        let mut first = vec![None; deck.values.len()];
        for index in (0..deck.pieces.len()).rev() {
            if let Some(row) = deck.row(index) {
                first[row] = Some(index);
            }
        }
        for element in deck.face.iter().chain(&deck.back) {
            let Some(when) = element.when.as_ref().filter(|_| !told.contains(&element.place)) else {
                continue;
            };
            let piece = |row: usize| deck.piece((*first.get(row)?)?);
            let Some((row, column)) = empties::decided(when, &deck.values, &game.engine, piece) else {
                continue;
            };
            told.insert(element.place);
            let name = deck.values.names().nth(column).unwrap_or_default();
            let warning = empties::warning(when.source(), name).at(element.place);
            let typed = deck.places.value(row, column);
            let cell = typed.or_else(|| deck.origin.as_ref()?.cell(row, name));
            compiler.warnings.push(match cell {
                Some(cell) => warning.also(cell, "empty here"),
                None => warning,
            });
        }
    }
}

/// What the rows of a component say in a column.
fn values_of(body: &Body, name: &str, said: &mut Vec<String>) {
    match body {
        Body::Deck(deck) => {
            let Some(at) = deck.values.position(name) else { return };
            let values = (0..deck.values.len()).filter_map(|row| deck.values.value(row, at));
            said.extend(values.map(ToString::to_string));
        }
        Body::Board(board) => {
            let words = board.kinds.iter().filter_map(|kind| kind.words.as_ref());
            let values = words.flat_map(|words| words.words.iter().filter(|(own, _)| **own == *name));
            said.extend(values.map(|(_, value)| value.to_string()));
        }
    }
}

/// Why a condition holds for no row, where it asks for a text that none of them says: what they say instead.
pub fn why(condition: &str, said: impl Fn(&str) -> Option<Vec<String>>) -> Option<String> {
    let asked = Asked::of_condition(condition);
    for (name, wanted) in &asked.texts {
        let Some(mut values) = said(name) else { continue };
        if values.iter().any(|value| value == wanted) {
            continue;
        }
        values.retain(|value| !value.trim().is_empty());
        values.sort();
        values.dedup();
        if values.is_empty() {
            return Some(format!("`{name}` is empty in every row"));
        }
        let other_case = values.iter().find(|value| folded(value) == folded(wanted));
        let hint = match other_case {
            Some(value) => format!("did you mean `{value}`?"),
            None => near::among(wanted, &values, "there are:"),
        };
        return Some(format!("no row has `{wanted}` as its `{name}`: {hint}"));
    }
    for (name, number) in asked.numbers.iter().filter(|(_, number)| number.abs() > 1.0) {
        let share =
            said(name).and_then(|values| values.into_iter().find(|value| value.trim_end().ends_with('%')));
        if let Some(share) = share {
            return Some(format!("`{share}` is a share of 1: compare `{name}` with {}", number / 100.0));
        }
    }
    for (name, _) in &asked.numbers {
        let Some(values) = said(name) else { continue };
        let numbers: Vec<f64> = values.iter().filter_map(|value| value.trim().parse().ok()).collect();
        let least = numbers.iter().copied().reduce(f64::min)?;
        let most = numbers.iter().copied().reduce(f64::max)?;
        return Some(format!("the rows have a `{name}` of {} to {}", Trimmed(least), Trimmed(most)));
    }
    None
}
