//! What a piece looks like, in few bytes: its words, its shapes, its colours, and what stands at its edges.

use crate::base::map::Map;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kurbo::{BezPath, Point, Rect, Shape as _};

use super::cut::Cut;
use super::item::{area, covers};
use crate::base::geometry::{corners, winding};
use crate::base::identity::Identity;
use crate::model::{Deck, PieceSize, Shape};
use crate::read::{Item, ItemKind, Outline, Page, Rgb};

/// How far two drawings that are the same may lie apart in their pieces, in mm.
const SAME: f32 = 0.1;
/// How deep below the middle of an edge its colour is looked up, as a share of the way to the centre.
const DEPTH: f64 = 0.09;

/// A band that begins inside its edge.
struct Band {
    /// How far in it begins, in mm.
    inset: f64,
    /// How deep it is, in mm.
    depth: f64,
}

/// The bands of a layout that begin inside their edges.
fn band(deck: &Deck) -> Option<Band> {
    deck.face.iter().find_map(|element| {
        let Shape::EdgeBand(_, depth) = &element.shape else { return None };
        let (inset, depth) = (element.inset.fixed()?.y, *depth.fixed()?);
        (inset > 0.0).then_some(Band { inset, depth })
    })
}

/// The shapes of a drawing, without its colours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shapes {
    /// What is drawn: words, kinds of drawings, how many points they have.
    pub what: u64,
    /// Where, and how large, in mm from the middle of the piece.
    places: Box<[f32]>,
}

impl Shapes {
    /// What these items show, seen from `origin`.
    pub fn of<'i>(items: impl Iterator<Item = &'i Item>, origin: Point) -> Self {
        Self::turned(items, origin, None)
    }

    /// The same for a piece that lies turned on its sheet, as if it stood upright.
    fn turned<'i>(items: impl Iterator<Item = &'i Item>, origin: Point, turned: Option<Turned>) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut places = Vec::new();
        for item in items {
            shape(item, &View { origin, turned }, &mut hasher, &mut places);
        }
        // Half a micrometre is as fine as any of this is known.
        Self { what: hasher.finish(), places: places.into_iter().map(|v| v as f32).collect() }
    }

    /// Whether two drawings are the same, but for their colours.
    pub fn same(&self, other: &Self) -> bool {
        self.what == other.what
            && self.places.len() == other.places.len()
            && self.places.iter().zip(&other.places).all(|(a, b)| (a - b).abs() <= SAME)
    }
}

/// What is seen at an edge of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The colour just inside the middle of the edge; none where the paper is seen.
    pub colour: Option<Rgb>,
    /// What else stands there, but for its colour and the way it is turned; none for nothing.
    pub sign: Option<Sign>,
    /// The lines that lead from here to an edge, by how many edges that is further on clockwise.
    pub ways: Map<usize, Rgb>,
}

impl Edge {
    /// Whether two edges look the same.
    pub fn same(&self, other: &Self) -> bool {
        let signs = Sign::same(self.sign, other.sign);
        self.colour == other.colour && signs && self.ways == other.ways
    }

    /// Whether nothing is seen there.
    pub fn is_bare(&self) -> bool {
        self.colour.is_none() && self.sign.is_none() && self.ways.is_empty()
    }

    /// The same edge of a piece with `count` edges that is seen in a mirror.
    pub fn mirrored(&self, count: usize) -> Self {
        let ways = self.ways.iter().map(|(far, colour)| ((count - far) % count, *colour)).collect();
        Self { ways, ..self.clone() }
    }
}

/// A small drawing at an edge, however it is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sign {
    what: u64,
    area: f32,
    length: f32,
}

impl Sign {
    /// Whether two signs are the same; no sign is the same as none.
    pub fn same(one: Option<Self>, other: Option<Self>) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() <= 0.02 * a.abs().max(b.abs()) + 0.01;
        let (Some(a), Some(b)) = (one, other) else { return one.is_none() && other.is_none() };
        a.what == b.what && near(a.area, b.area) && near(a.length, b.length)
    }
}

/// What a piece looks like.
pub struct Looks {
    /// Its words.
    pub words: Arc<str>,
    /// Its shapes.
    pub shapes: Shapes,
    /// Its colours.
    pub colours: Arc<[Rgb]>,
    /// Its edges.
    pub edges: Vec<Edge>,
}

/// Looks at the items `own` of a page, in a piece that is cut along `cut`.
pub fn of(page: &Page, own: &[usize], cut: Option<&Cut>, deck: Option<&Deck>) -> Looks {
    let mut words = String::new();
    let mut colours = Vec::new();
    let origin = cut.map_or(Point::ORIGIN, Cut::centre);
    let items = || own.iter().map(|&i| &page.items[i]);
    for item in items() {
        paints(item, &mut colours);
        if let ItemKind::Text(text) = &item.kind {
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(&text.string);
        }
    }
    let has_edges = deck.is_some_and(|deck| deck.outline.edges() > 0);
    let mut edges = if has_edges { edges(page, own, cut, deck.and_then(band)) } else { Vec::new() };
    let id = own.first().and_then(|&i| page.items[i].id.as_deref());
    let turned = deck.and_then(|deck| turned(deck, cut?, id));
    match (turned, edges.len()) {
        // The piece's own top is on the right, or on the left.
        (Some(Turned::Clockwise), 4) => edges.rotate_left(1),
        (Some(Turned::Back), 4) => edges.rotate_left(3),
        // Its own bottom is at the top, and its first edge comes before that.
        (Some(Turned::Half), 3) => edges.rotate_left(2),
        _ => {}
    }
    Looks {
        words: words.into(),
        shapes: Shapes::turned(items(), origin, turned),
        colours: colours.into(),
        edges,
    }
}

