//! Finds the element of the layout that drew a text, or that uses a colour.
//!
//! - In: the layout and a drawing. The id of the drawing names only its piece or cell.
//! - Out: the place of the element in the layout. The element is recognised by its text, size and
//!   colour.

use std::ops::RangeInclusive;

use super::expected::Expected;
use super::item::without_spaces;
use super::pieces::elements_of;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::{Feature, Identity, NumberedSide, Single};
use hexpress_game::value_for;
use hexpress_game::{Board, Body, Component, Element, Game, PieceSet, Shape};
use hexpress_read::{Rgb, Text};
use hexpress_scene::text::inline::{Inline, is_silent, read};
use hexpress_template::{Row, RowWith};

/// A text that was drawn for a component.
struct DrawnText<'a> {
    expected: Expected<'a>,
    /// The characters of the text without spaces.
    words: String,
    text: &'a Text,
}

/// An element that may have drawn a text. It is stored as its place in the layout.
struct PossiblePlace {
    place: SourceSpan,
    /// How well the element matches the text. Larger numbers are better.
    points: u8,
}

/// Returns the place in the layout of the element or block that prints a text. Returns `None` if this
/// place is unknown.
pub fn drawn_by(
    expected: Expected<'_>,
    component: &Component,
    id: &Identity,
    text: &Text,
) -> Option<SourceSpan> {
    let drawn = DrawnText { expected, words: without_spaces(&visible(&text.string)), text };
    match (&component.body, id.feature()?) {
        (Body::Pieces(deck), Feature::Piece(side)) => drawn.on_piece(deck, *side),
        (Body::Board(board), feature) => drawn.on_board(board, feature),
        (Body::Pages(pages), Feature::Text(number) | Feature::Link(number)) => {
            Some(pages.blocks.get(number.checked_sub(1)?)?.place)
        }
        _ => None,
    }
}

/// Finds the element that made a drawing in this colour, and returns its place in the layout. Returns
/// `None` if this element is unknown. If the drawing covers a text, `covered` is this text. Then only elements
/// that are drawn after the text are considered.
pub fn painted_by(
    expected: Expected<'_>,
    component: &Component,
    id: &Identity,
    colour: Rgb,
    covered: Option<&Text>,
) -> Option<SourceSpan> {
    let element = painter(expected, component, id, colour, covered).map(|element| element.place);
    match (&component.body, id.feature()?) {
        (Body::Board(board), Feature::Detail(number)) => {
            element.or(Some(board.details.get(number.checked_sub(1)?)?.place))
        }
        _ => element,
    }
}

/// Returns the element that made a drawing in this colour. Returns `None` if this element is unknown.
/// `covered` is the text that the drawing covers.
pub fn painter<'c>(
    expected: Expected<'_>,
    component: &'c Component,
    id: &Identity,
    colour: Rgb,
    covered: Option<&Text>,
) -> Option<&'c Element> {
    let text_place = covered.and_then(|text| drawn_by(expected, component, id, text));
    let paint = Paint { expected, colour, text_place };
    match (&component.body, id.feature()?) {
        (Body::Pieces(deck), Feature::Piece(side)) => {
            let piece = deck.piece(deck.index_of(side.number)?)?;
            paint.painter(elements_of(deck, side.side).iter().collect(), &piece)
        }
        (Body::Board(board), Feature::Cell(address)) => {
            let cell = board.cells.get(board.cell_at(*address)?)?;
            let kind = board.kinds.get(cell.kind)?;
            let marks = cell.marks.iter().filter_map(|mark| Some(&board.marks.get(*mark)?.element));
            paint.painter(kind.draws.iter().chain(marks).collect(), kind.row())
        }
        (Body::Board(board), Feature::Detail(number)) => {
            let detail = board.details.get(number.checked_sub(1)?)?;
            paint.painter(detail.draws.iter().collect(), detail.row())
        }
        (Body::Board(board), Feature::Draw(number)) => board.draw.get(number.checked_sub(1)?),
        _ => None,
    }
}

/// A colour, and what is needed to find the element that uses the colour.
struct Paint<'a> {
    expected: Expected<'a>,
    colour: Rgb,
    /// The place of the element that drew the text under the coloured drawing. `None` if this element is
    /// unknown.
    text_place: Option<SourceSpan>,
}

