//! The keys that repeat an element.
//!
//! - In: the values that serde reads from a file.
//! - Out: typed tables, and their descriptions in the schema.
//! - Not here: computing the copies.

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess};

use crate::values::either::{Either, read_either};
use crate::values::per_row::{Numeral, PerRow};
use crate::values::spanned::Spanned;
use crate::values::value::{Grid, Pair};

/// The fields that a copy of an element may have in addition to the fields of its row. For example,
/// only copies made with `grid` have `column` and `row`.
pub const COPY_FIELDS: [&str; 4] = ["n", "item", "column", "row"];

toml_tables! {
    /// The copies of an element.
    pub struct Repetition {
        /// The number of copies, or the numbers of the first and the last copy.
        /// Example: `count = "1..20"`.
        pub count: Option<Spanned<CopyCount>>,
        /// The columns and rows of copies; `by` is the distance between copies.
        /// Example: `grid = "4 x 3"`.
        pub grid: Option<Spanned<Grid>>,
        /// A list of items, separated by commas or spaces. Each item gives one copy, and
        /// `{{ item }}` is the item.
        /// Example: `over = "{{ symbols }}"`.
        pub over: Option<Spanned<String>>,
        /// An SVG path, in mm from the place of the element. The `count` copies are spaced evenly
        /// along the path.
        /// Example: `along = "M -40 0 H 40"`.
        pub along: Option<Spanned<String>>,
        /// The name of the copies. `must` can count them by this name. Messages add the number of a
        /// copy: `track/17`.
        /// Default: none. Example: `name = "track"`.
        pub name: Option<Spanned<String>>,
        /// The copies that are left out, counted from 1.
        /// Default: none. Example: `skip = [2, 7]`.
        pub skip: Vec<Spanned<u32>>,
        /// The distance from each copy to the next, to the right and downwards, with a unit.
        /// Default: 0. Example: `by = "20 x 12mm"`.
        pub by: Option<Spanned<PerRow<Pair>>>,
        /// The rotation from each copy to the next, in degrees clockwise about the centre of the
        /// frame. With the value `along`, each copy is turned to the direction of the path.
        /// Default: 0. Example: `turn = "along"`.
        pub turn: Option<Spanned<PerRow<Numeral<f64>>>>,
    }

    /// What changes from each copy of an element to the next.
    pub struct Step {
        /// The distance from each copy to the next, to the right and downwards, with a unit.
        /// Default: 0. Example: `by = "8 0mm"`.
        pub by: Option<Spanned<PerRow<Pair>>>,
        /// The rotation from each copy to the next, in degrees clockwise about the centre of the
        /// frame.
        /// Default: 0. Example: `turn = 60`.
        pub turn: Option<Spanned<PerRow<Numeral<f64>>>>,
    }
}

/// A number of copies, or the numbers of the first and the last copy. Examples: `6`, `"1..20"`, `"{{
/// cost }}"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyCount(pub String);

impl Either<'_> for CopyCount {
    const WANTED: &'static str = "a number of copies, or text such as \"1..20\"";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self(text.to_owned()))
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        Ok(Self(number.to_string()))
    }
}

/// The value of `repeat`: a number of copies, or a table.
#[derive(Debug, Clone)]
pub enum Repeat {
    /// A number of copies.
    Count(CopyCount),
    /// A table that describes the copies.
    Table(Box<Repetition>),
}

impl<'de> Either<'de> for Repeat {
    const WANTED: &'static str = "a number of copies, text such as \"1..20\", or a table";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        CopyCount::text(text).map(Self::Count)
    }

    fn whole<E: Error>(number: i128) -> Result<Self, E> {
        CopyCount::whole(number).map(Self::Count)
    }

    fn table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        Repetition::deserialize(MapAccessDeserializer::new(table)).map(|table| Self::Table(Box::new(table)))
    }
}

read_either!(CopyCount, Repeat);
