//! Finds features of a PDF that make the printed pages differ from the pages on the screen.
//!
//! - In: the dictionaries of a PDF.
//! - Out: descriptions of the features that they use.
//! - Not here: evaluating scripts and conditions. This module only finds them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::hayro::{Array, Dict, MaybeRef, Name, Object};
use super::structure::dict_name_is;

/// The maximum number of actions that are followed in a chain.
const MAX_ACTIONS: usize = 100;

/// Calls `visit` for the dictionary of an object and for all nested dictionaries, including
/// dictionaries in arrays. The PDF library limits the depth of nesting.
pub(super) fn visit_dicts<'a>(object: &Object<'a>, visit: &mut impl FnMut(&Dict<'a>)) {
    let dict = match object {
        Object::Dict(dict) => dict,
        Object::Stream(stream) => stream.dict(),
        Object::Array(array) => return array.raw_iter().for_each(|entry| visit_entry(entry, visit)),
        _ => return,
    };
    visit(dict);
    dict.entries().for_each(|(_, entry)| visit_entry(entry, visit));
}

fn visit_entry<'a>(entry: MaybeRef<Object<'a>>, visit: &mut impl FnMut(&Dict<'a>)) {
    // An object behind a reference is left out here, because it is visited separately.
    if let MaybeRef::NotRef(object) = entry {
        visit_dicts(&object, visit);
    }
}

