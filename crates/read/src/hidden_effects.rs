//! What a PDF does that lets something else be printed than what its pages show.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::hayro::{Array, Dict, MaybeRef, Name, Object};
use super::structure::is;

/// The longest chain of actions that is followed.
const MOST: usize = 100;

/// Shows `see` the dictionary of an object and each that stands in it, in arrays too. How deep they lie in one another is
/// bounded by the reader.
pub(super) fn each_dict<'a>(object: &Object<'a>, see: &mut impl FnMut(&Dict<'a>)) {
    let dict = match object {
        Object::Dict(dict) => dict,
        Object::Stream(stream) => stream.dict(),
        Object::Array(array) => return array.raw_iter().for_each(|entry| each_dict_of(entry, see)),
        _ => return,
    };
    see(dict);
    dict.entries().for_each(|(_, entry)| each_dict_of(entry, see));
}

fn each_dict_of<'a>(entry: MaybeRef<Object<'a>>, see: &mut impl FnMut(&Dict<'a>)) {
    // What is only referred to is an object of its own.
    if let MaybeRef::NotRef(object) = entry {
        each_dict(&object, see);
    }
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

/// What a dictionary may do to what is printed.
struct Effect {
    /// In words behind "the file".
    does: &'static str,
    is_in: fn(&Dict<'_>) -> bool,
}

const EFFECTS: [Effect; 13] = [
    Effect { does: "hides a layer when it is printed", is_in: hides_when_printed },
    Effect { does: "shows a layer on a condition, which is not followed", is_in: has_condition },
    Effect { does: "has a picture that is printed instead of the one that it shows", is_in: has_alternate },
    Effect { does: "has its plain colours read as those of another colour space", is_in: has_default_spaces },
    Effect {
        does: "asks viewers to draw its fields anew",
        is_in: |dict| dict.get::<bool>("NeedAppearances") == Some(true) && lists(dict, "Fields"),
    },
    Effect {
        does: "may print layers that it does not show",
        is_in: |dict| lists(dict, "OFF") && any_in(dict, "AS", |event| is(event, "Event", b"Print")),
    },
    Effect {
        does: "holds PostScript, which some printers draw",
        is_in: |dict| is(dict, "Subtype", b"PS") || is(dict, "Subtype2", b"PS"),
    },
    Effect {
        does: "asks for a page of another file to be drawn",
        is_in: |dict| is(dict, "Subtype", b"Form") && dict.contains_key("Ref"),
    },
    Effect {
        does: "asks for a halftone of its own",
        is_in: |dict| matches!(dict.get::<Object<'_>>("HT"), Some(Object::Dict(_) | Object::Stream(_))),
    },
    Effect {
        does: "says the same of a page, a drawing or a font twice, and programs differ in which they take",
        is_in: |dict| is_drawn(dict) && says_twice(dict.data()),
    },
    Effect {
        does: "is a portfolio: viewers show a list of other files first",
        is_in: |dict| is(dict, "Type", b"Catalog") && dict.contains_key("Collection"),
    },
    Effect { does: "is a form that programs draw anew (XFA)", is_in: |dict| dict.contains_key("XFA") },
    Effect { does: "asks for a part of its pages to be printed", is_in: asks_for_a_part },
];

/// What a dictionary does to what is printed, in words behind "the file".
pub(super) fn prints_else(dict: &Dict<'_>) -> impl Iterator<Item = &'static str> {
    EFFECTS.iter().filter(|effect| (effect.is_in)(dict)).map(|effect| effect.does)
}

/// Whether a layer is shown on a condition that is not followed.
fn has_condition(dict: &Dict<'_>) -> bool {
    is(dict, "Type", b"OCMD") && dict.contains_key("VE")
}

/// Whether what is on a layer may be printed in another way than it is shown.
pub(super) fn is_by_printer(layer: &Dict<'_>) -> bool {
    has_condition(layer) || hides_when_printed(layer)
}

/// Whether a picture has another one that is printed instead of it.
pub(super) fn has_alternate(dict: &Dict<'_>) -> bool {
    any_in(dict, "Alternates", |other| other.get::<bool>("DefaultForPrinting") == Some(true))
}

fn hides_when_printed(dict: &Dict<'_>) -> bool {
    let print = || dict.get::<Dict<'_>>("Usage")?.get::<Dict<'_>>("Print");
    is(dict, "Type", b"OCG") && print().is_some_and(|state| is(&state, "PrintState", b"OFF"))
}

fn has_default_spaces(dict: &Dict<'_>) -> bool {
    let spaces = dict.get::<Dict<'_>>("ColorSpace");
    let defaults = ["DefaultGray", "DefaultRGB", "DefaultCMYK"];
    spaces.is_some_and(|spaces| defaults.iter().any(|name| spaces.contains_key(name)))
}

/// Whether a picture or the resources of a page name a colour space of inks of their own.
pub(super) fn has_spot_inks(dict: &Dict<'_>) -> bool {
    let is_spot = |space: Array<'_>| {
        let kind = space.iter::<Name<'_>>().next();
        kind.is_some_and(|kind| matches!(kind.as_ref(), b"Separation" | b"DeviceN"))
    };
    let named = dict.get::<Dict<'_>>("ColorSpace");
    let mut named = named.iter().flat_map(|all| all.keys().filter_map(|key| all.get::<Array<'_>>(&*key)));
    dict.get::<Array<'_>>("ColorSpace").is_some_and(is_spot) || named.any(is_spot)
}

fn asks_for_a_part(dict: &Dict<'_>) -> bool {
    let part = ["PrintArea", "PrintClip"].iter().find_map(|key| dict.get::<Name<'_>>(*key));
    part.is_some_and(|part| part.as_ref() != b"CropBox")
}

/// Whether a list of dictionaries holds one of this sort.
fn any_in(dict: &Dict<'_>, key: &str, sort: fn(&Dict<'_>) -> bool) -> bool {
    dict.get::<Array<'_>>(key).is_some_and(|all| all.iter::<Dict<'_>>().any(|one| sort(&one)))
}

/// Whether a list holds anything.
fn lists(dict: &Dict<'_>, key: &str) -> bool {
    dict.get::<Array<'_>>(key).is_some_and(|all| all.raw_iter().next().is_some())
}

/// Whether a dictionary says how a page, a drawing on it or a letter of a font looks.
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

/// Whether one of the keys of a dictionary stands in its bytes twice.
fn says_twice(bytes: &[u8]) -> bool {
    let body = bytes.strip_prefix(b"<<").unwrap_or(bytes);
    let (mut keys, mut depth, mut is_key, mut at) = (BTreeSet::new(), 0_usize, true, 0);
    while let Some(&byte) = body.get(at) {
        let rest = &body[at..];
        let plain = |byte: &u8| !byte.is_ascii_whitespace() && !b"()<>[]{}/%\0".contains(byte);
        let word = |from: usize| from + rest[from..].iter().take_while(|byte| plain(byte)).count();
        let (length, begins) = match byte {
            b'/' => {
                let end = word(1);
                if depth == 0 && is_key && !keys.insert(unescaped(&rest[1..end])) {
                    return true;
                }
                (end, true)
            }
            b'%' => (rest.iter().take_while(|byte| !matches!(byte, b'\r' | b'\n')).count(), false),
            b'(' => (string(rest), true),
            b'<' | b'[' | b'{' => {
                depth += 1;
                (1, false)
            }
            b'>' | b']' | b'}' if depth == 0 => return false,
            b'>' | b']' | b'}' => {
                depth -= 1;
                (1, depth == 0)
            }
            byte if plain(&byte) => (word(0).max(1), true),
            _ => (1, false),
        };
        // Behind what begins or ends a value, the next name is a key; behind a key it is a value.
        if begins && depth == 0 {
            is_key = !(byte == b'/' && is_key);
        }
        at += length;
    }
    false
}

/// A name without its escapes: `#74` is a `t` (ISO 32000-1, 7.3.5).
fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return Cow::Borrowed(name);
    }
    let digit = |at: usize| name.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut plain, mut at) = (Vec::with_capacity(name.len()), 0);
    while let Some(&byte) = name.get(at) {
        let escaped = digit(at + 1).zip(digit(at + 2)).filter(|_| byte == b'#');
        let letter = escaped.and_then(|(high, low)| u8::try_from(16 * high + low).ok());
        plain.push(letter.unwrap_or(byte));
        at += if letter.is_some() { 3 } else { 1 };
    }
    Cow::Owned(plain)
}

/// How many bytes a string takes, its brackets included.
fn string(bytes: &[u8]) -> usize {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => depth += 1,
            b')' if depth <= 1 => return at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::says_twice;

    #[test]
    fn a_key_is_said_twice_where_it_is_a_key_both_times() {
        let twice: [&[u8]; 5] = [
            b"<</Contents 44 0 R/Con#74ents 21 0 R>>",
            b"<< /Type /Page /Contents 4 0 R /Contents 5 0 R >>",
            b"<</Contents[4 0 R]/A<</B 1>>/Contents 5 0 R>>",
            b"<< /A (\\) /B) /C <00> /A true >>",
            b"/A 1 % /B 2\n/A/B",
        ];
        for bytes in twice {
            assert!(says_twice(bytes), "{}", String::from_utf8_lossy(bytes));
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
            assert!(!says_twice(bytes), "{}", String::from_utf8_lossy(bytes));
        }
    }
}
