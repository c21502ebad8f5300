//! Draws crop marks and cut lines.
//!
//! - In: the pieces or cuts of a sheet, the bleed, and the free space.
//! - Out: marks outside the pieces, or lines along the cuts. Their areas are marked as taken, so
//!   that no other mark is placed there.
//! - Not here: finding the cuts (`impose`).

use kurbo::{BezPath, Line, ParamCurve, Point, Rect, Shape as _};

use super::ruler::TICKS;
use crate::draw::space::{CLEAR, Space};
use crate::impose::duplex::Axis;
use crate::impose::straight_cuts::{CutLine, clip_segment, distinct};
use crate::setup::TOLERANCE;
use hexpress_base::geometry::corners as rect_corners;
use hexpress_base::geometry::polygon;
use hexpress_base::identity::Identity;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::print::furniture::Furniture;
use hexpress_scene::{Drawing, Group, Role, Stroke};

/// On each side of a mark's line, a strip of this width is kept free of other marks, in mm.
const FREE_STRIP_MM: f64 = 0.15;
/// The gap between a piece and its marks, in mm.
const GAP: f64 = 1.0;
/// The gap between the bleed of a piece and the marks at its corners, in mm. These marks are drawn
/// between two pieces.
const CORNER_GAP: f64 = 0.5;
/// The distance between the end of a corner mark and the middle of the gap between two pieces, in mm. Because
/// of this distance, the marks of the two pieces do not touch.
const SHORTENED: f64 = 0.25;
/// The space that marks need next to a piece, outside its bleed, in mm. Between two pieces with corner marks,
/// each piece needs this space.
pub const ROOM: f64 = GAP + MIN_MARK_MM;
/// The length of a mark if there is enough space, in mm.
const LENGTH: f64 = 5.0;
/// Marks are shortened to make space for rulers or text beyond them, but not below this length, in mm.
const SHORTENED_MARK_MM: f64 = 2.0;
/// The space for rulers and text beyond marks, in mm.
const BEYOND_MARKS: f64 = CLEAR + TICKS + 0.3;
/// The smallest length of a visible mark, in mm.
const MIN_MARK_MM: f64 = 1.0;
/// A mark is drawn only if the space for it is at least this long, in mm. Rounding errors are tolerated.
const MIN_SPACE_MM: f64 = MIN_MARK_MM - TOLERANCE;
/// Edges of two pieces count as one line if they are at most this far apart, in mm.
const SAME_LINE_MM: f64 = 0.001;

/// Whether lines around pieces are already drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlines {
    Drawn,
    Absent,
}

/// Draws marks at both ends of every cut through a block of pieces. The pieces are edge to edge or have
/// gutters between them.
///
/// The marks begin outside the bleed, which is `bleed` mm wide. If a side of the block has no space for
/// marks, draws a line around each piece instead of the marks. If the pieces already have such lines, draws
/// only those marks that fit.
pub fn ends(
    pieces: &[Rect],
    bleed: f64,
    outlines: Outlines,
    furniture: &Furniture,
    space: &mut Space,
) -> Vec<Drawing> {
    let mut path = BezPath::new();
    let has_room = [Axis::Vertical, Axis::Horizontal]
        .map(|axis| add_end_marks(axis, pieces, GAP + bleed, &mut path, space));
    if has_room == [true, true] || outlines == Outlines::Drawn {
        vec![Drawing::stroked(path, furniture.stroke())]
    } else {
        pieces.iter().map(|piece| outline(piece, &furniture.cut_stroke())).collect()
    }
}