/// How a piece is turned on its sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turned {
    /// By a right angle.
    Clockwise,
    /// By a right angle the other way.
    Back,
    /// By two.
    Half,
}

/// How a rectangle or a triangle is turned, by the outline it is cut along: backs of rectangles the other way round than
/// fronts.
fn turned(deck: &Deck, cut: &Cut, id: Option<&Identity>) -> Option<Turned> {
    if let Some(down) = cut.points_down(deck.outline) {
        return down.then_some(Turned::Half);
    }
    let (Cut::Box(rect, _), PieceSize::Fixed(size)) = (cut, &deck.size) else { return None };
    let turned = (rect.width() > rect.height()) != (size.width > size.height);
    let square = (size.width - size.height).abs() < 0.1;
    let way = if id.is_some_and(Identity::is_back) { Turned::Back } else { Turned::Clockwise };
    (turned && !square).then_some(way)
}

/// From where a piece is seen.
struct View {
    origin: Point,
    turned: Option<Turned>,
}

impl View {
    /// A point of the sheet in the piece's own frame.
    fn point(&self, point: Point) -> Point {
        let way = point - self.origin;
        match self.turned {
            None => way.to_point(),
            Some(Turned::Clockwise) => Point::new(way.y, -way.x),
            Some(Turned::Back) => Point::new(-way.y, way.x),
            Some(Turned::Half) => Point::new(-way.x, -way.y),
        }
    }

    fn rect(&self, rect: Rect) -> Rect {
        let [a, b] = [(rect.x0, rect.y0), (rect.x1, rect.y1)].map(|corner| self.point(corner.into()));
        Rect::from_points(a, b)
    }

    /// An angle of the sheet, in degrees, as one of the piece.
    fn angle(&self, degrees: f64) -> f64 {
        match self.turned {
            None => degrees,
            Some(Turned::Clockwise) => degrees - 90.0,
            Some(Turned::Back) => degrees + 90.0,
            Some(Turned::Half) => degrees + 180.0,
        }
    }
}

fn shape(item: &Item, view: &View, hasher: &mut impl Hasher, places: &mut Vec<f64>) {
    match &item.kind {
        ItemKind::Path { path, fill, stroke } => {
            // One number takes a third of the time of three.
            (path.kinds().len() << 2 | usize::from(fill.is_some()) << 1 | usize::from(stroke.is_some()))
                .hash(hasher);
            // With its line, so that nothing is measured once more.
            let rect = view.rect(item.whole.unwrap_or_default());
            // How much of its box a shape fills tells a star from a disc.
            let round = area(path).sqrt();
            places.extend([rect.x0, rect.y0, rect.x1, rect.y1, round]);
            places.extend(stroke.as_ref().map(|s| s.width));
        }
        ItemKind::Text(text) => {
            text.string.hash(hasher);
            let outline = view.rect(text.outline);
            let at = outline.center();
            let angle = view.angle(text.angle).to_radians();
            places.extend([at.x, at.y, libm::cos(angle), libm::sin(angle), outline.height()]);
        }
        ItemKind::Image { corners, pixels } => {
            pixels.hash(hasher);
            places.extend(corners.iter().map(|c| view.point(*c)).flat_map(|c| [c.x, c.y]));
        }
    }
}

/// The colours of an item.
pub fn paints(item: &Item, colours: &mut Vec<Rgb>) {
    match &item.kind {
        ItemKind::Path { fill, stroke, .. } => {
            colours.extend(*fill);
            colours.extend(stroke.as_ref().map(|s| s.colour));
        }
        ItemKind::Text(text) => colours.push(text.colour),
        ItemKind::Image { .. } => {}
    }
}

