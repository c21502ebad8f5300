//! Values of the record as text: what serde asks of a field `with` a module.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::diag::Sources;
use crate::print::profile::Profile;

/// A value as its text.
pub mod text {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Values as their texts.
pub mod texts {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(T::to_string))
    }

    pub fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// A value as its text, or an empty text for none.
pub mod text_or_empty {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.as_ref().map(T::to_string).unwrap_or_default())
    }

    pub fn deserialize<'d, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'d>,
    {
        let text = String::deserialize(from)?;
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(D::Error::custom) }
    }
}

/// A word of the command line, where the field has a key.
pub mod word {
    use super::*;

    pub use super::text_or_empty::serialize;

    pub fn deserialize<'d, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'d>,
    {
        text::deserialize(from).map(Some)
    }
}

/// A printer's profile, as it stood in its file.
pub mod profile {
    use super::*;

    pub fn serialize<S: Serializer>(printer: &Option<Arc<Profile>>, to: S) -> Result<S::Ok, S::Error> {
        printer.as_ref().map(|printer| &printer.text).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Arc<Profile>>, D::Error> {
        let mut sources = Sources::default();
        let file = sources.add("", &String::deserialize(from)?);
        let profile = crate::spec::tables::profile::read(file, &sources);
        profile.map(|profile| Some(Arc::new(profile))).map_err(|_| D::Error::custom("no profile"))
    }
}

/// How many tiles, or `all`.
pub mod tiles {
    use super::*;

    pub fn serialize<S: Serializer>(tiles: &Option<i64>, to: S) -> Result<S::Ok, S::Error> {
        match tiles {
            Some(tiles) => to.serialize_i64(*tiles),
            None => to.serialize_str("all"),
        }
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<i64>, D::Error> {
        Ok(serde_json::Value::deserialize(from)?.as_i64())
    }
}
