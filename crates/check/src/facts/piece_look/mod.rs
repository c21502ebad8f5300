//! Describes the look of a piece in a few bytes.
//!
//! - In: the drawings of a piece, and its cut.
//! - Out: its texts, shapes and colours, and what is visible at its edges.
//! - Not here: comparing the looks of all pieces.

mod edge_drawing;
mod ruling;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kurbo::{Line, Point, Rect};

pub use edge_drawing::EdgeDrawing;
pub use ruling::Ruling;

use super::cut::Cut;
use super::item::{area, visible_bounds};
use hexpress_base::geometry::winding;
use hexpress_base::identity::Identity;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::{PieceSet, PieceSize, Shape};
use hexpress_read::{Item, ItemKind, Page, Rgb};

/// A drawing counts as being at the same place on two pieces if the two places differ by at most this,
/// in mm.
const SAME_PLACE_MM: f32 = 0.1;
/// The colour of an edge is read at a point between the middle of the edge and the centre of the piece.
/// It is this fraction of the way inwards from the middle of the edge.
const COLOUR_DEPTH: f64 = 0.09;

/// A coloured band that runs along the edges of a piece without touching them.
struct EdgeBand {
    /// The distance from the edge to the band, in mm.
    inset: f64,
    /// The width of the band, in mm.
    depth: f64,
}

impl EdgeBand {
    /// Returns the first band in the layout that does not touch the edge of the piece. Returns `None` if
    /// there is no such band.
    fn from_deck(deck: &PieceSet) -> Option<Self> {
        deck.face.iter().find_map(|element| {
            let Shape::EdgeBand { depth: width, .. } = &element.shape else { return None };
            let (inset, depth) = (element.inset.fixed()?.y, *width.fixed()?);
            (inset > 0.0).then_some(Self { inset, depth })
        })
    }
}

/// The shapes of several drawings, without their colours.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shapes {
    /// A hash of all texts, of the kinds of all drawings, and of the number of points in each drawing.
    pub content_hash: u64,
    /// Positions and sizes in mm, measured from the centre of the piece.
    places: Box<[f32]>,
}

impl Shapes {
    /// Returns the shapes of drawings. `origin` is the centre of the piece.
    pub fn new<'i>(items: impl Iterator<Item = &'i Item>, origin: Point) -> Self {
        Self::turned(items, origin, None)
    }

    /// Returns the shapes of a piece as if the piece were upright. `turned` is the rotation of the piece
    /// on the sheet.
    fn turned<'i>(items: impl Iterator<Item = &'i Item>, origin: Point, turned: Option<Turned>) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut places = Vec::new();
        for item in items {
            add_shape(item, &PieceFrame { origin, turned }, &mut hasher, &mut places);
        }
        // Even on the largest sheets, the rounding error of an `f32` is only half a micrometre.
        Self { content_hash: hasher.finish(), places: places.into_iter().map(|v| v as f32).collect() }
    }

    pub fn looks_same_as(&self, other: &Self) -> bool {
        self.content_hash == other.content_hash
            && self.places.len() == other.places.len()
            && self.places.iter().zip(&other.places).all(|(a, b)| (a - b).abs() <= SAME_PLACE_MM)
    }
}

/// What is visible at an edge of a piece.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// The colour near the middle of the edge. `None` for bare paper.
    pub colour: Option<Rgb>,
    /// The small drawing at the edge, regardless of its colour and rotation. `None` if there is no such
    /// drawing.
    pub drawing: Option<EdgeDrawing>,
    /// The colours of the lines from this edge to other edges. The key is the position of the other
    /// edge, counted clockwise from this edge.
    pub paths: SortedMap<usize, Rgb>,
}

impl Edge {
    /// Returns whether two edges look the same.
    pub fn looks_same_as(&self, other: &Self) -> bool {
        let has_same_drawing = EdgeDrawing::are_same(self.drawing, other.drawing);
        self.colour == other.colour && has_same_drawing && self.paths == other.paths
    }

    /// Returns whether nothing is visible at the edge.
    pub fn is_bare(&self) -> bool {
        self.colour.is_none() && self.drawing.is_none() && self.paths.is_empty()
    }

    /// Returns what this edge looks like if the piece is mirrored. `count` is the number of edges of the
    /// piece.
    pub fn mirrored(&self, count: usize) -> Self {
        let paths = self.paths.iter().map(|(far, colour)| ((count - far) % count, *colour)).collect();
        Self { paths, ..self.clone() }
    }
}

