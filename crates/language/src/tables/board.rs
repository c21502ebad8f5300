//! The tables and keys of a board.
//!
//! - In: the values that serde reads from a file.
//! - Out: typed tables, and their descriptions in the schema.
//! - Not here: parsing shapes and addresses. They stay texts.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess};

use super::constraints::BoardMust;
use super::element::{Element, Sign};
use crate::data::Data;
use crate::values::choice::{Around, Class, FrameStyle, Lean, Offset, ShowNames};
use crate::values::either::{Either, read_either};
use crate::values::shares::OfWhole;
use crate::values::spanned::{NameOr, NamedEntries, Places, Spanned};
use crate::values::value::{ColourName, DrawnFor, ElementPlace, Extent, Font, Length, Line, Pair};
use hexpress_base::tiling::tilings;

toml_tables! {
    /// A board of cells.
    pub struct Board {
        /// The name of the component: lower-case letters, digits and `-`.
        /// Default: `board`. Example: `name = "island"`.
        pub name: Option<Spanned<String>>,
        /// Another component to inherit keys from.
        /// Default: none. Example: `like = "island"`.
        pub like: Option<Spanned<String>>,
        /// The size of the sheet: `large` (A3, 11 x 17 in) or `small` (A4, 8.5 x 11 in).
        /// Default: `large`. Example: `sheet = "small"`.
        pub sheet: Option<Spanned<Class>>,
        /// The kind of paper to print on, in your own words.
        /// Default: none. Example: `stock = "white card"`.
        pub stock: Option<Spanned<String>>,
        /// The size of the board after the cut, with a unit.
        /// Default: the board is not cut out of its sheet. Example: `trim = "260 x 180mm"`.
        pub trim: Option<Spanned<Extent>>,
        /// The width of the strip around the cut, at most 20 mm. Everything at the edge continues
        /// into this strip. Without `trim`, the board is as large as the sheet allows.
        /// Default: 0. Example: `bleed = "3mm"`.
        pub bleed: Option<Spanned<Length>>,
        /// The width of the strip inside the cut that texts and icons must not touch.
        /// Default: 0. Example: `safe = "4mm"`.
        pub safe: Option<Spanned<Length>>,
        /// How many times to print each sheet; 0 for a board that only appears as a small picture.
        /// Default: 1. Example: `print = 2`.
        pub print: Option<Spanned<u32>>,
        /// The kind of cells: hexagons, squares, bricks, triangles, or a tiling of several kinds.
        /// Required, except for boards of points. Example: `cells = "flat-top"`.
        pub cells: Option<Spanned<Cells>>,
        /// Makes the cells as large as the sheet allows.
        /// Set one of `fit`, `size`, `across`, `corner-to-corner` and `side`. Example: `fit =
        /// "largest"`.
        pub fit: Option<Spanned<Fit>>,
        /// The width and height of rectangular cells, with a unit.
        /// Example: `size = "20 x 30mm"`.
        pub size: Option<Spanned<Extent>>,
        /// The size of a cell from flat side to flat side, with a unit.
        /// Example: `across = "38mm"`.
        pub across: Option<Spanned<Length>>,
        /// The size of a cell from corner to opposite corner, with a unit.
        /// Example: `corner-to-corner = "44mm"`.
        pub corner_to_corner: Option<Spanned<Length>>,
        /// The length of a side of a cell, with a unit.
        /// Example: `side = "22mm"`.
        pub side: Option<Spanned<Length>>,
        /// Where players put pieces: in `cells`, or on `points`, where lines meet.
        /// Default: `cells`. Example: `play-on = "points"`.
        pub play_on: Option<Spanned<PlayOn>>,
        /// The lines between points: width and colour.
        /// Default: `0.3mm black`. Example: `lines = "0.4mm black"`.
        pub lines: Option<Spanned<OfWhole<Line>>>,
        /// Which diagonals of squares join points: `all` or `alternate`.
        /// Default: none. Example: `diagonals = "all"`.
        pub diagonals: Option<Spanned<Diagonals>>,
        /// The points that lines join, in order. `next` joins each point to the next one.
        /// Default: every point and its neighbours. Example: `links = ["a1 d1 g1"]`.
        pub links: Option<Spanned<NameOr<Vec<Spanned<String>>>>>,
        /// The length of the arrowheads at the ends of `links`, at most 20 mm. Only for boards with
        /// `points` or `along`.
        /// Default: none. Example: `arrows = "3mm"`.
        pub arrows: Option<Spanned<OfWhole<Length>>>,
        /// Points by name. The place of a point is two whole numbers of steps, to the right and
        /// down, or two lengths from the middle of the sheet. The points of a list are named 1, 2,
        /// 3 and so on.
        /// Example: `a = "0 6"`.
        pub points: Places,
        /// A curve with points at equal distances, in mm from the middle of the board.
        /// Example: `along = "M -80 0 C -80 -60 80 60 80 0"`.
        pub along: Option<Spanned<String>>,
        /// The number of points on the curve of `along`.
        /// Required with `along`. Example: `count = 63`.
        pub count: Option<Spanned<u32>>,
        /// The board drawn as text, with a column for every four characters.
        /// Example: `map = '''` and one line for each row of cells.
        pub map: Option<Spanned<String>>,
        /// A file with a row for each cell.
        /// Example: `data = "map.csv"`.
        pub data: Option<Spanned<Data>>,
        /// The shape of the board: a word and its size in cells.
        /// Example: `shape = "hexhex 5"`.
        pub shape: Option<Spanned<String>>,
        /// The direction in which a rhombus or parallelogram leans.
        /// Default: `left`. Example: `lean = "right"`.
        pub lean: Option<Spanned<Lean>>,
        /// Which rows (pointy-top) or columns (flat-top) of a rectangle are shifted by half a cell.
        /// Default: `second`. Example: `offset = "first"`.
        pub offset: Option<Spanned<Offset>>,
        /// Cells to add to the board, by their axial coordinates.
        /// Default: none. Example: `add = "2,-3 3,-3"`.
        pub add: Option<Spanned<String>>,
        /// Cells to remove, as an address.
        /// Default: none. Example: `without = "a1 ring 1 of e5"`.
        pub without: Option<Spanned<String>>,
        /// The properties of every cell without a kind.
        /// Default: no fill. Example: `cell = { fill = "linen" }`.
        pub cell: Option<Spanned<Sign>>,
        /// The properties of single cells, edges or corners, by their address.
        /// Example: `"d4" = { fill = "tan" }`.
        pub at: NamedEntries<Spanned<Sign>>,
        /// Colours the cells so that no two neighbours have the same colour. Name three cells that
        /// touch.
        /// Example: `three-colours = { a1 = "tan", b1 = "ivory", a2 = "sienna" }`.
        pub three_colours: NamedEntries<Spanned<ColourName>>,
        /// Colours the cells so that no two neighbours have the same colour. Name two cells that
        /// touch.
        /// Example: `two-colours = { a1 = "sienna", a2 = "linen" }`.
        pub two_colours: NamedEntries<Spanned<ColourName>>,
        /// The names of the cells: a scheme, a table with details, or a list of all names of points.
        /// Default: no names. Example: `names = "chess"`.
        pub names: Option<Spanned<GivenNames>>,
        /// Where names are printed: `inside`, `edge`, `outside` or `none`.
        /// Default: `none`. Example: `show-names = "outside"`.
        pub show_names: Option<Spanned<ShowNames>>,
        /// The font of the names.
        /// Default: `7pt`. Example: `names-font = "6pt"`.
        pub names_font: Option<Spanned<OfWhole<Font>>>,
        /// The colour of the names.
        /// Default: dark grey, or black or white if that is easier to read. Example: `names-colour
        /// = "navy"`.
        pub names_colour: Option<Spanned<ColourName>>,
        /// An outline around the names, at most 10 mm wide: width and colour.
        /// Default: none. Example: `names-halo = "0.4mm white"`.
        pub names_halo: Option<Spanned<OfWhole<Line>>>,
        /// The place of the name in its cell.
        /// Default: `bottom`. Example: `names-at = "top"`.
        pub names_at: Option<Spanned<OfWhole<ElementPlace>>>,
        /// Prints the names once for each seat, turned towards the player.
        /// Default: once. Example: `names-for = "each seat"`.
        pub names_for: Option<Spanned<DrawnFor>>,
        /// Bands of colour along the sides of the board.
        /// Default: none. Example: `sides = { colours = ["red", "blue", "red", "blue"] }`.
        pub sides: Option<Spanned<Sides>>,
        /// The meaning of the characters of the map.
        /// Example: `H = { kind = "hill", fill = "tan" }`.
        pub key: NamedEntries<Spanned<Sign>>,
        /// The line around every cell: width and colour, or `none`.
        /// Default: `0.3mm black`. Example: `line = "0.5mm white"`.
        pub line: Option<Spanned<OfWhole<Line>>>,
        /// The line around the whole board, at most 20 mm wide: width and colour.
        /// Default: none. Example: `rim = "1.5mm sienna"`.
        pub rim: Option<Spanned<OfWhole<Line>>>,
        /// A strip with elements above the cells, or `none`.
        /// Default: the strip of the theme. Example: `head = "none"`.
        pub head: Option<Spanned<NameOr<Head>>>,
        /// A background or a frame that is drawn under the board, just large enough to surround it.
        /// Default: none. Example: `plate = { margin = "6mm", line = "1mm sienna" }`.
        pub plate: Option<Spanned<Plate>>,
        /// The radius of the corners of cells, with a unit.
        /// Default: 0. Example: `round = "3mm"`.
        pub round: Option<Spanned<OfWhole<Length>>>,
        /// The appearance of the labels of all cells.
        /// Example: `labels = { font = "bold 11pt" }`.
        pub labels: Option<Spanned<Labels>>,
        /// Elements on the sheet, drawn over the cells.
        /// Default: none. Example: `draw = [{ text = "River", font = "20pt", at = "top" }]`.
        pub draw: Option<Spanned<Vec<Spanned<Element>>>>,
        /// Elements on the sheet, drawn under the cells.
        /// Default: none. Example: `under = [{ image = "art/land.jpg", size = "100% x 100%" }]`.
        pub under: Option<Spanned<Vec<Spanned<Element>>>>,
        /// A line of small print at the bottom of the sheet.
        /// Default: none. Example: `bottom-line = "© A. Designer"`.
        pub bottom_line: Option<Spanned<String>>,
        /// The text that screen readers read in place of all cells.
        /// Default: the cells are read one by one. Example: `alt = "go board of 19 x 19 points"`.
        pub alt: Option<Spanned<String>>,
        /// Rules for the board, which the checker verifies.
        /// Example: `must = { have = { cells = 61 } }`.
        pub must: Option<Spanned<BoardMust>>,
    }

    /// A strip above the cells of a board.
    pub struct Head {
        /// The height of the strip, with a unit.
        /// Required. Example: `height = "14mm"`.
        pub height: Option<Spanned<OfWhole<Length>>>,
        /// The elements in the strip.
        /// Default: none. Example: `draw = [{ text = "{{ title }}", font = "bold 22pt" }]`.
        pub draw: Option<Spanned<Vec<Spanned<Element>>>>,
    }

    /// A background or a frame that is drawn under a board.
    pub struct Plate {
        /// What the plate encloses: the `cells`, the cells with their `names`, or `all`, which
        /// includes the head.
        /// Default: `all`. Example: `around = "cells"`.
        pub around: Option<Spanned<Around>>,
        /// The distance from the enclosed area to the edge of the plate, with a unit.
        /// Default: 0. Example: `margin = "6mm"`.
        pub margin: Option<Spanned<OfWhole<Length>>>,
        /// The colour of the plate. It may have a pattern or be a gradient.
        /// Default: none. Example: `fill = "linen"`.
        pub fill: Option<Spanned<ColourName>>,
        /// The line along the edge: width and colour.
        /// Default: none; `0.5mm black` with `frame`. Example: `line = "1mm sienna"`.
        pub line: Option<Spanned<OfWhole<Line>>>,
        /// How the line is drawn at the corners, as for the element `frame`.
        /// Default: `plain`. Example: `frame = "double"`.
        pub frame: Option<Spanned<FrameStyle>>,
        /// The radius of the corners, with a unit.
        /// Default: 0. Example: `round = "4mm"`.
        pub round: Option<Spanned<OfWhole<Length>>>,
        /// Elements on the plate, drawn under the cells.
        /// Default: none. Example: `draw = [{ star = "5mm", at = "each corner", inset = "3mm" }]`.
        pub draw: Option<Spanned<Vec<Spanned<Element>>>>,
    }

    /// A naming scheme for cells, in detail.
    pub struct Names {
        /// The naming scheme to start from, such as `hex`, `lines`, `glinski` or `offset`.
        /// Default: `lines`. Example: `like = "chess"`.
        pub like: Option<Spanned<String>>,
        /// The corner where counting starts.
        /// Default: that of the scheme. Example: `from = "top-left"`.
        pub from: Option<Spanned<String>>,
        /// The pattern of a name.
        /// Default: that of the scheme. Example: `as = "{column}{row}"`.
        #[serde(rename = "as")]
        pub as_: Option<Spanned<String>>,
        /// The minimum number of digits of a number, 1 to 9.
        /// Default: 1. Example: `digits = 2`.
        pub digits: Option<Spanned<u32>>,
        /// How columns are counted: `letter`, `number`, `A..`, `01..`, or your own letters: `abcdefghkl`.
        /// Default: that of the scheme. Example: `column = "A.."`.
        pub column: Option<Spanned<String>>,
        /// How rows are counted: `letter`, `number`, `A..`, `01..`, or your own letters: `abcdefghkl`.
        /// Default: that of the scheme. Example: `row = "number"`.
        pub row: Option<Spanned<String>>,
        /// Letters that are not used.
        /// Default: that of the scheme. Example: `skip = "ijo"`.
        pub skip: Option<Spanned<String>>,
    }

    /// The sides of a board.
    pub struct Sides {
        /// A colour for each side, clockwise from the top.
        /// Required. Example: `colours = ["red", "blue", "red", "blue"]`.
        pub colours: Option<Spanned<Vec<Spanned<ColourName>>>>,
        /// The width of the band, with a unit.
        /// Default: `5mm`. Example: `width = "4mm"`.
        pub width: Option<Spanned<OfWhole<Length>>>,
        /// A line along both edges of the band: width and colour.
        /// Default: none. Example: `outline = "0.3mm black"`.
        pub outline: Option<Spanned<OfWhole<Line>>>,
    }

    /// The appearance of labels in cells.
    pub struct Labels {
        /// The place of the label in its cell.
        /// Default: `centre`. Example: `at = "top"`.
        pub at: Option<Spanned<OfWhole<ElementPlace>>>,
        /// The distance from the edge of the cell, with a unit.
        /// Default: 0. Example: `inset = "2mm"`.
        pub inset: Option<Spanned<OfWhole<Pair>>>,
        /// The font of labels.
        /// Default: `9pt`. Example: `font = "bold 11pt"`.
        pub font: Option<Spanned<OfWhole<Font>>>,
        /// The smallest font size for labels that are too wide for their cell, in pt.
        /// Default: labels do not shrink. Example: `shrink = "6pt"`.
        pub shrink: Option<Spanned<OfWhole<Length>>>,
        /// The colour of labels.
        /// Default: `black`. Example: `colour = "navy"`.
        pub colour: Option<Spanned<ColourName>>,
        /// An outline around labels, at most 10 mm wide: width and colour.
        /// Default: none. Example: `halo = "0.5mm white"`.
        pub halo: Option<Spanned<OfWhole<Line>>>,
        /// The size of a counter that must not cover the label; the checker verifies this.
        /// Default: none. Example: `clear-of = "20mm"`.
        pub clear_of: Option<Spanned<OfWhole<Length>>>,
        /// Prints the label once for each seat, turned towards the player.
        /// Default: once. Example: `for = "each seat"`.
        #[serde(rename = "for")]
        pub for_: Option<Spanned<DrawnFor>>,
    }
}

