//! Collects the lines of a guilloche: lines of one width, and lines that swell.
//!
//! - In: strands with their formulas. Also rules (straight lines), medallions and edges as paths.
//! - Out: drawings. Strands with the same ink and stroke become one drawing.
//! - Not here: the formulas of strands (`curve`).

use kurbo::BezPath;

use super::curve::{CurvePoint, add_closed_curve, add_curve};
use super::ribbon::{add_closed_ribbon, add_ribbon};
use hexpress_scene::{Drawing, Stroke};
use hexpress_settle::Swell;

pub struct Paths {
    /// The strands, as one path for each stroke: first the strands with even numbers, then those with odd
    /// numbers. If all strands have the same stroke, all of them are in the first path.
    ///
    /// If no strand swells, the first path also contains the rules, medallions and edges.
    pub drawn: [BezPath; 2],
    /// The rules, medallions and edges. If no strand swells, these lines are in `drawn`, and this
    /// path is empty.
    lines: BezPath,
    /// Whether all strands have the same stroke.
    alike: bool,
    swell: Option<Swell>,
}

/// A strand. Its parameter runs from 0 to 1.
pub struct Strand<P, W> {
    /// The number of Bézier curves with which the strand is drawn.
    pub pieces: u32,
    /// Whether the strand ends where it begins.
    pub closed: bool,
    pub at: P,
    /// The weight of the strand at each parameter, from 0 to 1. If strands swell, they are wider where their
    /// weight is larger.
    pub weight: W,
    /// The largest width of the strand if it swells, in mm.
    pub max_width: f64,
}

impl Paths {
    pub fn new(alike: bool, swell: Option<Swell>) -> Self {
        Self { drawn: Default::default(), lines: BezPath::new(), alike, swell }
    }

    /// Adds a strand. If `number` is even, the strand is drawn with the first stroke. If `number`
    /// is odd, it is drawn with the second stroke. The two strokes may have different colours and
    /// widths.
    pub fn add(&mut self, number: u32, strand: &Strand<impl Fn(f64) -> CurvePoint, impl Fn(f64) -> f64>) {
        let Strand { pieces, closed, at, weight, max_width } = strand;
        let swell = self.swell.map(|swell| swell.at_most(*max_width));
        // A strand that swells has two edges. Each edge has half as many Bézier curves as a line, so
        // that the strand and the line take the same number of bytes.
        let pieces_of_edge = pieces / 2;
        let path = &mut self.drawn[if self.alike { 0 } else { (number % 2) as usize }];
        match (swell, closed) {
            (None, true) => add_closed_curve(path, *pieces, at),
            (None, false) => add_curve(path, *pieces, at),
            (Some(swell), true) => add_closed_ribbon(path, pieces_of_edge, at, |t| swell.at(weight(t)) / 2.0),
            (Some(swell), false) => add_ribbon(path, pieces_of_edge, at, |t| swell.at(weight(t)) / 2.0),
        }
    }

    /// Returns the path to which rules, medallions and edges are added.
    pub fn lines(&mut self) -> &mut BezPath {
        if self.swell.is_some() { &mut self.lines } else { &mut self.drawn[0] }
    }

    /// Draws everything that was added. Strands with the same stroke become one path. `stroke` is the stroke
    /// of the strands with even numbers, and `second` is the stroke of the strands with odd numbers.
    pub fn drawings(self, stroke: &Stroke, second: &Stroke) -> Vec<Drawing> {
        let Self { drawn: [even, odd], lines, alike, swell } = self;
        let odd = (!alike).then_some(odd);
        if swell.is_none() {
            let second = Stroke { round: true, ..second.clone() };
            let odd = odd.map(|odd| Drawing::stroked(odd, second));
            return std::iter::once(Drawing::stroked(even, stroke.clone())).chain(odd).collect();
        }
        let odd = odd.map(|odd| Drawing::filled(odd, second.ink.clone()));
        // In a ground, `lines` is empty, because a ground consists only of strands.
        let lines = (!lines.elements().is_empty()).then(|| Drawing::stroked(lines, stroke.clone()));
        std::iter::once(Drawing::filled(even, stroke.ink.clone())).chain(odd).chain(lines).collect()
    }
}
