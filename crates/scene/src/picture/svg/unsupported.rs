//! Reports features of an SVG file that cannot be drawn.
//!
//! - In: the parsed XML.
//! - Out: an error that names the line, the element and its `id`. Elements that usvg would silently
//!   leave out also cause an error.
//! - Not here: limits for style sheets and `use` elements (`weight.rs`).

use usvg::roxmltree::{Document, Node as Xml};

use super::super::pixel_file::unusable;
use super::frame::element_name;
use hexpress_base::diag::{Diagnostic, Result};

/// The largest depth of nested elements.
const MAX_ELEMENT_DEPTH: usize = 200;

/// The largest number of digits before the decimal point of a number.
///
/// With larger numbers, an arc could be so long that far too many curves would replace it.
const MAX_DIGITS: usize = 9;

/// The largest number of digits in a positive exponent, as in `1e9`.
const MAX_EXPONENT_DIGITS: usize = 1;

const HINT: &str = "change this part in the drawing program, or export the drawing as PNG";

/// Returns the error that a drawing exceeds a limit. `what` is the end of a sentence that begins with
/// the name of the file.
pub(super) fn over_limit(what: impl Into<String>) -> Diagnostic {
    unusable(what).hint("simplify the drawing, or export it as PNG")
}

/// Returns an error about the first element that cannot be drawn. These are elements that usvg would silently
/// leave out, that are nested too deeply, or that contain a huge number.
pub(super) fn check_elements(xml: &Document<'_>) -> Result<()> {
    let has_uses = xml.descendants().any(|node| element_name(node) == "use");
    for node in xml.descendants().filter(Xml::is_element) {
        // `ancestors` also returns the node itself and the document.
        if node.ancestors().nth(MAX_ELEMENT_DEPTH + 1).is_some() {
            return Err(over_limit(format!("has elements nested more than {MAX_ELEMENT_DEPTH} deep")));
        }
        if has_huge_length(node) {
            return Err(over_limit(format!("has a number with more than {MAX_DIGITS} digits")));
        }
        if let Some(content) = dropped_content(node)
            && !node.ancestors().any(|ancestor| is_hidden(ancestor, has_uses))
        {
            return Err(refuse(xml, Some(node), content));
        }
    }
    Ok(())
}

/// Returns whether an attribute for coordinates or lengths contains a huge number.
fn has_huge_length(node: Xml<'_, '_>) -> bool {
    node.attributes().any(|attribute| {
        matches!(attribute.name(), "d" | "r" | "rx" | "ry" | "width" | "height")
            && has_huge_number(attribute.value())
    })
}

/// Returns whether a text contains a number with a large exponent, or a number with more than
/// [`MAX_DIGITS`] digits.
fn has_huge_number(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let mut exponents = text.split(['e', 'E']).skip(1).map(|rest| rest.strip_prefix('+').unwrap_or(rest));
    numbers.any(|number| significant_digits(number) > MAX_DIGITS)
        || exponents.any(|exponent| significant_digits(exponent) > MAX_EXPONENT_DIGITS)
}

/// Returns the number of digits at the start of a text, without leading zeros.
fn significant_digits(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].trim_start_matches('0').len()
}

/// If usvg would silently leave out an element, returns a name for the element, such as `a foreign object`.
/// Returns `None` if usvg draws the element.
fn dropped_content(node: Xml<'_, '_>) -> Option<&'static str> {
    match element_name(node) {
        "foreignObject" if node.parent().is_none_or(|parent| element_name(parent) != "switch") => {
            Some("a foreign object")
        }
        _ => None,
    }
}

/// An unusable picture inside a drawing.
pub struct WrongPicture {
    /// The reason, as the end of a sentence that begins with the name of a file.
    pub why: Diagnostic,
    /// The name of the file that contains the picture. Empty if the picture is inside the drawing.
    pub file: String,
}

/// Returns the error about a picture in a drawing. If the picture is in another file, the error
/// names the line of the drawing that refers to this file.
pub(super) fn wrong_picture(xml: &Document<'_>, error: WrongPicture) -> Diagnostic {
    let WrongPicture { why, file } = error;
    if file.is_empty() {
        return why.prefixed("contains a picture that ");
    }
    let named = xml.descendants().find(|node| {
        node.attributes().any(|attribute| attribute.name() == "href" && attribute.value() == file)
    });
    why.prefixed(&match named {
        Some(node) => {
            let line = xml.text_pos_at(node.range().start).row;
            format!("refers to another picture in line {line}, but `{file}` ")
        }
        None => format!("contains a drawing that refers to another picture, but `{file}` "),
    })
}

