//! Finds features of a PDF in the dictionaries that its catalogue leads to.
//!
//! - In: an open file.
//! - Out: features that a standard may forbid.
//! - Not here: the contents of pages.

use std::collections::HashSet;

use super::{FileFeature, PreflightFile, PressPlace};
use crate::ReadError;
use crate::hayro::{Array, Dict, Filter, MaybeRef, Name, Object, ObjectIdentifier, Pdf, Stream};
use crate::limits::MAX_ITEMS;
use crate::structure::dict_name_is;

const NOWHERE: PressPlace = PressPlace { page: None, rect: None };

/// The keys that state which box of a page viewers show or print (ISO 32000-1, table 150).
const VIEW_KEYS: [&str; 4] = ["ViewArea", "ViewClip", "PrintArea", "PrintClip"];

/// Finds features in all objects that the catalogue leads to.
///
/// # Errors
/// The file has too many objects.
pub(super) fn read(pdf: &Pdf, file: &mut PreflightFile) -> Result<(), ReadError> {
    let xref = pdf.xref();
    let mut seen: HashSet<ObjectIdentifier> = HashSet::from([xref.root_id()]);
    let mut left = vec![xref.root_id()];
    while let Some(id) = left.pop() {
        let Some(object) = xref.get::<Object<'_>>(id) else { continue };
        if seen.len() > MAX_ITEMS {
            return Err(ReadError::TooManyItems);
        }
        visit(&object, file, &mut |next| {
            if seen.insert(next) {
                left.push(next);
            }
        });
    }
    Ok(())
}

/// Examines an object and the objects inside it. Does not examine an object behind a reference, but calls
/// `follow` with the reference. The PDF library limits how deeply objects are nested.
fn visit(object: &Object<'_>, file: &mut PreflightFile, follow: &mut impl FnMut(ObjectIdentifier)) {
    let mut entry = |entry: MaybeRef<Object<'_>>, file: &mut PreflightFile| match entry {
        MaybeRef::Ref(reference) => follow(reference.into()),
        MaybeRef::NotRef(inner) => visit(&inner, file, &mut *follow),
    };
    match object {
        Object::Array(array) => array.raw_iter().for_each(|inner| entry(inner, file)),
        Object::Dict(dict) => {
            dictionary(dict, file);
            dict.entries().for_each(|(_, inner)| entry(inner, file));
        }
        Object::Stream(found) => {
            stream(found, file);
            dictionary(found.dict(), file);
            found.dict().entries().for_each(|(_, inner)| entry(inner, file));
        }
        _ => {}
    }
}

fn dictionary(dict: &Dict<'_>, file: &mut PreflightFile) {
    let mut notice = |what| file.notice(what, NOWHERE);
    action(dict, &mut notice);
    if dict_name_is(dict, "Subtype", b"PS") || dict_name_is(dict, "Subtype2", b"PS") {
        notice(FileFeature::PostScript);
    }
    if dict.contains_key("OPI") && dict.contains_key("Subtype") {
        notice(FileFeature::Opi);
    }
    if dict.contains_key("XFA") {
        notice(FileFeature::Xfa);
    }
    if dict.contains_key("AlternatePresentations") || dict.contains_key("PresSteps") {
        notice(FileFeature::Slides);
    }
    if dict_name_is(dict, "Subtype", b"Image") && dict.contains_key("Alternates") {
        notice(FileFeature::Alternate);
    }
    if dict_name_is(dict, "Subtype", b"Form") && dict.contains_key("Ref") {
        notice(FileFeature::External("a page of another file"));
    }
    if dict_name_is(dict, "Subtype", b"Image") && dict.get::<i32>("BitsPerComponent") == Some(16) {
        notice(FileFeature::SixteenBits);
    }
    if dict_name_is(dict, "Type", b"Catalog") && dict.contains_key("OCProperties") {
        notice(FileFeature::Layers);
        let layers = dict.get::<Dict<'_>>("OCProperties").unwrap_or_default();
        let others = layers.get::<Array<'_>>("Configs");
        let mut all = others.iter().flat_map(|list| list.iter::<Dict<'_>>()).chain(layers.get("D"));
        if all.any(|configuration| configuration.contains_key("AS")) {
            notice(FileFeature::AutomaticLayers);
        }
    }
    for key in VIEW_KEYS {
        if let Some(name) = dict.get::<Name<'_>>(key) {
            notice(FileFeature::ViewBox(key, name.as_str().to_owned()));
        }
    }
    let intent = dict.get::<Name<'_>>("Intent").filter(|_| dict_name_is(dict, "Subtype", b"Image"));
    if let Some(unknown) = intent.and_then(|intent| unknown_rendering(&intent)) {
        notice(FileFeature::Rendering(unknown));
    }
}

/// Records an action (ISO 32000-1, 12.6.2). The value of `S` is its type.
fn action(dict: &Dict<'_>, notice: &mut impl FnMut(FileFeature)) {
    if dict_name_is(dict, "S", b"JavaScript") || dict.contains_key("JavaScript") {
        notice(FileFeature::Script);
    }
    let keys = ["A", "PA", "OpenAction"].into_iter().filter_map(|key| dict.get::<Dict<'_>>(key));
    let events = dict.get::<Dict<'_>>("AA");
    let of_events = events
        .iter()
        .flat_map(|all| all.keys().filter_map(|key| all.get::<Dict<'_>>(&*key)).collect::<Vec<_>>());
    for found in keys.chain(of_events) {
        // The key `A` does not always lead to an action. It may also lead to an attribute of a tag, or
        // to the opacity of a mask. Only an action has a type in `S`.
        if let Some(kind) = found.get::<Name<'_>>("S").filter(|kind| kind.as_ref() != b"JavaScript") {
            notice(FileFeature::Action(kind.as_str().to_owned()));
        }
    }
}

fn stream(stream: &Stream<'_>, file: &mut PreflightFile) {
    let dict = stream.dict();
    if matches!(dict.get::<Object<'_>>("F"), Some(Object::String(_) | Object::Dict(_))) {
        file.notice(FileFeature::External("the data of a stream"), NOWHERE);
    }
    filters(stream, file, NOWHERE);
}

/// Records each filter of a stream that a standard may forbid.
pub(super) fn filters(stream: &Stream<'_>, file: &mut PreflightFile, place: PressPlace) {
    for filter in stream.filters() {
        let name = match filter {
            Filter::LzwDecode => "LZW",
            Filter::Jbig2Decode => "JBIG2",
            Filter::JpxDecode => "JPEG 2000",
            Filter::Crypt => "Crypt",
            _ => continue,
        };
        file.notice(FileFeature::Filter(name), place.clone());
    }
}

/// Returns the name of a rendering intent that PDF does not define (ISO 32000-1, table 70). Returns `None`
/// for an intent that PDF defines.
pub(super) fn unknown_rendering(name: &Name<'_>) -> Option<String> {
    const KNOWN: [&[u8]; 4] =
        [b"AbsoluteColorimetric", b"RelativeColorimetric", b"Saturation", b"Perceptual"];
    (!KNOWN.contains(&name.as_ref())).then(|| name.as_str().to_owned())
}
