//! Finds the rotations and reflections that map a tiling to itself. These are computed from the
//! tiling's row in the table of tilings.
//!
//! - In: a tiling.
//! - Out: the motions of a tiling, and the image of each cell under each motion.
//! - Not here: translations, which are steps of the tiling.

use std::sync::LazyLock;

use kurbo::{Point, Vec2};

use super::super::cell_address::CellAddress;
use super::Tiling;

/// The largest distance between points that count as equal, on a grid with sides of length 1. Such
/// points differ only because of rounding.
const SAME_POINT: f64 = 1e-6;

/// A rotation, or a reflection followed by a rotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Whether the motion begins with a reflection.
    pub mirrored: bool,
    /// The image of the unit vector that points to the right.
    pub right: Vec2,
    /// The images of the two steps of the tiling, as a matrix `[[a, b], [c, d]]`. If the steps are u and
    /// v, the image of u is a u + c v. The image of v is b u + d v.
    matrix: [[i32; 2]; 2],
    /// The images of the polygons in the parallelogram (0, 0).
    images: Vec<CellAddress>,
}

/// The motions of each tiling. The rotations come first, in ascending order of their angles, and
/// then the mirrored motions.
static MOTIONS: LazyLock<Vec<Vec<Motion>>> =
    LazyLock::new(|| Tiling::ALL.iter().map(|tiling| tiling.find_motions()).collect());

impl Motion {
    /// Returns the image of a cell.
    pub fn image(&self, cell: CellAddress) -> CellAddress {
        let [[a, b], [c, d]] = self.matrix;
        let image = self.images[usize::from(cell.polygon) % self.images.len()];
        CellAddress {
            q: a * cell.q + b * cell.r + image.q,
            r: c * cell.q + d * cell.r + image.r,
            polygon: image.polygon,
        }
    }

    /// Returns the cell that the motion maps to `cell`.
    pub fn preimage(&self, cell: CellAddress) -> CellAddress {
        let [[a, b], [c, d]] = self.matrix;
        let k = self.images.iter().position(|image| image.polygon == cell.polygon).unwrap_or(0);
        let (q, r) = (cell.q - self.images[k].q, cell.r - self.images[k].r);
        // The determinant is 1 or -1, so dividing by it is the same as multiplying by it.
        let determinant = a * d - b * c;
        CellAddress { q: determinant * (d * q - b * r), r: determinant * (a * r - c * q), polygon: k as u8 }
    }
}

