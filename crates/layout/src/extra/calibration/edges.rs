//! Scales at the four edges of a sheet, which show how near to them a printer prints.

use kurbo::{Affine, Point, Size};

use super::pen::{HAIR, Pen, Words};
use crate::base::identity::Mark;
use crate::layout::draw::angle::turn;
use crate::print::profile::Marks;

/// How far from the edge a scale reaches, with its numbers, in mm.
pub const DEPTH: f64 = 15.5;
/// The width of one mark at the most, in mm.
const STEP: f64 = 2.4;
/// What the crosses and their arrows take of an edge, in mm.
const CROSSES: f64 = 106.0;
/// The marks themselves are a little thicker than hairlines: a faint one would be taken for none.
const WIDTH: f64 = 0.2;

/// Draws the four of them: left, upper, right, lower, with their letters.
pub fn draw(size: Size, letters: [&str; 4], pen: &mut Pen<'_, '_>) {
    let (w, h) = (size.width, size.height);
    // Each edge by its middle, and how far it is turned from the upper one.
    let edges = [
        (Mark::EdgeLeft, (0.0, h / 2.0), 270.0),
        (Mark::EdgeUpper, (w / 2.0, 0.0), 0.0),
        (Mark::EdgeRight, (w, h / 2.0), 90.0),
        (Mark::EdgeLower, (w / 2.0, h), 180.0),
    ];
    for ((mark, middle, turned), letter) in edges.into_iter().zip(letters) {
        // From a frame whose x runs along the edge, from its middle, and whose y leads away from it.
        let frame = Affine::translate(middle) * turn(turned);
        let edge = if turned % 180.0 == 0.0 { w } else { h };
        let step = STEP.min((edge - CROSSES) / Marks::edge_marks().count() as f64);
        one(mark, frame, turned, step, letter, pen);
    }
}

fn one(mark: Mark, frame: Affine, turned: f64, step: f64, letter: &str, pen: &mut Pen<'_, '_>) {
    let marks: Vec<f64> = Marks::edge_marks().collect();
    let start = -step * marks.len() as f64 / 2.0;
    let lines = marks.iter().zip(0_u32..).map(|(mm, index)| {
        let x = start + step * f64::from(index);
        [frame * Point::new(x, *mm), frame * Point::new(x + step, *mm)]
    });
    pen.lines(mark, lines, WIDTH);
    for (mm, index) in marks.iter().zip(0_u32..).filter(|(mm, _)| mm.fract() == 0.0) {
        let x = start + step * (f64::from(index) + 0.5);
        let top = mm + 0.9;
        // From each whole millimetre a thin line leads to its number.
        pen.line(Mark::Lead, [frame * Point::new(x, top), frame * Point::new(x, 13.2)], HAIR / 2.0);
        let number = format!("{mm}");
        // Words on a lower edge stand on their head, so that all are read from the middle of the sheet outwards.
        pen.turned_words(Words::new(&number, 5.5).middle(), frame * Point::new(x, 15.2), turned);
    }
    let at = frame * Point::new(start - 2.0, 13.2);
    pen.turned_words(Words::new(letter, 9.0).bold().middle(), at, turned);
}
