//! Extends drawings into the bleed, and reports text and icons that are too near to the cut.
//!
//! - In: the drawings of a piece, and its frame with bleed and safe zone.
//! - Out: drawings that end at the edge of the bleed, and reports.
//! - Not here: extending pictures, because pictures already cover the bleed.

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, PathSeg, Point, Rect, Vec2};

use super::bounds::bounds;
use super::frame::Frame;
use super::overhang;
use super::painter::{OVERSHOOT, Painter};
use hexpress_base::diag::codes;
use hexpress_base::geometry::overhang as beyond_box;
use hexpress_base::geometry::polygon;
use hexpress_base::round_shapes;
use hexpress_base::units::{ShortNumber, to_hundredths};
use hexpress_game::{BleedShape, Element, Shape};
use hexpress_scene::{CellRow, CellSubject, Drawing, Leaf, leaves};

/// The smallest length by which a drawing must extend outside the frame to be clipped, in mm. A smaller
/// excess is not visible.
const VISIBLE: f64 = 0.001;

/// Extends drawings that touch the edge of `frame`, so that they reach the edge of its bleed.
/// Drawings are clipped at the edge of the bleed.
pub fn extend_into_bleed(drawings: &mut Vec<Drawing>, frame: &Frame) {
    let bled = frame.bled();
    let drawn = std::mem::take(drawings);
    extend(drawn, Affine::IDENTITY, frame, &bled, drawings);
    let is_beyond = overhang::of_drawings(drawings, Affine::IDENTITY, &bled) > VISIBLE;
    let is_round = frame.rounding() > 0.0 || frame.has_form();
    if is_beyond || is_round && may_leave(drawings, &bled) {
        *drawings = vec![Drawing::clipped(bled.outline(), std::mem::take(drawings))];
    }
}

/// Clips drawings at the outline of a piece without bleed, if they extend beyond its round corners or its
/// irregular outline.
pub fn round_off(drawings: &mut Vec<Drawing>, frame: &Frame) {
    let is_beyond = may_leave(drawings, frame)
        && (overhang::of_drawings_with_corners(drawings, Affine::IDENTITY, frame) > OVERSHOOT
            || frame.has_form() && has_picture(drawings));
    if is_beyond {
        *drawings = vec![Drawing::clipped(frame.outline(), std::mem::take(drawings))];
    }
}

fn has_picture(drawings: &[Drawing]) -> bool {
    leaves(drawings, Affine::IDENTITY).with_shared().any(|leaf| matches!(leaf.draw, Drawing::Image { .. }))
}

/// Returns whether the bounding box of `drawings` extends outside a frame.
fn may_leave(drawings: &[Drawing], frame: &Frame) -> bool {
    bounds(drawings).is_some_and(|all| !frame.holds(all, Affine::IDENTITY))
}

/// Extends drawings to the edge of the bleed, and adds them to `into`. `transform` maps the drawings
/// into `frame`, the frame of the piece. `bled` is the same frame, enlarged by its bleed.
fn extend(drawn: Vec<Drawing>, transform: Affine, frame: &Frame, bled: &Frame, into: &mut Vec<Drawing>) {
    for drawing in drawn {
        match drawing {
            Drawing::Group(mut group) if group.clip.is_none() => {
                let content = std::mem::take(&mut group.drawings);
                extend(content, transform * group.transform, frame, bled, &mut group.drawings);
                into.push(Drawing::Group(group));
            }
            Drawing::Path { path, fill, stroke } => {
                let placed = transform * path.clone();
                let back = transform.inverse();
                let extended =
                    fill.as_ref().and_then(|_| extended_area(&placed, frame, bled)).map(|area| back * area);
                match (extended, stroke) {
                    (Some(path), None) => into.push(Drawing::Path { path, fill, stroke: None }),
                    // Only the area is extended. The line stays at the cut.
                    (Some(area), Some(stroke)) => {
                        into.push(Drawing::Path { path: area, fill, stroke: None });
                        into.push(Drawing::stroked(path, stroke));
                    }
                    (None, Some(stroke)) if fill.is_none() => {
                        into.push(Drawing::stroked(back * extended_line(&placed, frame), stroke));
                    }
                    (None, stroke) => into.push(Drawing::Path { path, fill, stroke }),
                }
            }
            other => into.push(other),
        }
    }
}

/// Returns additional drawings that continue `drawings` into the bleed of a frame: strips for areas, and
/// short pieces for lines. `transform` maps `drawings` into the frame.
pub fn strips(drawings: &[Drawing], transform: Affine, frame: &Frame) -> Vec<Drawing> {
    let mut into = Vec::new();
    add_strips(drawings, transform, frame, &mut into);
    into
}

