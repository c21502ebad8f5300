//! Draws frames: lines along the edge of a piece or of a box, with corners in several styles.
//!
//! - In: a style, the area, the depth of the corners, a fill and a line.
//! - Out: the main line, and a thin line inside it for the styles that have two.
//! - Not here: checking that the corners fit (`shape`).

use kurbo::{BezPath, Point, Vec2};

use crate::draw::frame::Frame;
use hexpress_game::FrameStyle;
use hexpress_scene::{Draw, Ink, Stroke};

/// The width of the thin line inside, in widths of the main line.
const INNER_WIDTH: f64 = 0.4;
/// The least width of the thin line, in mm.
const LEAST_INNER_WIDTH: f64 = 0.15;
/// The distance between both lines, in widths of the main line.
const INNER_DISTANCE: f64 = 2.2;
/// The least distance between both lines, in mm.
const LEAST_INNER_DISTANCE: f64 = 0.8;
/// The usual depth of corners, as a share of the shorter side.
const USUAL_DEPTH: f64 = 0.1;
/// The greatest usual depth of corners, in mm.
const MOST_USUAL_DEPTH: f64 = 6.0;

/// Draws a frame along the edge of `area`. `depth` is that of its corners, in mm.
pub fn draw(
    style: FrameStyle,
    area: &Frame,
    depth: Option<f64>,
    fill: Option<Ink>,
    line: &Stroke,
) -> Vec<Draw> {
    let shorter = area.size.width.min(area.size.height);
    let depth = depth.unwrap_or((USUAL_DEPTH * shorter).min(MOST_USUAL_DEPTH)).min(shorter / 2.0);
    let main = outline(style, area, depth);
    let mut draws = vec![match style {
        FrameStyle::Corners => Draw::stroked(main, line.clone()),
        _ => Draw::Path { path: main, fill, stroke: Some(line.clone()) },
    }];
    if !matches!(style, FrameStyle::Plain | FrameStyle::Corners) && line.width > 0.0 {
        let width = (line.width * INNER_WIDTH).max(LEAST_INNER_WIDTH).min(line.width);
        let distance = (line.width * INNER_DISTANCE).max(LEAST_INNER_DISTANCE);
        if 2.0 * (distance + depth) < shorter {
            let inner = outline(style, &area.grown(-distance), depth);
            draws.push(Draw::stroked(inner, Stroke { width, ..line.clone() }));
        }
    }
    draws
}

/// Returns the outline of a frame whose corners are `depth` mm deep. In the style `Corners` it has
/// a gap at each side.
fn outline(style: FrameStyle, area: &Frame, depth: f64) -> BezPath {
    let corners = area.corners();
    if corners.is_empty() || area.has_form() || matches!(style, FrameStyle::Plain | FrameStyle::Double) {
        return area.outline();
    }
    let mut path = BezPath::new();
    for (index, corner) in corners.iter().enumerate() {
        let before = corners[(index + corners.len() - 1) % corners.len()];
        let after = corners[(index + 1) % corners.len()];
        let corner = FrameCorner::new(*corner, before, after, depth);
        if index == 0 || style == FrameStyle::Corners {
            path.move_to(corner.start);
        } else {
            path.line_to(corner.start);
        }
        corner.add_to(&mut path, style);
    }
    if style != FrameStyle::Corners {
        path.close_path();
    }
    path
}

/// A corner of a frame.
struct FrameCorner {
    /// The first point of the corner, on the side before it.
    start: Point,
    /// The last point of the corner, on the side after it.
    end: Point,
    /// The sharp corner between both.
    tip: Point,
}

impl FrameCorner {
    fn new(tip: Point, before: Point, after: Point, depth: f64) -> Self {
        let [to_start, to_end]: [Vec2; 2] = [before, after].map(|other| (other - tip).normalize() * depth);
        Self { start: tip + to_start, end: tip + to_end, tip }
    }

    /// Adds the corner to a path that has come to `start`.
    fn add_to(&self, path: &mut BezPath, style: FrameStyle) {
        // The point inside that mirrors the tip.
        let inside = self.start + (self.end - self.tip);
        match style {
            FrameStyle::Deco => path.line_to(inside),
            FrameStyle::Scallop => {
                // A quarter of a circle about the tip: handles of 0.5523 radii (Goldapp 1991).
                const HANDLE: f64 = 0.552_284_749_830_793_5;
                let first = self.start + (inside - self.start) * HANDLE;
                let second = self.end + (inside - self.end) * HANDLE;
                path.curve_to(first, second, self.end);
                return;
            }
            FrameStyle::Corners => path.line_to(self.tip),
            FrameStyle::Cut | FrameStyle::Plain | FrameStyle::Double => {}
        }
        path.line_to(self.end);
    }
}
