//! `[tiles.deck]`: tiles that are drawn at random instead of listed.

use std::ops::Range;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess};

use crate::data::Data;
use crate::values::either::{Either, read_either};
use crate::values::place::{At, Named, OneOrMany};
use crate::values::tiles::{Different, Straight, TileCount};
use crate::values::value::ColourName;
use hexpress_base::diag::{Diagnostic, codes};

tables! {
    /// Tiles that are drawn at random: no two alike, the same for ever from the same seed.
    pub struct RandomDeck {
        /// How many tiles: a number, `all`, or `seats`, one for each seat.
        pub count: Option<At<TileCount>>,
        /// The colours of the edges, a colour for each edge.
        pub edges: Option<At<Vec<At<ColourName>>>>,
        /// Whether edges may be blank.
        pub blank_edges: Option<At<bool>>,
        /// Instead of coloured edges: which edges are joined by paths.
        pub join: Option<At<Join>>,
        /// The colours of the paths.
        pub colours: Option<At<Vec<At<ColourName>>>>,
        /// The fewest different colours of a tile: `2 colours`.
        pub at_least: Option<At<Different>>,
        /// How many different colours a tile has, no more and no fewer.
        pub exactly: Option<At<Different>>,
        /// Tiles that are left out, by their straight paths: `three straight`.
        pub without: Option<At<OneOrMany<Straight>>>,
        /// Instead of a count: the tiles of a deck that was drawn before, from the file it was written to.
        pub data: Option<At<Data>>,
        /// Which tiles count as one.
        pub no_two_alike: Option<At<NoTwoAlike>>,
        /// Every colour as often as every other, as far as that goes.
        pub balance: Option<At<bool>>,
        /// Numbers of each tile: a range, weights, one number for all, or worked out.
        pub numbers: Named<At<Number>>,
    }
}

/// A key of a random deck that does nothing, because the tiles come from a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdleKey {
    /// The key.
    pub name: &'static str,
    /// The bytes of its value in the layout.
    pub value: Range<usize>,
}

impl IdleKey {
    /// Returns the mistake, without a place.
    pub fn mistake(&self) -> Diagnostic {
        codes::IDLE_KEY
            .error(format!("`{}` does nothing beside `data`", self.name))
            .hint("it is about tiles that are drawn, and these come from a file")
    }
}

impl RandomDeck {
    /// Returns the keys that do nothing if the tiles come from a file.
    pub fn idle_keys(&self) -> impl Iterator<Item = IdleKey> {
        let count = self.count.as_ref().map(|at| IdleKey { name: "count", value: at.span.clone() });
        let balance = self.balance.as_ref().map(|at| IdleKey { name: "balance", value: at.span.clone() });
        count.into_iter().chain(balance)
    }
}

/// The source of a number that each tile of a random deck has.
#[derive(Debug, Clone, PartialEq)]
pub enum Number {
    /// A number that is the same for all tiles.
    Fixed(i64),
    /// The bounds of a range, `{ from = 2, to = 12 }`, or values and their weights.
    Table(Named<At<i64>>),
    /// A formula that is computed for each tile: `"{{ colours * 2 }}"`.
    Formula(String),
}

impl<'de> Either<'de> for Number {
    const WANTED: &'static str = "a whole number, a range, weights, or a text that is worked out";

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
        /// Each edge with another one.
        AllInPairs = "all edges in pairs",
    }

    /// Which tiles count as one.
    #[derive(Default)]
    NoTwoAlike {
        /// Those that can be turned into each other.
        #[default]
        Turned = "when turned",
        /// Those that can be turned, or turned over, into each other.
        TurnedOrFlipped = "when turned or flipped",
        /// Tiles may be alike.
        MayBeAlike = "may be alike",
    }
}
