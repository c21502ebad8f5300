//! Reads colour spaces (ISO 32000-1, 8.6).
//!
//! - In: the value of a colour space in a PDF, and the resources that it may name.
//! - Out: a [`Space`], and the spot colours in it.

use std::sync::Arc;

use super::{ColourUse, FileFeature, PreflightFile, PressPlace, Shares};
use crate::hayro::{Array, Dict, MaybeRef, Name, Object, Resources, Stream, XRef};

/// The largest nesting depth of colour spaces.
const MAX_SPACE_DEPTH: usize = 8;
/// The maximum length in bytes of the text that describes a spot colour.
const MAX_LOOK_BYTES: usize = 4096;
/// The maximum number of different spot colours that are stored.
const MAX_SPOT_COLOURS: usize = 1000;

/// A family of colour spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    Grey,
    Rgb,
    Cmyk,
    CalGrey,
    CalRgb,
    Lab,
    /// Colours with an ICC profile. The value is the number of channels.
    Icc(u8),
    Unknown,
}

impl Family {
    /// Returns the name of the family as PDF files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "DeviceGray",
            Self::Rgb => "DeviceRGB",
            Self::Cmyk => "DeviceCMYK",
            Self::CalGrey => "CalGray",
            Self::CalRgb => "CalRGB",
            Self::Lab => "Lab",
            Self::Icc(_) => "ICCBased",
            Self::Unknown => "an unknown colour space",
        }
    }

    fn named(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"DeviceGray" | b"G" => Self::Grey,
            b"DeviceRGB" | b"RGB" => Self::Rgb,
            b"DeviceCMYK" | b"CMYK" | b"CalCMYK" => Self::Cmyk,
            _ => return None,
        })
    }
}

/// A spot colour. `look` is equal for spot colours that look alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpotColour {
    pub name: String,
    pub look: String,
}

/// A colour space.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Space {
    Plain(Family),
    /// Spot colours, or a mixture of spot colours and process colours, with these names. A
    /// `Separation` has only one name.
    Named(Vec<String>),
    Palette,
    Pattern,
}

impl Space {
    /// Returns the shares of cyan, magenta, yellow and black in a colour. Returns `None` if the
    /// shares are unknown.
    pub fn shares(&self, values: &[f64]) -> Option<Shares> {
        match (self, values) {
            (Self::Plain(Family::Cmyk | Family::Icc(4)), [c, m, y, k]) => Some([*c, *m, *y, *k]),
            (Self::Plain(Family::Grey), [grey]) => Some([0.0, 0.0, 0.0, 1.0 - grey]),
            (Self::Named(names), values) => {
                let mut shares = [0.0; 4];
                for (name, value) in names.iter().zip(values) {
                    let ink = ["Cyan", "Magenta", "Yellow", "Black"].iter().position(|ink| ink == name);
                    // A spot colour has its own printing plate, so it adds nothing to the four process inks.
                    if let Some(share) = ink.and_then(|ink| shares.get_mut(ink)) {
                        *share = *value;
                    }
                }
                Some(shares)
            }
            _ => None,
        }
    }
}

/// Reads colour spaces, and records their families and spot colours.
pub(super) struct Spaces<'r, 'f> {
    pub resources: &'r Resources<'f>,
    pub xref: &'f XRef,
}

impl Spaces<'_, '_> {
    /// Returns the colour space to which the contents refer by `name`.
    pub fn named(
        &self,
        name: &[u8],
        used: ColourUse,
        place: &PressPlace,
        file: &mut PreflightFile,
    ) -> Arc<Space> {
        let own = self.resources.color_spaces.get::<Object<'_>>(name);
        let family = Family::named(name);
        Arc::new(match (own, family) {
            (Some(object), _) if !name.starts_with(b"Device") => self.read(&object, used, place, file, 0),
            (_, Some(family)) => self.device(family, used, place, file, 0),
            _ if name == b"Pattern" => Space::Pattern,
            _ => Space::Plain(Family::Unknown),
        })
    }

    /// Returns the colour space that a dictionary states, and records it.
    pub fn object(
        &self,
        object: &Object<'_>,
        used: ColourUse,
        place: &PressPlace,
        file: &mut PreflightFile,
    ) -> Space {
        self.read(object, used, place, file, 0)
    }

