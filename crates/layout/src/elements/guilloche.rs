//! Draws guilloches: engine-turned lines, as on banknotes.
//!
//! - Goes in: a kind of guilloche with its numbers, a box, and two lines.
//! - Comes out: smooth curves that fill the box.
//! - Does not: rasterise or approximate by chords.
//!
//! A strand is a smooth curve given by a formula. It is drawn as cubic Béziers that share its points and tangents (Hermite
//! form). Strands are woven into lace: a chain of beads between two edges that swell and narrow. A border is lace along
//! four straight sides, with a medallion at each corner. A rosette is lace around an oval. A ground is a field of waves.

use std::f64::consts::TAU;

use kurbo::{BezPath, Point, Size, Vec2};

use crate::layout::draw::angle::sin_cos;
use crate::scene::{Draw, Stroke};
use crate::settle::Guilloche;

/// The number of Béziers for each swing of a strand, and for each bead of an edge.
const PIECES: u32 = 4;
/// The usual clear middle of a rosette, as a share of its size.
const USUAL_EYE: f64 = 0.4;
/// The largest clear middle of a rosette, as a share of its size.
const LARGEST_EYE: f64 = 0.9;
/// The gap between two parallel rules of a border, in mm; it is smaller on a shallow border.
const RULE_GAP: f64 = 0.5;

/// Draws a guilloche in a box of size `size`, in mm, about the origin. Every other strand has the second line.
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

/// A number that depends on a parameter, with its derivative.
#[derive(Debug, Clone, Copy)]
struct Dual {
    value: f64,
    slope: f64,
}

impl Dual {
    const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// Returns `cos 2πx` and its derivative by x, with x in turns.
    fn wave(turns: f64) -> Self {
        let (sin, cos) = sin_cos(360.0 * turns);
        Self { value: cos, slope: -TAU * sin }
    }
}

/// A point of a curve, with its derivative by the parameter.
struct CurvePoint {
    point: Point,
    tangent: Vec2,
}

/// Adds a curve over a parameter from 0 to 1.
fn add_curve(path: &mut BezPath, pieces: u32, at: impl Fn(f64) -> CurvePoint) {
    let step = 1.0 / f64::from(pieces);
    let mut here = at(0.0);
    path.move_to(here.point);
    for piece in 1..=pieces {
        let next = at(f64::from(piece) * step);
        path.curve_to(
            here.point + here.tangent * (step / 3.0),
            next.point - next.tangent * (step / 3.0),
            next.point,
        );
        here = next;
    }
}

/// Adds a curve that ends where it begins.
fn add_closed_curve(path: &mut BezPath, pieces: u32, at: impl Fn(f64) -> CurvePoint) {
    add_curve(path, pieces, |t| at(if t < 1.0 { t } else { 0.0 }));
    path.close_path();
}

/// Strands woven between two edges at `±e(t)`, with `e = s (1 - p + p cos 2π(n t + φ))`.
///
/// There are n beads for t from 0 to 1. They are 2 s thick, and the necks between them `2 s (1 - 2p)`. A strand of phase ψ
/// is `e(t) cos 2π(2 n t + ψ)`: it swings from edge to edge twice in a bead, so that all beads are alike.
#[derive(Clone, Copy)]
struct Lace {
    /// s.
    swing: f64,
    /// p.
    pinch: f64,
    /// n.
    beads: u32,
    /// φ in turns: the lace begins in the middle of a bead at 0, and at a neck at 0.5.
    phase: f64,
}

impl Lace {
    /// Returns e.
    fn edge(&self, t: f64) -> Dual {
        let beads = f64::from(self.beads);
        let wave = Dual::wave(beads * t + self.phase);
        Dual {
            value: self.swing * (1.0 - self.pinch + self.pinch * wave.value),
            slope: self.swing * self.pinch * wave.slope * beads,
        }
    }

