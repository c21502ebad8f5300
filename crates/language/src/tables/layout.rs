//! The tables and keys of a layout, as serde types.
//!
//! The doc comment of a field is its description in the schema. Nothing is resolved here: names are only text, and keys that
//! the layout does not have are `None`.

use super::constraints::{BoardMust, Must, PiecesMust};
use super::deck::RandomDeck;
use super::element::{Element, Sign};
use crate::Keys;
use crate::data::Data;
use crate::values::choice::{Class, Decimal, Lean, Marks, Offset, Pack, ShowNames};
use crate::values::copies::Copies;
use crate::values::per_row::{Numeral, PerRow};
use crate::values::place::{At, NameOr, Named, OneOrMany};
use crate::values::scalar::Scalar;
use crate::values::tiles::{Seed, TileCount};
use crate::values::value::{
    Across, ColourName, Extent, Font, For, Grid, Heading, Length, Line, OnSheet, Pair, Where,
};
use hexpress_base::tiling::tilings;

tables! {
    /// A whole layout file.
    pub struct Layout {
        /// The game: title, author, rights.
        pub game: Option<At<Game>>,
        /// The game's own words for the ways on a board.
        pub directions: Named<At<Heading>>,
        /// The game's own names for colours.
        pub colours: Named<At<NameOr<Colour>>>,
        /// The game's own icons.
        pub icons: Option<At<Icons>>,
        /// The game's own fonts: a file, or a file for each weight and slope.
        pub fonts: Named<At<NameOr<FontFiles>>>,
        /// Faces with a name, for `face = "name"`.
        pub look: Named<At<Vec<At<Element>>>>,
        /// Places with a name, for `in = "name"`.
        pub places: Named<At<NamedPlace>>,
        /// Sheets that are cut already: labels, perforated cards, dies.
        pub sheet: Vec<At<CutSheet>>,
        /// Boards.
        pub board: Vec<At<Board>>,
        /// Cards: rectangles on small sheets.
        pub cards: Vec<At<Pieces>>,
        /// Banknotes: rectangles on small sheets.
        pub notes: Vec<At<Pieces>>,
        /// Tiles: hexagons or squares on small sheets.
        pub tiles: Vec<At<Pieces>>,
        /// Counters: discs on small sheets.
        pub counters: Vec<At<Pieces>>,
        /// What must hold of the whole game.
        pub must: Option<At<Must>>,
        /// What the command line asks of decks, over what the file says.
        #[serde(skip)]
        pub asked: Asked,
        /// Where the keys of the file stand.
        #[serde(skip)]
        pub keys: Keys,
        /// Whether components of the file are left out here because they could not be read: nobody knows what they use.
        #[serde(skip)]
        pub unread: bool,
    }

    /// The game as a whole.
    pub struct Game {
        /// The game's title.
        pub title: Option<At<String>>,
        /// Who invented it.
        pub author: Option<At<String>>,
        /// Whose it is, and what is allowed.
        pub rights: Option<At<String>>,
        /// Where it was published.
        pub source: Option<At<String>>,
        /// The layout's own version.
        pub version: Option<At<String>>,
        /// The language of its words, as in `en` or `de-CH`.
        pub language: Option<At<String>>,
        /// What parts whole numbers from fractions in fields; as the language has it if left out.
        pub decimal: Option<At<Decimal>>,
        /// Readers round the table, for `for = "each seat"`.
        pub seats: Option<At<u32>>,
        /// What random decks are drawn from: the same decks for the same number.
        pub seed: Option<At<Seed>>,
        /// What is needed and not printed.
        pub bring: Option<Vec<At<String>>>,
        /// Whether the layout travels inside the PDF, so that it can be built again from it.
        pub embed: Option<At<bool>>,
        /// What it looks like where it does not say: the name of a theme, or a file of one beside the layout.
        pub theme: Option<At<String>>,
        /// Whether components share sheets where that saves one.
        pub share: Option<At<bool>>,
        /// Rules of the checker that this game may break, and why.
        pub allow: Vec<At<Allow>>,
    }

    /// A rule of the checker that a game may break.
    pub struct Allow {
        /// The rule's code, as in `HX491`.
        pub code: Option<At<String>>,
        /// Why it may be broken.
        pub because: Option<At<String>>,
    }

    /// A colour with an icon of its own, so that it can be told apart without seeing colours.
    pub struct Colour {
        /// The colour: hex digits, a CSS name, or another one made lighter or darker.
        pub fill: Option<At<ColourName>>,
        /// Its icon.
        pub icon: Option<At<String>>,
    }

    /// The game's own icons.
    pub struct Icons {
        /// The folder of their SVG files, beside the layout.
        pub folder: Option<At<String>>,
        /// Who drew them, and what they may be used for: printed small on the sheets that show some of them.
        pub credit: Option<At<String>>,
    }

    /// The files of a font family.
    pub struct FontFiles {
        /// Upright, of the usual weight.
        pub regular: Option<At<String>>,
        /// Bold.
        pub bold: Option<At<String>>,
        /// Italic.
        pub italic: Option<At<String>>,
        /// Bold and italic.
        pub bold_italic: Option<At<String>>,
    }

    /// A place with a name.
    pub struct NamedPlace {
        /// Where: one of nine anchors, `each corner`, `each edge`, or an offset from the centre.
        pub at: Option<At<OneOrMany<PerRow<Where>>>>,
        /// How far in from the edges that the anchor touches.
        pub inset: Option<At<PerRow<Pair>>>,
        /// Width and height.
        pub size: Option<At<PerRow<Extent>>>,
        /// Moved by so much, right and down.
        pub shift: Option<At<PerRow<Pair>>>,
        /// Turned by so many degrees clockwise.
        pub turn: Option<At<PerRow<Numeral<f64>>>>,
    }

    /// A board of cells.
    pub struct Board {
        /// The component's name.
        pub name: Option<At<String>>,
        /// Another component whose keys this one starts from.
        pub like: Option<At<String>>,
        /// `large` (A3, 11 x 17 in) or `small` (A4, 8.5 x 11 in).
        pub sheet: Option<At<Class>>,
        /// The paper to print on.
        pub stock: Option<At<String>>,
        /// How many times to print each sheet.
        pub print: Option<At<u32>>,
        /// What the cells are: hexagons that stand one way or the other, squares, triangles, or cells of several sorts.
        pub cells: Option<At<Cells>>,
        /// As large as the sheet allows.
        pub fit: Option<At<Fit>>,
        /// Width and height of cells that are rectangles.
        pub size: Option<At<Extent>>,
        /// The size of a cell from flat to flat.
        pub across: Option<At<Length>>,
        /// The size of a cell from corner to opposite corner.
        pub corner_to_corner: Option<At<Length>>,
        /// The length of a cell's side.
        pub side: Option<At<Length>>,
        /// Whether pieces stand in its `cells`, or on `points` where lines meet.
        pub play_on: Option<At<PlayOn>>,
        /// The lines between points.
        pub lines: Option<At<Line>>,
        /// Which points of squares are joined over diagonals too.
        pub diagonals: Option<At<Diagonals>>,
        /// Runs of points that are joined: `["a1 d1 g1"]`; each with its neighbours where it is left out.
        pub links: Option<At<Vec<At<String>>>>,
        /// Points by name, each so many whole steps to the right and down: `"0 6"`.
        pub points: Named<At<String>>,
        /// The board as a picture of itself, a column every four characters.
        pub map: Option<At<String>>,
        /// What cells are, a row of a file for each: `map.csv`, `map.xlsx#Sheet2`.
        pub data: Option<At<Data>>,
        /// The board as a shape: `hexhex 5`, `rhombus 11 x 11`, `rectangle 8 x 8`.
        pub shape: Option<At<String>>,
        /// Which way a rhombus or parallelogram leans.
        pub lean: Option<At<Lean>>,
        /// Which rows or columns of a rectangle are pushed in.
        pub offset: Option<At<Offset>>,
        /// More cells, by axial coordinates: `"2,-3 3,-3"`.
        pub add: Option<At<String>>,
        /// Cells to leave out, as an address: `"a1 ring 1 of e5"`.
        pub without: Option<At<String>>,
        /// The kind of every cell that nothing else says a kind of.
        pub cell: Option<At<Sign>>,
        /// What some places are: a cell, a run, a ring, a kind, the border, an edge, a corner.
        pub at: Named<At<Sign>>,
        /// The three colours of the cells, none touching its own: a cell's name for each.
        pub three_colours: Named<At<ColourName>>,
        /// The two colours of squares, none touching its own: a cell's name for each.
        pub two_colours: Named<At<ColourName>>,
        /// What cells are called.
        pub names: Option<At<NameOr<Names>>>,
        /// Where names are printed.
        pub show_names: Option<At<ShowNames>>,
        /// The font of names.
        pub names_font: Option<At<Font>>,
        /// The colour of names.
        pub names_colour: Option<At<ColourName>>,
        /// A line round names that parts them from what is below: `"0.4mm white"`.
        pub names_halo: Option<At<Line>>,
        /// Where in its cell a name stands.
        pub names_at: Option<At<Where>>,
        /// Names once for each seat.
        pub names_for: Option<At<For>>,
        /// Coloured sides.
        pub sides: Option<At<Sides>>,
        /// What the signs of the map mean.
        pub key: Named<At<Sign>>,
        /// The line round every cell.
        pub line: Option<At<Line>>,
        /// The line round the whole board, outside its cells.
        pub rim: Option<At<Line>>,
        /// A strip above the cells and what stands in it; `none` for none.
        pub head: Option<At<NameOr<Head>>>,
        /// The radius of the cells' corners; what lies between them has the colour of their line.
        pub round: Option<At<Length>>,
        /// How the cells' labels are printed.
        pub labels: Option<At<Labels>>,
        /// Drawings on the sheet, beside the cells or over them.
        pub draw: Option<At<Vec<At<Element>>>>,
        /// Drawings on the sheet that the cells are drawn over.
        pub under: Option<At<Vec<At<Element>>>>,
        /// A line of small print along the bottom of the sheet.
        pub bottom_line: Option<At<String>>,
        /// What is read aloud in place of its cells, all of them together: `"go board of 19 x 19 points"`.
        pub alt: Option<At<String>>,
        /// What must hold, for the checker.
        pub must: Option<At<BoardMust>>,
    }

    /// A strip above the cells of a board.
    pub struct Head {
        /// How high it is.
        pub height: Option<At<Length>>,
        /// What stands in it.
        pub draw: Option<At<Vec<At<Element>>>>,
    }

    /// What cells are called, in detail.
    pub struct Names {
        /// The convention to start from: `hex`, `lines`, `glinski`, `offset`, …
        pub like: Option<At<String>>,
        /// The corner that counting starts in: `top-left`, `bottom-left`, …
        pub from: Option<At<String>>,
        /// What a name is made of: `"{column}{row}"`, with prefixes and separators as typed.
        #[serde(rename = "as")]
        pub as_: Option<At<String>>,
        /// The fewest digits of a number.
        pub digits: Option<At<u32>>,
        /// How columns are counted: `letter`, `number`, `A..`, `01..`.
        pub column: Option<At<String>>,
        /// How rows are counted.
        pub row: Option<At<String>>,
        /// Letters that are left out.
        pub skip: Option<At<String>>,
    }

    /// The sides of a board.
    pub struct Sides {
        /// A colour for each side, from the top one clockwise.
        pub colours: Option<At<Vec<At<ColourName>>>>,
        /// How wide the band along the side is.
        pub width: Option<At<Length>>,
        /// A line on both sides of the band, so that a light one shows.
        pub outline: Option<At<Line>>,
    }

    /// How labels stand in their cells.
    pub struct Labels {
        /// Where in the cell.
        pub at: Option<At<Where>>,
        /// How far in from the cell's edge.
        pub inset: Option<At<Pair>>,
        /// The font.
        pub font: Option<At<Font>>,
        /// The smallest size to shrink to where a label is too wide for its cell.
        pub shrink: Option<At<Length>>,
        /// The colour.
        pub colour: Option<At<ColourName>>,
        /// A line round them that parts them from what is below: `"0.5mm white"`.
        pub halo: Option<At<Line>>,
        /// A counter of this size in the middle of a cell must not cover its words; the checker sees to it.
        pub clear_of: Option<At<Length>>,
        /// Once for each seat.
        #[serde(rename = "for")]
        pub for_: Option<At<For>>,
    }

    /// Cards, notes: pieces with a face.
    pub struct Pieces {
        /// The component's name.
        pub name: Option<At<String>>,
        /// Another component whose keys this one starts from.
        pub like: Option<At<String>>,
        /// `large` (A3, 11 x 17 in), `small` (A4, 8.5 x 11 in), or the name of a `[[sheet]]`.
        pub sheet: Option<At<OnSheet>>,
        /// The paper to print on.
        pub stock: Option<At<String>>,
        /// How many times to print each sheet.
        pub print: Option<At<u32>>,
        /// Whether it shares sheets with other components where that saves one.
        pub share: Option<At<bool>>,
        /// Width and height of a piece, or a format by name: `poker`, `mini-us`.
        pub size: Option<At<Extent>>,
        /// The size of a hexagon from flat to flat, of a disc or square from side to side; or a share of a
        /// board's cell: `"80% of board"`.
        pub across: Option<At<Across>>,
        /// The outline of a piece.
        pub shape: Option<At<Outline>>,
        /// Which way hexagons stand.
        pub cells: Option<At<Cells>>,
        /// The radius of a rectangle's corners.
        pub round: Option<At<Length>>,
        /// How far what covers a piece up to its edge goes on beyond the cut.
        pub bleed: Option<At<Length>>,
        /// How far what covers a back up to its edge goes on beyond the cut; as far as on a front where it is left out.
        pub back_bleed: Option<At<Length>>,
        /// How far inside the cut words and icons stay.
        pub safe: Option<At<Length>>,
        /// Columns and rows on a sheet; as many as fit where it is left out.
        pub grid: Option<At<Grid>>,
        /// How pieces lie on their sheet, whatever they are cut with.
        pub pack: Option<At<Pack>>,
        /// What shows where to cut, whatever the pieces are cut with.
        pub marks: Option<At<Marks>>,
        /// A piece for each combination of these lists; the last turns fastest.
        pub each: Option<At<Named<At<Vec<At<Scalar>>>>>>,
        /// A piece for each row.
        pub rows: Option<At<Vec<At<Named<At<Scalar>>>>>>,
        /// A piece for each row of a file: `cards.csv`, `cards.xlsx#Sheet2`.
        pub data: Option<At<Data>>,
        /// Tiles that are drawn at random.
        pub deck: Option<At<Box<RandomDeck>>>,
        /// Only the rows for which this holds: `not draft`.
        #[serde(rename = "where")]
        pub where_: Option<At<String>>,
        /// Words of the component's own, for all its pieces.
        pub set: Named<At<Scalar>>,
        /// Copies of each piece, where its row does not say.
        pub copies: Option<At<Copies>>,
        /// What is drawn on each piece below its face: elements, or the name of a `[look]`.
        pub ground: Option<At<NameOr<Vec<At<Element>>>>>,
        /// What is drawn on each piece: elements, or the name of a `[look]`.
        pub face: Option<At<NameOr<Vec<At<Element>>>>>,
        /// What is drawn on the back of each piece.
        pub back: Option<At<NameOr<Vec<At<Element>>>>>,
        /// What is read aloud of the front of each piece, in place of the words on it: `"{{ side }} king"`.
        pub alt: Option<At<String>>,
        /// What must hold, for the checker.
        pub must: Option<At<PiecesMust>>,
    }

    /// A sheet that is cut already, with a place for each piece.
    pub struct CutSheet {
        /// Its name, for `sheet = "name"`.
        pub name: Option<At<String>>,
        /// The paper that it is, as in `a4`, upright; or a size, which may lie: `297 x 210mm`.
        pub paper: Option<At<String>>,
        /// Where the first place begins: from the left edge and from the top edge.
        pub first: Option<At<Pair>>,
        /// From where a place begins to where the next one does, across and down; the size, where places touch.
        pub pitch: Option<At<Pair>>,
        /// Columns and rows of places.
        pub grid: Option<At<Grid>>,
        /// Width and height of a place.
        pub size: Option<At<Extent>>,
    }
}

