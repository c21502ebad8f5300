//! Writes pictures in a PDF.
//!
//! - In: a picture.
//! - Out: an image object that contains the compressed bytes of the picture.
//! - Not here: changing pixels.

pub mod page_form;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::colours::Colours;
use super::icc;
use super::needs::Needs;
use super::stream::stream;
use super::written_objects::WrittenObjects;
use crate::deflate::{THOROUGH, deflate};
use hexpress_base::stored::Stored;
use hexpress_scene::picture::rgb_of;
use hexpress_scene::print::press::{Press, to_srgb};
use hexpress_scene::{Alpha, Coding, Image, ImageContent, PixelSize, Pixels, Plane, Space};

/// The colour profile for pictures in RGB that have no profile of their own. `None` if the document
/// needs no such profile.
#[derive(Debug, Clone, Copy)]
pub struct UsualProfile(Option<ObjectId>);

impl UsualProfile {
    /// If the document is for a printing press and a picture needs sRGB, adds this profile to the document.
    ///
    /// A document for a screen does not need it, because its output intent is sRGB. A document without
    /// transparency (PDF/X-1a) does not need it either, because all its pictures are converted to inks.
    pub fn new(document: &mut Document, needs: &Needs, colours: &Colours) -> Self {
        let needs_it =
            |image: &Image| matches!(&image.content, ImageContent::Pixels(pixels) if is_plain_rgb(pixels));
        let is_needed = colours.is_for_press()
            && !colours.has_only_inks()
            && needs.images.values().any(|image| needs_it(image));
        Self(is_needed.then(|| document.add_object(stream(dictionary! { "N" => 3 }, &icc::srgb()))))
    }
}

/// Returns whether a picture is in RGB and has no colour profile.
fn is_plain_rgb(image: &Pixels) -> bool {
    image.profile.is_none() && matches!(image.colours.space, Space::Rgb | Space::Palette(_))
}

/// Adds a picture to the document.
pub fn add(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    image: &Pixels,
    usual: UsualProfile,
    colours: &Colours,
) -> ObjectId {
    if let Some(press) = colours.press_for_pictures() {
        return add_in_inks(document, written_objects, image, press);
    }
    let profile = image.profile.as_ref().map(|bytes| {
        let head = dictionary! { "N" => i64::from(channels(&image.colours.space)) };
        document.add_object(stream(head, bytes))
    });
    let profile = profile.or_else(|| usual.0.filter(|_| is_plain_rgb(image)));
    let mut dictionary = image_dictionary(image.size, &image.colours, profile);
    match &image.alpha {
        Some(Alpha::Plane(plane)) => {
            let mask =
                written_objects.add_stream(document, image_dictionary(image.size, plane, None), &plane.bytes);
            dictionary.set("SMask", mask);
        }
        Some(Alpha::Key(key)) => {
            // PDF describes transparent colours by a range of values for each channel. Here, only one colour
            // is transparent, so each range begins and ends with the same value.
            let ranges = key
                .iter()
                .flat_map(|value| [Object::Integer(i64::from(*value)), Object::Integer(i64::from(*value))]);
            dictionary.set("Mask", ranges.collect::<Vec<_>>());
        }
        None => {}
    }
    written_objects.add_stream(document, dictionary, &image.colours.bytes)
}

/// Adds a picture, and converts its colours to inks of a press. A picture in grey or CMYK keeps its samples,
/// but loses its colour profile. `image` must have no transparent pixels.
fn add_in_inks(
    document: &mut Document,
    written_objects: &mut WrittenObjects,
    image: &Pixels,
    press: &Press,
) -> ObjectId {
    let converted = match image.colours.space {
        Space::Rgb | Space::Palette(_) => in_inks(image, press),
        Space::Grey | Space::Cmyk { .. } => None,
    };
    let plane = converted.as_ref().unwrap_or(&image.colours);
    written_objects.add_stream(document, image_dictionary(image.size, plane, None), &plane.bytes)
}

/// Returns the pixels of a picture, converted to shares of inks. Returns `None` if the picture
/// cannot be decoded.
fn in_inks(image: &Pixels, press: &Press) -> Option<Plane> {
    let mut rgb = rgb_of(image)?;
    if let Some(in_srgb) = image.profile.as_ref().and_then(|profile| to_srgb(profile, &rgb)) {
        rgb = in_srgb;
    }
    let row = (image.size.width as usize * 3).max(1);
    let mut filtered = Vec::with_capacity(rgb.len() / 3 * 4 + image.size.height as usize);
    for pixels in rgb.chunks_exact(row) {
        filtered.push(0);
        press.photograph(pixels, &mut filtered);
    }
    let bytes = Stored::new(deflate(&THOROUGH, &filtered));
    Some(Plane { coding: Coding::Png, bits: 8, space: Space::Cmyk { inverted: false }, bytes })
}

/// Returns the number of channels of a colour space. For a palette, this is the number of channels
/// of its colours: three.
fn channels(space: &Space) -> u8 {
    match space {
        Space::Palette(_) => 3,
        other => other.samples(),
    }
}

/// Returns the colour space that a profile describes. If there is no profile, returns the colour
/// space `name`.
fn profiled(name: &str, profile: Option<ObjectId>) -> Object {
    match profile {
        Some(profile) => Object::Array(vec!["ICCBased".into(), profile.into()]),
        None => name.into(),
    }
}

/// Returns the dictionary of a picture or a mask (PDF 32000-1, 8.9.5).
fn image_dictionary(
    PixelSize { width, height }: PixelSize,
    plane: &Plane,
    profile: Option<ObjectId>,
) -> Dictionary {
    let colour_space = match &plane.space {
        Space::Grey => profiled("DeviceGray", profile),
        Space::Rgb => profiled("DeviceRGB", profile),
        Space::Cmyk { .. } => profiled("DeviceCMYK", profile),
        Space::Palette(table) => {
            let last = table.len() as i64 / 3 - 1;
            let colours = Object::String(table.clone(), lopdf::StringFormat::Hexadecimal);
            Object::Array(vec!["Indexed".into(), profiled("DeviceRGB", profile), last.into(), colours])
        }
    };
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(width),
        "Height" => i64::from(height),
        "ColorSpace" => colour_space,
        "BitsPerComponent" => i64::from(plane.bits),
    };
    match plane.coding {
        Coding::Jpeg => dictionary.set("Filter", "DCTDecode"),
        Coding::Png => {
            dictionary.set("Filter", "FlateDecode");
            let parameters = dictionary! {
                "Predictor" => 15,
                "Colors" => i64::from(plane.space.samples()),
                "BitsPerComponent" => i64::from(plane.bits),
                "Columns" => i64::from(width),
            };
            dictionary.set("DecodeParms", parameters);
        }
    }
    if plane.space == (Space::Cmyk { inverted: true }) {
        dictionary.set("Decode", Object::Array([1, 0, 1, 0, 1, 0, 1, 0].map(Object::Integer).to_vec()));
    }
    dictionary
}