/// Adds marks at both ends of the cuts that are parallel to `axis`. The marks begin `gap` mm away from the
/// pieces. Returns whether there is enough space at both ends.
fn add_end_marks(axis: Axis, pieces: &[Rect], gap: f64, path: &mut BezPath, space: &mut Space) -> bool {
    // If the cuts are horizontal, x and y are exchanged, so that all cuts in the following code run from top
    // to bottom.
    let upright: Vec<Rect> = pieces.iter().map(|piece| with_vertical_axis(axis, *piece)).collect();
    let block = upright.iter().copied().reduce(|a, b| a.union(b)).unwrap_or_default();
    let printable = with_vertical_axis(axis, space.printable());
    let above = mark_length(block.y0 - printable.y0 - gap);
    let below = mark_length(printable.y1 - block.y1 - gap);
    for x in distinct(upright.iter().flat_map(|piece| [piece.x0, piece.x1]), SAME_LINE_MM) {
        // The last row may have fewer pieces than the other rows. A cut therefore ends at the lower edge of
        // the lowest piece next to it.
        let touching =
            upright.iter().filter(|piece| (piece.x0 - x).abs().min((piece.x1 - x).abs()) < SAME_LINE_MM);
        let end = touching.map(|piece| piece.y1).fold(block.y0, f64::max);
        let below_end = if end < block.y1 - SAME_LINE_MM { LENGTH.min(block.y1 - end) } else { below };
        if above >= MIN_SPACE_MM {
            let from = block.y0 - gap;
            add_mark(
                from_vertical_axis(axis, x, from),
                from_vertical_axis(axis, x, from - above),
                path,
                space,
            );
        }
        if below_end >= MIN_SPACE_MM {
            let from = end + gap;
            add_mark(
                from_vertical_axis(axis, x, from),
                from_vertical_axis(axis, x, from + below_end),
                path,
                space,
            );
        }
    }
    above.min(below) >= MIN_SPACE_MM
}

/// Returns the length of a mark, in mm. `room` is the distance to the edge of the printable area.
///
/// The usual length is [`LENGTH`]. To keep space for rulers and text, the mark may be shortened to
/// [`SHORTENED_MARK_MM`]. If even this is not enough, no space is kept for them.
fn mark_length(room: f64) -> f64 {
    let left = room - BEYOND_MARKS;
    if left >= SHORTENED_MARK_MM { left.min(LENGTH) } else { room.min(LENGTH) }
}

/// Exchanges the coordinates of a box if the axis of the cuts is horizontal.
fn with_vertical_axis(axis: Axis, rect: Rect) -> Rect {
    match axis {
        Axis::Vertical => rect,
        Axis::Horizontal => Rect::new(rect.y0, rect.x0, rect.y1, rect.x1),
    }
}

/// Exchanges the coordinates of a point if the axis of the cuts is horizontal.
fn from_vertical_axis(axis: Axis, x: f64, y: f64) -> Point {
    match axis {
        Axis::Vertical => Point::new(x, y),
        Axis::Horizontal => Point::new(y, x),
    }
}

/// Adds the line of a mark to `path`, and marks its area as taken.
fn add_mark(from: Point, to: Point, path: &mut BezPath, space: &mut Space) {
    path.move_to(from);
    path.line_to(to);
    space.take(Rect::from_points(from, to).inflate(FREE_STRIP_MM, FREE_STRIP_MM));
}

fn outline(piece: &Rect, stroke: &Stroke) -> Drawing {
    Drawing::stroked(polygon(&rect_corners(*piece)), stroke.clone())
}

/// Clips a cut to the printable area, and splits it into three parts: before, inside and after the
/// box `near`. Returns `None` if the cut does not cross `near`.
fn split_cut(cut: &CutLine, near: Rect, printable: Rect) -> Option<[Line; 3]> {
    let whole = clip_segment(Line::new(cut.from, cut.to), printable)?;
    let inner = clip_segment(whole, near)?;
    Some([Line::new(whole.p0, inner.p0), inner, Line::new(inner.p1, whole.p1)])
}

