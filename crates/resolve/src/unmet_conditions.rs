//! Warns about conditions of elements that no row satisfies, and about conditions whose result
//! depends on an empty field.
//!
//! - In: a compiled game.
//! - Out: warnings that list the values in the rows.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::comparisons::folded;
use crate::context::Resolver;
use crate::empty_comparisons;
use hexpress_base::diag::{SourceSpan, codes, near};
use hexpress_base::units::ShortNumber;
use hexpress_game::element::Element;
use hexpress_game::pieces::PieceSet;
use hexpress_game::{Board, Body, CellKind, Game};
use hexpress_template::Template;
use hexpress_template::comparisons::Comparisons;

/// The condition of an element.
struct ConditionUse<'g> {
    when: &'g Template,
    /// Whether any row satisfies the condition.
    holds: bool,
    /// The components that contain the element. There may be several, because components can share a
    /// `[look]`.
    bodies: Vec<&'g Body>,
}

/// The conditions of elements. The key is the place of the element.
type Conditions<'g> = BTreeMap<SourceSpan, ConditionUse<'g>>;

/// Warns about an element whose condition is false for every row of every component that contains the
/// element. Such an element is never drawn.
pub fn warn(game: &Game, resolver: &mut Resolver<'_>) {
    let mut conditions: Conditions<'_> = BTreeMap::new();
    for component in &game.components {
        let body = &component.body;
        match body {
            Body::Pieces(deck) => {
                for element in [&deck.face, &deck.back].into_iter().flat_map(|face| Element::with_parts(face))
                {
                    judge(element, body, |when| holds_on_deck(when, deck, game), &mut conditions);
                }
            }
            Body::Board(board) => judge_board(board, body, game, &mut conditions),
            Body::Pages(_) => {}
        }
    }
    let theme = resolver.theme_place();
    for (place, ConditionUse { when, holds, bodies }) in conditions {
        if holds || Some(place) == theme {
            continue;
        }
        let message = format!("this element is never drawn: `{}` is false for every row", when.source());
        let hint = why(when.source(), |field| {
            let values: Vec<String> = bodies.iter().flat_map(|body| field_values(body, field)).collect();
            (!values.is_empty()).then_some(values)
        });
        resolver.warnings.push(codes::NEVER_HOLDS.warning(message).at(place).maybe_hint(hint));
    }
}

/// Records whether the condition of an element is true for any row or cell of a component. `holds`
/// evaluates the condition. It is not called if an earlier component already satisfies the condition.
fn judge<'g>(
    element: &'g Element,
    body: &'g Body,
    holds: impl FnOnce(&Template) -> bool,
    conditions: &mut Conditions<'g>,
) {
    let Some(when) = &element.when else { return };
    let condition = conditions.entry(element.place).or_insert_with(|| ConditionUse {
        when,
        holds: false,
        bodies: Vec::new(),
    });
    condition.holds = condition.holds || holds(when);
    condition.bodies.push(body);
}

/// Records the conditions of elements on cells. A condition is satisfied if it is true for the kind
/// of at least one cell.
fn judge_board<'g>(board: &'g Board, body: &'g Body, game: &Game, conditions: &mut Conditions<'g>) {
    let used: BTreeSet<usize> = board.cells.iter().map(|cell| cell.kind).collect();
    for kind in used.into_iter().filter_map(|index| board.kinds.get(index)) {
        for element in Element::with_parts(&kind.draws) {
            judge(element, body, |when| holds_on_kind(when, kind, game), conditions);
        }
    }
}

/// Returns whether a kind of cell satisfies a condition, or may satisfy it at one of its edges. If
/// the condition cannot be evaluated, it counts as satisfied, because the error is reported when
/// the element is drawn.
fn holds_on_kind(when: &Template, kind: &CellKind, game: &Game) -> bool {
    when.needs().any(is_of_edge) || game.engine.is_met(when, kind.row()).unwrap_or(true)
}

/// Returns whether a field may have a different value at each edge of a cell.
fn is_of_edge(field: &str) -> bool {
    field == "edge"
}

/// Returns whether a condition is true, or may be true, for any piece of a deck.
fn holds_on_deck(when: &Template, deck: &PieceSet, game: &Game) -> bool {
    // With another seed, a random deck may have a tile for which the condition is true.
    let is_random = deck.random_tiles.is_some();
    if is_random || when.needs().any(|field| is_of_edge(field) || field == "number" || field == "of") {
        return true;
    }
    let columns: Vec<usize> = when.needs().filter_map(|name| deck.values.position(name)).collect();
    let mut known = HashSet::new();
    let mut last = None;
    (0..deck.pieces.len()).any(|index| {
        let row = deck.row(index);
        if row.is_none() || std::mem::replace(&mut last, row) == row {
            return false;
        }
        let values = columns.iter().map(|column| deck.values.columns().get(*column)?.number(row?));
        known.insert(values.collect::<Vec<_>>())
            && deck.piece(index).is_some_and(|piece| game.engine.is_met(when, &piece).unwrap_or(true))
    })
}