/// The options of the command line for random decks, which replace those of the layout.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The seed of all decks.
    pub seed: Option<u64>,
    /// The number of tiles of one deck, with the name of its component.
    pub count: Option<(String, TileCount)>,
}

impl Layout {
    /// Returns the lists of pieces, each with its key, which is also the name of components without a name.
    pub fn pieces(&self) -> [(&'static str, &[At<Pieces>]); 4] {
        let Self { cards, notes, tiles, counters, .. } = self;
        [("cards", cards), ("notes", notes), ("tiles", tiles), ("counters", counters)]
    }

    /// Returns true if the layout has no component.
    pub fn prints_nothing(&self) -> bool {
        self.board.is_empty() && self.pieces().iter().all(|(_, list)| list.is_empty())
    }

    /// Returns true if a random deck has neither `edges` nor `join`.
    pub fn decks_without_colours(&self) -> bool {
        let pieces = self.pieces().into_iter().flat_map(|(_, list)| list);
        let mut decks = pieces.filter_map(|pieces| pieces.deck.as_ref());
        decks.any(|deck| deck.edges.is_none() && deck.join.is_none())
    }

    /// Returns the names of the components with random tiles, in the order of the file.
    pub fn decks(&self) -> Vec<&str> {
        let mut decks: Vec<_> = self
            .pieces()
            .into_iter()
            .flat_map(|(kind, list)| list.iter().map(move |pieces| (kind, pieces)))
            .filter(|(_, pieces)| pieces.deck.as_ref().is_some_and(|deck| deck.data.is_none()))
            .collect();
        decks.sort_by_key(|(_, pieces)| pieces.span.start);
        decks.iter().map(|(kind, pieces)| pieces.name.as_ref().map_or(*kind, |name| &name.value)).collect()
    }
}

choices! {
    /// The outline of a piece.
    Outline {
        /// A rectangle, its corners rounded by `round`.
        Rectangle = "rectangle",
        /// A square.
        Square = "square",
        /// A hexagon.
        Hexagon = "hexagon",
        /// A triangle with its tip at the top.
        Triangle = "triangle",
        /// An octagon with a side at the top.
        Octagon = "octagon",
        /// A disc.
        Disc = "disc",
    }

    /// Where the pieces of a board stand.
    PlayOn {
        /// In cells.
        Cells = "cells",
        /// Where lines meet.
        Points = "points",
    }

    /// Which diagonals of squares are lines.
    Diagonals {
        /// Both of each.
        All = "all",
        /// One of each, so that four lines and eight meet in turn.
        Alternate = "alternate",
    }

    /// How a board is fitted to its sheet.
    Fit {
        /// The largest regular cells that the sheet has room for.
        Largest = "largest",
    }
}

tilings! { choices! Cells }
