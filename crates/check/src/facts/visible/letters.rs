//! Finds letters that are partly covered by a later drawing.
//!
//! - In: texts, and the drawings that are drawn later.
//! - Out: the drawing that covers the letters.
//! - Not here: drawings through the middle of a text, see [`super::drawing_stack`].

use kurbo::Point;

use super::drawing_stack::DrawingStack;
use super::{is_inside, opaque_fill};
use crate::facts::item::tight_corners;
use hexpress_read::Text;

/// Only this number of drawings after a text are examined.
const EXAMINED_DRAWINGS: usize = 64;
/// A drawing covers letters only if it is at least this thick, in ems. A thinner drawing is only a line,
/// such as an underline.
const MIN_COVER_EMS: f64 = 0.25;
/// The distance between sample points in a text, in ems.
const SAMPLE_DISTANCE_EMS: f64 = 0.1;
/// The largest number of sample points along each side of a text.
const MAX_SAMPLES: f64 = 100.0;
/// The smallest covered area that counts, in square ems. It is about half a letter.
const MIN_COVERED_SQUARE_EMS: f64 = 0.06;

impl DrawingStack<'_> {
    /// Returns the last drawing after a text that covers at least about half a letter. Returns `None` if no
    /// drawing covers that much.
    pub(super) fn over_a_letter(&self, index: usize, text: &Text) -> Option<usize> {
        let own_rect = self.boxes[index]?;
        let samples = Samples::from_text(text);
        let until = self.overlap_range(index).end.min(index + 1 + EXAMINED_DRAWINGS);
        let thin = MIN_COVER_EMS * text.size;
        (index + 1..until).rev().find(|&over| {
            let item = &self.items[over];
            let Some(rect) = self.boxes[over].filter(|_| opaque_fill(item).is_some()) else { return false };
            let shared = rect.intersect(own_rect);
            let sizes = [shared.width(), shared.height(), rect.width().min(rect.height())];
            if sizes.iter().any(|size| *size < thin) {
                return false;
            }
            samples.area_where(|point| rect.contains(point) && is_inside(item, point))
                > MIN_COVERED_SQUARE_EMS * text.size * text.size
        })
    }
}

/// A grid of sample points over a text.
struct Samples {
    corners: [Point; 4],
    columns: f64,
    rows: f64,
}

impl Samples {
    fn from_text(text: &Text) -> Self {
        let corners @ [a, b, _, d] = tight_corners(text);
        let [columns, rows] = [a.distance(b), a.distance(d)]
            .map(|length| (length / (SAMPLE_DISTANCE_EMS * text.size)).ceil().clamp(1.0, MAX_SAMPLES));
        Self { corners, columns, rows }
    }

    /// Returns the area of the covered part of the text, in mm². `is_covered` says whether a point is
    /// covered.
    fn area_where(&self, is_covered: impl Fn(Point) -> bool) -> f64 {
        let Self { corners: [a, b, c, d], columns, rows } = *self;
        let mut count = 0.0;
        for row in 0..rows as u32 {
            let down = (f64::from(row) + 0.5) / rows;
            for column in 0..columns as u32 {
                let across = (f64::from(column) + 0.5) / columns;
                if is_covered(a.lerp(b, across).lerp(d.lerp(c, across), down)) {
                    count += 1.0;
                }
            }
        }
        let cell = a.distance(b) / columns * a.distance(d) / rows;
        count * cell
    }
}