/// Returns whether an element is not shown. This is the case if it has `display: none`, or if it is only a
/// definition and the file has no `use`.
fn is_hidden(node: Xml<'_, '_>, has_uses: bool) -> bool {
    let is_definition = matches!(element_name(node), "defs" | "symbol" | "metadata" | "pattern" | "mask");
    let style = node.attribute("style").unwrap_or("").replace(' ', "");
    (is_definition && !has_uses)
        || node.attribute("display") == Some("none")
        || style.contains("display:none")
}

/// Returns the error that an SVG feature is not supported.
///
/// The error names the line and the element, if they are known.
fn refuse(xml: &Document<'_>, node: Option<Xml<'_, '_>>, content: &str) -> Diagnostic {
    let place = node.map_or_else(String::new, |node| {
        let line = xml.text_pos_at(node.range().start).row;
        let id = node.attribute("id").map_or_else(String::new, |id| format!(" id=\"{id}\""));
        format!(" (line {line}, <{}{id}>)", element_name(node))
    });
    unusable(format!("uses an SVG feature that is not supported: {content}{place}")).hint(HINT)
}

/// A reason to reject a drawing. It is found only after usvg has read the file.
pub(super) enum Unsupported {
    /// The drawing is too large. The text is the end of a sentence that begins with the file's
    /// name.
    Limit(&'static str),
    /// The drawing uses a feature that is not supported.
    Feature {
        /// The name of the feature with its article, such as `a mask`.
        feature: &'static str,
        /// The `id` of the element. Empty if the element has no `id`.
        id: String,
        /// The texts by which the element is found in the file: names of elements or attributes, or
        /// values such as `plus-lighter`.
        keywords: &'static [&'static str],
    },
}

impl Unsupported {
    pub fn feature(feature: &'static str, id: &str, keywords: &'static [&'static str]) -> Self {
        Self::Feature { feature, id: id.to_owned(), keywords }
    }

    /// Returns the error, with the line of the element that most likely uses the feature. usvg does not store
    /// lines, so this function searches the file. It uses the first of these elements that exists:
    /// - the element with the `id`
    /// - the first element with an attribute that contains a keyword
    /// - the first style sheet that contains a keyword
    pub fn to_diagnostic(&self, xml: &Document<'_>) -> Diagnostic {
        let (feature, id, keywords) = match self {
            Self::Limit(limit) => return over_limit(*limit),
            Self::Feature { feature, id, keywords } => (feature, id, keywords),
        };
        let likeliest = xml
            .descendants()
            .filter(Xml::is_element)
            .map(|node| (Likelihood::new(node, id, keywords), node))
            .filter(|(likelihood, _)| *likelihood != Likelihood::None)
            .min_by_key(|(likelihood, _)| *likelihood)
            .map(|(_, node)| node);
        refuse(xml, likeliest, feature)
    }
}

/// How likely it is that an element uses a feature. The most likely variant comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likelihood {
    HasId,
    HasAttribute,
    IsStyleSheet,
    None,
}

impl Likelihood {
    fn new(node: Xml<'_, '_>, id: &str, keywords: &[&str]) -> Self {
        let sheet = node.text().filter(|_| element_name(node) == "style").unwrap_or("");
        if !id.is_empty() && node.attribute("id") == Some(id) {
            Self::HasId
        } else if node.attributes().any(|own| asks_for(own.name(), own.value(), keywords)) {
            Self::HasAttribute
        } else if keywords.iter().any(|keyword| sheet.contains(keyword)) {
            Self::IsStyleSheet
        } else {
            Self::None
        }
    }
}

/// Returns whether an attribute uses one of the keywords.
///
/// This is the case if the value of the attribute contains a keyword. It is also the case if the name of the
/// attribute is a keyword, and the value is not a default such as `none`.
fn asks_for(name: &str, value: &str, keywords: &[&str]) -> bool {
    let is_default = matches!(value.trim(), "1" | "none" | "normal" | "100%");
    keywords.iter().any(|keyword| (name == *keyword && !is_default) || value.contains(keyword))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_at_most_nine_digits_before_its_point() {
        assert!(!has_huge_number("M0 0L123456789.123 5"));
        assert!(has_huge_number("M0 0L1234567890.1 5"));
        assert!(!has_huge_number("1e9") && has_huge_number("1e10"));
    }
}