pub struct PieceLook {
    /// The texts in drawing order, one per line.
    pub words: Arc<str>,
    /// The texts at the edges, one per line.
    pub edge_words: Box<str>,
    pub shapes: Shapes,
    /// The colours of the drawings, in drawing order.
    pub colours: Arc<[Rgb]>,
    /// The look of each edge, clockwise from the top edge of the upright piece. Empty for pieces
    /// without straight edges.
    pub edges: Vec<Edge>,
}

/// Returns the look of a piece. `own` contains the indices of the page's items that belong to the
/// piece.
pub fn look_of_piece(page: &Page, own: &[usize], cut: Option<&Cut>, deck: Option<&PieceSet>) -> PieceLook {
    let mut words = String::new();
    let mut colours = Vec::new();
    let origin = cut.map_or(Point::ORIGIN, Cut::centre);
    let items = own.iter().map(|&i| &page.items[i]);
    for item in items.clone() {
        paints(item, &mut colours);
        if let ItemKind::Text(text) = &item.kind {
            if !words.is_empty() {
                words.push('\n');
            }
            words.push_str(&text.string);
        }
    }
    let has_edges = deck.is_some_and(|deck| deck.outline.edges() > 0);
    let mut edges = if has_edges {
        edges(page, own, cut, deck.and_then(EdgeBand::from_deck).as_ref())
    } else {
        Vec::new()
    };
    let id = own.first().and_then(|&i| page.items[i].id.as_deref());
    let turned = deck.and_then(|deck| rotation_on_sheet(deck, cut?, id));
    match (turned, edges.len()) {
        // The list begins with the edge that is at the top of the sheet. If the piece is rotated by 90
        // degrees, its own top edge is on the right or on the left of the sheet.
        (Some(Turned::Clockwise), 4) => edges.rotate_left(1),
        (Some(Turned::Anticlockwise), 4) => edges.rotate_left(3),
        // The triangle is upside down on the sheet, so the edge at the top of the sheet is its own
        // bottom edge. The list has to begin with the edge that is last here.
        (Some(Turned::Half), 3) => edges.rotate_left(2),
        _ => {}
    }
    PieceLook {
        words: words.into(),
        edge_words: match (has_edges, cut) {
            (true, Some(cut)) => edge_words(items.clone(), cut).into(),
            _ => Box::default(),
        },
        shapes: Shapes::turned(items, origin, turned),
        colours: colours.into(),
        edges,
    }
}

/// Returns the texts that are closer to the cut than to the centre of the piece, one per line.
fn edge_words<'i>(items: impl Iterator<Item = &'i Item>, cut: &Cut) -> String {
    let half = cut.depth(cut.centre()) / 2.0;
    let mut words = String::new();
    for item in items {
        if let ItemKind::Text(text) = &item.kind
            && cut.depth(text.outline.center()) < half
        {
            words.push_str(&text.string);
            words.push('\n');
        }
    }
    words
}

/// The rotation of a piece on its sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turned {
    /// 90 degrees clockwise.
    Clockwise,
    /// 90 degrees anticlockwise.
    Anticlockwise,
    /// 180 degrees.
    Half,
}

/// Computes from the cut of a rectangle or a triangle how the piece is rotated on its sheet. Returns
/// `None` if the piece is upright.
///
/// The back of a rectangle is rotated in the opposite direction to its front.
fn rotation_on_sheet(deck: &PieceSet, cut: &Cut, id: Option<&Identity>) -> Option<Turned> {
    if let Some(down) = cut.points_down(&deck.outline) {
        return down.then_some(Turned::Half);
    }
    let (Cut::Box { rect, .. }, PieceSize::Fixed(size)) = (cut, &deck.size) else { return None };
    let turned = (rect.width() > rect.height()) != (size.width > size.height);
    let square = (size.width - size.height).abs() < 0.1;
    let turn = if id.is_some_and(Identity::is_back) { Turned::Anticlockwise } else { Turned::Clockwise };
    (turned && !square).then_some(turn)
}

/// Converts coordinates on a sheet to coordinates on an upright piece.
struct PieceFrame {
    /// The centre of the piece on the sheet.
    origin: Point,
    turned: Option<Turned>,
}

