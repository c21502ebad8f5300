//! Finds the edges of the sheet of paper in a scan.
//!
//! - In: a page that was found in the scan.
//! - Out: the four edges, if the scan shows all of them, and the place of the print on the paper.
//!
//! A white lid or an automatic crop hides edges. If an edge is hidden, the place of the print on the
//! paper is unknown, and there is no result.

use kurbo::{Point, Rect, Size, Vec2};

use crate::figures::{Figure, HALF_95, PAPER_EDGE};
use crate::fit::median_or_zero;
use crate::light;
use crate::locate::Located;
use crate::plane::Plane;

/// The largest distance between an edge of the paper and the corresponding side of the printed
/// page, in mm.
const MAX_EDGE_DISTANCE_MM: f64 = 12.0;
/// The distance between samples across an edge, in mm.
const SAMPLE_DISTANCE_MM: f64 = 0.1;
/// The edge of the paper is searched at this number of places along a side of the page.
const SEARCHED_PLACES: usize = 60;
/// The smallest change of grey value per mm at an edge.
const MIN_STEP: f32 = 40.0;

/// The place of a print on its paper.
#[derive(Debug, Clone, Copy)]
pub struct OnPaper {
    /// The offset of the page's centre from the paper's centre, to the right and down, in mm on the
    /// page.
    pub right: Figure,
    pub down: Figure,
    /// The clockwise rotation of the print on the paper, in degrees.
    pub turn: Figure,
    pub frame: PaperFrame,
}

/// Where a sheet of paper is in the coordinates of the page. If the page is printed without errors,
/// the paper is in exactly the same place as the page.
#[derive(Debug, Clone, Copy)]
pub struct PaperFrame {
    /// The middle of the paper, in mm on the page.
    pub centre: Point,
    /// The directions of the paper's horizontal and vertical edges, on the page.
    pub horizontal: Vec2,
    pub vertical: Vec2,
}

/// An edge of the paper near a side of the page. `offset` is its distance outwards from the middle of
/// the side, in mm. `slope` is the change of the offset per mm along the side.
#[derive(Debug, Clone, Copy)]
struct Edge {
    offset: f64,
    slope: f64,
    /// `offset` and `slope` describe a line. This is the fraction of places along the side that agree
    /// with it.
    agreeing: f64,
    scatter: f64,
}

/// A side of the page, with two directions: along the side, and outwards.
struct PageEdge {
    from: Point,
    along: Vec2,
    outwards: Vec2,
    length: f64,
}

/// A line near a side of the page. `offset` and `slope` are measured as in an [`Edge`].
#[derive(Clone, Copy)]
struct Line {
    offset: f64,
    slope: f64,
}

impl Line {
    /// Returns how far a candidate is from the line, in mm.
    fn distance(self, candidate: &Candidate, side: &PageEdge) -> f64 {
        (candidate.offset - self.offset - self.slope * candidate.place * side.length).abs()
    }
}

/// A point of the scan that may be on the edge of the paper, given relative to a side of the page.
#[derive(Clone, Copy)]
struct Candidate {
    /// The place along the side, from -0.5 to 0.5.
    place: f64,
    offset: f64,
}