fn add_strips(drawings: &[Drawing], transform: Affine, frame: &Frame, into: &mut Vec<Drawing>) {
    for drawing in drawings {
        match drawing {
            Drawing::Group(group) if group.clip.is_none() => {
                add_strips(&group.drawings, transform * group.transform, frame, into);
            }
            Drawing::Use { shared, transform: own_transform } => {
                add_strips(&shared.drawings, transform * *own_transform, frame, into);
            }
            Drawing::Cells(cells) => {
                let max_distance = cells.max_distance() + OVERSHOOT;
                let is_at_edge = |cell: &&CellRow| {
                    frame.outside(transform * cells.lattice.centre(cell.address)) > -max_distance
                };
                let drawn = cells.subject == CellSubject::Cell;
                for placed in cells.places.iter().filter(|_| drawn).filter(is_at_edge) {
                    add_strips(&[Drawing::Group(cells.group(*placed))], transform, frame, into);
                }
            }
            Drawing::Path { path, fill: Some(fill), .. } => {
                let placed = transform * path.clone();
                let length = placed.elements().len();
                if let Some(area) = extended_area(&placed, frame, &frame.bled()) {
                    let strip = BezPath::from_vec(area.elements().get(length..).unwrap_or_default().to_vec());
                    into.push(Drawing::filled(strip, fill.clone()));
                }
            }
            Drawing::Path { path, fill: None, stroke: Some(stroke) } => {
                let beyond = line_ends(&(transform * path.clone()), frame);
                if !beyond.is_empty() {
                    into.push(Drawing::stroked(beyond, stroke.clone()));
                }
            }
            _ => {}
        }
    }
}

/// Returns short lines that continue the lines of a path into the bleed.
fn line_ends(path: &BezPath, frame: &Frame) -> BezPath {
    let mut pieces = BezPath::new();
    for part in path.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_))) {
        let points: Vec<Point> = part.iter().flat_map(points).collect();
        let ([start, second, ..], [.., before, end]) = (&points[..], &points[..]) else { continue };
        if part.contains(&PathEl::ClosePath) {
            continue;
        }
        for (end, direction) in [(*start, *start - *second), (*end, *end - *before)] {
            if let Some(outer) = end_in_bleed(end, direction, frame) {
                pieces.move_to(end);
                pieces.line_to(outer);
            }
        }
    }
    pieces
}

/// A text that extends outside the safe zone.
pub struct SafeText {
    pub string: Arc<str>,
    /// How far the text extends outside the safe zone, in mm.
    pub over: f64,
}

/// Returns the text that extends farthest outside the safe zone of a frame. Returns `None` if no
/// text does. `transform` maps the drawings into the frame.
pub fn nearest_text(
    drawings: &[Drawing],
    transform: Affine,
    frame: &Frame,
    painter: &Painter<'_, '_>,
) -> Option<SafeText> {
    let safe = frame.grown(-frame.safe);
    let mut nearest: Option<SafeText> = None;
    let mut look = |drawings: &[Drawing], transform: Affine| {
        for leaf in leaves(drawings, transform).with_shared() {
            let (Drawing::Text(text), Some(over)) = (leaf.draw, text_outside(&leaf, &safe, painter)) else {
                continue;
            };
            if over > OVERSHOOT && nearest.as_ref().is_none_or(|known| over > known.over) {
                nearest = Some(SafeText { string: Arc::clone(&text.string), over });
            }
        }
    };
    for drawing in drawings {
        let Drawing::Cells(cells) = drawing else {
            look(std::slice::from_ref(drawing), transform);
            continue;
        };
        let max_distance = cells.max_distance();
        for placed in &cells.places {
            if safe.outside(transform * cells.lattice.centre(placed.address)) > -max_distance {
                look(&[Drawing::Group(cells.group(*placed))], transform);
            }
        }
    }
    nearest
}

