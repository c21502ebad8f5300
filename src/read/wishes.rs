//! What a PDF does that lets something else be printed than what its pages show.

use super::hayro::{Array, Dict, MaybeRef, Name, Object};
use super::structure::is;

/// The longest chain of actions that is followed, and the most dictionaries of one object.
const MOST: usize = 100;

/// The dictionary of an object, and those that stand in it.
pub(super) fn dicts<'a>(object: &Object<'a>) -> Vec<Dict<'a>> {
    let mut all = match object {
        Object::Dict(dict) => vec![dict.clone()],
        Object::Stream(stream) => vec![stream.dict().clone()],
        _ => return Vec::new(),
    };
    let mut at = 0;
    while let Some(dict) = all.get(at).filter(|_| all.len() < MOST) {
        let within = dict.entries().filter_map(|(_, entry)| match entry {
            MaybeRef::NotRef(Object::Dict(dict)) => Some(dict),
            _ => None,
        });
        let within: Vec<_> = within.collect();
        all.extend(within);
        at += 1;
    }
    all
}

/// Whether a script runs by itself: when a file is opened, or where something happens to it, a page or a field
/// (ISO 32000-1, 12.6.3 and 12.6.4.16).
pub(super) fn runs_scripts(dict: &Dict<'_>) -> bool {
    let events = dict.get::<Dict<'_>>("AA");
    let of_events = events.iter().flat_map(|all| all.keys().filter_map(|key| all.get::<Dict<'_>>(&*key)));
    of_events.chain(dict.get::<Dict<'_>>("OpenAction")).any(is_script)
}

/// Whether an action is a script, or one of those is that follow it.
fn is_script(action: Dict<'_>) -> bool {
    let mut left = vec![action];
    for _ in 0..MOST {
        let Some(action) = left.pop() else { return false };
        if is(&action, "S", b"JavaScript") {
            return true;
        }
        match action.get::<Object<'_>>("Next") {
            Some(Object::Dict(next)) => left.push(next),
            Some(Object::Array(all)) => left.extend(all.iter::<Dict<'_>>()),
            _ => {}
        }
    }
    true
}

/// What a dictionary does to what is printed, in words behind "the file".
pub(super) fn prints_else(dict: &Dict<'_>) -> Option<&'static str> {
    let off = |state: Dict<'_>| is(&state, "PrintState", b"OFF");
    let is_hidden = |usage: Dict<'_>| usage.get::<Dict<'_>>("Print").is_some_and(off);
    let alternates = || dict.get::<Array<'_>>("Alternates");
    let for_print = |other: Dict<'_>| other.get::<bool>("DefaultForPrinting") == Some(true);
    let spaces = || dict.get::<Dict<'_>>("ColorSpace");
    let is_device =
        |key: Name<'_>| [&b"DefaultGray"[..], b"DefaultRGB", b"DefaultCMYK"].contains(&key.as_ref());
    if is(dict, "Type", b"OCG") && dict.get::<Dict<'_>>("Usage").is_some_and(is_hidden) {
        return Some("hides a layer when it is printed");
    }
    if is(dict, "Type", b"OCMD") && dict.contains_key("VE") {
        return Some("shows a layer on a condition, which is not followed");
    }
    if alternates().is_some_and(|all| all.iter::<Dict<'_>>().any(for_print)) {
        return Some("has a picture that is printed instead of the one that it shows");
    }
    if spaces().is_some_and(|all| all.keys().any(is_device)) {
        return Some("has its plain colours read as those of another colour space");
    }
    let lists =
        |key: &str| dict.get::<Array<'_>>(key).is_some_and(|all| all.iter::<Object<'_>>().next().is_some());
    if dict.get::<bool>("NeedAppearances") == Some(true) && lists("Fields") {
        return Some("asks viewers to draw its fields anew");
    }
    let is_printing = |event: Dict<'_>| is(&event, "Event", b"Print");
    let switches = dict.get::<Array<'_>>("AS").is_some_and(|all| all.iter::<Dict<'_>>().any(is_printing));
    if switches && lists("OFF") {
        return Some("may print layers that it does not show");
    }
    if is(dict, "Subtype", b"PS") || is(dict, "Subtype2", b"PS") {
        return Some("holds PostScript, which some printers draw");
    }
    if is(dict, "Subtype", b"Form") && dict.contains_key("Ref") {
        return Some("asks for a page of another file to be drawn");
    }
    if matches!(dict.get::<Object<'_>>("HT"), Some(Object::Dict(_) | Object::Stream(_))) {
        return Some("asks for a halftone of its own");
    }
    if dict.contains_key("XFA") {
        return Some("is a form that programs draw anew (XFA)");
    }
    let part = ["PrintArea", "PrintClip"].iter().find_map(|key| dict.get::<Name<'_>>(*key));
    part.is_some_and(|part| part.as_ref() != b"CropBox")
        .then_some("asks for a part of its pages to be printed")
}
