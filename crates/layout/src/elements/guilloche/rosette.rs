//! Draws a rosette: two rings of lace between the eye, which is the clear middle, and an oval edge.
//!
//! - In: the oval, and the numbers of petals and strands.
//! - Out: closed curves.
//! - Not here: drawing anything inside the eye.

use std::f64::consts::TAU;

use kurbo::{BezPath, Point, Size, Vec2};

use super::curve::{CurvePoint, Dual, Lace, PIECES, add_closed_curve};
use super::strands::{Paths, Strand};
use crate::draw::angle::sin_cos;

/// The largest size of a rosette's clear middle, as a fraction of the rosette's size.
const MAX_EYE_SHARE: f64 = 0.9;

/// The number of petals of a medallion. It is a multiple of four, so that the edge of the medallion
/// looks the same at all sides of a border.
const MEDALLION_PETALS: u32 = 8;

/// Draws a medallion: a small rosette in a ring.
pub fn medallion(centre: Vec2, radius: f64, path: &mut BezPath) {
    let mut drawn = BezPath::new();
    let oval = Oval { outer: Vec2::new(radius, radius), inner: Vec2::ZERO };
    add_closed_curve(&mut drawn, 8, |t| oval.point(t, Dual::constant(1.0)));
    for phase in [0.0, 1.0 / 3.0, 2.0 / 3.0] {
        let petals = f64::from(MEDALLION_PETALS);
        add_closed_curve(&mut drawn, MEDALLION_PETALS * PIECES, |t| {
            let wave = Dual::wave(petals * t + phase);
            oval.point(t, Dual { value: 0.57 + 0.28 * wave.value, slope: 0.28 * wave.slope * petals })
        });
    }
    drawn.apply_affine(kurbo::Affine::translate(centre));
    path.extend(drawn);
}

/// A ring of lace in a rosette.
struct LaceRing {
    /// The position of the middle of the lace, from 0 (at the eye) to 1 (at the edge).
    middle: f64,
    lace: Lace,
    strands: u32,
}

/// Draws two rings of lace, an outer line around them, and a line around the eye. Returns the outer
/// line.
///
/// The beads of the inner ring are next to the necks of the outer ring.
pub fn rosette(oval: &Oval, petals: u32, strands: u32, paths: &mut Paths) -> BezPath {
    let outer = Lace { swing: 0.26, pinch: 0.24, beads: petals, phase: 0.0 };
    let inner = Lace { swing: 0.19, pinch: 0.24, beads: petals, phase: 0.5 };
    let outer_ring = LaceRing { middle: 0.68, lace: outer, strands };
    let inner_ring = LaceRing { middle: 0.25, lace: inner, strands: (strands * 3).div_ceil(5) };
    for LaceRing { middle, lace, strands } in [&outer_ring, &inner_ring] {
        let max_width = lace.max_width(oval.length(*middle), oval.depth(), *strands);
        for strand in 0..*strands {
            let phase = f64::from(strand) / f64::from(*strands);
            let at = |t: f64| {
                let Dual { value, slope } = lace.strand(phase, t);
                oval.point(t, Dual { value: middle + value, slope })
            };
            let pieces = petals * 2 * PIECES;
            let weight = |t: f64| lace.weight(t);
            paths.add(strand, &Strand { pieces, closed: true, at, weight, max_width });
        }
    }
    // The outer line is scalloped, and the line around the eye is plain.
    let mut outline = BezPath::new();
    add_closed_curve(&mut outline, petals * PIECES, |t| {
        let Dual { value, slope } = outer.edge(t);
        oval.point(t, Dual { value: outer_ring.middle + value + 0.06, slope })
    });
    paths.lines().extend(outline.iter());
    add_closed_curve(paths.lines(), 16, |t| oval.point(t, Dual::constant(0.0)));
    outline
}

/// The area between an eye and an edge. Both are ellipses, described by their half axes in mm.
pub struct Oval {
    outer: Vec2,
    inner: Vec2,
}

impl Oval {
    /// Returns the area between an eye and an ellipse that fills a box of size `size`.
    pub fn new(size: Size, eye: Size) -> Self {
        let outer = size.to_vec2() / 2.0;
        let (eye, most) = (eye.to_vec2() / 2.0, outer * MAX_EYE_SHARE);
        Self { outer, inner: Vec2::new(eye.x.min(most.x), eye.y.min(most.y)) }
    }

    /// Returns the approximate length of a closed line around the eye, in mm. `share` is the position
    /// of the line, from 0 (at the eye) to 1 (at the edge).
    fn length(&self, share: f64) -> f64 {
        let axes = self.inner + (self.outer - self.inner) * share;
        TAU / 2.0 * (axes.x + axes.y)
    }

    /// Returns the mean width of the area between the eye and the edge, in mm.
    fn depth(&self) -> f64 {
        let thickness = self.outer - self.inner;
        (thickness.x + thickness.y) / 2.0
    }

    /// Returns a point of a closed line around the eye.
    ///
    /// `t` is the position along the line, in turns clockwise from the top. `share` is the position
    /// from 0 (at the eye) to 1 (at the edge). `share.slope` and the tangent of the returned point are
    /// derivatives with respect to t.
    ///
    /// The angle at `t` is `2πt - m/2 sin 4πt` with `m = (a - b) / (a + b)`, where a and b are the half
    /// axes of the edge. With this angle, equal steps of t have nearly equal lengths.
    pub fn point(&self, t: f64, share: Dual) -> CurvePoint {
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