/// Extends an area into the bleed, at each of its sides that is on the edge of the frame. Returns the
/// extended area, or `None` if no side is on the edge.
fn extended_area(path: &BezPath, frame: &Frame, bled: &Frame) -> Option<BezPath> {
    let piece = Rect::from_center_size(Point::ZERO, frame.size);
    let is_inside = beyond_box(path.control_box(), piece) < -OVERSHOOT;
    let corners = frame.corners();
    if corners.is_empty() {
        let is_disc = !is_inside && is_circle(path, frame.size.width / 2.0);
        return is_disc.then(|| match frame.bleed_shape {
            BleedShape::Outline => round_shapes::circle(Point::ZERO, bled.size.width / 2.0),
            BleedShape::Rectangle => bled.outline(),
        });
    }
    if frame.has_form() && runs_along(path, frame) {
        return Some(bled.outline());
    }
    if is_inside && corners.len() == 4 {
        return None;
    }
    let enlarged = frame.grown(frame.bleed);
    let mut extended: Option<BezPath> = None;
    for segment in path.segments() {
        let PathSeg::Line(line) = segment else { continue };
        if line.p0.distance(line.p1) < OVERSHOOT {
            continue;
        }
        for index in 0..corners.len() {
            let edge = BledEdge::new(index, frame, &enlarged);
            if edge.has_on_it(line.p0) && edge.has_on_it(line.p1) {
                // The corners of the added strip run in the same direction as those of the area, clockwise or
                // counterclockwise.
                let strip = [line.p0, edge.outer_point(line.p0), edge.outer_point(line.p1), line.p1];
                extended.get_or_insert_with(|| path.clone()).extend(polygon(&strip));
            }
        }
    }
    extended
}

/// Returns whether all lines and curves of a path begin and end on the edge of a frame.
fn runs_along(path: &BezPath, frame: &Frame) -> bool {
    let mut ends = path.elements().iter().filter_map(PathEl::end_point);
    path.elements().len() > 3 && ends.all(|end| frame.outside(end).abs() <= OVERSHOOT)
}

/// Returns whether the ends of all segments of a path are on the circle with the radius `radius`, in mm,
/// around the origin.
fn is_circle(path: &BezPath, radius: f64) -> bool {
    let ends: Vec<Point> = path.elements().iter().filter_map(PathEl::end_point).collect();
    ends.len() >= 4 && ends.iter().all(|end| (end.to_vec2().hypot() - radius).abs() <= OVERSHOOT)
}

/// An edge of a frame, together with the corresponding part of the bleed's outer edge.
struct BledEdge {
    from: Point,
    to: Point,
    outer_from: Point,
    outer_to: Point,
    /// The unit vector along the edge.
    along: Vec2,
    /// The vector from the edge of the frame to the outer edge of the bleed.
    out: Vec2,
}

impl BledEdge {
    /// Returns the edge of `frame` with the index `index`. `enlarged` is the frame with its sides moved
    /// outwards by the bleed.
    fn new(index: usize, frame: &Frame, enlarged: &Frame) -> Self {
        let (inner, outer) = (frame.corners(), enlarged.corners());
        let next = (index + 1) % inner.len();
        let along = (inner[next] - inner[index]).normalize();
        // Corners run clockwise as seen on the sheet, so the outside is to the left of each edge.
        let out = Vec2::new(along.y, -along.x) * frame.bleed;
        let (from, to, outer_from, outer_to) = (inner[index], inner[next], outer[index], outer[next]);
        Self { from, to, outer_from, outer_to, along, out }
    }

    fn has_on_it(&self, point: Point) -> bool {
        self.along.cross(point - self.from).abs() <= OVERSHOOT
    }

    /// Returns the point on the outer edge of the bleed that corresponds to a point on this edge.
    fn outer_point(&self, point: Point) -> Point {
        if (point - self.from).dot(self.along).abs() <= OVERSHOOT {
            self.outer_from
        } else if (self.to - point).dot(self.along).abs() <= OVERSHOOT {
            self.outer_to
        } else {
            point + self.out
        }
    }
}

/// Returns lines with extended ends. Each end on the edge of the frame is moved to the edge of the
/// bleed.
fn extended_line(path: &BezPath, frame: &Frame) -> BezPath {
    let mut longer = BezPath::new();
    for part in path.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_))) {
        let points: Vec<Point> = part.iter().flat_map(points).collect();
        let ([start, second, ..], [.., before, end]) = (&points[..], &points[..]) else {
            longer.extend(part.iter().copied());
            continue;
        };
        let is_open = !part.contains(&PathEl::ClosePath);
        match end_in_bleed(*start, *start - *second, frame).filter(|_| is_open) {
            Some(outer) => {
                let head = [PathEl::MoveTo(outer), PathEl::LineTo(*start)];
                longer.extend(head.into_iter().chain(part[1..].iter().copied()));
            }
            None => longer.extend(part.iter().copied()),
        }
        let after = end_in_bleed(*end, *end - *before, frame).filter(|_| is_open);
        longer.extend(after.map(PathEl::LineTo));
    }
    longer
}

