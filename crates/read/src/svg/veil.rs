//! What changes the look of a drawing and is not followed: masks, filters, patterns. It is known by a digest, so that two
//! drawings can be compared, and by words, so that it can be said that it was not judged.

use crate::glyphs::digest;

/// A digest of words; never 0, which stands for nothing.
pub fn of_words(words: &str) -> u64 {
    digest(&words.bytes().map(u64::from).collect::<Vec<_>>()).max(1)
}

/// Two digests together, of which 0 is nothing.
pub fn both(outer: u64, own: u64) -> u64 {
    match (outer, own) {
        (0, one) | (one, 0) => one,
        (outer, own) => digest(&[outer, own]).max(1),
    }
}

/// What a property is that is not followed, in words; none where it is followed, has its plain value, or changes nothing.
/// `css` says whether a style sheet says it: attributes of the same names are followed.
pub fn named(key: &str, value: &str, css: bool) -> Option<&'static str> {
    let value = value.trim();
    let (what, plain): (_, &[&str]) = match key {
        "mask" | "mask-image" => ("masks", &["none"]),
        "filter" | "backdrop-filter" => ("filters", &["none"]),
        "mix-blend-mode" => ("blend modes", &["normal"]),
        "marker" | "marker-start" | "marker-mid" | "marker-end" => ("marks at the ends of lines", &["none"]),
        "paint-order" => ("lines below areas", &["normal", "fill", "fill stroke", "fill stroke markers"]),
        "rotate" | "scale" | "translate" | "offset-path" | "zoom" if css => {
            ("transforms in style sheets", &["none", "1", "100%", "normal"])
        }
        "x" | "y" | "cx" | "cy" | "r" | "rx" | "ry" | "width" | "height" | "d" if css => {
            ("places and sizes in style sheets", &["auto"])
        }
        _ => return None,
    };
    let is_plain = value.is_empty() || plain.contains(&value) || matches!(value, "inherit" | "initial");
    (!is_plain).then_some(what)
}

/// Whether a property does anything to an element, by its name: places and sizes belong to few (SVG 2, 7.3).
pub fn is_for(element: &str, key: &str) -> bool {
    match key {
        "cx" | "cy" => matches!(element, "circle" | "ellipse"),
        "r" => element == "circle",
        "rx" | "ry" => matches!(element, "ellipse" | "rect"),
        "x" | "y" | "width" | "height" => {
            matches!(element, "svg" | "rect" | "image" | "use" | "foreignObject" | "symbol")
        }
        "d" => element == "path",
        _ => true,
    }
}

/// The `id` that `url(#id)` names.
pub fn reference(value: &str) -> Option<&str> {
    let inside = value.trim().strip_prefix("url(")?.split(')').next()?;
    inside.trim_matches(['"', '\'', ' ']).strip_prefix('#')
}