/// Warns about a condition if its result depends on an empty field that has numbers on other pieces.
pub fn warn_of_empty(game: &Game, resolver: &mut Resolver<'_>) {
    let mut reported = BTreeSet::new();
    for component in &game.components {
        let Body::Pieces(deck) = &component.body else { continue };
        if deck.random_tiles.is_some() {
            continue;
        }
        let first_pieces = first_pieces(deck);
        for element in [&deck.face, &deck.back].into_iter().flat_map(|face| Element::with_parts(face)) {
            let Some(when) = element.when.as_ref().filter(|_| !reported.contains(&element.place)) else {
                continue;
            };
            let decided = empty_comparisons::decided(when, &deck.values, &game.engine, |row: usize| {
                deck.piece((*first_pieces.get(row)?)?)
            });
            let Some((row, column)) = decided else { continue };
            reported.insert(element.place);
            let name = deck.values.names().nth(column).unwrap_or_default();
            let warning = empty_comparisons::warning(when.source(), name).at(element.place);
            let typed = deck.places.value(row, column);
            let cell = typed.or_else(|| deck.origin.as_ref()?.cell(row, name));
            resolver.warnings.push(match cell {
                Some(cell) => warning.related_place(cell, "empty here"),
                None => warning,
            });
        }
    }
}

/// Returns the index of the first piece of each row. `None` for a row without pieces.
fn first_pieces(deck: &PieceSet) -> Vec<Option<usize>> {
    let mut first = vec![None; deck.values.len()];
    for index in (0..deck.pieces.len()).rev() {
        if let Some(row) = deck.row(index) {
            first[row] = Some(index);
        }
    }
    first
}

/// Returns the values that a component has for a field.
fn field_values(body: &Body, field: &str) -> Vec<String> {
    match body {
        Body::Pieces(deck) => {
            let Some(column) = deck.values.position(field) else { return Vec::new() };
            let values = (0..deck.values.len()).filter_map(|row| deck.values.value(row, column));
            values.map(ToString::to_string).collect()
        }
        Body::Board(board) => {
            let fields = board.kinds.iter().filter_map(|kind| kind.fields.as_ref());
            fields.filter_map(|fields| fields.field(field)).map(|field| field.value.to_string()).collect()
        }
        Body::Pages(_) => Vec::new(),
    }
}

/// Returns a hint that explains why no row satisfies a condition, for example with the values in the
/// rows. `values` returns all values of a field, or `None` if no row has the field.
pub fn why(condition: &str, values: impl Fn(&str) -> Option<Vec<String>>) -> Option<String> {
    let used = Comparisons::of_condition(condition);
    let missing_text = used.texts.iter().find_map(|(name, text)| missing_text(name, text, values(name)?));
    if missing_text.is_some() {
        return missing_text;
    }
    for (name, number) in used.numbers.iter().filter(|(_, number)| number.abs() > 1.0) {
        let mut typed = values(name).unwrap_or_default().into_iter();
        if let Some(share) = typed.find(|value| value.trim_end().ends_with('%')) {
            return Some(format!(
                "`{share}` is read as a fraction (100% = 1): compare `{name}` with {}",
                number / 100.0
            ));
        }
    }
    let (name, typed) = used.numbers.iter().find_map(|(name, _)| Some((name, values(name)?)))?;
    let numbers: Vec<f64> = typed.iter().filter_map(|value| value.trim().parse().ok()).collect();
    let least = numbers.iter().copied().reduce(f64::min)?;
    let most = numbers.iter().copied().reduce(f64::max)?;
    Some(format!(
        "change the number in the condition: the rows have values of `{name}` from {} to {}",
        ShortNumber(least),
        ShortNumber(most)
    ))
}

/// If no row has the value `text` in a field, returns a hint with the values that the rows have.
/// Otherwise returns `None`.
fn missing_text(name: &str, text: &str, mut values: Vec<String>) -> Option<String> {
    if values.iter().any(|value| value == text) {
        return None;
    }
    values.retain(|value| !value.trim().is_empty());
    values.sort();
    values.dedup();
    if values.is_empty() {
        return Some(format!("`{name}` is empty in every row"));
    }
    let hint = match values.iter().find(|value| folded(value) == folded(text)) {
        Some(value) => format!("did you mean `{value}`?"),
        None => near::among(text, &values, "choose one of:").words,
    };
    Some(format!("no row has `{text}` in `{name}`; {hint}"))
}
