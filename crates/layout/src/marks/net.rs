//! Draws the folds, the slits and the glue areas of boxes, which are printed flat.
//!
//! - In: the net of a deck (the flat box with its folds), and the slots of its pieces.
//! - Out: lines on the pieces, and white areas for glue.
//! - Not here: the outline, which is cut like the outline of any other piece.

use kurbo::{BezPath, Line, ParamCurve as _, Point, Rect, Shape as _};

use crate::impose::Slot;
use crate::impose::straight_cuts::clip_segment;
use hexpress_base::identity::Identity;
use hexpress_game::pieces::Net;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::{Drawing, Group, Ink, Role, Stroke};

/// How far the white line behind a fold line or a slit is visible on each side, in mm. The white line makes
/// the fold line or the slit visible on dark artwork.
const WHITE_LINE_MM: f64 = 0.1;
/// The lengths of the dashes and of the gaps in a fold line, in mm.
const DASH: [f64; 2] = [2.0, 1.2];
/// The distance between two hatching lines in a glue area, in mm.
const HATCHING: f64 = 3.0;
/// The distance between the edge of a glue area and the hatching lines, in mm.
const HATCHING_INSET_MM: f64 = 1.2;

/// Draws the net on the fronts of the pieces in these slots. The hatching of glue areas leaves out the boxes
/// in `labels`, which are in mm from the middle of a piece.
pub fn draw(net: &Net, slots: &[Slot], labels: &[Rect], cut: &Stroke, mark: &Stroke) -> Vec<Drawing> {
    let on_sheet = |path: BezPath| slots.iter().map(|slot| slot.transform() * &path).collect::<Vec<_>>();
    let glue = net.glue.iter().flat_map(|area| on_sheet(area.clone()));
    let labels: Vec<Rect> = slots
        .iter()
        .flat_map(|slot| labels.iter().map(|label| slot.transform().transform_rect_bbox(*label)))
        .collect();
    let glue = glue.flat_map(|area| {
        let hatching = Drawing::stroked(hatching(&area, &labels), mark.clone());
        [Drawing::filled(area, Ink::white()), hatching]
    });
    let folds = net.folds.iter().flat_map(|fold| on_sheet(path_of(*fold)));
    let dashed = Stroke { dash: DASH.to_vec(), ..cut.clone() };
    let slits = net.slits.iter().flat_map(|slit| on_sheet(path_of(*slit)));
    let groups = [
        group(Role::PrinterMark, Identity::Glue, glue.collect()),
        group(Role::PrinterMark, Identity::Crease, folds.flat_map(|fold| visible(fold, &dashed)).collect()),
        group(
            Role::Cut(CutKind::Through),
            Identity::Slit,
            slits.flat_map(|slit| visible(slit, cut)).collect(),
        ),
    ];
    groups.into_iter().flatten().collect()
}

/// Puts drawings into a group with an identity, such as `glue`. Returns `None` if there are no
/// drawings.
fn group(role: Role, id: Identity, drawings: Vec<Drawing>) -> Option<Drawing> {
    (!drawings.is_empty()).then(|| Drawing::Group(Group { role, id: Some(id), ..Group::plain(drawings) }))
}

pub fn path_of(line: Line) -> BezPath {
    line.to_path(0.1)
}

/// Returns a line with a wider white line behind it.
fn visible(path: BezPath, stroke: &Stroke) -> [Drawing; 2] {
    let light = Stroke::solid(stroke.width + 2.0 * WHITE_LINE_MM, Ink::white());
    [Drawing::stroked(path.clone(), light), Drawing::stroked(path, stroke.clone())]
}

/// Returns hatching lines inside an area, except in the boxes `gaps`. The lines rise to the right. The
/// area is a convex polygon.
fn hatching(area: &BezPath, gaps: &[Rect]) -> BezPath {
    let bounds = area.bounding_box();
    let edges: Vec<Line> = area.segments().map(|edge| Line::new(edge.start(), edge.end())).collect();
    let mut lines = BezPath::new();
    let first = bounds.x0 + bounds.y0;
    let count = ((bounds.width() + bounds.height()) / HATCHING) as u32;
    for number in 1..=count {
        // On a line that rises to the right at 45°, x + y is the same for all points.
        let sum = first + HATCHING * f64::from(number);
        let line = Line::new((sum - bounds.y0, bounds.y0), (sum - bounds.y1, bounds.y1));
        let mut ends: Vec<_> = edges.iter().filter_map(|edge| crossing(*edge, line)).collect();
        ends.sort_by(|a, b| a.x.total_cmp(&b.x));
        let (Some(&from), Some(&to)) = (ends.first(), ends.last()) else { continue };
        let length = from.distance(to);
        if length <= 2.0 * HATCHING_INSET_MM {
            continue;
        }
        let inset = HATCHING_INSET_MM / length;
        let line = Line::new(from.lerp(to, inset), from.lerp(to, 1.0 - inset));
        for line in gaps.iter().fold(vec![line], |lines, gap| without(&lines, *gap)) {
            lines.move_to(line.p0);
            lines.line_to(line.p1);
        }
    }
    lines
}

/// Returns the parts of lines that are outside a box.
fn without(lines: &[Line], gap: Rect) -> Vec<Line> {
    let outside = lines.iter().flat_map(|line| match clip_segment(*line, gap) {
        Some(inner) => vec![Line::new(line.p0, inner.p0), Line::new(inner.p1, line.p1)],
        None => vec![*line],
    });
    outside.filter(|line| line.p0.distance(line.p1) > 0.1).collect()
}

/// Returns the point where a line crosses an edge. Returns `None` if the line does not cross the
/// edge.
fn crossing(edge: Line, line: Line) -> Option<Point> {
    let point = edge.crossing_point(line)?;
    let along = edge.p1 - edge.p0;
    let at = (point - edge.p0).dot(along) / along.hypot2();
    (0.0..=1.0).contains(&at).then_some(point)
}
