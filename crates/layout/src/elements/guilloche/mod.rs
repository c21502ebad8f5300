//! Draws guilloches: engine-turned lines, as on banknotes.
//!
//! - In: a kind of guilloche with its parameters, a box, and two lines.
//! - Out: smooth curves that fill the box.
//! - Not here: drawing pixels, or replacing curves by straight lines.
//!
//! A strand is a smooth curve with a formula. It is drawn as cubic Bézier curves in Hermite form: at both
//! ends of a curve, its point and its tangent are those of the formula.
//!
//! Strands are woven into lace: a chain of beads between two edges that swell and narrow. A border is
//! lace along four straight sides, with a medallion at each corner. A rosette is lace around an oval. A
//! ground is a field of waves.
//!
//! Either all lines have the same width, or strands swell: they are wider where beads are thicker. A
//! strand that swells is drawn as the filled area between two curves.

mod curve;
mod ground;
mod ribbon;
mod rosette;
mod strands;
mod woven_border;

use kurbo::{BezPath, Size};

pub use self::ground::Field;
use self::ground::ground;
use self::rosette::{Oval, rosette};
use self::strands::Paths;
use self::woven_border::border;
use hexpress_scene::{Drawing, Ink, Stroke};
use hexpress_settle::{Guilloche, Swell};

/// The default size of the clear middle of a rosette, as a fraction of the rosette's size.
const USUAL_EYE: f64 = 0.4;

/// The inks and lines of a guilloche.
pub struct Lines<'l> {
    /// The fill inside the outer line. `None` for no fill.
    pub fill: Option<Ink>,
    /// The line of the first strand, the third strand, and so on.
    pub stroke: &'l Stroke,
    /// The line of the other strands. It may be the same as `stroke`.
    pub second: &'l Stroke,
    /// The smallest and the largest width of strands. If `None`, strands do not swell and have the
    /// widths of the lines.
    pub swell: Option<Swell>,
}

/// Draws a guilloche in a box of size `size`, in mm, around the origin. However, a ground ignores the
/// box and fills `field`.
pub fn draw(guilloche: &Guilloche, size: Size, field: &Field, lines: Lines<'_>) -> Vec<Drawing> {
    let Lines { fill, stroke, second, swell } = lines;
    let alike = if swell.is_some() { stroke.ink == second.ink } else { stroke == second };
    let mut paths = Paths::new(alike, swell);
    let inside = Size::new((size.width - stroke.width).max(0.0), (size.height - stroke.width).max(0.0));
    let mut outline = BezPath::new();
    match *guilloche {
        Guilloche::Border { depth, waves, strands } => {
            let depth = (depth - stroke.width).max(0.0).min(inside.width / 2.0).min(inside.height / 2.0);
            border(inside, depth, waves, strands, &mut paths);
        }
        Guilloche::Ground { waves, strands } => {
            ground(size, waves, strands, &mut paths);
            outline = field.outline.clone();
        }
        Guilloche::Rosette { petals, strands, eye } => {
            let eye = eye.map_or(size * USUAL_EYE, |eye| eye.of(size));
            let oval = Oval::new(inside, eye + Size::new(stroke.width, stroke.width));
            outline = rosette(&oval, petals, strands, &mut paths);
        }
    }
    let fill = fill.map(|ink| Drawing::filled(outline.clone(), ink));
    let woven = paths.drawings(stroke, second);
    let woven = match guilloche {
        // One clip path cuts off all waves at the edge. The line along the edge covers the ends of
        // the waves.
        Guilloche::Ground { .. } => {
            let rim = field.rim.then(|| Drawing::stroked(field.inner(stroke.width / 2.0), stroke.clone()));
            std::iter::once(Drawing::clipped(outline, woven)).chain(rim).collect()
        }
        _ => woven,
    };
    fill.into_iter().chain(woven).collect()
}

#[cfg(test)]
mod tests {
    use super::curve::{CurvePoint, Dual};
    use super::ribbon::add_ribbon;
    use super::*;
    use crate::draw::frame::Frame;
    use hexpress_language::values::value::Extent;
    use hexpress_scene::Ink;
    use kurbo::{PathEl, Point, Shape, Vec2};

    fn field(size: Size) -> Field {
        Field::new(Frame::rectangle(size), true)
    }

