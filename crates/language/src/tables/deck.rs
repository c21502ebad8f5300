//! The table and keys of `[tiles.deck]`: tiles that are chosen at random instead of listed.

use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess};

use crate::data::Data;
use crate::values::either::{Either, read_either};
use crate::values::spanned::{NamedEntries, OneOrMany, Spanned};
use crate::values::tiles::{Different, Straight, TileCount};
use crate::values::value::ColourName;
use hexpress_base::diag::{Diagnostic, codes};

toml_tables! {
    /// Tiles that are chosen at random. The same seed always gives the same tiles.
    pub struct RandomDeck {
        /// The number of tiles: a number, `all`, or `seats` for one tile per seat.
        /// Required without `data`. Example: `count = 40`.
        pub count: Option<Spanned<TileCount>>,
        /// The colours of edges. Every edge of a tile has one of these colours.
        /// Default: `colour-1` to `colour-7`. Example: `edges = ["red", "blue", "gold"]`.
        pub edges: Option<Spanned<Vec<Spanned<ColourName>>>>,
        /// Whether edges may be blank.
        /// Default: `false`. Example: `blank-edges = true`.
        pub blank_edges: Option<Spanned<bool>>,
        /// Joins edges by paths instead of colouring them.
        /// Default: coloured edges. Example: `join = "all edges in pairs"`.
        pub join: Option<Spanned<Join>>,
        /// The colours of paths.
        /// Required with `join`. Example: `colours = ["red", "blue"]`.
        pub colours: Option<Spanned<Vec<Spanned<ColourName>>>>,
        /// The smallest number of different colours on a tile.
        /// Default: 1. Example: `at-least = "2 colours"`.
        pub at_least: Option<Spanned<Different>>,
        /// The exact number of different colours on a tile.
        /// Default: any number. Example: `exactly = "3 colours"`.
        pub exactly: Option<Spanned<Different>>,
        /// Leaves out tiles with these numbers of straight paths.
        /// Default: none. Example: `without = "three straight"`.
        pub without: Option<Spanned<OneOrMany<Straight>>>,
        /// A file with tiles that were chosen at random earlier. It replaces `count`.
        /// Default: none. Example: `data = "deck.csv"`.
        pub data: Option<Spanned<Data>>,
        /// Which tiles count as the same.
        /// Default: `when turned`. Example: `no-two-alike = "when turned or flipped"`.
        pub no_two_alike: Option<Spanned<NoTwoAlike>>,
        /// Whether all colours are used equally often, as far as possible.
        /// Default: `false`. Example: `balance = true`.
        pub balance: Option<Spanned<bool>>,
        /// The number fields of each tile: a range, weights, a fixed number, or a template.
        /// Example: `numbers = { cost = { from = 2, to = 12 } }`.
        pub numbers: NamedEntries<Spanned<Number>>,
    }
}

/// A key that has no effect in a random deck, because the tiles come from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleKey {
    /// The name of the key.
    pub name: &'static str,
    /// The byte range of the key's value in the layout.
    pub value: Range<usize>,
}

impl IdleKey {
    /// Returns the mistake for the key, without its place in the file.
    pub fn mistake(&self) -> Diagnostic {
        codes::IDLE_KEY
            .error(format!("`{}` has no effect together with `data`", self.name))
            .hint("delete this key: it applies only to random decks, but these tiles come from a file")
    }
}

impl RandomDeck {
    /// Returns the keys that have no effect if the tiles come from a file.
    pub fn idle_keys(&self) -> impl Iterator<Item = IdleKey> {
        let count = self.count.as_ref().map(|at| IdleKey { name: "count", value: at.span.clone() });
        let balance = self.balance.as_ref().map(|at| IdleKey { name: "balance", value: at.span.clone() });
        count.into_iter().chain(balance)
    }
}

/// A number field of the tiles in a random deck.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// A number that is the same for all tiles.
    Fixed(i64),
    /// A table: the bounds of a range, such as `{ from = 2, to = 12 }`, or values with their weights.
    Table(NamedEntries<Spanned<i64>>),
    /// A formula that is computed for each tile: `"{{ colours * 2 }}"`.
    Formula(String),
}

impl<'de> Either<'de> for Number {
    const WANTED: &'static str = "a whole number, a range, weights, or a template";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Formula(text.to_owned()))
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        i64::try_from(number).map(Self::Fixed).map_err(E::custom)
    }

    fn table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        serde::Deserialize::deserialize(MapAccessDeserializer::new(table)).map(Self::Table)
    }
}

read_either!(Number);

choices! {
    /// Which edges are joined.
    Join {
        /// Every edge is joined to another edge.
        AllInPairs = "all edges in pairs",
    }

    /// Which tiles count as the same.
    #[derive(Default)]
    NoTwoAlike {
        /// Tiles that are the same after a rotation.
        #[default]
        Turned = "when turned",
        /// Tiles that are the same after a rotation, or after being turned over.
        TurnedOrFlipped = "when turned or flipped",
        /// No tiles count as the same, so identical tiles are allowed.
        MayBeAlike = "may be alike",
    }
}
