//! The lines of a board of points, before they are laid over a drawing.

use kurbo::{Line, ParamCurve as _, Point, Vec2};

use crate::find::{MOST_LINES, runs};
use crate::model::{Board, Bow, Points};

/// How long the shortest straight link is.
pub const SHORTEST: f64 = 10.0;
/// The most places on a link.
const MOST_PLACES: f64 = 200.0;

/// The lines of a board, so large that the shortest is [`SHORTEST`].
pub struct BoardLines {
    /// Its points.
    pub points: Vec<Point>,
    /// Which of them are joined.
    pub links: Vec<Link>,
    /// Straight links, those that run on in each other put together, the longest first.
    pub runs: Vec<Line>,
    /// How long a side of its cells is.
    pub side: f64,
}

/// Two points that are joined.
pub struct Link {
    /// Which, by their numbers, the smaller one first where it is straight.
    pub ends: [usize; 2],
    /// Places on it, evenly apart.
    pub places: Vec<Point>,
    /// Whether it is an arc.
    pub is_arc: bool,
}

impl BoardLines {
    /// Those of a board; none if no straight one is among them, or more than are put together.
    pub fn of(board: &Board, lines: &Points) -> Option<Self> {
        let mut points: Vec<Point> = board.cells.iter().map(|cell| board.grid().middle(cell.hex)).collect();
        let long = |[a, b]: &[usize; 2]| Some(points.get(*a)?.distance(*points.get(*b)?));
        let side = SHORTEST / lines.links.iter().filter_map(long).reduce(f64::min)?;
        if !(side.is_finite() && side > 0.0) || lines.links.len() > MOST_LINES {
            return None;
        }
        points.iter_mut().for_each(|at| *at = (at.to_vec2() * side).to_point());
        let straight = lines.links.iter().filter_map(|ends| Link::straight(&points, *ends));
        let arcs = lines.bows.iter().filter_map(|bow| Link::arc(&points, *bow));
        let line = |[a, b]: &[usize; 2]| Some(Line::new(*points.get(*a)?, *points.get(*b)?));
        let runs = runs(lines.links.iter().filter_map(line).collect());
        Some(Self { links: straight.chain(arcs).collect(), runs, points, side })
    }
}

impl Link {
    fn straight(points: &[Point], ends: [usize; 2]) -> Option<Self> {
        let line = Line::new(*points.get(ends[0])?, *points.get(ends[1])?);
        let places = evenly(line.p0.distance(line.p1), |t| line.eval(t));
        Some(Self { ends, places, is_arc: false })
    }

    fn arc(points: &[Point], Bow { from, about, to }: Bow) -> Option<Self> {
        let (start, middle, end) = (*points.get(from)?, *points.get(about)?, *points.get(to)?);
        let angle = |at: Point| libm::atan2(at.y - middle.y, at.x - middle.x);
        let sweep = (angle(end) - angle(start)).rem_euclid(std::f64::consts::TAU);
        let radius = start.distance(middle);
        let at = |t: f64| {
            let turned = angle(start) + sweep * t;
            middle + Vec2::new(libm::cos(turned), libm::sin(turned)) * radius
        };
        Some(Self { ends: [from, to], places: evenly(sweep * radius, at), is_arc: true })
    }
}

/// Places along something so long, evenly apart.
fn evenly(long: f64, at: impl Fn(f64) -> Point) -> Vec<Point> {
    let count = long.ceil().clamp(SHORTEST, MOST_PLACES);
    (0..count as u32).map(|number| at((f64::from(number) + 0.5) / count)).collect()
}