    /// Returns the strand of phase ψ, in turns.
    fn strand(&self, phase: f64, t: f64) -> Dual {
        let swings = f64::from(2 * self.beads);
        let (edge, wave) = (self.edge(t), Dual::wave(swings * t + phase));
        Dual {
            value: edge.value * wave.value,
            slope: edge.slope * wave.value + edge.value * wave.slope * swings,
        }
    }
}

/// Draws lace along four sides, between rules, and a medallion of `depth` across at each corner.
fn border(size: Size, depth: f64, waves: u32, strands: u32, paths: &mut Paths) {
    let corner = depth / 2.0;
    // Half the thickness of the sides: a little less than the medallions.
    let band = corner * 0.74;
    let gap = RULE_GAP.min(band / 4.0);
    let (x, y) = (size.width / 2.0 - corner, size.height / 2.0 - corner);
    let around = 4.0 * (x + y - depth);
    for number in 0..4 {
        let (sin, cos) = sin_cos(90.0 * f64::from(number));
        let (half, away) = if number % 2 == 0 { (x, y) } else { (y, x) };
        let side = BorderSide {
            along: Vec2::new(cos, sin),
            out: Vec2::new(sin, -cos),
            half,
            away,
            corner,
            band,
            gap,
        };
        medallion(side.out * away + side.along * half, corner, &mut paths.main);
        if side.length() <= 0.0 {
            continue;
        }
        side.draw_rules(&mut paths.main);
        let beads = (f64::from(waves) / 2.0 * side.length() / around).round().max(1.0) as u32;
        side.draw_lace(beads, strands, paths);
    }
}

/// A side of a border, between two medallions.
struct BorderSide {
    /// The unit vector along the side.
    along: Vec2,
    /// The unit vector out of the box.
    out: Vec2,
    /// Half the distance between the middles of the medallions, in mm.
    half: f64,
    /// The distance of the side from the middle of the box, in mm.
    away: f64,
    /// The radius of the medallions, in mm.
    corner: f64,
    /// Half the thickness of the side, in mm.
    band: f64,
    /// The gap between the outer rules, in mm.
    gap: f64,
}

impl BorderSide {
    /// Returns the length of the lace, in mm.
    fn length(&self) -> f64 {
        2.0 * (self.half - self.corner)
    }

    /// Returns the distance along the side, from the middle of a medallion to its rim, at this distance across the side.
    fn rim(&self, offset: f64) -> f64 {
        (self.corner * self.corner - offset * offset).sqrt()
    }

    /// Draws one rule along the inside and two along the outside. They end at the rims of the medallions.
    fn draw_rules(&self, path: &mut BezPath) {
        for offset in [-self.band, self.band, self.band - self.gap] {
            let reach = self.half - self.rim(offset);
            path.move_to((self.out * (self.away + offset) - self.along * reach).to_point());
            path.line_to((self.out * (self.away + offset) + self.along * reach).to_point());
        }
    }

    /// Draws strands that begin and end at a neck, and a chain across them that is wide at their necks.
    fn draw_lace(&self, beads: u32, strands: u32, paths: &mut Paths) {
        let lace = Lace { swing: self.band - self.gap * 1.2, pinch: 0.3, beads, phase: 0.5 };
        for strand in 0..strands {
            let phase = f64::from(strand) / f64::from(strands);
            add_curve(paths.strand(strand), beads * 2 * PIECES, |t| self.point(t, lace.strand(phase, t)));
        }
        // The chain reaches on to the rims of the medallions.
        let chain = Lace { phase: 0.0, ..lace };
        let further = (self.corner - self.rim(lace.swing)) / self.length();
        let stretch = 1.0 + 2.0 * further;
        for sign in [-1.0, 1.0] {
            add_curve(&mut paths.main, beads * PIECES, |t| {
                let stretched = t * stretch - further;
                let Dual { value, slope } = chain.edge(stretched);
                let offset = Dual { value: sign * value, slope: sign * slope };
                let CurvePoint { point, tangent } = self.point(stretched, offset);
                CurvePoint { point, tangent: tangent * stretch }
            });
        }
    }

