//! Draws the test sheet: a small page with which users try out paper and printer before they print
//! a whole game.
//!
//! - In: the game, and one deck of each component.
//! - Out: a page with a scale, small text, thin lines, colours, and one piece of each component.
//! - Not here: measuring the errors of a printer (`calibration`).

use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Shape as _, Size};

use super::text_pen::{TextPen, TextSide};
use crate::draw::frame::Frame;
use crate::draw::painter::Painter;
use crate::impose::SheetPacking;
use crate::impose::face_cache::FaceCaches;
use crate::impose::straight_cuts::hairline;
use hexpress_base::round_shapes;
use hexpress_base::text::one_line;
use hexpress_game::{Game, PieceSet, PieceSide};
use hexpress_scene::{Drawing, Ink, Stroke};

#[derive(Debug)]
pub struct TestSheet<'a> {
    pub game: &'a Game,
    /// One deck of each component. The decks with the largest pieces come first.
    pub decks: Vec<TestDeck<'a>>,
}

#[derive(Debug)]
pub struct TestDeck<'a> {
    /// The name of the component.
    pub name: Arc<str>,
    pub deck: &'a PieceSet,
    /// The size of a piece, in mm.
    pub size: Size,
}

/// The size of a bank card (ISO/IEC 7810 ID-1), in mm.
pub const CARD: Size = Size::new(85.60, 53.98);
/// The radius of the corners of a bank card, in mm.
const CARD_ROUND: f64 = 3.18;
/// The sizes of the text samples, in pt.
const TEXT_SAMPLES: [f64; 5] = [5.0, 6.0, 7.0, 8.0, 9.0];
/// The widths of the line samples, in mm.
const LINE_SAMPLES: [f64; 6] = [0.05, 0.1, 0.15, 0.25, 0.5, 1.0];

impl<'a> TestSheet<'a> {
    pub fn drawings(
        &self,
        room: Rect,
        faces: &mut FaceCaches<'a>,
        painter: &mut Painter<'_, '_>,
    ) -> Vec<Drawing> {
        let mut pen = TextPen::new(painter.shaper);
        let title = one_line(&self.game.title);
        let heading = format!("Test sheet: {title}");
        pen.write(&heading, 14.0, Point::new(room.x0, room.y0 + 4.5), TextSide::Right);
        let top = room.y0 + 9.0;
        let card = Rect::from_origin_size((room.x0, top), CARD);
        draw_card(card, &mut pen);
        let inside = Rect::new(card.x0 + 5.0, card.y0 + 15.0, card.x1 - 5.0, card.y1 - 3.0);
        draw_samples(inside, &mut pen);
        let right = Rect::new(card.x1 + 6.0, top, room.x1, card.y1);
        let bottom = self.draw_colours(right, &mut pen);
        let below = bottom.max(card.y1) + 5.0;
        let rest = Rect::new(room.x0, below, room.x1, room.y1 - 4.0);
        let left_out = self.draw_pieces(rest, faces, painter, &mut pen);
        if !left_out.is_empty() {
            let line = format!("No room is left for: {}.", left_out.join(", "));
            pen.paragraph(&line, 7.0, Point::new(room.x0, room.y1 - 0.5), room.width());
        }
        pen.drawings
    }

    /// Draws several shades of grey, and the colours of the game. Returns the y coordinate of the
    /// lower end of the drawing, in mm.
    fn draw_colours(&self, room: Rect, pen: &mut TextPen<'_, '_>) -> f64 {
        let step = room.width() / 11.0;
        for tenth in 0..=10u8 {
            let level = 255 - (u16::from(tenth) * 255 / 10) as u8;
            let x = room.x0 + f64::from(tenth) * step;
            pen.drawings
                .push(swatch(Rect::new(x, room.y0, x + step, room.y0 + 6.0), Ink::from_rgb([level; 3])));
            let percent = format!("{}", u16::from(tenth) * 10);
            pen.write(&percent, 5.0, Point::new(x + step / 2.0, room.y0 + 8.4), TextSide::Middle);
        }
        let (width, height) = (room.width() / 3.0, 8.6);
        let mut y = room.y0 + 11.0;
        for row in self.game.names.colours.chunks(3) {
            if y + height > room.y1 + 60.0 {
                break;
            }
            for (column, ink) in (0u8..).zip(row) {
                let x = room.x0 + f64::from(column) * width;
                pen.drawings.push(swatch(Rect::new(x, y, x + width - 1.5, y + 5.0), ink.clone()));
                let [r, g, b] = ink.rgb;
                let name = format!("{} #{r:02X}{g:02X}{b:02X}", ink.name);
                pen.write(&name, 5.0, Point::new(x, y + 7.2), TextSide::Right);
            }
            y += height;
        }
        y
    }

