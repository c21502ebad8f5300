//! Crop marks: where to cut, drawn outside the pieces.

use kurbo::{BezPath, Line, ParamCurve, Point, Rect, Shape as _};

use crate::base::identity::Identity;
use crate::layout::draw::space::Space;
use crate::layout::impose::lines::{CutLine, clip_segment, distinct, hairline};
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
/// A mark is drawn where there is as much room for it, mm.
const LEAST: f64 = SHORTEST - TOLERANCE;

/// Marks at both ends of every cut through a block of pieces that lie edge to edge, or with gutters between them: as
/// many as there is room for. They begin beyond the bleed, which is so many mm wide. Where there is no room on all
/// sides, a hairline goes round each piece instead, unless pieces are `outlined` anyway.
pub fn ends(pieces: &[Rect], bleed: f64, outlined: bool, space: &mut Space) -> Vec<Draw> {
    let gap = GAP + bleed;
    let length = |room: f64| (room - gap).min(LENGTH);
    let (mut path, mut complete) = (BezPath::new(), true);
    for lying in [false, true] {
        // As if the cuts ran from top to bottom.
        let upright = |r: Rect| if lying { Rect::new(r.y0, r.x0, r.y1, r.x1) } else { r };
        let point = |x: f64, y: f64| if lying { Point::new(y, x) } else { Point::new(x, y) };
        let pieces: Vec<Rect> = pieces.iter().map(|piece| upright(*piece)).collect();
        let block = pieces.iter().copied().reduce(|a, b| a.union(b)).unwrap_or_default();
        let printable = upright(space.printable());
        let (before, after) = (length(block.y0 - printable.y0), length(printable.y1 - block.y1));
        complete &= before.min(after) >= LEAST;
        for x in distinct(pieces.iter().flat_map(|p| [p.x0, p.x1]), 0.001) {
            // The last piece at this cut: a last sheet may be half empty.
            let touching = pieces.iter().filter(|p| (p.x0 - x).abs().min((p.x1 - x).abs()) < 0.001);
            let end = touching.map(|p| p.y1).fold(block.y0, f64::max);
            let after = if end < block.y1 - 0.001 { LENGTH.min(block.y1 - end) } else { after };
            for (from, way, length) in [(block.y0 - gap, -1.0, before), (end + gap, 1.0, after)] {
                if length >= LEAST {
                    mark(point(x, from), point(x, from + way * length), &mut path, space);
                }
            }
        }
    }
    if complete || outlined { vec![marks(path)] } else { pieces.iter().map(outline).collect() }
}

/// Adds a mark, and takes its room.
fn mark(from: Point, to: Point, path: &mut BezPath, space: &mut Space) {
    path.move_to(from);
    path.line_to(to);
    space.take(Rect::from_points(from, to).inflate(WEIGHT, WEIGHT));
}

fn marks(path: BezPath) -> Draw {
    Draw::Path { path, fill: None, stroke: Some(Stroke::solid(WEIGHT, Ink::black())) }
}

/// A line that is cut along.
fn thin(path: BezPath) -> Draw {
    Draw::Path { path, fill: None, stroke: Some(hairline()) }
}

fn outline(piece: &Rect) -> Draw {
    thin(crate::base::hex::polygon(&crate::base::geometry::corners(*piece)))
}

/// A cut from edge to edge of what the printer reaches, in three parts: before `near`, inside, and after it. None where
/// it does not come there.
fn parts(cut: &CutLine, near: Rect, printable: Rect) -> Option<[Line; 3]> {
    let whole = clip_segment(Line::new(cut.from, cut.to), printable)?;
    let inner = clip_segment(whole, near)?;
    Some([Line::new(whole.p0, inner.p0), inner, Line::new(inner.p1, whole.p1)])
}

/// Marks at both ends of cuts that run through the sheet, whichever way, outside `block`, which all pieces lie in, and
/// their bleed.
pub fn stubs(cuts: impl Iterator<Item = CutLine>, block: Rect, bleed: f64, space: &mut Space) -> Draw {
    let near = block.inflate(GAP + bleed, GAP + bleed);
    let mut path = BezPath::new();
    for cut in cuts {
        let Some([before, _, after]) = parts(&cut, near, space.printable()) else { continue };
        for (from, end) in [(before.p1, before.p0), (after.p0, after.p1)] {
            let free = from.distance(end);
            if free >= LEAST {
                let to = from + (end - from) * (LENGTH / free).min(1.0);
                mark(from, to, &mut path, space);
            }
        }
    }
    marks(path)
}

