//! Which element of the layout drew words. Drawings bear the names of their pieces and cells alone, so it is found by what
//! the words say, how large they are and what colour they have.

use super::expected::Expected;
use super::item::squeezed;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Identity, PieceSide, Single};
use crate::diag::Place;
use crate::model::element::value_for;
use crate::model::template::{NoRow, Row};
use crate::model::{Board, Body, Component, Deck, Element, Shape};
use crate::read::{Rgb, Text};
use crate::text::inline::{Inline, is_silent, read};

/// Words of a component, and what may have drawn them.
struct Said<'a> {
    expected: Expected<'a>,
    /// What they say, without spaces.
    words: String,
    text: &'a Text,
}

/// A place of the layout, and how well it agrees with the words.
struct Guess {
    place: Place,
    points: u8,
}

/// The place of the layout that says the words of a drawing; none where that cannot be known.
pub fn drawn_by(expected: Expected<'_>, component: &Component, id: &Identity, text: &Text) -> Option<Place> {
    let said = Said { expected, words: squeezed(&shown(&text.string)), text };
    match (&component.body, id.feature()?) {
        (Body::Deck(deck), Feature::Piece(side)) => said.on_piece(deck, *side),
        (Body::Board(board), feature) => said.on_board(board, feature),
        _ => None,
    }
}

/// The place of the layout that paints with a colour a drawing of a component; none if that cannot be known. What
/// covers words comes after the element that says them.
pub fn painted_by(
    expected: Expected<'_>,
    component: &Component,
    id: &Identity,
    colour: Rgb,
    covered: Option<&Text>,
) -> Option<Place> {
    let element = painter(expected, component, id, colour, covered).map(|element| element.place);
    match (&component.body, id.feature()?) {
        (Body::Board(board), Feature::Detail(number)) => {
            element.or(Some(board.details.get(number.checked_sub(1)?)?.place))
        }
        _ => element,
    }
}

/// The element of the layout that paints with a colour a drawing of a component; none if that cannot be known.
pub fn painter<'c>(
    expected: Expected<'_>,
    component: &'c Component,
    id: &Identity,
    colour: Rgb,
    covered: Option<&Text>,
) -> Option<&'c Element> {
    let words = covered.and_then(|text| drawn_by(expected, component, id, text));
    let among = |elements: Vec<&'c Element>, row: &dyn Row| {
        let after = elements.iter().position(|element| Some(element.place) == words).map_or(0, |at| at + 1);
        elements[after..].iter().copied().find(|element| paints(expected, element, row, colour))
    };
    match (&component.body, id.feature()?) {
        (Body::Deck(deck), Feature::Piece(side)) => {
            let piece = deck.piece(index_of(deck, *side)?)?;
            among(if side.back { &deck.back } else { &deck.face }.iter().collect(), &piece)
        }
        (Body::Board(board), Feature::Cell(hex)) => {
            let cell = board.cells.get(board.cell_at(*hex)?)?;
            let kind = board.kinds.get(cell.kind)?;
            let marks = cell.marks.iter().filter_map(|mark| Some(&board.marks.get(*mark)?.element));
            among(kind.draws.iter().chain(marks).collect(), kind.row())
        }
        (Body::Board(board), Feature::Detail(number)) => {
            let detail = board.details.get(number.checked_sub(1)?)?;
            among(detail.draws.iter().collect(), &NoRow)
        }
        (Body::Board(board), Feature::Draw(number)) => board.draw.get(number.checked_sub(1)?),
        _ => None,
    }
}

/// Whether an element may paint with a colour.
fn paints(expected: Expected<'_>, element: &Element, row: &dyn Row, colour: Rgb) -> bool {
    let game = expected.game;
    let is_there = |when| game.engine.holds(when, row).unwrap_or(true);
    if matches!(element.shape, Shape::Text(..)) || !element.when.as_ref().is_none_or(is_there) {
        return false;
    }
    let fill = element.fill.as_ref().and_then(|fill| value_for(fill, game, row).ok()?);
    let own = element.colour.as_ref().and_then(|ink| value_for(ink, game, row).ok());
    let ink = fill.or(own);
    ink.is_some_and(|ink| expected.inking().may_fill(&ink, colour.0))
}

/// The place of a side of a piece in its deck.
fn index_of(deck: &Deck, side: PieceSide) -> Option<usize> {
    match &deck.picked {
        Some(picked) => picked.binary_search(&u32::try_from(side.number).ok()?).ok(),
        None => side.number.checked_sub(1),
    }
}

