//! From elements to items.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Shape, Vec2};
use roxmltree::Node;

use super::super::item::quarters;
use super::super::{Item, Kind, MAX_ITEMS, ReadError, Rgb, Stroke, Text};
use super::XLINK;
use super::transform::transform;

/// The deepest nesting of groups and uses.
const MAX_DEPTH: usize = 60;
/// The most elements that are drawn, each counted as often as it is used.
const MAX_DRAWN: usize = 4 * MAX_ITEMS;

/// What an element has from those round it.
#[derive(Clone)]
struct State {
    transform: Affine,
    clip: Option<Rect>,
    id: Option<Arc<str>>,
    tag: Option<Arc<str>>,
    fill: Option<Rgb>,
    stroke: Option<Rgb>,
    width: f64,
    dash: Vec<f64>,
    phase: f64,
}

struct Walk<'a, 'i> {
    by_id: HashMap<&'a str, Node<'a, 'i>>,
    /// The paths of letters, which are drawn many times.
    paths: HashMap<&'a str, Rc<BezPath>>,
    items: Vec<Item>,
    drawn: usize,
    piece: Arc<str>,
    artifact: Arc<str>,
}

/// All items of a file, in drawing order.
pub fn items(root: Node<'_, '_>, to_page: Affine) -> Result<Vec<Item>, ReadError> {
    let by_id = root.descendants().filter_map(|node| Some((node.attribute("id")?, node))).collect();
    let mut walk = Walk {
        by_id,
        paths: HashMap::new(),
        items: Vec::new(),
        drawn: 0,
        piece: "Piece".into(),
        artifact: "Artifact".into(),
    };
    let state = State {
        transform: to_page,
        clip: None,
        id: None,
        tag: None,
        fill: Some(Rgb([0; 3])),
        stroke: None,
        width: 1.0,
        dash: Vec::new(),
        phase: 0.0,
    };
    for child in root.children().filter(Node::is_element) {
        walk.element(child, &state, 0)?;
    }
    Ok(walk.items)
}