impl Paint<'_> {
    /// Returns the first element that uses the colour, and comes after the element that drew the text.
    /// Returns `None` if there is no such element.
    fn painter<'c>(&self, elements: Vec<&'c Element>, row: &dyn Row) -> Option<&'c Element> {
        let text = elements.iter().position(|element| Some(element.place) == self.text_place);
        let after = text.map_or(0, |index| index + 1);
        elements[after..].iter().copied().find(|element| self.is_of(element, row))
    }

    /// Returns whether an element may draw with the colour.
    fn is_of(&self, element: &Element, row: &dyn Row) -> bool {
        let game = self.expected.game;
        if matches!(element.shape, Shape::Text(..)) || !may_be_drawn(element, game, row) {
            return false;
        }
        let fill = element.fill.as_ref().and_then(|fill| value_for(fill, game, row).ok()?);
        let ink = fill.or_else(|| element.colour.as_ref().and_then(|ink| value_for(ink, game, row).ok()));
        ink.is_some_and(|ink| self.expected.appearance().may_fill(&ink, self.colour.0))
    }
}

/// Returns whether an element may be drawn for a row. Returns true if the condition of the element
/// cannot be evaluated.
fn may_be_drawn(element: &Element, game: &Game, row: &dyn Row) -> bool {
    element.when.as_ref().is_none_or(|when| game.engine.is_met(when, row).unwrap_or(true))
}

/// Returns a text without its invisible characters.
fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_silent(*c)).collect()
}

/// Returns the place of an element by its number, from 1. Returns `None` if no element has this number.
fn element_place(elements: &[Element], number: usize) -> Option<SourceSpan> {
    elements.get(number.checked_sub(1)?).map(|element| element.place)
}

