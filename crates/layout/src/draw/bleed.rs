//! What reaches the edge of a piece goes on into its bleed, and is cut off where that ends; and words keep off the cut.

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Vec2};

use super::frame::Frame;
use super::painter::{OVERSHOOT, Painter};
use super::reach;
use super::share::bounds;
use crate::base::geometry::beyond as beyond_box;
use crate::base::hex::polygon;
use crate::base::round;
use crate::base::units::Trimmed;
use crate::diag::codes;
use crate::model::{Element, Shape};
use crate::scene::{Draw, Leaf, leaves};

/// Lets what reaches the edge of `frame` go on to the end of its bleed, and cuts off what goes farther.
pub fn run_on(draws: &mut Vec<Draw>, frame: &Frame) {
    let bled = frame.bled();
    let drawn = std::mem::take(draws);
    extend(drawn, Affine::IDENTITY, frame, &bled, draws);
    let beyond = reach::outside(draws, Affine::IDENTITY, &bled) > 0.001;
    if beyond || frame.rounding() > 0.0 && bounds(draws).is_some_and(|all| !bled.holds(all, Affine::IDENTITY))
    {
        *draws = vec![Draw::clipped(bled.outline(), std::mem::take(draws))];
    }
}

/// Cuts off what lies beyond the round corners of a piece without a bleed.
pub fn round_off(draws: &mut Vec<Draw>, frame: &Frame) {
    let near = |all: Rect| !frame.holds(all, Affine::IDENTITY);
    if bounds(draws).is_some_and(near) && reach::outside_corners(draws, Affine::IDENTITY, frame) > OVERSHOOT {
        *draws = vec![Draw::clipped(frame.outline(), std::mem::take(draws))];
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
                match (spilled, stroke) {
                    (Some(path), None) => into.push(Draw::Path { path, fill, stroke: None }),
                    // The line stays where it is.
                    (Some(area), Some(stroke)) => {
                        into.push(Draw::Path { path: area, fill, stroke: None });
                        into.push(Draw::stroked(path, stroke));
                    }
                    (None, Some(stroke)) if fill.is_none() => {
                        into.push(Draw::stroked(back * prolonged(&seen, frame), stroke));
                    }
                    (None, stroke) => into.push(Draw::Path { path, fill, stroke }),
                }
            }
            other => into.push(other),
        }
    }
}

/// An area of which a side lies on the frame's edge, with what lies beyond that side; none where no side does.
fn spill(path: &BezPath, frame: &Frame, bled: &Frame) -> Option<BezPath> {
    let whole = Rect::from_center_size(Point::ZERO, frame.size);
    let inside = beyond_box(path.control_box(), whole) < -OVERSHOOT;
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
        for (i, &from) in corners.iter().enumerate() {
            let next = (i + 1) % corners.len();
            let (to, outer) = (corners[next], bled.corners());
            let way = (to - from).normalize();
            let off = |p: Point| way.cross(p - from).abs();
            if off(a) > OVERSHOOT || off(b) > OVERSHOOT {
                continue;
            }
            // Clockwise as seen, outside is to the left.
            let out = Vec2::new(way.y, -way.x) * frame.bleed;
            let beyond = |p: Point| {
                if (p - from).dot(way).abs() <= OVERSHOOT {
                    outer[i]
                } else if (to - p).dot(way).abs() <= OVERSHOOT {
                    outer[next]
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
    for part in path.elements().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_))) {
        let points: Vec<Point> = part.iter().flat_map(points).collect();
        let ([start, second, ..], [.., before, end]) = (&points[..], &points[..]) else {
            longer.extend(part.iter().copied());
            continue;
        };
        let open = !part.contains(&PathEl::ClosePath);
        match beyond(*start, *start - *second, frame).filter(|_| open) {
            Some(outer) => {
                let head = [PathEl::MoveTo(outer), PathEl::LineTo(*start)];
                longer.extend(head.into_iter().chain(part[1..].iter().copied()));
            }
            None => longer.extend(part.iter().copied()),
        }
        let after = beyond(*end, *end - *before, frame).filter(|_| open);
        longer.extend(after.map(PathEl::LineTo));
    }
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
        Shape::Text(..) => "these words come",
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
        let clear = ((frame.safe - over) * 100.0).round() / 100.0;
        let near = if frame.safe > over {
            format!("as near to the cut as {} mm", Trimmed(clear))
        } else {
            format!("{} mm over the cut", Trimmed(-clear))
        };
        let message = format!("{what} {near}, and `safe` is {} mm", Trimmed(frame.safe));
        let wrong = codes::NOT_SAFE.error(message).of(who).at(element.place);
        let wrong = wrong.hint("smaller, or farther inside; or a smaller `safe`");
        painter.wrong(match element.named_place {
            Some(place) => wrong.also(place, "the place that it stands in"),
            None => wrong,
        });
    }
}

/// How far the letters of words reach outside a frame, in mm; none for what is no word.
fn word_outside(leaf: &Leaf<'_>, frame: &Frame, painter: &Painter<'_, '_>) -> Option<f64> {
    let Draw::Text(text) = leaf.draw else { return None };
    let ink = painter.shaper.shape(text.font, &text.string).ok()?.ink.scale_from_origin(text.size);
    Some(frame.excess(ink + text.origin.to_vec2(), leaf.frame))
}
