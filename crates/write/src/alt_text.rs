//! Creates the texts that screen readers read aloud in place of drawings.
//!
//! - In: the identity of a drawing, the words in the drawing, and the game with its names and
//!   values.
//! - Out: text.
//! - Not here: deciding which drawings are read as one figure. `pdf::tags` decides this for a PDF, and
//!   `svg::pieces` decides it for a page in SVG.

use std::fmt::Write;

use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::{Feature, Identity, NumberedSide};
use hexpress_base::piece_side::PieceSide;
use hexpress_game::{Component, Game, PieceSet, cell_alt_text};
use hexpress_language::values::parse_field::is_letter;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{Engine, Row, edge_name, edge_number};

/// Returns the component to which a drawing belongs. Returns `None` if it belongs to no component of the
/// game.
fn component<'g>(id: &Identity, game: Option<&'g Game>) -> Option<&'g Component> {
    let name = id.component()?;
    game?.components.iter().find(|component| component.name == *name)
}

/// Returns the name of a drawing, such as `tiles 7 back` or `board d1, dark, star`.
///
/// `words` are the words that the drawing shows.
pub fn name(id: &Identity, words: &str, game: Option<&Game>) -> String {
    let cell_name = match id.feature() {
        Some(Feature::Cell(address)) => cell_name(id, *address, words, game),
        Some(Feature::Beyond(address)) => {
            cell_name(id, *address, words, game).map(|cell| format!("{cell}, beyond the seam"))
        }
        _ => None,
    };
    match (id.component(), cell_name, id.feature()) {
        (Some(component), Some(cell), _) => format!("{component} {cell}"),
        (Some(component), None, Some(Feature::Piece(NumberedSide { number, side }))) => {
            format!("{component} {number}{}", if side.is_back() { " back" } else { "" })
        }
        _ => id.to_string().replace(['/', ':'], " "),
    }
}

fn cell_name(id: &Identity, cell: CellAddress, words: &str, game: Option<&Game>) -> Option<String> {
    cell_alt_text(component(id, game)?.board()?, cell, words)
}

/// Returns the name of several drawings of one component, such as `tiles 1 to 28` or `tiles 1 to 28
/// back`.
///
/// If the drawings are not pieces, returns the name of the component.
pub fn name_of_several(first: &Identity, last: &Identity) -> String {
    match (first.component(), first.feature(), last.feature()) {
        (Some(component), Some(Feature::Piece(first)), Some(Feature::Piece(last))) => {
            let back = if first.side.is_back() { " back" } else { "" };
            format!("{component} {} to {}{back}", first.number, last.number)
        }
        (Some(component), ..) => component.to_string(),
        (None, ..) => name(first, "", None),
    }
}

/// Returns the text that a screen reader reads for the front of a piece, after the words on it.
///
/// Each edge of a piece can have a word, and the text contains these words. If the piece shows no words, the
/// text also contains the values of the piece's row in the data.
pub fn row_text(id: &Identity, words: &str, game: Option<&Game>) -> String {
    let (Some(Feature::Piece(NumberedSide { number, side: PieceSide::Front })), Some(deck)) =
        (id.feature(), component(id, game).and_then(Component::deck))
    else {
        return String::new();
    };
    // If the layout sets `alt`, screen readers read only that text.
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

/// Returns the values of a row, in the order of the columns.
///
/// A text stays unchanged. A number follows the name of its column, as in `cost 3`. The value `true` becomes
/// the name of its column. Other values, and the columns for edges, paths and copies, are left out.
fn values(deck: &PieceSet, index: usize, engine: &Engine) -> Vec<String> {
    let Some(row) = deck.row(index) else { return Vec::new() };
    let mut spoken = Vec::new();
    for (index, column) in deck.values.columns().iter().enumerate() {
        let name = column.name();
        let is_silent = name.starts_with("edge") || name == "paths" || name == "copies";
        let Some(value) = deck.values.value(row, index).filter(|_| !is_silent) else { continue };
        let is_text = column.has_letters() && matches!(value, Scalar::Text(text) if is_letter(text));
        let text = match (engine.meaning(value).filter(|_| !is_text), value) {
            (Some(Scalar::Whole(_) | Scalar::Number(_)), number) => format!("{name} {number}"),
            (Some(Scalar::Flag(true)), _) => name.to_owned(),
            (None, Scalar::Text(text)) if is_spoken(text) => text.to_string(),
            _ => continue,
        };
        if !spoken.contains(&text) {
            spoken.push(text);
        }
    }
    spoken
}

/// Returns whether reading a text aloud is useful. The text must contain a letter or a digit. It must not be
/// a hexadecimal colour, or the name of a picture file.
fn is_spoken(text: &str) -> bool {
    const PICTURES: [&str; 4] = [".png", ".jpg", ".jpeg", ".svg"];
    let is_picture =
        text.as_bytes().contains(&b'.') && PICTURES.iter().any(|extension| ends_with(text, extension));
    !text.starts_with('#') && text.contains(char::is_alphanumeric) && !is_picture
}

/// Returns whether a text ends with an extension. Upper and lower case count as equal.
fn ends_with(text: &str, extension: &str) -> bool {
    let start = text.len().checked_sub(extension.len());
    start.and_then(|start| text.get(start..)).is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Returns the words at the edges of a piece as a text, such as `edges red none blue`. `none` stands for an
/// edge without a word. Returns `None` if no edge has a word.
fn edges(deck: &PieceSet, index: usize) -> Option<String> {
    let (piece, row) = (deck.piece(index)?, deck.row(index)?);
    let mut words = vec![None; deck.outline.edges()];
    // Most edges have their own column, so a single pass over all columns finds most words.
    for (column, name) in deck.values.names().enumerate() {
        let edge = edge_number(name).and_then(|number| number.checked_sub(1));
        if let Some(word) = edge.and_then(|edge| words.get_mut(edge)) {
            *word = deck.values.value(row, column);
        }
    }
    let (mut text, mut has_word) = ("edges".to_owned(), false);
    for (edge, word) in (1..).zip(words) {
        let Some(value) = word.or_else(|| piece.value(&edge_name(edge))) else { break };
        text.push(' ');
        match value {
            Scalar::Text(word) if !is_spoken(word) => text.push_str("none"),
            Scalar::Text(word) => {
                has_word = true;
                text.push_str(word);
            }
            other => {
                has_word = true;
                // The result is ignored, because writing to a `String` cannot fail.
                let _ = write!(text, "{other}");
            }
        }
    }
    has_word.then_some(text)
}
