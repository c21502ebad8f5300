//! The tables and keys of cards, notes, tiles and counters, and of pre-cut sheets.
//!
//! - In: the values that serde reads from a file.
//! - Out: typed tables, and their descriptions in the schema.
//! - Not here: parsing templates and conditions. They stay texts.

use super::board::Cells;
use super::constraints::PiecesMust;
use super::deck::RandomDeck;
use super::element::Element;
use crate::data::Data;
use crate::values::choice::{Cut, Marks, Pack};
use crate::values::copies::Copies;
use crate::values::fold_line::FoldLine;
use crate::values::scalar::Scalar;
use crate::values::shares::OfWhole;
use crate::values::spanned::{NameOr, NamedEntries, Spanned};
use crate::values::value::{Across, ElementPlace, Extent, Grid, Length, OnSheet, Pair};

toml_tables! {
    /// Cards, notes, tiles or counters.
    pub struct Pieces {
        /// The name of the component: lower-case letters, digits and `-`.
        /// Default: `cards`, `notes`, `tiles` or `counters`. Example: `name = "heroes"`.
        pub name: Option<Spanned<String>>,
        /// Another component to inherit keys from.
        /// Default: none. Example: `like = "heroes"`.
        pub like: Option<Spanned<String>>,
        /// The size of the sheet, `large` or `small`, or the name of a `[[sheet]]`, or of a sheet that
        /// is sold already cut.
        /// Default: `small`. Example: `sheet = "labels"`.
        pub sheet: Option<Spanned<OnSheet>>,
        /// The kind of paper to print on, in your own words.
        /// Default: none. Example: `stock = "white card"`.
        pub stock: Option<Spanned<String>>,
        /// How many times to print each sheet.
        /// Default: 1. Example: `print = 2`.
        pub print: Option<Spanned<u32>>,
        /// Whether pieces share sheets if that saves a sheet. With `true`, they may also share the
        /// sheet of a board that has another `stock`.
        /// Default: `share` of `[game]`. Example: `share = false`.
        pub share: Option<Spanned<bool>>,
        /// The width and height of a piece with a unit, or a size by name.
        /// Required for rectangles. Example: `size = "63 x 88mm"`.
        pub size: Option<Spanned<Extent>>,
        /// The size of hexagons, discs and squares from side to side, or a percentage of a board's
        /// cell.
        /// Required for these shapes. Example: `across = "80% of board"`.
        pub across: Option<Spanned<Across>>,
        /// The outline of a piece.
        /// Default: rectangle (cards, notes), hexagon (tiles) or disc (counters). Example: `shape =
        /// "square"`.
        pub shape: Option<Spanned<Outline>>,
        /// Any other outline, as an SVG path in mm. With `size` or `across`, the path is stretched
        /// to that size.
        /// Default: none. Example: `outline = "M 0 -15 L 14 10 H -14 Z"`.
        pub outline: Option<Spanned<String>>,
        /// Holes that are punched into each piece.
        /// Default: none. Example: `holes = [{ size = "5mm", at = "top", inset = "4mm" }]`.
        pub holes: Option<Spanned<Vec<Spanned<Hole>>>>,
        /// Fold lines: `across` and a distance from the top, or `down` and a distance from the
        /// left.
        /// Default: none. Example: `fold = ["across 50%"]`.
        pub fold: Option<Spanned<Vec<Spanned<FoldLine>>>>,
        /// The orientation of hexagons: `flat-top` or `pointy-top`.
        /// Required for hexagons. Example: `cells = "flat-top"`.
        pub cells: Option<Spanned<Cells>>,
        /// The radius of the corners of a rectangle, with a unit.
        /// Default: 0. Example: `round = "3mm"`.
        pub round: Option<Spanned<OfWhole<Length>>>,
        /// How far artwork extends beyond the cut, 0 to 20 mm.
        /// Default: 0. Example: `bleed = "3mm"`.
        pub bleed: Option<Spanned<Length>>,
        /// How far the artwork of backs extends beyond the cut, 0 to 20 mm.
        /// Default: `bleed`. Example: `back-bleed = "4mm"`.
        pub back_bleed: Option<Spanned<Length>>,
        /// The distance that text and icons keep from the cut, with a unit.
        /// Default: none. Example: `safe = "3mm"`.
        pub safe: Option<Spanned<Length>>,
        /// The largest number of columns and rows on a sheet.
        /// Default: as many as fit. Example: `grid = "3 x 3"`.
        pub grid: Option<Spanned<Grid>>,
        /// How pieces are arranged on their sheet.
        /// Default: what suits the cutting tool. Example: `pack = "apart"`.
        pub pack: Option<Spanned<Pack>>,
        /// The marks that show where to cut.
        /// Default: what suits the packing and the cutting tool. Example: `marks = "corner"`.
        pub marks: Option<Spanned<Marks>>,
        /// How a cutting machine cuts pieces out: through, only the upper layer, or with small gaps.
        /// Default: `through`. Example: `cut = "kiss"`.
        pub cut: Option<Spanned<Cut>>,
        /// The distance from the pieces of a sheet to a cut around all of them, 1 to 50 mm.
        /// Default: no cut around all pieces. Example: `cut-around = "3mm"`.
        pub cut_around: Option<Spanned<Length>>,
        /// Lists of values; every combination is a piece. The last list changes fastest.
        /// Example: `each = { steps = [1, 2], way = ["up", "down"] }`.
        pub each: Option<Spanned<NamedEntries<Spanned<Vec<Spanned<Scalar>>>>>>,
        /// A table of fields for each piece.
        /// Example: `rows = [{ name = "Ann" }, { name = "Bob", copies = 2 }]`.
        pub rows: Option<Spanned<Vec<Spanned<NamedEntries<Spanned<Scalar>>>>>>,
        /// A file with a row for each piece.
        /// Example: `data = "cards.csv"`.
        pub data: Option<Spanned<Data>>,
        /// Tiles that are chosen at random.
        /// Example: `[tiles.deck]` and below it `count = 40`.
        pub deck: Option<Spanned<Box<RandomDeck>>>,
        /// A condition. Only rows that meet the condition are printed.
        /// Default: all rows. Example: `where = "not draft"`.
        #[serde(rename = "where")]
        pub where_: Option<Spanned<String>>,
        /// Fields for all pieces of the component; the fields of a row override them.
        /// Example: `set = { unit = "coin" }`.
        #[cfg_attr(test, schemars(with = "NamedEntries<crate::tests::types::SetField>"))]
        pub set: NamedEntries<Spanned<Scalar>>,
        /// The number of copies of each piece, unless its row has `copies`; `fill` fills the last sheet.
        /// Default: 1. Example: `copies = 12`.
        pub copies: Option<Spanned<Copies>>,
        /// The elements that are drawn under the face of each piece, or the name of a look.
        /// Default: the elements of the theme. Example: `ground = [{ fill = "ivory" }]`.
        pub ground: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on each piece, or the name of a look.
        /// Default: the elements of the theme. Example: `face = [{ text = "{{ name }}", font = "9pt" }]`.
        pub face: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The elements on the back of each piece, or the name of a look.
        /// Default: the elements of the theme. Example: `back = [{ fill = "navy" }]`.
        pub back: Option<Spanned<NameOr<Vec<Spanned<Element>>>>>,
        /// The text that screen readers read in place of the text on the front.
        /// Default: the text on the piece. Example: `alt = "{{ side }} king"`.
        pub alt: Option<Spanned<String>>,
        /// The field that identifies a row when two versions are compared.
        /// Default: a field that hexpress guesses. Example: `key = "name"`.
        pub key: Option<Spanned<String>>,
        /// Whether each piece has a small mark that identifies its version.
        /// Default: `false`. Example: `version-mark = true`.
        pub version_mark: Option<Spanned<bool>>,
        /// Rules for the pieces, which the checker verifies.
        /// Example: `must = { have = { pieces = 52 } }`.
        pub must: Option<Spanned<PiecesMust>>,
    }

    /// A hole that is punched into a piece.
    pub struct Hole {
        /// The diameter of a round hole, or the width and height of an `outline`, with a unit or as
        /// percentages of the piece.
        /// Required for round holes. Example: `size = "5mm"`.
        pub size: Option<Spanned<Extent>>,
        /// Any other outline, as an SVG path in mm. With `size`, the path is stretched to this
        /// size.
        /// Default: none. Example: `outline = "M 0 -4 L 4 3 H -4 Z"`.
        pub outline: Option<Spanned<String>>,
        /// The place of the hole.
        /// Default: `centre`. Example: `at = "top"`.
        pub at: Option<Spanned<OfWhole<ElementPlace>>>,
        /// The distance of the hole from the edge, with a unit.
        /// Default: 0. Example: `inset = "4mm"`.
        pub inset: Option<Spanned<OfWhole<Pair>>>,
    }

    /// A pre-cut sheet with a place for each piece.
    pub struct CutSheet {
        /// The name of the sheet, for `sheet = "labels"`.
        /// Required. Example: `name = "labels"`.
        pub name: Option<Spanned<String>>,
        /// The paper of the sheet. A name means portrait; a size may also be landscape.
        /// Required. Example: `paper = "297 x 210mm"`.
        pub paper: Option<Spanned<String>>,
        /// The distances of the first place from the left edge and from the top edge, with a unit.
        /// Required. Example: `first = "7.2 15.1mm"`.
        pub first: Option<Spanned<Pair>>,
        /// The horizontal and the vertical distance from the start of one place to the start of the
        /// next, with a unit.
        /// Default: the size, so that places touch. Example: `pitch = "66 38.1mm"`.
        pub pitch: Option<Spanned<Pair>>,
        /// The columns and rows of places.
        /// Required. Example: `grid = "3 x 7"`.
        pub grid: Option<Spanned<Grid>>,
        /// The width and height of a place, with a unit.
        /// Required. Example: `size = "63.5 x 38.1mm"`.
        pub size: Option<Spanned<Extent>>,
    }
}

choices! {
    /// The outline of a piece.
    Outline {
        /// A rectangle, with corners rounded by `round`.
        Rectangle = "rectangle",
        /// A square.
        Square = "square",
        /// A hexagon.
        Hexagon = "hexagon",
        /// A triangle with a corner at the top.
        Triangle = "triangle",
        /// An octagon with a side at the top.
        Octagon = "octagon",
        /// A disc.
        Disc = "disc",
    }
}
