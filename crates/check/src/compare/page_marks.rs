//! What is seen on a page, mark by mark: a surface, a line, words or a picture.

use std::sync::Arc;

use kurbo::{Affine, BezPath, ParamCurve, PathEl, Point, Rect, Shape, Vec2};

use crate::base::geometry::{corners, winding};
use crate::base::identity::Identity;
use crate::check::facts::covers;
use crate::check::facts::item::squeezed;
use crate::read::{BY_LAYER, BY_PRINTER, BY_VIEWER, DrawStyle, Item, ItemKind, Page, Rgb, Run, Stroke, Text};

/// How far apart two places or sizes may be that are the same, in mm. Ghostscript's pdfwrite puts every point on a grid
/// of 1/720 inch, which is 0.035 mm.
pub const SAME: f64 = 0.04;
/// A gap between words that is as wide as this share of their size is a space.
const SPACE: f64 = 0.2;

/// What sort of mark it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// A surface that is filled.
    Surface,
    /// A line.
    Line,
    /// Words.
    Words,
    /// A picture made of pixels.
    Picture,
}

/// One mark.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Which drawing it is of.
    pub id: Option<Arc<Identity>>,
    /// Where it is seen, in mm.
    pub rect: Rect,
    /// What changes its look beside its colour; see [`Item::effect`].
    pub effect: u64,
    /// What of that can be said.
    pub draw_style: DrawStyle,
    /// The outlines of the clips that cut it; see [`Item::cuts`].
    pub cuts: Option<Arc<[BezPath]>>,
    /// How much it covers of what is below, from 0 to 1.
    pub cover: f64,
    /// Whether colours run over it: where they begin on it is seen in pixels alone.
    pub is_shaded: bool,
    /// How they run over it, where the file says that.
    pub run: Option<Arc<Run>>,
    /// Whether it is filled with a pattern, whose colour is not known.
    pub is_patterned: bool,
    /// What it stands for, where viewers differ in how they draw that, so that no pixels of ours show it.
    pub by_viewer: Option<ByViewer>,
    /// What it is.
    pub what: What,
}

/// What viewers differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByViewer {
    /// An annotation that each draws in its own way.
    OwnWay,
    /// An annotation on a layer that is off, which some programs print.
    LayerOff,
    /// A drawing that some programs print in another way than it is shown, or not at all.
    Printed,
}

/// What a mark is.
#[derive(Debug, Clone)]
pub enum What {
    /// A surface of one colour.
    Surface(BezPath, Rgb),
    /// A line along an outline.
    Line(BezPath, Stroke),
    /// Words on one line.
    Words(Text),
    /// A picture, with its corners.
    Picture([Point; 4]),
}

/// Which words that follow one another are one line: programs write a line in one run or in several.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// How far apart they may be, as a share of their size.
    gap: f64,
    /// Whether they are of one drawing.
    is_named: bool,
}

impl Line {
    /// In a file that says which drawing each is of.
    const NAMED: Self = Self { gap: 0.35, is_named: true };
    /// In one that does not: the program that left that out may have put words together that are farther apart. Where a
    /// gap is as wide as the first by a hair, it is not as wide as the second.
    const UNNAMED: [Self; 2] = [Self { gap: 1.2, is_named: false }, Self { gap: 1.5, is_named: false }];
}

/// The marks of a page that was found, and those of the page that it should be.
pub struct Both {
    pub found: Vec<Mark>,
    pub made: Vec<Mark>,
    /// How words were put together.
    pub line: Line,
}

/// All that is seen on a part of two pages, in drawing order.
pub fn both(found: &Page, made: &Page, shown: Rect) -> Both {
    let read = |line| Both { found: marks(found, shown, line), made: marks(made, shown, line), line };
    if found.items.iter().any(|item| item.id.is_some()) {
        return read(Line::NAMED);
    }
    let words = |marks: &[Mark]| marks.iter().filter(|mark| mark.is_words()).count();
    let [first, second] = Line::UNNAMED;
    let both = read(first);
    if words(&both.found) == words(&both.made) {
        return both;
    }
    let other = read(second);
    if words(&other.found) == words(&other.made) { other } else { both }
}

