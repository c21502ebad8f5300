//! Hashes the properties of drawings: lengths, places, colours, gradients and patterns.
//!
//! - In: values in mm.
//! - Out: a digest. Drawings whose lengths differ only by rounding errors have the same digest.
//! - Not here: deciding which properties a drawing has.

use kurbo::{Affine, BezPath, PathEl, Point};
use xxhash_rust::xxh3::Xxh3;

use crate::{Ink, Pattern, Shade, ShadePlacement};

/// The number of steps per mm. Lengths are rounded to whole steps.
const STEPS: f64 = 1e4;
/// A shift, in steps, that is added to a length before it is rounded. Without this shift, a rounding error
/// could decide whether a length halfway between two steps is rounded up or down. Lengths in layouts have few
/// digits, but the shift has many. A shifted length is therefore never halfway between two steps.
const OFFSET: f64 = 0.381_966;

/// Returns whether an ink has a single colour: no gradient and no pattern.
pub(super) fn is_plain(ink: &Ink) -> bool {
    ink.shade.is_none() && ink.pattern.is_none()
}

/// The hash of the properties that were added so far.
pub(super) struct Hash(Box<Xxh3>);

impl Hash {
    pub(super) fn new(kind: u8) -> Self {
        let mut hash = Self(Box::new(Xxh3::new()));
        hash.byte(kind);
        hash
    }

    pub(super) fn finish(self) -> u128 {
        self.0.digest128()
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.update(&[byte]);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub(super) fn digest(&mut self, digest: u128) {
        self.0.update(&digest.to_le_bytes());
    }

    /// Adds a number that is not a length, such as an opacity.
    pub(super) fn number(&mut self, number: f64) {
        self.rounded(number * 1e6);
    }

    pub(super) fn length(&mut self, mm: f64) {
        self.rounded(mm * STEPS);
    }

    fn rounded(&mut self, steps: f64) {
        self.0.update(&((steps + OFFSET).round() as i64).to_le_bytes());
    }

    pub(super) fn point(&mut self, point: Point) {
        self.length(point.x);
        self.length(point.y);
    }

    pub(super) fn frame(&mut self, transform: Affine) {
        let [a, b, c, d, x, y] = transform.as_coeffs();
        [a, b, c, d].into_iter().for_each(|number| self.number(number));
        self.point(Point::new(x, y));
    }

    pub(super) fn path(&mut self, path: &BezPath, transform: Affine) {
        for element in path.elements() {
            match *element {
                PathEl::MoveTo(to) => self.points(0, [to], transform),
                PathEl::LineTo(to) => self.points(1, [to], transform),
                PathEl::QuadTo(by, to) => self.points(2, [by, to], transform),
                PathEl::CurveTo(by, and, to) => self.points(3, [by, and, to], transform),
                PathEl::ClosePath => self.byte(4),
            }
        }
    }

    fn points<const N: usize>(&mut self, kind: u8, points: [Point; N], transform: Affine) {
        self.byte(kind);
        points.into_iter().for_each(|point| self.point(transform * point));
    }

    pub(super) fn ink(&mut self, ink: &Ink, transform: Affine) {
        self.0.update(&ink.rgb);
        if is_plain(ink) {
            return;
        }
        // Gradients and patterns move together with their drawing. The hash therefore also depends on the
        // transform of the drawing.
        self.frame(transform);
        if let Some(shade) = &ink.shade {
            self.shade(shade);
        }
        if let Some(pattern) = &ink.pattern {
            self.pattern(pattern);
        }
    }

    fn shade(&mut self, shade: &Shade) {
        self.byte(1 + u8::from(shade.radial));
        for (offset, rgb) in &shade.stops {
            self.number(*offset);
            self.0.update(rgb);
        }
        self.number(shade.start_radius);
        match shade.placement {
            ShadePlacement::Across(direction) => self.point(direction.to_point()),
            ShadePlacement::In(frame, start) => {
                self.frame(frame);
                self.point(start);
            }
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.byte(3);
        self.bytes(pattern.motif.name.as_bytes());
        for nanometres in [pattern.across, pattern.down, pattern.line] {
            self.0.update(&nanometres.to_le_bytes());
        }
        self.byte(pattern.part as u8);
        self.ink(&pattern.other_ink, Affine::IDENTITY);
    }
}
