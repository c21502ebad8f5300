//! Finds the cuts of pieces whose outlines are not drawn.
//!
//! - In: a page with only the drawings that may show cuts.
//! - Out: the cuts. They are found by marks at corners, by marks at the ends of cuts, or by drawings
//!   that cover whole pieces.
//! - Not here: drawn outlines, and the crop marks of a grid. See [`super::pieces`] and [`super::cut`].

use kurbo::{Line, Point, Rect, Shape as _, Size, Vec2};

use super::cut::{CropMark, Cut, ONE_CUT, straight_lines};
use super::item::visible_bounds;
use hexpress_base::piece_side::PieceSide;
use hexpress_game::{Outline, PieceSet, PieceSize};
use hexpress_read::find::Polygon;
use hexpress_read::{Item, ItemKind, Page};

/// The smallest distance between a mark and the corner that it shows, in mm.
const MIN_CORNER_DISTANCE_MM: f64 = 0.4;
/// The largest distance between a mark and the corner that it shows, in mm.
const MAX_CORNER_DISTANCE_MM: f64 = 30.0;
/// The distances of two marks from their common corner may differ by at most this, in mm.
const SAME_CORNER_DISTANCE_MM: f64 = 0.5;
/// The largest distance of a corner from the straight line on which it should be, in mm.
const MAX_LINE_DISTANCE_MM: f64 = 1.0;
/// A drawing covers a whole piece if the sizes of the two differ by at most this, in mm.
const SAME_SIZE_MM: f64 = 0.2;

/// A straight line without ends.
#[derive(Clone, Copy)]
struct Ray {
    /// A point on the line, in mm.
    point: Point,
    /// The direction of the line, as a unit vector.
    direction: Vec2,
}

impl Ray {
    fn through(from: Point, to: Point) -> Self {
        Self { point: from, direction: (to - from).normalize() }
    }

    /// Returns the point where two lines cross. Returns `None` if they are nearly parallel.
    fn crossing(self, other: Self) -> Option<Point> {
        let across = self.direction.cross(other.direction);
        let share = (other.point - self.point).cross(other.direction) / across;
        (across.abs() > 0.1).then(|| self.point + self.direction * share)
    }
}

/// A corner of a piece, shown by two marks.
struct Corner {
    place: Point,
    /// The directions of the two marks. They point away from the piece.
    out: [Vec2; 2],
}

impl Corner {
    fn is_square(&self) -> bool {
        self.out[0].dot(self.out[1]).abs() < 0.25
    }
}

/// The place of a mark relative to the corner that it points to.
struct SeenMark {
    /// The distance from the corner to the near end of the mark, in mm.
    distance: f64,
    /// The direction of the mark, pointing away from the corner.
    direction: Vec2,
}

impl SeenMark {
    /// Measures a mark from a corner. Returns `None` if the mark is too near or too far, or if the
    /// corner is on the mark.
    fn new(corner: Point, mark: &CropMark) -> Option<Self> {
        let (from, to) = (mark.from - corner, mark.to - corner);
        let distance = from.hypot().min(to.hypot());
        let direction = if from.hypot() < to.hypot() { mark.to - mark.from } else { mark.from - mark.to };
        let is_ahead =
            from.dot(to) > 0.0 && (MIN_CORNER_DISTANCE_MM..MAX_CORNER_DISTANCE_MM).contains(&distance);
        is_ahead.then(|| Self { distance, direction: direction.normalize() })
    }
}

/// Two marks that may show the same corner.
struct MarkPair {
    marks: [usize; 2],
    /// The distance from the corner to the farther mark, in mm.
    distance: f64,
    corner: Corner,
}

impl MarkPair {
    /// Returns a pair of marks. Returns `None` if these marks cannot show a corner of a rectangle (90
    /// degrees) or of a hexagon (120 degrees).
    fn new(marks: &[CropMark], one: usize, other: usize) -> Option<Self> {
        let [a, b] = [&marks[one], &marks[other]];
        let place = Ray::through(a.from, a.to).crossing(Ray::through(b.from, b.to))?;
        let (a, b) = (SeenMark::new(place, a)?, SeenMark::new(place, b)?);
        let cosine = a.direction.dot(b.direction);
        let is_corner = cosine.abs() < 0.05 || (cosine + 0.5).abs() < 0.05;
        ((a.distance - b.distance).abs() < SAME_CORNER_DISTANCE_MM && is_corner).then(|| Self {
            marks: [one, other],
            distance: a.distance.max(b.distance),
            corner: Corner { place, out: [a.direction, b.direction] },
        })
    }
}

fn left_end(mark: &CropMark) -> f64 {
    mark.from.x.min(mark.to.x)
}