/// All that is seen on a part of a page, in drawing order. A surface and the line round it are two marks.
pub fn marks(page: &Page, shown: Rect, line: Line) -> Vec<Mark> {
    let mut all: Vec<Mark> = Vec::new();
    for mark in page.items.iter().flat_map(|item| of(item, shown)) {
        let joined = all.last_mut().is_some_and(|last| last.join(&mark, line));
        if !joined {
            all.push(mark);
        }
    }
    all
}

fn of(item: &Item, shown: Rect) -> Vec<Mark> {
    let mark = |what: What, part: Item| {
        let rect = covers(&part)?;
        let seen = rect.intersect(shown);
        // Words without ink, such as a space, have no height.
        let is_seen = seen.width() >= 0.0 && seen.height() >= 0.0 && seen.width() + seen.height() > 0.0;
        let is_seen =
            is_seen && rect.x1 > shown.x0 && rect.x0 < shown.x1 && rect.y1 > shown.y0 && rect.y0 < shown.y1;
        let by_viewer = match item.tag.as_deref() {
            Some(BY_VIEWER) => Some(ByViewer::OwnWay),
            Some(BY_LAYER) => Some(ByViewer::LayerOff),
            Some(BY_PRINTER) => Some(ByViewer::Printed),
            _ => None,
        };
        let shades = item.shades.as_ref().filter(|_| matches!(what, What::Surface(..)));
        let is_patterned = shades.is_some_and(|shades| shades.is_empty());
        let is_shaded = shades.is_some() && !is_patterned;
        let run = item.run.clone().filter(|_| is_shaded);
        let (id, effect, cover, cuts) = (item.id.clone(), item.effect, item.opacity, item.cuts.clone());
        is_seen.then_some(Mark {
            id,
            rect: seen,
            effect,
            draw_style: item.draw_style,
            cuts,
            cover,
            is_shaded,
            run,
            is_patterned,
            by_viewer,
            what,
        })
    };
    let part = |kind: ItemKind| Item { whole: kind.whole(), kind, ..item.clone() };
    match &item.kind {
        // Some programs write many drawings of one colour as one outline.
        ItemKind::Path { path, fill, stroke } => {
            let subpaths = || path.subpaths().map(Iterator::collect::<BezPath>);
            let surfaces = fill.iter().flat_map(|fill| {
                subpaths().filter_map(|mut path| {
                    // What is filled is closed, whether or not it says so.
                    if path.elements().last() != Some(&PathEl::ClosePath) {
                        path.close_path();
                    }
                    let kind = ItemKind::Path { path: path.clone().into(), fill: Some(*fill), stroke: None };
                    mark(What::Surface(path, *fill), part(kind))
                })
            });
            let lines = stroke.iter().flat_map(|stroke| {
                subpaths().filter_map(|path| {
                    let kind = ItemKind::Path {
                        path: path.clone().into(),
                        fill: None,
                        stroke: Some(stroke.clone()),
                    };
                    mark(What::Line(path, Stroke::clone(stroke)), part(kind))
                })
            });
            surfaces.chain(lines).collect()
        }
        ItemKind::Text(text) if text.invisible || text.string.trim().is_empty() => Vec::new(),
        ItemKind::Text(text) => mark(What::Words(Text::clone(text)), item.clone()).into_iter().collect(),
        ItemKind::Image { corners, .. } => mark(What::Picture(**corners), item.clone()).into_iter().collect(),
    }
}

impl Mark {
    /// A point of its outline.
    pub fn corner(&self) -> Option<Point> {
        match &self.what {
            What::Surface(path, _) | What::Line(path, _) => {
                path.elements().first().and_then(PathEl::end_point)
            }
            What::Words(text) => Some(text.origin),
            What::Picture(corners) => Some(corners[0]),
        }
    }

