//! From elements to items.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
use roxmltree::Node;

use super::XLINK;
use super::css::{self, Sheet, declarations};
use super::figure::figure;
use super::style::State;
use super::transform::{into_frame, numbers, transform};
use super::words::{self, SvgLine};
use crate::read::item::{degrees, identity, placed_bounds, quarters};
use crate::read::{Item, Kind, MAX_ITEMS, ReadError, Text};

/// The deepest nesting of groups and uses.
const MAX_DEPTH: usize = 60;
/// The most elements that are drawn, each counted as often as it is used.
const MAX_DRAWN: usize = 4 * MAX_ITEMS;

struct Walk<'a, 'i, 't> {
    by_id: HashMap<&'a str, Node<'a, 'i>>,
    /// The paths of letters, which are drawn many times.
    paths: HashMap<&'a str, Rc<BezPath>>,
    sheet: Sheet<'t>,
    items: Vec<Item>,
    drawn: usize,
    /// How many dashes its lines have.
    dashes: usize,
    piece: Arc<str>,
    artifact: Arc<str>,
    /// Whether the file is one of ours: elsewhere an `id` is what its maker calls a drawing.
    ours: bool,
}

/// All items of a file, in drawing order.
pub fn items(root: Node<'_, '_>, to_page: Affine, frame: (f64, f64)) -> Result<Vec<Item>, ReadError> {
    let ours = root.has_attribute("data-made-by");
    let sheets = if ours { Vec::new() } else { css::sheets(root) };
    let by_id = root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut walk = Walk {
        by_id,
        paths: HashMap::new(),
        sheet: Sheet::of(&sheets),
        items: Vec::new(),
        drawn: 0,
        dashes: 0,
        piece: "Piece".into(),
        artifact: "Artifact".into(),
        ours,
    };
    let mut state = walk.state(root, &State::outermost(Affine::IDENTITY, frame))?;
    state.transform = to_page;
    (state.id, state.clip) = (None, None);
    for child in root.children().filter(Node::is_element) {
        walk.element(child, &state, 0)?;
    }
    Ok(walk.items)
}

/// The most shapes that are looked at of groups and uses in a clip.
const MOST_IN_CLIP: usize = 64;

