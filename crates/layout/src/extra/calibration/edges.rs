//! Draws scales at the four edges of a calibration sheet. A scale shows the user how close to its
//! edge the printer can print.
//!
//! - In: the size of the sheet, and the letter that names the reading of each scale.
//! - Out: a scale with numbers at each edge.
//! - Not here: explaining how to read the scales (`table`).

use kurbo::{Affine, Point, Size};

use super::pen::{HAIR, Label, Pen};
use crate::draw::angle::turn;
use hexpress_base::identity::Mark;
use hexpress_scene::print::profile::marks::EDGE_MARKS;

/// The width of the strip along an edge that a scale and its numbers take, in mm.
pub const DEPTH: f64 = 15.5;
/// The largest length of a tick, in mm.
///
/// A tick is a short line that is parallel to the edge. The ticks of a scale form stairs: each tick
/// starts where the previous tick ends, and is farther from the edge.
const MAX_STEP: f64 = 2.4;
/// The length along an edge that is kept free for the crosses and their arrows, in mm.
const CROSSES: f64 = 106.0;
/// The thickness of a tick, in mm. A thinner line could be too faint to be visible.
const WIDTH: f64 = 0.2;
/// The distance from the edge of the sheet to the ends of the leader lines, in mm. Each leader line
/// connects a tick to its number.
const LEAD: f64 = 13.2;
/// The distance from the edge to the baseline of a number, in mm.
const NUMBER: f64 = 15.2;

/// Draws the scales at the left, upper, right and lower edge. Each scale is labelled with a letter from
/// `letters`, which names the reading that the user writes down.
pub fn draw(size: Size, letters: [&str; 4], pen: &mut Pen<'_, '_>) {
    for (scale, letter) in scales(size).into_iter().zip(letters) {
        scale.draw(letter, pen);
    }
}

/// Returns the ticks at the left, upper, right and lower edge. For each edge, the tick nearest to
/// the edge comes first.
pub fn ticks(size: Size) -> [Vec<[Point; 2]>; 4] {
    scales(size).map(|scale| scale.ticks())
}

fn scales(size: Size) -> [EdgeScale; 4] {
    let Size { width, height } = size;
    [
        EdgeScale {
            mark: Mark::EdgeLeft,
            centre: Point::new(0.0, height / 2.0),
            degrees: 270.0,
            edge: height,
        },
        EdgeScale { mark: Mark::EdgeUpper, centre: Point::new(width / 2.0, 0.0), degrees: 0.0, edge: width },
        EdgeScale {
            mark: Mark::EdgeRight,
            centre: Point::new(width, height / 2.0),
            degrees: 90.0,
            edge: height,
        },
        EdgeScale {
            mark: Mark::EdgeLower,
            centre: Point::new(width / 2.0, height),
            degrees: 180.0,
            edge: width,
        },
    ]
}

struct EdgeScale {
    mark: Mark,
    centre: Point,
    /// The clockwise rotation from the upper edge to this edge, in degrees.
    degrees: f64,
    /// The length of the edge, in mm.
    edge: f64,
}

impl EdgeScale {
    /// Returns the transform from the coordinates of the scale to the sheet. On the scale, x runs along
    /// the edge, and is 0 at the middle of the edge. The y axis points into the sheet.
    fn frame(&self) -> Affine {
        Affine::translate(self.centre.to_vec2()) * turn(self.degrees)
    }

    /// Returns the length of a tick, in mm.
    fn step(&self) -> f64 {
        MAX_STEP.min((self.edge - CROSSES) / EDGE_MARKS.places().count() as f64)
    }

    /// Returns the x coordinate at which the first tick starts, in mm.
    fn start(&self) -> f64 {
        -self.step() * EDGE_MARKS.places().count() as f64 / 2.0
    }

    fn ticks(&self) -> Vec<[Point; 2]> {
        let (frame, step, start) = (self.frame(), self.step(), self.start());
        let place = |index: u32, mm: f64| Point::new(start + step * f64::from(index), mm);
        let marks = EDGE_MARKS.places().zip(0_u32..);
        marks.map(|(mm, index)| [frame * place(index, mm), frame * place(index + 1, mm)]).collect()
    }

    /// Draws the scale. The numbers are upright for a reader who looks from the middle of the sheet
    /// towards the edge.
    fn draw(&self, letter: &str, pen: &mut Pen<'_, '_>) {
        let (frame, step, start) = (self.frame(), self.step(), self.start());
        let marks: Vec<f64> = EDGE_MARKS.places().collect();
        pen.lines(self.mark, self.ticks(), WIDTH);
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
