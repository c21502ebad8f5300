//! A version of a game: the looks and the fields of its pieces, and the looks of its cells. A look is a
//! digest of a drawing.
//!
//! - In: a layout with the options of its build.
//! - Out: a [`GameVersion`].
//! - Not here: comparing two versions.

use std::collections::HashMap;
use std::sync::Arc;

use kurbo::Size;

use crate::make::{self, Input, PreparedGame};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{Report, Sources};
use hexpress_base::text::one_line;
use hexpress_game::{Board, Body, Game, PieceSet};
use hexpress_language::record::Options;
use hexpress_language::values::scalar::Scalar;
use hexpress_layout::{ComponentLooks, Looks, PieceLooks, PosterLooks};
use hexpress_scene::DrawingDigest;
use hexpress_scene::text::Fonts;

/// A version of a game.
#[derive(Debug, Clone)]
pub struct GameVersion {
    /// The name of the layout. Versions of the same game have the same name.
    pub game: String,
    pub title: String,
    /// The value of the key `version` in the layout. It is empty if the layout lacks the key.
    pub version: String,
    /// The options of the build, without the choice of components and pieces.
    pub options: Options,
    pub parts: Vec<ComponentVersion>,
    /// The names of the components that are pages of text. Such pages are not compared.
    pub texts: Vec<Arc<str>>,
}

/// A component of a version.
#[derive(Debug, Clone)]
pub struct ComponentVersion {
    pub name: Arc<str>,
    /// How many times each sheet is printed.
    pub print: u32,
    pub contents: Parts,
}

/// The pieces of a component, or the cells of a board.
#[derive(Debug, Clone)]
pub enum Parts {
    Deck(DeckVersion),
    Board(BoardVersion),
}

/// The pieces of a component.
#[derive(Debug, Clone)]
pub struct DeckVersion {
    /// The column whose values identify rows, if the layout sets it.
    pub key: Option<Arc<str>>,
    pub pieces: Vec<Piece>,
}

/// A piece. All copies of a row share the same [`PieceRow`].
#[derive(Debug, Clone)]
pub struct Piece {
    pub number: u32,
    /// The index of the print that the piece is from. 0 unless a folder contains several prints.
    pub print_index: usize,
    pub row: Arc<PieceRow>,
    pub form: Arc<PieceForm>,
    pub front: DrawingDigest,
    pub back: DrawingDigest,
}

/// The size and the outline of pieces.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceForm {
    /// The size in mm.
    pub size: Size,
    /// The digest of the outline, the holes and the folds.
    pub outline: DrawingDigest,
}

/// The fields of a row.
#[derive(Debug, PartialEq)]
pub struct PieceRow {
    pub columns: Arc<[Arc<str>]>,
    /// The values, in the order of the columns. `None` if the row has no value in a column.
    pub values: Vec<Option<Scalar>>,
}

/// The cells of a board.
#[derive(Debug, Clone)]
pub struct BoardVersion {
    /// The index of the print that the board is from. 0 unless a folder contains several prints.
    pub print_index: usize,
    /// The size of a cell in mm, as text. It is measured in the same way as the size in the layout.
    pub across: String,
    pub cells: Vec<CellVersion>,
    /// The digest of everything outside of the cells.
    pub rest: DrawingDigest,
    /// The looks of the sheets, if the board is a poster. `None` for a board on one sheet.
    pub poster: Option<PosterLooks>,
}

/// A cell of a board.
#[derive(Debug, Clone)]
pub struct CellVersion {
    /// The name that is printed on the cell, or the address of the cell if no name is printed.
    pub name: String,
    pub place: CellAddress,
    /// The index of the sheet with the cell, counted from 0.
    pub sheet: usize,
    pub look: DrawingDigest,
}

/// Whether it is certain that all sheets of a layout can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawCheck {
    /// Certain, because a build has drawn the sheets, or will draw them and report mistakes.
    Built,
    /// Uncertain, so mistakes must be reported. An element with a mistake is not drawn, which would
    /// make the comparison wrong.
    Unknown,
}

/// The columns that may contain the name of a piece. The first of them that has a value is used.
const NAMES: [&str; 4] = ["name", "title", "id", "number"];
/// The largest length of a name or a value that is shown in a text, in characters.
const MAX_SHOWN: usize = 40;

impl GameVersion {
    /// Reads a layout, and draws everything that would be printed. Before anything is drawn, calls
    /// `planned` with the number of sheets, so that the caller can extend its time limit.
    ///
    /// The choice of components and pieces in `options` is ignored.
    ///
    /// # Errors
    /// The layout has mistakes, or something does not fit on paper.
    pub fn read(
        input: &Input,
        options: &Options,
        sources: &mut Sources,
        fonts: &Fonts,
        trust: DrawCheck,
        planned: &dyn Fn(usize),
    ) -> Result<Self, Report> {
        let whole = Options { only: Vec::new(), pieces: Vec::new(), ..options.clone() };
        let PreparedGame { game, setup, fonts, options, .. } = make::read(input, whole, sources, fonts)?;
        let plan = hexpress_layout::plan(&game, &fonts, &setup)?;
        planned(plan.sheets.len());
        if trust == DrawCheck::Unknown {
            let mistakes = plan.check();
            if mistakes.has_errors() {
                return Err(mistakes);
            }
        }
        let looks = plan.looks()?;
        Ok(Self::new(&game, options, &looks))
    }

