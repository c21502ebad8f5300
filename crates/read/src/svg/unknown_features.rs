//! Finds features of an SVG file that hexpress neither writes nor evaluates.
//!
//! - In: the elements and style sheets of a file.
//! - Out: unknown features, each with the pieces that it affects. Such a feature is an element,
//!   attribute or property that is not in the tables below, or a rule with an unknown selector. It may
//!   affect the look of the sheet.
//! - Not here: effects that are known but not evaluated (`ignored_properties`).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use roxmltree::Node;

use super::css::{self, StyleSheet, declarations};
use super::doubtful_selector::DoubtfulSelector;
use super::references::{XLINK_NAMESPACE, url_id};
use crate::item::identity;
use hexpress_base::identity::Identity;
use hexpress_base::text::{one_line, shortened};

/// A feature that is not evaluated, and one of the pieces that the feature affects.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnknownFeature {
    /// The name of the feature in a message, such as "`animation` in a style sheet".
    pub what: String,
    /// The piece that the feature affects. `None` if the feature affects the whole sheet, or no
    /// piece.
    pub piece: Option<Arc<Identity>>,
}

/// The largest number of pieces that are reported for one feature.
const MAX_PIECES: usize = 1_000;
/// The largest number of features that are reported.
const MAX_FEATURES: usize = 20;
/// The largest number of characters that a report quotes from the file.
const MAX_QUOTE_LENGTH: usize = 60;
/// The maximum number of references that are followed from a definition to a piece.
const MAX_REFERENCES: usize = 8;

const SVG_NAMESPACE: &str = "http://www.w3.org/2000/svg";
/// The namespace of XHTML. XHTML elements are drawn in a `foreignObject`.
const XHTML_NAMESPACE: &str = "http://www.w3.org/1999/xhtml";
/// Elements that are either evaluated or draw nothing.
const KNOWN_ELEMENTS: &[&str] = &[
    "a",
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "foreignObject",
    "g",
    "image",
    "line",
    "metadata",
    "path",
    "polygon",
    "polyline",
    "rect",
    "style",
    "svg",
    "switch",
    "symbol",
    "text",
    "textPath",
    "title",
    "tspan",
    "use",
    "view",
];
/// Elements whose attributes and contents need no check, because the elements are always reported, or because
/// their whole source text is compared.
const UNCHECKED_ELEMENTS: &[&str] = &[
    "animate",
    "animateMotion",
    "animateTransform",
    "filter",
    "linearGradient",
    "marker",
    "mask",
    "pattern",
    "radialGradient",
    "script",
    "set",
];
/// Attributes that are evaluated, or that do not affect the look. Properties are not in this list.
const KNOWN_ATTRIBUTES: &[&str] = &[
    "baseProfile",
    "class",
    "clipPathUnits",
    "cx",
    "cy",
    "d",
    "dx",
    "dy",
    "height",
    "href",
    "id",
    "lang",
    "lengthAdjust",
    "media",
    "overflow",
    "points",
    "preserveAspectRatio",
    "r",
    "requiredExtensions",
    "role",
    "rotate",
    "rx",
    "ry",
    "style",
    "systemLanguage",
    "tabindex",
    "textLength",
    "title",
    "type",
    "version",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];
/// Properties that are evaluated, or whose values are compared as text.
const KNOWN_PROPERTIES: &[&str] = &[
    "alignment-baseline",
    "background",
    "background-color",
    "clip-path",
    "color",
    "cx",
    "cy",
    "d",
    "display",
    "dominant-baseline",
    "fill",
    "fill-opacity",
    "fill-rule",
    "filter",
    "backdrop-filter",
    "font",
    "height",
    "marker",
    "marker-end",
    "marker-mid",
    "marker-start",
    "mask",
    "mask-image",
    "mix-blend-mode",
    "offset-path",
    "opacity",
    "overflow",
    "paint-order",
    "r",
    "rotate",
    "rx",
    "ry",
    "scale",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "translate",
    "vector-effect",
    "visibility",
    "width",
    "x",
    "y",
    "zoom",
];
/// The beginnings of the names of properties that cannot change an outline. They are harmless in
/// files that hexpress made, because all text in these files consists of outlines.
const HARMLESS_PREFIXES: &[&str] = &[
    "-",
    "color-interpolation",
    "color-rendering",
    "cursor",
    "direction",
    "enable-background",
    "font-",
    "image-rendering",
    "letter-",
    "line-height",
    "pointer-events",
    "shape-rendering",
    "text-",
    "unicode-",
    "white-space",
    "word-",
    "writing-mode",
];

fn is_followed(property: &str) -> bool {
    KNOWN_PROPERTIES.contains(&property) || HARMLESS_PREFIXES.iter().any(|start| property.starts_with(start))
}

fn is_attribute(name: &str) -> bool {
    let is_own = name.starts_with("data-") || name.starts_with("aria-");
    is_own || KNOWN_ATTRIBUTES.contains(&name) || is_followed(name)
}

/// Quotes text from the file for a message. Text after the first [`MAX_QUOTE_LENGTH`] characters is
/// left out.
fn quoted(text: &str) -> String {
    format!("`{}`", shortened(&one_line(&css::unmasked(text)), MAX_QUOTE_LENGTH))
}

