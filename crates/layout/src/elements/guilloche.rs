//! Engine-turned lines, as on banknotes: true curves from a few numbers.
//!
//! A strand is a smooth curve given by a formula; it is drawn as cubic Béziers that share its points and
//! tangents (Hermite form), so nothing is rasterised and nothing is guessed. Strands are woven into lace: a
//! chain of beads between two edges that swell and narrow. A border is lace along four straight sides, with
//! a medallion at each corner; a rosette is lace round an oval; a ground is a field of waves.

use std::f64::consts::TAU;

use kurbo::{BezPath, Point, Size, Vec2};

use crate::layout::draw::frame::sin_cos;
use crate::scene::{Draw, Stroke};
use crate::settle::Guilloche;

/// The lines of a guilloche in a box of `size` (mm) about the origin; every other strand may have a line of its own.
pub fn draw(guilloche: &Guilloche, size: Size, strokes: [&Stroke; 2]) -> Vec<Draw> {
    let [stroke, second] = strokes;
    let mut paths = Paths { main: BezPath::new(), other: (stroke != second).then(BezPath::new) };
    let path = &mut paths;
    let inside = Size::new((size.width - stroke.width).max(0.0), (size.height - stroke.width).max(0.0));
    match *guilloche {
        Guilloche::Border { depth, waves, strands } => {
            let depth = (depth - stroke.width).max(0.0).min(inside.width / 2.0).min(inside.height / 2.0);
            border(inside, depth, waves, strands, path);
        }
        Guilloche::Ground { waves, strands } => ground(inside, waves, strands, path),
        Guilloche::Rosette { petals, strands, eye } => {
            let eye = eye.map_or(size * PLAIN_EYE, |eye| eye.of(size));
            let oval = Oval::new(inside, eye + Size::new(stroke.width, stroke.width));
            rosette(&oval, petals, strands, path);
        }
    }
    let Paths { main, other } = paths;
    let other = other.map(|path| Draw::stroked(path, Stroke { round: true, ..second.clone() }));
    std::iter::once(Draw::stroked(main, stroke.clone())).chain(other).collect()
}

/// The lines of a guilloche: all in one, or every other strand by itself.
struct Paths {
    main: BezPath,
    other: Option<BezPath>,
}

impl Paths {
    /// Where a strand is drawn.
    fn strand(&mut self, number: u32) -> &mut BezPath {
        match &mut self.other {
            Some(other) if !number.is_multiple_of(2) => other,
            _ => &mut self.main,
        }
    }
}

/// Béziers for each swing of a strand, and for each bead of an edge.
const PIECES: u32 = 4;

/// The clear middle of a rosette that does not ask for one, of its size.
const PLAIN_EYE: f64 = 0.4;

/// The largest clear middle of a rosette, of its size.
const LARGEST_EYE: f64 = 0.9;

/// Draws a curve over a parameter from 0 to 1, which gives a point and its derivative.
fn curve(pieces: u32, path: &mut BezPath, at: impl Fn(f64) -> (Point, Vec2)) {
    let step = 1.0 / f64::from(pieces);
    let (mut here, mut tangent) = at(0.0);
    path.move_to(here);
    for piece in 1..=pieces {
        let (next, next_tangent) = at(f64::from(piece) * step);
        path.curve_to(here + tangent * (step / 3.0), next - next_tangent * (step / 3.0), next);
        (here, tangent) = (next, next_tangent);
    }
}

/// Draws a curve that ends where it begins.
fn closed_curve(pieces: u32, path: &mut BezPath, at: impl Fn(f64) -> (Point, Vec2)) {
    curve(pieces, path, |t| at(if t < 1.0 { t } else { 0.0 }));
    path.close_path();
}

/// `cos 2πx` and its derivative by x, x in turns.
fn wave(turns: f64) -> (f64, f64) {
    let (sin, cos) = sin_cos(360.0 * turns);
    (cos, -TAU * sin)
}

/// Strands woven between two edges at `±e(t)`, where `e = s (1 - p + p cos 2π(n t + φ))`: n beads for t from
/// 0 to 1, s half their thickness, `s (1 - 2p)` half that of the necks between them. A strand swings from edge
/// to edge twice in a bead, so that all beads are alike: `e(t) cos 2π(2 n t + ψ)`, ψ its own.
#[derive(Clone, Copy)]
struct Lace {
    swing: f64,
    pinch: f64,
    beads: u32,
    /// φ in turns: 0 begins in the middle of a bead, 0.5 at a neck.
    phase: f64,
}