impl DrawnText<'_> {
    /// Returns the place of the element that drew the text on a side of a piece. Returns `None` if this
    /// element is unknown.
    fn on_piece(&self, deck: &PieceSet, side: NumberedSide) -> Option<SourceSpan> {
        let piece = deck.piece(deck.index_of(side.number)?)?;
        self.among(elements_of(deck, side.side), &piece)
    }

    /// Returns the place in the layout that describes the text on a board. Returns `None` if this place is
    /// unknown.
    fn on_board(&self, board: &Board, feature: &Feature) -> Option<SourceSpan> {
        match feature {
            Feature::Cell(address) => self.in_cell(board, *address),
            Feature::Name(_) | Feature::Line(_) => Some(board.name_style.place),
            Feature::Detail(number) => {
                let detail = board.details.get(number.checked_sub(1)?)?;
                Some(self.among(&detail.draws, detail.row()).unwrap_or(detail.place))
            }
            Feature::Under(number) => element_place(&board.under, *number),
            Feature::Draw(number) => element_place(&board.draw, *number),
            Feature::Single(Single::Plate) => board.plate.as_ref().map(|plate| plate.place),
            Feature::Single(Single::Head) => element_place(&board.head.draw, 1),
            Feature::Single(Single::BottomLine) => board.bottom_line.as_ref().map(|line| line.place),
            _ => None,
        }
    }

    /// Returns the place of the label, element or mark that drew the text in a cell. Returns `None` if
    /// this place is unknown.
    fn in_cell(&self, board: &Board, address: CellAddress) -> Option<SourceSpan> {
        let cell = board.cells.get(board.cell_at(address)?)?;
        let kind = board.kinds.get(cell.kind)?;
        let marks = cell.marks.iter().filter_map(|mark| Some(&board.marks.get(*mark)?.element));
        let drawn = self.best(kind.draws.iter().chain(marks), kind.row());
        let label = self
            .points(&kind.label, board.labels.min_size..=board.labels.size)
            .map(|points| PossiblePlace { place: kind.place, points });
        match (drawn, label) {
            (Some(drawn), Some(label)) if drawn.points > label.points => Some(drawn.place),
            (_, Some(label)) => Some(label.place),
            (drawn, None) => drawn.map(|guess| guess.place),
        }
    }

    /// Returns the place of the element that drew the text. If no element matches and only one element draws
    /// text, returns the place of that element. In all other cases, returns `None`.
    fn among(&self, elements: &[Element], row: &dyn Row) -> Option<SourceSpan> {
        if let Some(guess) = self.best(elements.iter(), row) {
            return Some(guess.place);
        }
        let mut texts =
            elements.iter().filter(|element| matches!(element.shape, Shape::Text(..) | Shape::Compass(_)));
        texts.next().filter(|_| texts.next().is_none()).map(|element| element.place)
    }

    /// Returns the element that matches the text best. If several elements match equally well, returns the
    /// first of them. Returns `None` if no element matches.
    fn best<'e>(&self, elements: impl Iterator<Item = &'e Element>, row: &dyn Row) -> Option<PossiblePlace> {
        let guesses = elements.filter_map(|element| self.element(element, row));
        guesses.reduce(|best, guess| if guess.points > best.points { guess } else { best })
    }

    /// Returns the element as a [`PossiblePlace`] that says how well it matches the text. Returns `None`
    /// if the element does not draw the text.
    fn element(&self, element: &Element, row: &dyn Row) -> Option<PossiblePlace> {
        let game = self.expected.game;
        let (template, format) = match &element.shape {
            Shape::Text(template, format) => (template, format),
            Shape::Parts(parts) => {
                // A field that cannot be computed is left out.
                let added = parts.fields.iter().filter_map(|field| field.added(&game.engine, row).ok());
                let fields: Vec<_> = added.collect();
                return self.best(parts.elements.iter(), &RowWith::new(row, &fields));
            }
            _ => return None,
        };
        if !may_be_drawn(element, game, row) {
            return None;
        }
        let of_copy = element.repeat.as_ref().map_or(&[][..], |repeat| repeat.fields());
        if template.needs().any(|need| of_copy.contains(&need)) {
            // The element is repeated, and its text depends on the copy, for example on its number. The
            // copy is not known here, so any element with a known text matches better.
            return Some(PossiblePlace { place: element.place, points: 1 });
        }
        let rendered = game.engine.render(template, row).ok()?;
        let mut points = self.points(&rendered, format.min_size..=format.size)?;
        let colour = element.colour.as_ref().and_then(|c| value_for(c, game, row).ok());
        points += u8::from(colour.is_some_and(|ink| ink.rgb == self.text.colour.0));
        Some(PossiblePlace { place: element.place, points })
    }

    /// Returns how well a template matches the text. Returns `None` if the template does not contain the
    /// text. `sizes` are the possible sizes of the letters, in mm.
    fn points(&self, template: &str, sizes: RangeInclusive<f64>) -> Option<u8> {
        points(&self.words, self.text.size, template, sizes)
    }
}

/// Returns how well a template matches a text with letters of `size` mm; see [`DrawnText::points`].
/// `words` are the characters of the text without spaces.
fn points(words: &str, size: f64, template: &str, sizes: RangeInclusive<f64>) -> Option<u8> {
    let mut plain = String::with_capacity(template.len());
    for inline in read(template, |_| true) {
        if let Inline::Words { string, .. } = inline {
            plain.push_str(&without_spaces(&visible(&string)));
        }
    }
    // A printed line may end in a hyphen that is not in the template.
    let is_said = plain.contains(words)
        || words.strip_suffix(['-', '\u{2010}']).is_some_and(|words| plain.contains(words));
    if words.is_empty() || !is_said {
        return None;
    }
    let fits = (sizes.start() - 0.01..=sizes.end() + 0.01).contains(&size);
    Some(1 + 2 * u8::from(fits) + 4 * u8::from(plain == words))
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn a_template_matches_best_if_it_says_only_the_text_in_a_possible_size() {
        let of_size = |size: f64| points("Wood", size, "Wood", 3.0..=4.0);
        assert_eq!([2.98, 2.995, 4.005, 4.02].map(of_size), [Some(5), Some(7), Some(7), Some(5)]);
        assert_eq!(points("Wood", 4.0, "Wood and iron", 3.0..=4.0), Some(3));
        assert_eq!(points("Wo-", 9.0, "Wood", 3.0..=4.0), Some(1));
        assert_eq!(points("Iron", 4.0, "Wood", 3.0..=4.0), None);
        assert_eq!(points("", 4.0, "Wood", 3.0..=4.0), None);
    }
}
