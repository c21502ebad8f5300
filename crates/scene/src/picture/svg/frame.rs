//! Defines the frame of a drawing (its own coordinate system), and the limits that several files of this
//! folder use.
//!
//! - Out: the length of the frame, and the limits. Also functions that recognise SVG files and return the
//!   names of elements.
//! - Not here: limits that only one file needs.

use usvg::roxmltree::Node as Xml;

/// The length of a drawing's longer side in its own coordinates, in mm. It is large, so that rounding
/// the coordinates in files has no visible effect.
pub const LONG_SIDE: f64 = 1000.0;

/// The largest number of path segments and dashes in a drawing.
pub const MAX_SEGMENTS: usize = 1_000_000;

pub const TOO_MANY_SEGMENTS: &str = "has more than a million points or dashes";

/// How far a drawing may extend beyond its frame, in mm. This is ten thousand times the longer side of
/// the frame.
pub const MAX_OVERHANG_MM: f64 = 10_000.0 * LONG_SIDE;

pub const REACHES_TOO_FAR: &str = "reaches out of its frame by more than ten thousand times its own size";

/// Returns whether a file looks like XML that contains an SVG drawing.
pub fn looks_like_svg(file: &[u8]) -> bool {
    let text = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let head = &text[..text.len().min(4096)];
    text.starts_with(b"<") && head.windows(4).any(|window| window == b"<svg" || window == b":svg")
}

pub fn element_name<'a>(node: Xml<'a, '_>) -> &'a str {
    node.tag_name().name()
}
