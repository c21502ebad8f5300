//! The line that a sheet is folded along.

use kurbo::{Affine, Point, Rect, Size};

use crate::base::identity::Identity;
use crate::base::units::Mm;
use crate::layout::draw::{frame::turn, painter::line_of_text};
use crate::layout::impose::duplex::{Axis, WORDS_ROOM};
use crate::layout::page::{Page, open_line};
use crate::print::language::said;
use crate::scene::{Draw, Group, Ink, Role, Stroke};

const FOLD_WORDS: &str = "fold here, print outwards, and glue; then cut";

/// Draws the line to fold along, from edge to edge of what the printer reaches, with words that say so just above it or
/// left of it.
pub fn draw(axis: Axis, sheet: Size, page: &mut Page<'_, '_>) {
    let p = page.space.printable();
    let middle = sheet.to_rect().center();
    let (from, to, degrees) = match axis {
        Axis::Upright => (Point::new(middle.x, p.y0), Point::new(middle.x, p.y1), 270.0),
        Axis::Lying => (Point::new(p.x0, middle.y), Point::new(p.x1, middle.y), 0.0),
    };
    let dashes = Stroke { dash: vec![3.0, 2.0], ..Stroke::solid(0.15, Ink::black()) };
    let stroke = Some(dashes.with_dashes_for(from.distance(to)));
    let mut push = |draw: Draw| {
        let group = Group::piece(Identity::Fold, Affine::IDENTITY, vec![draw]);
        page.draws.push(Draw::Group(Group { role: Role::PrinterMark, ..group }));
    };
    push(Draw::Path { path: open_line(&[from, to]), fill: None, stroke });
    if let Some(shaped) = page.painter.shaper.plain(&said(&page.painter.game.language, FOLD_WORDS.to_owned()))
    {
        let size = Mm::from_pt(4.5).0;
        let origin = Point::new(-shaped.advance * size / 2.0, -0.4 - shaped.ink.y1 * size);
        let text = line_of_text(&shaped, size, origin, Ink::black());
        let transform = Affine::translate(middle.to_vec2()) * turn(degrees);
        push(Draw::Group(Group { transform, ..Group::plain(vec![text]) }));
    }
    page.space.take(Rect::from_points(from, to).inflate(WORDS_ROOM, WORDS_ROOM));
}
