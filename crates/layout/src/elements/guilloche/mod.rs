//! Draws guilloches: engine-turned lines, as on banknotes.
//!
//! - In: a kind of guilloche with its numbers, a box, and two lines.
//! - Out: smooth curves that fill the box.
//! - Not here: rasterising or approximating by chords.
//!
//! A strand is a smooth curve given by a formula. It is drawn as cubic Béziers that share its
//! points and tangents (Hermite form). Strands are woven into lace: a chain of beads between two
//! edges that swell and narrow. A border is lace along four straight sides, with a medallion at
//! each corner. A rosette is lace around an oval. A ground is a field of waves.

mod curve;
mod rosette;
mod woven_border;

use kurbo::{BezPath, Point, Size, Vec2};

use self::curve::{CurvePoint, Dual, PIECES, add_curve};
use self::rosette::{Oval, rosette};
use self::woven_border::border;
use hexpress_scene::{Draw, Stroke};
use hexpress_settle::Guilloche;

/// The usual clear middle of a rosette, as a share of its size.
const USUAL_EYE: f64 = 0.4;

/// Draws a guilloche in a box of size `size`, in mm, about the origin. Every other strand has the
/// second line.
pub fn draw(guilloche: &Guilloche, size: Size, strokes: [&Stroke; 2]) -> Vec<Draw> {
    let [stroke, second] = strokes;
    let mut paths = Paths { main: BezPath::new(), other: (stroke != second).then(BezPath::new) };
    let inside = Size::new((size.width - stroke.width).max(0.0), (size.height - stroke.width).max(0.0));
    match *guilloche {
        Guilloche::Border { depth, waves, strands } => {
            let depth = (depth - stroke.width).max(0.0).min(inside.width / 2.0).min(inside.height / 2.0);
            border(inside, depth, waves, strands, &mut paths);
        }
        Guilloche::Ground { waves, strands } => ground(inside, waves, strands, &mut paths),
        Guilloche::Rosette { petals, strands, eye } => {
            let eye = eye.map_or(size * USUAL_EYE, |eye| eye.of(size));
            let oval = Oval::new(inside, eye + Size::new(stroke.width, stroke.width));
            rosette(&oval, petals, strands, &mut paths);
        }
    }
    let other = paths.other.map(|path| Draw::stroked(path, Stroke { round: true, ..second.clone() }));
    std::iter::once(Draw::stroked(paths.main, stroke.clone())).chain(other).collect()
}

/// The lines of a guilloche.
struct Paths {
    main: BezPath,
    /// Every other strand, if it has a line of its own.
    other: Option<BezPath>,
}

impl Paths {
    /// Returns the path of a strand.
    fn strand(&mut self, number: u32) -> &mut BezPath {
        match &mut self.other {
            Some(other) if !number.is_multiple_of(2) => other,
            _ => &mut self.main,
        }
    }
}

