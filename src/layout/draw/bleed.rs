//! What reaches the edge of a piece goes on into its bleed, and is cut off where that ends; and words keep off the cut.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Vec2};

use super::frame::Frame;
use super::painter::{OVERSHOOT, Painter};
use super::reach;
use super::share::bounds;
use crate::base::hex::polygon;
use crate::base::round;
use crate::base::units::Trimmed;
use crate::diag::{Diagnostic, codes};
use crate::model::{Element, Shape};
use crate::scene::{Draw, Group, Leaf, leaves};

/// Lets what reaches the edge of `frame` go on to the end of its bleed, and cuts off what goes farther.
pub fn run_on(draws: &mut Vec<Draw>, frame: &Frame) {
    let bled = frame.bled();
    let drawn = std::mem::take(draws);
    extend(drawn, Affine::IDENTITY, frame, &bled, draws);
    let beyond = reach::outside(draws, Affine::IDENTITY, &bled) > 0.001;
    if beyond || frame.is_rounded() && bounds(draws).is_some_and(|all| !bled.holds(all, Affine::IDENTITY)) {
        let content = std::mem::take(draws);
        draws.push(Draw::Group(Group { clip: Some(bled.outline()), ..Group::plain(content) }));
    }
}

/// Cuts off what lies beyond the round corners of a piece without a bleed.
pub fn round_off(draws: &mut Vec<Draw>, frame: &Frame) {
    let near = |all: Rect| !frame.holds(all, Affine::IDENTITY);
    if bounds(draws).is_some_and(near) && reach::outside_corners(draws, Affine::IDENTITY, frame) > OVERSHOOT {
        let content = std::mem::take(draws);
        draws.push(Draw::Group(Group { clip: Some(frame.outline()), ..Group::plain(content) }));
    }
}

/// `transform` leads from the drawings' frame to the piece's.
fn extend(drawn: Vec<Draw>, transform: Affine, frame: &Frame, bled: &Frame, into: &mut Vec<Draw>) {
    for draw in drawn {
        match draw {
            Draw::Group(mut group) if group.clip.is_none() => {
                let content = std::mem::take(&mut group.draws);
                extend(content, transform * group.transform, frame, bled, &mut group.draws);
                into.push(Draw::Group(group));
            }
            Draw::Path { path, fill, stroke } => {
                let seen = transform * path.clone();
                let back = transform.inverse();
                let spilled = fill.as_ref().and_then(|_| spill(&seen, frame, bled)).map(|more| back * more);
                let stroked = match &stroke {
                    Some(_) => back * prolonged(&seen, frame),
                    None => BezPath::new(),
                };
                match (spilled, stroke) {
                    (None, None) => into.push(Draw::Path { path, fill, stroke: None }),
                    (Some(path), None) => into.push(Draw::Path { path, fill, stroke: None }),
                    (None, stroke) if fill.is_none() => {
                        into.push(Draw::Path { path: stroked, fill: None, stroke });
                    }
                    (None, stroke) => into.push(Draw::Path { path, fill, stroke }),
                    // The line stays where it is.
                    (Some(area), stroke) => {
                        into.push(Draw::Path { path: area, fill, stroke: None });
                        into.push(Draw::Path { path, fill: None, stroke });
                    }
                }
            }
            other => into.push(other),
        }
    }
}

/// An area of which a side lies on the frame's edge, with what lies beyond that side; none where no side does.
fn spill(path: &BezPath, frame: &Frame, bled: &Frame) -> Option<BezPath> {
    let bounds = path.control_box();
    let near = frame.size.to_rect() - frame.size.to_vec2() / 2.0;
    let inner = near.inset(-OVERSHOOT);
    let inside = bounds.x0 > inner.x0 && bounds.y0 > inner.y0 && bounds.x1 < inner.x1 && bounds.y1 < inner.y1;
    let corners = frame.corners();
    if corners.is_empty() {
        let on = |p: Point| (p.to_vec2().hypot() - frame.size.width / 2.0).abs() <= OVERSHOOT;
        let ends = || path.elements().iter().filter_map(PathEl::end_point);
        let circle = !inside && ends().count() >= 4 && ends().all(on);
        return circle.then(|| round::circle(Point::ZERO, bled.size.width / 2.0));
    }
    if inside && corners.len() == 4 {
        return None;
    }
    let mut more: Option<BezPath> = None;
    for segment in path.segments() {
        let kurbo::PathSeg::Line(line) = segment else { continue };
        let (a, b) = (line.p0, line.p1);
        if a.distance(b) < OVERSHOOT {
            continue;
        }
        for i in 0..corners.len() {
            let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
            let way = (to - from).normalize();
            let off = |p: Point| way.cross(p - from).abs();
            if off(a) > OVERSHOOT || off(b) > OVERSHOOT {
                continue;
            }
            let outer = bled.corners();
            let (outer_from, outer_to) = (outer[i], outer[(i + 1) % corners.len()]);
            // Clockwise as seen, outside is to the left.
            let out = Vec2::new(way.y, -way.x) * frame.bleed;
            let beyond = |p: Point| {
                let (before, behind) = ((p - from).dot(way), (to - p).dot(way));
                if before.abs() <= OVERSHOOT {
                    outer_from
                } else if behind.abs() <= OVERSHOOT {
                    outer_to
                } else {
                    p + out
                }
            };
            // The same way round as the area itself.
            more.get_or_insert_with(|| path.clone()).extend(polygon(&[a, beyond(a), beyond(b), b]));
        }
    }
    more
}

