//! Draws the line along which a piece is cut out.
//!
//! - In: the outline of a piece.
//! - Out: the outline as lines. All pieces of a deck share these lines.
//! - Not here: placing the lines on the sheet (`draw_pieces`).

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect};

use crate::draw::bounds::shared;
use hexpress_scene::{Drawing, Ink, Shared, Stroke};

/// The visible width of the white line on each side of the cut line, in mm.
const WHITE_LINE_MM: f64 = 0.1;
/// The largest distance between the outline and the polygon that approximates it, in mm.
const FLATNESS: f64 = 0.5;

/// The line along which a piece is cut out. The origin is the middle of the piece.
#[derive(Debug)]
pub struct CutOutline {
    pub line: Arc<Shared>,
    /// A wider white line behind the cut line. It makes the cut line visible on dark faces.
    light: Arc<Shared>,
    /// The corners of a polygon that approximates the outline.
    pub corners: Vec<Point>,
}

/// The cut lines of a full sheet. All full sheets of a deck share these lines.
#[derive(Debug)]
pub struct SheetOutlines {
    pub lines: Arc<Shared>,
    /// The areas that the pieces cover.
    pub taken: Vec<Rect>,
}

impl CutOutline {
    pub fn new(outline: &BezPath, stroke: Stroke) -> Self {
        let mut corners = Vec::new();
        kurbo::flatten(outline, FLATNESS, |element| {
            if let PathEl::MoveTo(point) | PathEl::LineTo(point) = element {
                corners.push(point);
            }
        });
        let light = Stroke::solid(stroke.width + 2.0 * WHITE_LINE_MM, Ink::new("white", [0xFF; 3]));
        Self { line: stroked(outline, stroke), light: stroked(outline, light), corners }
    }

    pub fn light_line(&self) -> Drawing {
        Drawing::Use { shared: Arc::clone(&self.light), transform: Affine::IDENTITY }
    }
}

fn stroked(outline: &BezPath, stroke: Stroke) -> Arc<Shared> {
    Arc::new(shared(vec![Drawing::Path { path: outline.clone(), fill: None, stroke: Some(stroke) }]))
}
