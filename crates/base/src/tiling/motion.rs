//! Turns and mirrors that put a tiling upon itself, worked out from its row of the table.

use std::sync::LazyLock;

use kurbo::{Point, Vec2};

use super::super::hex::Hex;
use super::Tiling;

/// How far middles may lie apart that are one, on a grid of side 1: rounding alone.
const NEAR: f64 = 1e-6;

/// A turn about some place, or a mirror and then a turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// Whether it is seen in a mirror.
    pub mirrored: bool,
    /// Where the way to the right comes to lie.
    pub right: Vec2,
    /// What becomes of the two steps: the first of each pair is so many of the first step.
    matrix: [[i32; 2]; 2],
    /// Where the polygons of the parallelogram at (0, 0) come to lie.
    of: Vec<Hex>,
}

/// Turns and mirrors by tiling: the turns first, each by the least one more, then those of a mirror image.
static MOTIONS: LazyLock<Vec<Vec<Motion>>> =
    LazyLock::new(|| Tiling::ALL.iter().map(|tiling| motions(*tiling)).collect());

impl Motion {
    /// Where a cell comes to lie.
    pub fn there(&self, hex: Hex) -> Hex {
        let [[a, b], [c, d]] = self.matrix;
        let of = self.of[usize::from(hex.k) % self.of.len()];
        Hex { q: a * hex.q + b * hex.r + of.q, r: c * hex.q + d * hex.r + of.r, k: of.k }
    }

    /// The cell that comes to lie there.
    pub fn back(&self, hex: Hex) -> Hex {
        let [[a, b], [c, d]] = self.matrix;
        let turned = |of: &Hex| of.k == hex.k;
        let k = self.of.iter().position(turned).unwrap_or(0);
        let (q, r) = (hex.q - self.of[k].q, hex.r - self.of[k].r);
        // Its determinant is 1 or -1.
        let whole = a * d - b * c;
        Hex { q: whole * (d * q - b * r), r: whole * (a * r - c * q), k: k as u8 }
    }
}

impl Tiling {
    /// The turns and mirrors that put it upon itself but for a shift: [`Self::turns`] turns clockwise, then, if it is its
    /// own mirror image, as many that are mirrored first.
    pub fn motions(self) -> &'static [Motion] {
        &MOTIONS[self as usize]
    }

    /// The numbers of the turns, then those of a mirror image: upright first, then upside down.
    pub fn motions_in_order(self) -> impl Iterator<Item = usize> {
        let order: &[usize] = match self.turns() {
            6 => &[0, 3, 1, 5, 2, 4],
            4 => &[0, 2, 1, 3],
            _ => &[0, 1],
        };
        let (turns, all) = (self.turns(), self.motions().len());
        [0, turns]
            .into_iter()
            .flat_map(move |first| order.iter().map(move |k| first + k))
            .filter(move |k| *k < all)
    }

    /// The parts of the two steps that lead from the middle of the cell (0, 0) to that of another.
    pub fn in_steps(self, hex: Hex) -> Vec2 {
        let own = Vec2::new(f64::from(hex.q), f64::from(hex.r));
        if self.polygons() == 1 || hex.k == 0 { own } else { own + self.share(hex.k) }
    }

    fn share(self, k: u8) -> Vec2 {
        let [origin, u, v] = self.frame();
        let way = self.unit_centre(Hex { k, ..Hex::new(0, 0) }) - origin.to_point();
        Vec2::new(way.cross(v), u.cross(way)) / u.cross(v)
    }

    /// The middle of the cell (0, 0), and the two steps.
    fn frame(self) -> [Vec2; 3] {
        let middle = |q, r| self.unit_centre(Hex::new(q, r)).to_vec2();
        let origin = middle(0, 0);
        [origin, middle(1, 0) - origin, middle(0, 1) - origin]
    }

    /// The cell whose middle lies at a place on a grid of side 1; none where no middle is.
    fn cell_with_middle(self, at: Point) -> Option<Hex> {
        let [origin, u, v] = self.frame();
        (0..self.polygons()).find_map(|k| {
            let way = at.to_vec2() - origin;
            let steps = Vec2::new(way.cross(v), u.cross(way)) / u.cross(v) - self.share(k);
            let whole = Vec2::new(steps.x.round(), steps.y.round());
            ((steps - whole).hypot() < NEAR).then_some(Hex { q: whole.x as i32, r: whole.y as i32, k })
        })
    }
}