    fn lines(stroke: &Stroke, swell: Option<Swell>) -> Lines<'_> {
        Lines { fill: None, stroke, second: stroke, swell }
    }

    fn figures(size: Size) -> Vec<(Guilloche, BezPath)> {
        let stroke = Stroke::solid(0.15, Ink::black());
        let eye: Extent = "20 x 12mm".parse().unwrap();
        let of = |guilloche: Guilloche| {
            let drawings = draw(&guilloche, size, &field(size), lines(&stroke, None));
            let Some(Drawing::Path { path, .. }) = drawings.last() else { panic!("no path") };
            (guilloche, path.clone())
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
            // The curve passes through points of the formula. If the highest point of a swing is
            // between two of these points, the curve is slightly too low there.
            assert!((bounds.width() - size.width).abs() < 0.05, "{guilloche:?} {bounds:?}");
            assert!((bounds.height() - size.height).abs() < 0.05, "{guilloche:?} {bounds:?}");
            assert!(bounds.center().to_vec2().hypot() < 0.03, "{guilloche:?} {bounds:?}");
        }
    }

    #[test]
    fn strands_are_smooth_and_rosettes_closed() {
        let mut waves = Paths::new(false, None);
        ground(Size::new(80.0, 45.0), 7, 12, &mut waves);
        let waves = waves.drawn.map(|path| (Guilloche::Ground { waves: 7, strands: 12 }, path));
        for (guilloche, path) in figures(Size::new(80.0, 45.0)).into_iter().chain(waves) {
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
                        let joined = before.zip(first).is_none_or(|(before, first)| smooth(before, first));
                        assert!(joined, "{guilloche:?} {here}");
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
        let (size, stroke) = (Size::new(3.0, 2.0), Stroke::solid(0.15, Ink::black()));
        for swell in [None, Some(Swell { least: 0.05, most: 0.25 })] {
            for drawing in draw(&shallow, size, &field(size), lines(&stroke, swell)) {
                assert!(matches!(drawing, Drawing::Path { path, .. } if path.is_finite()));
            }
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

    #[test]
    fn a_strand_that_swells_is_as_wide_as_its_weight_says() {
        let mut path = BezPath::new();
        let level = |t: f64| CurvePoint { point: Point::new(40.0 * t, 0.0), tangent: Vec2::new(40.0, 0.0) };
        let swell = Swell { least: 0.1, most: 0.5 };
        add_ribbon(&mut path, 8, level, |t| swell.at(t) / 2.0);
        let width_at = |x: f64| {
            let steps = (-500..500).map(|step| f64::from(step) * 1e-3);
            steps.filter(|y| path.contains(Point::new(x, *y))).count() as f64 * 1e-3
        };
        for x in [1.0, 10.0, 20.0, 39.0] {
            assert!((width_at(x) - swell.at(x / 40.0)).abs() < 3e-3, "{x}: {}", width_at(x));
        }
    }

    #[test]
    fn a_round_of_ribbons_has_ink_in_its_strands_only() {
        let (size, stroke) = (Size::new(40.0, 40.0), Stroke::solid(0.15, Ink::black()));
        let rosette = Guilloche::Rosette { petals: 6, strands: 1, eye: None };
        let swell = Some(Swell { least: 0.1, most: 0.4 });
        let drawings = draw(&rosette, size, &field(size), lines(&stroke, swell));
        let Drawing::Path { path, fill: Some(_), .. } = &drawings[0] else { panic!("no fill") };
        assert!(!path.contains(Point::ZERO));
        let steps = (0..2000).map(|step| Point::new(0.0, -f64::from(step) * 0.01));
        let inked = steps.filter(|point| path.contains(*point)).count();
        assert!((10..100).contains(&inked), "{inked}");
    }

    #[test]
    fn strands_end_on_the_rims_of_the_medallions_in_pairs() {
        let (size, depth) = (Size::new(80.0, 45.0), 6.0);
        let mut paths = Paths::new(false, None);
        border(size, depth, 40, 6, &mut paths);
        let [even, odd] = paths.drawn.map(|path| ends(&path));
        assert_eq!(odd.len(), 4 * 3 * 2);
        let centre = Vec2::new(size.width / 2.0 - depth / 2.0, size.height / 2.0 - depth / 2.0);
        for end in &odd {
            let corner = Vec2::new(centre.x.copysign(end.x), centre.y.copysign(end.y));
            assert!(((end.to_vec2() - corner).hypot() - depth / 2.0).abs() < 1e-9, "{end}");
            assert_eq!(even.iter().filter(|other| other.distance(*end) < 1e-6).count(), 1, "{end}");
        }
    }

    /// Returns the first and the last points of open lines.
    fn ends(path: &BezPath) -> Vec<Point> {
        let (mut ends, mut here) = (Vec::new(), None);
        for element in path.elements() {
            if let PathEl::MoveTo(to) = element {
                ends.extend(here);
                ends.push(*to);
            }
            here = element.end_point();
        }
        ends.extend(here);
        ends
    }
}
