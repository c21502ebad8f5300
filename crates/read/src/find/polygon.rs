//! Finds polygons with a given number of straight sides: the cells of boards, and pieces. The
//! polygons may be irregular.
//!
//! - In: the closed contours of a page.
//! - Out: those contours that are polygons, without repetitions, and how far each one deviates from
//!   a regular polygon.
//! - Not here: hexagons whose edges are shared lines ([`super::hexagon_net`]).

use std::sync::{Arc, LazyLock};

use kurbo::{Point, Shape as _, Vec2};

use super::contour::{self, is_same_point};
use super::{SAME_POINT_MM, wrapped};
use crate::Page;
use hexpress_base::geometry::polygon;
use hexpress_base::point_index::PointIndex;
use hexpress_base::tiling::hex::SQRT_3;

/// The maximum number of items at one position that are compared with each other. No game board has
/// more, and the limit keeps searches fast on other pages.
pub(super) const MAX_ITEMS_AT_ONE_POSITION: usize = 64;

/// Half of the square root of three: the height of an equilateral triangle with sides of length 1.
const TRIANGLE_HEIGHT: f64 = 0.866_025_403_784_438_6;
/// The vectors from the centre of a regular hexagon to its corners. The sides have length 1. The
/// vectors begin on the right and run clockwise as seen on the page.
///
/// They are written out because computed cosines would be rounded.
const HEXAGON: [Vec2; 6] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(0.5, TRIANGLE_HEIGHT),
    Vec2::new(-0.5, TRIANGLE_HEIGHT),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-0.5, -TRIANGLE_HEIGHT),
    Vec2::new(0.5, -TRIANGLE_HEIGHT),
];
/// For each number of corners, the vectors from the centre of a regular polygon with radius 1 to
/// its corners. The index is the number of corners.
static UNIT: LazyLock<Vec<Vec<Vec2>>> = LazyLock::new(|| (0..=MAX_SIDES).map(unit_corners).collect());
/// The maximum number of sides of a cell.
pub(super) const MAX_SIDES: usize = 12;

fn unit_corners(count: usize) -> Vec<Vec2> {
    if count == 6 {
        return HEXAGON.to_vec();
    }
    let angles = (0..count).map(|k| std::f64::consts::TAU * k as f64 / count as f64);
    angles.map(|angle| Vec2::new(libm::cos(angle), libm::sin(angle))).collect()
}

/// Returns the lengths of the sides of a closed polygon, in mm. The first side begins at the first
/// corner.
fn side_lengths(corners: &[Point]) -> Vec<f64> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(p, q)| p.distance(*q)).collect()
}

/// A closed contour with straight sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygon {
    /// The mean of the corners, in mm.
    pub centre: Point,
    /// The corners in mm, clockwise as seen on the page. The corner that is drawn first comes
    /// first.
    pub corners: Vec<Point>,
    /// The lengths of the sides, in mm. The first side begins at the first corner.
    pub sides: Vec<f64>,
    /// The lowest index of an item that draws the polygon, in the list of the page's items.
    pub item: usize,
    /// The shape that the polygon is compared with. `None` stands for a regular polygon.
    pub reference: Option<Arc<ReferenceShape>>,
}

/// A reference shape that is not a regular polygon: a rectangle or a brick. A brick has additional
/// corners in the middle of its long sides.
#[derive(Debug, PartialEq)]
pub struct ReferenceShape {
    /// The vectors from the centre of the upright reference shape to its corners, clockwise. If they are
    /// scaled by [`Polygon::side`] and rotated, they lead from the centre of a perfect polygon to its
    /// corners.
    pub corners: Vec<Vec2>,
    /// For each corner, whether the corner is in the middle of a straight side.
    pub straight: Vec<bool>,
}

impl Polygon {
    /// Creates a polygon from its corners, which may run clockwise or counterclockwise. `item` is
    /// the index of the item that draws the polygon.
    pub fn new(points: impl Into<Vec<Point>>, item: usize) -> Self {
        let mut corners = points.into();
        if polygon(&corners).area() < 0.0 {
            // If the order of the corners is reversed, the first corner stays first.
            if let [_, rest @ ..] = &mut corners[..] {
                rest.reverse();
            }
        }
        let count = corners.len().max(1) as f64;
        let centre = (corners.iter().fold(Vec2::ZERO, |sum, p| sum + p.to_vec2()) / count).to_point();
        Self { sides: side_lengths(&corners), centre, corners, item, reference: None }
    }

    fn count(&self) -> f64 {
        self.corners.len().max(1) as f64
    }