impl Lace {
    /// e and its derivative.
    fn edge(&self, t: f64) -> (f64, f64) {
        let beads = f64::from(self.beads);
        let (cos, slope) = wave(beads * t + self.phase);
        (self.swing * (1.0 - self.pinch + self.pinch * cos), self.swing * self.pinch * slope * beads)
    }

    /// The strand of phase ψ and its derivative.
    fn strand(&self, phase: f64, t: f64) -> (f64, f64) {
        let swings = f64::from(2 * self.beads);
        let (edge, edge_slope) = self.edge(t);
        let (cos, slope) = wave(swings * t + phase);
        (edge * cos, edge_slope * cos + edge * slope * swings)
    }
}

/// Lace along four sides, between rules, and a medallion of `depth` across at each corner.
fn border(size: Size, depth: f64, waves: u32, strands: u32, paths: &mut Paths) {
    let corner = depth / 2.0;
    // Half the thickness of the sides: a little less than the medallions.
    let band = corner * 0.74;
    let gap = RULES.min(band / 4.0);
    let (x, y) = (size.width / 2.0 - corner, size.height / 2.0 - corner);
    let around = 4.0 * (x + y - depth);
    for side in 0..4 {
        let (sin, cos) = sin_cos(90.0 * f64::from(side));
        let (along, out) = (Vec2::new(cos, sin), Vec2::new(sin, -cos));
        let (half, away) = if side % 2 == 0 { (x, y) } else { (y, x) };
        medallion(out * away + along * half, corner, &mut paths.main);
        // Rules end at the medallions' edge; the lace begins beside it, at a neck.
        let length = 2.0 * (half - corner);
        if length <= 0.0 {
            continue;
        }
        for offset in [-band, band, band - gap] {
            let reach = half - (corner * corner - offset * offset).sqrt();
            paths.main.move_to((out * (away + offset) - along * reach).to_point());
            paths.main.line_to((out * (away + offset) + along * reach).to_point());
        }
        let beads = (f64::from(waves) / 2.0 * length / around).round().max(1.0) as u32;
        // Between the inner rule and the second of the outer ones, with air on both sides.
        let middle = away - gap / 2.0;
        let lace = Lace { swing: band - gap * 1.2, pinch: 0.3, beads, phase: 0.5 };
        let at = |t: f64, (offset, slope): (f64, f64)| {
            let point = out * (middle + offset) + along * (length * (t - 0.5));
            (point.to_point(), along * length + out * slope)
        };
        for strand in 0..strands {
            let phase = f64::from(strand) / f64::from(strands);
            curve(beads * 2 * PIECES, paths.strand(strand), |t| at(t, lace.strand(phase, t)));
        }
        // A chain across it, wide where the lace is narrow, that reaches on to the medallions' edge.
        let chain = Lace { phase: 0.0, ..lace };
        let further = (corner - (corner * corner - lace.swing * lace.swing).sqrt()) / length;
        let stretch = 1.0 + 2.0 * further;
        for sign in [-1.0, 1.0] {
            curve(beads * PIECES, &mut paths.main, |t| {
                let t = t * stretch - further;
                let (offset, slope) = chain.edge(t);
                let (point, tangent) = at(t, (sign * offset, sign * slope));
                (point, tangent * stretch)
            });
        }
    }
}

/// Between two rules side by side, mm; less on a shallow border.
const RULES: f64 = 0.5;

/// Two families of waves that cross: those of one lean one way, those of the other the other way.
fn ground(size: Size, waves: u32, strands: u32, paths: &mut Paths) {
    let pitch = size.height / (f64::from(strands) + 1.0);
    // From the top line to the bottom one, each as high as its swing allows.
    let swing = pitch.min(size.height / 4.0);
    let room = size.height - 2.0 * swing;
    for family in 0..2 {
        for strand in 0..strands {
            let down = if strands > 1 { f64::from(strand) / f64::from(strands - 1) } else { 0.5 };
            let lean = f64::from(strand) / f64::from(strands) * if family == 0 { 1.0 } else { -1.0 };
            let level = room * (down - 0.5);
            curve(waves * PIECES, paths.strand(family), |t| {
                let (cos, slope) = wave(f64::from(waves) * t + lean);
                let point = Point::new(size.width * (t - 0.5), level + swing * cos);
                (point, Vec2::new(size.width, swing * slope * f64::from(waves)))
            });
        }
    }
}

