//! Finds out which QR codes a piece, a cell or a drawing of a board should show.
//!
//! - In: the layout, and the id of a drawing.
//! - Out: the text of each code, and the element of the layout that draws the code.
//! - Not here: finding the codes on the page.

use super::expected::Expected;
use super::pieces::elements_of;
use hexpress_base::diag::SourceSpan;
use hexpress_base::identity::{Feature, Identity, Single};
use hexpress_game::repeat::{Copies, Repeat, copy_numbers, items};
use hexpress_game::{Body, Element, Game, Shape, SheetFields, SheetNumber};
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{AddedField, EdgeRow, Row, RowWith, Template};

/// A QR code of the layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedCode {
    /// The text that the code should contain. `None` if it cannot be computed.
    pub text: Option<String>,
    pub place: SourceSpan,
}

/// Returns whether an element of the game draws a QR code, or whether the sheets have one.
pub fn has_codes(game: &Game) -> bool {
    let mut components = game.components.iter();
    game.sheet_code.is_some()
        || components.any(|component| match &component.body {
            Body::Pieces(deck) => any_code(deck.face.iter().chain(&deck.back)),
            Body::Board(board) => {
                let kinds = board.kinds.iter().flat_map(|kind| kind.draws.iter());
                let marks = board.marks.iter().map(|mark| &mark.element);
                let details = board.details.iter().flat_map(|detail| detail.draws.iter());
                let around = board.under.iter().chain(&board.draw).chain(&board.head.draw);
                any_code(kinds.chain(marks).chain(details).chain(around))
            }
            Body::Pages(pages) => any_code(pages.ground.iter()),
        })
}

fn any_code<'e>(elements: impl Iterator<Item = &'e Element>) -> bool {
    let mut left: Vec<&Element> = elements.collect();
    while let Some(element) = left.pop() {
        match &element.shape {
            Shape::QrCode(_) => return true,
            Shape::Parts(parts) => left.extend(&parts.elements),
            _ => {}
        }
    }
    false
}

/// Returns the codes that a drawing with the id `id` should show.
pub fn expected_codes(expected: Expected<'_>, id: &Identity, sheet: SheetNumber) -> Vec<ExpectedCode> {
    if let Some(Feature::Single(Single::SheetCode)) = id.feature() {
        return sheet_code(expected.game, sheet).into_iter().collect();
    }
    let mut found = Collector { game: expected.game, edges: 0, codes: Vec::new() };
    found.collect_of(expected, id);
    found.codes
}

/// Returns the code at the edge of a sheet. Returns `None` if the sheets have no code.
fn sheet_code(game: &Game, sheet: SheetNumber) -> Option<ExpectedCode> {
    let place = game.sheet_code.as_ref()?.place;
    Some(ExpectedCode { text: game.sheet_code_text(sheet)?.ok(), place })
}

struct Collector<'g> {
    game: &'g Game,
    /// The number of edges of the piece.
    edges: usize,
    codes: Vec<ExpectedCode>,
}

