//! Converts points of a photo to points of the sheet and back, according to the view of the camera.
//!
//! - In: corners and edges of the sheet in the photo.
//! - Out: a projection and the distortion of the lens.
//!
//! The lens bends lines that do not pass through the middle of the photo (Brown 1966). `r` is the
//! distance of a point from the middle, in units of half the diagonal. An ideal lens would show the
//! point `1 + a r² + b r⁴` times as far from the middle.

use kurbo::{Point, Size, Vec2};

use super::edges::{EdgePoint, SheetEdges};
use crate::fit::median_or_zero;
use crate::fit::solve::Factored;
use crate::plane::Plane;

/// A projection between planes, as a 3 x 3 matrix, row by row. The last number is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Projection(pub [f64; 9]);

impl Projection {
    pub fn apply(&self, at: Point) -> Point {
        let m = &self.0;
        let depth = m[6] * at.x + m[7] * at.y + m[8];
        Point::new((m[0] * at.x + m[1] * at.y + m[2]) / depth, (m[3] * at.x + m[4] * at.y + m[5]) / depth)
    }

    /// Returns the inverse. Returns `None` if the projection flattens the plane to a line.
    pub fn inverse(&self) -> Option<Self> {
        let m = &self.0;
        let minor = |a: usize, b: usize, c: usize, d: usize| m[a] * m[d] - m[b] * m[c];
        let adjugate = [
            minor(4, 5, 7, 8),
            -minor(1, 2, 7, 8),
            minor(1, 2, 4, 5),
            -minor(3, 5, 6, 8),
            minor(0, 2, 6, 8),
            -minor(0, 2, 3, 5),
            minor(3, 4, 6, 7),
            -minor(0, 1, 6, 7),
            minor(0, 1, 3, 4),
        ];
        let last = adjugate[8];
        (last.abs() > 1e-12).then(|| Self(adjugate.map(|value| value / last)))
    }

    /// Returns the projection that maps the points `from` to the points `to`. Returns `None` if three
    /// of the points are on a line.
    fn between(from: &[Point; 4], to: &[Point; 4]) -> Option<Self> {
        let (mut matrix, mut right) = ([0.0; 64], [0.0; 8]);
        for (from, to) in from.iter().zip(to) {
            let (x, y) = (from.x, from.y);
            let rows = [
                ([x, y, 1.0, 0.0, 0.0, 0.0, -x * to.x, -y * to.x], to.x),
                ([0.0, 0.0, 0.0, x, y, 1.0, -x * to.y, -y * to.y], to.y),
            ];
            for (row, value) in rows {
                for i in 0..8 {
                    right[i] += row[i] * value;
                    (0..8).for_each(|k| matrix[i * 8 + k] += row[i] * row[k]);
                }
            }
        }
        let solved = Factored::new(&matrix, 8)?.solve(&right);
        let mut numbers = [1.0; 9];
        numbers[..8].copy_from_slice(&solved);
        Some(Self(numbers))
    }
}

/// The view of a camera.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// The middle of the photo and half its diagonal, in pixels.
    centre: Point,
    radius: f64,
    /// The projection from points of the photo to mm on the sheet. The points are those that an ideal
    /// lens would show, relative to the middle, in units of half the diagonal.
    to_sheet: Projection,
    from_sheet: Projection,
    /// The coefficients `a` and `b` of the lens, as in the description of this module.
    lens: [f64; 2],
    pub paper: Size,
    /// How far the edges of the sheet are from the places where the view expects them, in mm. Two
    /// thirds of the points are closer than this.
    pub uneven: f64,
}

/// The number of unknowns of a view: eight of the projection and two of the lens.
const UNKNOWNS: usize = 10;
/// The usual sizes of the coefficients `a` and `b` of a lens.
const USUAL_LENS: [f64; 2] = [0.1, 0.05];
/// The usual distance of the edges from the places where the view expects them, in mm. In the fit, this
/// distance counts as much as a lens with the coefficients [`USUAL_LENS`].
const USUAL_OFF: f64 = 0.05;

