//! Makes an inset, which is an enlarged detail of a page. In the inset, an arrow leads from the
//! expected to the actual position of a shape.
//!
//! - In: a shift on a page and a free rectangle of that page, both in mm.
//! - Out: the shapes of the inset, in mm on the page.
//! - Not here: choosing the rectangle, or writing the shapes into a file.

use kurbo::{Affine, BezPath, Point, Rect, Shape, Size};

use super::strokes;
use hexpress_check::Shift;

/// The scale of the detail. The caption shows it as `20:1`.
const MAGNIFICATION: f64 = 20.0;
/// The largest shift that gets an inset, in mm. Larger shifts are visible without an inset.
const MAX_SHIFT_MM: f64 = 1.0;
/// The side length of the square that shows the detail, in mm. At the magnification of 20, it shows 1.4
/// mm of the page.
const DETAIL_SIDE: f64 = 28.0;
/// The height of the strip with the caption, in mm.
const CAPTION_HEIGHT: f64 = 5.0;
/// The height of a character in the caption, in mm.
const SIGN_HEIGHT: f64 = 2.4;
/// The length of the head of an arrow, in mm.
const HEAD_LENGTH: f64 = 2.0;
/// The width of the lines, in mm.
pub const LINE_WIDTH: f64 = 0.35;
/// The width of the white line that is drawn behind the arrow, in mm.
pub const HALO_WIDTH: f64 = 1.1;

/// The size of an inset, in mm.
pub const SIZE: Size = Size::new(DETAIL_SIDE, DETAIL_SIDE + CAPTION_HEIGHT);

/// A detail of a page, its caption, and an arrow along the shift.
pub struct Inset {
    /// The rectangle of the inset, with its caption.
    pub frame: Rect,
    /// The square in `frame` that shows the detail.
    pub detail: Rect,
    /// Maps a point of the page to its position in the detail.
    pub page_to_detail: Affine,
    /// An arrow from the expected to the actual position of the shape.
    pub arrow: BezPath,
    /// The outlines of `frame` and `detail`, and the caption with the length of the shift.
    pub lines: BezPath,
}

/// Returns whether a shift is too small to be visible on the page.
pub fn is_small(shift: &Shift) -> bool {
    let length = shift.offset().hypot();
    length > 0.0 && length <= MAX_SHIFT_MM
}

impl Inset {
    /// Creates an inset for a shift. `frame` has the size [`SIZE`].
    pub fn new(shift: Shift, frame: Rect) -> Self {
        let detail = Rect::from_origin_size(frame.origin(), (DETAIL_SIDE, DETAIL_SIDE));
        let centre = shift.actual.midpoint(shift.expected);
        let page_to_detail = Affine::translate(detail.center().to_vec2())
            * Affine::scale(MAGNIFICATION)
            * Affine::translate(-centre.to_vec2());
        let mut lines = frame.to_path(0.1);
        lines.extend(detail.to_path(0.1));
        let caption = format!("{:.2} mm 20:1", shift.offset().hypot());
        let corner = Point::new(
            frame.x0 + (DETAIL_SIDE - strokes::width(&caption, SIGN_HEIGHT)) / 2.0,
            detail.y1 + (CAPTION_HEIGHT - SIGN_HEIGHT) / 2.0,
        );
        strokes::push(&caption, corner, SIGN_HEIGHT, &mut lines);
        let arrow = arrow(page_to_detail * shift.expected, page_to_detail * shift.actual);
        Self { frame, detail, page_to_detail, arrow, lines }
    }

    /// Returns the rectangle of the page that the detail shows, in mm.
    pub fn window(&self) -> Rect {
        self.page_to_detail.inverse().transform_rect_bbox(self.detail)
    }
}

/// Returns an arrow that begins at a short crossbar.
fn arrow(from: Point, to: Point) -> BezPath {
    let along = (to - from).normalize();
    let across = along.turn_90();
    let head = HEAD_LENGTH.min((to - from).hypot() / 2.0);
    let mut lines = BezPath::new();
    push_line(from, to, &mut lines);
    push_line(from - across, from + across, &mut lines);
    for side in [-0.5, 0.5] {
        push_line(to - along * head + across * side * head, to, &mut lines);
    }
    lines
}

fn push_line(from: Point, to: Point, lines: &mut BezPath) {
    lines.move_to(from);
    lines.line_to(to);
}
