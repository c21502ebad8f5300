//! Copies the filters of streams, and converts inline images to objects.
//!
//! - In: streams.
//! - Out: the dictionary entries for their filters, or an object for each inline image.
//! - Not here: the pixels of pictures, which stay compressed.

use super::copy::{Copier, InheritedResources, finished};
use super::keys::ObjectKind;
use super::written_values::Text;
use crate::ReadError;
use crate::hayro::{Dict, Filter, Object, Stream};
use crate::inflate::{StreamError, decode_stream};
use crate::limits::MAX_STREAM_BYTES;
use hexpress_base::deflate::{QUICK, deflate};
use hexpress_scene::picture::{PdfKey, PdfObject};

/// The keys of an inline image, in their short and long forms (ISO 32000-1, table 93).
const KEYS: [(&str, &str); 5] =
    [("W", "Width"), ("H", "Height"), ("BPC", "BitsPerComponent"), ("D", "Decode"), ("IM", "ImageMask")];

/// The names of colour spaces, in their short and long forms (ISO 32000-1, table 94).
const SPACES: [(&[u8], &[u8]); 4] =
    [(b"G", b"DeviceGray"), (b"RGB", b"DeviceRGB"), (b"CMYK", b"DeviceCMYK"), (b"I", b"Indexed")];

fn filter_name(filter: Filter) -> &'static str {
    match filter {
        Filter::AsciiHexDecode => "ASCIIHexDecode",
        Filter::Ascii85Decode => "ASCII85Decode",
        Filter::LzwDecode => "LZWDecode",
        Filter::FlateDecode => "FlateDecode",
        Filter::RunLengthDecode => "RunLengthDecode",
        Filter::CcittFaxDecode => "CCITTFaxDecode",
        Filter::Jbig2Decode => "JBIG2Decode",
        Filter::DctDecode => "DCTDecode",
        Filter::JpxDecode => "JPXDecode",
        Filter::Crypt => "Crypt",
    }
}

/// Writes the filters of a stream. If PDF/A forbids one of the filters (LZW or Crypt), compresses the bytes
/// with another filter, and returns the new bytes. Otherwise returns `None`, and the caller must write the
/// parameters of the filters.
pub(super) fn push_filters(stream: &Stream<'_>, text: &mut Text) -> Result<Option<Vec<u8>>, StreamError> {
    let filters = stream.filters();
    if filters.iter().any(|filter| matches!(filter, Filter::LzwDecode | Filter::Crypt)) {
        let bytes = decode_stream(stream, MAX_STREAM_BYTES)?;
        text.raw("/Filter/FlateDecode");
        return Ok(Some(deflate(&QUICK, &bytes)));
    }
    match filters.as_slice() {
        [] => {}
        // If the stream states its only filter without an array, the copy does the same. The parameters
        // of the filter are copied, and must have the same form as the filter.
        [only] if stream.dict().get::<crate::hayro::Array<'_>>("Filter").is_none() => {
            text.raw("/Filter");
            text.name(filter_name(*only).as_bytes());
        }
        all => {
            text.raw("/Filter[");
            all.iter().for_each(|filter| text.name(filter_name(*filter).as_bytes()));
            text.raw("]");
        }
    }
    Ok(None)
}

/// Converts an inline image to an object.
pub(super) fn inline_picture<'f>(
    picture: &Stream<'_>,
    inherited: InheritedResources<'_, 'f>,
    copier: &mut Copier<'f>,
    key: PdfKey,
) -> Result<PdfObject, ReadError> {
    let dict = picture.dict();
    let mut text = Text::default();
    text.raw("<</Type/XObject/Subtype/Image");
    for (short, long) in KEYS {
        if let Some(value) = either(dict, short, long) {
            text.name(long.as_bytes());
            push_direct(&value, &mut text);
        }
    }
    if let Some(space) = either(dict, "CS", "ColorSpace") {
        text.raw("/ColorSpace");
        colour_space(&space, inherited, copier, &mut text)?;
    }
    let damaged = ReadError::Contents(copier.number);
    if let Some(unpacked) =
        push_filters(picture, &mut text).map_err(|broken| broken.into_read_error(damaged))?
    {
        return Ok(finished(text, key, unpacked));
    }
    if let Some(parameters) = either(dict, "DP", "DecodeParms") {
        text.raw("/DecodeParms");
        push_direct(&parameters, &mut text);
    }
    Ok(finished(text, key, picture.raw_data().into_owned()))
}

/// Returns the value of the short key. If the short key is missing, returns the value of the long key.
/// Returns `None` if both keys are missing.
fn either<'c>(dict: &Dict<'c>, short: &str, long: &str) -> Option<Object<'c>> {
    dict.get::<Object<'c>>(short).or_else(|| dict.get::<Object<'c>>(long))
}

/// Writes the colour space of an inline image. The image may name a colour space in the resources.
fn colour_space<'f>(
    space: &Object<'_>,
    inherited: InheritedResources<'_, 'f>,
    copier: &mut Copier<'f>,
    text: &mut Text,
) -> Result<(), ReadError> {
    match space {
        Object::Name(name) => {
            if let Some(entry) = inherited.resources.color_spaces.get_raw::<Object<'f>>(&**name) {
                return copier.entry(entry, ObjectKind::Space, inherited, text);
            }
            let long = SPACES.iter().find(|(short, _)| *short == name.as_ref());
            let long = long.map_or(name.as_ref(), |(_, long)| *long);
            copier.findings.has_cmyk |= long == b"DeviceCMYK";
            text.name(long);
        }
        Object::Array(array) => {
            text.raw("[");
            for entry in array.iter::<Object<'_>>() {
                match &entry {
                    Object::Name(_) => colour_space(&entry, inherited, copier, text)?,
                    other => push_direct(other, text),
                }
            }
            text.raw("]");
        }
        other => push_direct(other, text),
    }
    Ok(())
}

/// Writes a value that contains no references.
fn push_direct(object: &Object<'_>, text: &mut Text) {
    match object {
        Object::Null(_) | Object::Stream(_) => text.raw(" null"),
        Object::Boolean(value) => text.raw(if *value { " true" } else { " false" }),
        Object::Number(number) => text.number(number.as_f64()),
        Object::String(string) => text.string(string.as_bytes()),
        Object::Name(name) => text.name(name),
        Object::Array(array) => {
            text.raw("[");
            array.iter::<Object<'_>>().for_each(|entry| push_direct(&entry, text));
            text.raw("]");
        }
        Object::Dict(dict) => {
            text.raw("<<");
            let mut keys: Vec<_> = dict.keys().collect();
            keys.sort_by(|one, other| one.as_ref().cmp(other.as_ref()));
            for key in keys {
                if let Some(value) = dict.get::<Object<'_>>(&*key) {
                    text.name(&key);
                    push_direct(&value, text);
                }
            }
            text.raw(">>");
        }
    }
}
