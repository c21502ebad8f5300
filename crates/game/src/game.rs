//! A compiled game: its components, and the values that all of them share.

use std::sync::Arc;

use crate::alt_text::alt_text;
use crate::board::Board;
use crate::constraints::{Constraints, Located};
use crate::element::{Element, encoded};
use crate::names::{Names, Resolve};
use crate::pages::Pages;
use crate::per_row::PerRow;
use crate::pictures::Pictures;
use crate::pieces::{NetPart, PieceSet};
use hexpress_base::diag::{Code, Diagnostic, Result, SourceSpan, codes, near};
use hexpress_language::values::scalar::Scalar;
use hexpress_scene::print::furniture::FurnitureSettings;
use hexpress_scene::print::paper::SheetClass;
use hexpress_scene::qr_code::{Correction, QrModules};
use hexpress_template::{Engine, Row, RowOwner, Template};

#[derive(Debug)]
pub struct Game {
    /// The file name of the layout without its extension, e.g. `hexagons` for `hexagons.toml`.
    pub id: String,
    pub title: String,
    /// The inventors.
    pub author: String,
    /// The copyright and the licence.
    pub rights: String,
    /// Where the game is published, for example a web address.
    pub source: String,
    /// The version of the layout.
    pub version: String,
    /// The language of the texts, such as `en`.
    pub language: String,
    /// The number of seats at the table. Some elements are drawn once for each seat.
    pub seats: u32,
    /// The resolution at which pixels are drawn, in dots per inch.
    pub dpi: u32,
    /// The things that players need in addition to the printed sheets, such as dice.
    pub extra_equipment: Vec<String>,
    /// The settings for the drawings next to the pieces of a sheet, such as rulers and notes.
    pub furniture: FurnitureSettings,
    /// The text of the QR code on every sheet. `None` if sheets have no QR code.
    pub sheet_code: Option<Located<Template>>,
    /// The first digits of the digest of the layout and its tables. It is empty if no sheet prints the
    /// digest.
    pub digest: String,
    /// Whether the layout is embedded in the PDF.
    pub embed: bool,
    /// The codes of faults that the checker does not report for this game.
    pub allow: Vec<Allow>,
    /// The rules that the layout states for its boards and pieces. The checker checks these rules.
    pub constraints: Constraints,
    /// The colours and directions.
    pub names: Names,
    /// The engine that computes templates.
    pub engine: Engine,
    /// The pictures and icons.
    pub pictures: Pictures,
    /// The components, in the order of the layout.
    pub components: Vec<Component>,
}

impl Game {
    /// Returns the error for a component `name` that the game does not have.
    pub fn unknown_component(&self, name: &str) -> Diagnostic {
        let names: Vec<&str> = self.components.iter().map(|component| &*component.name).collect();
        let hint = near::among(name, &names, "choose one of:");
        let message = format!("`{}` has no component `{name}`", self.id);
        codes::UNKNOWN_NAME.error(message).hint(hint)
    }

    /// Returns the board of the component with this name. Returns `None` if there is no such board.
    pub fn board(&self, name: &str) -> Option<&Board> {
        self.components.iter().find(|component| *component.name == *name)?.board()
    }

    /// Returns whether at least one deck has backs.
    pub fn has_backs(&self) -> bool {
        self.components
            .iter()
            .any(|component| matches!(&component.body, Body::Pieces(deck) if !deck.back.is_empty()))
    }

    /// Returns whether at least one sheet is printed on both sides, because it contains backs or folded
    /// pages.
    pub fn has_two_sides(&self) -> bool {
        let mut texts = self.components.iter().filter_map(Component::pages);
        self.has_backs() || texts.any(|pages| pages.folding.is_some())
    }