/// Returns whether a script runs without a click: when a file is opened, or on an event of the
/// file, a page or a field (ISO 32000-1, 12.6.3 and 12.6.4.16).
pub(super) fn runs_scripts(dict: &Dict<'_>) -> bool {
    let events = dict.get::<Dict<'_>>("AA");
    let actions = events.iter().flat_map(|all| all.keys().filter_map(|key| all.get::<Dict<'_>>(&*key)));
    actions.chain(dict.get::<Dict<'_>>("OpenAction")).any(is_script)
}

/// Returns whether an action is a script, or is followed by a script. A chain of more than
/// [`MAX_ACTIONS`] actions counts as a script.
fn is_script(action: Dict<'_>) -> bool {
    let mut left = vec![action];
    for _ in 0..MAX_ACTIONS {
        let Some(current) = left.pop() else { return false };
        if dict_name_is(&current, "S", b"JavaScript") {
            return true;
        }
        match current.get::<Object<'_>>("Next") {
            Some(Object::Dict(next)) => left.push(next),
            Some(Object::Array(all)) => left.extend(all.iter::<Dict<'_>>()),
            _ => {}
        }
    }
    true
}

/// A feature that makes the printed result differ from the screen.
struct Effect {
    /// What the feature does. The text follows "the file" in a message, for example "hides a layer
    /// when it is printed".
    does: &'static str,
    /// Returns whether a dictionary uses the feature.
    is_in: fn(&Dict<'_>) -> bool,
}

const EFFECTS: [Effect; 13] = [
    Effect { does: "hides a layer when it is printed", is_in: hides_when_printed },
    Effect { does: "shows a layer under a condition, which is not evaluated", is_in: has_condition },
    Effect { does: "has a picture that is printed instead of the visible one", is_in: has_alternate },
    Effect { does: "replaces its basic colour spaces with others", is_in: has_default_spaces },
    Effect {
        does: "asks viewers to redraw its form fields",
        is_in: |dict| dict.get::<bool>("NeedAppearances") == Some(true) && has_entries(dict, "Fields"),
    },
    Effect {
        does: "may print layers that it does not show",
        is_in: |dict| {
            has_entries(dict, "OFF") && has_dict(dict, "AS", |event| dict_name_is(event, "Event", b"Print"))
        },
    },
    Effect {
        does: "contains PostScript, which some printers draw",
        is_in: |dict| dict_name_is(dict, "Subtype", b"PS") || dict_name_is(dict, "Subtype2", b"PS"),
    },
    Effect {
        does: "asks for a page of another file to be drawn",
        is_in: |dict| dict_name_is(dict, "Subtype", b"Form") && dict.contains_key("Ref"),
    },
    Effect {
        does: "sets its own halftone",
        is_in: |dict| matches!(dict.get::<Object<'_>>("HT"), Some(Object::Dict(_) | Object::Stream(_))),
    },
    Effect {
        does: "defines an entry of a page, a drawing or a font twice, and programs differ in which one they use",
        is_in: |dict| is_drawn(dict) && repeats_key(dict.data()),
    },
    Effect {
        does: "is a portfolio: viewers show a list of other files first",
        is_in: |dict| dict_name_is(dict, "Type", b"Catalog") && dict.contains_key("Collection"),
    },
    Effect { does: "is a form that programs redraw (XFA)", is_in: |dict| dict.contains_key("XFA") },
    Effect { does: "requests that only some of its pages are printed", is_in: prints_part_of_page },
];

/// Returns descriptions of the features in a dictionary that change the printed result. Each
/// description is an [`Effect::does`].
pub(super) fn print_effects(dict: &Dict<'_>) -> impl Iterator<Item = &'static str> {
    EFFECTS.iter().filter(|effect| (effect.is_in)(dict)).map(|effect| effect.does)
}

/// Returns whether a layer is shown only under a condition. Conditions are not evaluated.
fn has_condition(dict: &Dict<'_>) -> bool {
    dict_name_is(dict, "Type", b"OCMD") && dict.contains_key("VE")
}

/// Returns whether printing may change or hide the contents of a layer.
pub(super) fn is_by_printer(layer: &Dict<'_>) -> bool {
    has_condition(layer) || hides_when_printed(layer)
}

/// Returns whether a picture has an alternate picture that is printed in its place.
pub(super) fn has_alternate(dict: &Dict<'_>) -> bool {
    has_dict(dict, "Alternates", |alternate| alternate.get::<bool>("DefaultForPrinting") == Some(true))
}

fn hides_when_printed(dict: &Dict<'_>) -> bool {
    dict_name_is(dict, "Type", b"OCG")
        && dict
            .get::<Dict<'_>>("Usage")
            .and_then(|usage| usage.get::<Dict<'_>>("Print"))
            .is_some_and(|print| dict_name_is(&print, "PrintState", b"OFF"))
}

fn has_default_spaces(dict: &Dict<'_>) -> bool {
    let spaces = dict.get::<Dict<'_>>("ColorSpace");
    let defaults = ["DefaultGray", "DefaultRGB", "DefaultCMYK"];
    spaces.is_some_and(|spaces| defaults.iter().any(|name| spaces.contains_key(name)))
}

/// Returns whether a picture or the resources of a page use spot colours.
pub(super) fn has_spot_inks(dict: &Dict<'_>) -> bool {
    let spaces = dict.get::<Dict<'_>>("ColorSpace");
    let named = spaces.iter().flat_map(|all| all.keys().filter_map(|key| all.get::<Array<'_>>(&*key)));
    named.chain(dict.get::<Array<'_>>("ColorSpace")).any(is_spot)
}

/// Returns whether a colour space contains spot colours.
fn is_spot(space: Array<'_>) -> bool {
    let family = space.iter::<Name<'_>>().next();
    family.is_some_and(|family| matches!(family.as_ref(), b"Separation" | b"DeviceN"))
}

fn prints_part_of_page(dict: &Dict<'_>) -> bool {
    let page_box = ["PrintArea", "PrintClip"].iter().find_map(|key| dict.get::<Name<'_>>(*key));
    page_box.is_some_and(|name| name.as_ref() != b"CropBox")
}

/// Returns whether the array at `key` contains a dictionary for which `condition` is true.
fn has_dict(dict: &Dict<'_>, key: &str, condition: fn(&Dict<'_>) -> bool) -> bool {
    dict.get::<Array<'_>>(key).is_some_and(|all| all.iter::<Dict<'_>>().any(|entry| condition(&entry)))
}

/// Returns whether the array at `key` has at least one entry.
fn has_entries(dict: &Dict<'_>, key: &str) -> bool {
    dict.get::<Array<'_>>(key).is_some_and(|all| all.raw_iter().next().is_some())
}

/// Returns whether a dictionary belongs to an object that determines how a page, a drawing or a
/// glyph looks.
fn is_drawn(dict: &Dict<'_>) -> bool {
    let keys = [
        "Contents",
        "Resources",
        "MediaBox",
        "Kids",
        "BBox",
        "BitsPerComponent",
        "BaseFont",
        "FontDescriptor",
        "FontName",
    ];
    keys.iter().any(|key| dict.contains_key(*key))
}

/// Returns whether a dictionary contains a key twice. `bytes` is the source of the dictionary.
fn repeats_key(bytes: &[u8]) -> bool {
    let mut rest = bytes.strip_prefix(b"<<").unwrap_or(bytes);
    let (mut keys, mut depth, mut is_key) = (BTreeSet::new(), 0_usize, true);
    while let Some((&byte, after)) = rest.split_first() {
        // The first value is the length of the token. The second value says whether the token completes a key
        // or a value. Entries of inner arrays and dictionaries do not count, because their `depth` is not 0.
        let (length, is_entry) = match byte {
            b'/' => {
                let name = &after[..regular_length(after)];
                if depth == 0 && is_key && !keys.insert(unescaped(name)) {
                    return true;
                }
                (1 + name.len(), true)
            }
            b'%' => (rest.iter().take_while(|byte| !matches!(byte, b'\r' | b'\n')).count(), false),
            b'(' => (string_length(rest), true),
            b'<' | b'[' | b'{' => {
                depth += 1;
                (1, false)
            }
            b'>' | b']' | b'}' if depth == 0 => return false,
            b'>' | b']' | b'}' => {
                depth -= 1;
                (1, depth == 0)
            }
            _ if is_regular(&byte) => (regular_length(rest), true),
            _ => (1, false),
        };
        // A name after a value is a key. A name after a key is a value.
        if is_entry && depth == 0 {
            is_key = !(byte == b'/' && is_key);
        }
        rest = &rest[length..];
    }
    false
}

/// Returns whether a byte is a regular character (ISO 32000-1, 7.2.2).
fn is_regular(byte: &u8) -> bool {
    !byte.is_ascii_whitespace() && !b"()<>[]{}/%\0".contains(byte)
}

/// Returns the number of regular characters at the start of `bytes`.
fn regular_length(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_regular(byte)).count()
}

/// Returns a name with its escapes decoded: `#74` is a `t` (ISO 32000-1, 7.3.5).
fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return Cow::Borrowed(name);
    }
    let mut plain = Vec::with_capacity(name.len());
    let mut rest = name;
    while let Some((&byte, after)) = rest.split_first() {
        match escaped(rest) {
            Some(character) => {
                plain.push(character);
                rest = &rest[3..];
            }
            None => {
                plain.push(byte);
                rest = after;
            }
        }
    }
    Cow::Owned(plain)
}

/// Returns the character of the escape at the start of `bytes`, or `None` if there is no escape.
fn escaped(bytes: &[u8]) -> Option<u8> {
    let [b'#', high, low, ..] = bytes else { return None };
    let (high, low) = (char::from(*high).to_digit(16)?, char::from(*low).to_digit(16)?);
    u8::try_from(16 * high + low).ok()
}

/// Returns the length of the string at the start of `bytes`, including its brackets.
fn string_length(bytes: &[u8]) -> usize {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' if depth <= 1 => return index + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::repeats_key;

    #[test]
    fn a_repeated_name_counts_only_if_it_is_a_key_both_times() {
        let twice: [&[u8]; 5] = [
            b"<</Contents 44 0 R/Con#74ents 21 0 R>>",
            b"<< /Type /Page /Contents 4 0 R /Contents 5 0 R >>",
            b"<</Contents[4 0 R]/A<</B 1>>/Contents 5 0 R>>",
            b"<< /A (\\) /B) /C <00> /A true >>",
            b"/A 1 % /B 2\n/A/B",
        ];
        for bytes in twice {
            assert!(repeats_key(bytes), "{}", String::from_utf8_lossy(bytes));
        }
        let once: [&[u8]; 6] = [
            b"<</A#2 1/A#23 2/A##23 3>>",
            b"<< /Type /Type /Contents 4 0 R >>",
            b"<< /A << /B 1 /C [ /B /A ] >> /B 2 >>",
            b"<< /A (/B 1 \\) /B 2) /B /B >>",
            b"<< /A 1 % /A 2\n >>",
            b"<< /A /A /B /A /C -1 /D 1.5 /E null",
        ];
        for bytes in once {
            assert!(!repeats_key(bytes), "{}", String::from_utf8_lossy(bytes));
        }
    }
}
