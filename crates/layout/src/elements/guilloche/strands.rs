//! Collects the lines of a guilloche, which have one width or swell.
//!
//! - In: strands, and rules, medallions and edges.
//! - Out: drawings, one for all strands that are drawn alike.
//! - Not here: the formulas of strands (`curve`).

use kurbo::BezPath;

use super::curve::{CurvePoint, add_closed_curve, add_curve};
use super::ribbon::{add_closed_ribbon, add_ribbon};
use hexpress_scene::{Draw, Stroke};
use hexpress_settle::Swell;

/// The lines of a guilloche.
pub struct Paths {
    /// The strands with even numbers and all lines of one width, and the strands with odd numbers.
    /// If no strand swells and none has a line of its own, all are in the first path.
    pub drawn: [BezPath; 2],
    /// The lines of one width, if strands swell.
    lines: BezPath,
    /// Whether all strands have the same line.
    alike: bool,
    swell: Option<Swell>,
}

/// A strand, over a parameter from 0 to 1.
pub struct Strand<P, W> {
    /// The number of Béziers.
    pub pieces: u32,
    /// Whether it ends where it begins.
    pub closed: bool,
    pub at: P,
    /// Its weight, from 0 to 1, which sets its width if it swells.
    pub weight: W,
    /// The greatest width of a strand that swells, in mm.
    pub widest: f64,
}

impl Paths {
    pub fn new(alike: bool, swell: Option<Swell>) -> Self {
        Self { drawn: Default::default(), lines: BezPath::new(), alike, swell }
    }

    /// Adds the strand with this number.
    pub fn add(&mut self, number: u32, strand: &Strand<impl Fn(f64) -> CurvePoint, impl Fn(f64) -> f64>) {
        let Strand { pieces, closed, at, weight, widest } = strand;
        let swell = self.swell.map(|swell| swell.at_most(*widest));
        // A ribbon has two edges. With half as many Béziers for each, it is as long in a file as a line.
        let pieces_of_edge = pieces / 2;
        let path = &mut self.drawn[if self.alike { 0 } else { (number % 2) as usize }];
        match (swell, closed) {
            (None, true) => add_closed_curve(path, *pieces, at),
            (None, false) => add_curve(path, *pieces, at),
            (Some(swell), true) => add_closed_ribbon(path, pieces_of_edge, at, |t| swell.at(weight(t)) / 2.0),
            (Some(swell), false) => add_ribbon(path, pieces_of_edge, at, |t| swell.at(weight(t)) / 2.0),
        }
    }

    /// Returns the path of rules, medallions and edges.
    pub fn lines(&mut self) -> &mut BezPath {
        if self.swell.is_some() { &mut self.lines } else { &mut self.drawn[0] }
    }

    /// Draws the lines. Strands that are drawn alike are one path.
    pub fn draws(self, stroke: &Stroke, second: &Stroke) -> Vec<Draw> {
        let Self { drawn: [even, odd], lines, alike, swell } = self;
        let odd = (!alike).then_some(odd);
        if swell.is_none() {
            let second = Stroke { round: true, ..second.clone() };
            let odd = odd.map(|odd| Draw::stroked(odd, second));
            return std::iter::once(Draw::stroked(even, stroke.clone())).chain(odd).collect();
        }
        let odd = odd.map(|odd| Draw::filled(odd, second.ink.clone()));
        // A ground has no other lines than its strands.
        let lines = (!lines.elements().is_empty()).then(|| Draw::stroked(lines, stroke.clone()));
        std::iter::once(Draw::filled(even, stroke.ink.clone())).chain(odd).chain(lines).collect()
    }
}
