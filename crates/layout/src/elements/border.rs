//! Frames: lines along the edge of a piece or of a box, with corners of their own.

use kurbo::{BezPath, Point, Vec2};

use crate::layout::draw::frame::Frame;
use crate::model::FrameStyle;
use crate::scene::{Draw, Ink, Stroke};

/// The thin line inside the main one: its width and how far in it lies, as multiples of the main one's width; and the
/// least of both in mm.
const THIN: f64 = 0.4;
const LEAST_THIN: f64 = 0.15;
const IN: f64 = 2.2;
const LEAST_IN: f64 = 0.8;
/// How deep corners are if nothing is said: a share of the shorter side, and the most in mm.
const DEEP: f64 = 0.1;
const DEEPEST: f64 = 6.0;

/// A frame along the edge of `area`, filled and drawn.
pub fn draw(
    style: FrameStyle,
    area: &Frame,
    depth: Option<f64>,
    fill: Option<Ink>,
    line: &Stroke,
) -> Vec<Draw> {
    let shorter = area.size.width.min(area.size.height);
    let depth = depth.unwrap_or((DEEP * shorter).min(DEEPEST)).min(shorter / 2.0);
    let main = path(style, area, depth);
    let mut draws = vec![match style {
        FrameStyle::Corners => Draw::stroked(main, line.clone()),
        _ => Draw::Path { path: main, fill, stroke: Some(line.clone()) },
    }];
    if !matches!(style, FrameStyle::Plain | FrameStyle::Corners) && line.width > 0.0 {
        let width = (line.width * THIN).max(LEAST_THIN).min(line.width);
        let by = (line.width * IN).max(LEAST_IN);
        if 2.0 * (by + depth) < shorter {
            let inner = path(style, &area.grown(-by), depth);
            draws.push(Draw::stroked(inner, Stroke { width, ..line.clone() }));
        }
    }
    draws
}

/// The outline of a frame whose corners are `depth` mm deep.
fn path(style: FrameStyle, area: &Frame, depth: f64) -> BezPath {
    let corners = area.corners();
    if corners.is_empty() || matches!(style, FrameStyle::Plain | FrameStyle::Double) {
        return area.outline();
    }
    let mut path = BezPath::new();
    for (index, corner) in corners.iter().enumerate() {
        let before = corners[(index + corners.len() - 1) % corners.len()];
        let after = corners[(index + 1) % corners.len()];
        let turn = Corner::new(*corner, before, after, depth);
        let first = index == 0 || style == FrameStyle::Corners;
        turn.add(style, first, &mut path);
    }
    if style != FrameStyle::Corners {
        path.close_path();
    }
    path
}

/// A corner of a frame: where it begins, where it ends, and the corner itself.
struct Corner {
    start: Point,
    end: Point,
    tip: Point,
}

impl Corner {
    fn new(tip: Point, before: Point, after: Point, depth: f64) -> Self {
        let towards = |other: Point| -> Vec2 { (other - tip).normalize() * depth };
        Self { start: tip + towards(before), end: tip + towards(after), tip }
    }

    fn add(&self, style: FrameStyle, first: bool, path: &mut BezPath) {
        if first {
            path.move_to(self.start);
        } else {
            path.line_to(self.start);
        }
        // The point inside that mirrors the tip.
        let inside = self.start + (self.end - self.tip);
        match style {
            FrameStyle::Deco => path.line_to(inside),
            FrameStyle::Scallop => {
                // A quarter of a circle about the tip: handles of 0.5523 radii (Goldapp 1991).
                const HANDLE: f64 = 0.552_284_749_830_793_5;
                let bend = |from: Point, by: Vec2| from + by * HANDLE;
                let (along, back) = (inside - self.start, inside - self.end);
                path.curve_to(bend(self.start, along), bend(self.end, back), self.end);
                return;
            }
            FrameStyle::Corners => path.line_to(self.tip),
            FrameStyle::Cut | FrameStyle::Plain | FrameStyle::Double => {}
        }
        path.line_to(self.end);
    }
}
