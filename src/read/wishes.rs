//! What a PDF does that lets something else be printed than what its pages show.

use std::collections::BTreeSet;

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
    if is_drawn(dict) && says_twice(dict.data()) {
        return Some("says the same of a page or a drawing twice, and programs differ in which they take");
    }
    if dict.contains_key("XFA") {
        return Some("is a form that programs draw anew (XFA)");
    }
    let part = ["PrintArea", "PrintClip"].iter().find_map(|key| dict.get::<Name<'_>>(*key));
    part.is_some_and(|part| part.as_ref() != b"CropBox")
        .then_some("asks for a part of its pages to be printed")
}

/// Whether a dictionary says what a page or a drawing on it is.
fn is_drawn(dict: &Dict<'_>) -> bool {
    ["Contents", "Resources", "MediaBox", "Kids", "BBox", "BitsPerComponent"]
        .iter()
        .any(|key| dict.contains_key(*key))
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
                if depth == 0 && is_key && !keys.insert(&rest[..end]) {
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
        let twice: [&[u8]; 4] = [
            b"<< /Type /Page /Contents 4 0 R /Contents 5 0 R >>",
            b"<</Contents[4 0 R]/A<</B 1>>/Contents 5 0 R>>",
            b"<< /A (\\) /B) /C <00> /A true >>",
            b"/A 1 % /B 2\n/A/B",
        ];
        for bytes in twice {
            assert!(says_twice(bytes), "{}", String::from_utf8_lossy(bytes));
        }
        let once: [&[u8]; 5] = [
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
