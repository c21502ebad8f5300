//! Computes the outlines of strokes.
//!
//! - In: a path and the properties of its stroke.
//! - Out: the outline of the stroke on a canvas, to be filled.

use std::borrow::Cow;

use kurbo::{Affine, BezPath, Cap, Join, Rect, Shape, Stroke, StrokeOpts};

use crate::hayro::{StrokeProps, x_y_advances};

/// The largest distance between the drawn and the exact edge of a line, in pixels.
const MAX_EDGE_ERROR_PIXELS: f64 = 0.1;
/// The largest number of dashes in a line. [`MIN_DASH_LENGTH`] is the shortest length of a dash
/// pattern, in pixels. A line with more dashes, or with a shorter pattern, is drawn solid.
const MAX_DASHES: f64 = 200_000.0;
const MIN_DASH_LENGTH: f64 = 0.1;

/// The stroke of a path on a canvas.
pub struct CanvasStroke {
    style: Stroke,
    /// The number of pixels per unit of the path.
    scale: f64,
    to_canvas: Affine,
}

impl CanvasStroke {
    /// Returns the stroke of a path. `to_canvas` maps the path to the canvas. The line is at least
    /// `thinnest` pixels wide, as ISO 32000-1, 8.4.3.2, requires.
    pub fn new(props: &StrokeProps, to_canvas: Affine, thinnest: f64) -> Self {
        let (x, y) = x_y_advances(&to_canvas);
        let scale = x.length().max(y.length()).max(1e-12);
        let width = f64::from(props.line_width).max(thinnest / scale);
        // Round ends and corners are invisible on a line that is at most a pixel wide.
        let thin = width * scale <= 1.0;
        let cap = if thin && props.line_cap == Cap::Round { Cap::Square } else { props.line_cap };
        let join = if thin && props.line_join == Join::Round { Join::Bevel } else { props.line_join };
        let style = Stroke::new(width)
            .with_caps(cap)
            .with_join(join)
            .with_miter_limit(f64::from(props.miter_limit))
            .with_dashes(f64::from(props.dash_offset), props.dash_array.iter().map(|d| f64::from(*d)));
        Self { style, scale, to_canvas }
    }

    /// Returns a box on the canvas that contains the stroke of a path.
    pub fn area(&self, path: &BezPath) -> Rect {
        let reach = self.style.width / 2.0 * self.style.miter_limit.max(std::f64::consts::SQRT_2);
        self.to_canvas.transform_rect_bbox(path.control_box().inflate(reach, reach))
    }

    /// Returns the outline of the stroke of a path on the canvas. The caller must fill the outline with the
    /// nonzero rule.
    pub fn outline(&self, path: &BezPath) -> BezPath {
        let tolerance = MAX_EDGE_ERROR_PIXELS / self.scale;
        let mut style = Cow::Borrowed(&self.style);
        if !style.dash_pattern.is_empty() && self.is_drawn_solid(path) {
            style.to_mut().dash_pattern.clear();
        }
        self.to_canvas * kurbo::stroke(path, &style, &StrokeOpts::default(), tolerance)
    }

    /// Returns whether the line is drawn solid because it has too many dashes, or because its dash pattern is
    /// too short.
    fn is_drawn_solid(&self, path: &BezPath) -> bool {
        let period = self.style.dash_pattern.iter().sum::<f64>();
        period * self.scale < MIN_DASH_LENGTH || path.perimeter(1.0 / self.scale) / period > MAX_DASHES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hairline_is_a_pixel_wide_where_the_page_is_stretched_most() {
        let props = StrokeProps {
            line_width: 0.0,
            line_cap: Cap::Butt,
            line_join: Join::Miter,
            miter_limit: 10.0,
            dash_array: Default::default(),
            dash_offset: 0.0,
        };
        let stroke = CanvasStroke::new(&props, Affine::scale_non_uniform(4.0, 1.0), 1.0);
        let mut upright = BezPath::new();
        upright.move_to((10.0, 0.0));
        upright.line_to((10.0, 20.0));
        assert_eq!(stroke.outline(&upright).bounding_box(), Rect::new(39.5, 0.0, 40.5, 20.0));
    }
}