/// Returns the corners that pairs of marks show. If a mark is in several pairs, only the pair that is
/// nearest to its corner is used.
fn corners(marks: &[CropMark]) -> Vec<Corner> {
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by(|a, b| left_end(&marks[*a]).total_cmp(&left_end(&marks[*b])));
    let mut pairs = Vec::new();
    for (i, &one) in order.iter().enumerate() {
        let reach = marks[one].from.x.max(marks[one].to.x) + 2.0 * MAX_CORNER_DISTANCE_MM;
        let near = order[i + 1..].iter().take_while(|other| left_end(&marks[**other]) < reach);
        pairs.extend(near.filter_map(|other| MarkPair::new(marks, one, *other)));
    }
    pairs.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let mut used = vec![false; marks.len()];
    let mut corners = Vec::new();
    for MarkPair { marks: [one, other], corner, .. } in pairs {
        if !used[one] && !used[other] {
            (used[one], used[other]) = (true, true);
            corners.push(corner);
        }
    }
    corners
}

/// Returns the outlines of pieces with marks at all their corners. Each outline is a list of its
/// corners. Returns an empty list if the marks do not show corners, but the ends of cuts.
pub fn at_corners(page: &Page) -> Vec<Vec<Point>> {
    let marks = straight_lines(page);
    let corners = corners(&marks);
    if corners.len() < 4 {
        return Vec::new();
    }
    let mut taken = vec![false; corners.len()];
    let mut outlines = Vec::new();
    for start in 0..corners.len() {
        if taken[start] {
            continue;
        }
        if let Some(outline) = closed_outline(&corners, start, &taken) {
            outline.iter().for_each(|&i| taken[i] = true);
            outlines.push(outline.into_iter().map(|i| corners[i].place).collect::<Vec<_>>());
        }
    }
    if are_about_one_middle(&outlines) {
        return Vec::new();
    }
    // Marks at the ends of cuts may form a few outlines by chance, but most of these marks belong to no
    // outline. So the outlines count only if they include every mark. If there are hexagons, it is
    // enough if they include more than half of the marks.
    let shown: usize = outlines.iter().map(|outline| 2 * outline.len()).sum();
    let has_hexagons = outlines.iter().any(|outline| outline.len() == 6);
    if shown == marks.len() || has_hexagons && 2 * shown > marks.len() { outlines } else { Vec::new() }
}

/// Follows an outline from the corner `start`, in the directions of the marks, until it is closed.
/// Returns its corners. Returns `None` if there is no closed outline.
fn closed_outline(corners: &[Corner], start: usize, taken: &[bool]) -> Option<Vec<usize>> {
    let mut outline = vec![start];
    let mut direction = -corners[start].out[0];
    loop {
        let next = next_corner(corners, *outline.last()?, direction)?;
        if next.corner == start {
            // Six right-angled corners are not the outline of a piece. They surround a group of cards
            // whose last row is not full.
            let is_closed = outline.len() == 4
                || (outline.len() == 6 && !outline.iter().all(|&i| corners[i].is_square()));
            return is_closed.then_some(outline);
        }
        if outline.len() == 6 || taken[next.corner] || outline.contains(&next.corner) {
            return None;
        }
        outline.push(next.corner);
        direction = -corners[next.corner].out[1 - next.mark];
    }
}

/// The next corner along an outline.
struct NextCorner {
    corner: usize,
    /// Which of the two marks at this corner is in line with the side that leads to the corner: 0 or 1.
    mark: usize,
}

/// Returns the nearest corner in the direction `direction` from the corner with the index `start`. Returns
/// `None` if there is no corner in this direction.
fn next_corner(corners: &[Corner], start: usize, direction: Vec2) -> Option<NextCorner> {
    let from = corners[start].place;
    let along = corners.iter().enumerate().filter_map(|(number, corner)| {
        let to = corner.place - from;
        let mark = corner.out.iter().position(|out| out.dot(direction) > 0.99)?;
        let is_on_side =
            to.dot(direction) > MAX_LINE_DISTANCE_MM && to.cross(direction).abs() < MAX_LINE_DISTANCE_MM;
        is_on_side.then(|| (to.dot(direction), NextCorner { corner: number, mark }))
    });
    along.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, next)| next)
}

