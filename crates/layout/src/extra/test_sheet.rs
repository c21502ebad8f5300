//! One small sheet, before a whole game is printed: is it true to size, are the colours well, can the smallest words be
//! read?

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use super::pen::{Pen, TextSide};
use crate::base::round;
use crate::layout::draw::frame::Frame;
use crate::layout::draw::painter::Painter;
use crate::layout::impose::face_cache::FaceCaches;
use crate::layout::impose::lines::hairline;
use crate::layout::impose::{PackFit, Side};
use crate::model::{Deck, Game};
use crate::scene::{Draw, Ink, Stroke};

/// What is tried.
#[derive(Debug)]
pub struct TestSheet<'a> {
    /// The game that is to be printed.
    pub game: &'a Game,
    /// A deck of each component, and how large its pieces are, the largest first.
    pub decks: Vec<(Arc<str>, &'a Deck, Size)>,
}

/// A bank card, ISO/IEC 7810 ID-1, in mm, and the radius of its corners.
pub const CARD: Size = Size::new(85.60, 53.98);
const CARD_ROUND: f64 = 3.18;

impl<'a> TestSheet<'a> {
    /// The page's drawings in `room`.
    pub fn draws(&self, room: Rect, faces: &mut FaceCaches<'a>, painter: &mut Painter<'_, '_>) -> Vec<Draw> {
        let mut pen = Pen::new(painter.shaper);
        let title = self.game.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = format!("Test sheet: {title}");
        pen.write(&title, 14.0, Point::new(room.x0, room.y0 + 4.5), TextSide::Right);
        let top = room.y0 + 9.0;
        // A bank card, for whoever has no ruler.
        let card = Rect::from_origin_size((room.x0, top), CARD);
        let outline = round::rectangle(card, CARD_ROUND);
        pen.draws.push(Draw::stroked(outline, Stroke::solid(0.15, Ink::black())));
        for (line, words) in (0u8..).zip([
            "A bank card covers this exactly: 85.60 x 53.98 mm.",
            "If it does not, the printer scales: print at 100 %.",
        ]) {
            let at = Point::new(card.center().x, card.y0 + 6.0 + f64::from(line) * 4.0);
            pen.write(words, 8.0, at, TextSide::Middle);
        }
        let inside = Rect::new(card.x0 + 5.0, card.y0 + 15.0, card.x1 - 5.0, card.y1 - 3.0);
        smallest(inside, &mut pen);
        let right = Rect::new(card.x1 + 6.0, top, room.x1, card.y1);
        let bottom = self.colours(right, &mut pen);
        let below = bottom.max(card.y1) + 5.0;
        let rest = Rect::new(room.x0, below, room.x1, room.y1 - 4.0);
        let left_out = self.pieces(rest, faces, painter, &mut pen);
        if !left_out.is_empty() {
            let line = format!("No room is left for: {}.", left_out.join(", "));
            pen.paragraph(&line, 7.0, Point::new(room.x0, room.y1 - 0.5), room.width());
        }
        pen.draws
    }

    /// Steps of grey, and the game's own colours; where they end.
    fn colours(&self, room: Rect, pen: &mut Pen<'_, '_>) -> f64 {
        let step = room.width() / 11.0;
        for tenth in 0..=10u8 {
            let level = 255 - (u16::from(tenth) * 255 / 10) as u8;
            let x = room.x0 + f64::from(tenth) * step;
            pen.draws.push(swatch(Rect::new(x, room.y0, x + step, room.y0 + 6.0), Ink::of([level; 3])));
            let words = format!("{}", u16::from(tenth) * 10);
            pen.write(&words, 5.0, Point::new(x + step / 2.0, room.y0 + 8.4), TextSide::Middle);
        }
        let (width, height) = (room.width() / 3.0, 8.6);
        let mut y = room.y0 + 11.0;
        for row in self.game.names.colours.chunks(3) {
            if y + height > room.y1 + 60.0 {
                break;
            }
            for (column, ink) in (0u8..).zip(row) {
                let x = room.x0 + f64::from(column) * width;
                pen.draws.push(swatch(Rect::new(x, y, x + width - 1.5, y + 5.0), ink.clone()));
                let [r, g, b] = ink.rgb;
                let words = format!("{} #{r:02X}{g:02X}{b:02X}", ink.name);
                pen.write(&words, 5.0, Point::new(x, y + 7.2), TextSide::Right);
            }
            y += height;
        }
        y
    }

    /// A piece of each component, fronts first; what there is no room for.
    fn pieces(
        &self,
        room: Rect,
        faces: &mut FaceCaches<'a>,
        painter: &mut Painter<'_, '_>,
        pen: &mut Pen<'_, '_>,
    ) -> Vec<String> {
        const APART: f64 = 4.0;
        const NAME: f64 = 3.0;
        let mut left_out = Vec::new();
        // Rows, each as high as its first piece.
        let (mut x, mut y, mut row) = (room.x0, room.y0, 0.0f64);
        for back in [false, true] {
            for (name, deck, size) in &self.decks {
                if back && deck.back.is_empty() {
                    continue;
                }
                let called = if back { format!("the back of {name}") } else { name.to_string() };
                let bleed = deck.bleed_of(back);
                let (width, height) = (size.width + 2.0 * bleed, size.height + 2.0 * bleed);
                let needs = height + NAME;
                let next_row = x + width > room.x1 + 1e-6;
                let (at_x, at_y) = if next_row { (room.x0, y + row + APART) } else { (x, y) };
                if at_x + width > room.x1 + 1e-6 || at_y + needs > room.y1 + 1e-6 {
                    left_out.push(called);
                    continue;
                }
                if next_row {
                    (y, row) = (at_y, 0.0);
                }
                row = row.max(needs);
                x = at_x + width + APART;
                let middle = Point::new(at_x + width / 2.0, at_y + height / 2.0);
                let face =
                    faces.cache_for(name, deck, Side::from_is_back(back), &PackFit::single(deck, *size, 0.0));
                face.begin_sheet();
                let content = face.piece(painter, 0).map_or_else(Vec::new, |face| face.draws);
                let to_place = Affine::translate(middle.to_vec2());
                pen.draws.push(Draw::moved(to_place, content));
                let cut = to_place * Frame::piece(deck.outline, *size).outline();
                pen.draws.push(Draw::stroked(cut, hairline()));
                let at = Point::new(middle.x, at_y + height + 2.2);
                pen.write(&called, 5.0, at, TextSide::Middle);
            }
        }
        left_out
    }
}

fn swatch(rect: Rect, ink: Ink) -> Draw {
    Draw::Path { path: rect.to_path(0.1), fill: Some(ink), stroke: Some(hairline()) }
}

/// Small words and thin lines: what can be read and seen on this paper.
fn smallest(room: Rect, pen: &mut Pen<'_, '_>) {
    let mut y = room.y0;
    for points in [5.0, 6.0, 7.0, 8.0, 9.0] {
        y += 1.2 + points * 0.36;
        let words = format!("{points} points: read this");
        pen.write(&words, points, Point::new(room.x0, y), TextSide::Right);
    }
    let x = room.center().x + 4.0;
    for (line, width) in (0u8..).zip([0.05, 0.1, 0.15, 0.25, 0.5, 1.0]) {
        let y = room.y0 + 4.0 + f64::from(line) * 5.0;
        let (from, to) = (Point::new(x, y), Point::new(room.x1 - 12.0, y));
        pen.draws.push(Draw::line(from, to, Stroke::solid(width, Ink::black())));
        pen.write(&format!("{width} mm"), 6.0, Point::new(room.x1 - 10.0, y + 0.8), TextSide::Right);
    }
}
