//! Draws a ground, which consists of two families of waves. The families lean in opposite directions,
//! so the waves of one family cross the waves of the other family.
//!
//! - In: the size of the field, and the numbers of waves and strands.
//! - Out: waves that extend beyond the field on all sides. The caller clips them.
//! - Not here: clipping.

use kurbo::{BezPath, Point, Size, Vec2};

use super::curve::{CurvePoint, Dual, PIECES};
use super::strands::{Paths, Strand};
use crate::draw::frame::Frame;

/// The area that a ground fills.
pub struct Field {
    /// The edge of the area, at which the waves are clipped.
    pub outline: BezPath,
    /// Whether a line is drawn along the inside of the edge.
    pub rim: bool,
    frame: Frame,
}

impl Field {
    pub fn new(frame: Frame, rim: bool) -> Self {
        Self { outline: frame.outline(), rim, frame }
    }

    /// Returns the edge, moved inwards by `by` mm.
    pub fn inner(&self, by: f64) -> BezPath {
        self.frame.grown(-by).outline()
    }
}

/// Draws the waves. In each family, `strands` strands have their middle line inside the field.
pub fn ground(size: Size, waves: u32, strands: u32, paths: &mut Paths) {
    let pitch = size.height / f64::from(strands);
    let swing = pitch.min(size.height / 4.0);
    let turns = f64::from(waves);
    for family in 0..2 {
        // Two more strands are drawn above the field, and two below it. Their waves swing into the
        // field.
        for strand in 0..strands + 4 {
            let row = f64::from(strand) - 1.5;
            let level = row * pitch - size.height / 2.0;
            if level.abs() - swing >= size.height / 2.0 {
                continue;
            }
            let lean = row / f64::from(strands) * if family == 0 { 1.0 } else { -1.0 };
            let at = |t: f64| {
                let wave = Dual::wave(turns * t + lean);
                CurvePoint {
                    point: Point::new(size.width * (t - 0.5), level + swing * wave.value),
                    tangent: Vec2::new(size.width, swing * wave.slope * turns),
                }
            };
            // Strands are widest at crests and thinnest in troughs.
            let weight = |t: f64| (1.0 - Dual::wave(turns * t + lean).value) / 2.0;
            let pieces = waves * PIECES;
            paths.add(family, &Strand { pieces, closed: false, at, weight, max_width: f64::INFINITY });
        }
    }
}