/// A way turned by an angle of which cosine and sine are given, in a mirror first where the steps change places.
#[derive(Clone, Copy)]
struct Linear([Vec2; 2]);

impl Linear {
    fn of(self, way: Vec2) -> Vec2 {
        self.0[0] * way.x + self.0[1] * way.y
    }
}

fn motions(tiling: Tiling) -> Vec<Motion> {
    let turn = |degrees: f64| {
        let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
        Linear([Vec2::new(cos, sin), Vec2::new(-sin, cos)])
    };
    let order = [6, 4, 2].into_iter().find(|n| motion(tiling, turn(360.0 / f64::from(*n)), false).is_some());
    let turns: Vec<Linear> =
        (0..order.unwrap_or(1)).map(|n| turn(360.0 / f64::from(order.unwrap_or(1)) * f64::from(n))).collect();
    // The mirror in which the two steps change places; where they are not alike, left and right do.
    let [_, u, v] = tiling.frame();
    let axis = u / u.hypot() + v / v.hypot();
    let along = axis / axis.hypot();
    let mirror = |w: Vec2| along * (2.0 * along.dot(w)) - w;
    let mirrors = [
        Linear([mirror(Vec2::new(1.0, 0.0)), mirror(Vec2::new(0.0, 1.0))]),
        Linear([Vec2::new(-1.0, 0.0), Vec2::new(0.0, 1.0)]),
    ];
    let mirror = mirrors.into_iter().find(|mirror| motion(tiling, *mirror, true).is_some());
    let after = |turn: &Linear, mirror: Linear| Linear(mirror.0.map(|w| turn.of(w)));
    let plain = turns.iter().filter_map(|turn| motion(tiling, *turn, false));
    let mirrored =
        mirror.into_iter().flat_map(|m| turns.iter().filter_map(move |t| motion(tiling, after(t, m), true)));
    plain.chain(mirrored).collect()
}

/// The motion with this turn or mirror, if there is one: shifted so that the first polygon stays in its parallelogram.
fn motion(tiling: Tiling, linear: Linear, mirrored: bool) -> Option<Motion> {
    let [origin, u, v] = tiling.frame();
    let steps = |way: Vec2| {
        let parts = Vec2::new(way.cross(v), u.cross(way)) / u.cross(v);
        let whole = Vec2::new(parts.x.round(), parts.y.round());
        ((parts - whole).hypot() < NEAR).then_some([whole.x as i32, whole.y as i32])
    };
    let ([a, c], [b, d]) = (steps(linear.of(u))?, steps(linear.of(v))?);
    let middle = |k: u8| tiling.unit_centre(Hex { k, ..Hex::new(0, 0) });
    (0..tiling.polygons()).find_map(|target| {
        let there = |k: u8| {
            let to = middle(target) + linear.of(middle(k).to_vec2() - origin);
            let hex = tiling.cell_with_middle(to)?;
            // Its middle alone does not say how a rectangle lies.
            let corners = tiling.unit_corners(hex);
            let is_corner = |at: Vec2| corners.iter().any(|corner| (*corner - at).hypot() < NEAR);
            let own = tiling.unit_corners(Hex { k, ..hex });
            let lies = own.len() == corners.len() && own.iter().all(|corner| is_corner(linear.of(*corner)));
            lies.then_some(hex)
        };
        let of: Option<Vec<Hex>> = (0..tiling.polygons()).map(there).collect();
        Some(Motion { mirrored, right: linear.of(Vec2::new(1.0, 0.0)), matrix: [[a, b], [c, d]], of: of? })
    })
}