/// What is seen at each edge, clockwise from the top one; of two at the top, from the right one.
fn edges(page: &Page, own: &[usize], cut: Option<&Cut>, band: Option<Band>) -> Vec<Edge> {
    let Some(cut) = cut else { return Vec::new() };
    let corners: Vec<Point> = match cut {
        Cut::Polygon(hexagon) => hexagon.corners.to_vec(),
        Cut::Box(rect, _) => corners(*rect).to_vec(),
        Cut::Disc(_) => return Vec::new(),
    };
    let centre = cut.centre();
    let boxes: Vec<_> = own.iter().filter_map(|&i| Some((&page.items[i], covers(&page.items[i])?))).collect();
    let next = corners.iter().cycle().skip(1);
    let sides: Vec<(Point, Point)> = corners.iter().copied().zip(next.copied()).collect();
    let mut found = Vec::with_capacity(sides.len());
    let ways = ways(page, own, &sides);
    for (number, &(a, b)) in sides.iter().enumerate() {
        let middle = a.midpoint(b);
        let share = band.as_ref().map_or(DEPTH, |Band { inset, depth }| {
            let whole = middle.distance(centre);
            inset / whole + DEPTH.min(depth / whole / 2.0)
        });
        let point = middle.lerp(centre, share);
        let here = ways.iter().filter(|((from, _), _)| *from == number);
        let far = |to: usize| (to + sides.len() - number) % sides.len();
        let mut edge = Edge {
            colour: None,
            sign: None,
            ways: here.map(|((_, to), colour)| (far(*to), *colour)).collect(),
        };
        let (reach, out) = (a.distance(b) * 0.5, (middle - centre).normalize());
        let mut textured = false;
        for (item, rect) in &boxes {
            if is_texture(item, centre) {
                // All its rows are alike, and lie in a box that no other edge has.
                let near = |&(a, b): &(Point, Point)| a.midpoint(b).distance(rect_of(item).center());
                let own = sides.iter().all(|side| near(side) >= near(&(a, b)) - 0.1);
                if own && !textured {
                    edge.sign = Some(sign(item, edge.sign));
                    textured = true;
                }
                continue;
            }
            // What stands by itself close to the middle of the edge, and is smaller than it, is a sign: the colour is
            // that of what lies below.
            let small = rect.width().max(rect.height()) < reach;
            if let ItemKind::Path { path, fill: Some(fill), .. } = &item.kind
                && !small
                && rect.contains(point)
                && winding(path, point) != 0
            {
                edge.colour = Some(*fill);
            }
            let at = rect.center();
            let along = (at - middle).cross(out).abs();
            let deep = (middle - at).dot(out);
            // The middle of a triangle is near: what stands at its edges goes far towards it.
            let share = if sides.len() == 3 { 0.75 } else { 0.45 };
            if small && along < reach * 0.5 && deep > 0.0 && deep < middle.distance(centre) * share {
                edge.sign = Some(sign(item, edge.sign));
            }
        }
        found.push(edge);
    }
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

/// The lines from side to side of a piece, both ways, each in the colour that lies on top.
fn ways(page: &Page, own: &[usize], sides: &[(Point, Point)]) -> Map<(usize, usize), Rgb> {
    /// A line ends at a side that is no farther away, in mm. It may go on beyond the cut.
    const AT: f64 = 0.3;
    let side_at = |point: Point| {
        let at = sides.iter().enumerate().filter_map(|(number, &(a, b))| {
            let (way, middle) = ((b - a).normalize(), a.midpoint(b));
            let along = (point - middle).dot(way).abs();
            // Corners run clockwise as seen: the inside is on the right.
            let deep = way.cross(point - a);
            (deep <= AT && along <= a.distance(b) / 2.0).then_some((along, number))
        });
        at.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, number)| number)
    };
    let mut ways = Map::new();
    for item in own.iter().map(|&i| &page.items[i]) {
        let ItemKind::Path { path, fill: None, stroke: Some(stroke) } = &item.kind else { continue };
        let mut ends = path.ends();
        let (Some(first), Some(last)) = (ends.next(), ends.next_back()) else { continue };
        if path.closes() {
            continue;
        }
        if let (Some(from), Some(to)) = (side_at(first), side_at(last)) {
            ways.extend([((from, to), stroke.colour), ((to, from), stroke.colour)]);
        }
    }
    ways
}

/// The box that a drawing is cut off at.
fn rect_of(item: &Item) -> Rect {
    item.clip.unwrap_or_default()
}

/// Whether a drawing is lines or dots that are cut off along a band beside the centre, as a row of a pattern is.
pub fn is_texture(item: &Item, centre: Point) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    item.clip.is_some_and(|clip| !clip.contains(centre)) && path.parts() > 1
}

/// A path up to its second part.
fn first_part(path: &Outline) -> Outline {
    path.subpaths().take(1).flatten().collect::<BezPath>().into()
}

/// What a sign looks like, after those that are there already.
fn sign(item: &Item, before: Option<Sign>) -> Sign {
    let mut hasher = DefaultHasher::new();
    before.map(|sign| sign.what).hash(&mut hasher);
    let (mut whole, mut length) = before.map_or((0.0, 0.0), |sign| (sign.area, sign.length));
    match &item.kind {
        ItemKind::Path { path, fill, .. } => {
            // Of a row of a pattern one part is as the next, and how many there are says nothing.
            let first = item.clip.map(|_| first_part(path));
            let path = first.as_ref().unwrap_or(path);
            (path.kinds().len(), fill.is_some()).hash(&mut hasher);
            whole += area(path) as f32;
            length += path.perimeter(0.05) as f32;
        }
        ItemKind::Text(text) => text.string.hash(&mut hasher),
        ItemKind::Image { pixels, .. } => pixels.hash(&mut hasher),
    }
    Sign { what: hasher.finish(), area: whole, length }
}