/// Returns whether two outlines of different widths have the same centre. In this case, the marks are
/// not at corners. They show the ends of cuts around a square block of pieces.
fn are_about_one_middle(outlines: &[Vec<Point>]) -> bool {
    let mut boxes: Vec<Rect> = outlines.iter().filter_map(|outline| hull(outline)).collect();
    boxes.sort_by(|a, b| {
        let [a, b] = [a.center(), b.center()];
        a.x.round().total_cmp(&b.x.round()).then_with(|| a.y.total_cmp(&b.y))
    });
    boxes.windows(2).any(|two| {
        two[0].center().distance(two[1].center()) < MAX_LINE_DISTANCE_MM
            && (two[0].width() - two[1].width()).abs() > 2.0 * MAX_LINE_DISTANCE_MM
    })
}

/// Returns the bounding box of points. Returns `None` if there are no points.
fn hull(points: &[Point]) -> Option<Rect> {
    points.iter().map(|point| Rect::from_points(*point, *point)).reduce(|a, b| a.union(b))
}

/// Returns the cuts that marks at corners show. `round` is the radius of the corners of rectangles, in
/// mm.
pub fn of_corners(page: &Page, round: f64) -> Vec<Cut> {
    let cuts = at_corners(page).into_iter().map(|corners| match <[Point; 6]>::try_from(corners) {
        Ok(corners) => Cut::Polygon(hexagon(corners)),
        Err(corners) => Cut::Box { rect: hull(&corners).unwrap_or_default(), corner_radius: round },
    });
    cuts.collect()
}

/// Returns a hexagon as a polygon that belongs to no item of a page.
fn hexagon(corners: [Point; 6]) -> Polygon {
    Polygon::new(corners, usize::MAX)
}

/// A straight cut. It ends at the outermost marks that show it.
struct StraightCut {
    /// The distance of the cut from the origin, along the normal of the cut, in mm.
    offset: f64,
    ends: [Point; 2],
}

impl StraightCut {
    fn ray(&self) -> Ray {
        Ray::through(self.ends[0], self.ends[1])
    }

    /// Extends the cut to the end of a mark, unless the cut already goes beyond it. The direction of a
    /// longer cut is more precise.
    fn extend(&mut self, end: Point) {
        let [from, to] = self.ends.map(|own_point| own_point.distance(end));
        if from.max(to) > self.ends[0].distance(self.ends[1]) {
            self.ends[usize::from(from > to)] = end;
        }
    }
}

/// Parallel cuts, in the order of their offsets.
struct ParallelCuts {
    normal: Vec2,
    cuts: Vec<StraightCut>,
}

/// The strip between two adjacent cuts.
#[derive(Clone, Copy)]
struct Strip {
    sides: [Ray; 2],
    /// The distance between the two cuts, in mm.
    width: f64,
    /// The offset of the middle line of the strip, in mm.
    middle: f64,
}

impl ParallelCuts {
    /// Groups marks by direction, and merges marks that show the same cut.
    fn all(marks: impl Iterator<Item = CropMark>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for mark in marks {
            let direction = (mark.to - mark.from).normalize();
            let normal = Vec2::new(-direction.y, direction.x);
            let known = all.iter().position(|known| known.normal.dot(normal).abs() > 0.99);
            let number = known.unwrap_or_else(|| {
                all.push(Self { normal, cuts: Vec::new() });
                all.len() - 1
            });
            all[number].add(mark);
        }
        all.iter_mut().for_each(|parallel| parallel.cuts.sort_by(|a, b| a.offset.total_cmp(&b.offset)));
        all
    }

    /// Adds a mark to the cut that it belongs to.
    fn add(&mut self, mark: CropMark) {
        let offset = self.normal.dot(mark.from.midpoint(mark.to).to_vec2());
        match self.cuts.iter_mut().find(|cut| (cut.offset - offset).abs() < ONE_CUT / 2.0) {
            Some(cut) => [mark.from, mark.to].into_iter().for_each(|end| cut.extend(end)),
            None => self.cuts.push(StraightCut { offset, ends: [mark.from, mark.to] }),
        }
    }

    fn strips(&self) -> impl Iterator<Item = Strip> {
        self.cuts.windows(2).map(|pair| Strip {
            sides: [pair[0].ray(), pair[1].ray()],
            width: pair[1].offset - pair[0].offset,
            middle: f64::midpoint(pair[0].offset, pair[1].offset),
        })
    }
}

/// Returns the hexagons between cuts in three directions.
///
/// The cuts run through the whole sheet, and marks show their ends. If the sheet is folded along the
/// line `fold`, each half has its own cuts.
pub fn of_ends(page: &Page, fold: Option<Line>) -> Vec<Cut> {
    let marks = straight_lines(page);
    let Some(Line { p0, p1 }) = fold else { return hexagons_between(&ParallelCuts::all(marks.into_iter())) };
    let (right, left): (Vec<CropMark>, Vec<CropMark>) =
        marks.into_iter().partition(|mark| (p1 - p0).cross(mark.from.midpoint(mark.to) - p0) > 0.0);
    let halves = [left, right].into_iter();
    halves.flat_map(|half| hexagons_between(&ParallelCuts::all(half.into_iter()))).collect()
}

