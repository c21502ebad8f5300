//! Pictures as PDF takes them: the bytes of their own files.

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::aside::Aside;
use super::stream::stream;
use crate::scene::{Alpha, Coding, Image, PixelSize, Plane, Space};

/// Adds a picture to the document.
pub fn add(document: &mut Document, aside: &mut Aside, image: &Image) -> ObjectId {
    let profile = image.profile.as_ref().map(|bytes| {
        let about = dictionary! { "N" => i64::from(colour_count(&image.colours.space)) };
        document.add_object(stream(about, bytes))
    });
    let mut dictionary = about(image.size, &image.colours, profile);
    match &image.alpha {
        Some(Alpha::Plane(plane)) => {
            let mask = aside.lend(document, about(image.size, plane, None), &plane.bytes);
            dictionary.set("SMask", mask);
        }
        Some(Alpha::Key(key)) => {
            let range = |v: &u16| [Object::Integer(i64::from(*v)), Object::Integer(i64::from(*v))];
            dictionary.set("Mask", key.iter().flat_map(range).collect::<Vec<_>>());
        }
        None => {}
    }
    aside.lend(document, dictionary, &image.colours.bytes)
}

/// How many colours a pixel is mixed from, whichever way it is stored.
fn colour_count(space: &Space) -> u8 {
    match space {
        Space::Palette(_) => 3,
        other => other.samples(),
    }
}

/// The dictionary of a picture or a mask (PDF 32000-1, 8.9.5).
fn about(PixelSize { width, height }: PixelSize, plane: &Plane, profile: Option<ObjectId>) -> Dictionary {
    let plain = |name: &str| match profile {
        Some(profile) => Object::Array(vec!["ICCBased".into(), profile.into()]),
        None => name.into(),
    };
    let colours = match &plane.space {
        Space::Grey => plain("DeviceGray"),
        Space::Rgb => plain("DeviceRGB"),
        Space::Cmyk { .. } => plain("DeviceCMYK"),
        Space::Palette(table) => {
            let last = table.len() as i64 / 3 - 1;
            let table = Object::String(table.clone(), lopdf::StringFormat::Hexadecimal);
            Object::Array(vec!["Indexed".into(), plain("DeviceRGB"), last.into(), table])
        }
    };
    let mut dictionary = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => i64::from(width),
        "Height" => i64::from(height),
        "ColorSpace" => colours,
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
