//! Values with their places in the file. Also tables, lists and names that contain such values.
//!
//! - In: a value that serde reads, with its place.
//! - Out: the value and its byte range.
//! - Not here: the file itself.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, Range};

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer, StrDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::either::{Either, read_either};
use crate::read::node::WITH_PLACE;

/// A value and its place in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Spanned<T> {
    pub value: T,
    /// The byte range of the value in the file.
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    /// Returns another value with the same place.
    pub fn with<U>(&self, value: U) -> Spanned<U> {
        Spanned { value, span: self.span.clone() }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(WITH_PLACE, AtVisitor(PhantomData))
    }
}

/// Reads a value with its place. For the newtype [`WITH_PLACE`], the deserializer passes a list: the
/// start of the place, its end, and the value.
struct AtVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for AtVisitor<T> {
    type Value = Spanned<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value and its place")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut placed: A) -> Result<Spanned<T>, A::Error> {
        let (Some(start), Some(end)) = (placed.next_element()?, placed.next_element()?) else {
            return Err(A::Error::invalid_length(0, &self));
        };
        let value = placed.next_element()?.ok_or_else(|| A::Error::invalid_length(2, &self))?;
        Ok(Spanned { value, span: start..end })
    }
}

/// A table whose keys can have any name. Its entries are in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedEntries<T>(pub Vec<(Spanned<String>, T)>);

impl<T> Default for NamedEntries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> NamedEntries<T> {
    /// Returns the value with this name. Returns `None` if the table does not contain the name.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(key, _)| key.value == name).map(|(_, value)| value)
    }

    /// Adds the entries of `base` whose names this table lacks. The added entries come before the
    /// entries of this table.
    pub fn or(self, base: Self) -> Self {
        let mut all: Vec<_> = base.0.into_iter().filter(|(key, _)| self.get(&key.value).is_none()).collect();
        all.extend(self.0);
        Self(all)
    }

    /// Returns all names, in the order of the entries.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(key, _)| key.value.as_str())
    }

    /// Returns all entries, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&Spanned<String>, &T)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<'de, T: Deserialize<'de>> Either<'de> for NamedEntries<T> {
    const WANTED: &'static str = "a table";

    fn table<A: MapAccess<'de>>(mut table: A) -> Result<Self, A::Error> {
        std::iter::from_fn(|| table.next_entry().transpose()).collect::<Result<_, _>>().map(Self)
    }
}

/// The places of points, each with the name of its point. If the layout lists only places, the names
/// are 1, 2, 3 and so on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Places(pub Vec<(Spanned<String>, Spanned<String>)>);

impl Places {
    /// Adds the points of `base` whose names are not among these points. The added points come first.
    pub fn or(self, base: Self) -> Self {
        Self(NamedEntries(self.0).or(NamedEntries(base.0)).0)
    }

    /// Returns all names and places, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&Spanned<String>, &Spanned<String>)> {
        self.0.iter().map(|(name, place)| (name, place))
    }
}

impl<'de> Either<'de> for Places {
    const WANTED: &'static str = "a table or a list of positions";

    fn list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        let places: Vec<Spanned<String>> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        let numbered = (1..).zip(places).map(|(n, place): (usize, _)| (place.with(n.to_string()), place));
        Ok(Self(numbered.collect()))
    }

    fn table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        NamedEntries::table(table).map(|named| Self(named.0))
    }
}

/// One value, or a list of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<'de, T: Deserialize<'de>> Either<'de> for OneOrMany<T> {
    const WANTED: &'static str = "text, or a list of texts";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        T::deserialize(StrDeserializer::new(text)).map(|value| Self(vec![value]))
    }

    fn list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Self)
    }
}

/// A definition, or the name of a definition elsewhere in the layout.
#[derive(Debug, Clone, PartialEq)]
pub enum NameOr<T> {
    /// The name, or a short form of the definition, such as `"#1F4E9E"` for the table of a colour.
    Name(String),
    /// The definition.
    Full(T),
}

impl Spanned<NameOr<Vec<Spanned<String>>>> {
    /// Returns the texts of the list. A single text counts as a list with one item.
    pub fn texts(&self) -> Vec<Spanned<String>> {
        match &self.value {
            NameOr::Name(text) => vec![self.with(text.clone())],
            NameOr::Full(texts) => texts.clone(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Either<'de> for NameOr<T> {
    const WANTED: &'static str = "a name, or a table or list";

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Ok(Self::Name(text.to_owned()))
    }

    fn list<A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        T::deserialize(SeqAccessDeserializer::new(list)).map(Self::Full)
    }

    fn table<A: MapAccess<'de>>(table: A) -> Result<Self, A::Error> {
        T::deserialize(MapAccessDeserializer::new(table)).map(Self::Full)
    }
}

read_either!(NamedEntries<T>, OneOrMany<T>, NameOr<T>, Places);