/// Returns the place of a print on its paper. Returns `None` unless all four edges are seen.
pub fn on_paper(located: &Located, scan: &Plane) -> Option<OnPaper> {
    let size = located.size;
    let corners = size.to_rect();
    let sides = [
        PageEdge {
            from: Point::new(corners.x0, corners.y0),
            along: Vec2::new(0.0, 1.0),
            outwards: Vec2::new(-1.0, 0.0),
            length: size.height,
        },
        PageEdge {
            from: Point::new(corners.x1, corners.y0),
            along: Vec2::new(0.0, 1.0),
            outwards: Vec2::new(1.0, 0.0),
            length: size.height,
        },
        PageEdge {
            from: Point::new(corners.x0, corners.y0),
            along: Vec2::new(1.0, 0.0),
            outwards: Vec2::new(0.0, -1.0),
            length: size.width,
        },
        PageEdge {
            from: Point::new(corners.x0, corners.y1),
            along: Vec2::new(1.0, 0.0),
            outwards: Vec2::new(0.0, 1.0),
            length: size.width,
        },
    ];
    let mut edges = [None; 4];
    for (edge, side) in edges.iter_mut().zip(&sides) {
        *edge = find_edge(located, scan, side);
    }
    let [Some(left), Some(right), Some(top), Some(bottom)] = edges else { return None };
    // Opposite edges must be about as far apart as the width or height of the paper. The scale of
    // the print may be wrong by a few percent.
    let is_paper = |one: Edge, other: Edge, length: f64| {
        let measured = length + one.offset + other.offset;
        (0.95..1.12).contains(&(measured / length)) && (one.slope + other.slope).abs() * length < 2.0
    };
    if !is_paper(left, right, size.width) || !is_paper(top, bottom, size.height) {
        return None;
    }
    // The rotation in [`Figures`] is the rotation of the page's rows. So the rotation on the paper is
    // computed from the horizontal edges of the paper.
    let turn = ((top.slope - bottom.slope) / 2.0).to_degrees();
    let scatter = [left, right, top, bottom].iter().map(|edge| edge.scatter).fold(0.0, f64::max);
    let fit = HALF_95 * scatter / (SEARCHED_PLACES as f64).sqrt();
    let place = |before: Edge, after: Edge| Figure {
        value: (before.offset - after.offset) / 2.0,
        fit,
        instrument_error: PAPER_EDGE,
    };
    // If points are evenly spaced along a line, the error of its slope follows from the error of its
    // offset. The error of the slope is √12 (about 3.5) times as large, divided by the length.
    let turn = Figure {
        value: turn,
        fit: (fit / size.width * 3.5).to_degrees(),
        instrument_error: (PAPER_EDGE / size.width * 2.0).to_degrees(),
    };
    let frame = frame(size, [left, right, top, bottom]);
    Some(OnPaper { right: place(left, right), down: place(top, bottom), turn, frame })
}

/// Returns the frame of the paper with these edges.
fn frame(page: Size, [left, right, top, bottom]: [Edge; 4]) -> PaperFrame {
    let centre = page.to_vec2() / 2.0;
    let (lean, fall) = ((right.slope - left.slope) / 2.0, (bottom.slope - top.slope) / 2.0);
    // The lines halfway between opposite edges meet in the middle of the paper.
    let (x, y) = ((right.offset - left.offset) / 2.0, (bottom.offset - top.offset) / 2.0);
    let down = (y + fall * x) / (1.0 - fall * lean);
    PaperFrame {
        centre: (centre + Vec2::new(x + lean * down, down)).to_point(),
        horizontal: Vec2::new(1.0, fall),
        vertical: Vec2::new(lean, 1.0),
    }
}

/// Finds the edge of the paper near a side of the page. Returns `None` if the edge is seen at too few
/// places.
fn find_edge(located: &Located, scan: &Plane, side: &PageEdge) -> Option<Edge> {
    /// The edge must be visible at this fraction of the places or more.
    const MIN_AGREEING_SHARE: f64 = 0.6;
    /// A place agrees with the line if its distance from the line is less than this, in mm.
    const MAX_LINE_DISTANCE_MM: f64 = 0.25;
    let mut candidates: Vec<Candidate> = Vec::new();
    for index in 0..SEARCHED_PLACES {
        // The corners of the paper are left out: 3 % of the side at each end.
        let place = (index as f64 + 0.5) / SEARCHED_PLACES as f64 * 0.94 - 0.47;
        add_candidates(located, scan, side, place, &mut candidates);
    }
    let mut line = most_agreed(&candidates, side, MAX_LINE_DISTANCE_MM)?;
    let mut near: Vec<Candidate> = Vec::new();
    for _ in 0..3 {
        near =
            candidates.iter().filter(|it| line.distance(it, side) < MAX_LINE_DISTANCE_MM).copied().collect();
        line = through(&near, side);
    }
    let mut sizes: Vec<f64> = near.iter().map(|it| line.distance(it, side)).collect();
    let mut places: Vec<i64> = near.iter().map(|it| (it.place * 1000.0) as i64).collect();
    places.dedup();
    let agreeing = places.len() as f64 / SEARCHED_PLACES as f64;
    let Line { offset, slope } = line;
    // The factor 1.4826 converts the median of distances to a standard deviation.
    let edge = Edge { offset, slope, agreeing, scatter: 1.4826 * median_or_zero(&mut sizes) };
    (edge.agreeing >= MIN_AGREEING_SHARE).then_some(edge)
}

