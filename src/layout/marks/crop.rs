//! Crop marks: where to cut, drawn outside the pieces.

use kurbo::{BezPath, Line, ParamCurve, Point, Rect, Shape as _};

use crate::base::identity::Identity;
use crate::layout::draw::space::Space;
use crate::layout::impose::lines::{CutLine, clip_segment, hairline};
use crate::layout::setup::TOLERANCE;
use crate::scene::{Draw, Group, Ink, Role, Stroke};

/// Width of a crop mark, mm.
const WEIGHT: f64 = 0.15;
/// Between a piece and its marks, mm.
const GAP: f64 = 1.0;
/// Between a piece and the marks at its corners, mm: they lie in the gap to the next piece.
const NEAR: f64 = 0.5;
/// What such a mark leaves free of its half of the gap, mm, so that it does not run into those of the next piece.
const SHORT: f64 = 0.25;
/// What is free beside all pieces, and their bleed, that have marks there, mm; between two pieces that have marks at
/// their corners it is twice as much.
pub const ROOM: f64 = GAP + SHORTEST;
/// The length of a mark, mm; less where less is left.
const LENGTH: f64 = 5.0;
/// Shorter marks cannot be seen.
const SHORTEST: f64 = 1.0;

/// Marks at both ends of every cut through a block of pieces that lie edge to edge, or with gutters between them.
/// They begin beyond the bleed, which is so many mm wide.
pub fn crop(pieces: &[Rect], bleed: f64, space: &mut Space) -> Vec<Draw> {
    let ends = ends(pieces, bleed, space);
    if ends.complete { vec![ends.drawn] } else { outlines(pieces) }
}

/// Marks at the ends of cuts.
pub struct Ends {
    /// As many as there is room for.
    pub drawn: Draw,
    /// Whether there was room on all sides.
    pub complete: bool,
}

/// The marks of [`crop`], wherever there is room for one.
pub fn ends(pieces: &[Rect], bleed: f64, space: &mut Space) -> Ends {
    let block = pieces.iter().copied().reduce(|a, b| a.union(b)).unwrap_or_default();
    let gap = GAP + bleed;
    let printable = space.printable();
    let mut path = BezPath::new();
    let mut taken = Vec::new();
    let mut mark = |from: Point, to: Point| {
        path.move_to(from);
        path.line_to(to);
        taken.push(Rect::from_points(from, to).inflate(WEIGHT, WEIGHT));
    };
    let length = |room: f64| (room - gap).min(LENGTH);
    let (left, right) = (length(block.x0 - printable.x0), length(printable.x1 - block.x1));
    let (above, below) = (length(block.y0 - printable.y0), length(printable.y1 - block.y1));
    for x in edges(pieces.iter().flat_map(|p| [p.x0, p.x1])) {
        // The lowest piece at this cut: a last sheet may be half empty.
        let touching = pieces.iter().filter(|p| (p.x0 - x).abs() < 0.001 || (p.x1 - x).abs() < 0.001);
        let bottom = touching.map(|p| p.y1).fold(block.y0, f64::max);
        if above >= SHORTEST - TOLERANCE {
            mark(Point::new(x, block.y0 - gap), Point::new(x, block.y0 - gap - above));
        }
        let below = if bottom < block.y1 - 0.001 { LENGTH.min(block.y1 - bottom) } else { below };
        if below >= SHORTEST - TOLERANCE {
            mark(Point::new(x, bottom + gap), Point::new(x, bottom + gap + below));
        }
    }
    for y in edges(pieces.iter().flat_map(|p| [p.y0, p.y1])) {
        let touching = pieces.iter().filter(|p| (p.y0 - y).abs() < 0.001 || (p.y1 - y).abs() < 0.001);
        let end = touching.map(|p| p.x1).fold(block.x0, f64::max);
        if left >= SHORTEST - TOLERANCE {
            mark(Point::new(block.x0 - gap, y), Point::new(block.x0 - gap - left, y));
        }
        let right = if end < block.x1 - 0.001 { LENGTH } else { right };
        if right >= SHORTEST - TOLERANCE {
            mark(Point::new(end + gap, y), Point::new(end + gap + right, y));
        }
    }
    for rect in taken {
        space.take(rect);
    }
    let stroke = Stroke::solid(WEIGHT, Ink::black());
    let complete = left.min(right).min(above.min(below)) >= SHORTEST - TOLERANCE;
    Ends { drawn: Draw::Path { path, fill: None, stroke: Some(stroke) }, complete }
}