impl<'a, 'i> Walk<'a, 'i> {
    fn element(&mut self, node: Node<'a, 'i>, outer: &State, depth: usize) -> Result<(), ReadError> {
        self.drawn += 1;
        if depth > MAX_DEPTH || self.drawn > MAX_DRAWN {
            return Err(ReadError::TooMuchNesting);
        }
        match node.tag_name().name() {
            "g" | "svg" | "a" => {
                let state = self.state(node, outer)?;
                if let Some(words) = node.attribute("aria-label") {
                    return self.text(node, words, &state);
                }
                for child in node.children().filter(Node::is_element) {
                    self.element(child, &state, depth + 1)?;
                }
            }
            "use" => {
                let mut state = self.state(node, outer)?;
                state.transform *= Affine::translate(shift(node));
                if let Some(target) = self.target(node) {
                    self.element(target, &state, depth + 1)?;
                }
            }
            "path" => {
                let state = self.state(node, outer)?;
                let path = BezPath::from_svg(node.attribute("d").unwrap_or_default())
                    .map_err(|error| ReadError::Svg(format!("a path cannot be read: {error}")))?;
                self.path(path, &state)?;
            }
            "rect" | "circle" | "polygon" => {
                let state = self.state(node, outer)?;
                if let Some(path) = figure(node) {
                    self.path(path, &state)?;
                }
            }
            "image" => {
                let state = self.state(node, outer)?;
                let number = |key: &str| node.attribute(key).and_then(|t| t.parse::<f64>().ok());
                let (w, h) = (number("width").unwrap_or(0.0), number("height").unwrap_or(0.0));
                let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)];
                let corners = corners.map(|c| state.transform * (Point::from(c) + shift(node)));
                self.push(&state, Kind::Image { corners, pixels: (0, 0) })?;
            }
            // Definitions are drawn where they are used; of the rest nothing is seen.
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, state: &State, kind: Kind) -> Result<(), ReadError> {
        if self.items.len() >= MAX_ITEMS {
            return Err(ReadError::TooManyItems);
        }
        let turn = quarters(state.transform);
        self.items.push(Item { id: state.id.clone(), tag: state.tag.clone(), clip: state.clip, turn, kind });
        Ok(())
    }

    fn path(&mut self, path: BezPath, state: &State) -> Result<(), ReadError> {
        let scale = state.transform.determinant().abs().sqrt();
        let stroke = state.stroke.map(|colour| Stroke {
            width: state.width * scale,
            colour,
            dash: state.dash.iter().map(|d| d * scale).collect(),
            phase: state.phase * scale,
        });
        if state.fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        self.push(state, Kind::Path { path: state.transform * path, fill: state.fill, stroke })
    }

    fn target(&self, node: Node<'a, 'i>) -> Option<Node<'a, 'i>> {
        let href = node.attribute((XLINK, "href")).or_else(|| node.attribute("href"))?;
        self.by_id.get(href.strip_prefix('#')?).copied()
    }

    /// What holds in an element.
    fn state(&self, node: Node<'a, 'i>, outer: &State) -> Result<State, ReadError> {
        let mut state = outer.clone();
        if let Some(text) = node.attribute("transform") {
            let own = transform(text);
            state.transform *=
                own.ok_or_else(|| ReadError::Svg(format!("transform=\"{text}\" is not understood")))?;
        }
        if let Some(id) = node.attribute("data-piece") {
            state.id = Some(id.into());
            state.tag = Some(Arc::clone(&self.piece));
        }
        if matches!(node.attribute("class"), Some("cut" | "furniture")) {
            state.tag = Some(Arc::clone(&self.artifact));
        }
        let number = |key: &str| node.attribute(key).and_then(|text| text.parse::<f64>().ok());
        if let Some(fill) = node.attribute("fill") {
            state.fill = colour(fill);
        }
        if let Some(stroke) = node.attribute("stroke") {
            state.stroke = colour(stroke);
        }
        if let Some(width) = number("stroke-width") {
            state.width = width;
        }
        if let Some(dash) = node.attribute("stroke-dasharray") {
            state.dash = super::transform::numbers(dash).unwrap_or_default();
        }
        if let Some(phase) = number("stroke-dashoffset") {
            state.phase = phase;
        }
        let clip = node.attribute("clip-path").and_then(|t| t.strip_prefix("url(#")?.strip_suffix(')'));
        if let Some(clip) = clip.and_then(|id| self.by_id.get(id)) {
            let paths = clip.children().filter_map(|n| BezPath::from_svg(n.attribute("d")?).ok());
            let boxes = paths.map(|path| (state.transform * path).bounding_box());
            let rect = boxes.reduce(|a, b| a.union(b)).unwrap_or_default();
            state.clip = Some(state.clip.map_or(rect, |outer| outer.intersect(rect)));
        }
        Ok(state)
    }

    /// A run of letters: the outlines that it uses, in the units of its font.
    fn text(&mut self, node: Node<'a, 'i>, words: &str, state: &State) -> Result<(), ReadError> {
        let mut bounds: Option<Rect> = None;
        let mut outline: Option<Rect> = None;
        let [a, b, c, d, ..] = state.transform.as_coeffs();
        let straight = (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0);
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
            let own = path.bounding_box() + shift(used);
            bounds = Some(bounds.map_or(own, |all| all.union(own)));
            let placed = if straight {
                state.transform.transform_rect_bbox(own)
            } else {
                (state.transform * Affine::translate(shift(used)) * &*path).bounding_box()
            };
            outline = Some(outline.map_or(placed, |all| all.union(placed)));
        }
        let (Some(bounds), Some(outline)) = (bounds, outline) else { return Ok(()) };
        let along = Vec2::new(a, b);
        let scale = state.transform.determinant().abs() / along.hypot();
        let em = node.attribute("font-size").and_then(|t| t.parse::<f64>().ok()).unwrap_or(0.0);
        let angle = libm::atan2(along.y, along.x).to_degrees().rem_euclid(360.0);
        let corners = [(0.0_f64.min(bounds.x0), bounds.y1), (bounds.x1, bounds.y1), (bounds.x1, bounds.y0)];
        let [c0, c1, c2] = corners.map(|c| state.transform * Point::from(c));
        let text = Text {
            string: words.to_owned(),
            font: "".into(),
            size: em * scale,
            angle: if angle >= 360.0 - 1e-9 { 0.0 } else { angle },
            origin: state.transform * Point::ORIGIN,
            corners: [c0, c1, c2, c0 + (c2 - c1)],
            colour: state.fill.unwrap_or(Rgb([0; 3])),
            outline,
            invisible: false,
        };
        self.push(state, Kind::Text(text))
    }
}

/// `x` and `y` of an element.
fn shift(node: Node<'_, '_>) -> Vec2 {
    let number = |key: &str| node.attribute(key).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    Vec2::new(number("x"), number("y"))
}

/// Figures that are no paths in other programs' files.
fn figure(node: Node<'_, '_>) -> Option<BezPath> {
    let number = |key: &str| node.attribute(key).and_then(|text| text.parse::<f64>().ok());
    match node.tag_name().name() {
        "rect" => {
            let at = shift(node);
            let rect = Rect::new(at.x, at.y, at.x + number("width")?, at.y + number("height")?);
            Some(rect.to_path(0.01))
        }
        "circle" => {
            let centre = (number("cx").unwrap_or(0.0), number("cy").unwrap_or(0.0));
            Some(kurbo::Circle::new(centre, number("r")?).to_path(0.001))
        }
        _ => {
            let points = super::transform::numbers(node.attribute("points")?)?;
            let points: Vec<Point> = points.chunks_exact(2).map(|p| Point::new(p[0], p[1])).collect();
            (points.len() > 2).then(|| crate::hex::polygon(&points))
        }
    }
}

/// `#rgb`, `#rrggbb`, `black`, `white`; nothing for `none` and for what is not understood.
fn colour(text: &str) -> Option<Rgb> {
    let digits = match text {
        "black" => "000",
        "white" => "fff",
        text => text.strip_prefix('#')?,
    };
    let digit = |i: usize| u8::from_str_radix(digits.get(i..=i)?, 16).ok();
    match digits.len() {
        3 => Some(Rgb([digit(0)? * 17, digit(1)? * 17, digit(2)? * 17])),
        6 => {
            let pair = |i: usize| Some(digit(i)? * 16 + digit(i + 1)?);
            Some(Rgb([pair(0)?, pair(2)?, pair(4)?]))
        }
        _ => None,
    }
}