choices! {
    /// Where players put pieces on a board.
    PlayOn {
        /// In cells.
        Cells = "cells",
        /// On points, where lines meet.
        Points = "points",
    }

    /// Which diagonals of squares join points.
    Diagonals {
        /// Both diagonals of every square.
        All = "all",
        /// One diagonal of every square. Points where four lines meet alternate with points where
        /// eight lines meet.
        Alternate = "alternate",
    }

    /// How the size of cells is chosen.
    Fit {
        /// The largest regular cells that fit on the sheet.
        Largest = "largest",
    }
}

tilings! { choices! Cells }

/// The names of the cells of a board.
#[derive(Debug, Clone)]
pub enum GivenNames {
    /// A naming scheme such as `chess`, or the names of all points in order, separated by spaces.
    Text(String),
    /// The names of all points, in order.
    List(Vec<Spanned<String>>),
    /// A naming scheme, in detail.
    Scheme(Box<Names>),
}

impl<'de> Either<'de> for GivenNames {
    const WANTED: &'static str = "a naming scheme, a table or a list of names";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Text(text.to_owned()))
    }

    fn list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Self::List)
    }

    fn table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        Names::deserialize(MapAccessDeserializer::new(table)).map(|scheme| Self::Scheme(Box::new(scheme)))
    }
}

read_either!(GivenNames);
