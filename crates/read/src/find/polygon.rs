//! Polygons of so many straight sides, regular or not: the cells of boards, and pieces.

use std::sync::{Arc, LazyLock};

use kurbo::{Point, Shape as _, Vec2};

use super::contour::{self, near};
use super::{SAME, wrapped};
use crate::base::hex::{SQRT_3, polygon};
use crate::base::point_index::PointIndex;
use crate::read::Page;

/// The most things compared in one place: a search stays quick where more are heaped up than on any game board.
pub(super) const CROWD: usize = 64;

/// Half the square root of three: the height of an equilateral triangle.
const HEIGHT: f64 = 0.866_025_403_784_438_6;
/// The way from the centre of a regular hexagon with sides of 1 to its corners,
/// clockwise as seen, beginning on the right.
const HEXAGON: [Vec2; 6] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.5, HEIGHT),
    Vec2::new(-0.5, HEIGHT),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-0.5, -HEIGHT),
    Vec2::new(0.5, -HEIGHT),
];
/// The same of the others of up to twelve corners.
static UNIT: LazyLock<Vec<Vec<Vec2>>> = LazyLock::new(|| (0..=MOST_SIDES).map(unit).collect());
/// The most sides that a cell may have.
pub(super) const MOST_SIDES: usize = 12;

fn unit(count: usize) -> Vec<Vec2> {
    let corner = |k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / count as f64;
        Vec2::new(libm::cos(angle), libm::sin(angle))
    };
    if count == 6 { HEXAGON.to_vec() } else { (0..count).map(corner).collect() }
}

/// A closed contour of straight sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// The mean of the corners, in mm.
    pub centre: Point,
    /// The corners in mm, clockwise as seen, beginning with the first drawn.
    pub corners: Vec<Point>,
    /// The lengths of the sides in mm; the first leads from the first corner.
    pub sides: Vec<f64>,
    /// The place in the page's items of the (first) item that draws it.
    pub item: usize,
    /// What it should be alike; none for a regular polygon.
    pub figure: Option<Arc<Figure>>,
}

/// A figure that is no regular polygon: a rectangle, or a brick, which has corners in the middle of its long sides.
#[derive(Debug, PartialEq)]
pub struct Figure {
    /// Its corners from its middle, clockwise, upright: the size of a polygon is told in multiples of it.
    pub corners: Vec<Vec2>,
    /// Whether a corner lies in the middle of a straight side.
    pub straight: Vec<bool>,
}

