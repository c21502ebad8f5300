//! Where pieces are cut round which no line goes: marks at their corners or at the ends of cuts show it, or what covers
//! them whole.

use kurbo::{Point, Rect, Shape as _, Size, Vec2};

use super::cut::{CropMark, Cut, ONE_CUT, straight_lines};
use super::item::covers;
use crate::find::Polygon;
use crate::model::{Deck, Outline, PieceSize};
use crate::read::{ItemKind, Page};

/// A corner that two marks show.
struct Corner {
    at: Point,
    /// The ways that the marks lead, out of the piece.
    out: [Vec2; 2],
}

/// Marks are this far from their corner at least and at most, in mm, and at the same distance but for so much.
const NEAREST: f64 = 0.4;
const FARTHEST: f64 = 30.0;
const ALIKE: f64 = 0.5;
/// A side leads to its other corner, but for so much, in mm.
const ASIDE: f64 = 1.0;

/// Where two lines meet; none where they run alike.
fn meeting(a: (Point, Vec2), b: (Point, Vec2)) -> Option<Point> {
    let across = a.1.cross(b.1);
    (across.abs() > 0.1).then(|| a.0 + a.1 * ((b.0 - a.0).cross(b.1) / across))
}

/// Seen from a point on its line: how far a mark begins, and the way that it leads on.
fn from(mark: &CropMark, at: Point) -> Option<(f64, Vec2)> {
    let (a, b) = (mark.from - at, mark.to - at);
    let near = a.hypot().min(b.hypot());
    let way = if a.hypot() < b.hypot() { mark.to - mark.from } else { mark.from - mark.to };
    // The point lies before the mark, not on it.
    (a.dot(b) > 0.0 && (NEAREST..FARTHEST).contains(&near)).then(|| (near, way.normalize()))
}