    /// Takes in the words that go on where its own end, on one line. Whether they did.
    fn join(&mut self, next: &Self, line: Line) -> bool {
        let (What::Words(text), What::Words(more)) = (&mut self.what, &next.what) else { return false };
        let [start, end, ..] = text.corners;
        let own = end - start;
        let gap = more.origin.distance(text.origin + own);
        let is_next = (!line.is_named || self.id == next.id)
            && text.colour == more.colour
            && (text.size - more.size).abs() <= 0.01 * text.size
            && (text.angle - more.angle).abs() < 0.1
            && gap <= line.gap * text.size;
        if !is_next {
            return false;
        }
        if gap > SPACE * text.size && !text.string.ends_with(char::is_whitespace) {
            text.string.push(' ');
        }
        text.string.push_str(&more.string);
        text.balance.add(more.balance, more.origin - text.origin);
        text.glyphs += more.glyphs;
        let width = (more.origin - text.origin) + (more.corners[1] - more.corners[0]);
        text.corners[1] = start + width;
        text.corners[2] = text.corners[3] + width;
        text.outline = text.outline.union(more.outline);
        self.rect = self.rect.union(next.rect);
        self.effect = self.effect.wrapping_add(next.effect);
        self.draw_style = next.draw_style;
        true
    }

    /// Turns it by right angles, with the page.
    pub fn turn(&mut self, way: Affine) {
        self.rect = way.transform_rect_bbox(self.rect);
        self.run = self.run.as_ref().map(|run| Arc::new(run.turned(way)));
        match &mut self.what {
            What::Surface(path, _) | What::Line(path, _) => path.apply_affine(way),
            What::Words(text) => {
                let [a, b, ..] = way.as_coeffs();
                let still = way.then_translate(-way.translation());
                text.balance.middle = (still * text.balance.middle.to_point()).to_vec2();
                text.angle += libm::atan2(b, a).to_degrees();
                text.origin = way * text.origin;
                text.corners = text.corners.map(|corner| way * corner);
                text.outline = way.transform_rect_bbox(text.outline);
            }
            What::Picture(corners) => *corners = corners.map(|corner| way * corner),
        }
    }

    /// How much of its box it covers, at most: from 0 to 1.
    pub fn share(&self) -> f64 {
        match &self.what {
            What::Line(path, stroke) => {
                let area = path.perimeter(0.1) * stroke.width.max(0.05);
                (area / self.rect.area().max(1e-6)).min(1.0)
            }
            _ => 1.0,
        }
    }

    /// Its colour; none of a picture.
    pub fn colour(&self) -> Option<Rgb> {
        match &self.what {
            What::Surface(_, colour) => Some(*colour),
            What::Line(_, line) => Some(line.colour),
            What::Words(text) => Some(text.colour),
            What::Picture(..) => None,
        }
    }

    /// What it says without spaces, which may be gaps, if it is words.
    pub fn words(&self) -> Option<String> {
        match &self.what {
            What::Words(text) => Some(squeezed(&text.string)),
            _ => None,
        }
    }

    /// Whether the mark is a text.
    pub fn is_words(&self) -> bool {
        matches!(self.what, What::Words(_))
    }

    /// Whether nothing below the mark shows through.
    pub fn is_opaque(&self) -> bool {
        self.cover >= 1.0
    }

    /// What sort of mark it is.
    pub fn kind(&self) -> MarkKind {
        match self.what {
            What::Surface(..) => MarkKind::Surface,
            What::Line(..) => MarkKind::Line,
            What::Words(_) => MarkKind::Words,
            What::Picture(..) => MarkKind::Picture,
        }
    }