/// Marks at both ends of cuts that run through the sheet, whichever way, outside `block`, which all pieces lie in, and
/// their bleed.
pub fn stubs(cuts: impl Iterator<Item = CutLine>, block: Rect, bleed: f64, space: &mut Space) -> Draw {
    let printable = space.printable();
    let near = block.inflate(GAP + bleed, GAP + bleed);
    let mut path = BezPath::new();
    for cut in cuts {
        let Some(whole) = clip_segment(Line::new(cut.from, cut.to), printable) else { continue };
        let Some(inner) = clip_segment(whole, near) else { continue };
        for (from, end) in [(inner.p0, whole.p0), (inner.p1, whole.p1)] {
            let free = from.distance(end);
            if free < SHORTEST - TOLERANCE {
                continue;
            }
            let to = from + (end - from) * (LENGTH / free).min(1.0);
            path.move_to(from);
            path.line_to(to);
            space.take(Rect::from_points(from, to).inflate(WEIGHT, WEIGHT));
        }
    }
    Draw::Path { path, fill: None, stroke: Some(Stroke::solid(WEIGHT, Ink::black())) }
}

/// Marks at the corners of pieces that lie `gap` mm apart, each along a side and outside the piece: from beyond the
/// bleed almost to the middle of the gap. Each outline is a convex polygon.
pub fn corners(outlines: &[Vec<Point>], bleed: f64, gap: f64) -> Draw {
    let far = gap / 2.0 - SHORT;
    let mut path = BezPath::new();
    for corners in outlines {
        let count = corners.len();
        for (i, corner) in corners.iter().enumerate() {
            let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count]);
            for (along, other) in [(before, after), (after, before)] {
                let way = (*corner - along).normalize();
                // How fast it gets away from the other side.
                let sine = way.cross((*corner - other).normalize()).abs();
                path.move_to(*corner + way * ((bleed + NEAR) / sine));
                path.line_to(*corner + way * (far / sine));
            }
        }
    }
    Draw::Path { path, fill: None, stroke: Some(Stroke::solid(WEIGHT, Ink::black())) }
}

/// Where no mark fits beside the pieces, a hairline round each.
fn outlines(pieces: &[Rect]) -> Vec<Draw> {
    let outline = |piece: &Rect| {
        let corners =
            [(piece.x0, piece.y0), (piece.x1, piece.y0), (piece.x1, piece.y1), (piece.x0, piece.y1)];
        let path = crate::base::hex::polygon(&corners.map(Point::from));
        Draw::Path { path, fill: None, stroke: Some(hairline()) }
    };
    pieces.iter().map(outline).collect()
}

/// Cuts that run through the sheet.
pub struct Lines {
    /// Those among the pieces, and a little beyond.
    pub drawn: Draw,
    /// From there to where the printer cannot reach.
    pub rims: Vec<Line>,
}

/// How far beyond the pieces a cut is drawn whatever else stands there, mm.
const BEYOND: f64 = 4.0;
/// Room is taken for lines in boxes of this length, mm.
const STEP: f64 = 3.0;

/// Draws cuts through `block`, which all pieces lie in.
pub fn lines(cuts: impl Iterator<Item = CutLine>, block: Rect, space: &mut Space) -> Lines {
    let printable = space.printable();
    let mut path = BezPath::new();
    let mut rims = Vec::new();
    for cut in cuts {
        let Some(whole) = clip_segment(Line::new(cut.from, cut.to), printable) else { continue };
        let near = block.inflate(BEYOND, BEYOND);
        let Some(inner) = clip_segment(whole, near) else { continue };
        path.move_to(inner.p0);
        path.line_to(inner.p1);
        let steps = (inner.p0.distance(inner.p1) / STEP).ceil().max(1.0);
        for step in 0..steps as u32 {
            let at = |step: u32| inner.eval(f64::from(step) / steps);
            space.take(Rect::from_points(at(step), at(step + 1)));
        }
        rims.extend([Line::new(whole.p0, inner.p0), Line::new(inner.p1, whole.p1)]);
    }
    rims.retain(|rim| rim.p0.distance(rim.p1) >= SHORTEST);
    Lines { drawn: Draw::Path { path, fill: None, stroke: Some(hairline()) }, rims }
}

/// Draws those of the lines to the edge of the sheet that run into nothing that stands in `taken`.
pub fn rims(rims: &[Line], taken: &[Rect], draws: &mut Vec<Draw>) {
    let mut path = BezPath::new();
    let free =
        |rim: &&Line| {
            let covers = rim.bounding_box();
            taken.iter().map(|taken| taken.inflate(GAP, GAP)).filter(|taken| taken.overlaps(covers)).all(
                |taken| clip_segment(**rim, taken).is_none_or(|inside| inside.p0.distance(inside.p1) < 1e-9),
            )
        };
    for rim in rims.iter().filter(free) {
        path.move_to(rim.p0);
        path.line_to(rim.p1);
    }
    if path.elements().is_empty() {
        return;
    }
    let drawn = Draw::Path { path, fill: None, stroke: Some(hairline()) };
    draws.push(Draw::Group(Group { role: Role::Cut, id: Some(Identity::Cut), ..Group::plain(vec![drawn]) }));
}

/// Sorted, each once.
fn edges(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup_by(|a, b| (*a - *b).abs() < 0.001);
    values
}