    /// Draws one piece of each component: first all fronts, and then the backs. Returns the names
    /// of the components for which there is no space.
    fn draw_pieces(
        &self,
        room: Rect,
        faces: &mut FaceCaches<'a>,
        painter: &mut Painter<'_, '_>,
        pen: &mut TextPen<'_, '_>,
    ) -> Vec<String> {
        let mut left_out = Vec::new();
        let mut rows = PieceRows::new(room);
        for side in PieceSide::BOTH {
            for TestDeck { name, deck, size } in &self.decks {
                if side.is_back() && deck.back.is_empty() {
                    continue;
                }
                let caption = if side.is_back() { format!("the back of {name}") } else { name.to_string() };
                let bleed = deck.bleed_of(side);
                let bled = Size::new(size.width + 2.0 * bleed, size.height + 2.0 * bleed);
                let Some(corner) = rows.place(bled) else {
                    left_out.push(caption);
                    continue;
                };
                let centre = Point::new(corner.x + bled.width / 2.0, corner.y + bled.height / 2.0);
                let face = faces.cache_for(name, deck, side, &SheetPacking::single(deck, *size, 0.0));
                face.begin_sheet();
                let content = face.piece(painter, 0).map_or_else(Vec::new, |face| face.drawings);
                let to_place = Affine::translate(centre.to_vec2());
                pen.drawings.push(Drawing::moved(to_place, content));
                let cut = to_place * Frame::piece(&deck.outline, *size).outline();
                pen.drawings.push(Drawing::stroked(cut, hairline()));
                let baseline = Point::new(centre.x, corner.y + bled.height + 2.2);
                pen.write(&caption, 5.0, baseline, TextSide::Middle);
            }
        }
        left_out
    }
}

/// Places pieces in rows, starting at the top left. The height of a row is the height of its
/// highest piece plus the height of a caption.
struct PieceRows {
    room: Rect,
    x: f64,
    y: f64,
    /// The height of the current row, in mm.
    height: f64,
}

impl PieceRows {
    /// The gap between pieces, in mm.
    const GAP: f64 = 4.0;
    /// The height of a caption, in mm.
    const CAPTION: f64 = 3.0;

    fn new(room: Rect) -> Self {
        Self { room, x: room.x0, y: room.y0, height: 0.0 }
    }

    /// Reserves the space for a piece and its caption. Returns the top left corner of this space.
    /// Returns `None` if not enough space is left.
    fn place(&mut self, size: Size) -> Option<Point> {
        let needed = size.height + Self::CAPTION;
        let begins_row = self.x + size.width > self.room.x1 + 1e-6;
        let corner = match begins_row {
            true => Point::new(self.room.x0, self.y + self.height + Self::GAP),
            false => Point::new(self.x, self.y),
        };
        if corner.x + size.width > self.room.x1 + 1e-6 || corner.y + needed > self.room.y1 + 1e-6 {
            return None;
        }
        if begins_row {
            (self.y, self.height) = (corner.y, 0.0);
        }
        self.height = self.height.max(needed);
        self.x = corner.x + size.width + Self::GAP;
        Some(corner)
    }
}

/// Draws the outline of a bank card. Users can put a real bank card on the outline to check the
/// scale without a ruler.
fn draw_card(card: Rect, pen: &mut TextPen<'_, '_>) {
    let outline = round_shapes::rectangle(card, CARD_ROUND);
    pen.drawings.push(Drawing::stroked(outline, Stroke::solid(0.15, Ink::black())));
    for (line, words) in (0u8..).zip([
        "A bank card covers this exactly: 85.60 x 53.98 mm.",
        "If it does not, the printer scales: print at 100 %.",
    ]) {
        let at = Point::new(card.center().x, card.y0 + 6.0 + f64::from(line) * 4.0);
        pen.write(words, 8.0, at, TextSide::Middle);
    }
}

fn swatch(rect: Rect, ink: Ink) -> Drawing {
    Drawing::Path { path: rect.to_path(0.1), fill: Some(ink), stroke: Some(hairline()) }
}

/// Draws samples of small text and thin lines.
fn draw_samples(room: Rect, pen: &mut TextPen<'_, '_>) {
    let mut baseline = room.y0;
    for points in TEXT_SAMPLES {
        baseline += 1.2 + points * 0.36;
        let words = format!("{points} points: read this");
        pen.write(&words, points, Point::new(room.x0, baseline), TextSide::Right);
    }
    let x = room.center().x + 4.0;
    for (line, width) in (0u8..).zip(LINE_SAMPLES) {
        let y = room.y0 + 4.0 + f64::from(line) * 5.0;
        let (from, to) = (Point::new(x, y), Point::new(room.x1 - 12.0, y));
        pen.drawings.push(Drawing::line(from, to, Stroke::solid(width, Ink::black())));
        pen.write(&format!("{width} mm"), 6.0, Point::new(room.x1 - 10.0, y + 0.8), TextSide::Right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_without_room_leaves_its_place_to_smaller_ones() {
        let mut rows = PieceRows::new(Rect::new(0.0, 0.0, 50.0, 33.0));
        assert_eq!(rows.place(Size::new(20.0, 30.0)), Some(Point::new(0.0, 0.0)));
        assert_eq!(rows.place(Size::new(26.0, 30.1)), None);
        assert_eq!(rows.place(Size::new(26.0, 10.0)), Some(Point::new(24.0, 0.0)));
        assert_eq!(rows.place(Size::new(1.0, 1.0)), None);
    }
}
