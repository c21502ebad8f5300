//! Values of the record as text: what serde asks of a field `with` a module.

/// A value as its text.
pub(super) mod text {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::record) fn serialize<T: Display, S: Serializer>(
        value: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(in crate::record) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Values as their texts.
pub(super) mod texts {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::record) fn serialize<T: Display, S: Serializer>(
        values: &[T],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(T::to_string))
    }

    pub(in crate::record) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// A value as its text, or an empty text for none.
pub(super) mod text_or_empty {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(in crate::record) fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_str(""),
        }
    }

    pub(in crate::record) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(D::Error::custom) }
    }
}

/// A word of the command line.
pub(super) mod word {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub(in crate::record) fn serialize<T: Display, S: Serializer>(
        word: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        word.as_ref().map(T::to_string).serialize(to)
    }

    pub(in crate::record) fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        String::deserialize(from)?.parse().map(Some).map_err(D::Error::custom)
    }
}

/// A printer's profile, as it stood in its file.
pub(super) mod profile {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    use crate::diag::Sources;
    use crate::print::profile::Profile;

    pub(in crate::record) fn serialize<S: Serializer>(
        printer: &Option<Arc<Profile>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        printer.as_ref().map(|printer| &printer.text).serialize(to)
    }

    pub(in crate::record) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<Arc<Profile>>, D::Error> {
        let mut sources = Sources::default();
        let file = sources.add("", &String::deserialize(from)?);
        let profile = crate::spec::tables::profile::read(file, &sources);
        profile.map(|profile| Some(Arc::new(profile))).map_err(|_| D::Error::custom("no profile"))
    }
}

/// How many tiles, or `all`.
pub(super) mod tiles {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::record) fn serialize<S: Serializer>(tiles: &Option<i64>, to: S) -> Result<S::Ok, S::Error> {
        match tiles {
            Some(tiles) => to.serialize_i64(*tiles),
            None => to.serialize_str("all"),
        }
    }

    pub(in crate::record) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<i64>, D::Error> {
        Ok(serde_json::Value::deserialize(from)?.as_i64())
    }
}
