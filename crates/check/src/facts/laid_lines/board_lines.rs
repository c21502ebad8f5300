//! Finds the lines of a board that consists of points and lines, to compare them with a drawing.
//!
//! - In: a board of the layout.
//! - Out: its points, its links and its longest straight lines.

use kurbo::{Line, ParamCurve as _, Point, Vec2};

use hexpress_game::{Board, PointArc, Points};
use hexpress_read::find::{MAX_LINES, runs};

/// The lines of a board are scaled so that the shortest straight link has this length.
pub const MIN_LINK_LENGTH: f64 = 10.0;
/// The largest number of sample points on a link.
const MAX_LINK_SAMPLES: f64 = 200.0;

/// The lines of a board. They are scaled so that the shortest straight link has the length
/// [`MIN_LINK_LENGTH`].
pub struct BoardLines {
    pub points: Vec<Point>,
    /// The pairs of points that are linked.
    pub links: Vec<Link>,
    /// The straight lines of the board, the longest first. If links continue each other, they are
    /// joined to one line.
    pub runs: Vec<Line>,
    /// The length of a cell's side, at the same scale as the lines.
    pub side: f64,
}

/// A link between two points.
pub struct Link {
    /// The indices of both points. For a straight link, the smaller index comes first.
    pub ends: [usize; 2],
    /// Points at equal distances on the link. To find out whether the link is drawn, these points are
    /// compared with the strokes of a drawing.
    pub places: Vec<Point>,
    pub is_arc: bool,
}

impl BoardLines {
    /// Returns the lines of a board. Returns `None` if no line is straight or if there are too many
    /// lines.
    pub fn new(board: &Board, lines: &Points) -> Option<Self> {
        let unit_points: Vec<Point> =
            board.cells.iter().map(|cell| board.grid.centre(cell.address)).collect();
        let lengths = lines.links.iter().filter_map(|ends| {
            let line = line_between(&unit_points, *ends)?;
            Some(line.p0.distance(line.p1))
        });
        let side = MIN_LINK_LENGTH / lengths.reduce(f64::min)?;
        if !(side.is_finite() && side > 0.0) || lines.links.len() > MAX_LINES {
            return None;
        }
        let points: Vec<Point> =
            unit_points.into_iter().map(|point| (point.to_vec2() * side).to_point()).collect();
        let straight = lines.links.iter().filter_map(|ends| Link::straight(&points, *ends));
        let arcs = lines.arcs.iter().filter_map(|bow| Link::arc(&points, *bow));
        let links = straight.chain(arcs).collect();
        let runs = runs(lines.links.iter().filter_map(|ends| line_between(&points, *ends)).collect());
        Some(Self { links, runs, points, side })
    }
}

/// Returns the line between the points with these indices. Returns `None` if an index is too large.
fn line_between(points: &[Point], [from, to]: [usize; 2]) -> Option<Line> {
    Some(Line::new(*points.get(from)?, *points.get(to)?))
}

impl Link {
    fn straight(points: &[Point], ends: [usize; 2]) -> Option<Self> {
        let line = line_between(points, ends)?;
        let places = places_along(line.p0.distance(line.p1), |t| line.eval(t));
        Some(Self { ends, places, is_arc: false })
    }

    fn arc(points: &[Point], PointArc { from, centre: about, to }: PointArc) -> Option<Self> {
        let (start, mid, end) = (*points.get(from)?, *points.get(about)?, *points.get(to)?);
        let [from_angle, to_angle] = [start, end].map(|point| libm::atan2(point.y - mid.y, point.x - mid.x));
        let sweep = (to_angle - from_angle).rem_euclid(std::f64::consts::TAU);
        let radius = start.distance(mid);
        let places = places_along(sweep * radius, |t| {
            let angle = from_angle + sweep * t;
            mid + Vec2::new(libm::cos(angle), libm::sin(angle)) * radius
        });
        Some(Self { ends: [from, to], places, is_arc: true })
    }
}

/// Returns points at equal distances on a curve of the length `length`. `eval` returns the point of the
/// curve for a parameter from 0 to 1.
fn places_along(length: f64, eval: impl Fn(f64) -> Point) -> Vec<Point> {
    let count = length.ceil().clamp(MIN_LINK_LENGTH, MAX_LINK_SAMPLES);
    (0..count as u32).map(|number| eval((f64::from(number) + 0.5) / count)).collect()
}