impl Polygon {
    /// The polygon with these corners, one after the other, that the item at this place draws.
    pub fn new(corners: impl Into<Vec<Point>>, item: usize) -> Self {
        let mut corners = corners.into();
        if polygon(&corners).area() < 0.0 {
            // The first corner stays the first.
            if let [_, rest @ ..] = &mut corners[..] {
                rest.reverse();
            }
        }
        let count = corners.len().max(1) as f64;
        let centre = (corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / count).to_point();
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(p, q)| p.distance(*q)).collect();
        Self { centre, corners, sides, item, figure: None }
    }

    fn count(&self) -> f64 {
        self.corners.len().max(1) as f64
    }

    /// The mean length of the sides, in mm; of another figure, how many times as large as that it is.
    pub fn side(&self) -> f64 {
        let unit = self.figure.as_ref().map_or(self.count(), |figure| figure.girth());
        self.sides.iter().sum::<f64>() / unit
    }

    /// The same rectangle as a likeness of a figure, with corners where that has them; none for what has not as many
    /// sharp corners. Of the ways to see it that fit as well, the one that turns it least.
    pub fn like_a(&self, figure: &Arc<Figure>) -> Option<Self> {
        let sharp = figure.straight.iter().filter(|straight| !**straight).count();
        if self.corners.len() != sharp {
            return None;
        }
        let seen = |first: usize| {
            let corner = |i: usize| self.corners[(first + i) % sharp];
            let mut next = 0;
            let mut corners: Vec<Point> = Vec::with_capacity(figure.corners.len());
            for straight in &figure.straight {
                corners.push(match straight {
                    true => corner(next + sharp - 1).midpoint(corner(next)),
                    false => corner(next),
                });
                next += usize::from(!straight);
            }
            let following = corners.iter().cycle().skip(1);
            let sides = corners.iter().zip(following).map(|(p, q)| p.distance(*q)).collect();
            Self { corners, sides, figure: Some(Arc::clone(figure)), ..self.clone() }
        };
        let worse = |polygon: &Self| polygon.irregularity() + 1e-6 * polygon.turned_from(0.0).abs();
        (0..sharp).map(seen).min_by(|a, b| worse(a).total_cmp(&worse(b)))
    }

    /// How many corners of it are no bends: those of its figure in the middle of a straight side are left out.
    pub fn sharp_corners(&self) -> usize {
        let straight = |figure: &Arc<Figure>| figure.straight.iter().filter(|straight| **straight).count();
        self.corners.len() - self.figure.as_ref().map_or(0, straight)
    }

    /// How far the farthest corner lies from the centre, in mm.
    pub(super) fn radius(&self) -> f64 {
        self.corners.iter().map(|corner| corner.distance(self.centre)).fold(0.0, f64::max)
    }

    /// How deep a point lies inside, in mm; negative outside, for the side that it is farthest beyond.
    pub fn depth(&self, point: Point) -> f64 {
        let ([.., from], [.., side]) = (&self.corners[..], &self.sides[..]) else { return f64::NEG_INFINITY };
        let (mut from, mut side, mut least) = (*from, *side, f64::INFINITY);
        for (to, next) in self.corners.iter().zip(&self.sides) {
            least = least.min((*to - from).cross(point - from) / side);
            (from, side) = (*to, *next);
        }
        least
    }

    /// The way from the centre to the first corner of the regular polygon that
    /// comes closest to this one by least squares.
    fn fitted(&self) -> Vec2 {
        // Turning every corner back by its place brings the corners of a regular
        // polygon together; the mean is the best fit.
        let turned = self.corners.iter().zip(self.unit()).map(|(corner, unit)| {
            let way = *corner - self.centre;
            Vec2::new(way.dot(*unit), unit.cross(way))
        });
        let weight = self.figure.as_ref().map_or(self.count(), |figure| figure.weight());
        turned.fold(Vec2::ZERO, |sum, way| sum + way) / weight
    }

    fn unit(&self) -> &[Vec2] {
        if let Some(figure) = &self.figure {
            return &figure.corners;
        }
        UNIT.get(self.corners.len()).map_or(&[], Vec::as_slice)
    }

    /// The largest distance in mm of a corner from the regular polygon that
    /// comes closest: same centre, size and turn fitted by least squares.
    pub fn irregularity(&self) -> f64 {
        let fitted = self.fitted();
        let distances = self.corners.iter().zip(self.unit()).map(|(corner, unit)| {
            let way = Vec2::new(fitted.x * unit.x - fitted.y * unit.y, fitted.x * unit.y + fitted.y * unit.x);
            corner.distance(self.centre + way)
        });
        distances.fold(0.0, f64::max)
    }

    /// By how many degrees it may be turned and look the same.
    pub fn period(&self) -> f64 {
        if self.figure.is_some() { 180.0 } else { 360.0 / self.count() }
    }

    /// How far it is turned in degrees clockwise as seen, from 0 up to a turn that leaves it the same: at 0 a side is at
    /// the top, at half of that a corner.
    pub fn turn_degrees(&self) -> f64 {
        let fitted = self.fitted();
        let corner = libm::atan2(fitted.y, fitted.x).to_degrees();
        if self.figure.is_some() {
            return wrapped(corner, self.period());
        }
        // The first corner after a side at the top.
        let upright = (self.period() / 2.0 - 90.0).rem_euclid(self.period());
        wrapped(corner - upright, self.period())
    }

    /// By how many degrees it is turned, clockwise as seen, against one with a side at the top that is turned by so
    /// many: from half of a turn that leaves it the same one way up to half the other way.
    pub fn turned_from(&self, degrees: f64) -> f64 {
        let period = self.period();
        (self.turn_degrees() - degrees + 1.5 * period).rem_euclid(period) - period / 2.0
    }

    /// How far apart the middles of two such polygons are that lie edge to edge, in mm.
    pub fn step(&self) -> f64 {
        self.side() * self.flats()
    }

    /// Twice the way from the middle to a side of 1.
    fn flats(&self) -> f64 {
        match self.corners.len() {
            4 => 1.0,
            6 => SQRT_3,
            _ => 1.0 / libm::tan(std::f64::consts::PI / self.count()),
        }
    }

    /// What such a polygon covers, in mm², where it is regular.
    pub fn regular_area(&self) -> f64 {
        self.count() * self.side() * self.step() / 4.0
    }

    /// The distance in mm of two opposite sides of the closest regular polygon: twice the way from its middle to one.
    pub fn across_flats(&self) -> f64 {
        let apothem =
            if self.corners.len() == 6 { HEIGHT } else { libm::cos(std::f64::consts::PI / self.count()) };
        self.fitted().hypot() * 2.0 * apothem
    }

    /// Whether all corners coincide with those of the other.
    fn same(&self, other: &Self) -> bool {
        let met = |corners: &[Point], p: Point| corners.iter().any(|&q| near(p, q));
        self.corners.iter().all(|&p| met(&other.corners, p))
            && other.corners.iter().all(|&p| met(&self.corners, p))
    }
}