impl PieceFrame {
    /// Converts a point from sheet coordinates to piece coordinates.
    fn point(&self, point: Point) -> Point {
        let offset = point - self.origin;
        match self.turned {
            None => offset.to_point(),
            Some(Turned::Clockwise) => Point::new(offset.y, -offset.x),
            Some(Turned::Anticlockwise) => Point::new(-offset.y, offset.x),
            Some(Turned::Half) => Point::new(-offset.x, -offset.y),
        }
    }

    /// Converts a box from sheet coordinates to piece coordinates.
    fn rect(&self, rect: Rect) -> Rect {
        let [a, b] = [(rect.x0, rect.y0), (rect.x1, rect.y1)].map(|corner| self.point(corner.into()));
        Rect::from_points(a, b)
    }

    /// Converts an angle in degrees from sheet coordinates to piece coordinates.
    fn angle(&self, degrees: f64) -> f64 {
        match self.turned {
            None => degrees,
            Some(Turned::Clockwise) => degrees - 90.0,
            Some(Turned::Anticlockwise) => degrees + 90.0,
            Some(Turned::Half) => degrees + 180.0,
        }
    }
}

/// Adds an item to the hash and the places of [`Shapes`].
fn add_shape(item: &Item, view: &PieceFrame, hasher: &mut impl Hasher, places: &mut Vec<f64>) {
    match &item.kind {
        ItemKind::Path { path, fill, stroke } => {
            // Hashing these three values as one number is three times as fast.
            (path.kinds().len() << 2 | usize::from(fill.is_some()) << 1 | usize::from(stroke.is_some()))
                .hash(hasher);
            // The box with the stroke is already computed, unlike the box without the stroke.
            let rect = view.rect(item.painted_bounds.unwrap_or_default());
            // A star and a disc may have the same box, but they have different areas.
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

/// Adds the colours of an item to `colours`.
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

/// Returns the look of each edge, clockwise from the top edge. If two edges are equally high, the right
/// one of them comes first.
fn edges(page: &Page, own: &[usize], cut: Option<&Cut>, band: Option<&EdgeBand>) -> Vec<Edge> {
    let Some(cut) = cut else { return Vec::new() };
    let corners = cut.corners();
    let next = corners.iter().cycle().skip(1);
    let sides: Vec<Line> = corners.iter().zip(next).map(|(from, to)| Line::new(*from, *to)).collect();
    let items = own.iter().map(|&i| &page.items[i]);
    let boxes: Vec<(&Item, Rect)> = items.filter_map(|item| Some((item, visible_bounds(item)?))).collect();
    let paths = paths(page, own, &sides);
    let centre = cut.centre();
    let mut edges: Vec<Edge> = (0..sides.len())
        .map(|number| {
            let mut edge = SideLook { sides: &sides, number, centre, boxes: &boxes }.edge(band);
            let here = paths.iter().filter(|(pair, _)| pair.from == number);
            edge.paths = here
                .map(|(pair, colour)| ((pair.to + sides.len() - number) % sides.len(), *colour))
                .collect();
            edge
        })
        .collect();
    let middles = sides.iter().map(|side| side.midpoint()).enumerate();
    let top = middles.min_by_key(|(_, mid)| ((mid.y * 10.0).round() as i64, -(mid.x * 10.0).round() as i64));
    edges.rotate_left(top.map_or(0, |(number, _)| number));
    edges
}

/// One side of a piece, and the drawings of the whole piece.
struct SideLook<'p> {
    /// All sides of the piece, clockwise.
    sides: &'p [Line],
    number: usize,
    centre: Point,
    /// The drawings of the piece and their boxes, in drawing order.
    boxes: &'p [(&'p Item, Rect)],
}