/// Returns the end point and the control points of a path element.
fn points(element: &PathEl) -> Vec<Point> {
    match *element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => vec![p],
        PathEl::QuadTo(p, q) => vec![p, q],
        PathEl::CurveTo(p, q, r) => vec![p, q, r],
        PathEl::ClosePath => Vec::new(),
    }
}

/// Extends a line beyond `end` to the edge of the bleed, and returns the new end of the line.
/// Returns `None` if `end` is not on the edge of the frame, or if the line runs along this edge.
fn end_in_bleed(end: Point, direction: Vec2, frame: &Frame) -> Option<Point> {
    /// A line is extended only if its slope is at least this large. The slope says how many mm the line moves
    /// away from the edge for each mm of its length. A line with a smaller slope would have to be extended
    /// very far.
    const MIN_SLOPE: f64 = 0.25;
    /// The distance from the end of the line to the point where its slope is measured, in mm.
    const STEP: f64 = 0.01;
    if frame.outside(end).abs() > OVERSHOOT || direction.hypot() < 1e-9 {
        return None;
    }
    let unit = direction.normalize();
    let slope = (frame.outside(end + unit * STEP) - frame.outside(end)) / STEP;
    (slope >= MIN_SLOPE).then(|| end + unit * (frame.bleed / slope))
}

/// Reports text and icons of an element that are outside the safe zone, and therefore too close to
/// the cut. `who` is the name of the piece in messages.
pub fn keep_safe(
    element: &Element,
    drawings: &[Drawing],
    frame: &Frame,
    who: &str,
    painter: &mut Painter<'_, '_>,
) {
    let what = match &element.shape {
        Shape::Text(..) => "text",
        Shape::Icon(_) => "icon",
        Shape::Arrow(_) => "arrow",
        Shape::Compass(_) => "compass",
        Shape::QrCode(_) => "QR code",
        _ => return,
    };
    // If no point of a piece is as far from the cut as the layout requires, the piece has no safe zone. On
    // such a narrow piece, the distance from the cut itself is measured.
    let is_narrow = frame.size.min_side() <= 2.0 * frame.safe;
    let (inner, beyond) =
        if is_narrow { (frame.clone(), frame.safe) } else { (frame.grown(-frame.safe), 0.0) };
    let over = leaves(drawings, Affine::IDENTITY)
        .with_shared()
        .filter_map(|leaf| overhang::of_path(&leaf, &inner).or_else(|| text_outside(&leaf, &inner, painter)))
        .fold(f64::NEG_INFINITY, f64::max)
        + beyond;
    if over > OVERSHOOT {
        let clear = to_hundredths(frame.safe - over);
        let near = if frame.safe > over {
            format!("is {} mm from the cut", ShortNumber(clear))
        } else {
            format!("extends {} mm beyond the cut", ShortNumber(-clear))
        };
        let (narrow, hint) = match is_narrow {
            true => (
                format!(": too much for a piece that is only {} mm wide", ShortNumber(frame.size.min_side())),
                "reduce `safe`, or make the piece larger".to_owned(),
            ),
            false => (String::new(), format!("make the {what} smaller, move it inwards, or reduce `safe`")),
        };
        let message = format!(
            "this {what} {near}, but must stay {} mm inside it (`safe`){narrow}",
            ShortNumber(frame.safe)
        );
        let diagnostic = codes::NOT_SAFE.error(message).of_piece(who).at(element.place).hint(hint);
        painter.add_finding(match element.named_place {
            Some(place) => diagnostic.related_place(place, "the element is in this named place"),
            None => diagnostic,
        });
    }
}

/// Returns how far the letters of a text extend outside a frame, in mm. Returns `None` if the
/// drawing is not a text.
fn text_outside(leaf: &Leaf<'_>, frame: &Frame, painter: &Painter<'_, '_>) -> Option<f64> {
    let Drawing::Text(text) = leaf.draw else { return None };
    let ink = painter.shaper.shape(text.font, &text.string).ok()?.ink.scale_from_origin(text.size);
    Some(frame.box_distance_outside(ink + text.origin.to_vec2(), leaf.frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_has_at_least_four_ends_and_all_of_them_at_its_radius() {
        let path = |svg: &str| BezPath::from_svg(svg).unwrap();
        assert!(is_circle(&path("M 5 0 L 0 5 L -5 0 L 0 -5 Z"), 5.0));
        assert!(!is_circle(&path("M 5 0 L 0 5 L -5 0 Z"), 5.0));
        assert!(!is_circle(&path("M 5 0 L 0 5 L -5 0 L 0 -6 Z"), 5.0));
    }
}
