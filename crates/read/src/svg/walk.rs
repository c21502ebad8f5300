//! From elements to items.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Vec2};
use roxmltree::Node;

use super::XLINK;
use super::css::{self, StyleSheet};
use super::figure::figure;
use super::painted::{self, Painted, Tint};
use super::strange::{Strange, strange};
use super::style::{Ends, State};
use super::transform::{into_frame, numbers};
use super::veil::{both, of_words};
use super::words::{self, SvgLine, TextPlace};
use crate::glyphs::digest;
use crate::item::{covers, is_upright, quarters};
use crate::limits::{MAX_DEPTH, MAX_GROUPS, MAX_ITEMS};
use crate::{DrawStyle, Item, ItemKind, ReadError, Rgb};
use hexpress_base::pixel_size::PixelSize;

/// The most elements that are drawn, each counted as often as it is used.
const MAX_DRAWN: usize = 4 * MAX_ITEMS;

/// The outline of a letter, in the units of its font.
pub struct Letter {
    pub path: BezPath,
    pub digest: u64,
}

/// What a drawing shows.
#[derive(Default)]
pub struct SvgContents {
    /// In drawing order.
    pub items: Vec<Item>,
    /// How many areas are filled with a pattern that is not read.
    pub patterns: usize,
    /// What it has that is not followed, in words.
    pub vague: BTreeSet<&'static str>,
    /// What a sheet of ours has that no sheet of ours has and that is not followed.
    pub strange: Vec<Strange>,
    /// The areas that it paints, in drawing order; empty unless they were asked for.
    pub areas: Vec<Painted>,
}

/// A drawing on its way from elements to items.
pub struct Walk<'a, 'i, 't> {
    pub by_id: HashMap<&'a str, Node<'a, 'i>>,
    /// Letters are drawn many times.
    pub letters: HashMap<&'a str, Rc<Letter>>,
    /// Digests of what stands under an `id`.
    pub meanings: HashMap<&'a str, u64>,
    pub sheet: StyleSheet<'t>,
    pub out: SvgContents,
    /// Whether areas are asked for.
    pub paints: bool,
    pub drawn: usize,
    /// How many dashes its lines have.
    pub dashes: usize,
    pub piece: Arc<str>,
    pub artifact: Arc<str>,
    /// Whether the file is one of ours: elsewhere an `id` is what its maker calls a drawing.
    pub ours: bool,
}

/// What a file draws; `paints` asks for areas too.
pub fn drawn(
    root: Node<'_, '_>,
    to_page: Affine,
    frame: (f64, f64),
    paints: bool,
) -> Result<SvgContents, ReadError> {
    let ours = root.has_attribute("data-made-by");
    let sheets = css::sheets(root);
    // Of several elements with one `id` the first has it.
    let mut by_id = HashMap::new();
    for node in root.descendants() {
        if let Some(id) = node.attribute("id") {
            by_id.entry(id).or_insert(node);
        }
    }
    let mut walk = Walk {
        by_id,
        letters: HashMap::new(),
        meanings: HashMap::new(),
        sheet: StyleSheet::new(&sheets),
        out: SvgContents::default(),
        paints,
        drawn: 0,
        dashes: 0,
        piece: "Piece".into(),
        artifact: "Artifact".into(),
        ours,
    };
    walk.out.vague.extend(&walk.sheet.vague);
    if ours {
        walk.out.strange = strange(root, &walk.sheet);
    }
    // What stands before the outermost element says which style sheets are to be read too.
    if root.document().root().children().any(|n| n.pi().is_some_and(|pi| pi.target == "xml-stylesheet")) {
        walk.out.vague.insert(css::OUTER);
    }
    let mut state = walk.state(root, &State::outermost(Affine::IDENTITY, frame))?;
    if state.transform != Affine::IDENTITY || state.clip.is_some() {
        walk.out.vague.insert("transforms and clips of the whole sheet");
    }
    (state.transform, state.pure) = (to_page, ours);
    (state.id, state.clip, state.clips, state.cut) = (None, None, Vec::new(), None);
    if !state.gone && state.opacity > 0.0 {
        walk.children(root, &state, 0)?;
    }
    Ok(walk.out)
}