    fn new(game: &Game, options: Options, looks: &[ComponentLooks<'_>]) -> Self {
        let parts = looks.iter().map(|ComponentLooks { component, looks }| ComponentVersion {
            name: Arc::clone(&component.name),
            print: component.print,
            contents: match (&component.body, looks) {
                (Body::Pieces(deck), Looks::Pieces(looks)) => {
                    Parts::Deck(DeckVersion::new(game, deck, looks))
                }
                (Body::Board(board), Looks::Board(looks)) => {
                    let drawn = looks.cells.iter().zip(&looks.homes);
                    let cells = board.cells.iter().zip(drawn).enumerate();
                    let cells = cells.map(|(index, (cell, (look, sheet)))| CellVersion {
                        name: cell_name(board, index),
                        place: cell.address,
                        sheet: *sheet,
                        look: *look,
                    });
                    Parts::Board(BoardVersion {
                        print_index: 0,
                        across: looks.across.clone(),
                        cells: cells.collect(),
                        rest: looks.rest,
                        poster: looks.poster.clone(),
                    })
                }
                _ => Parts::Deck(DeckVersion { key: None, pieces: Vec::new() }),
            },
        });
        Self {
            game: game.id.clone(),
            title: game.title.clone(),
            version: game.version.clone(),
            options,
            parts: parts.collect(),
            texts: game
                .components
                .iter()
                .filter(|it| it.pages().is_some())
                .map(|it| Arc::clone(&it.name))
                .collect(),
        }
    }

    /// Assigns all pieces and boards of this version to the print with the index `print_index`.
    pub fn of_print(mut self, print_index: usize) -> Self {
        for part in &mut self.parts {
            match &mut part.contents {
                Parts::Deck(deck) => deck.pieces.iter_mut().for_each(|piece| piece.print_index = print_index),
                Parts::Board(board) => board.print_index = print_index,
            }
        }
        self
    }

    /// Returns the component with this name. Returns `None` if there is no such component.
    pub fn part(&self, name: &str) -> Option<&ComponentVersion> {
        self.parts.iter().find(|part| *part.name == *name)
    }
}

impl BoardVersion {
    /// Returns the number of sheets of the board.
    pub fn sheet_count(&self) -> usize {
        self.poster.as_ref().map_or(1, |poster| poster.sheets.len())
    }
}

impl DeckVersion {
    fn new(game: &Game, deck: &PieceSet, looks: &PieceLooks) -> Self {
        let form = Arc::new(PieceForm { size: looks.size, outline: looks.outline });
        // Fields that the whole game shares are left out, because they do not belong to a piece.
        let shared = deck.fields.iter().filter(|(name, value)| {
            deck.values.position(name).is_none()
                && !game.fields().iter().any(|(field, text)| *field == &**name && value.to_string() == *text)
        });
        let columns: Arc<[Arc<str>]> =
            deck.values.names().map(Arc::from).chain(shared.map(|(name, _)| Arc::clone(name))).collect();
        let mut rows: HashMap<usize, Arc<PieceRow>> = HashMap::new();
        let pieces = looks.pieces.iter().enumerate().map(|(index, look)| {
            let at = deck.row(index).unwrap_or(0);
            let row = rows.entry(at).or_insert_with(|| Arc::new(PieceRow::new(deck, at, &columns)));
            let row = Arc::clone(row);
            let number = u32::try_from(deck.number(index)).unwrap_or(u32::MAX);
            Piece { number, print_index: 0, row, form: Arc::clone(&form), front: look.front, back: look.back }
        });
        let pieces = pieces.collect();
        Self { key: deck.key.clone(), pieces }
    }
}

impl PieceRow {
    fn new(deck: &PieceSet, row: usize, columns: &Arc<[Arc<str>]>) -> Self {
        let value = |name: &Arc<str>| {
            let column = deck.values.position(name);
            column.and_then(|column| deck.values.value(row, column)).or_else(|| deck.field(name)).cloned()
        };
        Self { columns: Arc::clone(columns), values: columns.iter().map(value).collect() }
    }

    /// Returns the value of a field as text. Returns `None` if the row has no such field.
    pub fn field(&self, name: &str) -> Option<String> {
        let column = self.columns.iter().position(|column| **column == *name)?;
        self.values.get(column)?.as_ref().map(ToString::to_string)
    }

    /// Returns the name of the piece as users see it. The name is empty if the row has no fields.
    pub fn name(&self) -> String {
        let named = NAMES.iter().find_map(|name| self.field(name).filter(|value| !value.trim().is_empty()));
        let first = || self.values.iter().flatten().map(ToString::to_string).find(|v| !v.trim().is_empty());
        shortened(&named.or_else(first).unwrap_or_default())
    }
}

impl Piece {
    /// Returns the digest of everything that the piece shows.
    pub fn digest(&self) -> DrawingDigest {
        DrawingDigest::of_all([self.form.outline, self.front, self.back])
    }
}

/// Returns the name that is printed on the cell at `index`, or the address of the cell if no name is
/// printed.
pub fn cell_name(board: &Board, index: usize) -> String {
    let name = board.names.as_ref().and_then(|names| names.get(index)).filter(|name| !name.is_empty());
    let address = || board.cells.get(index).map(|cell| format!("{},{}", cell.address.q, cell.address.r));
    name.map(|name| name.to_string()).or_else(address).unwrap_or_default()
}

/// Returns a text without line breaks, shortened if it is too long.
pub fn shortened(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