impl View {
    /// Returns the view that shows the corners of a sheet, without a distortion by the lens. The
    /// corners are top left, top right, bottom right, bottom left. Returns `None` if three of the
    /// corners are on a line.
    pub fn through(corners: &[Point; 4], photo: &Plane, paper: Size) -> Option<Self> {
        let (width, height) = (photo.width as f64, photo.height as f64);
        let centre = Point::new(width / 2.0, height / 2.0);
        let radius = width.hypot(height) / 2.0;
        let ideal = corners.map(|at| ((at - centre) / radius).to_point());
        let [right, bottom] = [paper.width, paper.height];
        let on_sheet =
            [Point::ORIGIN, Point::new(right, 0.0), Point::new(right, bottom), Point::new(0.0, bottom)];
        let to_sheet = Projection::between(&ideal, &on_sheet)?;
        Self { centre, radius, to_sheet, from_sheet: to_sheet, lens: [0.0; 2], paper, uneven: 0.0 }
            .with_inverse()
    }

    fn with_inverse(self) -> Option<Self> {
        Some(Self { from_sheet: self.to_sheet.inverse()?, ..self })
    }

    /// Returns the point of the sheet that a pixel shows, in mm.
    pub fn to_sheet(&self, pixel: Point) -> Point {
        let from = (pixel - self.centre) / self.radius;
        let square = from.hypot2();
        let [a, b] = self.lens;
        self.to_sheet.apply((from * (1.0 + a * square + b * square * square)).to_point())
    }

    /// Returns the pixel that shows a point of the sheet.
    pub fn to_photo(&self, at: Point) -> Point {
        const ROUNDS: usize = 12;
        let ideal = self.from_sheet.apply(at).to_vec2();
        let [a, b] = self.lens;
        // The formula of the lens has no simple inverse, so the point is found in several rounds.
        let mut from = ideal;
        for _ in 0..ROUNDS {
            let square = from.hypot2().min(2.0);
            from = ideal / (1.0 + a * square + b * square * square).max(0.3);
        }
        self.centre + from * self.radius
    }

    /// Returns the mean number of pixels per mm.
    pub fn pixels_per_mm(&self) -> f64 {
        let Size { width, height } = self.paper;
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        let [a, b, c, d] = corners.map(|(x, y)| self.to_photo(Point::new(x, y)));
        let area = (c - a).cross(d - b).abs() / 2.0;
        (area / (width * height)).sqrt()
    }

    /// Returns the view for which the measured edges are as close as possible to the sides of the sheet.
    /// Returns `None` if the equations of the fit cannot be solved.
    pub fn fitted(&self, edges: &SheetEdges) -> Option<Self> {
        const ROUNDS: usize = 12;
        let mut view = *self;
        let mut weights = vec![1.0; edges.points.len()];
        for _ in 0..ROUNDS {
            view = view.stepped(&edges.points, &weights)?;
            let off: Vec<f64> = edges.points.iter().map(|point| view.distance_from_edge(point)).collect();
            // The factor 1.4826 converts the median of distances to a standard deviation.
            let usual = 1.4826 * median_or_zero(&mut off.iter().map(|off| off.abs()).collect::<Vec<_>>());
            let usual = usual.max(0.01);
            for (weight, off) in weights.iter_mut().zip(&off) {
                let units = off.abs() / usual;
                *weight = if units > 5.0 { 0.0 } else { (2.0 / units.max(2.0)).min(1.0) };
            }
            view.uneven = usual;
        }
        Some(view)
    }

    /// Returns how far a point is from its edge, in mm.
    fn distance_from_edge(&self, point: &EdgePoint) -> f64 {
        point.side.distance(self.to_sheet(point.pixel), self.paper)
    }

    fn unknowns(&self) -> [f64; UNKNOWNS] {
        let mut out = [0.0; UNKNOWNS];
        out[..8].copy_from_slice(&self.to_sheet.0[..8]);
        out[8..].copy_from_slice(&self.lens);
        out
    }

    fn with_unknowns(&self, unknowns: &[f64; UNKNOWNS]) -> Self {
        let mut view = *self;
        view.to_sheet.0[..8].copy_from_slice(&unknowns[..8]);
        view.lens.copy_from_slice(&unknowns[8..]);
        view
    }

