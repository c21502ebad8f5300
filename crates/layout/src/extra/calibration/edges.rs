//! Draws scales at the four edges of a calibration sheet. They show how close to the edges a
//! printer can print.
//!
//! - In: the size of the sheet, and the letters of the readings.
//! - Out: a scale with numbers at each edge.
//! - Not here: explaining how to read the scales (`table`).

use kurbo::{Affine, Point, Size};

use super::pen::{HAIR, Label, Pen};
use crate::draw::angle::turn;
use hexpress_base::identity::Mark;
use hexpress_scene::print::profile::marks::EDGE_MARKS;

/// How far a scale with its numbers extends from the edge, in mm.
pub const DEPTH: f64 = 15.5;
/// The largest length of a tick along the edge, in mm.
const MOST_STEP: f64 = 2.4;
/// The part of an edge that the crosses and their arrows take, in mm.
const CROSSES: f64 = 106.0;
/// The thickness of a tick, in mm. A hairline could be too faint to be seen.
const WIDTH: f64 = 0.2;
/// The distance from the edge at which the lines to the numbers end, in mm.
const LEAD: f64 = 13.2;
/// How far the baseline of a number is from the edge, in mm.
const NUMBER: f64 = 15.2;

/// Draws the scales at the left, upper, right and lower edge. The user writes down a reading of
/// each scale. A letter names each reading.
pub fn draw(size: Size, letters: [&str; 4], pen: &mut Pen<'_, '_>) {
    let Size { width, height } = size;
    let scales = [
        EdgeScale { mark: Mark::EdgeLeft, middle: Point::new(0.0, height / 2.0), degrees: 270.0 },
        EdgeScale { mark: Mark::EdgeUpper, middle: Point::new(width / 2.0, 0.0), degrees: 0.0 },
        EdgeScale { mark: Mark::EdgeRight, middle: Point::new(width, height / 2.0), degrees: 90.0 },
        EdgeScale { mark: Mark::EdgeLower, middle: Point::new(width / 2.0, height), degrees: 180.0 },
    ];
    for (scale, letter) in scales.into_iter().zip(letters) {
        let edge = if scale.degrees % 180.0 == 0.0 { width } else { height };
        scale.draw(edge, letter, pen);
    }
}

struct EdgeScale {
    mark: Mark,
    middle: Point,
    /// The clockwise rotation from the upper edge, in degrees.
    degrees: f64,
}

impl EdgeScale {
    /// Draws the scale along an edge that is `edge` mm long. The numbers are upright for a reader
    /// in the middle of the sheet.
    fn draw(&self, edge: f64, letter: &str, pen: &mut Pen<'_, '_>) {
        // In this frame, the x axis runs along the edge from its middle, and the y axis points into
        // the sheet.
        let frame = Affine::translate(self.middle.to_vec2()) * turn(self.degrees);
        let marks: Vec<f64> = EDGE_MARKS.places().collect();
        let step = MOST_STEP.min((edge - CROSSES) / marks.len() as f64);
        let start = -step * marks.len() as f64 / 2.0;
        let ticks = marks.iter().zip(0_u32..).map(|(mm, index)| {
            let x = start + step * f64::from(index);
            [frame * Point::new(x, *mm), frame * Point::new(x + step, *mm)]
        });
        pen.lines(self.mark, ticks, WIDTH);
        for (mm, index) in marks.iter().zip(0_u32..).filter(|(mm, _)| mm.fract() == 0.0) {
            let x = start + step * (f64::from(index) + 0.5);
            // A thin line leads from the tick of each whole millimetre to its number.
            pen.line(Mark::Lead, [frame * Point::new(x, mm + 0.9), frame * Point::new(x, LEAD)], HAIR / 2.0);
            let number = format!("{mm}");
            pen.write_turned(Label::new(&number, 5.5).centred(), frame * Point::new(x, NUMBER), self.degrees);
        }
        let at = frame * Point::new(start - 2.0, LEAD);
        pen.write_turned(Label::new(letter, 9.0).bold().centred(), at, self.degrees);
    }
}
