//! Modules for serde's attribute `with`. Each module says how one type of value is written in the
//! record.
//!
//! - In: a value of the record, or its JSON.
//! - Out: the JSON, or the value.
//! - Not here: checking values, except by parsing them.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use hexpress_base::diag::Sources;
use hexpress_base::files::PlainName;
use hexpress_scene::print::capture::CapturedJob;
use hexpress_scene::print::margins::Margins;
use hexpress_scene::print::profile::Profile;

/// A value written as text.
pub mod text {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// A value written as text, or left out.
pub mod text_or_none {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
        value.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse()).transpose().map_err(D::Error::custom)
    }
}

/// A list of values written as texts.
pub mod texts {
    use super::*;

    pub fn serialize<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(ToString::to_string))
    }

    pub fn deserialize<'d, T: FromStr<Err: Display>, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
    }
}

/// A name that may be missing. An empty text stands for `None`.
pub mod text_or_empty {
    use super::*;

    pub fn serialize<S: Serializer>(name: &Option<PlainName>, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(name.as_ref().map_or("", PlainName::as_str))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<PlainName>, D::Error> {
        let text = String::deserialize(from)?;
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(D::Error::custom) }
    }
}

/// The profile of a printer, stored as the text of its TOML file.
pub mod profile {
    use super::*;

    pub fn serialize<S: Serializer>(printer: &Option<Arc<Profile>>, to: S) -> Result<S::Ok, S::Error> {
        printer.as_ref().map(|printer| &printer.text).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Arc<Profile>>, D::Error> {
        let mut sources = Sources::default();
        let file = sources.add("", &String::deserialize(from)?);
        let profile = crate::tables::profile::read(file, &sources);
        profile.map(|profile| Some(Arc::new(profile))).map_err(|_| D::Error::custom("no profile"))
    }
}

/// The pages of a PDF from the program of a cutting machine, stored as text.
pub mod capture {
    use super::*;

    pub fn serialize<S: Serializer>(capture: &Option<Arc<CapturedJob>>, to: S) -> Result<S::Ok, S::Error> {
        capture.as_ref().map(ToString::to_string).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Option<Arc<CapturedJob>>, D::Error> {
        let capture: CapturedJob = String::deserialize(from)?.parse().map_err(D::Error::custom)?;
        Ok(Some(Arc::new(capture)))
    }
}

/// The margins of a sheet in mm.
///
/// The margins are written as one number for all sides, or as a list of four numbers: top, right,
/// bottom, left.
pub mod margins {
    use super::*;

    pub fn serialize<S: Serializer>(margins: &Margins, to: S) -> Result<S::Ok, S::Error> {
        match margins.uniform() {
            Some(mm) => to.serialize_f64(mm),
            None => margins.sides().serialize(to),
        }
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Margins, D::Error> {
        let value = serde_json::Value::deserialize(from)?;
        let sides = match value.as_f64() {
            Some(mm) => Ok([mm; 4]),
            None => serde_json::from_value(value),
        };
        sides.ok().and_then(Margins::from_sides).ok_or_else(|| D::Error::custom("no margins"))
    }
}

/// A number of tiles. The text `all` stands for `None`.
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
