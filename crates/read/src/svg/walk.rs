//! Walks through the elements of a file.
//!
//! - In: the root element, and the transform from its user units to mm.
//! - Out: an [`SvgDrawing`] with items in drawing order.
//! - Not here: styles (`cascade`), text (`text_element`, `letters`), and making items (`shapes`).

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Shape, Size, Vec2};
use roxmltree::Node;

use super::css::{self, StyleSheet};
use super::figure::figure;
use super::painted::Painted;
use super::references::{href, href_id};
use super::style::State;
use super::transform::{into_frame, numbers};
use super::unknown_features::{UnknownFeature, unknown_features};
use crate::digest;
use crate::limits::{MAX_DEPTH, MAX_GROUPS, MAX_ITEMS};
use crate::{Item, ReadError};

/// The largest number of elements that are drawn. Each use of an element counts.
const MAX_DRAWN: usize = 4 * MAX_ITEMS;

/// The outline of a letter, in the units of its font.
pub struct Letter {
    pub path: BezPath,
    pub digest: u64,
}

/// Everything that a file draws.
#[derive(Default)]
pub struct SvgDrawing {
    /// The items, in drawing order.
    pub items: Vec<Item>,
    /// The number of fills with a pattern that hexpress did not read.
    pub patterns: usize,
    /// The names of the effects and elements that are not evaluated.
    pub ignored_features: BTreeSet<&'static str>,
    /// If hexpress made the file: the features in it that hexpress never writes. Otherwise, the
    /// list is empty.
    pub unknown_features: Vec<UnknownFeature>,
    /// The painted areas in drawing order. The list is empty unless the output is
    /// [`Output::ItemsAndAreas`].
    pub areas: Vec<Painted>,
}

/// The results that a walk collects: only items, or also the areas that they paint.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    Items,
    ItemsAndAreas,
}

/// The kinds of elements that the walk treats differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Group,
    Switch,
    InnerSvg,
    Use,
    Path,
    /// A line, which has no interior.
    Line,
    /// A basic shape other than a line.
    Shape,
    Image,
    Text,
    ForeignObject,
    Script,
    /// An element that draws nothing where it is, such as a definition that is used elsewhere.
    Other,
}

impl ElementKind {
    fn from_node(node: Node<'_, '_>) -> Self {
        match node.tag_name().name() {
            "g" | "a" => Self::Group,
            "switch" => Self::Switch,
            "svg" => Self::InnerSvg,
            "use" => Self::Use,
            "path" => Self::Path,
            "line" => Self::Line,
            "rect" | "circle" | "ellipse" | "polyline" | "polygon" => Self::Shape,
            "image" => Self::Image,
            "text" => Self::Text,
            "foreignObject" => Self::ForeignObject,
            "script" => Self::Script,
            _ => Self::Other,
        }
    }
}

/// A walk through the elements of a file, with the results of the elements that are already visited.
pub struct Walk<'a, 'i, 't> {
    pub by_id: HashMap<&'a str, Node<'a, 'i>>,
    /// The letters that have been read. The key is the id of the outline. The letters are stored,
    /// because most of them are drawn many times.
    pub letters: HashMap<&'a str, Rc<Letter>>,
    /// Digests of the source texts of elements. The key is the id of the element.
    pub element_digests: HashMap<&'a str, u64>,
    pub sheet: StyleSheet<'t>,
    pub out: SvgDrawing,
    pub output: Output,
    /// The number of elements that were drawn.
    pub drawn: usize,
    /// The total number of dashes in all strokes.
    pub dashes: usize,
    pub piece_tag: Arc<str>,
    pub artifact_tag: Arc<str>,
    /// Whether hexpress wrote the file. In other files, the `id` of an element identifies a drawing,
    /// but not a piece.
    pub is_ours: bool,
}

/// Reads everything that a file draws.
///
/// # Errors
/// An element is damaged, or the file exceeds a limit.
pub fn read_drawing(
    root: Node<'_, '_>,
    to_page: Affine,
    viewport: Size,
    output: Output,
) -> Result<SvgDrawing, ReadError> {
    let sheets = css::sheets(root);
    let mut walk = Walk::new(root, StyleSheet::new(&sheets), output);
    let mut state = walk.state(root, &State::outermost(Affine::IDENTITY, viewport))?;
    if state.transform != Affine::IDENTITY || state.clip_box.is_some() {
        walk.out.ignored_features.insert("transforms and clips of the whole sheet");
    }
    (state.transform, state.keeps_ink_colours) = (to_page, walk.is_ours);
    state.detach();
    if is_rendered(&state) {
        walk.children(root, &state, 0)?;
    }
    Ok(walk.out)
}

