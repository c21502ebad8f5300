//! The line that a sheet is folded along.

use kurbo::{Affine, BezPath, Point, Rect, Size};

use crate::base::identity::Identity;
use crate::base::units::Mm;
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::space::Space;
use crate::layout::impose::duplex::{Axis, WORDS_ROOM};
use crate::scene::{Draw, Group, Ink, Role, Stroke};

/// Draws the line to fold along, from edge to edge of what the printer reaches, with a word that says so.
pub fn draw(axis: Axis, sheet: Size, painter: &Painter<'_, '_>, space: &mut Space, draws: &mut Vec<Draw>) {
    let p = space.printable();
    let (x, y) = (sheet.width / 2.0, sheet.height / 2.0);
    let (from, to) = match axis {
        Axis::Upright => (Point::new(x, p.y0), Point::new(x, p.y1)),
        Axis::Lying => (Point::new(p.x0, y), Point::new(p.x1, y)),
    };
    let mut path = BezPath::new();
    path.move_to(from);
    path.line_to(to);
    let dashes = Stroke { dash: vec![3.0, 2.0], ..Stroke::solid(0.15, Ink::black()) };
    let stroke = dashes.with_dashes_for(from.distance(to));
    let line = Draw::Path { path, fill: None, stroke: Some(stroke) };
    let group = Group { role: Role::PrinterMark, id: Some(Identity::Fold), ..Group::plain(vec![line]) };
    draws.push(Draw::Group(group));
    draws.extend(words(axis, sheet, painter));
    space.take(Rect::from_points(from, to).inflate(WORDS_ROOM, WORDS_ROOM));
}

const FOLD_WORDS: &str = "fold here, print outwards, and glue; then cut";

/// Words along the line that a sheet is folded along, just above it or left of it.
fn words(axis: Axis, sheet: Size, painter: &Painter<'_, '_>) -> Option<Draw> {
    let font = painter.shaper.default_font()?;
    let shaped = painter.shaper.plain(font, FOLD_WORDS).ok()?;
    let size = Mm::from_pt(4.5).0;
    let origin = Point::new(-shaped.advance * size / 2.0, -0.4 - shaped.ink.y1 * size);
    let text = line_of_text(&shaped, font, size, origin, Ink::black());
    let degrees = match axis {
        Axis::Lying => 0.0,
        Axis::Upright => 270.0,
    };
    let transform = Affine::translate((sheet.width / 2.0, sheet.height / 2.0)) * turn(degrees);
    let group = Group { transform, ..Group::plain(vec![text]) };
    Some(Draw::Group(Group {
        role: Role::PrinterMark,
        id: Some(Identity::Fold),
        ..Group::plain(vec![Draw::Group(group)])
    }))
}
