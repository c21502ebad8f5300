//! What drawings are called when a page is read aloud: by the names that the layout gives them.

use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, PieceSide};
use crate::model::edge_name;
use crate::model::template::Row;
use crate::model::{Component, Deck, Engine, Game, cell_heard};
use crate::spec::values::scalar::Scalar;

/// The component that a drawing belongs to.
fn component<'g>(id: &Identity, game: Option<&'g Game>) -> Option<&'g Component> {
    let name = id.component()?;
    game?.components.iter().find(|component| component.name == *name)
}

/// Returns what a drawing with these words is called: `tiles 7 back`, `board d1, dark, star`.
pub fn name(id: &Identity, words: &str, game: Option<&Game>) -> String {
    let cell = |hex: Hex| cell_heard(component(id, game)?.board()?, hex, words);
    let called = match id.feature() {
        Some(Feature::Cell(hex)) => cell(*hex),
        Some(Feature::Beyond(hex)) => cell(*hex).map(|called| format!("{called}, beyond the seam")),
        _ => None,
    };
    match (id.component(), called) {
        (Some(component), Some(called)) => format!("{component} {called}"),
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
    for (at, name) in deck.values.names().enumerate() {
        let is_silent = name.starts_with("edge") || name == "paths" || name == "copies";
        let value = deck.values.value(row, at).filter(|_| !is_silent);
        let Some(value) = value else { continue };
        let value = match (engine.meaning(value), value) {
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
    let is_file = text.rsplit_once('.').is_some_and(|(_, kind)| {
        ["png", "jpg", "jpeg", "svg"].iter().any(|known| kind.eq_ignore_ascii_case(known))
    });
    text.contains(char::is_alphanumeric) && !text.starts_with('#') && !is_file
}

/// The edges of a piece, if its row has some.
fn edges(deck: &Deck, index: usize) -> Option<String> {
    let piece = deck.piece(index)?;
    let edges = 1..=deck.outline.edges();
    let edges: Vec<String> =
        edges.map_while(|edge| piece.value(&edge_name(edge)).map(ToString::to_string)).collect();
    let some = edges.iter().any(|edge| is_heard(edge));
    let said = |edge: &String| if is_heard(edge) { edge.clone() } else { "none".to_owned() };
    some.then(|| format!("edges {}", edges.iter().map(said).collect::<Vec<_>>().join(" ")))
}