    /// How far apart it may lie from where it is the same, in mm: the widths of letters, which are whole thousandths of
    /// their size in some files, add up along a line.
    fn same(&self) -> f64 {
        match &self.what {
            What::Words(text) => SAME + 0.001 * text.corners[0].distance(text.corners[1]),
            _ => SAME,
        }
    }

    /// The point that it is placed by.
    pub fn anchor(&self) -> Point {
        match &self.what {
            What::Words(text) => text.origin,
            _ => self.rect.origin(),
        }
    }

    /// Whether another mark is seen at the same place.
    pub fn lies_as(&self, other: &Self) -> bool {
        let (a, b) = (self.rect, other.rect);
        let end = Point::new(a.x1, a.y1).distance(Point::new(b.x1, b.y1));
        self.anchor().distance(other.anchor()) <= SAME && end <= self.same() * 1.5
    }

    /// Whether another mark is along the same outline, of which clips leave as much, but for a hair on each side: another
    /// program puts them on a grid.
    pub fn is_clipped_as(&self, other: &Self) -> bool {
        let (a, b) = (self.rect, other.rect);
        let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
        sides.iter().all(|far| far.abs() <= SAME) && self.has_outline_of(other, Vec2::ZERO)
    }

    /// Whether another mark that is the same lies where this one lies, to the last digit that files have.
    pub fn lies_exactly_as(&self, other: &Self) -> bool {
        const EXACT: f64 = 0.002;
        let (a, b) = (self.rect, other.rect);
        let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
        sides.iter().all(|far| far.abs() <= EXACT)
    }

    /// Whether another mark is blended and cut in the same manner.
    pub fn has_manner_of(&self, other: &Self) -> bool {
        let (a, b) = (self.cuts.as_deref().unwrap_or_default(), other.cuts.as_deref().unwrap_or_default());
        let runs_alike = match (&self.run, &other.run) {
            (Some(own), Some(other)) => own.is_as(other),
            (own, other) => own.is_none() == other.is_none(),
        };
        self.effect == other.effect
            && runs_alike
            && a.len() == b.len()
            && a.iter().zip(b).all(|(a, b)| same_path(a, b, Vec2::ZERO))
    }

    /// Whether another mark has the same form, wherever it lies and of whatever colour.
    pub fn is_formed_as(&self, other: &Self) -> bool {
        let by = self.anchor() - other.anchor();
        let size = self.rect.size() - other.rect.size();
        if size.width.abs().max(size.height.abs()) > self.same() {
            return false;
        }
        match (&self.what, &other.what) {
            (What::Words(a), What::Words(b)) => {
                let turned = (a.angle - b.angle).rem_euclid(360.0);
                squeezed(&a.string) == squeezed(&b.string)
                    && turned.min(360.0 - turned) < 0.5
                    && (a.balance.middle - b.balance.middle).hypot() <= self.same() / 2.0
            }
            _ => self.has_outline_of(other, by),
        }
    }

    /// Whether another mark is along the same outline where this one is moved back, whatever clips leave of the two.
    pub fn has_outline_of(&self, other: &Self, by: Vec2) -> bool {
        match (&self.what, &other.what) {
            (What::Surface(a, _), What::Surface(b, _)) => same_path(a, b, by),
            (What::Line(a, line), What::Line(b, other)) => {
                (line.width - other.width).abs() <= SAME && same_dashes(line, other) && same_path(a, b, by)
            }
            (What::Picture(a), What::Picture(b)) => {
                a.iter().zip(b).all(|(a, b)| (*a - by).distance(*b) <= SAME)
            }
            _ => false,
        }
    }

    /// Whether clips leave some of it at a place; a part of it that is narrower than that place is none.
    pub fn shows_at(&self, place: Rect) -> bool {
        let about = corners(place.inflate(place.width(), place.height()));
        let mut cuts = self.cuts.iter().flat_map(|cuts| cuts.iter());
        cuts.all(|cut| about.iter().all(|corner| winding(cut, *corner) != 0))
    }
}

