//! What to read off the sheet, with a box to write each reading in.

use kurbo::{Point, Rect};

use super::pen::{HAIR, Pen, Words};
use crate::house::Backs;
use crate::printer::readings::{COUNT, Group, Reading};
use crate::units::{Mm, Trimmed};

/// The largest and the least size of the words, in points.
const SIZES: [f64; 5] = [9.5, 8.5, 7.5, 6.5, 5.5];

/// Draws it as large as it fits into `room`.
pub fn draw(readings: &[Reading; COUNT], flip: Backs, room: Rect, pen: &mut Pen<'_, '_>) {
    let before = pen.count();
    for points in SIZES {
        pen.forget(before);
        if set(readings, flip, room, points, pen) <= room.y1 {
            return;
        }
    }
}

/// Sets it in one size; where it ends.
fn set(readings: &[Reading; COUNT], flip: Backs, room: Rect, points: f64, pen: &mut Pen<'_, '_>) -> f64 {
    let line = Mm::from_pt(points).0;
    let edge = if flip == Backs::FlipShort { "shorter" } else { "longer" };
    let first = format!(
        "Print both sides at 100 %, turned over the {edge} edge. Write each reading into its box, then type it: \
         hexpress calibrate --profile my-printer.toml. Numbers in brackets are right: leave a box empty if you \
         read that."
    );
    let mut at = Point::new(room.x0, room.y0 + line);
    at = pen.paragraph(Words::new(&first, points), at, room.width());
    let row = line * 1.62;
    for group in Group::ALL {
        at.y += line * 0.55;
        at = pen.paragraph(Words::new(group.what(), points).bold(), at, room.width());
        let under = at.y - line * 1.25 + line * 0.4;
        pen.line("rule", [Point::new(room.x0, under), Point::new(room.x1, under)], HAIR);
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
    pen.words(Words::new(&letter, points).bold(), at, 0);
    let mut what = reading.what.to_owned();
    if matches!(group, Group::Front | Group::Diagonals) {
        what.push_str(&format!(" ({} mm)", Trimmed((reading.right * 10.0).round() / 10.0)));
    }
    pen.words(Words::new(&what, points), Point::new(at.x + line * 1.3, at.y), 0);
    let (wide, high) = (line * 5.0, line * 1.38);
    let (right, bottom) = (at.x + width, at.y + line * 0.36);
    pen.frame(Rect::new(right - wide, bottom - high, right, bottom));
}