/// Lines that end on the frame's edge, with the ends beyond it.
fn prolonged(path: &BezPath, frame: &Frame) -> BezPath {
    let mut longer = BezPath::new();
    let mut part: Vec<PathEl> = Vec::new();
    let mut finish = |part: &mut Vec<PathEl>| {
        let (Some(PathEl::MoveTo(start)), true) = (part.first().copied(), part.len() > 1) else {
            longer.extend(part.drain(..));
            return;
        };
        if part.contains(&PathEl::ClosePath) {
            longer.extend(part.drain(..));
            return;
        }
        let ends: Vec<Point> = part.iter().flat_map(points).collect();
        let last = ends.len() - 1;
        let first_way = start - ends[1.min(last)];
        if let Some(before) = beyond(start, first_way, frame) {
            longer.move_to(before);
            longer.line_to(start);
            longer.extend(part.drain(1..));
        } else {
            longer.extend(part.drain(..));
        }
        if let Some(after) = beyond(ends[last], ends[last] - ends[last.saturating_sub(1)], frame) {
            longer.line_to(after);
        }
        part.clear();
    };
    for element in path.elements() {
        if matches!(element, PathEl::MoveTo(_)) {
            finish(&mut part);
        }
        part.push(*element);
    }
    finish(&mut part);
    longer
}

fn points(element: &PathEl) -> Vec<Point> {
    match *element {
        PathEl::MoveTo(p) | PathEl::LineTo(p) => vec![p],
        PathEl::QuadTo(p, q) => vec![p, q],
        PathEl::CurveTo(p, q, r) => vec![p, q, r],
        PathEl::ClosePath => Vec::new(),
    }
}

/// Where a line that ends at `end`, running along `way`, leaves the bleed; none where it ends elsewhere than on the
/// edge, or runs along it.
fn beyond(end: Point, way: Vec2, frame: &Frame) -> Option<Point> {
    /// Flatter lines would run on for long.
    const STEEP: f64 = 0.25;
    if frame.outside(end).abs() > OVERSHOOT || way.hypot() < 1e-9 {
        return None;
    }
    let way = way.normalize();
    let step = 0.01;
    let steep = (frame.outside(end + way * step) - frame.outside(end)) / step;
    (steep >= STEEP).then(|| end + way * (frame.bleed / steep))
}

/// Words and icons that come nearer to the cut than the safe zone lets them are told.
pub fn keep_safe(element: &Element, draws: &[Draw], frame: &Frame, who: &str, painter: &mut Painter<'_, '_>) {
    let what = match &element.shape {
        Shape::Text(_) => "these words come",
        Shape::Icon(_) => "this icon comes",
        Shape::Arrow(_) => "this arrow comes",
        Shape::Compass(_) => "this compass comes",
        _ => return,
    };
    let safe = frame.grown(-frame.safe);
    let over = leaves(draws, Affine::IDENTITY)
        .with_shared()
        .filter_map(|leaf| reach::path_outside(&leaf, &safe).or_else(|| word_outside(&leaf, &safe, painter)))
        .fold(f64::NEG_INFINITY, f64::max);
    if over > OVERSHOOT {
        let clear = Trimmed(((frame.safe - over) * 100.0).round() / 100.0);
        let near = if frame.safe > over {
            format!("as near to the cut as {clear} mm")
        } else {
            format!("{} mm over the cut", Trimmed(((over - frame.safe) * 100.0).round() / 100.0))
        };
        let message = format!("{who}: {what} {near}, and `safe` is {} mm", Trimmed(frame.safe));
        let wrong = Diagnostic::error(codes::NOT_SAFE, message).at(element.place);
        painter.wrong(wrong.hint("smaller, or farther inside; or a smaller `safe`"));
    }
}

/// How far the letters of words reach outside a frame, in mm; none for what is no word.
fn word_outside(leaf: &Leaf<'_>, frame: &Frame, painter: &Painter<'_, '_>) -> Option<f64> {
    let Draw::Text(text) = leaf.draw else { return None };
    let ink = painter.shaper.shape(text.font, &text.string).ok()?.ink;
    let ink = Rect::new(ink.x0, ink.y0, ink.x1, ink.y1).scale_from_origin(text.size);
    Some(frame.excess(ink + text.origin.to_vec2(), leaf.frame))
}