    fn read(
        &self,
        object: &Object<'_>,
        used: ColourUse,
        place: &PressPlace,
        file: &mut PreflightFile,
        depth: usize,
    ) -> Space {
        if depth > MAX_SPACE_DEPTH {
            return Space::Plain(Family::Unknown);
        }
        match object {
            Object::Name(name) => match Family::named(name) {
                Some(family) => self.device(family, used, place, file, depth),
                None if name.as_ref() == b"Pattern" => Space::Pattern,
                None => match self.resources.color_spaces.get::<Object<'_>>(&**name) {
                    Some(inner) => self.read(&inner, used, place, file, depth + 1),
                    None => Space::Plain(Family::Unknown),
                },
            },
            Object::Array(array) => self.array(array, used, place, file, depth),
            _ => Space::Plain(Family::Unknown),
        }
    }

    /// Returns the colour space that replaces a device colour space (ISO 32000-1, 8.6.5.6). If the
    /// resources state no replacement, returns the device colour space.
    fn device(
        &self,
        family: Family,
        used: ColourUse,
        place: &PressPlace,
        file: &mut PreflightFile,
        depth: usize,
    ) -> Space {
        let key = match family {
            Family::Grey => "DefaultGray",
            Family::Rgb => "DefaultRGB",
            _ => "DefaultCMYK",
        };
        let replaced = self.resources.color_spaces.get::<Object<'_>>(key);
        match replaced.filter(|object| matches!(object, Object::Array(_))) {
            Some(object) => self.read(&object, used, place, file, depth + 1),
            None => {
                file.notice(FileFeature::Colour(family, used), place.clone());
                Space::Plain(family)
            }
        }
    }

    fn array(
        &self,
        array: &Array<'_>,
        used: ColourUse,
        place: &PressPlace,
        file: &mut PreflightFile,
        depth: usize,
    ) -> Space {
        let mut entries = array.iter::<Object<'_>>();
        let Some(Object::Name(kind)) = entries.next() else { return Space::Plain(Family::Unknown) };
        let family = match kind.as_ref() {
            b"CalGray" => Family::CalGrey,
            b"CalRGB" => Family::CalRgb,
            b"Lab" => Family::Lab,
            b"ICCBased" => {
                let stream = match entries.next() {
                    Some(Object::Stream(stream)) => Some(stream),
                    _ => None,
                };
                let channels = stream.and_then(|stream| stream.dict().get::<u8>("N"));
                Family::Icc(channels.unwrap_or_default())
            }
            b"Indexed" | b"I" => {
                if let Some(base) = entries.next() {
                    self.read(&base, used, place, file, depth + 1);
                }
                return Space::Palette;
            }
            b"Pattern" => {
                if let Some(base) = entries.next() {
                    self.read(&base, used, place, file, depth + 1);
                }
                return Space::Pattern;
            }
            b"Separation" | b"DeviceN" => {
                let names = match entries.next() {
                    Some(Object::Name(name)) => vec![name.as_str().to_owned()],
                    Some(Object::Array(names)) => {
                        names.iter::<Name<'_>>().map(|name| name.as_str().to_owned()).collect()
                    }
                    _ => Vec::new(),
                };
                if let Some(alternate) = entries.next() {
                    self.read(&alternate, ColourUse::ForSpot, place, file, depth + 1);
                }
                if let ([name], b"Separation") = (&names[..], kind.as_ref()) {
                    self.spot(name, array, file);
                }
                return Space::Named(names);
            }
            other => {
                return match Family::named(other) {
                    Some(family) => self.device(family, used, place, file, depth + 1),
                    None => Space::Plain(Family::Unknown),
                };
            }
        };
        file.notice(FileFeature::Colour(family, used), place.clone());
        Space::Plain(family)
    }

    fn spot(&self, name: &str, array: &Array<'_>, file: &mut PreflightFile) {
        if file.spots.len() >= MAX_SPOT_COLOURS {
            return;
        }
        let mut look = String::new();
        for entry in array.raw_iter().skip(2) {
            self.describe(entry, &mut look, 0);
        }
        file.spots.insert(SpotColour { name: name.to_owned(), look });
    }

    /// Appends a description of a value. Equal values have equal descriptions, even if their object
    /// numbers differ.
    fn describe(&self, entry: MaybeRef<Object<'_>>, out: &mut String, depth: usize) {
        if depth > MAX_SPACE_DEPTH || out.len() > MAX_LOOK_BYTES {
            return;
        }
        let object = match entry {
            MaybeRef::NotRef(object) => object,
            MaybeRef::Ref(reference) => match self.xref.get::<Object<'_>>(reference.into()) {
                Some(object) => object,
                None => return,
            },
        };
        match &object {
            Object::Name(name) => out.push_str(name.as_str()),
            Object::Number(number) => out.push_str(&format!("{:.4}", number.as_f64())),
            Object::Array(array) => array.raw_iter().for_each(|inner| {
                out.push(' ');
                self.describe(inner, out, depth + 1);
            }),
            Object::Dict(dict) => self.describe_dict(dict, out, depth),
            Object::Stream(stream) => {
                self.describe_dict(stream.dict(), out, depth);
                out.push_str(&hexpress_language::record::page_digest(&contents_of(stream)));
            }
            _ => {}
        }
        out.push(';');
    }

    fn describe_dict(&self, dict: &Dict<'_>, out: &mut String, depth: usize) {
        let mut keys: Vec<Name<'_>> = dict.keys().collect();
        keys.sort_by(|one, other| one.as_ref().cmp(other.as_ref()));
        for key in keys.iter().filter(|key| !["Length", "Filter", "DecodeParms"].contains(&key.as_str())) {
            out.push_str(key.as_str());
            out.push('=');
            if let Some(inner) = dict.get_raw::<Object<'_>>(&**key) {
                self.describe(inner, out, depth + 1);
            }
        }
    }
}

/// Returns the decompressed contents of a stream. If the contents are damaged, returns the compressed
/// bytes.
fn contents_of<'a>(stream: &Stream<'a>) -> std::borrow::Cow<'a, [u8]> {
    crate::inflate::decode_stream(stream, super::statements::MAX_PROFILE_BYTES)
        .unwrap_or_else(|_| stream.raw_data())
}
