//! The tables of a whole layout: the game, the names that it defines, and its components.
//!
//! - In: the values that serde reads from a file.
//! - Out: [`Layout`]. The doc comments of its fields are the descriptions in the schema.
//! - Not here: looking up names, or applying defaults. A key that the file leaves out is `None`.

use std::collections::BTreeSet;

use super::constraints::Must;
use super::element::Element;
use super::furniture::Furniture;
use crate::Keys;
use crate::values::choice::Decimal;
use crate::values::per_row::{Numeral, PerRow};
use crate::values::spanned::{NameOr, NamedEntries, OneOrMany, Spanned};
use crate::values::tiles::{Seed, TileCount};
use crate::values::value::{ColourName, ElementPlace, Extent, Heading, Pair};

pub use super::board::{Board, Cells, Diagonals, Fit, GivenNames, Head, Labels, Names, Plate, PlayOn, Sides};
pub use super::game_box::{BoxKind, GameBox};
pub use super::page::Page;
pub use super::pieces::{CutSheet, Hole, Outline, Pieces};

toml_tables! {
    /// A whole layout file.
    pub struct Layout {
        /// The title, author and other facts of the game.
        /// Example: `[game]` and below it `title = "My Game"`.
        pub game: Option<Spanned<Game>>,
        /// The names that the game uses for directions on a board.
        /// Example: `North = "up"`.
        pub directions: NamedEntries<Spanned<Heading>>,
        /// The names that the game uses for colours.
        /// Example: `sea = "#1F4E9E"`.
        pub colours: NamedEntries<Spanned<NameOr<Colour>>>,
        /// The folder with the icons of the game.
        /// Example: `folder = "icons"`.
        pub icons: Option<Spanned<Icons>>,
        /// Fonts of the game: one file, or a file for each weight and style.
        /// Example: `title = "fonts/Title.ttf"`.
        pub fonts: NamedEntries<Spanned<NameOr<FontFiles>>>,
        /// Named lists of elements, used as in `face = "hero"`.
        /// Example: `hero = [{ fill = "wheat" }]`.
        pub look: NamedEntries<Spanned<Vec<Spanned<Element>>>>,
        /// Named places, used as in `in = "title"`.
        /// Example: `title = { at = "top", inset = "5mm" }`.
        pub places: NamedEntries<Spanned<NamedPlace>>,
        /// A pre-cut sheet: a sheet of labels, of perforated cards or of die-cut counters.
        /// Example: `[[sheet]]` and below it `name = "labels"`.
        pub sheet: Vec<Spanned<CutSheet>>,
        /// A board of cells or points.
        /// Example: `[[board]]` and below it `shape = "hexhex 5"`.
        pub board: Vec<Spanned<Board>>,
        /// Cards: rectangles on small sheets.
        /// Example: `[[cards]]` and below it `size = "poker"`.
        pub cards: Vec<Spanned<Pieces>>,
        /// Banknotes: rectangles on small sheets.
        /// Example: `[[notes]]` and below it `size = "120 x 60mm"`.
        pub notes: Vec<Spanned<Pieces>>,
        /// Tiles: hexagons on small sheets, unless `shape` is set.
        /// Example: `[[tiles]]` and below it `across = "40mm"`.
        pub tiles: Vec<Spanned<Pieces>>,
        /// Counters: discs on small sheets, unless `shape` is set.
        /// Example: `[[counters]]` and below it `across = "20mm"`.
        pub counters: Vec<Spanned<Pieces>>,
        /// Pages of text, such as rules.
        /// Example: `[[page]]` and below it `text = "rules.md"`.
        pub page: Vec<Spanned<Page>>,
        /// A box that is printed flat, cut out, folded and glued.
        /// Example: `[[box]]` and below it `holds = ["cards"]`.
        #[serde(rename = "box")]
        pub boxes: Vec<Spanned<GameBox>>,
        /// Rulers, marks, cut lines, and the line of text on every sheet.
        /// Example: `[furniture]` and below it `rulers = "top-left"`.
        pub furniture: Option<Spanned<Furniture>>,
        /// Rules for the whole game, which the checker verifies.
        /// Example: `same-back-and-size = ["cards", "tiles"]`.
        pub must: Option<Spanned<Must>>,
        /// The command-line options for random decks. They replace the settings of the file.
        #[serde(skip)]
        pub deck_overrides: DeckOptions,
        /// Where each key is in the file.
        #[serde(skip)]
        pub keys: Keys,
        /// Whether parts of the file are left out because they have errors. It is unknown which
        /// names these parts use.
        #[serde(skip)]
        pub is_partial: bool,
    }

    /// The game as a whole.
    pub struct Game {
        /// The title of the game.
        /// Default: the name of the file. Example: `title = "River Crossing"`.
        pub title: Option<Spanned<String>>,
        /// The author of the game.
        /// Default: none. Example: `author = "A. Designer"`.
        pub author: Option<Spanned<String>>,
        /// The licence of the game.
        /// Default: none. Example: `rights = "CC BY 4.0"`.
        pub rights: Option<Spanned<String>>,
        /// Where the game was published.
        /// Default: none. Example: `source = "www.example.org/river"`.
        pub source: Option<Spanned<String>>,
        /// The version of the layout, printed at the edge of every sheet.
        /// Default: none. Example: `version = "0.3"`.
        pub version: Option<Spanned<String>>,
        /// The language of the printed text, as a language tag.
        /// Default: `en`. Example: `language = "de-CH"`.
        pub language: Option<Spanned<String>>,
        /// The decimal separator of numbers in fields: `point` or `comma`.
        /// Default: that of the language. Example: `decimal = "comma"`.
        pub decimal: Option<Spanned<Decimal>>,
        /// The number of players around the table, for `for = "each seat"`.
        /// From 1 to 12. Default: 2. Example: `seats = 4`.
        pub seats: Option<Spanned<u32>>,
        /// The resolution of PNG files, and of filters in SVG pictures, in dots per inch.
        /// From 72 to 1200. Default: 300. Example: `dpi = 600`.
        pub dpi: Option<Spanned<u32>>,
        /// The seed of random decks: the same seed always gives the same decks.
        /// Default: 1. Example: `seed = 2013`.
        pub seed: Option<Spanned<Seed>>,
        /// What players need in addition to the printed parts.
        /// Default: nothing. Example: `bring = ["1 die", "7 pebbles"]`.
        pub bring: Option<Vec<Spanned<String>>>,
        /// Whether the PDF contains the layout, so that you can build the game again.
        /// Default: `true`. Example: `embed = false`.
        pub embed: Option<Spanned<bool>>,
        /// The theme: a name or a file. It sets the appearance that the layout does not set.
        /// Default: none. Example: `theme = "parchment"`.
        pub theme: Option<Spanned<String>>,
        /// Whether components share sheets if that saves a sheet.
        /// Default: `true`. Example: `share = false`.
        pub share: Option<Spanned<bool>>,
        /// Rules of the checker that the game may break, each with a reason.
        /// Default: none. Example: `allow = [{ code = "HX424", because = "decoration" }]`.
        pub allow: Vec<Spanned<Allow>>,
    }

    /// A rule of the checker that the game may break.
    pub struct Allow {
        /// The code of the rule.
        /// Required. Example: `code = "HX424"`.
        pub code: Option<Spanned<String>>,
        /// The reason why the game may break the rule.
        /// Required. Example: `because = "the small print is decoration"`.
        pub because: Option<Spanned<String>>,
    }

    /// A colour with an icon, for players who cannot distinguish colours.
    pub struct Colour {
        /// The colour: hex digits, a CSS name, or another colour made lighter or darker.
        /// Required. Example: `fill = "#D55E00"`.
        pub fill: Option<Spanned<ColourName>>,
        /// The icon of the colour, for players who cannot distinguish colours.
        /// Default: none. Example: `icon = "dot"`.
        pub icon: Option<Spanned<String>>,
    }

    /// The icons of the game.
    pub struct Icons {
        /// The folder with the SVG files of the icons, next to the layout.
        /// Example: `folder = "icons"`.
        pub folder: Option<Spanned<String>>,
        /// The author and licence of the icons, printed small on sheets that show them.
        /// Default: none. Example: `credit = "A. Drawer, CC BY 4.0"`.
        pub credit: Option<Spanned<String>>,
    }

    /// The files of a font family.
    pub struct FontFiles {
        /// The font file of regular text.
        /// Required. Example: `regular = "fonts/Title.ttf"`.
        pub regular: Option<Spanned<String>>,
        /// The font file of bold text.
        /// Default: none. Example: `bold = "fonts/Title-Bold.ttf"`.
        pub bold: Option<Spanned<String>>,
        /// The font file of italic text.
        /// Default: none. Example: `italic = "fonts/Title-Italic.ttf"`.
        pub italic: Option<Spanned<String>>,
        /// The font file of bold italic text.
        /// Default: none. Example: `bold-italic = "fonts/Title-BoldItalic.ttf"`.
        pub bold_italic: Option<Spanned<String>>,
    }

    /// A place with a name.
    pub struct NamedPlace {
        /// The place: one of nine anchors, `each corner`, `each edge`, or an offset from the
        /// centre.
        /// Default: `centre`. Example: `at = "top-left"`.
        pub at: Option<Spanned<OneOrMany<PerRow<ElementPlace>>>>,
        /// The distance from the edges that the anchor touches, with a unit.
        /// Default: 0. Example: `inset = "3 8mm"`.
        pub inset: Option<Spanned<PerRow<Pair>>>,
        /// The width and height, with a unit or as percentages of the piece.
        /// Default: that of the element. Example: `size = "12mm"`.
        pub size: Option<Spanned<PerRow<Extent>>>,
        /// The offset to the right and downwards, with a unit.
        /// Default: 0. Example: `shift = "0 -2mm"`.
        pub shift: Option<Spanned<PerRow<Pair>>>,
        /// The rotation, in degrees clockwise.
        /// Default: 0. Example: `turn = 15`.
        pub turn: Option<Spanned<PerRow<Numeral<f64>>>>,
    }
}

