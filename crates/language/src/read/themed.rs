//! A layout over its theme: what it does not say of its looks, the theme says.

use super::theme::Theme;
use crate::spec::tables::layout::{Board, Layout, Outline, Pieces, PlayOn};
use crate::spec::tables::over::Or;
use crate::spec::values::place::{At, NameOr, Named};
use crate::spec::values::value::OnSheet;

impl Layout {
    /// The layout, with what a theme says where it says nothing.
    pub fn over(self, theme: &Theme) -> Self {
        let tables = &theme.tables;
        Self {
            colours: self.colours.or(tables.colours.clone()),
            places: self.places.or(tables.places.clone()),
            look: self.look.or(tables.look.clone()),
            board: over_each(self.board, tables.board.as_ref(), board_over),
            cards: over_each(self.cards, tables.cards.as_ref(), pieces_over),
            notes: over_each(self.notes, tables.notes.as_ref(), pieces_over),
            tiles: over_each(self.tiles, tables.tiles.as_ref(), pieces_over),
            counters: over_each(self.counters, tables.counters.as_ref(), pieces_over),
            ..self
        }
    }
}

/// Lays components over what a theme says of all of their kind.
fn over_each<T: Clone>(own: Vec<At<T>>, base: Option<&At<T>>, over: fn(T, T) -> T) -> Vec<At<T>> {
    let Some(base) = base else { return own };
    own.into_iter().map(|At { value, span }| At { value: over(value, base.value.clone()), span }).collect()
}

/// A board over what a theme says, as far as that fits what the board says of itself.
fn board_over(own: Board, mut base: Board) -> Board {
    // What is said in one way takes the place of what the theme says in another.
    if own.map.is_some() || own.shape.is_some() {
        (base.map, base.shape) = (None, None);
    }
    let sized = own.fit.is_some() || own.corner_to_corner.is_some() || own.side.is_some();
    if own.across.is_some() || sized {
        (base.fit, base.across, base.corner_to_corner, base.side) = (None, None, None, None);
    }
    if own.size.is_some() || own.across.is_some() {
        (base.size, base.across) = (None, None);
    }
    let shape = own.shape.as_ref().map(|shape| shape.value.as_str());
    // Only rectangles have corners to round, and only hexagons stand one way or the other.
    if shape.is_some_and(|shape| !["rectangle", "square"].contains(&shape)) {
        (base.round, base.size) = (None, None);
    }
    if shape.is_some_and(|shape| shape != "hexagon") {
        base.cells = None;
    }
    if own.play_on.as_ref().is_some_and(|on| on.value == PlayOn::Points) {
        // Points have no cells to draw round: what would be their line joins them. Only rows of points without a gap
        // have a ground in one piece.
        base.lines = base.line.take().or(base.lines);
        base.round = None;
        let in_one = shape.is_some_and(|shape| !shape.trim_start().starts_with("morris"));
        if !in_one || own.without.is_some() {
            (base.cell, base.rim) = (None, None);
        }
    }
    own.or(base)
}

/// Pieces over what a theme says, as far as that fits what they say of themselves.
fn pieces_over(own: Pieces, mut base: Pieces) -> Pieces {
    if own.size.is_some() || own.across.is_some() {
        (base.size, base.across) = (None, None);
    }
    let shape = own.shape.as_ref().map(|shape| shape.value);
    if shape.is_some() {
        base.shape = None;
    }
    // Only rectangles have corners to round, and only hexagons stand one way or the other.
    if shape.is_some_and(|shape| ![Outline::Rectangle, Outline::Square].contains(&shape)) {
        (base.round, base.size) = (None, None);
    }
    if shape.is_some_and(|shape| shape != Outline::Hexagon) {
        base.cells = None;
    }
    if shape == Some(Outline::Square) {
        base.size = None;
    }
    // A sheet that is cut already has places of one size.
    if matches!(own.sheet.as_ref().map(|sheet| &sheet.value), Some(OnSheet::Named(_))) {
        (base.size, base.across, base.round) = (None, None, None);
    }
    if own.face.is_some() {
        base.face = None;
    }
    fit_words(&mut base, &own);
    own.or(base)
}

/// Words of rows that are no headline: those that the program knows, and those that name a colour.
const NO_HEADLINE: [&str; 7] = ["edge", "edges", "paths", "number", "of", "owner", "colour"];

/// Words that every piece knows.
pub(super) const OF_GAME: [&str; 2] = ["title", "author"];

/// Fits the face that a theme gives, and what it says is read aloud, to the words that the rows of pieces have: `headline`
/// is the first of them, `details` are all others, and what asks for a word that they do not have is left out.
fn fit_words(base: &mut Pieces, own: &Pieces) {
    let known = known(own);
    let mut said = known.iter().map(String::as_str).filter(|word| !NO_HEADLINE.contains(word));
    let headline = said.next().map(str::to_owned);
    // A word that a row leaves out has no line there.
    let line = |word: &str| format!("'{} ' ~ {word} if {word} != '' else ''", word.replace('_', " "));
    let others: Vec<String> = said.map(line).collect();
    let details =
        (!others.is_empty()).then(|| format!("{{{{ [{}] | select | join('\\n') }}}}", others.join(", ")));
    let mut fits = |key: &str, text: &mut String| {
        if text.contains("{{ details }}") {
            let Some(details) = &details else { return false };
            *text = text.replace("{{ details }}", details);
        }
        if text.contains("headline") && (key == "when" || text.contains("{{")) {
            let Some(headline) = &headline else { return false };
            *text = text.replace("headline", headline);
        }
        asked(text).all(|word| OF_GAME.contains(&word) || known.iter().any(|one| one == word))
    };
    base.alt.take_if(|alt| !fits("alt", &mut alt.value));
    if let Some(At { value: NameOr::Full(elements), .. }) = &mut base.face {
        elements.retain_mut(|element| element.value.change_sources(&mut fits));
    }
}

/// The words that the templates of a text ask for: the first of each.
pub(super) fn asked(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| {
        let word = rest.trim_start().split(|c: char| !(c.is_alphanumeric() || c == '_')).next();
        word.filter(|word| !word.is_empty())
    })
}

/// The words that the rows of all components of a layout have, but for those of files.
pub(super) fn said(layout: &Layout) -> Vec<String> {
    layout.pieces().into_iter().flat_map(|(_, list)| list).flat_map(|pieces| known(&pieces.value)).collect()
}

/// The words that the rows of pieces have, in their order.
fn known(own: &Pieces) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for row in own.rows.iter().flat_map(|rows| &rows.value) {
        add_words(&row.value, &mut known);
    }
    if let Some(each) = &own.each {
        add_words(&each.value, &mut known);
    }
    add_words(&own.set, &mut known);
    if let Some(deck) = &own.deck {
        let words = if deck.join.is_some() { &["paths"][..] } else { &["edges", "edge"] };
        known.extend(words.iter().map(|word| (*word).to_owned()));
    }
    known.extend(["number", "of"].map(str::to_owned));
    known
}

/// Adds the names of a table, in the order of the file, each once.
fn add_words<T>(table: &Named<T>, known: &mut Vec<String>) {
    let mut names: Vec<&At<String>> = table.iter().map(|(name, _)| name).collect();
    names.sort_by_key(|name| name.span.start);
    for name in names {
        let more: &[&str] = match name.value.as_str() {
            "copies" => &[],
            "edges" => &["edges", "edge"],
            name => &[name],
        };
        for word in more {
            if known.iter().all(|one| one != word) {
                known.push((*word).to_owned());
            }
        }
    }
}