impl SideLook<'_> {
    fn centre(&self) -> Point {
        self.sides[self.number].midpoint()
    }

    /// Returns the look of this side, without the lines that lead to other sides.
    fn edge(&self, band: Option<&EdgeBand>) -> Edge {
        let (mid, centre) = (self.centre(), self.centre);
        let share = band.map_or(COLOUR_DEPTH, |EdgeBand { inset, depth }| {
            let distance = mid.distance(centre);
            inset / distance + COLOUR_DEPTH.min(depth / distance / 2.0)
        });
        let point = mid.lerp(centre, share);
        let mut edge = Edge { colour: None, drawing: None, paths: SortedMap::new() };
        let mut is_textured = false;
        for (item, rect) in self.boxes {
            if is_texture(item, centre) {
                // All rows of a pattern at this side are equal, so only the first of them is added to
                // the drawing of the edge.
                if !is_textured && self.is_nearest_to(item) {
                    edge.drawing = Some(EdgeDrawing::extended(edge.drawing, item));
                    is_textured = true;
                }
                continue;
            }
            if self.is_small(*rect) {
                if self.is_near_middle(*rect) {
                    edge.drawing = Some(EdgeDrawing::extended(edge.drawing, item));
                }
            } else if let ItemKind::Path { path, fill: Some(fill), .. } = &item.kind
                && rect.contains(point)
                && winding(path, point) != 0
            {
                edge.colour = Some(*fill);
            }
        }
        edge
    }

    /// Returns whether this side is the nearest one to a row of a pattern.
    fn is_nearest_to(&self, texture: &Item) -> bool {
        let row = texture.clip.unwrap_or_default().center();
        let own = self.centre().distance(row);
        self.sides.iter().all(|side| side.midpoint().distance(row) >= own - 0.1)
    }

    /// Returns half the length of this side, in mm.
    fn half_length(&self) -> f64 {
        let Line { p0, p1 } = self.sides[self.number];
        p0.distance(p1) * 0.5
    }

    /// Returns whether a drawing is small enough to count as the drawing of an edge. The colour of an edge is
    /// the colour behind this drawing, so small drawings do not affect the colour of the edge.
    fn is_small(&self, rect: Rect) -> bool {
        rect.width().max(rect.height()) < self.half_length()
    }

    /// Returns whether a small drawing is close to the middle of this side.
    fn is_near_middle(&self, rect: Rect) -> bool {
        let (centre, place) = (self.centre(), rect.center());
        let out = (centre - self.centre).normalize();
        let along = (place - centre).cross(out).abs();
        let depth = (centre - place).dot(out);
        // The centre of a triangle is close to its sides. So the drawing at a side extends over a larger
        // part of the way to the centre.
        let share = if self.sides.len() == 3 { 0.75 } else { 0.45 };
        along < self.half_length() * 0.5 && depth > 0.0 && depth < centre.distance(self.centre) * share
    }
}

/// The indices of two sides that a line connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SidePair {
    from: usize,
    to: usize,
}

/// Returns the colours of the lines that connect two sides of a piece. Each line is returned in both
/// directions. If several lines connect the same sides, the colour of the topmost line is returned.
fn paths(page: &Page, own: &[usize], sides: &[Line]) -> SortedMap<SidePair, Rgb> {
    let mut paths = SortedMap::new();
    for item in own.iter().map(|&i| &page.items[i]) {
        let ItemKind::Path { path, fill: None, stroke: Some(stroke) } = &item.kind else { continue };
        let mut ends = path.ends();
        let (Some(first), Some(last)) = (ends.next(), ends.next_back()) else { continue };
        if path.closes() {
            continue;
        }
        if let (Some(from), Some(to)) = (side_at(sides, first), side_at(sides, last)) {
            paths.extend([
                (SidePair { from, to }, stroke.colour),
                (SidePair { from: to, to: from }, stroke.colour),
            ]);
        }
    }
    paths
}

/// Returns the index of the side at which a line ends. Returns `None` if the line does not end at a
/// side.
fn side_at(sides: &[Line], end: Point) -> Option<usize> {
    /// The largest distance between a side and the end of a line inside the piece, in mm. A line that
    /// continues beyond the side counts as ending at this side.
    const MAX_END_DISTANCE_MM: f64 = 0.3;
    let near = sides.iter().enumerate().filter_map(|(number, side)| {
        let direction = (side.p1 - side.p0).normalize();
        let along = (end - side.midpoint()).dot(direction).abs();
        // Corners run clockwise, so the cross product is positive inside the piece.
        let depth = direction.cross(end - side.p0);
        (depth <= MAX_END_DISTANCE_MM && along <= side.p0.distance(side.p1) / 2.0).then_some((along, number))
    });
    near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, number)| number)
}

/// Returns whether a drawing belongs to a pattern: it is one of its rows, or contains all of its straight
/// lines. Such a drawing has several parts, and is clipped to a band that does not contain the centre of
/// the piece.
pub fn is_texture(item: &Item, centre: Point) -> bool {
    let ItemKind::Path { path, .. } = &item.kind else { return false };
    item.clip.is_some_and(|clip| !clip.contains(centre)) && path.parts() > 1
}