    /// Returns the mean length of the sides, in mm. If the polygon has a reference shape, returns the
    /// perimeter of the polygon in mm, divided by the perimeter of the reference shape.
    pub fn side(&self) -> f64 {
        let unit = self.reference.as_ref().map_or(self.count(), |reference| reference.perimeter());
        self.sides.iter().sum::<f64>() / unit
    }

    /// Returns this polygon with `reference` as its reference shape. Adds the corners that the reference
    /// shape has in the middle of straight sides. The reference shape is rotated so that it fits best. If
    /// several rotations fit equally well, the smallest one is used. Returns `None` if the polygon and the
    /// reference shape have different numbers of sharp corners.
    pub fn with_reference(&self, reference: &Arc<ReferenceShape>) -> Option<Self> {
        let count = reference.sharp_corners();
        if self.corners.len() != count {
            return None;
        }
        let candidates = (0..count).map(|first| self.rotated_to_reference(reference, first));
        candidates.min_by(|a, b| a.misfit().total_cmp(&b.misfit()))
    }

    /// Returns the polygon with additional corners, where the reference shape has corners in the middle of
    /// straight sides. `first` is the index of the polygon's corner that corresponds to the first sharp
    /// corner of the reference shape.
    fn rotated_to_reference(&self, reference: &Arc<ReferenceShape>, first: usize) -> Self {
        let count = self.corners.len();
        let mut index = first;
        let mut corners: Vec<Point> = Vec::with_capacity(reference.corners.len());
        for is_straight in &reference.straight {
            let corner = self.corners[index % count];
            if *is_straight {
                corners.push(self.corners[(index + count - 1) % count].midpoint(corner));
            } else {
                corners.push(corner);
                index += 1;
            }
        }
        Self {
            sides: side_lengths(&corners),
            corners,
            reference: Some(Arc::clone(reference)),
            ..self.clone()
        }
    }

    /// Returns how badly the polygon fits its reference shape. If two fits are equally bad, the one with
    /// the larger rotation counts as worse.
    fn misfit(&self) -> f64 {
        self.irregularity() + 1e-6 * self.turned_from(0.0).abs()
    }

    /// Returns the number of corners. Corners in the middle of a straight side of the reference shape do
    /// not count.
    pub fn sharp_corners(&self) -> usize {
        self.reference.as_ref().map_or(self.corners.len(), |reference| reference.sharp_corners())
    }

    /// Returns the distance between the centre and the farthest corner, in mm.
    pub(super) fn radius(&self) -> f64 {
        self.corners.iter().map(|corner| corner.distance(self.centre)).fold(0.0, f64::max)
    }

    /// Returns the distance from a point inside the polygon to the nearest side, in mm. If the point is
    /// outside, the result is negative. The sides are then extended to infinite lines. Of those lines that
    /// have the point on their outer side, the distance to the farthest one counts.
    pub fn depth(&self, point: Point) -> f64 {
        let ([.., from], [.., side]) = (&self.corners[..], &self.sides[..]) else { return f64::NEG_INFINITY };
        let (mut from, mut side, mut least) = (*from, *side, f64::INFINITY);
        for (to, next) in self.corners.iter().zip(&self.sides) {
            least = least.min((*to - from).cross(point - from) / side);
            (from, side) = (*to, *next);
        }
        least
    }

    /// Returns the size and the rotation of the regular polygon or reference shape that fits best by least
    /// squares. They are the length and the angle of the returned vector. The corners of the best fit are
    /// [`Self::unit_corners`], scaled by this length and rotated by this angle. For a regular polygon, the
    /// vector leads from the centre to the first corner.
    fn best_fit_vector(&self) -> Vec2 {
        // In a regular polygon, each corner is the first corner, rotated by a known angle about the centre.
        // The best fit is the mean of this polygon's corners after these rotations are undone. For a
        // reference shape, corners that are farther from the centre count more.
        let rotated = self.corners.iter().zip(self.unit_corners()).map(|(corner, unit)| {
            let offset = *corner - self.centre;
            Vec2::new(offset.dot(*unit), unit.cross(offset))
        });
        let weight = self.reference.as_ref().map_or(self.count(), |reference| reference.weight());
        rotated.fold(Vec2::ZERO, |sum, offset| sum + offset) / weight
    }

    fn unit_corners(&self) -> &[Vec2] {
        if let Some(reference) = &self.reference {
            return &reference.corners;
        }
        UNIT.get(self.corners.len()).map_or(&[], Vec::as_slice)
    }

    /// Returns the largest distance between a corner and the place where it should be, in mm. The corners
    /// should be those of the best fit: the regular polygon or reference shape that has the same centre and
    /// fits best by least squares.
    pub fn irregularity(&self) -> f64 {
        let best_fit_vector = self.best_fit_vector();
        let distances = self.corners.iter().zip(self.unit_corners()).map(|(corner, unit)| {
            let expected = Vec2::new(
                best_fit_vector.x * unit.x - best_fit_vector.y * unit.y,
                best_fit_vector.x * unit.y + best_fit_vector.y * unit.x,
            );
            corner.distance(self.centre + expected)
        });
        distances.fold(0.0, f64::max)
    }