/// Returns all features of a sheet that are not evaluated, sorted by name.
pub fn unknown_features(root: Node<'_, '_>, sheet: &StyleSheet<'_>) -> Vec<UnknownFeature> {
    let mut found = FeatureSearch { users: None, root, all: BTreeMap::new() };
    for node in root.descendants().filter(Node::is_element) {
        found.element(node, sheet);
    }
    let doubts: Vec<_> = sheet.doubtful.iter().map(|text| (text, DoubtfulSelector::new(text))).collect();
    for (text, doubt) in &doubts {
        let what = format!("the rule {} in a style sheet", quoted(text));
        found.all.entry(what.clone()).or_default();
        if let Some(doubt) = doubt {
            root.descendants().filter(|node| node.is_element() && doubt.may_match(*node)).for_each(|node| {
                found.add(what.clone(), node);
            });
        }
    }
    if sheet.has_pages {
        found.all.entry("`@page` in a style sheet".to_owned()).or_default();
    }
    let mut reported = Vec::new();
    for (what, pieces) in found.all.into_iter().take(MAX_FEATURES) {
        if pieces.is_empty() {
            reported.push(UnknownFeature { what: what.clone(), piece: None });
        }
        reported.extend(
            pieces.into_iter().map(|piece| UnknownFeature { what: what.clone(), piece: Some(piece) }),
        );
    }
    reported
}

/// A search for the unknown features of a file, with the features that are already found.
struct FeatureSearch<'a, 'i> {
    root: Node<'a, 'i>,
    /// For each `id`: the elements that refer to it. The map is created when it is first needed.
    users: Option<HashMap<&'a str, Vec<Node<'a, 'i>>>>,
    /// The affected pieces of each feature. The key is the name of the feature.
    all: BTreeMap<String, BTreeSet<Arc<Identity>>>,
}

impl<'a, 'i> FeatureSearch<'a, 'i> {
    fn element(&mut self, node: Node<'a, 'i>, sheet: &StyleSheet<'_>) {
        let tag = node.tag_name();
        let namespace = tag.namespace().unwrap_or(SVG_NAMESPACE);
        if namespace != SVG_NAMESPACE {
            // Many programs store data in elements of their own namespaces. Such elements are not drawn. The
            // only exceptions are elements of XHTML.
            if namespace == XHTML_NAMESPACE
                && !node.ancestors().any(|outer| outer.tag_name().name() == "foreignObject")
            {
                self.add(format!("an element {}", quoted(tag.name())), node);
            }
            return;
        }
        let is_digested = node.ancestors().any(|outer| UNCHECKED_ELEMENTS.contains(&outer.tag_name().name()));
        if !is_digested {
            if !KNOWN_ELEMENTS.contains(&tag.name()) {
                self.add(format!("an element {}", quoted(tag.name())), node);
            }
            self.attributes(node);
        }
        let in_clip = node.ancestors().any(|outer| outer.tag_name().name() == "clipPath");
        for one in sheet.of_element(node) {
            let name = one.name.to_ascii_lowercase();
            if name.contains(['{', '&']) {
                self.add("nested rules in a style sheet".to_owned(), node);
            } else if is_digested || in_clip || !is_followed(&name) {
                self.add(format!("{} in a style sheet", quoted(&name)), node);
            }
        }
    }

    fn attributes(&mut self, node: Node<'a, 'i>) {
        for attribute in node.attributes() {
            let name = attribute.name();
            let is_known = match attribute.namespace() {
                None => is_attribute(name),
                Some(XLINK_NAMESPACE) => {
                    name != "href" || node.attribute("href").is_none_or(|own| own == attribute.value())
                }
                Some(_) => name != "base",
            };
            if !is_known {
                self.add(format!("an attribute {}", quoted(name)), node);
            }
        }
        for one in node.attribute("style").into_iter().flat_map(declarations) {
            let property = one.name.to_ascii_lowercase();
            if !is_followed(&property) {
                self.add(format!("{} in a style", quoted(&property)), node);
            }
        }
    }

    /// Records a feature of an element, for each piece that contains the element.
    fn add(&mut self, what: String, node: Node<'a, 'i>) {
        let pieces = self.pieces(node);
        let known = self.all.entry(what).or_default();
        if known.len() < MAX_PIECES {
            known.extend(pieces);
        }
    }

    /// Returns the pieces to which an element belongs, directly or through references.
    fn pieces(&mut self, node: Node<'a, 'i>) -> Vec<Arc<Identity>> {
        let root = self.root;
        let users = self.users.get_or_insert_with(|| users(root));
        let mut seen = HashSet::new();
        let mut found = BTreeSet::new();
        let mut current = vec![node];
        for _ in 0..MAX_REFERENCES {
            let mut next = Vec::new();
            for node in current {
                if let Some(piece) = node.ancestors().find_map(|outer| outer.attribute("data-piece")) {
                    found.extend(identity(piece));
                    continue;
                }
                let ids: Vec<&str> = node
                    .ancestors()
                    .filter_map(|outer| outer.attribute("id"))
                    .filter(|id| seen.insert(*id))
                    .collect();
                next.extend(ids.iter().filter_map(|id| users.get(id)).flatten().copied());
            }
            if next.is_empty() || found.len() >= MAX_PIECES {
                break;
            }
            current = next;
        }
        found.into_iter().collect()
    }
}

/// Returns a map from each `id` to the elements that refer to it.
fn users<'a, 'i>(root: Node<'a, 'i>) -> HashMap<&'a str, Vec<Node<'a, 'i>>> {
    let mut all: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for node in root.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let value: &'a str = attribute.value();
            let named = match attribute.name() {
                "href" => value.trim().strip_prefix('#'),
                _ => url_id(value),
            };
            if let Some(id) = named {
                all.entry(id).or_default().push(node);
            }
        }
    }
    all
}
