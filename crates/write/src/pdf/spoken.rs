//! What drawings are called when a page is read aloud: by the names that the layout gives them.

use std::fmt::Write;

use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, PieceSide};
use crate::model::edges::{edge_name, edge_number};
use crate::model::template::Row;
use crate::model::{Component, Deck, Engine, Game, cell_alt_text};
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::is_letter;

/// The component that a drawing belongs to.
fn component<'g>(id: &Identity, game: Option<&'g Game>) -> Option<&'g Component> {
    let name = id.component()?;
    game?.components.iter().find(|component| component.name == *name)
}

/// Returns what a drawing with these words is called: `tiles 7 back`, `board d1, dark, star`.
pub fn name(id: &Identity, words: &str, game: Option<&Game>) -> String {
    let cell = |hex: Hex| cell_alt_text(component(id, game)?.board()?, hex, words);
    let called = match id.feature() {
        Some(Feature::Cell(hex)) => cell(*hex),
        Some(Feature::Beyond(hex)) => cell(*hex).map(|called| format!("{called}, beyond the seam")),
        _ => None,
    };
    match (id.component(), called, id.feature()) {
        (Some(component), Some(called), _) => format!("{component} {called}"),
        (Some(component), None, Some(Feature::Piece(side))) => {
            format!("{component} {}{}", side.number, if side.back { " back" } else { "" })
        }
        _ => id.to_string().replace(['/', ':'], " "),
    }
}

/// Returns what several drawings of a component are called: `tiles 1 to 28`, `tiles 1 to 28 back`; only the component if
/// they are not pieces.
pub fn several(first: &Identity, last: &Identity) -> String {
    match (first.component(), first.feature(), last.feature()) {
        (Some(component), Some(Feature::Piece(first)), Some(Feature::Piece(last))) => {
            let back = if first.back { " back" } else { "" };
            format!("{component} {} to {}{back}", first.number, last.number)
        }
        (Some(component), ..) => component.to_string(),
        (None, ..) => name(first, "", None),
    }
}

/// Returns what is heard of a front besides the words on it: the values of its row if it has no words, and its edges.
pub fn of_row(id: &Identity, words: &str, game: Option<&Game>) -> String {
    let (Some(Feature::Piece(PieceSide { number, back: false })), Some(deck)) =
        (id.feature(), component(id, game).and_then(Component::deck))
    else {
        return String::new();
    };
    // The layout says itself what is heard.
    if deck.alt.is_some() {
        return String::new();
    }
    let Some(index) = deck.index_of(*number) else { return String::new() };
    let values = match game {
        Some(game) if words.is_empty() => values(deck, index, &game.engine),
        _ => Vec::new(),
    };
    values.into_iter().chain(edges(deck, index)).collect::<Vec<_>>().join(", ")
}

/// The values of a row that can be heard, in the order of its columns: text as it is, numbers with their columns.
fn values(deck: &Deck, index: usize, engine: &Engine) -> Vec<String> {
    let Some(row) = deck.row(index) else { return Vec::new() };
    let mut heard = Vec::new();
    for (at, column) in deck.values.columns().iter().enumerate() {
        let name = column.name();
        let is_silent = name.starts_with("edge") || name == "paths" || name == "copies";
        let value = deck.values.value(row, at).filter(|_| !is_silent);
        let Some(value) = value else { continue };
        let is_text = column.has_letters() && matches!(value, Scalar::Text(text) if is_letter(text));
        let value = match (engine.meaning(value).filter(|_| !is_text), value) {
            (Some(Scalar::Whole(_) | Scalar::Number(_)), number) => format!("{name} {number}"),
            (Some(Scalar::Flag(true)), _) => name.to_owned(),
            (None, Scalar::Text(text)) if is_heard(text) => text.to_string(),
            _ => continue,
        };
        if !heard.contains(&value) {
            heard.push(value);
        }
    }
    heard
}

/// Whether text says something when it is heard: not a colour in hex digits, and not a file.
fn is_heard(text: &str) -> bool {
    const PICTURES: [&str; 4] = [".png", ".jpg", ".jpeg", ".svg"];
    let ends = |end: &str| {
        let from = text.len().checked_sub(end.len());
        from.and_then(|from| text.get(from..)).is_some_and(|own| own.eq_ignore_ascii_case(end))
    };
    let is_picture = text.as_bytes().contains(&b'.') && PICTURES.iter().any(|end| ends(end));
    !text.starts_with('#') && text.contains(char::is_alphanumeric) && !is_picture
}

/// The edges of a piece, if its row has some.
fn edges(deck: &Deck, index: usize) -> Option<String> {
    let (piece, row) = (deck.piece(index)?, deck.row(index)?);
    let mut own = vec![None; deck.outline.edges()];
    // Most edges have columns, which are gone through once.
    for (at, name) in deck.values.names().enumerate() {
        let edge = edge_number(name).and_then(|edge| edge.checked_sub(1));
        if let Some(edge) = edge.and_then(|edge| own.get_mut(edge)) {
            *edge = deck.values.value(row, at);
        }
    }
    let (mut said, mut some) = ("edges".to_owned(), false);
    for (edge, own) in (1..).zip(own) {
        let Some(value) = own.or_else(|| piece.value(&edge_name(edge))) else { break };
        said.push(' ');
        match value {
            Scalar::Text(text) if !is_heard(text) => said.push_str("none"),
            Scalar::Text(text) => {
                some = true;
                said.push_str(text);
            }
            other => {
                some = true;
                // A string takes all that is written to it.
                let _ = write!(said, "{other}");
            }
        }
    }
    some.then_some(said)
}
