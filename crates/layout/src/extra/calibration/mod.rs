//! The sheet that a printer is measured by: two sides for each paper.
//!
//! Everything that is measured stands where [`crate::print::profile::marks`] says. On the front there are four crosses with
//! scales, on the back the slanted lines that meet them; on both there are scales at the four edges.

mod edges;
mod pen;
mod table;

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use crate::base::identity::{CALIBRATION, Mark};
use crate::print::paper::sheet_name;
use crate::print::profile::marks::ARM;
use crate::print::profile::{Marks, readings};
use crate::print::setup::Backs;
use crate::scene::{Draw, Sheet};
use crate::text::Shaper;
use pen::{FINE, HAIR, Pen, Words};

/// The two sides of a sheet with these marks, which is turned over in this way.
pub fn sheets(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> [Sheet; 2] {
    let name: Arc<str> = CALIBRATION.into();
    let sheet = |draws| Sheet {
        component: Arc::clone(&name),
        title: Arc::clone(&name),
        size: marks.size,
        draws,
        warnings: Vec::new(),
        correction: None,
    };
    [sheet(front(marks, flip, shaper)), sheet(back(marks, flip, shaper))]
}

/// Between the crosses above and below, and between the scales at the left and right edges.
fn room(marks: &Marks) -> Rect {
    let [first, .., last] = marks.crosses;
    let beside = edges::DEPTH + 3.0;
    Rect::new(beside, first.y + ARM + 6.0, marks.size.width - beside, last.y - ARM - 6.0)
}

fn front(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> Vec<Draw> {
    let mut pen = Pen::new(shaper);
    for cross in 0..4 {
        draw_cross(marks, cross, &mut pen);
    }
    lengths(marks, &mut pen);
    edges::draw(marks.size, ["R", "S", "T", "U"], &mut pen);
    title(marks.size, "front", &mut pen);
    table::draw(&readings::readings(marks), flip, room(marks), &mut pen);
    pen.draws
}

fn back(marks: &Marks, flip: Backs, shaper: &Shaper<'_>) -> Vec<Draw> {
    let mut pen = Pen::new(shaper);
    let through = marks.through(flip);
    for cross in 0..4 {
        for (upright, mark) in [(false, Mark::Flat), (true, Mark::Steep)] {
            pen.line(mark, marks.slanted(cross, upright).map(|p| through * p), FINE);
        }
        number(through * number_at(marks, cross), cross, &mut pen);
    }
    edges::draw(marks.size, ["R", "S", "T", "U"], &mut pen);
    title(marks.size, "back", &mut pen);
    let room = room(marks);
    let at = Point::new(room.x0, room.y0 + 4.0);
    let edge = if flip == Backs::FlipShort { "shorter" } else { "longer" };
    let say = format!(
        "Hold this side against the light, with the front towards you. The number 1 must lie behind the number 1 of the \
         front. If another one lies there, the sheet was not turned over its {edge} edge: print it once more, so that it is."
    );
    pen.paragraph(Words::new(&say, 9.0), at, room.width());
    pen.draws
}

/// Which side of which sheet it is.
fn title(size: Size, side: &str, pen: &mut Pen<'_, '_>) {
    let text = format!("Calibration sheet · {} · {side}", sheet_name(size));
    let at = Point::new(size.width / 2.0, edges::DEPTH + 8.0);
    pen.heading(Words::new(&text, 11.0).bold().middle(), at);
    let at = at + Vec2::new(0.0, 4.5);
    pen.words(Words::new("two-sided, at 100 % (actual size)", 8.0).middle(), at);
}

/// Towards the middle of the sheet, where there is room beside a cross.
fn inward(cross: usize) -> Vec2 {
    Vec2::new(if cross.is_multiple_of(2) { 1.0 } else { -1.0 }, if cross < 2 { 1.0 } else { -1.0 })
}

/// The middle of the number of a cross.
fn number_at(marks: &Marks, cross: usize) -> Point {
    marks.crosses[cross] + inward(cross) * 10.5
}

fn number(at: Point, cross: usize, pen: &mut Pen<'_, '_>) {
    let number = format!("{}", cross + 1);
    pen.words(Words::new(&number, 16.0).bold().middle(), at + Vec2::new(0.0, 2.0));
}

/// A cross with its scales, its number, and the letters of what is read there.
fn draw_cross(marks: &Marks, cross: usize, pen: &mut Pen<'_, '_>) {
    let centre = marks.crosses[cross];
    pen.line(Mark::Lying, marks.axis(cross, false), FINE);
    pen.line(Mark::Upright, marks.axis(cross, true), FINE);
    pen.scales(Mark::Tick, centre, 2.2);
    let inward = inward(cross);
    number(number_at(marks, cross), cross, pen);
    const LETTERS: [[&str; 2]; 4] = [["H", "J"], ["K", "L"], ["M", "N"], ["P", "Q"]];
    let letter = |text| Words::new(text, 8.0).bold().middle();
    pen.words(letter(LETTERS[cross][0]), centre + Vec2::new(inward.x * (ARM - 1.8), -1.9));
    pen.words(letter(LETTERS[cross][1]), centre + Vec2::new(-3.4, inward.y * (ARM - 1.8) + 1.0));
}

/// The letters of what is measured with a ruler, with arrows to the edges of the paper.
fn lengths(marks: &Marks, pen: &mut Pen<'_, '_>) {
    let [one, two, three, _] = marks.crosses;
    let bold = |text| Words::new(text, 9.0).bold().middle();
    pen.words(bold("A"), Point::new(one.x - ARM + 1.6, one.y - 2.9));
    pen.words(bold("A"), Point::new(two.x + ARM - 1.6, two.y - 2.9));
    pen.words(bold("B"), Point::new(one.x - 3.6, one.y - ARM + 2.2));
    pen.words(bold("B"), Point::new(three.x - 3.6, three.y + ARM - 0.6));
    // The lines that C, D and E are measured to, made longer, and arrows from the edge.
    let (beyond, far) = (ARM + 4.5, ARM + 3.0);
    pen.line(Mark::Reach, [one + Vec2::new(0.0, ARM), one + Vec2::new(0.0, beyond)], HAIR);
    let c = Point::new(one.x, one.y + far);
    pen.arrow([c - Vec2::new(14.0, 0.0), c]);
    pen.words(bold("C"), c + Vec2::new(-16.0, 1.1));
    for (cross, letter, way) in [(one, "D", 1.0), (two, "E", -1.0)] {
        let along = |mm: f64| cross + Vec2::new(way * mm, 0.0);
        pen.line(Mark::Reach, [along(ARM), along(beyond)], HAIR);
        let at = along(far);
        pen.arrow([at - Vec2::new(0.0, 11.0), at]);
        pen.words(bold(letter), at - Vec2::new(0.0, 12.2));
    }
    for (cross, letter) in [(0, "F"), (3, "F"), (1, "G"), (2, "G")] {
        let (cross, way) = (marks.crosses[cross], inward(cross));
        let middle = cross + way * 4.8 + Vec2::new(way.x * 1.4, way.y * 1.4 + 1.0);
        pen.words(Words::new(letter, 8.0).bold().middle(), middle);
        pen.arrow([cross + way * 4.2, cross + way * 1.2]);
    }
}
