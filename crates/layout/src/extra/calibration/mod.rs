//! Draws the calibration sheet, with which users measure the errors of a printer. There is one
//! calibration sheet for each paper size. It has a front and a back.
//!
//! - In: the places of the marks, the edge over which the sheet is turned, and fonts.
//! - Out: a front and a back.
//! - Not here: choosing the places ([`hexpress_scene::print::profile::marks`]).
//!
//! The front has four crosses with scales. The back has slanted lines. When the sheet is held up to the
//! light, the slanted lines cross the lines of the crosses. Both sides have scales at the four edges.

pub mod edges;
mod pen;
mod table;

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use hexpress_base::identity::{CALIBRATION, Mark};
use hexpress_scene::print::paper::sheet_name;
use hexpress_scene::print::profile::marks::ARM;
use hexpress_scene::print::profile::{CrossLine, Marks, readings};
use hexpress_scene::print::setup::Backs;
use hexpress_scene::text::Shaper;
use hexpress_scene::{Drawing, Sheet};
use pen::{HAIR, Label, MEASURED_LINE_MM, Pen};

/// For each cross, the letters that name its two readings. A reading is a value that the user reads from a
/// scale: one on each line of the cross.
const CROSS_LETTERS: [CrossLetters; 4] = [
    CrossLetters { horizontal: "H", vertical: "J" },
    CrossLetters { horizontal: "K", vertical: "L" },
    CrossLetters { horizontal: "M", vertical: "N" },
    CrossLetters { horizontal: "P", vertical: "Q" },
];
/// The letters that name the readings at the left, upper, right and lower edge.
const EDGE_LETTERS: [&str; 4] = ["R", "S", "T", "U"];

/// The letters that name the two readings at a cross.
struct CrossLetters {
    horizontal: &'static str,
    vertical: &'static str,
}