impl<'a, 'i> Walk<'a, 'i, '_> {
    fn element(&mut self, node: Node<'a, 'i>, outer: &State, depth: usize) -> Result<(), ReadError> {
        self.drawn += 1;
        if depth > MAX_DEPTH || self.drawn > MAX_DRAWN {
            return Err(ReadError::TooMuchNesting);
        }
        let name = node.tag_name().name();
        match name {
            "g" | "a" | "svg" | "switch" | "use" | "path" | "rect" | "circle" | "ellipse" | "line"
            | "polyline" | "polygon" | "image" | "text" => {}
            // Definitions are drawn where they are used; of the rest nothing is seen.
            _ => return Ok(()),
        }
        let mut state = self.state(node, outer)?;
        if state.gone || state.opacity <= 0.0 {
            return Ok(());
        }
        match name {
            "g" | "a" => {
                if let Some(words) = node.attribute("aria-label").filter(|_| self.ours) {
                    return self.letters(node, words, &state);
                }
                self.children(node, &state, depth)
            }
            // The first that is understood; all are.
            "switch" => match node.children().find(Node::is_element) {
                Some(child) => self.element(child, &state, depth + 1),
                None => Ok(()),
            },
            "svg" => {
                frame(node, &mut state, None);
                self.children(node, &state, depth)
            }
            "use" => self.used(node, state, depth),
            "path" => {
                let path = BezPath::from_svg(node.attribute("d").unwrap_or_default()).map_err(|error| {
                    let line = node.document().text_pos_at(node.range().start).row;
                    ReadError::Svg(format!("line {line}: a path cannot be read: {error}"))
                })?;
                self.path(path, &state)
            }
            "image" => {
                let side = |key| state.length(node, key, 0.0).unwrap_or(0.0);
                let (w, h) = (side("width"), side("height"));
                let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)];
                let corners = corners.map(|c| state.transform * (Point::from(c) + shift(node, &state)));
                self.push(&state, Kind::Image { corners, pixels: (0, 0) })
            }
            "text" => {
                let mut pen = Point::ORIGIN;
                self.words(node, &state, &mut pen, depth)
            }
            _ => match figure(node, &state) {
                Some(path) => {
                    // A line has no inside.
                    if name == "line" {
                        state.fill = None;
                    }
                    self.path(path, &state)
                }
                None => Ok(()),
            },
        }
    }

    fn children(&mut self, node: Node<'a, 'i>, state: &State, depth: usize) -> Result<(), ReadError> {
        node.children().filter(Node::is_element).try_for_each(|child| self.element(child, state, depth + 1))
    }

    fn used(&mut self, node: Node<'a, 'i>, mut state: State, depth: usize) -> Result<(), ReadError> {
        state.transform *= Affine::translate(shift(node, &state));
        let Some(target) = self.target(node) else { return Ok(()) };
        match target.tag_name().name() {
            "symbol" => {
                let mut state = self.state(target, &state)?;
                frame(target, &mut state, Some(node));
                self.children(target, &state, depth + 1)
            }
            _ => self.element(target, &state, depth + 1),
        }
    }

    fn push(&mut self, state: &State, kind: Kind) -> Result<(), ReadError> {
        let kind = kind.in_reach();
        self.dashes = self.dashes.saturating_add(kind.dashes());
        if self.items.len().saturating_add(self.dashes) >= MAX_ITEMS {
            return Err(ReadError::TooManyItems);
        }
        let turn = quarters(state.transform);
        let (id, tag, clip) = (state.id.clone(), state.tag.clone(), state.clip);
        self.items.push(Item { id, tag, clip, turn, effect: 0, kind });
        Ok(())
    }

    fn path(&mut self, path: BezPath, state: &State) -> Result<(), ReadError> {
        let (fill, stroke) = (state.area(), state.line());
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        self.push(state, Kind::Path { path: state.transform * path, fill, stroke })
    }

    fn target(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        let href = node.attribute((XLINK, "href")).or_else(|| node.attribute("href"))?;
        self.by_id.get(href.trim().strip_prefix('#')?).copied()
    }

    /// What holds in an element: style sheets go before attributes, `style` before both, and what is `!important`
    /// before all (CSS Cascade, 6.1).
    fn state(&self, node: Node<'a, 'i>, outer: &State) -> Result<State, ReadError> {
        let mut state = State { opacity: 1.0, ..outer.clone() };
        if !self.ours {
            state.id = None;
        }
        let (mut style, mut clip, mut mask, mut artifact) = (None, None, None, false);
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let value = attribute.value();
            match attribute.name() {
                "transform" => {
                    let own = transform(value);
                    state.transform *= own
                        .ok_or_else(|| ReadError::Svg(format!("transform=\"{value}\" is not understood")))?;
                }
                "data-piece" => {
                    state.id = identity(value);
                    state.tag = Some(Arc::clone(&self.piece));
                }
                "id" if !self.ours => state.id = identity(value),
                "class" if self.ours && matches!(value, "cut" | "furniture") => artifact = true,
                "style" => style = Some(value),
                "clip-path" => clip = Some(value),
                "mask" => mask = Some(value),
                key => state.say(key, value),
            }
        }
        // In whatever order the attributes come: cut lines and printer's marks are no pieces, even with an identity.
        if artifact {
            state.tag = Some(Arc::clone(&self.artifact));
        }
        let mut declared = self.sheet.of_element(node);
        declared.extend(style.into_iter().flat_map(declarations));
        declared.sort_by_key(|one| one.important);
        for one in declared {
            let name = one.name.to_ascii_lowercase();
            match &*name {
                "clip-path" => clip = Some(one.value),
                "mask" => mask = Some(one.value),
                _ => state.say(&name, one.value),
            }
        }
        state.opacity *= outer.opacity;
        for clip in clip.into_iter().chain(mask) {
            if let Some(rect) = self.clip(clip, &state) {
                state.clip = Some(state.clip.map_or(rect, |outer| outer.intersect(rect)));
            }
        }
        Ok(state)
    }

    /// The box of a clip or of a mask, on the page: of what is drawn nothing is seen outside of it.
    fn clip(&self, clip: &str, state: &State) -> Option<Rect> {
        let id = clip.trim().strip_prefix("url(")?.strip_suffix(')')?;
        let clip = self.by_id.get(id.trim_matches(['"', '\'', ' ']).strip_prefix('#')?)?;
        let own = |key| clip.attribute(key) == Some("objectBoundingBox");
        if own("clipPathUnits") || own("maskContentUnits") {
            return None;
        }
        let children: Vec<_> = clip.children().filter(Node::is_element).collect();
        // A clip that nothing can be made of is left out; what it would hide is judged as if it were seen.
        if children.is_empty() {
            return (!clip.has_children()).then(Rect::default);
        }
        let mut left = MOST_IN_CLIP.max(children.len());
        let boxes = children.iter().map(|child| self.clip_shape(*child, state, state.transform, &mut left));
        boxes.reduce(|all, one| Some(all?.union(one?)))?
    }

    /// The box of one shape of a clip, of what it uses, or of a group; none where that is not known, or where there is
    /// more of it than is `left` to be looked at.
    fn clip_shape(&self, node: Node<'a, 'i>, state: &State, outer: Affine, left: &mut usize) -> Option<Rect> {
        *left = left.checked_sub(1)?;
        let transform = outer * node.attribute("transform").and_then(transform).unwrap_or_default();
        match node.tag_name().name() {
            "use" => {
                let transform = transform * Affine::translate(shift(node, state));
                self.clip_shape(self.target(node)?, state, transform, left)
            }
            "g" => {
                let children = node.children().filter(Node::is_element);
                let mut all: Option<Rect> = None;
                for child in children {
                    let one = self.clip_shape(child, state, transform, left)?;
                    all = Some(all.map_or(one, |all| all.union(one)));
                }
                all
            }
            "path" => Some((transform * BezPath::from_svg(node.attribute("d")?).ok()?).bounding_box()),
            _ => Some((transform * figure(node, state)?).bounding_box()),
        }
    }

    /// A run of letters: the outlines that it uses, in the units of its font.
    fn letters(&mut self, node: Node<'a, 'i>, words: &str, state: &State) -> Result<(), ReadError> {
        let mut bounds: Option<Rect> = None;
        let mut outline: Option<Rect> = None;
        let [a, b, ..] = state.transform.as_coeffs();
        for used in node.children().filter(Node::is_element) {
            self.drawn += 1;
            let Some(target) = self.target(used) else { continue };
            let id = target.attribute("id").unwrap_or_default();
            let path = match self.paths.get(id) {
                Some(path) => Rc::clone(path),
                None => {
                    let path = BezPath::from_svg(target.attribute("d").unwrap_or_default())
                        .map_err(|error| ReadError::Svg(format!("a letter cannot be read: {error}")))?;
                    let path = Rc::new(path);
                    self.paths.insert(id, Rc::clone(&path));
                    path
                }
            };
            if path.elements().is_empty() {
                continue;
            }
            let shift = shift(used, state);
            let own = path.bounding_box() + shift;
            bounds = Some(bounds.map_or(own, |all| all.union(own)));
            let placed =
                placed_bounds(&path, path.bounding_box(), state.transform * Affine::translate(shift));
            outline = Some(outline.map_or(placed, |all| all.union(placed)));
        }
        let (Some(bounds), Some(outline)) = (bounds, outline) else { return Ok(()) };
        let along = Vec2::new(a, b);
        let scale = state.transform.determinant().abs() / along.hypot();
        let em = node.attribute("font-size").and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
        let corners = [(0.0_f64.min(bounds.x0), bounds.y1), (bounds.x1, bounds.y1), (bounds.x1, bounds.y0)];
        let [c0, c1, c2] = corners.map(|c| state.transform * Point::from(c));
        let text = Text {
            string: words.to_owned(),
            font: "".into(),
            size: em * scale,
            angle: degrees(along),
            origin: state.transform * Point::ORIGIN,
            corners: [c0, c1, c2, c0 + (c2 - c1)],
            colour: state.fill.unwrap_or_default(),
            outline,
            invisible: false,
        };
        self.push(state, Kind::Text(text))
    }

    /// The words of a `text` or a `tspan`, line by line.
    fn words(
        &mut self,
        node: Node<'a, 'i>,
        state: &State,
        pen: &mut Point,
        depth: usize,
    ) -> Result<(), ReadError> {
        if depth > MAX_DEPTH {
            return Err(ReadError::TooMuchNesting);
        }
        let (x, y, by) = words::place(node, state);
        *pen = Point::new(x.unwrap_or(pen.x), y.unwrap_or(pen.y)) + by;
        for child in node.children() {
            self.drawn += 1;
            if child.is_element() {
                if matches!(child.tag_name().name(), "tspan" | "textPath" | "a") {
                    let inner = self.state(child, state)?;
                    if !inner.gone {
                        let inner = State { id: inner.id.clone().or_else(|| state.id.clone()), ..inner };
                        self.words(child, &inner, pen, depth + 1)?;
                    }
                }
                continue;
            }
            let string = words::squeezed(child.text().unwrap_or_default());
            if string.is_empty() || !child.is_text() {
                continue;
            }
            let said = state.length(node, "textLength", state.frame.0);
            let line = SvgLine { string, at: *pen, state, width: said };
            let wide = said.unwrap_or_else(|| words::narrow(&line.string) * state.words.size);
            if let Some(text) = line.text() {
                self.push(state, Kind::Text(text))?;
            }
            pen.x += wide;
        }
        Ok(())
    }
}

/// `x` and `y` of an element.
fn shift(node: Node<'_, '_>, state: &State) -> Vec2 {
    let (w, h) = state.frame;
    let place = |key, whole| state.length(node, key, whole).unwrap_or(0.0);
    Vec2::new(place("x", w), place("y", h))
}

/// Goes into a frame of its own: an inner `svg`, or a `symbol`, whose size its use may say.
fn frame(node: Node<'_, '_>, state: &mut State, used: Option<Node<'_, '_>>) {
    let (w, h) = state.frame;
    let said = |key, whole| {
        let used = used.filter(|used| used.has_attribute(key)).unwrap_or(node);
        state.length(used, key, whole).unwrap_or(whole)
    };
    let size = (said("width", w), said("height", h));
    state.transform *= Affine::translate(shift(node, state));
    let view = node.attribute("viewBox").and_then(numbers).and_then(|v| <[f64; 4]>::try_from(v).ok());
    state.frame = match view {
        Some(view) if view[2] > 0.0 && view[3] > 0.0 => {
            state.transform *= into_frame(view, size, node.attribute("preserveAspectRatio"));
            (view[2], view[3])
        }
        _ => size,
    };
}