/// Draws marks at both ends of cuts, which may run through the sheet in any direction. The marks are
/// outside the bleed of `block`, the box of all pieces.
pub fn stubs(
    cuts: impl Iterator<Item = CutLine>,
    block: Rect,
    bleed: f64,
    stroke: &Stroke,
    space: &mut Space,
) -> Drawing {
    let near = block.inflate(GAP + bleed, GAP + bleed);
    let mut path = BezPath::new();
    for cut in cuts {
        let Some([before, _, after]) = split_cut(&cut, near, space.printable()) else { continue };
        for (from, end) in [(before.p1, before.p0), (after.p0, after.p1)] {
            let free = from.distance(end);
            if free >= MIN_SPACE_MM {
                let to = from + (end - from) * (mark_length(free) / free);
                add_mark(from, to, &mut path, space);
            }
        }
    }
    Drawing::stroked(path, stroke.clone())
}

/// Draws marks at both ends of the cuts between blocks of pieces. The two marks of a cut form a
/// group.
pub fn between(
    cuts_between: impl Iterator<Item = CutLine>,
    reached: Rect,
    stroke: &Stroke,
    space: &mut Space,
) -> Vec<Drawing> {
    let marked = cuts_between.filter_map(|cut| {
        let Line { p0, p1 } = clip_segment(Line::new(cut.from, cut.to), reached)?;
        let along = cut.direction() * LENGTH.min(p0.distance(p1) / 2.0);
        let mut path = BezPath::new();
        add_mark(p0, p0 + along, &mut path, space);
        add_mark(p1 - along, p1, &mut path, space);
        Some(cuts(CutKind::Through, vec![Drawing::stroked(path, stroke.clone())]))
    });
    marked.collect()
}

/// Draws marks at the corners of pieces. The outlines of the pieces must be convex polygons, with gaps
/// of `gap` mm between them.
///
/// Each mark extends a side of its piece. It runs from the edge of the bleed almost to the middle of
/// the gap.
pub fn corners(outlines: &[Vec<Point>], bleed: f64, gap: f64, stroke: &Stroke) -> Drawing {
    let far = gap / 2.0 - SHORTENED;
    let mut path = BezPath::new();
    for corners in outlines {
        let count = corners.len();
        for (i, corner) in corners.iter().enumerate() {
            let (before, after) = (corners[(i + count - 1) % count], corners[(i + 1) % count]);
            for (along, other) in [(before, after), (after, before)] {
                let direction = (*corner - along).normalize();
                // The sine of the angle at the corner. The mark extends one side of the piece, but the bleed
                // and the gap are measured from the other side. If a point of the mark is `d` mm away from
                // the other side, it is `d / sine` mm away from the corner.
                let sine = direction.cross((*corner - other).normalize()).abs();
                path.move_to(*corner + direction * ((bleed + CORNER_GAP) / sine));
                path.line_to(*corner + direction * (far / sine));
            }
        }
    }
    Drawing::stroked(path, stroke.clone())
}

/// The line along a cut extends beyond the pieces by this length, in mm. Farther out, it is drawn only where
/// there is space.
const CUT_OVERHANG_MM: f64 = 4.0;
/// The length of the boxes that are marked as taken along a line, in mm.
const STEP: f64 = 3.0;

/// Draws the part of each cut that is inside `block`, the box of all pieces, or up to `CUT_OVERHANG_MM`
/// beyond it. Adds the other parts of the cut, up to the edges of the printable area, to `outer_lines`.
pub fn lines(
    cuts: impl Iterator<Item = CutLine>,
    block: Rect,
    outer_lines: &mut Vec<Line>,
    stroke: &Stroke,
    space: &mut Space,
) -> Drawing {
    let near = block.inflate(CUT_OVERHANG_MM, CUT_OVERHANG_MM);
    let mut path = BezPath::new();
    for cut in cuts {
        let Some([before, inner, after]) = split_cut(&cut, near, space.printable()) else { continue };
        path.move_to(inner.p0);
        path.line_to(inner.p1);
        let steps = (inner.p0.distance(inner.p1) / STEP).ceil().max(1.0);
        for step in 0..steps as u32 {
            let [from, to] = [step, step + 1].map(|step| inner.eval(f64::from(step) / steps));
            space.take(Rect::from_points(from, to));
        }
        outer_lines
            .extend([before, after].into_iter().filter(|line| line.p0.distance(line.p1) >= MIN_MARK_MM));
    }
    Drawing::stroked(path, stroke.clone())
}