/// Returns the hexagons between cuts in three directions. Returns an empty list if the cuts do not
/// have three directions.
fn hexagons_between(cuts: &[ParallelCuts]) -> Vec<Cut> {
    let [a, b, c] = cuts else { return Vec::new() };
    let mut hexagons = Vec::new();
    for first in a.strips() {
        for second in b.strips().filter(|second| (second.width - first.width).abs() < ONE_CUT) {
            let Some(centre) = centre_of_crossing(first, second) else { continue };
            let offset = c.normal.dot(centre.to_vec2());
            let third = c.strips().find(|third| {
                (third.width - first.width).abs() < ONE_CUT
                    && (third.middle - offset).abs() < ONE_CUT
                    && (second.width - third.width).abs() < ONE_CUT
            });
            hexagons.extend(third.and_then(|third| hexagon_in([first, second, third], centre)));
        }
    }
    hexagons.into_iter().map(Cut::Polygon).collect()
}

/// Returns the centre of the parallelogram where two strips overlap. Returns `None` if the strips are
/// parallel.
fn centre_of_crossing(one: Strip, other: Strip) -> Option<Point> {
    let pairs = one.sides.iter().flat_map(|a| other.sides.iter().map(move |b| (a, b)));
    let crossings: Vec<Point> = pairs.filter_map(|(a, b)| a.crossing(*b)).collect();
    let sum = crossings.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
    (crossings.len() == 4).then(|| (sum / 4.0).to_point())
}

/// Returns the hexagon where three strips overlap. Returns `None` if the strips enclose no hexagon.
fn hexagon_in(strips: [Strip; 3], centre: Point) -> Option<Polygon> {
    // Sorting the sides by direction puts them in their order along the outline.
    let mut sides: Vec<(f64, Ray)> = Vec::with_capacity(6);
    for side in strips.into_iter().flat_map(|strip| strip.sides) {
        let foot = side.point + side.direction * (centre - side.point).dot(side.direction) - centre;
        sides.push((libm::atan2(foot.y, foot.x), side));
    }
    sides.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let next = sides.iter().cycle().skip(1);
    let corners: Vec<Point> =
        sides.iter().zip(next).filter_map(|((_, side), (_, next))| side.crossing(*next)).collect();
    corners.try_into().ok().map(hexagon)
}

/// Returns the cuts of pieces on a page without marks. A drawing that covers a whole piece and its bleed
/// shows where the piece is cut.
pub fn of_covers(page: &Page, deck: &PieceSet) -> Vec<Cut> {
    let PieceSize::Fixed(size) = deck.size else { return Vec::new() };
    let mut cuts: Vec<Cut> = Vec::new();
    for item in &page.items {
        let Some(id) = item.id.as_deref().filter(|id| id.piece().is_some()) else { continue };
        let Some(covered) = covered_box(item) else { continue };
        let bleed = deck.bleed_of(PieceSide::from_is_back(id.is_back()));
        let trim = covered.inset(-bleed);
        let is_piece = match &deck.outline {
            Outline::Rectangle(_) => {
                is_about(trim, size) || is_about(trim, Size::new(size.height, size.width))
            }
            Outline::Disc | Outline::Path(_) => is_about(trim, size),
            // A hexagon with bleed is not drawn as a larger hexagon. So the box of the drawing shows the
            // size of the piece only if there is no bleed.
            Outline::Hexagon(_) | Outline::Regular(_) => is_about(trim, size) && bleed == 0.0,
        };
        let cut = Cut::undrawn(&deck.outline, trim, id.is_back());
        if is_piece && !cuts.iter().any(|known| known.centre().distance(cut.centre()) < SAME_SIZE_MM) {
            cuts.push(cut);
        }
    }
    cuts
}

/// Returns the box of a drawing that may cover a whole piece. Returns `None` for drawings that cannot, such
/// as lines and texts.
fn covered_box(item: &Item) -> Option<Rect> {
    match &item.kind {
        ItemKind::Path { path, fill: Some(_), .. } if item.clip.is_none() => Some(path.bounding_box()),
        ItemKind::Image { .. } => Some(visible_bounds(item).unwrap_or_default()),
        _ => None,
    }
}

/// Returns whether a box has this size, within [`SAME_SIZE_MM`].
fn is_about(rect: Rect, size: Size) -> bool {
    (rect.width() - size.width).abs().max((rect.height() - size.height).abs()) < SAME_SIZE_MM
}