    /// Returns the fields of the game that templates can use, such as `{{ title }}`.
    pub fn fields(&self) -> [(&'static str, &str); 5] {
        [
            ("title", &self.title),
            ("author", &self.author),
            ("rights", &self.rights),
            ("source", &self.source),
            ("version", &self.version),
        ]
    }

    /// Returns the text of the QR code on a sheet. Returns `None` if sheets have no QR code.
    ///
    /// # Errors
    /// The template uses a field that sheets do not have.
    pub fn sheet_code_text(&self, sheet: SheetNumber) -> Option<Result<String>> {
        let row = SheetFields::new(self).on_sheet(self, sheet);
        let text = self.engine.render(&self.sheet_code.as_ref()?.value, &row);
        Some(text.map(|text| text.trim().to_owned()))
    }

    /// Returns the modules (the small squares) of the QR code on a sheet. Returns `None` if sheets
    /// have no QR code.
    ///
    /// # Errors
    /// The text of the code cannot be computed, is empty or is too long.
    pub fn sheet_code_modules(&self, sheet: SheetNumber) -> Option<Result<QrModules>> {
        let text = self.sheet_code_text(sheet)?;
        let is_empty = text.as_ref().is_ok_and(String::is_empty);
        let modules = text.and_then(|text| encoded(&text, Correction::Medium));
        Some(if is_empty { modules.map_err(|diagnostic| self.empty_sheet_code(diagnostic)) } else { modules })
    }

    /// Returns the error for an empty QR code on a sheet. If the code uses an empty field of the game,
    /// the error names this field. Otherwise, returns `unexplained`.
    fn empty_sheet_code(&self, unexplained: Diagnostic) -> Diagnostic {
        let is_used = |field: &str| {
            self.sheet_code.as_ref().is_some_and(|code| code.value.needs().any(|name| name == field))
        };
        let empty = self.fields().into_iter().find(|(field, value)| value.is_empty() && is_used(field));
        let Some((field, _)) = empty else { return unexplained };
        let example = if field == "version" { "1.0" } else { "…" };
        let message = format!("this QR code has no text, because `{field}` is empty");
        let hint = format!("write {field} = \"{example}\" in [game], or delete `qr` to print no code");
        codes::BAD_QR_CODE.error(message).hint(hint)
    }

    /// Returns the alternative text of a board.
    ///
    /// Returns `None` if the layout sets no such text. A screen reader then reads the cells one by one.
    ///
    /// # Errors
    /// The template uses a field that the game does not have, or the text is too long.
    pub fn board_alt_text(&self, board: &Board) -> Option<Result<String>> {
        let text = self.engine.render(&board.alt.as_ref()?.value, &SheetFields::new(self));
        Some(text.and_then(|text| alt_text(&text).map(str::to_owned)))
    }
}

/// The number of a sheet, and the number of sheets in its file. Templates on the sheet can use both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetNumber {
    /// The number of the sheet in the file, from 1.
    pub sheet: usize,
    pub sheets: usize,
}

/// The fields of a game, for the templates on its sheets.
#[derive(Debug)]
pub struct SheetFields(Vec<(&'static str, Scalar)>);

impl SheetFields {
    pub fn new(game: &Game) -> Self {
        Self(game.fields().map(|(name, value)| (name, Scalar::Text(value.into()))).into())
    }

    /// Adds the fields of a sheet: its number, the number of sheets, and the digest of the layout.
    fn on_sheet(mut self, game: &Game, SheetNumber { sheet, sheets }: SheetNumber) -> Self {
        let whole = |number: usize| Scalar::Whole(i64::try_from(number).unwrap_or(i64::MAX));
        self.0.extend([
            ("digest", Scalar::Text(game.digest.as_str().into())),
            ("sheet", whole(sheet)),
            ("sheets", whole(sheets)),
        ]);
        self
    }
}

impl Row for SheetFields {
    fn owner(&self) -> RowOwner {
        RowOwner::Sheet
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.0.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }

    fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }
}

/// Which other components may share sheets with the pieces of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// No other component.
    Nothing,
    /// Pieces on the same paper stock, and boards for which the layout names this stock.
    SameStock,
    /// Pieces on the same paper stock, and all boards.
    AnyBoard,
}