impl<'a, 'i, 't> Walk<'a, 'i, 't> {
    fn new(root: Node<'a, 'i>, sheet: StyleSheet<'t>, output: Output) -> Self {
        let is_ours = root.has_attribute("data-made-by");
        // If several elements have the same `id`, references lead to the first of them.
        let mut by_id = HashMap::new();
        for node in root.descendants() {
            if let Some(id) = node.attribute("id") {
                by_id.entry(id).or_insert(node);
            }
        }
        let mut out =
            SvgDrawing { ignored_features: sheet.ignored_features.clone(), ..SvgDrawing::default() };
        if is_ours {
            out.unknown_features = unknown_features(root, &sheet);
        }
        let names_style_sheet =
            |node: Node<'_, '_>| node.pi().is_some_and(|pi| pi.target == "xml-stylesheet");
        if root.document().root().children().any(names_style_sheet) {
            out.ignored_features.insert(css::OUTSIDE_STYLE_SHEETS);
        }
        Self {
            by_id,
            letters: HashMap::new(),
            element_digests: HashMap::new(),
            sheet,
            out,
            output,
            drawn: 0,
            dashes: 0,
            piece_tag: "Piece".into(),
            artifact_tag: "Artifact".into(),
            is_ours,
        }
    }

    /// Reads an element and its contents.
    ///
    /// # Errors
    /// An element is damaged, or the file exceeds a limit.
    pub fn element(&mut self, node: Node<'a, 'i>, outer: &State, depth: usize) -> Result<(), ReadError> {
        self.count_drawn()?;
        if depth > MAX_DEPTH {
            return Err(ReadError::DEEP_DRAWINGS);
        }
        let kind = ElementKind::from_node(node);
        if kind == ElementKind::Other || !passes_conditions(node) {
            return Ok(());
        }
        if kind == ElementKind::Script {
            self.out.ignored_features.insert("scripts");
            return Ok(());
        }
        let mut state = self.state(node, outer)?;
        if !is_rendered(&state) {
            return Ok(());
        }
        match kind {
            ElementKind::Group => match node.attribute("aria-label").filter(|_| self.is_ours) {
                Some(label) => self.letters(node, label, &state, depth),
                None => self.children(node, &state, depth),
            },
            ElementKind::Switch => match node.children().find(|child| is_choice(*child)) {
                Some(child) => self.element(child, &state, depth + 1),
                None => Ok(()),
            },
            ElementKind::InnerSvg => self.inner_svg(node, state, depth),
            ElementKind::Use => self.used(node, state, depth),
            ElementKind::Path => self.path(path_data(node)?, &state),
            ElementKind::Line | ElementKind::Shape => {
                if kind == ElementKind::Line {
                    state.fill.colour = None;
                }
                figure(node, &state).map_or(Ok(()), |path| self.path(path, &state))
            }
            ElementKind::Image => {
                let fitted = node.attribute("preserveAspectRatio").map_or(0, digest::of_text);
                // Data in base 64 may have line breaks at any place, so white space is removed.
                let address: String = href(node).unwrap_or_default().split_ascii_whitespace().collect();
                self.picture(node, &state, digest::combined(fitted, digest::of_text(&address)))
            }
            ElementKind::Text => {
                let mut pen = Point::ORIGIN;
                self.text(node, &state, &mut pen, depth)
            }
            ElementKind::ForeignObject => self.foreign_object(node, state),
            ElementKind::Script | ElementKind::Other => Ok(()),
        }
    }

    /// Reads the children of an element. Some programs nest groups too deeply for recursion, so nested
    /// groups are read in a loop.
    ///
    /// # Errors
    /// The same as for [`Self::element`].
    pub fn children(&mut self, node: Node<'a, 'i>, state: &State, depth: usize) -> Result<(), ReadError> {
        // Each entry is an open group: its style, and the element that follows the group.
        let mut open: Vec<(State, Option<Node<'a, 'i>>)> = Vec::new();
        let mut next = node.first_element_child();
        loop {
            let Some(child) = next else {
                let Some((_, after)) = open.pop() else { return Ok(()) };
                next = after;
                continue;
            };
            next = child.next_sibling_element();
            let outer = open.last().map_or(state, |(state, _)| state);
            match self.group(child, outer)? {
                Some(inner) => {
                    if open.len() >= MAX_GROUPS {
                        return Err(ReadError::TooMuchNesting { what: "groups", most: MAX_GROUPS });
                    }
                    open.push((inner, next));
                    next = child.first_element_child();
                }
                None => self.element(child, outer, depth + 1)?,
            }
        }
    }

    /// Returns the style of a group that can be visible. Returns `None` for groups that contain
    /// text as outlines, and for elements that are not groups.
    fn group(&mut self, node: Node<'a, 'i>, outer: &State) -> Result<Option<State>, ReadError> {
        let is_group = ElementKind::from_node(node) == ElementKind::Group && passes_conditions(node);
        if !is_group || self.is_ours && node.has_attribute("aria-label") {
            return Ok(None);
        }
        let state = self.state(node, outer)?;
        if !is_rendered(&state) {
            return Ok(None);
        }
        self.count_drawn()?;
        Ok(Some(state))
    }