    /// Returns the smallest rotation after which the polygon looks the same, in degrees.
    pub fn period(&self) -> f64 {
        if self.reference.is_some() { 180.0 } else { 360.0 / self.count() }
    }

    /// Returns the rotation of the polygon in degrees, clockwise as seen on the page, in
    /// `0..period`. At 0, a side is at the top. At half of the [`Self::period`], a corner is at the
    /// top.
    pub fn turn_degrees(&self) -> f64 {
        let best_fit_vector = self.best_fit_vector();
        let corner = libm::atan2(best_fit_vector.y, best_fit_vector.x).to_degrees();
        if self.reference.is_some() {
            return wrapped(corner, self.period());
        }
        // In an upright polygon, the middle of a side is at the top, at -90°. The next corner is half a
        // period further.
        let upright = (self.period() / 2.0 - 90.0).rem_euclid(self.period());
        wrapped(corner - upright, self.period())
    }

    /// Returns the clockwise rotation relative to a polygon that is rotated by `degrees`. The
    /// result is in degrees, between minus and plus half of the [`Self::period`].
    pub fn turned_from(&self, degrees: f64) -> f64 {
        let period = self.period();
        (self.turn_degrees() - degrees + 1.5 * period).rem_euclid(period) - period / 2.0
    }

    /// Returns the distance between the centres of two neighbouring copies of this polygon, in mm. The two
    /// copies share an edge.
    pub fn neighbour_distance(&self) -> f64 {
        self.side() * self.unit_neighbour_distance()
    }

    /// Returns the result of [`Polygon::neighbour_distance`] for a regular polygon whose sides have length 1:
    /// twice the distance from the centre to a side.
    fn unit_neighbour_distance(&self) -> f64 {
        match self.corners.len() {
            4 => 1.0,
            6 => SQRT_3,
            _ => 1.0 / libm::tan(std::f64::consts::PI / self.count()),
        }
    }

    /// Returns the area of a regular polygon with the same number of sides, in mm². All its sides have the
    /// mean length of the sides of this polygon.
    pub fn regular_area(&self) -> f64 {
        self.count() * self.side() * self.neighbour_distance() / 4.0
    }

    /// Returns twice the distance from the centre to a side of the best-fitting regular polygon, in
    /// mm. For an even number of sides, this is the distance between opposite sides.
    pub fn across_flats(&self) -> f64 {
        let apothem = if self.corners.len() == 6 {
            TRIANGLE_HEIGHT
        } else {
            libm::cos(std::f64::consts::PI / self.count())
        };
        self.best_fit_vector().hypot() * 2.0 * apothem
    }

    /// Returns whether every corner of each polygon coincides with a corner of the other polygon.
    fn coincides_with(&self, other: &Self) -> bool {
        self.has_corners_of(other) && other.has_corners_of(self)
    }

    fn has_corners_of(&self, other: &Self) -> bool {
        other.corners.iter().all(|&p| self.corners.iter().any(|&q| is_same_point(p, q)))
    }
}

impl ReferenceShape {
    /// Returns the number of corners. Corners in the middle of a straight side do not count.
    fn sharp_corners(&self) -> usize {
        self.straight.iter().filter(|is_straight| !**is_straight).count()
    }

    fn perimeter(&self) -> f64 {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(a, b)| (*b - *a).hypot()).sum()
    }

    /// Returns the sum of the squared distances between the corners and the centre of the reference
    /// shape.
    fn weight(&self) -> f64 {
        self.corners.iter().map(|corner| corner.hypot2()).sum()
    }
}

/// Returns the polygons of a page with `sides` sides, in drawing order. Every closed contour with
/// this number of straight sides counts, even if it is irregular.
///
/// A polygon that is drawn several times, for example filled and then outlined, is returned once.
pub fn polygons(page: &Page, sides: usize) -> Vec<Polygon> {
    polygons_of(page, &[sides])
}

/// Returns the polygons of a page whose number of sides is in `side_counts`. See [`polygons`].
pub fn polygons_of(page: &Page, side_counts: &[usize]) -> Vec<Polygon> {
    without_duplicates(contour::each(page).filter_map(|contour| {
        let corners = contour.corners().filter(|corners| side_counts.contains(&corners.len()))?;
        Some(Polygon::new(corners, contour.item))
    }))
}