/// Draws two families of waves that lean in opposite directions and cross.
fn ground(size: Size, waves: u32, strands: u32, paths: &mut Paths) {
    let pitch = size.height / (f64::from(strands) + 1.0);
    // The waves fill the height: the swings of the first and the last one touch the edges.
    let swing = pitch.min(size.height / 4.0);
    let room = size.height - 2.0 * swing;
    for family in 0..2 {
        for strand in 0..strands {
            let down = if strands > 1 { f64::from(strand) / f64::from(strands - 1) } else { 0.5 };
            let lean = f64::from(strand) / f64::from(strands) * if family == 0 { 1.0 } else { -1.0 };
            let level = room * (down - 0.5);
            add_curve(paths.strand(family), waves * PIECES, |t| {
                let wave = Dual::wave(f64::from(waves) * t + lean);
                CurvePoint {
                    point: Point::new(size.width * (t - 0.5), level + swing * wave.value),
                    tangent: Vec2::new(size.width, swing * wave.slope * f64::from(waves)),
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_language::values::value::Extent;
    use hexpress_scene::Ink;
    use kurbo::{PathEl, Shape};

    fn figures(size: Size) -> Vec<(Guilloche, BezPath)> {
        let stroke = Stroke::solid(0.15, Ink::black());
        let eye: Extent = "20 x 12mm".parse().unwrap();
        let of = |guilloche: Guilloche| {
            let Draw::Path { path, .. } = draw(&guilloche, size, [&stroke; 2]).remove(0) else {
                panic!("no path")
            };
            (guilloche, path)
        };
        [
            Guilloche::Border { depth: 5.0, waves: 44, strands: 6 },
            Guilloche::Ground { waves: 7, strands: 12 },
            Guilloche::Rosette { petals: 16, strands: 6, eye: None },
            Guilloche::Rosette { petals: 20, strands: 5, eye: Some(eye) },
        ]
        .map(of)
        .to_vec()
    }

    #[test]
    fn a_guilloche_fills_its_box_and_stays_inside() {
        let size = Size::new(80.0, 45.0);
        for (guilloche, path) in figures(size) {
            let bounds = path.bounding_box().inflate(0.075, 0.075);
            // A swing whose top is between two points of the curve is a little lower.
            assert!((bounds.width() - size.width).abs() < 0.05, "{guilloche:?} {bounds:?}");
            assert!((bounds.height() - size.height).abs() < 0.05, "{guilloche:?} {bounds:?}");
            assert!(bounds.center().to_vec2().hypot() < 0.03, "{guilloche:?} {bounds:?}");
        }
    }

    #[test]
    fn strands_are_smooth_and_rosettes_closed() {
        for (guilloche, path) in figures(Size::new(80.0, 45.0)) {
            let (mut start, mut here, mut first, mut before) = (Point::ZERO, Point::ZERO, None, None);
            let smooth = |a: Vec2, b: Vec2| a.normalize().dot(b.normalize()) > 0.9999;
            for element in path.elements() {
                match *element {
                    PathEl::MoveTo(to) => (start, here, first, before) = (to, to, None, None),
                    PathEl::CurveTo(a, b, to) => {
                        let leaving = a - here;
                        assert!(before.is_none_or(|before| smooth(before, leaving)), "{guilloche:?} {here}");
                        first = first.or(Some(leaving));
                        (before, here) = (Some(to - b), to);
                    }
                    PathEl::ClosePath => {
                        assert!(start.distance(here) < 1e-9, "{guilloche:?} {start} {here}");
                        assert!(smooth(before.unwrap(), first.unwrap()), "{guilloche:?} {here}");
                    }
                    PathEl::LineTo(_) | PathEl::QuadTo(..) => {}
                }
            }
            let begun = path.elements().iter().filter(|e| matches!(e, PathEl::MoveTo(_))).count();
            let closed = path.elements().iter().filter(|e| matches!(e, PathEl::ClosePath)).count();
            assert!(closed == begun || !matches!(guilloche, Guilloche::Rosette { .. }), "{guilloche:?}");
        }
    }

    #[test]
    fn a_shallow_border_is_still_finite() {
        let shallow = Guilloche::Border { depth: 0.3, waves: 4, strands: 1 };
        for draw in draw(&shallow, Size::new(3.0, 2.0), [&Stroke::solid(0.15, Ink::black()); 2]) {
            assert!(matches!(draw, Draw::Path { path, .. } if path.is_finite()));
        }
    }

    #[test]
    fn no_line_crosses_the_eye_of_a_rosette() {
        for (guilloche, path) in figures(Size::new(80.0, 45.0)) {
            let Guilloche::Rosette { eye: Some(_), .. } = guilloche else { continue };
            for segment in path.segments() {
                let point = kurbo::ParamCurve::eval(&segment, 0.5);
                let (x, y) = (point.x / 10.0, point.y / 6.0);
                assert!(x.mul_add(x, y * y) > 1.0, "{point}");
            }
        }
    }

    #[test]
    fn equal_steps_around_an_oval_have_nearly_equal_lengths() {
        let oval = Oval::new(Size::new(44.0, 26.0), Size::ZERO);
        let speed = |t: f64| oval.point(t, Dual::constant(1.0)).tangent.hypot();
        for step in 0..100 {
            let ratio = speed(f64::from(step) / 100.0) / speed(0.0);
            assert!((0.9..1.2).contains(&ratio), "{step}: {ratio}");
        }
    }
}