    /// Counts an element that is drawn.
    ///
    /// # Errors
    /// The file draws more than [`MAX_DRAWN`] elements.
    fn count_drawn(&mut self) -> Result<(), ReadError> {
        self.drawn += 1;
        if self.drawn > MAX_DRAWN {
            return Err(ReadError::Svg(format!("it draws more than {MAX_DRAWN} elements")));
        }
        Ok(())
    }

    fn inner_svg(&mut self, node: Node<'a, 'i>, mut state: State, depth: usize) -> Result<(), ReadError> {
        enter_viewport(node, &mut state, None);
        if node.attribute("overflow") != Some("visible") && !node.has_attribute("viewBox") {
            let viewport = state.viewport.to_rect().to_path(0.1);
            state.clip_to(state.transform * viewport);
        }
        self.children(node, &state, depth)
    }

    fn used(&mut self, node: Node<'a, 'i>, mut state: State, depth: usize) -> Result<(), ReadError> {
        state.transform *= Affine::translate(shift(node, &state));
        let Some(target) = self.target(node) else {
            self.out.ignored_features.insert("external drawings");
            return Ok(());
        };
        if target.tag_name().name() != "symbol" {
            return self.element(target, &state, depth + 1);
        }
        let mut inner = self.state(target, &state)?;
        enter_viewport(target, &mut inner, Some(node));
        self.children(target, &inner, depth + 1)
    }

    fn foreign_object(&mut self, node: Node<'a, 'i>, mut state: State) -> Result<(), ReadError> {
        state.ignored_features.insert("foreign objects");
        if !self.is_ours {
            self.out.ignored_features.extend(&state.ignored_features);
            return Ok(());
        }
        let source = node.document().input_text().get(node.range()).unwrap_or_default();
        self.picture(node, &state, digest::of_text(source))
    }

    /// Returns the element to which `href` refers. Returns `None` if there is no such element in the file.
    pub fn target(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        self.by_id.get(href_id(node)?).copied()
    }
}

/// Parses the `d` attribute of a path.
fn path_data(node: Node<'_, '_>) -> Result<BezPath, ReadError> {
    BezPath::from_svg(node.attribute("d").unwrap_or_default()).map_err(|error| {
        let line = node.document().text_pos_at(node.range().start).row;
        ReadError::Svg(format!("line {line}: a path cannot be read: {error}"))
    })
}

/// Returns whether an element or its contents can be visible.
fn is_rendered(state: &State) -> bool {
    !state.is_display_none && state.opacity > 0.0
}

/// Returns whether an element passes its conditions (SVG 2, 5.8). The conditions are tested for a
/// program that has no extensions and uses the language of the file.
fn passes_conditions(node: Node<'_, '_>) -> bool {
    if node.has_attribute("requiredExtensions") {
        return false;
    }
    let lang = node.document().root_element().attribute("lang");
    let own = lang.and_then(|lang| lang.get(..2)).unwrap_or("en");
    let languages = node.attribute("systemLanguage");
    languages.is_none_or(|languages| languages.split(',').any(|lang| lang.trim().starts_with(own)))
}

/// Returns whether a child of a `switch` can be rendered. A `switch` renders only the first such child.
fn is_choice(node: Node<'_, '_>) -> bool {
    node.is_element() && !node.has_tag_name("foreignObject") && passes_conditions(node)
}

/// Returns the vector whose coordinates are in the attributes `x` and `y`. A missing attribute
/// counts as 0.
pub fn shift(node: Node<'_, '_>, state: &State) -> Vec2 {
    let Size { width, height } = state.viewport;
    let [x, y] =
        [("x", width), ("y", height)].map(|(key, whole)| state.length(node, key, whole).unwrap_or(0.0));
    Vec2::new(x, y)
}

/// Enters the viewport of an inner `svg` or of a `symbol`. `used` is the element that uses the
/// symbol. If `used` has a size, this size replaces the size of the symbol.
fn enter_viewport(node: Node<'_, '_>, state: &mut State, used: Option<Node<'_, '_>>) {
    let outer = state.viewport;
    let [width, height] = [("width", outer.width), ("height", outer.height)].map(|(key, whole)| {
        let source = used.filter(|used| used.has_attribute(key)).unwrap_or(node);
        state.length(source, key, whole).unwrap_or(whole)
    });
    state.transform *= Affine::translate(shift(node, state));
    let view = node.attribute("viewBox").and_then(numbers).and_then(|v| <[f64; 4]>::try_from(v).ok());
    state.viewport = match view {
        Some(view @ [.., view_width, view_height]) if view_width > 0.0 && view_height > 0.0 => {
            state.transform *= into_frame(view, (width, height), node.attribute("preserveAspectRatio"));
            Size::new(view_width, view_height)
        }
        _ => Size::new(width, height),
    };
}
