//! What to read off the sheet, with a box to write each reading in.

use kurbo::{Point, Rect, Vec2};

use super::pen::{FINE, HAIR, Pen, Words};
use crate::base::identity::Mark;
use crate::base::units::{Mm, Trimmed};
use crate::print::profile::marks::{ARM, SLANT};
use crate::print::profile::readings::{COUNT, Group, Reading};
use crate::print::setup::Backs;

/// The largest and the least size of the words, in points.
const SIZES: [f64; 6] = [10.5, 9.5, 8.5, 7.5, 6.5, 5.5];

/// What is typed to make a profile.
const COMMAND: &str = "hexpress calibrate --profile my-printer.toml";

/// Draws it as large as it fits into `room`.
pub fn draw(readings: &[Reading; COUNT], flip: Backs, room: Rect, pen: &mut Pen<'_, '_>) {
    let before = pen.draws.len();
    for points in SIZES {
        pen.draws.truncate(before);
        let end = set(readings, flip, room, points, pen);
        if end <= room.y1 {
            example(Rect::new(room.x0, end, room.x1, room.y1), points, pen);
            return;
        }
    }
}

/// Sets it in one size; where it ends.
fn set(readings: &[Reading; COUNT], flip: Backs, room: Rect, points: f64, pen: &mut Pen<'_, '_>) -> f64 {
    let line = Mm::from_pt(points).0;
    let edge = if flip == Backs::FlipShort { "shorter" } else { "longer" };
    let first = format!(
        "Print both sides at 100 %, turned over the {edge} edge. Numbers in brackets are right: leave a box empty if you \
         read that. Write each other reading into its box, then type:"
    );
    let mut at = Point::new(room.x0, room.y0 + line);
    // What is to be typed stands on a line of its own.
    for words in [Words::new(&first, points), Words::new(COMMAND, points).bold()] {
        at = pen.paragraph(words, at, room.width());
    }
    let row = line * 1.62;
    for group in Group::ALL {
        at.y += line * 0.55;
        at = pen.paragraph(Words::new(group.what(), points).bold(), at, room.width());
        let under = at.y - line * 1.25 + line * 0.4;
        pen.line(Mark::Rule, [Point::new(room.x0, under), Point::new(room.x1, under)], HAIR);
        at.y += line * 0.45;
        let own: Vec<_> = readings.iter().filter(|reading| reading.group == group).collect();
        // Short ones stand side by side.
        let columns = if matches!(group, Group::Light | Group::Reach) { 2 } else { 1 };
        let gap = line * 2.0;
        let width = (room.width() - gap * (columns as f64 - 1.0)) / columns as f64;
        for pair in own.chunks(columns) {
            for (index, reading) in pair.iter().enumerate() {
                let x = room.x0 + (width + gap) * index as f64;
                entry(reading, Point::new(x, at.y), width, points, pen);
            }
            at.y += row;
        }
    }
    at.y - row + line * 0.5
}

/// One reading: letter, what it is, what is right, and its box at the right end.
fn entry(reading: &Reading, at: Point, width: f64, points: f64, pen: &mut Pen<'_, '_>) {
    let line = Mm::from_pt(points).0;
    let (letter, group) = (reading.letter.to_string(), reading.group);
    pen.words(Words::new(&letter, points).bold(), at);
    let mut what = reading.what.to_owned();
    if matches!(group, Group::Front | Group::Diagonals) {
        what.push_str(&format!(" ({} mm)", Trimmed((reading.right * 10.0).round() / 10.0)));
    }
    pen.words(Words::new(&what, points), Point::new(at.x + line * 1.3, at.y));
    let (wide, high) = (line * 5.0, line * 1.38);
    let (right, bottom) = (at.x + width, at.y + line * 0.36);
    pen.frame(Rect::new(right - wide, bottom - high, right, bottom));
}

/// Where there is room, how to read against the light.
fn example(room: Rect, points: f64, pen: &mut Pen<'_, '_>) {
    const HIGH: f64 = 2.0 * ARM + 10.0;
    if room.height() < HIGH + 6.0 {
        return;
    }
    let line = Mm::from_pt(points).0;
    let top = room.y0 + (room.height() - HIGH) / 2.0;
    let centre = Point::new(room.x0 + ARM + 6.0, top + HIGH / 2.0);
    let from = |x: f64, y: f64| centre + Vec2::new(x, y);
    pen.scales(Mark::Example, centre, 0.8);
    pen.line(Mark::Example, [from(-ARM, 0.0), from(ARM, 0.0)], FINE);
    pen.line(Mark::Example, [from(0.0, -ARM), from(0.0, ARM)], FINE);
    // What shines through: a back that lies 1.2 mm to the left and 2 mm lower.
    let (lying, upright) = (6.5, -3.0);
    pen.shining(Mark::Example, [from(lying - 4.0 * SLANT, 4.0), from(lying + 3.0 * SLANT, -3.0)], FINE);
    pen.shining(Mark::Example, [from(-3.0, upright + 3.0 * SLANT), from(4.0, upright - 4.0 * SLANT)], FINE);
    for (at, name, label, near) in [
        (from(lying, 0.0), "6.5", (5.5, -6.5), (3.9, -5.6)),
        (from(0.0, upright), "−3", (-7.0, -2.5), (-4.6, -2.4)),
    ] {
        pen.words(Words::new(name, points).bold().middle(), at + Vec2::from(label));
        pen.arrow([at + Vec2::from(near), at + Vec2::from(near) * 0.25]);
    }
    let x = centre.x + ARM + 12.0;
    let say = "At each cross two slanted lines of the back shine through. The flat one meets the lying scale, in this \
               picture at 6.5; the steep one meets the upright scale, here at −3. Write down both, to half a millimetre, \
               with the sign. The lines make a shift of the back four times as large, so it is seen to an eighth of a \
               millimetre.";
    let at = Point::new(x, centre.y - line * 3.2);
    let at = pen.paragraph(Words::new("How to read against the light", points).bold(), at, room.x1 - x);
    pen.paragraph(Words::new(say, points), at, room.x1 - x);
}