/// A small rosette in a ring.
fn medallion(centre: Vec2, radius: f64, path: &mut BezPath) {
    let mut drawn = BezPath::new();
    let oval = Oval { outer: Vec2::new(radius, radius), inner: Vec2::ZERO };
    closed_curve(8, &mut drawn, |t| oval.at(t, (1.0, 0.0)));
    for phase in [0.0, 1.0 / 3.0, 2.0 / 3.0] {
        closed_curve(6 * PIECES, &mut drawn, |t| {
            let (cos, slope) = wave(6.0 * t + phase);
            oval.at(t, (0.57 + 0.28 * cos, 0.28 * slope * 6.0))
        });
    }
    drawn.apply_affine(kurbo::Affine::translate(centre));
    path.extend(drawn);
}

/// Two rounds of lace, the beads of the inner one in the gaps of the outer one, and lines that hold them.
fn rosette(oval: &Oval, petals: u32, strands: u32, paths: &mut Paths) {
    let outer = (0.68, Lace { swing: 0.26, pinch: 0.24, beads: petals, phase: 0.0 });
    let inner = (0.25, Lace { swing: 0.19, pinch: 0.24, beads: petals, phase: 0.5 });
    for ((middle, lace), strands) in [(outer, strands), (inner, (strands * 3).div_ceil(5))] {
        for strand in 0..strands {
            let phase = f64::from(strand) / f64::from(strands);
            closed_curve(petals * 2 * PIECES, paths.strand(strand), |t| {
                let (offset, slope) = lace.strand(phase, t);
                oval.at(t, (middle + offset, slope))
            });
        }
    }
    // A scalloped line outside, and a plain one round the eye.
    closed_curve(petals * PIECES, &mut paths.main, |t| {
        let (offset, slope) = outer.1.edge(t);
        oval.at(t, (outer.0 + offset + 0.06, slope))
    });
    closed_curve(16, &mut paths.main, |t| oval.at(t, (0.0, 0.0)));
}

/// The rounds between an eye and an edge, both ellipses, by their half widths and heights in mm.
struct Oval {
    outer: Vec2,
    inner: Vec2,
}

impl Oval {
    fn new(size: Size, eye: Size) -> Self {
        let outer = size.to_vec2() / 2.0;
        let (eye, most) = (eye.to_vec2() / 2.0, outer * LARGEST_EYE);
        Self { outer, inner: Vec2::new(eye.x.min(most.x), eye.y.min(most.y)) }
    }

    /// At `t` turns clockwise from the top, and `u` (with its derivative by t) of the way from the eye (0) to
    /// the edge (1): the point, and its derivative by t.
    ///
    /// The angle is `2πt - m/2 sin 4πt` with `m = (a - b) / (a + b)` of the edge's half axes, so that equal
    /// steps of t are nearly equal lengths.
    fn at(&self, t: f64, (u, slope): (f64, f64)) -> (Point, Vec2) {
        let m = (self.outer.x - self.outer.y) / (self.outer.x + self.outer.y).max(f64::MIN_POSITIVE);
        let (double_sin, double_cos) = sin_cos(720.0 * t);
        let (sin, cos) = sin_cos(360.0 * t - (m / 2.0 * double_sin).to_degrees());
        let turning = TAU * (1.0 - m * double_cos);
        let thickness = self.outer - self.inner;
        let axes = self.inner + thickness * u;
        let tangent = Vec2::new(
            thickness.x * slope * sin + axes.x * cos * turning,
            -thickness.y * slope * cos + axes.y * sin * turning,
        );
        (Point::new(axes.x * sin, -axes.y * cos), tangent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Ink;
    use crate::spec::values::value::Extent;
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
    fn stays_in_its_box_and_fills_it() {
        let size = Size::new(80.0, 45.0);
        for (guilloche, path) in figures(size) {
            let bounds = path.bounding_box().inflate(0.075, 0.075);
            // A swing whose height lies between two points of its curve is that much lower.
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
    fn an_eye_is_clear() {
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
    fn an_oval_is_walked_evenly() {
        let oval = Oval::new(Size::new(44.0, 26.0), Size::ZERO);
        let speed = |t: f64| oval.at(t, (1.0, 0.0)).1.hypot();
        for step in 0..100 {
            let ratio = speed(f64::from(step) / 100.0) / speed(0.0);
            assert!((0.9..1.2).contains(&ratio), "{step}: {ratio}");
        }
    }
}