impl Figure {
    /// The sum of the lengths of its sides.
    fn girth(&self) -> f64 {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*b - *a).hypot()).sum()
    }

    /// The sum of the squares of the ways to its corners.
    fn weight(&self) -> f64 {
        self.corners.iter().map(|corner| corner.hypot2()).sum()
    }
}

/// The polygons of so many sides of a page in drawing order: every closed contour of as many
/// straight sides, however irregular. One drawn several times (filled, then
/// outlined) is found once.
pub fn polygons(page: &Page, sides: usize) -> Vec<Polygon> {
    polygons_of(page, &[sides])
}

/// The same for polygons of several sorts, by their numbers of sides.
pub fn polygons_of(page: &Page, sorts: &[usize]) -> Vec<Polygon> {
    let sharp = |contour: contour::Contour<'_>| {
        let corners = contour.corners().filter(|corners| sorts.contains(&corners.len()))?;
        Some(Polygon::new(corners, contour.item))
    };
    once(contour::each(page).filter_map(sharp))
}

/// The polygons of a page as people mean them: those of [`polygons`], those with corners that are rounded or cut off a
/// little, and hexagons made of six triangles that were drawn one after the other.
pub fn meant(page: &Page, sides: usize) -> Vec<Polygon> {
    let mut triangles: Vec<Triangle> = Vec::new();
    let mut all = Vec::new();
    for contour in contour::each(page) {
        let corners = contour.corners();
        if sides == 6
            && let Some(Ok(corners)) = corners.as_deref().map(<[Point; 3]>::try_from)
        {
            triangles.push(Triangle { corners, item: contour.item });
            if let Some(hexagon) = of_triangles(&triangles) {
                triangles.clear();
                all.push(hexagon);
            }
            continue;
        }
        let sharp = corners.filter(|corners| corners.len() == sides);
        let own = sharp.or_else(|| contour.rounded(sides));
        all.extend(own.map(|own| Polygon::new(own, contour.item)));
    }
    once(all.into_iter())
}

struct Triangle {
    corners: [Point; 3],
    item: usize,
}

/// The hexagon that the last six triangles make, which have one corner in common and lie round it.
fn of_triangles(triangles: &[Triangle]) -> Option<Polygon> {
    let six = triangles.last_chunk::<6>()?;
    let meets = |point: &Point| six.iter().all(|t| t.corners.iter().any(|&p| near_by(p, *point)));
    let middle = six[0].corners.into_iter().find(meets)?;
    let outer = |t: &Triangle| t.corners.into_iter().filter(|&p| !near_by(p, middle)).collect::<Vec<_>>();
    let mut ways: Vec<Point> = six.iter().flat_map(outer).collect();
    let angle = |p: &Point| libm::atan2(p.y - middle.y, p.x - middle.x);
    ways.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    // Each outer corner belongs to two triangles that lie side by side.
    let mut corners: Vec<Point> = Vec::new();
    for point in ways {
        if !corners.iter().any(|&p| near_by(p, point)) {
            corners.push(point);
        }
    }
    if corners.len() != 6 {
        return None;
    }
    let hexagon = Polygon::new(corners, six[0].item);
    // Six triangles upon each other have fewer corners, and six that leave a gap another middle.
    (near_by(hexagon.centre, middle) && hexagon.irregularity() < 0.1 * hexagon.side()).then_some(hexagon)
}

