//! A serde deserializer for the tree of a TOML file, in which every value has a place.
//!
//! - In: a tree.
//! - Out: the values that a serde visitor requests. A newtype with the name [`WITH_PLACE`] gets a value
//!   together with its place.
//! - Not here: parsing TOML.
//!
//! This deserializer is used for values, keys and tables alike, so each type of the language is
//! compiled only once. The `toml` crate has three different deserializers, which would make the program
//! larger.

use std::array;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::vec;

use serde::de::value::{StrDeserializer, U64Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of a newtype that is deserialized from a value together with its place.
///
/// The deserializer gives this newtype a list of three items: the start and the end of the value as
/// byte offsets, and the value.
pub const WITH_PLACE: &str = "$with-place";

/// A serde error, with its place.
#[derive(Debug)]
pub struct SerdeError {
    /// The message from serde.
    pub message: String,
    /// The byte range of the value. `None` if the error has no place.
    pub span: Option<Range<usize>>,
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SerdeError {}

impl Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None }
    }
}

/// A value or a key in the tree of a file.
pub struct Node<'a>(Spanned<DeValue<'a>>);

impl<'a> Node<'a> {
    /// Returns the node for a whole file, which is a table.
    pub fn root(tree: Spanned<DeTable<'a>>) -> Self {
        let span = tree.span();
        Self(Spanned::new(span, DeValue::Table(tree.into_inner())))
    }
}

fn read<'a, V: Visitor<'a>>(value: DeValue<'a>, visitor: V) -> Result<V::Value, SerdeError> {
    match value {
        DeValue::String(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
        DeValue::String(Cow::Owned(text)) => visitor.visit_string(text),
        DeValue::Integer(number) => match i128::from_str_radix(number.as_str(), number.radix()) {
            Ok(whole) => match i64::try_from(whole) {
                Ok(small) => visitor.visit_i64(small),
                Err(_) => visitor.visit_i128(whole),
            },
            Err(_) => Err(SerdeError::custom("this whole number has too many digits")),
        },
        DeValue::Float(number) => visitor.visit_f64(number.as_str().parse().map_err(SerdeError::custom)?),
        DeValue::Boolean(flag) => visitor.visit_bool(flag),
        DeValue::Datetime(_) => Err(SerdeError::invalid_type(Unexpected::Other("a date or time"), &visitor)),
        DeValue::Array(list) => visitor.visit_seq(List(list.into_iter())),
        DeValue::Table(table) => {
            let entries: Vec<_> = table.into_iter().collect();
            visitor.visit_map(Entries { remaining: entries.into_iter(), value: None })
        }
    }
}

impl<'a> Deserializer<'a> for Node<'a> {
    type Error = SerdeError;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        let span = self.0.span();
        read(self.0.into_inner(), visitor).map_err(|error| match error.span {
            None => SerdeError { span: Some(span), ..error },
            Some(_) => error,
        })
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        match name {
            WITH_PLACE => {
                let Range { start, end } = self.0.span();
                visitor.visit_seq(Placed { bytes: [start, end].into_iter(), node: Some(self) })
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        let span = Some(self.0.span());
        let chosen = match self.0.get_ref() {
            DeValue::String(word) => {
                let variant: StrDeserializer<'_, SerdeError> = word.as_ref().into_deserializer();
                visitor.visit_enum(variant)
            }
            _ => Err(SerdeError::invalid_type(Unexpected::Other("something else"), &"a word")),
        };
        chosen.map_err(|error| SerdeError { span, ..error })
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The list for a newtype with the name [`WITH_PLACE`].
struct Placed<'a> {
    /// The offset of the value's first byte, and the offset after its last byte.
    bytes: array::IntoIter<usize, 2>,
    node: Option<Node<'a>>,
}

impl<'a> SeqAccess<'a> for Placed<'a> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, SerdeError> {
        if let Some(byte) = self.bytes.next() {
            let number: U64Deserializer<SerdeError> = (byte as u64).into_deserializer();
            return seed.deserialize(number).map(Some);
        }
        self.node.take().map(|node| seed.deserialize(node)).transpose()
    }
}

struct List<'a>(vec::IntoIter<Spanned<DeValue<'a>>>);

impl<'a> SeqAccess<'a> for List<'a> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, SerdeError> {
        self.0.next().map(|value| seed.deserialize(Node(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

type Entry<'a> = (Spanned<Cow<'a, str>>, Spanned<DeValue<'a>>);

/// The keys and values of a table.
struct Entries<'a> {
    remaining: vec::IntoIter<Entry<'a>>,
    /// The value of the key that was read last.
    value: Option<Spanned<DeValue<'a>>>,
}

impl<'a> MapAccess<'a> for Entries<'a> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, SerdeError> {
        let Some((key, value)) = self.remaining.next() else { return Ok(None) };
        self.value = Some(value);
        let span = key.span();
        seed.deserialize(Node(Spanned::new(span, DeValue::String(key.into_inner())))).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, SerdeError> {
        match self.value.take() {
            Some(value) => seed.deserialize(Node(value)),
            None => Err(SerdeError::custom("a key has no value")),
        }
    }
}