/// The command-line options for random decks. They replace the settings of the layout.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckOptions {
    /// The seed of all decks.
    pub seed: Option<u64>,
    /// The number of tiles of one deck, and the name of its component.
    pub count: Option<(String, TileCount)>,
}

impl Layout {
    /// Returns the four lists of components with pieces, each with the key of the list. Components that
    /// set no `name` have this key as their name.
    pub fn pieces(&self) -> [(&'static str, &[Spanned<Pieces>]); 4] {
        let Self { cards, notes, tiles, counters, .. } = self;
        [("cards", cards), ("notes", notes), ("tiles", tiles), ("counters", counters)]
    }

    /// Returns the names of all data files and Markdown files, exactly as the layout writes them.
    pub fn data_names(&self) -> BTreeSet<&str> {
        let pieces = || self.pieces().into_iter().flat_map(|(_, list)| list);
        let of_pieces = pieces().filter_map(|pieces| pieces.data.as_ref());
        let of_decks = pieces().filter_map(|pieces| pieces.deck.as_ref()?.data.as_ref());
        let of_boards = self.board.iter().filter_map(|board| board.data.as_ref());
        let of_pages = self.page.iter().filter_map(|page| page.text.as_ref()?.file_name());
        let tables = of_pieces.chain(of_decks).chain(of_boards).map(|data| data.name.as_str());
        tables.chain(of_pages).collect()
    }

    /// Returns true if the layout has no component.
    pub fn prints_nothing(&self) -> bool {
        self.board.is_empty()
            && self.page.is_empty()
            && self.boxes.is_empty()
            && self.pieces().iter().all(|(_, list)| list.is_empty())
    }

    /// Returns whether at least one random deck has neither `edges` nor `join`.
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