impl<'a, 'i> Walk<'a, 'i, '_> {
    pub fn element(&mut self, node: Node<'a, 'i>, outer: &State, depth: usize) -> Result<(), ReadError> {
        self.drawn += 1;
        if depth > MAX_DEPTH || self.drawn > MAX_DRAWN {
            return Err(ReadError::TooMuchNesting);
        }
        let name = node.tag_name().name();
        match name {
            _ if !is_understood(node) => return Ok(()),
            "g" | "a" | "svg" | "switch" | "use" | "path" | "rect" | "circle" | "ellipse" | "line"
            | "polyline" | "polygon" | "image" | "text" | "foreignObject" => {}
            "script" => {
                self.out.vague.insert("scripts");
                return Ok(());
            }
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
                    return self.letters(node, words, &state, depth);
                }
                self.children(node, &state, depth)
            }
            // The first that is understood.
            "switch" => match node
                .children()
                .find(|n| n.is_element() && !n.has_tag_name("foreignObject") && is_understood(*n))
            {
                Some(child) => self.element(child, &state, depth + 1),
                None => Ok(()),
            },
            "svg" => {
                frame(node, &mut state, None);
                if node.attribute("overflow") != Some("visible") {
                    let (w, h) = state.frame;
                    let view = node.attribute("viewBox").is_none();
                    let whole = Rect::new(0.0, 0.0, w, h).to_path(0.1);
                    view.then(|| state.clip_to(state.transform * whole));
                }
                self.children(node, &state, depth)
            }
            "foreignObject" => {
                state.vague.insert("foreign objects");
                if !self.ours {
                    self.out.vague.extend(&state.vague);
                    return Ok(());
                }
                let source = node.document().input_text().get(node.range()).unwrap_or_default();
                self.picture(node, &state, of_words(source))
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
                let address = node.attribute("href").or_else(|| node.attribute((XLINK, "href")));
                let fitted = node.attribute("preserveAspectRatio").map_or(0, of_words);
                // Base 64 may have line breaks anywhere.
                let joined: String = address.unwrap_or_default().split_ascii_whitespace().collect();
                self.picture(node, &state, both(fitted, of_words(&joined)))
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

    /// Draws what is in an element. Groups in groups are followed without recursion: programs nest them deeply.
    pub fn children(&mut self, node: Node<'a, 'i>, state: &State, depth: usize) -> Result<(), ReadError> {
        // Each group that is open, and what comes after it.
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
                        return Err(ReadError::TooMuchNesting);
                    }
                    open.push((inner, next));
                    next = child.first_element_child();
                }
                None => self.element(child, outer, depth + 1)?,
            }
        }
    }

    /// Returns what holds in an element that does nothing but hold others together; `None` for all others.
    fn group(&mut self, node: Node<'a, 'i>, outer: &State) -> Result<Option<State>, ReadError> {
        let is_group = matches!(node.tag_name().name(), "g" | "a") && is_understood(node);
        if !is_group || self.ours && node.has_attribute("aria-label") {
            return Ok(None);
        }
        let state = self.state(node, outer)?;
        if state.gone || state.opacity <= 0.0 {
            return Ok(None);
        }
        self.drawn += 1;
        if self.drawn > MAX_DRAWN {
            return Err(ReadError::TooMuchNesting);
        }
        Ok(Some(state))
    }

    fn used(&mut self, node: Node<'a, 'i>, mut state: State, depth: usize) -> Result<(), ReadError> {
        state.transform *= Affine::translate(shift(node, &state));
        let Some(target) = self.target(node) else {
            self.out.vague.insert("drawings outside of it");
            return Ok(());
        };
        match target.tag_name().name() {
            "symbol" => {
                let mut state = self.state(target, &state)?;
                frame(target, &mut state, Some(node));
                self.children(target, &state, depth + 1)
            }
            _ => self.element(target, &state, depth + 1),
        }
    }

    /// Adds a picture. `own` is the digest of its contents.
    fn picture(&mut self, node: Node<'a, 'i>, state: &State, own: u64) -> Result<(), ReadError> {
        if state.hidden {
            return Ok(());
        }
        let [w, h] = ["width", "height"].map(|key| state.length(node, key, 0.0).unwrap_or(0.0));
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
            .map(|corner| state.transform * (Point::from(corner) + shift(node, state)));
        if self.paints {
            let tint = Tint { colour: Rgb::default(), alpha: state.opacity, veil: both(state.veil, own) };
            let path = hexpress_base::geometry::polygon(&corners);
            self.out.areas.push(painted::area(path, tint, state));
        }
        self.seen_through(state, corners)?;
        let own = both(own, transparent(state.opacity));
        self.push(state, ItemKind::Image { corners: corners.into(), pixels: PixelSize::new(0, 0) }, own)
    }

    /// Keeps what is drawn; `own` is the digest of what changes its look beside that of what it is drawn in.
    pub fn push(&mut self, state: &State, kind: ItemKind, own: u64) -> Result<(), ReadError> {
        self.push_in(state, kind, own, DrawStyle::default())
    }

    /// Keeps what is drawn in a manner that `own` is the digest of.
    pub fn push_in(
        &mut self,
        state: &State,
        kind: ItemKind,
        own: u64,
        draw_style: DrawStyle,
    ) -> Result<(), ReadError> {
        let kind = kind.clamped();
        self.dashes = self.dashes.saturating_add(kind.dashes());
        if self.out.items.len().saturating_add(self.dashes) >= MAX_ITEMS {
            return Err(ReadError::TooManyItems);
        }
        let turn = quarters(state.transform);
        let (id, tag, clip) = (state.id.clone(), state.tag.clone(), state.clip);
        let effect = both(both(state.veil, state.outlined), own);
        self.out.vague.extend(&state.vague);
        let area = matches!(kind, ItemKind::Path { fill: Some(_), .. });
        let shades = state.shades.clone().filter(|_| area);
        let which = usize::from(matches!(kind, ItemKind::Path { fill: None, .. }));
        let opacity = if self.ours { state.covers(which) } else { 1.0 };
        self.out.items.push(Item {
            id,
            tag,
            clip,
            cuts: None,
            turn,
            effect,
            draw_style: state.draw_style.and(draw_style),
            opacity,
            shades,
            run: None,
            whole: kind.whole(),
            kind,
        });
        Ok(())
    }

    fn path(&mut self, path: BezPath, state: &State) -> Result<(), ReadError> {
        let (fill, stroke) = (state.area(), state.line());
        if fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        let server = if fill.is_some() { self.server(state) } else { None };
        let is_known = server.is_some() || self.ours && state.shades.is_some();
        if (fill.is_some() && !is_known && state.patterns[0] != 0)
            || (stroke.is_some() && state.patterns[1] != 0)
        {
            self.out.vague.insert("patterns and gradients");
        }
        if self.paints {
            if fill.is_some() {
                self.out.areas.push(painted::area(state.transform * path.clone(), tint(state, 0), state));
            }
            if stroke.is_some() {
                self.out.areas.push(painted::line(&path, tint(state, 1), state));
            }
        }
        let (own, draw_style) = draw_style(state, &path, fill.is_some(), stroke.is_some());
        let mut path = state.transform * path;
        if let Some(cut) = state.cut.as_ref().filter(|cut| fill.is_some() && covers(&path, cut)) {
            path = BezPath::clone(cut);
        }
        let (area, is_rect) = (path.bounding_box(), is_upright(&path));
        let (path, stroke) = (path.into(), stroke.map(Arc::new));
        self.push_in(state, ItemKind::Path { path, fill, stroke }, own, draw_style)?;
        match server {
            Some(pattern) => self.pattern(pattern, state, area, is_rect),
            None => Ok(()),
        }
    }

    pub fn target(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        let href = node.attribute("href").or_else(|| node.attribute((XLINK, "href")))?;
        self.by_id.get(href.trim().strip_prefix('#')?).copied()
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
        let TextPlace { x, y, shift } = words::place(node, state);
        *pen = Point::new(x.unwrap_or(pen.x), y.unwrap_or(pen.y)) + shift;
        for child in node.children() {
            self.drawn += 1;
            if child.is_element() {
                if child.has_tag_name("textPath") {
                    self.out.vague.insert("words along a line");
                }
                if matches!(child.tag_name().name(), "tspan" | "textPath" | "a") {
                    let mut inner = self.state(child, state)?;
                    if !inner.gone {
                        inner.id = inner.id.or_else(|| state.id.clone());
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
                if self.paints {
                    let veil = both(state.veil, of_words(&text.string));
                    let path = text.outline.to_path(0.1);
                    self.out.areas.push(painted::area(path, Tint { veil, ..tint(state, 0) }, state));
                }
                let own = both(state.patterns[0], transparent(state.covers(0)));
                self.push(state, ItemKind::Text(text.into()), own)?;
            }
            pen.x += wide;
        }
        Ok(())
    }
}

/// Whether an element is for programs without extensions, and for those who read the language of its drawing.
fn is_understood(node: Node<'_, '_>) -> bool {
    if node.has_attribute("requiredExtensions") {
        return false;
    }
    let own = node.document().root_element().attribute("lang").and_then(|lang| lang.get(..2)).unwrap_or("en");
    let said = node.attribute("systemLanguage");
    said.is_none_or(|said| said.split(',').any(|lang| lang.trim().starts_with(own)))
}

/// What areas (0) or lines (1) are painted with.
pub fn tint(state: &State, which: usize) -> Tint {
    let colour = if which == 0 { state.fill } else { state.stroke };
    let pattern = state.patterns.get(which).copied().unwrap_or_default();
    Tint { colour: colour.unwrap_or_default(), alpha: state.covers(which), veil: both(state.veil, pattern) }
}

/// Returns a digest of an opacity in thousandths; 0 for an opaque colour.
pub fn transparent(opacity: f64) -> u64 {
    let thousandths = (opacity * 1000.0).round() as u64;
    if thousandths >= 1000 { 0 } else { digest(&[thousandths]).max(1) }
}

/// What changes the look of a path beside its colours and the width of its line: a digest, and what of it can be said.
fn draw_style(state: &State, path: &BezPath, fill: bool, stroke: bool) -> (u64, DrawStyle) {
    let (mut own, mut draw_style) = (0, DrawStyle::default());
    if fill {
        let parts = path.elements().iter().filter(|e| matches!(e, PathEl::MoveTo(_))).take(2).count();
        draw_style.has_holes = state.even_odd && parts > 1;
        let rule = u64::from(draw_style.has_holes);
        own = both(both(rule, state.patterns[0]), transparent(state.covers(0)));
    }
    if stroke {
        let Ends { cap, join, miter } = state.ends;
        let ends = digest(&[cap as u64, join as u64, miter.to_bits()]);
        let line = both(ends, both(state.patterns[1], transparent(state.covers(1))));
        own = both(own, line);
        (draw_style.cap, draw_style.join) = (cap, join);
    }
    (own, draw_style)
}

/// Returns the vector of the attributes `x` and `y`; 0 for each that is missing.
pub fn shift(node: Node<'_, '_>, state: &State) -> Vec2 {
    let (w, h) = state.frame;
    let [x, y] = [("x", w), ("y", h)].map(|(key, whole)| state.length(node, key, whole).unwrap_or(0.0));
    Vec2::new(x, y)
}

/// Enters the frame of an inner `svg` or of a `symbol`. The size of `used`, if it has one, replaces that of the symbol.
fn frame(node: Node<'_, '_>, state: &mut State, used: Option<Node<'_, '_>>) {
    let (w, h) = state.frame;
    let [width, height] = [("width", w), ("height", h)].map(|(key, whole)| {
        let source = used.filter(|used| used.has_attribute(key)).unwrap_or(node);
        state.length(source, key, whole).unwrap_or(whole)
    });
    let size = (width, height);
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