impl Tiling {
    /// Returns the rotations and reflections that map the tiling to itself. Motions that differ only by a
    /// translation count as one motion.
    ///
    /// The first [`Self::turns`] motions are clockwise rotations. If the tiling is its own mirror
    /// image, the same number of mirrored motions follows.
    pub fn motions(self) -> &'static [Motion] {
        &MOTIONS[self as usize]
    }

    /// Returns the indices of [`Self::motions`] in the order in which motions are tried. Rotations come
    /// before mirrored motions. In both groups, the second motion is the first one with an additional half
    /// turn.
    pub fn motions_in_order(self) -> impl Iterator<Item = usize> {
        let order: &[usize] = match self.turns() {
            6 => &[0, 3, 1, 5, 2, 4],
            4 => &[0, 2, 1, 3],
            _ => &[0, 1],
        };
        let (turns, count) = (self.turns(), self.motions().len());
        [0, turns]
            .into_iter()
            .flat_map(move |first| order.iter().map(move |k| first + k))
            .filter(move |index| *index < count)
    }

    /// Returns the vector from the middle of cell (0, 0) to the middle of `cell`. A result (x, y) means
    /// x times the first step of the tiling plus y times its second step.
    pub fn in_steps(self, cell: CellAddress) -> Vec2 {
        let steps = Vec2::new(f64::from(cell.q), f64::from(cell.r));
        if self.polygons() == 1 || cell.polygon == 0 {
            steps
        } else {
            steps + self.polygon_in_steps(cell.polygon)
        }
    }

    /// Returns the vector from the middle of the first polygon to the middle of polygon `k`, in the
    /// same form as [`Self::in_steps`].
    fn polygon_in_steps(self, k: u8) -> Vec2 {
        let frame = self.frame();
        frame.in_steps(self.unit_centre(CellAddress { polygon: k, ..CellAddress::new(0, 0) }) - frame.origin)
    }

    fn frame(self) -> Frame {
        let [origin, first, second] =
            [CellAddress::new(0, 0), CellAddress::new(1, 0), CellAddress::new(0, 1)]
                .map(|address| self.unit_centre(address));
        Frame { origin, steps: [first - origin, second - origin] }
    }

    /// Returns the cell whose middle is at this point, on a grid with sides of length 1. Returns `None`
    /// if no cell has its middle there.
    fn cell_with_middle(self, at: Point) -> Option<CellAddress> {
        let frame = self.frame();
        let steps = frame.in_steps(at - frame.origin);
        (0..self.polygons()).find_map(|k| {
            let [q, r] = whole_steps(steps - self.polygon_in_steps(k))?;
            Some(CellAddress { q, r, polygon: k })
        })
    }

    /// Computes [`Self::motions`].
    fn find_motions(self) -> Vec<Motion> {
        let rotates = |turns: &u8| self.motion(Linear::rotation(360.0 / f64::from(*turns)), false).is_some();
        let turns = [6, 4, 2].into_iter().find(rotates).unwrap_or(1);
        let rotations: Vec<Linear> =
            (0..turns).map(|n| Linear::rotation(360.0 / f64::from(turns) * f64::from(n))).collect();
        // If a tiling is its own mirror image, one of these two reflections maps it to itself. The first
        // reflection exchanges the directions of the two steps of the tiling. The second one has a vertical
        // axis.
        let [u, v] = self.frame().steps;
        let reflections = [Linear::reflection(u / u.hypot() + v / v.hypot()), Linear::LEFT_TO_RIGHT];
        let reflection = reflections.into_iter().find(|reflection| self.motion(*reflection, true).is_some());
        let plain = rotations.iter().filter_map(|rotation| self.motion(*rotation, false));
        let mirrored = reflection.into_iter().flat_map(|reflection| {
            rotations.iter().filter_map(move |rotation| self.motion(rotation.after(reflection), true))
        });
        plain.chain(mirrored).collect()
    }

    /// Returns the motion that applies `linear`, and then moves the first polygon to a polygon of the
    /// parallelogram (0, 0). Returns `None` if no such motion maps the tiling to itself.
    fn motion(self, linear: Linear, mirrored: bool) -> Option<Motion> {
        let frame = self.frame();
        let [first, second] = frame.steps.map(|step| whole_steps(frame.in_steps(linear.apply(step))));
        let ([a, c], [b, d]) = (first?, second?);
        (0..self.polygons()).find_map(|target| {
            let middle = self.unit_centre(CellAddress { polygon: target, ..CellAddress::new(0, 0) });
            let images: Option<Vec<CellAddress>> =
                (0..self.polygons()).map(|k| self.image(k, linear, middle)).collect();
            let right = linear.apply(Vec2::new(1.0, 0.0));
            Some(Motion { mirrored, right, matrix: [[a, b], [c, d]], images: images? })
        })
    }

    /// Returns the cell to which a motion maps polygon `k`. The motion is the rotation or
    /// reflection `linear`, followed by a translation that moves the middle of the first polygon to
    /// `middle`.
    ///
    /// Returns `None` if the mapped polygon is not a cell of the tiling.
    fn image(self, k: u8, linear: Linear, middle: Point) -> Option<CellAddress> {
        let from_first =
            self.unit_centre(CellAddress { polygon: k, ..CellAddress::new(0, 0) }) - self.frame().origin;
        let address = self.cell_with_middle(middle + linear.apply(from_first))?;
        // The mapped polygon and the cell have the same middle, but may have different shapes or
        // orientations. Their corners are therefore compared, too.
        let corners = self.unit_corners(address);
        let mut mapped = self
            .unit_corners(CellAddress { polygon: k, ..address })
            .iter()
            .map(|corner| linear.apply(*corner));
        let agree = mapped.len() == corners.len()
            && mapped.all(|image| corners.iter().any(|corner| (*corner - image).hypot() < SAME_POINT));
        agree.then_some(address)
    }
}

/// The middle of cell (0, 0), and the two steps of a tiling.
struct Frame {
    origin: Point,
    steps: [Vec2; 2],
}

impl Frame {
    /// Returns how many times each of the two steps must be taken to make `vector`.
    fn in_steps(&self, vector: Vec2) -> Vec2 {
        let [u, v] = self.steps;
        Vec2::new(vector.cross(v), u.cross(vector)) / u.cross(v)
    }
}

/// Rounds numbers of steps to whole numbers. Returns `None` if they are not whole.
fn whole_steps(steps: Vec2) -> Option<[i32; 2]> {
    let rounded = Vec2::new(steps.x.round(), steps.y.round());
    ((steps - rounded).hypot() < SAME_POINT).then_some([rounded.x as i32, rounded.y as i32])
}

/// A linear map. It is given by the images of two unit vectors: the one that points to the right,
/// and the one that points down.
#[derive(Clone, Copy)]
struct Linear([Vec2; 2]);

impl Linear {
    /// The reflection in a vertical axis.
    const LEFT_TO_RIGHT: Self = Self([Vec2::new(-1.0, 0.0), Vec2::new(0.0, 1.0)]);

    /// Returns the clockwise rotation by an angle.
    fn rotation(degrees: f64) -> Self {
        let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
        Self([Vec2::new(cos, sin), Vec2::new(-sin, cos)])
    }

    /// Returns the reflection in an axis with this direction.
    fn reflection(axis: Vec2) -> Self {
        let along = axis / axis.hypot();
        Self([Vec2::new(1.0, 0.0), Vec2::new(0.0, 1.0)].map(|unit| along * (2.0 * along.dot(unit)) - unit))
    }

    fn apply(self, vector: Vec2) -> Vec2 {
        self.0[0] * vector.x + self.0[1] * vector.y
    }

    /// Returns the map that applies `first` and then `self`.
    fn after(self, first: Self) -> Self {
        Self(first.0.map(|image| self.apply(image)))
    }
}
