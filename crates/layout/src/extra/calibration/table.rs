//! Draws the table of a calibration sheet: a description of each reading, and a box in which the
//! user writes the reading.
//!
//! - In: the readings, the edge over which the sheet is turned, and the area between the crosses.
//! - Out: the table at the largest font size that fits, and an example below the table if there is
//!   enough space.
//! - Not here: computing with the readings (`print::profile`).

use kurbo::{Point, Rect, Vec2};

use super::pen::{HAIR, Label, MEASURED_LINE_MM, Pen};
use hexpress_base::identity::Mark;
use hexpress_base::units::{Mm, ShortNumber};
use hexpress_scene::print::profile::marks::{ARM, SLANT};
use hexpress_scene::print::profile::readings::{COUNT, Reading, ReadingGroup};
use hexpress_scene::print::setup::Backs;

/// The font sizes that are tried, in points, starting with the largest.
const SIZES: [f64; 6] = [10.5, 9.5, 8.5, 7.5, 6.5, 5.5];

/// The command with which the user makes a printer profile from the readings.
const COMMAND: &str = "hexpress calibrate --profile my-printer.toml";

/// The text next to the example. The text explains the slanted lines.
const HOW_TO_READ: &str = "At each cross two slanted lines of the back shine through. The flat one meets the lying scale, in this \
     picture at 6.5; the steep one meets the upright scale, here at −3. Write down both, to half a millimetre, \
     with the sign. The lines make a shift of the back four times as large, so it is seen to an eighth of a \
     millimetre.";

/// Draws the table in `room`, and an example below the table.
pub fn draw(readings: &[Reading; COUNT], flip: Backs, room: Rect, pen: &mut Pen<'_, '_>) {
    let before = pen.drawings.len();
    for points in SIZES {
        pen.drawings.truncate(before);
        let end = draw_in_size(readings, flip, room, points, pen);
        if end <= room.y1 {
            draw_example(Rect::new(room.x0, end, room.x1, room.y1), points, pen);
            return;
        }
    }
}

/// Draws the table with text of one size. Returns the y coordinate of its lower end, in mm.
fn draw_in_size(
    readings: &[Reading; COUNT],
    flip: Backs,
    room: Rect,
    points: f64,
    pen: &mut Pen<'_, '_>,
) -> f64 {
    let line = Mm::from_pt(points).0;
    let edge = if flip == Backs::FlipShort { "shorter" } else { "longer" };
    let first = format!(
        "Print both sides at 100 %, turned over the {edge} edge. Numbers in brackets are right: leave a box empty if you \
         read that. Write each other reading into its box, then type:"
    );
    let mut at = Point::new(room.x0, room.y0 + line);
    at = pen.paragraph(Label::new(&first, points), at, room.width());
    at = pen.paragraph(Label::new(COMMAND, points).bold(), at, room.width());
    let row = line * 1.62;
    for group in ReadingGroup::ALL {
        at.y += line * 0.55;
        at = pen.paragraph(Label::new(group.what(), points).bold(), at, room.width());
        let under = at.y - line * 1.25 + line * 0.4;
        pen.line(Mark::Rule, [Point::new(room.x0, under), Point::new(room.x1, under)], HAIR);
        at.y += line * 0.45;
        let in_group: Vec<_> = readings.iter().filter(|reading| reading.group == group).collect();
        // The descriptions in these groups are short, so their entries fit in two columns.
        let columns = if matches!(group, ReadingGroup::Light | ReadingGroup::Unprintable) { 2 } else { 1 };
        let gap = line * 2.0;
        let width = (room.width() - gap * (columns as f64 - 1.0)) / columns as f64;
        for row_readings in in_group.chunks(columns) {
            for (index, reading) in row_readings.iter().enumerate() {
                let x = room.x0 + (width + gap) * index as f64;
                draw_entry(reading, Point::new(x, at.y), width, points, pen);
            }
            at.y += row;
        }
    }
    at.y - row + line * 0.5
}

/// Draws one entry of the table: the letter of the reading, its description, and its correct value. The
/// box in which the user writes the reading is at the right end.
fn draw_entry(reading: &Reading, at: Point, width: f64, points: f64, pen: &mut Pen<'_, '_>) {
    let line = Mm::from_pt(points).0;
    pen.write(Label::new(&reading.letter.to_string(), points).bold(), at);
    let mut what = reading.what.to_owned();
    if matches!(reading.group, ReadingGroup::Front | ReadingGroup::Diagonals) {
        what.push_str(&format!(" ({} mm)", ShortNumber::tenths(reading.right)));
    }
    pen.write(Label::new(&what, points), Point::new(at.x + line * 1.3, at.y));
    let (box_width, box_height) = (line * 5.0, line * 1.38);
    let (right, bottom) = (at.x + width, at.y + line * 0.36);
    pen.writing_box(Rect::new(right - box_width, bottom - box_height, right, bottom));
}

