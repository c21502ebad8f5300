//! Outlines that a program turned into areas: a path with a hole, whose two contours have the corners of one cell. The
//! input is the closed polygons of a page; the output is the same with each such ring as one polygon.

use kurbo::Point;

use super::is_near;
use crate::base::point_index::PointIndex;
use crate::find::Polygon;
use crate::read::{ItemKind, Page};

/// How small the hole of a ring is at least, as a share of its outer contour. A smaller one is no line.
const THIN: f64 = 0.9;
/// How far apart the middles of both contours may lie, as a share of a side.
const OFF: f64 = 0.05;
/// The most polygons that are looked at around one place.
const CROWD: usize = 64;

/// Returns the polygons with every ring once. A ring around the rim of another polygon is the outline of that one and is left
/// out. Of other rings it is the contour that lies edge to edge with the next ones: the outer one, or the line along the
/// middle.
pub(super) fn as_lines(page: &Page, polygons: Vec<Polygon>) -> Vec<Polygon> {
    let widest = polygons.iter().map(Polygon::side).filter(|side| side.is_finite()).fold(0.0, f64::max);
    if widest <= 0.0 || !polygons.iter().any(|own| is_area(page, own)) {
        return polygons;
    }
    let index = Near::of(&polygons, (OFF * widest).clamp(0.01, 100.0));
    let mut gone = vec![false; polygons.len()];
    let mut rings: Vec<(usize, Polygon)> = Vec::new();
    for (number, outer) in polygons.iter().enumerate() {
        if !is_near(outer.centre) || !is_area(page, outer) {
            continue;
        }
        let is_hole = |inner: &Polygon| {
            inner.item == outer.item
                && inner.corners.len() == outer.corners.len()
                && (THIN..1.0).contains(&(inner.side() / outer.side()))
                && inner.centre.distance(outer.centre) <= OFF * outer.side()
                && inner.corners.iter().all(|corner| outer.depth(*corner) > 0.0)
        };
        let Some(hole) = index.find(outer, is_hole) else { continue };
        let inner = &polygons[hole];
        let is_between = |other: &Polygon| {
            other.item != outer.item
                && other.corners.len() == outer.corners.len()
                && other.corners.iter().all(|corner| outer.depth(*corner) >= 0.0)
                && inner.corners.iter().all(|corner| other.depth(*corner) >= 0.0)
        };
        gone[hole] = true;
        if index.find(outer, is_between).is_some() {
            gone[number] = true;
        } else {
            rings.push((number, middle(outer, inner)));
        }
    }
    let mut polygons = polygons;
    let by_line = apart(rings.iter().map(|(_, line)| line));
    // A ring by itself stands for the line of a cell, as the others do.
    if by_line <= apart(rings.iter().map(|(number, _)| &polygons[*number])) {
        rings.into_iter().for_each(|(number, line)| polygons[number] = line);
    }
    let mut gone = gone.into_iter();
    polygons.retain(|_| !gone.next().unwrap_or(false));
    polygons
}

/// Polygons by where their middles are.
struct Near<'p> {
    all: &'p [Polygon],
    index: PointIndex<2>,
    reach: f64,
}

impl<'p> Near<'p> {
    fn of(all: &'p [Polygon], reach: f64) -> Self {
        let mut index = PointIndex::<2>::crowded(reach, CROWD);
        for (number, own) in all.iter().enumerate().filter(|(_, own)| is_near(own.centre)) {
            index.insert([own.centre.x, own.centre.y], number);
        }
        Self { all, index, reach }
    }

    /// The first other polygon about the same middle of which `fits` is true.
    fn find(&self, own: &Polygon, fits: impl Fn(&Polygon) -> bool) -> Option<usize> {
        let here = self.index.within(own.centre, self.reach);
        here.filter(|other| !std::ptr::eq(&self.all[*other], own)).find(|other| fits(&self.all[*other]))
    }
}

/// How far most polygons are from lying edge to edge with the nearest other one, as a share of the way.
fn apart<'p>(all: impl Iterator<Item = &'p Polygon>) -> f64 {
    let all: Vec<&Polygon> = all.collect();
    let reach = all.iter().map(|own| own.step()).fold(0.0, f64::max) * 1.5;
    let index = PointIndex::of(all.iter().map(|own| own.centre).enumerate(), reach.max(1.0));
    let off = |(number, own): (usize, &&Polygon)| {
        let others = index.within(own.centre, reach).filter(|other| *other != number).take(CROWD);
        let far = others.map(|other| own.centre.distance(all[other].centre)).fold(f64::INFINITY, f64::min);
        (far / own.step() - 1.0).abs()
    };
    let mut off: Vec<f64> = all.iter().enumerate().map(off).collect();
    off.sort_by(f64::total_cmp);
    off.get(off.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// Whether a polygon is filled and has no line of its own.
fn is_area(page: &Page, own: &Polygon) -> bool {
    let kind = page.items.get(own.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { fill: Some(_), stroke: None, path }) if path.parts() > 1)
}

/// The polygon halfway between both contours of a ring.
fn middle(outer: &Polygon, inner: &Polygon) -> Polygon {
    let nearest = |corner: &Point| {
        let far = |other: &&Point| other.distance_squared(*corner);
        inner.corners.iter().min_by(|a, b| far(a).total_cmp(&far(b))).copied().unwrap_or(*corner)
    };
    let corners: Vec<Point> = outer.corners.iter().map(|corner| corner.midpoint(nearest(corner))).collect();
    Polygon::new(corners, outer.item)
}
