//! Finds the drawings that each sheet of a poster shows between its seams. The module `looks` uses
//! these drawings to compare two versions of a poster.
//!
//! - In: a poster.
//! - Out: the drawings of one sheet without the strips beyond its seams, and a digest of the places
//!   of the seams.
//! - Not here: comparing digests.

use kurbo::{Affine, BezPath, Line, ParamCurve, ParamCurveNearest, PathSeg, Point, Rect};

use super::part::PosterSheet;
use super::seam::{OUTSIDE_MM, Seam};
use super::{Axis, Poster};
use crate::draw::painter::Painter;
use hexpress_base::identity::{Feature, Identity};
use hexpress_scene::{Drawing, DrawingDigest, Group, Stroke, leaves};

/// The part of a poster that one sheet shows between its seams.
pub struct PartBetweenSeams {
    pub drawings: Vec<Drawing>,
    /// A box around this part, in the coordinates of the whole picture. On a side without a seam, the
    /// box extends far beyond the picture.
    pub bounds: Rect,
}

/// Returns the part of the poster that the sheet at `index` shows between its seams. `whole`
/// contains the drawings of the whole picture.
pub fn between_seams(
    poster: &Poster<'_>,
    index: usize,
    whole: &[Drawing],
    painter: &Painter<'_, '_>,
) -> PartBetweenSeams {
    let sheet = PosterSheet { poster, index };
    let seams = seams_around(poster, index);
    let parts = whole.iter().flat_map(|drawing| sheet.parts_of(drawing, painter));
    let drawings = parts.flat_map(|drawing| match drawing {
        // If no seam crosses cells, cells beyond a seam are not visible between the seams. Only the lines
        // around them can extend over a seam.
        Drawing::Group(group) if is_beyond(&group) && !poster.goes_through_cells() => {
            lines_across(&group, &seams)
        }
        drawing => vec![drawing],
    });
    PartBetweenSeams { drawings: drawings.collect(), bounds: bounds_between(poster, index) }
}

/// Returns a digest of the grid of sheets and of the places of the seams. Coordinates are measured from
/// `origin`, a point of the picture that is at the same place in both versions.
pub fn division(poster: &Poster<'_>, origin: Point) -> DrawingDigest {
    let corners = [(&poster.across, origin.x, origin.y), (&poster.down, origin.y, origin.x)];
    let lengths = corners.into_iter().flat_map(|(seams, across, along)| {
        seams.iter().flat_map(move |seam| {
            let corners = seam.points.iter().flat_map(move |point| [point.x - along, point.y - across]);
            corners.chain([f64::INFINITY])
        })
    });
    let micrometres = lengths.map(|mm| (mm * 1e3).round() as i64);
    DrawingDigest::of_bytes(&micrometres.flat_map(i64::to_le_bytes).collect::<Vec<u8>>())
}

fn bounds_between(poster: &Poster<'_>, index: usize) -> Rect {
    let [x, y] = [Axis::Vertical, Axis::Horizontal].map(|axis| poster.seams_around(axis, index));
    let start = |seam: Option<&Seam>| seam.map_or(-OUTSIDE_MM, |seam| seam.extent.from);
    let end = |seam: Option<&Seam>| seam.map_or(OUTSIDE_MM, |seam| seam.extent.to);
    Rect::new(start(x.before), start(y.before), end(x.after), end(y.after))
}

/// Returns the seams around a sheet, as paths in the coordinates of the whole picture.
fn seams_around(poster: &Poster<'_>, index: usize) -> Vec<BezPath> {
    let axes = [Axis::Vertical, Axis::Horizontal].into_iter();
    let seams = axes.flat_map(|axis| {
        let pair = poster.seams_around(axis, index);
        [pair.before, pair.after].into_iter().flatten().map(move |seam| seam.path(axis))
    });
    seams.collect()
}

/// Returns whether a group shows a part of a cell that belongs to another sheet.
fn is_beyond(group: &Group) -> bool {
    matches!(&group.id, Some(Identity::Of(_, Feature::Beyond(_))))
}

/// Returns those lines of a cell beyond a seam that are so wide that they extend over the seam.
fn lines_across(group: &Group, seams: &[BezPath]) -> Vec<Drawing> {
    let all = leaves(&group.drawings, group.transform).with_shared();
    let lines = all.filter_map(|leaf| match leaf.draw {
        Drawing::Path { path, stroke: Some(stroke), .. } => {
            let placed = leaf.frame * path;
            reaches(&placed, stroke, seams).then(|| line(path, stroke, leaf.frame))
        }
        _ => None,
    });
    lines.collect()
}

fn line(path: &BezPath, stroke: &Stroke, frame: Affine) -> Drawing {
    Drawing::moved(frame, vec![Drawing::stroked(path.clone(), stroke.clone())])
}

/// Returns whether a line touches any of the seams. The width of the line is taken into account.
fn reaches(path: &BezPath, stroke: &Stroke, seams: &[BezPath]) -> bool {
    let half = stroke.width / 2.0;
    seams
        .iter()
        .any(|seam| path.segments().any(|own| seam.segments().any(|other| are_closer(own, other, half))))
}

/// Returns whether the distance between two segments is less than `distance` mm. A curve is replaced by the
/// straight line between its ends.
fn are_closer(a: PathSeg, b: PathSeg, distance: f64) -> bool {
    let [a, b] = [a, b].map(|segment| Line::new(segment.start(), segment.end()));
    let box_of = |line: Line| Rect::from_points(line.p0, line.p1);
    let overlap = box_of(a).inflate(distance, distance).intersect(box_of(b).inflate(distance, distance));
    if overlap.width() <= 0.0 || overlap.height() <= 0.0 {
        return false;
    }
    let near = |point: Point, line: Line| line.nearest(point, 1e-6).distance_sq < distance * distance;
    a.crossing_point(b).is_some_and(|point| near(point, a) && near(point, b))
        || near(a.p0, b)
        || near(a.p1, b)
        || near(b.p0, a)
        || near(b.p1, a)
}