    /// Returns the point at share `t` of the length, this far outwards from the middle of the lace. The lace is between the
    /// inner rule and the second of the outer ones.
    fn point(&self, t: f64, offset: Dual) -> CurvePoint {
        let middle = self.away - self.gap / 2.0;
        let length = self.length();
        let point = self.out * (middle + offset.value) + self.along * (length * (t - 0.5));
        CurvePoint { point: point.to_point(), tangent: self.along * length + self.out * offset.slope }
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

/// Draws a small rosette in a ring.
fn medallion(centre: Vec2, radius: f64, path: &mut BezPath) {
    let mut drawn = BezPath::new();
    let oval = Oval { outer: Vec2::new(radius, radius), inner: Vec2::ZERO };
    add_closed_curve(&mut drawn, 8, |t| oval.point(t, Dual::constant(1.0)));
    for phase in [0.0, 1.0 / 3.0, 2.0 / 3.0] {
        add_closed_curve(&mut drawn, 6 * PIECES, |t| {
            let wave = Dual::wave(6.0 * t + phase);
            oval.point(t, Dual { value: 0.57 + 0.28 * wave.value, slope: 0.28 * wave.slope * 6.0 })
        });
    }
    drawn.apply_affine(kurbo::Affine::translate(centre));
    path.extend(drawn);
}

/// A round of lace in a rosette.
struct LaceRound {
    /// The middle of the lace, as a share of the distance from the eye to the edge.
    middle: f64,
    lace: Lace,
    strands: u32,
}

/// Draws two rounds of lace, the beads of the inner one in the gaps of the outer one, and a line around each side of them.
fn rosette(oval: &Oval, petals: u32, strands: u32, paths: &mut Paths) {
    let outer = Lace { swing: 0.26, pinch: 0.24, beads: petals, phase: 0.0 };
    let inner = Lace { swing: 0.19, pinch: 0.24, beads: petals, phase: 0.5 };
    let outer_round = LaceRound { middle: 0.68, lace: outer, strands };
    let inner_round = LaceRound { middle: 0.25, lace: inner, strands: (strands * 3).div_ceil(5) };
    for LaceRound { middle, lace, strands } in [&outer_round, &inner_round] {
        for strand in 0..*strands {
            let phase = f64::from(strand) / f64::from(*strands);
            add_closed_curve(paths.strand(strand), petals * 2 * PIECES, |t| {
                let Dual { value, slope } = lace.strand(phase, t);
                oval.point(t, Dual { value: middle + value, slope })
            });
        }
    }
    // A scalloped line outside, and a plain one around the eye.
    add_closed_curve(&mut paths.main, petals * PIECES, |t| {
        let Dual { value, slope } = outer.edge(t);
        oval.point(t, Dual { value: outer_round.middle + value + 0.06, slope })
    });
    add_closed_curve(&mut paths.main, 16, |t| oval.point(t, Dual::constant(0.0)));
}

/// The area between an eye and an edge, both ellipses, by their half axes in mm.
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

    /// Returns the point at `t` turns clockwise from the top, at `share` of the distance from the eye (0) to the edge (1).
    /// Both slopes are derivatives by t.
    ///
    /// The angle is `2πt - m/2 sin 4πt` with `m = (a - b) / (a + b)` of the half axes of the edge, so that equal steps of t
    /// have nearly equal lengths.
    fn point(&self, t: f64, share: Dual) -> CurvePoint {
        let m = (self.outer.x - self.outer.y) / (self.outer.x + self.outer.y).max(f64::MIN_POSITIVE);
        let (double_sin, double_cos) = sin_cos(720.0 * t);
        let (sin, cos) = sin_cos(360.0 * t - (m / 2.0 * double_sin).to_degrees());
        let turning = TAU * (1.0 - m * double_cos);
        let thickness = self.outer - self.inner;
        let axes = self.inner + thickness * share.value;
        let tangent = Vec2::new(
            thickness.x * share.slope * sin + axes.x * cos * turning,
            -thickness.y * share.slope * cos + axes.y * sin * turning,
        );
        CurvePoint { point: Point::new(axes.x * sin, -axes.y * cos), tangent }
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