    /// Makes one step of the Gauss-Newton method. Returns `None` if the equations cannot be solved.
    fn stepped(&self, points: &[EdgePoint], weights: &[f64]) -> Option<Self> {
        let now = self.unknowns();
        // The unknowns in mm are larger than the other unknowns, so their steps are larger, too.
        let steps: [f64; UNKNOWNS] = std::array::from_fn(|index| if index < 6 { 1e-3 } else { 1e-6 });
        let moved: Vec<Self> = (0..UNKNOWNS)
            .map(|index| {
                let mut changed = now;
                changed[index] += steps[index];
                self.with_unknowns(&changed)
            })
            .collect();
        let (mut matrix, mut right) = ([0.0; UNKNOWNS * UNKNOWNS], [0.0; UNKNOWNS]);
        for (point, weight) in points.iter().zip(weights) {
            let off = self.distance_from_edge(point);
            let slopes: [f64; UNKNOWNS] =
                std::array::from_fn(|index| (moved[index].distance_from_edge(point) - off) / steps[index]);
            for row in 0..UNKNOWNS {
                right[row] -= weight * slopes[row] * off;
                (0..UNKNOWNS).for_each(|column| {
                    matrix[row * UNKNOWNS + column] += weight * slopes[row] * slopes[column]
                });
            }
        }
        for (index, usual) in USUAL_LENS.into_iter().enumerate() {
            let weight = (USUAL_OFF / usual).powi(2);
            matrix[(8 + index) * UNKNOWNS + 8 + index] += weight;
            right[8 + index] -= weight * self.lens[index];
        }
        for row in 0..UNKNOWNS {
            matrix[row * UNKNOWNS + row] *= 1.0 + 1e-9;
        }
        let by = Factored::new(&matrix, UNKNOWNS)?.solve(&right);
        self.with_unknowns(&std::array::from_fn(|index| now[index] + by[index])).with_inverse()
    }
}

/// A side of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetEdge {
    Top,
    Right,
    Bottom,
    Left,
}

impl SheetEdge {
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// Returns the point of the side at the fraction `share` of its length, from the left or from the
    /// top.
    pub fn at(self, share: f64, paper: Size) -> Point {
        let Size { width, height } = paper;
        match self {
            Self::Top => Point::new(width * share, 0.0),
            Self::Right => Point::new(width, height * share),
            Self::Bottom => Point::new(width * share, height),
            Self::Left => Point::new(0.0, height * share),
        }
    }

    /// Returns the direction out of the sheet.
    pub fn outwards(self) -> Vec2 {
        match self {
            Self::Top => Vec2::new(0.0, -1.0),
            Self::Right => Vec2::new(1.0, 0.0),
            Self::Bottom => Vec2::new(0.0, 1.0),
            Self::Left => Vec2::new(-1.0, 0.0),
        }
    }

    /// Returns how far beyond this side a point is, in mm. The distance is negative on the side of the
    /// sheet.
    fn distance(self, at: Point, paper: Size) -> f64 {
        match self {
            Self::Top => -at.y,
            Self::Right => at.x - paper.width,
            Self::Bottom => at.y - paper.height,
            Self::Left => -at.x,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_is_found_from_edges() {
        let photo = Plane { width: 4000, height: 3000, values: Vec::new() };
        let paper = Size::new(297.0, 210.0);
        let corners = [(420.0, 380.0), (3610.0, 300.0), (3700.0, 2740.0), (350.0, 2600.0)];
        let corners = corners.map(|(x, y)| Point::new(x, y));
        let truth = View { lens: [0.06, -0.01], ..View::through(&corners, &photo, paper).unwrap() };
        let at = Point::new(100.0, 70.0);
        assert!(truth.to_sheet(truth.to_photo(at)).distance(at) < 1e-6);
        let points = SheetEdge::ALL.into_iter().flat_map(|side| {
            (1..40).map(move |index| EdgePoint {
                side,
                pixel: truth.to_photo(side.at(f64::from(index) / 40.0, paper)),
            })
        });
        let edges = SheetEdges { points: points.collect() };
        let start = corners.map(|at| at + Vec2::new(7.0, -9.0));
        let found = View::through(&start, &photo, paper).unwrap().fitted(&edges).unwrap();
        for at in [Point::new(10.0, 10.0), Point::new(150.0, 100.0), Point::new(290.0, 30.0)] {
            let off = found.to_photo(at).distance(truth.to_photo(at));
            assert!(off < 0.3, "{off}");
        }
    }
}
