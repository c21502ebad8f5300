//! A spot of a page, twenty times as large as it is, and an arrow from where something should be to where it is.

use kurbo::{Affine, BezPath, Point, Rect, Shape, Size};

use super::strokes;
use crate::check::Shift;

/// How much larger than the page an inset is.
const TIMES: f64 = 20.0;
/// A larger shift is seen without an inset, in mm.
const SMALL: f64 = 1.0;
/// The sides of the part that shows the page, in mm: 1.4 mm of it.
const SIDE: f64 = 28.0;
/// The height of the part that says how far, in mm, and of the signs there.
const FOOT: f64 = 5.0;
const HIGH: f64 = 2.4;
/// The length of the head of an arrow, in mm.
const HEAD: f64 = 2.0;
/// The width of the lines, in mm, and of the white ground of the arrow.
pub const LINE: f64 = 0.35;
pub const GROUND: f64 = 1.1;

/// The size of an inset, in mm.
pub const SIZE: Size = Size::new(SIDE, SIDE + FOOT);

/// An inset.
pub struct Inset {
    /// All of it.
    pub frame: Rect,
    /// The part that shows the page.
    pub picture: Rect,
    /// From the page to what is shown of it.
    pub way: Affine,
    /// The arrow.
    pub arrow: BezPath,
    /// Its frame, and how far the arrow leads.
    pub lines: BezPath,
}

/// Whether a shift is shown in an inset.
pub fn is_small(shift: &Shift) -> bool {
    let far = shift.way().hypot();
    far > 0.0 && far <= SMALL
}

impl Inset {
    /// A shift, shown at a place of the page.
    pub fn of(shift: Shift, frame: Rect) -> Self {
        let picture = Rect::from_origin_size(frame.origin(), (SIDE, SIDE));
        let middle = shift.is.midpoint(shift.should);
        let way = Affine::translate(picture.center().to_vec2())
            * Affine::scale(TIMES)
            * Affine::translate(-middle.to_vec2());
        let mut lines = frame.to_path(0.1);
        lines.extend(picture.to_path(0.1));
        let arrow = arrow(way * shift.should, way * shift.is);
        let text = format!("{:.2} mm 20:1", shift.way().hypot());
        let at = Point::new(
            frame.x0 + (SIDE - strokes::width(&text, HIGH)) / 2.0,
            picture.y1 + (FOOT - HIGH) / 2.0,
        );
        strokes::push(&text, at, HIGH, &mut lines);
        Self { frame, picture, way, arrow, lines }
    }

    /// The part of the page that it shows.
    pub fn window(&self) -> Rect {
        self.way.inverse().transform_rect_bbox(self.picture)
    }
}

/// An arrow that begins at a cross.
fn arrow(from: Point, to: Point) -> BezPath {
    let mut lines = BezPath::new();
    let way = to - from;
    let along = way.normalize();
    let across = along.turn_90();
    let head = HEAD.min(way.hypot() / 2.0);
    let mut line = |a: Point, b: Point| {
        lines.move_to(a);
        lines.line_to(b);
    };
    line(from, to);
    line(from - across, from + across);
    for side in [-0.5, 0.5] {
        line(to - along * head + across * side * head, to);
    }
    lines
}
