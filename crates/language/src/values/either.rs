//! Reads values for which a layout may use several TOML types, such as a text, a number or a list.
//!
//! - In: a value that serde reads.
//! - Out: a type that implements [`Either`], or an error that says what is expected.
//! - Not here: recording where the value is in the file.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, SeqAccess, Unexpected, Visitor};

/// A value that can be read from several TOML types.
///
/// Implement the method for each TOML type that the value may have. A value of any other type is an
/// error.
pub trait Either<'de>: Sized {
    /// The words for the expected value in error messages.
    const WANTED: &'static str;

    fn text<E: Error>(text: &str) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Str(text), &Self::WANTED))
    }

    fn whole<E: Error>(_: i128) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Other("a whole number"), &Self::WANTED))
    }

    fn number<E: Error>(number: f64) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Float(number), &Self::WANTED))
    }

    fn flag<E: Error>(flag: bool) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Bool(flag), &Self::WANTED))
    }

    fn list<A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &Self::WANTED))
    }

    fn table<A: MapAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Map, &Self::WANTED))
    }
}

/// The visitor for a type that implements [`Either`].
pub struct EitherVisitor<T>(pub PhantomData<T>);

impl<'de, T: Either<'de>> Visitor<'de> for EitherVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::WANTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::text(text)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::whole(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::whole(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<T, E> {
        T::whole(number)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        T::number(number)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
        T::flag(flag)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
        T::table(table)
    }
}

/// Implements `Deserialize` for types that implement [`Either`]. A generic type is listed with its
/// parameter, as in `NamedEntries<T>`.
macro_rules! read_either {
    ($($type:ident $(<$inner:ident>)?),+) => {
        $(
            impl<'de $(, $inner: serde::Deserialize<'de>)?> serde::Deserialize<'de> for $type $(<$inner>)? {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let visitor = $crate::values::either::EitherVisitor(std::marker::PhantomData);
                    deserializer.deserialize_any(visitor)
                }
            }
        )+
    };
}
pub(crate) use read_either;
