//! Hexagons: six straight sides, regular or not.

use kurbo::{Point, Shape as _, Vec2};

use super::contour::{self, near};
use super::{SAME, wrapped};
use crate::base::hex::{Orientation, polygon};
use crate::base::point_index::PointIndex;
use crate::read::Page;

/// The most things compared in one place: a search stays quick where more are heaped up than on any game board.
pub(super) const CROWD: usize = 64;

/// Half the square root of three: the height of an equilateral triangle.
const HEIGHT: f64 = 0.866_025_403_784_438_6;
/// The way from the centre of a regular hexagon with sides of 1 to its corners,
/// clockwise as seen, beginning on the right.
const UNIT: [Vec2; 6] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.5, HEIGHT),
    Vec2::new(-0.5, HEIGHT),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-0.5, -HEIGHT),
    Vec2::new(0.5, -HEIGHT),
];

/// A closed contour of six straight sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Hexagon {
    /// The mean of the corners, in mm.
    pub centre: Point,
    /// The corners in mm, clockwise as seen, beginning with the first drawn.
    pub corners: [Point; 6],
    /// The lengths of the sides in mm; the first leads from the first corner.
    pub sides: [f64; 6],
    /// The place in the page's items of the (first) item that draws it.
    pub item: usize,
}

impl Hexagon {
    /// The hexagon with these corners, one after the other, that the item at this place draws.
    pub fn new(mut corners: [Point; 6], item: usize) -> Self {
        if polygon(&corners).area() < 0.0 {
            // The first corner stays the first.
            let [_, rest @ ..] = &mut corners;
            rest.reverse();
        }
        let centre = (corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / 6.0).to_point();
        let [a, b, c, d, e, f] = corners;
        let sides = [(a, b), (b, c), (c, d), (d, e), (e, f), (f, a)].map(|(p, q)| p.distance(q));
        Self { centre, corners, sides, item }
    }

    /// The mean length of the sides, in mm.
    pub fn side(&self) -> f64 {
        self.sides.iter().sum::<f64>() / 6.0
    }

    /// How deep a point lies inside, in mm; negative outside, for the side that it is farthest beyond.
    #[must_use]
    pub fn depth(&self, point: Point) -> f64 {
        let ([.., mut from], [.., mut side], mut least) = (self.corners, self.sides, f64::INFINITY);
        for (to, next) in self.corners.into_iter().zip(self.sides) {
            least = least.min((to - from).cross(point - from) / side);
            (from, side) = (to, next);
        }
        least
    }

    /// The way from the centre to the first corner of the regular hexagon that
    /// comes closest to this one by least squares.
    fn fitted(&self) -> Vec2 {
        // Turning every corner back by its number of sixths of a turn brings
        // the corners of a regular hexagon together; the mean is the best fit.
        let turned = self.corners.iter().zip(UNIT).map(|(corner, unit)| {
            let way = *corner - self.centre;
            Vec2::new(way.dot(unit), unit.cross(way))
        });
        turned.fold(Vec2::ZERO, |sum, way| sum + way) / 6.0
    }

    /// The largest distance in mm of a corner from the regular hexagon that
    /// comes closest: same centre, size and turn fitted by least squares.
    pub fn irregularity(&self) -> f64 {
        let fitted = self.fitted();
        let distances = self.corners.iter().zip(UNIT).map(|(corner, unit)| {
            let way = Vec2::new(fitted.x * unit.x - fitted.y * unit.y, fitted.x * unit.y + fitted.y * unit.x);
            corner.distance(self.centre + way)
        });
        distances.fold(0.0, f64::max)
    }

    /// How far it is turned in degrees clockwise as seen, from 0 up to 60: at 0
    /// a side is at the top, at 30 a corner.
    pub fn turn_degrees(&self) -> f64 {
        let fitted = self.fitted();
        wrapped(libm::atan2(fitted.y, fitted.x).to_degrees(), 60.0)
    }

