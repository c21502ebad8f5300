//! What a sheet of ours has that no sheet of ours has and that is not followed: elements, attributes and properties beyond
//! the tables below, and rules of style sheets whose selectors or conditions are not understood. Each may change the look
//! of the sheet, and is named with the pieces that it concerns.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use roxmltree::Node;

use super::XLINK;
use super::css::{self, StyleSheet, declarations};
use super::veil::reference;
use crate::base::identity::Identity;
use crate::read::item::identity;

/// What is not followed, and a piece that it concerns; none if it concerns no piece, or the whole sheet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Strange {
    /// In words, such as "`animation` in a style sheet".
    pub what: String,
    /// The piece.
    pub piece: Option<Arc<Identity>>,
}

/// The most pieces that are named of one thing.
const MOST_PIECES: usize = 1_000;
/// The most things that are named.
const MOST_THINGS: usize = 20;
/// The most letters of the file in one of them.
const LONGEST: usize = 60;
/// How many uses lead from a definition to a piece, at most.
const FARTHEST: usize = 8;

const SVG: &str = "http://www.w3.org/2000/svg";
const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// Elements that are followed or show nothing.
const ELEMENTS: &[&str] = &[
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
/// Elements that are compared by their source with all that is in them, or are reported wherever they stand.
const DIGESTED: &[&str] = &[
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
/// Attributes that are followed or change no look, besides properties.
const ATTRIBUTES: &[&str] = &[
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
/// Properties that are followed, or compared as they are written.
const PROPERTIES: &[&str] = &[
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
/// How properties begin that change no outline: words of ours are outlines.
const INERT: &[&str] = &[
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
    PROPERTIES.contains(&property) || INERT.iter().any(|start| property.starts_with(start))
}

fn is_attribute(name: &str) -> bool {
    let is_own = name.starts_with("data-") || name.starts_with("aria-");
    is_own || ATTRIBUTES.contains(&name) || is_followed(name)
}

/// Text of the file in a message.
fn quoted(text: &str) -> String {
    let text: String = css::unmasked(text).split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("`{}…`", text.get(..at).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

/// Everything in a sheet that is not followed, in order.
pub fn strange(root: Node<'_, '_>, sheet: &StyleSheet<'_>) -> Vec<Strange> {
    let mut found = StrangeThings { users: None, root, all: BTreeMap::new() };
    for node in root.descendants().filter(Node::is_element) {
        found.element(node, sheet);
    }
    let doubts: Vec<_> = sheet.doubtful.iter().map(|text| (text, css::Doubt::new(text))).collect();
    for (text, doubt) in &doubts {
        let what = format!("the rule {} in a style sheet", quoted(text));
        found.all.entry(what.clone()).or_default();
        if let Some(doubt) = doubt {
            root.descendants().filter(|node| node.is_element() && doubt.may_hold(*node)).for_each(|node| {
                found.add(what.clone(), node);
            });
        }
    }
    if sheet.has_pages {
        found.all.entry("`@page` in a style sheet".to_owned()).or_default();
    }
    let named = |(what, pieces): (String, BTreeSet<Arc<Identity>>)| {
        let none = pieces.is_empty().then_some(None);
        let pieces = pieces.into_iter().map(Some).chain(none);
        pieces.map(move |piece| Strange { what: what.clone(), piece }).collect::<Vec<_>>()
    };
    found.all.into_iter().take(MOST_THINGS).flat_map(named).collect()
}

/// What was found so far, each with its pieces.
struct StrangeThings<'a, 'i> {
    root: Node<'a, 'i>,
    /// The elements that use what has an `id`.
    users: Option<HashMap<&'a str, Vec<Node<'a, 'i>>>>,
    all: BTreeMap<String, BTreeSet<Arc<Identity>>>,
}

impl<'a, 'i> StrangeThings<'a, 'i> {
    fn element(&mut self, node: Node<'a, 'i>, sheet: &StyleSheet<'_>) {
        let tag = node.tag_name();
        let is_foreign = |node: &Node<'_, '_>| node.tag_name().name() == "foreignObject";
        let namespace = tag.namespace().unwrap_or(SVG);
        if namespace != SVG {
            // Programs keep what they know in name spaces of their own; only pages of the web are drawn.
            if namespace == XHTML && !node.ancestors().any(|outer| is_foreign(&outer)) {
                self.add(format!("an element {}", quoted(tag.name())), node);
            }
            return;
        }
        let is_digested = |node: &Node<'_, '_>| DIGESTED.contains(&node.tag_name().name());
        let digested = node.ancestors().any(|outer| is_digested(&outer));
        if !digested {
            if !ELEMENTS.contains(&tag.name()) {
                self.add(format!("an element {}", quoted(tag.name())), node);
            }
            self.attributes(node);
        }
        let in_clip = node.ancestors().any(|outer| outer.tag_name().name() == "clipPath");
        for one in sheet.of_element(node) {
            let name = one.name.to_ascii_lowercase();
            if name.contains(['{', '&']) {
                self.add("rules within rules in a style sheet".to_owned(), node);
            } else if digested || in_clip || !is_followed(&name) {
                self.add(format!("{} in a style sheet", quoted(&name)), node);
            }
        }
    }

    fn attributes(&mut self, node: Node<'a, 'i>) {
        for attribute in node.attributes() {
            let name = attribute.name();
            let is_known = match attribute.namespace() {
                None => is_attribute(name),
                Some(XLINK) => {
                    name != "href" || node.attribute("href").is_none_or(|own| own == attribute.value())
                }
                Some(_) => name != "base",
            };
            if !is_known {
                self.add(format!("an attribute {}", quoted(name)), node);
            }
        }
        for one in node.attribute("style").into_iter().flat_map(declarations) {
            let name = one.name.to_ascii_lowercase();
            if !is_followed(&name) {
                self.add(format!("{} in a style", quoted(&name)), node);
            }
        }
    }

    /// Adds something that an element has, for each piece that it is part of.
    fn add(&mut self, what: String, node: Node<'a, 'i>) {
        let pieces = self.pieces(node);
        let known = self.all.entry(what).or_default();
        if known.len() < MOST_PIECES {
            known.extend(pieces);
        }
    }

    /// The piece that an element belongs to, or those that use it.
    fn pieces(&mut self, node: Node<'a, 'i>) -> Vec<Arc<Identity>> {
        let root = self.root;
        let users = self.users.get_or_insert_with(|| users(root));
        let mut seen = HashSet::new();
        let mut found = BTreeSet::new();
        let mut now = vec![node];
        for _ in 0..FARTHEST {
            let mut next = Vec::new();
            for node in now {
                if let Some(piece) = node.ancestors().find_map(|outer| outer.attribute("data-piece")) {
                    found.extend(identity(piece));
                    continue;
                }
                let ids = node.ancestors().filter_map(|outer| outer.attribute("id"));
                let ids: Vec<&str> = ids.filter(|id| seen.insert(*id)).collect();
                next.extend(ids.iter().filter_map(|id| users.get(id)).flatten().copied());
            }
            if next.is_empty() || found.len() >= MOST_PIECES {
                break;
            }
            now = next;
        }
        found.into_iter().collect()
    }
}

/// The elements that use what has an `id`, by that.
fn users<'a, 'i>(root: Node<'a, 'i>) -> HashMap<&'a str, Vec<Node<'a, 'i>>> {
    let mut all: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for node in root.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let value: &'a str = attribute.value();
            let named = match attribute.name() {
                "href" => value.trim().strip_prefix('#'),
                _ => reference(value),
            };
            if let Some(id) = named {
                all.entry(id).or_default().push(node);
            }
        }
    }
    all
}