/// Tries lines through pairs of candidates. Returns the line that is near the most candidates. Returns
/// `None` if there is no such line.
fn most_agreed(candidates: &[Candidate], side: &PageEdge, tolerance: f64) -> Option<Line> {
    /// The steepest slope of an edge. It corresponds to 5 degrees.
    const MAX_SLOPE: f64 = 0.09;
    let mut best: Option<(usize, Line)> = None;
    for one in candidates.iter().filter(|one| one.place < -0.1).step_by(3) {
        for other in candidates.iter().filter(|other| other.place > 0.1).step_by(3) {
            let slope = (other.offset - one.offset) / ((other.place - one.place) * side.length);
            if slope.abs() > MAX_SLOPE {
                continue;
            }
            let line = Line { offset: one.offset - slope * one.place * side.length, slope };
            let count = candidates.iter().filter(|it| line.distance(it, side) < tolerance).count();
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, line));
            }
        }
    }
    best.map(|(_, line)| line)
}

/// Returns the line that fits all candidates best.
fn through(near: &[Candidate], side: &PageEdge) -> Line {
    let count = near.len().max(1) as f64;
    let mean = near.iter().map(|it| it.offset).sum::<f64>() / count;
    let middle = near.iter().map(|it| it.place * side.length).sum::<f64>() / count;
    let (mut cross, mut square) = (0.0, 1e-9);
    for it in near {
        let along = it.place * side.length - middle;
        cross += along * (it.offset - mean);
        square += along * along;
    }
    let slope = cross / square;
    Line { offset: mean - slope * middle, slope }
}

/// Adds the steps of brightness at one place of a side, except steps that the page draws.
fn add_candidates(located: &Located, scan: &Plane, side: &PageEdge, place: f64, out: &mut Vec<Candidate>) {
    /// The distance between neighbouring points along an edge. The mean of several points is used.
    const POINT_DISTANCE_MM: f64 = 0.4;
    let centre = side.from + side.along * ((place + 0.5) * side.length);
    let count = (2.0 * MAX_EDGE_DISTANCE_MM / SAMPLE_DISTANCE_MM) as usize + 1;
    let offset = |index: usize| index as f64 * SAMPLE_DISTANCE_MM - MAX_EDGE_DISTANCE_MM;
    let values: Vec<Option<f32>> = (0..count)
        .map(|index| {
            // The mean of several points along the edge has less noise than a single point.
            let near = (-2..=2).map(|step| {
                let along = side.along * (f64::from(step) * POINT_DISTANCE_MM);
                let at = located.map.apply(centre + along + side.outwards * offset(index));
                scan.sample(at.x, at.y)
            });
            let sum = near.sum::<Option<f32>>()?;
            Some(light::to_grey(sum / 5.0))
        })
        .collect();
    let steps: Vec<f32> = (0..count)
        .map(|index| {
            let around = [index.checked_sub(2), Some(index + 2)].map(|at| values.get(at?).copied().flatten());
            match around {
                [Some(before), Some(after)] => (after - before).abs() / (4.0 * SAMPLE_DISTANCE_MM as f32),
                _ => 0.0,
            }
        })
        .collect();
    for index in 1..count - 1 {
        let [before, here, after] = [steps[index - 1], steps[index], steps[index + 1]];
        if here < MIN_STEP || here < before || here <= after {
            continue;
        }
        let curvature = before + after - 2.0 * here;
        let fine = if curvature < 0.0 { f64::from((before - after) / (2.0 * curvature)) } else { 0.0 };
        let offset = offset(index) + fine * SAMPLE_DISTANCE_MM;
        if !is_drawn(located, centre + side.outwards * offset) {
            out.push(Candidate { place, offset });
        }
    }
}

/// Returns whether the page draws an edge near a point.
fn is_drawn(located: &Located, at: Point) -> bool {
    /// The largest distance between the point and the edge in the drawing.
    const MAX_EDGE_DISTANCE_MM: f64 = 0.4;
    let scale = located.drawn.pixels_per_mm;
    let plane = located.drawn.plane();
    let near = Rect::from_center_size(at, (2.0 * MAX_EDGE_DISTANCE_MM, 2.0 * MAX_EDGE_DISTANCE_MM));
    let bound = |mm: f64, most: usize| ((mm * scale).max(0.0) as usize).min(most);
    (bound(near.y0, plane.height)..bound(near.y1, plane.height)).any(|y| {
        (bound(near.x0, plane.width)..bound(near.x1, plane.width)).any(|x| located.drawn.is_near_edge(x, y))
    })
}