/// Whether corners of triangles count as one, which programs round each for itself.
fn near_by(a: Point, b: Point) -> bool {
    a.distance(b) <= 10.0 * SAME
}

/// Each of these polygons once.
fn once(polygons: impl Iterator<Item = Polygon>) -> Vec<Polygon> {
    let mut found: Vec<Polygon> = Vec::new();
    let mut grid = PointIndex::<3>::crowded(16.0 * SAME, CROWD);
    for hexagon in polygons {
        if !hexagon.corners.iter().all(|p| p.is_finite()) {
            continue;
        }
        let place = [hexagon.centre.x, hexagon.centre.y, hexagon.side()];
        if !grid.near(place, SAME).any(|(n, _)| found[n].same(&hexagon)) {
            grid.insert(place, found.len());
            found.push(hexagon);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample;

    fn one(points: &[(f64, f64)]) -> Polygon {
        let found = polygons(&sample::page([sample::closed(points)]), 6);
        assert_eq!(found.len(), 1);
        found.into_iter().next().unwrap()
    }

    #[test]
    fn a_regular_hexagon_is_regular() {
        for turn in [0.0, 7.0, 30.0, 59.0] {
            let corners = sample::hexagon((50.0, 60.0), 20.0, turn);
            let hexagon = one(&corners);
            assert!(hexagon.centre.distance(Point::new(50.0, 60.0)) < 1e-9);
            assert!(hexagon.irregularity() < 1e-9);
            assert!((hexagon.side() - 20.0).abs() < 1e-9);
            assert!((hexagon.turn_degrees() - turn).abs() < 1e-9, "{turn}");
            assert!((hexagon.across_flats() - 34.641_016_151_377_55).abs() < 1e-9);
            for (got, expected) in hexagon.corners.iter().zip(corners) {
                assert!(got.distance(expected.into()) < 1e-12);
            }
        }
    }

    #[test]
    fn the_other_direction_is_turned_round() {
        let mut corners = sample::hexagon((0.0, 0.0), 10.0, 30.0);
        corners.reverse();
        let hexagon = one(&corners);
        assert!(hexagon.irregularity() < 1e-9);
        assert!((hexagon.turn_degrees() - 30.0).abs() < 1e-9);
        assert!(polygon(&hexagon.corners).area() > 0.0);
        assert!(hexagon.corners.first().unwrap().distance((*corners.first().unwrap()).into()) < 1e-12);
    }

    #[test]
    fn a_moved_corner_is_reported() {
        let mut corners = sample::hexagon((50.0, 60.0), 20.0, 0.0);
        corners[2].0 += 0.3;
        // The closest regular hexagon follows the corner by a third of the way.
        assert!((one(&corners).irregularity() - 0.2).abs() < 1e-3);
    }

    #[test]
    fn one_drawn_twice_is_found_once() {
        let corners = sample::hexagon((50.0, 60.0), 20.0, 0.0);
        let mut shifted: Vec<_> = corners.iter().map(|&(x, y)| (x + 0.0015, y)).collect();
        shifted.rotate_left(2);
        shifted.reverse();
        let apart: Vec<_> = corners.iter().map(|&(x, y)| (x + 0.0045, y)).collect();
        let page = sample::page([&corners, &shifted, &apart].map(|c| sample::closed(c)));
        let found: Vec<usize> = polygons(&page, 6).iter().map(|h| h.item).collect();
        assert_eq!(found, [0, 2]);
    }

    #[test]
    fn other_shapes_are_no_hexagons() {
        let mut seven = sample::hexagon((0.0, 0.0), 10.0, 0.0);
        seven.push((9.0, -4.0));
        let five = sample::hexagon((0.0, 0.0), 10.0, 0.0).split_off(1);
        let page = sample::page([&seven, &five].map(|c| sample::closed(c)));
        assert_eq!(polygons(&page, 6), []);
    }
}
