//! Draws the line along which a sheet is folded.
//!
//! - In: the direction of the fold, and the page.
//! - Out: a dashed line across the printable area, and an instruction next to it.
//! - Not here: placing pieces on both sides of the fold (`impose`).

use kurbo::{Affine, Point, Rect, Size};

use crate::draw::{angle::turn, painter::line_of_text};
use crate::impose::duplex::{Axis, WORDS_ROOM};
use crate::sheet_builder::{SheetBuilder, open_line};
use hexpress_base::identity::Identity;
use hexpress_base::units::Mm;
use hexpress_scene::print::language::translate_note;
use hexpress_scene::{Drawing, Group, Role, Stroke};

/// The instruction that is printed along the fold line.
const FOLD_WORDS: &str = "fold here, print outwards, and glue; then cut";
/// The size of the instruction, in pt.
const POINTS: f64 = 4.5;
/// The gap between the fold line and the instruction, in mm.
const GAP: f64 = 0.4;

/// Draws the fold line. The instruction is above the line or to its left.
pub fn draw(axis: Axis, sheet: Size, page: &mut SheetBuilder<'_, '_>) {
    let Rect { x0, y0, x1, y1 } = page.space.printable();
    let centre = sheet.to_rect().center();
    let (from, to) = match axis {
        Axis::Vertical => (Point::new(centre.x, y0), Point::new(centre.x, y1)),
        Axis::Horizontal => (Point::new(x0, centre.y), Point::new(x1, centre.y)),
    };
    let dashes = Stroke { dash: vec![3.0, 2.0], ..page.painter.furniture.stroke() };
    let stroke = dashes.with_dashes_for(from.distance(to));
    page.drawings.push(fold_mark(Drawing::stroked(open_line(&[from, to]), stroke)));
    let words = translate_note(&page.painter.game.language, FOLD_WORDS.to_owned());
    if let Some(shaped) = page.painter.shaper.plain(&words) {
        let size = Mm::from_pt(POINTS).0;
        let origin = Point::new(-shaped.advance * size / 2.0, -GAP - shaped.ink.y1 * size);
        let text = line_of_text(&shaped, size, origin, page.painter.furniture.words_ink.clone());
        let degrees = if axis == Axis::Vertical { 270.0 } else { 0.0 };
        let transform = Affine::translate(centre.to_vec2()) * turn(degrees);
        page.drawings.push(fold_mark(Drawing::moved(transform, vec![text])));
    }
    page.space.take(Rect::from_points(from, to).inflate(WORDS_ROOM, WORDS_ROOM));
}

/// Puts a drawing into a group with the identity `fold`.
fn fold_mark(drawing: Drawing) -> Drawing {
    let group = Group::piece(Identity::Fold, Affine::IDENTITY, vec![drawing]);
    Drawing::Group(Group { role: Role::PrinterMark, ..group })
}
