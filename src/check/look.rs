//! What a piece looks like, in few bytes: its words, its shapes, its colours, and what stands at its edges.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kurbo::{Point, Shape};

use super::evidence::covers;
use super::pieces::Cut;
use crate::model::Deck;
use crate::read::{Item, Kind, Page, Rgb};

/// How finely drawings are told apart, to the mm.
const GRAIN: f64 = 20.0;
/// How deep below the middle of an edge its colour is looked up, as a share of the way to the centre.
const DEPTH: f64 = 0.09;

/// What is seen at an edge of a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The colour just inside the middle of the edge; none where the paper is seen.
    pub colour: Option<Rgb>,
    /// What else stands there, but for its colour and the way it is turned; 0 for nothing.
    pub sign: u64,
}

/// What a piece looks like.
pub struct Looks {
    /// Its words.
    pub words: Arc<str>,
    /// Its shapes.
    pub shape: u64,
    /// Its colours.
    pub colours: Arc<[Rgb]>,
    /// Its edges.
    pub edges: Vec<Edge>,
}

/// Looks at the items `own` of a page, in a piece that is cut along `cut`.
#[must_use]
pub fn of(page: &Page, own: &[usize], cut: Option<&Cut>, deck: Option<&Deck>) -> Looks {
    let mut words = String::new();
    let mut hasher = DefaultHasher::new();
    let mut colours = Vec::new();
    let origin = cut.map_or(Point::ORIGIN, Cut::centre);
    for item in own.iter().map(|&i| &page.items[i]) {
        shape(item, origin, &mut hasher);
        paints(item, &mut colours);
        if let Kind::Text(text) = &item.kind {
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(&text.string);
        }
    }
    let edges = if deck.is_some_and(|d| d.outline.edges() > 0) { edges(page, own, cut) } else { Vec::new() };
    Looks { words: words.into(), shape: hasher.finish(), colours: colours.into(), edges }
}

/// Puts the shape of an item into a hash, seen from `origin`.
pub fn shape(item: &Item, origin: Point, hasher: &mut impl Hasher) {
    let grain = |v: f64| (v * GRAIN).round() as i64;
    match &item.kind {
        Kind::Path { path, fill, stroke } => {
            (path.elements().len(), fill.is_some()).hash(hasher);
            stroke.as_ref().map(|s| grain(s.width)).hash(hasher);
            let rect = path.bounding_box() - origin.to_vec2();
            // How much of its box a shape fills tells a star from a disc.
            [rect.x0, rect.y0, rect.x1, rect.y1, path.area() / 10.0].map(grain).hash(hasher);
        }
        Kind::Text(text) => {
            text.string.hash(hasher);
            let at = text.outline.center() - origin;
            [at.x / 10.0, at.y / 10.0, text.angle].map(grain).hash(hasher);
        }
        Kind::Image { corners, pixels } => {
            pixels.hash(hasher);
            corners.map(|c| (grain(c.x - origin.x), grain(c.y - origin.y))).hash(hasher);
        }
    }
}

/// The colours of an item.
pub fn paints(item: &Item, colours: &mut Vec<Rgb>) {
    match &item.kind {
        Kind::Path { fill, stroke, .. } => {
            colours.extend(*fill);
            colours.extend(stroke.as_ref().map(|s| s.colour));
        }
        Kind::Text(text) => colours.push(text.colour),
        Kind::Image { .. } => {}
    }
}

/// What is seen at each edge, in the order of the outline's corners.
fn edges(page: &Page, own: &[usize], cut: Option<&Cut>) -> Vec<Edge> {
    let Some(cut) = cut else { return Vec::new() };
    let corners: Vec<Point> = match cut {
        Cut::Hexagon(hexagon) => hexagon.corners.to_vec(),
        Cut::Box(r, _) => [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)].map(Point::from).to_vec(),
        Cut::Disc(_) => return Vec::new(),
    };
    let centre = cut.centre();
    let boxes: Vec<_> = own.iter().map(|&i| (i, covers(&page.items[i]))).collect();
    let next = corners.iter().cycle().skip(1);
    let sides: Vec<(Point, Point)> = corners.iter().copied().zip(next.copied()).collect();
    let mut found = Vec::with_capacity(sides.len());
    for &(a, b) in &sides {
        let middle = a.midpoint(b);
        let point = middle.lerp(centre, DEPTH);
        let mut colour = None;
        let mut hasher = DefaultHasher::new();
        let mut signs = 0;
        let (reach, out) = (a.distance(b) * 0.5, (middle - centre).normalize());
        for &(i, rect) in &boxes {
            let (item, Some(rect)) = (&page.items[i], rect) else { continue };
            if let Kind::Path { path, fill: Some(fill), .. } = &item.kind
                && rect.contains(point)
                && path.winding(point) != 0
            {
                colour = Some(*fill);
            }
            // What stands by itself close to the middle of the edge, and is smaller than it.
            let at = rect.center();
            let along = (at - middle).cross(out).abs();
            let deep = (middle - at).dot(out);
            let small = rect.width().max(rect.height()) < reach;
            if small && along < reach * 0.5 && deep > 0.0 && deep < middle.distance(centre) * 0.45 {
                signs += 1;
                sign(item, &mut hasher);
            }
        }
        found.push(Edge { colour, sign: if signs == 0 { 0 } else { hasher.finish() | 1 } });
    }
    // The first edge is that whose middle is the topmost; of two alike, the right one.
    let height = |i: usize| {
        let (a, b) = sides[i];
        let middle = a.midpoint(b);
        ((middle.y * 10.0).round() as i64, -(middle.x * 10.0).round() as i64)
    };
    if let Some(first) = (0..sides.len()).min_by_key(|&i| height(i)) {
        found.rotate_left(first);
    }
    found
}

/// What a sign looks like, however it is turned.
fn sign(item: &Item, hasher: &mut impl Hasher) {
    match &item.kind {
        Kind::Path { path, fill, .. } => {
            let size = (path.area().abs() * 20.0).round() as i64;
            let round = (path.perimeter(0.05) * 5.0).round() as i64;
            (path.elements().len(), fill.is_some(), size, round).hash(hasher);
        }
        Kind::Text(text) => text.string.hash(hasher),
        Kind::Image { pixels, .. } => pixels.hash(hasher),
    }
}