impl Collector<'_> {
    fn collect_of(&mut self, expected: Expected<'_>, id: &Identity) -> Option<()> {
        let (_, component) = expected.component(id.component()?)?;
        match (&component.body, id.feature()?) {
            (Body::Pieces(deck), Feature::Piece(side)) => {
                self.edges = deck.outline.edges();
                let piece = deck.piece(deck.index_of(side.number)?)?;
                self.add_all(elements_of(deck, side.side).iter(), &piece);
            }
            (Body::Board(board), Feature::Cell(address)) => {
                let cell = board.cells.get(board.cell_at(*address)?)?;
                let kind = board.kinds.get(cell.kind)?;
                let marks = cell.marks.iter().filter_map(|mark| Some(&board.marks.get(*mark)?.element));
                self.add_all(kind.draws.iter().chain(marks), kind.row());
            }
            (Body::Board(board), Feature::Detail(number)) => {
                let detail = board.details.get(number.checked_sub(1)?)?;
                self.add_all(detail.draws.iter(), detail.row());
            }
            (Body::Board(board), Feature::Draw(number)) => {
                self.add_of_board(board.draw.get(number.checked_sub(1)?)?)
            }
            (Body::Board(board), Feature::Under(number)) => {
                self.add_of_board(board.under.get(number.checked_sub(1)?)?);
            }
            (Body::Board(board), Feature::Single(Single::Head)) => {
                board.head.draw.iter().for_each(|element| self.add_of_board(element));
            }
            _ => {}
        }
        Some(())
    }

    fn add_of_board(&mut self, element: &Element) {
        let row = SheetFields::new(self.game);
        self.add(element, &row);
    }

    fn add_all<'e>(&mut self, elements: impl Iterator<Item = &'e Element>, row: &dyn Row) {
        elements.for_each(|element| self.add(element, row));
    }

    /// Adds the codes of an element, and of each of its copies.
    fn add(&mut self, element: &Element, row: &dyn Row) {
        if !any_code(std::iter::once(element)) {
            return;
        }
        match &element.repeat {
            None => self.add_copy(element, row),
            Some(repeat) => {
                for fields in self.fields_of_copies(repeat, row) {
                    self.add_copy(element, &RowWith::new(row, &fields));
                }
            }
        }
    }

    fn add_copy(&mut self, element: &Element, row: &dyn Row) {
        if element.is_off_edges() && self.is_drawn(element, row) {
            self.add_shape(element, row);
        }
        for edge in (0..self.edges).filter(|_| element.is_at_edges()) {
            let at_edge = EdgeRow::new(row, edge);
            if self.is_drawn(element, &at_edge) {
                self.add_shape(element, &at_edge);
            }
        }
    }

    fn is_drawn(&self, element: &Element, row: &dyn Row) -> bool {
        element.when.as_ref().is_none_or(|when| self.game.engine.is_met(when, row).unwrap_or(true))
    }

    fn add_shape(&mut self, element: &Element, row: &dyn Row) {
        match &element.shape {
            Shape::QrCode(code) => {
                let text = self.text(&code.text, row).map(|text| text.trim().to_owned());
                self.codes.push(ExpectedCode { text, place: element.place });
            }
            Shape::Parts(parts) => {
                // A field that cannot be computed is left out.
                let added = parts.fields.iter().filter_map(|field| field.added(&self.game.engine, row).ok());
                let fields: Vec<_> = added.collect();
                self.add_all(parts.elements.iter(), &RowWith::new(row, &fields));
            }
            _ => {}
        }
    }

    fn text(&self, template: &Template, row: &dyn Row) -> Option<String> {
        self.game.engine.render(template, row).ok()
    }

    /// Returns the additional fields of each copy of a repeated element, such as its number `n`.
    fn fields_of_copies(&self, repeat: &Repeat, row: &dyn Row) -> Vec<Vec<AddedField>> {
        let numbers =
            |template: &Template| self.text(template, row).and_then(|text| copy_numbers(&text).ok());
        let all: Vec<Vec<AddedField>> = match &repeat.copies {
            Copies::Numbered(count) | Copies::Along { count, .. } => {
                numbers(count).into_iter().flatten().map(|number| vec![number_field("n", number)]).collect()
            }
            Copies::Items(over) => {
                let text = self.text(over, row).unwrap_or_default();
                let copies = items(&text).zip(1..).map(|(item, number)| {
                    let text = Scalar::Text(item.into());
                    let value = self.game.engine.meaning(&text).unwrap_or(text);
                    vec![number_field("n", number), AddedField { name: "item".into(), value }]
                });
                copies.collect()
            }
            Copies::Grid(grid) => {
                let places =
                    (1..=grid.rows).flat_map(|row| (1..=grid.columns).map(move |column| (column, row)));
                let copies = places.zip(1..).map(|((column, row), number)| {
                    vec![
                        number_field("n", number),
                        number_field("column", column.into()),
                        number_field("row", row.into()),
                    ]
                });
                copies.collect()
            }
        };
        let is_skipped = |index: usize| repeat.skip.iter().any(|skipped| *skipped as usize == index + 1);
        all.into_iter()
            .enumerate()
            .filter(|(index, _)| !is_skipped(*index))
            .map(|(_, fields)| fields)
            .collect()
    }
}

fn number_field(name: &str, number: i64) -> AddedField {
    AddedField { name: name.into(), value: Scalar::Whole(number) }
}