/// The corners that pairs of marks show, nearest pairs first; each mark shows one corner.
fn corners(marks: &[CropMark]) -> Vec<Corner> {
    let mut order: Vec<usize> = (0..marks.len()).collect();
    let left = |mark: &CropMark| mark.from.x.min(mark.to.x);
    order.sort_by(|a, b| left(&marks[*a]).total_cmp(&left(&marks[*b])));
    let mut pairs = Vec::new();
    for (i, &a) in order.iter().enumerate() {
        let one = &marks[a];
        let reach = one.from.x.max(one.to.x) + 2.0 * FARTHEST;
        for &b in order[i + 1..].iter().take_while(|b| left(&marks[**b]) < reach) {
            let other = &marks[b];
            let line = |mark: &CropMark| (mark.from, (mark.to - mark.from).normalize());
            let Some(at) = meeting(line(one), line(other)) else { continue };
            let (Some((d, u)), Some((e, v))) = (from(one, at), from(other, at)) else { continue };
            // Of a rectangle or of a hexagon.
            let cosine = u.dot(v);
            if (d - e).abs() < ALIKE && (cosine.abs() < 0.05 || (cosine + 0.5).abs() < 0.05) {
                pairs.push((d.max(e), a, b, Corner { at, out: [u, v] }));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut used = vec![false; marks.len()];
    let mut corners = Vec::new();
    for (_, a, b, corner) in pairs {
        if !used[a] && !used[b] {
            (used[a], used[b]) = (true, true);
            corners.push(corner);
        }
    }
    corners
}

/// The outlines of pieces with marks at all their corners, from corner to corner; none where marks show something else.
pub fn at_corners(page: &Page) -> Vec<Vec<Point>> {
    let marks = straight_lines(page);
    let corners = corners(&marks);
    if corners.len() < 4 {
        return Vec::new();
    }
    // The next corner along a side, and which of its marks leads on as the side does.
    let next = |i: usize, way: Vec2| {
        let from = corners[i].at;
        let along = corners.iter().enumerate().filter_map(|(j, corner)| {
            let to = corner.at - from;
            let mark = corner.out.iter().position(|out| out.dot(way) > 0.99)?;
            (to.dot(way) > ASIDE && to.cross(way).abs() < ASIDE).then(|| (to.dot(way), j, mark))
        });
        along.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, j, mark)| (j, mark))
    };
    let mut taken = vec![false; corners.len()];
    let mut outlines = Vec::new();
    for start in 0..corners.len() {
        if taken[start] {
            continue;
        }
        let mut round = vec![start];
        let mut way = -corners[start].out[0];
        let closed = loop {
            let Some((j, mark)) = next(*round.last().unwrap_or(&start), way) else { break false };
            if j == start {
                // Six square corners go round cards of which the last row is not full.
                let square = |i: &usize| corners[*i].out[0].dot(corners[*i].out[1]).abs() < 0.25;
                break round.len() == 4 || (round.len() == 6 && !round.iter().all(square));
            }
            if round.len() == 6 || taken[j] || round.contains(&j) {
                break false;
            }
            round.push(j);
            way = -corners[j].out[1 - mark];
        };
        if closed {
            round.iter().for_each(|&i| taken[i] = true);
            outlines.push(round.into_iter().map(|i| corners[i].at).collect::<Vec<_>>());
        }
    }
    let shown: usize = outlines.iter().map(|outline| 2 * outline.len()).sum();
    let hexagons = outlines.iter().any(|outline| outline.len() == 6);
    // Marks at the ends of cuts show corners too, but only a few; round a block that is as wide as high they show boxes about
    // one middle.
    let mut boxes: Vec<Rect> = outlines.iter().filter_map(|outline| hull(outline)).collect();
    let column = |rect: &Rect| rect.center().x.round();
    boxes.sort_by(|a, b| column(a).total_cmp(&column(b)).then_with(|| a.center().y.total_cmp(&b.center().y)));
    let about = |a: &Rect, b: &Rect| {
        a.center().distance(b.center()) < ASIDE && (a.width() - b.width()).abs() > 2.0 * ASIDE
    };
    if boxes.windows(2).any(|two| about(&two[0], &two[1])) {
        return Vec::new();
    }
    if shown == marks.len() || hexagons && 2 * shown > marks.len() { outlines } else { Vec::new() }
}

/// The box of points.
fn hull(points: &[Point]) -> Option<Rect> {
    points.iter().map(|point| Rect::from_points(*point, *point)).reduce(|a, b| a.union(b))
}

/// The cuts that marks at corners show; rectangles have corners rounded by `round` mm.
pub fn of_corners(page: &Page, round: f64) -> Vec<Cut> {
    let cut = |corners: Vec<Point>| match <[Point; 6]>::try_from(corners) {
        Ok(corners) => Cut::Polygon(hexagon(corners)),
        Err(corners) => Cut::Box(hull(&corners).unwrap_or_default(), round),
    };
    at_corners(page).into_iter().map(cut).collect()
}

fn hexagon(corners: [Point; 6]) -> Polygon {
    Polygon::new(corners, usize::MAX)
}

/// A cut through the sheet: a point on it, and the way it runs.
type Line = (Point, Vec2);

/// Straight cuts that run one way, side by side; each as far as its marks reach.
struct Ways {
    normal: Vec2,
    cuts: Vec<(f64, Point, Point)>,
}

impl Ways {
    /// Marks sorted by the way they run, those of one cut put together: the farther apart its ends, the truer its way.
    fn all(marks: impl Iterator<Item = CropMark>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for mark in marks {
            let way = (mark.to - mark.from).normalize();
            let normal = Vec2::new(-way.y, way.x);
            let own = match all.iter().position(|known| known.normal.dot(normal).abs() > 0.99) {
                Some(known) => known,
                None => {
                    all.push(Self { normal, cuts: Vec::new() });
                    all.len() - 1
                }
            };
            let normal = all[own].normal;
            let at = normal.dot(mark.from.midpoint(mark.to).to_vec2());
            let cuts = &mut all[own].cuts;
            match cuts.iter_mut().find(|(known, ..)| (known - at).abs() < ONE_CUT / 2.0) {
                Some((_, from, to)) => {
                    for end in [mark.from, mark.to] {
                        let (a, b) = (from.distance(end), to.distance(end));
                        if a.max(b) > from.distance(*to) {
                            if a > b { *to = end } else { *from = end }
                        }
                    }
                }
                None => cuts.push((at, mark.from, mark.to)),
            }
        }
        all.iter_mut().for_each(|way| way.cuts.sort_by(|a, b| a.0.total_cmp(&b.0)));
        all
    }

    /// Two cuts next to each other, and how far apart they are.
    fn strips(&self) -> impl Iterator<Item = ([Line; 2], f64)> {
        self.cuts.windows(2).map(|pair| {
            let line = |(_, from, to): &(f64, Point, Point)| (*from, (*to - *from).normalize());
            ([line(&pair[0]), line(&pair[1])], pair[1].0 - pair[0].0)
        })
    }
}

/// The hexagons that cuts through the whole sheet leave, which run three ways, and whose ends marks show; on a sheet
/// that is folded along `fold`, on each of its halves.
pub fn of_ends(page: &Page, fold: Option<(Point, Point)>) -> Vec<Cut> {
    let marks = straight_lines(page);
    let Some((a, b)) = fold else { return between(&Ways::all(marks.into_iter())) };
    let beyond = |mark: &CropMark| (b - a).cross(mark.from.midpoint(mark.to) - a) > 0.0;
    let half = |side: bool| marks.iter().filter(move |mark| beyond(mark) == side).copied();
    [half(false), half(true)].into_iter().flat_map(|marks| between(&Ways::all(marks))).collect()
}

/// The hexagons between cuts that run three ways.
fn between(ways: &[Ways]) -> Vec<Cut> {
    let [a, b, c] = ways else { return Vec::new() };
    let mut cuts = Vec::new();
    for (i, wide) in a.strips() {
        for (j, other) in b.strips().filter(|(_, other)| (other - wide).abs() < ONE_CUT) {
            // The middle of both strips.
            let crossings = i.iter().flat_map(|one| j.iter().filter_map(|other| meeting(*one, *other)));
            let crossings: Vec<Point> = crossings.collect();
            if crossings.len() != 4 {
                continue;
            }
            let sum = crossings.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2());
            let centre = (sum / 4.0).to_point();
            let at = c.normal.dot(centre.to_vec2());
            let mut third = c.strips().zip(c.cuts.windows(2));
            let k = third.find(|((_, third), pair)| {
                (third - wide).abs() < ONE_CUT
                    && (f64::midpoint(pair[0].0, pair[1].0) - at).abs() < ONE_CUT
                    && (other - third).abs() < ONE_CUT
            });
            let Some(((k, _), _)) = k else { continue };
            // All six sides in turn, by the way they look.
            let mut sides: Vec<(f64, Line)> = Vec::with_capacity(6);
            for line in [i, j, k].into_iter().flatten() {
                let foot = line.0 + line.1 * (centre - line.0).dot(line.1) - centre;
                sides.push((libm::atan2(foot.y, foot.x), line));
            }
            sides.sort_by(|p, q| p.0.total_cmp(&q.0));
            let next = sides.iter().cycle().skip(1);
            let corners: Vec<Point> = sides.iter().zip(next).filter_map(|(p, q)| meeting(p.1, q.1)).collect();
            if let Ok(corners) = corners.try_into() {
                cuts.push(Cut::Polygon(hexagon(corners)));
            }
        }
    }
    cuts
}