    /// By how many degrees it is turned, clockwise as seen, against one that stands so and is turned by `turned`: from
    /// -30 up to 30.
    pub fn turned_from(&self, stands: Orientation, turned: f64) -> f64 {
        (self.turn_degrees() - stands.degrees() - turned + 90.0).rem_euclid(60.0) - 30.0
    }

    /// The distance in mm of two opposite sides of the closest regular hexagon.
    pub fn across_flats(&self) -> f64 {
        self.fitted().hypot() * 2.0 * HEIGHT
    }

    /// Whether all corners coincide with those of the other.
    fn same(&self, other: &Self) -> bool {
        let met = |corners: &[Point], p: Point| corners.iter().any(|&q| near(p, q));
        self.corners.iter().all(|&p| met(&other.corners, p))
            && other.corners.iter().all(|&p| met(&self.corners, p))
    }
}

/// The hexagons of a page in drawing order: every closed contour of six
/// straight sides, however irregular. One drawn several times (filled, then
/// outlined) is found once.
pub fn hexagons(page: &Page) -> Vec<Hexagon> {
    let sharp = |contour: contour::Contour<'_>| {
        let corners = <[Point; 6]>::try_from(contour.corners()?).ok()?;
        Some(Hexagon::new(corners, contour.item))
    };
    once(contour::each(page).filter_map(sharp))
}

/// The hexagons of a page as people mean them: those of [`hexagons`], those with corners that are rounded or cut off a
/// little, and those made of six triangles that were drawn one after the other.
pub fn meant(page: &Page) -> Vec<Hexagon> {
    let mut triangles: Vec<Triangle> = Vec::new();
    let mut all = Vec::new();
    for contour in contour::each(page) {
        let corners = contour.corners();
        if let Some(Ok(corners)) = corners.as_deref().map(<[Point; 3]>::try_from) {
            triangles.push(Triangle { corners, item: contour.item });
            if let Some(hexagon) = of_triangles(&triangles) {
                triangles.clear();
                all.push(hexagon);
            }
            continue;
        }
        let sharp = corners.and_then(|corners| <[Point; 6]>::try_from(corners).ok());
        let six = sharp.or_else(|| contour.rounded());
        all.extend(six.map(|six| Hexagon::new(six, contour.item)));
    }
    once(all.into_iter())
}

struct Triangle {
    corners: [Point; 3],
    item: usize,
}

/// The hexagon that the last six triangles make, which have one corner in common and lie round it.
fn of_triangles(triangles: &[Triangle]) -> Option<Hexagon> {
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
    let hexagon = Hexagon::new(corners.try_into().ok()?, six[0].item);
    // Six triangles upon each other have fewer corners, and six that leave a gap another middle.
    (near_by(hexagon.centre, middle) && hexagon.irregularity() < 0.1 * hexagon.side()).then_some(hexagon)
}

/// Whether corners of triangles count as one, which programs round each for itself.
fn near_by(a: Point, b: Point) -> bool {
    a.distance(b) <= 10.0 * SAME
}

/// Each of these hexagons once.
fn once(hexagons: impl Iterator<Item = Hexagon>) -> Vec<Hexagon> {
    let mut found: Vec<Hexagon> = Vec::new();
    let mut grid = PointIndex::<3>::crowded(16.0 * SAME, CROWD);
    for hexagon in hexagons {
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

    fn one(points: &[(f64, f64)]) -> Hexagon {
        let found = hexagons(&sample::page([sample::closed(points)]));
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
        let found: Vec<usize> = hexagons(&page).iter().map(|h| h.item).collect();
        assert_eq!(found, [0, 2]);
    }

    #[test]
    fn other_shapes_are_no_hexagons() {
        let mut seven = sample::hexagon((0.0, 0.0), 10.0, 0.0);
        seven.push((9.0, -4.0));
        let five = sample::hexagon((0.0, 0.0), 10.0, 0.0).split_off(1);
        let page = sample::page([&seven, &five].map(|c| sample::closed(c)));
        assert_eq!(hexagons(&page), []);
    }
}
