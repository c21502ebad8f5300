//! Where pieces are cut round which no line goes: marks at their corners or at the ends of cuts show it, or what covers
//! them whole.

use kurbo::{Point, Rect, Shape as _, Size, Vec2};

use super::evidence::covers;
use super::pieces::{CropMark, Cut, ONE_CUT, straight_lines};
use crate::find::{Disc, Hexagon};
use crate::hex::Orientation;
use crate::model::{Deck, Outline, PieceSize};
use crate::read::{Kind, Page};

/// A corner that two marks show.
struct Corner {
    at: Point,
    /// The ways that the marks lead, out of the piece.
    out: [Vec2; 2],
}

/// Marks are this far from their corner at least and at most, in mm, and at the same distance but for so much.
const NEAREST: f64 = 0.3;
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
#[must_use]
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
                break round.len() == 4 || round.len() == 6;
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
    // Marks at the ends of cuts show corners too, but only a few.
    if shown == marks.len() || hexagons && 2 * shown > marks.len() { outlines } else { Vec::new() }
}

/// The cuts that marks at corners show; rectangles have corners rounded by `round` mm.
#[must_use]
pub fn of_corners(page: &Page, round: f64) -> Vec<Cut> {
    let cut = |corners: Vec<Point>| match <[Point; 6]>::try_from(corners) {
        Ok(corners) => Cut::Hexagon(hexagon(corners)),
        Err(corners) => {
            let rect = corners.iter().map(|p| Rect::from_points(*p, *p)).reduce(|a, b| a.union(b));
            Cut::Box(rect.unwrap_or_default(), round)
        }
    };
    at_corners(page).into_iter().map(cut).collect()
}

fn hexagon(corners: [Point; 6]) -> Hexagon {
    Hexagon::new(corners, usize::MAX)
}

/// Lines that run one way: their normal, and how far each is along it.
struct Ways {
    normal: Vec2,
    at: Vec<f64>,
}

/// The hexagons that cuts through the whole sheet leave, which run three ways, and whose ends marks show.
#[must_use]
pub fn of_ends(page: &Page) -> Vec<Cut> {
    let mut ways: Vec<Ways> = Vec::new();
    for mark in straight_lines(page) {
        let way = (mark.to - mark.from).normalize();
        let normal = Vec2::new(-way.y, way.x);
        let same = |known: &&mut Ways| known.normal.dot(normal).abs() > 0.99;
        let middle = mark.from.midpoint(mark.to).to_vec2();
        match ways.iter_mut().find(same) {
            Some(known) => known.at.push(known.normal.dot(middle)),
            None => ways.push(Ways { normal, at: vec![normal.dot(middle)] }),
        }
    }
    let [a, b, c] = ways.as_mut_slice() else { return Vec::new() };
    for way in [&mut *a, &mut *b, &mut *c] {
        way.at.sort_by(f64::total_cmp);
        way.at.dedup_by(|x, y| (*x - *y).abs() < ONE_CUT);
    }
    let mut cuts = Vec::new();
    for i in a.at.windows(2) {
        for j in b.at.windows(2) {
            let line = |way: &Ways, at: f64| {
                ((way.normal * at).to_point(), Vec2::new(way.normal.y, -way.normal.x))
            };
            let (x, y) = (f64::midpoint(i[0], i[1]), f64::midpoint(j[0], j[1]));
            let Some(centre) = meeting(line(a, x), line(b, y)) else { continue };
            let at = c.normal.dot(centre.to_vec2());
            let Some(k) = c.at.windows(2).find(|k| (f64::midpoint(k[0], k[1]) - at).abs() < ONE_CUT) else {
                continue;
            };
            let wide = [i, j, k].map(|pair| pair[1] - pair[0]);
            if wide.iter().any(|w| (w - wide[0]).abs() > ONE_CUT) {
                continue;
            }
            // All six sides in turn, by the way they look.
            let mut sides: Vec<(Point, Vec2, Vec2)> = Vec::with_capacity(6);
            for (way, pair) in [(&*a, i), (&*b, j), (&*c, k)] {
                for (at, out) in [(pair[0], -way.normal), (pair[1], way.normal)] {
                    let (point, along) = line(way, at);
                    sides.push((point, along, out));
                }
            }
            sides.sort_by(|p, q| libm::atan2(p.2.y, p.2.x).total_cmp(&libm::atan2(q.2.y, q.2.x)));
            let next = sides.iter().cycle().skip(1);
            let corners: Vec<Point> = sides
                .iter()
                .zip(next)
                .filter_map(|(p, q)| meeting((p.0, p.1), (q.0, q.1)))
                .collect();
            if let Ok(corners) = corners.try_into() {
                cuts.push(Cut::Hexagon(hexagon(corners)));
            }
        }
    }
    cuts
}

/// What covers a whole piece is as large as it, but for so much, in mm.
const COVERS: f64 = 0.2;

/// Where pieces lie round which nothing shows where to cut: what covers one whole, and its bleed, shows it.
#[must_use]
pub fn of_covers(page: &Page, deck: &Deck) -> Vec<Cut> {
    let PieceSize::Fixed(size) = deck.size else { return Vec::new() };
    let mut cuts: Vec<Cut> = Vec::new();
    for item in &page.items {
        let Some(back) = item.id.as_deref().and_then(super::pieces::numbered).map(|(_, back)| back) else {
            continue;
        };
        let rect = match &item.kind {
            Kind::Path { path, fill: Some(_), .. } if item.clip.is_none() => path.bounding_box(),
            Kind::Image { .. } => covers(item).unwrap_or_default(),
            _ => continue,
        };
        let bleed = deck.bleed_of(back);
        let own = rect.inset(-bleed);
        let is = |size: Size| (own.width() - size.width).abs().max((own.height() - size.height).abs()) < COVERS;
        let cut = match deck.outline {
            Outline::Rectangle(round) if is(size) || is(Size::new(size.height, size.width)) => {
                Cut::Box(own, round)
            }
            Outline::Disc if is(size) => Cut::Disc(Disc {
                centre: own.center(),
                radius: own.width() / 2.0,
                item: usize::MAX,
                roundness: 0.0,
            }),
            // Its bleed has not the shape of a larger one.
            Outline::Hexagon(stands) if is(size) && bleed == 0.0 => {
                let across = stands.unit_size();
                let side = match stands {
                    Orientation::FlatTop => own.width() / across.0,
                    Orientation::PointyTop => own.height() / across.1,
                };
                Cut::Hexagon(hexagon(stands.unit_corners().map(|corner| own.center() + corner * side)))
            }
            _ => continue,
        };
        if !cuts.iter().any(|known| known.centre().distance(cut.centre()) < COVERS) {
            cuts.push(cut);
        }
    }
    cuts
}
