//! The writing on pages that are no part of the game.

use kurbo::{Point, Rect};

use crate::base::units::Mm;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::scene::{Draw, Ink};

/// The writing on such pages.
pub struct Pen<'p, 'q, 'r> {
    pub painter: &'q Painter<'q, 'r>,
    pub draws: &'p mut Vec<Draw>,
}

/// Where a line of text stands from the point it is given.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TextSide {
    /// It begins there.
    Right,
    /// It ends there.
    Left,
    /// It stands on both sides of it.
    Middle,
}

impl Pen<'_, '_, '_> {
    /// A line of text in so many points, its baseline at `at`. How long it is, in mm.
    pub fn write(&mut self, text: &str, points: f64, at: Point, side: TextSide, ink: &Ink) -> f64 {
        let shaper = self.painter.shaper;
        let Some(font) = shaper.default_font() else { return 0.0 };
        let Ok(shaped) = shaper.plain(font, text) else { return 0.0 };
        let size = Mm::from_pt(points).0;
        let length = shaped.advance * size;
        let back = match side {
            TextSide::Right => 0.0,
            TextSide::Left => length,
            TextSide::Middle => length / 2.0,
        };
        let origin = Point::new(at.x - back, at.y);
        self.draws.push(line_of_text(&shaped, font, size, origin, ink.clone()));
        length
    }

    /// How long a line of text in so many points is, in mm.
    pub fn length(&self, text: &str, points: f64) -> f64 {
        let shaper = self.painter.shaper;
        let shaped = shaper.default_font().and_then(|font| shaper.plain(font, text).ok());
        shaped.map_or(0.0, |shaped| shaped.advance * Mm::from_pt(points).0)
    }

    /// A paragraph in lines no longer than `width` mm. Where the next one begins.
    pub fn paragraph(&mut self, text: &str, points: f64, at: Point, width: f64, ink: &Ink) -> Point {
        let size = Mm::from_pt(points).0;
        let (mut line, mut at) = (String::new(), at);
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if !line.is_empty() && self.length(&longer, points) > width {
                self.write(&line, points, at, TextSide::Right, ink);
                at.y += size * 1.3;
                line = word.to_owned();
            } else {
                line = longer;
            }
        }
        self.write(&line, points, at, TextSide::Right, ink);
        Point::new(at.x, at.y + size * 1.3)
    }
}

/// A box of this size in the upper left corner of another one.
pub fn corner(room: Rect, width: f64, height: f64) -> Rect {
    Rect::new(room.x0, room.y0, room.x0 + width, room.y0 + height)
}