/// Draws an example: a cross, and the slanted lines that shine through from the back. Does nothing if there
/// is not enough space.
fn draw_example(room: Rect, points: f64, pen: &mut Pen<'_, '_>) {
    const HEIGHT: f64 = 2.0 * ARM + 10.0;
    if room.height() < HEIGHT + 6.0 {
        return;
    }
    let line = Mm::from_pt(points).0;
    let top = room.y0 + (room.height() - HEIGHT) / 2.0;
    let centre = Point::new(room.x0 + ARM + 6.0, top + HEIGHT / 2.0);
    draw_example_cross(centre, points, pen);
    let x = centre.x + ARM + 12.0;
    let heading_at = Point::new(x, centre.y - line * 3.2);
    let heading = Label::new("How to read against the light", points).bold();
    let text_at = pen.paragraph(heading, heading_at, room.x1 - x);
    pen.paragraph(Label::new(HOW_TO_READ, points), text_at, room.x1 - x);
}

/// Draws a cross and the slanted lines of the back over it. In the example, as seen from the front, the back
/// is about 1.2 mm too far to the left and 1.9 mm too low.
fn draw_example_cross(centre: Point, points: f64, pen: &mut Pen<'_, '_>) {
    const LEVEL: f64 = 6.5;
    const UPRIGHT: f64 = -3.0;
    let from_centre = |x: f64, y: f64| centre + Vec2::new(x, y);
    pen.scales(Mark::Example, centre, 0.8);
    pen.line(Mark::Example, [from_centre(-ARM, 0.0), from_centre(ARM, 0.0)], MEASURED_LINE_MM);
    pen.line(Mark::Example, [from_centre(0.0, -ARM), from_centre(0.0, ARM)], MEASURED_LINE_MM);
    let flat = [from_centre(LEVEL - 4.0 * SLANT, 4.0), from_centre(LEVEL + 3.0 * SLANT, -3.0)];
    pen.dashed_line(Mark::Example, flat, MEASURED_LINE_MM);
    let steep = [from_centre(-3.0, UPRIGHT + 3.0 * SLANT), from_centre(4.0, UPRIGHT - 4.0 * SLANT)];
    pen.dashed_line(Mark::Example, steep, MEASURED_LINE_MM);
    let flat_label = Label::new("6.5", points).bold().centred();
    draw_pointer(flat_label, from_centre(LEVEL, 0.0), Vec2::new(5.5, -6.5), Vec2::new(3.9, -5.6), pen);
    let steep_label = Label::new("−3", points).bold().centred();
    draw_pointer(steep_label, from_centre(0.0, UPRIGHT), Vec2::new(-7.0, -2.5), Vec2::new(-4.6, -2.4), pen);
}

/// Draws a label near `point`, and an arrow to `point`. `offset` is the vector from `point` to the
/// label, and `tail` is the vector from `point` to the start of the arrow.
fn draw_pointer(label: Label<'_>, point: Point, offset: Vec2, tail: Vec2, pen: &mut Pen<'_, '_>) {
    pen.write(label, point + offset);
    pen.arrow([point + tail, point + tail * 0.25]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::identity::{Feature, Identity};
    use hexpress_scene::Drawing;
    use hexpress_scene::text::{Fonts, Shaper};
    use kurbo::Shape;

    #[test]
    fn the_box_of_an_entry_is_at_its_right_end_and_on_its_line() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let mut pen = Pen::new(&shaper);
        let reading = Reading {
            letter: 'A',
            group: ReadingGroup::Front,
            what: "From the left cross to the right cross",
            right: 150.0,
            bounds: (100.0, 200.0),
        };
        draw_entry(&reading, Point::new(20.0, 30.0), 120.0, 9.0, &mut pen);
        let boxes = pen.drawings.iter().filter_map(|drawing| match drawing {
            Drawing::Group(group) if matches!(group.id, Some(Identity::Of(_, Feature::Mark(Mark::Box)))) => {
                group.drawings.iter().find_map(|drawing| match drawing {
                    Drawing::Path { path, .. } => Some(path.bounding_box()),
                    _ => None,
                })
            }
            _ => None,
        });
        let boxes: Vec<Rect> = boxes.collect();
        let [only] = boxes[..] else { panic!("{boxes:?}") };
        assert!((only.x1 - 140.0).abs() < 1e-9, "{only:?}");
        // The baseline is inside the box, and below its middle.
        assert!((only.center().y..only.y1).contains(&30.0), "{only:?}");
    }
}