/// Returns the front and the back of a calibration sheet with these marks.
pub fn sheets(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> [Sheet; 2] {
    let name: Arc<str> = CALIBRATION.into();
    [front(marks, flip, shaper), back(marks, flip, shaper)].map(|drawings| Sheet {
        component: Arc::clone(&name),
        title: Arc::clone(&name),
        size: marks.size,
        drawings,
        warnings: Vec::new(),
        correction: None,
    })
}

/// Returns the free area in the middle of the sheet, between the crosses and between the scales at the
/// left and right edges.
fn room(marks: &Marks) -> Rect {
    let [first, .., last] = marks.crosses;
    let margin = edges::DEPTH + 3.0;
    Rect::new(margin, first.y + ARM + 6.0, marks.size.width - margin, last.y - ARM - 6.0)
}

fn front(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> Vec<Drawing> {
    let mut pen = Pen::new(shaper);
    for cross in 0..4 {
        draw_cross(marks, cross, &mut pen);
    }
    draw_lengths(marks, &mut pen);
    edges::draw(marks.size, EDGE_LETTERS, &mut pen);
    draw_title(marks.size, "front", &mut pen);
    table::draw(&readings::readings(marks), flip, room(marks), &mut pen);
    pen.drawings
}

fn back(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> Vec<Drawing> {
    let mut pen = Pen::new(shaper);
    let through = marks.through(flip);
    for cross in 0..4 {
        for (line, mark) in [(CrossLine::Horizontal, Mark::Flat), (CrossLine::Vertical, Mark::Steep)] {
            pen.line(mark, marks.slanted(cross, line).map(|point| through * point), MEASURED_LINE_MM);
        }
        draw_number(through * number_middle(marks, cross), cross, &mut pen);
    }
    edges::draw(marks.size, EDGE_LETTERS, &mut pen);
    draw_title(marks.size, "back", &mut pen);
    let room = room(marks);
    let at = Point::new(room.x0, room.y0 + 4.0);
    let edge = if flip == Backs::FlipShort { "shorter" } else { "longer" };
    let text = format!(
        "Hold this side against the light, with the front towards you. The number 1 must lie behind the number 1 of the \
         front. If another one lies there, the sheet was not turned over its {edge} edge: print it once more, so that it is."
    );
    pen.paragraph(Label::new(&text, 9.0), at, room.width());
    pen.drawings
}

/// Draws a line of text that states the size of the sheet and the name of the side.
fn draw_title(size: Size, side: &str, pen: &mut Pen<'_, '_>) {
    let text = format!("Calibration sheet · {} · {side}", sheet_name(size));
    let at = Point::new(size.width / 2.0, edges::DEPTH + 8.0);
    pen.write_heading(Label::new(&text, 11.0).bold().centred(), at);
    let below = at + Vec2::new(0.0, 4.5);
    pen.write(Label::new("two-sided, at 100 % (actual size)", 8.0).centred(), below);
}

/// Returns the direction from a cross towards the middle of the sheet. The number of the cross is
/// printed on this side of the cross.
fn inward(cross: usize) -> Vec2 {
    Vec2::new(if cross.is_multiple_of(2) { 1.0 } else { -1.0 }, if cross < 2 { 1.0 } else { -1.0 })
}

/// Returns the middle of the number of a cross.
fn number_middle(marks: &Marks, cross: usize) -> Point {
    marks.crosses[cross] + inward(cross) * 10.5
}

fn draw_number(centre: Point, cross: usize, pen: &mut Pen<'_, '_>) {
    let number = format!("{}", cross + 1);
    pen.write(Label::new(&number, 16.0).bold().centred(), centre + Vec2::new(0.0, 2.0));
}

/// Draws a cross with its scales, its number, and the letters of its readings.
fn draw_cross(marks: &Marks, cross: usize, pen: &mut Pen<'_, '_>) {
    let centre = marks.crosses[cross];
    pen.line(Mark::Lying, marks.line(cross, CrossLine::Horizontal), MEASURED_LINE_MM);
    pen.line(Mark::Upright, marks.line(cross, CrossLine::Vertical), MEASURED_LINE_MM);
    pen.scales(Mark::Tick, centre, 2.2);
    draw_number(number_middle(marks, cross), cross, pen);
    let inward = inward(cross);
    let CrossLetters { horizontal, vertical } = CROSS_LETTERS[cross];
    draw_letter(horizontal, 8.0, centre + Vec2::new(inward.x * (ARM - 1.8), -1.9), pen);
    draw_letter(vertical, 8.0, centre + Vec2::new(-3.4, inward.y * (ARM - 1.8) + 1.0), pen);
}

/// Draws the letter of a reading. The middle of its baseline is at `at`.
fn draw_letter(letter: &str, points: f64, at: Point, pen: &mut Pen<'_, '_>) {
    pen.write(Label::new(letter, points).bold().centred(), at);
}

/// Draws the letters that name the lengths that users measure with a ruler. For lengths that begin
/// at an edge of the paper, also draws arrows.
fn draw_lengths(marks: &Marks, pen: &mut Pen<'_, '_>) {
    let [one, two, three, _] = marks.crosses;
    draw_letter("A", 9.0, Point::new(one.x - ARM + 1.6, one.y - 2.9), pen);
    draw_letter("A", 9.0, Point::new(two.x + ARM - 1.6, two.y - 2.9), pen);
    draw_letter("B", 9.0, Point::new(one.x - 3.6, one.y - ARM + 2.2), pen);
    draw_letter("B", 9.0, Point::new(three.x - 3.6, three.y + ARM - 0.6), pen);
    // The lengths C, D and E are measured from the edge of the paper to a line of a cross. The line is
    // extended, so that users can put a ruler at it more easily.
    let (end, arrow) = (ARM + 4.5, ARM + 3.0);
    pen.line(Mark::Reach, [one + Vec2::new(0.0, ARM), one + Vec2::new(0.0, end)], HAIR);
    let c = Point::new(one.x, one.y + arrow);
    pen.arrow([c - Vec2::new(14.0, 0.0), c]);
    draw_letter("C", 9.0, c + Vec2::new(-16.0, 1.1), pen);
    for (cross, letter, inward) in [(one, "D", Vec2::new(1.0, 0.0)), (two, "E", Vec2::new(-1.0, 0.0))] {
        pen.line(Mark::Reach, [cross + inward * ARM, cross + inward * end], HAIR);
        let at = cross + inward * arrow;
        pen.arrow([at - Vec2::new(0.0, 11.0), at]);
        draw_letter(letter, 9.0, at - Vec2::new(0.0, 12.2), pen);
    }
    for (cross, letter) in [(0, "F"), (3, "F"), (1, "G"), (2, "G")] {
        let (centre, inward) = (marks.crosses[cross], inward(cross));
        let at = centre + inward * 4.8 + Vec2::new(inward.x * 1.4, inward.y * 1.4 + 1.0);
        draw_letter(letter, 8.0, at, pen);
        pen.arrow([centre + inward * 4.2, centre + inward * 1.2]);
    }
}
