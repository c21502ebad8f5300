//! A game with nothing left open, as types, and what a row of data does to it.
//!
//! - Goes in: what `hexpress-resolve` found in a layout.
//! - Comes out: boards, decks and elements, with the names of cells and the templates of texts.
//! - Does not: read TOML tables, place pieces on sheets or draw.
//!
//! A deck is one compiled face and compact rows; a piece is worked out when its sheet is laid out.

use crate as model;
use hexpress_base as base;
use hexpress_base::{diag, files};
use hexpress_language as spec;
use hexpress_scene as scene;
use hexpress_scene::{picture, print, text};
use hexpress_tiles as tiles;

pub mod address;
pub mod board;
pub mod cells;
pub mod constraints;
mod css;
pub mod default_colours;
pub mod drawn;
pub mod edges;
pub mod element;
mod gradient;
mod icon_drawing;
pub mod icons;
pub mod names;
pub mod naming;
pub mod numbers;
pub mod path;
pub mod pictures;
pub mod pieces;
pub mod shape;
pub mod sheet;
pub mod sides;
pub mod style;
pub mod template;
mod unknown_colour;
pub mod values;

use std::sync::Arc;

pub use board::{
    Board, Bow, Cell, CellSize, CellWords, ColouredSide, Detail, DetailSpot, Head, Kind, LabelStyle,
    NameStyle, Points, Road, ShowNames, Stop, cell_called, cell_heard,
};
pub use constraints::{Constraints, Stated};
pub use drawn::{DrawnDeck, Numbers};
pub use edges::{EdgeRow, edge_name};
pub use element::{
    Bend, Element, Figure, FrameStyle, Image, ImageFit, Mark, PerRow, Shape, Words, WovenLines,
};
pub use icon_drawing::Icon;
pub use names::{Direction, Names, Resolve, literal_colour};
pub use pictures::Pictures;
pub use pieces::{
    BAD_PIECE, CellShare, Deck, MOST_PIECES, Origin, Outline, Pack, Piece, PieceSize, Safe, share_of,
};
pub use sheet::DieSheet;
pub use template::Engine;

use crate::diag::{Code, Diagnostic, Place, codes, near};
use crate::print::paper::SheetClass;
use crate::spec::values::scalar::Scalar;
use template::{Row, RowOwner};

/// A game, ready to be laid out.
#[derive(Debug)]
pub struct Game {
    /// The stem of its file: `hexagons` for `hexagons.toml`.
    pub id: String,
    /// Title.
    pub title: String,
    /// Who invented it.
    pub author: String,
    /// Copyright and licence.
    pub rights: String,
    /// Where it was published.
    pub source: String,
    /// The layout's own version.
    pub version: String,
    /// The language of its words, as in `en`.
    pub language: String,
    /// Readers round the table.
    pub seats: u32,
    /// What is needed and not printed.
    pub bring: Vec<String>,
    /// Whether the layout travels inside the PDF.
    pub embed: bool,
    /// Which rules of the checker it may break.
    pub allow: Vec<Allow>,
    /// Its own rules, for the checker.
    pub constraints: Constraints,
    /// Colours and directions.
    pub names: Names,
    /// The expression language.
    pub engine: Engine,
    /// Its pictures and icons.
    pub pictures: Pictures,
    /// Boards and pieces, in the order of the file.
    pub components: Vec<Component>,
}

impl Game {
    /// That it has no component of this name.
    pub fn has_no(&self, name: &str) -> Diagnostic {
        let names: Vec<&str> = self.components.iter().map(|component| &*component.name).collect();
        let hint = near::among(name, &names, "it has:");
        let message = format!("`{}` has no component `{name}`", self.id);
        codes::UNKNOWN_NAME.error(message).hint(hint)
    }

    /// Whether any piece has a back.
    pub fn has_backs(&self) -> bool {
        self.components
            .iter()
            .any(|component| matches!(&component.body, Body::Deck(deck) if !deck.back.is_empty()))
    }

    /// What templates on its sheets can say of it: `{{ title }}`, `{{ rights }}` and so on.
    pub fn words(&self) -> [(&'static str, &str); 5] {
        [
            ("title", &self.title),
            ("author", &self.author),
            ("rights", &self.rights),
            ("source", &self.source),
            ("version", &self.version),
        ]
    }

    /// Returns what is read aloud in place of the cells of a board; none if its cells are read one by one.
    ///
    /// # Errors
    /// A name that the game does not have.
    pub fn heard_of(&self, board: &Board) -> Option<crate::diag::Result<String>> {
        let text = self.engine.render(&board.alt.as_ref()?.what, &GameWords::new(self));
        Some(text.and_then(|text| template::alt_text::alt_text(&text).map(str::to_owned)))
    }
}

/// The game's own words for templates on its sheets.
#[derive(Debug)]
pub struct GameWords(Vec<(&'static str, Scalar)>);

impl GameWords {
    /// The words of a game.
    pub fn new(game: &Game) -> Self {
        Self(game.words().map(|(name, value)| (name, Scalar::Text(value.into()))).into())
    }
}

impl Row for GameWords {
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

/// Something that is printed: a board, or pieces that share a face.
#[derive(Debug)]
pub struct Component {
    /// Its name, unique in the game.
    pub name: Arc<str>,
    /// Which sheet it asks for.
    pub class: SheetClass,
    /// The paper to print on.
    pub stock: Option<String>,
    /// How many times to print each of its sheets.
    pub print: u32,
    /// Whether it may share sheets with others.
    pub share: bool,
    /// What it is.
    pub body: Body,
    /// Where the layout says so.
    pub place: Place,
}

impl Component {
    /// The board that it is, if it is one.
    pub fn board(&self) -> Option<&Board> {
        match &self.body {
            Body::Board(board) => Some(board),
            Body::Deck(_) => None,
        }
    }

    /// The deck that it is, if it is one.
    pub fn deck(&self) -> Option<&Deck> {
        match &self.body {
            Body::Deck(deck) => Some(deck),
            Body::Board(_) => None,
        }
    }

    /// Whether it is one of those that are to be printed; where none is named, all are.
    pub fn is_among(&self, only: &[String]) -> bool {
        only.is_empty() || only.iter().any(|name| **name == *self.name)
    }
}

/// What a component is.
#[derive(Debug)]
pub enum Body {
    /// A board.
    Board(Box<Board>),
    /// Cards, notes.
    Deck(Box<Deck>),
}

/// A rule that a game may break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// The rule's code.
    pub code: Code,
    /// Why.
    pub because: String,
}
