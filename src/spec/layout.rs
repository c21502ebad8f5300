//! What a layout may say: the language's tables and keys, as serde types.
//!
//! The doc comment of a field is its description in the schema. Nothing is resolved here: names are only
//! text, and whatever is left out is `None`.

use schemars::JsonSchema;
use serde::Deserialize;

use super::element::{Element, Sign};
use super::place::{At, Named};
use super::scalar::Scalar;
use super::value::{ColourName, Extent, Font, For, Grid, Heading, Pair, Where};
use crate::units::Mm;

/// A whole layout file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Layout {
    /// The game: title, author, rights.
    pub game: Option<At<Game>>,
    /// The game's own words for the ways on a board.
    pub directions: Named<At<Heading>>,
    /// The game's own names for colours.
    pub colours: Named<At<ColourName>>,
    /// Boards.
    pub board: Vec<At<Board>>,
    /// Cards.
    pub cards: Vec<At<Pieces>>,
    /// Banknotes.
    pub notes: Vec<At<Pieces>>,
}

/// The game as a whole.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
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
    /// Readers round the table, for `for = "each seat"`.
    pub seats: Option<At<u32>>,
    /// What is needed and not printed.
    pub bring: Option<Vec<At<String>>>,
    /// Whether the layout travels inside the PDF, so that it can be built again from it.
    pub embed: Option<At<bool>>,
}

/// A board of hexagons.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
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
    /// Which way the hexagons stand.
    pub cells: Option<At<Cells>>,
    /// As large as the sheet allows.
    pub fit: Option<At<Fit>>,
    /// The size of a cell from flat to flat.
    pub across: Option<At<Mm>>,
    /// The board as a picture of itself, a column every four characters.
    pub map: Option<At<String>>,
    /// What the signs of the map mean.
    pub key: Named<At<Sign>>,
    /// The line round every cell.
    pub line: Option<At<super::value::Line>>,
    /// How the cells' labels are printed.
    pub labels: Option<At<Labels>>,
    /// Drawings on the sheet, beside the cells or over them.
    pub draw: Vec<At<Element>>,
    /// A line of small print along the bottom of the sheet.
    pub bottom_line: Option<At<String>>,
}

/// How labels stand in their cells.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Labels {
    /// Where in the cell.
    pub at: Option<At<Where>>,
    /// How far in from the cell's edge.
    pub inset: Option<At<Pair>>,
    /// The font.
    pub font: Option<At<Font>>,
    /// The smallest size to shrink to where a label is too wide for its cell.
    pub shrink: Option<At<Mm>>,
    /// The colour.
    pub colour: Option<At<ColourName>>,
    /// Once for each seat.
    #[serde(rename = "for")]
    pub for_: Option<At<For>>,
}

/// Cards, notes: pieces with a face.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Pieces {
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
    /// Width and height of a piece.
    pub size: Option<At<Extent>>,
    /// Columns and rows on a sheet; as many as fit where it is left out.
    pub grid: Option<At<Grid>>,
    /// A piece for each combination of these lists; the last turns fastest.
    pub each: Option<At<Named<At<Vec<At<Scalar>>>>>>,
    /// A piece for each row.
    pub rows: Option<At<Vec<At<Named<At<Scalar>>>>>>,
    /// Words of the component's own, for all its pieces.
    pub set: Named<At<Scalar>>,
    /// What is drawn on each piece.
    pub face: Vec<At<Element>>,
}

/// Which sheet of the paper at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A3 or 11 x 17 in.
    Large,
    /// A4 or 8.5 x 11 in.
    Small,
}

/// Which way hexagons stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cells {
    /// A side at the top.
    FlatTop,
    /// A corner at the top.
    PointyTop,
}

/// How a board is fitted to its sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Fit {
    /// The largest regular cells that the sheet has room for.
    Largest,
}