/// Marks at both ends of cuts that part blocks of pieces, each cut's by themselves.
pub fn between(cuts_between: impl Iterator<Item = CutLine>, reached: Rect, space: &mut Space) -> Vec<Draw> {
    let marked = cuts_between.filter_map(|cut| {
        let Line { p0, p1 } = clip_segment(Line::new(cut.from, cut.to), reached)?;
        let way = cut.way() * LENGTH.min(p0.distance(p1) / 2.0);
        let mut path = BezPath::new();
        mark(p0, p0 + way, &mut path, space);
        mark(p1 - way, p1, &mut path, space);
        Some(cuts(vec![marks(path)]))
    });
    marked.collect()
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
    marks(path)
}

/// How far beyond the pieces a cut is drawn whatever else stands there, mm.
const BEYOND: f64 = 4.0;
/// Room is taken for lines in boxes of this length, mm.
const STEP: f64 = 3.0;

/// Draws cuts through `block`, which all pieces lie in, and a little beyond. In `rims`, what is left of them from there
/// to where the printer cannot reach.
pub fn lines(
    cuts: impl Iterator<Item = CutLine>,
    block: Rect,
    rims: &mut Vec<Line>,
    space: &mut Space,
) -> Draw {
    let near = block.inflate(BEYOND, BEYOND);
    let mut path = BezPath::new();
    for cut in cuts {
        let Some([before, inner, after]) = parts(&cut, near, space.printable()) else { continue };
        path.move_to(inner.p0);
        path.line_to(inner.p1);
        let steps = (inner.p0.distance(inner.p1) / STEP).ceil().max(1.0);
        for step in 0..steps as u32 {
            let at = |step: u32| inner.eval(f64::from(step) / steps);
            space.take(Rect::from_points(at(step), at(step + 1)));
        }
        rims.extend([before, after].into_iter().filter(|rim| rim.p0.distance(rim.p1) >= SHORTEST));
    }
    thin(path)
}

/// Those of the lines to the edge of the sheet that run into nothing that stands in `taken`; none where all do.
pub fn rims(rims: &[Line], taken: &[Rect]) -> Option<Draw> {
    let mut path = BezPath::new();
    for rim in rims {
        let covers = rim.bounding_box();
        let mut near = taken.iter().map(|taken| taken.inflate(GAP, GAP)).filter(|near| near.overlaps(covers));
        let meets = |inside: Line| inside.p0.distance(inside.p1) >= 1e-9;
        if !near.any(|near| clip_segment(*rim, near).is_some_and(meets)) {
            path.move_to(rim.p0);
            path.line_to(rim.p1);
        }
    }
    (!path.is_empty()).then(|| cuts(vec![thin(path)]))
}

/// Where to cut, as one drawing.
pub fn cuts(draws: Vec<Draw>) -> Draw {
    Draw::Group(Group { role: Role::Cut, id: Some(Identity::Cut), ..Group::plain(draws) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks of pieces on a sheet of 100 x 100 mm, as their ends.
    fn marked(pieces: &[Rect]) -> Vec<Line> {
        let mut space = Space::new(Rect::new(0.0, 0.0, 100.0, 100.0));
        let draws = ends(pieces, 0.0, false, &mut space);
        let [Draw::Path { path, .. }] = &draws[..] else { panic!("{draws:?}") };
        path.segments().filter_map(|segment| segment.as_line()).collect()
    }

    #[test]
    fn marks_inside_a_half_empty_sheet_have_their_full_length() {
        // Two columns, the second of one piece; 2.5 mm are left below the first, so marks there are 1.5 mm long.
        let piece = |x: f64, y: f64| Rect::new(x, y, x + 40.0, y + 40.0);
        let pieces = [piece(10.0, 17.5), piece(50.0, 17.5), piece(10.0, 57.5)];
        let below: Vec<Line> = marked(&pieces)
            .into_iter()
            .filter(|mark| mark.p0.x == mark.p1.x && mark.p1.y > mark.p0.y)
            .collect();
        let length_at = |x: f64| below.iter().find(|mark| mark.p0.x == x).map(|mark| mark.p1.y - mark.p0.y);
        assert_eq!(length_at(10.0), Some(1.5));
        assert_eq!(length_at(50.0), Some(1.5));
        // The cut to the right of the single piece ends at its lower edge, where there is room enough.
        assert_eq!(length_at(90.0), Some(LENGTH));
    }

    #[test]
    fn a_mark_shorter_than_a_millimetre_is_an_outline_instead() {
        let marks = |room: f64| {
            let side = 100.0 - 2.0 * room;
            let mut space = Space::new(Rect::new(0.0, 0.0, 100.0, 100.0));
            ends(&[Rect::new(room, room, room + side, room + side)], 0.0, false, &mut space)
        };
        let is_outline =
            |draws: &[Draw]| matches!(draws, [Draw::Path { path, .. }] if path.area().abs() > 1.0);
        assert!(!is_outline(&marks(ROOM)));
        assert!(is_outline(&marks(ROOM - 2.0 * TOLERANCE)));
    }
}
