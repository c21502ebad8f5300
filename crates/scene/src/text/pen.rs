//! Records the outline of a glyph as a path with y pointing down.
//!
//! - In: the outline, in font units.
//! - Out: a path, or `None` if the outline has too many elements.
//! - Not here: reading fonts.

use kurbo::{BezPath, PathEl, Point};
use skrifa::font::glyph::outline::PathSink;

/// The largest number of elements in the outline of a glyph.
const MAX_ELEMENTS: usize = 100_000;

/// Receives an outline with y pointing up, and stores it with y pointing down.
pub struct Pen {
    path: BezPath,
    /// The start of the current contour. `None` between two contours.
    start: Option<Point>,
    closing: Closing,
    /// How many more elements the outline may have. `None` if it has too many.
    elements_left: Option<usize>,
}

/// How a contour is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The contour is closed with a line to its start, as in TrueType.
    WithLine,
    /// The contour is closed, but no line to its start is added.
    Implied,
}

impl Pen {
    /// Returns a pen for one glyph.
    pub fn new(closing: Closing) -> Self {
        Self { path: BezPath::new(), start: None, closing, elements_left: Some(MAX_ELEMENTS) }
    }

    /// Returns the outline. Returns `None` if it has more than [`MAX_ELEMENTS`].
    pub fn finish(self) -> Option<BezPath> {
        self.elements_left.map(|_| self.path)
    }

    fn add(&mut self, element: PathEl) {
        self.elements_left = self.elements_left.and_then(|left| left.checked_sub(1));
        if self.elements_left.is_some() {
            self.path.push(element);
        }
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = Some(flipped(x, y));
        self.add(PathEl::MoveTo(flipped(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(PathEl::LineTo(flipped(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add(PathEl::QuadTo(flipped(x1, y1), flipped(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(PathEl::CurveTo(flipped(x1, y1), flipped(x2, y2), flipped(x, y)));
    }

    fn close(&mut self) {
        let end = self.path.elements().last().and_then(|last| last.end_point());
        if let Some(start) =
            self.start.filter(|start| self.closing == Closing::WithLine && end != Some(*start))
        {
            self.add(PathEl::LineTo(start));
        }
        if !self.path.elements().is_empty() {
            self.add(PathEl::ClosePath);
        }
    }
}

/// Returns a point whose y is negated.
fn flipped(x: f32, y: f32) -> Point {
    Point::new(f64::from(x), -f64::from(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline(lines: usize) -> Option<BezPath> {
        let mut pen = Pen::new(Closing::Implied);
        pen.move_to(0.0, 0.0);
        (0..lines).for_each(|_| pen.line_to(1.0, 1.0));
        pen.finish()
    }

    #[test]
    fn an_outline_with_too_many_elements_is_not_recorded() {
        assert_eq!(outline(MAX_ELEMENTS - 1).map(|path| path.elements().len()), Some(MAX_ELEMENTS));
        assert_eq!(outline(MAX_ELEMENTS), None);
    }
}
