//! The outline of a glyph as a path with y down. It ends where it has more elements than any letter.

use kurbo::{BezPath, PathEl, Point};
use skrifa::font::glyph::outline::PathSink;

/// How many elements the outline of a glyph has at most.
const MOST_ELEMENTS: usize = 100_000;

/// Draws with y down what a font says with y up.
pub struct Pen {
    path: BezPath,
    /// Of the contour that is being drawn.
    start: Option<Point>,
    /// Whether a contour ends with a line to its start: those of TrueType do.
    returns: bool,
    /// How many elements may still follow.
    left: usize,
}

impl Pen {
    /// A pen for a glyph; `returns` says that a contour ends with a line to its start.
    pub fn new(returns: bool) -> Self {
        Self { path: BezPath::new(), start: None, returns, left: MOST_ELEMENTS }
    }

    /// The outline. None if it has more elements than a letter may have.
    pub fn finish(self) -> Option<BezPath> {
        (self.left > 0).then_some(self.path)
    }

    fn add(&mut self, element: PathEl) {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 {
            self.path.push(element);
        }
    }
}

impl PathSink for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start = Some(down(x, y));
        self.add(PathEl::MoveTo(down(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(PathEl::LineTo(down(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add(PathEl::QuadTo(down(x1, y1), down(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(PathEl::CurveTo(down(x1, y1), down(x2, y2), down(x, y)));
    }

    fn close(&mut self) {
        let end = self.path.elements().last().and_then(|last| last.end_point());
        if let Some(start) = self.start.filter(|start| self.returns && end != Some(*start)) {
            self.add(PathEl::LineTo(start));
        }
        if !self.path.elements().is_empty() {
            self.add(PathEl::ClosePath);
        }
    }
}

fn down(x: f32, y: f32) -> Point {
    Point::new(f64::from(x), -f64::from(y))
}
