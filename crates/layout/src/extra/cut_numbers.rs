//! Draws the number of each cut next to an end of its cut line.
//!
//! - In: the steps and cuts of a plan, and the small picture of the sheet in which the numbers are
//!   drawn.
//! - Out: a number for each cut. If possible, numbers do not overlap.
//! - Not here: drawing the cuts (`cut_plan`).

use kurbo::{Affine, Point, Rect, Shape as _, Size, Vec2};

use super::cut_plan::group_ink;
use super::cut_steps::CutStep;
use super::text_pen::{TextPen, TextSide};
use crate::impose::CutLine;
use hexpress_scene::{Drawing, Ink};

/// The size of the numbers, in pt.
const POINTS: f64 = 6.0;
/// The distance between a number and the end of its cut line, in mm, if the line ends at the edge of
/// the sheet.
const GAP_AT_SHEET_EDGE_MM: f64 = 1.2;
/// The distance between a number and the end of its cut line, in mm, if the line ends inside the sheet.
const GAP_INSIDE_SHEET_MM: f64 = 2.0;
/// The distance between the places that are tried for a number, in mm.
const STEP: f64 = 2.1;
/// The number of places that are tried for each number.
const PLACES: u8 = 6;

pub fn draw_numbers(
    steps: &[CutStep],
    cuts: &[CutLine],
    sheet: Size,
    to_page: Affine,
    pen: &mut TextPen<'_, '_>,
) {
    let small_sheet = to_page.transform_rect_bbox(sheet.to_rect());
    let mut taken: Vec<Rect> = Vec::new();
    for (number, step) in (1..).zip(steps) {
        pen.ink = group_ink(step);
        let size = Size::new(if number < 10 { 1.4 } else { 2.6 }, 1.8);
        for cut in step.lines.iter().filter_map(|index| cuts.get(*index)) {
            let places = NumberPlaces::new(to_page * cut.from, to_page * cut.to, small_sheet);
            let spot = places.free_place(size, &taken);
            taken.push(number_box(spot, size));
            if places.is_inside {
                let back = Rect::from_center_size(spot, size).inflate(0.2, 0.2);
                pen.drawings.push(Drawing::filled(back.to_path(0.1), Ink::white()));
            }
            let baseline = Point::new(spot.x, spot.y + 0.75);
            pen.write(&number.to_string(), POINTS, baseline, TextSide::Middle);
        }
    }
}

/// Returns the box that a number covers.
fn number_box(spot: Point, size: Size) -> Rect {
    Rect::from_center_size(spot, size).inflate(0.25, 0.15)
}

/// The places that are tried for the number of a cut, near one end of its line. They depend on where this end
/// is. At the edge of the sheet, the places are outside the sheet, on the extension of the line. Inside the
/// sheet, they are on the line itself.
struct NumberPlaces {
    /// The end of the line that is nearer to the top left corner of the sheet.
    end: Point,
    /// The direction from `end` in which the places follow one another.
    direction: Vec2,
    /// The distance between `end` and the first place, in mm.
    first: f64,
    /// The last place that is tried, beyond the other end of the line. `None` if `end` is at the edge
    /// of the sheet.
    beyond: Option<Point>,
    /// True if `end` is inside the sheet, not at its edge.
    is_inside: bool,
}

impl NumberPlaces {
    fn new(from: Point, to: Point, small_sheet: Rect) -> Self {
        let (end, other) = if from.x + from.y <= to.x + to.y { (from, to) } else { (to, from) };
        let out = (end - other).normalize();
        match small_sheet.inset(-0.5).contains(end) {
            true => Self {
                end,
                direction: -out,
                first: GAP_INSIDE_SHEET_MM,
                beyond: Some(other + -out * GAP_AT_SHEET_EDGE_MM),
                is_inside: true,
            },
            false => {
                Self { end, direction: out, first: GAP_AT_SHEET_EDGE_MM, beyond: None, is_inside: false }
            }
        }
    }

    fn place(&self, index: u8) -> Point {
        self.end + self.direction * (self.first + STEP * f64::from(index))
    }

    /// Returns the first place at which the number does not overlap any box in `taken`. If there is no such
    /// place, returns the place that would come after the first [`PLACES`] places.
    fn free_place(&self, size: Size, taken: &[Rect]) -> Point {
        (0..PLACES)
            .map(|index| self.place(index))
            .chain(self.beyond)
            .find(|spot| taken.iter().all(|other| other.intersect(number_box(*spot, size)).is_zero_area()))
            .unwrap_or_else(|| self.place(PLACES))
    }
}