/// Returns the polygons that a page is meant to show. These are the polygons that [`polygons`]
/// returns, and polygons with slightly rounded or cut-off corners. If `sides` is 6, the result also
/// includes hexagons that consist of six consecutive triangles.
pub fn intended_polygons(page: &Page, sides: usize) -> Vec<Polygon> {
    let mut triangles: Vec<Triangle> = Vec::new();
    let mut all = Vec::new();
    for contour in contour::each(page) {
        let corners = contour.corners();
        if sides == 6
            && let Some(Ok(corners)) = corners.as_deref().map(<[Point; 3]>::try_from)
        {
            triangles.push(Triangle { corners, item: contour.item });
            if let Some(hexagon) = hexagon_of_triangles(&triangles) {
                triangles.clear();
                all.push(hexagon);
            }
            continue;
        }
        let sharp = corners.filter(|corners| corners.len() == sides);
        let sharp_or_rounded = sharp.or_else(|| contour.rounded(sides));
        all.extend(sharp_or_rounded.map(|points| Polygon::new(points, contour.item)));
    }
    without_duplicates(all.into_iter())
}

struct Triangle {
    corners: [Point; 3],
    item: usize,
}

impl Triangle {
    fn has_corner(&self, point: Point) -> bool {
        has_near(&self.corners, point)
    }
}

/// Returns the hexagon that the last six triangles form around a common corner. Returns `None` if these
/// triangles do not form a hexagon.
fn hexagon_of_triangles(triangles: &[Triangle]) -> Option<Polygon> {
    let six = triangles.last_chunk::<6>()?;
    let centre = six[0].corners.into_iter().find(|&p| six.iter().all(|triangle| triangle.has_corner(p)))?;
    let mut outer: Vec<Point> = six.iter().flat_map(|triangle| triangle.corners).collect();
    outer.retain(|&point| !is_same_corner(point, centre));
    outer.sort_by(|a, b| angle_from(centre, *a).total_cmp(&angle_from(centre, *b)));
    // Each outer corner belongs to two neighbouring triangles, so it is twice in `outer`.
    let mut corners: Vec<Point> = Vec::new();
    for point in outer {
        if !has_near(&corners, point) {
            corners.push(point);
        }
    }
    if corners.len() != 6 {
        return None;
    }
    let hexagon = Polygon::new(corners, six[0].item);
    // In a regular hexagon, the mean of the corners is the common corner of the triangles. If the triangles
    // overlap or leave a gap, the mean is usually in another place.
    let is_hexagon = is_same_corner(hexagon.centre, centre) && hexagon.irregularity() < 0.1 * hexagon.side();
    is_hexagon.then_some(hexagon)
}

fn has_near(points: &[Point], point: Point) -> bool {
    points.iter().any(|&p| is_same_corner(p, point))
}

fn angle_from(centre: Point, point: Point) -> f64 {
    libm::atan2(point.y - centre.y, point.x - centre.x)
}

/// Returns whether corners of two triangles count as one. The tolerance is larger than [`SAME_POINT_MM`],
/// because programs round the corners of each triangle separately.
fn is_same_corner(a: Point, b: Point) -> bool {
    a.distance(b) <= 10.0 * SAME_POINT_MM
}

/// Removes each polygon that has the same corners as an earlier polygon. Also removes polygons with
/// infinite or invalid coordinates.
fn without_duplicates(polygons: impl Iterator<Item = Polygon>) -> Vec<Polygon> {
    let mut found: Vec<Polygon> = Vec::new();
    let mut grid = PointIndex::<3>::with_limit(16.0 * SAME_POINT_MM, MAX_ITEMS_AT_ONE_POSITION);
    for polygon in polygons {
        if !polygon.corners.iter().all(|p| p.is_finite()) {
            continue;
        }
        let key = [polygon.centre.x, polygon.centre.y, polygon.side()];
        if !grid.near(key, SAME_POINT_MM).any(|(n, _)| found[n].coincides_with(&polygon)) {
            grid.insert(key, found.len());
            found.push(polygon);
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
    fn corners_in_the_other_direction_are_reversed() {
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
        // One corner is moved by 0.3 mm. This moves the same corner of the best-fitting regular
        // hexagon by 0.1 mm, so a distance of 0.2 mm remains.
        assert!((one(&corners).irregularity() - 0.2).abs() < 1e-3);
    }

    #[test]
    fn one_drawn_twice_is_found_once() {
        let corners = sample::hexagon((50.0, 60.0), 20.0, 0.0);
        let mut shifted: Vec<_> = corners.iter().map(|&(x, y)| (x + 0.0015, y)).collect();
        shifted.rotate_left(2);
        shifted.reverse();
        let displaced: Vec<_> = corners.iter().map(|&(x, y)| (x + 0.0045, y)).collect();
        let page = sample::page([&corners, &shifted, &displaced].map(|c| sample::closed(c)));
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