/// Words without what shows nothing.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !is_silent(*c)).collect()
}

impl Said<'_> {
    fn on_piece(&self, deck: &Deck, side: PieceSide) -> Option<Place> {
        let piece = deck.piece(index_of(deck, side)?)?;
        self.among(if side.back { &deck.back } else { &deck.face }, &piece)
    }

    fn on_board(&self, board: &Board, feature: &Feature) -> Option<Place> {
        let nth =
            |all: &[Element], number: usize| all.get(number.checked_sub(1)?).map(|element| element.place);
        match feature {
            Feature::Cell(hex) => self.in_cell(board, *hex),
            Feature::Name(_) | Feature::Line(_) => Some(board.name_style.place),
            Feature::Detail(number) => {
                let detail = board.details.get(number.checked_sub(1)?)?;
                Some(self.among(&detail.draws, &NoRow).unwrap_or(detail.place))
            }
            Feature::Under(number) => nth(&board.under, *number),
            Feature::Draw(number) => nth(&board.draw, *number),
            Feature::Single(Single::Head) => nth(&board.head.draw, 1),
            Feature::Single(Single::BottomLine) => board.bottom_line.as_ref().map(|line| line.place),
            _ => None,
        }
    }

    fn in_cell(&self, board: &Board, hex: Hex) -> Option<Place> {
        let cell = board.cells.get(board.cell_at(hex)?)?;
        let kind = board.kinds.get(cell.kind)?;
        let marks = cell.marks.iter().filter_map(|mark| Some(&board.marks.get(*mark)?.element));
        let drawn = self.best(kind.draws.iter().chain(marks), kind.row());
        let label = self.guess(&kind.label, board.labels.size, board.labels.least);
        let label = label.map(|points| Guess { place: kind.place, points });
        match (drawn, label) {
            (Some(drawn), Some(label)) if drawn.points > label.points => Some(drawn.place),
            (_, Some(label)) => Some(label.place),
            (drawn, None) => drawn.map(|guess| guess.place),
        }
    }

    /// The one of some elements that drew the words, or the only one that draws any.
    fn among(&self, elements: &[Element], row: &dyn Row) -> Option<Place> {
        if let Some(guess) = self.best(elements.iter(), row) {
            return Some(guess.place);
        }
        let is_text = |element: &&Element| matches!(element.shape, Shape::Text(..) | Shape::Compass(_));
        let mut texts = elements.iter().filter(is_text);
        texts.next().filter(|_| texts.next().is_none()).map(|element| element.place)
    }

    fn best<'e>(&self, elements: impl Iterator<Item = &'e Element>, row: &dyn Row) -> Option<Guess> {
        let guesses = elements.filter_map(|element| self.element(element, row));
        // Of several as good the first.
        guesses.reduce(|best, guess| if guess.points > best.points { guess } else { best })
    }

    fn element(&self, element: &Element, row: &dyn Row) -> Option<Guess> {
        let Shape::Text(template, words) = &element.shape else { return None };
        let game = self.expected.game;
        let is_there = |when| game.engine.holds(when, row).unwrap_or(true);
        if !element.when.as_ref().is_none_or(is_there) {
            return None;
        }
        let rendered = game.engine.render(template, row).ok()?;
        let mut points = self.guess(&rendered, words.size, words.least)?;
        let colour = element.colour.as_ref().and_then(|c| value_for(c, game, row).ok());
        points += u8::from(colour.is_some_and(|ink| ink.rgb == self.text.colour.0));
        Some(Guess { place: element.place, points })
    }

    /// How well a text agrees with the words; none where it does not say them.
    fn guess(&self, text: &str, size: f64, least: f64) -> Option<u8> {
        let mut plain = String::with_capacity(text.len());
        for inline in read(text, |_| true) {
            if let Inline::Words { string, .. } = inline {
                plain.push_str(&squeezed(&shown(&string)));
            }
        }
        // A line may end in a hyphen that the text has not.
        let is_said = plain.contains(&self.words)
            || self.words.strip_suffix(['-', '\u{2010}']).is_some_and(|words| plain.contains(words));
        if self.words.is_empty() || !is_said {
            return None;
        }
        let fits = (least - 0.01..=size + 0.01).contains(&self.text.size);
        Some(1 + 2 * u8::from(fits) + 4 * u8::from(plain == self.words))
    }
}