/// What covers a whole piece is as large as it, but for so much, in mm.
const COVERS: f64 = 0.2;

/// Where pieces lie round which nothing shows where to cut: what covers one whole, and its bleed, shows it.
pub fn of_covers(page: &Page, deck: &Deck) -> Vec<Cut> {
    let PieceSize::Fixed(size) = deck.size else { return Vec::new() };
    let mut cuts: Vec<Cut> = Vec::new();
    for item in &page.items {
        let Some(id) = item.id.as_deref().filter(|id| id.piece().is_some()) else { continue };
        let rect = match &item.kind {
            ItemKind::Path { path, fill: Some(_), .. } if item.clip.is_none() => path.bounding_box(),
            ItemKind::Image { .. } => covers(item).unwrap_or_default(),
            _ => continue,
        };
        let bleed = deck.bleed_of(id.is_back());
        let own = rect.inset(-bleed);
        let is =
            |size: Size| (own.width() - size.width).abs().max((own.height() - size.height).abs()) < COVERS;
        let covered = match deck.outline {
            Outline::Rectangle(_) => is(size) || is(Size::new(size.height, size.width)),
            Outline::Disc => is(size),
            // The bleed of a hexagon has not the shape of a larger one.
            Outline::Hexagon(_) | Outline::Regular(_) => is(size) && bleed == 0.0,
        };
        let cut = Cut::undrawn(deck.outline, own);
        if covered && !cuts.iter().any(|known| known.centre().distance(cut.centre()) < COVERS) {
            cuts.push(cut);
        }
    }
    cuts
}