pub fn same_dashes(a: &Stroke, b: &Stroke) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= SAME;
    // A line of one dash is solid.
    a.dash.len() == b.dash.len()
        && a.dash.iter().zip(&b.dash).all(|(a, b)| near(*a, *b))
        && near(a.phase, b.phase)
}

/// Whether two outlines are the same where the first is moved back: point by point, or, where another program wrote it
/// in other words, by points along both.
fn same_path(a: &BezPath, b: &BezPath, by: Vec2) -> bool {
    let (all_a, all_b) = (a.elements(), b.elements());
    if all_a.len() == all_b.len() && all_a.iter().zip(all_b).all(|(a, b)| same_element(*a, *b, by)) {
        return true;
    }
    if all_a.len() * all_b.len() > MANY {
        return false;
    }
    let back = Affine::translate(-by) * a.clone();
    is_along(&back, b) && is_along(b, &back)
}

/// Whether a mark is a part of a line, or of its outline.
pub fn is_part_of(mark: &Mark, line: &Mark) -> bool {
    match (&mark.what, &line.what) {
        (What::Surface(outline, _), What::Line(path, stroke)) => is_edge_of(outline, path, stroke.width),
        (What::Line(part, own), What::Line(path, stroke)) => {
            (own.width - stroke.width).abs() <= SAME / 2.0
                && same_dashes(own, stroke)
                && part.elements().len() * path.elements().len() <= MANY
                && is_along(part, path)
        }
        _ => false,
    }
}

/// Whether two parts of outlines have the same points, controls included, where the first is moved back: such curves are
/// nowhere farther apart than their points.
fn same_element(a: PathEl, b: PathEl, by: Vec2) -> bool {
    let near = |p: Point, q: Point| (p - by).distance(q) <= SAME;
    match (a, b) {
        (PathEl::MoveTo(p), PathEl::MoveTo(q)) | (PathEl::LineTo(p), PathEl::LineTo(q)) => near(p, q),
        (PathEl::QuadTo(p1, p2), PathEl::QuadTo(q1, q2)) => near(p1, q1) && near(p2, q2),
        (PathEl::CurveTo(p1, p2, p3), PathEl::CurveTo(q1, q2, q3)) => {
            near(p1, q1) && near(p2, q2) && near(p3, q3)
        }
        (PathEl::ClosePath, PathEl::ClosePath) => true,
        _ => false,
    }
}

/// Whether an outline goes along a line of so many mm, half of that away from it: it is a part of the outline of that
/// line. At its ends and corners it does not.
fn is_edge_of(outline: &BezPath, line: &BezPath, width: f64) -> bool {
    use kurbo::ParamCurveNearest;
    /// How far from half of its width, in mm.
    const OFF: f64 = 0.01;
    if outline.elements().len() * line.elements().len() > MANY {
        return false;
    }
    let (mut along, mut all) = (0, 0);
    for point in outline.segments().flat_map(|segment| [0.0, 0.3, 0.5, 0.8].map(|t| segment.eval(t))) {
        let nearest = line.segments().map(|segment| segment.nearest(point, 1e-3).distance_sq);
        let far = nearest.fold(f64::INFINITY, f64::min).sqrt();
        along += usize::from((far - width / 2.0).abs() <= OFF);
        all += 1;
    }
    all > 0 && 2 * along >= all
}

/// Outlines of so many elements, times those of the other, are compared point by point alone.
const MANY: usize = 160_000;

/// Whether every point of an outline lies on another one, looked at in four places of each segment.
fn is_along(a: &BezPath, b: &BezPath) -> bool {
    use kurbo::ParamCurveNearest;
    a.segments().flat_map(|segment| [0.0, 0.3, 0.5, 0.8].map(|t| segment.eval(t))).all(|point| {
        b.segments().any(|other| {
            other.bounding_box().inflate(SAME, SAME).contains(point)
                && other.nearest(point, 1e-3).distance_sq <= SAME * SAME
        })
    })
}