/// Draws only those lines in `outer_lines` that touch no box in `taken`. Returns `None` if every line touches a box.
pub fn outer_cut_lines(outer_lines: &[Line], taken: &[Rect], stroke: &Stroke) -> Option<Drawing> {
    let mut path = BezPath::new();
    for line in outer_lines {
        if !taken.iter().any(|taken| crosses(*line, taken.inflate(GAP, GAP))) {
            path.move_to(line.p0);
            path.line_to(line.p1);
        }
    }
    (!path.is_empty()).then(|| cuts(CutKind::Through, vec![Drawing::stroked(path, stroke.clone())]))
}

/// Returns whether a part of a line is inside a box.
fn crosses(line: Line, rect: Rect) -> bool {
    rect.overlaps(line.bounding_box())
        && clip_segment(line, rect).is_some_and(|inside| inside.p0.distance(inside.p1) >= 1e-9)
}

/// Puts drawings that show where to cut into a group.
pub fn cuts(kind: CutKind, drawings: Vec<Drawing>) -> Drawing {
    Drawing::Group(Group { role: Role::Cut(kind), id: Some(Identity::Cut), ..Group::plain(drawings) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the marks of the pieces on a sheet of 100 x 100 mm.
    fn marked(pieces: &[Rect]) -> Vec<Line> {
        let mut space = Space::new(Rect::new(0.0, 0.0, 100.0, 100.0));
        let drawings = ends(pieces, 0.0, Outlines::Absent, &Furniture::default(), &mut space);
        let [Drawing::Path { path, .. }] = &drawings[..] else { panic!("{drawings:?}") };
        path.segments().filter_map(|segment| segment.as_line()).collect()
    }

    #[test]
    fn marks_inside_a_half_empty_sheet_have_their_full_length() {
        // There are two columns, and the second one has only one piece. In the first column, 2.5 mm are
        // free below the last piece, so the marks there are 1.5 mm long.
        let piece = |x: f64, y: f64| Rect::new(x, y, x + 40.0, y + 40.0);
        let pieces = [piece(10.0, 17.5), piece(50.0, 17.5), piece(10.0, 57.5)];
        let below: Vec<Line> = marked(&pieces)
            .into_iter()
            .filter(|mark| mark.p0.x == mark.p1.x && mark.p1.y > mark.p0.y)
            .collect();
        let length_at = |x: f64| below.iter().find(|mark| mark.p0.x == x).map(|mark| mark.p1.y - mark.p0.y);
        assert_eq!(length_at(10.0), Some(1.5));
        assert_eq!(length_at(50.0), Some(1.5));
        // The cut to the right of the single piece ends at the lower edge of this piece, where
        // there is enough space.
        assert_eq!(length_at(90.0), Some(LENGTH));
    }

    #[test]
    fn a_mark_shorter_than_a_millimetre_is_an_outline_instead() {
        let marks = |room: f64| {
            let side = 100.0 - 2.0 * room;
            let mut space = Space::new(Rect::new(0.0, 0.0, 100.0, 100.0));
            ends(
                &[Rect::new(room, room, room + side, room + side)],
                0.0,
                Outlines::Absent,
                &Furniture::default(),
                &mut space,
            )
        };
        let is_outline = |drawings: &[Drawing]| matches!(drawings, [Drawing::Path { path, .. }] if path.area().abs() > 1.0);
        assert!(!is_outline(&marks(ROOM)));
        assert!(is_outline(&marks(ROOM - 2.0 * TOLERANCE)));
    }
}