/// A component: a board, a deck of pieces with a common face, or pages of text.
#[derive(Debug)]
pub struct Component {
    /// The name, unique in the game.
    pub name: Arc<str>,
    /// The table of the layout that describes the component, such as `cards`.
    pub table: &'static str,
    pub class: SheetClass,
    /// The paper to print on, as the layout describes it. `None` if the layout does not name it.
    pub stock: Option<String>,
    /// The number of times that each sheet of the component is printed.
    pub print: u32,
    pub share: Sharing,
    /// The numbers of the sheets that are printed, counted from 1. If the list is empty, all sheets are
    /// printed. Only posters and texts can have a list.
    pub sheets: Vec<u32>,
    pub body: Body,
    pub place: SourceSpan,
}

impl Component {
    /// Returns the board. Returns `None` if the component is a deck or a text.
    pub fn board(&self) -> Option<&Board> {
        match &self.body {
            Body::Board(board) => Some(board),
            Body::Pieces(_) | Body::Pages(_) => None,
        }
    }

    /// Returns the deck. Returns `None` if the component is a board or a text.
    pub fn deck(&self) -> Option<&PieceSet> {
        match &self.body {
            Body::Pieces(deck) => Some(deck),
            Body::Board(_) | Body::Pages(_) => None,
        }
    }

    /// Returns the text. Returns `None` if the component is a board or a deck.
    pub fn pages(&self) -> Option<&Pages> {
        match &self.body {
            Body::Pages(pages) => Some(pages),
            Body::Board(_) | Body::Pieces(_) => None,
        }
    }

    /// Returns the elements, including the elements inside other elements. The elements of cell marks
    /// ([`Board::marks`]) and of the title strip ([`Board::head`]) are left out.
    pub fn elements(&self) -> Vec<&Element> {
        let lists: Vec<&[Element]> = match &self.body {
            Body::Pieces(deck) => vec![&deck.face, &deck.back],
            Body::Board(board) => {
                let details = board.details.iter().map(|detail| &*detail.draws);
                let kinds = board.kinds.iter().map(|kind| &*kind.draws);
                let plate = board.plate.iter().map(|plate| &*plate.draw);
                details.chain(kinds).chain(plate).chain([&*board.draw, &*board.under]).collect()
            }
            Body::Pages(_) => Vec::new(),
        };
        lists.into_iter().flat_map(Element::with_parts).collect()
    }

    /// Returns whether the list `only` contains the component. An empty list stands for all components.
    pub fn is_among(&self, only: &[String]) -> bool {
        only.is_empty() || only.iter().any(|name| self.is_called(name))
    }

    /// Returns whether this is the name of the component, or of the box to which it belongs.
    pub fn is_called(&self, name: &str) -> bool {
        *self.name == *name || self.box_part().is_some_and(|part| *part.of == *name)
    }

    /// Returns which part of a box the component is. Returns `None` if it is not a part of a box: only a
    /// box that is larger than a sheet is divided into parts.
    pub fn box_part(&self) -> Option<&NetPart> {
        self.deck()?.net.as_deref()?.part.as_deref()
    }
}

/// The content of a component: a board, a deck of pieces, or pages of text.
#[derive(Debug)]
pub enum Body {
    Board(Box<Board>),
    Pieces(Box<PieceSet>),
    Pages(Box<Pages>),
}

/// The code of a fault that the checker does not report for this game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    pub code: Code,
    /// The reason that the layout gives.
    pub because: String,
}

/// Returns a value for one row: the fixed value, or the result of the template.
///
/// # Errors
/// The template cannot be computed, or its text is not a value of this type.
pub fn value_for<T: Resolve + Clone>(value: &PerRow<T>, game: &Game, row: &dyn Row) -> Result<T> {
    match value {
        PerRow::Fixed(value) => Ok(value.clone()),
        PerRow::Template(template) => T::resolve(&game.engine.render(template, row)?, &game.names),
        PerRow::Percentages(percentages) => {
            T::resolve(&game.engine.render(&percentages.template, row)?, &game.names)
        }
    }
}
