//! Resolves references from one element of a file to another.
//!
//! - In: the values of attributes and properties.
//! - Out: the `id` of the element to which a value refers.
//! - Not here: references to other files, which are never followed.

use roxmltree::Node;

/// The namespace of `xlink:href`.
pub const XLINK_NAMESPACE: &str = "http://www.w3.org/1999/xlink";

/// Returns the id in a value of the form `url(#id)`. Returns `None` for any other value.
pub fn url_id(value: &str) -> Option<&str> {
    let inside = value.trim().strip_prefix("url(")?.split(')').next()?;
    inside.trim_matches(['"', '\'', ' ']).strip_prefix('#')
}

/// Returns the address in `href` or `xlink:href`. Returns `None` if the element has neither attribute.
pub fn href<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.attribute("href").or_else(|| node.attribute((XLINK_NAMESPACE, "href")))
}

/// Returns the id to which `href` or `xlink:href` refers. Returns `None` if the address is not an id in the
/// same file.
pub fn href_id<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    href(node)?.trim().strip_prefix('#')
}
